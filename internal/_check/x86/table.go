// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package x86

import (
	"math"
	"regexp"
	"strings"
)

// A Meaning changes the state as an instruction does.
type Meaning[W any] func(m *Machine[W], in *Instruction)

// An entry gives the forms of one mnemonic their meaning. Operands are in the order of
// Go's assembler: the destination is last, but for comparisons.
type entry[W any] struct {
	op      string
	forms   string // the kinds of the operands; forms are separated by spaces
	needs   string // the feature of a CPU, as in /proc/cpuinfo
	meaning Meaning[W]
}

// A form is an instruction with the kinds of its operands.
type form struct {
	number      int
	needs       string
	level       int
	control     string
	accumulates bool // the destination is also a source
	doubles     bool // it computes with doubles

	upper *form // if vectors with the numbers from 16 on need more than others
}

// levels says which of the levels in cpu.X86, by their place there, has a feature of CPUs; -1 is
// that all have it.
var levels = map[string]int{"": -1, "avx": 0, "avx2": 0, "bmi1": 0, "bmi2": 0, "fma": 0,
	"avx512f": 1, "avx512vl": 1, "avx512ifma": 1, "adx": 2}

// arithmeticOfDoubles matches the mnemonics of instructions that compute with doubles: others with PD only move them.
var arithmeticOfDoubles = regexp.MustCompile(`^V(ADD|SUB|MUL|FN?M(ADD|SUB)\d+)PD$`)

// forms are all forms that have a meaning.
var forms = func() map[string]*form {
	all := map[string]*form{}
	number := 0
	for _, e := range table[struct{}]() {
		for _, kinds := range strings.Fields(e.forms) {
			f := &form{number: number, needs: e.needs, level: levels[e.needs]}
			f.accumulates = strings.HasPrefix(e.op, "VPMADD52") || strings.HasPrefix(e.op, "VF") || e.op == "VPTERNLOGQ"
			f.doubles = arithmeticOfDoubles.MatchString(e.op)
			if e.meaning == nil {
				f.control = e.op
				if e.op[0] == 'J' && e.op != "JMP" {
					f.control = e.op[1:]
				}
			}
			if strings.HasPrefix(e.needs, "avx") && levels[e.needs] == 0 {
				upper := *f
				upper.needs, upper.level = "avx512vl", levels["avx512vl"]
				f.upper = &upper
			}
			name := e.op
			if kinds != "-" {
				name += " " + kinds
			}
			if all[name] != nil {
				panic("x86: twice: " + name)
			}
			all[name] = f
		}
		number++
	}
	return all
}()

// Meanings returns the table for a domain, to be given to [Machine.Step].
func Meanings[W any]() (all []Meaning[W]) {
	for _, e := range table[W]() {
		meaning := e.meaning
		if meaning == nil {
			meaning = func(*Machine[W], *Instruction) {}
		}
		all = append(all, meaning)
	}
	return all
}

