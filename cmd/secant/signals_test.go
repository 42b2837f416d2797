// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

//go:build unix

package main

import (
	"bufio"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"
)

// Variables of the environment that make this program another one.
const (
	slowWriter = "SECANT_TEST_SLOW_WRITER" // one that writes a file, which it names, slowly
	realTool   = "SECANT_TEST_TOOL"        // secant itself
	statusFile = "SECANT_TEST_STATUS"      // which writes what the system knows of it to this file, then
)

// manyCalls is more than the runtime makes of a system call before a program starts.
const manyCalls = 200

func TestMain(m *testing.M) {
	if os.Getenv(realTool) != "" {
		runtime.LockOSThread()
		for range manyCalls { // that fail, so that those of the tool have numbers that others have not
			os.Open("")
			syscall.Write(-1, nil)
			syscall.Close(-1)
		}
		status := run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
		if path := os.Getenv(statusFile); path != "" {
			must(0, os.WriteFile(path, must(os.ReadFile("/proc/self/status")), 0o600))
		}
		os.Exit(status)
	}
	path := os.Getenv(slowWriter)
	if path == "" {
		os.Exit(m.Run())
	}
	// The first half is written when it says so, and the second when it is told to.
	slow := readerFunc(func([]byte) (int, error) {
		os.Stdout.WriteString("half\n")
		_, err := io.Copy(io.Discard, os.Stdin)
		if err == nil {
			err = io.EOF
		}
		return 0, err
	})
	content := io.MultiReader(strings.NewReader("first"), slow, strings.NewReader("second"))
	if err := writeFile(path, content, secretMode, len(os.Args) > 1); err != nil {
		os.Stderr.WriteString(err.Error())
		os.Exit(exitUnable)
	}
}

// toolProcess returns a process that is the tool, with these arguments.
func toolProcess(args ...string) *exec.Cmd {
	cmd := exec.Command(must(os.Executable()), args...)
	cmd.Env = append(os.Environ(), realTool+"=1")
	return cmd
}

// manyProcesses skips a test that starts the tool often in a short run, such as with the race
// detector, which makes that slow and has the commands in other tests.
func manyProcesses(t *testing.T) {
	if testing.Short() {
		t.Skip("starts the tool often")
	}
}

// A signal in the middle of writing neither leaves a temporary file nor half a file,
// and ends the process afterwards; and what nothing can be done about, SIGKILL, does not
// make a file that would be in the way of the next.
func TestSignalWhileWriting(t *testing.T) {
	// What this process ignores, as under nohup, its children would ignore; not what it catches.
	caught := make(chan os.Signal, 1)
	signal.Notify(caught, syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP)
	defer signal.Stop(caught)
	for _, test := range []struct {
		name    string
		signal  syscall.Signal
		ignored bool
	}{
		{"INT", syscall.SIGINT, false}, {"TERM", syscall.SIGTERM, false}, {"HUP", syscall.SIGHUP, false},
		{"QUIT", syscall.SIGQUIT, false},
		{"KILL", syscall.SIGKILL, false}, {"HUP", syscall.SIGHUP, true},
	} {
		for _, force := range []string{"", "--force"} {
			t.Run(test.name+force, func(t *testing.T) {
				dir := t.TempDir()
				path := filepath.Join(dir, "key.pem")
				if force != "" {
					if err := os.WriteFile(path, []byte("old"), 0o600); err != nil {
						t.Fatal(err)
					}
				}
				script := `exec "$0" $1`
				if test.ignored {
					script = `trap "" HUP; ` + script
				}
				child := exec.Command("sh", "-c", script, must(os.Executable()), force)
				child.Env = append(os.Environ(), slowWriter+"="+path)
				if test.signal != syscall.SIGQUIT { // which makes the runtime print where it was
					child.Stderr = os.Stderr
				}
				stdin, stdout := must(child.StdinPipe()), must(child.StdoutPipe())
				if err := child.Start(); err != nil {
					t.Fatal(err)
				}
				if line, err := bufio.NewReader(stdout).ReadString('\n'); line != "half\n" || err != nil {
					t.Fatalf("%q, %v", line, err)
				}
				if err := child.Process.Signal(test.signal); err != nil {
					t.Fatal(err)
				}
				stdin.Close()
				child.Wait()
				status := child.ProcessState.Sys().(syscall.WaitStatus)
				if test.ignored {
					if status.ExitStatus() != exitDone {
						t.Errorf("%v", child.ProcessState)
					}
				} else if test.signal == syscall.SIGQUIT {
					if status.ExitStatus() != exitUnable {
						t.Errorf("%v", child.ProcessState)
					}
				} else if !status.Signaled() || status.Signal() != test.signal {
					t.Errorf("%v, want to die of %v", child.ProcessState, test.signal)
				}
				if test.signal == syscall.SIGKILL {
					if force != "" {
						wantFile(t, path, "old", 0o600)
					}
					force := "--force=" + map[bool]string{true: "true", false: "false"}[force != ""]
					wantOutput(t, "", "", "keygen", "--alg", "ed25519", "--out", path, force)
					return
				}
				wantFile(t, path, "firstsecond", 0o600)
				only(t, dir, "key.pem")
			})
		}
	}
}

