// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package nostr

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"secant.example/internal/testkit"
)

// An event that was published, whose id and signature other software made.
const published = `{"id":"4376c65d2f232afbe9b882a35baa4f6fe8667c4e684749af565f981833ed6a65","pubkey":"6e468422dfb74a5738702a8823b9b28168abab8655faacb6853cd0ee15deee93","created_at":1673347337,"kind":1,"content":"Walled gardens became prisons, and nostr is the first step towards tearing down the prison walls.","tags":[["e","3da979448d9ba263864c4d6f14984c423a3838364ec255f03c7904b1ae77f206"],["p","bf2376e17ba4ec269d10fcc996a4746b451152be9031fa48e74553dde5526bce"]],"sig":"908a15e46fb4d8675bab026fc230a0e3542bfade63da02d542fb78b2a8513fcd0092619a2c8c1221e581946e0191f2af505dfdf8657a414dbca329186f009262"}`

func TestPublished(t *testing.T) {
	testkit.Kernels(t, func(t *testing.T) {
		var e Event
		if err := json.Unmarshal([]byte(published), &e); err != nil {
			t.Fatal(err)
		}
		if err := e.Verify(); err != nil {
			t.Error(err)
		}
		var b BatchVerifier
		for range 3 {
			b.AddJSON([]byte(published))
			b.Add(&e)
		}
		if valid, errs := b.Verify(nil); !valid || len(errs) != 6 {
			t.Errorf("in a batch: %v", errs)
		}
	})
	if again := string((&Event{}).AppendJSON(nil)); !json.Valid([]byte(again)) {
		t.Errorf("an empty event: %s", again)
	}
}

// newSigner returns a Signer with a fixed key.
func newSigner(t testing.TB, d int64) *Signer {
	t.Helper()
	s := new(Signer)
	b := testkit.BytesBE(big.NewInt(d))
	if err := s.InitSec(b[:]); err != nil {
		t.Fatal(err)
	}
	return s
}

// canonical is the serialisation of NIP-01, character by character, with the other
// control characters as JSON has them.
func canonical(e *Event) string {
	quote := func(s string) string {
		var b strings.Builder
		b.WriteByte('"')
		for _, r := range s {
			switch r {
			case '\n':
				b.WriteString(`\n`)
			case '"':
				b.WriteString(`\"`)
			case '\\':
				b.WriteString(`\\`)
			case '\r':
				b.WriteString(`\r`)
			case '\t':
				b.WriteString(`\t`)
			case '\b':
				b.WriteString(`\b`)
			case '\f':
				b.WriteString(`\f`)
			default:
				if r < ' ' {
					fmt.Fprintf(&b, `\u%04x`, r)
				} else {
					b.WriteRune(r)
				}
			}
		}
		b.WriteByte('"')
		return b.String()
	}
	var tags []string
	for _, tag := range e.Tags {
		var quoted []string
		for _, s := range tag {
			quoted = append(quoted, quote(s))
		}
		tags = append(tags, "["+strings.Join(quoted, ",")+"]")
	}
	return fmt.Sprintf(`[0,"%x",%d,%d,[%s],%s]`, e.PubKey, e.CreatedAt, e.Kind, strings.Join(tags, ","), quote(e.Content))
}

// texts are strings that are written in one way or another.
var texts = []string{
	"", "text", "two\nlines", "\"quoted\"", `back\slash`, "\r\n\t\b\f", "\x00\x01\x1f\x7f", "/slash/", "<b>&amp;</b>", "ünïcödé",
	"\u2028\u2029", "𝄞 and 🤙", "\ufeff", "\ufffd", "\\u0001", "\\\x01\\", strings.Repeat("long ", 400), "\u0080\u07ff\u0800\uffff",
}

// randomEvent returns an event of texts.
func randomEvent(rng *testkit.Rand) *Event {
	text := func() string { return texts[rng.IntN(len(texts))] }
	e := &Event{CreatedAt: rng.Int64N(1 << 40), Kind: rng.IntN(65536), Content: text(), Tags: [][]string{}}
	switch rng.IntN(10) {
	case 0:
		e.CreatedAt = -e.CreatedAt
	case 1:
		e.CreatedAt = -1 << 63
	case 2:
		e.CreatedAt = 1<<63 - 1
	}
	for range rng.IntN(4) {
		var tag []string
		for range 1 + rng.IntN(3) {
			tag = append(tag, text())
		}
		e.Tags = append(e.Tags, tag)
	}
	return e
}

