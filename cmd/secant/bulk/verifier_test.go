// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package bulk

import (
	"bytes"
	"crypto"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"secant.example/do255e"
	"secant.example/do255s"
	"secant.example/ed25519"
	"secant.example/jq255e"
	"secant.example/jq255s"
	"secant.example/secp256k1/ecdsa"
	"secant.example/secp256k1/schnorr"
	"secant.example/sr25519"
)

// library reports what the packages of the schemes say of a record of the right form.
func library(r *Record) bool {
	switch r.Scheme {
	case Ed25519, Ed25519ctx, Ed25519ph:
		return ed25519Error(r) == nil
	case BIP340:
		return schnorr.Verify(r.Key, r.Message, r.Signature)
	case ECDSA:
		var digest ecdsa.Digest = sha256.Sum256(r.Message)
		if r.IsDigest {
			digest = ecdsa.Digest(r.Message)
		}
		rule := ecdsa.LowS
		if r.Rules == "any-s" {
			rule = ecdsa.AnyS
		}
		p, err := ecdsa.NewPublicKey(r.Key)
		if err != nil {
			return false
		}
		if r.Encoding == "compact" || r.Encoding == "" && len(r.Signature) == 64 {
			return p.VerifyCompact(digest, r.Signature, rule)
		}
		return p.VerifyDER(digest, r.Signature, rule)
	case JQ255E:
		p, err := jq255e.NewPublicKey(r.Key)
		return err == nil && p.Verify(r.Message, r.Signature, jq255e.Hash(r.Hash))
	case JQ255S:
		p, err := jq255s.NewPublicKey(r.Key)
		return err == nil && p.Verify(r.Message, r.Signature, jq255s.Hash(r.Hash))
	case DO255E:
		p, err := do255e.NewPublicKey(r.Key)
		return err == nil && p.Verify(r.Message, r.Signature, do255e.Hash(r.Hash))
	case DO255S:
		p, err := do255s.NewPublicKey(r.Key)
		return err == nil && p.Verify(r.Message, r.Signature, do255s.Hash(r.Hash))
	case SR25519:
		return sr25519.Verify(r.Key, r.Context, r.Message, r.Signature)
	}
	panic(r.Scheme)
}

func ed25519Error(r *Record) error {
	rules := ed25519.Default
	if r.Rules != "" {
		rules = must(ed25519.ParseRules(r.Rules))
	}
	opts := &ed25519.Options{Context: string(r.Context)}
	message := r.Message
	if r.Scheme == Ed25519ph {
		opts.Hash = crypto.SHA512
		if !r.IsDigest {
			digest := sha512.Sum512(message)
			message = digest[:]
		}
	}
	return ed25519.VerifyWithRules(r.Key, message, r.Signature, rules, opts)
}

// Of all schemes and variants, in mixtures of valid and spoilt records, the verdict is that of
// the library on each, and the same alone and together.
func TestVerdicts(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	var records []Record
	for i := range 6 {
		for _, r := range signed(i) {
			records = append(records, r)
			for range 2 {
				spoilt := r
				switch random.IntN(4) {
				case 0:
					spoilt.Key = flip(random, r.Key)
				case 1:
					spoilt.Message = flip(random, r.Message)
				case 2:
					spoilt.Signature = flip(random, r.Signature)
				case 3: // numbers out of range
					spoilt.Signature = slices.Clone(r.Signature)
					for j := range 16 {
						spoilt.Signature[len(spoilt.Signature)-32+j] = 0xff
						spoilt.Signature[len(spoilt.Signature)-1-j] = 0xff
					}
				}
				records = append(records, spoilt)
			}
		}
	}
	var v Verifier
	for round := range 3 {
		random.Shuffle(len(records), func(i, j int) { records[i], records[j] = records[j], records[i] })
		v.Reset()
		for i := range records {
			v.Add(&records[i])
		}
		counts := make(map[Reason]int)
		for i, d := range v.Verify() {
			r := &records[i]
			if got, want := d.Reason == Valid, library(r); got != want {
				t.Errorf("round %d: %s %s: %s, but the library says %v", round, r.Scheme, r.ID, d, want)
			}
			if alone := single(r); alone != d {
				t.Errorf("round %d: %s %s: %s together, %s alone", round, r.Scheme, r.ID, d, alone)
			}
			counts[d.Reason]++
		}
		for _, reason := range []Reason{Valid, NotValid, MalformedKey, MalformedSignature} {
			if counts[reason] == 0 {
				t.Errorf("none is %s", reason)
			}
		}
	}
}

