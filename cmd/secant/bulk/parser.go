// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package bulk

import (
	"fmt"
	"io/fs"
	"unicode/utf8"

	"secant.example/internal/jsonscan"
)

// A Format is a form of files.
type Format string

// The formats. In [Auto] the first line that is not blank decides.
const (
	Auto       Format = "auto"
	JSONLines  Format = "jsonl"
	CSV        Format = "csv"
	NostrLines Format = "nostr"
)

// Formats returns all formats.
func Formats() []Format { return []Format{Auto, JSONLines, CSV, NostrLines} }

// Detect returns the format of a file with this first line, which is not blank: [NostrLines] if
// it is a JSON array, or an object with a member pubkey; [JSONLines] if it is any other text
// that starts as an object does; and otherwise [CSV].
func Detect(line []byte) Format {
	s := jsonscan.Scanner{Data: line}
	switch {
	case s.Next('['):
		return NostrLines
	case !s.Next('{'):
		return CSV
	}
	for {
		name, ok := s.ReadString()
		if !ok || !s.Next(':') || !s.Skip() {
			return JSONLines
		}
		if name.String() == "pubkey" {
			return NostrLines
		}
		if !s.Next(',') {
			return JSONLines
		}
	}
}

// A Parser reads the lines of one file. It may be used by several goroutines at once, each
// with a Record of its own.
type Parser struct {
	parse   func(p *Parser, line []byte, r *Record) Verdict
	header  []byte // of CSV, without the end of the line
	columns []int  // of CSV, as bits of members
	files   fs.FS
}

// NewParser returns a Parser of a format other than [Auto]. For CSV, header is the line of
// column names; else it is not looked at. Names of message files are looked up in files,
// such as [os.Root.FS]; if it is nil, such records are invalid. What is not a regular file is
// unreadable; where others can put a named pipe in the place of a file, its Open must not wait for a
// writer.
func NewParser(format Format, header []byte, files fs.FS) (*Parser, error) {
	p := &Parser{files: files}
	switch format {
	case JSONLines:
		p.parse = (*Parser).parseJSON
	case NostrLines:
		p.parse = (*Parser).parseNostr
	case CSV:
		p.parse = (*Parser).parseCSV
		return p, p.setColumns(header)
	default:
		return nil, fmt.Errorf("bulk: no format %q", string(format))
	}
	return p, nil
}

// Parse sets r to the record of a line, with or without its end, and returns the zero Verdict:
// the record is to be verified. Or else it returns why there is none, and what r is then is not
// specified, but for its ID and Scheme, which are what is known of them.
func (p *Parser) Parse(line []byte, r *Record) Verdict {
	r.reset()
	if isBlank(line) {
		return Verdict{Reason: Skipped}
	}
	return p.parse(p, line, r)
}

// isBlank reports whether there is only white space in line.
func isBlank(line []byte) bool {
	s := jsonscan.Scanner{Data: line}
	s.Space()
	return s.Pos == len(line)
}

// parseJSON reads a line of JSON Lines.
func (p *Parser) parseJSON(line []byte, r *Record) Verdict {
	s := jsonscan.Scanner{Data: line}
	var m members
	named := 0 // all members, also those that are null
	if !s.Next('{') {
		return malformed("not a JSON object")
	}
	for first := true; ; first = false {
		if first && s.Next('}') {
			break
		}
		name, ok := s.ReadString()
		if !ok || !s.Next(':') {
			return malformed("not a JSON object")
		}
		text := name.Raw
		if name.Escaped {
			text = name.AppendDecoded(nil)
		}
		bit := member(text)
		if bit == 0 {
			return malformed("a member that is not known")
		}
		if named&bit != 0 {
			return malformed("a member comes twice")
		}
		named |= bit
		s.Space()
		value := s
		if s.Pos < len(line) && line[s.Pos] == 'n' { // null, or no value
			ok = s.Skip()
		} else if text, ok = r.jsonText(&s, bit); ok {
			m.set(bit, text)
		}
		if !ok {
			if value.Skip() {
				return malformed("a member that is not a string")
			}
			return malformed("not a JSON object")
		}
		if s.Next('}') {
			break
		}
		if !s.Next(',') {
			return malformed("not a JSON object")
		}
	}
	if s.Space(); s.Pos != len(line) {
		return malformed("there is more after the JSON object")
	}
	if !utf8.Valid(line) {
		return malformed("not UTF-8")
	}
	return r.set(&m, p.files)
}

// jsonText reads the value of a member, a string, or for the id also an integer.
func (r *Record) jsonText(s *jsonscan.Scanner, bit int) ([]byte, bool) {
	start := s.Pos
	if bit == seenID && start < len(s.Data) && s.Data[start] != '"' {
		var number int64
		ok := s.Integer(&number)
		return s.Data[start:s.Pos], ok
	}
	text, ok := s.ReadString()
	if !ok || !text.Escaped {
		return text.Raw, ok
	}
	b := r.take(len(text.Raw)) // what it stands for is shorter
	return text.AppendDecoded(b[:0]), true
}

// parseNostr reads an event, or a frame.
func (p *Parser) parseNostr(line []byte, r *Record) Verdict {
	r.Scheme = Nostr
	s := jsonscan.Scanner{Data: line}
	if !s.Next('[') {
		r.Message = line
		return Verdict{}
	}
	const noFrame = "not an event, nor a frame of one"
	var elements [][]byte
	var room [4][]byte
	for elements = room[:0]; ; {
		s.Space()
		start := s.Pos
		if !s.Skip() {
			return malformed(noFrame)
		}
		if len(elements) < len(room) {
			elements = append(elements, line[start:s.Pos])
		}
		if s.Next(']') {
			break
		}
		if !s.Next(',') {
			return malformed(noFrame)
		}
	}
	if s.Space(); s.Pos != len(line) {
		return malformed("there is more after the JSON array")
	}
	switch string(elements[0]) {
	case `"EVENT"`:
		if n := len(elements); n == 2 || n == 3 && elements[1][0] == '"' {
			r.Message = elements[n-1]
			return Verdict{}
		}
	case `"REQ"`, `"CLOSE"`, `"OK"`, `"EOSE"`, `"CLOSED"`, `"NOTICE"`, `"AUTH"`, `"COUNT"`:
		r.Scheme = 0
		return Verdict{Reason: Skipped}
	}
	return malformed(noFrame)
}

// EventAuthor returns the public key that a Nostr event in JSON names, or nil if it names none in its
// right form. It looks at nothing else.
func EventAuthor(event []byte) []byte {
	s := jsonscan.Scanner{Data: event}
	if !s.Next('{') {
		return nil
	}
	for {
		name, ok := s.ReadString()
		if !ok || !s.Next(':') {
			return nil
		}
		if name.String() == "pubkey" {
			var key [32]byte
			s.Space()
			if !s.Hex(key[:]) {
				return nil
			}
			return key[:]
		}
		if !s.Skip() || !s.Next(',') {
			return nil
		}
	}
}