// TestEvents signs, writes and reads events with strings of all kinds.
func TestEvents(t *testing.T) {
	rng := testkit.NewRand(t)
	s := newSigner(t, 12345)
	var b BatchVerifier
	for range 300 {
		e := randomEvent(rng)
		if err := e.Sign(s); err != nil {
			t.Fatal(err)
		}
		if want := canonical(e); string(e.AppendCanonical([]byte("before"))) != "before"+want || e.ComputeID() != sha256.Sum256([]byte(want)) {
			t.Fatalf("hashed is %s, want %s", e.AppendCanonical(nil), want)
		}
		if err := e.Verify(); err != nil {
			t.Fatal(err)
		}
		// As this package, encoding/json, and encoding/json with escapes of HTML write it.
		data := [][]byte{e.AppendJSON(nil)}
		for _, escape := range []bool{false, true} {
			var buf bytes.Buffer
			encoder := json.NewEncoder(&buf)
			encoder.SetEscapeHTML(escape)
			if escape {
				encoder.SetIndent(" ", "\t")
			}
			err := encoder.Encode(map[string]any{
				"id": hex.EncodeToString(e.ID[:]), "pubkey": hex.EncodeToString(e.PubKey[:]), "created_at": e.CreatedAt, "kind": e.Kind,
				"tags": e.Tags, "content": e.Content, "sig": hex.EncodeToString(e.Sig[:]), "extra": []any{1.5e-3, true, nil, map[string]any{"a": []int{}, "b": "\u0001"}},
			})
			if err != nil {
				t.Fatal(err)
			}
			data = append(data, buf.Bytes())
		}
		marshaled, err := json.Marshal(e)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range append(data, marshaled, []byte(escapeAll(string(data[0])))) {
			var got Event
			if err := got.UnmarshalJSON(d); err != nil {
				t.Fatalf("%s: %v", d, err)
			}
			if !equal(&got, e) {
				t.Fatalf("%s is read as %+v, want %+v", d, got, e)
			}
			b.AddJSON(d)
		}
		b.Add(e)
	}
	if valid, errs := b.Verify(nil); !valid || len(errs) != 300*6 {
		t.Errorf("in a batch: %v", errs)
	}
}

// escapeAll writes all characters of the strings of an object as \u, but those of its
// names, and those that have their meaning as digits.
func escapeAll(data string) string {
	start := strings.Index(data, `"tags":`)
	end := strings.LastIndex(data, `,"sig":`)
	var b strings.Builder
	inside := false
	for i, r := range data[start+7 : end] {
		switch rest := data[start+7+i:]; {
		case r == '"' && (i == 0 || !inside || !escapedAt(data[start+7:end], i)):
			inside = !inside
			b.WriteRune(r)
		case !inside, r == '\\', escapedAt(data[start+7:end], i) || strings.HasPrefix(rest, "content"):
			b.WriteRune(r)
		case partOfEscape(data[start+7:end], i):
			b.WriteRune(r)
		case r > 0xffff:
			r -= 0x10000
			fmt.Fprintf(&b, `\u%04X\u%04x`, 0xd800+r>>10, 0xdc00+r&0x3ff)
		case r == '/':
			b.WriteString(`\/`)
		case r >= 0x80:
			fmt.Fprintf(&b, `\u%04X`, r)
		default:
			b.WriteRune(r)
		}
	}
	return data[:start+7] + b.String() + data[end:]
}

// escapedAt reports whether an odd number of backslashes is before i.
func escapedAt(s string, i int) bool {
	n := 0
	for i--; i >= 0 && s[i] == '\\'; i-- {
		n++
	}
	return n%2 == 1
}

// partOfEscape reports whether one of the four characters before i starts the digits of
// an escape.
func partOfEscape(s string, i int) bool {
	for j := max(0, i-4); j < i; j++ {
		if s[j] == 'u' && escapedAt(s, j) {
			return true
		}
	}
	return false
}

func equal(a, b *Event) bool {
	return a.ID == b.ID && a.PubKey == b.PubKey && a.CreatedAt == b.CreatedAt && a.Kind == b.Kind && a.Content == b.Content && a.Sig == b.Sig &&
		slices.EqualFunc(a.Tags, b.Tags, slices.Equal[[]string])
}

