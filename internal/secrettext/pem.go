// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package secrettext

import (
	"bytes"
	"encoding/pem"
	"strings"
)

const (
	pemBegin = "-----BEGIN "
	pemEnd   = "-----END "
	pemTail  = "-----"
	pemLine  = 64 // characters
)

// AppendPEM appends body as PEM of the type kind to dst, and returns the result.
func AppendPEM(dst []byte, kind string, body []byte) []byte {
	dst = append(dst, pemBegin+kind+pemTail+"\n"...)
	for len(body) > 0 {
		line := body[:min(pemLine/4*3, len(body))]
		dst = append(Std.AppendEncode(dst, line), '\n')
		body = body[len(line):]
	}
	return append(dst, pemEnd+kind+pemTail+"\n"...)
}

// DecodePEM returns the first block of PEM in data, and what is after it. Lines before it are
// not looked at. If there is none, or the first has another form, the block is nil. What
// encoding/pem makes of the same data is the same, but it goes on to the next block if one is
// malformed, and takes base64 with bits after the last byte that are not zero.
func DecodePEM(data []byte) (block *pem.Block, rest []byte) {
	var line []byte
	for !bytes.HasPrefix(data, []byte(pemBegin)) {
		if _, data = cutLine(data); len(data) == 0 {
			return nil, nil
		}
	}
	line, data = cutLine(data)
	kind, begins := strings.CutPrefix(string(line), pemBegin)
	kind, ends := strings.CutSuffix(kind, pemTail)
	if !begins || !ends || strings.Contains(kind, "--") {
		return nil, nil
	}
	headers := map[string]string{}
	for {
		line, after := cutLine(data)
		key, value, ok := bytes.Cut(line, []byte(":"))
		if !ok {
			break
		}
		if _, _, again := bytes.Cut(data[:len(data)-len(after)], []byte(pemBegin)); line[0] == '-' || again { // where encoding/pem begins
			return nil, nil
		}
		headers[string(bytes.TrimSpace(key))] = string(bytes.TrimSpace(value))
		data = after
	}
	if len(headers) > 0 && bytes.HasPrefix(data, []byte("-")) {
		return nil, nil // there must be an empty line after them
	}
	// The text without white space, up to the first dash, which must begin a line. All
	// characters of base64 go the same way.
	text := make([]byte, 0, len(data))
	lineStart := true
	for len(data) > 0 && data[0] != '-' {
		switch c := data[0]; c {
		case '\n':
			lineStart = true
		case ' ', '\t', '\r':
			lineStart = false
		default:
			text, lineStart = append(text, c), false
		}
		data = data[1:]
	}
	line, rest = cutLine(data)
	if !lineStart || string(line) != pemEnd+kind+pemTail {
		return nil, nil
	}
	body, ok := Std.AppendDecode([]byte{}, text)
	if !ok {
		return nil, nil
	}
	return &pem.Block{Type: kind, Headers: headers, Bytes: body}, rest
}

// cutLine returns the first line of data, without white space at its end, and what is after
// it.
func cutLine(data []byte) (line, rest []byte) {
	line, rest, _ = bytes.Cut(data, []byte("\n"))
	line = bytes.TrimSuffix(line, []byte("\r"))
	for len(line) > 0 && (line[len(line)-1] == ' ' || line[len(line)-1] == '\t') {
		line = line[:len(line)-1] // bytes.TrimRight has a table
	}
	return line, rest
}
