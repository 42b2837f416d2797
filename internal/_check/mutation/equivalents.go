// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package mutation

import (
	"encoding/binary"
	"regexp"
	"slices"
	"strings"

	"secant.example/internal/_check/x86"
)

// A Rule says of mutants that no call shows why they are equivalent.
type Rule struct {
	Name   string
	Reason string
	holds  func(a *analysis, m *Mutant) bool
}

// Rules are what was reviewed.
var Rules = []Rule{
	{"dead", "what the instruction sets, in its own form and in the other, is not read before it is set again",
		func(a *analysis, m *Mutant) bool { return a.dead(m.Index, m.Old()) && a.dead(m.Index, m.New) }},

	{"no carry", "the carry that it would add is always 0: on all paths the flags are those of a bitwise operation, of a comparison of equal numbers, or of " +
		"the end of a chain, whose carry the routine itself drops, and has to be 0 for that, or of a product that has to fit in its low word. That they are is for the bounds to show",
		func(a *analysis, m *Mutant) bool {
			switch m.Old().Op + " " + m.New.Op {
			case "ADDQ ADCQ", "SUBQ SBBQ", "ADCQ ADDQ", "SBBQ SUBQ":
			default:
				return false
			}
			for def := range a.carries[m.Index] {
				if def < 0 || !a.noCarry(def) {
					return false
				}
			}
			return true
		}},

	{"other chain", "both carries are 0 before it, and the next word takes both, so that it gets the same sum",
		func(a *analysis, m *Mutant) bool {
			if o, n := m.Old().Op, m.New.Op; o != "ADCXQ" && o != "ADOXQ" || n != "ADCXQ" && n != "ADOXQ" || o == n {
				return false
			}
			for def := range a.carries[m.Index] {
				if def < 0 || a.text.Instructions[def].Op != "XORL" {
					return false
				}
			}
			for i := m.Index - 1; a.text.Instructions[i].Op != "XORL"; i-- {
				if a.text.Instructions[i].Writes() != 0 {
					return false
				}
			}
			carry, overflow := a.next(m.Index, x86.Carry), a.next(m.Index, x86.Overflow)
			return carry != nil && overflow != nil && carry.Operands[1] == overflow.Operands[1]
		}},

	{shortNumber, "the number is below 2^31, so that 32 bits and 64 with zeros or its sign are the same: it is a constant, a count, a mask that is negated, or listed with its reason",
		func(a *analysis, m *Mutant) bool {
			if isSmall(m) || a.negatesMask(m) {
				return true
			}
			old, in := m.Old(), m.New
			switch old.Op + " " + in.Op {
			case "MOVL MOVQ", "MOVQ MOVL", "ANDL ANDQ":
			default:
				return false
			}
			o := &old.Operands[0]
			return o.Kind == x86.Immediate && o.Value < 1<<31 && old.Operands[1].Kind == x86.General ||
				o.Kind == x86.Memory && o.Base == x86.Arguments && counts[o.Name]
		}},

	{"still there", "the register holds what it loads: it was stored there in this block, and neither has changed",
		func(a *analysis, m *Mutant) bool {
			swapped := m.Kind == Swapped && m.New.Op == m.Old().Op
			return a.stillThere(m.Index) && (m.New.Dropped() || swapped || a.dead(m.Index, m.New))
		}},

	{"equality", "the operands of a comparison change places, and only whether they are equal is asked",
		func(a *analysis, m *Mutant) bool {
			if m.Kind != Swapped || m.Old().Op != "CMPQ" || m.Index+1 == len(a.text.Instructions) {
				return false
			}
			next := a.text.Instructions[m.Index+1].Op
			return (next == "JEQ" || next == "JNE") && a.flags[m.Index+1] == 0
		}},

	{"equal halves", "in a look-up, both halves of each word are the index, or the number of an entry, so that words are " +
		"equal if halves are, and a small number added to both carries nothing from one into the other",
		func(a *analysis, m *Mutant) bool {
			switch m.Old().Op + " " + m.New.Op {
			case "VPCMPEQD VPCMPEQQ", "VPADDD VPADDQ":
			default:
				return false
			}
			for i := range a.text.Instructions {
				if a.text.Instructions[i].Op == "VPBROADCASTD" {
					return true
				}
			}
			return false
		}},

	{"nothing beside the mask", "a | b&mask is (a | b)&mask, because a is a word shifted right until nothing is left beside the mask of 51 bits",
		func(a *analysis, m *Mutant) bool {
			old := m.Old()
			if m.Kind != Constant || old.Op != "VPTERNLOGQ" || old.Operands[0].Value != 0xa8 || m.New.Operands[0].Value != 0xf8 {
				return false
			}
			for i := m.Index - 1; i >= 0; i-- {
				in := &a.text.Instructions[i]
				if in.Control() != "" {
					return false
				}
				if n := len(in.Operands); n > 0 && in.Operands[n-1] == old.Operands[3] {
					return in.Op == "VPSRLQ" && in.Operands[0].Value >= 13
				}
			}
			return false
		}},

	{"which body", "a routine's bodies for several kinds of CPU compute the same, and this one's instructions every CPU has on the paths where it is done",
		func(a *analysis, m *Mutant) bool {
			features := func(i int) bool {
				in := &a.text.Instructions[i]
				return len(in.Operands) == 2 && in.Operands[0].Kind == x86.Memory && in.Operands[0].Name == x86.Features
			}
			return features(m.Index) || m.Index > 0 && features(m.Index-1) && (m.Old().Op == "JEQ" || m.Old().Op == "JNE")
		}},

	{"speed", "it keeps later instructions from being slow, and has no other effect that anyone sees",
		func(a *analysis, m *Mutant) bool { return m.Old().Op == "VZEROUPPER" }},

	{"no effect", "what it changes, word by word, is followed on all paths as secrets are: it gets into no jump, no address and no memory of the arguments. " +
		"So it is a lane or a bit of a mask that nobody uses, or what it sets is there already",
		func(a *analysis, m *Mutant) bool {
			return m.Old().Control() == "" && m.New.Control() == "" && a.same(m)
		}},

	{"short lanes", "as the bounds show, a sum in lanes has at most 32 bits, and so nothing carries from one half of a word into the other; or factors have at most 31, " +
		"and so no sign",
		func(a *analysis, m *Mutant) bool {
			switch m.Old().Op + " " + m.New.Op {
			case "VPADDQ VPADDD", "VPMULUDQ VPMULDQ":
				return a.short(m.Text, m.Index)
			}
			return false
		}},

	{"empty halves", "the lower halves of one operand are 0, from the shifts before, and so nothing carries from one half of a word into the other",
		func(a *analysis, m *Mutant) bool {
			old := m.Old()
			if old.Op != "VPADDQ" || m.New.Op != "VPADDD" || m.Index < 2 || a.target(m.Index) || a.target(m.Index-1) {
				return false
			}
			left, right := &a.text.Instructions[m.Index-2], &a.text.Instructions[m.Index-1]
			if left.Op != "VPSLLQ" || right.Op != "VPSRLQ" || left.Operands[0].Kind != x86.Immediate || right.Operands[0].Kind != x86.Immediate {
				return false
			}
			v := right.Operands[2]
			const half = 32
			return left.Operands[2] == v && right.Operands[1] == v && (old.Operands[0] == v) != (old.Operands[1] == v) &&
				left.Operands[0].Value >= half+right.Operands[0].Value
		}},

	{"halfway", "a constant that is added to a sum of doubles and taken away again, to split the sum, is the next multiple of what it rounds to: " +
		"so only what is halfway is rounded to the other side, and the two parts have the same sum and the same bounds",
		func(a *analysis, m *Mutant) bool { return false }},

	{"listed", "no domain finds anything, and a reviewed list has the reason why that is right",
		func(a *analysis, m *Mutant) bool { return false }},

	{"same division steps", "package divsteps shows of it what it shows of the routine, and that is all that the routine leaves, for all arguments",
		func(a *analysis, m *Mutant) bool { return false }},

	{"same hash", "package hashes shows of it what it shows of the routine, and that is all that the routine leaves, for all arguments",
		func(a *analysis, m *Mutant) bool { return false }},
}

