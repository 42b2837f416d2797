// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package curve25519

import "secant.example/internal/field"

// laneCount is how many ladders the lanes of vectors do at most.
const laneCount = 8

// lanes are eight states, and the u-coordinates of their points. ladderQuad uses the first four.
type lanes struct{ x2, z2, x3, z3, u field.LaneOctet }

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
		s.x3.Set(j, &base)
		s.u.Set(j, &base)
	}
	s.ladder(&differs[3], 63)
	for i := 2; i >= 0; i-- {
		s.ladder(&differs[i], 64)
	}
	for j := range x {
		x[j], z[j] = s.x2.Get(j), s.z2.Get(j)
	}
}

// ladderGeneric runs n steps, at least one, for the state in each lane. Before step i the pair is
// exchanged if bit 63-i of differs[j] is 1.
func (s *lanes) ladderGeneric(differs *[laneCount]uint64, n int) {
	for j, bits := range differs {
		u := s.u.Get(j)
		lane := state{s.x2.Get(j), s.z2.Get(j), s.x3.Get(j), s.z3.Get(j)}
		for range n {
			lane.ladderGeneric(&u, &[4]uint64{bits >> 63}, 0)
			bits <<= 1
		}
		for i, e := range []*field.LaneOctet{&s.x2, &s.z2, &s.x3, &s.z3} {
			e.Set(j, []*field.Element{&lane.x2, &lane.z2, &lane.x3, &lane.z3}[i])
		}
	}
}
