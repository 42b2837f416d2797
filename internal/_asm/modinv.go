// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

var modinvTypes = []goType{{"lanes", 40}, {"constants", 40}, {"table", 768}, {"symbol", 2}}

// modinv writes the division steps of internal/modinv.
func modinv(a *asm) {
	inverse := divsteps{asm: a, chunk: 20, bits: 30, limbs: 9, low: 60}
	constantTime, variableTime := inverse, inverse
	variableTime.low = 64 // it ends when these are zero
	constantTime.write()
	variableTime.writeVarTime()
	// The last step looks at three bits.
	jacobi := divsteps{asm: a, chunk: 18, bits: 27, limbs: 10, low: 56, jacobi: true}
	jacobi.write()
}

// A divsteps writes batches of three times chunk division steps on two integers f,
// g, and, but for the Jacobi symbol, on d, e modulo m. Two streams of instructions alternate:
//
//   - The steps, and the matrix t that they amount to, in general registers. They
//     need only the lowest two words of f and g.
//   - The long integers times the matrix of the batch before, in vectors. They are
//     in memory, in limbs of bits bits, two of which make a batch: the lanes of
//     vector k are limb k of f, g, d, e. All limbs but the last are in [0, 2^bits).
//
// At the end of a batch the lowest words of the long integers, which then stand where
// the batch began, times the new matrix, are what the next one starts from.
type divsteps struct {
	*asm
	chunk, bits, limbs int
	low                int  // how many bits of f and g a batch needs
	jacobi             bool // there are no d and e; the steps count signs

	queue []func() // what is to be written between the steps

	lanes, modulus           operand.Mem
	x, y                     operand.Mem // the low words of f and g
	first, second, both, t   matrixInMemory
	lowF, lowG, highF, highG operand.Mem
	counter                  operand.Mem
	known                    [3]operand.Mem // the last packed words of f of the chunks
	endSign, sign            operand.Mem
	frame                    int
}

// A matrixInMemory is (u v; q r), in the order u, v, q, r.
type matrixInMemory [4]operand.Mem

var (
	stepF, stepG, stepW             = reg.R8, reg.R9, reg.R12
	stepNext, stepSum               = reg.R10, reg.R11
	stepParity, stepTurned, stepOne = reg.R13, reg.R15, rbp
	lanesPointer                    = rsi
	constantsPointer                = rdi

	// For the Jacobi symbol.
	symbolExchanges, symbolHalvings = reg.R14, rdi
)

// What the routines get from Go.
var (
	symbolLayout = newLayout("exchanges", 8, "halvings", 8)
	entryLayout  = newLayout("u", 1, "v", 1, "q", 1, "r", 1, "sign", 1, "add", 1, "_", 2) // of the table
)

// start begins the routine.
func (d *divsteps) start(name, signature, doc string) {
	const words = 28
	local := d.function(name, signature, doc, 8*words+64) // too large for NOSPLIT
	next := 0
	word := func() operand.Mem {
		next++
		return local.Offset(8 * (next - 1))
	}
	for _, w := range []*operand.Mem{&d.x, &d.y, &d.lowF, &d.lowG, &d.highF, &d.highG, &d.counter,
		&d.known[0], &d.known[1], &d.known[2], &d.endSign, &d.sign} {
		*w = word()
	}
	for _, m := range []*matrixInMemory{&d.first, &d.second, &d.both, &d.t} {
		for i := range m {
			m[i] = word()
		}
	}
	d.load("v", lanesPointer)
	if !d.jacobi {
		d.load("m", constantsPointer)
	}
	d.lanes = operand.Mem{Base: lanesPointer}
	d.modulus = operand.Mem{Base: constantsPointer}

	// Before the first batch the matrix is one.
	d.MOVQ(operand.U64(1<<(2*d.bits)), rax)
	d.clear(rbx)
	for i, w := range d.t {
		d.MOVQ([]reg.Register{rax, rbx, rbx, rax}[i], w)
	}
	for i, w := range []operand.Mem{d.x, d.y} {
		d.lowWord(rax, i, 0)
		d.MOVQ(rax, w)
	}
	// The constants of update.
	d.VPCMPEQD(vectorMask, vectorMask, vectorMask)
	d.VPSLLQ(operand.U8(63), vectorMask, vectorBias)
	d.VPSRLQ(operand.U8(d.bits), vectorBias, vectorFirst)
	d.VPSUBQ(vectorFirst, vectorBias, vectorBias)
	d.VPSRLQ(operand.U8(64-d.bits), vectorMask, vectorMask)
}

