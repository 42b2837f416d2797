// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Check reads the assembly of Secant as it is committed, and shows what it can of it: it
// trusts neither the generator nor the CPU that it runs on.
//
//	go run secant.example/internal/_check
//
// reads every line (package x86); compares what its table of meanings says of each
// instruction with what the CPU does (silicon.go); follows secrets through all paths of all
// routines (package secrets), and bounds of numbers (package bounds); proves identities of
// polynomials (package algebra); and runs the tests of the packages with routines that are
// interpreted (package concrete), so that those for AVX-512 are tested on any amd64. It
// prints what it showed of each routine, and fails if it finds anything. That takes several
// minutes; with -quick it runs a few of the tests.
//
// TRUST.md at the root holds the table; -write writes it, otherwise it is compared.
// With -file internal/field/kernel_amd64.s=other.s, other.s is checked in the place of a
// committed file.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"sort"
	"strconv"
	"strings"
	"time"

	"secant.example/internal/_check/concrete"
)

func main() {
	quick := flag.Bool("quick", false, "run a few of the tests only")
	write := flag.Bool("write", false, "write TRUST.md")
	file := flag.String("file", "", "`committed=other`: check another file in the place of a committed one")
	trials := flag.Int("trials", 1000, "comparisons with the CPU for each instruction")
	flag.Parse()
	root, err := findRoot()
	if err == nil && *quick && *write {
		err = errors.New("what TRUST.md says is not shown by -quick")
	}
	if err == nil && !isLinuxAMD64 {
		err = errors.New("this needs Linux on amd64")
	}
	if err == nil {
		err = check(os.Stdout, root, *quick, *write, *file, *trials)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// isLinuxAMD64 says whether instructions can be compared with the CPU, and routines can be
// interpreted in the place of their assembly.
const isLinuxAMD64 = runtime.GOOS == "linux" && runtime.GOARCH == "amd64"

// findRoot returns the root of the core module.
func findRoot() (string, error) {
	output, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", module).Output()
	if err != nil {
		return "", fmt.Errorf("go list: %w: run this in a checkout", err)
	}
	return strings.TrimSpace(string(output)), nil
}

// loadAll reads all packages of the core module that have assembly.
func loadAll(root, file string) (units []*Unit, err error) {
	replace := map[string]map[string]string{}
	if file != "" {
		committed, other, ok := strings.Cut(file, "=")
		if _, err := os.Stat(filepath.Join(root, committed)); !ok || err != nil {
			return nil, fmt.Errorf("-file %s: not the path of a committed file from the root, = and another", file)
		}
		if other, err = filepath.Abs(other); err != nil {
			return nil, err
		}
		replace[filepath.Dir(committed)] = map[string]string{filepath.Base(committed): other}
	}
	err = filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.IsDir() {
			return err
		}
		if path != root {
			if _, err := os.Stat(filepath.Join(path, "go.mod")); err == nil || entry.Name()[0] == '.' {
				return filepath.SkipDir // another module
			}
		}
		if found, _ := filepath.Glob(filepath.Join(path, "*.s")); len(found) == 0 {
			return nil
		}
		relative, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		u, err := load(root, filepath.ToSlash(relative), replace[relative])
		if err != nil {
			return err
		}
		units = append(units, u)
		return nil
	})
	return units, err
}

