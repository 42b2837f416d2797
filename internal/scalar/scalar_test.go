// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package scalar

import (
	"bytes"
	"math/big"
	"slices"
	"testing"

	"secant.example/internal/testkit"
)

// order is one of the moduli, with its value built here from its definition.
type order struct {
	name string
	*Modulus
	big *big.Int
}

func newOrder(name string, n *Modulus, k uint, c string) order {
	v, ok := new(big.Int).SetString(c, 10)
	if !ok {
		panic(c)
	}
	return order{name, n, v.Add(v, new(big.Int).Lsh(big.NewInt(1), k))}
}

var orders = []order{
	newOrder("edwards25519", Edwards25519, 252, "27742317777372353535851937790883648493"),
	newOrder("secp256k1", Secp256k1, 256, "-432420386565659656852420866394968145599"),
	newOrder("doubleodd-e", DoubleOddE, 254, "-131528281291764213006042413802501683931"),
	newOrder("doubleodd-s", DoubleOddS, 254, "56904135270672826811114353017034461895"),
}

func forOrders(t *testing.T, f func(t *testing.T, o order, r *testkit.Rand)) {
	for _, o := range orders {
		t.Run(o.name, func(t *testing.T) { f(t, o, testkit.NewRand(t)) })
	}
}

func (x Scalar) big() *big.Int { return testkit.Big(x.Limbs()) }

func fromLimbs(l [4]uint64) Scalar { return New(l[0], l[1], l[2], l[3]) }

// fromBig returns x mod n.
func (o order) fromBig(x *big.Int) Scalar {
	return fromLimbs(testkit.Limbs(new(big.Int).Mod(x, o.big)))
}

// edges returns the edge values below n.
func (o order) edges() (xs []Scalar) {
	for _, l := range testkit.Edges(o.big) {
		if x := fromLimbs(l); x.big().Cmp(o.big) < 0 {
			xs = append(xs, x)
		}
	}
	return xs
}

// inputs returns the edge values below n and m random ones.
func (o order) inputs(r *testkit.Rand, m int) []Scalar {
	xs := o.edges()
	for range m {
		xs = append(xs, o.fromBig(testkit.Big(r.Limbs())))
	}
	return xs
}

// check compares a result with the expected integer, modulo n.
func (o order) check(t *testing.T, name string, got Scalar, want *big.Int, in ...Scalar) {
	t.Helper()
	if w := o.fromBig(want); got != w {
		t.Fatalf("%s(%x) = %#x, want %#x", name, in, got.big(), w.big())
	}
}

var dirty = Scalar{0x5555555555555555, 1, ^uint64(0), 0xaaaaaaaaaaaaaaaa}

