// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package secrettext

import "encoding/json"

// JSONMembers returns the members of a JSON object, as they are written but for white space
// around them, and with strings, but for that of d, as encoding/json writes them. If data is
// no object, or has a member twice, text says so.
//
// The member d is not given to encoding/json, which looks up what is between the quotation
// marks in tables: whoever takes it has to see that it is a string. Where it ends shows.
func JSONMembers(data []byte) (members map[string][]byte, text string) {
	const notObject, twice = "is not a JSON object", "has a member twice"
	members = map[string][]byte{}
	s := jsonScanner(data)
	if !s.take('{') {
		return nil, notObject
	}
	for more := !s.take('}'); more; {
		var name string
		if quoted := s.value(); len(quoted) == 0 || quoted[0] != '"' || json.Unmarshal(quoted, &name) != nil || !s.take(':') {
			return nil, notObject
		}
		value := s.value()
		if _, there := members[name]; there {
			return nil, twice
		}
		if name != "d" {
			if !json.Valid(value) {
				return nil, notObject
			}
			if value[0] == '"' {
				var v string
				json.Unmarshal(value, &v)
				value, _ = json.Marshal(v)
			}
		}
		members[name] = value
		more = s.take(',')
		if !more && !s.take('}') {
			return nil, notObject
		}
	}
	s.space()
	if len(s) > 0 {
		return nil, notObject
	}
	return members, ""
}

// A jsonScanner is the rest of JSON that is read.
type jsonScanner []byte

// space skips white space.
func (s *jsonScanner) space() {
	for len(*s) > 0 && ((*s)[0] == ' ' || (*s)[0] == '\t' || (*s)[0] == '\r' || (*s)[0] == '\n') {
		*s = (*s)[1:]
	}
}

// take reports whether what comes next, but for white space, is c, and skips it then.
func (s *jsonScanner) take(c byte) bool {
	s.space()
	if len(*s) == 0 || (*s)[0] != c {
		return false
	}
	*s = (*s)[1:]
	return true
}

// value returns the value that comes next, and skips it: what is up to a comma, a colon or a
// closing bracket that is not in a string or in brackets, without white space around it. It
// need not be valid, and is what it should be if it is.
func (s *jsonScanner) value() []byte {
	s.space()
	depth, inString, end := 0, false, 0
scan:
	for i := 0; i < len(*s); i++ {
		switch c := (*s)[i]; {
		case inString:
			if c == '\\' {
				i++
			} else if c == '"' {
				inString, end = false, i+1
			}
			continue
		case c == '"':
			inString = true
		case c == '[' || c == '{':
			depth++
		case depth == 0 && (c == ',' || c == ':' || c == ']' || c == '}'):
			break scan
		case c == ']' || c == '}':
			depth--
		case c == ' ' || c == '\t' || c == '\r' || c == '\n':
			continue
		}
		end = i + 1
	}
	value := (*s)[:end]
	*s = (*s)[end:]
	return value
}
