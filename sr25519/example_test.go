// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package sr25519_test

import (
	"encoding/hex"
	"fmt"
	"log"

	"secant.example/sr25519"
)

func Example() {
	privateKey, err := sr25519.GenerateKey(nil)
	if err != nil {
		log.Fatal(err)
	}
	publicKey := privateKey.PublicKey().Bytes() // 32 bytes
	context, message := []byte("substrate"), []byte("pay 5 to Bob")
	sig, err := sr25519.Sign(privateKey, context, message)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(sr25519.Verify(publicKey, context, message, sig))
	fmt.Println(sr25519.Verify(publicKey, context, []byte("pay 500 to Bob"), sig))
	// Output:
	// true
	// false
}

// Substrate's Alice, for tests: //Alice is a hard child of the key that all of its wallets know.
func ExampleNewKeyFromSeed() {
	seed, err := hex.DecodeString("fac7959dbfe72f052e5a0c3c8d6530f202b02fd8f9f5ca3580ec8deb7797479e")
	if err != nil {
		log.Fatal(err)
	}
	root, err := sr25519.NewKeyFromSeed(seed, sr25519.Ed25519)
	if err != nil {
		log.Fatal(err)
	}
	junction := make([]byte, sr25519.ChainCodeSize)
	copy(junction, "\x14Alice") // a string in SCALE: its length, times 4, and its bytes
	seed, _, err = root.DeriveHard(junction, nil)
	if err != nil {
		log.Fatal(err)
	}
	alice, err := sr25519.NewKeyFromSeed(seed, sr25519.Ed25519)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%x\n", alice.PublicKey().Bytes())
	// Output:
	// d43593c715fdd31c61141abd04a99fd6822c8558854ccde39a5684e7a56da27d
}

// A lottery that nobody can predict, and that all can check.
func ExamplePrivateKey_VRFSign() {
	privateKey, err := sr25519.GenerateKey(nil)
	if err != nil {
		log.Fatal(err)
	}
	slot := sr25519.NewSigningContext([]byte("example.com lottery")).Message([]byte("slot 1000"))
	output, proof, err := privateKey.VRFSign(slot, nil, nil)
	if err != nil {
		log.Fatal(err)
	}
	mine := make([]byte, 16)
	if err := output.MakeBytes(mine, []byte("ticket")); err != nil {
		log.Fatal(err)
	}

	// Others have the public key, the pre-output and the proof.
	verified, err := privateKey.PublicKey().VRFVerify(slot, nil, output.PreOutput(), proof.Bytes())
	if err != nil {
		log.Fatal(err)
	}
	theirs := make([]byte, 16)
	if err := verified.MakeBytes(theirs, []byte("ticket")); err != nil {
		log.Fatal(err)
	}
	fmt.Println(string(mine) == string(theirs))
	// Output: true
}

// A key under which many signatures are to be verified is expanded once.
func ExampleExpandedPublicKey() {
	privateKey, err := sr25519.GenerateKey(nil)
	if err != nil {
		log.Fatal(err)
	}
	context, message := []byte("substrate"), []byte("pay 5 to Bob")
	sig, err := sr25519.Sign(privateKey, context, message)
	if err != nil {
		log.Fatal(err)
	}
	expanded, err := sr25519.NewExpandedPublicKey(privateKey.PublicKey().Bytes())
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(expanded.Verify(context, message, sig))
	fmt.Println(expanded.Verify(context, []byte("pay 500 to Bob"), sig))
	// Output:
	// true
	// false
}
