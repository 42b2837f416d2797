// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

//go:build unix

package main

import "golang.org/x/sys/unix"

// inherited reports whether the descriptor fd is open, and from whoever started the process. All
// that the process opens itself is closed on exec, also what the Go runtime keeps open: on Linux
// it reads the limits of a control group again and again.
func inherited(fd int) bool {
	flags, err := unix.FcntlInt(uintptr(fd), unix.F_GETFD, 0)
	return err == nil && flags&unix.FD_CLOEXEC == 0
}
