// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"math/bits"

	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// An octetEngine has the octets of octets52.go, eight elements in registers of 512 bits; it writes between inWideRegisters.
// What it is asked for it puts off until flush. Elements are in memory, and none stays in registers.
//
// With two halves it has two octets in each place, the second one behind the first, and does everything for both: where products need
// the ones before them there are always others.
type octetEngine struct {
	*asm
	field  octetField
	queue  *octetQueue
	halves int
	bits   operand.Mem // at the top of each lane, for ladders
	// chosen are factors that take another one's place in the lanes of negative, where that is squared.
	chosen map[factor]factor
	// wide are places of factors that were not carried, of which limb 4 may have 52 bits.
	wide map[operand.Mem]bool
	// negative are, for each half, the lanes in which addSigned adds, negate changes signs, and exchange and plusMinusSigned exchange.
	negative [2]reg.Register
}

func newOctetEngine(a *asm, f octetField, halves int) octetEngine {
	return octetEngine{asm: a, field: f, queue: new(octetQueue), halves: halves, chosen: map[factor]factor{}, wide: map[operand.Mem]bool{}, negative: [2]reg.Register{negative, reg.K6}}
}

// forNext returns e with other lanes for negative, of entries that are gathered for the next step.
func (e octetEngine) forNext() octetEngine {
	e.negative = [2]reg.Register{reg.K5, reg.K4}
	return e
}

// takeSigns sets negative of one half to the lowest bits of a register.
func (e octetEngine) takeSigns(h int, signs reg.Register) {
	e.KMOVW(signs.(reg.GP).As32(), e.negative[h])
}

// half returns one of the octets at x. A constant, and a factor that is not there, has no halves.
func half(x operand.Mem, i int) operand.Mem {
	if x.Base == nil || x.Symbol.Name != "" {
		return x
	}
	return x.Offset(i * octetBytes)
}

// octetBytes is the size of eight elements in memory, limb after limb.
const octetBytes = 5 * 64

// flush writes what was put off.
func (e octetEngine) flush() { e.queue.flush(e.asm) }

// productLater puts off z = x·y, or x^2 if y has no place, and makes a factor of it if carried says so. It has left, the first of
// right, and columns() for itself. What an operation takes is as measured on AMD's Zen 4.
func (e octetEngine) productLater(z, x, y operand.Mem, carried bool) {
	other, isChosen := e.chosen[factor{x}]
	if isChosen && y.Base != nil {
		panic("a product of what is only chosen for a square")
	}
	delete(e.chosen, factor{x})
	f := foldOf(e.field.c, !e.wide[x] && !e.wide[y])
	for h := range e.halves {
		z, x, y, other := half(z, h), half(x, h), half(y, h), half(other.Mem, h)
		o := octetOperation{product: true, reads: []operand.Mem{x}, writes: []operand.Mem{z}, size: 77, starts: 50, takes: 85}
		if y.Base != nil {
			o.reads = append(o.reads, y)
			o.size, o.starts = 85, 65
		}
		if isChosen {
			o.reads = append(o.reads, other, half(e.bits, h))
		}
		if carried {
			o.size, o.takes = o.size+14, o.takes+20
		}
		o.write = func() {
			e.octetLoad(left, x)
			if isChosen {
				for i := range left {
					e.VMOVDQU64(other.Offset(64*i), e.negative[h], left[i])
				}
			}
			if y.Base != nil {
				e.octetProduct52(y, f)
			} else {
				e.octetSquare52(f)
			}
			if carried {
				e.octetCarry52(raw)
			}
			e.octetStore(z, raw)
		}
		e.queue.add(o)
	}
}

func (e octetEngine) product(z rawElement, x, y factor) { e.productLater(z.Mem, x.Mem, y.Mem, false) }
func (e octetEngine) productFactor(z, x, y factor)      { e.productLater(z.Mem, x.Mem, y.Mem, true) }
func (e octetEngine) square(z rawElement, x factor) {
	e.productLater(z.Mem, x.Mem, operand.Mem{}, false)
}
func (e octetEngine) squareFactor(z, x factor) { e.productLater(z.Mem, x.Mem, operand.Mem{}, true) }

