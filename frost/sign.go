// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package frost

import (
	"bytes"
	"crypto/subtle"
	"fmt"
	"io"
	"slices"
	"sync/atomic"

	"secant.example/ed25519"
	"secant.example/internal/entropy"
	"secant.example/internal/scalar"
	jq "secant.example/jq255e"
	"secant.example/secp256k1/schnorr"
)

// A SecretNonce is what a signer keeps between the two rounds: two secret scalars. It is used up by the
// first call of [KeyShare.Sign]: a copy of its value is the same nonce. The zero value is none: signing with it
// is an [ErrNonce]. It may be used by several goroutines at once, of which one may sign.
type SecretNonce struct{ nonce *nonce }

// A nonce is d and e, the hiding and the binding one.
type nonce struct {
	used       atomic.Bool
	suite      *suite
	k          [2]scalar.Scalar // 0 when it is used
	commitment []byte           // of the elements [d]G and [e]G, without the header
}

// NewNonce returns a secret nonce for one signature with k. 64 bytes are read from random, or from the system's
// secure source if random is nil, and hashed with the share; an error of random is returned, wrapped, and so
// is one if the bytes are zero. A share that was never set is an [ErrShare]. It is constant-time.
//
// Nonces may be made, and their commitments sent, long before there is a message. A machine must never be restored
// to a state, such as a snapshot, in which a nonce was not used yet: two signatures with it give the share away.
//
// Source: RFC 9591, sections 4.1 and 5.1, nonce_generate and commit.
func (k *KeyShare) NewNonce(random io.Reader) (*SecretNonce, error) {
	if !k.isSet() {
		return nil, errUnset
	}
	var b [64]byte
	if err := entropy.ReadKey(random, b[:]); err != nil {
		return nil, fmt.Errorf("frost: %w", err)
	}
	var d, e scalar.Scalar
	k.suite.nonce(&d, "nonce", b[:32], &k.s)
	k.suite.nonce(&e, "nonce", b[32:], &k.s)
	return k.suite.newNonce(&d, &e)
}

// nonce sets x to the hash of random bytes and a secret.
func (s *suite) nonce(x *scalar.Scalar, dst string, random []byte, secret *scalar.Scalar) {
	s.toScalar(x, s.name+dst, s.encodeScalar(append([]byte(nil), random...), secret))
}

// newNonce returns the nonce d, e. If one of them is 0, which nobody knows how to make happen, it is an [ErrNonce].
func (s *suite) newNonce(d, e *scalar.Scalar) (*SecretNonce, error) {
	D, E := s.multiple(d), s.multiple(e)
	if !D.isSet() || !E.isSet() {
		return nil, ErrNonce
	}
	return &SecretNonce{&nonce{suite: s, k: [2]scalar.Scalar{*d, *e}, commitment: append(append([]byte(nil), D.b...), E.b...)}}, nil
}

// Commitment returns the commitment, for the coordinator: the header and two elements, 69 bytes, or 71
// on secp256k1. Of the zero value it returns nil.
func (n *SecretNonce) Commitment() []byte {
	if n == nil || n.nonce == nil {
		return nil
	}
	return append(append([]byte(nil), n.nonce.suite.header[:]...), n.nonce.commitment...)
}

// use returns the nonce with d and e, once.
func (n *SecretNonce) use(k *[2]scalar.Scalar) (*nonce, error) {
	if n == nil || n.nonce == nil {
		return nil, errNonceUnset
	}
	if !n.nonce.used.CompareAndSwap(false, true) {
		return nil, errNonceUsed
	}
	*k = n.nonce.k
	n.nonce.k = [2]scalar.Scalar{}
	return n.nonce, nil
}

// A SigningPackage is a message, and the commitments of those who are to sign it. It does not change. The
// zero value is none: using it is an [ErrNotMade]. It may be used by several goroutines at once.
type SigningPackage struct {
	suite   *suite
	message []byte
	ids     []uint16     // ascending
	nonces  [][2]element // their commitments, in the same order
}

// isSet reports whether p was made.
func (p *SigningPackage) isSet() bool { return p != nil && p.suite != nil }

