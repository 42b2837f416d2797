// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"cmp"

	"github.com/spf13/cobra"
)

func (c *console) signCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "sign [--alg NAME] --key KEY [--passphrase SOURCE]\n    [--form FORM] [--out SIGFILE] [--force] [FILE|-]",
		Short: "Sign a message",
		Long: `Sign a message with a private key and write the signature. The algorithm is that of
the key file, or else --alg:

` + signatureAlgorithms + `
The form of the signature, --form, is one of

  raw, hex, base64  its bytes, or a line of text
  sshsig            what 'ssh-keygen -Y sign' writes, for ed25519. --namespace says
                    what the signature is for: file, git or NAME@DOMAIN. The hash
                    is sha512, or sha256 with --hash.
  minisign          what minisign writes, with a key of minisign's. The message is
                    hashed first, unless --legacy says otherwise. A comment is
                    signed too, the time and the file's name, or --trusted-comment.
                    --comment is not signed. Comments have no characters that control
                    a terminal or the direction of text.
  signify           what OpenBSD's signify writes, with a key of signify's.
                    --comment is not signed.
  jws               a JSON Web Signature in compact serialization, by EdDSA for
                    ed25519 and ES256K for secp256k1-ecdsa, with the message in it,
                    of at most 1 MiB, or without it: --detached, then of at most
                    16 MiB for ed25519. With --unencoded, too, the message is
                    signed as it is (RFC 7797). --header adds to the header.
  nostr             a Nostr event in JSON, for bip340: the message is its content,
                    in UTF-8, of at most 512 KiB. See --kind, --tag, --created-at.

Without FILE, or with -, the message is read from standard input. ` + messageLengths + `
Signatures are deterministic, but for BIP-340 and for files that are mapped: with random
bytes, one who changes the file in the middle learns nothing of the key.

The key is read in any form that 'secant key convert' knows, and for minisign and
signify as these write it. ` + passphraseHelp + `

` + outputHelp,
		Example: `  secant sign --key key.pem --out message.sig message.txt
  printf hello | secant sign --key key.pem --form base64
  secant sign --alg bip340 --key key.hex --form hex message.txt
  secant sign --key key.pem --hash sha512 --out disk.sig disk.img
  secant sign --key id_ed25519 --form sshsig --namespace file --out m.sig m.txt
  secant sign --key minisign.key --form minisign --out m.txt.minisig m.txt
  secant sign --key key.pem --form jws --header '{"typ":"JWT"}' claims.json
  secant sign --key key.hex --form nostr --tag t=news --out e.json note.txt
  sha256sum message.txt | cut -c-64 |
    secant sign --key secp256k1.pem --digest --form hex`,
		Args: cobra.MaximumNArgs(1),
	}
	p := signing()
	p.algorithmFlag(cmd, algUsage)
	p.passphraseFlag(cmd)
	key := fileFlag(cmd, "key", "", "private key `FILE`, - for standard input")
	form := "raw"
	choiceFlag(cmd, &form, "form", "`FORM` of the signature", signForms...)
	out := outputFlags(cmd, "signature", false)
	o := new(options)
	o.signatureFlags(cmd)
	o.formFlags(cmd)
	cmd.Flags().StringVar(&o.comment, "comment", usualComment, "`TEXT` that is not signed (minisign, signify)")
	cmd.Flags().StringVar(&o.trustedComment, "trusted-comment", "", "`TEXT` that is signed too (minisign)")
	cmd.Flags().BoolVar(&o.legacy, "legacy", false, "sign the message itself, not its hash (minisign)")
	cmd.Flags().BoolVar(&o.detached, "detached", false, "leave the payload out (jws)")
	cmd.Flags().StringVar(&o.header, "header", "", "more members of the header, a `JSON` object (jws)")
	cmd.Flags().IntVar(&o.kind, "kind", 1, "`NUMBER` of the event's kind (nostr)")
	cmd.Flags().StringArrayVar(&o.tags, "tag", nil, "`TAG` as NAME=VALUE or an array in JSON, again for more (nostr)")
	cmd.Flags().Int64Var(&o.createdAt, "created-at", 0, "`SECONDS` since 1970, if not now (nostr)")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		file := optionalFile(args)
		if err := oneStdin(*key, file, p.passphrase.input()); err != nil {
			return err
		}
		if err := c.check(out, form, *key, file, p.passphrase.path); err != nil {
			return err
		}
		if err := cmp.Or(o.checkForm(cmd, form), checkForm(form, p.chosen())); err != nil {
			return err
		}
		sign := func() ([]byte, error) { return c.signMinisign(*key, file, form, o, p) }
		if form != "minisign" && form != "signify" {
			k, err := c.readPrivateKey(*key, purposeOf(p, form))
			if err != nil {
				return err
			}
			if err := checkForm(form, k.alg); err != nil {
				return err
			}
			if isPlain(form) || form == "jws" {
				if err := o.check(cmd, k.alg); err != nil {
					return err
				}
			}
			switch form {
			case "sshsig":
				sign = func() ([]byte, error) { return c.signSSH(k, file, o) }
			case "jws":
				sign = func() ([]byte, error) { return c.signJWS(k, file, o) }
			case "nostr":
				sign = func() ([]byte, error) { return c.signEvent(k, file, o) }
			default:
				sign = func() ([]byte, error) { return c.signPlain(k, file, form, o) }
			}
		}
		sig, err := sign()
		if err != nil {
			return err
		}
		return c.write(out, sig)
	}
	return cmd
}

