// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package x25519_test

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"log"
	"slices"

	"golang.org/x/crypto/hkdf"

	"secant.example/ed25519"
	"secant.example/x25519"
)

func Example() {
	alice, err := x25519.GenerateKey(nil)
	if err != nil {
		log.Fatal(err)
	}
	bob, err := x25519.GenerateKey(nil)
	if err != nil {
		log.Fatal(err)
	}

	// Each sends the other 32 bytes.
	fromAlice, fromBob := alice.PublicKey().Bytes(), bob.PublicKey().Bytes()

	// Alice computes the key that both will use...
	peer, err := x25519.NewPublicKey(fromBob)
	if err != nil {
		log.Fatal(err)
	}
	secret, err := alice.SharedSecret(peer)
	if err != nil {
		log.Fatal(err)
	}
	publics := slices.Concat(fromAlice, fromBob)
	aliceKey := make([]byte, 32)
	if _, err := io.ReadFull(hkdf.New(sha256.New, secret[:], publics, []byte("example")), aliceKey); err != nil {
		log.Fatal(err)
	}

	// ... and so does Bob.
	peer, err = x25519.NewPublicKey(fromAlice)
	if err != nil {
		log.Fatal(err)
	}
	secret, err = bob.SharedSecret(peer)
	if err != nil {
		log.Fatal(err)
	}
	bobKey := make([]byte, 32)
	if _, err := io.ReadFull(hkdf.New(sha256.New, secret[:], publics, []byte("example")), bobKey); err != nil {
		log.Fatal(err)
	}
	fmt.Println(bytes.Equal(aliceKey, bobKey))
	// Output:
	// true
}

// A peer that sends a point of low order would make the secret known to everyone.
func ExamplePrivateKey_SharedSecret_lowOrder() {
	k, err := x25519.GenerateKey(nil)
	if err != nil {
		log.Fatal(err)
	}
	peer, err := x25519.NewPublicKey(make([]byte, x25519.KeySize))
	if err != nil {
		log.Fatal(err)
	}
	_, err = k.SharedSecret(peer)
	fmt.Println(errors.Is(err, x25519.ErrLowOrder), err)
	// Output:
	// true x25519: the public key is a point of low order
}

// Who knows somebody's Ed25519 public key can encrypt to it.
func ExamplePublicKeyFromEd25519() {
	edPublic, edPrivate, err := ed25519.GenerateKey(nil)
	if err != nil {
		log.Fatal(err)
	}
	recipient, err := x25519.PublicKeyFromEd25519(edPublic)
	if err != nil {
		log.Fatal(err)
	}
	ephemeral, err := x25519.GenerateKey(nil)
	if err != nil {
		log.Fatal(err)
	}
	sent, err := ephemeral.SharedSecret(recipient)
	if err != nil {
		log.Fatal(err)
	}

	own, err := x25519.PrivateKeyFromEd25519(edPrivate)
	if err != nil {
		log.Fatal(err)
	}
	received, err := own.SharedSecret(ephemeral.PublicKey())
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(sent == received)
	// Output:
	// true
}

// A server computes what it shares with many clients in one call. One of them
// sent a point of low order, which does not disturb the others.
func ExamplePrivateKey_SharedSecrets() {
	server, err := x25519.GenerateKey(nil)
	if err != nil {
		log.Fatal(err)
	}
	clients := make([]*x25519.PrivateKey, 3)
	received := make([]*x25519.PublicKey, 3)
	for i := range clients {
		if clients[i], err = x25519.GenerateKey(nil); err != nil {
			log.Fatal(err)
		}
		received[i] = clients[i].PublicKey()
	}
	if received[1], err = x25519.NewPublicKey(make([]byte, x25519.KeySize)); err != nil {
		log.Fatal(err)
	}

	secrets, ok := make([][x25519.KeySize]byte, 3), make([]bool, 3)
	err = server.SharedSecrets(secrets, ok, received)
	fmt.Println(errors.Is(err, x25519.ErrLowOrder), ok)

	secret, err := clients[2].SharedSecret(server.PublicKey())
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(secret == secrets[2])
	// Output:
	// true [true false true]
	// true
}

// The vectors of RFC 7748, section 6.1.
func ExampleX25519() {
	scalar := []byte{
		0x77, 0x07, 0x6d, 0x0a, 0x73, 0x18, 0xa5, 0x7d, 0x3c, 0x16, 0xc1, 0x72, 0x51, 0xb2, 0x66, 0x45,
		0xdf, 0x4c, 0x2f, 0x87, 0xeb, 0xc0, 0x99, 0x2a, 0xb1, 0x77, 0xfb, 0xa5, 0x1d, 0xb9, 0x2c, 0x2a,
	}
	public, err := x25519.X25519(scalar, x25519.Basepoint)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%x\n", public)
	// Output:
	// 8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a
}
