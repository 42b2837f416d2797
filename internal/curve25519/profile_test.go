// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package curve25519

import (
	"fmt"
	"testing"

	"secant.example/internal/field"
	"secant.example/internal/testkit"
)

// BenchmarkSteps measures what X25519 is made of, on every path: of a ladder, and of each of those in lanes, one step
// of 63 in a call.
func BenchmarkSteps(b *testing.B) {
	const n = 63
	nine := field.New(9, 0, 0, 0)
	k, differs := [4]uint64{0x9e3779b97f4a7c15}, [1][laneCount]uint64{}
	for i := range differs[0] {
		differs[0][i] = k[0] * uint64(2*i+1)
	}
	testkit.MeasureParts(b, func(part func(name string, count int, run func())) {
		s := state{x2: field.One(), x3: nine, z3: field.One()}
		part("step of a ladder", n, func() { s.ladder(&nine, &k, n-1) })
		for _, g := range laneGroups() {
			if g.size <= 1 {
				continue
			}
			var l lanes
			for j := range laneCount {
				o, lane := l.of(j)
				o.x2[0][lane], o.z3[0][lane] = 1, 1
				o.x3.Set(lane, &nine)
				o.u.Set(lane, &nine)
			}
			name := "step of a ladder, in lanes"
			if g.size != 4 && g.size != 8 {
				name = fmt.Sprintf("%s, of %d", name, g.size)
			}
			part(name, n*g.size, func() { l.ladder(g.size, differs[:], n) })
		}
	})
}
