// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"bytes"
	"crypto/ecdh"
	"crypto/ed25519"
	"crypto/x509"
	"encoding/hex"
	"encoding/pem"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"secant.example/internal/cpu"
)

// Keys, a message and a signature of RFC 8032 section 7.1, test 2.
const (
	edSeed      = "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb"
	edPublic    = "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c"
	edMessage   = "\x72"
	edSignature = "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da" +
		"085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"
)

// Keys and the shared secret of RFC 7748 section 6.1.
const (
	aliceSecret = "77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a"
	alicePublic = "8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a"
	bobSecret   = "5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb"
	bobPublic   = "de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f"
	abShared    = "4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742"
)

// The keys of RFC 8410 section 10, the second with attributes and public key.
const (
	rfc8410Key = `-----BEGIN PRIVATE KEY-----
MC4CAQAwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC
-----END PRIVATE KEY-----
`
	rfc8410KeyV2 = `-----BEGIN PRIVATE KEY-----
MHICAQEwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC
oB8wHQYKKoZIhvcNAQkJFDEPDA1DdXJkbGUgQ2hhaXJzgSEAGb9ECWmEzf6FQbrB
Z9w7lshQhqowtrbLDFw4rXAxZuE=
-----END PRIVATE KEY-----
`
	rfc8410Public = `-----BEGIN PUBLIC KEY-----
MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=
-----END PUBLIC KEY-----
`
)

func unhex(s string) []byte {
	b, err := hex.DecodeString(s)
	if err != nil {
		panic(err)
	}
	return b
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func edPrivate(seed string) string {
	der := must(x509.MarshalPKCS8PrivateKey(ed25519.NewKeyFromSeed(unhex(seed))))
	return string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der}))
}

func xPrivate(scalar string) string {
	key := must(ecdh.X25519().NewPrivateKey(unhex(scalar)))
	der := must(x509.MarshalPKCS8PrivateKey(key))
	return string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der}))
}

func publicPEM(key any) string {
	der := must(x509.MarshalPKIXPublicKey(key))
	return string(pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: der}))
}

func edPublicPEM(public string) string { return publicPEM(ed25519.PublicKey(unhex(public))) }

func xPublicPEM(public string) string {
	return publicPEM(must(ecdh.X25519().NewPublicKey(unhex(public))))
}

// secant runs a command line and checks what holds for all of them: an exit
// status of 2 comes with one line on standard error and nothing on standard
// output, any other with nothing on standard error.
func secant(t *testing.T, stdin string, args ...string) (status int, stdout, stderr string) {
	t.Helper()
	var out, errOut bytes.Buffer
	status = run(args, strings.NewReader(stdin), &out, &errOut)
	stdout, stderr = out.String(), errOut.String()
	switch status {
	case exitDone, exitInvalid:
		if stderr != "" && args[0] != "speed" {
			t.Errorf("secant %q: status %d with standard error %q", args, status, stderr)
		}
	case exitUnable:
		if !strings.HasPrefix(stderr, "secant: ") || strings.Index(stderr, "\n") != len(stderr)-1 {
			t.Errorf("secant %q: standard error is %q, want one line from secant", args, stderr)
		}
		if stdout != "" {
			t.Errorf("secant %q: failed with standard output %q", args, stdout)
		}
	default:
		t.Errorf("secant %q: status %d", args, status)
	}
	return status, stdout, stderr
}

// wantError runs a command line that must fail with a message that contains
// want.
func wantError(t *testing.T, want, stdin string, args ...string) {
	t.Helper()
	status, _, stderr := secant(t, stdin, args...)
	if status != exitUnable || !strings.Contains(stderr, want) {
		t.Errorf("secant %q: status %d, standard error %q; want 2 and %q", args, status, stderr, want)
	}
}

// wantOutput runs a command line that must succeed and print want.
func wantOutput(t *testing.T, want, stdin string, args ...string) {
	t.Helper()
	status, stdout, stderr := secant(t, stdin, args...)
	if status != exitDone || stdout != want {
		t.Errorf("secant %q: status %d, %q, standard error %q; want 0 and %q", args, status, stdout, stderr, want)
	}
}

// file writes content to a new file and returns its path.
func file(t *testing.T, content string) string {
	t.Helper()
	f, err := os.CreateTemp(t.TempDir(), "input")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.WriteString(content); err != nil {
		t.Fatal(err)
	}
	return f.Name()
}

