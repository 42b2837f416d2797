// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

//go:build !amd64 || purego

package edwards25519

import "secant.example/internal/recode"

// These methods are described in dispatch_amd64.go.

func (v *Point) double(n int) { v.doubleGeneric(n) }

func (v *Point) doubleAdd(n int, q *cached, subtract, withT bool) {
	v.doubleAddGeneric(n, q, subtract, withT)
}

func (v *Point) doubleAddAffine(n int, q *affineCached, subtract, withT bool) {
	v.doubleAddAffineGeneric(n, q, subtract, withT)
}

func (v *Point) doubleAddAll(n int, terms []addTerm, withT bool) {
	v.doubleAddAllGeneric(n, terms, withT)
}

func addEach(pairs []addPair) { addEachGeneric(pairs) }

func (v *Point) combColumn(table *combTables, digits *[recode.CombBlocks]combDigit, withT bool) {
	v.combColumnGeneric(table, digits, withT)
}

func (c *cached) selectFrom(table *[8]cached, index, negate int) {
	selectCachedGeneric(c, table, index, negate)
}

func (c *affineCached) selectFrom(table *[16]affineCached, index, negate int) {
	selectAffineGeneric(c, table, index, negate)
}
