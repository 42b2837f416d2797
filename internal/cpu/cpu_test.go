// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package cpu

import (
	"testing"
	"unsafe"
)

func TestLayout(t *testing.T) {
	if offset := unsafe.Offsetof(X86.ADX); offset != 0 {
		t.Errorf("X86.ADX is at offset %d; the assembly of internal/field reads it at 0", offset)
	}
}

func TestPaths(t *testing.T) {
	paths := Paths()
	if paths[0] != X86 {
		t.Errorf("the first path is %+v, in use is %+v", paths[0], X86)
	}
	t.Logf("this machine runs %+v", paths)
	if last := paths[len(paths)-1]; last != (Features{}) {
		t.Errorf("the last path is %+v, want none", last)
	}
	before := X86
	for _, f := range paths {
		restore := Force(f)
		if X86 != f {
			t.Errorf("Force(%+v) left %+v", f, X86)
		}
		restore()
	}
	if X86 != before {
		t.Errorf("restore left %+v, want %+v", X86, before)
	}
}