func TestUsage(t *testing.T) {
	for _, test := range []struct {
		args []string
		want string
	}{
		{nil, "no command"},
		{[]string{"nope"}, `unknown command "nope"`},
		{[]string{"--nope"}, "unknown flag: --nope (see 'secant --help')"},
		{[]string{"help", "nope"}, `no help on "nope"`},
		{[]string{"keygen"}, `required flag(s) "alg" not set (see 'secant keygen --help')`},
		{[]string{"keygen", "--alg", "rsa"}, "must be one of ed25519, x25519"},
		{[]string{"keygen", "--alg", ""}, "must be one of"},
		{[]string{"keygen", "--alg"}, "needs an argument"},
		{[]string{"keygen", "--alg", "ed25519", "file"}, `"file"`},
		{[]string{"pubkey", "--form", "sec1"}, "must be one of pem, der, ssh, minisign, signify, jwk, nostr, hex, raw"},
		{[]string{"pubkey", "key.pem"}, `"key.pem"`},
		{[]string{"sign"}, `"key" not set`},
		{[]string{"sign", "--key", "k", "--form", "pem"}, "must be one of raw, hex, base64"},
		{[]string{"sign", "--key", "k", "a", "b"}, "at most 1"},
		{[]string{"verify"}, `"pub", "sig" not set`},
		{[]string{"verify", "--pub", "p"}, `"sig" not set`},
		{[]string{"verify", "--pub", "p", "--sig", "s", "--rules", "strict"}, "must be one of default, stdlib, fips, zip215"},
		{[]string{"verify", "--pub", "p", "--sig", "s", "a", "b"}, "at most 1"},
		{[]string{"ecdh", "--key", "k"}, `"peer" not set`},
		{[]string{"ecdh", "--key", "k", "--peer", "p", "--form", "base64"}, "must be one of raw, hex"},
		{[]string{"speed", "--time", "soon"}, "invalid argument"},
		{[]string{"speed", "--time", "-1s"}, "--time must be"},
		{[]string{"speed", "--time", "2h"}, "--time must be"},
		{[]string{"version", "x"}, `"x"`},
		{[]string{"keygen", "ed25519"}, `"ed25519" is no flag, and it takes nothing else (see 'secant keygen --help')`},
		{[]string{"completion"}, "no command given (see 'secant completion --help')"},
		{[]string{"completion", "csh"}, `unknown command "csh"`},
	} {
		wantError(t, test.want, "", test.args...)
	}
}

func TestVersion(t *testing.T) {
	status, stdout, _ := secant(t, "", "version")
	if status != exitDone {
		t.Fatalf("status %d", status)
	}
	wantOutput(t, stdout, "", "--version")
	wantError(t, `unknown command "x"`, "", "--version", "x")
	for _, want := range []string{"secant   ", "go       go1.", "platform ", "kernels  "} {
		if !strings.Contains(stdout, want) {
			t.Errorf("%q is missing from %q", want, stdout)
		}
	}
}

// What version says of the kernels is what runs, at every level that the machine has, and what
// would run at the others.
func TestKernels(t *testing.T) {
	texts := map[cpu.Features]string{
		{}:                                       "assembly (fields only), portable Go",
		{V3: true}:                               "assembly (V3)",
		{V3: true, TwoChains: true}:              "assembly (V3, TwoChains)",
		{V3: true, TwoChains: true, Lanes: true}: "assembly (V3, TwoChains, Lanes)",
		{V3: true, IFMA: true}:                   "assembly (V3, IFMA)",
		{V3: true, IFMA: true, TwoChains: true}:  "assembly (V3, IFMA, TwoChains)",
	}
	for f, want := range texts {
		if got := kernelsAt(true, f); got != want {
			t.Errorf("%+v: %q, want %q", f, got, want)
		}
		if got := kernelsAt(false, f); got != "portable Go" {
			t.Errorf("%+v without assembly: %q", f, got)
		}
	}
	for _, f := range cpu.Paths() {
		restore := cpu.Force(f)
		_, stdout, _ := secant(t, "", "version")
		restore()
		want := "portable Go"
		if cpu.Assembly {
			want = texts[f]
		}
		if !strings.Contains(stdout, "kernels  "+want+"\n") {
			t.Errorf("%+v: version prints %q, want %q", f, stdout, want)
		}
	}
}

func TestOneLine(t *testing.T) {
	for in, want := range map[string]string{
		"plain \"text\" é":     "plain \"text\" é",
		"a\nb\r\x1b[31m\x00\t": `a\nb\r\x1b[31m\x00\t`,
	} {
		if got := oneLine(in); got != want {
			t.Errorf("oneLine(%q) = %q, want %q", in, got, want)
		}
	}
	wantError(t, `cannot read no\nsuch: `, "", "pubkey", "--in", "no\nsuch")
}

type failingWriter struct{}

func (failingWriter) Write([]byte) (int, error) { return 0, errors.New("disk full") }

