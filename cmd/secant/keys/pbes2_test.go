// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package keys

import (
	"bytes"
	"encoding/asn1"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"golang.org/x/crypto/cryptobyte"
	cbasn1 "golang.org/x/crypto/cryptobyte/asn1"
)

// The key of RFC 8410, section 10.3, as OpenSSL 3.0 encrypts it with the passphrase
// "correct": openssl pkcs8 -topk8 with these flags.
const rfc8410Seed = "d4ee72dbf913584ad5b6d8f1f769f8ad3afe7c28cbf1d4fbe097a88f44755842"

var opensslSealed = []struct{ flags, der, want string }{
	{"", "MIGbMFcGCSqGSIb3DQEFDTBKMCkGCSqGSIb3DQEFDDAcBAgn8dUVgXo+rwICCAAwDAYIKoZIhvcNAgkFADAdBglghkgBZQMEASoEEMCtXanv4ZNDCmXjjqoeSboEQJ6Z7w1HuBNiBTKq5NcvGPAK6cNlQI63IqUfND+pWP9rZxZPLseKKGWSmk6N99OAFHlZnz9ec/3952pCf5a2tio=",
		"AES-256-CBC, PBKDF2 with HMAC-SHA256 and 2048 iterations"},
	{"-v2 aes-128-cbc -v2prf hmacWithSHA1", "MIGNMEkGCSqGSIb3DQEFDTA8MBsGCSqGSIb3DQEFDDAOBAjYVioy7tjaEwICCAAwHQYJYIZIAWUDBAECBBDM8j6hXwFuL16DxoKdZAbMBEB+Lhj/VeVip7ObnA4Jk8C/YwMPcISqHU6hDU7JeppA5By28WY+XTE7YrzEStG8T0JW8FGazNtZYv5wDeVD7N3G",
		"AES-128-CBC, PBKDF2 with HMAC-SHA1 and 2048 iterations"},
	{"-v2 aes-192-cbc -v2prf hmacWithSHA512", "MIGbMFcGCSqGSIb3DQEFDTBKMCkGCSqGSIb3DQEFDDAcBAjzsbp1hTfAOAICCAAwDAYIKoZIhvcNAgsFADAdBglghkgBZQMEARYEEC4KiVu+bYMzifKuS/3LjI8EQC0Ko5IKQ7UCMr2LQx2mCY0Pav7qoXXUa24PP/rJ7q8pIsnIfF49P3q07oXL/v6KDoCE4fZA9/nCtuadunsvQXI=",
		"AES-192-CBC, PBKDF2 with HMAC-SHA512 and 2048 iterations"},
	{"-scrypt -scrypt_N 1024 -scrypt_r 8 -scrypt_p 2", "MIGTME8GCSqGSIb3DQEFDTBCMCEGCSsGAQQB2kcECzAUBAhJETvnNbQvEgICBAACAQgCAQIwHQYJYIZIAWUDBAEqBBCsYbhtl0MzejdO8bY4qC6tBEBmnEB/4GdxDXzyjIW8E3ZuIUG7etMjj6DX7JZSUwqEf9H0YNLoVi2uYwu76AlyDOvN/7aiGXIUkWDHkyRnAHn5",
		"AES-256-CBC, scrypt with N=1024, r=8, p=2"},
	{"-v2 des3", "MIGKME4GCSqGSIb3DQEFDTBBMCkGCSqGSIb3DQEFDDAcBAihngN5oD5lLgICCAAwDAYIKoZIhvcNAgkFADAUBggqhkiG9w0DBwQIpKY7tuRrmy8EOARkMkpBI6INOylDn+MEdl8JV4zM749Axvcm1NJvl1/5pvYew6guAjdpABUI3IHqpPwaxEVeON0H",
		"with triple DES, which is too weak"},
	{"-v1 PBE-SHA1-3DES", "MFgwHAYKKoZIhvcNAQwBAzAOBAjB+BP/dQjGtgICCAAEOCLlmXHRaWXww14h4qCua480qpfkYFk35b9dI4pt/B5bN8tZPq69BTTs7p8/R0Ud7JGMMfjflXhn",
		"with a scheme of before PBES2 (1.2.840.113549.1.12.1.3), which is too weak"},
}

