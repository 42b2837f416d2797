// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package keys has what the schemes over secp256k1 do in the same way: keys, and what a
// [crypto.Signer] is given. Each package wraps [Private] and [Public] in types of its own,
// and has [Errors] of its own.
package keys

import (
	"crypto"
	"errors"
	"fmt"
	"io"

	"secant.example/internal/entropy"
	"secant.example/internal/scalar"
	"secant.example/internal/secp256k1"
	group "secant.example/secp256k1"
)

// n computes modulo the order of the group.
var n = scalar.Secp256k1

// Errors are the errors of a package about keys.
type Errors struct {
	PrivateSize, PrivateLong, PrivateRange, PrivateZero, PrivateUnset, PrivatePublic  error
	SEC1, PKCS8, PrivateCurve, PrivatePEM, PrivateAfterPEM, PrivateEncrypted          error
	PublicPoint, PublicX, PublicNotInField, PublicNotOnCurve, PublicNone, PublicUnset error
	SPKI, PublicCurve, PublicPEM, PublicAfterPEM                                      error
}

// NewErrors returns errors that wrap those of a package for private and for public keys.
func NewErrors(private, public error) *Errors {
	const (
		notNamed = "not a key of secp256k1, named by its object identifier"
		after    = "there is more after the PEM"
	)
	of := func(err error, text string) error { return fmt.Errorf("%w: %s", err, text) }
	return &Errors{
		PrivateSize:      of(private, "not of 32 bytes"),
		PrivateLong:      of(private, "neither empty nor of up to 32 bytes"),
		PrivateRange:     of(private, "not in [1, n)"),
		PrivateZero:      of(private, "the scalar is 0"),
		PrivateUnset:     of(private, "a PrivateKey that was never set"),
		PrivatePublic:    of(private, "the public key with it does not belong to it"),
		SEC1:             of(private, "not an ECPrivateKey of SEC 1 in DER"),
		PKCS8:            of(private, "not a PrivateKeyInfo of PKCS #8 in DER"),
		PrivateCurve:     of(private, notNamed),
		PrivatePEM:       of(private, "not PEM of a private key, which has the type EC PRIVATE KEY or PRIVATE KEY"),
		PrivateAfterPEM:  of(private, after),
		PrivateEncrypted: of(private, "the PEM is encrypted"),
		PublicPoint:      of(public, "neither 33 nor 65 bytes that encode a point"),
		PublicX:          of(public, "not 32 bytes"),
		PublicNotInField: fmt.Errorf("%w: %w", public, secp256k1.ErrNotInField),
		PublicNotOnCurve: fmt.Errorf("%w: %w", public, secp256k1.ErrNotOnCurve),
		PublicNone:       of(public, "the point is the identity, or was never set"),
		PublicUnset:      of(public, "a PublicKey that was never set"),
		SPKI:             of(public, "not a SubjectPublicKeyInfo in DER"),
		PublicCurve:      of(public, notNamed),
		PublicPEM:        of(public, "not PEM of a public key, which has the type PUBLIC KEY"),
		PublicAfterPEM:   of(public, after),
	}
}

// A Private is a private key: an integer d in [1, n). The zero value, in which d is 0, is
// none: it was never set.
type Private struct{ d scalar.Scalar }

// A Public is a public key: a point that is not the identity, with Z = 1. The zero value,
// which is the identity, is none: it was never set.
type Public struct{ point secp256k1.Point }

// IsSet reports whether k was set.
func (k *Private) IsSet() bool { return n.IsZero(&k.d) == 0 }

// SetBytes sets k to the private key whose 32 bytes, big-endian, are b. If it is none, k is
// unchanged. It is constant-time, but for the error.
func (k *Private) SetBytes(b []byte, e *Errors) error {
	var d scalar.Scalar
	switch {
	case len(b) != 32:
		return e.PrivateSize
	case !SetNonZero(&d, (*[32]byte)(b)):
		return e.PrivateRange
	}
	k.d = d
	return nil
}

// SetPadded is [Private.SetBytes] for up to 32 bytes, but not none, with zeros before them.
func (k *Private) SetPadded(b []byte, e *Errors) error {
	var padded [32]byte
	if len(b) == 0 || len(b) > len(padded) {
		return e.PrivateLong
	}
	copy(padded[len(padded)-len(b):], b)
	return k.SetBytes(padded[:], e)
}

// SetGroupScalar sets k to d. If that is 0, k is unchanged.
func (k *Private) SetGroupScalar(d *group.Scalar, e *Errors) error {
	if d.IsZero() == 1 {
		return e.PrivateZero
	}
	return k.SetBytes(d.Bytes(), e)
}

// GroupScalar returns d, which is 0 if k was never set.
func (k *Private) GroupScalar() *group.Scalar {
	var b [32]byte
	n.EncodeBE(&b, &k.d)
	d, err := group.NewScalar().SetCanonicalBytes(b[:])
	if err != nil {
		panic("secp256k1: internal error: " + err.Error()) // d is below n
	}
	return d
}

// tries is how many times Generate reads 32 bytes. Two are needed once in 2^127 keys.
const tries = 8

var errNotRandom = errors.New("the random bytes are not random: none are in [1, n)")

// Generate sets k to a new private key: 32 bytes that [entropy.Read] reads, which it does
// again if they are none. After 8 times, as with a reader that has only zeros, that is an
// error.
func (k *Private) Generate(random io.Reader) error {
	var b [32]byte
	defer clear(b[:])
	for range tries {
		if err := entropy.Read(random, b[:]); err != nil {
			return err
		}
		if SetNonZero(&k.d, &b) {
			return nil
		}
	}
	return errNotRandom
}

