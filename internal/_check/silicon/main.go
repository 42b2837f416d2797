// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Silicon compares what the table says of instructions with what the CPU does.
//
// It is built with two more files, which the checker writes: a stub for every instruction
// that occurs. Each runs on random and extreme states, through its meaning and on the CPU,
// and all registers, memory, and the flags that the meaning defines, must come out equal.
package main

import (
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"os"
	"sort"
	"strconv"
	"strings"
	"unsafe"

	"golang.org/x/sys/cpu"

	"secant.example/internal/_check/concrete"
	"secant.example/internal/_check/x86"
)

// A State is what the stubs load and store.
type State struct {
	R      [16]uint64
	V      [32][8]uint64
	K      [8]uint64
	Flags  uint64
	Memory [64]uint64
}

var (
	stubs   []func()
	decoded string // the stubs, for the decoder

	state  State
	start  State // of the last trial
	wide   bool
	jumped uint64
)

func main() {
	trials, err := strconv.Atoi(os.Args[1])
	if err != nil {
		panic(err)
	}
	if !has("avx") {
		fmt.Println("nothing is checked: this machine lacks AVX, which the stubs use")
		os.Exit(1)
	}
	wide = has("avx512f") && has("avx512vl")
	p, err := x86.Parse("stubs", decoded)
	if err != nil {
		panic(err)
	}
	type verdict struct{ instructions, trials int }
	checked, lacking, wrong := map[string]verdict{}, map[string]int{}, 0
	r := rand.New(rand.NewPCG(1, 2))
	for i, t := range p.Order {
		in := &t.Instructions[0]
		form := in.Form()
		if !has(in.Needs()) {
			lacking[form+" ("+in.Needs()+")"]++
			continue
		}
		v := checked[form]
		for range trials {
			if message := try(r, t, in, stubs[i]); message != "" {
				fmt.Printf("WRONG: %s: %s\n", in, message)
				wrong++
				break
			}
			v.trials++
		}
		v.instructions++
		checked[form] = v
	}
	all := verdict{}
	for _, v := range checked {
		all.instructions += v.instructions
		all.trials += v.trials
	}
	fmt.Printf("%d forms, %d instructions, %d trials: the table and the CPU agree", len(checked), all.instructions, all.trials)
	if wrong > 0 {
		fmt.Printf(" but on %d instructions", wrong)
	}
	fmt.Println()
	if len(lacking) > 0 {
		var names []string
		for name := range lacking {
			names = append(names, name)
		}
		sort.Strings(names)
		fmt.Printf("not checked, because this machine lacks them: %d forms:\n\t%s\n", len(names), strings.Join(names, "\n\t"))
	}
	if wrong > 0 || len(checked) == 0 {
		os.Exit(1)
	}
}

// features says what this machine has of what instructions may need; GODEBUG=cpu.avx2=off and the like
// hide something.
var features = map[string]bool{
	"":           true,
	"adx":        cpu.X86.HasADX,
	"avx":        cpu.X86.HasAVX,
	"avx2":       cpu.X86.HasAVX2,
	"avx512f":    cpu.X86.HasAVX512F,
	"avx512ifma": cpu.X86.HasAVX512IFMA,
	"avx512vl":   cpu.X86.HasAVX512VL,
	"bmi1":       cpu.X86.HasBMI1,
	"bmi2":       cpu.X86.HasBMI2,
	"fma":        cpu.X86.HasFMA,
}

func has(feature string) bool {
	has, known := features[feature]
	if !known {
		panic(feature + ": how to find out whether the machine has it?")
	}
	return has
}

// Words that are more likely than others to make a carry, an overflow, or a zero.
var extremes = []uint64{
	0, 1, 2, 31, 32, 63, 64, 1<<31 - 1, 1 << 31, 1<<32 - 1, 1 << 32, 1<<51 - 1, 1 << 51, 1<<52 - 1, 1 << 52,
	1<<63 - 1, 1 << 63, 1<<63 + 1, ^uint64(0), ^uint64(1), 1<<64 - 1<<32, 1<<64 - 1<<31, 0x8080808080808080, 0x7f7f7f7f7f7f7f7f,
}

func word(r *rand.Rand, pool []uint64) uint64 {
	switch r.IntN(4) {
	case 0:
		return extremes[r.IntN(len(extremes))]
	case 1:
		return pool[r.IntN(len(pool))]
	case 2:
		return r.Uint64() >> r.IntN(64)
	}
	return r.Uint64()
}

// double returns the bits of a double: of any size, an integer below 2^53, or what is near to powers of
// two that integers are added to.
func double(r *rand.Rand) uint64 {
	sign, fraction := r.Uint64()<<63, r.Uint64()&(1<<52-1)
	switch r.IntN(8) {
	case 0:
		return sign
	case 1:
		fraction = 0
	case 2:
		fraction &= fraction << r.IntN(52)
	case 3:
		fraction = ^(fraction >> r.IntN(53)) & (1<<52 - 1)
	case 4:
		return sign | math.Float64bits(float64(r.Uint64()>>(11+r.IntN(53))))
	}
	exponents := []int{0, 50, 51, 52, 102, 103, 1 + r.IntN(104), r.IntN(2046) - 1022}
	return sign | uint64(1023+exponents[r.IntN(len(exponents))])<<52 | fraction
}

