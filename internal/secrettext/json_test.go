// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package secrettext

import (
	"bytes"
	"encoding/json"
	"testing"

	"secant.example/internal/testkit"
)

// checkMembers compares what we and encoding/json take for an object.
func checkMembers(t *testing.T, data []byte) {
	t.Helper()
	var want map[string]json.RawMessage
	valid := json.Unmarshal(data, &want) == nil && want != nil
	names := 0
	if valid {
		// The tokens of the object itself: names, and values that are skipped.
		d := json.NewDecoder(bytes.NewReader(data))
		d.Token()
		for ; d.More(); names++ {
			var value json.RawMessage
			if _, err := d.Token(); err != nil {
				t.Fatal(err)
			}
			if err := d.Decode(&value); err != nil {
				t.Fatal(err)
			}
		}
	}
	got, text := JSONMembers(data)
	if d, there := got["d"]; text == "" && there && !json.Valid(d) {
		return // it is refused as a private key
	}
	if ok := valid && names == len(want); (text == "") != ok || ok && len(got) != len(want) {
		t.Fatalf("%q: %v, %q, want %v", data, got, text, ok)
	}
	for name, value := range want {
		if text != "" {
			break
		}
		same := bytes.Equal(got[name], value)
		if value[0] == '"' && name != "d" {
			var a, b string
			same = json.Unmarshal(got[name], &a) == nil && json.Unmarshal(value, &b) == nil && a == b
		}
		if !same {
			t.Fatalf("%q: %q is %s, want %s", data, name, got[name], value)
		}
	}
}

func TestMembers(t *testing.T) {
	rng := testkit.NewRand(t)
	for _, text := range []string{
		`{}`, ` { } `, `{"a":1}`, `{"a":"\"}","b":[{"c":"]"},[]], "d" : "x\\" , "":null}`, `{"d":[1,2,{"d":"}"}],"e":-1.5e3,"f":true}`,
		`{"a":1,"a":2}`, `{"a":1,"\u0061":2}`, `{"a"}`, `{"a":}`, `{,}`, `{"a":1}}`, `{"a":1`, `[]`, `null`, `"a"`, ``, `{"a":"b`, `{"a":"b\`,
	} {
		checkMembers(t, []byte(text))
		for range 3000 {
			b := []byte(text)
			for range 1 + rng.IntN(2) {
				const alphabet = "{}[]\",:\\ad1 n\n\x80"
				i, c := rng.IntN(len(b)+1), alphabet[rng.IntN(len(alphabet))]
				if rng.IntN(2) == 0 && i < len(b) {
					b[i] = c
				} else {
					b = append(b[:i], append([]byte{c}, b[i:]...)...)
				}
			}
			checkMembers(t, b)
		}
	}
}

func FuzzMembers(f *testing.F) {
	f.Add([]byte(`{"a":"\"}","b":[{"c":"]"},[]], "d" : "x\\" , "":null}`))
	f.Add([]byte(`{"d":[1,2,{"d":"}"}],"\u0064":-1.5e3}`))
	f.Fuzz(func(t *testing.T, data []byte) { checkMembers(t, data) })
}
