// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package jws

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
	"testing"

	"secant.example/ed25519"
)

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// RFC 8037, appendix A.4 and A.5.
const (
	rfcPrivate = "nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A"
	rfcPublic  = "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"
	rfcPayload = "Example of Ed25519 signing"
	rfcToken   = "eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc.hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg"
)

func signed(h *Header, payload string) []byte {
	var b bytes.Buffer
	if err := h.WriteSigned(&b, strings.NewReader(payload)); err != nil {
		panic(err)
	}
	return b.Bytes()
}

func TestRFC8037(t *testing.T) {
	key := ed25519.NewKeyFromSeed(must(encoding.DecodeString(rfcPrivate)))
	h := must(NewHeader("EdDSA", false, nil))
	token := string(must(h.Marshal([]byte(rfcPayload), ed25519.Sign(key, signed(h, rfcPayload)), false)))
	if token != rfcToken {
		t.Errorf("%s, RFC 8037 has %s", token, rfcToken)
	}
	for _, text := range []string{rfcToken, rfcToken + "\n", " " + rfcToken + "\r\n"} {
		p := must(Parse([]byte(text), false))
		if p.Algorithm != "EdDSA" || p.Detached || p.Unencoded || string(p.Payload) != rfcPayload {
			t.Errorf("%+v", p)
		}
		if !ed25519.Verify(must(encoding.DecodeString(rfcPublic)), signed(&p.Header, string(p.Payload)), p.Signature) {
			t.Error("the signature is invalid")
		}
	}
	detached := string(must(h.Marshal([]byte(rfcPayload), []byte("s"), true)))
	if detached != "eyJhbGciOiJFZERTQSJ9..cw" {
		t.Error(detached)
	}
	if p := must(Parse([]byte(detached), false)); !p.Detached || len(p.Payload) != 0 {
		t.Errorf("%+v", p)
	}
}

// The example of RFC 7797, section 4.2, but for the algorithm: what is signed.
func TestUnencoded(t *testing.T) {
	h := must(NewHeader("ES256K", true, nil))
	if got, want := string(must(encoding.DecodeString(h.text))), `{"alg":"ES256K","b64":false,"crit":["b64"]}`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if got, want := string(signed(h, "$.02")), h.text+".$.02"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if _, err := h.Marshal([]byte("$.02"), nil, false); err == nil {
		t.Error("the payload is in the token")
	}
	token := must(h.Marshal([]byte("$.02"), []byte("s"), true))
	if p := must(Parse(token, true)); !p.Unencoded || !p.Detached {
		t.Errorf("%+v", p)
	}
	if _, err := Parse(token, false); err == nil || !strings.Contains(err.Error(), "not asked for") {
		t.Errorf("not asked for: %v", err)
	}
	if _, err := Parse([]byte(rfcToken), true); err == nil || !strings.Contains(err.Error(), "b64 is not false") {
		t.Errorf("not unencoded: %v", err)
	}
	with := strings.Replace(string(token), "..", ".JC4wMg.", 1)
	if _, err := Parse([]byte(with), true); err == nil || !strings.Contains(err.Error(), "not detached") {
		t.Errorf("not detached: %v", err)
	}
}

