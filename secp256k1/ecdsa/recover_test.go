// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package ecdsa

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"math/big"
	"testing"

	"secant.example/internal/testkit"
)

// checkRecover compares recovery with the textbook, and says whether there is a key.
func checkRecover(t *testing.T, m modelSig, digest Digest) bool {
	t.Helper()
	sig, err := NewRecoverableSignature(signature(m.r, m.s), m.id)
	if err != nil {
		t.Fatal(err)
	}
	want, ok := m.recovered(toInt(digest[:]))
	p, err := sig.Recover(digest, AnyS)
	var b BatchRecoverer
	b.Add(digest, sig, AnyS)
	if all, keys := b.Recover(); all != ok || len(keys) != 1 || (keys[0] != nil) != ok || ok && !keys[0].Equal(p) {
		t.Errorf("(%x, %x), %d: recovered %v in a batch, and %v alone", m.r, m.s, m.id, keys, p)
	}
	if !ok {
		if p != nil || !errors.Is(err, ErrSignature) {
			t.Errorf("(%x, %x), %d: recovered %v, %v, but there is none", m.r, m.s, m.id, p, err)
		}
		return false
	}
	if err != nil || !bytes.Equal(p.BytesUncompressed(), modelUncompressed(want)) {
		t.Errorf("(%x, %x), %d: recovered %v, %v, want %x", m.r, m.s, m.id, p, err, modelUncompressed(want))
		return true
	}
	if !p.Verify(digest, sig.Signature, AnyS) {
		t.Errorf("(%x, %x), %d: not valid under the key that was recovered", m.r, m.s, m.id)
	}
	if low, err := sig.Recover(digest, LowS); (err == nil) == sig.IsHighS() || err != nil && (low != nil || !errors.Is(err, ErrSignature)) {
		t.Errorf("(%x, %x), %d: recovered by the rule LowS %v, %v", m.r, m.s, m.id, low, err)
	}
	return true
}

// TestRecover recovers keys from signatures with all ids, of which most are of x-coordinates
// that are none.
func TestRecover(t *testing.T) {
	rng := testkit.NewRand(t)
	found := 0
	for range 20 {
		digest := Digest(rng.Bytes32())
		for id := range 4 {
			if checkRecover(t, modelSig{rng.SecpScalar(), rng.SecpScalar(), id}, digest) {
				found++
			}
		}
	}
	if found < 5 || found > 60 {
		t.Errorf("%d keys", found)
	}
}

// TestRecoverOverflow has points R whose x-coordinate is not below n, which no one has ever
// seen but can be written down.
func TestRecoverOverflow(t *testing.T) {
	rng := testkit.NewRand(t)
	found := 0
	last := new(big.Int).Sub(testkit.SecpP, testkit.SecpN) // r + n < p if and only if r < last
	for _, r := range []*big.Int{
		big.NewInt(1), big.NewInt(2), big.NewInt(3), big.NewInt(4), big.NewInt(5), big.NewInt(6),
		new(big.Int).Sub(last, big.NewInt(3)), new(big.Int).Sub(last, big.NewInt(2)), new(big.Int).Sub(last, big.NewInt(1)),
		last, new(big.Int).Add(last, big.NewInt(1)), new(big.Int).Sub(testkit.SecpN, big.NewInt(1)), new(big.Int).Lsh(last, 100),
		new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 256), testkit.SecpN), // r + n = 2^256
	} {
		for id := range 4 {
			digest := Digest(rng.Bytes32())
			if checkRecover(t, modelSig{r, rng.SecpScalar(), id}, digest) && id >= 2 {
				found++
			}
		}
	}
	if found < 4 {
		t.Errorf("%d keys with ids above 1", found)
	}
}

