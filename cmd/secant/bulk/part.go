// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package bulk

import (
	"bufio"
	"bytes"
	"context"
	"io"
)

// RunPart is [Run] for a part of one file, which is not compressed: the lines that begin at byte
// start or after it, and before byte end. Parts that follow each other, from 0 to the size of the
// file or beyond it, have all lines of the file, each once, and the same verdicts as Run; but
// lines have their numbers in the part, and a part without records is no error. So a file can be
// verified on several machines.
//
// The format is that of the file: for it, or for the columns of CSV, its first lines are read
// again.
func RunPart(ctx context.Context, name string, open func() (io.ReadSeekCloser, error), start, end int64, o *Options, report func([]Item) error) error {
	e := newEngine(nil, o)
	e.part = true
	if start > 0 && (e.o.Format == Auto || e.o.Format == CSV) {
		head, at, err := firstLine(open, e.o.MaxLine)
		if err != nil {
			return &InputError{name, err}
		}
		if at < start {
			if e.o.Format == Auto {
				e.o.Format = Detect(head)
			}
			e.head = head
		}
	}
	e.inputs = []Input{{Name: name, Open: func() (io.ReadCloser, error) { return openPart(open, start, end) }}}
	return run(ctx, e, report)
}

// IsCompressed reports whether a file that starts so is decompressed by [Run]. The first 4 bytes
// are enough.
func IsCompressed(start []byte) bool {
	for _, magic := range []string{gzipMagic, zstdMagic} {
		if bytes.HasPrefix(start, []byte(magic)) {
			return true
		}
	}
	return false
}

// firstLine returns the first line of a file that is not blank, without its end, and where it begins.
// If there is none, that is the end of the file.
func firstLine(open func() (io.ReadSeekCloser, error), most int) (text []byte, at int64, err error) {
	f, err := open()
	if err != nil {
		return nil, 0, err
	}
	defer f.Close()
	r := bufio.NewReaderSize(f, most+len("\r\n"))
	for {
		line, err := r.ReadSlice('\n')
		text := trimEnd(line)
		switch {
		case err == bufio.ErrBufferFull || len(text) > most:
			return nil, 0, ErrLongHeader
		case err != nil && err != io.EOF:
			return nil, 0, err
		case !isBlank(text):
			return bytes.Clone(text), at, nil
		}
		if at += int64(len(line)); err == io.EOF {
			return nil, at, nil
		}
	}
}

// A part reads the lines of f that begin before end, from one that begins at pos.
type part struct {
	*bufio.Reader
	f        io.Closer
	pos, end int64
}

func openPart(open func() (io.ReadSeekCloser, error), start, end int64) (io.ReadCloser, error) {
	f, err := open()
	if err != nil {
		return nil, err
	}
	p := &part{bufio.NewReaderSize(f, chunkBytes), f, start, end}
	if start > 0 {
		// The first line begins after the first end of a line at start - 1 or later.
		p.pos--
		_, err = f.Seek(p.pos, io.SeekStart)
		for more := err == nil; more; {
			var skipped []byte
			skipped, err = p.ReadSlice('\n')
			p.pos += int64(len(skipped))
			more = err == bufio.ErrBufferFull
		}
		if err == io.EOF {
			p.end, err = p.pos, nil
		}
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return p, nil
}

// Read reads up to the end of the line that has the byte before p.end, which begins before it.
func (p *part) Read(b []byte) (int, error) {
	if p.pos >= p.end {
		return 0, io.EOF
	}
	n, err := p.Reader.Read(b)
	last := max(0, p.end-1-p.pos)
	p.pos += int64(n)
	if last >= int64(n) {
		return n, err
	}
	i := bytes.IndexByte(b[last:n], '\n')
	if i < 0 {
		p.end = p.pos + 1 // the line goes on
		return n, err
	}
	p.end = p.pos
	return int(last) + i + 1, nil
}

func (p *part) Close() error { return p.f.Close() }
