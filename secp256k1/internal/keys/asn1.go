// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package keys

import (
	"bytes"
	"encoding/asn1"

	"golang.org/x/crypto/cryptobyte"
	cryptobyte_asn1 "golang.org/x/crypto/cryptobyte/asn1"

	"secant.example/internal/secrettext"
)

var (
	oidPublicKey = asn1.ObjectIdentifier{1, 2, 840, 10045, 2, 1} // id-ecPublicKey, RFC 5480
	oidSecp256k1 = asn1.ObjectIdentifier{1, 3, 132, 0, 10}       // SEC 2, version 2
)

// The types of PEM blocks.
const (
	pemSEC1       = "EC PRIVATE KEY"
	pemPKCS8      = "PRIVATE KEY"
	pemEncrypted  = "ENCRYPTED PRIVATE KEY"
	pemSPKI       = "PUBLIC KEY"
	pemParameters = "EC PARAMETERS"
)

var (
	tagParameters = cryptobyte_asn1.Tag(0).Constructed().ContextSpecific()
	tagPublicKey  = cryptobyte_asn1.Tag(1).Constructed().ContextSpecific()
	tagAttributes = cryptobyte_asn1.Tag(0).Constructed().ContextSpecific()
	tagPublicBits = cryptobyte_asn1.Tag(1).ContextSpecific()
)

// MarshalSEC1 returns k, which was set, as an ECPrivateKey in DER, with the object identifier
// of the curve and the uncompressed public key.
//
// Source: SEC 1, version 2, section C.4; RFC 5915.
func (k *Private) MarshalSEC1() ([]byte, error) {
	var b cryptobyte.Builder
	k.addSEC1(&b, true)
	return b.Bytes()
}

// addSEC1 adds an ECPrivateKey.
func (k *Private) addSEC1(b *cryptobyte.Builder, curve bool) {
	var public Public
	public.SetPublic(k)
	b.AddASN1(cryptobyte_asn1.SEQUENCE, func(b *cryptobyte.Builder) {
		b.AddASN1Int64(1)
		b.AddASN1OctetString(k.Bytes())
		if curve {
			b.AddASN1(tagParameters, func(b *cryptobyte.Builder) { b.AddASN1ObjectIdentifier(oidSecp256k1) })
		}
		b.AddASN1(tagPublicKey, func(b *cryptobyte.Builder) { b.AddASN1BitString(public.BytesUncompressed()) })
	})
}

// MarshalPKCS8 returns k, which was set, as a PrivateKeyInfo in DER, in which is an
// ECPrivateKey with the uncompressed public key.
//
// Source: RFC 5208; RFC 5480; RFC 5915.
func (k *Private) MarshalPKCS8() ([]byte, error) {
	var b cryptobyte.Builder
	b.AddASN1(cryptobyte_asn1.SEQUENCE, func(b *cryptobyte.Builder) {
		b.AddASN1Int64(0)
		addAlgorithm(b)
		b.AddASN1(cryptobyte_asn1.OCTET_STRING, func(b *cryptobyte.Builder) { k.addSEC1(b, false) })
	})
	return b.Bytes()
}

// MarshalSPKI returns p, which was set, as a SubjectPublicKeyInfo in DER, uncompressed.
//
// Source: RFC 5480, section 2.
func (p *Public) MarshalSPKI() ([]byte, error) {
	var b cryptobyte.Builder
	b.AddASN1(cryptobyte_asn1.SEQUENCE, func(b *cryptobyte.Builder) {
		addAlgorithm(b)
		b.AddASN1BitString(p.BytesUncompressed())
	})
	return b.Bytes()
}

// addAlgorithm adds the AlgorithmIdentifier.
func addAlgorithm(b *cryptobyte.Builder) {
	b.AddASN1(cryptobyte_asn1.SEQUENCE, func(b *cryptobyte.Builder) {
		b.AddASN1ObjectIdentifier(oidPublicKey)
		b.AddASN1ObjectIdentifier(oidSecp256k1)
	})
}

