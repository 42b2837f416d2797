// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package jsonscan

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"
)

// whole reports whether data is one value, and nothing else.
func whole(data []byte) bool {
	s := Scanner{Data: data}
	if !s.Skip() {
		return false
	}
	s.Space()
	return s.Pos == len(data)
}

var texts = []string{
	`{"a":[1,-2.5e+3,0.1E-9,true,false,null,"x\u00e9\ud83c\udf1c\/\b"],"":{}}`, ` [ ] `, `"\u0000"`, "0",
	`{"a":1,}`, `[1,]`, `{a:1}`, `[1 2]`, `01`, `-`, `1.`, `.5`, `1e`, `+1`, `tru`, `truex`, `nul`, `"`, `"\x"`, `"\u12"`, `"\`,
	"\"\n\"", `{"a"}`, `{"a":}`, `[`, `{`, `]`, ``, ` `, `1 1`, `[[]`, `[}`, `{"a":1]`, "\"\x7f\"",
}

// What is skipped is what encoding/json takes, but for halves of surrogates, which no
// character has, and for what is too deep.
func TestSkip(t *testing.T) {
	for _, text := range texts {
		if got := whole([]byte(text)); got != json.Valid([]byte(text)) {
			t.Errorf("%q: %v", text, got)
		}
	}
	for _, text := range []string{`"\ud800"`, `"\ud83cx"`, `"\ud83c\n"`, `"\udf1c\ud83c"`} {
		if whole([]byte(text)) {
			t.Errorf("%s is accepted", text)
		}
	}
	for depth, want := range map[int]bool{maxDepth: true, maxDepth + 1: true, maxDepth + 2: false, 1 << 20: false} {
		if got := whole([]byte(strings.Repeat("[", depth) + strings.Repeat("]", depth))); got != want {
			t.Errorf("%d arrays: %v", depth, got)
		}
	}
}

func TestHexAndInteger(t *testing.T) {
	for text, want := range map[string]bool{
		`"00ff"`: true, ` "a1B2"`: false, `"00f"`: false, `"00ff0"`: false, `"00fg"`: false, `00ff`: false, `"\u003000ff"`: false,
	} {
		s := Scanner{Data: []byte(text)}
		var b [2]byte
		if s.Hex(b[:]) != want {
			t.Errorf("%s: not %v", text, want)
		}
	}
	for _, text := range []string{
		"0", "7", "-7", "9223372036854775807", "-9223372036854775808", "9223372036854775808", "-9223372036854775809",
		"18446744073709551616", "99999999999999999999", "-0", "00", "01", "", "-", "1.0", "1e3", "x", "1x", `"1"`,
	} {
		s := Scanner{Data: []byte(text)}
		var got int64
		want, err := strconv.ParseInt(text, 10, 64)
		strict := err == nil && strconv.FormatInt(want, 10) == text
		if ok := s.Integer(&got); ok != strict || ok && got != want {
			t.Errorf("%q: %v, %d", text, ok, got)
		}
	}
}

// plainModel looks at one byte after the other.
func plainModel(b []byte) int {
	i := bytes.IndexFunc(b, func(r rune) bool { return r < ' ' || r == '"' || r == '\\' })
	if i < 0 {
		return len(b)
	}
	return i
}

// Every byte, in each place of strings of each length up to three words, before and after others.
func TestPlain(t *testing.T) {
	for _, fill := range []byte{'a', 0x7f, 0x80, 0xff, ' ', '!', '#', '[', ']'} {
		for n := range 25 {
			b := bytes.Repeat([]byte{fill}, n)
			for i := range b {
				for c := range 256 {
					b[i] = byte(c)
					for _, next := range []byte{fill, '"', 0x01, 0x23, 0x5d} { // which a borrow would reach
						if i+1 < n {
							b[i+1] = next
						}
						if got, want := plain(b), plainModel(b); got != want {
							t.Fatalf("%q: %d, want %d", b, got, want)
						}
					}
				}
				for j := range b[i:] {
					b[i+j] = fill
				}
			}
		}
	}
}

// Strings are read, and written, as encoding/json does it.
func FuzzScanner(f *testing.F) {
	for _, text := range texts {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		got := whole(data)
		if got && !json.Valid(data) {
			t.Fatalf("%q is accepted", data)
		}
		deep := bytes.Count(data, []byte("["))+bytes.Count(data, []byte("{")) > maxDepth
		if !got && json.Valid(data) && !deep && !bytes.Contains(bytes.ToLower(data), []byte(`\ud`)) {
			t.Fatalf("%q is not accepted", data)
		}
		s := Scanner{Data: data}
		str, ok := s.ReadString()
		if !ok || !utf8.Valid(data) {
			return
		}
		var want string
		if err := json.Unmarshal(data[:s.Pos], &want); err != nil || str.String() != want || string(str.AppendDecoded(nil)) != want {
			t.Fatalf("%q: %q, want %q: %v", data, str.String(), want, err)
		}
		again := str.AppendCanonical(nil)
		if !bytes.Equal(again, AppendString(nil, want)) || str.Canonical != bytes.Equal(again[1:len(again)-1], str.Raw) {
			t.Fatalf("%q is written as %q", data, again)
		}
		var back string
		if err := json.Unmarshal(again, &back); err != nil || back != want {
			t.Fatalf("%q is written as %q: %v", data, again, err)
		}
	})
}
