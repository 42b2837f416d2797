// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package field_test

import (
	"bytes"
	"fmt"
	"math/big"
	"math/bits"
	"slices"
	"testing"

	"secant.example/internal/cpu"
	"secant.example/internal/field"
	"secant.example/internal/testkit"
)

// prime is one of the fields, with its modulus built here from its definition.
type prime struct {
	name string
	field.Modulus
	p     *big.Int
	edges []value
}

// value is an element and the integer it holds, which may be p or more.
type value struct {
	e field.Element
	n *big.Int
}

func newPrime(name string, m field.Modulus, bits uint, c int64) *prime {
	pr := &prime{name: name, Modulus: m, p: new(big.Int).Lsh(big.NewInt(1), bits)}
	pr.p.Sub(pr.p, big.NewInt(c))
	for _, l := range testkit.Edges(pr.p) {
		pr.edges = append(pr.edges, fromLimbs(l))
	}
	return pr
}

var primes = []*prime{
	newPrime("25519", field.P25519, 255, 19),
	newPrime("255e", field.P255E, 255, 18651),
	newPrime("255s", field.P255S, 255, 3957),
	newPrime("secp256k1", field.PSecp256k1, 256, 1<<32+977),
}

func fromLimbs(l [4]uint64) value {
	return value{field.New(l[0], l[1], l[2], l[3]), testkit.Big(l)}
}

func fromBig(n *big.Int) value { return fromLimbs(testkit.Limbs(n)) }

// integer returns the integer, of up to 256 bits, that x holds.
func integer(x *field.Element) *big.Int { return testkit.Big(x.Limbs()) }

// inputs returns all edge values and n random ones.
func (pr *prime) inputs(r *testkit.Rand, n int) []value {
	values := slices.Clone(pr.edges)
	for range n {
		values = append(values, fromLimbs(r.Limbs()))
	}
	return values
}

// few returns n values drawn from the edge values and random ones.
func (pr *prime) few(r *testkit.Rand, n int) []value {
	values := pr.inputs(r, len(pr.edges))
	r.Shuffle(len(values), func(i, j int) { values[i], values[j] = values[j], values[i] })
	return values[:n]
}

// check fails unless got = want mod p.
func (pr *prime) check(t testing.TB, got field.Element, want *big.Int, format string, args ...any) {
	t.Helper()
	g := integer(&got)
	want = new(big.Int).Mod(want, pr.p)
	if g.Mod(g, pr.p).Cmp(want) != 0 {
		t.Fatalf("%s = %x, want %x", fmt.Sprintf(format, args...), g, want)
	}
}

// eachPrime runs f for every prime on every kernel, with vectors or without: for one number
// at a time it does not matter whether there are any.
func eachPrime(t *testing.T, f func(t *testing.T, pr *prime, r *testkit.Rand)) {
	done := map[cpu.Features]bool{}
	testkit.Kernels(t, func(t *testing.T) {
		scalar := cpu.X86
		scalar.IFMA = false
		if done[scalar] {
			return
		}
		done[scalar] = true
		for _, pr := range primes {
			t.Run(pr.name, func(t *testing.T) { f(t, pr, testkit.NewRand(t)) })
		}
	})
}

// dirty is what destinations hold before an operation.
var dirty = field.New(0x0123456789abcdef, 0xfedcba9876543210, 0xdeadbeefdeadbeef, 0x5a5a5a5aa5a5a5a5)

func TestModulus(t *testing.T) {
	for _, pr := range primes {
		if got := testkit.Big(pr.P()); got.Cmp(pr.p) != 0 {
			t.Errorf("%s: P() = %x, want %x", pr.name, got, pr.p)
		}
		fold := new(big.Int).Lsh(big.NewInt(1), 256)
		if fold.Mod(fold, pr.p).Uint64() != uint64(pr.Modulus) || !fold.IsUint64() {
			t.Errorf("%s: 2^256 mod p = %d, the modulus value is %d", pr.name, fold, pr.Modulus)
		}
		if !pr.p.ProbablyPrime(10) {
			t.Errorf("%s: %x is not prime", pr.name, pr.p)
		}
	}
}

func TestLimbs(t *testing.T) {
	r := testkit.NewRand(t)
	for range 10 {
		l := [4]uint64{r.Uint64(), r.Uint64(), r.Uint64(), r.Uint64()}
		x := field.New(l[0], l[1], l[2], l[3])
		if x.Limbs() != l {
			t.Fatalf("limbs %x come back as %x", l, x.Limbs())
		}
	}
	if one := field.One(); one != field.New(1, 0, 0, 0) {
		t.Errorf("One() = %v", one)
	}
}

// kernels are the implementations of the basic operations: what the methods
// call, and the portable code even where the methods call assembly.
var kernels = append([]field.Kernel{field.Selected}, field.Portable...)

// binary is an operation of two operands with its model.
type binary struct {
	name  string
	op    func(z, x, y *field.Element, fold uint64)
	model func(z, x, y *big.Int) *big.Int
}

