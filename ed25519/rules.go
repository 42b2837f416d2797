// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package ed25519

import (
	"fmt"
	"strings"
)

// Rules says which signatures are valid beyond those that honest signers make:
// a set of five independent switches. With none of them, [Default], a
// signature (R, S) of a message under the public key A is valid if
//
//   - A is the canonical encoding of a point that is not of small order,
//   - R is the canonical encoding of a point,
//   - S is below l, the order of the base point B, and
//   - [8][S]B = [8]R + [8][k]A, where k is the hash, modulo l, of R and A as
//     they were received and of the message.
//
// An encoding is canonical if RFC 8032, section 5.1.3, decodes it: if y is below
// p = 2^255-19, and the sign bit of x is not set where x is 0. A point of
// small order is one of the eight whose order divides the cofactor 8.
type Rules uint8

const (
	// AcceptSmallOrderA accepts public keys that are points of small order.
	// Under such a key one signature can be valid for many messages.
	AcceptSmallOrderA Rules = 1 << iota
	// RejectSmallOrderR rejects signatures in which R is a point of small order.
	RejectSmallOrderR
	// AcceptNonCanonicalA accepts every encoding of A that denotes a point if y
	// is reduced modulo p, and the sign of x ignored where x is 0.
	AcceptNonCanonicalA
	// AcceptNonCanonicalR accepts the same of R.
	AcceptNonCanonicalR
	// Cofactorless asks for [S]B = R + [k]A: the equation without the
	// factor 8. Fewer signatures are valid. Verifiers that add up the equations
	// of a batch may differ from those that do not; [BatchVerifier] adds up only those
	// for which it has computed that this makes no difference.
	Cofactorless

	allRules = 1<<iota - 1
)

const (
	// Default are the safest rules: RFC 8032 without public keys of small
	// order, so that a signature is valid for one message only.
	Default Rules = 0
	// StdLib are the rules of crypto/ed25519.
	StdLib Rules = AcceptSmallOrderA | AcceptNonCanonicalA | Cofactorless
	// FIPS are the rules of FIPS 186-5 and of RFC 8032, section 5.1.7, with
	// the cofactored equation.
	FIPS Rules = AcceptSmallOrderA
	// ZIP215 are the rules of the Zcash Improvement Proposal 215, which
	// single and batch verification can agree on.
	ZIP215 Rules = AcceptSmallOrderA | AcceptNonCanonicalA | AcceptNonCanonicalR
)

var presets = []struct {
	rules Rules
	name  string
}{
	{Default, "default"},
	{StdLib, "stdlib"},
	{FIPS, "fips"},
	{ZIP215, "zip215"},
}

var switches = []string{
	"AcceptSmallOrderA", "RejectSmallOrderR", "AcceptNonCanonicalA", "AcceptNonCanonicalR", "Cofactorless",
}

// String returns the name of r if it is one of the four sets that have one,
// "default", "stdlib", "fips" or "zip215", and otherwise its switches, joined
// by "|".
func (r Rules) String() string {
	for _, p := range presets {
		if p.rules == r {
			return p.name
		}
	}
	var names []string
	for i, name := range switches {
		if r&(1<<i) != 0 {
			names = append(names, name)
		}
	}
	if unknown := r &^ allRules; unknown != 0 {
		names = append(names, fmt.Sprintf("Rules(%#x)", uint8(unknown)))
	}
	return strings.Join(names, "|")
}

// ParseRules returns the rules named "default", "stdlib", "fips" or "zip215".
// Any other name is an [ErrOptions].
func ParseRules(name string) (Rules, error) {
	for _, p := range presets {
		if p.name == name {
			return p.rules, nil
		}
	}
	return 0, fmt.Errorf("%w %q: want default, stdlib, fips or zip215", errRules, name)
}
