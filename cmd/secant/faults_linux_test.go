// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
)

// Whatever fails while a command writes a file, and whenever it is killed: under its name is
// the old file, or the whole new one; a temporary file is left only if there was no way to
// remove it, and only for its owner; and the next command is not hindered.
func TestFaults(t *testing.T) {
	manyProcesses(t)
	if _, err := exec.LookPath("strace"); err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal(err)
		}
		t.Skip("there is no strace")
	}
	all := []string{"error=EIO", "error=ENOSPC", "error=EROFS", "signal=TERM", "signal=KILL"}
	commands := writers(t)
	commands["keygen --alg ed25519"] = true
	for command, secret := range commands {
		faults := []string{"error=ENOSPC", "signal=KILL"}
		if strings.HasPrefix(command, "keygen ") {
			faults = all
		}
		for _, force := range []bool{false, true} {
			args := strings.Fields(command)
			t.Run(fmt.Sprintf("%s force=%v", args[0], force), func(t *testing.T) {
				w := &faultyWriter{args: args, force: force, secret: secret}
				if args[0] != "keygen" {
					w.want = mustRun(t, "", args...)
				}
				whole := w.run(t, "")
				if len(whole) < 8 {
					t.Fatalf("strace saw only %v", whole)
				}
				for _, call := range whole {
					for _, fault := range faults {
						w.hit(t, call, fault)
					}
				}
			})
		}
	}
}

// A faultyWriter is a command that writes a file, and what should be in that.
type faultyWriter struct {
	args          []string
	force, secret bool
	want          string // or any key if empty
}

// A systemCall is one that has to do with the file that is written.
type systemCall struct {
	name, about string // the temporary file, or its directory
	number      int    // among those of that name of its thread
	hit         bool   // by a fault
}

// hit lets fault happen in call.
func (w *faultyWriter) hit(t *testing.T, call systemCall, fault string) {
	t.Helper()
	number := call.number
	for range 40 { // others before may be more or less
		seen := w.run(t, fmt.Sprintf("%s:%s:when=%d", call.name, fault, number))
		if seen == nil { // it hit another one
			seen = w.run(t, "")
		}
		for _, got := range seen {
			if got.name == call.name && got.about == call.about {
				if got.hit {
					return
				}
				number = got.number
			}
		}
	}
	t.Errorf("%s of the %s is never hit by %s", call.name, call.about, fault)
}

var straceCall = regexp.MustCompile(`^(\w+)\(.*`)

// run lets the command write a file under strace, with a fault as its option --inject takes
// it, and checks what that leaves behind. It returns the calls that strace saw.
func (w *faultyWriter) run(t *testing.T, fault string) (calls []systemCall) {
	t.Helper()
	dir, logs := t.TempDir(), filepath.Join(t.TempDir(), "log")
	path := filepath.Join(dir, "out")
	args := append(slices.Clone(w.args), "--out", path)
	if w.force {
		args = append(args, "--force")
		must(0, os.WriteFile(path, []byte("old"), 0o600))
	}
	options := []string{"-ff", "-y", "-qq", "-o", logs, "-e", "trace=openat,write,fsync,close,linkat,?renameat,?renameat2,unlinkat"}
	if fault != "" {
		options = append(options, "-e", "inject="+fault)
	}
	tool := toolProcess(args...)
	traced := exec.Command("strace", append(options, tool.Args...)...)
	traced.Env = append(tool.Env, "GODEBUG=asyncpreemptoff=1") // no signals but those of faults
	output, _ := traced.CombinedOutput()
	killed, elsewhere := false, false
	for _, log := range must(filepath.Glob(logs + ".*")) { // one of each thread
		lines := strings.Split(string(must(os.ReadFile(log))), "\n")
		numbers := make(map[string]int)
		for i, line := range lines {
			match := straceCall.FindStringSubmatch(line)
			if match == nil {
				continue
			}
			numbers[match[1]]++
			after := "" // signals, and the end
			for _, next := range lines[i+1:] {
				if !strings.HasPrefix(next, "--- ") && !strings.HasPrefix(next, "+++ ") {
					break
				}
				after += next
			}
			call := systemCall{name: match[1], about: "directory", number: numbers[match[1]]}
			call.hit = strings.HasSuffix(line, "(INJECTED)") || strings.Contains(after, "si_code=SI_KERNEL") ||
				strings.HasSuffix(fault, fmt.Sprintf("%s:signal=KILL:when=%d", call.name, call.number)) && strings.Contains(after, "+++ killed")
			if strings.Contains(line, "/.secant-") {
				call.about = "temporary file"
			}
			if strings.Contains(line, dir) {
				calls = append(calls, call)
				killed = killed || call.hit && strings.Contains(fault, "KILL")
			} else {
				elsewhere = elsewhere || call.hit
			}
		}
	}
	if elsewhere {
		return nil // in the runtime, which may do anything then
	}
	status := traced.ProcessState.Sys().(syscall.WaitStatus)
	about := fmt.Sprintf("%s: status %v, %q", fault, status, output)

	content, err := os.ReadFile(path)
	isNew := err == nil && string(content) == w.want
	if w.want == "" && err == nil {
		_, keyErr := parseKey(string(content), nil)
		isNew = keyErr == nil
	}
	switch {
	case isNew:
		if mode := must(os.Stat(path)).Mode(); w.secret && mode != 0o600 {
			t.Errorf("%s: mode %v", about, mode)
		}
	case status.ExitStatus() == exitDone:
		t.Errorf("%s: done, with %q, %v", about, content, err)
	case w.force && string(content) != "old" || !w.force && err == nil:
		t.Errorf("%s: %q is left, %v", about, content, err)
	}
	for _, entry := range must(os.ReadDir(dir)) {
		if entry.Name() == "out" {
			continue
		}
		if !killed && !(strings.HasPrefix(fault, "unlinkat:error=") && status.ExitStatus() == exitUnable) {
			t.Errorf("%s: %s is left", about, entry.Name())
		}
		if mode := must(entry.Info()).Mode(); w.secret && mode != 0o600 {
			t.Errorf("%s: %s is left with mode %v", about, entry.Name(), mode)
		}
	}
	again := append(slices.Clone(w.args), "--out", path)
	if err == nil {
		again = append(again, "--force")
	}
	wantOutput(t, "", "", again...)
	return calls
}
