// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package ed25519

import (
	"secant.example/internal/batch"
	"secant.example/internal/edwards25519"
)

// This file tells which equations without the cofactor can be added up.
//
// The equation of a term asks whether D = [S]B - R - [k]A is 0. A sum that is right says that [8]D = 0, but with a probability
// of about 2^-127: that D is its own component of small order. That is the one of [k](-A) - R, since B has none. So if
// it is 0, D is 0 if and only if [8]D is, which is the equation with the cofactor, and can be added up with those of others.
//
// It is 0 wherever keys and signatures are honest. If it is not, the signature is not valid, but that is for its own equation to
// say.

// separate changes the order of the terms from start to end, so that those before first, which it returns, are those that are
// not to be added up.
func (b *BatchVerifier) separate(start, end int) (first int) {
	batch.Parallel(b, b.Workers, start, end, 1, (*BatchVerifier).test)
	first = start
	for i := start; i < end; i++ {
		if b.terms[i].alone {
			b.terms[i], b.terms[first] = b.terms[first], b.terms[i]
			first++
		}
	}
	return first
}

// test sets alone for those of the terms from start to end that are to be tested.
func (b *BatchVerifier) test(start, end int) {
	var components [edwards25519.BatchSize]edwards25519.Point
	var free [len(components)]bool
	var terms [len(components)]*term
	n := 0
	finish := func() {
		edwards25519.VarTimeTorsionFreeBatch(components[:n], free[:n])
		for j, t := range terms[:n] {
			t.alone = !free[j]
		}
		n = 0
	}
	for i := start; i < end; i++ {
		t := &b.terms[i]
		if !t.tested {
			continue
		}
		key := &b.keys[t.key]
		if key.expanded != nil { // by another entry
			t.alone = true
			continue
		}
		k := b.entries[t.entry].k.Limbs()
		components[n].VarTimeComponent(k[0], &b.points[key.point], &b.points[t.r])
		terms[n] = t
		if n++; n == len(components) {
			finish()
		}
	}
	finish()
}
