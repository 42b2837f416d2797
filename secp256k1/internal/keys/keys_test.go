// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package keys

import (
	"bytes"
	"crypto"
	"errors"
	"math/big"
	"reflect"
	"testing"

	"secant.example/internal/scalar"
	"secant.example/internal/secp256k1"
	"secant.example/internal/testkit"
	group "secant.example/secp256k1"
)

func TestScalars(t *testing.T) {
	rng := testkit.NewRand(t)
	order := testkit.SecpN
	check := func(x *big.Int) {
		b := testkit.BytesBE(x)
		var z scalar.Scalar
		if got, want := SetNonZero(&z, &b), x.Sign() > 0 && x.Cmp(order) < 0; got != want || got && testkit.Big(z.Limbs()).Cmp(x) != 0 {
			t.Errorf("%x is in [1, n): %v, %x", x, got, z)
		}
	}
	for _, x := range testkit.Edges(order) {
		check(testkit.Big(x))
	}
	for range 100 {
		check(rng.SecpScalar())
	}
}

var (
	errPrivate, errPublic = errors.New("private"), errors.New("public")
	keyErrors             = NewErrors(errPrivate, errPublic)
)

// TestPrivate compares with integers and points of the model.
func TestPrivate(t *testing.T) {
	rng := testkit.NewRand(t)
	var unset Private
	if unset.IsSet() || unset.Bytes() != nil || unset.Equal(&unset) || unset.Equal(new(Private)) {
		t.Error("a private key that was never set")
	}
	var public Public
	if public.SetPublic(&unset); public.IsSet() {
		t.Error("the public key of a private key that was never set")
	}
	before := Private{}
	for range 10 {
		d := rng.SecpScalar()
		b := testkit.BytesBE(d)
		var k, l, generated Private
		if err := k.SetBytes(b[:], keyErrors); err != nil || !k.IsSet() || !bytes.Equal(k.Bytes(), b[:]) || testkit.Big(k.Scalar().Limbs()).Cmp(d) != 0 {
			t.Fatalf("%x: %x, %v", d, k.Bytes(), err)
		}
		if l.SetScalar(k.Scalar()); !l.Equal(&k) || !k.Equal(&l) || k.Equal(&before) || k.Equal(&unset) || unset.Equal(&k) {
			t.Errorf("%x is not equal to itself, or to another", d)
		}
		if err := generated.Generate(bytes.NewReader(b[:])); err != nil || !generated.Equal(&k) {
			t.Errorf("%x, generated from %x, %v", generated.Bytes(), b, err)
		}
		for _, bad := range [][]byte{nil, b[:31], append(b[:], 0), make([]byte, 32), bytes.Repeat([]byte{0xff}, 32)} {
			if err := l.SetBytes(bad, keyErrors); !errors.Is(err, errPrivate) || !l.Equal(&k) {
				t.Errorf("%x is a private key: %v", bad, err)
			}
		}
		before = k

		public.SetPublic(&k)
		Q := testkit.SecpG.Mult(d)
		x, y := testkit.BytesBE(Q.X), testkit.BytesBE(Q.Y)
		long := append(append([]byte{4}, x[:]...), y[:]...)
		short := append([]byte{2 | y[31]&1}, x[:]...)
		if !bytes.Equal(public.Bytes(), short) || !bytes.Equal(public.BytesUncompressed(), long) || !bytes.Equal(public.BytesX(), x[:]) {
			t.Errorf("the public key of %x is %x", d, public.BytesUncompressed())
		}
		// Nothing is left of how it was computed.
		want, err := new(secp256k1.Point).SetBytes(long)
		if err != nil || !reflect.DeepEqual(public.Point(), want) {
			t.Errorf("the public key of %x is not normalized: %v", d, err)
		}
	}
	for size := range 300 {
		if size%32 == 0 && size > 7*32 { // 8 times zeros
			break
		}
		if err := new(Private).Generate(bytes.NewReader(make([]byte, size))); err == nil || errors.Is(err, errNotRandom) {
			t.Errorf("%d zeros: %v", size, err)
		}
	}
	zeros := bytes.NewReader(make([]byte, 1000))
	if err := new(Private).Generate(zeros); !errors.Is(err, errNotRandom) || zeros.Len() != 1000-8*32 {
		t.Errorf("zeros: %v, %d bytes left", err, zeros.Len())
	}
	var generated Private
	if err := generated.Generate(nil); err != nil || !generated.IsSet() {
		t.Errorf("from the system: %v", err)
	}
}

