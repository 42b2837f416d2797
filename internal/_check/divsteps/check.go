// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package divsteps shows of the three routines of internal/modinv that they do division steps, for
// all arguments: that what they leave is what the definition says, as integers, and that
// no sum, product or shift loses anything of them.
//
// A word is a polynomial in unknown integers, modulo 2^64, with bounds. Sums and products are those of
// polynomials. What shifts and masks make is the floor of a quotient by a power of two, which is a polynomial
// again where the bounds show that the rest is small, and otherwise a new unknown integer. So no wrap is taken
// for granted: where a sum may wrap around, its quotient by 2^64 is an unknown integer, and what depends on
// it is not what is expected.
//
// A routine is followed from place to place where it is known what the words must be. There they are
// compared, and become new unknown integers, of which only what is said here is known.
//
//   - A step is done for any words F, G with |F|, |G| <= 2^62 and F odd, and any w, in the four cases of the
//     parity of G and the sign of w. It must make of F, G the words G, (G - F)/2, or F, (G + F)/2, or F, G/2. So
//     the bound holds again: |G ± F|/2 <= 2^62. And |G ± F| < 2^63, as F is odd.
//   - A chunk of n steps starts from F = f + 2^(21+n)·a and G = g + 2^(42+n)·a, where f, g are the lowest 20 bits of
//     X, Y, and a is 1 or -1. Steps are linear, so in the end F = f' + 2^21·u + 2^42·v with 2^n·f' = a·(u·f + v·g),
//     and G has g', q, r. As at the start, and since half a sum or difference does not grow, |f'| < 2^20 and
//     |u| + |v| <= 2^n, and for a = -1 neither u nor v is 2^n: half a sum or difference of integers in
//     [-2^n, 2^n) is in it, if it is an integer.
//   - X and Y of the next chunk are this matrix times X, Y, divided by 2^n: exactly, modulo 2^(64-n). So the
//     matrix t of three chunks is a product, its rows have sums of at most 2^(3n), and 2^(3n) divides t·(X, Y).
//     In variable time there are ten look-ups of six steps in the place of three chunks, by h = g/f mod 2^6
//     and zeta. That the table has such matrices is taken for granted.
//   - A batch makes of the long integers f, g what t makes of them, divided by 2^(2·limb), and nothing is lost, because
//     their lowest two limbs are those of the X, Y that t comes from. It makes the same of d, e, and adds k·m before the
//     division, where k has two digits below 2^limb. Limbs are in [0, 2^limb) but for the last one, whose bound is that of
//     the number: |u·f + v·g| <= 2^(2·limb)·max(|f|, |g|), and k·m adds at most m.
//   - X and Y of the next batch are the low bits of what t makes of f, g.
//   - For the Jacobi symbol each step counts its two words, and each chunk and batch its turn, as jacobi.go says.
//
// At first numbers are at most 2^270 in absolute value, and for the Jacobi symbol f is not negative.
package divsteps

import (
	"fmt"
	"maps"
	"slices"

	"secant.example/internal/_check/x86"
)

// A routine is one of the three.
type routine struct {
	limb, limbs uint  // bits of a limb, and how many there are
	chunk       int   // steps; 0 for look-ups
	low         uint  // how many bits of X and Y are right, at least
	unit        int64 // the sign of the matrix in packed words
	jacobi      bool
	batches     int // of a loop that is not left before
}

var routines = map[string]*routine{
	"divsteps":        {limb: 30, limbs: 9, chunk: 20, low: 60, unit: -1, batches: 10},
	"jacobiSteps":     {limb: 27, limbs: 10, chunk: 18, low: 56, unit: 1, jacobi: true, batches: 11},
	"divstepsVarTime": {limb: 30, limbs: 9, low: 64},
}

// Covers reports whether a routine of internal/modinv is one of those.
func Covers(name string) bool { return routines[name] != nil }

// Where things are: addresses, and words of the routine's memory.
const (
	lanesAt     = 1 << 40
	modulusAt   = 2 << 40 // or the symbol
	tableAt     = 3 << 40
	argumentsAt = 4 << 40
	frameAt     = 5 << 40
	symbolsAt   = 6 << 40

	slotX       = 0
	slotCounter = 6
	slotEnd     = 10 // the signs of jacobi.go: of f at the end by the matrix, and of f itself
	slotSign    = 11
	slotMatrix  = 24
)

const (
	chunkBits = 20 // of X and Y that a chunk takes
	field     = 21 // bits of f, u, v in a packed word
	tableBits = 6
	lookups   = 10
)

// There are fewer steps than manySteps; the words of f and g are at most wordMost.
var (
	manySteps = power(20)
	wordMost  = power(62)
)

