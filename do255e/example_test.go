// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package do255e_test

import (
	"bytes"
	"crypto"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
	"log"

	"secant.example/do255e"
)

func Example() {
	key, err := do255e.GenerateKey(nil)
	if err != nil {
		log.Fatal(err)
	}
	data := []byte("ship the release")
	sig, err := key.SignWithSeed(data, nil, do255e.Raw)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(len(sig) == do255e.SignatureSize)
	fmt.Println(key.PublicKey().Verify(data, sig, do255e.Raw))
	fmt.Println(key.PublicKey().Verify([]byte("burn the release"), sig, do255e.Raw))
	// Output:
	// true
	// true
	// false
}

// What is signed can be hashed before, with a function that both sides name. A
// private key is a crypto.Signer.
func ExamplePrivateKey_Sign() {
	key, err := do255e.GenerateKey(nil)
	if err != nil {
		log.Fatal(err)
	}
	digest := sha256.Sum256([]byte("a long message"))
	var signer crypto.Signer = key
	sig, err := signer.Sign(rand.Reader, digest[:], crypto.SHA256)
	if err != nil {
		log.Fatal(err)
	}
	public := key.PublicKey().Bytes()
	fmt.Println(do255e.Verify(public, digest[:], sig, do255e.SHA256))
	fmt.Println(do255e.Verify(public, digest[:], sig, do255e.SHA3256))
	// Output:
	// true
	// false
}

func ExamplePrivateKey_SharedSecret() {
	alice, err := do255e.GenerateKey(nil)
	if err != nil {
		log.Fatal(err)
	}
	bob, err := do255e.GenerateKey(nil)
	if err != nil {
		log.Fatal(err)
	}
	a, err := alice.SharedSecret(bob.PublicKey().Bytes())
	if err != nil {
		log.Fatal(err)
	}
	b, err := bob.SharedSecret(alice.PublicKey().Bytes())
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(a == b)

	// An invalid public key gives a secret, too, that only alice can compute.
	_, err = alice.SharedSecret(bytes.Repeat([]byte{0xff}, 32))
	fmt.Println(errors.Is(err, do255e.ErrPublicKey))
	// Output:
	// true
	// true
}

// A client has a server multiply the hash of a password by a secret, without showing it:
// the core of an oblivious pseudorandom function.
func ExamplePoint_SetHash() {
	random := make([]byte, do255e.ScalarSize)
	randomScalar := func() *do255e.Scalar {
		if _, err := rand.Read(random); err != nil {
			log.Fatal(err)
		}
		return do255e.NewScalar().SetReducedBytes(random)
	}
	server, blind := randomScalar(), randomScalar()

	hash, err := do255e.NewIdentityPoint().SetHash([]byte("password"), do255e.Raw)
	if err != nil {
		log.Fatal(err)
	}
	blinded := do255e.NewIdentityPoint().ScalarMult(blind, hash)
	answer := do255e.NewIdentityPoint().ScalarMult(server, blinded)
	result := do255e.NewIdentityPoint().ScalarMult(blind.Invert(blind), answer)
	fmt.Println(result.Equal(hash.ScalarMult(server, hash)))
	// Output:
	// 1
}

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
