// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"time"

	"secant.example/cmd/secant/sshsig"
	"secant.example/ed25519"
)

// maxAllowedSigners bounds what is read of a file of allowed signers, in bytes.
const maxAllowedSigners = 16 << 20

// checkSSH returns an error if the flags for SSH signatures do not fit each other.
func (o *options) checkSSH() error {
	if o.namespace == "" {
		return errors.New("an SSH signature is for a purpose, which --namespace says: file, git or NAME@DOMAIN")
	}
	if o.hash != "" && sshsig.NewHash(o.hash) == nil {
		return fmt.Errorf("--hash %s means nothing for SSH signatures, which take sha256 or sha512", o.hash)
	}
	return nil
}

// signSSH returns a signature as ssh-keygen -Y sign makes it.
func (c *console) signSSH(k *privateKey, file string, o *options) ([]byte, error) {
	if err := o.checkSSH(); err != nil {
		return nil, err
	}
	hash := cmp.Or(o.hash, "sha512")
	digest, err := c.readHash(file, hash)
	if err != nil {
		return nil, err
	}
	priv, err := ed25519.ParseSeed(k.secret)
	if err != nil {
		return nil, err
	}
	s, err := sshsig.Sign(priv, o.namespace, hash, digest)
	if err != nil {
		return nil, err
	}
	return s.Marshal(), nil
}

// verifySSH verifies a signature as ssh-keygen -Y verify does, or, with --any-key, as
// check-novalidate, or under one public key.
func (c *console) verifySSH(in *inputs, o *options, p *purpose) (v *verification, err error) {
	if err := o.checkSSH(); err != nil {
		return nil, err
	}
	s, err := sshsig.Parse(in.text)
	if err != nil {
		return nil, fmt.Errorf("signature %s: %w", describe(in.sig), err)
	}
	if o.hash != "" && o.hash != s.Hash {
		return nil, fmt.Errorf("signature %s: made with %s, not %s", describe(in.sig), s.Hash, o.hash)
	}
	rules, err := ed25519.ParseRules(o.rules)
	if err != nil {
		return nil, err
	}
	fingerprint := sshsig.Fingerprint(s.PublicKey)
	var refused error
	how := fmt.Sprintf("SSH for %s", oneLine(o.namespace))
	switch {
	case o.allowedSigners != "":
		how += fmt.Sprintf(", from %s with the key %s", oneLine(o.identity), fingerprint)
		refused, err = c.checkAllowed(s, o)
	case o.anyKey:
		how += fmt.Sprintf(", from anybody with the key %s", fingerprint)
	default:
		how += fmt.Sprintf(", key %s", fingerprint)
		var key *publicKey
		if key, err = c.readPublicKey(in.pub, p); err == nil && !bytes.Equal(key.key, s.PublicKey) {
			refused = fmt.Errorf("it is from another key than %s", sshsig.Fingerprint(key.key))
		}
	}
	if err != nil {
		return nil, err
	}
	digest, err := c.readHash(in.file, s.Hash)
	if err != nil {
		return nil, err
	}
	v = &verification{how: how + ", " + o.rules + " rules"}
	switch {
	case s.Namespace != o.namespace:
		v.invalid = fmt.Errorf("%w: it is for the namespace %s", errInvalidSignature, oneLine(s.Namespace))
	case !s.Verify(o.namespace, digest, rules):
		v.invalid = errInvalidSignature
	case refused != nil:
		v.invalid = fmt.Errorf("%w: %w", errInvalidSignature, refused)
	}
	return v, nil
}

// checkAllowed looks for the key of s among the allowed signers. It returns why it is
// refused, or the error why that is not known.
func (c *console) checkAllowed(s *sshsig.Signature, o *options) (refused, err error) {
	data, err := c.readAtMost(o.allowedSigners, "file of allowed signers", maxAllowedSigners)
	if err != nil {
		return nil, err
	}
	signers, err := sshsig.ParseAllowedSigners(data, time.Local)
	if err != nil {
		return nil, fmt.Errorf("allowed signers %s: %w", describe(o.allowedSigners), err)
	}
	at := time.Now()
	if o.verifyTime != "" {
		if at, err = sshsig.ParseTime(o.verifyTime, time.Local); err != nil {
			return nil, fmt.Errorf("--verify-time: %w", err)
		}
	}
	return signers.Check(s.PublicKey, o.identity, o.namespace, at), nil
}

// needsPublicKey reports whether there is no other flag that says whose signatures are
// trusted. It is an error if there are several.
func (o *options) needsPublicKey(pub string) (bool, error) {
	given := 0
	for _, isGiven := range []bool{pub != "", o.allowedSigners != "", o.anyKey} {
		if isGiven {
			given++
		}
	}
	switch {
	case given > 1:
		return false, errors.New("only one of --pub, --allowed-signers and --any-key says whose signatures are trusted")
	case o.allowedSigners != "" && o.identity == "":
		return false, errors.New("--allowed-signers needs --identity, which says who should have signed")
	case o.allowedSigners == "" && (o.identity != "" || o.verifyTime != ""):
		return false, errors.New("--identity and --verify-time mean nothing without --allowed-signers")
	}
	return o.allowedSigners == "" && !o.anyKey, nil
}
