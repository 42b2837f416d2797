// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Command secant makes and reads keys on elliptic curves, signs, verifies, agrees
// on shared secrets, and measures the library it is built on. Its keys and signatures are
// in the forms of other programs, such as OpenSSL and OpenSSH, where these know the
// algorithm. "secant --help" lists the commands.
package main

import "os"

func main() {
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
