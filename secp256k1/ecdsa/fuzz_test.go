// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package ecdsa

import (
	"bytes"
	"encoding/asn1"
	"encoding/pem"
	"errors"
	"math/big"
	"testing"

	"secant.example/internal/testkit"
)

// FuzzParseDER compares the parser with BIP-66 and with encoding/asn1.
func FuzzParseDER(f *testing.F) {
	for _, v := range derTable {
		f.Add(testkit.Unhex(f, v.der))
	}
	f.Add(testkit.Unhex(f, openSSLSig))
	f.Fuzz(func(t *testing.T, b []byte) {
		sig, err := ParseDER(b)
		if err != nil && (sig != Signature{} || !errors.Is(err, ErrSignature)) {
			t.Errorf("%x: %v, %v", b, sig, err)
		}
		var want struct{ R, S *big.Int }
		rest, asnErr := asn1.Unmarshal(b, &want)
		valid := asnErr == nil && len(rest) == 0
		if valid {
			again, err := asn1.Marshal(want)
			inRange := func(x *big.Int) bool { return x.Sign() > 0 && x.Cmp(testkit.SecpN) < 0 }
			valid = err == nil && bytes.Equal(again, b) && inRange(want.R) && inRange(want.S)
		}
		if (err == nil) != valid || valid && !bip66(b) {
			t.Errorf("%x: %v, encoding/asn1 says %v, BIP-66 %v", b, err, valid, bip66(b))
		}
		if err == nil && (!bytes.Equal(sig.DER(), b) || !bytes.Equal(sig.Compact(), append(toBytes(want.R), toBytes(want.S)...))) {
			t.Errorf("%x comes back as %x", b, sig.DER())
		}
	})
}

// FuzzVerify compares verification with the textbook.
func FuzzVerify(f *testing.F) {
	for _, v := range rfc6979 {
		f.Add(toBytes(testkit.SecpG.X), []byte(v.message), testkit.Unhex(f, v.sig))
	}
	f.Add(toBytes(big.NewInt(1)), toBytes(big.NewInt(1)), append(toBytes(big.NewInt(1)), toBytes(big.NewInt(1))...))
	f.Fuzz(func(t *testing.T, x, digestBytes, compact []byte) {
		var digest Digest
		copy(digest[:], digestBytes)
		if len(x) != 32 || len(compact) != 64 {
			return
		}
		Q, ok := testkit.SecpLift(toInt(x), 0)
		p, err := NewPublicKey(append([]byte{2}, x...))
		if ok != (err == nil) || err != nil && !errors.Is(err, ErrPublicKey) {
			t.Fatalf("key %x: %v", x, err)
		}
		if !ok {
			return
		}
		r, s := toInt(compact[:32]), toInt(compact[32:])
		want := modelVerify(Q, toInt(digest[:]), r, s)
		if got := p.VerifyCompact(digest, compact, AnyS); got != want {
			t.Errorf("%x, %x, %x: valid is %v", x, digest, compact, got)
		}
		if got := p.VerifyCompact(digest, compact, LowS); got != (want && s.Cmp(half) <= 0) {
			t.Errorf("%x, %x, %x: valid by the rule LowS is %v", x, digest, compact, got)
		}
	})
}

// FuzzSign signs, verifies, and recovers the key.
func FuzzSign(f *testing.F) {
	for _, v := range rfc6979 {
		f.Add(testkit.Unhex(f, v.d), []byte(v.message), []byte{})
	}
	f.Add(toBytes(testkit.SecpN), []byte{}, make([]byte, 32))
	f.Fuzz(func(t *testing.T, private, digestBytes, entropy []byte) {
		var digest Digest
		copy(digest[:], digestBytes)
		k, err := NewPrivateKey(private)
		valid := len(private) == 32 && toInt(private).Sign() > 0 && toInt(private).Cmp(testkit.SecpN) < 0
		if valid != (err == nil) || err != nil && !errors.Is(err, ErrPrivateKey) {
			t.Fatalf("%x: %v", private, err)
		}
		if !valid {
			return
		}
		sig, err := SignRecoverable(k, digest, &Options{Entropy: entropy})
		if ok := len(entropy) == 0 || len(entropy) == 32; ok != (err == nil) || err != nil && !errors.Is(err, ErrOptions) {
			t.Fatalf("%d bytes of entropy: %v", len(entropy), err)
		} else if !ok {
			return
		}
		d := toInt(private)
		want := modelSignWith(d, toInt(digest[:]), modelNonces(testkit.SecpN, d, digest[:], entropy, 1)[0]).low()
		if !bytes.Equal(sig.Compact(), want.compact()) || sig.ID() != want.id {
			t.Errorf("%x, %x, %x: %x, %d, want %x, %d", private, digest, entropy, sig.Compact(), sig.ID(), want.compact(), want.id)
		}
		if !k.PublicKey().Verify(digest, sig.Signature, LowS) {
			t.Errorf("%x, %x: not valid", private, digest)
		}
		if p, err := sig.Recover(digest, LowS); err != nil || !p.Equal(k.Public()) {
			t.Errorf("%x, %x: recovered %v, %v", private, digest, p, err)
		}
	})
}

