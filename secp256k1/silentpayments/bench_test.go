// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package silentpayments

import (
	"fmt"
	"testing"

	"secant.example/internal/testkit"
)

// BenchmarkScan is of transactions with two inputs and two outputs, none of them the receiver's: one by one
// and in a batch, of the keys of the inputs and of tweak data; and with labels.
func BenchmarkScan(b *testing.B) {
	rng := testkit.NewRand(b)
	const count = 256
	var keys [count][][]byte
	var outpoints [count][]Outpoint
	var tweaks, points [][]byte
	for range 2 * count {
		k := toBytes(rng.SecpScalar())
		points = append(points, spendPublic(b, k))
	}
	transactions := make([]Transaction, count)
	for i := range keys {
		keys[i] = [][]byte{points[2*i], points[2*i+1][1:]}
		outpoints[i] = []Outpoint{NewOutpoint(rng.Bytes32(), 1), NewOutpoint(rng.Bytes32(), 0)}
		in, err := SumInputs(outpoints[i], keys[i])
		if err != nil {
			b.Fatal(err)
		}
		tweaks = append(tweaks, in.TweakData())
		transactions[i] = Transaction{in, [][]byte{points[(2*i+5)%len(points)][1:], points[(2*i+8)%len(points)][1:]}}
	}
	b.Run("SumInputs", func(b *testing.B) {
		for i := range b.N {
			if _, err := SumInputs(outpoints[i%count], keys[i%count]); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("TweakData", func(b *testing.B) {
		for i := range b.N {
			transactions[i%count].Inputs.TweakData()
		}
	})
	b.Run("ParseTweakData", func(b *testing.B) {
		for i := range b.N {
			if _, err := ParseTweakData(tweaks[i%count]); err != nil {
				b.Fatal(err)
			}
		}
	})
	for _, labels := range []int{0, 1, 1000} {
		var list []uint32
		for m := range labels {
			list = append(list, uint32(m+1))
		}
		s, err := NewScanner(toBytes(rng.SecpScalar()), points[0], list...)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(fmt.Sprintf("%d labels/one by one", labels), func(b *testing.B) {
			for i := range b.N {
				t := &transactions[i%count]
				if found, err := s.Scan(t.Inputs, t.Outputs); err != nil || found != nil {
					b.Fatal(found, err)
				}
			}
		})
		b.Run(fmt.Sprintf("%d labels/batch", labels), func(b *testing.B) {
			for left := b.N; left > 0; left -= count {
				if _, err := s.ScanBatch(transactions[:min(left, count)]); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