// SetSEC1 sets k to the private key of an ECPrivateKey in DER. It must name secp256k1, and
// have the integer in 32 bytes. If it has the public key too, that must belong to the private
// key; it may be compressed. Otherwise k is unchanged.
//
// Source: SEC 1, version 2, section C.4; RFC 5915.
func (k *Private) SetSEC1(der []byte, e *Errors) error {
	s := cryptobyte.String(der)
	l, err := readSEC1(&s, true, e)
	if err != nil {
		return err
	}
	if !s.Empty() {
		return e.SEC1
	}
	*k = l
	return nil
}

// readSEC1 reads an ECPrivateKey, which may have no parameters if something else names
// the curve.
func readSEC1(s *cryptobyte.String, needCurve bool, e *Errors) (k Private, err error) {
	var body, private, parameters, public cryptobyte.String
	var version int64
	var hasParameters, hasPublic bool
	if !s.ReadASN1(&body, cryptobyte_asn1.SEQUENCE) ||
		!body.ReadASN1Integer(&version) || version != 1 ||
		!body.ReadASN1(&private, cryptobyte_asn1.OCTET_STRING) ||
		!body.ReadOptionalASN1(&parameters, &hasParameters, tagParameters) ||
		!body.ReadOptionalASN1(&public, &hasPublic, tagPublicKey) ||
		!body.Empty() {
		return Private{}, e.SEC1
	}
	if hasParameters {
		if !isSecp256k1(&parameters) {
			return Private{}, e.PrivateCurve
		}
	} else if needCurve {
		return Private{}, e.PrivateCurve
	}
	if err := k.SetBytes(private, e); err != nil {
		return Private{}, err
	}
	if hasPublic {
		var bits []byte
		if !public.ReadASN1BitStringAsBytes(&bits) || !public.Empty() {
			return Private{}, e.SEC1
		}
		if err := k.CheckPublic(bits, e); err != nil {
			return Private{}, err
		}
	}
	return k, nil
}

// CheckPublic returns an error unless b encodes the public key of k.
func (k *Private) CheckPublic(b []byte, e *Errors) error {
	var p, q Public
	q.SetPublic(k)
	if err := p.SetBytes(b, e); err != nil || !p.Equal(&q) {
		return e.PrivatePublic
	}
	return nil
}

// isSecp256k1 reports whether s is the object identifier of the curve.
func isSecp256k1(s *cryptobyte.String) bool {
	var oid asn1.ObjectIdentifier
	return s.ReadASN1ObjectIdentifier(&oid) && oid.Equal(oidSecp256k1) && s.Empty()
}

// SetPKCS8 sets k to the private key of a PrivateKeyInfo in DER, in either version. It must
// name secp256k1, and have the private key as [Private.SetSEC1] reads it, but for the
// parameters, which need not be there twice. Attributes are not looked at. Otherwise k is
// unchanged.
//
// Source: RFC 5208; RFC 5958.
func (k *Private) SetPKCS8(der []byte, e *Errors) error {
	var body, private, attributes, public cryptobyte.String
	var version int64
	var hasAttributes, hasPublic bool
	s := cryptobyte.String(der)
	if !s.ReadASN1(&body, cryptobyte_asn1.SEQUENCE) || !s.Empty() ||
		!body.ReadASN1Integer(&version) || version != 0 && version != 1 {
		return e.PKCS8
	}
	if algorithm, curve := readAlgorithm(&body); !algorithm {
		return e.PKCS8
	} else if !curve {
		return e.PrivateCurve
	}
	if !body.ReadASN1(&private, cryptobyte_asn1.OCTET_STRING) ||
		!body.ReadOptionalASN1(&attributes, &hasAttributes, tagAttributes) ||
		!body.ReadOptionalASN1(&public, &hasPublic, tagPublicBits) ||
		!body.Empty() || hasPublic && version == 0 {
		return e.PKCS8
	}
	l, err := readSEC1(&private, false, e)
	if err != nil {
		return err
	}
	if !private.Empty() {
		return e.PKCS8
	}
	if hasPublic {
		// An implicitly tagged BIT STRING: a byte that says that no bits are unused.
		if len(public) == 0 || public[0] != 0 {
			return e.PKCS8
		}
		if err := l.CheckPublic(public[1:], e); err != nil {
			return err
		}
	}
	*k = l
	return nil
}

