// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package frost

import (
	"crypto/subtle"
	"slices"

	"secant.example/ed25519"
	"secant.example/internal/scalar"
	jq "secant.example/jq255e"
	"secant.example/secp256k1/schnorr"
)

// A KeyShare is the secret share of one participant, with what it takes to sign. It does not change, but for
// [KeyShare.Zero]. The zero value is none: using it is an [ErrShare]. It may be used by several goroutines
// at once, of which none may call Zero.
type KeyShare struct {
	suite     *suite
	id        uint16
	threshold int
	s         scalar.Scalar
	public    element // [s]G
	key       element // the group's public key
}

// A Group is what everybody may know of a group: its public key, the threshold, and the public keys of
// the participants' shares. It does not change. The zero value is none: using it is an
// [ErrNotMade]. It may be used by several goroutines at once.
type Group struct {
	suite        *suite
	threshold    int
	key          element
	participants []participant // ascending
}

// A participant has a share of which public is the public key.
type participant struct {
	id     uint16
	public element
}

// checkParameters returns an error unless there may be such a group.
func checkParameters(threshold, participants int) error {
	switch {
	case threshold < 2:
		return errThreshold
	case participants < threshold:
		return errFew
	case participants > MaxParticipants:
		return errMany
	}
	return nil
}

// with returns the suite of a group with these parameters, or an error if there is none.
func (s Suite) with(threshold, participants int) (*suite, error) {
	x, err := s.suite()
	if err != nil {
		return nil, err
	}
	return x, checkParameters(threshold, participants)
}

// isSet reports whether k was made.
func (k *KeyShare) isSet() bool { return k != nil && k.suite != nil }

// isSet reports whether g was made.
func (g *Group) isSet() bool { return g != nil && g.suite != nil }

// newKeyShare returns the share s of a key. If s is 0, it is an error.
func newKeyShare(s *suite, id uint16, threshold int, x *scalar.Scalar, key element) (*KeyShare, error) {
	k := &KeyShare{suite: s, id: id, threshold: threshold, s: *x, public: s.multiple(x), key: key}
	if !k.public.isSet() {
		return nil, errNoKey
	}
	return k, nil
}

// ParseKeyShare returns the key share that b encodes, which is that of [KeyShare.Bytes]. Anything else is
// an [ErrEncoding], also a share whose public key is another. It is constant-time in the share, but for
// the error.
func ParseKeyShare(s Suite, b []byte) (*KeyShare, error) {
	x, err := s.suite()
	if err != nil {
		return nil, err
	}
	k := &KeyShare{suite: x}
	r := reader{suite: x, b: b}
	r.header()
	k.id = r.id()
	r.scalar(&k.s)
	public := r.bytes(x.elementSize)
	r.element(&k.key)
	k.threshold = r.int(MaxParticipants)
	if !r.done() || k.threshold < 2 {
		return nil, ErrEncoding
	}
	k.public = x.multiple(&k.s)
	if !k.public.isSet() || subtle.ConstantTimeCompare(k.public.b, public) != 1 {
		return nil, ErrEncoding
	}
	return k, nil
}

// Bytes returns the encoding of k, which is secret: 134 bytes, 136 on secp256k1, or one more if the threshold is
// above 127. They are the header, the number of the participant and the share, two scalars, the public
// keys of the share and of the group, and the threshold. Of a KeyShare that was never set it returns
// nil. It is constant-time.
func (k *KeyShare) Bytes() []byte {
	if !k.isSet() {
		return nil
	}
	b := append([]byte(nil), k.suite.header[:]...)
	b = k.suite.encodeScalar(k.suite.appendID(b, k.id), &k.s)
	return appendInt(append(append(b, k.public.b...), k.key.b...), k.threshold)
}

// Suite returns the suite, or 0 of a KeyShare that was never set.
func (k *KeyShare) Suite() Suite {
	if !k.isSet() {
		return 0
	}
	return k.suite.Suite
}

// Participant returns the number of the participant, or 0 of a KeyShare that was never set.
func (k *KeyShare) Participant() uint16 {
	if k == nil {
		return 0
	}
	return k.id
}

