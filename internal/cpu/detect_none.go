// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

//go:build !amd64 || purego

package cpu

// Assembly says whether there is any.
const Assembly = false

func available() Features { return Features{} }

func detect() Features { return Features{} }

// WithoutIFMA returns what the machine would use by default if it had all but IFMA, for [Force].
func WithoutIFMA() Features { return Features{} }
