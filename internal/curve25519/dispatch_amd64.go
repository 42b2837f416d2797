// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

//go:build !purego

package curve25519

import (
	"secant.example/internal/cpu"
	"secant.example/internal/field"
)

type element = field.Element

// A single is a state that is in no lane, and the u-coordinate of its point.
type single struct {
	state
	u element
}

func (s *state) ladder(u *element, k *[4]uint64, bit int) {
	switch {
	case cpu.X86.IFMA:
		ladderIFMA(s, u, k, uint64(bit))
	case cpu.X86.V3:
		ladder(s, u, k, uint64(bit))
	default:
		s.ladderGeneric(u, k, bit)
	}
}

// laneGroups returns the groups of ladders that run at once, and what each costs: on Intel's CPUs with two units for vectors of
// 512 bits eight ladders take as long as 2.7 single ones, and on AMD's Zen 4, which has half as many, took 4.2 when those
// of Intel took 3.3. With AVX2 four take as long as 2.4 single ones on Intel's. On Zen 3 four, five and six take 2.19, 2.33 and 2.83,
// and while the core's other thread computes 2.22, 2.97 and 3.97: these are the means.
func laneGroups() groups {
	one := laneGroup{1, 100}
	switch {
	case cpu.X86.IFMA && cpu.X86.TwoChains:
		return groups{one, {8, 420}}
	case cpu.X86.IFMA:
		return groups{one, {8, 270}}
	case cpu.X86.TwoChains:
		return groups{one, {4, 221}, {5, 265}, {6, 340}}
	case cpu.X86.V3:
		return groups{one, {4, 240}}
	}
	return groups{one}
}

// ladder runs n steps, at least one, for the states in the lanes below count. Before step i the pair is
// exchanged if bit 63-i of differs[j] is 1. The states in other lanes may change.
func (s *lanes) ladder(count int, differs *[laneCount]uint64, n int) {
	var words [len(ladderMemory{}) + align - 1]uint64
	memory := (*ladderMemory)(cpu.Aligned(words[:], align))
	switch {
	case cpu.X86.IFMA:
		ladderOctet(s, differs, uint64(n), memory)
	case count > 4:
		var singles [2]single
		for i := range count - 4 {
			singles[i] = single{s.get(4 + i), s.u.Get(4 + i)}
		}
		if count == 5 {
			ladderFive(s, (*[1]single)(singles[:]), differs, uint64(n), memory)
		} else {
			ladderSix(s, &singles, differs, uint64(n), memory)
		}
		for i := range count - 4 {
			s.set(4+i, &singles[i].state)
		}
	default:
		ladderQuad(s, differs, uint64(n), memory)
	}
}

// ladderMemory is local memory of ladderOctet, ladderQuad and those with others beside. A routine's own cannot be aligned to lines of the
// caches, and vectors would be in two of them, which takes a fifth longer; its caller's can.
type ladderMemory [728]uint64

const align = 64 / 8 // words
