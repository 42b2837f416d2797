// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package bulk

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"runtime"
	"slices"
	"time"
)

// Options says how [Run] reads and verifies. The zero value is good.
type Options struct {
	Format  Format         // "" is [Auto]
	Rules   Rules          // by which records are verified
	Jobs    int            // lines are verified in so many goroutines, at most [MaxJobs]; 0 means one for each CPU
	MaxLine int            // in bytes without the end; 0 means [MaxLine]
	Files   fs.FS          // where the files of messages are, or nil: see [NewParser]
	Read    func(size int) // is called, from another goroutine, for bytes read of an input, if not nil
}

// MaxLine is the usual limit on the size of a line, in bytes without its end.
const MaxLine = 1 << 20

// MaxJobs is the largest number of goroutines that verify. Each of them has about 2 MiB of lines.
const MaxJobs = 256

// Lines are verified in blocks of so many lines, or bytes, whichever comes first. A block
// that is not full waits for more lines no longer than maxWait. Signatures in a block are verified together, and more of them take less
// time each.
const (
	blockLines = 2048
	blockBytes = 1 << 20
	chunkBytes = 64 << 10
	maxWait    = 100 * time.Millisecond
)

// An Item is a line and the verdict on it.
type Item struct {
	Input   int    // the index of the input
	Line    int64  // its number, from 1
	Text    []byte // the line without its end; none if it is too long
	Header  []byte // of CSV, the line of column names; otherwise nil
	ID      []byte // of the record, if it is known
	Key     []byte // of the record, if it is known; of a Nostr event only if that is invalid
	Scheme  Scheme // of the record, if it is known, or 0
	Rules   string // by which it was verified, if its scheme has some
	Verdict Verdict
}

// Run verifies the records in inputs, which it reads one after another, and decompresses if they
// are in gzip or zstd. It calls report for the verdicts, in the order of the lines, some at a
// time; they are good until report returns. What it reports does not depend on the number of
// jobs, nor on time, and its memory not on the size of the inputs.
//
// It ends at the first input that cannot be read, which is an [InputError], after it has
// reported all lines before that; at the first error of report; or soon after ctx is
// done. It returns that error, or ctx.Err(). When ctx is done, what is being read from an
// input may be read to its end by a goroutine that Run leaves behind.
func Run(ctx context.Context, inputs []Input, o *Options, report func([]Item) error) error {
	return run(ctx, newEngine(inputs, o), report)
}

// run is Run, for all or a part of what is in the inputs of e.
func run(ctx context.Context, e *engine, report func([]Item) error) error {
	if err := e.o.Rules.check(); err != nil {
		return err
	}
	defer close(e.stop)
	go e.read()
	go e.split(ctx)
	for range e.jobs {
		go e.verify()
	}
	input, records := 0, false // the last one, and whether there are some in it
	for b := range e.order {
		<-b.done
		if b.input != input {
			if !records && !e.part {
				return e.noRecords(input)
			}
			input, records = b.input, false
		}
		records = records || slices.ContainsFunc(b.items, func(i Item) bool { return i.Verdict.Reason != Skipped })
		if err := report(b.items); err != nil {
			return err
		}
		e.free <- b
	}
	if e.err == nil && !records && !e.part && len(e.inputs) > 0 {
		return e.noRecords(input)
	}
	return e.err
}

// noRecords returns the error of an input of which all lines are skipped. The splitter finds
// those that are so for every Parser.
func (e *engine) noRecords(input int) error {
	return &InputError{e.inputs[input].Name, ErrNoRecords}
}

// An engine runs. Chunks of bytes go from read to split, which makes blocks of lines of them,
// and those to verify, and in order to Run, and back to split. Read is one goroutine, split another, and
// there are jobs that verify. There are twice as many blocks as jobs, and two more, so that memory
// does not depend on the input. A job keeps a batch for each scheme; where that finds a signature invalid,
// its key and its numbers are decoded once more, to say why.
type engine struct {
	inputs []Input
	o      Options
	jobs   int
	part   bool          // the inputs are parts of files: not compressed, and perhaps without records
	head   []byte        // the first line of the file that is not blank, if the input begins after it
	stop   chan struct{} // closed when nothing more is needed
	chunks chan *chunk
	empty  chan *chunk
	free   chan *block
	work   chan *block // in any order
	order  chan *block // the same in order
	err    error       // set before order is closed
}

