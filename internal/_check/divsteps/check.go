// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package divsteps shows of the three routines of internal/modinv that they do division steps, for
// all arguments: that what they leave is what the definition says, as integers, and that
// no sum, product or shift loses anything of them.
//
// A word is a polynomial in unknown integers, modulo 2^64, with bounds. Sums and products are those of polynomials;
// what shifts and masks make is the floor of a quotient by a power of two, which is a polynomial again where the
// bounds show that the rest is small, and otherwise a new unknown integer. So no wrap is taken for
// granted: where a sum may wrap around, its quotient by 2^64 is an unknown integer, and what depends on it is
// not what is expected.
//
// A routine is followed once, from place to place where it is known what the words must be. There they are
// compared, and become new unknown integers, of which only what is said here is known:
//
//   - A step is done for any words F, G with |F|, |G| <= 2^62, F odd, and any w, in the four cases of the parity of G and
//     the sign of w. It must make of them G, (G - F)/2; or F, (G + F)/2; or F, G/2. So the
//     bound holds again: |G ± F|/2 <= 2^62; and as F is odd, |G ± F| < 2^63.
//   - A chunk of n steps starts from F = f + 2^(21+n)·a, G = g + 2^(42+n)·a, for the lowest 20 bits f, g of X, Y and a sign
//     a. A step is linear, so that in the end F = f' + 2^21·u + 2^42·v and 2^n·f' = a·(u·f + v·g), with |f'| < 2^20, as that holds at the
//     start and for the half sum or difference of such numbers; G is the same with q, r. The sums |u| + |v|, |q| + |r| are at most 2^n for the same reason;
//     for a = -1 neither u nor v is 2^20, since a half sum or difference that is an integer of numbers in
//     [-2^20, 2^20) is in it.
//   - Then X, Y times that matrix and divided by 2^n start the next chunk: exactly, modulo 2^(64-n).
//     With three chunks the matrix t of a batch is the product, 2^(3n) divides t·(X, Y), and t's rows have sums of at most
//     2^(3n). The routine in variable time has ten look-ups in the place of the three chunks, of matrices of six
//     steps for h = g/f mod 2^6 and w; its table is taken for granted.
//   - A batch makes of the long integers f, g what t makes of them, divided by 2^(2·limb), where nothing is lost:
//     their lowest two limbs are those of the X, Y that t comes from. Of d, e the same, plus k·m for k = k0 + 2^limb·k1 with 0 <= k0, k1 < 2^limb, which makes
//     the two lowest limbs zero. All limbs are in [0, 2^limb) but the last, whose bound is that of the
//     whole number: |u·f + v·g| <= 2^(2·limb)·max(|f|, |g|).
//   - The X, Y of the next batch are the lowest bits of what t makes of f, g.
//   - For the Jacobi symbol each step adds its two words, and each chunk and batch its turn, as jacobi.go says.
package divsteps

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

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
	slotBoth    = 20
	slotMatrix  = 24
)

const (
	chunkBits = 20 // of X and Y that a chunk takes
	field     = 21 // bits of f, u, v in a packed word
	tableBits = 6
	lookups   = 10
)

// Numbers and counts that are far from what would matter.
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
	meanings []x86.Meaning[*word]
	done     []bool
	compared int
	checked  map[string]bool // the steps that are right

	heads int
	// Of the batch: t, f and g or f, g, d, e when it began, those that update has stored, m, and X and Y.
	matrix   [4]poly
	numbers  [4]poly
	limbsNow [4][]*word
	defined  map[uint64]poly // by address: what update has stored there
	modulus  poly
	start    [2]*word
	// Of its chunks or look-ups: how many have begun, the step, X and Y, and the matrices.
	chunks  int
	step    int
	now     [2]*word
	next    [2]poly // what X and Y are to be next, divided by what they will be shifted by
	steps   [][4]poly
	zeta    *word
	index64 *word // in the table
	entries [6]*word
	known   [3]*word
	// Of the Jacobi symbol.
	exchanges, halvings *word
	startSign, startEnd *word
	updated             bool
}

