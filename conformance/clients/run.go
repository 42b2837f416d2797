// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// A workplace is where clients are copied, changed and run.
type workplace struct {
	ctx       context.Context
	dir       string // that of the client c is dir/c.name
	secant    string // the core module
	folder    string // of this module
	tests     bool
	rounds    int
	benchTime string
}

// A result is what became of a client.
type result struct {
	client
	removed, added, ours int             // lines
	before, after        map[string]bool // the tests that passed
	differ               []string        // those of before that are listed and did not pass after
	times                []timing
	problems             []string
}

// A timing is the smallest time of a benchmark, in ns, before and after.
type timing struct {
	name          string
	before, after float64
}

func (w *workplace) runClient(c client) (r result) {
	r.client = c
	fail := func(format string, args ...any) { r.problems = append(r.problems, fmt.Sprintf(format, args...)) }

	before, after, err := w.prepare(&c)
	if err != nil {
		fail("%v", err)
		return r
	}
	if r.removed, r.added, r.ours, err = changes(before, after); err != nil {
		fail("%v", err)
		return r
	}
	old, new := tree{w, &c, before, c.module != "std"}, tree{w, &c, after, true}
	if w.tests {
		compare(old, new, &r, fail)
	}
	if w.rounds > 0 {
		if r.times, err = w.measure(old, new); err != nil {
			fail("%v", err)
		}
	}
	return r
}

// compare runs the tests before and after.
func compare(old, new tree, r *result, fail func(format string, args ...any)) {
	var err error
	if r.before, _, err = old.test(); err != nil {
		fail("before: %v", err)
		return
	}
	var output map[string]string
	if r.after, output, err = new.test(); err != nil {
		fail("after: %v", err)
		return
	}
	for _, name := range slices.Sorted(maps.Keys(r.before)) {
		reason := r.reason(name)
		switch {
		case r.after[name] && reason != "":
			fail("%s passes, though it is said to differ: %s", name, reason)
		case r.after[name]:
		case reason != "":
			r.differ = append(r.differ, name)
		case r.isInternal(name):
			delete(r.before, name)
		default:
			fail("%s passed before and does not pass after\n%s", name, output[name])
		}
	}
	if len(r.before) == 0 {
		fail("no test passed before")
	}
}

// prepare makes a copy of the client and one that is changed.
func (w *workplace) prepare(c *client) (before, after string, err error) {
	source, err := w.fetch(c)
	if err != nil {
		return "", "", err
	}
	before, after = filepath.Join(w.dir, c.name, "before"), filepath.Join(w.dir, c.name, "after")
	for _, dir := range []string{before, after} {
		if err := os.RemoveAll(dir); err != nil {
			return "", "", err
		}
	}
	if c.module == "std" {
		// The tests of a package of the standard library run where they are, and after in a
		// module of their own.
		before = source
		if err := copyTree(filepath.Join(source, c.packages[0]), filepath.Join(after, c.packages[0])); err != nil {
			return "", "", err
		}
		if err := os.WriteFile(filepath.Join(after, "go.mod"), []byte("module "+c.name+".example\n\ngo 1.25.0\n"), 0o666); err != nil {
			return "", "", err
		}
	} else {
		for _, dir := range []string{before, after} {
			if err := copyTree(source, dir); err != nil {
				return "", "", err
			}
		}
	}
	for from, to := range c.ours {
		for _, dir := range []string{before, after} {
			if err := copyTree(filepath.Join(w.folder, "_bench", from), filepath.Join(dir, filepath.FromSlash(to))); err != nil {
				return "", "", err
			}
		}
	}
	if err := c.apply(after, filepath.Join(w.folder, "_overlay")); err != nil {
		return "", "", err
	}
	edit := append([]string{"mod", "edit", "-require=secant.example@v0.0.0", "-replace=secant.example=" + w.secant}, c.edits...)
	if _, err := w.goCommand(c, after, edit...); err != nil {
		return "", "", err
	}
	return before, after, nil
}

// fetch returns the folder of the client in the module cache, or GOROOT/src.
func (w *workplace) fetch(c *client) (string, error) {
	if c.module == "std" {
		out, err := w.goCommand(c, w.dir, "env", "GOROOT")
		return filepath.Join(strings.TrimSpace(string(out)), "src"), err
	}
	out, err := w.goCommand(c, w.dir, "mod", "download", "-json", c.module+"@"+c.version)
	if err != nil {
		return "", err
	}
	var module struct{ Dir string }
	if err := json.Unmarshal(out, &module); err != nil {
		return "", err
	}
	return module.Dir, nil
}

