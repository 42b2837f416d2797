// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package hashes shows of the routines of internal/sha512lanes that they do what FIPS 180-4 says with the block in each
// lane, for all states, blocks and constants.
//
// A word is an expression, in a form that is the same for all expressions of the same function of the bits of
// sums (words.go). A routine is run with unknown words, the standard's formulas with the same ones, and what they leave is compared. Sums are
// taken for unknown words where their bits are looked at; two sums are the same if they add the same words as often. That may not find
// words the same that are, but never finds the same what is not.
package hashes

import (
	"fmt"
	"maps"
	"slices"

	"secant.example/internal/_check/x86"
)

// routines are how many lanes each has.
var routines = map[string]int{"compressQuad": 4, "compressOctet": 8}

// Covers reports whether a routine of internal/sha512lanes is one of those.
func Covers(name string) bool { return routines[name] != 0 }

const (
	allLanes    = 8 // in memory
	memoryLanes = 4 // of the routine that has the words of blocks in memory
	stateWords  = 8
	blockWords  = 16
	rounds      = 80
)

// Where things are.
const (
	stateAt = (1 + iota) << 20
	pointersAt
	constantsAt
	memoryAt
	argumentsAt
	blocksAt  // a block is apart from the next one
	symbolsAt = blocksAt + allLanes<<20
)

var meanings = x86.Meanings[*word]()

// Check follows a routine up to what is wrong with it.
func Check(p *x86.Program, name string) (followed *x86.Followed) {
	t := p.Texts[name]
	r := &run{words: newWords(), lanes: routines[name], t: t, Followed: x86.Followed{Done: make([]bool, len(t.Instructions))}}
	defer func() {
		switch e := recover().(type) {
		case nil:
		case *x86.Error:
			r.Found = append(r.Found, e)
			followed = &r.Followed
		default:
			panic(e)
		}
	}()
	r.prepare(p)
	r.follow()
	r.compare()
	return &r.Followed
}

// A run follows a routine.
type run struct {
	*words
	x86.Followed
	t     *x86.Text
	lanes int
	m     x86.Machine[*word]

	state     [stateWords][allLanes]*word
	blocks    [allLanes][blockWords]*word // as a routine loads them
	constants [rounds]*word
	bp        *word // of the caller
}

func (r *run) prepare(p *x86.Program) {
	m := &r.m
	m.Domain, m.Text = r.words, r.t
	r.here = m.Here
	m.ArgumentBase = r.Const(argumentsAt)
	symbols := map[string]uint64{}
	for i, name := range slices.Sorted(maps.Keys(p.Data)) {
		symbols[name] = uint64(symbolsAt + i<<20)
		for j, c := range p.Data[name].Words() {
			r.memory[symbols[name]+8*uint64(j)] = r.Const(c)
		}
	}
	m.SymbolBase = func(name string) *word { return r.Const(symbols[name]) }
	arguments := []uint64{stateAt, pointersAt, constantsAt}
	if r.lanes == memoryLanes {
		arguments = append(arguments, memoryAt)
	}
	for i, at := range arguments {
		r.memory[argumentsAt+8*uint64(i)] = r.Const(at)
	}
	r.bp = r.any()
	m.R[x86.BP], m.HasR = r.bp, 1<<x86.BP
	unknown := func(at uint64) *word {
		x := r.any()
		r.memory[at] = x
		return x
	}
	for i := range r.state {
		for j := range r.state[i] {
			r.state[i][j] = unknown(stateAt + 8*uint64(allLanes*i+j))
		}
	}
	for j := range r.blocks {
		at := uint64(blocksAt + j<<20)
		r.memory[pointersAt+8*uint64(j)] = r.Const(at)
		for i := range r.blocks[j] {
			r.blocks[j][i] = unknown(at + 8*uint64(i))
		}
	}
	for i := range r.constants {
		r.constants[i] = unknown(constantsAt + 8*uint64(i))
	}
	r.region = func(address uint64, write bool) bool {
		return !write ||
			address >= stateAt && address < stateAt+8*stateWords*allLanes ||
			r.lanes == memoryLanes && address >= memoryAt && address < memoryAt+8*memoryLanes*blockWords
	}
}

