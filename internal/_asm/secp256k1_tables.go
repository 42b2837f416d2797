// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"bytes"
	"go/format"
	"math/big"
)

// secp256k1Tables returns the source of the precomputed points of secp256k1, from
// affine arithmetic with big integers.
func secp256k1Tables() ([]byte, error) {
	b := startTables("secp256k1")
	curve := newSecp256k1Curve()
	b.WriteString("// combTable[j][i] is the sum of ±[2^(20j+4t)]G over t = 0..4, where the sign is +\n" +
		"// for t = 4 and for the bits t of i that are set.\n" +
		"var combTable = [13][16]affine{\n")
	writeComb(b, curve, curve.base)
	b.WriteString("}\n")
	return format.Source(b.Bytes())
}

// secp256k1Curve is the curve y^2 = x^3 + 7.
type secp256k1Curve struct {
	p    *big.Int
	base affine
}

func newSecp256k1Curve() *secp256k1Curve {
	p := new(big.Int).Lsh(big.NewInt(1), 256)
	p.Sub(p, new(big.Int).SetUint64(1<<32+977))
	c := &secp256k1Curve{p: p}
	x, _ := new(big.Int).SetString("79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798", 16)
	y, _ := new(big.Int).SetString("483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8", 16)
	c.base = affine{x, y}
	return c
}

func (c *secp256k1Curve) mod(x *big.Int) *big.Int { return x.Mod(x, c.p) }

func (c *secp256k1Curve) negate(a affine) affine {
	return affine{a.x, c.mod(new(big.Int).Neg(a.y))}
}

// add is the affine addition law, for points whose sum is not the identity.
func (c *secp256k1Curve) add(a, b affine) affine {
	u, v := new(big.Int).Sub(b.y, a.y), new(big.Int).Sub(b.x, a.x)
	if v.Sign() == 0 {
		u.Mul(a.x, a.x)
		u.Mul(u, big.NewInt(3))
		v.Add(a.y, a.y)
	}
	slope := c.mod(u.Mul(u, v.ModInverse(c.mod(v), c.p)))
	x := new(big.Int).Mul(slope, slope)
	c.mod(x.Sub(x.Sub(x, a.x), b.x))
	y := new(big.Int).Sub(a.x, x)
	return affine{x, c.mod(y.Sub(y.Mul(y, slope), a.y))}
}

// print writes -x and y. Nothing has a Z.
func (c *secp256k1Curve) print(b *bytes.Buffer, a affine, _ bool) {
	b.WriteString("{\n")
	for _, e := range []*big.Int{c.mod(new(big.Int).Neg(a.x)), a.y} {
		writeElement(b, e)
	}
	b.WriteString("},\n")
}
