// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"fmt"

	"github.com/spf13/cobra"
)

func (c *console) ecdhCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "ecdh [--alg NAME] --key KEY --peer PUB [--form raw|hex]",
		Short: "Agree on a shared secret",
		Long: `Compute the X25519 shared secret (RFC 7748) of a private key and a peer's public
key and print it: 32 bytes, or one line of hex. Hash it before use as a key.

The peer's key is read as SubjectPublicKeyInfo PEM, 32 raw bytes or 64 hex
digits. A peer's key of small order, whose secret anybody knows, is an error.`,
		Example: `  secant ecdh --key key.pem --peer peer.pem --form hex
  secant ecdh --key key.pem --peer peer.pem | sha256sum`,
		Args: cobra.NoArgs,
	}
	p := &purpose{can: func(a *algorithm) bool { return a.ecdh != nil }, usual: algX25519}
	p.algorithmFlag(cmd, "algorithm of the keys, if their files do not say")
	key := fileFlag(cmd, "key", "", "private key `FILE`, - for standard input")
	peer := fileFlag(cmd, "peer", "", "peer's public key `FILE`, - for standard input")
	form := choiceFlag(cmd, "form", "raw", "form of the shared secret", "raw", "hex")
	o := new(options)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if err := oneStdin(*key, *peer); err != nil {
			return err
		}
		k, err := c.readPrivateKey(*key, p)
		if err != nil {
			return err
		}
		pub, err := c.readPublicKey(*peer, &purpose{alg: &choice{value: k.alg.name}})
		if err != nil {
			return err
		}
		if err := k.alg.checkFlags(cmd); err != nil {
			return err
		}
		shared, err := k.alg.ecdh(k.secret, pub.key, o)
		if err != nil {
			return fmt.Errorf("public key %s: %w", describe(*peer), err)
		}
		return c.print(encodeText(shared, form.value))
	}
	return cmd
}
