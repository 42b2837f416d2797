// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

//go:build !linux

package measure

import (
	"errors"
	"runtime"
)

// Counter would count CPU cycles; it has no values here.
type Counter struct{}

// OpenCycles says that there is no counter of CPU cycles.
func OpenCycles() (*Counter, error) {
	return nil, errors.New("they cannot be counted on " + runtime.GOOS)
}

// Read returns the count so far.
func (c *Counter) Read() (uint64, error) { return 0, errors.ErrUnsupported }

// Close closes the counter.
func (c *Counter) Close() error { return nil }
