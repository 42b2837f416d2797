// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package jq255e_test

import (
	"bytes"
	"crypto"
	"crypto/sha256"
	"errors"
	"fmt"
	"log"

	"secant.example/jq255e"
)

func Example() {
	key, err := jq255e.GenerateKey(nil)
	if err != nil {
		log.Fatal(err)
	}
	data := []byte("ship the release")
	sig, err := key.SignWithSeed(data, nil, jq255e.Raw)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(len(sig) == jq255e.SignatureSize)
	fmt.Println(key.PublicKey().Verify(data, sig, jq255e.Raw))
	fmt.Println(key.PublicKey().Verify([]byte("burn the release"), sig, jq255e.Raw))
	// Output:
	// true
	// true
	// false
}

// What is signed can be hashed before, with a function that both sides name. A
// private key is a crypto.Signer.
func ExamplePrivateKey_Sign() {
	key, err := jq255e.GenerateKey(nil)
	if err != nil {
		log.Fatal(err)
	}
	digest := sha256.Sum256([]byte("a long message"))
	var signer crypto.Signer = key
	sig, err := signer.Sign(nil, digest[:], crypto.SHA256) // nil is crypto/rand
	if err != nil {
		log.Fatal(err)
	}
	public := key.PublicKey().Bytes()
	fmt.Println(jq255e.Verify(public, digest[:], sig, jq255e.SHA256))
	fmt.Println(jq255e.Verify(public, digest[:], sig, jq255e.SHA3256))
	// Output:
	// true
	// false
}

// A key under which many signatures are to be verified is expanded once.
func ExampleExpandedPublicKey() {
	key, err := jq255e.GenerateKey(nil)
	if err != nil {
		log.Fatal(err)
	}
	expanded, err := jq255e.NewExpandedPublicKey(key.PublicKey().Bytes())
	if err != nil {
		log.Fatal(err)
	}
	for _, data := range []string{"one", "two"} {
		sig, err := jq255e.Sign(key, []byte(data), jq255e.Raw)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(expanded.Verify([]byte(data), sig, jq255e.Raw))
		fmt.Println(expanded.Verify([]byte("three"), sig, jq255e.Raw))
	}
	// Output:
	// true
	// false
	// true
	// false
}

func ExamplePrivateKey_SharedSecret() {
	alice, err := jq255e.GenerateKey(nil)
	if err != nil {
		log.Fatal(err)
	}
	bob, err := jq255e.GenerateKey(nil)
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
	fmt.Println(errors.Is(err, jq255e.ErrPublicKey))
	// Output:
	// true
	// true
}

// A client has a server multiply the hash of a password by a secret, without showing it:
// the core of an oblivious pseudorandom function.
func ExamplePoint_SetHash() {
	randomScalar := func() *jq255e.Scalar {
		s, err := jq255e.NewScalar().SetRandom(nil)
		if err != nil {
			log.Fatal(err)
		}
		return s
	}
	server, blind := randomScalar(), randomScalar()

	hash, err := new(jq255e.Point).SetHash([]byte("password"), []byte("example.com passwords v1 "+jq255e.SuiteRO))
	if err != nil {
		log.Fatal(err)
	}
	blinded := new(jq255e.Point).ScalarMult(blind, hash)
	answer := new(jq255e.Point).ScalarMult(server, blinded)
	result := new(jq255e.Point).ScalarMult(blind.Invert(blind), answer)
	fmt.Println(result.Equal(hash.ScalarMult(server, hash)))
	// Output:
	// 1
}