// PublicKey returns the public key of the group, as [Group.PublicKey] does.
func (k *KeyShare) PublicKey() []byte {
	if !k.isSet() {
		return nil
	}
	return k.suite.publicKey(&k.key)
}

// Equal reports whether x is the same share of the same key, in constant time. A share that was never
// set is not equal to any.
func (k *KeyShare) Equal(x *KeyShare) bool {
	return k.isSet() && x.isSet() && k.suite == x.suite && k.threshold == x.threshold &&
		subtle.ConstantTimeCompare(k.Bytes(), x.Bytes()) == 1
}

// Zero overwrites k with the zero value. Nothing else may use k at the same time.
func (k *KeyShare) Zero() { *k = KeyShare{} }

// ParseGroup returns the group that b encodes, which is the encoding of [Group.Bytes]. Anything else is an [ErrEncoding].
// What b says is believed: it must come from those who made the key. It is variable-time: its
// arguments are public.
func ParseGroup(s Suite, b []byte) (*Group, error) {
	x, err := s.suite()
	if err != nil {
		return nil, err
	}
	g := &Group{suite: x}
	r := reader{suite: x, b: b}
	r.header()
	g.participants = make([]participant, r.int(MaxParticipants))
	for i := range g.participants {
		p := &g.participants[i]
		p.id = r.id()
		r.element(&p.public)
		if i > 0 && p.id <= g.participants[i-1].id {
			return nil, ErrEncoding
		}
	}
	r.element(&g.key)
	some := r.int(1)
	g.threshold = r.int(MaxParticipants)
	if some != 1 || checkParameters(g.threshold, len(g.participants)) != nil || !r.done() {
		return nil, ErrEncoding
	}
	return g, nil
}

// Bytes returns the encoding of g: the header, the number of participants, the number of each, a scalar, and
// its public key, the public key of the group, a byte 1, and the threshold. Of the zero value it returns nil.
func (g *Group) Bytes() []byte {
	if !g.isSet() {
		return nil
	}
	b := appendInt(append([]byte(nil), g.suite.header[:]...), len(g.participants))
	for i := range g.participants {
		p := &g.participants[i]
		b = append(g.suite.appendID(b, p.id), p.public.b...)
	}
	return appendInt(append(append(b, g.key.b...), 1), g.threshold)
}

// Suite returns the suite, or 0 of the zero value.
func (g *Group) Suite() Suite {
	if !g.isSet() {
		return 0
	}
	return g.suite.Suite
}

// Threshold returns how many participants it takes to sign, or 0 of the zero value.
func (g *Group) Threshold() int {
	if g == nil {
		return 0
	}
	return g.threshold
}

// Participants returns the numbers of the participants, ascending. Of the zero value it returns nil.
func (g *Group) Participants() []uint16 {
	if !g.isSet() {
		return nil
	}
	ids := make([]uint16, len(g.participants))
	for i := range ids {
		ids[i] = g.participants[i].id
	}
	return ids
}

// find returns the public key of a participant's share, or nil.
func (g *Group) find(id uint16) *element {
	i, ok := slices.BinarySearchFunc(g.participants, id, func(p participant, id uint16) int { return int(p.id) - int(id) })
	if !ok {
		return nil
	}
	return &g.participants[i].public
}

// publicKey returns the bytes of a public key, as those have it who verify.
func (s *suite) publicKey(key *element) []byte {
	b := key.b
	if s.Suite == Taproot {
		b = b[1:]
	}
	return append([]byte(nil), b...)
}

// PublicKey returns the bytes of the group's public key: the encoding of the element, of 32 or 33
// bytes, and in [Taproot] its x-coordinate, 32 bytes. Of the zero value it returns nil.
func (g *Group) PublicKey() []byte {
	if !g.isSet() {
		return nil
	}
	return g.suite.publicKey(&g.key)
}