// roundsOtherwise reports whether m is such a change. Those constants are of the columns 5 to 8 of products modulo the prime of
// secp256k1, whose parts are added up as doubles; in those below, the bits of what is rounded are used, which have the constant in them.
func roundsOtherwise(m *Mutant) bool {
	old := binary.LittleEndian.Uint64(m.Data.Bytes[8*m.Word:])
	return rounding.MatchString(m.Data.Name) && (m.Value == old+1 || m.Value == old-1)
}

var rounding = regexp.MustCompile(`^curveC1_[5-8]<>$`)

const shortNumber = "short number"

// ByReview is the rule for mutants that are listed one by one, for when neither another rule nor any domain covers them.
var ByReview = &Rules[len(Rules)-3]

// halfway is the rule for constants that round, of which [roundsOtherwise] finds out.
var halfway = &Rules[len(Rules)-4]

// SameDivsteps and SameHash are the rules for mutants that packages divsteps and hashes have followed: the judges' to find.
var SameDivsteps, SameHash = &Rules[len(Rules)-2], &Rules[len(Rules)-1]

// small are numbers that are small for a reason of their own: in which routine, what stands for what, and why.
var small = []reason{
	{regexp.MustCompile(`^sqrN255$`), regexp.MustCompile(`^(MOVL fold\+24\(FP\), (BP|DX) for MOVQ|SARQ \$0x1, BP for SHRQ) `), "fold is at most 37302"},
	{regexp.MustCompile(`^sqrN25519$`), regexp.MustCompile(`^SARQ \$0x33, \w+ for SHRQ `), "limbs before the last round of carries are below 2^60"},
	{regexp.MustCompile(`^ladder(IFMA)?$`), regexp.MustCompile(`^(MOVL (320|328|384|392)\(SP\), (AX|CX) for MOVQ|MOVL CX, AX for MOVQ|MOVL DX, (328|392)\(SP\) for MOVQ|MOVL bit\+24\(FP\), (AX|CX) for MOVQ|SARQ \$0x6, AX for SHRQ) `), "the place of a bit is below 256, and a bit is 0 or 1"},
	{regexp.MustCompile(`^select(Affine|Cached)$`), regexp.MustCompile(`^MOVL (index|negate)\+\d+\(FP\), \w+ for MOVQ `), "an index is at most 16, and what negates is 0 or 1"},
	{regexp.MustCompile(`^select(8|16)$`), regexp.MustCompile(`^MOVL index\+16\(FP\), AX for MOVQ `), "an index is at most 16"},
	{regexp.MustCompile(`^pointAddEach$`), regexp.MustCompile(`^MOVL 16\(CX\), AX for MOVQ `), "what negates is 0 or 1"},
	{regexp.MustCompile(`^pointAddSelected$`), regexp.MustCompile(`^(MOVBQSX 1?\(BX\), AX for MOVBLZX|MOVL AX, SI for MOVQ) `), "an index is at most 15, what negates is 0 or 1, and n is a count"},
	{regexp.MustCompile(`^windows[ES]$`), regexp.MustCompile(`^MOVBQSX [123]?\(BX\), \w+ for MOVBLZX `), "an index is at most 16, there are at most 5 doublings, and what negates is 0 or 1"},
	{regexp.MustCompile(`^(comb[ES]|pointComb)$`), regexp.MustCompile(`^MOVBQSX 1?\(BX\), \w+ for MOVBLZX `), "an index is at most 15, and what negates is 0 or 1"},
	{regexp.MustCompile(`^(point|lane)Windows$`), regexp.MustCompile(`^MOVBQSX 1?\(BX\), AX for MOVBLZX `), "an index is at most 8, and what negates is 0 or 1"},
	{regexp.MustCompile(`^columnEntries<>$`), regexp.MustCompile(`^MOVBQSX (\d+)?\(R9\), AX for MOVBLZX `), "an index is at most 15, and what negates is 0 or 1"},
	{regexp.MustCompile(`^point(Comb|Windows)$`), regexp.MustCompile(`^MOVQ AX, CX for MOVL AX, CX$`), "what negates is 0 or 1"},
	{regexp.MustCompile(`^vector(Comb|Windows)$`), regexp.MustCompile(`^MOVBQSX 1?\(BX\), AX for MOVBLZX `), "an index is at most 16, and what negates is 0 or 1"},
	{regexp.MustCompile(`^(laneSteps([ES]|Pair)?|each(Expanded)?Steps)$`), regexp.MustCompile(`^(MOVL (72|80|88)\(BX\), AX for MOVQ|SARQ \$0x1, AX for SHRQ) `), "of a step, doublings are few, scaled is 0 or 1, and entries of tables have small numbers"},
	{regexp.MustCompile(`^float(Each)?(Steps|Multiples|Rescale|SqrNMul|Differences|Chords)[ES]?$`), regexp.MustCompile(`^MOVL half\+\d+\(FP\), R13 for MOVQ `), "half is 0 or 1"},
	{regexp.MustCompile(`^float(Each)?Steps[ES]?$`), regexp.MustCompile(`^(MOVL (72|80|88)\(BX\), AX for MOVQ|SARQ \$0x4, DX for SHRQ|SARQ \$0x1, AX for SHRQ) `), "of a step, what is negative has 8 bits, doublings are few, scaled is 0 or 1, and entries of tables have small numbers"},
	{regexp.MustCompile(`^(lane|float)(Differences|Chords)$`), regexp.MustCompile(`^(MOVL 272\(BX\), AX for MOVQ|MOVL CX, AX for MOVQ|SARQ \$0x8, AX for SHRQ|SARQ \$0x[48c], DX for SHRQ) `), "of a step, what is negative has 16 bits, and whether it is a tangent is 0 or 1; and there are few steps"},
	{regexp.MustCompile(`^floatAddLanes$`), regexp.MustCompile(`^SARQ \$0x4, R14 for SHRQ \$0x4, R14$`), "what is negative has 8 bits"},
	{regexp.MustCompile(`^(sum|float)AddLanes(AnyZ)?$`), regexp.MustCompile(`^MOVL AX, \d*\(SP\) for MOVQ AX, \d*\(SP\)$`), "of the ends two bits are read"},
	{regexp.MustCompile(`^pointSteps$`), regexp.MustCompile(`^MOVL AX, ret\+32\(FP\) for MOVQ `), "what is left is at most the count"},
}