func TestConstants(t *testing.T) {
	forOrders(t, func(t *testing.T, o order, r *testkit.Rand) {
		if testkit.Big(o.N()).Cmp(o.big) != 0 {
			t.Errorf("n = %#x, want %#x", o.N(), o.big)
		}
		if !o.big.ProbablyPrime(32) {
			t.Error("n is not prime")
		}
		one := big.NewInt(1)
		two := func(k uint) *big.Int { return new(big.Int).Lsh(one, k) }
		c := new(big.Int).Sub(o.big, two(o.k))
		if c.CmpAbs(two(130)) >= 0 {
			t.Errorf("k = %d", o.k)
		}
		if got := testkit.Big([4]uint64{o.c0, o.c1, o.cTop & 1}); got.CmpAbs(c) != 0 {
			t.Errorf("c = %#x, want %#x", got, c)
		}
		if o.cTop != 0 && o.cTop != ^uint64(0) {
			t.Errorf("cTop = %#x", o.cTop)
		}
		if want := new(big.Int).Sub(two(o.k-192), one).Uint64(); o.mask != want {
			t.Errorf("mask = %#x, want %#x", o.mask, want)
		}
		// What MulAdd says of its result, where it is not that of reduceWide.
		bound := new(big.Int).Mul(c, c)
		bound.Add(bound, new(big.Int).Abs(c)).Add(bound, two(o.k))
		if o.cTop == 0 && (bound.Cmp(new(big.Int).Lsh(o.big, 1)) >= 0 || bound.BitLen() > 256) {
			t.Error("c is above the bound of MulAdd")
		}
		// The residue of 2^256 closest to 0.
		fold := new(big.Int).Mod(two(256), o.big)
		if fold.Cmp(new(big.Int).Rsh(o.big, 1)) > 0 {
			fold.Sub(fold, o.big)
		}
		neg := fold.Sign() < 0
		if neg != (c.Sign() > 0) {
			t.Error("the sign of the fold is not that of 2^k - n")
		}
		fold.Abs(fold)
		if o.neg != 0 && o.neg != ^uint64(0) || neg != (o.neg != 0) {
			t.Errorf("neg = %#x", o.neg)
		}
		if o.foldTop != 0 && o.foldTop != ^uint64(0) {
			t.Errorf("foldTop = %#x", o.foldTop)
		}
		if got := testkit.Big([4]uint64{o.fold0, o.fold1, o.foldTop & 1}); got.Cmp(fold) != 0 {
			t.Errorf("fold = %#x, want %#x", got, fold)
		}
		// fold < 1.55 2^128
		if new(big.Int).Mul(fold, big.NewInt(100)).Cmp(new(big.Int).Lsh(big.NewInt(155), 128)) >= 0 {
			t.Error("fold is above the bound of reduceWide")
		}
		for bits, got := range map[uint]Scalar{256: o.c256, 129: o.c129} {
			want := new(big.Int)
			if neg {
				want.Sub(one, two(bits)).Mul(want, fold).Mod(want, o.big)
			}
			if got.big().Cmp(want) != 0 {
				t.Errorf("c%d = %#x, want %#x", bits, got.big(), want)
			}
		}
	})
}

func TestUnary(t *testing.T) {
	forOrders(t, func(t *testing.T, o order, r *testkit.Rand) {
		half := new(big.Int).ModInverse(big.NewInt(2), o.big)
		for _, x := range o.inputs(r, 500) {
			bx := x.big()
			run := func(name string, f func(z, x *Scalar), want *big.Int) {
				t.Helper()
				o.check(t, name, testkit.Aliases(t, name, dirty, func(z *Scalar, in ...*Scalar) { f(z, in[0]) }, x), want, x)
			}
			inv := new(big.Int)
			if bx.Sign() != 0 {
				inv.ModInverse(bx, o.big)
			}
			run("Neg", o.Neg, new(big.Int).Neg(bx))
			run("Halve", o.Halve, new(big.Int).Mul(bx, half))
			run("Inv", o.Inv, inv)
			run("InvVarTime", o.InvVarTime, inv)
			if got, want := o.IsZero(&x), bx.Sign() == 0; (got == 1) != want || got&^1 != 0 {
				t.Fatalf("IsZero(%x) = %d", x, got)
			}
		}
	})
}

func (o order) binary(t *testing.T, x, y, w Scalar) {
	t.Helper()
	bx, by, bw := x.big(), y.big(), w.big()
	run := func(name string, f func(z, x, y *Scalar), want *big.Int) {
		t.Helper()
		op := func(z *Scalar, in ...*Scalar) { f(z, in[0], in[1]) }
		o.check(t, name, testkit.Aliases(t, name, dirty, op, x, y), want, x, y)
	}
	xy := new(big.Int).Mul(bx, by)
	run("Add", o.Add, new(big.Int).Add(bx, by))
	run("Sub", o.Sub, new(big.Int).Sub(bx, by))
	run("Mul", o.Mul, xy)
	op := func(z *Scalar, in ...*Scalar) { o.MulAdd(z, in[0], in[1], in[2]) }
	o.check(t, "MulAdd", testkit.Aliases(t, "MulAdd", dirty, op, x, y, w), new(big.Int).Add(xy, bw), x, y, w)
	if got := o.Equal(&x, &y); (got == 1) != (x == y) || got&^1 != 0 {
		t.Fatalf("Equal(%x, %x) = %d", x, y, got)
	}
}

