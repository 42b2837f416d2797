// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"crypto/rand"
	"crypto/sha256"
	"fmt"

	"secant.example/cmd/secant/keys"
	"secant.example/secp256k1/ecdh"
	"secant.example/secp256k1/ecdsa"
	"secant.example/secp256k1/schnorr"
)

var algECDSA = &algorithm{
	Algorithm: keys.ECDSA,
	flags:     []string{"digest", "encoding", "accept-high-s", "sha256"},
	hash:      sha256.New,
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

var algBIP340 = &algorithm{
	Algorithm: keys.BIP340,
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
