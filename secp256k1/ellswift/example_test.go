// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package ellswift_test

import (
	"fmt"
	"log"

	"secant.example/secp256k1/ellswift"
)

func Example() {
	alice, err := ellswift.GenerateKey(nil)
	if err != nil {
		log.Fatal(err)
	}
	bob, err := ellswift.GenerateKey(nil)
	if err != nil {
		log.Fatal(err)
	}
	// Alice opens the connection. Each sends 64 bytes that look like random ones.
	sentByAlice, sentByBob := alice.Encoding(), bob.Encoding()

	ofAlice, err := alice.SharedSecret(sentByBob, ellswift.Initiator)
	if err != nil {
		log.Fatal(err)
	}
	ofBob, err := bob.SharedSecret(sentByAlice, ellswift.Responder)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(ofAlice == ofBob)
	// Output:
	// true
}
