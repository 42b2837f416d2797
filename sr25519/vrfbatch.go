// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package sr25519

import (
	"io"

	"secant.example/internal/batch"
	curve "secant.example/internal/edwards25519"
	"secant.example/internal/scalar"
	"secant.example/merlin"
)

// A VRFBatchVerifier verifies many batchable proofs of the VRF together. Its verdict on each is that of
// [PublicKey.VRFVerify], with no extra transcript. It multiplies the two equations of each proof by
// numbers of 128 bits, which depend on random bytes and on all proofs, and adds them all up, but for those
// with a wrong form. The sum of valid proofs is always right, and that of others with a probability of
// about 2^-127. If the sum is not right, it verifies them one by one: so one proof that has the right form and
// is not valid makes [VRFBatchVerifier.Verify] take as long as that and the sum together.
//
// The zero value is an empty batch, ready for use. It may not be used by several goroutines at the same
// time. It is variable-time: its arguments are public.
//
// Source: schnorrkel, vrf_verify_batch.
type VRFBatchVerifier struct {
	entries []vrfEntry
	random  batch.Multipliers
	msm     curve.VarTimeMSM
}

// A vrfEntry is a proof that was added.
type vrfEntry struct {
	public *PublicKey
	output VRFOutput
	proof  VRFProof
	bad    bool // the form is not valid
}

// Len returns how many proofs were added.
func (b *VRFBatchVerifier) Len() int { return len(b.entries) }

// Reset makes b an empty batch again, and keeps the memory.
func (b *VRFBatchVerifier) Reset() {
	clear(b.entries) // the pointers to keys
	b.entries = b.entries[:0]
	b.msm.Reset()
}

// Add adds a batchable proof, of 96 bytes, that the pre-output of 32 bytes is that of p and a
// transcript, which stays as it is. Anything may be added: what has a wrong form is an invalid proof.
// The arguments are not kept, but for p, which must not change before [VRFBatchVerifier.Reset].
func (b *VRFBatchVerifier) Add(p *PublicKey, t *merlin.Transcript, preOutput, proof []byte) {
	b.entries = append(b.entries, vrfEntry{public: p, bad: true})
	e := &b.entries[len(b.entries)-1]
	if !p.isSet() || len(proof) != VRFBatchableProofSize || !e.proof.parse(proof) || e.output.parse(t, p, preOutput) != nil {
		return
	}
	e.bad = false
}

// Verify reports whether all proofs are valid, and returns their outputs: outputs[i] is that of the
// proof that was added as number i, from 0, or nil if that is not valid. An empty batch is not valid,
// and outputs is nil. The proofs stay: more can be added, or b be [VRFBatchVerifier.Reset].
//
// 32 bytes are read from random, or from the system's secure source if random is nil. If random returns an
// error, all proofs are verified one by one.
func (b *VRFBatchVerifier) Verify(random io.Reader) (valid bool, outputs []*VRFOutput) {
	if len(b.entries) == 0 {
		return false, nil
	}
	b.encodeInputs()
	whole := b.holds(random)
	outputs = make([]*VRFOutput, len(b.entries))
	valid = true
	for i := range b.entries {
		e := &b.entries[i]
		if !e.bad && (whole || e.proof.verify(nil, e.public, &e.output, false) == nil) {
			o := e.output
			o.isSet = true
			outputs[i] = &o
		} else {
			valid = false
		}
	}
	return valid, outputs
}

// encodeInputs sets the encodings of all inputs.
func (b *VRFBatchVerifier) encodeInputs() {
	var elements [16]curve.Element
	var encodings [16][32]byte
	var to [16]*[32]byte
	n := 0
	flush := func() {
		curve.EncodeElements(encodings[:n], elements[:n])
		for i := range n {
			*to[i] = encodings[i]
		}
		n = 0
	}
	for i := range b.entries {
		if e := &b.entries[i]; !e.bad {
			elements[n], to[n] = e.output.in, &e.output.inB
			if n++; n == len(elements) {
				flush()
			}
		}
	}
	flush()
}

// holds reports whether the sum of the equations is right, of all proofs whose form is valid: those of which it
// finds that R or Hr is no element are bad from then on. It returns false if random fails.
func (b *VRFBatchVerifier) holds(random io.Reader) bool {
	if !b.random.Start(random) {
		return false
	}
	formed := make([]*vrfEntry, 0, len(b.entries))
	encodings := make([][32]byte, 0, 2*len(b.entries))
	for i := range b.entries {
		e := &b.entries[i]
		if e.bad {
			continue
		}
		if finishProof(&e.proof.c, startProof(nil, &e.output.inB), &e.proof, e.public, &e.output) != nil {
			return false
		}
		b.random.Add(&e.proof.s, &e.proof.c)
		formed = append(formed, e)
		encodings = append(encodings, e.proof.R, e.proof.Hr)
	}
	b.random.Finish()
	points, ok := make([]curve.Element, len(encodings)), make([]bool, len(encodings))
	curve.DecodeElements(points, encodings, ok)
	b.msm.Reset()
	var base scalar.Scalar
	for i, e := range formed {
		if e.bad = !ok[2*i] || !ok[2*i+1]; e.bad {
			continue
		}
		// y([s]B + [c]A - R) + z([s]in + [c]out - Hr)
		y, z := b.random.Next(), b.random.Next()
		b.msm.Add(&y, points[2*i].Point().Negate(points[2*i].Point()))
		b.msm.Add(&z, points[2*i+1].Point().Negate(points[2*i+1].Point()))
		order.MulAdd(&base, &y, &e.proof.s, &base)
		var x scalar.Scalar
		order.Mul(&x, &y, &e.proof.c)
		b.msm.Add(&x, e.public.element.Point())
		order.Mul(&x, &z, &e.proof.s)
		b.msm.Add(&x, e.output.in.Point())
		order.Mul(&x, &z, &e.proof.c)
		b.msm.Add(&x, e.output.out.Point())
	}
	b.msm.AddBase(&base)
	var sum curve.Element
	b.msm.Sum(sum.Point())
	return sum.IsIdentity() == 1
}
