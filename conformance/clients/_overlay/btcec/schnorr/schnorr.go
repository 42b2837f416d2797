// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package schnorr has what txscript calls of btcec's package.
package schnorr

import (
	"errors"

	"github.com/btcsuite/btcd/btcec/v2"
	"secant.example/secp256k1/schnorr"
)

const (
	PubKeyBytesLen = schnorr.PublicKeySize
	SignatureSize  = schnorr.SignatureSize
)

// ParsePubKey returns the key of 32 bytes, with an even y-coordinate.
func ParsePubKey(b []byte) (*btcec.PublicKey, error) {
	if len(b) != PubKeyBytesLen {
		return nil, errors.New("schnorr: a public key has 32 bytes")
	}
	return btcec.ParsePubKey(append([]byte{2}, b...))
}

func SerializePubKey(p *btcec.PublicKey) []byte { return p.SerializeCompressed()[1:] }

// A Signature is x(R) and s.
type Signature [SignatureSize]byte

// ParseSignature only looks at the length: what cannot be a signature is not valid.
func ParseSignature(b []byte) (*Signature, error) {
	if len(b) != SignatureSize {
		return nil, errors.New("schnorr: a signature has 64 bytes")
	}
	s := Signature(b)
	return &s, nil
}

const hashSize = 32

// Sign signs without randomness, as btcec does.
func Sign(key *btcec.PrivateKey, hash []byte) (*Signature, error) {
	if len(hash) != hashSize {
		return nil, errors.New("schnorr: a hash has 32 bytes")
	}
	k, err := schnorr.NewPrivateKey(key.Serialize())
	if err != nil {
		return nil, err
	}
	sig, err := schnorr.SignWithOptions(k, hash, &schnorr.Options{Deterministic: true})
	if err != nil {
		return nil, err
	}
	return ParseSignature(sig)
}

func (s *Signature) Verify(hash []byte, p *btcec.PublicKey) bool {
	key, err := schnorr.NewPublicKeyFromPoint(p.Secant().Point())
	return err == nil && len(hash) == hashSize && key.Verify(hash, s[:])
}

func (s *Signature) Serialize() []byte         { return s[:] }
func (s *Signature) IsEqual(t *Signature) bool { return *s == *t }
