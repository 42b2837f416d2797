// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"crypto/rand"
	"fmt"

	"secant.example/cmd/secant/keys"
	"secant.example/secp256k1/ecdh"
	"secant.example/secp256k1/ecdsa"
	"secant.example/secp256k1/schnorr"
)

var algECDSA = &algorithm{
	Algorithm: keys.ECDSA,
	flags:     []string{"hash", "digest", "encoding", "accept-high-s", "sha256"},
	hashes:    []string{"sha256", "sha384", "sha512", "sha3256", "sha3384", "sha3512", "keccak256"},
	usualHash: "sha256",
	sign: func(secret []byte, m *message, o *options) ([]byte, error) {
		k, err := ecdsa.NewPrivateKey(secret)
		if err != nil {
			return nil, err
		}
		sig, err := ecdsa.SignRecoverable(k, digestOf(m.data), nil)
		if err != nil {
			return nil, err
		}
		switch o.encoding {
		case "compact":
			return sig.Compact(), nil
		case "recoverable":
			return sig.Ethereum()
		}
		return sig.DER(), nil
	},
	verify: func(public, message, sig []byte, o *options) error {
		p, err := ecdsa.NewPublicKey(public)
		if err != nil {
			return err
		}
		s, err := parseECDSA(sig, o.encoding)
		if err != nil || !p.Verify(digestOf(message), s.Signature, ecdsa.AnyS) {
			return errInvalidSignature
		}
		if o.encoding == "recoverable" {
			if q, err := s.Recover(digestOf(message), ecdsa.AnyS); err != nil || !q.Equal(p) {
				return fmt.Errorf("%w: it is one, but another public key is recovered from it", errInvalidSignature)
			}
		}
		if s.IsHighS() && !o.highS {
			return errHighS
		}
		return nil
	},
	parse: parseECDSASignature,
	how: func(o *options) string {
		how := "ECDSA, "
		if o.hash != "" && o.hash != "sha256" {
			how += hashTitle(o.hash) + ", "
		}
		if o.highS {
			return how + "any S"
		}
		return how + "low S"
	},
	ecdh: func(secret, peer []byte, o *options) ([]byte, error) {
		k, err := ecdh.NewPrivateKey(secret)
		if err != nil {
			return nil, err
		}
		p, err := ecdh.NewPublicKey(peer)
		if err != nil {
			return nil, err
		}
		shared := k.SharedSecret
		if o.sha256 {
			shared = k.SharedSecretSHA256
		}
		secret32, err := shared(p)
		return secret32[:], err
	},
}

var algBIP340 = &algorithm{
	Algorithm: keys.BIP340,
	sign: func(secret []byte, m *message, _ *options) ([]byte, error) {
		k, err := schnorr.NewPrivateKey(secret)
		if err != nil {
			return nil, err
		}
		var aux [32]byte
		rand.Read(aux[:])
		return schnorr.SignWithOptions(k, m.data, &schnorr.Options{Aux: aux[:], Verify: true})
	},
	verify: func(public, message, sig []byte, _ *options) error {
		return verdict(schnorr.Verify(public, message, sig))
	},
	parse: fixedSize(schnorr.SignatureSize),
	how:   func(*options) string { return "BIP-340" },
	ecdh: func(secret, peer []byte, _ *options) ([]byte, error) {
		k, err := ecdh.NewPrivateKey(secret)
		if err != nil {
			return nil, err
		}
		p, err := ecdh.NewPublicKeyX(peer)
		if err != nil {
			return nil, err
		}
		shared, err := k.SharedSecret(p)
		return shared[:], err
	},
}

// digestOf returns what ECDSA signs of a hash value of 32 bytes or more.
//
// Source: SEC 1, version 2, section 4.1.3, step 5.
func digestOf(hashValue []byte) ecdsa.Digest { return ecdsa.Digest(hashValue[:ecdsa.DigestSize]) }

// encodings are what a signature of ECDSA can be, in bytes.
var encodings = []string{"der", "compact", "recoverable"}

// parseECDSA returns the signature in that encoding. It can be recovered from only if that is
// recoverable.
func parseECDSA(sig []byte, encoding string) (s ecdsa.RecoverableSignature, err error) {
	switch encoding {
	case "der":
		s.Signature, err = ecdsa.ParseDER(sig)
	case "compact":
		s.Signature, err = ecdsa.ParseCompact(sig)
	case "recoverable":
		return ecdsa.ParseEthereum(sig)
	default:
		err = fmt.Errorf("no encoding %q", encoding)
	}
	return s, err
}

// parseECDSASignature reads a signature in o.encoding or, if that is empty, in the one that it
// can be in, and sets o.encoding to that.
func parseECDSASignature(text []byte, o *options) ([]byte, error) {
	sizes := map[string]int{"der": 0, "compact": ecdsa.SignatureSize, "recoverable": ecdsa.RecoverableSize}
	if o.encoding != "" {
		return parseSignature(text, sizes[o.encoding])
	}
	// What starts like DER is that only if it is, or if it can be nothing else. So 64 bytes can be
	// two signatures, but of 2^40 compact ones not one is DER, too.
	var found []byte
	for _, encoding := range encodings {
		sig, err := parseSignature(text, sizes[encoding])
		if err != nil {
			continue
		}
		if found != nil && o.encoding == "der" {
			if _, err := ecdsa.ParseDER(found); err == nil {
				return nil, fmt.Errorf("%d bytes that can be a signature in DER as well as a %s one: --encoding says which", len(sig), encoding)
			}
		}
		found, o.encoding = sig, encoding
	}
	if found == nil {
		return nil, fmt.Errorf("%d bytes that are not a signature in DER, of 64 bytes or of 65, raw or as hex or base64", len(text))
	}
	return found, nil
}

// errHighS is about signatures that would be valid if s were not above n/2.
var errHighS = fmt.Errorf("%w: s is above half the order, as OpenSSL and others write it too; --accept-high-s accepts that", errInvalidSignature)
