// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package signatures

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/avroio"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/local"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/textio"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/ptest"

	"secant.example/cmd/secant/bulk"
	"secant.example/secp256k1/ecdsa"
	"secant.example/secp256k1/ethereum"
)

func TestMain(m *testing.M) { ptest.Main(m) }

func init() {
	register.Function1x2(verdictLine)
	register.Function1x2(senderLine)
}

func verdictLine(v Verdict) (string, error) {
	b, err := json.Marshal(v)
	return string(b), err
}

func senderLine(s Sender) (string, error) { return fmt.Sprintf("%s %x", s.ID, s.Address), nil }

func read(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	return string(b)
}

// lines returns the lines of a file, sorted, or none if it does not exist.
func lines(t *testing.T, path string) []string {
	t.Helper()
	all := strings.Split(strings.TrimSuffix(read(t, path), "\n"), "\n")
	slices.Sort(all)
	return slices.DeleteFunc(all, func(s string) bool { return s == "" })
}

const testdata = "../../cmd/secant/testdata/"

// samples writes files of all forms, with records of all kinds in them, and returns their names.
func samples(t *testing.T) []string {
	t.Helper()
	dir := t.TempDir()
	jsonText, csvText, events := read(t, testdata+"records.jsonl"), read(t, testdata+"records.csv"), read(t, testdata+"events.jsonl")
	first, _, _ := strings.Cut(jsonText, "\n")
	spoilt := strings.ReplaceAll(first, "message 1", "message 2")
	event, _, _ := strings.Cut(events, "\n")
	badEvent := strings.Replace(event, `"kind":`, `"kind":1`, 1)
	if spoilt == first || badEvent == event {
		t.Fatal("the samples have another form")
	}
	var zipped bytes.Buffer
	z := gzip.NewWriter(&zipped)
	io.WriteString(z, jsonText+spoilt+"\nx\n"+jsonText)
	z.Close()
	var names []string
	for name, text := range map[string]string{
		"a.jsonl":    jsonText + "\n\n" + spoilt + "\n{}\n" + strings.ReplaceAll(jsonText, "\n", "\r\n") + first[:50],
		"b.csv":      "\n" + csvText + "1,2\n" + csvText[strings.IndexByte(csvText, '\n')+1:],
		"c.jsonl":    events + badEvent + "\n[\"EOSE\",\"x\"]\n[\"EVENT\"," + event + "]\n" + badEvent + "\n",
		"d.jsonl.gz": zipped.String(),
		"e.jsonl":    spoilt + "\n" + strings.Repeat("x", bulk.MaxLine+1) + "\n" + strings.ReplaceAll(first, `"ed25519"`, `"none"`) + "\n",
	} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		names = append(names, path)
	}
	slices.Sort(names)
	return names
}

