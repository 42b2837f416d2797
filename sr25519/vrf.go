// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package sr25519

import (
	"io"

	curve "secant.example/internal/edwards25519"
	"secant.example/internal/scalar"
	"secant.example/merlin"
)

// A VRFOutput is what the VRF gives for a key and a transcript: its input and output elements, of which
// [VRFOutput.MakeBytes] makes bytes that are as good as random to all but who has the private key, until the
// output is known. Those that [PublicKey.VRFVerify] returns are verified.
//
// Its zero value is none.
type VRFOutput struct {
	in, out   curve.Element // out is set for verification only
	inB, outB [32]byte      // their encodings
	isSet     bool
}

// A VRFProof shows that a [VRFOutput] is that of a key and a transcript. Its zero value is none.
type VRFProof struct {
	c     scalar.Scalar // the challenge
	s     scalar.Scalar
	R, Hr [32]byte
	isSet bool
}

// Bytes returns the 64 bytes c || s of the proof, little-endian integers, or nil for the zero value.
func (p *VRFProof) Bytes() []byte {
	if !p.isSet {
		return nil
	}
	b := make([]byte, VRFProofSize)
	order.Encode((*[32]byte)(b), &p.c)
	order.Encode((*[32]byte)(b[32:]), &p.s)
	return b
}

// BatchableBytes returns the 96 bytes R || H^r || s of the proof, which a [VRFBatchVerifier] takes, or
// nil for the zero value.
func (p *VRFProof) BatchableBytes() []byte {
	if !p.isSet {
		return nil
	}
	b := append(append(make([]byte, 0, VRFBatchableProofSize), p.R[:]...), p.Hr[:]...)
	b = b[:VRFBatchableProofSize]
	order.Encode((*[32]byte)(b[64:]), &p.s)
	return b
}

// PreOutput returns the 32 bytes of the output element, which others need to verify the proof. They are
// not random: what is, is [VRFOutput.MakeBytes]. Of the zero value it returns nil.
func (o *VRFOutput) PreOutput() []byte {
	if o == nil || !o.isSet {
		return nil
	}
	return append([]byte(nil), o.outB[:]...)
}

// MakeBytes sets dest to random bytes that depend on the output and the context: different contexts, or
// numbers of bytes, make independent ones. For the zero value it returns an [ErrProof], and for more than
// 2^32 - 1 bytes a merlin.ErrTranscript, and dest is unchanged.
//
// Source: schnorrkel, VRFInOut::make_bytes.
func (o *VRFOutput) MakeBytes(dest, context []byte) error {
	if o == nil || !o.isSet {
		return ErrProof
	}
	t := merlin.NewTranscript("VRFResult")
	t.AppendMessage("", context)
	o.commit(t)
	return t.ExtractBytes(dest, "")
}

// setInput sets the input element of o to the hash of a transcript and the public key.
func (o *VRFOutput) setInput(transcript *merlin.Transcript, p *PublicKey) error {
	if transcript == nil {
		return merlin.ErrTranscript
	}
	t := *transcript
	t.AppendMessage("vrf-nm-pk", p.encoding[:])
	var b [64]byte
	if err := t.ExtractBytes(b[:], "VRFHash"); err != nil {
		return err
	}
	o.in.SetUniform(&b)
	return nil
}

// VRFSign evaluates the VRF on a transcript, which stays as it is, and proves it. The proof is bound to
// extra, a transcript that the verifier has too; a nil one is merlin.NewTranscript("VRF"), which is also
// what a [VRFBatchVerifier] takes. The output does not depend on extra, nor on random.
//
// The secret nonce is made of the transcript, the nonce seed, and 32 bytes that are read from random, or from
// the system's secure source if random is nil. An error of random is returned, wrapped. It is constant-time.
//
// Source: schnorrkel, Keypair::vrf_sign_extra, for outputs that are not malleable, with the order of
// the transcript of Kusama, as is the default there.
func (k *PrivateKey) VRFSign(t, extra *merlin.Transcript, random io.Reader) (*VRFOutput, *VRFProof, error) {
	if !k.isSet() {
		return nil, nil, errUnset
	}
	o := new(VRFOutput)
	if err := o.setInput(t, &k.public); err != nil {
		return nil, nil, err
	}
	o.in.Encode(&o.inB)
	p, err := k.prove(o, extra, random)
	if err != nil {
		return nil, nil, err
	}
	return o, p, nil
}

// prove sets the output of o, of which the input is set, and returns a proof of it.
func (k *PrivateKey) prove(o *VRFOutput, extra *merlin.Transcript, random io.Reader) (*VRFProof, error) {
	p := new(VRFProof)
	e := startProof(extra, &o.inB)
	var r scalar.Scalar
	if err := witness(&r, e, "proving\x000", &k.nonce, random); err != nil {
		return nil, err
	}
	// The output, R and Hr, of which the halves are computed: their doubles are encoded in less time.
	var halves [3]curve.Element
	var encodings [3][32]byte
	var halfX, halfR scalar.Scalar
	order.Halve(&halfX, &k.x)
	order.Halve(&halfR, &r)
	curve.ScalarMultPair(halves[0].Point(), halves[2].Point(), &halfX, &halfR, o.in.Point())
	halves[1].Point().ScalarBaseMult(&halfR)
	curve.EncodeDoubles(encodings[:], halves[:])
	o.outB, o.isSet = encodings[0], true
	p.R, p.Hr = encodings[1], encodings[2]
	if err := finishProof(&p.c, e, p, &k.public, o); err != nil {
		return nil, err
	}
	order.Mul(&p.s, &p.c, &k.x)
	order.Sub(&p.s, &r, &p.s)
	p.isSet = true
	return p, nil
}

