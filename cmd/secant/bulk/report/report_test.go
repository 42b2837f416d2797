// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package report

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"

	"secant.example/cmd/secant/bulk"
)

// example is a report with all that a page may show, of records whose text is an attack.
func example() *Report {
	const attack = `<script>alert(1)</script><img src="https://example.org/x" onerror='x()'>` + "\u202e\n\x00\xff"
	c := new(Collector)
	start := time.UnixMilli(1700000000000)
	for i, reason := range bulk.Reasons() {
		for j := range 40 - 3*i {
			item := bulk.Item{
				Line: int64(100*i + j + 1), ID: []byte(attack), Key: bytes.Repeat([]byte{byte(7*i + j%3)}, 32), Scheme: bulk.Ed25519, Rules: "default",
				Verdict: bulk.Verdict{Reason: reason, Detail: attack},
			}
			c.Add([]bulk.Item{item}, []string{attack})
		}
	}
	c.Add([]bulk.Item{
		{Line: 5000, Verdict: bulk.Verdict{Reason: bulk.Skipped}},
		{Line: 5001, Verdict: bulk.Verdict{Reason: bulk.MalformedRecord}},
		{Line: 5002, Scheme: bulk.BIP340, Verdict: bulk.Verdict{Reason: bulk.Valid}},
		{Line: 5003, Scheme: bulk.ECDSA, Rules: "any-s", Verdict: bulk.Verdict{Reason: bulk.Valid}},
	}, []string{"x"})
	r := c.Report()
	r.Summary.Valid += 1234567
	r.Source, r.Stopped = attack, "interrupted"
	r.Rate = Rate{}
	for i := range 60 {
		r.Rate.Add(start.Add(time.Duration(i)*time.Second), int64(20000+1000*(i%7)))
	}
	return r
}

