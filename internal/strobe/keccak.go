// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package strobe

import (
	"encoding/binary"
	"math/bits"
)

// permute applies Keccak-f[1600] to the state, 25 lanes of 64 bits, little-endian: lane x + 5y is
// the one at (x, y). Neither the standard library nor golang.org/x/crypto exports it.
//
// Source: FIPS 202, section 3.
func permute(state *[200]byte) {
	var a, e [25]uint64
	for i := range a {
		a[i] = binary.LittleEndian.Uint64(state[8*i:])
	}
	complement(&a)
	for i := 0; i < len(roundConstants); i += 2 {
		round(&e, &a, roundConstants[i])
		round(&a, &e, roundConstants[i+1])
	}
	complement(&a)
	for i := range a {
		binary.LittleEndian.PutUint64(state[8*i:], a[i])
	}
}

// complement changes between lanes and the form that they have in rounds, in which these six are
// complements: so chi needs a sixth of the operations NOT.
//
// Source: The Keccak Team, Keccak implementation overview, version 3.2, section 2.2.
func complement(a *[25]uint64) {
	a[1], a[2], a[8], a[12], a[17], a[20] = ^a[1], ^a[2], ^a[8], ^a[12], ^a[17], ^a[20]
}

// roundConstants are those of the step iota.
var roundConstants = [24]uint64{
	0x0000000000000001, 0x0000000000008082, 0x800000000000808a, 0x8000000080008000,
	0x000000000000808b, 0x0000000080000001, 0x8000000080008081, 0x8000000000008009,
	0x000000000000008a, 0x0000000000000088, 0x0000000080008009, 0x000000008000000a,
	0x000000008000808b, 0x800000000000008b, 0x8000000000008089, 0x8000000000008003,
	0x8000000000008002, 0x8000000000000080, 0x000000000000800a, 0x800000008000000a,
	0x8000000080008081, 0x8000000000008080, 0x0000000080000001, 0x8000000080008008,
}

// round sets e to the state after a round on a: theta, rho and pi, which give the rows b of lanes,
// then chi and iota. a and e have the six complements. Theta takes the complements of all of columns 0 and
// 3 then, so that other lanes are complements in the rows b; what chi is of those, with the six complements in
// the result, stands here by the rules of De Morgan.
func round(e, a *[25]uint64, constant uint64) {
	c0 := a[0] ^ a[5] ^ a[10] ^ a[15] ^ a[20]
	c1 := a[1] ^ a[6] ^ a[11] ^ a[16] ^ a[21]
	c2 := a[2] ^ a[7] ^ a[12] ^ a[17] ^ a[22]
	c3 := a[3] ^ a[8] ^ a[13] ^ a[18] ^ a[23]
	c4 := a[4] ^ a[9] ^ a[14] ^ a[19] ^ a[24]
	d0 := c4 ^ bits.RotateLeft64(c1, 1)
	d1 := c0 ^ bits.RotateLeft64(c2, 1)
	d2 := c1 ^ bits.RotateLeft64(c3, 1)
	d3 := c2 ^ bits.RotateLeft64(c4, 1)
	d4 := c3 ^ bits.RotateLeft64(c0, 1)

	b0 := a[0] ^ d0
	b1 := bits.RotateLeft64(a[6]^d1, 44)
	b2 := bits.RotateLeft64(a[12]^d2, 43)
	b3 := bits.RotateLeft64(a[18]^d3, 21)
	b4 := bits.RotateLeft64(a[24]^d4, 14)
	e[0] = b0 ^ (b1 | b2) ^ constant
	e[1] = b1 ^ (^b2 | b3)
	e[2] = b2 ^ b3&b4
	e[3] = b3 ^ (b4 | b0)
	e[4] = b4 ^ b0&b1

	b0 = bits.RotateLeft64(a[3]^d3, 28)
	b1 = bits.RotateLeft64(a[9]^d4, 20)
	b2 = bits.RotateLeft64(a[10]^d0, 3)
	b3 = bits.RotateLeft64(a[16]^d1, 45)
	b4 = bits.RotateLeft64(a[22]^d2, 61)
	e[5] = b0 ^ (b1 | b2)
	e[6] = b1 ^ b2&b3
	e[7] = b2 ^ (b3 | ^b4)
	e[8] = b3 ^ (b4 | b0)
	e[9] = b4 ^ b0&b1

	b0 = bits.RotateLeft64(a[1]^d1, 1)
	b1 = bits.RotateLeft64(a[7]^d2, 6)
	b2 = bits.RotateLeft64(a[13]^d3, 25)
	b3 = bits.RotateLeft64(a[19]^d4, 8)
	b4 = bits.RotateLeft64(a[20]^d0, 18)
	e[10] = b0 ^ (b1 | b2)
	e[11] = b1 ^ b2&b3
	e[12] = b2 ^ b4&^b3
	e[13] = ^b3 ^ (b4 | b0)
	e[14] = b4 ^ b0&b1

	b0 = bits.RotateLeft64(a[4]^d4, 27)
	b1 = bits.RotateLeft64(a[5]^d0, 36)
	b2 = bits.RotateLeft64(a[11]^d1, 10)
	b3 = bits.RotateLeft64(a[17]^d2, 15)
	b4 = bits.RotateLeft64(a[23]^d3, 56)
	e[15] = b0 ^ b1&b2
	e[16] = b1 ^ (b2 | b3)
	e[17] = b2 ^ (^b3 | b4)
	e[18] = ^b3 ^ b4&b0
	e[19] = b4 ^ (b0 | b1)

	b0 = bits.RotateLeft64(a[2]^d2, 62)
	b1 = bits.RotateLeft64(a[8]^d3, 55)
	b2 = bits.RotateLeft64(a[14]^d4, 39)
	b3 = bits.RotateLeft64(a[15]^d0, 41)
	b4 = bits.RotateLeft64(a[21]^d1, 2)
	e[20] = b0 ^ b2&^b1
	e[21] = ^b1 ^ (b2 | b3)
	e[22] = b2 ^ b3&b4
	e[23] = b3 ^ (b4 | b0)
	e[24] = b4 ^ b0&b1
}