// A run follows a routine.
type run struct {
	*routine
	*words
	t        *x86.Text
	m        x86.Machine[*word]
	index    int
	done     []bool
	compared int
	checked  map[string]bool // the steps that are right

	heads   int // how often a batch began
	modulus poly
	// Of the batch: t; f, g, d, e when it began, and what has been stored of them; X and Y; whether update has been called.
	matrix  [4]poly
	numbers [4]poly
	defined map[uint64]poly // by address
	start   [2]*word
	updated bool
	// Of its chunks or look-ups: how many have begun, the step, X and Y, and the matrices.
	chunks int
	step   int
	state  [16]*word // of f, g and w, by register
	now    [2]*word
	next   [2]poly // what X and Y are to be next, divided by what they will be shifted by
	steps  [][4]poly
	// Of the last look-up: zeta before it, and the entry.
	zeta    *word
	place   *word // in the table: the number of an entry, from that for zeta = 0 on
	entries [6]*word
	known   [3]*word // the last words of f
	// Of the Jacobi symbol: what has been counted, and the signs when the batch began.
	exchanges, halvings *word
	startSign, startEnd *word

	constants string // what is the same in all batches but the first one
}

var meanings = x86.Meanings[*word]()

// Check follows a routine of internal/modinv up to what is wrong with it.
func Check(p *x86.Program, name string) *x86.Followed {
	t := p.Texts[name]
	var found []*x86.Error
	r := &run{routine: routines[name], t: t, done: make([]bool, len(t.Instructions)), checked: map[string]bool{}}
	r.words = &words{memo: map[string]*word{}, digit: r.limb}
	r.atoms, r.rules = make([]atom, 1), map[mono]poly{}
	r.cells = map[uint64]*word{}
	r.words.fail = r.fault
	func() {
		defer func() {
			switch e := recover().(type) {
			case nil:
			case *x86.Error:
				found = append(found, e)
			default:
				panic(e)
			}
		}()
		r.prepare(p)
		r.follow()
	}()
	return &x86.Followed{Found: found, Done: r.done, Compared: r.compared}
}

// fault ends the run with an error at the instruction.
func (r *run) fault(format string, args ...any) {
	i := min(r.index, len(r.t.Instructions)-1)
	panic(&x86.Error{File: r.t.File, Line: r.t.Instructions[i].Line, Message: r.t.Name + ": " + fmt.Sprintf(format, args...)})
}

// allocate makes memory of so many words.
func (r *run) allocate(start uint64, words int, readOnly bool) {
	r.regions = append(r.regions, &region{start, 8 * uint64(words), readOnly})
}

// lane returns the address of limb k of number j.
func lane(k uint, j int) uint64 { return lanesAt + 32*uint64(k) + 8*uint64(j) }

// slot returns the address of a word of the routine's memory.
func slot(n int) uint64 { return frameAt + 8*uint64(n) }

// count is how many long integers there are.
func (r *run) count() int {
	if r.jacobi {
		return 2
	}
	return 4
}

// prepare makes the arguments.
func (r *run) prepare(p *x86.Program) {
	m := &r.m
	m.Domain, m.Text = r.words, r.t
	m.ArgumentBase, m.FrameBase = r.Const(argumentsAt), r.Const(frameAt)
	symbols := map[string]uint64{}
	for i, name := range slices.Sorted(maps.Keys(p.Data)) {
		at := uint64(symbolsAt + i<<20)
		symbols[name] = at
		r.allocate(at, len(p.Data[name].Bytes)/8, true)
		for j, c := range p.Data[name].Words() {
			r.cells[at+8*uint64(j)] = r.Const(c)
		}
	}
	m.SymbolBase = func(name string) *word { return r.Const(symbols[name]) }
	r.allocate(frameAt, int(r.t.FrameSize/8), false)
	arguments := []uint64{lanesAt, modulusAt}
	if r.chunk == 0 {
		arguments = append(arguments, tableAt)
		r.entry = r.entryAt
		r.allocate(argumentsAt+24, 1, false) // the result
	}
	r.allocate(argumentsAt, len(arguments), true)
	for i, a := range arguments {
		r.cells[argumentsAt+8*uint64(i)] = r.Const(a)
	}
	r.allocate(lanesAt, 4*int(r.limbs), false)
	for i := range 4 * uint64(r.limbs) {
		r.cells[lanesAt+8*i] = r.Const(0)
	}
	limb := func() *word { return r.any(zero, below(power(r.limb))) }
	for j := range r.count() {
		for k := range r.limbs {
			r.cells[lane(k, j)] = limb()
		}
		r.cells[lane(r.limbs-1, j)] = r.last(j)
	}
	if r.jacobi {
		// f is a modulus.
		r.cells[lane(r.limbs-1, 0)] = r.any(zero, power(r.limb))
		r.allocate(modulusAt, 2, false)
	} else {
		r.allocate(modulusAt, 40, true)
		for a := uint64(modulusAt); a < modulusAt+320; a += 8 {
			r.cells[a] = r.Const(0)
		}
		x := limb()
		r.minus = x.p.monomials()[0][0]
		r.cells[modulusAt+16], r.cells[modulusAt+24] = x, x
		r.modulus = poly{}
		for k := range r.limbs {
			x := limb()
			if k == 0 {
				r.m0 = x.p.monomials()[0][0]
			}
			r.modulus = r.modulus.plus(x.p.times2(r.limb * k))
			for j := range uint64(4) {
				r.cells[modulusAt+32*uint64(k+1)+8*j] = x
			}
		}
	}
	r.stored = r.store
	r.defined = map[uint64]poly{}
	r.exchanges, r.halvings = r.Const(0), r.Const(0)
	for j := range r.count() {
		r.numbers[j] = r.number(j)
	}
}

