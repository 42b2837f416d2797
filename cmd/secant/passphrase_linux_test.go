// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// asking names a terminal in the environment of a process that asks it for a passphrase.
const asking = "SECANT_TEST_ASKING"

func init() {
	path := os.Getenv(asking)
	if path == "" {
		return
	}
	openTerminal = func() (*os.File, error) { return os.OpenFile(path, os.O_RDWR|unix.O_NOCTTY, 0) }
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// waitForEcho waits until tty shows what is typed, or does not.
func waitForEcho(t *testing.T, tty *os.File, want bool) {
	t.Helper()
	for range 1000 {
		if must(unix.IoctlGetTermios(int(tty.Fd()), unix.TCGETS)).Lflag&unix.ECHO != 0 == want {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatalf("it shows what is typed: %v", !want)
}

// atTerminal runs a command line in a process that has a terminal, where answers are typed.
// It returns the exit status, what the terminal shows, and what the process writes.
func atTerminal(t *testing.T, answers []string, args ...string) (status syscall.WaitStatus, shown, stdout, stderr string) {
	t.Helper()
	screen, tty := terminal(t)
	var out, errOut bytes.Buffer
	child := exec.Command(must(os.Executable()), args...)
	child.Env = append(os.Environ(), asking+"="+tty.Name())
	child.Stdout, child.Stderr = &out, &errOut
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	lines := make(chan string)
	go func() {
		r := bufio.NewReader(screen)
		for {
			line, err := r.ReadString('\n')
			if err != nil {
				close(lines)
				return
			}
			lines <- line
		}
	}()
	for _, answer := range answers {
		waitForEcho(t, tty, false)
		if s := unix.SignalNum("SIG" + answer); s != 0 {
			if err := child.Process.Signal(s); err != nil {
				t.Fatal(err)
			}
		} else {
			screen.WriteString(answer + "\n")
		}
		shown += <-lines
	}
	child.Wait()
	waitForEcho(t, tty, true)
	return child.ProcessState.Sys().(syscall.WaitStatus), shown, out.String(), errOut.String()
}

// A passphrase is asked for at the terminal, which does not show it.
func TestAskPassphrase(t *testing.T) {
	path := file(t, encryptedKey)
	status, shown, stdout, stderr := atTerminal(t, []string{"secret"}, "pubkey", "--in", path)
	if status.ExitStatus() != exitDone || stdout != rfc8410Public || stderr != "" || shown != "Passphrase of "+path+": \r\n" {
		t.Errorf("%v, %q, %q, %q", status, shown, stdout, stderr)
	}
	status, shown, stdout, stderr = atTerminal(t, []string{"Secret"}, "key", "inspect", "--passphrase", "ask", "--in", path)
	if status.ExitStatus() != exitUnable || stdout != "" || !strings.Contains(stderr, "the passphrase is wrong") {
		t.Errorf("%v, %q, %q, %q", status, shown, stdout, stderr)
	}
	status, _, stdout, stderr = atTerminal(t, []string{""}, "pubkey", "--in", path)
	if status.ExitStatus() != exitUnable || stdout != "" || !strings.Contains(stderr, "the passphrase is empty") {
		t.Errorf("%v, %q, %q", status, stdout, stderr)
	}

	// A new one is asked for twice.
	dir := t.TempDir()
	key := filepath.Join(dir, "key.pem")
	keygen := []string{"keygen", "--alg", "ed25519", "--encrypt", "ask", "--kdf", "pbkdf2", "--out", key}
	status, shown, _, stderr = atTerminal(t, []string{"new", "New"}, keygen...)
	if status.ExitStatus() != exitUnable || !strings.Contains(stderr, "the two passphrases differ") || strings.Contains(strings.ReplaceAll(shown, "New passphrase", ""), "ew") {
		t.Errorf("%v, %q, %q", status, shown, stderr)
	}
	only(t, dir)
	status, shown, _, stderr = atTerminal(t, []string{"new", "new"}, keygen...)
	if status.ExitStatus() != exitDone || stderr != "" || shown != "New passphrase: \r\nThe same again: \r\n" {
		t.Errorf("%v, %q, %q", status, shown, stderr)
	}
	mustRun(t, "new\n", "pubkey", "--in", key, "--passphrase", "fd:0")
	status, shown, _, stderr = atTerminal(t, []string{"new", "other", "other"}, "key", "convert", "--in", key, "--encrypt", "ask", "--kdf", "pbkdf2", "--out", key+"2")
	if status.ExitStatus() != exitDone || stderr != "" || strings.Count(shown, "\n") != 3 {
		t.Errorf("%v, %q, %q", status, shown, stderr)
	}
	mustRun(t, "other\n", "pubkey", "--in", key+"2", "--passphrase", "fd:0")

	// A signal leaves the terminal as it was, and no file. What this process ignores its
	// children would ignore, but not what it catches.
	caught := make(chan os.Signal, 1)
	signal.Notify(caught, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT)
	defer signal.Stop(caught)
	for name, want := range map[string]syscall.Signal{
		"INT": syscall.SIGINT, "TERM": syscall.SIGTERM, "HUP": syscall.SIGHUP, "QUIT": syscall.SIGQUIT,
	} {
		dir := t.TempDir()
		status, _, _, stderr = atTerminal(t, []string{"new", name}, "keygen", "--alg", "ed25519", "--encrypt", "ask", "--out", filepath.Join(dir, "key.pem"))
		if want == syscall.SIGQUIT { // which makes the runtime print where it was
			if status.ExitStatus() != exitUnable {
				t.Errorf("%v", status)
			}
		} else if !status.Signaled() || status.Signal() != want || stderr != "" {
			t.Errorf("%v, %q", status, stderr)
		}
		only(t, dir)
	}
}

// A descriptor is one from whoever started the process, and not one of its own, such as those
// that the Go runtime has.
func TestInheritedDescriptor(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	w.WriteString("secret\n")
	w.Close()
	dir := t.TempDir()
	key := filepath.Join(dir, "key.pem")
	wantError(t, "it is not one that was open when the command started", "",
		"keygen", "--alg", "ed25519", "--encrypt", fmt.Sprintf("fd:%d", r.Fd()), "--out", key)
	only(t, dir)
	for n := range 20 {
		child := toolProcess("keygen", "--alg", "ed25519", "--encrypt", fmt.Sprintf("fd:%d", 3+n), "--out", key)
		if child.Run(); child.ProcessState.ExitCode() != exitUnable {
			t.Errorf("descriptor %d, which nobody gave: %v", 3+n, child.ProcessState)
		}
		only(t, dir)
	}
	child := toolProcess("keygen", "--alg", "ed25519", "--encrypt", "fd:3", "--kdf", "pbkdf2", "--out", key)
	child.ExtraFiles = []*os.File{r}
	if err := child.Run(); err != nil {
		t.Fatal(err)
	}
	mustRun(t, "secret\n", "pubkey", "--in", key, "--passphrase", "fd:0")
}