// A chunk is what was read of an input at once.
type chunk struct {
	data  []byte
	first bool // it is the first of an input
	err   error
}

// A block is consecutive lines of an input.
type block struct {
	parser *Parser
	input  int
	first  int64  // the number of the first line
	data   []byte // the lines without their ends, and the start of the next
	ends   []int  // where they end in data
	known  []Verdict
	open   bool // the last line has no end
	items  []Item
	ids    []byte
	done   chan struct{}
}

func newEngine(inputs []Input, o *Options) *engine {
	e := &engine{inputs: inputs, o: *o, jobs: o.Jobs, stop: make(chan struct{})}
	if e.jobs <= 0 {
		e.jobs = runtime.GOMAXPROCS(0)
	}
	e.jobs = min(e.jobs, MaxJobs)
	if e.o.MaxLine <= 0 {
		e.o.MaxLine = MaxLine
	}
	if e.o.Format == "" {
		e.o.Format = Auto
	}
	const chunks = 4
	e.chunks, e.empty = make(chan *chunk, chunks), make(chan *chunk, chunks)
	for range chunks {
		e.empty <- &chunk{data: make([]byte, chunkBytes)}
	}
	blocks := 2*e.jobs + 2
	e.free, e.work, e.order = make(chan *block, blocks), make(chan *block, blocks), make(chan *block, blocks)
	for range blocks {
		e.free <- &block{
			data: make([]byte, 0, blockBytes+chunkBytes), ends: make([]int, 0, blockLines), known: make([]Verdict, 0, blockLines),
			items: make([]Item, 0, blockLines), done: make(chan struct{}, 1),
		}
	}
	return e
}

// read reads the inputs. Each of them ends in a chunk with an error, which is io.EOF or the
// last one.
func (e *engine) read() {
	for _, input := range e.inputs {
		if !e.readInput(input) {
			return
		}
	}
	close(e.chunks)
}

// readInput reads an input, and reports whether to go on.
func (e *engine) readInput(input Input) bool {
	var r io.Reader
	f, err := input.Open()
	if err == nil {
		defer f.Close()
		if r = (&counter{f, e.o.Read}); !e.part {
			r, err = decompress(r)
		}
		if c, ok := r.(io.Closer); ok {
			defer c.Close()
		}
	}
	for first := true; ; first = false {
		var c *chunk
		select {
		case c = <-e.empty:
		case <-e.stop:
			return false
		}
		n := 0
		if c.first = first; err == nil {
			n, err = r.Read(c.data[:chunkBytes])
		}
		c.data, c.err = c.data[:n], err
		select {
		case e.chunks <- c:
		case <-e.stop:
			return false
		}
		if err != nil {
			return err == io.EOF
		}
	}
}

// A counter tells read how much is read of r.
type counter struct {
	r    io.Reader
	read func(int)
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	if c.read != nil && n > 0 {
		c.read(n)
	}
	return n, err
}

// split makes blocks of chunks, sets e.err, and closes e.work and e.order.
func (e *engine) split(ctx context.Context) {
	defer close(e.order)
	defer close(e.work)
	s := splitter{engine: e, input: -1}
	if s.b = e.block(ctx); s.b == nil {
		e.err = ctx.Err()
		return
	}
	timer := time.NewTimer(maxWait)
	timer.Stop()
	var waits *block // for which the timer runs
	for {
		select {
		case c, ok := <-e.chunks:
			if !ok {
				return
			}
			if !s.take(ctx, c) {
				if e.err == nil {
					e.err = ctx.Err()
				}
				return
			}
			e.empty <- c
			switch {
			case len(s.b.ends) == 0:
				waits = nil
				timer.Stop()
			case waits != s.b:
				waits = s.b
				timer.Reset(maxWait)
			}
		case <-timer.C:
			waits = nil
			if !s.send(ctx) {
				e.err = ctx.Err()
				return
			}
		case <-ctx.Done():
			e.err = ctx.Err()
			return
		case <-e.stop:
			return
		}
	}
}

