// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package sshsig

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"strings"
	"testing"
	"time"

	"golang.org/x/crypto/ssh"

	"secant.example/ed25519"
)

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// The key of RFC 8032 section 7.1, test 2, and signatures of its message that ssh-keygen made.
var (
	key    = ed25519.NewKeyFromSeed(must(hex.DecodeString("4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb")))
	public = ed25519.PublicKey(key[ed25519.SeedSize:])
)

const (
	message = "r"
	line    = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAID1AF8PoQ4lakrcKp00bfrycmCzPLsSWjMDNVfEq9GYM"
	ofFile  = `-----BEGIN SSH SIGNATURE-----
U1NIU0lHAAAAAQAAADMAAAALc3NoLWVkMjU1MTkAAAAgPUAXw+hDiVqStwqnTRt+vJyYLM
8uxJaMwM1V8Sr0ZgwAAAAEZmlsZQAAAAAAAAAGc2hhNTEyAAAAUwAAAAtzc2gtZWQyNTUx
OQAAAEDkalU261gXcsTFfOKGaAdEywttZFoOlTvxT+P7iPHt9TKFAc4AOQNIe8oDoHEq3x
imZXl/8KXnhBIqW6BifW8N
-----END SSH SIGNATURE-----
`
	ofGit = `-----BEGIN SSH SIGNATURE-----
U1NIU0lHAAAAAQAAADMAAAALc3NoLWVkMjU1MTkAAAAgPUAXw+hDiVqStwqnTRt+vJyYLM
8uxJaMwM1V8Sr0ZgwAAAADZ2l0AAAAAAAAAAZzaGEyNTYAAABTAAAAC3NzaC1lZDI1NTE5
AAAAQOqxrYO8nazLDIetSCWwFKipWoftmhg7y9rfqDJvqGqLO69QU5DS7RM3sHHhsLmGt2
X1KgXQO4fwk+BVQEFPSQM=
-----END SSH SIGNATURE-----
`
)

func digest(hash, message string) []byte {
	h := NewHash(hash)
	h.Write([]byte(message))
	return h.Sum(nil)
}

func TestKnown(t *testing.T) {
	for _, test := range []struct{ namespace, hash, file string }{{"file", "sha512", ofFile}, {"git", "sha256", ofGit}} {
		sum := digest(test.hash, message)
		made := must(Sign(key, test.namespace, test.hash, sum))
		if got := string(made.Marshal()); got != test.file {
			t.Errorf("made\n%s, ssh-keygen made\n%s", got, test.file)
		}
		s := must(Parse([]byte(test.file)))
		if !s.PublicKey.Equal(public) || s.Namespace != test.namespace || s.Hash != test.hash {
			t.Errorf("%+v", s)
		}
		if !s.Verify(test.namespace, sum, ed25519.Default) {
			t.Error("a valid signature is not")
		}
		for _, namespace := range []string{"", "other", test.namespace + "x", test.namespace[1:]} {
			if s.Verify(namespace, sum, ed25519.Default) {
				t.Errorf("valid for the namespace %q", namespace)
			}
		}
		if s.Verify(test.namespace, digest(test.hash, message+"x"), ed25519.Default) || s.Verify(test.namespace, sum[1:], ed25519.Default) || s.Verify(test.namespace, nil, ed25519.Default) {
			t.Error("valid for another message")
		}
		// What is named in the file is signed.
		for _, other := range []*Signature{
			{PublicKey: public, Namespace: "other", Hash: s.Hash, Bytes: s.Bytes},
			{PublicKey: make([]byte, 32), Namespace: s.Namespace, Hash: s.Hash, Bytes: s.Bytes},
			{PublicKey: public, Namespace: s.Namespace, Hash: "md5", Bytes: s.Bytes},
			{},
		} {
			if other.Verify(other.Namespace, sum, ed25519.Default) || other.Verify(test.namespace, sum, ed25519.Default) {
				t.Errorf("valid: %+v", other)
			}
		}
	}
	if got := Fingerprint(public); got != "SHA256:F34nin7tcaYH6WR5LSWSfj6weFBPfBpuyUUoPFP9YjA" {
		t.Error(got)
	}
	for _, bad := range []struct {
		namespace, hash string
		digest          []byte
	}{{"", "sha512", make([]byte, 64)}, {"file", "sha1", make([]byte, 20)}, {"file", "sha512", make([]byte, 32)}, {"file", "", nil}} {
		if s, err := Sign(key, bad.namespace, bad.hash, bad.digest); err == nil || s != nil {
			t.Errorf("%+v is signed", bad)
		}
	}
	if _, err := Sign(key[:32], "file", "sha256", make([]byte, 32)); err == nil {
		t.Error("half a key signs")
	}
}

