// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package sr25519

import (
	"bytes"
	"encoding/hex"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"secant.example/internal/batch"
	curve "secant.example/internal/edwards25519"
	"secant.example/internal/testkit"
	"secant.example/merlin"
)

// What schnorrkel 0.11.5 made, by vrfs_sign_extra, of keys whose seeds are as many bytes as there are transcripts,
// with the context "yo!" and messages; and 16 bytes of the last output.
var mergedVectors = []struct {
	messages                             []string
	extra                                *merlin.Transcript
	preOutputs, short, batchable, output string
}{
	{
		[]string{"meow"}, nil,
		"e252f470061d6ef88f7a15f17fa2903d56fa475807c557849be8362734310234",
		"9dfc0667eec9346400ae9ee3be5875ce07b73a9694037806808bdd2198842809c9bf2431b02ff259d14f94ce8a203dad920756330a78bc24b23e953deb8a1401",
		"1af8ffdf59d0edc53145212432151f768c12d8fcc1e38c1090eadb049c8c4a4a2801eae90aa832b95ed63b508fed2d92facda466d564af2d1fdaa793c606cc35" +
			"c9bf2431b02ff259d14f94ce8a203dad920756330a78bc24b23e953deb8a1401",
		"e795fa55cca4dedc4137b06fb652a53a",
	},
	{
		[]string{"meow", "woof"}, merlin.NewTranscript("something else"),
		"d8b97077b815e270332b0475a4a01b2817aec4cd07a4a9ae09bd4910bca62f3032cb1261a48eb6c109aa7511c69ee4d7ea88b6088baaaf84076a6d4d4923042c",
		"f39c1d23de6c5a39046294c7ca3baeb466265aa1a770ec72f402566e4179e90508379816a7b6366ddddebe2da877a037675d6d3326e6e4d0ca558a91bdb16b08",
		"e0ed5392dc2771889d4fe772be5dce741c3b04d9e206e363453c0567f920a05aa4213795c1c477231cbdc40abd7db91c4bb110469e0d1be03cd7530968eb1730" +
			"08379816a7b6366ddddebe2da877a037675d6d3326e6e4d0ca558a91bdb16b08",
		"b16ec3f82164bad9c9fda06b1a5b49b5",
	},
	{
		[]string{"meow", "woof", "", "meow"}, nil,
		"b89220705c83d3e62f96b9759d1a1e9a6de5d0bd0e7ac194274591b400eab13230eb519b1f561c38bc4feff8f84ee47c5dfff116094f28e9569b34c6ccbdb420" +
			"02c813a76f2a8449e01c0b509d62bfaa462dbfa8a49dd5d8672c1b730586e50ab89220705c83d3e62f96b9759d1a1e9a6de5d0bd0e7ac194274591b400eab132",
		"3ae9d2860b4710745383a12c6e9fc810bd7e61b4fe280c7e6e02747139dafc03ff8b3c5bb9269ddd73f5a80fc8a2311523a9e838c90174eca6f8f94ba3a3e904",
		"80526ee06ab633b71f18403b88dbefb8d092eebde7b7b90f06a1f1c728ea625e5684f7ad3d8b758ae85b62c1536070e382febe55ef960388113cd372306cc972" +
			"ff8b3c5bb9269ddd73f5a80fc8a2311523a9e838c90174eca6f8f94ba3a3e904",
		"c73bac021775230d7bf9e833cfbb65ed",
	},
}

