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
