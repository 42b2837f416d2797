// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package curve25519

import (
	"math/bits"

	"secant.example/internal/field"
)

// laneCount is how many ladders the lanes of vectors do at most.
const laneCount = 8

// A laneElement is eight elements: word j of vector i is limb i of element j, whose value is the
// sum of limb_i·2^(51·i).
type laneElement [5][laneCount]uint64

// lanes are eight states, and the u-coordinates of their points. The limbs of u are below 2^52, and
// the others below 2^61; for ladderQuad, which uses the first four, all are below 2^52.
type lanes struct{ x2, z2, x3, z3, u laneElement }

const mask51 = 1<<51 - 1

// set sets the element j to x, with limbs below 2^51 but for the last, which is below 2^52.
func (e *laneElement) set(j int, x *field.Element) {
	l := x.Limbs()
	e[0][j] = l[0] & mask51
	e[1][j] = (l[0]>>51 | l[1]<<13) & mask51
	e[2][j] = (l[1]>>38 | l[2]<<26) & mask51
	e[3][j] = (l[2]>>25 | l[3]<<39) & mask51
	e[4][j] = l[3] >> 12
}

// get returns the element j.
func (e *laneElement) get(j int) field.Element {
	l0, l1, l2, l3, l4 := e[0][j], e[1][j], e[2][j], e[3][j], e[4][j]
	l1 += l0 >> 51
	l2 += l1 >> 51
	l3 += l2 >> 51
	l4 += l3 >> 51
	// l0 is below 2^51 + 2^15 then: the sum is below 2^256.
	l0 = l0&mask51 + 19*(l4>>51)
	l1, l2, l3, l4 = l1&mask51, l2&mask51, l3&mask51, l4&mask51
	w0, c := bits.Add64(l0, l1<<51, 0)
	w1, c := bits.Add64(l1>>13, l2<<38, c)
	w2, c := bits.Add64(l2>>26, l3<<25, c)
	w3, _ := bits.Add64(l3>>39, l4<<12, c)
	return field.New(w0, w1, w2, w3)
}

// multiplyLanes is multiply for as many scalars and points at once as there are lanes, or fewer.
func multiplyLanes(x, z []field.Element, scalars, us []*[32]byte) {
	var s lanes
	// Bit i of differs[i/64][j] is whether bit i of the scalar j is not bit i+1: before the step for
	// bit i the pair is exchanged.
	var differs [4][laneCount]uint64
	for j := range x {
		k := clamp(scalars[j])
		for i := range k {
			next := k[i] >> 1
			if i < 3 {
				next |= k[i+1] << 63
			}
			differs[i][j] = k[i] ^ next
		}
		differs[3][j] <<= 1 // bit 255 of k is 0
		var base field.Element
		p.DecodeMasked(&base, us[j])
		s.x2[0][j], s.z3[0][j] = 1, 1
		s.x3.set(j, &base)
		s.u.set(j, &base)
	}
	s.ladder(&differs[3], 63)
	for i := 2; i >= 0; i-- {
		s.ladder(&differs[i], 64)
	}
	for j := range x {
		x[j], z[j] = s.x2.get(j), s.z2.get(j)
	}
}

// ladderGeneric runs n steps, at least one, for the state in each lane. Before step i the pair is
// exchanged if bit 63-i of differs[j] is 1.
func (s *lanes) ladderGeneric(differs *[laneCount]uint64, n int) {
	for j, bits := range differs {
		u := s.u.get(j)
		lane := state{s.x2.get(j), s.z2.get(j), s.x3.get(j), s.z3.get(j)}
		for range n {
			lane.ladderGeneric(&u, &[4]uint64{bits >> 63}, 0)
			bits <<= 1
		}
		for i, e := range []*laneElement{&s.x2, &s.z2, &s.x3, &s.z3} {
			e.set(j, []*field.Element{&lane.x2, &lane.z2, &lane.x3, &lane.z3}[i])
		}
	}
}
