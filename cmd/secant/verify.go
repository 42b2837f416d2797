// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"secant.example/cmd/secant/bulk"
)

func (c *console) verifyCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "verify [--alg NAME] --pub PUB --sig SIGFILE [FILE|-]\n  secant verify --allowed-signers FILE --identity NAME\n    --namespace NAME --sig SIGFILE [FILE|-]\n  secant verify --pub PUB --sig TOKEN --payload FILE [--force]\n  secant verify --nostr FILE",
		Short: "Verify a signature, or a file of Nostr events",
		Long: `Verify a signature and print the verdict. The algorithm is that of the key file, or
else --alg, or else ed25519:

` + signatureAlgorithms + `
The form of the signature is the one that it looks like, and must be --form if that
is given; a JSON Web Signature must be asked for:

  raw, hex, base64  its bytes, or text
  sshsig            of 'ssh-keygen -Y sign', for --namespace. Whose it may be says
                    --pub, or --allowed-signers, a file as in ssh-keygen(1), for
                    --identity, now or at --verify-time: YYYYMMDD, YYYYMMDDHHMM or
                    YYYYMMDDHHMMSS, and Z for UTC. With --any-key nobody is
                    trusted: like 'ssh-keygen -Y check-novalidate' that says only
                    that the signature fits the key that it names.
  minisign          of minisign, hashed or not. Its trusted comment is printed if
                    it is signed, and is worth nothing otherwise; characters in it
                    that control a terminal or the direction of text are escaped.
  signify           of OpenBSD's signify
  jws               a JSON Web Signature in compact serialization, by EdDSA or
                    Ed25519, and ES256K. What is signed is a header, too, so it is
                    read only with --form jws, or with --payload or --unencoded,
                    which only it has. If the message is in it, it must be that
                    in FILE; or --payload takes the message from there, and writes
                    it only if the signature is valid; --payload - writes nothing
                    else to standard output. --unencoded says that the message must
                    be signed as it is (RFC 7797). A header with 'crit' is an error
                    besides that, and so is one with another algorithm than the
                    key's.

The public key is read in any form that 'secant key convert' knows, and for minisign
and signify as these write it. --pub-text is what would be in
its file.

Without FILE, or with -, the message is read from standard input. ` + messageLengths + `
ECDSA signatures with s above half the order, which anybody can make of those with
s below, are invalid without --accept-high-s. OpenSSL makes and accepts both, so half
of its signatures need that flag; the verdict says so. Their --encoding is the one
that their bytes can be, unless it is given.

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
  secant verify --allowed-signers allowed_signers --identity user@example.com \
    --namespace file --sig message.sig message.txt
  secant verify --pub minisign.pub --sig m.txt.minisig m.txt
  secant verify --pub pub.pem --sig token.jws --payload claims.json
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
	pubText := cmd.Flags().String("pub-text", "", "the public key itself, as `TEXT`, in place of --pub")
	var form string
	choiceFlag(cmd, &form, "form", "`FORM` that the signature must have", signatureForms...)
	o.formFlags(cmd)
	cmd.Flags().StringVar(&o.allowedSigners, "allowed-signers", "", "`FILE` that says who signs with which keys (sshsig)")
	cmd.Flags().StringVar(&o.identity, "identity", "", "`NAME` of who should have signed (sshsig)")
	cmd.Flags().StringVar(&o.verifyTime, "verify-time", "", "`TIME` when the key must be valid, if not now (sshsig)")
	cmd.Flags().BoolVar(&o.anyKey, "any-key", false, "trust whatever key the signature names (sshsig)")
	cmd.Flags().StringVar(&o.payload, "payload", "", "take the message from the signature, and write it to `FILE` if it is valid (jws)")
	force := cmd.Flags().Bool("force", false, "replace that file if it exists")
	cmd.PreRunE = func(cmd *cobra.Command, args []string) error {
		if !cmd.Flags().Changed("nostr") {
			if *pubText != "" {
				c.given = map[string]string{"--pub-text": *pubText}
				if *pub != "" {
					return errors.New("only one of --pub and --pub-text gives the public key")
				}
				*pub = "--pub-text"
			}
			needed, err := o.needsPublicKey(*pub)
			if err != nil {
				return err
			}
			if needed && *pub == "" {
				cmd.MarkFlagRequired("pub")
			}
			if *force && o.payload == "" {
				return errors.New("--force means nothing without --payload")
			}
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
		in := &inputs{pub: *pub, sig: *sig, file: optionalFile(args)}
		out := &output{path: cmp.Or(o.payload, standardStream), force: *force}
		if err := c.check(out, "", in.pub, in.sig, in.file); err != nil {
			return err
		}
		named := slices.Concat([]string{in.pub, in.sig, o.allowedSigners}, args)
		if err := oneStdin(named...); err != nil {
			return err
		}
		var err error
		if in.text, err = c.readAtMost(in.sig, smallThing, maxToken); err != nil {
			return err
		}
		guess := guessForm(in.text)
		if guess != "jws" && len(in.text) > maxKeyFile {
			return tooLong(in.sig, smallThing, maxKeyFile)
		}
		if guess == "jws" && form == "" && o.payload == "" && !o.unencoded {
			return fmt.Errorf("signature %s: a JSON Web Signature, which is of more than the message: --form jws verifies it, and --payload FILE takes the message from it", describe(in.sig))
		}
		if !isPlain(guess) && isPlain(form) || form != "" && !isPlain(form) && form != guess {
			return fmt.Errorf("signature %s: it is not in the form %s", describe(in.sig), form)
		}
		if o.payload == "" {
			if err := oneStdin(in.pub, in.sig, o.allowedSigners, in.file); err != nil {
				return err
			}
		} else if len(args) > 0 {
			return errors.New("--payload takes the message from the signature, so there is no other file for it")
		}
		if isPlain(guess) && form != "" {
			guess = form
		}
		if err := cmp.Or(o.checkForm(cmd, guess), checkForm(guess, p.chosen())); err != nil {
			return err
		}
		p := purposeOf(p, guess)
		var v *verification
		switch guess {
		case "sshsig":
			v, err = c.verifySSH(in, o, p)
		case "minisign", "signify":
			v, err = c.verifyMinisign(in, o)
		default:
			var key *publicKey
			if key, err = c.readPublicKey(in.pub, p); err == nil {
				err = cmp.Or(checkForm(guess, key.alg), o.check(cmd, key.alg))
			}
			switch {
			case err != nil:
			case guess == "jws":
				v, err = c.verifyJWS(in, key, o)
			default:
				v, err = c.verifyPlain(in, key, form, o)
			}
		}
		if err != nil {
			return err
		}
		return c.report(v, out, o.payload != "")
	}
	return cmd
}

// inputs are the files of a verification.
type inputs struct {
	pub, sig, file string // their paths
	text           []byte // of the signature
}

// A verification is what comes out when a signature could be checked.
type verification struct {
	how     string // it was checked, in words
	invalid error  // errInvalidSignature, perhaps with the reason, or nil
	comment string // of the signature, to be believed if it is valid
	payload []byte // what was signed, if it came with the signature
}

// report prints the verdict, or writes the payload if asked to, and returns v.invalid. There is
// no verdict where the payload goes: that of an invalid signature goes to standard error then.
func (c *console) report(v *verification, out *output, wantsPayload bool) error {
	if v.invalid != nil && !errors.Is(v.invalid, errInvalidSignature) {
		return v.invalid
	}
	text := fmt.Appendf(nil, "valid signature (%s)\n", v.how)
	if v.invalid != nil {
		why := strings.TrimPrefix(v.invalid.Error(), errInvalidSignature.Error())
		text = fmt.Appendf(nil, "invalid signature (%s)%s\n", v.how, why)
	} else {
		if v.comment != "" {
			text = fmt.Appendf(text, "%s\n", v.comment)
		}
		if wantsPayload {
			if err := c.write(out, v.payload); err != nil {
				return err
			}
			if out.path == standardStream {
				return nil
			}
		}
	}
	if wantsPayload && out.path == standardStream {
		c.stderr.Write(text)
		return v.invalid
	}
	if err := c.print(text); err != nil {
		return err
	}
	return v.invalid
}

// verifyPlain verifies a signature that is nothing but the bytes of an algorithm, in form or,
// if that is empty, in any of the plain ones.
func (c *console) verifyPlain(in *inputs, key *publicKey, form string, o *options) (*verification, error) {
	sig, err := key.alg.parse(in.text, o)
	if err != nil {
		return nil, fmt.Errorf("signature %s: %w", describe(in.sig), err)
	}
	if found := plainFormOf(in.text, sig); form != "" && form != found {
		return nil, fmt.Errorf("signature %s: in the form %s, not %s", describe(in.sig), found, form)
	}
	m, err := c.readSigned(in.file, o, key.alg)
	if err != nil {
		return nil, err
	}
	defer m.close()
	invalid := m.during(func() error { return key.alg.verify(key.key, m.data, sig, o) })
	return &verification{how: key.alg.how(o), invalid: invalid}, nil
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
