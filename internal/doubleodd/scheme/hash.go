// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package scheme

import (
	"hash"
	"io"
	"sync"

	"golang.org/x/crypto/blake2s"
)

// A Generation of encodings and schemes. They differ in the encoding of points, the hash function, the order
// of what is hashed, and in whether a signature starts with the challenge or with R.
type Generation int

const (
	JQ Generation = iota // 2022: jq255e, jq255s, with BLAKE2s
	DO                   // 2020: do255e, do255s, with SHAKE256
)

// Identifier returns the bytes that identify h in what is hashed, and whether there
// are any.
func (g Generation) Identifier(h Hash) ([]byte, bool) {
	n := h.find()
	if n == nil {
		return nil, false
	}
	if g == DO {
		return n.do, n.do != nil
	}
	return n.jq, true
}

// Sum sets out to the hash of the concatenated parts: the beginning of BLAKE2s-256 for
// [JQ], where out has at most 32 bytes, or as many bytes of SHAKE256 for [DO]. Its
// time depends on the lengths only. It allocates nothing in the long run.
func (g Generation) Sum(out []byte, parts ...[]byte) {
	if g == DO {
		sumSHAKE256(out, parts)
		return
	}
	n := 0
	for _, part := range parts {
		n += len(part)
	}
	if n > stackSize {
		sumPooled(&blake2sStates, out, parts)
		return
	}
	var b [stackSize]byte
	n = 0
	for _, part := range parts {
		n += copy(b[n:], part)
	}
	sum := blake2s.Sum256(b[:n])
	copy(out, sum[:])
}

// stackSize is how much BLAKE2s hashes from one array, more than all that is hashed
// with the digest of a message.
const stackSize = 512

// A state of a hash function. What goes through an interface escapes to the heap, so it is
// given copies of the parts, and gives the result, in an array that is there already.
type state struct {
	h interface {
		io.Writer
		io.Reader
		Reset()
	}
	buffer [1024]byte
}

// blake2sStates are those that are free. They hold nothing of what was hashed.
var blake2sStates = sync.Pool{New: func() any { return &state{h: newBLAKE2s()} }}

// sumPooled sets out to the hash of the parts by a state of the pool.
func sumPooled(pool *sync.Pool, out []byte, parts [][]byte) {
	s := pool.Get().(*state)
	s.sum(out, parts)
	pool.Put(s)
}

// blake2sReader is BLAKE2s, the output of which is read.
type blake2sReader struct{ hash.Hash }

func newBLAKE2s() blake2sReader {
	h, err := blake2s.New256(nil)
	if err != nil {
		panic("scheme: internal error: " + err.Error()) // there is no key
	}
	return blake2sReader{h}
}

// Read sets out, which has room for 32 bytes, to the beginning of the hash.
func (h blake2sReader) Read(out []byte) (int, error) {
	h.Sum(out[:0])
	return len(out), nil
}

// block is the size of the largest block that a function keeps, which is SHAKE256's.
const block = 136

func (s *state) sum(out []byte, parts [][]byte) {
	n := 0
	for _, part := range parts {
		for len(part) > 0 {
			if n == len(s.buffer) {
				s.h.Write(s.buffer[:])
				n = 0
			}
			m := copy(s.buffer[n:], part)
			n, part = n+m, part[m:]
		}
	}
	s.h.Write(s.buffer[:n])
	for len(out) > 0 {
		n := min(len(out), len(s.buffer))
		s.h.Read(s.buffer[:n])
		copy(out, s.buffer[:n])
		out = out[n:]
	}
	// Nothing secret stays. A block of zeros goes over the one that h keeps, in two
	// pieces, because a whole block might be hashed from where it is.
	clear(s.buffer[:])
	s.h.Reset()
	s.h.Write(s.buffer[:1])
	s.h.Write(s.buffer[:block-1])
	s.h.Reset()
}
