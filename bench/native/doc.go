// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package native calls libraries in C and Rust, if it is built with the tag
// native after build.sh has built them; otherwise it is empty.
package native
