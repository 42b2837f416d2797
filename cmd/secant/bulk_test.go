// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/big"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"secant.example/cmd/secant/bulk"
	"secant.example/secp256k1/ecdsa"
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

// wantBulk runs a command line, and wants that exit status and these lines.
func wantBulk(t *testing.T, status int, stdin string, lines []string, args ...string) {
	t.Helper()
	got, stdout, _ := secant(t, stdin, args...)
	want := strings.Join(lines, "\n") + "\n"
	if got != status || stdout != want {
		t.Errorf("secant %q: status %d, %q; want %d and %q", args, got, stdout, status, want)
	}
}

// edRecord is a record of the vector of RFC 8032, and spoilt one with another signature.
var (
	edRecord = fmt.Sprintf(`{"id":"good","scheme":"ed25519","key":"%s","message":"%s","signature":"%s"}`, edPublic, edMessage, edSignature)
	spoilt   = strings.Replace(strings.Replace(edRecord, "good", "bad", 1), "92a0", "92a1", 1)
)

func TestBulk(t *testing.T) {
	text := edRecord + "\n\n" + spoilt + "\n" + "x\n" + edRecord[:50]
	lines := []string{
		"line 3: not valid (id bad)",
		"line 4: malformed record: not a JSON object",
		"line 5: truncated: malformed record: not a JSON object",
		"1 of 4 records valid, 3 not: 1 truncated, 1 malformed record, 1 not valid; lines skipped: 1",
	}
	wantBulk(t, exitInvalid, text, lines, "bulk")
	wantBulk(t, exitInvalid, text, lines, "bulk", "-")
	path := file(t, text)
	wantBulk(t, exitInvalid, "", lines, "bulk", path)
	wantBulk(t, exitInvalid, "", lines[3:], "bulk", "--quiet", path)
	wantBulk(t, exitInvalid, "", []string{lines[0], lines[1], "1 of 3 records valid, 2 not: 1 malformed record, 1 not valid; lines skipped: 1; stopped there"},
		"bulk", "--max-errors", "2", path)
	wantBulk(t, exitInvalid, "", lines, "bulk", "--max-errors", "4", path)
	good := file(t, edRecord+"\n")
	wantBulk(t, exitDone, "", []string{"1 of 1 records valid, 0 not"}, "bulk", good)
	wantBulk(t, exitDone, edRecord, []string{"3 of 3 records valid, 0 not"}, "bulk", good, "-", good)
	wantBulk(t, exitInvalid, "", []string{
		path + ": " + lines[0], path + ": " + lines[1], path + ": " + lines[2],
		"2 of 5 records valid, 3 not: 1 truncated, 1 malformed record, 1 not valid; lines skipped: 1",
	}, "bulk", good, path)
	table := fmt.Sprintf("key,signature,scheme,message_hex,rules\r\n%s,%s,ed25519,72,default\r\n%s,%s,ed25519,73,\r\n", edPublic, edSignature, edPublic, edSignature)
	wantBulk(t, exitInvalid, "", []string{"line 3: not valid", "1 of 2 records valid, 1 not: 1 not valid; lines skipped: 1"}, "bulk", file(t, table))
	wantBulk(t, exitInvalid, "", []string{"line 3: not valid", "1 of 2 records valid, 1 not: 1 not valid; lines skipped: 1"}, "bulk", "--format", "csv", file(t, table))

	// A record does not choose rules unless it may.
	chosen := edRecord + "\n" + strings.Replace(edRecord, `"id":"good"`, `"id":"lax","rules":"zip215"`, 1) + "\n"
	refused := []string{
		"line 2: rules not allowed: zip215, where default is asked for (id lax)",
		"1 of 2 records valid, 1 not: 1 rules not allowed",
	}
	wantBulk(t, exitInvalid, chosen, refused, "bulk")
	wantBulk(t, exitInvalid, chosen, refused, "bulk", "--allow-rules", "fips,any-s")
	for _, args := range [][]string{{"--allow-rules", "zip215"}, {"--allow-rules", "fips", "--allow-rules", "any-s,zip215"}} {
		wantBulk(t, exitDone, chosen, []string{"2 of 2 records valid, 0 not; by rules: 1 of 1 by default valid, 1 of 1 by zip215 valid"}, append([]string{"bulk"}, args...)...)
	}
	wantBulk(t, exitDone, chosen, []string{"2 of 2 records valid, 0 not"}, "bulk", "--rules", "zip215")
	wantBulk(t, exitDone, chosen, []string{`{"type":"summary","format":1,"records":2,"valid":2,"invalid":0,"skipped":0,"reasons":{},"schemes":{"ed25519":{"valid":2,"invalid":0}},` +
		`"rules":{"default":{"valid":1,"invalid":0},"zip215":{"valid":1,"invalid":0}},"complete":true}`}, "bulk", "--json", "--allow-rules", "zip215")
	n, _ := new(big.Int).SetString(k1Order, 16)
	sig := must(ecdsa.ParseDER([]byte(mustRun(t, "r", "sign", "--key", file(t, k1PKCS8))))).Compact()
	new(big.Int).Sub(n, new(big.Int).SetBytes(sig[32:])).FillBytes(sig[32:])
	high := fmt.Sprintf(`{"scheme":"secp256k1-ecdsa","key":"%s","message":"r","signature":"%x"}`, k1Compressed, sig)
	wantBulk(t, exitInvalid, high, []string{"line 1: high s", "0 of 1 records valid, 1 not: 1 high s"}, "bulk")
	wantBulk(t, exitDone, high, []string{"1 of 1 records valid, 0 not"}, "bulk", "--accept-high-s")
	high = strings.Replace(high, "{", `{"rules":"any-s",`, 1)
	wantBulk(t, exitInvalid, high, []string{"line 1: rules not allowed: any-s, where low-s is asked for", "0 of 1 records valid, 1 not: 1 rules not allowed"}, "bulk")
	wantBulk(t, exitDone, high, []string{"1 of 1 records valid, 0 not"}, "bulk", "--allow-rules", "any-s")

	status, stdout, _ := secant(t, edRecord, "bulk", "--timing", "--jobs", "3")
	if status != exitDone || !regexp.MustCompile(`^1 of 1 records valid, 0 not; [0-9.]+ s, [0-9]+ records/s on 3 threads\n$`).MatchString(stdout) {
		t.Errorf("with times: status %d, %q", status, stdout)
	}

	for _, test := range []struct {
		want string
		args []string
	}{
		{"cannot read standard input: there are no records in it", []string{"-"}},
		{"cannot read standard input: there are no records in it", nil},
		{"there are no records in it", []string{file(t, "\n\n")}},
		{"there are no records in it", []string{file(t, `["EOSE","x"]`)}},
		{"file name is empty", []string{""}},
		{"no such", []string{filepath.Join(t.TempDir(), "missing")}},
		{"is a directory", []string{t.TempDir()}},
		{"does not name the columns of CSV", []string{file(t, "hello\n")}},
		{"only one of the inputs can be standard input", []string{"-", "-"}},
		{"must be one of auto, jsonl, csv, nostr", []string{"--format", "xml"}},
		{"--jobs must be from 1 to 256, or 0 for one thread for each CPU", []string{"--jobs", "-1"}},
		{"--jobs must be from 1 to 256", []string{"--jobs", "257"}},
		{"value out of range", []string{"--jobs", "99999999999999999999"}},
		{"must be one of default, stdlib, fips, zip215", []string{"--rules", "any-s"}},
		{"--allow-rules any: must be of default, stdlib, fips, zip215, low-s, any-s: did you mean any-s?", []string{"--allow-rules", "fips,any"}},
		{"--max-errors must not be negative", []string{"--max-errors", "-1"}},
		{"--out must name a file", []string{"--out", "-"}},
		{"no such", []string{"--files-from", filepath.Join(t.TempDir(), "missing")}},
	} {
		wantError(t, test.want, "", append([]string{"bulk"}, test.args...)...)
	}
}

