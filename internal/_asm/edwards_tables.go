// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"bytes"
	"go/format"
	"math/big"
)

// edwardsTables returns the source of the precomputed points of edwards25519,
// from affine arithmetic with big integers.
func edwardsTables() ([]byte, error) {
	b := startTables("edwards25519")
	curve := newEdwardsCurve()
	b.WriteString("// combTable[j][i] is the sum of ±[2^(20j+4t)]B over t = 0..4, where the sign is +\n" +
		"// for t = 4 and for the bits t of i that are set.\n" +
		"var combTable = [13][16]affineCached{\n")
	writeComb(b, curve, curve.base)
	b.WriteString("}\n\n// The digits that oddTable is for are below 2^(oddWidth-1), and its points oddStep\n" +
		"// bits apart.\nconst (\noddWidth = 8\noddStep = 32\n)\n\n" +
		"// oddTable[64j+i] is [(2i+1)·2^(oddStep·j)]B.\nvar oddTable = [8 * 64]cached{\n")
	for j := range 8 {
		writeOddMultiples(b, curve, doubled(curve, curve.base, 32*j))
	}
	b.WriteString("}\n")
	return format.Source(b.Bytes())
}

type affine struct{ x, y *big.Int }

// edwardsCurve is the curve -x^2 + y^2 = 1 + d·x^2·y^2.
type edwardsCurve struct {
	p, d *big.Int
	base affine
}

func newEdwardsCurve() *edwardsCurve {
	p := new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 255), big.NewInt(19))
	c := &edwardsCurve{p: p}
	c.d = c.divide(big.NewInt(-121665), big.NewInt(121666))
	// y = 4/5, and x is the even root.
	y := c.divide(big.NewInt(4), big.NewInt(5))
	y2 := c.mod(new(big.Int).Mul(y, y))
	u := new(big.Int).Sub(y2, big.NewInt(1))
	v := new(big.Int).Add(c.mod(new(big.Int).Mul(c.d, y2)), big.NewInt(1))
	x := new(big.Int).ModSqrt(c.divide(u, v), p)
	if x.Bit(0) == 1 {
		x.Sub(p, x)
	}
	c.base = affine{x, y}
	return c
}

func (c *edwardsCurve) mod(x *big.Int) *big.Int { return x.Mod(x, c.p) }

func (c *edwardsCurve) divide(x, y *big.Int) *big.Int {
	inverse := new(big.Int).ModInverse(new(big.Int).Mod(y, c.p), c.p)
	return c.mod(inverse.Mul(inverse, x))
}

func (c *edwardsCurve) negate(a affine) affine {
	return affine{c.mod(new(big.Int).Neg(a.x)), a.y}
}

// add is the affine addition law, which is complete.
func (c *edwardsCurve) add(a, b affine) affine {
	one := big.NewInt(1)
	xx := new(big.Int).Mul(a.x, b.x)
	yy := new(big.Int).Mul(a.y, b.y)
	xy := new(big.Int).Mul(a.x, b.y)
	yx := new(big.Int).Mul(a.y, b.x)
	e := c.mod(new(big.Int).Mul(c.d, c.mod(new(big.Int).Mul(xx, yy))))
	return affine{
		c.divide(xy.Add(xy, yx), new(big.Int).Add(one, e)),
		c.divide(yy.Add(yy, xx), new(big.Int).Sub(one, e)),
	}
}

// print writes y+x, y-x and 2d·x·y, and then 2 if withZ.
func (c *edwardsCurve) print(b *bytes.Buffer, a affine, withZ bool) {
	b.WriteString("{\n")
	xy := c.mod(new(big.Int).Mul(a.x, a.y))
	elements := []*big.Int{
		c.mod(new(big.Int).Add(a.y, a.x)),
		c.mod(new(big.Int).Sub(a.y, a.x)),
		c.mod(xy.Mul(xy, new(big.Int).Lsh(c.d, 1))),
	}
	if withZ {
		elements = append(elements, big.NewInt(2))
	}
	for _, e := range elements {
		writeElement(b, e)
	}
	b.WriteString("},\n")
}

// edwardsD2 returns 2d.
func edwardsD2() *big.Int {
	c := newEdwardsCurve()
	d2 := new(big.Int).Lsh(c.d, 1)
	return d2.Mod(d2, c.p)
}
