// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package hash2curve implements the part of RFC 9380 that does not depend on a
// curve: expand_message_xmd with SHA-512 and with SHA-256.
package hash2curve

import (
	"crypto/sha256"
	"crypto/sha512"
	"errors"
	"hash"
)

// MaxOut and MaxOut256 are the greatest numbers of bytes that [ExpandXMD] and
// [ExpandXMD256] make: 255 digests.
const (
	MaxOut    = 255 * sha512.Size
	MaxOut256 = 255 * sha256.Size
)

const oversized = "H2C-OVERSIZE-DST-"

var (
	errEmpty = errors.New("hash2curve: the domain separation tag must not be empty")
	errLong  = errors.New("hash2curve: too many bytes asked for")
)

// ExpandXMD sets out to expand_message_xmd(msg, dst, len(out)) with SHA-512. It
// is an error if dst, the domain separation tag, is empty or if out is longer
// than [MaxOut]; out is unchanged then. A tag of more than 255 bytes is hashed
// first. The time depends on the lengths only. See RFC 9380, section 5.3.
func ExpandXMD(out, msg, dst []byte) error {
	if len(out) > MaxOut {
		return errLong
	}
	return expand(sha512.New(), out, msg, dst)
}

// ExpandXMD256 is [ExpandXMD] with SHA-256, for up to [MaxOut256] bytes.
func ExpandXMD256(out, msg, dst []byte) error {
	if len(out) > MaxOut256 {
		return errLong
	}
	return expand(sha256.New(), out, msg, dst)
}

// expand is expand_message_xmd with the hash function of h, for up to 255 digests.
func expand(h hash.Hash, out, msg, dst []byte) error {
	if len(dst) == 0 {
		return errEmpty
	}
	// suffix = DST_prime, the tag and its length in one byte.
	var suffix [256]byte
	n := copy(suffix[:255], dst)
	if len(dst) > 255 {
		h.Write([]byte(oversized))
		h.Write(dst)
		n = len(h.Sum(suffix[:0]))
		h.Reset()
	}
	suffix[n] = byte(n)
	tag := suffix[:n+1]

	var zeros [sha512.BlockSize]byte
	var digest0, digest [sha512.Size]byte
	b0, b := digest0[:h.Size()], digest[:h.Size()]
	length := len(out)
	h.Write(zeros[:h.BlockSize()])
	h.Write(msg)
	h.Write([]byte{byte(length >> 8), byte(length), 0})
	h.Write(tag)
	h.Sum(b0[:0])
	// b_1 = H(b_0 || 1 || tag), b_i = H((b_0 xor b_{i-1}) || i || tag).
	for i := byte(1); len(out) > 0; i++ {
		for j := range b {
			b[j] ^= b0[j] // b is 0 at first
		}
		h.Reset()
		h.Write(b)
		h.Write([]byte{i})
		h.Write(tag)
		h.Sum(b[:0])
		out = out[copy(out, b):]
	}
	return nil
}
