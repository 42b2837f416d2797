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

// laneGroups returns the groups of ladders that run at once, and what each costs. On Intel's CPUs with two units for vectors of
// 512 bits eight ladders take as long as 3.15 single ones, and sixteen 5.57. On AMD's Zen 4, which has half as many, it was 3.9 and 7.15
// of single ones as they were before their products waited less; by the latencies of that CPU they take 0.91 of that now. With
// AVX2 four take as long as 2.4 single ones on Intel's. On Zen 3 four, five and six take 2.19, 2.33 and 2.83, and while the core's
// other thread computes 2.22, 2.97 and 3.97: these are the means.
func laneGroups() groups {
	one := laneGroup{1, 100}
	switch {
	case cpu.X86.IFMA && cpu.X86.TwoChains:
		return groups{one, {8, 430}, {16, 785}}
	case cpu.X86.IFMA:
		return groups{one, {8, 315}, {16, 557}}
	case cpu.X86.TwoChains:
		return groups{one, {4, 221}, {5, 265}, {6, 340}}
	case cpu.X86.V3:
		return groups{one, {4, 240}}
	}
	return groups{one}
}

// ladder runs n steps, at least one, for the states in the lanes below count, with the last of differs, and then 64 with each of those
// before. Before step i the pair is exchanged if bit 63-i of differs[k][j] is 1. The states in other lanes may change.
func (s *lanes) ladder(count int, differs [][laneCount]uint64, n int) {
	var words [len(ladderMemory{}) + align - 1]uint64
	memory := (*ladderMemory)(cpu.Aligned(words[:], align))
	last := len(differs) - 1
	s.ladderWord(count, &differs[last], uint64(n), memory)
	for i := last - 1; i >= 0; i-- {
		s.ladderWord(count, &differs[i], 64, memory)
	}
}

// ladderWord is ladder for one word.
func (s *lanes) ladderWord(count int, differs *[laneCount]uint64, n uint64, memory *ladderMemory) {
	first, ofFirst := &s[0], (*[8]uint64)(differs[:])
	switch {
	case cpu.X86.IFMA && count > 8:
		ladderOctetPair(s, differs, n, memory)
	case cpu.X86.IFMA:
		ladderOctet(first, ofFirst, n, memory)
	case count > 4:
		var singles [2]single
		for i := range count - 4 {
			singles[i] = single{first.get(4 + i), first.u.Get(4 + i)}
		}
		if count == 5 {
			ladderFive(first, (*[1]single)(singles[:]), ofFirst, n, memory)
		} else {
			ladderSix(first, &singles, ofFirst, n, memory)
		}
		for i := range count - 4 {
			first.set(4+i, &singles[i].state)
		}
	default:
		ladderQuad(first, ofFirst, n, memory)
	}
}

// ladderMemory is local memory of ladderOctet, ladderQuad and those with others beside. A routine's own cannot be aligned to lines of the
// caches, and vectors would be in two of them, which takes a fifth longer; its caller's can.
type ladderMemory [1200]uint64

const align = 64 / 8 // words
