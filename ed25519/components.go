// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package ed25519

import "secant.example/internal/edwards25519"

// The equation without the cofactor asks whether D = [S]B - R - [k]A is 0. A point is the sum of one in the subgroup that B
// spans and of one of small order, its component. That of D is the one of [k](-A) - R, since B has none.
//
// If the component of D is not 0, neither is D: the signature is not valid. If it is 0, D is 0 if and only if [8]D is. So where it is
// known to be 0, the equation can be added up like those with the cofactor.

// testComponents sets bad for those of the terms from start to end, all of which are to be tested, whose D has a component of small order.
func (b *BatchVerifier) testComponents(start, end int) {
	var points [edwards25519.BatchSize]edwards25519.Point
	var free [len(points)]bool
	for start < end {
		terms := b.terms[start:min(end, start+len(points))]
		for j := range terms {
			t := &terms[j]
			k := b.entries[t.entry].k.Limbs()
			points[j].VarTimeComponent(k[0], &b.points[b.keys[t.key].point], &b.points[t.r])
		}
		edwards25519.VarTimeTorsionFreeBatch(points[:len(terms)], free[:len(terms)])
		for j := range terms {
			terms[j].bad = !free[j]
		}
		start += len(terms)
	}
}
