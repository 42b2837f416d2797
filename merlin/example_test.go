// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package merlin_test

import (
	"fmt"
	"log"

	"secant.example/merlin"
	"secant.example/ristretto255"
)

// challenge appends what a prover says in a proof that it knows x with X = [x]B, the element X and
// R = [r]B, and returns the challenge.
func challenge(t *merlin.Transcript, X, R *ristretto255.Element) *ristretto255.Scalar {
	t.AppendMessage("X", X.Bytes())
	t.AppendMessage("R", R.Bytes())
	b := make([]byte, 64)
	if err := t.ExtractBytes(b, "c"); err != nil {
		log.Fatal(err)
	}
	c, err := ristretto255.NewScalar().SetUniformBytes(b)
	if err != nil {
		log.Fatal(err)
	}
	return c
}

// A proof of knowledge of a logarithm: R = [r]B and z = r + c·x, with c from the transcript.
func Example() {
	x, err := ristretto255.NewScalar().SetRandom(nil)
	if err != nil {
		log.Fatal(err)
	}
	X := ristretto255.NewElement().ScalarBaseMult(x)

	// The prover. Its secret number r depends on x, so that it is not predictable even if the
	// system's random numbers are.
	prover := merlin.NewTranscript("example.com proof of a key")
	rng, err := prover.BuildRNG().RekeyWithWitness("x", x.Bytes()).Finalize(nil)
	if err != nil {
		log.Fatal(err)
	}
	r, err := ristretto255.NewScalar().SetRandom(rng)
	if err != nil {
		log.Fatal(err)
	}
	R := ristretto255.NewElement().ScalarBaseMult(r)
	z := ristretto255.NewScalar().MultiplyAdd(challenge(prover, X, R), x, r)

	// The verifier, who has X, R and z: [z]B = R + [c]X.
	verifier := merlin.NewTranscript("example.com proof of a key")
	c := challenge(verifier, X, R)
	got := ristretto255.NewElement().VarTimeDoubleScalarBaseMult(c.Negate(c), X, z)
	fmt.Println(got.Equal(R) == 1)
	// Output: true
}
