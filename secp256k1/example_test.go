// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package secp256k1_test

import (
	"bytes"
	"fmt"
	"log"

	"secant.example/secp256k1"
)

// A point from a scalar, its encodings, and back.
func Example() {
	x, err := secp256k1.NewScalar().SetCanonicalBytes(append(make([]byte, 31), 2))
	if err != nil {
		log.Fatal(err)
	}
	v := new(secp256k1.Point).ScalarBaseMult(x)
	fmt.Printf("%x\n", v.Bytes())

	w, err := new(secp256k1.Point).SetBytes(v.Bytes())
	if err != nil {
		log.Fatal(err)
	}
	g := secp256k1.NewGeneratorPoint()
	fmt.Println(w.Equal(g.Add(g, g)))
	// Output:
	// 02c6047f9441ed7d6d3045406e95c07cd85c778e4b8cef3ca7abac09b95c709ee5
	// 1
}

// Both sides of a Diffie-Hellman exchange compute the same point.
func ExamplePoint_ScalarMult() {
	a, err := secp256k1.NewScalar().SetRandom(nil)
	if err != nil {
		log.Fatal(err)
	}
	b, err := secp256k1.NewScalar().SetRandom(nil)
	if err != nil {
		log.Fatal(err)
	}

	publicA := new(secp256k1.Point).ScalarBaseMult(a)
	publicB := new(secp256k1.Point).ScalarBaseMult(b)
	fmt.Println(publicA.ScalarMult(b, publicA).Equal(publicB.ScalarMult(a, publicB)))
	// Output: 1
}

// The commitment to a value with a second generator, whose logarithm nobody knows.
func ExamplePoint_SetHash() {
	h, err := new(secp256k1.Point).SetHash([]byte("second generator"), []byte("example.com-pedersen-v1"))
	if err != nil {
		log.Fatal(err)
	}
	value := secp256k1.NewScalar().SetUint64(100)
	blind, err := secp256k1.NewScalar().SetRandom(nil)
	if err != nil {
		log.Fatal(err)
	}
	g := secp256k1.NewGeneratorPoint()
	c := new(secp256k1.Point).MultiScalarMult([]*secp256k1.Scalar{value, blind}, []*secp256k1.Point{g, h})
	x, err := c.BytesX()
	fmt.Println(len(x), err)
	// Output: 32 <nil>
}

// A sum of many multiples, with memory that is used again.
func ExampleVarTimeMSM() {
	x := secp256k1.NewScalar().SetReducedBytes(bytes.Repeat([]byte{0x55}, 32))
	var sum secp256k1.VarTimeMSM
	minus := secp256k1.NewScalar()
	for range 100 {
		sum.Add(x, secp256k1.NewGeneratorPoint())
		minus.Subtract(minus, x)
	}
	sum.AddBase(minus)
	fmt.Println(sum.Sum(new(secp256k1.Point)).IsIdentity())
	// Output: 1
}