// table is the meaning of every instruction. Its order does not matter.
func table[W any]() []entry[W] {
	type machine = Machine[W]
	const (
		avx    = "avx"
		avx2   = "avx2"
		fma    = "fma"
		f      = "avx512f"
		vl     = "avx512vl" // and F
		ifma   = "avx512ifma"
		adx    = "adx"
		bmi1   = "bmi1"
		bmi2   = "bmi2"
		always = ""
	)
	// lanes makes the meaning of a vector instruction of which word i of the result is that
	// of f on words i of the sources, after the immediate if there is one.
	lanes := func(f func(m *machine, x [3]W) W) Meaning[W] {
		return vectors(func(m *machine, _ *Instruction, v [3][8]W, n int) (out [8]W) {
			for i := range n {
				out[i] = f(m, [3]W{v[0][i], v[1][i], v[2][i]})
			}
			return out
		})
	}
	return []entry[W]{
		// What the domains do themselves.
		{"RET", "-", always, nil},
		{"CALL", "f", always, nil},
		{"JMP", "l", always, nil},
		{"JEQ", "l", always, nil},
		{"JNE", "l", always, nil},
		{"JLT", "l", always, nil},
		{"JGE", "l", always, nil},
		{"CPUID", "-", always, func(m *machine, _ *Instruction) {
			m.Fail("CPUID has no meaning here: its answer is the machine's")
		}},

		// Moves.
		{"MOVQ", "r,r m,r i,r r,m i,m", always, func(m *machine, in *Instruction) {
			m.set(&in.Operands[1], m.get(&in.Operands[0], 8), 8)
		}},
		{"MOVL", "r,r m,r i,r r,m", always, func(m *machine, in *Instruction) {
			m.set(&in.Operands[1], m.get(&in.Operands[0], 4), 4)
		}},
		{"MOVBLZX", "m,r", always, func(m *machine, in *Instruction) {
			m.set(&in.Operands[1], m.get(&in.Operands[0], 1), 4)
		}},
		{"MOVBQSX", "m,r", always, func(m *machine, in *Instruction) {
			m.set(&in.Operands[1], m.SignExtend(m.get(&in.Operands[0], 1), 8), 8)
		}},
		{"LEAQ", "m,r", always, func(m *machine, in *Instruction) {
			m.set(&in.Operands[1], m.Address(&in.Operands[0]), 8)
		}},
		{"CMOVQEQ", "r,r m,r", always, conditional[W]("EQ")},
		{"CMOVQNE", "r,r m,r", always, conditional[W]("NE")},
		{"CMOVQGT", "r,r", always, conditional[W]("GT")},
		{"CMOVQPL", "r,r", always, conditional[W]("PL")},
		{"CMOVQMI", "r,r", always, conditional[W]("MI")},
		{"CMOVQCS", "r,r m,r", always, conditional[W]("CS")},
		{"CMOVQCC", "r,r", always, conditional[W]("CC")},

		// Sums. CF, ZF, SF and OF are those of the sum.
		{"ADDQ", "r,r m,r i,r r,m i,m", always, sum[W](false)},
		{"ADCQ", "r,r m,r i,r", always, sum[W](true)},
		{"SUBQ", "r,r m,r i,r r,m i,m", always, difference[W](false)},
		{"SBBQ", "r,r m,r i,r", always, difference[W](true)},
		{"ADCXQ", "r,r", adx, func(m *machine, in *Instruction) {
			s, c := m.Add(m.get(&in.Operands[1], 8), m.get(&in.Operands[0], 8), m.carryFlag())
			m.set(&in.Operands[1], s, 8)
			m.setBit(&m.carry, c)
		}},
		{"ADOXQ", "r,r", adx, func(m *machine, in *Instruction) {
			s, c := m.Add(m.get(&in.Operands[1], 8), m.get(&in.Operands[0], 8), m.overflowFlag())
			m.set(&in.Operands[1], s, 8)
			m.setBit(&m.overflow, c)
		}},
		{"INCQ", "r", always, func(m *machine, in *Instruction) {
			x, one := m.get(&in.Operands[0], 8), m.Const(1)
			s := m.plus(x, one)
			m.setOverflow(x, one, s)
			m.setResult(s)
			m.set(&in.Operands[0], s, 8)
		}},
		{"DECQ", "r m", always, func(m *machine, in *Instruction) {
			x, one := m.get(&in.Operands[0], 8), m.Const(1)
			d := m.minus(x, one)
			m.setOverflow(d, one, x)
			m.setResult(d)
			m.set(&in.Operands[0], d, 8)
		}},
		{"NEGQ", "r", always, func(m *machine, in *Instruction) {
			m.set(&in.Operands[0], m.compare(m.Const(0), m.get(&in.Operands[0], 8), m.Const(0)), 8)
		}},
		{"NOTQ", "r", always, func(m *machine, in *Instruction) { // it leaves the flags
			m.set(&in.Operands[0], m.not(m.get(&in.Operands[0], 8)), 8)
		}},
		{"NEGL", "r", always, func(m *machine, in *Instruction) {
			x := m.shl(m.get(&in.Operands[0], 4), 32)
			m.set(&in.Operands[0], m.shr(m.compare(m.Const(0), x, m.Const(0)), 32), 4)
		}},
		{"CMPQ", "r,r r,i m,r m,i", always, comparison[W](8)},
		{"CMPL", "r,i m,i", always, comparison[W](4)},
		{"CMPB", "m,i", always, comparison[W](1)},

		// Products. CF and OF say whether the high half is needed, if they are set at all.
		{"MULQ", "r m", always, func(m *machine, in *Instruction) {
			high, low := m.Mul(m.register(AX), m.get(&in.Operands[0], 8), 64)
			m.setRegister(AX, low)
			m.setRegister(DX, high)
			m.productFlags(m.Xor(m.IsZero(high), m.Const(1)))
		}},
		{"MULXQ", "r,r,r m,r,r", bmi2, func(m *machine, in *Instruction) {
			high, low := m.Mul(m.register(DX), m.get(&in.Operands[0], 8), 64)
			m.set(&in.Operands[1], low, 8)
			m.set(&in.Operands[2], high, 8)
		}},
		{"IMULQ", "m", always, func(m *machine, in *Instruction) {
			high, low := m.MulSigned(m.register(AX), m.get(&in.Operands[0], 8))
			m.setRegister(AX, low)
			m.setRegister(DX, high)
			m.signedProductFlags(high, low)
		}},
		{"IMULQ", "r,r m,r", always, func(m *machine, in *Instruction) {
			high, low := m.MulSigned(m.get(&in.Operands[1], 8), m.get(&in.Operands[0], 8))
			m.set(&in.Operands[1], low, 8)
			m.signedProductFlags(high, low)
		}},
		{"IMUL3Q", "i,r,r", always, func(m *machine, in *Instruction) {
			high, low := m.MulSigned(m.get(&in.Operands[1], 8), m.get(&in.Operands[0], 8))
			m.set(&in.Operands[2], low, 8)
			m.signedProductFlags(high, low)
		}},

		// Bits.
		{"ANDQ", "r,r m,r i,r", always, logic[W](8, andWords[W])},
		{"ORQ", "r,r m,r r,m", always, logic[W](8, orWords[W])},
		{"XORQ", "r,r m,r r,m i,r i,m", always, logic[W](8, xorWords[W])},
		{"ANDL", "i,r", always, logic[W](4, andWords[W])},
		{"ORL", "r,r", always, logic[W](4, orWords[W])},
		{"XORL", "r,r", always, logic[W](4, xorWords[W])},
		{"ANDNQ", "r,r,r", bmi1, func(m *machine, in *Instruction) {
			x := m.And(m.get(&in.Operands[0], 8), m.not(m.get(&in.Operands[1], 8)))
			m.set(&in.Operands[2], x, 8)
			m.logicFlags(x)
		}},
		{"TESTQ", "r,r i,r", always, func(m *machine, in *Instruction) {
			m.logicFlags(m.And(m.get(&in.Operands[0], 8), m.get(&in.Operands[1], 8)))
		}},
		{"TESTL", "r,r i,r i,m", always, func(m *machine, in *Instruction) {
			m.logicFlags(m.shl(m.And(m.get(&in.Operands[0], 4), m.get(&in.Operands[1], 4)), 32))
		}},

		// Shifts. OF is defined for shifts by one alone, and nobody reads it.
		{"SHLQ", "i,r", always, shift(func(m *machine, x W, n uint) (W, W) {
			return m.shl(x, n), m.bit(x, 64-n)
		})},
		{"SHRQ", "i,r", always, shift(func(m *machine, x W, n uint) (W, W) {
			return m.shr(x, n), m.bit(x, n-1)
		})},
		{"SARQ", "i,r", always, shift(func(m *machine, x W, n uint) (W, W) {
			return m.Sar(x, m.Const(uint64(n))), m.bit(x, n-1)
		})},
		{"SHRQ", "i,r,r", always, func(m *machine, in *Instruction) { // from the second into the third
			n := uint(in.Operands[0].Value)
			if n == 0 || n > 63 {
				m.Fail("a shift by %d", n)
			}
			high, low := m.get(&in.Operands[1], 8), m.get(&in.Operands[2], 8)
			x := m.Or(m.shr(low, n), m.shl(high, 64-n))
			m.set(&in.Operands[2], x, 8)
			m.setResult(x)
			m.setBit(&m.carry, m.bit(low, n-1))
			m.overflow.defined = false
		}},
		{"SHRQ", "r,r", always, func(m *machine, in *Instruction) { // flags depend on the count
			n := m.Truncate(m.get(&in.Operands[0], 8), 6)
			m.set(&in.Operands[1], m.Shr(m.get(&in.Operands[1], 8), n), 8)
			m.Forget()
		}},
		{"SARXQ", "r,r,r", bmi2, func(m *machine, in *Instruction) {
			n := m.Truncate(m.get(&in.Operands[0], 8), 6)
			m.set(&in.Operands[2], m.Sar(m.get(&in.Operands[1], 8), n), 8)
		}},
		{"RORXQ", "i,r,r", bmi2, func(m *machine, in *Instruction) {
			x, n := m.get(&in.Operands[1], 8), uint(in.Operands[0].Value)
			if n == 0 || n > 63 {
				m.Fail("a rotation by %d", n)
			}
			m.set(&in.Operands[2], m.Or(m.shr(x, n), m.shl(x, 64-n)), 8)
		}},
		{"BZHIQ", "r,r,r", bmi2, func(m *machine, in *Instruction) {
			n, known := m.Value(m.Truncate(m.get(&in.Operands[0], 8), 8))
			if !known {
				m.Fail("a number of bits that is not constant")
			}
			x := m.get(&in.Operands[1], 8)
			switch {
			case n == 0:
				x = m.Const(0)
			case n < 64:
				x = m.Truncate(x, uint(n))
			}
			m.set(&in.Operands[2], x, 8)
			m.logicFlags(x)
			if n >= 64 {
				m.setBit(&m.carry, m.Const(1))
			}
		}},

		// Vectors: moves.
		{"VZEROUPPER", "-", avx, func(m *machine, _ *Instruction) {
			for i := range 16 {
				for j := 2; j < 8; j++ {
					m.V[i][j] = m.Const(0)
				}
			}
		}},
		{"VMOVDQU", "m,y y,m y,y", avx, lanes(first[W])},
		{"VMOVUPD", "m,y y,m", avx, lanes(first[W])},
		{"VMOVAPD", "y,y", avx, lanes(first[W])},
		{"VMOVDQU64", "m,y y,m m,k,y", vl, lanes(first[W])},
		{"VMOVDQU64", "m,z z,m z,z m,k,z", f, lanes(first[W])},
		{"VMOVDQA64", "y,y y,k,y", vl, lanes(first[W])},
		{"VMOVDQA64.Z", "y,k,y", vl, lanes(first[W])},
		{"VMOVDQA64", "z,z z,k,z", f, lanes(first[W])},
		{"VMOVD", "r,x", avx, func(m *machine, in *Instruction) {
			v := [8]W{m.get(&in.Operands[0], 4), m.Const(0)}
			m.setWords(&in.Operands[1], 2, &v)
		}},
		{"VPMOVZXBQ", "m,z", f, func(m *machine, in *Instruction) {
			x := m.get(&in.Operands[0], 8)
			var out [8]W
			for i := range out {
				out[i] = m.Truncate(m.shr(x, uint(8*i)), 8)
			}
			m.setWords(&in.Operands[1], 8, &out)
		}},
		{"KMOVW", "r,k", f, func(m *machine, in *Instruction) {
			k := in.Operands[1].Register
			m.K[k] = m.Truncate(m.get(&in.Operands[0], 8), 16)
			m.HasK |= 1 << k
		}},
		{"VPTESTMQ", "z,z,k", f, func(m *machine, in *Instruction) {
			x, y := m.words(&in.Operands[0], 8), m.words(&in.Operands[1], 8)
			k, out := in.Operands[2].Register, m.Const(0)
			for i := range x {
				isSet := m.minus(m.Const(1), m.IsZero(m.And(x[i], y[i])))
				out = m.Or(out, m.shl(isSet, uint(i)))
			}
			m.K[k] = out
			m.HasK |= 1 << k
		}},
		{"VPBROADCASTD", "x,y", avx2, broadcast(func(m *machine, in *Instruction) W {
			x := m.Truncate(m.words(&in.Operands[0], 1)[0], 32)
			return m.Or(x, m.shl(x, 32))
		})},
		{"VPBROADCASTQ", "m,y", avx2, broadcast(func(m *machine, in *Instruction) W {
			return m.get(&in.Operands[0], 8)
		})},
		{"VPBROADCASTQ", "m,z m,k,z", f, broadcast(func(m *machine, in *Instruction) W {
			return m.get(&in.Operands[0], 8)
		})},
		{"VPBROADCASTQ", "r,y", vl, broadcast(func(m *machine, in *Instruction) W {
			return m.get(&in.Operands[0], 8)
		})},
		{"VPBROADCASTQ.Z", "r,k,y", vl, broadcast(func(m *machine, in *Instruction) W {
			return m.get(&in.Operands[0], 8)
		})},
		{"VPBROADCASTQ", "x,z", f, broadcast(func(m *machine, in *Instruction) W {
			return m.words(&in.Operands[0], 1)[0]
		})},
		{"VMOVDDUP", "m,y", avx, vectors(func(m *machine, _ *Instruction, v [3][8]W, n int) [8]W {
			return [8]W{v[0][0], v[0][0], v[0][2], v[0][2]}
		})},

		// Vectors: words change their places.
		{"VPUNPCKLQDQ", "y,y,y", avx2, unpack[W](0)},
		{"VPUNPCKHQDQ", "y,y,y", avx2, unpack[W](1)},
		{"VPUNPCKLQDQ", "z,z,z", f, unpack[W](0)},
		{"VPUNPCKHQDQ", "z,z,z", f, unpack[W](1)},
		{"VPUNPCKLQDQ.Z", "y,y,k,y", vl, unpack[W](0)},
		{"VPUNPCKHQDQ.Z", "y,y,k,y", vl, unpack[W](1)},
		{"VPUNPCKHQDQ.Z", "z,z,k,z", f, unpack[W](1)},
		{"VPUNPCKLQDQ.Z", "z,z,k,z", f, unpack[W](0)},
		{"VPERMQ", "i,y,y", avx2, quarters[W]()},
		{"VPERMQ", "i,z,z", f, quarters[W]()},
		{"VPERMQ.Z", "i,y,k,y", vl, quarters[W]()},
		{"VPERMQ.Z", "i,z,k,z", f, quarters[W]()},
		{"VPERMQ", "y,y,y", vl, permutation[W]()},
		{"VPERMQ", "z,z,z", f, permutation[W]()},
		{"VPERMI2Q", "m,z,z z,z,z", f, func(m *machine, in *Instruction) {
			// The indices are in the destination: below 8 into the second, from 8 into the first.
			high, low := m.words(&in.Operands[0], 8), m.words(&in.Operands[1], 8)
			index := m.words(&in.Operands[2], 8)
			var out [8]W
			for i := range out {
				out[i] = m.pick(append(low[:], high[:]...), m.Truncate(index[i], 4))
			}
			m.setWords(&in.Operands[2], 8, &out)
		}},
		{"VPERMILPD", "i,m,y i,y,y", avx, pairs[W]()},
		{"VPERMILPD", "i,z,z", f, pairs[W]()},
		{"VPERMILPD.Z", "i,y,k,y", vl, pairs[W]()},
		{"VPERMILPD.Z", "i,z,k,z", f, pairs[W]()},
		{"VPERM2I128", "i,y,y,y", avx2, vectors(func(m *machine, in *Instruction, v [3][8]W, n int) (out [8]W) {
			for half := range 2 {
				from, to := int(in.Operands[0].Value>>(4*half)), out[2*half:][:2]
				copy(to, v[1-from>>1&1][2*(from&1):])
				if from&8 != 0 {
					to[0], to[1] = m.Const(0), m.Const(0)
				}
			}
			return out
		})},
		{"VPERMD", "y,y,y", avx2, vectors(func(m *machine, in *Instruction, v [3][8]W, n int) (out [8]W) {
			var list []W // half words
			for _, x := range v[0][:n] {
				list = append(list, m.Truncate(x, 32), m.shr(x, 32))
			}
			for i, x := range v[1][:n] {
				if c, ok := m.Value(x); ok && c&1 == 0 && c>>32&7 == c&7+1 {
					out[i] = v[0][c&7/2] // a word
				} else {
					out[i] = m.Or(m.pick(list, m.Truncate(x, 3)), m.shl(m.pick(list, m.Truncate(m.shr(x, 32), 3)), 32))
				}
			}
			return out
		})},
		{"VPSHUFD", "i,y,y", avx2, vectors(func(m *machine, in *Instruction, v [3][8]W, n int) (out [8]W) {
			for i := range n {
				var half [2]W
				for j := range half {
					from := int(in.Operands[0].Value >> (2 * (2*(i&1) + j)) & 3)
					half[j] = m.Truncate(m.shr(v[0][i&^1+from/2], uint(32*(from&1))), 32)
				}
				out[i] = m.Or(half[0], m.shl(half[1], 32))
			}
			return out
		})},
		{"VPSHUFB", "m,y,y", avx2, vectors(func(m *machine, _ *Instruction, v [3][8]W, n int) (out [8]W) {
			for i := range n {
				from, known := m.Value(v[0][i])
				if !known {
					m.Fail("bytes change to places that are not constant")
				}
				out[i] = m.Const(0)
				for j := range uint(8) {
					if c := from >> (8 * j) & 0xff; c < 0x80 { // of the 16 bytes of both words
						byte := m.Truncate(m.shr(v[1][i&^1+int(c&8/8)], uint(8*(c&7))), 8)
						out[i] = m.Or(out[i], m.shl(byte, 8*j))
					}
				}
			}
			return out
		})},
		{"VSHUFI64X2", "i,y,y,y", vl, vectors(func(m *machine, in *Instruction, v [3][8]W, n int) [8]W {
			low, high := int(2*(in.Operands[0].Value&1)), int(in.Operands[0].Value&2)
			return [8]W{v[1][low], v[1][low+1], v[0][high], v[0][high+1]}
		})},
		{"VINSERTI64X4", "i,y,z,z i,m,z,z", f, func(m *machine, in *Instruction) {
			out, half := m.words(&in.Operands[2], 8), m.words(&in.Operands[1], 4)
			copy(out[4*(in.Operands[0].Value&1):], half[:4])
			m.setWords(&in.Operands[3], 8, &out)
		}},
		{"VEXTRACTI64X4", "i,z,y i,z,m", f, func(m *machine, in *Instruction) {
			v := m.words(&in.Operands[1], 8)
			var out [8]W
			copy(out[:4], v[4*(in.Operands[0].Value&1):])
			m.setWords(&in.Operands[2], 4, &out)
		}},
		{"VPBLENDD", "i,y,y,y", avx2, vectors(func(m *machine, in *Instruction, v [3][8]W, n int) (out [8]W) {
			for i := range n {
				// A bit of the immediate takes a half word from the first source.
				if both := in.Operands[0].Value >> (2 * i) & 3; both == 0 || both == 3 {
					out[i] = v[1-both&1][i] // a word
					continue
				}
				var half [2]W
				for j := range half {
					from := 1 - int(in.Operands[0].Value>>(2*i+j)&1)
					half[j] = m.Truncate(m.shr(v[from][i], uint(32*j)), 32)
				}
				out[i] = m.Or(half[0], m.shl(half[1], 32))
			}
			return out
		})},
		{"VBLENDVPD", "y,m,y,y y,y,y,y", avx, lanes(func(m *machine, x [3]W) W {
			return m.Select(m.bit(x[0], 63), x[1], x[2])
		})},

		// Vectors: arithmetic.
		{"VPADDQ", "y,y,y m,y,y", avx2, lanes(vectorSum[W])},
		{"VPADDQ", "y,y,k,y", vl, lanes(vectorSum[W])},
		{"VPADDQ", "z,z,z m,z,z z,z,k,z m,z,k,z", f, lanes(vectorSum[W])},
		{"VPSUBQ", "y,y,y m,y,y", avx2, lanes(vectorDifference[W])},
		{"VPSUBQ", "y,y,k,y", vl, lanes(vectorDifference[W])},
		{"VPSUBQ", "z,z,z m,z,z z,z,k,z m,z,k,z", f, lanes(vectorDifference[W])},
		{"VPADDD", "y,y,y", avx2, lanes(halves(func(m *machine, x, y W) W {
			return m.Truncate(m.plus(x, y), 32)
		}))},
		{"VPSUBD", "y,y,y", avx2, lanes(halves(func(m *machine, x, y W) W {
			return m.Truncate(m.minus(y, x), 32)
		}))},
		{"VPMULUDQ", "y,y,y m,y,y", avx2, lanes(func(m *machine, x [3]W) W {
			_, low := m.Mul(m.Truncate(x[0], 32), m.Truncate(x[1], 32), 64)
			return low
		})},
		{"VPMULDQ", "y,y,y m,y,y", avx2, lanes(func(m *machine, x [3]W) W {
			_, low := m.MulSigned(m.SignExtend(x[0], 32), m.SignExtend(x[1], 32))
			return low
		})},
		{"VPMADD52LUQ", "y,y,y z,z,z m,z,z", ifma, lanes(func(m *machine, x [3]W) W {
			_, low := m.Mul(m.Truncate(x[0], 52), m.Truncate(x[1], 52), 52)
			return m.plus(x[2], low)
		})},
		{"VPMADD52HUQ", "y,y,y z,z,z", ifma, lanes(func(m *machine, x [3]W) W {
			high, _ := m.Mul(m.Truncate(x[0], 52), m.Truncate(x[1], 52), 52)
			return m.plus(x[2], high)
		})},
		{"VPCMPEQQ", "y,y,y", avx2, sameIsOnes(lanes(func(m *machine, x [3]W) W {
			return m.minus(m.Const(0), m.IsZero(m.Xor(x[0], x[1])))
		}))},
		{"VPCMPEQD", "y,y,y", avx2, sameIsOnes(lanes(halves(func(m *machine, x, y W) W {
			return m.Truncate(m.minus(m.Const(0), m.IsZero(m.Xor(x, y))), 32)
		})))},

		// Vectors: bits.
		{"VPAND", "y,y,y m,y,y", avx2, lanes(vectorAnd[W])},
		{"VPANDQ", "y,y,y", vl, lanes(vectorAnd[W])},
		{"VPANDQ", "z,z,z", f, lanes(vectorAnd[W])},
		{"VPOR", "m,y,y y,y,y", avx2, lanes(vectorOr[W])},
		{"VPORQ", "y,y,y m,y,y", vl, lanes(vectorOr[W])},
		{"VPORQ", "z,z,z", f, lanes(vectorOr[W])},
		{"VPXOR", "y,y,y m,y,y", avx2, sameIsZero(lanes(vectorXor[W]))},
		{"VPXORQ", "y,y,y", vl, sameIsZero(lanes(vectorXor[W]))},
		{"VPXORQ", "z,z,z", f, sameIsZero(lanes(vectorXor[W]))},
		{"VPXORQ", "m,y,y m,y,k,y", vl, lanes(vectorXor[W])},
		{"VPXORQ", "m,z,k,z", f, lanes(vectorXor[W])},
		{"VPTERNLOGQ", "i,y,y,y i,m,y,y", vl, ternary[W]()},
		{"VPTERNLOGQ", "i,z,z,z", f, ternary[W]()},
		{"VPSRLQ", "i,y,y", avx2, vectorShift(func(m *machine, x W, n uint) W { return m.shr(x, n) })},
		{"VPSRLQ", "i,z,z", f, vectorShift(func(m *machine, x W, n uint) W { return m.shr(x, n) })},
		{"VPSLLQ", "i,y,y", avx2, vectorShift(func(m *machine, x W, n uint) W { return m.shl(x, n) })},
		{"VPSLLQ", "i,z,z", f, vectorShift(func(m *machine, x W, n uint) W { return m.shl(x, n) })},
		{"VPRORQ", "i,z,z", f, vectors(func(m *machine, in *Instruction, v [3][8]W, n int) (out [8]W) {
			by := uint(in.Operands[0].Value & 63)
			for i, x := range v[0][:n] {
				if out[i] = x; by > 0 {
					out[i] = m.Or(m.shr(x, by), m.shl(x, 64-by))
				}
			}
			return out
		})},
		{"VPSLLVQ", "m,y,y", avx2, lanes(func(m *machine, x [3]W) W {
			n, known := m.Value(x[0])
			switch {
			case !known:
				m.Fail("a shift by a number that is not constant")
			case n >= 64:
				return m.Const(0)
			}
			return m.shl(x[1], uint(n))
		})},
		{"VPSRLVD", "m,y,y", avx2, lanes(func(m *machine, x [3]W) W {
			n, known := m.Value(x[0])
			if !known {
				m.Fail("a shift by a number that is not constant")
			}
			var half [2]W
			for j := range half {
				half[j] = m.Const(0)
				if by := uint(n >> (32 * j) & (1<<32 - 1)); by < 32 {
					half[j] = m.shr(m.Truncate(m.shr(x[1], uint(32*j)), 32), by)
				}
			}
			return m.Or(half[0], m.shl(half[1], 32))
		})},

		// Floating point, of which the domains have one operation, rounded to the nearest: a
		// sum is x·1 + y.
		{"VFMADD231PD", "m,y,y y,y,y", fma, lanes(func(m *machine, x [3]W) W {
			return m.fused(x[1], x[0], x[2])
		})},
		{"VFMSUB231PD", "m,y,y y,y,y", fma, lanes(func(m *machine, x [3]W) W {
			return m.fused(x[1], x[0], m.negative(x[2]))
		})},
		{"VADDPD", "m,y,y y,y,y", avx, lanes(func(m *machine, x [3]W) W {
			return m.fused(x[1], m.Const(math.Float64bits(1)), x[0])
		})},
		{"VSUBPD", "m,y,y y,y,y", avx, lanes(func(m *machine, x [3]W) W {
			return m.fused(x[1], m.Const(math.Float64bits(1)), m.negative(x[0]))
		})},
		// What is fetched has to be there, and its address public, as if it were read.
		{"PREFETCHT0", "m", always, func(m *machine, in *Instruction) { m.get(&in.Operands[0], 8) }},
		{"STMXCSR", "m", always, func(m *machine, in *Instruction) {
			if m.control != 0 {
				m.Fail("MXCSR has flags of what was computed")
			}
			m.set(&in.Operands[0], m.Const(EntryMXCSR), 4)
		}},
		{"LDMXCSR", "m", always, func(m *machine, in *Instruction) {
			c, known := m.Value(m.get(&in.Operands[0], 4))
			if !known {
				m.Fail("MXCSR is set to what is not constant")
			}
			m.SetMXCSR(c)
		}},
	}
}