// flip returns b with one bit changed.
func flip(random *rand.Rand, b []byte) []byte {
	b = slices.Clone(b)
	b[random.IntN(len(b))] ^= 1 << random.IntN(8)
	return b
}

// Keys and signatures of points of small order, in all encodings, in which the rules differ: a
// batch says what verification alone says, and which part of it is wrong.
func TestEd25519Edges(t *testing.T) {
	var encodings [][]byte
	for _, text := range []string{
		"0100000000000000000000000000000000000000000000000000000000000000",
		"ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
		"0000000000000000000000000000000000000000000000000000000000000000",
		"0000000000000000000000000000000000000000000000000000000000000080",
		"26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
		"26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
		"c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
		"c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
		"0100000000000000000000000000000000000000000000000000000000000080",
		"ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
		"eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
		"edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
		"edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
		"0200000000000000000000000000000000000000000000000000000000000000", // no point
		"5866666666666666666666666666666666666666666666666666666666666666", // the base point
	} {
		encodings = append(encodings, must(hex.DecodeString(text)))
	}
	var records []Record
	for _, A := range encodings {
		for _, R := range encodings {
			for _, S := range []byte{0, 1} {
				for _, rules := range []string{"default", "stdlib", "fips", "zip215"} {
					sig := append(slices.Clone(R), make([]byte, 32)...)
					sig[32] = S
					records = append(records, Record{Scheme: Ed25519, Rules: rules, Key: A, Message: []byte{S}, Signature: sig})
				}
			}
		}
	}
	var v Verifier
	for i := range records {
		v.Add(&records[i])
	}
	counts := make(map[Reason]int)
	for i, d := range v.Verify() {
		r := &records[i]
		err := ed25519Error(r)
		if (d.Reason == Valid) != (err == nil) || (d.Reason == MalformedKey) != errors.Is(err, ed25519.ErrPublicKey) {
			t.Errorf("%s: A %x, R %x: %s, but the library says %v", r.Rules, r.Key, r.Signature[:32], d, err)
		}
		counts[d.Reason]++
	}
	for _, reason := range []Reason{Valid, NotValid, MalformedKey, MalformedSignature} {
		if counts[reason] == 0 {
			t.Errorf("none is %s", reason)
		}
	}
}

