// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package slip10_test

import (
	"encoding/hex"
	"fmt"
	"log"

	"secant.example/ed25519"
	"secant.example/slip10"
)

// The first account of a wallet, by its seed.
func Example() {
	seed, err := hex.DecodeString("000102030405060708090a0b0c0d0e0f") // never one that others know
	if err != nil {
		log.Fatal(err)
	}
	root, err := slip10.NewMasterKey(slip10.Ed25519, seed)
	if err != nil {
		log.Fatal(err)
	}
	path, err := slip10.ParsePath("m/44'/501'/0'/0'")
	if err != nil {
		log.Fatal(err)
	}
	account, err := root.Derive(path)
	if err != nil {
		log.Fatal(err)
	}
	key, err := account.Ed25519()
	if err != nil {
		log.Fatal(err)
	}
	message := []byte("a transaction")
	fmt.Println(ed25519.Verify(key.Public().(ed25519.PublicKey), message, ed25519.Sign(key, message)))
	// Output: true
}
