// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package cpu

import "unsafe"

// Aligned returns words from the first one on whose address is a multiple of so many words, which are a power of 2: there
// must be one less than that more than are needed. It is for local memory of vectors, which Go aligns to a word.
func Aligned(words []uint64, to uintptr) []uint64 {
	return words[-(uintptr(unsafe.Pointer(&words[0]))/8)%to:]
}
