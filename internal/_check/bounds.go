// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"fmt"

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
		}
		for _, r := range p.Ranges {
			to := argument.Pointer
			if r.Field != "" {
				to = pointerIn(argument.Pointer, p.Name+"."+r.Field)
			}
			if to == nil {
				return nil, fmt.Errorf("%s: %s: no pointer %s in %s", u.Path, c.Name, r.Field, p.Name)
			}
			to.Words, to.Most = r.Words, r.Most
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
	return z
}

// pointerIn returns what the pointer of that name in r leads to.
func pointerIn(r *bounds.Region, name string) *bounds.Region {
	for _, b := range r.Bytes {
		if b.Pointer != nil && b.Pointer.Name == name {
			return b.Pointer
		}
	}
	return nil
}

// boundsOf follows the bounds of numbers through a routine, and returns what was found.
func (l *layouts) boundsOf(u *Unit, c *Contract) ([]*bounds.Result, error) {
	all, err := l.ranges(u, c)
	if err != nil {
		return nil, err
	}
	var results []*bounds.Result
	for _, arguments := range all {
		results = append(results, bounds.Check(u.Program, c.Name, arguments, func(t *x86.Text, i int) bool { return false }))
	}
	return results, nil
}