func write(t *testing.T, r *Report) string {
	t.Helper()
	var b bytes.Buffer
	if err := r.WriteHTML(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// What stands in elements of a page, by name, and the text of those with an id.
func parse(t *testing.T, page string) (names map[string]int, texts map[string]string) {
	t.Helper()
	root, err := html.Parse(strings.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	names, texts = map[string]int{}, map[string]string{}
	for n := range root.Descendants() {
		if n.Type != html.ElementNode {
			continue
		}
		names[n.Data]++
		for _, a := range n.Attr {
			// The name spaces of SVG are names that nothing asks for.
			if a.Key == "src" || a.Key == "href" || strings.HasPrefix(a.Key, "on") || strings.Contains(a.Val, "://") && a.Key != "xmlns" && a.Namespace != "xmlns" && !strings.HasPrefix(a.Key, "xmlns") {
				t.Errorf("<%s %s=%q>", n.Data, a.Key, a.Val)
			}
			if a.Key == "id" {
				var text strings.Builder
				for d := range n.Descendants() {
					if d.Type == html.TextNode {
						text.WriteString(d.Data + " ")
					}
				}
				texts[a.Val] = text.String()
			}
		}
	}
	return names, texts
}

// A page has no scripts and asks for nothing, whatever the records say, and shows that as text.
func TestPage(t *testing.T) {
	text := write(t, example())
	names, texts := parse(t, text)
	for _, name := range []string{"script", "img", "link", "iframe", "object", "image", "foreignobject"} {
		if names[name] > 0 {
			t.Errorf("%d elements %s", names[name], name)
		}
	}
	if names["svg"] != 3 {
		t.Errorf("%d charts", names["svg"])
	}
	for id, want := range map[string][]string{
		"reasons": {"too long", "high s", "not valid", " 40 "},
		"keys":    {"0000000000…000000", "invalid records"},
		"rate":    {"records a second", "seconds", "20k"},
		"schemes": {"ed25519", "bip340", "secp256k1-ecdsa"},
		"rules":   {"default", "any-s"},
		"firsts":  {`<script>alert(1)</script>`, `\u202e\n\x00`, "malformed record", "id mismatch", "ed25519"},
		"keylist": {strings.Repeat("00", 32), "other keys"},
	} {
		for _, w := range want {
			if !strings.Contains(texts[id], w) {
				t.Errorf("no %q in %s: %q", w, id, texts[id])
			}
		}
	}
	for _, bad := range []string{"\u202e", "\x00", "<script", "url(", "@import", "<?xml"} {
		if strings.Contains(text, bad) {
			t.Errorf("%q in the page", bad)
		}
	}
	if !strings.Contains(text, "Not all was verified: interrupted.") || !strings.Contains(text, "default-src &#39;none&#39;") && !strings.Contains(text, "default-src 'none'") {
		t.Error("no warning, or no policy")
	}
	if again := write(t, example()); again != text {
		t.Error("another page for the same report")
	}
	// For a look at it.
	if path := os.Getenv("SECANT_PAGE"); path != "" {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func TestPageOfFew(t *testing.T) {
	var c Collector
	if text := write(t, c.Report()); !strings.Contains(text, "<h1>No records</h1>") {
		t.Errorf("%s", text)
	}
	c.Add([]bulk.Item{{Scheme: bulk.Nostr, Verdict: bulk.Verdict{Reason: bulk.Valid}}}, []string{"x"})
	text := write(t, c.Report())
	names, texts := parse(t, text)
	if !strings.Contains(text, "<h1>All records are valid</h1>") || names["svg"] != 0 || texts["firsts"] != "" || !strings.Contains(texts["schemes"], "nostr") {
		t.Errorf("%s", text)
	}
	c.Add([]bulk.Item{{Verdict: bulk.Verdict{}}}, []string{"x"}) // what was not checked is not valid
	if text := write(t, c.Report()); !strings.Contains(text, "<h1>1 of 2 records are not valid</h1>") {
		t.Errorf("%s", text)
	}
}

// Keys are counted up to a limit, and what is above it together.
func TestManyKeys(t *testing.T) {
	var c Collector
	key := func(i int) []byte { return fmt.Appendf(nil, "%08d", i) }
	add := func(i int) {
		c.Add([]bulk.Item{{Line: int64(i), Key: key(i), Verdict: bulk.Verdict{Reason: bulk.NotValid}}}, []string{"x"})
	}
	for i := range maxKeys + 100 {
		add(i)
	}
	add(5)
	add(5)
	add(maxKeys + 1)
	r := c.Report()
	if len(c.keys) != maxKeys || len(r.Keys) != MostKeys || r.Keys[0] != (KeyCount{fmt.Sprintf("%x", key(5)), 3}) || r.Keys[1].Key != fmt.Sprintf("%x", key(0)) {
		t.Errorf("%d keys, %v", len(c.keys), r.Keys)
	}
	if want := int64(maxKeys+103-3) - (MostKeys - 1); r.Others != want {
		t.Errorf("%d others, want %d", r.Others, want)
	}
	if len(r.Firsts) != 1 || r.Firsts[0].Line != 0 {
		t.Errorf("%v", r.Firsts)
	}
}

// A Rate is the same in whatever order it was filled, and is small.
func TestRate(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	type event struct {
		at time.Time
		n  int64
	}
	for _, hours := range []int{0, 1, 100, 100000} {
		var events []event
		total := int64(0)
		for i := range 2000 {
			e := event{time.UnixMilli(1700000000000 + random.Int64N(int64(hours)*3600000+1000)), int64(i)}
			events = append(events, e)
			total += e.n
		}
		var want Rate
		for _, e := range events {
			want.Add(e.at, e.n)
		}
		for range 3 {
			random.Shuffle(len(events), func(i, j int) { events[i], events[j] = events[j], events[i] })
			var parts [3]Rate
			for i, e := range events {
				parts[i%3].Add(e.at, e.n)
			}
			var got Rate
			for i := range parts {
				got.Merge(&parts[i])
			}
			got.Merge(&Rate{})
			if !reflect.DeepEqual(got, want) {
				t.Fatalf("%v, want %v", got, want)
			}
		}
		samples, sum := want.samples(), 0.0
		for _, s := range samples {
			sum += s.rate * 2 * samples[0].seconds
		}
		if len(samples) > maxSpans/4 || len(want.Spans) > maxSpans || int64(sum+0.5) != total || !slices.IsSortedFunc(samples, func(a, b sample) int { return int(a.seconds - b.seconds) }) {
			t.Errorf("%d hours: %d samples, sum %f, want %d", hours, len(samples), sum, total)
		}
	}
}

func TestNumbers(t *testing.T) {
	for n, want := range map[int64]string{0: "0", 999: "999", 1000: "1\u202f000", 1234567: "1\u202f234\u202f567"} {
		if got := number(n); got != want {
			t.Errorf("%d is %q", n, got)
		}
	}
	for _, c := range []struct {
		n, all int64
		want   string
	}{{0, 0, ""}, {0, 5, "0 %"}, {5, 5, "100 %"}, {1, 1e9, "< 0.01 %"}, {1e9 - 1, 1e9, "> 99.99 %"}, {1, 3, "33.33 %"}} {
		if got := percent(c.n, c.all); got != c.want {
			t.Errorf("%d of %d is %q", c.n, c.all, got)
		}
	}
	for most, want := range map[float64]string{0: "0", 1: "0 1", 3: "0 1 2 3", 5: "0 1 2 3 4 5", 40: "0 10 20 30 40", 2500: "0 500 1k 1.5k 2k 2.5k", 7: "0 2 4 6", 9e6: "0 2M 4M 6M 8M", 25: "0 5 10 15 20 25"} {
		var all []string
		for _, tick := range (ticks{}).Ticks(0, most) {
			all = append(all, tick.Label)
		}
		if got := strings.Join(all, " "); got != want {
			t.Errorf("ticks up to %g: %q", most, got)
		}
	}
}
