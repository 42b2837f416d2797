// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package elliptic_test

import (
	"crypto/ecdsa"
	"fmt"

	ours "secant.example/secp256k1/ecdsa"
	"secant.example/secp256k1/elliptic"
)

// Where a program has public keys of crypto/ecdsa, convert them where they come in.
func ExampleS256() {
	x, y := elliptic.S256().ScalarBaseMult([]byte{5})
	theirs := &ecdsa.PublicKey{Curve: elliptic.S256(), X: x, Y: y}

	p, err := ours.NewPublicKey(elliptic.S256().Marshal(theirs.X, theirs.Y))
	if err != nil {
		panic(err)
	}
	fmt.Printf("%x\n", p.Bytes())
	// Output: 022f8bde4d1a07209355b4a7250a5c5128e88b84bddc619ab7cba8d569b240efe4
}
