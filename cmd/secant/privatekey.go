// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"errors"
	"fmt"
)

// privateKey is a private key for alg.
type privateKey struct {
	alg    *algorithm
	secret []byte
}

// parsePrivateKey reads a private key from JWK or from PEM: PKCS#8, or what its
// algorithm reads besides. If raw is not nil, the key can also be bytes or hex
// digits, for that algorithm.
func parsePrivateKey(data []byte, raw *algorithm) (*privateKey, error) {
	if isPEM(data) {
		return parsePrivatePEM(data)
	}
	secret, err := parseBytes(data, "private key", []int{secretSize})
	if raw != nil && secret != nil {
		// The range of private keys.
		if _, err := raw.public(secret); err != nil {
			return nil, fmt.Errorf("not %s: %w", raw.aKey(), err)
		}
		return &privateKey{raw, secret}, nil
	}
	if raw != nil && err != nil {
		return nil, err
	}
	if isJWK(data) {
		secret, err := algECDSA.parsePrivateJWK(data)
		if err != nil {
			return nil, err
		}
		return &privateKey{algECDSA, secret}, nil
	}
	if raw != nil {
		return nil, fmt.Errorf("not a private key as PEM, JWK, %d raw bytes or %d hex digits", secretSize, 2*secretSize)
	}
	_, err = onePEM(data)
	if secret != nil {
		err = fmt.Errorf("%w, and what may be a key does not say its algorithm: --alg does", err)
	}
	return nil, err
}

func parsePrivatePEM(data []byte) (*privateKey, error) {
	block, err := onePEM(data)
	if err != nil {
		return nil, err
	}
	switch block.Type {
	case privateType:
		alg, err := algorithmOf(block.Bytes)
		if err != nil {
			return nil, err
		}
		secret, err := alg.parsePrivate(block.Bytes)
		if err != nil {
			return nil, err
		}
		return &privateKey{alg, secret}, nil
	case "ENCRYPTED PRIVATE KEY":
		return nil, errEncrypted
	case publicType:
		return nil, errors.New("a public key, not a private one")
	}
	for _, alg := range algorithms {
		if parse := alg.otherPrivate[block.Type]; parse != nil {
			secret, err := parse(block)
			if err != nil {
				return nil, fmt.Errorf("PEM of type %q: %w", block.Type, err)
			}
			return &privateKey{alg, secret}, nil
		}
	}
	return nil, fmt.Errorf("PEM of type %q, not a private key in PKCS#8 (PRIVATE KEY)", block.Type)
}

// readPrivateKey reads the private key at path for p.
func (c *console) readPrivateKey(path string, p *purpose) (*privateKey, error) {
	data, err := c.readSmall(path)
	if err != nil {
		return nil, err
	}
	k, err := parsePrivateKey(data, p.chosen())
	if err == nil {
		k.alg, err = p.check(k.alg)
	}
	if err != nil {
		return nil, fmt.Errorf("private key %s: %w", describe(path), err)
	}
	return k, nil
}
