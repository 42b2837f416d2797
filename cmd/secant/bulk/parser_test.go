// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package bulk

import (
	"bytes"
	"encoding/base64"
	"encoding/csv"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"secant.example/secp256k1/nostr"
)

// parser returns a Parser without files.
func parser(format Format, header string) *Parser {
	return must(NewParser(format, []byte(header), nil))
}

// parsed returns the verdict on a line, which is verified if it is a record.
func parsed(p *Parser, line string) Verdict {
	var r Record
	if d := p.Parse([]byte(line), &r); d.Reason != Unchecked {
		return d
	}
	return single(&r)
}

// Records of all schemes are the same in both formats as they were made.
func TestFormats(t *testing.T) {
	csvParser, jsonParser := parser(CSV, strings.Join(columns, ",")), parser(JSONLines, "")
	var r Record
	for i := range 3 {
		for _, want := range signed(i) {
			for _, p := range []*Parser{jsonParser, csvParser} {
				line := jsonLine(&want)
				if p == csvParser {
					line = csvLine(&want)
				}
				d := p.Parse(line, &r)
				if d != (Verdict{}) || string(r.ID) != string(want.ID) || r.Scheme != want.Scheme || r.Rules != want.Rules ||
					r.Hash != want.Hash || r.Encoding != want.Encoding || !bytes.Equal(r.Context, want.Context) ||
					!bytes.Equal(r.Key, want.Key) || !bytes.Equal(r.Message, want.Message) || r.IsDigest != want.IsDigest ||
					!bytes.Equal(r.Signature, want.Signature) {
					t.Errorf("%s: %s, %+v", line, d, r)
				}
				wantReason(t, string(line), single(&r), Valid)
			}
		}
	}
}

// sample returns the members of a valid record of Ed25519.
func sample() map[string]string {
	r := signed(3)[0]
	r.ID = []byte("x")
	return row(&r)
}

// object returns members as a JSON object after changes: names and values, which are JSON, or
// empty to remove the member.
func object(m map[string]string, changes ...string) string {
	values := make(map[string]json.RawMessage)
	for name, text := range m {
		values[name] = must(json.Marshal(text))
	}
	for i := 0; i < len(changes); i += 2 {
		if values[changes[i]] = json.RawMessage(changes[i+1]); changes[i+1] == "" {
			delete(values, changes[i])
		}
	}
	return string(must(json.Marshal(values)))
}

func quoted(b []byte) string { return string(must(json.Marshal(string(b)))) }