func conditional[W any](name string) Meaning[W] {
	return func(m *Machine[W], in *Instruction) {
		x := m.get(&in.Operands[0], 8) // which is read whether the condition holds or not
		m.set(&in.Operands[1], m.Select(m.Condition(name), x, m.get(&in.Operands[1], 8)), 8)
	}
}

func sum[W any](withCarry bool) Meaning[W] {
	return func(m *Machine[W], in *Instruction) {
		carry := m.Const(0)
		if withCarry {
			carry = m.carryFlag()
		}
		x, y := m.get(&in.Operands[1], 8), m.get(&in.Operands[0], 8)
		s, c := m.Add(x, y, carry)
		m.setBit(&m.carry, c)
		m.setOverflow(x, y, s)
		m.setResult(s)
		m.set(&in.Operands[1], s, 8)
	}
}

func difference[W any](withBorrow bool) Meaning[W] {
	return func(m *Machine[W], in *Instruction) {
		borrow := m.Const(0)
		if withBorrow {
			borrow = m.carryFlag()
		}
		if a, b := &in.Operands[0], &in.Operands[1]; a.Kind == General && b.Kind == General && a.Register == b.Register {
			// x - x - borrow, whatever is in x.
			m.set(b, m.compare(m.Const(0), m.Const(0), borrow), 8)
			return
		}
		x, y := m.get(&in.Operands[1], 8), m.get(&in.Operands[0], 8)
		m.set(&in.Operands[1], m.compare(x, y, borrow), 8)
	}
}

