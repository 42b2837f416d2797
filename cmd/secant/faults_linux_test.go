// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"errors"
	"fmt"
	"io/fs"
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
// remove it, and only for its owner; and the next command is not hindered. All commands write by the same
// function: each call of keygen is hit by every fault, and of the others by two in turns, or, with
// SECANT_LONG=1, by both.
func TestFaults(t *testing.T) {
	needStrace(t)
	all := []string{"error=EIO", "error=ENOSPC", "error=EROFS", "signal=TERM", "signal=KILL"}
	commands := writers(t)
	commands["keygen --alg ed25519"] = true
	token := file(t, mustRun(t, edMessage, "sign", "--form", "jws", "--key", file(t, edPrivate(edSeed))))
	payload := "verify --pub " + file(t, edPublic) + " --sig " + token
	commands[payload] = false
	for command, secret := range commands {
		faults, inTurns := []string{"error=ENOSPC", "signal=KILL"}, os.Getenv(longVariable) == ""
		if strings.HasPrefix(command, "keygen ") {
			faults, inTurns = all, false
		}
		for _, force := range []bool{false, true} {
			args := strings.Fields(command)
			t.Run(fmt.Sprintf("%s force=%v", args[0], force), func(t *testing.T) {
				w := &faultyWriter{args: args, flag: "--out", force: force, secret: secret}
				switch {
				case command == payload:
					w.flag, w.want, w.prints = "--payload", edMessage, "valid signature (JWS EdDSA, default rules)\n"
				case args[0] != "keygen":
					w.want = mustRun(t, "", args...)
				}
				whole := w.run(t, "")
				if len(whole) < 8 {
					t.Fatalf("strace saw only %v", whole)
				}
				for i, call := range whole {
					for j, fault := range faults {
						if !inTurns || (i+j)%len(faults) == 0 {
							w.hit(t, call, fault)
						}
					}
				}
			})
		}
	}
}

func needStrace(t *testing.T) {
	t.Helper()
	manyProcesses(t)
	if _, err := exec.LookPath("strace"); err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal(err)
		}
		t.Skip("there is no strace")
	}
}

// The same of a copy of valid records. What it is written with besides opening and writing, only it
// calls, on whatever thread; that it cannot be written does a limit on the sizes of files.
func TestFaultsBulk(t *testing.T) {
	needStrace(t)
	record := file(t, edRecord+"\n")
	const summary = "1 of 1 records valid, 0 not\n"
	faults := []string{"none", "full"}
	for _, call := range []string{"fsync", "linkat", "renameat", "unlinkat"} {
		for _, what := range []string{"error=EIO", "error=ENOSPC", "error=EROFS", "signal=TERM", "signal=KILL"} {
			faults = append(faults, call+":"+what)
		}
	}
	for _, fault := range faults {
		call, what, _ := strings.Cut(fault, ":")
		for _, force := range []bool{false, true} {
			if call == "linkat" && force || call == "renameat" && !force {
				continue // which it does not call
			}
			dir := t.TempDir()
			path := filepath.Join(dir, "out")
			args := []string{"bulk", "--out", path, record}
			if force {
				args = append(args, "--force")
				must(0, os.WriteFile(path, []byte("old"), 0o600))
			}
			tool := toolProcess(args...)
			child := exec.Command("strace", append([]string{"-f", "-qq", "-o", os.DevNull, "-e", "inject=" + fault}, tool.Args...)...)
			switch call {
			case "none":
				child = tool
			case "full":
				child = exec.Command("sh", append([]string{"-c", `ulimit -f 0; exec "$@"`, "sh"}, tool.Args...)...)
			}
			child.Env = tool.Env
			output, _ := child.CombinedOutput()
			status := child.ProcessState.Sys().(syscall.WaitStatus)
			about := fmt.Sprintf("%s, force %v: status %v, %q", fault, force, child.ProcessState, output)
			content, err := os.ReadFile(path)
			isNew := err == nil && string(content) == edRecord+"\n"
			old := force && string(content) == "old" || !force && errors.Is(err, fs.ErrNotExist)
			left := 0
			for _, entry := range must(os.ReadDir(dir)) {
				if entry.Name() != "out" {
					left++
				}
			}
			var good bool
			switch {
			case call == "none":
				good = status.ExitStatus() == exitDone && isNew && left == 0 && string(output) == summary
			case call == "full":
				good = status.ExitStatus() == exitUnable && old && left == 0 && strings.Contains(string(output), "file too large")
			case what == "signal=KILL":
				good = status.Signaled() && (isNew || old)
			case what == "signal=TERM": // it waits until the file is whole, and that is after the report
				good = status.Signaled() && status.Signal() == syscall.SIGTERM && isNew && left == 0
			case call == "unlinkat" && !force:
				good = status.ExitStatus() == exitUnable && isNew && left == 1
			case call == "unlinkat": // nothing is left to remove
				good = status.ExitStatus() == exitDone && isNew && left == 0 || status.ExitStatus() == exitUnable && isNew && left == 0
			case call == "fsync" || call == "renameat":
				good = status.ExitStatus() == exitUnable && old && left == 0
			default: // a file system without links: it is renamed
				good = status.ExitStatus() == exitDone && isNew && left == 0
			}
			if !good {
				t.Errorf("%s; new %v, old %v, left %d", about, isNew, old, left)
			}
		}
	}
}

// A faultyWriter is a command that writes a file, and what should be in that.
type faultyWriter struct {
	args          []string
	flag          string // that names the file
	force, secret bool
	want          string // or any key if empty
	prints        string // on standard output
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
	args := append(slices.Clone(w.args), w.flag, path)
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
	again := append(slices.Clone(w.args), w.flag, path)
	if err == nil {
		again = append(again, "--force")
	}
	wantOutput(t, w.prints, "", again...)
	return calls
}
