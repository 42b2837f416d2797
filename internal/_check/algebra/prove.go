// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package algebra

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"

	"secant.example/internal/_check/x86"
)

// A Case is a routine with a specification: arguments, and what must be equal after it, for
// all arguments. It is proven for one prime and one setting of cpu.X86.
type Case struct {
	Routine string // of the package, as Go calls it
	Name    string // what is different in this case
	Path    Path
	prime   *big.Int
	limit   *big.Int // of elements; nil for 2^256
	run     func(r *Run)
}

// A Path is a setting of cpu.X86.
type Path struct {
	Name     string
	features [3]bool
}

var (
	base0     = Path{"MUL", [3]bool{}}
	oneChain  = Path{"one chain", [3]bool{true, false, false}}
	twoChains = Path{"two chains", [3]bool{true, false, true}}
	withIFMA  = Path{"IFMA", [3]bool{true, true, false}}
	chains    = []Path{oneChain, twoChains}
)

// A Result is what was found out about a case.
type Result struct {
	Case
	Checks int      // identities
	Degree int      // the highest degree of a polynomial that was compared
	Facts  int      // how many facts it needs: of lanes and the like, one each
	Failed []string // what is not as it must be
	Unseen int      // words that it leaves, and that no identity mentions
	// The instructions of which it needs a fact that is not given, but has held in all runs with numbers:
	// file and line.
	Presumed []string
}

// Title names the case.
func (c *Case) Title() string {
	s := c.Routine + " (" + c.Path.Name
	if c.Name != "" {
		s += ", " + c.Name
	}
	return s + ")"
}

// someNumbers ends messages about runs with numbers.
const someNumbers = ", for some numbers"

// Messages returns what is not as it must be: of the polynomials, if there is something.
func (r *Result) Messages() []string {
	all := slices.DeleteFunc(slices.Clone(r.Failed), func(message string) bool { return strings.HasSuffix(message, someNumbers) })
	if len(all) == 0 {
		return r.Failed
	}
	return all
}

// do runs the case in one of the domains, and returns what is wrong.
func (c *Case) do(r *Run) (failed []string) {
	r.limit = c.limit
	if r.limit == nil {
		r.limit = new(big.Int).Lsh(big.NewInt(1), 256)
	}
	r.setFeatures(c.Path.features)
	func() {
		defer func() {
			switch e := recover().(type) {
			case nil:
			case stop:
				if e.zero && !r.concrete {
					r.note("its formula divides by zero")
				}
			case *x86.Error:
				r.note("%v", e)
			case runtime.Error:
				if !r.first {
					panic(e)
				}
				r.note("its formula does not go so far: %v", e) // a mutant makes more rounds than there are operands
			default:
				panic(e)
			}
		}()
		c.run(r)
	}()
	for i, message := range r.failed {
		if i == 3 { // the others follow from the first ones, most often
			return append(failed, fmt.Sprintf("%s: and %d more", c.Title(), len(r.failed)-i))
		}
		failed = append(failed, c.Title()+": "+message)
	}
	return failed
}

var (
	meaningsOfNumbers = x86.Meanings[uint64]()
	meaningsOfWords   = x86.Meanings[Word]()
)

// numbers returns a run with numbers, that notes what it sees.
func (c *Case) numbers(p *x86.Program, seen map[factKey]fact, seed uint64) *Run {
	mem, where := &memory[uint64]{}, &place{}
	d := &numbers{memory: mem, where: where, seen: seen}
	e := newEngine(p, meaningsOfNumbers, d, mem, where)
	f := newField(c.prime, seed)
	e.free = func(c uint64, _ *big.Int, _ int) uint64 { return c }
	e.value = func(x uint64) *big.Int { return f.mod(new(big.Int).SetUint64(x)) }
	e.nearTo = func(x, offset uint64, _ uint) *big.Int { return f.mod(big.NewInt(int64(x - offset))) }
	e.anyNear = func(uint64, uint) (uint64, bool) { return 0, false }
	e.doubleOf = func(x uint64, _ *big.Float, _ int) *big.Int {
		return f.ratio(new(big.Float).SetFloat64(math.Float64frombits(x)))
	}
	e.anyDouble = func(*big.Float, int) (uint64, bool) { return 0, false }
	e.bounded = func(x, most uint64) uint64 {
		if x > most {
			panic(&x86.Error{Message: "a number is more than its specification says"})
		}
		return x
	}
	e.most = func(x uint64) uint64 { return x }
	return &Run{field: f, machine: e, concrete: true, random: rand.New(rand.NewPCG(seed, 1))}
}