// typed returns an error if g is not of a suite.
func (g *Group) typed(s Suite) error {
	if !g.isSet() {
		return ErrNotMade
	}
	if g.suite.Suite != s {
		return errKeyType
	}
	return nil
}

// Ed25519PublicKey returns the group's public key. In other suites than [Ed25519] that is an [ErrSuite].
func (g *Group) Ed25519PublicKey() (ed25519.PublicKey, error) {
	if err := g.typed(Ed25519); err != nil {
		return nil, err
	}
	return g.PublicKey(), nil
}

// SchnorrPublicKey returns the group's public key. In other suites than [Taproot] that is an [ErrSuite].
func (g *Group) SchnorrPublicKey() (*schnorr.PublicKey, error) {
	if err := g.typed(Taproot); err != nil {
		return nil, err
	}
	return schnorr.NewPublicKey(g.PublicKey())
}

// JQ255ePublicKey returns the group's public key. In other suites than [JQ255e] that is an [ErrSuite].
func (g *Group) JQ255ePublicKey() (*jq.PublicKey, error) {
	if err := g.typed(JQ255e); err != nil {
		return nil, err
	}
	return jq.NewPublicKey(g.PublicKey())
}

// tapTweak returns the tweak of a public key P for the root of a Merkle tree of scripts.
func (s *suite) tapTweak(t *scalar.Scalar, P *element, root []byte) error {
	if s.Suite != Taproot {
		return errNoTweak
	}
	if len(root) != 0 && len(root) != 32 {
		return ErrTweak
	}
	h := schnorr.TaggedHash("TapTweak", P.b[1:], root)
	if s.order.DecodeBE(t, &h)&^s.order.IsZero(t) == 0 { // which nobody can make happen
		return ErrTweak
	}
	return nil
}

// add returns Q + T, or -Q + T if negate, in variable time.
func (s *suite) add(Q element, negate bool, T *element) (element, error) {
	p := Q.point
	if negate {
		p = s.curve.negate(p)
	}
	sum, ok := s.encode(s.curve.varTimePolynomial(1, []point{p, T.point}))
	if !ok {
		return element{}, ErrTweak
	}
	return sum, nil
}

// TapTweak returns the share of the key that BIP-341 makes of the group's public key and the root of
// a Merkle tree of scripts, 32 bytes, or none. All signers and the coordinator do the same. A root of
// another length is an [ErrTweak], and another suite than [Taproot] an [ErrSuite]. Keys that a [DKG] made
// are tweaked with no root already. It is constant-time in the share.
func (k *KeyShare) TapTweak(root []byte) (*KeyShare, error) {
	if !k.isSet() {
		return nil, errUnset
	}
	var t, x scalar.Scalar
	if err := k.suite.tapTweak(&t, &k.key, root); err != nil {
		return nil, err
	}
	odd, T := k.suite.isOdd(&k.key), k.suite.multiple(&t)
	key, err := k.suite.add(k.key, odd, &T)
	if err != nil {
		return nil, err
	}
	x = k.s
	if odd {
		k.suite.order.Neg(&x, &x)
	}
	k.suite.order.Add(&x, &x, &t)
	return newKeyShare(k.suite, k.id, k.threshold, &x, key)
}

// TapTweak is [KeyShare.TapTweak] of what everybody may know. It is variable-time: its arguments are public.
func (g *Group) TapTweak(root []byte) (*Group, error) {
	if !g.isSet() {
		return nil, ErrNotMade
	}
	var t scalar.Scalar
	if err := g.suite.tapTweak(&t, &g.key, root); err != nil {
		return nil, err
	}
	odd, T := g.suite.isOdd(&g.key), g.suite.multiple(&t)
	key, err := g.suite.add(g.key, odd, &T)
	if err != nil {
		return nil, err
	}
	tweaked := &Group{suite: g.suite, threshold: g.threshold, key: key, participants: slices.Clone(g.participants)}
	for i := range tweaked.participants {
		p := &tweaked.participants[i]
		if p.public, err = g.suite.add(p.public, odd, &T); err != nil {
			return nil, err
		}
	}
	return tweaked, nil
}
