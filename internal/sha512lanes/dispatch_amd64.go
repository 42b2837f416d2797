// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

//go:build !purego

package sha512lanes

import "secant.example/internal/cpu"

func lanes() int {
	switch {
	case cpu.X86.IFMA:
		return 8
	case cpu.X86.V3:
		return 4
	}
	return 0
}

// compress adds a block to the messages in the lanes that there are.
func (s *state) compress(p *blocks) {
	switch lanes() {
	case 8:
		compressOctet(s, p, &cubeRoots)
	case 4:
		var words [len(memory{}) + align - 1]uint64
		compressQuad(s, p, &cubeRoots, (*memory)(cpu.Aligned(words[:], align)))
	default:
		s.compressGeneric(p, &cubeRoots)
	}
}

// memory is local memory of compressQuad, which its caller can align to vectors.
type memory [4 * words]uint64

const align = 64 / 8 // words
