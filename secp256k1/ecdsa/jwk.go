// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package ecdsa

import (
	"fmt"

	"secant.example/internal/secrettext"
)

const (
	jwkType      = "EC"
	jwkCurve     = "secp256k1"
	jwkAlgorithm = "ES256K"
)

// MarshalJWK returns k as a JSON Web Key for the algorithm ES256K, with the private key.
// A PrivateKey that was never set is an [ErrPrivateKey]. It is constant-time.
//
// Source: RFC 7518, section 6.2; RFC 8812, section 3.
func (k *PrivateKey) MarshalJWK() ([]byte, error) {
	if !k.isSet() {
		return nil, keyErrors.PrivateUnset
	}
	return k.PublicKey().appendJWK(k.Bytes()), nil
}

// MarshalJWK returns p as a JSON Web Key for the algorithm ES256K. A PublicKey that was
// never set is an [ErrPublicKey].
//
// Source: RFC 7518, section 6.2; RFC 8812, section 3.
func (p *PublicKey) MarshalJWK() ([]byte, error) {
	if !p.isSet() {
		return nil, keyErrors.PublicUnset
	}
	return p.appendJWK(nil), nil
}

// appendJWK returns a JSON Web Key, with d unless that is nil. It has no character that JSON
// escapes.
func (p *PublicKey) appendJWK(d []byte) []byte {
	xy := p.BytesUncompressed()
	b := []byte(`{"kty":"` + jwkType + `","crv":"` + jwkCurve + `","x":"`)
	b = secrettext.RawURL.AppendEncode(b, xy[1:33])
	b = append(b, `","y":"`...)
	b = secrettext.RawURL.AppendEncode(b, xy[33:])
	if d != nil {
		b = append(b, `","d":"`...)
		b = secrettext.RawURL.AppendEncode(b, d)
	}
	return append(b, `","alg":"`+jwkAlgorithm+`"}`...)
}

// ParsePrivateKeyJWK returns the private key of a JSON Web Key. It must have kty "EC", crv
// "secp256k1", and x, y and d of 32 bytes each, with x and y those of the public key of d.
// If it has alg, that must be "ES256K". Other members are not looked at, but no member may
// be there twice, and d must not have escapes. Anything else is an [ErrPrivateKey]. It is
// constant-time in d, but for the error.
//
// Source: RFC 7517; RFC 7518, section 6.2; RFC 8812, section 3.
func ParsePrivateKeyJWK(data []byte) (*PrivateKey, error) {
	fail := func(text string) (*PrivateKey, error) {
		return nil, fmt.Errorf("%w: the JSON Web Key %s", ErrPrivateKey, text)
	}
	public, d, text := parseJWK(data)
	switch {
	case text != "":
		return fail(text)
	case d == nil:
		return fail("has no private key")
	}
	k, err := NewPrivateKey(d)
	if err != nil {
		return nil, err
	}
	if err := k.key.CheckPublic(public, keyErrors); err != nil {
		return nil, err
	}
	return k, nil
}

// ParsePublicKeyJWK returns the public key of a JSON Web Key, as [ParsePrivateKeyJWK] has
// it, but without d: a private key where a public one belongs is an [ErrPublicKey] too.
func ParsePublicKeyJWK(data []byte) (*PublicKey, error) {
	public, d, text := parseJWK(data)
	if text == "" && d != nil {
		text = "has a private key"
	}
	if text != "" {
		return nil, fmt.Errorf("%w: the JSON Web Key %s", ErrPublicKey, text)
	}
	return NewPublicKey(public)
}

// parseJWK returns the public key of a JSON Web Key as 65 bytes that may not be a
// point, and d, or nil if it has none. If it is not of the form that it must have, text
// says why.
func parseJWK(data []byte) (public, d []byte, text string) {
	members, text := secrettext.JSONMembers(data)
	if text != "" {
		return nil, nil, text
	}
	get := func(name string) string { return string(members[name]) }
	if get("kty") != `"`+jwkType+`"` {
		return nil, nil, `does not have kty "EC"`
	}
	if get("crv") != `"`+jwkCurve+`"` {
		return nil, nil, `does not have crv "secp256k1"`
	}
	if _, there := members["alg"]; there && get("alg") != `"`+jwkAlgorithm+`"` {
		return nil, nil, `is for another alg than "ES256K"`
	}
	public = []byte{4}
	for _, name := range []string{"x", "y", "d"} {
		v, there := members[name]
		if !there && name == "d" {
			continue
		}
		var b []byte
		ok := len(v) == 45 && v[0] == '"' && v[44] == '"'
		if ok {
			b, ok = secrettext.RawURL.AppendDecode(nil, v[1:44])
		}
		if !ok {
			return nil, nil, "does not have " + name + " as 32 bytes in base64url"
		}
		if name == "d" {
			d = b
		} else {
			public = append(public, b...)
		}
	}
	return public, d, ""
}
