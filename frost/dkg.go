// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package frost

import (
	"crypto/subtle"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync/atomic"

	"secant.example/internal/entropy"
	"secant.example/internal/scalar"
)

// A DKG is a participant's part in the generation of a key that nobody ever has. All participants of a
// group have one each, and do the same three steps:
//
//  1. [NewDKG], and [DKG.Broadcast] is what to send to all others.
//  2. [DKG.Round2], with what all others sent, gives what to send to each, secretly.
//  3. [DKG.Finish], with what all others sent, gives the [KeyShare] and the [Group].
//
// What is sent in the first step must be the same for all: it must be broadcast. And all participants must compare the bytes
// of their groups at the end, and throw the key away if they are not the same.
//
// Nothing in a message names the run that it belongs to, nor who sent it: the channel must authenticate both.
// What was sent in one run, also in one that failed, must not be taken for a message of another.
//
// Each step is done once, whatever comes of it: after an error the DKG is over, and all begin again with new ones.
// Anything else is an [ErrOrder]. All find the same culprits in [DKG.Round2], and can leave them out then. What
// [DKG.Finish] finds only one participant sees, and that one may be lying: its word is not enough to leave others out.
//
// A DKG must not be copied. It may be used by several goroutines at once. The zero value is none.
//
// In [Taproot] the key is tweaked with no root at the end, so that no participant can have put a tree of scripts
// into it unseen.
type DKG struct {
	step      atomic.Int32 // what comes next: 2, 3, or none
	suite     *suite
	id        uint16
	n         int
	f         polynomial
	own       commitment
	broadcast []byte
	others    map[uint16]commitment
}

// NewDKG returns the part of a participant, whose number is from 1 to participants, in making a key with a threshold.
// It is an [ErrParameters] if there can be no such group. 64 bytes for each number up to the threshold, and
// 32 for a proof, are read from random, or from the system's secure source if random is nil; an error of random is
// returned, wrapped. It is constant-time.
func NewDKG(s Suite, participant uint16, threshold, participants int, random io.Reader) (*DKG, error) {
	x, err := s.with(threshold, participants)
	if err != nil {
		return nil, err
	}
	if participant == 0 || int(participant) > participants {
		return nil, errNumber
	}
	d := &DKG{suite: x, id: participant, n: participants, f: make(polynomial, threshold)}
	if err := x.readPolynomial(d.f, 0, random); err != nil {
		return nil, err
	}
	var b [32]byte
	if err := entropy.ReadKey(random, b[:]); err != nil {
		return nil, fmt.Errorf("frost: %w", err)
	}
	d.own = d.f.commit(x)
	proof, err := x.prove(participant, &d.f[0], &d.own[0], b[:])
	if err != nil {
		return nil, err
	}
	d.broadcast = appendInt(appendCommitment(append([]byte(nil), x.header[:]...), d.own), len(proof))
	d.broadcast = append(d.broadcast, proof...)
	d.step.Store(2)
	return d, nil
}

// proofSize returns the size of a proof: a signature R || z, where Taproot leaves the first byte of R out.
func (s *suite) proofSize() int {
	if s.Suite == Taproot {
		return 64
	}
	return s.elementSize + scalarSize
}

// prove returns a proof of participant id that it knows the secret x of Y = [x]G: R = [k]G and z = k + c·x,
// where k is the hash of random bytes, id and x. Y is that of x, so all that goes into c goes into k too: the same
// random bytes, of a broken source, do not make one k with two c, which would give x away.
func (s *suite) prove(id uint16, x *scalar.Scalar, Y *element, random []byte) ([]byte, error) {
	var k, c, z scalar.Scalar
	s.nonce(&k, "dkg nonce", s.appendID(slices.Clone(random), id), x)
	R := s.multiple(&k)
	if !R.isSet() {
		return nil, ErrProof
	}
	if s.Suite == Taproot { // R is even
		odd := R.b[0] & 1
		R.b[0] ^= odd
		s.order.Neg(&z, &k)
		k.Select(&z, &k, int(odd))
	}
	s.proofChallenge(&c, id, Y, &R)
	s.order.MulAdd(&z, &c, x, &k)
	b := R.b[len(R.b)+scalarSize-s.proofSize():]
	return s.encodeScalar(slices.Clone(b), &z), nil
}

// proofChallenge sets c to that of a proof.
func (s *suite) proofChallenge(c *scalar.Scalar, id uint16, Y, R *element) {
	s.toScalar(c, s.name+"dkg", s.appendID(nil, id), Y.b, R.b)
}

// verifyProof reports whether a proof of participant id is one for Y, in variable time.
func (s *suite) verifyProof(id uint16, Y, R *element, z *scalar.Scalar) bool {
	var c scalar.Scalar
	s.proofChallenge(&c, id, Y, R)
	return s.holds(R, Y, &c, z, false)
}

// Broadcast returns what to send to all other participants: the header, the number of elements, which is the
// threshold, and as many, the length of a proof, and the proof. Of the zero value it returns nil.
func (d *DKG) Broadcast() []byte {
	if d == nil {
		return nil
	}
	return slices.Clone(d.broadcast)
}

