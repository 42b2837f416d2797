// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package conformance

import (
	"bytes"
	stdecdsa "crypto/ecdsa"
	"crypto/rand"
	"errors"
	"math/big"
	"testing"

	"github.com/btcsuite/btcd/btcec/v2"
	btcecdsa "github.com/btcsuite/btcd/btcec/v2/ecdsa"
	btcschnorr "github.com/btcsuite/btcd/btcec/v2/schnorr"
	"github.com/decred/dcrd/dcrec/secp256k1/v4"
	theirecdsa "github.com/decred/dcrd/dcrec/secp256k1/v4/ecdsa"

	group "secant.example/secp256k1"
	"secant.example/secp256k1/ecdh"
	"secant.example/secp256k1/ecdsa"
	"secant.example/secp256k1/elliptic"
	"secant.example/secp256k1/ethereum"
	"secant.example/secp256k1/schnorr"
)

// compareWallet compares what programs of wallets and nodes use, beside keys and signatures.
func compareWallet(t *testing.T, c *secp256k1Case) {
	k, bip340, _, theirs, ok := keysOf(t, &c.secret)
	if !ok {
		return
	}

	// Nonces. Theirs takes the digest as it is, so it gets it reduced.
	reduced := c.reducedDigest()
	version := c.other[:16]
	for _, data := range [][2][]byte{{nil, nil}, {c.extra[:], nil}, {nil, version}, {c.extra[:], version}} {
		for skip := range uint32(2) {
			want := secp256k1.NonceRFC6979(c.secret[:], reduced[:], data[0], data[1], skip).Bytes()
			got, err := ecdsa.NonceRFC6979(c.secret[:], c.digest[:], data[0], data[1], skip)
			if err != nil || !bytes.Equal(got.Bytes(), want[:]) {
				t.Errorf("nonce %d of %x, %x and %x: %v, %v, want %x", skip, c.secret, c.digest, data, got, err, want)
			}
		}
	}

	// Private keys without their first zeros.
	short := bytes.TrimLeft(c.secret[c.flip%32:], "\x00")
	if len(short) > 0 {
		want := secp256k1.PrivKeyFromBytes(short)
		got, err := ecdsa.NewPrivateKeyPadded(short)
		if want.Key.IsZero() || len(short) == 32 && !bytes.Equal(want.Serialize(), short) { // theirs reduces it
			if err == nil {
				t.Errorf("private key %x is read", short)
			}
		} else if err != nil || !bytes.Equal(got.Bytes(), want.Serialize()) {
			t.Errorf("private key %x: %v, %v, want %x", short, got, err, want.Serialize())
		}
	}

	// Ethereum's functions, as go-ethereum without cgo makes them of dcrec's.
	sig, err := ethereum.Sign(c.digest[:], k)
	if err != nil {
		t.Fatal(err)
	}
	want := theirecdsa.SignCompact(theirs, reduced[:], false)
	if want = append(want[1:], want[0]-27); !bytes.Equal(sig, want) {
		t.Errorf("Ethereum's signature %x, want %x", sig, want)
	}
	for _, b := range [][]byte{sig, c.flipped(sig), append(append(c.extra[:32:32], c.other[:]...), byte(c.flip)&1)} {
		if b[64] > 1 {
			continue
		}
		for _, digest := range [][]byte{c.digest[:], c.flipped(c.digest[:])} {
			var want []byte
			if key, _, err := theirecdsa.RecoverCompact(append([]byte{b[64] + 27}, b[:64]...), digest); err == nil {
				want = key.SerializeUncompressed()
			}
			for _, v := range []byte{0, 27} {
				got, _ := ethereum.Ecrecover(digest, append(b[:64:64], b[64]+v))
				if !bytes.Equal(got, want) {
					t.Errorf("recovering from %x of %x: %x, want %x", b, digest, got, want)
				}
			}
			parsed := parseTheirs(b[:64])
			s := new(secp256k1.ModNScalar)
			s.SetByteSlice(b[32:64])
			valid := parsed != nil && !s.IsOverHalfOrder() && parsed.Verify(digest, theirs.PubKey())
			if got := ethereum.VerifySignature(theirs.PubKey().SerializeCompressed(), digest, b[:64]); got != valid {
				t.Errorf("signature %x of %x: %v, want %v", b, digest, got, valid)
			}
		}
	}

	// Deterministic BIP-340.
	btcKey, _ := btcec.PrivKeyFromBytes(c.secret[:])
	theirSigned, err := btcschnorr.Sign(btcKey, c.digest[:], btcschnorr.CustomNonce([32]byte{}))
	if err != nil {
		t.Fatal(err)
	}
	if got, err := schnorr.SignWithOptions(bip340, c.digest[:], &schnorr.Options{Deterministic: true}); err != nil || !bytes.Equal(got, theirSigned.Serialize()) {
		t.Errorf("BIP-340 signature %x, %v, want %x", got, err, theirSigned.Serialize())
	}

	// The curve of crypto/elliptic.
	ours, curve := elliptic.S256(), secp256k1.S256()
	x1, y1 := theirs.PubKey().X(), theirs.PubKey().Y()
	x2, y2 := curve.ScalarBaseMult(c.other[:])
	same := func(what string) func(x, y, wantX, wantY *big.Int) {
		return func(x, y, wantX, wantY *big.Int) {
			t.Helper()
			if x.Cmp(wantX) != 0 || y.Cmp(wantY) != 0 {
				t.Errorf("%s of (%x, %x) and (%x, %x) is (%x, %x), want (%x, %x)", what, x1, y1, x2, y2, x, y, wantX, wantY)
			}
		}
	}
	pair := func(x, y *big.Int) [2]*big.Int { return [2]*big.Int{x, y} }
	for what, r := range map[string][2][2]*big.Int{
		"the sum":             {pair(ours.Add(x1, y1, x2, y2)), pair(curve.Add(x1, y1, x2, y2))},
		"the sum with itself": {pair(ours.Add(x1, y1, x1, y1)), pair(curve.Add(x1, y1, x1, y1))},
		"the double":          {pair(ours.Double(x1, y1)), pair(curve.Double(x1, y1))},
		"the product":         {pair(ours.ScalarMult(x1, y1, c.extra[:])), pair(curve.ScalarMult(x1, y1, c.extra[:]))},
		"a long product":      {pair(ours.ScalarMult(x1, y1, append(c.extra[:], c.other[:]...))), pair(curve.ScalarMult(x1, y1, append(c.extra[:], c.other[:]...)))},
		"the base product":    {pair(ours.ScalarBaseMult(c.extra[:])), pair(curve.ScalarBaseMult(c.extra[:]))},
	} {
		same(what)(r[0][0], r[0][1], r[1][0], r[1][1])
	}
	x, y := new(big.Int).SetBytes(c.extra[:]), new(big.Int).SetBytes(c.other[:])
	if inField := x.Cmp(curve.P) < 0 && y.Cmp(curve.P) < 0; ours.IsOnCurve(x, y) != (inField && curve.IsOnCurve(x, y)) {
		t.Errorf("(%x, %x) is on the curve: %v", x, y, ours.IsOnCurve(x, y))
	}
}

