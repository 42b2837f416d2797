// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"secant.example/x25519"
)

func (c *console) ecdhCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "ecdh --key KEY --peer PUB [--form raw|hex]",
		Short: "Agree on a shared secret with X25519",
		Long: `Compute the X25519 shared secret (RFC 7748) of a private key and a peer's public
key and print it: 32 bytes, or one line of hex. Hash it before use as a key.

The peer's key is read as SubjectPublicKeyInfo PEM, 32 raw bytes or 64 hex
digits. A peer's key of small order, whose secret anybody knows, is an error.`,
		Example: `  secant ecdh --key key.pem --peer peer.pem --form hex
  secant ecdh --key key.pem --peer peer.pem | sha256sum`,
		Args: cobra.NoArgs,
	}
	key := fileFlag(cmd, "key", "", "private key `FILE`, - for standard input")
	peer := fileFlag(cmd, "peer", "", "peer's public key `FILE`, - for standard input")
	form := choiceFlag(cmd, "form", "raw", "form of the shared secret", "raw", "hex")
	cmd.RunE = func(*cobra.Command, []string) error {
		if err := oneStdin(*key, *peer); err != nil {
			return err
		}
		k, err := c.readPrivateKeyFor(*key, algX25519)
		if err != nil {
			return err
		}
		p, err := c.readPublicKeyFor(*peer, algX25519)
		if err != nil {
			return err
		}
		priv, err := x25519.NewPrivateKey(k.secret[:])
		if err != nil {
			return err
		}
		pub, err := x25519.NewPublicKey(p.key[:])
		if err != nil {
			return fmt.Errorf("public key %s: %w", describe(*peer), err)
		}
		secret, err := priv.SharedSecret(pub)
		if err != nil {
			return fmt.Errorf("public key %s: no shared secret, the key is of small order", describe(*peer))
		}
		return c.print(encodeText(secret[:], form.value))
	}
	return cmd
}
