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
	// values says what a number may be, if it is one of a few.
	values string
	// scratch names memory that overlaps with nothing else, and of which nothing is known after the call.
	scratch string
	// numbers and limbs say what numbers of four words, or words, are at most that a
	// parameter, or a pointer in a field of it, leads to: on entry and on return.
	numbers, limbs string
}

// The values of fold; the short ones; and what limbs in memory are at most.
const (
	folds      = "fold = 38, 7914, 37302, 4294968273"
	shortFolds = "fold = 38, 7914, 37302"
	limbRange  = " <= 2^52 - 1"
	rawRange   = " <= 2^61 - 1"

	rawRange52  = " <= 2^56 - 1"
	storedRange = " <= 2^59 - 1"
)

// contracts has one for every routine that Go calls, by package and name.
var contracts = map[string]contract{
	"cpu.cpuid": {public: "leaf, subleaf"},

	"field.mul":              {public: "fold", values: folds},
	"field.sqr":              {public: "fold", values: folds},
	"field.sqrN":             {public: "n, fold", values: folds},
	"field.sqrN255":          {public: "n, fold", values: shortFolds},
	"field.sqrN25519":        {public: "n"},
	"field.sqrNMulPair":      {public: "n, fold", values: folds},
	"field.add":              {public: "fold", values: folds},
	"field.sub":              {public: "fold", values: folds},
	"field.octetSqrNMul":     {public: "n", limbs: "x" + limbRange + ", y" + limbRange + ", z" + limbRange},
	"field.octetSqrNMulHalf": {public: "n", limbs: "x" + limbRange + ", y" + limbRange + ", z" + limbRange},
	"field.octetSqrNMulPair": {public: "n", limbs: "x" + limbRange + ", y" + limbRange + ", z" + limbRange},
	"field.quadSqrNMul":      {public: "n", limbs: "x" + limbRange + ", y" + limbRange + ", z" + limbRange},
	"field.quadSqrNMulPair":  {public: "n", limbs: "x" + limbRange + ", y" + limbRange + ", z" + limbRange},

	"field.floatSqrNMul": {public: "z, x, n, y, memory", scratch: "memory", limbs: "x" + limbRange + ", y" + limbRange + ", z" + limbRange},

	"modinv.divsteps":        {public: "m"},
	"modinv.divstepsVarTime": {public: "v, m, tab"},
	"modinv.jacobiSteps":     {},

	"curve25519.ladder":          {public: "bit", numbers: "s <= 2^256 - 38, u <= 2^256 - 38"},
	"curve25519.ladderIFMA":      {public: "bit"},
	"curve25519.ladderQuad":      {public: "n", scratch: "memory", limbs: "s" + limbRange},
	"curve25519.ladderFive":      {public: "n", scratch: "memory", limbs: "s" + limbRange, numbers: "singles <= 2^256 - 38"},
	"curve25519.ladderSix":       {public: "n", scratch: "memory", limbs: "s" + limbRange, numbers: "singles <= 2^256 - 38"},
	"curve25519.ladderOctet":     {public: "n", scratch: "memory", limbs: "s" + limbRange},
	"curve25519.ladderOctetPair": {public: "n", scratch: "memory", limbs: "s" + limbRange},

	"sha512lanes.compressQuad":  {scratch: "memory"},
	"sha512lanes.compressOctet": {},

	"edwards25519.pointDouble":         {public: "n"},
	"edwards25519.pointSum":            {public: "n, steps, count, t", lengths: "steps[count]", bounds: "n <= 4294967295"},
	"edwards25519.pointAddEach":        {public: "pairs, pairs.Q, count", lengths: "pairs[count]", bounds: "pairs.Negative <= 1"},
	"edwards25519.pointComb":           {bounds: "digits.Negative <= 1"},
	"edwards25519.pointWindows":        {public: "count, rounds", lengths: "tables[count], digits[count*rounds]", bounds: "1 <= count <= 4294967295, 1 <= rounds <= 4294967295, digits.Negative <= 1"},
	"edwards25519.selectCached":        {bounds: "index <= 8, negate <= 1"},
	"edwards25519.fetchEntries":        {public: "steps, steps.Q, count", lengths: "steps[count]"},
	"edwards25519.vectorDouble":        {public: "n"},
	"edwards25519.vectorSum":           {public: "n, steps, count, t", lengths: "steps[count]", bounds: "n <= 4294967295"},
	"edwards25519.floatSum":            {public: "v, steps, steps.Q, count, memory", lengths: "steps[count]", scratch: "memory"},
	"edwards25519.floatAddLanes":       {public: "steps, steps.V, steps.Q, count, memory", scratch: "memory", lengths: "steps[count]", limbs: "steps.V" + storedRange, bounds: "steps.Negative <= 255"},
	"edwards25519.floatAddBuckets":     {public: "sums, runs, buckets, count, memory", scratch: "memory", lengths: "buckets[count]", limbs: "sums" + storedRange + ", runs" + storedRange + ", buckets" + storedRange, bounds: "1 <= count <= 4294967295"},
	"edwards25519.floatOddMultiples":   {public: "table0, table1, count, memory", lengths: "table0[count], table1[count]", scratch: "memory"},
	"edwards25519.floatStore":          {limbs: "v" + storedRange},
	"edwards25519.vectorWindows":       {public: "count, rounds", lengths: "tables[count], digits[count*rounds]", bounds: "1 <= count <= 4294967295, 1 <= rounds <= 4294967295, digits.Negative <= 1"},
	"edwards25519.laneWindows":         {public: "count, rounds", lengths: "tables[count], digits[count*rounds]", bounds: "1 <= rounds <= 4294967295, digits.Negative <= 1", scratch: "memory"},
	"edwards25519.laneComb":            {bounds: "digits.Index <= 15, digits.Negative <= 1", scratch: "memory"},
	"edwards25519.octetComb":           {bounds: "digits.Negative <= 255", scratch: "memory", limbs: "table" + limbRange + ", sums" + limbRange},
	"edwards25519.octetJoin":           {scratch: "memory", limbs: "sums" + limbRange},
	"edwards25519.eachSteps":           {public: "v, steps, steps.Q, count, memory", lengths: "steps[count]", scratch: "memory", limbs: "v" + limbRange + ", steps.Q" + limbRange, bounds: "steps.Negative <= 255"},
	"edwards25519.eachExpandedSteps":   {public: "v, steps, steps.Q, count, memory", lengths: "steps[count]", scratch: "memory", limbs: "v" + limbRange, bounds: "steps.Negative <= 255"},
	"edwards25519.eachMultiples":       {public: "tables, v, memory", scratch: "memory", limbs: "v" + limbRange + ", tables" + limbRange},
	"edwards25519.floatEachSteps":      {public: "v, steps, steps.Q, count, memory", lengths: "steps[count]", scratch: "memory", limbs: "v" + limbRange + ", steps.Q" + limbRange, bounds: "steps.Negative <= 255"},
	"edwards25519.floatEachMultiples":  {public: "tables, v, memory", scratch: "memory", limbs: "v" + limbRange + ", tables" + limbRange},
	"edwards25519.sumDouble":           {public: "n", limbs: "v" + limbRange},
	"edwards25519.sumSteps":            {public: "n, steps, count, t", lengths: "steps[count]", limbs: "v" + limbRange, bounds: "n <= 4294967295"},
	"edwards25519.sumAddLanes":         {public: "steps, steps.V, steps.Q, count, memory", scratch: "memory", lengths: "steps[count]", limbs: "steps.V" + rawRange52, bounds: "steps.Negative <= 255"},
	"edwards25519.sumAddLanesAnyZ":     {public: "steps, steps.V, steps.Q, count, memory", scratch: "memory", lengths: "steps[count]", limbs: "steps.V" + rawRange52, bounds: "steps.Negative <= 255"},
	"edwards25519.sumAddBuckets":       {public: "count", scratch: "memory", lengths: "buckets[count]", limbs: "sums" + rawRange52 + ", runs" + rawRange52 + ", buckets" + rawRange52, bounds: "1 <= count <= 4294967295"},
	"edwards25519.sumPairs":            {public: "steps, count", lengths: "steps[count]", limbs: "v" + limbRange},
	"edwards25519.sumOddMultiples":     {public: "count", lengths: "table0[count], table1[count]"},
	"edwards25519.sumOddMultiplesEach": {scratch: "memory"},
	"edwards25519.sumPositions":        {public: "count", scratch: "memory", lengths: "rows[count]", limbs: "v" + rawRange52 + ", rows" + rawRange52, bounds: "1 <= count <= 4294967295"},
	"edwards25519.vectorMultiples":     {},
	"edwards25519.sumPrepare":          {limbs: "v" + limbRange},
	"edwards25519.sumStore":            {limbs: "v" + rawRange},

	"secp256k1.pointDouble":      {public: "n"},
	"secp256k1.pointAdd":         {},
	"secp256k1.pointAddAffine":   {},
	"secp256k1.pointAddSelected": {public: "n, count, rounds", lengths: "tables[count], digits[count*rounds]", bounds: "digits.Negative <= 1"},
	"secp256k1.selectAffine":     {bounds: "negate <= 1"},
	"secp256k1.pointSteps":       {public: "v, scale, steps, steps.Q, count", lengths: "steps[count]"},
	"secp256k1.pointMultiples":   {public: "count", lengths: "table[count+1], ratios[count+1]"},
	"secp256k1.pointRescale":     {public: "count", lengths: "table[count], images[count], ratios[count]", bounds: "1 <= count <= 4294967295"},
	"secp256k1.laneSteps":        {public: "v, steps, steps.Q, count, memory", lengths: "steps[count]", scratch: "memory", limbs: "v" + limbRange + ", steps.Q" + limbRange, bounds: "steps.Negative <= 255"},
	"secp256k1.laneStepsPair":    {public: "v0, v1, steps0, steps0.Q, steps1, steps1.Q, count, memory", lengths: "steps0[count], steps1[count]", scratch: "memory", limbs: "v0" + limbRange + ", v1" + limbRange + ", steps0.Q" + limbRange + ", steps1.Q" + limbRange, bounds: "steps0.Negative <= 255, steps1.Negative <= 255"},
	"secp256k1.laneMultiples":    {public: "v, entries, memory", scratch: "memory", limbs: "v" + limbRange + ", entries" + limbRange},
	"secp256k1.laneRescale":      {public: "v, entries, tables, images, memory", scratch: "memory", limbs: "v" + limbRange + ", entries" + limbRange + ", tables" + limbRange + ", images" + limbRange},
	"secp256k1.laneSqrNMul":      {public: "z, x, n, y", limbs: "x" + limbRange + ", y" + limbRange + ", z" + limbRange},
	"secp256k1.floatSteps":       {public: "v, steps, steps.Q, count, memory", lengths: "steps[count]", scratch: "memory", limbs: "v" + limbRange + ", steps.Q" + limbRange, bounds: "steps.Negative <= 255"},
	"secp256k1.floatMultiples":   {public: "v, entries, memory", scratch: "memory", limbs: "v" + limbRange + ", entries" + limbRange},
	"secp256k1.floatRescale":     {public: "v, entries, tables, images, memory", scratch: "memory", limbs: "v" + limbRange + ", entries" + limbRange + ", tables" + limbRange + ", images" + limbRange},
	"secp256k1.floatSqrNMul":     {public: "z, x, n, y, half, memory", scratch: "memory", limbs: "x" + limbRange + ", y" + limbRange + ", z" + limbRange, bounds: "half <= 1"},
	"secp256k1.laneDifferences":  {public: "product, products, steps, steps.P, steps.Q, count, memory", lengths: "products[count], steps[count]", scratch: "memory", limbs: "product" + limbRange + ", products" + limbRange + ", steps.P" + limbRange + ", steps.Q" + limbRange, bounds: "1 <= count <= 4294967295"},
	"secp256k1.laneChords":       {public: "inverse, products, steps, steps.P, steps.Q, steps.Sums, count, memory", lengths: "products[count], steps[count]", scratch: "memory", limbs: "inverse" + limbRange + ", products" + limbRange + ", steps.P" + limbRange + ", steps.Q" + limbRange + ", steps.Sums" + limbRange, bounds: "1 <= count <= 4294967295, steps.Negative <= 65535"},
	"secp256k1.floatDifferences": {public: "product, products, steps, steps.P, steps.Q, count, half, memory", lengths: "products[count], steps[count]", scratch: "memory", limbs: "product" + limbRange + ", products" + limbRange + ", steps.P" + limbRange + ", steps.Q" + limbRange, bounds: "1 <= count <= 4294967295, half <= 1"},
	"secp256k1.floatChords":      {public: "inverse, products, steps, steps.P, steps.Q, steps.Sums, count, half, memory", lengths: "products[count], steps[count]", scratch: "memory", limbs: "inverse" + limbRange + ", products" + limbRange + ", steps.P" + limbRange + ", steps.Q" + limbRange + ", steps.Sums" + limbRange, bounds: "1 <= count <= 4294967295, half <= 1, steps.Negative <= 65535"},

	"doubleodd.doubleE":       {public: "n"},
	"doubleodd.doubleS":       {public: "n"},
	"doubleodd.windowsE":      {public: "count, list.Doublings, list.Zeta", lengths: "list[count+1]", bounds: "list.Negative <= 1"},
	"doubleodd.windowsS":      {public: "count, list.Doublings, list.Zeta", lengths: "list[count+1]", bounds: "list.Negative <= 1"},
	"doubleodd.combE":         {numbers: "table <= 2^256 - 37302", bounds: "digits.Negative <= 1"},
	"doubleodd.combS":         {numbers: "table <= 2^256 - 7914", bounds: "digits.Negative <= 1"},
	"doubleodd.sumE":          {public: "steps, count", lengths: "steps[count]"},
	"doubleodd.sumS":          {public: "steps, count", lengths: "steps[count]"},
	"doubleodd.laneStepsE":    {public: "v, steps, steps.Q, count, tables, memory", lengths: "steps[count]", scratch: "memory", limbs: "v" + limbRange + ", steps.Q" + limbRange + ", tables" + limbRange, bounds: "steps.Negative <= 255, steps.From <= 31, steps.To <= 31"},
	"doubleodd.laneStepsS":    {public: "v, steps, steps.Q, count, tables, memory", lengths: "steps[count]", scratch: "memory", limbs: "v" + limbRange + ", steps.Q" + limbRange + ", tables" + limbRange, bounds: "steps.Negative <= 255, steps.From <= 31, steps.To <= 31"},
	"doubleodd.laneSqrNMulE":  {public: "z, x, n, y", limbs: "x" + limbRange + ", y" + limbRange + ", z" + limbRange},
	"doubleodd.laneSqrNMulS":  {public: "z, x, n, y", limbs: "x" + limbRange + ", y" + limbRange + ", z" + limbRange},
	"doubleodd.floatStepsE":   {public: "v, steps, steps.Q, count, tables, memory", lengths: "steps[count]", scratch: "memory", limbs: "v" + limbRange + ", steps.Q" + limbRange + ", tables" + limbRange, bounds: "steps.Negative <= 255, steps.From <= 31, steps.To <= 31"},
	"doubleodd.floatStepsS":   {public: "v, steps, steps.Q, count, tables, memory", lengths: "steps[count]", scratch: "memory", limbs: "v" + limbRange + ", steps.Q" + limbRange + ", tables" + limbRange, bounds: "steps.Negative <= 255, steps.From <= 31, steps.To <= 31"},
	"doubleodd.floatSqrNMulE": {public: "z, x, n, y, half, memory", scratch: "memory", limbs: "x" + limbRange + ", y" + limbRange + ", z" + limbRange, bounds: "half <= 1"},
	"doubleodd.floatSqrNMulS": {public: "z, x, n, y, half, memory", scratch: "memory", limbs: "x" + limbRange + ", y" + limbRange + ", z" + limbRange, bounds: "half <= 1"},
	"doubleodd.select8":       {lengths: "table[8]"},
	"doubleodd.select16":      {lengths: "table[16]"},
}

// contract returns the contract of a routine as lines of a comment.
func (a *asm) contract(name string) (lines []string) {
	name = a.pkg.Name() + "." + name
	c, ok := contracts[name]
	if !ok {
		panic("no contract for " + name)
	}
	for _, item := range []struct{ what, text string }{{"Public", c.public}, {"Lengths", c.lengths}, {"Bounds", c.bounds}, {"Values", c.values}, {"Scratch", c.scratch}, {"Numbers", c.numbers}, {"Limbs", c.limbs}} {
		if item.text != "" {
			if lines == nil {
				lines = append(lines, "")
			}
			lines = append(lines, item.what+": "+item.text+".")
		}
	}
	return lines
}
