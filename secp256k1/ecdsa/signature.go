// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package ecdsa

import (
	"secant.example/internal/scalar"
	"secant.example/internal/secp256k1"
	"secant.example/secp256k1/internal/keys"
)

// A Signature is a pair of integers (r, s), each in [1, n). The zero value is none, and
// is not valid. Signatures are compared with ==.
type Signature struct{ r, s scalar.Scalar }

// A Rule says which signatures are valid beside those that this package makes.
type Rule int

const (
	// LowS says that s must be at most n/2, as in Bitcoin (BIP-146) and Ethereum (EIP-2).
	LowS Rule = iota
	// AnyS says that s may be anything in [1, n), as SEC 1, JSON Web Signatures and
	// OpenSSL have it. Then everyone can make a second signature of the same digest
	// from a first.
	AnyS
)

// ParseCompact returns the signature of which b is the compact form: r and s, 32 bytes
// each, big-endian. Another length, and integers that are not in [1, n), are an
// [ErrSignature]. ES256K uses this form.
func ParseCompact(b []byte) (Signature, error) {
	var sig Signature
	if len(b) != SignatureSize {
		return Signature{}, errCompactSize
	}
	if !keys.SetNonZero(&sig.r, (*[32]byte)(b)) || !keys.SetNonZero(&sig.s, (*[32]byte)(b[32:])) {
		return Signature{}, errRange
	}
	return sig, nil
}

// Compact returns the 64 bytes of the compact form of sig.
func (sig Signature) Compact() []byte {
	// Inlined, so that the result need not escape.
	var b [SignatureSize]byte
	return sig.compact(b[:])
}

//go:noinline
func (sig Signature) compact(b []byte) []byte { // so that Compact is small enough to be inlined
	n.EncodeBE((*[32]byte)(b), &sig.r)
	n.EncodeBE((*[32]byte)(b[32:]), &sig.s)
	return b
}

// ParseDER returns the signature of which b is the encoding in DER, as a SEQUENCE of two
// INTEGERs. There is one encoding of each signature: anything else is an [ErrSignature],
// such as bytes after it (Bitcoin's hash type), lengths in another form, superfluous
// zeros, negative integers, and those that are not in [1, n).
//
// Source: BIP-66; SEC 1, version 2, section C.5.
func ParseDER(b []byte) (Signature, error) {
	// 30 length 02 length r 02 length s, where all lengths are below 128.
	if len(b) < 2 || b[0] != 0x30 || int(b[1]) != len(b)-2 {
		return Signature{}, errDER
	}
	r, rest, ok := parseInteger(b[2:])
	if !ok {
		return Signature{}, errDER
	}
	s, rest, ok := parseInteger(rest)
	if !ok || len(rest) != 0 {
		return Signature{}, errDER
	}
	var sig Signature
	if !setInteger(&sig.r, r) || !setInteger(&sig.s, s) {
		return Signature{}, errRange
	}
	return sig, nil
}

// ParseDERLax returns the signature of which b is an encoding that Bitcoin took before BIP-66:
// like DER, but
//   - the length of the SEQUENCE is not looked at, and anything may come after s;
//   - lengths may be in the long form, with zeros before them, too;
//   - integers may have any number of zeros before them, or none, and those whose first bit is
//     1 are not negative, but what they are without a sign.
//
// It is for the validation of old blocks, and for nothing else: many encodings are of the same
// signature. What cannot be read, and integers that are not in [1, n), are an [ErrSignature];
// under what Bitcoin makes of the latter nothing is valid, either. Bitcoin then makes s low:
// verify by the rule [AnyS].
//
// Source: Bitcoin Core, ecdsa_signature_parse_der_lax in pubkey.cpp.
func ParseDERLax(b []byte) (Signature, error) {
	if len(b) < 2 || b[0] != 0x30 {
		return Signature{}, errDERLax
	}
	long := int(b[1]&0x7f) * int(b[1]>>7) // bytes of a length in the long form
	if b = b[2:]; long > len(b) {
		return Signature{}, errDERLax
	}
	r, b, ok := parseIntegerLax(b[long:])
	if !ok {
		return Signature{}, errDERLax
	}
	s, _, ok := parseIntegerLax(b)
	if !ok {
		return Signature{}, errDERLax
	}
	var sig Signature
	if !setInteger(&sig.r, r) || !setInteger(&sig.s, s) {
		return Signature{}, errRange
	}
	return sig, nil
}

