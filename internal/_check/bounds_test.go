// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"encoding/binary"
	"fmt"
	"io"
	"maps"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"
	"unsafe"

	"secant.example/internal/_check/algebra"
	"secant.example/internal/_check/bounds"
	"secant.example/internal/_check/concrete"
	"secant.example/internal/_check/x86"
)

// A recorder is the domain of numbers, and compares what sums carry with what was found of them.
type recorder struct {
	x86.Domain[uint64]
	t         *testing.T
	low, high uint64 // what is an address
	text      *x86.Text
	number    int // of the instruction
	facts     []bounds.Fact
	compared  int
	ones      map[*x86.Instruction]bool // instructions with a carry of 1
}

func (r *recorder) check(x, y, carry uint64) {
	in := &r.text.Instructions[r.number]
	switch in.Op {
	case "ADDQ", "ADCQ", "SUBQ", "SBBQ", "ADCXQ", "ADOXQ":
	default:
		return
	}
	f := &r.facts[r.number]
	if x >= r.low && x < r.high || y >= r.low && y < r.high || !f.Zero && !f.One {
		return // an address, or nothing was found
	}
	r.compared++
	if carry == 1 {
		r.ones[in] = true
	}
	if carry == 0 && !f.Zero || carry == 1 && !f.One {
		r.t.Errorf("%s:%d: %s: %s carries %d", r.text.File, in.Line, r.text.Name, in, carry)
	}
}

func (r *recorder) Add(x, y, carry uint64) (uint64, uint64) {
	s, c := r.Domain.Add(x, y, carry)
	r.check(x, y, c)
	return s, c
}

func (r *recorder) Sub(x, y, borrow uint64) (uint64, uint64) {
	d, b := r.Domain.Sub(x, y, borrow)
	r.check(x, y, b)
	return d, b
}

// An arena is memory for one routine and what it is given.
type arena struct {
	memory []byte
	used   int
}

const arenaSize = 1 << 18

func (a *arena) take(n int) []byte {
	b := a.memory[a.used : a.used+n]
	a.used += n
	return b
}

func address(b []byte) uint64 { return uint64(uintptr(unsafe.Pointer(&b[0]))) }

// run runs a routine on memory in a, on numbers, and compares.
func (r *recorder) run(p *x86.Program, m *x86.Machine[uint64], t *x86.Text, a *arena, symbols map[string]uint64, result *bounds.Result) {
	used := a.used
	frame := a.take(int(t.FrameSize) + 64)
	outerFrame, outerText := m.FrameBase, m.Text
	outer, outerFacts := r.text, r.facts
	m.FrameBase, m.Text = address(frame), t
	m.SymbolBase = func(name string) uint64 { return symbols[name] }
	r.text, r.facts = t, result.Facts[t]
	defer func() {
		a.used = used
		m.FrameBase, m.Text, r.text, r.facts = outerFrame, outerText, outer, outerFacts
	}()
	for i := 0; ; {
		in := &t.Instructions[i]
		if r.facts == nil || !r.facts[i].Done {
			r.t.Fatalf("%s:%d: %s: %s is done, but bounds do not get there", t.File, in.Line, t.Name, in)
		}
		r.number = i
		m.At(in)
		i++
		switch c := in.Control(); c {
		case "":
			concrete.Step(m, in)
		case "RET":
			return
		case "CALL":
			bp, had := m.R[x86.BP], m.HasR
			r.run(p, m, p.Texts[in.Operands[0].Name], a, symbols, result)
			m.R[x86.BP], m.HasR = bp, m.HasR|had&(1<<x86.BP)
			m.Forget()
		case "JMP":
			i = in.Target
		default:
			if m.Condition(c) == 1 {
				i = in.Target
			}
		}
	}
}

