// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package edwards25519 computes on the curve
//
//	-x^2 + y^2 = 1 + d·x^2·y^2,  d = -121665/121666,  over the integers modulo 2^255 - 19,
//
// for the packages edwards25519 and ristretto255, which document what it does, and for the
// schemes on both. The receiver is set to the result and returned, and any argument may be the
// receiver. What is given as a point must be one: the zero value of Point is not, which
// those who let others make Points check with [Point.IsValid].
//
// Everything is constant-time unless its name says VarTime, except that decoding
// shows whether it succeeds.
//
// # Multiples
//
// ScalarBaseMult is a signed comb: the scalar, made odd by adding l, is a sum of 260 terms ±2^i, in 13
// blocks of 5 teeth, 4 apart. That takes 13 tables of 16 points, 52 additions and 3 doublings. X25519
// public keys are made with it, too. In four lanes of integers the columns are added up
// separately, which takes 3 additions more; in eight lanes with IFMA those of half of the blocks are, which
// takes 7 more. ScalarMult has signed windows of 4 bits.
//
// In variable time digits are in non-adjacent form, of width 5, and 8 for the generator. Those of several
// multipliers share their doublings: [recode.VarTimeSchedule] sorts them by weight, and they become steps,
// which one call of a routine takes. Sums of up to three products do that on the stack (vartime.go). Tables of
// [2^32]B, [2^64]B, ..., [2^224]B, and those of expanded points, leave 32 doublings. Tables of odd
// multiples are made two at a time: with IFMA in the halves of vectors, and in doubles in turns. Many sums of three
// products are the lanes of vectors (each.go), with digits of 5 bits of their points and of 10 of the generator at the same
// places in all: eight, with IFMA or in doubles with AVX2.
// BenchmarkSteps has what the parts cost, and how many there are.
package edwards25519

import (
	"secant.example/internal/field"
	"secant.example/internal/scalar"
)

const p = field.P25519

// n computes modulo l, the order of the generator.
var n = scalar.Edwards25519

var (
	d   = field.New(0x75eb4dca135978a3, 0x00700a4d4141d8ab, 0x8cc740797779e898, 0x52036cee2b6ffe73)
	d2  = field.New(0xebd69b9426b2f159, 0x00e0149a8283b156, 0x198e80f2eef3d130, 0x2406d9dc56dffce7) // 2d
	one = field.One()
	two = field.New(2, 0, 0, 0)

	identity  = Point{y: field.One(), z: field.One()}
	generator = Point{
		x: field.New(0xc9562d608f25d51a, 0x692cc7609525a7b2, 0xc0a4e231fdd6dc5c, 0x216936d3cd6e53fe),
		y: field.New(0x6666666666666658, 0x6666666666666666, 0x6666666666666666, 0x6666666666666666),
		z: field.One(),
		t: field.New(0x6dde8ab3a5b7dda3, 0x20f09f80775152f5, 0x66ea4e8e64abe37d, 0x67875f0fd78b7665),
	}
	// Of order 8.
	torsion = Point{
		x: field.New(0xdea14646c545d14a, 0x5c193c7013e5e238, 0xe933993238de4abb, 0x1fd5b9a006394a28),
		y: field.New(0x4fd84d3d706a17c7, 0x0f67100d760b3cba, 0xc6cc392cfa53202a, 0x7a03ac9277fdc74e),
		z: field.One(),
		t: field.New(0x2d0d253ede7e8781, 0xba993d74cdfa8596, 0x303276d192f8af0a, 0x6ce244c360a26beb),
	}
)

// Point is a point of the curve. Its zero value is not valid, and may be used
// only as a receiver.
type Point struct {
	// Representations of a point are not unique: make == an error.
	_ [0]func()

	// Extended coordinates: x = X/Z, y = Y/Z, x·y = T/Z, and Z is not 0.
	x, y, z, t field.Element
}

// IsValid reports whether v is not the zero value. All limbs of Z go into one
// comparison, so that nothing else about a secret point shows.
func (v *Point) IsValid() bool {
	z := v.z.Limbs()
	return z[0]|z[1]|z[2]|z[3] != 0
}

// SetIdentity sets v = (0, 1) and returns v.
func (v *Point) SetIdentity() *Point {
	*v = identity
	return v
}

// SetGenerator sets v = B, the point of order l with y = 4/5 and even x, and returns v.
func (v *Point) SetGenerator() *Point {
	*v = generator
	return v
}

// SetTorsion sets v = [i]T for a public i and the point T of order 8 with an even x and an odd y, and
// returns v.
func (v *Point) SetTorsion(i int) *Point {
	v.SetIdentity()
	for range i {
		v.Add(v, &torsion)
	}
	return v
}
