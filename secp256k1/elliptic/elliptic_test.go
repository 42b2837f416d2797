// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package elliptic

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"math/big"
	"testing"

	"secant.example/internal/testkit"
	ours "secant.example/secp256k1/ecdsa"
)

var c = S256()

// coordinates returns those of q, which are (0, 0) at infinity.
func coordinates(q testkit.SecpPoint) (x, y *big.Int) {
	if q.IsIdentity() {
		return new(big.Int), new(big.Int)
	}
	return q.X, q.Y
}

func check(t *testing.T, name string, x, y *big.Int, want testkit.SecpPoint) {
	t.Helper()
	wantX, wantY := coordinates(want)
	if x.Cmp(wantX) != 0 || y.Cmp(wantY) != 0 {
		t.Errorf("%s is (%x, %x), want (%x, %x)", name, x, y, wantX, wantY)
	}
}

func panics(f func()) (panicked bool) {
	defer func() { panicked = recover() != nil }()
	f()
	return false
}

func TestModel(t *testing.T) {
	rng := testkit.NewRand(t)
	G := testkit.SecpG
	infinity := G.Mult(new(big.Int))
	points := []testkit.SecpPoint{infinity, G, G.Negate(), G.Add(G)}
	for range 4 {
		points = append(points, G.Mult(rng.SecpScalar()))
	}
	scalars := [][]byte{nil, {0}, {1}, {0, 2}, testkit.SecpN.Bytes(), new(big.Int).Sub(testkit.SecpN, big.NewInt(1)).Bytes(), bytes.Repeat([]byte{255}, 32)}
	for size := range 70 {
		k := make([]byte, size)
		rng.Fill(k)
		scalars = append(scalars, k)
	}
	for i, p := range points {
		x, y := coordinates(p)
		x1, y1 := new(big.Int).Set(x), new(big.Int).Set(y)
		for _, q := range points {
			x2, y2 := coordinates(q)
			x3, y3 := c.Add(x, y, x2, y2)
			check(t, "the sum", x3, y3, p.Add(q))
		}
		x3, y3 := c.Double(x, y)
		check(t, "the double", x3, y3, p.Add(p))
		if i > 4 {
			scalars = scalars[:10]
		}
		for _, k := range scalars {
			reduced := new(big.Int).Mod(new(big.Int).SetBytes(k), testkit.SecpN)
			x3, y3 := c.ScalarMult(x, y, k)
			check(t, "the product", x3, y3, p.Mult(reduced))
			if i == 1 {
				x3, y3 := c.ScalarBaseMult(k)
				check(t, "the product with G", x3, y3, p.Mult(reduced))
			}
		}
		if x.Cmp(x1) != 0 || y.Cmp(y1) != 0 {
			t.Error("an argument is changed")
		}
		if c.IsOnCurve(x, y) != (i != 0) {
			t.Errorf("point %d is on the curve: %v", i, i == 0)
		}
	}
}

func TestInvalid(t *testing.T) {
	x, y := testkit.SecpG.X, testkit.SecpG.Y
	add := func(a *big.Int, b int64) *big.Int { return new(big.Int).Add(a, big.NewInt(b)) }
	for name, q := range map[string][2]*big.Int{
		"another y": {x, add(y, 1)}, "another x": {add(x, 1), y}, "a negative x": {new(big.Int).Sub(x, testkit.SecpP), y}, "a negative y": {x, new(big.Int).Neg(y)},
		"x + p": {new(big.Int).Add(x, testkit.SecpP), y}, "y + p": {x, new(big.Int).Add(y, testkit.SecpP)}, "x + 2^256": {new(big.Int).Add(x, new(big.Int).Lsh(big.NewInt(1), 256)), y},
		"x = 0": {new(big.Int), y}, "y = 0": {x, new(big.Int)}, "(p, p)": {testkit.SecpP, testkit.SecpP},
	} {
		if c.IsOnCurve(q[0], q[1]) {
			t.Errorf("%s: it is on the curve", name)
		}
		for what, f := range map[string]func(){
			"Add":               func() { c.Add(q[0], q[1], x, y) },
			"Add, second":       func() { c.Add(x, y, q[0], q[1]) },
			"Double":            func() { c.Double(q[0], q[1]) },
			"ScalarMult":        func() { c.ScalarMult(q[0], q[1], []byte{1}) },
			"Marshal":           func() { c.Marshal(q[0], q[1]) },
			"MarshalCompressed": func() { c.MarshalCompressed(q[0], q[1]) },
		} {
			if !panics(f) {
				t.Errorf("%s: %s takes it", name, what)
			}
		}
	}
}

