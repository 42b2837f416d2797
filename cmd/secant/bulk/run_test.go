// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package bulk

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/iotest"
	"time"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// input returns an Input with the content of r.
func input(name string, r io.Reader) Input {
	return Input{name, func() (io.ReadCloser, error) { return io.NopCloser(r), nil }}
}

// transcript runs on inputs, and returns a line for each item and the summary.
func transcript(o *Options, pause func(), inputs ...Input) (string, error) {
	var text strings.Builder
	var s Summary
	err := Run(context.Background(), inputs, o, func(items []Item) error {
		for i := range items {
			item := &items[i]
			s.Add(item.Scheme, item.Rules, item.Verdict)
			fmt.Fprintf(&text, "%d:%d %q %s %q: %s\n", item.Input, item.Line, item.ID, item.Scheme, item.Header, item.Verdict)
		}
		if pause != nil {
			pause()
		}
		return nil
	})
	fmt.Fprintf(&text, "%s\n", must(json.Marshal(s)))
	return text.String(), err
}

// A slow reader gives pieces of any size, with pauses.
type slow struct {
	r      io.Reader
	random *rand.Rand
}

func (s *slow) Read(p []byte) (int, error) {
	if s.random.IntN(20) == 0 {
		time.Sleep(time.Duration(s.random.IntN(3000)) * time.Microsecond)
	}
	return s.r.Read(p[:1+s.random.IntN(min(len(p), 20000))])
}

// mixture returns many lines of all schemes, of which some are spoilt.
func mixture(seed uint64, n int) []byte {
	random := rand.New(rand.NewPCG(seed, 0))
	var lines [][]byte
	for i := range 3 {
		for _, r := range signed(i) {
			lines = append(lines, jsonLine(&r))
		}
	}
	var text []byte
	for range n {
		line := slices.Clone(lines[random.IntN(len(lines))])
		switch random.IntN(10) {
		case 0:
			line[random.IntN(len(line)-1)] = "0123456789abcdef\"{"[random.IntN(18)]
		case 1:
			line = []byte("\n")
		}
		text = append(text, line...)
	}
	return text
}

// What is reported is the same with any number of jobs, whatever comes when, and is the
// verdict on each line alone.
func TestSameAlways(t *testing.T) {
	text := mixture(1, 2500)
	events := slices.Concat(eventLine("a"), []byte("\n\n"), []byte(`["EOSE","x"]`), []byte("\n"), resign(eventLine("b"), func(sig []byte) { sig[40]++ }), []byte("\n"))
	r := signed(1)[0]
	table := slices.Concat(csvText(columns), csvLine(&r), []byte("x\n"), csvLine(&r))
	inputs := func(wrap func(io.Reader) io.Reader) []Input {
		return []Input{
			input("a", wrap(bytes.NewReader(text))), input("b", wrap(bytes.NewReader(events))), input("c", wrap(bytes.NewReader(table))),
		}
	}
	var want strings.Builder
	var s Summary
	for i, c := range []struct {
		text   []byte
		format Format
		header string
	}{{text, JSONLines, ""}, {events, NostrLines, ""}, {table, CSV, strings.Join(columns, ",")}} {
		p := parser(c.format, c.header)
		for j, line := range strings.SplitAfter(string(c.text), "\n") {
			if line == "" {
				continue
			}
			var r Record
			d := p.Parse([]byte(line), &r)
			scheme, id, rules := r.Scheme, string(r.ID), ""
			switch kind := rulesOf(r.Scheme); {
			case d.Reason == Unchecked && r.Rules == "zip215":
				d = Verdict{RulesNotAllowed, "zip215, where default is asked for"}
			case d.Reason == Unchecked:
				if d, rules = single(&r), r.Rules; rules == "" && kind != nil {
					rules = kind[0]
				}
			}
			if c.format == CSV && j == 0 {
				d, scheme, id = Verdict{Reason: Skipped}, 0, ""
			}
			if d.Reason == Skipped {
				scheme = 0
			}
			s.Add(scheme, rules, d)
			fmt.Fprintf(&want, "%d:%d %q %s %q: %s\n", i, j+1, id, scheme, c.header, d)
		}
	}
	fmt.Fprintf(&want, "%s\n", must(json.Marshal(s)))
	if s.Valid == 0 || s.Invalid < 100 || s.Skipped < 100 || len(s.Reasons) < 4 {
		t.Fatalf("not much of a mixture: %+v", s)
	}
	same := func(what, got string, err error) {
		t.Helper()
		if err != nil || got != want.String() {
			a, b := strings.Split(got, "\n"), strings.Split(want.String(), "\n")
			for i := range min(len(a), len(b)) {
				if a[i] != b[i] {
					t.Errorf("%s: %s\nwant %s", what, a[i], b[i])
					break
				}
			}
			t.Errorf("%s: %d lines, want %d: %v", what, len(a), len(b), err)
		}
	}
	most := Rules{Allowed: []string{"stdlib", "fips", "any-s"}}
	got, err := transcript(&Options{Rules: most, Jobs: 1}, nil, inputs(func(r io.Reader) io.Reader { return r })...)
	same("at once", got, err)
	for _, jobs := range []int{1, 2, 5} {
		random := rand.New(rand.NewPCG(2, uint64(jobs)))
		pause := func() {
			if random.IntN(3) == 0 {
				time.Sleep(time.Duration(random.IntN(3)) * time.Millisecond)
			}
		}
		got, err := transcript(&Options{Rules: most, Jobs: jobs}, pause, inputs(func(r io.Reader) io.Reader {
			return &slow{r, rand.New(rand.NewPCG(3, uint64(jobs)))}
		})...)
		same(fmt.Sprint("jobs ", jobs), got, err)
	}
	got, err = transcript(&Options{Rules: most}, nil, inputs(iotest.OneByteReader)...)
	same("byte by byte", got, err)
}