// TestMarshal has encoding/json write an event where it is a value and where it is not.
func TestMarshal(t *testing.T) {
	var e Event
	if err := json.Unmarshal([]byte(published), &e); err != nil {
		t.Fatal(err)
	}
	want := string(e.AppendJSON(nil))
	for _, c := range []struct {
		v             any
		before, after string
	}{
		{e, "", ""}, {&e, "", ""}, {[]Event{e}, "[", "]"}, {map[string]Event{"e": e}, `{"e":`, "}"}, {struct{ E Event }{e}, `{"E":`, "}"}, {struct{ E *Event }{&e}, `{"E":`, "}"},
	} {
		if got, err := json.Marshal(c.v); err != nil || string(got) != c.before+want+c.after {
			t.Errorf("%T: %s, %v, want %s", c.v, got, err, c.before+want+c.after)
		}
	}
	var back struct{ E Event }
	if err := json.Unmarshal([]byte(`{"E":`+want+"}"), &back); err != nil || !equal(&back.E, &e) {
		t.Errorf("read back: %+v, %v", back, err)
	}
}

// TestVerbatim has ids with control characters that stand for themselves.
func TestVerbatim(t *testing.T) {
	s := newSigner(t, 5)
	for content, verbatim := range map[string]string{
		"\x00\x01": "\x00\x01", "a\x1fb\nc": "a\x1fb\\nc", "\\u0001\x01": "\\\\u0001\x01", "\\\x02": "\\\\\x02", "\x7f": "\x7f",
	} {
		e := &Event{Content: content, Tags: [][]string{{"\x05", "x"}}}
		copy(e.PubKey[:], s.Pub())
		if content == "\x7f" {
			e.Tags = nil
		}
		tags := `[["` + "\x05" + `","x"]]`
		if e.Tags == nil {
			tags = "[]"
		}
		e.ID = sha256.Sum256(fmt.Appendf(nil, `[0,"%x",0,0,%s,"%s"]`, e.PubKey, tags, verbatim))
		sig, err := s.Sign(e.ID[:])
		if err != nil {
			t.Fatal(err)
		}
		e.Sig = [64]byte(sig)
		if err := e.Verify(); err != nil {
			t.Errorf("%q: %v", content, err)
		}
		var b BatchVerifier
		b.AddJSON(e.AppendJSON(nil))
		b.Add(e)
		if valid, errs := b.Verify(nil); !valid {
			t.Errorf("%q: %v", content, errs)
		}
		e.Content += "x"
		if err := e.CheckID(); err != ErrID {
			t.Errorf("%q: %v", content, err)
		}
	}
}

// TestEscapes has characters escaped in other ways than those of what is hashed.
func TestEscapes(t *testing.T) {
	s := newSigner(t, 9)
	for _, c := range []struct{ raw, text string }{
		{`\u000a\u000A`, "\n\n"}, {`\u0009\u0008\u000c\u000d`, "\t\b\f\r"}, {`\u0022\u005c\u005C`, `"\\`}, {`\u0001\u001f\u001F`, "\x01\x1f\x1f"},
		{`\/\u002f/`, "///"}, {`\u0061\u00e9\u00E9`, "aéé"}, {`\ud834\udd1e\uD834\uDD1E`, "𝄞𝄞"}, {`\u007f`, "\x7f"}, {`\u2028\ufffd\ufeff`, "\u2028\ufffd\ufeff"},
	} {
		e := &Event{Content: c.text, Tags: [][]string{{c.text, "x"}, {"y", c.text}}}
		if err := e.Sign(s); err != nil {
			t.Fatal(err)
		}
		data := fmt.Appendf(nil, `{"id":"%x","pubkey":"%x","created_at":0,"kind":0,"tags":[["%s","x"],["y","%s"]],"content":"%s","sig":"%x"}`,
			e.ID, e.PubKey, c.raw, c.raw, c.raw, e.Sig)
		var got Event
		if err := got.UnmarshalJSON(data); err != nil || !equal(&got, e) {
			t.Errorf("%s: %+v, %v, want %+v", c.raw, got, err, e)
		}
		var b BatchVerifier
		b.AddJSON(data)
		if valid, errs := b.Verify(nil); !valid {
			t.Errorf("%s: %v", c.raw, errs)
		}
	}
}

