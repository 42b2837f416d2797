// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"crypto"
	"errors"

	"secant.example/cmd/secant/keys"
	"secant.example/ed25519"
	"secant.example/x25519"
)

var algEd25519 = &algorithm{
	Algorithm: keys.Ed25519,
	flags:     []string{"rules", "hash", "digest", "context"},
	hashes:    []string{"sha512"},
	sign: func(secret []byte, m *message, o *options) ([]byte, error) {
		priv, err := ed25519.ParseSeed(secret)
		if err != nil {
			return nil, err
		}
		return ed25519.SignWithOptions(priv, m.data, &ed25519.SignOptions{Hash: o.prehash(), Context: o.context, Hedged: m.shared()})
	},
	verify: func(public, message, sig []byte, o *options) error {
		rules, err := ed25519.ParseRules(o.rules)
		if err != nil {
			return err
		}
		return verdict(ed25519.VerifyWithRules(public, message, sig, rules, &ed25519.Options{Hash: o.prehash(), Context: o.context}) == nil)
	},
	parse: fixedSize(ed25519.SignatureSize),
	how: func(o *options) string {
		switch {
		case o.prehash() != 0:
			return "Ed25519ph, " + o.rules + " rules"
		case o.context != "":
			return "Ed25519ctx, " + o.rules + " rules"
		}
		return o.rules + " rules"
	},
}

// prehash returns the hash function that makes Ed25519 Ed25519ph, or 0.
func (o *options) prehash() crypto.Hash {
	if o.hash == "" {
		return 0
	}
	return crypto.SHA512 // the only one that the flag takes
}

var algX25519 = &algorithm{
	Algorithm: keys.X25519,
	ecdh: func(secret, peer []byte, _ *options) ([]byte, error) {
		priv, err := x25519.NewPrivateKey(secret)
		if err != nil {
			return nil, err
		}
		pub, err := x25519.NewPublicKey(peer)
		if err != nil {
			return nil, err
		}
		shared, err := priv.SharedSecret(pub)
		if err != nil {
			return nil, errors.New("no shared secret, the key is of small order")
		}
		return shared[:], nil
	},
}
