// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

//go:build !native || !cgo

package bench

// Native says whether the libraries in C and Rust are linked in.
const Native = false
