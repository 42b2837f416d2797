// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"time"

	"secant.example/secp256k1/nostr"
)

// The lines of a file of events are verified in blocks, which are complete when
// they have blockLines lines or blockBytes bytes.
const (
	blockLines = 1024
	blockBytes = 2 << 20
	maxEvent   = 1 << 20 // bytes in a line
)

// An eventBlock is consecutive lines of a file of events, and the verdicts on them.
type eventBlock struct {
	first int     // the number of the first line
	size  int     // bytes in the file
	data  []byte  // the lines without their ends
	ends  []int   // where they end in data
	errs  []error // why they are not valid events, or nil
	done  chan struct{}
}

var (
	errBlankLine = errors.New("blank")
	errLongLine  = fmt.Errorf("longer than %d bytes", maxEvent)
)

// read fills b with lines of r, the first of which has the number first. After
// the last line the error is io.EOF.
func (b *eventBlock) read(r *bufio.Reader, first int) error {
	b.first, b.size = first, 0
	b.data, b.ends, b.errs = b.data[:0], b.ends[:0], b.errs[:0]
	for len(b.ends) < blockLines && b.size < blockBytes {
		if err := b.readLine(r); err != nil {
			return err
		}
	}
	return nil
}

// readLine appends a line of r to b. Of one that is too long it keeps nothing. An
// error comes without a line, but for io.EOF after a last line without an end.
func (b *eventBlock) readLine(r *bufio.Reader) error {
	start := len(b.data)
	var verdict error
	for {
		part, err := r.ReadSlice('\n')
		b.size += len(part)
		if verdict == nil {
			b.data = append(b.data, bytes.TrimSuffix(part, []byte("\n"))...)
		}
		if len(b.data) > start+maxEvent {
			b.data, verdict = b.data[:start], errLongLine
		}
		line := b.data[start:]
		switch {
		case err == bufio.ErrBufferFull:
			continue
		case err != nil && (err != io.EOF || verdict == nil && len(line) == 0):
			b.data = b.data[:start]
			return err
		case verdict == nil && len(bytes.TrimSpace(line)) == 0:
			verdict = errBlankLine
		}
		b.ends = append(b.ends, len(b.data))
		b.errs = append(b.errs, verdict)
		return err
	}
}

// verify fills in the verdicts that are not there yet.
func (b *eventBlock) verify(v *nostr.BatchVerifier) {
	v.Reset()
	start := 0
	for i, end := range b.ends {
		if b.errs[i] == nil {
			v.AddJSON(b.data[start:end])
		}
		start = end
	}
	_, errs := v.Verify(nil)
	for i := range b.errs {
		if b.errs[i] == nil {
			b.errs[i], errs = errs[0], errs[1:]
		}
	}
}

// verifyEvents verifies the events in the JSON-lines file at path, and prints
// which are not valid and how many are.
func (c *console) verifyEvents(path string) error {
	f, err := c.open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	p := newByteProgress(c.stderr, isTerminal(c.stderr), f, "verifying")
	start, workers := time.Now(), runtime.GOMAXPROCS(0)
	lines, valid := 0, 0
	err = eachBlock(f, path, workers, func(b *eventBlock) error {
		var text []byte
		for i, err := range b.errs {
			if lines++; err == nil {
				valid++
			} else {
				text = fmt.Appendf(text, "line %d: %s\n", b.first+i, strings.TrimPrefix(err.Error(), "nostr: "))
			}
		}
		if text != nil {
			p.clear()
			if err := c.print(text); err != nil {
				return err
			}
		}
		p.add(b.size)
		return nil
	})
	p.finish()
	if err == nil && lines == 0 {
		err = fmt.Errorf("%s is empty", describe(path))
	}
	if err != nil {
		return err
	}
	seconds := time.Since(start).Seconds()
	text := fmt.Appendf(nil, "%d of %d events valid, %d not; %.2f s, %.0f events/s on %d threads\n",
		valid, lines, lines-valid, seconds, float64(lines)/seconds, workers)
	if err := c.print(text); err != nil {
		return err
	}
	if valid < lines {
		return errInvalidSignature
	}
	return nil
}

// eachBlock verifies the lines of r, which path names, with so many goroutines,
// and calls report for their blocks in order. It holds a few blocks at a time. It
// returns the first error of r or of report.
func eachBlock(r io.Reader, path string, workers int, report func(*eventBlock) error) error {
	blocks := 3 * workers
	free := make(chan *eventBlock, blocks)
	for range blocks {
		free <- &eventBlock{done: make(chan struct{}, 1)}
	}
	work := make(chan *eventBlock, blocks)  // in any order
	order := make(chan *eventBlock, blocks) // the same in order
	stop := make(chan struct{})             // closed when report failed
	var readErr error                       // set before order is closed

	go func() {
		defer close(order)
		defer close(work)
		buffered := bufio.NewReaderSize(r, 1<<16)
		for line := 1; ; {
			var b *eventBlock
			select {
			case b = <-free:
			case <-stop:
				return
			}
			err := b.read(buffered, line)
			if line += len(b.ends); len(b.ends) > 0 {
				work <- b
				order <- b
			}
			if err != nil {
				if err != io.EOF {
					readErr = fmt.Errorf("cannot read %s: %w", describe(path), cause(err))
				}
				return
			}
		}
	}()
	for range workers {
		go func() {
			v := nostr.NewBatchVerifierWithCapacity(blockLines)
			for b := range work {
				b.verify(v)
				b.done <- struct{}{}
			}
		}()
	}
	for b := range order {
		<-b.done
		if err := report(b); err != nil {
			close(stop)
			return err
		}
		free <- b
	}
	return readErr
}
