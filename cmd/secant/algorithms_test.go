// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// Every algorithm through all commands, with keys in every form.
func TestEveryAlgorithm(t *testing.T) {
	for _, a := range algorithms {
		forms := a.PrivateForms()
		if testing.Short() {
			forms = forms[:1]
		}
		for _, form := range forms {
			t.Run(a.Name+" "+form, func(t *testing.T) { testAlgorithm(t, a, form) })
		}
	}
}

func testAlgorithm(t *testing.T, a *algorithm, form string) {
	alg := []string{"--alg", a.Name}
	with := func(args ...string) []string { return slices.Concat(args[:1], alg, args[1:]) }
	key := filepath.Join(t.TempDir(), "key")
	wantOutput(t, "", "", with("keygen", "--form", form, "--out", key)...)
	if mode := must(os.Stat(key)).Mode(); runtime.GOOS != "windows" && mode != 0o600 {
		t.Errorf("mode %v", mode)
	}
	other := file(t, mustRun(t, "", with("keygen")...))

	// Public keys in every form are the same key.
	var pubs []string
	for _, form := range a.PublicForms() {
		pubs = append(pubs, file(t, mustRun(t, "", with("pubkey", "--in", key, "--form", form)...)))
	}
	otherPub := file(t, mustRun(t, "", with("pubkey", "--in", other)...))

	if a.sign != nil {
		verify := func(pub, sig string) []string { return with("verify", "--pub", pub, "--sig", sig) }
		for _, form := range plainForms {
			sig := file(t, mustRun(t, "a message", with("sign", "--key", key, "--form", form)...))
			for _, pub := range pubs {
				if out := mustRun(t, "a message", verify(pub, sig)...); !strings.HasPrefix(out, "valid signature (") {
					t.Errorf("verdict %q", out)
				}
				wantInvalid(t, verify(pub, sig)...) // of the empty message
			}
			status, _, _ := secant(t, "a message", verify(otherPub, sig)...)
			if status != exitInvalid {
				t.Errorf("status %d under another key", status)
			}
		}
	} else {
		wantError(t, "must be one of", "", with("sign", "--key", key)...)
	}

	if a.ecdh == nil {
		wantError(t, "must be one of", "", with("ecdh", "--key", key, "--peer", otherPub)...)
		return
	}
	want := mustRun(t, "", with("ecdh", "--key", key, "--peer", otherPub, "--form", "hex")...)
	if len(want) != 65 {
		t.Errorf("shared secret %q", want)
	}
	for _, pub := range pubs {
		wantOutput(t, want, "", with("ecdh", "--key", other, "--peer", pub, "--form", "hex")...)
	}
}

// mustRun runs a command line that must succeed and returns what it prints.
func mustRun(t *testing.T, stdin string, args ...string) string {
	t.Helper()
	status, stdout, stderr := secant(t, stdin, args...)
	if status != exitDone {
		t.Fatalf("secant %q: status %d, %s", args, status, stderr)
	}
	return stdout
}

// A key whose file does not say what it is for needs --alg, and one whose file
// does must be for what --alg says.
func TestAlgorithmOfKey(t *testing.T) {
	message := file(t, "message")
	for _, key := range []string{k1Secret, k1Secret + "\n", string(unhex(k1Secret))} {
		wantError(t, "what may be a key does not say its algorithm: --alg does", "", "sign", "--key", file(t, key), message)
		wantError(t, "--alg does", key, "pubkey")
	}
	for _, flags := range [][]string{
		{"--digest"}, {"--hash", "sha256"}, {"--context", "x"}, {"--encoding", "der"}, {"--accept-high-s"}, {"--rules", "default"},
	} {
		for alg, has := range map[string][]string{
			"ed25519": {"--rules", "--hash", "--digest", "--context"}, "bip340": nil, "jq255e": {"--hash", "--digest"}, "do255s": {"--hash", "--digest"},
			"secp256k1-ecdsa": {"--hash", "--digest", "--encoding", "--accept-high-s"},
		} {
			if slices.Contains(has, flags[0]) {
				continue
			}
			key := file(t, mustRun(t, "", "keygen", "--alg", alg))
			pub := file(t, mustRun(t, "", "pubkey", "--alg", alg, "--in", key))
			sig := file(t, mustRun(t, "", "sign", "--alg", alg, "--key", key))
			want := flags[0] + " means nothing for "
			wantError(t, want, "", append([]string{"verify", "--alg", alg, "--pub", pub, "--sig", sig}, flags...)...)
			if flags[0] != "--accept-high-s" && flags[0] != "--rules" {
				wantError(t, want, "", append([]string{"sign", "--alg", alg, "--key", key}, flags...)...)
			}
		}
	}
}
