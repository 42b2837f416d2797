// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package ecdsa

import (
	"secant.example/internal/scalar"
	"secant.example/internal/secp256k1"
)

// A RecoverableSignature is a signature and the recovery id that says which of up to four
// public keys it is from: bit 0 is the parity of the y-coordinate of the point R, and bit
// 1 says that its x-coordinate is r + n, not r, for which the chance is 2^-127.
type RecoverableSignature struct {
	Signature
	id byte
}

// NewRecoverableSignature returns sig with the recovery id, 0 to 3. Another id, or a
// signature that was never set, is an [ErrSignature].
func NewRecoverableSignature(sig Signature, id int) (RecoverableSignature, error) {
	if id < 0 || id > 3 {
		return RecoverableSignature{}, errRecoveryID
	}
	if !sig.isSet() {
		return RecoverableSignature{}, errRange
	}
	return RecoverableSignature{sig, byte(id)}, nil
}

// ID returns the recovery id, 0 to 3.
func (sig RecoverableSignature) ID() int { return int(sig.id) }

// Bitcoin returns the 65 bytes of Bitcoin's signed messages: a header, r and s. The
// header is 27 plus the recovery id, and 4 more if the public key is compressed in the
// address that the signature is for.
func (sig RecoverableSignature) Bitcoin(compressed bool) []byte {
	b := make([]byte, RecoverableSize)
	b[0] = 27 + sig.id
	if compressed {
		b[0] += 4
	}
	sig.compact(b[1:])
	return b
}

// ParseBitcoin returns the signature of which b are the 65 bytes as in
// [RecoverableSignature.Bitcoin], and whether the public key is compressed. Another
// length, a header that is not in [27, 35), and integers that are not in [1, n), are an
// [ErrSignature].
func ParseBitcoin(b []byte) (sig RecoverableSignature, compressed bool, err error) {
	if len(b) != RecoverableSize {
		return RecoverableSignature{}, false, errRecoverableSize
	}
	header := b[0] - 27
	if header > 7 {
		return RecoverableSignature{}, false, errRecoveryID
	}
	s, err := ParseCompact(b[1:])
	if err != nil {
		return RecoverableSignature{}, false, err
	}
	return RecoverableSignature{s, header & 3}, header >= 4, nil
}

// Ethereum returns the 65 bytes r, s and v, where v is the recovery id: 0 or 1, as in
// typed transactions and in the programs that make signatures for contracts to check.
// Ethereum has no signatures with other ids: those are an [ErrSignature], and so is the zero
// value.
func (sig RecoverableSignature) Ethereum() ([]byte, error) {
	return sig.ethereum(make([]byte, RecoverableSize), 0)
}

// Ethereum27 is [RecoverableSignature.Ethereum] with 27 or 28 as v, as in the contract
// ecrecover and in signed messages (ERC-191).
func (sig RecoverableSignature) Ethereum27() ([]byte, error) {
	return sig.ethereum(make([]byte, RecoverableSize), 27)
}

func (sig RecoverableSignature) ethereum(b []byte, offset byte) ([]byte, error) {
	switch {
	case !sig.isSet():
		return nil, errRange
	case sig.id > 1:
		return nil, errRecoveryID
	}
	sig.compact(b)
	b[64] = sig.id + offset
	return b, nil
}

// ParseEthereum returns the signature of which b are the 65 bytes r, s and v, where v is
// 0, 1, 27 or 28. Another length, another v, and integers that are not in [1, n), are an
// [ErrSignature].
func ParseEthereum(b []byte) (RecoverableSignature, error) {
	if len(b) != RecoverableSize {
		return RecoverableSignature{}, errRecoverableSize
	}
	v := b[64]
	if v >= 27 {
		v -= 27
	}
	if v > 1 {
		return RecoverableSignature{}, errRecoveryID
	}
	s, err := ParseCompact(b[:64])
	if err != nil {
		return RecoverableSignature{}, err
	}
	return RecoverableSignature{s, v}, nil
}

// Recover returns the public key under which sig is a valid signature of digest by the
// rule. If there is none, that is an [ErrSignature]. There is one for nearly every digest:
// who recovers a key has to compare it with one that is expected, or its address. It is
// variable-time: its arguments are public.
//
// Source: SEC 1, version 2, section 4.1.6.
func (sig RecoverableSignature) Recover(digest Digest, rule Rule) (*PublicKey, error) {
	p := new(PublicKey)
	if err := sig.recover(p, &digest, rule); err != nil {
		return nil, err
	}
	return p, nil
}

// recover sets p to Q = (s·R - z·G)/r.
func (sig RecoverableSignature) recover(p *PublicKey, digest *Digest, rule Rule) error {
	switch {
	case !sig.isSet() || sig.id > 3:
		return errRange
	case rule != AnyS && (rule != LowS || sig.IsHighS()):
		return errHighS
	}
	var R, Q secp256k1.Point
	if !R.SetReducedX(&sig.r, int(sig.id>>1), int(sig.id&1)) {
		return errNoRecovery
	}
	var u, w scalar.Scalar
	n.InvVarTime(&w, &sig.r)
	n.ReduceBE(&u, (*[32]byte)(digest))
	n.Neg(&u, &u)
	n.Mul(&u, &u, &w)
	n.Mul(&w, &sig.s, &w)
	if Q.VarTimeDoubleScalarBaseMult(&w, &R, &u).IsIdentity() == 1 {
		return errNoRecovery
	}
	p.key.SetPoint(Q.VarTimeNormalize(&Q))
	return nil
}