// last returns an unknown last limb of number j.
func (r *run) last(j int) *word {
	n := power(r.limb)
	if j >= 2 {
		n = plus(n, power(r.limb-2)) // a batch adds at most m, and that is below 2^256
	}
	return r.any(negative(n), n)
}

// number returns the number j in memory.
func (r *run) number(j int) poly {
	x := poly{}
	for k := range r.limbs {
		x = x.plus(r.cells[lane(k, j)].now().p.times2(r.limb * k))
	}
	return x
}

// store is told of each word that is stored. One of a long integer becomes an unknown one, and what it was is kept.
func (r *run) store(address uint64, x *word) *word {
	x = x.now()
	if address < lanesAt || address >= lane(r.limbs, 0) {
		return x
	}
	if r.updated {
		r.fault("writes to the numbers after the last batch")
	}
	if _, ok := r.Value(x); ok {
		r.defined[address] = x.p
		return x
	}
	p := r.signed(x)
	lo, hi := r.bounds(p)
	if len(p.minus(x.p)) == 0 {
		lo, hi = most(lo, x.lo), least(hi, x.hi)
	}
	r.defined[address] = p
	return r.any(lo, hi)
}

// follow does the routine.
func (r *run) follow() {
	head := -1
	for i := range r.t.Instructions {
		if in := &r.t.Instructions[i]; len(in.Operands) == 1 && in.Operands[0].Kind == x86.Label && in.Target <= i {
			head = in.Target
		}
	}
	for budget := 1 << 17; ; budget-- {
		i := r.index
		if i >= len(r.t.Instructions) || budget == 0 {
			r.fault("does not end")
		}
		in := &r.t.Instructions[i]
		r.m.At(in)
		if i == head {
			r.head()
		}
		if end := r.isStep(i); end > 0 {
			r.doStep(i, end)
			continue
		}
		if end := r.isLookup(i); end > 0 {
			r.lookup(i, end)
			continue
		}
		r.done[i] = true
		if in.Op == "VZEROUPPER" {
			r.update()
		}
		r.index++
		switch c := in.Control(); c {
		case "":
			r.m.Step(in, meanings)
		case "RET":
			r.end()
			return
		case "CALL", "JMP":
			r.index = i
			r.fault("has no %s", c)
		default:
			bit := r.m.Condition(c)
			jumps, ok := r.Value(bit)
			if !ok {
				// In variable time the loop goes on while Y is not zero.
				if r.chunk != 0 || c != "NE" || !same(bit, r.Xor(r.IsZero(r.slot(slotX+1)), r.Const(1)), 64) {
					r.index = i
					r.fault("jumps by a condition that is not known")
				}
				if r.heads < 3 {
					jumps = 1
				}
			}
			if jumps == 1 {
				r.index = in.Target
			} else if in.Target == head {
				r.head() // as if another batch came
			}
		}
	}
}

// equal fails if x and y are not equal modulo 2^n.
func (r *run) equal(what string, x, y *word, n uint) {
	r.compared++
	if x == nil || y == nil || !same(x, y, n) {
		r.fault("%s is not what it should be", what)
	}
}

// slot returns what is in one.
func (r *run) slot(n int) *word {
	x := r.cells[slot(n)]
	if x == nil {
		r.fault("word %d of its memory was not written", n)
	}
	return x
}

// register returns what is in one.
func (r *run) register(n int) *word {
	if r.m.HasR>>n&1 == 0 {
		r.fault("%s is not set", x86.Registers[n])
	}
	return r.m.R[n].now()
}

// set sets one.
func (r *run) set(n int, x *word) {
	r.m.R[n] = x
	r.m.HasR |= 1 << n
}

// unset makes them such that must not be read.
func (r *run) unset(list ...int) {
	for _, n := range list {
		r.m.HasR &^= 1 << n
	}
}

// combine returns a·x + b·y.
func (r *run) combine(a, x, b, y poly) poly {
	p, ok1 := r.times(a, x)
	q, ok2 := r.times(b, y)
	if !ok1 || !ok2 {
		r.fault("has too long a product")
	}
	return p.plus(q)
}

// rows returns the product of two matrices.
func (r *run) rows(a, b [4]poly) (z [4]poly) {
	for i := range z {
		z[i] = r.combine(a[i&2], b[i&1], a[i&2+1], b[i&1+2])
	}
	return z
}