// lowWord sets r to the bits that a batch needs of lane i from limb k on. It uses RCX.
func (d *divsteps) lowWord(r reg.Register, i, k int) {
	d.MOVQ(lane(d.limb(k), i), r)
	for j := 1; j*d.bits < d.low; j++ {
		d.MOVQ(lane(d.limb(k+j), i), rcx)
		d.SHLQ(operand.U8(j*d.bits), rcx)
		d.ADDQ(rcx, r)
	}
}

// limb returns the vector of limbs k.
func (d *divsteps) limb(k int) operand.Mem { return limb(d.lanes, k) }

// modulusLimb returns the vector with limb k of m in all lanes.
func (d *divsteps) modulusLimb(k int) operand.Mem { return limb(d.modulus, k+1) }

// write writes the steps in constant time.
func (d *divsteps) write() {
	batches := 10
	if d.jacobi {
		batches = 11
		d.start("jacobiSteps", "func(v *lanes, s *symbol)",
			"jacobiSteps applies 594 division steps to f and g of v, in limbs of 27 bits, and\n"+
				"sets s to their effect on the Jacobi symbol. It needs cpu.Features.V3.")
		d.clear(symbolExchanges)
		d.clear(symbolHalvings)
		for _, w := range []operand.Mem{d.endSign, d.sign} {
			d.MOVQ(symbolExchanges, w)
		}
	} else {
		d.start("divsteps", "func(v *lanes, m *constants)",
			"divsteps applies 600 division steps to v. It needs cpu.Features.V3.")
	}
	d.clear(stepW)
	// From memory: on recent CPUs of Intel, an instruction takes longer when an operand
	// comes from a small constant, or from adding one.
	d.MOVQ(lane(d.vectorConstant("divstepsOne", 1), 0), stepOne)
	d.MOVQ(operand.U32(uint64(batches)), d.counter)
	d.MOVQ(d.x, rax)
	d.MOVQ(d.y, rcx)
	d.Label("batch")
	d.queue = d.update()
	// It takes two chunks, and fills the time in which a batch or the second chunk waits for products.
	const atStart, atJoin = 20, 40
	perStep := (len(d.queue) - atStart - atJoin + 2*d.chunk - 1) / (2 * d.chunk)
	d.between(atStart)
	for i := range 3 {
		d.pack()
		if i == 2 {
			d.queue = append(append(d.product(), d.queue...), d.lowWords()...)
			if d.jacobi {
				// The batch before is over, and so is the second chunk.
				d.queue = append(d.queue, d.turnBatch, func() {
					d.MOVQ(d.both[1], rbx)
					d.turnChunk(d.known[0], d.known[1])
				})
			}
		}
		for j := range d.chunk {
			g, next := stepG, stepNext
			if j&1 == 1 {
				g, next = next, g
			}
			d.step(g, next)
			d.between(perStep)
		}
		if i == 2 {
			d.between(len(d.queue))
		}
		if d.jacobi {
			d.MOVQ(stepF, d.known[i])
		}
		d.unpack()
		if i < 2 {
			d.join([]matrixInMemory{d.first, d.second}[i], atJoin)
		}
		if i == 0 { // the third chunk takes them from the registers, and nothing else does
			d.MOVQ(rax, d.x)
			d.MOVQ(rcx, d.y)
		}
	}
	// t = (the third matrix)·both.
	u, v, q, r := reg.R8, reg.R9, reg.R10, reg.R11
	for i, z := range []reg.Register{u, v, q, r} {
		left, right := rax, rbx
		if i >= 2 {
			left, right = rcx, rdx
		}
		d.MOVQ(left, z)
		d.IMULQ(d.both[i&1], z)
		d.MOVQ(right, reg.R13)
		d.IMULQ(d.both[i&1+2], reg.R13)
		d.ADDQ(reg.R13, z)
		d.MOVQ(z, d.t[i])
	}
	if d.jacobi {
		d.MOVQ(v, rbx)
		d.turnChunk(d.endSign, d.known[2])
	}
	d.next(u, v, d.x)
	d.next(q, r, d.y)
	d.MOVQ(d.x, rax)
	d.DECQ(d.counter)
	d.JNE(operand.LabelRef("batch"))
	for _, item := range d.update() {
		item()
	}
	if d.jacobi {
		d.turnBatch()
		d.load("s", rax)
		d.MOVQ(symbolExchanges, symbolLayout.at(rax, "exchanges"))
		d.MOVQ(symbolHalvings, symbolLayout.at(rax, "halvings"))
	}
	d.VZEROUPPER()
	d.RET()
}

