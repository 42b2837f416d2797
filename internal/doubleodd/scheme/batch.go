// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package scheme

import (
	"secant.example/internal/batch"
	"secant.example/internal/doubleodd"
)

// A Batch has signatures that are verified together, each by its own equation: one of the 2022
// generation does not determine the point R, and those of 2020 are verified as they are alone. It
// keeps its memory. The zero value is an empty batch, ready for use.
type Batch struct {
	list batch.List[claim]
	data []byte // of all claims
}

// Grow makes room for n more signatures.
func (b *Batch) Grow(n int) { b.list.Grow(n) }

// Len returns how many signatures were added.
func (b *Batch) Len() int { return b.list.Len() }

// Reset makes b an empty batch again, and keeps the memory.
func (b *Batch) Reset() {
	b.list.Reset()
	b.data = b.data[:0]
}

// AddBytes adds the signature sig of data under the public key that publicKey encodes. Anything may
// be added. Nothing is kept.
func (b *Batch) AddBytes(g *Group, publicKey, data, sig []byte, hash Hash) {
	if c := b.list.Next(); len(publicKey) == 32 {
		c.key = [32]byte(publicKey)
		b.set(c, g, data, sig, hash)
	}
}

// Add is AddBytes for the public key q, which may be nil.
func (b *Batch) Add(g *Group, q *PublicKey, data, sig []byte, hash Hash) {
	if c := b.list.Next(); q.isSet() {
		c.q, c.key, c.decoded = q.q, q.b, true
		b.set(c, g, data, sig, hash)
	}
}

// AddExpanded is AddBytes for the expanded key e, which may be nil. It is kept.
func (b *Batch) AddExpanded(g *Group, e *ExpandedKey, data, sig []byte, hash Hash) {
	if c := b.list.Next(); e.isSet() {
		c.expanded, c.key, c.decoded = e, e.public.b, true
		b.set(c, g, data, sig, hash)
	}
}

// set sets c but for the key, with a copy of the data.
func (b *Batch) set(c *claim, g *Group, data, sig []byte, hash Hash) {
	if c.set(g, data, sig, hash) {
		start := len(b.data)
		b.data = append(b.data, data...) // where that moves, the claims before keep the old memory
		c.data = b.data[start:]
	}
}

// Verify returns the verdicts on all signatures, by at most as many goroutines as workers says. They
// are good until the next call. It is variable-time.
func (b *Batch) Verify(workers int) []bool { return b.list.Run(workers, verifyClaims) }

// verifyClaims verifies up to [batch.GroupSize] claims in variable time. The valid are set to true.
func verifyClaims(claims []claim, valid []bool) {
	var R [batch.GroupSize]doubleodd.Point
	var of [batch.GroupSize]int // the claims of which R is a point
	n := 0
	for i := range claims {
		c := &claims[i]
		if c.group == nil || !c.decoded && c.group.decode(&c.q, &c.key)&^c.group.Curve.IsNeutral(&c.q) == 0 {
			continue
		}
		c.decoded = true
		if c.group.Generation == DO {
			valid[i] = c.holds()
			continue
		}
		c.recover(&R[n])
		of[n] = i
		n++
	}
	if n == 0 {
		return
	}
	var encodings [batch.GroupSize][32]byte
	claims[of[0]].group.Curve.VarTimeEncodeJQBatch(encodings[:n], R[:n])
	for j := range n {
		c := &claims[of[j]]
		c.challenge(&encodings[j], &encodings[j])
		valid[of[j]] = encodings[j] == c.first
	}
}
