// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import "github.com/spf13/cobra"

func (c *console) keygenCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "keygen --alg NAME [--form pem|raw|hex] [--out FILE] [--force]",
		Short: "Make a private key",
		Long: `Make a private key and write it as PKCS#8 PEM, the form that OpenSSL writes, or
in another form: raw is the 32 bytes, hex a line of 64 digits.

The file is readable by its owner only. A file that exists is replaced only with
--force, and then in one step, so that a failure leaves the old key as it was.`,
		Example: `  secant keygen --alg ed25519 --out key.pem
  secant keygen --alg x25519 > key.pem`,
		Args: cobra.NoArgs,
	}
	p := &purpose{can: func(a *algorithm) bool { return a.generate != nil }}
	p.algorithmFlag(cmd, "algorithm of the key")
	cmd.MarkFlagRequired("alg")
	form := choiceFlag(cmd, "form", "", "form of the private key", formNames(privateForm)...)
	out := fileFlag(cmd, "out", standardStream, "key `FILE` to write, - for standard output")
	force := cmd.Flags().Bool("force", false, "replace the file if it exists")
	cmd.RunE = func(*cobra.Command, []string) error {
		alg := p.chosen()
		secret, err := alg.generate()
		if err != nil {
			return err
		}
		text, err := alg.encode(secret, form.value, privateForm)
		if err != nil {
			return err
		}
		if *out == standardStream {
			return c.print(text)
		}
		return writePrivate(*out, text, *force)
	}
	return cmd
}