// inOctets are the routines of the generator's octetEngine.
var inOctets = regexp.MustCompile(`^(sum(Add(Lanes(AnyZ)?|Buckets)|OddMultiplesEach|Positions)|octet(Comb|Join)|ladderOctet(Pair)?|laneSteps([ES]|Pair)?|lane(Multiples|Rescale|Differences|Chords)|each(Expanded)?(Steps|Multiples))$`)

// listed are mutants that are equivalent for a reason of their own.
var listed = []reason{
	{regexp.MustCompile(`^ladderIFMA$`), regexp.MustCompile(`^(nothing|MOVQ s\+0\(FP\), R8|MOVQ DI, s\+0\(FP\)) for MOVQ s\+0\(FP\), DI$`), "DI holds that already"},
	{regexp.MustCompile(`^ladderIFMA$`), regexp.MustCompile(`^VPORQ (left|right)Index<>\+0\(SB\), Y25, Y2[67] for VPXORQ `), "Y25 has 0 or 2 where the constant has 0 or 1, and 0 elsewhere: no bit is in both"},
	{regexp.MustCompile(`^ladderIFMA$`), regexp.MustCompile(`^VPUNPCKLQDQ Y22, Y20, Y15 for VPUNPCKLQDQ Y21, Y20, Y15$|^VSHUFI64X2 \$0x0, Y18, Y17, Y21 for |^VSHUFI64X2 \$0x3, Y18, Y17, Y23 for `),
		"it changes lanes 0 and 1 of what is stored at 160(SP), which is read with the mask K5, lanes 2 and 3"},
	{regexp.MustCompile(`^sumOddMultiples$`), regexp.MustCompile(` for (VMOVDQU64 64\(DI\), Y23|VINSERTI64X4 \$0x1, 64\(SI\), Z23, Z23)$`), "this is 2d·T of the first entries, which are added to the neutral element: its T, by which that is multiplied, is 0"},
	{regexp.MustCompile(`^pointSum$`), regexp.MustCompile(`^CMPL 28\(CX\), \$0x2 for CMPL 28\(CX\), \$0x1$`), "it computes T before a single doubling too, which does not read it"},
	{regexp.MustCompile(`^pointSum$`), regexp.MustCompile(`^MOVQ 8\(CX\), AX for MOVL 8\(CX\), AX$`), "addition looks at the lowest two bits of the flags alone"},
	{regexp.MustCompile(`^pointAddEach$`), regexp.MustCompile(`^(nothing|MOVQ 96\(SI\), DX|MOVQ 104\(SI\), CX) for MOVQ 96\(SI\), CX$|^ORQ 96\(SI\), CX for ORQ 104\(SI\), CX$|^(nothing|CMPQ CX, \$0x0) for CMPQ CX, \$0x1$|` +
		`^SUBQ CX, CX for SBBQ CX, CX$|^ANDL \$0x0, CX for ANDL \$0x2, CX$|^(nothing|ORQ CX, CX|ORQ AX, CX) for ORQ CX, AX$`), "it does not find out that Z = 1, for which addition has a shorter way to the same sum"},
	{regexp.MustCompile(`^addition<>$`), regexp.MustCompile(`^TESTL \$0x2, 244\(SP\) for TESTL \$0x2, 240\(SP\)$`), "it looks at bits of the flags that are 0, and does not find out that Z = 1"},
	{regexp.MustCompile(`^addition<>$`), regexp.MustCompile(`^MOVL AX, 240\(SP\) for `), "of the flags that are kept only bit 1 is read"},
	{regexp.MustCompile(`^addition<>$`), regexp.MustCompile(`^MOVQ CX, 240\(SP\) for MOVQ AX, 240\(SP\)$`), "bit 1 of CX is that flag in pointAddEach, and that of an address, 0, in pointSum, so that Z = 1 is not found out"},
	{regexp.MustCompile(`^addition<>$`), regexp.MustCompile(`^(nothing|MOVQ SI, 200\(SP\)) for MOVQ 200\(SP\), SI$`), "SI holds that already"},
	{regexp.MustCompile(`^eachExpandedSteps$`), regexp.MustCompile(`^(nothing|MOVQ \d+\(BX\), (R8|DI)) for MOVQ (8\d|9\d|1\d\d)\(BX\), DI$`), "it fetches another entry of the next step: sums are the same, and wait"},
	{regexp.MustCompile(`^float(Each)?Steps[ES]?$`), regexp.MustCompile(`^(nothing|MOVQ \d+\(BX\), \w+) for MOVQ (8\d|9\d|1\d\d)\(BX\), R(9|1[0-2])$|^CMPQ CX, \$0x2 for CMPQ CX, \$0x1$`), "it fetches another entry of the next step, or not those of the last one: sums are the same, and wait"},
	{regexp.MustCompile(`^fetchEntries$`), regexp.MustCompile(`^nothing for JNE step$`), "it fetches the first entry alone: sums are the same, and wait"},
	{regexp.MustCompile(`^floatSum$`), regexp.MustCompile(`^MOVQ \$0x7, CX for MOVQ \$0x8, CX$|^CMPQ DX, \$0x9 for CMPQ DX, \$0x8$|^nothing for JGE first$|^MOVL DX, CX for MOVQ DX, CX$|^CMPQ DX, \$0xa for CMPQ DX, \$0x9$`),
		"it fetches one entry less ahead, or all of them at first, or the same ones: there are fewer than 2^32 steps, and sums are the same"},
	{regexp.MustCompile(`^pointSteps$`), regexp.MustCompile(`^MOVL R8, AX for MOVQ R8, AX$|^ORQ AX, R11 for ORQ R11, AX$|^(nothing|ANDQ BX, R11) for ANDQ R11, BX$`), "it takes more sums for exceptional, which the caller does with formulas that are complete"},
	{regexp.MustCompile(`^pointRescale$`), regexp.MustCompile(`^(nothing|MOVQ (R8, \(SP\)|R9, 8\(SP\)|R10, 16\(SP\)|R11, 24\(SP\))|MOVQ \d*\(SP\), R(9|10|11|12)) for MOVQ (\(SP\), R8|8\(SP\), R9|16\(SP\), R10|24\(SP\), R11)$`),
		"the registers hold that from the last round of the loop, and the others that it changes are loaded or set before they are read"},
	{regexp.MustCompile(`^(windows|sum)E$`), regexp.MustCompile(`^nothing for JNE done\d+$`), "it computes T before doublings too, which do not read it"},
	{regexp.MustCompile(`^windowsE$`), regexp.MustCompile(`^ADCXQ BX, R15 for ADOXQ BX, R15$`), "the other chain carries nothing into it, because the two highest words of η have a sum below 2^64"},
	{regexp.MustCompile(`^(integer(Product|Square)|floatProduct)<>$`), regexp.MustCompile(`^[A-Z]+ \d*\(DI\), .* for [A-Z]+ \d*\(SI\), `), "where roots are computed, z is x"},
	{regexp.MustCompile(`^quadSqrNMul$`), regexp.MustCompile(` for VMOVDQU \d+\(BX\), Y[0-4]$`), "the product left in that register what is loaded; what is loaded into another one is not read"},
	{inOctets, regexp.MustCompile(`^(nothing|VMOVDQU64 [YZ]\d+, \d*\((SI|DI|BX|R1[35])\)|VMOVDQU64 \d*\((SI|DI|BX|R1[35])\), [YZ]\d+) for VMOVDQU64 \d*\((SI|DI|BX|R1[35])\), [YZ]([0-46-9]|22)$`), "the operation before it left in that register what is loaded; what is loaded into another one is not read"},
	{inOctets, regexp.MustCompile(`^VPMADD52[LH]UQ [YZ]6, [YZ][0-4], [YZ]1\d for VPMADD52[LH]UQ [YZ]5, [YZ][0-4], [YZ]1\d$`), "Z6 has the same limb, of an element that was written or read beside the product before it"},
	{inOctets, regexp.MustCompile(`^(nothing|VPANDQ Z28, Z2\d, Z2\d) for VPANDQ Z28, (Z[0-3], Z[0-3]|Z2[0-3], Z2[0-3])$`), "what goes to Go's memory has 52 bits already, where it is a coordinate that sums read too; and what is written to another row is set before it is read"},
	{regexp.MustCompile(`^vectorAdd<>$`), regexp.MustCompile(`^ANDL \$0x8, AX for ANDL \$0x88, AX$`), "the registers have four lanes"},
	{regexp.MustCompile(`^vectorAddSignedWide<>$`), regexp.MustCompile(`^ANDL \$0x87, AX for ANDL \$0x88, AX$`), "B, A and D change their signs in the lower half, and not C: so do all of H, E, G and F, whose products are the same"},
	{regexp.MustCompile(`^octetJoin$`), regexp.MustCompile(`^VPERMILPD.Z \$0x33, Y15, K3, Y19 for VPERMILPD.Z \$0x33, Y14, K3, Y19$|^VPSUBQ Y20, Y31, K1, Y19 for VPSUBQ Y19, Y31, K1, Y19$`),
		"limb 4 of X of the first column is still there, in lane 1, since it was transposed"},
	{regexp.MustCompile(`^octetJoin$`), regexp.MustCompile(`^(VPADDQ bias\d|VMOVDQU64 d2in52)<>\+(8|72|136|200|264)\(SB\), .* for `), "a limb of the constant is the same in all of its eight lanes, of which four are read"},
	{regexp.MustCompile(`^octetComb$`), regexp.MustCompile(`^(nothing|VPMOVZXBQ \(SI\), Z21) for VPMOVZXBQ \(SI\), Z20$`), "the look-up of the limb before left the digits there"},
	{regexp.MustCompile(`^sumPositions$`), regexp.MustCompile(`^VPSRLQ \$0x30, Z23, Z2[01] for VPSRLQ \$0x30, Z22, Z2[01]$|^VPANDQ Z31, Z23, Z22 for VPANDQ Z31, Z22, Z22$`), "Z23 has the last limb of T, from when it was gathered"},
	{regexp.MustCompile(`^sumAddBuckets$`), regexp.MustCompile(`^MOVL AX, CX for MOVQ AX, CX$`), "there are less than 2^32 buckets, each of which takes 2560 bytes"},
	{regexp.MustCompile(`^floatAdd(Lanes|Buckets)$`), regexp.MustCompile(`^nothing for LEAQ \d+\(R10\), (DI|SI|DX)$|^LEAQ \d+\(R10\), DI for LEAQ \d+\(R10\), SI$`), "the register holds that already: what is called leaves it; and DI is set next"},
	{regexp.MustCompile(`^floatAdd(Lanes|Buckets)$`), regexp.MustCompile(`^(nothing|VMOV(DQU|UPD) Y[0-4], \d*\(R1[03]\)|VMOV(DQU|UPD) \d*\(R1[03]\), Y[1-5]) for VMOV(DQU|UPD) \d*\(R1[03]\), Y[0-4]$`), "the product left in that register what is loaded; what is loaded into another one is not read"},
	{regexp.MustCompile(`^floatOddMultiples$`), regexp.MustCompile(`^(nothing|VMOVDQU Y[0-4], \d+\(R10\)|VMOVDQU \d+\(R10\), Y[1-5]) for VMOVDQU \d+\(R10\), Y[0-4]$`), "the product left in that register what is loaded; what is loaded into another one is not read"},
	{regexp.MustCompile(`^floatOddMultiples$`), regexp.MustCompile(`^(nothing|LEAQ \d+\(R10\), DI) for LEAQ \d*\(R10\), DI$`), "what is stored there is set anew before it is read, and so is what is next to it; or the register holds that already"},
	{regexp.MustCompile(`^floatOddMultiples$`), regexp.MustCompile(`^(nothing|LEAQ (\d+\(R10\)|\w+<>\+0\(SB\)), (DI|BX)) for LEAQ (\d+\(R10\)|\w+<>\+0\(SB\)), (SI|DX)$`), "the register holds that already: what is called leaves it; DI is set next, and BX is not read"},
	{regexp.MustCompile(`^floatOddMultiples$`), regexp.MustCompile(`^VPERMQ \$0x(7d|69), Y[0-4], Y5 for VPERMQ \$0x79, Y[0-4], Y5$|^VPERMQ \$0x(33|22), Y[0-4], Y6 for VPERMQ \$0x23, Y[0-4], Y6$`), "it takes F for G, or G for F, which are the same in the sum with the identity, whose T is 0"},
	{regexp.MustCompile(`^floatOddMultiples$`), regexp.MustCompile(` for (VMOVDQU 64\(R[89]\), Y7|VPUNPCK[LH]QDQ Y8, Y7, Y1[12])$`), "this is 2d·T of the first entries, which are added to the identity: its T, by which that is multiplied, is 0"},
	{regexp.MustCompile(`^floatAddBuckets$`), regexp.MustCompile(`^MOVL R12, CX for MOVQ R12, CX$`), "there are less than 2^32 buckets"},
	{regexp.MustCompile(`^float((Each)?Steps[ES]?|Chords)$`), regexp.MustCompile(`^(nothing|MOVQ DX, (128|264)\(BX\)) for MOVQ (128|264)\(BX\), DX$|^nothing for LEAQ curveSigns<>\+0\(SB\), DI$`), "DX and DI hold that already"},
	{regexp.MustCompile(`^float((Each)?Steps[ES]?|Chords)$`), regexp.MustCompile(`^nothing for ANDL \$0xf, AX$`), "what is negative has 16 bits, and was shifted by 12"},
	{regexp.MustCompile(`^float((Each)?Steps[ES]?|Chords)$`), regexp.MustCompile(`^VFMSUB231PD \(DI\)\(AX\*1\), Y\d, Y\d for VFMADD231PD `), "it takes away the 0 that it should add: so a limb that is 0 may have another sign, and every product with it is as before"},
	{regexp.MustCompile(`^floatSteps$`), regexp.MustCompile(`^LEAQ (3848|3832)\(R15\), DI for LEAQ 3840\(R15\), DI$|^LEAQ 4008\(R15\), DI for LEAQ 4000\(R15\), DI$`), "what is stored there is set anew from the registers, with the signs, and what is next to it is set before it is read"},
	{regexp.MustCompile(`^floatEachMultiples$`), regexp.MustCompile(`^(nothing|LEAQ d2Floats<>\+0\(SB\), BX) for LEAQ d2Floats<>\+0\(SB\), DX$`), "DX holds that already: what is called leaves it; and BX is not read"},
	{regexp.MustCompile(`^floatRescale$`), regexp.MustCompile(`^nothing for LEAQ curveBeta<>\+0\(SB\), DX$`), "DX holds that already: what is called leaves it"},
	{regexp.MustCompile(`^pointComb$`), regexp.MustCompile(`^(nothing|MOVQ BX, 3(04|20)\(SP\)|MOVQ 3(04|20)\(SP\), BP) for MOVQ 3(04|20)\(SP\), BX$`), "BX holds that already, and BP is set before it is read"},
	{regexp.MustCompile(`^pointComb$`), regexp.MustCompile(`^(nothing|ADDQ \$0x2, BX|SUBQ \$0x0, BX) for SUBQ \$0x2, BX$`), "after the last digit it looks one up that nobody uses: with this the last one again, without it one of the next row"},
	{regexp.MustCompile(`^pointComb$`), regexp.MustCompile(`^SBBQ \(DI\), R8 for SUBQ \(DI\), R8$`), "there is no carry: what was added or compared before are pointers, and a count with 1"},
	{regexp.MustCompile(`^pointWindows$`), regexp.MustCompile(`^(nothing|MOVQ BX, digits\+24\(FP\)|MOVQ digits\+24\(FP\), BP) for MOVQ digits\+24\(FP\), BX$`), "BX holds that already, and BP is set before it is read"},
	{regexp.MustCompile(`^pointWindows$`), regexp.MustCompile(`^nothing for JMP next2$`), "what comes then is the start with one chain, which looks the same digit up again and goes on"},
	{regexp.MustCompile(`^pointWindows$`), regexp.MustCompile(`^VPCMPEQD Y0, Y2, Y3 for VPCMPEQD Y0, Y1, Y3$|^VPADDD Y2, Y2, Y1 for VPADDD Y2, Y1, Y1$`), "Y1 is a copy of Y2 at the first entry"},
	{regexp.MustCompile(`^pointWindows$`), regexp.MustCompile(`^VPOR Y4, Y[678], Y[567] for VPOR Y4, Y[567], Y[567]$`), "Y5 to Y8 are all 0 at the first entry"},
	{regexp.MustCompile(`^laneWindows$`), regexp.MustCompile(`^VPADDD Y13, Y[014], Y[014] for VPADDQ `), "the even limb is below 2^26, as it was masked last, and the odd one is added 26 bits higher: nothing carries out of the lower half"},
	{regexp.MustCompile(`^laneWindows$`), regexp.MustCompile(`^VPSRLQ \$0x34, Y1, Y10 for VPSRLQ \$0x33, Y1, Y10$|^nothing for VPAND Y15, Y1, Y1$|^(nothing|VPSUBQ Y10, Y2, Y2) for VPADDQ Y10, Y2, Y2$`),
		"limb 1 is below 2^51, as both of its parts were masked last, and so its carry is 0"},
	{regexp.MustCompile(`^laneComb$`), regexp.MustCompile(`^nothing for LEAQ \d+\(R10\), DX$`), "DX holds that already: what is called leaves it"},
	{regexp.MustCompile(`^laneComb$`), regexp.MustCompile(`^VPADDD Y10, Y2, Y2 for VPADDQ `), "limb 2 is even, as it was doubled, and the carry at most 1"},
	{regexp.MustCompile(`^laneComb$`), regexp.MustCompile(`^VPSRLQ \$0x3[34], Y[0-5], Y\d+ for VPSRLQ \$0x33, Y[0124], Y\d+$|^(nothing|VPAND Y15, Y4, Y5) for VPAND Y15, Y[124], Y[124]$|^nothing for VPMULUDQ Y14, Y13, Y13$|` +
		`^(nothing|VPSUBQ Y13, Y0, Y0) for VPADDQ Y13, Y0, Y0$|^(nothing|VPSUBQ Y10, Y2, Y2|VPADDQ Y11, Y2, Y2) for VPADDQ Y10, Y2, Y2$|^(nothing|VPSUBQ Y11, Y3, Y3) for VPADDQ Y11, Y3, Y3$`),
		"where 2Z is stored, limbs 1, 2 and 4 are below 2^51, as both of their parts were masked last, and so their carries are 0"},
	{regexp.MustCompile(`^laneComb$`), regexp.MustCompile(`^VPSRLQ \$0x34, Y0, Y9 for |^(nothing|VPAND Y0, Y0, Y0) for VPAND Y15, Y0, Y0$|^(nothing|VPSUBQ Y9, Y1, Y1|VPADDQ Y10, Y1, Y1) for VPADDQ Y9, Y1, Y1$`),
		"where 2Z is stored, limb 0 gets nothing from limb 4, and so does not carry a second time"},
	{regexp.MustCompile(`^constants$`), regexp.MustCompile(`^shifts\w+<>\+\d+: 0x[4-9a-f][\da-f] for 0x[4-9a-f][\da-f]$`), "counts from 64 on leave 0"},
	{regexp.MustCompile(`^constants$`), regexp.MustCompile(`^packedBias0?<>\+8: `), "differences are never used in lane 1"},
	{regexp.MustCompile(`^constants$`), regexp.MustCompile(`^lowerHalf<>\+\d+: 0x7fffffff for `), "a limb is below 2^31"},
	{regexp.MustCompile(`^vectorWindows$`), regexp.MustCompile(`^VPCMPEQD Y5, Y6, Y8 for VPCMPEQQ Y5, Y6, Y8$`), "of whether the index is 0 only the lowest bit is used"},
	{regexp.MustCompile(`^vectorWindows$`), regexp.MustCompile(`^VPADDQ (Y21, Y20|Y20, Y21), Y22 for VPADDQ Y20, Y20, Y22$`), "Y21 is a copy of Y20 there"},
	{regexp.MustCompile(`^sqrN$`), regexp.MustCompile(`^MULQ AX for MULQ R15$`), "AX holds the same: it is a square"},
	{regexp.MustCompile(`^comb[ES]$`), regexp.MustCompile(`^MOVQ \$0x2, 408\(SP\) for MOVQ \$0x1, 408\(SP\)$`), "that an entry is the first one is any number but 0"},
	{regexp.MustCompile(`^pointAddEach$`), regexp.MustCompile(`^MOVL \$0x2, BX for MOVL \$0x1, BX$`), "that T is wanted is any number but 0"},
}

