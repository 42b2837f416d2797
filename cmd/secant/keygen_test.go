// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"secant.example/cmd/secant/keys"
)

func TestKeygen(t *testing.T) {
	for _, alg := range []string{"ed25519", "x25519"} {
		seen := map[string]bool{}
		for range 8 {
			status, text, _ := secant(t, "", "keygen", "--alg", alg)
			if status != exitDone || seen[text] {
				t.Fatalf("%s: status %d and %q", alg, status, text)
			}
			seen[text] = true
			k, err := parseKey(text, nil)
			if err != nil {
				t.Fatal(err)
			}
			if k.Alg.Name != alg {
				t.Errorf("%s: the key is for %s", alg, k.Alg.Title)
			}
			if again := must(k.MarshalPrivate("pem", nil)); string(again) != text {
				t.Errorf("%s: read and written again: %s", alg, again)
			}
		}
		if alg == "ed25519" {
			text := mustRun(t, "", "keygen", "--alg", alg, "--form", "ssh")
			k := must(parseKey(text, nil))
			if !strings.HasPrefix(text, "-----BEGIN OPENSSH PRIVATE KEY-----\n") || k.Alg != keys.Ed25519 || seen[text] {
				t.Errorf("--form ssh: %q", text)
			}
		} else {
			wantError(t, "OpenSSH has no form for X25519 keys", "", "keygen", "--alg", alg, "--form", "ssh")
		}
		if _, text, _ := secant(t, "", "keygen", "--alg", alg, "--out", "-"); !strings.HasPrefix(text, "-----BEGIN PRIVATE KEY-----\n") {
			t.Errorf("--out -: %q", text)
		}
	}
}

func TestKeygenFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "key.pem")
	content := func() string { return string(must(os.ReadFile(path))) }
	checkMode := func() {
		t.Helper()
		if mode := must(os.Stat(path)).Mode(); runtime.GOOS != "windows" && mode != 0o600 {
			t.Errorf("mode %v", mode)
		}
	}

	wantOutput(t, "", "", "keygen", "--alg", "ed25519", "--out", path)
	checkMode()
	first := content()
	must(parseKey(first, nil))

	wantError(t, "exists; --force replaces it", "", "keygen", "--alg", "ed25519", "--out", path)
	if content() != first {
		t.Error("overwritten without --force")
	}

	// A key that everybody could read is replaced by one that nobody else can.
	if err := os.Chmod(path, 0o644); err != nil {
		t.Fatal(err)
	}
	wantOutput(t, "", "", "keygen", "--alg", "x25519", "--out", path, "--force")
	checkMode()
	if second := content(); second == first {
		t.Error("not overwritten with --force")
	}

	// --force does not need a file that exists.
	path = filepath.Join(dir, "other.pem")
	wantOutput(t, "", "", "keygen", "--alg", "x25519", "--out", path, "--force")
	checkMode()

	for _, force := range []string{"--force=false", "--force"} {
		wantError(t, "file name is empty", "", "keygen", "--alg", "ed25519", "--out", "", force)
		wantError(t, "cannot create", "", "keygen", "--alg", "ed25519", "--out", filepath.Join(dir, "no", "key.pem"), force)
	}
	wantError(t, "exists", "", "keygen", "--alg", "ed25519", "--out", dir)
	wantError(t, "not a regular file", "", "keygen", "--alg", "ed25519", "--out", dir, "--force")
	link := filepath.Join(dir, "link")
	if err := os.Symlink("nowhere", link); err != nil {
		t.Fatal(err)
	}
	wantError(t, "exists", "", "keygen", "--alg", "ed25519", "--out", link)
	wantError(t, "not a regular file", "", "keygen", "--alg", "ed25519", "--out", link, "--force")
	if target := must(os.Readlink(link)); target != "nowhere" {
		t.Errorf("the link leads to %q", target)
	}
	if runtime.GOOS == "linux" {
		wantError(t, "not a regular file", "", "keygen", "--alg", "ed25519", "--out", "/dev/null", "--force")
	}

	names := must(filepath.Glob(filepath.Join(dir, "*")))
	hidden := must(filepath.Glob(filepath.Join(dir, ".*")))
	if len(names) != 3 || len(hidden) != 0 {
		t.Errorf("files left behind: %q %q", names, hidden)
	}
}
