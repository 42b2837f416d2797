// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package conformance

import (
	"bytes"
	"crypto/sha256"
	"encoding/pem"
	"path/filepath"
	"testing"

	"secant.example/secp256k1/ecdh"
	"secant.example/secp256k1/ecdsa"
)

// opensslKeys returns files of private keys: of OpenSSL, in each way that it writes
// them, and of ours.
func opensslKeys(t *testing.T) map[string]string {
	t.Helper()
	files := map[string]string{
		"ecparam": write(t, "ecparam.pem", openssl.run(t, nil, "ecparam", "-name", "secp256k1", "-genkey")), // with EC PARAMETERS before the key
		"genpkey": write(t, "genpkey.pem", openssl.run(t, nil, "genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:secp256k1")),
	}
	files["no parameters"] = write(t, "sec1.pem", openssl.run(t, nil, "ec", "-in", files["genpkey"]))
	// OpenSSL writes compressed public keys into these.
	files["compressed"] = write(t, "compressed.pem", openssl.run(t, nil, "pkey", "-in", files["genpkey"], "-ec_conv_form", "compressed"))
	files["compressed SEC 1"] = write(t, "compressed1.pem", openssl.run(t, nil, "ec", "-in", files["genpkey"], "-conv_form", "compressed"))
	files["no public key"] = write(t, "nopub.pem", openssl.run(t, nil, "ec", "-in", files["genpkey"], "-no_public"))
	k, err := ecdsa.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	for name, marshal := range map[string]func() ([]byte, error){"ours": k.MarshalPEM, "ours SEC 1": k.MarshalSEC1PEM} {
		b, err := marshal()
		if err != nil {
			t.Fatal(err)
		}
		files[name] = write(t, "ours.pem", b)
	}
	return files
}

// Keys of either side are the same to the other, and what we write is byte for byte
// what OpenSSL writes.
func TestOpenSSLSecp256k1Keys(t *testing.T) {
	openssl.need(t)
	for name, file := range opensslKeys(t) {
		t.Run(name, func(t *testing.T) {
			k, err := ecdsa.ParsePrivateKeyPEM(read(t, file))
			if err != nil {
				t.Fatal(err)
			}
			same := func(what string, want []byte, marshal func() ([]byte, error)) {
				t.Helper()
				if got, err := marshal(); err != nil || !bytes.Equal(got, want) {
					t.Errorf("%s is\n%s, %v, openssl has\n%s", what, got, err, want)
				}
			}
			uncompressed := []string{"pkey", "-in", file, "-ec_conv_form", "uncompressed"}
			// Through SEC 1, so that a key without its public key gets it.
			whole := write(t, "whole.pem", openssl.run(t, nil, "ec", "-in", file, "-conv_form", "uncompressed"))
			if name != "no public key" {
				same("PKCS #8", openssl.run(t, nil, uncompressed...), k.MarshalPEM)
				same("SEC 1", read(t, whole), k.MarshalSEC1PEM)
			}
			public := openssl.run(t, nil, append(uncompressed, "-pubout")...)
			same("SPKI", public, k.PublicKey().MarshalPEM)
			for _, form := range []string{"uncompressed", "compressed"} {
				b := openssl.run(t, nil, "pkey", "-in", file, "-pubout", "-ec_conv_form", form)
				p, err := ecdsa.ParsePublicKeyPEM(b)
				if err != nil || !p.Equal(k.PublicKey()) {
					t.Errorf("public key, %s: %v, %v", form, p, err)
				}
			}
			// hybrid is a form that SEC 1 has no more
			hybrid := openssl.run(t, nil, "pkey", "-in", file, "-pubout", "-ec_conv_form", "hybrid")
			if _, err := ecdsa.ParsePublicKeyPEM(hybrid); err == nil {
				t.Error("a hybrid public key is read")
			}
			block, _ := pem.Decode(hybrid)
			if p, err := ecdsa.NewPublicKeyHybrid(block.Bytes[len(block.Bytes)-65:]); err != nil || !p.Equal(k.PublicKey()) {
				t.Errorf("the hybrid public key: %v, %v", p, err)
			}
			// Package ecdh has the same keys.
			dh, err := ecdh.ParsePrivateKeyPEM(read(t, file))
			if err != nil || !bytes.Equal(dh.Bytes(), k.Bytes()) {
				t.Fatalf("package ecdh has %v, %v", dh, err)
			}
			same("SPKI of package ecdh", public, dh.PublicKey().MarshalPEM)
			if q, err := ecdh.ParsePublicKeyPEM(public); err != nil || !q.Equal(dh.PublicKey()) {
				t.Errorf("package ecdh has %v, %v", q, err)
			}
			if name != "no public key" {
				same("PKCS #8 of package ecdh", openssl.run(t, nil, uncompressed...), dh.MarshalPEM)
				same("SEC 1 of package ecdh", read(t, whole), dh.MarshalSEC1PEM)
			}
			for form, parse := range map[string]func([]byte) (*ecdsa.PrivateKey, error){"PKCS #8": ecdsa.ParsePKCS8, "SEC 1": ecdsa.ParseSEC1} {
				args := []string{"pkcs8", "-topk8", "-nocrypt", "-in", file, "-outform", "DER"}
				if form == "SEC 1" {
					args = []string{"ec", "-in", file, "-outform", "DER"}
				}
				if got, err := parse(openssl.run(t, nil, args...)); err != nil || !got.Equal(k) {
					t.Errorf("%s in DER: %v", form, err)
				}
			}
		})
	}
}

