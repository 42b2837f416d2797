// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package merlin

import (
	"bytes"
	"errors"
	"io"
	"math"
	"testing"
	"testing/iotest"

	"secant.example/internal/testkit"
)

// extract returns n bytes of t.
func extract(tb testing.TB, t *Transcript, label string, n int) []byte {
	tb.Helper()
	b := make([]byte, n)
	if err := t.ExtractBytes(b, label); err != nil {
		tb.Fatal(err)
	}
	return b
}

// What other implementations give, from the tests of github.com/gtank/merlin.
func TestVectors(t *testing.T) {
	simple := NewTranscript("test protocol")
	simple.AppendMessage("some label", []byte("some data"))
	want := testkit.Unhex(t, "d5a21972d0d5fe320c0d263fac7fffb8145aa640af6e9bca177c03c7efcf0615")
	if got := extract(t, simple, "challenge", 32); !bytes.Equal(got, want) {
		t.Errorf("a challenge is %x", got)
	}
	long := NewTranscript("test protocol")
	long.AppendMessage("step1", []byte("some data"))
	data := bytes.Repeat([]byte{99}, 1024)
	var got []byte
	for range 32 {
		got = extract(t, long, "challenge", 32)
		long.AppendMessage("bigdata", data)
		long.AppendMessage("challengedata", got)
	}
	want = testkit.Unhex(t, "a8c933f54fae76e3f9bea93648c1308e7dfa2152dd51674ff3ca438351cf003c")
	if !bytes.Equal(got, want) {
		t.Errorf("the last of 32 challenges is %x", got)
	}
}

func TestUint64(t *testing.T) {
	a, b := NewTranscript("t"), NewTranscript("t")
	a.AppendUint64("x", 0x0102030405060708)
	b.AppendMessage("x", []byte{8, 7, 6, 5, 4, 3, 2, 1})
	if !bytes.Equal(extract(t, a, "c", 32), extract(t, b, "c", 32)) {
		t.Error("an integer is another message")
	}
}

// Anything that is different makes other challenges; nothing else does.
func TestDifferences(t *testing.T) {
	type script struct{ app, label, message, challenge string }
	scripts := []script{
		{"app", "label", "message", "challenge"},
		{"apq", "label", "message", "challenge"},
		{"app", "labelm", "essage", "challenge"},
		{"app", "label", "messag", "echallenge"},
		{"app", "label", "message\x00", "challenge"},
		{"app", "label", "", "challenge"},
		{"app", "", "message", "challenge"},
		{"", "label", "message", "challenge"},
		{"app", "label", "message", ""},
	}
	run := func(s script) string {
		a := NewTranscript(s.app)
		a.AppendMessage(s.label, []byte(s.message))
		return string(extract(t, a, s.challenge, 32))
	}
	seen := map[string]script{}
	for _, s := range scripts {
		c := run(s)
		if other, ok := seen[c]; ok {
			t.Errorf("%q and %q have the same challenge", s, other)
		}
		if seen[c] = s; run(s) != c {
			t.Errorf("%q has two challenges", s)
		}
	}
	// The number of bytes counts, and so does that they were extracted.
	a := NewTranscript("app")
	b := a.Clone()
	first := extract(t, a, "c", 32)
	if bytes.HasPrefix(extract(t, b, "c", 64), first) {
		t.Error("32 bytes are the first of 64")
	}
	if bytes.Equal(extract(t, a, "c", 32), first) {
		t.Error("the same challenge again")
	}
}

func TestClone(t *testing.T) {
	a := NewTranscript("app")
	a.AppendMessage("l", []byte("m"))
	b := a.Clone()
	c := *a
	a.AppendMessage("l", []byte("another"))
	want, got, other := extract(t, a, "c", 32), extract(t, b, "c", 32), extract(t, &c, "c", 32)
	if bytes.Equal(got, want) || !bytes.Equal(got, other) {
		t.Error("a copy depends on the original")
	}
}

// read returns n bytes of the generator of t with the witnesses, and with the random bytes.
func read(tb testing.TB, t *Transcript, random []byte, n int, witnesses ...string) []byte {
	tb.Helper()
	b := t.BuildRNG()
	for _, w := range witnesses {
		b = b.RekeyWithWitness("witness", []byte(w))
	}
	r, err := b.Finalize(bytes.NewReader(random))
	if err != nil {
		tb.Fatal(err)
	}
	out := make([]byte, n)
	if _, err := io.ReadFull(r, out); err != nil {
		tb.Fatal(err)
	}
	return out
}