func TestJSONLines(t *testing.T) {
	m := sample()
	key, sig := must(hex.DecodeString(m["key"])), must(hex.DecodeString(m["signature"]))
	b64 := func(e *base64.Encoding, b []byte) string { return `"` + e.EncodeToString(b) + `"` }
	good := object(m)
	p := parser(JSONLines, "")
	for _, test := range []struct {
		line string
		want Reason
	}{
		{good, Valid},
		{" " + good + " \r\n", Valid},
		{"", Skipped},
		{" \t\r\n", Skipped},
		{object(m, "id", ""), Valid},
		{object(m, "id", "17"), Valid},
		{object(m, "id", "-1"), Valid},
		{object(m, "id", "null"), Valid},
		{object(m, "id", "1.5"), MalformedRecord},
		{object(m, "id", "{}"), MalformedRecord},
		{object(m, "id", `"`+strings.Repeat("x", MaxID)+`"`), Valid},
		{object(m, "id", `"`+strings.Repeat("x", MaxID+1)+`"`), MalformedRecord},
		{object(m, "rules", "null"), Valid},
		{object(m, "rules", `"zip215"`), Valid},
		{object(m, "rules", `"strict"`), UnknownRules},
		{object(m, "rules", `"low-s"`), UnknownRules},
		{object(m, "scheme", `"rsa"`), UnknownScheme},
		{object(m, "scheme", `"nostr"`), UnknownScheme},
		{object(m, "scheme", `"unknown"`), UnknownScheme},
		{object(m, "scheme", ""), MalformedRecord},
		{object(m, "scheme", "1"), MalformedRecord},
		{object(m, "key", ""), MalformedRecord},
		{object(m, "signature", "null"), MalformedRecord},
		{object(m, "message", ""), MalformedRecord},
		{object(m, "digest", `"00"`), MalformedRecord},
		{object(m, "message_hex", `"00"`), MalformedRecord},
		{object(m, "rule", `"default"`), MalformedRecord},
		{object(m, "Key", `""`), MalformedRecord},
		{object(m, "encoding", `"der"`), MalformedRecord},
		{object(m, "context", `"x"`), MalformedRecord},
		{object(m, "context", `"x"`, "context_hex", `"00"`), MalformedRecord},
		{object(m, "context_hex", `"0"`), MalformedRecord},
		{strings.Replace(good, `"key"`, `"\u006bey"`, 1), Valid},
		{strings.Replace(good, `{`, `{"key":"00",`, 1), MalformedRecord},
		{strings.Replace(good, `{`, `{"key":"00","\u006bey":"00",`, 1), MalformedRecord},
		{strings.Replace(good, `{`, `{"key":null,`, 1), MalformedRecord},
		{strings.Replace(good, `{`, `{"rules":null,"rules":null,`, 1), MalformedRecord},
		{good + "{}", MalformedRecord},
		{good + good, MalformedRecord},
		{good[:len(good)-1], MalformedRecord},
		{"{}", MalformedRecord},
		{"[]", MalformedRecord},
		{"null", MalformedRecord},
		{"[" + good + "]", MalformedRecord},
		{strings.Repeat("[", 100000), MalformedRecord},
		{`{"id":` + strings.Repeat("[", 100000), MalformedRecord},
		{strings.Replace(good, `"id":"x"`, "\"id\":\"\xff\"", 1), MalformedRecord},
		{strings.Replace(good, `"id":"x"`, `"id":"\ud800"`, 1), MalformedRecord},
		{object(m, "key", `"`+strings.ToUpper(m["key"])+`"`), Valid},
		{object(m, "key", b64(base64.StdEncoding, key)), Valid},
		{object(m, "key", b64(base64.RawStdEncoding, key)), Valid},
		{object(m, "key", b64(base64.URLEncoding, key)), Valid},
		{object(m, "key", b64(base64.RawURLEncoding, key)), Valid},
		{object(m, "key", `"`+m["key"]+`0"`), MalformedKey},
		{object(m, "key", `"`+m["key"][1:]+`"`), MalformedKey},
		{object(m, "key", `" `+m["key"][1:]+`"`), MalformedKey},
		{object(m, "key", `"x`+m["key"][1:]+`"`), MalformedKey},
		{object(m, "key", `""`), MalformedKey},
		{object(m, "key", `"`+strings.Repeat("0", 1<<19)+`"`), MalformedKey},
		{object(m, "key", `"`+base64.StdEncoding.EncodeToString(key)+`="`), MalformedKey},
		{object(m, "key", `"\n`+base64.StdEncoding.EncodeToString(key)+`"`), MalformedKey},
		{object(m, "signature", b64(base64.StdEncoding, sig)), Valid},
		{object(m, "signature", b64(base64.RawURLEncoding, sig)), Valid},
		{object(m, "signature", b64(base64.StdEncoding, sig[1:])), MalformedSignature},
		{object(m, "signature", `"zz"`), MalformedSignature},
		{object(m, "message", "", "message_hex", `"`+hex.EncodeToString([]byte(m["message"]))+`"`), Valid},
		{object(m, "message", "", "message_base64", b64(base64.StdEncoding, []byte(m["message"]))), Valid},
		{object(m, "message", "", "message_base64", b64(base64.RawURLEncoding, []byte(m["message"]))), Valid},
		{object(m, "message", "", "message_base64", `"*"`), MalformedMessage},
		{object(m, "message", "", "message_hex", `"0"`), MalformedMessage},
		{object(m, "message", "", "message_hex", `"zz"`), MalformedMessage},
		{object(m, "message", "", "message_hex", `""`), NotValid},
		{object(m, "message", "", "message_file", `"x"`), UnreadableMessage},
		{object(m, "message", "", "digest", `"00"`), MalformedRecord}, // Ed25519 has none
		{object(m, "message", "", "digest", `"00"`, "scheme", `"ed25519ph"`), MalformedMessage},
		{object(m, "message", "", "digest", `"00"`, "scheme", `"bip340"`), MalformedMessage},
		{object(m, "message", `"message\u0020\u0033"`), Valid},
		{object(m, "message", `"message 4"`), NotValid},
	} {
		line := test.line
		if len(line) > 400 {
			line = line[:400]
		}
		wantReason(t, line, parsed(p, test.line), test.want)
	}
	// What is decoded stays while more is.
	r := signed(3)[5]
	r.Message = []byte(strings.Repeat("ä\n", 10000))
	var got Record
	line := strings.Replace(strings.ReplaceAll(string(jsonLine(&r)), "ä", `\u00e4`), "use", `\u0075se`, 1)
	if d := p.Parse([]byte(line), &got); d != (Verdict{}) || !bytes.Equal(got.Message, r.Message) || !bytes.Equal(got.Key, r.Key) ||
		!bytes.Equal(got.Signature, r.Signature) || string(got.Context) != "use" {
		t.Errorf("%s", d)
	}
}

