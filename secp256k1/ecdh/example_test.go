// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package ecdh_test

import (
	"fmt"
	"log"

	"secant.example/secp256k1/ecdh"
)

func Example() {
	alice, err := ecdh.GenerateKey(nil)
	if err != nil {
		log.Fatal(err)
	}
	bob, err := ecdh.GenerateKey(nil)
	if err != nil {
		log.Fatal(err)
	}
	sentByAlice, sentByBob := alice.PublicKey().Bytes(), bob.PublicKey().Bytes() // 33 bytes each

	received, err := ecdh.NewPublicKey(sentByBob)
	if err != nil {
		log.Fatal(err)
	}
	ofAlice, err := alice.SharedSecretSHA256(received)
	if err != nil {
		log.Fatal(err)
	}

	received, err = ecdh.NewPublicKey(sentByAlice)
	if err != nil {
		log.Fatal(err)
	}
	ofBob, err := bob.SharedSecretSHA256(received)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(ofAlice == ofBob)
	// Output:
	// true
}

// Nostr gives public keys by their x-coordinates, and uses that of the shared point as the
// secret.
func ExampleNewPublicKeyX() {
	alice, err := ecdh.GenerateKey(nil)
	if err != nil {
		log.Fatal(err)
	}
	bob, err := ecdh.GenerateKey(nil)
	if err != nil {
		log.Fatal(err)
	}
	toBob, err := ecdh.NewPublicKeyX(bob.PublicKey().BytesX())
	if err != nil {
		log.Fatal(err)
	}
	secret, err := alice.SharedSecret(toBob)
	if err != nil {
		log.Fatal(err)
	}
	same, err := bob.SharedSecret(alice.PublicKey())
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(secret == same)
	// Output:
	// true
}
