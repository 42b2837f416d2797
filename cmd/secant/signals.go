// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"os"
	"os/signal"
	"syscall"
	"time"
)

// holdSignals makes the signals that end a Go program and can be caught wait until release
// is called, which lets the first of them do so. Those that are ignored stay so.
func holdSignals() (release func()) {
	arrived := make(chan os.Signal, 1)
	for _, s := range []os.Signal{os.Interrupt, syscall.SIGQUIT, syscall.SIGTERM, syscall.SIGHUP} {
		if !signal.Ignored(s) {
			signal.Notify(arrived, s)
		}
	}
	return func() {
		signal.Stop(arrived)
		select {
		case s := <-arrived:
			dieOf(s)
		default:
		}
	}
}

// dieOf ends the process with the signal s, so that its parent knows why.
func dieOf(s os.Signal) {
	if self, err := os.FindProcess(os.Getpid()); err == nil && self.Signal(s) == nil {
		time.Sleep(time.Second) // it comes soon
	}
	os.Exit(exitUnable) // systems without signals
}
