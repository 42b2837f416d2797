// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"bytes"
	"cmp"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
)

// writers are the command lines that write a result, but for --out, and whether that is
// secret. The results are the same each time.
func writers(t *testing.T) map[string]bool {
	t.Helper()
	edKey, xKey, message := file(t, edPrivate(edSeed)), file(t, xPrivate(aliceSecret)), file(t, edMessage)
	recoverable := file(t, mustRun(t, edMessage, "sign", "--encoding", "recoverable", "--key", file(t, k1PKCS8)))
	return map[string]bool{
		"recover --sig " + recoverable + " " + message:                    false,
		"pubkey --in " + edKey:                                            false,
		"key convert --form jwk --in " + edKey:                            true,
		"key convert --form der --in " + file(t, edPublicPEM(edPublic)):   false,
		"sign --key " + edKey + " " + message:                             false,
		"ecdh --key " + xKey + " --peer " + file(t, bobPublic):            true,
		"ecdh --form hex --key " + xKey + " --peer " + file(t, bobPublic): true,
	}
}

// only checks that dir has these files and no others, hidden ones neither.
func only(t *testing.T, dir string, want ...string) {
	t.Helper()
	var got []string
	for _, entry := range must(os.ReadDir(dir)) {
		got = append(got, entry.Name())
	}
	if !slices.Equal(got, want) {
		t.Errorf("there are %q, want %q", got, want)
	}
}

func wantFile(t *testing.T, path, content string, mode os.FileMode) {
	t.Helper()
	if got := string(must(os.ReadFile(path))); got != content {
		t.Errorf("%s is %q, want %q", path, got, content)
	}
	if got := must(os.Stat(path)).Mode(); runtime.GOOS != "windows" && got != mode {
		t.Errorf("%s has the mode %v, want %v", path, got, mode)
	}
}

// Every command that writes does it to a file too, whole or not at all.
func TestOut(t *testing.T) {
	for command, secret := range writers(t) {
		args := strings.Fields(command)
		t.Run(args[0], func(t *testing.T) {
			want := mustRun(t, "", args...)
			dir := t.TempDir()
			path := filepath.Join(dir, "out")
			mode := must(os.Stat(file(t, ""))).Mode() // of a secret
			if !secret {
				f := must(os.Create(filepath.Join(t.TempDir(), "f")))
				mode = must(f.Stat()).Mode() // what the umask leaves
				f.Close()
			}
			wantOutput(t, "", "", append(args, "--out", path)...)
			wantFile(t, path, want, mode)
			only(t, dir, "out")

			if err := os.WriteFile(path, []byte("old"), 0o600); err != nil {
				t.Fatal(err)
			}
			if err := os.Chmod(path, 0o666); err != nil {
				t.Fatal(err)
			}
			wantError(t, "exists; --force replaces it", "", append(args, "--out", path)...)
			wantFile(t, path, "old", 0o666)
			wantOutput(t, "", "", append(args, "--out", path, "--force")...)
			wantFile(t, path, want, mode)
			only(t, dir, "out")

			wantError(t, "file name is empty", "", append(args, "--out", "")...)
			wantError(t, "cannot create", "", append(args, "--out", filepath.Join(dir, "no", "out"))...)
			wantOutput(t, want, "", append(args, "--out", "-", "--force")...)

			// No input is lost, whatever --force and links say.
			for i, arg := range args {
				if i > 0 && filepath.IsAbs(arg) {
					content, link := must(os.ReadFile(arg)), filepath.Join(t.TempDir(), "link")
					if err := os.Link(arg, link); err != nil {
						t.Fatal(err)
					}
					for _, path := range []string{arg, link} {
						wantError(t, "is an input, too", "", append(args, "--out", path, "--force")...)
						wantFile(t, path, string(content), 0o600)
					}
				}
			}
		})
	}
	// What fails leaves the old file, and makes none.
	dir := t.TempDir()
	path := filepath.Join(dir, "m.sig")
	wantError(t, "no such", "message", "sign", "--key", filepath.Join(dir, "nosuch"), "--out", path)
	only(t, dir)
	if err := os.WriteFile(path, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	wantError(t, "no such", "message", "sign", "--key", filepath.Join(dir, "nosuch"), "--out", path, "--force")
	wantFile(t, path, "old", 0o600)
}

// What cannot be written leaves what was there, and no temporary file.
func TestWriteFileFails(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "target")
	for _, force := range []bool{false, true} {
		err := writeFile(path, iotest.ErrReader(errors.New("disk full")), secretMode, force)
		if err == nil || err.Error() != "cannot write "+path+": disk full" {
			t.Errorf("%v", err)
		}
		only(t, dir)
	}
	if err := os.Mkdir(path, 0o700); err != nil {
		t.Fatal(err)
	}
	for _, force := range []bool{false, true} {
		if err := writeFile(path, strings.NewReader("new"), secretMode, force); err == nil {
			t.Error("a directory was replaced")
		}
	}
	if err := os.Rename(path, filepath.Join(dir, "directory")); err != nil {
		t.Fatal(err)
	}
	// A file that comes while another is written.
	late := readerFunc(func([]byte) (int, error) {
		return 0, cmp.Or(os.WriteFile(path, []byte("late"), 0o600), io.EOF)
	})
	if err := writeFile(path, late, secretMode, false); err == nil || !strings.Contains(err.Error(), "exists") {
		t.Errorf("%v", err)
	}
	wantFile(t, path, "late", 0o600)
	only(t, dir, "directory", "target")
}