// compare returns x - y - borrow and sets the flags.
func (m *Machine[W]) compare(x, y, borrow W) W {
	d, b := m.Sub(x, y, borrow)
	m.setBit(&m.carry, b)
	m.setOverflow(y, d, x) // x = y + d
	m.setResult(d)
	return d
}

// comparison sets the flags for the first operand minus the second one. Numbers of fewer
// bytes are shifted up, which leaves CF, ZF, SF and OF.
func comparison[W any](bytes uint) Meaning[W] {
	return func(m *Machine[W], in *Instruction) {
		x, y := m.get(&in.Operands[0], bytes), m.get(&in.Operands[1], bytes)
		if bytes < 8 {
			x, y = m.shl(x, 64-8*bytes), m.shl(y, 64-8*bytes)
		}
		m.compare(x, y, m.Const(0))
	}
}

// productFlags sets CF and OF; ZF and SF are undefined.
func (m *Machine[W]) productFlags(needed W) {
	m.noResult()
	m.setBit(&m.carry, needed)
	m.setBit(&m.overflow, needed)
}

func (m *Machine[W]) signedProductFlags(high, low W) {
	sign := m.Sar(low, m.Const(63))
	m.productFlags(m.Xor(m.IsZero(m.Xor(high, sign)), m.Const(1)))
}

