// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package conformance

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/oasisprotocol/curve25519-voi/curve"
	"github.com/oasisprotocol/curve25519-voi/curve/scalar"

	"secant.example/edwards25519"
	"secant.example/ristretto255"
)

// What the packages curve and curve/scalar of github.com/oasisprotocol/curve25519-voi export,
// and what is here instead: theirs, ours, and what is different. Their names are not ours, so
// that changing the import is not enough, but every name has its place. A line with $ is one for
// edwards25519, where Type is Point, and one for ristretto255, where it is Element.
const voiTable = `
scalar.Scalar | $.Scalar | no unreduced scalars: SetBits, and X25519 with unreduced ones, are in x25519
scalar.New | $.NewScalar |
scalar.One | $.NewScalar, $.Scalar.SetUint64 | SetUint64(1)
scalar.NewFromUint64 | $.Scalar.SetUint64 |
scalar.NewFromBits | x25519.NewPrivateKey | for X25519; edwards25519 reduces, in SetBytesWithClamping
scalar.NewFromBytesModOrder | $.Scalar.SetReducedBytes | any length, no error
scalar.NewFromBytesModOrderWide | $.Scalar.SetUniformBytes |
scalar.NewFromCanonicalBytes | $.Scalar.SetCanonicalBytes |
scalar.Scalar.Add | $.Scalar.Add |
scalar.Scalar.Sub | $.Scalar.Subtract |
scalar.Scalar.Neg | $.Scalar.Negate |
scalar.Scalar.Mul | $.Scalar.Multiply | and MultiplyAdd
scalar.Scalar.Invert | $.Scalar.Invert | the inverse of 0 is 0
scalar.Scalar.BatchInvert | $.Scalar.BatchInvert | the inverse of 0 is 0
scalar.Scalar.Sum | $.Scalar.Sum |
scalar.Scalar.Product | $.Scalar.Product |
scalar.Scalar.Set | $.Scalar.Set |
scalar.Scalar.SetUint64 | $.Scalar.SetUint64 |
scalar.Scalar.Zero | $.Scalar.SetUint64 | SetUint64(0)
scalar.Scalar.One | $.Scalar.SetUint64 | SetUint64(1)
scalar.Scalar.SetRandom | $.Scalar.SetRandom | the same bytes make the same scalar; 0 is an error
scalar.Scalar.SetBits | x25519.PrivateKey.SetBytes | for X25519; edwards25519 reduces, in SetBytesWithClamping
scalar.Scalar.SetBytesModOrder | $.Scalar.SetReducedBytes | any length, no error
scalar.Scalar.SetBytesModOrderWide | $.Scalar.SetUniformBytes |
scalar.Scalar.SetCanonicalBytes | $.Scalar.SetCanonicalBytes |
scalar.Scalar.UnmarshalBinary | $.Scalar.SetCanonicalBytes |
scalar.Scalar.MarshalBinary | $.Scalar.Bytes | no error
scalar.Scalar.ToBytes | $.Scalar.Bytes | returned, not written
scalar.Scalar.Equal | $.Scalar.Equal |
scalar.Scalar.DisallowEqual | | == compares: scalars have one representation
scalar.Scalar.ConditionalSelect | $.Scalar.Select | s.ConditionalSelect(a, b, c) is s.Select(b, a, c)
scalar.Scalar.IsCanonical | | scalars are always reduced
scalar.Scalar.Reduce | | scalars are always reduced
scalar.Scalar.Bits | $.Scalar.Bytes | digits are internal
scalar.Scalar.NonAdjacentForm | $.Scalar.Bytes | digits are internal
scalar.Scalar.ToRadix16 | $.Scalar.Bytes | digits are internal
scalar.Scalar.ToRadix2w | $.Scalar.Bytes | digits are internal
scalar.ToRadix2wSizeHint | | digits are internal
scalar.ScMinimalVartime | $.Scalar.SetCanonicalBytes | its error, in constant time
scalar.ScalarSize | | 32
scalar.ScalarWideSize | | 64
scalar.BASEPOINT_ORDER | | no scalar; 0 here

curve.CompressedPointSize | | 32
curve.MontgomeryPointSize | | 32
curve.RistrettoUniformSize | | 64
curve.ED25519_BASEPOINT_POINT | edwards25519.NewGeneratorPoint | a new one for each call
curve.ED25519_BASEPOINT_COMPRESSED | edwards25519.Point.Bytes | of the generator
curve.ED25519_BASEPOINT_TABLE | edwards25519.Point.ScalarBaseMult | built in
curve.X25519_BASEPOINT | x25519.Basepoint |
curve.RISTRETTO_BASEPOINT_POINT | ristretto255.NewGeneratorElement | a new one for each call
curve.RISTRETTO_BASEPOINT_COMPRESSED | ristretto255.Element.Bytes | of the generator
curve.RISTRETTO_BASEPOINT_TABLE | ristretto255.Element.ScalarBaseMult | built in
curve.EIGHT_TORSION | edwards25519.EightTorsion | in the same order, a new one for each call

curve.CompressedEdwardsY | | [32]byte: what decodes takes bytes
curve.NewCompressedEdwardsY | | [32]byte{1}
curve.NewCompressedEdwardsYFromBytes | edwards25519.Point.SetBytes | decodes at once
curve.CompressedEdwardsY.Equal | | of package crypto/subtle, or ==
curve.CompressedEdwardsY.Identity | | [32]byte{1}
curve.CompressedEdwardsY.IsCanonicalVartime | edwards25519.Point.SetCanonicalBytes | its error
curve.CompressedEdwardsY.SetBytes | | copy
curve.CompressedEdwardsY.MarshalBinary | | the bytes
curve.CompressedEdwardsY.UnmarshalBinary | edwards25519.Point.SetBytes |
curve.CompressedEdwardsY.SetEdwardsPoint | edwards25519.Point.Bytes |
curve.EdwardsPoint.SetCompressedY | edwards25519.Point.SetBytes |
curve.CompressedRistretto | | [32]byte: what decodes takes bytes
curve.NewCompressedRistretto | | [32]byte{}
curve.CompressedRistretto.Equal | | of package crypto/subtle, or ==
curve.CompressedRistretto.Identity | | [32]byte{}
curve.CompressedRistretto.SetBytes | | copy
curve.CompressedRistretto.MarshalBinary | | the bytes
curve.CompressedRistretto.UnmarshalBinary | ristretto255.Element.SetCanonicalBytes |
curve.CompressedRistretto.SetRistrettoPoint | ristretto255.Element.Bytes |
curve.RistrettoPoint.SetCompressed | ristretto255.Element.SetCanonicalBytes |

curve.$Point | $.Type |
curve.New$Point | $.NewIdentityType |
curve.$Point.Identity | $.Type.SetIdentity |
curve.$Point.Set | $.Type.Set |
curve.$Point.Add | $.Type.Add |
curve.$Point.Sub | $.Type.Subtract |
curve.$Point.Neg | $.Type.Negate |
curve.$Point.Sum | $.Type.Sum | the receiver may be one of the arguments
curve.$Point.Equal | $.Type.Equal |
curve.$Point.IsIdentity | $.Type.IsIdentity | 1 or 0
curve.$Point.ConditionalSelect | $.Type.Select | p.ConditionalSelect(a, b, c) is p.Select(b, a, c)
curve.$Point.MarshalBinary | $.Type.Bytes | no error
curve.$Point.UnmarshalBinary | $.Type.SetBytes |
curve.$Point.Mul | $.Type.ScalarMult | the scalar first
curve.$Point.MulBasepoint | $.Type.ScalarBaseMult, $.Type.ScalarMultTable | of the generator, of another point
curve.$Point.MultiscalarMul | $.Type.MultiScalarMult | or MSM, which keeps its memory
curve.$Point.MultiscalarMulVartime | $.Type.VarTimeMultiScalarMult | or VarTimeMSM, which keeps its memory
curve.$Point.DoubleScalarMulBasepointVartime | $.Type.VarTimeDoubleScalarBaseMult |
curve.$Point.ExpandedDoubleScalarMulBasepointVartime | $.Type.VarTimeDoubleScalarBaseMultExpanded |
curve.$Point.ExpandedMultiscalarMulVartime | $.VarTimeMSM.AddExpanded, $.VarTimeMSM.Add, $.VarTimeMSM.Sum |
curve.$Point.TripleScalarMulBasepointVartime | $.VarTimeMSM.AddBase, $.VarTimeMSM.Add, $.VarTimeMSM.Sum | without the factor delta
curve.$Point.ExpandedTripleScalarMulBasepointVartime | $.VarTimeMSM.AddBase, $.VarTimeMSM.AddExpanded, $.VarTimeMSM.Sum | without the factor delta
curve.$Point.SetExpanded | $.ExpandedType.Type |
curve.Expanded$Point | $.ExpandedType |
curve.NewExpanded$Point | $.ExpandedType.Set |
curve.Expanded$Point.Point | $.ExpandedType.Type |
curve.Expanded$Point.Set$Point | $.ExpandedType.Set |
curve.$BasepointTable | $.BaseTable |
curve.New$BasepointTable | $.BaseTable.Set |
curve.$BasepointTable.Basepoint | | keep the point

curve.EdwardsPoint.IsSmallOrder | edwards25519.Point.IsSmallOrder | 1 or 0
curve.EdwardsPoint.IsTorsionFree | edwards25519.Point.IsTorsionFree | 1 or 0
curve.EdwardsPoint.MulByCofactor | edwards25519.Point.MultByCofactor |
curve.EdwardsPoint.SetMontgomery | edwards25519.Point.SetMontgomeryBytes |
curve.RistrettoPoint.SetRandom | ristretto255.Element.SetRandom | the same bytes make the same element; the identity is an error
curve.RistrettoPoint.SetUniformBytes | ristretto255.Element.SetUniformBytes |

curve.MontgomeryPoint | x25519.PublicKey | or [32]byte
curve.NewMontgomeryPoint | x25519.NewPublicKey |
curve.MontgomeryPoint.SetBytes | x25519.PublicKey.SetBytes |
curve.MontgomeryPoint.Equal | x25519.PublicKey.Equal | of bytes
curve.MontgomeryPoint.Mul | x25519.ScalarMult | clamped; for other scalars edwards25519.Point.SetMontgomeryBytes, ScalarMult, BytesMontgomery
curve.MontgomeryPoint.SetEdwards | edwards25519.Point.BytesMontgomery | the identity gives 0, too
`