// What lines there are, and what is said of those that are none.
func TestLines(t *testing.T) {
	r := signed(3)[0]
	good := strings.TrimSuffix(string(jsonLine(&r)), "\n")
	const id = `"3-0" ed25519 "": `
	const none = `"" unknown "": `
	space := func(n int) string { return good + strings.Repeat(" ", n-len(good)) }
	for _, test := range []struct {
		text string
		want []string
	}{
		{good + "\n", []string{id + "valid"}},
		{good, []string{id + "valid"}},
		{good + "\r\n", []string{id + "valid"}},
		{"\n \r\n\n" + good, []string{none + "skipped", none + "skipped", none + "skipped", id + "valid"}},
		{good + "\n\n", []string{id + "valid", none + "skipped"}},
		{good + "\n\t", []string{id + "valid", none + "skipped"}},
		{good + "\n" + good[:len(good)-1], []string{id + "valid", none + "truncated: malformed record: not a JSON object"}},
		{good + "\n" + good[:1], []string{id + "valid", none + "truncated: malformed record: not a JSON object"}},
		{good + "\n" + good[:len(good)-1] + "\n", []string{id + "valid", none + "malformed record: not a JSON object"}},
		{strings.Replace(good, "message", "massage", 2), []string{none + "malformed record: a member that is not known"}},
		{strings.Replace(good, `"key":"`, `"key":"0`, 1) + " \r", []string{id + "malformed key: not of the right length in hex or base64"}},
		{strings.Replace(good, "message 3", "message 4", 2), []string{id + "not valid"}},
		{space(600) + "\n", []string{id + "valid"}},
		{space(600) + "\r\n", []string{id + "valid"}},
		{space(600) + "\r", []string{id + "valid"}},
		{space(601) + "\n", []string{none + "too long"}},
		{space(601) + "\r\n", []string{none + "too long"}},
		{space(601), []string{none + "too long"}},
		{strings.Repeat("x", 10000) + "\n" + good, []string{none + "too long", id + "valid"}},
		{good + "\n" + strings.Repeat("x", 10000) + "\n" + good, []string{id + "valid", none + "too long", id + "valid"}},
		{good + "\n" + strings.Repeat(" ", 601) + "\n", []string{id + "valid", none + "too long"}},
	} {
		for _, wrap := range []func(io.Reader) io.Reader{func(r io.Reader) io.Reader { return r }, iotest.OneByteReader, iotest.DataErrReader} {
			got, err := transcript(&Options{Format: JSONLines, Jobs: 1, MaxLine: 600}, nil, input("x", wrap(strings.NewReader(test.text))))
			lines := strings.Split(got, "\n")
			for i := range test.want {
				if want := fmt.Sprintf("0:%d %s", i+1, test.want[i]); lines[i] != want {
					t.Errorf("%.50q: %s, want %s", test.text, lines[i], want)
				}
			}
			if err != nil || len(lines) != len(test.want)+2 {
				t.Errorf("%.50q: %d lines, %v", test.text, len(lines)-2, err)
			}
		}
	}
}

