// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package algebra

import (
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"secant.example/internal/_check/x86"
)

// source returns the assembly of a package, in one text.
func source(t *testing.T, name string) string {
	t.Helper()
	files, err := filepath.Glob("../../" + name + "/*.s")
	if err != nil {
		t.Fatal(err)
	}
	all := ""
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		all += string(content)
	}
	return all
}

// of returns the cases of a routine.
func of(cases []Case, routine string) (list []Case) {
	for _, c := range cases {
		if c.Routine == routine {
			list = append(list, c)
		}
	}
	return list
}

var packages = map[string]func() []Case{
	"field":        Field,
	"curve25519":   Curve25519,
	"edwards25519": Edwards25519,
	"secp256k1":    Secp256k1,
	"doubleodd":    DoubleOdd,
}

// A change is the nth line of a routine that is old, but for the space in it, and what stands
// there instead.
type change struct {
	pkg, text string // the routine that is changed
	routine   string // whose cases must see it
	n         int
	old, new  string
}

func (c change) apply(t *testing.T, all string) (changed string, line int) {
	t.Helper()
	if changed, line = x86.Plant(all, c.text, c.n, c.old, c.new); line == 0 {
		t.Errorf("%s: %s has no %d lines %q", c.pkg, c.text, c.n, c.old)
	}
	return changed, line
}

// trialsOf is how often cases are run with numbers here: as few as will do.
var trialsOf = map[string]int{"field": 4, "curve25519": 4, "edwards25519": 4, "secp256k1": 4, "doubleodd": 4}

