// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package nostr

import (
	"encoding/hex"
	"fmt"
	"unicode/utf8"

	"secant.example/internal/jsonscan"
)

var (
	errNil       = fmt.Errorf("%w: a nil pointer", ErrMalformed)
	errSyntax    = fmt.Errorf("%w: not a JSON object", ErrMalformed)
	errAfter     = fmt.Errorf("%w: there is more after the JSON object", ErrMalformed)
	errUTF8      = fmt.Errorf("%w: not UTF-8", ErrMalformed)
	errDuplicate = fmt.Errorf("%w: a member comes twice", ErrMalformed)
	errMissing   = fmt.Errorf("%w: a member is missing", ErrMalformed)
	errID        = fmt.Errorf("%w: id: not 64 digits 0 to 9, a to f", ErrMalformed)
	errPubKey    = fmt.Errorf("%w: pubkey: not 64 digits 0 to 9, a to f", ErrMalformed)
	errSig       = fmt.Errorf("%w: sig: not 128 digits 0 to 9, a to f", ErrMalformed)
	errCreatedAt = fmt.Errorf("%w: created_at: not an integer of 64 bits", ErrMalformed)
	errKind      = fmt.Errorf("%w: kind: not an integer from 0 to 65535", ErrMalformed)
	errTags      = fmt.Errorf("%w: tags: not arrays of one or more strings", ErrMalformed)
	errContent   = fmt.Errorf("%w: content: not a string", ErrMalformed)
)

// fields are the members of an event in JSON, where strings are still parts of it.
type fields struct {
	id, pubkey [32]byte
	sig        [64]byte
	createdAt  int64
	kind       int
	tags       rawTags
	content    jsonscan.String
}

// The members, as bits of what was seen.
const (
	seenID = 1 << iota
	seenPubKey
	seenCreatedAt
	seenKind
	seenTags
	seenContent
	seenSig
	seenAll = 1<<iota - 1
)

// parse sets f to the event that data is. Its strings are parts of data.
func (f *fields) parse(data []byte) error {
	s := jsonscan.Scanner{Data: data}
	if !s.Next('{') {
		return errSyntax
	}
	seen := 0
	if s.Next('}') {
		return errMissing
	}
	for {
		name, ok := s.ReadString()
		if !ok || !s.Next(':') {
			return errSyntax
		}
		decoded := name.Raw
		if name.Escaped {
			decoded = name.AppendDecoded(nil)
		}
		var bit int
		var err error
		switch string(decoded) {
		case "id":
			if bit = seenID; !s.Hex(f.id[:]) {
				err = errID
			}
		case "pubkey":
			if bit = seenPubKey; !s.Hex(f.pubkey[:]) {
				err = errPubKey
			}
		case "sig":
			if bit = seenSig; !s.Hex(f.sig[:]) {
				err = errSig
			}
		case "created_at":
			if bit = seenCreatedAt; !s.Integer(&f.createdAt) {
				err = errCreatedAt
			}
		case "kind":
			var kind int64
			if bit = seenKind; !s.Integer(&kind) || kind < 0 || kind > maxKind {
				err = errKind
			}
			f.kind = int(kind)
		case "tags":
			if bit = seenTags; !f.tags.scan(&s) {
				err = errTags
			}
		case "content":
			bit = seenContent
			if f.content, ok = s.ReadString(); !ok {
				err = errContent
			}
		default:
			if !s.Skip() {
				err = errSyntax
			}
		}
		switch {
		case err != nil:
			return err
		case seen&bit != 0:
			return errDuplicate
		}
		seen |= bit
		if s.Next('}') {
			break
		}
		if !s.Next(',') {
			return errSyntax
		}
	}
	s.Space()
	switch {
	case s.Pos != len(data):
		return errAfter
	case seen != seenAll:
		return errMissing
	case !utf8.Valid(data):
		return errUTF8
	}
	return nil
}

// rawTags are the tags as they stand in JSON, an array of arrays of strings.
type rawTags struct {
	raw       []byte
	canonical bool // that is how [Event.AppendCanonical] writes them
}

// scan reads the tags.
func (t *rawTags) scan(s *jsonscan.Scanner) bool {
	s.Space()
	start := s.Pos
	size := 0 // that it has if there is no white space
	t.canonical = true
	if !s.Next('[') {
		return false
	}
	size++
	for first := true; ; first = false {
		if s.Next(']') {
			size++
			break
		}
		if !first {
			if !s.Next(',') {
				return false
			}
			size++
		}
		if !s.Next('[') {
			return false
		}
		size++
		for {
			r, ok := s.ReadString()
			if !ok {
				return false
			}
			t.canonical = t.canonical && r.Canonical
			size += len(r.Raw) + 3 // quotation marks, and a comma or bracket
			if s.Next(']') {
				break
			}
			if !s.Next(',') {
				return false
			}
		}
	}
	t.raw = s.Data[start:s.Pos]
	t.canonical = t.canonical && len(t.raw) == size
	return true
}

// each calls f for each string of the tags, and for each tag before its first one
// with nil.
func (t *rawTags) each(f func(r *jsonscan.String)) {
	s := jsonscan.Scanner{Data: t.raw}
	s.Next('[')
	for s.Next('[') || s.Next(',') && s.Next('[') {
		f(nil)
		for {
			r, _ := s.ReadString() // these were checked
			f(&r)
			if !s.Next(',') {
				break
			}
		}
		s.Next(']')
	}
}

// strings returns the tags.
func (t *rawTags) strings() [][]string {
	tags := [][]string{}
	t.each(func(r *jsonscan.String) {
		if r == nil {
			tags = append(tags, nil)
		} else {
			last := &tags[len(tags)-1]
			*last = append(*last, r.String())
		}
	})
	return tags
}

// appendCanonical appends the tags as [Event.AppendCanonical] has them.
func (t *rawTags) appendCanonical(b []byte) []byte {
	if t.canonical {
		return append(b, t.raw...)
	}
	s := jsonscan.Scanner{Data: t.raw}
	s.Next('[')
	b = append(b, '[')
	for first := true; s.Next('[') || s.Next(',') && s.Next('['); first = false {
		if !first {
			b = append(b, ',')
		}
		b = append(b, '[')
		for {
			r, _ := s.ReadString() // these were checked
			b = r.AppendCanonical(b)
			if !s.Next(',') {
				break
			}
			b = append(b, ',')
		}
		s.Next(']')
		b = append(b, ']')
	}
	return append(b, ']')
}

// unescapeControls replaces \u00XX, in what [Event.AppendCanonical] writes, by the
// character, in place, and reports whether there was any.
func unescapeControls(b []byte) (verbatim []byte, changed bool) {
	n := 0
	for i := 0; i < len(b); n++ {
		switch {
		case b[i] != '\\':
			b[n] = b[i]
			i++
		case b[i+1] == 'u':
			hex.Decode(b[n:], b[i+4:i+6])
			i += 6
			changed = true
		default:
			b[n], b[n+1] = b[i], b[i+1]
			n++
			i += 2
		}
	}
	return b[:n], changed
}
