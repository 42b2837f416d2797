// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"fmt"
	"math/big"
	"runtime"
	"sync"

	"secant.example/internal/_check/algebra"
	"secant.example/internal/_check/bounds"
	"secant.example/internal/_check/secrets"
	"secant.example/internal/_check/x86"
)

// ranges returns what the checker of bounds must know of the arguments of a routine: once for
// each of the values of one that has few.
func (l *layouts) ranges(u *Unit, c *Contract) (all [][]bounds.Argument, err error) {
	known, err := l.arguments(u, c)
	if err != nil {
		return nil, err
	}
	all = [][]bounds.Argument{nil}
	for i, p := range c.Parameters {
		argument := bounds.Argument{}
		if p.Pointer {
			argument.Pointer = region(known[i].Pointer)
			argument.Pointer.Scratch = p.Scratch
		}
		if p.Bounded {
			argument.Least, argument.Most = big.NewInt(p.Lowest), big.NewInt(p.Highest)
		}
		for _, r := range p.Ranges {
			all := []*bounds.Region{argument.Pointer}
			if r.Field != "" {
				all = pointersIn(argument.Pointer, p.Name+"."+r.Field)
			}
			if len(all) == 0 {
				return nil, fmt.Errorf("%s: %s: no pointer %s in %s", u.Path, c.Name, r.Field, p.Name)
			}
			for _, to := range all {
				if r.From > 0 {
					to.From, to.Rest = int64(8*r.From), r.Most
				} else {
					to.Words, to.Most = r.Words, r.Most
				}
			}
		}
		var next [][]bounds.Argument
		for _, list := range all {
			if p.Values == nil {
				next = append(next, append(list[:i:i], argument))
			}
			for j := range p.Values {
				next = append(next, append(list[:i:i], bounds.Argument{Value: &p.Values[j]}))
			}
		}
		all = next
	}
	return all, nil
}

// region returns the region for the bounds of numbers.
func region(r *secrets.Region) *bounds.Region {
	z := &bounds.Region{Name: r.Name, Bytes: make([]bounds.Byte, len(r.Bytes))}
	for i, b := range r.Bytes {
		z.Bytes[i].Size, z.Bytes[i].Most = b.Size, b.Most
		if b.Pointer != nil {
			z.Bytes[i].Pointer = region(b.Pointer)
		}
	}
	z.Bytes = z.Bytes[:period(z.Bytes)]
	return z
}

// period returns after how many bytes they repeat.
func period(all []bounds.Byte) int {
	for n := 1; n < len(all); n++ {
		if len(all)%n != 0 {
			continue
		}
		same := true
		for i := n; i < len(all) && same; i++ {
			same = all[i] == all[i-n]
		}
		if same {
			return n
		}
	}
	return len(all)
}

// pointersIn returns what the pointers of that name in r lead to: several in an array.
func pointersIn(r *bounds.Region, name string) (all []*bounds.Region) {
	for _, b := range r.Bytes {
		if b.Pointer != nil && b.Pointer.Name == name {
			all = append(all, b.Pointer)
		}
	}
	return all
}

// notCovered are routines whose bounds nobody follows, with the reason.
var notCovered = map[string]string{
	"cpu.cpuid": "no arithmetic",
}

// isUnbounded reports whether nobody follows the bounds of t.
func isUnbounded(u *Unit, t *x86.Text) bool {
	return notCovered[u.Package+"."+t.Name] != "" || followerOf(u, t.Name) != nil
}

// ranged is what was found of the bounds of a package's routines, by name.
type ranged map[string][]*bounds.Result

