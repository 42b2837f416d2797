// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package nostr

import (
	"encoding/hex"
	"fmt"
	"unicode/utf16"
	"unicode/utf8"
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
	content    rawString
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

// A scanner reads JSON from the front of data.
type scanner struct {
	data []byte
	pos  int
}

// parse sets f to the event that data is. Its strings are parts of data.
func (f *fields) parse(data []byte) error {
	s := scanner{data: data}
	if !s.next('{') {
		return errSyntax
	}
	seen := 0
	if s.next('}') {
		return errMissing
	}
	for {
		name, ok := s.string()
		if !ok || !s.next(':') {
			return errSyntax
		}
		decoded := name.raw
		if name.escaped {
			decoded = name.decode(nil, false)
		}
		var bit int
		var err error
		switch string(decoded) {
		case "id":
			bit, err = seenID, s.hex(f.id[:], errID)
		case "pubkey":
			bit, err = seenPubKey, s.hex(f.pubkey[:], errPubKey)
		case "sig":
			bit, err = seenSig, s.hex(f.sig[:], errSig)
		case "created_at":
			if bit = seenCreatedAt; !s.integer(&f.createdAt) {
				err = errCreatedAt
			}
		case "kind":
			var kind int64
			if bit = seenKind; !s.integer(&kind) || kind < 0 || kind > maxKind {
				err = errKind
			}
			f.kind = int(kind)
		case "tags":
			if bit = seenTags; !s.tags(&f.tags) {
				err = errTags
			}
		case "content":
			bit = seenContent
			if f.content, ok = s.string(); !ok {
				err = errContent
			}
		default:
			if !s.skip(0) {
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
		if s.next('}') {
			break
		}
		if !s.next(',') {
			return errSyntax
		}
	}
	s.space()
	switch {
	case s.pos != len(data):
		return errAfter
	case seen != seenAll:
		return errMissing
	case !utf8.Valid(data):
		return errUTF8
	}
	return nil
}

// space skips white space.
func (s *scanner) space() {
	for s.pos < len(s.data) {
		if c := s.data[s.pos]; c != ' ' && c != '\t' && c != '\n' && c != '\r' {
			return
		}
		s.pos++
	}
}

// next skips white space and c, and reports whether c was there.
func (s *scanner) next(c byte) bool {
	s.space()
	if s.pos < len(s.data) && s.data[s.pos] == c {
		s.pos++
		return true
	}
	return false
}

// A rawString is what stands between the quotation marks of a JSON string.
type rawString struct {
	raw       []byte
	escaped   bool // there are escapes
	canonical bool // and all are those of [Event.AppendCanonical]
}

// string reads a string, and checks its escapes.
func (s *scanner) string() (r rawString, ok bool) {
	if !s.next('"') {
		return r, false
	}
	start := s.pos
	r.canonical = true
	for s.pos < len(s.data) {
		switch c := s.data[s.pos]; {
		case c == '"':
			r.raw = s.data[start:s.pos]
			s.pos++
			return r, true
		case c == '\\':
			r.escaped = true
			var u uint16
			n := unescape(s.data[s.pos:], &u)
			if n == 0 {
				return r, false
			}
			if n > 2 {
				r.canonical = r.canonical && isCanonicalControl(s.data[s.pos:], u)
				if utf16.IsSurrogate(rune(u)) {
					// The second half must follow.
					var low uint16
					if s.pos += n; s.pos >= len(s.data) || s.data[s.pos] != '\\' {
						return r, false
					}
					n = unescape(s.data[s.pos:], &low)
					if n != 6 || utf16.DecodeRune(rune(u), rune(low)) == utf8.RuneError {
						return r, false
					}
				}
			} else if s.data[s.pos+1] == '/' {
				r.canonical = false
			}
			s.pos += n
		case c < ' ':
			return r, false
		default:
			s.pos++
		}
	}
	return r, false
}

// unescape sets u to what the escape that b starts with stands for, and returns its
// length, or 0 if it is none.
func unescape(b []byte, u *uint16) int {
	if len(b) < 2 {
		return 0
	}
	switch b[1] {
	case '"', '\\', '/':
		*u = uint16(b[1])
	case 'b':
		*u = '\b'
	case 't':
		*u = '\t'
	case 'n':
		*u = '\n'
	case 'f':
		*u = '\f'
	case 'r':
		*u = '\r'
	case 'u':
		if len(b) < 6 {
			return 0
		}
		var x [2]byte
		if _, err := hex.Decode(x[:], b[2:6]); err != nil {
			return 0
		}
		*u = uint16(x[0])<<8 | uint16(x[1])
		return 6
	default:
		return 0
	}
	return 2
}

// isCanonicalControl reports whether the escape \uXXXX that b starts with, of u, is how a
// control character is written in what is hashed.
func isCanonicalControl(b []byte, u uint16) bool {
	return u < ' ' && escapes[u] == 0 && b[4] == hexDigits[u>>4] && b[5] == hexDigits[u&15]
}

const hexDigits = "0123456789abcdef"

// escapes has the letters of the escapes of two characters, or 0.
var escapes = [256]byte{'\b': 'b', '\t': 't', '\n': 'n', '\f': 'f', '\r': 'r', '"': '"', '\\': '\\'}

// hex reads a string of hexadecimal digits in lower case, twice as many as dst is long.
func (s *scanner) hex(dst []byte, fail error) error {
	r, ok := s.string()
	if !ok || len(r.raw) != 2*len(dst) {
		return fail
	}
	for i := range dst {
		hi, lo := digits[r.raw[2*i]], digits[r.raw[2*i+1]]
		if hi|lo > 15 {
			return fail
		}
		dst[i] = hi<<4 | lo
	}
	return nil
}

// digits has the values of the hexadecimal digits, and 255 for what is none.
var digits = func() (d [256]byte) {
	for i := range d {
		d[i] = 255
	}
	for i := range hexDigits {
		d[hexDigits[i]] = byte(i)
	}
	return d
}()

// integer reads an integer of 64 bits, written as one, in the one way that there is.
func (s *scanner) integer(x *int64) bool {
	s.space()
	start := s.pos
	negative := s.pos < len(s.data) && s.data[s.pos] == '-'
	if negative {
		s.pos++
	}
	first := s.pos
	var v uint64
	for ; s.pos < len(s.data); s.pos++ {
		c := s.data[s.pos] - '0'
		if c > 9 {
			break
		}
		if s.pos-first >= 19 {
			return false
		}
		v = 10*v + uint64(c) // below 10^19 < 2^64
	}
	n := s.pos - first
	switch {
	case n == 0, n > 1 && s.data[first] == '0', negative && v == 0, !s.delimited():
		return false
	case negative && v <= 1<<63:
		*x = -int64(v)
	case !negative && v < 1<<63:
		*x = int64(v)
	default:
		return false
	}
	return s.pos > start
}

// delimited reports whether a number can end here.
func (s *scanner) delimited() bool {
	if s.pos == len(s.data) {
		return true
	}
	switch s.data[s.pos] {
	case ' ', '\t', '\n', '\r', ',', ']', '}':
		return true
	}
	return false
}

// rawTags are the tags as they stand in JSON, an array of arrays of strings.
type rawTags struct {
	raw       []byte
	canonical bool // that is how [Event.AppendCanonical] writes them
}

// tags reads the tags.
func (s *scanner) tags(t *rawTags) bool {
	s.space()
	start := s.pos
	size := 0 // that it has if there is no white space
	t.canonical = true
	if !s.next('[') {
		return false
	}
	size++
	for first := true; ; first = false {
		if s.next(']') {
			size++
			break
		}
		if !first {
			if !s.next(',') {
				return false
			}
			size++
		}
		if !s.next('[') {
			return false
		}
		size++
		for {
			r, ok := s.string()
			if !ok {
				return false
			}
			t.canonical = t.canonical && r.canonical
			size += len(r.raw) + 3 // quotation marks, and a comma or bracket
			if s.next(']') {
				break
			}
			if !s.next(',') {
				return false
			}
		}
	}
	t.raw = s.data[start:s.pos]
	t.canonical = t.canonical && len(t.raw) == size
	return true
}

// skip reads any value, in arrays and objects of some depth.
func (s *scanner) skip(depth int) bool {
	const maxDepth = 1000
	if s.space(); s.pos == len(s.data) || depth > maxDepth {
		return false
	}
	switch c := s.data[s.pos]; c {
	case '"':
		_, ok := s.string()
		return ok
	case '[', '{':
		s.pos++
		end := c + 2 // the other bracket
		if s.next(end) {
			return true
		}
		for {
			if c == '{' {
				if _, ok := s.string(); !ok || !s.next(':') {
					return false
				}
			}
			if !s.skip(depth + 1) {
				return false
			}
			if s.next(end) {
				return true
			}
			if !s.next(',') {
				return false
			}
		}
	case 't':
		return s.literal("true")
	case 'f':
		return s.literal("false")
	case 'n':
		return s.literal("null")
	}
	return s.number()
}

// literal reads a word.
func (s *scanner) literal(word string) bool {
	if len(s.data)-s.pos < len(word) || string(s.data[s.pos:s.pos+len(word)]) != word {
		return false
	}
	s.pos += len(word)
	return s.delimited()
}

// number reads any number.
func (s *scanner) number() bool {
	digits := func() bool {
		start := s.pos
		for s.pos < len(s.data) && s.data[s.pos]-'0' <= 9 {
			s.pos++
		}
		return s.pos > start
	}
	has := func(set string) bool {
		for i := range set {
			if s.pos < len(s.data) && s.data[s.pos] == set[i] {
				s.pos++
				return true
			}
		}
		return false
	}
	has("-")
	if !has("0") && !digits() {
		return false
	}
	if has(".") && !digits() {
		return false
	}
	if has("eE") {
		has("+-")
		if !digits() {
			return false
		}
	}
	return s.delimited()
}

// appendString appends x as a JSON string, as [Event.AppendCanonical] has it.
func appendString(b []byte, x string) []byte {
	b = append(b, '"')
	start := 0
	for i := 0; i < len(x); i++ {
		if c := x[i]; c < ' ' || c == '"' || c == '\\' {
			b = append(b, x[start:i]...)
			b = appendEscape(b, c)
			start = i + 1
		}
	}
	b = append(b, x[start:]...)
	return append(b, '"')
}

// appendEscape appends the escape of c.
func appendEscape(b []byte, c byte) []byte {
	if e := escapes[c]; e != 0 {
		return append(b, '\\', e)
	}
	return append(b, '\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&15])
}

// appendCanonical appends r as a JSON string, as [Event.AppendCanonical] has it.
func (r *rawString) appendCanonical(b []byte) []byte {
	b = append(b, '"')
	if r.canonical {
		b = append(b, r.raw...)
	} else {
		b = r.decode(b, true)
	}
	return append(b, '"')
}

// decode appends what r stands for, with the escapes of [Event.AppendCanonical] if
// canonical.
func (r *rawString) decode(b []byte, canonical bool) []byte {
	x := r.raw
	for i := 0; i < len(x); {
		if x[i] != '\\' {
			b = append(b, x[i])
			i++
			continue
		}
		var u, low uint16
		i += unescape(x[i:], &u)
		c := rune(u)
		if utf16.IsSurrogate(c) {
			i += unescape(x[i:], &low)
			c = utf16.DecodeRune(c, rune(low))
		}
		if canonical && (c < ' ' || c == '"' || c == '\\') {
			b = appendEscape(b, byte(c))
		} else {
			b = utf8.AppendRune(b, c)
		}
	}
	return b
}

// String returns what r stands for.
func (r *rawString) String() string {
	if !r.escaped {
		return string(r.raw)
	}
	return string(r.decode(make([]byte, 0, len(r.raw)), false))
}

// each calls f for each string of the tags, and for each tag before its first one
// with nil.
func (t *rawTags) each(f func(r *rawString)) {
	s := scanner{data: t.raw}
	s.next('[')
	for s.next('[') || s.next(',') && s.next('[') {
		f(nil)
		for {
			r, _ := s.string() // these were checked
			f(&r)
			if !s.next(',') {
				break
			}
		}
		s.next(']')
	}
}

// strings returns the tags.
func (t *rawTags) strings() [][]string {
	tags := [][]string{}
	t.each(func(r *rawString) {
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
	s := scanner{data: t.raw}
	s.next('[')
	b = append(b, '[')
	for first := true; s.next('[') || s.next(',') && s.next('['); first = false {
		if !first {
			b = append(b, ',')
		}
		b = append(b, '[')
		for {
			r, _ := s.string() // these were checked
			b = r.appendCanonical(b)
			if !s.next(',') {
				break
			}
			b = append(b, ',')
		}
		s.next(']')
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
			b[n] = digits[b[i+4]]<<4 | digits[b[i+5]]
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