// NewSigningPackage returns the package of a message and the commitments of the signers, by their numbers. What is
// no commitment makes a [CulpritError] of an [ErrCommitment]. If there are fewer than the threshold, or
// there is a number that no participant has, it is an [ErrSigners]. It is variable-time: its arguments are public.
func (g *Group) NewSigningPackage(message []byte, commitments map[uint16][]byte) (*SigningPackage, error) {
	if !g.isSet() {
		return nil, ErrNotMade
	}
	p := &SigningPackage{suite: g.suite, message: append([]byte(nil), message...)}
	for id := range commitments {
		p.ids = append(p.ids, id)
	}
	slices.Sort(p.ids)
	if err := g.check(p.ids); err != nil {
		return nil, err
	}
	size := g.suite.elementSize
	encodings := make([][]byte, 0, 2*len(p.ids))
	var bad []uint16
	for _, id := range p.ids {
		b := commitments[id]
		if len(b) != headerSize+2*size || !bytes.Equal(b[:headerSize], g.suite.header[:]) {
			bad = append(bad, id)
			continue
		}
		b = append([]byte(nil), b[headerSize:]...)
		encodings = append(encodings, b[:size:size], b[size:])
	}
	p.nonces = make([][2]element, len(p.ids))
	points := g.suite.curve.decode(encodings)
	for i, id := range p.ids {
		if slices.Contains(bad, id) {
			continue
		}
		if points[0] == nil || points[1] == nil {
			bad = append(bad, id)
		}
		p.nonces[i] = [2]element{{encodings[0], points[0]}, {encodings[1], points[1]}}
		encodings, points = encodings[2:], points[2:]
	}
	slices.Sort(bad)
	if err := culprits(bad, ErrCommitment); err != nil {
		return nil, err
	}
	return p, nil
}

// check returns an error unless these may sign.
func (g *Group) check(ids []uint16) error {
	if len(ids) < g.threshold {
		return errFewSigners
	}
	for _, id := range ids {
		if g.find(id) == nil {
			return errNotSigner
		}
	}
	return nil
}

// ParseSigningPackage returns the signing package that b encodes, which is that of [SigningPackage.Bytes].
// Anything else is an [ErrEncoding]. It is variable-time: its arguments are public.
func ParseSigningPackage(s Suite, b []byte) (*SigningPackage, error) {
	x, err := s.suite()
	if err != nil {
		return nil, err
	}
	p := &SigningPackage{suite: x}
	r := reader{suite: x, b: b}
	r.header()
	n := r.int(MaxParticipants)
	p.ids, p.nonces = make([]uint16, n), make([][2]element, n)
	for i := range p.ids {
		p.ids[i] = r.id()
		r.header()
		r.element(&p.nonces[i][0])
		r.element(&p.nonces[i][1])
		if i > 0 && p.ids[i] <= p.ids[i-1] {
			return nil, ErrEncoding
		}
	}
	p.message = append([]byte(nil), r.bytes(r.int(len(r.b)))...)
	if n == 0 || !r.done() {
		return nil, ErrEncoding
	}
	return p, nil
}

// Bytes returns the encoding of p: the header, the number of signers, the number of each, a scalar, and its
// commitment, with a header, and the length of the message and the message. Of the zero value it returns
// nil.
func (p *SigningPackage) Bytes() []byte {
	if !p.isSet() {
		return nil
	}
	b := appendInt(append([]byte(nil), p.suite.header[:]...), len(p.ids))
	for i, id := range p.ids {
		b = append(p.suite.appendID(b, id), p.suite.header[:]...)
		b = append(append(b, p.nonces[i][0].b...), p.nonces[i][1].b...)
	}
	return append(appendInt(b, len(p.message)), p.message...)
}

// Message returns a copy of the message, for the signers to look at. Of the zero value it returns nil.
func (p *SigningPackage) Message() []byte {
	if !p.isSet() {
		return nil
	}
	return append([]byte{}, p.message...)
}

// Signers returns the numbers of the signers, ascending. Of the zero value it returns nil.
func (p *SigningPackage) Signers() []uint16 {
	if !p.isSet() {
		return nil
	}
	return slices.Clone(p.ids)
}

// A session is what all signers of a package have in common.
type session struct {
	pkg      *SigningPackage
	factors  []scalar.Scalar // the binding factors, in the order of the signers
	R        element
	c        scalar.Scalar // the challenge
	key      element       // the group's public key, or the negated one if it is odd
	keyOdd   bool          // the shares count negated
	nonceOdd bool          // the nonces count negated
}

