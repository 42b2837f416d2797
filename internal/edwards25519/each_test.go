// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package edwards25519

import (
	"math/big"
	"testing"

	"secant.example/internal/cpu"
	"secant.example/internal/field"
	"secant.example/internal/scalar"
	"secant.example/internal/testkit"
)

// eachElements are elements for which carries come late, and others.
func eachElements(r *testkit.Rand) (all []field.Element) {
	for _, l := range testkit.Edges(testkit.EdwardsP) {
		all = append(all, field.New(l[0], l[1], l[2], l[3]))
	}
	for _, x := range r.Targets(testkit.EdwardsP) {
		for _, y := range []*big.Int{x, new(big.Int).ModInverse(x, testkit.EdwardsP)} {
			if y != nil {
				l := testkit.Limbs(new(big.Int).Mod(y, testkit.EdwardsP))
				all = append(all, field.New(l[0], l[1], l[2], l[3]))
			}
		}
	}
	for range len(all) {
		l := r.Limbs()
		all = append(all, field.New(l[0], l[1], l[2], l[3]))
	}
	return all
}

func (s *eachState) coordinates() [4]*field.LaneOctet {
	return [4]*field.LaneOctet{&s.x, &s.y, &s.z, &s.t}
}

// fillEach sets all lanes, to limbs at bounds or to some of the values.
func fillEach(r *testkit.Rand, s *eachState, values []field.Element) {
	raw := r.IntN(2) == 0
	for j := range eachCount {
		for _, e := range s.coordinates() {
			e.Set(j, &values[r.IntN(len(values))])
			if raw {
				for i, limb := range r.Limbs52() {
					e[i][j] = limb
				}
			}
		}
	}
}

// anyEntry returns numbers that need not be a point.
func anyEntry(r *testkit.Rand, values []field.Element) *eachEntry {
	e := new(eachEntry)
	pick := func() field.Element { return values[r.IntN(len(values))] }
	e.set(&cached{pick(), pick(), pick(), pick()})
	if r.IntN(2) == 0 {
		for k := range 4 {
			l := r.Limbs52()
			copy(e[4*k:], l[:4])
			e[16+k] = l[4]
		}
	}
	return e
}

func integerOf(l [5]uint64) *big.Int {
	x := new(big.Int)
	for i, limb := range l {
		x.Add(x, new(big.Int).Lsh(new(big.Int).SetUint64(limb), field.LaneBits()*uint(i)))
	}
	return x.Mod(x, testkit.EdwardsP)
}

// compareLimbs compares numbers modulo p, and their limbs with what the next routine takes.
func compareLimbs(t *testing.T, got, want [5]uint64, format string, args ...any) {
	t.Helper()
	for i, limb := range got {
		if limb >= 1<<52 {
			t.Fatalf(format+": limb %d is %x", append(args, i, limb)...)
		}
	}
	if g, w := integerOf(got), integerOf(want); g.Cmp(w) != 0 {
		t.Fatalf(format+" is %x, want %x", append(args, g, w)...)
	}
}

func compareEach(t *testing.T, got, want *eachState) {
	t.Helper()
	limbs := func(e *field.LaneOctet, j int) (l [5]uint64) {
		for i := range l {
			l[i] = e[i][j]
		}
		return l
	}
	for j := range eachCount {
		for k, e := range got.coordinates() {
			compareLimbs(t, limbs(e, j), limbs(want.coordinates()[k], j), "coordinate %d of lane %d", k, j)
		}
	}
}

func (e *eachEntry) limbs(k int) [5]uint64 {
	return [5]uint64{e[4*k], e[4*k+1], e[4*k+2], e[4*k+3], e[16+k]}
}

func TestEachSteps(t *testing.T) {
	testkit.Kernels(t, func(t *testing.T) {
		r := testkit.NewRand(t)
		values := eachElements(r)
		room := new(eachWork)
		for range eachRounds(150) {
			steps := make([]eachStep, 1+r.IntN(4))
			for i := range steps {
				for j := range steps[i].Q {
					steps[i].Q[j] = anyEntry(r, values)
				}
				steps[i].Negative, steps[i].Doublings = r.Uint64()&0xff, uint64(r.IntN(4))
			}
			var s eachState
			fillEach(r, &s, values)
			// The lanes that no routine works in stay as they are.
			want, n := s, 1+r.IntN(eachCount)
			eachStepsGeneric(&want, steps, field.LanesFor(n), (*eachEntry).get)
			varTimeEachSteps(&s, steps, &room.room, n)
			compareEach(t, &s, &want)
		}
		// More than are taken at once.
		steps := make([]eachStep, 2*eachAtOnce+3)
		for i := range steps {
			for j := range steps[i].Q {
				steps[i].Q[j] = anyEntry(r, values)
			}
			steps[i].Negative, steps[i].Doublings = r.Uint64()&0xff, uint64(r.IntN(3))
		}
		var s eachState
		fillEach(r, &s, values)
		want := s
		eachStepsGeneric(&want, steps, eachCount, (*eachEntry).get)
		varTimeEachSteps(&s, steps, &room.room, eachCount)
		compareEach(t, &s, &want)
	})
}