func TestCSV(t *testing.T) {
	m := sample()
	key, sig := m["key"], m["signature"]
	const header = "\xef\xbb\xbfscheme,\"key\",signature,message,id\r\n"
	p := parser(CSV, header)
	good := "ed25519," + key + "," + sig + ",message 3,x"
	r := signed(3)[0]
	r.Message = nil
	for _, test := range []struct {
		line string
		want Reason
	}{
		{good, Valid},
		{good + "\n", Valid},
		{good + "\r\n", Valid},
		{"", Skipped},
		{"\r\n", Skipped},
		{strings.Replace(good, "message 3", `"message 3"`, 1), Valid},
		{strings.Replace(good, "x", `"x,""y"""`, 1), Valid},
		{strings.Replace(good, "message 3", ``, 1), NotValid},
		{strings.Replace(good, "message 3", `"message 3`, 1), MalformedRecord},
		{strings.Replace(good, "message 3", `"message 3" `, 1), MalformedRecord},
		{strings.Replace(good, "message 3", `message "3"`, 1), MalformedRecord},
		{strings.Replace(good, "message 3", "message \xff", 1), MalformedRecord},
		{strings.Replace(good, ",x", ",x\ry", 1), MalformedRecord},
		{strings.Replace(good, ",x", ",\"x\ry\"", 1), MalformedRecord},
		{strings.Replace(good, "ed25519", "", 1), MalformedRecord},
		{strings.Replace(good, key, "", 1), MalformedRecord},
		{strings.Replace(good, "ed25519", "Ed25519", 1), UnknownScheme},
		{strings.Replace(good, key, key[1:], 1), MalformedKey},
		{good + ",", MalformedRecord},
		{good[:len(good)-2], MalformedRecord},
		{`"`, MalformedRecord},
		{strings.Repeat(",", 1000), MalformedRecord},
	} {
		wantReason(t, test.line, parsed(p, test.line), test.want)
	}
	var got Record
	if d := p.Parse([]byte(strings.Replace(good, ",x", `,"x,""y"""`, 1)), &got); d != (Verdict{}) || string(got.ID) != `x,"y"` {
		t.Errorf("%s, id %q", d, got.ID)
	}
	for header, want := range map[string]string{
		"":                                     "no column",
		"scheme,key,signature":                 "has to have",
		"scheme,key,message":                   "has to have",
		"scheme,key,signature,message,key":     "twice",
		"scheme,key,signature,message,comment": `no column "comment"`,
		"scheme,key,signature,message,":        "no column",
		"scheme;key;signature;message":         "no column",
		"scheme,key,signature,\"message":       "does not end",
		"scheme,key,signature,\"message\"x":    "text after",
	} {
		_, err := NewParser(CSV, []byte(header), nil)
		if !errors.Is(err, ErrHeader) || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", header, err, want)
		}
	}
	// Without a column for the message itself, what is empty is missing.
	p = parser(CSV, "scheme,key,signature,digest")
	wantReason(t, "no digest", parsed(p, "ed25519,"+key+","+sig+","), MalformedRecord)
	p = parser(CSV, "scheme,key,signature,message_hex,digest")
	wantReason(t, "an empty message", parsed(p, "ed25519,"+key+","+sig+",,"), NotValid)
}

