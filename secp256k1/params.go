// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package secp256k1

import "math/big"

// The parameters of SEC 2, version 2, section 2.4.1, big-endian.
var (
	paramP = [32]byte{
		0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
		0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xfe, 0xff, 0xff, 0xfc, 0x2f,
	}
	paramN = [32]byte{
		0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xfe,
		0xba, 0xae, 0xdc, 0xe6, 0xaf, 0x48, 0xa0, 0x3b, 0xbf, 0xd2, 0x5e, 0x8c, 0xd0, 0x36, 0x41, 0x41,
	}
	paramB = [32]byte{31: 7}
)

// PBytes returns the prime p = 2^256 - 2^32 - 977, in 32 bytes, big-endian. Coordinates are
// integers modulo p.
func PBytes() [32]byte { return paramP }

// NBytes returns the order n of the group, which is prime, in 32 bytes, big-endian. Scalars are
// integers modulo n.
func NBytes() [32]byte { return paramN }

// BBytes returns the constant b = 7 of the equation y^2 = x^3 + b, in 32 bytes, big-endian.
func BBytes() [32]byte { return paramB }

// GBytes returns the generator G, in 65 bytes, uncompressed.
func GBytes() [65]byte { return [65]byte(NewGeneratorPoint().BytesUncompressed()) }

// P returns the prime p = 2^256 - 2^32 - 977. It is a new integer each time, which the caller
// may change, as the results of [N], [B] and [G] are.
func P() *big.Int { return new(big.Int).SetBytes(paramP[:]) }

// N returns the order n of the group, which is prime.
func N() *big.Int { return new(big.Int).SetBytes(paramN[:]) }

// B returns the constant b = 7 of the equation y^2 = x^3 + b.
func B() *big.Int { return new(big.Int).SetBytes(paramB[:]) }

// G returns the coordinates of the generator G.
func G() (x, y *big.Int) {
	g := GBytes()
	return new(big.Int).SetBytes(g[1:33]), new(big.Int).SetBytes(g[33:])
}