// turnChunk counts the turn of a chunk, where start has the sign of f at its start, RBX
// is v of the matrix from the start of the batch to its end, and known is the last
// packed word. It sets endSign to v, which has the sign of f at the end.
func (d *divsteps) turnChunk(start, known operand.Mem) {
	d.turn(start, rbx, known)
	d.MOVQ(rbx, d.endSign)
}

// turnBatch counts the turn of the batch that update has just completed. What
// endSign is before the first one does not matter, as the sign of f does not change.
func (d *divsteps) turnBatch() {
	d.MOVQ(d.limb(d.limbs-1), rbx)
	d.turn(d.sign, rbx, d.endSign)
	d.MOVQ(rbx, d.sign)
}

// turn counts E of the package's jacobi.go. It uses RAX and RCX.
func (d *divsteps) turn(start operand.Mem, end reg.Register, known operand.Mem) {
	d.MOVQ(start, rax)
	d.XORQ(end, rax)
	d.MOVQ(known, rcx)
	d.XORQ(end, rcx)
	d.ANDQ(rcx, rax)
	d.SHRQ(operand.U8(63), rax)
	d.SHLQ(operand.U8(63), rax)
	d.XORQ(rax, symbolExchanges)
}

// between writes the next n things in the queue.
func (d *divsteps) between(n int) {
	for range min(n, len(d.queue)) {
		d.queue[0]()
		d.queue = d.queue[1:]
	}
}

// The words F, G in which the steps work are described at divsteps20 in the package.
const packedShift = 21

// pack makes the packed words from the low bits of x and y, in RAX and RCX.
func (d *divsteps) pack() {
	for i, r := range []reg.Register{stepF, stepG} {
		d.MOVL(operand.U32(1<<20-1), r.(reg.GP).As32())
		one := uint64(1) << (d.chunk + packedShift*(i+1))
		if !d.jacobi {
			one = -one
		}
		d.MOVQ(operand.U64(one), rbx)
		d.ANDQ([]reg.Register{rax, rcx}[i], r)
		d.ORQ(rbx, r)
	}
}

// step writes a division step, for w = 1/2 - delta:
//
//	w <= 0 and g odd:  (w, f, g) = (-w, g, (g - f)/2)
//	g odd:             (w, f, g) = (w - 1, f, (g + f)/2)
//	otherwise:         (w, f, g) = (w - 1, f, g/2)
//
// The next g depends on g by four instructions, and so does the one after it on w. g is in one register
// before the step and in another one after it, and the registers change places.
//
// On recent CPUs of Intel a conditional move waits a cycle longer for flags of logic instructions than for
// those of sums and shifts, so all are of these. The order of the instructions is the best of some hundred that
// were measured: two units do all shifts and conditional moves, and what is not urgent must not be in their way.
func (d *divsteps) step(g, next reg.Register) {
	d.MOVQ(g, next)
	d.MOVQ(g, stepParity)
	d.LEAQ(operand.Mem{Base: stepF, Index: g, Scale: 1}, stepSum)
	d.SUBQ(stepF, next)
	if d.jacobi {
		d.ANDNQ(g, stepF, rax)
		d.XORQ(symbolExchanges, rax) // what it is after an exchange
	}
	d.SUBQ(stepOne, stepW)   // DEC would take longer on recent CPUs of Intel
	d.CMOVQPL(stepSum, next) // w was not <= 0
	d.MOVQ(stepW, stepTurned)
	d.SHLQ(operand.U8(63), stepParity) // negative if g is odd
	d.NOTQ(stepTurned)
	d.CMOVQPL(g, next)
	d.SARQ(operand.U8(1), next)
	d.ADDQ(stepW, stepParity) // there is a carry if both are negative
	d.CMOVQCS(stepTurned, stepW)
	d.CMOVQCS(g, stepF)
	if d.jacobi {
		d.CMOVQCS(rax, symbolExchanges)
		d.XORQ(stepF, symbolHalvings)
	}
}

