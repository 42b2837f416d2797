// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package msm

const MaxWindow = maxWindow

// Windows returns the sum by Pippenger's algorithm with windows of a given size.
func (m *VarTime[P, C, G]) Windows(window uint) *P {
	m.pippenger(window)
	return &m.result
}
