// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"slices"
	"testing"

	"secant.example/bench"
)

func TestCounted(t *testing.T) {
	for _, name := range counted {
		if !slices.ContainsFunc(bench.Operations, func(op *bench.Operation) bool { return op.Name == name }) {
			t.Errorf("%s is not an operation", name)
		}
		if !bench.Has(bench.Ours, name) {
			continue
		}
		if err := runOperation(name, 2); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	if runOperation("x25519/none", 1) == nil {
		t.Error("an unknown operation runs")
	}
}

func TestParse(t *testing.T) {
	out := "==1== Events    : Ir\n==1== Collected : 123456\n==1== \n==1== I   refs:      123,456\n"
	if n, err := parse(out); n != 123456 || err != nil {
		t.Errorf("%d, %v", n, err)
	}
	if _, err := parse("==1== nothing"); err == nil {
		t.Error("nothing was counted, and no error")
	}
}
