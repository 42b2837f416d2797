// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package ed25519

import (
	"secant.example/internal/edwards25519"
	"secant.example/internal/scalar"
)

// Verify reports whether sig is a valid Ed25519 signature of message under
// publicKey by the [Default] rules. Wrong lengths and encodings make it false.
// It is variable-time: its arguments are public.
//
// Source: RFC 8032, section 5.1.7.
func Verify(publicKey PublicKey, message, sig []byte) bool {
	return VerifyWithRules(publicKey, message, sig, Default, nil) == nil
}

// VerifyWithOptions is [VerifyWithRules] by the [Default] rules. It is variable-time: its
// arguments are public.
func VerifyWithOptions(publicKey PublicKey, message, sig []byte, opts *Options) error {
	return VerifyWithRules(publicKey, message, sig, Default, opts)
}

// VerifyWithRules returns nil if sig is a valid signature of message under publicKey by
// rules, for the variant that opts chooses, which may be nil. Otherwise it returns an
// [ErrPublicKey], an [ErrSignature] or an [ErrOptions]. It is variable-time: its
// arguments are public.
func VerifyWithRules(publicKey PublicKey, message, sig []byte, rules Rules, opts *Options) error {
	var c claim
	if err := c.set(publicKey, message, sig, rules, opts); err != nil {
		return err
	}
	return c.verify()
}

// A claim is a signature (R, S) under the public key A whose form is valid. What
// remains to be checked are the points and the equation.
type claim struct {
	A, R  [32]byte
	S, k  scalar.Scalar // k is the challenge
	rules Rules
}

// set checks the form of a signature, the rules and the options, and sets c.
func (c *claim) set(publicKey, message, sig []byte, rules Rules, opts *Options) error {
	var buf [dom2Size]byte
	dom, err := c.setForm(&buf, publicKey, message, sig, rules, opts)
	if err == nil {
		challenge(&c.k, dom, c.R[:], c.A[:], message)
	}
	return err
}

// setForm is set without the challenge k. It returns what the hashed data starts with, in buf.
func (c *claim) setForm(buf *[dom2Size]byte, publicKey, message, sig []byte, rules Rules, opts *Options) (dom []byte, err error) {
	if opts == nil {
		opts = &defaultOptions
	}
	if rules&^allRules != 0 {
		return nil, errRules
	}
	if dom, err = dom2(buf, opts.Hash, opts.Context, message); err != nil {
		return nil, err
	}
	if len(publicKey) != PublicKeySize {
		return nil, errPublicKeySize
	}
	if len(sig) != SignatureSize {
		return nil, errSignatureSize
	}
	if modL.Decode(&c.S, (*[32]byte)(sig[32:])) == 0 {
		return nil, errSRange
	}
	c.A, c.R, c.rules = [32]byte(publicKey), [32]byte(sig[:32]), rules
	return dom, nil
}

// defaultOptions is what a nil pointer means.
var defaultOptions Options

// verify checks what set has not.
func (c *claim) verify() error {
	if done, err := c.verifyHalved(); done {
		return err
	}
	return c.verifyPlain()
}

// verifyPlain does what verify does, with k as it is.
func (c *claim) verifyPlain() error {
	var A, V edwards25519.Point
	if !A.Decode(&c.A, c.rules&AcceptNonCanonicalA == 0) {
		return ErrPublicKey
	}
	if c.rules&AcceptSmallOrderA == 0 && A.IsSmallOrder() == 1 {
		return errSmallOrderA
	}
	V.VarTimeDoubleScalarBaseMult(&c.k, A.Negate(&A), &c.S)
	return c.compare(&V)
}

// compare checks R, given V = [S]B - [k]A. That is the one point R that makes the
// cofactorless equation hold. If R is its canonical encoding, so do both
// equations, and R need not be decoded, which is the case of all honest signatures.
func (c *claim) compare(V *edwards25519.Point) error {
	var encoding [32]byte
	V.VarTimeEncode(&encoding)
	return c.compareEncoded(V, &encoding)
}

// compareEncoded is compare, given the encoding of V. It overwrites V.
func (c *claim) compareEncoded(V *edwards25519.Point, encoding *[32]byte) error {
	var R edwards25519.Point
	if *encoding == c.R {
		R.Set(V)
	} else {
		// What can still be valid: another encoding of V, or with the
		// cofactored equation another point, R with [8](V - R) = 0.
		if c.rules&Cofactorless != 0 && c.rules&AcceptNonCanonicalR == 0 {
			return ErrSignature
		}
		if !R.Decode(&c.R, c.rules&AcceptNonCanonicalR == 0) {
			return ErrSignature
		}
		if c.rules&Cofactorless != 0 {
			if V.Equal(&R) != 1 {
				return ErrSignature
			}
		} else if V.Subtract(V, &R).IsSmallOrder() != 1 {
			return ErrSignature
		}
	}
	if c.rules&RejectSmallOrderR != 0 && R.IsSmallOrder() == 1 {
		return errSmallOrderR
	}
	return nil
}

// canonical reports whether b, which encodes a point, does so canonically: with y
// below p, and without the sign bit if x = 0, which means y = 1 or y = -1.
func canonical(b *[32]byte) bool {
	if b[31]&0x7f == 0x7f && b[0] >= 0xec {
		for i := 30; ; i-- {
			if i == 0 { // y >= p - 1
				return b[0] == 0xec && b[31] == 0x7f
			}
			if b[i] != 0xff {
				break
			}
		}
	}
	return *b != [32]byte{0: 1, 31: 0x80}
}