// decodeBroadcast returns the commitment that a participant broadcast, or the error that it makes, in variable time.
func (d *DKG) decodeBroadcast(id uint16, b []byte) (commitment, error) {
	s := d.suite
	r := reader{suite: s, b: b}
	r.header()
	c := r.commitment()
	var R element
	var z scalar.Scalar
	if r.int(s.proofSize()) != s.proofSize() {
		return nil, ErrEncoding
	}
	if s.Suite == Taproot { // R is even
		r.b = append([]byte{2}, r.b...)
	}
	r.element(&R)
	r.scalar(&z)
	if !r.done() {
		return nil, ErrEncoding
	}
	if len(c) != len(d.f) {
		return nil, errCommitments
	}
	if !s.verifyProof(id, &c[0], &R, &z) {
		return nil, ErrProof
	}
	return c, nil
}

// opens reports whether y is f(id) for the polynomial f to which c is the commitment. It is constant-time in y.
func (c commitment) opens(s *suite, id uint16, y *scalar.Scalar) bool {
	left := s.multiple(y)
	right, ok := s.encode(c.varTimeAt(s, id))
	return left.isSet() && ok && subtle.ConstantTimeCompare(left.b, right.b) == 1
}

// begin reports whether a step is the one that comes next, which it is once.
func (d *DKG) begin(step int32) bool { return d != nil && d.step.CompareAndSwap(step, 0) }

// complete reports whether there is a message of each participant but this one.
func (d *DKG) complete(messages map[uint16][]byte) bool {
	for id := range messages {
		if id == 0 || int(id) > d.n || id == d.id {
			return false
		}
	}
	return len(messages) == d.n-1
}

// Round2 takes what all other participants broadcast, by their numbers, and returns what to send to each of them,
// by their numbers: 37 bytes, the header and a scalar, which are secret, and the channel must keep them so. If
// there is not one message of each, it is an [ErrParameters]. Those whose messages are not valid are
// in a [CulpritError] of an [ErrProof], an [ErrCommitment] or an [ErrEncoding], in which the errors of
// all are joined. It is constant-time in the secrets.
func (d *DKG) Round2(broadcasts map[uint16][]byte) (map[uint16][]byte, error) {
	if !d.begin(2) {
		return nil, ErrOrder
	}
	if !d.complete(broadcasts) {
		d.f = nil
		return nil, errMissing
	}
	d.others = make(map[uint16]commitment, d.n-1)
	err := blame(broadcasts, func(id uint16, b []byte) (err error) {
		d.others[id], err = d.decodeBroadcast(id, b)
		return err
	})
	if err != nil {
		d.f = nil
		return nil, err
	}
	shares := make(map[uint16][]byte, d.n-1)
	for id := range broadcasts {
		var y scalar.Scalar
		d.f.at(d.suite, &y, id)
		shares[id] = d.suite.encodeScalar(slices.Clone(d.suite.header[:]), &y)
	}
	d.step.Store(3)
	return shares, nil
}

// Finish takes what all other participants sent to this one, by their numbers, and returns the share of the
// key and the group. If there is not one message of each, it is an [ErrParameters]. Those
// who sent what is not what they committed to are in a [CulpritError] of an [ErrShare] or an [ErrEncoding]. It is
// constant-time in the secrets.
func (d *DKG) Finish(shares map[uint16][]byte) (*KeyShare, *Group, error) {
	if !d.begin(3) {
		return nil, nil, ErrOrder
	}
	f := d.f
	d.f = nil
	if !d.complete(shares) {
		return nil, nil, errMissing
	}
	s := d.suite
	var sum scalar.Scalar
	f.at(s, &sum, d.id)
	err := blame(shares, func(id uint16, b []byte) error {
		var y scalar.Scalar
		r := reader{suite: s, b: b}
		r.header()
		r.scalar(&y)
		if !r.done() {
			return ErrEncoding
		}
		if !d.others[id].opens(s, d.id, &y) {
			return errWrongShare
		}
		s.order.Add(&sum, &sum, &y)
		return nil
	})
	if err != nil {
		return nil, nil, err
	}
	g, err := d.varTimeGroup()
	if err != nil {
		return nil, nil, err
	}
	k, err := g.keyShare(d.id, &sum)
	if err != nil {
		return nil, nil, err
	}
	if s.Suite != Taproot {
		return k, g, nil
	}
	if k, err = k.TapTweak(nil); err != nil {
		return nil, nil, err
	}
	if g, err = g.TapTweak(nil); err != nil {
		return nil, nil, err
	}
	return k, g, nil
}

// varTimeGroup returns the group of a key that is the sum of all.
func (d *DKG) varTimeGroup() (*Group, error) {
	total := make(commitment, len(d.own))
	for i := range total {
		ps := []point{d.own[i].point}
		for _, c := range d.others {
			ps = append(ps, c[i].point)
		}
		var ok bool
		if total[i], ok = d.suite.encode(d.suite.curve.varTimePolynomial(1, ps)); !ok {
			return nil, errNoKey
		}
	}
	return total.group(d.suite, d.n)
}

// blame calls check for all messages, in the order of the participants, and returns a [CulpritError] of those with an error.
func blame(messages map[uint16][]byte, check func(id uint16, b []byte) error) error {
	ids := make([]uint16, 0, len(messages))
	for id := range messages {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	var who []uint16
	var what []error
	for _, id := range ids {
		if err := check(id, messages[id]); err != nil {
			who = append(who, id)
			if !slices.Contains(what, err) {
				what = append(what, err)
			}
		}
	}
	return culprits(who, errors.Join(what...))
}
