// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package ed25519

import (
	"bytes"
	"crypto"
	"crypto/ed25519"
	"errors"
	"testing"

	"secant.example/internal/testkit"
)

// FuzzVerify compares verification by the StdLib rules with crypto/ed25519, that with
// expanded keys with that without, and the rules with one another: a switch
// that accepts more never rejects.
func FuzzVerify(f *testing.F) {
	type vector struct {
		Variant                             string
		Message, Public, Context, Signature testkit.Hex
	}
	for _, file := range []string{"testdata/rfc8032.json", "testdata/speccheck.json"} {
		for _, v := range testkit.ReadJSON[[]vector](f, file) {
			f.Add([]byte(v.Public), []byte(v.Message), []byte(v.Signature), string(v.Context), v.Variant == "Ed25519ph")
		}
	}
	f.Add([]byte{}, []byte{}, []byte{}, "", true)
	f.Fuzz(func(t *testing.T, public, message, sig []byte, context string, prehashed bool) {
		opts := &Options{Context: context}
		if prehashed {
			opts.Hash = crypto.SHA512
		}
		var errs [32]error
		expanded, expandedErr := NewExpandedPublicKey(public)
		if (expandedErr == nil) != (expanded != nil) || expandedErr != nil && !errors.Is(expandedErr, ErrPublicKey) {
			t.Errorf("expanding the key: %v, %v", expanded, expandedErr)
		}
		for r := range Rules(32) {
			errs[r] = VerifyWithRules(public, message, sig, r, opts)
			if expanded != nil {
				if err := expanded.VerifyWithRules(message, sig, r, opts); err != errs[r] {
					t.Errorf("rules %v: %v, with the key expanded %v", r, errs[r], err)
				}
			}
			if err := errs[r]; err != nil && !errors.Is(err, ErrPublicKey) && !errors.Is(err, ErrSignature) && !errors.Is(err, ErrOptions) {
				t.Errorf("rules %v: an error of no kind, %v", r, err)
			}
		}
		if len(public) == PublicKeySize { // crypto/ed25519 panics for other lengths
			err := ed25519.VerifyWithOptions(public, message, sig, opts)
			if (err == nil) != (errs[StdLib] == nil) {
				t.Errorf("rules StdLib: %v, crypto/ed25519 says %v", errs[StdLib], err)
			}
		}
		for r := range Rules(32) {
			for _, s := range []Rules{AcceptSmallOrderA, AcceptNonCanonicalA, AcceptNonCanonicalR} {
				if errs[r] == nil && errs[r|s] != nil {
					t.Errorf("valid by the rules %v, but with %v %v", r, s, errs[r|s])
				}
			}
			for _, s := range []Rules{RejectSmallOrderR, Cofactorless} {
				if errs[r|s] == nil && errs[r] != nil {
					t.Errorf("valid by the rules %v, but without %v %v", r|s, s, errs[r])
				}
			}
		}
		if plain := *opts == (Options{}); plain && Verify(public, message, sig) != (errs[Default] == nil) {
			t.Error("Verify differs from the Default rules")
		}
		if VerifyWithOptions(public, message, sig, opts) != errs[Default] {
			t.Error("VerifyWithOptions differs from the Default rules")
		}
	})
}

// FuzzSign compares signing with crypto/ed25519, for any key and options, and
// verifies what comes out by any rules, and what is hedged.
func FuzzSign(f *testing.F) {
	f.Add(make([]byte, 32), []byte("message"), "", uint(0), uint8(0))
	f.Add(make([]byte, 32), make([]byte, 64), "context", uint(crypto.SHA512), uint8(31))
	f.Add(make([]byte, 31), make([]byte, 64), string(make([]byte, 256)), uint(crypto.SHA256), uint8(32))
	f.Fuzz(func(t *testing.T, seed, message []byte, context string, hash uint, rules uint8) {
		opts := &Options{Hash: crypto.Hash(hash), Context: context}
		private, err := ParseSeed(seed)
		if (err == nil) != (len(seed) == SeedSize) {
			t.Fatalf("a seed of %d bytes: %v", len(seed), err)
		}
		sig, err := SignWithOptions(private, message, signOptions(opts))
		if private == nil {
			if !errors.Is(err, ErrPrivateKey) {
				t.Errorf("signing without a key: %x, %v", sig, err)
			}
			return
		}
		public := private.Public().(PublicKey)
		if err != nil && !errors.Is(err, ErrOptions) {
			t.Errorf("signing: %v", err)
		}
		want, wantErr := ed25519.PrivateKey(private).Sign(nil, message, opts)
		if !bytes.Equal(sig, want) || (err == nil) != (wantErr == nil) {
			t.Errorf("%+v: %x, %v, crypto/ed25519 gives %x, %v", opts, sig, err, want, wantErr)
		}
		signer, signerErr := NewSigner(private)
		if signerErr != nil {
			t.Fatal(signerErr)
		}
		if got, gotErr := signer.Sign(nil, message, opts); !bytes.Equal(got, want) || gotErr != err {
			t.Errorf("%+v: a Signer gives %x, %v, want %x, %v", opts, got, gotErr, want, err)
		}
		// The standard library signs with SignOptions as they say, or not at all.
		if got, gotErr := private.Sign(nil, message, signOptions(opts)); gotErr == nil && !bytes.Equal(got, want) {
			t.Errorf("%+v: crypto/ed25519 gives %x, want %x", signOptions(opts), got, want)
		}
		hedged := signOptions(opts)
		hedged.Hedged, hedged.Verify = true, true
		got, gotErr := signer.Sign(bytes.NewReader(seed), message, hedged)
		if gotErr != err || err == nil && VerifyWithOptions(public, message, got, opts) != nil || bytes.Equal(got, want) && err == nil {
			t.Errorf("%+v: hedged %x, %v", opts, got, gotErr)
		}
		if err == nil && rules < 32 {
			if err := VerifyWithRules(public, message, sig, Rules(rules), opts); err != nil {
				t.Errorf("%+v: %v", opts, err)
			}
		} else if err := VerifyWithRules(public, message, make([]byte, SignatureSize), Rules(rules), opts); !errors.Is(err, ErrOptions) {
			t.Errorf("%+v: verifying gives %v", opts, err)
		}
	})
}
