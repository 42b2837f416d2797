// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package ecdsa

import (
	"secant.example/internal/scalar"
	"secant.example/internal/secp256k1"
)

// Verify is [PublicKey.Verify] for a public key of 33 or 65 bytes, as [NewPublicKey] has it,
// in variable time too. Under what is no public key, no signature is valid.
func Verify(publicKey []byte, digest Digest, sig Signature, rule Rule) bool {
	var p PublicKey
	_, err := p.SetBytes(publicKey)
	return err == nil && p.Verify(digest, sig, rule)
}

// Verify reports whether sig is a valid signature of digest under p, by the rule. It is
// variable-time: its arguments are public.
//
// Source: SEC 1, version 2, section 4.1.4.
func (p *PublicKey) Verify(digest Digest, sig Signature, rule Rule) bool {
	if !p.isSet() || !sig.allowed(rule) {
		return false
	}
	// V = (z/s)·G + (r/s)·Q is the point R of the signature.
	var u, w scalar.Scalar
	var V secp256k1.Point
	n.InvVarTime(&w, &sig.s)
	n.ReduceBE(&u, (*[32]byte)(&digest))
	n.Mul(&u, &u, &w)
	n.Mul(&w, &sig.r, &w)
	return V.VarTimeDoubleScalarBaseMult(&w, p.key.Point(), &u).VarTimeEqualX(&sig.r)
}

// allowed reports whether sig was set and is not excluded by the rule, which must be one.
func (sig *Signature) allowed(rule Rule) bool {
	return sig.isSet() && (rule == AnyS || rule == LowS && !sig.IsHighS())
}

// VerifyCompact is [PublicKey.Verify] for a signature in compact form, in variable time
// too. A sig that is none is not valid.
func (p *PublicKey) VerifyCompact(digest Digest, sig []byte, rule Rule) bool {
	s, err := ParseCompact(sig)
	return err == nil && p.Verify(digest, s, rule)
}

// VerifyDER is [PublicKey.Verify] for a signature in DER, in variable time too. A sig that
// is none, or not strict DER, is not valid.
func (p *PublicKey) VerifyDER(digest Digest, sig []byte, rule Rule) bool {
	s, err := ParseDER(sig)
	return err == nil && p.Verify(digest, s, rule)
}
