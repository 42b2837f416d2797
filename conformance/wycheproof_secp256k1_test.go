// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package conformance

import (
	"bytes"
	"crypto/sha256"
	"crypto/sha3"
	"crypto/sha512"
	"encoding/json"
	"fmt"
	"testing"

	"secant.example/secp256k1/ecdh"
	"secant.example/secp256k1/ecdsa"
)

// wycheproofNow is the project that goes on where Google's ended, with more sets.
var wycheproofNow = vectorModule{
	"github.com/c2sp/wycheproof", "v0.0.0-20260902155932-3fa63dd0344a",
	"h1:pNbL2nztRsWfW/ispAwsvcDFxs9Id38uIsR2/Up5G2c=",
}

// ecdsaDigests are the hashes of the ECDSA sets. Of a long one the first 32 bytes
// count, as FIPS 186-5 says.
var ecdsaDigests = map[string]func(message []byte) ecdsa.Digest{
	"SHA-256": func(m []byte) ecdsa.Digest { return sha256.Sum256(m) },
	"SHA-512": func(m []byte) ecdsa.Digest {
		h := sha512.Sum512(m)
		return ecdsa.Digest(h[:])
	},
	"SHA3-256": func(m []byte) ecdsa.Digest { return sha3.Sum256(m) },
	"SHA3-512": func(m []byte) ecdsa.Digest {
		h := sha3.Sum512(m)
		return ecdsa.Digest(h[:])
	},
	"SHAKE128": func(m []byte) ecdsa.Digest { return ecdsa.Digest(sha3.SumSHAKE128(m, 32)) },
	"SHAKE256": func(m []byte) ecdsa.Digest { return ecdsa.Digest(sha3.SumSHAKE256(m, 64)) },
}

// All ECDSA sets for secp256k1: in DER, in 64 bytes (P1363), and with Bitcoin's
// rules. Each key is read in every form in which the set has it.
func TestWycheproofECDSA(t *testing.T) {
	for _, name := range []string{
		"sha256", "sha256_p1363", "sha256_bitcoin", "sha512", "sha512_p1363", "sha3_256", "sha3_512",
		"shake128", "shake128_p1363", "shake256", "shake256_p1363",
	} {
		t.Run(name, func(t *testing.T) {
			var file struct {
				NumberOfTests int
				TestGroups    []struct {
					Type                       string
					PublicKey                  struct{ Uncompressed string }
					PublicKeyDer, PublicKeyPem string
					PublicKeyJwk               json.RawMessage
					Sha                        string
					Tests                      []struct {
						TcID                      int
						Comment, Msg, Sig, Result string
					}
				}
			}
			wycheproofNow.load(t, "testvectors_v1/ecdsa_secp256k1_"+name+"_test.json", &file)
			n, valid := 0, 0
			for _, g := range file.TestGroups {
				p := wycheproofKey(t, unhex(t, g.PublicKey.Uncompressed), unhex(t, g.PublicKeyDer), []byte(g.PublicKeyPem), g.PublicKeyJwk)
				rule, verify, parse := ecdsa.AnyS, (*ecdsa.PublicKey).VerifyDER, ecdsa.ParseDER
				switch g.Type {
				case "EcdsaBitcoinVerify":
					rule = ecdsa.LowS
				case "EcdsaP1363Verify":
					verify, parse = (*ecdsa.PublicKey).VerifyCompact, ecdsa.ParseCompact
				case "EcdsaVerify":
				default:
					t.Fatalf("a group of type %s", g.Type)
				}
				for _, test := range g.Tests {
					n++
					digest, b := ecdsaDigests[g.Sha](unhex(t, test.Msg)), unhex(t, test.Sig)
					want := test.Result == "valid"
					if got := verify(p, digest, b, rule); got != want {
						t.Errorf("%d (%s): %v, want %v", test.TcID, test.Comment, got, want)
					}
					sig, err := parse(b)
					if err != nil {
						continue
					}
					if got := p.Verify(digest, sig, ecdsa.LowS); got != (want && !sig.IsHighS()) {
						t.Errorf("%d (%s): %v with low S wanted, s is high: %v", test.TcID, test.Comment, got, sig.IsHighS())
					}
					if !want {
						continue
					}
					valid++

					// A valid signature is so in the other form too, and leads to the key.
					if !p.VerifyDER(digest, sig.DER(), ecdsa.AnyS) || !p.VerifyCompact(digest, sig.Compact(), ecdsa.AnyS) {
						t.Errorf("%d (%s): invalid in another form", test.TcID, test.Comment)
					}
					found := 0
					for id := range 4 {
						r, err := ecdsa.NewRecoverableSignature(sig, id)
						if err != nil {
							t.Fatal(err)
						}
						if q, err := r.Recover(digest, ecdsa.AnyS); err == nil && q.Equal(p) {
							found++
						}
					}
					if found != 1 {
						t.Errorf("%d (%s): %d of 4 recovery ids lead to the key", test.TcID, test.Comment, found)
					}
				}
			}
			if n != file.NumberOfTests || valid < 100 {
				t.Errorf("%d tests, %d valid; the file says %d tests", n, valid, file.NumberOfTests)
			}
		})
	}
}