// bulkRunOf runs the tool where it may fail and print what was done.
func bulkRunOf(stdin io.Reader, args ...string) (status int, stdout, stderr string) {
	var out, errOut bytes.Buffer
	status = run(append([]string{"bulk"}, args...), stdin, &out, &errOut)
	return status, out.String(), errOut.String()
}

// After an error, there is what was done before it.
func TestBulkErrors(t *testing.T) {
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	fmt.Fprintf(w, "%s\n%s\n", edRecord, spoilt)
	w.Close()
	cut := packed.Bytes()[:packed.Len()-1]
	const invalid = "line 2: not valid (id bad)\n"
	for _, test := range []struct {
		what           string
		stdin          io.Reader
		args           []string
		stdout, stderr string
	}{
		{"cut gzip", bytes.NewReader(cut), nil,
			invalid + "1 of 2 records valid, 1 not: 1 not valid; not all was read: truncated\n",
			"secant: cannot read standard input: truncated: the compressed data end early\n"},
		{"error", io.MultiReader(strings.NewReader(edRecord+"\n"+spoilt+"\n"+edRecord), iotest.ErrReader(errors.New("bad sector"))), nil,
			invalid + "line 3: truncated\n1 of 3 records valid, 2 not: 1 truncated, 1 not valid; not all was read: unreadable\n",
			"secant: cannot read standard input: bad sector\n"},
		{"missing file", strings.NewReader(edRecord), []string{"-", "missing"},
			"1 of 1 records valid, 0 not; not all was read: unreadable\n",
			"secant: cannot read missing: no such file or directory\n"},
		{"missing file in JSON", nil, []string{"--json", "missing"},
			`{"type":"summary","format":1,"records":0,"valid":0,"invalid":0,"skipped":0,"reasons":{},"schemes":{},"rules":{},"complete":false,"stopped":"unreadable"}` + "\n",
			"secant: cannot read missing: no such file or directory\n"},
	} {
		status, stdout, stderr := bulkRunOf(test.stdin, test.args...)
		if status != exitUnable || stdout != test.stdout || stderr != test.stderr {
			t.Errorf("%s: status %d, %q, %q", test.what, status, stdout, stderr)
		}
	}
	var errOut bytes.Buffer
	status := run([]string{"bulk"}, strings.NewReader(spoilt), failingWriter{}, &errOut)
	if status != exitUnable || errOut.String() != "secant: cannot write to standard output: disk full\n" {
		t.Errorf("status %d and %q", status, errOut.String())
	}
}

