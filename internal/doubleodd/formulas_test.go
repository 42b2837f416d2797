// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package doubleodd_test

import (
	"math/big"
	"testing"

	"secant.example/internal/cpu"
	"secant.example/internal/doubleodd"
	"secant.example/internal/field"
	"secant.example/internal/testkit"
)

// The formulas of every implementation, on coordinates built so that the carries of each
// of their products and sums happen: the coordinates of points on the curve would not
// lead to them.

// numbers are coordinates E, Z, U, T, as integers.
type numbers [4]*big.Int

func (m *model) elements(r *testkit.Rand, n numbers) (e [4]field.Element) {
	for i, x := range n {
		e[i] = m.randomElement(r, x)
	}
	return e
}

// anything returns an integer below 2^256.
func anything(r *testkit.Rand) *big.Int { return testkit.Big(r.Limbs()) }

func (m *model) randomNumbers(r *testkit.Rand) numbers {
	return numbers{anything(r), anything(r), anything(r), anything(r)}
}

// coefficients returns a' and b'.
func (m *model) coefficients() (a, b *big.Int) {
	return m.product(big.NewInt(-2), m.a), m.minus(m.product(m.a, m.a), m.product(big.NewInt(4), m.b))
}

// formula is the addition.
func (m *model) formula(p, q numbers) numbers {
	a, b := m.coefficients()
	c1, c2, c3, c4 := m.product(p[0], q[0]), m.product(p[1], q[1]), m.product(p[2], q[2]), m.product(p[3], q[3])
	zt := m.sum(m.product(p[1], q[3]), m.product(q[1], p[3]))
	eu := m.sum(m.product(p[0], q[2]), m.product(q[0], p[2]))
	h := m.minus(c2, m.product(b, c4))
	e := m.product(m.sum(c2, m.product(b, c4)), m.sum(c1, m.product(a, c3)))
	e = m.sum(e, m.product(big.NewInt(2), b, c3, zt))
	return numbers{e, m.product(h, h), m.product(h, eu), m.product(eu, eu)}
}

// jacobian are Y, W and J of the description of doublings.
type jacobian struct{ y, w, j *big.Int }

var n2, n4 = big.NewInt(2), big.NewInt(4)

func (m *model) enter(p numbers) jacobian {
	j := m.product(n2, p[0], p[2])
	if m.c.IsE() {
		a := m.product(p[0], p[0])
		return jacobian{m.product(n2, a, a), m.minus(m.product(n2, p[1], p[1]), a), j}
	}
	a, s := m.product(n2, p[2], p[2]), m.sum(p[3], p[1])
	return jacobian{m.product(n4, a, a), m.minus(m.product(s, s), a), j}
}

func (m *model) again(d jacobian) jacobian {
	if m.c.IsE() {
		a := m.product(d.w, d.w)
		b := m.minus(a, d.y)
		c := m.product(b, b)
		return jacobian{m.product(n2, c, c), m.minus(c, m.product(n2, a, a)), m.product(n2, d.w, d.j, b)}
	}
	a := m.product(n2, d.w, d.j)
	c := m.sum(m.product(d.w, d.w), m.product(d.j, d.j))
	b := m.product(a, a)
	return jacobian{m.product(n4, b, b), m.minus(b, m.product(n2, c, c)), m.product(n2, a, m.minus(d.y, c))}
}

func (m *model) leave(d jacobian) numbers {
	z, t := m.product(d.w, d.w), m.product(d.j, d.j)
	e := m.minus(d.y, z)
	if !m.c.IsE() {
		e = m.minus(m.sum(z, t), d.y)
	}
	return numbers{e, z, m.product(d.w, d.j), t}
}

func (m *model) doublings(p numbers, n int) numbers {
	if n == 0 {
		return p
	}
	d := m.enter(p)
	for range n - 1 {
		d = m.again(d)
	}
	return m.leave(d)
}

