// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package field

import "secant.example/internal/cpu"

// OctetCount is how many elements are in an [Octet52], or a [LaneOctet], and PairCount how many are in a [LanePair].
const (
	OctetCount = 8
	PairCount  = 2 * OctetCount
)

// LanesFor returns how many lanes of an octet the routines work in for n of them: all, where there are vectors.
func LanesFor(n int) int {
	if cpu.X86.V3 {
		return OctetCount
	}
	return n
}

// HalvesFor returns how many halves of a [LanePair] n elements are in.
func HalvesFor(n int) int { return (n + OctetCount - 1) / OctetCount }

// CostInGroups returns how long n of them take, in hundredths of one alone, where as long as there are fewest a group, of up to size
// of them, takes so much.
func CostInGroups(n, size, fewest, group int) (cost int) {
	for ; n >= fewest; n -= min(n, size) {
		cost += group
	}
	return cost + 100*n
}

// An Octet52 is eight elements for the lanes of vectors, in the limbs of 52 bits that routines for several moduli take: word
// j of vector i is limb i of element j, whose value is the sum of limb_i·2^(52·i).
type Octet52 [5][OctetCount]uint64

// A LanePair is sixteen elements, for routines in which each product needs the one before it: those of the other octet come in
// between.
type LanePair [2]Octet52

const mask52 = 1<<52 - 1

// Limbs52 returns x in limbs of 52 bits.
func Limbs52(x *Element) (l0, l1, l2, l3, l4 uint64) {
	l := x.Limbs()
	return l[0] & mask52, (l[0]>>52 | l[1]<<12) & mask52, (l[1]>>40 | l[2]<<24) & mask52, (l[2]>>28 | l[3]<<36) & mask52, l[3] >> 16
}

// FromLimbs52 returns the element with these limbs, which are below 2^61.
func (p Modulus) FromLimbs52(l0, l1, l2, l3, l4 uint64) Element {
	// What is above 2^256 is folded. Then, if there is a carry out of the top once more, what it leaves
	// is small.
	for range 2 {
		l0 += uint64(p) * (l4 >> 48)
		l1 += l0 >> 52
		l2 += l1 >> 52
		l3 += l2 >> 52
		l4 = l4&(1<<48-1) + l3>>52
		l0, l1, l2, l3 = l0&mask52, l1&mask52, l2&mask52, l3&mask52
	}
	return New(l0|l1<<52, l1>>12|l2<<40, l2>>24|l3<<28, l3>>36|l4<<16)
}

// A LaneOctet is eight elements modulo 2^255 - 19 for the lanes of vectors: word j of vector i is limb i of element j. Limbs
// have LaneBits bits, but in roots octetBits, and are below 2^52.
type LaneOctet [5][OctetCount]uint64

// LaneBits returns 52 with IFMA, where that makes products shorter, and otherwise 51.
func LaneBits() uint {
	if cpu.X86.IFMA {
		return 52
	}
	return 51
}

// LaneLimbs returns x in limbs of LaneBits bits, and FromLaneLimbs is its inverse, modulo 2^255 - 19.
func LaneLimbs(x *Element) (l0, l1, l2, l3, l4 uint64) { return limbsOf(x, LaneBits()) }

func FromLaneLimbs(l0, l1, l2, l3, l4 uint64) Element {
	return fromLimbs(LaneBits(), l0, l1, l2, l3, l4)
}

// limbsOf returns x in limbs of so many bits, 51 or 52, and fromLimbs is its inverse, modulo 2^255 - 19.
func limbsOf(x *Element, bits uint) (l0, l1, l2, l3, l4 uint64) {
	if bits == 52 {
		return Limbs52(x)
	}
	return Limbs51(x)
}

func fromLimbs(bits uint, l0, l1, l2, l3, l4 uint64) Element {
	if bits == 52 {
		return P25519.FromLimbs52(l0, l1, l2, l3, l4)
	}
	return FromLimbs51(l0, l1, l2, l3, l4)
}

// Set sets the element j to x.
func (e *LaneOctet) Set(j int, x *Element) { e.set(j, x, LaneBits()) }

// Get returns the element j.
func (e *LaneOctet) Get(j int) Element { return e.get(j, LaneBits()) }

// set and get are those for limbs of so many bits.

func (e *LaneOctet) set(j int, x *Element, bits uint) {
	e[0][j], e[1][j], e[2][j], e[3][j], e[4][j] = limbsOf(x, bits)
}

func (e *LaneOctet) get(j int, bits uint) Element {
	return fromLimbs(bits, e[0][j], e[1][j], e[2][j], e[3][j], e[4][j])
}

// Set sets the element j to x, with limbs below 2^52.
func (e *Octet52) Set(j int, x *Element) {
	e[0][j], e[1][j], e[2][j], e[3][j], e[4][j] = Limbs52(x)
}

// SetAll sets all elements to x.
func (e *Octet52) SetAll(x *Element) {
	for j := range OctetCount {
		e.Set(j, x)
	}
}

// Get returns the element j, whose limbs are below 2^52.
func (p Modulus) Get(e *Octet52, j int) Element {
	return p.FromLimbs52(e[0][j], e[1][j], e[2][j], e[3][j], e[4][j])
}

// Set and SetAll are those of its octets.
func (e *LanePair) Set(j int, x *Element) { e[j/OctetCount].Set(j%OctetCount, x) }

func (e *LanePair) SetAll(x *Element) {
	for i := range e {
		e[i].SetAll(x)
	}
}

// GetOfPair is Get for the octets of a pair.
func (p Modulus) GetOfPair(e *LanePair, j int) Element { return p.Get(&e[j/OctetCount], j%OctetCount) }

// SqrNMulLanes sets z = x^(2^n)·y in every lane, for n >= 1. It is what routines for steps of the chain of
// [Modulus.RootSteps] compute.
func (p Modulus) SqrNMulLanes(z, x *LanePair, n uint64, y *LanePair) {
	for j := range PairCount {
		power, last := p.GetOfPair(x, j), p.GetOfPair(y, j)
		p.SqrN(&power, &power, int(n))
		p.Mul(&power, &power, &last)
		z.Set(j, &power)
	}
}
