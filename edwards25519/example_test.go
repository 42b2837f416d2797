// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package edwards25519_test

import (
	"crypto/sha512"
	"fmt"

	"secant.example/edwards25519"
)

// hashToScalar returns a scalar made of a message.
func hashToScalar(message string) *edwards25519.Scalar {
	digest := sha512.Sum512([]byte(message))
	x, err := edwards25519.NewScalar().SetUniformBytes(digest[:])
	if err != nil {
		panic(err) // of another length
	}
	return x
}

// A key pair is a scalar and its multiple of the generator.
func Example() {
	x, y := hashToScalar("Alice"), hashToScalar("Bob")
	X := new(edwards25519.Point).ScalarBaseMult(x)
	Y := new(edwards25519.Point).ScalarBaseMult(y)

	var xY, yX edwards25519.Point
	xY.ScalarMult(x, Y)
	yX.ScalarMult(y, X)
	fmt.Println(xY.Equal(&yX))
	// Output: 1
}

// Encodings of points come from outside and need not be any.
func ExamplePoint_SetCanonicalBytes() {
	b := edwards25519.NewGeneratorPoint().Bytes()
	if _, err := new(edwards25519.Point).SetCanonicalBytes(b); err == nil {
		fmt.Printf("%x\n", b)
	}
	b[0] = 0
	b[1] = 0
	if _, err := new(edwards25519.Point).SetCanonicalBytes(b); err != nil {
		fmt.Println(err)
	}
	// Output:
	// 5866666666666666666666666666666666666666666666666666666666666666
	// edwards25519: invalid point encoding
}

// A commitment to several values, with a generator for each that is a hash.
func ExampleMSM() {
	var sum edwards25519.MSM // may be kept for other sums
	defer sum.Reset()        // overwrites the secrets
	for i, value := range []string{"blinding", "first", "second"} {
		g, err := new(edwards25519.Point).SetHash(fmt.Append(nil, i), []byte("example.com-commitment-v1"))
		if err != nil {
			panic(err)
		}
		sum.Add(hashToScalar(value), g)
	}
	var commitment edwards25519.Point
	fmt.Printf("%x\n", sum.Sum(&commitment).Bytes())
	// Output: 680ea27a8618e01201669c1e9423c7552ac3c2d68583dff77e692233a7952ea7
}

// Many equations s·B = R + c·A at once, each with a factor that nobody could foresee.
func ExampleVarTimeMSM() {
	var sum edwards25519.VarTimeMSM // kept, it allocates nothing for the next batch
	var s, total edwards25519.Scalar
	for i := range 100 {
		a, r, c := hashToScalar(fmt.Sprint("key", i)), hashToScalar(fmt.Sprint("nonce", i)), hashToScalar(fmt.Sprint("challenge", i))
		A, R := new(edwards25519.Point).ScalarBaseMult(a), new(edwards25519.Point).ScalarBaseMult(r)
		s.MultiplyAdd(c, a, r)

		z := hashToScalar(fmt.Sprint("should be random", i))
		total.MultiplyAdd(z, &s, &total)
		sum.Add(z, R.Negate(R))
		sum.Add(c.Multiply(c, z), A.Negate(A))
	}
	sum.AddBase(&total)
	var v edwards25519.Point
	fmt.Println(sum.Sum(&v).IsIdentity())
	// Output: 1
}

// An ExpandedPoint pays for itself from the second or third product on.
func ExampleExpandedPoint() {
	a, b, x := hashToScalar("a"), hashToScalar("b"), hashToScalar("x")
	A := new(edwards25519.Point).ScalarBaseMult(x)
	expanded := new(edwards25519.ExpandedPoint).Set(A)

	var v, w edwards25519.Point
	v.VarTimeDoubleScalarBaseMultExpanded(a, expanded, b)
	w.VarTimeDoubleScalarBaseMult(a, A, b)
	fmt.Println(v.Equal(&w))
	// Output: 1
}

// A BaseTable makes a second generator almost as fast as the first.
func ExampleBaseTable() {
	h, err := new(edwards25519.Point).SetHash([]byte("second generator"), []byte("example.com-pedersen-v1"))
	if err != nil {
		panic(err)
	}
	table := new(edwards25519.BaseTable).Set(h)

	value, blinding := hashToScalar("value"), hashToScalar("blinding")
	var v, w edwards25519.Point
	v.ScalarMultTable(value, table)
	v.Add(&v, w.ScalarBaseMult(blinding))
	fmt.Printf("%x\n", v.Bytes())
	// Output: cf7177753b244df4f397c5dca557790db7e0b4b0e617fe634b60965e21d9404f
}

func ExampleBytesBatch() {
	points := make([]edwards25519.Point, 3)
	for i := range points {
		points[i].ScalarBaseMult(hashToScalar(fmt.Sprint(i)))
	}
	encodings := make([][32]byte, len(points))
	if err := edwards25519.BytesBatch(encodings, points); err != nil {
		panic(err)
	}
	for _, b := range encodings {
		fmt.Printf("%x\n", b)
	}
	// Output:
	// 5dde954117577658995e8da0c291404f81344fd85904163e38c36ef9b4e4e32f
	// 30d21a56b8551d6e8924399607f9a3922b1db6fe681cd148fb635f9bc70c89bc
	// 77ed814d0805b7f7ece2ab67954676940e36b43a471df576ebb6949a87b4b06c
}

// Of the other suites of RFC 9380, those for curve25519 have their result on the curve of
// RFC 7748.
func ExamplePoint_SetHashSuite() {
	tag := []byte("example.com-demonstration-v1")
	v, err := new(edwards25519.Point).SetHash([]byte("message"), tag)
	if err != nil {
		panic(err)
	}
	fmt.Printf("%x\n", v.Bytes())

	v, err = v.SetHashSuite("curve25519_XMD:SHA-512_ELL2_RO_", []byte("message"), tag)
	if err != nil {
		panic(err)
	}
	x, y := v.MontgomeryCoordinates()
	fmt.Printf("%x %x\n", x, y)
	// Output:
	// 8edd77c7e925b27ea1c40103441ac5731be09aca33ddb162b838ed41ef7a738b
	// de058b9daed2596d7553cbf78915e08a09fb2cfebad984f3c21c9a1d32084c12 3b04eebb6db508f65f052494146c56819e6eee9f845f1306f539d199a1821646
}

// The fractions 1/2, 1/3 and 1/4 with one inversion.
func ExampleScalar_BatchInvert() {
	two, three, four := edwards25519.NewScalar().SetUint64(2), edwards25519.NewScalar().SetUint64(3), edwards25519.NewScalar().SetUint64(4)
	fractions := []*edwards25519.Scalar{two, three, four}
	product := edwards25519.NewScalar().BatchInvert(fractions) // 1/24

	// 24·(1/2 + 1/3 + 1/4) = 26
	sum := edwards25519.NewScalar().Sum(fractions)
	sum.Multiply(sum, product.Invert(product))
	fmt.Println(sum.Equal(edwards25519.NewScalar().SetUint64(26)))
	// Output: 1
}
