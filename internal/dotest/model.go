// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package dotest

import (
	"bytes"
	"crypto/sha3"
	"encoding/binary"
	"math/big"
	"slices"

	"golang.org/x/crypto/blake2s"

	"secant.example/internal/testkit"
)

// A Model is one of the four groups by math/big, from the definitions: the chord and
// tangent law of addition on y^2 = x(x^2 + ax + b), and affine coordinates everywhere.
type Model struct {
	name       string
	p, r, a, b *big.Int
	eta        *big.Int // the even root of -1, on E
	jq         bool     // whether the encodings and schemes are those of 2022

	sampled []point // what samples returns
}

// The models of the groups.
var (
	JQ255E = model("jq255e", 18651, "-131528281291764213006042413802501683931")
	JQ255S = model("jq255s", 3957, "56904135270672826811114353017034461895")
	DO255E = model("do255e", 18651, "-131528281291764213006042413802501683931")
	DO255S = model("do255s", 3957, "56904135270672826811114353017034461895")
)

var zero, one, two = big.NewInt(0), big.NewInt(1), big.NewInt(2)

func power2(n uint) *big.Int { return new(big.Int).Lsh(one, n) }

func model(name string, m int64, r string) *Model {
	offset, ok := new(big.Int).SetString(r, 10)
	if !ok {
		panic("dotest: bad constant")
	}
	g := &Model{
		name: name,
		p:    new(big.Int).Sub(power2(255), big.NewInt(m)),
		r:    new(big.Int).Add(power2(254), offset),
		jq:   name[:2] == "jq",
	}
	if name[5] == 'e' {
		g.a, g.b = zero, big.NewInt(-2)
		g.eta, _ = g.sqrt(big.NewInt(-1))
	} else {
		g.a, g.b = big.NewInt(-1), g.div(one, two)
	}
	return g
}

// Arithmetic modulo p.

func (g *Model) mod(x *big.Int) *big.Int { return new(big.Int).Mod(x, g.p) }
func (g *Model) add(x ...*big.Int) *big.Int {
	z := new(big.Int)
	for _, x := range x {
		z.Add(z, x)
	}
	return g.mod(z)
}
func (g *Model) mul(x ...*big.Int) *big.Int {
	z := one
	for _, x := range x {
		z = g.mod(new(big.Int).Mul(z, x))
	}
	return z
}
func (g *Model) neg(x *big.Int) *big.Int    { return g.mod(new(big.Int).Neg(x)) }
func (g *Model) sub(x, y *big.Int) *big.Int { return g.mod(new(big.Int).Sub(x, y)) }
func (g *Model) div(x, y *big.Int) *big.Int {
	inverse := new(big.Int).ModInverse(g.mod(y), g.p)
	if inverse == nil {
		panic("dotest: division by zero")
	}
	return g.mul(x, inverse)
}
func (g *Model) isSquare(x *big.Int) bool { return big.Jacobi(g.mod(x), g.p) >= 0 }

// sqrt returns the even root of x, if there is one.
func (g *Model) sqrt(x *big.Int) (*big.Int, bool) {
	root := new(big.Int).ModSqrt(g.mod(x), g.p)
	if root == nil {
		return nil, false
	}
	if root.Bit(0) == 1 {
		root = g.neg(root)
	}
	return root, true
}

// A point of the curve; nil coordinates are the point at infinity.
type point struct{ x, y *big.Int }

var infinity = point{}

func (g *Model) plus(p, q point) point {
	if p.x == nil {
		return q
	}
	if q.x == nil {
		return p
	}
	var slope *big.Int
	if p.x.Cmp(q.x) != 0 {
		slope = g.div(g.sub(p.y, q.y), g.sub(p.x, q.x))
	} else if p.y.Cmp(q.y) != 0 || p.y.Sign() == 0 {
		return infinity
	} else {
		// The tangent: (3x^2 + 2ax + b) / 2y.
		slope = g.div(g.add(g.mul(big.NewInt(3), p.x, p.x), g.mul(two, g.a, p.x), g.b), g.mul(two, p.y))
	}
	x := g.sub(g.mul(slope, slope), g.add(g.a, p.x, q.x))
	return point{x, g.sub(g.mul(slope, g.sub(p.x, x)), p.y)}
}

