// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package cpu says which instruction sets the assembly may use, and lets a
// test turn them off.
package cpu

import "strings"

// Features is a choice of implementations, as levels: the zero value is portable code
// and, if there is [Assembly], what every amd64 runs; IFMA and TwoChains are only set with
// V3. The assembly reads the fields by their offsets.
type Features struct {
	V3        bool // BMI1, BMI2, AVX2 and FMA: ANDN, MULX, vectors of 256 bits
	IFMA      bool // AVX-512 F, VL and IFMA: 52-bit multiplications in vectors
	TwoChains bool // ADX: 64-bit products with two carry chains, and not with one
	Lanes     bool // V3, and one point in the lanes of integer vectors is faster than in general registers
}

// X86 holds what the kernels use now. The assembly and its callers read it on
// every call; only [Force] writes it. It is zero where there is no assembly
// (another architecture, or the purego build tag).
//
// TwoChains is not set where ADX is merely there. It is set where it was measured to be
// faster, which is on CPUs of AMD from Zen on; the setting secant.chains of the environment
// variable GODEBUG, 1 or 2, decides otherwise. Lanes is set where that was measured, which is on CPUs of AMD
// from Zen 3 on, and where there is no IFMA, which is faster still; there, secant.lanes, 0 or 1, decides otherwise.
var X86 = detect()

// Paths returns the settings of X86 that this machine can run and that make a
// difference, the one in use by default first and the zero value last.
func Paths() []Features {
	first := detect()
	paths := []Features{first}
	for _, f := range []Features{
		{V3: true, IFMA: true, TwoChains: true},
		{V3: true, IFMA: true},
		{V3: true, TwoChains: true, Lanes: true},
		{V3: true, TwoChains: true},
		{V3: true},
		{},
	} {
		if f.in(available()) && f != first {
			paths = append(paths, f)
		}
	}
	return paths
}

// in reports whether f asks for nothing that can lacks, and is a setting of X86.
func (f Features) in(can Features) bool {
	if !f.V3 {
		return f == Features{}
	}
	return can.V3 && (can.IFMA || !f.IFMA) && (can.TwoChains || !f.TwoChains) && !(f.IFMA && f.Lanes)
}

// Force makes f the setting in use until restore is called. It is for tests
// that do not run in parallel with others; it panics if the machine lacks a feature.
func Force(f Features) (restore func()) {
	if !f.in(available()) {
		panic("cpu: feature not available on this machine")
	}
	old := X86
	X86 = f
	return func() { X86 = old }
}

// choose returns what to use of what is available: two chains and lanes if they are preferred,
// unless settings, the value of GODEBUG, decides.
func choose(can Features, twoChains, lanes bool, settings string) Features {
	for _, setting := range strings.Split(settings, ",") {
		switch setting {
		case "secant.chains=1":
			twoChains = false
		case "secant.chains=2":
			twoChains = true
		case "secant.lanes=0":
			lanes = false
		case "secant.lanes=1":
			lanes = true
		}
	}
	can.TwoChains = can.TwoChains && twoChains
	can.Lanes = can.V3 && !can.IFMA && lanes
	return can
}

// A processor is what the instruction CPUID says in leaves 0 and 1.
type processor struct {
	vendor    string
	signature uint32 // the stepping, model and family
}

// family returns the family of the processor.
func (p processor) family() int {
	family := p.signature >> 8 & 15
	if family == 15 {
		family += p.signature >> 20 & 255
	}
	return int(family)
}

// prefersTwoChains reports whether products with two chains are faster than with one, on
// a CPU with ADX. On CPUs of Intel one chain measured faster in whole formulas.
func (p processor) prefersTwoChains() bool {
	const zen = 0x17
	return p.vendor == "AuthenticAMD" && p.family() >= zen
}

// prefersLanes reports whether a point in the lanes of integer vectors is faster than in general registers. On
// CPUs with halves of such vectors, or one multiplier for them, as Zen and Haswell, it is not.
func (p processor) prefersLanes() bool {
	const zen3 = 0x19
	return p.vendor == "AuthenticAMD" && p.family() >= zen3
}
