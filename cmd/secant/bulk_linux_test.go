// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"secant.example/cmd/secant/bulk"
)

// A live input is reported while more is awaited. After a signal there is a summary of what was
// done, no copy of it, and the process has ended by that signal.
func TestBulkInterrupted(t *testing.T) {
	for _, s := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM} {
		dir := t.TempDir()
		child := toolProcess("bulk", "--json", "--out", filepath.Join(dir, "valid"))
		in, out := must(child.StdinPipe()), must(child.StdoutPipe())
		if err := child.Start(); err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(in, "%s\n%s\n%s\n%s", edRecord, spoilt, edRecord, edRecord[:20])
		lines := bufio.NewReader(out)
		if first := must(lines.ReadString('\n')); !strings.HasPrefix(first, `{"type":"invalid","file":"-","line":2,`) {
			t.Errorf("%q", first)
		}
		if err := child.Process.Signal(s); err != nil {
			t.Fatal(err)
		}
		rest := string(must(io.ReadAll(lines)))
		const want = `{"type":"summary","format":1,"records":3,"valid":2,"invalid":1,"skipped":0,"reasons":{"not valid":1},"schemes":{"ed25519":{"valid":2,"invalid":1}},"rules":{"default":{"valid":2,"invalid":1}},"complete":false,"stopped":"interrupted"}` + "\n"
		if rest != want {
			t.Errorf("%q", rest)
		}
		exit, _ := child.Wait().(*exec.ExitError)
		if exit == nil || exit.Sys().(syscall.WaitStatus).Signal() != s {
			t.Errorf("%v: ended by %v", s, exit)
		}
		only(t, dir)
	}
}

// A report that nobody reads is an error, and leaves no part of a copy.
func TestBulkBrokenPipe(t *testing.T) {
	dir := t.TempDir()
	child := toolProcess("bulk", "--out", filepath.Join(dir, "valid"))
	child.Stdin = strings.NewReader(edRecord + "\n" + spoilt + "\n")
	var errOut bytes.Buffer
	child.Stderr = &errOut
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	r.Close()
	child.Stdout = w
	child.Run()
	w.Close()
	if child.ProcessState.ExitCode() != exitUnable || !strings.Contains(errOut.String(), "cannot write to standard output") {
		t.Errorf("%v, %q", child.ProcessState, &errOut)
	}
	only(t, dir)
}

// Progress is shown on a terminal that can show it, and no trace of it is left, also after an
// interrupt.
func TestBulkTerminal(t *testing.T) {
	for _, test := range []struct {
		term  string
		quiet bool
		shown bool
	}{{"xterm", false, true}, {"dumb", false, false}, {"xterm", true, false}} {
		screen, tty := terminal(t)
		child := toolProcess("bulk", fmt.Sprintf("--quiet=%v", test.quiet))
		child.Env = append(child.Env, "TERM="+test.term)
		var out bytes.Buffer
		child.Stdout, child.Stderr = &out, tty
		in := must(child.StdinPipe())
		if err := child.Start(); err != nil {
			t.Fatal(err)
		}
		tty.Close()
		shown := make(chan string)
		first := make(chan struct{})
		go func() {
			var text []byte
			b := make([]byte, 1000)
			for {
				n, err := screen.Read(b)
				if n > 0 && len(text) == 0 {
					close(first)
				}
				if text = append(text, b[:n]...); err != nil { // all have closed the other end
					shown <- string(text)
					return
				}
			}
		}()
		for waited := time.Duration(0); ; waited += firstShown / 10 {
			fmt.Fprintln(in, edRecord)
			select {
			case <-first:
			case <-time.After(firstShown / 10):
				if test.shown || waited < 3*firstShown/2 {
					continue
				}
			}
			break
		}
		if err := child.Process.Signal(os.Interrupt); err != nil {
			t.Fatal(err)
		}
		child.Wait()
		text := <-shown
		if !strings.Contains(out.String(), " records valid, 0 not; not all was read: interrupted\n") {
			t.Errorf("TERM=%s: %q", test.term, out.String())
		}
		if !test.shown {
			if text != "" {
				t.Errorf("TERM=%s, quiet %v: %q", test.term, test.quiet, text)
			}
			continue
		}
		if !strings.Contains(text, "verifying") || strings.Contains(text, "GB/s") || !regexp.MustCompile("\r *\r$").MatchString(text) {
			t.Errorf("%q", text)
		}
	}
}

