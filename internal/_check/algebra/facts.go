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
)

// A factKey names an operation: the nth one of an instruction. If it cuts off bits of a word, it is the nth one of
// those, and otherwise cut is 0.
type factKey struct {
	text    *x86.Text
	index   int
	op, cut int
}

// Facts are what is known of the operations of a program.
type Facts struct {
	known map[factKey]fact
	// The carries that some instruction reads. Of these nothing needs to be known: they
	// are part of the sums.
	read map[factKey]bool
	// Whether all carries are taken as read: to find out which ones are.
	all bool
	// The facts that have been used, and whether it was that the carry of a sum is zero.
	used map[factKey]bool
}

// Given says what has been proven of an instruction: that its carry is zero, or, if sum is false, that what
// it cuts off is zero, of those that do this several times that it is the cut-th time, and that a signed sum or product of it fits.
type Given func(t *x86.Text, index, cut int, sum bool) bool

// use reports whether a fact is known of an operation that is no sum, and notes that it has been used.
func (f *Facts) use(key factKey, what fact) bool {
	if f.known[key]&what == 0 {
		return false
	}
	f.used[key] = f.used[key]
	return true
}

// useSum is use for a sum or difference, of whose carry nothing is used if some instruction reads it.
func (f *Facts) useSum(key factKey, what fact) bool {
	if f.all || what != noSignedCarry && f.read[key] || f.known[key]&what == 0 {
		return false
	}
	f.used[key] = f.used[key] || what == noCarry
	return true
}
