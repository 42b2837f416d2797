// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package doubleodd_test

import (
	"math/big"
	"testing"

	"secant.example/internal/doubleodd"
	"secant.example/internal/field"
	"secant.example/internal/testkit"
)

func stateLimbs(s *doubleodd.LaneState, k, j int) [5]uint64 {
	return octetLane(s.Elements()[k], j)
}

func lane(e *field.LanePair, j int) [5]uint64 {
	return octetLane(&e[j/field.OctetCount], j%field.OctetCount)
}

func octetLane(e *field.Octet52, j int) (l [5]uint64) {
	for i := range l {
		l[i] = e[i][j]
	}
	return l
}

func pointLimbs(q *doubleodd.LanePoint, k int) [5]uint64 {
	return [5]uint64{q[4*k], q[4*k+1], q[4*k+2], q[4*k+3], q[16+k]}
}

// laneElements are elements for which carries come late, and others.
func (m *model) laneElements(r *testkit.Rand) (all []field.Element) {
	for _, l := range testkit.Edges(m.p) {
		all = append(all, field.New(l[0], l[1], l[2], l[3]))
	}
	for _, x := range m.targets(r) {
		all = append(all, m.randomElement(r, x))
		if y := new(big.Int).ModInverse(x, m.p); y != nil {
			all = append(all, m.randomElement(r, y))
		}
	}
	for range len(all) {
		l := r.Limbs()
		all = append(all, field.New(l[0], l[1], l[2], l[3]))
	}
	return all
}

// setRawLane sets the element j to limbs of which many are at bounds.
func setRawLane(e *field.Octet52, r *testkit.Rand, j int) {
	for i, limb := range r.Limbs52() {
		e[i][j] = limb
	}
}

// fillState sets all lanes, to limbs at bounds or to some of the values.
func fillState(r *testkit.Rand, s *doubleodd.LaneState, values []field.Element) {
	raw := r.IntN(2) == 0
	for j := range doubleodd.LaneCount {
		var e [4]field.Element
		for i := range e {
			e[i] = values[r.IntN(len(values))]
		}
		s.SetPoint(j, doubleodd.Extended(e))
		for _, element := range s.Elements() {
			if raw {
				setRawLane(element, r, j)
			}
		}
	}
}

// anyLanePoint returns numbers that need not be a point.
func anyLanePoint(r *testkit.Rand, values []field.Element) *doubleodd.LanePoint {
	q := new(doubleodd.LanePoint)
	var e [4]field.Element
	for i := range e {
		e[i] = values[r.IntN(len(values))]
	}
	q.SetPoint(doubleodd.Extended(e))
	if r.IntN(2) == 0 {
		for k := range 4 {
			l := r.Limbs52()
			copy(q[4*k:], l[:4])
			q[16+k] = l[4]
		}
	}
	return q
}

// compareLimbs compares numbers modulo p, and their limbs with what the next routine takes.
func (m *model) compareLimbs(t *testing.T, got, want [5]uint64, format string, args ...any) {
	t.Helper()
	for i, limb := range got {
		if limb >= 1<<52 {
			t.Fatalf(format+": limb %d is %x", append(args, i, limb)...)
		}
	}
	if g, w := m.mod(testkit.Big52(got)), m.mod(testkit.Big52(want)); g.Cmp(w) != 0 {
		t.Fatalf(format+" is %x, want %x", append(args, g, w)...)
	}
}

func (m *model) compareStates(t *testing.T, got, want *doubleodd.LaneState) {
	t.Helper()
	for j := range doubleodd.LaneCount {
		for k := range 4 {
			m.compareLimbs(t, stateLimbs(got, k, j), stateLimbs(want, k, j), "coordinate %d of lane %d", k, j)
		}
	}
}

