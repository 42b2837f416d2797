// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package algebra

import (
	"math/bits"

	"secant.example/internal/_check/doubles"
	"secant.example/internal/_check/x86"
)

// numbers is the domain of numbers: it sees what holds in many executions.
type numbers struct {
	*memory[uint64]
	where *place
	seen  map[factKey]fact
}

var _ x86.Domain[uint64] = (*numbers)(nil)

// saw notes that what is in f has been true once more, and that nothing else has always been.
func (n *numbers) saw(f fact) { n.sawOf(n.where.next(), f) }

func (n *numbers) sawOf(key factKey, f fact) {
	if old, ok := n.seen[key]; ok {
		f &= old
	}
	n.seen[key] = f
}

// when returns f if b is true.
func (f fact) when(b bool) fact {
	if b {
		return f
	}
	return 0
}

func (*numbers) Const(c uint64) uint64         { return c }
func (*numbers) Value(x uint64) (uint64, bool) { return x, true }

func (n *numbers) Add(x, y, carry uint64) (uint64, uint64) {
	s, c := bits.Add64(x, y, carry)
	n.saw(noCarry.when(c == 0) | carrySignX.when(c == x>>63) | carrySignY.when(c == y>>63) |
		noSignedCarry.when((x^s)&(y^s)>>63 == 0))
	return s, c
}

func (n *numbers) Sub(x, y, borrow uint64) (uint64, uint64) {
	d, b := bits.Sub64(x, y, borrow)
	n.saw(noCarry.when(b == 0))
	return d, b
}

func (n *numbers) Mul(x, y uint64, at uint) (high, low uint64) {
	high, low = bits.Mul64(x, y)
	if at < 64 {
		high, low = high<<(64-at)|low>>at, low&(1<<at-1)
	}
	n.saw(noCarry.when(high == 0))
	return high, low
}

func (n *numbers) MulSigned(x, y uint64) (high, low uint64) {
	high, low = bits.Mul64(x, y)
	unsigned := high
	high -= x>>63*y + y>>63*x
	n.saw(noCarry.when(unsigned == 0) | noSignedCarry.when(high == uint64(int64(low)>>63)))
	return high, low
}

func (n *numbers) Shl(x, k uint64) uint64 {
	n.saw(noCarry.when(x<<k>>k == x))
	return x << k
}
func (*numbers) Shr(x, k uint64) uint64 { return x >> k }
func (*numbers) Sar(x, k uint64) uint64 { return uint64(int64(x) >> k) }

func (n *numbers) Truncate(x uint64, k uint) uint64 {
	z := x & (1<<k - 1)
	n.sawOf(n.where.nextCut(), noCarry.when(z == x))
	return z
}

func (n *numbers) SignExtend(x uint64, k uint) uint64 {
	z := uint64(int64(x<<(64-k)) >> (64 - k))
	n.saw(noCarry.when(z == x))
	return z
}

func (*numbers) And(x, y uint64) uint64         { return x & y }
func (*numbers) Or(x, y uint64) uint64          { return x | y }
func (*numbers) Xor(x, y uint64) uint64         { return x ^ y }
func (*numbers) Select(bit, x, y uint64) uint64 { return y ^ -bit&(x^y) }

func (n *numbers) Fused(x, y, z uint64) uint64 {
	result, ok := doubles.FMA(x, y, z)
	if !ok {
		panic(n.here("a double is not a normal number: %#x·%#x + %#x = %#x", x, y, z, result))
	}
	return result
}

func (*numbers) IsZero(x uint64) uint64 {
	if x == 0 {
		return 1
	}
	return 0
}
