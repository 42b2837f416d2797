// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"fmt"
	"slices"

	"github.com/spf13/cobra"
)

// options are the values of the flags that only some algorithms have, by the
// names in parentheses.
type options struct {
	rules    string // (rules) of verification
	digest   bool   // (digest) the message is a digest
	hash     string // (hash) the message is a hash value made with this
	encoding string // (encoding) der or compact
	highS    bool   // (accept-high-s)
	sha256   bool   // (sha256) of the shared point
	length   int    // (length) of the shared secret
}

// special are the names of these flags.
var special = []string{"rules", "digest", "hash", "encoding", "accept-high-s", "sha256", "length"}

// signatureFlags adds the flags that signing and verification share.
func (o *options) signatureFlags(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&o.digest, "digest", false, "the input is the SHA-256 of the message (secp256k1-ecdsa)")
	choiceFlag(cmd, &o.hash, "hash", "the input is a hash value by `NAME` (jq255*, do255*)", hashNames()...)
	o.encoding = "der"
	choiceFlag(cmd, &o.encoding, "encoding", "encoding of the signature (secp256k1-ecdsa)", "der", "compact")
}

// check returns an error if a flag is set that alg does not have.
func (o *options) check(cmd *cobra.Command, alg *algorithm) error {
	for _, name := range special {
		if cmd.Flags().Changed(name) && !slices.Contains(alg.flags, name) {
			return fmt.Errorf("--%s means nothing for %s keys", name, alg.Title)
		}
	}
	return nil
}
