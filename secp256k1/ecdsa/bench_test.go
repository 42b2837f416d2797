// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package ecdsa

import (
	"math/big"
	"testing"
)

func BenchmarkECDSA(b *testing.B) {
	k := newKey(b, big.NewInt(0xabcdef))
	p := k.PublicKey()
	secret, public := k.Bytes(), p.Bytes()
	digest := Digest{1, 2, 3}
	sig, err := SignRecoverable(k, digest, nil)
	if err != nil {
		b.Fatal(err)
	}
	der := sig.DER()
	var q PublicKey
	for name, f := range map[string]func(){
		"SetBytes":           func() { k.SetBytes(secret) },
		"PublicKey.SetBytes": func() { q.SetBytes(public) },
		"PublicKey":          func() { k.PublicKey() },
		"Sign":               func() { Sign(k, digest) },
		"Sign/hedged":        func() { SignWithOptions(k, digest, &Options{Hedged: true}) },
		"Sign/verified":      func() { SignWithOptions(k, digest, &Options{Verify: true}) },
		"MarshalPEM":         func() { k.MarshalPEM() },
		"Nonce": func() {
			var b [32]byte
			n := newNonces(secret, digest[:], nil)
			n.generate(&b)
		},
		"Verify":   func() { p.Verify(digest, sig.Signature, LowS) },
		"ParseDER": func() { ParseDER(der) },
		"Recover":  func() { sig.recover(&q, &digest, LowS) },
	} {
		b.Run(name, func(b *testing.B) {
			for range b.N {
				f()
			}
		})
	}
}
