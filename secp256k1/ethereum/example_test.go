// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package ethereum_test

import (
	"bytes"
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
