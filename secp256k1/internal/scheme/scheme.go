// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package scheme has what the schemes over secp256k1 do in the same way: keys that are
// random, scalars from bytes, and the checks of what a [crypto.Signer] is given.
package scheme

import (
	"crypto"
	"crypto/rand"
	"errors"
	"fmt"
	"io"

	"secant.example/internal/secp256k1"
)

// ReadRandom fills b from random, or from the system's secure source if random is nil. An
// error of random is returned, wrapped. The argument b does not escape.
func ReadRandom(random io.Reader, b *[32]byte) error {
	if random == nil {
		_, err := rand.Read(b[:])
		return err
	}
	other := new([32]byte)
	defer clear(other[:])
	if _, err := io.ReadFull(random, other[:]); err != nil {
		return fmt.Errorf("reading random bytes: %w", err)
	}
	*b = *other
	return nil
}

// tries is how many times GenerateKey reads 32 bytes. Two are needed once in 2^127 keys.
const tries = 8

var errNotRandom = errors.New("the random bytes are not random: none are in [1, n)")

// GenerateKey sets d to an integer in [1, n): 32 bytes that [ReadRandom] reads, which it
// does again if they are none. After 8 times, as with a reader that has only zeros,
// that is an error.
func GenerateKey(d *secp256k1.Scalar, random io.Reader) error {
	var b [32]byte
	defer clear(b[:])
	for range tries {
		if err := ReadRandom(random, &b); err != nil {
			return err
		}
		if SetNonZero(d, b[:]) {
			return nil
		}
	}
	return errNotRandom
}

// SetNonZero sets z to b, big-endian, and reports whether b has 32 bytes and is in [1, n).
// It is constant-time, but for its result.
func SetNonZero(z *secp256k1.Scalar, b []byte) bool {
	_, err := z.SetCanonicalBytes(b)
	return err == nil && z.IsZero() == 0
}

// SetReduced sets z = b mod n, where b is big-endian.
func SetReduced(z *secp256k1.Scalar, b *[32]byte) {
	_, err := z.SetReducedBytes(b[:])
	Must(err)
}

// Normalize gives P, which is not the identity, the coordinates that its encoding has, and
// returns that. Then nothing of a secret that P was computed from is left in the others,
// which show in the time that verification takes.
func Normalize(P *secp256k1.Point) [65]byte {
	b := P.BytesUncompressed()
	_, err := P.SetBytes(b)
	Must(err)
	return [65]byte(b)
}

// IsDigest reports whether the digests of the hash function that opts names have size
// bytes. It is true if opts is nil or names none.
func IsDigest(size int, opts crypto.SignerOpts) bool {
	if opts == nil {
		return true
	}
	h := opts.HashFunc()
	return h == 0 || h <= crypto.BLAKE2b_512 && h.Size() == size // Size panics above
}

// Must panics if err is not nil: where the lengths and ranges are known to be right.
func Must(err error) {
	if err != nil {
		panic("secp256k1: internal error: " + err.Error())
	}
}
