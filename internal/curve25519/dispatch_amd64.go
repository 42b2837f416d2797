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

// laneGroups returns how many ladders the lanes of vectors take at once, and from how many on that takes
// less time than one after the other; the second is larger if it never does. On Intel's CPUs with two
// units for vectors of 512 bits eight ladders take as long as 2.7 single ones, and on AMD's Zen 4, which has
// half as many, took 4.2 when those of Intel took 3.3. With AVX2 four take as long as 2.4 single ones on
// Intel's, and 2.1 on Zen 3.
func laneGroups() (size, from int) {
	switch {
	case cpu.X86.IFMA && cpu.X86.TwoChains:
		return 8, 5
	case cpu.X86.IFMA:
		return 8, 3
	case cpu.X86.V3:
		return 4, 3
	}
	return 1, 2
}

// ladder runs n steps, at least one, for the state in each lane. Before step i the pair is
// exchanged if bit 63-i of differs[j] is 1.
func (s *lanes) ladder(differs *[laneCount]uint64, n int) {
	var words [len(ladderMemory{}) + align - 1]uint64
	memory := (*ladderMemory)(cpu.Aligned(words[:], align))
	if cpu.X86.IFMA {
		ladderOctet(s, differs, uint64(n), memory)
	} else {
		ladderQuad(s, differs, uint64(n), memory)
	}
}

// ladderMemory is local memory of ladderOctet and ladderQuad. A routine's own cannot be aligned to lines of the
// caches, and vectors would be in two of them, which takes a fifth longer; its caller's can.
type ladderMemory [612]uint64

const align = 64 / 8 // words