// polynomials returns a run with polynomials.
func (c *Case) polynomials(p *x86.Program, facts *Facts, seed uint64, done map[*x86.Text][]bool) (*Run, *words) {
	mem, where := &memory[Word]{}, &place{}
	f := newField(c.prime, seed)
	d := &words{memory: mem, field: f, facts: facts, where: where, bases: map[value]*base{}, signs: map[value]*big.Int{}, zeros: map[value]Word{},
		halves: [2]map[value]Word{{}, {}}, doubles: p.Doubles(c.Routine)}
	e := newEngine(p, meaningsOfWords, d, mem, where)
	e.done = done
	e.free = func(_ uint64, v *big.Int, degree int) Word {
		return Word{v: v, hi: maxWord, degree: degree, input: true}
	}
	e.value = func(x Word) *big.Int {
		d.most = max(d.most, x.degree)
		return d.actual(x).v
	}
	e.nearTo = d.near
	e.bounded = func(x Word, most uint64) Word {
		x.hi = most
		return x
	}
	e.most = func(x Word) uint64 { return d.actual(x).hi }
	e.anyNear = func(offset uint64, most uint) (Word, bool) { return d.anyNear(offset, most), true }
	e.doubleOf = d.doubleOf
	e.anyDouble = func(most *big.Float, grid int) (Word, bool) { return d.anyDouble(most, grid), true }
	e.again = func(x Word) (Word, bool) {
		if x.known || x.input {
			return x, false
		}
		return d.fresh(maxWord), true
	}
	return &Run{field: f, machine: e, random: rand.New(rand.NewPCG(seed, 1))}, d
}

const seed = 20 // of everything that is random: it repeats

// A Proof is what was found out about cases of one program.
type Proof struct {
	Results []Result
	Done    map[*x86.Text][]bool // the instructions that were done with polynomials
}

// Prove proves the cases. trials is how often each is run with numbers; given may be nil.
func Prove(p *x86.Program, cases []Case, trials int, given Given) *Proof {
	proof, facts := learn(p, cases, trials)
	for i := range cases {
		clear(facts.used)
		r, d := cases[i].polynomials(p, facts, seed, proof.Done)
		result := &proof.Results[i]
		result.Failed = append(result.Failed, cases[i].do(r)...)
		result.Unseen = r.unseen()
		result.Checks, result.Degree, result.Facts = r.checks, d.most, len(facts.used)
		for key, sum := range facts.used {
			if given == nil || !given(key.text, key.index, key.cut, sum) {
				place := fmt.Sprintf("%s:%d", key.text.File, key.text.Instructions[key.index].Line)
				result.Presumed = append(result.Presumed, place)
			}
		}
		slices.Sort(result.Presumed)
		result.Presumed = slices.Compact(result.Presumed)
	}
	return proof
}

// learn runs the cases with numbers, and finds out which carries some instruction reads.
func learn(p *x86.Program, cases []Case, trials int) (*Proof, *Facts) {
	proof := &Proof{Results: make([]Result, len(cases)), Done: map[*x86.Text][]bool{}}
	facts := &Facts{known: map[factKey]fact{}, read: map[factKey]bool{}, used: map[factKey]bool{}}
	for i := range cases {
		c, result := &cases[i], &proof.Results[i]
		result.Case = *c
		for n := range trials {
			if failed := c.do(c.numbers(p, facts.known, uint64(seed+i*trials+n))); failed != nil {
				for _, message := range failed {
					result.Failed = append(result.Failed, message+someNumbers)
				}
				break
			}
		}
	}
	facts.all = true
	for i := range cases {
		if !p.ReadsCarries(cases[i].Routine) {
			continue // it would find none
		}
		r, _ := cases[i].polynomials(p, facts, seed, proof.Done)
		cases[i].do(r)
	}
	facts.all = false
	return proof, facts
}
