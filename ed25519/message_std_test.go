// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

//go:build go1.25

package ed25519

import (
	"bytes"
	"crypto"
	"crypto/sha512"
	"errors"
	"testing"

	"secant.example/internal/testkit"
)

// TestSignMessage signs by crypto.SignMessage, as crypto/x509 and crypto/tls do.
func TestSignMessage(t *testing.T) {
	public, private := newKey(t, testkit.NewRand(t))
	signer, err := NewSigner(private)
	if err != nil {
		t.Fatal(err)
	}
	message := []byte("a message")
	digest := sha512.Sum512(message)
	for _, variant := range []Options{{}, {Context: "a"}, {Hash: crypto.SHA512}, {Hash: crypto.SHA512, Context: "a"}} {
		want, err := crypto.SignMessage(private, nil, message, &variant)
		if err != nil {
			t.Fatal(err)
		}
		verified := signOptions(&variant)
		verified.Verify = true
		all := []crypto.SignerOpts{&variant, signOptions(&variant), verified}
		if variant.Context == "" {
			all = append(all, variant.Hash)
		}
		for _, o := range all {
			sig, err := crypto.SignMessage(signer, nil, message, o)
			if err != nil || !bytes.Equal(sig, want) {
				t.Errorf("%+v: %x, %v, want %x", o, sig, err, want)
			}
		}
		hedged := signOptions(&variant)
		hedged.Hedged = true
		sig, err := crypto.SignMessage(signer, nil, message, hedged)
		hashed := message
		if variant.Hash != 0 {
			hashed = digest[:]
		}
		if err != nil || VerifyWithOptions(public, hashed, sig, &variant) != nil {
			t.Errorf("%+v: %x, %v", hedged, sig, err)
		}
	}
	for _, o := range []crypto.SignerOpts{crypto.SHA256, &Options{Hash: crypto.SHA3_512}, &SignOptions{Hash: unknownHash}} {
		if sig, err := crypto.SignMessage(signer, nil, message, o); sig != nil || !errors.Is(err, ErrOptions) {
			t.Errorf("%+v: %x, %v", o, sig, err)
		}
	}
	if sig, err := signer.SignMessage(nil, message, nil); err != nil || !bytes.Equal(sig, Sign(private, message)) {
		t.Errorf("without options: %x, %v", sig, err)
	}
	if sig, err := new(Signer).SignMessage(nil, message, nil); sig != nil || !errors.Is(err, ErrPrivateKey) {
		t.Errorf("without a key: %x, %v", sig, err)
	}
	// The standard library's key does not sign with less than is asked for: there is no such
	// hash function.
	for _, o := range demanding(t) {
		func() {
			defer func() { recover() }()
			if sig, err := crypto.SignMessage(private, nil, message, o); err == nil {
				t.Errorf("%+v: the standard library signs %x", *o, sig)
			}
		}()
	}
}
