// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"secant.example/internal/_check/concrete"
	"secant.example/internal/_check/mutation"
	"secant.example/internal/_check/x86"
)

// A judge says what is wrong with a mutant that no call has shown to be one, or nothing. The
// program of u is the mutant then; callers are the routine and those that call it.
type judge struct {
	name string
	sees func(l *layouts, u *Unit, callers []*x86.Text) string
}

// judges are asked in this order. The algebra is not among them, which needs seconds for a mutant.
var judges = []judge{{"secrets", secretsOfMutant}, {byDivsteps, divstepsOfMutant}}

// secretsOfMutant is what the domain of secrets says.
func secretsOfMutant(l *layouts, u *Unit, callers []*x86.Text) string {
	found, err := l.checkSecretsOf(u, callers)
	if err != nil {
		return err.Error()
	}
	if len(found) > 0 {
		return found[0]
	}
	return ""
}

// A judged mutant. If no domain sees it, there is a rule why it is equivalent, or it is listed as open, or
// it is a finding.
type judged struct {
	unit    *Unit
	mutant  *mutation.Mutant
	verdict mutation.Verdict
	rule    *mutation.Rule
	open    bool
}

// A share is mutants of a part of a routine, or of the constants of a package: what one worker does
// at a time.
type share struct {
	unit     *Unit
	text     string // empty for constants
	from, to int
}

// A judgement is all mutants that were tried, in the order of the files, and the calls that have shown
// any of them, first those that have shown most.
type judgement struct {
	all   []judged
	calls map[string][]*concrete.Call
}

// judgeMutants tries mutants on calls, by package, and asks the judges of those that no call shows, no
// rule covers and no list has. It prints how far it is.
func judgeMutants(w io.Writer, root string, units []*Unit, calls map[string][]*concrete.Call) (*judgement, error) {
	const length = 256
	var shares []share
	for _, u := range units {
		if len(calls[u.Package]) == 0 {
			continue
		}
		for _, t := range u.Program.Order {
			for from := 0; from < len(t.Instructions); from += length {
				shares = append(shares, share{u, t.Name, from, min(from+length, len(t.Instructions))})
			}
		}
		if len(u.Program.Data) > 0 {
			shares = append(shares, share{unit: u})
		}
	}
	var (
		start   = time.Now()
		printed = start
		j       = &judgement{calls: map[string][]*concrete.Call{}}
		kills   = map[string]map[int]int{}
		mutex   sync.Mutex
		group   sync.WaitGroup
		failure error
		next    int
	)
	work := func() error {
		w := &worker{}
		for {
			mutex.Lock()
			if next == len(shares) || failure != nil {
				mutex.Unlock()
				return nil
			}
			s := shares[next]
			next++
			mutex.Unlock()
			if err := w.open(s.unit, calls); err != nil {
				return err
			}
			done := w.judge(s)
			mutex.Lock()
			j.all = append(j.all, done...)
			if kills[s.unit.Package] == nil {
				kills[s.unit.Package] = map[int]int{}
			}
			for call, n := range w.corpus.Kills() {
				kills[s.unit.Package][call] += n
			}
			mutex.Unlock()
		}
	}
	report := func() {
		mutex.Lock()
		defer mutex.Unlock()
		fmt.Fprintf(w, "%d of %d parts: %d mutants (%s)\n", next, len(shares), len(j.all), time.Since(start).Round(time.Second))
	}
	for range runtime.GOMAXPROCS(0) {
		group.Add(1)
		go func() {
			defer group.Done()
			if err := work(); err != nil {
				mutex.Lock()
				failure = err
				mutex.Unlock()
			}
		}()
	}
	finished := make(chan bool)
	go func() {
		group.Wait()
		close(finished)
	}()
	for waiting := true; waiting; {
		select {
		case <-finished:
			waiting = false
		case <-time.After(time.Second):
			if time.Since(printed) > 20*time.Second {
				report()
				printed = time.Now()
			}
		}
	}
	if failure != nil {
		return nil, failure
	}
	report()
	for name, used := range kills {
		order := slices.Sorted(maps.Keys(used))
		slices.SortStableFunc(order, func(x, y int) int { return cmp.Compare(used[y], used[x]) })
		for _, i := range order {
			j.calls[name] = append(j.calls[name], calls[name][i])
		}
	}
	slices.SortStableFunc(j.all, func(x, y judged) int { return cmp.Compare(x.place(), y.place()) })
	l, reviewer := newLayouts(root), mutation.NewReviewer()
	for i := range j.all {
		x := &j.all[i]
		if x.verdict.By != "" {
			continue
		}
		if x.rule = reviewer.Equivalent(x.mutant); x.rule != nil {
			continue
		}
		if x.open = mutation.IsOpen(x.unit.Path, x.mutant); !x.open && x.mutant.Text != nil {
			x.ask(l)
			if x.verdict.By == "" {
				x.rule = sameDivsteps(x.unit, callers(x.unit.Program, x.mutant.Text))
			}
		}
	}
	fmt.Fprintf(w, "all judged (%s)\n", time.Since(start).Round(time.Second))
	return j, nil
}

