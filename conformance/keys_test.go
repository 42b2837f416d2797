// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package conformance

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// passphrase encrypts keys here.
const passphrase = "correct horse"

// passphraseFile returns the flag value for it.
func passphraseFile(t *testing.T) string {
	t.Helper()
	return "file:" + write(t, "passphrase", []byte(passphrase+"\n"))
}

// A description is what 'secant key inspect --json' prints.
type description struct {
	Kind, Form, Encryption, Algorithm, Public, Npub string
	SSH                                             string `json:"ssh_fingerprint"`
	JWK                                             string `json:"jwk_thumbprint"`
	SPKI                                            string `json:"spki_sha256"`
}

func inspect(t *testing.T, args ...string) (d description) {
	t.Helper()
	out := mustSecant(t, nil, append([]string{"key", "inspect", "--json"}, args...)...)
	if err := json.Unmarshal(out, &d); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return d
}

// opensslPrivateKeys returns files of private keys by OpenSSL, in PEM.
func opensslPrivateKeys(t *testing.T) map[string]string {
	t.Helper()
	files := map[string]string{}
	for name, args := range map[string][]string{
		"ed25519": {"-algorithm", "ED25519"}, "x25519": {"-algorithm", "X25519"},
		"secp256k1-ecdsa": {"-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:secp256k1"},
	} {
		files[name] = write(t, "key.pem", openssl.run(t, nil, append([]string{"genpkey"}, args...)...))
	}
	return files
}

// Keys that OpenSSL encrypts, in all the ways that it has.
func TestOpenSSLEncryptedKeys(t *testing.T) {
	openssl.need(t)
	pass := passphraseFile(t)
	for alg, key := range opensslPrivateKeys(t) {
		plain := read(t, key)
		for _, test := range []struct{ flags, want string }{
			{"", "AES-256-CBC, PBKDF2 with HMAC-SHA256 and 2048 iterations"},
			{"-v2 aes-128-cbc -v2prf hmacWithSHA1", "AES-128-CBC, PBKDF2 with HMAC-SHA1 and 2048 iterations"}, // of OpenSSL before 1.1
			{"-v2 aes-192-cbc -v2prf hmacWithSHA512", "AES-192-CBC, PBKDF2 with HMAC-SHA512 and 2048 iterations"},
			{"-v2 aes256 -v2prf hmacWithSHA224 -iter 1", "AES-256-CBC, PBKDF2 with HMAC-SHA224 and 1 iterations"},
			{"-v2 aes256 -v2prf hmacWithSHA384", "AES-256-CBC, PBKDF2 with HMAC-SHA384 and 2048 iterations"},
			{"-scrypt", "AES-256-CBC, scrypt with N=16384, r=8, p=1"},
			{"-v2 aes128 -scrypt -scrypt_N 1024 -scrypt_r 3 -scrypt_p 2", "AES-128-CBC, scrypt with N=1024, r=3, p=2"},
		} {
			if alg != "ed25519" && test.flags != "" && test.flags != "-scrypt" {
				continue
			}
			for _, form := range []string{"PEM", "DER"} {
				if form == "DER" && test.flags != "" {
					continue
				}
				args := append([]string{"pkcs8", "-topk8", "-in", key, "-outform", form, "-passout", "pass:" + passphrase}, strings.Fields(test.flags)...)
				sealed := write(t, "sealed", openssl.run(t, nil, args...))
				if got := mustSecant(t, nil, "key", "convert", "--in", sealed, "--passphrase", pass, "--decrypt", "--form", "pem"); !bytes.Equal(got, plain) {
					t.Errorf("%s, %q: decrypted\n%s, openssl has\n%s", alg, test.flags, got, plain)
				}
				want := description{Kind: "private", Form: strings.ToLower(form), Encryption: test.want}
				if got := inspect(t, "--in", sealed); got != want {
					t.Errorf("%s, %q: %+v, want %+v", alg, test.flags, got, want)
				}
				refuseSecant(t, "the passphrase is wrong, or the file is damaged", nil,
					"pubkey", "--in", sealed, "--passphrase", "file:"+write(t, "wrong", []byte("wrong")))
			}
		}
	}
	key := opensslPrivateKeys(t)
	for flags, want := range map[string]string{
		"-v2 des3":                  "encrypted with triple DES, which is too weak",
		"-v1 PBE-SHA1-3DES":         "encrypted with a scheme of before PBES2 (1.2.840.113549.1.12.1.3), which is too weak",
		"-v2 camellia-256-cbc":      "encrypted with the cipher 1.2.392.200011.61.1.1.1.4, not AES-CBC",
		"-v2prf hmacWithSHA512-256": "PBKDF2 and the function 1.2.840.113549.2.13, not HMAC with",
	} {
		args := append([]string{"pkcs8", "-topk8", "-in", key["ed25519"], "-passout", "pass:" + passphrase}, strings.Fields(flags)...)
		refuseSecant(t, want, openssl.run(t, nil, args...), "pubkey", "--passphrase", pass)
	}
	traditional := openssl.run(t, nil, "ec", "-in", key["secp256k1-ecdsa"], "-aes256", "-passout", "pass:"+passphrase)
	refuseSecant(t, "and MD5, which is too weak", traditional, "pubkey", "--passphrase", pass)
}

