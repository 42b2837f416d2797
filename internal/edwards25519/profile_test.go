// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package edwards25519

import (
	"testing"

	"secant.example/internal/field"
	"secant.example/internal/lattice"
	"secant.example/internal/msm"
	"secant.example/internal/recode"
	"secant.example/internal/scalar"
	"secant.example/internal/testkit"
)

// BenchmarkSteps measures what sums of multiples are made of, on every path, the cost of
// one of each: with them and the operation counts below the times of whole operations can be
// explained.
//
// M, S and A are a multiplication, a squaring and an addition or subtraction. The times are minima in ns, of
// one of many in a row, on an AMD EPYC (Zen 3, 2.45 GHz nominal), with one and with two carry chains:
//
//	doubling without T                                 3M + 4S + 6A                 96     82
//	addition of a cached point                         8M + 6A                     127    102
//	window: look-up, sign, 4 doublings, addition       20M + 16S + 31A, 8 entries  441    414
//	two square roots of ratios                         504S + 26M                 6450   5870
//
// With IFMA a doubling is a square and a product of four lanes, an addition two products, and eight
// additions to buckets seven products of eight lanes, or one where buckets are empty, as one of ten is here.
//
// An Ed25519 verification is two square roots, a fifth of it, two tables of odd multiples, 127
// doublings and about 70 additions: 253/9 = 28 for the base, with rows of 32 positions and digits of width 8,
// and 2·127/6 = 42 for A and R.
func BenchmarkSteps(b *testing.B) {
	const n = 100
	g := generator
	var c cached
	c.set(&g)
	steps := make([]step, n)
	pairs := make([]addPair, n)
	sums := make([]sumPoint, n)
	rows := make([][msm.Lanes]sumPoint, n)
	laneSteps, positions := make([]laneStep, n), make([][msm.Lanes]sumPoint, n)
	var totals, runs [msm.Lanes]sumPoint
	pairSteps := make([]pairStep, n)
	var table0, table1 [oddMultiples]cached
	table0[0], table1[0] = c, c
	k := [4]uint64{0x9e3779b97f4a7c15, 0xf39cc0605cedc834, 0x1082276bf3a27251, 0xf86c6a11d0c18e9}
	testkit.MeasureParts(b, func(part func(name string, count int, run func())) {
		for i := range sums {
			group{}.Identity(&sums[i])
		}
		for i := range runs {
			runs[i].laneIdentity()
		}
		totals = runs
		for i := range rows {
			rows[i] = runs
			laneSteps[i].Negative = uint64(i)
			for j := range positions[i] {
				positions[i][j].laneIdentity()
				laneSteps[i].V[j], laneSteps[i].Q[j] = &positions[i][j], &c
			}
			// Sums of ten points.
			switch i % 10 {
			case 0:
				laneSteps[i].Ends = msm.FirstOfSums
			case 9:
				laneSteps[i].Ends = msm.LastOfSums
			}
		}
		for i := range steps {
			negative := uint8(i*i/3) & 1
			steps[i] = step{Q: &c, Flags: uint32(negative)}
			pairs[i] = addPair{V: &sums[i], Q: &c, Negative: uint64(negative)}
			pairSteps[i] = pairStep{Q: [2]*cached{&c, &c}, Negative: [2]uint8{negative, 1 - negative}}
		}
		doublings := []step{{Q: &c, Doublings: n}}
		var x, y field.Element
		v, columns := g, [4]Point{g, g, g, g}
		octets := new(octetWork)
		part("product", n, func() {
			for range n {
				p.Mul(&x, &x, &y)
			}
		})
		part("square", n, func() { p.SqrN(&x, &v.x, n) })
		part("doubling", n, func() { v.double(n) })
		part("addition to one point", n, func() { v.sumSteps(0, steps, true) })
		part("addition to one point, in variable time", n, func() { v.varTimeSumSteps(steps, true) })
		part("doubling in variable time", n, func() { v.varTimeSumSteps(doublings, true) })
		part("addition to a bucket", n, func() { addEach(pairs) })
		part("addition to a bucket in lanes", n*msm.Lanes, func() { varTimeAddLanes(laneSteps) })
		part("addition of a bucket to two sums", n*msm.Lanes, func() { varTimeAddBuckets(&totals, &runs, rows) })
		part("addition of two points", n, func() { sums[0].addPairs(pairSteps) })
		if (varTimeGroup{}).InPositions() {
			tables := new([msm.Lanes][oddMultiples]cached)
			for j := range tables {
				tables[j] = table0
			}
			part("addition to a position in lanes", n*msm.Lanes, func() { varTimeAddLanesAnyZ(laneSteps) })
			part("table of odd multiples in lanes", msm.Lanes, func() { varTimeOddMultiplesEach(tables) })
			part("doubling and addition of a position in lanes", n*msm.Lanes, func() { varTimeAddPositions(&totals, rows) })
		}
		part("two tables of odd multiples", 1, func() { varTimeOddMultiples(table0[:], table1[:]) })
		part("table of a window", 1, func() { multiples(&[8]cached{}, &v) })
		part("window with its look-up and 4 doublings", 64, func() { v.addWindows([][8]cached{table0}, make([]digit, 64), 64) })
		part("comb entry with its look-up", 52, func() { v.addComb(&combTable, &combDigits{}) })
		part("comb entry in lanes, with its look-up", 52, func() { sumColumns(&columns, generatorColumns(), &combDigits{}) })
		part("comb entry in octets, with its look-up", 52, func() { sumOctets(octets, generatorOctets(), &octetDigits{}) })
		part("sum of the octets of a comb", 1, func() { joinOctets(&v, octets) })
		part("square root of a ratio", 1, func() { p.SqrtRatio(&x, &v.x, &v.y) })
		part("two square roots of ratios", 1, func() {
			xs := [2]field.Element{v.x, v.y}
			us, ws := xs, xs
			var square [2]int
			p.SqrtRatios(xs[:], us[:], ws[:], square[:])
		})
		roots := [field.MaxRatios]field.Element{v.x, v.y}
		var square [len(roots)]int
		part("square root of a ratio, of 16", len(roots), func() { p.SqrtRatios(roots[:], roots[:], ones[:], square[:]) })
		part("square root of a ratio, of 16, in variable time", len(roots), func() { p.VarTimeSqrtRatios(roots[:], roots[:], ones[:], square[:]) })
		if fewest, _ := eachGroups(); fewest <= eachCount {
			w := new(eachWork)
			eachSums := make([]eachStep, n)
			eachDoublings := []eachStep{{Doublings: n}}
			for i := range eachSums {
				for j := range eachCount {
					w.state.set(j, &g)
					eachSums[i].Q[j], eachDoublings[0].Q[j] = &eachBase()[0][j+i], &eachIdentity
				}
			}
			part("doubling in lanes of their own", n*eachCount, func() { varTimeEachSteps(&w.state, eachDoublings, &w.room, eachCount) })
			part("addition in lanes of their own", n*eachCount, func() { varTimeEachSteps(&w.state, eachSums, &w.room, eachCount) })
			sum := Triple{A: g, C: g, KA: scalar.New(k[0], k[1], 0, 0), KC: scalar.New(k[2], k[1], 0, 0), KB: scalar.New(k[0], k[1], k[2], k[3])}
			part("digits of a sum in lanes of its own", eachCount, func() {
				w.prepare([]Triple{sum})
			})
			part("table of 16 in lanes of their own", eachCount, func() { varTimeEachMultiples(&w.tables[0], &w.state, &w.room, eachCount) })
		}
		part("fraction with parts of half the length", 1, func() {
			var f lattice.Fraction
			l := scalar.Edwards25519.N()
			lattice.Halve(&f, &k, &l)
		})
		var schedule recode.VarTimeSchedule
		var digits []recode.Digit
		part("digits of a multiple", n, func() {
			digits = digits[:0]
			for i := range n {
				digits = schedule.Append(digits, &k, 0, i, expandedWidth, wholeStep)
			}
			schedule.Reset()
		})
		part("inversion", 1, func() { p.Inv(&y, &v.x) })
	})
}
