// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package testkit

import (
	"bytes"
	"crypto/sha512"
	"encoding/binary"
	"math/big"
	"slices"

	"golang.org/x/crypto/blake2s"
	"golang.org/x/crypto/sha3"
)

// A DoubleOdd is one of the four groups by math/big, from the definitions: the chord and
// tangent law of addition on y^2 = x(x^2 + ax + b), and affine coordinates everywhere.
type DoubleOdd struct {
	Name       string
	P, R, A, B *big.Int // the prime and the order, and the coefficients of the curve
	JQ         bool     // whether the encodings and schemes are those of 2022

	eta *big.Int // the even root of -1, on E
}

// The models of the double-odd groups.
var (
	JQ255E = doubleOdd("jq255e", 18651, "-131528281291764213006042413802501683931")
	JQ255S = doubleOdd("jq255s", 3957, "56904135270672826811114353017034461895")
	DO255E = doubleOdd("do255e", 18651, "-131528281291764213006042413802501683931")
	DO255S = doubleOdd("do255s", 3957, "56904135270672826811114353017034461895")
)

var zero, one, two = big.NewInt(0), big.NewInt(1), big.NewInt(2)

func power2(n uint) *big.Int { return new(big.Int).Lsh(one, n) }

func doubleOdd(name string, m int64, r string) *DoubleOdd {
	offset, ok := new(big.Int).SetString(r, 10)
	if !ok {
		panic("testkit: bad constant")
	}
	g := &DoubleOdd{
		Name: name,
		P:    new(big.Int).Sub(power2(255), big.NewInt(m)),
		R:    new(big.Int).Add(power2(254), offset),
		JQ:   name[:2] == "jq",
	}
	if name[5] == 'e' {
		g.A, g.B = zero, big.NewInt(-2)
		g.eta, _ = g.sqrt(big.NewInt(-1))
	} else {
		g.A, g.B = big.NewInt(-1), g.Div(one, two)
	}
	return g
}

// Arithmetic modulo p.

func (g *DoubleOdd) mod(x *big.Int) *big.Int { return new(big.Int).Mod(x, g.P) }
func (g *DoubleOdd) Add(x ...*big.Int) *big.Int {
	z := new(big.Int)
	for _, x := range x {
		z.Add(z, x)
	}
	return g.mod(z)
}
func (g *DoubleOdd) Mul(x ...*big.Int) *big.Int {
	z := one
	for _, x := range x {
		z = g.mod(new(big.Int).Mul(z, x))
	}
	return z
}
func (g *DoubleOdd) Neg(x *big.Int) *big.Int    { return g.mod(new(big.Int).Neg(x)) }
func (g *DoubleOdd) sub(x, y *big.Int) *big.Int { return g.mod(new(big.Int).Sub(x, y)) }
func (g *DoubleOdd) Div(x, y *big.Int) *big.Int {
	inverse := new(big.Int).ModInverse(g.mod(y), g.P)
	if inverse == nil {
		panic("testkit: division by zero")
	}
	return g.Mul(x, inverse)
}
func (g *DoubleOdd) IsSquare(x *big.Int) bool { return big.Jacobi(g.mod(x), g.P) >= 0 }

// sqrt returns the even root of x, if there is one.
func (g *DoubleOdd) sqrt(x *big.Int) (*big.Int, bool) {
	root := new(big.Int).ModSqrt(g.mod(x), g.P)
	if root == nil {
		return nil, false
	}
	if root.Bit(0) == 1 {
		root = g.Neg(root)
	}
	return root, true
}

// A DoubleOddPoint is a point of the curve; nil coordinates are the point at infinity.
type DoubleOddPoint struct{ X, Y *big.Int }

func (g *DoubleOdd) Plus(p, q DoubleOddPoint) DoubleOddPoint {
	if p.X == nil {
		return q
	}
	if q.X == nil {
		return p
	}
	var slope *big.Int
	if p.X.Cmp(q.X) != 0 {
		slope = g.Div(g.sub(p.Y, q.Y), g.sub(p.X, q.X))
	} else if p.Y.Cmp(q.Y) != 0 || p.Y.Sign() == 0 {
		return DoubleOddPoint{}
	} else {
		// The tangent: (3x^2 + 2ax + b) / 2y.
		slope = g.Div(g.Add(g.Mul(big.NewInt(3), p.X, p.X), g.Mul(two, g.A, p.X), g.B), g.Mul(two, p.Y))
	}
	x := g.sub(g.Mul(slope, slope), g.Add(g.A, p.X, q.X))
	return DoubleOddPoint{x, g.sub(g.Mul(slope, g.sub(p.X, x)), p.Y)}
}