// Wrong instructions of all kinds are seen, in each copy of a loop.
func TestFaults(t *testing.T) {
	for _, c := range []change{
		// Carries, constants, operands, places.
		{"field", "mul", "mul", 1, "ADCQ BX, R10", "ADDQ BX, R10"},
		{"field", "mul", "mul", 1, "ADCXQ AX, R10", "ADOXQ AX, R10"},
		{"field", "mul", "mul", 1, "MULXQ 8(DI), AX, R10", "MULXQ 16(DI), AX, R10"},
		{"field", "sqr", "sqr", 1, "MULXQ DX, R8, BX", "MULXQ DX, BX, R8"},
		{"field", "add", "add", 1, "ADDQ AX, R8", "SUBQ AX, R8"},
		{"field", "sub", "sub", 2, "SUBQ AX, R8", "MOVQ R8, R8"},

		{"field", "sqrN255", "sqrN255", 1, "SHRQ $0x01, DI", "SHRQ $0x02, DI"},
		{"field", "sqrN25519", "sqrN25519", 1, "RORXQ $0x36, R9, DX", "RORXQ $0x35, R9, DX"},
		{"field", "sqrN25519", "sqrN25519", 1, "RORXQ $0x0b, R11, R14", "RORXQ $0x0c, R11, R14"},
		{"field", "sqrN25519", "sqrN25519", 1, "SHRQ $0x0c, R9", "SHRQ $0x08, R9"},
		{"field", "sqrN25519", "sqrN25519", 1, "IMUL3Q $0x13, R13, R13", "IMUL3Q $0x12, R13, R13"},
		{"field", "sqrN25519", "sqrN25519", 1, "LEAQ (R11)(R12*4), R13", "LEAQ (R11)(R12*2), R13"},
		{"field", "octetSqrNMul", "octetSqrNMul", 1, "VPSLLQ $0x04, Z26, Z26", "VPSLLQ $0x03, Z26, Z26"},
		{"field", "quadSqrNMul", "quadSqrNMul", 1, "VPSLLQ $0x1a, Y0, Y0", "VPSLLQ $0x19, Y0, Y0"},
		{"field", "integerSquare<>", "quadSqrNMul", 1, "VPSLLQ $0x04, Y13, Y13", "VPSLLQ $0x03, Y13, Y13"},
		{"field", "octetSqrNMul", "octetSqrNMul", 1, "MOVQ $0x0000000000000013, AX", "MOVQ $0x0000000000000012, AX"},
		{"curve25519", "ladder", "ladder", 1, "MOVL $0x0001db41, DX", "MOVL $0x0001db42, DX"},
		{"curve25519", "ladder", "ladder", 2, "MOVL $0x0001db41, DX", "MOVL $0x0001db42, DX"},
		{"curve25519", "ladder", "ladder", 6, "ADCQ $0x00, R13", "MOVQ R13, R13"}, // of the second copy
		{"curve25519", "ladder", "ladder", 2, "CMOVQNE 256(SP), R8", "CMOVQEQ 256(SP), R8"},
		{"curve25519", "ladderIFMA", "ladderIFMA", 1, "VPERMQ Y4, Y27, Y9", "VPERMQ Y3, Y27, Y9"},
		{"edwards25519", "doublings<>", "pointDouble", 1, "SHRQ $0x01, R11", "SARQ $0x01, R11"},
		{"edwards25519", "addition<>", "pointSum", 1, "MOVQ R8, (DI)", "MOVQ R9, (DI)"},
		{"edwards25519", "pointComb", "pointComb", 2, "VPXOR Y4, Y5, Y5", "VPXOR Y4, Y6, Y5"},
		{"edwards25519", "pointWindows", "pointWindows", 1, "VPAND 32(SI), Y3, Y4", "VPAND 64(SI), Y3, Y4"},
		{"edwards25519", "selectCached", "selectCached", 1, "ORQ AX, 96(DI)", "ORQ AX, 88(DI)"},
		{"edwards25519", "vectorDoublings<>", "sumDouble", 1, "VPERMQ $0xda, Y10, Y0", "VPERMQ $0xd6, Y10, Y0"},
		{"edwards25519", "vectorAddTightWide<>", "sumOddMultiples", 1, "VPERMQ $0x8d, Z0, Z5", "VPERMQ $0x8c, Z0, Z5"},
		{"edwards25519", "vectorAdd<>", "vectorSum", 1, "VPMADD52HUQ Y6, Y0, Y20", "VPMADD52LUQ Y6, Y0, Y20"},
		{"edwards25519", "sumAddLanes", "sumAddLanes", 1, "VEXTRACTI64X4 $0x01, Z23, 96(R12)", "VEXTRACTI64X4 $0x00, Z23, 96(R12)"},
		{"edwards25519", "sumAddLanesAnyZ", "sumAddLanesAnyZ", 1, "VEXTRACTI64X4 $0x01, Z22, 128(R11)", "VEXTRACTI64X4 $0x00, Z22, 128(R11)"},
		{"edwards25519", "sumOddMultiplesEach", "sumOddMultiplesEach", 10, "VPMADD52HUQ Z5, Z1, Z14", "VPMADD52LUQ Z5, Z1, Z14"},
		{"edwards25519", "sumPositions", "sumPositions", 12, "VPMADD52HUQ Z5, Z4, Z16", "VPMADD52LUQ Z5, Z4, Z16"},
		{"edwards25519", "sumAddBuckets", "sumAddBuckets", 17, "VPMADD52HUQ Z5, Z4, Z19", "VPMADD52LUQ Z5, Z4, Z19"},
		{"edwards25519", "sumPrepare", "sumPrepare", 1, "VPSUBQ Y15, Y30, K1, Y15", "VPSUBQ Y15, Y31, K1, Y15"},
		{"edwards25519", "sumStore", "sumStore", 1, "VPSRLQ $0x0d, Y11, Y11", "VPSRLQ $0x0c, Y11, Y11"},
		// Carries, constants, operands and operations of doubles, in the doubling and in the addition.
		{"edwards25519", "floatSum", "floatSum", 1, "VPADDQ Y9, Y1, Y1", "VMOVDQU Y1, Y1"},
		{"edwards25519", "floatSum", "floatSum", 1, "VPMULUDQ nineteen<>+0(SB), Y13, Y13", "VMOVDQU Y13, Y13"},
		{"edwards25519", "floatSum", "floatSum", 2, "VMOVUPD floatC1<>+0(SB), Y15", "VMOVUPD floatC1X<>+0(SB), Y15"},
		{"edwards25519", "floatSum", "floatSum", 1, "LDMXCSR nearest<>+0(SB)", "LDMXCSR floatC1<>+0(SB)"},
		{"edwards25519", "floatSum", "floatSum", 1, "VFMADD231PD 128(R10), Y9, Y4", "VFMADD231PD 96(R10), Y9, Y4"},
		{"edwards25519", "floatSum", "floatSum", 1, "VFMSUB231PD 128(R10), Y9, Y3", "VFMADD231PD 128(R10), Y9, Y3"},
		{"edwards25519", "floatSum", "floatSum", 1, "VFMADD231PD 128(R10), Y9, Y4", "VFMSUB231PD 128(R10), Y9, Y4"},
		{"edwards25519", "floatSum", "floatSum", 1, "VSUBPD float2to52And1125899906852352<>+0(SB), Y0, Y0", "VSUBPD float2to52And1125899906843136<>+0(SB), Y0, Y0"},
		{"edwards25519", "floatSum", "floatSum", 1, "VPSRLQ $0x33, Y4, Y13", "VPSRLQ $0x32, Y4, Y13"},
		{"edwards25519", "floatSum", "floatSum", 1, "VPADDQ combination1_0<>+0(SB), Y0, Y0", "VPADDQ combination1_1<>+0(SB), Y0, Y0"},
		{"edwards25519", "floatSum", "floatSum", 1, "VPXOR lanes1101<>+0(SB), Y11, Y11", "VPXOR lanes1000<>+0(SB), Y11, Y11"},
		{"edwards25519", "floatSum", "floatSum", 1, "VPERM2I128 $0x01, Y4, Y4, Y11", "VPERM2I128 $0x00, Y4, Y4, Y11"},
		{"edwards25519", "floatSum", "floatSum", 1, "VPBLENDD $0x3c, Y10, Y11, Y9", "VPBLENDD $0x30, Y10, Y11, Y9"},
		{"edwards25519", "floatSum", "floatSum", 1, "VPXOR Y5, Y10, Y10", "VPXOR Y6, Y10, Y10"},
		{"edwards25519", "floatSum", "floatSum", 1, "VPADDQ positive0<>+0(SB), Y0, Y0", "VPADDQ positive1<>+0(SB), Y0, Y0"},
		{"secp256k1", "doublings<>", "pointDouble", 1, "SARQ $0x3f, BX", "SHRQ $0x3f, BX"},
		{"secp256k1", "doublings<>", "pointDouble", 2, "SHRQ $0x01, R9, R12", "SHRQ $0x01, R10, R12"},
		{"secp256k1", "pointAdd", "pointAdd", 1, "SBBQ $0x00, BX", "ADCQ $0x00, BX"},
		{"secp256k1", "pointAddSelected", "pointAddSelected", 1, "XORQ 192(SP), AX", "XORQ 200(SP), AX"},
		{"secp256k1", "pointSteps", "pointSteps", 1, "JNE scaled12", "JEQ scaled12"},
		{"secp256k1", "pointMultiples", "pointMultiples", 1, "SBBQ 8(SI), R9", "SUBQ 8(SI), R9"},
		{"secp256k1", "pointRescale", "pointRescale", 1, "MOVQ $0x9cf0497512f58995, AX", "MOVQ $0x9cf0497512f58996, AX"},
		{"doubleodd", "doublingsE<>", "doubleE", 1, "IMUL3Q $0x000048db, BX, AX", "IMUL3Q $0x000048da, BX, AX"},
		{"doubleodd", "doublingsS<>", "doubleS", 1, "ADCQ R15, R15", "ADDQ R15, R15"},
		{"doubleodd", "sumE", "sumE", 1, "MOVL $0x00000008, DX", "MOVL $0x00000009, DX"},
		{"doubleodd", "select8", "select8", 3, "VPADDD Y2, Y1, Y1", "VPADDD Y2, Y2, Y1"},
	} {
		changed, line := c.apply(t, source(t, c.pkg))
		if testing.Short() && c.pkg != "field" {
			continue // routines that take seconds each
		}
		p, err := x86.Parse("changed", changed)
		if err != nil {
			t.Fatal(err)
		}
		cases := of(packages[c.pkg](), c.routine)
		seen := false
		for _, r := range Prove(p, cases, trialsOf[c.pkg], nil).Results {
			for _, message := range r.Failed {
				// It is the polynomials that must see it, and not only the numbers.
				seen = seen || !strings.HasSuffix(message, someNumbers)
			}
		}
		if !seen {
			t.Errorf("%s: %q in the place of %q at line %d was not seen", c.text, c.new, c.old, line)
		}
	}
}