// The name of a new file is brought to the disk, too.
func TestSyncDirectory(t *testing.T) {
	for _, dir := range []string{t.TempDir(), "/proc"} {
		if err := syncDirectory(dir); err != nil {
			t.Errorf("%s: %v", dir, err)
		}
	}
	if err := syncDirectory(filepath.Join(t.TempDir(), "no")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no directory: %v", err)
	}
	dir, sync := t.TempDir(), syncDirectory
	defer func() { syncDirectory = sync }()
	path := filepath.Join(dir, "key.pem")
	for i, force := range []string{"--force=false", "--force"} {
		calls, key := 0, ""
		syncDirectory = func(name string) error {
			calls, key = calls+1, string(must(os.ReadFile(path)))
			if name != dir || !strings.HasPrefix(key, "-----BEGIN ") {
				t.Errorf("%s: %q", name, key)
			}
			return []error{nil, errors.New("bad disk")}[i]
		}
		args := []string{"keygen", "--alg", "ed25519", "--out", path, force}
		if i == 0 {
			wantOutput(t, "", "", args...)
		} else {
			wantError(t, "cannot bring "+path+" to the disk: bad disk", "", args...)
		}
		wantFile(t, path, key, 0o600)
		only(t, dir, "key.pem")
		if calls != 1 {
			t.Errorf("%d calls", calls)
		}
	}
}

type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(b []byte) (int, error) { return f(b) }

// File systems without links.
func TestCreateWithoutLinks(t *testing.T) {
	dir := t.TempDir()
	from, to := filepath.Join(dir, "from"), filepath.Join(dir, "to")
	link := func(string, string) error { return errors.ErrUnsupported }
	for _, content := range []string{"new", "newer"} {
		if err := os.WriteFile(from, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		err := create(from, to, link)
		if content == "new" && err != nil || content == "newer" && (err == nil || err.Error() != to+" exists; --force replaces it") {
			t.Errorf("%s: %v", content, err)
		}
		wantFile(t, to, "new", 0o600)
	}
	if err := create(from, filepath.Join(dir, "no", "to"), link); err == nil || !strings.HasPrefix(err.Error(), "cannot create ") {
		t.Errorf("%v", err)
	}
}

// A secret in a file that others may read comes with a warning; in one that they may
// not, and where nothing is secret, without.
func TestRedirected(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("files have no modes")
	}
	commands := writers(t)
	commands["keygen --alg ed25519"], commands["keygen --alg bip340 --form raw --out -"] = true, true
	for command, secret := range commands {
		for mode, readable := range map[os.FileMode]bool{0o600: false, 0o400: false, 0o644: true, 0o640: true, 0o602: true} {
			f := must(os.Create(filepath.Join(t.TempDir(), "out")))
			defer f.Close()
			if err := f.Chmod(mode); err != nil {
				t.Fatal(err)
			}
			var stderr bytes.Buffer
			status := run(strings.Fields(command), strings.NewReader(""), f, &stderr)
			if size := must(f.Stat()).Size(); status != exitDone || size == 0 {
				t.Errorf("%s: status %d and %d bytes", command, status, size)
			}
			warned := strings.HasPrefix(stderr.String(), "secant: warning: the ") && strings.Count(stderr.String(), "\n") == 1
			if warned != (secret && readable) || !warned && stderr.Len() > 0 {
				t.Errorf("%s, mode %v: %q", command, mode, stderr.String())
			}
		}
	}
}
