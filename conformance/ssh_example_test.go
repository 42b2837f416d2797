// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package conformance

import (
	"bytes"
	"crypto/rand"
	"encoding/pem"
	"fmt"
	"log"

	"golang.org/x/crypto/ssh"

	"secant.example/ed25519"
)

// A key of golang.org/x/crypto/ssh that signs with secant.example/ed25519.
func Example_ssh() {
	_, privateKey, err := ed25519.GenerateKey(nil)
	if err != nil {
		log.Fatal(err)
	}
	signer, err := ed25519.NewSigner(privateKey)
	if err != nil {
		log.Fatal(err)
	}
	fast, err := ssh.NewSignerFromSigner(signer)
	if err != nil {
		log.Fatal(err)
	}
	message := []byte("a session")
	sig, err := fast.Sign(rand.Reader, message)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(sig.Format, fast.PublicKey().Verify(message, sig))

	// NewSignerFromKey takes a Signer, too. Given the key it runs the standard library's
	// code, with the same signatures.
	same, err := ssh.NewSignerFromKey(signer.PrivateKey())
	if err != nil {
		log.Fatal(err)
	}
	again, err := same.Sign(rand.Reader, message)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(bytes.Equal(sig.Blob, again.Blob))

	// MarshalPrivateKey needs the key.
	if _, err := ssh.MarshalPrivateKey(signer, ""); err != nil {
		fmt.Println("MarshalPrivateKey does not know a Signer")
	}
	block, err := ssh.MarshalPrivateKey(signer.PrivateKey(), "")
	if err != nil {
		log.Fatal(err)
	}
	key, err := ssh.ParseRawPrivateKey(pem.EncodeToMemory(block))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(key.(*ed25519.PrivateKey).Equal(signer.PrivateKey()))
	// Output:
	// ssh-ed25519 <nil>
	// true
	// MarshalPrivateKey does not know a Signer
	// true
}
