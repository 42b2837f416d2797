// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package keys reads and writes the keys of the command secant in the forms of other
// programs: of OpenSSL and OpenSSH, of minisign and signify, of JSON Web Keys, of Nostr, and in raw
// bytes and hex.
//
// What is read is recognised by its content. It is an error if it is not one whole key, if
// something stands after it, or if its halves contradict each other.
//
// Private keys are handled in constant time where that is said. What is not: package ssh
// reads and writes those of OpenSSH, package bech32 those of Nostr; both look up characters
// in tables. So does Blowfish, of which OpenSSH and signify make keys from passphrases.
package keys

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"secant.example/cmd/secant/minisign"
)

// secretSize is the size in bytes of every private key here.
const secretSize = 32

// A Key is a private key with its public key, or a public key.
type Key struct {
	Alg    *Algorithm
	Secret []byte          // nil in a public key
	Public []byte          // as Alg writes it
	ID     *minisign.KeyID // that minisign and signify know it by, or nil where it was read in another form

	Form       string // that it was read in, as [Algorithm.PrivateForms] and PublicForms name it
	Encryption string // of the private key where it was read, in words, or empty
}

// NewPrivate returns the private key of 32 bytes that secret is for a.
func NewPrivate(a *Algorithm, secret []byte) (*Key, error) {
	public, err := a.public(secret)
	if err != nil {
		return nil, fmt.Errorf("not %s: %w", a.aKey(), err)
	}
	return &Key{Alg: a, Secret: secret, Public: public}, nil
}

// NewPublic returns the public key that the bytes public are for a.
func NewPublic(a *Algorithm, public []byte) (*Key, error) {
	public, err := a.checkPublic(public)
	if err != nil {
		return nil, err
	}
	return &Key{Alg: a, Public: public}, nil
}

// Generate returns a new private key.
func (a *Algorithm) Generate() (*Key, error) {
	secret, err := a.generate()
	if err != nil {
		return nil, err
	}
	return NewPrivate(a, secret)
}

// As returns k as a key for a: k itself, or the same key for another algorithm whose keys
// are in the same files.
func (k *Key) As(a *Algorithm) (*Key, error) {
	if k.Alg == a {
		return k, nil
	}
	if k.Alg != a.files {
		return nil, fmt.Errorf("%s where %s is needed", k.Alg.aKey(), a.aKey())
	}
	other, err := NewPublic(a, k.Public)
	if err != nil {
		return nil, err
	}
	other.Secret, other.Form, other.Encryption = k.Secret, k.Form, k.Encryption
	return other, nil
}

// PublicKey returns k without the private key.
func (k *Key) PublicKey() *Key { return &Key{Alg: k.Alg, Public: k.Public, ID: k.ID} }

// An Algorithm is what keys are for.
type Algorithm struct {
	Name  string // as users write it
	Title string // as messages name it

	// What its keys look like. The first form for a private key, and the first for a public
	// key, is what they are written in unless another is asked for.
	publicSizes []int // bytes of a raw public key
	forms       []*form
	files       *Algorithm // files that name this algorithm hold its keys too

	// The algorithm identifier in DER, and what it names.
	oid                   string
	parsePKCS8, parseSEC1 func(der []byte) (secret []byte, err error)
	parseSPKI             func(der []byte) (public []byte, err error)
	marshalPKCS8          func(secret []byte) (der []byte, err error)
	marshalSEC1           func(secret []byte) (der []byte, err error)
	marshalSPKI           func(public []byte) (der []byte, err error)
	marshalJWK            func(secret, public []byte) ([]byte, error) // secret may be nil
	jwkRequired           func(public []byte) []byte                  // its members that RFC 7638 hashes, in their order, or nil

	// The arguments have one of the sizes above. Public keys are kept as checkPublic returns
	// them, also those of the algorithm that files names.
	generate    func() (secret []byte, err error)
	public      func(secret []byte) (public []byte, err error)
	checkPublic func(public []byte) ([]byte, error)
}

// Algorithms returns all algorithms.
func Algorithms() []*Algorithm {
	return []*Algorithm{Ed25519, X25519, ECDSA, BIP340, JQ255E, JQ255S, DO255E, DO255S}
}

// aKey returns "an Ed25519 key", and so on.
func (a *Algorithm) aKey() string {
	if strings.ContainsAny(a.Title[:1], "EX") {
		return "an " + a.Title + " key"
	}
	return "a " + a.Title + " key"
}

// PrivateForms returns the names of the forms for private keys of a, the usual one first.
func (a *Algorithm) PrivateForms() []string {
	return a.formNames(func(f *form) bool { return f.private != nil })
}

// PublicForms returns the names of the forms for public keys of a, the usual one first.
func (a *Algorithm) PublicForms() []string {
	return a.formNames(func(f *form) bool { return f.public != nil })
}

func (a *Algorithm) formNames(has func(*form) bool) (names []string) {
	for _, f := range a.forms {
		if has(f) {
			names = append(names, f.name)
		}
	}
	return names
}

// PrivateForms returns the names of all forms that any private key has.
func PrivateForms() []string { return allForms((*Algorithm).PrivateForms) }

// PublicForms returns the names of all forms that any public key has.
func PublicForms() []string { return allForms((*Algorithm).PublicForms) }

func allForms(of func(*Algorithm) []string) (names []string) {
	for _, f := range forms {
		for _, a := range Algorithms() {
			if slices.Contains(of(a), f.name) {
				names = append(names, f.name)
				break
			}
		}
	}
	return names
}

var errOtherPublic = errors.New("the public key with it does not belong to it")
