// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package ed25519

import (
	"crypto"
	"crypto/sha512"
	"crypto/subtle"
	"fmt"
	"io"

	"secant.example/internal/edwards25519"
	"secant.example/internal/entropy"
	"secant.example/internal/scalar"
)

// Sign returns the 64-byte Ed25519 signature of message. It panics if the private key is
// not of 64 bytes, as the function of crypto/ed25519 does. It is constant-time.
//
// As crypto/ed25519 does, it takes the public key from the private key's second
// half without checking that it belongs to the first: checking costs as much
// again as signing. Who can make a program sign one message with different
// second halves computes the private key from the signatures, so keys of 64
// bytes from an untrusted place need [NewSigner], which checks, or
// [SignOptions.Verify].
//
// Source: RFC 8032, section 5.1.6.
func Sign(privateKey PrivateKey, message []byte) []byte {
	// The work is in another function so that this one is inlined, and a
	// signature that does not outlive its caller needs no allocation.
	return mustSign(make([]byte, SignatureSize), privateKey, message)
}

func mustSign(sig []byte, privateKey PrivateKey, message []byte) []byte {
	if _, err := sign(sig, privateKey, message, nil); err != nil {
		panic(err.Error())
	}
	return sig
}

// SignWithOptions is [Sign] with options, which may be nil. A private key that is not of
// 64 bytes is an [ErrPrivateKey], and options that do not exist or do not fit the message
// are an [ErrOptions]. Random bytes for [SignOptions.Hedged] come from the system's secure
// source. It is constant-time.
func SignWithOptions(privateKey PrivateKey, message []byte, opts *SignOptions) ([]byte, error) {
	return sign(make([]byte, SignatureSize), privateKey, message, opts)
}

func sign(sig []byte, privateKey PrivateKey, message []byte, opts *SignOptions) ([]byte, error) {
	if len(privateKey) != PrivateKeySize {
		return nil, errPrivateKeySize
	}
	if opts == nil {
		opts = new(SignOptions)
	}
	var s Signer
	s.expand(privateKey[:SeedSize])
	copy(s.public[:], privateKey[SeedSize:])
	sig, err := s.sign(sig, nil, message, opts)
	// A signature can be valid under s*B plus a point of small order, too.
	if err == nil && opts.Verify && !s.matches() {
		clear(sig)
		return nil, ErrFault
	}
	return sig, err
}

// Signer is a private key expanded once for many signatures, which it makes a
// little faster than [Sign], and whose public half is known to belong to its
// seed. It implements [crypto.Signer] and may be used by several goroutines at once.
//
// Give it to what signs: x509.CreateCertificate, a tls.Certificate, ssh.NewSignerFromSigner.
// What stores keys, such as x509.MarshalPKCS8PrivateKey and ssh.MarshalPrivateKey, knows
// only the types of the standard library: give it [Signer.PrivateKey].
//
// The zero value, like a nil pointer, is no key: signing with it is an [ErrPrivateKey].
type Signer struct {
	s      scalar.Scalar       // the secret scalar
	prefix [32]byte            // the secret from which nonces are derived
	public [PublicKeySize]byte // s*B
	seed   [SeedSize]byte      // what NewSigner was given
}

// NewSigner returns a Signer for privateKey. One of the wrong length, or whose
// second half is not the public key of the seed in the first, is an
// [ErrPrivateKey]. It is constant-time.
func NewSigner(privateKey PrivateKey) (*Signer, error) {
	if len(privateKey) != PrivateKeySize {
		return nil, errPrivateKeySize
	}
	s := new(Signer)
	s.expand(privateKey[:SeedSize])
	copy(s.public[:], privateKey[SeedSize:])
	if !s.matches() {
		return nil, errMismatch
	}
	copy(s.seed[:], privateKey)
	return s, nil
}

// matches reports whether the public key of s is s*B.
func (s *Signer) matches() bool {
	var A [PublicKeySize]byte
	new(edwards25519.Point).ScalarBaseMult(&s.s).Encode(&A)
	return subtle.ConstantTimeCompare(A[:], s.public[:]) == 1
}