// parseIntegerLax returns the content of the INTEGER that b starts with, and what is after
// it. It takes what [ParseDERLax] does.
func parseIntegerLax(b []byte) (content, rest []byte, ok bool) {
	if len(b) < 2 || b[0] != 2 {
		return nil, nil, false
	}
	length := int(b[1])
	b = b[2:]
	if length >= 0x80 {
		long := length - 0x80
		if long > len(b) {
			return nil, nil, false
		}
		length = 0
		for _, x := range b[:long] {
			if length >= 1<<16 { // more than 3 bytes, but for zeros before them
				return nil, nil, false
			}
			length = length<<8 | int(x)
		}
		b = b[long:]
	}
	if length > len(b) {
		return nil, nil, false
	}
	return b[:length], b[length:], true
}

// parseInteger returns the content of the INTEGER that b starts with, which must not be
// negative nor longer than need be, and what is after it.
func parseInteger(b []byte) (content, rest []byte, ok bool) {
	if len(b) < 3 || b[0] != 2 || b[1] == 0 || int(b[1]) > len(b)-2 {
		return nil, nil, false
	}
	content, rest = b[2:2+int(b[1])], b[2+int(b[1]):]
	if content[0] >= 0x80 || content[0] == 0 && len(content) > 1 && content[1] < 0x80 {
		return nil, nil, false
	}
	return content, rest, true
}

// setInteger sets z to the integer b of any length, and reports whether it is in [1, n).
func setInteger(z *scalar.Scalar, b []byte) bool {
	for len(b) > 0 && b[0] == 0 {
		b = b[1:]
	}
	if len(b) > 32 {
		return false
	}
	var padded [32]byte
	copy(padded[32-len(b):], b)
	return keys.SetNonZero(z, &padded)
}

// DER returns the encoding of sig in DER, of 8 to 72 bytes.
func (sig Signature) DER() []byte {
	// Inlined, so that the result need not escape.
	var b [MaxDERSize]byte
	return sig.AppendDER(b[:0])
}

// AppendDER appends the encoding of sig in DER to b, and returns the result.
func (sig Signature) AppendDER(b []byte) []byte {
	start := len(b)
	b = append(b, 0x30, 0)
	b = appendInteger(b, &sig.r)
	b = appendInteger(b, &sig.s)
	b[start+1] = byte(len(b) - start - 2)
	return b
}

// appendInteger appends an INTEGER, which is public.
func appendInteger(b []byte, z *scalar.Scalar) []byte {
	var bytes [32]byte
	n.EncodeBE(&bytes, z)
	x := bytes[:]
	for len(x) > 1 && x[0] == 0 {
		x = x[1:]
	}
	if x[0] >= 0x80 {
		b = append(b, 2, byte(len(x)+1), 0)
	} else {
		b = append(b, 2, byte(len(x)))
	}
	return append(b, x...)
}

// IsHighS reports whether s is above n/2, so that sig is not valid by the rule [LowS].
func (sig Signature) IsHighS() bool { return secp256k1.IsHigh(&sig.s) == 1 }

// LowS returns the signature (r, s) or (r, n-s), the one whose s is at most n/2: it is
// valid by the rule [LowS] if and only if sig is valid by the rule [AnyS].
func (sig Signature) LowS() Signature {
	secp256k1.CondNegate(&sig.s, &sig.s, secp256k1.IsHigh(&sig.s))
	return sig
}

// isSet reports whether r and s are in [1, n).
func (sig Signature) isSet() bool { return n.IsZero(&sig.r)|n.IsZero(&sig.s) == 0 }
