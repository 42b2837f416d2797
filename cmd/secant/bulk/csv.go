// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package bulk

import (
	"bytes"
	"fmt"
	"unicode/utf8"
)

// setColumns sets the columns of p to those that a line names.
func (p *Parser) setColumns(header []byte) error {
	header = bytes.TrimPrefix(header, []byte("\xef\xbb\xbf")) // the byte order mark of some programs
	p.header = bytes.Clone(trimEnd(header))
	f := csvFields{rest: p.header}
	seen := 0
	for f.next() {
		bit := member(f.text(nil))
		switch {
		case bit == 0:
			return fmt.Errorf("%w: there is no column %.40q", ErrHeader, f.text(nil))
		case seen&bit != 0:
			return fmt.Errorf("%w: the column %s comes twice", ErrHeader, f.text(nil))
		}
		seen |= bit
		p.columns = append(p.columns, bit)
	}
	if f.bad != "" {
		return fmt.Errorf("%w: %s", ErrHeader, f.bad)
	}
	if seen&seenNeeded != seenNeeded || seen&seenAnyMessage == 0 {
		return fmt.Errorf("%w: it has to have the columns scheme, key, signature, and one for the message", ErrHeader)
	}
	return nil
}

// parseCSV reads a line of CSV.
func (p *Parser) parseCSV(line []byte, r *Record) Verdict {
	f := csvFields{rest: trimEnd(line)}
	var m members
	i := 0
	inline := 0 // a column for the message itself
	for f.next() {
		if i == len(p.columns) {
			return malformed("more fields than columns")
		}
		bit := p.columns[i]
		i++
		if bit&seenInline != 0 {
			inline = bit
		}
		if len(f.field) > 0 {
			m.set(bit, f.text(r))
		}
	}
	switch {
	case f.bad != "":
		return malformed(f.bad)
	case i < len(p.columns):
		return malformed("fewer fields than columns")
	case !utf8.Valid(line):
		return malformed("not UTF-8")
	case bytes.IndexByte(trimEnd(line), '\r') >= 0: // where other readers end a record
		return malformed("a line break in a field")
	}
	if m.seen&seenAnyMessage == 0 && inline != 0 {
		m.set(inline, nil)
	}
	return r.set(&m, p.files)
}

// trimEnd returns line without the end of a line.
func trimEnd(line []byte) []byte {
	line = bytes.TrimSuffix(line, []byte("\n"))
	return bytes.TrimSuffix(line, []byte("\r"))
}

// csvFields are the fields of a line, as RFC 4180 has them.
type csvFields struct {
	rest   []byte
	last   bool // there is none in rest
	field  []byte
	quotes bool   // there are pairs of quotation marks in field
	bad    string // why rest has no fields
}

// next sets field to the next one, without quotation marks around it. It returns false if
// there is none.
func (f *csvFields) next() bool {
	if f.last || f.bad != "" {
		return false
	}
	f.quotes = false
	if len(f.rest) == 0 || f.rest[0] != '"' {
		i := bytes.IndexByte(f.rest, ',')
		if i < 0 {
			i, f.last = len(f.rest), true
		}
		f.field = f.rest[:i]
		if bytes.IndexByte(f.field, '"') >= 0 {
			f.bad = "a quotation mark in a field without them"
			return false
		}
		f.skip(i)
		return true
	}
	for i := 1; ; {
		n := bytes.IndexByte(f.rest[i:], '"')
		if n < 0 {
			f.bad = "a field in quotation marks does not end in its line"
			return false
		}
		i += n + 1
		if i < len(f.rest) && f.rest[i] == '"' {
			f.quotes = true
			i++
			continue
		}
		f.field = f.rest[1 : i-1]
		switch {
		case i == len(f.rest):
			f.last = true
		case f.rest[i] != ',':
			f.bad = "text after a field in quotation marks"
			return false
		}
		f.skip(i)
		return true
	}
}

// skip goes on after n bytes and the comma that is there, unless there is no more.
func (f *csvFields) skip(n int) {
	if !f.last {
		n++
	}
	f.rest = f.rest[n:]
}

// text returns the field with quotation marks instead of pairs of them, in the memory of r if
// there are any.
func (f *csvFields) text(r *Record) []byte {
	if !f.quotes {
		return f.field
	}
	var b []byte
	if r != nil {
		b = r.take(len(f.field))[:0]
	}
	for rest := f.field; ; {
		i := bytes.IndexByte(rest, '"')
		if i < 0 {
			return append(b, rest...)
		}
		b = append(b, rest[:i+1]...)
		rest = rest[i+2:]
	}
}
