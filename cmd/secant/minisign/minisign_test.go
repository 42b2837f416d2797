// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package minisign

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	stded25519 "crypto/ed25519"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"strings"
	"testing"

	"golang.org/x/crypto/blake2b"
	"golang.org/x/crypto/scrypt"
	"golang.org/x/crypto/ssh"

	"secant.example/ed25519"
)

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// Keys that minisign -W and signify -n made, and signatures of a message that they made
// with them.
const (
	message = "a message"

	minisignPublic = `untrusted comment: minisign public key 59DB258C63FAC829
RWQpyPpjjCXbWVip0XHBuNZwNsjJwD9tN9Q6zqNNpMC0Hyhl52UKafnr
`
	minisignSecret = `untrusted comment: minisign encrypted secret key
RWQAAEIyAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAKcj6Y4wl21nhIsZVy6bDml57+rHvnb0IFZvoyaTs+qQadGNGGNqUrlip0XHBuNZwNsjJwD9tN9Q6zqNNpMC0Hyhl52UKafnrAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=
`
	minisignHashed = `untrusted comment: signature from minisign secret key
RUQpyPpjjCXbWa0HlX+4YqH4WdECuLNJ3tcPZ+bF5Na3su2Mm1mAJ5jfRhl+9bX8NtbY5IsmhbAv3DLXHn8ee71QGLsUwJXOdAY=
trusted comment: the comment
QEk8HG+6Mnkq4HCxS0Yoj4KHGZnLVyjlSc+CeRfFdygOzY2DE7LCfEas2nmnDEBa4WE43dPSS6tns58x3mZ9Bw==
`
	minisignLegacy = `untrusted comment: signature from minisign secret key
RWQpyPpjjCXbWcEoA3+5g+Lv6oZqn8THrBdTleclJrRpf5BBR66a7gANlZXhasCuVgz+Lhwwgpr5Osvx3Qt1sbMVlkc0ki/7wAU=
trusted comment: the comment
WeO6loEic0jucQte7JgEB75t/gqGU8A70O9HTTYAv3iC5ARFUFUM2rlOtMvYMLl2u9vlPS1H8uhsn3qUgfpFAw==
`

	signifyPublic = `untrusted comment: signify public key
RWTc6Z1gSXBxygZ9UEzGwZgC07AJnIJY065KKGtOLVwtRiKezIz0atLg
`
	signifySecret = `untrusted comment: signify secret key
RWRCSwAAAABaViS2vG30NesrvKS0HFsNMeBwFnoXWync6Z1gSXBxyv0DTrXPEAbxU1us39GR6jH7HQXbzhHaAuDK6A4CyXWgBn1QTMbBmALTsAmcgljTrkooa04tXC1GIp7MjPRq0uA=
`
	signifyLocked = `untrusted comment: signify secret key
RWRCSwAAACpD3Bro0kdqAisA6Yz89SM8VbAH063gsaC/khDyF2IHmd3r3cXvaRpuldSqY4zhFEqqZcFK7dulg84EImz6i0YQGuVVCZxvt0SHrStftPTqtYcseuV7FwXtkmyidKwjTD4=
`
	signifyLockedPublic = `untrusted comment: signify public key
RWS/khDyF2IHmeKefN5Y7Y46jvM8OUvOC3IYJDPV3smx6qQJIITOhO4R
`
	signifySignature = `untrusted comment: verify with s.pub
RWTc6Z1gSXBxyq++8xOSFaSAuir4i8H6cEq0SBxHKQZ17iTHyqZwxwoWjGfIbsgTn01J757fFCqRUe995P0zJkg1HsXMkFnWqgM=
`
)

// known are the signatures.
var known = []struct{ secret, public, signature string }{
	Minisign: {minisignSecret, minisignPublic, minisignHashed},
	Legacy:   {minisignSecret, minisignPublic, minisignLegacy},
	Signify:  {signifySecret, signifyPublic, signifySignature},
}

// signedData returns what is signed of a message.
func signedData(s Scheme, message string) []byte {
	h := s.NewHash()
	if h == nil {
		return []byte(message)
	}
	h.Write([]byte(message))
	return h.Sum(nil)
}

