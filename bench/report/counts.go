// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"secant.example/bench"
)

// A part is so many of a part of stepTables, in one of its groups.
type part struct {
	times       float64
	group, name string
}

// A count is what an operation takes by its parts, with IFMA and with AVX2.
type count struct {
	operation  string
	ifma, avx2 []part
}

func ladder(n float64) part { return part{n, "curve25519", "step of a ladder"} }
func ladderLanes(n float64, of string) part {
	return part{n, "curve25519", "step of a ladder, in lanes" + of}
}
func ed(n float64, name string) part {
	return part{n, "edwards25519", name}
}
func hash(n float64) part              { return part{n, "sha512lanes", "block of SHA-512"} }
func secp(n float64, name string) part { return part{n, "secp256k1", name} }
func jqE(n float64, name string) part  { return part{n, "doubleodd, E", name} }

var fraction = ed(1, "fraction with parts of half the length")

// The numbers are those of internal/sha512lanes, internal/curve25519, internal/edwards25519, internal/secp256k1 and internal/doubleodd.
var (
	verify = []part{ed(1, "two square roots of ratios"), ed(1, "two tables of odd multiples"),
		ed(127, "doubling in variable time"), ed(70, "addition to one point, in variable time"), fraction, hash(2)}
	verifyExpanded  = []part{hash(2), ed(31, "doubling in variable time"), ed(70, "addition to one point, in variable time"), ed(1, "inversion")}
	scalarMult      = []part{ed(8, "addition to one point"), ed(63, "window with its look-up and 4 doublings")}
	straus64        = []part{ed(0.5, "two tables of odd multiples"), ed(253./6, "addition to one point, in variable time"), ed(253./64, "doubling in variable time"), ed(1, "digits of a multiple")}
	straus64InLanes = []part{ed(1, "table of odd multiples in lanes"), ed(253./6, "addition to a position in lanes"),
		ed(32*8/64., "doubling and addition of a position in lanes"), ed(7*32/64., "doubling in variable time"), ed(1, "digits of a multiple")}
	buckets1024     = buckets(32, 128/1024., 256/1024.)
	buckets16384    = buckets(23, 1024/16384., 253/16384.)
	comb            = []part{ed(52, "comb entry in lanes, with its look-up"), ed(3, "doubling"), ed(3, "addition to one point")}
	verifyECDSA     = ecdsa("")
	verifyECDSAPair = ecdsa(ofPair)
	verifyJQ        = []part{jqE(254, "square in lanes"), jqE(125, "doubling in lanes"), jqE(51, "addition in lanes"),
		jqE(1, "table in lanes"), jqE(1, "digits of a sum in lanes")}
)

// buckets are the parts of a sum of buckets in so many windows, where each has so many for a point, and there are so many doublings.
func buckets(windows, each, doublings float64) []part {
	return []part{ed(windows, "addition to a bucket in lanes"), ed(windows*each, "addition of a bucket to two sums"), ed(doublings, "doubling in variable time")}
}

// ofPair ends the names of parts that are measured for two groups of eight lanes at once.
const ofPair = ", of a pair"

func ecdsa(of string) []part {
	return []part{secp(256, "square in lanes"), secp(127, "doubling in lanes"+of), secp(75, "addition in lanes"+of),
		secp(1, "tables of a sum in lanes"), secp(1, "digits of a sum in lanes")}
}

