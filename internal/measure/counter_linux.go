// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package measure

import (
	"encoding/binary"
	"errors"
	"fmt"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Counter counts events of the thread that opened it.
type Counter struct{ fd int }

// OpenCycles opens a counter of the CPU cycles that the calling thread
// spends in user mode, or says why there is none.
func OpenCycles() (*Counter, error) {
	return openPerf(unix.PERF_TYPE_HARDWARE, unix.PERF_COUNT_HW_CPU_CYCLES)
}

// openPerf opens a counter of the events that kind and config say
// (perf_event_open(2)), and tries whether it counts: some virtual machines open
// one that stays at zero.
func openPerf(kind uint32, config uint64) (*Counter, error) {
	attr := unix.PerfEventAttr{
		Type:   kind,
		Size:   uint32(unsafe.Sizeof(unix.PerfEventAttr{})),
		Config: config,
		// Pinned: always on the CPU, or an error when read, so a count is
		// never an extrapolation.
		Bits: unix.PerfBitPinned | unix.PerfBitExcludeKernel | unix.PerfBitExcludeHv,
	}
	fd, err := unix.PerfEventOpen(&attr, 0, -1, -1, unix.PERF_FLAG_FD_CLOEXEC)
	switch {
	case errors.Is(err, unix.EACCES), errors.Is(err, unix.EPERM):
		return nil, errors.New("the system does not permit it (see kernel.perf_event_paranoid)")
	case errors.Is(err, unix.ENOENT), errors.Is(err, unix.ENODEV), errors.Is(err, unix.EOPNOTSUPP):
		return nil, errors.New("the machine has no hardware counter")
	case err != nil:
		return nil, fmt.Errorf("perf_event_open: %w", err)
	}
	c := &Counter{fd}
	if err := checkCounts(c.Read); err != nil {
		c.Close()
		return nil, err
	}
	return c, nil
}

// checkCounts returns an error unless the counter that read returns goes up.
func checkCounts(read func() (uint64, error)) error {
	before, err := read()
	if err != nil {
		return err
	}
	for start := time.Now(); time.Since(start) < 100*time.Microsecond; {
	}
	after, err := read()
	if err != nil {
		return err
	}
	if after <= before {
		return errors.New("the hardware counter stands still")
	}
	return nil
}

// Read returns the count so far.
func (c *Counter) Read() (uint64, error) {
	var b [8]byte
	n, err := unix.Read(c.fd, b[:])
	if err != nil {
		return 0, fmt.Errorf("the hardware counter cannot be read: %w", err)
	}
	if n != len(b) {
		return 0, errors.New("the hardware counter is in use by others")
	}
	return binary.NativeEndian.Uint64(b[:]), nil
}

// Close closes the counter.
func (c *Counter) Close() error { return unix.Close(c.fd) }
