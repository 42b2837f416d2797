// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package secp256k1_test

import (
	"bytes"
	"math/big"
	"slices"
	"testing"

	"secant.example/internal/field"
	"secant.example/internal/secp256k1"
	"secant.example/internal/testkit"
)

func TestConstants(t *testing.T) {
	if !prime.ProbablyPrime(20) || !order.ProbablyPrime(20) {
		t.Error("p or n is not prime")
	}
	if difference(square(modelGenerator.y), cube(modelGenerator.x)).Cmp(small(7)) != 0 {
		t.Error("the generator is not on the curve")
	}
	check(t, new(Point).SetGenerator(), modelGenerator, "generator")
	check(t, new(Point), modelIdentity, "identity")
	check(t, new(Point), modelIdentity, "zero value")
	if !modelGenerator.times(order).isIdentity() {
		t.Error("the generator has another order")
	}
	image := affine{product(beta, modelGenerator.x), modelGenerator.y}
	if !modelGenerator.times(lambda).equal(image) {
		t.Error("lambda and beta do not belong together")
	}
	for i, s := range interesting {
		if s.Sign() < 0 || s.Cmp(order) >= 0 {
			t.Errorf("interesting scalar %d is out of range", i)
		}
	}
}

// same fails unless v and w are the same point; their coordinates may differ.
func same(t testing.TB, v *Point, want affine, format string, args ...any) {
	t.Helper()
	w := decode(t, want)
	if v.Equal(w) != 1 {
		t.Fatalf(format+": got %x, want %x", append(slices.Clone(args), v.Bytes(), want.bytes())...)
	}
}

// points runs op for every way in which its arguments can share memory, and returns the
// result.
func points(t testing.TB, name string, op func(v *Point, in ...*Point) *Point, in ...*Point) *Point {
	t.Helper()
	var values []Point
	for _, q := range in {
		values = append(values, *q)
	}
	dirty := *new(Point).SetGenerator()
	result := testkit.Aliases(t, name, dirty, func(z *Point, in ...*Point) {
		if r := op(z, in...); r != z {
			t.Errorf("%s does not return its receiver", name)
		}
	}, values...)
	return &result
}

func TestGroupLaw(t *testing.T) {
	r := testkit.NewRand(t)
	all := samples()
	var pairs [][2]affine
	for _, a := range all {
		for _, b := range all {
			pairs = append(pairs, [2]affine{a.affine, b.affine})
		}
		q := randomPoint(r)
		pairs = append(pairs, [2]affine{q, a.affine}, [2]affine{a.affine, q}, [2]affine{q, q}, [2]affine{q, q.negative()})
	}
	testkit.Kernels(t, func(t *testing.T) {
		for _, pair := range pairs {
			a, b := pair[0], pair[1]
			v, w := projective(decode(t, a), r), projective(decode(t, b), r)
			add := func(v *Point, in ...*Point) *Point { return v.Add(in[0], in[1]) }
			check(t, points(t, "Add", add, v, w), a.plus(b), "%x + %x", a.bytes(), b.bytes())
			subtract := func(v *Point, in ...*Point) *Point { return v.Subtract(in[0], in[1]) }
			check(t, points(t, "Subtract", subtract, v, w), a.plus(b.negative()), "%x - %x", a.bytes(), b.bytes())
			check(t, points(t, "Negate", func(v *Point, in ...*Point) *Point { return v.Negate(in[0]) }, v), a.negative(), "-%x", a.bytes())
			check(t, points(t, "Double", func(v *Point, in ...*Point) *Point { return v.Double(in[0]) }, v), a.plus(a), "2·%x", a.bytes())
			check(t, points(t, "Set", func(v *Point, in ...*Point) *Point { return v.Set(in[0]) }, v), a, "%x", a.bytes())
			check(t, points(t, "Normalize", func(v *Point, in ...*Point) *Point { return v.Normalize(in[0]) }, v), a, "normalized %x", a.bytes())
			for cond := range 2 {
				want := []affine{b, a}[cond]
				choose := func(v *Point, in ...*Point) *Point { return v.Select(in[0], in[1], cond) }
				check(t, points(t, "Select", choose, v, w), want, "selected by %d", cond)
				want = []affine{a, a.negative()}[cond]
				negate := func(v *Point, in ...*Point) *Point { return v.CondNegate(in[0], cond) }
				check(t, points(t, "CondNegate", negate, v), want, "negated by %d", cond)
			}
			equal := 0
			if a.equal(b) {
				equal = 1
			}
			if v.Equal(w) != equal {
				t.Errorf("Equal(%x, %x) = %d", a.bytes(), b.bytes(), v.Equal(w))
			}
			identity, odd := 1, 0
			if !a.isIdentity() {
				identity, odd = 0, int(a.y.Bit(0))
			}
			if v.IsIdentity() != identity || v.IsYOdd() != odd {
				t.Errorf("%x: identity %d, odd %d", a.bytes(), v.IsIdentity(), v.IsYOdd())
			}
			// The additions of sums.
			for n := range 3 {
				for _, negative := range []bool{false, true} {
					want, term := a, b
					for range n {
						want = want.plus(want)
					}
					if negative {
						term = b.negative()
					}
					want = want.plus(term)
					for i, operand := range []*Point{w, new(Point).Normalize(w)} {
						sum := *v
						secp256k1.ConstantAdd(&sum, operand, n, negative)
						same(t, &sum, want, "constant %d: 2^%d·%x ± %x", i, n, a.bytes(), b.bytes())
						sum = *v
						secp256k1.VarTimeAdd(&sum, operand, n, negative)
						same(t, &sum, want, "variable %d: 2^%d·%x ± %x", i, n, a.bytes(), b.bytes())
					}
				}
			}
			if !b.isIdentity() {
				sum := *v
				sum.AddComplete(secp256k1.Affine{element(r, negative(b.x)), element(r, b.y)})
				check(t, &sum, a.plus(b), "complete %x + %x", a.bytes(), b.bytes())
			}
		}
	})
}

