// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package secp256k1_test

import (
	"math/big"
	"slices"
	"testing"

	"secant.example/internal/cpu"
	"secant.example/internal/field"
	"secant.example/internal/secp256k1"
	"secant.example/internal/testkit"
)

// The formulas, from coordinates built so that the carries of each of their products and
// sums happen: the coordinates of points on the curve would not lead to them.

// numbers are X, Y, Z modulo p.
type numbers [3]*big.Int

// double is the model of a doubling, in the form with a slope of 3X^2/2.
func (n numbers) double() numbers {
	x, y, z := n[0], n[1], n[2]
	l, s := half(product(small(3), x, x)), square(y)
	t := product(x, s)
	x3 := difference(square(l), sum(t, t))
	return numbers{x3, difference(product(l, difference(t, x3)), square(s)), product(y, z)}
}

// add is the model of an addition of (X2, Y2, Z2), with Z2 = 1 for an affine point.
func (n numbers) add(q numbers) numbers {
	u1, s1 := product(n[0], square(q[2])), product(n[1], cube(q[2]))
	h := difference(product(q[0], square(n[2])), u1)
	r := difference(product(q[1], cube(n[2])), s1)
	v, hhh := product(u1, square(h)), cube(h)
	x3 := difference(difference(square(r), hhh), sum(v, v))
	return numbers{x3, difference(product(r, difference(v, x3)), product(s1, hhh)), product(n[2], q[2], h)}
}

// sameNumbers fails unless v has the coordinates want, or has Y and Z with the opposite signs.
func sameNumbers(t testing.TB, v *Point, want numbers, format string, args ...any) {
	t.Helper()
	var got numbers
	for i, e := range v.Coordinates() {
		got[i] = mod(testkit.Big(e.Limbs()))
	}
	opposite := numbers{want[0], negative(want[1]), negative(want[2])}
	for _, w := range []numbers{want, opposite} {
		if got[0].Cmp(w[0]) == 0 && got[1].Cmp(w[1]) == 0 && got[2].Cmp(w[2]) == 0 {
			return
		}
	}
	t.Fatalf(format+": %x, want %x", append(slices.Clone(args), got, want)...)
}

// jacobian returns a point with these coordinates, not always reduced.
func jacobian(r *testkit.Rand, n numbers) *Point {
	var c [3]field.Element
	for i := range c {
		c[i] = element(r, n[i])
	}
	return secp256k1.Jacobian(c)
}

// anything returns any number modulo p, as randomNumber makes them.
func anything(r *testkit.Rand) *big.Int { return mod(randomNumber(r, nil)) }

// targets returns what the results of a computation should be.
func targets(r *testkit.Rand) (vs []*big.Int) {
	for _, v := range r.Targets(prime) {
		if r.IntN(3) == 0 {
			vs = append(vs, mod(v))
		}
	}
	// The results just above 0 that are likely to be just above p after one fold.
	fold := new(big.Int).SetUint64(1<<32 + 977)
	for _, k := range []*big.Int{fold, new(big.Int).Lsh(fold, 1), square(fold)} {
		for d := int64(-3); d <= 3; d++ {
			vs = append(vs, mod(new(big.Int).Add(k, small(d))), mod(new(big.Int).Sub(small(d), k)))
		}
	}
	return vs
}

// A list is additions one after the other, with doublings, of which one is to meet late carries.
type list struct {
	v     numbers // to start with
	q     []numbers
	n     []int // doublings before each
	scale *big.Int
	big   []bool // which of q are to be multiplied by scale: x by its square, y by its cube
	want  numbers
}

// add is the model of a step: Z of the sum is not multiplied by the scale.
func (l *list) add(v numbers, i int) numbers {
	for range l.n[i] {
		v = v.double()
	}
	if !l.big[i] {
		return v.add(l.q[i])
	}
	v = numbers{v[0], v[1], product(v[2], l.scale)}.add(l.q[i])
	v[2] = quotient(v[2], l.scale)
	return v
}

