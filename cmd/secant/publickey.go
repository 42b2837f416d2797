// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"bytes"
	"errors"
	"fmt"

	"golang.org/x/crypto/ssh"

	"secant.example/ed25519"
)

// publicKey is a public key for alg.
type publicKey struct {
	alg *algorithm
	key []byte
}

// parsePublicKey reads a public key as SubjectPublicKeyInfo PEM, an OpenSSH line, JWK,
// or as bytes or hex digits, which do not say what the key is for: that is raw.
func parsePublicKey(data []byte, raw *algorithm) (*publicKey, error) {
	if isPEM(data) {
		return parsePublicPEM(data)
	}
	key, err := parseBytes(data, "public key", raw.publicSizes)
	if err != nil {
		return nil, err
	}
	if key != nil {
		return &publicKey{raw, key}, nil
	}
	if isJWK(data) {
		key, err := algECDSA.parsePublicJWK(data)
		if err != nil {
			return nil, err
		}
		return &publicKey{algECDSA, key}, nil
	}
	return parsePublicSSH(bytes.TrimSpace(data), raw)
}

func parsePublicPEM(data []byte) (*publicKey, error) {
	block, err := onePEM(data)
	if err != nil {
		return nil, err
	}
	switch block.Type {
	case publicType:
	case privateType, "ENCRYPTED PRIVATE KEY", "OPENSSH PRIVATE KEY", sec1Type:
		return nil, errors.New("a private key, not a public one ('secant pubkey' gives its public key)")
	default:
		return nil, fmt.Errorf("PEM of type %q, not a public key (PUBLIC KEY)", block.Type)
	}
	alg, err := algorithmOf(block.Bytes)
	if err != nil {
		return nil, err
	}
	key, err := alg.parsePublic(block.Bytes)
	if err != nil {
		return nil, err
	}
	return &publicKey{alg, key}, nil
}

func parsePublicSSH(text []byte, raw *algorithm) (*publicKey, error) {
	line, rest, _ := bytes.Cut(text, []byte("\n"))
	key, _, _, _, err := ssh.ParseAuthorizedKey(line)
	if err != nil {
		return nil, fmt.Errorf("not a public key as %s%s raw bytes or %s hex digits",
			raw.publicFiles, orList(raw.publicSizes, 1), orList(raw.publicSizes, 2))
	}
	if len(bytes.TrimSpace(rest)) > 0 {
		return nil, errors.New("more than the line of one OpenSSH public key")
	}
	if key.Type() != ssh.KeyAlgoED25519 {
		return nil, fmt.Errorf("OpenSSH key of type %s, not %s", key.Type(), ssh.KeyAlgoED25519)
	}
	pub := key.(ssh.CryptoPublicKey).CryptoPublicKey().(ed25519.PublicKey)
	return &publicKey{algEd25519, pub}, nil
}

// readPublicKey reads the public key at path for p.
func (c *console) readPublicKey(path string, p *purpose) (*publicKey, error) {
	data, err := c.readSmall(path)
	if err != nil {
		return nil, err
	}
	pub, err := parsePublicKey(data, p.raw())
	if err == nil {
		pub.alg, err = p.check(pub.alg)
	}
	if err == nil {
		pub.key, err = pub.alg.checkPublic(pub.key)
	}
	if err != nil {
		return nil, fmt.Errorf("public key %s: %w", describe(path), err)
	}
	return pub, nil
}
