// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import "github.com/spf13/cobra"

func (c *console) signCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "sign [--alg NAME] --key KEY [--form raw|hex|base64] [FILE|-]",
		Short: "Sign a message",
		Long: `Sign a message with an Ed25519 private key (RFC 8032, pure Ed25519) and print
the signature: 64 bytes, or one line of hex or base64.

The message is held in memory as a whole. Without FILE, or with -, it is read
from standard input.`,
		Example: `  secant sign --key key.pem message.txt > message.sig
  printf hello | secant sign --key key.pem --form base64`,
		Args: cobra.MaximumNArgs(1),
	}
	p := signing()
	p.algorithmFlag(cmd, "algorithm of the key, if its file does not say")
	key := fileFlag(cmd, "key", "", "private key `FILE`, - for standard input")
	form := choiceFlag(cmd, "form", "raw", "form of the signature", signatureForms...)
	o := new(options)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		file := optionalFile(args)
		if err := oneStdin(*key, file); err != nil {
			return err
		}
		k, err := c.readPrivateKey(*key, p)
		if err != nil {
			return err
		}
		if err := k.alg.checkFlags(cmd); err != nil {
			return err
		}
		message, err := c.readMessage(file)
		if err != nil {
			return err
		}
		sig, err := k.alg.sign(k.secret, message, o)
		if err != nil {
			return err
		}
		return c.print(encodeText(sig, form.value))
	}
	return cmd
}

// signing is the purpose of keys that sign.
func signing() *purpose {
	return &purpose{can: func(a *algorithm) bool { return a.sign != nil }, usual: algEd25519}
}

// optionalFile returns the file that args names, or standard input.
func optionalFile(args []string) string {
	if len(args) == 0 {
		return standardStream
	}
	return args[0]
}
