// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/pem"
	"errors"
	"fmt"
	"strings"

	"secant.example/secp256k1/ecdh"
	"secant.example/secp256k1/ecdsa"
	"secant.example/secp256k1/schnorr"
)

// algECDSA is secp256k1 as OpenSSL knows it. Private keys are big-endian, public
// keys the compressed points of SEC 1.
var algECDSA = &algorithm{
	name: "secp256k1-ecdsa", title: "secp256k1",
	publicSizes: []int{33, 65}, publicFiles: "PEM, JWK, ",
	forms:        []form{formPEM, formRaw, formHex, formSEC1, formJWK},
	oid:          oidSecp256k1,
	parsePrivate: ecdsaSecret(ecdsa.ParsePKCS8),
	parsePublic:  ecdsaKey(ecdsa.ParseSPKI),
	otherPrivate: map[string]func(*pem.Block) ([]byte, error){sec1Type: func(block *pem.Block) ([]byte, error) {
		return ecdsaSecret(ecdsa.ParseSEC1)(block.Bytes)
	}},
	parsePrivateJWK: ecdsaSecret(ecdsa.ParsePrivateKeyJWK),
	parsePublicJWK:  ecdsaKey(ecdsa.ParsePublicKeyJWK),
	generate: func() ([]byte, error) {
		k, err := ecdsa.GenerateKey(nil)
		if err != nil {
			return nil, err
		}
		return k.Bytes(), nil
	},
	public: func(secret []byte) ([]byte, error) {
		k, err := ecdsa.NewPrivateKey(secret)
		if err != nil {
			return nil, reason(err)
		}
		return k.PublicKey().Bytes(), nil
	},
	checkPublic: ecdsaKey(ecdsa.NewPublicKey),
	flags:       []string{"digest", "encoding", "accept-high-s", "sha256"},
	hash:        sha256.New,
	sign: func(secret []byte, m *message, o *options) ([]byte, error) {
		k, err := ecdsa.NewPrivateKey(secret)
		if err != nil {
			return nil, err
		}
		sig, err := ecdsa.Sign(k, ecdsa.Digest(m.data))
		if err != nil {
			return nil, err
		}
		if o.encoding == "compact" {
			return sig.Compact(), nil
		}
		return sig.DER(), nil
	},
	verify: func(public, message, sig []byte, o *options) error {
		p, err := ecdsa.NewPublicKey(public)
		if err != nil {
			return err
		}
		parse := ecdsa.ParseDER
		if o.encoding == "compact" {
			parse = ecdsa.ParseCompact
		}
		s, err := parse(sig)
		switch {
		case err != nil || !p.Verify(ecdsa.Digest(message), s, ecdsa.AnyS):
			return errInvalidSignature
		case s.IsHighS() && !o.highS:
			return errHighS
		}
		return nil
	},
	signatureSize: func(o *options) int {
		if o.encoding == "compact" {
			return 64
		}
		return 0
	},
	how: func(o *options) string {
		if o.highS {
			return "ECDSA, any S"
		}
		return "ECDSA, low S"
	},
	ecdh: func(secret, peer []byte, o *options) ([]byte, error) {
		k, err := ecdh.NewPrivateKey(secret)
		if err != nil {
			return nil, err
		}
		p, err := ecdh.NewPublicKey(peer)
		if err != nil {
			return nil, err
		}
		shared := k.SharedSecret
		if o.sha256 {
			shared = k.SharedSecretSHA256
		}
		secret32, err := shared(p)
		return secret32[:], err
	},
}

