// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

//go:build flink && linux

package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"secant.example/cmd/secant/bulk"
	"secant.example/ed25519"
)

// TestFlink runs the command on Apache Flink, in its local mode, kills the process of the worker with
// SIGKILL three times, each after it has read a part of the records, and wants each record counted
// once. It needs Maven, Java 17 or so, and what testdata/flink/pom.xml names, 150 MB from Maven
// Central, which Maven keeps:
//
//	go test -tags flink -run TestFlink -v ./cmd/secant-beam
func TestFlink(t *testing.T) {
	const records = 400_000
	dir := t.TempDir()
	input := filepath.Join(dir, "records.jsonl")
	invalid, malformed := writeRecords(t, input, records)
	size, err := os.Stat(input)
	if err != nil {
		t.Fatal(err)
	}
	server, endpoint := startFlink(t, dir)

	// Beam's own program starts workers: it gets the program from the job server. That is this one.
	boot := filepath.Join(dir, "boot")
	command(t, "go", "build", "-o", boot, "github.com/apache/beam/sdks/v2/go/container")
	environment, err := json.Marshal(map[string]string{"command": boot})
	if err != nil {
		t.Fatal(err)
	}
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(dir, "out")
	set(t, map[string]string{
		"runner": "flink", "endpoint": endpoint, "environment_type": "PROCESS", "environment_config": string(environment),
		"worker_binary": program, "out": out, "report": "true", "part-size": "1048576", "jobs": "1",
	})

	// The next worker is killed when it has read so much of the file.
	limits := []int64{size.Size() / 4, size.Size() / 2, size.Size() * 3 / 4}
	var killed []int64
	const copies = "/tmp/bin" // where Beam puts a copy of the program for each, which it leaves there
	seen := make(map[int]string)
	done := make(chan struct{})
	var watch sync.WaitGroup
	watch.Go(func() {
		for {
			for _, pid := range workers(server) {
				exe, err := os.Readlink(fmt.Sprintf("/proc/%d/exe", pid))
				if err != nil || !strings.HasPrefix(exe, copies) {
					continue // it has not begun
				}
				seen[pid] = filepath.Dir(exe)
				if read := bytesRead(pid); len(killed) < len(limits) && read > limits[len(killed)] {
					if syscall.Kill(pid, syscall.SIGKILL) == nil {
						killed = append(killed, read)
						time.Sleep(time.Second) // it is gone
					}
				}
			}
			select {
			case <-done:
				return
			case <-time.After(20 * time.Millisecond):
			}
		}
	})
	start := time.Now()
	valid, err := run(context.Background(), []string{input})
	close(done)
	watch.Wait()
	for _, copied := range seen {
		os.RemoveAll(copied)
	}
	t.Logf("%d records, %d bytes: %v; %d workers, killed after they had read %d bytes", records, size.Size(), time.Since(start).Round(time.Second), len(seen), killed)
	if valid || err != nil {
		t.Fatal(valid, err)
	}
	if len(killed) != len(limits) || len(seen) <= len(killed) {
		t.Fatalf("%d of %d workers killed", len(killed), len(seen))
	}

	text, err := os.ReadFile(filepath.Join(out, "summary.json"))
	if err != nil {
		t.Fatal(err)
	}
	var summary bulk.Summary
	if err := json.Unmarshal(text, &summary); err != nil {
		t.Fatal(err)
	}
	wrong := int64(len(invalid) + len(malformed))
	if summary.Valid != records-wrong || summary.Invalid != wrong || summary.Reasons[bulk.NotValid] != int64(len(invalid)) || summary.Reasons[bulk.MalformedRecord] != int64(len(malformed)) {
		t.Errorf("%s, of %d records, %d not valid and %d malformed", text, records, len(invalid), len(malformed))
	}
	for name, want := range map[string][]int64{"invalid.jsonl": invalid, "malformed.jsonl": malformed} {
		if got := findingLines(t, filepath.Join(out, name)); !slices.Equal(got, want) {
			t.Errorf("%s has %d lines, want %d: %v, want %v", name, len(got), len(want), got, want)
		}
	}
	if page, err := os.ReadFile(filepath.Join(out, "report.html")); err != nil || !bytes.Contains(page, []byte("records are not valid")) {
		t.Errorf("report.html: %v", err)
	}
}