// The same key as ssh-keygen of OpenSSH 9.2 writes it, with four rounds.
const sshSealed = `-----BEGIN OPENSSH PRIVATE KEY-----
b3BlbnNzaC1rZXktdjEAAAAACmFlczI1Ni1jdHIAAAAGYmNyeXB0AAAAGAAAABD4s1SJNW
POX926PPjF/FHBAAAABAAAAAEAAAAzAAAAC3NzaC1lZDI1NTE5AAAAIBm/RAlphM3+hUG6
wWfcO5bIUIaqMLa2ywxcOK1wMWbhAAAAkCs7kv4yYn3RR8ijjAx3H1FF0C7zIlOxsdHlW2
RUIR2XQTvN7C7IC7ok/OnX3FrL4f9TzlIR6XsKGRHec8WqBVqnUAEawseEYXaKJwtI7rVI
z3H42GGhf35LepBQoBb5EVyaiie/G4yb43BZYPyra60sVQlVIGMFAu3MZwKpI52JuLLmiD
b9gV8l4bNQwbwZpQ==
-----END OPENSSH PRIVATE KEY-----
`

func passphrase(text string) func() ([]byte, error) {
	return func() ([]byte, error) { return []byte(text), nil }
}

// checkSealed reads an encrypted key with the passphrase "correct", and with others.
func checkSealed(t *testing.T, name string, text []byte, form, how string, seed []byte) {
	t.Helper()
	k, err := Parse(text, Options{Passphrase: passphrase("correct")})
	if err != nil || !bytes.Equal(k.Secret, seed) || k.Form != form || k.Encryption != how {
		t.Errorf("%s: %+v, %v", name, k, err)
	}
	for _, wrong := range []string{"Correct", "correct\n", "", strings.Repeat("correct", 100)} {
		if k, err := Parse(text, Options{Passphrase: passphrase(wrong)}); err != ErrPassphrase {
			t.Errorf("%s with %q: %+v, %v", name, wrong, k, err)
		}
	}
	failure := errors.New("no terminal")
	if k, err := Parse(text, Options{Passphrase: func() ([]byte, error) { return nil, failure }}); err != failure {
		t.Errorf("%s without a terminal: %+v, %v", name, k, err)
	}
	var encrypted *EncryptedError
	if k, err := Parse(text, Options{}); !errors.As(err, &encrypted) || encrypted.How != how || encrypted.Form != form {
		t.Errorf("%s without a passphrase: %+v, %v", name, k, err)
	}
	// Nobody is asked for a passphrase in vain.
	asked := func() ([]byte, error) { t.Errorf("%s: asked", name); return nil, failure }
	if _, err := Parse(text, Options{Kind: Public, Passphrase: asked}); err != ErrIsPrivate {
		t.Errorf("%s as a public key: %v", name, err)
	}
	if _, err := Parse(text, Options{Form: "jwk", Passphrase: asked}); err == nil {
		t.Errorf("%s as a JSON Web Key", name)
	}
}

func TestSealed(t *testing.T) {
	seed := unhex(rfc8410Seed)
	for _, v := range opensslSealed {
		der := must(base64.StdEncoding.DecodeString(v.der))
		text := must(toPEM(encryptedType, der, nil))
		if strings.HasPrefix(v.want, "AES") {
			checkSealed(t, "openssl "+v.flags, der, "der", v.want, seed)
			checkSealed(t, "openssl "+v.flags, text, "pem", v.want, seed)
		} else if k, err := Parse(text, Options{}); err == nil || !strings.Contains(err.Error(), v.want) {
			t.Errorf("%s: %+v, %v", v.flags, k, err)
		}
	}
	checkSealed(t, "ssh-keygen", []byte(sshSealed), "ssh", "aes256-ctr, bcrypt with 4 rounds", seed)
	var encrypted *EncryptedError
	if _, err := Parse([]byte(sshSealed), Options{}); !errors.As(err, &encrypted) || !bytes.Equal(encrypted.Public.Public, must(NewPrivate(Ed25519, seed)).Public) {
		t.Errorf("the public key with it is %+v", encrypted.Public)
	}
}