// IsListed reports whether m is in that list, or a count of a shift that, as the one before, leaves nothing.
func IsListed(m *Mutant) bool { return in(listed, m) }

// Reasons returns why mutants of a routine are equivalent that fall under a rule because they are listed. There may be some of them.
func (r *Rule) Reasons(routine string) (all []string) {
	list := map[string][]reason{ByReview.Name: listed, shortNumber: small}[r.Name]
	for _, l := range list {
		if l.routine.MatchString(routine) {
			all = append(all, l.reason)
		}
	}
	return all
}

// Open is for mutants that nothing shows and that are not reviewed yet: a test is missing, or a rule, or the generator is to
// leave out what nobody needs.
var Open = &Rule{Name: "open", Reason: "nothing shows it, and it has not been reviewed"}

// open are those, with what they seem to be: none now.
var open []reason

// IsOpen reports whether m is one of them.
func IsOpen(m *Mutant) bool { return in(open, m) }

// A reason is for changes, written as a mutant is, in routines or constants.
type reason struct {
	routine, change *regexp.Regexp
	reason          string
}

// in reports whether m is in a list.
func in(list []reason, m *Mutant) bool {
	name, change := m.change()
	return slices.ContainsFunc(list, func(r reason) bool {
		return r.routine.MatchString(name) && r.change.MatchString(change)
	})
}