// Points that share x or y, or whose encodings differ in one bit, are not equal.
func TestEqualNeighbours(t *testing.T) {
	r := testkit.NewRand(t)
	g := modelGenerator
	neighbours := []affine{g, g.negative(), {product(beta, g.x), g.y}, {product(beta, beta, g.x), g.y}, modelIdentity}
	for i, a := range neighbours {
		for j, b := range neighbours {
			v, w := projective(decode(t, a), r), projective(decode(t, b), r)
			if got := v.Equal(w); (got == 1) != (i == j) {
				t.Errorf("neighbours %d and %d: Equal = %d", i, j, got)
			}
		}
	}
	// (X, Y, 0) is the identity whatever X and Y.
	zero := secp256k1.Jacobian([3]field.Element{})
	other := secp256k1.Jacobian([3]field.Element{field.New(5, 0, 0, 0), field.New(1, 2, 3, 4), element(r, prime)})
	if zero.Equal(other) != 1 || other.Equal(zero) != 1 || other.IsIdentity() != 1 || other.Equal(new(Point).SetGenerator()) != 0 {
		t.Error("not the identity")
	}
	if b := other.Bytes(); !bytes.Equal(b, []byte{0}) {
		t.Errorf("the identity is encoded as %x", b)
	}
}

func TestNormalizeBatch(t *testing.T) {
	r := testkit.NewRand(t)
	for _, n := range []int{0, 1, 2, 63, 64, 65, 130, 131} {
		batch, want := make([]Point, n), make([]affine, n)
		for i := range batch {
			want[i] = modelIdentity
			if r.IntN(5) != 0 {
				want[i] = randomPoint(r)
			}
			batch[i] = *projective(decode(t, want[i]), r)
		}
		varTime := slices.Clone(batch)
		secp256k1.NormalizeBatch(n, func(i int) *Point { return &batch[i] })
		x, odd := make([][32]byte, n), make([]byte, n)
		if n%2 == 0 {
			secp256k1.VarTimeNormalizeBatch(varTime)
		} else {
			secp256k1.VarTimeNormalizeXBatch(varTime, x, odd)
		}
		for i := range batch {
			check(t, &batch[i], want[i], "%d of %d", i, n)
			if z := batch[i].Coordinates()[2]; !want[i].isIdentity() && z != field.One() {
				t.Errorf("Z is %x", z)
			}
			if varTime[i].Coordinates() != batch[i].Coordinates() {
				t.Errorf("%x in variable time, want %x", varTime[i].Coordinates(), batch[i].Coordinates())
			}
			var wantX [32]byte
			if wantOdd := batch[i].NormalizeX(&wantX); n%2 == 1 && (x[i] != wantX || int(odd[i]) != wantOdd) {
				t.Errorf("x is %x, odd %d, want %x, %d", x[i], odd[i], wantX, wantOdd)
			}
		}
	}
}

