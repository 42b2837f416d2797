// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Command _asm writes the generated files of the core module: the assembly,
// its Go declarations, the tables of precomputed points, the packages of the double-odd groups,
// and what all groups have in common. Run it from anywhere in a checkout:
//
//	go run secant.example/internal/_asm
//
// Each file is written anew from its generator in this folder.
//
// # Files
//
// Arithmetic, modulo 2^255 - 19 where nothing else is said:
//
//	arith.go       four limbs of 64 bits, in general registers, modulo any 2^256 - fold
//	ifma.go        four elements at once, or eight, in five limbs of 51 bits, with AVX-512 IFMA
//	avx2.go        four elements, in ten limbs of 25.5 bits, integers with AVX2
//	float.go       four elements, in five limbs of 51 bits, doubles with FMA
//	octets52.go    eight elements in limbs of 52 bits, modulo any of the primes, with AVX-512 IFMA; and sixteen, to be squared again and again
//	octetqueue.go  an order of operations in which what is between products stands beside them
//	octetengine.go octets in that order, or two of them at once, for all formulas
//	floats256.go   four elements modulo primes but 2^255 - 19, in doubles
//
// Formulas and loops above it:
//
//	edwards.go, secp256k1.go, doubleodd.go, ladder.go   above arith.go
//	edwardsvectors.go    one point of edwards25519, its coordinates in the lanes, above ifma.go
//	lanes.go             the same, in another order, above float.go
//	integerlanes.go      the windows of edwards25519, Y, T, Z, X in the lanes, above avx2.go
//	edwardslanes.go      buckets of edwards25519, one in each lane, above octetengine.go or float.go
//	octetcomb.go         the comb of edwards25519 in octets, above octetengine.go
//	edwardssums.go       two points of edwards25519 in the halves of vectors, above edwardsvectors.go
//	floattables.go       tables of odd multiples of edwards25519, above float.go
//	edwardseach.go       sums of multiples on edwards25519, one in each lane, above octetengine.go or float.go
//	floatroots.go        chains of square roots modulo 2^255 - 19, one in each lane, above float.go
//	ladderlanes.go       ladders, one in each lane: eight and sixteen above octetengine.go, four above avx2.go
//	laddersbeside.go     five of them, or six: four above avx2.go, and the others above arith.go beside them
//	secp256k1lanes.go    sums on secp256k1, one in each lane, above octetengine.go
//	secp256k1chords.go   sums of pairs of affine points of secp256k1, above octetengine.go or floats256.go
//	doubleoddlanes.go    the same on the double-odd curves
//	secp256k1floats.go, doubleoddfloats.go   the same formulas above floats256.go; their routines take and leave the same limbs
//	field.go, sqrn255.go, modinv.go   operations on single elements, runs of squarings, division steps
//
// And sha512.go is SHA-512 of a block in each lane, with AVX2 or AVX-512.
//
// For all of them, select.go reads tables in constant time, layout.go names the offsets of what Go and
// assembly both know, bounds.go follows which numbers are low, deadstores.go leaves out stores that
// nobody reads, masks.go masks of limbs that nothing depends on, and contracts.go says what each routine may rely on. packages.go fills in the templates, and
// tables.go makes the tables of points, with the curves in the files named after it.
//
// # Routines
//
// A call from Go does a whole step. Doublings stand once a curve and are called, and so are the additions of
// edwards25519 in variable time. A loop has an addition of its own where a look-up goes between its
// products, and so has pointSteps of secp256k1, which leaves at an exception. What is in octets has
// products of its own, with other instructions between theirs: see octetqueue.go. A called routine gets its
// arguments in registers and has no stack check, since it keeps nothing there.
//
// One carry chain measured faster on CPUs of Intel, where independent products stand next to each other,
// and two on those of AMD, by 6 to 10 %. So bothChains writes the body of a routine twice, from one
// source, and the routine asks once.
//
// # Doubles
//
// The arithmetic in doubles is for public data only, because nobody promises that floating point takes the
// same time for all numbers. In package field varTimeSqrNMul calls it, on edwards25519 varTimeSumSteps,
// varTimeOddMultiples, varTimeAddLanes, varTimeAddBuckets, varTimeEachSteps and varTimeEachMultiples, on secp256k1
// varTimeSteps, varTimeMultiples, varTimeRescale, varTimeSqrNMul, varTimeDifferences and varTimeChords, and on the
// double-odd curves varTimeLaneSteps and varTimeLaneSqrNMul: their names keep functions in constant time from calling
// those (TestConstantTime). Their arguments are declared public, and internal/_check refuses doubles that depend on a secret. A routine sets
// MXCSR, and restores it. The generator follows what limbs can be at most, and stops where a product could be above
// 2^102, which it could not split.
package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/mmcloughlin/avo/ir"
	"github.com/mmcloughlin/avo/printer"
)