// SetSPKI sets p to the public key of a SubjectPublicKeyInfo in DER, which must name
// secp256k1. The point may be compressed. Otherwise p is unchanged.
//
// Source: RFC 5480, section 2.
func (p *Public) SetSPKI(der []byte, e *Errors) error {
	var body cryptobyte.String
	s := cryptobyte.String(der)
	if !s.ReadASN1(&body, cryptobyte_asn1.SEQUENCE) || !s.Empty() {
		return e.SPKI
	}
	if algorithm, curve := readAlgorithm(&body); !algorithm {
		return e.SPKI
	} else if !curve {
		return e.PublicCurve
	}
	var bits []byte
	if !body.ReadASN1BitStringAsBytes(&bits) || !body.Empty() {
		return e.SPKI
	}
	return p.SetBytes(bits, e)
}

// readAlgorithm reads an AlgorithmIdentifier, and reports whether it is one of keys of
// elliptic curves, and whether the curve is secp256k1.
func readAlgorithm(s *cryptobyte.String) (ok, curve bool) {
	var algorithm cryptobyte.String
	var oid asn1.ObjectIdentifier
	if !s.ReadASN1(&algorithm, cryptobyte_asn1.SEQUENCE) || !algorithm.ReadASN1ObjectIdentifier(&oid) {
		return false, false
	}
	return true, oid.Equal(oidPublicKey) && isSecp256k1(&algorithm)
}

// MarshalPEM returns [Private.MarshalPKCS8] as PEM of the type PRIVATE KEY.
func (k *Private) MarshalPEM() ([]byte, error) {
	der, err := k.MarshalPKCS8()
	return appendPEM(pemPKCS8, der, err)
}

// MarshalSEC1PEM returns [Private.MarshalSEC1] as PEM of the type EC PRIVATE KEY.
func (k *Private) MarshalSEC1PEM() ([]byte, error) {
	der, err := k.MarshalSEC1()
	return appendPEM(pemSEC1, der, err)
}

// MarshalPEM returns [Public.MarshalSPKI] as PEM of the type PUBLIC KEY.
func (p *Public) MarshalPEM() ([]byte, error) {
	der, err := p.MarshalSPKI()
	return appendPEM(pemSPKI, der, err)
}

func appendPEM(kind string, der []byte, err error) ([]byte, error) {
	if err != nil {
		return nil, err
	}
	return secrettext.AppendPEM(nil, kind, der), nil
}

// SetPEM sets k to the private key in PEM, of the type EC PRIVATE KEY, which
// [Private.SetSEC1] reads, or PRIVATE KEY, which [Private.SetPKCS8] does. A block EC
// PARAMETERS may come before it, as OpenSSL writes it. Other text before it is not looked at,
// and only white space may come after it. Otherwise, and if the key is encrypted, k is
// unchanged.
func (k *Private) SetPEM(data []byte, e *Errors) error {
	block, rest := secrettext.DecodePEM(data)
	if block != nil && block.Type == pemParameters {
		if s := cryptobyte.String(block.Bytes); !isSecp256k1(&s) {
			return e.PrivateCurve
		}
		block, rest = secrettext.DecodePEM(rest)
	}
	if block == nil {
		return e.PrivatePEM
	}
	if len(bytes.TrimSpace(rest)) != 0 {
		return e.PrivateAfterPEM
	}
	if block.Type == pemEncrypted || block.Headers["Proc-Type"] != "" || block.Headers["DEK-Info"] != "" {
		return e.PrivateEncrypted
	}
	switch block.Type {
	case pemSEC1:
		return k.SetSEC1(block.Bytes, e)
	case pemPKCS8:
		return k.SetPKCS8(block.Bytes, e)
	}
	return e.PrivatePEM
}

// SetPEM sets p to the public key in PEM of the type PUBLIC KEY, which [Public.SetSPKI]
// reads. Text before it is not looked at, and only white space may come after it. Otherwise
// p is unchanged.
func (p *Public) SetPEM(data []byte, e *Errors) error {
	block, rest := secrettext.DecodePEM(data)
	if block == nil || block.Type != pemSPKI {
		return e.PublicPEM
	}
	if len(bytes.TrimSpace(rest)) != 0 {
		return e.PublicAfterPEM
	}
	return p.SetSPKI(block.Bytes, e)
}
