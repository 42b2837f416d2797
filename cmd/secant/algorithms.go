// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"encoding/pem"
	"fmt"
	"hash"
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

// secretSize is the size in bytes of every private key here.
const secretSize = 32

// An algorithm is a line of the table of what the commands can do. An operation
// that it does not have is nil.
type algorithm struct {
	name  string // as --alg takes it
	title string // as messages name it

	// What its keys look like. The first form of a private key, and the first
	// of a public key, is what the commands write unless they are told otherwise.
	publicSizes []int  // bytes of a raw public key
	publicFiles string // other forms that a public key can be read from, for messages
	forms       []form
	files       *algorithm // PEM and JWK files that name this algorithm hold its keys too

	// The files that hold its keys and say so: the identifier in PKCS#8 and in
	// SubjectPublicKeyInfo and how to read them, other types of PEM, and JWK.
	oid             string
	parsePrivate    func(der []byte) (secret []byte, err error)
	parsePublic     func(der []byte) (public []byte, err error)
	otherPrivate    map[string]func(block *pem.Block) (secret []byte, err error)
	parsePrivateJWK func(text []byte) (secret []byte, err error)
	parsePublicJWK  func(text []byte) (public []byte, err error)

	// Keys. The arguments have one of the sizes above. Public keys are kept as
	// checkPublic returns them, also those of the algorithm that files names.
	generate    func() (secret []byte, err error)
	public      func(secret []byte) (public []byte, err error)
	checkPublic func(public []byte) ([]byte, error)

	// Operations, under those options that flags names.
	flags         []string
	hash          func() hash.Hash // of messages, whose hash value is signed then, or nil
	sign          func(secret []byte, m *message, o *options) (sig []byte, err error)
	verify        func(public, message, sig []byte, o *options) error // errInvalidSignature, perhaps with the reason
	signatureSize func(o *options) int                                // in bytes, or 0 if they vary
	how           func(o *options) string                             // to verify, in words
	ecdh          func(secret, peer []byte, o *options) (shared []byte, err error)
}

// algorithms is the table.
var algorithms = []*algorithm{
	algEd25519, algX25519, algECDSA, algBIP340, algJQ255E, algJQ255S, algDO255E, algDO255S,
}

// A form is a way to write a key. A nil function: not that kind of key.
type form struct {
	name    string // as --form takes it
	title   string // as messages name it
	private func(secret []byte) ([]byte, error)
	public  func(public []byte) ([]byte, error)
}

// The forms that all keys have.
var (
	formRaw = form{"raw", "raw", encodeAs("raw"), encodeAs("raw")}
	formHex = form{"hex", "hex", encodeAs("hex"), encodeAs("hex")}
)

func encodeAs(name string) func([]byte) ([]byte, error) {
	return func(key []byte) ([]byte, error) { return encodeText(key, name), nil }
}

// encode writes a key in the form of that name, or in the first one if it is
// empty. It takes the function for the kind of key out of a form.
func (a *algorithm) encode(key []byte, name string, kind func(form) func([]byte) ([]byte, error)) ([]byte, error) {
	for _, f := range a.forms {
		if encode := kind(f); encode != nil && (name == "" || name == f.name) {
			return encode(key)
		}
	}
	title := name
	for _, other := range algorithms {
		for _, f := range other.forms {
			if f.name == name {
				title = f.title
			}
		}
	}
	return nil, fmt.Errorf("%s has no form for %s keys", title, a.title)
}

func privateForm(f form) func([]byte) ([]byte, error) { return f.private }
func publicForm(f form) func([]byte) ([]byte, error)  { return f.public }

// formNames returns the names of all forms of a kind of key.
func formNames(kind func(form) func([]byte) ([]byte, error)) (names []string) {
	for _, a := range algorithms {
		for _, f := range a.forms {
			if kind(f) != nil && !slices.Contains(names, f.name) {
				names = append(names, f.name)
			}
		}
	}
	return names
}

// A purpose is what a command needs a key for.
type purpose struct {
	can   func(*algorithm) bool // whether the algorithm has the operation
	usual *algorithm            // what keys are for that do not say, or nil
	name  string                // of the algorithm that --alg chooses, or empty
}

// algorithmFlag adds the flag --alg, whose values are the algorithms that p.can
// approves.
func (p *purpose) algorithmFlag(cmd *cobra.Command, usage string) {
	choiceFlag(cmd, &p.name, "alg", usage, p.names()...)
}

// algUsage describes --alg where it need not be.
const algUsage = "algorithm `NAME` of the key, if its file does not say"

// names returns the names of the algorithms that p.can approves.
func (p *purpose) names() (names []string) {
	for _, a := range algorithms {
		if p.can(a) {
			names = append(names, a.name)
		}
	}
	return names
}

// chosen returns the algorithm that --alg names, or nil.
func (p *purpose) chosen() *algorithm {
	for _, a := range algorithms {
		if a.name == p.name {
			return a
		}
	}
	return nil
}

// raw returns the algorithm that a key is for that does not say, or nil.
func (p *purpose) raw() *algorithm {
	if alg := p.chosen(); alg != nil {
		return alg
	}
	return p.usual
}

// check decides for which algorithm a key is used that its file says is for
// found.
func (p *purpose) check(found *algorithm) (*algorithm, error) {
	want := p.chosen()
	switch {
	case want == nil && p.can(found):
		return found, nil
	case want == nil:
		want = p.usual
	case found == want || found == want.files:
		return want, nil
	}
	return nil, fmt.Errorf("%s where %s is needed", found.aKey(), want.aKey())
}

// aKey returns "an Ed25519 key", and so on.
func (a *algorithm) aKey() string {
	if strings.ContainsAny(a.title[:1], "EX") {
		return "an " + a.title + " key"
	}
	return "a " + a.title + " key"
}
