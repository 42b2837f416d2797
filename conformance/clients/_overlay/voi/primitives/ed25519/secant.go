// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package ed25519 is curve25519-voi's package of that name, on Secant: what its users call,
// with the same types, so that they can change call sites later, or never.
package ed25519

import (
	"crypto"
	stded25519 "crypto/ed25519"
	"io"

	"secant.example/ed25519"
)

const (
	PublicKeySize  = ed25519.PublicKeySize
	PrivateKeySize = ed25519.PrivateKeySize
	SignatureSize  = ed25519.SignatureSize
	SeedSize       = ed25519.SeedSize
	ContextMaxSize = 255
)

// Options of voi say how to sign and how to verify; here a [Rules] is a parameter of its own.
type Options struct {
	Hash            crypto.Hash
	Context         string
	AddedRandomness bool
	SelfVerify      bool
	Verify          *VerifyOptions
}

func (o *Options) HashFunc() crypto.Hash { return o.Hash }

func (o *Options) split() (ed25519.Rules, *ed25519.Options) {
	return o.Verify.rules(), &ed25519.Options{Hash: o.Hash, Context: o.Context}
}

type VerifyOptions struct {
	AllowSmallOrderA, AllowSmallOrderR     bool
	AllowNonCanonicalA, AllowNonCanonicalR bool
	CofactorlessVerify                     bool
}

var (
	VerifyOptionsDefault    = &VerifyOptions{AllowSmallOrderR: true}
	VerifyOptionsStdLib     = &VerifyOptions{AllowSmallOrderA: true, AllowSmallOrderR: true, AllowNonCanonicalA: true, CofactorlessVerify: true}
	VerifyOptionsFIPS_186_5 = &VerifyOptions{AllowSmallOrderA: true, AllowSmallOrderR: true}
	VerifyOptionsZIP_215    = &VerifyOptions{AllowSmallOrderA: true, AllowSmallOrderR: true, AllowNonCanonicalA: true, AllowNonCanonicalR: true}

	optionsDefault = &Options{Verify: VerifyOptionsDefault}
)

func (v *VerifyOptions) rules() (r ed25519.Rules) {
	if v == nil {
		return ed25519.Default
	}
	for _, s := range []struct {
		on   bool
		rule ed25519.Rules
	}{
		{v.AllowSmallOrderA, ed25519.AcceptSmallOrderA},
		{!v.AllowSmallOrderR, ed25519.RejectSmallOrderR},
		{v.AllowNonCanonicalA, ed25519.AcceptNonCanonicalA},
		{v.AllowNonCanonicalR, ed25519.AcceptNonCanonicalR},
		{v.CofactorlessVerify, ed25519.Cofactorless},
	} {
		if s.on {
			r |= s.rule
		}
	}
	return r
}

type PublicKey = ed25519.PublicKey

// A PrivateKey is not that of crypto/ed25519, whose Sign does not know these Options.
type PrivateKey []byte

func (k PrivateKey) Public() crypto.PublicKey { return stded25519.PrivateKey(k).Public() }
func (k PrivateKey) Seed() []byte             { return stded25519.PrivateKey(k).Seed() }

func (k PrivateKey) Equal(x crypto.PrivateKey) bool {
	other, ok := x.(PrivateKey)
	return ok && stded25519.PrivateKey(k).Equal(stded25519.PrivateKey(other))
}

func (k PrivateKey) Sign(_ io.Reader, message []byte, opts crypto.SignerOpts) ([]byte, error) {
	o, ok := opts.(*Options)
	if !ok {
		o = &Options{Hash: opts.HashFunc()}
	}
	return ed25519.SignWithOptions(ed25519.PrivateKey(k), message, &ed25519.SignOptions{
		Hash: o.Hash, Context: o.Context, Hedged: o.AddedRandomness, Verify: o.SelfVerify,
	})
}

func GenerateKey(random io.Reader) (PublicKey, PrivateKey, error) {
	public, private, err := ed25519.GenerateKey(random)
	return public, PrivateKey(private), err
}

func NewKeyFromSeed(seed []byte) PrivateKey { return PrivateKey(ed25519.NewKeyFromSeed(seed)) }

func Sign(privateKey PrivateKey, message []byte) []byte {
	return ed25519.Sign(ed25519.PrivateKey(privateKey), message)
}

func Verify(publicKey PublicKey, message, sig []byte) bool {
	return ed25519.Verify(publicKey, message, sig)
}

func VerifyWithOptions(publicKey PublicKey, message, sig []byte, opts *Options) bool {
	rules, o := opts.split()
	return ed25519.VerifyWithRules(publicKey, message, sig, rules, o) == nil
}

type ExpandedPublicKey = ed25519.ExpandedPublicKey

func NewExpandedPublicKey(publicKey PublicKey) (*ExpandedPublicKey, error) {
	return ed25519.NewExpandedPublicKey(publicKey)
}

func VerifyExpanded(key *ExpandedPublicKey, message, sig []byte) bool {
	return key.Verify(message, sig)
}

func VerifyExpandedWithOptions(key *ExpandedPublicKey, message, sig []byte, opts *Options) bool {
	rules, o := opts.split()
	return key.VerifyWithRules(message, sig, rules, o) == nil
}

type BatchVerifier struct {
	ed25519.BatchVerifier
	cofactorless bool
}

func NewBatchVerifier() *BatchVerifier { return new(BatchVerifier) }

func NewBatchVerifierWithCapacity(n int) *BatchVerifier {
	b := new(BatchVerifier)
	b.Grow(n)
	return b
}

func (b *BatchVerifier) AddWithOptions(publicKey PublicKey, message, sig []byte, opts *Options) {
	rules, o := opts.split()
	b.cofactorless = b.cofactorless || rules&ed25519.Cofactorless != 0
	b.AddWithRules(publicKey, message, sig, rules, o)
}

func (b *BatchVerifier) AddExpandedWithOptions(key *ExpandedPublicKey, message, sig []byte, opts *Options) {
	rules, o := opts.split()
	b.cofactorless = b.cofactorless || rules&ed25519.Cofactorless != 0
	b.AddExpandedWithRules(key, message, sig, rules, o)
}

// VerifyBatchOnly refuses cofactorless signatures, as voi does. Ours verifies them.
func (b *BatchVerifier) VerifyBatchOnly(random io.Reader) bool {
	return !b.cofactorless && b.BatchVerifier.VerifyBatchOnly(random)
}

func (b *BatchVerifier) ForceNoPublicKeyExpansion() *BatchVerifier { return b }

func (b *BatchVerifier) Reset() *BatchVerifier {
	b.BatchVerifier.Reset()
	b.cofactorless = false
	return b
}
