// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"bytes"
	"fmt"
	"go/format"
	"math/big"
)

// doubleOddTables returns the source of the precomputed points of internal/doubleodd, from
// affine arithmetic with big integers.
func doubleOddTables() ([]byte, error) {
	b := startTables("doubleodd")
	b.WriteString("// The digits that oddTableE and oddTableS are for are below 2^(oddWidth-1), and their\n" +
		"// points oddStep bits apart.\nconst (\noddWidth = 8\noddStep = 128\n)\n\n")
	for _, c := range doubleOddCurves() {
		fmt.Fprintf(b, "// combTable%[1]s[j][i] is the sum of ±[2^(20j+4t)]G on %[1]s over t = 0..4, where the sign\n"+
			"// is + for t = 4 and for the bits t of i that are set.\n"+
			"var combTable%[1]s = [13][16]affine{\n", c.name)
		writeComb(b, c, c.base)
		fmt.Fprintf(b, "}\n\n// oddTable%[1]s[j][i] is [(2i+1)·2^(oddStep·j)]G on %[1]s.\n"+
			"var oddTable%[1]s = [2][64]Point{\n", c.name)
		for j := range 2 {
			b.WriteString("{\n")
			writeOddMultiples(b, c, doubled(c, c.base, 128*j))
			b.WriteString("},\n")
		}
		b.WriteString("}\n\n")
	}
	return format.Source(b.Bytes())
}

type quarticPoint struct{ e, u *big.Int }

// A quartic is a double-odd curve as e^2 = b·u^4 + a·u^2 + 1.
type quartic struct {
	name    string
	p, a, b *big.Int
	base    quarticPoint
}

// doubleOddCurves returns the two curves, with the point of odd order as generator.
func doubleOddCurves() []*quartic {
	prime := func(m int64) *big.Int {
		return new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 255), big.NewInt(m))
	}
	e, ok := new(big.Int).SetString("0f520b1ba747adac55e452a64612d10e6d7386b2348cc437104220cda2789410", 16)
	if !ok {
		panic("not a number")
	}
	curves := []*quartic{
		{"E", prime(18651), big.NewInt(0), big.NewInt(8), quarticPoint{big.NewInt(3), big.NewInt(1)}},
		{"S", prime(3957), big.NewInt(2), big.NewInt(-1), quarticPoint{e, big.NewInt(3)}},
	}
	for _, c := range curves {
		// Of the conventional generator, x is not a square.
		c.base.e = c.mod(c.base.e.Neg(c.base.e))
		c.base.u = c.mod(c.base.u.Neg(c.base.u))
	}
	return curves
}

func (c *quartic) mod(x *big.Int) *big.Int { return x.Mod(x, c.p) }

func (c *quartic) product(x ...*big.Int) *big.Int {
	z := big.NewInt(1)
	for _, f := range x {
		c.mod(z.Mul(z, f))
	}
	return z
}

// add is the affine addition law, which is complete.
func (c *quartic) add(p, q quarticPoint) quarticPoint {
	sum := func(x, y *big.Int) *big.Int { return new(big.Int).Add(x, y) }
	one, two := big.NewInt(1), big.NewInt(2)
	uu := c.product(p.u, q.u)
	m := c.product(c.b, uu, uu)
	d := c.mod(new(big.Int).Sub(one, m))
	d.ModInverse(d, c.p)
	e := c.product(sum(one, m), sum(c.product(p.e, q.e), c.product(c.a, uu)))
	e = sum(e, c.product(two, c.b, uu, sum(c.product(p.u, p.u), c.product(q.u, q.u))))
	u := sum(c.product(p.u, q.e), c.product(q.u, p.e))
	return quarticPoint{c.product(e, d, d), c.product(u, d)}
}

func (c *quartic) negate(p quarticPoint) quarticPoint {
	return quarticPoint{p.e, c.mod(new(big.Int).Neg(p.u))}
}

// print writes e, 1 if withZ, u and u^2.
func (c *quartic) print(b *bytes.Buffer, p quarticPoint, withZ bool) {
	b.WriteString("{\n")
	write := func(name string, e *big.Int) {
		fmt.Fprintf(b, "%s: ", name)
		writeElement(b, e)
	}
	write("e", p.e)
	if withZ {
		write("z", big.NewInt(1))
	}
	write("u", p.u)
	write("t", c.product(p.u, p.u))
	b.WriteString("},\n")
}