func (m *Machine[W]) logicFlags(x W) {
	m.setBit(&m.carry, m.Const(0))
	m.setBit(&m.overflow, m.Const(0))
	m.setResult(x)
}

func andWords[W any](m *Machine[W], x, y W) W { return m.And(x, y) }
func orWords[W any](m *Machine[W], x, y W) W  { return m.Or(x, y) }
func xorWords[W any](m *Machine[W], x, y W) W { return m.Xor(x, y) }

func logic[W any](bytes uint, f func(m *Machine[W], x, y W) W) Meaning[W] {
	return func(m *Machine[W], in *Instruction) {
		a, b := &in.Operands[0], &in.Operands[1]
		var x W
		if strings.HasPrefix(in.Op, "XOR") && a.Kind == General && b.Kind == General && a.Register == b.Register {
			x = m.Const(0) // whatever is in the register
		} else {
			x = f(m, m.get(a, bytes), m.get(b, bytes))
		}
		m.set(b, x, bytes)
		if bytes == 4 {
			x = m.shl(x, 32)
		}
		m.logicFlags(x)
	}
}

// shift makes the meaning of a shift from f, which returns the result and the last bit
// that was shifted out.
func shift[W any](f func(m *Machine[W], x W, n uint) (W, W)) Meaning[W] {
	return func(m *Machine[W], in *Instruction) {
		n := uint(in.Operands[0].Value)
		if n == 0 || n > 63 {
			m.Fail("a shift by %d", n)
		}
		x, c := f(m, m.get(&in.Operands[1], 8), n)
		m.set(&in.Operands[1], x, 8)
		m.setResult(x)
		m.setBit(&m.carry, c)
		m.overflow.defined = false
	}
}

