// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"secant.example/cmd/secant/keys"
)

// A converted key is the same key, from every form to every form, and back.
func TestConvert(t *testing.T) {
	for _, a := range algorithms {
		t.Run(a.Name, func(t *testing.T) {
			key := file(t, mustRun(t, "", "keygen", "--alg", a.Name))
			for kind, forms := range map[string][]string{"--private": a.PrivateForms(), "--public": a.PublicForms()} {
				start := key
				if kind == "--public" {
					start = file(t, mustRun(t, "", "pubkey", "--alg", a.Name, "--in", key))
				}
				want := map[string]string{} // by form
				for _, form := range forms {
					want[form] = mustRun(t, "", "key", "convert", "--in", start, "--alg", a.Name, kind, "--form", form)
				}
				for from, text := range want {
					path := file(t, text)
					for to := range want {
						args := []string{"key", "convert", "--in", path, "--from", from, "--alg", a.Name, kind, "--form", to}
						if to == "ssh" && kind == "--private" { // it has random bytes in it
							back := mustRun(t, mustRun(t, "", args...), "key", "convert", "--form", from)
							if back != text && from != to {
								t.Errorf("%s to %s and back is %q, want %q", from, to, back, text)
							}
							continue
						}
						wantOutput(t, want[to], "", args...)
						if from != "hex" && from != "raw" { // the file says what it is
							wantOutput(t, want[to], text, "key", "convert", "--alg", a.Name, "--form", to)
						}
					}
				}
			}
		})
	}
}

// What is not said and does not show is asked for, and what is said must be so.
func TestConvertErrors(t *testing.T) {
	convert := func(args ...string) []string { return append([]string{"key", "convert"}, args...) }
	encrypted := file(t, encryptedKey)
	secret := file(t, "secret\n")
	for _, test := range []struct {
		want, in string
		args     []string
	}{
		{"what may be a key does not say its algorithm: --alg does", edPublic, nil},
		{"32 bytes do not say whether the key is private or public: --private or --public does", edPublic, []string{"--alg", "ed25519"}},
		{"32 bytes do not say", string(unhex(edPublic)), []string{"--alg", "bip340"}},
		{"a public key, not a private one", edPublicPEM(edPublic), []string{"--private"}},
		{"a private key, not a public one ('secant pubkey' gives its public key)", rfc8410Key, []string{"--public"}},
		{"in the form pem, not der", rfc8410Key, []string{"--from", "der"}},
		{"in the form jwk, not hex", k1JWK, []string{"--from", "hex"}},
		{"SEC 1 has no form for Ed25519 keys, but for secp256k1-ecdsa, bip340", rfc8410Key, []string{"--form", "sec1"}},
		{"SEC 1 has no form for public keys", rfc8410Public, []string{"--form", "sec1"}},
		{"OpenSSH has no form for secp256k1 keys, but for ed25519", k1PKCS8, []string{"--form", "ssh"}},
		{"Nostr has no form for secp256k1 keys, but for bip340", k1PKCS8, []string{"--form", "nostr"}},
		{"an Ed25519 key where an X25519 key is needed", rfc8410Key, []string{"--alg", "x25519"}},
		{"key standard input: a public key, which is not encrypted", rfc8410Public, []string{"--encrypt", "file:" + secret}},
		{"a public key, which is not encrypted", rfc8410Public, []string{"--decrypt"}},
		{"--kdf means nothing without --encrypt", rfc8410Key, []string{"--kdf", "scrypt"}},
		{"JWK has no form for encrypted keys", rfc8410Key, []string{"--form", "jwk", "--encrypt", "file:" + secret}},
		{"PEM keys are encrypted with scrypt or pbkdf2, not bcrypt", rfc8410Key, []string{"--encrypt", "ask", "--kdf", "bcrypt"}},
		{"hex has no form for encrypted keys", k1Secret, []string{"--alg", "bip340", "--private", "--encrypt", "file:" + secret}},
		{"OpenSSH keys are encrypted with bcrypt, not scrypt", rfc8410Key, []string{"--form", "ssh", "--encrypt", "file:" + secret, "--kdf", "scrypt"}},
		{"is encrypted: the new one is with --encrypt, and is not with --decrypt", encryptedKey, []string{"--passphrase", "file:" + secret}},
		{"encrypted with a passphrase, and there is no terminal to ask", encryptedKey, []string{"--decrypt"}},
		{"there is no terminal to ask for a passphrase", rfc8410Key, []string{"--encrypt", "ask"}},
		{"the passphrase is wrong, or the file is damaged", encryptedKey, []string{"--decrypt", "--passphrase", "file:" + file(t, "Secret\n")}},
		{"if any flags in the group [encrypt decrypt] are set none of the others can be", encryptedKey, []string{"--decrypt", "--encrypt", "ask"}},
		{"if any flags in the group [private public] are set none of the others can be", k1JWK, []string{"--private", "--public"}},
		{"must be one of", k1JWK, []string{"--form", "p12"}},
		{"must be one of", k1JWK, []string{"--from", "p12"}},
		{"must be ask, file:PATH or fd:N", encryptedKey, []string{"--passphrase", "secret"}},
		{"must be ask, file:PATH or fd:N", encryptedKey, []string{"--passphrase", "pass:secret"}},
		{"must be ask, file:PATH or fd:N", encryptedKey, []string{"--passphrase", "file:"}},
		{"must be ask, file:PATH or fd:N", encryptedKey, []string{"--passphrase", "fd:-1"}},
		{"must be ask, file:PATH or fd:N", encryptedKey, []string{"--passphrase", ""}},
		{"only one of the inputs can be standard input", encryptedKey, []string{"--passphrase", "fd:0"}},
		{"only one of the inputs can be standard input", encryptedKey, []string{"--passphrase", "file:-"}},
		{"only one of the inputs can be standard input", encryptedKey, []string{"--encrypt", "fd:0"}},
		{"only one of the inputs can be standard input", "secret\n", []string{"--in", encrypted, "--passphrase", "fd:0", "--encrypt", "fd:0"}},
		{`"key.pem"`, "", []string{"key.pem"}},
	} {
		wantError(t, test.want, test.in, convert(test.args...)...)
	}
	wantError(t, "no command given (see 'secant key --help')", "", "key")
	wantError(t, `unknown command "export"`, "", "key", "export")
	// Keys of secp256k1 are for BIP-340 too.
	nsec := mustRun(t, k1PKCS8, convert("--alg", "bip340", "--form", "nostr")...)
	wantOutput(t, k1SEC1, nsec, convert("--form", "sec1")...)
	wantOutput(t, k1PKCS8, nsec, convert("--form", "pem")...)
}