func binaries(k field.Kernel) []binary {
	return []binary{
		{"Add", k.Add, (*big.Int).Add},
		{"Sub", k.Sub, (*big.Int).Sub},
		{"Mul", k.Mul, (*big.Int).Mul},
	}
}

// checkBinary runs every operation of two operands of every kernel on x and
// y. The kernels must agree even on which representation they return.
func (pr *prime) checkBinary(t testing.TB, x, y value) {
	t.Helper()
	for i, o := range binaries(kernels[0]) {
		z := dirty
		o.op(&z, &x.e, &y.e, uint64(pr.Modulus))
		pr.check(t, z, o.model(new(big.Int), x.n, y.n), "%s(%x, %x)", o.name, x.n, y.n)
		for _, k := range kernels[1:] {
			w := dirty
			binaries(k)[i].op(&w, &x.e, &y.e, uint64(pr.Modulus))
			if w != z {
				t.Fatalf("%s(%x, %x): %s %x, %s %x", o.name, x.n, y.n, kernels[0].Name, integer(&z), k.Name, integer(&w))
			}
		}
	}
}

// checkSquare is like checkBinary for x^2 and, with n > 0, for x^(2^n).
func (pr *prime) checkSquare(t testing.TB, x value, n int) {
	t.Helper()
	exp := new(big.Int).Lsh(big.NewInt(1), uint(n))
	want := exp.Exp(x.n, exp, pr.p)
	var first field.Element
	for i, k := range kernels {
		z, w := dirty, x.e
		k.SqrN(&z, &x.e, uint64(n), uint64(pr.Modulus))
		for range n {
			k.Sqr(&w, &w, uint64(pr.Modulus))
		}
		pr.check(t, z, want, "%s: %x^(2^%d)", k.Name, x.n, n)
		if i == 0 {
			first = z
		}
		if z != first || w != first {
			t.Fatalf("%x^(2^%d): %s by SqrN %x, %s by SqrN %x, by Sqr %x",
				x.n, n, kernels[0].Name, integer(&first), k.Name, integer(&z), integer(&w))
		}
	}
}

// checkPair checks x^(2^n)·y in both places of a pair, and the same with other and
// x in the other one.
func (pr *prime) checkPair(t testing.TB, x, y, other value, n int) {
	t.Helper()
	type pair = [2]field.Element
	model := func(x, y value) *big.Int {
		exp := new(big.Int).Lsh(big.NewInt(1), uint(n))
		return exp.Mul(exp.Exp(x.n, exp, pr.p), y.n)
	}
	var results [2][2]pair
	for k, op := range field.SqrNMulPair {
		run := func(x, y pair) pair {
			return testkit.Aliases(t, "SqrNMulPair", pair{dirty, dirty}, func(z *pair, in ...*pair) {
				op(z, in[0], uint64(n), in[1], uint64(pr.Modulus))
			}, x, y)
		}
		results[k] = [2]pair{run(pair{x.e, other.e}, pair{y.e, x.e}), run(pair{other.e, x.e}, pair{x.e, y.e})}
		for i, z := range results[k] {
			pr.check(t, z[i], model(x, y), "%x^(2^%d)·%x", x.n, n, y.n)
			pr.check(t, z[1-i], model(other, x), "%x^(2^%d)·%x", other.n, n, x.n)
		}
	}
	if results[0] != results[1] {
		t.Fatalf("SqrNMulPair(%x, %d, %x): %x, in Go %x", x.n, n, y.n, results[0], results[1])
	}
}

func TestSqrNMulPair(t *testing.T) {
	eachPrime(t, func(t *testing.T, pr *prime, r *testkit.Rand) {
		in := pr.inputs(r, 100)
		for i, x := range in {
			pr.checkPair(t, x, in[r.IntN(len(in))], in[len(in)-1-i], 1+r.IntN(4))
		}
		pr.checkPair(t, in[0], in[1], in[2], 200)
	})
}

// Every pair of edge values, and random pairs in every sharing of memory.
func TestBinary(t *testing.T) {
	eachPrime(t, func(t *testing.T, pr *prime, r *testkit.Rand) {
		for _, x := range pr.edges {
			for _, y := range pr.edges {
				pr.checkBinary(t, x, y)
			}
		}
		for range 5000 {
			pr.checkBinary(t, fromLimbs(r.Limbs()), fromLimbs(r.Limbs()))
		}
		values := pr.inputs(r, 200)
		for range 500 {
			x, y := values[r.IntN(len(values))], values[r.IntN(len(values))]
			for _, k := range kernels {
				for _, o := range binaries(k) {
					z := testkit.Aliases(t, o.name, dirty, func(z *field.Element, in ...*field.Element) {
						o.op(z, in[0], in[1], uint64(pr.Modulus))
					}, x.e, y.e)
					pr.check(t, z, o.model(new(big.Int), x.n, y.n), "%s: %s(%x, %x)", k.Name, o.name, x.n, y.n)
				}
			}
		}
	})
}

