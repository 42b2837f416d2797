// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/gotypes"
	"github.com/mmcloughlin/avo/ir"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// context is what the generators use of avo's build.Context, which has 3000 methods more. Each type that
// embeds *asm has all its methods too, and the compiler makes a function of each, for each type: of the
// whole context that takes it many minutes.
type context interface {
	// What is written around instructions.
	AddDatum(offset int, v operand.Constant)
	AllocLocal(size int) operand.Mem
	Comment(lines ...string)
	ConstraintExpr(expr string)
	DataAttributes(a attr.Attribute)
	Doc(lines ...string)
	Function(name string)
	Label(name string)
	Load(src gotypes.Component, dst reg.Register) reg.Register
	Param(name string) gotypes.Component
	Pragma(directive string, args ...string)
	Result() (*ir.File, error)
	ReturnIndex(i int) gotypes.Component
	Signature(s *gotypes.Signature)
	StaticGlobal(name string) operand.Mem
	Store(src reg.Register, dst gotypes.Component)

	// Integers, memory, jumps and the CPU itself.
	ADCQ(x, y operand.Op)
	ADCXQ(x, y operand.Op)
	ADDQ(x, y operand.Op)
	ADOXQ(x, y operand.Op)
	ANDL(x, y operand.Op)
	ANDNQ(x, y, z operand.Op)
	ANDQ(x, y operand.Op)
	CALL(x operand.Op)
	CMOVQEQ(x, y operand.Op)
	CMOVQGT(x, y operand.Op)
	CMOVQNE(x, y operand.Op)
	CMPB(x, y operand.Op)
	CMPL(x, y operand.Op)
	CMPQ(x, y operand.Op)
	CPUID()
	DECQ(x operand.Op)
	IMUL3Q(x, y, z operand.Op)
	IMULQ(ops ...operand.Op)
	JEQ(x operand.Op)
	JGE(x operand.Op)
	JMP(x operand.Op)
	JNE(x operand.Op)
	LDMXCSR(x operand.Op)
	LEAQ(x, y operand.Op)
	MOVBLZX(x, y operand.Op)
	MOVBQSX(x, y operand.Op)
	MOVL(x, y operand.Op)
	MOVQ(x, y operand.Op)
	MULQ(x operand.Op)
	MULXQ(x, y, z operand.Op)
	NEGL(x operand.Op)
	NEGQ(x operand.Op)
	ORL(x, y operand.Op)
	ORQ(x, y operand.Op)
	PREFETCHT0(x operand.Op)
	RET()
	SARQ(x, y operand.Op)
	SARXQ(x, y, z operand.Op)
	SBBQ(x, y operand.Op)
	SHLQ(ops ...operand.Op)
	SHRQ(ops ...operand.Op)
	STMXCSR(x operand.Op)
	SUBQ(x, y operand.Op)
	TESTL(x, y operand.Op)
	TESTQ(x, y operand.Op)
	XORL(x, y operand.Op)
	XORQ(x, y operand.Op)

	// Vectors.
	KMOVW(x, y operand.Op)
	VADDPD(ops ...operand.Op)
	VBLENDVPD(x, y, z, w operand.Op)
	VEXTRACTI64X4(ops ...operand.Op)
	VFMADD231PD(ops ...operand.Op)
	VFMSUB231PD(ops ...operand.Op)
	VINSERTI64X4(ops ...operand.Op)
	VMOVAPD(ops ...operand.Op)
	VMOVD(x, y operand.Op)
	VMOVDDUP(ops ...operand.Op)
	VMOVDQA64(ops ...operand.Op)
	VMOVDQA64_Z(x, y, z operand.Op)
	VMOVDQU(x, y operand.Op)
	VMOVDQU64(ops ...operand.Op)
	VMOVUPD(ops ...operand.Op)
	VPADDD(ops ...operand.Op)
	VPADDQ(ops ...operand.Op)
	VPAND(x, y, z operand.Op)
	VPANDQ(ops ...operand.Op)
	VPBLENDD(x, y, z, w operand.Op)
	VPBROADCASTD(ops ...operand.Op)
	VPBROADCASTQ(ops ...operand.Op)
	VPBROADCASTQ_Z(x, y, z operand.Op)
	VPCMPEQD(ops ...operand.Op)
	VPCMPEQQ(ops ...operand.Op)
	VPERM2I128(x, y, z, w operand.Op)
	VPERMD(ops ...operand.Op)
	VPERMI2Q(ops ...operand.Op)
	VPERMILPD(ops ...operand.Op)
	VPERMILPD_Z(x, y, z, w operand.Op)
	VPERMQ(ops ...operand.Op)
	VPERMQ_Z(x, y, z, w operand.Op)
	VPMADD52HUQ(ops ...operand.Op)
	VPMADD52LUQ(ops ...operand.Op)
	VPMOVZXBQ(ops ...operand.Op)
	VPMULDQ(ops ...operand.Op)
	VPMULUDQ(ops ...operand.Op)
	VPOR(x, y, z operand.Op)
	VPORQ(ops ...operand.Op)
	VPSHUFD(ops ...operand.Op)
	VPSLLQ(ops ...operand.Op)
	VPSLLVQ(ops ...operand.Op)
	VPSRLQ(ops ...operand.Op)
	VPSRLVD(ops ...operand.Op)
	VPSUBD(ops ...operand.Op)
	VPSUBQ(ops ...operand.Op)
	VPTERNLOGQ(ops ...operand.Op)
	VPUNPCKHQDQ(ops ...operand.Op)
	VPUNPCKHQDQ_Z(x, y, z, w operand.Op)
	VPUNPCKLQDQ(ops ...operand.Op)
	VPUNPCKLQDQ_Z(x, y, z, w operand.Op)
	VPXOR(x, y, z operand.Op)
	VPXORQ(ops ...operand.Op)
	VSHUFI64X2(ops ...operand.Op)
	VSUBPD(ops ...operand.Op)
	VZEROUPPER()
}
