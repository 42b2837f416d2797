// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"secant.example/cmd/secant/bulk"
)

func (c *console) verifyCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "verify [--alg NAME] --pub PUB --sig SIGFILE [FILE|-]\n  secant verify --nostr FILE",
		Short: "Verify a signature, or a file of Nostr events",
		Long: `Verify a signature and print the verdict. The algorithm is that of the key file, or
else --alg, or else ed25519:

` + signatureAlgorithms + `
The public key is read as SubjectPublicKeyInfo PEM, an OpenSSH line, JWK, raw bytes
or hex digits; the signature as raw bytes, hex or base64.

Without FILE, or with -, the message is read from standard input. ` + messageLengths + `
ECDSA signatures with s above half the order, which anybody can make of those with
s below, are invalid without --accept-high-s. OpenSSL makes and accepts both, so half
of its signatures need that flag; the verdict says so.

Rules of Ed25519: default rejects public keys of small order and encodings that are not
canonical; stdlib accepts what Go's crypto/ed25519 accepts; fips what FIPS 186-5
and RFC 8032 accept; zip215 what ZIP-215 accepts. They differ only in signatures
that no honest signer makes.

--nostr FILE is short for 'secant bulk --format nostr FILE', which see: it verifies
Nostr events, and 'secant bulk' files of signatures of all schemes.

Exit status: 0 all signatures are valid, 1 not all are, 2 they cannot be checked.`,
		Example: `  secant verify --pub pub.pem --sig message.sig message.txt
  secant verify --pub id_ed25519.pub --sig m.sig --rules zip215 message.txt
  secant verify --alg bip340 --pub pub.hex --sig message.sig message.txt
  secant verify --nostr events.jsonl`,
		Args: cobra.MaximumNArgs(1),
	}
	p := signing()
	p.algorithmFlag(cmd, algUsage)
	pub := cmd.Flags().String("pub", "", "public key `FILE`, - for standard input")
	sig := cmd.Flags().String("sig", "", "signature `FILE`, - for standard input")
	events := cmd.Flags().String("nostr", "", "verify the Nostr events in `FILE`, - for standard input")
	o := &options{rules: "default"}
	choiceFlag(cmd, &o.rules, "rules", "`RULES` of verification (ed25519)", ruleNames...)
	o.signatureFlags(cmd)
	cmd.Flags().BoolVar(&o.highS, "accept-high-s", false, "accept s above half the order too (secp256k1-ecdsa)")
	cmd.PreRunE = func(cmd *cobra.Command, args []string) error {
		if !cmd.Flags().Changed("nostr") {
			cmd.MarkFlagRequired("pub")
			cmd.MarkFlagRequired("sig")
			return nil
		}
		if cmd.Flags().NFlag() > 1 || len(args) > 0 {
			return errors.New("--nostr takes no other flags and no other file")
		}
		return nil
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if cmd.Flags().Changed("nostr") {
			return c.verifyBulk([]string{*events}, &bulkOptions{format: string(bulk.NostrLines), out: &output{path: standardStream}})
		}
		file := optionalFile(args)
		if err := oneStdin(*pub, *sig, file); err != nil {
			return err
		}
		key, err := c.readPublicKey(*pub, p)
		if err != nil {
			return err
		}
		if err := o.check(cmd, key.alg); err != nil {
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
		m, err := c.readSigned(file, o, key.alg)
		if err != nil {
			return err
		}
		defer m.close()
		invalid := m.during(func() error { return key.alg.verify(key.key, m.data, signature, o) })
		if invalid != nil && !errors.Is(invalid, errInvalidSignature) {
			return invalid
		}
		text = fmt.Appendf(nil, "valid signature (%s)\n", key.alg.how(o))
		if invalid != nil {
			why := strings.TrimPrefix(invalid.Error(), errInvalidSignature.Error())
			text = fmt.Appendf(nil, "invalid signature (%s)%s\n", key.alg.how(o), why)
		}
		if err := c.print(text); err != nil {
			return err
		}
		return invalid
	}
	return cmd
}

// verdict returns nil, or an error if a signature is not valid.
func verdict(valid bool) error {
	if valid {
		return nil
	}
	return errInvalidSignature
}

// ruleNames are the names that ed25519.ParseRules takes.
var ruleNames = []string{"default", "stdlib", "fips", "zip215"}
