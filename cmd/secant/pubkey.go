// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"github.com/spf13/cobra"

	"secant.example/cmd/secant/keys"
)

func (c *console) pubkeyCommand() *cobra.Command {
	p := &purpose{can: func(*algorithm) bool { return true }}
	cmd := &cobra.Command{
		Use:   "pubkey [--alg NAME] [--in KEY] [--passphrase SOURCE]\n    [--form FORM] [--out FILE] [--force]",
		Short: "Write the public key of a key",
		Long: `Write the public key of a key, which is read in any form that
'secant key convert' knows. 32 raw bytes or 64 hex digits are a private key
here; they and other keys that do not say their algorithm need --alg.

Algorithms: ed25519, x25519, secp256k1-ecdsa, bip340, jq255e, jq255s, do255e,
do255s.

` + publicFormsHelp + `
Without --form it is pem, or hex where no PEM names the algorithm.

` + passphraseHelp + `

` + outputHelp,
		Example: `  secant pubkey --in key.pem --out pub.pem
  secant pubkey --in key.pem --form ssh >> ~/.ssh/authorized_keys
  secant pubkey --alg bip340 --in key.hex`,
		Args: cobra.NoArgs,
	}
	p.algorithmFlag(cmd, algUsage)
	p.passphraseFlag(cmd)
	in := fileFlag(cmd, "in", standardStream, "key `FILE`, - for standard input")
	var form string
	choiceFlag(cmd, &form, "form", "`FORM` of the public key", keys.PublicForms()...)
	out := outputFlags(cmd, "public key", false)
	cmd.RunE = func(*cobra.Command, []string) error {
		if err := oneStdin(*in, p.passphrase.input()); err != nil {
			return err
		}
		if err := c.check(out, form, *in, p.passphrase.path); err != nil {
			return err
		}
		k, err := c.readKey(*in, p, p.chosen(), keys.Options{Raw: keys.Private})
		if err != nil {
			return err
		}
		text, err := k.MarshalPublic(form)
		if err != nil {
			return err
		}
		return c.write(out, text)
	}
	return cmd
}