func unhex(t testing.TB, s string) []byte {
	t.Helper()
	b, err := hex.DecodeString(s)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// transcripts returns those of messages.
func transcripts(messages ...string) (list []*merlin.Transcript) {
	for _, m := range messages {
		list = append(list, NewSigningContext([]byte("yo!")).Message([]byte(m)))
	}
	return list
}

// preOutputs returns those of outputs.
func preOutputs(outputs []*VRFOutput) (list [][]byte) {
	for _, o := range outputs {
		list = append(list, o.PreOutput())
	}
	return list
}

func TestVRFMergedVectors(t *testing.T) {
	testkit.Kernels(t, func(t *testing.T) {
		for i, v := range mergedVectors {
			k, err := NewKeyFromSeed(bytes.Repeat([]byte{byte(len(v.messages))}, SeedSize), Ed25519)
			if err != nil {
				t.Fatal(err)
			}
			p, all := k.PublicKey(), transcripts(v.messages...)
			outputs, proof, err := k.VRFSignMerged(all, v.extra, nil)
			if err != nil {
				t.Fatal(err)
			}
			pre := preOutputs(outputs)
			if got := hex.EncodeToString(bytes.Join(pre, nil)); got != v.preOutputs {
				t.Errorf("%d: the pre-outputs are %s, want %s", i, got, v.preOutputs)
			}
			short, batchable := unhex(t, v.short), unhex(t, v.batchable)
			for _, b := range [][]byte{short, batchable, proof.Bytes(), proof.BatchableBytes()} {
				outputs, again, err := p.VRFVerifyMerged(all, v.extra, pre, b)
				if err != nil || !slices.EqualFunc(preOutputs(outputs), pre, bytes.Equal) {
					t.Fatalf("%d: a proof of %d bytes: %v", i, len(b), err)
				}
				if !bytes.Equal(again.Bytes(), b) && !bytes.Equal(again.BatchableBytes(), b) {
					t.Errorf("%d: the proof %x is another one", i, b)
				}
				if bytes.Equal(again.Bytes(), short) != bytes.Equal(again.BatchableBytes(), batchable) {
					t.Errorf("%d: the forms of %x are of two proofs", i, b)
				}
				if got := made(t, outputs[len(outputs)-1]); hex.EncodeToString([]byte(got)) != v.output {
					t.Errorf("%d: the output is %x, want %s", i, got, v.output)
				}
			}
			if v.extra == nil {
				var b VRFBatchVerifier
				b.AddMerged(p, all, pre, batchable)
				if valid, outputs := b.Verify(nil); !valid || made(t, outputs[len(all)-1]) != string(unhex(t, v.output)) {
					t.Errorf("%d: valid is %v in a batch", i, valid)
				}
			}
		}
	})
}

func TestVRFMerged(t *testing.T) {
	rng := testkit.NewRand(t)
	testkit.Kernels(t, func(t *testing.T) {
		for n := 1; n < 8; n += 3 {
			k := newKey(t, rng)
			p := k.PublicKey()
			var messages []string
			for i := range n {
				messages = append(messages, string(rng.Bytes(i)))
			}
			all := transcripts(messages...)
			outputs, proof, err := k.VRFSignMerged(all, nil, nil)
			if err != nil {
				t.Fatal(err)
			}
			pre := preOutputs(outputs)
			for i, one := range all { // the outputs are those of the VRF
				o, single, err := k.VRFSign(one, nil, nil)
				if err != nil || !bytes.Equal(o.PreOutput(), pre[i]) || made(t, o) != made(t, outputs[i]) {
					t.Errorf("output %d of %d is another one: %v", i, n, err)
				}
				if _, _, err := p.VRFVerifyMerged(all[i:i+1], nil, pre[i:i+1], single.Bytes()); !errors.Is(err, ErrProof) {
					t.Errorf("a proof that is not merged: %v", err)
				}
			}
			for _, b := range [][]byte{proof.Bytes(), proof.BatchableBytes()} {
				wrong := func(name string, p *PublicKey, all []*merlin.Transcript, extra *merlin.Transcript, pre [][]byte, b []byte) {
					t.Helper()
					if o, v, err := p.VRFVerifyMerged(all, extra, pre, b); !errors.Is(err, ErrProof) || o != nil || v != nil {
						t.Errorf("%s, %d of them, %d bytes: %v", name, n, len(b), err)
					}
				}
				wrong("key", newKey(t, rng).PublicKey(), all, nil, pre, b)
				wrong("extra", p, all, merlin.NewTranscript("x"), pre, b)
				wrong("none", p, nil, nil, nil, b)
				wrong("too few pre-outputs", p, all, nil, pre[1:], b)
				wrong("too few transcripts", p, all[1:], nil, pre, b)
				wrong("one left out", p, all[1:], nil, pre[1:], b)
				wrong("one twice", p, append(slices.Clone(all), all[0]), nil, append(slices.Clone(pre), pre[0]), b)
				wrong("short", p, all, nil, pre, b[1:])
				for i := range n {
					for _, other := range [][]byte{pre[(i+1)%n], p.Bytes(), make([]byte, 32), bytes.Repeat([]byte{255}, 32), pre[i][1:], nil} {
						if changed := slices.Clone(pre); !bytes.Equal(other, pre[i]) {
							changed[i] = other
							wrong("pre-output", p, all, nil, changed, b)
						}
					}
					changed := slices.Clone(all)
					changed[i] = meow()
					wrong("transcript", p, changed, nil, pre, b)
				}
				for i := 0; i < len(b); i += 7 {
					bad := bytes.Clone(b)
					bad[i] ^= 1 << rng.IntN(8)
					wrong("changed proof", p, all, nil, pre, bad)
				}
				if n > 1 { // their order counts
					all, pre := slices.Clone(all), slices.Clone(pre)
					slices.Reverse(all)
					slices.Reverse(pre)
					wrong("order", p, all, nil, pre, b)
				}
			}
		}
	})
	k := newKey(t, rng)
	failure := errors.New("failure")
	for name, c := range map[string]struct {
		k    *PrivateKey
		all  []*merlin.Transcript
		r    error
		want error
	}{
		"no key":        {nil, transcripts("a"), nil, ErrPrivateKey},
		"an unset key":  {new(PrivateKey), transcripts("a"), nil, ErrPrivateKey},
		"none":          {k, nil, nil, ErrProof},
		"no transcript": {k, append(transcripts("a"), nil), nil, merlin.ErrTranscript},
		"none was made": {k, []*merlin.Transcript{new(merlin.Transcript)}, nil, merlin.ErrTranscript},
		"random fails":  {k, transcripts("a"), failure, failure},
		"nothing amiss": {k, transcripts("a"), nil, nil},
	} {
		random := io.Reader(strings.NewReader(strings.Repeat("r", 32)))
		if c.r != nil {
			random = iotest.ErrReader(c.r)
		}
		o, proof, err := c.k.VRFSignMerged(c.all, nil, random)
		if !errors.Is(err, c.want) || (o == nil) != (err != nil) || (proof == nil) != (err != nil) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, p := range []*PublicKey{nil, {}} {
		if _, _, err := p.VRFVerifyMerged(transcripts("a"), nil, make([][]byte, 1), nil); !errors.Is(err, ErrPublicKey) {
			t.Error(err)
		}
	}
	if _, err := k.PublicKey().VRFVerify(nil, nil, k.PublicKey().Bytes(), make([]byte, 64)); !errors.Is(err, merlin.ErrTranscript) {
		t.Errorf("no transcript: %v", err)
	}
}

// Merged proofs and others, in one batch, of which some are invalid.
func TestVRFBatchMerged(t *testing.T) {
	rng := testkit.NewRand(t)
	type entry struct {
		p     *PublicKey
		all   []*merlin.Transcript
		pre   [][]byte
		proof []byte
	}
	var entries []entry
	for i := range 150 {
		k := newKey(t, rng)
		var messages []string
		for j := range 1 + i%3 {
			messages = append(messages, string(rng.Bytes(j)))
		}
		all := transcripts(messages...)
		outputs, proof, err := k.VRFSignMerged(all, nil, nil)
		if i%4 == 0 {
			var o *VRFOutput
			all = all[:1]
			o, proof, err = k.VRFSign(all[0], nil, nil)
			outputs = []*VRFOutput{o}
		}
		if err != nil {
			t.Fatal(err)
		}
		entries = append(entries, entry{k.PublicKey(), all, preOutputs(outputs), proof.BatchableBytes()})
	}
	testkit.Kernels(t, func(t *testing.T) {
		var b VRFBatchVerifier
		for _, count := range []int{0, 1, 2, 10, 75, 150} {
			b.Reset()
			bad := map[int]bool{}
			for range count {
				bad[rng.IntN(len(entries))] = true
			}
			for i, e := range entries {
				if bad[i] {
					e.proof = bytes.Clone(e.proof)
					switch rng.IntN(4) {
					case 0, 1:
						e.proof[64+rng.IntN(20)] ^= 1
					case 2:
						e.proof = e.proof[1:]
					case 3:
						if i%4 != 0 {
							e.pre = append(slices.Clone(e.pre), e.pre[0])
						} else {
							e.pre = [][]byte{e.p.Bytes()}
						}
					}
				}
				if i%4 == 0 {
					b.Add(e.p, e.all[0], e.pre[0], e.proof)
				} else {
					b.AddMerged(e.p, e.all, e.pre, e.proof)
				}
			}
			if b.Len() != len(entries) {
				t.Fatalf("there are %d proofs", b.Len())
			}
			for range 2 { // again: it is not used up
				valid, outputs := b.Verify(nil)
				if valid != (len(bad) == 0) {
					t.Errorf("%d invalid ones: valid is %v", len(bad), valid)
				}
				for i, e := range entries {
					for j := range e.all {
						if len(outputs) == 0 {
							t.Fatal("too few outputs")
						}
						if o := outputs[0]; (o == nil) != bad[i] || o != nil && !bytes.Equal(o.PreOutput(), e.pre[j]) {
							t.Fatalf("output %d of proof %d of %d bad ones is wrong", j, i, len(bad))
						}
						outputs = outputs[1:]
					}
				}
				if len(outputs) != 0 {
					t.Errorf("%d outputs more", len(outputs))
				}
			}
		}
	})
}

// TestVRFBatchCosts holds that a search spends what Costs says, on proofs that are all invalid, or one in some, and at
// most an eighth more than one by one takes, but for the credit at the start.
func TestVRFBatchCosts(t *testing.T) {
	rng := testkit.NewRand(t)
	k := newKey(t, rng)
	all := transcripts("a")
	o, proof, err := k.VRFSign(all[0], nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	good := proof.BatchableBytes()
	bad := bytes.Clone(good)
	bad[70] ^= 1
	for _, every := range []int{1, 2, 30, 100} {
		var b VRFBatchVerifier
		var fund batch.Fund
		var search batch.Search[curve.Element]
		spent, count := 0, 0
		for range 60 {
			b.Reset()
			for i := range 100 {
				b.Add(k.PublicKey(), all[0], o.PreOutput(), pick(i%every == 0, bad, good))
			}
			b.prepare()
			if !b.multiply(nil) {
				t.Fatal("no multipliers")
			}
			c := counting{vrfSearch: (*vrfSearch)(&b)}
			search.Run(&c, len(b.terms), &fund)
			spent += c.spent
			count += 100
			for i, v := range b.valid {
				if v != (i%every != 0) {
					t.Fatalf("one in %d: the verdict on %d is %v", every, i, v)
				}
			}
		}
		if most := count*100 + count*100/8 + 100*1000; spent > most {
			t.Errorf("one in %d: it spent %d, at most %d", every, spent, most)
		}
	}
}

func pick(first bool, a, b []byte) []byte {
	if first {
		return a
	}
	return b
}

// counting counts what is spent.
type counting struct {
	*vrfSearch
	spent int
}

func (c *counting) Sum(v *curve.Element, start, end int) {
	sum, _ := c.Costs(start, end)
	c.spent += sum
	c.vrfSearch.Sum(v, start, end)
}

func (c *counting) Each(start, end int) {
	_, each := c.Costs(start, end)
	c.spent += each
	c.vrfSearch.Each(start, end)
}
