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

// Any number of bytes, from readers that give them in pieces too.
func TestRead(t *testing.T) {
	data := make([]byte, 300)
	testkit.NewRand(t).Fill(data)
	for _, n := range []int{0, 1, 32, 63, 64, 65, 128, 200} {
		for name, reader := range map[string]io.Reader{
			"whole": bytes.NewReader(data),
			"bytes": iotest.OneByteReader(bytes.NewReader(data)),
			"EOF":   iotest.DataErrReader(bytes.NewReader(data[:n])),
		} {
			b := bytes.Repeat([]byte{0xee}, n+1)
			if err := Read(reader, b[:n]); err != nil || !bytes.Equal(b[:n], data[:n]) || b[n] != 0xee {
				t.Errorf("%d bytes, %s: %x, %v", n, name, b, err)
			}
			if name == "EOF" {
				continue
			}
			if rest, err := io.ReadAll(reader); err != nil || !bytes.Equal(rest, data[n:]) {
				t.Errorf("%d bytes, %s: other than these were read", n, name)
			}
		}
		if n > 0 {
			b := bytes.Repeat([]byte{0xee}, n)
			if err := Read(bytes.NewReader(data[:n-1]), b); err == nil || !bytes.Equal(b, make([]byte, n)) {
				t.Errorf("one byte less than %d: %x, %v", n, b, err)
			}
		}
	}
	failure := errors.New("failure")
	if err := Read(iotest.ErrReader(failure), make([]byte, 1)); !errors.Is(err, failure) {
		t.Errorf("the error of the reader: %v", err)
	}
	var b [32]byte
	if err := Read(nil, b[:]); err != nil || b == [32]byte{} {
		t.Errorf("from the system: %x, %v", b, err)
	}
}

// keeper is a reader that keeps the memory that it is given.
type keeper struct{ kept [][]byte }

func (k *keeper) Read(b []byte) (int, error) {
	k.kept = append(k.kept, b)
	for i := range b {
		b[i] = 1
	}
	return len(b), nil
}

// Nothing that was read stays in memory, and a reader that keeps its own sees no other bytes.
func TestReadForgets(t *testing.T) {
	var k keeper
	for _, n := range []int{32, 64, 100} {
		if err := Read(&k, make([]byte, n)); err != nil {
			t.Error(err)
		}
		if err := Read(nil, make([]byte, n)); err != nil {
			t.Error(err)
		}
		if buffer := buffers.Get().(*[64]byte); *buffer != [64]byte{} {
			t.Errorf("%d bytes: some stay", n)
		}
	}
	for _, b := range k.kept {
		if !bytes.Equal(b, make([]byte, len(b))) {
			t.Errorf("%x stay with the reader", b)
		}
		if b = b[:1]; &b[0] == &buffers.Get().(*[64]byte)[0] {
			t.Error("the reader has the memory that is shared")
		}
	}
}

// zeros is a source of zeros.
type zeros struct{}

func (zeros) Read(b []byte) (int, error) {
	clear(b)
	return len(b), nil
}

// Zeros are no key.
func TestReadKey(t *testing.T) {
	var b [32]byte
	if err := Read(zeros{}, b[:]); err != nil {
		t.Error(err)
	}
	if err := ReadKey(zeros{}, b[:]); err == nil {
		t.Error("zeros are a key")
	}
	if err := ReadKey(iotest.ErrReader(io.ErrUnexpectedEOF), b[:]); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("the error of the reader: %v", err)
	}
	if err := ReadKey(nil, b[:]); err != nil {
		t.Error(err)
	}
	for i := range b {
		var want [32]byte
		want[i] = 0x80
		if err := ReadKey(bytes.NewReader(want[:]), b[:]); err != nil || b != want {
			t.Errorf("only byte %d is not zero: %x, %v", i, b, err)
		}
	}
}

func TestNoAllocs(t *testing.T) {
	testkit.NoAllocs(t, "Read", func() {
		var b [32]byte
		Read(nil, b[:])
		ReadKey(nil, b[:])
	})
}
