// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package ecdsa

import "secant.example/secp256k1/internal/keys"

// marshal returns what f makes of k, or an error if k was never set.
func (k *PrivateKey) marshal(f func(*keys.Private) ([]byte, error)) ([]byte, error) {
	if !k.isSet() {
		return nil, keyErrors.PrivateUnset
	}
	return f(&k.key)
}

// marshal returns what f makes of p, or an error if p was never set.
func (p *PublicKey) marshal(f func(*keys.Public) ([]byte, error)) ([]byte, error) {
	if !p.isSet() {
		return nil, keyErrors.PublicUnset
	}
	return f(&p.key)
}

// parsePrivate returns the private key that set sets to b.
func parsePrivate(set func(*keys.Private, []byte, *keys.Errors) error, b []byte) (*PrivateKey, error) {
	k := new(PrivateKey)
	if err := set(&k.key, b, keyErrors); err != nil {
		return nil, err
	}
	return k, nil
}

// parsePublic returns the public key that set sets to b.
func parsePublic(set func(*keys.Public, []byte, *keys.Errors) error, b []byte) (*PublicKey, error) {
	p := new(PublicKey)
	if err := set(&p.key, b, keyErrors); err != nil {
		return nil, err
	}
	return p, nil
}

// MarshalSEC1 returns k as an ECPrivateKey in DER, with the object identifier of the curve
// and the uncompressed public key, as OpenSSL writes it. A PrivateKey that was never set
// is an [ErrPrivateKey]. It is constant-time.
//
// Source: SEC 1, version 2, section C.4; RFC 5915.
func (k *PrivateKey) MarshalSEC1() ([]byte, error) { return k.marshal((*keys.Private).MarshalSEC1) }

// MarshalPKCS8 returns k as a PrivateKeyInfo in DER, in which is an ECPrivateKey with the
// uncompressed public key, as OpenSSL writes it. A PrivateKey that was never set is an
// [ErrPrivateKey]. It is constant-time.
//
// Source: RFC 5208; RFC 5480; RFC 5915.
func (k *PrivateKey) MarshalPKCS8() ([]byte, error) { return k.marshal((*keys.Private).MarshalPKCS8) }

// MarshalSPKI returns p as a SubjectPublicKeyInfo in DER, uncompressed, as OpenSSL writes
// it. A PublicKey that was never set is an [ErrPublicKey].
//
// Source: RFC 5480, section 2.
func (p *PublicKey) MarshalSPKI() ([]byte, error) { return p.marshal((*keys.Public).MarshalSPKI) }

// ParseSEC1 returns the private key of an ECPrivateKey in DER. It must name secp256k1, and
// have the integer in 32 bytes. If it has the public key too, that must belong to the
// private key; it may be compressed. Anything else is an [ErrPrivateKey]. It is
// constant-time, but for the error.
//
// Source: SEC 1, version 2, section C.4; RFC 5915.
func ParseSEC1(der []byte) (*PrivateKey, error) { return parsePrivate((*keys.Private).SetSEC1, der) }

// ParsePKCS8 returns the private key of a PrivateKeyInfo in DER, in either version. It
// must name secp256k1, and have the private key as [ParseSEC1] reads it, but for the
// parameters, which need not be there twice. Attributes are not looked at. Anything else is
// an [ErrPrivateKey]. It is constant-time, but for the error.
//
// Source: RFC 5208; RFC 5958.
func ParsePKCS8(der []byte) (*PrivateKey, error) { return parsePrivate((*keys.Private).SetPKCS8, der) }

// ParseSPKI returns the public key of a SubjectPublicKeyInfo in DER, which must name
// secp256k1. The point may be compressed. Anything else is an [ErrPublicKey].
//
// Source: RFC 5480, section 2.
func ParseSPKI(der []byte) (*PublicKey, error) { return parsePublic((*keys.Public).SetSPKI, der) }

// MarshalPEM returns [PrivateKey.MarshalPKCS8] as PEM of the type PRIVATE KEY. It is
// constant-time.
func (k *PrivateKey) MarshalPEM() ([]byte, error) { return k.marshal((*keys.Private).MarshalPEM) }

// MarshalSEC1PEM returns [PrivateKey.MarshalSEC1] as PEM of the type EC PRIVATE KEY. It is
// constant-time.
func (k *PrivateKey) MarshalSEC1PEM() ([]byte, error) {
	return k.marshal((*keys.Private).MarshalSEC1PEM)
}

// MarshalPEM returns [PublicKey.MarshalSPKI] as PEM of the type PUBLIC KEY.
func (p *PublicKey) MarshalPEM() ([]byte, error) { return p.marshal((*keys.Public).MarshalPEM) }

// ParsePrivateKeyPEM returns the private key in PEM, of the type EC PRIVATE KEY, which
// [ParseSEC1] reads, or PRIVATE KEY, which [ParsePKCS8] does. A block EC PARAMETERS may
// come before it, as OpenSSL writes it. Other text before it is not looked at, and only
// white space may come after it. Anything else is an [ErrPrivateKey], and so are encrypted
// keys. Its time depends on where the white space is, and on the error, but not on the key.
func ParsePrivateKeyPEM(data []byte) (*PrivateKey, error) {
	return parsePrivate((*keys.Private).SetPEM, data)
}

// ParsePublicKeyPEM returns the public key in PEM of the type PUBLIC KEY, which [ParseSPKI]
// reads. Text before it is not looked at, and only white space may come after it. Anything
// else is an [ErrPublicKey].
func ParsePublicKeyPEM(data []byte) (*PublicKey, error) {
	return parsePublic((*keys.Public).SetPEM, data)
}
