// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package sr25519

import (
	"bytes"
	"errors"
	"testing"
	"testing/iotest"

	curve "secant.example/internal/edwards25519"
	"secant.example/internal/testkit"
	"secant.example/merlin"
)

// What schnorrkel computed for the context "yo!" and the message "meow", from the tests of go-schnorrkel.
var vrfVectors = []struct{ public, input, output, proof, bytes []byte }{
	{
		public: []byte{192, 42, 72, 186, 20, 11, 83, 150, 245, 69, 168, 222, 22, 166, 167, 95, 125, 248, 184, 67, 197, 10, 161, 107, 205, 116, 143, 164, 143, 127, 166, 84},
		input:  []byte{56, 52, 39, 115, 143, 80, 43, 66, 174, 177, 101, 21, 177, 15, 199, 228, 180, 110, 208, 139, 229, 146, 24, 231, 118, 175, 180, 55, 191, 37, 150, 61},
		output: []byte{0, 91, 50, 25, 214, 94, 119, 36, 71, 216, 33, 152, 85, 184, 34, 120, 61, 161, 164, 223, 76, 53, 40, 246, 76, 38, 235, 204, 43, 31, 179, 28},
		proof: []byte{120, 23, 235, 159, 115, 122, 207, 206, 123, 232, 75, 243, 115, 255, 131, 181, 219, 241, 200, 206, 21, 22, 238, 16, 68, 49, 86, 99, 76, 139, 39, 0,
			102, 106, 181, 136, 97, 141, 187, 1, 234, 183, 241, 28, 27, 229, 133, 8, 32, 246, 245, 206, 199, 142, 134, 124, 226, 217, 95, 30, 176, 246, 5, 3},
	},
	{
		public: []byte{12, 132, 183, 11, 234, 190, 96, 172, 111, 239, 163, 137, 148, 163, 69, 79, 230, 61, 134, 41, 69, 90, 134, 229, 132, 128, 6, 63, 139, 220, 202, 0},
		input:  []byte{188, 162, 182, 161, 195, 26, 55, 223, 166, 205, 136, 92, 211, 130, 184, 194, 183, 81, 215, 192, 168, 12, 39, 55, 218, 165, 8, 105, 155, 73, 128, 68},
		output: []byte{214, 40, 153, 246, 88, 74, 127, 242, 54, 193, 7, 5, 90, 51, 45, 5, 207, 59, 64, 68, 134, 232, 19, 223, 249, 88, 74, 125, 64, 74, 220, 48},
		proof: []byte{144, 199, 179, 5, 250, 199, 220, 177, 12, 220, 242, 196, 168, 237, 106, 3, 62, 195, 74, 127, 134, 107, 137, 91, 165, 104, 223, 244, 3, 4, 141, 10,
			129, 54, 134, 31, 49, 250, 205, 203, 254, 142, 87, 123, 216, 108, 190, 112, 204, 204, 188, 30, 84, 36, 247, 217, 59, 125, 45, 56, 112, 195, 84, 15},
		bytes: []byte{169, 57, 149, 50, 0, 243, 120, 138, 25, 250, 74, 235, 247, 137, 228, 40},
	},
}

func meow() *merlin.Transcript { return NewSigningContext([]byte("yo!")).Message([]byte("meow")) }

func TestVRFVectors(t *testing.T) {
	testkit.Kernels(t, func(t *testing.T) {
		for _, v := range vrfVectors {
			p, err := NewPublicKey(v.public)
			if err != nil {
				t.Fatal(err)
			}
			o, err := p.VRFVerify(meow(), nil, v.output, v.proof)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(o.inB[:], v.input) || !bytes.Equal(o.PreOutput(), v.output) {
				t.Errorf("input and output are %x and %x", o.inB, o.PreOutput())
			}
			got := make([]byte, len(v.bytes))
			if err := o.MakeBytes(got, []byte("substrate-babe-vrf")); err != nil || !bytes.Equal(got, v.bytes) {
				t.Errorf("the bytes are %x, %v, want %x", got, err, v.bytes)
			}
		}
	})
}