// around returns a list of which addition i adds q to v, after n doublings, which must be 0 unless
// i is, and the others are of anything. If there is a step to be scaled Z of v gets a
// factor. ok is false if there is none, or none without exceptions.
func around(r *testkit.Rand, v, q numbers, n, i, length int, scaled bool) (l *list, ok bool) {
	l = &list{q: make([]numbers, length), n: make([]int, length), big: make([]bool, length), scale: small(1)}
	for scaled && l.scale.Cmp(small(2)) < 0 {
		l.scale = anything(r)
	}
	for j := range l.q {
		l.big[j] = scaled && r.IntN(2) == 0
		l.q[j] = numbers{anything(r), anything(r), small(1)}
	}
	l.q[i], l.n[i] = q, n
	if l.big[i] {
		v[2] = quotient(v[2], l.scale)
	}
	if v[2].Sign() == 0 || l.add(v, i)[2].Sign() == 0 {
		return nil, false
	}
	// Backwards: a sum is v for points that H, R and v determine.
	l.v = v
	for j := i - 1; j >= 0; j-- {
		h, rr := sum(anything(r), small(1)), anything(r)
		if h.Sign() == 0 {
			return nil, false
		}
		x := half(quotient(difference(difference(square(rr), cube(h)), l.v[0]), square(h)))
		y := quotient(difference(product(rr, difference(product(x, square(h)), l.v[0])), l.v[1]), cube(h))
		z := quotient(l.v[2], h)
		zs := z
		if l.big[j] {
			zs = product(z, l.scale)
		}
		l.v = numbers{x, y, z}
		l.q[j] = numbers{quotient(sum(h, x), square(zs)), quotient(sum(rr, y), cube(zs)), small(1)}
	}
	l.want = l.v
	for j := range l.q {
		l.want = l.add(l.want, j)
	}
	return l, l.want[2].Sign() != 0
}

// steps does the list as steps.
func (l *list) steps(t testing.TB, r *testkit.Rand) {
	t.Helper()
	var steps []secp256k1.Step
	for i, q := range l.q {
		negate := r.IntN(2) == 1
		steps = append(steps, secp256k1.Step{Q: affineOf(r, q, negate), Negative: negate, Doublings: uint64(l.n[i]), Scaled: l.big[i]})
	}
	w := jacobian(r, l.v)
	if left := w.Steps(element(r, l.scale), steps); left != 0 {
		t.Fatalf("%d steps are left of %d", left, len(steps))
	}
	sameNumbers(t, w, l.want, "%x + steps %x, scaled %v by %x", l.v, l.q, l.big, l.scale)
}