// computes reports whether in computes with doubles.
func computes(in *x86.Instruction) bool {
	return strings.HasPrefix(in.Op, "VFM") || in.Op == "VADDPD" || in.Op == "VSUBPD"
}

// try compares one instruction on a random state, and says what differs. States with numbers that
// the meaning does not take, or makes, are passed over.
func try(r *rand.Rand, t *x86.Text, in *x86.Instruction, stub func()) string {
	for computes(in) {
		message, taken := compare(r, t, in, stub)
		if taken {
			return message
		}
	}
	message, _ := compare(r, t, in, stub)
	return message
}

// compare is try, and reports whether the meaning takes the state.
func compare(r *rand.Rand, t *x86.Text, in *x86.Instruction, stub func()) (message string, taken bool) {
	word := word
	if computes(in) {
		word = func(r *rand.Rand, _ []uint64) uint64 { return double(r) }
		defer func() {
			switch e := recover().(type) {
			case nil:
			case *x86.Error:
				message, taken = e.Error(), false
			default:
				panic(e)
			}
		}()
	}
	pool := []uint64{r.Uint64(), word(r, []uint64{0}), r.Uint64() & 0xff}
	if r.IntN(64) == 0 { // all of it
		for i := range start.V {
			for j := range start.V[i] {
				if wide || i < 16 && j < 4 {
					start.V[i][j] = word(r, pool)
				}
			}
		}
		for i := range start.Memory {
			start.Memory[i] = word(r, pool)
		}
	}
	for i := range start.R {
		start.R[i] = word(r, pool)
	}
	if r.IntN(4) == 0 { // high products: all digits ones
		start.R[x86.AX], start.R[x86.DX] = ^uint64(0), ^uint64(0)
	}
	for i := range start.K {
		if wide {
			start.K[i] = r.Uint64() & 0xffff
		}
	}
	for i := range in.Operands {
		o := &in.Operands[i]
		for j := range o.Kind.Words() {
			if o.Kind.Words() > 1 {
				start.V[o.Register][j] = word(r, pool)
			}
		}
	}
	const all = 1<<x86.CF | 1<<x86.ZF | 1<<x86.SF | 1<<x86.OF
	for {
		start.Flags = 1<<1 | 1<<9 | r.Uint64()&all
		if start.Flags&(1<<x86.ZF|1<<x86.SF) != 1<<x86.ZF|1<<x86.SF {
			break
		}
	}
	// Addresses lead into the memory, unless nothing is there to be accessed.
	for i := range in.Operands {
		o := &in.Operands[i]
		if o.Kind != x86.Memory || in.Op == "LEAQ" {
			continue
		}
		at := r.IntN(len(state.Memory)*8 - 72)
		for j := range 9 {
			start.Memory[at/8+j] = word(r, pool)
		}
		a := uint64(uintptr(unsafe.Pointer(&state.Memory))) + uint64(at)
		if o.HasIndex() {
			if o.Index != o.Base {
				start.R[o.Index] &= 1<<20 - 1
			}
			a -= start.R[o.Index] << o.Scale
		}
		start.R[o.Base] = a - uint64(o.Displacement)
	}

	state = start
	m := concrete.Machine(unsafe.Pointer(&state.Memory), unsafe.Sizeof(state.Memory))
	m.R, m.V, m.K = start.R, start.V, start.K
	m.HasR, m.HasV, m.HasK = 1<<16-1, 1<<32-1, 1<<8-1
	m.SetFlags(start.Flags)
	m.SetMXCSR(x86.NearestMXCSR)
	m.Text = t
	jumps := uint64(0)
	if c := in.Control(); c != "" {
		jumps = m.Condition(c)
	} else {
		concrete.Step(m, in)
	}
	memory := state.Memory

	state = start
	jumped = 0
	stub()

	flags, defined := m.FlagBits()
	for i, name := range x86.Registers {
		if name != "SP" && state.R[i] != m.R[i] {
			return fmt.Sprintf("%s is %#x, the table says %#x", name, state.R[i], m.R[i]), true
		}
	}
	for i := range state.V {
		if state.V[i] != m.V[i] && (wide || [4]uint64(state.V[i][:4]) != [4]uint64(m.V[i][:4])) {
			return fmt.Sprintf("vector %d is %#x, the table says %#x", i, state.V[i], m.V[i]), true
		}
	}
	switch {
	case state.K != m.K:
		return fmt.Sprintf("the masks are %#x, the table says %#x", state.K, m.K), true
	case (state.Flags^flags)&defined != 0:
		return fmt.Sprintf("the flags are %#x, the table says %#x of %#x", state.Flags, flags, defined), true
	case state.Memory != memory:
		return "memory differs", true
	case jumped != jumps:
		return "the jump differs", true
	}
	if bits.OnesCount64(defined) == 0 && in.Form() != "SHRQ r,r" {
		return "no flag is defined", true
	}
	return "", true
}