func TestBinary(t *testing.T) {
	forOrders(t, func(t *testing.T, o order, r *testkit.Rand) {
		edges := o.edges()
		for _, x := range edges {
			for _, y := range edges {
				o.binary(t, x, y, edges[r.IntN(len(edges))])
			}
		}
		xs := o.inputs(r, 300)
		for range 3000 {
			o.binary(t, xs[r.IntN(len(xs))], xs[r.IntN(len(xs))], xs[r.IntN(len(xs))])
		}
	})
}

// TestMulTargets multiplies to results chosen to reach the late carries and
// the borders of the last quotient.
func TestMulTargets(t *testing.T) {
	forOrders(t, func(t *testing.T, o order, r *testkit.Rand) {
		for _, v := range r.Targets(o.big) {
			x := o.fromBig(testkit.Big(r.Limbs()))
			if x == (Scalar{}) {
				continue
			}
			y := o.fromBig(new(big.Int).Mul(v, new(big.Int).ModInverse(x.big(), o.big)))
			w := o.fromBig(testkit.Big(r.Limbs()))
			o.binary(t, x, y, Scalar{})
			d := o.fromBig(new(big.Int).Sub(v, w.big()))
			o.binary(t, x, o.fromBig(new(big.Int).Mul(d.big(), new(big.Int).ModInverse(x.big(), o.big))), w)
		}
	})
}

// TestMulAddTargets chooses w so that what is between the two foldings of x y + w, in
// its low k bits, is an edge value, and also what is before the first and after the second.
func TestMulAddTargets(t *testing.T) {
	forOrders(t, func(t *testing.T, o order, r *testkit.Rand) {
		two := new(big.Int).Lsh(big.NewInt(1), o.k)
		mod := func(v *big.Int) *big.Int { return v.Mod(v, two) }
		c := new(big.Int).Sub(two, o.big) // 2^k is c modulo n
		edges := o.edges()
		for _, l := range testkit.Edges(two) {
			target := mod(testkit.Big(l))
			for range 20 {
				x, y := o.fromBig(testkit.Big(r.Limbs())), edges[r.IntN(len(edges))]
				if r.IntN(2) == 0 {
					y = o.fromBig(testkit.Big(r.Limbs()))
				}
				xy := new(big.Int).Mul(x.big(), y.big())
				u := new(big.Int).Rsh(xy, o.k)
				for carry := int64(0); carry <= 1; carry++ { // of the addition of w to u
					uc := new(big.Int).Mul(u.Add(u, big.NewInt(carry)), c)
					v := new(big.Int).Add(target, uc)
					v.Rsh(v, o.k) // about
					for _, low := range []*big.Int{
						target,
						new(big.Int).Sub(target, uc),
						new(big.Int).Sub(target, v.Mul(v, c).Add(v, uc)),
					} {
						w := mod(low.Sub(low, xy))
						if w.Cmp(o.big) < 0 {
							o.binary(t, x, y, o.fromBig(w))
						}
					}
				}
			}
		}
	})
}