// An output is a package that gets an assembly file and its declarations.
type output struct {
	path     string // import path below the module, also the folder
	name     string // the files are name_amd64.s and name_amd64.go
	types    []goType
	generate func(*asm)
}

var outputs = []output{
	{"internal/cpu", "cpuid", nil, cpuid},
	{"internal/field", "kernel", fieldTypes, fieldKernel},
	{"internal/field", "vector", octetTypes, fieldVectors},
	{"internal/field", "floats", octetTypes, fieldFloats},
	{"internal/field", "sqrn255", fieldTypes, func(a *asm) { fieldSqrN255(a); fieldSqrN25519(a) }},
	{"internal/modinv", "divsteps", modinvTypes, modinv},
	{"internal/curve25519", "ladder", ladderTypes, ladders},
	{"internal/sha512lanes", "compress", sha512Types, sha512Lanes},
	{"internal/edwards25519", "formulas", edwardsTypes, edwards},
	{"internal/secp256k1", "formulas", secp256k1Types, secp256k1},
	{"internal/secp256k1", "lanes", secp256k1Types, secp256k1Lanes},
	{"internal/secp256k1", "floats", secp256k1Types, secp256k1Floats},
	{"internal/doubleodd", "formulas", doubleOddTypes, doubleOdd},
	{"internal/doubleodd", "lanes", doubleOddTypes, doubleOddLanes},
	{"internal/doubleodd", "floats", doubleOddTypes, doubleOddFloats},
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "asm:", err)
		os.Exit(1)
	}
}

func run() error {
	root, err := moduleRoot()
	if err != nil {
		return err
	}
	for _, o := range outputs {
		if err := o.write(root); err != nil {
			return fmt.Errorf("%s: %w", o.path, err)
		}
	}
	for folder, generate := range map[string]func() ([]byte, error){
		"internal/edwards25519": edwardsTables,
		"internal/doubleodd":    doubleOddTables,
		"internal/secp256k1":    secp256k1Tables,
	} {
		tables, err := generate()
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(root, filepath.FromSlash(folder), "tables.go"), tables, 0o666); err != nil {
			return err
		}
	}
	files, err := packageFiles(root)
	if err != nil {
		return err
	}
	for name, source := range files {
		if err := os.WriteFile(filepath.Join(root, filepath.FromSlash(name)), source, 0o666); err != nil {
			return err
		}
	}
	return nil
}

// moduleRoot returns the folder of the core module.
func moduleRoot() (string, error) {
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "secant.example").Output()
	if err != nil {
		return "", fmt.Errorf("go list -m secant.example: %w", err)
	}
	return strings.TrimSpace(string(out)), nil
}

func (o *output) write(root string) error {
	a := newAsm(o.path, o.types)
	o.generate(a)
	all, declared, err := a.finish()
	if err != nil {
		return err
	}
	cfg := printer.Config{Name: "secant.example/internal/_asm", Pkg: filepath.Base(o.path)}
	for ext, p := range map[string]struct {
		printer.Printer
		file *ir.File
	}{".s": {printer.NewGoAsm(cfg), all}, ".go": {printer.NewStubs(cfg), declared}} {
		text, err := p.Print(p.file)
		if err != nil {
			return err
		}
		name := filepath.Join(root, filepath.FromSlash(o.path), o.name+"_amd64"+ext)
		if err := os.WriteFile(name, text, 0o666); err != nil {
			return err
		}
	}
	return nil
}
