// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package schnorr

import (
	"math/big"
	"testing"
)

func BenchmarkSchnorr(b *testing.B) {
	k, err := NewPrivateKey(toBytes(big.NewInt(0xabcdef)))
	if err != nil {
		b.Fatal(err)
	}
	p := k.PublicKey()
	secret, public := k.Bytes(), p.Bytes()
	message := make([]byte, 32)
	opts, verified := &Options{Aux: make([]byte, 32)}, &Options{Aux: make([]byte, 32), Verify: true}
	sig, err := Sign(k, message)
	if err != nil {
		b.Fatal(err)
	}
	var h [32]byte
	for _, c := range []struct {
		name string
		f    func()
	}{
		{"SetBytes", func() { k.SetBytes(secret) }},
		{"PublicKey.SetBytes", func() { p.SetBytes(public) }},
		{"Sign", func() { Sign(k, message) }},
		{"Sign/aux given", func() { SignWithOptions(k, message, opts) }},
		{"Sign/verified", func() { SignWithOptions(k, message, verified) }},
		{"Verify", func() { Verify(public, message, sig) }},
		{"Verify/decoded key", func() { p.Verify(message, sig) }},
		{"tagged hash", func() { challengeTag.hash(&h, &h, &p.x, message) }},
	} {
		b.Run(c.name, func(b *testing.B) {
			for range b.N {
				c.f()
			}
		})
	}
}