func TestKnown(t *testing.T) {
	for i, test := range known {
		scheme := Scheme(i)
		pub := must(ParsePublicKey([]byte(test.public)))
		key := must(ParsePrivateKey([]byte(test.secret), nil))
		if got := key.PublicKey(); got.ID != pub.ID || !got.Key.Equal(pub.Key) {
			t.Errorf("%v: the private key is of %s", scheme, got.ID)
		}
		again := must(NewPrivateKey(key.ID, key.Seed()))
		if !again.key.Equal(key.key) {
			t.Errorf("%v: another key from its seed", scheme)
		}
		sig := must(ParseSignature([]byte(test.signature)))
		if sig.Scheme != scheme {
			t.Errorf("%v where %v is", sig.Scheme, scheme)
		}
		data := signedData(scheme, message)
		if err := sig.Verify(pub, data, ed25519.Default); err != nil {
			t.Errorf("%v: %v", scheme, err)
		}
		made := must(key.Sign(scheme, data, sig.Comment, sig.TrustedComment, false))
		if got := string(made.Marshal()); got != test.signature {
			t.Errorf("%v: made\n%s, not\n%s", scheme, got, test.signature)
		}
		random := must(key.Sign(scheme, data, "", sig.TrustedComment, true))
		if err := random.Verify(pub, data, ed25519.Default); err != nil || random.Bytes == sig.Bytes {
			t.Errorf("%v: %v, or not random", scheme, err)
		}

		// Whatever changes makes it invalid, but for the untrusted comment.
		bad := func(what string, change func(s *Signature, p *PublicKey, data *[]byte)) {
			s, p, d := *sig, &PublicKey{pub.ID, bytes.Clone(pub.Key)}, bytes.Clone(data)
			change(&s, p, &d)
			if err := s.Verify(p, d, ed25519.Default); !errors.Is(err, ErrSignature) {
				t.Errorf("%v, %s: %v", scheme, what, err)
			}
		}
		bad("id", func(s *Signature, _ *PublicKey, _ *[]byte) { s.ID[7] ^= 1 })
		bad("id of key", func(_ *Signature, p *PublicKey, _ *[]byte) { p.ID[0] ^= 1 })
		bad("key", func(_ *Signature, p *PublicKey, _ *[]byte) { p.Key[0] ^= 1 })
		bad("no key", func(_ *Signature, p *PublicKey, _ *[]byte) { p.Key = nil })
		bad("message", func(_ *Signature, _ *PublicKey, d *[]byte) { (*d)[0] ^= 1 })
		bad("empty message", func(_ *Signature, _ *PublicKey, d *[]byte) { *d = nil })
		bad("signature", func(s *Signature, _ *PublicKey, _ *[]byte) { s.Bytes[63] ^= 1 })
		bad("scheme", func(s *Signature, _ *PublicKey, _ *[]byte) { s.Scheme = 3 })
		bad("scheme below", func(s *Signature, _ *PublicKey, _ *[]byte) { s.Scheme = -1 })
		if scheme != Signify {
			bad("trusted comment", func(s *Signature, _ *PublicKey, _ *[]byte) { s.TrustedComment += "." })
			bad("no trusted comment", func(s *Signature, _ *PublicKey, _ *[]byte) { s.TrustedComment = "" })
			bad("global signature", func(s *Signature, _ *PublicKey, _ *[]byte) { s.Global[0] ^= 1 })
			bad("global signature of another", func(s *Signature, _ *PublicKey, _ *[]byte) {
				s.Global = must(key.Sign(scheme, signedData(scheme, "x"), "", s.TrustedComment, false)).Global
			})
		}
		sig.Comment = "another"
		if err := sig.Verify(pub, data, ed25519.Default); err != nil {
			t.Error(err)
		}
	}
	// A message is not the same as its hash.
	sig := must(ParseSignature([]byte(minisignHashed)))
	if sig.Verify(must(ParsePublicKey([]byte(minisignPublic))), []byte(message), ed25519.Default) == nil {
		t.Error("valid for the message as it is")
	}
	if id := sig.ID.String(); id != "59DB258C63FAC829" {
		t.Error(id)
	}
}

