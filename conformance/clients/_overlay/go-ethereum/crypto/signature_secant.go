// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

//go:build nacl || js || wasip1 || !cgo || gofuzz || tinygo

package crypto

import (
	stdecdsa "crypto/ecdsa"
	"errors"
	"math/big"

	"secant.example/secp256k1/ecdsa"
	"secant.example/secp256k1/elliptic"
	"secant.example/secp256k1/ethereum"
)

// Ecrecover returns the 65 bytes of the public key that made a signature r, s, v, where v is 0 or 1.
func Ecrecover(hash, sig []byte) ([]byte, error) {
	if len(sig) != SignatureLength || sig[RecoveryIDOffset] > 1 {
		return nil, errors.New("invalid signature")
	}
	return ethereum.Ecrecover(hash, sig)
}

// SigToPub is Ecrecover, with another type for the result.
func SigToPub(hash, sig []byte) (*stdecdsa.PublicKey, error) {
	b, err := Ecrecover(hash, sig)
	if err != nil {
		return nil, err
	}
	return toStd(b), nil
}

func toStd(b []byte) *stdecdsa.PublicKey {
	return &stdecdsa.PublicKey{Curve: S256(), X: new(big.Int).SetBytes(b[1:33]), Y: new(big.Int).SetBytes(b[33:])}
}

// Sign returns the 65 bytes r, s, v of a signature, where v is 0 or 1.
func Sign(hash []byte, prv *stdecdsa.PrivateKey) ([]byte, error) {
	if len(hash) != DigestLength {
		return nil, ethereum.ErrHash
	}
	if prv.Curve != S256() {
		return nil, errors.New("private key curve is not secp256k1")
	}
	key, err := ecdsa.NewPrivateKeyPadded(prv.D.Bytes())
	if err != nil {
		return nil, err
	}
	defer key.Zero()
	return ethereum.Sign(hash, key)
}

// VerifySignature says whether the 64 bytes r, s are a signature with a low s, under a key of
// 33 or 65 bytes.
func VerifySignature(pubkey, hash, signature []byte) bool {
	return ethereum.VerifySignature(pubkey, hash, signature)
}

// DecompressPubkey decodes a public key of 33 bytes.
func DecompressPubkey(pubkey []byte) (*stdecdsa.PublicKey, error) {
	if len(pubkey) != 33 {
		return nil, errors.New("invalid compressed public key length")
	}
	key, err := ecdsa.NewPublicKey(pubkey)
	if err != nil {
		return nil, err
	}
	return toStd(key.BytesUncompressed()), nil
}

// CompressPubkey encodes a public key in 33 bytes.
func CompressPubkey(pubkey *stdecdsa.PublicKey) []byte {
	return elliptic.S256().MarshalCompressed(pubkey.X, pubkey.Y)
}

// S256 returns the curve.
func S256() EllipticCurve { return elliptic.S256() }
