// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package sr25519

import (
	"io"
	"slices"

	"secant.example/internal/batch"
	curve "secant.example/internal/edwards25519"
	"secant.example/internal/scalar"
	"secant.example/merlin"
)

// A VRFBatchVerifier verifies many batchable proofs of the VRF together. Its verdict on each is that of
// [PublicKey.VRFVerify], or of [PublicKey.VRFVerifyMerged], with no extra transcript. It multiplies the two
// equations of each proof by numbers of 128 bits, their signs included, which depend on random bytes and on all proofs, and adds
// them all up, but for those with a wrong form. If the sum is not right, it finds the invalid proofs by
// halves, and one by one where that takes less time: at most 15 % more than one by one, over all batches of
// the program and whatever they have in them. The sum of valid proofs is always right, and that of others,
// at any step, with a probability of about 2^-127.
//
// The zero value is an empty batch, ready for use. It may not be used by several goroutines at the same
// time, nor be copied once it has
// signatures. It is variable-time: its arguments are public.
//
// Source: schnorrkel, vrf_verify_batch and dleq_verify_batch.
type VRFBatchVerifier struct {
	self      *VRFBatchVerifier // see batch.Own
	entries   []vrfEntry
	count     int // of the outputs
	terms     []vrfTerm
	valid     []bool          // of the entries
	encodings [][32]byte      // R and Hr of all terms
	elements  []curve.Element // their negatives
	decoded   []bool
	random    batch.Multipliers
	msm       curve.VarTimeMSM
	search    batch.Search[curve.Element]
	keeps     bool // the credit of search, for the next batch
}

// A vrfEntry is a proof that was added.
type vrfEntry struct {
	public  *PublicKey
	outputs []VRFOutput // those of a proof of several are merged
	merged  *VRFOutput  // what the proof is of
	count   int         // of the outputs, also if there are none because the form is not valid
	several bool
	proof   VRFProof
	bad     bool // the form is not valid
}

// A vrfTerm is y([s]B + [c]A - R) + z([s]in + [c]out - Hr), of an entry. The elements -R and -Hr are at twice its
// index.
type vrfTerm struct {
	entry *vrfEntry
	index int // of the entry
	y, z  batch.Multiplier
}

// Len returns how many proofs were added.
func (b *VRFBatchVerifier) Len() int { return len(b.entries) }

// Reset makes b an empty batch again, and keeps the memory.
func (b *VRFBatchVerifier) Reset() {
	batch.Own(&b.self, b, &b.entries)
	clear(b.entries[:cap(b.entries)]) // the pointers to keys
	clear(b.terms[:cap(b.terms)])
	b.entries, b.terms, b.count = b.entries[:0], b.terms[:0], 0
	b.msm.Reset()
	b.keeps = true
}

// Add adds a batchable proof, of 96 bytes, that the pre-output of 32 bytes is that of p and a
// transcript, which stays as it is. Anything may be added: what has a wrong form is an invalid proof.
// The arguments are not kept, but for p, which must not change before [VRFBatchVerifier.Reset].
func (b *VRFBatchVerifier) Add(p *PublicKey, t *merlin.Transcript, preOutput, proof []byte) {
	b.add(p, []*merlin.Transcript{t}, [][]byte{preOutput}, proof, false)
}

// AddMerged adds a batchable proof, of 96 bytes, of [PrivateKey.VRFSignMerged], that the pre-outputs are those of p
// and the transcripts, as [VRFBatchVerifier.Add] does for one.
func (b *VRFBatchVerifier) AddMerged(p *PublicKey, transcripts []*merlin.Transcript, preOutputs [][]byte, proof []byte) {
	b.add(p, transcripts, preOutputs, proof, true)
}

func (b *VRFBatchVerifier) add(p *PublicKey, transcripts []*merlin.Transcript, preOutputs [][]byte, proof []byte, several bool) {
	batch.Own(&b.self, b, &b.entries)
	b.entries = append(b.entries, vrfEntry{public: p, count: len(transcripts), several: several, bad: true})
	b.count += len(transcripts)
	e := &b.entries[len(b.entries)-1]
	if !p.isSet() || len(proof) != VRFBatchableProofSize || !e.proof.parse(proof) {
		return
	}
	outputs, err := p.parseOutputs(transcripts, preOutputs)
	if err != nil {
		return
	}
	e.outputs, e.bad = outputs, false
}

// Verify reports whether all proofs are valid, and returns their outputs: outputs[i] is that of the
// transcript that was added as number i, from 0, or nil if its proof is not valid. An empty batch is not valid,
// and outputs is nil. The proofs stay: more can be added, or b be [VRFBatchVerifier.Reset].
//
// 32 bytes are read from random, or from the system's secure source if random is nil. If random returns an
// error, all proofs are verified one by one.
func (b *VRFBatchVerifier) Verify(random io.Reader) (valid bool, outputs []*VRFOutput) {
	b.prepare()
	if b.multiply(random) {
		b.search.Run((*vrfSearch)(b), len(b.terms), &vrfFund)
		if !b.keeps {
			b.search.Return(&vrfFund)
		}
	} else {
		(*vrfSearch)(b).Each(0, len(b.terms))
	}
	if len(b.entries) == 0 {
		return false, nil
	}
	outputs = make([]*VRFOutput, 0, b.count)
	for i := range b.entries {
		e := &b.entries[i]
		if !b.valid[i] {
			outputs = append(outputs, make([]*VRFOutput, e.count)...)
			continue
		}
		outputs = append(outputs, setOutputs(slices.Clone(e.outputs))...)
	}
	return batch.All(b.valid), outputs
}

