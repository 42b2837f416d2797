// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package blinding

import (
	"bytes"
	stded25519 "crypto/ed25519"
	"errors"
	"math/big"
	"slices"
	"testing"

	"secant.example/ed25519"
	curve "secant.example/internal/edwards25519"
	"secant.example/internal/testkit"
)

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// The test vectors of Tor, src/test/ed25519_vectors.inc, which are under its license, BSD-3-Clause.
type vector struct{ Seed, Expanded, Public, Param, Blinded, BlindedPublic, SelfSignature testkit.Hex }

func vectors(t testing.TB) []vector {
	v := testkit.ReadJSON[[]vector](t, "testdata/vectors.json")
	if len(v) != 10 {
		t.Fatalf("%d vectors", len(v))
	}
	return v
}

func TestVectors(t *testing.T) {
	message := []byte("a message")
	testkit.Kernels(t, func(t *testing.T) {
		for i, v := range vectors(t) {
			k := must(NewPrivateKey(stded25519.NewKeyFromSeed(v.Seed)))
			if !bytes.Equal(k.Bytes(), v.Expanded) || !bytes.Equal(k.PublicKey(), v.Public) {
				t.Errorf("%d: the expanded key is %x, %x", i, k.Bytes(), k.PublicKey())
			}
			if again := must(NewExpandedPrivateKey(v.Expanded)); !again.Equal(k) || !bytes.Equal(again.PublicKey(), v.Public) {
				t.Errorf("%d: another expanded key", i)
			}
			if s := must(k.Sign(v.Public)); !bytes.Equal(s, v.SelfSignature) {
				t.Errorf("%d: the signature is %x", i, s)
			}
			factor := [32]byte(v.Param)
			b := must(k.Blind(factor))
			if !bytes.Equal(b.Bytes(), v.Blinded) || !bytes.Equal(b.PublicKey(), v.BlindedPublic) {
				t.Errorf("%d: the blinded key is %x, %x", i, b.Bytes(), b.PublicKey())
			}
			if p := must(BlindPublicKey(ed25519.PublicKey(v.Public), factor)); !bytes.Equal(p, v.BlindedPublic) {
				t.Errorf("%d: the blinded public key is %x", i, p)
			}
			if again := must(NewExpandedPrivateKey(v.Blinded)); !again.Equal(b) || again.Equal(k) {
				t.Errorf("%d: another blinded key", i)
			}
			s := must(b.Sign(message))
			if !ed25519.Verify(b.PublicKey(), message, s) || !stded25519.Verify(stded25519.PublicKey(v.BlindedPublic), message, s) {
				t.Errorf("%d: the signature %x is not valid", i, s)
			}
			if ed25519.Verify(k.PublicKey(), message, s) || ed25519.Verify(b.PublicKey(), []byte("another"), s) {
				t.Errorf("%d: the signature is valid for others", i)
			}
		}
	})
}

// The vector of Tor's test_hs_common.c.
func TestFactor(t *testing.T) {
	public := ed25519.PublicKey(testkit.Unhex(t, "833990B085C1A688C1D4C8B1F6B56AFAF5A2ECA674449E1D704F83765CCB7BC6"))
	k := must(NewExpandedPrivateKey(testkit.Unhex(t, "D8C7FF0E31295B66540D789AF3E3DF992038A9592EEA01D8B7CBA06D6E66D1594D6167696320576F7264733A20737065697373636F62616C742062697669756D")))
	if !bytes.Equal(k.PublicKey(), public) {
		t.Fatalf("the public key is %x", k.PublicKey())
	}
	factor := must(Factor(public, nil, 1234, 1440))
	if want := testkit.Unhex(t, "379E50DB31FEE6775ABD0AF6FB7C371E060308F4F847DB09FE4CFE13AF602287"); !bytes.Equal(factor[:], want) {
		t.Errorf("the factor is %x", factor)
	}
	if p := must(BlindPublicKey(public, factor)); !bytes.Equal(p, testkit.Unhex(t, "3A50BF210E8F9EE955AE0014F7A6917FB65EBF098A86305ABB508D1A7291B6D5")) {
		t.Errorf("the blinded public key is %x", p)
	}
	if b := must(k.Blind(factor)).Bytes(); !bytes.Equal(b, testkit.Unhex(t, "A958DC83AC885F6814C67035DE817A2C604D5D2F715282079448F789B656350B4540FE1F80AA3F7E91306B7BF7A8E367293352B14A29FDCC8C19F3558075524B")) {
		t.Errorf("the blinded key is %x", b)
	}
	// All of the arguments count.
	seen := [][32]byte{factor}
	for _, other := range [][32]byte{must(Factor(public, []byte("s"), 1234, 1440)), must(Factor(public, nil, 1235, 1440)), must(Factor(public, nil, 1234, 1441)), must(Factor(make([]byte, 32), nil, 1234, 1440))} {
		if slices.Contains(seen, other) {
			t.Errorf("the factor %x comes twice", other)
		}
		seen = append(seen, other)
	}
	for _, size := range []int{0, 31, 33} {
		if _, err := Factor(make([]byte, size), nil, 1, 1440); !errors.Is(err, ErrPublicKey) {
			t.Errorf("a public key of %d bytes: %v", size, err)
		}
	}
}

