// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

//go:build !linux

package main

// forget does nothing: here the system decides how much of a mapped file stays in memory.
func forget([]byte) (stop func()) { return func() {} }
