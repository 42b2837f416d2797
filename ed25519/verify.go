// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package ed25519

import (
	"bytes"

	"secant.example/edwards25519"
)

// Verify reports whether sig is a valid Ed25519 signature of message under
// publicKey by the [Default] rules. Wrong lengths and encodings make it false.
// It is variable-time: its arguments are public.
//
// Source: RFC 8032, section 5.1.7.
func Verify(publicKey PublicKey, message, sig []byte) bool {
	return VerifyWithOptions(publicKey, message, sig, nil) == nil
}

// VerifyWithOptions returns nil if sig is a valid signature of message under
// publicKey, for the variant and by the rules that opts chooses, which may be
// nil. Otherwise it returns an [ErrPublicKey], an [ErrSignature] or an
// [ErrOptions]. It is variable-time: its arguments are public.
func VerifyWithOptions(publicKey PublicKey, message, sig []byte, opts *Options) error {
	if opts == nil {
		opts = new(Options)
	}
	rules := opts.Rules
	if rules&^allRules != 0 {
		return errRules
	}
	var buf [dom2Size]byte
	dom, err := opts.dom2(&buf, message)
	if err != nil {
		return err
	}
	if len(publicKey) != PublicKeySize {
		return errPublicKeySize
	}
	if len(sig) != SignatureSize {
		return errSignatureSize
	}

	var S, k edwards25519.Scalar
	if _, err := S.SetCanonicalBytes(sig[32:]); err != nil {
		return errSRange
	}
	var A, R, V edwards25519.Point
	if !decode(&A, publicKey, rules&AcceptNonCanonicalA != 0) {
		return ErrPublicKey
	}
	if rules&AcceptSmallOrderA == 0 && A.IsSmallOrder() == 1 {
		return errSmallOrderA
	}

	// V = [S]B - [k]A is the one point that makes the cofactorless equation
	// hold. If R is its canonical encoding, so do both equations, and R need not
	// be decoded, which is the case of all honest signatures.
	challenge(&k, dom, sig[:32], publicKey, message)
	V.VarTimeDoubleScalarBaseMult(&k, A.Negate(&A), &S)
	if bytes.Equal(V.Bytes(), sig[:32]) {
		R.Set(&V)
	} else {
		// What can still be valid: another encoding of V, or with the
		// cofactored equation another point, R with [8](V - R) = 0.
		if rules&Cofactorless != 0 && rules&AcceptNonCanonicalR == 0 {
			return ErrSignature
		}
		if !decode(&R, sig[:32], rules&AcceptNonCanonicalR != 0) {
			return ErrSignature
		}
		if rules&Cofactorless != 0 {
			if V.Equal(&R) != 1 {
				return ErrSignature
			}
		} else if V.Subtract(&V, &R).IsSmallOrder() != 1 {
			return ErrSignature
		}
	}
	if rules&RejectSmallOrderR != 0 && R.IsSmallOrder() == 1 {
		return errSmallOrderR
	}
	return nil
}

// decode sets v to the point encoded by b and reports whether there is one,
// of all encodings if permissive, otherwise of the canonical ones.
func decode(v *edwards25519.Point, b []byte, permissive bool) bool {
	var err error
	if permissive {
		_, err = v.SetBytes(b)
	} else {
		_, err = v.SetCanonicalBytes(b)
	}
	return err == nil
}
