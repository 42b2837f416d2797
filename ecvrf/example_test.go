// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package ecvrf_test

import (
	"crypto/sha256"
	"fmt"
	"log"

	"secant.example/ecvrf"
	"secant.example/ed25519"
)

func Example() {
	seed := sha256.Sum256([]byte("a secret for this example"))
	key := ed25519.NewKeyFromSeed(seed[:])
	publicKey := key.Public().(ed25519.PublicKey)
	privateKey, err := ecvrf.NewPrivateKey(key)
	if err != nil {
		log.Fatal(err)
	}
	proof, err := privateKey.Prove(ecvrf.ELL2, []byte("round 1000"))
	if err != nil {
		log.Fatal(err)
	}

	// Others have the public key and the proof.
	beta, err := ecvrf.Verify(ecvrf.ELL2, publicKey, []byte("round 1000"), proof)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%x\n", beta[:8])
	_, err = ecvrf.Verify(ecvrf.ELL2, publicKey, []byte("round 1001"), proof)
	fmt.Println(err)
	// Output:
	// cf54164c75ade2de
	// ecvrf: invalid proof
}