// TestReduceWide runs the reduction on 512-bit integers made to be close to multiples
// of n, with extreme high parts, and with the quotients of both foldings at their ends.
func TestReduceWide(t *testing.T) {
	forOrders(t, func(t *testing.T, o order, r *testkit.Rand) {
		two512 := new(big.Int).Lsh(big.NewInt(1), 512)
		check := func(v *big.Int) {
			t.Helper()
			if v.Sign() < 0 || v.Cmp(two512) >= 0 {
				return
			}
			var b [64]byte
			v.FillBytes(b[:])
			z := dirty
			o.DecodeWideBE(&z, &b)
			if w := o.fromBig(v); z != w {
				t.Fatalf("DecodeWideBE(%x) = %#x, want %#x", b, z.big(), w.big())
			}
			slices.Reverse(b[:])
			z = dirty
			o.DecodeWide(&z, &b)
			if w := o.fromBig(v); z != w {
				t.Fatalf("DecodeWide(%x) = %#x, want %#x", b, z.big(), w.big())
			}
		}
		around := func(v *big.Int) {
			t.Helper()
			for d := int64(-2); d <= 2; d++ {
				check(new(big.Int).Add(v, big.NewInt(d)))
			}
		}
		var edges []*big.Int
		for _, l := range testkit.Edges(o.big) {
			edges = append(edges, testkit.Big(l))
		}
		for _, hi := range edges {
			for _, lo := range edges {
				check(new(big.Int).Add(new(big.Int).Lsh(hi, 256), lo))
			}
			around(new(big.Int).Mul(hi, o.big))
		}
		for i := range uint(513) {
			around(new(big.Int).Lsh(big.NewInt(1), i))
			around(new(big.Int).Sub(two512, new(big.Int).Lsh(big.NewInt(1), i)))
		}
		last := new(big.Int).Div(two512, o.big)
		for i := range int64(20) {
			around(new(big.Int).Mul(new(big.Int).Sub(last, big.NewInt(i)), o.big))
		}
		for range 5000 {
			hi, lo := testkit.Big(r.Limbs()), testkit.Big(r.Limbs())
			check(new(big.Int).Add(new(big.Int).Lsh(hi, 256), lo))
			around(new(big.Int).Mul(hi, o.big))
		}
	})
}

// TestReduceTop runs the last step on all quotients that its contract allows.
func TestReduceTop(t *testing.T) {
	forOrders(t, func(t *testing.T, o order, r *testkit.Rand) {
		limit := new(big.Int).Lsh(big.NewInt(16), 256)
		check := func(v *big.Int) {
			t.Helper()
			if v.Sign() < 0 || v.Cmp(limit) >= 0 {
				return
			}
			top := new(big.Int).Rsh(v, 256)
			x := fromLimbs(testkit.Limbs(new(big.Int).Sub(v, new(big.Int).Lsh(top, 256))))
			z := dirty
			o.reduce(&z, x.l0, x.l1, x.l2, x.l3, top.Uint64())
			o.check(t, "reduce", z, v, x)
		}
		for q := range int64(260) {
			for d := int64(-3); d <= 3; d++ {
				check(new(big.Int).Add(new(big.Int).Mul(o.big, big.NewInt(q)), big.NewInt(d)))
				check(new(big.Int).Add(new(big.Int).Lsh(big.NewInt(q), o.k), big.NewInt(d)))
			}
		}
		for top := range int64(16) {
			for _, l := range testkit.Edges(o.big) {
				check(new(big.Int).Add(testkit.Big(l), new(big.Int).Lsh(big.NewInt(top), 256)))
			}
		}
	})
}

func (o order) decode(t *testing.T, b [32]byte) {
	t.Helper()
	v := testkit.BigLE(b[:])
	rev := b
	slices.Reverse(rev[:])
	valid := v.Cmp(o.big) < 0
	for name, f := range map[string]func(*Scalar) int{
		"Decode":   func(z *Scalar) int { return o.Decode(z, &b) },
		"DecodeBE": func(z *Scalar) int { return o.DecodeBE(z, &rev) },
	} {
		z := dirty
		switch ok := f(&z); {
		case ok&^1 != 0 || (ok == 1) != valid:
			t.Fatalf("%s(%#x) returned %d", name, v, ok)
		case valid:
			o.check(t, name, z, v)
		case z != dirty:
			t.Fatalf("%s(%#x) changed its receiver", name, v)
		}
	}
	z := dirty
	o.Reduce(&z, &b)
	o.check(t, "Reduce", z, v)
	z = dirty
	o.ReduceBE(&z, &rev)
	o.check(t, "ReduceBE", z, v)
	clamped := b
	clamped[0] &^= 7
	clamped[31] = clamped[31]&0x7f | 0x40
	c := dirty
	o.ReduceClamped(&c, &b)
	o.check(t, "ReduceClamped", c, testkit.BigLE(clamped[:]))
	if b != testkit.Bytes(v) {
		t.Fatalf("ReduceClamped changed its argument to %x", b)
	}
	if valid {
		var e [32]byte
		if o.Encode(&e, &z); e != b {
			t.Fatalf("Encode(%x) = %x, want %x", z, e, b)
		}
		if o.EncodeBE(&e, &z); e != rev {
			t.Fatalf("EncodeBE(%x) = %x, want %x", z, e, rev)
		}
	}
}

