// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package scheme

import (
	"bytes"
	"crypto"
	"math/big"
	"reflect"
	"testing"

	"secant.example/internal/secp256k1"
	"secant.example/internal/testkit"
)

func TestReadRandom(t *testing.T) {
	want := bytes.Repeat([]byte{7}, 40)
	var b, zero [32]byte
	if err := ReadRandom(bytes.NewReader(want), &b); err != nil || !bytes.Equal(b[:], want[:32]) {
		t.Errorf("read %x, %v", b, err)
	}
	if err := ReadRandom(bytes.NewReader(want[:31]), &zero); err == nil || zero != [32]byte{} {
		t.Errorf("31 bytes: %x, %v", zero, err)
	}
	if err := ReadRandom(nil, &zero); err != nil || zero == [32]byte{} {
		t.Errorf("from the system: %x, %v", zero, err)
	}
	testkit.NoAllocs(t, "ReadRandom", func() {
		var b [32]byte
		ReadRandom(nil, &b)
	})
}

// TestScalars compares with integers.
func TestScalars(t *testing.T) {
	rng := testkit.NewRand(t)
	n := testkit.SecpN
	check := func(x *big.Int) {
		b := testkit.BytesBE(x)
		var z secp256k1.Scalar
		SetReduced(&z, &b)
		if got, want := new(big.Int).SetBytes(z.Bytes()), new(big.Int).Mod(x, n); got.Cmp(want) != 0 {
			t.Errorf("%x is %x, want %x", x, got, want)
		}
		if got, want := SetNonZero(&z, b[:]), x.Sign() > 0 && x.Cmp(n) < 0; got != want || got && !bytes.Equal(z.Bytes(), b[:]) {
			t.Errorf("%x is in [1, n): %v, %x", x, got, z.Bytes())
		}
	}
	for _, x := range testkit.Edges(n) {
		check(testkit.Big(x))
	}
	for range 100 {
		check(rng.SecpScalar())
	}
	var z secp256k1.Scalar
	for _, size := range []int{0, 31, 33} {
		if SetNonZero(&z, bytes.Repeat([]byte{1}, size)) {
			t.Errorf("%d bytes are a scalar", size)
		}
	}
}

func TestNormalize(t *testing.T) {
	rng := testkit.NewRand(t)
	for range 10 {
		d := rng.SecpScalar()
		b := testkit.BytesBE(d)
		var z secp256k1.Scalar
		SetReduced(&z, &b)
		P := new(secp256k1.Point).ScalarBaseMult(&z)
		got, Q := Normalize(P), testkit.SecpG.Mult(d)
		x, y := testkit.BytesBE(Q.X), testkit.BytesBE(Q.Y)
		want, err := new(secp256k1.Point).SetBytes(append(append([]byte{4}, x[:]...), y[:]...))
		if err != nil || !bytes.Equal(got[:], want.BytesUncompressed()) || !reflect.DeepEqual(P, want) {
			t.Errorf("%x times the generator: %x, want %x, %v", d, got, want.BytesUncompressed(), err)
		}
	}
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