// checkDecode compares the decoders with the model.
func checkDecode(t testing.TB, b []byte) {
	t.Helper()
	var want affine
	valid, hybrid := false, false
	x, y := new(big.Int), new(big.Int)
	switch len(b) {
	case 1:
		valid = b[0] == 0
	case 33:
		if b[0] == 2 || b[0] == 3 {
			if want, valid = modelLift(x.SetBytes(b[1:])); valid && b[0] == 3 {
				want = want.negative()
			}
		}
	case 65:
		x.SetBytes(b[1:33])
		y.SetBytes(b[33:])
		if x.Cmp(prime) < 0 && y.Cmp(prime) < 0 && difference(square(y), cube(x)).Cmp(small(7)) == 0 {
			want = affine{x, y}
			valid = b[0] == 4
			hybrid = b[0] == 6 && y.Bit(0) == 0 || b[0] == 7 && y.Bit(0) == 1
		}
	}
	decoder := func(name string, f func(*Point, []byte) (*Point, error), valid bool, want affine) {
		t.Helper()
		v := new(Point).Double(new(Point).SetGenerator())
		old := *v
		w, err := f(v, b)
		if (err == nil) != valid {
			t.Fatalf("%s(%x): %v, want valid %t", name, b, err, valid)
		}
		if !valid {
			if w != nil || v.Coordinates() != old.Coordinates() {
				t.Fatalf("%s(%x): an error, but a result", name, b)
			}
			return
		}
		if w != v {
			t.Fatalf("%s does not return its receiver", name)
		}
		check(t, v, want, "%s(%x)", name, b)
	}
	decoder("SetBytes", (*Point).SetBytes, valid, want)
	decoder("SetBytesHybrid", (*Point).SetBytesHybrid, valid || hybrid, want)
	want, valid = affine{}, false
	if len(b) == 32 {
		want, valid = modelLift(new(big.Int).SetBytes(b))
	}
	decoder("SetXBytes", (*Point).SetXBytes, valid, want)
}

// encodings returns encodings of points, good and bad.
func encodings(r *testkit.Rand) (all [][]byte) {
	add := func(parts ...[]byte) { all = append(all, slices.Concat(parts...)) }
	for _, s := range samples() {
		add(s.bytes())
		add(s.bytesXY(false))
		add(s.bytesXY(true))
		if s.isIdentity() {
			continue
		}
		x, y := bigEndian(s.x), bigEndian(s.y)
		add(x)
		for tag := range 10 {
			add([]byte{byte(tag)}, x)
			add([]byte{byte(tag)}, x, y)
			add([]byte{byte(tag)}, x, bigEndian(negative(s.y)))
			add([]byte{byte(tag)}, x, bigEndian(sum(s.y, small(1))))
		}
		add(s.bytes(), []byte{0})
		add(s.bytes()[:32])
		add(s.bytesXY(false)[:64])
		add(s.bytesXY(false), []byte{0})
		// Coordinates that are not reduced.
		for _, e := range []*big.Int{s.x, s.y} {
			if e = new(big.Int).Add(e, prime); e.BitLen() <= 256 {
				add([]byte{2}, bigEndian(e))
				add([]byte{4}, bigEndian(e), y)
				add([]byte{4}, x, bigEndian(e))
				add(bigEndian(e))
			}
		}
	}
	// The square root of 7 is not an integer, so that there is no point with x = 0; and
	// none with y = 0.
	add([]byte{4}, make([]byte, 64))
	for _, l := range testkit.Edges(prime) {
		x := bigEndian(testkit.Big(l))
		add([]byte{byte(2 + r.IntN(2))}, x)
		add(x)
	}
	for range 100 {
		x := bigEndian(testkit.Big(r.Limbs()))
		add([]byte{byte(2 + r.IntN(2))}, x)
		add(x)
	}
	for tag := range 256 {
		add([]byte{byte(tag)})
		add([]byte{byte(tag)}, bigEndian(modelGenerator.x))
		add([]byte{byte(tag)}, bigEndian(modelGenerator.x), bigEndian(modelGenerator.y))
	}
	for _, n := range []int{0, 2, 31, 34, 64, 66, 100} {
		add(make([]byte, n))
		add(bytes.Repeat([]byte{2}, n))
	}
	// The smallest point whose x + p is below 2^256.
	for x := int64(0); ; x++ {
		if p, ok := modelLift(small(x)); ok {
			add([]byte{2}, bigEndian(new(big.Int).Add(p.x, prime)))
			add(bigEndian(new(big.Int).Add(p.x, prime)))
			add([]byte{4}, bigEndian(new(big.Int).Add(p.x, prime)), bigEndian(p.y))
			return all
		}
	}
}

