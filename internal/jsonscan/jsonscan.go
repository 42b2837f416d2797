// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package jsonscan reads JSON text (RFC 8259) where it stands, without making values of it, and
// writes strings in one form. It is strict: what it accepts is JSON, but for bytes that are not
// UTF-8, which the caller looks for. Its times depend on the text, which is public.
package jsonscan

import (
	"encoding/binary"
	"encoding/hex"
	"math/bits"
	"unicode/utf16"
	"unicode/utf8"
)

// A Scanner reads Data, of which the bytes before Pos are read. When a method says that
// something is not there, Pos may be anywhere after it was.
type Scanner struct {
	Data []byte
	Pos  int
}

// Space skips white space.
func (s *Scanner) Space() {
	for s.Pos < len(s.Data) && s.Data[s.Pos] <= ' ' {
		if c := s.Data[s.Pos]; c != ' ' && c != '\t' && c != '\n' && c != '\r' {
			return
		}
		s.Pos++
	}
}

// Next skips white space and c, and reports whether c was there.
func (s *Scanner) Next(c byte) bool {
	s.Space()
	if s.Pos < len(s.Data) && s.Data[s.Pos] == c {
		s.Pos++
		return true
	}
	return false
}

// A String is what stands between the quotation marks of a JSON string.
type String struct {
	Raw       []byte
	Escaped   bool // there are escapes
	Canonical bool // and all are those of [AppendString]
}

// ReadString reads a string, and checks its escapes.
func (s *Scanner) ReadString() (r String, ok bool) {
	if !s.Next('"') {
		return r, false
	}
	start := s.Pos
	r.Canonical = true
	for {
		if s.Pos += plain(s.Data[s.Pos:]); s.Pos == len(s.Data) {
			return r, false
		}
		switch s.Data[s.Pos] {
		case '"':
			r.Raw = s.Data[start:s.Pos]
			s.Pos++
			return r, true
		case '\\':
			r.Escaped = true
			var u uint16
			n := unescape(s.Data[s.Pos:], &u)
			if n == 0 {
				return r, false
			}
			if n > 2 {
				r.Canonical = r.Canonical && isCanonicalControl(s.Data[s.Pos:], u)
				if utf16.IsSurrogate(rune(u)) {
					// The second half must follow.
					var low uint16
					if s.Pos += n; s.Pos >= len(s.Data) || s.Data[s.Pos] != '\\' {
						return r, false
					}
					n = unescape(s.Data[s.Pos:], &low)
					if n != 6 || utf16.DecodeRune(rune(u), rune(low)) == utf8.RuneError {
						return r, false
					}
				}
			} else if s.Data[s.Pos+1] == '/' {
				r.Canonical = false
			}
			s.Pos += n
		default: // a control character
			return r, false
		}
	}
}

// Eight bytes are looked at together: ones and highs are the lowest and the highest bit of each.
const (
	ones  = 0x0101010101010101
	highs = 0x80 * ones
)

// plain returns how many bytes at the start of b stand for themselves in a string: all but quotation
// marks, backslashes, and control characters below 32.
func plain(b []byte) int {
	i := 0
	for ; len(b)-i >= 8; i += 8 {
		if special := specials(binary.LittleEndian.Uint64(b[i:])); special != 0 {
			return i + bits.TrailingZeros64(special)/8
		}
	}
	var last [8]byte // with zeros after the end, which are special
	copy(last[:], b[i:])
	return i + bits.TrailingZeros64(specials(binary.LittleEndian.Uint64(last[:])))/8
}

