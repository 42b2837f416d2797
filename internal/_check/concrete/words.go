// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package concrete runs assembly on numbers: a word is a uint64, and memory is that of the
// process, of which a routine may touch what its contract names.
package concrete

import (
	"encoding/binary"
	"fmt"
	"math/bits"
	"sort"
	"unsafe"

	"secant.example/internal/_check/doubles"
	"secant.example/internal/_check/x86"
)

// words is the domain of numbers. Its memory is a list of regions in order.
type words struct {
	regions []Region
	last    int // the region of the last access
	fail    func(format string, args ...any)
}

func (*words) Const(c uint64) uint64         { return c }
func (*words) Value(x uint64) (uint64, bool) { return x, true }

func (*words) Add(x, y, carry uint64) (uint64, uint64)  { return bits.Add64(x, y, carry) }
func (*words) Sub(x, y, borrow uint64) (uint64, uint64) { return bits.Sub64(x, y, borrow) }

func (w *words) Mul(x, y uint64, at uint) (high, low uint64) {
	high, low = bits.Mul64(x, y)
	if at == 64 {
		return high, low
	}
	return high<<(64-at) | low>>at, low & (1<<at - 1)
}

func (*words) MulSigned(x, y uint64) (high, low uint64) {
	high, low = bits.Mul64(x, y)
	high -= x>>63*y + y>>63*x
	return high, low
}

func (*words) Shl(x, n uint64) uint64             { return x << n }
func (*words) Shr(x, n uint64) uint64             { return x >> n }
func (*words) Sar(x, n uint64) uint64             { return uint64(int64(x) >> n) }
func (*words) Truncate(x uint64, n uint) uint64   { return x & (1<<n - 1) }
func (*words) SignExtend(x uint64, n uint) uint64 { return uint64(int64(x<<(64-n)) >> (64 - n)) }
func (*words) And(x, y uint64) uint64             { return x & y }
func (*words) Or(x, y uint64) uint64              { return x | y }
func (*words) Xor(x, y uint64) uint64             { return x ^ y }
func (*words) Select(bit, x, y uint64) uint64     { return y ^ -bit&(x^y) }
func (*words) IsZero(x uint64) uint64 {
	if x == 0 {
		return 1
	}
	return 0
}

func (w *words) Fused(x, y, z uint64) uint64 {
	result, ok := doubles.FMA(x, y, z)
	if !ok {
		w.fail("a double is not a normal number: %#x·%#x + %#x = %#x", x, y, z, result)
	}
	return result
}

// A Region is memory that a routine may touch.
type Region struct {
	Name     string
	Pointer  unsafe.Pointer
	Size     uintptr
	ReadOnly bool
	address  uintptr // where the routine sees it, if not where it is
	scratch  bool    // it must not overlap with another one
}

func (r *Region) start() uintptr {
	if r.address != 0 {
		return r.address
	}
	return uintptr(r.Pointer)
}

// add makes a region accessible. Regions that overlap become one.
func (w *words) add(r Region) {
	if r.Size == 0 || r.Pointer == nil {
		return
	}
	i := sort.Search(len(w.regions), func(i int) bool { return w.regions[i].start() > r.start() })
	if i > 0 {
		before := &w.regions[i-1]
		if before.start()+before.Size > r.start() {
			before.apart(&r)
			before.Size = max(before.Size, r.start()+r.Size-before.start())
			before.ReadOnly = before.ReadOnly && r.ReadOnly
			w.absorb(i - 1)
			return
		}
	}
	w.regions = append(w.regions, Region{})
	copy(w.regions[i+1:], w.regions[i:])
	w.regions[i] = r
	w.absorb(i)
}

// apart panics if r and o, which overlap, must not.
func (r *Region) apart(o *Region) {
	if r.scratch || o.scratch {
		panic(fmt.Sprintf("%s overlaps with %s", r.Name, o.Name))
	}
}

// remove takes away the region that starts at an address, if there is one.
func (w *words) remove(start uintptr) {
	for i := range w.regions {
		if w.regions[i].start() == start {
			w.regions, w.last = append(w.regions[:i], w.regions[i+1:]...), 0
			return
		}
	}
}

// absorb joins region i with those after it that it overlaps.
func (w *words) absorb(i int) {
	r := &w.regions[i]
	for i+1 < len(w.regions) && w.regions[i+1].start() < r.start()+r.Size {
		next := &w.regions[i+1]
		r.apart(next)
		r.Size = max(r.Size, next.start()+next.Size-r.start())
		r.ReadOnly = r.ReadOnly && next.ReadOnly
		w.regions = append(w.regions[:i+1], w.regions[i+2:]...)
		r = &w.regions[i]
	}
}

// at returns where the address is, of so many bytes that may be accessed.
func (w *words) at(address uint64, size uint, write bool) unsafe.Pointer {
	a := uintptr(address)
	if r := &w.regions[w.last]; a-r.start() > r.Size-uintptr(size) || r.Size < uintptr(size) {
		w.last = max(sort.Search(len(w.regions), func(i int) bool { return w.regions[i].start() > a })-1, 0)
	}
	r := &w.regions[w.last]
	if offset := a - r.start(); r.Size < uintptr(size) || offset > r.Size-uintptr(size) {
		w.fail("touches %d bytes that are not its own, %s", size, w.near(a))
	}
	if write && r.ReadOnly {
		w.fail("writes to %s", r.Name)
	}
	return unsafe.Add(r.Pointer, a-r.start())
}

// near says where a is.
func (w *words) near(a uintptr) string {
	r := &w.regions[w.last]
	return fmt.Sprintf("%d bytes after the start of %s, which has %d", int64(a-r.start()), r.Name, r.Size)
}

func (w *words) Load(address uint64, size uint) uint64 {
	b := unsafe.Slice((*byte)(w.at(address, size, false)), size)
	switch size {
	case 8:
		return binary.LittleEndian.Uint64(b)
	case 4:
		return uint64(binary.LittleEndian.Uint32(b))
	}
	return uint64(b[0])
}

func (w *words) Store(address, x uint64, size uint) {
	b := unsafe.Slice((*byte)(w.at(address, size, true)), size)
	switch size {
	case 8:
		binary.LittleEndian.PutUint64(b, x)
	case 4:
		binary.LittleEndian.PutUint32(b, uint32(x))
	default:
		b[0] = byte(x)
	}
}

var _ x86.Domain[uint64] = (*words)(nil)