func TestSquare(t *testing.T) {
	eachPrime(t, func(t *testing.T, pr *prime, r *testkit.Rand) {
		for _, x := range pr.inputs(r, 5000) {
			for n := 1; n <= 2; n++ {
				pr.checkSquare(t, x, n)
			}
		}
	})
}

// factors returns pairs whose product is v modulo p, for v just above 2^64, and
// about 2^512 as an integer. For secp256k1 the sum after the fold of k has
// wrapped is then v - fold, so that folding the carry runs over the lowest limb.
// (For the other primes fold^2 is below 2^64, and no operands do that.)
func (pr *prime) factors(r *testkit.Rand) [][2]value {
	var pairs [][2]value
	add := func(d *big.Int) {
		e := new(big.Int).Lsh(big.NewInt(1), 64)
		e.Add(e, d).Sub(e, big.NewInt(1)).Div(e, d) // d·e is at least 2^64, by less than d
		minus := func(x *big.Int) value {
			all := pr.representations(new(big.Int).Neg(x))
			return all[len(all)-1]
		}
		pairs = append(pairs, [2]value{minus(d), minus(e)})
		if pr.p.BitLen() == 256 && d.BitLen() == 33 {
			plus := func(x *big.Int) value { return fromBig(new(big.Int).Add(pr.p, x)) }
			pairs = append(pairs, [2]value{plus(d), plus(e)})
		}
	}
	for n := range uint(65) {
		add(new(big.Int).Lsh(big.NewInt(1), n))
	}
	for range 100 {
		add(new(big.Int).SetUint64(1<<32 + r.Uint64N(977)))
		add(new(big.Int).SetUint64(r.Uint64()>>32 + 1))
	}
	return pairs
}

// representations returns the integers below 2^256 that are x mod p.
func (pr *prime) representations(x *big.Int) []value {
	var values []value
	for x = new(big.Int).Mod(x, pr.p); x.BitLen() <= 256; x = new(big.Int).Add(x, pr.p) {
		values = append(values, fromBig(x))
	}
	return values
}

// lateCarries says what happens in the reduction of a product: whether the
// folding of the fifth limb carries out of 256 bits, and whether folding
// that carry runs over the lowest limb.
func (pr *prime) lateCarries(product *big.Int) (second, third bool) {
	fold := new(big.Int).SetUint64(uint64(pr.Modulus))
	split := func(x *big.Int, n uint) (lo, hi *big.Int) {
		hi = new(big.Int).Rsh(x, n)
		return new(big.Int).Sub(x, new(big.Int).Lsh(hi, n)), hi
	}
	x := product
	for i := range 3 {
		lo, hi := split(x, 256)
		if i == 2 {
			low, _ := split(lo, 64)
			_, over := split(low.Add(low, new(big.Int).Mul(hi, fold)), 64)
			return hi.Sign() != 0, over.Sign() != 0
		}
		x = lo.Add(lo, hi.Mul(hi, fold))
	}
	panic("unreachable")
}

// reduceBroken reduces a product as the kernels do, but drops a carry: that out of
// limb drop of the second fold, or, for 4, that out of limb 0 of the third.
func (pr *prime) reduceBroken(product *big.Int, drop int) *big.Int {
	fold := uint64(pr.Modulus)
	hi := new(big.Int).Rsh(product, 256)
	lo := new(big.Int).Sub(product, new(big.Int).Lsh(hi, 256))
	once := lo.Add(lo, hi.Mul(hi, new(big.Int).SetUint64(fold)))
	top := new(big.Int).Rsh(once, 256)
	r := testkit.Limbs(new(big.Int).Sub(once, new(big.Int).Lsh(top, 256)))
	high, low := bits.Mul64(top.Uint64(), fold)
	var c uint64
	for i, addend := range [4]uint64{low, high, 0, 0} {
		r[i], c = bits.Add64(r[i], addend, c)
		if i == drop {
			c = 0
		}
	}
	r[0], c = bits.Add64(r[0], fold&-c, 0)
	if drop != 4 {
		r[1] += c
	}
	return testkit.Big(r)
}

