// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import "github.com/spf13/cobra"

func (c *console) pubkeyCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "pubkey [--alg NAME] [--in KEY] [--form pem|raw|hex|ssh]",
		Short: "Print the public key of a private key",
		Long: `Print the public key of a private key, which is read as PKCS#8 PEM or as
ssh-keygen writes it, and with --alg also as 32 raw bytes or 64 hex digits.

Forms: pem is SubjectPublicKeyInfo, as OpenSSL writes it; raw is the 32 bytes;
hex is a line of 64 digits; ssh is an OpenSSH line, for Ed25519 only.`,
		Example: `  secant pubkey --in key.pem > pub.pem
  secant pubkey --in key.pem --form ssh >> ~/.ssh/authorized_keys
  secant keygen --alg x25519 | secant pubkey --form hex`,
		Args: cobra.NoArgs,
	}
	p := &purpose{can: func(*algorithm) bool { return true }}
	p.algorithmFlag(cmd, "algorithm of the key, if its file does not say")
	in := fileFlag(cmd, "in", standardStream, "private key `FILE`, - for standard input")
	form := choiceFlag(cmd, "form", "", "form of the public key", formNames(publicForm)...)
	cmd.RunE = func(*cobra.Command, []string) error {
		k, err := c.readPrivateKey(*in, p)
		if err != nil {
			return err
		}
		pub, err := k.alg.public(k.secret)
		if err != nil {
			return err
		}
		text, err := k.alg.encode(pub, form.value, publicForm)
		if err != nil {
			return err
		}
		return c.print(text)
	}
	return cmd
}
