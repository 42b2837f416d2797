// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package keys

import (
	"bytes"
	"fmt"

	"secant.example/internal/secrettext"
)

// A form is a way to write a key. A nil function: not that kind of key.
type form struct {
	name    string // as users write it
	title   string // as messages name it
	private func(k *Key) ([]byte, error)
	public  func(k *Key) ([]byte, error)
}

// forms are all forms.
var forms = []*form{formPEM, formDER, formSEC1, formSSH, formJWK, formHex, formRaw}

var (
	formPEM = &form{
		"pem", "PEM",
		func(k *Key) ([]byte, error) { return toPEM(privateType, k.Alg.marshalPKCS8, k.Secret) },
		func(k *Key) ([]byte, error) { return toPEM(publicType, k.Alg.marshalSPKI, k.Public) },
	}
	formDER = &form{
		"der", "DER",
		func(k *Key) ([]byte, error) { return k.Alg.marshalPKCS8(k.Secret) },
		func(k *Key) ([]byte, error) { return k.Alg.marshalSPKI(k.Public) },
	}
	formSEC1 = &form{
		"sec1", "SEC 1",
		func(k *Key) ([]byte, error) { return toPEM(sec1Type, k.Alg.marshalSEC1, k.Secret) },
		nil,
	}
	formSSH = &form{"ssh", "OpenSSH", marshalPrivateSSH, marshalPublicSSH}
	formJWK = &form{
		"jwk", "JWK",
		func(k *Key) ([]byte, error) { return toLine(k.Alg.marshalJWK(k.Secret, k.Public)) },
		func(k *Key) ([]byte, error) { return toLine(k.Alg.marshalJWK(nil, k.Public)) },
	}
	formHex = &form{
		"hex", "hex",
		func(k *Key) ([]byte, error) { return toLine(secrettext.AppendHex(nil, k.Secret), nil) },
		func(k *Key) ([]byte, error) { return toLine(secrettext.AppendHex(nil, k.Public), nil) },
	}
	formRaw = &form{
		"raw", "raw",
		func(k *Key) ([]byte, error) { return bytes.Clone(k.Secret), nil },
		func(k *Key) ([]byte, error) { return bytes.Clone(k.Public), nil },
	}
)

func toPEM(kind string, marshal func([]byte) ([]byte, error), key []byte) ([]byte, error) {
	der, err := marshal(key)
	if err != nil {
		return nil, err
	}
	return secrettext.AppendPEM(nil, kind, der), nil
}

func toLine(text []byte, err error) ([]byte, error) { return append(text, '\n'), err }

// MarshalPrivate returns the private key of k in the form of that name, or in the usual one
// if the name is empty.
func (k *Key) MarshalPrivate(name string) ([]byte, error) {
	return k.marshal(name, func(f *form) func(*Key) ([]byte, error) { return f.private })
}

// MarshalPublic returns the public key of k in the form of that name, or in the usual one if
// the name is empty.
func (k *Key) MarshalPublic(name string) ([]byte, error) {
	return k.marshal(name, func(f *form) func(*Key) ([]byte, error) { return f.public })
}

func (k *Key) marshal(name string, kind func(*form) func(*Key) ([]byte, error)) ([]byte, error) {
	for _, f := range k.Alg.forms {
		if marshal := kind(f); marshal != nil && (name == "" || name == f.name) {
			return marshal(k)
		}
	}
	title := name
	for _, f := range forms {
		if f.name == name {
			title = f.title
		}
	}
	return nil, fmt.Errorf("%s has no form for %s keys", title, k.Alg.Title)
}
