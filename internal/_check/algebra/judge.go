// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package algebra

import (
	"cmp"
	"slices"
	"time"

	"secant.example/internal/_check/x86"
)

// A Judge says of a program that is changed in one place whether its cases still hold. What is known of operations,
// and which carries are read, is that of the program as it was: what does not hold without knowing more is not proven.
type Judge struct {
	program *x86.Program
	facts   *Facts
	cases   []judged
}

// A judged case.
type judged struct {
	Case
	reached map[*x86.Text][]bool
	cost    time.Duration
}

// NewJudge returns one for those cases that are of the routines called by these names.
func NewJudge(p *x86.Program, cases []Case, trials int, routines []string) *Judge {
	cases = slices.DeleteFunc(slices.Clone(cases), func(c Case) bool { return !slices.Contains(routines, c.Routine) })
	j := &Judge{program: p}
	_, j.facts = learn(p, cases, trials)
	for i := range cases {
		c := judged{Case: cases[i], reached: map[*x86.Text][]bool{}}
		start := time.Now()
		r, _ := c.polynomials(p, j.facts, seed, c.reached)
		c.do(r)
		c.cost = time.Since(start)
		j.cases = append(j.cases, c)
	}
	slices.SortStableFunc(j.cases, func(x, y judged) int { return cmp.Compare(x.cost, y.cost) })
	return j
}

// Sees returns what is wrong with the program, of which an instruction for which at returns true is another one now, or
// nothing.
func (j *Judge) Sees(at func(t *x86.Text, index int) bool) string {
	for i := range j.cases {
		c := &j.cases[i]
		if !c.reaches(at) {
			continue
		}
		r, _ := c.polynomials(j.program, j.facts, seed, map[*x86.Text][]bool{})
		r.first = true
		if failed := c.do(r); len(failed) > 0 {
			return failed[0]
		}
	}
	return ""
}

func (c *judged) reaches(at func(t *x86.Text, index int) bool) bool {
	for t, reached := range c.reached {
		for i, yes := range reached {
			if yes && at(t, i) {
				return true
			}
		}
	}
	return false
}