// isSmall reports whether the number of m is small for a reason of its own.
func isSmall(m *Mutant) bool { return in(small, m) }

// stillThere reports whether instruction i loads a word that was stored from the same register before.
func (a *analysis) stillThere(i int) bool {
	load := &a.text.Instructions[i]
	if load.Op != "MOVQ" || load.Operands[0].Kind != x86.Memory || load.Operands[1].Kind != x86.General {
		return false
	}
	from, to := &load.Operands[0], &load.Operands[1]
	used := load.Uses()
	for at := i - 1; at >= 0 && !a.target(at+1); at-- {
		in := &a.text.Instructions[at]
		if in.Control() != "" {
			return false
		}
		if in.Op == "MOVQ" && in.Operands[0] == *to && in.Operands[1] == *from {
			return true
		}
		u := in.Uses()
		if u.Changes.Meets(used.Changes) || u.Changes.Meets(used.Reads) {
			return false
		}
		if u.Stores {
			// Only a word beside it.
			o := &in.Operands[len(in.Operands)-1]
			if in.Op != "MOVQ" || o.Base != from.Base || o.HasIndex() || from.HasIndex() || o.Displacement > from.Displacement-8 && o.Displacement < from.Displacement+8 {
				return false
			}
		}
	}
	return false
}

// target reports whether a jump goes to instruction i.
func (a *analysis) target(i int) bool {
	for j := range a.text.Instructions {
		if in := &a.text.Instructions[j]; len(in.Operands) == 1 && in.Operands[0].Kind == x86.Label && in.Target == i {
			return true
		}
	}
	return false
}

