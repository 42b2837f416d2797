// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package cpu says which instruction sets the assembly may use, and lets a
// test turn them off.
package cpu

// Features is a choice of implementations: the zero value means that no
// optional instruction set is used.
type Features struct {
	ADX  bool // BMI2 and ADX: MULX, ADCX, ADOX
	AVX2 bool
}

// X86 holds what the kernels use now. The assembly and its callers read it on
// every call; only [Force] writes it. It is zero where there is no assembly
// (another architecture, or the purego build tag).
var X86 = detect()

// Paths returns every setting of X86 that this machine can run, the best first.
// The zero value is always the last.
func Paths() []Features {
	all := []Features{{ADX: true, AVX2: true}, {ADX: true}, {AVX2: true}, {}}
	can := detect()
	var paths []Features
	for _, f := range all {
		if (can.ADX || !f.ADX) && (can.AVX2 || !f.AVX2) {
			paths = append(paths, f)
		}
	}
	return paths
}

// Force makes f the setting in use until restore is called. It is for tests
// that do not run in parallel with others; it panics if the machine lacks a feature.
func Force(f Features) (restore func()) {
	can := detect()
	if f.ADX && !can.ADX || f.AVX2 && !can.AVX2 {
		panic("cpu: feature not available on this machine")
	}
	old := X86
	X86 = f
	return func() { X86 = old }
}
