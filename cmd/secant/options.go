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

// options are the values of the flags that only some algorithms have, by the
// names in parentheses.
type options struct {
	rules    string // (rules) of verification
	hash     string // (hash) the function that the message is hashed with, or empty: the usual one, or none
	digest   bool   // (digest) what is read is the hash value of the message
	context  string // (context) of the signature
	encoding string // (encoding) of the signature in bytes, or empty: what it looks like
	highS    bool   // (accept-high-s)
	sha256   bool   // (sha256) of the shared point
	length   int    // (length) of the shared secret
}

// special are the names of these flags.
var special = []string{"rules", "hash", "digest", "context", "encoding", "accept-high-s", "sha256", "length"}

// signatureFlags adds the flags that signing and verification share.
func (o *options) signatureFlags(cmd *cobra.Command) {
	choiceFlag(cmd, &o.hash, "hash", "hash the message with the function `NAME`", hashNames()...)
	cmd.Flags().BoolVar(&o.digest, "digest", false, "the input is the hash value of the message, in bytes or hex")
	cmd.Flags().StringVar(&o.context, "context", "", "`TEXT` that the signature is bound to (ed25519)")
	choiceFlag(cmd, &o.encoding, "encoding", "encoding of the signature (secp256k1-ecdsa)", encodings...)
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
