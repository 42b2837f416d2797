// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package conformance

import (
	"bytes"
	"encoding/hex"
	"path/filepath"
	"strings"
	"testing"

	"secant.example/ed25519"
	"secant.example/x25519"
)

const openssl = program("openssl")

// messages to sign, from empty to more than a block of any hash and a page.
var messages = [][]byte{{}, []byte("a"), []byte("line\r\nline\n"), bytes.Repeat([]byte{0x80}, 127), bytes.Repeat([]byte("secant"), 5000)}

// generators make a private key file for an algorithm, by OpenSSL's name.
var generators = map[string]func(t *testing.T, alg string) string{
	"openssl": func(t *testing.T, alg string) string {
		path := filepath.Join(t.TempDir(), "openssl.pem")
		openssl.run(t, nil, "genpkey", "-algorithm", alg, "-out", path)
		return path
	},
	"secant": func(t *testing.T, alg string) string {
		path := filepath.Join(t.TempDir(), "secant.pem")
		mustSecant(t, nil, "keygen", "--alg", strings.ToLower(alg), "--out", path)
		return path
	},
}

// Keys of either program are the same keys to the other, in every form.
func TestOpenSSLKeys(t *testing.T) {
	openssl.need(t)
	for maker, generate := range generators {
		for _, alg := range []string{"ED25519", "X25519"} {
			t.Run(maker+" "+alg, func(t *testing.T) {
				for range 5 {
					key := generate(t, alg)
					if again := openssl.run(t, nil, "pkey", "-in", key); !bytes.Equal(again, read(t, key)) {
						t.Errorf("openssl writes the key as\n%s, the file is\n%s", again, read(t, key))
					}
					want := openssl.run(t, nil, "pkey", "-in", key, "-pubout")
					if got := mustSecant(t, nil, "pubkey", "--in", key); !bytes.Equal(got, want) {
						t.Errorf("public key\n%s, openssl has\n%s", got, want)
					}
					der := openssl.run(t, nil, "pkey", "-in", key, "-pubout", "-outform", "DER")
					raw := der[len(der)-32:]
					if got := mustSecant(t, read(t, key), "pubkey", "--form", "raw"); !bytes.Equal(got, raw) {
						t.Errorf("public key %x, openssl has %x", got, raw)
					}
					if got := mustSecant(t, nil, "pubkey", "--in", key, "--form", "hex"); string(got) != hex.EncodeToString(raw)+"\n" {
						t.Errorf("public key %s, openssl has %x", got, raw)
					}
				}
			})
		}
	}
}

// Signatures of either program are valid to the other, and the same.
func TestOpenSSLSignatures(t *testing.T) {
	openssl.need(t)
	for maker, generate := range generators {
		t.Run(maker, func(t *testing.T) {
			key := generate(t, "ED25519")
			pub := write(t, "pub.pem", mustSecant(t, nil, "pubkey", "--in", key))
			for _, message := range messages {
				file := write(t, "message", message)
				sig := mustSecant(t, nil, "sign", "--key", key, file)
				sigFile := write(t, "sig", sig)
				theirs := filepath.Join(t.TempDir(), "openssl.sig")
				if len(message) == 0 { // pkeyutl of OpenSSL 3.0 does not take an empty file
					theirs = sigFile
				} else {
					openssl.run(t, nil, "pkeyutl", "-sign", "-rawin", "-inkey", key, "-in", file, "-out", theirs)
					openssl.run(t, nil, "pkeyutl", "-verify", "-rawin", "-pubin", "-inkey", pub, "-in", file, "-sigfile", sigFile)
				}
				if !bytes.Equal(sig, read(t, theirs)) {
					t.Errorf("signature %x, openssl makes %x", sig, read(t, theirs))
				}
				mustSecant(t, nil, "verify", "--pub", pub, "--sig", theirs, file)

				// Neither takes a signature of something else.
				other := write(t, "other", append([]byte("x"), message...))
				if status, _, _ := secant(t, nil, "verify", "--pub", pub, "--sig", theirs, other); status != 1 {
					t.Errorf("status %d for a signature of something else", status)
				}
				if _, err := openssl.try(nil, "pkeyutl", "-verify", "-rawin", "-pubin", "-inkey", pub, "-in", other, "-sigfile", sigFile); err == nil {
					t.Error("openssl takes a signature of something else")
				}
			}
		})
	}
}