// A beside is what an operation that is no product, and stands beside one, has to itself. Its elements are those of one half.
type beside struct {
	X, Y          quad
	t             [2]reg.VecPhysical
	writes, reads []operand.Mem
	negative      reg.Register
}

// later puts off an operation that is no product, of so many instructions.
func (e octetEngine) later(size int, writes, reads []operand.Mem, write func(b *beside)) {
	for h := range e.halves {
		e.laterIn(h, size, writes, reads, write)
	}
}

// laterIn is later for one half.
func (e octetEngine) laterIn(h, size int, writes, reads []operand.Mem, write func(b *beside)) {
	var own [2][]operand.Mem
	for k, all := range [2][]operand.Mem{writes, reads} {
		for _, m := range all {
			own[k] = append(own[k], half(m, h))
		}
	}
	e.queue.add(octetOperation{size: size, starts: size, takes: size/2 + 20, writes: own[0], reads: own[1], write: func() {
		write(&beside{
			quad{right[1], right[2], right[3], right[4], high[3]},
			quad{high[4], high[5], high[6], high[7], high[8]},
			[2]reg.VecPhysical{high[1], high[2]},
			own[0], own[1], e.negative[h],
		})
	}})
}

// besideCarried makes a factor of x and writes it to z.
func (e octetEngine) besideCarried(z operand.Mem, x quad, t reg.VecPhysical) {
	e.octetCarryBy(x, quad{t, t, t, t, t})
	e.octetStore(z, x)
}

// linear sets z to the sum of the terms.
func (e octetEngine) linear(z factor, terms ...term) {
	var reads []operand.Mem
	for _, t := range terms {
		reads = append(reads, t.x.Mem)
	}
	e.later(15+10*len(terms), []operand.Mem{z.Mem}, reads, func(b *beside) {
		X := b.X
		for n, term := range terms {
			x, times := X, term.times
			if n > 0 {
				x = b.Y
			}
			shift := uint64(bits.Len(uint(max(times, -times))) - 1)
			for i := range x {
				limb := operand.Op(b.reads[n].Offset(64 * i))
				if n == 0 || shift > 0 {
					e.VMOVDQU64(limb, x[i])
					limb = x[i]
				}
				if shift > 0 {
					e.VPSLLQ(operand.Imm(shift), x[i], x[i])
				}
				switch {
				case n == 0 && times < 0:
					e.VMOVDQU64(e.bias(i), b.t[0])
					e.VPSUBQ(x[i], b.t[0], x[i])
				case times < 0:
					e.VPADDQ(e.bias(i), X[i], X[i])
					e.VPSUBQ(limb, X[i], X[i])
				case n > 0:
					e.VPADDQ(limb, X[i], X[i])
				}
			}
		}
		e.besideCarried(b.writes[0], X, b.t[0])
	})
}

// bias returns limb i of what the field subtracts from.
func (e octetEngine) bias(i int) operand.Mem { return e.field.bias(e.asm, i) }

// reduced sets z = x, and returns it.
func (e octetEngine) reduced(z factor, x rawElement) factor {
	e.linear(z, term{1, x})
	return z
}

func (e octetEngine) difference(z factor, x, y rawElement) { e.linear(z, term{1, x}, term{-1, y}) }

func (e octetEngine) sumDifference(s, d factor, x, y rawElement) { e.plusMinus(s, d, x, term{1, y}) }

func (e octetEngine) plusMinus(s, d factor, x rawElement, t term) {
	e.plusMinusIf(false, s, d, x, t)
}

// plusMinusSigned is plusMinus with s and d exchanged in the lanes of negative.
func (e octetEngine) plusMinusSigned(s, d factor, x rawElement, t term) {
	e.plusMinusIf(true, s, d, x, t)
}