// Operands chosen so that the result is one of the targets. They tell a kernel
// that drops one of its late carries from a right one.
func TestLateCarries(t *testing.T) {
	eachPrime(t, func(t *testing.T, pr *prime, r *testkit.Rand) {
		type tally struct{ second, third int }
		var caught [5]bool // whether the kernel without that carry was wrong once
		count := func(c *tally, product *big.Int) {
			for drop := range caught {
				wrong := pr.reduceBroken(product, drop)
				wrong.Sub(wrong, product)
				caught[drop] = caught[drop] || wrong.Mod(wrong, pr.p).Sign() != 0
			}
			if right := pr.reduceBroken(product, -1); new(big.Int).Mod(right.Sub(right, product), pr.p).Sign() != 0 {
				t.Fatalf("the model of the kernels is wrong for %x", product)
			}
			second, third := pr.lateCarries(product)
			if second {
				c.second++
			}
			if third {
				c.third++
			}
		}
		var products, squares tally
		for _, v := range r.Targets(pr.p) {
			for range 2 {
				x := fromLimbs(r.Limbs())
				for _, y := range pr.representations(new(big.Int).Mul(v, pr.inverse(x.n))) {
					count(&products, new(big.Int).Mul(x.n, y.n))
					pr.checkBinary(t, x, y)
					pr.checkBinary(t, y, x)
				}
				for _, y := range pr.representations(new(big.Int).Sub(v, x.n)) {
					pr.checkBinary(t, x, y)
				}
				for _, y := range pr.representations(new(big.Int).Sub(x.n, v)) {
					pr.checkBinary(t, x, y)
				}
			}
			// v = x^(2^n), as long as there are roots.
			x := new(big.Int).Mod(v, pr.p)
			for n := 1; n <= 4 && big.Jacobi(x, pr.p) == 1; n++ {
				x.ModSqrt(x, pr.p)
				if big.Jacobi(x, pr.p) == -1 {
					x.Sub(pr.p, x)
				}
				for _, sign := range []*big.Int{x, new(big.Int).Neg(x)} {
					for _, y := range pr.representations(sign) {
						if n == 1 {
							count(&squares, new(big.Int).Mul(y.n, y.n))
						}
						pr.checkSquare(t, y, n)
						pr.checkPair(t, y, value{field.One(), big.NewInt(1)}, y, n)
					}
				}
			}
			// v = x^2·y.
			root := fromLimbs(r.Limbs())
			var square field.Element
			pr.Sqr(&square, &root.e)
			for _, y := range pr.representations(new(big.Int).Mul(v, pr.inverse(integer(&square)))) {
				pr.checkPair(t, root, y, root, 1)
			}
		}
		for _, f := range pr.factors(r) {
			count(&products, new(big.Int).Mul(f[0].n, f[1].n))
			pr.checkBinary(t, f[0], f[1])
			pr.checkBinary(t, f[1], f[0])
			if f[0].n.Cmp(f[1].n) == 0 {
				count(&squares, new(big.Int).Mul(f[0].n, f[0].n))
				pr.checkSquare(t, f[0], 1)
			}
		}
		// x^2·y with a long third carry, which only large folds have: x^2 = -k and y = -m, in the only
		// representation of -k, and km is just above 2^64.
		for pairs := 0; pr.p.BitLen() == 256 && pairs < 20; {
			k := big.NewInt(1<<31 + r.Int64N(1<<31))
			square := new(big.Int).Sub(pr.p, k)
			if big.Jacobi(square, pr.p) != 1 {
				continue
			}
			m := new(big.Int).Lsh(big.NewInt(1), 64)
			m.Div(m, k).Add(m, big.NewInt(1))
			y := fromBig(m.Sub(pr.p, m))
			if _, third := pr.lateCarries(new(big.Int).Mul(square, y.n)); !third {
				t.Fatalf("no long third carry in %x·%x", square, y.n)
			}
			root := fromBig(new(big.Int).ModSqrt(square, pr.p))
			pr.checkPair(t, root, y, root, 1)
			pairs++
		}
		for drop, ok := range caught {
			// The third fold goes beyond limb 0 only if fold has more than 32 bits.
			if !ok && (drop < 4 || pr.p.BitLen() == 256) {
				t.Errorf("no input tells a kernel without carry %d from a right one", drop)
			}
		}
		if products.second < 50 || squares.second < 20 {
			t.Errorf("only %d products and %d squares with a second carry", products.second, squares.second)
		}
		// 2^32 and -2^32, in their largest representations, are the squares.
		if pr.p.BitLen() == 256 && (products.third < 100 || squares.third < 2) {
			t.Errorf("only %d products and %d squares with a long third carry", products.third, squares.third)
		}
	})
}

// The operations of one operand.
func TestUnary(t *testing.T) {
	eachPrime(t, func(t *testing.T, pr *prime, r *testkit.Rand) {
		half := new(big.Int).ModInverse(big.NewInt(2), pr.p)
		ops := []struct {
			name  string
			op    func(z, x *field.Element)
			model func(x *big.Int) *big.Int
		}{
			{"Neg", pr.Neg, func(x *big.Int) *big.Int { return new(big.Int).Neg(x) }},
			{"Double", pr.Double, func(x *big.Int) *big.Int { return new(big.Int).Lsh(x, 1) }},
			{"Halve", pr.Halve, func(x *big.Int) *big.Int { return new(big.Int).Mul(x, half) }},
			{"Sqr", pr.Sqr, func(x *big.Int) *big.Int { return new(big.Int).Mul(x, x) }},
		}
		for _, o := range ops {
			for _, x := range pr.inputs(r, 2000) {
				z := testkit.Aliases(t, o.name, dirty, func(z *field.Element, in ...*field.Element) {
					o.op(z, in[0])
				}, x.e)
				pr.check(t, z, o.model(x.n), "%s(%x)", o.name, x.n)
			}
		}
	})
}

