// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package jws reads and writes JSON Web Signatures in compact serialization, without
// looking at the signatures themselves.
//
// A token is a header, a payload and a signature, each in base64url, with periods between
// them. The payload may be detached: it is left out, and whoever verifies has it already. A
// detached payload may be signed as it is, instead of in base64url, which the header says
// then.
//
// Source: RFC 7515; RFC 7797.
package jws

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"
)

// A Header is the part of a token that says how it is signed.
type Header struct {
	Algorithm string // as RFC 7518 has it: not empty, and not "none"
	Unencoded bool   // the payload is signed as it is, and detached

	text string // as it is in the token
}

// A Token is what a text says.
type Token struct {
	Header
	Detached  bool   // the payload is not in it, or empty
	Payload   []byte // if it is not detached
	Signature []byte
}

// encoding is base64url without padding, and with no bits but zeros after the last byte.
var encoding = base64.RawURLEncoding.Strict()

// LooksLike reports whether text begins like a token, which Parse may find is none: with a
// JSON object in base64url, and a period.
func LooksLike(text []byte) bool {
	header, _, found := bytes.Cut(bytes.TrimSpace(text), []byte("."))
	object, err := decode(header)
	return found && err == nil && bytes.HasPrefix(bytes.TrimSpace(object), []byte("{"))
}

// Parse reads a token. It is an error if it has a header that it is not safe to pass over: one
// with another crit than RFC 7797 needs, without an alg or with "none", with a member twice.
// Payloads that are signed as they are must be asked for with unencoded, and then there are no
// others.
func Parse(text []byte, unencoded bool) (*Token, error) {
	parts := bytes.Split(bytes.TrimSpace(text), []byte("."))
	if len(parts) != 3 {
		return nil, errors.New("not three parts with periods between them")
	}
	var decoded [3][]byte
	for i, part := range parts {
		var err error
		if decoded[i], err = decode(part); err != nil {
			return nil, fmt.Errorf("part %d is not base64url", i+1)
		}
	}
	header, err := parseHeader(decoded[0])
	if err != nil {
		return nil, fmt.Errorf("the header %w", err)
	}
	header.text = string(parts[0])
	t := &Token{*header, len(parts[1]) == 0, decoded[1], decoded[2]}
	switch {
	case t.Unencoded && !unencoded:
		return nil, errors.New("the payload is signed as it is (b64 is false), which was not asked for")
	case !t.Unencoded && unencoded:
		return nil, errors.New("the payload is not signed as it is: b64 is not false")
	case t.Unencoded && !t.Detached:
		return nil, errors.New("a payload that is signed as it is, and is not detached")
	}
	return t, nil
}

// decode is for base64 without the line breaks that package base64 passes over.
func decode(text []byte) ([]byte, error) {
	if bytes.ContainsAny(text, "\r\n") {
		return nil, errors.New("a line break")
	}
	return encoding.AppendDecode(nil, text)
}

// A member is one of a JSON object.
type member struct {
	name  string
	value json.RawMessage
}

// members returns the members of the JSON object that text is, which must differ in their
// names.
func members(text []byte) ([]member, error) {
	errObject := errors.New("is not a JSON object")
	if !utf8.Valid(text) {
		return nil, errObject
	}
	d := json.NewDecoder(bytes.NewReader(text))
	if start, err := d.Token(); err != nil || start != json.Delim('{') {
		return nil, errObject
	}
	var all []member
	seen := map[string]bool{}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return nil, errObject
		}
		m := member{name: name.(string)} // which names in objects are
		if err := d.Decode(&m.value); err != nil {
			return nil, errObject
		}
		if seen[m.name] {
			return nil, fmt.Errorf("has the member %q twice", m.name)
		}
		seen[m.name] = true
		all = append(all, m)
	}
	if _, err := d.Token(); err != nil {
		return nil, errObject
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, errObject
	}
	return all, nil
}

// parseHeader reads the JSON of a header.
func parseHeader(text []byte) (*Header, error) {
	all, err := members(text)
	if err != nil {
		return nil, err
	}
	var h Header
	var encoded, critical bool
	for _, m := range all {
		switch m.name {
		case "alg":
			if err := json.Unmarshal(m.value, &h.Algorithm); err != nil {
				return nil, errors.New("has an alg that is not a string")
			}
		case "b64":
			if string(m.value) != "true" && string(m.value) != "false" {
				return nil, errors.New("has a b64 that is not true or false")
			}
			encoded, h.Unencoded = string(m.value) == "true", string(m.value) == "false"
		case "crit":
			var names []string
			if err := json.Unmarshal(m.value, &names); err != nil || len(names) != 1 || names[0] != "b64" {
				return nil, fmt.Errorf("has critical members (crit) that are not known: %s", m.value)
			}
			critical = true
		}
	}
	switch {
	case h.Algorithm == "":
		return nil, errors.New("has no alg")
	case strings.EqualFold(h.Algorithm, "none"):
		return nil, errors.New(`has alg "none": nothing is signed`)
	case critical != (encoded || h.Unencoded):
		return nil, errors.New("has one of b64 and crit without the other")
	}
	return &h, nil
}

// NewHeader returns a header for that algorithm, with the members of a JSON object, more, if it
// is not empty. These must not be those that say how it is signed: alg, b64 and crit.
func NewHeader(algorithm string, unencoded bool, more []byte) (*Header, error) {
	name, err := json.Marshal(algorithm)
	if err != nil {
		return nil, err
	}
	text := append([]byte(`{"alg":`), name...)
	if unencoded {
		text = append(text, `,"b64":false,"crit":["b64"]`...)
	}
	if len(more) > 0 {
		all, err := members(more)
		if err != nil {
			return nil, fmt.Errorf("the header %w", err)
		}
		for _, m := range all {
			if slices.Contains([]string{"alg", "b64", "crit"}, m.name) {
				return nil, fmt.Errorf("the header has %q, which is not to be chosen", m.name)
			}
			name, err := json.Marshal(m.name)
			if err != nil {
				return nil, err
			}
			text = append(append(append(append(text, ','), name...), ':'), m.value...)
		}
	}
	text = append(text, '}')
	h, err := parseHeader(text)
	if err != nil {
		return nil, fmt.Errorf("the header %w", err)
	}
	h.text = encoding.EncodeToString(text)
	return h, nil
}

// WriteSigned writes to w what is signed for the payload that r has.
func (h *Header) WriteSigned(w io.Writer, r io.Reader) error {
	if _, err := io.WriteString(w, h.text+"."); err != nil {
		return err
	}
	if h.Unencoded {
		_, err := io.Copy(w, r)
		return err
	}
	e := base64.NewEncoder(base64.RawURLEncoding, w)
	if _, err := io.Copy(e, r); err != nil {
		return err
	}
	return e.Close()
}

// Marshal returns the token with that signature, with the payload in it unless it is
// detached, which it must be if it is signed as it is.
func (h *Header) Marshal(payload, signature []byte, detached bool) ([]byte, error) {
	if h.Unencoded && !detached {
		return nil, errors.New("a payload that is signed as it is must be detached")
	}
	text := []byte(h.text + ".")
	if !detached {
		text = encoding.AppendEncode(text, payload)
	}
	return encoding.AppendEncode(append(text, '.'), signature), nil
}