// Blinded keys are the products that math/big computes; two factors can be taken in any order.
func TestModel(t *testing.T) {
	rng := testkit.NewRand(t)
	clamp := func(f [32]byte) *big.Int {
		f[0] &= 248
		f[31] = f[31]&63 | 64
		return testkit.BigLE(f[:])
	}
	factors := [][32]byte{{}, {31: 0xff}, [32]byte(bytes.Repeat([]byte{0xff}, 32))}
	for range 20 {
		factors = append(factors, [32]byte(rng.Bytes(32)))
	}
	for i, f := range factors {
		k := must(NewPrivateKey(stded25519.NewKeyFromSeed(rng.Bytes(32))))
		b := must(k.Blind(f))
		a := new(big.Int).Mul(testkit.BigLE(k.Bytes()[:32]), clamp(f))
		a.Mod(a, testkit.EdwardsL)
		if want := testkit.Bytes(a); !bytes.Equal(b.Bytes()[:32], want[:]) {
			t.Fatalf("the scalar of %x is %x, want %x", f, b.Bytes(), want)
		}
		A, ok := testkit.EdwardsDecode([32]byte(k.PublicKey()), true)
		if want := A.Mult(clamp(f)).Bytes(); !ok || !bytes.Equal(must(BlindPublicKey(k.PublicKey(), f)), want[:]) || !bytes.Equal(b.PublicKey(), want[:]) {
			t.Fatalf("the public key of %x is %x, want %x", f, b.PublicKey(), want)
		}
		g := factors[len(factors)-1-i]
		one, other := must(must(k.Blind(f)).Blind(g)), must(must(k.Blind(g)).Blind(f))
		if !bytes.Equal(one.PublicKey(), other.PublicKey()) || !bytes.Equal(one.PublicKey(), must(BlindPublicKey(b.PublicKey(), g))) {
			t.Fatal("the order of two factors matters")
		}
	}
}

func TestPublicKeys(t *testing.T) {
	k := must(NewPrivateKey(stded25519.NewKeyFromSeed(make([]byte, 32))))
	var A curve.Point
	A.Decode((*[32]byte)(k.PublicKey()), true)
	for i := range 8 {
		// Points of small order, and those that have a component of small order.
		torsion := new(curve.Point).SetTorsion(i)
		for name, P := range map[string]*curve.Point{"small order": torsion, "component": new(curve.Point).Add(&A, torsion)} {
			var b [32]byte
			P.Encode(&b)
			p, err := BlindPublicKey(b[:], [32]byte{1})
			if name == "component" && i == 0 {
				if err != nil {
					t.Error(err)
				}
			} else if !errors.Is(err, ErrPublicKey) || p != nil {
				t.Errorf("%s %d: %v", name, i, err)
			}
		}
	}
	for _, b := range [][]byte{nil, make([]byte, 31), make([]byte, 33), append([]byte{2}, make([]byte, 31)...), bytes.Repeat([]byte{0xff}, 32),
		append([]byte{1}, append(make([]byte, 30), 0x80)...)} {
		if p, err := BlindPublicKey(b, [32]byte{1}); !errors.Is(err, ErrPublicKey) || p != nil {
			t.Errorf("%x: %v", b, err)
		}
	}
}

