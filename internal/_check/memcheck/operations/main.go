// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Operations does operations of Secant's public API, with their secrets marked as undefined
// for valgrind's memcheck. Package memcheck runs it, under valgrind each operation in a process of its own.
//
//	operations -list
//	operations -levels V3,TwoChains,Lanes name
package main

import (
	"crypto/sha256"
	"encoding/binary"
	"flag"
	"fmt"
	"os"
	"runtime"
	"runtime/coverage"
	"runtime/debug"
	"slices"
	"strings"
	"unsafe"

	"secant.example/internal/cpu"
)

// An operation prepares its arguments, marks those that are secret, does something in
// env.run, and hands what comes out to env.out.
type operation struct {
	name string
	do   func(e *env)
}

var operations []operation

func add(name string, do func(e *env)) { operations = append(operations, operation{name, do}) }

// An env is what an operation is done with.
type env struct {
	name     string
	drawn    uint64
	coverage string // a directory for the counters of what run does
	ran      bool
	outputs  []byte
	secret   int // bytes of outputs that depend on secrets
}

// bytes returns n bytes, other ones each time, the same in each process.
func (e *env) bytes(n int) []byte {
	var b []byte
	for i := uint64(0); len(b) < n; i++ {
		seed := binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64([]byte(e.name), e.drawn), i)
		h := sha256.Sum256(seed)
		b = append(b, h[:]...)
	}
	e.drawn++
	return b[:n:n]
}

// secretBytes returns n secret bytes.
func (e *env) secretBytes(n int) []byte { return secretBytes(e.bytes(n)) }

// small returns the encoding of an integer that is a scalar of every group, of 32 bytes.
func (e *env) small(bigEndian bool) []byte {
	b := e.bytes(32)
	if bigEndian {
		b[0] &= 0x0f
	} else {
		b[31] &= 0x0f
	}
	return b
}

// run does f, which is what is looked at.
//
//go:noinline
func (e *env) run(f func()) {
	if e.coverage != "" {
		must(0, coverage.ClearCounters())
	}
	f()
	if e.coverage != "" {
		must(0, coverage.WriteCountersDir(e.coverage))
	}
	e.ran = true
}

// out notes outputs, and makes them public.
func (e *env) out(all ...[]byte) {
	for _, b := range all {
		e.secret += countSecret(b)
		publicBytes(b)
		e.outputs = append(e.outputs, b...)
	}
}

// outRandom is out for what the system's randomness is in.
func (e *env) outRandom(b []byte) {
	e.secret += countSecret(b)
	publicBytes(b)
}

// outMemory is out for the memory of a value.
func outMemory[T any](e *env, values ...*T) {
	for _, p := range values {
		e.out(unsafe.Slice((*byte)(unsafe.Pointer(p)), unsafe.Sizeof(*p)))
	}
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func main() {
	list := flag.Bool("list", false, "print the names of the operations")
	levels := flag.String("levels", "", "which levels of internal/cpu to use: V3, TwoChains, Lanes")
	directory := flag.String("coverage", "", "where to write, for all operations that are named, what of a binary built with -cover runs")
	flag.Parse()
	slices.SortFunc(operations, func(a, b operation) int { return strings.Compare(a.name, b.name) })
	if *list {
		for _, o := range operations {
			fmt.Println(o.name)
		}
		return
	}
	// Memory is not given back: what was secret in it would be when it is used again.
	debug.SetGCPercent(-1)
	runtime.LockOSThread()
	// Not by cpu.Force, because valgrind hides what the CPU has: ADX, which it can run.
	has := func(level string) bool { return strings.Contains(*levels, level) }
	cpu.X86 = cpu.Features{V3: has("V3"), TwoChains: has("TwoChains"), Lanes: has("Lanes")}
	if directory := *directory; directory != "" {
		must(0, coverage.WriteMetaDir(directory))
	}
	prepareStack()
	for _, name := range flag.Args() {
		i := slices.IndexFunc(operations, func(o operation) bool { return o.name == name })
		if i < 0 {
			fmt.Fprintln(os.Stderr, "there is no operation", name)
			os.Exit(2)
		}
		if !onValgrind() {
			do(&operations[i], *directory)
		} else if inChild(name) {
			do(&operations[i], "")
			return
		}
	}
}

// do does an operation, and says what came out.
func do(o *operation, coverage string) {
	e := &env{name: o.name, coverage: coverage}
	o.do(e)
	if !e.ran {
		panic(o.name + " ran nothing")
	}
	fmt.Fprintf(os.Stderr, "DONE %s: valgrind %v, secret %d of %d, outputs %x\n",
		o.name, onValgrind(), e.secret, len(e.outputs), sha256.Sum256(e.outputs))
}
