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
		Use:   "ecdh [--alg NAME] --key KEY [--passphrase SOURCE] --peer PUB\n    [--form raw|hex] [--out FILE] [--force]",
		Short: "Agree on a shared secret",
		Long: `Compute the shared secret of a private key and a peer's public key and write it: 32
bytes, or one line of hex. The algorithm is that of the key file, or else --alg:

  x25519            RFC 7748. Hash the secret before use as a key. A peer's key of
                    small order, whose secret anybody knows, is an error.
  secp256k1-ecdsa   the x coordinate of the shared point, as OpenSSL has it: hash it
                    before use as a key. With --sha256 it is hashed as libsecp256k1
                    does it by default, as the compressed point.
  bip340            the x coordinate, with a peer's key of 32 bytes, as Nostr has it
  jq255e, jq255s    a key that is hashed already
  do255e, do255s    the same, of any length

The keys are read in any form that 'secant key convert' knows. A peer's key that is
not valid is an error, and nothing is written.

` + passphraseHelp + `

` + outputHelp + `
The file is readable by its owner only.`,
		Example: `  secant ecdh --key key.pem --peer peer.pem --out secret.bin
  secant ecdh --key key.pem --peer peer.pem --form hex --out secret.hex`,
		Args: cobra.NoArgs,
	}
	p := &purpose{can: func(a *algorithm) bool { return a.ecdh != nil }, usual: algX25519}
	p.algorithmFlag(cmd, algUsage)
	p.passphraseFlag(cmd)
	key := fileFlag(cmd, "key", "", "private key `FILE`, - for standard input")
	peer := fileFlag(cmd, "peer", "", "peer's public key `FILE`, - for standard input")
	form := "raw"
	choiceFlag(cmd, &form, "form", "form of the shared secret", "raw", "hex")
	out := outputFlags(cmd, "shared secret", true)
	o := new(options)
	cmd.Flags().BoolVar(&o.sha256, "sha256", false, "hash the shared point (secp256k1-ecdsa)")
	cmd.Flags().IntVar(&o.length, "length", 32, "length of the secret in `BYTES` (do255*)")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if err := oneStdin(*key, *peer, p.passphrase.input()); err != nil {
			return err
		}
		if err := c.check(out, form, *key, *peer, p.passphrase.path); err != nil {
			return err
		}
		k, err := c.readPrivateKey(*key, p)
		if err != nil {
			return err
		}
		pub, err := c.readPublicKey(*peer, &purpose{name: k.alg.Name})
		if err != nil {
			return err
		}
		if err := o.check(cmd, k.alg); err != nil {
			return err
		}
		if o.length < 1 || o.length > maxShared {
			return fmt.Errorf("--length must be from 1 to %d", maxShared)
		}
		shared, err := k.alg.ecdh(k.secret, pub.key, o)
		if err != nil {
			return fmt.Errorf("public key %s: %w", describe(*peer), err)
		}
		return c.write(out, encodeText(shared, form))
	}
	return cmd
}