// A last line of CSV that is cut is called truncated, wherever its form tells.
func TestTruncatedCSV(t *testing.T) {
	r := signed(3)[0]
	text := slices.Concat([]byte("id,message,scheme,key,signature\n"), csvText([]string{"", "message 3", "ed25519", fmt.Sprintf("%x", r.Key), fmt.Sprintf("%x", r.Signature)}))
	end := len(text) - 1
	for n := bytes.IndexByte(text, '\n') + 2; n <= end; n++ {
		got, err := transcript(&Options{}, nil, input("x", bytes.NewReader(text[:n])))
		if err != nil || strings.Contains(got, ": truncated: ") != (n < end) || strings.Contains(got, ": valid\n") != (n == end) {
			t.Errorf("cut to %d of %d bytes: %s, %v", n, end, got, err)
		}
	}
}

// An input that cannot be read, or has nothing, is an error, after what was read.
func TestInputErrors(t *testing.T) {
	r := signed(3)[0]
	good := string(jsonLine(&r))
	failed := &fs.PathError{Op: "read", Path: "somewhere", Err: errors.New("bad sector")}
	const valid = "0:1 \"3-0\" ed25519 \"\": valid\n"
	for _, test := range []struct {
		what   string
		o      Options
		r      io.Reader
		err    string
		is     error
		report string
	}{
		{"nothing", Options{}, strings.NewReader(""), "there are no records in it", ErrNoRecords, ""},
		{"blank lines", Options{}, strings.NewReader("\n\n "), "there are no records in it", ErrNoRecords, "0:1 \"\" unknown \"\": skipped\n0:2 \"\" unknown \"\": skipped\n0:3 \"\" unknown \"\": skipped\n"},
		{"error", Options{}, iotest.ErrReader(failed), "bad sector", failed.Err, ""},
		{"error after a line", Options{}, io.MultiReader(strings.NewReader(good), iotest.ErrReader(failed)), "bad sector", failed.Err, valid},
		{"error in a line", Options{}, io.MultiReader(strings.NewReader(good+good[:len(good)-1]), iotest.ErrReader(failed)), "bad sector", failed.Err, valid + "0:2 \"\" unknown \"\": truncated\n"},
		{"no CSV", Options{}, strings.NewReader("\nhello\n"), `the first line does not name the columns of CSV: there is no column "hello"`, ErrHeader, "0:1 \"\" unknown \"\": skipped\n"},
		{"long first line", Options{}, strings.NewReader(strings.Repeat("x", 2*MaxLine)), "too long to tell the format", ErrLongHeader, ""},
		{"long column names", Options{Format: CSV, MaxLine: 100}, strings.NewReader(strings.Repeat("x", 101) + "\n"), "too long to tell", ErrLongHeader, ""},
		{"only column names", Options{}, strings.NewReader("scheme,key,signature,message\n"), "no records", ErrNoRecords, "0:1 \"\" unknown \"scheme,key,signature,message\": skipped\n"},
		{"only frames without events", Options{}, strings.NewReader("[\"EOSE\",\"x\"]\n"), "no records", ErrNoRecords, "0:1 \"\" unknown \"\": skipped\n"},
		{"no such format", Options{Format: "xml"}, strings.NewReader(good), "no format", nil, ""},
	} {
		inputs := []Input{input("first", test.r), input("second", strings.NewReader(good))}
		got, err := transcript(&test.o, nil, inputs...)
		var inputError *InputError
		if !errors.As(err, &inputError) || inputError.Name != "first" || !strings.HasPrefix(err.Error(), "cannot read first: ") ||
			!strings.Contains(err.Error(), test.err) || test.is != nil && !errors.Is(err, test.is) {
			t.Errorf("%s: error %v", test.what, err)
		}
		if got = got[:strings.LastIndex(got[:len(got)-1], "\n")+1]; got != test.report {
			t.Errorf("%s: %q, want %q", test.what, got, test.report)
		}
	}
	missing := Input{"missing", func() (io.ReadCloser, error) { return nil, fs.ErrNotExist }}
	got, err := transcript(&Options{}, nil, input("x", strings.NewReader(good)), missing)
	if !errors.Is(err, fs.ErrNotExist) || !strings.HasPrefix(got, valid) {
		t.Errorf("a missing file: %v, %q", err, got)
	}
	// Blank lines before what is no CSV are always reported, however many.
	for _, n := range []int{1, blockLines - 1, blockLines, 3*blockLines + 1} {
		got, err := transcript(&Options{}, nil, input("x", strings.NewReader(strings.Repeat("\n", n)+"hello")))
		if !errors.Is(err, ErrHeader) || strings.Count(got, "skipped\n") != n {
			t.Errorf("%d blank lines: %d, %v", n, strings.Count(got, "skipped\n"), err)
		}
	}
	// An error of report ends the run at once.
	stopped := errors.New("stopped")
	calls := 0
	err = Run(context.Background(), []Input{input("x", bytes.NewReader(mixture(5, 5*blockLines)))}, &Options{Jobs: 2}, func([]Item) error { calls++; return stopped })
	if err != stopped || calls != 1 {
		t.Errorf("%v after %d calls", err, calls)
	}
}