// extreme returns a number of 256 bits at which carries happen late, or any.
func extreme(random *rand.Rand, fold uint64) *big.Int {
	one := big.NewInt(1)
	end := new(big.Int).Lsh(one, 256)
	x := new(big.Int)
	switch random.IntN(6) {
	case 0: // around multiples of 2^255 - fold/2, from 0 to 2^256
		x.Lsh(one, 255)
		x.Sub(x, new(big.Int).SetUint64(fold/2))
		x.Mul(x, big.NewInt(random.Int64N(3)))
		x.Add(x, big.NewInt(random.Int64N(7)-3))
	case 1: // 2^256 less a small multiple of fold, and a little
		x.Sub(end, new(big.Int).SetUint64(random.Uint64N(3)*fold))
		x.Sub(x, big.NewInt(random.Int64N(5)-1))
	case 2: // words of zeros and ones
		for range 4 {
			x.Lsh(x, 64)
			x.Or(x, new(big.Int).SetUint64(-random.Uint64N(2)))
		}
	case 3: // runs of bits
		for range 4 {
			x.Xor(x, new(big.Int).Sub(new(big.Int).Lsh(one, uint(random.IntN(257))), one))
		}
	case 4: // small
		x.SetUint64(random.Uint64N(3) * fold)
	default:
		for range 4 {
			x.Lsh(x, 64)
			x.Or(x, new(big.Int).SetUint64(random.Uint64()))
		}
	}
	return x.Mod(x, end)
}

// fillWords fills memory with what a region may hold.
func fillWords(random *rand.Rand, b []byte, r *bounds.Region, fold uint64) {
	for i := 0; i < len(b); i += 32 {
		var words [4]uint64
		x := extreme(random, fold)
		if r.Words == 4 && x.Cmp(r.Most) > 0 {
			x.Set(r.Most)
		}
		for j := range words {
			words[j] = new(big.Int).Rsh(x, uint(64*j)).Uint64()
			if r.Words == 1 {
				if most := r.Most.Uint64(); random.IntN(3) == 0 {
					words[j] = most
				} else {
					words[j] %= most + 1
				}
			}
			binary.LittleEndian.PutUint64(b[i+8*j:], words[j])
		}
	}
}

// compare runs a routine on numbers, so often, and compares what its sums carry with what was
// found. Numbers among the arguments that have no values are count.
func compare(t *testing.T, u *Unit, text *x86.Text, arguments []bounds.Argument, result *bounds.Result, count uint64, often int, random *rand.Rand) *recorder {
	all := &recorder{t: t, ones: map[*x86.Instruction]bool{}}
	fold := uint64(38)
	switch u.Package {
	case "secp256k1":
		fold = 1<<32 + 977
	case "doubleodd":
		fold = 7914
	}
	for _, argument := range arguments {
		if argument.Value != nil {
			fold = *argument.Value
		}
	}
	for range often {
		a := &arena{memory: make([]byte, arenaSize)}
		m := concrete.Machine(unsafe.Pointer(&a.memory[0]), arenaSize)
		r := &recorder{Domain: m.Domain, t: t, low: address(a.memory), high: address(a.memory) + arenaSize, ones: all.ones}
		m.Domain = r
		symbols := map[string]uint64{}
		for name, d := range u.Program.Data {
			b := a.take(len(d.Bytes))
			copy(b, d.Bytes)
			symbols[name] = address(b)
		}
		features := a.take(8)
		for i := range features {
			features[i] = byte(random.IntN(2))
		}
		symbols[x86.Features] = address(features)
		list := a.take(8 * len(arguments))
		for i, argument := range arguments {
			x := count
			switch {
			case argument.Pointer != nil:
				b := a.take(4096)
				fillWords(random, b, argument.Pointer, fold)
				x = address(b)
			case argument.Value != nil:
				x = *argument.Value
			}
			binary.LittleEndian.PutUint64(list[8*i:], x)
		}
		m.ArgumentBase = address(list)
		m.R[x86.BP], m.HasR = 1, 1<<x86.BP
		r.run(u.Program, m, text, a, symbols, result)
		all.compared += r.compared
	}
	return all
}

