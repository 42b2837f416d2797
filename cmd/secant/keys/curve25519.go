// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package keys

import (
	"bytes"
	"crypto/ecdh"
	"crypto/rand"
	"crypto/x509"
	"encoding/asn1"
	"errors"

	"golang.org/x/crypto/cryptobyte"
	cbasn1 "golang.org/x/crypto/cryptobyte/asn1"

	"secant.example/ed25519"
	"secant.example/x25519"
)

// Ed25519 has RFC 8032 seeds as private keys.
var Ed25519 = &Algorithm{
	Name: "ed25519", Title: "Ed25519",
	publicSizes:  []int{ed25519.PublicKeySize},
	forms:        []*form{formPEM, formDER, formSSH, formMinisign, formSignify, formJWK, formHex, formRaw},
	oid:          "1.3.101.112",
	parsePKCS8:   func(der []byte) ([]byte, error) { return parseCurve25519(der, ed25519Public) },
	parseSPKI:    parseSPKI25519(func(key any) []byte { return key.(ed25519.PublicKey) }),
	marshalPKCS8: func(secret []byte) ([]byte, error) { return marshal25519(secret, oidEd25519) },
	marshalSPKI:  func(public []byte) ([]byte, error) { return x509.MarshalPKIXPublicKey(ed25519.PublicKey(public)) },
	marshalJWK:   marshalOKP("Ed25519"),
	jwkRequired:  requiredOKP("Ed25519"),
	generate:     randomSecret,
	public:       ed25519Public,
	// The rules of verification decide about keys that no honest signer has.
	checkPublic: func(public []byte) ([]byte, error) { return public, nil },
}

// X25519 has RFC 7748 scalars before clamping as private keys.
var X25519 = &Algorithm{
	Name: "x25519", Title: "X25519",
	publicSizes:  []int{x25519.KeySize},
	forms:        []*form{formPEM, formDER, formJWK, formHex, formRaw},
	oid:          "1.3.101.110",
	parsePKCS8:   func(der []byte) ([]byte, error) { return parseCurve25519(der, x25519Public) },
	parseSPKI:    parseSPKI25519(func(key any) []byte { return key.(*ecdh.PublicKey).Bytes() }),
	marshalPKCS8: func(secret []byte) ([]byte, error) { return marshal25519(secret, oidX25519) },
	marshalSPKI: func(public []byte) ([]byte, error) {
		key, err := ecdh.X25519().NewPublicKey(public)
		if err != nil {
			return nil, err
		}
		return x509.MarshalPKIXPublicKey(key)
	},
	marshalJWK:  marshalOKP("X25519"),
	jwkRequired: requiredOKP("X25519"),
	generate:    randomSecret,
	public:      x25519Public,
	checkPublic: func(public []byte) ([]byte, error) { return public, nil },
}

var (
	oidX25519  = asn1.ObjectIdentifier{1, 3, 101, 110}
	oidEd25519 = asn1.ObjectIdentifier{1, 3, 101, 112}
)

func ed25519Public(secret []byte) ([]byte, error) {
	priv, err := ed25519.ParseSeed(secret)
	if err != nil {
		return nil, err
	}
	return priv[ed25519.SeedSize:], nil
}

func x25519Public(secret []byte) ([]byte, error) {
	priv, err := x25519.NewPrivateKey(secret)
	if err != nil {
		return nil, err
	}
	return priv.PublicKey().Bytes(), nil
}

// randomSecret makes a private key where all bytes are one.
func randomSecret() ([]byte, error) {
	secret := make([]byte, secretSize)
	rand.Read(secret)
	return secret, nil
}

// marshal25519 returns a private key in PKCS#8 (RFC 8410, version 1), the bytes that OpenSSL
// writes.
func marshal25519(secret []byte, oid asn1.ObjectIdentifier) ([]byte, error) {
	var b cryptobyte.Builder
	b.AddASN1(cbasn1.SEQUENCE, func(b *cryptobyte.Builder) {
		b.AddASN1Int64(0)
		b.AddASN1(cbasn1.SEQUENCE, func(b *cryptobyte.Builder) { b.AddASN1ObjectIdentifier(oid) })
		b.AddASN1(cbasn1.OCTET_STRING, func(b *cryptobyte.Builder) { b.AddASN1OctetString(secret) })
	})
	return b.Bytes()
}

// parseSPKI25519 returns what reads a SubjectPublicKeyInfo with crypto/x509. The algorithm
// identifier was looked at.
func parseSPKI25519(raw func(key any) []byte) func(der []byte) ([]byte, error) {
	return func(der []byte) ([]byte, error) {
		key, err := x509.ParsePKIXPublicKey(der)
		if err != nil {
			return nil, errors.New("not a valid SubjectPublicKeyInfo")
		}
		return raw(key), nil
	}
}

// The tags of PKCS#8 after the private key.
var (
	tagAttributes     = cbasn1.Tag(0).Constructed().ContextSpecific()
	tagPublic         = cbasn1.Tag(1).ContextSpecific()
	tagPublicExplicit = cbasn1.Tag(1).Constructed().ContextSpecific()
)

var errNotPKCS8 = errors.New("not valid PKCS#8")

// parseCurve25519 returns the private key of Ed25519 or X25519 in PKCS#8, of either
// version. The algorithm identifier was looked at, but must not have parameters. If there
// is a public key too, it must be what public computes; crypto/x509 looks at no more than
// the private key. Versions of the Rust library ring before 0.17 tagged the public key
// explicitly, which is read too.
//
// Source: RFC 5958, section 2; RFC 8410, sections 3 and 7.
func parseCurve25519(der []byte, public func(secret []byte) ([]byte, error)) ([]byte, error) {
	var body, algorithm, private, attributes, explicit, bits cryptobyte.String
	var oid asn1.ObjectIdentifier
	var secret []byte
	var version int64
	var isExplicit, isImplicit bool
	s := cryptobyte.String(der)
	if !s.ReadASN1(&body, cbasn1.SEQUENCE) || !s.Empty() ||
		!body.ReadASN1Integer(&version) || version != 0 && version != 1 ||
		!body.ReadASN1(&algorithm, cbasn1.SEQUENCE) || !algorithm.ReadASN1ObjectIdentifier(&oid) || !algorithm.Empty() ||
		!body.ReadASN1(&private, cbasn1.OCTET_STRING) ||
		!private.ReadASN1Bytes(&secret, cbasn1.OCTET_STRING) || !private.Empty() || len(secret) != secretSize ||
		!body.ReadOptionalASN1(&attributes, nil, tagAttributes) ||
		!body.ReadOptionalASN1(&bits, &isImplicit, tagPublic) ||
		!body.ReadOptionalASN1(&explicit, &isExplicit, tagPublicExplicit) ||
		!body.Empty() || isImplicit && isExplicit {
		return nil, errNotPKCS8
	}
	if isExplicit && (!explicit.ReadASN1(&bits, cbasn1.BIT_STRING) || !explicit.Empty()) {
		return nil, errNotPKCS8
	}
	if isImplicit || isExplicit {
		// The first byte says how many bits of the last are unused.
		if version != 1 || len(bits) == 0 || bits[0] != 0 {
			return nil, errNotPKCS8
		}
		if real, err := public(secret); err != nil || !bytes.Equal(bits[1:], real) {
			return nil, errOtherPublic
		}
	}
	return secret, nil
}