// FuzzRecover compares recovery with the textbook, from both forms of 65 bytes.
func FuzzRecover(f *testing.F) {
	f.Add(toBytes(big.NewInt(1)), append([]byte{33}, append(toBytes(big.NewInt(2)), toBytes(big.NewInt(1))...)...))
	f.Add(toBytes(testkit.SecpN), append([]byte{27}, testkit.Unhex(f, rfc6979[0].sig)...))
	f.Fuzz(func(t *testing.T, digestBytes, b []byte) {
		var digest Digest
		copy(digest[:], digestBytes)
		sig, compressed, err := ParseBitcoin(b)
		if err != nil {
			if sig != (RecoverableSignature{}) || !errors.Is(err, ErrSignature) {
				t.Errorf("%x: %v, %v", b, sig, err)
			}
		} else {
			if !bytes.Equal(sig.Bitcoin(compressed), b) {
				t.Errorf("%x comes back as %x", b, sig.Bitcoin(compressed))
			}
			checkRecover(t, modelSig{toInt(b[1:33]), toInt(b[33:]), int(b[0]-27) & 3}, digest)
		}
		sig, err = ParseEthereum(b)
		if err != nil {
			if sig != (RecoverableSignature{}) || !errors.Is(err, ErrSignature) {
				t.Errorf("%x: %v, %v", b, sig, err)
			}
			return
		}
		plain, err := sig.Ethereum()
		plain27, err27 := sig.Ethereum27()
		if err != nil || err27 != nil || !bytes.Equal(plain, b) && !bytes.Equal(plain27, b) {
			t.Errorf("%x comes back as %x, %v, or %x, %v", b, plain, err, plain27, err27)
		}
	})
}

// FuzzParseKey gives all parsers of keys any bytes: what they accept comes back the same.
func FuzzParseKey(f *testing.F) {
	for _, texts := range []map[string]string{privatePEMs, otherPrivatePEMs, otherPublicPEMs, {"": sec1PEM}, {"": pkcs8PEM}, {"": compressedPEM}} {
		for _, text := range texts {
			f.Add([]byte(text))
			block, _ := pem.Decode([]byte(text))
			f.Add(block.Bytes)
		}
	}
	k := newKey(f, big.NewInt(7))
	jwk, err := k.MarshalJWK()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(jwk)
	public, err := k.PublicKey().MarshalJWK()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(public)
	f.Add(k.PublicKey().Bytes())
	f.Add(k.PublicKey().BytesUncompressed())
	f.Fuzz(func(t *testing.T, b []byte) {
		for name, parse := range map[string]func([]byte) (*PrivateKey, error){
			"SEC 1": ParseSEC1, "PKCS #8": ParsePKCS8, "PEM": ParsePrivateKeyPEM, "JWK": ParsePrivateKeyJWK,
		} {
			got, err := parse(b)
			if (got == nil) != (err != nil) || err != nil && !errors.Is(err, ErrPrivateKey) {
				t.Errorf("%s, %q: %v, %v", name, b, got, err)
			}
			if err != nil {
				continue
			}
			for again, marshal := range map[string]func() ([]byte, error){
				"SEC 1": got.MarshalSEC1, "PKCS #8": got.MarshalPKCS8, "PEM": got.MarshalPEM, "SEC 1 PEM": got.MarshalSEC1PEM, "JWK": got.MarshalJWK,
			} {
				data, err := marshal()
				if err != nil {
					t.Fatal(err)
				}
				parse := map[string]func([]byte) (*PrivateKey, error){
					"SEC 1": ParseSEC1, "PKCS #8": ParsePKCS8, "PEM": ParsePrivateKeyPEM, "SEC 1 PEM": ParsePrivateKeyPEM, "JWK": ParsePrivateKeyJWK,
				}[again]
				if k, err := parse(data); err != nil || !k.Equal(got) {
					t.Errorf("%s, %q: %v, %v", again, data, k, err)
				}
			}
		}
		for name, c := range map[string]struct {
			parse   func([]byte) (*PublicKey, error)
			marshal func(*PublicKey) ([]byte, error)
		}{
			"SPKI":  {ParseSPKI, (*PublicKey).MarshalSPKI},
			"PEM":   {ParsePublicKeyPEM, (*PublicKey).MarshalPEM},
			"JWK":   {ParsePublicKeyJWK, (*PublicKey).MarshalJWK},
			"point": {NewPublicKey, func(p *PublicKey) ([]byte, error) { return p.Bytes(), nil }},
		} {
			got, err := c.parse(b)
			if (got == nil) != (err != nil) || err != nil && !errors.Is(err, ErrPublicKey) {
				t.Errorf("%s, %q: %v, %v", name, b, got, err)
			}
			if err != nil {
				continue
			}
			data, err := c.marshal(got)
			if err != nil {
				t.Fatal(err)
			}
			if p, err := c.parse(data); err != nil || !p.Equal(got) {
				t.Errorf("%s, %q: %v, %v", name, data, p, err)
			}
		}
	})
}
