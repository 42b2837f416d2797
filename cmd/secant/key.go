// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"secant.example/cmd/secant/keys"
)

// keyCommand is the group of the commands about key files.
func (c *console) keyCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "key",
		Short: "Convert and inspect key files",
		Long:  `Convert and inspect key files.`,
		Example: `  secant key convert --in key.pem --form jwk --out key.jwk
  secant key inspect --in id_ed25519`,
	}
	cmd.AddCommand(c.keyConvertCommand(), c.keyInspectCommand())
	return cmd
}

// privateFormsHelp and publicFormsHelp say what the forms are.
const (
	privateFormsHelp = `Forms of private keys: pem and der are PKCS#8, as OpenSSL writes it; sec1 is PEM
too, of SEC 1; ssh, for Ed25519, is what ssh-keygen writes: OpenSSH reads it in
all versions, and pem only from 9.6 on; minisign and signify, for Ed25519, are
those of these programs; jwk is a JSON Web Key; nostr, for bip340, is an nsec,
or, encrypted, an ncryptsec; raw is the 32 bytes; hex is a line of 64 digits. Without
--form it is pem for Ed25519, X25519 and secp256k1-ecdsa, and hex for the
others, whose keys no PEM tells from one another: other commands must be told by
--alg.`
	publicFormsHelp = `Forms of public keys: pem and der are SubjectPublicKeyInfo, as OpenSSL writes
it; ssh, for Ed25519, is an OpenSSH line; minisign and signify, for Ed25519, are
those of these programs; jwk is a JSON Web Key; nostr, for bip340, is an npub;
raw is the bytes, 32 or, for secp256k1-ecdsa, 33, the compressed point; hex is a
line of twice as many digits.`
)

// encryptionHelp says how private keys are encrypted.
const encryptionHelp = `With --encrypt a private key is written encrypted: in pem and der with AES-256 and
scrypt (or PBKDF2, see --kdf), as OpenSSL reads it; in ssh and signify with bcrypt,
as these programs do; in minisign with scrypt and 128 MiB; in nostr as NIP-49 says,
with scrypt and 128 MiB.`

// encryptionFlags are the flags that say how a private key is encrypted.
type encryptionFlags struct {
	source *passphraseSource
	kdf    string
}

func newEncryptionFlags(cmd *cobra.Command) *encryptionFlags {
	e := &encryptionFlags{source: sourceFlag(cmd, "encrypt", "encrypt it, with a passphrase: ask, file:PATH, fd:N")}
	choiceFlag(cmd, &e.kdf, "kdf", "how its key is made of the passphrase", keys.KDFs()...)
	return e
}

// readEncryption returns how a private key for a is to be encrypted in a form, or nil if it
// is not.
func (c *console) readEncryption(e *encryptionFlags, a *keys.Algorithm, form string) (*keys.Encryption, error) {
	if !e.source.set {
		if e.kdf != "" {
			return nil, errors.New("--kdf means nothing without --encrypt")
		}
		return nil, a.CheckPrivateForm(form, nil)
	}
	encryption := &keys.Encryption{KDF: e.kdf}
	if err := a.CheckPrivateForm(form, encryption); err != nil {
		return nil, err
	}
	var err error
	encryption.Passphrase, err = c.readPassphrase(e.source, "New passphrase: ", "The same again: ")
	return encryption, err
}

// kindFlags are the flags that say which kind of key 32 bytes are.
type kindFlags struct{ private, public bool }

func newKindFlags(cmd *cobra.Command) *kindFlags {
	k := new(kindFlags)
	cmd.Flags().BoolVar(&k.private, "private", false, "it must be a private key")
	cmd.Flags().BoolVar(&k.public, "public", false, "it must be a public key")
	cmd.MarkFlagsMutuallyExclusive("private", "public")
	return k
}

func (k *kindFlags) kind() keys.Kind {
	switch {
	case k.private:
		return keys.Private
	case k.public:
		return keys.Public
	}
	return keys.Either
}

