// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package divsteps

import (
	"fmt"
	"math/big"
	"math/bits"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"secant.example/internal/_check/x86"
)

const file = "../../modinv/divsteps_amd64.s"

// The routines as they are have nothing wrong, and all of their instructions are done.
func TestRoutines(t *testing.T) {
	p, err := x86.Load(file)
	if err != nil {
		t.Fatal(err)
	}
	for name := range routines {
		r := Check(p, name)
		for _, e := range r.Found {
			t.Error(e)
		}
		for i, done := range r.Done {
			if !done {
				t.Errorf("%s: %s is not done", name, &p.Texts[name].Instructions[i])
			}
		}
	}
	if Covers("cpuid") || !Covers("divsteps") {
		t.Error("other routines are followed")
	}
}

// Wrong instructions of all kinds are found, and named for what is wrong.
func TestFaults(t *testing.T) {
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		routine string
		n       int // the nth line that is old is new
		old, new,
		message string
	}{
		// Steps.
		{"divsteps", 1, "CMOVQPL R11, R10", "CMOVQMI R11, R10", "g after a step for odd g: true, positive w: false"},
		{"divsteps", 3, "CMOVQPL R10, R9", "CMOVQPL R8, R9", "g after a step for odd g: false, positive w: false"},
		{"divsteps", 30, "CMOVQCS R10, R8", "CMOVQCC R10, R8", "f after a step for odd g: false, positive w: false"},
		{"divsteps", 11, "SUBQ R8, R9", "ADDQ R8, R9", "g after a step"},
		{"divsteps", 33, "NOTQ R15", "NEGQ R15", "g after a step for odd g: false, positive w: true"},
		{"divsteps", 2, "SHLQ $0x3f, R13", "SHLQ $0x3e, R13", "f after a step for odd g: false, positive w: false"},
		{"divsteps", 33, "CMOVQCS R15, R12", "CMOVQCC R15, R12", "w after a step"},
		{"divsteps", 2, "ADDQ R12, R13", "SUBQ R12, R13", "f after a step"},
		{"jacobiSteps", 7, "ANDNQ R9, R8, AX", "ANDNQ R8, R9, AX", "what exchanges count after a step"},
		{"jacobiSteps", 54, "XORQ R8, DI", "XORQ R9, DI", "what halvings count after a step"},
		{"jacobiSteps", 2, "SARQ $0x01, R10", "SARQ $0x01, R10\n\tMOVQ R10, SI", "a step changes SI"},
		// Chunks: packed words, the matrix, X and Y.
		{"divsteps", 2, "MOVL $0x000fffff, R9", "MOVL $0x0007ffff, R9", "the word of g before a chunk"},
		{"divsteps", 1, "MOVQ $0xfffffe0000000000, BX", "MOVQ $0xffffff0000000000, BX", "the word of f before a chunk"},
		{"divsteps", 1, "SHLQ $0x16, AX", "SHLQ $0x17, AX", "X after a chunk"},
		{"divsteps", 3, "SARQ $0x2a, DX", "SHRQ $0x2a, DX", "the matrix of a batch"},
		{"divsteps", 1, "IMULQ 8(SP), DX", "IMULQ (SP), DX", "X after a chunk"},
		{"jacobiSteps", 2, "SARQ $0x12, CX", "SARQ $0x13, CX", "X after a chunk"},
		{"divsteps", 1, "NEGQ AX", "NEGL AX", "the matrix of a batch"},
		{"divsteps", 1, "IMULQ 160(SP), R8", "IMULQ 168(SP), R8", "the matrix of a batch"},
		// The next X and Y.
		{"divsteps", 1, "ADCQ DX, CX", "ADDQ DX, CX", "X at the end of a batch"},
		{"divsteps", 2, "SHLQ $0x04, CX", "SHLQ $0x05, CX", "X at the end of a batch"},
		{"divstepsVarTime", 2, "SHRQ $0x3c, BX", "SARQ $0x3c, BX", "X at the end of a batch"},
		// The long integers: a carry that is lost, a lane that wraps around, a digit that is too large, a wrong place.
		{"divsteps", 1, "VPAND Y13, Y1, Y1", "VPAND Y14, Y1, Y1", "after a batch is not what the matrix makes of it"},
		{"divsteps", 3, "VPMULDQ Y8, Y1, Y11", "VPMULDQ Y8, Y0, Y11", "after a batch is not what the matrix makes of it"},
		{"divsteps", 5, "VPADDQ Y14, Y10, Y10", "VPADDQ Y15, Y10, Y10", "after a batch is not what the matrix makes of it"},
		{"divsteps", 1, "VPMULUDQ (DI), Y10, Y5", "VPMULUDQ 32(DI), Y10, Y5", "after a batch is not what the matrix makes of it"},
		{"divsteps", 1, "VPAND Y13, Y4, Y4", "VPAND Y14, Y4, Y4", "a digit of k is not in its bounds"},
		{"divsteps", 4, "VPSRLQ $0x1e, Y10, Y12", "VPSRLQ $0x1d, Y10, Y12", "after a batch is not what the matrix makes of it"},
		{"jacobiSteps", 1, "VMOVDQU Y12, 288(SI)", "VMOVDQU Y12, 320(SI)", "touches memory that is not its own"},
		{"jacobiSteps", 1, "VMOVDQU Y10, 256(SI)", "VMOVDQU Y10, 224(SI)", "a batch does not write word 32"},
		{"jacobiSteps", 1, "VPSRLQ $0x25, Y13, Y13", "VPSRLQ $0x24, Y13, Y13", "is not in its bounds"},
		// Counts, signs, and what is left in the end.
		{"divsteps", 1, "MOVQ $0x0000000a, 48(SP)", "MOVQ $0x00000009, 48(SP)", "does not count 10 batches"},
		{"jacobiSteps", 1, "XORQ BX, CX", "XORQ BX, AX", "what exchanges count"},
		{"jacobiSteps", 1, "MOVQ 288(SI), BX", "MOVQ 256(SI), BX", "what exchanges count"},
		{"jacobiSteps", 1, "MOVQ DI, 8(AX)", "MOVQ SI, 8(AX)", "what halvings count at the end"},
		{"divstepsVarTime", 1, "ORQ 264(SI), AX", "ORQ 256(SI), AX", "the result"},
		{"divstepsVarTime", 1, "CMPQ 8(SP), $0x00", "CMPQ (SP), $0x00", "jumps by a condition that is not known"},
		// Look-ups.
		{"divstepsVarTime", 3, "ANDL $0x0000003f, BX", "ANDL $0x0000001f, BX", "the index of a look-up"},
		{"divstepsVarTime", 1, "CMOVQGT DX, CX", "CMOVQNE DX, CX", "the index of a look-up"},
		{"divstepsVarTime", 2, "MOVBQSX 3077(BP)(BX*8), AX", "MOVBQSX 3078(BP)(BX*8), AX", "reads another place in the table"},
		{"divstepsVarTime", 9, "XORQ AX, R12", "ORQ AX, R12", "zeta after a look-up"},
		{"divstepsVarTime", 4, "SHRQ $0x06, R9", "SHRQ $0x05, R9", "X after a look-up"},
		{"divstepsVarTime", 5, "IMULQ R10, AX", "IMULQ R11, AX", "the matrix after a look-up"},
	} {
		changed, line := x86.Plant(string(content), c.routine, c.n, c.old, c.new)
		if line == 0 {
			t.Errorf("%s has no %d lines %q", c.routine, c.n, c.old)
			continue
		}
		p, err := x86.Parse("changed", changed)
		if err != nil {
			t.Fatal(err)
		}
		found := fmt.Sprint(Check(p, c.routine).Found)
		if !strings.Contains(found, c.message) {
			t.Errorf("%s: %q in the place of %q: %s, not %q", c.routine, c.new, c.old, found, c.message)
		}
	}
}

