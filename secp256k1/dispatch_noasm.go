// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package secp256k1

// These methods are described at their generic counterparts.

func (v *Point) double(n int) { v.doubleGeneric(n) }

func (v *Point) add(q *Point) { v.addGeneric(q) }

func (v *Point) addAffine(q *affine) { v.addAffineGeneric(q) }
