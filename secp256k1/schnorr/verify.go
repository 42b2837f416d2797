// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package schnorr

import (
	"secant.example/internal/scalar"
	"secant.example/internal/secp256k1"
)

// Verify reports whether sig is a valid signature of message under the public key of 32
// bytes. Wrong lengths and encodings make it false. It is variable-time: its arguments
// are public.
//
// Source: BIP-340, verification.
func Verify(publicKey, message, sig []byte) bool {
	var p PublicKey
	var c claim
	if len(publicKey) != PublicKeySize || !c.set((*[32]byte)(publicKey), message, sig) {
		return false
	}
	_, err := p.SetBytes(publicKey)
	return err == nil && c.holds(p.key.Point())
}

// Verify reports whether sig is a valid signature of message under p. Wrong lengths and
// encodings make it false. It is variable-time: its arguments are public.
func (p *PublicKey) Verify(message, sig []byte) bool {
	var c claim
	return p.isSet() && c.set(&p.x, message, sig) && c.holds(p.key.Point())
}

// A claim is a signature (r, s) whose form is valid. What remains to be checked is the
// equation, and in it that r is the x-coordinate of a point.
type claim struct {
	r    [32]byte
	s, e scalar.Scalar // e is the challenge
}

// set sets c and reports whether s is below n. It leaves r < p to the equation, in which
// r is compared with an encoded coordinate.
func (c *claim) set(x *[32]byte, message, sig []byte) bool {
	if len(sig) != SignatureSize || n.DecodeBE(&c.s, (*[32]byte)(sig[32:])) == 0 {
		return false
	}
	c.r = [32]byte(sig)
	var h [32]byte
	challengeTag.hash(&h, &c.r, x, message)
	n.ReduceBE(&c.e, &h)
	return true
}

// holds reports whether R = s·G - e·P is a point with an even y-coordinate and the
// x-coordinate r. The parity takes an inversion. It is variable-time.
func (c *claim) holds(P *secp256k1.Point) bool {
	var R secp256k1.Point
	var minusE scalar.Scalar
	var x [32]byte
	n.Neg(&minusE, &c.e)
	odd := R.VarTimeDoubleScalarBaseMult(&minusE, P, &c.s).VarTimeNormalizeX(&x)
	return x == c.r && odd == 0 && R.IsIdentity() == 0
}
