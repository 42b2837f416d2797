// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

//go:build !amd64 || purego

package curve25519

import "secant.example/internal/field"

func (s *state) ladder(u *field.Element, k *[4]uint64, bit int) { s.ladderGeneric(u, k, bit) }

func laneGroups() groups { return groups{{1, 100}} }

func (s *lanes) ladder(count int, differs [][laneCount]uint64, n int) {
	s.ladderGeneric(count, differs, n)
}