// Scalar returns d, which must not be changed.
func (k *Private) Scalar() *scalar.Scalar { return &k.d }

// SetScalar sets k to d, which is not 0.
func (k *Private) SetScalar(d *scalar.Scalar) { k.d = *d }

// Bytes returns the 32 bytes of k, big-endian. Of one that was never set it returns nil.
func (k *Private) Bytes() []byte {
	if !k.IsSet() {
		return nil
	}
	b := new([32]byte)
	n.EncodeBE(b, &k.d)
	return b[:]
}

// Equal reports whether k and y are the same key, in constant time. One that was never set
// is not equal to any.
func (k *Private) Equal(y *Private) bool { return n.Equal(&k.d, &y.d)&(n.IsZero(&k.d)^1) == 1 }

// SetPublic sets p to the public key of k, d·G. If k was never set, neither is p. It is
// constant-time.
func (p *Public) SetPublic(k *Private) {
	p.point.ScalarBaseMult(&k.d)
	p.point.Normalize(&p.point)
}

// IsSet reports whether p was set.
func (p *Public) IsSet() bool { return p.point.IsIdentity() == 0 }

// SetBytes sets p to the public key of which b is the encoding, of 33 bytes, compressed, or
// of 65. If it is none, p is unchanged.
func (p *Public) SetBytes(b []byte, e *Errors) error {
	if len(b) != 33 && len(b) != 65 { // not the identity
		return e.PublicPoint
	}
	_, err := p.point.SetBytes(b)
	return e.point(err)
}

// SetBytesHybrid is [Public.SetBytes] that also takes the hybrid form of 65 bytes.
func (p *Public) SetBytesHybrid(b []byte, e *Errors) error {
	if len(b) != 33 && len(b) != 65 {
		return e.PublicPoint
	}
	_, err := p.point.SetBytesHybrid(b)
	return e.point(err)
}

// SetX sets p to the public key with an even y-coordinate and the x-coordinate b, 32 bytes
// big-endian. If there is none, p is unchanged.
func (p *Public) SetX(b []byte, e *Errors) error {
	if len(b) != 32 {
		return e.PublicX
	}
	_, err := p.point.SetXBytes(b)
	return e.point(err)
}

// point returns the error of a package for one of decoding a point.
func (e *Errors) point(err error) error {
	switch err {
	case nil:
		return nil
	case secp256k1.ErrNotInField:
		return e.PublicNotInField
	case secp256k1.ErrNotOnCurve:
		return e.PublicNotOnCurve
	}
	return e.PublicPoint
}

// SetGroupPoint sets p to q. If that is the identity, or the zero value of a point, p is
// unchanged.
func (p *Public) SetGroupPoint(q *group.Point, e *Errors) error {
	Q, err := e.PublicOf(q)
	if err != nil {
		return err
	}
	p.point.Normalize(Q)
	return nil
}

// PublicOf returns q for what computes, which must not change it. It is an error if q is the
// identity, or the zero value of a point.
func (e *Errors) PublicOf(q *group.Point) (*secp256k1.Point, error) {
	Q := (*secp256k1.Point)(q)
	if Q.IsIdentity() == 1 { // so is the zero value
		return nil, e.PublicNone
	}
	return Q, nil
}

// GroupPoint returns the point of p, which is the identity if p was never set.
func (p *Public) GroupPoint() *group.Point {
	q := p.point
	return (*group.Point)(q.Mark())
}

// SetPoint sets p to a point that is not the identity, and has Z = 1.
func (p *Public) SetPoint(q *secp256k1.Point) { p.point = *q }

// Point returns the point of p, which must not be changed.
func (p *Public) Point() *secp256k1.Point { return &p.point }

// Bytes returns the 33 bytes of p, compressed. Of one that was never set it returns nil.
func (p *Public) Bytes() []byte {
	if !p.IsSet() {
		return nil
	}
	b := new([33]byte)
	p.point.EncodeNormal(b)
	return b[:]
}

// BytesUncompressed returns the 65 bytes of p, uncompressed. Of one that was never set it
// returns nil.
func (p *Public) BytesUncompressed() []byte {
	if !p.IsSet() {
		return nil
	}
	b := new([65]byte)
	p.point.EncodeXYNormal(b, 0)
	return b[:]
}

// BytesX returns the 32 bytes of the x-coordinate of p. Of one that was never set it returns
// nil.
func (p *Public) BytesX() []byte {
	if !p.IsSet() {
		return nil
	}
	return p.Bytes()[1:]
}

// Equal reports whether p and q are the same key. One that was never set is not equal to
// any.
func (p *Public) Equal(q *Public) bool { return p.IsSet() && p.point.Equal(&q.point) == 1 }

// SetNonZero sets z to b, big-endian, and reports whether it is in [1, n). It is
// constant-time, but for its result.
func SetNonZero(z *scalar.Scalar, b *[32]byte) bool {
	return n.DecodeBE(z, b)&(n.IsZero(z)^1) == 1
}

// IsDigest reports whether the digests of the hash function that opts names have size
// bytes. It is true if opts is nil or names none.
func IsDigest(size int, opts crypto.SignerOpts) bool {
	if opts == nil {
		return true
	}
	h := opts.HashFunc()
	return h == 0 || h <= crypto.BLAKE2b_512 && h.Size() == size // Size panics above
}
