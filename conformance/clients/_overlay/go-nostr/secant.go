// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package nostr

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"

	"secant.example/secp256k1/schnorr"
)

// GeneratePrivateKey returns a new key in hexadecimal, or "" if there is no randomness.
func GeneratePrivateKey() string {
	key, err := schnorr.GenerateKey(nil)
	if err != nil {
		return ""
	}
	return hex.EncodeToString(key.Bytes())
}

func parseKey(sk string) (*schnorr.PrivateKey, error) {
	b, err := hex.DecodeString(sk)
	if err != nil {
		return nil, err
	}
	return schnorr.NewPrivateKey(b)
}

// GetPublicKey returns the public key of a private one, both in hexadecimal.
func GetPublicKey(sk string) (string, error) {
	key, err := parseKey(sk)
	if err != nil {
		return "", err
	}
	return hex.EncodeToString(key.PublicKey().Bytes()), nil
}

// IsValidPublicKeyHex looks at the form only.
func IsValidPublicKeyHex(pk string) bool {
	b, err := hex.DecodeString(pk)
	return err == nil && len(b) == 32 && strings.ToLower(pk) == pk
}

// IsValidPublicKey says whether pk is a public key.
func IsValidPublicKey(pk string) bool {
	b, err := hex.DecodeString(pk)
	if err != nil {
		return false
	}
	_, err = schnorr.NewPublicKey(b)
	return err == nil
}

// CheckSignature says whether the signature is one of the event. What is no signature and no
// public key is an error.
func (evt Event) CheckSignature() (bool, error) {
	pk, err := hex.DecodeString(evt.PubKey)
	if err != nil {
		return false, fmt.Errorf("public key %q: %w", evt.PubKey, err)
	}
	key, err := schnorr.NewPublicKey(pk)
	if err != nil {
		return false, fmt.Errorf("public key %q: %w", evt.PubKey, err)
	}
	sig, err := hex.DecodeString(evt.Sig)
	if err != nil {
		return false, fmt.Errorf("signature %q: %w", evt.Sig, err)
	}
	if len(sig) != schnorr.SignatureSize {
		return false, fmt.Errorf("signature %q has another length", evt.Sig)
	}
	id := sha256.Sum256(evt.Serialize())
	return key.Verify(id[:], sig), nil
}

// Sign sets the public key, the id and the signature of an event. opts is as in package schnorr,
// at most one.
func (evt *Event) Sign(secretKey string, opts ...*schnorr.Options) error {
	key, err := parseKey(secretKey)
	if err != nil {
		return fmt.Errorf("Sign called with invalid secret key: %w", err)
	}
	if evt.Tags == nil {
		evt.Tags = Tags{}
	}
	evt.PubKey = hex.EncodeToString(key.PublicKey().Bytes())
	id := sha256.Sum256(evt.Serialize())
	var options *schnorr.Options
	if len(opts) > 0 {
		options = opts[0]
	}
	sig, err := schnorr.SignWithOptions(key, id[:], options)
	if err != nil {
		return err
	}
	evt.ID = hex.EncodeToString(id[:])
	evt.Sig = hex.EncodeToString(sig)
	return nil
}