// negatesMask reports whether m negates a mask that the instruction before it makes, with 32 bits for 64 or the other way.
func (a *analysis) negatesMask(m *Mutant) bool {
	if change := m.Old().Op + " " + m.New.Op; change != "NEGQ NEGL" && change != "NEGL NEGQ" || m.Index == 0 {
		return false
	}
	before, o := &a.text.Instructions[m.Index-1], &m.Old().Operands[0]
	return before.Op == "SBBQ" && before.Operands[0] == *o && before.Operands[1] == *o && *o == m.New.Operands[0]
}

// counts are the arguments that are numbers of steps and the like: the callers keep them small.
var counts = map[string]bool{"n": true, "count": true, "rounds": true, "t": true}

// An analysis is what rules need to know of a routine.
type analysis struct {
	text      *x86.Text
	flags     []x86.FlagSet
	registers []x86.RegisterSet
	carries   []map[int]bool // the instructions whose CF it may find, -1 for the caller's; none where it is 0
	same      func(m *Mutant) bool
	short     func(t *x86.Text, i int) bool
}

// A Reviewer knows which mutants are equivalent.
type Reviewer struct {
	analyses map[*x86.Text]*analysis
	same     func(m *Mutant) bool
	short    func(t *x86.Text, i int) bool
}

// NewReviewer returns one that has seen nothing. same reports whether nothing comes of what a mutant changes; short,
// whether what an instruction works with in the lanes of vectors fits in halves of words.
func NewReviewer(same func(m *Mutant) bool, short func(t *x86.Text, i int) bool) *Reviewer {
	return &Reviewer{map[*x86.Text]*analysis{}, same, short}
}