// specials returns x with nothing but the highest bit of bytes that do not stand for themselves. That
// of the lowest such byte is right, and those of higher bytes may be wrong: y - c takes from the highest
// bit of a byte y, if that is 0, where y < c, and only then from the next byte.
func specials(x uint64) uint64 {
	quote, backslash := x^'"'*ones, x^'\\'*ones // which are 0 where x has them
	return ((x-' '*ones)&^x | (quote-ones)&^quote | (backslash-ones)&^backslash) & highs
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
// control character is written by [AppendString].
func isCanonicalControl(b []byte, u uint16) bool {
	return u < ' ' && escapes[u] == 0 && b[4] == hexDigits[u>>4] && b[5] == hexDigits[u&15]
}

const hexDigits = "0123456789abcdef"

// escapes has the letters of the escapes of two characters, or 0.
var escapes = [256]byte{'\b': 'b', '\t': 't', '\n': 'n', '\f': 'f', '\r': 'r', '"': '"', '\\': '\\'}

// Hex reads a string of hexadecimal digits in lower case, twice as many as dst is long.
func (s *Scanner) Hex(dst []byte) bool {
	r, ok := s.ReadString()
	if !ok || len(r.Raw) != 2*len(dst) {
		return false
	}
	for i := range dst {
		hi, lo := digits[r.Raw[2*i]], digits[r.Raw[2*i+1]]
		if hi|lo > 15 {
			return false
		}
		dst[i] = hi<<4 | lo
	}
	return true
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

// Integer reads an integer of 64 bits, written as one, in the one way that there is.
func (s *Scanner) Integer(x *int64) bool {
	s.Space()
	start := s.Pos
	negative := s.Pos < len(s.Data) && s.Data[s.Pos] == '-'
	if negative {
		s.Pos++
	}
	first := s.Pos
	var v uint64
	for ; s.Pos < len(s.Data); s.Pos++ {
		c := s.Data[s.Pos] - '0'
		if c > 9 {
			break
		}
		if s.Pos-first >= 19 {
			return false
		}
		v = 10*v + uint64(c) // below 10^19 < 2^64
	}
	n := s.Pos - first
	switch {
	case n == 0, n > 1 && s.Data[first] == '0', negative && v == 0, !s.delimited():
		return false
	case negative && v <= 1<<63:
		*x = -int64(v)
	case !negative && v < 1<<63:
		*x = int64(v)
	default:
		return false
	}
	return s.Pos > start
}

// delimited reports whether a number can end here.
func (s *Scanner) delimited() bool {
	if s.Pos == len(s.Data) {
		return true
	}
	switch s.Data[s.Pos] {
	case ' ', '\t', '\n', '\r', ',', ']', '}':
		return true
	}
	return false
}

// maxDepth is how deep arrays and objects may be.
const maxDepth = 1000

// Skip reads any value, and reports whether it is one that is not deeper than maxDepth.
func (s *Scanner) Skip() bool { return s.skip(0) }

func (s *Scanner) skip(depth int) bool {
	if s.Space(); s.Pos == len(s.Data) || depth > maxDepth {
		return false
	}
	switch c := s.Data[s.Pos]; c {
	case '"':
		_, ok := s.ReadString()
		return ok
	case '[', '{':
		s.Pos++
		end := c + 2 // the other bracket
		if s.Next(end) {
			return true
		}
		for {
			if c == '{' {
				if _, ok := s.ReadString(); !ok || !s.Next(':') {
					return false
				}
			}
			if !s.skip(depth + 1) {
				return false
			}
			if s.Next(end) {
				return true
			}
			if !s.Next(',') {
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
func (s *Scanner) literal(word string) bool {
	if len(s.Data)-s.Pos < len(word) || string(s.Data[s.Pos:s.Pos+len(word)]) != word {
		return false
	}
	s.Pos += len(word)
	return s.delimited()
}

// number reads any number.
func (s *Scanner) number() bool {
	digits := func() bool {
		start := s.Pos
		for s.Pos < len(s.Data) && s.Data[s.Pos]-'0' <= 9 {
			s.Pos++
		}
		return s.Pos > start
	}
	has := func(set string) bool {
		for i := range set {
			if s.Pos < len(s.Data) && s.Data[s.Pos] == set[i] {
				s.Pos++
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

// AppendString appends x as a JSON string, in the shortest form: seven characters are escaped by
// a backslash and a letter or themselves, the other control characters below 32 are \u00 and two
// digits in lower case, and all else stands for itself.
func AppendString(b []byte, x string) []byte {
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

// AppendCanonical appends r as a JSON string, as [AppendString] has it.
func (r *String) AppendCanonical(b []byte) []byte {
	b = append(b, '"')
	if r.Canonical {
		b = append(b, r.Raw...)
	} else {
		b = r.appendDecoded(b, true)
	}
	return append(b, '"')
}

// AppendDecoded appends what r stands for.
func (r *String) AppendDecoded(b []byte) []byte { return r.appendDecoded(b, false) }

// appendDecoded appends what r stands for, with the escapes of [AppendString] if canonical.
func (r *String) appendDecoded(b []byte, canonical bool) []byte {
	x := r.Raw
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
func (r *String) String() string {
	if !r.Escaped {
		return string(r.Raw)
	}
	return string(r.AppendDecoded(make([]byte, 0, len(r.Raw))))
}