// Keys that the tool encrypts, and all its forms that OpenSSL has.
func TestOpenSSLReadsForms(t *testing.T) {
	openssl.need(t)
	pass := passphraseFile(t)
	for alg, key := range opensslPrivateKeys(t) {
		plain := read(t, key)
		convert := func(args ...string) string {
			path := filepath.Join(t.TempDir(), "key")
			mustSecant(t, nil, append([]string{"key", "convert", "--in", key, "--out", path}, args...)...)
			return path
		}
		for _, kdf := range []string{"scrypt", "pbkdf2"} {
			for _, form := range []string{"pem", "der"} {
				if alg != "ed25519" && (form == "der" || kdf == "pbkdf2") {
					continue // it is all the same
				}
				sealed := convert("--form", form, "--encrypt", pass, "--kdf", kdf)
				got := openssl.run(t, nil, "pkey", "-inform", strings.ToUpper(form), "-in", sealed, "-passin", "pass:"+passphrase)
				if !bytes.Equal(got, plain) {
					t.Errorf("%s, %s, %s: openssl decrypts\n%s, want\n%s", alg, kdf, form, got, plain)
				}
				if _, err := openssl.try(nil, "pkey", "-inform", strings.ToUpper(form), "-in", sealed, "-passin", "pass:wrong"); err == nil {
					t.Errorf("%s, %s, %s: openssl needs no passphrase", alg, kdf, form)
				}
			}
		}
		der := convert("--form", "der")
		if want := openssl.run(t, nil, "pkcs8", "-topk8", "-nocrypt", "-in", key, "-outform", "DER"); !bytes.Equal(read(t, der), want) {
			t.Errorf("%s: DER %x, openssl has %x", alg, read(t, der), want)
		}
		public := openssl.run(t, nil, "pkey", "-in", key, "-pubout", "-outform", "DER")
		pub := write(t, "pub.der", public)
		if got := mustSecant(t, nil, "key", "convert", "--in", pub, "--form", "der"); !bytes.Equal(got, public) {
			t.Errorf("%s: public key %x, openssl has %x", alg, got, public)
		}
		if got, want := mustSecant(t, nil, "pubkey", "--in", pub), openssl.run(t, nil, "pkey", "-in", key, "-pubout"); !bytes.Equal(got, want) {
			t.Errorf("%s: public key %s, openssl has %s", alg, got, want)
		}
		digest := openssl.run(t, nil, "dgst", "-sha256", "-r", pub)
		if got := inspect(t, "--in", key); !strings.HasPrefix(string(digest), got.SPKI+" ") || got.SPKI == "" {
			t.Errorf("%s: fingerprint %s, openssl has %s", alg, got.SPKI, digest)
		}
		if alg == "secp256k1-ecdsa" {
			sec1 := convert("--form", "sec1")
			if want := openssl.run(t, nil, "ec", "-in", key); !bytes.Equal(read(t, sec1), want) {
				t.Errorf("SEC 1 %s, openssl has %s", read(t, sec1), want)
			}
			inDER := write(t, "sec1.der", openssl.run(t, nil, "ec", "-in", key, "-outform", "DER"))
			if got := mustSecant(t, nil, "key", "convert", "--in", inDER, "--from", "der", "--form", "pem"); !bytes.Equal(got, plain) {
				t.Errorf("SEC 1 in DER is %s", got)
			}
		}
		// Two keys, or a key and its public key, are not one.
		refuseSecant(t, "more than one PEM block", append(slices.Clone(plain), plain...), "key", "inspect")
		refuseSecant(t, "more than one PEM block", append(slices.Clone(plain), openssl.run(t, nil, "pkey", "-in", key, "-pubout")...), "key", "inspect")
	}
}