func TestMulSmall(t *testing.T) {
	eachPrime(t, func(t *testing.T, pr *prime, r *testkit.Rand) {
		for _, x := range pr.inputs(r, 200) {
			for _, c := range []uint32{0, 1, 2, 3, 19, 38, 121665, 121666, 1 << 16, 1<<31 - 1, 1 << 31, 1<<32 - 1, r.Uint32()} {
				z := testkit.Aliases(t, "MulSmall", dirty, func(z *field.Element, in ...*field.Element) {
					pr.MulSmall(z, in[0], c)
				}, x.e)
				pr.check(t, z, new(big.Int).Mul(x.n, big.NewInt(int64(c))), "MulSmall(%x, %d)", x.n, c)
			}
		}
		for _, v := range r.Targets(pr.p) {
			c := r.Uint32() | 1
			want := big.NewInt(int64(c))
			for _, x := range pr.representations(new(big.Int).Mul(v, pr.inverse(want))) {
				z := dirty
				pr.MulSmall(&z, &x.e, c)
				pr.check(t, z, v, "MulSmall(%x, %d)", x.n, c)
			}
		}
	})
}

func TestSqrN(t *testing.T) {
	eachPrime(t, func(t *testing.T, pr *prime, r *testkit.Rand) {
		for _, x := range pr.few(r, 40) {
			want := x.n
			for n := range 12 {
				z := testkit.Aliases(t, "SqrN", dirty, func(z *field.Element, in ...*field.Element) {
					pr.SqrN(z, in[0], n)
				}, x.e)
				pr.check(t, z, want, "SqrN(%x, %d)", x.n, n)
				want = new(big.Int).Mul(want, want)
				want.Mod(want, pr.p)
			}
			n := 12 + r.IntN(300)
			z := dirty
			pr.SqrN(&z, &x.e, n)
			exp := new(big.Int).Lsh(big.NewInt(1), uint(n))
			pr.check(t, z, exp.Exp(x.n, exp, pr.p), "SqrN(%x, %d)", x.n, n)
		}
	})
}

// inverse returns 1/x, and 0 for x = 0.
func (pr *prime) inverse(x *big.Int) *big.Int {
	inv := new(big.Int).ModInverse(x, pr.p)
	if inv == nil {
		return new(big.Int)
	}
	return inv
}

func TestInv(t *testing.T) {
	eachPrime(t, func(t *testing.T, pr *prime, r *testkit.Rand) {
		for _, x := range pr.inputs(r, 100) {
			z := testkit.Aliases(t, "Inv", dirty, func(z *field.Element, in ...*field.Element) {
				pr.Inv(z, in[0])
			}, x.e)
			pr.check(t, z, pr.inverse(x.n), "Inv(%x)", x.n)
			z = testkit.Aliases(t, "InvVarTime", dirty, func(z *field.Element, in ...*field.Element) {
				pr.InvVarTime(z, in[0])
			}, x.e)
			pr.check(t, z, pr.inverse(x.n), "InvVarTime(%x)", x.n)
		}
	})
}

func TestInvBatch(t *testing.T) {
	eachPrime(t, func(t *testing.T, pr *prime, r *testkit.Rand) {
		try := func(in []value) {
			t.Helper()
			for name, inverse := range map[string]func(xs, scratch []field.Element){"InvBatch": pr.InvBatch, "InvBatchVarTime": pr.InvBatchVarTime} {
				xs, scratch := make([]field.Element, len(in)), make([]field.Element, len(in))
				for i, x := range in {
					xs[i], scratch[i] = x.e, dirty
				}
				inverse(xs, scratch)
				for i, x := range in {
					pr.check(t, xs[i], pr.inverse(x.n), "element %d of %s of %d: 1/%x", i, name, len(in), x.n)
				}
			}
		}
		// Every placement of zeros, of both representations, among up to five.
		zeros := []value{fromBig(new(big.Int)), fromBig(pr.p)}
		for n := range 6 {
			for mask := range 1 << n {
				in := pr.few(r, n)
				for i := range in {
					if mask>>i&1 == 1 {
						in[i] = zeros[r.IntN(2)]
					}
				}
				try(in)
			}
		}
		try(pr.inputs(r, 10))
	})
}

func TestLegendre(t *testing.T) {
	eachPrime(t, func(t *testing.T, pr *prime, r *testkit.Rand) {
		for _, x := range pr.inputs(r, 100) {
			if got, want := pr.Legendre(&x.e), big.Jacobi(x.n, pr.p); got != want {
				t.Fatalf("Legendre(%x) = %d, want %d", x.n, got, want)
			}
		}
	})
}

