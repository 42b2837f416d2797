// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// The arithmetic modulo 2^255 - 19 on four elements at once, with the 52-bit
// multiplications of AVX-512 IFMA on 256-bit registers. It is integer
// arithmetic in constant time.
//
// A quad is four elements in five registers: lane j of register i holds limb i
// of element j, and the element is the sum of limb_i·2^(51 i). The operands of a
// product have limbs below 2^52. Its result is raw: a column is at most five low
// halves and twice five high ones, and 19 times as much is folded into it, so
// limbs are below 20·15·2^52 < 2^60.3. Sums of up to four raw quads, and
// differences with the bias below added, are carried to tight quads, with limbs
// below 2^51 + 2^17.
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

	// Constants in all lanes: 2^51 - 1, 19, and the limbs of the bias 2^11·p,
	// which exceed those of twice a raw quad and are below 2^62.
	mask51, nineteen = reg.Y28, reg.Y29
	bias0, bias1     = reg.Y30, reg.Y31

	// Sets of lanes, for instructions that change or keep only these. In registers of
	// 512 bits they are those of each half. Two that are in one register are for different routines.
	laneMask = map[laneSet]reg.Register{
		0b0010: reg.K1, 0b0101: reg.K2, 0b0011: reg.K3, 0b1010: reg.K4, 0b0100: reg.K5, 0b1100: reg.K5, 0b1000: reg.K6, 0b1110: reg.K6,
	}
)

func bias(i int) reg.VecPhysical {
	if i == 0 {
		return bias0
	}
	return bias1
}

// A constants is what operations need of the constant registers and of the sets of lanes.
type constants struct {
	registers []reg.VecPhysical
	sets      []laneSet // in laneMask
}

// and returns c with more sets.
func (c constants) and(sets ...laneSet) constants {
	return constants{c.registers, slices.Concat(c.sets, sets)}
}

// The constants for operations on limbs, differences of raw limbs, and points of edwards25519.
var (
	forLimbs       = constants{registers: []reg.VecPhysical{mask51, nineteen}}
	forDifferences = constants{registers: []reg.VecPhysical{mask51, nineteen, bias0, bias1}}
	forLadder      = forDifferences.and(0b0011, 0b1010, 0b1100, 0b1110)
	forPreparation = forDifferences.and(0b0010, 0b0011)
	forDoubling    = forDifferences.and(0b0010, 0b0101, 0b1010, 0b0100, 0b1000)
	forBoth        = forDoubling.and(0b0011)
)

// loadConstants sets the registers of what is needed. It uses RAX.
func (a *asm) loadConstants(needed constants) {
	const limb = 1<<51 - 1
	values := map[reg.ID]uint64{mask51.ID(): limb, nineteen.ID(): 19, bias0.ID(): (limb - 18) << 11, bias1.ID(): limb << 11}
	for _, r := range needed.registers {
		value, known := values[r.ID()]
		if !known {
			panic("no constant belongs there")
		}
		a.MOVQ(operand.U64(value), rax)
		a.VPBROADCASTQ(rax, r)
	}
	for _, lanes := range needed.sets {
		a.MOVL(operand.U32(lanes<<4|lanes), reg.EAX)
		a.KMOVW(reg.EAX, laneMask[lanes])
	}
}

// A quadColumns is the columns of a product or a square while they are summed up: a register is 0 before it is added to.
type quadColumns struct {
	*asm
	x, y quad
	set  map[reg.Register]bool
}

func (a *asm) quadColumns(x, y quad) *quadColumns {
	return &quadColumns{a, x, y, map[reg.Register]bool{}}
}

// hi and lo add the high and the low halves of products of limbs i of x and j of y to z.
func (c *quadColumns) hi(z reg.VecPhysical, products ...[2]int) {
	c.zero(z)
	for _, p := range products {
		c.VPMADD52HUQ(c.y[p[1]], c.x[p[0]], z)
	}
}