// Equivalent returns the rule that m falls under, nil if there is none.
func (r *Reviewer) Equivalent(m *Mutant) *Rule {
	if m.Text == nil {
		if roundsOtherwise(m) {
			return halfway
		}
		return nil
	}
	a := r.analyses[m.Text]
	if a == nil {
		a = analyze(m.Text)
		a.same, a.short = r.same, r.short
		r.analyses[m.Text] = a
	}
	for i := range Rules {
		if Rules[i].holds(a, m) {
			return &Rules[i]
		}
	}
	return nil
}

func analyze(t *x86.Text) *analysis {
	a := &analysis{text: t, flags: t.LiveFlags(), registers: t.LiveRegisters(), carries: make([]map[int]bool, len(t.Instructions))}
	for i := range a.carries {
		a.carries[i] = map[int]bool{}
	}
	a.carries[0][-1] = true
	// A comparison that found two numbers equal leaves no carry: on this edge there is none.
	equal := func(from, to int) bool {
		op := t.Instructions[from].Op
		if op != "JEQ" && op != "JNE" || from == 0 || !strings.HasPrefix(t.Instructions[from-1].Op, "CMP") || a.target(from) {
			return false
		}
		jumps := to == t.Instructions[from].Target
		return t.Instructions[from].Target != from+1 && jumps == (op == "JEQ")
	}
	for changed := true; changed; {
		changed = false
		flow := func(from, to int) {
			if equal(from, to) {
				return
			}
			add := func(def int) {
				if !a.carries[to][def] {
					a.carries[to][def], changed = true, true
				}
			}
			if t.Instructions[from].Writes()&x86.Carry != 0 {
				add(from)
				return
			}
			for def := range a.carries[from] {
				add(def)
			}
		}
		for i := range t.Instructions {
			switch in := &t.Instructions[i]; in.Control() {
			case "", "CALL":
				flow(i, i+1)
			case "JMP":
				flow(i, in.Target)
			case "RET":
			default:
				flow(i, i+1)
				flow(i, in.Target)
			}
		}
	}
	return a
}

