// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

//go:build go1.25

package ecdsa

import (
	"crypto"
	"crypto/ecdh"
	stdecdsa "crypto/ecdsa"
	"crypto/elliptic"
	"encoding/asn1"
	"fmt"
	"math/big"
	"testing"

	"secant.example/internal/testkit"
)

// TestNoncesP256 has the nonces make the signatures of crypto/ecdsa, on another curve.
// Before Go 1.25 crypto/ecdsa makes none that this can ask for.
func TestNoncesP256(t *testing.T) {
	rng := testkit.NewRand(t)
	q := elliptic.P256().Params().N
	for range 20 {
		d := toInt(testkit.Unhex(t, fmt.Sprintf("%064x", testkit.Big(rng.Limbs()))))
		d.Add(d.Mod(d, new(big.Int).Sub(q, big.NewInt(1))), big.NewInt(1))
		private, err := stdecdsa.ParseRawPrivateKey(elliptic.P256(), toBytes(d))
		if err != nil {
			t.Fatal(err)
		}
		digest := rng.Bytes32()
		der, err := private.Sign(nil, digest[:], crypto.SHA256)
		if err != nil {
			t.Fatal(err)
		}
		var want struct{ R, S *big.Int }
		if _, err := asn1.Unmarshal(der, &want); err != nil {
			t.Fatal(err)
		}
		n := newNonces(toBytes(d), toBytes(new(big.Int).Mod(toInt(digest[:]), q)), nil)
		var k [32]byte
		n.generate(&k)
		R, err := ecdh.P256().NewPrivateKey(k[:]) // the first one is in range, but for one in 2^32
		if err != nil {
			continue
		}
		r := toInt(R.PublicKey().Bytes()[1:33])
		if r.Mod(r, q).Cmp(want.R) != 0 {
			t.Errorf("key %x, digest %x: r = %x, crypto/ecdsa has %x", d, digest, r, want.R)
		}
	}
}
