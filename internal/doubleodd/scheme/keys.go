// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package scheme

import (
	"crypto/subtle"
	"fmt"
	"io"

	"secant.example/internal/doubleodd"
	"secant.example/internal/entropy"
	"secant.example/internal/scalar"
)

// A PublicKey is an element that is not neutral, and its encoding. In the zero value,
// which is no key, that is 0, the encoding of the neutral element.
type PublicKey struct {
	q doubleodd.Point
	b [32]byte
}

// A PrivateKey is an integer modulo the order that is not 0, and its public key. The zero
// value is no key.
type PrivateKey struct {
	d      scalar.Scalar
	public PublicKey
}

// isSet reports whether q was set: it is neither nil nor the zero value.
func (q *PublicKey) isSet() bool { return q != nil && q.b != [32]byte{} }

// isSet reports whether k was set.
func (k *PrivateKey) isSet() bool { return k != nil && k.public.isSet() }

// PublicKey returns the public key of k, which is a part of k.
func (k *PrivateKey) PublicKey() *PublicKey { return &k.public }

// Scalar returns the integer that k is, which is a part of k.
func (k *PrivateKey) Scalar() *scalar.Scalar { return &k.d }

// setPrivateKey sets k to d, or to 1 if d is 0.
func (g *Group) setPrivateKey(k *PrivateKey, d *scalar.Scalar) {
	one := scalar.New(1, 0, 0, 0)
	k.d.Select(&one, d, g.Order.IsZero(d))
	g.Curve.MulGen(&k.public.q, &k.d)
	g.encode(&k.public.b, &k.public.q)
}

// GenerateKey sets k to a random key: 32 bytes of random, or of the system's secure source if
// random is nil, modulo the order. It is an error if that is 0, as with a reader of zeros, and
// then, or if random fails, k is unchanged.
func (g *Group) GenerateKey(k *PrivateKey, random io.Reader) error {
	var b [32]byte
	if err := entropy.ReadKey(random, b[:]); err != nil {
		return fmt.Errorf("%s: %w", g.name, err)
	}
	var d scalar.Scalar
	g.Order.Reduce(&d, &b)
	if g.Order.IsZero(&d) == 1 {
		return g.errRandom
	}
	g.setPrivateKey(k, &d)
	return nil
}

// SetSeed sets k to the hash of seed modulo the order, or to 1 if that is 0.
func (g *Group) SetSeed(k *PrivateKey, seed []byte) {
	var b [32]byte
	g.Generation.Sum(b[:], seed)
	var d scalar.Scalar
	g.Order.Reduce(&d, &b)
	g.setPrivateKey(k, &d)
}

// SetPrivateKey sets k to the private key that b encodes. Otherwise it returns an error,
// and k is unchanged.
func (g *Group) SetPrivateKey(k *PrivateKey, b []byte) error {
	if len(b) != 32 {
		return g.ErrPrivateKey
	}
	var d scalar.Scalar
	if g.Order.Decode(&d, (*[32]byte)(b))&^g.Order.IsZero(&d) == 0 {
		return g.ErrPrivateKey
	}
	g.setPrivateKey(k, &d)
	return nil
}

// SetPublicKey sets q to the public key that b encodes. Otherwise it returns an error, and
// q is unchanged.
func (g *Group) SetPublicKey(q *PublicKey, b []byte) error {
	if len(b) != 32 {
		return g.ErrPublicKey
	}
	var v doubleodd.Point
	if g.decode(&v, (*[32]byte)(b))&^g.Curve.IsNeutral(&v) == 0 {
		return g.ErrPublicKey
	}
	q.q, q.b = v, [32]byte(b)
	return nil
}

// PrivateKeyBytes sets b to the bytes of k, and returns them, or nil for the zero value.
func (g *Group) PrivateKeyBytes(b *[32]byte, k *PrivateKey) []byte {
	if !k.isSet() {
		return nil
	}
	g.Order.Encode(b, &k.d)
	return b[:]
}

// Bytes sets b to the encoding of q, and returns it, or nil for the zero value.
func (q *PublicKey) Bytes(b *[32]byte) []byte {
	if !q.isSet() {
		return nil
	}
	*b = q.b
	return b[:]
}

// EqualPrivateKeys reports whether k and l are the same key. It is constant-time.
func (g *Group) EqualPrivateKeys(k, l *PrivateKey) bool {
	return k.isSet() && l.isSet() && g.Order.Equal(&k.d, &l.d) == 1
}

// Equal reports whether q and s are the same key.
func (q *PublicKey) Equal(s *PublicKey) bool {
	return q.isSet() && subtle.ConstantTimeCompare(q.b[:], s.b[:]) == 1
}

// PublicKeyPoint sets v to the element that q is, or to the neutral one for the zero
// value.
func (g *Group) PublicKeyPoint(v *doubleodd.Point, q *PublicKey) {
	if q.isSet() {
		*v = q.q
	} else {
		g.Curve.Neutral(v)
	}
}
