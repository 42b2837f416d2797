// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package x86

import (
	"fmt"
	"math/bits"
	"slices"
)

// terms is a domain whose words are names of terms: two words that have the same name are equal, whatever the
// registers and the memory hold. Constants are computed.
type terms struct {
	names  map[string]int
	nodes  map[int]node
	values map[int]uint64 // of constants
	stores string
}

// A node is what a term is made of.
type node struct {
	op   string
	n    uint
	args []int
}

func (t *terms) term(op string, n uint, args ...int) int {
	key := fmt.Sprint(op, n, args)
	x := t.names[key]
	if x == 0 {
		x = len(t.names) + 1
		t.names[key], t.nodes[x] = x, node{op, n, args}
	}
	return x
}

// modulo returns a name of x modulo 2^n: words that have the same are equal there.
func (t *terms) modulo(x int, n uint) string {
	if c, known := t.values[x]; known {
		return fmt.Sprintf("%#x", c&(1<<n-1))
	}
	v := t.nodes[x]
	of := func(n uint) string {
		var args []string
		for _, arg := range v.args {
			args = append(args, t.modulo(arg, n))
		}
		if v.op != "difference" {
			slices.Sort(args[:2])
		}
		return fmt.Sprint(v.op, args)
	}
	switch v.op {
	case "truncate", "extend":
		if v.n >= n {
			return t.modulo(v.args[0], n)
		}
	case "and":
		for i, arg := range v.args {
			if c, known := t.values[arg]; known && ^c&(1<<n-1) == 0 {
				return t.modulo(v.args[1-i], n)
			}
		}
		return of(n)
	case "sum", "difference", "or", "xor":
		return of(n)
	case "low":
		if v.n == 64 {
			return of(n)
		}
	case "load":
		if v.n*8 >= n && n%8 == 0 {
			return t.modulo(t.term("load", n/8, v.args...), 64)
		}
	case "shr":
		// NEGL is made of -(x·2^32)/2^32.
		k, known := t.values[v.args[1]]
		d := t.nodes[v.args[0]]
		if known && d.op == "difference" && t.is(d.args[0], 0) && t.is(d.args[2], 0) && n+uint(k) <= 64 {
			if s := t.nodes[d.args[1]]; s.op == "shl" && t.is(s.args[1], k) {
				return t.modulo(t.term("difference", 0, d.args[0], s.args[0], d.args[2]), n)
			}
		}
	}
	return fmt.Sprint("#", x)
}

func (t *terms) Const(c uint64) int {
	x := t.term(fmt.Sprintf("%#x", c), 0)
	t.values[x] = c
	return x
}

func (t *terms) Value(x int) (uint64, bool) {
	c, known := t.values[x]
	return c, known
}

// of is f of words, if they are known, and otherwise a term of that name.
func (t *terms) of(op string, n uint, f func(v []uint64) uint64, words ...int) int {
	v := make([]uint64, len(words))
	for i, x := range words {
		c, known := t.values[x]
		if !known {
			return t.term(op, n, words...)
		}
		v[i] = c
	}
	return t.Const(f(v))
}

func (t *terms) is(x int, c uint64) bool {
	v, known := t.values[x]
	return known && v == c
}

func (t *terms) Add(x, y, c int) (int, int) {
	x, y = min(x, y), max(x, y)
	sum := func(v []uint64) (s, c uint64) { return bits.Add64(v[0], v[1], v[2]) }
	return t.of("sum", 0, func(v []uint64) uint64 { s, _ := sum(v); return s }, x, y, c),
		t.of("carry", 0, func(v []uint64) uint64 { _, c := sum(v); return c }, x, y, c)
}

func (t *terms) Sub(x, y, b int) (int, int) {
	difference := func(v []uint64) (d, b uint64) { return bits.Sub64(v[0], v[1], v[2]) }
	return t.of("difference", 0, func(v []uint64) uint64 { d, _ := difference(v); return d }, x, y, b),
		t.of("borrow", 0, func(v []uint64) uint64 { _, b := difference(v); return b }, x, y, b)
}

func (t *terms) Mul(x, y int, at uint) (int, int) {
	return t.term("high", at, x, y), t.term("low", at, x, y)
}

func (t *terms) MulSigned(x, y int) (int, int) {
	return t.term("signed", 64, x, y), t.term("low", 64, x, y)
}

func (t *terms) Shl(x, n int) int {
	return t.of("shl", 0, func(v []uint64) uint64 { return v[0] << v[1] }, x, n)
}

func (t *terms) Shr(x, n int) int {
	return t.of("shr", 0, func(v []uint64) uint64 { return v[0] >> v[1] }, x, n)
}

func (t *terms) Sar(x, n int) int {
	return t.of("sar", 0, func(v []uint64) uint64 { return uint64(int64(v[0]) >> v[1]) }, x, n)
}

func (t *terms) Truncate(x int, n uint) int {
	return t.of("truncate", n, func(v []uint64) uint64 { return v[0] & (1<<n - 1) }, x)
}

func (t *terms) SignExtend(x int, n uint) int {
	return t.of("extend", n, func(v []uint64) uint64 { return uint64(int64(v[0]<<(64-n)) >> (64 - n)) }, x)
}

func (t *terms) And(x, y int) int {
	switch {
	case x == y || t.is(x, 0) || t.is(y, ^uint64(0)):
		return x
	case t.is(y, 0) || t.is(x, ^uint64(0)):
		return y
	}
	return t.of("and", 0, func(v []uint64) uint64 { return v[0] & v[1] }, min(x, y), max(x, y))
}