// voiLines returns the lines of the table as theirs, ours and the difference.
func voiLines(t *testing.T) (lines [][3]string) {
	for _, line := range strings.Split(voiTable, "\n") {
		if line == "" {
			continue
		}
		parts := strings.Split(line, "|")
		if len(parts) != 3 {
			t.Fatalf("the line is not of three parts: %s", line)
		}
		groups := [][3]string{{"", "", ""}}
		if strings.Contains(line, "$") {
			groups = [][3]string{{"Edwards", "edwards25519", "Point"}, {"Ristretto", "ristretto255", "Element"}}
		}
		for _, g := range groups {
			ours := strings.NewReplacer("$", g[1], "Type", g[2]).Replace(strings.TrimSpace(parts[1]))
			lines = append(lines, [3]string{strings.ReplaceAll(strings.TrimSpace(parts[0]), "$", g[0]), ours, strings.TrimSpace(parts[2])})
		}
	}
	return lines
}

// The table has everything that they export, once for each of our groups, and what it says
// is here is.
func TestVoiTable(t *testing.T) {
	const voi = "github.com/oasisprotocol/curve25519-voi/"
	names := func(prefix, path string) map[string]bool {
		pkg, err := packagesOf(t, path).Import(path)
		if err != nil {
			t.Fatal(err)
		}
		all := map[string]bool{}
		for name := range api(pkg) {
			all[prefix+name] = true
		}
		return all
	}
	theirs, ours := map[string]bool{}, map[string]bool{}
	for prefix, path := range map[string]string{"curve.": voi + "curve", "scalar.": voi + "curve/scalar"} {
		for name := range names(prefix, path) {
			theirs[name] = true
		}
	}
	for _, prefix := range []string{"edwards25519.", "ristretto255.", "x25519."} {
		for name := range names(prefix, "secant.example/"+strings.TrimSuffix(prefix, ".")) {
			ours[name] = true
		}
	}
	if len(theirs) < 120 {
		t.Errorf("they export %d names only", len(theirs))
	}
	inTable := map[string]bool{}
	for _, line := range voiLines(t) {
		inTable[line[0]] = true
		if !theirs[line[0]] {
			t.Errorf("they have no %s", line[0])
		}
		if line[1] == "" && line[2] == "" {
			t.Errorf("what is instead of %s?", line[0])
		}
		for _, name := range strings.Split(line[1], ", ") {
			if name != "" && !ours[name] {
				t.Errorf("there is no %s, for %s", name, line[0])
			}
		}
	}
	for name := range theirs {
		if !inTable[name] {
			t.Errorf("the table has no %s", name)
		}
	}
}