// What a record has that its scheme has not, what is missing or of a wrong length, and each
// word for what is wrong.
func TestRecordForms(t *testing.T) {
	all := signed(7)
	of := func(scheme Scheme, change func(r *Record)) Record {
		for _, r := range all {
			if r.Scheme == scheme && !r.IsDigest {
				r.Key, r.Signature, r.Message = slices.Clone(r.Key), slices.Clone(r.Signature), slices.Clone(r.Message)
				change(&r)
				return r
			}
		}
		panic(scheme)
	}
	for _, test := range []struct {
		what string
		r    Record
		want Reason
	}{
		{"none", Record{}, UnknownScheme},
		{"no such scheme", Record{Scheme: endOfSchemes}, UnknownScheme},
		{"no key", of(Ed25519, func(r *Record) { r.Key = nil }), MalformedKey},
		{"long key", of(BIP340, func(r *Record) { r.Key = append(r.Key, 0) }), MalformedKey},
		{"no signature", of(JQ255E, func(r *Record) { r.Signature = nil }), MalformedSignature},
		{"long signature", of(DO255S, func(r *Record) { r.Signature = append(r.Signature, 0) }), MalformedSignature},
		{"rules of ECDSA", of(Ed25519, func(r *Record) { r.Rules = "low-s" }), UnknownRules},
		{"rules of Ed25519", of(ECDSA, func(r *Record) { r.Rules = "default" }), UnknownRules},
		{"other rules", of(Ed25519, func(r *Record) { r.Rules = "Default" }), UnknownRules},
		{"rules of nothing", of(JQ255S, func(r *Record) { r.Rules = "default" }), UnknownRules},
		{"context", of(Ed25519, func(r *Record) { r.Context = []byte("x") }), MalformedRecord},
		{"context of BIP-340", of(BIP340, func(r *Record) { r.Context = []byte("x") }), MalformedRecord},
		{"no context", of(Ed25519ctx, func(r *Record) { r.Context = nil }), MalformedRecord},
		{"long context", of(Ed25519ctx, func(r *Record) { r.Context = make([]byte, 256) }), MalformedRecord},
		{"digest of Ed25519", of(Ed25519, func(r *Record) { r.IsDigest = true }), MalformedRecord},
		{"short digest", of(Ed25519ph, func(r *Record) { r.IsDigest = true }), MalformedMessage},
		{"short digest of ECDSA", of(ECDSA, func(r *Record) { r.IsDigest = true }), MalformedMessage},
		{"hash without digest", of(JQ255E, func(r *Record) { r.Hash = "sha256" }), MalformedRecord},
		{"digest without hash", of(JQ255E, func(r *Record) { r.IsDigest = true }), MalformedRecord},
		{"hash of ECDSA", of(ECDSA, func(r *Record) { r.Hash = "sha256" }), MalformedRecord},
		{"no such hash", of(JQ255E, func(r *Record) { r.Hash, r.IsDigest = "md5", true }), MalformedRecord},
		{"encoding of Ed25519", of(Ed25519, func(r *Record) { r.Encoding = "der" }), MalformedRecord},
		{"a hash of jq255e only", of(DO255E, func(r *Record) { r.Hash, r.IsDigest = "blake3", true }), MalformedRecord},
		{"no such encoding", of(ECDSA, func(r *Record) { r.Encoding = "ber" }), MalformedRecord},
		{"compact in DER", of(ECDSA, func(r *Record) { r.Encoding = "compact" }), MalformedSignature},
		{"key is no point", of(ECDSA, func(r *Record) { r.Key = append([]byte{2}, make([]byte, 32)...) }), MalformedKey},
		{"neutral element", of(JQ255E, func(r *Record) { r.Key = make([]byte, 32) }), MalformedKey},
		{"no element", of(SR25519, func(r *Record) { r.Key[0] ^= 1 }), MalformedKey},
		{"not marked", of(SR25519, func(r *Record) { r.Signature[63] &= 0x7f }), MalformedSignature},
		{"R is no element", of(SR25519, func(r *Record) { r.Signature[0] ^= 1 }), MalformedSignature},
		{"s is not below the order", of(SR25519, func(r *Record) { r.Signature[63] = 0xff }), MalformedSignature},
		{"other context", of(SR25519, func(r *Record) { r.Context = []byte("other") }), NotValid},
		{"long context of sr25519", of(SR25519, func(r *Record) { r.Context = make([]byte, 256) }), MalformedRecord},
		{"digest of sr25519", of(SR25519, func(r *Record) { r.IsDigest = true }), MalformedRecord},
		{"rules of sr25519", of(SR25519, func(r *Record) { r.Rules = "default" }), UnknownRules},
		{"other message", of(ECDSA, func(r *Record) { r.Message[0]++ }), NotValid},
		{"a key for an event", Record{Scheme: Nostr, Key: make([]byte, 32)}, MalformedKey},
		{"no event", Record{Scheme: Nostr, Message: []byte("{}")}, MalformedRecord},
	} {
		wantReason(t, test.what, single(&test.r), test.want)
	}
	for _, r := range all {
		if r.Scheme == ECDSA && r.Rules == "any-s" {
			r.Rules = ""
			wantReason(t, "high s", single(&r), HighS)
			r.Message = []byte("other")
			wantReason(t, "high s, other message", single(&r), NotValid)
		}
	}
}

func TestEvents(t *testing.T) {
	line := eventLine("hello")
	change := func(f func(e map[string]any)) []byte {
		var e map[string]any
		if err := json.Unmarshal(line, &e); err != nil {
			t.Fatal(err)
		}
		f(e)
		return must(json.Marshal(e))
	}
	var v Verifier
	for _, test := range []struct {
		line []byte
		want Reason
	}{
		{line, Valid},
		{change(func(e map[string]any) { e["content"] = "hullo" }), IDMismatch},
		{change(func(e map[string]any) { e["sig"] = "00" }), MalformedRecord},
		{bytes.Replace(line, []byte(`"sig":"`), []byte(`"sig":"0`), 1), MalformedRecord},
		{resign(line, func(sig []byte) { sig[63] ^= 1 }), NotValid},
		{resign(line, func(sig []byte) { copy(sig[32:], bytes.Repeat([]byte{255}, 32)) }), MalformedSignature},
		{resign(line, func(sig []byte) { copy(sig, bytes.Repeat([]byte{255}, 32)) }), MalformedSignature},
	} {
		wantReason(t, string(test.line), single(&Record{Scheme: Nostr, Message: test.line}), test.want)
		v.Add(&Record{Scheme: Nostr, Message: test.line})
	}
	if d := v.Verify(); d[0].Reason != Valid || d[1].Reason != IDMismatch {
		t.Errorf("together: %v", d)
	}
}

// resign changes the signature of an event.
func resign(line []byte, f func(sig []byte)) []byte {
	i := bytes.Index(line, []byte(`"sig":"`)) + len(`"sig":"`)
	sig := must(hex.DecodeString(string(line[i : i+128])))
	f(sig)
	line = slices.Clone(line)
	hex.Encode(line[i:], sig)
	return line
}

