// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package ed25519_test

import (
	"bytes"
	"crypto"
	"crypto/sha512"
	"encoding/hex"
	"errors"
	"fmt"
	"log"

	"secant.example/ed25519"
)

func Example() {
	publicKey, privateKey, err := ed25519.GenerateKey(nil)
	if err != nil {
		log.Fatal(err)
	}
	message := []byte("ship the release")
	sig := ed25519.Sign(privateKey, message)
	fmt.Println(ed25519.Verify(publicKey, message, sig))
	fmt.Println(ed25519.Verify(publicKey, []byte("burn the release"), sig))
	// Output:
	// true
	// false
}

// The same seed always gives the same key, and the same signatures.
func ExampleNewKeyFromSeed() {
	seed, err := hex.DecodeString("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60")
	if err != nil {
		log.Fatal(err)
	}
	privateKey := ed25519.NewKeyFromSeed(seed)
	fmt.Printf("%x\n", privateKey.Public())
	// Output:
	// d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a
}

// A context keeps the signatures of two uses of one key apart (Ed25519ctx).
func ExampleSignWithOptions_context() {
	publicKey, privateKey, err := ed25519.GenerateKey(nil)
	if err != nil {
		log.Fatal(err)
	}
	message := []byte("version 2")
	sig, err := ed25519.SignWithOptions(privateKey, message, &ed25519.SignOptions{Context: "releases"})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(ed25519.VerifyWithOptions(publicKey, message, sig, &ed25519.Options{Context: "releases"}))
	fmt.Println(ed25519.VerifyWithOptions(publicKey, message, sig, &ed25519.Options{Context: "invoices"}))
	// Output:
	// <nil>
	// ed25519: invalid signature
}

// Ed25519ph signs the SHA-512 digest of a message, which can be computed while
// the message streams by.
func ExampleSignWithOptions_prehashed() {
	publicKey, privateKey, err := ed25519.GenerateKey(nil)
	if err != nil {
		log.Fatal(err)
	}
	h := sha512.New()
	for range 1000 {
		h.Write([]byte("a part of a long message\n"))
	}
	sig, err := ed25519.SignWithOptions(privateKey, h.Sum(nil), &ed25519.SignOptions{Hash: crypto.SHA512})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(ed25519.VerifyWithOptions(publicKey, h.Sum(nil), sig, &ed25519.Options{Hash: crypto.SHA512}))
	// Output:
	// <nil>
}

// A public key of small order, here the point of order two, has one signature
// for all messages, or for every other one by the cofactorless equation. Only
// the Default rules refuse such a key.
func ExampleVerifyWithRules() {
	publicKey := bytes.Repeat([]byte{0xff}, 32)
	publicKey[0], publicKey[31] = 0xec, 0x7f
	sig := make([]byte, ed25519.SignatureSize)
	sig[0] = 1 // R = 0, S = 0

	for _, rules := range []ed25519.Rules{ed25519.Default, ed25519.StdLib, ed25519.FIPS, ed25519.ZIP215} {
		accepted := 0
		for i := range 100 {
			message := fmt.Appendf(nil, "message %d", i)
			err := ed25519.VerifyWithRules(publicKey, message, sig, rules, nil)
			if err == nil {
				accepted++
			} else if !errors.Is(err, ed25519.ErrPublicKey) && !errors.Is(err, ed25519.ErrSignature) {
				log.Fatal(err)
			}
		}
		fmt.Printf("%-7s accepts %d of 100 messages\n", rules, accepted)
	}
	// Output:
	// default accepts 0 of 100 messages
	// stdlib  accepts 49 of 100 messages
	// fips    accepts 100 of 100 messages
	// zip215  accepts 100 of 100 messages
}

func ExampleParseRules() {
	rules, err := ed25519.ParseRules("zip215")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(rules)
	fmt.Println(rules | ed25519.Cofactorless)

	_, err = ed25519.ParseRules("zip-215")
	fmt.Println(err)
	// Output:
	// zip215
	// AcceptSmallOrderA|AcceptNonCanonicalA|AcceptNonCanonicalR|Cofactorless
	// ed25519: invalid options: unknown verification rules "zip-215": want default, stdlib, fips or zip215
}

