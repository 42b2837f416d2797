// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package algebra

import (
	"fmt"
	"math/big"
)

// largePrime is for identities of integers: their coefficients are smaller.
var largePrime = new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 521), big.NewInt(1))

// Modinv are the cases of internal/modinv: what a batch of division steps makes of the long
// integers f, g, d, e, for its matrix (u v; q r). With numbers that have been divided by 2^(2·bits)
//
//	2^(2·bits)·f = u·f + v·g,    2^(2·bits)·d = u·d + v·e + k·m,
//
// and the same with q and r for g and e, where k is what the routine adds. That these are divisible is the definition of
// the matrix and of k, and is taken for granted here; so is the matrix.
func Modinv() (cases []Case) {
	for i, m := range moduli {
		for _, s := range []struct {
			routine string
			bits    uint
			limbs   int
			numbers int // f, g and, but for the Jacobi symbol, d, e
			updates int // with polynomials
		}{{"divsteps", 30, 9, 4, 11}, {"jacobiSteps", 27, 10, 2, 12}, {"divstepsVarTime", 30, 9, 4, 4}} {
			cases = append(cases, Case{Routine: s.routine, Name: fmt.Sprintf("numbers modulo %s", m.name), Path: oneChain, prime: largePrime, exact: true, looksUp: s.routine == "divstepsVarTime", run: func(r *Run) {
				v, c := r.allocate(40), r.allocate(40)
				arguments := []uint64{v, c}
				// Limb k of number j is in word 4k+j. With numbers, f and g are so large that the steps do
				// not come to their end: of a last matrix that is trivial too much would be true.
				large := new(big.Int).Lsh(big.NewInt(1), 268)
				odd := r.below(large)
				odd.SetBit(odd, 0, 1)
				for j := range 4 {
					x := []*big.Int{odd, r.below(large), new(big.Int), big.NewInt(1)}[j]
					limbs := make([]uint64, s.limbs)
					if j < s.numbers {
						digits(limbs, x, s.bits)
					}
					for k := range limbs {
						at := v + 32*uint64(k) + 8*uint64(j)
						if j < s.numbers {
							r.setFree(at, limbs[k], r.field.random(), 1)
						} else {
							r.set(at, 0)
						}
					}
				}
				var modulus *big.Int
				if s.numbers == 4 {
					// -1/m in words 2 and 3, and limb k of m in all four words from 4k+4 on.
					inverse := new(big.Int).ModInverse(m.prime, new(big.Int).Lsh(big.NewInt(1), s.bits))
					minus := 1<<s.bits - inverse.Uint64()
					x := r.field.random()
					for j := range uint64(4) {
						r.set(c+8*j, 0)
						if j >= 2 {
							r.setFree(c+8*j, minus, x, 1)
						}
					}
					limbs := make([]uint64, s.limbs)
					digits(limbs, m.prime, s.bits)
					modulus = new(big.Int)
					for k := range limbs {
						x := r.field.random()
						for j := range uint64(4) {
							r.setFree(c+32*uint64(k+1)+8*j, limbs[k], x, 1)
						}
						modulus = r.add(modulus, r.mul(r.signed(c+32*uint64(k+1), 64), r.power(int(s.bits)*k)))
					}
				} else {
					arguments[1] = r.allocate(2)
				}
				integers := func() (all []*big.Int) {
					for j := range s.numbers {
						x := new(big.Int)
						for k := range s.limbs {
							x = r.add(x, r.mul(r.signed(v+32*uint64(k)+8*uint64(j), 64), r.power(int(s.bits)*k)))
						}
						all = append(all, x)
					}
					return all
				}
				// The matrix is in local memory, and the routine reads so many bits of its entries.
				var before, matrix []*big.Int
				updates := 0
				check := func() {
					if before == nil {
						return
					}
					updates++
					for j, got := range integers() {
						row := j & 1 * 2
						want := r.add(r.mul(matrix[row], before[j&2]), r.mul(matrix[row+1], before[j&2+1]))
						if j >= 2 {
							k := r.add(r.lane(4, j), r.mul(r.power(int(s.bits)), r.lane(5, j)))
							want = r.add(want, r.mul(k, modulus))
						}
						r.equal(fmt.Sprintf("number %d after update %d", j, updates), r.mul(r.power(2*int(s.bits)), got), want)
					}
				}
				start := func() {
					check()
					r.forget()
					before, matrix = integers(), nil
					for i := range uint64(4) {
						matrix = append(matrix, r.signed(r.local()+8*(24+i), s.bits+32))
					}
				}
				r.heads(s.routine, func(int) { start() })
				r.ends(start)
				if s.routine == "divstepsVarTime" {
					arguments = append(arguments, r.varTimeTable(), 0) // and the result
					// The loop ends when the lowest word of g is zero: here the third time.
					r.decide(func(n int) uint64 { return uint64(n / 2) })
				}
				r.before("VZEROUPPER", check) // which clears k
				r.call(s.routine, arguments, false)
				if updates != s.updates && !(r.concrete && s.routine == "divstepsVarTime") {
					r.fail("%d updates", updates)
				}
			}})
		}
		if i == 1 {
			break
		}
	}
	return cases
}

// varTimeTable makes the table of divstepsVarTime, the effect of six division steps, by its definition in
// internal/modinv, for the domain of numbers: with polynomials what is read there is anything.
func (r *Run) varTimeTable() (address uint64) {
	address = r.allocate(12 * 64)
	for i := range 12 * 64 {
		first := int64(i/64 - 6)
		zeta, f, g := first, int64(1), int64(i%64)
		// Rows of the matrix times 2^steps.
		u, v, q, w := int64(1), int64(0), int64(0), int64(1)
		sign := int64(0)
		for range 6 {
			switch {
			case zeta < 0 && g&1 == 1:
				zeta, sign = ^zeta-1, ^sign
				f, g, u, v, q, w = g, (g-f)/2, 2*q, 2*w, q-u, w-v
			case g&1 == 1:
				zeta--
				g, u, v, q, w = (g+f)/2, 2*u, 2*v, q+u, w+v
			default:
				zeta--
				g, u, v = g/2, 2*u, 2*v
			}
		}
		c := uint64(0)
		for j, x := range []int64{u, v, q, w, sign, zeta - (first ^ sign)} {
			c |= uint64(uint8(x)) << (8 * j)
		}
		r.set(address+8*uint64(i), c)
	}
	return address
}