func (m *model) checkNumbers(t testing.TB, v *Point, want numbers, format string, args ...any) {
	t.Helper()
	for i, n := range m.integers(v) {
		if want[i] != nil && n.Cmp(m.mod(want[i])) != 0 {
			t.Fatalf(format+": coordinate %d is %x, want %x", append(args, i, n, want[i])...)
		}
	}
}

// anyRoot returns a square root of x, or nil.
func (m *model) anyRoot(r *testkit.Rand, x *big.Int) *big.Int {
	y := m.root(x)
	if y != nil && r.IntN(2) == 0 {
		y = m.mod(new(big.Int).Neg(y))
	}
	return y
}

// aims returns points q for which something that the addition p + q computes is v. With
// Z = 1 if affine.
func (m *model) aims(r *testkit.Rand, p numbers, v *big.Int, affine bool) []numbers {
	a, b := m.coefficients()
	var qs []numbers
	for aim := range 24 {
		q := m.randomNumbers(r)
		if affine {
			q[1] = big.NewInt(1)
		}
		c := func(i int) *big.Int { return m.product(p[i], q[i]) }
		g := func() *big.Int { return m.sum(c(1), m.product(b, c(3))) }
		h := func() *big.Int { return m.minus(c(1), m.product(b, c(3))) }
		zt := func() *big.Int { return m.sum(m.product(p[1], q[3]), m.product(q[1], p[3])) }
		setZT := func(x *big.Int) { q[3] = m.quotient(m.minus(x, m.product(q[1], p[3])), p[1]) }
		setEU := func(x *big.Int) {
			if x != nil {
				q[2] = m.quotient(m.minus(x, m.product(q[0], p[2])), p[0])
			}
		}
		setK := func(x *big.Int) { q[0] = m.quotient(m.minus(x, m.product(a, c(2))), p[0]) } // c1 + a'·c3
		s := func() *big.Int { return m.product(n2, b, c(2), zt()) }
		switch aim {
		case 0, 1, 2, 3: // c1, ..., c4
			if aim == 1 && affine {
				continue
			}
			q[aim] = m.quotient(v, p[aim])
		case 4: // Z2 + T2
			q[3] = m.minus(v, q[1])
		case 5: // E2 + U2
			q[2] = m.minus(v, q[0])
		case 6: // (Z1 + T1)(Z2 + T2)
			q[3] = m.minus(m.quotient(v, m.sum(p[1], p[3])), q[1])
		case 7: // (E1 + U1)(E2 + U2)
			q[2] = m.minus(m.quotient(v, m.sum(p[0], p[2])), q[0])
		case 8:
			setZT(v)
		case 9:
			setEU(v)
		case 10: // b'·c4
			q[3] = m.quotient(v, m.product(b, p[3]))
		case 11: // h
			q[3] = m.quotient(m.minus(c(1), v), m.product(b, p[3]))
		case 12: // g
			q[3] = m.quotient(m.minus(v, c(1)), m.product(b, p[3]))
		case 13: // h^2
			if h := m.anyRoot(r, v); h != nil {
				q[3] = m.quotient(m.minus(c(1), h), m.product(b, p[3]))
			}
		case 14:
			setEU(m.anyRoot(r, v))
		case 15: // 2b'·zt
			setZT(m.quotient(v, m.product(n2, b)))
		case 16: // 2b'·c3·zt
			q[2] = m.quotient(v, m.product(n2, b, zt(), p[2]))
		case 17:
			setK(v)
		case 18: // c1 + c3
			q[0] = m.quotient(m.minus(v, c(2)), p[0])
		case 19:
			setK(m.quotient(v, g()))
		case 20: // E3
			setK(m.quotient(m.minus(v, s()), g()))
		case 21: // h·eu
			setEU(m.quotient(v, h()))
		case 22, 23: // U2 or -U2
			q[2] = m.mod(new(big.Int).Set(v))
			q = m.negated(q, aim-22)
		}
		qs = append(qs, q)
	}
	return qs
}

