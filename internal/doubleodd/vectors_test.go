// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package doubleodd_test

import (
	"errors"
	"io/fs"
	"math/big"
	"os"
	"strings"
	"testing"

	"secant.example/internal/lattice"
	"secant.example/internal/recode"
	"secant.example/internal/testkit"
)

// The large sets of vectors, where the checkout has them next to it.

type vectors struct {
	Published, Extra map[string][]vector
}

type vector map[string]any

func (v vector) bytes(t testing.TB, name string) [32]byte {
	t.Helper()
	var b [32]byte
	copy(b[:], testkit.Unhex(t, v[name].(string)))
	return b
}

func (v vector) number(t testing.TB, name string) *big.Int {
	t.Helper()
	b := v.bytes(t, name)
	return testkit.BigLE(b[:])
}

func (v vector) integer(name string) int { return int(v[name].(float64)) }

// readVectors returns the vectors of a group, or nil if they are not there.
func readVectors(t testing.TB, group string) *vectors {
	path := "../../../shared/vectors/double-odd/" + group + ".json"
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		t.Logf("%s is not there", path)
		return nil
	}
	raw := testkit.ReadJSON[map[string]any](t, path)
	v := &vectors{map[string][]vector{}, map[string][]vector{}}
	for section, into := range map[string]map[string][]vector{"published": v.Published, "extra": v.Extra} {
		for kind, list := range raw[section].(map[string]any) {
			for _, entry := range list.([]any) {
				if m, ok := entry.(map[string]any); ok {
					into[kind] = append(into[kind], m)
				} else {
					into[kind] = append(into[kind], vector{"bytes": entry})
				}
			}
		}
	}
	return v
}

func TestVectors(t *testing.T) {
	testkit.Kernels(t, func(t *testing.T) {
		for _, m := range models {
			for _, generation := range []string{"jq255", "do255"} {
				group := generation + strings.ToLower(m.name)
				t.Run(group, func(t *testing.T) {
					if v := readVectors(t, group); v != nil {
						testVectors(t, m, generation == "jq255", v)
					}
				})
			}
		}
	})
}