// What is written encrypted is read again.
func TestEncryption(t *testing.T) {
	for _, test := range []struct {
		a              *Algorithm
		form, kdf, how string
	}{
		{Ed25519, "pem", "", "AES-256-CBC, scrypt with N=16384, r=8, p=5"},
		{Ed25519, "ssh", "bcrypt", "aes256-ctr, bcrypt with 16 rounds"},
		{Ed25519, "minisign", "", "scrypt with N=131072, r=8, p=1"},
		{Ed25519, "signify", "bcrypt", "bcrypt with 42 rounds"},
		{BIP340, "nostr", "scrypt", "XChaCha20-Poly1305, scrypt with N=131072, r=8, p=1"},
		{X25519, "der", "scrypt", "AES-256-CBC, scrypt with N=16384, r=8, p=5"},
		{ECDSA, "pem", "pbkdf2", "AES-256-CBC, PBKDF2 with HMAC-SHA256 and 600000 iterations"},
		{BIP340, "der", "pbkdf2", "AES-256-CBC, PBKDF2 with HMAC-SHA256 and 600000 iterations"},
	} {
		if testing.Short() && test.how != "aes256-ctr, bcrypt with 16 rounds" {
			continue // what takes seconds
		}
		k := must(NewPrivate(test.a, secret))
		e := &Encryption{Passphrase: []byte("correct"), KDF: test.kdf}
		text := must(k.MarshalPrivate(test.form, e))
		got, err := Parse(text, Options{Kind: Private, Form: test.form, Passphrase: passphrase("correct")})
		if err == nil {
			got, err = got.As(test.a)
		}
		if err != nil || !bytes.Equal(got.Secret, k.Secret) || !bytes.Equal(got.Public, k.Public) || got.Encryption != test.how {
			t.Errorf("%+v: %+v, %v", test, got, err)
		}
		if k, err := Parse(text, Options{Passphrase: passphrase("wrong")}); err != ErrPassphrase {
			t.Errorf("%+v with another passphrase: %+v, %v", test, k, err)
		}
		if again := must(k.MarshalPrivate(test.form, e)); bytes.Equal(again, text) {
			t.Errorf("%+v: twice the same", test)
		}
	}
	// What cannot be encrypted, or not so.
	for _, a := range Algorithms() {
		k := must(NewPrivate(a, secret))
		for _, form := range append(PrivateForms(), "none") {
			possible := slices.Contains(a.PrivateForms(), form)
			if err := a.CheckPrivateForm(form, nil); (err == nil) != possible {
				t.Errorf("%s as %s: %v", a.Name, form, err)
			}
			for _, kdf := range append(KDFs(), "") {
				kdfs := map[string]string{"pem": "scrypt pbkdf2", "der": "scrypt pbkdf2", "ssh": "bcrypt", "minisign": "scrypt", "signify": "bcrypt", "nostr": "scrypt"}[form]
				sealed := possible && kdfs != "" && strings.Contains(kdfs, kdf)
				if err := a.CheckPrivateForm(form, &Encryption{KDF: kdf}); (err == nil) != sealed {
					t.Errorf("%s as %s, encrypted with %q: %v", a.Name, form, kdf, err)
				}
			}
			for _, e := range []*Encryption{{}, {Passphrase: []byte("p"), KDF: "argon2"}} {
				if text, err := k.MarshalPrivate(form, e); err == nil {
					t.Errorf("%s as %s with %+v: %q", a.Name, form, e, text)
				}
			}
		}
	}
	if text, err := must(NewPublic(Ed25519, secret)).MarshalPrivate("pem", nil); err == nil {
		t.Errorf("the private key of a public one: %q", text)
	}
}

// A sealedParts is what an EncryptedPrivateKeyInfo is made of. What is nil is as it should
// be.
type sealedParts struct {
	kdf, cipher asn1.ObjectIdentifier
	params      func(b *cryptobyte.Builder) // of the KDF
	iv, data    []byte
	afterKDF    []byte // and so on: more after it
	afterCipher []byte
	afterParams []byte
	afterAll    []byte
}

func (p sealedParts) der() []byte {
	if p.kdf == nil {
		p.kdf = oidPBKDF2
	}
	if p.cipher == nil {
		p.cipher = oidAES256
	}
	if p.iv == nil {
		p.iv = make([]byte, 16)
	}
	if p.data == nil {
		p.data = make([]byte, 64)
	}
	if p.params == nil {
		p.params = func(b *cryptobyte.Builder) {
			b.AddASN1OctetString([]byte("salt"))
			b.AddASN1Int64(1000)
		}
	}
	var b cryptobyte.Builder
	b.AddASN1(cbasn1.SEQUENCE, func(b *cryptobyte.Builder) {
		b.AddASN1(cbasn1.SEQUENCE, func(b *cryptobyte.Builder) {
			b.AddASN1ObjectIdentifier(oidPBES2)
			b.AddASN1(cbasn1.SEQUENCE, func(b *cryptobyte.Builder) {
				b.AddASN1(cbasn1.SEQUENCE, func(b *cryptobyte.Builder) {
					b.AddASN1ObjectIdentifier(p.kdf)
					b.AddASN1(cbasn1.SEQUENCE, p.params)
					b.AddBytes(p.afterKDF)
				})
				b.AddASN1(cbasn1.SEQUENCE, func(b *cryptobyte.Builder) {
					b.AddASN1ObjectIdentifier(p.cipher)
					b.AddASN1OctetString(p.iv)
					b.AddBytes(p.afterCipher)
				})
				b.AddBytes(p.afterParams)
			})
		})
		b.AddASN1OctetString(p.data)
		b.AddBytes(p.afterAll)
	})
	return b.BytesOrPanic()
}

