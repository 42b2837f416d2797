// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"golang.org/x/term"
)

// maxKeyFile bounds what is read of a key, signature or hash value, in bytes: the longest
// that is of any use is below 1 KiB.
const maxKeyFile = 64 << 10

// standardStream is the file name of standard input and output.
const standardStream = "-"

// describe names the input at path in a message.
func describe(path string) string {
	if path == standardStream {
		return "standard input"
	}
	return path
}

// cause returns err without the operation and the path that package os puts in
// front: the messages here name the file themselves.
func cause(err error) error {
	var pathErr *fs.PathError
	if errors.As(err, &pathErr) {
		return pathErr.Err
	}
	var linkErr *os.LinkError
	if errors.As(err, &linkErr) {
		return linkErr.Err
	}
	return err
}

// oneStdin rejects a command line that reads more than one of paths from
// standard input.
func oneStdin(paths ...string) error {
	n := 0
	for _, path := range paths {
		if path == standardStream {
			n++
		}
	}
	if n > 1 {
		return errors.New("only one of the inputs can be standard input")
	}
	return nil
}

// open opens the file at path, or standard input.
func (c *console) open(path string) (io.ReadCloser, error) {
	if path == standardStream {
		if f, ok := c.stdin.(*os.File); ok {
			if term.IsTerminal(int(f.Fd())) {
				fmt.Fprintln(c.stderr, "secant: reading from the terminal, until its end of file: Ctrl-D, or Ctrl-Z on Windows")
			}
			return f, nil
		}
		return io.NopCloser(c.stdin), nil
	}
	if text, ok := c.given[path]; ok {
		return io.NopCloser(strings.NewReader(text)), nil
	}
	if path == "" {
		return nil, errors.New("a file name is empty")
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("cannot read %s: %w", path, cause(err))
	}
	if info, err := f.Stat(); err == nil && info.IsDir() {
		f.Close()
		return nil, fmt.Errorf("cannot read %s: is a directory", path)
	}
	return f, nil
}

// readSmall returns the content of a key, signature or hash value file.
func (c *console) readSmall(path string) ([]byte, error) {
	return c.readAtMost(path, smallThing, maxKeyFile)
}

// smallThing is what is in small files.
const smallThing = "key, signature or hash value"

// readAtMost returns the content of the file at path, which is what if it is not empty and
// not longer than limit bytes.
func (c *console) readAtMost(path, what string, limit int) ([]byte, error) {
	f, err := c.open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, int64(limit)+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("cannot read %s: %w", describe(path), cause(err))
	case len(data) == 0:
		return nil, fmt.Errorf("%s is empty", describe(path))
	case len(data) > limit:
		return nil, tooLong(path, what, limit)
	}
	return data, nil
}

func tooLong(path, what string, limit int) error {
	return fmt.Errorf("%s is longer than %d bytes, so it is no %s", describe(path), limit, what)
}

// print writes data to standard output.
func (c *console) print(data []byte) error {
	if _, err := c.stdout.Write(data); err != nil {
		return fmt.Errorf("cannot write to standard output: %w", cause(err))
	}
	return nil
}
