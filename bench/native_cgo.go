// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

//go:build native && cgo

package bench

import (
	"bytes"
	"sync"

	"secant.example/bench/native"
)

// Native says whether the libraries in C and Rust are linked in.
const Native = true

func init() {
	nativeVersions["OpenSSL"] = native.OpenSSLVersion
	nativeVersions["libsodium"] = func() string { return "libsodium " + native.SodiumVersion() }
	nativeVersions["c-do255"] = func() string { return "c-do255 " + native.DO255Commit }
	var mu sync.Mutex
	copies := map[*Inputs]*native.Inputs{}
	for _, e := range native.Entries() {
		op := FindOperation(e.Operation)
		register(e.Peer, e.Operation, func(in *Inputs) (*Instance, error) {
			mu.Lock()
			if copies[in] == nil {
				copies[in] = native.NewInputs(in.named())
			}
			c := copies[in]
			mu.Unlock()
			o, err := e.New(c)
			if err != nil {
				return nil, err
			}
			i := &Instance{Run: o.Run}
			if op.Check == Accepts {
				i.Forged = o.Forged
			} else {
				i.Output = func() ([]byte, error) { return o.Output(), nil }
			}
			return i, nil
		})
	}
}

// named returns the inputs under the names that other languages know; lists are
// concatenated.
func (in *Inputs) named() map[string][]byte {
	var peers []byte
	for _, p := range in.XPeers {
		peers = append(peers, p[:]...)
	}
	list := func(b [][]byte) []byte { return bytes.Join(b, nil) }
	return map[string][]byte{
		"x-private": in.XPrivate[:], "x-peers": peers,
		"seed": in.Seed[:], "private": in.Private, "message": in.Message,
		"keys": list(in.Keys), "messages": list(in.Messages), "signatures": list(in.Signatures),
		"points": list(in.Points), "scalars": list(in.Scalars), "ristretto": in.Ristretto,
		"secret": in.Secret[:], "digest": in.Digest[:], "compressed": in.Compressed, "peer-key": in.PeerKey,
		"x-only": in.XOnly, "bip340": in.BIP340, "ecdsa": in.ECDSA,
		"bip340-keys": list(in.BIP340Keys), "bip340-digests": list(in.BIP340Digests), "bip340-signatures": list(in.BIP340Signatures),
		"ecdsa-keys": list(in.ECDSAKeys), "recoverable": list(in.Recoverable),
		"invert":     in.Invert,
		"double-odd": in.DoubleOdd[:], "double-odd-peer": in.DoubleOddPeer[:],
	}
}