// Encrypted keys of ssh-keygen are read, and ours are read by it.
func TestOpenSSHEncryptedKeys(t *testing.T) {
	sshKeygen.need(t)
	pass := passphraseFile(t)
	for _, test := range []struct{ flags, want string }{
		{"-a 3", "aes256-ctr, bcrypt with 3 rounds"},
		{"-a 2 -Z aes256-cbc", "aes256-cbc, bcrypt with 2 rounds"},
	} {
		private, public := sshKey(t, append([]string{"-t", "ed25519", "-N", passphrase}, strings.Fields(test.flags)...)...)
		line := strings.TrimSuffix(string(read(t, public)), " user@host\n") + "\n"
		if got := mustSecant(t, nil, "pubkey", "--in", private, "--form", "ssh", "--passphrase", pass); string(got) != line {
			t.Errorf("public key %q, ssh-keygen has %q", got, line)
		}
		// Without the passphrase, the public key shows.
		fingerprint := strings.Fields(string(sshKeygen.run(t, nil, "-l", "-f", public)))[1]
		got := inspect(t, "--in", private)
		if got.SSH != fingerprint || got.Form != "ssh" || got.Kind != "private" || !strings.Contains(got.Encryption, test.want) {
			t.Errorf("%+v, ssh-keygen has %s", got, fingerprint)
		}
		if got := inspect(t, "--in", public); got.SSH != fingerprint || got.Kind != "public" {
			t.Errorf("%+v, ssh-keygen has %s", got, fingerprint)
		}
		refuseSecant(t, "the passphrase is wrong", nil, "pubkey", "--in", private, "--passphrase", "file:"+write(t, "wrong", []byte("wrong")))
		sig := write(t, "sig", mustSecant(t, []byte("message"), "sign", "--key", private, "--passphrase", pass))
		mustSecant(t, []byte("message"), "verify", "--pub", public, "--sig", sig)

		// Through another form and back.
		pem := write(t, "key.pem", mustSecant(t, nil, "key", "convert", "--in", private, "--passphrase", pass, "--decrypt", "--form", "pem"))
		for _, encrypted := range []bool{true, false} {
			again := filepath.Join(t.TempDir(), "id")
			args := []string{"key", "convert", "--in", pem, "--form", "ssh", "--out", again}
			old := ""
			if encrypted {
				args, old = append(args, "--encrypt", pass), passphrase
			}
			mustSecant(t, nil, args...)
			if got := sshKeygen.run(t, nil, "-y", "-P", old, "-f", again); strings.TrimSpace(string(got)) != strings.TrimSpace(line) {
				t.Errorf("ssh-keygen has the public key %q, want %q", got, line)
			}
			if got := sshKeygen.run(t, nil, "-l", "-f", again); strings.Fields(string(got))[1] != fingerprint {
				t.Errorf("ssh-keygen has %s, want %s", got, fingerprint)
			}
			if _, err := sshKeygen.try(nil, "-y", "-P", "wrong", "-f", again); (err != nil) != encrypted {
				t.Errorf("encrypted %v, and with another passphrase: %v", encrypted, err)
			}
			sshKeygen.run(t, nil, "-q", "-p", "-P", old, "-N", passphrase, "-a", "2", "-f", again)
			if got := mustSecant(t, nil, "pubkey", "--in", again, "--form", "ssh", "--passphrase", pass); string(got) != line {
				t.Errorf("after ssh-keygen -p the public key is %q, want %q", got, line)
			}
		}
	}
	private, _ := sshKey(t, "-t", "ed25519", "-N", passphrase, "-Z", "aes128-gcm@openssh.com")
	refuseSecant(t, `encrypted with "aes128-gcm@openssh.com" and a key by "bcrypt"`, nil, "pubkey", "--in", private, "--passphrase", pass)
	private, _ = sshKey(t, "-t", "rsa", "-N", passphrase)
	refuseSecant(t, "OpenSSH key of type ssh-rsa", nil, "pubkey", "--in", private, "--passphrase", pass)
}

const python = program("python3")

// pythonPackages are the modules of Python that the tests talk to.
const pythonPackages = "bcrypt, cryptography, jwcrypto, nostr_sdk"

func needPython(t *testing.T) {
	t.Helper()
	python.need(t)
	if _, err := python.try(nil, "-c", "import "+pythonPackages); err != nil {
		if os.Getenv("CI") != "" {
			t.Fatalf("the packages of Python are not installed, and must be where CI is set: %v", err)
		}
		t.Skipf("not all of %s are installed", pythonPackages)
	}
}

// A pythonKey is a key as testdata/keys.py has it.
type pythonKey struct {
	Algorithm  string `json:"algorithm"`
	Name       string `json:"name"`
	Text       []byte `json:"text"`
	Passphrase string `json:"passphrase"`
	Private    string `json:"private"` // in hex, or empty
	Public     string `json:"public"`
	Thumbprint string `json:"thumbprint"`
}

