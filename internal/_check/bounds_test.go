// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"encoding/binary"
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"
	"unsafe"

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

// What was found holds when routines are run on numbers, at the edges of what their contracts allow.
// The carries that may be 1 are not all of them, and some are.
func TestBoundsHold(t *testing.T) {
	root := root(t)
	units, err := loadAll(root, "")
	if err != nil {
		t.Fatal(err)
	}
	// The routines whose arguments are pointers to numbers and few counts, with these.
	counts := map[string]uint64{"field.mul": 0, "field.sqr": 0, "field.sqrN": 3, "field.sqrN255": 3, "field.sqrNMulPair": 2, "field.add": 0, "field.sub": 0,
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
				result := bounds.Check(u.Program, text.Name, arguments, u.options())
				fold := uint64(38)
				for range 400 / len(lists) {
					a := &arena{memory: make([]byte, arenaSize)}
					m := concrete.Machine(unsafe.Pointer(&a.memory[0]), arenaSize)
					r := &recorder{Domain: m.Domain, t: t, low: address(a.memory), high: address(a.memory) + arenaSize, ones: ones}
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
					features[1] = 0
					symbols[x86.Features] = address(features)
					for _, argument := range arguments {
						if argument.Value != nil {
							fold = *argument.Value
						}
					}
					if u.Package == "secp256k1" {
						fold = 1<<32 + 977
					}
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
					compared += r.compared
				}
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
	root := root(t)
	units, err := loadAll(root, "")
	if err != nil {
		t.Fatal(err)
	}
	findings, err := boundsOf(root, units)
	if err != nil {
		t.Fatal(err)
	}
	for _, finding := range findings {
		t.Error(finding)
	}
}

var _ = fmt.Sprint
var _ = strings.Contains