func (c *quadColumns) lo(z reg.VecPhysical, products ...[2]int) {
	c.zero(z)
	for _, p := range products {
		c.VPMADD52LUQ(c.y[p[1]], c.x[p[0]], z)
	}
}

// zero sets z = 0 if nothing was added to it.
func (c *quadColumns) zero(z reg.VecPhysical) {
	if !c.set[z] {
		c.VPXORQ(z, z, z)
		c.set[z] = true
	}
}

// add adds x to z.
func (c *quadColumns) add(x, z reg.VecPhysical) {
	if !c.set[z] {
		c.VMOVDQA64(x, z)
		c.set[z] = true
		return
	}
	c.VPADDQ(x, z, z)
}

func (c *quadColumns) twice(z reg.VecPhysical) { c.VPADDQ(z, z, z) }

// nineteenTimes sets z = 19·x = (1 + 2 + 16)·x, and overwrites x and t. z may be x.
func (c *quadColumns) nineteenTimes(z, x, t reg.VecPhysical) {
	c.VPADDQ(x, x, t)
	c.VPADDQ(x, t, t)
	c.VPSLLQ(operand.Imm(4), x, x)
	c.VPADDQ(t, x, z)
	c.set[z] = true
}

// productSteps are the steps of a product. H and L add the high and the low halves of the product of limb i of left and limb j
// of right to sums of their own. Column k is 2·H_(k-1) + L_k, since 2^52 = 2·2^51, and column k+5 counts 19 times in column k:
// F completes such a column and multiplies it, A adds it to the one that it counts in, and D adds 2·H_k to column k+1.
//
// A multiplication takes four cycles, and two can start in each: so what one step adds to, the next ones mostly do not. What does
// not need limb 0, which carries make last, mostly comes first. More than that is measured: the order is the best that was found by
// moving steps at random, and measuring ladders, doublings and additions on a CPU of Intel after each. They take a sixth less
// than with one sum for both halves of a column, and 4 % less than column after column.
var productSteps = strings.Fields(`
	H33 H34 L21 H23 L03 H44 H14 L44 H24 L43 H32 H42 H41 H43 H22 H11 L30 L22 H00 L24 H20 L34 L33 H02 L42 L13 F6 H03 L23 H04 L02 H13
	A6 L11 H12 H21 H31 L31 L12 L32 H40 L40 L41 L04 H30 L14 F8 F9 D2 F7 F5 A8 A7 A5 A9 D0 H10 L20 H01 D1 D3 L00 L01 L10
`)

// quadProduct sets raw = left·right in each lane.
func (a *asm) quadProduct() {
	c := a.quadColumns(left, right)
	written := map[string]bool{}
	after := func(step string) {
		if !written[step] {
			panic("a step comes before " + step)
		}
	}
	afterAll := func(half string, k int) { // of the products of column k
		for i := max(0, k-4); i <= min(4, k); i++ {
			after(fmt.Sprintf("%s%d%d", half, i, k-i))
		}
	}
	for _, step := range productSteps {
		written[step] = true
		k := int(step[1] - '0')
		switch step[0] {
		case 'H', 'L':
			i, j := k, int(step[2]-'0')
			if step[0] == 'H' {
				c.hi(high[i+j], [2]int{i, j})
			} else {
				c.lo(low[i+j], [2]int{i, j})
			}
		case 'F':
			afterAll("H", k-1)
			afterAll("L", k)
			sum, spare := high[k-1], low[min(k, 8)]
			c.twice(sum)
			if k < 9 {
				a.VPADDQ(low[k], sum, sum)
			} else {
				after("F8") // which is done with the spare register
			}
			c.nineteenTimes(sum, sum, spare)
		case 'A':
			after(fmt.Sprintf("F%d", k))
			c.add(high[k-1], low[k-5])
		case 'D':
			afterAll("H", k)
			c.twice(high[k])
			c.add(high[k], low[k+1])
		}
	}
	if len(written) != len(productSteps) || len(written) != 2*25+5+5+4 {
		panic("a step is missing, or there twice")
	}
}