// untilDead sends a signal again and again until child, which is started, has ended.
func untilDead(t *testing.T, child *exec.Cmd, s syscall.Signal) {
	t.Helper()
	dead := make(chan struct{})
	go func() {
		defer close(dead)
		child.Wait()
	}()
	for range 1000 {
		select {
		case <-dead:
			if status := child.ProcessState.Sys().(syscall.WaitStatus); !status.Signaled() || status.Signal() != s {
				t.Errorf("%v, want to die of %v", child.ProcessState, s)
			}
			return
		case <-time.After(10 * time.Millisecond):
			child.Process.Signal(s)
		}
	}
	child.Process.Kill()
	t.Errorf("%v does not end it", s)
}

// A second signal ends a process that is writing, and no temporary file is left.
func TestSecondSignalWhileWriting(t *testing.T) {
	caught := make(chan os.Signal, 1)
	signal.Notify(caught, syscall.SIGINT, syscall.SIGTERM)
	defer signal.Stop(caught)
	for _, s := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM} {
		for _, force := range []bool{false, true} {
			dir := t.TempDir()
			path := filepath.Join(dir, "key.pem")
			child := exec.Command(must(os.Executable()))
			if force {
				must(0, os.WriteFile(path, []byte("old"), 0o600))
				child.Args = append(child.Args, "--force")
			}
			child.Env = append(os.Environ(), slowWriter+"="+path)
			must(child.StdinPipe()) // which stays open
			stdout := must(child.StdoutPipe())
			if err := child.Start(); err != nil {
				t.Fatal(err)
			}
			if line, err := bufio.NewReader(stdout).ReadString('\n'); line != "half\n" || err != nil {
				t.Fatalf("%q, %v", line, err)
			}
			untilDead(t, child, s)
			if force {
				wantFile(t, path, "old", 0o600)
				only(t, dir, "key.pem")
			} else {
				only(t, dir)
			}
		}
	}
}

// Nor of a copy of valid records, while nobody reads the report.
func TestSecondSignalInBulk(t *testing.T) {
	caught := make(chan os.Signal, 1)
	signal.Notify(caught, syscall.SIGINT)
	defer signal.Stop(caught)
	dir := t.TempDir()
	child := toolProcess("bulk", "--out", filepath.Join(dir, "valid"), file(t, edRecord+"\n"+strings.Repeat("x\n", 1<<16)))
	must(child.StdoutPipe())
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	for range 1000 {
		if len(must(os.ReadDir(dir))) > 0 {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	if len(must(os.ReadDir(dir))) == 0 {
		t.Error("there is no temporary file")
	}
	untilDead(t, child, syscall.SIGINT)
	only(t, dir)
}