// entries does the list as rounds of so many entries of tables. There must be as many doublings
// before each round, and nothing that is scaled.
func (l *list) entries(t testing.TB, r *testkit.Rand, count int) {
	t.Helper()
	tables := make([][16]secp256k1.Affine, count)
	for j := range tables {
		for i := range tables[j] {
			tables[j][i] = secp256k1.Affine{element(r, anything(r)), element(r, anything(r))}
		}
	}
	first := r.IntN(16)
	var index, negative []uint8
	for i, q := range l.q {
		entry, negate := (first+i/count)%16, r.IntN(2)
		tables[i%count][entry] = affineOf(r, q, negate == 1)
		index, negative = append(index, uint8(entry)), append(negative, uint8(negate))
	}
	w := jacobian(r, l.v)
	w.AddSelected(l.n[0], tables, index, negative)
	sameNumbers(t, w, l.want, "%x + entries %x, %d a round", l.v, l.q, count)
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

func TestDoubleFormula(t *testing.T) {
	r := testkit.NewRand(t)
	type doubling struct{ in, want numbers }
	var cases []doubling
	try := func(x, y, z *big.Int) {
		if x != nil && y != nil && z != nil {
			in := numbers{x, y, z}
			cases = append(cases, doubling{in, in.double()})
		}
	}
	edges := testkit.Edges(prime)
	for _, x := range edges {
		for range 5 {
			y, z := edges[r.IntN(len(edges))], edges[r.IntN(len(edges))]
			try(mod(testkit.Big(x)), mod(testkit.Big(y)), mod(testkit.Big(z)))
			try(mod(testkit.Big(y)), mod(testkit.Big(x)), mod(testkit.Big(z)))
		}
	}
	for _, v := range targets(r) {
		for range 2 {
			x, y, z := anything(r), anything(r), anything(r)
			l := half(product(small(3), x, x))
			rootOver := func(a, b *big.Int) *big.Int { return root(quotient(a, b)) }
			try(root(v), y, z)                       // X^2
			try(x, root(v), z)                       // Y^2
			try(rootOver(sum(v, v), small(3)), y, z) // L
			if w := root(v); w != nil {              // L^2, Y^4
				try(rootOver(sum(w, w), small(3)), y, z)
				try(x, root(w), z)
			}
			try(x, rootOver(v, x), z)                                            // T = X·Y^2
			try(x, y, quotient(v, y))                                            // Y·Z
			try(x, rootOver(half(difference(square(l), v)), x), z)               // X3 = L^2 - 2T
			try(x, rootOver(quotient(difference(square(l), v), small(3)), x), z) // X3 - T
			// L·(X3 - T) + S^2 = S^2 - 3LX·S + L^3, for S = Y^2.
			b := half(product(small(3), l, x))
			if w := root(sum(difference(square(b), cube(l)), v)); w != nil {
				try(x, root(sum(b, w)), z)
				try(x, root(difference(b, w)), z)
			}
			// L·(X3 - T), the product alone: L^2 - 3T = v/L.
			try(x, rootOver(quotient(difference(square(l), quotient(v, l)), small(3)), x), z)
		}
	}
	testkit.Kernels(t, func(t *testing.T) {
		for i := 0; i < len(cases); i += stride() {
			c := cases[i]
			v := jacobian(r, c.in)
			v.DoubleN(1)
			sameNumbers(t, v, c.want, "doubling of %x", c.in)
			// The same in other routines: before the first of one or two entries of tables, and
			// before the first step, or the second one.
			q := numbers{anything(r), anything(r), small(1)}
			if l, ok := around(r, c.in, q, 1, 0, 1+r.IntN(2), false); ok {
				l.entries(t, r, len(l.q))
				l.steps(t, r)
			}
			if l, ok := around(r, c.in, q, 1, 1, 2, r.IntN(2) == 0); ok {
				l.steps(t, r)
			}
		}
		for n := 2; n < 6; n++ {
			for range 20 {
				in := cases[r.IntN(len(cases))].in
				v, want := jacobian(r, in), in
				v.DoubleN(n)
				for range n {
					want = want.double()
				}
				sameNumbers(t, v, want, "%d doublings of %x", n, in)
			}
		}
	})
}

// An addition of v and q, which have Z1 and Z2, is determined by U1, S1, H and R.
func addition(u1, s1, h, r, z1, z2 *big.Int) (v, q numbers) {
	v = numbers{quotient(u1, square(z2)), quotient(s1, cube(z2)), z1}
	q = numbers{quotient(sum(h, u1), square(z1)), quotient(sum(r, s1), cube(z1)), z2}
	return v, q
}

// additions returns operands whose sum makes carries happen. If affine, Z of q is 1.
func additions(r *testkit.Rand, affine bool) (pairs [][2]numbers) {
	for _, v := range targets(r) {
		z2 := small(1)
		if !affine {
			z2 = anything(r)
		}
		u1, s1, h, rr, z1 := anything(r), anything(r), anything(r), anything(r), anything(r)
		try := func(u1, s1, h, rr, z1, z2 *big.Int) {
			for _, x := range []*big.Int{u1, s1, h, rr, z1, z2} {
				if x == nil {
					return
				}
			}
			if z1.Sign() != 0 && z2.Sign() != 0 {
				a, b := addition(u1, s1, h, rr, z1, z2)
				pairs = append(pairs, [2]numbers{a, b})
			}
		}
		hhh, vv := cube(h), product(u1, square(h))
		x3 := difference(difference(square(rr), hhh), sum(vv, vv))
		try(u1, s1, h, rr, v, z2)           // Z1, which is Z·s in a step to be scaled
		try(u1, s1, h, rr, root(v), z2)     // Z1^2
		try(u1, s1, h, rr, cubeRoot(v), z2) // Z1^3
		if !affine {
			try(u1, s1, h, rr, z1, root(v))
			try(u1, s1, h, rr, z1, cubeRoot(v))
			try(u1, s1, h, rr, z1, quotient(v, z1))
		}
		try(v, s1, h, rr, z1, z2)                                             // U1
		try(u1, v, h, rr, z1, z2)                                             // S1
		try(u1, negative(v), h, rr, z1, z2)                                   // -S1
		try(u1, s1, v, rr, z1, z2)                                            // H
		try(u1, s1, negative(v), rr, z1, z2)                                  // -H
		try(u1, s1, h, v, z1, z2)                                             // R
		try(u1, s1, h, negative(v), z1, z2)                                   // -R
		try(difference(v, h), s1, h, rr, z1, z2)                              // U2
		try(difference(negative(v), h), s1, h, rr, z1, z2)                    // -U2
		try(u1, difference(v, rr), h, rr, z1, z2)                             // S2
		try(u1, difference(negative(v), rr), h, rr, z1, z2)                   // -S2
		try(u1, s1, root(v), rr, z1, z2)                                      // H^2
		try(u1, s1, cubeRoot(v), rr, z1, z2)                                  // H^3
		try(u1, s1, negative(small(1)), root(v), z1, z2)                      // R^2
		try(quotient(v, square(h)), s1, h, rr, z1, z2)                        // V
		try(u1, s1, quotient(v, product(z1, z2)), rr, z1, z2)                 // Z3
		try(u1, s1, h, root(sum(v, hhh)), z1, z2)                             // R^2 - H^3
		try(u1, s1, h, root(sum(sum(v, hhh), sum(vv, vv))), z1, z2)           // X3
		try(u1, s1, h, root(sum(sum(v, hhh), product(small(3), vv))), z1, z2) // X3 - V
		try(u1, quotient(v, hhh), h, rr, z1, z2)                              // S1·H^3
		for _, w := range []*big.Int{v, negative(v)} {                        // Y3, and R·(X3 - V)
			try(u1, quotient(difference(product(rr, difference(vv, x3)), w), hhh), h, rr, z1, z2)
		}
		// R·(X3 - V) = R^3 - c·R for small R, with what X3 and V have to be.
		c := difference(square(rr), quotient(v, rr)) // H^3 + 3V
		try(quotient(difference(c, hhh), product(small(3), square(h))), s1, h, rr, z1, z2)
	}
	edges := testkit.Edges(prime)
	edge := func() *big.Int { return mod(testkit.Big(edges[r.IntN(len(edges))])) }
	for range 1000 {
		pair := [2]numbers{{edge(), edge(), edge()}, {edge(), edge(), edge()}}
		if affine {
			pair[1][2] = small(1)
		}
		pairs = append(pairs, pair)
	}
	return pairs
}

// affineOf returns the operand (-x, y), or (-x, -y) if negate.
func affineOf(r *testkit.Rand, q numbers, negate bool) secp256k1.Affine {
	y := q[1]
	if negate {
		y = negative(y)
	}
	return secp256k1.Affine{element(r, negative(q[0])), element(r, y)}
}

func TestAdditionFormulas(t *testing.T) {
	r := testkit.NewRand(t)
	for _, affine := range []bool{false, true} {
		pairs := additions(r, affine)
		want := make([]numbers, len(pairs))
		for i, pair := range pairs {
			want[i] = pair[0].add(pair[1])
		}
		testkit.Kernels(t, func(t *testing.T) {
			for i := 0; i < len(pairs); i += stride() {
				pair := pairs[i]
				v, q := pair[0], pair[1]
				if !affine {
					w := jacobian(r, v)
					w.AddIncomplete(jacobian(r, q))
					sameNumbers(t, w, want[i], "%x + %x", v, q)
					continue
				}
				w := jacobian(r, v)
				w.AddAffine(affineOf(r, q, false))
				sameNumbers(t, w, want[i], "%x + %x", v, q)

				// The same by other routines: as the entry of a table, with its sign
				// changed or not, and as a step, with and without a scale.
				negate, index := r.IntN(2), r.IntN(16)
				var table [16]secp256k1.Affine
				for j := range table {
					table[j] = secp256k1.Affine{element(r, anything(r)), element(r, anything(r))}
				}
				table[index] = affineOf(r, q, negate == 1)
				w = jacobian(r, v)
				w.AddSelected(0, [][16]secp256k1.Affine{table}, []uint8{uint8(index)}, []uint8{uint8(negate)})
				sameNumbers(t, w, want[i], "%x + entry %x, negated %d", v, q, negate)
				w = jacobian(r, v)
				step := secp256k1.Step{Q: table[index], Negative: negate == 1}
				if left := w.Steps(field.One(), []secp256k1.Step{step}); left != 0 {
					if want[i][2].Sign() != 0 && v[2].Sign() != 0 {
						t.Fatalf("%x + %x is taken for an exception", v, q)
					}
					sameNumbers(t, w, v, "exception")
					continue
				}
				sameNumbers(t, w, want[i], "%x + step %x, negated %d", v, q, negate)
				if v[2].Sign() == 0 {
					continue
				}
				scale := anything(r)
				if scale.Sign() == 0 {
					scale = small(1)
				}
				scaled := v
				scaled[2] = quotient(v[2], scale)
				result := want[i]
				result[2] = quotient(result[2], scale)
				step.Scaled = true
				w = jacobian(r, scaled)
				if left := w.Steps(element(r, scale), []secp256k1.Step{step}); left != 0 {
					t.Fatalf("%x + %x is taken for an exception", v, q)
				}
				sameNumbers(t, w, result, "%x + step %x, scaled by %x", scaled, q, scale)

				// And at any place of longer lists: of one round or several.
				rounds, count := 1+r.IntN(3), 1+r.IntN(3)
				if l, ok := around(r, v, q, 0, r.IntN(rounds*count), rounds*count, false); ok {
					l.entries(t, r, count)
				}
				if l, ok := around(r, v, q, 0, r.IntN(count), count, r.IntN(4) > 0); ok {
					l.steps(t, r)
				}
			}
		})
	}
}

// Sums of entries of tables, with doublings, and the same by steps.
func TestAdditionLists(t *testing.T) {
	testkit.Kernels(t, func(t *testing.T) {
		r := testkit.NewRand(t)
		for i := range 150 {
			in := numbers{anything(r), anything(r), anything(r)}
			if in[2].Sign() == 0 {
				in[2] = small(1)
			}
			want, n := in, r.IntN(7)
			// In one of three, several rounds of an even number of tables, after an odd number of doublings,
			// which leaves another sign of Y in each.
			count, rounds := 1+r.IntN(15), 1
			if i%3 == 0 {
				n, count, rounds = 1+2*r.IntN(3), 2, 2+r.IntN(3)
			} else if count < 4 {
				rounds += r.IntN(4)
			}
			for range n {
				want = want.double()
			}
			var tables [][16]secp256k1.Affine
			var inTables [][16]numbers
			var index, negate []uint8
			var steps []secp256k1.Step
			byEntries := want
			stepped := want
			scale := sum(anything(r), small(1))
			if scale.Sign() == 0 {
				scale = small(1)
			}
			for j := range count {
				var table [16]secp256k1.Affine
				var entries [16]numbers
				for i := range table {
					entries[i] = numbers{anything(r), anything(r), small(1)}
					table[i] = affineOf(r, entries[i], false)
				}
				i, sign := r.IntN(16), r.IntN(2)
				tables, index, negate = append(tables, table), append(index, uint8(i)), append(negate, uint8(sign))
				inTables = append(inTables, entries)
				q := entries[i]
				if sign == 1 {
					q[1] = negative(q[1])
				}
				byEntries = byEntries.add(q)
				step := secp256k1.Step{Q: table[i], Negative: sign == 1, Doublings: uint64(n), Scaled: r.IntN(2) == 1}
				if j > 0 {
					step.Doublings = r.Uint64N(4)
					for range step.Doublings {
						stepped = stepped.double()
					}
				}
				if step.Scaled {
					q[0], q[1] = product(q[0], square(scale)), product(q[1], cube(scale))
				}
				steps = append(steps, step)
				stepped = stepped.add(q)
			}
			// More rounds: doublings change the sign of Y each time, if their number is odd.
			for range rounds - 1 {
				for range n {
					byEntries = byEntries.double()
				}
				for j := range tables {
					i, sign := r.IntN(16), r.IntN(2)
					index, negate = append(index, uint8(i)), append(negate, uint8(sign))
					q := inTables[j][i]
					if sign == 1 {
						q[1] = negative(q[1])
					}
					byEntries = byEntries.add(q)
				}
			}
			v := jacobian(r, in)
			v.AddSelected(n, tables, index, negate)
			sameNumbers(t, v, byEntries, "%d doublings of %x, and %d entries, in %d rounds", n, in, len(tables), rounds)
			v = jacobian(r, in)
			if left := v.Steps(element(r, scale), steps); left != 0 {
				t.Fatalf("%d steps are left of %d", left, len(steps))
			}
			sameModuloScale(t, v, stepped, "%d steps from %x", len(steps), in)
		}
	})
}

// The product of Z and the scale, when both are nearly 2^256 and it is just above 2^64 modulo p: only
// so does its last carry reach the second limb.
func TestLargeScales(t *testing.T) {
	testkit.Kernels(t, func(t *testing.T) {
		r := testkit.NewRand(t)
		for range 200 {
			i := r.Int64N(900)
			z, scale := small(1<<32+i), small(1<<32+1-i) // or that plus p, as element makes it
			v := numbers{anything(r), anything(r), z}
			q := numbers{anything(r), anything(r), small(1)}
			l := list{v: v, q: []numbers{q}, n: []int{0}, big: []bool{true}, scale: scale}
			l.want = l.add(v, 0)
			l.steps(t, r)
		}
	})
}

// sameModuloScale compares points whose coordinates may differ by a factor: what is scaled
// may multiply Z by the scale or not.
func sameModuloScale(t testing.TB, v *Point, want numbers, format string, args ...any) {
	t.Helper()
	var got numbers
	for i, e := range v.Coordinates() {
		got[i] = mod(testkit.Big(e.Limbs()))
	}
	x := product(got[0], square(want[2])).Cmp(product(want[0], square(got[2])))
	y := product(got[1], cube(want[2])).Cmp(product(want[1], cube(got[2])))
	if x != 0 || y != 0 {
		t.Fatalf(format+": %x, want %x", append(slices.Clone(args), got, want)...)
	}
}

// Steps stop where the addition is to the same point or to the opposite one, with the
// doublings done.
func TestStepExceptions(t *testing.T) {
	testkit.Kernels(t, func(t *testing.T) {
		r := testkit.NewRand(t)
		for range 100 {
			g := randomPoint(r)
			one := small(1)
			multiple := func(k int64) secp256k1.Affine {
				q := g.times(small(k))
				return secp256k1.Affine{element(r, negative(q.x)), element(r, q.y)}
			}
			for _, sign := range []bool{false, true} {
				// 4g + 3g = 7g, 14g ± 14g.
				steps := []secp256k1.Step{
					{Q: multiple(3), Doublings: 2}, {Q: multiple(14), Doublings: 1, Negative: sign}, {Q: multiple(5)},
				}
				v := projective(decode(t, g), r)
				if left := v.Steps(element(r, one), steps); left != 2 {
					t.Fatalf("%d steps are left, want 2", left)
				}
				same(t, v, g.times(small(14)), "after the doublings")
				// The first step of a list.
				v = projective(decode(t, g.times(small(14))), r)
				steps[1].Doublings = 0
				if left := v.Steps(element(r, one), steps[1:]); left != 2 {
					t.Fatalf("%d steps are left, want 2", left)
				}
				same(t, v, g.times(small(14)), "unchanged")
			}
		}
		// It is none if the coordinates x differ in one bit.
		for bit := range 256 {
			var x [4]uint64
			x[bit/64] = 1 << (bit % 64)
			v := secp256k1.Jacobian([3]field.Element{field.New(x[0], x[1], x[2], x[3]), element(r, nil), field.One()})
			step := secp256k1.Step{Q: secp256k1.Affine{field.New(0, 0, 0, 0), element(r, nil)}}
			if left := v.Steps(field.One(), []secp256k1.Step{step}); left != 0 {
				t.Fatalf("a difference in bit %d is an exception", bit)
			}
		}
	})
}

func TestSelect(t *testing.T) {
	testkit.Kernels(t, func(t *testing.T) {
		r := testkit.NewRand(t)
		edges := testkit.Edges(prime)
		for range 100 {
			var table [16]secp256k1.Affine
			for i := range table {
				for j := range table[i] {
					l := r.Limbs()
					if r.IntN(2) == 0 {
						l = edges[r.IntN(len(edges))]
					}
					table[i][j] = field.New(l[0], l[1], l[2], l[3])
				}
			}
			for index := range 16 {
				for negate := range 2 {
					got := secp256k1.SelectAffine(&table, index, negate)
					y := mod(testkit.Big(table[index][1].Limbs()))
					if negate == 1 {
						y = negative(y)
					}
					if got[0] != table[index][0] || mod(testkit.Big(got[1].Limbs())).Cmp(y) != 0 {
						t.Fatalf("entry %d, negated %d: %x of %x", index, negate, got, table[index])
					}
				}
			}
		}
	})
}

// The making of tables: additions of points that share Z.
func TestChain(t *testing.T) {
	r := testkit.NewRand(t)
	type chained struct {
		first, d     [2]*big.Int
		x3, y3, h, b *big.Int
		y            *big.Int // of d, then
	}
	var cases []chained
	try := func(x, y, dx, dy *big.Int) {
		for _, e := range []*big.Int{x, y, dx, dy} {
			if e == nil {
				return
			}
		}
		h, rr := difference(dx, x), difference(dy, y)
		b, c := product(dx, square(h)), product(x, square(h))
		x3 := difference(difference(square(rr), b), c)
		e := product(dy, difference(b, c))
		cases = append(cases, chained{
			[2]*big.Int{x, y}, [2]*big.Int{dx, dy}, x3, difference(product(rr, difference(b, x3)), e), h, b, e,
		})
	}
	for _, v := range targets(r) {
		x, y, dx, dy := anything(r), anything(r), anything(r), anything(r)
		h, rr := difference(dx, x), difference(dy, y)
		b, c := product(dx, square(h)), product(x, square(h))
		both := sum(b, c)
		withR := func(rr *big.Int) {
			if rr != nil {
				try(x, y, dx, sum(y, rr))
				try(x, difference(dy, rr), dx, dy)
			}
		}
		try(difference(dx, v), y, dx, dy) // H
		try(x, difference(dy, v), dx, dy) // R
		try(x, sum(dy, v), dx, dy)
		if w := root(v); w != nil { // H^2, R^2
			try(difference(dx, w), y, dx, dy)
			withR(w)
		}
		if w := cubeRoot(v); w != nil { // B - C = H^3
			try(difference(dx, w), y, dx, dy)
		}
		// B = DX·H^2 and C = X·H^2, for a chosen H.
		try(difference(quotient(v, square(h)), h), y, quotient(v, square(h)), dy)
		try(quotient(v, square(h)), y, sum(quotient(v, square(h)), h), dy)
		withR(root(sum(v, both)))           // X3
		withR(root(sum(sum(v, both), b)))   // X3 - B
		withR(root(sum(v, b)))              // R^2 - B
		try(x, y, dx, quotient(v, cube(h))) // DY·(B - C)
		try(x, y, dx, quotient(negative(v), cube(h)))
		// Y3 = R·(B - X3) - DY·H^3, which is linear in DY if R is given.
		x3 := difference(square(rr), both)
		for _, w := range []*big.Int{v, negative(v)} {
			d := quotient(difference(product(rr, difference(b, x3)), w), cube(h))
			try(x, difference(d, rr), dx, d)
		}
		try(x, y, dx, dy)
	}
	testkit.Kernels(t, func(t *testing.T) {
		operand := func(q [2]*big.Int) secp256k1.Affine { return secp256k1.Affine{element(r, q[0]), element(r, q[1])} }
		for _, c := range cases {
			table, ratios := secp256k1.Chain(operand(c.first), operand(c.d), 2)
			for i, want := range []*big.Int{c.x3, c.y3, c.h} {
				got := []field.Element{table[1][0], table[1][1], ratios[1]}[i]
				if mod(testkit.Big(got.Limbs())).Cmp(want) != 0 {
					t.Fatalf("%x + %x: number %d is %x, want %x", c.first, c.d, i, got.Limbs(), want)
				}
			}
			// The next one uses d with the new Z.
			h, rr := difference(c.b, c.x3), difference(c.y, c.y3)
			x := difference(difference(square(rr), product(c.b, square(h))), product(c.x3, square(h)))
			table, ratios = secp256k1.Chain(operand(c.first), operand(c.d), 3)
			if mod(testkit.Big(table[2][0].Limbs())).Cmp(x) != 0 || mod(testkit.Big(ratios[2].Limbs())).Cmp(h) != 0 {
				t.Fatalf("%x + 2·%x: %x, want %x", c.first, c.d, table[2], x)
			}
		}
	})
}

func TestRescale(t *testing.T) {
	r := testkit.NewRand(t)
	type rescaling [4]*big.Int // x, y, s, ratio
	var cases []rescaling
	try := func(x, y, s, ratio *big.Int) {
		if s != nil {
			cases = append(cases, rescaling{x, y, s, ratio})
		}
	}
	for _, v := range targets(r) {
		x, y, s, ratio := anything(r), anything(r), anything(r), anything(r)
		try(v, y, s, ratio)
		try(negative(v), y, s, ratio)
		try(x, v, s, ratio)
		try(x, y, root(v), ratio)
		try(x, y, cubeRoot(v), ratio)
		try(negative(quotient(v, square(s))), y, s, ratio)
		try(negative(quotient(v, product(beta, square(s)))), y, s, ratio)
		try(x, quotient(v, cube(s)), s, ratio)
		try(x, y, s, quotient(v, s))
	}
	testkit.Kernels(t, func(t *testing.T) {
		for _, c := range cases {
			last := secp256k1.Affine{element(r, c[0]), element(r, c[1])}
			table := []secp256k1.Affine{last, last}
			first, second := small(1), c[2] // the scale, and the ratio of the last entry
			if r.IntN(2) == 0 {
				first, second = second, first
			}
			entries, images, scale := secp256k1.Rescale(table, []field.Element{element(r, c[3]), element(r, second)}, element(r, first))
			for i, s := range []*big.Int{c[2], first} {
				x, y := negative(product(c[0], square(s))), product(c[1], cube(s))
				for j, want := range []*big.Int{x, y, product(beta, x), y} {
					got := []field.Element{entries[i][0], entries[i][1], images[i][0], images[i][1]}[j]
					if mod(testkit.Big(got.Limbs())).Cmp(want) != 0 {
						t.Fatalf("entry %d of %x: number %d is %x, want %x", i, c, j, got.Limbs(), want)
					}
				}
			}
			if want := product(c[2], c[3]); mod(testkit.Big(scale.Limbs())).Cmp(want) != 0 {
				t.Fatalf("scale of %x: %x, want %x", c, scale.Limbs(), want)
			}
		}
	})
}
