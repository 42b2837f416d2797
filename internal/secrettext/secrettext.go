// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package secrettext writes secrets as text and reads them: hex, base58, base64, PEM and the members
// of a JSON Web Key.
//
// The packages of the standard library look up characters in tables, at addresses that
// depend on the secret. Here characters are computed. The time depends on lengths, on where
// the white space of PEM is, and on whether a text is one; and on nothing else.
//
// Source: RFC 4648 and RFC 7468.
package secrettext

// between returns -1, all bits one, if low <= c <= high, and otherwise 0. All three are in
// [0, 256).
func between(c, low, high int32) int32 { return ((low - 1 - c) & (c - high - 1)) >> 31 }

// above returns -1 if v > bound, and otherwise 0.
func above(v, bound int32) int32 { return (bound - v) >> 31 }

// Base64 is an alphabet of base64.
type Base64 struct {
	plus, slash byte // the characters of 62 and 63
	padded      bool
}

// The alphabets of RFC 4648, sections 4 and 5. What is of bytes that are not a multiple of 3
// is padded in the first, and is not in the second, as JSON Web Keys have it.
var (
	Std    = Base64{'+', '/', true}
	RawURL = Base64{'-', '_', false}
)

// char returns the character of v in [0, 64).
func (e Base64) char(v int32) byte {
	c := 'A' + v
	c += above(v, 25) & ('a' - 'Z' - 1)
	c += above(v, 51) & ('0' - 'z' - 1)
	c += above(v, 61) & (int32(e.plus) - '9' - 1)
	c += above(v, 62) & (int32(e.slash) - int32(e.plus) - 1)
	return byte(c)
}

// value returns the value of the character c, or -1.
func (e Base64) value(c byte) int32 {
	x := int32(c)
	v := between(x, 'A', 'Z') & (x - 'A' + 1)
	v |= between(x, 'a', 'z') & (x - 'a' + 27)
	v |= between(x, '0', '9') & (x - '0' + 53)
	v |= between(x, int32(e.plus), int32(e.plus)) & 63
	v |= between(x, int32(e.slash), int32(e.slash)) & 64
	return v - 1
}

// AppendEncode appends the text of src to dst, and returns the result.
func (e Base64) AppendEncode(dst, src []byte) []byte {
	for ; len(src) >= 3; src = src[3:] {
		v := int32(src[0])<<16 | int32(src[1])<<8 | int32(src[2])
		dst = append(dst, e.char(v>>18), e.char(v>>12&63), e.char(v>>6&63), e.char(v&63))
	}
	switch len(src) {
	case 1:
		v := int32(src[0]) << 4
		dst = append(dst, e.char(v>>6), e.char(v&63))
		if e.padded {
			dst = append(dst, '=', '=')
		}
	case 2:
		v := int32(src[0])<<10 | int32(src[1])<<2
		dst = append(dst, e.char(v>>12), e.char(v>>6&63), e.char(v&63))
		if e.padded {
			dst = append(dst, '=')
		}
	}
	return dst
}

// AppendDecode appends the bytes of which src is the text to dst, and returns the result
// and true. There is one text for any bytes: if src is another, with white space or with bits
// after the last byte that are not zero, AppendDecode returns nil and false.
func (e Base64) AppendDecode(dst, src []byte) ([]byte, bool) {
	if e.padded {
		if len(src)%4 != 0 {
			return nil, false
		}
		for n := 0; n < 2 && len(src) > 0 && src[len(src)-1] == '='; n++ {
			src = src[:len(src)-1]
		}
	}
	if len(src)%4 == 1 {
		return nil, false
	}
	var bad int32 // negative, if any character or bit is wrong
	for ; len(src) >= 4; src = src[4:] {
		a, b, c, d := e.value(src[0]), e.value(src[1]), e.value(src[2]), e.value(src[3])
		bad |= a | b | c | d
		v := a<<18 | b<<12 | c<<6 | d
		dst = append(dst, byte(v>>16), byte(v>>8), byte(v))
	}
	switch len(src) {
	case 2:
		a, b := e.value(src[0]), e.value(src[1])
		bad |= a | b | -(b & 15)
		dst = append(dst, byte(a<<2|b>>4))
	case 3:
		a, b, c := e.value(src[0]), e.value(src[1]), e.value(src[2])
		bad |= a | b | c | -(c & 3)
		dst = append(dst, byte(a<<2|b>>4), byte(b<<4|c>>2))
	}
	if bad < 0 {
		return nil, false
	}
	return dst, true
}

// AppendHex appends the lower-case hex digits of src to dst, and returns the result.
func AppendHex(dst, src []byte) []byte {
	digit := func(v int32) byte { return byte('0' + v + above(v, 9)&('a'-'9'-1)) }
	for _, b := range src {
		dst = append(dst, digit(int32(b>>4)), digit(int32(b&15)))
	}
	return dst
}

// AppendDecodeHex appends the bytes of which src is the hex digits, of either case, to dst, and
// returns the result and true. If src is anything else, it returns nil and false.
func AppendDecodeHex(dst, src []byte) ([]byte, bool) {
	if len(src)%2 != 0 {
		return nil, false
	}
	value := func(c byte) int32 { // or -1
		x := int32(c)
		v := between(x, '0', '9') & (x - '0' + 1)
		x |= 'a' - 'A'
		return (v | between(x, 'a', 'f')&(x-'a'+11)) - 1
	}
	var bad int32
	for ; len(src) > 0; src = src[2:] {
		high, low := value(src[0]), value(src[1])
		bad |= high | low
		dst = append(dst, byte(high<<4|low))
	}
	if bad < 0 {
		return nil, false
	}
	return dst, true
}
