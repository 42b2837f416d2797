// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package musig2_test

import (
	"fmt"
	"log"

	"secant.example/secp256k1/musig2"
	"secant.example/secp256k1/schnorr"
)

// Two signers, Alice and Bob, and Alice who takes together what both send.
func Example() {
	alice, err := musig2.GenerateKey(nil)
	if err != nil {
		log.Fatal(err)
	}
	bob, err := musig2.GenerateKey(nil)
	if err != nil {
		log.Fatal(err)
	}
	publicKeys := [][]byte{alice.PublicKey(), bob.PublicKey()}
	musig2.SortKeys(publicKeys)
	keys, err := musig2.AggregateKeys(publicKeys)
	if err != nil {
		log.Fatal(err)
	}
	message := []byte("pay 5 to Carol")

	// The first round.
	options := &musig2.NonceOptions{KeyAgg: keys, Message: message}
	aliceNonce, err := alice.NewNonce(options)
	if err != nil {
		log.Fatal(err)
	}
	bobNonce, err := bob.NewNonce(options)
	if err != nil {
		log.Fatal(err)
	}
	nonce, err := musig2.AggregateNonces([][]byte{aliceNonce.Public(), bobNonce.Public()})
	if err != nil {
		log.Fatal(err) // a ContributionError says whose is invalid
	}

	// The second round.
	session, err := keys.NewSession(nonce, message)
	if err != nil {
		log.Fatal(err)
	}
	aliceSig, err := session.Sign(alice, aliceNonce)
	if err != nil {
		log.Fatal(err)
	}
	bobSig, err := session.Sign(bob, bobNonce)
	if err != nil {
		log.Fatal(err)
	}
	sig, err := session.Aggregate([][]byte{aliceSig, bobSig})
	if err != nil {
		log.Fatal(err) // VerifyPartial says whose is invalid
	}
	fmt.Println(schnorr.Verify(keys.PublicKey().Bytes(), message, sig))

	// A nonce signs once.
	_, err = session.Sign(alice, aliceNonce)
	fmt.Println(err)
	// Output:
	// true
	// musig2: invalid secret nonce: it has signed
}
