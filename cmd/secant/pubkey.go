// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"strings"

	"github.com/spf13/cobra"
)

func (c *console) pubkeyCommand() *cobra.Command {
	p := &purpose{can: func(*algorithm) bool { return true }}
	cmd := &cobra.Command{
		Use:   "pubkey [--alg NAME] [--in KEY] [--form FORM]\n    [--out FILE] [--force]",
		Short: "Write the public key of a private key",
		Long: `Write the public key of a private key, which is read as PEM (PKCS#8, SEC 1, or as
ssh-keygen writes it) or JWK, and with --alg also as 32 raw bytes or 64 hex digits.

Algorithms: ` + strings.Join(p.names(), ", ") + `.

Forms: pem is SubjectPublicKeyInfo, as OpenSSL writes it; raw is the bytes, 32 or,
for secp256k1-ecdsa, 33, the compressed point; hex is a line of twice as many digits;
ssh is an OpenSSH line, for Ed25519 only; jwk is a JSON Web Key, for secp256k1-ecdsa
only. Without --form it is pem, or hex where there is no pem.

` + outputHelp,
		Example: `  secant pubkey --in key.pem --out pub.pem
  secant pubkey --in key.pem --form ssh >> ~/.ssh/authorized_keys
  secant pubkey --alg bip340 --in key.hex`,
		Args: cobra.NoArgs,
	}
	p.algorithmFlag(cmd, algUsage)
	in := fileFlag(cmd, "in", standardStream, "private key `FILE`, - for standard input")
	var form string
	choiceFlag(cmd, &form, "form", "`FORM` of the public key", formNames(publicForm)...)
	out := outputFlags(cmd, "public key", false)
	cmd.RunE = func(*cobra.Command, []string) error {
		if err := c.check(out, form, *in); err != nil {
			return err
		}
		k, err := c.readPrivateKey(*in, p)
		if err != nil {
			return err
		}
		pub, err := k.alg.public(k.secret)
		if err != nil {
			return err
		}
		text, err := k.alg.encode(pub, form, publicForm)
		if err != nil {
			return err
		}
		return c.write(out, text)
	}
	return cmd
}