func (m *model) targets(r *testkit.Rand) []*big.Int {
	targets := r.Targets(m.p)
	r.Shuffle(len(targets), func(i, j int) { targets[i], targets[j] = targets[j], targets[i] })
	if testing.Short() {
		return targets[:50]
	}
	return targets[:250]
}

// stride returns which part of the cases to check: all with what runs by default, and with
// one carry chain and with two; a sample without assembly.
func stride() int {
	first := cpu.Paths()[0]
	if cpu.X86 == first || cpu.X86.V3 && cpu.X86.IFMA == first.IFMA {
		return 1
	}
	return 10
}

// negated returns q with the opposite sign if negate is 1.
func (m *model) negated(q numbers, negate int) numbers {
	if negate == 1 {
		q[2] = m.mod(new(big.Int).Neg(q[2]))
	}
	return q
}

func TestAdditionFormula(t *testing.T) {
	each(t, func(t *testing.T, m *model, r *testkit.Rand) {
		type addition struct {
			p, q   [4]field.Element
			negate int
			want   numbers
		}
		var cases [2][]addition // with any Z, and affine
		add := func(p, q numbers, affine int) {
			negate := r.IntN(2)
			cases[affine] = append(cases[affine], addition{m.elements(r, p), m.elements(r, m.negated(q, negate)), negate, m.formula(p, q)})
		}
		for i, v := range m.targets(r) {
			p := m.randomNumbers(r)
			if i%2 == 0 { // sums of the coordinates
				p[3] = m.minus(v, p[1])
				p[2] = m.minus(v, p[0])
			}
			for _, q := range m.aims(r, p, v, false) {
				add(p, q, 0)
				add(q, p, 0)
			}
			for _, q := range m.aims(r, p, v, true) {
				add(p, q, 1)
			}
		}
		edges := testkit.Edges(m.p)
		for range 500 {
			edge := func() *big.Int { return testkit.Big(edges[r.IntN(len(edges))]) }
			p, q := numbers{edge(), edge(), edge(), edge()}, numbers{edge(), edge(), edge(), edge()}
			add(p, q, 0)
			q[1] = big.NewInt(1)
			add(p, q, 1)
		}
		testkit.Kernels(t, func(t *testing.T) {
			for i, c := range cases[0] {
				if i%stride() != 0 {
					continue
				}
				v := *doubleodd.Extended(c.p)
				m.c.DoubleAdd(&v, 0, doubleodd.Extended(c.q), c.negate)
				m.checkNumbers(t, &v, c.want, "%d: %x ± %x", i, c.p, c.q)
				v = *doubleodd.Extended(c.p)
				m.c.SumPoint(&v, 0, doubleodd.Extended(c.q), c.negate)
				m.checkNumbers(t, &v, c.want, "sum, %d: %x ± %x", i, c.p, c.q)
				var table [16]Point
				index := 1 + i%16
				table[index-1] = *doubleodd.Extended(c.q)
				v = *doubleodd.Extended(c.p)
				m.c.Windows(&v, &table, [][4]uint8{{uint8(index), uint8(c.negate), 0, 0}})
				m.checkNumbers(t, &v, c.want, "windows, %d: %x ± %x", i, c.p, c.q)
			}
			for i, c := range cases[1] {
				if i%stride() != 0 {
					continue
				}
				v := *doubleodd.Extended(c.p)
				q := [3]field.Element{c.q[0], c.q[2], c.q[3]}
				m.c.SumAffine(&v, q, c.negate)
				m.checkNumbers(t, &v, c.want, "affine sum, %d: %x ± %x", i, c.p, c.q)
			}
		})
	})
}

