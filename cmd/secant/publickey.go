// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"bytes"
	"crypto/ecdh"
	"crypto/x509"
	"encoding/hex"
	"encoding/pem"
	"errors"
	"fmt"

	"golang.org/x/crypto/ssh"

	"secant.example/ed25519"
)

// publicKey is a public key for alg.
type publicKey struct {
	alg algorithm
	key [keySize]byte
}

// parsePublicKey reads a public key as SubjectPublicKeyInfo PEM, an OpenSSH
// line, 32 raw bytes or 64 hex digits. The last two do not say which algorithm
// the key is for.
func parsePublicKey(data []byte) (*publicKey, error) {
	// Nothing else is 32 bytes long, so a raw key is read as one whatever it
	// looks like, but for half of a hex key: a raw key is one of those with
	// probability 2^-113.
	if len(data) == keySize {
		if isHex(data) {
			return nil, errors.New("32 hex digits, half of a public key")
		}
		return &publicKey{key: [keySize]byte(data)}, nil
	}
	text := bytes.TrimSpace(data)
	if isHex(text) {
		if len(text) != 2*keySize {
			return nil, fmt.Errorf("%d hex digits where a public key has %d", len(text), 2*keySize)
		}
		pub := new(publicKey)
		_, err := hex.Decode(pub.key[:], text)
		return pub, err
	}
	if bytes.Contains(data, []byte("-----BEGIN ")) {
		return parsePublicPEM(data)
	}
	return parsePublicSSH(text)
}

func parsePublicPEM(data []byte) (*publicKey, error) {
	block, err := onePEM(data)
	if err != nil {
		return nil, err
	}
	switch block.Type {
	case "PUBLIC KEY":
	case "PRIVATE KEY", "ENCRYPTED PRIVATE KEY", "OPENSSH PRIVATE KEY":
		return nil, errors.New("a private key, not a public one ('secant pubkey' gives its public key)")
	default:
		return nil, fmt.Errorf("PEM of type %q, not a public key (PUBLIC KEY)", block.Type)
	}
	if err := checkAlgorithm(block.Bytes); err != nil {
		return nil, err
	}
	key, err := x509.ParsePKIXPublicKey(block.Bytes)
	if err != nil {
		return nil, errors.New("not a valid SubjectPublicKeyInfo")
	}
	switch key := key.(type) {
	case ed25519.PublicKey:
		return &publicKey{algEd25519, [keySize]byte(key)}, nil
	case *ecdh.PublicKey:
		return &publicKey{algX25519, [keySize]byte(key.Bytes())}, nil
	}
	return nil, errors.New("neither an Ed25519 nor an X25519 key")
}

func parsePublicSSH(text []byte) (*publicKey, error) {
	line, rest, _ := bytes.Cut(text, []byte("\n"))
	key, _, _, _, err := ssh.ParseAuthorizedKey(line)
	if err != nil {
		return nil, errors.New("not a public key as PEM, OpenSSH line, 32 raw bytes or 64 hex digits")
	}
	if len(bytes.TrimSpace(rest)) > 0 {
		return nil, errors.New("more than the line of one OpenSSH public key")
	}
	if key.Type() != ssh.KeyAlgoED25519 {
		return nil, fmt.Errorf("OpenSSH key of type %s, not %s", key.Type(), ssh.KeyAlgoED25519)
	}
	pub := key.(ssh.CryptoPublicKey).CryptoPublicKey().(ed25519.PublicKey)
	return &publicKey{algEd25519, [keySize]byte(pub)}, nil
}

// encode returns the public key in one of publicForms.
func (p *publicKey) encode(form string) ([]byte, error) {
	switch form {
	case "raw":
		return p.key[:], nil
	case "hex":
		return append(hex.AppendEncode(nil, p.key[:]), '\n'), nil
	case "ssh":
		if p.alg != algEd25519 {
			return nil, fmt.Errorf("OpenSSH has no form for %s keys", p.alg)
		}
		key, err := ssh.NewPublicKey(ed25519.PublicKey(p.key[:]))
		if err != nil {
			return nil, err
		}
		return ssh.MarshalAuthorizedKey(key), nil
	}
	var key any = ed25519.PublicKey(p.key[:])
	if p.alg == algX25519 {
		var err error
		if key, err = ecdh.X25519().NewPublicKey(p.key[:]); err != nil {
			return nil, err
		}
	}
	der, err := x509.MarshalPKIXPublicKey(key)
	if err != nil {
		return nil, err
	}
	return pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: der}), nil
}

// publicForms are the forms that encode knows.
var publicForms = []string{"pem", "raw", "hex", "ssh"}

// readPublicKeyFor reads the public key at path, which must be for alg unless
// its encoding does not say.
func (c *console) readPublicKeyFor(path string, alg algorithm) (*publicKey, error) {
	data, err := c.readSmall(path)
	if err != nil {
		return nil, err
	}
	pub, err := parsePublicKey(data)
	if err == nil && pub.alg != "" && pub.alg != alg {
		err = fmt.Errorf("an %s key where an %s key is needed", pub.alg, alg)
	}
	if err != nil {
		return nil, fmt.Errorf("public key %s: %w", describe(path), err)
	}
	return pub, nil
}
