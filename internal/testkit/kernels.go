// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package testkit

import (
	"fmt"
	"testing"

	"secant.example/internal/cpu"
)

// Kernels runs f as one subtest for each setting of [cpu.X86] that this
// machine can run. Neither t nor f may be parallel.
func Kernels(t *testing.T, f func(t *testing.T)) {
	for _, path := range cpu.Paths() {
		t.Run(fmt.Sprintf("%+v", path), func(t *testing.T) {
			defer cpu.Force(path)()
			f(t)
		})
	}
}
