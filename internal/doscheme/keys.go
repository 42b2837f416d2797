// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package doscheme is keys, signatures and key exchange with the four double-odd
// groups, in the two generations: the types of the packages jq255e, jq255s, do255e and
// do255s are aliases of those here.
//
// The work is done by functions that take the parameters of the group; the generic types
// only carry them.
package doscheme

import (
	"crypto"
	"crypto/rand"
	"crypto/subtle"
	"errors"
	"fmt"
	"io"

	"secant.example/internal/dogroup"
	"secant.example/internal/dohash"
	"secant.example/internal/doubleodd"
	"secant.example/internal/scalar"
)

// Params is a group with what its schemes need beyond it.
type Params struct {
	*dogroup.Params
	SignatureSize               int
	ErrPrivateKey, ErrPublicKey error
	errPeer                     [2]error // ErrPublicKey and nil, by whether the peer is valid
}

// NewParams returns the parameters for the group p.
func NewParams(p *dogroup.Params) *Params {
	s := &Params{
		Params:        p,
		SignatureSize: 48,
		ErrPrivateKey: errors.New(p.Name + ": invalid private key"),
		ErrPublicKey:  errors.New(p.Name + ": invalid public key"),
	}
	if p.Generation == dohash.DO {
		s.SignatureSize = 64
	}
	s.errPeer[0] = s.ErrPublicKey
	return s
}

// Scheme tells the keys of one group from those of another, as [dogroup.Group] does
// with the elements.
type Scheme interface {
	dogroup.Group
	Scheme() *Params
}

func of[S Scheme]() *Params {
	var s S
	return s.Scheme()
}

// public is a public key: an element that is not neutral, and its encoding. In the zero
// value the encoding is that of the neutral element.
type public struct {
	q doubleodd.Point
	b [32]byte
}

// private is a private key, which is not zero, and its public key.
type private struct {
	d scalar.Scalar
	public
}

// setPublic sets q to the public key that b encodes.
func (p *Params) setPublic(q *public, b []byte) bool {
	if len(b) != 32 {
		return false
	}
	var v doubleodd.Point
	if p.Decode(&v, (*[32]byte)(b))&^p.Curve.IsNeutral(&v) == 0 {
		return false
	}
	q.q, q.b = v, [32]byte(b)
	return true
}

// setPrivate sets k to the private key that b encodes.
func (p *Params) setPrivate(k *private, b []byte) bool {
	if len(b) != 32 {
		return false
	}
	var d scalar.Scalar
	if p.Order.Decode(&d, (*[32]byte)(b))&^p.Order.IsZero(&d) == 0 {
		return false
	}
	p.expand(k, &d)
	return true
}

// expand sets k to the private key d, or 1 if d is 0.
func (p *Params) expand(k *private, d *scalar.Scalar) {
	one := scalar.New(1, 0, 0, 0)
	k.d.Select(&one, d, p.Order.IsZero(d))
	p.Curve.MulGen(&k.q, &k.d)
	p.Encode(&k.b, &k.q)
}

// valid returns whether b is not that of the zero value.
func (q *public) valid() bool { return q.b != [32]byte{} }

// A PrivateKey is an integer d with 0 < d < r and its public key dG. It implements
// [crypto.Signer]. It does not change but by SetBytes, and may be used by several
// goroutines at once. The zero value is not a private key: signing with it, or sharing a
// secret, is an error.
type PrivateKey[S Scheme] struct{ k private }

// GenerateKey returns the private key of 32 bytes read from random, or from the system's
// secure source if random is nil: their little-endian integer modulo r, or 1 if that
// is 0. An error of random is returned, wrapped.
func GenerateKey[S Scheme](random io.Reader) (*PrivateKey[S], error) {
	p := of[S]()
	if random == nil {
		random = rand.Reader
	}
	var b [32]byte
	if _, err := io.ReadFull(random, b[:]); err != nil {
		return nil, fmt.Errorf("%s: reading a random key: %w", p.Name, err)
	}
	var d scalar.Scalar
	p.Order.Reduce(&d, &b)
	k := new(PrivateKey[S])
	p.expand(&k.k, &d)
	return k, nil
}