// TestMalformed changes one thing in an event that is valid.
func TestMalformed(t *testing.T) {
	id, sig := `"4376c65d2f232afbe9b882a35baa4f6fe8667c4e684749af565f981833ed6a65"`, published[strings.Index(published, `"sig":`)+6:len(published)-1]
	content := published[strings.Index(published, `"content":`)+10 : strings.Index(published, `,"tags"`)]
	tags := published[strings.Index(published, `"tags":`)+7 : strings.Index(published, `,"sig"`)]
	replace := func(old, with string) string {
		if strings.Count(published, old) != 1 {
			t.Fatalf("%s is not there once", old)
		}
		return strings.Replace(published, old, with, 1)
	}
	for name, c := range map[string]struct {
		data string
		err  error
	}{
		"nothing": {"", errSyntax}, "an array": {"[" + published + "]", errSyntax}, "null": {"null", errSyntax}, "cut off": {published[:len(published)-1], errSyntax},
		"two": {published + published, errAfter}, "more": {published + "x", errAfter}, "an empty object": {"{}", errMissing}, "a comma at the end": {published[:len(published)-1] + ",}", errSyntax},
		"a comma at the front": {"{," + published[1:], errSyntax}, "no comma": {replace(`,"kind"`, `"kind"`), errCreatedAt}, "no comma after a string": {replace(`,"created_at"`, `"created_at"`), errSyntax}, "no colon": {replace(`"kind":1`, `"kind"1`), errSyntax},
		"no name": {replace(`"kind":1`, `1`), errSyntax}, "a name without quotation marks": {replace(`"kind":1`, `kind:1`), errSyntax},
		"id in upper case": {replace(id, strings.ToUpper(id)), errID}, "id short": {replace(id, `"`+id[3:]), errID}, "id long": {replace(id, id[:65]+`00"`), errID},
		"id a number": {replace(id, "4"), errID}, "id null": {replace(id, "null"), errID}, "id with an escape": {replace(id, `"\u0034`+id[2:]), errID}, "id with another letter": {replace(id, `"g`+id[2:]), errID},
		"id twice": {"{" + `"id":` + id + "," + published[1:], errDuplicate}, "no id": {replace(`"id":`, `"Id":`), errMissing}, "an escaped name": {replace(`"id":`, `"\u0069d":`), nil}, "id twice, once with an escaped name": {`{"\u0069d":` + id + "," + published[1:], errDuplicate},
		"pubkey": {replace(`"6e46`, `"6E46`), errPubKey}, "no pubkey": {replace(`"pubkey"`, `"pub"`), errMissing}, "pubkey twice": {replace(`"kind":1`, `"kind":1,"pubkey":`+id), errDuplicate},
		"sig short": {replace(sig, `"`+sig[3:]), errSig}, "sig long": {replace(sig, `"00`+sig[1:]), errSig}, "sig in upper case": {replace(sig, strings.ToUpper(sig)), errSig}, "no sig": {replace(`"sig"`, `"sign"`), errMissing},
		"sig twice":           {replace(`"kind":1`, `"kind":1,"sig":`+sig), errDuplicate},
		"created_at a string": {replace("1673347337", `"1673347337"`), errCreatedAt}, "created_at a float": {replace("1673347337", "1673347337.0"), errCreatedAt}, "created_at with an exponent": {replace("1673347337", "1e9"), errCreatedAt},
		"created_at with a zero": {replace("1673347337", "01673347337"), errCreatedAt}, "created_at -0": {replace("1673347337", "-0"), errCreatedAt}, "created_at +1": {replace("1673347337", "+1"), errCreatedAt}, "created_at -": {replace("1673347337", "-"), errCreatedAt},
		"created_at 2^63": {replace("1673347337", "9223372036854775808"), errCreatedAt}, "created_at -2^63-1": {replace("1673347337", "-9223372036854775809"), errCreatedAt}, "created_at 2^64": {replace("1673347337", "18446744073709551616"), errCreatedAt},
		"created_at of 20 digits": {replace("1673347337", "10000000000000000000"), errCreatedAt}, "created_at empty": {replace("1673347337", ""), errCreatedAt}, "created_at null": {replace("1673347337", "null"), errCreatedAt}, "no created_at": {replace(`"created_at"`, `"created"`), errMissing},
		"created_at twice": {replace(`"kind":1`, `"kind":1,"created_at":1`), errDuplicate},
		"kind 65536":       {replace(`"kind":1`, `"kind":65536`), errKind}, "kind -1": {replace(`"kind":1`, `"kind":-1`), errKind}, "kind 1.0": {replace(`"kind":1`, `"kind":1.0`), errKind}, "kind twice": {replace(`"kind":1`, `"kind":1,"kind":1`), errDuplicate}, "no kind": {replace(`"kind":1`, `"k":1`), errMissing},
		"tags null": {replace(tags, "null"), errTags}, "tags a string": {replace(tags, `"e"`), errTags}, "tags an object": {replace(tags, `{}`), errTags}, "an empty tag": {replace(tags, `[[]]`), errTags}, "a tag that is none": {replace(tags, `["e"]`), errTags},
		"a number in a tag": {replace(tags, `[["e",1]]`), errTags}, "null in a tag": {replace(tags, `[["e",null]]`), errTags}, "a comma at the end of a tag": {replace(tags, `[["e",]]`), errTags}, "a comma at the end of tags": {replace(tags, `[["e"],]`), errTags},
		"no comma in tags": {replace(tags, `[["e"]["p"]]`), errTags}, "tags not closed": {replace(tags, `[["e"]`), errTags}, "an array in a tag": {replace(tags, `[[["e"]]]`), errTags}, "no tags": {replace(`"tags"`, `"tag"`), errMissing}, "tags twice": {replace(`"kind":1`, `"kind":1,"tags":[]`), errDuplicate},
		"content null": {replace(content, "null"), errContent}, "content a number": {replace(content, "1"), errContent}, "a line break": {replace("prisons,", "prisons,\n"), errContent}, "a control character": {replace("prisons,", "prisons,\x01"), errContent},
		"an escape that is none": {replace("prisons,", `prisons,\x41`), errContent}, "a short escape": {replace("prisons,", `prisons,\u12`), errContent}, "half a surrogate": {replace("prisons,", `prisons,\ud800`), errContent}, "the second half": {replace("prisons,", `prisons,\udc00\ud800`), errContent},
		"a surrogate and a letter": {replace("prisons,", `prisons,\ud800\u0041`), errContent}, "a surrogate and a line break": {replace("prisons,", `prisons,\ud800\n`), errContent}, "content twice": {replace(`"kind":1`, `"kind":1,"content":""`), errDuplicate}, "no content": {replace(`"content"`, `"Content"`), errMissing},
		"not UTF-8": {replace("prisons,", "prisons,\xff"), errUTF8}, "overlong UTF-8": {replace("prisons,", "prisons,\xc0\x80"), errUTF8}, "a surrogate in UTF-8": {replace("prisons,", "prisons,\xed\xa0\x80"), errUTF8},
		"a mark at the start": {"\ufeff" + published, errSyntax}, "another member that is no value": {replace(`"kind":1`, `"kind":1,"x":tru`), errSyntax}, "another member not UTF-8": {replace(`"kind":1`, "\"kind\":1,\"x\":\"\xff\""), errUTF8},
		"another member nested too deep": {replace(`"kind":1`, `"kind":1,"x":`+strings.Repeat("[", 100000)), errSyntax},
		"another id":                     {replace(id, `"5`+id[2:]), ErrID}, "another key": {replace(`"6e46`, `"6e47`), ErrID}, "another time": {replace("1673347337", "1673347338"), ErrID}, "another kind": {replace(`"kind":1`, `"kind":2`), ErrID},
		"another tag": {replace(`["e",`, `["a",`), ErrID}, "another text": {replace("Walled", "walled"), ErrID}, "another sig": {replace(`"908a`, `"908b`), ErrSignature}, "another s": {replace(`009262"`, `009263"`), ErrSignature},
		"white space": {strings.NewReplacer(`":`, "\" :\t", `,"`, "\n,\r\"", "[", "[ ", "]", " ]").Replace(" " + published + "\r\n "), nil}, "another member with an escaped name": {replace(`"kind":1`, `"kind":1,"seen\/on":1,"\ud834\udd1e":2,"i\\d":3`), nil}, "more members": {replace(`"kind":1`, `"kind":1,"x":[{"y":-0.5E+7,"z":[]},false,null,"\ud834\udd1e",{},0]`), nil},
		"escapes": {replace("Walled", `\u0057\u0061l\u006C\u0065d`), nil},
	} {
		var e Event
		err := e.UnmarshalJSON([]byte(c.data))
		if err != nil && !equal(&e, &Event{}) {
			t.Errorf("%s: the event was changed", name)
		}
		if err == nil {
			err = e.Verify()
		}
		if err != c.err {
			t.Errorf("%s: %v, want %v", name, err, c.err)
		}
		var b BatchVerifier
		b.AddJSON([]byte(c.data))
		b.AddJSON([]byte(published))
		if valid, errs := b.Verify(nil); errs[0] != c.err || errs[1] != nil || valid != (c.err == nil) {
			t.Errorf("%s, in a batch: %v, want %v", name, errs, c.err)
		}
		if malformed := errors.Is(c.err, ErrMalformed); malformed != (c.err != nil && c.err != ErrID && c.err != ErrSignature) {
			t.Errorf("%s: %v is an ErrMalformed: %v", name, c.err, malformed)
		}
	}
	if (&Event{}).UnmarshalJSON([]byte("{}")) != errMissing {
		t.Error("an empty object")
	}
}

