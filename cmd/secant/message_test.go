// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"bytes"
	"crypto/ed25519"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// holdLess lowers, for a test, what is held in memory, so that what is long has not to be
// long to hash.
func holdLess(t *testing.T) {
	held, piped := maxHeld, maxPiped
	t.Cleanup(func() { maxHeld, maxPiped = held, piped })
	maxHeld, maxPiped = 1<<20, 2<<20
}

// longFile makes a file of n bytes, of which only the last is not zero, and returns its
// path.
func longFile(t *testing.T, n int64) string {
	t.Helper()
	f := must(os.Create(filepath.Join(t.TempDir(), "long")))
	defer f.Close()
	if _, err := f.WriteAt([]byte{1}, n-1); err != nil {
		t.Fatal(err)
	}
	return f.Name()
}

// runIn runs a command line that must succeed, and returns what it prints. It must not
// allocate more than limit bytes.
func runIn(t *testing.T, limit uint64, stdin io.Reader, args ...string) string {
	t.Helper()
	var before, after runtime.MemStats
	var stdout, stderr bytes.Buffer
	runtime.ReadMemStats(&before)
	status := run(args, stdin, &stdout, &stderr)
	runtime.ReadMemStats(&after)
	if status != exitDone {
		t.Fatalf("secant %q: status %d, %q", args, status, stderr.String())
	}
	if n := after.TotalAlloc - before.TotalAlloc; n > limit {
		t.Errorf("secant %q allocated %d bytes", args, n)
	}
	return stdout.String()
}

// A file of any length is signed and verified in little memory, by its name and as
// standard input, from wherever that is.
func TestLongFile(t *testing.T) {
	holdLess(t)
	const length, limit = 2 << 20, 1 << 20
	long, other := longFile(t, length), longFile(t, length+1)
	shorter := longFile(t, length-1)
	for _, a := range algorithms {
		if a.sign == nil {
			continue
		}
		t.Run(a.Name, func(t *testing.T) {
			key := file(t, mustRun(t, "", "keygen", "--alg", a.Name))
			pub := file(t, mustRun(t, "", "pubkey", "--alg", a.Name, "--in", key))
			sig := file(t, runIn(t, limit, nil, "sign", "--alg", a.Name, "--key", key, long))
			verify := []string{"verify", "--alg", a.Name, "--pub", pub, "--sig", sig}
			runIn(t, limit, nil, append(verify, long)...)
			wantInvalid(t, append(verify, other)...)

			stdin := must(os.Open(other))
			must(stdin.Seek(1, io.SeekStart))
			runIn(t, limit, stdin, verify...)
			stdin = must(os.Open(shorter))
			must(stdin.Seek(1, io.SeekStart))
			var stdout bytes.Buffer
			if status := run(verify, stdin, &stdout, io.Discard); status != exitInvalid {
				t.Errorf("status %d, %q", status, stdout.String())
			}
		})
	}
}

// Nonces of files that others can change in the middle are random, and all others as
// RFC 8032 has them.
func TestLongFileNonce(t *testing.T) {
	holdLess(t)
	key, priv := file(t, edPrivate(edSeed)), ed25519.NewKeyFromSeed(unhex(edSeed))
	for _, length := range []int64{maxHeld, maxHeld + 1} {
		path := longFile(t, length)
		content := must(os.ReadFile(path))
		want := string(ed25519.Sign(priv, content))
		sig, again := mustRun(t, "", "sign", "--key", key, path), mustRun(t, "", "sign", "--key", key, path)
		if mapped := length > maxHeld; (sig != want) != mapped || (sig != again) != mapped {
			t.Errorf("%d bytes: %x and %x, RFC 8032 has %x", length, sig, again, want)
		}
		if !ed25519.Verify(priv.Public().(ed25519.PublicKey), content, []byte(sig)) {
			t.Errorf("%d bytes: the signature is invalid", length)
		}
	}
	k1 := file(t, k1PKCS8)
	path := longFile(t, maxHeld+1)
	if sig := mustRun(t, "", "sign", "--key", k1, path); sig != mustRun(t, "", "sign", "--key", k1, path) {
		t.Error("ECDSA is not deterministic")
	}
	jq, path := file(t, edPublic), longFile(t, maxHeld+1)
	sign := []string{"sign", "--alg", "jq255e", "--key", jq}
	if sig := mustRun(t, "", append(sign, path)...); sig == mustRun(t, "", append(sign, path)...) {
		t.Error("jq255e is deterministic for a file that others can change")
	}
	if sig := mustRun(t, "", append(sign, jq)...); sig != mustRun(t, "", append(sign, jq)...) {
		t.Error("jq255e is not deterministic")
	}
}