func TestDecode(t *testing.T) {
	r := testkit.NewRand(t)
	all := encodings(r)
	testkit.Kernels(t, func(t *testing.T) {
		for _, b := range all {
			checkDecode(t, b)
		}
	})
}

func FuzzDecode(f *testing.F) {
	for _, s := range samples() {
		f.Add(s.bytes())
		f.Add(s.bytesXY(false))
		f.Add(s.bytesXY(true))
	}
	f.Add(bigEndian(prime))
	f.Fuzz(func(t *testing.T, b []byte) { checkDecode(t, b) })
}

func TestEncode(t *testing.T) {
	r := testkit.NewRand(t)
	testkit.Kernels(t, func(t *testing.T) {
		for _, s := range samples() {
			v := projective(decode(t, s.affine), r)
			check(t, v, s.affine, "encoding")
			if b := v.BytesHybrid(); !bytes.Equal(b, s.bytesXY(true)) {
				t.Errorf("hybrid: %x, want %x", b, s.bytesXY(true))
			}
			var x, x2 [32]byte
			w := *v
			odd, odd2 := v.NormalizeX(&x), w.VarTimeNormalizeX(&x2)
			check(t, v, s.affine, "normalized")
			if v.Coordinates() != w.Coordinates() || x != x2 || odd != odd2 {
				t.Errorf("%x: %x %d in constant time, %x %d in variable time", s.bytes(), x, odd, x2, odd2)
			}
			if s.isIdentity() {
				if x != [32]byte{} || odd != 0 {
					t.Errorf("x of the identity: %x, %d", x, odd)
				}
				continue
			}
			if !bytes.Equal(x[:], bigEndian(s.x)) || odd != int(s.y.Bit(0)) {
				t.Errorf("x of %x: %x, %d", s.bytes(), x, odd)
			}
			coordinates := secp256k1.Jacobian([3]field.Element{reduced(s.x), reduced(s.y), field.One()})
			if v.Coordinates() != coordinates.Coordinates() {
				t.Errorf("%x is not normalized: %x", s.bytes(), v.Coordinates())
			}
		}
	})
}

// reduced returns x as an element with limbs in [0, p).
func reduced(x *big.Int) field.Element {
	l := testkit.Limbs(x)
	return field.New(l[0], l[1], l[2], l[3])
}

// reducible returns points, some of them with x >= n, and with x < p - n, where there are
// two.
func reducible() (ps []affine) {
	for _, s := range samples() {
		ps = append(ps, s.affine)
	}
	for _, x := range []*big.Int{order, new(big.Int), new(big.Int).Sub(prime, order)} {
		for range 3 {
			for d := x; ; d = new(big.Int).Add(d, small(1)) {
				if p, ok := modelLift(d); ok {
					ps = append(ps, p)
					x = new(big.Int).Add(d, small(1))
					break
				}
			}
		}
	}
	return ps
}

// x modulo n with what says which of two it is, and back.
func TestReduceX(t *testing.T) {
	r := testkit.NewRand(t)
	ps := reducible()
	testkit.Kernels(t, func(t *testing.T) {
		overflows := 0
		for _, a := range ps {
			x, overflow, odd := new(big.Int), 0, 0
			if !a.isIdentity() {
				x, odd = a.x, int(a.y.Bit(0))
			}
			if x.Cmp(order) >= 0 {
				overflow = 1
			}
			overflows += overflow
			var got Scalar
			gotOverflow, gotOdd := projective(decode(t, a), r).ReduceX(&got)
			if want := scalarFrom(x); got != *want || gotOverflow != overflow || gotOdd != odd {
				t.Errorf("x of %x is %x, %d, %d", a.bytes(), got, gotOverflow, gotOdd)
			}
			if a.isIdentity() {
				continue
			}
			var v Point
			if !v.SetReducedX(&got, overflow, odd) {
				t.Errorf("no point with the x of %x", a.bytes())
			}
			check(t, &v, a, "from x")
			// r with the other overflow, which mostly is no point.
			sum := new(big.Int).Add(x, order)
			if overflow == 1 {
				sum.Sub(x, order)
			}
			want, ok := affine{}, false
			if sum.Cmp(prime) < 0 {
				if want, ok = modelLift(sum); ok && odd == 1 {
					want = want.negative()
				}
			}
			w := v
			if w.SetReducedX(&got, 1-overflow, odd) != ok {
				t.Errorf("x = %x is that of a point: not %t", sum, ok)
			}
			if !ok {
				want = a // unchanged
			}
			check(t, &w, want, "from the other x")
		}
		if overflows == 0 {
			t.Error("no x is n or more")
		}
	})
}