// What an operation on words within bounds makes is true of numbers within them.
func TestWords(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	integer := func(lo, hi *big.Int) *big.Int {
		n := plus(minus(hi, lo), one)
		x := new(big.Int).SetUint64(r.Uint64())
		switch r.IntN(8) {
		case 0:
			x = new(big.Int)
		case 1:
			x = below(n)
		default:
			x.Add(x.Lsh(x, 64), new(big.Int).SetUint64(r.Uint64()))
		}
		return plus(lo, x.Mod(x, n))
	}
	found := map[string]int{}
	for range 4000 {
		w := &words{memo: map[string]*word{}, fail: func(format string, args ...any) { t.Fatalf(format, args...) }}
		w.atoms, w.rules = make([]atom, 1), map[mono]poly{}
		values := []*big.Int{nil}
		// x and y are sums of two atoms.
		operand := func() (*word, uint64) {
			p, v := poly{}, new(big.Int)
			for range 2 {
				lo := negative(power(uint(r.IntN(66))))
				hi := power(uint(r.IntN(66)))
				if r.IntN(2) == 0 {
					lo = zero
				}
				c := new(big.Int).Lsh(big.NewInt(int64(1+2*r.IntN(2))), uint(r.IntN(60)))
				values = append(values, integer(lo, hi))
				p = p.plusTimes(c, variable(w.fresh(lo, hi)))
				v.Add(v, new(big.Int).Mul(c, values[len(values)-1]))
			}
			return w.word(p, nil, nil), new(big.Int).Mod(v, power(64)).Uint64()
		}
		x, a := operand()
		y, b := operand()
		known := int32(len(values))
		k := uint(1 + r.IntN(63))
		n := w.Const(uint64(k))
		ones := uint64(1)<<k - 1
		sum, carry := w.Add(x, y, w.Const(1))
		s, c := bits.Add64(a, b, 1)
		difference, borrow := w.Sub(x, y, w.Const(1))
		d, o := bits.Sub64(a, b, 1)
		high, low := w.Mul(x, y, 64)
		h, l := bits.Mul64(a, b)
		signedHigh, signedLow := w.MulSigned(x, y)
		for _, z := range []struct {
			name string
			got  *word
			want uint64
		}{
			{"sum", sum, s}, {"carry", carry, c}, {"difference", difference, d}, {"borrow", borrow, o},
			{"product", low, l}, {"high half", high, h}, {"signed product", signedLow, l}, {"signed high half", signedHigh, h - uint64(int64(a)>>63)&b - uint64(int64(b)>>63)&a},
			{"left", w.Shl(x, n), a << k}, {"right", w.Shr(x, n), a >> k}, {"arithmetic right", w.Sar(x, n), uint64(int64(a) >> k)},
			{"truncation", w.Truncate(x, k), a & ones}, {"extension", w.SignExtend(x, k), uint64(int64(a<<(64-k)) >> (64 - k))},
			{"mask", w.And(w.Const(ones), x), a & ones}, {"complement", w.Xor(x, w.Const(^uint64(0))), ^a}, {"or", w.Or(w.Shl(x, n), w.Truncate(y, k)), a<<k | b&ones},
			{"masked", w.And(x, w.Sar(y, w.Const(63))), a & uint64(int64(b)>>63)}, {"negated", w.Xor(x, w.Sar(y, w.Const(63))), a ^ uint64(int64(b)>>63)},
			{"exclusive or", w.Xor(w.Xor(x, y), x), b}, {"zero", w.IsZero(x), map[bool]uint64{true: 1}[a == 0]}, {"selection", w.Select(w.IsZero(x), x, y), map[bool]uint64{true: a, false: b}[a == 0]},
		} {
			z.got.now()
			// Some number from lo to hi is it modulo 2^64.
			v := new(big.Int).SetUint64(z.want)
			up := new(big.Int).Mod(minus(v, z.got.lo), power(64))
			if up.Add(up, z.got.lo).Cmp(z.got.hi) > 0 {
				t.Fatalf("%s of %#x, %#x (%d): %#x is not from %#x to %#x", z.name, a, b, k, z.want, z.got.lo, z.got.hi)
			}
			// So is the polynomial, for some value of an atom that is new.
			value, fresh, times := new(big.Int), int32(0), 0
			for m, c := range z.got.p {
				term := new(big.Int).Set(c)
				for _, i := range m {
					switch {
					case i >= known:
						fresh = i
						times++
					case i > 0:
						term.Mul(term, values[i])
					}
				}
				if m[0] < known {
					value.Add(value, term)
				}
			}
			rest := new(big.Int).Mod(minus(v, value), power(64))
			switch times {
			case 0:
				found[z.name]++
				if rest.Sign() != 0 {
					t.Fatalf("%s of %#x, %#x (%d) is not %#x", z.name, a, b, k, z.want)
				}
			case 1:
				c := z.got.p[mono{fresh}]
				if c == nil {
					continue
				}
				e := min(c.TrailingZeroBits(), 64)
				if !divides(e, rest) {
					t.Fatalf("%s of %#x, %#x (%d): no value of the new atom makes it %#x", z.name, a, b, k, z.want)
				}
			}
		}
	}
	for _, name := range []string{"sum", "carry", "product", "right", "arithmetic right", "truncation", "extension", "or"} {
		if found[name] < 10 {
			t.Errorf("%s: only %d results without new atoms", name, found[name])
		}
	}
}