// quadSquare sets raw = left^2 in each lane. Products of different limbs count twice: with hi and lo for the sums of
// their halves, and hi' and lo' for those of squares, column k is
//
//	2·b_k + lo'_k with b_k = 2·hi_(k-1) + hi'_(k-1) + lo_k
//
// and is folded as in quadProduct. In columns that are folded lo is added to twice hi, which takes fewer instructions; in the
// others, whose limb 0 is waited for, beside it.
func (a *asm) quadSquare() {
	c, t, u := a.quadColumns(left, left), low[7], low[8]
	// twiceHigh[k] is for hi_(k-1), rest[k] for what is added to twice that, and squares[k] for lo'_k.
	var twiceHigh, rest [10]reg.VecPhysical
	copy(twiceHigh[2:9], high[:7])
	rest[1], rest[2], rest[3], rest[4], rest[5], rest[9] = raw[1], low[6], raw[3], low[5], high[8], high[7]
	squares := [5]reg.VecPhysical{0: raw[0], 2: raw[2], 4: raw[4]}

	c.hi(rest[9], [2]int{4, 4})
	c.hi(twiceHigh[8], [2]int{3, 4})
	c.hi(twiceHigh[7], [2]int{2, 4})
	c.hi(twiceHigh[6], [2]int{1, 4}, [2]int{2, 3})
	a.VPSLLQ(operand.Imm(2), twiceHigh[8], twiceHigh[8])
	c.twice(twiceHigh[7])
	c.hi(twiceHigh[7], [2]int{3, 3})
	c.lo(twiceHigh[8], [2]int{4, 4})
	c.twice(twiceHigh[6])
	c.lo(twiceHigh[7], [2]int{3, 4})
	c.hi(twiceHigh[5], [2]int{1, 3})
	c.hi(rest[5], [2]int{2, 2})
	c.lo(twiceHigh[6], [2]int{2, 4})
	c.hi(twiceHigh[4], [2]int{1, 2})
	c.lo(rest[5], [2]int{1, 4})
	c.hi(rest[3], [2]int{1, 1})
	c.hi(twiceHigh[5], [2]int{0, 4})
	c.twice(twiceHigh[6])
	c.lo(twiceHigh[6], [2]int{3, 3})
	c.lo(rest[5], [2]int{2, 3})
	c.lo(rest[3], [2]int{1, 2})
	c.lo(squares[4], [2]int{2, 2})
	c.lo(squares[2], [2]int{1, 1})
	c.hi(twiceHigh[3], [2]int{0, 2})
	c.hi(twiceHigh[4], [2]int{0, 3})
	c.nineteenTimes(rest[4], rest[9], t) // column 9 is 2·b_9
	c.lo(rest[4], [2]int{1, 3})
	c.hi(twiceHigh[2], [2]int{0, 1})
	c.lo(rest[4], [2]int{0, 4})
	c.nineteenTimes(rest[2], twiceHigh[7], t) // column 7 is 2·b_7
	c.nineteenTimes(twiceHigh[8], twiceHigh[8], t)
	c.nineteenTimes(twiceHigh[6], twiceHigh[6], t)
	c.hi(rest[1], [2]int{0, 0})
	c.lo(squares[0], [2]int{0, 0})
	c.lo(rest[2], [2]int{0, 2})
	c.lo(rest[1], [2]int{0, 1})
	c.lo(rest[3], [2]int{0, 3})
	for _, k := range []int{4, 5, 3, 2} {
		c.twice(twiceHigh[k])
		a.VPADDQ(rest[k], twiceHigh[k], twiceHigh[k])
		if k != 5 {
			c.twice(twiceHigh[k])
			continue
		}
		// Of column 5, which is 2·b_5, 38 = 2 + 4 + 32 times b_5.
		a.VPSLLQ(operand.Imm(1), twiceHigh[5], t)
		a.VPSLLQ(operand.Imm(2), twiceHigh[5], u)
		a.VPSLLQ(operand.Imm(5), twiceHigh[5], twiceHigh[5])
		a.VPADDQ(t, u, u)
	}
	c.twice(rest[1])
	a.VPADDQ(twiceHigh[4], squares[4], raw[4])
	a.VPADDQ(twiceHigh[5], squares[0], raw[0])
	a.VPADDQ(u, raw[0], raw[0])
	a.VPADDQ(twiceHigh[8], twiceHigh[3], raw[3])
	a.VPADDQ(twiceHigh[6], rest[1], raw[1])
	a.VPADDQ(twiceHigh[2], squares[2], raw[2])
}

