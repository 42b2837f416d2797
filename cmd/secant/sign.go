// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import "github.com/spf13/cobra"

func (c *console) signCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "sign [--alg NAME] --key KEY [--form raw|hex|base64]\n    [--out SIGFILE] [--force] [FILE|-]",
		Short: "Sign a message",
		Long: `Sign a message with a private key and write the signature, as raw bytes or as one
line of hex or base64. The algorithm is that of the key file, or else --alg:

` + signatureAlgorithms + `
Without FILE, or with -, the message is read from standard input. ` + messageLengths + `
Signatures are deterministic, but for BIP-340 and for files that are mapped: with random
bytes, one who changes the file in the middle learns nothing of the key.

` + outputHelp,
		Example: `  secant sign --key key.pem --out message.sig message.txt
  printf hello | secant sign --key key.pem --form base64
  secant sign --alg bip340 --key key.hex --form hex message.txt
  sha256sum message.txt | cut -c-64 |
    secant sign --key secp256k1.pem --digest --form hex`,
		Args: cobra.MaximumNArgs(1),
	}
	p := signing()
	p.algorithmFlag(cmd, algUsage)
	key := fileFlag(cmd, "key", "", "private key `FILE`, - for standard input")
	form := "raw"
	choiceFlag(cmd, &form, "form", "form of the signature", signatureForms...)
	out := outputFlags(cmd, "signature", false)
	o := new(options)
	o.signatureFlags(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		file := optionalFile(args)
		if err := oneStdin(*key, file); err != nil {
			return err
		}
		if err := c.check(out, form, *key, file); err != nil {
			return err
		}
		k, err := c.readPrivateKey(*key, p)
		if err != nil {
			return err
		}
		if err := o.check(cmd, k.alg); err != nil {
			return err
		}
		m, err := c.readSigned(file, o, k.alg)
		if err != nil {
			return err
		}
		defer m.close()
		var sig []byte
		err = m.during(func() (err error) {
			sig, err = k.alg.sign(k.secret, m, o)
			return err
		})
		if err != nil {
			return err
		}
		return c.write(out, encodeText(sig, form))
	}
	return cmd
}

// signatureAlgorithms says how messages are signed.
const signatureAlgorithms = `  ed25519           RFC 8032, pure Ed25519; 64 bytes
  secp256k1-ecdsa   ECDSA of the SHA-256 of the message, or, with --digest, of the
                    SHA-256 that the input is, as 32 raw bytes or 64 hex digits;
                    deterministic (RFC 6979) and with low S; in DER, as OpenSSL
                    writes it, or with --encoding compact 64 bytes
  bip340            BIP-340 Schnorr signatures of the message as it is; 64 bytes
  jq255e, jq255s    Schnorr signatures of the message as it is, or, with --hash
                    NAME, of the hash value by NAME that the input is, raw or hex;
                    48 bytes
  do255e, do255s    the same in 64 bytes

Hash names: sha224 sha256 sha384 sha512 sha512224 sha512256 sha3224 sha3256 sha3384
sha3512, and for jq255e and jq255s also blake2s (256 bits), blake2b (512) and blake3.
`

// messageLengths says how messages are read.
const messageLengths = `It may have
any length for secp256k1-ecdsa. The others read it twice, and take 64 MiB from a pipe,
and a file of any length, which is mapped into memory above 16 MiB.
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