func TestEncoding(t *testing.T) {
	rng := testkit.NewRand(t)
	for range 10 {
		x, y := coordinates(testkit.SecpG.Mult(rng.SecpScalar()))
		bx, by := testkit.BytesBE(x), testkit.BytesBE(y)
		long := append(append([]byte{4}, bx[:]...), by[:]...)
		short := append([]byte{2 + by[31]&1}, bx[:]...)
		if !bytes.Equal(c.Marshal(x, y), long) || !bytes.Equal(elliptic.Marshal(c, x, y), long) || !bytes.Equal(c.MarshalCompressed(x, y), short) {
			t.Errorf("(%x, %x) is written as %x and %x", x, y, c.Marshal(x, y), c.MarshalCompressed(x, y))
		}
		hybrid := bytes.Clone(long)
		hybrid[0] = 6 + by[31]&1
		off := bytes.Clone(long)
		off[64] ^= 1
		for name, unmarshal := range map[string]func([]byte) (x, y *big.Int){
			"Unmarshal":                    c.Unmarshal,
			"UnmarshalCompressed":          c.UnmarshalCompressed,
			"elliptic.Unmarshal":           func(b []byte) (x, y *big.Int) { return elliptic.Unmarshal(c, b) },
			"elliptic.UnmarshalCompressed": func(b []byte) (x, y *big.Int) { return elliptic.UnmarshalCompressed(c, b) },
		} {
			good, bad := long, short
			if name == "UnmarshalCompressed" || name == "elliptic.UnmarshalCompressed" {
				good, bad = short, long
			}
			if gotX, gotY := unmarshal(good); gotX == nil || gotX.Cmp(x) != 0 || gotY.Cmp(y) != 0 {
				t.Errorf("%s: %x is (%x, %x), want (%x, %x)", name, good, gotX, gotY, x, y)
			}
			for _, b := range [][]byte{nil, {0}, bad, good[1:], good[:len(good)-1], append(bytes.Clone(good), 0), hybrid, off, make([]byte, len(good))} {
				if gotX, gotY := unmarshal(b); gotX != nil || gotY != nil {
					t.Errorf("%s: %x is (%x, %x)", name, b, gotX, gotY)
				}
			}
		}
	}
}

func TestParams(t *testing.T) {
	p := c.Params()
	if p.P.Cmp(testkit.SecpP) != 0 || p.N.Cmp(testkit.SecpN) != 0 || p.B.Cmp(big.NewInt(7)) != 0 || p.Gx.Cmp(testkit.SecpG.X) != 0 ||
		p.Gy.Cmp(testkit.SecpG.Y) != 0 || p.BitSize != 256 || p.Name != "secp256k1" {
		t.Errorf("the parameters are %v", p)
	}
	p.N.SetInt64(1)
	if c.Params().N.Cmp(testkit.SecpN) != 0 {
		t.Error("the parameters can be changed")
	}
	if elliptic.Curve(S256()) != elliptic.Curve(S256()) {
		t.Error("the curve is not equal to itself")
	}
}

// Keys and signatures of crypto/ecdsa over the curve are ours.
func TestStandardLibrary(t *testing.T) {
	theirs, err := ecdsa.GenerateKey(S256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	d := testkit.BytesBE(theirs.D)
	k, err := ours.NewPrivateKey(d[:])
	if err != nil || !bytes.Equal(k.PublicKey().BytesUncompressed(), c.Marshal(theirs.X, theirs.Y)) {
		t.Fatalf("%v, %v", k, err)
	}
	digest := ours.Digest(sha256.Sum256([]byte("message")))
	sig, err := ours.Sign(k, digest)
	if err != nil || !ecdsa.VerifyASN1(&theirs.PublicKey, digest[:], sig.DER()) {
		t.Errorf("our signature %x, %v", sig.DER(), err)
	}
	der, err := ecdsa.SignASN1(rand.Reader, theirs, digest[:])
	if err != nil || !k.PublicKey().VerifyDER(digest, der, ours.AnyS) {
		t.Errorf("their signature %x, %v", der, err)
	}
	digest[0] ^= 1
	if ecdsa.VerifyASN1(&theirs.PublicKey, digest[:], sig.DER()) || k.PublicKey().VerifyDER(digest, der, ours.AnyS) {
		t.Error("signatures of something else are valid")
	}
}