// quadCarry sets z = x, tight, for limbs below 2^63.7: the carry out of limb 4 is
// below 2^12.7 and counts 19 times. z may be x. It uses temp.
func (a *asm) quadCarry(z, x quad) {
	for i := range x {
		a.VPSRLQ(operand.Imm(51), x[i], temp[i])
	}
	for i := range x {
		a.vectorAnd(mask51, x[i], z[i])
	}
	a.addNineteenTimes(temp[4], z[0])
	for i := 1; i < 5; i++ {
		a.VPADDQ(temp[i-1], z[i], z[i])
	}
}

// nothing is for quadCarryDown.
func nothing(int) {}

// quadCarryDown is quadCarry limb after limb, from the highest one on, which a product needs first. ready writes what is done
// before limb i of x is read, and done what is done with limb i of z.
func (a *asm) quadCarryDown(z, x quad, ready, done func(i int)) {
	for i := 4; i >= 0; i-- {
		ready(i)
		a.VPSRLQ(operand.Imm(51), x[i], temp[i])
		a.vectorAnd(mask51, x[i], z[i])
		if i < 4 {
			a.VPADDQ(temp[i], z[i+1], z[i+1])
			done(i + 1)
		}
	}
	a.addNineteenTimes(temp[4], z[0])
	done(0)
}

// quadSums sets z = (x0 + x1, x0 - x1, x2 + x3, x2 - x3) for the lanes of a raw x, for quadCarryDown, or with x0 in
// lane 0. It overwrites x.
func (a *asm) quadSums(z, x quad, keepFirst bool) {
	for i := 4; i >= 0; i-- {
		if keepFirst {
			a.VPERMILPD_Z(otherOfPair, x[i], laneMask[0b1110], z[i])
		} else {
			a.VPERMILPD(otherOfPair, x[i], z[i])
		}
		a.VPSUBQ(x[i], bias(i), laneMask[0b1010], x[i])
		a.VPADDQ(x[i], z[i], z[i])
	}
}

// otherOfPair is for VPERMILPD.
var otherOfPair = pairLanes([4]int{1, 0, 3, 2})

// rows are registers for the 64-bit limbs of four elements.
var rows = [4]reg.VecPhysical{reg.Y20, reg.Y21, reg.Y22, reg.Y23}

// quadLoad sets z to the elements whose 64-bit limbs are in rows. It overwrites
// rows and temp.
func (a *asm) quadLoad(z quad) {
	a.transpose(rows)
	a.quadLimbs(z, 51)
}

// quadLimbs sets z to the limbs, of so many bits, of the elements whose words are in rows. Those are the bits that are one in mask51.
func (a *asm) quadLimbs(z quad, bits int) { a.quadLimbsOf(rows, z, temp[4], bits) }

