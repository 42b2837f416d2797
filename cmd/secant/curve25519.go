// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"bytes"
	"crypto/ecdh"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"errors"

	"golang.org/x/crypto/ssh"

	"secant.example/ed25519"
	"secant.example/x25519"
)

// algEd25519 keeps RFC 8032 seeds as private keys.
var algEd25519 = &algorithm{
	name: "ed25519", title: "Ed25519",
	publicSizes: []int{ed25519.PublicKeySize}, publicFiles: "PEM, OpenSSH line, ",
	forms: []form{
		{"pem", "PEM", ed25519PrivatePEM, ed25519PublicPEM},
		formRaw, formHex,
		{"ssh", "OpenSSH", ed25519PrivateSSH, ed25519PublicSSH},
	},
	oid:          "1.3.101.112",
	parsePrivate: func(der []byte) ([]byte, error) { return parseCurve25519(der, ed25519Public) },
	parsePublic: func(der []byte) ([]byte, error) {
		key, err := x509.ParsePKIXPublicKey(der)
		if err != nil {
			return nil, errNotSPKI
		}
		return key.(ed25519.PublicKey), nil
	},
	otherPrivate: map[string]func(*pem.Block) ([]byte, error){"OPENSSH PRIVATE KEY": parseOpenSSH},
	generate:     randomSecret,
	public:       ed25519Public,
	// The rules of verification decide about keys that no honest signer has.
	checkPublic: func(public []byte) ([]byte, error) { return public, nil },
	flags:       []string{"rules"},
	sign: func(secret []byte, m *message, _ *options) ([]byte, error) {
		priv, err := ed25519.ParseSeed(secret)
		if err != nil {
			return nil, err
		}
		return ed25519.SignWithOptions(priv, m.data, &ed25519.SignOptions{Hedged: m.shared()})
	},
	verify: func(public, message, sig []byte, o *options) error {
		rules, err := ed25519.ParseRules(o.rules)
		if err != nil {
			return err
		}
		return verdict(ed25519.VerifyWithRules(public, message, sig, rules, nil) == nil)
	},
	signatureSize: func(*options) int { return ed25519.SignatureSize },
	how:           func(o *options) string { return o.rules + " rules" },
}

// algX25519 keeps RFC 7748 scalars before clamping as private keys.
var algX25519 = &algorithm{
	name: "x25519", title: "X25519",
	publicSizes: []int{x25519.KeySize}, publicFiles: "PEM, ",
	forms: []form{
		{"pem", "PEM", x25519PrivatePEM, x25519PublicPEM},
		formRaw, formHex,
	},
	oid:          "1.3.101.110",
	parsePrivate: func(der []byte) ([]byte, error) { return parseCurve25519(der, x25519Public) },
	parsePublic: func(der []byte) ([]byte, error) {
		key, err := x509.ParsePKIXPublicKey(der)
		if err != nil {
			return nil, errNotSPKI
		}
		return key.(*ecdh.PublicKey).Bytes(), nil
	},
	generate:    randomSecret,
	public:      x25519Public,
	checkPublic: func(public []byte) ([]byte, error) { return public, nil },
	ecdh: func(secret, peer []byte, _ *options) ([]byte, error) {
		priv, err := x25519.NewPrivateKey(secret)
		if err != nil {
			return nil, err
		}
		pub, err := x25519.NewPublicKey(peer)
		if err != nil {
			return nil, err
		}
		shared, err := priv.SharedSecret(pub)
		if err != nil {
			return nil, errors.New("no shared secret, the key is of small order")
		}
		return shared[:], nil
	},
}

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

// marshalPrivatePEM returns a private key as PKCS#8 PEM (RFC 8410, version 1),
// the bytes that OpenSSL writes.
func marshalPrivatePEM(key any) ([]byte, error) {
	der, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return nil, err
	}
	return pem.EncodeToMemory(&pem.Block{Type: privateType, Bytes: der}), nil
}

// marshalPublicPEM returns a public key as SubjectPublicKeyInfo PEM.
func marshalPublicPEM(key any) ([]byte, error) {
	der, err := x509.MarshalPKIXPublicKey(key)
	if err != nil {
		return nil, err
	}
	return pem.EncodeToMemory(&pem.Block{Type: publicType, Bytes: der}), nil
}

func ed25519PrivatePEM(secret []byte) ([]byte, error) {
	key, err := ed25519.ParseSeed(secret)
	if err != nil {
		return nil, err
	}
	return marshalPrivatePEM(key)
}

func ed25519PublicPEM(public []byte) ([]byte, error) {
	return marshalPublicPEM(ed25519.PublicKey(public))
}

func ed25519PrivateSSH(secret []byte) ([]byte, error) {
	key, err := ed25519.ParseSeed(secret)
	if err != nil {
		return nil, err
	}
	block, err := ssh.MarshalPrivateKey(key, "")
	if err != nil {
		return nil, err
	}
	return pem.EncodeToMemory(block), nil
}

func ed25519PublicSSH(public []byte) ([]byte, error) {
	key, err := ssh.NewPublicKey(ed25519.PublicKey(public))
	if err != nil {
		return nil, err
	}
	return ssh.MarshalAuthorizedKey(key), nil
}

func x25519PrivatePEM(secret []byte) ([]byte, error) {
	key, err := ecdh.X25519().NewPrivateKey(secret)
	if err != nil {
		return nil, err
	}
	return marshalPrivatePEM(key)
}

func x25519PublicPEM(public []byte) ([]byte, error) {
	key, err := ecdh.X25519().NewPublicKey(public)
	if err != nil {
		return nil, err
	}
	return marshalPublicPEM(key)
}

// parseOpenSSH returns the seed of an Ed25519 key as ssh-keygen writes it.
func parseOpenSSH(block *pem.Block) ([]byte, error) {
	key, err := ssh.ParseRawPrivateKey(pem.EncodeToMemory(block))
	if missing := (*ssh.PassphraseMissingError)(nil); errors.As(err, &missing) {
		return nil, errEncrypted
	}
	if err != nil {
		return nil, errors.New("not a valid OpenSSH private key")
	}
	edKey, ok := key.(*ed25519.PrivateKey)
	if !ok {
		return nil, errors.New("neither an Ed25519 nor an X25519 key")
	}
	// The public key is in it three times: in front, before the private key, and as the
	// second half of that, which package ssh has looked at as little as at the others.
	pub, err := ed25519Public(edKey.Seed())
	if err != nil {
		return nil, err
	}
	line, err := ssh.NewPublicKey(ed25519.PublicKey(pub))
	if err != nil {
		return nil, err
	}
	var outer struct {
		Magic                [15]byte
		Cipher, KDF, Options string
		Number               uint32
		Public, Private      []byte
		Rest                 []byte `ssh:"rest"`
	}
	var inner struct {
		Check1, Check2  uint32
		Type            string
		Public, Private []byte
		Rest            []byte `ssh:"rest"`
	}
	if ssh.Unmarshal(block.Bytes, &outer) != nil || ssh.Unmarshal(outer.Private, &inner) != nil {
		return nil, errors.New("not a valid OpenSSH private key")
	}
	if !bytes.Equal(outer.Public, line.Marshal()) || !bytes.Equal(inner.Public, pub) || !bytes.Equal((*edKey)[ed25519.SeedSize:], pub) {
		return nil, errOtherPublic
	}
	return edKey.Seed(), nil
}
