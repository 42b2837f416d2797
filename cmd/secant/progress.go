// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"fmt"
	"io"
	"os"

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
		p.bar = progressbar.NewOptions(total,
			progressbar.OptionSetWriter(w),
			progressbar.OptionSetDescription(what),
			progressbar.OptionSetWidth(40),
			progressbar.OptionSetPredictTime(true),
			progressbar.OptionClearOnFinish())
	}
	return p
}

// step counts one of total.
func (p *progress) step() {
	p.done++
	if p.bar != nil {
		p.bar.Add(1)
		return
	}
	if quarter := 4 * p.done / p.total; quarter != 4*(p.done-1)/p.total {
		fmt.Fprintf(p.w, "secant: %d%% measured\n", 25*quarter)
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
