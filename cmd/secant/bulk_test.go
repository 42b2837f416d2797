// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"secant.example/secp256k1/nostr"
)

// longVariable is the environment variable that asks for tests that take minutes.
const longVariable = "SECANT_LONG"

// An eventWriter makes signed events of a few authors. What it makes depends on
// the seed only.
type eventWriter struct {
	random  *rand.Rand
	authors []nostr.Signer
}

func newEventWriter(seed uint64, authors int) *eventWriter {
	g := &eventWriter{rand.New(rand.NewPCG(seed, 0)), make([]nostr.Signer, authors)}
	for i := range g.authors {
		var sec [32]byte
		binary.BigEndian.PutUint64(sec[8:], seed+1)
		binary.BigEndian.PutUint64(sec[24:], uint64(i)+1)
		if err := g.authors[i].InitSec(sec[:]); err != nil {
			panic(err)
		}
	}
	return g
}

// event returns a signed event of a random author, with some tags and a text that
// has characters of all kinds.
func (g *eventWriter) event() *nostr.Event {
	const letters = "     aeinorst\"\\\n\t\x01\x7fäß€🜁<>&"
	alphabet := []rune(letters)
	text := make([]rune, g.random.IntN(280))
	for i := range text {
		text[i] = alphabet[g.random.IntN(len(alphabet))]
	}
	e := &nostr.Event{CreatedAt: 1700000000 + g.random.Int64N(1e8), Kind: g.random.IntN(3), Tags: [][]string{}, Content: string(text)}
	for range g.random.IntN(4) {
		e.Tags = append(e.Tags, []string{"e", fmt.Sprintf("%064x", g.random.Uint64()), "wss://relay.example"})
	}
	if err := e.Sign(&g.authors[g.random.IntN(len(g.authors))]); err != nil {
		panic(err)
	}
	return e
}

// line returns a signed event in JSON, without the end of the line.
func (g *eventWriter) line() string { return string(g.event().AppendJSON(nil)) }

// writeEvents writes n lines of events to w, made on all CPUs, each 1000 by so many
// authors.
func writeEvents(w io.Writer, n, authors int) error {
	const part = 1000
	made := make([]chan []byte, (n+part-1)/part)
	for i := range made {
		made[i] = make(chan []byte, 1)
	}
	slots := make(chan struct{}, 2*runtime.GOMAXPROCS(0)) // bounds what is not written yet
	go func() {
		for i := range made {
			slots <- struct{}{}
			go func() {
				g := newEventWriter(uint64(i), authors)
				var text []byte
				for range min(part, n-part*i) {
					text = append(g.event().AppendJSON(text), '\n')
				}
				made[i] <- text
			}()
		}
	}()
	for i := range made {
		if _, err := w.Write(<-made[i]); err != nil {
			return err
		}
		<-slots
	}
	return nil
}

// wantEvents verifies input, and wants these lines before the last, with so many
// valid events in so many lines.
func wantEvents(t *testing.T, valid, lines int, bad []string, stdin string, args ...string) {
	t.Helper()
	status, stdout, _ := secant(t, stdin, append([]string{"verify", "--nostr"}, args...)...)
	want := exitDone
	if valid < lines {
		want = exitInvalid
	}
	pattern := "^"
	for _, line := range bad {
		pattern += regexp.QuoteMeta(line + "\n")
	}
	pattern += fmt.Sprintf(`%d of %d events valid, %d not; [0-9.]+ s, [0-9]+ events/s on [0-9]+ threads`+"\n$", valid, lines, lines-valid)
	if status != want || !regexp.MustCompile(pattern).MatchString(stdout) {
		t.Errorf("status %d, %q; want %d and\n%s", status, stdout, want, pattern)
	}
}