// TestMalformedEvent has events that JSON cannot have.
func TestMalformedEvent(t *testing.T) {
	s := newSigner(t, 7)
	for name, e := range map[string]*Event{
		"kind -1": {Kind: -1}, "kind 65536": {Kind: 65536}, "an empty tag": {Tags: [][]string{{}}}, "a tag": {Tags: [][]string{{"e", "\xff"}}}, "content": {Content: "\xff"},
	} {
		before := *e
		if err := e.Sign(s); !errors.Is(err, ErrMalformed) || !equal(e, &before) {
			t.Errorf("%s: signed, %v", name, err)
		}
		if err := e.Verify(); !errors.Is(err, ErrMalformed) {
			t.Errorf("%s: %v", name, err)
		}
		if b, err := e.MarshalJSON(); b != nil || !errors.Is(err, ErrMalformed) {
			t.Errorf("%s: %s, %v", name, b, err)
		}
		var b BatchVerifier
		b.Add(e)
		if valid, errs := b.Verify(nil); valid || !errors.Is(errs[0], ErrMalformed) {
			t.Errorf("%s: %v", name, errs)
		}
	}
	e := &Event{Content: "text"}
	var b BatchVerifier
	b.Add(nil)
	if valid, errs := b.Verify(nil); valid || !errors.Is(errs[0], ErrMalformed) {
		t.Errorf("no event: %v", errs)
	}
	for _, s := range []*Signer{nil, new(Signer)} {
		if err := e.Sign(s); !errors.Is(err, ErrSecretKey) || !equal(e, &Event{Content: "text"}) {
			t.Errorf("without a key: %v", err)
		}
	}
}

