// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package frost

import (
	"encoding/binary"

	"secant.example/internal/scalar"
)

// What follows is the encoding of the Zcash Foundation's crates: postcard, in which integers and lengths are LEB128.

// appendInt appends x in groups of seven bits, the lowest first.
func appendInt(b []byte, x int) []byte { return binary.AppendUvarint(b, uint64(x)) }

// appendID appends the number of a participant, as a scalar.
func (s *suite) appendID(b []byte, id uint16) []byte {
	x := scalar.New(uint64(id), 0, 0, 0)
	return s.encodeScalar(b, &x)
}

// A reader takes what was encoded from b, in its order, and remembers whether something was not there.
type reader struct {
	suite *suite
	b     []byte
	bad   bool
	all   [][]byte   // the encodings of elements
	into  []*element // and where they go
}

// bytes takes n bytes; nil if there are not as many.
func (r *reader) bytes(n int) []byte {
	if r.bad || n < 0 || n > len(r.b) {
		r.bad = true
		return nil
	}
	b := r.b[:n:n]
	r.b = r.b[n:]
	return b
}

// header takes a header.
func (r *reader) header() {
	if b := r.bytes(headerSize); b != nil && [headerSize]byte(b) != r.suite.header {
		r.bad = true
	}
}

// int takes an integer of at most limit in its shortest encoding.
func (r *reader) int(limit int) int {
	x, n := binary.Uvarint(r.b)
	if r.bad || n <= 0 || n > 1 && r.b[n-1] == 0 || x > uint64(limit) {
		r.bad = true
		return 0
	}
	r.b = r.b[n:]
	return int(x)
}

// id takes the number of a participant.
func (r *reader) id() uint16 {
	var x scalar.Scalar
	r.scalar(&x)
	l := x.Limbs()
	if l[0] == 0 || l[0] > 1<<16-1 || l[1]|l[2]|l[3] != 0 {
		r.bad = true
	}
	return uint16(l[0])
}

// scalar takes a scalar.
func (r *reader) scalar(x *scalar.Scalar) {
	if b := r.bytes(scalarSize); b != nil && !r.suite.decodeScalar(x, b) {
		r.bad = true
	}
}

// element takes an element, which e will be when done is called.
func (r *reader) element(e *element) {
	if b := r.bytes(r.suite.elementSize); b != nil {
		r.all, r.into = append(r.all, b), append(r.into, e)
	}
}

// done reports whether all was there, and nothing else. If so it sets the elements, in variable time.
func (r *reader) done() bool {
	if r.bad || len(r.b) != 0 {
		return false
	}
	for i, p := range r.suite.curve.decode(r.all) {
		if p == nil {
			return false
		}
		*r.into[i] = element{append([]byte(nil), r.all[i]...), p}
	}
	return true
}
