// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"errors"
	"fmt"

	"secant.example/cmd/secant/keys"
)

// privateKey is a private key for alg.
type privateKey struct {
	alg    *algorithm
	secret []byte
}

// publicKey is a public key for alg.
type publicKey struct {
	alg *algorithm
	key []byte
}

// readKey reads the key at path for p. If it does not say what it is for, it is for raw,
// which may be nil.
func (c *console) readKey(path string, p *purpose, raw *algorithm, o keys.Options) (*keys.Key, error) {
	data, err := c.readSmall(path)
	if err != nil {
		return nil, err
	}
	if raw != nil {
		o.Alg = raw.Algorithm
	}
	o.Passphrase = c.passphraseOf(path, p)
	k, err := keys.Parse(data, o)
	switch {
	case err == nil:
		k, err = p.fit(k)
	case errors.Is(err, keys.ErrNoAlgorithm):
		err = fmt.Errorf("%w: --alg does", err)
	case errors.Is(err, keys.ErrNoKind):
		err = fmt.Errorf("%w: --private or --public does", err)
	case errors.Is(err, keys.ErrIsPrivate):
		err = fmt.Errorf("%w ('secant pubkey' gives its public key)", err)
	}
	if err != nil {
		return nil, fmt.Errorf("%v %s: %w", o.Kind, describe(path), err)
	}
	return k, nil
}

// passphraseOf returns what asks for the passphrase of the key at path, if p has one.
func (c *console) passphraseOf(path string, p *purpose) func() ([]byte, error) {
	if p.passphrase == nil {
		return nil
	}
	return func() ([]byte, error) {
		passphrase, err := c.readPassphrase(p.passphrase, "Passphrase of "+oneLine(describe(path))+": ")
		if errors.Is(err, errNoTerminal) {
			err = fmt.Errorf("encrypted with a passphrase, and %w", err)
		}
		return passphrase, err
	}
}

// readPrivateKey reads the private key at path for p.
func (c *console) readPrivateKey(path string, p *purpose) (*privateKey, error) {
	k, err := c.readKey(path, p, p.chosen(), keys.Options{Kind: keys.Private})
	if err != nil {
		return nil, err
	}
	return &privateKey{operationsOf(k.Alg), k.Secret}, nil
}

// readPublicKey reads the public key at path for p.
func (c *console) readPublicKey(path string, p *purpose) (*publicKey, error) {
	k, err := c.readKey(path, p, p.raw(), keys.Options{Kind: keys.Public})
	if err != nil {
		return nil, err
	}
	return &publicKey{operationsOf(k.Alg), k.Public}, nil
}
