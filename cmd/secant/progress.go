// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"fmt"
	"io"
	"os"
	"runtime"
	"sync"
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

	// Of bars of bytes.
	mu    sync.Mutex
	since time.Time
	early int  // bytes that the bar does not know of
	shown bool // the bar
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
		progressbar.OptionSetSpinnerChangeInterval(0), // it moves with add, and not by itself after clear
		progressbar.OptionClearOnFinish())...)
}

// newByteProgress shows how much of total bytes is read, which is -1 if it is not known: on a
// terminal as a bar, elsewhere not at all.
func newByteProgress(w io.Writer, terminal bool, total int64, what string) *progress {
	p := &progress{since: time.Now()}
	if terminal {
		p.bar = newBar(w, total, what, progressbar.OptionShowBytes(true))
		p.bar.StartWithoutRender()
	}
	return p
}

// firstShown is when a bar of bytes is first shown: before that, what is read ahead would make
// its rate far too high.
var firstShown = time.Second

// step counts one of total.
func (p *progress) step() {
	p.done++
	if p.bar != nil {
		p.bar.Add(1)
		p.shown = true
		return
	}
	if quarter := 4 * p.done / p.total; quarter != 4*(p.done-1)/p.total {
		fmt.Fprintf(p.w, "secant: %d%% measured\n", 25*quarter)
	}
}

// add moves a bar of bytes.
func (p *progress) add(n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.bar == nil {
		return
	}
	if p.early += n; time.Since(p.since) < firstShown {
		return
	}
	p.bar.Add(p.early)
	p.early, p.shown = 0, true
}

// clear makes room for a line where the bar is.
func (p *progress) clear() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.shown {
		p.bar.Clear()
	}
}

// finish removes the bar.
func (p *progress) finish() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.shown {
		p.bar.Clear() // Finish does not if the total is not known
	}
	p.bar, p.shown = nil, false
}

// showsBars reports whether w is a terminal that can show a bar, which moves the cursor.
func showsBars(w io.Writer) bool {
	kind, set := os.LookupEnv("TERM")
	return isTerminal(w) && kind != "dumb" && (set || runtime.GOOS == "windows")
}

// isTerminal reports whether w is a terminal.
func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}
