// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package field

// The portable kernel for machines that multiply 32-bit words. The words of an
// element are taken from, and put back into, its limbs by shifts.

func mul32(z, x, y *Element, fold uint64) {
	a, b := words(x), words(y)
	var r [16]uint32
	for i, w := range b {
		var c uint64
		for j, v := range a {
			// At most (2^32-1)^2 + 2(2^32-1) = 2^64-1.
			c += uint64(v)*uint64(w) + uint64(r[i+j])
			r[i+j] = uint32(c)
			c >>= 32
		}
		r[i+8] = uint32(c)
	}
	fold32(z, &r, fold)
}

func sqr32(z, x *Element, fold uint64) {
	a := words(x)
	var r [16]uint32
	// The products a_i·a_j with i < j.
	for i, w := range a[:7] {
		var c uint64
		for j := i + 1; j < 8; j++ {
			c += uint64(a[j])*uint64(w) + uint64(r[i+j])
			r[i+j] = uint32(c)
			c >>= 32
		}
		r[i+8] = uint32(c)
	}
	// Twice that, and the squares a_i^2.
	var c uint64
	var shifted uint32 // the bit that the doubling moves into the next word
	for i, w := range a {
		s := uint64(w) * uint64(w)
		lo, hi := r[2*i], r[2*i+1]
		c += uint64(lo<<1|shifted) + uint64(uint32(s))
		r[2*i] = uint32(c)
		c = c>>32 + uint64(hi<<1|lo>>31) + s>>32
		r[2*i+1] = uint32(c)
		c >>= 32
		shifted = hi >> 31
	}
	fold32(z, &r, fold)
}

// fold32 sets z to the sum of r_i·2^(32 i).
func fold32(z *Element, r *[16]uint32, fold uint64) {
	f0 := fold & (1<<32 - 1) // below 2^16
	f1 := -(fold >> 32)      // a mask: fold >> 32 is 0 or 1
	// r_lo + r_hi·fold: eight words and a top of 34 bits.
	var c uint64
	var previous uint64
	for i := range 8 {
		c += uint64(r[i]) + uint64(r[i+8])*f0 + previous&f1
		r[i] = uint32(c)
		c >>= 32
		previous = uint64(r[i+8])
	}
	top := c + previous&f1
	// Again with top, and once more with the carry of that.
	for range 2 {
		low, high := top*f0, top&f1
		c = uint64(r[0]) + low&(1<<32-1)
		r[0] = uint32(c)
		c = c>>32 + uint64(r[1]) + low>>32 + high&(1<<32-1)
		r[1] = uint32(c)
		c = c>>32 + uint64(r[2]) + high>>32
		r[2] = uint32(c)
		for i := 3; i < 8; i++ {
			c = c>>32 + uint64(r[i])
			r[i] = uint32(c)
		}
		top = c >> 32
	}
	z.l0 = uint64(r[0]) | uint64(r[1])<<32
	z.l1 = uint64(r[2]) | uint64(r[3])<<32
	z.l2 = uint64(r[4]) | uint64(r[5])<<32
	z.l3 = uint64(r[6]) | uint64(r[7])<<32
}

// words returns the 32-bit words of x, least significant first.
func words(x *Element) [8]uint32 {
	return [8]uint32{
		uint32(x.l0), uint32(x.l0 >> 32), uint32(x.l1), uint32(x.l1 >> 32),
		uint32(x.l2), uint32(x.l2 >> 32), uint32(x.l3), uint32(x.l3 >> 32),
	}
}