// A result that cannot be written is an error, also the verdict on a signature.
func TestUnwritableOutput(t *testing.T) {
	edKey, xKey := file(t, edPrivate(edSeed)), file(t, xPrivate(aliceSecret))
	pub, sig := file(t, edPublic), file(t, edSignature)
	for _, args := range [][]string{
		{"keygen", "--alg", "ed25519"},
		{"pubkey", "--in", edKey},
		{"key", "convert", "--in", edKey, "--form", "jwk"},
		{"key", "inspect", "--in", edKey},
		{"sign", "--key", edKey},
		{"verify", "--pub", pub, "--sig", sig},
		{"ecdh", "--key", xKey, "--peer", file(t, bobPublic)},
		{"speed", "--time", "1ms"},
		{"version"},
		{"--version"},
		{"--help"},
		{"sign", "--help"},
		{"help", "sign"},
	} {
		var errOut bytes.Buffer
		status := run(args, strings.NewReader("message"), failingWriter{}, &errOut)
		if status != exitUnable || !strings.HasSuffix(errOut.String(), "secant: cannot write to standard output: disk full\n") {
			t.Errorf("secant %q: status %d and %q", args, status, errOut.String())
		}
	}
}

type failingReader struct{}

func (failingReader) Read([]byte) (int, error) { return 0, errors.New("bad sector") }

// Each input that is missing, empty, too long, a directory or unreadable.
func TestUnreadableInput(t *testing.T) {
	edKey, xKey := file(t, edPrivate(edSeed)), file(t, xPrivate(aliceSecret))
	pub, sig := file(t, edPublic), file(t, edSignature)
	for _, command := range [][]string{ // the file in question is X
		{"pubkey", "--in", "X"},
		{"key", "convert", "--in", "X"},
		{"key", "inspect", "--in", "X"},
		{"sign", "--key", "X"},
		{"verify", "--pub", "X", "--sig", sig},
		{"verify", "--pub", pub, "--sig", "X"},
		{"ecdh", "--key", "X", "--peer", pub},
		{"ecdh", "--key", xKey, "--peer", "X"},
	} {
		with := func(path string) []string {
			args := append([]string{}, command...)
			for i := range args {
				if args[i] == "X" {
					args[i] = path
				}
			}
			return args
		}
		wantError(t, "no such", "", with(filepath.Join(t.TempDir(), "missing"))...)
		wantError(t, "is a directory", "", with(t.TempDir())...)
		wantError(t, "is empty", "", with(file(t, ""))...)
		wantError(t, "file name is empty", "", with("")...)
		wantError(t, "longer than 65536 bytes", "", with(file(t, strings.Repeat("a", maxKeyFile+1)))...)
		wantError(t, ": ", "", with(file(t, strings.Repeat("a", maxKeyFile)))...)
		if command[0] != "sign" && command[0] != "verify" { // they read the message from it
			var errOut bytes.Buffer
			status := run(with("-"), failingReader{}, new(bytes.Buffer), &errOut)
			if status != exitUnable || errOut.String() != "secant: cannot read standard input: bad sector\n" {
				t.Errorf("secant %q: status %d and %q", with("-"), status, errOut.String())
			}
		}
	}
	for _, command := range [][]string{
		{"sign", "--key", edKey},
		{"verify", "--pub", pub, "--sig", sig},
	} {
		wantError(t, "no such", "", append(command, filepath.Join(t.TempDir(), "missing"))...)
		wantError(t, "is a directory", "", append(command, t.TempDir())...)
		wantError(t, "file name is empty", "", append(command, "")...)
		var errOut bytes.Buffer
		status := run(command, failingReader{}, new(bytes.Buffer), &errOut)
		if status != exitUnable || errOut.String() != "secant: cannot read standard input: bad sector\n" {
			t.Errorf("secant %q: status %d and %q", command, status, errOut.String())
		}
	}
}

// Standard input can be read once.
func TestOneStandardInput(t *testing.T) {
	for _, args := range [][]string{
		{"sign", "--key", "-"},
		{"sign", "--key", "-", "-"},
		{"verify", "--pub", "-", "--sig", file(t, edSignature)},
		{"verify", "--pub", "p", "--sig", "-", "-"},
		{"verify", "--pub", "-", "--sig", "-", "file"},
		{"ecdh", "--key", "-", "--peer", "-"},
	} {
		wantError(t, "only one of the inputs can be standard input", "", args...)
	}
	message := file(t, edMessage)
	wantOutput(t, edSignature+"\n", edPrivate(edSeed), "sign", "--key", "-", "--form", "hex", message)
	wantOutput(t, "valid signature (default rules)\n", edPublic, "verify", "--pub", "-", "--sig", file(t, edSignature), message)
	wantOutput(t, "valid signature (default rules)\n", edSignature, "verify", "--sig", "-", "--pub", file(t, edPublic), message)
	wantOutput(t, abShared+"\n", bobPublic, "ecdh", "--key", file(t, xPrivate(aliceSecret)), "--peer", "-", "--form", "hex")
}