// checkBounds follows the bounds of numbers through all routines of u that have a declaration.
func (l *layouts) checkBounds(u *Unit, deep bool) (all ranged, findings []string, err error) {
	all = ranged{}
	type job struct {
		name      string
		arguments []bounds.Argument
		result    *bounds.Result
	}
	var jobs []*job
	for _, t := range u.Program.Order {
		c := u.Contracts[t.Name]
		if c == nil || isUnbounded(u, t) {
			continue
		}
		lists, err := l.ranges(u, c)
		if err != nil {
			return nil, nil, err
		}
		for _, arguments := range lists {
			jobs = append(jobs, &job{name: t.Name, arguments: arguments})
		}
	}
	var group sync.WaitGroup
	free := make(chan bool, runtime.NumCPU())
	for _, j := range jobs {
		group.Add(1)
		go func() {
			defer group.Done()
			free <- true
			defer func() { <-free }()
			j.result = bounds.Check(u.Program, j.name, j.arguments, bounds.Options{Deep: deep})
		}()
	}
	group.Wait()
	found := map[string]bool{}
	reached := map[*x86.Text][]bool{}
	for _, j := range jobs {
		all[j.name] = append(all[j.name], j.result)
		for _, e := range j.result.Found {
			if !found[e.Error()] {
				findings = append(findings, e.Error())
			}
			found[e.Error()] = true
		}
		for t, facts := range j.result.Facts {
			if reached[t] == nil {
				reached[t] = make([]bool, len(facts))
			}
			for i := range facts {
				reached[t][i] = reached[t][i] || facts[i].Done
			}
		}
	}
	if len(findings) > 0 {
		return all, findings, nil
	}
	for _, t := range u.Program.Order {
		if isUnbounded(u, t) {
			continue
		}
		for i := range t.Instructions {
			if r := reached[t]; r == nil || !r[i] {
				e := x86.Error{File: t.File, Line: t.Instructions[i].Line, Message: t.Name + ": no bounds get here"}
				findings = append(findings, e.Error())
			}
		}
	}
	return all, findings, nil
}

// boundsOf follows the bounds of numbers through all packages. given is what that shows of the instructions of
// each of them, for the algebra.
func boundsOf(root string, units []*Unit) (findings []string, given map[string]algebra.Given, err error) {
	l := newLayouts(root)
	given = map[string]algebra.Given{}
	for _, u := range units {
		all, found, err := l.checkBounds(u, false)
		if err != nil {
			return nil, nil, err
		}
		findings = append(findings, found...)
		given[u.Path] = all.given()
	}
	return findings, given, nil
}

// given returns what has been shown of instructions: of a sum or difference that its carry is always 0, of
// others that they always keep the whole number.
func (all ranged) given() algebra.Given {
	facts := map[*x86.Text][]bounds.Fact{}
	for _, results := range all {
		for _, r := range results {
			for t, list := range r.Facts {
				if facts[t] == nil {
					facts[t] = make([]bounds.Fact, len(list))
				}
				for i := range list {
					facts[t][i] = facts[t][i].Or(list[i])
				}
			}
		}
	}
	return func(t *x86.Text, index, cut int, sum bool) bool {
		if facts[t] == nil || !facts[t][index].Done {
			return false
		}
		if sum {
			return !facts[t][index].One
		}
		which := 0
		switch t.Instructions[index].Op {
		case "VPMULUDQ", "VPMADD52LUQ", "VPMADD52HUQ": // two factors in each lane
			which = (cut + 1) % 2
		case "VPADDD", "VPSUBD": // the lower halves of both words, and then the two sums
			if (cut-1)%4 < 2 {
				return false
			}
		}
		return facts[t][index].Exact[which] && !facts[t][index].Loses[which]
	}
}

// boundsVerdict says what was shown of a routine's bounds, if nothing was found.
func boundsVerdict(u *Unit, t *x86.Text) string {
	if reason := notCovered[u.Package+"."+t.Name]; reason != "" {
		return "not followed: " + reason
	}
	if f := followerOf(u, t.Name); f != nil {
		return f.name
	}
	if u.Contracts[t.Name] == nil {
		return "in its callers"
	}
	return "all"
}

// idleOf returns what idle does, of all packages.
func idleOf(root string, units []*Unit) (lines []string, err error) {
	l := newLayouts(root)
	for _, u := range units {
		all, _, err := l.checkBounds(u, true)
		if err != nil {
			return nil, err
		}
		lines = append(lines, idle(u, all)...)
	}
	return lines, nil
}

// idle returns the lines of instructions that add a carry to a word, or make a mask of it, although
// it is 0 whatever the arguments are.
func idle(u *Unit, all ranged) (lines []string) {
	for _, t := range u.Program.Order {
		for i := range t.Instructions {
			in := &t.Instructions[i]
			if in.Op != "ADCQ" && in.Op != "SBBQ" {
				continue
			}
			from, to := &in.Operands[0], &in.Operands[1]
			if !(from.Kind == x86.Immediate && from.Value == 0) && !(in.Op == "SBBQ" && from.Kind == x86.General && *from == *to) {
				continue
			}
			done, needed := false, false
			for _, results := range all {
				for _, r := range results {
					if facts := r.Facts[t]; facts != nil {
						done, needed = done || facts[i].Done, needed || facts[i].CarryIn
					}
				}
			}
			if done && !needed {
				lines = append(lines, fmt.Sprintf("%s:%d: %s: the carry of %s is always 0", t.File, in.Line, t.Name, in))
			}
		}
	}
	return lines
}
