// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package schnorr_test

import (
	"crypto/sha256"
	"fmt"
	"log"

	"secant.example/secp256k1/schnorr"
)

func Example() {
	privateKey, err := schnorr.GenerateKey(nil)
	if err != nil {
		log.Fatal(err)
	}
	publicKey := privateKey.PublicKey().Bytes() // 32 bytes
	message := []byte("pay 5 to Bob")
	sig, err := schnorr.Sign(privateKey, message)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(schnorr.Verify(publicKey, message, sig))
	fmt.Println(schnorr.Verify(publicKey, []byte("pay 500 to Bob"), sig))
	// Output:
	// true
	// false
}

// Without randomness, signatures are the same each time.
func ExampleSignWithOptions() {
	secret := sha256.Sum256([]byte("a secret for this example"))
	privateKey, err := schnorr.NewPrivateKey(secret[:])
	if err != nil {
		log.Fatal(err)
	}
	opts := &schnorr.Options{
		Aux:    make([]byte, schnorr.AuxSize),
		Verify: true, // against faults of the computer
	}
	sig, err := schnorr.SignWithOptions(privateKey, []byte("message"), opts)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%x\n", sig[:8])
	// Output:
	// 7a9a56ae65e407f4
}

// A key under which many signatures are verified is decoded once.
func ExamplePublicKey_Verify() {
	privateKey, err := schnorr.GenerateKey(nil)
	if err != nil {
		log.Fatal(err)
	}
	publicKey, err := schnorr.NewPublicKey(privateKey.PublicKey().Bytes())
	if err != nil {
		log.Fatal(err)
	}
	for _, message := range []string{"one", "two"} {
		sig, err := schnorr.Sign(privateKey, []byte(message))
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(publicKey.Verify([]byte(message), sig))
	}
	// Output:
	// true
	// true
}

// A batch takes less time than verifying one by one, and says which signatures are
// invalid.
func ExampleBatchVerifier() {
	batch := schnorr.NewBatchVerifierWithCapacity(100)
	for i := range 100 {
		privateKey, err := schnorr.GenerateKey(nil)
		if err != nil {
			log.Fatal(err)
		}
		message := fmt.Appendf(nil, "message %d", i)
		sig, err := schnorr.Sign(privateKey, message)
		if err != nil {
			log.Fatal(err)
		}
		if i == 42 {
			message = []byte("something else")
		}
		batch.Add(privateKey.PublicKey().Bytes(), message, sig)
	}
	valid, each := batch.Verify(nil)
	fmt.Println(valid)
	for i, ok := range each {
		if !ok {
			fmt.Println("signature", i, "is invalid")
		}
	}

	batch.Reset() // keeps the memory for the next batch
	fmt.Println(batch.Len())
	// Output:
	// false
	// signature 42 is invalid
	// 0
}

// The output key of Taproot commits to the root of a tree of scripts. Who has the private
// key of the internal key signs with that of the output key.
func ExamplePublicKey_AddTweak() {
	privateKey, err := schnorr.GenerateKey(nil)
	if err != nil {
		log.Fatal(err)
	}
	leaf := schnorr.TaggedHash("TapLeaf", []byte{0xc0, 1, 0x51}) // version, size, OP_TRUE

	internal := privateKey.PublicKey()
	tweak, err := internal.TapTweak(leaf[:])
	if err != nil {
		log.Fatal(err)
	}
	output, parity, err := internal.AddTweak(tweak[:])
	if err != nil {
		log.Fatal(err)
	}

	tweaked, err := privateKey.AddTweak(tweak[:])
	if err != nil {
		log.Fatal(err)
	}
	sig, err := schnorr.Sign(tweaked, []byte("a transaction"))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(output.Verify([]byte("a transaction"), sig))
	fmt.Println(output.IsTweakOf(internal, tweak[:], parity))
	// Output:
	// true
	// true
}
