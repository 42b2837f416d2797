// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package doubleodd_test

import (
	"testing"

	"secant.example/internal/doubleodd"
	"secant.example/internal/field"
	"secant.example/internal/scalar"
)

func BenchmarkCurves(b *testing.B) {
	k := scalar.New(0x0123456789abcdef, 0xfedcba9876543210, 0x0f1e2d3c4b5a6978, 0x1122334455667788)
	half := scalar.New(0x0123456789abcdef, 0xfedcba9876543210, 0, 0)
	for name, c := range map[string]*Curve{"E": doubleodd.E, "S": doubleodd.S} {
		var q, s, v Point
		c.MulGen(&q, &k)
		c.MulGen(&s, &half)
		var jq, do [32]byte
		c.EncodeJQ(&jq, &q)
		c.EncodeDO(&do, &q)
		f := field.New(1, 2, 3, 4)
		var short, long doubleodd.ExpandedPoint
		c.VarTimeExpand(&short, &q, true)
		c.VarTimeExpand(&long, &q, false)
		var vs, qs [16]Point
		var ks, halves [16]scalar.Scalar
		var dos, jqs [16][32]byte
		var oks [16]bool
		for i := range qs {
			qs[i], ks[i], halves[i], dos[i], jqs[i] = q, k, half, do, jq
		}
		for _, bench := range []struct {
			name string
			run  func()
		}{
			{"Add", func() { c.Add(&q, &q, &s) }},
			{"Double1", func() { c.Double(&q, &q, 1) }},
			{"Double101", func() { c.Double(&q, &q, 101) }},
			{"Mul", func() { c.Mul(&v, &k, &q) }},
			{"MulGen", func() { c.MulGen(&v, &k) }},
			{"VarTimeMulAddMulGen128", func() { c.VarTimeMulAddMulGen(&v, &half, &q, &k) }},
			{"VarTimeMulAddMulGen", func() { c.VarTimeMulAddMulGen(&v, &k, &q, &k) }},
			{"VarTimeVerifyDO", func() { c.VarTimeVerifyDO(&do, &k, &q, &k) }},
			{"VarTimeExpand128", func() { c.VarTimeExpand(&short, &q, true) }},
			{"VarTimeExpand", func() { c.VarTimeExpand(&long, &q, false) }},
			{"VarTimeMulAddMulGenExpanded128", func() { c.VarTimeMulAddMulGenExpanded(&v, &half, &short, &k) }},
			{"VarTimeMulAddMulGenExpanded", func() { c.VarTimeMulAddMulGenExpanded(&v, &k, &long, &k) }},
			{"VarTimeMulAddMulGenBatch16", func() { c.VarTimeMulAddMulGenBatch(vs[:], halves[:], qs[:], ks[:]) }},
			{"VarTimeVerifyDOBatch16", func() { c.VarTimeVerifyDOBatch(oks[:], dos[:], ks[:], qs[:], ks[:]) }},
			{"VarTimeDecodeJQBatch16", func() { c.VarTimeDecodeJQBatch(vs[:], jqs[:], oks[:]) }},
			{"VarTimeDecodeDOBatch16", func() { c.VarTimeDecodeDOBatch(vs[:], dos[:], oks[:]) }},
			{"DecodeJQ", func() { c.DecodeJQ(&v, &jq) }},
			{"EncodeJQ", func() { c.EncodeJQ(&jq, &v) }},
			{"DecodeDO", func() { c.DecodeDO(&v, &do) }},
			{"EncodeDO", func() { c.EncodeDO(&do, &v) }},
			{"MapToPoint", func() { c.MapToPoint(&v, &f) }},
			{"FieldMul", func() { c.Field().Mul(&f, &f, &f) }},
		} {
			b.Run(name+"/"+bench.name, func(b *testing.B) {
				for range b.N {
					bench.run()
				}
			})
		}
	}
}
