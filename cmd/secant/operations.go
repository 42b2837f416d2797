// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"bytes"
	"crypto"
	"crypto/ecdh"
	stded25519 "crypto/ed25519"
	"crypto/sha256"
	"errors"
	"io"
	"slices"

	"secant.example/do255e"
	"secant.example/do255s"
	"secant.example/ed25519"
	"secant.example/edwards25519"
	"secant.example/jq255e"
	"secant.example/jq255s"
	"secant.example/ristretto255"
	"secant.example/secp256k1"
	secpecdh "secant.example/secp256k1/ecdh"
	"secant.example/secp256k1/ecdsa"
	"secant.example/secp256k1/schnorr"
	"secant.example/x25519"
)

// operations returns the table of what the speed command measures. Keys and
// messages are fixed. A scheme that the library gains adds its lines here.
func operations() ([]operation, error) {
	var table []operation
	for _, scheme := range []func() ([]operation, error){
		x25519Operations, ed25519Operations, edwards25519Operations, ristretto255Operations,
		secp256k1Operations, schnorrOperations, ecdsaOperations, ecdhOperations,
		func() ([]operation, error) {
			return doubleOddOperations("jq255e", jq255e.GenerateKey, jq255e.NewExpandedPublicKey)
		},
		func() ([]operation, error) {
			return doubleOddOperations("jq255s", jq255s.GenerateKey, jq255s.NewExpandedPublicKey)
		},
		func() ([]operation, error) {
			return doubleOddOperations("do255e", do255e.GenerateKey, do255e.NewExpandedPublicKey)
		},
		func() ([]operation, error) {
			return doubleOddOperations("do255s", do255s.GenerateKey, do255s.NewExpandedPublicKey)
		},
	} {
		lines, err := scheme()
		if err != nil {
			return nil, err
		}
		table = append(table, lines...)
	}
	return table, nil
}

// pattern returns n bytes that start with first and count up.
func pattern(first byte, n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = first + byte(i)
	}
	return b
}

func x25519Operations() ([]operation, error) {
	scalar, peerScalar := pattern(1, 32), pattern(101, 32)
	priv, err := x25519.NewPrivateKey(scalar)
	if err != nil {
		return nil, err
	}
	peerPriv, err := x25519.NewPrivateKey(peerScalar)
	if err != nil {
		return nil, err
	}
	peer := peerPriv.PublicKey()
	var secrets [16][32]byte
	var ok [16]bool
	peers := slices.Repeat([]*x25519.PublicKey{peer}, len(secrets))
	stdPriv, err := ecdh.X25519().NewPrivateKey(scalar)
	if err != nil {
		return nil, err
	}
	stdPeer, err := ecdh.X25519().NewPublicKey(peer.Bytes())
	if err != nil {
		return nil, err
	}
	return []operation{
		{"x25519/public-key", func() error {
			priv, err := x25519.NewPrivateKey(scalar)
			if err == nil {
				priv.PublicKey()
			}
			return err
		}, func() error {
			priv, err := ecdh.X25519().NewPrivateKey(scalar)
			if err == nil {
				priv.PublicKey()
			}
			return err
		}},
		{"x25519/shared-secret", func() error {
			_, err := priv.SharedSecret(peer)
			return err
		}, func() error {
			_, err := stdPriv.ECDH(stdPeer)
			return err
		}},
		{name: "x25519/shared-secrets-of-16", secant: func() error {
			return priv.SharedSecrets(secrets[:], ok[:], peers)
		}},
	}, nil
}