func (g *Model) negative(p point) point {
	if p.x == nil {
		return p
	}
	return point{p.x, g.neg(p.y)}
}

// times returns [k]p for any integer k.
func (g *Model) times(k *big.Int, p point) point {
	k = new(big.Int).Mod(k, g.r)
	sum := infinity
	for i := k.BitLen() - 1; i >= 0; i-- {
		sum = g.plus(sum, sum)
		if k.Bit(i) == 1 {
			sum = g.plus(sum, p)
		}
	}
	return sum
}

// fromW returns both points with w = y/x, for a w that is not 0: the roots x of
// x^2 + (a - w^2)x + b = 0.
func (g *Model) fromW(w *big.Int) ([2]point, bool) {
	s := g.sub(g.mul(w, w), g.a)
	d, ok := g.sqrt(g.sub(g.mul(s, s), g.mul(big.NewInt(4), g.b)))
	if !ok {
		return [2]point{}, false
	}
	var points [2]point
	for i, d := range []*big.Int{d, g.neg(d)} {
		x := g.div(g.add(s, d), two)
		points[i] = point{x, g.mul(w, x)}
	}
	return points, true
}

// e returns u^2·(x - b/x), for a point other than infinity and (0, 0).
func (g *Model) e(p point) *big.Int {
	u := g.div(p.x, p.y)
	return g.mul(u, u, g.sub(p.x, g.div(g.b, p.x)))
}

// canonical returns whether p is the point of its element that is encoded.
func (g *Model) canonical(p point) bool {
	if g.jq {
		return g.e(p).Bit(0) == 0
	}
	return !g.isSquare(p.x)
}

// decode returns a point of the element that b encodes.
func (g *Model) decode(b []byte) (point, bool) {
	if len(b) != 32 {
		return infinity, false
	}
	c := testkit.BigLE(b)
	if c.Cmp(g.p) >= 0 {
		return infinity, false
	}
	if c.Sign() == 0 {
		return infinity, true
	}
	if g.jq {
		c = g.div(one, c)
	}
	points, ok := g.fromW(c)
	if !ok {
		return infinity, false
	}
	if g.canonical(points[0]) == g.canonical(points[1]) {
		panic("dotest: both points or none are canonical")
	}
	if g.canonical(points[0]) {
		return points[0], true
	}
	return points[1], true
}

// encode returns the encoding of the element that p belongs to.
func (g *Model) encode(p point) []byte {
	var b [32]byte
	if p.x == nil || p.x.Sign() == 0 {
		return b[:]
	}
	if !g.canonical(p) {
		p = g.plus(p, point{zero, zero})
	}
	if g.jq {
		b = testkit.Bytes(g.div(p.x, p.y))
	} else {
		b = testkit.Bytes(g.div(p.y, p.x))
	}
	return b[:]
}

// generator returns G, the element with the smallest u that is not 0.
func (g *Model) generator() point {
	u := one
	for {
		if points, ok := g.fromW(g.div(one, u)); ok {
			for _, p := range points {
				// By convention it is the point whose x is not a square.
				if !g.isSquare(p.x) {
					return p
				}
			}
		}
		u = g.add(u, one)
	}
}

