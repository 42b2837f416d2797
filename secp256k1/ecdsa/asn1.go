// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package ecdsa

import (
	"bytes"
	"encoding/asn1"
	"encoding/pem"
	"fmt"

	"golang.org/x/crypto/cryptobyte"
	cryptobyte_asn1 "golang.org/x/crypto/cryptobyte/asn1"
)

var (
	oidPublicKey = asn1.ObjectIdentifier{1, 2, 840, 10045, 2, 1} // id-ecPublicKey, RFC 5480
	oidSecp256k1 = asn1.ObjectIdentifier{1, 3, 132, 0, 10}       // SEC 2, version 2
)

var (
	errSEC1      = fmt.Errorf("%w: not an ECPrivateKey of SEC 1 in DER", ErrPrivateKey)
	errPKCS8     = fmt.Errorf("%w: not a PrivateKeyInfo of PKCS #8 in DER", ErrPrivateKey)
	errSPKI      = fmt.Errorf("%w: not a SubjectPublicKeyInfo in DER", ErrPublicKey)
	errCurve     = fmt.Errorf("%w: not a key of secp256k1, named by its object identifier", ErrPrivateKey)
	errSPKICurve = fmt.Errorf("%w: not a key of secp256k1, named by its object identifier", ErrPublicKey)
	errPEM       = fmt.Errorf("%w: not PEM of a private key, which has the type EC PRIVATE KEY or PRIVATE KEY", ErrPrivateKey)
	errPublicPEM = fmt.Errorf("%w: not PEM of a public key, which has the type PUBLIC KEY", ErrPublicKey)
	errEncrypted = fmt.Errorf("%w: the PEM is encrypted", ErrPrivateKey)
	errAfterPEM  = "%w: there is more after the PEM"
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

// MarshalSEC1 returns k as an ECPrivateKey in DER, with the object identifier of the curve
// and the uncompressed public key, as OpenSSL writes it. A PrivateKey that was never set
// is an [ErrPrivateKey].
//
// Source: SEC 1, version 2, section C.4; RFC 5915.
func (k *PrivateKey) MarshalSEC1() ([]byte, error) {
	if !k.isSet() {
		return nil, keyErrors.PrivateUnset
	}
	var b cryptobyte.Builder
	k.addSEC1(&b, true)
	return b.Bytes()
}

// addSEC1 adds an ECPrivateKey.
func (k *PrivateKey) addSEC1(b *cryptobyte.Builder, curve bool) {
	b.AddASN1(cryptobyte_asn1.SEQUENCE, func(b *cryptobyte.Builder) {
		b.AddASN1Int64(1)
		b.AddASN1OctetString(k.Bytes())
		if curve {
			b.AddASN1(tagParameters, func(b *cryptobyte.Builder) { b.AddASN1ObjectIdentifier(oidSecp256k1) })
		}
		b.AddASN1(tagPublicKey, func(b *cryptobyte.Builder) { b.AddASN1BitString(k.PublicKey().BytesUncompressed()) })
	})
}

// MarshalPKCS8 returns k as a PrivateKeyInfo in DER, in which is an ECPrivateKey with the
// uncompressed public key, as OpenSSL writes it. A PrivateKey that was never set is an
// [ErrPrivateKey].
//
// Source: RFC 5208; RFC 5480; RFC 5915.
func (k *PrivateKey) MarshalPKCS8() ([]byte, error) {
	if !k.isSet() {
		return nil, keyErrors.PrivateUnset
	}
	var b cryptobyte.Builder
	b.AddASN1(cryptobyte_asn1.SEQUENCE, func(b *cryptobyte.Builder) {
		b.AddASN1Int64(0)
		addAlgorithm(b)
		b.AddASN1(cryptobyte_asn1.OCTET_STRING, func(b *cryptobyte.Builder) { k.addSEC1(b, false) })
	})
	return b.Bytes()
}

// MarshalSPKI returns p as a SubjectPublicKeyInfo in DER, uncompressed, as OpenSSL writes
// it. A PublicKey that was never set is an [ErrPublicKey].
//
// Source: RFC 5480, section 2.
func (p *PublicKey) MarshalSPKI() ([]byte, error) {
	if !p.isSet() {
		return nil, keyErrors.PublicUnset
	}
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

// ParseSEC1 returns the private key of an ECPrivateKey in DER. It must name secp256k1, and
// have the integer in 32 bytes. If it has the public key too, that must belong to the
// private key; it may be compressed. Anything else is an [ErrPrivateKey].
//
// Source: SEC 1, version 2, section C.4; RFC 5915.
func ParseSEC1(der []byte) (*PrivateKey, error) {
	s := cryptobyte.String(der)
	k, err := readSEC1(&s, true)
	if err != nil {
		return nil, err
	}
	if !s.Empty() {
		return nil, errSEC1
	}
	return k, nil
}

// readSEC1 reads an ECPrivateKey, which may have no parameters if something else names
// the curve.
func readSEC1(s *cryptobyte.String, needCurve bool) (*PrivateKey, error) {
	var body, private, parameters, public cryptobyte.String
	var version int64
	var hasParameters, hasPublic bool
	if !s.ReadASN1(&body, cryptobyte_asn1.SEQUENCE) ||
		!body.ReadASN1Integer(&version) || version != 1 ||
		!body.ReadASN1(&private, cryptobyte_asn1.OCTET_STRING) ||
		!body.ReadOptionalASN1(&parameters, &hasParameters, tagParameters) ||
		!body.ReadOptionalASN1(&public, &hasPublic, tagPublicKey) ||
		!body.Empty() {
		return nil, errSEC1
	}
	if hasParameters {
		if !isSecp256k1(&parameters) {
			return nil, errCurve
		}
	} else if needCurve {
		return nil, errCurve
	}
	k, err := NewPrivateKey(private)
	if err != nil {
		return nil, err
	}
	if hasPublic {
		var bits []byte
		if !public.ReadASN1BitStringAsBytes(&bits) || !public.Empty() {
			return nil, errSEC1
		}
		if err := k.check(bits); err != nil {
			return nil, err
		}
	}
	return k, nil
}

// check returns an error unless b encodes the public key of k.
func (k *PrivateKey) check(b []byte) error {
	p, err := NewPublicKey(b)
	if err != nil || !p.Equal(k.PublicKey()) {
		return errPrivateKeyPublic
	}
	return nil
}

// isSecp256k1 reports whether s is the object identifier of the curve.
func isSecp256k1(s *cryptobyte.String) bool {
	var oid asn1.ObjectIdentifier
	return s.ReadASN1ObjectIdentifier(&oid) && oid.Equal(oidSecp256k1) && s.Empty()
}

// ParsePKCS8 returns the private key of a PrivateKeyInfo in DER, in either version. It
// must name secp256k1, and have the private key as [ParseSEC1] reads it, but for the
// parameters, which need not be there twice. Attributes are not looked at. Anything else is
// an [ErrPrivateKey].
//
// Source: RFC 5208; RFC 5958.
func ParsePKCS8(der []byte) (*PrivateKey, error) {
	var body, private, attributes, public cryptobyte.String
	var version int64
	var hasAttributes, hasPublic bool
	s := cryptobyte.String(der)
	if !s.ReadASN1(&body, cryptobyte_asn1.SEQUENCE) || !s.Empty() ||
		!body.ReadASN1Integer(&version) || version != 0 && version != 1 {
		return nil, errPKCS8
	}
	if algorithm, curve := readAlgorithm(&body); !algorithm {
		return nil, errPKCS8
	} else if !curve {
		return nil, errCurve
	}
	if !body.ReadASN1(&private, cryptobyte_asn1.OCTET_STRING) ||
		!body.ReadOptionalASN1(&attributes, &hasAttributes, tagAttributes) ||
		!body.ReadOptionalASN1(&public, &hasPublic, tagPublicBits) ||
		!body.Empty() || hasPublic && version == 0 {
		return nil, errPKCS8
	}
	k, err := readSEC1(&private, false)
	if err != nil {
		return nil, err
	}
	if !private.Empty() {
		return nil, errPKCS8
	}
	if hasPublic {
		// An implicitly tagged BIT STRING: a byte that says that no bits are unused.
		if len(public) == 0 || public[0] != 0 {
			return nil, errPKCS8
		}
		if err := k.check(public[1:]); err != nil {
			return nil, err
		}
	}
	return k, nil
}

// ParseSPKI returns the public key of a SubjectPublicKeyInfo in DER, which must name
// secp256k1. The point may be compressed. Anything else is an [ErrPublicKey].
//
// Source: RFC 5480, section 2.
func ParseSPKI(der []byte) (*PublicKey, error) {
	var body cryptobyte.String
	s := cryptobyte.String(der)
	if !s.ReadASN1(&body, cryptobyte_asn1.SEQUENCE) || !s.Empty() {
		return nil, errSPKI
	}
	if algorithm, curve := readAlgorithm(&body); !algorithm {
		return nil, errSPKI
	} else if !curve {
		return nil, errSPKICurve
	}
	var bits []byte
	if !body.ReadASN1BitStringAsBytes(&bits) || !body.Empty() {
		return nil, errSPKI
	}
	return NewPublicKey(bits)
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

// MarshalPEM returns [PrivateKey.MarshalPKCS8] as PEM of the type PRIVATE KEY.
func (k *PrivateKey) MarshalPEM() ([]byte, error) {
	der, err := k.MarshalPKCS8()
	return encodePEM(pemPKCS8, der, err)
}

// MarshalSEC1PEM returns [PrivateKey.MarshalSEC1] as PEM of the type EC PRIVATE KEY.
func (k *PrivateKey) MarshalSEC1PEM() ([]byte, error) {
	der, err := k.MarshalSEC1()
	return encodePEM(pemSEC1, der, err)
}

// MarshalPEM returns [PublicKey.MarshalSPKI] as PEM of the type PUBLIC KEY.
func (p *PublicKey) MarshalPEM() ([]byte, error) {
	der, err := p.MarshalSPKI()
	return encodePEM(pemSPKI, der, err)
}

func encodePEM(kind string, der []byte, err error) ([]byte, error) {
	if err != nil {
		return nil, err
	}
	return pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der}), nil
}

// ParsePrivateKeyPEM returns the private key in PEM, of the type EC PRIVATE KEY, which
// [ParseSEC1] reads, or PRIVATE KEY, which [ParsePKCS8] does. A block EC PARAMETERS may
// come before it, as OpenSSL writes it. Other text before it is not looked at, and only
// white space may come after it. Anything else is an [ErrPrivateKey], and so are encrypted
// keys.
func ParsePrivateKeyPEM(data []byte) (*PrivateKey, error) {
	block, rest := pem.Decode(data)
	if block != nil && block.Type == pemParameters {
		if s := cryptobyte.String(block.Bytes); !isSecp256k1(&s) {
			return nil, errCurve
		}
		block, rest = pem.Decode(rest)
	}
	if block == nil {
		return nil, errPEM
	}
	if len(bytes.TrimSpace(rest)) != 0 {
		return nil, fmt.Errorf(errAfterPEM, ErrPrivateKey)
	}
	if block.Type == pemEncrypted || block.Headers["Proc-Type"] != "" || block.Headers["DEK-Info"] != "" {
		return nil, errEncrypted
	}
	switch block.Type {
	case pemSEC1:
		return ParseSEC1(block.Bytes)
	case pemPKCS8:
		return ParsePKCS8(block.Bytes)
	}
	return nil, errPEM
}

// ParsePublicKeyPEM returns the public key in PEM of the type PUBLIC KEY, which [ParseSPKI]
// reads. Text before it is not looked at, and only white space may come after it. Anything
// else is an [ErrPublicKey].
func ParsePublicKeyPEM(data []byte) (*PublicKey, error) {
	block, rest := pem.Decode(data)
	if block == nil || block.Type != pemSPKI {
		return nil, errPublicPEM
	}
	if len(bytes.TrimSpace(rest)) != 0 {
		return nil, fmt.Errorf(errAfterPEM, ErrPublicKey)
	}
	return ParseSPKI(block.Bytes)
}
