// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

//go:build !linux

package main

import (
	"errors"
	"runtime"
)

// perfCounter would count CPU cycles; it has no values here.
type perfCounter struct{}

// openCycleCounter says that there is no counter of CPU cycles.
func openCycleCounter() (*perfCounter, error) {
	return nil, errors.New("secant cannot count them on " + runtime.GOOS)
}

// Read returns the count so far.
func (c *perfCounter) Read() (uint64, error) { return 0, errors.ErrUnsupported }

// Close closes the counter.
func (c *perfCounter) Close() error { return nil }