func (e octetEngine) plusMinusIf(signed bool, s, d factor, x rawElement, y term) {
	e.later(55, []operand.Mem{s.Mem, d.Mem}, []operand.Mem{x.Mem, y.x.Mem}, func(b *beside) {
		S, D, t := b.X, b.Y, b.t
		for i := range S {
			limb := operand.Op(b.reads[1].Offset(64 * i))
			if y.times > 1 {
				e.VMOVDQU64(limb, t[1])
				e.VPSLLQ(operand.Imm(uint64(bits.Len(uint(y.times))-1)), t[1], t[1])
				limb = t[1]
			}
			e.VMOVDQU64(b.reads[0].Offset(64*i), S[i])
			e.VPADDQ(e.bias(i), S[i], t[0])
			e.VPSUBQ(limb, t[0], D[i])
			if signed {
				e.VPADDQ(limb, S[i], b.negative, D[i])
			}
			e.VPADDQ(limb, S[i], S[i])
			if signed {
				e.VPSUBQ(limb, t[0], b.negative, S[i])
			}
		}
		e.besideCarried(b.writes[0], S, t[0])
		e.besideCarried(b.writes[1], D, t[1])
	})
}

func (e octetEngine) addSigned(z factor, x, y rawElement) {
	e.later(35, []operand.Mem{z.Mem}, []operand.Mem{x.Mem, y.Mem}, func(b *beside) {
		X, t := b.X, b.t
		for i := range X {
			y := b.reads[1].Offset(64 * i)
			e.VMOVDQU64(b.reads[0].Offset(64*i), t[0])
			e.VPADDQ(e.bias(i), t[0], t[1])
			e.VPSUBQ(y, t[1], X[i])
			e.VPADDQ(y, t[0], b.negative, X[i])
		}
		e.besideCarried(b.writes[0], X, t[0])
	})
}

// twice sets z = 2x, which is not carried.
func (e octetEngine) twice(z, x rawElement) {
	e.later(15, []operand.Mem{z.Mem}, []operand.Mem{x.Mem}, func(b *beside) {
		e.octetLoad(b.X, b.reads[0])
		e.quadAdd(b.X, b.X)
		e.octetStore(b.writes[0], b.X)
	})
}

// small sets z = c, below 2^52.
func (e octetEngine) small(z rawElement, name string, c uint64) {
	e.later(7, []operand.Mem{z.Mem}, nil, func(b *beside) {
		X := b.X
		e.VMOVDQU64(e.everyLaneOfEight(name, c), X[0])
		for _, limb := range X[1:] {
			e.VPXORQ(limb, limb, limb)
		}
		e.octetStore(b.writes[0], X)
	})
}

func (e octetEngine) plusMultiple(z factor, x rawElement, c uint64, y factor) {
	e.later(40, []operand.Mem{z.Mem}, []operand.Mem{x.Mem, y.Mem}, func(b *beside) {
		X, Y, times, carry := b.X, b.Y, b.t[0], b.t[1]
		e.VMOVDQU64(e.everyLaneOfEight("smalls", c), times)
		e.octetLoad(X, b.reads[0])
		e.octetLoad(Y, b.reads[1])
		e.VPXORQ(carry, carry, carry)
		e.VPMADD52HUQ(times, Y[4], carry)
		for i := range Y {
			e.VPMADD52LUQ(times, Y[i], X[i])
		}
		e.VPMADD52LUQ(fold260, carry, X[0])
		for i := range 4 {
			e.VPMADD52HUQ(times, Y[i], X[i+1])
		}
		e.besideCarried(b.writes[0], X, times)
	})
}

