// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"github.com/spf13/cobra"

	"secant.example/cmd/secant/keys"
)

// An algorithm is a line of the table of what the commands can do. An operation
// that it does not have is nil.
type algorithm struct {
	*keys.Algorithm

	// Operations, under those options that flags names.
	flags     []string
	hashes    []string // the hash functions of messages, by name
	usualHash string   // the one that is used unasked; empty: messages are signed as they are
	sign      func(secret []byte, m *message, o *options) (sig []byte, err error)
	verify    func(public, message, sig []byte, o *options) error   // errInvalidSignature, perhaps with the reason
	parse     func(text []byte, o *options) (sig []byte, err error) // a signature in any form, which may set o.encoding
	how       func(o *options) string                               // to verify, in words
	ecdh      func(secret, peer []byte, o *options) (shared []byte, err error)
}

// algorithms is the table, in the order of [keys.Algorithms].
var algorithms = []*algorithm{
	algEd25519, algX25519, algECDSA, algBIP340, algJQ255E, algJQ255S, algDO255E, algDO255S,
}

// operationsOf returns the line of the table for keys of a.
func operationsOf(a *keys.Algorithm) *algorithm {
	for _, line := range algorithms {
		if line.Algorithm == a {
			return line
		}
	}
	return nil
}

// A purpose is what a command needs a key for.
type purpose struct {
	can   func(*algorithm) bool // whether the algorithm has the operation
	usual *algorithm            // what keys are for that do not say, or nil
	name  string                // of the algorithm that --alg chooses, or empty

	passphrase *passphraseSource // of an encrypted private key, or nil
}

// algorithmFlag adds the flag --alg, whose values are the algorithms that p.can
// approves.
func (p *purpose) algorithmFlag(cmd *cobra.Command, usage string) {
	choiceFlag(cmd, &p.name, "alg", usage, p.names()...)
}

// passphraseFlag adds the flag --passphrase.
func (p *purpose) passphraseFlag(cmd *cobra.Command) {
	p.passphrase = sourceFlag(cmd, "passphrase", "its passphrase: ask (default), file:PATH, fd:N")
}

// algUsage describes --alg where it need not be.
const algUsage = "algorithm `NAME` of the key, if its file does not say"

// names returns the names of the algorithms that p.can approves.
func (p *purpose) names() (names []string) {
	for _, a := range algorithms {
		if p.can(a) {
			names = append(names, a.Name)
		}
	}
	return names
}

// chosen returns the algorithm that --alg names, or nil.
func (p *purpose) chosen() *algorithm {
	for _, a := range algorithms {
		if a.Name == p.name {
			return a
		}
	}
	return nil
}

// raw returns the algorithm that a public key is for that does not say, or nil.
func (p *purpose) raw() *algorithm {
	if alg := p.chosen(); alg != nil {
		return alg
	}
	return p.usual
}

// fit returns k as a key for the purpose.
func (p *purpose) fit(k *keys.Key) (*keys.Key, error) {
	want := p.chosen()
	if want == nil {
		if p.can(operationsOf(k.Alg)) {
			return k, nil
		}
		want = p.usual
	}
	return k.As(want.Algorithm)
}