// place is where a mutant stands among all.
func (x *judged) place() string {
	if x.mutant.Text == nil {
		return fmt.Sprintf("%s %s %06d", x.unit.Path, x.mutant.Data.Name, x.mutant.Word)
	}
	return fmt.Sprintf("%s %s %06d", x.unit.Path, x.mutant.Text.File, x.mutant.Old().Line)
}

// at is the place for an error.
func (x *judged) at() string {
	if x.mutant.Text == nil {
		return ""
	}
	return fmt.Sprintf("%s:%d: ", x.mutant.Text.File, x.mutant.Old().Line)
}

// ask makes the program of x's unit the mutant, and asks the judges.
func (x *judged) ask(l *layouts) {
	m := x.mutant
	t := x.unit.Program.Texts[m.Text.Name]
	old := t.Instructions[m.Index]
	t.Instructions[m.Index] = *m.New
	defer func() { t.Instructions[m.Index] = old }()
	for _, j := range judges {
		if message := j.sees(l, x.unit, callers(x.unit.Program, t)); message != "" {
			x.verdict = mutation.Verdict{By: j.name, Message: message}
			return
		}
	}
}

// callers returns t and what calls it, and so on.
func callers(p *x86.Program, t *x86.Text) []*x86.Text {
	all := []*x86.Text{t}
	for i := 0; i < len(all); i++ {
		for _, other := range p.Order {
			for k := range other.Instructions {
				in := &other.Instructions[k]
				if in.Control() == "CALL" && !in.Dropped() && in.Operands[0].Name == all[i].Name && !slices.Contains(all, other) {
					all = append(all, other)
				}
			}
		}
	}
	return all
}

// A worker changes instructions: it has a program of its own.
type worker struct {
	unit   *Unit
	corpus *mutation.Corpus
}

func (w *worker) open(u *Unit, calls map[string][]*concrete.Call) error {
	if w.unit == u {
		return nil
	}
	p, err := x86.Load(u.Files...)
	if err == nil {
		w.unit = u
		w.corpus, err = mutation.NewCorpus(p, calls[u.Package])
	}
	if err != nil {
		err = fmt.Errorf("%s: %w: record calls anew, with -record", u.Path, err)
	}
	return err
}

func (w *worker) judge(s share) (all []judged) {
	p := w.corpus.Program()
	var mutants []*mutation.Mutant
	if s.text == "" {
		for _, name := range slices.Sorted(maps.Keys(p.Data)) {
			mutants = append(mutants, mutation.Words(p.Data[name])...)
		}
	} else if w.corpus.Reaches(p.Texts[s.text]) {
		for i := s.from; i < s.to; i++ {
			mutants = append(mutants, mutation.Of(p.Texts[s.text], i)...)
		}
	}
	var verdicts []mutation.Verdict
	if s.text == "" {
		verdicts = w.corpus.JudgeWords(mutants)
	} else {
		verdicts = w.corpus.Judge(p.Texts[s.text], s.from, s.to, mutants)
	}
	for i, m := range mutants {
		all = append(all, judged{unit: s.unit, mutant: m, verdict: verdicts[i]})
	}
	return all
}

