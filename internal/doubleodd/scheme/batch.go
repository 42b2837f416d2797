// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package scheme

import (
	"secant.example/internal/batch"
	"secant.example/internal/doubleodd"
	"secant.example/internal/scalar"
)

// A Batch has signatures that are verified together, each by its own equation: one of the 2022
// generation does not determine the point R. On a CPU with AVX2 those under keys that are not expanded
// are the lanes of vectors. It keeps its memory. The zero value is an empty batch, ready for use.
type Batch struct {
	list batch.List[claim]
	data []byte // of all claims
}

// Grow makes room for n more signatures.
func (b *Batch) Grow(n int) {
	b.own()
	b.list.Grow(n)
}

// own is batch.Own for all that is added to.
func (b *Batch) own() {
	if b.list.Own() {
		b.data = nil // what claims have of it is the other copy's, too
	}
}

// Len returns how many signatures were added.
func (b *Batch) Len() int { return b.list.Len() }

// Reset makes b an empty batch again, and keeps the memory.
func (b *Batch) Reset() {
	b.own()
	b.list.Reset()
	b.data = b.data[:0]
}

// next returns a new claim.
func (b *Batch) next() *claim {
	b.own()
	return b.list.Next()
}

// AddBytes adds the signature sig of data under the public key that publicKey encodes. Anything may
// be added. Nothing is kept.
func (b *Batch) AddBytes(g *Group, publicKey, data, sig []byte, hash Hash) {
	if c := b.next(); len(publicKey) == 32 {
		c.key = [32]byte(publicKey)
		b.set(c, g, data, sig, hash)
	}
}

// Add is AddBytes for the public key q, which may be nil.
func (b *Batch) Add(g *Group, q *PublicKey, data, sig []byte, hash Hash) {
	if c := b.next(); q.isSet() {
		c.q, c.key, c.decoded = q.q, q.b, true
		b.set(c, g, data, sig, hash)
	}
}

// AddExpanded is AddBytes for the expanded key e, which may be nil. It is kept.
func (b *Batch) AddExpanded(g *Group, e *ExpandedKey, data, sig []byte, hash Hash) {
	if c := b.next(); e.isSet() {
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

// decodeKeys decodes those keys of claims, of the same group, that are not yet. In variable time, it makes
// claims with others invalid.
func decodeKeys(claims []claim) {
	var (
		keys [batch.GroupSize][32]byte
		q    [batch.GroupSize]doubleodd.Point
		ok   [batch.GroupSize]bool
		of   [batch.GroupSize]int
		g    *Group
		n    int
	)
	for i := range claims {
		if c := &claims[i]; c.group != nil && !c.decoded {
			keys[n], of[n], g = c.key, i, c.group
			n++
		}
	}
	if n == 0 {
		return
	}
	if g.Generation == DO {
		g.Curve.VarTimeDecodeDOBatch(q[:n], keys[:n], ok[:n])
	} else {
		g.Curve.VarTimeDecodeJQBatch(q[:n], keys[:n], ok[:n])
	}
	for j := range n {
		c := &claims[of[j]]
		if ok[j] && g.Curve.IsNeutral(&q[j]) == 0 {
			c.q, c.decoded = q[j], true
		} else {
			c.group = nil
		}
	}
}

// verifyClaims verifies up to [batch.GroupSize] claims, of the same group, in variable time. The valid are
// set to true.
func verifyClaims(claims []claim, valid []bool) {
	var (
		of [batch.GroupSize]int // the claims that the others are of
		R  [batch.GroupSize]doubleodd.Point
		n  int
	)
	var k, s [batch.GroupSize]scalar.Scalar
	decodeKeys(claims)
	for i := range claims {
		if c := &claims[i]; c.expanded == nil && c.group != nil {
			c.multiplier(&k[n])
			c.group.Curve.Neg(&R[n], &c.q) // -q, whose place the sum takes
			s[n], of[n] = c.s, i
			n++
		}
	}
	var encodings [batch.GroupSize][32]byte
	switch {
	case n == 0:
	case claims[of[0]].group.Generation == JQ:
		claims[of[0]].group.Curve.VarTimeMulAddMulGenBatch(R[:n], k[:n], R[:n], s[:n])
	default:
		var holds [batch.GroupSize]bool
		for j := range n {
			encodings[j] = claims[of[j]].first
		}
		claims[of[0]].group.Curve.VarTimeVerifyDOBatch(holds[:n], encodings[:n], k[:n], R[:n], s[:n])
		for j := range n {
			valid[of[j]] = holds[j]
		}
		n = 0
	}
	for i := range claims {
		switch c := &claims[i]; {
		case c.expanded == nil || c.group == nil:
		case c.group.Generation == DO:
			valid[i] = c.holds()
		default:
			c.recover(&R[n])
			of[n] = i
			n++
		}
	}
	if n == 0 {
		return
	}
	claims[of[0]].group.Curve.VarTimeEncodeJQBatch(encodings[:n], R[:n])
	for j := range n {
		c := &claims[of[j]]
		c.challenge(&encodings[j], &encodings[j])
		valid[of[j]] = encodings[j] == c.first
	}
}
