// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package algebra

import (
	"fmt"
	"math"
	"math/big"
	"strings"
	"testing"

	"secant.example/internal/_check/x86"
)

// carries is a routine that does nothing with a raw state in memory but to carry its limbs, and to add q, n times: with the exponents
// of a bias, and what else to do to the lines.
func carries(bias uint, edit *strings.Replacer) string {
	lines := ""
	data := func(name string, word uint64) {
		for i := range 4 {
			lines += fmt.Sprintf("DATA %s<>+%d(SB)/8, $%#016x\n", name, 8*i, word)
		}
		lines += "GLOBL " + name + "<>(SB), RODATA|NOPTR, $32\n"
	}
	excess := [5]uint64{1<<63 + 7, 3, 5 << 60, ^uint64(8), 1 << 63}
	data("mask", 1<<51-1)
	data("nineteen", 19)
	data("nearest", x86.NearestMXCSR)
	data("one", math.Float64bits(1<<52))
	for i, e := range excess {
		data(fmt.Sprintf("excess%d", i), e)
		data(fmt.Sprintf("in%d", i), 1<<bias-e)
		data(fmt.Sprintf("out%d", i), e-1<<bias)
	}
	text := "TEXT ·carries(SB), NOSPLIT, $0-32\n\tMOVQ v+0(FP), DI\n\tMOVQ q+8(FP), SI\n\tMOVQ memory+16(FP), R8\n\tMOVQ n+24(FP), CX\n\tVMOVDQU mask<>+0(SB), Y15\n\tLDMXCSR nearest<>+0(SB)\n"
	for i := range 5 {
		text += fmt.Sprintf("\tVMOVDQU %d(DI), Y0\n\tVPADDQ excess%d<>+0(SB), Y0, Y0\n\tVMOVDQU Y0, %d(R8)\n", 32*i, i, 32*i)
	}
	text += "loop:\n"
	for i := range 5 {
		text += fmt.Sprintf("\tVMOVDQU %d(R8), Y%d\n\tVPADDQ in%d<>+0(SB), Y%d, Y%d\n\tVPADDQ %d(SI), Y%d, Y%d\n", 32*i, i, i, i, i, 32*i, i, i)
		text += fmt.Sprintf("\tVPSRLQ $51, Y%d, Y%d\n\tVPAND Y15, Y%d, Y%d\n", i, 5+i, i, i)
	}
	text += "\tVPMULUDQ nineteen<>+0(SB), Y9, Y9\n"
	for i := range 5 {
		// As a double less 2^52, and back.
		text += fmt.Sprintf("\tVPADDQ Y%d, Y%d, Y%d\n\tVPOR one<>+0(SB), Y%d, Y%d\n", 5+(i+4)%5, i, i, i, i)
		text += fmt.Sprintf("\tVSUBPD one<>+0(SB), Y%d, Y11\n\tVMOVDQU one<>+0(SB), Y12\n\tVSUBPD negative<>+0(SB), Y11, Y11\n\tVPSUBQ Y12, Y11, Y11\n\tVPADDQ out%d<>+0(SB), Y11, Y11\n\tVMOVDQU Y11, %d(R8)\n", i, i, 32*i)
	}
	data("negative", math.Float64bits(-1<<52))
	text += "\tDECQ CX\n\tJNE loop\n"
	for i := range 5 {
		text += fmt.Sprintf("\tVMOVDQU %d(R8), Y0\n\tVPADDQ in%d<>+0(SB), Y0, Y0\n\tVMOVDQU Y0, %d(DI)\n", 32*i, i, 32*i)
	}
	// The table has VPOR of registers alone.
	for i := range 5 {
		text = strings.Replace(text, fmt.Sprintf("VPOR one<>+0(SB), Y%d, Y%d", i, i), fmt.Sprintf("VMOVDQU one<>+0(SB), Y10\n\tVPOR Y10, Y%d, Y%d", i, i), 1)
	}
	return lines + edit.Replace(text) + "\tRET\n"
}

// A state in memory, of limbs that go around and through doubles, is what it was and q; limbs that may become too large are seen, and other
// faults.
func TestRawState(t *testing.T) {
	for _, test := range []struct {
		bias     uint
		old, new string
		message  string
	}{
		{58, "", "", ""},
		{59, "", "", "a limb of a raw result may be too large"},
		{57, "", "", "the bits of a number are used that may be negative"},
		{58, "VPADDQ Y9, Y0, Y0", "VPADDQ Y8, Y0, Y0", "is not what its formula says"},
		{58, "VSUBPD one<>+0(SB), Y3, Y11", "VSUBPD one<>+0(SB), Y2, Y11", "is not what its formula says"},
		{58, "VPSRLQ $51, Y2, Y7", "VPSRLQ $50, Y2, Y7", "is not what its formula says"},
		{58, "VPADDQ out4<>+0(SB), Y11, Y11", "VPADDQ out3<>+0(SB), Y11, Y11", "a limb of a raw result may be too large"},
		{58, "VSUBPD negative<>+0(SB), Y11, Y11", "VSUBPD one<>+0(SB), Y11, Y11", ""},
	} {
		edit := strings.NewReplacer()
		if test.old != "" {
			edit = strings.NewReplacer(test.old+"\n", test.new+"\n")
		}
		p, err := x86.Parse("", carries(test.bias, edit))
		if err != nil {
			t.Fatal(err)
		}
		c := Case{Routine: "carries", Path: oneChain, prime: p25519.prime, run: func(r *Run) {
			v, q, memory := r.allocate(20), r.allocate(20), r.scratch(20)
			x, y := r.limbs(v, 4, 51), r.limbs(q, 4, 51)
			for i := range uint64(20) {
				r.atMost(v+8*i, 1<<52)
				r.atMost(q+8*i, 1<<52)
			}
			raw := r.rawAt(memory, "excess")
			l := loop{routine: "carries", state: raw.values, renew: raw.renew, step: func(x []*big.Int) (z []*big.Int) {
				for i := range x {
					z = append(z, r.add(x[i], y[i]))
				}
				return z
			}}
			last := r.run(l, x, "carries", []uint64{v, q, memory, 3})
			bias := new(big.Int)
			for i := range 5 {
				bias.Add(bias, r.power(51*i+58))
			}
			for i, z := range r.readLimbs(v, 4, 51) {
				r.equal("v", z, r.add(last[i], bias))
			}
		}}
		result := Prove(p, []Case{c}, 4, nil).Results[0]
		messages := strings.Join(result.Failed, "\n")
		fails := test.message != "" || test.old != "" // without a message of its own, in some way
		if (len(result.Failed) > 0) != fails || !strings.Contains(messages, test.message) {
			t.Errorf("%v: %s", test, messages)
		}
		if !fails && (result.Checks < 16 || result.Unseen > 0) {
			t.Errorf("%d checks, %d words unseen", result.Checks, result.Unseen)
		}
	}
}