func TestNostr(t *testing.T) {
	g := newEventWriter(1, 3)
	var good []string
	for range 4 {
		good = append(good, g.line())
	}
	// What is wrong with an event is what the messages say.
	broken := func(change func(e map[string]any)) string {
		var e map[string]any
		if err := json.Unmarshal([]byte(good[0]), &e); err != nil {
			t.Fatal(err)
		}
		change(e)
		return string(must(json.Marshal(e)))
	}
	otherSig := g.event()
	otherSig.Sig[63] ^= 1
	noPoint := g.event()
	noPoint.PubKey = [32]byte(unhex(k1NoPoint))
	noPoint.ID = noPoint.ComputeID()
	long := strings.Repeat(" ", maxEvent+1)
	lines := []struct{ line, reason string }{
		{good[0], ""},
		{"", "blank"},
		{" \t\r", "blank"},
		{good[1] + "\r", ""},
		{"{", "malformed event: not a JSON object"},
		{"hello", "malformed event: not a JSON object"},
		{good[2] + good[3], "malformed event: there is more after the JSON object"},
		{strings.Replace(good[2], `"content":"`, "\"content\":\"\xff", 1), "malformed event: not UTF-8"},
		{broken(func(e map[string]any) { e["content"] = "other" }), "the id is not the hash of the event"},
		{broken(func(e map[string]any) { e["kind"] = 7 }), "the id is not the hash of the event"},
		{broken(func(e map[string]any) { e["sig"] = "00" }), "malformed event: sig: not 128 digits 0 to 9, a to f"},
		{broken(func(e map[string]any) { delete(e, "tags") }), "malformed event: a member is missing"},
		{broken(func(e map[string]any) { e["more"] = []int{1} }), ""},
		{string(otherSig.AppendJSON(nil)), "invalid signature"},
		{string(noPoint.AppendJSON(nil)), "invalid signature"},
		{long, "longer than 1048576 bytes"},
		{good[2] + long, "longer than 1048576 bytes"},
		{good[2] + long[:maxEvent-len(good[2])], ""},
		{good[2] + long[:maxEvent+1-len(good[2])], "longer than 1048576 bytes"},
		{strings.Repeat(good[0], 5000), "longer than 1048576 bytes"},
		{good[3], ""},
	}
	var text strings.Builder
	var bad []string
	for i, l := range lines {
		text.WriteString(l.line + "\n")
		if l.reason != "" {
			bad = append(bad, fmt.Sprintf("line %d: %s", i+1, l.reason))
		}
	}
	wantEvents(t, len(lines)-len(bad), len(lines), bad, text.String(), "-")
	wantEvents(t, len(lines)-len(bad), len(lines), bad, "", file(t, text.String()))
	wantEvents(t, len(lines)-len(bad), len(lines), bad, strings.TrimSuffix(text.String(), "\n"), "-")

	wantEvents(t, 1, 1, nil, good[0], "-")
	wantEvents(t, 1, 2, []string{"line 2: blank"}, good[0]+"\n\n", "-")
	wantEvents(t, 0, 1, []string{"line 1: blank"}, "\n", "-")
	wantEvents(t, 0, 1, []string{"line 1: longer than 1048576 bytes"}, long, "-")
	wantEvents(t, 1, 2, []string{"line 2: blank"}, good[0]+"\n ", "-")

	wantError(t, "standard input is empty", "", "verify", "--nostr", "-")
	wantError(t, "is empty", "", "verify", "--nostr", file(t, ""))
	wantError(t, "file name is empty", "", "verify", "--nostr", "")
	wantError(t, "no such", "", "verify", "--nostr", filepath.Join(t.TempDir(), "missing"))
	wantError(t, "is a directory", "", "verify", "--nostr", t.TempDir())
	for _, more := range [][]string{{"file"}, {"--pub", "p"}, {"--sig", "s"}, {"--alg", "bip340"}, {"--rules", "default"}} {
		wantError(t, "--nostr takes no other flags and no other file", good[0], append([]string{"verify", "--nostr", "-"}, more...)...)
	}
}

