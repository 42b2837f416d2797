// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package entropy

import (
	"bytes"
	"errors"
	"io"
	"testing"
	"testing/iotest"

	"secant.example/internal/testkit"
)

// keeper is a reader that keeps the memory that it was given.
type keeper struct{ kept []byte }

func (k *keeper) Read(b []byte) (int, error) {
	for i := range b {
		b[i] = 0xa5
	}
	k.kept = b
	return len(b), nil
}

func TestRead(t *testing.T) {
	want := bytes.Repeat([]byte("random bytes"), 10)
	for _, n := range []int{0, 1, 32, 64, 96} {
		for name, r := range map[string]io.Reader{
			"all":      bytes.NewReader(want),
			"one byte": iotest.OneByteReader(bytes.NewReader(want)),
			"with EOF": iotest.DataErrReader(bytes.NewReader(want[:n])),
		} {
			b := make([]byte, n)
			if err := Read(b, r); err != nil || !bytes.Equal(b, want[:n]) {
				t.Errorf("%s: %d bytes: %x, %v", name, n, b, err)
			}
		}
	}
	failure := errors.New("a failure")
	for name, test := range map[string]struct {
		r    io.Reader
		want error
	}{
		"a short reader":   {bytes.NewReader(want[:31]), io.ErrUnexpectedEOF},
		"an empty reader":  {bytes.NewReader(nil), io.EOF},
		"a failing reader": {io.MultiReader(bytes.NewReader(want[:16]), iotest.ErrReader(failure)), failure},
	} {
		b := [32]byte{1, 2, 3}
		if err := Read(b[:], test.r); !errors.Is(err, test.want) || b != [32]byte{1, 2, 3} {
			t.Errorf("%s: %x, %v", name, b, err)
		}
	}
	var a, b [32]byte
	if err := errors.Join(Read(a[:], nil), Read(b[:], nil)); err != nil || a == b || a == [32]byte{} {
		t.Errorf("the system's source: %x, %x, %v", a, b, err)
	}
	var k keeper
	if err := Read(a[:], &k); err != nil || a != [32]byte(bytes.Repeat([]byte{0xa5}, 32)) || !bytes.Equal(k.kept, make([]byte, 32)) {
		t.Errorf("a reader that keeps its memory: %x, %v, and %x is left", a, err, k.kept)
	}
}

func TestAllocations(t *testing.T) {
	testkit.NoAllocs(t, "Read", func() {
		var b [64]byte
		if err := Read(b[:], nil); err != nil {
			t.Error(err)
		}
	})
}