// vectors makes the meaning of a vector instruction from a function of its sources: the
// operands but the immediate, the mask and the last one, of n words each; the third is the
// destination, if that accumulates.
func vectors[W any](f func(m *Machine[W], in *Instruction, v [3][8]W, n int) [8]W) Meaning[W] {
	return func(m *Machine[W], in *Instruction) {
		last := &in.Operands[len(in.Operands)-1]
		sources := in.Operands[:len(in.Operands)-1]
		if sources[0].Kind == Immediate {
			sources = sources[1:]
		}
		var mask *Operand
		if k := &sources[len(sources)-1]; k.Kind == Mask {
			mask, sources = k, sources[:len(sources)-1]
		}
		n := last.Kind.Words()
		if last.Kind == Memory {
			n = sources[0].Kind.Words()
		}
		var v [3][8]W
		for i := range sources {
			v[i] = m.words(&sources[i], n)
		}
		if in.form.accumulates {
			v[2] = m.words(last, n)
		}
		out := f(m, in, v, n)
		if mask != nil {
			m.masked(in, mask, last, n, &out)
		}
		m.setWords(last, n, &out)
	}
}

// masked replaces the words of out whose bit in the mask is 0: by zero, or by what last holds.
func (m *Machine[W]) masked(in *Instruction, mask, last *Operand, n int, out *[8]W) {
	var old [8]W
	if strings.HasSuffix(in.Op, ".Z") {
		for i := range old {
			old[i] = m.Const(0)
		}
	} else {
		old = m.words(last, n)
	}
	k := m.maskRegister(mask.Register)
	for i := range n {
		out[i] = m.Select(m.bit(k, uint(i)), out[i], old[i])
	}
}