func (c *console) keyConvertCommand() *cobra.Command {
	p := &purpose{can: func(*algorithm) bool { return true }}
	cmd := &cobra.Command{
		Use:   "convert [--in KEY] [--from FORM] [--alg NAME]\n    [--private|--public] [--passphrase SOURCE] [--form FORM]\n    [--encrypt SOURCE [--kdf NAME]|--decrypt] [--out FILE] [--force]",
		Short: "Write a key in another form",
		Long: `Write a private or a public key in another form. The form that it has is
recognised, and must be that of --from, if there is one. A key in raw or hex
does not say its algorithm, which --alg does, nor, mostly, whether it is
private, which --private or --public does. A key in PEM, DER, SEC 1 or JWK for
secp256k1-ecdsa is one for bip340 too, if --alg says so.

` + privateFormsHelp + `

` + publicFormsHelp + `

minisign and signify know a key by an id. It stays with a key in these two
forms; in all others there is none, and one is made of the public key.

Encrypted private keys are read in PKCS#8 (PBES2 with PBKDF2 or scrypt, and
AES), as ssh-keygen, minisign and signify write them, and as ncryptsec (NIP-49).
` + encryptionHelp + `
One that was encrypted is written so again, with --encrypt, or, with --decrypt,
not. Comments of OpenSSH, minisign and signify are not kept.

` + passphraseHelp + `

` + outputHelp + `
A private key is readable by its owner only.`,
		Example: `  secant key convert --in key.pem --form ssh --encrypt ask --out id_ed25519
  secant key convert --in id_ed25519.pub --form jwk
  secant key convert --in wallet.pem --alg bip340 --form nostr --out nsec.txt
  secant key convert --in nsec.txt --form nostr --encrypt ask --out k.txt
  secant key convert --in pub.hex --alg bip340 --public --form nostr`,
		Args: cobra.NoArgs,
	}
	in := fileFlag(cmd, "in", standardStream, "key `FILE`, - for standard input")
	var from, form string
	choiceFlag(cmd, &from, "from", "the `FORM` that it must have", allForms()...)
	p.algorithmFlag(cmd, algUsage)
	kind := newKindFlags(cmd)
	p.passphraseFlag(cmd)
	choiceFlag(cmd, &form, "form", "`FORM` of the result", allForms()...)
	e := newEncryptionFlags(cmd)
	decrypt := cmd.Flags().Bool("decrypt", false, "write it without a passphrase")
	cmd.MarkFlagsMutuallyExclusive("encrypt", "decrypt")
	out := outputFlags(cmd, "key", false)
	cmd.RunE = func(*cobra.Command, []string) error {
		if err := oneStdin(*in, p.passphrase.input(), e.source.input()); err != nil {
			return err
		}
		if err := c.check(out, form, *in, p.passphrase.path, e.source.path); err != nil {
			return err
		}
		k, err := c.readKey(*in, p, p.chosen(), keys.Options{Kind: kind.kind(), Form: from})
		if err != nil {
			return err
		}
		if k.Secret == nil {
			if e.source.set || e.kdf != "" || *decrypt {
				return fmt.Errorf("key %s: a public key, which is not encrypted", describe(*in))
			}
			text, err := k.MarshalPublic(form)
			if err != nil {
				return err
			}
			return c.write(out, text)
		}
		out.what, out.secret = "private key", true
		if err := c.check(out, form, *in, p.passphrase.path, e.source.path); err != nil {
			return err
		}
		if k.Encryption != "" && !e.source.set && !*decrypt {
			return fmt.Errorf("key %s is encrypted: the new one is with --encrypt, and is not with --decrypt", describe(*in))
		}
		encryption, err := c.readEncryption(e, k.Alg, form)
		if err != nil {
			return err
		}
		text, err := k.MarshalPrivate(form, encryption)
		if err != nil {
			return err
		}
		return c.write(out, text)
	}
	return cmd
}

