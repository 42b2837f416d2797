// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package bulk

import "fmt"

// A Scheme is a signature scheme. The zero value is none.
type Scheme uint8

// The schemes. [Nostr] is BIP-340 of the id of an event, which must be the hash of it.
const (
	Ed25519 Scheme = 1 + iota
	Ed25519ctx
	Ed25519ph
	ECDSA // on secp256k1
	BIP340
	JQ255E
	JQ255S
	DO255E
	DO255S
	SR25519
	Nostr
	endOfSchemes
)

var schemeNames = [endOfSchemes]string{
	"unknown", "ed25519", "ed25519ctx", "ed25519ph", "secp256k1-ecdsa", "bip340",
	"jq255e", "jq255s", "do255e", "do255s", "sr25519", "nostr",
}

// Schemes returns all schemes.
func Schemes() (all []Scheme) {
	for s := Ed25519; s < endOfSchemes; s++ {
		all = append(all, s)
	}
	return all
}

// String returns the name of s, as records have it, or "unknown".
func (s Scheme) String() string {
	if s >= endOfSchemes {
		s = 0
	}
	return schemeNames[s]
}

// MarshalText returns the name of s. What is no scheme is an error.
func (s Scheme) MarshalText() ([]byte, error) {
	if s == 0 || s >= endOfSchemes {
		return nil, fmt.Errorf("bulk: no scheme %d", s)
	}
	return []byte(s.String()), nil
}

// UnmarshalText sets s to the scheme of that name. Another name is an error, and s is
// unchanged.
func (s *Scheme) UnmarshalText(name []byte) error {
	found := schemeOf(name)
	if found == 0 {
		return fmt.Errorf("bulk: no scheme %.20q", name)
	}
	*s = found
	return nil
}

// schemeOf returns the scheme of that name, or 0.
func schemeOf(name []byte) Scheme {
	for s := Ed25519; s < endOfSchemes; s++ {
		if schemeNames[s] == string(name) {
			return s
		}
	}
	return 0
}