func ed25519Operations() ([]operation, error) {
	seed, message := pattern(1, ed25519.SeedSize), pattern(0, 59)
	priv := ed25519.NewKeyFromSeed(seed)
	pub := ed25519.PublicKey(priv[ed25519.SeedSize:])
	signer, err := ed25519.NewSigner(priv)
	if err != nil {
		return nil, err
	}
	sig := ed25519.Sign(priv, message)
	stdSign := func() error {
		stded25519.Sign(priv, message)
		return nil
	}
	table := []operation{
		{"ed25519/key-generation", func() error {
			ed25519.NewKeyFromSeed(seed)
			return nil
		}, func() error {
			stded25519.NewKeyFromSeed(seed)
			return nil
		}},
		{"ed25519/sign", func() error {
			ed25519.Sign(priv, message)
			return nil
		}, stdSign},
		{"ed25519/expand-key", func() error {
			_, err := ed25519.NewSigner(priv)
			return err
		}, nil},
		{"ed25519/sign-expanded-key", func() error {
			_, err := signer.Sign(nil, message, crypto.Hash(0))
			return err
		}, stdSign},
	}
	for _, name := range ruleNames {
		rules, err := ed25519.ParseRules(name)
		if err != nil {
			return nil, err
		}
		op := operation{name: "ed25519/verify-" + name, secant: func() error {
			return ed25519.VerifyWithRules(pub, message, sig, rules, nil)
		}}
		if rules == ed25519.StdLib {
			op.std = func() error {
				return accepted(stded25519.Verify(pub, message, sig))
			}
		}
		table = append(table, op)
	}
	expanded, err := ed25519.NewExpandedPublicKey(pub)
	if err != nil {
		return nil, err
	}
	const batchSize = 64
	batch := ed25519.NewBatchVerifierWithCapacity(batchSize)
	var batchKeys [batchSize]ed25519.PublicKey
	var batchSigs [batchSize][]byte
	for i := range batchKeys {
		priv := ed25519.NewKeyFromSeed(pattern(byte(i), ed25519.SeedSize))
		batchKeys[i] = ed25519.PublicKey(priv[ed25519.SeedSize:])
		batchSigs[i] = ed25519.Sign(priv, message)
	}
	return append(table,
		operation{name: "ed25519/expand-public-key", secant: func() error {
			_, err := ed25519.NewExpandedPublicKey(pub)
			return err
		}},
		operation{name: "ed25519/verify-expanded-public-key", secant: func() error {
			return expanded.VerifyWithRules(message, sig, ed25519.Default, nil)
		}},
		operation{name: "ed25519/verify-batch-of-64", secant: func() error {
			batch.Reset()
			for i := range batchKeys {
				batch.Add(batchKeys[i], message, batchSigs[i])
			}
			return accepted(batch.VerifyBatchOnly(nil))
		}},
		operation{name: "ed25519/public-key-to-x25519", secant: func() error {
			_, err := x25519.PublicKeyFromEd25519(pub)
			return err
		}},
		operation{name: "ed25519/private-key-to-x25519", secant: func() error {
			_, err := x25519.PrivateKeyFromEd25519(priv)
			return err
		}},
	), nil
}

func edwards25519Operations() ([]operation, error) {
	a, err := new(edwards25519.Scalar).SetUniformBytes(pattern(1, 64))
	if err != nil {
		return nil, err
	}
	b, err := new(edwards25519.Scalar).SetUniformBytes(pattern(101, 64))
	if err != nil {
		return nil, err
	}
	point := new(edwards25519.Point).ScalarBaseMult(b)
	encoded := point.Bytes()
	var v edwards25519.Point
	var sum edwards25519.VarTimeMSM
	scalars, points := make([]edwards25519.Scalar, 64), make([]edwards25519.Point, 64)
	for i := range scalars {
		scalars[i] = *a
		points[i] = *point
		a.MultiplyAdd(a, a, b)
		point = new(edwards25519.Point).Add(point, point)
	}
	return []operation{
		{name: "edwards25519/decode", secant: func() error {
			_, err := v.SetCanonicalBytes(encoded)
			return err
		}},
		{name: "edwards25519/scalar-base-mult", secant: func() error {
			v.ScalarBaseMult(a)
			return nil
		}},
		{name: "edwards25519/scalar-mult", secant: func() error {
			v.ScalarMult(a, point)
			return nil
		}},
		{name: "edwards25519/double-scalar-mult", secant: func() error {
			v.VarTimeDoubleScalarBaseMult(a, point, b)
			return nil
		}},
		{name: "edwards25519/sum-of-64", secant: func() error {
			sum.Reset()
			err := sum.AddSlices(scalars, points)
			sum.Sum(&v)
			return err
		}},
	}, nil
}

func ristretto255Operations() ([]operation, error) {
	a, err := new(ristretto255.Scalar).SetUniformBytes(pattern(1, 64))
	if err != nil {
		return nil, err
	}
	uniform := pattern(101, 64)
	element, err := new(ristretto255.Element).SetUniformBytes(uniform)
	if err != nil {
		return nil, err
	}
	encoded := element.Bytes()
	var e ristretto255.Element
	return []operation{
		{name: "ristretto255/decode", secant: func() error {
			_, err := e.SetCanonicalBytes(encoded)
			return err
		}},
		{name: "ristretto255/encode", secant: func() error {
			element.Bytes()
			return nil
		}},
		{name: "ristretto255/map", secant: func() error {
			_, err := e.SetUniformBytes(uniform)
			return err
		}},
		{name: "ristretto255/scalar-mult", secant: func() error {
			e.ScalarMult(a, element)
			return nil
		}},
		{name: "ristretto255/scalar-base-mult", secant: func() error {
			e.ScalarBaseMult(a)
			return nil
		}},
	}, nil
}

