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
// polynomials (package algebra), that the routines of internal/modinv do division steps (package
// divsteps), and that those of internal/sha512lanes are SHA-512 (package hashes); runs the tests of the packages with routines that are interpreted
// (package concrete), so that those for AVX-512 are tested on any amd64; and changes each
// instruction in several ways, and looks who sees it (package mutation). It prints what it showed of
// each routine, and fails if it finds anything. That takes many minutes; with -quick it runs a few of
// the tests, and judges no mutants, but fails if the mutants of a routine were judged when it was another one; with -mutants
// it only judges all mutants, with -changed those of routines that have changed.
//
// Mutants are tried on calls that the tests made once and that calls.gz keeps: -record runs the
// tests and chooses them anew. TRUST.md at the root holds the table, and mutants.json what became
// of the mutants; -write writes both, and calls.gz after -record. Otherwise they are compared.
// With -file internal/field/kernel_amd64.s=other.s, other.s is checked in the place of a
// committed file.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"runtime"
	"runtime/debug"
	"slices"
	"sort"
	"strconv"
	"strings"
	"time"

	"secant.example/internal/_check/concrete"
)

func main() {
	debug.SetGCPercent(1600) // bounds and algebra make many small numbers
	debug.SetMemoryLimit(4 << 30)
	var o options
	flag.BoolVar(&o.quick, "quick", false, "run a few of the tests, and judge no mutants")
	flag.BoolVar(&o.mutants, "mutants", false, "judge all mutants, and nothing else")
	flag.StringVar(&o.only, "only", "", "with -mutants, judge those of routines whose `package.name` matches")
	flag.BoolVar(&o.changed, "changed", false, "with -mutants, judge those of routines that are not as they were when their mutants were judged")
	flag.BoolVar(&o.record, "record", false, "choose anew the calls that mutants are tried on")
	flag.BoolVar(&o.write, "write", false, "write TRUST.md, and what it is made from")
	flag.StringVar(&o.file, "file", "", "`committed=other`: check another file in the place of a committed one")
	flag.IntVar(&o.trials, "trials", 1000, "comparisons with the CPU for each instruction")
	flag.Parse()
	root, err := findRoot()
	if err == nil && !o.mutants && (o.changed || o.only != "") {
		err = errors.New("-changed and -only are for -mutants")
	}
	if err == nil && o.quick && (o.write || o.record) {
		err = errors.New("-quick does neither show what TRUST.md says nor all that calls do")
	}
	if err == nil && o.quick && o.mutants {
		err = errors.New("-quick judges no mutants")
	}
	if err == nil && !isLinuxAMD64 {
		err = errors.New("this needs Linux on amd64")
	}
	if err == nil {
		err = check(os.Stdout, root, &o)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// options of the command.
type options struct {
	quick, mutants, changed, record, write bool
	file, only                             string
	trials                                 int
}

// choice returns whose mutants are judged.
func (o *options) choice(units []*Unit, known []*Tally) (choice, error) {
	only, err := regexp.Compile(o.only)
	changed := map[string]bool{}
	for _, u := range units {
		for name, digest := range digests(u) {
			changed[u.Path+"."+name] = !slices.ContainsFunc(known, func(t *Tally) bool {
				return t.Package == u.Path && t.Routine == name && t.Digest == digest
			})
		}
	}
	return func(u *Unit, routine string) bool {
		return only.MatchString(u.Package+"."+routine) && (!o.changed || changed[u.Path+"."+routine])
	}, err
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
func check(w io.Writer, root string, o *options) error {
	start := time.Now()
	step := func(format string, args ...any) {
		fmt.Fprintf(w, "\n%s (after %s)\n", fmt.Sprintf(format, args...), time.Since(start).Round(time.Second))
	}
	units, err := loadAll(root, o.file)
	if err != nil {
		return err
	}
	inventory(w, units)
	temporary, err := os.MkdirTemp("", "secant-check-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temporary)

	known, err := readTallies(root)
	if err != nil {
		return err
	}
	chosen, err := o.choice(units, known)
	if err != nil {
		return err
	}

	var findings []string
	if !o.mutants {
		step("secrets")
		found, err := secretsOf(root, units)
		if err != nil {
			return err
		}
		for _, finding := range found {
			fmt.Fprintln(w, finding)
		}
		findings = append(findings, found...)

		step("bounds")
		found, given, err := boundsOf(root, units)
		if err != nil {
			return err
		}
		for _, finding := range found {
			fmt.Fprintln(w, finding)
		}
		findings = append(findings, found...)

		if !o.quick {
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
		found = checkAlgebra(w, units, runsWithNumbers, given)
		for _, finding := range found {
			fmt.Fprintln(w, finding)
		}
		findings = append(findings, found...)

		step("division steps and SHA-512")
		found = checkFollowed(w, units)
		for _, finding := range found {
			fmt.Fprintln(w, finding)
		}
		findings = append(findings, found...)

		step("the table of instructions and the CPU")
		output, err := compareWithCPU(root, units, temporary, o.trials)
		fmt.Fprint(w, output)
		if err != nil {
			findings = append(findings, "the table of instructions: "+err.Error())
		}
	}

	var recorded map[string][]*concrete.Call
	if !o.mutants || o.record {
		tests := maps.Clone(suites)
		if o.quick {
			tests = sample
		}
		if o.mutants {
			maps.DeleteFunc(tests, func(path, _ string) bool { return !isChosen(units, path, chosen) })
		}
		step("tests with interpreted kernels")
		counts, calls, err := runAndRecord(root, units, temporary, tests, o.record)
		if err != nil {
			fmt.Fprintln(w, err)
			findings = append(findings, "tests with interpreted kernels: failed")
		}
		if o.record {
			recorded = calls
		}
		step("routines")
		findings = append(findings, routines(w, units, counts, !o.quick)...)
	}

	if o.file == "" && len(findings) == 0 {
		var j *judgement
		list := known
		if !o.quick {
			step("mutants")
			var found []string
			if j, list, found, err = mutants(w, root, units, recorded, known, chosen); err != nil {
				return err
			}
			for _, finding := range found {
				fmt.Fprintln(w, finding)
			}
			findings = append(findings, found...)
		}
		found, err := compareOrWrite(root, units, j, list, o, len(findings) == 0)
		if err != nil {
			return err
		}
		findings = append(findings, found...)
	}
	step("done")
	if len(findings) > 0 {
		if lines := changedLines(root, o.file); len(lines) > 0 {
			findings = append(findings, "What is new in the assembly since the last commit, where such a finding most likely comes from:")
			findings = append(findings, lines...)
		}
		return errors.New("found:\n" + strings.Join(findings, "\n"))
	}
	return nil
}

// changedLines returns the lines of assembly that are not as they were committed: where, and what is there
// now. Algebra and tests see that a routine computes something else, but not from which line on. Without git
// there are none.
func changedLines(root, file string) (lines []string) {
	arguments := []string{"diff", "--no-ext-diff", "--no-color", "--no-prefix", "-U0"}
	committed, other, replaced := strings.Cut(file, "=")
	if replaced {
		arguments = append(arguments, "--no-index", "--", filepath.Join(root, committed), other)
	} else {
		arguments = append(arguments, "HEAD", "--", "*.s")
	}
	c := exec.Command("git", arguments...)
	if c.Dir = root; replaced {
		c.Dir = "" // as the path of the other file has it
	}
	output, err := c.Output() // with --no-index, differences are an error
	if err != nil && !replaced {
		return nil
	}
	const most = 20
	name, number := "", 0
	for _, line := range strings.Split(string(output), "\n") {
		switch hunk := newLines.FindStringSubmatch(line); {
		case strings.HasPrefix(line, "+++ "):
			if name = other; !replaced {
				name = filepath.Join(root, line[4:])
			}
		case hunk != nil:
			number, _ = strconv.Atoi(hunk[1])
			if hunk[2] == "0" { // what was there is gone
				lines = append(lines, fmt.Sprintf("%s:%d: lines after this one were dropped", name, number))
			}
		case strings.HasPrefix(line, "+"):
			lines = append(lines, fmt.Sprintf("%s:%d: %s", name, number, strings.TrimSpace(line[1:])))
			number++
		}
	}
	if len(lines) > most {
		return append(lines[:most], fmt.Sprintf("and %d more", len(lines)-most))
	}
	return lines
}

// newLines matches what git says before lines that differ: where they are now, and how many.
var newLines = regexp.MustCompile(`^@@ -\S+ \+(\d+)(?:,(\d+))? @@`)

// routines prints what was run of each routine, and returns instructions that never were, if all had
// to be.
func routines(w io.Writer, units []*Unit, counts map[string][]concrete.Count, all bool) (findings []string) {
	done := map[string]concrete.Count{}
	for path, list := range counts {
		for _, c := range list {
			done[path+"."+c.Routine] = c
		}
	}
	for _, u := range units {
		for _, t := range u.Program.Order {
			c := done[u.Path+"."+t.Name]
			never := ""
			if len(c.Never) > 0 {
				never = fmt.Sprintf(", %d instructions never", len(c.Never))
				if all {
					findings = append(findings, fmt.Sprintf("%s: never run", strings.Join(c.Never, "\n")))
				}
			}
			fmt.Fprintf(w, "%-24s %-22s %5d instructions, %10d run%s; secrets: %s; bounds: %s; algebra: %s\n",
				filepath.Base(u.Path), t.Name, len(t.Instructions), c.Done, never, verdict(u, t.Name), boundsVerdict(u, t), algebraOf(u, t.Name))
		}
	}
	return findings
}

// compareOrWrite compares the files that say what was shown with what was, or writes them; if not all
// was, it leaves TRUST.md as it is.
func compareOrWrite(root string, units []*Unit, j *judgement, list []*Tally, o *options, all bool) (findings []string, err error) {
	if o.write {
		if o.record {
			if err := concrete.SaveCalls(filepath.Join(root, callsFile), j.calls); err != nil {
				return nil, err
			}
		}
		if err := writeTallies(root, list); err != nil || !all {
			return nil, err
		}
		return nil, os.WriteFile(filepath.Join(root, "TRUST.md"), trust(units, list), 0o666)
	}
	known, err := readTallies(root)
	if err != nil {
		return nil, err
	}
	findings = stale(units, known)
	if !o.record && len(findings) == 0 && !reflect.DeepEqual(known, list) {
		findings = append(findings, talliesFile+" is not what this program writes: run it with -write")
	}
	if committed, err := os.ReadFile(filepath.Join(root, "TRUST.md")); err != nil || string(committed) != string(trust(units, known)) {
		findings = append(findings, "TRUST.md is not what this program writes: run it with -write")
	}
	return findings, nil
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
func trust(units []*Unit, mutants []*Tally) []byte {
	tried := map[string]*Tally{}
	for _, t := range mutants {
		tried[t.Package+"."+t.Routine] = t
	}
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
			mutants := "not tried: " + notTried[t.Name]
			if t := tried[u.Path+"."+t.Name]; t != nil {
				mutants = t.String()
			}
			fmt.Fprintf(&b, "| %s | `%s` | %d | %s | %s | %s | %s | %s |\n", strings.TrimPrefix(u.Path, "internal/"), t.Name, len(t.Instructions), run, verdict(u, t.Name), boundsVerdict(u, t), algebraOf(u, t.Name), mutants)
		}
	}
	for _, t := range mutants {
		if t.Routine == constants {
			fmt.Fprintf(&b, "| %s | constants | | | | | | %s |\n", strings.TrimPrefix(t.Package, "internal/"), t)
		}
	}
	trustMutants(&b, mutants)
	b.WriteString("\nThe tests that run with interpreted kernels:\n\n")
	var paths []string
	for path := range suites {
		paths = append(paths, path)
	}
	sort.Strings(paths)
	for _, path := range paths {
		fmt.Fprintf(&b, "- `%s`: %s\n", path, strings.ReplaceAll(suites[path], "|", ", "))
	}
	trustOperations(&b)
	b.WriteString(trustArchitectures)
	return []byte(b.String())
}

const trustHead = "<!-- Code generated by secant.example/internal/_check. DO NOT EDIT. -->\n" + `
# What is shown of the assembly, and of whole operations

A program, ` + "`go run secant.example/internal/_check`" + `, reads the committed assembly and
interprets it. It trusts neither the generator nor avo, but Go's assembler, its own table of what
instructions mean, and what Go declares of the routines' arguments. This is what it shows.

- **Meanings.** Every instruction that occurs, but CPUID, LDMXCSR, STMXCSR, JMP, CALL and RET, is compared with the CPU,
  registers, memory and defined flags, on random and extreme values; what the machine lacks is
  printed as not checked. Doubles are those that are normal or zero: others are errors.
- **Run.** The tests below run with routines that are interpreted, on all paths, so that
  those for AVX-512 are tested on CPUs without it. They compare routines with their twins in Go or
  with math/big, on inputs that make late carries happen. Every instruction of the
  routines with "yes" is done by some test. In these tests no routine touches memory that its
  declaration does not give it, reads a register that it has not set, or an undefined flag.
  CI runs a sample of them.
- **Secrets.** On all paths, no jump and no address depends on the secret arguments. Instructions
  whose time depends on their operands are not in the table, so that a file with one is refused;
  floating point is there, but must not get what depends on a secret.
  Routines without a declaration in Go are followed in those that call them. Taken for granted:
  that arguments which overlap are public or secret alike, that addresses do not wrap around, and the
  bounds that declarations give for fields. Not shown: that what is read at a variable address of
  the routine's own memory was written.
- **Bounds.** For all arguments that the declaration of a routine allows, also such that overlap, on
  all paths and for any number of rounds of its loops: a carry or borrow that no instruction reads is 0,
  so that no sum loses its top, or the operands are small signed numbers and the sum is right as one; sums and differences of lanes of
  vectors do not wrap around, but for bits of doubles; factors of the 52-bit multiplications are below 2^52; products of which
  only the low word is kept fit into it; bits that are shifted out to the left are taken by a shift to
  the right of the same word; and what the declaration says of numbers and limbs in memory
  holds after each write of one, too. Of doubles: a sum or product is exact, or it is a sum with a constant and rounded to
  a multiple of a known power of two; none is infinite or subnormal; they are rounded as the routine has set MXCSR, to the nearest; and
  sums of their bits, which go around modulo 2^64, are words again where bits are shifted to the right or masked. A word is a linear form in unknown words, products of two of them and
  carries; where that is not enough, bits are taken for 0 and for 1. "All" says that
  this was shown of every instruction. Taken for granted: that floating point is that of IEEE 754, which is compared as "Meanings" says;
  the bounds that declarations give, which the tests of "Run" check on each call. Not shown: that a
  carry which is read goes where it should, which is algebra.
- **Algebra.** What a routine computes is its formula, as an identity of polynomials modulo p: of
  its arguments, of the carry of every sum, the high half of every product and the parts of every
  word that is cut. All of these are free variables, so that the identity holds for all arguments,
  and it is independent of how often a late carry happens. What must be known is that a carry which no instruction
  reads is zero, and that nothing is lost where a word is cut: that is taken from "Bounds", which
  has to show it of every instruction of which it is needed. Of doubles, what is not exact is a free variable, and algebra
  itself follows between what numbers they are.
  An identity is not expanded, but tested with random elements of the prime field in the place of
  the variables: one that does not hold passes with a chance of its degree divided by p, below 2^-200.
  Indices, signs and counts are numbers, and every index is taken with both signs. The body of a loop
  starts from arbitrary numbers, and ends with what the formula makes of them; so it may run
  more often than here. The formulas are written from their sources, and every instruction of a routine with
  "yes" is done in some case; every word that it leaves in the memory of its arguments is in some identity, but T where it
  is not computed. Not covered: which sums secp256k1 takes for exceptional;
  whether a point is on its curve, and that loops end.
- **Division steps.** The routines of modinv leave what division steps make of their arguments, as
  integers, for all limbs in their bounds: each step from any state, in the four cases of a parity and a sign; the packed words of a
  chunk; the matrix of a batch, whose rows have sums of at most 2^60 (2^54 for the Jacobi symbol); that this
  matrix divides the low bits that it comes from, so that the divisions are exact; the long integers after each batch, d and e plus k·m
  with the k that makes their division exact; the low bits that the next batch starts from; how many batches there are; and
  what each step and each batch adds to the exponent of the Jacobi symbol. A word is a polynomial in unknown
  integers modulo 2^64, with bounds: what wraps around or is cut off is an unknown integer, so that bounds and
  algebra are one. Taken for granted: that so many steps are enough, and that what the symbol counts is
  right, for which internal/modinv has the reasons; and in variable time, the entries of the table, and that
  there are no more than 4,000 batches.
- **SHA-512.** The routines of sha512lanes leave what FIPS 180-4 makes of the state and the block in each lane, for
  all states, blocks and constants. A bit is a polynomial over the field of two elements in the bits of unknown words and of sums modulo 2^64, and
  a sum is known by the words that it adds, in any order: so what is the same is the same for all arguments. Bounds and algebra of these
  routines would be of no use: their sums go around.
- **Mutants.** Each instruction is changed in some ten ways, one at a time: dropped; with or
  without the carry, the other chain, the other half, a difference for a sum; operands swapped; the next
  register; the next offset, base or index; a neighbouring constant, count, lane or mask; the opposite
  condition. So are the constants. A mutant is seen if, on one of the calls that the tests below made and
  that this program keeps, it leaves other bytes than the routine, or has a fault. The tests compare what routines leave with their twins, or modulo p with math/big,
  so that they may be content with other bytes of the same number. What no call shows, such as the loss of a carry that happens
  once in 2^64 calls, is followed by the domains above, in this order: a mutant is seen by the algebra if an identity does not hold
  any more with what is known of the routine's own carries, and by bounds and secrets if they find anything. What nobody sees
  must be equivalent by a reviewed rule, listed below, or open: listed in the source, but not reviewed yet. Otherwise
  this program fails. Before a release all are tried; CI refuses a routine that is not as it was when its mutants were.

| package | routine | instructions | run | secrets | bounds | algebra | mutants |
|---|---|--:|---|---|---|---|---|
`