// TestBatch has events of all kinds in one batch, which is used again.
func TestBatch(t *testing.T) {
	rng := testkit.NewRand(t)
	signers := []*Signer{newSigner(t, 2), newSigner(t, 3), newSigner(t, 4)}
	var b BatchVerifier
	for _, workers := range []int{0, 1, 2, 5} {
		b.Workers = workers
		for _, n := range []int{0, 1, 2, 30, 120} {
			b.Reset()
			b.Grow(rng.IntN(200) - 50)
			var want []error
			for i := range n {
				e := &Event{Content: fmt.Sprint("event ", i)}
				if err := e.Sign(signers[i%3]); err != nil {
					t.Fatal(err)
				}
				line := e.AppendJSON(nil)
				var err error
				switch rng.IntN(6) {
				case 0:
					err, line = errSyntax, line[:len(line)-1]
				case 1:
					err, e.Kind = ErrID, 1
					line = e.AppendJSON(nil)
				case 2:
					err, e.Sig[rng.IntN(64)] = ErrSignature, byte(rng.IntN(256))
					if line = e.AppendJSON(nil); e.Verify() == nil {
						err = nil // by chance it was the same byte
					}
				}
				if err != errSyntax && rng.IntN(2) == 0 {
					b.Add(e)
				} else {
					b.AddJSON(line)
				}
				clear(line)
				want = append(want, err)
			}
			valid, errs := b.Verify(nil)
			invalid := slices.ContainsFunc(want, func(err error) bool { return err != nil })
			if b.Len() != n || !slices.Equal(errs, want) || (errs == nil) != (n == 0) || valid != (n > 0 && !invalid) {
				t.Errorf("%v, %v, want %v", valid, errs, want)
			}
			again, others := b.Verify(nil)
			if again != valid || !slices.Equal(others, want) {
				t.Errorf("verified again: %v, %v, want %v", again, others, want)
			}
			for i := range others { // are the caller's
				others[i] = ErrMalformed
			}
			if again, others := b.Verify(nil); again != valid || !slices.Equal(others, want) || !slices.Equal(errs, want) {
				t.Errorf("verified again: %v, %v, before %v, want %v", again, others, errs, want)
			}
		}
	}
}

