// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package conformance holds tests of secant against what others made: sets of
// test vectors, OpenSSL, OpenSSH, minisign, signify, libsecp256k1, Go's standard library,
// packages of Python that read and write keys and signatures, packages for the same curves
// and packages whose interface secant shares; and Chromium, which shows the pages that secant
// writes, on a screen, a phone and paper. It is a module of its own so that none of
// them is a requirement of secant.
//
// Go's own tests of crypto/ed25519 are read from GOROOT, and run with the import changed.
// The vectors come as Go modules, which the tests fetch at a fixed version. The
// programs must be on the path, and the packages of Python, which .ci/run names, on its;
// without one, its tests fail if the environment variable CI is set, and else are skipped.
// The tests in Chromium have a build tag, as compiling what drives it takes minutes; with
// SECANT_SCREENSHOTS=DIR they leave pictures of what it shows in DIR:
//
//	go test -tags browser -run Page .
//
// The tests against libsecp256k1 need cgo, the library with its headers, of version 0.2.0
// or newer (libsecp256k1-dev on Debian), and a build tag:
//
//	go test -tags libsecp256k1 -run Libsecp .
//
// What there is only in Rust, and in C that no system packages, is compared in the
// module bench, whose tests with the tag native hold our results against theirs.
//
// The vectors are those of Wycheproof and ed25519vectors, and the packages for the same curves are
// filippo.io/edwards25519, gtank/ristretto255, curve25519-voi, btcec and dcrec. With libsecp256k1 there are
// fuzz targets, too. In Chromium the pages of a bulk run and of the benchmarks are clicked: nothing may be asked
// of a network, be too wide, too small or too pale.
package conformance