// block returns a free block, or nil if there is no more need of one.
func (e *engine) block(ctx context.Context) *block {
	select {
	case b := <-e.free:
		b.data, b.ends, b.known = b.data[:0], b.ends[:0], b.known[:0]
		b.items, b.ids = b.items[:0], b.ids[:0]
		b.open = false
		return b
	case <-ctx.Done():
	case <-e.stop:
	}
	return nil
}

// A splitter makes lines.
type splitter struct {
	*engine
	b       *block
	input   int
	parser  *Parser // nil before the first line that is not blank
	line    int64   // how many ended
	start   int     // of the line in b.data that has not ended
	long    bool    // that is too long, and not kept
	records bool    // there was a line that may be a record
}

// take takes the lines of a chunk. It returns false if that was the last one, and then there
// may be an error in e.err.
func (s *splitter) take(ctx context.Context, c *chunk) bool {
	if c.first {
		s.input++
		s.parser, s.line, s.start, s.long, s.records = nil, 0, 0, false, false
	}
	for rest := c.data; len(rest) > 0; {
		i := bytes.IndexByte(rest, '\n')
		if i < 0 {
			s.add(rest)
			break
		}
		s.add(rest[:i])
		rest = rest[i+1:]
		if !s.endLine(ctx, Verdict{}) {
			return false
		}
	}
	if c.err == nil {
		return true
	}
	// The last line may have no end. If it could not be read, it is not what it was.
	if s.long || len(s.b.data) > s.start {
		s.b.open = true
		known := Verdict{}
		if c.err != io.EOF {
			known.Reason = Truncated
		}
		if !s.endLine(ctx, known) {
			return false
		}
	}
	err := c.err
	if err == io.EOF {
		if s.records || s.part {
			return s.send(ctx)
		}
		err = ErrNoRecords
	}
	return s.fail(ctx, err)
}

// fail sends the lines there are, sets the error of the current input, and returns false.
func (s *splitter) fail(ctx context.Context, err error) bool {
	if !s.send(ctx) {
		return false
	}
	var path *fs.PathError
	if errors.As(err, &path) {
		err = path.Err
	}
	s.err = &InputError{s.inputs[s.input].Name, err}
	return false
}

// add adds part of a line.
func (s *splitter) add(part []byte) {
	if s.long {
		return
	}
	// The carriage return before the end is not known yet.
	if len(s.b.data)-s.start+len(part) > s.o.MaxLine+1 {
		s.tooLong()
		return
	}
	s.b.data = append(s.b.data, part...)
}

func (s *splitter) tooLong() { s.long, s.b.data = true, s.b.data[:s.start] }

// endLine ends a line, with a verdict that is known already, and sends the block if it is
// full. It returns false if there is an error in e.err, or no more need.
func (s *splitter) endLine(ctx context.Context, known Verdict) bool {
	s.line++
	text := s.b.data[s.start:]
	if n := len(text); n > 0 && text[n-1] == '\r' {
		text = text[:n-1]
		s.b.data = s.b.data[:len(s.b.data)-1]
	}
	if len(text) > s.o.MaxLine {
		s.tooLong()
		text = nil
	}
	if s.long {
		known = Verdict{Reason: TooLong}
	}
	if known.Reason == Unchecked && isBlank(text) {
		known.Reason = Skipped
	}
	if s.parser == nil && known.Reason != Skipped {
		header, err := s.setParser(text)
		if err != nil {
			s.b.data = s.b.data[:s.start]
			return s.fail(ctx, err)
		}
		if header {
			known.Reason = Skipped
		}
	}
	if known.Reason != Skipped {
		s.records = true
	}
	b := s.b
	if len(b.ends) == 0 {
		b.input, b.first = s.input, s.line
	}
	b.parser = s.parser
	b.ends = append(b.ends, len(b.data))
	b.known = append(b.known, known)
	s.start, s.long = len(b.data), false
	if len(b.ends) < blockLines && len(b.data) < blockBytes {
		return true
	}
	return s.send(ctx)
}

