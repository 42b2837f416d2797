// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"io/fs"
	"os"
)

// messageFiles are the files of messages of bulk verification, below a directory. A named pipe is
// opened without waiting for a writer: it may have come in the place of a file.
type messageFiles struct{ root *os.Root }

func (m messageFiles) Open(name string) (fs.File, error) {
	if !fs.ValidPath(name) {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrInvalid}
	}
	f, err := m.root.OpenFile(name, os.O_RDONLY|openNonblock, 0)
	if err != nil {
		return nil, err
	}
	return f, nil
}

func (m messageFiles) Stat(name string) (fs.FileInfo, error) { return fs.Stat(m.root.FS(), name) }
