// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"crypto/ecdh"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"

	"golang.org/x/crypto/ssh"

	"secant.example/ed25519"
	"secant.example/x25519"
)

// privateKey is a private key for alg.
type privateKey struct {
	alg    algorithm
	secret [keySize]byte // RFC 8032 seed, or RFC 7748 scalar before clamping
}

// public returns the public key of k.
func (k *privateKey) public() (*publicKey, error) {
	pub := &publicKey{alg: k.alg}
	if k.alg == algEd25519 {
		priv, err := ed25519.NewKeyFromSeed(k.secret[:])
		if err != nil {
			return nil, err
		}
		copy(pub.key[:], priv[ed25519.SeedSize:])
	} else {
		priv, err := x25519.NewPrivateKey(k.secret[:])
		if err != nil {
			return nil, err
		}
		copy(pub.key[:], priv.PublicKey().Bytes())
	}
	return pub, nil
}

// marshalPEM returns k as PKCS#8 PEM (RFC 8410, version 1), the bytes that
// OpenSSL writes.
func (k *privateKey) marshalPEM() ([]byte, error) {
	var key any
	var err error
	if k.alg == algEd25519 {
		key, err = ed25519.NewKeyFromSeed(k.secret[:])
	} else {
		key, err = ecdh.X25519().NewPrivateKey(k.secret[:])
	}
	if err != nil {
		return nil, err
	}
	der, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return nil, err
	}
	return pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der}), nil
}

// parsePrivateKey reads a private key from PEM: PKCS#8, or what ssh-keygen
// writes.
func parsePrivateKey(data []byte) (*privateKey, error) {
	block, err := onePEM(data)
	if err != nil {
		return nil, err
	}
	var key any
	switch block.Type {
	case "PRIVATE KEY":
		if err := checkAlgorithm(block.Bytes); err != nil {
			return nil, err
		}
		if key, err = x509.ParsePKCS8PrivateKey(block.Bytes); err != nil {
			return nil, errors.New("not valid PKCS#8")
		}
	case "OPENSSH PRIVATE KEY":
		key, err = ssh.ParseRawPrivateKey(data)
		if missing := (*ssh.PassphraseMissingError)(nil); errors.As(err, &missing) {
			return nil, errEncrypted
		}
		if err != nil {
			return nil, errors.New("not a valid OpenSSH private key")
		}
	case "ENCRYPTED PRIVATE KEY":
		return nil, errEncrypted
	case "PUBLIC KEY":
		return nil, errors.New("a public key, not a private one")
	default:
		return nil, fmt.Errorf("PEM of type %q, not a private key in PKCS#8 (PRIVATE KEY)", block.Type)
	}
	switch key := key.(type) {
	case ed25519.PrivateKey:
		return &privateKey{algEd25519, [keySize]byte(key.Seed())}, nil
	case *ed25519.PrivateKey: // from OpenSSH
		return &privateKey{algEd25519, [keySize]byte(key.Seed())}, nil
	case *ecdh.PrivateKey:
		return &privateKey{algX25519, [keySize]byte(key.Bytes())}, nil
	}
	return nil, errors.New("neither an Ed25519 nor an X25519 key")
}

var errEncrypted = errors.New("encrypted with a passphrase; secant reads unencrypted keys only")

// readPrivateKey reads the private key at path.
func (c *console) readPrivateKey(path string) (*privateKey, error) {
	data, err := c.readSmall(path)
	if err != nil {
		return nil, err
	}
	k, err := parsePrivateKey(data)
	if err != nil {
		return nil, fmt.Errorf("private key %s: %w", describe(path), err)
	}
	return k, nil
}

// readPrivateKeyFor reads the private key at path, which must be for alg.
func (c *console) readPrivateKeyFor(path string, alg algorithm) (*privateKey, error) {
	k, err := c.readPrivateKey(path)
	if err == nil && k.alg != alg {
		err = fmt.Errorf("private key %s: an %s key where an %s key is needed", describe(path), k.alg, alg)
	}
	return k, err
}
