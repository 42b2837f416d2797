// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package testkit

import (
	"runtime"
	"testing"
	"time"

	"secant.example/internal/cpu"
)

// MeasureParts measures what operations are made of, on every path, and reports what one of each part costs at least: of bursts of some
// microseconds, many are not disturbed by what else runs on the machine, when any longer time is. For each
// path, when it is in use, prepare is called, and calls part for each: run does it count times, one
// after the other or in lanes. bench/report makes a table of what is printed.
func MeasureParts(b *testing.B, prepare func(part func(name string, count int, run func()))) {
	for _, path := range cpu.Paths() {
		restore := cpu.Force(path)
		prepare(func(name string, count int, run func()) {
			b.Run(engineName(path)+"/"+name, func(b *testing.B) {
				const burst = 5 * time.Microsecond
				run()
				n := int(burst/max(1, elapsed(1, run))) + 1
				least := elapsed(n, run)
				for done := n; done < b.N; done += n {
					least = min(least, elapsed(n, run))
				}
				b.ReportMetric(float64(least.Nanoseconds())/float64(n*count), "ns/one")
				if runtime.GOARCH == "amd64" {
					b.ReportMetric(clock(), "GHz")
				}
			})
		})
		restore()
	}
}

// elapsed returns how long n runs take.
func elapsed(n int, run func()) time.Duration {
	start := time.Now()
	for range n {
		run()
	}
	return time.Since(start)
}

// engineName names what a path computes with.
func engineName(path cpu.Features) string {
	switch {
	case path == cpu.Features{}:
		return "MUL"
	case path.IFMA && path.TwoChains:
		return "IFMA, two chains"
	case path.IFMA:
		return "IFMA"
	case path.Lanes:
		return "AVX2, two chains, lanes"
	case path.TwoChains:
		return "AVX2, two chains"
	}
	return "AVX2"
}

// clock returns the cycles in a nanosecond that a chain of multiplications shows, each of which
// takes 3 cycles on the CPUs of AMD and Intel that have AVX2. A chain that was interrupted shows fewer.
func clock() float64 {
	const n = 2000
	start := time.Now()
	product = chain(product|1, 0x9e3779b97f4a7c15, n)
	return 12 * n / float64(time.Since(start).Nanoseconds())
}

var product uint64

//go:noinline
func chain(x, factor uint64, n int) uint64 {
	for range n {
		x *= factor
		x *= factor
		x *= factor
		x *= factor
	}
	return x
}
