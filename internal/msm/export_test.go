// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package msm

const MinWindow, MaxWindow = minWindow, maxWindow

// Windows returns the sum by Pippenger's algorithm with groups of windows of the given widths, the lowest first.
func (m *VarTime[P, C, G]) Windows(width func() uint) *P {
	m.look()
	m.cut()
	m.widths = m.widths[:0]
	for at := 0; at < m.longest; {
		w := width()
		m.widths = append(m.widths, w)
		at += int(w) * m.atOnce()
	}
	m.pippenger()
	return &m.result
}

// Plan returns the widths of the groups of windows that are chosen for the terms, and what Pippenger's algorithm takes by the
// costs: at least, with these widths, and with others.
func (m *VarTime[P, C, G]) Plan() (widths []uint, least, cost int, with func(widths []uint) int) {
	m.look()
	m.cut()
	cost = m.plan()
	return m.widths, m.leastCost(), cost, func(widths []uint) (cost int) {
		at, lanes, c := 0, m.atOnce(), m.costs
		for _, w := range widths {
			cost += m.leastParts() * lanes * (c.window + c.bucket<<(w-1))
			for i := range m.terms {
				t := &m.terms[i]
				for part := range t.parts {
					length := t.part
					if part == t.parts-1 {
						length = t.length
					}
					for window := range lanes {
						if length > at+window*int(w) {
							cost += 16
						}
					}
				}
			}
			at += lanes * int(w)
		}
		return cost
	}
}

// LimitLanes sets how many points are too many for lanes, until the returned function is called.
func LimitLanes(n int) (reset func()) {
	before := maxInLanes
	maxInLanes = n
	return func() { maxInLanes = before }
}

// Lanes returns how many windows the last sum by Pippenger's algorithm added up at the same time.
func (m *VarTime[P, C, G]) Lanes() int { return m.lanes }

// Parts returns how many parts of the points it had.
func (m *VarTime[P, C, G]) Parts() int { return m.parts }

const MaxPart = maxPart

// Choice returns the algorithm that [Fastest] stands for.
func (m *VarTime[P, C, G]) Choice() Algorithm {
	m.look()
	m.cut()
	return m.fastest()
}

// Memory returns the tables of m and the entries that it took from them.
func (m *Constant[P, C, G]) Memory() ([][8]C, []C) { return m.tables[:cap(m.tables)], m.operands }

// Expand sets the entries of f.Table, whose length and whose other fields the
// caller has set, for a point q. It overwrites q and m.
func Expand[P, C any, G Group[P, C]](g G, f Fixed[C], q, m *P) {
	size := 1 << (f.Width - 2)
	for i := 0; i < len(f.Table); i += size {
		if i > 0 {
			g.Double(q, f.Step)
		}
		*m = *q
		oddMultiples(g, f.Table[i:i+size], m)
	}
}
