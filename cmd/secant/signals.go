// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"cmp"
	"context"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"
)

// cancelOnSignal returns a context that is cancelled by the first signal that would end the
// process; arrived returns that signal, or nil. The second one ends the process at once. Those
// that are ignored stay so. When release was called, signals do again what they did before.
func cancelOnSignal() (ctx context.Context, arrived func() os.Signal, release func()) {
	ctx, cancel := context.WithCancelCause(context.Background())
	signals, done := make(chan os.Signal, 1), make(chan struct{})
	notify(signals)
	go func() {
		select {
		case s := <-signals:
			cancel(&signalError{s})
		case <-done:
			return
		}
		select {
		case s := <-signals:
			dieOf(s)
		case <-done:
		}
	}()
	arrived = func() os.Signal {
		if e, ok := context.Cause(ctx).(*signalError); ok {
			return e.signal
		}
		return nil
	}
	return ctx, arrived, sync.OnceFunc(func() {
		signal.Stop(signals)
		close(done)
		cancel(nil)
	})
}

// A signalError is why a context is cancelled.
type signalError struct{ signal os.Signal }

func (e *signalError) Error() string { return e.signal.String() }

// notify sends the signals that end a Go program and can be caught to c, but for those that are ignored.
func notify(c chan<- os.Signal) {
	for _, s := range []os.Signal{os.Interrupt, syscall.SIGQUIT, syscall.SIGTERM, syscall.SIGHUP} {
		if !signal.Ignored(s) {
			signal.Notify(c, s)
		}
	}
}

// holdSignals makes the signals that end a Go program and can be caught wait until release
// is called, which lets the first of them do so. The second ends the process at once. Those that
// are ignored stay so. Meanwhile, writing to standard output when nobody reads it is an error, and
// does not end the process.
func holdSignals() (release func()) {
	arrived, unread := make(chan os.Signal, 1), make(chan os.Signal, 1)
	notify(arrived)
	if !signal.Ignored(syscall.SIGPIPE) {
		signal.Notify(unread, syscall.SIGPIPE)
	}
	var first os.Signal
	done, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		for {
			select {
			case s := <-arrived:
				if first != nil {
					dieOf(s)
				}
				first = s
			case <-done:
				return
			}
		}
	}()
	return func() {
		signal.Stop(arrived)
		signal.Stop(unread)
		close(done)
		<-ended
		select {
		case s := <-arrived:
			first = cmp.Or(first, s)
		default:
		}
		if first != nil {
			dieOf(first)
		}
	}
}

// dieOf ends the process with the signal s, so that its parent knows why. What is being written is
// given up: temporary files first, as one more signal would end the process from the reset on.
func dieOf(s os.Signal) {
	removeTemporaries()
	signal.Reset(s)
	if self, err := os.FindProcess(os.Getpid()); err == nil && self.Signal(s) == nil {
		time.Sleep(time.Second) // it comes soon
	}
	os.Exit(exitUnable) // systems without signals
}
