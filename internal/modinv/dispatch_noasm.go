// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

//go:build !amd64 || purego

package modinv

// These methods are described in dispatch_amd64.go.

func (m *Modulus) divsteps(f, d *limbs, x *[4]uint64) { m.divstepsGeneric(f, d, x) }

func (m *Modulus) divstepsVarTime(f, d *limbs, x *[4]uint64) { m.divstepsVarTimeGeneric(f, d, x) }

func (m *Modulus) jacobi(s *symbol, x *[4]uint64) (unit uint64) { return m.jacobiGeneric(s, x) }

type constants struct{}

func (c *constants) set(*Modulus) {}