func (g *DoubleOdd) Negative(p DoubleOddPoint) DoubleOddPoint {
	if p.X == nil {
		return p
	}
	return DoubleOddPoint{p.X, g.Neg(p.Y)}
}

// Times returns [k]p for any integer k.
func (g *DoubleOdd) Times(k *big.Int, p DoubleOddPoint) DoubleOddPoint {
	k = new(big.Int).Mod(k, g.R)
	sum := DoubleOddPoint{}
	for i := k.BitLen() - 1; i >= 0; i-- {
		sum = g.Plus(sum, sum)
		if k.Bit(i) == 1 {
			sum = g.Plus(sum, p)
		}
	}
	return sum
}

// fromW returns both points with w = y/x, for a w that is not 0: the roots x of
// x^2 + (a - w^2)x + b = 0.
func (g *DoubleOdd) fromW(w *big.Int) ([2]DoubleOddPoint, bool) {
	s := g.sub(g.Mul(w, w), g.A)
	d, ok := g.sqrt(g.sub(g.Mul(s, s), g.Mul(big.NewInt(4), g.B)))
	if !ok {
		return [2]DoubleOddPoint{}, false
	}
	var points [2]DoubleOddPoint
	for i, d := range []*big.Int{d, g.Neg(d)} {
		x := g.Div(g.Add(s, d), two)
		points[i] = DoubleOddPoint{x, g.Mul(w, x)}
	}
	return points, true
}

// e returns u^2·(x - b/x), for a point other than infinity and (0, 0).
func (g *DoubleOdd) e(p DoubleOddPoint) *big.Int {
	u := g.Div(p.X, p.Y)
	return g.Mul(u, u, g.sub(p.X, g.Div(g.B, p.X)))
}

// canonical returns whether p is the point of its element that is encoded.
func (g *DoubleOdd) canonical(p DoubleOddPoint) bool {
	if g.JQ {
		return g.e(p).Bit(0) == 0
	}
	return !g.IsSquare(p.X)
}

// Decode returns a point of the element that b encodes.
func (g *DoubleOdd) Decode(b []byte) (DoubleOddPoint, bool) {
	if len(b) != 32 {
		return DoubleOddPoint{}, false
	}
	c := BigLE(b)
	if c.Cmp(g.P) >= 0 {
		return DoubleOddPoint{}, false
	}
	if c.Sign() == 0 {
		return DoubleOddPoint{}, true
	}
	if g.JQ {
		c = g.Div(one, c)
	}
	points, ok := g.fromW(c)
	if !ok {
		return DoubleOddPoint{}, false
	}
	if g.canonical(points[0]) == g.canonical(points[1]) {
		panic("testkit: both points or none are canonical")
	}
	if g.canonical(points[0]) {
		return points[0], true
	}
	return points[1], true
}

// Encode returns the encoding of the element that p belongs to.
func (g *DoubleOdd) Encode(p DoubleOddPoint) []byte {
	var b [32]byte
	if p.X == nil || p.X.Sign() == 0 {
		return b[:]
	}
	if !g.canonical(p) {
		p = g.Plus(p, DoubleOddPoint{zero, zero})
	}
	if g.JQ {
		b = Bytes(g.Div(p.X, p.Y))
	} else {
		b = Bytes(g.Div(p.Y, p.X))
	}
	return b[:]
}

// Generator returns G, the element with the smallest u that is not 0.
func (g *DoubleOdd) Generator() DoubleOddPoint {
	u := one
	for {
		if points, ok := g.fromW(g.Div(one, u)); ok {
			for _, p := range points {
				// By convention it is the point whose x is not a square.
				if !g.IsSquare(p.X) {
					return p
				}
			}
		}
		u = g.Add(u, one)
	}
}

// Map returns the image of f.
func (g *DoubleOdd) Map(f *big.Int) DoubleOddPoint {
	f = g.mod(f)
	f2 := g.Mul(f, f)
	if g.eta != nil {
		return g.mappedE(f, f2)
	}
	// On the dual curve y^2 = x(x^2 + 2x - 1), x = -2/(1-f^2) or 2f^2/(1-f^2).
	d := g.sub(one, f2)
	if d.Sign() == 0 || f.Sign() == 0 {
		return DoubleOddPoint{}
	}
	d4 := g.Mul(d, d, d, d)
	rhs := func(x *big.Int) *big.Int { return g.Mul(x, g.Add(g.Mul(x, x), x, x, big.NewInt(-1)), d4) }
	x := g.Div(big.NewInt(-2), d)
	yn, ok := g.sqrt(rhs(x))
	if !ok {
		x = g.Div(g.Mul(two, f2), d)
		if yn, ok = g.sqrt(rhs(x)); !ok {
			panic("testkit: no image")
		}
		yn = g.Neg(yn)
	}
	u := g.Div(g.Mul(x, d, d), yn)
	return g.isogeny(two, u, x, one)
}