// What the table says is the same computes the same.
func TestVoiDifferential(t *testing.T) {
	r := newSource(t)
	rounds := 200
	if testing.Short() {
		rounds = 20
	}
	for range rounds {
		testVoiScalars(t, r)
		testVoiPoints(t, r)
	}
	for i, want := range curve.EIGHT_TORSION {
		b, err := want.MarshalBinary()
		if got := edwards25519.EightTorsion()[i]; err != nil || !bytes.Equal(got.Bytes(), b) {
			t.Errorf("torsion point %d is %x, want %x", i, got.Bytes(), b)
		}
	}
}

func testVoiScalars(t *testing.T, r source) {
	check := func(what string, got *edwards25519.Scalar, want *scalar.Scalar) {
		t.Helper()
		if b, err := want.MarshalBinary(); err != nil || !bytes.Equal(got.Bytes(), b) {
			t.Errorf("%s is %x, want %x, %v", what, got.Bytes(), b, err)
		}
	}
	b := r.bytes(32)
	want, err := scalar.NewFromBytesModOrder(b)
	if err != nil {
		t.Fatal(err)
	}
	check("SetReducedBytes", edwards25519.NewScalar().SetReducedBytes(b), want)
	n := r.Uint64()
	check("SetUint64", edwards25519.NewScalar().SetUint64(n), scalar.NewFromUint64(n))

	var ours []*edwards25519.Scalar
	var theirs []*scalar.Scalar
	for range r.IntN(100) {
		b := r.bytes(64)
		x, err := edwards25519.NewScalar().SetRandom(bytes.NewReader(b))
		if err != nil {
			t.Fatal(err)
		}
		y, err := scalar.New().SetRandom(bytes.NewReader(b))
		if err != nil {
			t.Fatal(err)
		}
		check("SetRandom", x, y)
		ours, theirs = append(ours, x), append(theirs, y)
	}
	check("Sum", edwards25519.NewScalar().Sum(ours), scalar.New().Sum(theirs))
	check("Product", edwards25519.NewScalar().Product(ours), scalar.New().Product(theirs))
	check("BatchInvert", edwards25519.NewScalar().BatchInvert(ours), scalar.New().BatchInvert(theirs))
	for i := range ours {
		check("an inverse", ours[i], theirs[i])
	}
	if len(ours) > 1 {
		for choice := range 2 {
			want := scalar.New()
			want.ConditionalSelect(theirs[0], theirs[1], choice)
			check("Select", edwards25519.NewScalar().Select(ours[1], ours[0], choice), want)
		}
	}
}