// choose leaves it to the squares of x and v, which are the only ones that may read them then, to read y and w.
func (e octetEngine) choose(x, y, v, w factor) {
	bits := []operand.Mem{e.bits}
	e.later(6, bits, bits, func(b *beside) {
		bit, top := b.t[0], b.t[1]
		e.VMOVDQU64(b.reads[0], bit)
		e.VPSRLQ(operand.Imm(63), bit, top)
		e.VPTESTMQ(top, top, b.negative)
		e.VPADDQ(bit, bit, bit)
		e.VMOVDQU64(bit, b.writes[0])
	})
	e.chosen[x], e.chosen[v] = y, w
}

// copy sets z = x.
func (e octetEngine) copy(z, x factor) {
	e.later(10, []operand.Mem{z.Mem}, []operand.Mem{x.Mem}, func(b *beside) {
		e.octetLoad(b.X, b.reads[0])
		e.octetStore(b.writes[0], b.X)
	})
}

// negate sets x = -x in the lanes of negative.
func (e octetEngine) negate(x factor) {
	both := []operand.Mem{x.Mem}
	e.later(30, both, both, func(b *beside) {
		X, t := b.X, b.t[0]
		e.octetLoad(X, b.reads[0])
		for i := range X {
			e.VMOVDQU64(e.bias(i), t)
			e.VPSUBQ(X[i], t, b.negative, X[i])
		}
		e.besideCarried(b.writes[0], X, t)
	})
}

// exchange gives x and y each other's place in the lanes of negative.
func (e octetEngine) exchange(x, y factor) {
	both := []operand.Mem{x.Mem, y.Mem}
	e.later(35, both, both, func(b *beside) {
		X, Y := b.X, b.Y
		e.octetLoad(X, b.reads[0])
		e.octetLoad(Y, b.reads[1])
		for i := range X {
			t := b.t[i%2]
			e.VMOVDQA64(X[i], t)
			e.VMOVDQA64(Y[i], b.negative, X[i])
			e.VMOVDQA64(t, b.negative, Y[i])
		}
		e.octetStore(b.writes[0], X)
		e.octetStore(b.writes[1], Y)
	})
}

// gatherRows sets rows to four words of each of the eight places, from there on, word i of all of them in row i, and calls use
// with them.
func (e octetEngine) gatherRows(h, size int, places lanePlaces, from int, writes []operand.Mem, use func(b *beside, rows [4]reg.VecPhysical)) {
	e.laterIn(h, size, writes, nil, func(b *beside) {
		rows := [4]reg.VecPhysical(b.X[:4])
		for j, row := range rows {
			e.VMOVDQU64(places(j).Offset(from), row.AsY())
			e.VINSERTI64X4(operand.Imm(1), places(j+4).Offset(from), row, row)
		}
		e.transposeWith(rows, b.Y[:4])
		use(b, rows)
	})
}

// gatherWords sets one half of the coordinates to elements of four words, which are next to each other at the eight places.
// A coordinate without a place is not wanted.
func (e octetEngine) gatherWords(h int, places lanePlaces, coordinates ...factor) {
	for k, z := range coordinates {
		if z.Base == nil {
			continue
		}
		e.gatherRows(h, 40, places, 32*k, []operand.Mem{z.Mem}, func(b *beside, rows [4]reg.VecPhysical) {
			e.quadLimbsOf(rows, b.Y, b.t[0], 52)
			e.octetStore(b.writes[0], b.Y)
		})
	}
}

// gatherLimbs sets one half of the coordinates to elements of which limbs 0 to 3 are next to each other at the eight places, and
// behind those of all the fifth limbs. A coordinate without a place is not wanted.
func (e octetEngine) gatherLimbs(h int, places lanePlaces, coordinates ...factor) {
	var all []operand.Mem
	for k, z := range coordinates {
		if z.Base == nil {
			continue
		}
		e.gatherRows(h, 25, places, 32*k, []operand.Mem{z.Mem}, func(b *beside, rows [4]reg.VecPhysical) {
			for i, row := range rows {
				e.VMOVDQU64(row, b.writes[0].Offset(64*i))
			}
		})
		all = append(all, z.Mem)
	}
	e.gatherRows(h, 25, places, 32*len(coordinates), all, func(b *beside, rows [4]reg.VecPhysical) {
		at := 0
		for i, z := range coordinates {
			if z.Base != nil {
				e.VMOVDQU64(rows[i], b.writes[at].Offset(4*64))
				at++
			}
		}
	})
}

