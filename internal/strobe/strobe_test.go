// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package strobe

import (
	"bytes"
	"testing"

	"golang.org/x/crypto/sha3"
	"secant.example/internal/testkit"
)

// sponge returns length bytes of the sponge on the permutation, with a byte of padding: SHA3 and SHAKE.
func sponge(rate int, padding byte, message []byte, length int) (out []byte) {
	var state [200]byte
	padded := append(bytes.Clone(message), padding)
	for len(padded)%rate != 0 {
		padded = append(padded, 0)
	}
	padded[len(padded)-1] ^= 0x80
	for ; len(padded) > 0; padded = padded[rate:] {
		for i := range rate {
			state[i] ^= padded[i]
		}
		permute(&state)
	}
	for len(out) < length {
		out = append(out, state[:rate]...)
		permute(&state)
	}
	return out[:length]
}

// The permutation is that of golang.org/x/crypto/sha3.
func TestPermutation(t *testing.T) {
	rng := testkit.NewRand(t)
	for n := range 400 {
		message := rng.Bytes(n)
		if want := sha3.Sum256(message); !bytes.Equal(sponge(136, 0x06, message, 32), want[:]) {
			t.Fatalf("SHA3-256 of %x is wrong", message)
		}
		want := make([]byte, 500)
		sha3.ShakeSum128(want, message)
		if !bytes.Equal(sponge(168, 0x1f, message, len(want)), want) {
			t.Fatalf("SHAKE128 of %x is wrong", message)
		}
	}
}

// A model is STROBE-128 as its specification has it, byte by byte and for any flags but T and K:
// _duplex, _runF and _beginOp.
type model struct {
	state        [200]byte
	pos, posAtOp int
}

func newModel(protocol string) *model {
	m := new(model)
	copy(m.state[:], append([]byte{1, rate + 2, 1, 0, 1, 96}, "STROBEv1.0.2"...))
	permute(&m.state)
	m.operate(flagA|flagM, []byte(protocol))
	return m
}

func (m *model) runF() {
	m.state[m.pos] ^= byte(m.posAtOp)
	m.state[m.pos+1] ^= 0x04
	m.state[rate+1] ^= 0x80
	permute(&m.state)
	m.pos, m.posAtOp = 0, 0
}

func (m *model) duplex(data []byte, before, after bool) []byte {
	out := bytes.Clone(data)
	for i := range out {
		if before {
			out[i] ^= m.state[m.pos]
		}
		m.state[m.pos] ^= out[i]
		if after {
			out[i] = m.state[m.pos]
		}
		if m.pos++; m.pos == rate {
			m.runF()
		}
	}
	return out
}

// operate runs an operation, and returns what it gives.
func (m *model) operate(flags int, data []byte) []byte {
	old := m.posAtOp
	m.posAtOp = m.pos + 1
	m.duplex([]byte{byte(old), byte(flags)}, false, false)
	if flags&flagC != 0 && m.pos != 0 {
		m.runF()
	}
	after := flags&(flagC|flagI|flagT) == flagC|flagT
	return m.duplex(data, flags&flagC != 0 && !after, after)
}

// FuzzStrobe compares with the model on operations that the bytes choose: a number of the
// operation, a length, and the data.
func FuzzStrobe(f *testing.F) {
	f.Add([]byte("\x00\x05label\x02\x20\x01\x10\x03\xff\x00\xa6\x02\xff\x02\xff\x01\x03"))
	f.Add(bytes.Repeat([]byte{1, 160, 2, 3, 0, 200, 3, 170}, 20))
	f.Fuzz(func(t *testing.T, script []byte) {
		s, m := New("a protocol"), newModel("a protocol")
		for len(script) >= 2 {
			kind, n := script[0]%4, int(script[1])
			script = script[2:]
			data := script[:min(n, len(script))]
			script = script[len(data):]
			switch kind {
			case 0:
				s.MetaAD(data)
				m.operate(flagM|flagA, data)
			case 1:
				s.AD(data)
				m.operate(flagA, data)
			case 2:
				s.Key(data)
				m.operate(flagA|flagC, data)
			case 3:
				got := bytes.Repeat([]byte{0x5a}, n)
				s.PRF(got)
				if want := m.operate(flagI|flagA|flagC, make([]byte, n)); !bytes.Equal(got, want) {
					t.Fatalf("%x, want %x", got, want)
				}
			}
			if s.state != m.state || int(s.pos) != m.pos || int(s.begin) != m.posAtOp {
				t.Fatalf("the state differs after an operation of kind %d on %d bytes", kind, len(data))
			}
		}
	})
}

// All lengths around a block, from all places in it.
func TestBlocks(t *testing.T) {
	data := testkit.NewRand(t).Bytes(2 * rate)
	for start := range rate + 3 {
		for _, n := range []int{0, 1, rate - start - 1, rate - start, rate - start + 1, rate, 2*rate - 1} {
			s, m := New(""), newModel("")
			s.AD(data[:start])
			m.operate(flagA, data[:start])
			n = max(n, 0)
			s.Key(data[:n])
			m.operate(flagA|flagC, data[:n])
			got := make([]byte, n)
			s.PRF(got)
			if want := m.operate(flagI|flagA|flagC, make([]byte, n)); !bytes.Equal(got, want) || s.state != m.state {
				t.Fatalf("%d bytes after %d: wrong", n, start)
			}
		}
	}
}

func BenchmarkPermutation(b *testing.B) {
	var state [200]byte
	for range b.N {
		permute(&state)
	}
}
