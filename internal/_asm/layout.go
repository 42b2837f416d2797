// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// A layout is a struct of Go that the assembly reads: where its fields are. A test beside
// the struct compares.
type layout struct {
	fields map[string]int
	size   int
}

// newLayout returns the layout of fields without gaps: names, each with its size in
// bytes.
func newLayout(namesAndSizes ...any) layout {
	l := layout{fields: map[string]int{}}
	for i := 0; i < len(namesAndSizes); i += 2 {
		l.fields[namesAndSizes[i].(string)] = l.size
		l.size += namesAndSizes[i+1].(int)
	}
	return l
}

// offset returns where a field is.
func (l layout) offset(field string) int {
	offset, ok := l.fields[field]
	if !ok {
		panic("there is no field " + field)
	}
	return offset
}

// in returns a field of the struct at m.
func (l layout) in(m operand.Mem, field string) operand.Mem { return m.Offset(l.offset(field)) }

// at returns a field of the struct that r points to.
func (l layout) at(r reg.Register, field string) operand.Mem {
	return l.in(operand.Mem{Base: r}, field)
}

// ofNext returns a field of the struct after the one that r points to, in an array.
func (l layout) ofNext(r reg.Register, field string) operand.Mem {
	return l.at(r, field).Offset(l.size)
}

// What routines of several curves get from Go.
var (
	// A step of a sum, of any curve: a pointer to the point q, flags, and the number of doublings before.
	stepLayout = newLayout("q", 8, "flags", 4, "doublings", 4)
	// A digit: an index, and whether to change the sign, 0 or 1.
	digitLayout = newLayout("Index", 1, "Negative", 1)
)

// The flags of a step.
const (
	flagNegative = 1 // to subtract q
	flagOwn      = 2 // what the curve wants
)
