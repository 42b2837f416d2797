// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

//go:build !amd64 || purego

package doubleodd

import "math"

// These functions are described in dispatch_amd64.go.

func (c *Curve) double(v *Point, n int) { c.doubleGeneric(v, n) }

func (c *Curve) windows(v *Point, table *[16]Point, list []window) { c.windowsGeneric(v, table, list) }

func (c *Curve) combSum(v *Point, table *combTables, digits *combDigits) {
	c.combGeneric(v, table, digits)
}

func (c *Curve) sum(v *Point, steps []step) { c.sumGeneric(v, steps) }

func selectPoint8(v *Point, table *[8]Point, index int) { selectGeneric(v, table[:], index) }

func selectPoint16(v *Point, table *[16]Point, index int) { selectGeneric(v, table[:], index) }

func laneGroups(int) (size, fewest int) { return laneCount, math.MaxInt }

func (c *Curve) varTimeLaneSteps(s *laneState, steps []laneStep, tables *laneTables, _ *laneRoom, n int) {
	c.laneStepsGeneric(s, steps, tables, n)
}

func (c *Curve) varTimeLaneSqrNMul(z, x *lanePair, e uint64, y *lanePair, _ *laneRoom, _ int) {
	c.p.SqrNMulLanes(z, x, e, y)
}