// compressions are the formats that are decompressed.
var compressions = map[string]func([]byte) []byte{
	"gzip": func(b []byte) []byte {
		var out bytes.Buffer
		w := gzip.NewWriter(&out)
		w.Write(b)
		w.Close()
		return out.Bytes()
	},
	"zstd": func(b []byte) []byte {
		w := must(zstd.NewWriter(nil, zstd.WithEncoderCRC(true)))
		return w.EncodeAll(b, nil)
	},
}

func TestCompressed(t *testing.T) {
	text := mixture(9, 300)
	want, err := transcript(&Options{}, nil, input("x", bytes.NewReader(text)))
	if err != nil {
		t.Fatal(err)
	}
	r := signed(3)[0]
	short := jsonLine(&r)
	for name, compress := range compressions {
		// In one piece, and in two one after the other.
		for _, data := range [][]byte{compress(text), append(compress(text[:1000]), compress(text[1000:])...)} {
			var read atomic.Int64
			got, err := transcript(&Options{Read: func(n int) { read.Add(int64(n)) }}, nil, input("x", iotest.HalfReader(bytes.NewReader(data))))
			if err != nil || got != want {
				t.Errorf("%s: %v", name, err)
			}
			if read.Load() != int64(len(data)) {
				t.Errorf("%s: %d of %d bytes read", name, read.Load(), len(data))
			}
		}
		// Cut anywhere, it is an error, and the same one wherever the content is cut.
		data := compress(short)
		for n := range data {
			got, err := transcript(&Options{Format: JSONLines}, nil, input("x", bytes.NewReader(data[:n])))
			truncated := errors.Is(err, ErrTruncated)
			magic := map[string]int{"gzip": 2, "zstd": 4}[name]
			if n >= magic && !truncated || strings.Contains(got, ": valid\n") && err == nil {
				t.Errorf("%s cut to %d of %d bytes: %v, %s", name, n, len(data), err, got)
			}
			if n < magic && n > 0 && (err != nil || !strings.Contains(got, "truncated")) {
				t.Errorf("%s cut to %d of %d bytes: %v, %s", name, n, len(data), err, got)
			}
		}
		// Changed anywhere, it is an error, or what it was, because not all bits count.
		want, _ := transcript(&Options{Format: JSONLines}, nil, input("x", bytes.NewReader(short)))
		for n := range data {
			changed := slices.Clone(data)
			changed[n] ^= 0x10
			got, err := transcript(&Options{Format: JSONLines}, nil, input("x", bytes.NewReader(changed)))
			if err == nil && got != want && strings.Contains(got, ": valid\n") {
				t.Errorf("%s with byte %d changed: %s", name, n, got)
			}
		}
	}
	// A frame that asks for more memory than any that is written for others to read.
	frame := []byte("\x28\xb5\x2f\xfd\x00\xff\x01\x00\x00")
	if got, err := transcript(&Options{}, nil, input("x", bytes.NewReader(frame))); err == nil || errors.Is(err, ErrTruncated) {
		t.Errorf("a window of terabytes: %s, %v", got, err)
	}
}