func TestDoublingFormula(t *testing.T) {
	each(t, func(t *testing.T, m *model, r *testkit.Rand) {
		type doubling struct {
			p    [4]field.Element
			n    int
			want numbers
		}
		var cases []doubling
		try := func(p numbers) {
			for _, x := range p {
				if x == nil {
					return
				}
			}
			n := 1 + r.IntN(3)
			cases = append(cases, doubling{m.elements(r, p), n, m.doublings(p, n)})
		}
		root := func(x *big.Int) *big.Int {
			if x == nil {
				return nil
			}
			return m.anyRoot(r, x)
		}
		half := func(x *big.Int) *big.Int { return m.quotient(x, n2) }
		// from returns a point that enters as y (about), w and j: some of them, if there is one.
		from := func(y, w, j *big.Int) numbers {
			p := m.randomNumbers(r)
			if m.c.IsE() {
				if y != nil {
					p[0] = root(root(half(y)))
				}
				if p[0] == nil {
					return numbers{}
				}
				if w != nil {
					p[1] = root(half(m.sum(w, m.product(p[0], p[0]))))
				}
				if j != nil {
					p[2] = m.quotient(half(j), p[0])
				}
				return p
			}
			if y != nil {
				p[2] = root(root(m.quotient(y, big.NewInt(16))))
			}
			if p[2] == nil {
				return numbers{}
			}
			if w != nil {
				if s := root(m.sum(w, m.product(n2, p[2], p[2]))); s != nil {
					p[3] = m.minus(s, p[1])
				} else {
					return numbers{}
				}
			}
			if j != nil {
				p[0] = m.quotient(half(j), p[2])
			}
			return p
		}
		for _, v := range m.targets(r) {
			// What enters.
			for i := range 4 {
				p := m.randomNumbers(r)
				p[i] = v
				try(p)
				p = m.randomNumbers(r)
				p[i] = root(v)
				try(p)
				p = m.randomNumbers(r)
				p[i] = root(half(v))
				try(p)
				p = m.randomNumbers(r)
				p[i] = root(root(half(v)))
				try(p)
			}
			p := m.randomNumbers(r)
			p[3] = m.minus(v, p[1])
			try(p)
			for range 2 {
				y, w, j := m.mod(anything(r)), m.mod(anything(r)), m.mod(anything(r))
				y = m.product(y, y)
				y = m.product(n4, y, y) // the y that exist, up to a factor
				if m.c.IsE() {
					y = half(y)
				}
				try(from(v, nil, nil))
				try(from(nil, v, nil))
				try(from(nil, nil, v))
				// The end: E.
				if m.c.IsE() {
					try(from(y, root(m.minus(y, v)), nil))
				} else {
					try(from(y, root(m.minus(m.sum(v, y), m.product(j, j))), j))
				}
				try(from(nil, root(v), nil))              // W^2
				try(from(nil, nil, root(v)))              // J^2
				try(from(nil, w, m.quotient(v, w)))       // W·J
				try(from(nil, w, m.quotient(half(v), w))) // 2W·J
				if m.c.IsE() {
					shifted := func(b *big.Int) *big.Int { // the W for a B
						if b == nil {
							return nil
						}
						return root(m.sum(b, y))
					}
					c := m.product(m.minus(m.product(w, w), y), w)
					for _, w := range []*big.Int{
						root(root(half(v))),          // 2A^2
						shifted(v),                   // B
						shifted(root(v)),             // B^2
						shifted(root(root(half(v)))), // 2C^2
						// C - 2A^2 = v, a quadratic equation for A
						func() *big.Int {
							d := root(m.minus(m.product(n2, y, y), v))
							if d == nil {
								return nil
							}
							return root(m.minus(d, y))
						}(),
					} {
						if w != nil {
							try(from(y, w, nil))
						}
					}
					try(from(y, w, m.quotient(half(v), c))) // J'
					continue
				}
				jj := m.product(j, j)
				for _, w := range []*big.Int{
					m.minus(v, j),                                               // W + J
					root(m.sum(v, m.product(n2, w, j))),                         // about (W + J)^2
					root(m.minus(v, jj)),                                        // C
					root(m.minus(m.minus(y, v), jj)),                            // Y - C
					m.quotient(root(v), m.product(n2, j)),                       // A^2
					m.quotient(root(root(m.quotient(v, n4))), m.product(n2, j)), // Y'
					func() *big.Int { // 2C^2
						c := root(half(v))
						if c == nil {
							return nil
						}
						return root(m.minus(c, jj))
					}(),
					// A^2 - 2C^2 = -2(W^4 + J^4) = v
					root(root(m.minus(half(m.mod(new(big.Int).Neg(v))), m.product(jj, jj)))),
				} {
					if w != nil {
						try(from(y, w, j))
					}
				}
				// J' = 2A·(Y - C)
				d := m.quotient(v, m.product(n4, w, j))
				try(from(m.sum(d, m.product(w, w), jj), w, j))
			}
		}
		testkit.Kernels(t, func(t *testing.T) {
			for i, c := range cases {
				if i%stride() != 0 {
					continue
				}
				v := *doubleodd.Extended(c.p)
				m.c.Double(&v, &v, c.n)
				m.checkNumbers(t, &v, c.want, "%d: %d doublings of %x", i, c.n, c.p)
				if i%3 == 0 {
					// In the other routines, with the addition of what changes nothing but
					// Z and T: of the neutral element.
					neutral := numbers{big.NewInt(1), big.NewInt(1), new(big.Int), new(big.Int)}
					want := m.formula(c.want, neutral)
					q := doubleodd.Extended(m.elements(r, neutral))
					for name, op := range map[string]func(v *Point){
						"doubleAdd": func(v *Point) { m.c.DoubleAdd(v, c.n, q, 0) },
						"sum":       func(v *Point) { m.c.SumPoint(v, c.n, q, 0) },
						"windows":   func(v *Point) { m.c.Windows(v, &[16]Point{*q}, [][4]uint8{{0, 0, uint8(c.n), 0}}) },
					} {
						v := *doubleodd.Extended(c.p)
						op(&v)
						m.checkNumbers(t, &v, want, "%s, %d: %d doublings of %x", name, i, c.n, c.p)
					}
				}
			}
		})
	})
}

