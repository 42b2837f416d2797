// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package schnorr

import (
	"crypto"
	"crypto/subtle"
	"fmt"
	"io"

	"secant.example/internal/entropy"
	"secant.example/internal/scalar"
	"secant.example/internal/secp256k1"
	"secant.example/secp256k1/internal/keys"
)

// Options says how to sign. The zero value, like a nil pointer, means fresh auxiliary
// randomness, and no verification. It implements [crypto.SignerOpts].
type Options struct {
	// Aux is the auxiliary random data, 32 bytes, or empty for 32 bytes of the system's
	// secure source. Another length is an [ErrOptions].
	Aux []byte

	// Deterministic takes 32 zero bytes as auxiliary random data, which the BIP allows where
	// there is no randomness: signatures of the same message are the same. Aux must be empty.
	Deterministic bool

	// Verify verifies the signature before it is returned, which takes several times as
	// long as making it. The BIP advises to: an error in the computation, by chance or
	// caused by an attacker, can make a signature that gives the private key away. If it
	// is not valid, that is an [ErrFault].
	Verify bool
}

// HashFunc returns 0: the message is signed as it is.
func (o *Options) HashFunc() crypto.Hash { return 0 }

// Sign returns the 64-byte signature of message, of any length, made with 32 bytes of the
// system's secure source as auxiliary random data. A private key that was never set is an
// [ErrPrivateKey]. It is constant-time.
//
// Source: BIP-340, default signing.
func Sign(k *PrivateKey, message []byte) ([]byte, error) {
	// The work is in another function so that this one is inlined, and a
	// signature that does not outlive its caller needs no allocation.
	return sign(make([]byte, SignatureSize), k, message, nil, nil)
}

// SignWithOptions is [Sign] with options, which may be nil.
func SignWithOptions(k *PrivateKey, message []byte, opts *Options) ([]byte, error) {
	return sign(make([]byte, SignatureSize), k, message, opts, nil)
}

// Sign is the function [Sign] for the key k, as [crypto.Signer] has it. The auxiliary
// random data are read from random, or from the system's secure source if random is nil;
// an error of random is returned, wrapped. With opts a pointer to [Options] that have
// such data, or are Deterministic, random is not used. If opts names a hash function, the
// message must be of the size of its digests, and otherwise is an [ErrOptions].
func (k *PrivateKey) Sign(random io.Reader, message []byte, opts crypto.SignerOpts) ([]byte, error) {
	o, ok := opts.(*Options)
	if !ok && !keys.IsDigest(len(message), opts) {
		return nil, errDigestSize
	}
	return sign(make([]byte, SignatureSize), k, message, o, random)
}

// sign sets sig and returns it. random is for auxiliary random data, if opts ask for fresh ones.
func sign(sig []byte, k *PrivateKey, message []byte, opts *Options, random io.Reader) ([]byte, error) {
	if !k.isSet() {
		return nil, keyErrors.PrivateUnset
	}
	var aux [AuxSize]byte
	if opts != nil && len(opts.Aux) != 0 {
		if len(opts.Aux) != AuxSize {
			return nil, errAuxSize
		}
		if opts.Deterministic {
			return nil, errDeterministic
		}
		copy(aux[:], opts.Aux)
	} else if opts != nil && opts.Deterministic {
		// aux is zero
	} else if err := entropy.Read(random, aux[:]); err != nil {
		return nil, fmt.Errorf("schnorr: %w", err)
	}
	if err := k.sign(sig, message, &aux); err != nil {
		return nil, err
	}
	if opts != nil && opts.Verify && !k.public.Verify(message, sig) {
		clear(sig)
		return nil, ErrFault
	}
	return sig, nil
}

// sign sets sig = x(R) || s, where t = d xor hash_aux(aux), k' = hash_nonce(t || x(P) ||
// message) mod n, R = k'·G, k = ±k' so that k·G has an even y-coordinate,
// e = hash_challenge(x(R) || x(P) || message) mod n, and s = k + e·d.
func (k *PrivateKey) sign(sig, message []byte, aux *[AuxSize]byte) error {
	var d, nonce, e scalar.Scalar
	var t, h, x [32]byte
	k.evenScalar(&d)
	n.EncodeBE(&h, &d)
	auxTag.hash1(&t, aux)
	subtle.XORBytes(t[:], t[:], h[:])
	nonceTag.hash(&h, &t, &k.public.x, message)
	n.ReduceBE(&nonce, &h)
	if n.IsZero(&nonce) == 1 { // nobody knows how to make that happen
		return ErrFault
	}
	odd := new(secp256k1.Point).ScalarBaseMult(&nonce).NormalizeX(&x)
	secp256k1.CondNegate(&nonce, &nonce, odd)
	copy(sig, x[:])
	challengeTag.hash(&h, &x, &k.public.x, message)
	n.ReduceBE(&e, &h)
	n.MulAdd(&e, &e, &d, &nonce)
	n.EncodeBE((*[32]byte)(sig[32:]), &e)
	return nil
}
