// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package algebra

import (
	"fmt"
	"math/big"

	"secant.example/internal/_check/x86"
)

// A modulus is a prime of internal/field.
type modulus struct {
	name  string
	fold  uint64
	prime *big.Int
}

func pseudoMersenne(name string, bits uint, c int64) modulus {
	p := new(big.Int).Lsh(big.NewInt(1), bits)
	p.Sub(p, big.NewInt(c))
	fold := new(big.Int).Lsh(big.NewInt(1), 256)
	return modulus{name, fold.Mod(fold, p).Uint64(), p}
}

var (
	p25519     = pseudoMersenne("2^255 - 19", 255, 19)
	p255E      = pseudoMersenne("2^255 - 18651", 255, 18651)
	p255S      = pseudoMersenne("2^255 - 3957", 255, 3957)
	pSecp256k1 = pseudoMersenne("2^256 - 2^32 - 977", 256, 1<<32+977)
	moduli     = []modulus{p25519, p255E, p255S, pSecp256k1}
)

// Field are the cases of internal/field.
func Field() (cases []Case) {
	add := func(routine string, paths []Path, m modulus, name string, run func(r *Run)) {
		for _, path := range paths {
			c := Case{Routine: routine, Name: m.name, Path: path, prime: m.prime, run: run}
			if name != "" {
				c.Name += ", " + name
			}
			cases = append(cases, c)
		}
	}
	all := []Path{base0, oneChain, twoChains}
	for _, m := range moduli {
		binary := func(routine string, paths []Path, f func(r *Run, x, y *big.Int) *big.Int) {
			for _, alias := range []struct {
				name    string
				z, x, y int
			}{{"", 0, 1, 2}, {"z is x", 1, 1, 2}, {"z is y", 2, 1, 2}, {"x is y", 0, 1, 1}, {"all are one", 1, 1, 1}} {
				add(routine, paths, m, alias.name, func(r *Run) {
					at := [3]uint64{r.allocate(4), r.allocate(4), r.allocate(4)}
					v := [3]*big.Int{nil, r.element(at[1]), r.element(at[2])}
					r.call(routine, []uint64{at[alias.z], at[alias.x], at[alias.y], m.fold}, false)
					r.equal("z", r.read(at[alias.z], 1)[0], f(r, v[alias.x], v[alias.y]))
				})
			}
		}
		binary("mul", all, func(r *Run, x, y *big.Int) *big.Int { return r.mul(x, y) })
		binary("add", all[:1], func(r *Run, x, y *big.Int) *big.Int { return r.add(x, y) })
		binary("sub", all[:1], func(r *Run, x, y *big.Int) *big.Int { return r.sub(x, y) })
		for _, alias := range []string{"", "z is x"} {
			unary := func(routine string, paths []Path, n uint64) {
				add(routine, paths, m, alias, func(r *Run) {
					z, x := r.allocate(4), r.allocate(4)
					v := r.element(x)
					if alias != "" {
						z = x
					}
					arguments := []uint64{z, x, m.fold}
					if n > 0 {
						arguments = []uint64{z, x, n, m.fold}
					}
					r.call(routine, arguments, false)
					r.equal("z", r.read(z, 1)[0], r.squarings(v, int(max(n, 1))))
				})
			}
			unary("sqr", all, 0)
		}
		// Loops: the state is in registers.
		for _, n := range []uint64{1, 3} {
			name := fmt.Sprintf("n = %d", n)
			state := func(r *Run, registers ...int) func() []*big.Int {
				return func() []*big.Int {
					x := new(big.Int)
					for i, register := range registers {
						x.Add(x, new(big.Int).Mul(r.limb(register), r.power(64*i)))
					}
					return []*big.Int{r.mod(x)}
				}
			}
			squares := func(r *Run) func(x []*big.Int) []*big.Int {
				return func(x []*big.Int) (z []*big.Int) {
					for i := range x {
						z = append(z, r.sqr(x[i]))
					}
					return z
				}
			}
			for _, path := range all[:2] {
				add("sqrN", []Path{path}, m, name, func(r *Run) {
					z, x := r.allocate(4), r.allocate(4)
					v := r.element(x)
					first := x86.R8
					if path.Name == base0.Name {
						first = x86.R15
					}
					l := loop{routine: "sqrN", state: state(r, first, x86.CX, x86.SI, x86.DI), step: squares(r)}
					last := r.run(l, []*big.Int{v}, "sqrN", []uint64{z, x, n, m.fold})
					r.equals("z", r.read(z, 1), last)
				})
			}
			if m.fold < 1<<16 {
				add("sqrN255", all[1:2], m, name, func(r *Run) {
					z, x := r.allocate(4), r.allocate(4)
					v := r.element(x)
					l := loop{routine: "sqrN255", state: state(r, x86.R8, x86.CX, x86.SI, x86.DI), step: squares(r)}
					last := r.run(l, []*big.Int{v}, "sqrN255", []uint64{z, x, n, m.fold})
					r.equals("z", r.read(z, 1), last)
				})
			}
			if m.fold == p25519.fold {
				add("sqrN25519", all[1:2], m, name, func(r *Run) {
					z, x := r.allocate(4), r.allocate(4)
					v := r.element(x)
					limbs, most := []int{x86.SI, x86.DI, x86.BP, x86.R8, x86.R8 + 1}, uint64(1<<52-1)
					l := loop{routine: "sqrN25519", step: squares(r), state: func() []*big.Int {
						x := new(big.Int)
						for i, register := range limbs {
							x.Add(x, new(big.Int).Mul(r.limbAtMost(register, most), r.power(51*i)))
						}
						return []*big.Int{r.mod(x)}
					}, renew: func() {
						for _, register := range limbs {
							r.setLimbAtMost(register, most)
						}
					}}
					last := r.run(l, []*big.Int{v}, "sqrN25519", []uint64{z, x, n})
					r.equals("z", r.read(z, 1), last)
				})
			}
			add("sqrNMulPair", all, m, name, func(r *Run) {
				z, x, y := r.allocate(8), r.allocate(8), r.allocate(8)
				first, factors := r.elements(x, 2), r.elements(y, 2)
				l := loop{routine: "sqrNMulPair", state: func() []*big.Int { return r.read(r.local(), 2) }, step: squares(r)}
				last := r.run(l, first, "sqrNMulPair", []uint64{z, x, n, y, m.fold})
				for i, v := range r.read(z, 2) {
					r.equal("z", v, r.mul(last[i], factors[i]))
				}
			})
		}
		if m.fold != p25519.fold {
			continue
		}
		// In the lanes of octets; z may be x or y.
		for _, routine := range []struct {
			name  string
			path  Path
			lanes int
			bits  int // of limbs
		}{{"octetSqrNMulHalf", withIFMA, 4, 51}, {"octetSqrNMul", withIFMA, 8, 51}, {"octetSqrNMulPair", withIFMA, 16, 52}, {"quadSqrNMul", oneChain, 4, 51}, {"quadSqrNMulPair", oneChain, 8, 51}, {"floatSqrNMul", oneChain, 8, 51}} {
			for n := range uint64(3) {
				add(routine.name, []Path{routine.path}, m, fmt.Sprintf("n = %d", n), func(r *Run) {
					const size, words = 5 * 64, 2 * 5 * 8
					inDoubles := routine.name == "floatSqrNMul"
					z, x, y, memory := r.allocate(words), r.allocate(words), r.allocate(words), r.scratch((4*10+12)*4)
					place := func(octets uint64, j int) uint64 { return octets + size*uint64(j/8) + 8*uint64(j%8) }
					octets := func(address uint64) (all []*big.Int) {
						for j := range routine.lanes {
							limbs := make([]uint64, 5)
							for i := range limbs {
								limbs[i] = r.edgy() >> 12
							}
							v := r.mod(number(limbs, uint(routine.bits)))
							if !r.concrete {
								v = r.field.random()
							}
							r.put(place(address, j), limbs, 64, routine.bits, v, 1)
							if inDoubles || routine.bits == 52 {
								r.below52([]int{j}, address)
							}
							all = append(all, v)
						}
						return all
					}
					first, factors := octets(x), octets(y)
					switch n {
					case 1:
						z = x
					case 2:
						z = y
					}
					arguments := []uint64{z, x, n, y}
					state := func() []*big.Int { return r.quads(0, routine.lanes) }
					var renew func()
					switch {
					case routine.bits == 52:
						state = nil
					case inDoubles:
						arguments = append(arguments, memory)
						powers := r.factors(evenFactors, memory, 0)
						state, renew = powers.values, powers.renew
					case routine.path.Name == oneChain.Name:
						arguments = append(arguments, memory)
						// Two limbs of each.
						state = func() (all []*big.Int) {
							for j := range routine.lanes {
								even := memory + size*uint64(j/4) + 8*uint64(j%4)
								odd := r.field.small(1<<26, r.at(even+32, 5, 64, 51))
								all = append(all, r.field.add(r.at(even, 5, 64, 51), odd))
							}
							return all
						}
					}
					last := first
					switch {
					case n == 0:
						r.call(routine.name, arguments, false)
					default:
						last = r.powers(loop{routine: routine.name, state: state, renew: renew}, first, int(n), arguments)
					}
					for j := range routine.lanes {
						r.equal("z", r.at(place(z, j), 5, 64, routine.bits), r.mul(last[j], factors[j]))
					}
				})
			}
		}
	}
	return cases
}

// quads returns the values in the first n lanes of five vector registers, limbs of 51 bits.
func (r *Run) quads(register, n int) (all []*big.Int) {
	for lane := range n {
		x := new(big.Int)
		for i := range 5 {
			x.Add(x, new(big.Int).Mul(r.lane(register+i, lane), r.power(51*i)))
		}
		all = append(all, r.mod(x))
	}
	return all
}