// The generator depends on the transcript, all witnesses and the random bytes, and leaves the
// transcript as it is.
func TestRNG(t *testing.T) {
	a, zeros := NewTranscript("app"), make([]byte, 32)
	before := *a
	b := NewTranscript("app")
	b.AppendMessage("l", nil)
	all := map[string]bool{}
	for _, out := range [][]byte{
		read(t, a, zeros, 32), read(t, a, bytes.Repeat([]byte{1}, 32), 32), read(t, a, zeros, 32, ""), read(t, a, zeros, 32, "a"),
		read(t, a, zeros, 32, "b"), read(t, a, zeros, 32, "a", "b"), read(t, a, zeros, 32, "ab"), read(t, b, zeros, 32), read(t, a, zeros, 64)[:32],
	} {
		all[string(out)] = true
	}
	if len(all) != 9 {
		t.Errorf("%d different results, want 9", len(all))
	}
	if *a != before {
		t.Error("a generator changes its transcript")
	}
	if !bytes.Equal(read(t, a, zeros, 32, "a"), read(t, a, zeros, 32, "a")) {
		t.Error("the same inputs give two results")
	}
	// By the operations that the source has for it.
	s := a.state.strobe
	s.MetaAD([]byte("witness\x01\x00\x00\x00"))
	s.Key([]byte("a"))
	s.MetaAD([]byte("rng"))
	s.Key(zeros)
	r, err := a.BuildRNG().RekeyWithWitness("witness", []byte("a")).Finalize(bytes.NewReader(zeros))
	if err != nil {
		t.Fatal(err)
	}
	for n := range 300 {
		s.MetaAD([]byte{byte(n), byte(n >> 8), 0, 0})
		want, got := make([]byte, n), make([]byte, n)
		s.PRF(want)
		if count, err := r.Read(got); count != n || err != nil || !bytes.Equal(got, want) {
			t.Errorf("%x, %d, %v, want %x", got, count, err, want)
		}
	}
	r1, err := a.BuildRNG().Finalize(nil)
	if err != nil {
		t.Fatal(err)
	}
	r2, err := a.BuildRNG().Finalize(nil)
	if err != nil || *r1 == *r2 {
		t.Errorf("the system's source gives the same twice, or %v", err)
	}
	failure := errors.New("failure")
	for want, random := range map[error]io.Reader{
		failure:             iotest.ErrReader(failure),
		io.ErrUnexpectedEOF: bytes.NewReader(make([]byte, 31)),
	} {
		if r, err := a.BuildRNG().Finalize(random); !errors.Is(err, want) || r != nil {
			t.Errorf("%v, %v, want %v", r, err, want)
		}
	}
}

// What is broken gives nothing.
func TestErrors(t *testing.T) {
	if maxLength != math.MaxUint32 {
		t.Fatal("another limit")
	}
	maxLength = 100
	defer func() { maxLength = math.MaxUint32 }()
	long := make([]byte, 101)
	for name, broken := range map[string]*Transcript{
		"zero value":     new(Transcript),
		"long app label": NewTranscript(string(long)),
		"long label":     func() *Transcript { a := NewTranscript(""); a.AppendMessage(string(long), nil); return a }(),
		"long message":   func() *Transcript { a := NewTranscript(""); a.AppendMessage("", long); return a }(),
		"long challenge": func() *Transcript { a := NewTranscript(""); a.ExtractBytes(long, ""); return a }(),
		"another after": func() *Transcript {
			a := NewTranscript("")
			a.AppendMessage("", long)
			a.AppendMessage("", nil)
			return a
		}(),
	} {
		dest := []byte{1, 2, 3}
		if err := broken.ExtractBytes(dest, "c"); !errors.Is(err, ErrTranscript) || !bytes.Equal(dest, []byte{1, 2, 3}) {
			t.Errorf("%s: %v, %x", name, err, dest)
		}
		if err := broken.Clone().ExtractBytes(nil, ""); !errors.Is(err, ErrTranscript) {
			t.Errorf("%s, a copy: %v", name, err)
		}
		if r, err := broken.BuildRNG().RekeyWithWitness("", nil).Finalize(nil); !errors.Is(err, ErrTranscript) || r != nil {
			t.Errorf("%s, a generator: %v", name, err)
		}
	}
	a := NewTranscript("")
	for name, b := range map[string]*RNGBuilder{
		"zero value":   new(RNGBuilder),
		"long label":   a.BuildRNG().RekeyWithWitness(string(long), nil),
		"long witness": a.BuildRNG().RekeyWithWitness("", long),
	} {
		if r, err := b.Finalize(nil); !errors.Is(err, ErrTranscript) || r != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	r, err := a.BuildRNG().Finalize(nil)
	if err != nil {
		t.Fatal(err)
	}
	for name, r := range map[string]*RNG{"zero value": new(RNG), "too many": r} {
		if n, err := r.Read(long); n != 0 || !errors.Is(err, ErrTranscript) || !bytes.Equal(long, make([]byte, 101)) {
			t.Errorf("%s: %d, %v", name, n, err)
		}
	}
	extract(t, a, "c", 100) // the longest that there is now
}

func TestAllocations(t *testing.T) {
	message, dest := make([]byte, 100), make([]byte, 64)
	a := NewTranscript("app")
	testkit.NoAllocs(t, "AppendMessage", func() { a.AppendMessage("label", message) })
	testkit.NoAllocs(t, "AppendUint64", func() { a.AppendUint64("label", 7) })
	testkit.NoAllocs(t, "ExtractBytes", func() { _ = a.ExtractBytes(dest, "label") })
	testkit.NoAllocs(t, "NewTranscript", func() { NewTranscript("app").AppendMessage("label", message) })
	testkit.NoAllocs(t, "BuildRNG", func() {
		r, _ := a.BuildRNG().RekeyWithWitness("witness", message).Finalize(nil)
		r.Read(dest)
	})
}

func BenchmarkTranscript(b *testing.B) {
	message, dest := make([]byte, 32), make([]byte, 64)
	b.Run("message and challenge", func(b *testing.B) {
		for range b.N {
			t := NewTranscript("benchmark")
			t.AppendMessage("message", message)
			t.ExtractBytes(dest, "challenge")
		}
	})
	b.Run("1 KiB", func(b *testing.B) {
		long, t := make([]byte, 1024), NewTranscript("benchmark")
		for range b.N {
			t.AppendMessage("message", long)
		}
	})
}