// A file in any pieces has the same lines, and what fails says so.
func TestEachBlock(t *testing.T) {
	g := newEventWriter(2, 3)
	valid := []string{g.line(), g.line(), g.line()}
	random := rand.New(rand.NewPCG(3, 4))
	var text []byte
	var want []bool
	for range 3*blockLines + 17 {
		line := valid[random.IntN(3)]
		ok := random.IntN(200) > 0
		if !ok {
			line = line[:random.IntN(len(line))]
		}
		want = append(want, ok)
		text = append(append(text, line...), '\n')
	}
	failed := errors.New("bad sector")
	for name, r := range map[string]io.Reader{
		"whole":     bytes.NewReader(text),
		"halves":    iotest.HalfReader(bytes.NewReader(text)),
		"data, EOF": iotest.DataErrReader(bytes.NewReader(text)),
		"error":     io.MultiReader(bytes.NewReader(text), iotest.ErrReader(failed)),
	} {
		for _, workers := range []int{1, 3} {
			next := 0
			size := 0
			err := eachBlock(r, "-", workers, func(b *eventBlock) error {
				if b.first != next+1 || len(b.errs) > blockLines || len(b.ends) != len(b.errs) {
					t.Errorf("%s: a block of %d from line %d, after line %d", name, len(b.errs), b.first, next)
				}
				size += b.size
				for _, err := range b.errs {
					if (err == nil) != want[next] {
						t.Errorf("%s: line %d: %v", name, next+1, err)
					}
					next++
				}
				return nil
			})
			if (name == "error") != (err != nil) || err != nil && err.Error() != "cannot read standard input: bad sector" {
				t.Errorf("%s: error %v", name, err)
			}
			if next != len(want) || size != len(text) {
				t.Errorf("%s: %d lines of %d, %d bytes of %d", name, next, len(want), size, len(text))
			}
			r = bytes.NewReader(text) // the readers above are for once
			if name == "error" {
				r = io.MultiReader(r, iotest.ErrReader(failed))
			}
		}
	}
	stopped := errors.New("stopped")
	blocks := 0
	err := eachBlock(bytes.NewReader(text), "-", 2, func(*eventBlock) error { blocks++; return stopped })
	if err != stopped || blocks != 1 {
		t.Errorf("%v after %d blocks", err, blocks)
	}
	var errOut bytes.Buffer
	status := run([]string{"verify", "--nostr", "-"}, bytes.NewReader(text), failingWriter{}, &errOut)
	if status != exitUnable || errOut.String() != "secant: cannot write to standard output: disk full\n" {
		t.Errorf("status %d and %q", status, errOut.String())
	}
	// Lines before the error are reported.
	var out bytes.Buffer
	errOut.Reset()
	status = run([]string{"verify", "--nostr", "-"}, io.MultiReader(strings.NewReader("{\n"), iotest.ErrReader(failed)), &out, &errOut)
	if status != exitUnable || errOut.String() != "secant: cannot read standard input: bad sector\n" ||
		out.String() != "line 1: malformed event: not a JSON object\n" {
		t.Errorf("status %d, %q and %q", status, out.String(), errOut.String())
	}
}