// signPlain returns a signature that is nothing but the bytes of the algorithm, raw or as
// text.
func (c *console) signPlain(k *privateKey, file, form string, o *options) ([]byte, error) {
	m, err := c.readSigned(file, o, k.alg)
	if err != nil {
		return nil, err
	}
	defer m.close()
	var sig []byte
	err = m.during(func() (err error) {
		sig, err = k.alg.sign(k.secret, m, o)
		return err
	})
	if err != nil {
		return nil, err
	}
	return encodeText(sig, form), nil
}

// signatureAlgorithms says how messages are signed.
const signatureAlgorithms = `  ed25519           RFC 8032, pure Ed25519; with --context TEXT Ed25519ctx, and with
                    --hash sha512 Ed25519ph, with a context or without; 64 bytes
  secp256k1-ecdsa   ECDSA of the SHA-256 of the message, or of its hash by --hash
                    NAME; deterministic (RFC 6979 with SHA-256) and with low S; in
                    DER, as OpenSSL writes it, or with --encoding compact 64 bytes,
                    r and s, or with --encoding recoverable a 65th, v, 0 or 1, with
                    which 'secant recover' finds the public key
  bip340            BIP-340 Schnorr signatures of the message as it is; 64 bytes
  jq255e, jq255s    Schnorr signatures of the message as it is, or of its hash by
                    --hash NAME; 48 bytes
  do255e, do255s    the same in 64 bytes

Hash names for secp256k1-ecdsa: sha256 sha384 sha512 sha3256 sha3384 sha3512 and
keccak256, which is Ethereum's; for do255e and do255s: sha224 sha256 sha384 sha512
sha512224 sha512256 sha3224 sha3256 sha3384 sha3512; for jq255e and jq255s also
blake2s (256 bits), blake2b (512) and blake3. With --digest, the input is the hash
value, in bytes or hex digits; for blake3 it must be.
`

// messageLengths says how messages are read.
const messageLengths = `One
that is hashed, as for secp256k1-ecdsa and Ed25519ph, is read once and may have any
length. The others are read twice, and may have 64 MiB from a pipe; a file has any
length, and is mapped into memory above 16 MiB: on Linux what was read of it is
given back at once, and elsewhere the system decides how much of it stays in memory.
`

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