// JSON is one object a line, and the same bytes with any number of jobs.
func TestBulkJSON(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 7))
	var text strings.Builder
	for i := range 3000 {
		line := strings.Replace(edRecord, "good", fmt.Sprint("<", i, "\u00e9>"), 1)
		if random.IntN(9) == 0 {
			at := random.IntN(len(line))
			line = line[:at] + string("0f\"x"[random.IntN(4)]) + line[at+1:]
		}
		text.WriteString(line + "\n")
	}
	path := file(t, text.String())
	status, want, _ := secant(t, "", "bulk", "--json", path)
	if status != exitInvalid {
		t.Fatalf("status %d", status)
	}
	for _, jobs := range []string{"1", "2", "5"} {
		for range 2 {
			if _, got, _ := secant(t, "", "bulk", "--json", "--jobs", jobs, path); got != want {
				t.Errorf("with %s jobs it is another report", jobs)
			}
		}
		_, limited, _ := secant(t, "", "bulk", "--json", "--jobs", jobs, "--max-errors", "100", path)
		_, again, _ := secant(t, "", "bulk", "--json", "--max-errors", "100", path)
		if limited != again || strings.Count(limited, "\n") != 101 || !strings.HasPrefix(want, limited[:strings.LastIndex(limited, "{\"type\":\"summary")]) {
			t.Errorf("with %s jobs it ends at another line", jobs)
		}
	}
	invalid := 0
	var last struct {
		Type, File, Reason, ID  string
		Format, Line            int
		Records, Valid, Invalid int
		Reasons                 map[string]int
		Schemes                 map[string]map[string]int
		Complete                bool
		Seconds                 *float64
	}
	for line := range strings.Lines(want) {
		d := json.NewDecoder(strings.NewReader(line))
		if err := d.Decode(&last); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		if last.Type == "invalid" {
			invalid++
			if last.File != path || last.Line == 0 || last.Reason == "" {
				t.Errorf("%s", line)
			}
			last.Reasons = nil
		}
	}
	sum := 0
	for reason, n := range last.Reasons {
		sum += n
		if new(bulk.Reason).UnmarshalText([]byte(reason)) != nil {
			t.Errorf("%q is no reason", reason)
		}
	}
	if last.Type != "summary" || last.Format != 1 || last.Records != 3000 || last.Invalid != invalid || sum != invalid ||
		last.Valid != 3000-invalid || !last.Complete || last.Seconds != nil || last.Schemes["ed25519"]["valid"] != last.Valid {
		t.Errorf("%+v", last)
	}
	if _, out, _ := secant(t, "", "bulk", "--json", "--quiet", "--timing", path); strings.Count(out, "\n") != 1 || !strings.Contains(out, `,"complete":true,"seconds":`) {
		t.Errorf("%s", out)
	}
	const one = `{"type":"invalid","file":"-","line":1,"id":"<é>","scheme":"ed25519","reason":"malformed key","detail":"not of the right length in hex or base64"}
{"type":"summary","format":1,"records":1,"valid":0,"invalid":1,"skipped":0,"reasons":{"malformed key":1},"schemes":{"ed25519":{"valid":0,"invalid":1}},"rules":{},"complete":true}
`
	wantBulk(t, exitInvalid, strings.Replace(strings.Replace(edRecord, "good", "<\u00e9>", 1), edPublic, "00", 1), strings.Split(strings.TrimSuffix(one, "\n"), "\n"), "bulk", "--json")
}

