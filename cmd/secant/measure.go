// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"time"

	"secant.example/internal/measure"
)

// operation is a line of the table: something the library does, and the same
// done by Go's standard library, or nil if it has no equivalent.
type operation struct {
	name        string
	secant, std func() error
}

// result is the cost of an operation. Std and Ratio are nil if the standard
// library has no equivalent.
type result struct {
	Name   string        `json:"name"`
	Secant *measure.Cost `json:"secant"`
	Std    *measure.Cost `json:"std"`
	Ratio  *float64      `json:"ratio"`
}

// sides returns what there is to measure, the standard library's operations next
// to ours.
func sides(ops []operation) (all []*measure.Side) {
	for _, op := range ops {
		for _, run := range []func() error{op.secant, op.std} {
			if run != nil {
				all = append(all, &measure.Side{Name: op.name, Run: measure.Repeat(run)})
			}
		}
	}
	return all
}

// measureOperations returns the cost of each of ops, measured for about as long as
// total. It calls step after each round.
func measureOperations(m *measure.Meter, ops []operation, rounds int, total time.Duration, step func()) ([]result, error) {
	all := sides(ops)
	if err := m.Measure(all, rounds, total, step); err != nil {
		return nil, err
	}
	next := func() *measure.Cost {
		c := m.Cost(all[0])
		all = all[1:]
		return &c
	}
	results := make([]result, len(ops))
	for i, op := range ops {
		r := result{Name: op.name, Secant: next()}
		if op.std != nil {
			r.Std = next()
			ratio := r.Std.Ns / r.Secant.Ns
			if m.Cycles != nil {
				ratio = r.Std.Cycles / r.Secant.Cycles
			}
			ratio = measure.Round(ratio, 1000)
			r.Ratio = &ratio
		}
		results[i] = r
	}
	return results, nil
}
