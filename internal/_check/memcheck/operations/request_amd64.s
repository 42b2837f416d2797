// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

#include "textflag.h"

// func request(arguments *[6]uintptr) uintptr
//
// A client request of valgrind: its address is in RAX, and what comes back in RDX, which holds
// what it is without valgrind. The rotations change nothing; valgrind knows them.
TEXT ·request(SB), NOSPLIT, $0-16
	MOVQ arguments+0(FP), AX
	XORL DX, DX
	ROLQ $3, DI
	ROLQ $13, DI
	ROLQ $61, DI
	ROLQ $51, DI
	XCHGQ BX, BX
	MOVQ DX, ret+8(FP)
	RET
