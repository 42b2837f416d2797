// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package secrettext

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"encoding/pem"
	"reflect"
	"strings"
	"testing"

	"secant.example/internal/testkit"
)

// encodings are ours and those of the standard library.
var encodings = map[string]struct {
	ours   Base64
	theirs *base64.Encoding
}{
	"standard": {Std, base64.StdEncoding.Strict()},
	"URL":      {RawURL, base64.RawURLEncoding.Strict()},
}

// checkText compares what we and the standard library make of any bytes.
func checkText(t *testing.T, b []byte) {
	t.Helper()
	before := []byte("before")
	for name, e := range encodings {
		want := e.theirs.EncodeToString(b)
		if got := e.ours.AppendEncode(before, b); string(got) != "before"+want {
			t.Errorf("%s: %x is %s, want %s", name, b, got, want)
		}
		// Theirs skips line breaks.
		decoded, err := e.theirs.DecodeString(string(b))
		valid := err == nil && !bytes.ContainsAny(b, "\r\n")
		got, ok := e.ours.AppendDecode(before, b)
		if ok != valid || ok && string(got) != "before"+string(decoded) || !ok && got != nil {
			t.Errorf("%s: %q is %x, %v, want %x, %v", name, b, got, ok, decoded, valid)
		}
	}
	want := hex.EncodeToString(b)
	if got := AppendHex(before, b); string(got) != "before"+want {
		t.Errorf("%x in hex is %s", b, got)
	}
	for _, text := range []string{want, strings.ToUpper(want), string(b)} {
		decoded, err := hex.DecodeString(text)
		got, ok := AppendDecodeHex(before, []byte(text))
		if ok != (err == nil) || ok && string(got) != "before"+string(decoded) || !ok && got != nil {
			t.Errorf("%q is %x in hex, %v, want %x, %v", text, got, ok, decoded, err)
		}
	}
}

func random(rng *testkit.Rand, size int) []byte {
	b := make([]byte, size)
	rng.Fill(b)
	return b
}

// Every character at every place, and every length.
func TestText(t *testing.T) {
	rng := testkit.NewRand(t)
	for size := range 100 {
		for _, b := range [][]byte{random(rng, size), make([]byte, size), bytes.Repeat([]byte{0xff}, size)} {
			checkText(t, b)
			for _, e := range encodings {
				checkText(t, []byte(e.theirs.EncodeToString(b)))
			}
		}
	}
	for size := range 5 {
		for _, text := range []string{"AAAA", "Zm9v", "Zm8=", "Zg==", "ab09", "AF=="} {
			for i := range 4 {
				for c := range 256 {
					b := []byte(text)
					b[i] = byte(c)
					checkText(t, b)
					checkText(t, b[:min(size, 4)])
					checkText(t, append([]byte("AAAA"), b...))
				}
			}
		}
	}
	step := 1
	if testing.Short() {
		step = 97
	}
	for a := 0; a < 1<<16; a += step {
		checkText(t, []byte{byte(a >> 8), byte(a), 'A', '='})
	}
}

func FuzzText(f *testing.F) {
	f.Add([]byte("Zm9vYg=="))
	f.Add([]byte("-_-_"))
	f.Fuzz(func(t *testing.T, b []byte) { checkText(t, b) })
}

// checkPEM compares what we and the standard library make of data: what we take, it takes
// in the same way.
func checkPEM(t *testing.T, data []byte) (taken bool) {
	t.Helper()
	block, rest := DecodePEM(data)
	if block == nil {
		if rest != nil {
			t.Errorf("%q: no block, but %q after it", data, rest)
		}
		return false
	}
	want, wantRest := pem.Decode(data)
	if !reflect.DeepEqual(block, want) || !bytes.Equal(rest, wantRest) {
		t.Errorf("%q is %v and %q, want %v and %q", data, block, rest, want, wantRest)
	}
	if len(block.Headers) == 0 {
		if got := AppendPEM([]byte("before"), block.Type, block.Bytes); string(got) != "before"+string(pem.EncodeToMemory(want)) {
			t.Errorf("%q is written as %q", data, got)
		}
	}
	return true
}

func TestPEM(t *testing.T) {
	rng := testkit.NewRand(t)
	for size := range 200 {
		data := pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: random(rng, size)})
		headers := pem.EncodeToMemory(&pem.Block{Type: "X", Bytes: random(rng, size), Headers: map[string]string{"Proc-Type": "4,ENCRYPTED", "A": "b:c"}})
		for _, b := range [][]byte{
			data, headers, append(data, data...), append([]byte("text: of a key\n\n"), data...), append(data, "after"...),
			bytes.ReplaceAll(data, []byte("\n"), []byte("\r\n")), bytes.ReplaceAll(data, []byte("\n"), []byte(" \t\n")),
			bytes.TrimSuffix(data, []byte("\n")),
		} {
			if !checkPEM(t, b) {
				t.Errorf("%q is not read", b)
			}
		}
		for i := range data {
			for _, c := range []byte{'-', ' ', '\n', '=', ':', 'A', data[i] ^ 1, data[i] ^ 0x80} {
				b := bytes.Clone(data)
				b[i] = c
				checkPEM(t, b)
				checkPEM(t, append(append(bytes.Clone(data[:i]), c), data[i:]...))
			}
			if checkPEM(t, data[:i]) && i < len(data)-1 {
				t.Errorf("%q is read", data[:i])
			}
		}
	}
	for name, text := range map[string]string{
		"nothing": "", "no line": "\n", "no end": "-----BEGIN A-----\nAAAA\n", "another end": "-----BEGIN A-----\nAAAA\n-----END B-----\n",
		"no tail": "-----BEGIN A\nAAAA\n-----END A-----\n", "dashes in the type": "-----BEGIN A--B-----\nAAAA\n-----END A--B-----\n",
		"the end in a line": "-----BEGIN A-----\nAAAA-----END A-----\n", "the end after a space": "-----BEGIN A-----\nAAAA\n -----END A-----\n",
		"the begin in a line": "x-----BEGIN A-----\nAAAA\n-----END A-----\n", "two begins": "-----BEGIN A-----\n-----BEGIN A-----\nAAAA\n-----END A-----\n",
		"text after the end": "-----BEGIN A-----\nAAAA\n-----END A-----x\n", "a header with dashes": "-----BEGIN A-----\n-x: y\n\nAAAA\n-----END A-----\n",
		"a begin in a header":      "-----BEGIN A-----\n:-----BEGIN \n\n-----END A-----",
		"bits after the last byte": "-----BEGIN A-----\nAAB=\n-----END A-----\n", "no padding": "-----BEGIN A-----\nAAA\n-----END A-----\n",
		"a dot": "-----BEGIN A-----\nAAA.\n-----END A-----\n", "a malformed one first": "-----BEGIN A-----\n.\n-----END A-----\n-----BEGIN A-----\nAAAA\n-----END A-----\n",
	} {
		if checkPEM(t, []byte(text)) {
			t.Errorf("%s: it is read", name)
		}
	}
	if !checkPEM(t, []byte("-----BEGIN -----\n-----END -----")) || !checkPEM(t, []byte("-----BEGIN A-----\nAA\tA A\n\n-----END A----- \t")) {
		t.Error("PEM that is valid")
	}
}

func FuzzPEM(f *testing.F) {
	f.Add([]byte("text\n-----BEGIN A-----\nK: v\n\nAAAA\n-----END A-----\nafter"))
	f.Add([]byte("-----BEGIN A-----\r\nAA==\r\n-----END A-----"))
	f.Fuzz(func(t *testing.T, data []byte) { checkPEM(t, data) })
}