func TestSignRefuses(t *testing.T) {
	key := must(ParsePrivateKey([]byte(minisignSecret), nil))
	hashed := signedData(Minisign, message)
	for _, test := range []struct {
		scheme           Scheme
		data             []byte
		comment, trusted string
	}{
		{Minisign, []byte(message), "", ""},
		{Minisign, hashed, "two\nlines", ""},
		{Minisign, hashed, "", "two\nlines"},
		{Legacy, nil, "", "a\r"},
		{Legacy, nil, "\x1b[31m", ""},
		{Minisign, hashed, "", "a\u009b2J"},
		{Minisign, hashed, "", "invoice\u202efdp.exe"},
		{Minisign, hashed, "", "\u202a"},
		{Minisign, hashed, "\u2066", ""},
		{Minisign, hashed, "", "\u2069"},
		{Minisign, hashed, "", "\u200e"},
		{Signify, nil, "\u200f", ""},
		{Signify, nil, "\u061c", ""},
		{Legacy, nil, "", "a\u2028b"},
		{Legacy, nil, "\xff", ""},
		{Legacy, nil, strings.Repeat("x", maxComment+1), ""},
		{Legacy, nil, "", strings.Repeat("x", maxTrustedComment+1)},
		{Signify, nil, "", "comment"},
	} {
		if s, err := key.Sign(test.scheme, test.data, test.comment, test.trusted, false); err == nil || s != nil {
			t.Errorf("%+v is signed", test)
		}
	}
	must(key.Sign(Legacy, nil, strings.Repeat("x", maxComment), strings.Repeat("\t", maxTrustedComment), false))
	must(key.Sign(Legacy, nil, "שלום", "\U0001f469\u200d\U0001f52c", false))
}

func TestParseSignature(t *testing.T) {
	lines := strings.SplitAfter(minisignHashed, "\n")
	for name, file := range map[string]string{
		"CRLF": strings.ReplaceAll(minisignHashed, "\n", "\r\n"), "no newline": strings.TrimSpace(minisignHashed), "blank lines": minisignHashed + "\n\n",
	} {
		if s, err := ParseSignature([]byte(file)); err != nil || s.TrustedComment != "the comment" {
			t.Errorf("%s: %v", name, err)
		}
	}
	// Signatures are as they were made, and comments are as they were signed.
	odd := "\x1b[2J\u202e\u009b"
	if s, err := ParseSignature([]byte(strings.Replace(minisignHashed, "the comment", odd, 1))); err != nil || s.TrustedComment != odd {
		t.Errorf("%+v, %v", s, err)
	}
	for name, test := range map[string]struct{ file, want string }{
		"empty":                    {"", "1 lines"},
		"without trusted comment":  {lines[0] + lines[1], `2 lines with a signature by the algorithm "ED"`},
		"without global signature": {lines[0] + lines[1] + lines[2], "3 lines"},
		"more":                     {minisignHashed + "x", "5 lines"},
		"two":                      {minisignHashed + minisignHashed, "8 lines"},
		"comment":                  {strings.Replace(minisignHashed, "untrusted", "trusted", 1), `does not start with "untrusted comment: "`},
		"trusted comment":          {strings.Replace(minisignHashed, "\ntrusted comment:", "\ntrusted comment", 1), `does not start with "trusted comment: "`},
		"no UTF-8":                 {strings.Replace(minisignHashed, "the comment", "\xff", 1), "UTF-8"},
		"carriage return":          {strings.Replace(minisignHashed, "the comment", "a\rb", 1), "carriage return"},
		"long comment":             {strings.Replace(minisignHashed, "signature from", strings.Repeat("x", 1024), 1), "more than"},
		"long trusted comment":     {strings.Replace(minisignHashed, "the comment", strings.Repeat("x", 8192), 1), "more than"},
		"algorithm":                {strings.Replace(minisignHashed, "\nRUQ", "\nRUU", 1), `algorithm "EE"`},
		"stray bits":               {strings.Replace(minisignHashed, "OdAY=", "OdAZ=", 1), "the signature is not 74 bytes"},
		"short":                    {strings.Replace(minisignHashed, "RUQp", "", 1), "the signature is not 74 bytes"},
		"global short":             {strings.Replace(minisignHashed, "QEk8", "", 1), "the signature of the trusted comment is not 64 bytes"},
		"public key":               {minisignPublic, "the signature is not 74 bytes"},
		"text":                     {"hello", "1 lines"},
	} {
		if s, err := ParseSignature([]byte(test.file)); err == nil || s != nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %+v, %v; want %q", name, s, err, test.want)
		}
	}
}

