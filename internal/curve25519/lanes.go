// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package curve25519

import (
	"secant.example/internal/field"
	"secant.example/internal/limbs"
)

// laneCount is how many ladders the lanes of vectors do at most.
const laneCount = 16

// lanes are the states of as many. Without IFMA only the first six are used.
type lanes [2]octet

// An octet is eight states, and the u-coordinates of their points.
type octet struct{ x2, z2, x3, z3, u field.LaneOctet }

// of returns the octet that has lane j, and which of its lanes that is.
func (s *lanes) of(j int) (o *octet, lane int) { return &s[j/8], j % 8 }

// get returns the state in lane j, and set sets it.
func (s *octet) get(j int) state { return state{s.x2.Get(j), s.z2.Get(j), s.x3.Get(j), s.z3.Get(j)} }

func (s *octet) set(j int, to *state) {
	s.x2.Set(j, &to.x2)
	s.z2.Set(j, &to.z2)
	s.x3.Set(j, &to.x3)
	s.z3.Set(j, &to.z3)
}

// A laneGroup is so many ladders at once, or fewer, and what they cost, in hundredths of one by itself.
type laneGroup struct{ size, cost int }

// groups are those that a CPU can run: first one ladder by itself, and what is not there has size 0.
type groups [4]laneGroup

// sizes returns how many ladders to run at once, first, where 1 to n are left: such that all of them cost least.
func (groups *groups) sizes(n int) (first [BatchSize + 1]int) {
	var cost [BatchSize + 1]int
	for i := 1; i <= n; i++ {
		for _, g := range groups {
			size := min(g.size, i)
			if c := cost[i-size] + g.cost; first[i] == 0 || c < cost[i] {
				first[i], cost[i] = size, c
			}
		}
	}
	return first
}

// multiplyLanes is multiply for as many scalars and points at once as there are lanes, or fewer.
func multiplyLanes(x, z []field.Element, scalars, us []*[32]byte) {
	var s lanes
	// Bit i of differs[i/64][j] is whether bit i of the scalar j is not bit i+1: before the step for
	// bit i the pair is exchanged.
	var differs [4][laneCount]uint64
	for j := range x {
		k := limbs.Clamped(scalars[j])
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
		o, lane := s.of(j)
		o.x2[0][lane], o.z3[0][lane] = 1, 1
		o.x3.Set(lane, &base)
		o.u.Set(lane, &base)
	}
	s.ladder(len(x), differs[:], 63)
	for j := range x {
		o, lane := s.of(j)
		x[j], z[j] = o.x2.Get(lane), o.z2.Get(lane)
	}
}

// ladderGeneric is ladder in Go.
func (s *lanes) ladderGeneric(count int, differs [][laneCount]uint64, n int) {
	for i := len(differs) - 1; i >= 0; i-- {
		for j, bits := range differs[i][:count] {
			o, lane := s.of(j)
			u, state := o.u.Get(lane), o.get(lane)
			for range n {
				state.ladderGeneric(&u, &[4]uint64{bits >> 63}, 0)
				bits <<= 1
			}
			o.set(lane, &state)
		}
		n = 64
	}
}