// Signatures of either side are valid to the other.
func TestOpenSSLSecp256k1Signatures(t *testing.T) {
	openssl.need(t)
	for name, key := range opensslKeys(t) {
		t.Run(name, func(t *testing.T) {
			k, err := ecdsa.ParsePrivateKeyPEM(read(t, key))
			if err != nil {
				t.Fatal(err)
			}
			b, err := k.PublicKey().MarshalPEM()
			if err != nil {
				t.Fatal(err)
			}
			pub, p := write(t, "pub.pem", b), k.PublicKey()
			for _, message := range messages {
				digest := ecdsa.Digest(sha256.Sum256(message))
				sig, err := ecdsa.Sign(k, digest)
				if err != nil {
					t.Fatal(err)
				}
				ours := write(t, "sig", sig.DER())
				file := write(t, "message", message)
				openssl.run(t, nil, "dgst", "-sha256", "-verify", pub, "-signature", ours, file)
				theirs := openssl.run(t, nil, "dgst", "-sha256", "-sign", key, file)
				if !p.VerifyDER(digest, theirs, ecdsa.AnyS) {
					t.Errorf("openssl's signature %x is invalid", theirs)
				}
				parsed, err := ecdsa.ParseDER(theirs)
				if err != nil {
					t.Fatal(err)
				}
				if low := parsed.LowS(); !p.Verify(digest, low, ecdsa.LowS) || p.Verify(digest, parsed, ecdsa.LowS) == parsed.IsHighS() {
					t.Errorf("openssl's signature %x and its low s", theirs)
				}
				if parsed.IsHighS() { // the other s is as good to openssl
					low := parsed.LowS()
					openssl.run(t, nil, "dgst", "-sha256", "-verify", pub, "-signature", write(t, "low", low.DER()), file)
				}

				// Neither takes a signature of something else.
				other := append([]byte("x"), message...)
				if p.VerifyDER(sha256.Sum256(other), theirs, ecdsa.AnyS) {
					t.Error("a signature of something else is valid")
				}
				if _, err := openssl.try(nil, "dgst", "-sha256", "-verify", pub, "-signature", ours, write(t, "other", other)); err == nil {
					t.Error("openssl takes a signature of something else")
				}
			}

			// A digest alone.
			digest := ecdsa.Digest(bytes.Repeat([]byte{0xff}, 32)) // above n
			sig, err := ecdsa.Sign(k, digest)
			if err != nil {
				t.Fatal(err)
			}
			in := write(t, "digest", digest[:])
			openssl.run(t, nil, "pkeyutl", "-verify", "-pubin", "-inkey", pub, "-in", in, "-sigfile", write(t, "sig", sig.DER()))
			if theirs := openssl.run(t, nil, "pkeyutl", "-sign", "-inkey", key, "-in", in); !p.VerifyDER(digest, theirs, ecdsa.AnyS) {
				t.Errorf("openssl's signature %x is invalid", theirs)
			}
		})
	}
}

// The shared secret is the same on either side.
func TestOpenSSLSecp256k1SharedSecrets(t *testing.T) {
	openssl.need(t)
	files := opensslKeys(t)
	for name, file := range files {
		t.Run(name, func(t *testing.T) {
			k, err := ecdsa.ParsePrivateKeyPEM(read(t, file))
			if err != nil {
				t.Fatal(err)
			}
			for _, peerFile := range files {
				peer, err := ecdsa.ParsePrivateKeyPEM(read(t, peerFile))
				if err != nil {
					t.Fatal(err)
				}
				b, err := peer.PublicKey().MarshalPEM()
				if err != nil {
					t.Fatal(err)
				}
				want := openssl.run(t, nil, "pkeyutl", "-derive", "-inkey", file, "-peerkey", write(t, "peer.pem", b))
				for _, got := range sharedSecrets(t, k.Bytes(), peer.PublicKey().Bytes(), peer.PublicKey().BytesUncompressed()) {
					if !bytes.Equal(got, want) {
						t.Errorf("shared secret %x, openssl has %x", got, want)
					}
				}
			}
		})
	}
}

