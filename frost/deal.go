// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package frost

import (
	"crypto/subtle"
	"errors"
	"fmt"
	"io"

	"secant.example/internal/entropy"
	"secant.example/internal/scalar"
)

// A polynomial has secret coefficients, the constant one first.
type polynomial []scalar.Scalar

// A commitment is [a]G for the coefficients a of a polynomial. It is public.
type commitment []element

// readScalar sets x to a random number that is not 0.
func (s *suite) readScalar(x *scalar.Scalar, random io.Reader) error {
	var wide [64]byte
	if err := entropy.ReadKey(random, wide[:]); err != nil {
		return fmt.Errorf("frost: %w", err)
	}
	if s.bigEndian {
		s.order.DecodeWideBE(x, &wide)
	} else {
		s.order.DecodeWide(x, &wide)
	}
	if s.order.IsZero(x) == 1 {
		return errors.New("frost: a random number is zero")
	}
	return nil
}

// readPolynomial sets the coefficients from a certain one on to random numbers.
func (s *suite) readPolynomial(f polynomial, from int, random io.Reader) error {
	for i := from; i < len(f); i++ {
		if err := s.readScalar(&f[i], random); err != nil {
			return err
		}
	}
	return nil
}

// at sets y to f(id).
func (f polynomial) at(s *suite, y *scalar.Scalar, id uint16) {
	x := scalar.New(uint64(id), 0, 0, 0)
	var sum scalar.Scalar
	for i := len(f) - 1; i >= 0; i-- {
		s.order.MulAdd(&sum, &sum, &x, &f[i])
	}
	*y = sum
}

// commit returns the commitment to f, whose coefficients are not 0.
func (f polynomial) commit(s *suite) commitment {
	c := make(commitment, len(f))
	for i := range f {
		c[i] = s.multiple(&f[i])
	}
	return c
}

// varTimeAt returns [f(id)]G.
func (c commitment) varTimeAt(s *suite, id uint16) point {
	ps := make([]point, len(c))
	for i := range c {
		ps[i] = c[i].point
	}
	return s.curve.varTimePolynomial(id, ps)
}

// group returns the group of participants 1 to n of whose key c is the commitment, in variable time.
func (c commitment) group(s *suite, n int) (*Group, error) {
	g := &Group{suite: s, threshold: len(c), key: c[0], participants: make([]participant, n)}
	for i := range g.participants {
		p := &g.participants[i]
		p.id = uint16(i + 1)
		var ok bool
		if p.public, ok = s.encode(c.varTimeAt(s, p.id)); !ok {
			return nil, errNoKey
		}
	}
	return g, nil
}

// appendCommitment appends the number of elements and c.
func appendCommitment(b []byte, c commitment) []byte {
	b = appendInt(b, len(c))
	for i := range c {
		b = append(b, c[i].b...)
	}
	return b
}

// commitment takes what appendCommitment appended.
func (r *reader) commitment() commitment {
	c := make(commitment, r.int(MaxParticipants))
	for i := range c {
		r.element(&c[i])
	}
	return c
}

// Deal makes a new key and shares it between participants with the numbers 1 to participants. It returns the
// public [Group], and what to send to each participant, who calls [OpenShare]: these bytes are secret, and
// the channel must keep them so. Who calls Deal knows the key, and must be trusted to forget it.
//
// 64 bytes for the key and for each number up to the threshold are read from random, or from the system's secure
// source if random is nil; an error of random is returned, wrapped. It is an [ErrParameters] if the
// threshold is below 2 or above participants, or they are more than [MaxParticipants]. It is
// constant-time.
//
// Source: RFC 9591, appendix C, trusted_dealer_keygen.
func Deal(s Suite, threshold, participants int, random io.Reader) (*Group, map[uint16][]byte, error) {
	x, err := s.with(threshold, participants)
	if err != nil {
		return nil, nil, err
	}
	f := make(polynomial, threshold)
	if err := x.readPolynomial(f, 0, random); err != nil {
		return nil, nil, err
	}
	return x.deal(f, participants)
}

// Split is [Deal] of a secret key that there is, a scalar of 32 bytes that is not zero: little-endian, but
// big-endian on secp256k1. Other bytes are an [ErrSecret]. For Ed25519 this is the scalar that a private key
// hashes to, modulo the order, and not its seed.
func Split(s Suite, secret []byte, threshold, participants int, random io.Reader) (*Group, map[uint16][]byte, error) {
	x, err := s.with(threshold, participants)
	if err != nil {
		return nil, nil, err
	}
	f := make(polynomial, threshold)
	if !x.decodeScalar(&f[0], secret) || x.order.IsZero(&f[0]) == 1 {
		return nil, nil, ErrSecret
	}
	if err := x.readPolynomial(f, 1, random); err != nil {
		return nil, nil, err
	}
	return x.deal(f, participants)
}