// algBIP340 is secp256k1 with public keys of 32 bytes, the x coordinate.
var algBIP340 = &algorithm{
	name: "bip340", title: "BIP-340",
	publicSizes: []int{schnorr.PublicKeySize}, publicFiles: "PEM, JWK, ",
	// The first is not PEM, which does not say that a key is for BIP-340.
	forms:    []form{formHex, formRaw, formPEM.evenY(), formSEC1, formJWK.evenY()},
	files:    algECDSA,
	generate: algECDSA.generate,
	public: func(secret []byte) ([]byte, error) {
		k, err := schnorr.NewPrivateKey(secret)
		if err != nil {
			return nil, reason(err)
		}
		return k.PublicKey().Bytes(), nil
	},
	checkPublic: func(public []byte) ([]byte, error) {
		if len(public) == 33 { // out of the files of algECDSA
			public = public[1:]
		}
		p, err := schnorr.NewPublicKey(public)
		if err != nil {
			return nil, reason(err)
		}
		return p.Bytes(), nil
	},
	sign: func(secret []byte, m *message, _ *options) ([]byte, error) {
		k, err := schnorr.NewPrivateKey(secret)
		if err != nil {
			return nil, err
		}
		var aux [32]byte
		rand.Read(aux[:])
		return schnorr.SignWithOptions(k, m.data, &schnorr.Options{Aux: aux[:], Verify: true})
	},
	verify: func(public, message, sig []byte, _ *options) error {
		return verdict(schnorr.Verify(public, message, sig))
	},
	signatureSize: func(*options) int { return schnorr.SignatureSize },
	how:           func(*options) string { return "BIP-340" },
	ecdh: func(secret, peer []byte, _ *options) ([]byte, error) {
		k, err := ecdh.NewPrivateKey(secret)
		if err != nil {
			return nil, err
		}
		p, err := ecdh.NewPublicKeyX(peer)
		if err != nil {
			return nil, err
		}
		shared, err := k.SharedSecret(p)
		return shared[:], err
	},
}

// errHighS is about signatures that would be valid if s were not above n/2.
var errHighS = fmt.Errorf("%w: s is above half the order, as OpenSSL and others write it too; --accept-high-s accepts that", errInvalidSignature)

// The forms of secp256k1 keys that say so.
var (
	formPEM = form{
		"pem", "PEM",
		ecdsaPrivate((*ecdsa.PrivateKey).MarshalPEM), ecdsaPublic((*ecdsa.PublicKey).MarshalPEM),
	}
	formSEC1 = form{"sec1", "SEC 1", ecdsaPrivate((*ecdsa.PrivateKey).MarshalSEC1PEM), nil}
	formJWK  = form{
		"jwk", "JWK",
		ecdsaPrivate(line((*ecdsa.PrivateKey).MarshalJWK)), ecdsaPublic(line((*ecdsa.PublicKey).MarshalJWK)),
	}
)

// evenY returns f for public keys that are x coordinates, of which BIP-340 takes
// the points with even y.
func (f form) evenY() form {
	public := f.public
	f.public = func(x []byte) ([]byte, error) { return public(append([]byte{2}, x...)) }
	return f
}

// reason returns err without the first words of the errors of invalid keys, nor the
// package of what they wrap: the messages here say themselves which key they are
// about.
func reason(err error) error {
	for _, invalid := range []error{
		ecdsa.ErrPrivateKey, ecdsa.ErrPublicKey, schnorr.ErrPrivateKey, schnorr.ErrPublicKey,
	} {
		if text, ok := strings.CutPrefix(err.Error(), invalid.Error()+": "); ok {
			return errors.New(strings.TrimPrefix(text, "secp256k1: "))
		}
	}
	return err
}

// line returns what writes what marshal does, and the end of the line.
func line[K any](marshal func(K) ([]byte, error)) func(K) ([]byte, error) {
	return func(k K) ([]byte, error) {
		text, err := marshal(k)
		return append(text, '\n'), err
	}
}

// ecdsaPrivate returns what writes a private key with the method marshal.
func ecdsaPrivate(marshal func(*ecdsa.PrivateKey) ([]byte, error)) func([]byte) ([]byte, error) {
	return func(secret []byte) ([]byte, error) {
		k, err := ecdsa.NewPrivateKey(secret)
		if err != nil {
			return nil, err
		}
		return marshal(k)
	}
}

// ecdsaPublic returns what writes a public key with the method marshal.
func ecdsaPublic(marshal func(*ecdsa.PublicKey) ([]byte, error)) func([]byte) ([]byte, error) {
	return func(public []byte) ([]byte, error) {
		p, err := ecdsa.NewPublicKey(public)
		if err != nil {
			return nil, err
		}
		return marshal(p)
	}
}

// ecdsaSecret returns what reads a private key with parse.
func ecdsaSecret(parse func([]byte) (*ecdsa.PrivateKey, error)) func([]byte) ([]byte, error) {
	return func(data []byte) ([]byte, error) {
		k, err := parse(data)
		if err != nil {
			return nil, reason(err)
		}
		return k.Bytes(), nil
	}
}

// ecdsaKey returns what reads a public key with parse.
func ecdsaKey(parse func([]byte) (*ecdsa.PublicKey, error)) func([]byte) ([]byte, error) {
	return func(data []byte) ([]byte, error) {
		p, err := parse(data)
		if err != nil {
			return nil, reason(err)
		}
		return p.Bytes(), nil
	}
}