// The same through the tool.
func TestOpenSSLSecp256k1Tool(t *testing.T) {
	openssl.need(t)
	files := opensslKeys(t)
	for _, form := range []string{"pem", "sec1"} {
		path := filepath.Join(t.TempDir(), "tool.pem")
		mustSecant(t, nil, "keygen", "--alg", "secp256k1-ecdsa", "--form", form, "--out", path)
		files["tool, "+form] = path
	}
	peer := files["genpkey"]
	peerPub := write(t, "peer.pem", openssl.run(t, nil, "pkey", "-in", peer, "-pubout"))
	for name, key := range files {
		t.Run(name, func(t *testing.T) {
			public := mustSecant(t, nil, "pubkey", "--in", key)
			if want := openssl.run(t, nil, "ec", "-in", key, "-pubout", "-conv_form", "uncompressed"); !bytes.Equal(public, want) {
				t.Errorf("public key\n%s, openssl has\n%s", public, want)
			}
			pub := write(t, "pub.pem", public)
			message := write(t, "message", messages[len(messages)-1])
			ours := write(t, "ours.sig", mustSecant(t, nil, "sign", "--key", key, message))
			openssl.run(t, nil, "dgst", "-sha256", "-verify", pub, "-signature", ours, message)
			theirs := write(t, "theirs.sig", openssl.run(t, nil, "dgst", "-sha256", "-sign", key, message))
			mustSecant(t, nil, "verify", "--accept-high-s", "--pub", pub, "--sig", theirs, message)
			sig, err := ecdsa.ParseDER(read(t, theirs))
			if err != nil {
				t.Fatal(err)
			}
			want := 0
			if sig.IsHighS() {
				want = 1
			}
			if status, _, stderr := secant(t, nil, "verify", "--pub", pub, "--sig", theirs, message); status != want {
				t.Errorf("status %d, want %d; %s", status, want, stderr)
			}
			if status, _, _ := secant(t, nil, "verify", "--pub", pub, "--sig", ours, key); status != 1 {
				t.Errorf("status %d for a signature of something else", status)
			}
			secret := openssl.run(t, nil, "pkeyutl", "-derive", "-inkey", key, "-peerkey", peerPub)
			if got := mustSecant(t, nil, "ecdh", "--key", key, "--peer", peerPub); !bytes.Equal(got, secret) {
				t.Errorf("shared secret %x, openssl has %x", got, secret)
			}
			if got := mustSecant(t, nil, "ecdh", "--key", peer, "--peer", pub); !bytes.Equal(got, secret) {
				t.Errorf("shared secret %x, openssl has %x", got, secret)
			}
		})
	}
}

// Keys of OpenSSL that are of something else, or locked, are refused.
func TestOpenSSLSecp256k1OtherKeys(t *testing.T) {
	openssl.need(t)
	for name, args := range map[string][]string{
		"another curve":      {"genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256"},
		"parameters":         {"genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:secp256k1", "-pkeyopt", "ec_param_enc:explicit"},
		"another algorithm":  {"genpkey", "-algorithm", "ED25519"},
		"RSA":                {"genpkey", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048"},
		"encrypted":          {"genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:secp256k1", "-aes-256-cbc", "-pass", "pass:secret"},
		"P-256, SEC 1":       {"ecparam", "-name", "prime256v1", "-genkey"},
		"parameters, SEC 1":  {"ecparam", "-name", "secp256k1", "-genkey", "-param_enc", "explicit"},
		"only the parameter": {"ecparam", "-name", "secp256k1"},
	} {
		t.Run(name, func(t *testing.T) {
			data := openssl.run(t, nil, args...)
			if _, err := ecdsa.ParsePrivateKeyPEM(data); err == nil {
				t.Errorf("a private key is read from\n%s", data)
			}
			if name == "encrypted" || name == "only the parameter" {
				return
			}
			public := openssl.run(t, data, "pkey", "-pubout")
			if _, err := ecdsa.ParsePublicKeyPEM(public); err == nil {
				t.Errorf("a public key is read from\n%s", public)
			}
			if _, err := ecdsa.ParsePrivateKeyPEM(public); err == nil {
				t.Error("a public key is read as a private one")
			}
			if _, err := ecdsa.ParsePublicKeyPEM(data); err == nil {
				t.Error("a private key is read as a public one")
			}
			// The point alone, under whatever curve, is no key of ours but by accident.
			block, _ := pem.Decode(public)
			if len(block.Bytes) >= 65 {
				if _, err := ecdh.NewPublicKey(block.Bytes[len(block.Bytes)-65:]); err == nil && name == "another curve" {
					t.Error("a point of another curve is read")
				}
			}
		})
	}
}
