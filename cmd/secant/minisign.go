// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"secant.example/cmd/secant/minisign"
	"secant.example/ed25519"
)

// usualComment is in a signature that says nothing else.
const usualComment = "signature from secant secret key"

// signMinisign returns a signature as minisign or signify makes it.
func (c *console) signMinisign(key, file, form string, o *options, p *purpose) ([]byte, error) {
	data, err := c.readSmall(key)
	if err != nil {
		return nil, err
	}
	k, err := minisign.ParsePrivateKey(data, c.passphraseOf(key, p))
	if err != nil {
		return nil, fmt.Errorf("private key %s: %w", describe(key), err)
	}
	scheme, trusted := minisign.Minisign, o.trustedComment
	switch {
	case form == "signify":
		scheme = minisign.Signify
	case o.legacy:
		scheme = minisign.Legacy
	}
	if scheme != minisign.Signify && !o.hasTrustedComment {
		trusted = trustedComment(time.Now(), file, scheme)
	}
	m, err := c.readMinisigned(file, scheme)
	if err != nil {
		return nil, err
	}
	defer m.close()
	var s *minisign.Signature
	err = m.during(func() (err error) {
		s, err = k.Sign(scheme, m.data, o.comment, trusted, m.shared())
		return err
	})
	if err != nil {
		return nil, err
	}
	return s.Marshal(), nil
}

// trustedComment returns the trusted comment that minisign writes unasked.
func trustedComment(now time.Time, file string, scheme minisign.Scheme) string {
	text := fmt.Sprintf("timestamp:%d", now.Unix())
	if file != standardStream {
		text += "\tfile:" + oneLine(filepath.Base(file))
	}
	if scheme == minisign.Minisign {
		text += "\thashed"
	}
	return text
}

// readMinisigned returns what scheme signs of the file at path.
func (c *console) readMinisigned(path string, scheme minisign.Scheme) (*message, error) {
	if scheme == minisign.Minisign {
		digest, err := c.readHash(path, "blake2b")
		return &message{data: digest}, err
	}
	return c.readSigned(path, new(options), algEd25519)
}

// verifyMinisign verifies a signature as minisign or signify does.
func (c *console) verifyMinisign(in *inputs, o *options) (v *verification, err error) {
	s, err := minisign.ParseSignature(in.text)
	if err != nil {
		return nil, fmt.Errorf("signature %s: %w", describe(in.sig), err)
	}
	rules, err := ed25519.ParseRules(o.rules)
	if err != nil {
		return nil, err
	}
	data, err := c.readSmall(in.pub)
	if err != nil {
		return nil, err
	}
	key, err := minisign.ParsePublicKey(data)
	if err != nil {
		return nil, fmt.Errorf("public key %s, which must be one of minisign or signify: %w", describe(in.pub), err)
	}
	m, err := c.readMinisigned(in.file, s.Scheme)
	if err != nil {
		return nil, err
	}
	defer m.close()
	v = &verification{how: fmt.Sprintf("%v, key %v, %v rules", s.Scheme, key.ID, rules)}
	if s.Scheme != minisign.Signify {
		v.comment = "trusted comment: " + oneLineWithTabs(s.TrustedComment)
	}
	v.invalid = m.during(func() error { return s.Verify(key, m.data, rules) })
	if errors.Is(v.invalid, minisign.ErrSignature) {
		v.invalid = fmt.Errorf("%w%s", errInvalidSignature, strings.TrimPrefix(v.invalid.Error(), minisign.ErrSignature.Error()))
	}
	return v, nil
}
