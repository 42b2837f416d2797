// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package scalar

import (
	"encoding/binary"

	"secant.example/internal/limbs"
)

// Decode sets z to the little-endian integer b and returns 1 if it is below n;
// otherwise it returns 0 and leaves z unchanged.
func (n *Modulus) Decode(z *Scalar, b *[32]byte) int {
	x := littleEndian(b[:])
	return n.setCanonical(z, &x)
}

// DecodeBE sets z to the big-endian integer b and returns 1 if it is below n;
// otherwise it returns 0 and leaves z unchanged.
func (n *Modulus) DecodeBE(z *Scalar, b *[32]byte) int {
	x := bigEndian(b[:])
	return n.setCanonical(z, &x)
}

func (n *Modulus) setCanonical(z, x *Scalar) int {
	_, b := sub(x, &n.n)
	z.Select(x, z, int(b))
	return int(b)
}

// Reduce sets z to the little-endian integer b modulo n.
func (n *Modulus) Reduce(z *Scalar, b *[32]byte) {
	x := littleEndian(b[:])
	n.reduce(z, x.l0, x.l1, x.l2, x.l3, 0)
}

// ReduceClamped sets z to the little-endian integer b modulo n, after clamping it as [limbs.Clamped] does.
func (n *Modulus) ReduceClamped(z *Scalar, b *[32]byte) {
	x := limbs.Clamped(b)
	n.reduce(z, x[0], x[1], x[2], x[3], 0)
}

// ReduceBE sets z to the big-endian integer b modulo n.
func (n *Modulus) ReduceBE(z *Scalar, b *[32]byte) {
	x := bigEndian(b[:])
	n.reduce(z, x.l0, x.l1, x.l2, x.l3, 0)
}

// ReduceBytes sets z to the little-endian integer b, of any length, modulo n. The time
// depends on the length only.
func (n *Modulus) ReduceBytes(z *Scalar, b []byte) {
	if len(b) == 32 {
		n.Reduce(z, (*[32]byte)(b))
		return
	}
	// In groups of 32 bytes, from the highest one on.
	var sum Scalar
	for len(b) > 0 {
		i := (len(b) - 1) &^ 31
		var wide [64]byte
		copy(wide[:32], b[i:])
		n.Encode((*[32]byte)(wide[32:]), &sum)
		n.DecodeWide(&sum, &wide)
		b = b[:i]
	}
	*z = sum
}

// ReduceBytesBE sets z to the big-endian integer b, of any length, modulo n. The time
// depends on the length only.
func (n *Modulus) ReduceBytesBE(z *Scalar, b []byte) {
	if len(b) == 32 {
		n.ReduceBE(z, (*[32]byte)(b))
		return
	}
	// In groups of 32 bytes, but for the first and highest one.
	var sum Scalar
	for len(b) > 0 {
		i := (len(b)-1)%32 + 1
		var wide [64]byte
		n.EncodeBE((*[32]byte)(wide[:32]), &sum)
		copy(wide[64-i:], b[:i])
		n.DecodeWideBE(&sum, &wide)
		b = b[i:]
	}
	*z = sum
}

// DecodeWide sets z to the little-endian integer b modulo n.
func (n *Modulus) DecodeWide(z *Scalar, b *[64]byte) {
	var t [8]uint64
	for i := range t {
		t[i] = binary.LittleEndian.Uint64(b[8*i:])
	}
	n.reduceWide(z, &t)
}

// DecodeWideBE sets z to the big-endian integer b modulo n.
func (n *Modulus) DecodeWideBE(z *Scalar, b *[64]byte) {
	var t [8]uint64
	for i := range t {
		t[7-i] = binary.BigEndian.Uint64(b[8*i:])
	}
	n.reduceWide(z, &t)
}

// Encode sets b to x, little-endian.
func (n *Modulus) Encode(b *[32]byte, x *Scalar) {
	binary.LittleEndian.PutUint64(b[0:], x.l0)
	binary.LittleEndian.PutUint64(b[8:], x.l1)
	binary.LittleEndian.PutUint64(b[16:], x.l2)
	binary.LittleEndian.PutUint64(b[24:], x.l3)
}

// EncodeBE sets b to x, big-endian.
func (n *Modulus) EncodeBE(b *[32]byte, x *Scalar) {
	binary.BigEndian.PutUint64(b[0:], x.l3)
	binary.BigEndian.PutUint64(b[8:], x.l2)
	binary.BigEndian.PutUint64(b[16:], x.l1)
	binary.BigEndian.PutUint64(b[24:], x.l0)
}

func littleEndian(b []byte) Scalar {
	return Scalar{
		binary.LittleEndian.Uint64(b[0:]),
		binary.LittleEndian.Uint64(b[8:]),
		binary.LittleEndian.Uint64(b[16:]),
		binary.LittleEndian.Uint64(b[24:]),
	}
}

func bigEndian(b []byte) Scalar {
	return Scalar{
		binary.BigEndian.Uint64(b[24:]),
		binary.BigEndian.Uint64(b[16:]),
		binary.BigEndian.Uint64(b[8:]),
		binary.BigEndian.Uint64(b[0:]),
	}
}
