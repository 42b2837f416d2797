// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package algebra

import (
	"math/big"
	"math/rand/v2"
)

// A field is the integers modulo a prime, and random ones of these.
type field struct {
	prime  *big.Int
	source *rand.Rand
	powers map[int]*big.Int
}

func newField(prime *big.Int, seed uint64) *field {
	return &field{prime: prime, source: rand.New(rand.NewPCG(seed, 0)), powers: map[int]*big.Int{}}
}

// mod reduces x, and returns it.
func (f *field) mod(x *big.Int) *big.Int { return x.Mod(x, f.prime) }

// random returns a random element.
func (f *field) random() *big.Int {
	x := new(big.Int)
	for range f.prime.BitLen()/64 + 2 {
		x.Add(x.Lsh(x, 64), new(big.Int).SetUint64(f.source.Uint64()))
	}
	return f.mod(x)
}

// power returns 2^n.
func (f *field) power(n int) *big.Int {
	if f.powers[n] == nil {
		f.powers[n] = new(big.Int).Exp(big.NewInt(2), big.NewInt(int64(n)), f.prime)
	}
	return f.powers[n]
}

// What formulas are written with.

func (f *field) add(x, y *big.Int) *big.Int { return f.mod(new(big.Int).Add(x, y)) }
func (f *field) sub(x, y *big.Int) *big.Int { return f.mod(new(big.Int).Sub(x, y)) }
func (f *field) neg(x *big.Int) *big.Int    { return f.mod(new(big.Int).Neg(x)) }
func (f *field) sqr(x *big.Int) *big.Int    { return f.mul(x, x) }
func (f *field) int(c int64) *big.Int       { return f.mod(big.NewInt(c)) }

// mul returns the product of all.
func (f *field) mul(x *big.Int, others ...*big.Int) *big.Int {
	for _, y := range others {
		x = f.mod(new(big.Int).Mul(x, y))
	}
	return x
}

// sum returns the sum of all.
func (f *field) sum(all ...*big.Int) *big.Int {
	s := new(big.Int)
	for _, x := range all {
		s.Add(s, x)
	}
	return f.mod(s)
}

// small returns c·x.
func (f *field) small(c int64, x *big.Int) *big.Int { return f.mul(f.int(c), x) }

// div returns x/y. It ends the run if y is zero.
func (f *field) div(x, y *big.Int) *big.Int {
	inverse := new(big.Int).ModInverse(y, f.prime)
	if inverse == nil {
		panic(stop{zero: true})
	}
	return f.mul(x, inverse)
}

// squarings returns x^(2^n).
func (f *field) squarings(x *big.Int, n int) *big.Int {
	for range n {
		x = f.sqr(x)
	}
	return x
}
