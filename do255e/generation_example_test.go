// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package do255e_test

import (
	"fmt"
	"log"

	"secant.example/do255e"
)

// Two keys of 32 bytes from one exchange.
func ExampleFillSharedSecret() {
	alice, err := do255e.GenerateKey(nil)
	if err != nil {
		log.Fatal(err)
	}
	bob, err := do255e.GenerateKey(nil)
	if err != nil {
		log.Fatal(err)
	}
	var a, b [64]byte
	if err := do255e.FillSharedSecret(a[:], alice, bob.PublicKey().Bytes()); err != nil {
		log.Fatal(err)
	}
	if err := do255e.FillSharedSecret(b[:], bob, alice.PublicKey().Bytes()); err != nil {
		log.Fatal(err)
	}
	fmt.Println(a == b)
	// Output:
	// true
}