// unpack sets RAX, RBX, RCX, RDX to -u, -v, -q, -r, or for the Jacobi symbol, where
// the words are made otherwise, to u, v, q, r.
func (d *divsteps) unpack() {
	for i, packed := range []reg.Register{stepF, stepG} {
		low, high := []reg.Register{rax, rcx}[i], []reg.Register{rbx, rdx}[i]
		d.MOVQ(operand.U64(1<<(2*packedShift-1)+1<<(packedShift-1)), high)
		d.LEAQ(operand.Mem{Base: packed, Disp: 1 << (packedShift - 1)}, low)
		d.SHLQ(operand.U8(64-2*packedShift), low)
		d.SARQ(operand.U8(64-packedShift), low)
		d.ADDQ(packed, high)
		d.SARQ(operand.U8(2*packedShift), high)
	}
}

// join keeps the matrix that unpack left and sets RAX and RCX to it applied to x and y. Meanwhile it writes n things of
// the queue.
func (d *divsteps) join(m matrixInMemory, n int) {
	for i, r := range []reg.Register{rax, rbx, rcx, rdx} {
		d.MOVQ(r, m[i])
	}
	for i, r := range []reg.Register{rax, rbx, rcx, rdx} {
		d.IMULQ([]operand.Mem{d.x, d.y}[i&1], r)
	}
	d.between(n)
	d.ADDQ(rbx, rax)
	d.ADDQ(rdx, rcx)
	d.SARQ(operand.U8(d.chunk), rax)
	d.SARQ(operand.U8(d.chunk), rcx)
}

// product returns what sets both to second·first, or to -second·first, so that its
// product with a negated third matrix is right.
func (d *divsteps) product() (items []func()) {
	for i := range 4 {
		row, column := i&2, i&1
		items = append(items, func() {
			d.MOVQ(d.second[row], rax)
			d.IMULQ(d.first[column], rax)
			d.MOVQ(d.second[row+1], rbx)
			d.IMULQ(d.first[column+2], rbx)
			d.ADDQ(rbx, rax)
			if !d.jacobi {
				d.NEGQ(rax)
			}
			d.MOVQ(rax, d.both[i])
		})
	}
	return items
}

// lowWords returns what sets the low and high words of f and g to the lowest two
// limbs and as many bits as a batch needs from the third limb on.
func (d *divsteps) lowWords() (items []func()) {
	for i := range 2 {
		items = append(items, func() {
			d.MOVQ(lane(d.limb(0), i), rax)
			d.MOVQ(lane(d.limb(1), i), rcx)
			d.SHLQ(operand.U8(d.bits), rcx)
			d.ADDQ(rcx, rax)
			d.MOVQ(rax, []operand.Mem{d.lowF, d.lowG}[i])
		}, func() {
			d.lowWord(rax, i, 2)
			d.MOVQ(rax, []operand.Mem{d.highF, d.highG}[i])
		})
	}
	return items
}

// next sets z to the low word of (u f + v g)/2^(2 bits), an exact division. It uses
// RAX, RBX, RCX, RDX and R13.
func (d *divsteps) next(u, v reg.Register, z operand.Mem) {
	n := uint(2 * d.bits)
	d.MOVQ(u, rax)
	d.IMULQ(d.lowF)
	d.MOVQ(rax, rbx)
	d.MOVQ(rdx, rcx)
	d.MOVQ(v, rax)
	d.IMULQ(d.lowG)
	d.ADDQ(rax, rbx)
	d.ADCQ(rdx, rcx)
	d.MOVQ(u, reg.R13)
	d.IMULQ(d.highF, reg.R13)
	d.MOVQ(v, rax)
	d.IMULQ(d.highG, rax)
	d.ADDQ(rax, reg.R13)
	d.SHRQ(operand.U8(n), rbx)
	d.SHLQ(operand.U8(64-n), rcx)
	d.ADDQ(rbx, rcx)
	d.ADDQ(reg.R13, rcx)
	d.MOVQ(rcx, z)
}

