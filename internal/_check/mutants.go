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

	"secant.example/internal/_check/algebra"
	"secant.example/internal/_check/bounds"
	"secant.example/internal/_check/concrete"
	"secant.example/internal/_check/mutation"
	"secant.example/internal/_check/secrets"
	"secant.example/internal/_check/x86"
)

// A judge says what is wrong with a mutant that no call has shown to be one, or nothing.
// callers are the routines that it is in, and those that call them.
type judge struct {
	name    string
	sees    func(w *worker, m *mutation.Mutant, callers []*x86.Text) (string, error)
	prepare func(w *worker, list []*judged) error // before it is asked about mutants of one part; nil for nothing
}

// judges are asked in this order.
var judges = []judge{
	{name: "algebra", sees: algebraOfMutant},
	{name: "bounds", sees: boundsOfMutant, prepare: compareBounds},
	{name: followers[0].name, sees: followers[0].judge},
	{name: followers[1].name, sees: followers[1].judge},
	{name: "secrets", sees: secretsOfMutant},
}

// notTried are routines of which no mutants are tried, with the reason.
var notTried = map[string]string{
	"cpuid": "what a CPU answers is not interpreted",
}

// algebraOfMutant is what the algebra says, in the cases that reach what is changed.
func algebraOfMutant(w *worker, m *mutation.Mutant, callers []*x86.Text) (string, error) {
	specification := specifications[w.unit.Path]
	if specification == nil {
		return "", nil
	}
	// Routines that Go does not call have no cases: what calls several of them has one judge.
	var names []string
	for _, t := range callers {
		if w.unit.Contracts[t.Name] != nil {
			names = append(names, t.Name)
		}
	}
	slices.Sort(names)
	key := strings.Join(names, " ")
	j := w.algebra[key]
	if j == nil {
		j = algebra.NewJudge(w.unit.Program, specification(), runsWithNumbers, names)
		w.algebra[key] = j
	}
	defer m.Apply()()
	return j.Sees(m.Touches), nil
}

// boundsOfMutant is what the domain of bounds says. That an instruction is not done any more is for secrets to see.
func boundsOfMutant(w *worker, m *mutation.Mutant, callers []*x86.Text) (string, error) {
	if w.sameBounds[m] {
		return "", nil
	}
	defer m.Apply()()
	for _, t := range callers {
		r, err := w.follow(t, bounds.Options{First: true})
		if err != nil {
			return "", err
		}
		if len(r.Found) > 0 {
			return r.Found[0].Error(), nil
		}
	}
	return "", nil
}

// secretsOfMutant is what the domain of secrets says.
func secretsOfMutant(w *worker, m *mutation.Mutant, callers []*x86.Text) (string, error) {
	defer m.Apply()()
	found, err := w.layouts.checkSecretsOf(w.unit, callers)
	if err != nil || len(found) == 0 {
		return "", err
	}
	return found[0], nil
}

// A judged mutant. If no domain sees it, there is a rule why it is equivalent, or it is a finding.
type judged struct {
	unit    *Unit
	mutant  *mutation.Mutant
	verdict mutation.Verdict
	rule    *mutation.Rule
}

// A share is mutants of a part of a routine, or of a constant: what one worker does at a time.
type share struct {
	unit     *Unit
	text     string // empty for a constant
	from, to int
	constant string
}

// A judgement is all mutants that were tried, in the order of the files, and the calls that have shown
// any of them, first those that have shown most.
type judgement struct {
	all   []judged
	calls map[string][]*concrete.Call
}

