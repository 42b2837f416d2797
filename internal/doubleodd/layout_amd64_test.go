// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

//go:build !purego

package doubleodd

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
		w window
		d combDigits
		n laneState
		l laneStep
	)
	for name, numbers := range map[string][2]uintptr{
		"Point":              {unsafe.Sizeof(v), 128},
		"Point.e":            {unsafe.Offsetof(v.e), 0},
		"Point.z":            {unsafe.Offsetof(v.z), 32},
		"Point.u":            {unsafe.Offsetof(v.u), 64},
		"Point.t":            {unsafe.Offsetof(v.t), 96},
		"affine":             {unsafe.Sizeof(q), 96},
		"affine.e":           {unsafe.Offsetof(q.e), 0},
		"affine.u":           {unsafe.Offsetof(q.u), 32},
		"affine.t":           {unsafe.Offsetof(q.t), 64},
		"step":               {unsafe.Sizeof(s), 16},
		"step.q":             {unsafe.Offsetof(s.Q), 0},
		"step.flags":         {unsafe.Offsetof(s.Flags), 8},
		"step.doublings":     {unsafe.Offsetof(s.Doublings), 12},
		"stepNegative":       {stepNegative, 1},
		"stepAffine":         {stepAffine, 2},
		"window":             {unsafe.Sizeof(w), 4},
		"window.Index":       {unsafe.Offsetof(w.Index), 0},
		"window.Negative":    {unsafe.Offsetof(w.Negative), 1},
		"window.Doublings":   {unsafe.Offsetof(w.Doublings), 2},
		"window.Zeta":        {unsafe.Offsetof(w.Zeta), 3},
		"digits":             {unsafe.Sizeof(d), 4 * 13 * 2},
		"digit.Index":        {unsafe.Offsetof(d[0][0].Index), 0},
		"digit.Negative":     {unsafe.Offsetof(d[0][0].Negative), 1},
		"laneState":          {unsafe.Sizeof(n), 4 * 320},
		"laneState.e":        {unsafe.Offsetof(n.e), 0},
		"laneState.z":        {unsafe.Offsetof(n.z), 320},
		"laneState.u":        {unsafe.Offsetof(n.u), 2 * 320},
		"laneState.t":        {unsafe.Offsetof(n.t), 3 * 320},
		"laneStep":           {unsafe.Sizeof(l), 96},
		"laneStep.Negative":  {unsafe.Offsetof(l.Negative), 64},
		"laneStep.Doublings": {unsafe.Offsetof(l.Doublings), 72},
		"laneStep.From":      {unsafe.Offsetof(l.From), 80},
		"laneStep.To":        {unsafe.Offsetof(l.To), 88},
		"laneTables":         {unsafe.Sizeof(laneTables{}), 8 * 16 * 160},
		"laneRoom":           {unsafe.Sizeof(laneRoom{}), 15 * 320},
		"comb tables":        {unsafe.Sizeof(combTables{}), 13 * 16 * 96},
	} {
		if numbers[0] != numbers[1] {
			t.Errorf("%s is at, or has, or is %d, want %d", name, numbers[0], numbers[1])
		}
	}
}