// The registers of update.
var (
	vectorM0, vectorN0 = reg.Y0, reg.Y1 // the low digits of (u, q, u, q) and (v, r, v, r)
	vectorM1, vectorN1 = reg.Y2, reg.Y3 // their high digits
	vectorK            = [2]reg.VecPhysical{reg.Y4, reg.Y5}
	vectorX            = [2]reg.VecPhysical{reg.Y6, reg.Y7} // (f, f, d, d) of even and odd limbs
	vectorY            = [2]reg.VecPhysical{reg.Y8, reg.Y9} // (g, g, e, e)
	sumVector          = reg.Y10
	vectorTemp         = reg.Y11
	vectorCarry        = reg.Y12

	// Constants: a limb of ones; 2^63 - 2^(63 - bits); 2^(63 - bits).
	vectorMask, vectorBias, vectorFirst = reg.Y13, reg.Y14, reg.Y15
)

// update returns what applies t to the long integers: f, g are divided by
// 2^(2 bits) exactly, d, e modulo m, by adding k m for a k of two limbs.
//
// The entries of t are split into a digit in [0, 2^bits) and one of absolute value
// at most 2^bits. Column i is the sum of low digits times limbs i, high digits times
// limbs i-1, and the two digits of k times limbs i and i-1 of m: its absolute
// value is below 2·2^(2 bits) + 2^(2 bits) + 2^bits + 2·2^(2 bits), and less than 2^63
// also with the carry. Carries are shifted right as unsigned integers, since AVX2
// cannot shift signed ones: 2^63 is added to each column and taken back from the
// next one as 2^(63 - bits).
func (d *divsteps) update() (items []func()) {
	do := func(item func()) { items = append(items, item) }
	add := func(x, y operand.Op) { // sum += the product
		do(func() { d.VPMULDQ(x, y, vectorTemp) })
		do(func() { d.VPADDQ(vectorTemp, sumVector, sumVector) })
	}
	for i, m := range []reg.VecPhysical{vectorM0, vectorN0} {
		do(func() { d.VPBROADCASTQ(d.t[i], m) })
		do(func() { d.VPBROADCASTQ(d.t[i+2], vectorTemp) })
		do(func() { d.VPBLENDD(operand.U8(0b11001100), vectorTemp, m, m) })
		high := []reg.VecPhysical{vectorM1, vectorN1}[i]
		do(func() { d.VPSRLQ(operand.U8(d.bits), m, high) })
		do(func() { d.VPAND(vectorMask, m, m) })
	}
	for k := range d.limbs + 1 {
		x, y := vectorX[k&1], vectorY[k&1]
		lastX, lastY := vectorX[k&1^1], vectorY[k&1^1]
		if k < d.limbs {
			do(func() { d.VMOVDDUP(d.limb(k), x) })
			do(func() { d.VPERMILPD(operand.U8(0b1111), d.limb(k), y) })
			do(func() { d.VPMULDQ(x, vectorM0, sumVector) })
			add(y, vectorN0)
			if k > 0 {
				add(lastX, vectorM1)
				add(lastY, vectorN1)
			}
		} else {
			do(func() { d.VPMULDQ(lastX, vectorM1, sumVector) })
			add(lastY, vectorN1)
		}
		if !d.jacobi && k > 0 && k < d.limbs {
			add(d.modulusLimb(k), vectorK[0])
		}
		if !d.jacobi && k > 1 {
			add(d.modulusLimb(k-1), vectorK[1])
		}
		carry := vectorCarry
		if k == 0 {
			carry = vectorFirst
		}
		do(func() { d.VPADDQ(carry, sumVector, sumVector) })
		do(func() { d.VPADDQ(vectorBias, sumVector, sumVector) })
		if !d.jacobi && k < 2 {
			// The digit of k that makes the column a multiple of 2^bits.
			do(func() { d.VPMULUDQ(d.modulus, sumVector, vectorK[k]) })
			do(func() { d.VPAND(vectorMask, vectorK[k], vectorK[k]) })
			add(d.modulusLimb(0), vectorK[k])
		}
		do(func() { d.VPSRLQ(operand.U8(d.bits), sumVector, vectorCarry) })
		if k >= 2 {
			do(func() { d.VPAND(vectorMask, sumVector, sumVector) })
			do(func() { d.VMOVDQU(sumVector, d.limb(k-2)) })
		}
	}
	do(func() { d.VPSUBQ(vectorFirst, vectorCarry, vectorCarry) })
	do(func() { d.VMOVDQU(vectorCarry, d.limb(d.limbs-1)) })
	return items
}

