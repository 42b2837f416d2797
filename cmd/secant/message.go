// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"hash"
	"io"
	"math"
	"os"
	"runtime/debug"

	"github.com/edsrzf/mmap-go"
)

// What is held in memory of a message that is not hashed while it is read, in bytes. A
// file above maxHeld is mapped; what is no file has to end before maxPiped.
var (
	maxHeld  int64 = 16 << 20
	maxPiped int64 = 64 << 20
)

// A message is what is signed.
type message struct {
	data []byte

	// The file that data is in, or nil. Whoever can write to the file changes data too: also
	// between two readings of one signature. If both a nonce and a challenge are hashes of
	// data, and the nonce is of nothing else, that gives the private key away.
	mapped mmap.MMap
}

// shared reports whether others may change m.
func (m *message) shared() bool { return m.mapped != nil }

func (m *message) close() {
	if m.shared() {
		m.mapped.Unmap()
	}
}

// during returns the error of use, which reads m. It is an error too if m ends early.
func (m *message) during(use func() error) (err error) {
	if !m.shared() {
		return use()
	}
	defer forget(m.mapped)()
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if r := recover(); r != nil {
			if _, isFault := r.(interface{ Addr() uintptr }); !isFault {
				panic(r)
			}
			err = errors.New("the message changed, or could not be read, in the middle")
		}
	}()
	return use()
}

// readSigned returns what is to be signed for alg, or is signed: the content of the
// file at path, or its hash, or the hash value that it is if o says so.
func (c *console) readSigned(path string, o *options, alg *algorithm) (*message, error) {
	var h *hashFunction
	if name := cmp.Or(o.hash, alg.usualHash); name != "" {
		var err error
		if h, err = hashNamed(name); err != nil {
			return nil, err
		}
	}
	if o.digest {
		data, err := c.readHashValue(path, h.size)
		return &message{data: data}, err
	}
	f, err := c.open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if h != nil {
		data, err := hashOf(f, path, h.new())
		return &message{data: data}, err
	}
	m, err := readWhole(f)
	if errors.Is(err, errTooLong) {
		return nil, fmt.Errorf("%s is longer than %d MiB, and %s reads a message twice: put it in a file", describe(path), maxPiped>>20, alg.Title)
	}
	if err != nil {
		return nil, fmt.Errorf("cannot read %s: %w", describe(path), cause(err))
	}
	return m, nil
}

// hashOf returns the hash of what r has, which is the file at path.
func hashOf(r io.Reader, path string, h hash.Hash) ([]byte, error) {
	if _, err := io.Copy(h, r); err != nil {
		return nil, fmt.Errorf("cannot read %s: %w", describe(path), cause(err))
	}
	return h.Sum(nil), nil
}

var errTooLong = errors.New("too long")

// readWhole returns what r has.
func readWhole(r io.Reader) (*message, error) {
	var b bytes.Buffer
	if f, ok := r.(*os.File); ok {
		info, err := f.Stat()
		if err != nil {
			return nil, err
		}
		if info.Mode().IsRegular() {
			if info.Size() > maxHeld {
				return mapFile(f, info.Size())
			}
			b.Grow(int(info.Size()) + bytes.MinRead)
		}
	}
	if _, err := b.ReadFrom(io.LimitReader(r, maxPiped+1)); err != nil {
		return nil, err
	}
	if int64(b.Len()) > maxPiped {
		return nil, errTooLong
	}
	return &message{data: b.Bytes()}, nil
}

// mapFile returns the rest of a file of that size.
func mapFile(f *os.File, size int64) (*message, error) {
	start, err := f.Seek(0, io.SeekCurrent) // standard input may have been read from
	if err != nil {
		return nil, err
	}
	if size > math.MaxInt {
		return nil, errors.New("longer than the addresses of this system")
	}
	mapped, err := mmap.MapRegion(f, int(size), mmap.RDONLY, 0, 0)
	if err != nil {
		return nil, err
	}
	return &message{mapped[min(start, size):], mapped}, nil
}

// readHashValue returns the hash value of size bytes in the file at path, in bytes or hex
// digits.
func (c *console) readHashValue(path string, size int) ([]byte, error) {
	data, err := c.readSmall(path)
	if err != nil {
		return nil, err
	}
	value, err := parseHashValue(data, size)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", describe(path), err)
	}
	return value, nil
}