// expand sets the secret parts of s to the clamped first half of SHA-512(seed)
// and to its second half, for a seed of 32 bytes.
func (s *Signer) expand(seed []byte) {
	h := sha512.Sum512(seed)
	edwards25519.ReduceClamped(&s.s, (*[32]byte)(h[:32]))
	copy(s.prefix[:], h[32:])
}

// set reports whether s is not the zero value.
func (s *Signer) set() bool {
	return s != nil && s.public != [PublicKeySize]byte{} // never that of a seed: it is of small order
}

// Public returns the public key, a [PublicKey], which is nil for the zero value.
func (s *Signer) Public() crypto.PublicKey {
	if !s.set() {
		return PublicKey(nil)
	}
	return PublicKey(append([]byte(nil), s.public[:]...))
}

// PrivateKey returns the private key of 64 bytes that s was made from, in memory of its
// own, which is nil for the zero value. It is constant-time.
func (s *Signer) PrivateKey() PrivateKey {
	if !s.set() {
		return nil
	}
	return append(append(make(PrivateKey, 0, PrivateKeySize), s.seed[:]...), s.public[:]...)
}

// Sign returns the 64-byte signature of message. It is chosen by opts how: crypto.Hash(0)
// or nil for Ed25519, crypto.SHA512 for Ed25519ph, or a pointer to [SignOptions] or
// [Options]. Those that do not exist or do not fit the message are an [ErrOptions].
//
// The signatures are deterministic, and random is not read, but for [SignOptions.Hedged]:
// then 32 bytes are, or the system's secure source if random is nil; an error of random is
// returned, wrapped. It is constant-time.
func (s *Signer) Sign(random io.Reader, message []byte, opts crypto.SignerOpts) ([]byte, error) {
	if !s.set() {
		return nil, errNoSigner
	}
	o := signerOptions(opts)
	return s.sign(make([]byte, SignatureSize), random, message, &o)
}

// SignMessage is [Signer.Sign] for a message that is not hashed, whatever the variant:
// for Ed25519ph it computes the SHA-512 digest. It makes a Signer a crypto.MessageSigner, as
// Go has it from 1.25 on. It is constant-time.
func (s *Signer) SignMessage(random io.Reader, message []byte, opts crypto.SignerOpts) ([]byte, error) {
	o := signerOptions(opts)
	if o.Hash == crypto.SHA512 {
		h := sha512.Sum512(message)
		message = h[:]
	}
	return s.Sign(random, message, &o)
}

// sign sets and returns sig = R || S, where r = SHA-512(dom2 || prefix || message) mod l,
// R = r*B, k = SHA-512(dom2 || R || A || message) mod l and S = r + k*s. If it is hedged, the
// first half of SHA-512(prefix || Z) is taken for prefix, where Z are 32 bytes of random.
//
// So r is a hash of the message and of a secret that depends on Z: with a Z that is known, or
// always the same, it is what RFC 8032 has with another prefix.
//
// Source: RFC 8032, section 5.1.6; draft-irtf-cfrg-det-sigs-with-noise-05, section 3.
func (s *Signer) sign(sig []byte, random io.Reader, message []byte, opts *SignOptions) ([]byte, error) {
	var buf [dom2Size]byte
	dom, err := dom2(&buf, opts.Hash, opts.Context, message)
	if err != nil {
		return nil, err
	}
	var h [sha512.Size]byte
	prefix := s.prefix
	if opts.Hedged {
		var Z [32]byte
		if err := entropy.Read(random, Z[:]); err != nil {
			return nil, fmt.Errorf("ed25519: %w", err)
		}
		digest(&h, prefix[:], Z[:], nil, nil)
		copy(prefix[:], h[:])
	}
	digest(&h, dom, prefix[:], nil, message)
	var r, k scalar.Scalar
	modL.DecodeWide(&r, &h)
	new(edwards25519.Point).ScalarBaseMult(&r).Encode((*[32]byte)(sig[:32]))
	challenge(&k, dom, sig[:32], s.public[:], message)
	modL.MulAdd(&k, &k, &s.s, &r)
	modL.Encode((*[32]byte)(sig[32:]), &k)
	if opts.Verify && VerifyWithOptions(s.public[:], message, sig, &Options{Hash: opts.Hash, Context: opts.Context}) != nil {
		clear(sig)
		return nil, ErrFault
	}
	return sig, nil
}
