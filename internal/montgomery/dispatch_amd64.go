// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

//go:build !purego

package montgomery

import (
	"secant.example/internal/cpu"
	"secant.example/internal/field"
)

type element = field.Element

// quads holds four elements: the limbs of element j, in base 2^51, are q[i][j].
type quads [5][4]uint64

const mask51 = 1<<51 - 1

// split returns the limbs of x in base 2^51; the highest has 52 bits.
func split(x *element) [5]uint64 {
	l := x.Limbs()
	return [5]uint64{
		l[0] & mask51,
		(l[0]>>51 | l[1]<<13) & mask51,
		(l[1]>>38 | l[2]<<26) & mask51,
		(l[2]>>25 | l[3]<<39) & mask51,
		l[3] >> 12,
	}
}

// join returns the element with limbs in base 2^51 that are below 2^52.
func join(l *[5]uint64) element {
	// Carry once, and fold what exceeds 2^255: then limb 0 is below 2^51 + 2^6
	// and the carry into it cannot go further than limb 4, which has room.
	var c uint64
	for i := range l {
		l[i] += c
		c = l[i] >> 51
		l[i] &= mask51
	}
	l[0] += 19 * c
	for i := range 4 {
		l[i+1] += l[i] >> 51
		l[i] &= mask51
	}
	return field.New(l[0]|l[1]<<51, l[1]>>13|l[2]<<38, l[2]>>26|l[3]<<25, l[3]>>39|l[4]<<12)
}

func (s *state) ladder(u *field.Element, k *[4]uint64, bit int) {
	switch {
	case cpu.X86.IFMA:
		elements := [4]*element{&s.x2, &s.z2, &s.x3, &s.z3}
		var q quads
		for j, x := range elements {
			for i, limb := range split(x) {
				q[i][j] = limb
			}
		}
		limbs := split(u)
		ladderIFMA(&q, &limbs, k, uint64(bit))
		for j, x := range elements {
			var l [5]uint64
			for i := range q {
				l[i] = q[i][j]
			}
			*x = join(&l)
		}
	case cpu.X86.ADX:
		ladder(s, u, k, uint64(bit))
	default:
		s.ladderGeneric(u, k, bit)
	}
}
