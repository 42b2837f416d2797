// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"runtime"
	"runtime/debug"
	"sync/atomic"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// forgetEvery is how often the memory of a mapped file is given back: a CPU reads some
// megabytes in that time.
const forgetEvery = time.Millisecond

// forget makes what this goroutine reads of a mapped file take little memory, until stop is
// called: what was read is given back again and again. Where it is read once more, it is
// mapped again, from the system's cache or the disk.
//
// A hash of gigabytes is one call of a routine, which neither leaves its processor to another
// goroutine nor lets a garbage collection begin: so there is a second processor, and no
// collection. The thread that gives back has slept most of the time, so that on
// a busy CPU its turn comes before that of the one that reads, if it is the same CPU.
func forget(mapped []byte) (stop func()) {
	procs, percent := runtime.GOMAXPROCS(0), debug.SetGCPercent(-1)
	runtime.GOMAXPROCS(max(2, procs))
	runtime.LockOSThread()
	var anywhere, here unix.CPUSet
	known := unix.SchedGetaffinity(0, &anywhere) == nil
	if cpu, ok := currentCPU(); ok && known {
		here.Set(cpu)
		unix.SchedSetaffinity(0, &here)
	}
	var done atomic.Bool
	ready, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		runtime.LockOSThread() // for good: the thread ends with the goroutine
		unix.SchedSetaffinity(0, &here)
		comeSoon()
		close(ready)
		for !done.Load() {
			pause := unix.NsecToTimespec(int64(forgetEvery))
			unix.Nanosleep(&pause, nil) // time.Sleep would need a third thread, on any CPU
			unix.Madvise(mapped, unix.MADV_DONTNEED)
		}
	}()
	<-ready // to begin a thread takes long on a busy CPU
	return func() {
		done.Store(true)
		<-ended
		if known {
			unix.SchedSetaffinity(0, &anywhere)
		}
		runtime.UnlockOSThread()
		runtime.GOMAXPROCS(procs)
		debug.SetGCPercent(percent)
	}
}

// soon is the shortest time that Linux lets a thread ask for at once.
const soon = 100 * time.Microsecond

// comeSoon asks for short turns of this thread, which come sooner. Before Linux 6.12 that is ignored.
func comeSoon() {
	if attr, err := unix.SchedGetAttr(0, 0); err == nil && attr.Policy == unix.SCHED_NORMAL {
		attr.Runtime = uint64(soon)
		unix.SchedSetAttr(0, attr, 0)
	}
}

// currentCPU returns the number of the CPU that this thread runs on.
func currentCPU() (int, bool) {
	var cpu uint32
	_, _, errno := unix.RawSyscall(unix.SYS_GETCPU, uintptr(unsafe.Pointer(&cpu)), 0, 0)
	return int(cpu), errno == 0
}
