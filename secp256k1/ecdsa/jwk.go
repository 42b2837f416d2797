// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package ecdsa

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
)

// A jwk is a JSON Web Key of secp256k1, in the order in which it is written.
type jwk struct {
	Kty string `json:"kty"`
	Crv string `json:"crv"`
	X   string `json:"x"`
	Y   string `json:"y"`
	D   string `json:"d,omitempty"`
	Alg string `json:"alg"`
}

const (
	jwkType      = "EC"
	jwkCurve     = "secp256k1"
	jwkAlgorithm = "ES256K"
)

// base64url is the encoding of JSON Web Keys, of which there is one for each value.
var base64url = base64.RawURLEncoding.Strict()

// MarshalJWK returns k as a JSON Web Key for the algorithm ES256K, with the private key.
// A PrivateKey that was never set is an [ErrPrivateKey].
//
// Source: RFC 7518, section 6.2; RFC 8812, section 3.
func (k *PrivateKey) MarshalJWK() ([]byte, error) {
	if !k.isSet() {
		return nil, keyErrors.PrivateUnset
	}
	j := k.PublicKey().jwk()
	j.D = base64url.EncodeToString(k.Bytes())
	return json.Marshal(j)
}

// MarshalJWK returns p as a JSON Web Key for the algorithm ES256K. A PublicKey that was
// never set is an [ErrPublicKey].
//
// Source: RFC 7518, section 6.2; RFC 8812, section 3.
func (p *PublicKey) MarshalJWK() ([]byte, error) {
	if !p.isSet() {
		return nil, keyErrors.PublicUnset
	}
	return json.Marshal(p.jwk())
}

func (p *PublicKey) jwk() jwk {
	b := p.BytesUncompressed()
	return jwk{
		Kty: jwkType, Crv: jwkCurve, Alg: jwkAlgorithm,
		X: base64url.EncodeToString(b[1:33]), Y: base64url.EncodeToString(b[33:]),
	}
}

// ParsePrivateKeyJWK returns the private key of a JSON Web Key. It must have kty "EC", crv
// "secp256k1", and x, y and d of 32 bytes each, with x and y those of the public key of d.
// If it has alg, that must be "ES256K". Other members are not looked at. Anything else
// is an [ErrPrivateKey].
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
	if err := k.check(public); err != nil {
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
	// A map, because the names of members are case-sensitive.
	var members map[string]json.RawMessage
	if json.Unmarshal(data, &members) != nil || members == nil {
		return nil, nil, "is not a JSON object"
	}
	get := func(name string) (value string, ok bool) {
		raw := members[name]
		return value, len(raw) > 0 && raw[0] == '"' && json.Unmarshal(raw, &value) == nil
	}
	if v, ok := get("kty"); !ok || v != jwkType {
		return nil, nil, `does not have kty "EC"`
	}
	if v, ok := get("crv"); !ok || v != jwkCurve {
		return nil, nil, `does not have crv "secp256k1"`
	}
	if _, there := members["alg"]; there {
		if v, ok := get("alg"); !ok || v != jwkAlgorithm {
			return nil, nil, `is for another alg than "ES256K"`
		}
	}
	public = []byte{4}
	for _, name := range []string{"x", "y", "d"} {
		if _, there := members[name]; !there && name == "d" {
			continue
		}
		v, ok := get(name)
		b, err := base64url.DecodeString(v)
		if !ok || err != nil || len(b) != 32 || len(v) != 43 {
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