func TestParsePublicKey(t *testing.T) {
	want := must(ParsePublicKey([]byte(minisignPublic)))
	line := strings.Split(minisignPublic, "\n")[1]
	for _, text := range []string{line, line + "\n", line + "\r\n", strings.ReplaceAll(minisignPublic, "\n", "\r\n"), string(want.Marshal(Minisign))} {
		if p, err := ParsePublicKey([]byte(text)); err != nil || p.ID != want.ID || !p.Key.Equal(want.Key) {
			t.Errorf("%q: %v", text, err)
		}
	}
	if got := string(want.Marshal(Minisign)); got != minisignPublic {
		t.Errorf("%q", got)
	}
	for _, bad := range []string{
		"", "x", line[1:], line + "=", "comment\n" + line, minisignPublic + minisignPublic, minisignPublic + "x", minisignHashed, minisignSecret,
		strings.Replace(minisignPublic, "RWQ", "RUQ", 1), "untrusted comment: \xff\n" + line, " " + line,
	} {
		if p, err := ParsePublicKey([]byte(bad)); err == nil || p != nil {
			t.Errorf("%q is a public key", bad)
		}
	}
}

// changed returns a file of a private key with another body.
func changed(file string, change func(body []byte)) string {
	comment, line, _ := strings.Cut(file, "\n")
	body := must(base64.StdEncoding.DecodeString(strings.TrimSpace(line)))
	change(body)
	return comment + "\n" + base64.StdEncoding.EncodeToString(body) + "\n"
}

// encrypted returns minisignSecret, encrypted with limits that correspond to n, 8 and 1.
func encrypted(passphrase string, ops, mem uint64, n int) string {
	return changed(minisignSecret, func(body []byte) {
		copy(body[kdfAt:], "Sc")
		copy(body[saltAt:opsAt], "thirty-two bytes of a salt......")
		binary.LittleEndian.PutUint64(body[opsAt:], ops)
		binary.LittleEndian.PutUint64(body[memAt:], mem)
		secret := body[secretAt:]
		sum := blake2b.Sum256(append([]byte("Ed"), secret[:72]...))
		copy(secret[72:], sum[:])
		stream := must(scrypt.Key([]byte(passphrase), body[saltAt:opsAt], n, 8, 1, len(secret)))
		for i := range secret {
			secret[i] ^= stream[i]
		}
	})
}