func secp256k1Operations() ([]operation, error) {
	a, err := new(secp256k1.Scalar).SetUniformBytes(pattern(1, 64))
	if err != nil {
		return nil, err
	}
	b, err := new(secp256k1.Scalar).SetUniformBytes(pattern(101, 64))
	if err != nil {
		return nil, err
	}
	point := new(secp256k1.Point).ScalarBaseMult(b)
	encoded := point.Bytes()
	var v secp256k1.Point
	var sum secp256k1.VarTimeMSM
	scalars, points := make([]secp256k1.Scalar, 64), make([]secp256k1.Point, 64)
	for i := range scalars {
		scalars[i] = *a
		points[i] = *point
		a.MultiplyAdd(a, a, b)
		point = new(secp256k1.Point).Add(point, point)
	}
	return []operation{
		{name: "secp256k1/decode", secant: func() error {
			_, err := v.SetBytes(encoded)
			return err
		}},
		{name: "secp256k1/scalar-base-mult", secant: func() error {
			v.ScalarBaseMult(a)
			return nil
		}},
		{name: "secp256k1/scalar-mult", secant: func() error {
			v.ScalarMult(a, point)
			return nil
		}},
		{name: "secp256k1/double-scalar-mult", secant: func() error {
			v.VarTimeDoubleScalarBaseMult(a, point, b)
			return nil
		}},
		{name: "secp256k1/sum-of-64", secant: func() error {
			sum.Reset()
			err := sum.AddSlices(scalars, points)
			sum.Sum(&v)
			return err
		}},
	}, nil
}

var errRejected = errors.New("signature rejected")

// accepted is nil if a verdict is right.
func accepted(valid bool) error {
	if !valid {
		return errRejected
	}
	return nil
}

func schnorrOperations() ([]operation, error) {
	secret, message := pattern(1, 32), pattern(0, 32)
	priv, err := schnorr.NewPrivateKey(secret)
	if err != nil {
		return nil, err
	}
	pub := priv.PublicKey()
	encoded := pub.Bytes()
	aux := schnorr.Options{Aux: pattern(201, 32)}
	sig, err := schnorr.SignWithOptions(priv, message, &aux)
	if err != nil {
		return nil, err
	}
	const batchSize = 64
	var batch schnorr.BatchVerifier
	batch.Grow(batchSize)
	var keys, sigs [batchSize][]byte
	for i := range keys {
		priv, err := schnorr.NewPrivateKey(pattern(byte(i+1), 32))
		if err != nil {
			return nil, err
		}
		keys[i] = priv.PublicKey().Bytes()
		if sigs[i], err = schnorr.Sign(priv, message); err != nil {
			return nil, err
		}
	}
	return []operation{
		{name: "secp256k1/schnorr/public-key", secant: func() error {
			var k schnorr.PrivateKey
			_, err := k.SetBytes(secret)
			return err
		}},
		{name: "secp256k1/schnorr/sign", secant: func() error {
			_, err := schnorr.SignWithOptions(priv, message, &aux)
			return err
		}},
		{name: "secp256k1/schnorr/verify", secant: func() error {
			return accepted(schnorr.Verify(encoded, message, sig))
		}},
		{name: "secp256k1/schnorr/verify-parsed-key", secant: func() error {
			return accepted(pub.Verify(message, sig))
		}},
		{name: "secp256k1/schnorr/verify-batch-of-64", secant: func() error {
			batch.Reset()
			for i := range keys {
				batch.Add(keys[i], message, sigs[i])
			}
			return accepted(batch.VerifyBatchOnly(nil))
		}},
	}, nil
}

