// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package cpu says which instruction sets the assembly may use, and lets a
// test turn them off.
package cpu

// Features is a choice of implementations: the zero value means that no
// optional instruction set is used.
type Features struct {
	ADX  bool // the first: the assembly reads it by its offset. BMI1, BMI2 and ADX: ANDN, MULX, ADCX, ADOX
	AVX2 bool
	IFMA bool // AVX2, and AVX-512 F, VL and IFMA: 52-bit multiplications in vectors
}

// X86 holds what the kernels use now. The assembly and its callers read it on
// every call; only [Force] writes it. It is zero where there is no assembly
// (another architecture, or the purego build tag).
var X86 = detect()

// Paths returns the settings of X86 that this machine can run and that make a
// difference, the one in use by default first and the zero value last.
func Paths() []Features {
	can := detect()
	paths := []Features{can}
	for _, f := range []Features{
		{ADX: true, AVX2: true, IFMA: true},
		{ADX: true, AVX2: true},
		{ADX: true},
		{AVX2: true},
		{},
	} {
		if f.in(can) && f != can {
			paths = append(paths, f)
		}
	}
	return paths
}

// in reports whether f asks for nothing that can lacks.
func (f Features) in(can Features) bool {
	return (can.ADX || !f.ADX) && (can.AVX2 || !f.AVX2) && (can.IFMA || !f.IFMA)
}

// Force makes f the setting in use until restore is called. It is for tests
// that do not run in parallel with others; it panics if the machine lacks a feature.
func Force(f Features) (restore func()) {
	if !f.in(detect()) {
		panic("cpu: feature not available on this machine")
	}
	old := X86
	X86 = f
	return func() { X86 = old }
}