// Parameters that are not valid, or that would take too much time or memory, are found
// before anything is computed.
func TestSealedHostile(t *testing.T) {
	const invalid = "not valid encrypted PKCS#8"
	null := []byte{5, 0}
	numbers := func(salt string, n ...int64) func(b *cryptobyte.Builder) {
		return func(b *cryptobyte.Builder) {
			b.AddASN1OctetString([]byte(salt))
			for _, v := range n {
				b.AddASN1Int64(v)
			}
		}
	}
	prf := func(parts ...any) func(b *cryptobyte.Builder) {
		return func(b *cryptobyte.Builder) {
			numbers("salt", 1000)(b)
			b.AddASN1(cbasn1.SEQUENCE, func(b *cryptobyte.Builder) {
				for _, part := range parts {
					switch part := part.(type) {
					case asn1.ObjectIdentifier:
						b.AddASN1ObjectIdentifier(part)
					case []byte:
						b.AddBytes(part)
					}
				}
			})
		}
	}
	sha256 := prfs[2].oid
	for name, test := range map[string]struct {
		parts sealedParts
		want  string // empty: none
	}{
		"as it should be":     {sealedParts{}, ""},
		"size of the key":     {sealedParts{params: numbers("salt", 1000, 32)}, ""},
		"other size":          {sealedParts{params: numbers("salt", 1000, 16)}, invalid},
		"most iterations":     {sealedParts{params: numbers("salt", maxIterations)}, ""},
		"too many iterations": {sealedParts{params: numbers("salt", maxIterations+1)}, "10000001 iterations of PBKDF2; at most 10000000"},
		"all iterations":      {sealedParts{params: numbers("salt", 1<<62)}, "iterations of PBKDF2; at most 10000000"},
		"no iterations":       {sealedParts{params: numbers("salt", 0)}, invalid},
		"iterations below 0":  {sealedParts{params: numbers("salt", -1000)}, invalid},
		"none said":           {sealedParts{params: numbers("salt")}, invalid},
		"three numbers":       {sealedParts{params: numbers("salt", 1000, 32, 1)}, invalid},
		"more than 64 bits": {sealedParts{params: func(b *cryptobyte.Builder) {
			b.AddASN1OctetString([]byte("salt"))
			b.AddBytes(append([]byte{2, 9, 1}, make([]byte, 8)...))
		}}, invalid},
		"salt from elsewhere": {sealedParts{params: func(b *cryptobyte.Builder) {
			b.AddASN1(cbasn1.SEQUENCE, func(b *cryptobyte.Builder) { b.AddASN1ObjectIdentifier(sha256) })
			b.AddASN1Int64(1000)
		}}, invalid},
		"SHA-256":                   {sealedParts{params: prf(sha256, null)}, ""},
		"SHA-256 without null":      {sealedParts{params: prf(sha256)}, ""},
		"SHA-256 with more":         {sealedParts{params: prf(sha256, null, null)}, invalid},
		"SHA-256 with something":    {sealedParts{params: prf(sha256, []byte{4, 0})}, invalid},
		"SHA-256 with a large null": {sealedParts{params: prf(sha256, []byte{5, 1, 0})}, invalid},
		"no function":               {sealedParts{params: prf()}, invalid},
		"MD5":                       {sealedParts{params: prf(asn1.ObjectIdentifier{1, 2, 840, 113549, 2, 6}, null)}, "the function 1.2.840.113549.2.6, not HMAC with"},
		"scrypt":                    {sealedParts{kdf: oidScrypt, params: numbers("salt", 1<<14, 8, 1)}, ""},
		"scrypt and a size":         {sealedParts{kdf: oidScrypt, params: numbers("salt", 1<<14, 8, 1, 32)}, ""},
		"scrypt and another":        {sealedParts{kdf: oidScrypt, params: numbers("salt", 1<<14, 8, 1, 31)}, invalid},
		"scrypt and two":            {sealedParts{kdf: oidScrypt, params: numbers("salt", 1<<14, 8, 1, 32, 32)}, invalid},
		"most memory":               {sealedParts{kdf: oidScrypt, params: numbers("salt", 1<<18, 8, 8)}, ""},
		"too much memory":           {sealedParts{kdf: oidScrypt, params: numbers("salt", 1<<19, 8, 1)}, "N=524288, r=8, p=1; at most 264 MiB"},
		"too much memory by r":      {sealedParts{kdf: oidScrypt, params: numbers("salt", 2, 1<<40, 1)}, "at most 264 MiB"},
		"too much in all":           {sealedParts{kdf: oidScrypt, params: numbers("salt", 1<<62, 1<<62, 1<<62)}, "at most 264 MiB"},
		"too much time":             {sealedParts{kdf: oidScrypt, params: numbers("salt", 1<<18, 8, 9)}, "at most 264 MiB and N·r·p = 16777216"},
		"most memory by p":          {sealedParts{kdf: oidScrypt, params: numbers("salt", 2, 1, 2162686)}, ""},
		"too much memory by p":      {sealedParts{kdf: oidScrypt, params: numbers("salt", 2, 1, 2162687)}, "at most 264 MiB"},
		"too much memory by r, p":   {sealedParts{kdf: oidScrypt, params: numbers("salt", 2, 1<<20, 8)}, "at most 264 MiB"},
		"too much time by p":        {sealedParts{kdf: oidScrypt, params: numbers("salt", 2, 1, 1<<62)}, "at most 264 MiB and"},
		"N no power of 2":           {sealedParts{kdf: oidScrypt, params: numbers("salt", 1000, 8, 1)}, invalid},
		"N = 1":                     {sealedParts{kdf: oidScrypt, params: numbers("salt", 1, 8, 1)}, invalid},
		"N below 0":                 {sealedParts{kdf: oidScrypt, params: numbers("salt", -1<<63, 8, 1)}, invalid},
		"r = 0":                     {sealedParts{kdf: oidScrypt, params: numbers("salt", 2, 0, 1)}, invalid},
		"p = 0":                     {sealedParts{kdf: oidScrypt, params: numbers("salt", 2, 1, 0)}, invalid},
		"p below 0":                 {sealedParts{kdf: oidScrypt, params: numbers("salt", 2, 1, -1)}, invalid},
		"another derivation":        {sealedParts{kdf: sha256}, "a key by 1.2.840.113549.2.9, not PBKDF2 or scrypt"},
		"another cipher":            {sealedParts{cipher: sha256}, "the cipher 1.2.840.113549.2.9, not AES-CBC"},
		"another scheme":            {sealedParts{}, ""},
		"short IV":                  {sealedParts{iv: make([]byte, 15)}, invalid},
		"long IV":                   {sealedParts{iv: make([]byte, 17)}, invalid},
		"part of a block":           {sealedParts{data: make([]byte, 63)}, invalid},
		"no block":                  {sealedParts{data: []byte{}}, invalid},
		"more after the derivation": {sealedParts{afterKDF: null}, invalid},
		"more after the cipher":     {sealedParts{afterCipher: null}, invalid},
		"more after both":           {sealedParts{afterParams: null}, invalid},
		"more after all":            {sealedParts{afterAll: null}, invalid},
	} {
		e, err := parseSealed(test.parts.der())
		if test.want == "" && err != nil || test.want != "" && (e != nil || err == nil || !strings.Contains(err.Error(), test.want)) {
			t.Errorf("%s: %+v, %v, want %q", name, e, err, test.want)
		}
	}
	other := bytes.Replace(sealedParts{}.der(), []byte{0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 5, 13}, []byte{0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 9, 13}, 1)
	if e, err := parseSealed(other); err == nil || !strings.Contains(err.Error(), "the scheme 1.2.840.113549.1.9.13, not PBES2") {
		t.Errorf("%+v, %v", e, err)
	}
	if e, err := parseSealed(append(sealedParts{}.der(), 0)); err == nil {
		t.Errorf("more after the end: %+v", e)
	}
}

