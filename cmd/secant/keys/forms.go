// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package keys

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"secant.example/cmd/secant/minisign"
	"secant.example/internal/secrettext"
)

// A form is a way to write a key. A nil function: not that kind of key.
type form struct {
	name    string                                      // as users write it
	title   string                                      // as messages name it
	private func(k *Key, e *Encryption) ([]byte, error) // e is nil if kdfs is
	kdfs    []string                                    // one of which it is encrypted with, the usual one first
	public  func(k *Key) ([]byte, error)
}

// forms are all forms.
var forms = []*form{formPEM, formDER, formSEC1, formSSH, formMinisign, formSignify, formJWK, formNostr, formHex, formRaw}

var (
	formPEM = &form{
		"pem", "PEM",
		func(k *Key, e *Encryption) ([]byte, error) {
			der, err := marshalSealed(k, e)
			if e != nil {
				return toPEM(encryptedType, der, err)
			}
			return toPEM(privateType, der, err)
		}, []string{"scrypt", "pbkdf2"},
		func(k *Key) ([]byte, error) {
			der, err := k.Alg.marshalSPKI(k.Public)
			return toPEM(publicType, der, err)
		},
	}
	formDER  = &form{"der", "DER", marshalSealed, []string{"scrypt", "pbkdf2"}, func(k *Key) ([]byte, error) { return k.Alg.marshalSPKI(k.Public) }}
	formSEC1 = &form{
		"sec1", "SEC 1",
		func(k *Key, _ *Encryption) ([]byte, error) {
			der, err := k.Alg.marshalSEC1(k.Secret)
			return toPEM(sec1Type, der, err)
		}, nil,
		nil,
	}
	formSSH      = &form{"ssh", "OpenSSH", marshalPrivateSSH, []string{"bcrypt"}, marshalPublicSSH}
	formMinisign = &form{"minisign", "minisign", privateMinisign(minisign.Minisign), []string{"scrypt"}, publicMinisign(minisign.Minisign)}
	formSignify  = &form{"signify", "signify", privateMinisign(minisign.Signify), []string{"bcrypt"}, publicMinisign(minisign.Signify)}
	formJWK      = &form{
		"jwk", "JWK",
		func(k *Key, _ *Encryption) ([]byte, error) { return toLine(k.Alg.marshalJWK(k.Secret, k.Public)) }, nil,
		func(k *Key) ([]byte, error) { return toLine(k.Alg.marshalJWK(nil, k.Public)) },
	}
	formNostr = &form{
		"nostr", "Nostr",
		marshalPrivateNostr, []string{"scrypt"},
		func(k *Key) ([]byte, error) { return marshalNostr(npub, k.Public) },
	}
	formHex = &form{
		"hex", "hex",
		func(k *Key, _ *Encryption) ([]byte, error) { return toLine(secrettext.AppendHex(nil, k.Secret), nil) }, nil,
		func(k *Key) ([]byte, error) { return toLine(secrettext.AppendHex(nil, k.Public), nil) },
	}
	formRaw = &form{
		"raw", "raw",
		func(k *Key, _ *Encryption) ([]byte, error) { return bytes.Clone(k.Secret), nil }, nil,
		func(k *Key) ([]byte, error) { return bytes.Clone(k.Public), nil },
	}
)

// marshalSealed writes PKCS#8, encrypted if e is not nil.
func marshalSealed(k *Key, e *Encryption) ([]byte, error) {
	der, err := k.Alg.marshalPKCS8(k.Secret)
	if err != nil || e == nil {
		return der, err
	}
	return e.seal(der)
}

func toPEM(kind string, der []byte, err error) ([]byte, error) {
	if err != nil {
		return nil, err
	}
	return secrettext.AppendPEM(nil, kind, der), nil
}

func toLine(text []byte, err error) ([]byte, error) {
	if err != nil {
		return nil, err
	}
	return append(text, '\n'), nil
}

// MarshalPrivate returns the private key of k in the form of that name, or in the usual one
// if the name is empty. If e is not nil, it is encrypted.
func (k *Key) MarshalPrivate(name string, e *Encryption) ([]byte, error) {
	f, err := k.Alg.privateForm(name, e)
	switch {
	case err != nil:
		return nil, err
	case k.Secret == nil:
		return nil, errIsPublic
	case e != nil && len(e.Passphrase) == 0:
		return nil, errors.New("the passphrase is empty")
	}
	return f.private(k, e)
}

// CheckPrivateForm returns the error that [Key.MarshalPrivate] would return for the form of
// that name, before there is a passphrase in e.
func (a *Algorithm) CheckPrivateForm(name string, e *Encryption) error {
	_, err := a.privateForm(name, e)
	return err
}

func (a *Algorithm) privateForm(name string, e *Encryption) (*form, error) {
	f, err := a.form(name, func(f *form) bool { return f.private != nil })
	switch {
	case err != nil || e == nil:
		return f, err
	case f.kdfs == nil:
		return nil, fmt.Errorf("%s has no form for encrypted keys", f.title)
	case e.KDF != "" && !slices.Contains(f.kdfs, e.KDF):
		return nil, fmt.Errorf("%s keys are encrypted with %s, not %s", f.title, strings.Join(f.kdfs, " or "), e.KDF)
	}
	return f, nil
}

// MarshalPublic returns the public key of k in the form of that name, or in the usual one if
// the name is empty.
func (k *Key) MarshalPublic(name string) ([]byte, error) {
	f, err := k.Alg.form(name, func(f *form) bool { return f.public != nil })
	if err != nil {
		return nil, err
	}
	return f.public(k)
}

// form returns the form of that name, or the usual one, of those that a kind of key has.
func (a *Algorithm) form(name string, has func(*form) bool) (*form, error) {
	for _, f := range a.forms {
		if has(f) && (name == "" || name == f.name) {
			return f, nil
		}
	}
	for _, f := range forms {
		if f.name != name {
			continue
		}
		var others []string
		for _, other := range Algorithms() {
			if slices.Contains(other.forms, f) && has(f) {
				others = append(others, other.Name)
			}
		}
		if others == nil {
			return nil, fmt.Errorf("%s has no form for public keys", f.title)
		}
		return nil, fmt.Errorf("%s has no form for %s keys, but for %s", f.title, a.Title, strings.Join(others, ", "))
	}
	return nil, fmt.Errorf("there is no form %q", name)
}