// quadLimbsOf is quadLimbs for other rows, with a register t.
func (a *asm) quadLimbsOf(rows [4]reg.VecPhysical, z quad, t reg.VecPhysical, bits int) {
	for i := 1; i < 4; i++ {
		// Limb i is the bits from bit bits·i = 64·(i-1) + s.
		s := uint64(bits*i - 64*(i-1))
		a.VPSRLQ(operand.U8(s), rows[i-1], z[i])
		a.VPSLLQ(operand.U8(64-s), rows[i], t)
		if a.avx2 {
			a.VPOR(t, z[i], z[i])
			a.VPAND(mask51, z[i], z[i])
		} else {
			a.VPTERNLOGQ(operand.U8(0xa8), mask51, t, z[i]) // (z | t) & mask
		}
	}
	a.VPSRLQ(operand.U8(4*bits-3*64), rows[3], z[4])
	a.vectorAnd(mask51, rows[0], z[0])
}

// transpose exchanges rows and columns of the four rows, in both halves of wide
// registers. It uses temp.
func (a *asm) transpose(rows [4]reg.VecPhysical) { a.transposeWith(rows, temp[:4]) }

// transposeWith is transpose with other registers for temp.
func (a *asm) transposeWith(rows [4]reg.VecPhysical, temp []reg.VecPhysical) {
	a.VPUNPCKLQDQ(rows[1], rows[0], temp[0])
	a.VPUNPCKHQDQ(rows[1], rows[0], temp[1])
	a.VPUNPCKLQDQ(rows[3], rows[2], temp[2])
	a.VPUNPCKHQDQ(rows[3], rows[2], temp[3])
	if rows[0] == wide(rows[0]) {
		low := a.vectorConstant("lowWords", 0, 1, 8, 9, 4, 5, 12, 13)
		high := a.vectorConstant("highWords", 2, 3, 10, 11, 6, 7, 14, 15)
		for i, words := range []operand.Mem{low, low, high, high} {
			a.VMOVDQU64(words, rows[i])
			a.VPERMI2Q(temp[2+i%2], temp[i%2], rows[i])
		}
		return
	}
	for i, z := range rows {
		low, high := temp[i%2], temp[2+i%2]
		if a.avx2 {
			a.VPERM2I128(operand.U8(0x20+0x11*(i/2)), high, low, z)
		} else {
			a.VSHUFI64X2(operand.U8(3*(i/2)), high, low, z)
		}
	}
}

// quadLoadFrom sets z to the four elements at p, whose numbers are those of order in the lanes.
func (a *asm) quadLoadFrom(z quad, p reg.Register, order [4]int) {
	for i, row := range rows {
		a.vectorMove(operand.Mem{Base: p, Disp: 32 * order[i]}, row)
	}
	a.quadLoad(z)
}

// quadStore writes the elements of a raw x to the four elements at p, in this order. It
// overwrites x and temp.
func (a *asm) quadStore(p reg.Register, x quad, order [4]int) {
	a.quadWords(x)
	for i, word := range x[:4] {
		a.vectorMove(word, operand.Mem{Base: p, Disp: 32 * order[i]})
	}
}

// quadWords sets x[0], ..., x[3] to the 64-bit limbs of the four elements of a raw x,
// one element each. It overwrites x and temp.
func (a *asm) quadWords(x quad) {
	a.quadCarry(x, x)
	// One limb after the other, twice. In the first round limb 4 carries at most 1,
	// which adds 19 to limb 0; if it does, it keeps next to nothing, and so the
	// second round cannot carry out of it.
	for round := range 2 {
		for i := range x {
			if i == 4 && round == 1 {
				break
			}
			a.VPSRLQ(operand.U8(51), x[i], temp[0])
			a.vectorAnd(mask51, x[i], x[i])
			if i < 4 {
				a.VPADDQ(temp[0], x[i+1], x[i+1])
			} else {
				a.addNineteenTimes(temp[0], x[0])
			}
		}
	}
	words := [4]reg.VecPhysical{x[0], x[1], x[2], x[3]}
	for i := range words {
		// Word i starts with the bits of limb i from bit s on.
		s := uint64(13 * i)
		if s > 0 {
			a.VPSRLQ(operand.U8(s), x[i], x[i])
		}
		a.VPSLLQ(operand.U8(51-s), x[i+1], temp[0])
		a.vectorOr(temp[0], x[i], x[i])
	}
	a.transpose(words)
}