func TestNostr(t *testing.T) {
	line := string(eventLine("hello, \"world\" ]"))
	p := parser(NostrLines, "")
	for _, test := range []struct {
		line string
		want Reason
	}{
		{line, Valid},
		{" " + line + "\r\n", Valid},
		{`["EVENT",` + line + `]`, Valid},
		{` [ "EVENT" , ` + line + ` ] `, Valid},
		{`["EVENT","sub",` + line + `]`, Valid},
		{`["EVENT","su]b\"",` + line + `]`, Valid},
		{`["EVENT",1,` + line + `]`, MalformedRecord},
		{`["EVENT","a","b",` + line + `]`, MalformedRecord},
		{`["EVENT"]`, MalformedRecord},
		{`["EVENT",` + line, MalformedRecord},
		{`["EVENT",` + line + `]]`, MalformedRecord},
		{`["EVENT",[` + line + `]]`, MalformedRecord},
		{`["EVENT",[]]`, MalformedRecord},
		{`["event",` + line + `]`, MalformedRecord},
		{`[` + line + `]`, MalformedRecord},
		{`[]`, MalformedRecord},
		{`[`, MalformedRecord},
		{`["EOSE","sub"]`, Skipped},
		{`["OK","00",true,""]`, Skipped},
		{`["NOTICE","x"]`, Skipped},
		{`["REQ","x",{},{},{},{},{}]`, Skipped},
		{`["EOSE","sub"`, MalformedRecord},
		{`["EOSE","sub"]x`, MalformedRecord},
		{``, Skipped},
		{`hello`, MalformedRecord},
		{`{}`, MalformedRecord},
		{strings.Replace(line, "hello", "hullo", 1), IDMismatch},
		{"[" + strings.Repeat("[", 100000), MalformedRecord},
	} {
		wantReason(t, test.line, parsed(p, test.line), test.want)
	}
}

func TestDetect(t *testing.T) {
	for line, want := range map[string]Format{
		"scheme,key,signature,message": CSV,
		`"scheme",key`:                 CSV,
		"x":                            CSV,
		`{"scheme":"ed25519"}`:         JSONLines,
		`{`:                            JSONLines,
		`{}`:                           JSONLines,
		`{"id":{"pubkey":1}}`:          JSONLines,
		`{"id":"1","pubkey":"2"}`:      NostrLines,
		` ["EVENT"`:                    NostrLines,
		string(eventLine("x")):         NostrLines,
	} {
		if got := Detect([]byte(line)); got != want {
			t.Errorf("%s: %s, want %s", line, got, want)
		}
	}
	for _, format := range []Format{Auto, "", "xml"} {
		if _, err := NewParser(format, nil, nil); err == nil {
			t.Errorf("there is a parser of %q", format)
		}
	}
}