// newSession returns the session of a package and a group's public key, in variable time: both are public. If R
// is the identity, which honest signers do not make happen, it is an [ErrCommitment].
//
// Source: RFC 9591, sections 4.4 to 4.6.
func newSession(p *SigningPackage, key *element) (*session, error) {
	s := p.suite
	v := &session{pkg: p, factors: make([]scalar.Scalar, len(p.ids)), key: s.even(*key), keyOdd: s.isOdd(key)}
	var list []byte
	for i, id := range p.ids {
		list = append(append(s.appendID(list, id), p.nonces[i][0].b...), p.nonces[i][1].b...)
	}
	name := []byte(s.name)
	prefix := append([]byte(nil), v.key.b...)
	prefix = append(prefix, s.hash(name, []byte("msg"), p.message)...)
	prefix = append(prefix, s.hash(name, []byte("com"), list)...)
	hiding, binding := make([]point, len(p.ids)), make([]point, len(p.ids))
	for i, id := range p.ids {
		s.toScalar(&v.factors[i], s.name+"rho", s.appendID(prefix[:len(prefix):len(prefix)], id))
		hiding[i], binding[i] = p.nonces[i][0].point, p.nonces[i][1].point
	}
	var ok bool
	if v.R, ok = s.encode(s.varTimeSum(new(scalar.Scalar), v.factors, binding, hiding...)); !ok {
		return nil, ErrCommitment
	}
	v.nonceOdd = s.isOdd(&v.R)
	s.challenge(&v.c, v.R.b, v.key.b, p.message)
	return v, nil
}

// Sign returns the signature share of k for a package, 32 bytes, for the coordinator. The nonce is used up,
// also if there is an error. It is an [ErrNonce] if it was used up before, or its commitment is not
// that of this participant in the package; an [ErrSigners] if this participant is not one of the signers,
// or they are fewer than the threshold; and an [ErrSuite] if the package or the nonce is of another suite. It is
// constant-time.
//
// The signer should have looked at the message of the package. Who signs whatever comes, signs for anyone.
//
// Source: RFC 9591, section 5.2, sign.
func (k *KeyShare) Sign(p *SigningPackage, nonce *SecretNonce) ([]byte, error) {
	var secrets [2]scalar.Scalar
	n, err := nonce.use(&secrets)
	if err != nil {
		return nil, err
	}
	switch {
	case !k.isSet():
		return nil, errUnset
	case !p.isSet():
		return nil, ErrNotMade
	case p.suite != k.suite || n.suite != k.suite:
		return nil, errSuiteOther
	case len(p.ids) < k.threshold:
		return nil, errFewSigners
	}
	i := p.find(k.id)
	if i < 0 {
		return nil, errNotAmong
	}
	if size := k.suite.elementSize; subtle.ConstantTimeCompare(n.commitment[:size], p.nonces[i][0].b)&
		subtle.ConstantTimeCompare(n.commitment[size:], p.nonces[i][1].b) == 0 {
		return nil, errNonceOther
	}
	v, err := newSession(p, &k.key)
	if err != nil {
		return nil, err
	}
	// z = d + e·rho + lambda·x·c, where d and e count negated if R is odd, and the share x if the key is.
	s := k.suite
	var z, lambda scalar.Scalar
	s.order.MulAdd(&z, &secrets[1], &v.factors[i], &secrets[0])
	if v.nonceOdd {
		s.order.Neg(&z, &z)
	}
	s.varTimeInterpolate(&lambda, p.ids, i)
	s.order.Mul(&lambda, &lambda, &v.c)
	if v.keyOdd {
		s.order.Neg(&lambda, &lambda)
	}
	s.order.MulAdd(&z, &lambda, &k.s, &z)
	return s.encodeScalar(nil, &z), nil
}

// find returns the index of a signer, or -1.
func (p *SigningPackage) find(id uint16) int {
	for i, x := range p.ids {
		if x == id {
			return i
		}
	}
	return -1
}

// verifyShare reports whether z is the signature share of the signer with an index, and the public key of
// its share is that, in variable time.
//
// Source: RFC 9591, section 5.3, verify_signature_share.
func (v *session) verifyShare(i int, public *element, z *scalar.Scalar) bool {
	// D + [rho]E + [±lambda·c]Y - [±z]G = 0, with the signs of R and of both.
	s := v.pkg.suite
	xs := []scalar.Scalar{v.factors[i], {}}
	s.varTimeInterpolate(&xs[1], v.pkg.ids, i)
	s.order.Mul(&xs[1], &xs[1], &v.c)
	if v.keyOdd != v.nonceOdd {
		s.order.Neg(&xs[1], &xs[1])
	}
	base := *z
	if !v.nonceOdd {
		s.order.Neg(&base, &base)
	}
	nonces := &v.pkg.nonces[i]
	return s.curve.isIdentity(s.varTimeSum(&base, xs, []point{nonces[1].point, public.point}, nonces[0].point))
}

