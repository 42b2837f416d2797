// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

//go:build !purego

package cpu

import "golang.org/x/sys/cpu"

func detect() Features {
	return Features{
		ADX:  cpu.X86.HasBMI1 && cpu.X86.HasBMI2 && cpu.X86.HasADX,
		AVX2: cpu.X86.HasAVX2,
		IFMA: cpu.X86.HasAVX2 && cpu.X86.HasAVX512F && cpu.X86.HasAVX512VL && cpu.X86.HasAVX512IFMA,
	}
}
