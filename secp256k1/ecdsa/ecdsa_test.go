// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package ecdsa

import (
	"bytes"
	"crypto"
	"crypto/sha256"
	"encoding/asn1"
	"errors"
	"math/big"
	"slices"
	"testing"
	"testing/iotest"

	"secant.example/internal/scalar"
	"secant.example/internal/testkit"
)

// newKey returns the private key d.
func newKey(t testing.TB, d *big.Int) *PrivateKey {
	t.Helper()
	k, err := NewPrivateKey(toBytes(d))
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// toScalar returns x modulo n.
func toScalar(x *big.Int) *scalar.Scalar {
	z := new(scalar.Scalar)
	n.ReduceBE(z, (*[32]byte)(toBytes(x)))
	return z
}

// finished returns the signature of z by d for the nonce k, whose multiple of the generator
// has that x and that parity of y.
func finished(k, x *big.Int, odd int, z, d *big.Int) (sig RecoverableSignature) {
	overflow := 0
	if x.Cmp(testkit.SecpN) >= 0 {
		overflow = 1
	}
	sig.r = *toScalar(x)
	sig.finish(toScalar(k), overflow, odd, toScalar(z), toScalar(d))
	return sig
}

// rfc6979 are vectors for RFC 6979 with secp256k1 and SHA-256 that many implementations
// share. The RFC has none for this curve.
var rfc6979 = []struct{ d, message, k, sig string }{
	{
		"0000000000000000000000000000000000000000000000000000000000000001",
		"Satoshi Nakamoto",
		"8f8a276c19f4149656b280621e358cce24f5f52542772691ee69063b74f15d15",
		"934b1ea10a4b3c1757e2b0c017d0b6143ce3c9a7e6a4a49860d7a6ab210ee3d82442ce9d2b916064108014783e923ec36b49743e2ffa1c4496f01a512aafd9e5",
	}, {
		"0000000000000000000000000000000000000000000000000000000000000001",
		"All those moments will be lost in time, like tears in rain. Time to die...",
		"38aa22d72376b4dbc472e06c3ba403ee0a394da63fc58d88686c611aba98d6b3",
		"8600dbd41e348fe5c9465ab92d23e3db8b98b873beecd930736488696438cb6b547fe64427496db33bf66019dacbf0039c04199abb0122918601db38a72cfc21",
	}, {
		"fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364140",
		"Satoshi Nakamoto",
		"33a19b60e25fb6f4435af53a3d42d493644827367e6453928554f43e49aa6f90",
		"fd567d121db66e382991534ada77a6bd3106f0a1098c231e47993447cd6af2d06b39cd0eb1bc8603e159ef5c20a5c8ad685a45b06ce9bebed3f153d10d93bed5",
	}, {
		"f8b8af8ce3c7cca5e300d33939540c10d45ce001b8f252bfbc57ba0342904181",
		"Alan Turing",
		"525a82b70e67874398067543fd84c83d30c175fdc45fdeee082fe13b1d7cfdf1",
		"7063ae83e7f62bbb171798131b4a0564b956930092b33b07b395615d9ec7e15c58dfcc1e00a35e1572f366ffe34ba0fc47db1e7189759b9fb233c5b05ab388ea",
	}, {
		"e91671c46231f833a6406ccbea0e3e392c76c167bac1cb013f6f1013980455c2",
		"There is a computer disease that anybody who works with computers knows about. It's a very serious disease and it interferes completely with the work. The trouble with computers is that you 'play' with them!",
		"1f4b84c23a86a221d233f2521be018d9318639d5b8bbd6374a8a59232d16ad3d",
		"b552edd27580141f3b2a5463048cb7cd3e047b97c9f98076c32dbdf85a68718b279fa72dd19bfae05577e06c7c0c1900c371fcd5893f7e1d56a37d30174671f6",
	},
}

func TestRFC6979(t *testing.T) {
	testkit.Kernels(t, func(t *testing.T) {
		for _, v := range rfc6979 {
			d, digest := toInt(testkit.Unhex(t, v.d)), Digest(sha256.Sum256([]byte(v.message)))
			nonce := modelNonces(testkit.SecpN, d, digest[:], nil, 1)[0]
			if !bytes.Equal(toBytes(nonce), testkit.Unhex(t, v.k)) {
				t.Errorf("%s: the model has the nonce %x, want %s", v.message, nonce, v.k)
			}
			want := testkit.Unhex(t, v.sig)
			if got := modelSignWith(d, toInt(digest[:]), nonce).low().compact(); !bytes.Equal(got, want) {
				t.Errorf("%s: the model has the signature %x, want %x", v.message, got, want)
			}
			k := newKey(t, d)
			sig, err := Sign(k, digest)
			if err != nil || !bytes.Equal(sig.Compact(), want) {
				t.Errorf("%s: signature %x, %v, want %x", v.message, sig.Compact(), err, want)
			}
			if !k.PublicKey().Verify(digest, sig, LowS) || !k.PublicKey().Verify(digest, sig, AnyS) {
				t.Errorf("%s: the signature is not valid", v.message)
			}
		}
	})
}

// TestNonces compares several nonces in a row with the model.
func TestNonces(t *testing.T) {
	rng := testkit.NewRand(t)
	for i := range 50 {
		d := rng.SecpScalar()
		var digest, entropy [32]byte
		rng.Fill(digest[:])
		rng.Fill(entropy[:])
		n := newNonces(toBytes(d), toBytes(modN(toInt(digest[:]))), entropy[:32*(i%2)])
		for j, want := range modelNonces(testkit.SecpN, d, digest[:], entropy[:32*(i%2)], 4) {
			var k [32]byte
			if n.generate(&k); !bytes.Equal(k[:], toBytes(want)) {
				t.Fatalf("nonce %d for %x: %x, want %x", j, d, k, want)
			}
		}
	}
}

// TestModel signs digests of all kinds by keys of all kinds, and compares with the
// textbook.
func TestModel(t *testing.T) {
	rng := testkit.NewRand(t)
	for i := range 60 {
		d := rng.SecpScalar()
		k := newKey(t, d)
		digest := Digest(rng.Bytes32())
		switch i { // reduced modulo n, or 0
		case 0:
			digest = Digest{}
		case 1:
			digest = Digest(bytes.Repeat([]byte{255}, 32))
		case 2:
			digest = Digest(toBytes(testkit.SecpN))
		}
		var entropy []byte
		if i%3 == 0 {
			b := rng.Bytes32()
			entropy = b[:]
		}
		Q := testkit.SecpG.Mult(d)
		p := k.PublicKey()
		if !bytes.Equal(p.BytesUncompressed(), modelUncompressed(Q)) {
			t.Fatalf("private key %x: public key %x", d, p.BytesUncompressed())
		}
		z := toInt(digest[:])
		want := modelSignWith(d, z, modelNonces(testkit.SecpN, d, digest[:], entropy, 1)[0]).low()
		sig, err := SignRecoverable(k, digest, &Options{Entropy: entropy})
		if err != nil || !bytes.Equal(sig.Compact(), want.compact()) || sig.ID() != want.id {
			t.Fatalf("key %x, digest %x: %x, %d, %v, want %x, %d", d, digest, sig.Compact(), sig.ID(), err, want.compact(), want.id)
		}
		if plain, err := SignWithOptions(k, digest, &Options{Entropy: entropy}); err != nil || plain != sig.Signature {
			t.Errorf("not the same signature without the id: %v", err)
		}
		if !p.Verify(digest, sig.Signature, LowS) || sig.IsHighS() || sig.LowS() != sig.Signature {
			t.Errorf("key %x, digest %x: the signature is not valid", d, digest)
		}
		if got, err := sig.Recover(digest, LowS); err != nil || !got.Equal(p) {
			t.Errorf("key %x, digest %x: recovered %v, %v", d, digest, got, err)
		}
		der, err := crypto.Signer(k).Sign(iotest.ErrReader(errors.New("not used")), digest[:], &Options{Entropy: entropy})
		if err != nil || !bytes.Equal(der, sig.DER()) {
			t.Errorf("crypto.Signer: %x, %v, want %x", der, err, sig.DER())
		}
	}
}

// signature returns (r, s), which may be out of range.
func signature(r, s *big.Int) Signature { return Signature{*toScalar(r), *toScalar(s)} }

// TestVerifyModel verifies what is not as it was signed, and compares with the textbook.
func TestVerifyModel(t *testing.T) {
	rng := testkit.NewRand(t)
	n := testkit.SecpN
	for range 5 {
		d := rng.SecpScalar()
		k := newKey(t, d)
		Q := testkit.SecpG.Mult(d)
		p := k.PublicKey()
		digest := Digest(rng.Bytes32())
		z := toInt(digest[:])
		s := modelSignWith(d, z, rng.SecpScalar())
		minus := new(big.Int).Sub(n, s.s)
		type pair struct{ r, s *big.Int }
		pairs := []pair{{s.r, s.s}, {s.r, minus}, {s.s, s.r}, {new(big.Int), s.s}, {s.r, new(big.Int)}, {n, s.s}, {s.r, n}, {new(big.Int).Sub(n, s.r), s.s}}
		for range 5 {
			pairs = append(pairs, pair{s.r, rng.SecpScalar()}, pair{rng.SecpScalar(), s.s})
		}
		for i, c := range pairs {
			want := modelVerify(Q, z, c.r, c.s)
			if want != (i < 2) {
				t.Errorf("the textbook's verdict on (%x, %x) is %v", c.r, c.s, want)
			}
			wantLow := want && c.s.Cmp(half) <= 0
			compact := append(toBytes(c.r), toBytes(c.s)...)
			if got := p.VerifyCompact(digest, compact, AnyS); got != want {
				t.Errorf("(%x, %x): valid is %v", c.r, c.s, got)
			}
			if got := p.VerifyCompact(digest, compact, LowS); got != wantLow {
				t.Errorf("(%x, %x): valid by the rule LowS is %v", c.r, c.s, got)
			}
			der, err := asn1.Marshal(struct{ R, S *big.Int }{c.r, c.s})
			if err != nil {
				t.Fatal(err)
			}
			if p.VerifyDER(digest, der, AnyS) != want || p.VerifyDER(digest, der, LowS) != wantLow {
				t.Errorf("(%x, %x): another verdict in DER", c.r, c.s)
			}
			for _, b := range [][]byte{p.Bytes(), p.BytesUncompressed()} {
				sig := signature(c.r, c.s)
				inRange := c.r.Cmp(n) < 0 && c.s.Cmp(n) < 0
				if inRange && (Verify(b, digest, sig, AnyS) != want || Verify(b, digest, sig, LowS) != wantLow) {
					t.Errorf("(%x, %x): another verdict under %x", c.r, c.s, b)
				}
				if Verify(b[1:], digest, sig, AnyS) || Verify(nil, digest, sig, AnyS) || Verify([]byte{0}, digest, sig, AnyS) {
					t.Errorf("(%x, %x): valid under what is no key", c.r, c.s)
				}
			}
			if p.VerifyCompact(digest, compact, 2) || p.VerifyCompact(digest, compact, -1) {
				t.Error("valid by a rule that does not exist")
			}
			other := digest
			other[rng.IntN(32)] ^= 1 << rng.IntN(8)
			if p.VerifyCompact(other, compact, AnyS) {
				t.Errorf("(%x, %x): valid for another digest", c.r, c.s)
			}
		}
		if !p.Verify(digest, signature(s.r, s.s), AnyS) || p.Verify(digest, Signature{}, AnyS) ||
			p.Verify(digest, signature(n, s.s), AnyS) || p.Verify(digest, signature(s.r, n), AnyS) {
			t.Error("signatures that were not parsed")
		}
		if (*PublicKey)(nil).Verify(digest, signature(s.r, s.s), AnyS) || new(PublicKey).Verify(digest, signature(s.r, s.s), AnyS) {
			t.Error("valid without a key")
		}
	}
	// The point of the signature is the identity: z = -rd.
	d, r, s := rng.SecpScalar(), rng.SecpScalar(), rng.SecpScalar()
	z := modN(new(big.Int).Neg(new(big.Int).Mul(r, d)))
	if newKey(t, d).PublicKey().Verify(Digest(toBytes(z)), signature(r, s), AnyS) {
		t.Error("valid for the identity")
	}
}

// TestHalf has s at n/2, where low and high meet.
func TestHalf(t *testing.T) {
	rng := testkit.NewRand(t)
	for delta := int64(-1); delta <= 2; delta++ {
		s := new(big.Int).Add(half, big.NewInt(delta))
		low := delta <= 0
		d, nonce := rng.SecpScalar(), rng.SecpScalar()
		R := testkit.SecpG.Mult(nonce)
		// z = sk - rd
		z := modN(new(big.Int).Sub(new(big.Int).Mul(s, nonce), new(big.Int).Mul(R.X, d)))
		digest, k := Digest(toBytes(z)), newKey(t, d)
		want := modelSignWith(d, z, nonce)
		if want.s.Cmp(s) != 0 {
			t.Fatalf("s is %x, want %x", want.s, s)
		}
		sig := signature(want.r, s)
		p := k.PublicKey()
		if !p.Verify(digest, sig, AnyS) || p.Verify(digest, sig, LowS) != low || sig.IsHighS() == low {
			t.Errorf("s = (n-1)/2 + %d: valid is %v, by the rule LowS %v, high %v", delta, p.Verify(digest, sig, AnyS), p.Verify(digest, sig, LowS), sig.IsHighS())
		}
		if other := sig.LowS(); !p.Verify(digest, other, LowS) || (other == sig) != low {
			t.Errorf("s = (n-1)/2 + %d: made low, it is %x", delta, other.Compact())
		}
		// Signing makes it low, and the recovery id follows.
		made := finished(nonce, R.X, int(R.Y.Bit(0)), z, d)
		if want := want.low(); !bytes.Equal(made.Compact(), want.compact()) || made.ID() != want.id {
			t.Errorf("s = (n-1)/2 + %d: signed %x, %d, want %x, %d", delta, made.Compact(), made.ID(), want.compact(), want.id)
		}
	}
}

// TestValues has signatures as values: what a call returns needs no variable.
func TestValues(t *testing.T) {
	k, digest := newKey(t, big.NewInt(5)), Digest{1}
	made := func() RecoverableSignature {
		sig, err := SignRecoverable(k, digest, nil)
		if err != nil {
			t.Fatal(err)
		}
		return sig
	}
	der := made().LowS().DER()
	if !k.PublicKey().VerifyDER(digest, der, LowS) || !bytes.Equal(made().Signature.AppendDER(nil), der) || made().LowS().IsHighS() {
		t.Errorf("%x", der)
	}
	p, err := made().Recover(digest, LowS)
	if err != nil || !p.Equal(k.PublicKey()) {
		t.Errorf("recovered %v, %v", p, err)
	}
	parsed, compressed, err := ParseBitcoin(made().Bitcoin(true))
	if err != nil || !compressed || parsed != made() || parsed.ID() != made().ID() || !bytes.Equal(parsed.Compact(), made().Compact()) {
		t.Errorf("%v, %v", parsed, err)
	}
	if b, err := made().Ethereum(); err != nil || len(b) != RecoverableSize {
		t.Errorf("%x, %v", b, err)
	}
	if b, err := made().Ethereum27(); err != nil || len(b) != RecoverableSize {
		t.Errorf("%x, %v", b, err)
	}
}

func TestSignErrors(t *testing.T) {
	k := newKey(t, big.NewInt(5))
	var digest Digest
	for _, size := range []int{1, 31, 33} {
		if sig, err := SignWithOptions(k, digest, &Options{Entropy: make([]byte, size)}); sig != (Signature{}) || !errors.Is(err, ErrOptions) {
			t.Errorf("%d bytes of entropy: %v, %v", size, sig, err)
		}
		if sig, err := k.Sign(nil, make([]byte, size), nil); sig != nil || !errors.Is(err, ErrOptions) {
			t.Errorf("a digest of %d bytes: %x, %v", size, sig, err)
		}
	}
	for _, k := range []*PrivateKey{nil, new(PrivateKey)} {
		if sig, err := Sign(k, digest); sig != (Signature{}) || !errors.Is(err, ErrPrivateKey) {
			t.Errorf("without a key: %v, %v", sig, err)
		}
	}
	for _, hash := range []crypto.Hash{crypto.SHA512, 200} {
		if sig, err := k.Sign(nil, digest[:], hash); sig != nil || !errors.Is(err, ErrOptions) {
			t.Errorf("%v: %x, %v", hash, sig, err)
		}
	}
	want, err := Sign(k, digest)
	if err != nil {
		t.Fatal(err)
	}
	for _, opts := range []crypto.SignerOpts{nil, crypto.Hash(0), crypto.SHA256, crypto.SHA3_256, crypto.SHA512_256, (*Options)(nil), &Options{}} {
		if sig, err := k.Sign(nil, digest[:], opts); err != nil || !bytes.Equal(sig, want.DER()) {
			t.Errorf("%v: %x, %v, want %x", opts, sig, err, want.DER())
		}
	}
}

func TestKeys(t *testing.T) {
	n := testkit.SecpN
	old := newKey(t, big.NewInt(5))
	testkit.CheckSecpPrivateKey[PrivateKey](t, ErrPrivateKey)
	last := newKey(t, new(big.Int).Sub(n, big.NewInt(1)))
	if !bytes.Equal(last.Bytes(), toBytes(new(big.Int).Sub(n, big.NewInt(1)))) || last.Equal(old) || last.PublicKey().Equal(old.Public()) {
		t.Error("the last private key")
	}
	p := old.PublicKey()
	compressed, uncompressed := p.Bytes(), p.BytesUncompressed()
	hybrid := slices.Clone(uncompressed)
	hybrid[0] = 6 | hybrid[64]&1
	off := slices.Clone(uncompressed)
	off[64] ^= 1
	for _, b := range [][]byte{
		nil, {0}, make([]byte, 33), make([]byte, 65), compressed[:32], append(slices.Clone(compressed), 0), uncompressed[:64],
		hybrid, off, append([]byte{2}, toBytes(big.NewInt(5))...), append([]byte{2}, toBytes(testkit.SecpP)...),
		append([]byte{4}, compressed[1:]...), append([]byte{1}, compressed[1:]...), slices.Concat([]byte{2}, uncompressed[1:]),
	} {
		q := *last.PublicKey()
		if got, err := q.SetBytes(b); got != nil || !errors.Is(err, ErrPublicKey) || !q.Equal(last.Public()) {
			t.Errorf("public key %x: %v, %v", b, got, err)
		}
	}
	for _, b := range [][]byte{compressed, uncompressed} {
		if q, err := NewPublicKey(b); err != nil || !q.Equal(p) || !bytes.Equal(q.Bytes(), compressed) || !bytes.Equal(q.BytesUncompressed(), uncompressed) {
			t.Errorf("public key %x: %v, %v", b, q, err)
		}
	}
	var none PublicKey
	if none.Bytes() != nil || none.BytesUncompressed() != nil || none.Equal(p) || p.Equal(&none) || p.Equal(nil) || p.Equal((*PublicKey)(nil)) || none.Equal(&none) || old.Equal(nil) {
		t.Error("keys that were never set")
	}
	old.Zero()
	if _, err := Sign(old, Digest{}); !errors.Is(err, ErrPrivateKey) {
		t.Errorf("signing with a key that was overwritten: %v", err)
	}
}

func TestGenerateKey(t *testing.T) { testkit.CheckSecpGenerateKey(t, GenerateKey) }

func TestAllocations(t *testing.T) {
	k := newKey(t, big.NewInt(12345))
	p := k.PublicKey()
	digest := Digest(sha256.Sum256(nil))
	sig, err := SignRecoverable(k, digest, nil)
	if err != nil {
		t.Fatal(err)
	}
	der, compact, public, opts := sig.DER(), sig.Compact(), p.Bytes(), &Options{Entropy: make([]byte, 32)}
	var q PublicKey
	testkit.NoAllocs(t, "Sign", func() { Sign(k, digest) })
	testkit.NoAllocs(t, "SignWithOptions", func() { SignWithOptions(k, digest, opts) })
	testkit.NoAllocs(t, "Compact", func() { _ = sig.Compact()[0] })
	testkit.NoAllocs(t, "DER", func() { _ = sig.DER()[0] })
	testkit.NoAllocs(t, "Verify", func() { p.Verify(digest, sig.Signature, LowS) })
	testkit.NoAllocs(t, "VerifyCompact", func() { p.VerifyCompact(digest, compact, LowS) })
	testkit.NoAllocs(t, "VerifyDER", func() { p.VerifyDER(digest, der, LowS) })
	testkit.NoAllocs(t, "SetBytes", func() { q.SetBytes(public) })
	testkit.NoAllocs(t, "recover", func() { sig.recover(&q, &digest, LowS) })
}