// Several windows, with both signs, with and without ζ, and with every index.
func TestWindows(t *testing.T) {
	eachKernel(t, func(t *testing.T, m *model, r *testkit.Rand) {
		eta := m.root(big.NewInt(-1))
		for range 30 {
			p := m.randomNumbers(r)
			v := *doubleodd.Extended(m.elements(r, p))
			var table [16]Point
			var entries [17]numbers
			entries[0] = numbers{big.NewInt(1), big.NewInt(1), new(big.Int), new(big.Int)}
			for i := range table {
				entries[i+1] = m.randomNumbers(r)
				table[i] = *doubleodd.Extended(m.elements(r, entries[i+1]))
			}
			var list [][4]uint8
			want := p
			for i := range 17 {
				w := [4]uint8{uint8(i), uint8(r.IntN(2)), uint8(r.IntN(3)), 0}
				q := m.negated(entries[i], int(w[1]))
				if m.c.IsE() && r.IntN(2) == 0 {
					w[3] = 1
					q[2], q[3] = m.product(q[2], eta), m.mod(new(big.Int).Neg(q[3]))
				}
				list = append(list, w)
				want = m.formula(m.doublings(want, int(w[2])), q)
			}
			m.c.Windows(&v, &table, list)
			m.checkNumbers(t, &v, want, "windows %v", list)
		}
	})
}