// zeros is a pipe that never ends.
type zeros struct{}

func (zeros) Read(b []byte) (int, error) {
	clear(b)
	return len(b), nil
}

// What comes from a pipe is hashed while it is read, or has to end.
func TestLongPipe(t *testing.T) {
	holdLess(t)
	const length = 5 << 20
	path := longFile(t, length)
	pipe := func() io.Reader {
		return io.MultiReader(io.LimitReader(zeros{}, length-1), strings.NewReader("\x01"))
	}
	key := file(t, k1PKCS8)
	sig := runIn(t, 1<<20, pipe(), "sign", "--key", key)
	if again := runIn(t, 1<<20, nil, "sign", "--key", key, path); sig != again {
		t.Errorf("%x from a pipe, %x of a file", sig, again)
	}
	runIn(t, 1<<20, pipe(), "verify", "--pub", file(t, k1Public), "--sig", file(t, sig))
	var stdout, stderr bytes.Buffer
	status := run([]string{"sign", "--key", file(t, edPrivate(edSeed))}, zeros{}, &stdout, &stderr)
	const want = "secant: standard input is longer than 2 MiB, and Ed25519 reads a message twice: put it in a file\n"
	if status != exitUnable || stdout.Len() > 0 || stderr.String() != want {
		t.Errorf("status %d, %q", status, stderr.String())
	}
	// A hash value is short.
	stderr.Reset()
	status = run([]string{"sign", "--digest", "--key", key}, zeros{}, &stdout, &stderr)
	if status != exitUnable || !strings.Contains(stderr.String(), "longer than 65536 bytes") {
		t.Errorf("status %d, %q", status, stderr.String())
	}
}

// A file that becomes shorter while it is read is an error.
func TestShrinkingFile(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the system does not let it become shorter")
	}
	holdLess(t)
	for _, a := range algorithms {
		if a.sign == nil || a.usualHash != "" {
			continue
		}
		k := must(a.Generate())
		size := len(must(a.sign(k.Secret, new(message), new(options))))
		for name, use := range map[string]func(m *message) error{
			"sign": func(m *message) error {
				_, err := a.sign(k.Secret, m, new(options))
				return err
			},
			"verify": func(m *message) error {
				return a.verify(k.Public, m.data, make([]byte, size), &options{rules: "default"})
			},
		} {
			f := must(os.OpenFile(longFile(t, maxHeld+1), os.O_RDWR, 0))
			defer f.Close()
			m := must(readWhole(f))
			if err := f.Truncate(maxHeld / 2); err != nil {
				t.Fatal(err)
			}
			err := m.during(func() error { return use(m) })
			if name == "verify" && err == errInvalidSignature {
				continue // for another reason, found before
			}
			if err == nil || !strings.HasPrefix(err.Error(), "the message changed") {
				t.Errorf("%s %s: %v", a.Name, name, err)
			}
			m.close()
		}
	}
	defer func() {
		if recover() != "other" {
			t.Error("another panic is hidden")
		}
	}()
	m := must(readWhole(must(os.Open(longFile(t, maxHeld+1)))))
	defer m.close()
	m.during(func() error { panic("other") })
}
