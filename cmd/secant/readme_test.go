// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

//go:build unix

package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// documents returns the text of the documents with examples, by their names.
func documents() map[string]string {
	texts := make(map[string]string)
	for _, name := range []string{"README.md", "MIGRATING.md"} {
		texts[name] = string(must(os.ReadFile(filepath.Join("..", "..", name))))
	}
	return texts
}

// commandBlocks returns the blocks of text that are indented and have a line that starts with
// prefix.
func commandBlocks(text, prefix string) (blocks [][]string) {
	var block []string
	for _, line := range append(strings.Split(text, "\n"), "") {
		if command, ok := strings.CutPrefix(line, "    "); ok {
			block = append(block, command)
			continue
		}
		if strings.Contains("\n"+strings.Join(block, "\n"), "\n"+prefix) {
			blocks = append(blocks, block)
		}
		block = nil
	}
	return blocks
}

// shell runs commands, which must succeed, in dir, and returns what they print.
func shell(t *testing.T, dir string, env []string, commands ...string) string {
	t.Helper()
	cmd := exec.Command("sh", "-e", "-u", "-c", strings.Join(commands, "\n"))
	cmd.Dir, cmd.Env = dir, append(os.Environ(), env...)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s\n%s", err, strings.Join(commands, "; "), out)
	}
	return string(out)
}

// The README's commands do what it says, one after the other in one directory, without
// replacing a file and without the habits that lose one when a command fails.
func TestReadmeCommands(t *testing.T) {
	manyProcesses(t)
	dir, bin := t.TempDir(), t.TempDir()
	must(0, os.Symlink(must(os.Executable()), filepath.Join(bin, "secant")))
	env := []string{"PATH=" + bin + ":" + os.Getenv("PATH"), realTool + "=1"}
	must(0, os.Symlink(must(filepath.Abs("..")), filepath.Join(dir, "cmd"))) // where samples are
	passphrase := file(t, "a passphrase\n")
	commands, verified := 0, 0
	for _, block := range commandBlocks(documents()["README.md"], "secant ") {
		for _, command := range block {
			if program := strings.Fields(command)[0]; program != "secant" {
				if _, err := exec.LookPath(program); err != nil && os.Getenv("CI") == "" {
					t.Logf("there is no %s", program)
					continue
				}
			} else {
				commands++
				if strings.ContainsAny(command, "<>") || strings.Contains(command, "--force") {
					t.Errorf("%q", command)
				}
			}
			// There is no terminal to ask here.
			out := shell(t, dir, env, strings.ReplaceAll(command, "--encrypt ask", "--encrypt file:"+passphrase))
			switch {
			case strings.HasPrefix(command, "secant verify --pub "):
				verified++
				if !strings.HasPrefix(out, "valid signature") {
					t.Errorf("%s: %q", command, out)
				}
			case strings.HasPrefix(command, "secant bulk "):
				if !strings.Contains(out, " records valid, 0 not") {
					t.Errorf("%s: %q", command, out)
				}
			case strings.Contains(command, " --out ") && out != "":
				t.Errorf("%s: %q", command, out)
			}
		}
	}
	if commands < 16 || verified < 3 {
		t.Errorf("there are %d commands, and %d signatures are verified", commands, verified)
	}
}

var goBlock = regexp.MustCompile("(?ms)^```go\n(.*?)^```$")

// The examples of the documents compile, in a module that uses this one as the README says.
func TestReadmeExamples(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles them again")
	}
	dir := t.TempDir()
	module := filepath.Join(dir, "program")
	must(0, os.Mkdir(module, 0o700))
	must(0, os.Symlink(must(filepath.Abs(filepath.Join("..", ".."))), filepath.Join(dir, "secant")))
	examples := 0
	for name, text := range documents() {
		for _, block := range goBlock.FindAllStringSubmatch(text, -1) {
			examples++
			path := filepath.Join(module, fmt.Sprintf("example%d", examples))
			must(0, os.Mkdir(path, 0o700))
			source := fmt.Sprintf("// Package example is from %s.\npackage example\n\n%s", name, block[1])
			must(0, os.WriteFile(filepath.Join(path, "example.go"), []byte(source), 0o600))
		}
		if strings.Count(text, "```go\n") != len(goBlock.FindAllString(text, -1)) {
			t.Errorf("%s has blocks of Go without an end", name)
		}
	}
	if examples < 8 {
		t.Errorf("there are %d examples", examples)
	}
	recipes := commandBlocks(documents()["README.md"], "go mod edit ")
	if len(recipes) != 1 {
		t.Fatalf("there are %d recipes", len(recipes))
	}
	env := []string{"GOWORK=off", "GOFLAGS=-mod=mod"}
	shell(t, module, env, "go mod init program.example")
	shell(t, module, env, recipes[0]...)
	if out := shell(t, module, env, "go vet ./...", "gofmt -l ."); out != "" {
		t.Errorf("not formatted: %s", out)
	}
}
