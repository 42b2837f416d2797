// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package secrettext

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/binary"
	"math/bits"
)

// Base 58, as Bitcoin has it: the bytes are an integer, big-endian, and the characters its digits. Zero
// bytes before it are written as one digit 0 each, which is the character 1. The time depends on the
// length, on the number of those zeros, and on how many digits the integer has; and on nothing else.
//
// Source: BIP-32, and the encoding of addresses in Bitcoin Core, which it refers to.

// group is 58^5: five characters at once, less than 2^30.
const group = 58 * 58 * 58 * 58 * 58

// divGroup returns c / group, rounded down, for c < 2^63.
//
// reciprocal·group = 2^93 + e with 0 < e <= group < 2^30, and so c·reciprocal/2^93 is above c/group by less
// than c·e/(2^93·group) < 1/group, which is not enough to reach the next integer.
func divGroup(c uint64) uint64 {
	const reciprocal = 15088623744157144426 // 2^93/group, rounded up
	high, _ := bits.Mul64(c, reciprocal)
	return high >> 29
}

// div58 returns v / 58, rounded down, for v < group, as divGroup does.
func div58(v uint64) uint64 {
	const reciprocal = 1184818565 // 2^36/58, rounded up
	return v * reciprocal >> 36
}

// char58 returns the character of v in [0, 58). The letters I, O and l are left out.
func char58(v int32) byte {
	c := '1' + v
	c += above(v, 8) & ('A' - '9' - 1)
	c += above(v, 16) & 1
	c += above(v, 21) & 1
	c += above(v, 32) & ('a' - 'Z' - 1)
	c += above(v, 43) & 1
	return byte(c)
}

// value58 returns the value of the character c, or -1.
func value58(c byte) int32 {
	x := int32(c)
	v := between(x, '1', '9') & (x - '1' + 1)
	v |= between(x, 'A', 'H') & (x - 'A' + 10)
	v |= between(x, 'J', 'N') & (x - 'J' + 18)
	v |= between(x, 'P', 'Z') & (x - 'P' + 23)
	v |= between(x, 'a', 'k') & (x - 'a' + 34)
	v |= between(x, 'm', 'z') & (x - 'm' + 45)
	return v - 1
}

// AppendBase58 appends the characters of src in base 58 to dst, and returns the result.
func AppendBase58(dst, src []byte) []byte {
	var buffer [32]uint32
	digits := buffer[:0] // in base group, the lowest first
	zeros := leadingZeros(src)
	for i := 1; len(src) > 0; i++ {
		w := len(src) & 3
		if w == 0 {
			w = 4
		}
		var word [4]byte
		copy(word[4-w:], src[:w])
		src = src[w:]
		// i words are less than group^(i·1119/1024).
		for len(digits) <= i*1119>>10 {
			digits = append(digits, 0)
		}
		carry := uint64(binary.BigEndian.Uint32(word[:]))
		for j, d := range digits { // carry < 2^32
			c := uint64(d)<<32 | carry
			carry = divGroup(c)
			digits[j] = uint32(c - carry*group)
		}
	}
	for range zeros {
		dst = append(dst, '1')
	}
	start, none := len(dst), 0
	var seen int32 // -1 after a digit that is not 0
	for i := len(digits) - 1; i >= 0; i-- {
		var five [5]byte
		v := uint64(digits[i])
		for j := 4; j >= 0; j-- {
			q := div58(v)
			five[j] = byte(v - q*58)
			v = q
		}
		for _, v := range five {
			seen |= above(int32(v), 0)
			none += int(1 + seen)
			dst = append(dst, char58(int32(v)))
		}
	}
	return append(dst[:start], dst[start+none:]...)
}

// leadingZeros returns how many zero bytes b begins with.
func leadingZeros(b []byte) int {
	n, seen := 0, int32(0)
	for _, c := range b {
		seen |= above(int32(c), 0)
		n += int(1 + seen)
	}
	return n
}

// AppendDecodeBase58 appends the bytes of which src is the text to dst, and returns the result and
// true. There is one text for any bytes. If src has any other character, it returns nil and false.
func AppendDecodeBase58(dst, src []byte) ([]byte, bool) {
	var buffer [32]uint32
	words := buffer[:0] // the lowest first
	var bad, seen int32
	zeros := 0
	for done := 0; len(src) > 0; {
		w := len(src)
		for w > 5 {
			w -= 5
		}
		carry, base := uint64(0), uint64(1)
		for _, c := range src[:w] {
			v := value58(c)
			bad |= v
			seen |= above(v, 0)
			zeros += int(1 + seen)
			carry, base = carry*58+uint64(v&63), base*58
		}
		src, done = src[w:], done+w
		for len(words)*32 < done*6 { // 58 < 2^6
			words = append(words, 0)
		}
		for j, d := range words { // carry < 2^31
			c := uint64(d)*base + carry
			words[j], carry = uint32(c), c>>32
		}
	}
	if bad < 0 {
		return nil, false
	}
	number := make([]byte, 0, 4*len(words))
	for i := len(words) - 1; i >= 0; i-- {
		number = binary.BigEndian.AppendUint32(number, words[i])
	}
	for range zeros {
		dst = append(dst, 0)
	}
	return append(dst, number[leadingZeros(number):]...), true
}

// checksumSize is how many bytes of SHA-256(SHA-256(b)) are appended to bytes b.
const checksumSize = 4

func checksum58(b []byte) [sha256.Size]byte {
	h := sha256.Sum256(b)
	return sha256.Sum256(h[:])
}

// AppendBase58Check appends the characters of src, and of four bytes that are a checksum of it, in base 58
// to dst, and returns the result.
func AppendBase58Check(dst, src []byte) []byte {
	sum := checksum58(src)
	return AppendBase58(dst, append(append(make([]byte, 0, len(src)+checksumSize), src...), sum[:checksumSize]...))
}

// DecodeBase58Check returns the bytes of which src is the text, with their checksum, and true. If src is no
// such text, it returns nil and false.
func DecodeBase58Check(src []byte) ([]byte, bool) {
	b, ok := AppendDecodeBase58(nil, src)
	if !ok || len(b) < checksumSize {
		return nil, false
	}
	b, given := b[:len(b)-checksumSize], b[len(b)-checksumSize:]
	sum := checksum58(b)
	if subtle.ConstantTimeCompare(given, sum[:checksumSize]) != 1 {
		return nil, false
	}
	return b, true
}
