// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package hashes

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"secant.example/internal/_check/x86"
)

const file = "../../sha512lanes/compress_amd64.s"

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
		if r.Compared != stateWords*allLanes {
			t.Errorf("%s: %d words were compared", name, r.Compared)
		}
	}
	if Covers("cpuid") || !Covers("compressQuad") {
		t.Error("other routines are followed")
	}
}

// Wrong instructions of all kinds are found, and what computes the same is not.
func TestFaults(t *testing.T) {
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	const wrong = "of the state in lane"
	for _, c := range []struct {
		routine string
		n       int // the nth line that is old is new
		old, new,
		message string // empty if nothing is wrong
	}{
		{"compressQuad", 1, "VPSRLQ $0x0e, Y4, Y10", "VPSRLQ $0x0f, Y4, Y10", wrong},
		{"compressQuad", 1, "VPXOR Y5, Y6, Y8", "VPXOR Y5, Y7, Y8", wrong},
		{"compressQuad", 2, "VPAND Y4, Y8, Y8", "VPAND Y3, Y8, Y8", wrong},
		{"compressQuad", 1, "VPADDQ Y7, Y3, Y3", "VPSUBQ Y7, Y3, Y3", "needs a number that is not constant"},
		{"compressQuad", 1, "VPADDQ 288(BX), Y8, Y8", "VPADDQ 256(BX), Y8, Y8", wrong},
		{"compressQuad", 1, "VPSHUFB rotatedBy8<>+0(SB), Y9, Y11", "VPSHUFB bigEndian<>+0(SB), Y9, Y11", wrong},
		{"compressQuad", 1, "VPERM2I128 $0x20, Y11, Y9, Y5", "VPERM2I128 $0x31, Y11, Y9, Y5", wrong},
		{"compressQuad", 1, "MOVQ $0x00000004, CX", "MOVQ $0x00000003, CX", wrong},
		{"compressQuad", 1, "ADDQ $0x00000080, DX", "ADDQ $0x00000088, DX", "reads memory that was not written"},
		{"compressQuad", 1, "MOVQ 24(SI), R11", "MOVQ 32(SI), R11", wrong},
		{"compressQuad", 1, "VMOVDQU Y0, (DI)", "VMOVDQU Y0, 32(DI)", wrong},
		{"compressQuad", 1, "VMOVDQU Y0, (DI)", "VMOVDQU Y0, (R8)", "touches memory that is not its own"},
		{"compressQuad", 1, "JNE rounds", "JEQ rounds", wrong},
		{"compressQuad", 1, "VPADDQ Y7, Y3, Y3", "VPADDQ Y3, Y7, Y3", ""},
		{"compressQuad", 1, "VPXOR Y5, Y6, Y8", "VPXOR Y6, Y5, Y8", ""},
		{"compressQuad", 1, "VZEROUPPER", "NOTQ DI", "returns without VZEROUPPER"},
		{"compressQuad", 1, "ADDQ $0x00000080, DX", "ADDQ $0x00000080, DX\n\tMOVQ DX, BP", "returns with another BP"},
		{"compressOctet", 1, "MOVQ p+8(FP), SI", "MOVQ memory+24(FP), SI", "reads memory that was not written"},
		{"compressOctet", 1, "VPRORQ $0x0e, Z7, Z13", "VPRORQ $0x0d, Z7, Z13", wrong},
		{"compressOctet", 1, "VPTERNLOGQ $0xca, Z9, Z8, Z11", "VPTERNLOGQ $0xd8, Z9, Z8, Z11", wrong},
		{"compressOctet", 1, "VPTERNLOGQ $0xca, Z9, Z8, Z11", "VPTERNLOGQ $0xca, Z8, Z9, Z11", wrong},
		{"compressOctet", 1, "VINSERTI64X4 $0x01, Y4, Z3, Z20", "VINSERTI64X4 $0x00, Y4, Z3, Z20", wrong},
		{"compressOctet", 1, "VMOVDQU64 Z3, (DI)", "VMOVDQU64 Z3, 4(DI)", "or no whole word"},
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
		found := Check(p, c.routine).Found
		if len(found) > 0 != (c.message != "") || !strings.Contains(fmt.Sprint(found), c.message) {
			t.Errorf("%s: %q in the place of %q: %s, not %q", c.routine, c.new, c.old, found, c.message)
		}
	}
}

// value returns x, where the atoms of which nothing is known have these values.
func (w *words) value(x *word, atoms map[uint32]uint64) (v uint64) {
	for p, mask := range x.masks {
		for _, f := range p.factors() {
			n, shift := uint32(f[0])<<24|uint32(f[1])<<16|uint32(f[2])<<8|uint32(f[3]), int(f[4])-64
			a, known := atoms[n]
			if !known {
				for _, q := range w.atoms[n] {
					y := uint64(1)
					if q.word > 0 {
						y = w.value(w.numbered[q.word], atoms)
					}
					a += q.times * y
				}
				atoms[n] = a
			}
			if shift >= 0 {
				a <<= shift
			} else {
				a >>= -shift
			}
			mask &= a
		}
		v ^= mask
	}
	return v
}

