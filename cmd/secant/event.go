// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"secant.example/cmd/secant/bulk"
	"secant.example/secp256k1/nostr"
)

// maxContent bounds the content of an event in bytes. Relays take less.
const maxContent = 512 << 10

// signEvent returns a Nostr event with the content of the file at path, in JSON.
//
// Source: NIP-01.
func (c *console) signEvent(k *privateKey, path string, o *options) ([]byte, error) {
	if o.kind < 0 || o.kind > math.MaxUint16 {
		return nil, errors.New("--kind must be from 0 to 65535")
	}
	e := &nostr.Event{CreatedAt: time.Now().Unix(), Kind: o.kind, Tags: [][]string{}}
	if o.hasCreatedAt {
		if e.CreatedAt = o.createdAt; e.CreatedAt < 0 {
			return nil, errors.New("--created-at must not be before 1970")
		}
	}
	for _, text := range o.tags {
		tag, err := parseTag(text)
		if err != nil {
			return nil, err
		}
		e.Tags = append(e.Tags, tag)
	}
	f, err := c.open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	content, err := io.ReadAll(io.LimitReader(f, maxContent+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("cannot read %s: %w", describe(path), cause(err))
	case len(content) > maxContent:
		return nil, fmt.Errorf("%s is longer than %d KiB, too much for the content of an event", describe(path), maxContent>>10)
	case !utf8.Valid(content):
		return nil, fmt.Errorf("%s is not UTF-8, as the content of an event must be", describe(path))
	}
	e.Content = string(content)
	var s nostr.Signer
	if err := s.InitSec(k.secret); err != nil {
		return nil, err
	}
	if err := e.Sign(&s); err != nil {
		return nil, err
	}
	text, err := e.MarshalJSON()
	if len(text) > bulk.MaxLine {
		return nil, fmt.Errorf("an event of more than %d MiB, too much for those who verify it", bulk.MaxLine>>20)
	}
	return append(text, '\n'), err
}

// parseTag reads a tag: NAME=VALUE, or an array of strings in JSON.
func parseTag(text string) ([]string, error) {
	if strings.HasPrefix(text, "[") {
		var parts []*string // nil is null
		err := json.Unmarshal([]byte(text), &parts)
		if err != nil || len(parts) == 0 || slices.Contains(parts, nil) || !utf8.ValidString(text) {
			return nil, fmt.Errorf("--tag %s is not an array of strings in JSON", text)
		}
		tag := make([]string, len(parts))
		for i, part := range parts {
			tag[i] = *part
		}
		return tag, nil
	}
	name, value, found := strings.Cut(text, "=")
	if !found || name == "" || !utf8.ValidString(text) {
		return nil, fmt.Errorf("--tag %s is not NAME=VALUE, nor an array of strings in JSON", text)
	}
	return []string{name, value}, nil
}