// dead reports whether nothing that in, in the place of instruction i, does is used.
func (a *analysis) dead(i int, in *x86.Instruction) bool {
	if in.Dropped() {
		return true
	}
	u := in.Uses()
	return in.Control() == "" && !u.Stores && !u.Changes.Meets(a.registers[i]) && in.Writes()&a.flags[i] == 0
}

// noCarry reports whether the carry that instruction i leaves is 0: by what it does, or because it is
// dropped.
func (a *analysis) noCarry(i int) bool {
	in := &a.text.Instructions[i]
	switch in.Op {
	case "ANDQ", "ORQ", "XORQ", "ANDL", "ORL", "XORL", "ANDNQ", "TESTQ", "TESTL":
		return true
	case "CMPB", "CMPL", "CMPQ":
		o := &in.Operands[1]
		return o.Kind == x86.Immediate && o.Value == 0 // nothing is below 0
	case "ADDQ", "ADCQ", "SUBQ", "SBBQ", "ADCXQ", "IMUL3Q":
		return a.flags[i]&x86.Carry == 0
	case "IMULQ":
		return len(in.Operands) == 2 && a.flags[i]&x86.Carry == 0
	}
	return false
}

// next returns the next instruction after i that reads one of flags, nil if something else writes it before.
func (a *analysis) next(i int, flags x86.FlagSet) *x86.Instruction {
	for i++; ; i++ {
		in := &a.text.Instructions[i]
		if in.Reads()&flags != 0 && strings.HasPrefix(in.Op, "AD") {
			return in
		}
		if in.Writes()&flags != 0 || in.Control() != "" {
			return nil
		}
	}
}
