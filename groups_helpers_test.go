// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package secant_test

import (
	"bytes"
	"errors"
	"io"
	"math/big"
	"slices"
	"testing"
	"testing/iotest"

	"secant.example/internal/hash2curve"
	"secant.example/internal/testkit"
)

// The numbers are what math/big knows of the scalars S.
type numbers[S any, SS scalar[S]] struct {
	order     *big.Int
	bigEndian bool
}

func newNumbers[S any, SS scalar[S]]() (n numbers[S, SS]) {
	n.bigEndian = SS(SS(new(S)).SetUint64(1)).Bytes()[31] == 1
	minusOne := SS(new(S)).Subtract(new(S), SS(new(S)).SetUint64(1))
	n.order = n.integer(SS(minusOne).Bytes())
	n.order.Add(n.order, big.NewInt(1))
	return n
}

// integer returns the integer that b encodes.
func (n numbers[S, SS]) integer(b []byte) *big.Int {
	if n.bigEndian {
		return new(big.Int).SetBytes(b)
	}
	return testkit.BigLE(b)
}

// bytes returns the encoding of x in size bytes.
func (n numbers[S, SS]) bytes(x *big.Int, size int) []byte {
	b := x.FillBytes(make([]byte, size))
	if !n.bigEndian {
		slices.Reverse(b)
	}
	return b
}

// scalar returns the scalar x mod the order.
func (n numbers[S, SS]) scalar(x *big.Int) *S {
	return SS(new(S)).SetReducedBytes(n.bytes(x, 32))
}

// inverse returns 1/x modulo the order, or 0.
func (n numbers[S, SS]) inverse(x *big.Int) *big.Int {
	if z := new(big.Int).ModInverse(x, n.order); z != nil {
		return z
	}
	return new(big.Int)
}

// check fails unless s = x mod the order.
func (n numbers[S, SS]) check(t *testing.T, what string, s *S, x *big.Int) {
	t.Helper()
	if want := n.bytes(new(big.Int).Mod(x, n.order), 32); !bytes.Equal(SS(s).Bytes(), want) {
		t.Errorf("%s is %x, want %x", what, SS(s).Bytes(), want)
	}
}

// inputs returns integers below 2^256: all that is special, and random ones.
func (n numbers[S, SS]) inputs(r *testkit.Rand) (xs []*big.Int) {
	xs = append(xs, new(big.Int).Sub(n.order, big.NewInt(1)), new(big.Int).Add(n.order, big.NewInt(1)))
	for _, x := range testkit.Edges(n.order) {
		xs = append(xs, testkit.Big(x))
	}
	for range 20 {
		xs = append(xs, testkit.Big(r.Limbs()))
	}
	return xs
}

// What makes scalars of integers, and of slices of scalars, against math/big.
func testScalarModel[S any, SS scalar[S]](t *testing.T) {
	n, r := newNumbers[S, SS](), testkit.NewRand(t)
	if !n.order.ProbablyPrime(20) || n.order.BitLen() < 252 {
		t.Fatalf("the order is %x", n.order)
	}
	inputs := n.inputs(r)

	for _, x := range []uint64{0, 1, 2, 1<<63 - 1, 1 << 63, 1<<64 - 1, r.Uint64()} {
		s := random[S, SS](t)
		if SS(s).SetUint64(x) != s {
			t.Error("SetUint64 does not return its receiver")
		}
		n.check(t, "SetUint64", s, new(big.Int).SetUint64(x))
	}

	for _, x := range inputs {
		s := random[S, SS](t)
		if SS(s).SetReducedBytes(n.bytes(x, 32)) != s {
			t.Error("SetReducedBytes does not return its receiver")
		}
		n.check(t, "SetReducedBytes", s, x)
	}
	for length := range 130 {
		for _, b := range [][]byte{make([]byte, length), bytes.Repeat([]byte{0xff}, length), r.Bytes(length)} {
			kept := slices.Clone(b)
			n.check(t, "SetReducedBytes", SS(random[S, SS](t)).SetReducedBytes(b), n.integer(b))
			if !bytes.Equal(b, kept) {
				t.Error("SetReducedBytes changed its argument")
			}
		}
	}

	for _, size := range []int{0, 1, 2, 3, 7, 63, 64, 65, 130} {
		for _, zeros := range []int{0, 1, 3} {
			integers := make([]*big.Int, size)
			for i := range integers {
				for {
					if integers[i] = inputs[r.IntN(len(inputs))]; new(big.Int).Mod(integers[i], n.order).Sign() != 0 {
						break
					}
				}
			}
			for range min(zeros, size) {
				integers[r.IntN(size)] = new(big.Int)
			}
			sum, product, inverses := new(big.Int), big.NewInt(1), big.NewInt(1)
			for _, x := range integers {
				sum.Add(sum, x)
				product.Mul(product, x).Mod(product, n.order)
				inverses.Mul(inverses, n.inverse(x)).Mod(inverses, n.order)
			}
			// The receiver is another variable, or one of the scalars.
			for _, receiver := range []int{-1, 0, size / 2, size - 1} {
				for name, op := range map[string]struct {
					f    func(s *S, xs []*S) *S
					want *big.Int
				}{
					"Sum":         {func(s *S, xs []*S) *S { return SS(s).Sum(xs) }, sum},
					"Product":     {func(s *S, xs []*S) *S { return SS(s).Product(xs) }, product},
					"BatchInvert": {func(s *S, xs []*S) *S { return SS(s).BatchInvert(xs) }, inverses},
				} {
					s := random[S, SS](t)
					xs := make([]*S, size)
					for i, x := range integers {
						xs[i] = n.scalar(x)
					}
					if receiver >= 0 && receiver < size {
						s = xs[receiver]
					}
					if op.f(s, xs) != s {
						t.Errorf("%s does not return its receiver", name)
					}
					n.check(t, name, s, op.want)
					for i, x := range integers {
						if name == "BatchInvert" {
							x = n.inverse(x)
						}
						if xs[i] != s {
							n.check(t, name+": what it leaves", xs[i], x)
						}
					}
				}
			}
		}
	}
	x := n.scalar(inputs[0])
	same := []*S{x, x, x}
	n.check(t, "the sum of the same three times", SS(new(S)).Sum(same), new(big.Int).Mul(inputs[0], big.NewInt(3)))
	n.check(t, "the product of the same three times", SS(x).Product(same), new(big.Int).Exp(inputs[0], big.NewInt(3), n.order))
}

