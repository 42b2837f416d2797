// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package bounds

import (
	"maps"
	"strings"

	"secant.example/internal/_check/x86"
)

// A Change is another instruction in the place of one.
type Change struct {
	Text  *x86.Text
	Index int
	New   *x86.Instruction

	old     x86.Instruction
	live    x86.RegisterSet
	differs bool
}

// Comparable reports whether [Same] looks at a change: not at one of an instruction that sets flags or shifts, or to another
// operation.
func Comparable(old, other *x86.Instruction) bool {
	return old.Control() == "" && other.Op == old.Op && old.Writes() == 0 && !strings.HasPrefix(old.Op, "VPS")
}

// Same reports of each change whether it leaves, wherever the routine gets to it, the same words in memory
// and in those registers that are read later. Then what is found with the change is what is found without it, and that is
// nothing. A change that it does not look at is not the same.
func Same(p *x86.Program, name string, arguments []Argument, changes []Change) []bool {
	options := Options{First: true, changes: map[*x86.Text]map[int][]*Change{}}
	live := map[*x86.Text][]x86.RegisterSet{}
	for i := range changes {
		c := &changes[i]
		c.old = c.Text.Instructions[c.Index]
		if c.differs = !Comparable(&c.old, c.New); c.differs {
			continue
		}
		if live[c.Text] == nil {
			live[c.Text], options.changes[c.Text] = c.Text.LiveRegisters(), map[int][]*Change{}
		}
		c.live = live[c.Text][c.Index]
		options.changes[c.Text][c.Index] = append(options.changes[c.Text][c.Index], c)
	}
	found := Check(p, name, arguments, options).Found
	same := make([]bool, len(changes))
	for i := range changes {
		same[i] = !changes[i].differs && len(found) == 0
	}
	return same
}

// compare finds out whether c differs where s holds.
func (a *analysis) compare(s *state, c *Change) {
	now, report := a.words.now, a.words.report
	defer func() {
		a.words.now, a.words.report = now, report
		a.bind(s)
	}()
	a.words.report = func(*x86.Error) { c.differs = true }
	do := func(in *x86.Instruction) (after *state, number int32) {
		defer func() {
			switch e := recover().(type) {
			case nil:
			case *x86.Error:
				c.differs = true
			default:
				panic(e)
			}
		}()
		after = s.clone()
		a.bind(after)
		a.words.now = now
		a.words.now.Instruction, a.words.now.fact = in, &Fact{}
		return after, a.step(after, in)
	}
	x, number := do(&c.old)
	if number != 0 {
		return // it is done again where that number is known
	}
	y, number := do(c.New)
	c.differs = c.differs || number != 0 || x.last != y.last || x.row != y.row ||
		!maps.EqualFunc(x.memory, y.memory, equal) || !x86.Hold(&x.m, &y.m, c.live, equal)
}

// equal reports whether x and y are known to be the same.
func equal(x, y *word) bool {
	if x == y {
		return true
	}
	return x != nil && y != nil && x.base == y.base && x.form.isConstant() && y.form.isConstant() && x.form.value().Cmp(y.form.value()) == 0
}