// vrfFund is the credit that new verifiers start with.
var vrfFund batch.Fund

// prepare sets valid to false, and terms, without the multipliers, to the entries that are valid but for the
// equations.
func (b *VRFBatchVerifier) prepare() {
	b.valid = batch.Resize(b.valid, len(b.entries))
	clear(b.valid)
	b.terms, b.encodings = b.terms[:0], b.encodings[:0]
	b.encodeInputs()
	for i := range b.entries {
		e := &b.entries[i]
		if e.bad {
			continue
		}
		e.merged = &e.outputs[0]
		if e.several {
			var err error
			if e.merged, err = e.public.merge(e.outputs); err != nil {
				continue
			}
		}
		if finishProof(&e.proof.c, startProof(nil, &e.merged.inB), &e.proof, e.public, e.merged) != nil {
			continue
		}
		b.terms = append(b.terms, vrfTerm{entry: e, index: i})
		b.encodings = append(b.encodings, e.proof.R, e.proof.Hr)
	}
	b.elements = batch.Resize(b.elements, len(b.encodings))
	b.decoded = batch.Resize(b.decoded, len(b.encodings))
	curve.VarTimeDecodeElements(b.elements, b.encodings, b.decoded)
	kept := 0
	for i, t := range b.terms {
		if b.decoded[2*i] && b.decoded[2*i+1] {
			b.terms[kept] = t // kept <= i
			for j := range 2 {
				b.elements[2*kept+j].Point().Negate(b.elements[2*i+j].Point())
			}
			kept++
		}
	}
	b.terms = b.terms[:kept]
}

// encodeInputs sets the encodings of all inputs.
func (b *VRFBatchVerifier) encodeInputs() {
	elements, encodings := make([]curve.Element, 0, b.count), make([][32]byte, b.count)
	for i := range b.entries {
		for j := range b.entries[i].outputs {
			elements = append(elements, b.entries[i].outputs[j].in)
		}
	}
	curve.EncodeElements(encodings[:len(elements)], elements)
	for i := range b.entries {
		for j := range b.entries[i].outputs {
			b.entries[i].outputs[j].inB, encodings = encodings[0], encodings[1:]
		}
	}
}

// multiply sets the multipliers of the terms, which depend on random and on all terms. It returns false if
// random fails.
func (b *VRFBatchVerifier) multiply(random io.Reader) bool {
	if len(b.terms) == 0 || !b.random.Start(random) {
		return false
	}
	for i := range b.terms {
		p := &b.terms[i].entry.proof
		b.random.Add(&p.s, &p.c)
	}
	b.random.Finish()
	for i := range b.terms {
		b.terms[i].y, b.terms[i].z = b.random.Next(), b.random.Next()
	}
	return true
}

// vrfSearch is what [batch.Search] sees of a VRFBatchVerifier: its terms.
type vrfSearch VRFBatchVerifier

// Costs returns hundredths of what it takes to verify one proof, measured, or more: the sum of a few dozen takes
// most for each of them.
func (b *vrfSearch) Costs(start, end int) (sum, each int) {
	n := end - start
	return 40 + 40*n, 100 * n
}

func (b *vrfSearch) Prepare(_, _ int) {}

func (b *vrfSearch) Sum(v *curve.Element, start, end int) {
	b.msm.Reset()
	var base scalar.Scalar
	for i := start; i < end; i++ {
		t := &b.terms[i]
		p, o := &t.entry.proof, t.entry.merged
		b.msm.AddSigned(&t.y.Abs, t.y.Negative, b.elements[2*i].Point())
		b.msm.AddSigned(&t.z.Abs, t.z.Negative, b.elements[2*i+1].Point())
		var x scalar.Scalar
		t.y.Times(order, &x, &p.s)
		order.Add(&base, &base, &x)
		t.y.Times(order, &x, &p.c)
		b.msm.Add(&x, t.entry.public.element.Point())
		t.z.Times(order, &x, &p.s)
		b.msm.Add(&x, o.in.Point())
		t.z.Times(order, &x, &p.c)
		b.msm.Add(&x, o.out.Point())
	}
	b.msm.AddBase(&base)
	b.msm.Sum(v.Point())
}

func (b *vrfSearch) Subtract(v, w *curve.Element) { v.Point().Subtract(v.Point(), w.Point()) }

func (b *vrfSearch) Right(v *curve.Element) bool { return v.IsIdentity() == 1 }

func (b *vrfSearch) Accept(start, end int) {
	for i := start; i < end; i++ {
		b.valid[b.terms[i].index] = true
	}
}

func (b *vrfSearch) Each(start, end int) {
	for i := start; i < end; i++ {
		t := &b.terms[i]
		b.valid[t.index] = t.entry.proof.holds(t.entry.public, t.entry.merged)
	}
}

func (b *vrfSearch) Valid(i int) bool { return b.valid[b.terms[i].index] }
