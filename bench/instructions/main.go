// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Command instructions counts the CPU instructions of a handful of our operations
// with valgrind: counts repeat where times do not.
//
//	go run ./instructions                # print them
//	go run ./instructions -save now.json # and keep them, for ../compare
//
// What is counted is what runs on the CPU that valgrind imitates, which has AVX2
// but no AVX-512.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"secant.example/bench"
)

// counted are the operations.
var counted = []string{
	"x25519/public-key", "x25519/shared-secret",
	"ed25519/key-generation", "ed25519/sign", "ed25519/verify-default", "ed25519/verify-stdlib", "ed25519/verify-expanded", "ed25519-batch/plain-16",
	"edwards25519/msm-16", "ristretto255/decode", "secp256k1/x-only-key", "secp256k1/bip340-sign", "secp256k1/bip340-verify", "secp256k1/ecdh",
	"secp256k1/ecdsa-sign-parsed", "secp256k1/ecdsa-verify-parsed", "jq255e/mul", "jq255e/verify", "do255s/verify",
}

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "instructions:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	flags := flag.NewFlagSet("instructions", flag.ContinueOnError)
	saved := flags.String("save", "", "save the counts to this `file`")
	runs := flags.Int("runs", 200, "count this many runs of an operation")
	child := flags.String("child", "", "run this `operation`, for the program itself")
	n := flags.Int("n", 0, "run it so often")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if *child != "" {
		return runOperation(*child, *n)
	}
	if *runs < 1 || flags.NArg() > 0 {
		return errors.New("-runs must be at least 1, and there are no arguments")
	}
	dir, err := os.MkdirTemp("", "instructions")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	program := filepath.Join(dir, "instructions")
	if out, err := exec.Command("go", "build", "-o", program, "secant.example/bench/instructions").CombinedOutput(); err != nil {
		return fmt.Errorf("%w: %s", err, out)
	}
	r := &bench.Run{Format: 1, Machine: bench.ThisMachine()}
	for _, operation := range counted {
		if !bench.Has(bench.Ours, operation) {
			continue
		}
		// What comes before the runs is the same in both, so it cancels out.
		before, err := count(program, operation, 1)
		if err != nil {
			return err
		}
		after, err := count(program, operation, 1+*runs)
		if err != nil {
			return err
		}
		each := float64(after-before) / float64(*runs)
		fmt.Printf("Benchmark/%s 1 %.0f instructions/op\n", operation, each)
		r.Rows = append(r.Rows, &bench.Row{Operation: operation, Cells: []*bench.Cell{{Peer: bench.Ours, Instructions: each}}})
	}
	if *saved != "" {
		return r.Save(*saved)
	}
	return nil
}

// runOperation runs ours n times, and nothing else that would differ with n.
func runOperation(name string, n int) error {
	in, err := bench.SmallInputs()
	if err != nil {
		return err
	}
	i, err := bench.Setup(bench.Ours, name, in)
	if err != nil {
		return err
	}
	return i.Run(n)
}

var collected = regexp.MustCompile(`Collected : (\d+)`)

// count returns the instructions of a program that runs an operation n times.
func count(program, operation string, n int) (uint64, error) {
	cmd := exec.Command("valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null",
		program, "-child", operation, "-n", strconv.Itoa(n))
	// One thread of Go code, no collections, no interruptions.
	cmd.Env = append(os.Environ(), "GOMAXPROCS=1", "GOGC=off", "GODEBUG=asyncpreemptoff=1")
	out, err := cmd.CombinedOutput()
	if err != nil {
		return 0, fmt.Errorf("valgrind: %w: %s", err, strings.TrimSpace(string(out)))
	}
	return parse(string(out))
}

// parse returns the count in what callgrind prints.
func parse(out string) (uint64, error) {
	m := collected.FindStringSubmatch(out)
	if m == nil {
		return 0, fmt.Errorf("valgrind counts nothing: %s", out)
	}
	return strconv.ParseUint(m[1], 10, 64)
}