// Integers of any length.
func TestReduceBytes(t *testing.T) {
	forOrders(t, func(t *testing.T, o order, r *testkit.Rand) {
		for length := range 140 {
			for i := range 4 {
				b := make([]byte, length)
				switch i {
				case 1:
					b = bytes.Repeat([]byte{0xff}, length)
				case 2, 3:
					r.Fill(b)
				}
				z := dirty
				o.ReduceBytes(&z, b)
				o.check(t, "ReduceBytes", z, testkit.BigLE(b))
				z = dirty
				o.ReduceBytesBE(&z, b)
				o.check(t, "ReduceBytesBE", z, new(big.Int).SetBytes(b))
			}
		}
	})
}

func TestDecode(t *testing.T) {
	forOrders(t, func(t *testing.T, o order, r *testkit.Rand) {
		for _, l := range testkit.Edges(o.big) {
			o.decode(t, testkit.ToBytes(l))
		}
		for q := int64(1); q <= 16; q++ {
			for d := int64(-2); d <= 2; d++ {
				if v := new(big.Int).Mul(o.big, big.NewInt(q)); v.Add(v, big.NewInt(d)).BitLen() <= 256 {
					o.decode(t, testkit.Bytes(v))
				}
			}
		}
		for range 3000 {
			o.decode(t, r.Bytes32())
		}
	})
}

func TestSelect(t *testing.T) {
	r := testkit.NewRand(t)
	for range 100 {
		x, y := fromLimbs(r.Limbs()), fromLimbs(r.Limbs())
		for cond, want := range []Scalar{y, x} {
			op := func(z *Scalar, in ...*Scalar) { z.Select(in[0], in[1], cond) }
			if got := testkit.Aliases(t, "Select", dirty, op, x, y); got != want {
				t.Fatalf("Select(%x, %x, %d) = %x", x, y, cond, got)
			}
		}
	}
}

// Batches around the size that shares an inversion, with zeros and without, and with the
// product among them.
func TestInvBatch(t *testing.T) {
	forOrders(t, func(t *testing.T, o order, r *testkit.Rand) {
		var edges []*big.Int
		for _, l := range testkit.Edges(o.big) {
			if x := testkit.Big(l); x.Sign() > 0 && x.Cmp(o.big) < 0 {
				edges = append(edges, x)
			}
		}
		for _, count := range []int{0, 1, 2, 3, 63, 64, 65, 127, 128, 129, 200} {
			for _, zeros := range []int{0, min(count, 1), count / 2, count} {
				inputs := make([]*big.Int, count)
				for i := range inputs {
					if inputs[i] = edges[r.IntN(len(edges))]; r.IntN(2) == 0 {
						inputs[i] = new(big.Int).Mod(testkit.Big(r.Limbs()), o.big)
					}
				}
				for range zeros {
					inputs[r.IntN(count)] = new(big.Int)
				}
				inverses := make([]Scalar, count)
				for i, x := range inputs {
					inverses[i] = o.fromBig(x)
				}
				o.InvBatchVarTime(inverses, make([]Scalar, count))
				for i, x := range inputs {
					inverse := new(big.Int).ModInverse(x, o.big)
					if inverse == nil {
						inverse = new(big.Int)
					}
					o.check(t, "InvBatchVarTime", inverses[i], inverse)
				}
				for _, product := range []int{-1, 0, count - 1} {
					xs := make([]Scalar, count)
					for i, x := range inputs {
						xs[i] = o.fromBig(x)
					}
					other := dirty
					result := &other
					if product >= 0 && product < count {
						result = &xs[product]
					}
					o.InvBatch(result, count, func(i int) *Scalar { return &xs[i] })
					want := big.NewInt(1)
					for i, x := range inputs {
						inverse := new(big.Int).ModInverse(x, o.big)
						if inverse == nil {
							inverse = new(big.Int)
						}
						if want.Mul(want, inverse).Mod(want, o.big); result != &xs[i] {
							o.check(t, "InvBatch", xs[i], inverse)
						}
					}
					o.check(t, "the product of InvBatch", *result, want)
				}
			}
		}
	})
}