// The shared secret is the same whichever program computes it, on either side.
func TestOpenSSLSharedSecrets(t *testing.T) {
	openssl.need(t)
	for maker, generate := range generators {
		for otherMaker, generateOther := range generators {
			t.Run(maker+" "+otherMaker, func(t *testing.T) {
				alice, bob := generate(t, "X25519"), generateOther(t, "X25519")
				alicePub := write(t, "alice.pub", mustSecant(t, nil, "pubkey", "--in", alice))
				bobPub := write(t, "bob.pub", openssl.run(t, nil, "pkey", "-in", bob, "-pubout"))
				want := openssl.run(t, nil, "pkeyutl", "-derive", "-inkey", alice, "-peerkey", bobPub)
				if again := openssl.run(t, nil, "pkeyutl", "-derive", "-inkey", bob, "-peerkey", alicePub); !bytes.Equal(again, want) {
					t.Fatalf("openssl disagrees with itself: %x and %x", want, again)
				}
				if got := mustSecant(t, nil, "ecdh", "--key", alice, "--peer", bobPub); !bytes.Equal(got, want) {
					t.Errorf("shared secret %x, openssl has %x", got, want)
				}
				if got := mustSecant(t, nil, "ecdh", "--key", bob, "--peer", alicePub, "--form", "hex"); string(got) != hex.EncodeToString(want)+"\n" {
					t.Errorf("shared secret %s, openssl has %x", got, want)
				}
			})
		}
	}
}

// An Ed25519 key converted to X25519 by the library is one that OpenSSL takes.
func TestOpenSSLConvertedKey(t *testing.T) {
	openssl.need(t)
	edPub, edPriv, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	priv, err := x25519.PrivateKeyFromEd25519(edPriv)
	if err != nil {
		t.Fatal(err)
	}
	pub, err := x25519.PublicKeyFromEd25519(edPub)
	if err != nil {
		t.Fatal(err)
	}
	der := append(unhex(t, "302e020100300506032b656e04220420"), priv.Bytes()...)
	key := write(t, "key.der", der)
	spki := openssl.run(t, nil, "pkey", "-inform", "DER", "-in", key, "-pubout", "-outform", "DER")
	if got := spki[len(spki)-32:]; !bytes.Equal(got, pub.Bytes()) {
		t.Errorf("openssl computes the public key %x, converted is %x", got, pub.Bytes())
	}
}

// Files of OpenSSL that hold something else are refused, with the reason.
func TestOpenSSLOtherFiles(t *testing.T) {
	openssl.need(t)
	dir := t.TempDir()
	path := func(name string) string { return filepath.Join(dir, name) }
	gen := func(name string, args ...string) string {
		openssl.run(t, nil, append([]string{"genpkey", "-out", path(name)}, args...)...)
		return path(name)
	}
	key := gen("key", "-algorithm", "ED25519")
	for name, want := range map[string]string{
		gen("rsa", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048"):  "an RSA key",
		gen("ec", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256"): "an ECDSA or ECDH key",
		gen("x448", "-algorithm", "X448"):                                    "algorithm 1.3.101.111",
		gen("ed448", "-algorithm", "ED448"):                                  "algorithm 1.3.101.113",
	} {
		refuseSecant(t, want, nil, "pubkey", "--in", name)
		refuseSecant(t, want, nil, "sign", "--key", name, key)
		pub := openssl.run(t, nil, "pkey", "-in", name, "-pubout")
		refuseSecant(t, want, pub, "verify", "--pub", "-", "--sig", key, key)
		refuseSecant(t, want, pub, "pubkey")
		refuseSecant(t, "a public key, not a private one", pub, "sign", "--key", "-", key)
	}
	traditional := openssl.run(t, nil, "pkey", "-in", path("rsa"), "-traditional")
	refuseSecant(t, `"RSA PRIVATE KEY"`, traditional, "pubkey")
	cert := openssl.run(t, nil, "req", "-x509", "-new", "-key", key, "-subj", "/CN=secant")
	refuseSecant(t, `"CERTIFICATE"`, cert, "verify", "--pub", "-", "--sig", key, key)
}
