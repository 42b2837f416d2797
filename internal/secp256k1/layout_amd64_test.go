// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

//go:build !purego

package secp256k1

import (
	"testing"
	"unsafe"
)

// The assembly reads these by their offsets, and the flags by their values.
func TestLayout(t *testing.T) {
	var (
		v Point
		q affine
		s step
		d combDigit
	)
	for name, numbers := range map[string][2]uintptr{
		"Point":          {unsafe.Sizeof(v), 96},
		"Point.x":        {unsafe.Offsetof(v.x), 0},
		"Point.y":        {unsafe.Offsetof(v.y), 32},
		"Point.z":        {unsafe.Offsetof(v.z), 64},
		"affine":         {unsafe.Sizeof(q), 64},
		"affine.minusX":  {unsafe.Offsetof(q.minusX), 0},
		"affine.y":       {unsafe.Offsetof(q.y), 32},
		"step":           {unsafe.Sizeof(s), 16},
		"step.Q":         {unsafe.Offsetof(s.Q), 0},
		"step.Flags":     {unsafe.Offsetof(s.Flags), 8},
		"step.Doublings": {unsafe.Offsetof(s.Doublings), 12},
		"stepNegative":   {stepNegative, 1},
		"stepScaled":     {stepScaled, 2},
		"digit":          {unsafe.Sizeof(d), 2},
		"digit.Index":    {unsafe.Offsetof(d.Index), 0},
		"digit.Negative": {unsafe.Offsetof(d.Negative), 1},
		"a table":        {unsafe.Sizeof(combTable[0]), 16 * 64},
	} {
		if numbers[0] != numbers[1] {
			t.Errorf("%s is at, or has, or is %d, want %d", name, numbers[0], numbers[1])
		}
	}
}
