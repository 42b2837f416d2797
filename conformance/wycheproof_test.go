// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package conformance

import (
	"bytes"
	stded25519 "crypto/ed25519"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"slices"
	"testing"

	"secant.example/ed25519"
	"secant.example/x25519"
)

// wycheproofFile is a file of test vectors, of whatever algorithm.
type wycheproofFile struct {
	NumberOfTests int
	TestGroups    []struct {
		Key    struct{ Pk, Sk string }
		KeyPem string
		Tests  []wycheproofTest
	}
}

type wycheproofTest struct {
	TcID    int
	Comment string
	Result  string // valid, acceptable or invalid
	Flags   []string

	Public, Private, Shared string // X25519
	Msg, Sig                string // EdDSA
}

// each calls f for each test, and fails unless their number is what the file
// says.
func (file *wycheproofFile) each(t *testing.T, f func(group int, test *wycheproofTest)) {
	n := 0
	for g := range file.TestGroups {
		for i := range file.TestGroups[g].Tests {
			f(g, &file.TestGroups[g].Tests[i])
			n++
		}
	}
	if n != file.NumberOfTests || n < 100 {
		t.Errorf("%d tests, the file says %d", n, file.NumberOfTests)
	}
}

// The raw keys of the X25519 set. What the set calls acceptable (keys on the
// twist and encodings that are not canonical) RFC 7748 says to compute, and
// the all-zero result is an error.
func TestWycheproofX25519(t *testing.T) {
	var file wycheproofFile
	wycheproof.load(t, "testvectors/x25519_test.json", &file)
	lowOrder := 0
	file.each(t, func(_ int, test *wycheproofTest) {
		if test.Result == "invalid" {
			t.Errorf("%d: an invalid test, but no key of 32 bytes is invalid", test.TcID)
		}
		scalar, point, want := unhex(t, test.Private), unhex(t, test.Public), unhex(t, test.Shared)
		priv, err := x25519.NewPrivateKey(scalar)
		if err != nil {
			t.Fatal(err)
		}
		pub, err := x25519.NewPublicKey(point)
		if err != nil {
			t.Fatal(err)
		}
		var dst [32]byte
		x25519.ScalarMult(&dst, (*[32]byte)(scalar), (*[32]byte)(point))
		if !bytes.Equal(dst[:], want) {
			t.Errorf("%d (%s): ScalarMult gives %x, want %x", test.TcID, test.Comment, dst, want)
		}
		secret, err := priv.SharedSecret(pub)
		again, againErr := x25519.X25519(scalar, point)
		if slices.Contains(test.Flags, "ZeroSharedSecret") {
			lowOrder++
			if !errors.Is(err, x25519.ErrLowOrder) || againErr == nil {
				t.Errorf("%d (%s): %v and %v, want an error", test.TcID, test.Comment, err, againErr)
			}
			return
		}
		if err != nil || !bytes.Equal(secret[:], want) {
			t.Errorf("%d (%s): shared secret %x, %v, want %x", test.TcID, test.Comment, secret, err, want)
		}
		if againErr != nil || !bytes.Equal(again, want) {
			t.Errorf("%d (%s): X25519 gives %x, %v, want %x", test.TcID, test.Comment, again, againErr, want)
		}
	})
	if lowOrder == 0 {
		t.Error("no test of a low-order public key")
	}
}

// The encoded keys of the X25519 sets, through the tool.
func TestWycheproofX25519Files(t *testing.T) {
	for _, set := range []struct {
		name        string
		public, key func(string) []byte
	}{
		{"x25519_pem_test.json",
			func(s string) []byte { return []byte(s) },
			func(s string) []byte { return []byte(s) }},
		{"x25519_asn_test.json",
			func(s string) []byte {
				return pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: unhex(t, s)})
			},
			func(s string) []byte {
				return pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: unhex(t, s)})
			}},
	} {
		t.Run(set.name, func(t *testing.T) {
			var file wycheproofFile
			wycheproof.load(t, "testvectors/"+set.name, &file)
			file.each(t, func(_ int, test *wycheproofTest) {
				args := []string{"ecdh", "--form", "hex", "--key", write(t, "key", set.key(test.Private)), "--peer", write(t, "peer", set.public(test.Public))}
				switch {
				case slices.Contains(test.Flags, "ZeroSharedSecret"):
					refuseSecant(t, "small order", nil, args...)
				case test.Result == "invalid":
					refuseSecant(t, "public key ", nil, args...)
				default:
					if got := string(mustSecant(t, nil, args...)); got != test.Shared+"\n" {
						t.Errorf("%d (%s): shared secret %s, want %s", test.TcID, test.Comment, got, test.Shared)
					}
				}
			})
		})
	}
}

// The EdDSA set, under each preset, and through the tool. It has no signature
// that some rules accept and others reject.
func TestWycheproofEdDSA(t *testing.T) {
	var file wycheproofFile
	wycheproof.load(t, "testvectors/eddsa_test.json", &file)
	valid := 0
	file.each(t, func(group int, test *wycheproofTest) {
		g := file.TestGroups[group]
		pub, msg, sig := unhex(t, g.Key.Pk), unhex(t, test.Msg), unhex(t, test.Sig)
		want := test.Result == "valid"
		for _, rules := range []ed25519.Rules{ed25519.Default, ed25519.StdLib, ed25519.FIPS, ed25519.ZIP215} {
			err := ed25519.VerifyWithRules(pub, msg, sig, rules, nil)
			if (err == nil) != want {
				t.Errorf("%d (%s), rules %v: %v, want %v", test.TcID, test.Comment, rules, err, want)
			}
		}
		if ed25519.Verify(pub, msg, sig) != want {
			t.Errorf("%d (%s): Verify gives %v", test.TcID, test.Comment, !want)
		}

		// Signatures are deterministic, so the valid ones are those we make.
		if want {
			valid++
			priv, err := ed25519.ParseSeed(unhex(t, g.Key.Sk))
			if err != nil {
				t.Fatal(err)
			}
			block, _ := pem.Decode([]byte(g.KeyPem))
			key, err := x509.ParsePKIXPublicKey(block.Bytes)
			if err != nil || !priv.Public().(ed25519.PublicKey).Equal(key.(stded25519.PublicKey)) {
				t.Errorf("%d (%s): public key %x, %v", test.TcID, test.Comment, priv.Public(), err)
			}
			if ours := ed25519.Sign(priv, msg); !bytes.Equal(ours, sig) {
				t.Errorf("%d (%s): signature %x, %v, want %x", test.TcID, test.Comment, ours, err, sig)
			}
		}

		if testing.Short() {
			return
		}
		// The tool does not take what is not 64 bytes for a signature.
		wantStatus := 0
		if len(sig) != ed25519.SignatureSize {
			wantStatus = 2
		} else if !want {
			wantStatus = 1
		}
		status, _, stderr := secant(t, msg, "verify", "--pub", write(t, "pub", []byte(g.KeyPem)), "--sig", write(t, "sig", sig))
		if status != wantStatus {
			t.Errorf("%d (%s): the tool's status is %d, want %d; %s", test.TcID, test.Comment, status, wantStatus, stderr)
		}
	})
	if valid == 0 {
		t.Error("no valid signature")
	}
}