func (t *terms) Or(x, y int) int {
	switch {
	case x == y || t.is(y, 0):
		return x
	case t.is(x, 0):
		return y
	}
	return t.of("or", 0, func(v []uint64) uint64 { return v[0] | v[1] }, min(x, y), max(x, y))
}

func (t *terms) Xor(x, y int) int {
	switch {
	case x == y:
		return t.Const(0)
	case t.is(y, 0):
		return x
	case t.is(x, 0):
		return y
	}
	return t.of("xor", 0, func(v []uint64) uint64 { return v[0] ^ v[1] }, min(x, y), max(x, y))
}

func (t *terms) IsZero(x int) int {
	return t.of("zero", 0, func(v []uint64) uint64 {
		if v[0] == 0 {
			return 1
		}
		return 0
	}, x)
}

func (t *terms) Select(bit, x, y int) int {
	switch {
	case x == y || t.is(bit, 1):
		return x
	case t.is(bit, 0):
		return y
	}
	return t.term("select", 0, bit, x, y)
}

func (t *terms) Fused(x, y, z int) int { return t.term("fused", 0, min(x, y), max(x, y), z) }

func (t *terms) Load(address int, bytes uint) int { return t.term("load", bytes, address) }

func (t *terms) Store(address, x int, bytes uint) {
	t.stores += fmt.Sprintf("%d[%d]=%d ", bytes, address, x)
}

var _ Domain[int] = (*terms)(nil)

// A Changer marks a word that is another one after one instruction than after another. Both values are given, if they
// are known; otherwise the lowest bits are the same, as many as same says.
type Changer[W any] func(x W, known bool, value, other uint64, same uint) W

var termMeanings = Meanings[int]()

// Change does the instruction in with m, and marks what comes out otherwise if other takes its place. It reports
// whether that is all: memory and MXCSR must come out the same, and no fault. A register that nobody had set, and that only other
// sets, makes no difference, but for BP.
func Change[W any](m *Machine[W], in, other *Instruction, meanings []Meaning[W], mark Changer[W]) (ok bool) {
	t := &terms{names: map[string]int{}, nodes: map[int]node{}, values: map[int]uint64{}}
	word := func(name string, x W) int {
		if c, known := m.Value(x); known {
			return t.Const(c)
		}
		return t.term(name, 0)
	}
	start := Machine[int]{Domain: t, Text: m.Text, HasR: m.HasR, HasK: m.HasK, HasV: m.HasV, control: m.control,
		FrameBase: t.term("frame", 0), ArgumentBase: t.term("arguments", 0), SymbolBase: func(name string) int { return t.term(name, 0) }}
	for i := range m.R {
		if m.HasR>>i&1 == 1 {
			start.R[i] = word(fmt.Sprint("R", i), m.R[i])
		}
	}
	for i := range m.K {
		if m.HasK>>i&1 == 1 {
			start.K[i] = word(fmt.Sprint("K", i), m.K[i])
		}
	}
	for i := range m.V {
		if m.HasV>>i&1 == 1 {
			for j := range m.V[i] {
				start.V[i][j] = word(fmt.Sprint("V", i, " ", j), m.V[i][j])
			}
		}
	}
	m.settle(&m.carry)
	m.settle(&m.overflow)
	for i, f := range []*flag[W]{&m.carry, &m.overflow} {
		if f.defined {
			start.setBit([]*flag[int]{&start.carry, &start.overflow}[i], word(fmt.Sprint("F", i), f.bit))
		}
	}
	if m.hasResult {
		start.setResult(word("result", m.result))
	}
	do := func(in *Instruction) (after Machine[int], stores string, ok bool) {
		after, t.stores = start, ""
		defer func() {
			if e := recover(); e != nil {
				if _, isError := e.(*Error); !isError {
					panic(e)
				}
			}
		}()
		after.Step(in, termMeanings)
		after.settle(&after.carry)
		after.settle(&after.overflow)
		return after, t.stores, true
	}
	a, stores, okA := do(in)
	b, others, okB := do(other)
	if !okA || !okB || stores != others || a.control != b.control || b.HasR&^a.HasR>>BP&1 == 1 {
		return false
	}
	m.Step(in, meanings)
	m.settle(&m.carry)
	m.settle(&m.overflow)
	change := func(x *W, a, b int) {
		if a != b && a != 0 { // 0 is not set: nobody reads that
			va, okA := t.values[a]
			vb, okB := t.values[b]
			if !okA { // such as what is read from constants
				va, okA = m.Value(*x)
			}
			if okA && okB && va == vb {
				return
			}
			same := uint(0)
			for _, n := range []uint{1, 8, 16, 32} {
				if t.modulo(a, n) == t.modulo(b, n) {
					same = n
				}
			}
			*x = mark(*x, okA && okB, va, vb, same)
		}
	}
	for i := range m.R {
		change(&m.R[i], a.R[i], b.R[i])
	}
	for i := range m.K {
		change(&m.K[i], a.K[i], b.K[i])
	}
	for i := range m.V {
		for j := range m.V[i] {
			change(&m.V[i][j], a.V[i][j], b.V[i][j])
		}
	}
	flags := func(f *flag[W], a, b *flag[int]) {
		if a.defined != b.defined {
			*f = flag[W]{} // whoever reads it has a fault
		} else if a.defined {
			change(&f.bit, a.bit, b.bit)
		}
	}
	flags(&m.carry, &a.carry, &b.carry)
	flags(&m.overflow, &a.overflow, &b.overflow)
	if a.hasResult != b.hasResult {
		m.hasResult = false
	} else if a.hasResult {
		change(&m.result, a.result, b.result)
	}
	return true
}
