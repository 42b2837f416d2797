// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"bytes"
	"fmt"
	"slices"

	"secant.example/cmd/secant/jws"
	"secant.example/cmd/secant/minisign"
	"secant.example/cmd/secant/sshsig"
)

// The forms of signatures: the bytes of the algorithm, raw or as text, and files of other
// programs, which say more.
var (
	plainForms     = []string{"raw", "hex", "base64"}
	signatureForms = append(plainForms[:3:3], "sshsig", "minisign", "signify", "jws")
	signForms      = append(signatureForms[:len(signatureForms):len(signatureForms)], "nostr")
)

// formAlgorithms are the algorithms of signatures in the forms that do not have all, the usual
// one first.
var formAlgorithms = map[string][]*algorithm{
	"sshsig": {algEd25519}, "minisign": {algEd25519}, "signify": {algEd25519}, "jws": {algEd25519, algECDSA}, "nostr": {algBIP340},
}

// formFlags are the flags for signatures in the forms of other programs.
var formFlags = map[string][]string{
	"sshsig":   {"namespace", "hash", "rules", "allowed-signers", "identity", "any-key", "verify-time"},
	"minisign": {"comment", "trusted-comment", "legacy", "rules"},
	"signify":  {"comment", "rules"},
	"jws":      {"detached", "unencoded", "header", "rules", "accept-high-s", "payload"},
	"nostr":    {"kind", "tag", "created-at"},
}

// isPlain reports whether form is that of the bytes of an algorithm.
func isPlain(form string) bool { return slices.Contains(plainForms, form) }

// purposeOf narrows p to the keys that signatures in form have.
func purposeOf(p *purpose, form string) *purpose {
	allowed, ok := formAlgorithms[form]
	if !ok {
		return p
	}
	narrow := *p
	narrow.usual = allowed[0]
	narrow.can = func(a *algorithm) bool { return slices.Contains(allowed, a) }
	if len(allowed) == 1 && p.name == "" {
		narrow.name = allowed[0].Name
	}
	return &narrow
}

// checkForm returns an error if signatures in form do not have the algorithm, if there is one.
func checkForm(form string, alg *algorithm) error {
	if allowed, ok := formAlgorithms[form]; ok && alg != nil && !slices.Contains(allowed, alg) {
		return fmt.Errorf("there are no signatures of %s keys in the form %s", alg.Title, form)
	}
	return nil
}

// guessForm returns the form that a signature has: "raw" if it is plain, which may be any
// of the plain ones.
func guessForm(text []byte) string {
	switch {
	case bytes.HasPrefix(text, []byte(sshsig.Begin)):
		return "sshsig"
	case bytes.HasPrefix(text, []byte(minisign.Begin)):
		if s, err := minisign.ParseSignature(text); err == nil && s.Scheme == minisign.Signify {
			return "signify"
		}
		return "minisign"
	case jws.LooksLike(text):
		return "jws"
	}
	return "raw"
}

// plainFormOf returns the form of text, from which sig was read.
func plainFormOf(text, sig []byte) string {
	switch {
	case bytes.Equal(text, sig):
		return "raw"
	case isHex(bytes.Join(bytes.Fields(text), nil)):
		return "hex"
	}
	return "base64"
}

// maxToken bounds what is read of a signature, and maxPayload of what is in it, in bytes.
const (
	maxToken   = 2 << 20
	maxPayload = 1 << 20
)

// readHash returns the hash of the file at path by the function with that name.
func (c *console) readHash(path, name string) ([]byte, error) {
	h, err := hashNamed(name)
	if err != nil {
		return nil, err
	}
	f, err := c.open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return hashOf(f, path, h.new())
}
