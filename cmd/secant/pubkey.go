// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"strings"

	"github.com/spf13/cobra"

	"secant.example/cmd/secant/keys"
)

func (c *console) pubkeyCommand() *cobra.Command {
	p := &purpose{can: func(*algorithm) bool { return true }}
	cmd := &cobra.Command{
		Use:   "pubkey [--alg NAME] [--in KEY] [--form FORM]\n    [--out FILE] [--force]",
		Short: "Write the public key of a key",
		Long: `Write the public key of a key, in any form. Private keys are read as PEM (PKCS#8,
SEC 1, or as ssh-keygen writes it), DER or JWK, and with --alg also as 32 raw bytes or
64 hex digits; public keys as PEM, DER, an OpenSSH line, JWK, or, for secp256k1-ecdsa,
bytes or hex.

Algorithms: ` + strings.Join(p.names(), ", ") + `.

Forms: pem and der are SubjectPublicKeyInfo, as OpenSSL writes it; ssh is an OpenSSH
line, for Ed25519 only; jwk is a JSON Web Key; raw is the bytes, 32 or, for
secp256k1-ecdsa, 33, the compressed point; hex is a line of twice as many digits.
Without --form it is pem, or hex where no PEM names the algorithm.

` + outputHelp,
		Example: `  secant pubkey --in key.pem --out pub.pem
  secant pubkey --in key.pem --form ssh >> ~/.ssh/authorized_keys
  secant pubkey --alg bip340 --in key.hex`,
		Args: cobra.NoArgs,
	}
	p.algorithmFlag(cmd, algUsage)
	in := fileFlag(cmd, "in", standardStream, "key `FILE`, private or public, - for standard input")
	var form string
	choiceFlag(cmd, &form, "form", "`FORM` of the public key", keys.PublicForms()...)
	out := outputFlags(cmd, "public key", false)
	cmd.RunE = func(*cobra.Command, []string) error {
		if err := c.check(out, form, *in); err != nil {
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