// wycheproofKey returns the public key, which must be the same in all forms.
func wycheproofKey(t *testing.T, uncompressed, der, pem, jwk []byte) *ecdsa.PublicKey {
	t.Helper()
	p, err := ecdsa.NewPublicKey(uncompressed)
	if err != nil {
		t.Fatal(err)
	}
	if q, err := ecdsa.ParseSPKI(der); err != nil || !q.Equal(p) {
		t.Errorf("DER %x: %v, %v", der, q, err)
	}
	if got, err := p.MarshalSPKI(); err != nil || !bytes.Equal(got, der) {
		t.Errorf("DER %x, %v, want %x", got, err, der)
	}
	if q, err := ecdsa.ParsePublicKeyPEM(pem); err != nil || !q.Equal(p) {
		t.Errorf("PEM %s: %v, %v", pem, q, err)
	}
	if got, err := p.MarshalPEM(); err != nil || !bytes.Equal(bytes.TrimSpace(got), bytes.TrimSpace(pem)) {
		t.Errorf("PEM %s, %v, want %s", got, err, pem)
	}
	if jwk != nil {
		if q, err := ecdsa.ParsePublicKeyJWK(jwk); err != nil || !q.Equal(p) {
			t.Errorf("JWK %s: %v, %v", jwk, q, err)
		}
	}
	return p
}

// The ECDH set with public keys in ASN.1. What it calls acceptable, keys with
// parameters in place of the curve's name and other encodings that are not quite
// right, may be refused, but if it is read, the result must be right.
func TestWycheproofECDH(t *testing.T) {
	var file struct {
		NumberOfTests int
		TestGroups    []struct {
			Tests []struct {
				TcID                                     int
				Comment, Public, Private, Shared, Result string
				Flags                                    []string
			}
		}
	}
	wycheproofNow.load(t, "testvectors_v1/ecdh_secp256k1_test.json", &file)
	n, read, refused := 0, 0, 0
	for _, g := range file.TestGroups {
		for _, test := range g.Tests {
			n++
			p, err := ecdsa.ParseSPKI(unhex(t, test.Public))
			if q, other := ecdh.ParseSPKI(unhex(t, test.Public)); (other == nil) != (err == nil) || err == nil && !bytes.Equal(q.Bytes(), p.Bytes()) {
				t.Errorf("%d (%s): package ecdh has %v, %v", test.TcID, test.Comment, q, other)
			}
			switch {
			case test.Result == "valid" && err != nil:
				t.Errorf("%d (%s): %v", test.TcID, test.Comment, err)
			case test.Result == "invalid" && err == nil:
				t.Errorf("%d (%s): the key is read", test.TcID, test.Comment)
			}
			if err != nil {
				refused++
				continue
			}
			read++
			secrets := sharedSecrets(t, unhex(t, test.Private), p.Bytes(), p.BytesUncompressed())
			for _, got := range secrets {
				if fmt.Sprintf("%x", got) != test.Shared {
					t.Errorf("%d (%s): shared secret %x, want %s", test.TcID, test.Comment, got, test.Shared)
				}
			}
		}
	}
	if n != file.NumberOfTests || read < 473 || refused == 0 {
		t.Errorf("%d tests, %d keys read, %d refused; the file says %d tests", n, read, refused, file.NumberOfTests)
	}
}

// sharedSecrets returns the shared secret of an integer of any number of bytes
// with each of the public keys.
func sharedSecrets(t *testing.T, private []byte, public ...[]byte) (secrets [][]byte) {
	t.Helper()
	b := make([]byte, 64)
	copy(b[64-len(private):], private)
	k, err := ecdh.NewPrivateKey(b[32:])
	if err != nil {
		t.Fatalf("private key %x: %v", private, err)
	}
	for _, q := range public {
		p, err := ecdh.NewPublicKey(q)
		if err != nil {
			t.Fatalf("public key %x: %v", q, err)
		}
		secret, err := k.SharedSecret(p)
		if err != nil {
			t.Fatal(err)
		}
		secrets = append(secrets, secret[:])
	}
	return secrets
}

// The ECDH set with keys as JSON Web Keys, which has the curve under a name that
// it had before RFC 8812.
func TestWycheproofECDHJWK(t *testing.T) {
	var file struct {
		NumberOfTests int
		TestGroups    []struct {
			Tests []struct {
				TcID                    int
				Comment, Shared, Result string
				Public, Private         json.RawMessage
			}
		}
	}
	wycheproofNow.load(t, "testvectors_v1/ecdh_secp256k1_webcrypto_test.json", &file)
	rename := func(jwk []byte) []byte {
		return bytes.Replace(jwk, []byte(`"P-256K"`), []byte(`"secp256k1"`), 1)
	}
	n, valid := 0, 0
	for _, g := range file.TestGroups {
		for _, test := range g.Tests {
			n++
			p, err := ecdsa.ParsePublicKeyJWK(rename(test.Public))
			if (err == nil) != (test.Result == "valid") {
				t.Errorf("%d (%s): %v, but the key is %s", test.TcID, test.Comment, err, test.Result)
			}
			if _, err := ecdsa.ParsePublicKeyJWK(test.Public); err == nil {
				t.Errorf("%d (%s): a curve of another name is read", test.TcID, test.Comment)
			}
			if err != nil {
				continue
			}
			valid++
			k, err := ecdsa.ParsePrivateKeyJWK(rename(test.Private))
			if err != nil {
				t.Errorf("%d (%s): private key: %v", test.TcID, test.Comment, err)
				continue
			}
			if got := sharedSecrets(t, k.Bytes(), p.Bytes())[0]; fmt.Sprintf("%x", got) != test.Shared {
				t.Errorf("%d (%s): shared secret %x, want %s", test.TcID, test.Comment, got, test.Shared)
			}
		}
	}
	if n != file.NumberOfTests || valid < 473 {
		t.Errorf("%d tests, %d valid; the file says %d tests", n, valid, file.NumberOfTests)
	}
}
