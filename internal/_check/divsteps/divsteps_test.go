// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package divsteps

import (
	"testing"

	"secant.example/internal/_check/x86"
)

const file = "../../modinv/divsteps_amd64.s"

func TestRoutines(t *testing.T) {
	p, err := x86.Load(file)
	if err != nil {
		t.Fatal(err)
	}
	for name := range routines {
		r := Check(p, name)
		found, done := r.Found, r.Done
		for _, e := range found {
			t.Error(e)
		}
		n := 0
		for i := range done {
			if done[i] {
				n++
			}
		}
		t.Log(name, n, len(done))
	}
}
