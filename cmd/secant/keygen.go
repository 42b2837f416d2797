// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"github.com/spf13/cobra"

	"secant.example/cmd/secant/keys"
)

func (c *console) keygenCommand() *cobra.Command {
	p := &purpose{can: func(*algorithm) bool { return true }}
	cmd := &cobra.Command{
		Use:   "keygen --alg NAME [--form FORM] [--encrypt SOURCE [--kdf NAME]]\n    [--out FILE] [--force]",
		Short: "Make a private key",
		Long: `Make a private key and write it.

Algorithms: ed25519, x25519, secp256k1-ecdsa, bip340, jq255e, jq255s, do255e,
do255s.

` + privateFormsHelp + `

` + encryptionHelp + `
` + passphraseHelp + `

` + outputHelp + `
The file is readable by its owner only, which one that the shell makes is often
not.`,
		Example: `  secant keygen --alg ed25519 --out key.pem
  secant keygen --alg ed25519 --encrypt ask --out key.pem
  secant keygen --alg ed25519 --form ssh --out id_ed25519
  secant keygen --alg ed25519 --form signify --encrypt ask --out key.sec
  secant keygen --alg bip340 --out key.hex`,
		Args: cobra.NoArgs,
	}
	p.algorithmFlag(cmd, "algorithm `NAME` of the key")
	cmd.MarkFlagRequired("alg")
	var form string
	choiceFlag(cmd, &form, "form", "`FORM` of the private key", keys.PrivateForms()...)
	e := newEncryptionFlags(cmd)
	out := outputFlags(cmd, "private key", true)
	cmd.RunE = func(*cobra.Command, []string) error {
		if err := c.check(out, form, e.source.path); err != nil {
			return err
		}
		encryption, err := c.readEncryption(e, p.chosen().Algorithm, form)
		if err != nil {
			return err
		}
		k, err := p.chosen().Generate()
		if err != nil {
			return err
		}
		text, err := k.MarshalPrivate(form, encryption)
		if err != nil {
			return err
		}
		return c.write(out, text)
	}
	return cmd
}