// What was found holds when routines are run on numbers, at the edges of what their contracts allow.
// The carries that may be 1 are not all of them, and some are.
func TestBoundsHold(t *testing.T) {
	long(t)
	root := root(t)
	units, err := loadAll(root, "")
	if err != nil {
		t.Fatal(err)
	}
	// The routines whose arguments are pointers to numbers and few counts, with these.
	counts := map[string]uint64{"field.mul": 0, "field.sqr": 0, "field.sqrN": 3, "field.sqrN255": 3, "field.sqrN25519": 3, "field.sqrNMulPair": 2, "field.add": 0, "field.sub": 0,
		"curve25519.ladder": 6, "doubleodd.doubleE": 4, "doubleodd.doubleS": 4, "edwards25519.pointDouble": 3,
		"secp256k1.pointDouble": 3, "secp256k1.pointAdd": 0, "secp256k1.pointAddAffine": 0, "secp256k1.pointMultiples": 3, "secp256k1.pointRescale": 3, "secp256k1.selectAffine": 1, "edwards25519.selectCached": 1}
	random := rand.New(rand.NewPCG(1, 2))
	l := newLayouts(root)
	for _, u := range units {
		for _, text := range u.Program.Order {
			count, chosen := counts[u.Package+"."+text.Name]
			if !chosen {
				continue
			}
			c := u.Contracts[text.Name]
			lists, err := l.ranges(u, c)
			if err != nil {
				t.Fatal(err)
			}
			compared, ones := 0, map[*x86.Instruction]bool{}
			for _, arguments := range lists {
				r := compare(t, u, text, arguments, bounds.Check(u.Program, text.Name, arguments, bounds.Options{}), count, 400/len(lists), random)
				compared += r.compared
				maps.Copy(ones, r.ones)
			}
			if compared < 100 || len(ones) < 3 {
				t.Errorf("%s: only %d sums were compared, %d carried", text.Name, compared, len(ones))
			}
			t.Logf("%s: %d sums were compared, %d instructions carried", text.Name, compared, len(ones))
		}
	}
}

// What is committed has no finding.
func TestBounds(t *testing.T) {
	long(t)
	root := root(t)
	units, err := loadAll(root, "")
	if err != nil {
		t.Fatal(err)
	}
	findings, _, err := boundsOf(root, units)
	if err != nil {
		t.Fatal(err)
	}
	for _, finding := range findings {
		t.Error(finding)
	}
}

// boundsOfRoutine returns what is found of one routine.
func boundsOfRoutine(t *testing.T, root, file, routine string, change func(c *Contract)) (*Unit, [][]bounds.Argument, []*bounds.Result) {
	t.Helper()
	units, err := loadAll(root, file)
	if err != nil {
		t.Fatal(err)
	}
	for _, u := range units {
		c := u.Contracts[routine[strings.Index(routine, ".")+1:]]
		if c == nil || u.Package != routine[:strings.Index(routine, ".")] {
			continue
		}
		if change != nil {
			change(c)
		}
		lists, err := newLayouts(root).ranges(u, c)
		if err != nil {
			t.Fatal(err)
		}
		var results []*bounds.Result
		for _, arguments := range lists {
			results = append(results, bounds.Check(u.Program, c.Name, arguments, bounds.Options{}))
		}
		return u, lists, results
	}
	t.Fatalf("no routine %s", routine)
	panic("not reached")
}

