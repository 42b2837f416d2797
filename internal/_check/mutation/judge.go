// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package mutation

import (
	"fmt"
	"slices"

	"secant.example/internal/_check/concrete"
	"secant.example/internal/_check/x86"
)

// A Verdict is what was found about a mutant.
type Verdict struct {
	By      string // the domain that sees it; empty if none does
	Message string
}

// A Corpus is the calls of a package's routines that mutants are tried on.
type Corpus struct {
	program *x86.Program
	replay  *concrete.Replay
	calls   []*concrete.Call
	reached map[*x86.Text][][]bool // by call: which instructions it does; nil if none
	kills   map[int]int            // by call: how many mutants it has shown
}

// NewCorpus returns calls of routines of p, which belongs to it from now on. What a call leaves is
// what p makes of it.
func NewCorpus(p *x86.Program, calls []*concrete.Call) (*Corpus, error) {
	c := &Corpus{program: p, replay: concrete.NewReplay(p), reached: map[*x86.Text][][]bool{}, kills: map[int]int{}}
	for _, call := range calls {
		own := *call
		c.calls = append(c.calls, &own)
	}
	for _, t := range p.Order {
		c.reached[t] = make([][]bool, len(calls))
	}
	for i, call := range c.calls {
		err := c.replay.Learn(call, func(t *x86.Text, j int) {
			if c.reached[t][i] == nil {
				c.reached[t][i] = make([]bool, len(t.Instructions))
			}
			c.reached[t][i][j] = true
		})
		if err != nil {
			return nil, fmt.Errorf("a recorded call of %s: %w", call.Routine, err)
		}
	}
	return c, nil
}

// Judge tries mutants of the instructions of t from one on up to another, by index, and returns
// a verdict for each.
func (c *Corpus) Judge(t *x86.Text, from, to int, mutants []*Mutant) []Verdict {
	verdicts := make([]Verdict, len(mutants))
	alive := map[int][]int{}
	for i, m := range mutants {
		alive[m.Index] = append(alive[m.Index], i)
	}
	live := t.LiveFlags()
	tried := make([]int, len(mutants)) // the last call, from 1 on
	for n, call := range c.calls {
		reached := c.reached[t][n]
		if reached == nil || !anyAlive(reached[from:to], from, alive) {
			continue
		}
		c.replay.Start(call)
		for text, i := c.replay.Next(); text != nil; text, i = c.replay.Next() {
			if list := alive[i]; text == t && len(list) > 0 {
				alive[i] = c.try(t, i, live[i], list, mutants, verdicts, tried, n+1)
			}
			c.replay.Step()
		}
	}
	return verdicts
}

func anyAlive(reached []bool, from int, alive map[int][]int) bool {
	for i, yes := range reached {
		if yes && len(alive[from+i]) > 0 {
			return true
		}
	}
	return false
}

// try tries those mutants of the next instruction that were not yet tried in this call, and
// returns which of them no call so far has killed.
func (c *Corpus) try(t *x86.Text, i int, live x86.FlagSet, list []int, mutants []*Mutant, verdicts []Verdict, tried []int, call int) []int {
	control := t.Instructions[i].Control() != ""
	if !control {
		c.replay.Look()
	}
	return slices.DeleteFunc(list, func(k int) bool {
		if tried[k] == call || !control && !c.replay.Changes(mutants[k].New, live) {
			return false
		}
		tried[k] = call
		if message := c.replay.Try(mutants[k].New); message != "" {
			verdicts[k] = Verdict{"run", message}
			c.kills[call-1]++
			return true
		}
		return false
	})
}

// JudgeWords tries mutants of one constant.
func (c *Corpus) JudgeWords(mutants []*Mutant) []Verdict {
	verdicts := make([]Verdict, len(mutants))
	for n, call := range c.calls {
		if len(mutants) == 0 || !c.meets(n, mutants[0]) {
			continue
		}
		c.replay.Start(call)
		for i, m := range mutants {
			if verdicts[i].By == "" {
				if message := c.replay.TryWord(m.Data, m.Word, m.Value); message != "" {
					verdicts[i] = Verdict{"run", message}
					c.kills[n]++
				}
			}
		}
	}
	return verdicts
}

// meets reports whether call n does an instruction that m touches.
func (c *Corpus) meets(n int, m *Mutant) bool {
	for t, reached := range c.reached {
		for i, yes := range reached[n] {
			if yes && m.Touches(t, i) {
				return true
			}
		}
	}
	return false
}

// Kills returns how many mutants each call has shown, by its index, since it was asked the last time. Those
// that have shown none are not there.
func (c *Corpus) Kills() map[int]int {
	kills := c.kills
	c.kills = map[int]int{}
	return kills
}

// Reaches reports whether some call does an instruction of t.
func (c *Corpus) Reaches(t *x86.Text) bool {
	for _, reached := range c.reached[t] {
		if reached != nil {
			return true
		}
	}
	return false
}

// Program returns the program that the calls are of.
func (c *Corpus) Program() *x86.Program { return c.program }