func TestLaneLimbs(t *testing.T) {
	each(t, func(t *testing.T, m *model, r *testkit.Rand) {
		for range 2000 {
			var q doubleodd.LanePoint
			for k := range 4 {
				l := r.Limbs52()
				copy(q[4*k:], l[:4])
				q[16+k] = l[4]
			}
			v := q.Point(m.c)
			var back doubleodd.LanePoint
			back.SetPoint(&v)
			var s doubleodd.LaneState
			j := r.IntN(doubleodd.LaneCount)
			s.SetPoint(j, &v)
			for k, x := range v.Coordinates() {
				if got := testkit.Big(x.Limbs()); m.mod(got).Cmp(m.mod(testkit.Big52(pointLimbs(&q, k)))) != 0 {
					t.Fatalf("%x is %x", pointLimbs(&q, k), got)
				}
				m.compareLimbs(t, pointLimbs(&back, k), pointLimbs(&q, k), "coordinate %d", k)
				m.compareLimbs(t, stateLimbs(&s, k, j), pointLimbs(&q, k), "coordinate %d of lane %d", k, j)
			}
			again := s.Point(m.c, j)
			if again.Coordinates() != v.Coordinates() {
				t.Fatalf("%x as limbs is %x", v.Coordinates(), again.Coordinates())
			}
			for other := range doubleodd.LaneCount {
				if w := s.Point(m.c, other); other != j && w.Coordinates() != ([4]field.Element{}) {
					t.Fatalf("lane %d changed lane %d", j, other)
				}
			}
		}
	})
}

func TestLaneSteps(t *testing.T) {
	eachKernel(t, func(t *testing.T, m *model, r *testkit.Rand) {
		values := m.laneElements(r)
		var room doubleodd.LaneRoom
		var tables doubleodd.LaneTables
		for j := range tables {
			for i := range tables[j] {
				tables[j][i] = *anyLanePoint(r, values)
			}
		}
		steps := func(n int, doublings func(i int) uint64) []doubleodd.LaneStep {
			all := make([]doubleodd.LaneStep, n)
			for i := range all {
				s := &all[i]
				s.Doublings = doublings(i)
				s.Negative = r.Uint64() & (1<<doubleodd.LaneCount - 1)
				if r.IntN(3) == 0 {
					s.From = 2*r.Uint64N(uint64(len(tables[0]))) + 1
				}
				if r.IntN(3) == 0 {
					s.To = 2*r.Uint64N(uint64(len(tables[0]))) + 1
				}
				for j := range s.Q {
					s.Q[j] = anyLanePoint(r, values)
				}
			}
			return all
		}
		compare := func(steps []doubleodd.LaneStep, n int) {
			var s doubleodd.LaneState
			fillState(r, &s, values)
			// The lanes that no routine works in stay as they are.
			want, got := s, tables
			m.c.LaneStepsGeneric(&want, steps, &tables, field.LanesFor(n))
			m.c.LaneSteps(&s, steps, &got, &room, n)
			m.compareStates(t, &s, &want)
			m.compareTables(t, &got, &tables)
		}
		for range 300 / stride() {
			compare(steps(1+r.IntN(5), func(int) uint64 { return r.Uint64N(4) }), 1+r.IntN(doubleodd.LaneCount))
		}
		// More than are taken at once, each of another kind.
		compare(steps(120, func(i int) uint64 { return uint64(i % 3) }), doubleodd.LaneCount)
	})
}

func TestLaneTables(t *testing.T) {
	eachKernel(t, func(t *testing.T, m *model, r *testkit.Rand) {
		points := m.points(r, 2)
		var tables doubleodd.LaneTables
		var first [doubleodd.LaneCount]point
		for j := range tables {
			first[j] = points[r.IntN(len(points))]
			tables[j][0].SetPoint(m.point(r, first[j]))
		}
		m.c.MakeTables(&tables, doubleodd.LaneCount)
		for j := range tables {
			want := first[j]
			for i := range tables[j] {
				v := tables[j][i].Point(m.c)
				m.checkElement(t, &v, want, "entry %d of lane %d", i, j)
				want = m.add(want, first[j])
			}
		}
	})
}

func (m *model) compareTables(t *testing.T, got, want *doubleodd.LaneTables) {
	t.Helper()
	for j := range got {
		for i := range got[j] {
			for k := range 4 {
				m.compareLimbs(t, pointLimbs(&got[j][i], k), pointLimbs(&want[j][i], k), "coordinate %d of entry %d of lane %d", k, i, j)
			}
		}
	}
}