// What operations make of words is what they make of the numbers that these stand for, and words are the same only if
// the numbers are.
func TestWords(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	equal := 0
	for range 300 {
		w := newWords()
		w.here = func(format string, args ...any) *x86.Error { return &x86.Error{Message: fmt.Sprintf(format, args...)} }
		var list []*word
		var numbers []uint64
		atoms := map[uint32]uint64{}
		for i := range 3 {
			list, numbers = append(list, w.any()), append(numbers, r.Uint64())
			atoms[uint32(i)] = numbers[i]
		}
		for _, c := range []uint64{0, 1, 1 << 63, ones, r.Uint64()} {
			list, numbers = append(list, w.Const(c)), append(numbers, c)
		}
		for range 12 {
			i, j, n := r.IntN(len(list)), r.IntN(len(list)), r.UintN(64)
			x, y, a, b := list[i], list[j], numbers[i], numbers[j]
			var z *word
			var c uint64
			switch r.IntN(7) {
			case 0, 1:
				z, _ = w.Add(x, y, w.Const(0))
				c = a + b
			case 2:
				z, c = w.Xor(x, y), a^b
			case 3:
				z, c = w.And(x, y), a&b
			case 4:
				z, c = w.Or(x, y), a|b
			case 5:
				z, c = w.Or(w.Shr(x, w.Const(uint64(n))), w.shift(x, 64-int(n))), bits.RotateLeft64(a, -int(n))
			case 6:
				z, c = w.Truncate(w.Shl(x, w.Const(uint64(n))), n), a<<n&(1<<n-1)
			}
			if got := w.value(z, atoms); got != c {
				t.Fatalf("got %x, want %x", got, c)
			}
			if known, ok := w.Value(z); ok && known != c {
				t.Fatalf("a constant is %x, not %x", known, c)
			}
			for k := range list {
				if same(list[k], z) {
					if equal++; numbers[k] != c {
						t.Fatalf("%x and %x are the same", numbers[k], c)
					}
				}
			}
			list, numbers = append(list, z), append(numbers, c)
		}
	}
	if equal < 100 {
		t.Errorf("only %d words were the same", equal)
	}
}

// Words that are the same are found to be, however they were made.
func TestSame(t *testing.T) {
	w := newWords()
	x, y, z := w.any(), w.any(), w.any()
	add := func(x, y *word) *word { s, _ := w.Add(x, y, w.Const(0)); return s }
	not := func(x *word) *word { return w.Xor(x, w.Const(ones)) }
	majority := w.Or(w.And(x, y), w.And(w.Or(x, y), z))
	for name, pair := range map[string][2]*word{
		"order of sums":   {add(add(x, y), add(z, w.Const(5))), add(w.Const(2), add(z, add(w.Const(3), add(y, x))))},
		"nothing added":   {add(add(x, w.Const(7)), w.Const(^uint64(6))), x},
		"choice":          {w.Or(w.And(x, y), w.And(not(x), z)), w.Xor(z, w.And(x, w.Xor(y, z)))},
		"majority":        {majority, w.Xor(y, w.And(w.Xor(x, y), w.Xor(y, z)))},
		"parts of a word": {w.Or(w.shift(w.shift(x, 20), -20), w.shift(w.shift(x, -44), 44)), x},
		"shift of a sum":  {w.shift(add(x, y), 3), w.Xor(w.shift(add(y, x), 3), w.Const(0))},
	} {
		if !same(pair[0], pair[1]) {
			t.Errorf("%s: not the same", name)
		}
	}
	// Masks that look like factors.
	var rows []*word
	for len(w.atoms) < 64 {
		rows = append(rows, w.any())
	}
	r0, r1, r2, r3 := rows[0], rows[8], rows[16], rows[24]
	for name, pair := range map[string][2]*word{
		"masks":             {w.Xor(w.And(r0, w.Const(0x0000000840000001)), w.And(r2, r3)), w.Xor(w.And(w.And(r0, r1), w.Const(0x0000010000001040)), r3)},
		"another sum":       {add(x, y), add(x, z)},
		"a sum twice":       {add(x, add(x, y)), add(x, y)},
		"bits shifted out":  {w.shift(w.shift(x, 1), -1), x},
		"carries":           {add(x, y), w.Xor(x, y)},
		"shift before, sum": {w.shift(add(x, y), 1), add(w.shift(x, 1), y)},
	} {
		if same(pair[0], pair[1]) {
			t.Errorf("%s: the same", name)
		}
	}
}