// encryptedKey is the key of RFC 8410 as OpenSSL 3.0 encrypts it, with the passphrase
// "secret", PBKDF2 and 1000 iterations.
const encryptedKey = `-----BEGIN ENCRYPTED PRIVATE KEY-----
MIGbMFcGCSqGSIb3DQEFDTBKMCkGCSqGSIb3DQEFDDAcBAgNS6Iie0DtdAICA+gw
DAYIKoZIhvcNAgkFADAdBglghkgBZQMEASoEEJS33Y+hktqUG24odIzBtE8EQJBU
Ixydj4kEOrzWeE3Jp3AxetoOjKwADUYA1EVBvBHgEnucE4i2nQpxpUqn8fwQ5aap
xLQmHBaNGbRA1TBoxpg=
-----END ENCRYPTED PRIVATE KEY-----
`

// Every command that reads a private key reads an encrypted one.
func TestEncryptedKeys(t *testing.T) {
	if testing.Short() {
		t.Skip("derives keys from passphrases, which takes long")
	}
	secret := file(t, "secret\n")
	path, plain := file(t, encryptedKey), file(t, rfc8410Key)
	wantOutput(t, mustRun(t, "", "pubkey", "--in", plain), "", "pubkey", "--in", path, "--passphrase", "file:"+secret)
	wantOutput(t, mustRun(t, "message", "sign", "--key", plain, "--form", "hex"), "message", "sign", "--key", path, "--form", "hex", "--passphrase", "file:"+secret)
	wantOutput(t, rfc8410Key, "", "key", "convert", "--in", path, "--passphrase", "file:"+secret, "--decrypt")
	alice := file(t, xPrivate(aliceSecret))
	sealed := filepath.Join(t.TempDir(), "alice.pem")
	wantOutput(t, "", "", "key", "convert", "--in", alice, "--encrypt", "file:"+secret, "--kdf", "pbkdf2", "--out", sealed)
	if text := string(must(os.ReadFile(sealed))); !strings.HasPrefix(text, "-----BEGIN ENCRYPTED PRIVATE KEY-----\n") {
		t.Errorf("%q", text)
	}
	wantOutput(t, abShared+"\n", bobPublic, "ecdh", "--key", sealed, "--peer", "-", "--form", "hex", "--passphrase", "file:"+secret)
	wantOutput(t, abShared+"\n", "secret\nmore\n", "ecdh", "--key", sealed, "--peer", file(t, bobPublic), "--form", "hex", "--passphrase", "fd:0")
	wantError(t, "the passphrase is wrong", bobPublic, "ecdh", "--key", sealed, "--peer", "-", "--passphrase", "file:"+file(t, "public"))
	wantError(t, "only one of the inputs", "", "sign", "--key", path, "--passphrase", "fd:0")
	wantError(t, "only one of the inputs", "", "ecdh", "--key", path, "--passphrase", "fd:0", "--peer", "-")
	wantError(t, "only one of the inputs", "", "pubkey", "--passphrase", "fd:0")

	// keygen, and a new passphrase.
	for _, form := range []string{"pem", "ssh"} {
		key := filepath.Join(t.TempDir(), "key")
		wantOutput(t, "", "", "keygen", "--alg", "ed25519", "--form", form, "--encrypt", "file:"+secret, "--out", key)
		wantFile(t, key, string(must(os.ReadFile(key))), 0o600)
		pub := mustRun(t, "secret\r\n", "pubkey", "--in", key, "--passphrase", "fd:0")
		again := mustRun(t, "another", "key", "convert", "--in", key, "--passphrase", "file:"+secret, "--encrypt", "fd:0")
		wantOutput(t, pub, "another", "pubkey", "--in", file(t, again), "--passphrase", "fd:0")
		wantError(t, "the passphrase is wrong", "secret", "pubkey", "--in", file(t, again), "--passphrase", "fd:0")
	}
	// The file of a passphrase is an input, too.
	for _, command := range []string{
		"keygen --alg ed25519 --encrypt", "key convert --in " + plain + " --encrypt", "key convert --decrypt --in " + path + " --passphrase",
		"pubkey --in " + path + " --passphrase", "sign --key " + path + " --passphrase", "ecdh --key " + sealed + " --peer " + alice + " --passphrase",
	} {
		wantError(t, "is an input, too", "message", append(strings.Fields(command), "file:"+secret, "--force", "--out", secret)...)
		wantFile(t, secret, "secret\n", 0o600)
	}
	wantError(t, "hex has no form for encrypted keys", "", "keygen", "--alg", "bip340", "--encrypt", "file:"+secret)
	wantError(t, "--kdf means nothing without --encrypt", "", "keygen", "--alg", "ed25519", "--kdf", "scrypt")
	// The parts of a message are in one line.
	wantError(t, `no such`, "", "pubkey", "--in", path, "--passphrase", "file:no\nsuch")
	for text, want := range map[string]string{
		"":                          "is empty",
		"\n":                        "the passphrase is empty",
		"one\ntwo\n":                "has more than the line of a passphrase",
		strings.Repeat("x", 1025):   "the passphrase is longer than 1024 bytes",
		strings.Repeat("x", 100000): "is longer than 65536 bytes",
	} {
		wantError(t, want, "", "pubkey", "--in", path, "--passphrase", "file:"+file(t, text))
		if want != "is empty" && !strings.Contains(want, "more than") {
			wantError(t, "the passphrase is ", text, "pubkey", "--in", path, "--passphrase", "fd:0")
		}
	}
	wantError(t, "the passphrase is empty", "", "pubkey", "--in", path, "--passphrase", "fd:0")
	wantError(t, "cannot read descriptor 987", "", "pubkey", "--in", path, "--passphrase", "fd:987")
}