// Sums of points: the same ones, opposite ones, the identity and the receiver among them.
func testPointSums[P, S any, PP point[P, S], SS scalar[S]](t *testing.T) {
	r := testkit.NewRand(t)
	for _, size := range []int{0, 1, 2, 3, 10} {
		for range 5 {
			for _, receiver := range []int{-1, 0, size - 1} {
				multiples, qs := new(S), make([]*P, size)
				for i := range qs {
					k := integer[S, SS](r.Uint64N(4)) // 0 to 3: the same, and the identity
					if r.IntN(2) == 0 {
						SS(k).Negate(k)
					}
					SS(multiples).Add(multiples, k)
					qs[i] = PP(new(P)).ScalarBaseMult(k)
				}
				var kept []*P
				for _, q := range qs {
					kept = append(kept, PP(new(P)).Set(q))
				}
				v := PP(new(P)).SetGenerator()
				if receiver >= 0 && receiver < size {
					v = qs[receiver]
				}
				if PP(v).Sum(qs) != v {
					t.Error("Sum does not return its receiver")
				}
				if PP(v).Equal(PP(new(P)).ScalarBaseMult(multiples)) != 1 {
					t.Errorf("the sum of %d points is wrong", size)
				}
				for i := range qs {
					if qs[i] != v && PP(qs[i]).Equal(kept[i]) != 1 {
						t.Error("Sum changed an argument")
					}
				}
			}
		}
	}
	g := PP(new(P)).SetGenerator()
	if same := PP(new(P)).Sum([]*P{g, g, g}); PP(same).Equal(PP(new(P)).ScalarBaseMult(integer[S, SS](3))) != 1 {
		t.Error("the sum of the same point three times is wrong")
	}
}

var errReader = errors.New("an error of a reader")

// failing returns readers without size bytes, and the errors that they have.
func failing(size int) map[error]io.Reader {
	return map[error]io.Reader{
		io.EOF:              bytes.NewReader(nil),
		io.ErrUnexpectedEOF: bytes.NewReader(bytes.Repeat([]byte{1}, size-1)),
		errReader:           io.MultiReader(bytes.NewReader(make([]byte, size/2)), iotest.ErrReader(errReader)),
	}
}

func testRandomScalars[S any, SS scalar[S]](t *testing.T) {
	n, r := newNumbers[S, SS](), testkit.NewRand(t)
	for range 10 {
		b := r.Bytes(100)
		reader := bytes.NewReader(b)
		s := new(S)
		if got, err := SS(s).SetRandom(iotest.OneByteReader(reader)); err != nil || got != s {
			t.Fatalf("SetRandom: %v", err)
		}
		n.check(t, "SetRandom", s, n.integer(b[:64]))
		if reader.Len() != 36 {
			t.Errorf("SetRandom read %d bytes, want 64", 100-reader.Len())
		}
	}
	five := integer[S, SS](5)
	for want, reader := range failing(64) {
		if got, err := SS(five).SetRandom(reader); !errors.Is(err, want) || got != nil {
			t.Errorf("SetRandom: %v, want %v", err, want)
		}
	}
	// What is 0, or reduced to it, is no random number.
	for _, x := range []*big.Int{new(big.Int), n.order, new(big.Int).Lsh(n.order, 200)} {
		if got, err := SS(five).SetRandom(bytes.NewReader(n.bytes(x, 64))); err == nil || got != nil {
			t.Errorf("SetRandom of %x is no error", x)
		}
	}
	n.check(t, "the receiver after errors", five, big.NewInt(5))
	a, b := random[S, SS](t), random[S, SS](t)
	if SS(a).Equal(b)|SS(a).IsZero()|SS(b).IsZero() != 0 {
		t.Errorf("random scalars: %x, %x", SS(a).Bytes(), SS(b).Bytes())
	}
}

