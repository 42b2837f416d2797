// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package conformance holds tests of secant against what others made: sets of
// test vectors, OpenSSL, OpenSSH, Go's standard library and packages whose
// interface secant shares. It is a module of its own so that none of them is a
// requirement of secant.
//
// The vectors come as Go modules, which the tests fetch at a fixed version. The
// programs must be on the path; without one, its tests fail if the environment
// variable CI is set, and else are skipped.
package conformance
