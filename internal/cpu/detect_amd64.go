// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

//go:build !purego

package cpu

import (
	"encoding/binary"
	"os"

	"golang.org/x/sys/cpu"
)

// Assembly says whether there is any: without a level it is that of the field.
const Assembly = true

// available returns what the machine has.
func available() Features {
	v3 := cpu.X86.HasBMI1 && cpu.X86.HasBMI2 && cpu.X86.HasAVX2 && cpu.X86.HasFMA
	return Features{
		V3:        v3,
		IFMA:      v3 && cpu.X86.HasAVX512F && cpu.X86.HasAVX512VL && cpu.X86.HasAVX512IFMA,
		TwoChains: v3 && cpu.X86.HasADX,
	}
}

// detect returns what to use by default.
func detect() Features { return preferred(available()) }

// preferred returns what this processor is to use of what can says.
func preferred(can Features) Features {
	p := identify()
	return choose(can, p.prefersTwoChains(), p.prefersLanes(), os.Getenv("GODEBUG"))
}

// WithoutIFMA returns what the machine would use by default if it had all but IFMA, for [Force].
func WithoutIFMA() Features {
	can := available()
	can.IFMA = false
	return preferred(can)
}

// identify returns which processor this is.
func identify() processor {
	_, b, c, d := cpuid(0, 0)
	var vendor []byte
	for _, word := range []uint32{b, d, c} {
		vendor = binary.LittleEndian.AppendUint32(vendor, word)
	}
	signature, _, _, _ := cpuid(1, 0)
	return processor{string(vendor), signature}
}