// even returns whichever of the roots x and -x mod p is even.
func (pr *prime) even(x *big.Int) *big.Int {
	if x = new(big.Int).Mod(x, pr.p); x.Bit(0) == 1 {
		x.Sub(pr.p, x)
	}
	return x
}

// rootOf returns what SqrtRatio(u, v) must give, from RFC 9496, section 4.2, and
// for p = 3 mod 4 with -1 in the place of i: no square is multiplied by it.
func (pr *prime) rootOf(u, v *big.Int) (root *big.Int, square int) {
	ratio := new(big.Int).Mul(u, pr.inverse(v))
	ratio.Mod(ratio, pr.p)
	switch u = new(big.Int).Mod(u, pr.p); {
	case u.Sign() == 0:
		return u, 1
	case ratio.Sign() == 0: // because v = 0
		return ratio, 0
	case big.Jacobi(ratio, pr.p) == 1:
		square = 1
	case new(big.Int).And(pr.p, big.NewInt(3)).Int64() == 3:
		ratio.Neg(ratio)
	default:
		i := new(big.Int).Sub(pr.p, big.NewInt(1))
		ratio.Mul(ratio, pr.even(i.ModSqrt(i, pr.p)))
	}
	ratio.Mod(ratio, pr.p)
	return pr.even(ratio.ModSqrt(ratio, pr.p)), square
}

func (pr *prime) checkRoot(t testing.TB, u, v value) {
	t.Helper()
	var square int
	z := testkit.Aliases(t, "SqrtRatio", dirty, func(z *field.Element, in ...*field.Element) {
		square = pr.SqrtRatio(z, in[0], in[1])
	}, u.e, v.e)
	want, wantSquare := pr.rootOf(u.n, v.n)
	if square != wantSquare {
		t.Fatalf("SqrtRatio(%x, %x) returns %d", u.n, v.n, square)
	}
	pr.check(t, z, want, "SqrtRatio(%x, %x)", u.n, v.n)

	if pr.p.Bit(1) == 1 { // 3 mod 4
		z = testkit.Aliases(t, "SqrtRatioSquare", dirty, func(z *field.Element, in ...*field.Element) {
			square = pr.SqrtRatioSquare(z, in[0], in[1])
		}, u.e, v.e)
		if square != wantSquare {
			t.Fatalf("SqrtRatioSquare(%x, %x) returns %d", u.n, v.n, square)
		}
		if wantSquare == 1 && big.Jacobi(want, pr.p) == -1 {
			want.Sub(pr.p, want)
		}
		if wantSquare == 0 && pr.IsNegative(&z) == 1 {
			pr.Neg(&z, &z)
		}
		pr.check(t, z, want, "SqrtRatioSquare(%x, %x)", u.n, v.n)
	}

	z = testkit.Aliases(t, "Sqrt", dirty, func(z *field.Element, in ...*field.Element) {
		square = pr.Sqrt(z, in[0])
	}, u.e)
	want, wantSquare = pr.rootOf(u.n, big.NewInt(1))
	if square != wantSquare {
		t.Fatalf("Sqrt(%x) returns %d", u.n, square)
	}
	pr.check(t, z, want, "Sqrt(%x)", u.n)
}

func TestSqrt(t *testing.T) {
	eachPrime(t, func(t *testing.T, pr *prime, r *testkit.Rand) {
		values := pr.inputs(r, 20)
		for _, u := range values {
			pr.checkRoot(t, u, values[r.IntN(len(values))])
		}
		for _, zero := range pr.representations(new(big.Int)) {
			for _, x := range pr.few(r, 10) {
				pr.checkRoot(t, x, zero)
				pr.checkRoot(t, zero, x)
			}
			for _, other := range pr.representations(new(big.Int)) {
				pr.checkRoot(t, zero, other)
			}
		}
		// The ratios 1, -1 and, where it exists, both roots of -1.
		one, minusOne := big.NewInt(1), new(big.Int).Sub(pr.p, big.NewInt(1))
		ratios := []*big.Int{one, minusOne}
		if i := new(big.Int).ModSqrt(minusOne, pr.p); i != nil {
			ratios = append(ratios, i, new(big.Int).Neg(i))
		}
		for _, ratio := range ratios {
			for _, v := range pr.few(r, 10) {
				for _, u := range pr.representations(new(big.Int).Mul(ratio, v.n)) {
					pr.checkRoot(t, u, v)
				}
			}
		}
	})
}