// The lines of valid records are copied, when all is read, and not otherwise.
func TestBulkOut(t *testing.T) {
	dir := t.TempDir()
	out := filepath.Join(dir, "valid")
	text := "\n" + edRecord + "\r\nx\n" + edRecord
	for _, test := range []struct {
		what, stdin string
		args        []string
		status      int
		want        string // or none if there is no file
	}{
		{"valid and not", text, nil, exitInvalid, edRecord + "\n" + edRecord + "\n"},
		{"none valid", spoilt, nil, exitInvalid, ""},
		{"stopped", text, []string{"--max-errors", "1"}, exitInvalid, "no file"},
		{"missing", text, []string{"-", "missing"}, exitUnable, "no file"},
		{"no records", "", nil, exitUnable, "no file"},
		{"CSV", "scheme,key,signature,message\ned25519," + edPublic + "," + edSignature + ",r\nx\n", nil, exitInvalid,
			"scheme,key,signature,message\ned25519," + edPublic + "," + edSignature + ",r\n"},
	} {
		status, _, stderr := bulkRunOf(strings.NewReader(test.stdin), append([]string{"--out", out}, test.args...)...)
		got, err := os.ReadFile(out)
		if status != test.status || test.want == "no file" && err == nil || test.want != "no file" && (err != nil || string(got) != test.want) {
			t.Errorf("%s: status %d, %q, %v, %s", test.what, status, got, err, stderr)
		}
		os.Remove(out)
		only(t, dir)
	}
	table := "scheme,key,signature,message\ned25519," + edPublic + "," + edSignature + ",r\n"
	same, other := file(t, table), file(t, "key,scheme,signature,message\n"+edPublic+",ed25519,"+edSignature+",r\n")
	wantBulk(t, exitDone, "", []string{"2 of 2 records valid, 0 not; lines skipped: 2"}, "bulk", "--out", out, same, same)
	if got := string(must(os.ReadFile(out))); got != table+strings.SplitAfter(table, "\n")[1] {
		t.Errorf("two tables: %q", got)
	}
	wantError(t, "valid exists; --force replaces it", "", "bulk", "--out", out, same)
	wantError(t, "valid is an input, too", "", "bulk", "--out", out, "--force", out)
	for _, second := range []string{other, file(t, edRecord)} {
		wantError(t, "has other columns than the file before it", "", "bulk", "--out", filepath.Join(dir, "mixed"), same, second)
	}
	if status, _, stderr := bulkRunOf(nil, "--out", filepath.Join(dir, "missing", "x"), same); status != exitUnable || !strings.HasPrefix(stderr, "secant: cannot create ") {
		t.Errorf("no such directory: status %d, %s", status, stderr)
	}
	os.Remove(out)
	only(t, dir)
}

