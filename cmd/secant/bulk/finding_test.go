// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package bulk

import "testing"

func TestFinding(t *testing.T) {
	item := Item{Line: 7, ID: []byte("<a\n"), Key: []byte{1, 0xab}, Scheme: BIP340, Verdict: Verdict{NotValid, "x\x00"}}
	f := NewFinding("a file", &item)
	item.ID[0] = 'x'
	if got, want := f.String(), `line 7: not valid: x\x00 (id <a\n)`; got != want || f.Key != "01ab" {
		t.Errorf("%s, want %s; key %s", got, want, f.Key)
	}
	got, err := f.AppendJSON([]byte("before "))
	want := `before {"type":"invalid","file":"a file","line":7,"id":"<a\n","scheme":"bip340","reason":"not valid","detail":"x\u0000"}` + "\n"
	if string(got) != want || err != nil {
		t.Errorf("%s, %v, want %s", got, err, want)
	}
	f = NewFinding("", &Item{Verdict: Verdict{Reason: TooLong}})
	got, err = f.AppendJSON(nil)
	if string(got) != `{"type":"invalid","file":"","line":0,"reason":"too long"}`+"\n" || err != nil || f.String() != "line 0: too long" {
		t.Errorf("%s, %v, %s", got, err, f.String())
	}
	f.Reason = endOfReasons
	if got, err := f.AppendJSON([]byte("x")); string(got) != "x" || err == nil {
		t.Errorf("%s, %v", got, err)
	}
}
