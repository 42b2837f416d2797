// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

// options are the values of the flags that only some algorithms, or some forms of
// signatures, have, by the names in parentheses.
type options struct {
	rules    string // (rules) of verification
	hash     string // (hash) the function that the message is hashed with, or empty: the usual one, or none
	digest   bool   // (digest) what is read is the hash value of the message
	context  string // (context) of the signature
	encoding string // (encoding) of the signature in bytes, or empty: what it looks like
	highS    bool   // (accept-high-s)
	sha256   bool   // (sha256) of the shared point
	length   int    // (length) of the shared secret

	namespace      string   // (namespace) of SSH signatures
	allowedSigners string   // (allowed-signers) the file of them
	identity       string   // (identity) who should have signed
	anyKey         bool     // (any-key) nobody is trusted
	verifyTime     string   // (verify-time) at which keys must be valid
	comment        string   // (comment) that nobody has to trust
	trustedComment string   // (trusted-comment)
	legacy         bool     // (legacy) without a hash first
	detached       bool     // (detached) the payload is not in the token
	unencoded      bool     // (unencoded) the payload is signed as it is
	header         string   // (header) more members, in JSON
	payload        string   // (payload) the file for it
	kind           int      // (kind) of a Nostr event
	tags           []string // (tag)
	createdAt      int64    // (created-at) in seconds since 1970

	hasCreatedAt, hasTrustedComment bool // these two are given
}

// special are the names of these flags.
var special = []string{"rules", "hash", "digest", "context", "encoding", "accept-high-s", "sha256", "length"}

// formSpecial are those for forms.
var formSpecial = []string{
	"namespace", "allowed-signers", "identity", "any-key", "verify-time", "comment", "trusted-comment", "legacy",
	"detached", "unencoded", "header", "payload", "kind", "tag", "created-at",
}

// signatureFlags adds the flags that signing and verification share.
func (o *options) signatureFlags(cmd *cobra.Command) {
	choiceFlag(cmd, &o.hash, "hash", "hash the message with the function `NAME`", everyHash()...)
	cmd.Flags().BoolVar(&o.digest, "digest", false, "the input is the hash value of the message, in bytes or hex")
	cmd.Flags().StringVar(&o.context, "context", "", "`TEXT` that the signature is bound to (ed25519)")
	choiceFlag(cmd, &o.encoding, "encoding", "encoding of the signature (secp256k1-ecdsa)", encodings...)
}

// formFlags adds the flags for forms that signing and verification share.
func (o *options) formFlags(cmd *cobra.Command) {
	cmd.Flags().StringVar(&o.namespace, "namespace", "", "what the signature is for: file, git or `NAME`@DOMAIN (sshsig)")
	cmd.Flags().BoolVar(&o.unencoded, "unencoded", false, "the payload is signed as it is, not in base64 (jws)")
}

// checkForm returns an error if a flag is set that signatures in form do not have.
func (o *options) checkForm(cmd *cobra.Command, form string) error {
	allowed, ok := formFlags[form]
	for _, name := range slices.Concat(special, formSpecial) {
		if cmd.Flags().Changed(name) && !slices.Contains(allowed, name) && (ok || slices.Contains(formSpecial, name)) {
			if isPlain(form) {
				return fmt.Errorf("--%s means nothing for signatures that are raw, hex or base64", name)
			}
			return fmt.Errorf("--%s means nothing for signatures in the form %s", name, form)
		}
	}
	o.hasCreatedAt, o.hasTrustedComment = cmd.Flags().Changed("created-at"), cmd.Flags().Changed("trusted-comment")
	return nil
}

// check returns an error if a flag is set that alg does not have.
func (o *options) check(cmd *cobra.Command, alg *algorithm) error {
	for _, name := range special {
		if cmd.Flags().Changed(name) && !slices.Contains(alg.flags, name) {
			return fmt.Errorf("--%s means nothing for %s keys", name, alg.Title)
		}
	}
	if o.hash != "" && !slices.Contains(alg.hashes, o.hash) {
		return fmt.Errorf("--hash %s means nothing for %s keys, which take %s", o.hash, alg.Title, strings.Join(alg.hashes, ", "))
	}
	name := cmp.Or(o.hash, alg.usualHash)
	if o.digest && name == "" {
		return fmt.Errorf("--digest needs --hash, which says what the input is the hash value by")
	}
	if h, err := hashNamed(name); err == nil && h.new == nil && !o.digest {
		return fmt.Errorf("%s is not computed here: --digest takes its value", h.title)
	}
	switch {
	case !cmd.Flags().Changed("context"):
	case o.context == "" && o.hash == "":
		return errors.New("--context is empty, and Ed25519ctx has no such signatures")
	case len(o.context) > 255:
		return errors.New("--context is longer than 255 bytes")
	}
	return nil
}