// check does everything.
func check(w io.Writer, root string, quick, write bool, file string, trials int) error {
	start := time.Now()
	step := func(format string, args ...any) {
		fmt.Fprintf(w, "\n%s (after %s)\n", fmt.Sprintf(format, args...), time.Since(start).Round(time.Second))
	}
	units, err := loadAll(root, file)
	if err != nil {
		return err
	}
	inventory(w, units)
	temporary, err := os.MkdirTemp("", "secant-check-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temporary)

	step("secrets")
	var findings []string
	found, err := secretsOf(root, units)
	if err != nil {
		return err
	}
	for _, finding := range found {
		fmt.Fprintln(w, finding)
	}
	findings = append(findings, found...)

	step("bounds")
	if found, err = boundsOf(root, units); err != nil {
		return err
	}
	for _, finding := range found {
		fmt.Fprintln(w, finding)
	}
	findings = append(findings, found...)

	if !quick {
		step("carries that are always 0")
		lines, err := idleOf(root, units)
		if err != nil {
			return err
		}
		for _, line := range lines {
			fmt.Fprintln(w, line)
		}
	}

	step("algebra")
	found = checkAlgebra(w, units, runsWithNumbers, nil)
	for _, finding := range found {
		fmt.Fprintln(w, finding)
	}
	findings = append(findings, found...)

	step("the table of instructions and the CPU")
	output, err := compareWithCPU(root, units, temporary, trials)
	fmt.Fprint(w, output)
	if err != nil {
		findings = append(findings, "the table of instructions: "+err.Error())
	}

	tests := suites
	if quick {
		tests = sample
	}
	step("tests with interpreted kernels")
	counts, err := runSuites(root, units, temporary, tests)
	if err != nil {
		fmt.Fprintln(w, err)
		findings = append(findings, "tests with interpreted kernels: failed")
	}
	done := map[string]concrete.Count{}
	for path, list := range counts {
		for _, c := range list {
			done[path+"."+c.Routine] = c
		}
	}

	step("routines")
	for _, u := range units {
		for _, t := range u.Program.Order {
			c := done[u.Path+"."+t.Name]
			never := ""
			if len(c.Never) > 0 {
				never = fmt.Sprintf(", %d instructions never", len(c.Never))
				if !quick {
					findings = append(findings, fmt.Sprintf("%s: never run", strings.Join(c.Never, "\n")))
				}
			}
			fmt.Fprintf(w, "%-24s %-22s %5d instructions, %10d run%s; secrets: %s; bounds: %s; algebra: %s\n",
				filepath.Base(u.Path), t.Name, len(t.Instructions), c.Done, never, verdict(u, t.Name), boundsVerdict(u, t), algebraOf(u, t.Name))
		}
	}

	if file == "" {
		content := trust(units)
		name := filepath.Join(root, "TRUST.md")
		if write && len(findings) == 0 {
			if err := os.WriteFile(name, content, 0o666); err != nil {
				return err
			}
		} else if committed, err := os.ReadFile(name); err != nil || string(committed) != string(content) {
			findings = append(findings, "TRUST.md is not what this program writes: run it with -write")
		}
	}
	step("done")
	if len(findings) > 0 {
		return errors.New("found:\n" + strings.Join(findings, "\n"))
	}
	return nil
}

// inventory prints what was read.
func inventory(w io.Writer, units []*Unit) {
	forms := map[string]bool{}
	routines, instructions := 0, 0
	for _, u := range units {
		byFile := map[string][3]int{}
		own := map[string]map[string]bool{}
		for _, t := range u.Program.Order {
			n := byFile[t.File]
			n[0]++
			n[1] += len(t.Instructions)
			if own[t.File] == nil {
				own[t.File] = map[string]bool{}
			}
			for i := range t.Instructions {
				form := t.Instructions[i].Form()
				own[t.File][form], forms[form] = true, true
			}
			byFile[t.File] = n
			routines++
			instructions += len(t.Instructions)
		}
		for _, file := range u.Files {
			fmt.Fprintf(w, "%s/%s: %d routines, %d instructions of %d forms\n", u.Path, filepath.Base(file), byFile[file][0], byFile[file][1], len(own[file]))
		}
	}
	fmt.Fprintf(w, "all: %d routines, %d instructions of %d forms\n", routines, instructions, len(forms))
}

// secretsOf follows secrets through all routines.
func secretsOf(root string, units []*Unit) (findings []string, err error) {
	l := newLayouts(root)
	for _, u := range units {
		found, err := l.checkSecrets(u)
		if err != nil {
			return nil, err
		}
		findings = append(findings, found...)
	}
	return findings, nil
}

// verdict says what was shown of a routine's secrets, if nothing was found.
func verdict(u *Unit, name string) string {
	c := u.Contracts[name]
	switch {
	case exempt[name] != "":
		return "not followed: " + exempt[name]
	case c == nil:
		return "in its callers"
	case c.VarTime:
		return "none: variable time"
	}
	var public []string
	for _, p := range c.Parameters {
		if p.Public {
			public = append(public, p.Name)
		}
		for _, field := range p.PublicFields {
			public = append(public, p.Name+"."+field)
		}
	}
	if len(public) == 0 {
		return "all"
	}
	return "all but " + strings.Join(public, ", ")
}

// compareWithCPU returns what package silicon says.
func compareWithCPU(root string, units []*Unit, directory string, trials int) (string, error) {
	o, err := silicon(root, units, directory)
	if err != nil {
		return "", err
	}
	file, err := o.write()
	if err != nil {
		return "", err
	}
	c := exec.Command("go", "run", "-overlay", file, module+"/internal/_check/silicon", strconv.Itoa(trials))
	c.Dir = root
	output, err := c.CombinedOutput()
	return string(output), err
}

// trust is TRUST.md.
func trust(units []*Unit) []byte {
	var b strings.Builder
	b.WriteString(trustHead)
	for _, u := range units {
		for _, t := range u.Program.Order {
			run := suites[u.Path]
			if run == "" {
				run = "no"
			} else {
				run = "yes"
			}
			fmt.Fprintf(&b, "| %s | `%s` | %d | %s | %s | %s | %s |\n", strings.TrimPrefix(u.Path, "internal/"), t.Name, len(t.Instructions), run, verdict(u, t.Name), boundsVerdict(u, t), algebraOf(u, t.Name))
		}
	}
	b.WriteString("\nThe sums that may wrap around, or are not shown not to:\n\n")
	b.WriteString(trustExceptions(units))
	b.WriteString("\nThe tests that run with interpreted kernels:\n\n")
	var paths []string
	for path := range suites {
		paths = append(paths, path)
	}
	sort.Strings(paths)
	for _, path := range paths {
		fmt.Fprintf(&b, "- `%s`: %s\n", path, strings.ReplaceAll(suites[path], "|", ", "))
	}
	return []byte(b.String())
}

const trustHead = "<!-- Code generated by secant.example/internal/_check. DO NOT EDIT. -->\n" + `
# What is shown of the assembly

A program, ` + "`go run secant.example/internal/_check`" + `, reads the committed assembly and
interprets it. It trusts neither the generator nor avo, but Go's assembler, its own table of what
instructions mean, and what Go declares of the routines' arguments. This is what it shows.

- **Meanings.** Every instruction that occurs, but CPUID, JMP, CALL and RET, is compared with the CPU,
  registers, memory and defined flags, on random and extreme values; what the machine lacks is
  printed as not checked.
- **Run.** The tests below run with routines that are interpreted, on all paths, so that
  those for AVX-512 are tested on CPUs without it. They compare routines with their twins in Go or
  with math/big, on inputs that make late carries happen. Every instruction of the
  routines with "yes" is done by some test. In these tests no routine touches memory that its
  declaration does not give it, reads a register that it has not set, or an undefined flag.
  CI runs a sample of them.
- **Secrets.** On all paths, no jump and no address depends on the secret arguments. Instructions
  whose time depends on their operands are not in the table, so that a file with one is refused.
  Routines without a declaration in Go are followed in those that call them. Taken for granted:
  that arguments which overlap are public or secret alike, that addresses do not wrap around, and the
  bounds that declarations give for fields. Not shown: that what is read at a variable address of
  the routine's own memory was written.
- **Bounds.** For all arguments that the declaration of a routine allows, also such that overlap, on
  all paths and for any number of rounds of its loops: a carry or borrow that no instruction reads is 0,
  so that no sum loses its top, or the operands are small signed numbers and the sum is right as one; sums and differences of lanes of
  vectors do not wrap around; factors of the 52-bit multiplications are below 2^52; products of which
  only the low word is kept fit into it; bits that are shifted out to the left are taken by a shift to
  the right of the same word; and what the declaration says of numbers and limbs in memory
  holds after each write of one, too. A word is a linear form in unknown words, products of two of them and
  carries; where that is not enough, bits are taken for 0 and for 1. "All" says that
  this was shown of all sums; those left out are listed below the table. Taken for granted:
  the bounds that declarations give, which the tests of "Run" check on each call. Not shown: that a
  carry which is read goes where it should, which is algebra.
- **Algebra.** What a routine computes is its formula, as an identity of polynomials modulo p: of
  its arguments, of the carry of every sum, the high half of every product and the parts of every
  word that is cut. All of these are free variables, so that the identity holds for all arguments,
  and it is independent of how often a late carry happens. What must be known is that a carry which no instruction
  reads is zero, and that nothing is lost where a word is cut: that has been so in all runs with numbers,
  random and extreme ones, and "Bounds" proves it of the carries, but for the sums that it leaves out.
  An identity is not expanded, but tested with random elements of the prime field in the place of
  the variables: one that does not hold passes with a chance of its degree divided by p, below 2^-200.
  Indices, signs and counts are numbers, and every index is taken with both signs. The body of a loop
  starts from arbitrary numbers, and ends with what the formula makes of them; so it may run
  more often than here. The formulas are written from their sources, and every instruction of a routine with
  "yes" is done in some case. Not covered: which sums secp256k1 takes for exceptional; of the division steps, all but
  the updates of the long integers by a matrix, any one, with the exact divisions taken for granted;
  whether a point is on its curve, and that loops end.

Not shown: mutants.

| package | routine | instructions | run | secrets | bounds | algebra |
|---|---|--:|---|---|---|---|
`