// TestExpandedSteps is TestEachSteps for entries of words.
func TestExpandedSteps(t *testing.T) {
	testkit.Kernels(t, func(t *testing.T) {
		r := testkit.NewRand(t)
		values := eachElements(r)
		pick := func() field.Element { return values[r.IntN(len(values))] }
		room := new(eachWork)
		for round := range eachRounds(150) {
			n := 1 + r.IntN(4)
			if round == 0 {
				n = 2*eachAtOnce + 3 // more than are taken at once
			}
			steps := make([]eachExpandedStep, n)
			for i := range steps {
				for j := range steps[i].Q {
					steps[i].Q[j] = &cached{pick(), pick(), pick(), pick()}
				}
				steps[i].Negative, steps[i].Doublings = r.Uint64()&0xff, uint64(r.IntN(4))
			}
			var s eachState
			fillEach(r, &s, values)
			want := s
			eachStepsGeneric(&want, steps, eachCount, func(q *cached) cached { return *q })
			varTimeEachExpandedSteps(&s, steps, &room.room)
			compareEach(t, &s, &want)
		}
	})
}

func TestEachMultiples(t *testing.T) {
	testkit.Kernels(t, func(t *testing.T) {
		r := testkit.NewRand(t)
		values := eachElements(r)
		w := new(eachWork)
		for range eachRounds(20) {
			var s eachState
			fillEach(r, &s, values)
			n := 1 + r.IntN(eachCount)
			want := new(eachTables)
			eachMultiplesGeneric(want, &s, field.LanesFor(n))
			*w = eachWork{}
			varTimeEachMultiples(&w.tables[0], &s, &w.room, n)
			for j := range want {
				for i := range want[j] {
					for k := range 4 {
						compareLimbs(t, w.tables[0][j][i].limbs(k), want[j][i].limbs(k), "coordinate %d of entry %d of lane %d", k, i, j)
					}
				}
			}
		}
	})
}

// pointOf returns a point with another Z than 1.
func pointOf(r *testkit.Rand, q testkit.EdwardsPoint) (v Point) {
	element := func(x *big.Int) field.Element {
		l := testkit.Limbs(x)
		return field.New(l[0], l[1], l[2], l[3])
	}
	z := field.New(r.Uint64()|1, r.Uint64(), 0, 0)
	v = Point{x: element(q.X), y: element(q.Y), z: z}
	p.Mul(&v.t, &v.x, &v.y)
	for _, x := range []*field.Element{&v.x, &v.y, &v.t} {
		p.Mul(x, x, &z)
	}
	return v
}

// Sums in groups of all sizes, with equal, opposite and neutral points and those with a part of small order, are the sums
// one by one; and the lanes are what computes them, where there are some.
func TestTriples(t *testing.T) {
	testkit.Kernels(t, func(t *testing.T) {
		r := testkit.NewRand(t)
		samples := testkit.EdwardsSamples()
		half := new(big.Int).Lsh(big.NewInt(1), eachMost)
		edges := []*big.Int{new(big.Int), big.NewInt(1), big.NewInt(2), new(big.Int).Sub(half, big.NewInt(1)), new(big.Int).Rsh(half, 1)}
		short := func() scalar.Scalar {
			k := new(big.Int).Mod(testkit.Big(r.Limbs()), half)
			if r.IntN(3) == 0 {
				k = edges[r.IntN(len(edges))]
			}
			l := testkit.Limbs(k)
			return scalar.New(l[0], l[1], l[2], l[3])
		}
		for n := range 2*eachCount + 2 {
			for range 3 {
				sums, v := make([]Triple, n), make([]Point, n)
				for i := range sums {
					s := &sums[i]
					s.A, s.C = pointOf(r, samples[r.IntN(len(samples))].EdwardsPoint), pointOf(r, samples[r.IntN(len(samples))].EdwardsPoint)
					s.KA, s.KC = short(), short()
					l := testkit.Limbs(new(big.Int).Mod(testkit.Big(r.Limbs()), testkit.EdwardsL))
					s.KB = scalar.New(l[0], l[1], l[2], l[3])
					switch r.IntN(8) {
					case 0:
						s.C, s.KC = s.A, s.KA
					case 1:
						s.C.Negate(&s.A)
						s.KC = s.KA
					case 2:
						s.A.SetGenerator()
						s.KB = s.KA
					case 3:
						if r.IntN(4) == 0 { // more than there are digits for
							s.KC = s.KB
						}
					}
				}
				VarTimeTriples(v, sums)
				for i := range sums {
					var want Point
					s := &sums[i]
					want.VarTimeTripleScalarBaseMult(&s.KA, &s.A, &s.KC, &s.C, &s.KB)
					if v[i].Equal(&want) != 1 {
						t.Fatalf("sum %d of %d is %x, want %x", i, n, v[i].Coordinates(), want.Coordinates())
					}
					// T is X·Y/Z.
					var xy, zt field.Element
					p.Mul(&xy, &v[i].x, &v[i].y)
					p.Mul(&zt, &v[i].z, &v[i].t)
					if p.Equal(&xy, &zt) != 1 {
						t.Fatalf("sum %d of %d is no point: %x", i, n, v[i].Coordinates())
					}
				}
			}
		}
		if fewest, _ := eachGroups(); cpu.X86.V3 && fewest > eachCount {
			t.Errorf("lanes are for %d sums", fewest)
		}
		testkit.NoAllocs(t, "VarTimeTriples", func() {
			var sums [2 * eachCount]Triple
			var v [2 * eachCount]Point
			for i := range sums {
				sums[i].A.SetGenerator()
				sums[i].C.SetGenerator()
			}
			VarTimeTriples(v[:], sums[:])
		})
	})
}

