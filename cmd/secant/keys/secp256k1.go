// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package keys

import (
	"errors"
	"strings"

	"secant.example/internal/secrettext"
	"secant.example/secp256k1/ecdsa"
	"secant.example/secp256k1/schnorr"
)

// ECDSA is secp256k1 as OpenSSL knows it. Private keys are big-endian, public keys the
// compressed points of SEC 1.
var ECDSA = &Algorithm{
	Name: "secp256k1-ecdsa", Title: "secp256k1",
	publicSizes:  []int{33, 65},
	forms:        []*form{formPEM, formDER, formSEC1, formJWK, formHex, formRaw},
	oid:          oidSecp256k1,
	parsePKCS8:   ecdsaSecret(ecdsa.ParsePKCS8),
	parseSEC1:    ecdsaSecret(ecdsa.ParseSEC1),
	parseSPKI:    ecdsaKey(ecdsa.ParseSPKI),
	marshalPKCS8: ecdsaPrivate((*ecdsa.PrivateKey).MarshalPKCS8),
	marshalSEC1:  ecdsaPrivate((*ecdsa.PrivateKey).MarshalSEC1),
	marshalSPKI:  ecdsaPublic((*ecdsa.PublicKey).MarshalSPKI),
	marshalJWK: func(secret, public []byte) ([]byte, error) {
		if secret != nil {
			return ecdsaPrivate((*ecdsa.PrivateKey).MarshalJWK)(secret)
		}
		return ecdsaPublic((*ecdsa.PublicKey).MarshalJWK)(public)
	},
	jwkRequired: func(public []byte) []byte {
		p, err := ecdsa.NewPublicKey(public)
		if err != nil {
			return nil
		}
		xy := p.BytesUncompressed()
		b := secrettext.RawURL.AppendEncode([]byte(`{"crv":"secp256k1","kty":"EC","x":"`), xy[1:33])
		b = secrettext.RawURL.AppendEncode(append(b, `","y":"`...), xy[33:])
		return append(b, `"}`...)
	},
	generate: func() ([]byte, error) {
		k, err := ecdsa.GenerateKey(nil)
		if err != nil {
			return nil, err
		}
		return k.Bytes(), nil
	},
	public: func(secret []byte) ([]byte, error) {
		k, err := ecdsa.NewPrivateKey(secret)
		if err != nil {
			return nil, reason(err)
		}
		return k.PublicKey().Bytes(), nil
	},
	checkPublic: ecdsaKey(ecdsa.NewPublicKey),
}

// BIP340 is secp256k1 with public keys of 32 bytes, the x coordinate.
var BIP340 = &Algorithm{
	Name: "bip340", Title: "BIP-340",
	publicSizes: []int{schnorr.PublicKeySize},
	// The first is not PEM, which does not say that a key is for BIP-340.
	forms:        []*form{formHex, formRaw, formNostr, formPEM, formDER, formSEC1, formJWK},
	files:        ECDSA,
	marshalPKCS8: ECDSA.marshalPKCS8,
	marshalSEC1:  ECDSA.marshalSEC1,
	marshalSPKI:  func(x []byte) ([]byte, error) { return ECDSA.marshalSPKI(evenY(x)) },
	marshalJWK:   func(secret, x []byte) ([]byte, error) { return ECDSA.marshalJWK(secret, evenY(x)) },
	generate:     ECDSA.generate,
	public: func(secret []byte) ([]byte, error) {
		k, err := schnorr.NewPrivateKey(secret)
		if err != nil {
			return nil, reason(err)
		}
		return k.PublicKey().Bytes(), nil
	},
	checkPublic: func(public []byte) ([]byte, error) {
		if len(public) == 33 { // out of the files of ECDSA
			public = public[1:]
		}
		p, err := schnorr.NewPublicKey(public)
		if err != nil {
			return nil, reason(err)
		}
		return p.Bytes(), nil
	},
}

// evenY returns the point with x coordinate x that BIP-340 takes, in 33 bytes.
func evenY(x []byte) []byte { return append([]byte{2}, x...) }

// reason returns err without the first words of the errors of invalid keys, nor the
// package of what they wrap: the messages here say themselves which key they are
// about.
func reason(err error) error {
	for _, invalid := range []error{
		ecdsa.ErrPrivateKey, ecdsa.ErrPublicKey, schnorr.ErrPrivateKey, schnorr.ErrPublicKey,
	} {
		if text, ok := strings.CutPrefix(err.Error(), invalid.Error()+": "); ok {
			return errors.New(strings.TrimPrefix(text, "secp256k1: "))
		}
	}
	return err
}

// ecdsaPrivate returns what writes a private key with the method marshal.
func ecdsaPrivate(marshal func(*ecdsa.PrivateKey) ([]byte, error)) func([]byte) ([]byte, error) {
	return func(secret []byte) ([]byte, error) {
		k, err := ecdsa.NewPrivateKey(secret)
		if err != nil {
			return nil, err
		}
		return marshal(k)
	}
}

// ecdsaPublic returns what writes a public key with the method marshal.
func ecdsaPublic(marshal func(*ecdsa.PublicKey) ([]byte, error)) func([]byte) ([]byte, error) {
	return func(public []byte) ([]byte, error) {
		p, err := ecdsa.NewPublicKey(public)
		if err != nil {
			return nil, err
		}
		return marshal(p)
	}
}

// ecdsaSecret returns what reads a private key with parse.
func ecdsaSecret(parse func([]byte) (*ecdsa.PrivateKey, error)) func([]byte) ([]byte, error) {
	return func(data []byte) ([]byte, error) {
		k, err := parse(data)
		if err != nil {
			return nil, reason(err)
		}
		return k.Bytes(), nil
	}
}

// ecdsaKey returns what reads a public key with parse.
func ecdsaKey(parse func([]byte) (*ecdsa.PublicKey, error)) func([]byte) ([]byte, error) {
	return func(data []byte) ([]byte, error) {
		p, err := parse(data)
		if err != nil {
			return nil, reason(err)
		}
		return p.Bytes(), nil
	}
}
