// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package adaptor_test

import (
	"crypto/sha256"
	"fmt"
	"log"

	"secant.example/secp256k1/adaptor"
	"secant.example/secp256k1/ecdsa"
)

// Alice's signature is of use to who has a secret, and shows it to her once it is used.
func Example() {
	alice, err := ecdsa.GenerateKey(nil)
	if err != nil {
		log.Fatal(err)
	}
	secret, err := ecdsa.GenerateKey(nil)
	if err != nil {
		log.Fatal(err)
	}
	digest := sha256.Sum256([]byte("a transaction"))
	encrypted, err := adaptor.Encrypt(alice, secret.PublicKey(), digest, nil)
	if err != nil {
		log.Fatal(err)
	}

	// Bob gets the bytes, and verifies them before he does his part.
	received, err := adaptor.Parse(encrypted.Bytes())
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(received.Verify(alice.PublicKey(), secret.PublicKey(), digest))

	// With the secret he publishes the transaction.
	signature, err := received.Decrypt(secret)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(alice.PublicKey().Verify(digest, signature, ecdsa.LowS))

	// Alice sees it.
	recovered, err := encrypted.Recover(secret.PublicKey(), signature)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(recovered.Equal(secret))
	// Output:
	// true
	// true
	// true
}