var counts = []count{
	{"x25519/public-key", []part{ed(52, "comb entry in octets, with its look-up"), ed(1, "sum of the octets of a comb"), ed(1, "inversion")},
		slices.Concat(comb, []part{ed(1, "inversion")})},
	{"x25519/shared-secret", []part{ladder(255), ed(1, "inversion")}, []part{ladder(255), ed(1, "inversion")}},
	{"x25519/shared-secrets-16", []part{ladderLanes(255, ", of 16"), ed(1./16, "inversion")}, []part{ladderLanes(255, ""), ed(1./16, "inversion")}},
	{"ed25519/sign", []part{ed(52, "comb entry in octets, with its look-up"), ed(1, "sum of the octets of a comb"), ed(1, "inversion"), hash(4)},
		slices.Concat(comb, []part{ed(1, "inversion"), hash(4)})},
	{"ed25519/verify-zip215", verify, verify},
	{"ed25519/verify-expanded", verifyExpanded, verifyExpanded},
	{"edwards25519-point/scalar-mult", scalarMult, scalarMult},
	{"edwards25519/msm-64", straus64InLanes, straus64},
	{"edwards25519/msm-1024", buckets1024, buckets1024},
	{"edwards25519/msm-16384", buckets16384, buckets16384},
	{"secp256k1/ecdsa-verify-64", verifyECDSAPair, verifyECDSA},
	{"secp256k1/ecdsa-recover-64", verifyECDSAPair, verifyECDSA},
	{"jq255e/verify-64", verifyJQ, verifyJQ},
}

// twoChains are the parts with AVX2 and two carry chains, of operations that have others there.
var twoChains = map[string][]part{
	"x25519/shared-secrets-16": {ladderLanes(255*10./16, ", of 5"), ladderLanes(255*6./16, ", of 6"), ed(1./16, "inversion")},
}

// cycles returns what the parts take, and whether all of them were measured with that engine.
func (s *steps) cycles(parts []part, engine string) (sum float64, ok bool) {
	for _, p := range parts {
		inGroup := func(g *stepGroup) bool { return g.name == p.group }
		i := slices.IndexFunc(s.groups, inGroup)
		if i < 0 {
			return 0, false
		}
		ns, ok := s.groups[i].ns[[2]string{engine, p.name}]
		if !ok {
			return 0, false
		}
		sum += p.times * ns * s.GHz
	}
	return sum, true
}

// countTable writes what operations take by their parts, where those were measured, and what they took.
func countTable(w io.Writer, title string, s *steps, r *bench.Run) {
	var rows []string
	avx2, peer := "AVX2", bench.AVX2
	switch first := s.groups[0].engines[0]; {
	case strings.HasPrefix(first, avx2):
		avx2, peer = first, bench.Ours // a machine that has no more
	case strings.Contains(first, "two chains"):
		avx2 = "AVX2, two chains, lanes" // what such a machine takes without IFMA
	}
	for _, c := range counts {
		row, op := r.Row(c.operation), bench.FindOperation(c.operation)
		if row == nil {
			continue
		}
		family := bench.Families[slices.IndexFunc(bench.Families, func(f bench.Family) bool { return f.Name == op.Family })]
		cells, any := []string{family.Title + ", " + op.Title}, false
		for _, engine := range []struct {
			name, peer string
			parts      []part
		}{{"IFMA", bench.Ours, c.ifma}, {avx2, peer, c.avx2}} {
			if parts, ok := twoChains[c.operation]; ok && strings.Contains(engine.name, "two chains") {
				engine.parts = parts
			}
			counted, ok := s.cycles(engine.parts, engine.name)
			cell := row.Cell(engine.peer)
			if !ok || cell == nil {
				cells = append(cells, "", "", "")
				continue
			}
			measured := cell.NsMin * s.GHz
			cells, any = append(cells, number(counted), number(measured), fmt.Sprintf("%.2f", counted/measured)), true
		}
		if any {
			rows = append(rows, "| "+strings.Join(cells, " | ")+" |\n")
		}
	}
	if len(rows) == 0 {
		return
	}
	fmt.Fprintf(w, `## %s

CPU cycles of an operation by the parts above, as many as it has of each, and its minimum, with IFMA and with AVX2. What is left is
arithmetic of scalars, decoding of bytes, conversions, sorting, and what of the rounds came from memory: where the ratio is near 1, an operation
is as fast as its parts.

| operation | IFMA, counted | measured | ratio | AVX2, counted | measured | ratio |
|---|--:|--:|--:|--:|--:|--:|
%s
`, title, strings.Join(rows, ""))
}