// TestSignOverflow signs with points R whose x-coordinate is around n, which no nonce is
// known to make.
func TestSignOverflow(t *testing.T) {
	for _, delta := range []int64{-2, -1, 1, 2, 1000} {
		x := new(big.Int).Add(testkit.SecpN, big.NewInt(delta))
		for odd := range 2 {
			sig := finished(big.NewInt(3), x, odd, big.NewInt(5), big.NewInt(7))
			s := new(big.Int).Mul(modN(x), big.NewInt(7))
			m := modelSig{modN(x), divN(s.Add(s, big.NewInt(5)), big.NewInt(3)), odd}
			if delta > 0 {
				m.id |= 2
			}
			if m = m.low(); !bytes.Equal(sig.Compact(), m.compact()) || sig.ID() != m.id {
				t.Errorf("n + %d: %x, %d, want %x, %d", delta, sig.Compact(), sig.ID(), m.compact(), m.id)
			}
		}
	}
}

// TestRecoverIdentity has signatures whose key would be the identity: s·R = z·G.
func TestRecoverIdentity(t *testing.T) {
	rng := testkit.NewRand(t)
	k, z := rng.SecpScalar(), rng.SecpScalar()
	R := testkit.SecpG.Mult(k)
	m := modelSig{modN(R.X), divN(z, k), int(R.Y.Bit(0))}
	if checkRecover(t, m, Digest(toBytes(z))) {
		t.Error("recovered the identity")
	}
	m.s = modN(new(big.Int).Add(m.s, big.NewInt(1)))
	if !checkRecover(t, m, Digest(toBytes(z))) {
		t.Error("not recovered")
	}
	var none RecoverableSignature
	if p, err := none.Recover(Digest{}, AnyS); p != nil || !errors.Is(err, ErrSignature) {
		t.Errorf("no signature: %v, %v", p, err)
	}
	sig, err := SignRecoverable(newKey(t, k), Digest{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if p, err := sig.Recover(Digest{}, 2); p != nil || !errors.Is(err, ErrSignature) {
		t.Errorf("a rule that does not exist: %v, %v", p, err)
	}
}

// TestEthereum has the example of EIP-155: a transaction signed for chain 1, where v is
// 37 = 35 + 2·1 + id.
func TestEthereum(t *testing.T) {
	k, err := NewPrivateKey(bytes.Repeat([]byte{0x46}, 32))
	if err != nil {
		t.Fatal(err)
	}
	digest := Digest(testkit.Unhex(t, "daf5a779ae972f972197303d7b574746c7ef83eadac0f2791ad23db92e4c8e53"))
	want := testkit.Unhex(t, "28ef61340bd939bc2195fe537567866003e1a15d3c71ff63e1590620aa63627667cbe9d8997f761aecb703304b3800ccf555c9f3dc64214b297fb1966a3b6d8300")
	sig, err := SignRecoverable(k, digest, nil)
	if err != nil {
		t.Fatal(err)
	}
	got, err := sig.Ethereum()
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("signature %x, %v, want %x", got, err, want)
	}
	got27, err := sig.Ethereum27()
	if err != nil || !bytes.Equal(got27[:64], want[:64]) || got27[64] != 27 {
		t.Errorf("signature %x, %v", got27, err)
	}
	for _, b := range [][]byte{got, got27} {
		parsed, err := ParseEthereum(b)
		if err != nil || parsed != sig {
			t.Errorf("%x: %v, %v", b, parsed, err)
		}
		if p, err := parsed.Recover(digest, LowS); err != nil || !p.Equal(k.Public()) {
			t.Errorf("%x: recovered %v, %v", b, p, err)
		}
	}
	for v := range 256 {
		b := append(bytes.Clone(want[:64]), byte(v))
		parsed, err := ParseEthereum(b)
		if ok := v == 0 || v == 1 || v == 27 || v == 28; ok != (err == nil) || ok && parsed.ID() != v%27 || !ok && !errors.Is(err, ErrSignature) {
			t.Errorf("v = %d: %d, %v", v, parsed.ID(), err)
		}
	}
	for id := 2; id < 4; id++ {
		sig, err := NewRecoverableSignature(sig.Signature, id)
		if err != nil {
			t.Fatal(err)
		}
		if b, err := sig.Ethereum(); b != nil || !errors.Is(err, ErrSignature) {
			t.Errorf("id %d: %x, %v", id, b, err)
		}
		if b, err := sig.Ethereum27(); b != nil || !errors.Is(err, ErrSignature) {
			t.Errorf("id %d: %x, %v", id, b, err)
		}
	}
	badForms(t, func(b []byte) error { _, err := ParseEthereum(b); return err }, 0)
	var none RecoverableSignature
	if b, err := none.Ethereum(); b != nil || !errors.Is(err, ErrSignature) {
		t.Errorf("the zero value: %x, %v", b, err)
	}
	if b, err := none.Ethereum27(); b != nil || !errors.Is(err, ErrSignature) {
		t.Errorf("the zero value, 27: %x, %v", b, err)
	}
}

// badForms gives a parser of 65 bytes what it must not accept; r starts at the offset.
func badForms(t *testing.T, parse func(b []byte) error, offset int) {
	t.Helper()
	header := []byte{0}
	if offset == 1 {
		header[0] = 31
	}
	join := func(rs ...[]byte) []byte {
		if offset == 1 {
			return append(bytes.Clone(header), bytes.Join(rs, nil)...)
		}
		return append(bytes.Join(rs, nil), header...)
	}
	one, zero, n := toBytes(big.NewInt(1)), make([]byte, 32), toBytes(testkit.SecpN)
	if err := parse(join(one, one)); err != nil {
		t.Errorf("a good signature: %v", err)
	}
	for _, b := range [][]byte{
		nil, make([]byte, 64), make([]byte, 65), join(one, one)[1:], append(join(one, one), 0),
		join(zero, one), join(one, zero), join(n, one), join(one, n), join(one, bytes.Repeat([]byte{255}, 32)),
	} {
		if err := parse(b); !errors.Is(err, ErrSignature) {
			t.Errorf("%x: %v", b, err)
		}
	}
}

func TestBitcoin(t *testing.T) {
	rng := testkit.NewRand(t)
	for range 10 {
		digest := Digest(sha256.Sum256(toBytes(rng.SecpScalar())))
		k := newKey(t, rng.SecpScalar())
		sig, err := SignRecoverable(k, digest, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, compressed := range []bool{false, true} {
			b := sig.Bitcoin(compressed)
			header := byte(27 + sig.ID())
			if compressed {
				header += 4
			}
			if b[0] != header || !bytes.Equal(b[1:], sig.Compact()) {
				t.Errorf("%x, want %d || %x", b, header, sig.Compact())
			}
			parsed, isCompressed, err := ParseBitcoin(b)
			if err != nil || parsed != sig || isCompressed != compressed {
				t.Errorf("%x: %v, %v, %v", b, parsed, isCompressed, err)
			}
			if p, err := parsed.Recover(digest, LowS); err != nil || !p.Equal(k.Public()) {
				t.Errorf("%x: recovered %v, %v", b, p, err)
			}
		}
	}
	one := append(toBytes(big.NewInt(1)), toBytes(big.NewInt(1))...)
	for header := range 256 {
		sig, compressed, err := ParseBitcoin(append([]byte{byte(header)}, one...))
		if ok := header >= 27 && header < 35; ok != (err == nil) || ok && (sig.ID() != (header-27)%4 || compressed != (header >= 31)) || !ok && !errors.Is(err, ErrSignature) {
			t.Errorf("header %d: %d, %v, %v", header, sig.ID(), compressed, err)
		}
	}
	badForms(t, func(b []byte) error { _, _, err := ParseBitcoin(b); return err }, 1)
}

func TestNewRecoverableSignature(t *testing.T) {
	sig, err := Sign(newKey(t, big.NewInt(1)), Digest{})
	if err != nil {
		t.Fatal(err)
	}
	for id := -2; id < 7; id++ {
		got, err := NewRecoverableSignature(sig, id)
		if ok := id >= 0 && id < 4; ok != (err == nil) || ok && got.ID() != id || !ok && !errors.Is(err, ErrSignature) {
			t.Errorf("id %d: %v, %v", id, got, err)
		}
	}
	if _, err := NewRecoverableSignature(Signature{}, 0); !errors.Is(err, ErrSignature) {
		t.Errorf("no signature: %v", err)
	}
}
