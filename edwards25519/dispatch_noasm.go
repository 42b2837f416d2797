// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

//go:build !amd64 || purego

package edwards25519

// These methods are described in dispatch_amd64.go.

func (v *Point) double(n int) { v.doubleGeneric(n) }

func (v *Point) add(q *cached, withT bool) { v.addGeneric(q, withT) }

func (v *Point) subtract(q *cached, withT bool) { v.subtractGeneric(q, withT) }

func (v *Point) addAffine(q *affineCached, withT bool) { v.addAffineGeneric(q, withT) }

func (v *Point) subtractAffine(q *affineCached, withT bool) { v.subtractAffineGeneric(q, withT) }

func (c *cached) selectFrom(table *[8]cached, index, negate int) {
	selectCachedGeneric(c, table, index, negate)
}

func (c *affineCached) selectFrom(table *[16]affineCached, index, negate int) {
	selectAffineGeneric(c, table, index, negate)
}
