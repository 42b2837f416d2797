// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"fmt"
	"io"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

// progress shows how far a long command is: as a bar on a terminal, and
// elsewhere as a line after each quarter.
type progress struct {
	w           io.Writer
	bar         *progressbar.ProgressBar // nil if w is not a terminal
	done, total int
}

func newProgress(w io.Writer, terminal bool, total int, what string) *progress {
	p := &progress{w: w, total: total}
	if terminal {
		p.bar = newBar(w, int64(total), what)
	}
	return p
}

// newBar returns a bar for w, which is a terminal. A total of -1 is unknown.
func newBar(w io.Writer, total int64, what string, more ...progressbar.Option) *progressbar.ProgressBar {
	return progressbar.NewOptions64(total, append(more,
		progressbar.OptionSetWriter(w),
		progressbar.OptionSetDescription(what),
		progressbar.OptionSetWidth(40),
		progressbar.OptionSetPredictTime(true),
		progressbar.OptionThrottle(100*time.Millisecond),
		progressbar.OptionClearOnFinish())...)
}

// newByteProgress shows how much of f is read: on a terminal as a bar, elsewhere
// not at all.
func newByteProgress(w io.Writer, terminal bool, f io.Reader, what string) *progress {
	p := new(progress)
	if terminal {
		size := int64(-1)
		if f, ok := f.(*os.File); ok {
			if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
				size = info.Size()
			}
		}
		p.bar = newBar(w, size, what, progressbar.OptionShowBytes(true))
	}
	return p
}

// step counts one of total.
func (p *progress) step() {
	p.done++
	p.add(1)
	if p.bar != nil {
		return
	}
	if quarter := 4 * p.done / p.total; quarter != 4*(p.done-1)/p.total {
		fmt.Fprintf(p.w, "secant: %d%% measured\n", 25*quarter)
	}
}

// add moves the bar.
func (p *progress) add(n int) {
	if p.bar != nil {
		p.bar.Add(n)
	}
}

// clear makes room for a line where the bar is.
func (p *progress) clear() {
	if p.bar != nil {
		p.bar.Clear()
	}
}

// finish removes the bar.
func (p *progress) finish() {
	if p.bar != nil {
		p.bar.Finish()
	}
}

// isTerminal reports whether w is a terminal.
func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}