func TestParse(t *testing.T) {
	of := func(header string) string { return base64.RawURLEncoding.EncodeToString([]byte(header)) + ".eA.eA" }
	for name, test := range map[string]struct{ text, want string }{
		"empty":                  {"", "not three parts"},
		"two parts":              {"e30.eA", "not three parts"},
		"JWE":                    {rfcToken + ".eA.eA", "not three parts"},
		"JSON":                   {`{"payload":"eA","protected":"e30","signature":"eA"}`, "not three parts"},
		"padding":                {strings.Replace(rfcToken, "bmc.", "bmc=.", 1), "part 2 is not base64url"},
		"base64":                 {strings.Replace(rfcToken, "il_", "il/", 1), "part 3 is not base64url"},
		"stray bits":             {strings.Replace(rfcToken, "KAg", "KAh", 1), "part 3 is not base64url"},
		"line break":             {rfcToken[:30] + "\n" + rfcToken[30:], "part 2 is not base64url"},
		"carriage return":        {rfcToken[:10] + "\r" + rfcToken[10:], "part 1 is not base64url"},
		"no header":              {".eA.eA", "not a JSON object"},
		"not JSON":               {of("x"), "not a JSON object"},
		"array":                  {of("[]"), "not a JSON object"},
		"null":                   {of("null"), "not a JSON object"},
		"half":                   {of(`{"alg":"EdDSA"`), "not a JSON object"},
		"more":                   {of(`{"alg":"EdDSA"}{}`), "not a JSON object"},
		"comma":                  {of(`{"alg":"EdDSA",}`), "not a JSON object"},
		"no UTF-8":               {of("{\"alg\":\"EdDSA\",\"a\":\"\xff\"}"), "not a JSON object"},
		"no alg":                 {of(`{"typ":"JWT"}`), "has no alg"},
		"empty alg":              {of(`{"alg":""}`), "has no alg"},
		"null alg":               {of(`{"alg":null}`), "has no alg"},
		"alg 1":                  {of(`{"alg":1}`), "alg that is not a string"},
		"alg in capitals":        {of(`{"ALG":"EdDSA"}`), "has no alg"},
		"none":                   {of(`{"alg":"none"}`), "nothing is signed"},
		"None":                   {of(`{"alg":"nOnE"}`), "nothing is signed"},
		"none, no signature":     {strings.TrimSuffix(of(`{"alg":"none"}`), "eA"), "nothing is signed"},
		"two algs":               {of(`{"alg":"none","alg":"EdDSA"}`), `"alg" twice`},
		"two algs, one escaped":  {of(`{"alg":"EdDSA","\u0061lg":"EdDSA"}`), `"alg" twice`},
		"two unknown":            {of(`{"alg":"EdDSA","x":1,"x":1}`), `"x" twice`},
		"crit":                   {of(`{"alg":"EdDSA","crit":["exp"],"exp":1}`), "critical members"},
		"crit, empty":            {of(`{"alg":"EdDSA","crit":[]}`), "critical members"},
		"crit, null":             {of(`{"alg":"EdDSA","crit":null}`), "critical members"},
		"crit, string":           {of(`{"alg":"EdDSA","crit":"b64"}`), "critical members"},
		"crit, b64 and more":     {of(`{"alg":"EdDSA","crit":["b64","x"],"b64":false}`), "critical members"},
		"crit, b64 twice":        {of(`{"alg":"EdDSA","crit":["b64","b64"],"b64":false}`), "critical members"},
		"crit without b64":       {of(`{"alg":"EdDSA","crit":["b64"]}`), "without the other"},
		"b64 without crit":       {of(`{"alg":"EdDSA","b64":false}`), "without the other"},
		"b64 true, without crit": {of(`{"alg":"EdDSA","b64":true}`), "without the other"},
		"b64 0":                  {of(`{"alg":"EdDSA","b64":0,"crit":["b64"]}`), "not true or false"},
		"unencoded, not asked":   {of(`{"alg":"EdDSA","b64":false,"crit":["b64"]}`), "not asked for"},
		"two crits":              {of(`{"alg":"EdDSA","crit":["x"],"crit":null}`), `"crit" twice`},
	} {
		if p, err := Parse([]byte(test.text), false); err == nil || p != nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %+v, %v; want %q", name, p, err, test.want)
		}
	}
	// What is not critical is passed over, and a payload that is said to be encoded is.
	for _, header := range []string{`{"alg":"ES256K","typ":"JWT","kid":"1","x":{"a":[1]}}`, " {\"alg\" : \"ES256K\"}\n", `{"alg":"ES256K","b64":true,"crit":["b64"]}`} {
		if p, err := Parse([]byte(of(header)), false); err != nil || p.Algorithm != "ES256K" || p.Unencoded {
			t.Errorf("%s: %+v, %v", header, p, err)
		}
	}
}

