// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package ecdsa

import (
	"crypto"
	"io"

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
	var entropy []byte
	if opts != nil && len(opts.Entropy) != 0 {
		if entropy = opts.Entropy; len(entropy) != 32 {
			return RecoverableSignature{}, errEntropySize
		}
	}
	if !k.isSet() {
		return RecoverableSignature{}, keyErrors.PrivateUnset
	}
	return k.sign(&digest, entropy), nil
}

// Sign is the function [Sign] for the key k, as [crypto.Signer] has it: the digest is a
// slice, and the signature is in DER. random is not read: signatures are deterministic, but
// for [Options.Entropy]. With opts a pointer to [Options], these apply; otherwise opts, which
// may be nil, names the hash function that made the digest. A digest that is not of 32
// bytes is an [ErrOptions].
func (k *PrivateKey) Sign(random io.Reader, digest []byte, opts crypto.SignerOpts) ([]byte, error) {
	o, _ := opts.(*Options)
	if o == nil && !keys.IsDigest(DigestSize, opts) {
		return nil, errHash
	}
	if len(digest) != DigestSize {
		return nil, errDigestSize
	}
	sig, err := SignRecoverable(k, Digest(digest), o)
	if err != nil {
		return nil, err
	}
	return sig.DER(), nil
}

// sign returns (r, s), with the nonce k of RFC 6979: R = k·G, r = x(R) mod n and
// s = (z + r·d)/k, or if that is above n/2, (r, -s), which is what the nonce -k makes.
func (k *PrivateKey) sign(digest *Digest, entropy []byte) (sig RecoverableSignature) {
	var z, nonce scalar.Scalar
	var private, b [32]byte
	d := k.key.Scalar()
	n.EncodeBE(&private, d)
	n.ReduceBE(&z, (*[32]byte)(digest))
	n.EncodeBE(&b, &z)
	drbg := newNonces(private[:], b[:], entropy)
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