// Messages in files: only if asked for, only below the directory, only regular files.
func TestMessageFiles(t *testing.T) {
	dir := t.TempDir()
	inside := filepath.Join(dir, "in")
	if err := errors.Join(os.Mkdir(inside, 0o700), os.Mkdir(filepath.Join(inside, "sub"), 0o700)); err != nil {
		t.Fatal(err)
	}
	m := sample()
	for name, content := range map[string]string{
		"out": m["message"], "in/a": m["message"], "in/sub/b": m["message"], "in/other": "other",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Truncate(filepath.Join(inside, "other"), MaxMessageFile+1); err != nil {
		t.Fatal(err)
	}
	links := os.Symlink("../out", filepath.Join(inside, "leads-out")) == nil &&
		os.Symlink("sub/b", filepath.Join(inside, "leads-in")) == nil
	root := must(os.OpenRoot(inside))
	defer root.Close()
	p := must(NewParser(JSONLines, nil, root.FS()))
	tests := map[string]Reason{
		"a": Valid, "sub/b": Valid, "missing": UnreadableMessage, "sub": UnreadableMessage, "other": UnreadableMessage,
		"../out": UnreadableMessage, "sub/../a": UnreadableMessage, "./a": UnreadableMessage, "/a": UnreadableMessage,
		filepath.Join(inside, "a"): UnreadableMessage, "": UnreadableMessage, "a\x00": UnreadableMessage,
	}
	if links {
		tests["leads-out"], tests["leads-in"] = UnreadableMessage, Valid
	}
	for name, want := range tests {
		wantReason(t, name, parsed(p, object(m, "message", "", "message_file", quoted([]byte(name)))), want)
	}
	// A file that is what another file system says it is, and is not.
	p = must(NewParser(JSONLines, nil, endless{}))
	wantReason(t, "endless", parsed(p, object(m, "message", "", "message_file", `"a"`)), UnreadableMessage)
}

// endless is a file system of files that have no end, and say they have.
type endless struct{ fs.FileInfo }

func (endless) Open(string) (fs.File, error) { return endless{}, nil }
func (endless) Stat() (fs.FileInfo, error)   { return endless{}, nil }
func (endless) Mode() fs.FileMode            { return 0o600 }
func (endless) Size() int64                  { return 1 }
func (endless) Read(p []byte) (int, error)   { return len(p), nil }
func (endless) Close() error                 { return nil }

// A line that is parsed is one that encoding/json takes, with the values that it finds.
func FuzzJSONLines(f *testing.F) {
	for _, r := range signed(1) {
		f.Add(jsonLine(&r))
	}
	f.Add([]byte(object(sample(), "id", "17", "rules", "null")))
	f.Add([]byte(`{"scheme":"ed25519ph","key":"","digest":"","signature":"","context_hex":"00","hash":"x"}`))
	p := parser(JSONLines, "")
	f.Fuzz(func(t *testing.T, line []byte) {
		var r Record
		d := p.Parse(line, &r)
		if d.Reason == Valid {
			t.Fatal("valid before it is verified")
		}
		single(&r)
		if d.Reason != Unchecked {
			return
		}
		var m map[string]any
		decoder := json.NewDecoder(bytes.NewReader(line))
		decoder.UseNumber()
		if err := decoder.Decode(&m); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		text := func(name string) string {
			s, _ := m[name].(string)
			if n, ok := m[name].(json.Number); ok && name == "id" {
				s = n.String()
			}
			return s
		}
		if text("id") != string(r.ID) || text("scheme") != r.Scheme.String() || text("rules") != r.Rules || text("hash") != r.Hash || text("encoding") != r.Encoding {
			t.Fatalf("%q: %+v", line, r)
		}
		if _, ok := m["message"].(string); ok && text("message") != string(r.Message) {
			t.Fatalf("%q: %+v", line, r)
		}
		for name, value := range map[string][]byte{"key": r.Key, "signature": r.Signature} {
			if !isText(text(name), value) {
				t.Fatalf("%q: %s is %x", line, name, value)
			}
		}
	})
}

// isText reports whether s is b in hex or base64.
func isText(s string, b []byte) bool {
	return strings.EqualFold(s, hex.EncodeToString(b)) || s == base64.StdEncoding.EncodeToString(b) || s == base64.RawStdEncoding.EncodeToString(b) ||
		s == base64.URLEncoding.EncodeToString(b) || s == base64.RawURLEncoding.EncodeToString(b)
}

// The fields of a line are those that encoding/csv finds in it.
func FuzzCSV(f *testing.F) {
	for _, r := range signed(1) {
		f.Add(csvLine(&r))
	}
	for _, s := range []string{"", ",", `"`, `""`, `"""",`, `"a,b",c`, `"a"b`, `a"b`, "a\rb", "\"a\r\"", "a\r\r"} {
		f.Add([]byte(s))
	}
	p := parser(CSV, strings.Join(columns, ","))
	f.Fuzz(func(t *testing.T, line []byte) {
		if bytes.ContainsAny(line, "\n") || isBlank(line) {
			return
		}
		var r Record
		p.Parse(line, &r)
		single(&r)
		var got []string
		fields := csvFields{rest: trimEnd(line)}
		for fields.next() {
			got = append(got, string(fields.text(&r)))
		}
		reader := csv.NewReader(bytes.NewReader(line))
		reader.FieldsPerRecord = -1
		want, err := reader.Read()
		if (err == nil) != (fields.bad == "") {
			t.Fatalf("%q: %v, and here %q", line, err, fields.bad)
		}
		if err == nil && !slices.Equal(got, want) {
			t.Fatalf("%q: %q, want %q", line, got, want)
		}
		if _, err := reader.Read(); err != io.EOF {
			t.Fatalf("%q: more than a record", line)
		}
	})
}

// What is an event, alone or in a frame, is one to package nostr.
func FuzzNostr(f *testing.F) {
	line := eventLine("x")
	f.Add(line)
	f.Add(append(append([]byte(`["EVENT","sub",`), line...), ']'))
	f.Add(append(append([]byte(`["EVENT",`), line...), ']'))
	f.Add([]byte(`["EOSE","sub"]`))
	p := parser(NostrLines, "")
	f.Fuzz(func(t *testing.T, line []byte) {
		var r Record
		if d := p.Parse(line, &r); d.Reason != Unchecked {
			if d.Reason == Skipped && !isBlank(line) && utf8.Valid(line) && !json.Valid(line) {
				t.Fatalf("%q: %s", line, d)
			}
			return
		}
		var e nostr.Event
		if got, want := single(&r), e.UnmarshalJSON(r.Message) == nil && e.Verify() == nil; (got.Reason == Valid) != want {
			t.Fatalf("%q: %s", line, got)
		}
		if !isBlank(line) && line[0] == '[' && utf8.Valid(line) {
			var frame []json.RawMessage
			if err := json.Unmarshal(line, &frame); err != nil || !bytes.Equal(frame[len(frame)-1], r.Message) {
				t.Fatalf("%q: %v, %q", line, err, r.Message)
			}
		}
	})
}
