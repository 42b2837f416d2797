// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package ecdsa has what txscript calls of btcec's package.
package ecdsa

import (
	"github.com/btcsuite/btcd/btcec/v2"
	"secant.example/secp256k1/ecdsa"
)

const (
	MinSigLen = 8
	MaxSigLen = ecdsa.MaxDERSize
)

// A Signature is a pair of integers.
type Signature struct{ sig ecdsa.Signature }

func ParseDERSignature(b []byte) (*Signature, error) {
	sig, err := ecdsa.ParseDER(b)
	if err != nil {
		return nil, err
	}
	return &Signature{sig}, nil
}

// ParseSignature reads what Bitcoin took before BIP-66.
func ParseSignature(b []byte) (*Signature, error) {
	sig, err := ecdsa.ParseDERLax(b)
	if err != nil {
		return nil, err
	}
	return &Signature{sig}, nil
}

// Sign signs a digest of 32 bytes.
func Sign(key *btcec.PrivateKey, hash []byte) *Signature {
	k, err := ecdsa.NewPrivateKey(key.Serialize())
	if err == nil {
		var sig ecdsa.Signature
		if sig, err = ecdsa.Sign(k, ecdsa.Digest(hash)); err == nil {
			return &Signature{sig}
		}
	}
	panic("btcec/ecdsa: " + err.Error())
}

func (s *Signature) Verify(hash []byte, key *btcec.PublicKey) bool {
	return len(hash) == ecdsa.DigestSize && key.Secant().Verify(ecdsa.Digest(hash), s.sig, ecdsa.AnyS)
}

func (s *Signature) Serialize() []byte         { return s.sig.LowS().DER() }
func (s *Signature) IsEqual(t *Signature) bool { return s.sig == t.sig }