// What comes slowly is reported while more is awaited, and a run that waits can be ended.
func TestLive(t *testing.T) {
	r := signed(3)[0]
	good := jsonLine(&r)
	for _, compress := range []bool{false, true} {
		read, write := io.Pipe()
		var w io.Writer = write
		flush := func() {}
		if compress {
			z := gzip.NewWriter(write)
			w, flush = z, func() { z.Flush() }
		}
		ctx, cancel := context.WithCancel(context.Background())
		items, done := make(chan int), make(chan error)
		go func() {
			done <- Run(ctx, []Input{input("x", read)}, &Options{}, func(i []Item) error { items <- len(i); return nil })
		}()
		written := make(chan struct{})
		go func() {
			w.Write(good)
			w.Write(good)
			w.Write(good[:10])
			flush()
			close(written)
		}()
		for n := 0; n < 2; {
			n += <-items
		}
		<-written
		w.Write(good[10:])
		flush()
		if n := <-items; n != 1 {
			t.Errorf("%d lines", n)
		}
		cancel()
		if err := <-done; err != context.Canceled {
			t.Errorf("ended by %v", err)
		}
		write.Close()
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := Run(ctx, []Input{input("x", bytes.NewReader(good))}, &Options{}, func([]Item) error { return nil }); err != nil && err != context.Canceled {
		t.Error(err)
	}
}

// repeat reads as its text again and again.
type repeat struct {
	text string
	at   int
}

func (r *repeat) Read(p []byte) (n int, err error) {
	for n < len(p) {
		m := copy(p[n:], r.text[r.at:])
		r.at = (r.at + m) % len(r.text)
		n += m
	}
	return n, nil
}

// Memory does not grow with the input, whatever is in it. With SECANT_LONG=1 the line without
// an end has 1 GiB.
func TestMemory(t *testing.T) {
	size := int64(48 << 20)
	switch {
	case os.Getenv("SECANT_LONG") != "":
		size = 1 << 30
	case testing.Short():
		size = 8 << 20
	}
	for name, text := range map[string]string{
		"no end":      "x",
		"blank lines": "\n",
		"short lines": "{\n",
		"brackets":    strings.Repeat("[", 1000) + "\n",
		"a huge id":   `{"id":"` + strings.Repeat("x", MaxLine-100) + "\"}\n",
		"quotes":      strings.Repeat(`"`, 100000) + "\n",
		"long lines":  strings.Repeat("x", MaxLine) + "\n",
	} {
		limit := size
		if text == "\n" || text == "{\n" {
			limit /= 16 // many lines
		}
		var most, items uint64
		var stats runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&stats)
		before := stats.HeapAlloc
		err := Run(context.Background(), []Input{input("x", io.LimitReader(&repeat{text: text}, limit))}, &Options{Format: JSONLines, Jobs: 2}, func(i []Item) error {
			if items += uint64(len(i)); items%64 < uint64(len(i)) {
				runtime.ReadMemStats(&stats)
				most = max(most, stats.HeapAlloc)
			}
			for j := range i {
				if i[j].Verdict.Reason == Valid {
					t.Errorf("%s: valid", name)
				}
			}
			return nil
		})
		if text == "\n" && errors.Is(err, ErrNoRecords) {
			err = nil
		}
		if err != nil || items == 0 || most > before && most-before > 64<<20 {
			t.Errorf("%s: %d lines, %d MiB more than before, %v", name, items, (most-before)>>20, err)
		}
	}
}

// Any text has the lines that it has between the line feeds.
func FuzzLines(f *testing.F) {
	f.Add([]byte("a\n\nb"), 5)
	f.Add([]byte("\n"), 1)
	f.Add([]byte("a\r\nbbbbbb\r\n\r"), 5)
	f.Add([]byte(strings.Repeat("a\n", 20)), 3)
	f.Fuzz(func(t *testing.T, data []byte, limit int) {
		if bytes.HasPrefix(data, []byte("\x1f")) || bytes.HasPrefix(data, []byte("\x28")) || limit <= 0 {
			return
		}
		var want []string
		if len(data) > 0 {
			want = strings.Split(strings.TrimSuffix(string(data), "\n"), "\n")
		}
		var got []Item
		err := Run(context.Background(), []Input{input("x", iotest.HalfReader(bytes.NewReader(data)))}, &Options{Format: JSONLines, Jobs: 1, MaxLine: limit}, func(items []Item) error {
			for _, item := range items {
				item.Text = bytes.Clone(item.Text)
				got = append(got, item)
			}
			return nil
		})
		records := false
		if len(got) != len(want) {
			t.Fatalf("%d lines, want %d", len(got), len(want))
		}
		for i, line := range want {
			line = strings.TrimSuffix(line, "\r")
			blank, long := isBlank([]byte(line)), len(line) > limit
			records = records || !blank || long
			if long {
				line = ""
			}
			if item := &got[i]; string(item.Text) != line || item.Line != int64(i+1) ||
				(item.Verdict.Reason == TooLong) != long || (item.Verdict.Reason == Skipped) != (blank && !long) || item.Verdict.Reason == Valid {
				t.Fatalf("line %d is %q: %s, want %q", item.Line, item.Text, item.Verdict, line)
			}
		}
		if records && err != nil || !records && !errors.Is(err, ErrNoRecords) {
			t.Fatal(err)
		}
	})
}