// Without what is taken to be zero, the identities do not hold: the variables are free.
func TestFreeVariables(t *testing.T) {
	for name, cases := range packages {
		if testing.Short() && name != "field" {
			continue // routines that take seconds each
		}
		p, err := x86.Parse(name, source(t, name))
		if err != nil {
			t.Fatal(err)
		}
		before := ""
		for _, c := range cases() {
			if c.Routine == before { // one case of each will do
				continue
			}
			before = c.Routine
			facts := &Facts{known: map[factKey]fact{}, read: map[factKey]bool{}, used: map[factKey]bool{}}
			r, _ := c.polynomials(p, facts, seed, map[*x86.Text][]bool{})
			if failed := c.do(r); len(failed) == 0 {
				known := Prove(p, []Case{c}, trialsOf[name], nil).Results[0].Facts
				if known > 0 {
					t.Errorf("%s is proven without facts, but uses %d", c.Title(), known)
				}
			}
		}
	}
}

// pointOn returns a random point x, y of edwards25519.
func pointOn(f *field) (x, y *big.Int) {
	d := f.div(f.int(-121665), f.int(121666))
	for {
		y = f.random()
		yy := f.sqr(y)
		xx := f.div(f.sub(yy, f.int(1)), f.add(f.mul(d, yy), f.int(1)))
		if x = new(big.Int).ModSqrt(xx, f.prime); x != nil {
			return x, y
		}
	}
}

