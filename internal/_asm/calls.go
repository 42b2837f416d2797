// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"github.com/mmcloughlin/avo/operand"
)

const (
	stepPoint    = 0
	stepFlags    = 8
	flagNegative = 1
	flagOwn      = 2

	digitIndex    = 0
	digitNegative = 1
)

func (a *asm) callee(name, doc string, frame int) operand.Mem {
	return a.function(name, "func()", doc, frame)
}

func (a *asm) call(name string) { a.CALL(operand.LabelRef("·" + name + "(SB)")) }