// A Tally is what became of the mutants of a routine, or of the constants of a package.
type Tally struct {
	Package string
	Routine string
	Digest  string         // of its instructions
	Seen    map[string]int // by domain
	Rules   map[string]int // that are equivalent, by rule
	Open    int
}

func (t *Tally) all() int {
	n := t.Open
	for _, m := range []map[string]int{t.Seen, t.Rules} {
		for _, k := range m {
			n += k
		}
	}
	return n
}

// digest tells whether the mutants of a routine are still those that were judged.
func digest(t *x86.Text) string {
	h := sha256.New()
	for i := range t.Instructions {
		fmt.Fprintln(h, &t.Instructions[i])
	}
	return fmt.Sprintf("%x", h.Sum(nil)[:8])
}

func digestOfConstants(p *x86.Program) string {
	h := sha256.New()
	for _, name := range slices.Sorted(maps.Keys(p.Data)) {
		fmt.Fprintf(h, "%s %x\n", name, p.Data[name].Bytes)
	}
	return fmt.Sprintf("%x", h.Sum(nil)[:8])
}

const constants = "constants"

// tallies counts mutants by routine, and returns those that are a finding. Of routines that no call reaches, there are
// none.
func tallies(units []*Unit, calls map[string][]*concrete.Call, all []judged) (list []*Tally, survivors []string) {
	by, tried := map[string]*Tally{}, map[*Tally]int{}
	for _, u := range units {
		if len(calls[u.Package]) == 0 {
			continue
		}
		add := func(routine, digest string) {
			t := &Tally{Package: u.Path, Routine: routine, Digest: digest, Seen: map[string]int{}, Rules: map[string]int{}}
			by[u.Path+"."+routine] = t
			list = append(list, t)
		}
		for _, t := range u.Program.Order {
			add(t.Name, digest(t))
		}
		if len(u.Program.Data) > 0 {
			add(constants, digestOfConstants(u.Program))
		}
	}
	for i := range all {
		x := &all[i]
		name := constants
		if x.mutant.Text != nil {
			name = x.mutant.Text.Name
		}
		t := by[x.unit.Path+"."+name]
		tried[t]++
		switch {
		case x.verdict.By != "":
			t.Seen[x.verdict.By]++
		case x.rule != nil:
			t.Rules[x.rule.Name]++
		case x.open:
			t.Open++
		default:
			survivors = append(survivors, fmt.Sprintf("%snothing shows the mutant %s", x.at(), mutation.OpenLine(x.unit.Path, x.mutant)))
		}
	}
	list = slices.DeleteFunc(list, func(t *Tally) bool { return tried[t] == 0 })
	return list, survivors
}

// Where what is known of mutants stands, from the root.
const (
	talliesFile = "internal/_check/mutants.json"
	callsFile   = "internal/_check/calls.gz"
)

func readTallies(root string) (list []*Tally, err error) {
	content, err := os.ReadFile(filepath.Join(root, talliesFile))
	if err != nil {
		return nil, err
	}
	return list, json.Unmarshal(content, &list)
}

func writeTallies(root string, list []*Tally) error {
	var b strings.Builder
	b.WriteString("[\n")
	for i, t := range list {
		line, err := json.Marshal(t)
		if err != nil {
			return err
		}
		b.Write(line)
		if i < len(list)-1 {
			b.WriteString(",")
		}
		b.WriteString("\n")
	}
	b.WriteString("]\n")
	return os.WriteFile(filepath.Join(root, talliesFile), []byte(b.String()), 0o666)
}