func broadcast[W any](f func(m *Machine[W], in *Instruction) W) Meaning[W] {
	return func(m *Machine[W], in *Instruction) {
		last := &in.Operands[len(in.Operands)-1]
		n := last.Kind.Words()
		var out [8]W
		x := f(m, in)
		for i := range n {
			out[i] = x
		}
		if len(in.Operands) == 3 {
			m.masked(in, &in.Operands[1], last, n, &out)
		}
		m.setWords(last, n, &out)
	}
}

func first[W any](m *Machine[W], x [3]W) W            { return x[0] }
func vectorSum[W any](m *Machine[W], x [3]W) W        { return m.plus(x[1], x[0]) }
func vectorDifference[W any](m *Machine[W], x [3]W) W { return m.minus(x[1], x[0]) }
func vectorAnd[W any](m *Machine[W], x [3]W) W        { return m.And(x[0], x[1]) }
func vectorOr[W any](m *Machine[W], x [3]W) W         { return m.Or(x[0], x[1]) }
func vectorXor[W any](m *Machine[W], x [3]W) W        { return m.Xor(x[0], x[1]) }

// halves makes of a function on numbers below 2^32 one on words.
func halves[W any](f func(m *Machine[W], x, y W) W) func(m *Machine[W], x [3]W) W {
	return func(m *Machine[W], x [3]W) W {
		low := f(m, m.Truncate(x[0], 32), m.Truncate(x[1], 32))
		return m.Or(low, m.shl(f(m, m.shr(x[0], 32), m.shr(x[1], 32)), 32))
	}
}

