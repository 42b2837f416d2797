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
// bytes before it are written as one digit 0 each, which is the character 1. So the number of characters
// depends on the bytes: who calls this knows both numbers, of what is not secret.
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

// chars58 returns the characters of eight values in [0, 58), each in a byte, in which they are alone: none is
// above 127. The letters I, O and l are left out.
func chars58(v uint64) uint64 {
	const each = 0x0101010101010101
	above := func(bound uint64) uint64 { return (v + (127-bound)*each) >> 7 & each } // 1 if a value is above it
	return v + '1'*each + above(8)*('A'-'9'-1) + above(16) + above(21) + above(32)*('a'-'Z'-1) + above(43)
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

// digits58 returns the digits in base group of the integer that src is, the lowest first. There may be zeros
// above the highest.
func digits58(digits []uint32, src []byte) []uint32 {
	// Two words at once, the second one a digit behind, since neither has to wait for the other's quotients.
	for i := 2; len(src) > 0; i += 2 {
		w := len(src) & 7
		if w == 0 {
			w = 8
		}
		var words [8]byte
		copy(words[8-w:], src[:w])
		src = src[w:]
		// i words are less than group^(i·1119/1024).
		for len(digits) <= i*1119>>10 {
			digits = append(digits, 0)
		}
		first, second := uint64(binary.BigEndian.Uint32(words[:4])), uint64(binary.BigEndian.Uint32(words[4:]))
		digit, first := step58(digits[0], first)
		for j, d := range digits[1:] {
			digits[j], second = step58(digit, second)
			digit, first = step58(d, first)
		}
		digits[len(digits)-1], _ = step58(digit, second)
	}
	return digits
}

// step58 returns the digit and the carry of d·2^32 + carry, where d < group and carry < 2^32, as the new carry
// is.
func step58(d uint32, carry uint64) (uint32, uint64) {
	c := uint64(d)<<32 | carry
	carry = divGroup(c)
	return uint32(c - carry*group), carry
}

// AppendBase58 appends characters of src in base 58 to dst, as many as size says, and returns the result. They
// are the text of src if that has this size, as [VarTimeBase58Size] tells.
func AppendBase58(dst, src []byte, size int) []byte {
	var buffer [32]uint32
	digits := digits58(buffer[:0], src)
	start := len(dst)
	dst = append(dst, make([]byte, size)...)
	text := dst[start:]
	for _, d := range digits {
		v := uint64(d)
		for range min(size, 5) {
			size--
			q := div58(v)
			text[size] = byte(v - q*58)
			v = q
		}
	}
	for len(text) > 0 {
		var eight [8]byte
		n := copy(eight[:], text)
		binary.LittleEndian.PutUint64(eight[:], chars58(binary.LittleEndian.Uint64(eight[:])))
		copy(text, eight[:n])
		text = text[n:]
	}
	return dst
}

// VarTimeBase58Size returns how many characters src has in base 58, in variable time.
func VarTimeBase58Size(src []byte) int {
	zeros := 0
	for zeros < len(src) && src[zeros] == 0 {
		zeros++
	}
	digits := digits58(nil, src)
	for len(digits) > 0 && digits[len(digits)-1] == 0 {
		digits = digits[:len(digits)-1]
	}
	if len(digits) == 0 {
		return zeros
	}
	size := zeros + 5*(len(digits)-1)
	for v := uint64(digits[len(digits)-1]); v > 0; v = div58(v) {
		size++
	}
	return size
}

// DecodeBase58 sets dst to the bytes of which src is the text, and reports whether there are such bytes, of this
// number. There is one text for any bytes.
func DecodeBase58(dst, src []byte) bool {
	var buffer [32]uint32
	words := append(buffer[:0], make([]uint32, (len(dst)+3)>>2)...) // the lowest first
	var bad, seen int32                                             // negative, and -1 after a character that is not 1
	zeros := 0
	for len(src) > 0 {
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
		src = src[w:]
		for j, d := range words { // carry < 2^31
			c := uint64(d)*base + carry
			words[j], carry = uint32(c), c>>32
		}
		bad |= -int32(carry) // what does not fit
	}
	seen = 0
	for i := range dst {
		at := len(dst) - 1 - i
		c := byte(words[at>>2] >> (8 * (at & 3)))
		dst[i] = c
		seen |= above(int32(c), 0)
		zeros -= int(1 + seen)
	}
	if n := len(dst) & 3; n > 0 { // the bytes of the highest word that are not in dst
		bad |= -int32(words[len(words)-1] >> (8 * n))
	}
	bad |= int32(zeros) | -int32(zeros)
	return bad >= 0
}

// checksumSize is how many bytes of SHA-256(SHA-256(b)) are appended to bytes b.
const checksumSize = 4

// withChecksum appends src and its checksum to dst, and returns the result.
func withChecksum(dst, src []byte) []byte {
	h := sha256.Sum256(src)
	h = sha256.Sum256(h[:])
	return append(append(dst, src...), h[:checksumSize]...)
}

// AppendBase58Check is [AppendBase58] of src and four bytes that are its checksum.
func AppendBase58Check(dst, src []byte, size int) []byte {
	var buffer [128]byte
	return AppendBase58(dst, withChecksum(buffer[:0], src), size)
}

// DecodeBase58Check is [DecodeBase58] of bytes with a checksum after them, which it reports to be right, too.
func DecodeBase58Check(dst, src []byte) bool {
	var buffer, again [128]byte
	b := append(buffer[:0], make([]byte, len(dst)+checksumSize)...)
	if !DecodeBase58(b, src) {
		return false
	}
	copy(dst, b)
	return subtle.ConstantTimeCompare(b, withChecksum(again[:0], dst)) == 1
}