// OpenSSH's parameters, the same.
func TestSSHHostile(t *testing.T) {
	block, err := onePEM([]byte(sshSealed))
	if err != nil {
		t.Fatal(err)
	}
	rounds := bytes.Index(block.Bytes, append(unhex("c1"), 0, 0, 0, 4)) + 1
	change := func(at int, with ...byte) []byte {
		b := bytes.Clone(block.Bytes)
		copy(b[at:], with)
		return must(toPEM(sshType, b, nil))
	}
	name := bytes.Index(block.Bytes, []byte("aes256-ctr"))
	for what, test := range map[string]struct {
		text []byte
		want string
	}{
		"most rounds":     {change(rounds, 0, 0, 8, 0), "encrypted with a passphrase (aes256-ctr, bcrypt with 2048 rounds)"},
		"too many rounds": {change(rounds, 0, 0, 8, 1), "2049 rounds of bcrypt; at most 2048"},
		"all rounds":      {change(rounds, 0xff, 0xff, 0xff, 0xff), "4294967295 rounds of bcrypt; at most 2048"},
		"no rounds":       {change(rounds, 0, 0, 0, 0), "not a valid OpenSSH private key"},
		"another cipher":  {change(name, []byte("aes128")...), `encrypted with "aes128-ctr" and a key by "bcrypt"`},
		"no cipher":       {change(bytes.Index(block.Bytes, []byte("bcrypt")), []byte("argon2")...), `a key by "argon2"`},
		"two keys":        {change(rounds+7, 2), "not a valid OpenSSH private key"},
		"more after it":   {must(toPEM(sshType, append(bytes.Clone(block.Bytes), 0), nil)), "not a valid OpenSSH private key"},
	} {
		if k, err := Parse(test.text, Options{}); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %+v, %v", what, k, err)
		}
	}
	// The public key in front belongs to another.
	at := bytes.Index(block.Bytes, must(NewPrivate(Ed25519, unhex(rfc8410Seed))).Public)
	if k, err := Parse(change(at, block.Bytes[at]^1), Options{Passphrase: passphrase("correct")}); err != errOtherPublic {
		t.Errorf("%+v, %v", k, err)
	}
}