func testRandomPoints[P, S any, PP point[P, S], SS scalar[S]](t *testing.T) {
	r := testkit.NewRand(t)
	g := PP(new(P)).SetGenerator()
	size := 0
	for length := range 130 {
		v := PP(new(P)).SetGenerator()
		if got, err := PP(v).SetUniformBytes(r.Bytes(length)); err != nil {
			if got != nil || PP(v).Equal(g) != 1 {
				t.Errorf("%d uniform bytes: an error, but a result", length)
			}
		} else if got != v || size != 0 {
			t.Errorf("%d uniform bytes: another length, or result", length)
		} else {
			size = length
		}
	}
	if size != 64 && size != 96 {
		t.Fatalf("a point is made of %d bytes", size)
	}
	// A hash is the point made of the bytes that expand_message_xmd returns.
	dst := []byte("a tag of sixteen bytes")
	expand := hash2curve.ExpandXMD
	if len(PP(g).Bytes()) == 33 { // secp256k1
		expand = hash2curve.ExpandXMD256
	}
	for range 10 {
		msg, b := r.Bytes(r.IntN(100)), make([]byte, size)
		if err := expand(b, msg, dst); err != nil {
			t.Fatal(err)
		}
		want, err := PP(new(P)).SetHash(msg, dst)
		if err != nil {
			t.Fatal(err)
		}
		kept := slices.Clone(b)
		if got, err := PP(new(P)).SetUniformBytes(b); err != nil || PP(got).Equal(want) != 1 {
			t.Errorf("SetUniformBytes of %x is wrong: %v", b, err)
		}
		reader := bytes.NewReader(append(b, 1, 2, 3))
		v := new(P)
		if got, err := PP(v).SetRandom(iotest.OneByteReader(reader)); err != nil || got != v || PP(v).Equal(want) != 1 {
			t.Errorf("SetRandom of %x is wrong: %v", b, err)
		}
		if reader.Len() != 3 || !bytes.Equal(b, kept) {
			t.Errorf("SetRandom left %d bytes, want 3", reader.Len())
		}
	}
	v := PP(new(P)).SetGenerator()
	for want, reader := range failing(size) {
		if got, err := PP(v).SetRandom(reader); !errors.Is(err, want) || got != nil || PP(v).Equal(g) != 1 {
			t.Errorf("SetRandom: %v, want %v", err, want)
		}
	}
	// Zeros are not random, and neither are bytes that make the identity: zeros, or on secp256k1,
	// whose map is odd, 1 and -1.
	zeros, opposite := make([]byte, size), make([]byte, size)
	if len(PP(g).Bytes()) == 33 {
		opposite[47] = 1
		new(big.Int).Sub(testkit.SecpP, big.NewInt(1)).FillBytes(opposite[48:])
	}
	identities := 0
	for _, b := range [][]byte{zeros, opposite} {
		want, err := PP(new(P)).SetUniformBytes(b)
		if err != nil {
			t.Fatal(err)
		}
		identities += PP(want).IsIdentity()
		v := PP(new(P)).SetGenerator()
		got, err := PP(v).SetRandom(bytes.NewReader(b))
		if err == nil || got != nil || PP(v).Equal(g) != 1 {
			t.Errorf("SetRandom of %x is no error", b)
		}
	}
	if identities == 0 {
		t.Error("nothing makes the identity")
	}
	a, err := PP(new(P)).SetRandom(nil)
	if err != nil {
		t.Fatal(err)
	}
	b, err := PP(v).SetRandom(nil)
	if err != nil {
		t.Fatal(err)
	}
	if PP(a).Equal(b)|PP(a).IsIdentity()|PP(b).IsIdentity() != 0 {
		t.Errorf("random points: %x, %x", PP(a).Bytes(), PP(b).Bytes())
	}
	// In the group, or subgroup: multiplied by the order they are the identity.
	minusOne := SS(new(S)).Negate(integer[S, SS](1))
	if q := PP(new(P)).ScalarMult(minusOne, a); PP(PP(q).Add(q, a)).IsIdentity() != 1 {
		t.Error("a random point is not of the order of the generator")
	}
}

func testAllocations[P, S any, PP point[P, S], SS scalar[S]](t *testing.T) {
	x, y, q := random[S, SS](t), random[S, SS](t), PP(new(P)).SetGenerator()
	xs, qs := []*S{x, y}, []*P{q, q}
	wide := make([]byte, 96)
	var s S
	var v P
	for name, f := range map[string]func(){
		"SetUint64":       func() { SS(&s).SetUint64(7) },
		"SetReducedBytes": func() { SS(&s).SetReducedBytes(wide) },
		"SetRandom":       func() { _, _ = SS(&s).SetRandom(nil) },
		"BatchInvert":     func() { SS(&s).BatchInvert(xs) },
		"Sum":             func() { SS(&s).Sum(xs) },
		"Product":         func() { SS(&s).Product(xs) },
		"Point.Sum":       func() { PP(&v).Sum(qs) },
		"Point.SetRandom": func() { _, _ = PP(&v).SetRandom(nil) },
	} {
		testkit.NoAllocs(t, name, f)
	}
}