// Very many records take no more memory than many. With SECANT_LONG=1 it is two million.
func TestBulkMemory(t *testing.T) {
	manyProcesses(t)
	n := 40_000
	if os.Getenv(longVariable) != "" {
		n = 2_000_000
	}
	var block bytes.Buffer
	const records = 1000
	if err := writeEvents(&block, records/2, 250); err != nil {
		t.Fatal(err)
	}
	for range records / 2 {
		fmt.Fprintln(&block, `["EVENT",{"id":"`+strings.Repeat("0", 64)+`"}]`)
	}
	memory := func(n int) int {
		status := filepath.Join(t.TempDir(), "status")
		child := toolProcess("bulk", "--quiet", "--jobs", "2")
		child.Env = append(child.Env, statusFile+"="+status)
		in := must(child.StdinPipe())
		var out bytes.Buffer
		child.Stdout = &out
		if err := child.Start(); err != nil {
			t.Fatal(err)
		}
		for range n / records {
			if _, err := in.Write(block.Bytes()); err != nil {
				t.Fatal(err)
			}
		}
		in.Close()
		child.Wait()
		want := fmt.Sprintf("%d of %d records valid, %d not: %d malformed record\n", n/2, n, n/2, n/2)
		if out.String() != want {
			t.Errorf("%q, want %q", out.String(), want)
		}
		most := regexp.MustCompile(`VmHWM:\s+([0-9]+) kB`).FindSubmatch(must(os.ReadFile(status)))
		return must(strconv.Atoi(string(most[1])))
	}
	few, many := memory(n/10), memory(n)
	t.Logf("%d records: %d KiB, %d records: %d KiB", n/10, few, n, many)
	if many > few+32<<10 || many > 128<<10 {
		t.Errorf("%d KiB for %d records, %d KiB for %d", few, n/10, many, n)
	}
}

// A named pipe that comes in the place of a message's file, after it was looked at, is not waited
// for, and is no message.
func TestBulkNamedPipe(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "m")
	must(0, os.WriteFile(path, []byte(edMessage), 0o600))
	swap := swappingFiles{messageFiles{must(os.OpenRoot(dir))}, func() {
		must(0, os.Remove(path))
		must(0, syscall.Mkfifo(path, 0o600))
	}}
	defer swap.root.Close()
	record := strings.Replace(edRecord, `"message":"r"`, `"message_file":"m"`, 1)
	for _, want := range []string{"unreadable message: not a regular file", "unreadable message: not a regular file"} {
		ended := make(chan bulk.Verdict, 1)
		go func() {
			var r bulk.Record
			ended <- must(bulk.NewParser(bulk.JSONLines, nil, swap)).Parse([]byte(record), &r)
		}()
		select {
		case got := <-ended:
			if got.String() != want {
				t.Errorf("%s, want %s", got, want)
			}
		case <-time.After(10 * time.Second):
			t.Fatal("it waits for a writer")
		}
		swap.then = func() {} // it is there already
	}
	wantBulk(t, exitInvalid, record, []string{
		"line 1: unreadable message: not a regular file (id good)", "0 of 1 records valid, 1 not: 1 unreadable message",
	}, "bulk", "--files-from", dir)
}

// swappingFiles are files of which each is another one after it was looked at.
type swappingFiles struct {
	messageFiles
	then func()
}

func (s swappingFiles) Stat(name string) (fs.FileInfo, error) {
	defer s.then()
	return s.messageFiles.Stat(name)
}