// Two passphrases can come from one descriptor, a line each.
func TestPassphraseDescriptor(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	w.WriteString("secret\nnew\n")
	w.Close()
	c := &console{}
	s := new(passphraseSource)
	s.fd = int(r.Fd())
	descriptors[s.fd] = r
	defer delete(descriptors, s.fd)
	for _, want := range []string{"secret", "new"} {
		if got, err := c.readPassphrase(s); string(got) != want || err != nil {
			t.Errorf("%q, %v, want %q", got, err, want)
		}
	}
	if got, err := c.readPassphrase(s); err == nil {
		t.Errorf("%q", got)
	}
}

// Unless a test has a terminal, there is none, whatever the tests run in.
func init() {
	openTerminal = func() (*os.File, error) { return nil, errors.New("not in tests") }
}

func TestInspect(t *testing.T) {
	inspect := func(args ...string) []string { return append([]string{"key", "inspect"}, args...) }
	wantOutput(t, `key         private
form        pem
algorithm   ed25519
public key  19bf44096984cdfe8541bac167dc3b96c85086aa30b6b6cb0c5c38ad703166e1
OpenSSH     SHA256:ebCT4wkJOqO5AIlHG03cHvn3Cr3ZZEEh8m81duHhR3Q
JWK         3YZxBJ12jO3n_mXt_q-j_Z-TFP1vt-NiI3OCf-fEnHQ
SPKI        a1e9156054e04fac899ae9f275132cdc07a5dbc4ea2c2ad3a1ffc6e0d253681f
`, rfc8410Key, inspect()...)
	// Without a passphrase, what is not encrypted.
	wantOutput(t, `key         private
form        pem
encryption  AES-256-CBC, PBKDF2 with HMAC-SHA256 and 1000 iterations
`, encryptedKey, inspect()...)
	for _, a := range algorithms {
		key := file(t, mustRun(t, "", "keygen", "--alg", a.Name))
		for kind, forms := range map[string][]string{"private": a.PrivateForms(), "public": a.PublicForms()} {
			for _, form := range forms {
				command := []string{"key", "convert", "--private"}
				if kind == "public" {
					command = []string{"pubkey"}
				}
				in := file(t, mustRun(t, "", append(command, "--in", key, "--alg", a.Name, "--form", form)...))
				text := mustRun(t, "", inspect("--in", in, "--alg", a.Name, "--"+kind, "--json")...)
				var r map[string]string
				if err := json.Unmarshal([]byte(text), &r); err != nil {
					t.Fatalf("%q: %v", text, err)
				}
				wantForm := form
				if r["kind"] != kind || r["form"] != wantForm || r["algorithm"] != a.Name {
					t.Errorf("%s %s as %s: %v", kind, a.Name, form, r)
				}
				if pub := mustRun(t, "", "pubkey", "--in", key, "--alg", a.Name, "--form", "hex"); r["public"]+"\n" != pub {
					t.Errorf("public key %s, want %s", r["public"], pub)
				}
				has := func(name string) bool { return r[name] != "" }
				if has("ssh_fingerprint") != (a == algEd25519) || has("npub") != (a == algBIP340) ||
					has("spki_sha256") != slices.Contains([]*algorithm{algEd25519, algX25519, algECDSA}, a) || has("jwk_thumbprint") != has("spki_sha256") {
					t.Errorf("%s %s as %s: %v", kind, a.Name, form, r)
				}
				// Nothing secret is shown.
				k := must(keys.Parse(must(os.ReadFile(key)), keys.Options{Alg: a.Algorithm, Kind: keys.Private}))
				for _, form := range a.PrivateForms() {
					if form != "raw" && strings.Contains(text, strings.TrimSpace(string(must(k.MarshalPrivate(form, nil))))) {
						t.Errorf("%s shows the private key", a.Name)
					}
				}
			}
		}
	}
	wantError(t, "32 bytes do not say", edPublic, inspect("--alg", "ed25519")...)
	wantError(t, "--alg does", edPublic, inspect("--public")...)
	wantError(t, "the passphrase is wrong", encryptedKey, inspect("--passphrase", "file:"+file(t, "wrong"))...)
	if text := mustRun(t, encryptedKey, inspect("--passphrase", "file:"+file(t, "secret"))...); !strings.Contains(text, "\npublic key  19bf44096984cdfe8541bac167dc3b96c85086aa30b6b6cb0c5c38ad703166e1\n") || !strings.Contains(text, "\nencryption  AES-256-CBC") {
		t.Errorf("%q", text)
	}
}
