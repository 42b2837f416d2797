// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

//go:build !unix

package main

// openNonblock is nothing: here no file system has named pipes.
const openNonblock = 0