func testVoiPoints(t *testing.T, r source) {
	var ours []*ristretto255.Element
	var theirs []*curve.RistrettoPoint
	for range 1 + r.IntN(5) {
		b := r.bytes(64)
		x, err := new(ristretto255.Element).SetRandom(bytes.NewReader(b))
		if err != nil {
			t.Fatal(err)
		}
		y, err := curve.NewRistrettoPoint().SetRandom(bytes.NewReader(b))
		if err != nil {
			t.Fatal(err)
		}
		ours, theirs = append(ours, x), append(theirs, y)
	}
	want, err := curve.NewRistrettoPoint().Sum(theirs).MarshalBinary()
	if got := new(ristretto255.Element).Sum(ours); err != nil || !bytes.Equal(got.Bytes(), want) {
		t.Errorf("the sum of random elements is %v, want %x, %v", got, want, err)
	}

	// Points of the whole curve, to the Montgomery form and back.
	u := r.bytes(32)
	theirU, err := curve.NewMontgomeryPoint().SetBytes(u)
	if err != nil {
		t.Fatal(err)
	}
	for sign := range 2 {
		theirPoint, theirErr := curve.NewEdwardsPoint().SetMontgomery(theirU, uint8(sign))
		ourPoint, ourErr := new(edwards25519.Point).SetMontgomeryBytes(u, sign)
		if (theirErr == nil) != (ourErr == nil) {
			t.Fatalf("the point with u %x: %v, want %v", u, ourErr, theirErr)
		}
		if ourErr != nil {
			continue
		}
		want, err := theirPoint.MarshalBinary()
		if err != nil || !bytes.Equal(ourPoint.Bytes(), want) {
			t.Errorf("the point with u %x and sign %d is %x, want %x, %v", u, sign, ourPoint.Bytes(), want, err)
		}
		if got, want := ourPoint.BytesMontgomery(), curve.NewMontgomeryPoint().SetEdwards(theirPoint); !bytes.Equal(got, want[:]) {
			t.Errorf("u of %x is %x, want %x", ourPoint.Bytes(), got, want[:])
		}
		torsion := r.IntN(8)
		ourPoint.Sum([]*edwards25519.Point{ourPoint, edwards25519.EightTorsion()[torsion], ourPoint})
		// Their receiver must not be one of the terms.
		theirSum := curve.NewEdwardsPoint().Sum([]*curve.EdwardsPoint{theirPoint, curve.EIGHT_TORSION[torsion], theirPoint})
		if want, err := theirSum.MarshalBinary(); err != nil || !bytes.Equal(ourPoint.Bytes(), want) {
			t.Errorf("a sum of points is %x, want %x, %v", ourPoint.Bytes(), want, err)
		}
		if slices.Equal(want, ourPoint.Bytes()) {
			t.Error("a sum is one of its terms")
		}
	}
}
