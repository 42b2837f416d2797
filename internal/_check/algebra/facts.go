// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package algebra

import "secant.example/internal/_check/x86"

// A fact is what holds of an operation in all executions.
type fact uint8

const (
	noCarry       fact = 1 << iota // of a sum, a difference; no high half; nothing is cut off
	carrySignX                     // the carry is the top bit of the first operand: that has a sign
	carrySignY                     // the same for the second one
	noSignedCarry                  // a sum or product of numbers with signs fits
	lossless                       // a shift of lanes loses no bits
)

// A factKey names an operation: the nth one of an instruction.
type factKey struct {
	text  *x86.Text
	index int
	op    int
}

// Facts are what is known of the operations of a program.
type Facts struct {
	known map[factKey]fact
	// The carries that some instruction reads. Of these nothing needs to be known: they
	// are part of the sums.
	read map[factKey]bool
	// Whether all carries are taken as read: to find out which ones are.
	all bool
	// The facts that have been used, and whether it was that a carry is zero.
	used map[factKey]bool
}

// Given says what has been proven of an instruction: that its carry is zero, or, if sum is false, that what
// it cuts off is zero, and that a signed sum or product of it fits.
type Given func(t *x86.Text, index int, sum bool) bool

// of returns what is known of an operation.
func (f *Facts) of(key factKey) fact {
	known := f.known[key]
	if known != 0 {
		f.used[key] = false
	}
	return known
}

// sum returns what is known of a sum or difference, but not that a carry is zero which some instruction
// reads.
func (f *Facts) sum(key factKey) fact {
	if f.all {
		return 0
	}
	known := f.known[key]
	if f.read[key] {
		known &^= noCarry
	}
	if known != 0 {
		f.used[key] = known&noCarry != 0
	}
	return known
}
