// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package ethereum_test

import (
	"bytes"
	"encoding/hex"
	"fmt"

	"golang.org/x/crypto/sha3"

	"secant.example/secp256k1/ecdsa"
	"secant.example/secp256k1/ethereum"
)

func Example() {
	key, err := ecdsa.GenerateKey(nil)
	if err != nil {
		panic(err)
	}
	h := sha3.NewLegacyKeccak256()
	h.Write([]byte("\x19Ethereum Signed Message:\n5hello"))
	hash := h.Sum(nil)

	sig, err := ethereum.Sign(hash, key)
	if err != nil {
		panic(err)
	}
	public, err := ethereum.Ecrecover(hash, sig)
	if err != nil {
		panic(err)
	}
	fmt.Println(bytes.Equal(public, key.PublicKey().BytesUncompressed()))
	fmt.Println(ethereum.VerifySignature(public, hash, sig[:64]))
	// Output:
	// true
	// true
}

// The senders of the transactions of a block.
func ExampleBatchRecoverer() {
	// That of EIP-155: the hash that was signed, and r, s and v.
	hash, _ := hex.DecodeString("daf5a779ae972f972197303d7b574746c7ef83eadac0f2791ad23db92e4c8e53")
	sig, _ := hex.DecodeString("28ef61340bd939bc2195fe537567866003e1a15d3c71ff63e1590620aa636276" +
		"67cbe9d8997f761aecb703304b3800ccf555c9f3dc64214b297fb1966a3b6d83" + "00")

	b := ethereum.NewBatchRecoverer()
	for range 3 {
		b.Add(hash, sig)
	}
	all, keys := b.Recover()
	if !all {
		panic("a transaction without a sender")
	}
	for _, key := range keys {
		h := sha3.NewLegacyKeccak256()
		h.Write(key.BytesUncompressed()[1:])
		fmt.Printf("%x\n", h.Sum(nil)[12:])
	}
	// Output:
	// 9d8a62f656a8d1615c1294fd71e9cfb3e4855a4f
	// 9d8a62f656a8d1615c1294fd71e9cfb3e4855a4f
	// 9d8a62f656a8d1615c1294fd71e9cfb3e4855a4f
}