func TestEquality(t *testing.T) {
	eachPrime(t, func(t *testing.T, pr *prime, r *testkit.Rand) {
		b2i := func(b bool) int {
			if b {
				return 1
			}
			return 0
		}
		values := pr.inputs(r, 50)
		for _, x := range values {
			residue := new(big.Int).Mod(x.n, pr.p)
			if got, want := pr.IsZero(&x.e), b2i(residue.Sign() == 0); got != want {
				t.Fatalf("IsZero(%x) = %d, want %d", x.n, got, want)
			}
			if got, want := pr.IsNegative(&x.e), int(residue.Bit(0)); got != want {
				t.Fatalf("IsNegative(%x) = %d, want %d", x.n, got, want)
			}
			for _, y := range values {
				want := b2i(new(big.Int).Mod(y.n, pr.p).Cmp(residue) == 0)
				if got := pr.Equal(&x.e, &y.e); got != want {
					t.Fatalf("Equal(%x, %x) = %d, want %d", x.n, y.n, got, want)
				}
			}
			// One bit apart.
			for i := range 256 {
				l := testkit.Limbs(x.n)
				l[i/64] ^= 1 << (i % 64)
				y := fromLimbs(l)
				want := b2i(new(big.Int).Mod(y.n, pr.p).Cmp(residue) == 0)
				if got := pr.Equal(&x.e, &y.e); got != want {
					t.Fatalf("Equal(%x, %x) = %d, want %d", x.n, y.n, got, want)
				}
			}
		}
	})
}

func TestConditional(t *testing.T) {
	eachPrime(t, func(t *testing.T, pr *prime, r *testkit.Rand) {
		for range 500 {
			in := pr.few(r, 2)
			x, y := in[0], in[1]
			for cond, want := range []field.Element{y.e, x.e} {
				z := testkit.Aliases(t, "Select", dirty, func(z *field.Element, in ...*field.Element) {
					z.Select(in[0], in[1], cond)
				}, x.e, y.e)
				if z != want {
					t.Fatalf("Select(%x, %x, %d) = %x", x.n, y.n, cond, integer(&z))
				}
				a, b := x.e, y.e
				a.Swap(&b, cond)
				if cond == 1 {
					a, b = b, a
				}
				if a != x.e || b != y.e {
					t.Fatalf("Swap(%x, %x, %d) is wrong", x.n, y.n, cond)
				}
				a.Swap(&a, cond)
				if a != x.e {
					t.Fatalf("Swap of %x with itself, %d, gives %x", x.n, cond, integer(&a))
				}
				z = testkit.Aliases(t, "CondNeg", dirty, func(z *field.Element, in ...*field.Element) {
					pr.CondNeg(z, in[0], cond)
				}, x.e)
				n := x.n
				if cond == 1 {
					n = new(big.Int).Neg(n)
				}
				pr.check(t, z, n, "CondNeg(%x, %d)", x.n, cond)
			}
		}
	})
}

func reversed(b [32]byte) *[32]byte {
	slices.Reverse(b[:])
	return &b
}

// checkDecode checks both strict decoders and the masked one on b, which is
// little-endian for all of them.
func (pr *prime) checkDecode(t testing.TB, b [32]byte) {
	t.Helper()
	n := testkit.BigLE(b[:])
	kept := b
	for _, d := range []struct {
		name   string
		decode func(z *field.Element, b *[32]byte) int
		b      *[32]byte
	}{{"Decode", pr.Decode, &b}, {"DecodeBE", pr.DecodeBE, reversed(b)}} {
		z := dirty
		ok := d.decode(&z, d.b)
		if n.Cmp(pr.p) < 0 {
			if ok != 1 || integer(&z).Cmp(n) != 0 {
				t.Fatalf("%s(%x) = %d, %x", d.name, *d.b, ok, integer(&z))
			}
		} else if ok != 0 || z != dirty {
			t.Fatalf("%s(%x) = %d, %x, want 0 and no change", d.name, *d.b, ok, integer(&z))
		}
	}
	if pr.p.BitLen() == 255 {
		z := dirty
		pr.DecodeMasked(&z, &b)
		pr.check(t, z, new(big.Int).SetBit(n, 255, 0), "DecodeMasked(%x)", b)
	}
	if b != kept {
		t.Fatalf("decoding overwrote %x", kept)
	}
}

func TestDecode(t *testing.T) {
	eachPrime(t, func(t *testing.T, pr *prime, r *testkit.Rand) {
		for _, x := range pr.inputs(r, 500) {
			pr.checkDecode(t, testkit.Bytes(x.n))
		}
		// p with one bit changed, and each byte alone.
		for i := range 256 {
			b := testkit.Bytes(pr.p)
			b[i/8] ^= 1 << (i % 8)
			pr.checkDecode(t, b)
			b = [32]byte{}
			b[i/8] = 1 << (i % 8)
			pr.checkDecode(t, b)
		}
	})
}

func (pr *prime) checkDecodeWide(t testing.TB, b [64]byte) {
	t.Helper()
	z, kept := dirty, b
	pr.DecodeWide(&z, &b)
	pr.check(t, z, testkit.BigLE(b[:]), "DecodeWide(%x)", b)
	if b != kept {
		t.Fatalf("DecodeWide overwrote %x", kept)
	}
}