func TestParsePrivateKey(t *testing.T) {
	want := must(ParsePrivateKey([]byte(minisignSecret), nil))
	words := func(s string) func() ([]byte, error) { return func() ([]byte, error) { return []byte(s), nil } }
	never := func() ([]byte, error) {
		t.Error("the passphrase is asked for")
		return nil, nil
	}
	locked := encrypted("correct horse", 1<<19, 1<<24, 1<<14)
	if k, err := ParsePrivateKey([]byte(locked), words("correct horse")); err != nil || k.ID != want.ID || !k.key.Equal(want.key) {
		t.Errorf("encrypted: %v", err)
	}
	empty := encrypted("", 1<<15, 1<<24, 1<<10)
	if _, err := ParsePrivateKey([]byte(empty), words("")); err != nil {
		t.Errorf("an empty passphrase: %v", err)
	}
	checked := changed(minisignSecret, func(body []byte) {
		sum := blake2b.Sum256(append([]byte("Ed"), body[secretAt:][:72]...))
		copy(body[secretAt+72:], sum[:])
	})
	for _, plain := range []string{minisignSecret, checked, signifySecret, strings.ReplaceAll(minisignSecret, "\n", "\r\n"), minisignSecret + "\n"} {
		if _, err := ParsePrivateKey([]byte(plain), never); err != nil {
			t.Error(err)
		}
	}
	failed := errors.New("no terminal")
	for name, test := range map[string]struct {
		file       string
		passphrase func() ([]byte, error)
		want       string
	}{
		"empty":              {"", never, "first line"},
		"no comment":         {strings.TrimPrefix(minisignSecret, "untrusted comment: "), never, "first line"},
		"comment alone":      {"untrusted comment: \n", never, "not a private key"},
		"public key":         {minisignPublic, never, "not a private key"},
		"signature":          {signifySignature, never, "not a private key"},
		"more":               {minisignSecret + "x", never, "not a private key"},
		"algorithm":          {changed(minisignSecret, func(b []byte) { b[0]++ }), never, "not a private key"},
		"KDF":                {changed(minisignSecret, func(b []byte) { b[2] = 'X' }), never, `encrypted by the algorithm "X\x00"`},
		"checksum algorithm": {changed(minisignSecret, func(b []byte) { b[4] = 'X' }), never, `checksum by the algorithm "X2"`},
		"checksum":           {changed(checked, func(b []byte) { b[len(b)-1]++ }), never, "the checksum is wrong"},
		"seed":               {changed(minisignSecret, func(b []byte) { b[secretAt+8]++ }), never, "does not belong to it"},
		"public half":        {changed(minisignSecret, func(b []byte) { b[secretAt+40]++ }), never, "does not belong to it"},
		"no passphrase":      {locked, nil, "encrypted with a passphrase"},
		"wrong passphrase":   {locked, words("wrong horse"), ErrPassphrase.Error()},
		"failing passphrase": {locked, func() ([]byte, error) { return nil, failed }, failed.Error()},
		"damaged":            {changed(locked, func(b []byte) { b[len(b)-1]++ }), words("correct horse"), ErrPassphrase.Error()},
		"two gigabytes":      {changed(locked, func(b []byte) { copy(b[memAt:], "\x00\x00\x00\x80\x00\x00\x00\x00") }), never, "more memory"},
		"no time":            {changed(locked, func(b []byte) { copy(b[opsAt:], "\xff\x7f\x00\x00\x00\x00\x00\x00") }), never, "it takes less memory or time to try a passphrase than minisign"},
		"no memory":          {changed(locked, func(b []byte) { copy(b[memAt:], "\xff\xff\xff\x00\x00\x00\x00\x00") }), never, "it takes less memory or time to try a passphrase than minisign"},
		"for ever":           {changed(locked, func(b []byte) { b[opsAt+7] = 0x80 }), never, "more memory or time"},
		"signify, KDF":       {changed(signifySecret, func(b []byte) { b[2]++ }), never, `encrypted by the algorithm "CK"`},
		"signify, no phrase": {signifyLocked, nil, "encrypted with a passphrase (bcrypt with 42 rounds)"},
		"signify, wrong":     {signifyLocked, words("wrong horse"), ErrPassphrase.Error()},
		"signify, empty":     {signifyLocked, words(""), ErrPassphrase.Error()},
		"signify, damaged":   {changed(signifyLocked, func(b []byte) { b[signifyKeyAt]++ }), words("correct horse"), ErrPassphrase.Error()},
		"signify, rounds":    {changed(signifyLocked, func(b []byte) { b[6] = 8 }), never, "encrypted with 2090 rounds of bcrypt; at most 2048 are computed here"},
		"signify, checksum":  {changed(signifySecret, func(b []byte) { b[sumAt]++ }), never, "checksum"},
		"signify, key":       {changed(signifySecret, func(b []byte) { b[signifyKeyAt]++ }), never, "checksum"},
	} {
		k, err := ParsePrivateKey([]byte(test.file), test.passphrase)
		if err == nil || k != nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v; want %q", name, err, test.want)
		}
	}
}

// A key that signify encrypted, and keys that are encrypted for either program and not.
func TestMarshalPrivate(t *testing.T) {
	words := func(s string) func() ([]byte, error) { return func() ([]byte, error) { return []byte(s), nil } }
	pub := must(ParsePublicKey([]byte(signifyLockedPublic)))
	key := must(ParsePrivateKey([]byte(signifyLocked), words("correct horse")))
	if got := key.PublicKey(); got.ID != pub.ID || !got.Key.Equal(pub.Key) || key.Encryption != "bcrypt with 42 rounds" {
		t.Errorf("%+v, %q", got, key.Encryption)
	}
	if got := string(pub.Marshal(Signify)); got != signifyLockedPublic {
		t.Errorf("%q", got)
	}
	for _, test := range []struct {
		scheme  Scheme
		how     string
		comment string
	}{
		{Minisign, "scrypt with N=131072, r=8, p=1", "untrusted comment: minisign encrypted secret key\nRWRTY0Iy"},
		{Signify, "bcrypt with 42 rounds", "untrusted comment: signify secret key\nRWRCSwAAAC"},
		{Minisign, "", "untrusted comment: minisign secret key\nRWQAAEIy"},
		{Signify, "", "untrusted comment: signify secret key\nRWRCSwAAAAAA"},
	} {
		if testing.Short() && strings.HasPrefix(test.how, "scrypt") {
			continue // four times 128 MiB
		}
		passphrase := ""
		if test.how != "" {
			passphrase = "p"
		}
		text := must(key.Marshal(test.scheme, []byte(passphrase)))
		if !strings.HasPrefix(string(text), test.comment) || IsSignify(text) != (test.scheme == Signify) {
			t.Errorf("%q", text)
		}
		again, err := ParsePrivateKey(text, words("p"))
		if err != nil || again.ID != key.ID || !again.key.Equal(key.key) || again.Encryption != test.how {
			t.Errorf("%+v, %v", again, err)
		}
		if _, err := ParsePrivateKey(text, words("q")); (err == ErrPassphrase) != (test.how != "") {
			t.Errorf("%v with another passphrase: %v", test.scheme, err)
		}
		if other := must(key.Marshal(test.scheme, []byte(passphrase))); bytes.Equal(other, text) != (test.how == "") {
			t.Errorf("%v: written twice, it is %q and %q", test.scheme, text, other)
		}
	}
}