// made returns 16 bytes of an output.
func made(t *testing.T, o *VRFOutput) string {
	t.Helper()
	b := make([]byte, 16)
	if err := o.MakeBytes(b, []byte("context")); err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestVRF(t *testing.T) {
	rng := testkit.NewRand(t)
	extra := merlin.NewTranscript("something else")
	testkit.Kernels(t, func(t *testing.T) {
		for n := range 5 {
			k := newKey(t, rng)
			p := k.PublicKey()
			transcript := NewSigningContext(nil).Message(rng.Bytes(n))
			before := *transcript
			o, proof, err := k.VRFSign(transcript, nil, nil)
			if err != nil {
				t.Fatal(err)
			}
			again, other, err := k.VRFSign(transcript, extra, nil)
			if err != nil || made(t, again) != made(t, o) || !bytes.Equal(again.PreOutput(), o.PreOutput()) {
				t.Errorf("another output: %v", err)
			}
			if bytes.Equal(other.Bytes(), proof.Bytes()) || other.R == proof.R {
				t.Error("the same proof")
			}
			if *transcript != before || *extra != *merlin.NewTranscript("something else") {
				t.Error("a transcript changed")
			}
			for _, b := range [][]byte{proof.Bytes(), proof.BatchableBytes()} {
				got, err := p.VRFVerify(transcript, nil, o.PreOutput(), b)
				if err != nil || made(t, got) != made(t, o) {
					t.Fatalf("a proof of %d bytes: %v", len(b), err)
				}
				if _, err := p.VRFVerify(transcript, merlin.NewTranscript("VRF"), o.PreOutput(), b); err != nil {
					t.Errorf("with the transcript that is meant by nil: %v", err)
				}
				wrong := func(name string, p *PublicKey, transcript, extra *merlin.Transcript, pre, b []byte) {
					t.Helper()
					if o, err := p.VRFVerify(transcript, extra, pre, b); !errors.Is(err, ErrProof) || o != nil {
						t.Errorf("%s, %d bytes: %v", name, len(b), err)
					}
				}
				wrong("extra", p, transcript, extra, o.PreOutput(), b)
				wrong("key", newKey(t, rng).PublicKey(), transcript, nil, o.PreOutput(), b)
				wrong("transcript", p, meow(), nil, o.PreOutput(), b)
				wrong("output", p, transcript, nil, p.Bytes(), b)
				wrong("identity", p, transcript, nil, make([]byte, 32), b)
				wrong("short output", p, transcript, nil, o.PreOutput()[:31], b)
				wrong("no output", p, transcript, nil, bytes.Repeat([]byte{1}, 32), b)
				wrong("short", p, transcript, nil, o.PreOutput(), b[:len(b)-1])
				wrong("long", p, transcript, nil, o.PreOutput(), append(bytes.Clone(b), 0))
				wrong("empty", p, transcript, nil, o.PreOutput(), nil)
				for i := 0; i < len(b); i += 5 {
					bad := bytes.Clone(b)
					bad[i] ^= 1 << rng.IntN(8)
					wrong("changed proof", p, transcript, nil, o.PreOutput(), bad)
				}
				for _, at := range []int{len(b) - 32, 0} { // s, and c or R
					bad := bytes.Clone(b)
					copy(bad[at:], scalarN)
					wrong("out of range", p, transcript, nil, o.PreOutput(), bad)
				}
			}
		}
	})
	k := newKey(t, rng)
	failure := errors.New("failure")
	if o, proof, err := k.VRFSign(meow(), nil, iotest.ErrReader(failure)); !errors.Is(err, failure) || o != nil || proof != nil {
		t.Error(err)
	}
	if o := new(VRFOutput); o.PreOutput() != nil || !errors.Is(o.MakeBytes(nil, nil), ErrProof) || (*VRFOutput)(nil).PreOutput() != nil {
		t.Error("no output has bytes")
	}
	if p := new(VRFProof); p.Bytes() != nil || p.BatchableBytes() != nil {
		t.Error("no proof has bytes")
	}
}

// sumIsRight reports whether the sum of all proofs of b is right whose form is.
func sumIsRight(b *VRFBatchVerifier) bool {
	b.prepare()
	if !b.multiply(nil) {
		return len(b.terms) == 0
	}
	var sum curve.Element
	(*vrfSearch)(b).Sum(&sum, 0, len(b.terms))
	return sum.IsIdentity() == 1
}

func TestVRFBatch(t *testing.T) {
	rng := testkit.NewRand(t)
	const most = 40
	type entry struct {
		p          *PublicKey
		transcript *merlin.Transcript
		pre, proof []byte
		bytes      string
	}
	all := make([]entry, most)
	for i := range all {
		k := newKey(t, rng)
		transcript := NewSigningContext(nil).Message(rng.Bytes(i))
		o, proof, err := k.VRFSign(transcript, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		all[i] = entry{k.PublicKey(), transcript, o.PreOutput(), proof.BatchableBytes(), made(t, o)}
	}
	// Copies do not see what is added to the other one.
	var ones VRFBatchVerifier
	for _, e := range all[:7] {
		ones.Add(e.p, e.transcript, e.pre, e.proof)
	}
	others := testkit.CopyOf(&ones)
	for i, e := range all[7:16] {
		ones.Add(all[i].p, e.transcript, e.pre, e.proof)
		others.Add(e.p, e.transcript, e.pre, e.proof)
	}
	for i, b := range []*VRFBatchVerifier{&ones, others} {
		valid, each := b.Verify(nil)
		if valid != (i == 1) || len(each) != 16 {
			t.Errorf("copy %d: %v, %d of them", i, valid, len(each))
		}
		for j, o := range each {
			if (o != nil) != (j < 7 || i == 1) {
				t.Errorf("copy %d: output %d is %v", i, j, o)
			}
		}
	}
	testkit.Kernels(t, func(t *testing.T) {
		var b VRFBatchVerifier
		for _, n := range []int{0, 1, 2, 17, most} {
			for kind := range 11 {
				b.Reset()
				bad := -1
				if kind > 0 && n > 0 {
					bad = rng.IntN(n)
				}
				for i, e := range all[:n] {
					if i == bad {
						e.proof = bytes.Clone(e.proof)
						switch kind {
						case 1:
							e.proof[rng.IntN(30)] ^= 2
						case 2:
							e.proof[32+rng.IntN(30)] ^= 2
						case 3:
							e.proof[64+rng.IntN(30)] ^= 2
						case 4:
							e.p = nil
						case 5:
							e.proof = e.proof[:64]
						case 6:
							e.pre = make([]byte, 32)
						case 7:
							e.transcript = meow()
						case 8:
							copy(e.proof[64:], scalarN)
						case 9, 10: // R or Hr is no element
							copy(e.proof[32*(kind-9):], bytes.Repeat([]byte{255}, 32))
						}
					}
					b.Add(e.p, e.transcript, e.pre, e.proof)
				}
				for _, random := range []bool{false, true} {
					var valid bool
					var outputs []*VRFOutput
					if random {
						valid, outputs = b.Verify(nil)
					} else {
						valid, outputs = b.Verify(iotest.ErrReader(errors.New("failure")))
					}
					if valid != (bad < 0 && n > 0) || len(outputs) != n || b.Len() != n {
						t.Fatalf("%d proofs, kind %d: valid is %v, %d outputs", n, kind, valid, len(outputs))
					}
					for i, o := range outputs {
						if (o == nil) != (i == bad) || o != nil && made(t, o) != all[i].bytes {
							t.Errorf("%d proofs, kind %d at %d: output %d is wrong", n, kind, bad, i)
						}
					}
				}
				// A proof with a wrong form does not make the sum wrong, which would verify all others one by one.
				switch kind {
				case 0, 4, 5, 6, 8, 9, 10:
					if !sumIsRight(&b) {
						t.Errorf("%d proofs, kind %d: the sum of the others is wrong", n, kind)
					}
				case 3, 7:
					if n > 0 && sumIsRight(&b) {
						t.Errorf("%d proofs, kind %d: the sum is right", n, kind)
					}
				}
			}
		}
	})
}

// FuzzVRFVerify compares the two forms of a proof, alone and in a batch.
func FuzzVRFVerify(f *testing.F) {
	for _, v := range vrfVectors {
		f.Add(v.public, v.output, v.proof)
		p, err := NewPublicKey(v.public)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(v.public, v.output, append(bytes.Clone(p.Bytes()), v.proof...))
	}
	k := newKey(f, testkit.NewRand(f))
	o, proof, err := k.VRFSign(meow(), nil, nil)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(k.PublicKey().Bytes(), o.PreOutput(), proof.BatchableBytes())
	f.Fuzz(func(t *testing.T, public, output, proof []byte) {
		p, err := NewPublicKey(public)
		if err != nil {
			return
		}
		o, err := p.VRFVerify(meow(), nil, output, proof)
		if (err == nil) != (o != nil) || err != nil && !errors.Is(err, ErrProof) {
			t.Fatalf("%v, %v", o, err)
		}
		if err == nil && !bytes.Equal(o.PreOutput(), output) {
			t.Errorf("the output is %x, want %x", o.PreOutput(), output)
		}
		if len(proof) == VRFBatchableProofSize {
			var b VRFBatchVerifier
			b.Add(p, meow(), output, proof)
			if valid, outputs := b.Verify(nil); valid != (err == nil) || (outputs[0] != nil) != valid {
				t.Errorf("valid is %v in a batch, %v alone", valid, err)
			}
		}
	})
}