// edwardsLaw is the group law of the curve, in affine coordinates.
func edwardsLaw(f *field, x1, y1, x2, y2 *big.Int) (x, y *big.Int) {
	e := f.mul(f.div(f.int(-121665), f.int(121666)), x1, x2, y1, y2)
	return f.div(f.add(f.mul(x1, y2), f.mul(y1, x2)), f.add(f.int(1), e)),
		f.div(f.add(f.mul(y1, y2), f.mul(x1, x2)), f.sub(f.int(1), e))
}

// The formulas are the group law of edwards25519.
func TestEdwardsFormulas(t *testing.T) {
	f := newField(p25519.prime, 1)
	extended := func(x, y *big.Int) []*big.Int {
		z := f.random()
		return []*big.Int{f.mul(x, z), f.mul(y, z), z, f.mul(x, y, z)}
	}
	check := func(name string, v []*big.Int, x, y *big.Int) {
		t.Helper()
		if f.div(v[0], v[2]).Cmp(x) != 0 || f.div(v[1], v[2]).Cmp(y) != 0 || f.mul(v[3], v[2]).Cmp(f.mul(v[0], v[1])) != 0 {
			t.Errorf("%s is wrong", name)
		}
	}
	x1, y1 := pointOn(f)
	x2, y2 := pointOn(f)
	v, q := extended(x1, y1), extended(x2, y2)
	x, y := edwardsLaw(f, x1, y1, x2, y2)
	check("an addition", edwardsAdd(f, v, edwardsPrepare(f, q), 0), x, y)
	x, y = edwardsLaw(f, x1, y1, f.neg(x2), y2)
	check("a subtraction", edwardsAdd(f, v, edwardsPrepare(f, q), 1), x, y)
	check("the neutral element", edwardsAdd(f, v, edwardsNeutral(f), 0), x1, y1)
	x, y = edwardsLaw(f, x1, y1, x1, y1)
	check("a doubling", edwardsDouble(f, v), x, y)
}

// quarticLaw is the group law of the double-odd curves in affine coordinates e, u.
func quarticLaw(f *field, c quartic, e1, u1, e2, u2 *big.Int) (e, u *big.Int) {
	uu := f.mul(u1, u2)
	buu := f.mul(f.int(c.b), uu, uu)
	down := f.sub(f.int(1), buu)
	up := f.add(f.mul(f.add(f.int(1), buu), f.add(f.mul(e1, e2), f.small(c.a, uu))),
		f.mul(f.int(2*c.b), uu, f.add(f.sqr(u1), f.sqr(u2))))
	return f.div(up, f.sqr(down)), f.div(f.add(f.mul(u1, e2), f.mul(u2, e1)), down)
}

// The formulas are the group law of the double-odd curves.
func TestDoubleOddFormulas(t *testing.T) {
	for _, c := range quartics {
		f := newField(c.prime, 1)
		point := func() (e, u *big.Int) {
			for {
				u = f.random()
				uu := f.sqr(u)
				ee := f.sum(f.mul(f.int(c.b), uu, uu), f.small(c.a, uu), f.int(1))
				if e = new(big.Int).ModSqrt(ee, f.prime); e != nil {
					return e, u
				}
			}
		}
		extended := func(e, u *big.Int) []*big.Int {
			z := f.random()
			return []*big.Int{f.mul(e, z), z, f.mul(u, z), f.mul(u, u, z)}
		}
		check := func(name string, v []*big.Int, e, u *big.Int) {
			t.Helper()
			if f.div(v[0], v[1]).Cmp(e) != 0 || f.div(v[2], v[1]).Cmp(u) != 0 || f.mul(v[3], v[1]).Cmp(f.sqr(v[2])) != 0 {
				t.Errorf("%s: %s is wrong", c.name, name)
			}
		}
		e1, u1 := point()
		e2, u2 := point()
		e, u := quarticLaw(f, c, e1, u1, e2, u2)
		check("an addition", c.add(f, extended(e1, u1), extended(e2, u2)), e, u)
		e, u = quarticLaw(f, c, e1, u1, e2, f.neg(u2))
		check("a subtraction", c.add(f, extended(e1, u1), c.negate(f, extended(e2, u2), 1)), e, u)
		check("the neutral element", c.add(f, extended(e1, u1), windowEntry(f, nil, 0)), e1, u1)
		e, u = e1, u1
		for n := uint64(1); n <= 4; n++ {
			e, u = quarticLaw(f, c, e, u, e, u)
			check("doublings", c.doubles(f, extended(e1, u1), n), e, u)
		}
	}
	if f := newField(p255E.prime, 1); f.sqr(eta).Cmp(f.int(-1)) != 0 {
		t.Error("eta is no root of -1")
	}
	if f := newField(pSecp256k1.prime, 1); f.mul(beta, beta, beta).Cmp(f.int(1)) != 0 || beta.Cmp(f.int(1)) == 0 {
		t.Error("beta is no root of 1")
	}
}
