// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package scheme

import (
	"crypto/sha3"
	"hash"

	"golang.org/x/crypto/blake2s"
)

// A Generation of encodings and schemes.
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
		h := sha3.NewSHAKE256() // stays on the stack, which the tests of allocations hold
		for _, part := range parts {
			h.Write(part)
		}
		h.Read(out)
		return
	}
	n := 0
	for _, part := range parts {
		n += len(part)
	}
	if n > stackSize {
		sumLong(out, parts)
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

// A state of BLAKE2s for more. What goes through the interface hash.Hash escapes to
// the heap, so it is given copies of the parts in an array that is there already.
type state struct {
	h      hash.Hash
	buffer [1024]byte
}

// free keeps states for the next calls, as many as run at the same time on most machines.
var free = make(chan *state, 64)

func newState() *state {
	h, err := blake2s.New256(nil)
	if err != nil {
		panic("scheme: internal error: " + err.Error()) // there is no key
	}
	return &state{h: h}
}

func sumLong(out []byte, parts [][]byte) {
	var s *state
	select {
	case s = <-free:
	default:
		s = newState()
	}
	s.sum(out, parts)
	select {
	case free <- s:
	default:
	}
}

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
	copy(out, s.h.Sum(s.buffer[:0]))
	// Nothing secret stays: zeros go over the block that the state holds, too.
	clear(s.buffer[:])
	s.h.Reset()
	s.h.Write(s.buffer[:blake2s.BlockSize])
	s.h.Reset()
}
