// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package field

import "encoding/binary"

// Decode sets z to the little-endian integer b and returns 1 if it is below p;
// otherwise it returns 0 and leaves z unchanged.
func (p Modulus) Decode(z *Element, b *[32]byte) int {
	return p.setCanonical(z, fromLittleEndian(b[:]))
}

// DecodeBE sets z to the big-endian integer b and returns 1 if it is below p;
// otherwise it returns 0 and leaves z unchanged.
func (p Modulus) DecodeBE(z *Element, b *[32]byte) int {
	return p.setCanonical(z, Element{
		binary.BigEndian.Uint64(b[24:]),
		binary.BigEndian.Uint64(b[16:]),
		binary.BigEndian.Uint64(b[8:]),
		binary.BigEndian.Uint64(b[0:]),
	})
}

// setCanonical sets z = x and returns 1 if x is below p, as an integer;
// otherwise it returns 0 and leaves z unchanged.
func (p Modulus) setCanonical(z *Element, x Element) int {
	var d Element
	ok := int(p.subtractP(&d, &x))
	z.Select(&x, z, ok)
	return ok
}

// DecodeMasked sets z to the little-endian integer b without its bit 255,
// modulo p. It accepts every input.
func (p Modulus) DecodeMasked(z *Element, b *[32]byte) {
	*z = fromLittleEndian(b[:])
	z.l3 &= 1<<63 - 1
}

// DecodeWide sets z to the little-endian integer b modulo p.
func (p Modulus) DecodeWide(z *Element, b *[64]byte) {
	lo, hi := fromLittleEndian(b[:32]), fromLittleEndian(b[32:])
	fold := Element{l0: uint64(p)}
	p.Mul(&hi, &hi, &fold)
	p.Add(z, &lo, &hi)
}

// Canonical returns the little-endian limbs of x in [0, p).
func (p Modulus) Canonical(x *Element) [4]uint64 {
	r := p.reduce(x)
	return r.Limbs()
}

// Encode sets b to x in [0, p), little-endian.
func (p Modulus) Encode(b *[32]byte, x *Element) {
	r := p.reduce(x)
	binary.LittleEndian.PutUint64(b[0:], r.l0)
	binary.LittleEndian.PutUint64(b[8:], r.l1)
	binary.LittleEndian.PutUint64(b[16:], r.l2)
	binary.LittleEndian.PutUint64(b[24:], r.l3)
}

// EncodeBE sets b to x in [0, p), big-endian.
func (p Modulus) EncodeBE(b *[32]byte, x *Element) {
	r := p.reduce(x)
	binary.BigEndian.PutUint64(b[24:], r.l0)
	binary.BigEndian.PutUint64(b[16:], r.l1)
	binary.BigEndian.PutUint64(b[8:], r.l2)
	binary.BigEndian.PutUint64(b[0:], r.l3)
}

func fromLittleEndian(b []byte) Element {
	return Element{
		binary.LittleEndian.Uint64(b[0:]),
		binary.LittleEndian.Uint64(b[8:]),
		binary.LittleEndian.Uint64(b[16:]),
		binary.LittleEndian.Uint64(b[24:]),
	}
}