// scatterWords writes x, modulo 2^255 - 19, in four words to the eight places.
func (e octetEngine) scatterWords(places []operand.Mem, x factor) {
	e.later(75, nil, []operand.Mem{x.Mem}, func(b *beside) {
		X, t := b.X, b.t[0]
		e.octetLoad(X, b.reads[0])
		e.maskLimbs(X)
		// What is above 2^255 is folded, so that nothing is carried out of the last limb.
		e.VPSRLQ(operand.Imm(47), X[4], t)
		e.VMOVDQU64(e.everyLaneOfEight("mask47", 1<<47-1), b.t[1])
		e.VPANDQ(b.t[1], X[4], X[4])
		e.VPMADD52LUQ(e.everyLaneOfEight("nineteen52", 19), t, X[0])
		for i := range 4 {
			e.VPSRLQ(operand.Imm(52), X[i], t)
			e.VPANDQ(mask51, X[i], X[i])
			e.VPADDQ(t, X[i+1], X[i+1])
		}
		words := [4]reg.VecPhysical(X[:4])
		for i := range words {
			// Word i starts with the bits of limb i from bit s on.
			s := uint64(12 * i)
			if s > 0 {
				e.VPSRLQ(operand.Imm(s), X[i], X[i])
			}
			e.VPSLLQ(operand.Imm(52-s), X[i+1], t)
			e.VPORQ(t, X[i], X[i])
		}
		e.transposeWith(words, b.Y[:4])
		for j, word := range words {
			e.VMOVDQU64(word.AsY(), places[j])
			e.VEXTRACTI64X4(operand.Imm(1), word, places[j+4])
		}
	})
}

// stepEntries are the entries that steps add: for each half, steps, of which there are RCX, with pointers Q and signs Negative.
type stepEntries struct {
	*asm
	layout   *layout
	steps    []reg.Register
	pointers operand.Mem // local memory: where those of the step are whose entries are gathered
	signs    []reg.Register
	temp     []reg.Register
	fetched  int // size of entries that are brought into the caches a step before, or 0
}

// take makes them those of so many steps later.
func (s stepEntries) take(later int) {
	for h, steps := range s.steps {
		for j := range 8 {
			t := s.temp[j%len(s.temp)]
			s.MOVQ(s.layout.at(steps, "Q").Offset(later*s.layout.size+8*j), t)
			s.MOVQ(t, s.pointers.Offset(64*h+8*j))
		}
		s.MOVQ(s.layout.at(steps, "Negative").Offset(later*s.layout.size), s.signs[h])
	}
}

// takeNext makes them those of the next step, or if this is the last one, its own once more.
func (s stepEntries) takeNext() {
	s.CMPQ(rcx, operand.Imm(1))
	s.JEQ(operand.LabelRef("taken"))
	if s.fetched > 0 {
		s.fetchLater(2, s.steps[0], s.layout, s.fetched, s.temp...)
	}
	s.take(1)
	s.Label("taken")
}

// places returns where those of one half are.
func (s stepEntries) places(h int) lanePlaces {
	return func(lane int) operand.Mem {
		t := s.temp[lane%len(s.temp)]
		s.MOVQ(s.pointers.Offset(64*h+8*lane), t)
		return operand.Mem{Base: t}
	}
}

// next goes to the next step, or ends the loop.
func (s stepEntries) next(loop string) {
	for _, steps := range s.steps {
		s.ADDQ(operand.U32(uint32(s.layout.size)), steps)
	}
	s.DECQ(rcx)
	s.JNE(operand.LabelRef(loop))
}