func (r *run) follow() {
	for i, budget := 0, 1<<17; ; budget-- {
		in := &r.t.Instructions[i]
		r.m.At(in)
		if budget == 0 {
			panic(r.m.Here("does not end"))
		}
		r.Done[i] = true
		i++
		switch c := in.Control(); c {
		case "":
			r.m.Step(in, meanings)
		case "RET":
			r.checkReturn()
			return
		case "CALL", "JMP":
			panic(r.m.Here("has no %s", c))
		default:
			if r.number(r.m.Condition(c)) == 1 {
				i = in.Target
			}
		}
	}
}

// checkReturn checks what Go's callers rely on.
func (r *run) checkReturn() {
	r.m.CheckReturn()
	if !same(r.m.R[x86.BP], r.bp) {
		panic(r.m.Here("returns with another BP"))
	}
	for i := range 16 {
		for _, x := range r.m.V[i][2:] {
			if r.m.HasV>>i&1 == 1 && len(x.masks) > 0 {
				panic(r.m.Here("returns without VZEROUPPER"))
			}
		}
	}
}

// compare compares the state with what it should be.
func (r *run) compare() {
	for j := range allLanes {
		want := [stateWords]*word{}
		for i := range want {
			want[i] = r.state[i][j]
		}
		if j < r.lanes {
			want = r.compress(want, r.blocks[j])
		}
		for i := range want {
			r.Compared++
			if got := r.memory[stateAt+8*uint64(allLanes*i+j)]; !same(got, want[i]) {
				panic(&x86.Error{File: r.t.File, Line: r.t.Line, Message: fmt.Sprintf("%s: word %d of the state in lane %d is not what SHA-512 has", r.t.Name, i, j)})
			}
		}
	}
}

// compress is section 6.4.2 of FIPS 180-4, with the functions of section 4.1.3, and a block as words that are loaded from its bytes.
func (r *run) compress(H [stateWords]*word, M [blockWords]*word) [stateWords]*word {
	add := func(first *word, others ...*word) *word {
		for _, x := range others {
			first, _ = r.Add(first, x, r.Const(0))
		}
		return first
	}
	xor := func(x, y, z *word) *word { return r.Xor(r.Xor(x, y), z) }
	ROTR := func(n int, x *word) *word { return r.Or(r.shift(x, -n), r.shift(x, 64-n)) }
	SHR := func(n int, x *word) *word { return r.shift(x, -n) }
	Ch := func(x, y, z *word) *word { return r.Xor(r.And(x, y), r.And(r.Xor(x, r.Const(ones)), z)) }
	Maj := func(x, y, z *word) *word { return xor(r.And(x, y), r.And(x, z), r.And(y, z)) }
	Sum0 := func(x *word) *word { return xor(ROTR(28, x), ROTR(34, x), ROTR(39, x)) }
	Sum1 := func(x *word) *word { return xor(ROTR(14, x), ROTR(18, x), ROTR(41, x)) }
	sigma0 := func(x *word) *word { return xor(ROTR(1, x), ROTR(8, x), SHR(7, x)) }
	sigma1 := func(x *word) *word { return xor(ROTR(19, x), ROTR(61, x), SHR(6, x)) }
	var W [rounds]*word
	for t := range W {
		if t < blockWords {
			// The first byte is the highest one.
			W[t] = r.Const(0)
			for i := range 8 {
				W[t] = r.Or(W[t], r.shift(r.Truncate(r.shift(M[t], -8*i), 8), 56-8*i))
			}
		} else {
			W[t] = add(sigma1(W[t-2]), W[t-7], sigma0(W[t-15]), W[t-16])
		}
	}
	a, b, c, d, e, f, g, h := H[0], H[1], H[2], H[3], H[4], H[5], H[6], H[7]
	for t := range W {
		T1 := add(h, Sum1(e), Ch(e, f, g), r.constants[t], W[t])
		T2 := add(Sum0(a), Maj(a, b, c))
		h, g, f, e, d, c, b, a = g, f, e, add(d, T1), c, b, a, add(T1, T2)
	}
	for i, x := range []*word{a, b, c, d, e, f, g, h} {
		H[i] = add(x, H[i])
	}
	return H
}