// plain returns what package bulk says of files: the summary in JSON, and the lines about what is not
// valid, sorted.
func plain(t *testing.T, names ...string) (string, []string) {
	t.Helper()
	var summary bulk.Summary
	var found []string
	var inputs []bulk.Input
	for _, name := range names {
		inputs = append(inputs, bulk.Input{Name: name, Open: func() (io.ReadCloser, error) { return os.Open(name) }})
	}
	err := bulk.Run(context.Background(), inputs, &bulk.Options{}, func(items []bulk.Item) error {
		for i := range items {
			item := &items[i]
			summary.Add(item.Scheme, item.Rules, item.Verdict)
			if item.Verdict.Reason.Invalid() {
				f := bulk.NewFinding(names[item.Input], item)
				line, err := f.AppendJSON(nil)
				if err != nil {
					return err
				}
				found = append(found, strings.TrimSuffix(string(line), "\n"))
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(summary)
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(found)
	return string(text), found
}

// wantResults runs a pipeline that writes results in dir, and compares them.
func wantResults(t *testing.T, summary string, found []string, build func(s beam.Scope) Results) beam.PipelineResult {
	t.Helper()
	dir := t.TempDir()
	p, s := beam.NewPipelineWithRoot()
	r := build(s)
	textio.Write(s, dir+"/summary", Summary(s, r))
	textio.Write(s, dir+"/invalid", beam.ParDo(s, ToJSON, r.Invalid))
	textio.Write(s, dir+"/malformed", beam.ParDo(s, ToJSON, r.Malformed))
	textio.Write(s, dir+"/page", Page(s, r, "<source>"))
	result, err := ptest.RunWithMetrics(p)
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.TrimSpace(read(t, dir+"/summary")); got != summary {
		t.Errorf("%s\nwant\n%s", got, summary)
	}
	got := append(lines(t, dir+"/invalid"), lines(t, dir+"/malformed")...)
	slices.Sort(got)
	if !slices.Equal(got, found) {
		t.Errorf("%q\nwant\n%q", got, found)
	}
	if bad := read(t, dir+"/invalid"); strings.Contains(bad, "malformed") || strings.Contains(bad, "unknown scheme") || strings.Contains(bad, "too long") {
		t.Errorf("malformed records are in invalid: %s", bad)
	}
	var counts bulk.Summary
	if err := json.Unmarshal([]byte(summary), &counts); err != nil {
		t.Fatal(err)
	}
	if page := read(t, dir+"/page"); !strings.Contains(page, "&lt;source&gt;") || !strings.Contains(page, fmt.Sprintf("%d of %d records are not valid", counts.Invalid, counts.Records())) {
		t.Errorf("%s", page)
	}
	return result
}

// The same files give the same summary, and the same lines about records, as secant bulk, whatever the
// parts are.
func TestFiles(t *testing.T) {
	names := samples(t)
	summary, found := plain(t, names...)
	if len(found) < 8 {
		t.Fatalf("%q", found)
	}
	for _, o := range []Options{{PartSize: 2999, Jobs: 2}, {}} {
		result := wantResults(t, summary, found, func(s beam.Scope) Results {
			// The second pattern matches a file once more.
			return Files(s, o, filepath.Dir(names[0])+"/*", names[1])
		})
		counts := make(map[string]int64)
		for _, c := range result.Metrics().AllMetrics().Counters() {
			if c.Key.Namespace == "secant" {
				counts[c.Key.Name] += c.Result()
			}
		}
		var want bulk.Summary
		if err := json.Unmarshal([]byte(summary), &want); err != nil {
			t.Fatal(err)
		}
		if counts["valid"] != want.Valid || counts["skipped"] != want.Skipped || counts["not valid"] != want.Reasons[bulk.NotValid] || counts["malformed"] == 0 {
			t.Errorf("counters %v, want %s", counts, summary)
		}
	}
}

// What secant bulk calls an error fails the pipeline.
func TestFileErrors(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	for what, c := range map[string]struct{ path, want string }{
		"no file":    {filepath.Join(dir, "none*"), "no files matching"},
		"empty":      {write("empty", ""), "there are no records in it"},
		"blank":      {write("blank", "\n\n\n"), "there are no records in it"},
		"no columns": {write("header", "a,b\n1,2\n"), "does not name the columns"},
		"cut":        {write("cut.gz", "\x1f\x8b\x08\x00\x00"), "truncated"},
	} {
		p, s := beam.NewPipelineWithRoot()
		Summary(s, Files(s, Options{PartSize: 2}, c.path))
		if err := ptest.Run(p); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// records returns those of the samples, valid and not, and their verdicts.
func records(t *testing.T) (all []Record, verdicts []bulk.Verdict) {
	t.Helper()
	parser, err := bulk.NewParser(bulk.JSONLines, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	var rules bulk.Rules
	for i, line := range strings.Split(strings.TrimSpace(read(t, testdata+"records.jsonl")), "\n") {
		for _, text := range []string{line, strings.ReplaceAll(line, "message 1", "another"), strings.Replace(line, `"scheme":"`, `"scheme":"x`, 1), strings.Replace(line, `"scheme":"ed25519",`, `"scheme":"ed25519","rules":"zip215",`, 1)} {
			var r bulk.Record
			known := parser.Parse([]byte(text), &r)
			if known.Reason == bulk.Unchecked {
				known = rules.Set(&r)
			}
			var v bulk.Verifier
			if known.Reason == bulk.Unchecked {
				v.Add(&r)
				known = v.Verify()[0]
			}
			if known.Reason == bulk.MalformedRecord {
				continue // of rules that come twice
			}
			scheme := "xed25519"
			if r.Scheme != 0 {
				scheme = r.Scheme.String()
			}
			own := Record{
				ID: fmt.Sprintf("ä\"%d-%d\u2028🔑", i, len(all)), Scheme: scheme, Hash: r.Hash, Encoding: r.Encoding, Context: r.Context,
				Key: r.Key, Message: r.Message, IsDigest: r.IsDigest, Signature: r.Signature,
			}
			if known.Reason == bulk.RulesNotAllowed {
				own.Rules = r.Rules
			}
			if known.Reason == bulk.UnknownScheme {
				known.Detail = ""
			}
			all, verdicts = append(all, own), append(verdicts, known)
		}
	}
	return all, verdicts
}

// Records have the verdicts of each alone, from memory and from Avro, also when those were in Avro.
func TestVerify(t *testing.T) {
	all, verdicts := records(t)
	var want []string
	reasons := make(map[bulk.Reason]int64)
	for i, v := range verdicts {
		want = append(want, fmt.Sprintf("%s: %s", all[i].ID, v))
		reasons[v.Reason]++
	}
	if reasons[bulk.Valid] < 10 || reasons[bulk.NotValid] < 10 || reasons[bulk.UnknownScheme] < 10 || reasons[bulk.RulesNotAllowed] == 0 {
		t.Fatalf("%v", reasons)
	}
	slices.Sort(want)
	dir := t.TempDir()
	p, s := beam.NewPipelineWithRoot()
	col := beam.CreateList(s, all)
	avroio.Write(s, dir+"/records", RecordSchema, beam.ParDo(s, RecordToAvro, col))
	if err := ptest.Run(p); err != nil {
		t.Fatal(err)
	}
	record := reflect.TypeFor[Record]()
	for name, source := range map[string]func(beam.Scope) beam.PCollection{
		"memory": func(s beam.Scope) beam.PCollection { return beam.CreateList(s, all) },
		"avro":   func(s beam.Scope) beam.PCollection { return avroio.Read(s, dir+"/records-*", record) },
	} {
		p, s := beam.NewPipelineWithRoot()
		r := Verify(s, Options{}, source(s))
		avroio.Write(s, dir+"/"+name+"-verdicts", VerdictSchema, beam.ParDo(s, VerdictToAvro, r.Verdicts), avroio.WithNumShards(2))
		textio.Write(s, dir+"/"+name+".summary", Summary(s, r))
		if err := ptest.Run(p); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		p, s = beam.NewPipelineWithRoot()
		again := avroio.Read(s, dir+"/"+name+"-verdicts-*", reflect.TypeFor[Verdict]())
		textio.Write(s, dir+"/"+name, beam.ParDo(s, verdictLine, again))
		if err := ptest.Run(p); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		var got []string
		for _, line := range lines(t, dir+"/"+name) {
			var v Verdict
			if err := json.Unmarshal([]byte(line), &v); err != nil {
				t.Fatal(err)
			}
			text := v.Reason
			if v.Detail != "" {
				text += ": " + v.Detail
			}
			got = append(got, v.ID+": "+text)
		}
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q\nwant\n%q", name, got, want)
		}
		var summary bulk.Summary
		if err := json.Unmarshal([]byte(read(t, dir+"/"+name+".summary")), &summary); err != nil {
			t.Fatal(err)
		}
		for reason, n := range reasons {
			if reason == bulk.Valid && summary.Valid != n || reason != bulk.Valid && summary.Reasons[reason] != n {
				t.Errorf("%s: %s, %d %s", name, summary.String(), n, reason)
			}
		}
	}
}

// An Avro file that is damaged, or of other fields, fails the pipeline: no record is passed over.
func TestAvroDamaged(t *testing.T) {
	all, _ := records(t)
	dir := t.TempDir()
	p, s := beam.NewPipelineWithRoot()
	avroio.Write(s, dir+"/good", RecordSchema, beam.ParDo(s, RecordToAvro, beam.CreateList(s, all)))
	other := `{"type": "record", "name": "r", "fields": [{"name": "id", "type": "string"}, {"name": "key", "type": "string"}]}`
	avroio.Write(s, dir+"/other", other, beam.Create(s, `{"id": "1", "key": "not base64"}`))
	if err := ptest.Run(p); err != nil {
		t.Fatal(err)
	}
	const name = "-00000-of-00001.avro"
	good := read(t, dir+"/good"+name)
	for i, text := range []string{
		good, "", good[:10], good[:len(good)/2], good[:len(good)-1],
		good[:len(good)/2] + "x" + good[len(good)/2+1:], good + "x", read(t, dir+"/other"+name),
	} {
		path := filepath.Join(dir, fmt.Sprintf("%d.avro", i))
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		p, s := beam.NewPipelineWithRoot()
		r := Verify(s, Options{}, avroio.Read(s, path, reflect.TypeFor[Record]()))
		textio.Write(s, fmt.Sprintf("%s/summary%d", dir, i), Summary(s, r))
		if err := ptest.Run(p); (err == nil) != (i == 0) {
			t.Errorf("file %d: %v, %s", i, err, read(t, fmt.Sprintf("%s/summary%d", dir, i)))
		}
	}
}

// Lines have the verdicts of those in a file; without files, findings have no lines.
func TestLines(t *testing.T) {
	event, _, _ := strings.Cut(read(t, testdata+"events.jsonl"), "\n")
	bad := strings.Replace(event, `"kind":`, `"kind":1`, 1)
	key := event[strings.Index(event, `"pubkey":"`)+10:][:64]
	long := strings.Repeat("x", bulk.MaxLine+1)
	summary := `{"records":4,"valid":1,"invalid":3,"skipped":1,"reasons":{"id mismatch":1,"malformed record":1,"too long":1},"schemes":{"nostr":{"valid":1,"invalid":2}},"rules":{}}`
	found := []string{
		`{"type":"invalid","file":"","line":0,"reason":"too long"}`,
		`{"type":"invalid","file":"","line":0,"scheme":"nostr","reason":"id mismatch"}`,
		`{"type":"invalid","file":"","line":0,"scheme":"nostr","reason":"malformed record","detail":"not an event, nor a frame of one"}`,
	}
	slices.Sort(found)
	wantResults(t, summary, found, func(s beam.Scope) Results {
		return Lines(s, Options{Format: bulk.NostrLines}, beam.Create(s, event, bad, "", "[1]", long))
	})
	// The key of an event is known if it is invalid.
	var fn lineBatchFn
	fn.Options.Format = bulk.NostrLines
	if err := fn.StartBundle(context.Background(), nil, nil, nil); err != nil {
		t.Fatal(err)
	}
	var got []Finding
	emit := func(_ int64, f Finding) { got = append(got, f) }
	if err := fn.ProcessElement(context.Background(), bad, nil, emit, nil); err != nil {
		t.Fatal(err)
	}
	fn.FinishBundle(context.Background(), func(Verdict) {}, emit, func(part) {})
	if len(got) != 1 || got[0].Key != key {
		t.Errorf("%v, want key %s", got, key)
	}
	for _, format := range []bulk.Format{"", bulk.Auto, bulk.CSV, "x"} {
		fn.Options.Format = format
		if fn.StartBundle(context.Background(), nil, nil, nil) == nil {
			t.Errorf("lines of %q", format)
		}
	}
}

// A bundle that failed in the middle leaves nothing to that which does its work again; and batches end
// in the middle of bundles too, in the order of keys but with verdicts in that of records.
func TestBundles(t *testing.T) {
	all, verdicts := records(t)
	var fn recordFn
	ctx := context.Background()
	fn.StartBundle(ctx, nil, nil, nil)
	none := func(Verdict) { t.Error("a verdict of a bundle that failed") }
	for _, r := range all[:7] {
		if err := fn.ProcessElement(ctx, r, none, nil, nil); err != nil {
			t.Fatal(err)
		}
	}
	const n = 2*maxRecords + 100
	var got []Verdict
	var parts []part
	found := 0
	verdict := func(v Verdict) { got = append(got, v) }
	emit := func(int64, Finding) { found++ }
	fn.StartBundle(ctx, nil, nil, nil)
	for i := range n {
		if err := fn.ProcessElement(ctx, all[i%len(all)], verdict, emit, nil); err != nil {
			t.Fatal(err)
		}
	}
	if len(got) != 2*maxRecords {
		t.Errorf("%d verdicts before the end", len(got))
	}
	fn.FinishBundle(ctx, verdict, emit, func(p part) { parts = append(parts, p) })
	if len(got) != n || len(parts) != 1 || parts[0].Summary.Records() != n || parts[0].Summary.Invalid != int64(found) {
		t.Fatalf("%d verdicts, %d findings, %v", len(got), found, parts)
	}
	for i, v := range got {
		want := verdicts[i%len(all)]
		if v.ID != all[i%len(all)].ID || v.Reason != want.Reason.String() || v.Detail != want.Detail {
			t.Fatalf("record %d: %v, want %v", i, v, want)
		}
	}
	// Long messages make a batch sooner.
	got = nil
	fn.StartBundle(ctx, nil, nil, nil)
	for range 9 {
		fn.ProcessElement(ctx, Record{Message: make([]byte, maxBytes/4)}, verdict, emit, nil)
	}
	if len(got) != 8 || len(fn.batch.known) != 1 {
		t.Errorf("%d verdicts, %d records in memory", len(got), len(fn.batch.known))
	}
}

// Parts that come twice, or that are missing, are errors, and not counted.
func TestSum(t *testing.T) {
	var one bulk.Summary
	one.Add(bulk.Ed25519, "default", bulk.Verdict{Reason: bulk.NotValid})
	make := func(file string, start, lines, line int64) part {
		return part{File: file, Start: start, Lines: lines, Summary: one, Firsts: map[bulk.Reason]Finding{bulk.NotValid: {File: file, Line: line}}}
	}
	iterate := func(parts ...part) func(*part) bool {
		return func(p *part) bool {
			if len(parts) == 0 {
				return false
			}
			*p, parts = parts[0], parts[1:]
			return true
		}
	}
	a, b, c := make("x", 0, 10, 7), make("x", 100, 5, 2), make("a", 50, 3, 3)
	for _, parts := range [][]part{{a, b, c}, {c, b, a}, {b, a, c}} {
		got, err := sum(iterate(parts...), true)
		if err != nil || got.summary.Invalid != 3 || got.firsts[bulk.NotValid] != (Finding{File: "a", Line: 3}) || !slices.Equal(got.files, []string{"a", "x"}) {
			t.Errorf("%v, %v", got, err)
		}
	}
	if got, err := sum(iterate(b, a), true); err != nil || got.firsts[bulk.NotValid].Line != 7 {
		t.Errorf("%v, %v", got, err)
	}
	if _, err := sum(iterate(a, b, a), true); err != errTwice {
		t.Error(err)
	}
	if _, err := sum(iterate(part{File: "x"}), true); err == nil {
		t.Error("a file without records")
	}
	index, err := newLineIndex([]part{b, a}, true)
	if err != nil {
		t.Fatal(err)
	}
	if n, err := index.line("x", 100, 2); n != 12 || err != nil {
		t.Error(n, err)
	}
	for _, start := range []int64{1, 99, 101} {
		if _, err := index.line("x", start, 1); err != errNoPart {
			t.Error(start, err)
		}
	}
}

// The address of private key 1 is known to everybody.
func TestRecover(t *testing.T) {
	one := make([]byte, 32)
	one[31] = 1
	key, err := ecdsa.NewPrivateKey(one)
	if err != nil {
		t.Fatal(err)
	}
	digest := bytes.Repeat([]byte{7}, 32)
	sig, err := ethereum.Sign(digest, key)
	if err != nil {
		t.Fatal(err)
	}
	high := slices.Clone(sig)
	// n - s, and the other v.
	order, _ := hex.DecodeString("fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141")
	borrow := 0
	for i := 31; i >= 0; i-- {
		d := int(order[i]) - int(sig[32+i]) - borrow
		borrow = 0
		if d < 0 {
			d, borrow = d+256, 1
		}
		high[32+i] = byte(d)
	}
	high[64] ^= 1
	legacy := slices.Clone(sig)
	legacy[64] += 27
	all := []Transaction{
		{"a", digest, sig}, {"b", digest, legacy}, {"c", digest, high}, {"d", digest[:31], sig}, {"e", digest, sig[:64]},
		{"f", digest, append(slices.Clone(sig[:64]), 37)},
	}
	const address = "7e5f4552091a69125d5dfcb7b8c2659029395bdf"
	for _, c := range []struct {
		rules            bulk.Rules
		senders, invalid []string
	}{
		{bulk.Rules{}, []string{"a " + address, "b " + address}, []string{"c high s", "d malformed message", "e malformed signature", "f malformed signature"}},
		{bulk.Rules{ECDSA: "any-s"}, []string{"a " + address, "b " + address, "c " + address}, []string{"d malformed message", "e malformed signature", "f malformed signature"}},
	} {
		dir := t.TempDir()
		p, s := beam.NewPipelineWithRoot()
		senders, invalid := Recover(s, Options{Rules: c.rules}, beam.CreateList(s, all))
		textio.Write(s, dir+"/senders", beam.ParDo(s, senderLine, senders))
		textio.Write(s, dir+"/invalid", beam.ParDo(s, ToJSON, invalid))
		if err := ptest.Run(p); err != nil {
			t.Fatal(err)
		}
		if got := lines(t, dir+"/senders"); !slices.Equal(got, c.senders) {
			t.Errorf("%q, want %q", got, c.senders)
		}
		got := lines(t, dir+"/invalid")
		for i, line := range got {
			var f bulk.Finding
			if err := json.Unmarshal([]byte(line), &f); err != nil {
				t.Fatal(err)
			}
			got[i] = f.ID + " " + f.Reason.String()
		}
		slices.Sort(got)
		if !slices.Equal(got, c.invalid) {
			t.Errorf("%q, want %q", got, c.invalid)
		}
	}
}
