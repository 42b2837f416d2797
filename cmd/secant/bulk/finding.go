// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package bulk

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
)

// A Finding is what there is to say about an invalid record.
type Finding struct {
	File   string  `json:"file"`
	Line   int64   `json:"line"`
	ID     string  `json:"id,omitempty"`
	Scheme *Scheme `json:"scheme,omitempty"` // or nil, if it is not known
	Reason Reason  `json:"reason"`
	Detail string  `json:"detail,omitempty"`
	Key    string  `json:"-"` // in hex, or "" if it is not known
}

// NewFinding returns what i says of a record in a file, without the memory of i.
func NewFinding(file string, i *Item) Finding {
	f := Finding{File: file, Line: i.Line, ID: string(i.ID), Reason: i.Verdict.Reason, Detail: i.Verdict.Detail, Key: hex.EncodeToString(i.Key)}
	if i.Scheme != 0 {
		scheme := i.Scheme
		f.Scheme = &scheme
	}
	return f
}

// String returns f in words, on one line, without the name of the file.
func (f *Finding) String() string {
	text := fmt.Sprintf("line %d: %s", f.Line, OneLine(Verdict{f.Reason, f.Detail}.String()))
	if f.ID != "" {
		text += fmt.Sprintf(" (id %s)", OneLine(f.ID))
	}
	return text
}

// AppendJSON appends f as an object on a line with its end. Its first member is type, "invalid",
// and the others those that the fields are marked with. A reason or scheme that there is not is an
// error, and then b is returned as it was.
func (f *Finding) AppendJSON(b []byte) ([]byte, error) {
	text := bytes.NewBuffer(b)
	e := json.NewEncoder(text)
	e.SetEscapeHTML(false)
	err := e.Encode(struct {
		Type string `json:"type"`
		*Finding
	}{"invalid", f})
	if err != nil {
		return b, err
	}
	return text.Bytes(), nil
}

// OneLine returns s with line breaks and other unprintable characters escaped, since a name or an id
// may hold any.
func OneLine(s string) string {
	var b strings.Builder
	for _, r := range s {
		if strconv.IsPrint(r) {
			b.WriteRune(r)
		} else {
			q := strconv.QuoteRune(r)
			b.WriteString(q[1 : len(q)-1])
		}
	}
	return b.String()
}