// What package ssh encrypts with bcrypt_pbkdf is decrypted with ours.
func TestBcryptPBKDF(t *testing.T) {
	for _, passphrase := range []string{"p", "correct horse", strings.Repeat("\xff", 300)} {
		block := must(ssh.MarshalPrivateKeyWithPassphrase(stded25519.NewKeyFromSeed(make([]byte, 32)), "", []byte(passphrase)))
		var file struct {
			Magic                [15]byte
			Cipher, KDF, Options string
			Number               uint32
			Public, Private      []byte
		}
		var options struct {
			Salt   []byte
			Rounds uint32
		}
		must(0, ssh.Unmarshal(block.Bytes, &file))
		must(0, ssh.Unmarshal([]byte(file.Options), &options))
		stream := must(bcryptPBKDF([]byte(passphrase), options.Salt, int(options.Rounds), 48))
		cipher.NewCTR(must(aes.NewCipher(stream[:32])), stream[32:]).XORKeyStream(file.Private, file.Private)
		if !bytes.Equal(file.Private[:4], file.Private[4:8]) || !bytes.Contains(file.Private, make([]byte, 32)) {
			t.Errorf("%q: %x", passphrase, file.Private)
		}
	}
	for _, bad := range []struct{ passphrase, salt, rounds, size int }{{0, 1, 1, 1}, {1, 0, 1, 1}, {1, 1, 0, 1}, {1, 1, 1, 0}, {1, 1, 1, 1025}} {
		if out, err := bcryptPBKDF(make([]byte, bad.passphrase), make([]byte, bad.salt), bad.rounds, bad.size); err == nil {
			t.Errorf("%+v: %x", bad, out)
		}
	}
}

// The parameters that libsodium makes of its named limits, and of others.
func TestScryptParameters(t *testing.T) {
	for _, test := range []struct {
		ops, mem uint64
		n, p     int
	}{
		{1 << 25, 1 << 30, 1 << 20, 1}, // sensitive, which minisign uses
		{1 << 19, 1 << 24, 1 << 14, 1}, // interactive
		{1 << 15, 1 << 24, 1 << 10, 1}, // fewer operations than memory
		{0, 1 << 24, 1 << 10, 1},
		{1 << 25, 1 << 24, 1 << 14, 64}, // more
		{1 << 20, 0, 2, 1 << 14},
	} {
		if n, r, p := scryptParameters(test.ops, test.mem); n != test.n || r != 8 || p != test.p {
			t.Errorf("%d, %d: %d, %d, %d", test.ops, test.mem, n, r, p)
		}
	}
}

func FuzzParseSignature(f *testing.F) {
	for _, test := range known {
		f.Add([]byte(test.signature))
		f.Add([]byte(test.public))
	}
	f.Fuzz(func(t *testing.T, file []byte) {
		if p, err := ParsePublicKey(file); err == nil {
			if again, err := ParsePublicKey(p.Marshal(Minisign)); err != nil || again.ID != p.ID || !again.Key.Equal(p.Key) {
				t.Errorf("%+v: %+v, %v", p, again, err)
			}
		}
		s, err := ParseSignature(file)
		if err != nil {
			return
		}
		if again, err := ParseSignature(s.Marshal()); err != nil || *again != *s {
			t.Errorf("%+v: %+v, %v", s, again, err)
		}
	})
}

func FuzzParsePrivateKey(f *testing.F) {
	f.Add([]byte(minisignSecret))
	f.Add([]byte(signifySecret))
	f.Add([]byte(signifyLocked))
	f.Fuzz(func(t *testing.T, file []byte) {
		if k, err := ParsePrivateKey(file, nil); err == nil && len(k.Seed()) != ed25519.SeedSize {
			t.Error("no seed")
		}
	})
}
