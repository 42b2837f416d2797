// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Clients puts Secant into programs that other people wrote, and runs their own tests and
// benchmarks before and after. In a clone of the repository:
//
//	go run secant.example/conformance/clients          # all of them
//	go run secant.example/conformance/clients -list
//	go run secant.example/conformance/clients -only age,mysql -bench 7
//
// Each client comes from the Go module proxy, at a version that is fixed here, or from GOROOT.
// What is changed is in clients.go, as rules of replacement, and in the folder _overlay, as files
// of our own that are added; nothing of theirs is kept in the repository. A test that passes
// before and does not pass after, and is not listed with a reason, is an error; so is one that is
// listed and passes. MIGRATING.md tells the reasons to people.
//
// Some of the clients are our peers: there the implementation is taken away, and the peer's own
// tests run with ours.
//
// Where a client has no benchmark of what is replaced, the folder _bench has one of ours, which
// runs before and after.
//
// GODEBUG applies to benchmarks, not to tests: cpu.avx512ifma=off turns the IFMA kernels off. Build
// this program before (go build), so that the go command does not see it.
//
// Times are those of one core, each the smallest of many short runs, in rounds that take turns
// before and after.
package main

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"

	"secant.example/internal/cpu"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "clients:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet("clients", flag.ExitOnError)
	list := flags.Bool("list", false, "list the clients and do nothing else")
	only := flags.String("only", "", "the `names` of the clients to run, with commas between them")
	small := flags.Bool("small", false, "run those that are quickly fetched and built")
	rounds := flags.Int("bench", 0, "run benchmarks too, in this many `rounds`")
	benchTime := flags.String("benchtime", "1ms", "how `long` a benchmark runs, ten times in a round")
	tests := flags.Bool("test", true, "run tests")
	folder := flags.String("dir", "", "work in this `folder` and keep it, instead of in a temporary one")
	markdown := flags.Bool("markdown", false, "print tables in Markdown")
	flags.Parse(args)
	if flags.NArg() > 0 {
		return fmt.Errorf("unexpected argument %q", flags.Arg(0))
	}

	chosen, err := choose(*only, *small)
	if err != nil {
		return err
	}
	if *list {
		for _, c := range chosen {
			fmt.Printf("%-22s %s %s\n", c.name, c.module, c.version)
		}
		return nil
	}
	w := &workplace{ctx: ctx, tests: *tests, rounds: *rounds, benchTime: *benchTime}
	if w.secant, err = moduleFolder("secant.example"); err != nil {
		return err
	}
	if w.folder, err = moduleFolder("secant.example/conformance/clients"); err != nil {
		return err
	}
	if *folder != "" {
		if w.dir, err = filepath.Abs(*folder); err != nil {
			return err
		}
		if err = os.MkdirAll(w.dir, 0o777); err != nil {
			return err
		}
	} else {
		if w.dir, err = os.MkdirTemp("", "secant-clients-"); err != nil {
			return err
		}
		defer os.RemoveAll(w.dir)
	}

	var results []result
	failed := 0
	for _, c := range chosen {
		r := w.runClient(c)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		for _, p := range r.problems {
			fmt.Fprintf(os.Stderr, "%s: %s\n", c.name, p)
		}
		if len(r.problems) > 0 {
			failed++
		}
		results = append(results, r)
		if w.tests {
			fmt.Fprintf(os.Stderr, "%s: %d tests passed before, %d after\n", c.name, len(r.before), len(r.after))
		}
		for _, t := range r.times {
			fmt.Fprintf(os.Stderr, "%s: %s takes %s, not %s\n", c.name, t.name, duration(t.after), duration(t.before))
		}
	}
	fmt.Printf("%s, %s, %s/%s\n\n", cpuName(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
	printTables(os.Stdout, results, *markdown)
	if failed > 0 {
		return fmt.Errorf("%d of %d clients are not as expected", failed, len(chosen))
	}
	return nil
}

// choose returns the clients that the flags name.
func choose(only string, small bool) ([]client, error) {
	if only == "" {
		var chosen []client
		for _, c := range clients {
			if c.small || !small {
				chosen = append(chosen, c)
			}
		}
		return chosen, nil
	}
	var chosen []client
	for _, name := range strings.Split(only, ",") {
		found := false
		for _, c := range clients {
			if c.name == name {
				chosen, found = append(chosen, c), true
			}
		}
		if !found {
			return nil, fmt.Errorf("there is no client %q", name)
		}
	}
	return chosen, nil
}

// moduleFolder returns where a module of the workspace is.
func moduleFolder(module string) (string, error) {
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", module).Output()
	if err != nil {
		return "", fmt.Errorf("go list -m %s: %w (run this in a clone of the repository)", module, err)
	}
	return strings.TrimSpace(string(out)), nil
}

// cpuName says what the CPU is and which kernels it runs.
func cpuName() string {
	name := "an unknown CPU"
	if f, err := os.Open("/proc/cpuinfo"); err == nil {
		defer f.Close()
		for lines := bufio.NewScanner(f); lines.Scan(); {
			if key, value, ok := strings.Cut(lines.Text(), ":"); ok && strings.TrimSpace(key) == "model name" {
				name = strings.TrimSpace(value)
				break
			}
		}
	}
	var kernels []string
	for _, k := range []struct {
		on   bool
		name string
	}{{cpu.X86.V3, "V3"}, {cpu.X86.TwoChains, "TwoChains"}, {cpu.X86.IFMA, "IFMA"}, {cpu.X86.Lanes, "Lanes"}} {
		if k.on {
			kernels = append(kernels, k.name)
		}
	}
	if len(kernels) == 0 {
		kernels = []string{"none"}
	}
	return name + ", kernels " + strings.Join(kernels, " ")
}