// A lost carry, a wrong mask or shift or bias, in a copy of a committed file, is found, with its line.
func TestPlantedBounds(t *testing.T) {
	root := root(t)
	const (
		field     = "internal/field/kernel_amd64.s"
		edwards   = "internal/edwards25519/formulas_amd64.s"
		secp      = "internal/secp256k1/formulas_amd64.s"
		doubleOdd = "internal/doubleodd/formulas_amd64.s"
		ladders   = "internal/curve25519/ladder_amd64.s"
	)
	for _, test := range []struct {
		file, text, routine, old, new string
		below                         int // how many lines below the changed one a finding is
		message                       string
	}{
		// The carry into the top limb of a row, which is not added.
		{field, "mul", "field.mul", "ADCQ $0x00, R12", "MOVQ R12, R12", -1, "the carry out of a sum may be 1"},
		{field, "sqr", "field.sqr", "ADCQ $0x00, R12", "MOVQ R12, R12", -1, "the carry out of a sum may be 1"},
		{field, "sqrN255", "field.sqrN255", "ADCQ $0x00, DI", "MOVQ DI, DI", -1, "the carry out of a sum may be 1"},
		// A limb that is not cut: the products of the next round are too large.
		{field, "sqrN25519", "field.sqrN25519", "BZHIQ DX, R12, R11", "MOVQ R12, R11", 176 - 179, "the carry out of a sum may be 1"},
		// The second fold of a sum: forgotten, and with another mask.
		{field, "add", "field.add", "SBBQ AX, AX", "XORL AX, AX", -1, "the carry out of a sum may be 1"},
		{field, "add", "field.add", "ANDQ fold+24(FP), AX", "ANDQ $-1, AX", 7, "the carry out of a sum may be 1"},
		{field, "sub", "field.sub", "ANDQ fold+24(FP), AX", "MOVQ AX, AX", 7, ""},
		{doubleOdd, "doublingsE<>", "doubleodd.doubleE", "ADCQ $0x00, R11", "MOVQ R11, R11", -1, "the carry out of a sum may be 1"},
		{secp, "doublings<>", "secp256k1.pointDouble", "IMULQ DX, BX", "SHLQ $0x3f, BX", 0, ""},
		{ladders, "ladder", "curve25519.ladder", "ANDL $0x00000026, AX", "ANDL $0x7fffffff, AX", 4, "the carry out of a sum may be 1"},
		// Limbs that are not carried enough.
		{edwards, "vectorDoublings<>", "edwards25519.vectorDouble", "VPSRLQ $0x33, Y4, Y19", "VPSRLQ $0x01, Y4, Y19", 14, "bits above the 52 of a factor are lost"},
		{edwards, "vectorDoublings<>", "edwards25519.vectorDouble", "VPANDQ Y28, Y0, Y0", "VMOVDQA64 Y0, Y0", 28, "bits above the 52 of a factor are lost"},
		{edwards, "vectorDouble", "edwards25519.vectorDouble", "MOVQ $0x3fffffffffff6800, AX", "MOVQ $0x00ffffffffff6800, AX", 7406 - 9293, "a difference of lanes may be negative"},
		{ladders, "ladderIFMA", "curve25519.ladderIFMA", "VPSRLQ $0x26, Y21, Y2", "VPSRLQ $0x34, Y21, Y2", -2, "bits that are shifted out"},
		// Doubles: another constant to split with, another rounding, a sum for a difference, another operand, no exponent, limbs
		// that are not reduced or not masked, a factor that is too large, and a limb that may be negative.
		{edwards, "floatSum", "edwards25519.floatSum", "VMOVUPD floatC1<>+0(SB), Y15", "VMOVUPD floatC1X<>+0(SB), Y15", 15, "a sum of lanes may be anything modulo 2^64"},
		{edwards, "floatSum", "edwards25519.floatSum", "VMOVUPD floatC1<>+0(SB), Y15", "VMOVUPD float2to52<>+0(SB), Y15", 3, "it is not known to what"},
		{edwards, "floatSum", "edwards25519.floatSum", "LDMXCSR nearest<>+0(SB)", "LDMXCSR floatC1<>+0(SB)", 86, "rounds as MXCSR says"},
		{edwards, "floatSum", "edwards25519.floatSum", "VFMSUB231PD 128(R10), Y9, Y3", "VFMADD231PD 128(R10), Y9, Y3", 0, "a sum of doubles may not be exact"},
		{edwards, "floatSum", "edwards25519.floatSum", "VFMSUB231PD 128(R10), Y9, Y3", "VFMSUB231PD 96(R10), Y9, Y3", 0, "a sum of doubles may not be exact"},
		{edwards, "floatSum", "edwards25519.floatSum", "VPOR Y14, Y1, Y1", "VMOVDQU Y1, Y1", 1, "computes with a double of which nothing is known"},
		{edwards, "floatSum", "edwards25519.floatSum", "VSUBPD float2to52And1125899906852352<>+0(SB), Y0, Y0", "VSUBPD float2to52<>+0(SB), Y0, Y0", 108, "it is not known to what"},
		{edwards, "floatSum", "edwards25519.floatSum", "VPAND Y15, Y0, Y0", "VMOVDQU Y0, Y0", 7, "computes with a double of which nothing is known"},
		{edwards, "floatSum", "edwards25519.floatSum", "VPSLLQ $0x04, Y4, Y11", "VPSLLQ $0x0e, Y4, Y11", 2, "a sum of lanes may be anything modulo 2^64"},
		{edwards, "floatSum", "edwards25519.floatSum", "VPADDQ positive0<>+0(SB), Y0, Y0", "VPSUBQ rawExcess0<>+0(SB), Y0, Y0", 5, "the bits of a number are used that may be negative"},
		// Of limbs that stand two in a word: no multiple of p, a carry that stays, limbs at other places.
		{edwards, "laneWindows", "edwards25519.laneWindows", "VMOVDQU packedBias0<>+0(SB), Y10", "VMOVDQU nineteens<>+0(SB), Y10", 1, "a difference of lanes may be negative"},
		{edwards, "laneWindows", "edwards25519.laneWindows", "VPAND packedMask<>+0(SB), Y9, Y9", "VMOVDQU Y9, Y9", 144, "a factor may be"},
		{edwards, "laneWindows", "edwards25519.laneWindows", "VPAND mask26<>+0(SB), Y4, Y4", "VMOVDQU Y4, Y4", 222, "a sum of half words may be"},
		// An entry that is looked up: no multiple of p to change its sign with, and the words next to its limb.
		{edwards, "columnEntries<>", "edwards25519.laneComb", "VMOVDQU twiceP0<>+0(SB), Y7", "VMOVDQU nineteens<>+0(SB), Y7", 1, "a difference of lanes may be negative"},
		{edwards, "columnEntries<>", "edwards25519.laneComb", "VPAND mask26<>+0(SB), Y5, Y5", "VMOVDQU Y5, Y5", 2, "a difference of lanes may be negative"},
	} {
		file := test.file
		if strings.HasPrefix(test.text, "sqrN255") {
			file = "internal/field/sqrn255_amd64.s"
		}
		planted, line := plant(t, root, file, test.text, test.old, test.new)
		if testing.Short() {
			continue // each takes a second
		}
		_, _, results := boundsOfRoutine(t, root, planted, test.routine, nil)
		var found []string
		seen := false
		for _, r := range results {
			for _, e := range r.Found {
				found = append(found, e.Error())
				seen = seen || e.Line == line+test.below && strings.Contains(e.Message, test.message)
			}
		}
		if !seen {
			t.Errorf("%s: %q for %q at line %d: found %q", test.routine, test.new, test.old, line, found[:min(len(found), 4)])
		}
	}
}