func TestLaneSqrNMul(t *testing.T) {
	eachKernel(t, func(t *testing.T, m *model, r *testkit.Rand) {
		values := m.laneElements(r)
		var room doubleodd.LaneRoom
		for n := range 60 / stride() {
			var places [3]field.LanePair // z, x, y
			for i := range places {
				for j := range field.PairCount {
					if places[i].Set(j, &values[r.IntN(len(values))]); r.IntN(2) == 0 {
						setRawLane(&places[i][j/field.OctetCount], r, j%field.OctetCount)
					}
				}
			}
			before := places
			z := &places[n%3]
			squarings := uint64(1 + r.IntN(4))
			lanes := 1 + r.IntN(field.PairCount)
			m.c.LaneSqrNMul(z, &places[1], squarings, &places[2], &room, lanes)
			for j := range lanes {
				want := testkit.Big52(lane(&before[1], j))
				for range squarings {
					want.Mod(want.Mul(want, want), m.p)
				}
				want.Mul(want, testkit.Big52(lane(&before[2], j)))
				got := lane(z, j)
				if m.mod(testkit.Big52(got)).Cmp(m.mod(want)) != 0 {
					t.Fatalf("%d squarings in lane %d: %x, want %x", squarings, j, got, want)
				}
				for i, limb := range got {
					if limb >= 1<<52 {
						t.Fatalf("lane %d: limb %d is %x", j, i, limb)
					}
				}
			}
		}
	})
}

func TestLaneBase(t *testing.T) {
	each(t, func(t *testing.T, m *model, r *testkit.Rand) {
		tables := m.c.LaneBase()
		for row := range tables {
			q := m.times(new(big.Int).Lsh(big.NewInt(1), uint(130*row)), m.g)
			want := q
			for i := range tables[row] {
				if v := tables[row][i].Point(m.c); i < 20 || i > 500 {
					m.checkElement(t, &v, want, "row %d, entry %d", row, i)
				}
				want = m.add(want, q)
			}
		}
	})
}

// Batches of all sizes around those of groups of lanes.
func TestVarTimeMulAddMulGenBatch(t *testing.T) {
	eachKernel(t, func(t *testing.T, m *model, r *testkit.Rand) {
		points, scalars := m.points(r, 2), m.scalars(r, 30)
		half := new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 128), big.NewInt(1))
		for _, n := range []int{0, 1, 3, 4, 5, 8, 12, 15, 16, 17, 20, 33} {
			k, w, q, v := make([]Scalar, n), make([]Scalar, n), make([]Point, n), make([]Point, n)
			want := make([]point, n)
			for i := range n {
				a, b, p := scalars[r.IntN(len(scalars))], scalars[r.IntN(len(scalars))], points[r.IntN(len(points))]
				a = new(big.Int).And(a, half)
				if i == 3 {
					a = half
				}
				k[i], w[i], q[i] = *toScalar(a), *toScalar(b), *m.point(r, p)
				want[i] = m.add(m.times(a, p), m.times(b, m.g))
			}
			m.c.VarTimeMulAddMulGenBatch(v, k, q, w)
			for i := range v {
				m.checkElement(t, &v[i], want[i], "%d of %d", i, n)
			}
			m.c.VarTimeMulAddMulGenBatch(q, k, q, w)
			for i := range v {
				m.checkElement(t, &q[i], want[i], "%d of %d, in place", i, n)
			}
		}
	})
}

func TestVarTimeVerifyDOBatch(t *testing.T) {
	eachKernel(t, func(t *testing.T, m *model, r *testkit.Rand) {
		points, scalars := m.points(r, 2), m.scalars(r, 30)
		scalars = append(scalars, new(big.Int))
		for _, n := range []int{0, 1, 3, 4, 8, 16, 17, 21} {
			k, w, q, b := make([]Scalar, n), make([]Scalar, n), make([]Point, n), make([][32]byte, n)
			ok, want := make([]bool, n), make([]bool, n)
			for i := range n {
				x, y, p := scalars[r.IntN(len(scalars))], scalars[r.IntN(len(scalars))], points[r.IntN(len(points))]
				if !m.hasOddOrder(p) {
					p = m.add(p, m.n())
				}
				k[i], w[i], q[i] = *toScalar(x), *toScalar(y), *m.point(r, p)
				b[i] = m.do(m.add(m.times(x, p), m.times(y, m.g)))
				right := b[i]
				switch r.IntN(6) {
				case 0:
					b[i][r.IntN(32)] ^= 1 << r.IntN(8)
				case 1:
					b[i] = m.do(points[r.IntN(len(points))])
				case 2:
					b[i] = testkit.Bytes(m.mod(new(big.Int).Neg(testkit.BigLE(b[i][:]))))
				case 3:
					b[i] = [32]byte{}
				}
				want[i] = b[i] == right
				ok[i] = !want[i]
			}
			m.c.VarTimeVerifyDOBatch(ok, b, k, q, w)
			for i := range ok {
				if ok[i] != want[i] {
					t.Fatalf("%d of %d: %t", i, n, ok[i])
				}
			}
		}
	})
}