func TestDecodeWide(t *testing.T) {
	eachPrime(t, func(t *testing.T, pr *prime, r *testkit.Rand) {
		var b [64]byte
		for _, lo := range pr.edges {
			for _, hi := range pr.edges {
				l, h := testkit.Bytes(lo.n), testkit.Bytes(hi.n)
				copy(b[:32], l[:])
				copy(b[32:], h[:])
				pr.checkDecodeWide(t, b)
			}
		}
		for range 500 {
			r.Fill(b[:])
			pr.checkDecodeWide(t, b)
		}
	})
}

func TestEncode(t *testing.T) {
	eachPrime(t, func(t *testing.T, pr *prime, r *testkit.Rand) {
		for _, x := range pr.inputs(r, 1000) {
			want := testkit.Bytes(new(big.Int).Mod(x.n, pr.p))
			e := x.e
			var b [32]byte
			r.Fill(b[:])
			if pr.Encode(&b, &e); b != want {
				t.Fatalf("Encode(%x) = %x, want %x", x.n, b, want)
			}
			if pr.EncodeBE(&b, &e); b != *reversed(want) {
				t.Fatalf("EncodeBE(%x) = %x, want %x", x.n, b, *reversed(want))
			}
			if e != x.e {
				t.Fatalf("encoding overwrote %x", x.n)
			}
		}
	})
}

func TestNoAllocs(t *testing.T) {
	eachPrime(t, func(t *testing.T, pr *prime, r *testkit.Rand) {
		in := pr.few(r, 2)
		x, y, z := in[0].e, in[1].e, dirty
		var b [32]byte
		var wide [64]byte
		xs, scratch := make([]field.Element, 5), make([]field.Element, 5)
		for name, f := range map[string]func(){
			"Add": func() { pr.Add(&z, &x, &y) }, "Sub": func() { pr.Sub(&z, &x, &y) },
			"Neg": func() { pr.Neg(&z, &x) }, "Double": func() { pr.Double(&z, &x) },
			"Halve": func() { pr.Halve(&z, &x) }, "Mul": func() { pr.Mul(&z, &x, &y) },
			"Sqr": func() { pr.Sqr(&z, &x) }, "SqrN": func() { pr.SqrN(&z, &x, 5) },
			"MulSmall": func() { pr.MulSmall(&z, &x, 121665) }, "Inv": func() { pr.Inv(&z, &x) }, "InvVarTime": func() { pr.InvVarTime(&z, &x) },
			"InvBatch": func() { pr.InvBatch(xs, scratch) }, "InvBatchVarTime": func() { pr.InvBatchVarTime(xs, scratch) }, "Sqrt": func() { pr.Sqrt(&z, &x) },
			"SqrtRatio": func() { pr.SqrtRatio(&z, &x, &y) }, "Legendre": func() { pr.Legendre(&x) },
			"Select": func() { z.Select(&x, &y, 1) }, "Swap": func() { z.Swap(&x, 1) },
			"CondNeg": func() { pr.CondNeg(&z, &x, 1) }, "Equal": func() { pr.Equal(&x, &y) },
			"IsZero": func() { pr.IsZero(&x) }, "IsNegative": func() { pr.IsNegative(&x) },
			"Decode": func() { pr.Decode(&z, &b) }, "DecodeBE": func() { pr.DecodeBE(&z, &b) },
			"DecodeMasked": func() { pr.DecodeMasked(&z, &b) }, "DecodeWide": func() { pr.DecodeWide(&z, &wide) },
			"Encode": func() { pr.Encode(&b, &z) }, "EncodeBE": func() { pr.EncodeBE(&b, &z) },
		} {
			testkit.NoAllocs(t, name, f)
		}
	})
}

func FuzzDecode(f *testing.F) {
	for _, pr := range primes {
		p := testkit.Bytes(pr.p)
		f.Add(p[:])
		p[0]--
		f.Add(p[:])
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		var b [32]byte
		copy(b[:], in)
		for _, pr := range primes {
			pr.checkDecode(t, b)
		}
	})
}

func FuzzDecodeWide(f *testing.F) {
	f.Add(bytes.Repeat([]byte{0xff}, 64))
	f.Fuzz(func(t *testing.T, in []byte) {
		var b [64]byte
		copy(b[:], in)
		for _, pr := range primes {
			pr.checkDecodeWide(t, b)
		}
	})
}

func FuzzMul(f *testing.F) {
	f.Add(bytes.Repeat([]byte{0xff}, 64))
	f.Fuzz(func(t *testing.T, in []byte) {
		var b [2][32]byte
		copy(b[0][:], in)
		if len(in) > 32 {
			copy(b[1][:], in[32:])
		}
		x, y := fromLimbs(testkit.ToLimbs(b[0])), fromLimbs(testkit.ToLimbs(b[1]))
		for _, pr := range primes {
			z := dirty
			pr.Mul(&z, &x.e, &y.e)
			pr.check(t, z, new(big.Int).Mul(x.n, y.n), "Mul(%x, %x)", x.n, y.n)
			pr.Sqr(&z, &x.e)
			pr.check(t, z, new(big.Int).Mul(x.n, x.n), "Sqr(%x)", x.n)
		}
	})
}