var meanings = x86.Meanings[*word]()

// A Result is what was found of a routine.
type Result struct {
	Found    []*x86.Error
	Done     []bool // the instructions that were done
	Compared int    // words and numbers
}

// Check follows a routine of internal/modinv up to what is wrong with it.
func Check(p *x86.Program, name string) *Result {
	t := p.Texts[name]
	var found []*x86.Error
	r := &run{routine: routines[name], t: t, done: make([]bool, len(t.Instructions)), meanings: meanings, checked: map[string]bool{}}
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
	return &Result{found, r.done, r.compared}
}

// fault ends the run with an error at the instruction.
func (r *run) fault(format string, args ...any) {
	i := min(r.index, len(r.t.Instructions)-1)
	panic(&x86.Error{File: r.t.File, Line: r.t.Instructions[i].Line, Message: r.t.Name + ": " + fmt.Sprintf(format, args...)})
}

func (r *run) allocate(start uint64, words int, readOnly bool) {
	r.regions = append(r.regions, &region{start, 8 * uint64(words), readOnly})
}

// lane returns the address of limb k of number j.
func lane(k uint, j int) uint64 { return lanesAt + 32*uint64(k) + 8*uint64(j) }

func slot(n int) uint64 { return frameAt + 8*uint64(n) }

// numbersCount is how many long integers there are.
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
	for i, name := range slices.Sorted(keys(p.Data)) {
		at := uint64(symbolsAt + i<<20)
		symbols[name] = at
		r.allocate(at, len(p.Data[name].Bytes)/8, true)
		for j := 0; j < len(p.Data[name].Bytes); j += 8 {
			c := uint64(0)
			for k := range 8 {
				c |= uint64(p.Data[name].Bytes[j+k]) << (8 * k)
			}
			r.cells[at+uint64(j)] = r.Const(c)
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

func keys[V any](m map[string]V) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for k := range m {
			if !yield(k) {
				return
			}
		}
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

// store is told of each word that is stored. One of a long integer gets a name, and what it is is kept.
func (r *run) store(address uint64, x *word) *word {
	x = x.now()
	if address < lanesAt || address >= lane(r.limbs, 0) {
		return x
	}
	if _, ok := r.Value(x); ok {
		r.defined[address] = x.p
		return x
	}
	p := r.signed(x)
	y := r.word(p, x.lo, x.hi)
	z := r.any(y.lo, y.hi)
	r.defined[address] = p
	return z
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
			r.m.Step(in, r.meanings)
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
				if r.chunk != 0 || c != "NE" || !same(bit, r.Xor(r.IsZero(r.cells[slot(slotX+1)]), r.Const(1)), 64) {
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
	if x == nil || !same(x, y, n) {
		r.fault("%s is not what it should be", what)
	}
}

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

// set sets registers.
func (r *run) set(n int, x *word) {
	r.m.R[n] = x
	r.m.HasR |= 1 << n
}

// unset makes registers such that must not be read.
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

// isStep returns the end of the step that begins at instruction i, or 0.
func (r *run) isStep(i int) (end int) {
	if r.chunk == 0 || r.t.Instructions[i].String() != "ANDNQ BP, R9, R10" {
		return 0
	}
	for j := i + 1; j < min(i+20, len(r.t.Instructions)); j++ {
		in := &r.t.Instructions[j]
		if in.Op[0] == 'V' || in.Control() != "" {
			break
		}
		if in.String() == "ADDQ BP, R12" {
			return j + 1
		}
	}
	return 0
}

// doStep does the step in the instructions from..to-1.
func (r *run) doStep(from, to int) {
	if r.step == 0 || r.step == r.chunk {
		r.beginChunk()
	}
	r.checkStep(from, to)
	for i := from; i < to; i++ {
		r.done[i] = true
	}
	r.index = to
	r.unset(10, 11, 13)
	r.m.Forget()
	r.set(8, r.any(negative(wordMost), wordMost))
	r.set(9, r.any(negative(wordMost), wordMost))
	r.set(12, r.any(negative(manySteps), manySteps))
	if r.jacobi {
		r.unset(x86.AX)
		// What the steps add is the same for all that comes.
		e, h := r.any(zero, below(power(64))), r.any(zero, below(power(64)))
		r.set(14, r.Xor(r.register(14), e))
		r.set(x86.DI, r.Xor(r.register(x86.DI), h))
		r.exchanges, r.halvings = r.Xor(r.exchanges, e), r.Xor(r.halvings, h)
	}
	if r.step++; r.step == r.chunk {
		r.endChunk()
	}
}

// checkStep does a step in all cases, unless the same instructions have been done.
func (r *run) checkStep(from, to int) {
	var text strings.Builder
	for _, n := range []int{x86.BP, 15} { // 1 and 63
		c, ok := r.Value(r.register(n))
		if !ok {
			r.fault("%s is not constant", x86.Registers[n])
		}
		fmt.Fprintln(&text, c)
	}
	for i := from; i < to; i++ {
		fmt.Fprintln(&text, &r.t.Instructions[i])
	}
	if r.checked[text.String()] {
		return
	}
	r.checked[text.String()] = true
	half := power(61)
	for _, c := range []struct{ odd, negative bool }{{false, false}, {false, true}, {true, false}, {true, true}} {
		m := r.m // with its own registers
		before := m.R
		for i := range 16 {
			if m.HasR>>i&1 == 1 && i != x86.BP && i != 15 {
				m.R[i] = r.any(zero, below(power(64)))
				before[i] = m.R[i]
			}
		}
		k := r.any(negative(half), below(half))
		h := r.any(negative(half), half)
		F, G := r.word(k.p.times2(1).plus(number(1)), nil, nil), r.word(h.p.times2(1), nil, nil)
		w := r.any(zero, manySteps)
		if c.odd {
			h = r.any(negative(half), below(half))
			G = r.word(h.p.times2(1).plus(number(1)), nil, nil)
		}
		if c.negative {
			w = r.any(negative(manySteps), big.NewInt(-1))
		}
		m.R[8], m.R[9], m.R[12] = F, G, w
		m.Forget()
		for i := from; i < to; i++ {
			in := &r.t.Instructions[i]
			r.index = i
			for j := range in.Operands {
				if in.Operands[j].Kind == x86.Memory {
					r.fault("uses memory in a step")
				}
			}
			m.Step(in, r.meanings)
		}
		f, g, next := F, h, r.word(w.p.plus(number(1)), nil, nil)
		exchange := c.odd && !c.negative
		switch {
		case exchange: // G, (G - F)/2
			f, g, next = G, r.word(h.p.minus(k.p), nil, nil), r.word(poly{}.minus(w.p), nil, nil)
		case c.odd: // F, (G + F)/2
			g = r.word(h.p.plus(k.p).plus(number(1)), nil, nil)
		}
		name := fmt.Sprintf("a step for odd g: %v, negative w: %v", c.odd, c.negative)
		r.equal("f after "+name, m.R[8], f, 64)
		r.equal("g after "+name, m.R[9], g, 64)
		r.equal("w after "+name, m.R[12], next, 64)
		changes := []int{8, 9, 10, 11, 12, 13}
		if r.jacobi {
			e := r.Const(0)
			if exchange {
				e = r.And(r.Xor(F, r.Const(^uint64(0))), G)
			}
			r.equal("what exchanges count after "+name, m.R[14], r.Xor(before[14], e), 64)
			r.equal("what halvings count after "+name, m.R[x86.DI], r.Xor(before[x86.DI], f), 64)
			changes = append(changes, 14, x86.DI, x86.AX)
		}
		for i := range 16 {
			if m.HasR>>i&1 == 1 && !slices.Contains(changes, i) && (r.m.HasR>>i&1 == 0 || i != x86.BP && i != 15 && m.R[i] != before[i] || (i == x86.BP || i == 15) && m.R[i] != r.m.R[i]) {
				r.fault("a step changes %s", x86.Registers[i])
			}
		}
	}
}

// beginChunk looks at what a chunk begins with, and makes X and Y unknown numbers.
func (r *run) beginChunk() {
	if r.chunks == 3 {
		r.fault("has more than three chunks in a batch")
	}
	x := [2]*word{r.register(x86.AX), r.register(x86.CX)}
	for i := range x {
		packed := r.Truncate(x[i], chunkBits)
		one := new(big.Int).Lsh(big.NewInt(r.unit), uint(r.chunk+field*(i+1)))
		packed = r.word(packed.p.plus(constant(one)), nil, nil)
		r.equal([]string{"the word of f before a chunk", "the word of g before a chunk"}[i], r.register(8+i), packed, 64)
		if r.chunks == 0 {
			r.equal("X before a batch", x[i], r.start[i], r.low)
		} else {
			r.equal("X after a chunk", x[i], r.word(r.next[i], nil, nil), 64-uint(r.chunk))
		}
		r.now[i] = r.any(zero, below(power(64)))
		if old := r.cells[slot(slotX+i)]; old != nil && old.now().key() == x[i].key() {
			r.cells[slot(slotX+i)] = r.now[i]
		}
		r.set([]int{x86.AX, x86.CX}[i], r.now[i])
	}
	r.chunks++
	r.step = 0
}

// endChunk makes the words of f and g those of a matrix.
func (r *run) endChunk() {
	n := uint(r.chunk)
	most := power(n)
	if r.unit < 0 {
		most = below(most)
	}
	var a [4]poly
	for i := range a {
		a[i] = r.any(negative(power(n)), most).p
	}
	rest := below(power(chunkBits))
	for i := range 2 {
		f := r.any(negative(rest), rest).p
		p := f.plus(a[2*i].times2(field)).plus(a[2*i+1].times2(2 * field))
		r.set(8+i, r.word(p, negative(wordMost), wordMost))
		// u·X = ±2^n·f + 2^20·(u·X' + v·Y') - v·Y, where X', Y' are the rest of X, Y.
		X, Y := r.now[0], r.now[1]
		by := r.combine(a[2*i], r.floor(X.p, X.lo, X.hi, chunkBits), a[2*i+1], r.floor(Y.p, Y.lo, Y.hi, chunkBits)).times2(chunkBits)
		by = by.plusTimes(big.NewInt(r.unit), f.times2(n))
		by = by.minus(r.combine(a[2*i+1], Y.p, poly{}, poly{}))
		r.rule(a[2*i].monomials()[0][0], X.p.monomials()[0][0], by)
		sum := r.combine(a[2*i], X.p, a[2*i+1], Y.p)
		if !sum.isMultiple(n) {
			r.fault("a chunk does not divide")
		}
		r.next[i] = sum.over(n)
	}
	r.known[r.chunks-1] = r.register(8)
	r.steps = append(r.steps, a)
}

// isLookup returns the end of the look-up that begins at instruction i, or 0: up to where BX is the index.
func (r *run) isLookup(i int) (end int) {
	if r.chunk != 0 || r.t.Instructions[i].String() != "MOVQ R8, AX" || r.t.Instructions[i+1].String() != "IMULQ R8, AX" {
		return 0
	}
	for j := i + 1; j < min(i+24, len(r.t.Instructions)); j++ {
		in := &r.t.Instructions[j]
		if in.Op[0] == 'V' || in.Control() != "" {
			break
		}
		if in.String() == "ADDQ CX, BX" {
			return j + 1
		}
	}
	return 0
}

var matrixRegisters = [4]int{10, 11, 13, 14}

// checkLookup compares what a look-up leaves.
func (r *run) checkLookup() {
	if r.chunks == 0 {
		return
	}
	want := r.steps[0]
	if r.chunks > 1 {
		want = r.rows(want, r.steps[1])
	}
	for i, n := range matrixRegisters {
		r.equal("the matrix after a look-up", r.register(n), r.word(want[i], nil, nil), 64)
	}
	zeta, _ := r.Add(r.Xor(r.zeta, r.entries[4]), r.entries[5], r.Const(0))
	r.equal("zeta after a look-up", r.register(12), zeta, 64)
}

// lookup does the instructions from..to-1, which make an index of f, g and zeta.
func (r *run) lookup(from, to int) {
	if r.chunks == lookups {
		r.fault("has more than ten look-ups in a batch")
	}
	r.checkLookup()
	for i := range 2 {
		if r.chunks == 0 {
			r.equal("X before a batch", r.register(8+i), r.start[i], r.low)
		} else {
			r.equal("X after a look-up", r.register(8+i), r.word(r.next[i], nil, nil), uint(64-tableBits))
		}
		r.now[i] = r.any(zero, below(power(64)))
		r.set(8+i, r.now[i])
	}
	clamped := r.any(big.NewInt(-tableBits), big.NewInt(tableBits-1))
	f, g := r.now[0].p, r.now[1].p
	square := r.combine(f, f, poly{}, poly{})
	h := r.combine(f, g, poly{}, poly{})
	h = r.combine(h, number(2).minus(square), poly{}, poly{})
	low := r.Truncate(r.word(h, nil, nil), tableBits)
	r.zeta = r.any(negative(manySteps), manySteps)
	before := r.m.R
	// zeta below, each number in the table, and above.
	for z := int64(-tableBits - 1); z <= tableBits; z++ {
		m := r.m
		c, zeta := z, r.word(number(z), nil, nil)
		switch z {
		case -tableBits - 1:
			c, zeta = z+1, r.any(negative(manySteps), big.NewInt(z))
		case tableBits:
			c, zeta = z-1, r.any(big.NewInt(z), manySteps)
		}
		m.R[12] = zeta
		before[12] = zeta
		m.Forget()
		for j := from; j < to; j++ {
			r.index = j
			r.done[j] = true
			m.Step(&r.t.Instructions[j], r.meanings)
		}
		r.equal("the index of a look-up", m.R[x86.BX], r.word(low.p.plus(number(c).times2(tableBits)), nil, nil), 64)
		for n := range 16 {
			if n != x86.AX && n != x86.BX && n != x86.CX && n != x86.DX && m.HasR>>n&1 == 1 && m.R[n] != before[n] {
				r.fault("a look-up changes %s", x86.Registers[n])
			}
		}
	}
	r.index = to
	r.m.Forget()
	r.unset(x86.AX, x86.CX, x86.DX)
	r.index64 = r.word(low.p.plus(clamped.p.times2(tableBits)), nil, nil)
	r.set(x86.BX, r.index64)
	r.set(12, r.zeta)
	// The entry, and the product of the matrices before it.
	n := power(tableBits)
	var e [4]poly
	for i := range r.entries {
		lo, hi := negative(n), n
		if i == 4 {
			lo, hi = big.NewInt(-1), zero
		}
		r.entries[i] = r.any(lo, hi)
		if i < 4 {
			e[i] = r.entries[i].p
		}
	}
	r.steps = [][4]poly{e}
	if r.chunks > 0 {
		var a [4]poly
		most := power(uint(tableBits * r.chunks))
		for i, n := range matrixRegisters {
			x := r.any(negative(most), most)
			a[i] = x.p
			r.set(n, x)
		}
		r.steps = append(r.steps, a)
	}
	for i := range 2 {
		// u·X = 2^6·f - v·Y
		p := r.any(negative(power(66)), power(66)).p
		r.rule(e[2*i].monomials()[0][0], r.now[0].p.monomials()[0][0], p.times2(tableBits).minus(r.combine(e[2*i+1], r.now[1].p, poly{}, poly{})))
		r.next[i] = p
	}
	r.chunks++
}

// entryAt returns byte i of the entry that the last look-up has found.
func (r *run) entryAt(address *word, _ int) *word {
	if r.index64 != nil {
		for i, x := range r.entries {
			p := r.index64.p.times2(3).plus(number(int64(tableAt + 8*64*tableBits + i)))
			if same(address, r.word(p, nil, nil), 64) {
				return r.Truncate(x, 8)
			}
		}
	}
	r.fault("reads another place in the table")
	return nil
}

// head is where a batch begins.
func (r *run) head() {
	n := 2 * r.limb
	if r.heads > 0 {
		r.endBatch()
	} else {
		if r.jacobi {
			for _, x := range []*word{r.register(14), r.register(x86.DI), r.slot(slotEnd), r.slot(slotSign)} {
				r.equal("what counts signs at first", x, r.Const(0), 64)
			}
		}
		for i := range 4 {
			r.matrix[i] = poly{}
			if i%3 == 0 {
				r.matrix[i] = constant(power(n))
			}
			r.equal("the first matrix", r.slot(slotMatrix+i), r.word(r.matrix[i], nil, nil), 64)
		}
		r.equal("w at first", r.register(12), r.Const(map[bool]uint64{true: 0, false: ^uint64(0)}[r.chunk > 0]), 64)
	}
	if r.chunk > 0 {
		if c, ok := r.Value(r.slot(slotCounter)); !ok || c != uint64(r.batches-r.heads) {
			r.fault("does not count %d batches", r.batches)
		}
	}
	// X and Y are the low bits of what the matrix makes of f and g.
	expected := func() (z [2]*word) {
		for i := range z {
			z[i] = r.lowAfter(i)
		}
		return z
	}
	for i, z := range expected() {
		x := r.slot(slotX + i)
		r.equal("X at the end of a batch", x, z, r.low)
		if r.chunk > 0 {
			r.equal("X in its register", r.register([]int{x86.AX, x86.CX}[i]), x, 64)
		}
	}
	// All that is known from here on.
	clear(r.defined)
	r.heads++
	r.chunks, r.step, r.steps, r.updated = 0, 0, nil, false
	limit := power(n)
	for i := range r.matrix {
		low, high := r.any(zero, below(power(r.limb))), r.any(negative(power(r.limb)), power(r.limb))
		r.matrix[i] = low.p.plus(high.p.times2(r.limb))
		r.cells[slot(slotMatrix+i)] = r.word(r.matrix[i], negative(limit), limit)
	}
	for j := range r.count() {
		r.cells[lane(r.limbs-1, j)] = r.newLast(j)
		r.numbers[j] = r.number(j)
	}
	r.divides()
	keep := map[uint64]bool{slot(slotX): true, slot(slotX + 1): true}
	for i := range 4 {
		keep[slot(slotMatrix+i)] = true
	}
	for i, z := range expected() {
		if r.low < 64 {
			z = r.word(z.p.plus(r.any(zero, power(64-r.low)).p.times2(r.low)), nil, nil)
		}
		r.start[i] = z
		r.cells[slot(slotX+i)] = z
		if r.chunk > 0 {
			r.set([]int{x86.AX, x86.CX}[i], z)
		}
	}
	registers := []int{12}
	r.set(12, r.any(negative(manySteps), manySteps))
	if r.chunk > 0 {
		registers = append(registers, x86.AX, x86.CX)
	}
	if r.jacobi {
		registers = append(registers, 14, x86.DI)
		if r.heads > 1 {
			r.cells[slot(slotEnd)] = r.cells[slot(slotMatrix+1)]
			r.cells[slot(slotSign)] = r.cells[lane(r.limbs-1, 0)]
		}
		keep[slot(slotEnd)], keep[slot(slotSign)] = true, true
		r.startEnd, r.startSign = r.slot(slotEnd), r.slot(slotSign)
		r.exchanges, r.halvings = r.any(zero, below(power(64))), r.any(zero, below(power(64)))
		if r.heads == 1 {
			r.exchanges, r.halvings = r.Const(0), r.Const(0)
		}
		r.set(14, r.exchanges)
		r.set(x86.DI, r.halvings)
	}
	for i := range 16 {
		if r.m.HasR>>i&1 == 1 && !slices.Contains(registers, i) {
			if _, ok := r.Value(r.m.R[i]); !ok {
				r.unset(i)
			}
		}
		if r.m.HasV>>i&1 == 1 {
			for _, x := range r.m.V[i][:4] {
				if _, ok := r.Value(x); !ok {
					r.m.HasV &^= 1 << i
				}
			}
		}
	}
	for a := uint64(frameAt); a < frameAt+uint64(r.t.FrameSize); a += 8 {
		if x := r.cells[a]; x != nil && !keep[a] {
			if _, ok := r.Value(x); !ok {
				delete(r.cells, a)
			}
		}
	}
	r.m.Forget()
}

// newLast returns an unknown last limb of number j: at first f may be no modulus.
func (r *run) newLast(j int) *word {
	if r.jacobi && j == 0 && r.heads == 1 {
		return r.cells[lane(r.limbs-1, 0)]
	}
	return r.last(j)
}

// halves returns the lowest two limbs of number j, and the rest.
func (r *run) halves(j int) (low, high poly) {
	low = r.cells[lane(0, j)].now().p.plus(r.cells[lane(1, j)].now().p.times2(r.limb))
	return low, r.number(j).minus(low).over(2 * r.limb)
}

// lowAfter returns the number i that the matrix makes of f and g.
func (r *run) lowAfter(i int) *word {
	u, v := r.matrix[2*i], r.matrix[2*i+1]
	f, F := r.halves(0)
	g, G := r.halves(1)
	return r.word(r.floor(r.combine(u, f, v, g), nil, nil, 2*r.limb).plus(r.combine(u, F, v, G)), nil, nil)
}

// divides says that the matrix times the lowest two limbs of f and g is a multiple of 2^(2·limb): first
// u0·f0 + v0·g0 = 2^limb·c, and then u0·f1 + u1·f0 + v0·g1 + v1·g0 + c as well.
func (r *run) divides() {
	limb := func(k uint, j int) poly { return r.cells[lane(k, j)].now().p }
	for i := range 2 {
		u0, u1 := r.digits(2 * i)
		v0, v1 := r.digits(2*i + 1)
		a, f0 := single(u0), single(limb(0, 0))
		most := power(r.limb + 4)
		c0 := r.any(negative(most), most).p
		c1 := r.any(negative(most), most).p
		if a == 0 || f0 == 0 {
			r.fault("the lowest limbs are constants")
		}
		r.rule(a, f0, c0.times2(r.limb).minus(r.combine(v0, limb(0, 1), poly{}, poly{})))
		rest := r.combine(u1, limb(0, 0), v0, limb(1, 1)).plus(r.combine(v1, limb(0, 1), poly{}, poly{})).plus(c0)
		r.rule(a, single(limb(1, 0)), c1.times2(r.limb).minus(rest))
	}
}

// digits returns the two digits of an entry of the matrix.
func (r *run) digits(i int) (low, high poly) {
	low, high = poly{}, poly{}
	for m, c := range r.matrix[i] {
		if divides(r.limb, c) {
			high[m] = new(big.Int).Rsh(c, r.limb)
		} else {
			low[m] = c
		}
	}
	return low, high
}

// single returns the atom that p is, or 0.
func single(p poly) int32 {
	if len(p) == 1 {
		m := p.monomials()[0]
		if m[1] == 0 && p[m].Cmp(one) == 0 {
			return m[0]
		}
	}
	return 0
}

// endBatch compares what a batch has left.
func (r *run) endBatch() {
	if r.chunk > 0 && (r.chunks != 3 || r.step != r.chunk) || r.chunk == 0 && r.chunks != lookups {
		r.fault("a batch has only %d chunks, or look-ups, and %d steps", r.chunks, r.step)
	}
	var first, both, all [4]poly
	if r.chunk == 0 {
		r.checkMatrixOfLookups()
		all = r.rows(r.steps[0], r.steps[1])
	} else {
		first = r.steps[0]
		both = r.rows(r.steps[1], first)
		all = r.rows(r.steps[2], both)
		for i := range all {
			if r.unit < 0 {
				all[i] = poly{}.minus(all[i])
			}
		}
	}
	for i := range all {
		r.equal("the matrix of a batch", r.slot(slotMatrix+i), r.word(all[i], nil, nil), 64)
	}
	last := r.cells[lane(r.limbs-1, 0)]
	r.update()
	r.matrix = all
	if r.jacobi {
		end, v := r.word(both[1], nil, nil), r.slot(slotMatrix+1)
		r.turn(r.startSign, last, r.startEnd)
		r.turn(r.known[0], end, r.known[1])
		r.turn(end, v, r.known[2])
		r.equal("what exchanges count", r.register(14), r.exchanges, 64)
		r.equal("what halvings count", r.register(x86.DI), r.halvings, 64)
		r.equal("the sign of f by the matrix", r.slot(slotEnd), v, 64)
		r.equal("the sign of f", r.slot(slotSign), last, 64)
	}
}

// checkMatrixOfLookups compares what the last look-up left, but for the registers of the matrix, of which
// copies are compared.
func (r *run) checkMatrixOfLookups() {
	zeta, _ := r.Add(r.Xor(r.zeta, r.entries[4]), r.entries[5], r.Const(0))
	r.equal("zeta after a look-up", r.register(12), zeta, 64)
}

// turn counts the turn of jacobi.go.
func (r *run) turn(start, end, known *word) {
	n := r.Const(63)
	x := r.And(r.Xor(start, end), r.Xor(known, end))
	r.exchanges = r.Xor(r.exchanges, r.Shl(r.Shr(x, n), n))
}

// update compares what a batch has made of the long integers.
func (r *run) update() {
	if r.updated {
		return
	}
	r.updated = true
	last := 4 * uint64(r.limbs)
	for i := range last {
		if r.defined[lanesAt+8*i] == nil {
			r.fault("a batch does not write word %d of the numbers", i)
		}
	}
	for j := range 4 {
		if j >= r.count() {
			for k := range r.limbs {
				r.equal("a lane that is not used", r.cells[lane(k, j)], r.Const(0), 64)
			}
			continue
		}
		got := poly{}
		for k := range r.limbs {
			x := r.cells[lane(k, j)].now()
			if k < r.limbs-1 && (x.lo.Sign() < 0 || x.hi.BitLen() > int(r.limb)) {
				r.fault("limb %d of number %d is not in its bounds", k, j)
			}
			got = got.plus(r.defined[lane(k, j)].times2(r.limb * k))
		}
		i := j & 1 * 2
		want := r.combine(r.matrix[i], r.numbers[j&2], r.matrix[i+1], r.numbers[j&2+1])
		if j >= 2 {
			var k [2]*word
			for n := range k {
				if r.m.HasV>>(4+n)&1 == 0 {
					r.fault("Y%d is not set", 4+n)
				}
				k[n] = r.m.V[4+n][j].now()
				if k[n].lo.Sign() < 0 || k[n].hi.BitLen() > int(r.limb) {
					r.fault("a digit of k is not in its bounds")
				}
			}
			want = want.plus(r.combine(k[0].p.plus(k[1].p.times2(r.limb)), r.modulus, poly{}, poly{}))
		}
		r.compared++
		if len(got.times2(2*r.limb).minus(want)) != 0 {
			r.fault("number %d after a batch is not what the matrix makes of it", j)
		}
		if j < 2 {
			// The lowest bits are those that the batch began with.
			low := r.defined[lane(0, j)].plus(r.defined[lane(1, j)].times2(r.limb))
			r.equal("X of a batch", r.word(low, nil, nil), r.start[j], 2*r.limb)
		}
	}
}

// end compares what the routine leaves.
func (r *run) end() {
	if !r.updated {
		r.update()
	}
	if r.chunk > 0 && r.heads != r.batches+1 {
		r.fault("does %d batches", r.heads-1)
	}
	switch {
	case r.jacobi:
		r.turn(r.startSign, r.cells[lane(r.limbs-1, 0)], r.startEnd)
		r.equal("what exchanges count at the end", r.cells[modulusAt], r.exchanges, 64)
		r.equal("what halvings count at the end", r.cells[modulusAt+8], r.halvings, 64)
	case r.chunk == 0:
		// The lowest two limbs of g are those of Y, which is zero.
		x := r.cells[lane(2, 1)]
		for k := uint(3); k < r.limbs; k++ {
			x = r.Or(x, r.cells[lane(k, 1)])
		}
		r.equal("the result", r.cells[argumentsAt+24], x, 64)
	}
}
