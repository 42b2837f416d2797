// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package keys

import (
	"crypto/sha256"
	"encoding/hex"

	"golang.org/x/crypto/ssh"

	"secant.example/ed25519"
	"secant.example/internal/secrettext"
)

// SSHFingerprint returns the fingerprint of the public key as ssh-keygen -l prints it, or
// the empty string if OpenSSH has no such keys.
func (k *Key) SSHFingerprint() string {
	if k.Alg != Ed25519 {
		return ""
	}
	key, err := ssh.NewPublicKey(ed25519.PublicKey(k.Public))
	if err != nil {
		return ""
	}
	return ssh.FingerprintSHA256(key)
}

// JWKThumbprint returns the SHA-256 of the public key as a JSON Web Key, in base64url, or the
// empty string if there is no such JSON Web Key.
//
// Source: RFC 7638, section 3; RFC 8037, section 2.
func (k *Key) JWKThumbprint() string {
	if k.Alg.jwkRequired == nil {
		return ""
	}
	sum := sha256.Sum256(k.Alg.jwkRequired(k.Public))
	return string(secrettext.RawURL.AppendEncode(nil, sum[:]))
}

// SPKIFingerprint returns the SHA-256 of the SubjectPublicKeyInfo, in hex, or the empty
// string if no SubjectPublicKeyInfo names the algorithm.
func (k *Key) SPKIFingerprint() string {
	if k.Alg.oid == "" {
		return ""
	}
	der, err := k.Alg.marshalSPKI(k.Public)
	if err != nil {
		return ""
	}
	sum := sha256.Sum256(der)
	return hex.EncodeToString(sum[:])
}

// Npub returns the public key in bech32, or the empty string if Nostr has no such keys.
func (k *Key) Npub() string {
	if k.Alg != BIP340 {
		return ""
	}
	text, err := marshalNostr(npub, k.Public)
	if err != nil {
		return ""
	}
	return string(trim(text))
}
