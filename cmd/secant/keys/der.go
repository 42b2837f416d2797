// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package keys

import (
	"encoding/asn1"
	"errors"
	"strings"

	"golang.org/x/crypto/cryptobyte"
	cbasn1 "golang.org/x/crypto/cryptobyte/asn1"
)

// The types of PEM blocks that hold PKCS#8, encrypted or not, SubjectPublicKeyInfo, SEC 1 and
// what ssh-keygen writes.
const (
	privateType   = "PRIVATE KEY"
	encryptedType = "ENCRYPTED PRIVATE KEY"
	publicType    = "PUBLIC KEY"
	sec1Type      = "EC PRIVATE KEY"
	sshType       = "OPENSSH PRIVATE KEY"
)

// The algorithm identifier of keys for ECDSA or ECDH, and those of the curve
// secp256k1 as field oid of an algorithm has it, the curve after it.
const (
	oidEC        = "1.2.840.10045.2.1"
	oidSecp256k1 = oidEC + " 1.3.132.0.10"
)

var (
	errNotKey = errors.New("not the DER of a key")
	errMore   = errors.New("bytes after the end of the key")
)

// isDER reports whether data is one value in DER, a SEQUENCE.
func isDER(data cryptobyte.String) bool {
	var body cryptobyte.String
	return data.ReadASN1(&body, cbasn1.SEQUENCE) && data.Empty()
}

// parseDER reads PKCS#8, encrypted or not, SubjectPublicKeyInfo or SEC 1, which the types of
// what is in them tell from one another.
func (o *Options) parseDER(der []byte) (*Key, error) {
	var body, first, second cryptobyte.String
	var firstTag, secondTag cbasn1.Tag
	s := cryptobyte.String(der)
	if !s.ReadASN1(&body, cbasn1.SEQUENCE) || !body.ReadAnyASN1(&first, &firstTag) || !body.ReadAnyASN1(&second, &secondTag) {
		return nil, errNotKey
	}
	switch [2]cbasn1.Tag{firstTag, secondTag} {
	case [2]cbasn1.Tag{cbasn1.INTEGER, cbasn1.SEQUENCE}:
		return o.parsePKCS8(formDER, der)
	case [2]cbasn1.Tag{cbasn1.SEQUENCE, cbasn1.BIT_STRING}:
		return o.parseSPKI(formDER, der)
	case [2]cbasn1.Tag{cbasn1.INTEGER, cbasn1.OCTET_STRING}:
		return o.parseSEC1(formDER, der)
	case [2]cbasn1.Tag{cbasn1.SEQUENCE, cbasn1.OCTET_STRING}:
		return o.parseSealed(formDER, der)
	}
	return nil, errNotKey
}

func (o *Options) parsePKCS8(f *form, der []byte) (*Key, error) {
	if err := o.found(Private, f); err != nil {
		return nil, err
	}
	a, err := algorithmOf(der)
	if err != nil {
		return nil, err
	}
	secret, err := a.parsePKCS8(der)
	if err != nil {
		return nil, err
	}
	return private(a, f, secret)
}

// parseSealed reads encrypted PKCS#8.
func (o *Options) parseSealed(f *form, der []byte) (*Key, error) {
	if err := o.found(Private, f); err != nil {
		return nil, err
	}
	e, err := parseSealed(der)
	if err != nil {
		return nil, err
	}
	if o.Passphrase == nil {
		return nil, &EncryptedError{Form: f.name, How: e.how}
	}
	passphrase, err := o.Passphrase()
	if err != nil {
		return nil, err
	}
	plain, err := e.open(passphrase)
	if err != nil {
		return nil, err
	}
	k, err := o.parsePKCS8(f, plain)
	if errors.Is(err, errNotKey) || errors.Is(err, errMore) { // the padding was right by chance
		return nil, ErrPassphrase
	}
	if err != nil {
		return nil, err
	}
	k.Encryption = e.how
	return k, nil
}

func (o *Options) parseSPKI(f *form, der []byte) (*Key, error) {
	if err := o.found(Public, f); err != nil {
		return nil, err
	}
	a, err := algorithmOf(der)
	if err != nil {
		return nil, err
	}
	key, err := a.parseSPKI(der)
	if err != nil {
		return nil, err
	}
	return public(a, f, key)
}

func (o *Options) parseSEC1(f *form, der []byte) (*Key, error) {
	if err := o.found(Private, f); err != nil {
		return nil, err
	}
	secret, err := ECDSA.parseSEC1(der)
	if err != nil {
		return nil, err
	}
	return private(ECDSA, f, secret)
}

// algorithmOf returns the algorithm that the DER of a PKCS#8 or
// SubjectPublicKeyInfo structure is for. It is an error if there is no such
// algorithm here, or if bytes stand after the end of the structure. What is
// inside is for the algorithm to check.
func algorithmOf(der cryptobyte.String) (*Algorithm, error) {
	var key, alg cryptobyte.String
	var oid asn1.ObjectIdentifier
	if !der.ReadASN1(&key, cbasn1.SEQUENCE) || !key.SkipOptionalASN1(cbasn1.INTEGER) ||
		!key.ReadASN1(&alg, cbasn1.SEQUENCE) || !alg.ReadASN1ObjectIdentifier(&oid) {
		return nil, errNotKey
	}
	if !der.Empty() {
		return nil, errMore
	}
	id := oid.String()
	if id == oidEC && alg.ReadASN1ObjectIdentifier(&oid) {
		id += " " + oid.String()
	}
	for _, a := range Algorithms() {
		if a.oid == id {
			return a, nil
		}
	}
	what := "a key of algorithm " + id
	if id == "1.2.840.113549.1.1.1" {
		what = "an RSA key"
	} else if strings.HasPrefix(id, oidEC) {
		what = "an ECDSA or ECDH key on another curve"
	}
	return nil, errors.New(what + ", not Ed25519, X25519 or secp256k1")
}