// NewKeyFromSeed returns the private key H(seed) mod r, or 1 if that is 0.
func NewKeyFromSeed[S Scheme](seed []byte) *PrivateKey[S] {
	p := of[S]()
	var b [32]byte
	p.Generation.Sum(b[:], seed)
	var d scalar.Scalar
	p.Order.Reduce(&d, &b)
	k := new(PrivateKey[S])
	p.expand(&k.k, &d)
	return k
}

// SetBytes sets k to the private key whose 32 bytes, little-endian, are b, and returns
// k. If it is 0, or not below r, or b has another length, SetBytes returns nil and an
// error, and k is unchanged. It is constant-time but for whether it succeeds.
func (k *PrivateKey[S]) SetBytes(b []byte) (*PrivateKey[S], error) {
	p := of[S]()
	if !p.setPrivate(&k.k, b) {
		return nil, p.ErrPrivateKey
	}
	return k, nil
}

// Bytes returns the 32 bytes of k, little-endian.
func (k *PrivateKey[S]) Bytes() []byte {
	// Inlined, so that the result need not escape.
	var b [32]byte
	return k.bytes(&b)
}

func (k *PrivateKey[S]) bytes(b *[32]byte) []byte {
	of[S]().Order.Encode(b, &k.k.d)
	return b[:]
}

// Equal reports whether x is a *PrivateKey of the same group with the same value, in
// constant time.
func (k *PrivateKey[S]) Equal(x crypto.PrivateKey) bool {
	y, ok := x.(*PrivateKey[S])
	return ok && y != nil && of[S]().Order.Equal(&k.k.d, &y.k.d) == 1
}

// PublicKey returns the public key of k.
func (k *PrivateKey[S]) PublicKey() *PublicKey[S] {
	return &PublicKey[S]{k.k.public}
}

// Public is [PrivateKey.PublicKey] for code that is written for private keys of any
// kind: what it returns is a *PublicKey.
func (k *PrivateKey[S]) Public() crypto.PublicKey { return k.PublicKey() }

// Scalar returns the integer d.
func (k *PrivateKey[S]) Scalar() *dogroup.Scalar[S] {
	s := new(dogroup.Scalar[S])
	*dogroup.ScalarOf(s) = k.k.d
	return s
}

// A PublicKey is an element of the group that is not the neutral one. It does not change
// but by SetBytes, and may be used by several goroutines at once. The zero value is not a
// public key: no signature is valid under it.
type PublicKey[S Scheme] struct{ q public }

// SetBytes sets q to the public key whose 32-byte encoding is b, and returns q. If b
// encodes no element, or the neutral one, or has another length, SetBytes returns nil
// and an error, and q is unchanged. Its time depends on whether it succeeds.
func (q *PublicKey[S]) SetBytes(b []byte) (*PublicKey[S], error) {
	p := of[S]()
	if !p.setPublic(&q.q, b) {
		return nil, p.ErrPublicKey
	}
	return q, nil
}

// Bytes returns the 32-byte encoding of q.
func (q *PublicKey[S]) Bytes() []byte {
	b := make([]byte, 32)
	copy(b, q.q.b[:])
	return b
}

// Equal reports whether x is a *PublicKey of the same group with the same value.
func (q *PublicKey[S]) Equal(x crypto.PublicKey) bool {
	y, ok := x.(*PublicKey[S])
	return ok && y != nil && subtle.ConstantTimeCompare(q.q.b[:], y.q.b[:]) == 1
}

// Point returns the element that q is. For the zero value it is the neutral element.
func (q *PublicKey[S]) Point() *dogroup.Point[S] {
	// Inlined, so that the result need not escape.
	return q.point(new(dogroup.Point[S]))
}

func (q *PublicKey[S]) point(v *dogroup.Point[S]) *dogroup.Point[S] {
	of[S]().Curve.Neutral(dogroup.PointOf(v))
	if q.q.valid() {
		*dogroup.PointOf(v) = q.q.q
	}
	return v
}
