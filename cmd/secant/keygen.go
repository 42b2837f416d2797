// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"crypto/rand"

	"github.com/spf13/cobra"
)

func (c *console) keygenCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "keygen --alg ed25519|x25519 [--out FILE] [--force]",
		Short: "Make a private key",
		Long: `Make a private key and write it as PKCS#8 PEM, the form that OpenSSL writes.

The file is readable by its owner only. A file that exists is replaced only with
--force, and then in one step, so that a failure leaves the old key as it was.`,
		Example: `  secant keygen --alg ed25519 --out key.pem
  secant keygen --alg x25519 > key.pem`,
		Args: cobra.NoArgs,
	}
	alg := choiceFlag(cmd, "alg", "", "algorithm of the key", "ed25519", "x25519")
	out := fileFlag(cmd, "out", standardStream, "key `FILE` to write, - for standard output")
	force := cmd.Flags().Bool("force", false, "replace the file if it exists")
	cmd.RunE = func(*cobra.Command, []string) error {
		k := privateKey{alg: algEd25519}
		if alg.value == "x25519" {
			k.alg = algX25519
		}
		rand.Read(k.secret[:])
		text, err := k.marshalPEM()
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
