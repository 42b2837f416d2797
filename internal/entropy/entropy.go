// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package entropy reads random bytes, for keys and for what is mixed into signatures.
package entropy

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"sync"
)

// errZeros is the error of a source that gives zeros for a key. It is broken: one that is not
// does so once in 2^256 times at most.
var errZeros = errors.New("reading random bytes: all are zero")

// buffers are what the system's source writes to: what goes to an interface escapes to the
// heap. The readers of callers get memory of their own, since they might keep it.
var buffers = sync.Pool{New: func() any { return new([64]byte) }}

// Read sets b to bytes of random, or of the system's secure source if random is nil. An
// error of random is returned, wrapped, and then b is zero. The argument b does not escape,
// and nothing is allocated in the long run if random is nil.
func Read(random io.Reader, b []byte) error {
	var buffer *[64]byte
	if random == nil {
		random = rand.Reader
		buffer = buffers.Get().(*[64]byte)
		defer buffers.Put(buffer)
	} else {
		buffer = new([64]byte)
	}
	defer clear(buffer[:])
	for rest := b; len(rest) > 0; {
		n := min(len(rest), len(buffer))
		if _, err := io.ReadFull(random, buffer[:n]); err != nil {
			clear(b)
			return fmt.Errorf("reading random bytes: %w", err)
		}
		copy(rest, buffer[:n])
		rest = rest[n:]
	}
	return nil
}

// ReadKey is [Read] for what a private key, a scalar or a point is made of, of at least 32
// bytes. It is an error if all of them are zero, and then b is too. It is constant-time, but for
// that.
func ReadKey(random io.Reader, b []byte) error {
	if err := Read(random, b); err != nil {
		return err
	}
	var or byte
	for _, x := range b {
		or |= x
	}
	if or == 0 {
		return errZeros
	}
	return nil
}
