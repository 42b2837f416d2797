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

// octetsFrom returns from how many ladders on those in the lanes of vectors take less time; that is
// more than there are lanes if they never do. On Intel's CPUs with two units for wide vectors eight
// take as long as 3.3 single ones, measured; AMD's Zen 4 has half as many, so that it should be 6.6.
func octetsFrom() int {
	switch {
	case !cpu.X86.IFMA:
		return octetSize + 1
	case cpu.X86.TwoChains:
		return 7
	}
	return 4
}

// ladder runs n steps, at least one, for the state in each lane. Before step i the pair is
// exchanged if bit 63-i of differs[j] is 1.
func (s *octet) ladder(differs *[octetSize]uint64, n int) { ladderOctet(s, differs, uint64(n)) }
