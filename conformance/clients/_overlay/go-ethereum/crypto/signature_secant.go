// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

//go:build nacl || js || wasip1 || !cgo || gofuzz || tinygo

package crypto

import (
	stdecdsa "crypto/ecdsa"
	"errors"
	"fmt"
	"math/big"

	dcrec "github.com/decred/dcrd/dcrec/secp256k1/v4"
	"secant.example/secp256k1/ecdsa"
)

func digestOf(hash []byte) (ecdsa.Digest, error) {
	if len(hash) != DigestLength {
		return ecdsa.Digest{}, fmt.Errorf("hash is required to be exactly %d bytes (%d)", DigestLength, len(hash))
	}
	return ecdsa.Digest(hash), nil
}

func recoverKey(hash, sig []byte) (*ecdsa.PublicKey, error) {
	digest, err := digestOf(hash)
	if err != nil {
		return nil, err
	}
	if len(sig) != SignatureLength || sig[RecoveryIDOffset] > 3 {
		return nil, errors.New("invalid signature")
	}
	s, err := ecdsa.ParseCompact(sig[:RecoveryIDOffset])
	if err != nil {
		return nil, err
	}
	recoverable, err := ecdsa.NewRecoverableSignature(s, int(sig[RecoveryIDOffset]))
	if err != nil {
		return nil, err
	}
	return recoverable.Recover(digest, ecdsa.AnyS)
}

func toStd(key *ecdsa.PublicKey) *stdecdsa.PublicKey {
	b := key.BytesUncompressed()
	return &stdecdsa.PublicKey{Curve: S256(), X: new(big.Int).SetBytes(b[1:33]), Y: new(big.Int).SetBytes(b[33:])}
}

// Ecrecover returns the 65 bytes of the public key that made a signature r, s, v.
func Ecrecover(hash, sig []byte) ([]byte, error) {
	key, err := recoverKey(hash, sig)
	if err != nil {
		return nil, err
	}
	return key.BytesUncompressed(), nil
}

// SigToPub is Ecrecover, with another type for the result.
func SigToPub(hash, sig []byte) (*stdecdsa.PublicKey, error) {
	key, err := recoverKey(hash, sig)
	if err != nil {
		return nil, err
	}
	return toStd(key), nil
}

// Sign returns the 65 bytes r, s, v of a signature, where v is 0 or 1.
func Sign(hash []byte, prv *stdecdsa.PrivateKey) ([]byte, error) {
	digest, err := digestOf(hash)
	if err != nil {
		return nil, err
	}
	if prv.Curve != S256() {
		return nil, errors.New("private key curve is not secp256k1")
	}
	if prv.D.BitLen() > 256 {
		return nil, errors.New("invalid private key")
	}
	var d [32]byte
	defer clear(d[:])
	key, err := ecdsa.NewPrivateKey(prv.D.FillBytes(d[:]))
	if err != nil {
		return nil, err
	}
	defer key.Zero()
	sig, err := ecdsa.SignRecoverable(key, digest, nil)
	if err != nil {
		return nil, err
	}
	return sig.Ethereum()
}

// VerifySignature says whether the 64 bytes r, s are a signature with a low s, under a key of
// 33 or 65 bytes.
func VerifySignature(pubkey, hash, signature []byte) bool {
	digest, err := digestOf(hash)
	if err != nil {
		return false
	}
	sig, err := ecdsa.ParseCompact(signature)
	if err != nil {
		return false
	}
	return ecdsa.Verify(pubkey, digest, sig, ecdsa.LowS)
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
	return toStd(key), nil
}

// CompressPubkey encodes a public key in 33 bytes.
func CompressPubkey(pubkey *stdecdsa.PublicKey) []byte {
	b := make([]byte, 33)
	b[0] = 2 + byte(pubkey.Y.Bit(0))
	pubkey.X.FillBytes(b[1:])
	return b
}

// S256 returns the curve.
func S256() EllipticCurve { return curve{dcrec.S256()} }

type curve struct{ *dcrec.KoblitzCurve }

func (c curve) Marshal(x, y *big.Int) []byte {
	b := make([]byte, 65)
	b[0] = 4
	x.FillBytes(b[1:33])
	y.FillBytes(b[33:])
	return b
}

func (c curve) Unmarshal(data []byte) (x, y *big.Int) {
	if len(data) != 65 || data[0] != 4 {
		return nil, nil
	}
	return new(big.Int).SetBytes(data[1:33]), new(big.Int).SetBytes(data[33:])
}