// same reports whether the two sources of in are one register.
func same(in *Instruction) bool {
	a, b := &in.Operands[0], &in.Operands[1]
	return len(in.Operands) == 3 && a.Kind != Memory && a.Register == b.Register
}

// sameIsZero and sameIsOnes make an instruction constant where its sources are one register,
// whatever that holds.
func sameIsZero[W any](f Meaning[W]) Meaning[W] { return constantIfSame(f, 0) }
func sameIsOnes[W any](f Meaning[W]) Meaning[W] { return constantIfSame(f, ^uint64(0)) }

func constantIfSame[W any](f Meaning[W], c uint64) Meaning[W] {
	return func(m *Machine[W], in *Instruction) {
		if !same(in) {
			f(m, in)
			return
		}
		last := &in.Operands[2]
		var out [8]W
		for i := range out {
			out[i] = m.Const(c)
		}
		m.setWords(last, last.Kind.Words(), &out)
	}
}

// unpack takes words i of each pair, from the second source and then the first.
func unpack[W any](i int) Meaning[W] {
	return vectors(func(m *Machine[W], _ *Instruction, v [3][8]W, n int) (out [8]W) {
		for j := 0; j < n; j += 2 {
			out[j], out[j+1] = v[1][j+i], v[0][j+i]
		}
		return out
	})
}

// quarters permutes four words, and the next four in the same way, by two bits each.
func quarters[W any]() Meaning[W] {
	return vectors(func(m *Machine[W], in *Instruction, v [3][8]W, n int) (out [8]W) {
		for i := range n {
			out[i] = v[0][i&^3+int(in.Operands[0].Value>>(2*(i&3))&3)]
		}
		return out
	})
}

// pairs takes one of the two words of a pair for each word, by one bit.
func pairs[W any]() Meaning[W] {
	return vectors(func(m *Machine[W], in *Instruction, v [3][8]W, n int) (out [8]W) {
		for i := range n {
			out[i] = v[0][i&^1+int(in.Operands[0].Value>>i&1)]
		}
		return out
	})
}

// permutation takes words of the first source by the indices in the second.
func permutation[W any]() Meaning[W] {
	return vectors(func(m *Machine[W], _ *Instruction, v [3][8]W, n int) (out [8]W) {
		bits := map[int]uint{4: 2, 8: 3}[n]
		for i := range n {
			out[i] = m.pick(v[0][:n], m.Truncate(v[1][i], bits))
		}
		return out
	})
}

// pick returns list[index].
func (m *Machine[W]) pick(list []W, index W) W {
	if c, ok := m.Value(index); ok {
		return list[c]
	}
	x := list[0]
	for i := 1; i < len(list); i++ {
		x = m.Select(m.IsZero(m.Xor(index, m.Const(uint64(i)))), list[i], x)
	}
	return x
}

// ternary is a function of the destination a and the sources b and c, by its table of
// truth. Those that occur have a formula.
func ternary[W any]() Meaning[W] {
	return vectors(func(m *Machine[W], in *Instruction, v [3][8]W, n int) (out [8]W) {
		for i := range n {
			a, b, c := v[2][i], v[1][i], v[0][i]
			switch in.Operands[0].Value {
			case 0xf8:
				out[i] = m.Or(a, m.And(b, c))
			case 0xa8:
				out[i] = m.And(m.Or(a, b), c)
			case 0xd8:
				out[i] = m.Or(m.And(b, c), m.And(a, m.not(c)))
			case 0x96:
				out[i] = m.Xor(m.Xor(a, b), c)
			case 0xca:
				out[i] = m.Or(m.And(a, b), m.And(m.not(a), c))
			case 0xe8:
				out[i] = m.Or(m.And(a, b), m.And(m.Or(a, b), c))
			default:
				m.Fail("no formula for the table %#x", in.Operands[0].Value)
			}
		}
		return out
	})
}

func vectorShift[W any](f func(m *Machine[W], x W, n uint) W) Meaning[W] {
	return vectors(func(m *Machine[W], in *Instruction, v [3][8]W, n int) (out [8]W) {
		for i := range n {
			if by := in.Operands[0].Value; by < 64 {
				out[i] = f(m, v[0][i], uint(by))
			} else {
				out[i] = m.Const(0)
			}
		}
		return out
	})
}
