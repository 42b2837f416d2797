// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

//go:build purego

package bench

// PureGo says whether libraries in Go are built without assembly.
const PureGo = true
