// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package schnorr

import (
	"crypto/sha256"

	"secant.example/internal/scalar"
	"secant.example/internal/secp256k1"
)

// AddTweak returns the private key of d + t, where d is k's integer with its sign chosen
// so that d·G has an even y-coordinate, and t is the tweak, 32 bytes big-endian. Its public
// key is what [PublicKey.AddTweak] makes of k's. A tweak of another length, not below n, or
// that makes the sum zero, is an [ErrTweak]. It is constant-time, but for the error.
//
// Source: BIP-341, taproot_tweak_seckey.
func (k *PrivateKey) AddTweak(tweak []byte) (*PrivateKey, error) {
	if !k.isSet() {
		return nil, keyErrors.PrivateUnset
	}
	var t scalar.Scalar
	if err := setTweak(&t, tweak); err != nil {
		return nil, err
	}
	var d scalar.Scalar
	k.evenScalar(&d)
	n.Add(&t, &t, &d)
	if n.IsZero(&t) == 1 {
		return nil, errTweakSum
	}
	sum := new(PrivateKey)
	sum.key.SetScalar(&t)
	sum.setPublic()
	return sum, nil
}

// AddTweak returns the public key of Q = P + t·G, where t is the tweak, 32 bytes
// big-endian, and the parity of the y-coordinate of Q: 1 if it is odd, so that the key
// returned is that of -Q, and otherwise 0. A tweak of another length, not below n, or
// that makes the sum the identity, is an [ErrTweak]. It is constant-time in the tweak,
// but for the error.
//
// Source: BIP-341, taproot_tweak_pubkey.
func (p *PublicKey) AddTweak(tweak []byte) (q *PublicKey, parity int, err error) {
	if !p.isSet() {
		return nil, 0, keyErrors.PublicUnset
	}
	var t scalar.Scalar
	if err := setTweak(&t, tweak); err != nil {
		return nil, 0, err
	}
	Q := new(secp256k1.Point).ScalarBaseMult(&t)
	if Q.Add(Q, p.key.Point()).IsIdentity() == 1 {
		return nil, 0, errTweakSum
	}
	q = new(PublicKey)
	parity = q.setPoint(Q)
	return q, parity, nil
}

// IsTweakOf reports whether q and parity are what [PublicKey.AddTweak] makes of p and
// the tweak: the check of a control block in BIP-341.
func (q *PublicKey) IsTweakOf(p *PublicKey, tweak []byte, parity int) bool {
	got, gotParity, err := p.AddTweak(tweak)
	return err == nil && got.Equal(q) && gotParity == parity
}

// TapTweak returns the tweak hash_TapTweak(p || root) of an internal key p, for the root of
// a Merkle tree of scripts, 32 bytes, or none. A root of another length is an [ErrTweak].
// Like all hashes it may be too large to be added, which cannot be made to happen.
//
// Source: BIP-341.
func (p *PublicKey) TapTweak(root []byte) ([32]byte, error) {
	if !p.isSet() {
		return [32]byte{}, keyErrors.PublicUnset
	}
	if len(root) != 0 && len(root) != 32 {
		return [32]byte{}, errMerkleRoot
	}
	var buf [len(tag{}) + 64]byte
	copy(buf[:], tapTweakTag[:])
	copy(buf[64:], p.x[:])
	return sha256.Sum256(buf[:96+copy(buf[96:], root)]), nil
}

// setTweak sets t to a tweak.
func setTweak(t *scalar.Scalar, b []byte) error {
	if len(b) != 32 {
		return errTweakSize
	}
	if n.DecodeBE(t, (*[32]byte)(b)) == 0 {
		return errTweakRange
	}
	return nil
}
