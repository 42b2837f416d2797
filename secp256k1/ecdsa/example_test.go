// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package ecdsa_test

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"log"

	"secant.example/secp256k1"
	"secant.example/secp256k1/ecdsa"
)

func Example() {
	privateKey, err := ecdsa.GenerateKey(nil)
	if err != nil {
		log.Fatal(err)
	}
	publicKey := privateKey.PublicKey()
	digest := ecdsa.Digest(sha256.Sum256([]byte("pay 5 to Bob")))
	sig, err := ecdsa.Sign(privateKey, digest)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(publicKey.Verify(digest, sig, ecdsa.LowS))
	fmt.Println(publicKey.VerifyDER(digest, sig.DER(), ecdsa.LowS))
	fmt.Println(publicKey.VerifyCompact(digest, sig.Compact(), ecdsa.LowS))

	digest = ecdsa.Digest(sha256.Sum256([]byte("pay 500 to Bob")))
	fmt.Println(publicKey.Verify(digest, sig, ecdsa.LowS))
	// Output:
	// true
	// true
	// true
	// false
}

// Signatures are deterministic: RFC 6979.
func ExampleSign() {
	one, err := hex.DecodeString("0000000000000000000000000000000000000000000000000000000000000001")
	if err != nil {
		log.Fatal(err)
	}
	privateKey, err := ecdsa.NewPrivateKey(one)
	if err != nil {
		log.Fatal(err)
	}
	sig, err := ecdsa.Sign(privateKey, sha256.Sum256([]byte("Satoshi Nakamoto")))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%x\n", sig.Compact())
	// Output:
	// 934b1ea10a4b3c1757e2b0c017d0b6143ce3c9a7e6a4a49860d7a6ab210ee3d82442ce9d2b916064108014783e923ec36b49743e2ffa1c4496f01a512aafd9e5
}

// The public key follows from a digest and its signature, so that an address, a hash of
// the key, is all that a verifier needs to know.
func ExampleRecoverableSignature_Recover() {
	privateKey, err := ecdsa.GenerateKey(nil)
	if err != nil {
		log.Fatal(err)
	}
	digest := ecdsa.Digest(sha256.Sum256([]byte("log in at 12:00")))
	sig, err := ecdsa.SignRecoverable(privateKey, digest, nil)
	if err != nil {
		log.Fatal(err)
	}
	sent := sig.Bitcoin(true) // 65 bytes

	received, _, err := ecdsa.ParseBitcoin(sent)
	if err != nil {
		log.Fatal(err)
	}
	publicKey, err := received.Recover(digest, ecdsa.LowS)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(publicKey.Equal(privateKey.Public()))
	// Output:
	// true
}

// Everyone can make a second signature from a first: (r, n-s) from (r, s). Only the rule
// LowS rejects it.
func ExampleRule() {
	one := make([]byte, ecdsa.PrivateKeySize)
	one[31] = 1
	privateKey, err := ecdsa.NewPrivateKey(one)
	if err != nil {
		log.Fatal(err)
	}
	publicKey := privateKey.PublicKey()
	digest := ecdsa.Digest(sha256.Sum256([]byte("Satoshi Nakamoto")))
	second, err := hex.DecodeString("934b1ea10a4b3c1757e2b0c017d0b6143ce3c9a7e6a4a49860d7a6ab210ee3d8" +
		"dbbd3162d46e9f9bef7feb87c16dc13b4f6568a87f4e83f728e2443ba586675c")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(publicKey.VerifyCompact(digest, second, ecdsa.LowS))
	fmt.Println(publicKey.VerifyCompact(digest, second, ecdsa.AnyS))

	sig, err := ecdsa.ParseCompact(second)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(publicKey.Verify(digest, sig.LowS(), ecdsa.LowS))
	// Output:
	// false
	// true
	// true
}

// Keys in the files of OpenSSL.
func ExampleParsePrivateKeyPEM() {
	privateKey, err := ecdsa.ParsePrivateKeyPEM([]byte(`-----BEGIN EC PRIVATE KEY-----
MHQCAQEEIABiYHse9A+cfDorFr1h2c3Pe2hdlJd0fKxJqi6d24iwoAcGBSuBBAAK
oUQDQgAEAPXCJANu9nrI0EKN+Um3qCX5kuBgJXbQCH5J9gBrsnvE1so+QEhqPyll
ujjwwWk2RkbzwIuAWjJC7KSvlfG9JQ==
-----END EC PRIVATE KEY-----
`))
	if err != nil {
		log.Fatal(err)
	}
	text, err := privateKey.PublicKey().MarshalPEM()
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s", text)
	jwk, err := privateKey.PublicKey().MarshalJWK()
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s\n", jwk)
	// Output:
	// -----BEGIN PUBLIC KEY-----
	// MFYwEAYHKoZIzj0CAQYFK4EEAAoDQgAEAPXCJANu9nrI0EKN+Um3qCX5kuBgJXbQ
	// CH5J9gBrsnvE1so+QEhqPyllujjwwWk2RkbzwIuAWjJC7KSvlfG9JQ==
	// -----END PUBLIC KEY-----
	// {"kty":"EC","crv":"secp256k1","x":"APXCJANu9nrI0EKN-Um3qCX5kuBgJXbQCH5J9gBrsns","y":"xNbKPkBIaj8pZbo48MFpNkZG88CLgFoyQuykr5XxvSU","alg":"ES256K"}
}

// Keys that are derived from another, as in BIP-32: the private key by its owner, and the
// public key by anyone who knows the other public key and the tweak.
func ExampleNewPublicKeyFromPoint() {
	parent, err := ecdsa.GenerateKey(nil)
	if err != nil {
		log.Fatal(err)
	}
	h := sha256.Sum256([]byte("the tweak of a child"))
	tweak := secp256k1.NewScalar().SetReducedBytes(h[:])

	child, err := ecdsa.NewPrivateKeyFromScalar(tweak.Add(tweak, parent.Scalar()))
	if err != nil {
		log.Fatal(err) // the sum is 0, which nobody can make happen
	}

	tweak.SetReducedBytes(h[:])
	Q := new(secp256k1.Point).ScalarBaseMult(tweak)
	public, err := ecdsa.NewPublicKeyFromPoint(Q.Add(Q, parent.PublicKey().Point()))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(public.Equal(child.PublicKey()))
	// Output: true
}

// Signatures in blocks of Bitcoin from before BIP-66 need not be in DER.
func ExampleParseDERLax() {
	b, err := hex.DecodeString("300a02030000010281020002ff")
	if err != nil {
		log.Fatal(err)
	}
	_, err = ecdsa.ParseDER(b)
	fmt.Println(err)
	sig, err := ecdsa.ParseDERLax(b)
	fmt.Printf("%x, %v\n", sig.DER(), err)
	// Output:
	// ecdsa: invalid signature: not strict DER
	// 3006020101020102, <nil>
}
