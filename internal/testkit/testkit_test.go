// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package testkit

import (
	"fmt"
	"math/big"
	"runtime"
	"slices"
	"testing"

	"secant.example/internal/cpu"
)

// recorder is a testing.TB whose failures are recorded instead of reported.
type recorder struct {
	testing.TB
	failed bool
}

func (r *recorder) Helper()               {}
func (r *recorder) Errorf(string, ...any) { r.failed = true }
func (r *recorder) Fatalf(string, ...any) { r.failed = true; runtime.Goexit() }

func fails(f func(t testing.TB)) bool {
	r := new(recorder)
	done := make(chan struct{})
	go func() {
		defer close(done)
		f(r)
	}()
	<-done
	return r.failed
}

func TestAliases(t *testing.T) {
	type pair struct{ a, b int }
	cross := func(z *pair, in ...*pair) { *z = pair{in[0].a * in[1].b, in[0].b - in[1].a} }
	runs := 0
	got := Aliases(t, "cross", pair{99, 99}, func(z *pair, in ...*pair) {
		runs++
		cross(z, in...)
	}, pair{2, 3}, pair{5, 7})
	if want := (pair{14, -2}); got != want {
		t.Errorf("result %v, want %v", got, want)
	}
	if runs != 10 { // five partitions of three arguments, each with its reference
		t.Errorf("%d runs, want 10", runs)
	}
	for name, op := range map[string]func(z *pair, in ...*pair){
		"early write":    func(z *pair, in ...*pair) { z.a = in[0].a * in[1].b; z.b = in[0].b - in[1].a },
		"late read":      func(z *pair, in ...*pair) { z.b = in[0].b - in[1].a; z.a = in[0].a * in[1].b },
		"dirty receiver": func(z *pair, in ...*pair) { z.a += in[0].a; z.b = in[1].b },
		"input written":  func(z *pair, in ...*pair) { cross(z, in...); in[1].a++ },
		"equal pointers": func(z *pair, in ...*pair) {
			cross(z, in...)
			if in[0] == in[1] {
				z.a++
			}
		},
	} {
		if !fails(func(t testing.TB) { Aliases(t, name, pair{99, 98}, op, pair{2, 3}, pair{5, 7}) }) {
			t.Errorf("%s: not noticed", name)
		}
	}
}

var sink any

func TestNoAllocs(t *testing.T) {
	NoAllocs(t, "nothing", func() {})
	if !fails(func(t testing.TB) { NoAllocs(t, "new", func() { sink = new([64]int) }) }) {
		t.Error("an allocation was not noticed")
	}
}

func TestEdges(t *testing.T) {
	m, _ := new(big.Int).SetString("7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffed", 16)
	edges := Edges(m)
	if !slices.IsSortedFunc(edges, compare) {
		t.Error("not ascending")
	}
	two256 := new(big.Int).Lsh(big.NewInt(1), 256)
	for _, want := range []*big.Int{
		big.NewInt(0), big.NewInt(1), big.NewInt(2), big.NewInt(38), m,
		new(big.Int).Sub(m, big.NewInt(1)), new(big.Int).Add(m, big.NewInt(1)), new(big.Int).Lsh(m, 1),
		new(big.Int).Lsh(big.NewInt(1), 255), new(big.Int).Sub(two256, big.NewInt(1)),
		new(big.Int).Sub(two256, big.NewInt(37)), new(big.Int).Sub(two256, big.NewInt(39)),
	} {
		if !slices.Contains(edges, Limbs(want)) {
			t.Errorf("%x is missing", want)
		}
	}
}

func TestTargets(t *testing.T) {
	m := new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 255), big.NewInt(19))
	small, runs51, runs64 := 0, 0, 0
	for _, v := range NewRand(t).Targets(m) {
		if v.Sign() < 0 || v.BitLen() > 256 {
			t.Errorf("%x is out of range", v)
		}
		if v.BitLen() <= 11 {
			small++
		}
		// Two small digits in a row, below one that is not.
		digit := func(n, i uint) uint64 {
			d := new(big.Int).Rsh(v, n*i)
			return d.And(d, new(big.Int).SetUint64(^uint64(0)>>(64-n))).Uint64()
		}
		if digit(51, 2) < 1<<13 && digit(51, 3) < 1<<13 && digit(51, 4) > 1<<13 {
			runs51++
		}
		if digit(64, 1) == 0 && digit(64, 2) == 0 && digit(64, 3) > 1<<13 {
			runs64++
		}
	}
	if small < 100 || runs51 < 10 || runs64 < 10 {
		t.Errorf("%d small targets, %d and %d with runs of small digits", small, runs51, runs64)
	}
}

func TestConversions(t *testing.T) {
	r := NewRand(t)
	for range 100 {
		x := r.Limbs()
		b := ToBytes(x)
		if Limbs(Big(x)) != x || Bytes(BigLE(b[:])) != b || ToLimbs(b) != x {
			t.Fatalf("%x does not survive conversion", x)
		}
	}
	got := fmt.Sprintf("%x", Big([4]uint64{1, 2, 3, 4}))
	if want := "4000000000000000300000000000000020000000000000001"; got != want {
		t.Errorf("limbs 1, 2, 3, 4 give %s, want %s", got, want)
	}
}

func TestRandIsReproducible(t *testing.T) {
	if x, y := NewRand(t).Limbs(), NewRand(t).Limbs(); x != y {
		t.Errorf("%x and %x from one seed", x, y)
	}
	x := NewRand(t).Limbs()
	t.Setenv(SeedVariable, "another")
	if y := NewRand(t).Limbs(); x == y {
		t.Error("the seed has no effect")
	}
}

func TestVectors(t *testing.T) {
	path := t.TempDir() + "/vectors.json"
	if !fails(func(t testing.TB) { ReadJSON[[]Hex](t, path) }) {
		t.Error("a missing file was not noticed")
	}
	if !fails(func(t testing.TB) { Unhex(t, "0g") }) {
		t.Error("a bad digit was not noticed")
	}
	if got := Unhex(t, "00ff"); !slices.Equal(got, []byte{0, 255}) {
		t.Errorf("Unhex gives %x", got)
	}
}

func TestKernels(t *testing.T) {
	var seen []cpu.Features
	before := cpu.X86
	Kernels(t, func(t *testing.T) { seen = append(seen, cpu.X86) })
	if !slices.Equal(seen, cpu.Paths()) || cpu.X86 != before {
		t.Errorf("ran %+v, want %+v, then left %+v", seen, cpu.Paths(), cpu.X86)
	}
}
