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

// Bytes become text by digits in base group, which is 58^10, below 2^59.
const (
	group     = 58 * 58 * 58 * 58 * 58 * 58 * 58 * 58 * 58 * 58
	groupSize = 10 // characters
	wordSize  = 7  // bytes that are added to digits at once
)

// reciprocal is 2^122/group, rounded down.
const reciprocal = 12341829299687362710

// quotient returns about d·2^56/group, for d < 2·group: not more than that, and less by less than 1.02.
//
// reciprocal is 2^122/group - e with 0 <= e < 1, so that the product of it and d·2^4 < 2^64, divided by 2^70, is not
// above d·2^56/group and less by less than 2^-6. Rounding down takes less than 1.
func quotient(d uint64) uint64 {
	high, _ := bits.Mul64(d<<4, reciprocal)
	return high >> 6
}

// fraction returns about v/group·2^64, for v < group: not less than that, and more by at most 4. That is less than
// 2^64/group, which is above 42, so that the first ten digits after the point, in base 58, are those of v/group.
//
// The product of reciprocal and v·2^5 < 2^64, divided by 2^63, is not above v/group·2^64 and less by less than 2;
// rounding down to an even number takes less than 2, too.
func fraction(v uint64) uint64 {
	high, _ := bits.Mul64(v<<5, reciprocal)
	return high<<1 + 4
}

// appendGroups appends to nothing the digits in base group of the integer that src is, the lowest first, one for
// each word, and for none one. There may be zeros above the highest.
func appendGroups(digits []uint64, src []byte) []uint64 {
	// For each word all digits are multiplied by 2^56. The quotient of a digit does not depend on that of the digit
	// below, which is added to what remains: that is below 1.02·group + 2^57 < 2·group. The integer is less than
	// 2^56 < group to the number of digits, and so the highest has no quotient.
	first := len(src)
	for first > wordSize {
		first -= wordSize
	}
	var word uint64
	for _, b := range src[:first] {
		word = word<<8 | uint64(b)
	}
	digits = append(digits, word)
	for at := first; at < len(src); at += wordSize {
		carry := binary.BigEndian.Uint64(src[at-1:]) << 8 >> 8
		for j, d := range digits {
			q := quotient(d)
			digits[j] = d<<56 + carry - q*group
			carry = q
		}
		digits = append(digits, carry)
	}
	var carry uint64
	for j, d := range digits { // d + carry < 2·group
		d, borrow := bits.Sub64(d+carry, group, 0)
		digits[j] = d + group&-borrow
		carry = 1 - borrow
	}
	return digits
}

// each is 1 in each of the eight bytes of an integer, which have a value each, and do not touch each other.
const each = 0x0101010101010101

// above8 returns 1 in those bytes that are above bound; all are in [0, 128).
func above8(v, bound uint64) uint64 { return (v + (127-bound)*each) >> 7 & each }

// chars58 returns the characters of eight values in [0, 58). The letters I, O and l are left out.
func chars58(v uint64) uint64 {
	return v + '1'*each + above8(v, 8)*('A'-'9'-1) + above8(v, 16) + above8(v, 21) + above8(v, 32)*('a'-'Z'-1) + above8(v, 43)
}

// values58 returns the values of eight characters, and 0; or something, and not 0, if one of them has none.
func values58(c uint64) (v, bad uint64) {
	bad = c & (128 * each)
	c &= 127 * each
	bad |= (above8(c, '1'-1) ^ each) | above8(c, 'z')
	v = c - '1'*each - above8(c, '9')*('A'-'9'-1) - above8(c, 'H') - above8(c, 'N') - above8(c, 'Z')*('a'-'Z'-1) - above8(c, 'k')
	return v, bad | (chars58(v) ^ c) // what is between digits and letters, and a letter that is left out
}

// zeroBytes returns how many of the eight bytes of v are zero before the first that is not, from the highest.
func zeroBytes(v uint64) int {
	v |= v >> 4 & (15 * each) // the lowest bit of each byte: whether it is not zero
	v |= v >> 2 & (63 * each)
	v |= v >> 1 & (127 * each)
	v &= each
	v |= v >> 8 // or one above it is not
	v |= v >> 16
	v |= v >> 32
	return 8 - int(v*each>>56)
}

// A zeroCount counts the zero bytes that words begin with.
type zeroCount struct{ count, over int } // over is -1 after a byte that is not zero

func (z *zeroCount) add(v uint64) {
	n := zeroBytes(v)
	z.count += n &^ z.over
	z.over |= (n - 8) >> 3
}

