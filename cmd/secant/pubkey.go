// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import "github.com/spf13/cobra"

func (c *console) pubkeyCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "pubkey [--in KEY] [--form pem|raw|hex|ssh]",
		Short: "Print the public key of a private key",
		Long: `Print the public key of a private key, which is read as PKCS#8 PEM or as
ssh-keygen writes it.

Forms: pem is SubjectPublicKeyInfo, as OpenSSL writes it; raw is the 32 bytes;
hex is a line of 64 digits; ssh is an OpenSSH line, for Ed25519 only.`,
		Example: `  secant pubkey --in key.pem > pub.pem
  secant pubkey --in key.pem --form ssh >> ~/.ssh/authorized_keys
  secant keygen --alg x25519 | secant pubkey --form hex`,
		Args: cobra.NoArgs,
	}
	in := fileFlag(cmd, "in", standardStream, "private key `FILE`, - for standard input")
	form := choiceFlag(cmd, "form", "pem", "form of the public key", publicForms...)
	cmd.RunE = func(*cobra.Command, []string) error {
		k, err := c.readPrivateKey(*in)
		if err != nil {
			return err
		}
		pub, err := k.public()
		if err != nil {
			return err
		}
		text, err := pub.encode(form.value)
		if err != nil {
			return err
		}
		return c.print(text)
	}
	return cmd
}