// writeVarTime writes the steps in variable time, ten times six of a batch with a
// table.
func (d *divsteps) writeVarTime() {
	d.start("divstepsVarTime", "func(v *lanes, m *constants, tab *table) uint64",
		"divstepsVarTime applies batches of 60 division steps to v, in variable time,\n"+
			"until the low 64 bits of g are zero. It returns 0 if all of g is. It needs\n"+
			"cpu.Features.V3.")
	f, g, zeta, tab := reg.R8, reg.R9, reg.R12, rbp
	matrix := []reg.Register{reg.R10, reg.R11, reg.R13, reg.R14} // u, v, q, r
	d.MOVQ(operand.I32(-1), zeta)
	d.load("tab", tab)
	d.Label("batch")
	d.queue = d.update()
	perLookup := (len(d.queue) + 7) / 8
	d.MOVQ(d.x, f)
	d.MOVQ(d.y, g)
	for i := range 10 {
		// The index: h = g/f mod 2^6, f (2 - f^2) = 1/f, and zeta in [-6, 5].
		d.MOVQ(f, rax)
		d.IMULQ(f, rax)
		d.MOVQ(f, rbx)
		d.IMULQ(g, rbx)
		d.MOVL(operand.U32(2), reg.ECX)
		d.SUBQ(rax, rcx)
		d.IMULQ(rcx, rbx)
		d.ANDL(operand.U32(63), reg.EBX)
		d.MOVQ(operand.I32(-6), rcx)
		d.CMPQ(zeta, rcx)
		d.CMOVQGT(zeta, rcx)
		d.MOVL(operand.U32(5), reg.EDX)
		d.CMPQ(rcx, rdx)
		d.CMOVQGT(rdx, rcx)
		d.SHLQ(operand.U8(6), rcx)
		d.ADDQ(rcx, rbx)
		entry := func(field string) operand.Mem { // of the row of zeta = 0 and the index
			return entryLayout.at(tab, field).Offset(6*64*entryLayout.size).Idx(rbx, uint8(entryLayout.size))
		}
		d.MOVBQSX(entry("sign"), rax)
		d.XORQ(rax, zeta)
		d.MOVBQSX(entry("add"), rax)
		d.ADDQ(rax, zeta)
		d.between(perLookup / 2)

		apply := func(x, y reg.Register) { // (x, y) = entry·(x, y)
			d.MOVBQSX(entry("u"), rax)
			d.IMULQ(x, rax)
			d.MOVBQSX(entry("v"), rcx)
			d.IMULQ(y, rcx)
			d.ADDQ(rcx, rax)
			d.MOVBQSX(entry("q"), rcx)
			d.IMULQ(x, rcx)
			d.MOVBQSX(entry("r"), rdx)
			d.IMULQ(rdx, y)
			d.ADDQ(rcx, y)
			d.MOVQ(rax, x)
		}
		if i < 9 { // the matrix is complete then
			apply(f, g)
			d.SHRQ(operand.U8(6), f)
			d.SHRQ(operand.U8(6), g)
		}
		if i == 0 {
			for j, r := range matrix {
				d.MOVBQSX(entry([]string{"u", "v", "q", "r"}[j]), r)
			}
		} else {
			apply(matrix[0], matrix[2])
			apply(matrix[1], matrix[3])
		}
		d.between(perLookup / 2)
	}
	d.between(len(d.queue))
	for _, item := range d.lowWords() {
		item()
	}
	u, v, q, r := reg.R8, reg.R9, reg.R10, reg.R11
	d.MOVQ(matrix[0], u)
	d.MOVQ(matrix[1], v)
	d.MOVQ(matrix[2], q)
	d.MOVQ(matrix[3], r)
	for i, w := range []reg.Register{u, v, q, r} {
		d.MOVQ(w, d.t[i])
	}
	d.next(u, v, d.x)
	d.next(q, r, d.y)
	d.CMPQ(d.y, operand.Imm(0))
	d.JNE(operand.LabelRef("batch"))
	for _, item := range d.update() {
		item()
	}
	// The first two limbs of g are zero.
	d.MOVQ(lane(d.limb(2), 1), rax)
	for k := 3; k < d.limbs; k++ {
		d.ORQ(lane(d.limb(k), 1), rax)
	}
	d.VZEROUPPER()
	d.Store(rax, d.ReturnIndex(0))
	d.RET()
}