func testVectors(t *testing.T, m *model, jq bool, v *vectors) {
	c := m.c
	decode, encode := c.DecodeDO, c.EncodeDO
	if jq {
		decode, encode = c.DecodeJQ, c.EncodeJQ
	}
	get := func(b [32]byte) *Point {
		t.Helper()
		var q Point
		if decode(&q, &b) != 1 {
			t.Fatalf("%x does not decode", b)
		}
		return &q
	}
	is := func(q *Point, want [32]byte, format string, args ...any) {
		t.Helper()
		var b [32]byte
		if encode(&b, q); b != want {
			t.Errorf(format+": %x, want %x", append(args, b, want)...)
		}
	}
	reduced := func(k *big.Int) *Scalar { return toScalar(new(big.Int).Mod(k, m.r)) }
	n := 0
	each := func(section map[string][]vector, kind string, f func(w vector)) {
		t.Helper()
		for _, w := range section[kind] {
			f(w)
			n++
		}
	}
	each(v.Published, "decode_ok", func(w vector) {
		q := get(w.bytes(t, "bytes"))
		is(q, w.bytes(t, "bytes"), "decode_ok")
		if (c.IsNeutral(q) == 1) != w["neutral"].(bool) {
			t.Errorf("%v", w)
		}
	})
	each(v.Published, "decode_bad", func(w vector) {
		var q Point
		b := w.bytes(t, "bytes")
		if decode(&q, &b) != 0 || q.IsValid() {
			t.Errorf("%x decodes", b)
		}
	})
	each(v.Extra, "point_decode", func(w vector) {
		var q Point
		b := w.bytes(t, "bytes")
		got := "invalid"
		if decode(&q, &b) == 1 {
			got = "nonneutral"
			if c.IsNeutral(&q) == 1 {
				got = "neutral"
			}
		}
		if got != w["result"] {
			t.Errorf("%v: %s", w, got)
		}
	})
	each(v.Published, "add", func(w vector) {
		p1, p2 := get(w.bytes(t, "p1")), get(w.bytes(t, "p2"))
		var q Point
		c.Add(&q, p1, p2)
		is(&q, w.bytes(t, "p3"), "add")
		c.Add(&q, &q, p1)
		is(&q, w.bytes(t, "p5"), "add")
		c.Double(&q, p1, 1)
		is(&q, w.bytes(t, "p4"), "double")
		c.Add(&q, &q, p2)
		c.Add(&q, &q, p2)
		is(&q, w.bytes(t, "p6"), "add")
	})
	each(v.Extra, "add_edge", func(w vector) {
		p1, p2 := get(w.bytes(t, "p1")), get(w.bytes(t, "p2"))
		var q Point
		c.Add(&q, p1, p2)
		is(&q, w.bytes(t, "sum"), "sum")
		c.Sub(&q, p1, p2)
		is(&q, w.bytes(t, "diff"), "difference")
	})
	mul := func(w vector) {
		q := get(w.bytes(t, "point"))
		c.Mul(q, reduced(w.number(t, "scalar")), q)
		is(q, w.bytes(t, "result"), "mul %v", w)
	}
	each(v.Published, "mul", mul)
	each(v.Extra, "mul_edge", mul)
	each(v.Published, "mul_chain", func(w vector) {
		if testing.Short() || w["start"] != v.Published["mul_chain"][0]["start"] {
			return // a thousand multiplications are enough
		}
		b := w.bytes(t, "start")
		for range w.integer("steps") {
			q := get(b)
			c.Mul(q, reduced(testkit.BigLE(b[:])), q)
			encode(&b, q)
		}
		if b != w.bytes(t, "end") {
			t.Errorf("mul_chain ends at %x: %v", b, w)
		}
	})
	each(v.Extra, "mulgen", func(w vector) {
		var q Point
		c.MulGen(&q, reduced(w.number(t, "scalar")))
		is(&q, w.bytes(t, "result"), "mulgen %v", w)
	})
	each(v.Extra, "mul128_add_mulgen", func(w vector) {
		q := get(w.bytes(t, "point"))
		c.VarTimeMulAddMulGen(q, reduced(w.number(t, "u")), q, reduced(w.number(t, "v")))
		is(q, w.bytes(t, "result"), "mul128_add_mulgen %v", w)
	})
	each(v.Extra, "double_n", func(w vector) {
		q := get(w.bytes(t, "point"))
		c.Double(q, q, w.integer("n"))
		is(q, w.bytes(t, "result"), "double_n %v", w)
	})
	each(v.Published, "map", func(w vector) {
		f := toElement(w.number(t, "bytes"))
		var q Point
		c.MapToPoint(&q, &f)
		is(&q, w.bytes(t, "point"), "map %v", w)
	})
	each(v.Extra, "base_multiples", func(w vector) {
		var q Point
		k := new(big.Int).Lsh(big.NewInt(int64(w.integer("i"))), uint(w.integer("k")))
		c.MulGen(&q, toScalar(k))
		u := w.number(t, "u")
		var want point
		if jq {
			want = m.fromEU(w.number(t, "e"), u)
		} else {
			x := w.number(t, "x")
			want = point{x, m.quotient(x, u)}
		}
		m.checkElement(t, &q, want, "base_multiples %v", w)
	})
	each(v.Extra, "glv_split", func(w vector) {
		k := testkit.Limbs(w.number(t, "k"))
		a0, a1, n0, n1 := recode.SplitDoubleOddE(&k)
		k0, k1 := testkit.Big([4]uint64{a0[0], a0[1]}), testkit.Big([4]uint64{a1[0], a1[1]})
		if n0 == 1 {
			k0.Neg(k0)
		}
		if n1 == 1 {
			k1.Neg(k1)
		}
		for name, got := range map[string]*big.Int{"k0": k0, "k1": k1} {
			want := w.number(t, name+"_twos_complement_le")
			if want.Bit(127) == 1 {
				want.Sub(want, new(big.Int).Lsh(big.NewInt(1), 128))
			}
			if got.Cmp(want) != 0 {
				t.Errorf("%s = %d: %v", name, got, w)
			}
		}
	})
	each(v.Extra, "lagrange", func(w vector) {
		// c0 = k·c1 mod r: another pair as short.
		k, order := testkit.Limbs(w.number(t, "k")), testkit.Limbs(m.r)
		var f lattice.Fraction
		lattice.Halve(&f, &k, &order)
		rho, tau := testkit.Big(f.Rho), testkit.Big(f.Tau)
		if f.Negative {
			tau.Neg(tau)
		}
		left := new(big.Int).Mul(tau, w.number(t, "k"))
		if left.Sub(left, rho).Mod(left, m.r).Sign() != 0 || rho.BitLen() > 128 || tau.BitLen() > 128 || tau.Sign() == 0 {
			t.Errorf("%d/%d: %v", rho, tau, w)
		}
	})
	each(v.Extra, "same_element", func(w vector) {
		var q, s Point
		c.MulGen(&q, reduced(w.number(t, "scalar")))
		jq, do := w.bytes(t, "jq255"), w.bytes(t, "do255")
		var b [32]byte
		if c.EncodeJQ(&b, &q); b != jq {
			t.Errorf("%v", w)
		}
		if c.EncodeDO(&b, &q); b != do {
			t.Errorf("%v", w)
		}
		if c.DecodeJQ(&s, &jq) != 1 || c.Equal(&q, &s) != 1 {
			t.Errorf("%v", w)
		}
		c.OddOrder(&s, &s)
		if c.EncodeDO(&b, &s); b != do {
			t.Errorf("%v", w)
		}
	})
	if n < 200 {
		t.Errorf("only %d vectors", n)
	}
}