// The bounds that declarations give are needed: with larger ones something is found.
func TestBoundsNeeded(t *testing.T) {
	long(t)
	root := root(t)
	most := func(parameter string, n uint) func(c *Contract) {
		return func(c *Contract) {
			p := c.parameter(parameter)
			if p.Ranges == nil {
				panic("no bound for " + parameter)
			}
			for i := range p.Ranges {
				p.Ranges[i].Most = new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), n), big.NewInt(1))
			}
		}
	}
	for _, test := range []struct {
		routine string
		change  func(c *Contract)
		message string
	}{
		{"curve25519.ladder", most("s", 256), "the carry out of a sum may be 1"},
		{"doubleodd.combE", most("table", 256), "the borrow out of a difference may be 1"},
		{"edwards25519.laneComb", func(c *Contract) { delete(c.parameter("digits").Most, "Index") }, "bits that are shifted out to the left are lost"},
		{"edwards25519.sumDouble", most("v", 64), "a sum of lanes may be 2^64 or more"},
		{"edwards25519.sumPrepare", most("v", 63), "a difference of lanes may be negative"},
		{"edwards25519.sumAddLanes", most("steps", 63), "a difference of lanes may be negative"},
		{"edwards25519.sumSteps", func(c *Contract) { c.parameter("n").Bounded = false }, "the carry out of a sum may be 1"},
		{"secp256k1.pointRescale", func(c *Contract) { c.parameter("count").Bounded = false }, "a signed product of numbers that are not bounded"},
		{"field.sqrN255", func(c *Contract) { c.parameter("fold").Values = []uint64{1<<32 + 977} }, "the product does not fit in a word"},
	} {
		_, _, results := boundsOfRoutine(t, root, "", test.routine, test.change)
		found := ""
		for _, r := range results {
			for _, e := range r.Found {
				found += e.Error() + "\n"
			}
		}
		if found == "" || !strings.Contains(found, test.message) {
			t.Errorf("%s: found %q, want %q", test.routine, found, test.message)
		}
	}
}