// goCommand runs the go command and returns its standard output. GODEBUG is not for it: the
// compiler would complain of what it does not know, and such words stay in the build cache.
func (w *workplace) goCommand(c *client, dir string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(w.ctx, "go", args...)
	cmd.Dir = dir
	cmd.Env = append(append(os.Environ(), "GOWORK=off", "GOTOOLCHAIN=local", "GODEBUG="), c.env...)
	var out, errOut bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errOut
	if err := cmd.Run(); err != nil {
		return out.Bytes(), fmt.Errorf("go %s: %w\n%s", strings.Join(args, " "), err, errOut.Bytes())
	}
	return out.Bytes(), nil
}

// A tree is a client before or after.
type tree struct {
	*workplace
	client *client
	dir    string
	module bool // it has a go.mod that may change; GOROOT has not
}

func (t *tree) testArgs(args ...string) []string {
	all := []string{"test"}
	if t.module {
		all = append(all, "-mod=mod")
	}
	return append(append(all, t.client.flags...), args...)
}

// test runs the tests, and returns those that passed, and what the others printed. That tests
// fail is no error, that one does not compile is.
func (t *tree) test() (passed map[string]bool, output map[string]string, err error) {
	args := t.testArgs("-json", "-count=1")
	for _, p := range t.client.packages {
		args = append(args, "./"+p)
	}
	out, err := t.goCommand(t.client, t.dir, args...)
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return nil, nil, err
	}
	passed, output = map[string]bool{}, map[string]string{}
	started := false
	for lines := bufio.NewScanner(bytes.NewReader(out)); lines.Scan(); {
		var event struct{ Action, ImportPath, Package, Test, Output string }
		if json.Unmarshal(lines.Bytes(), &event) != nil {
			continue
		}
		if event.Test == "" {
			// Of the package: what the compiler said, or a test that ended them all.
			if strings.HasPrefix(event.Action, "build-fail") || event.Action == "fail" && !started {
				return nil, nil, fmt.Errorf("%w\n%s", err, output[""])
			}
			output[""] += event.Output
			continue
		}
		started = true
		name := event.Test
		if len(t.client.packages) > 1 {
			for _, p := range t.client.packages {
				if strings.HasSuffix(event.Package, "/"+p) {
					name = p + ":" + name
					break
				}
			}
		}
		switch event.Action {
		case "pass":
			passed[name] = true
			delete(output, name)
		case "output":
			output[name] += event.Output
		}
	}
	return passed, output, nil
}

// benchmark matches the result of a benchmark of testing.
var benchmark = regexp.MustCompile(`(?m)^Benchmark(\S+)\s+\d+\s+([0-9.]+) ns/op`)

// measure runs the benchmarks before and after in turns.
func (w *workplace) measure(old, new tree) (times []timing, err error) {
	for i, b := range old.client.bench {
		smallest := [2]map[string]float64{{}, {}}
		var names []string
		var programs [2]string
		for k, t := range []tree{old, new} {
			programs[k] = filepath.Join(w.dir, old.client.name, fmt.Sprintf("bench%d.%d.exe", i, k))
			if err := os.MkdirAll(filepath.Dir(programs[k]), 0o777); err != nil {
				return nil, err
			}
			if _, err := w.goCommand(t.client, t.dir, t.testArgs("-c", "-o", programs[k], "./"+b.pkg)...); err != nil {
				return nil, err
			}
		}
		benchTime := w.benchTime
		if b.time != "" {
			benchTime = b.time
		}
		for range w.rounds {
			for k, t := range []tree{old, new} {
				cmd := exec.CommandContext(w.ctx, programs[k], "-test.run=^$", "-test.bench="+b.pattern, "-test.benchtime="+benchTime, "-test.count=10", "-test.cpu=1")
				cmd.Dir = filepath.Join(t.dir, filepath.FromSlash(b.pkg))
				out, err := cmd.CombinedOutput()
				if err != nil {
					return nil, fmt.Errorf("benchmarks of %s: %w\n%s", b.pkg, err, out)
				}
				for _, match := range benchmark.FindAllStringSubmatch(string(out), -1) {
					name := match[1]
					ns, err := strconv.ParseFloat(match[2], 64)
					if err != nil {
						return nil, err
					}
					least, seen := smallest[k][name]
					if !seen || ns < least {
						smallest[k][name] = ns
					}
					if !seen && k == 0 {
						names = append(names, name)
					}
				}
			}
		}
		if len(names) == 0 {
			return nil, fmt.Errorf("no benchmark of %s matches %s", b.pkg, b.pattern)
		}
		for _, name := range names {
			if smallest[1][name] == 0 {
				return nil, fmt.Errorf("the benchmark %s is gone after", name)
			}
			times = append(times, timing{name, smallest[0][name], smallest[1][name]})
		}
	}
	return times, nil
}