func runPython(t *testing.T, in any) (out []pythonKey) {
	t.Helper()
	data, err := json.Marshal(in)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(python.run(t, data, filepath.Join("testdata", "keys.py")), &out); err != nil {
		t.Fatal(err)
	}
	return out
}

// Keys that packages of Python write, in every form of theirs, are read.
func TestPythonKeys(t *testing.T) {
	needPython(t)
	pass := passphraseFile(t)
	made := runPython(t, []pythonKey{})
	forms := map[string]bool{}
	for i, k := range made {
		forms[k.Algorithm+" "+k.Name] = true
		if testing.Short() && i%4 != 0 {
			continue // to decrypt them takes long
		}
		args := []string{"--in", write(t, "key", k.Text), "--alg", k.Algorithm}
		if k.Passphrase != "" {
			args = append(args, "--passphrase", pass)
		}
		kind := "private"
		if k.Private == "" {
			kind = "public"
		}
		args = append(args, "--"+kind)
		got := inspect(t, args...)
		if got.Kind != kind || got.Algorithm != k.Algorithm || got.Public != k.Public || k.Thumbprint != "" && got.JWK != k.Thumbprint || (got.Encryption != "") != (k.Passphrase != "") {
			t.Errorf("%s %s: %+v, want %+v", k.Algorithm, k.Name, got, k)
		}
		if kind == "private" {
			if k.Passphrase != "" {
				args = append(args, "--decrypt")
			}
			if got := mustSecant(t, nil, append([]string{"key", "convert", "--form", "hex"}, args...)...); string(got) != k.Private+"\n" {
				t.Errorf("%s %s: the private key is %s, want %s", k.Algorithm, k.Name, got, k.Private)
			}
		}
	}
	if len(forms) < 40 || len(made) != len(forms) {
		t.Errorf("%d keys in these forms: %q", len(made), slices.Sorted(maps.Keys(forms)))
	}
}

// Keys in every form that the tool writes are read by packages of Python, if they have
// it.
func TestPythonReadsKeys(t *testing.T) {
	needPython(t)
	pass := passphraseFile(t)
	private := map[string][]string{
		"ed25519":         {"pem", "der", "ssh", "jwk", "raw"},
		"x25519":          {"pem", "der", "jwk", "raw"},
		"secp256k1-ecdsa": {"pem", "der", "sec1", "jwk"},
		"bip340":          {"nostr", "hex"},
	}
	public := map[string][]string{
		"ed25519":         {"pem", "der", "ssh", "jwk", "raw"},
		"x25519":          {"pem", "der", "jwk", "raw"},
		"secp256k1-ecdsa": {"pem", "der", "jwk", "raw"},
		"bip340":          {"nostr", "hex"},
	}
	var written []pythonKey
	for alg := range private {
		key := write(t, "key", mustSecant(t, nil, "keygen", "--alg", alg, "--form", "hex"))
		secret := strings.TrimSpace(string(read(t, key)))
		pub := strings.TrimSpace(string(mustSecant(t, nil, "pubkey", "--in", key, "--alg", alg, "--form", "hex")))
		about := inspect(t, "--in", key, "--alg", alg, "--private")
		add := func(name, form, kind, passphrase string, args ...string) {
			text := mustSecant(t, nil, append([]string{"key", "convert", "--alg", alg, "--form", form, kind}, args...)...)
			k := pythonKey{Algorithm: alg, Name: name, Text: text, Passphrase: passphrase, Private: secret, Public: pub}
			if form == "jwk" {
				k.Thumbprint = about.JWK
			}
			if kind == "--public" {
				k.Private = ""
			}
			written = append(written, k)
		}
		for _, form := range private[alg] {
			add("private "+form, form, "--private", "", "--in", key)
			if form == "pem" || form == "der" || form == "ssh" || form == "nostr" {
				add("private "+form, form, "--private", passphrase, "--in", key, "--encrypt", pass)
			}
		}
		if alg == "ed25519" {
			add("private pem", "pem", "--private", passphrase, "--in", key, "--encrypt", pass, "--kdf", "pbkdf2")
		}
		pubFile := write(t, "pub", []byte(pub))
		for _, form := range public[alg] {
			add("public "+form, form, "--public", "", "--in", pubFile)
		}
	}
	got := runPython(t, written)
	if len(got) != len(written) {
		t.Fatalf("%d keys of %d", len(got), len(written))
	}
	for i, want := range written {
		if fmt.Sprint(got[i]) != fmt.Sprint(want) {
			t.Errorf("%s %s: %+v, want %+v", want.Algorithm, want.Name, got[i], want)
		}
		if _, err := hex.DecodeString(got[i].Public); err != nil || got[i].Public == "" {
			t.Errorf("%s %s: %q", want.Algorithm, want.Name, got[i].Public)
		}
	}
}