// startProof returns the transcript of a proof, a copy of extra, with the input.
func startProof(extra *merlin.Transcript, in *[32]byte) *merlin.Transcript {
	var t merlin.Transcript
	if extra == nil {
		t = *merlin.NewTranscript("VRF")
	} else {
		t = *extra
	}
	t.AppendMessage("proto-name", []byte("DLEQProof"))
	t.AppendMessage("vrf:h", in[:])
	return &t
}

// finishProof appends the rest, and sets c to the challenge.
func finishProof(c *scalar.Scalar, t *merlin.Transcript, p *VRFProof, public *PublicKey, o *VRFOutput) error {
	t.AppendMessage("vrf:R=g^r", p.R[:])
	t.AppendMessage("vrf:h^r", p.Hr[:])
	t.AppendMessage("vrf:pk", public.encoding[:])
	t.AppendMessage("vrf:h^sk", o.outB[:])
	return challenge(c, t, "prove")
}

// VRFVerify returns the output of the VRF for p and a transcript, if the pre-output of 32 bytes is that,
// which the proof shows: 64 bytes, or the 96 of [VRFProof.BatchableBytes]. Otherwise it returns an
// [ErrProof], or, if p was never set, an [ErrPublicKey]. The transcripts t and extra, which may be nil,
// are those that the proof was made with; they stay as they are. It is variable-time: its arguments are
// public.
//
// Source: schnorrkel, PublicKey::vrf_verify_extra; for 96 bytes, VRFProofBatchable::shorten_vrf before.
func (p *PublicKey) VRFVerify(t, extra *merlin.Transcript, preOutput, proof []byte) (*VRFOutput, error) {
	o, _, err := p.VRFVerifyProof(t, extra, preOutput, proof)
	return o, err
}

// VRFVerifyProof is [PublicKey.VRFVerify] that returns the proof, too, which has both forms: to pass it on in
// the other one. It is variable-time.
//
// Source: schnorrkel, PublicKey::vrf_verify_extra, VRFProofBatchable::shorten_vrf.
func (p *PublicKey) VRFVerifyProof(t, extra *merlin.Transcript, preOutput, proof []byte) (*VRFOutput, *VRFProof, error) {
	if !p.isSet() {
		return nil, nil, errPubUnset
	}
	o, v := new(VRFOutput), new(VRFProof)
	if err := o.parse(t, p, preOutput); err != nil {
		return nil, nil, err
	}
	if !v.parse(proof) {
		return nil, nil, ErrProof
	}
	o.in.Encode(&o.inB)
	if err := v.verify(extra, p, o, len(proof) == VRFProofSize); err != nil {
		return nil, nil, err
	}
	o.isSet = true
	return o, v, nil
}

// parse sets the elements of o, and the encoding of the output.
func (o *VRFOutput) parse(t *merlin.Transcript, p *PublicKey, preOutput []byte) error {
	if len(preOutput) != PreOutputSize {
		return ErrProof
	}
	o.outB = [32]byte(preOutput)
	if !o.out.Decode(&o.outB) || o.out.IsIdentity() == 1 {
		return ErrProof
	}
	return o.setInput(t, p)
}

// parse sets s, and either c, and R and Hr to zeros, or these and not c.
func (p *VRFProof) parse(proof []byte) bool {
	switch len(proof) {
	case VRFProofSize:
		return order.Decode(&p.c, (*[32]byte)(proof))&order.Decode(&p.s, (*[32]byte)(proof[32:])) == 1
	case VRFBatchableProofSize:
		p.R, p.Hr = [32]byte(proof), [32]byte(proof[32:])
		return order.Decode(&p.s, (*[32]byte)(proof[64:])) == 1
	}
	return false
}

// verify checks that R = [s]B + [c]A and Hr = [s]in + [c]out, where the challenge c is a hash of R and
// Hr, in variable time. Of these it computes what the proof, which is of 64 bytes if it is short, does
// not have, and sets that.
func (p *VRFProof) verify(extra *merlin.Transcript, public *PublicKey, o *VRFOutput, short bool) error {
	t := startProof(extra, &o.inB)
	c := p.c
	if short {
		p.R, p.Hr = p.commitments(public, o)
	}
	if err := finishProof(&p.c, t, p, public, o); err != nil {
		return err
	}
	if short && order.Equal(&c, &p.c) != 1 || !short && !p.holds(public, o) {
		return ErrProof
	}
	p.isSet = true
	return nil
}

// holds reports whether R and Hr are right, for the challenge c, in variable time.
func (p *VRFProof) holds(public *PublicKey, o *VRFOutput) bool {
	R, Hr := p.commitments(public, o)
	return R == p.R && Hr == p.Hr
}

// commitments returns what R and Hr are for the challenge c, in variable time.
func (p *VRFProof) commitments(public *PublicKey, o *VRFOutput) (R, Hr [32]byte) {
	var halves [2]curve.Element // whose doubles are encoded in less time
	var encodings [2][32]byte
	var halfC, halfS, zero scalar.Scalar
	order.Halve(&halfC, &p.c)
	order.Halve(&halfS, &p.s)
	halves[0].Point().VarTimeDoubleScalarBaseMult(&halfC, public.element.Point(), &halfS)
	halves[1].Point().VarTimeTripleScalarBaseMult(&halfC, o.out.Point(), &halfS, o.in.Point(), &zero)
	curve.EncodeDoubles(encodings[:], halves[:])
	return encodings[0], encodings[1]
}
