// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package scheme

import "secant.example/internal/doubleodd"

// An ExpandedKey is a public key Q with a table of multiples of -Q. The zero value is no key.
type ExpandedKey struct {
	public PublicKey
	minusQ doubleodd.ExpandedPoint
}

// isSet reports whether e was set.
func (e *ExpandedKey) isSet() bool { return e != nil && e.public.isSet() }

// PublicKey returns the key that was expanded, which is a part of e.
func (e *ExpandedKey) PublicKey() *PublicKey {
	if e == nil {
		return nil
	}
	return &e.public
}

// SetExpandedKey sets e to the public key that b encodes, in variable time. Otherwise it returns an
// error, and e is unchanged.
func (g *Group) SetExpandedKey(e *ExpandedKey, b []byte) error {
	if err := g.SetPublicKey(&e.public, b); err != nil {
		return err
	}
	var minusQ doubleodd.Point
	g.Curve.Neg(&minusQ, &e.public.q)
	// Challenges of 2022 have 128 bits.
	g.Curve.VarTimeExpand(&e.minusQ, &minusQ, g.Generation == JQ)
	return nil
}

// VerifyExpanded is Verify for an expanded key, which may be nil, in variable time.
func (g *Group) VerifyExpanded(e *ExpandedKey, data, sig []byte, hash Hash) bool {
	var c claim
	if !e.isSet() || !c.set(g, data, sig, hash) {
		return false
	}
	c.expanded, c.key = e, e.public.b
	return c.verify()
}
