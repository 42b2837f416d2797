// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package hdkey has what trees of keys have in common, those of BIP-32 and of SLIP-0010: their hash, and
// paths in them.
package hdkey

import (
	"crypto/sha256"
	"crypto/sha512"
	"encoding/binary"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"golang.org/x/crypto/ripemd160"
)

// Hardened is added to the index of a hardened child.
const Hardened uint32 = 1 << 31

// MaxDepth is the depth of the keys that have no children: the depth is one byte.
const MaxDepth = 255

// block is the size of a block of SHA-512.
const block = 128

// Hash sets left and right to the halves of HMAC-SHA512 of data, of up to 64 bytes, under a key of up to
// 128 bytes. Its time depends on the lengths only.
//
// Source: RFC 2104.
func Hash(left, right *[32]byte, key, data []byte) {
	var inner, outer [block + 64]byte
	copy(inner[:block], key)
	copy(outer[:block], key)
	for i := range block {
		inner[i] ^= 0x36
		outer[i] ^= 0x5c
	}
	h := sha512.Sum512(inner[:block+copy(inner[block:], data)])
	copy(outer[block:], h[:])
	h = sha512.Sum512(outer[:])
	copy(left[:], h[:32])
	copy(right[:], h[32:])
}

// Child is [Hash] for the child with an index, of a key with a chain code, which may be right; data is of
// 33 bytes: the public key, or a zero byte and the private key.
func Child(left, right, chain *[32]byte, data *[33]byte, index uint32) {
	var message [37]byte
	binary.BigEndian.PutUint32(message[copy(message[:], data[:]):], index)
	key := *chain
	Hash(left, right, key[:], message[:])
}

// Identifier returns RIPEMD-160(SHA-256(b)), of which the first four bytes are the fingerprint of a public
// key b.
func Identifier(b []byte) (id [20]byte) {
	inner := sha256.Sum256(b)
	h := ripemd160.New()
	h.Write(inner[:])
	h.Sum(id[:0])
	return id
}

var (
	errEmpty  = errors.New("it is empty: the root itself is m")
	errLong   = fmt.Errorf("it has more than %d indices", MaxDepth)
	errNumber = errors.New("an index is not a decimal number below 2^31, without zeros before it, and ', h or H after it if it is hardened")
)

// ParsePath returns the indices of a path, which is variable-time: paths are public.
func ParsePath(path string) ([]uint32, error) {
	if path == "" {
		return nil, errEmpty
	}
	if path == "m" {
		return []uint32{}, nil
	}
	parts := strings.Split(strings.TrimPrefix(path, "m/"), "/")
	if len(parts) > MaxDepth {
		return nil, errLong
	}
	indices := make([]uint32, 0, len(parts))
	for _, part := range parts {
		var hardened uint32
		if n := len(part); n > 0 && (part[n-1] == '\'' || part[n-1] == 'h' || part[n-1] == 'H') {
			part, hardened = part[:n-1], Hardened
		}
		// What ParseUint takes besides digits, with a base of 10, is nothing.
		i, err := strconv.ParseUint(part, 10, 31)
		if err != nil || part[0] == '0' && part != "0" {
			return nil, errNumber
		}
		indices = append(indices, uint32(i)|hardened)
	}
	return indices, nil
}

// PathString returns the text of indices, after m, which is variable-time: paths are public.
func PathString(indices []uint32) string {
	b := []byte("m")
	for _, i := range indices {
		b = append(b, '/')
		b = strconv.AppendUint(b, uint64(i&^Hardened), 10)
		if i&Hardened != 0 {
			b = append(b, '\'')
		}
	}
	return string(b)
}