// Sums of expanded points in groups of all sizes, with points of small order and those with a part of it, and multipliers at
// edges, are the sums one by one; and the lanes are what computes them, where there are some.
func TestExpandedSums(t *testing.T) {
	testkit.Kernels(t, func(t *testing.T) {
		r := testkit.NewRand(t)
		samples := testkit.EdwardsSamples()
		edges := []*big.Int{new(big.Int), big.NewInt(1), big.NewInt(2), new(big.Int).Sub(testkit.EdwardsL, big.NewInt(1)), new(big.Int).Sub(testkit.EdwardsL, big.NewInt(2)),
			new(big.Int).Lsh(big.NewInt(1), 252), new(big.Int).Lsh(big.NewInt(0xffff8), 28)}
		multiplier := func() scalar.Scalar {
			k := new(big.Int).Mod(testkit.Big(r.Limbs()), testkit.EdwardsL)
			if r.IntN(3) == 0 {
				k = edges[r.IntN(len(edges))]
			}
			l := testkit.Limbs(k)
			return scalar.New(l[0], l[1], l[2], l[3])
		}
		var keys [8]ExpandedPoint
		for i := range keys {
			A := pointOf(r, samples[r.IntN(len(samples))].EdwardsPoint)
			switch i {
			case 0:
				A = identity
			case 1:
				A.SetGenerator()
			}
			keys[i].Set(&A)
		}
		for n := range 2*eachCount + 2 {
			for range 3 {
				sums, v := make([]ExpandedSum, n), make([]Point, n)
				for i := range sums {
					sums[i] = ExpandedSum{A: &keys[r.IntN(len(keys))], K: multiplier(), KB: multiplier()}
				}
				// In lanes, whatever pays.
				all := []func(){func() { VarTimeExpandedSums(v, sums) }}
				if n > 0 && n <= eachCount {
					all = append(all, func() { new(expandedWork).multiply(v, sums) })
				}
				for _, compute := range all {
					clear(v)
					compute()
					for i := range sums {
						var want Point
						s := &sums[i]
						want.VarTimeDoubleScalarBaseMultExpanded(&s.K, s.A, &s.KB)
						if v[i].Equal(&want) != 1 {
							t.Fatalf("sum %d of %d is %x, want %x", i, n, v[i].Coordinates(), want.Coordinates())
						}
					}
				}
			}
		}
		if fewest, _ := expandedGroups(); cpu.X86.IFMA && !cpu.X86.TwoChains && fewest > eachCount {
			t.Errorf("lanes are for %d sums", fewest)
		}
		testkit.NoAllocs(t, "VarTimeExpandedSums", func() {
			var sums [2 * eachCount]ExpandedSum
			var v [2 * eachCount]Point
			for i := range sums {
				sums[i].A = &keys[1]
			}
			VarTimeExpandedSums(v[:], sums[:])
		})
	})
}

func TestExpandedBase(t *testing.T) {
	for row, table := range expandedBase() {
		checkBaseMultiples(t, 32*row, len(table), func(i int) cached { return table[i] })
	}
}

func TestEachBase(t *testing.T) {
	testkit.Kernels(t, func(t *testing.T) {
		for row, table := range eachBase() {
			checkBaseMultiples(t, 140*row, len(table), func(i int) cached { return table[i].get() })
		}
	})
}

// checkBaseMultiples compares the entries with 1, 2, ... times [2^n]B.
func checkBaseMultiples(t *testing.T, n, count int, entry func(i int) cached) {
	first := generator
	if n > 0 {
		first.double(n)
	}
	v := first
	for i := range count {
		var want cached
		got := entry(i)
		want.set(&v)
		var a, b field.Element
		// The entries are projective.
		for _, pair := range [][4]*field.Element{{&got.yPlusX, &want.z2, &want.yPlusX, &got.z2}, {&got.yMinusX, &want.z2, &want.yMinusX, &got.z2}, {&got.t2d, &want.z2, &want.t2d, &got.z2}} {
			p.Mul(&a, pair[0], pair[1])
			p.Mul(&b, pair[2], pair[3])
			if p.Equal(&a, &b) != 1 {
				t.Fatalf("entry %d from 2^%d on is %x", i, n, got)
			}
		}
		v.Add(&v, &first)
	}
}

// eachRounds returns how often to try something.
func eachRounds(n int) int {
	if testing.Short() {
		return n / 5
	}
	return n
}