// writeRecords writes n lines, and returns the numbers of those that are invalid and malformed.
func writeRecords(t *testing.T, path string, n int64) (invalid, malformed []int64) {
	t.Helper()
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	w := bufio.NewWriter(f)
	var ends [256]string
	for i := range ends {
		key := ed25519.NewKeyFromSeed(bytes.Repeat([]byte{byte(i)}, 32))
		message := fmt.Appendf(nil, "message %d", i)
		ends[i] = fmt.Sprintf(`"key":"%x","message_hex":"%x","signature":"%x"}`, key[32:], message, ed25519.Sign(key, message))
	}
	for line := int64(1); line <= n; line++ {
		end := ends[line%256]
		switch {
		case line%997 == 0:
			end = strings.Replace(end, `"message_hex":"`, `"message_hex":"00`, 1)
			invalid = append(invalid, line)
		case line%1999 == 0:
			end = "x"
			malformed = append(malformed, line)
		}
		fmt.Fprintf(w, "{\"id\":\"%d\",\"scheme\":\"ed25519\",%s\n", line, end)
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	return invalid, malformed
}

// findingLines returns the numbers of lines in a file of findings, sorted.
func findingLines(t *testing.T, path string) (all []int64) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		var f struct{ Line int64 }
		if err := json.Unmarshal([]byte(line), &f); err != nil {
			t.Fatal(err)
		}
		all = append(all, f.Line)
	}
	slices.Sort(all)
	return all
}

// command runs a program of others, and returns what it prints.
func command(t *testing.T, name string, args ...string) string {
	t.Helper()
	text, err := exec.Command(name, args...).CombinedOutput()
	if err != nil {
		t.Fatalf("%s %q: %v\n%s", name, args, err, text)
	}
	return string(text)
}

// startFlink starts a job server with Flink in it, and returns its process and where it listens.
func startFlink(t *testing.T, dir string) (pid int, endpoint string) {
	t.Helper()
	classes := filepath.Join(dir, "classpath")
	command(t, "mvn", "-q", "-B", "-f", "testdata/flink/pom.xml", "dependency:build-classpath", "-Dmdep.outputFile="+classes)
	classpath, err := os.ReadFile(classes)
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "localhost:0")
	if err != nil {
		t.Fatal(err)
	}
	endpoint = l.Addr().String()
	l.Close()
	_, port, _ := net.SplitHostPort(endpoint)
	conf := filepath.Join(dir, "conf")
	command(t, "cp", "-r", "testdata/flink", conf)
	var log bytes.Buffer
	java := exec.Command("java", "-Xmx2g", "--add-opens=java.base/java.util=ALL-UNNAMED", "--add-opens=java.base/java.lang=ALL-UNNAMED", "--add-opens=java.base/java.nio=ALL-UNNAMED",
		"-cp", string(classpath), "org.apache.beam.runners.flink.FlinkJobServerDriver", "--flink-master", "[local]", "--flink-conf-dir", conf,
		"--job-host", "127.0.0.1", "--job-port", port, "--artifact-port", "0", "--expansion-port", "-1", "--artifacts-dir", filepath.Join(dir, "artifacts"))
	java.Stdout, java.Stderr, java.Dir = &log, &log, dir // workers leave files where they are
	// Its workers are ended with it.
	java.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := java.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		syscall.Kill(-java.Process.Pid, syscall.SIGKILL)
		java.Wait()
		if t.Failed() {
			lines := strings.Split(log.String(), "\n")
			t.Logf("the job server:\n%s", strings.Join(lines[max(0, len(lines)-100):], "\n"))
		}
	})
	for range 600 {
		if c, err := net.Dial("tcp", endpoint); err == nil {
			c.Close()
			return java.Process.Pid, endpoint
		}
		time.Sleep(100 * time.Millisecond)
	}
	t.Fatal("the job server does not listen")
	return 0, ""
}

// workers returns the processes of workers that a job server has started: children of its children.
func workers(server int) (all []int) {
	entries, _ := filepath.Glob("/proc/[0-9]*")
	parents := make(map[int]int)
	for _, entry := range entries {
		pid, _ := strconv.Atoi(filepath.Base(entry))
		stat, err := os.ReadFile(entry + "/stat")
		if err != nil {
			continue
		}
		// The name of the program is in parentheses, then come the state and the parent.
		var state string
		var parent int
		fmt.Sscan(string(stat[bytes.LastIndexByte(stat, ')')+1:]), &state, &parent)
		parents[pid] = parent
	}
	for pid, parent := range parents {
		if boot, ok := parents[parent]; ok && boot == server {
			all = append(all, pid)
		}
	}
	return all
}

// bytesRead returns how much a process has read.
func bytesRead(pid int) int64 {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/io", pid))
	if err != nil {
		return 0
	}
	var n int64
	fmt.Sscanf(string(text), "rchar: %d", &n)
	return n
}