func (g *DoubleOdd) mappedE(f, f2 *big.Int) DoubleOddPoint {
	// On the dual curve y^2 = x(x^2 + 8).
	if f.Sign() == 0 {
		return DoubleOddPoint{}
	}
	seven, f4 := big.NewInt(7), g.Mul(big.NewInt(4), f2)
	fourF := g.Mul(big.NewInt(4), f)
	x1 := g.Div(g.sub(f4, seven), fourF)
	x2 := g.Div(g.Mul(g.eta, g.Add(f4, seven)), fourF)
	yd := g.Mul(big.NewInt(8), f2)
	numerator := func(x *big.Int) *big.Int { return g.Mul(x, g.Add(g.Mul(x, x), big.NewInt(8)), yd, yd) }
	g1, g2 := numerator(x1), numerator(x2)
	x := x1
	yn, ok := g.sqrt(g1)
	if !ok {
		x = x2
		yn, ok = g.sqrt(g2)
	}
	if !ok {
		x, yd = g.Mul(x1, x2), g.Mul(yd, yd)
		if yn, ok = g.sqrt(g.Mul(g1, g2)); !ok {
			panic("testkit: no image")
		}
	}
	return g.isogeny(big.NewInt(-8), g.Div(g.Mul(x, yd), yn), x, big.NewInt(-8))
}

// isogeny returns the point with the x-coordinate c·u^2 and x/y = 2x/(u·(x^2 + d)), for
// the point (x, x/u) of the dual curve.
func (g *DoubleOdd) isogeny(c, u, x, d *big.Int) DoubleOddPoint {
	X := g.Mul(c, u, u)
	U := g.Div(g.Mul(two, x), g.Mul(u, g.Add(g.Mul(x, x), d)))
	p := DoubleOddPoint{X, g.Div(X, U)}
	if rhs := g.Mul(X, g.Add(g.Mul(X, X), g.Mul(g.A, X), g.B)); g.Mul(p.Y, p.Y).Cmp(rhs) != 0 {
		panic("testkit: the image is not on the curve")
	}
	return p
}

// The schemes.

// oids are the hash functions of the 2020 generation.
var oids = map[string]string{
	"sha224": "4", "sha256": "1", "sha384": "2", "sha512": "3", "sha512224": "5", "sha512256": "6",
	"sha3224": "7", "sha3256": "8", "sha3384": "9", "sha3512": "10",
}

// HashNames are all hash functions of the generation.
func (g *DoubleOdd) HashNames() []string {
	names := []string{"", "sha224", "sha256", "sha384", "sha512", "sha512224", "sha512256", "sha3224", "sha3256", "sha3384", "sha3512"}
	if g.JQ {
		names = append(names, "blake2s", "blake2b", "blake3")
	}
	return names
}

func (g *DoubleOdd) identifier(hash string) []byte {
	switch {
	case g.JQ && hash == "":
		return []byte{0x52}
	case g.JQ:
		return slices.Concat([]byte{0x48}, []byte(hash), []byte{0})
	case hash == "":
		return []byte{0x3a}
	}
	return []byte("2.16.840.1.101.3.4.2." + oids[hash] + ":")
}

func (g *DoubleOdd) Hash(size int, parts ...[]byte) []byte {
	all := slices.Concat(parts...)
	if g.JQ {
		sum := blake2s.Sum256(all)
		return sum[:size]
	}
	sum := make([]byte, size)
	sha3.ShakeSum256(sum, all)
	return sum
}

// Domain returns the prefix of the 2020 generation.
func (g *DoubleOdd) Domain(suffix string) []byte {
	if g.JQ {
		return nil
	}
	return []byte(g.Name + "-" + suffix + ":")
}

// Scalar returns b mod r.
func (g *DoubleOdd) Scalar(b []byte) *big.Int { return new(big.Int).Mod(BigLE(b), g.R) }

// PublicKey returns the public key of d.
func (g *DoubleOdd) PublicKey(d *big.Int) []byte { return g.Encode(g.Times(d, g.Generator())) }

func (g *DoubleOdd) Challenge(R, Q []byte, hash string, data []byte) []byte {
	size := 32
	if g.JQ {
		size = 16
	}
	return g.Hash(size, g.Domain("sign-e"), R, Q, g.identifier(hash), data)
}

