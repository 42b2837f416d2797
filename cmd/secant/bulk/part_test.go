// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package bulk

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
)

// nopCloser is a file in memory.
type nopCloser struct{ *bytes.Reader }

func (nopCloser) Close() error { return nil }

// collect returns a report that appends what is told of each line but its number.
func collect(lines *[]string) func([]Item) error {
	return func(items []Item) error {
		for _, i := range items {
			if i.Verdict.Reason == Skipped {
				i.Header = nil // which may not be known there
			}
			*lines = append(*lines, fmt.Sprintf("%s|%s|%s|%s|%s|%x|%s", i.Text, i.Header, i.ID, i.Scheme, i.Rules, i.Key, i.Verdict))
		}
		return nil
	}
}

// Parts of a file have its lines, each once, wherever they begin.
func TestRunPart(t *testing.T) {
	records := signed(1)[:12]
	spoilt := records[0]
	spoilt.Message = []byte("another")
	var jsonText, csvLines, events string
	for _, r := range append(records, spoilt) {
		jsonText += string(jsonLine(&r))
		csvLines += string(csvLine(&r))
	}
	event := string(eventLine("a text"))
	events = event + "\r\n" + strings.Replace(event, "a text", "b text", 1) + "\n[\"EOSE\",\"x\"]\n[\"EVENT\"," + event + "]\n"
	header := string(csvText(columns))
	random := rand.New(rand.NewPCG(1, 2))
	for name, text := range map[string]string{
		"JSON":             jsonText,
		"no end":           jsonText + jsonText[:100],
		"blank":            "\n\r\n \n" + jsonText + "\n\n",
		"carriage returns": strings.ReplaceAll(jsonText, "\n", "\r\n"),
		"CSV":              header + csvLines,
		"blank, CSV":       "\n\n" + header + csvLines + csvLines[:50],
		"events":           events,
		"too long":         jsonText + strings.Repeat("x", 3000) + "\n" + jsonText,
	} {
		o := &Options{MaxLine: 2000, Jobs: 1}
		var want []string
		if err := Run(context.Background(), []Input{input("x", strings.NewReader(text))}, o, collect(&want)); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		open := func() (io.ReadSeekCloser, error) { return nopCloser{bytes.NewReader([]byte(text))}, nil }
		sizes := []int64{1 + random.Int64N(3)}
		more := 10
		if testing.Short() {
			more = 3
		}
		for range more {
			sizes = append(sizes, 30+random.Int64N(700))
		}
		for _, size := range sizes {
			most := int64(len(text))
			if size < 10 {
				most = 100 // it takes long; the rest is one part
			}
			var got []string
			for start := int64(0); start < int64(len(text)); start += size {
				end := start + size
				if end > most {
					end, size = int64(len(text)), int64(len(text))
				}
				if err := RunPart(context.Background(), "x", open, start, end, o, collect(&got)); err != nil {
					t.Fatalf("%s, from %d: %v", name, start, err)
				}
			}
			if !reflect.DeepEqual(got, want) {
				t.Fatalf("%s in parts of %d:\n%q\nwant\n%q", name, size, got, want)
			}
		}
	}
}

func TestRunPartErrors(t *testing.T) {
	open := func(text string) func() (io.ReadSeekCloser, error) {
		return func() (io.ReadSeekCloser, error) { return nopCloser{bytes.NewReader([]byte(text))}, nil }
	}
	none := func(items []Item) error { t.Errorf("%d lines", len(items)); return nil }
	for _, c := range []struct {
		text string
		want error
	}{
		{"a,b\n" + strings.Repeat("x\n", 20), ErrHeader},
		{strings.Repeat("x", 101) + "\nx\n", ErrLongHeader},
		{strings.Repeat(" ", 101) + "\nx\n", ErrLongHeader},
	} {
		for _, start := range []int64{0, 6} {
			err := RunPart(context.Background(), "name", open(c.text), start, 1000, &Options{MaxLine: 100}, none)
			var e *InputError
			if !errors.As(err, &e) || e.Name != "name" || !errors.Is(err, c.want) {
				t.Errorf("%.20q from %d: %v", c.text, start, err)
			}
		}
	}
	gone := errors.New("gone")
	for _, start := range []int64{0, 6} {
		err := RunPart(context.Background(), "name", func() (io.ReadSeekCloser, error) { return nil, gone }, start, 1000, &Options{}, none)
		if !errors.Is(err, gone) {
			t.Errorf("from %d: %v", start, err)
		}
	}
	// Nothing but blank lines, and nothing at all.
	var blank []string
	if err := RunPart(context.Background(), "name", open("\n\n\n"), 1, 1000, &Options{}, collect(&blank)); err != nil || len(blank) != 2 {
		t.Error(blank, err)
	}
	if err := RunPart(context.Background(), "name", open(""), 0, 1000, &Options{}, none); err != nil {
		t.Error(err)
	}
	if err := RunPart(context.Background(), "name", open("x"), 0, 1, &Options{Rules: Rules{ECDSA: "x"}}, none); err == nil {
		t.Error("rules that there are not")
	}
}

func TestIsCompressed(t *testing.T) {
	for start, want := range map[string]bool{"\x1f\x8b\x08\x00": true, "\x28\xb5\x2f\xfd": true, "\x1f": false, "": false, "{\"sc": false, "\x28\xb5\x2f": false} {
		if IsCompressed([]byte(start)) != want {
			t.Errorf("%q", start)
		}
	}
}

// The key of an item is that of its record, of events that of those that are invalid.
func TestItemKeys(t *testing.T) {
	event := eventLine("a text")
	frame := fmt.Sprintf(`["EVENT", "x", %s]`, event)
	spoilt := bytes.Replace(event, []byte("a text"), []byte("b text"), 1)
	key := string(event[bytes.Index(event, []byte(`"pubkey":"`))+10:][:64])
	for line, want := range map[string]string{
		string(event): "", string(spoilt): key, strings.Replace(frame, "a text", "b text", 1): key,
		`["EVENT", {"pubkey": 1}]`: "", `["EVENT", {"x": [], "pubkey": "12"}]`: "", `["EVENT", 1]`: "",
		string(jsonLine(&signed(1)[0])): fmt.Sprintf("%x", signed(1)[0].Key),
	} {
		var got []byte
		err := Run(context.Background(), []Input{input("x", strings.NewReader(line))}, &Options{}, func(items []Item) error {
			got = items[0].Key
			return nil
		})
		if err != nil || fmt.Sprintf("%x", got) != want {
			t.Errorf("%.100s: %x, %v, want %s", line, got, err, want)
		}
	}
}