func TestPublic(t *testing.T) {
	rng := testkit.NewRand(t)
	var unset Public
	if unset.IsSet() || unset.Bytes() != nil || unset.BytesUncompressed() != nil || unset.BytesX() != nil || unset.Equal(&unset) || unset.Equal(new(Public)) {
		t.Error("a public key that was never set")
	}
	for range 10 {
		var p, q, r Public
		p.SetPoint(new(secp256k1.Point).Normalize(new(secp256k1.Point).ScalarBaseMult(randomScalar(rng))))
		r.SetPoint(new(secp256k1.Point).Normalize(new(secp256k1.Point).ScalarBaseMult(randomScalar(rng))))
		for _, b := range [][]byte{p.Bytes(), p.BytesUncompressed()} {
			if err := q.SetBytes(b, keyErrors); err != nil || !q.Equal(&p) || !p.Equal(&q) || q.Equal(&r) || q.Equal(&unset) || unset.Equal(&q) {
				t.Errorf("%x: %v", b, err)
			}
		}
		hybrid := p.BytesUncompressed()
		hybrid[0] = 6 | hybrid[64]&1
		for _, bad := range [][]byte{nil, {0}, p.BytesX(), p.Bytes()[:32], hybrid, append(p.Bytes(), 0), make([]byte, 33), make([]byte, 65)} {
			if err := q.SetBytes(bad, keyErrors); !errors.Is(err, errPublic) || !q.Equal(&p) {
				t.Errorf("%x is a public key: %v", bad, err)
			}
		}
		x := p.BytesX()
		if err := r.SetX(x, keyErrors); err != nil || !bytes.Equal(r.Bytes(), append([]byte{2}, x...)) {
			t.Errorf("%x: %x, %v", x, r.Bytes(), err)
		}
		for _, bad := range [][]byte{nil, x[:31], append(x, 0), bytes.Repeat([]byte{0xff}, 32), make([]byte, 32)} {
			if err := r.SetX(bad, keyErrors); !errors.Is(err, errPublic) || !bytes.Equal(r.BytesX(), x) {
				t.Errorf("%x is an x-coordinate: %v", bad, err)
			}
		}
	}
}

// A key of a point has no trace of how that was computed.
func TestGroupPoint(t *testing.T) {
	rng := testkit.NewRand(t)
	for range 10 {
		var p Public
		Q := (*group.Point)(new(secp256k1.Point).ScalarBaseMult(randomScalar(rng)))
		want, err := new(secp256k1.Point).SetBytes(Q.Bytes())
		if err != nil {
			t.Fatal(err)
		}
		if err := p.SetGroupPoint(Q, keyErrors); err != nil || !reflect.DeepEqual(p.Point(), want) {
			t.Errorf("%x: %v, %v", Q.Bytes(), p, err)
		}
		for _, none := range []*group.Point{group.NewIdentityPoint(), new(group.Point)} {
			if err := p.SetGroupPoint(none, keyErrors); !errors.Is(err, errPublic) || !reflect.DeepEqual(p.Point(), want) {
				t.Errorf("no point: %v, %v", p, err)
			}
		}
	}
}

func randomScalar(r *testkit.Rand) *scalar.Scalar {
	l := testkit.Limbs(r.SecpScalar())
	x := scalar.New(l[0], l[1], l[2], l[3])
	return &x
}

func TestIsDigest(t *testing.T) {
	for _, c := range []struct {
		opts crypto.SignerOpts
		want bool
	}{
		{nil, true}, {crypto.Hash(0), true}, {crypto.SHA256, true}, {crypto.SHA3_256, true}, {crypto.BLAKE2b_256, true},
		{crypto.SHA512, false}, {crypto.BLAKE2b_512, false}, {crypto.BLAKE2b_512 + 1, false}, {crypto.Hash(200), false}, {^crypto.Hash(0), false},
	} {
		if got := IsDigest(32, c.opts); got != c.want {
			t.Errorf("32 bytes are a digest of %v: %v", c.opts, got)
		}
	}
	if !IsDigest(64, crypto.BLAKE2b_512) {
		t.Error("64 bytes are no digest of BLAKE2b-512")
	}
}