func TestEventAllocations(t *testing.T) {
	lines := [][]byte{[]byte(published), []byte(strings.Replace(published, "Walled", `\u0057alled\/`, 1)), []byte("{}"), []byte(strings.Replace(published, "[[", "[ [", 1))}
	var e Event
	if err := e.UnmarshalJSON(lines[0]); err != nil {
		t.Fatal(err)
	}
	testkit.NoAllocs(t, "ComputeID", func() { e.ComputeID() })
	testkit.NoAllocs(t, "Verify", func() { e.Verify() })
	var b BatchVerifier
	batch := func() {
		b.Reset()
		for i := range 40 {
			b.AddJSON(lines[i%len(lines)])
			b.Add(&e)
		}
		b.Verify(nil)
	}
	for range 10 { // how much memory sums need depends a bit on the random numbers
		batch()
	}
	testkit.Allocs(t, "batch", 2, batch) // the verdicts on signatures and on events
}

// FuzzEvent compares the parser with encoding/json: what it reads, that reads the same
// from what it writes, and both ways to the id agree.
func FuzzEvent(f *testing.F) {
	f.Add([]byte(published))
	f.Add([]byte(escapeAll(strings.Replace(published, "Walled", "W\\u0001ll\\nd 🤙/", 1))))
	rng := testkit.NewRand(f)
	for range 20 {
		f.Add(randomEvent(rng).AppendJSON(nil))
	}
	for _, s := range []string{"", "{}", `{"id":"` + strings.Repeat("0", 64) + `"}`, `{"tags":[["a"],["b","\ud834\udd1e"]],"x":{"y":[1,2.5,-1e-9]}}`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var e Event
		err := e.UnmarshalJSON(data)
		if err != nil {
			if !errors.Is(err, ErrMalformed) || !equal(&e, &Event{}) {
				t.Errorf("%q: %v, %v", data, e, err)
			}
			var b BatchVerifier
			b.AddJSON(data)
			if _, errs := b.Verify(nil); errs[0] != err {
				t.Errorf("%q: %v in a batch, want %v", data, errs, err)
			}
			return
		}
		// A map, because encoding/json ignores the case of names otherwise.
		var all map[string]json.RawMessage
		if err := json.Unmarshal(data, &all); err != nil || !utf8.Valid(data) {
			t.Fatalf("%q: encoding/json says %v", data, err)
		}
		var tags [][]string
		var content string
		var createdAt, kind int64
		for name, v := range map[string]any{"tags": &tags, "content": &content, "created_at": &createdAt, "kind": &kind} {
			if err := json.Unmarshal(all[name], v); err != nil {
				t.Fatalf("%q: %s: encoding/json says %v", data, name, err)
			}
		}
		want := Event{ID: e.ID, PubKey: e.PubKey, Sig: e.Sig, CreatedAt: createdAt, Kind: int(kind), Tags: tags, Content: content}
		if !equal(&e, &want) || string(all["id"]) != fmt.Sprintf(`"%x"`, e.ID) || string(all["pubkey"]) != fmt.Sprintf(`"%x"`, e.PubKey) || string(all["sig"]) != fmt.Sprintf(`"%x"`, e.Sig) {
			t.Errorf("%q: %+v, encoding/json reads %+v", data, e, want)
		}
		var again Event
		written := e.AppendJSON(nil)
		if err := again.UnmarshalJSON(written); err != nil || !equal(&again, &e) || !json.Valid(written) {
			t.Errorf("%q: %+v, %v, want %+v", written, again, err, e)
		}
		if got := string(e.AppendCanonical(nil)); got != canonical(&e) {
			t.Errorf("hashed is %q, want %q", got, canonical(&e))
		}
		var fields fields
		if err := fields.parse(data); err != nil || string(fields.appendCanonical(nil)) != canonical(&e) {
			t.Errorf("hashed is %q, want %q", fields.appendCanonical(nil), canonical(&e))
		}
		e.ID = e.ComputeID()
		if err := e.CheckID(); err != nil {
			t.Errorf("%q: %v", data, err)
		}
	})
}