// setParser makes the Parser of an input whose first line that is not blank is text, and
// reports whether that is a line of column names.
func (s *splitter) setParser(text []byte) (header bool, err error) {
	format := s.o.Format
	if s.head != nil {
		s.parser, err = NewParser(format, s.head, s.o.Files)
		return false, err
	}
	if s.long && (format == Auto || format == CSV) {
		return false, ErrLongHeader
	}
	if format == Auto {
		format = Detect(text)
	}
	s.parser, err = NewParser(format, text, s.o.Files)
	return format == CSV, err
}

// send sends the lines of the block on, and takes another one for the line that has not
// ended. It returns false if there is no more need.
func (s *splitter) send(ctx context.Context) bool {
	if len(s.b.ends) == 0 {
		return true
	}
	next := s.block(ctx)
	if next == nil {
		return false
	}
	next.data = append(next.data, s.b.data[s.start:]...)
	s.b.data = s.b.data[:s.start]
	s.work <- s.b
	s.order <- s.b
	s.b, s.start = next, 0
	return true
}

// verify verifies blocks.
func (e *engine) verify() {
	var v Verifier
	var r Record
	for b := range e.work {
		b.verify(&v, &r, &e.o.Rules)
		b.done <- struct{}{}
	}
}

// verify sets the items of b.
func (b *block) verify(v *Verifier, r *Record, rules *Rules) {
	v.Reset()
	start := 0
	for i, end := range b.ends {
		item := Item{Input: b.input, Line: b.first + int64(i), Text: b.data[start:end:end], Verdict: b.known[i]}
		if b.parser != nil {
			item.Header = b.parser.header
		}
		start = end
		if item.Verdict.Reason == Unchecked {
			item.Verdict = b.parser.Parse(item.Text, r)
			item.Scheme = r.Scheme
			item.ID, item.Key = b.keep(r.ID), b.keep(r.Key)
		}
		if item.Verdict.Reason == Unchecked {
			item.Verdict = rules.Set(r)
		}
		if item.Verdict.Reason == Unchecked {
			item.Rules = r.Rules
			v.Add(r)
		} else {
			v.AddVerdict(item.Verdict)
		}
		b.items = append(b.items, item)
	}
	for i, d := range v.Verify() {
		item := &b.items[i]
		if item.Verdict = d; item.Scheme == Nostr && d.Reason.Invalid() {
			b.parser.Parse(item.Text, r)
			item.Key = b.keep(EventAuthor(r.Message))
		}
	}
	if last := &b.items[len(b.items)-1]; b.open && last.Verdict.Reason.isForm() && !b.parser.complete(last.Text) {
		last.Verdict = Verdict{Truncated, last.Verdict.String()}
	}
}

// keep returns a copy of x in the memory of b, or nil if it is empty.
func (b *block) keep(x []byte) []byte {
	if len(x) == 0 {
		return nil
	}
	n := len(b.ids)
	b.ids = append(b.ids, x...)
	return b.ids[n:len(b.ids):len(b.ids)]
}

// complete reports whether a line without an end seems to have all of its text: it is not
// known of CSV, but JSON ends in a bracket.
func (p *Parser) complete(line []byte) bool {
	line = bytes.TrimRight(line, " \t\r")
	return p.header == nil && (bytes.HasSuffix(line, []byte("}")) || bytes.HasSuffix(line, []byte("]")))
}

// isForm reports whether r is about the form of a record.
func (r Reason) isForm() bool {
	switch r {
	case MalformedRecord, UnknownScheme, UnknownRules, MalformedKey, MalformedSignature, MalformedMessage:
		return true
	}
	return false
}