// mapped returns the image of f.
func (g *Model) mapped(f *big.Int) point {
	f = g.mod(f)
	f2 := g.mul(f, f)
	if g.eta != nil {
		return g.mappedE(f, f2)
	}
	// On the dual curve y^2 = x(x^2 + 2x - 1), x = -2/(1-f^2) or 2f^2/(1-f^2).
	d := g.sub(one, f2)
	if d.Sign() == 0 || f.Sign() == 0 {
		return infinity
	}
	d4 := g.mul(d, d, d, d)
	rhs := func(x *big.Int) *big.Int { return g.mul(x, g.add(g.mul(x, x), x, x, big.NewInt(-1)), d4) }
	x := g.div(big.NewInt(-2), d)
	yn, ok := g.sqrt(rhs(x))
	if !ok {
		x = g.div(g.mul(two, f2), d)
		if yn, ok = g.sqrt(rhs(x)); !ok {
			panic("dotest: no image")
		}
		yn = g.neg(yn)
	}
	u := g.div(g.mul(x, d, d), yn)
	return g.isogeny(two, u, x, one)
}

func (g *Model) mappedE(f, f2 *big.Int) point {
	// On the dual curve y^2 = x(x^2 + 8).
	if f.Sign() == 0 {
		return infinity
	}
	seven, f4 := big.NewInt(7), g.mul(big.NewInt(4), f2)
	fourF := g.mul(big.NewInt(4), f)
	x1 := g.div(g.sub(f4, seven), fourF)
	x2 := g.div(g.mul(g.eta, g.add(f4, seven)), fourF)
	yd := g.mul(big.NewInt(8), f2)
	numerator := func(x *big.Int) *big.Int { return g.mul(x, g.add(g.mul(x, x), big.NewInt(8)), yd, yd) }
	g1, g2 := numerator(x1), numerator(x2)
	x := x1
	yn, ok := g.sqrt(g1)
	if !ok {
		x = x2
		yn, ok = g.sqrt(g2)
	}
	if !ok {
		x, yd = g.mul(x1, x2), g.mul(yd, yd)
		if yn, ok = g.sqrt(g.mul(g1, g2)); !ok {
			panic("dotest: no image")
		}
	}
	return g.isogeny(big.NewInt(-8), g.div(g.mul(x, yd), yn), x, big.NewInt(-8))
}

// isogeny returns the point with the x-coordinate c·u^2 and x/y = 2x/(u·(x^2 + d)), for
// the point (x, x/u) of the dual curve.
func (g *Model) isogeny(c, u, x, d *big.Int) point {
	X := g.mul(c, u, u)
	U := g.div(g.mul(two, x), g.mul(u, g.add(g.mul(x, x), d)))
	p := point{X, g.div(X, U)}
	if rhs := g.mul(X, g.add(g.mul(X, X), g.mul(g.a, X), g.b)); g.mul(p.y, p.y).Cmp(rhs) != 0 {
		panic("dotest: the image is not on the curve")
	}
	return p
}

// The schemes.

// oids are the hash functions of the 2020 generation.
var oids = map[string]string{
	"sha224": "4", "sha256": "1", "sha384": "2", "sha512": "3", "sha512224": "5", "sha512256": "6",
	"sha3224": "7", "sha3256": "8", "sha3384": "9", "sha3512": "10",
}

// hashNames are all hash functions of the generation.
func (g *Model) hashNames() []string {
	names := []string{"", "sha224", "sha256", "sha384", "sha512", "sha512224", "sha512256", "sha3224", "sha3256", "sha3384", "sha3512"}
	if g.jq {
		names = append(names, "blake2s", "blake2b", "blake3")
	}
	return names
}

func (g *Model) identifier(hash string) []byte {
	switch {
	case g.jq && hash == "":
		return []byte{0x52}
	case g.jq:
		return slices.Concat([]byte{0x48}, []byte(hash), []byte{0})
	case hash == "":
		return []byte{0x3a}
	}
	return []byte("2.16.840.1.101.3.4.2." + oids[hash] + ":")
}

func (g *Model) hash(size int, parts ...[]byte) []byte {
	all := slices.Concat(parts...)
	if g.jq {
		sum := blake2s.Sum256(all)
		return sum[:size]
	}
	return sha3.SumSHAKE256(all, size)
}