// AppendBase58 appends characters of src in base 58 to dst, as many as size says, and returns the result. They
// are the text of src if that has this size, as [VarTimeBase58Size] tells.
func AppendBase58(dst, src []byte, size int) []byte {
	var buffer [16]uint64
	digits := appendGroups(buffer[:0], src)
	start := len(dst)
	dst = append(dst, make([]byte, size)...)
	text := dst[start:]
	for _, d := range digits {
		f := fraction(d)
		eight, f := next58(f, 8)
		two, _ := next58(f, 2)
		var ten [groupSize]byte
		binary.BigEndian.PutUint64(ten[:], eight)
		binary.BigEndian.PutUint16(ten[8:], uint16(two))
		if size < groupSize {
			copy(text[:size], ten[groupSize-size:])
			break
		}
		size -= groupSize
		*(*[groupSize]byte)(text[size:]) = ten
	}
	for ; len(text) >= 8; text = text[:len(text)-8] { // what was written first is first
		last := text[len(text)-8:]
		binary.LittleEndian.PutUint64(last, chars58(binary.LittleEndian.Uint64(last)))
	}
	var eight [8]byte
	copy(eight[:], text)
	binary.LittleEndian.PutUint64(eight[:], chars58(binary.LittleEndian.Uint64(eight[:])))
	copy(text, eight[:])
	return dst
}

// next58 returns the next n digits after the point, in base 58, of a fraction, the last one in the lowest byte, and the
// fraction that follows.
func next58(f uint64, n int) (digits, rest uint64) {
	for range n {
		digit, rest := bits.Mul64(f, 58)
		digits, f = digits<<8|digit, rest
	}
	return digits, f
}

// VarTimeBase58Size returns how many characters src has in base 58, in variable time.
func VarTimeBase58Size(src []byte) int {
	zeros := 0
	for zeros < len(src) && src[zeros] == 0 {
		zeros++
	}
	digits := appendGroups(nil, src)
	for len(digits) > 0 && digits[len(digits)-1] == 0 {
		digits = digits[:len(digits)-1]
	}
	if len(digits) == 0 {
		return zeros
	}
	size := zeros + groupSize*(len(digits)-1)
	highest := digits[len(digits)-1]
	for power := uint64(1); power <= highest; power *= 58 { // up to group
		size++
	}
	return size
}

// DecodeBase58 sets dst to the bytes of which src is the text, and reports whether there are such bytes, of this
// number. There is one text for any bytes.
func DecodeBase58(dst, src []byte) bool {
	const base = 58 * 58 * 58 * 58 * 58 * 58 * 58 * 58 // of digits that are eight characters
	var buffer [16]uint64
	words := append(buffer[:0], make([]uint64, (len(dst)+7)>>3)...) // the lowest first
	zeros := zeroCount{count: len(dst) - 8*len(words)}
	var bad uint64 // not 0 if something is wrong
	length := 0    // of the integer in bits, at most
	first := len(src) & 7
	eight := [8]byte{'1', '1', '1', '1', '1', '1', '1', '1'}
	copy(eight[8-first:], src)
	ones := zeroCount{count: first - 8}
	c := binary.BigEndian.Uint64(eight[:])
	for at := first; ; at += 8 {
		v, wrong := values58(c)
		bad |= wrong
		ones.add(v)
		v = v>>8&0x00ff00ff00ff00ff*58 + v&0x00ff00ff00ff00ff
		v = v>>16&0x0000ffff0000ffff*(58*58) + v&0x0000ffff0000ffff
		carry := v>>32*(58*58*58*58) + v&0xffffffff
		length += 47 // base < 2^47
		for j := range words[:min(len(words), (length+63)>>6)] {
			high, low := bits.Mul64(words[j], base)
			low, c := bits.Add64(low, carry, 0)
			words[j], carry = low, high+c
		}
		bad |= carry // what does not fit
		if at == len(src) {
			break
		}
		c = binary.BigEndian.Uint64(src[at:])
	}
	for len(words) > 0 {
		var eight [8]byte
		top := len(words) - 1
		binary.BigEndian.PutUint64(eight[:], words[top])
		zeros.add(words[top])
		words = words[:top]
		n := copy(dst, eight[8-(len(dst)-8*top):])
		for _, b := range eight[:8-n] { // what does not fit
			bad |= uint64(b)
		}
		dst = dst[n:]
	}
	bad |= uint64(zeros.count ^ ones.count)
	return bad == 0
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