// fewer leaves out calls where those of a routine take more than so many instructions together: the longest ones,
// of which some tests make thousands. They come out in the order in which they are to be tried.
func fewer(calls map[string][]*concrete.Call) {
	const most = 3e6
	for name, list := range calls {
		slices.SortStableFunc(list, func(x, y *concrete.Call) int { return cmp.Compare(x.Steps, y.Steps) })
		steps := map[string]int{}
		calls[name] = slices.DeleteFunc(list, func(c *concrete.Call) bool {
			steps[c.Routine] += c.Steps
			return steps[c.Routine] > most
		})
	}
}

// mutants judges them on recorded calls or, if there are none, on those that are kept. It returns what
// it found, and a tally of all.
func mutants(w io.Writer, root string, units []*Unit, recorded map[string][]*concrete.Call) (j *judgement, list []*Tally, findings []string, err error) {
	calls := recorded
	if calls == nil {
		if calls, err = concrete.ReadCalls(filepath.Join(root, callsFile)); err != nil {
			return nil, nil, nil, err
		}
	} else {
		// Of calls in this order, fewer show all that is shown.
		fewer(calls)
		first, err := judgeMutants(w, root, units, calls)
		if err != nil {
			return nil, nil, nil, err
		}
		calls = first.calls
	}
	if j, err = judgeMutants(w, root, units, calls); err != nil {
		return nil, nil, nil, err
	}
	list, findings = tallies(units, calls, j.all)
	open := map[string]bool{}
	for i := range j.all {
		if x := &j.all[i]; x.open {
			open[mutation.OpenLine(x.unit.Path, x.mutant)] = true
		}
	}
	for _, line := range mutation.NotOpen(open) {
		findings = append(findings, "open.txt has a mutant that is not open: "+line)
	}
	for _, t := range list {
		fmt.Fprintf(w, "%-24s %-22s %s\n", filepath.Base(t.Package), t.Routine, t)
	}
	return j, list, findings, nil
}

// String says what became of them.
func (t *Tally) String() string {
	equivalent, seen := 0, 0
	for _, n := range t.Rules {
		equivalent += n
	}
	for _, n := range t.Seen {
		seen += n
	}
	s := fmt.Sprintf("%d of %d", seen, t.all())
	if equivalent > 0 {
		s += fmt.Sprintf("; %d equivalent", equivalent)
	}
	if t.Open > 0 {
		s += fmt.Sprintf("; %d open", t.Open)
	}
	return s
}

// stale returns which routines have changed since their mutants were judged.
func stale(units []*Unit, known []*Tally) (findings []string) {
	before := map[string]string{}
	for _, t := range known {
		before[t.Package+"."+t.Routine] = t.Digest
	}
	for _, u := range units {
		for _, t := range u.Program.Order {
			if d, tried := before[u.Path+"."+t.Name]; tried && d != digest(t) {
				findings = append(findings, fmt.Sprintf("%s: %s has changed since its mutants were judged: run this program with -mutants -record -write", u.Path, t.Name))
			}
		}
	}
	return findings
}

// trustMutants writes what became of all mutants.
func trustMutants(b *strings.Builder, mutants []*Tally) {
	seen, rules, open, all := map[string]int{}, map[string]int{}, 0, 0
	for _, t := range mutants {
		for name, n := range t.Seen {
			seen[name] += n
		}
		for name, n := range t.Rules {
			rules[name] += n
		}
		open += t.Open
		all += t.all()
	}
	fmt.Fprintf(b, "\nOf %d mutants, calls show %d", all, seen["run"])
	for _, j := range judges {
		fmt.Fprintf(b, ", and the domain of %s another %d", j.name, seen[j.name])
	}
	fmt.Fprintf(b, ". %d are open. Equivalent are:\n\n", open)
	for _, r := range mutation.Rules {
		if rules[r.Name] > 0 {
			fmt.Fprintf(b, "- %d, \"%s\": %s.\n", rules[r.Name], r.Name, r.Reason)
		}
	}
}
