// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package sr25519

import (
	"encoding/binary"
	"fmt"
	"io"

	curve "secant.example/internal/edwards25519"
	"secant.example/internal/scalar"
	"secant.example/merlin"
)

// errCount means that there are no transcripts, or not as many pre-outputs.
var errCount = fmt.Errorf("%w: no transcripts, or not as many pre-outputs", ErrProof)

// VRFSignMerged evaluates the VRF on each of the transcripts, which stay as they are, and makes one proof for all
// outputs: of a sum of multiples of the inputs, by numbers of 128 bits that are a hash of the public key and of all
// inputs and outputs. Outputs are those of [PrivateKey.VRFSign], in the order of the transcripts; extra and random
// are as there. No transcripts are an [ErrProof]. It is constant-time.
//
// Source: schnorrkel, Keypair::vrfs_sign_extra.
func (k *PrivateKey) VRFSignMerged(transcripts []*merlin.Transcript, extra *merlin.Transcript, random io.Reader) ([]*VRFOutput, *VRFProof, error) {
	if !k.isSet() {
		return nil, nil, errUnset
	}
	if len(transcripts) == 0 {
		return nil, nil, errCount
	}
	outputs := make([]VRFOutput, len(transcripts))
	for i, t := range transcripts {
		if err := outputs[i].setInput(t, &k.public); err != nil {
			return nil, nil, err
		}
	}
	encodeInputs(outputs)
	// The outputs, as in prove.
	halves, encodings := make([]curve.Element, len(outputs)), make([][32]byte, len(outputs))
	var half scalar.Scalar
	order.Halve(&half, &k.x)
	for i := range outputs {
		halves[i].Point().ScalarMult(&half, outputs[i].in.Point())
	}
	curve.EncodeDoubles(encodings, halves)
	for i := range outputs {
		outputs[i].outB = encodings[i]
	}
	z, err := k.public.mergers(outputs)
	if err != nil {
		return nil, nil, err
	}
	var merged VRFOutput
	var sum curve.MSM
	for i := range outputs {
		sum.Add(&z[i], outputs[i].in.Point())
	}
	sum.Sum(merged.in.Point())
	sum.Reset()
	merged.in.Encode(&merged.inB)
	p, err := k.prove(&merged, extra, random)
	if err != nil {
		return nil, nil, err
	}
	return setOutputs(outputs), p, nil
}

// VRFVerifyMerged returns the outputs of the VRF for p and each of the transcripts, if the pre-outputs are these,
// in their order, which one proof of 64 or 96 bytes shows, and the proof, which has both forms. Otherwise it
// returns an [ErrProof], also if there are no transcripts or not as many pre-outputs; or, if p was never set, an
// [ErrPublicKey]. The transcripts, and extra, which may be nil, are those that the proof was made with; they stay
// as they are. It is variable-time: its arguments are public.
//
// Source: schnorrkel, PublicKey::vrfs_verify_extra.
func (p *PublicKey) VRFVerifyMerged(transcripts []*merlin.Transcript, extra *merlin.Transcript, preOutputs [][]byte, proof []byte) ([]*VRFOutput, *VRFProof, error) {
	if !p.isSet() {
		return nil, nil, errPubUnset
	}
	outputs, err := p.parseOutputs(transcripts, preOutputs)
	if err != nil {
		return nil, nil, err
	}
	v := new(VRFProof)
	if !v.parse(proof) {
		return nil, nil, ErrProof
	}
	encodeInputs(outputs)
	merged, err := p.merge(outputs)
	if err != nil {
		return nil, nil, err
	}
	if err := v.verify(extra, p, merged, len(proof) == VRFProofSize); err != nil {
		return nil, nil, err
	}
	return setOutputs(outputs), v, nil
}

// parseOutputs returns outputs with their elements, and their encodings but for those of the inputs.
func (p *PublicKey) parseOutputs(transcripts []*merlin.Transcript, preOutputs [][]byte) ([]VRFOutput, error) {
	if len(transcripts) == 0 || len(transcripts) != len(preOutputs) {
		return nil, errCount
	}
	outputs := make([]VRFOutput, len(transcripts))
	for i, t := range transcripts {
		if err := outputs[i].parse(t, p, preOutputs[i]); err != nil {
			return nil, err
		}
	}
	return outputs, nil
}

// setOutputs returns pointers to the outputs, which are right.
func setOutputs(outputs []VRFOutput) []*VRFOutput {
	list := make([]*VRFOutput, len(outputs))
	for i := range outputs {
		outputs[i].isSet = true
		list[i] = &outputs[i]
	}
	return list
}

// encodeInputs sets the encodings of the inputs.
func encodeInputs(outputs []VRFOutput) {
	elements, encodings := make([]curve.Element, len(outputs)), make([][32]byte, len(outputs))
	for i := range outputs {
		elements[i] = outputs[i].in
	}
	curve.EncodeElements(encodings, elements)
	for i := range outputs {
		outputs[i].inB = encodings[i]
	}
}

// mergers returns the numbers of which the sums of multiples of inputs and of outputs are made.
//
// Source: schnorrkel, PublicKey::vrfs_merge.
func (p *PublicKey) mergers(outputs []VRFOutput) ([]scalar.Scalar, error) {
	t := merlin.NewTranscript("MergeVRFs")
	t.AppendMessage("vrf:pk", p.encoding[:])
	for i := range outputs {
		outputs[i].commit(t)
	}
	z := make([]scalar.Scalar, len(outputs))
	for i := range outputs {
		one := *t
		outputs[i].commit(&one)
		var b [16]byte
		if err := one.ExtractBytes(b[:], ""); err != nil {
			return nil, err
		}
		z[i] = scalar.New(binary.LittleEndian.Uint64(b[:]), binary.LittleEndian.Uint64(b[8:]), 0, 0)
	}
	return z, nil
}

// commit appends the encodings of o to a transcript.
func (o *VRFOutput) commit(t *merlin.Transcript) {
	t.AppendMessage("vrf-in", o.inB[:])
	t.AppendMessage("vrf-out", o.outB[:])
}

// merge returns the sums of multiples of the inputs and of the outputs, in variable time.
func (p *PublicKey) merge(outputs []VRFOutput) (*VRFOutput, error) {
	z, err := p.mergers(outputs)
	if err != nil {
		return nil, err
	}
	merged := new(VRFOutput)
	var in, out curve.VarTimeMSM
	for i := range outputs {
		in.Add(&z[i], outputs[i].in.Point())
		out.Add(&z[i], outputs[i].out.Point())
	}
	in.Sum(merged.in.Point())
	out.Sum(merged.out.Point())
	merged.in.Encode(&merged.inB)
	merged.out.Encode(&merged.outB)
	return merged, nil
}