// A file of any length is read in a few blocks.
func TestNostrMemory(t *testing.T) {
	text := strings.Repeat("x", 100) // no event, so verdicts are fast
	lines, held := 0, 0
	err := eachBlock(io.LimitReader(&repeat{text: text + "\n"}, 64<<20), "-", 2, func(b *eventBlock) error {
		lines += len(b.errs)
		held = max(held, cap(b.data))
		return nil
	})
	if err != nil || lines != (64<<20+len(text))/(len(text)+1) || held > 2*(blockBytes+maxEvent) {
		t.Errorf("%d lines, %d bytes held, %v", lines, held, err)
	}
	// One line without an end.
	err = eachBlock(io.LimitReader(&repeat{text: text}, 64<<20), "-", 2, func(b *eventBlock) error {
		if len(b.errs) != 1 || b.errs[0] != errLongLine || b.size != 64<<20 || cap(b.data) > 4*maxEvent {
			t.Errorf("%d lines, %v, %d bytes, %d held", len(b.errs), b.errs, b.size, cap(b.data))
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

func TestByteProgress(t *testing.T) {
	f := must(os.Open(file(t, strings.Repeat("x", 100))))
	defer f.Close()
	for _, r := range []io.Reader{f, strings.NewReader("")} {
		var bar bytes.Buffer
		p := newByteProgress(&bar, true, r, "verifying")
		for range 10 {
			p.add(10)
			p.clear()
		}
		p.finish()
		if text := bar.String(); !strings.Contains(text, "verifying") || strings.Contains(text, "%") != (r == f) || strings.Contains(text, "\n") {
			t.Errorf("%q", text)
		}
		bar.Reset()
		p = newByteProgress(&bar, false, r, "verifying")
		p.add(100)
		p.clear()
		p.finish()
		if bar.Len() > 0 {
			t.Errorf("%q without a terminal", bar.String())
		}
	}
}

// A repeat reads as its text again and again.
type repeat struct {
	text string
	at   int
}

func (r *repeat) Read(p []byte) (int, error) {
	n := copy(p, r.text[r.at:])
	r.at = (r.at + n) % len(r.text)
	return n, nil
}

// The lines of any file are those between the line feeds.
func FuzzEventLines(f *testing.F) {
	f.Add([]byte("a\n\nb"))
	f.Add([]byte("\n"))
	f.Add([]byte(strings.Repeat("a\n", 20)))
	f.Fuzz(func(t *testing.T, data []byte) {
		var want []string
		if len(data) > 0 {
			want = strings.Split(strings.TrimSuffix(string(data), "\n"), "\n")
		}
		var got []string
		var b eventBlock
		r := bufio.NewReaderSize(bytes.NewReader(data), 16)
		for err := error(nil); err == nil; {
			err = b.read(r, len(got)+1)
			if err != nil && err != io.EOF {
				t.Fatal(err)
			}
			start := 0
			for i, end := range b.ends {
				line := string(b.data[start:end])
				if blank := strings.TrimSpace(line) == ""; blank != (b.errs[i] == errBlankLine) {
					t.Errorf("%q: %v", line, b.errs[i])
				}
				got, start = append(got, line), end
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
	})
}

// Many events, of which one in the middle is then corrupted: its line is named.
// With SECANT_LONG=1 it is a million.
func TestNostrMany(t *testing.T) {
	n := 2000
	if os.Getenv(longVariable) != "" {
		n = 1e6
	}
	path := filepath.Join(t.TempDir(), "events.jsonl")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	start := time.Now()
	if err := writeEvents(f, n, 250); err != nil {
		t.Fatal(err)
	}
	t.Logf("%d events made in %v", n, time.Since(start))
	verify := func() (int, string) {
		status, stdout, _ := secant(t, "", "verify", "--nostr", path)
		t.Log(stdout)
		return status, stdout
	}
	status, stdout := verify()
	if want := fmt.Sprintf("%d of %d events valid, 0 not; ", n, n); status != exitDone || !strings.HasPrefix(stdout, want) {
		t.Errorf("status %d, %q", status, stdout)
	}
	// Flip a bit of the signature on the line in the middle.
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		t.Fatal(err)
	}
	lines, offset := bufio.NewReader(f), int64(0)
	for line := 1; ; line++ {
		text, err := lines.ReadString('\n')
		if err != nil {
			t.Fatal(err)
		}
		if line < n/2 {
			offset += int64(len(text))
			continue
		}
		i := strings.Index(text, `"sig":"`) + len(`"sig":"`)
		digit := map[bool]string{true: "1", false: "0"}[text[i] == '0']
		if _, err := f.WriteAt([]byte(digit), offset+int64(i)); err != nil {
			t.Fatal(err)
		}
		break
	}
	status, stdout = verify()
	want := fmt.Sprintf("line %d: invalid signature\n%d of %d events valid, 1 not; ", n/2, n-1, n)
	if status != exitInvalid || !strings.HasPrefix(stdout, want) {
		t.Errorf("status %d, %q, want %q", status, stdout, want)
	}
}
