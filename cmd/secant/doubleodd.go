// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"crypto/rand"

	"secant.example/cmd/secant/keys"
	"secant.example/do255e"
	"secant.example/do255s"
	"secant.example/jq255e"
	"secant.example/jq255s"
)

// The double-odd groups. The generation of 2020 has shared secrets of any length.
var (
	algJQ255E = doubleOdd(keys.JQ255E, jq255e.SignatureSize, jq255e.Hashes, jq255e.NewPrivateKey, jq255e.NewPublicKey, nil)
	algJQ255S = doubleOdd(keys.JQ255S, jq255s.SignatureSize, jq255s.Hashes, jq255s.NewPrivateKey, jq255s.NewPublicKey, nil)
	algDO255E = doubleOdd(keys.DO255E, do255e.SignatureSize, do255e.Hashes, do255e.NewPrivateKey, do255e.NewPublicKey, do255e.FillSharedSecret)
	algDO255S = doubleOdd(keys.DO255S, do255s.SignatureSize, do255s.Hashes, do255s.NewPrivateKey, do255s.NewPublicKey, do255s.FillSharedSecret)
)

// What the keys of the four packages have in common, for public keys of type Q and names
// of hash functions of type H.
type (
	doubleOddPrivateKey[Q, H any] interface {
		Bytes() []byte
		PublicKey() Q
		SignWithSeed(data, seed []byte, hash H) ([]byte, error)
		SharedSecret(peer []byte) ([32]byte, error)
	}
	doubleOddPublicKey[H any] interface {
		Bytes() []byte
		Verify(data, sig []byte, hash H) bool
	}
)

// maxShared bounds the length of a shared secret.
const maxShared = 1 << 20

// doubleOdd returns the algorithm of a group with such keys. Without fillShared, shared secrets
// have 32 bytes.
func doubleOdd[H ~string, Q doubleOddPublicKey[H], K doubleOddPrivateKey[Q, H]](
	keys *keys.Algorithm, signatureSize int, hashes func() []H,
	newPrivate func([]byte) (K, error), newPublic func([]byte) (Q, error),
	fillShared func(secret []byte, k K, peer []byte) error,
) *algorithm {
	name := keys.Name
	a := &algorithm{Algorithm: keys, flags: []string{"hash", "digest"}}
	for _, h := range hashes() {
		if h != "" {
			a.hashes = append(a.hashes, string(h))
		}
	}
	a.sign = func(secret []byte, m *message, o *options) ([]byte, error) {
		k, err := newPrivate(secret)
		if err != nil {
			return nil, err
		}
		var seed []byte
		if m.shared() {
			seed = make([]byte, 32)
			rand.Read(seed)
		}
		return k.SignWithSeed(m.data, seed, H(o.hash))
	}
	a.verify = func(public, message, sig []byte, o *options) error {
		p, err := newPublic(public)
		if err != nil {
			return err
		}
		return verdict(p.Verify(message, sig, H(o.hash)))
	}
	a.parse = fixedSize(signatureSize)
	a.how = func(o *options) string {
		if o.hash != "" {
			return name + ", " + o.hash
		}
		return name
	}
	a.ecdh = func(secret, peer []byte, _ *options) ([]byte, error) {
		k, err := newPrivate(secret)
		if err != nil {
			return nil, err
		}
		shared, err := k.SharedSecret(peer)
		if err != nil { // and a secret, which is no success
			return nil, err
		}
		return shared[:], nil
	}
	if fillShared != nil {
		a.flags = append(a.flags, "length")
		a.ecdh = func(secret, peer []byte, o *options) ([]byte, error) {
			k, err := newPrivate(secret)
			if err != nil {
				return nil, err
			}
			shared := make([]byte, o.length)
			if err := fillShared(shared, k, peer); err != nil {
				return nil, err
			}
			return shared, nil
		}
	}
	return a
}

// hashNames returns the names of the hash functions of the double-odd groups.
func hashNames() []string { return algJQ255E.hashes }
