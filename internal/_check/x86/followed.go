// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package x86

// Followed is what a package found that follows whole routines, each in its own way.
type Followed struct {
	Found    []*Error
	Done     []bool // the instructions that were done
	Compared int    // words and numbers
}
