// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package measure

import (
	"errors"
	"runtime"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// The clock of the thread is a counter that needs no hardware, so the code that
// reads cycles runs on every machine that has perf_event at all.
func TestPerfSoftware(t *testing.T) {
	runtime.LockOSThread() // a counter counts one thread
	defer runtime.UnlockOSThread()
	c, err := openPerf(unix.PERF_TYPE_SOFTWARE, unix.PERF_COUNT_SW_TASK_CLOCK)
	if err != nil {
		t.Logf("perf_event is not available: %v", err)
		return
	}
	defer c.Close()
	for range 3 {
		if err := checkCounts(c.Read); err != nil {
			t.Error(err)
		}
	}
	c.Close()
	if _, err := c.Read(); err == nil {
		t.Error("a closed counter was read")
	}
}

func TestPerfUnknownEvent(t *testing.T) {
	if _, err := openPerf(1<<31, 1<<40); err == nil || strings.Contains(err.Error(), "\n") {
		t.Errorf("error %v", err)
	}
}

func TestCheckCounts(t *testing.T) {
	if err := checkCounts(func() (uint64, error) { return 0, nil }); err == nil {
		t.Error("a counter that stands still is taken for one that counts")
	}
	failed := errors.New("failed")
	for at := range 2 {
		reads := 0
		err := checkCounts(func() (uint64, error) {
			if reads++; reads > at {
				return 0, failed
			}
			return uint64(reads), nil
		})
		if err != failed {
			t.Errorf("read %d fails: %v", at, err)
		}
	}
}
