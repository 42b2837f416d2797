// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"secant.example/cmd/secant/keys"
	"secant.example/secp256k1/ecdsa"
)

func (c *console) recoverCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "recover --sig SIGFILE [--hash NAME] [--digest] [--form FORM]\n    [--out FILE] [--force] [FILE|-]",
		Short: "Find the public key that a signature is from",
		Long: `Write the public key of secp256k1-ecdsa under which a signature of a message is
valid. The signature is one of 65 bytes, as 'secant sign --encoding recoverable' and
Ethereum software write it, raw or as hex or base64: r, s, and which key it is, 0 or
1, or 27 or 28.

There is such a key for nearly every message and signature, also if nobody has the
private key: compare the key with the one that you expect. Under another --hash than
the signer's it is another key. s must not be above half the order, without
--accept-high-s.

Without FILE, or with -, the message is read from standard input.

` + outputHelp,
		Example: `  secant sign --key key.pem --encoding recoverable --hash keccak256 \
    --out message.sig message.txt
  secant recover --sig message.sig --hash keccak256 message.txt`,
		Args: cobra.MaximumNArgs(1),
	}
	sig := fileFlag(cmd, "sig", "", "signature `FILE`, - for standard input")
	o := &options{encoding: "recoverable"}
	choiceFlag(cmd, &o.hash, "hash", "hash the message with the function `NAME`", algECDSA.hashes...)
	cmd.Flags().BoolVar(&o.digest, "digest", false, "the input is the hash value of the message, in bytes or hex")
	cmd.Flags().BoolVar(&o.highS, "accept-high-s", false, "accept s above half the order too")
	var form string
	choiceFlag(cmd, &form, "form", "`FORM` of the public key", keys.ECDSA.PublicForms()...)
	out := outputFlags(cmd, "public key", false)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		file := optionalFile(args)
		if err := oneStdin(*sig, file); err != nil {
			return err
		}
		if err := c.check(out, form, *sig, file); err != nil {
			return err
		}
		text, err := c.readSmall(*sig)
		if err != nil {
			return err
		}
		data, err := parseECDSASignature(text, o)
		if err != nil {
			return fmt.Errorf("signature %s: %w", describe(*sig), err)
		}
		m, err := c.readSigned(file, o, algECDSA)
		if err != nil {
			return err
		}
		rule := ecdsa.LowS
		if o.highS {
			rule = ecdsa.AnyS
		}
		s, err := ecdsa.ParseEthereum(data)
		if err != nil {
			return fmt.Errorf("signature %s: not r, s and v of a signature, each in its range", describe(*sig))
		}
		if s.IsHighS() && !o.highS {
			return fmt.Errorf("signature %s: s is above half the order; --accept-high-s accepts that", describe(*sig))
		}
		pub, err := s.Recover(digestOf(m.data), rule)
		if err != nil {
			return fmt.Errorf("signature %s: there is no key from which it is", describe(*sig))
		}
		k, err := keys.NewPublic(keys.ECDSA, pub.Bytes())
		if err != nil {
			return err
		}
		text, err = k.MarshalPublic(form)
		if err != nil {
			return err
		}
		return c.write(out, text)
	}
	return cmd
}
