// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package bip32_test

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"log"

	"secant.example/secp256k1/bip32"
	"secant.example/secp256k1/ecdsa"
)

// A wallet, and a program that sees what is paid to it.
func Example() {
	seed, err := hex.DecodeString("000102030405060708090a0b0c0d0e0f") // never one that others know
	if err != nil {
		log.Fatal(err)
	}
	root, err := bip32.NewMasterKey(seed, bip32.Mainnet)
	if err != nil {
		log.Fatal(err)
	}
	path, err := bip32.ParsePath("m/84'/0'/0'/0")
	if err != nil {
		log.Fatal(err)
	}
	wallet, err := root.Derive(path)
	if err != nil {
		log.Fatal(err)
	}
	public := wallet.PublicKey().String()
	fmt.Println(public)

	// The program has only that, and derives the public keys of addresses.
	watched, err := bip32.ParsePublicKey(public)
	if err != nil {
		log.Fatal(err)
	}
	children, err := watched.Children(0, 20)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%x\n", children[7].KeyBytes())

	// The wallet signs with the private key of one.
	child, err := wallet.Child(7)
	if err != nil {
		log.Fatal(err)
	}
	key, err := ecdsa.NewPrivateKeyFromScalar(child.Scalar())
	if err != nil {
		log.Fatal(err)
	}
	digest := sha256.Sum256([]byte("a transaction"))
	signature, err := ecdsa.Sign(key, digest)
	if err != nil {
		log.Fatal(err)
	}
	publicKey, err := ecdsa.NewPublicKey(children[7].KeyBytes())
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(publicKey.Verify(digest, signature, ecdsa.LowS))
	// Output:
	// xpub6FF399gwcSoF77w6WNvjYUvFgkRmR7hNpqQyAfQoiNNFBLsswFVxwnQ6zafr2GEYDoK98Hwq4wA8CVnRbH7yURcHTeWXiDSZ5v3jLCmaWns
	// 0331972c50a8b4e47f854e1e2b86a36ec48b9632c13bd758bfaebabf7cd8ccaf98
	// true
}