// Padding is compared with its definition.
func TestUnpad(t *testing.T) {
	for size := 16; size <= 48; size += 16 {
		for last := range 256 {
			for good := range 18 {
				for _, before := range []byte{0, 0xff, byte(last) ^ 1, byte(last) + 1} {
					plain := bytes.Repeat([]byte{before}, size)
					for i := range min(good, size) {
						plain[size-1-i] = byte(last)
					}
					plain[size-1] = byte(last)
					want := 1 <= last && last <= 16 && bytes.HasSuffix(plain, bytes.Repeat([]byte{byte(last)}, last))
					got, ok := unpad(plain)
					if ok != want || ok && !bytes.Equal(got, plain[:size-last]) {
						t.Fatalf("%x is %x, %v", plain, got, ok)
					}
				}
			}
		}
	}
}

// What is taken for encrypted PKCS#8 is one, to its end, and within the bounds.
func FuzzSealed(f *testing.F) {
	for _, v := range opensslSealed {
		f.Add(must(base64.StdEncoding.DecodeString(v.der)))
	}
	f.Add(sealedParts{}.der())
	f.Add(sealedParts{kdf: oidScrypt, params: func(b *cryptobyte.Builder) {
		b.AddASN1OctetString(nil)
		b.AddASN1Int64(2)
		b.AddASN1Int64(1)
		b.AddASN1Int64(1)
	}}.der())
	f.Fuzz(func(t *testing.T, der []byte) {
		e, err := parseSealed(der)
		if err != nil {
			if e != nil || err.Error() == "" {
				t.Errorf("%+v, %v", e, err)
			}
			return
		}
		var n, r, p, iterations int
		_, params, _ := strings.Cut(e.how, ", ")
		if _, err := fmt.Sscanf(params, "scrypt with N=%d, r=%d, p=%d", &n, &r, &p); err != nil {
			if _, err := fmt.Sscanf(params[strings.Index(params, "and "):], "and %d iterations", &iterations); err != nil {
				t.Fatalf("%q", e.how)
			}
		}
		if 128*r*(n+p) > maxScryptMemory || n*r*p > maxScryptWork || iterations > maxIterations {
			t.Fatalf("%q", e.how)
		}
		if n*r*p > 1<<10 || iterations > 1<<10 {
			return
		}
		if plain, err := e.open([]byte("correct")); err == nil && len(plain) >= len(e.data) {
			t.Errorf("%s is %s", hex.EncodeToString(e.data), hex.EncodeToString(plain))
		}
	})
}