// deal is Deal with a polynomial.
func (s *suite) deal(f polynomial, participants int) (*Group, map[uint16][]byte, error) {
	c := f.commit(s)
	g := &Group{suite: s, threshold: len(f), key: c[0]}
	shares := make(map[uint16][]byte, participants)
	for i := range participants {
		id := uint16(i + 1)
		var y scalar.Scalar
		f.at(s, &y, id)
		p := participant{id, s.multiple(&y)}
		if !p.public.isSet() {
			return nil, nil, errNoKey
		}
		g.participants = append(g.participants, p)
		b := s.appendID(append([]byte(nil), s.header[:]...), id)
		shares[id] = appendCommitment(s.encodeScalar(b, &y), c)
	}
	return g, shares, nil
}

// OpenShare returns the key share, and the group of participants 1 to participants, of what [Deal] or [Split] made
// for one participant. It is an [ErrEncoding] if b is not that, an [ErrParameters] if there can be no such
// group, and an [ErrShare] if the share is not one of the key that was committed to.
//
// The participants must compare the bytes of their groups: otherwise a dealer could give them shares of
// different keys. It is constant-time in the share, but for the error.
//
// Source: RFC 9591, appendix C.2, vss_verify and derive_group_info.
func OpenShare(s Suite, participants int, b []byte) (*KeyShare, *Group, error) {
	x, err := s.suite()
	if err != nil {
		return nil, nil, err
	}
	r := reader{suite: x, b: b}
	r.header()
	id := r.id()
	var y scalar.Scalar
	r.scalar(&y)
	c := r.commitment()
	if !r.done() {
		return nil, nil, ErrEncoding
	}
	if err := checkParameters(len(c), participants); err != nil {
		return nil, nil, err
	}
	if int(id) > participants {
		return nil, nil, errNumber
	}
	g, err := c.group(x, participants)
	if err != nil {
		return nil, nil, err
	}
	k, err := g.keyShare(id, &y)
	if err != nil {
		return nil, nil, err
	}
	return k, g, nil
}

// keyShare returns the share y of a participant, or an error if it is another.
func (g *Group) keyShare(id uint16, y *scalar.Scalar) (*KeyShare, error) {
	k, err := newKeyShare(g.suite, id, g.threshold, y, g.key)
	if err != nil {
		return nil, err
	}
	if subtle.ConstantTimeCompare(k.public.b, g.find(id).b) != 1 {
		return nil, errWrongShare
	}
	return k, nil
}

// Combine returns the secret key, a scalar of 32 bytes, as for [Split], of the shares of at least as many
// participants as the threshold: then there is one who has it. If they are fewer, or not of one key, or two
// are of one participant, it is an [ErrShare]. It is constant-time in the shares.
//
// Source: RFC 9591, appendix C.1, secret_share_combine.
func Combine(shares []*KeyShare) ([]byte, error) {
	if len(shares) == 0 {
		return nil, errFewShares
	}
	ids := make([]uint16, len(shares))
	for i, k := range shares {
		first := shares[0]
		if !k.isSet() {
			return nil, errUnset
		}
		if k.suite != first.suite || k.threshold != first.threshold || subtle.ConstantTimeCompare(k.key.b, first.key.b) != 1 {
			return nil, errOtherKeys
		}
		ids[i] = k.id
	}
	if len(shares) < shares[0].threshold {
		return nil, errFewShares
	}
	s := shares[0].suite
	var sum, factor scalar.Scalar
	for i, k := range shares {
		if !s.varTimeInterpolate(&factor, ids, i) {
			return nil, errSameShares
		}
		s.order.MulAdd(&sum, &factor, &k.s, &sum)
	}
	if e := s.multiple(&sum); subtle.ConstantTimeCompare(e.b, shares[0].key.b) != 1 {
		return nil, errOtherKeys
	}
	return s.encodeScalar(nil, &sum), nil
}

// varTimeInterpolate sets x to the coefficient of the value at ids[i] in the value at 0, and reports
// whether ids are distinct.
//
// Source: RFC 9591, section 4.2, derive_interpolating_value.
func (s *suite) varTimeInterpolate(x *scalar.Scalar, ids []uint16, i int) bool {
	numerator, denominator := scalar.New(1, 0, 0, 0), scalar.New(1, 0, 0, 0)
	own := scalar.New(uint64(ids[i]), 0, 0, 0)
	for j, id := range ids {
		if j == i {
			continue
		}
		other := scalar.New(uint64(id), 0, 0, 0)
		s.order.Mul(&numerator, &numerator, &other)
		s.order.Sub(&other, &other, &own)
		s.order.Mul(&denominator, &denominator, &other)
	}
	if s.order.IsZero(&denominator) == 1 {
		return false
	}
	s.order.InvVarTime(&denominator, &denominator)
	s.order.Mul(x, &numerator, &denominator)
	return true
}
