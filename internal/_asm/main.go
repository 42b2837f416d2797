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
	{"internal/field", "sqrn255", fieldTypes, fieldSqrN255},
	{"internal/modinv", "divsteps", modinvTypes, modinv},
	{"internal/curve25519", "ladder", ladderTypes, ladders},
	{"internal/edwards25519", "formulas", edwardsTypes, edwards},
	{"internal/secp256k1", "formulas", secp256k1Types, secp256k1},
	{"internal/secp256k1", "lanes", secp256k1Types, secp256k1Lanes},
	{"internal/secp256k1", "floats", secp256k1Types, secp256k1Floats},
	{"internal/doubleodd", "formulas", doubleOddTypes, doubleOdd},
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