// allForms returns the names of all forms of any key.
func allForms() []string {
	names := keys.PrivateForms()
	for _, name := range keys.PublicForms() {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// A keyReport is what inspect tells of a key, none of it secret.
type keyReport struct {
	Kind       string `json:"kind"`
	Form       string `json:"form"`
	Encryption string `json:"encryption,omitempty"`
	Algorithm  string `json:"algorithm,omitempty"`
	Public     string `json:"public,omitempty"`
	ID         string `json:"key_id,omitempty"`
	SSH        string `json:"ssh_fingerprint,omitempty"`
	JWK        string `json:"jwk_thumbprint,omitempty"`
	SPKI       string `json:"spki_sha256,omitempty"`
	Npub       string `json:"npub,omitempty"`
}

// add adds what is known of the public key.
func (r *keyReport) add(k *keys.Key) {
	r.Algorithm = k.Alg.Name
	r.Public = fmt.Sprintf("%x", k.Public)
	if k.ID != nil {
		r.ID = k.ID.String()
	}
	r.SSH, r.JWK, r.SPKI, r.Npub = k.SSHFingerprint(), k.JWKThumbprint(), k.SPKIFingerprint(), k.Npub()
}

// text returns r for people.
func (r *keyReport) text() []byte {
	var b strings.Builder
	for _, line := range [][2]string{
		{"key", r.Kind}, {"form", r.Form}, {"encryption", r.Encryption}, {"algorithm", r.Algorithm},
		{"public key", r.Public}, {"key id", r.ID}, {"OpenSSH", r.SSH}, {"JWK", r.JWK}, {"SPKI", r.SPKI}, {"npub", r.Npub},
	} {
		if line[1] != "" {
			fmt.Fprintf(&b, "%-10s  %s\n", line[0], line[1])
		}
	}
	return []byte(b.String())
}

func (c *console) keyInspectCommand() *cobra.Command {
	p := &purpose{can: func(*algorithm) bool { return true }}
	cmd := &cobra.Command{
		Use:   "inspect [--in KEY] [--from FORM] [--alg NAME]\n    [--private|--public] [--passphrase SOURCE] [--json]",
		Short: "Say what a key file has, and the fingerprints of the key",
		Long: `Say what a key file has, read as 'secant key convert' does. Nothing of a private
key is shown but its public key. One line each, or with --json a member of one
object:

  key         kind             private or public
  form        form             as --form of convert has it
  encryption  encryption       of an encrypted private key: the cipher, and how
                               its key comes from the passphrase
  algorithm   algorithm        as --alg has it
  public key  public           in hex
  key id      key_id           that minisign and signify know it by
  OpenSSH     ssh_fingerprint  as ssh-keygen -l prints it
  JWK         jwk_thumbprint   of RFC 7638, with SHA-256
  SPKI        spki_sha256      SHA-256 of the public key in der, in hex
  npub        npub             the public key as Nostr has it

What a key does not have is not there. The passphrase of an encrypted key is
asked for only if --passphrase says so; without it, what is not encrypted is
told.

` + passphraseHelp,
		Example: `  secant key inspect --in ~/.ssh/id_ed25519
  secant key inspect --in key.pem --passphrase ask --json`,
		Args: cobra.NoArgs,
	}
	in := fileFlag(cmd, "in", standardStream, "key `FILE`, - for standard input")
	var from string
	choiceFlag(cmd, &from, "from", "the `FORM` that it must have", allForms()...)
	p.algorithmFlag(cmd, algUsage)
	kind := newKindFlags(cmd)
	p.passphraseFlag(cmd)
	asJSON := cmd.Flags().Bool("json", false, "print one JSON object")
	cmd.RunE = func(*cobra.Command, []string) error {
		if err := oneStdin(*in, p.passphrase.input()); err != nil {
			return err
		}
		if !p.passphrase.set {
			p.passphrase = nil
		}
		var r keyReport
		var encrypted *keys.EncryptedError
		k, err := c.readKey(*in, p, p.chosen(), keys.Options{Kind: kind.kind(), Form: from})
		switch {
		case errors.As(err, &encrypted):
			r = keyReport{Kind: "private", Form: encrypted.Form, Encryption: encrypted.How}
			if encrypted.Public != nil {
				r.add(encrypted.Public)
			}
		case err != nil:
			return err
		default:
			r = keyReport{Kind: "public", Form: k.Form, Encryption: k.Encryption}
			if k.Secret != nil {
				r.Kind = "private"
			}
			r.add(k)
		}
		if !*asJSON {
			return c.print(r.text())
		}
		text, err := json.MarshalIndent(r, "", "  ")
		if err != nil {
			return err
		}
		return c.print(append(text, '\n'))
	}
	return cmd
}