// session returns the session of a package in g.
func (g *Group) session(p *SigningPackage) (*session, error) {
	switch {
	case !g.isSet() || !p.isSet():
		return nil, ErrNotMade
	case g.suite != p.suite:
		return nil, errSuiteOther
	}
	if err := g.check(p.ids); err != nil {
		return nil, err
	}
	return newSession(p, &g.key)
}

// VerifyShare reports whether a signature share, 32 bytes, is that of a signer for a package. It is
// false if the package is not one for this group. [Group.Aggregate] calls it where it has to. It is
// variable-time: its arguments are public.
//
// Source: RFC 9591, section 5.3, verify_signature_share.
func (g *Group) VerifyShare(p *SigningPackage, signer uint16, share []byte) bool {
	v, err := g.session(p)
	if err != nil {
		return false
	}
	i := p.find(signer)
	var z scalar.Scalar
	return i >= 0 && g.suite.decodeScalar(&z, share) && v.verifyShare(i, g.find(signer), &z)
}

// Aggregate returns the signature of a package's message, of the signature shares of all its signers, 32 bytes each, by their
// numbers. It is verified. If it is not valid, those whose shares are not are in a [CulpritError]
// of an [ErrSignatureShare]. If there is not one share of each signer, or the signers are not those who may be, it is an
// [ErrSigners]. It is variable-time: its arguments are public.
//
// Source: RFC 9591, section 5.3, aggregate, and section 5.4.
func (g *Group) Aggregate(p *SigningPackage, shares map[uint16][]byte) ([]byte, error) {
	v, err := g.session(p)
	if err != nil {
		return nil, err
	}
	if len(shares) != len(p.ids) {
		return nil, errShareCount
	}
	var bad []uint16
	var sum scalar.Scalar
	zs := make([]scalar.Scalar, len(p.ids))
	for i, id := range p.ids {
		b, ok := shares[id]
		if !ok {
			return nil, errShareCount
		}
		if !g.suite.decodeScalar(&zs[i], b) {
			bad = append(bad, id)
		}
		g.suite.order.Add(&sum, &sum, &zs[i])
	}
	if len(bad) == 0 && g.suite.holds(&v.R, &v.key, &v.c, &sum, v.nonceOdd) {
		return g.suite.signature(&v.R, &v.c, &sum), nil
	}
	for i, id := range p.ids {
		if !slices.Contains(bad, id) && !v.verifyShare(i, g.find(id), &zs[i]) {
			bad = append(bad, id)
		}
	}
	slices.Sort(bad)
	if err := culprits(bad, ErrSignatureShare); err != nil {
		return nil, err
	}
	return nil, errNobody
}

// holds reports whether [z]G = R + [c]Y, or -R + [c]Y if negate, in variable time.
func (s *suite) holds(R, Y *element, c, z *scalar.Scalar, negate bool) bool {
	base, x := *z, *c
	if negate {
		s.order.Neg(&x, &x)
	} else {
		s.order.Neg(&base, &base)
	}
	return s.curve.isIdentity(s.varTimeSum(&base, []scalar.Scalar{x}, []point{Y.point}, R.point))
}

// Verify reports whether signature is valid for a message under a group's public key, with the bytes of
// [Group.PublicKey]. Wrong lengths and encodings make it false. In Ed25519, Taproot and JQ255e it is the
// same as [ed25519.Verify], [schnorr.Verify] and [jq.Verify] of raw data. It is variable-time: its arguments are
// public.
//
// Source: RFC 9591, appendix B, prime_order_verify.
func Verify(s Suite, publicKey, message, signature []byte) bool {
	x, err := s.suite()
	if err != nil {
		return false
	}
	switch s {
	case Ed25519:
		return ed25519.Verify(publicKey, message, signature)
	case Taproot:
		return schnorr.Verify(publicKey, message, signature)
	case JQ255e:
		return jq.Verify(publicKey, message, signature, jq.Raw)
	}
	size := x.elementSize
	var z, c scalar.Scalar
	if len(publicKey) != size || len(signature) != x.signatureSize || !x.decodeScalar(&z, signature[size:]) {
		return false
	}
	points := x.curve.decode([][]byte{publicKey, signature[:size]})
	if points[0] == nil || points[1] == nil {
		return false
	}
	x.challenge(&c, signature[:size], publicKey, message)
	return x.holds(&element{signature[:size], points[1]}, &element{publicKey, points[0]}, &c, &z, false)
}

// Verify is [Verify] under the public key of g. Of the zero value it is false. It is variable-time: its
// arguments are public.
func (g *Group) Verify(message, signature []byte) bool {
	return g.isSet() && Verify(g.suite.Suite, g.PublicKey(), message, signature)
}