func (g *DoubleOdd) Sign(d *big.Int, seed []byte, hash string, data []byte) []byte {
	key, Q := Bytes(d), g.PublicKey(d)
	length := binary.LittleEndian.AppendUint64(nil, uint64(len(seed)))
	hashedQ := Q
	if !g.JQ {
		hashedQ = nil
	}
	k := g.Scalar(g.Hash(32, g.Domain("sign-k"), key[:], hashedQ, length, seed, g.identifier(hash), data))
	R := g.PublicKey(k)
	c := g.Challenge(R, Q, hash, data)
	s := Bytes(g.Scalar(leBytes(new(big.Int).Add(k, new(big.Int).Mul(g.Scalar(c), d)))))
	if g.JQ {
		return slices.Concat(c, s[:])
	}
	return slices.Concat(R, s[:])
}

// leBytes returns the bytes of x, little-endian.
func leBytes(x *big.Int) []byte {
	b := x.Bytes()
	slices.Reverse(b)
	return b
}

func (g *DoubleOdd) Verify(Q, data, sig []byte, hash string) bool {
	q, ok := g.Decode(Q)
	if !ok || q.X == nil || len(sig) <= 32 {
		return false
	}
	first, last := sig[:len(sig)-32], sig[len(sig)-32:]
	s := BigLE(last)
	if s.Cmp(g.R) >= 0 {
		return false
	}
	recovered := func(c []byte) []byte {
		return g.Encode(g.Plus(g.Times(s, g.Generator()), g.Negative(g.Times(g.Scalar(c), q))))
	}
	if g.JQ {
		return len(sig) == 48 && bytes.Equal(g.Challenge(recovered(first), Q, hash, data), first)
	}
	return len(sig) == 64 && bytes.Equal(recovered(g.Challenge(first, Q, hash, data)), first)
}

func (g *DoubleOdd) ECDH(d *big.Int, peer []byte, size int) ([]byte, bool) {
	key, own := Bytes(d), g.PublicKey(d)
	shared := key[:]
	p, ok := g.Decode(peer)
	ok = ok && p.X != nil
	if ok {
		q := g.Times(d, p)
		if g.JQ {
			shared = g.Encode(q)
		} else {
			w := g.Div(q.Y, q.X)
			b := Bytes(g.Mul(w, w))
			shared = b[:]
		}
	}
	if g.JQ {
		first, second := own, peer
		if len(peer) == 32 && bytes.Compare(peer, own) < 0 {
			first, second = peer, own
		}
		tag := []byte("F")
		if ok {
			tag = []byte("S")
		}
		return g.Hash(size, first, second, tag, shared), ok
	}
	if len(peer) != 32 {
		peer = make([]byte, 32)
	}
	first, second := own, peer
	if BigLE(peer).Cmp(BigLE(own)) < 0 {
		first, second = peer, own
	}
	status := []byte{0xff}
	if ok {
		status[0] = 0
	}
	return g.Hash(size, g.Domain("ecdh"), status, shared, first, second), ok
}

func (g *DoubleOdd) HashData(data []byte, hash string) DoubleOddPoint {
	id := g.identifier(hash)
	var h []byte
	if g.JQ {
		h = append(g.Hash(32, []byte{1}, id, data), g.Hash(32, []byte{2}, id, data)...)
	} else {
		h = g.Hash(64, g.Domain("hash-to-curve"), id, data)
	}
	return g.Plus(g.Map(BigLE(h[:32])), g.Map(BigLE(h[32:])))
}

// HashMessage is hash_to_curve of RFC 9380 with expand_message_xmd, SHA-512, and the map.
func (g *DoubleOdd) HashMessage(msg, dst []byte) DoubleOddPoint {
	if len(dst) > 255 {
		sum := sha512.Sum512(slices.Concat([]byte("H2C-OVERSIZE-DST-"), dst))
		dst = sum[:]
	}
	tag := append(slices.Clone(dst), byte(len(dst)))
	b0 := sha512.Sum512(slices.Concat(make([]byte, 128), msg, []byte{0, 96, 0}, tag))
	b1 := sha512.Sum512(slices.Concat(b0[:], []byte{1}, tag))
	for i := range b0 {
		b0[i] ^= b1[i]
	}
	b2 := sha512.Sum512(slices.Concat(b0[:], []byte{2}, tag))
	uniform := slices.Concat(b1[:], b2[:32])
	return g.Plus(g.Map(new(big.Int).SetBytes(uniform[:48])), g.Map(new(big.Int).SetBytes(uniform[48:])))
}