// Verdicts that are known, and memory that is used again.
func TestVerifierOrder(t *testing.T) {
	records := signed(1)
	var v Verifier
	for round := range 2 {
		v.Reset()
		if v.Len() != 0 || len(v.Verify()) != 0 {
			t.Error("there are verdicts on nothing")
		}
		for i := range records {
			v.AddVerdict(Verdict{Skipped, fmt.Sprint(i)})
			v.Add(&records[i])
		}
		for range 2 {
			for i, d := range v.Verify() {
				want := Verdict{Reason: Valid}
				if i%2 == 0 {
					want = Verdict{Skipped, fmt.Sprint(i / 2)}
				}
				if d != want {
					t.Errorf("round %d: number %d is %s, want %s", round, i, d, want)
				}
			}
		}
	}
}

func TestWords(t *testing.T) {
	// Programs compare with these.
	const words = "[too long truncated malformed record unknown scheme unknown rules rules not allowed malformed key malformed signature" +
		" malformed message unreadable message id mismatch high s not valid]"
	const schemes = "[ed25519 ed25519ctx ed25519ph secp256k1-ecdsa bip340 jq255e jq255s do255e do255s sr25519 nostr]"
	if fmt.Sprint(Reasons()) != words || fmt.Sprint(Schemes()) != schemes {
		t.Errorf("the words are %v and %v", Reasons(), Schemes())
	}
	seen := make(map[string]bool)
	for _, r := range append(Reasons(), Unchecked, Valid, Skipped) {
		var back Reason
		text, err := r.MarshalText()
		if err != nil || back.UnmarshalText(text) != nil || back != r || seen[r.String()] {
			t.Errorf("%s: %v", r, err)
		}
		seen[r.String()] = true
		if r.Invalid() != (r != Valid && r != Skipped) {
			t.Errorf("%s: invalid is %v", r, r.Invalid())
		}
	}
	for _, s := range Schemes() {
		var back Scheme
		text, err := s.MarshalText()
		if err != nil || back.UnmarshalText(text) != nil || back != s || seen[s.String()] {
			t.Errorf("%s: %v", s, err)
		}
		seen[s.String()] = true
	}
	var r Reason
	var s Scheme
	if r.UnmarshalText([]byte("fine")) == nil || s.UnmarshalText([]byte("rsa")) == nil || s.UnmarshalText([]byte("unknown")) == nil {
		t.Error("what is no name is one")
	}
	if _, err := endOfReasons.MarshalText(); err == nil || endOfReasons.String() != "not checked" {
		t.Error("a reason that there is not")
	}
	if _, err := endOfSchemes.MarshalText(); err == nil || endOfSchemes.String() != "unknown" {
		t.Error("a scheme that there is not")
	}
	if (Verdict{}).Reason == Valid || !(Verdict{}).Reason.Invalid() {
		t.Error("the zero value is valid")
	}
}

// The sum of parts is the whole, and both are the same bytes, and read back.
func TestSummary(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	var whole Summary
	parts := make([]Summary, 3)
	for range 1000 {
		scheme, d := Scheme(random.IntN(int(endOfSchemes))), Verdict{Reason: Reason(random.IntN(int(endOfReasons)))}
		rules := append(RuleNames(), "")[random.IntN(7)]
		whole.Add(scheme, rules, d)
		parts[random.IntN(3)].Add(scheme, rules, d)
	}
	sum := parts[2]
	sum.Merge(&parts[0])
	sum.Merge(&parts[1])
	a, b := must(json.Marshal(whole)), must(json.Marshal(sum))
	if !bytes.Equal(a, b) {
		t.Errorf("%s\n%s", a, b)
	}
	var back Summary
	if err := json.Unmarshal(a, &back); err != nil || !reflect.DeepEqual(back, whole) {
		t.Errorf("read back: %+v, %v", back, err)
	}
	if whole.Records()+whole.Skipped != 1000 {
		t.Errorf("%s", a)
	}
	const none = `{"records":0,"valid":0,"invalid":0,"skipped":0,"reasons":{},"schemes":{},"rules":{}}`
	if got := string(must(json.Marshal(Summary{}))); got != none {
		t.Errorf("of nothing: %s", got)
	}
	if json.Unmarshal([]byte(`{"reasons":{"fine":1}}`), &back) == nil || back.Records() != whole.Records() {
		t.Error("what is no summary is one")
	}
	// An unchecked record counts as invalid.
	var s Summary
	s.Add(0, "", Verdict{})
	if s.Valid != 0 || s.Invalid != 1 || s.Reasons[Unchecked] != 1 {
		t.Errorf("%+v", s)
	}
}