// What was never set is told from every point, and only from that.
func TestMark(t *testing.T) {
	r := testkit.NewRand(t)
	if new(Point).IsMarked() != 0 || new(Point).Mark().IsMarked() != 1 || new(Point).Mark().IsIdentity() != 1 {
		t.Error("the zero value, marked and not")
	}
	for _, s := range samples() {
		for range 10 {
			v := projective(decode(t, s.affine), r)
			before := v.Coordinates()
			if v.Mark().IsMarked() != 1 {
				t.Errorf("%x is not marked", s.bytes())
			}
			check(t, v, s.affine, "marked")
			if !s.isIdentity() && v.Coordinates() != before {
				t.Errorf("%x has other coordinates", s.bytes())
			}
		}
	}
	for i := range 4 {
		l := [4]uint64{}
		l[i] = 1 << 63
		v := secp256k1.Jacobian([3]field.Element{{}, field.New(l[0], l[1], l[2], l[3]), {}})
		if before := v.Coordinates(); v.IsMarked() != 1 || v.Mark().Coordinates() != before {
			t.Errorf("limb %d is not looked at", i)
		}
	}
}

func TestVarTimeEqualX(t *testing.T) {
	r := testkit.NewRand(t)
	ps := reducible()
	testkit.Kernels(t, func(t *testing.T) {
		for _, a := range ps {
			v := projective(decode(t, a), r)
			for _, b := range ps {
				if b.isIdentity() {
					continue
				}
				for d := int64(-1); d <= 1; d++ {
					k := new(big.Int).Add(b.x, small(d))
					k.Mod(k, order)
					want := !a.isIdentity() && new(big.Int).Mod(a.x, order).Cmp(k) == 0
					if got := v.VarTimeEqualX(scalarFrom(k)); got != want {
						t.Errorf("x of %x, modulo n, is %x: %t", a.bytes(), k, got)
					}
				}
			}
			if zero := !a.isIdentity() && a.x.Cmp(order) == 0; v.VarTimeEqualX(new(Scalar)) != zero {
				t.Errorf("x of %x, modulo n, is 0: %t", a.bytes(), !zero)
			}
		}
	})
}

func TestNoAllocs(t *testing.T) {
	g, s := new(Point).SetGenerator(), scalarFrom(small(1000003))
	v := new(Point).Double(g)
	compressed, uncompressed := g.Bytes(), g.BytesUncompressed()
	batch := []Point{*v, *v}
	for name, f := range map[string]func(){
		"Add":                         func() { v.Add(v, g) },
		"Equal":                       func() { v.Equal(g) },
		"IsYOdd":                      func() { v.IsYOdd() },
		"Normalize":                   func() { v.Normalize(v) },
		"VarTimeNormalize":            func() { v.VarTimeNormalize(v) },
		"NormalizeBatch":              func() { secp256k1.NormalizeBatch(2, func(i int) *Point { return &batch[i] }) },
		"SetBytes":                    func() { _, _ = v.SetBytes(compressed) },
		"SetBytes, uncompressed":      func() { _, _ = v.SetBytes(uncompressed) },
		"SetXBytes":                   func() { _, _ = v.SetXBytes(compressed[1:]) },
		"SetReducedX":                 func() { v.SetReducedX(s, 0, 1) },
		"Encode":                      func() { v.Encode(new([33]byte)) },
		"EncodeXY":                    func() { v.EncodeXY(new([65]byte), 0) },
		"NormalizeX":                  func() { v.NormalizeX(new([32]byte)) },
		"VarTimeNormalizeX":           func() { v.VarTimeNormalizeX(new([32]byte)) },
		"ReduceX":                     func() { v.ReduceX(new(Scalar)) },
		"VarTimeEqualX":               func() { v.VarTimeEqualX(s) },
		"ScalarMult":                  func() { v.ScalarMult(s, v) },
		"ScalarBaseMult":              func() { v.ScalarBaseMult(s) },
		"VarTimeDoubleScalarBaseMult": func() { v.VarTimeDoubleScalarBaseMult(s, v, s) },
	} {
		testkit.NoAllocs(t, name, f)
	}
}