// A Signer is a crypto.Signer, for many signatures by one key.
func ExampleSigner() {
	_, privateKey, err := ed25519.GenerateKey(nil)
	if err != nil {
		log.Fatal(err)
	}
	signer, err := ed25519.NewSigner(privateKey)
	if err != nil {
		log.Fatal(err)
	}
	for _, message := range []string{"one", "two", "three"} {
		sig, err := signer.Sign(nil, []byte(message), crypto.Hash(0))
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(ed25519.Verify(signer.Public().(ed25519.PublicKey), []byte(message), sig))
	}
	// Output:
	// true
	// true
	// true
}

// A batch takes about half the time of verifying one by one, and says which
// signatures are invalid.
func ExampleBatchVerifier() {
	batch := ed25519.NewBatchVerifierWithCapacity(100)
	for i := range 100 {
		publicKey, privateKey, err := ed25519.GenerateKey(nil)
		if err != nil {
			log.Fatal(err)
		}
		message := fmt.Appendf(nil, "message %d", i)
		sig := ed25519.Sign(privateKey, message)
		if i == 42 {
			message = []byte("something else")
		}
		batch.Add(publicKey, message, sig)
	}
	valid, each := batch.Verify(nil)
	fmt.Println(valid)
	for i, ok := range each {
		if !ok {
			fmt.Println("signature", i, "is invalid")
		}
	}

	batch.Reset() // keeps the memory for the next batch
	fmt.Println(batch.Len())
	// Output:
	// false
	// signature 42 is invalid
	// 0
}

// Where all must agree on which signatures are valid, all use the same rules.
func ExampleBatchVerifier_AddWithRules() {
	publicKey, privateKey, err := ed25519.GenerateKey(nil)
	if err != nil {
		log.Fatal(err)
	}
	var batch ed25519.BatchVerifier
	for i := range 10 {
		block := fmt.Appendf(nil, "block %d", i)
		batch.AddWithRules(publicKey, block, ed25519.Sign(privateKey, block), ed25519.ZIP215, nil)
	}
	fmt.Println(batch.VerifyBatchOnly(nil))
	// Output:
	// true
}

// A key under which many signatures are to be verified is expanded once.
func ExampleExpandedPublicKey() {
	publicKey, privateKey, err := ed25519.GenerateKey(nil)
	if err != nil {
		log.Fatal(err)
	}
	expanded, err := ed25519.NewExpandedPublicKey(publicKey)
	if err != nil {
		log.Fatal(err)
	}
	for _, message := range []string{"one", "two"} {
		sig := ed25519.Sign(privateKey, []byte(message))
		fmt.Println(expanded.Verify([]byte(message), sig))
		fmt.Println(expanded.Verify([]byte("three"), sig))
	}
	// Output:
	// true
	// false
	// true
	// false
}

// A server that verifies for a changing set of clients lets the verifier find
// out which keys are worth expanding.
func ExampleCachingVerifier() {
	publicKey, privateKey, err := ed25519.GenerateKey(nil)
	if err != nil {
		log.Fatal(err)
	}
	verifier := ed25519.NewCachingVerifier(1000)
	for i := range 3 {
		request := fmt.Appendf(nil, "request %d", i)
		sig := ed25519.Sign(privateKey, request)
		fmt.Println(verifier.Verify(publicKey, request, sig), verifier.Len())
	}
	// Output:
	// true 0
	// true 1
	// true 1
}

// A signature that is verified before it is returned, with a nonce that nobody can compute
// again. Verifiers need not know.
func ExampleSignWithOptions_hedged() {
	publicKey, privateKey, err := ed25519.GenerateKey(nil)
	if err != nil {
		log.Fatal(err)
	}
	message := []byte("ship the release")
	opts := &ed25519.SignOptions{Hedged: true, Verify: true}
	first, err := ed25519.SignWithOptions(privateKey, message, opts)
	if err != nil {
		log.Fatal(err)
	}
	second, err := ed25519.SignWithOptions(privateKey, message, opts)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(ed25519.Verify(publicKey, message, first), ed25519.Verify(publicKey, message, second))
	fmt.Println(bytes.Equal(first, second))
	// Output:
	// true true
	// false
}