// judgeMutants tries all mutants of chosen routines on calls, by package. Of those that no call shows it asks,
// if it is to, whether a rule covers them, and otherwise the judges. It prints how far it is.
func judgeMutants(w io.Writer, root string, units []*Unit, calls map[string][]*concrete.Call, chosen choice, ask bool) (*judgement, error) {
	const length = 256
	var shares []share
	for _, u := range units {
		for _, t := range u.Program.Order {
			if notTried[t.Name] != "" {
				continue
			}
			for from := 0; from < len(t.Instructions) && chosen(u, t.Name); from += length {
				shares = append(shares, share{unit: u, text: t.Name, from: from, to: min(from+length, len(t.Instructions))})
			}
		}
		if chosen(u, constants) {
			for _, name := range triedConstants(u) {
				shares = append(shares, share{unit: u, constant: name})
			}
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
		w := &worker{layouts: newLayouts(root)}
		w.reviewer = mutation.NewReviewer(w.same, w.short)
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
			done, err := w.judge(s, ask)
			if err != nil {
				return err
			}
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

// callers returns those routines and what calls them, and so on.
func callers(p *x86.Program, all ...*x86.Text) []*x86.Text {
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
	layouts  *layouts
	reviewer *mutation.Reviewer
	of       *Unit
	unit     *Unit // the same, with that program
	corpus   *mutation.Corpus
	algebra  map[string]*algebra.Judge // by the names of callers
	followed map[*x86.Text]*bounds.Result

	sameBounds map[*mutation.Mutant]bool // of which nothing else is found than of the routine as it is
}

func (w *worker) open(u *Unit, calls map[string][]*concrete.Call) error {
	if w.of == u {
		return nil
	}
	p, err := x86.Load(u.Files...)
	if err == nil {
		own := *u
		own.Program = p
		w.of, w.unit, w.algebra, w.followed = u, &own, map[string]*algebra.Judge{}, map[*x86.Text]*bounds.Result{}
		w.corpus, err = mutation.NewCorpus(p, calls[u.Package])
	}
	if err != nil {
		err = fmt.Errorf("%s: %w: record calls anew, with -record", u.Path, err)
	}
	return err
}

func (w *worker) judge(s share, ask bool) (all []judged, err error) {
	p := w.unit.Program
	var mutants []*mutation.Mutant
	if s.text == "" {
		mutants = mutation.Words(p.Data[s.constant])
	} else {
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
	all = make([]judged, len(mutants))
	var unseen []*judged
	for i, m := range mutants {
		x := &all[i]
		*x = judged{unit: w.of, mutant: m, verdict: verdicts[i]}
		if x.verdict.By == "" && ask {
			if x.rule = w.reviewer.Equivalent(m); x.rule == nil {
				unseen = append(unseen, x)
			}
		}
	}
	return all, w.ask(unseen)
}

// compareBounds finds out of which mutants of one routine the bounds are those of the routine as it is, because what they
// leave is known to be the same: of all of them at once, which takes as long as to follow the bounds of one.
func compareBounds(w *worker, list []*judged) error {
	w.sameBounds = map[*mutation.Mutant]bool{}
	var mutants []*mutation.Mutant
	for _, x := range list {
		if m := x.mutant; m.Text != nil && bounds.Comparable(m.Old(), m.New) {
			mutants = append(mutants, m)
		}
	}
	if len(mutants) < 2 {
		return nil
	}
	all := callers(w.unit.Program, mutants[0].Text)
	if slices.ContainsFunc(all, func(t *x86.Text) bool { return isUnbounded(w.unit, t) }) {
		return nil
	}
	for _, m := range mutants {
		w.sameBounds[m] = true
	}
	for _, t := range all {
		c := w.unit.Contracts[t.Name]
		if c == nil {
			continue
		}
		lists, err := w.layouts.ranges(w.unit, c)
		if err != nil {
			return err
		}
		for _, arguments := range lists {
			changes := make([]bounds.Change, len(mutants))
			for i, m := range mutants {
				changes[i] = bounds.Change{Text: m.Text, Index: m.Index, New: m.New}
			}
			for i, same := range bounds.Same(w.unit.Program, t.Name, arguments, changes) {
				w.sameBounds[mutants[i]] = w.sameBounds[mutants[i]] && same
			}
		}
	}
	return nil
}

// same reports whether nothing comes of what m changes, in all routines that do it.
func (w *worker) same(m *mutation.Mutant) bool {
	n := 0
	for _, t := range callers(w.unit.Program, m.Text) {
		c := w.unit.Contracts[t.Name]
		if c == nil {
			continue
		}
		arguments, err := w.layouts.arguments(w.unit, c)
		if err != nil || !secrets.Same(w.unit.Program, t.Name, arguments, &secrets.Change{Text: m.Text, Index: m.Index, New: m.New}) {
			return false
		}
		n++
	}
	return n > 0
}

// follow follows the bounds of t as it is now, up to the first finding. There are none of a routine that Go does not call.
func (w *worker) follow(t *x86.Text, o bounds.Options) (*bounds.Result, error) {
	all := &bounds.Result{Facts: map[*x86.Text][]bounds.Fact{}}
	c := w.unit.Contracts[t.Name]
	if c == nil || isUnbounded(w.unit, t) {
		return all, nil
	}
	lists, err := w.layouts.ranges(w.unit, c)
	if err != nil {
		return nil, err
	}
	for _, arguments := range lists {
		r := bounds.Check(w.unit.Program, t.Name, arguments, o)
		if len(r.Found) > 0 {
			return r, nil
		}
		for text, facts := range r.Facts {
			if all.Facts[text] == nil {
				all.Facts[text] = make([]bounds.Fact, len(facts))
			}
			for i := range facts {
				all.Facts[text][i] = all.Facts[text][i].Or(facts[i])
			}
		}
	}
	return all, nil
}

// short reports whether bounds show that what instruction i of t, a sum or product in lanes, works with fits in halves of words.
func (w *worker) short(t *x86.Text, i int) bool {
	var all bounds.Fact
	for _, caller := range callers(w.unit.Program, t) {
		if w.followed[caller] == nil {
			r, err := w.follow(caller, bounds.Options{})
			if err != nil || len(r.Found) > 0 || isUnbounded(w.unit, caller) {
				return false
			}
			w.followed[caller] = r
		}
		if facts := w.followed[caller].Facts[t]; facts != nil {
			all = all.Or(facts[i])
		}
	}
	return all.Done && !all.Long
}

// ask asks the judges about mutants of one part, each about those that the judges before it have not seen. Where none
// finds anything, that may be a rule of its own.
func (w *worker) ask(unseen []*judged) error {
	reach := map[*judged][]*x86.Text{}
	for _, x := range unseen {
		var changed []*x86.Text
		for _, t := range w.unit.Program.Order {
			for i := range t.Instructions {
				if x.mutant.Touches(t, i) {
					changed = append(changed, t)
					break
				}
			}
		}
		reach[x] = callers(w.unit.Program, changed...)
	}
	for _, j := range judges {
		if j.prepare != nil {
			if err := j.prepare(w, unseen); err != nil {
				return err
			}
		}
		var left []*judged
		for _, x := range unseen {
			message, err := j.sees(w, x.mutant, reach[x])
			if err != nil {
				return err
			}
			if message == "" {
				left = append(left, x)
			} else {
				x.verdict = mutation.Verdict{By: j.name, Message: message}
			}
		}
		unseen = left
	}
	for _, x := range unseen {
		switch {
		case mutation.IsListed(x.mutant):
			x.rule = mutation.ByReview
		case mutation.IsOpen(x.mutant):
			x.rule = mutation.Open
		default:
			x.rule = sameFollowed(w.unit, reach[x])
		}
	}
	return nil
}

// A Tally is what became of the mutants of a routine, or of the constants of a package.
type Tally struct {
	Package string
	Routine string
	Digest  string         // of its instructions
	Seen    map[string]int // by domain
	Rules   map[string]int // that are equivalent, by rule
}

func (t *Tally) all() int {
	n := 0
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

// digests returns those of all routines of which mutants are tried, and of the constants.
func digests(u *Unit) map[string]string {
	all := map[string]string{}
	for _, t := range u.Program.Order {
		if notTried[t.Name] == "" {
			all[t.Name] = digest(t)
		}
	}
	if names := triedConstants(u); len(names) > 0 {
		h := sha256.New()
		for _, name := range names {
			fmt.Fprintf(h, "%s %x\n", name, u.Program.Data[name].Bytes)
		}
		all[constants] = fmt.Sprintf("%x", h.Sum(nil)[:8])
	}
	return all
}

// triedConstants returns the constants that a routine mentions of which mutants are tried, of constants too.
func triedConstants(u *Unit) []string {
	names := map[string]bool{}
	for _, t := range u.Program.Order {
		if notTried[t.Name] != "" {
			continue
		}
		for i := range t.Instructions {
			for _, o := range t.Instructions[i].Operands {
				if o.Kind == x86.Memory && o.Base == x86.Symbol && u.Program.Data[o.Name] != nil {
					names[o.Name] = true
				}
			}
		}
	}
	return slices.Sorted(maps.Keys(names))
}

// isChosen reports whether a routine of a package is.
func isChosen(units []*Unit, path string, chosen choice) bool {
	for _, u := range units {
		for name := range digests(u) {
			if u.Path == path && chosen(u, name) {
				return true
			}
		}
	}
	return false
}

const constants = "constants"

// tallies counts mutants by routine, and returns those that are a finding. Of routines that are not chosen it returns what is known.
func tallies(units []*Unit, all []judged, known []*Tally, chosen choice) (list []*Tally, survivors []string) {
	by := map[string]*Tally{}
	for _, t := range known {
		if notTried[t.Routine] == "" { // what is known of an earlier form of it is not true of this one
			by[t.Package+"."+t.Routine] = t
		}
	}
	for _, u := range units {
		digests := digests(u)
		add := func(routine string) {
			name := u.Path + "." + routine
			if chosen(u, routine) && digests[routine] != "" {
				by[name] = &Tally{Package: u.Path, Routine: routine, Digest: digests[routine], Seen: map[string]int{}, Rules: map[string]int{}}
			}
			if by[name] != nil {
				list = append(list, by[name])
			}
		}
		for _, t := range u.Program.Order {
			add(t.Name)
		}
		add(constants)
	}
	for i := range all {
		x := &all[i]
		name := constants
		if x.mutant.Text != nil {
			name = x.mutant.Text.Name
		}
		t := by[x.unit.Path+"."+name]
		switch {
		case x.verdict.By != "":
			t.Seen[x.verdict.By]++
		case x.rule != nil:
			t.Rules[x.rule.Name]++
		default:
			survivors = append(survivors, fmt.Sprintf("%s: nothing shows the mutant %s", x.unit.Path, x.mutant))
			t.Digest = "" // -changed judges them again
		}
	}
	list = slices.DeleteFunc(list, func(t *Tally) bool { return t.all() == 0 })
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

// fewer leaves out calls where those of a routine on one path take more than so many instructions together: the longest
// ones, of which some tests make thousands. They come out in the order in which they are to be tried.
func fewer(calls map[string][]*concrete.Call) {
	const most = 3e6
	for name, list := range calls {
		slices.SortStableFunc(list, func(x, y *concrete.Call) int { return cmp.Compare(x.Steps, y.Steps) })
		type body struct{ routine, levels string } // of several, for several kinds of CPU
		steps := map[body]int{}
		calls[name] = slices.DeleteFunc(list, func(c *concrete.Call) bool {
			of := body{c.Routine, c.Levels()}
			steps[of] += c.Steps
			return steps[of] > most
		})
	}
}

// A choice is of routines, by package and name.
type choice func(u *Unit, routine string) bool

// mutants judges those of chosen routines on the calls that are kept. If calls were recorded, they take the place of those
// by which Go gets into the chosen routines. It returns what it found, and a tally of all routines, known ones of those that are not
// chosen.
func mutants(w io.Writer, root string, units []*Unit, recorded map[string][]*concrete.Call, known []*Tally, chosen choice) (j *judgement, list []*Tally, findings []string, err error) {
	calls, err := concrete.ReadCalls(filepath.Join(root, callsFile))
	if err != nil {
		return nil, nil, nil, err
	}
	kept := map[string][]*concrete.Call{} // those of other routines
	if recorded != nil {
		fewer(recorded)
		for _, u := range units {
			entered := map[string]bool{}
			for _, t := range u.Program.Order {
				if chosen(u, t.Name) {
					for _, c := range callers(u.Program, t) {
						entered[c.Name] = true
					}
				}
			}
			out := func(c *concrete.Call) bool { return entered[c.Routine] || u.Program.Texts[c.Routine] == nil }
			in := func(c *concrete.Call) bool { return !entered[c.Routine] }
			kept[u.Package] = slices.DeleteFunc(calls[u.Package], out)
			recorded[u.Package] = append(slices.DeleteFunc(recorded[u.Package], in), kept[u.Package]...)
		}
		first, err := judgeMutants(w, root, units, recorded, chosen, false)
		if err != nil {
			return nil, nil, nil, err
		}
		// Of calls in this order, fewer show all that is shown.
		calls = map[string][]*concrete.Call{}
		for name, list := range kept {
			more := slices.DeleteFunc(first.calls[name], func(c *concrete.Call) bool { return slices.Contains(list, c) })
			calls[name] = append(more, list...)
		}
	}
	if j, err = judgeMutants(w, root, units, calls, chosen, true); err != nil {
		return nil, nil, nil, err
	}
	for name, list := range kept {
		for _, c := range list {
			if !slices.Contains(j.calls[name], c) {
				j.calls[name] = append(j.calls[name], c)
			}
		}
	}
	list, findings = tallies(units, j.all, known, chosen)
	for _, t := range list {
		fmt.Fprintf(w, "%-24s %-22s %s\n", filepath.Base(t.Package), t.Routine, t)
	}
	return j, list, findings, nil
}

// String says what became of them.
func (t *Tally) String() string {
	s := fmt.Sprintf("%d: run %d", t.all(), t.Seen["run"])
	for _, j := range judges {
		if n := t.Seen[j.name]; n > 0 {
			s += fmt.Sprintf(", %s %d", j.name, n)
		}
	}
	equivalent := 0
	for name, n := range t.Rules {
		if name != mutation.Open.Name {
			equivalent += n
		}
	}
	if equivalent > 0 {
		s += fmt.Sprintf("; equivalent %d", equivalent)
	}
	if n := t.Rules[mutation.Open.Name]; n > 0 {
		s += fmt.Sprintf("; open %d", n)
	}
	return s
}

// stale returns which routines have changed since their mutants were judged, or were not tried at all.
func stale(units []*Unit, known []*Tally) (findings []string) {
	before := map[string]string{}
	for _, t := range known {
		before[t.Package+"."+t.Routine] = t.Digest
	}
	for _, u := range units {
		for name, digest := range digests(u) {
			if before[u.Path+"."+name] != digest {
				findings = append(findings, fmt.Sprintf("%s: %s has changed since its mutants were judged: run this program with -mutants -changed -record -write", u.Path, name))
			}
		}
	}
	slices.Sort(findings)
	return findings
}

// trustMutants writes what became of all mutants.
func trustMutants(b *strings.Builder, mutants []*Tally) {
	seen, rules, all := map[string]int{}, map[string]int{}, 0
	for _, t := range mutants {
		for name, n := range t.Seen {
			seen[name] += n
		}
		for name, n := range t.Rules {
			rules[name] += n
		}
		all += t.all()
	}
	fmt.Fprintf(b, "\nOf %d mutants, calls show %d", all, seen["run"])
	for _, j := range judges {
		fmt.Fprintf(b, ", and the domain of %s another %d", j.name, seen[j.name])
	}
	if n := rules[mutation.Open.Name]; n > 0 {
		fmt.Fprintf(b, ". Open are %d: %s", n, mutation.Open.Reason)
	}
	b.WriteString(". Equivalent are:\n\n")
	for _, r := range mutation.Rules {
		if rules[r.Name] > 0 {
			fmt.Fprintf(b, "- %d, \"%s\": %s.\n", rules[r.Name], r.Name, r.Reason)
			for _, t := range mutants {
				for _, reason := range r.Reasons(t.Routine) {
					if t.Rules[r.Name] > 0 {
						fmt.Fprintf(b, "  - `%s`: %s.\n", t.Routine, reason)
					}
				}
			}
		}
	}
}
