// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package ristretto255_test

import (
	"math/big"
	"testing"

	"secant.example/internal/testkit"
	"secant.example/ristretto255"
)

// Sums of all kinds of terms equal the sums of their products, at sizes where
// the algorithms change; a sum used again starts anew; and sums of a size
// that was there before allocate nothing.
func TestMSM(t *testing.T) {
	testkit.Kernels(t, func(t *testing.T) {
		r := testkit.NewRand(t)
		var secret ristretto255.MSM
		var public ristretto255.VarTimeMSM
		for _, n := range []int{0, 1, 2, 3, 17, 300, 5} {
			scalars, elements := make([]Scalar, n), make([]Element, n)
			want := ristretto255.NewIdentityElement()
			for i := range elements {
				e, _ := pick(t, r)
				elements[i], scalars[i] = *e, *scalar(testkit.Big(r.Limbs()))
				switch r.IntN(8) {
				case 0:
					scalars[i].Zero()
				case 1:
					scalars[i] = *scalar(big.NewInt(-1))
				case 2:
					elements[i].Zero()
				case 3:
					if i > 0 {
						elements[i].Negate(&elements[i-1])
						scalars[i] = scalars[i-1]
					}
				}
				want.Add(want, new(Element).ScalarMult(&scalars[i], &elements[i]))
			}

			for _, workers := range []int{0, 1, 3} {
				public.Workers = workers
				public.Reset()
				if err := public.AddSlices(scalars, elements); err != nil {
					t.Fatal(err)
				}
				got := ristretto255.NewGeneratorElement()
				if public.Sum(got) != got || got.Equal(want) != 1 || public.Len() != n {
					t.Fatalf("VarTimeMSM of %d terms: got %v, want %v", n, got, want)
				}
			}
			secret.Reset()
			if err := secret.AddSlices(scalars, elements); err != nil {
				t.Fatal(err)
			}
			got := ristretto255.NewGeneratorElement()
			if secret.Sum(got) != got || got.Equal(want) != 1 || secret.Len() != n {
				t.Fatalf("MSM of %d terms: got %v, want %v", n, got, want)
			}

			// Add one at a time, with the generator and an expanded element.
			s, u := scalar(testkit.Big(r.Limbs())), scalar(testkit.Big(r.Limbs()))
			e, _ := pick(t, r)
			expanded := new(ristretto255.ExpandedElement).Set(e)
			if expanded.Element(new(Element)).Equal(e) != 1 {
				t.Fatal("an expanded element is another")
			}
			want.Add(want, new(Element).ScalarBaseMult(s))
			want.Add(want, new(Element).ScalarMult(u, e))
			public.Workers = 0
			sum := func() {
				public.Reset()
				public.Grow(n + 2)
				for i := range elements {
					public.Add(&scalars[i], &elements[i])
				}
				public.AddBase(s)
				public.AddExpanded(u, expanded)
				public.Sum(got)
			}
			sum()
			if got.Equal(want) != 1 || public.Len() != n+2 {
				t.Fatalf("VarTimeMSM of %d and two more: got %v, want %v", n, got, want)
			}
			testkit.NoAllocs(t, "VarTimeMSM", sum)
			testkit.NoAllocs(t, "MSM", func() {
				secret.Reset()
				for i := range elements {
					secret.Add(&scalars[i], &elements[i])
				}
				secret.Sum(got)
			})
		}
	})
}

func TestMSMLengths(t *testing.T) {
	var secret ristretto255.MSM
	var public ristretto255.VarTimeMSM
	for _, n := range [][2]int{{0, 1}, {1, 0}, {2, 1}} {
		scalars, elements := make([]Scalar, n[0]), make([]Element, n[1])
		if secret.AddSlices(scalars, elements) == nil || public.AddSlices(scalars, elements) == nil {
			t.Errorf("%d scalars and %d elements: no error", n[0], n[1])
		}
	}
	if secret.Len() != 0 || public.Len() != 0 {
		t.Errorf("%d and %d terms after errors", secret.Len(), public.Len())
	}
	panics(t, "an ExpandedElement of zero value", func() { new(ristretto255.ExpandedElement).Element(new(Element)) })
}

// Products with elements that have tables, on elements in all their representations.
func TestTables(t *testing.T) {
	testkit.Kernels(t, func(t *testing.T) {
		r := testkit.NewRand(t)
		var table ristretto255.BaseTable // used for all, with what the last has left
		var expanded ristretto255.ExpandedElement
		got := ristretto255.NewGeneratorElement()
		for i := range 60 {
			q, _ := pick(t, r)
			a, b := scalar(testkit.Big(r.Limbs())), scalar(testkit.Big(r.Limbs()))
			if i%10 == 0 {
				a.Zero()
			}
			want := new(Element).ScalarMult(a, q)
			if table.Set(q) != &table || got.ScalarMultTable(a, &table) != got || got.Equal(want) != 1 {
				t.Errorf("ScalarMultTable: %v times %v is %v, want %v", a, q, got, want)
			}
			want.Add(want, new(Element).ScalarBaseMult(b))
			if expanded.Set(q) != &expanded || got.VarTimeDoubleScalarBaseMultExpanded(a, &expanded, b) != got || got.Equal(want) != 1 {
				t.Errorf("VarTimeDoubleScalarBaseMultExpanded: got %v, want %v", got, want)
			}
			if expanded.Element(got) != got || got.Equal(q) != 1 {
				t.Errorf("%v expanded is %v", q, got)
			}
		}
	})
	g, s := ristretto255.NewGeneratorElement(), scalar(two)
	testkit.NoAllocs(t, "tables", func() {
		var table ristretto255.BaseTable
		var expanded ristretto255.ExpandedElement
		var e Element
		e.ScalarMultTable(s, table.Set(g))
		e.VarTimeDoubleScalarBaseMultExpanded(s, expanded.Set(g), s)
		expanded.Element(&e)
	})
	for name, f := range map[string]func(){
		"ScalarMultTable": func() { new(Element).ScalarMultTable(s, new(ristretto255.BaseTable)) },
		"BaseTable":       func() { new(ristretto255.BaseTable).Set(new(Element)) },
		"VarTimeDoubleScalarBaseMultExpanded": func() {
			new(Element).VarTimeDoubleScalarBaseMultExpanded(s, new(ristretto255.ExpandedElement), s)
		},
		"AddExpanded": func() { new(ristretto255.VarTimeMSM).AddExpanded(s, new(ristretto255.ExpandedElement)) },
	} {
		panics(t, name, f)
	}
}
