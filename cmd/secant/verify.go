// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"fmt"

	"github.com/spf13/cobra"
)

func (c *console) verifyCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "verify [--alg NAME] --pub PUB --sig SIGFILE [--rules NAME] [FILE|-]",
		Short: "Verify a signature",
		Long: `Verify an Ed25519 signature (RFC 8032, pure Ed25519) and print the verdict.

The public key is read as SubjectPublicKeyInfo PEM, an OpenSSH line, 32 raw
bytes or 64 hex digits; the signature as 64 raw bytes, hex or base64. Without
FILE, or with -, the message is read from standard input.

Rules: default rejects public keys of small order and encodings that are not
canonical; stdlib accepts what Go's crypto/ed25519 accepts; fips what FIPS 186-5
and RFC 8032 accept; zip215 what ZIP-215 accepts. They differ only in signatures
that no honest signer makes.

Exit status: 0 the signature is valid, 1 it is invalid, 2 it cannot be checked.`,
		Example: `  secant verify --pub pub.pem --sig message.sig message.txt
  secant verify --pub ~/.ssh/id_ed25519.pub --sig message.sig --rules zip215 < message.txt`,
		Args: cobra.MaximumNArgs(1),
	}
	p := signing()
	p.algorithmFlag(cmd, "algorithm of the key, if its file does not say")
	pub := fileFlag(cmd, "pub", "", "public key `FILE`, - for standard input")
	sig := fileFlag(cmd, "sig", "", "signature `FILE`, - for standard input")
	o := new(options)
	rules := choiceFlag(cmd, "rules", "default", "rules of verification", ruleNames...)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		file := optionalFile(args)
		if err := oneStdin(*pub, *sig, file); err != nil {
			return err
		}
		o.rules = rules.value
		key, err := c.readPublicKey(*pub, p)
		if err != nil {
			return err
		}
		if err := key.alg.checkFlags(cmd, "rules"); err != nil {
			return err
		}
		text, err := c.readSmall(*sig)
		if err != nil {
			return err
		}
		signature, err := parseSignature(text, key.alg.signatureSize(o))
		if err != nil {
			return fmt.Errorf("signature %s: %w", describe(*sig), err)
		}
		message, err := c.readMessage(file)
		if err != nil {
			return err
		}
		valid, err := key.alg.verify(key.key, message, signature, o)
		if err != nil {
			return err
		}
		verdict := "valid"
		if !valid {
			verdict = "invalid"
		}
		if err := c.print(fmt.Appendf(nil, "%s signature (%s)\n", verdict, key.alg.how(o))); err != nil {
			return err
		}
		if !valid {
			return errInvalidSignature
		}
		return nil
	}
	return cmd
}

// ruleNames are the names that ed25519.ParseRules takes.
var ruleNames = []string{"default", "stdlib", "fips", "zip215"}