// armored returns the file of an envelope.
func armored(e any) string {
	return Begin + "\n" + base64.StdEncoding.EncodeToString(ssh.Marshal(e)) + "\n" + end + "\n"
}

func TestParse(t *testing.T) {
	want := must(Parse([]byte(ofFile)))
	for name, file := range map[string]string{
		"CRLF":         strings.ReplaceAll(ofFile, "\n", "\r\n"),
		"no newline":   strings.TrimSuffix(ofFile, "\n"),
		"blank at end": ofFile + "\n\n",
		"one line":     armored(goodEnvelope()),
	} {
		if s, err := Parse([]byte(file)); err != nil || !bytes.Equal(s.Bytes, want.Bytes) {
			t.Errorf("%s: %v", name, err)
		}
	}
	change := func(f func(e *envelope)) string {
		e := goodEnvelope()
		f(&e)
		return armored(e)
	}
	for name, test := range map[string]struct{ file, want string }{
		"empty":           {"", "not one SSH signature"},
		"text before":     {"x\n" + ofFile, "not one SSH signature"},
		"text after":      {ofFile + "x", "not one SSH signature"},
		"two":             {ofFile + ofFile, "not base64"},
		"no end":          {ofFile[:200], "not one SSH signature"},
		"end only":        {end, "not one SSH signature"},
		"begin and end":   {Begin + end, "not the body"},
		"short":           {Begin + "\nU1NI\n" + end, "not the body"},
		"not base64":      {Begin + "\nU1NI!\n" + end, "not base64"},
		"stray bits":      {strings.Replace(ofGit, "SQM=", "SQN=", 1), "not base64"},
		"magic":           {change(func(e *envelope) { e.Magic[5] = 'H' }), "not the body"},
		"version 0":       {change(func(e *envelope) { e.Version = 0 }), "of version 0, not 1"},
		"version 2":       {change(func(e *envelope) { e.Version = 2 }), "of version 2, not 1"},
		"reserved":        {change(func(e *envelope) { e.Reserved = "x" }), "reserved field"},
		"no namespace":    {change(func(e *envelope) { e.Namespace = "" }), "without a namespace"},
		"hash":            {change(func(e *envelope) { e.Hash = "sha384" }), `hash function "sha384"`},
		"key of RSA":      {change(func(e *envelope) { e.PublicKey = ssh.Marshal(keyBlob{"ssh-rsa", nil}) }), "of type ssh-rsa, not ssh-ed25519"},
		"key of FIDO":     {change(func(e *envelope) { e.PublicKey = ssh.Marshal(keyBlob{"sk-ssh-ed25519@openssh.com", public}) }), "of type sk-ssh-ed25519@openssh.com"},
		"no key":          {change(func(e *envelope) { e.PublicKey = nil }), "without a type"},
		"short key":       {change(func(e *envelope) { e.PublicKey = ssh.Marshal(keyBlob{"ssh-ed25519", public[1:]}) }), "not of 32 bytes"},
		"long key":        {change(func(e *envelope) { e.PublicKey = append(e.PublicKey, 0) }), "not of 32 bytes"},
		"signature type":  {change(func(e *envelope) { e.Signature = ssh.Marshal(keyBlob{"rsa-sha2-512", nil}) }), "of type rsa-sha2-512"},
		"short signature": {change(func(e *envelope) { e.Signature = ssh.Marshal(keyBlob{"ssh-ed25519", make([]byte, 63)}) }), "not of 64 bytes"},
		"bytes after": {armored(struct {
			E envelope
			X []byte `ssh:"rest"`
		}{goodEnvelope(), []byte{0}}), "not the body"},
	} {
		if s, err := Parse([]byte(test.file)); err == nil || s != nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %+v, %v; want %q", name, s, err, test.want)
		}
	}
}

func goodEnvelope() (e envelope) {
	body := strings.TrimSuffix(strings.TrimPrefix(ofFile, Begin+"\n"), end+"\n")
	data := must(base64.StdEncoding.DecodeString(strings.ReplaceAll(body, "\n", "")))
	if err := ssh.Unmarshal(data, &e); err != nil {
		panic(err)
	}
	return e
}

