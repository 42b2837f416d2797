// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package keys

import (
	"bytes"
	"errors"
	"strings"

	"secant.example/internal/secrettext"
	"secant.example/secp256k1/ecdsa"
)

// marshalOKP returns what writes a JSON Web Key of the type OKP. It is constant-time.
//
// Source: RFC 8037, section 2.
func marshalOKP(curve string) func(secret, public []byte) ([]byte, error) {
	return func(secret, public []byte) ([]byte, error) {
		b := []byte(`{"kty":"OKP","crv":"` + curve + `","x":"`)
		b = secrettext.RawURL.AppendEncode(b, public)
		if secret != nil {
			b = append(b, `","d":"`...)
			b = secrettext.RawURL.AppendEncode(b, secret)
		}
		return append(b, `"}`...), nil
	}
}

// requiredOKP returns what writes the members that make a public key of the type OKP.
func requiredOKP(curve string) func(public []byte) []byte {
	return func(public []byte) []byte {
		b := []byte(`{"crv":"` + curve + `","kty":"OKP","x":"`)
		return append(secrettext.RawURL.AppendEncode(b, public), `"}`...)
	}
}

// parseJWK reads a JSON Web Key. It is constant-time in d, but for the error.
//
// Source: RFC 7517; RFC 8037, section 2; RFC 8812, section 3.
func (o *Options) parseJWK(text []byte) (*Key, error) {
	members, problem := secrettext.JSONMembers(text)
	if problem != "" {
		return nil, errors.New("the JSON Web Key " + problem)
	}
	kind := Public
	if _, there := members["d"]; there {
		kind = Private
	}
	if err := o.found(kind, formJWK); err != nil {
		return nil, err
	}
	switch string(members["kty"]) {
	case `"EC"`:
		return parseEC(text, kind)
	case `"OKP"`:
		return parseOKP(members, kind)
	}
	if _, there := members["keys"]; there {
		return nil, errors.New("a set of JSON Web Keys, not one")
	}
	return nil, errors.New(`the JSON Web Key does not have kty "OKP" or "EC"`)
}

func parseEC(text []byte, kind Kind) (*Key, error) {
	if kind == Public {
		key, err := ecdsaKey(ecdsa.ParsePublicKeyJWK)(text)
		if err != nil {
			return nil, err
		}
		return public(ECDSA, formJWK, key)
	}
	secret, err := ecdsaSecret(ecdsa.ParsePrivateKeyJWK)(text)
	if err != nil {
		return nil, err
	}
	return private(ECDSA, formJWK, secret)
}

// parseOKP reads a key of Ed25519 or X25519. If it has alg, that must be one for such keys:
// EdDSA or Ed25519 (RFC 9864), or of the family ECDH-ES.
func parseOKP(members map[string][]byte, kind Kind) (*Key, error) {
	var a *Algorithm
	alg, hasAlg := members["alg"]
	fits := false
	switch string(members["crv"]) {
	case `"Ed25519"`:
		a, fits = Ed25519, string(alg) == `"EdDSA"` || string(alg) == `"Ed25519"`
	case `"X25519"`:
		a, fits = X25519, strings.HasPrefix(string(alg), `"ECDH-ES`)
	default:
		return nil, errors.New(`the JSON Web Key of kty "OKP" does not have crv "Ed25519" or "X25519"`)
	}
	if hasAlg && !fits {
		return nil, errors.New("the JSON Web Key is for another alg than its crv")
	}
	x, err := okpBytes(members, "x")
	if err != nil {
		return nil, err
	}
	if kind == Public {
		return public(a, formJWK, x)
	}
	d, err := okpBytes(members, "d")
	if err != nil {
		return nil, err
	}
	k, err := private(a, formJWK, d)
	if err != nil {
		return nil, err
	}
	if !bytes.Equal(k.Public, x) {
		return nil, errOtherPublic
	}
	return k, nil
}

// okpBytes returns the 32 bytes of a member.
func okpBytes(members map[string][]byte, name string) ([]byte, error) {
	v := members[name]
	if len(v) == 45 && v[0] == '"' && v[44] == '"' {
		if b, ok := secrettext.RawURL.AppendDecode(nil, v[1:44]); ok {
			return b, nil
		}
	}
	return nil, errors.New("the JSON Web Key does not have " + name + " as 32 bytes in base64url")
}
