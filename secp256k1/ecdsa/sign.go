// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package ecdsa

import (
	"crypto"
	"fmt"
	"io"

	"secant.example/internal/entropy"
	"secant.example/internal/scalar"
	"secant.example/internal/secp256k1"
	"secant.example/secp256k1/internal/keys"
)

// Options says how to sign. The zero value, like a nil pointer, means RFC 6979 as it is.
// It implements [crypto.SignerOpts].
type Options struct {
	// Entropy, 32 bytes or none, are additional data for the nonces (RFC 6979, section
	// 3.6), which makes signatures differ that would be the same. Another length is an
	// [ErrOptions].
	Entropy []byte

	// Hedged takes 32 fresh random bytes of the system's secure source as Entropy, so that
	// the nonce is unknown to who can make the computer err or watches what it does. Entropy
	// must be empty.
	Hedged bool

	// Verify verifies the signature before it is returned, which takes several times as
	// long as making it. An error in the computation, by chance or caused by an attacker,
	// can make a signature that gives the private key away. If it is not valid, that is an
	// [ErrFault].
	Verify bool
}

// HashFunc returns 0: what is signed is a digest, by whatever hash function.
func (o *Options) HashFunc() crypto.Hash { return 0 }

// Sign returns the signature of digest. A private key that was never set is an
// [ErrPrivateKey]. It is constant-time.
//
// Source: SEC 1, version 2, section 4.1.3; RFC 6979, section 3.2; BIP-146, low S.
func Sign(k *PrivateKey, digest Digest) (Signature, error) {
	sig, err := SignRecoverable(k, digest, nil)
	return sig.Signature, err
}

// SignWithOptions is [Sign] with options, which may be nil.
func SignWithOptions(k *PrivateKey, digest Digest, opts *Options) (Signature, error) {
	sig, err := SignRecoverable(k, digest, opts)
	return sig.Signature, err
}

// SignRecoverable is [SignWithOptions] for a signature from which the public key can be
// recovered.
func SignRecoverable(k *PrivateKey, digest Digest, opts *Options) (RecoverableSignature, error) {
	return k.signWithOptions(nil, &digest, opts)
}

// Sign is the function [Sign] for the key k, as [crypto.Signer] has it: the digest is a
// slice, and the signature is in DER. random is read for [Options.Hedged] alone: 32 bytes, or
// the system's secure source if it is nil; an error of random is returned, wrapped. With opts
// a pointer to [Options], these apply; otherwise opts, which may be nil, names the hash function
// that made the digest. A digest that is not of 32 bytes is an [ErrOptions].
func (k *PrivateKey) Sign(random io.Reader, digest []byte, opts crypto.SignerOpts) ([]byte, error) {
	o, _ := opts.(*Options)
	if o == nil && !keys.IsDigest(DigestSize, opts) {
		return nil, errHash
	}
	if len(digest) != DigestSize {
		return nil, errDigestSize
	}
	sig, err := k.signWithOptions(random, (*Digest)(digest), o)
	if err != nil {
		return nil, err
	}
	return sig.DER(), nil
}

// signWithOptions returns a signature of digest. random is for [Options.Hedged].
func (k *PrivateKey) signWithOptions(random io.Reader, digest *Digest, opts *Options) (RecoverableSignature, error) {
	if !k.isSet() {
		return RecoverableSignature{}, keyErrors.PrivateUnset
	}
	if opts == nil {
		return k.sign(digest, nil), nil
	}
	var fresh [32]byte
	additional := opts.Entropy
	if len(additional) != 0 && len(additional) != 32 {
		return RecoverableSignature{}, errEntropySize
	}
	if opts.Hedged {
		if len(additional) != 0 {
			return RecoverableSignature{}, errHedged
		}
		if err := entropy.Read(random, fresh[:]); err != nil {
			return RecoverableSignature{}, fmt.Errorf("ecdsa: %w", err)
		}
		additional = fresh[:]
	}
	sig := k.sign(digest, additional)
	if opts.Verify {
		sig = fault(sig)
		if err := k.check(digest, &sig); err != nil {
			return RecoverableSignature{}, err
		}
	}
	return sig, nil
}

// fault returns sig, or in tests what a computer might make that errs.
var fault = func(sig RecoverableSignature) RecoverableSignature { return sig }

// check returns an error unless sig is a signature of digest, and k's public key is recovered
// from it.
func (k *PrivateKey) check(digest *Digest, sig *RecoverableSignature) error {
	var p PublicKey
	if sig.recover(&p, digest, LowS) != nil || !p.Equal(k.PublicKey()) {
		return ErrFault
	}
	return nil
}

// sign returns (r, s), with the nonce k of RFC 6979: R = k·G, r = x(R) mod n and
// s = (z + r·d)/k, or if that is above n/2, (r, -s), which is what the nonce -k makes.
func (k *PrivateKey) sign(digest *Digest, additional []byte) (sig RecoverableSignature) {
	var z, nonce scalar.Scalar
	var private, b [32]byte
	d := k.key.Scalar()
	n.EncodeBE(&private, d)
	n.ReduceBE(&z, (*[32]byte)(digest))
	n.EncodeBE(&b, &z)
	drbg := newNonces(private[:], b[:], additional)
	for {
		drbg.generate(&b)
		if !keys.SetNonZero(&nonce, &b) {
			continue
		}
		overflow, odd := new(secp256k1.Point).ScalarBaseMult(&nonce).ReduceX(&sig.r)
		sig.finish(&nonce, overflow, odd, &z, d)
		if sig.isSet() {
			return sig
		}
	}
}

// finish sets s and the recovery id of sig to those of the signature of z by d for the
// nonce k, where r, overflow and odd are what [secp256k1.Point.ReduceX] says of the multiple
// of G. The signature is valid unless r or s is 0.
func (sig *RecoverableSignature) finish(k *scalar.Scalar, overflow, odd int, z, d *scalar.Scalar) {
	var inverse scalar.Scalar
	n.Inv(&inverse, k)
	n.MulAdd(&sig.s, &sig.r, d, z)
	n.Mul(&sig.s, &sig.s, &inverse)
	high := secp256k1.IsHigh(&sig.s)
	secp256k1.CondNegate(&sig.s, &sig.s, high)
	sig.id = byte(overflow<<1 | odd ^ high)
}
