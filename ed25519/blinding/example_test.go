// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package blinding_test

import (
	"fmt"
	"log"

	"secant.example/ed25519"
	"secant.example/ed25519/blinding"
)

// An onion service signs with the key of a period, and a client, who knows the address, verifies.
func Example() {
	address, private, err := ed25519.GenerateKey(nil)
	if err != nil {
		log.Fatal(err)
	}
	key, err := blinding.NewPrivateKey(private)
	if err != nil {
		log.Fatal(err)
	}
	const period, length = 16903, 1440
	factor, err := blinding.Factor(address, nil, period, length)
	if err != nil {
		log.Fatal(err)
	}
	blinded, err := key.Blind(factor)
	if err != nil {
		log.Fatal(err)
	}
	message := []byte("a descriptor")
	signature, err := blinded.Sign(message)
	if err != nil {
		log.Fatal(err)
	}

	public, err := blinding.BlindPublicKey(address, factor)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(ed25519.Verify(public, message, signature))
	// Output: true
}
