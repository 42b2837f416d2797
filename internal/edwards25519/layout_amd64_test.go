// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

//go:build !purego

package edwards25519

import (
	"testing"
	"unsafe"
)

// The assembly reads these by their offsets.
func TestLayout(t *testing.T) {
	var (
		s    step
		pair addPair
		two  pairStep
		lane laneStep
		d    digit
		o    octetDigits
		each eachStep
		many eachState
	)
	for name, offsets := range map[string][2]uintptr{
		"step":                  {unsafe.Sizeof(s), 16},
		"step.Flags":            {unsafe.Offsetof(s.Flags), 8},
		"step.Doublings":        {unsafe.Offsetof(s.Doublings), 12},
		"pair":                  {unsafe.Sizeof(pair), 24},
		"pair.Q":                {unsafe.Offsetof(pair.Q), 8},
		"pair.Negative":         {unsafe.Offsetof(pair.Negative), 16},
		"step of two":           {unsafe.Sizeof(two), 24},
		"step of two.Negative":  {unsafe.Offsetof(two.Negative), 16},
		"step of two.Doublings": {unsafe.Offsetof(two.Doublings), 20},
		"step in lanes":         {unsafe.Sizeof(lane), 144},
		"step in lanes.Q":       {unsafe.Offsetof(lane.Q), 64},
		"in lanes.Negative":     {unsafe.Offsetof(lane.Negative), 128},
		"in lanes.Ends":         {unsafe.Offsetof(lane.Ends), 136},
		"digit":                 {unsafe.Sizeof(d), 2},
		"digit.Negative":        {unsafe.Offsetof(d.Negative), 1},
		"comb digits":           {unsafe.Sizeof(combDigits{}), 4 * 13 * 2},
		"cached":                {unsafe.Sizeof(cached{}), 128},
		"affineCached":          {unsafe.Sizeof(affineCached{}), 96},
		"Point":                 {unsafe.Sizeof(Point{}), 128},
		"sumPoint":              {unsafe.Sizeof(sumPoint{}), 160},
		"floatMemory":           {unsafe.Sizeof(floatMemory{}), 160},
		"columnMemory":          {unsafe.Sizeof(columnMemory{}), 9*320 + 12*32},
		"block of columns":      {unsafe.Sizeof(columnTables{}[0]), 3 * 10 * 64},
		"fixedTable":            {max(unsafe.Sizeof(octetTables{}), unsafe.Sizeof(columnTables{}), unsafe.Sizeof(combTables{})) + 8, unsafe.Sizeof(fixedTable{})},
		"round of octets":       {unsafe.Sizeof(octetTables{}[0]), 2 * 3 * 5 * 16 * 8},
		"octet digits":          {unsafe.Sizeof(o), 7 * 16},
		"octet digits.Negative": {unsafe.Offsetof(o[0].Negative), 8},
		"step of each":          {unsafe.Sizeof(each), 80},
		"step of each.Q":        {unsafe.Offsetof(each.Q), 0},
		"of each.Negative":      {unsafe.Offsetof(each.Negative), 64},
		"of each.Doublings":     {unsafe.Offsetof(each.Doublings), 72},
		"step of expanded":      {unsafe.Sizeof(eachExpandedStep{}), 80},
		"state of each":         {unsafe.Sizeof(many), 4 * 320},
		"state of each.y":       {unsafe.Offsetof(many.y), 320},
		"state of each.z":       {unsafe.Offsetof(many.z), 2 * 320},
		"state of each.t":       {unsafe.Offsetof(many.t), 3 * 320},
		"entry of each":         {unsafe.Sizeof(eachEntry{}), 160},
		"table of each":         {unsafe.Sizeof(eachTables{}[0]), 16 * 160},
		"laneRoom":              {unsafe.Sizeof(laneRoom{}), 15 * 320},
	} {
		if offsets[0] != offsets[1] {
			t.Errorf("%s is at, or has, %d bytes, want %d", name, offsets[0], offsets[1])
		}
	}
}

// What the formulas read: coordinates, entries of tables, and the flags of a step.
func TestFormulaLayout(t *testing.T) {
	var (
		v Point
		c cached
		a affineCached
		s step
		d digit
	)
	for name, numbers := range map[string][2]uintptr{
		"Point.x":              {unsafe.Offsetof(v.x), 0},
		"Point.y":              {unsafe.Offsetof(v.y), 32},
		"Point.z":              {unsafe.Offsetof(v.z), 64},
		"Point.t":              {unsafe.Offsetof(v.t), 96},
		"cached.yPlusX":        {unsafe.Offsetof(c.yPlusX), 0},
		"cached.yMinusX":       {unsafe.Offsetof(c.yMinusX), 32},
		"cached.t2d":           {unsafe.Offsetof(c.t2d), 64},
		"cached.z2":            {unsafe.Offsetof(c.z2), 96},
		"affineCached.yPlusX":  {unsafe.Offsetof(a.yPlusX), 0},
		"affineCached.yMinusX": {unsafe.Offsetof(a.yMinusX), 32},
		"affineCached.t2d":     {unsafe.Offsetof(a.t2d), 64},
		"step.Q":               {unsafe.Offsetof(s.Q), 0},
		"stepNegative":         {stepNegative, 1},
		"stepAffine":           {stepAffine, 2},
		"digit.Index":          {unsafe.Offsetof(d.Index), 0},
		"comb tables":          {unsafe.Sizeof(combTables{}), 13 * 16 * 96},
	} {
		if numbers[0] != numbers[1] {
			t.Errorf("%s is at, or has, or is %d, want %d", name, numbers[0], numbers[1])
		}
	}
}
