// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"strings"

	"github.com/spf13/cobra"

	"secant.example/cmd/secant/keys"
)

func (c *console) keygenCommand() *cobra.Command {
	p := &purpose{can: func(*algorithm) bool { return true }}
	cmd := &cobra.Command{
		Use:   "keygen --alg NAME [--form FORM] [--out FILE] [--force]",
		Short: "Make a private key",
		Long: `Make a private key and write it.

Algorithms: ` + strings.Join(p.names(), ", ") + `.

Forms: pem and der are PKCS#8, as OpenSSL writes it; sec1 is PEM too, of SEC 1; ssh,
for Ed25519 only, is what ssh-keygen writes, without a passphrase: OpenSSH reads it in
all versions, and pem only from 9.6 on; jwk is a JSON Web Key; raw is the 32 bytes; hex
is a line of 64 digits. Without --form it is pem for Ed25519, X25519 and
secp256k1-ecdsa, and hex for the others, whose keys no PEM tells from one another:
other commands must be told by --alg.

` + outputHelp + `
The file is readable by its owner only, which one that the shell makes is often not.`,
		Example: `  secant keygen --alg ed25519 --out key.pem
  secant keygen --alg ed25519 --form ssh --out id_ed25519
  secant keygen --alg bip340 --out key.hex`,
		Args: cobra.NoArgs,
	}
	p.algorithmFlag(cmd, "algorithm `NAME` of the key")
	cmd.MarkFlagRequired("alg")
	var form string
	choiceFlag(cmd, &form, "form", "`FORM` of the private key", keys.PrivateForms()...)
	out := outputFlags(cmd, "private key", true)
	cmd.RunE = func(*cobra.Command, []string) error {
		if err := c.check(out, form); err != nil {
			return err
		}
		k, err := p.chosen().Generate()
		if err != nil {
			return err
		}
		text, err := k.MarshalPrivate(form)
		if err != nil {
			return err
		}
		return c.write(out, text)
	}
	return cmd
}
