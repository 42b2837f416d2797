// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Memcheck does the operations of Secant's public API that have secrets as machine code, with
// the secrets marked as undefined for valgrind's memcheck, which follows each bit of them
// through registers and memory:
//
//	go run secant.example/internal/_check/memcheck
//
// No jump and no address may depend on them, but where that shows what is public (package public). That covers
// what the interpreter of the assembly does not see: the compiler's code around the routines,
// and the portable twins. Each operation runs on every path that valgrind can run, three with
// vectors, one without and the one of purego; valgrind knows no AVX-512, whose routines the
// interpreter follows. What valgrind does not see is a division, whose time depends on its
// operands: there is none in what the compiler made, but those in the list.
//
// With -sample each operation runs on one path.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"secant.example/internal/_check/memcheck/public"
)

func main() {
	sample := flag.Bool("sample", false, "run each operation on one path")
	only := flag.String("run", "", "run the operations whose names match the `expression`")
	on := flag.String("path", "", "run on the paths whose names match the `expression`")
	flag.Parse()
	err := errors.New("this needs Linux on amd64")
	if runtime.GOOS == "linux" && runtime.GOARCH == "amd64" {
		err = check(os.Stdout, *sample, *only, *on)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// check does everything.
func check(w io.Writer, sample bool, only, on string) error {
	want, err := regexp.Compile(only)
	if err != nil {
		return err
	}
	wantPath, err := regexp.Compile(on)
	if err != nil {
		return err
	}
	version, err := exec.Command("valgrind", "--version").Output()
	if err != nil {
		return fmt.Errorf("valgrind: %w", err)
	}
	fmt.Fprintf(w, "%s", version)
	directory, err := os.MkdirTemp("", "secant-memcheck-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(directory)

	if root, err = findRoot(); err != nil {
		return err
	}
	var wrong []finding
	seen, used := map[string][]string{}, map[string]bool{} // where findings were; which entries of the lists
	binaries := map[string]string{}
	for i, p := range public.Paths {
		if !wantPath.MatchString(p.Name) {
			continue
		}
		start := time.Now()
		binary := binaries[p.Tags]
		if binary == "" {
			binary = filepath.Join(directory, "operations"+p.Tags)
			if err := build(binary, "-tags", p.Tags); err != nil {
				return err
			}
			binaries[p.Tags] = binary
			found, err := divisions(binary, used)
			if err != nil {
				return err
			}
			wrong = append(wrong, found...)
		}
		names, err := operations(binary)
		if err != nil {
			return err
		}
		var chosen []string
		for j, name := range names {
			if want.MatchString(name) && (!sample || j%len(public.Paths) == i) {
				chosen = append(chosen, name)
			}
		}
		native, compared, err := natively(binary, p, chosen)
		if err != nil {
			return err
		}
		results := runAll(binary, p, chosen)
		clean := 0
		for _, r := range results {
			found := judge(r, used)
			if r.err == nil && compared && r.outputs != native[r.name] {
				found = append(found, finding{r.name + ": its outputs differ from those without valgrind", ""})
			}
			for _, f := range found {
				where := p.Name + ", " + r.name
				if len(seen[f.what]) == 0 {
					fmt.Fprintf(w, "%s: %s%s\n", where, f.what, f.detail)
					wrong = append(wrong, f)
				}
				if !slices.Contains(seen[f.what], where) {
					seen[f.what] = append(seen[f.what], where)
				}
			}
			if len(found) == 0 {
				clean++
			}
		}
		note := ""
		if !compared {
			note = ", not compared with the CPU, which lacks something"
		}
		fmt.Fprintf(w, "%s: %d of %d operations show nothing that is secret%s (%s)\n", p.Name, clean, len(chosen), note, time.Since(start).Round(time.Second))
	}
	if !sample && only == "" && on == "" {
		for _, p := range allPublic() {
			if !used[p] {
				wrong = append(wrong, finding{"in the list of what is public, and never seen: " + p, ""})
			}
		}
	}
	if len(wrong) == 0 {
		return nil
	}
	summary := "found:"
	for _, f := range wrong {
		where := seen[f.what]
		summary += fmt.Sprintf("\n%s (%d times: %s)", f.what, len(where), strings.Join(where[:min(len(where), 4)], "; "))
	}
	return errors.New(summary)
}

// root is where the core module is.
var root string

func findRoot() (string, error) {
	output, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "secant.example").Output()
	if err != nil {
		return "", fmt.Errorf("go list: %w: run this in a checkout", err)
	}
	return strings.TrimSpace(string(output)), nil
}

const harness = "secant.example/internal/_check/memcheck/operations"

// build builds the operations. Valgrind reads version 4 of DWARF, and does not map memory at
// the random addresses that Go's heap has.
func build(binary string, args ...string) error {
	c := exec.Command("go", slices.Concat([]string{"build", "-o", binary, "-ldflags=-compressdwarf=false"}, args, []string{harness})...)
	c.Env = append(os.Environ(), "GOEXPERIMENT=nodwarf5,norandomizedheapbase64")
	if output, err := c.CombinedOutput(); err != nil {
		return fmt.Errorf("go build: %w\n%s", err, output)
	}
	return nil
}

// operations returns the names of all operations.
func operations(binary string) ([]string, error) {
	output, err := exec.Command(binary, "-list").Output()
	if err != nil {
		return nil, fmt.Errorf("operations: %w", err)
	}
	return strings.Split(strings.TrimSpace(string(output)), "\n"), nil
}

var doneLine = regexp.MustCompile(`(?m)^DONE (.*): valgrind (true|false), secret (\d+) of \d+, outputs (\w+)$`)

// natively returns what comes out of operations on the CPU, if it can run them.
func natively(binary string, p public.Path, names []string) (outputs map[string]string, compared bool, err error) {
	c := exec.Command(binary, append([]string{"-levels", p.Levels}, names...)...)
	printed, err := c.CombinedOutput()
	if bytes.Contains(printed, []byte("feature not available")) {
		return nil, false, nil
	}
	if err != nil {
		return nil, false, fmt.Errorf("%s: %w\n%s", p.Name, err, printed)
	}
	outputs = map[string]string{}
	for _, m := range doneLine.FindAllSubmatch(printed, -1) {
		outputs[string(m[1])] = string(m[4])
	}
	return outputs, true, nil
}

// A result is what an operation did under valgrind.
type result struct {
	name    string
	err     error
	outputs string
	secret  string // how many bytes of what came out depend on secrets
	errors  []report
}

// runAll runs operations under valgrind, as many at a time as there are CPUs. One process starts several, each
// in a child: until the packages are initialised takes longer than some of the operations.
func runAll(binary string, p public.Path, names []string) []result {
	const most = 32
	cpus := runtime.GOMAXPROCS(0)
	size := max(1, min((len(names)+cpus-1)/cpus, most))
	results := make([]result, len(names))
	var wait sync.WaitGroup
	slots := make(chan bool, cpus)
	for from := 0; from < len(names); from += size {
		share := results[from:min(from+size, len(names))]
		for i := range share {
			share[i].name = names[from+i]
		}
		wait.Add(1)
		slots <- true
		go func() {
			defer wait.Done()
			run(binary, p, share)
			<-slots
		}()
	}
	wait.Wait()
	return results
}

// run runs operations under valgrind, which one process begins, and writes what they did into results that
// have their names.
func run(binary string, p public.Path, results []result) {
	directory, err := os.MkdirTemp(filepath.Dir(binary), "reports-")
	if err != nil {
		for i := range results {
			results[i].err = err
		}
		return
	}
	defer os.RemoveAll(directory)
	// What is further away than the frames of Go's functions is another stack.
	arguments := []string{"--xml=yes", "--xml-file=" + filepath.Join(directory, "%p.xml"), "--error-limit=no", "--num-callers=100",
		"--max-stackframe=60000", binary, "-levels", p.Levels}
	for _, r := range results {
		arguments = append(arguments, r.name)
	}
	c := exec.Command("valgrind", arguments...)
	// Signals and the collector would bring other goroutines in.
	c.Env = append(os.Environ(), "GODEBUG=asyncpreemptoff=1", "GOMAXPROCS=1")
	printed, failure := c.CombinedOutput()
	reports, err := readReports(directory)
	if failure == nil {
		failure = err
	}
	done := map[string][][]byte{}
	for _, m := range doneLine.FindAllSubmatch(printed, -1) {
		done[string(m[1])] = m
	}
	for i := range results {
		r := &results[i]
		m := done[r.name]
		found, reported := reports[r.name]
		if failure != nil || m == nil || !reported || string(m[2]) != "true" {
			r.err = fmt.Errorf("%v\n%s", failure, printed)
			continue
		}
		r.secret, r.outputs = string(m[3]), string(m[4])
		r.errors = slices.Concat(reports[""], found) // "" is the process that began them
	}
}