func ecdsaOperations() ([]operation, error) {
	digest := ecdsa.Digest(sha256.Sum256(pattern(0, 59)))
	priv, err := ecdsa.NewPrivateKey(pattern(1, 32))
	if err != nil {
		return nil, err
	}
	pub := priv.PublicKey()
	sig, err := ecdsa.Sign(priv, digest)
	if err != nil {
		return nil, err
	}
	recoverable, err := ecdsa.SignRecoverable(priv, digest, nil)
	if err != nil {
		return nil, err
	}
	encoded, compact := pub.Bytes(), sig.Compact()
	return []operation{
		{name: "secp256k1/ecdsa/sign", secant: func() error {
			_, err := ecdsa.Sign(priv, digest)
			return err
		}},
		{name: "secp256k1/ecdsa/verify", secant: func() error {
			var p ecdsa.PublicKey
			if _, err := p.SetBytes(encoded); err != nil {
				return err
			}
			return accepted(p.VerifyCompact(digest, compact, ecdsa.LowS))
		}},
		{name: "secp256k1/ecdsa/verify-parsed-key", secant: func() error {
			return accepted(pub.VerifyCompact(digest, compact, ecdsa.LowS))
		}},
		{name: "secp256k1/ecdsa/recover", secant: func() error {
			_, err := recoverable.Recover(digest, ecdsa.LowS)
			return err
		}},
	}, nil
}

func ecdhOperations() ([]operation, error) {
	priv, err := secpecdh.NewPrivateKey(pattern(1, 32))
	if err != nil {
		return nil, err
	}
	peer, err := secpecdh.NewPrivateKey(pattern(101, 32))
	if err != nil {
		return nil, err
	}
	pub := peer.PublicKey()
	x := pub.BytesX()
	return []operation{
		{name: "secp256k1/ecdh/shared-secret", secant: func() error {
			_, err := priv.SharedSecret(pub)
			return err
		}},
		{name: "secp256k1/ecdh/shared-secret-x-only-peer", secant: func() error {
			var p secpecdh.PublicKey
			if _, err := p.SetXBytes(x); err != nil {
				return err
			}
			_, err := priv.SharedSecret(&p)
			return err
		}},
	}, nil
}

// What the points of the double-odd groups have in common, and what their keys have beyond
// what the other commands use.
type (
	doubleOddPoint[P, S any] interface {
		SetBytes(b []byte) (P, error)
		Bytes() []byte
		ScalarMult(x S, q P) P
		ScalarBaseMult(x S) P
	}
	doubleOddPrivateKeyWithScalar[S, Q, H any] interface {
		doubleOddPrivateKey[Q, H]
		Scalar() S
	}
	doubleOddPublicKeyWithPoint[P, H any] interface {
		doubleOddPublicKey[H]
		Point() P
	}
)

// doubleOddOperations returns the operations of a double-odd group, which is that of
// the keys that generate makes.
func doubleOddOperations[
	H ~string, S any, P doubleOddPoint[P, S], Q doubleOddPublicKeyWithPoint[P, H], K doubleOddPrivateKeyWithScalar[S, Q, H],
	E interface {
		Verify(data, sig []byte, hash H) bool
	},
](
	name string, generate func(io.Reader) (K, error), expand func(publicKey []byte) (E, error),
) ([]operation, error) {
	key, message := pattern(1, 32), pattern(0, 59)
	priv, err := generate(bytes.NewReader(key))
	if err != nil {
		return nil, err
	}
	other, err := generate(bytes.NewReader(pattern(101, 32)))
	if err != nil {
		return nil, err
	}
	sig, err := priv.SignWithSeed(message, nil, "")
	if err != nil {
		return nil, err
	}
	pub, peer := priv.PublicKey(), other.PublicKey().Bytes()
	scalar, point := priv.Scalar(), other.PublicKey().Point()
	v, own := pub.Point(), pub.Bytes()
	expanded, err := expand(own)
	if err != nil {
		return nil, err
	}
	return []operation{
		{name: name + "/decode", secant: func() error {
			_, err := v.SetBytes(peer)
			return err
		}},
		{name: name + "/encode", secant: func() error {
			point.Bytes()
			return nil
		}},
		{name: name + "/scalar-base-mult", secant: func() error {
			v.ScalarBaseMult(scalar)
			return nil
		}},
		{name: name + "/scalar-mult", secant: func() error {
			v.ScalarMult(scalar, point)
			return nil
		}},
		{name: name + "/sign", secant: func() error {
			_, err := priv.SignWithSeed(message, nil, "")
			return err
		}},
		{name: name + "/verify", secant: func() error {
			return accepted(pub.Verify(message, sig, ""))
		}},
		{name: name + "/expand-public-key", secant: func() error {
			_, err := expand(own)
			return err
		}},
		{name: name + "/verify-expanded-public-key", secant: func() error {
			return accepted(expanded.Verify(message, sig, ""))
		}},
		{name: name + "/shared-secret", secant: func() error {
			_, err := priv.SharedSecret(peer)
			return err
		}},
	}, nil
}