// domain returns the prefix of the 2020 generation.
func (g *Model) domain(suffix string) []byte {
	if g.jq {
		return nil
	}
	return []byte(g.name + "-" + suffix + ":")
}

// scalar returns b mod r.
func (g *Model) scalar(b []byte) *big.Int { return new(big.Int).Mod(testkit.BigLE(b), g.r) }

// publicKey returns the public key of d.
func (g *Model) publicKey(d *big.Int) []byte { return g.encode(g.times(d, g.generator())) }

func (g *Model) challenge(R, Q []byte, hash string, data []byte) []byte {
	size := 32
	if g.jq {
		size = 16
	}
	return g.hash(size, g.domain("sign-e"), R, Q, g.identifier(hash), data)
}

func (g *Model) sign(d *big.Int, seed []byte, hash string, data []byte) []byte {
	key, Q := testkit.Bytes(d), g.publicKey(d)
	length := binary.LittleEndian.AppendUint64(nil, uint64(len(seed)))
	hashedQ := Q
	if !g.jq {
		hashedQ = nil
	}
	k := g.scalar(g.hash(32, g.domain("sign-k"), key[:], hashedQ, length, seed, g.identifier(hash), data))
	R := g.publicKey(k)
	c := g.challenge(R, Q, hash, data)
	s := testkit.Bytes(g.scalar(leBytes(new(big.Int).Add(k, new(big.Int).Mul(g.scalar(c), d)))))
	if g.jq {
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

func (g *Model) verify(Q, data, sig []byte, hash string) bool {
	q, ok := g.decode(Q)
	if !ok || q.x == nil || len(sig) <= 32 {
		return false
	}
	first, last := sig[:len(sig)-32], sig[len(sig)-32:]
	s := testkit.BigLE(last)
	if s.Cmp(g.r) >= 0 {
		return false
	}
	recovered := func(c []byte) []byte {
		return g.encode(g.plus(g.times(s, g.generator()), g.negative(g.times(g.scalar(c), q))))
	}
	if g.jq {
		return len(sig) == 48 && bytes.Equal(g.challenge(recovered(first), Q, hash, data), first)
	}
	return len(sig) == 64 && bytes.Equal(recovered(g.challenge(first, Q, hash, data)), first)
}

func (g *Model) ecdh(d *big.Int, peer []byte, size int) ([]byte, bool) {
	key, own := testkit.Bytes(d), g.publicKey(d)
	shared := key[:]
	p, ok := g.decode(peer)
	ok = ok && p.x != nil
	if ok {
		q := g.times(d, p)
		if g.jq {
			shared = g.encode(q)
		} else {
			w := g.div(q.y, q.x)
			b := testkit.Bytes(g.mul(w, w))
			shared = b[:]
		}
	}
	if g.jq {
		first, second := own, peer
		if len(peer) == 32 && bytes.Compare(peer, own) < 0 {
			first, second = peer, own
		}
		tag := []byte("F")
		if ok {
			tag = []byte("S")
		}
		return g.hash(size, first, second, tag, shared), ok
	}
	if len(peer) != 32 {
		peer = make([]byte, 32)
	}
	first, second := own, peer
	if testkit.BigLE(peer).Cmp(testkit.BigLE(own)) < 0 {
		first, second = peer, own
	}
	status := []byte{0xff}
	if ok {
		status[0] = 0
	}
	return g.hash(size, g.domain("ecdh"), status, shared, first, second), ok
}

func (g *Model) hashToCurve(data []byte, hash string) point {
	id := g.identifier(hash)
	var h []byte
	if g.jq {
		h = append(g.hash(32, []byte{1}, id, data), g.hash(32, []byte{2}, id, data)...)
	} else {
		h = g.hash(64, g.domain("hash-to-curve"), id, data)
	}
	return g.plus(g.mapped(testkit.BigLE(h[:32])), g.mapped(testkit.BigLE(h[32:])))
}
