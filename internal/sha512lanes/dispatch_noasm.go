// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

//go:build !amd64 || purego

package sha512lanes

func lanes() int { return 0 }

func (s *state) compress(p *blocks) { s.compressGeneric(p, &cubeRoots) }