func TestAllocations(t *testing.T) {
	n := Secp256k1
	x, y := New(1, 2, 3, 4), New(5, 6, 7, 8)
	var b [32]byte
	var w [64]byte
	xs, scratch := []Scalar{x, y}, make([]Scalar, 2)
	testkit.NoAllocs(t, "scalar arithmetic", func() {
		n.Add(&x, &x, &y)
		n.Sub(&x, &x, &y)
		n.Neg(&x, &x)
		n.Halve(&x, &x)
		n.Mul(&x, &x, &y)
		n.MulAdd(&x, &x, &y, &x)
		n.Inv(&x, &x)
		n.InvVarTime(&x, &x)
		n.Encode(&b, &x)
		n.Decode(&x, &b)
		n.Reduce(&x, &b)
		n.ReduceClamped(&x, &b)
		n.DecodeWide(&x, &w)
		n.DecodeWideBE(&x, &w)
		n.ReduceBytes(&x, w[:])
		n.ReduceBytesBE(&x, w[:])
		n.InvBatch(&x, 2, func(i int) *Scalar { return [2]*Scalar{&x, &y}[i] })
		n.InvBatchVarTime(xs, scratch)
	})
}

func FuzzDecode(f *testing.F) {
	for _, o := range orders {
		n := o.N()
		b := testkit.ToBytes(n)
		f.Add(b[:])
		f.Add(bytes.Repeat([]byte{255}, 32))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		if len(b) == 32 {
			for _, o := range orders {
				o.decode(t, [32]byte(b))
			}
		}
	})
}

func FuzzDecodeWide(f *testing.F) {
	f.Add(bytes.Repeat([]byte{255}, 64))
	for _, o := range orders {
		b := testkit.ToBytes(o.N())
		f.Add(append(b[:], b[:]...))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		if len(b) != 64 {
			return
		}
		rev := slices.Clone(b)
		slices.Reverse(rev)
		for _, o := range orders {
			z := dirty
			o.DecodeWide(&z, (*[64]byte)(b))
			o.check(t, "DecodeWide", z, testkit.BigLE(b))
			z = dirty
			o.DecodeWideBE(&z, (*[64]byte)(rev))
			o.check(t, "DecodeWideBE", z, testkit.BigLE(b))
		}
	})
}

func BenchmarkScalar(b *testing.B) {
	n := Edwards25519
	x, y := New(1, 2, 3, 4), New(5, 6, 7, 8)
	var w [64]byte
	var e [32]byte
	for i := range w {
		w[i] = byte(200 + i)
	}
	var batch [64]Scalar
	for i := range batch {
		batch[i] = New(uint64(i), 2, 3, 4)
	}
	for _, c := range []struct {
		name string
		f    func()
	}{
		{"Add", func() { n.Add(&x, &x, &y) }},
		{"Sub", func() { n.Sub(&x, &x, &y) }},
		{"Mul", func() { n.Mul(&x, &x, &y) }},
		{"MulAdd", func() { n.MulAdd(&x, &x, &y, &y) }},
		{"Halve", func() { n.Halve(&x, &x) }},
		{"Inv", func() { n.Inv(&x, &x); x.l0 ^= 8 }},
		{"InvVarTime", func() { n.InvVarTime(&x, &x); x.l0 ^= 8 }},
		{"InvBatch64", func() { n.InvBatch(&x, len(batch), func(i int) *Scalar { return &batch[i] }) }},
		{"Reduce", func() { n.Reduce(&x, (*[32]byte)(w[:32])) }},
		{"Decode", func() { n.Decode(&x, &e) }},
		{"DecodeWide", func() { n.DecodeWide(&x, &w) }},
	} {
		b.Run(c.name, func(b *testing.B) {
			for range b.N {
				c.f()
			}
		})
	}
}