func TestNewHeader(t *testing.T) {
	h := must(NewHeader("EdDSA", false, []byte(` { "typ" : "JWT", "kid":"a\"b", "n": [1, 2] }`)))
	if got, want := string(must(encoding.DecodeString(h.text))), `{"alg":"EdDSA","typ":"JWT","kid":"a\"b","n":[1, 2]}`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	must(Parse([]byte(h.text+".eA.eA"), false))
	for _, more := range []string{"x", "[]", "null", "{", `{"alg":"none"}`, `{"\u0061lg":"none"}`, `{"b64":false}`, `{"crit":["x"]}`, `{"a":1,"a":1}`, `{"a":1} x`, "{\"a\":\"\xff\"}"} {
		if h, err := NewHeader("EdDSA", false, []byte(more)); err == nil || h != nil {
			t.Errorf("%s is a header: %+v", more, h)
		}
	}
	for _, alg := range []string{"", "none", "NONE"} {
		if h, err := NewHeader(alg, false, nil); err == nil || h != nil {
			t.Errorf("%q is an algorithm", alg)
		}
	}
}

// An error of the payload, or of what is written to, is one.
func TestWriteSignedErrors(t *testing.T) {
	for _, unencoded := range []bool{false, true} {
		h := must(NewHeader("EdDSA", unencoded, nil))
		if err := h.WriteSigned(new(bytes.Buffer), failing{}); err != errFailing {
			t.Errorf("reading: %v", err)
		}
		for _, size := range []int{0, 1, 1000, 5000} {
			if err := h.WriteSigned(failing{}, strings.NewReader(strings.Repeat("x", size))); err != errFailing {
				t.Errorf("writing: %v", err)
			}
		}
	}
}

var errFailing = errors.New("failing")

type failing struct{}

func (failing) Read([]byte) (int, error)  { return 0, errFailing }
func (failing) Write([]byte) (int, error) { return 0, errFailing }

func TestLooksLike(t *testing.T) {
	for text, want := range map[string]bool{
		rfcToken: true, "\n" + rfcToken: true, "e30.": true, "eyJhbGciOiJub25lIn0..": true,
		"": false, ".": false, "e30": false, "W10.": false, "x.y.z": false, "hello world.": false,
		"-----BEGIN SSH SIGNATURE-----": false, strings.Repeat("ab", 64): false,
	} {
		if LooksLike([]byte(text)) != want {
			t.Errorf("%q: %v", text, !want)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(rfcToken), false)
	f.Add(must(must(NewHeader("ES256K", true, []byte(`{"kid":"1"}`))).Marshal(nil, []byte("sig"), true)), true)
	f.Fuzz(func(t *testing.T, text []byte, unencoded bool) {
		p, err := Parse(text, unencoded)
		if err != nil {
			return
		}
		if !LooksLike(text) {
			t.Error("a token that does not look like one")
		}
		if p.Algorithm == "" || strings.EqualFold(p.Algorithm, "none") || p.Unencoded != unencoded {
			t.Errorf("%+v", p)
		}
		again, err := p.Marshal(p.Payload, p.Signature, p.Detached)
		if err != nil || !bytes.Equal(again, bytes.TrimSpace(text)) {
			t.Errorf("%q written again is %q, %v", text, again, err)
		}
	})
}

// The time for a header grows as it does, with how many members it has.
func BenchmarkParse(b *testing.B) {
	for _, n := range []int{10, 100, 10000} {
		header := []byte(`{"alg":"EdDSA"`)
		for i := range n {
			header = fmt.Appendf(header, `,"x%d":0`, i)
		}
		token := []byte(encoding.EncodeToString(append(header, '}')) + "..")
		b.Run(fmt.Sprintf("members=%d", n), func(b *testing.B) {
			b.SetBytes(int64(len(token)))
			for b.Loop() {
				if _, err := Parse(token, false); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
