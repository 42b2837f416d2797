// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Command report measures Secant and its peers and writes a page with charts for this CPU, BENCHMARKS.md,
// which has the ratios on every CPU that there is a page for, and benchmarks.html, where a reader can
// choose what to compare:
//
//	go run ./report                # libraries in Go
//	go run -tags native ./report   # and in C and Rust, after native/build.sh
//	go run -tags native,do255 ./report   # and c-do255, after native/do255.sh too
//
// It measures twice: as it is, and built with the tag purego, without assembly in
// Go; and what operations are made of, on every engine that the CPU has. The runs are kept in results/, in a directory for each CPU, as JSON and as text for benchstat.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"secant.example/bench"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "report:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	flags := flag.NewFlagSet("report", flag.ContinueOnError)
	total := flags.Duration("time", 120*time.Second, "about how long to measure")
	pure := flags.Duration("purego", 45*time.Second, "about how long to measure without assembly; 0: not at all")
	parts := flags.Duration("steps", 40*time.Second, "about how long to measure what operations are made of; 0: not at all")
	filter := flags.String("run", "", "measure the operations that this regular expression matches")
	measureOnly := flags.String("measure", "", "only measure, and save the run to this `file`")
	saved := flags.Bool("saved", false, "do not measure, but write the pages of the saved runs anew")
	out := flags.String("out", "", "the `directory` to write into; the default is the repository")
	version := flags.String("version", "", "the version of Secant that is measured; the default is what git says")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.NArg() > 0 {
		return errors.New("there are no arguments, only flags")
	}
	pattern, err := regexp.Compile(*filter)
	if err != nil {
		return err
	}
	if *version == "" {
		*version = revision()
	}
	if *measureOnly != "" {
		return measureTo(*measureOnly, *version, pattern, *total)
	}
	module, err := moduleDir()
	if err != nil {
		return err
	}
	if *out == "" {
		*out = filepath.Dir(module)
	}
	results := filepath.Join(*out, "bench", "results")
	if !*saved {
		here := bench.ThisMachine()
		dir := filepath.Join(results, here.Name())
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return err
		}
		if err := measureTo(filepath.Join(dir, runFile), *version, pattern, *total); err != nil {
			return err
		}
		if *pure > 0 {
			if err := measurePure(module, filepath.Join(dir, pureFile), *version, *filter, *pure); err != nil {
				return err
			}
		}
		if *parts > 0 {
			if err := measureSteps(filepath.Join(dir, stepsFile), *parts); err != nil {
				return err
			}
		}
	}
	machines, err := load(results)
	if err != nil {
		return err
	}
	return write(*out, machines)
}

// The names of saved runs, in the directory of a CPU.
const runFile, pureFile = "run.json", "purego.json"

// A measured is what was measured on a CPU.
type measured struct {
	dir string
	run *bench.Run
	// pure is without assembly, and may be nil.
	pure *bench.Run
	// steps are what operations are made of, and may be nil.
	steps *steps
}

// load loads all saved runs.
func load(results string) ([]measured, error) {
	files, err := filepath.Glob(filepath.Join(results, "*", runFile))
	if err != nil {
		return nil, err
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("there are no runs in %s", results)
	}
	var machines []measured
	for _, file := range files {
		m := measured{dir: filepath.Dir(file)}
		if m.run, err = bench.Load(file); err != nil {
			return nil, err
		}
		if m.pure, err = bench.Load(filepath.Join(m.dir, pureFile)); err != nil && !os.IsNotExist(err) {
			return nil, err
		}
		if text, err := os.ReadFile(filepath.Join(m.dir, stepsFile)); err == nil {
			if m.steps, err = readSteps(bytes.NewReader(text)); err != nil {
				return nil, fmt.Errorf("%s: %w", filepath.Join(m.dir, stepsFile), err)
			}
		} else if !os.IsNotExist(err) {
			return nil, err
		}
		machines = append(machines, m)
	}
	return machines, nil
}

// moduleDir returns the directory of the bench module, where the report is run.
func moduleDir() (string, error) {
	b, err := exec.Command("go", "list", "-f", "{{.Dir}}", "secant.example/bench").Output()
	if err != nil {
		return "", errors.New("run this in the directory of the bench module")
	}
	return strings.TrimSpace(string(b)), nil
}

// revision returns what is measured: the commit, and whether files differ.
func revision() string {
	b, err := exec.Command("git", "describe", "--always", "--dirty", "--exclude=*").Output()
	if err != nil {
		return "unknown"
	}
	return strings.TrimSpace(string(b))
}

// measureTo measures and saves the run to a file, and beside it as text.
func measureTo(path, version string, filter *regexp.Regexp, total time.Duration) error {
	fmt.Fprintln(os.Stderr, "making inputs, and checking every result")
	in, err := bench.NewInputs()
	if err != nil {
		return err
	}
	printed := -1
	r, err := bench.MeasureAll(in, filter, total, func(part float64) {
		if tenth := int(part * 10); tenth > printed {
			printed = tenth
			fmt.Fprintf(os.Stderr, "%d%% measured\n", tenth*10)
		}
	})
	if err != nil {
		return err
	}
	r.Versions[bench.Ours] = version
	text, err := os.Create(strings.TrimSuffix(path, ".json") + ".txt")
	if err != nil {
		return err
	}
	r.Benchstat(text)
	if err := text.Close(); err != nil {
		return err
	}
	return r.Save(path)
}

// measurePure does the same in a program without assembly in Go.
func measurePure(module, path, version, filter string, total time.Duration) error {
	dir, err := os.MkdirTemp("", "report")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	program := filepath.Join(dir, "report")
	fmt.Fprintln(os.Stderr, "the same without assembly")
	for _, cmd := range []*exec.Cmd{
		exec.Command("go", "build", "-tags", "purego", "-o", program, "./report"),
		exec.Command(program, "-measure", path, "-version", version, "-run", filter, "-time", total.String()),
	} {
		cmd.Dir, cmd.Stdout, cmd.Stderr = module, os.Stdout, os.Stderr
		if err := cmd.Run(); err != nil {
			return fmt.Errorf("%v: %w", cmd.Args, err)
		}
	}
	return nil
}
