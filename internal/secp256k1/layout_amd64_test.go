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
		"step.q":         {unsafe.Offsetof(s.Q), 0},
		"step.flags":     {unsafe.Offsetof(s.Flags), 8},
		"step.doublings": {unsafe.Offsetof(s.Doublings), 12},
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

// What assembly knows of the lanes.
func TestLaneLayout(t *testing.T) {
	var m laneMemory
	var s laneStep
	const size = laneCount * 5 * 8
	for name, numbers := range map[string][2]uintptr{
		"room":      {unsafe.Offsetof(m.room), 0},
		"x":         {unsafe.Offsetof(m.laneState), 28 * size},
		"y":         {unsafe.Offsetof(m.laneState.y), size},
		"z":         {unsafe.Offsetof(m.laneState.z), 2 * size},
		"scale":     {unsafe.Offsetof(m.laneState.scale), 3 * size},
		"entries":   {unsafe.Offsetof(m.entries), 32 * size},
		"memory":    {unsafe.Sizeof(m), 80 * size},
		"entry.y":   {unsafe.Offsetof(m.entries[0].y), size},
		"ratio":     {unsafe.Offsetof(m.entries[0].ratio), 2 * size},
		"entry":     {unsafe.Sizeof(m.entries[0]), 3 * size},
		"Q":         {unsafe.Offsetof(s.Q), 0},
		"Negative":  {unsafe.Offsetof(s.Negative), 64},
		"Doublings": {unsafe.Offsetof(s.Doublings), 72},
		"Scaled":    {unsafe.Offsetof(s.Scaled), 80},
		"step":      {unsafe.Sizeof(s), 88},
		"tables":    {unsafe.Sizeof(laneTables{}), 8 * 16 * 96},
	} {
		if numbers[0] != numbers[1] {
			t.Errorf("%s is at, or has %d, want %d", name, numbers[0], numbers[1])
		}
	}
}