// What AVX-512 and AVX2 have different instructions for. With AVX2, addNineteenTimes
// overwrites t, which is below 2^32.

func (a *asm) vectorMove(x, z operand.Op) {
	if a.avx2 {
		a.VMOVDQU(x, z)
	} else {
		a.VMOVDQU64(x, z)
	}
}

func (a *asm) vectorAnd(x, y, z reg.VecPhysical) {
	if a.avx2 {
		a.VPAND(x, y, z)
	} else {
		a.VPANDQ(x, y, z)
	}
}

func (a *asm) vectorOr(x, y, z reg.VecPhysical) {
	if a.avx2 {
		a.VPOR(x, y, z)
	} else {
		a.VPORQ(x, y, z)
	}
}

func (a *asm) addNineteenTimes(t, z reg.VecPhysical) { // z = z + 19·t
	if a.avx2 {
		a.VPMULUDQ(nineteen, t, t)
		a.VPADDQ(t, z, z)
	} else {
		a.VPMADD52LUQ(nineteen, t, z)
	}
}

// wide returns the 512-bit register of which r is the low half, and narrow the low half of one.
func wide(r reg.VecPhysical) reg.VecPhysical   { return r.AsZ().(reg.VecPhysical) }
func narrow(r reg.VecPhysical) reg.VecPhysical { return r.AsY().(reg.VecPhysical) }

// inWideRegisters writes what body writes with registers of 512 bits, which makes
// eight elements of a quad's four. What mixes lanes does so in each half.
func (a *asm) inWideRegisters(body func()) { a.inRegisters(wide, narrow, body) }

// inNarrowRegisters is for a part of that which has registers of 256 bits.
func (a *asm) inNarrowRegisters(body func()) { a.inRegisters(narrow, wide, body) }

func (a *asm) inRegisters(these, those func(reg.VecPhysical) reg.VecPhysical, body func()) {
	var all []*reg.VecPhysical
	for _, q := range []*quad{&left, &right, &raw, &temp} {
		for i := range q {
			all = append(all, &q[i])
		}
	}
	for i := range low {
		all = append(all, &low[i], &high[i])
	}
	for i := range rows {
		all = append(all, &rows[i])
	}
	all = append(all, &mask51, &nineteen, &bias0, &bias1, &fold260, &fold256, &mask48)
	for _, r := range all {
		*r = these(*r)
	}
	body()
	for _, r := range all {
		*r = those(*r)
	}
}

// loadWideConstants sets all lanes of the constants that are needed to the value in their first one.
func (a *asm) loadWideConstants(needed constants) {
	for _, r := range needed.registers {
		a.VPBROADCASTQ(r.AsX(), wide(r))
	}
}

// limbsLoad sets x to the tight limbs at m.
func (a *asm) limbsLoad(x quad, m operand.Mem) {
	for i := range x {
		a.VMOVDQU64(m.Offset(32*i), x[i])
	}
}

// limbsStore writes a raw x to m, as tight limbs. It overwrites x and temp.
func (a *asm) limbsStore(m operand.Mem, x quad) {
	a.quadCarry(x, x)
	for i := range x {
		a.VMOVDQU64(x[i], m.Offset(32*i))
	}
}

// octetLoad sets z to the eight elements at m.
func (a *asm) octetLoad(z quad, m operand.Mem) {
	for i := range z {
		a.VMOVDQU64(m.Offset(64*i), z[i])
	}
}

// octetStore writes x to m.
func (a *asm) octetStore(m operand.Mem, x quad) {
	for i := range x {
		a.VMOVDQU64(x[i], m.Offset(64*i))
	}
}

// quadAdd sets z = z + x, for lanes that are raw at most.
func (a *asm) quadAdd(z, x quad) {
	for i := range z {
		a.VPADDQ(x[i], z[i], z[i])
	}
}
