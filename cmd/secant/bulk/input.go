// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package bulk

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// An Input is a file, or anything else that is read once.
type Input struct {
	Name string // for errors and reports
	Open func() (io.ReadCloser, error)
}

// An InputError says which input could not be read to its end, and why. The lines before
// that are reported.
type InputError struct {
	Name string
	Err  error
}

func (e *InputError) Error() string { return fmt.Sprintf("cannot read %s: %v", e.Name, e.Err) }

func (e *InputError) Unwrap() error { return e.Err }

// Errors of inputs, in an [InputError].
var (
	// ErrTruncated means that compressed data end early.
	ErrTruncated = errors.New("truncated: the compressed data end early")
	// ErrNoRecords means that there is nothing, or nothing but lines that are skipped.
	ErrNoRecords = errors.New("there are no records in it")
	// ErrHeader means that the first line of CSV does not name the columns.
	ErrHeader = errors.New("the first line does not name the columns of CSV")
	// ErrLongHeader means that the first line, which tells the format, is too long.
	ErrLongHeader = errors.New("the first line is too long to tell the format")
)

// maxWindow bounds the memory that decompression takes. It is what zstd --long takes.
const maxWindow = 128 << 20

// The first bytes of gzip (RFC 1952) and of zstd (RFC 8878).
const (
	gzipMagic = "\x1f\x8b"
	zstdMagic = "\x28\xb5\x2f\xfd"
)

// decompress returns what reads the content of r: as it is, or decompressed if its first
// bytes are those of gzip or of zstd. It looks at no more of them than
// it has to, because more may come late.
func decompress(r io.Reader) (io.Reader, error) {
	b := bufio.NewReaderSize(r, 1<<16)
	for _, c := range []struct {
		magic string
		open  func(io.Reader) (io.Reader, error)
	}{
		{gzipMagic, func(r io.Reader) (io.Reader, error) { return gzip.NewReader(r) }},
		{zstdMagic, func(r io.Reader) (io.Reader, error) {
			d, err := zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxWindow(maxWindow))
			if err != nil {
				return nil, err
			}
			return d.IOReadCloser(), nil
		}},
	} {
		for n := 1; ; n++ {
			start, err := b.Peek(n)
			if err == io.EOF { // which is not to be asked for again
				return bytes.NewReader(bytes.Clone(start)), nil
			}
			if err != nil {
				return nil, err
			}
			if !strings.HasPrefix(c.magic, string(start)) {
				break
			}
			if n == len(c.magic) {
				d, err := c.open(b)
				if err != nil {
					return nil, early(err)
				}
				return &compressed{d}, nil
			}
		}
	}
	return b, nil
}

// A compressed reader says ErrTruncated where its data end early.
type compressed struct{ r io.Reader }

func (c *compressed) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	return n, early(err)
}

// Close releases what the decompressor has.
func (c *compressed) Close() error {
	if closer, ok := c.r.(io.Closer); ok {
		return closer.Close()
	}
	return nil
}

func early(err error) error {
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return ErrTruncated
	}
	return err
}
