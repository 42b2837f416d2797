// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"bytes"
	"fmt"
	"math/big"
)

// What the tables of all curves have in common: affine arithmetic with big integers makes them.

// A tableCurve is a curve with points of type P.
type tableCurve[P any] interface {
	add(p, q P) P
	negate(p P) P
	// print writes the entry that p is, with its Z if withZ.
	print(b *bytes.Buffer, p P, withZ bool)
}

// startTables returns the start of the source of a package's tables.
func startTables(name string) *bytes.Buffer {
	return bytes.NewBufferString(generatedHeader + "package " + name + "\n\nimport \"secant.example/internal/field\"\n\n")
}

// doubled returns [2^n]p.
func doubled[P any](c tableCurve[P], p P, n int) P {
	for range n {
		p = c.add(p, p)
	}
	return p
}

// writeComb writes the blocks of the comb of internal/recode for the generator base: 13 blocks, 5 teeth,
// spacing 4.
func writeComb[P any](b *bytes.Buffer, c tableCurve[P], base P) {
	power := base
	for range 13 {
		b.WriteString("{\n")
		var teeth [5]P
		for t := range teeth {
			teeth[t] = power
			power = doubled(c, power, 4)
		}
		for i := range 16 {
			sum := teeth[4]
			for t := range 4 {
				term := teeth[t]
				if i>>t&1 == 0 {
					term = c.negate(term)
				}
				sum = c.add(sum, term)
			}
			c.print(b, sum, false)
		}
		b.WriteString("},\n")
	}
}

// writeOddMultiples writes 64 multiples: p, 3p, 5p, ....
func writeOddMultiples[P any](b *bytes.Buffer, c tableCurve[P], p P) {
	twice := c.add(p, p)
	for range 64 {
		c.print(b, p, true)
		p = c.add(p, twice)
	}
}

// writeElement writes e as an element of a field.
func writeElement(b *bytes.Buffer, e *big.Int) {
	var limbs [4]uint64
	mask := new(big.Int).SetUint64(^uint64(0))
	for i := range limbs {
		limbs[i] = new(big.Int).And(new(big.Int).Rsh(e, uint(64*i)), mask).Uint64()
	}
	fmt.Fprintf(b, "field.New(%#016x, %#016x, %#016x, %#016x),\n", limbs[0], limbs[1], limbs[2], limbs[3])
}