func TestAllowedSigners(t *testing.T) {
	const other = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4f"
	at := time.Date(2026, 5, 6, 7, 8, 9, 0, time.UTC)
	for _, test := range []struct {
		file, principal, namespace string
		allowed                    bool
	}{
		{"a@b " + line, "a@b", "file", true},
		{"a@b " + line + " comment  of some words", "a@b", "file", true},
		{"# comment\n\n  \t\n a@b \t " + line + "\r\n", "a@b", "file", true},
		{`"a@b" ` + line, "a@b", "file", true},
		{`"a b,c"` + line, "a b", "file", true},
		{"a@b " + line, "a@B", "file", false},
		{"a@b " + line, "a@b,c@d", "file", false},
		{"a@b " + line, "*", "file", false},
		{"a@b " + other, "a@b", "file", false},
		{"a@b " + other + "\na@b " + line, "a@b", "file", true},
		{"", "a@b", "file", false},
		{"#a@b " + line, "a@b", "file", false},
		{"a@b,c@d " + line, "c@d", "file", true},
		{"*@b " + line, "a@b", "file", true},
		{"*@b " + line, "a@bc", "file", false},
		{"*@b*," + " " + line, "a@bc", "file", true},
		{"?@b " + line, "aa@b", "file", false},
		{"?@b " + line, "a@b", "file", true},
		{"* " + line, "anybody", "file", true},
		{"!a@b,*@b " + line, "a@b", "file", false},
		{"*@b,!a@b " + line, "a@b", "file", false},
		{"!a@b,*@b " + line, "c@b", "file", true},
		{"!a@b " + line, "c@b", "file", false},
		{`a@b namespaces="file" ` + line, "a@b", "file", true},
		{`a@b NameSpaces="file,git" ` + line, "a@b", "git", true},
		{`a@b namespaces="file" ` + line, "a@b", "git", false},
		{`a@b namespaces="*,!git" ` + line, "a@b", "git", false},
		{`a@b namespaces="" ` + line, "a@b", "git", false},
		{`a@b namespaces="a \"b\"" ` + line, "a@b", `a "b"`, true},
		{`a@b namespaces="git" ` + line + "\na@b " + line, "a@b", "file", true},
		{"a@b cert-authority " + line, "a@b", "file", false},
		{`a@b Cert-Authority,namespaces="file" ` + line, "a@b", "file", false},
		{`a@b valid-after="20260506" ` + line, "a@b", "file", true},
		{`a@b valid-after="20260507" ` + line, "a@b", "file", false},
		{`a@b valid-after="202605060708Z" ` + line, "a@b", "file", true},
		{`a@b valid-after="20260506070809Z" ` + line, "a@b", "file", true},
		{`a@b valid-after="20260506070810z" ` + line, "a@b", "file", false},
		{`a@b valid-before="20260506070809Z" ` + line, "a@b", "file", true},
		{`a@b valid-before="20260506070808Z" ` + line, "a@b", "file", false},
		{`a@b valid-after="2025010101",valid-before="20270101" ` + line, "a@b", "file", false}, // an error
		{`a@b valid-after="20250101",valid-before="20270101",namespaces="file" ` + line, "a@b", "file", true},
		// The zone is one hour before UTC.
		{`a@b valid-after="20260506080809" ` + line, "a@b", "file", true},
		{`a@b valid-after="20260506080810" ` + line, "a@b", "file", false},
		{"a@b ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAAAAQ==", "a@b", "file", false},
	} {
		signers, err := ParseAllowedSigners([]byte(test.file), time.FixedZone("", 3600))
		if err == nil {
			err = signers.Check(public, test.principal, test.namespace, at)
			if err != nil && !errors.Is(err, ErrNotAllowed) {
				t.Errorf("%q: %v", test.file, err)
			}
		}
		if (err == nil) != test.allowed {
			t.Errorf("%q, %q, %q: %v", test.file, test.principal, test.namespace, err)
		}
	}
	var none AllowedSigners
	if none.Check(public, "a@b", "file", at) == nil {
		t.Error("no file allows a signer")
	}
	signers := must(ParseAllowedSigners([]byte("* cert-authority "+line), time.UTC))
	if signers.Check(nil, "a", "file", at) == nil || signers.Check(ed25519.PublicKey{}, "a", "file", at) == nil {
		t.Error("no key is allowed")
	}
	for _, bad := range []string{
		"a@b", "a@b ", line, `"a@b ` + line, `a"@"b ` + line, `"" ` + line,
		"a@b unknown " + line, "a@b ,cert-authority " + line, "a@b cert-authority, " + line, `a@b cert-authority="x" ` + line, "a@b cert-authorityx " + line,
		"a@b namespaces " + line, "a@b namespaces=file " + line, `a@b namespaces="file ` + line, `a@b namespaces="a",namespaces="b" ` + line, `a@b namespaces="a"x ` + line,
		`a@b valid-after="" ` + line, `a@b valid-after="2026" ` + line, `a@b valid-after="20261301" ` + line, `a@b valid-after="19700101Z" ` + line,
		`a@b valid-after="20260506",valid-after="20260507" ` + line, `a@b valid-after="20260506",valid-before="20260506" ` + line,
		`a@b valid-after="+2026050" ` + line, `a@b valid-after="2026 506" ` + line,
		"a@b ssh-ed25519 AAAA", "a@b " + line[:60], strings.Replace("a@b "+line, "ssh-ed25519", "ssh-rsa", 1), "a@b ssh-ed25519 !",
		"a@b " + line[:40] + "\r" + line[40:],
		"a@b " + line + "\nx",
	} {
		if signers, err := ParseAllowedSigners([]byte(bad), time.UTC); err == nil || signers != nil || !strings.Contains(err.Error(), "line ") {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

// match against the definition: a star is any number of bytes.
func TestMatch(t *testing.T) {
	var slow func(s, p string) bool
	slow = func(s, p string) bool {
		switch {
		case p == "":
			return s == ""
		case p[0] == '*':
			return slow(s, p[1:]) || s != "" && slow(s[1:], p)
		}
		return s != "" && (p[0] == '?' || p[0] == s[0]) && slow(s[1:], p[1:])
	}
	var words func(letters string, n int) []string
	words = func(letters string, n int) []string {
		all := []string{""}
		if n > 0 {
			for _, w := range words(letters, n-1) {
				for _, c := range letters {
					all = append(all, w+string(c))
				}
			}
		}
		return all
	}
	matches := 0
	for _, p := range words("ab*?", 4) {
		for _, s := range words("ab", 5) {
			if match(s, p) != slow(s, p) {
				t.Errorf("match(%q, %q) = %v", s, p, match(s, p))
			}
			if match(s, p) {
				matches++
			}
		}
	}
	if matches == 0 {
		t.Error("nothing matches")
	}
	// Quadratic, not exponential.
	if match(strings.Repeat("a", 1000), strings.Repeat("*a", 500)+"b") {
		t.Error("matches")
	}
}

// A file that is read is the same when it is written and read again.
func FuzzParse(f *testing.F) {
	f.Add([]byte(ofFile))
	f.Add([]byte(ofGit))
	f.Fuzz(func(t *testing.T, file []byte) {
		s, err := Parse(file)
		if err != nil {
			return
		}
		again, err := Parse(s.Marshal())
		if err != nil || !again.PublicKey.Equal(s.PublicKey) || again.Namespace != s.Namespace || again.Hash != s.Hash || !bytes.Equal(again.Bytes, s.Bytes) {
			t.Errorf("%+v: %+v, %v", s, again, err)
		}
		s.Verify(s.Namespace, digest(s.Hash, "x"), ed25519.Default)
	})
}

// No file allows what is not the key in it.
func FuzzAllowedSigners(f *testing.F) {
	f.Add([]byte("a@b " + line))
	f.Add([]byte(`"a b",*@c,!d namespaces="file\"",valid-after="20260506Z",valid-before="20270101" ` + line + " comment"))
	f.Add([]byte("* cert-authority " + line + "\n# x"))
	f.Fuzz(func(t *testing.T, file []byte) {
		signers, err := ParseAllowedSigners(file, time.UTC)
		if (signers != nil) && err != nil {
			t.Error("signers and an error")
		}
		if signers.Check(public, "a@b", "file", time.Unix(1e9, 0)) == nil && !bytes.Contains(file, []byte(line[12:])) {
			t.Errorf("%q allows a key", file)
		}
	})
}
