// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

// A contract says what a routine may rely on, and what it must keep secret. It stands in the
// comment of the Go declaration, where internal/_check reads it.
type contract struct {
	// public names the parameters that are not secret: numbers, or all values that a pointer
	// leads to, or one field of them. What those point to is secret, if it is not named too: "steps.Q". All
	// addresses are public.
	public string
	// lengths says of the pointers that lead to more than one value to how many.
	lengths string
	// bounds says what fields are at most.
	bounds string
}

// contracts has one for every routine that Go calls, by package and name.
var contracts = map[string]contract{
	"cpu.cpuid": {public: "leaf, subleaf"},

	"field.mul":           {public: "fold"},
	"field.sqr":           {public: "fold"},
	"field.sqrN":          {public: "n, fold"},
	"field.sqrN255":       {public: "n, fold"},
	"field.sqrNMulPair":   {public: "n, fold"},
	"field.add":           {public: "fold"},
	"field.sub":           {public: "fold"},
	"field.vectorSqrNMul": {public: "n"},

	"modinv.divsteps":        {public: "m"},
	"modinv.divstepsVarTime": {public: "v, m, tab"},
	"modinv.jacobiSteps":     {},

	"curve25519.ladder":      {public: "bit"},
	"curve25519.ladderIFMA":  {public: "bit"},
	"curve25519.ladderOctet": {public: "n"},

	"edwards25519.pointDouble":     {public: "n"},
	"edwards25519.pointSum":        {public: "n, steps, count, t", lengths: "steps[count]"},
	"edwards25519.pointAddEach":    {public: "pairs, pairs.Q, count", lengths: "pairs[count]", bounds: "pairs.Negative <= 1"},
	"edwards25519.pointComb":       {},
	"edwards25519.pointWindows":    {},
	"edwards25519.selectCached":    {},
	"edwards25519.vectorDouble":    {public: "n"},
	"edwards25519.vectorSum":       {public: "n, steps, count, t", lengths: "steps[count]"},
	"edwards25519.vectorComb":      {},
	"edwards25519.vectorWindows":   {},
	"edwards25519.sumDouble":       {public: "n"},
	"edwards25519.sumSteps":        {public: "n, steps, count, t", lengths: "steps[count]"},
	"edwards25519.sumAddEach":      {public: "pairs, count", lengths: "pairs[count]"},
	"edwards25519.sumAddBuckets":   {public: "count", lengths: "buckets[count]"},
	"edwards25519.sumPairs":        {public: "steps, count", lengths: "steps[count]"},
	"edwards25519.sumOddMultiples": {public: "count", lengths: "table0[count], table1[count]"},
	"edwards25519.sumPrepare":      {},
	"edwards25519.sumStore":        {},

	"secp256k1.pointDouble":      {public: "n"},
	"secp256k1.pointAdd":         {},
	"secp256k1.pointAddAffine":   {},
	"secp256k1.pointAddSelected": {public: "n, count, rounds", lengths: "tables[count], digits[count*rounds]"},
	"secp256k1.selectAffine":     {},
	"secp256k1.pointSteps":       {public: "v, scale, steps, steps.Q, count", lengths: "steps[count]"},
	"secp256k1.pointMultiples":   {public: "count", lengths: "table[count+1], ratios[count+1]"},
	"secp256k1.pointRescale":     {public: "count", lengths: "table[count], images[count], ratios[count]"},

	"doubleodd.doubleE":  {public: "n"},
	"doubleodd.doubleS":  {public: "n"},
	"doubleodd.windowsE": {public: "count, list.Doublings, list.Zeta", lengths: "list[count+1]"},
	"doubleodd.windowsS": {public: "count, list.Doublings, list.Zeta", lengths: "list[count+1]"},
	"doubleodd.combE":    {},
	"doubleodd.combS":    {},
	"doubleodd.sumE":     {public: "steps, count", lengths: "steps[count]"},
	"doubleodd.sumS":     {public: "steps, count", lengths: "steps[count]"},
	"doubleodd.select8":  {lengths: "table[8]"},
	"doubleodd.select16": {lengths: "table[16]"},
}

// contract returns the contract of a routine as lines of a comment.
func (a *asm) contract(name string) (lines []string) {
	name = a.pkg.Name() + "." + name
	c, ok := contracts[name]
	if !ok {
		panic("no contract for " + name)
	}
	for _, item := range []struct{ what, text string }{{"Public", c.public}, {"Lengths", c.lengths}, {"Bounds", c.bounds}} {
		if item.text != "" {
			if lines == nil {
				lines = append(lines, "")
			}
			lines = append(lines, item.what+": "+item.text+".")
		}
	}
	return lines
}