// A carry that is found to be lost is one: a routine whose carry is dropped is run on numbers, and carries there.
func TestLostCarriesHappen(t *testing.T) {
	long(t)
	root := root(t)
	for _, test := range []struct{ text, old, new string }{
		{"mul", "ADCQ $0x00, R12", "MOVQ R12, R12"},
		{"sqr", "ADCQ $0x00, R12", "MOVQ R12, R12"},
		{"add", "SBBQ AX, AX", "XORL AX, AX"},
		{"sub", "SBBQ AX, AX", "XORL AX, AX"},
	} {
		planted, line := plant(t, root, "internal/field/kernel_amd64.s", test.text, test.old, test.new)
		u, lists, results := boundsOfRoutine(t, root, planted, "field."+test.text, nil)
		seen := false
		for _, e := range results[0].Found {
			seen = seen || e.Line == line-1
		}
		ones := compare(t, u, u.Program.Texts[test.text], lists[0], results[0], 0, 200, rand.New(rand.NewPCG(3, 4))).ones
		carried := false
		for in := range ones {
			carried = carried || in.Line == line-1
		}
		if !seen || !carried {
			t.Errorf("%s without %s: found %v, carried %v", test.text, test.old, seen, carried)
		}
	}
}

// The algebra takes no carry for 0 that bounds have not shown to be.
func TestAlgebraNeedsBounds(t *testing.T) {
	long(t)
	root := root(t)
	u, err := load(root, "internal/curve25519", nil)
	if err != nil {
		t.Fatal(err)
	}
	_, given, err := boundsOf(root, []*Unit{u})
	if err != nil {
		t.Fatal(err)
	}
	if found := checkAlgebra(io.Discard, []*Unit{u}, runsWithNumbers, given); len(found) > 0 {
		t.Fatal(found)
	}
	// The last carry of the last difference of the ladder, if it were not shown.
	ladder, last := u.Program.Texts["ladder"], 0
	for i := range ladder.Instructions {
		if ladder.Instructions[i].Op == "SBBQ" && given[u.Path](ladder, i, 0, true) {
			last = i
		}
	}
	less := func(t *x86.Text, i, cut int, sum bool) bool {
		return !(t == ladder && i == last) && given[u.Path](t, i, cut, sum)
	}
	found := checkAlgebra(io.Discard, []*Unit{u}, runsWithNumbers, map[string]algebra.Given{u.Path: less})
	if place := fmt.Sprintf("%s:%d:", ladder.File, ladder.Instructions[last].Line); len(found) != 1 || !strings.HasPrefix(found[0], place) {
		t.Errorf("without the carry of %s: found %q", place, found)
	}
}
