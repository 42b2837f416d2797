// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package ethereum signs, recovers and verifies with ECDSA in the shapes that Ethereum software
// is used to: the hash comes first, it and signatures are slices, and a signature is of 65
// bytes, r, s and v. Keys are those of package ecdsa, which computes.
//
// A hash is of 32 bytes, by Keccak-256, and is used modulo the order of the group as
// [ecdsa.Digest] is. No length or encoding makes a function panic.
//
// Source: Ethereum's Yellow Paper, appendix F; EIP-2.
package ethereum

import (
	"errors"

	"secant.example/secp256k1/ecdsa"
)

// Sizes in bytes.
const (
	HashSize      = ecdsa.DigestSize      // 32
	SignatureSize = ecdsa.RecoverableSize // 65: r, s and v
)

// ErrHash means that a hash is not of 32 bytes. Other errors are those of package ecdsa.
var ErrHash = errors.New("ethereum: the hash is not of 32 bytes")

// Sign returns the signature of hash, 65 bytes: r, s, which is at most n/2, and v, which is 0 or
// 1. A hash that is not of 32 bytes is an [ErrHash], and a key that was never set an
// [ecdsa.ErrPrivateKey]. Once in 2^127 signatures v would be above 1, which Ethereum does not
// know: that is an [ecdsa.ErrSignature]. It is constant-time.
func Sign(hash []byte, key *ecdsa.PrivateKey) ([]byte, error) {
	if len(hash) != HashSize {
		return nil, ErrHash
	}
	sig, err := ecdsa.SignRecoverable(key, ecdsa.Digest(hash), nil)
	if err != nil {
		return nil, err
	}
	return sig.Ethereum()
}

// Ecrecover returns the public key under which sig, 65 bytes, is a signature of hash, in 65
// bytes, uncompressed. v may be 0, 1, 27 or 28, and s may be above n/2, as in the contract
// ecrecover: who refuses that has to do so before. A hash that is not of 32 bytes is an
// [ErrHash], and a signature from which no key can be recovered an [ecdsa.ErrSignature]. It is
// variable-time.
func Ecrecover(hash, sig []byte) ([]byte, error) {
	p, err := SigToPub(hash, sig)
	if err != nil {
		return nil, err
	}
	return p.BytesUncompressed(), nil
}

// SigToPub is [Ecrecover] for a public key that is decoded, in variable time too.
func SigToPub(hash, sig []byte) (*ecdsa.PublicKey, error) {
	if len(hash) != HashSize {
		return nil, ErrHash
	}
	s, err := ecdsa.ParseEthereum(sig)
	if err != nil {
		return nil, err
	}
	return s.Recover(ecdsa.Digest(hash), ecdsa.AnyS)
}

// A BatchRecoverer recovers the public keys of many signatures, as those of the transactions of a
// block, as [ecdsa.BatchRecoverer] does, which says what that costs. Its results
// are those of [SigToPub]. The sender of a transaction is in the last 20 bytes of the Keccak-256 of
// the 64 bytes of its key, uncompressed, after the first one.
//
// The zero value is an empty batch, ready for use. It keeps its memory: with Workers at 0 or 1, a batch
// of a size that it had before allocates nothing but what [BatchRecoverer.Recover] returns. It may
// not be used by several goroutines at the same time, nor be copied
// once something was added. It is variable-time.
type BatchRecoverer struct {
	// Workers bounds the goroutines that Recover uses at the same time; at 0 and 1 there is
	// only that of the caller.
	Workers int

	batch ecdsa.BatchRecoverer
}

// NewBatchRecoverer returns an empty batch, for recovery in variable time.
func NewBatchRecoverer() *BatchRecoverer { return new(BatchRecoverer) }

// NewBatchRecovererWithCapacity returns an empty batch, for recovery in variable time, with room
// for n signatures.
func NewBatchRecovererWithCapacity(n int) *BatchRecoverer {
	b := new(BatchRecoverer)
	b.Grow(n)
	return b
}

// Grow makes room for n more signatures.
func (b *BatchRecoverer) Grow(n int) { b.batch.Grow(n) }

// Len returns how many signatures were added.
func (b *BatchRecoverer) Len() int { return b.batch.Len() }

// Reset makes b an empty batch again, and keeps the memory.
func (b *BatchRecoverer) Reset() { b.batch.Reset() }

// Add adds sig, 65 bytes, a signature of hash, as [SigToPub] takes them. Anything may be added: of
// what is no hash or no signature, no key is recovered. The arguments are not kept.
func (b *BatchRecoverer) Add(hash, sig []byte) {
	var digest ecdsa.Digest
	var s ecdsa.RecoverableSignature // which is none
	if len(hash) == HashSize {
		digest = ecdsa.Digest(hash)
		if parsed, err := ecdsa.ParseEthereum(sig); err == nil {
			s = parsed
		}
	}
	b.batch.Add(digest, s, ecdsa.AnyS)
}

// Recover returns whether there are signatures, and all have a key, and the keys, as
// [ecdsa.BatchRecoverer.Recover] does: nil where there is none.
func (b *BatchRecoverer) Recover() (all bool, keys []*ecdsa.PublicKey) {
	b.batch.Workers = b.Workers
	return b.batch.Recover()
}

// VerifySignature reports whether sig, 64 bytes, r and s, is a signature of hash under the
// public key, 33 or 65 bytes. s must be at most n/2. Wrong lengths and encodings make it false.
// It is variable-time.
func VerifySignature(publicKey, hash, sig []byte) bool {
	if len(hash) != HashSize {
		return false
	}
	s, err := ecdsa.ParseCompact(sig)
	return err == nil && ecdsa.Verify(publicKey, ecdsa.Digest(hash), s, ecdsa.LowS)
}