// Messages in files below a directory, which has to be named.
// A page has what the summary has, and is there whole or not at all.
func TestBulkReport(t *testing.T) {
	in := file(t, edRecord+"\n"+strings.Replace(spoilt, `"bad"`, `"<b>bad</b>"`, 1)+"\n")
	out := filepath.Join(t.TempDir(), "out.html")
	summary := []string{"1 of 2 records valid, 1 not: 1 not valid"}
	wantBulk(t, exitInvalid, "", summary, "bulk", "--quiet", "--report", out, in)
	page, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"1 of 2 records are not valid", "&lt;b&gt;bad&lt;/b&gt;", edPublic, "not valid", "</html>", in} {
		if !strings.Contains(string(page), want) {
			t.Errorf("no %q in %s", want, page)
		}
	}
	wantError := func(args ...string) {
		t.Helper()
		if status, stdout, stderr := secant(t, "", args...); status != exitUnable || stdout != "" || stderr == "" {
			t.Errorf("%q: status %d, %q, %q", args, status, stdout, stderr)
		}
	}
	wantError("bulk", "--report", out, in) // which exists
	wantError("bulk", "--force", "--report", in, in)
	wantError("bulk", "--report", out+"2", "--out", out+"2", in)
	wantError("bulk", "--report", filepath.Join(out, "x"), in+"x")
	wantBulk(t, exitInvalid, "", []string{"0 of 1 records valid, 1 not: 1 not valid; stopped there"}, "bulk", "--quiet", "--force", "--max-errors", "1", "--report", out, file(t, spoilt+"\n"+edRecord+"\n"))
	if page, err = os.ReadFile(out); err != nil || !strings.Contains(string(page), "Not all was verified: max-errors.") || !strings.Contains(string(page), "1 of 1 records are not valid") {
		t.Errorf("%s, %v", page, err)
	}
	// Standard input, of which the name is no path.
	status, _, stderr := secant(t, edRecord, "bulk", "--force", "--report", out)
	if page, err = os.ReadFile(out); status != exitDone || err != nil || !strings.Contains(string(page), "standard input") || !strings.Contains(string(page), "All records are valid") {
		t.Errorf("status %d, %q, %s", status, stderr, page)
	}
}

func TestBulkFiles(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "m"), []byte(edMessage), 0o600); err != nil {
		t.Fatal(err)
	}
	record := file(t, strings.Replace(edRecord, `"message":"r"`, `"message_file":"m"`, 1))
	wantBulk(t, exitDone, "", []string{"1 of 1 records valid, 0 not"}, "bulk", "--files-from", dir, record)
	wantBulk(t, exitInvalid, "", []string{
		"line 1: unreadable message: names of files are not allowed (id good)", "0 of 1 records valid, 1 not: 1 unreadable message",
	}, "bulk", record)
	wantBulk(t, exitInvalid, strings.Replace(edRecord, `"message":"r"`, fmt.Sprintf(`"message_file":"../%s/m"`, filepath.Base(dir)), 1), []string{
		"line 1: unreadable message: invalid argument (id good)", "0 of 1 records valid, 1 not: 1 unreadable message",
	}, "bulk", "--files-from", dir)
}

