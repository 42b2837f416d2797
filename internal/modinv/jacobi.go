// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package modinv

// The Jacobi symbol by division steps, after Hamburg, Computing the Jacobi symbol
// using Bernstein-Yang, https://eprint.iacr.org/2021/1271.
//
// Let J(g, f) be the Jacobi symbol of g modulo |f|. In a division step
//
//	J(g, f)         = J((g + f)/2, f) (2/f)        without an exchange,
//	J(g, f)         = J((g - f)/2, g) (2/g) s      with one, where
//	s = (-1)^((1+f)/2 · (g-1)/2) · (-1 if g < 0 < f),
//
// by quadratic reciprocity, J(-f, g) and the period, and (2/f) = 1 if f is 1 or -1
// modulo 8. With bits, in two's complement, the exponent of s is bit 1 of ~f & g, plus
// the sign bit of ~f & g.
//
// A batch knows f and g only modulo a power of two, not their signs. But the number E
// of exchanges in it with g < 0 < f, modulo 2, depends little on f and g. Let the
// choices, and so the linear maps from (f, g), be fixed; let f_0, ..., f_k be the
// values of f, linear forms on the plane, and turn (f, g) around the origin. E can
// change where some f_j passes zero. Then f_(j+1) is a negative multiple of
// f_(j-1), as f_(j+1) is (f_j - f_(j-1))/2 plus multiples of f_j, halved some times; and
// the two summands of E with f_j change both or neither. This leaves f_0 and f_k,
// which have no such neighbours. They pass zero on lines, on each of which one ray
// changes E: the one with g_0 < 0, or g_k < 0.
//
// The maps keep the orientation. So let E be known for one vector: just beside
// f_0 = 0 < g_0 on the side f_0 > 0. With a, b the signs (1 if negative) of f_0, f_k for
// the vector in question and c that of f_k for the known one, counting the rays between
// the two gives: E changes if a = 0, b = 1, c = 0, or a = 1, b = 0, c = 1; that is, if
// b differs from both a and c.
//
// The packed word of (f, u, v), as at divsteps20 but with positive signs, has the sign
// of v, or of u if v = 0, as long as |f| is less than the unit of u: that of f_j at a
// vector as described. So the sign bits of packed words count E for that vector; this
// is done for a chunk of steps at a time, then corrected for the vector of the same kind
// at the start of the batch, and then for the real f and g.

const (
	symbolSteps   = 18 // in a chunk, of which there are three in a batch
	symbolBatches = 11 // 594 steps, of which 591 are needed
)

// A symbol accumulates the exponent of -1: it is the sum of the bits 1 and 63 of
// exchanges and 1 and 2 of halvings.
type symbol struct{ exchanges, halvings uint64 }

func (s *symbol) exponent() uint64 {
	return (s.exchanges>>1 ^ s.exchanges>>63 ^ s.halvings>>1 ^ s.halvings>>2) & 1
}

// turn accounts for E at a vector for which f has the signs of start and then of end,
// given that at the known vector f has the sign of known in the end.
func (s *symbol) turn(start, end, known uint64) {
	s.exchanges ^= (end ^ start) & (end ^ known) & (1 << 63)
}

// Jacobi returns the Jacobi symbol of x modulo m: 0 if they have a common factor, and
// otherwise 1 or -1; for a prime m, 1 if and only if x is a square. It is constant-time
// in x.
func (m *Modulus) Jacobi(x *[4]uint64) int {
	var s symbol
	unit := m.jacobi(&s, x)
	return int(int64(unit & (1 - 2*s.exponent())))
}

func (m *Modulus) jacobiGeneric(s *symbol, x *[4]uint64) (unit uint64) {
	*s = symbol{}
	var v [2]state
	v[0].start(m, x)
	w := int64(0)
	for i := range symbolBatches {
		from, to := &v[i&1], &v[i&1^1]
		var t matrix
		var end uint64
		w, end = t.symbolSteps(w, s, from)
		to.updateFG(from, &t)
		s.turn(from.f[4], to.f[4], end)
	}
	unit, _ = v[symbolBatches&1].f.unit()
	return unit
}

// symbolSteps sets t to 2^6 times the matrix of 54 steps from x, so that it
// amounts to 2^60 as that of divsteps. It returns the new w, and a word with the sign
// that f has in the end at the vector for which E is counted.
func (t *matrix) symbolSteps(w int64, s *symbol, x *state) (int64, uint64) {
	f, g := x.f[0]|x.f[1]<<limbBits, x.g[0]|x.g[1]<<limbBits
	*t = matrix{u: 1, r: 1}
	var start uint64
	for range 3 {
		var c matrix
		var known uint64
		w, known = c.symbolChunk(w, s, f, g)
		f, g = uint64(int64(uint64(c.u)*f+uint64(c.v)*g)>>symbolSteps), uint64(int64(uint64(c.q)*f+uint64(c.r)*g)>>symbolSteps)
		*t = matrix{c.u*t.u + c.v*t.q, c.u*t.v + c.v*t.r, c.q*t.u + c.r*t.q, c.q*t.v + c.r*t.r}
		// The sign of v. If v = 0 then u is the initial one, which is positive.
		end := uint64(t.v)
		s.turn(start, end, known)
		start = end
	}
	const unit = limbBits - 3*symbolSteps
	*t = matrix{t.u << unit, t.v << unit, t.q << unit, t.r << unit}
	return w, start
}

// symbolChunk sets t to 2^18 times the matrix of 18 steps, from the low 20 bits of f
// and g: the last step looks at three bits. It returns the new w and the packed word
// of f. See divsteps20; here w = delta - 1/2, and the signs in the words are positive.
func (t *matrix) symbolChunk(w int64, s *symbol, f, g uint64) (int64, uint64) {
	F := int64(f&(1<<20-1)) + 1<<(symbolSteps+21)
	G := int64(g&(1<<20-1)) + 1<<(symbolSteps+42)
	for range symbolSteps {
		odd := -(G & 1)          // all ones if g is odd
		stay := w >> 63          // all ones if delta < 0
		exchange := odd &^ stay  // all ones if f and g are exchanged
		term := (F ^ stay) & odd // f or -f-1: the odd excess is shifted out
		s.exchanges ^= uint64(^F & G & exchange)
		F ^= (F ^ G) & exchange
		G = (G - term) >> 1
		w = (w ^ exchange) + 1
		s.halvings ^= uint64(F)
	}
	known := uint64(F)
	u, v := unpack(F)
	q, r := unpack(G)
	*t = matrix{u, v, q, r}
	return w, known
}

// unpack returns u and v of a word f + 2^21 u + 2^42 v with |f|, |u| < 2^20.
func unpack(F int64) (u, v int64) {
	F = (F + 1<<20) >> 21
	v = (F + 1<<20) >> 21
	return F - v<<21, v
}