// Sums of points and affine points, of which those before doublings may lack T.
func TestSums(t *testing.T) {
	eachKernel(t, func(t *testing.T, m *model, r *testkit.Rand) {
		for range 50 {
			p := m.randomNumbers(r)
			v := *doubleodd.Extended(m.elements(r, p))
			want := p
			var steps []doubleodd.Step
			for range 1 + r.IntN(8) {
				q := m.randomNumbers(r)
				s := doubleodd.Step{Doublings: r.IntN(3), Negate: r.IntN(2)}
				if s.Affine = r.IntN(2) == 0; s.Affine {
					q[1] = big.NewInt(1)
				}
				s.Q = m.elements(r, q)
				want = m.formula(m.doublings(want, s.Doublings), m.negated(q, s.Negate))
				steps = append(steps, s)
			}
			m.c.Sum(&v, steps)
			m.checkNumbers(t, &v, want, "sum %v", steps)
		}
	})
}

// The comb, with tables of anything and a last point that leads to late carries.
func TestComb(t *testing.T) {
	each(t, func(t *testing.T, m *model, r *testkit.Rand) {
		type comb struct {
			table  [13][16][3]field.Element
			digits [4][13][2]uint8
			want   numbers
		}
		var cases []*comb
		targets := m.targets(r)
		for range 4 {
			c := new(comb)
			var table [13][16]numbers
			for j := range table {
				for i := range table[j] {
					q := m.randomNumbers(r)
					for k := range q {
						q[k] = m.mod(q[k]) // the tables are reduced
					}
					q[1] = big.NewInt(1)
					table[j][i] = q
					c.table[j][i] = [3]field.Element{toElement(q[0]), toElement(q[2]), toElement(q[3])}
				}
			}
			for s := range c.digits {
				for j := range c.digits[s] {
					c.digits[s][j] = [2]uint8{uint8(r.IntN(15)), uint8(r.IntN(2))}
				}
			}
			var v numbers
			for s := 3; s >= 0; s-- {
				for j, d := range c.digits[s] {
					q := m.negated(table[j][d[0]], int(d[1]))
					switch {
					case s == 3 && j == 0:
						v = q
						continue
					case j == 0:
						v = m.doublings(v, 1)
					case s == 0 && j == 12:
						continue
					}
					v = m.formula(v, q)
				}
			}
			// The last entry, the only one with the index 15.
			c.digits[0][12] = [2]uint8{15, uint8(r.IntN(2))}
			for range 40 {
				for _, q := range m.aims(r, v, targets[r.IntN(len(targets))], true) {
					for k := range q {
						q[k] = m.mod(q[k])
					}
					last := *c
					last.want = m.formula(v, m.negated(q, int(c.digits[0][12][1])))
					last.table[12][15] = [3]field.Element{toElement(q[0]), toElement(q[2]), toElement(q[3])}
					cases = append(cases, &last)
				}
			}
		}
		testkit.Kernels(t, func(t *testing.T) {
			for i, c := range cases {
				if i%stride() != 0 {
					continue
				}
				v := *doubleodd.Extended(m.elements(r, m.randomNumbers(r)))
				m.c.Comb(&v, &c.table, &c.digits)
				m.checkNumbers(t, &v, c.want, "comb %v", c.digits)
			}
		})
	})
}

// A selection is the right entry of the table.
func TestSelect(t *testing.T) {
	testkit.Kernels(t, func(t *testing.T) {
		r := testkit.NewRand(t)
		var table [16]Point
		for i := range table {
			table[i] = *doubleodd.Extended([4]field.Element{
				toElement(anything(r)), toElement(anything(r)), toElement(anything(r)), toElement(anything(r))})
		}
		neutral := *doubleodd.Extended([4]field.Element{field.One(), field.One(), {}, {}})
		for index := range 17 {
			want := neutral
			if index > 0 {
				want = table[index-1]
			}
			var v Point
			doubleodd.Select16(&v, &table, index)
			if v.Coordinates() != want.Coordinates() {
				t.Errorf("entry %d of 16 is %v, want %v", index, v, want)
			}
			if index <= 8 {
				doubleodd.Select8(&v, (*[8]Point)(table[:]), index)
				if v.Coordinates() != want.Coordinates() {
					t.Errorf("entry %d of 8 is %v, want %v", index, v, want)
				}
			}
		}
	})
}