func TestWallet(t *testing.T) { forEachCase(t, 300, compareWallet) }

func FuzzWallet(f *testing.F) {
	addCases(f)
	f.Fuzz(func(t *testing.T, secret, other, digest, extra []byte, flip uint16) {
		compareWallet(t, newCase(secret, other, digest, extra, flip))
	})
}

// compareLax compares what btcec and dcrec make of any bytes with our parsers that take more
// than others, and the reasons that are given for public keys.
func compareLax(t *testing.T, b []byte) {
	// btcec's takes a subset: lengths of one byte. A larger one it takes as it is.
	if theirs, err := btcecdsa.ParseSignature(b); err == nil && b[1] < 0x80 {
		sig, err := ecdsa.ParseDERLax(b)
		if low := sig.LowS(); err != nil || !bytes.Equal(low.DER(), theirs.Serialize()) {
			t.Errorf("BER %x: %x, %v, want %x", b, low.DER(), err, theirs.Serialize())
		}
	}
	theirs, theirErr := secp256k1.ParsePubKey(b)
	p, err := ecdsa.NewPublicKeyHybrid(b)
	if (err == nil) != (theirErr == nil) || err == nil && !bytes.Equal(p.BytesUncompressed(), theirs.SerializeUncompressed()) {
		t.Errorf("public key %x: %v, %v, want %v", b, p, err, theirErr)
	}
	if q, other := ecdh.NewPublicKeyHybrid(b); (other == nil) != (err == nil) || err == nil && !bytes.Equal(q.Bytes(), p.Bytes()) {
		t.Errorf("public key %x: %v, %v, want %v", b, q, other, err)
	}
	notInField := errors.Is(theirErr, secp256k1.ErrPubKeyXTooBig) || errors.Is(theirErr, secp256k1.ErrPubKeyYTooBig)
	if errors.Is(err, group.ErrNotInField) != notInField {
		t.Errorf("public key %x: %v, want %v", b, err, theirErr)
	}
	// Of hybrid keys theirs looks at the parity before the equation.
	if notOnCurve := errors.Is(err, group.ErrNotOnCurve); notOnCurve != errors.Is(theirErr, secp256k1.ErrPubKeyNotOnCurve) &&
		!(notOnCurve && errors.Is(theirErr, secp256k1.ErrPubKeyMismatchedOddness)) {
		t.Errorf("public key %x: %v, want %v", b, err, theirErr)
	}
}

func TestLax(t *testing.T) { forEachEncoding(t, compareLax) }

func FuzzLax(f *testing.F) {
	for _, b := range encodings(f) {
		f.Add(b)
	}
	f.Fuzz(compareLax)
}

// The parameters are those of dcrec, and keys of crypto/ecdsa over either curve are the same.
func TestParameters(t *testing.T) {
	want := secp256k1.Params()
	x, y := group.G()
	for name, pair := range map[string][2]*big.Int{
		"p": {group.P(), want.P}, "n": {group.N(), want.N}, "x": {x, want.Gx}, "y": {y, want.Gy}, "b": {group.B(), secp256k1.S256().B},
	} {
		if pair[0].Cmp(pair[1]) != 0 {
			t.Errorf("%s is %x, want %x", name, pair[0], pair[1])
		}
	}
	k, err := stdecdsa.GenerateKey(elliptic.S256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	theirs := secp256k1.PrivKeyFromBytes(k.D.Bytes()).ToECDSA()
	if k.D.Cmp(theirs.D) != 0 || k.X.Cmp(theirs.X) != 0 || k.Y.Cmp(theirs.Y) != 0 {
		t.Errorf("key (%x, %x), want (%x, %x)", k.X, k.Y, theirs.X, theirs.Y)
	}
	digest := bytes.Repeat([]byte{0xff}, 32)
	for _, c := range [][2]*stdecdsa.PrivateKey{{k, theirs}, {theirs, k}} {
		sig, err := stdecdsa.SignASN1(rand.Reader, c[0], digest)
		if err != nil || !stdecdsa.VerifyASN1(&c[1].PublicKey, digest, sig) {
			t.Errorf("signature %x, %v", sig, err)
		}
	}
}