func TestPrivateKeys(t *testing.T) {
	key := stded25519.NewKeyFromSeed(make([]byte, 32))
	other := bytes.Clone(key)
	other[40] ^= 1
	for _, b := range [][]byte{nil, key[:63], other, make([]byte, 64)} {
		if k, err := NewPrivateKey(b); !errors.Is(err, ErrPrivateKey) || k != nil {
			t.Errorf("%x: %v", b, err)
		}
	}
	scalar := func(x *big.Int) []byte { b := testkit.Bytes(x); return append(b[:], make([]byte, 32)...) }
	one := big.NewInt(1)
	for _, c := range []struct {
		x  *big.Int
		ok bool
	}{
		{new(big.Int), false}, {one, true}, {new(big.Int).Sub(testkit.EdwardsL, one), true}, {testkit.EdwardsL, false}, {new(big.Int).Lsh(one, 253), false},
		{new(big.Int).Lsh(one, 254), true}, {new(big.Int).Add(new(big.Int).Lsh(one, 254), big.NewInt(4)), false}, {new(big.Int).Lsh(one, 255), false},
		{new(big.Int).Sub(new(big.Int).Lsh(one, 255), big.NewInt(8)), true},
	} {
		b := scalar(c.x)
		k, err := NewExpandedPrivateKey(b)
		if c.ok && (err != nil || !bytes.Equal(k.Bytes(), b)) || !c.ok && (!errors.Is(err, ErrPrivateKey) || k != nil) {
			t.Errorf("%d: %v", c.x, err)
		}
	}
	for _, size := range []int{0, 32, 63, 65} {
		if _, err := NewExpandedPrivateKey(make([]byte, size)); !errors.Is(err, ErrPrivateKey) {
			t.Errorf("%d bytes: %v", size, err)
		}
	}
	for _, k := range []*PrivateKey{nil, {}} {
		_, err1 := k.Blind([32]byte{1})
		_, err2 := k.Sign(nil)
		if !errors.Is(err1, ErrPrivateKey) || !errors.Is(err2, ErrPrivateKey) || k.Bytes() != nil || k.PublicKey() != nil || k.Equal(k) {
			t.Errorf("a key that was never set is one: %v, %v", err1, err2)
		}
	}
	k := must(NewPrivateKey(key))
	if k.Equal(7) || !k.Equal(must(NewPrivateKey(key))) {
		t.Error("Equal")
	}
	if k.Zero(); k.isSet() || k.Bytes() != nil {
		t.Error("a key that was overwritten is one")
	}
}

func FuzzKeys(f *testing.F) {
	for _, v := range vectors(f) {
		f.Add([]byte(v.Expanded), []byte(v.Param))
		f.Add([]byte(v.Blinded), []byte(v.Param))
	}
	f.Fuzz(func(t *testing.T, b, factor []byte) {
		if len(factor) != FactorSize {
			return
		}
		if len(b) >= 32 {
			if p, err := BlindPublicKey(b[:32], [32]byte(factor)); err == nil {
				if _, err := BlindPublicKey(p, [32]byte(factor)); err != nil {
					t.Errorf("%x is no key: %v", p, err)
				}
			}
		}
		k, err := NewExpandedPrivateKey(b)
		if err != nil {
			return
		}
		blinded := must(k.Blind([32]byte(factor)))
		if !bytes.Equal(k.Bytes(), b) || !bytes.Equal(must(BlindPublicKey(k.PublicKey(), [32]byte(factor))), blinded.PublicKey()) {
			t.Errorf("%x blinded by %x is %x", b, factor, blinded.Bytes())
		}
		if !ed25519.Verify(blinded.PublicKey(), b, must(blinded.Sign(b))) {
			t.Errorf("%x makes an invalid signature", blinded.Bytes())
		}
	})
}

// All keys that were blinded from one key have one secret; their nonces are different ones all the same, or
// the difference of two signatures would give the key away.
func TestNonces(t *testing.T) {
	key := stded25519.NewKeyFromSeed(bytes.Repeat([]byte{7}, stded25519.SeedSize))
	k, err := NewPrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	message := []byte("one message")
	seen := map[string]int{}
	for i := range 4 {
		factor, err := Factor(k.PublicKey(), nil, uint64(i), 1440)
		if err != nil {
			t.Fatal(err)
		}
		blinded, err := k.Blind(factor)
		if err != nil {
			t.Fatal(err)
		}
		twice, err := blinded.Blind(factor)
		if err != nil {
			t.Fatal(err)
		}
		again, err := NewExpandedPrivateKey(blinded.Bytes())
		if err != nil {
			t.Fatal(err)
		}
		var sigs [3][]byte
		for j, k := range []*PrivateKey{blinded, twice, again} {
			if sigs[j], err = k.Sign(message); err != nil || !stded25519.Verify(k.PublicKey(), message, sigs[j]) {
				t.Fatalf("key %d of factor %d: %v", j, i, err)
			}
		}
		if !bytes.Equal(sigs[0], sigs[2]) {
			t.Error("a key that was encoded signs otherwise")
		}
		seen[string(sigs[0][:32])]++
		seen[string(sigs[1][:32])]++
	}
	if len(seen) != 8 {
		t.Errorf("8 keys have %d nonces", len(seen))
	}
	own, err := k.Sign(message)
	if err != nil || !bytes.Equal(own, stded25519.Sign(key, message)) || seen[string(own[:32])] != 0 {
		t.Error("a key that is not blinded does not sign as RFC 8032 says")
	}
}
