// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"bytes"
	"encoding/asn1"
	"errors"

	"golang.org/x/crypto/cryptobyte"
	cbasn1 "golang.org/x/crypto/cryptobyte/asn1"
)

var errOtherPublic = errors.New("the public key with it does not belong to it")

// The tags of PKCS#8 after the private key.
var (
	tagAttributes     = cbasn1.Tag(0).Constructed().ContextSpecific()
	tagPublic         = cbasn1.Tag(1).ContextSpecific()
	tagPublicExplicit = cbasn1.Tag(1).Constructed().ContextSpecific()
)

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
