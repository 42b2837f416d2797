// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

//go:build !purego

package field

import "secant.example/internal/cpu"

func hasVectors() bool { return cpu.X86.IFMA }
