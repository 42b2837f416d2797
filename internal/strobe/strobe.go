// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package strobe implements what Merlin needs of STROBE-128: the operations meta-AD, AD, KEY and
// PRF, without a transport, on Keccak-f[1600].
//
// Everything is constant-time: only lengths and the order of the operations show.
//
// Source: the Strobe protocol framework, version 1.0.2, "Implementation of operations".
package strobe

import "crypto/subtle"

// rate is how many bytes go into a block: 200 minus twice 128 bits, minus the two of padding.
const rate = 166

// The flags of an operation.
const (
	flagI = 1 << iota // inbound
	flagA             // application
	flagC             // cipher
	flagT             // transport, which is not used
	flagM             // meta
)

// A Strobe is the state of a protocol. Its zero value is none: see [New]. Copies are independent.
type Strobe struct {
	state      [200]byte
	pos, begin uint8 // the next byte, and one after where the operation began, in this block
}

// New returns the state of a protocol that has this name.
func New(protocol string) Strobe {
	s := Strobe{state: [200]byte{1, rate + 2, 1, 0, 1, 12 * 8}}
	copy(s.state[6:], "STROBEv1.0.2")
	permute(&s.state)
	s.MetaAD([]byte(protocol))
	return s
}

// MetaAD absorbs data that say what the next operation is about.
func (s *Strobe) MetaAD(data []byte) {
	s.start(flagM | flagA)
	s.absorb(data)
}

// AD absorbs data that both sides know.
func (s *Strobe) AD(data []byte) {
	s.start(flagA)
	s.absorb(data)
}

// Key replaces a part of the state by a key, so that it cannot be computed back.
func (s *Strobe) Key(key []byte) {
	s.start(flagA | flagC)
	for len(key) > 0 {
		n := copy(s.state[s.pos:rate], key)
		key = key[n:]
		s.advance(n)
	}
}

// PRF sets out to pseudorandom bytes, which depend on all that came before.
func (s *Strobe) PRF(out []byte) {
	s.start(flagI | flagA | flagC)
	for len(out) > 0 {
		n := copy(out, s.state[s.pos:rate])
		clear(s.state[s.pos : int(s.pos)+n])
		out = out[n:]
		s.advance(n)
	}
}

// start begins an operation.
func (s *Strobe) start(flags uint8) {
	begin := s.begin
	s.begin = s.pos + 1
	s.absorbByte(begin)
	s.absorbByte(flags)
	if flags&flagC != 0 && s.pos != 0 {
		s.permute()
	}
}

// absorb adds data to the state.
func (s *Strobe) absorb(data []byte) {
	for len(data) > 0 {
		block := s.state[s.pos:rate]
		n := min(len(block), len(data))
		subtle.XORBytes(block, block, data[:n])
		data = data[n:]
		s.advance(n)
	}
}

// absorbByte adds one byte to the state.
func (s *Strobe) absorbByte(b byte) {
	s.state[s.pos] ^= b
	s.advance(1)
}

// advance moves on by n bytes, to the next block if this one is full.
func (s *Strobe) advance(n int) {
	if s.pos += uint8(n); s.pos == rate {
		s.permute()
	}
}

// permute ends a block.
func (s *Strobe) permute() {
	s.state[s.pos] ^= s.begin
	s.state[s.pos+1] ^= 0x04
	s.state[rate+1] ^= 0x80
	permute(&s.state)
	s.pos, s.begin = 0, 0
}
