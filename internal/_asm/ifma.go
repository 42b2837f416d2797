// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// The arithmetic modulo 2^255 - 19 on four elements at once, with the 52-bit
// multiplications of AVX-512 IFMA on 256-bit registers. It is integer
// arithmetic in constant time.
//
// A quad is four elements in five registers: lane j of register i holds limb i
// of element j, and the element is the sum of limb_i·2^(51 i). A quad is tight
// if its limbs are below 2^51 + 2^17, raw if they are below 2^60. Products take
// tight quads and give raw ones, below 2^59.3; sums of two raw quads, and
// differences with the bias below, are carried back to tight ones.
type quad [5]reg.VecPhysical

var (
	// The operands of a product, which it leaves alone.
	left  = quad{reg.Y0, reg.Y1, reg.Y2, reg.Y3, reg.Y4}
	right = quad{reg.Y5, reg.Y6, reg.Y7, reg.Y8, reg.Y9}
	// The columns of its low and high halves; free outside a product.
	low  = [9]reg.VecPhysical{reg.Y10, reg.Y11, reg.Y12, reg.Y13, reg.Y14, reg.Y15, reg.Y16, reg.Y17, reg.Y18}
	high = [9]reg.VecPhysical{reg.Y19, reg.Y20, reg.Y21, reg.Y22, reg.Y23, reg.Y24, reg.Y25, reg.Y26, reg.Y27}
	// Its result, raw.
	raw  = quad{reg.Y10, reg.Y11, reg.Y12, reg.Y13, reg.Y14}
	temp = quad{reg.Y15, reg.Y16, reg.Y17, reg.Y18, reg.Y19}

	// Constants in all lanes: 2^51 - 1, 19, and the limbs of the bias 2^9·p,
	// which exceed those of a raw product and are below 2^60.
	mask51, nineteen = reg.Y28, reg.Y29
	bias0, bias1     = reg.Y30, reg.Y31

	// Lane masks: 1 and 3; 1, 2 and 3; 0 and 1; 2 and 3.
	lanes13, lanes123, lanes01, lanes23 = reg.K1, reg.K2, reg.K3, reg.K4
)

func bias(i int) reg.VecPhysical {
	if i == 0 {
		return bias0
	}
	return bias1
}

// loadConstants sets the constant registers and masks. It uses RAX.
func (a *asm) loadConstants() {
	const limb = 1<<51 - 1
	for _, c := range []struct {
		r     reg.VecPhysical
		value uint64
	}{{mask51, limb}, {nineteen, 19}, {bias0, (limb - 18) << 9}, {bias1, limb << 9}} {
		a.MOVQ(operand.U64(c.value), rax)
		a.VPBROADCASTQ(rax, c.r)
	}
	for _, c := range []struct {
		k     reg.Register
		lanes uint32
	}{{lanes13, 0b1010}, {lanes123, 0b1110}, {lanes01, 0b0011}, {lanes23, 0b1100}} {
		a.MOVL(operand.U32(c.lanes), reg.EAX)
		a.KMOVW(reg.EAX, c.k)
	}
}

// quadProduct sets raw = left·right in each lane.
func (a *asm) quadProduct() {
	for k := range low {
		a.VPXORQ(low[k], low[k], low[k])
		a.VPXORQ(high[k], high[k], high[k])
	}
	for i := range left {
		for j := range right {
			a.VPMADD52LUQ(right[j], left[i], low[i+j])
			a.VPMADD52HUQ(right[j], left[i], high[i+j])
		}
	}
	// Column k is low_k + 2·high_(k-1), since 2^52 = 2·2^51, and column k+5
	// counts 19 times in column k: 19t = t + 2t + 16t.
	for k := range high {
		a.VPADDQ(high[k], high[k], high[k])
	}
	for k := 1; k < 9; k++ {
		a.VPADDQ(high[k-1], low[k], low[k])
	}
	for k := range raw {
		t := high[8]
		if k < 4 {
			t = low[k+5]
		}
		s, u := high[2*k%8], high[2*k%8+1]
		a.VPSLLQ(operand.Imm(1), t, s)
		a.VPSLLQ(operand.Imm(4), t, u)
		a.VPADDQ(t, low[k], low[k])
		a.VPADDQ(s, u, u)
		a.VPADDQ(u, low[k], low[k])
	}
}

// quadCarry sets z = x, tight, for raw x or a sum below 2^61. z may be x. It
// uses temp.
func (a *asm) quadCarry(z, x quad) {
	for i := range x {
		a.VPSRLQ(operand.Imm(51), x[i], temp[i])
	}
	for i := range x {
		a.VPANDQ(mask51, x[i], z[i])
	}
	a.VPMADD52LUQ(nineteen, temp[4], z[0])
	for i := 1; i < 5; i++ {
		a.VPADDQ(temp[i-1], z[i], z[i])
	}
}

// quadSumDifference sets z = (x0 + x1, x0 - x1, x2 + x3, x2 - x3), for raw x,
// where x is the lanes of x; with firstAlone, the first is x0.
func (a *asm) quadSumDifference(z, x quad, firstAlone bool) {
	for i := range x {
		if firstAlone {
			a.VPUNPCKHQDQ_Z(x[i], x[i], lanes123, temp[i])
		} else {
			a.VPUNPCKHQDQ(x[i], x[i], temp[i])
		}
	}
	for i := range x {
		a.VPUNPCKLQDQ(x[i], x[i], z[i])
	}
	for i := range x {
		a.VPSUBQ(temp[i], bias(i), lanes13, temp[i])
	}
	for i := range x {
		a.VPADDQ(temp[i], z[i], z[i])
	}
}
