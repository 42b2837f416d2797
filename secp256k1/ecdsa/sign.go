// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package ecdsa

import (
	"crypto"
	"io"

	"secant.example/internal/secp256k1"
	"secant.example/secp256k1/internal/scheme"
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
	if k == nil || !k.set {
		return RecoverableSignature{}, errPrivateKeyUnset
	}
	return k.sign(&digest, entropy), nil
}

// Sign is the function [Sign] for the key k, as [crypto.Signer] has it: the digest is a
// slice, and the signature is in DER. The first argument is ignored: signatures are
// deterministic. With opts a pointer to [Options], these apply; otherwise opts, which
// may be nil, names the hash function that made the digest. A digest that is not of 32
// bytes is an [ErrOptions].
func (k *PrivateKey) Sign(_ io.Reader, digest []byte, opts crypto.SignerOpts) ([]byte, error) {
	o, _ := opts.(*Options)
	if o == nil && !scheme.IsDigest(DigestSize, opts) {
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
	var z, nonce secp256k1.Scalar
	var b [32]byte
	scheme.SetReduced(&z, (*[32]byte)(digest))
	n := newNonces(k.d.Bytes(), z.Bytes(), entropy)
	for {
		n.generate(&b)
		if !scheme.SetNonZero(&nonce, b[:]) {
			continue
		}
		x, odd := new(secp256k1.Point).ScalarBaseMult(&nonce).BytesXParity()
		sig.set(&nonce, &x, odd, &z, &k.d)
		if sig.r.IsZero()|sig.s.IsZero() == 0 {
			return sig
		}
	}
}

// set sets sig to the signature of z by d for the nonce k, of which x and the parity of
// y are the multiple of G. It is valid unless r or s is 0.
func (sig *RecoverableSignature) set(k *secp256k1.Scalar, x *[32]byte, odd int, z, d *secp256k1.Scalar) {
	scheme.SetReduced(&sig.r, x)
	var inverse secp256k1.Scalar
	sig.s.MultiplyAdd(&sig.r, d, z)
	sig.s.Multiply(&sig.s, inverse.Invert(k))
	high := sig.s.IsHigh()
	sig.s.CondNegate(&sig.s, high)
	// x and the parity of y are public: verifying computes them.
	sig.id = byte(odd ^ high)
	if _, err := new(secp256k1.Scalar).SetCanonicalBytes(x[:]); err != nil {
		sig.id |= 2 // x is not below n
	}
}
