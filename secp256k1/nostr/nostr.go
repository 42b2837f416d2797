// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package nostr has what Nostr software asks of a curve: a [Signer] with the methods that
// it is used to, and [Event], which computes and checks the ids and signatures of NIP-01.
//
// A [BatchVerifier] checks many events, given as JSON or as [Event] values, and says of
// each that is not valid whether it is malformed, or has another id than its hash, or
// a signature that does not verify.
//
// Secret keys, public keys, ids and shared secrets are 32 bytes, and signatures 64: those
// of package schnorr, BIP-340.
//
// Source: NIP-01, NIP-04, NIP-44.
package nostr

import (
	"errors"
	"fmt"

	"secant.example/secp256k1/ecdh"
	"secant.example/secp256k1/schnorr"
)

// Sizes in bytes.
const (
	SecretKeySize = schnorr.PrivateKeySize // 32
	PublicKeySize = schnorr.PublicKeySize  // 32: an x-coordinate
	IDSize        = 32                     // what is signed
	SignatureSize = schnorr.SignatureSize  // 64
)

// Errors. Those that a function returns may say more than these: compare with
// [errors.Is].
var (
	// ErrSecretKey means that a secret key is not one, or that there is none.
	ErrSecretKey = errors.New("nostr: invalid secret key")
	// ErrPublicKey means that a public key is not one, or that there is none.
	ErrPublicKey = errors.New("nostr: invalid public key")
	// ErrMessage means that what is to be signed or verified is not an id of 32 bytes.
	ErrMessage = errors.New("nostr: the message is not of 32 bytes")
	// ErrMalformed means that an event is not of the form that NIP-01 gives it.
	ErrMalformed = errors.New("nostr: malformed event")
	// ErrID means that the id of an event is not the hash of its content.
	ErrID = errors.New("nostr: the id is not the hash of the event")
	// ErrSignature means that the signature of an event is not one of its id under its
	// public key, or that what was given as a signature has another length than 64 bytes.
	ErrSignature = errors.New("nostr: invalid signature")
)

var (
	errNoSecretKey   = fmt.Errorf("%w: the Signer has none", ErrSecretKey)
	errNoPublicKey   = fmt.Errorf("%w: the Signer has none", ErrPublicKey)
	errSignatureSize = fmt.Errorf("%w: not of 64 bytes", ErrSignature)
)

// A Signer signs, verifies and makes shared secrets, with a secret key, or verifies only,
// with a public key. The zero value has no key. It may be used by several goroutines at
// once, while none gives it another key. What it does with the secret key is constant-time.
type Signer struct {
	key    schnorr.PrivateKey
	ecdh   ecdh.PrivateKey
	public schnorr.PublicKey
	has    keys
}

// keys says which keys a Signer has.
type keys int

const (
	none keys = iota
	publicOnly
	both
)

// Generate gives s a new secret key, of the system's secure source of randomness.
func (s *Signer) Generate() error {
	key, err := schnorr.GenerateKey(nil)
	if err != nil {
		return err
	}
	sec := key.Bytes()
	defer func() { key.Zero(); clear(sec) }()
	return s.InitSec(sec)
}

// InitSec gives s a secret key of 32 bytes. If it is none, that is an [ErrSecretKey],
// and s is unchanged. It is constant-time.
func (s *Signer) InitSec(sec []byte) error {
	if _, err := s.key.SetBytes(sec); err != nil {
		return fmt.Errorf("%w: %w", ErrSecretKey, err)
	}
	if _, err := s.ecdh.SetBytes(sec); err != nil {
		panic("nostr: internal error: " + err.Error()) // the same keys are valid
	}
	s.public, s.has = *s.key.PublicKey(), both
	return nil
}

// InitPub gives s a public key of 32 bytes, and no secret key. If it is none, that is an
// [ErrPublicKey], and s is unchanged.
func (s *Signer) InitPub(pub []byte) error {
	var p schnorr.PublicKey
	if _, err := p.SetBytes(pub); err != nil {
		return fmt.Errorf("%w: %w", ErrPublicKey, err)
	}
	s.Zero()
	s.public, s.has = p, publicOnly
	return nil
}

// Sec returns the 32 bytes of the secret key, or nil if there is none.
func (s *Signer) Sec() []byte {
	if s.has != both {
		return nil
	}
	return s.key.Bytes()
}

// Pub returns the 32 bytes of the public key, or nil if there is none.
func (s *Signer) Pub() []byte {
	if s.has == none {
		return nil
	}
	return s.public.Bytes()
}

// Sign returns the 64-byte signature of msg, which is the id of an event, 32 bytes: another
// length is an [ErrMessage]. Without a secret key it returns an [ErrSecretKey]. Signatures
// are made with fresh randomness, so those of the same id differ. It is constant-time.
func (s *Signer) Sign(msg []byte) ([]byte, error) {
	if s.has != both {
		return nil, errNoSecretKey
	}
	if len(msg) != IDSize {
		return nil, ErrMessage
	}
	return schnorr.Sign(&s.key, msg)
}

// Verify reports whether sig is a valid signature of msg, 32 bytes, under the public key.
// A msg of another length is an [ErrMessage], a sig that is not of 64 bytes an
// [ErrSignature], and no public key an [ErrPublicKey]. It is variable-time.
func (s *Signer) Verify(msg, sig []byte) (bool, error) {
	switch {
	case s.has == none:
		return false, errNoPublicKey
	case len(msg) != IDSize:
		return false, ErrMessage
	case len(sig) != SignatureSize:
		return false, errSignatureSize
	}
	return s.public.Verify(msg, sig), nil
}

// ECDH returns the 32 bytes that s shares with whom the public key of 32 bytes belongs to:
// the x-coordinate of the shared point, as it is. If pub is no public key, that is an
// [ErrPublicKey], and without a secret key it returns an [ErrSecretKey]. It is constant-time
// in the secret key.
//
// Source: NIP-04; NIP-44.
func (s *Signer) ECDH(pub []byte) ([]byte, error) {
	return s.sharedSecret(make([]byte, ecdh.SharedSecretSize), pub)
}

func (s *Signer) sharedSecret(secret, pub []byte) ([]byte, error) {
	if s.has != both {
		return nil, errNoSecretKey
	}
	var peer ecdh.PublicKey
	if _, err := peer.SetXBytes(pub); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrPublicKey, err)
	}
	x, err := s.ecdh.SharedSecret(&peer)
	if err != nil {
		return nil, err
	}
	copy(secret, x[:])
	return secret, nil
}

// Zero overwrites the keys: s has none afterwards.
func (s *Signer) Zero() { *s = Signer{} }