// --nostr is short for a format.
func TestNostr(t *testing.T) {
	g := newEventWriter(1, 3)
	var lines []string
	for range 4 {
		lines = append(lines, g.line())
	}
	otherSig := g.event()
	otherSig.Sig[63] ^= 1
	text := strings.Join([]string{
		lines[0], "", `["EVENT","sub",` + lines[1] + "]\r", `["EVENT",` + lines[2] + "]", `["EOSE","sub"]`, string(otherSig.AppendJSON(nil)),
		strings.Replace(lines[3], `"kind":`, `"kind":1`, 1), strings.Repeat(lines[0], 5000), "hello", lines[3],
	}, "\n")
	want := []string{
		"line 6: not valid", "line 7: id mismatch", "line 8: too long", "line 9: malformed record: not a JSON object",
		"4 of 8 records valid, 4 not: 1 too long, 1 malformed record, 1 id mismatch, 1 not valid; lines skipped: 2",
	}
	wantBulk(t, exitInvalid, text, want, "verify", "--nostr", "-")
	wantBulk(t, exitInvalid, "", want, "verify", "--nostr", file(t, text))
	wantBulk(t, exitInvalid, text, want, "bulk", "--format", "nostr")
	wantBulk(t, exitInvalid, text, want, "bulk")
	wantBulk(t, exitDone, lines[0], []string{"1 of 1 records valid, 0 not"}, "verify", "--nostr", "-")

	wantError(t, "there are no records in it", "", "verify", "--nostr", "-")
	wantError(t, "file name is empty", "", "verify", "--nostr", "")
	wantError(t, "no such", "", "verify", "--nostr", filepath.Join(t.TempDir(), "missing"))
	wantError(t, "is a directory", "", "verify", "--nostr", t.TempDir())
	for _, more := range [][]string{{"file"}, {"--pub", "p"}, {"--sig", "s"}, {"--alg", "bip340"}, {"--rules", "default"}} {
		wantError(t, "--nostr takes no other flags and no other file", lines[0], append([]string{"verify", "--nostr", "-"}, more...)...)
	}
}

// The files that README has commands for, of which all records are valid.
func TestSamples(t *testing.T) {
	readme := string(must(os.ReadFile(filepath.Join("..", "..", "README.md"))))
	for _, path := range must(filepath.Glob(filepath.Join("testdata", "*"))) {
		status, stdout, _ := secant(t, "", "bulk", path)
		if status != exitDone {
			t.Errorf("%s: status %d, %s", path, status, stdout)
		}
		if !strings.Contains(readme, "    secant bulk cmd/secant/"+filepath.ToSlash(path)+"\n") {
			t.Errorf("README has no command for %s", path)
		}
	}
}

// A bar comes late, and with a rate that is that of the time until then.
func TestByteProgress(t *testing.T) {
	defer func(old time.Duration) { firstShown = old }(firstShown)
	firstShown = 50 * time.Millisecond
	for _, total := range []int64{10 << 20, -1} {
		var bar bytes.Buffer
		p := newByteProgress(&bar, true, total, "verifying")
		p.add(5 << 20)
		p.clear()
		if bar.Len() > 0 {
			t.Errorf("%q at once", bar.String())
		}
		time.Sleep(firstShown)
		p.add(1)
		p.clear()
		p.finish()
		text := bar.String()
		if !strings.Contains(text, "verifying") || strings.Contains(text, "%") != (total > 0) || strings.Contains(text, "\n") || strings.Contains(text, "GB/s") {
			t.Errorf("%q", text)
		}
		bar.Reset()
		p = newByteProgress(&bar, false, total, "verifying")
		time.Sleep(firstShown)
		p.add(100)
		p.clear()
		p.finish()
		if bar.Len() > 0 {
			t.Errorf("%q without a terminal", bar.String())
		}
	}
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
	if want := fmt.Sprintf("%d of %d records valid, 0 not\n", n, n); status != exitDone || stdout != want {
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
		i := strings.Index(text, `"sig":"`) + len(`"sig":"`) + 100 // in s
		digit := map[bool]string{true: "1", false: "0"}[text[i] == '0']
		if _, err := f.WriteAt([]byte(digit), offset+int64(i)); err != nil {
			t.Fatal(err)
		}
		break
	}
	status, stdout = verify()
	want := fmt.Sprintf("line %d: not valid\n%d of %d records valid, 1 not: 1 not valid\n", n/2, n-1, n)
	if status != exitInvalid || stdout != want {
		t.Errorf("status %d, %q, want %q", status, stdout, want)
	}
}
