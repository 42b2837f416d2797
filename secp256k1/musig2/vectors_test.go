// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package musig2

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"os"
	"slices"
	"testing"

	"secant.example/internal/scalar"
	"secant.example/internal/testkit"
)

// The files in testdata are those of BIP-327, bip-0327/vectors, under its license, BSD-3-Clause.

// hexes is bytes in hexadecimal digits.
type hexes []byte

func (h *hexes) UnmarshalJSON(text []byte) error {
	var s *string
	if err := json.Unmarshal(text, &s); err != nil {
		return err
	}
	if s == nil {
		*h = nil
		return nil
	}
	b, err := hex.DecodeString(*s)
	*h = append(hexes{}, b...)
	return err
}

// A failure is what an error test case expects.
type failure struct {
	Type, Message, Contrib string
	Signer                 *int
}

// check compares an error with the one that is expected.
func (f *failure) check(t *testing.T, comment string, err error) {
	t.Helper()
	var c *ContributionError
	var signer *int
	if errors.As(err, &c) {
		signer = &c.Signer
	}
	want := map[string]error{
		"pubkey": ErrPublicKey, "pubnonce": ErrPublicNonce, "psig": ErrPartialSignature, "aggnonce": ErrAggregateNonce, "aggothernonce": ErrAggregateNonce,
		"The tweak must be less than n.":                               ErrTweak,
		"The result of tweaking cannot be infinity.":                   ErrTweak,
		"The signer's pubkey must be included in the list of pubkeys.": ErrPrivateKey,
		"first secnonce value is out of range.":                        ErrFault,
	}[f.Contrib+f.Message]
	if want == nil {
		t.Fatalf("%s: an unknown kind of error", comment)
	}
	if !errors.Is(err, want) || (signer == nil) != (f.Signer == nil) || signer != nil && *signer != *f.Signer {
		t.Errorf("%s: %v, want %v", comment, err, want)
	}
}

// A testCase has what the test cases of all files have.
type testCase struct {
	KeyIndices    []int  `json:"key_indices"`
	NonceIndices  []int  `json:"nonce_indices"`
	PnonceIndices []int  `json:"pnonce_indices"`
	TweakIndices  []int  `json:"tweak_indices"`
	PsigIndices   []int  `json:"psig_indices"`
	IsXOnly       []bool `json:"is_xonly"`
	SignerIndex   int    `json:"signer_index"`
	MsgIndex      int    `json:"msg_index"`
	AggIndex      int    `json:"aggnonce_index"`
	SecIndex      int    `json:"secnonce_index"`
	AggNonce      hexes
	AggOther      hexes `json:"aggothernonce"`
	Rand          hexes
	Tweaks        []hexes
	Sig           hexes
	Error         *failure
	Comment       string
	Expected      json.RawMessage

	// nonce_gen_vectors.json
	Rand_              hexes
	SK, PK, AggPK, Msg hexes
	ExtraIn            hexes `json:"extra_in"`
	ExpectedSecnonce   hexes `json:"expected_secnonce"`
	ExpectedPubnonce   hexes `json:"expected_pubnonce"`
}

// expected returns the bytes that are expected, one or several.
func (c *testCase) expected(t *testing.T) (all []hexes) {
	t.Helper()
	var one hexes
	if json.Unmarshal(c.Expected, &one) == nil {
		return []hexes{one}
	}
	if err := json.Unmarshal(c.Expected, &all); err != nil {
		t.Fatal(err)
	}
	return all
}

// A file has what all files have.
type file struct {
	SK                                        hexes
	Pubkeys, Pnonces, Aggnonces, Msgs, Tweaks []hexes
	Secnonces, Psigs                          []hexes
	Sorted                                    []hexes `json:"sorted_pubkeys"`
	Msg, Aggnonce, Secnonce                   hexes
	TestCases                                 []testCase `json:"test_cases"`
	Valid                                     []testCase `json:"valid_test_cases"`
	Errors                                    []testCase `json:"error_test_cases"`
	SignErrors                                []testCase `json:"sign_error_test_cases"`
	VerifyFails                               []testCase `json:"verify_fail_test_cases"`
	VerifyErrors                              []testCase `json:"verify_error_test_cases"`
}

func read(t *testing.T, name string) *file {
	t.Helper()
	text, err := os.ReadFile("testdata/" + name + "_vectors.json")
	if err != nil {
		t.Fatal(err)
	}
	f := new(file)
	if err := json.Unmarshal(text, f); err != nil {
		t.Fatal(err)
	}
	return f
}

// choose returns those that have the indices.
func choose(all []hexes, indices []int) (chosen [][]byte) {
	for _, i := range indices {
		chosen = append(chosen, all[i])
	}
	return chosen
}

// aggregate aggregates and tweaks keys.
func aggregate(keys [][]byte, tweaks [][]byte, isXOnly []bool) (*KeyAgg, error) {
	k, err := AggregateKeys(keys)
	for i, tweak := range tweaks {
		if err != nil {
			break
		}
		if isXOnly[i] {
			k, err = k.AddXOnlyTweak(tweak)
		} else {
			k, err = k.AddTweak(tweak)
		}
	}
	return k, err
}

func TestKeySortVectors(t *testing.T) {
	f := read(t, "key_sort")
	var got [][]byte
	for _, k := range f.Pubkeys {
		got = append(got, k)
	}
	SortKeys(got)
	if !slices.EqualFunc(got, f.Sorted, func(a []byte, b hexes) bool { return bytes.Equal(a, b) }) || len(got) != 6 {
		t.Errorf("sorted: %x", got)
	}
}

func TestKeyAggVectors(t *testing.T) {
	f := read(t, "key_agg")
	if len(f.Valid) != 4 || len(f.Errors) != 5 {
		t.Errorf("%d and %d test cases", len(f.Valid), len(f.Errors))
	}
	for _, c := range f.Valid {
		k, err := AggregateKeys(choose(f.Pubkeys, c.KeyIndices))
		if err != nil {
			t.Fatal(err)
		}
		if got := k.PublicKey().Bytes(); !bytes.Equal(got, c.expected(t)[0]) {
			t.Errorf("keys %d: %x", c.KeyIndices, got)
		}
	}
	for _, c := range f.Errors {
		k, err := aggregate(choose(f.Pubkeys, c.KeyIndices), choose(f.Tweaks, c.TweakIndices), c.IsXOnly)
		if k != nil {
			t.Errorf("%s: a result", c.Comment)
		}
		c.Error.check(t, c.Comment, err)
	}
}

func TestNonceGenVectors(t *testing.T) {
	f := read(t, "nonce_gen")
	if len(f.TestCases) != 4 {
		t.Errorf("%d test cases", len(f.TestCases))
	}
	for i, c := range f.TestCases {
		random, public := [32]byte(c.Rand_), [33]byte(c.PK)
		if c.SK != nil {
			k, err := NewPrivateKey(c.SK)
			if err != nil || !bytes.Equal(k.PublicKey(), c.PK) {
				t.Fatal(err)
			}
			k.mix(&random, &random)
		}
		nonce, err := newNonce(&random, &public, c.AggPK, c.Msg, c.ExtraIn)
		if err != nil || !bytes.Equal(nonce.Public(), c.ExpectedPubnonce) {
			t.Errorf("test case %d: %x, %v", i, nonce.Public(), err)
		}
		var secret [64]byte
		for j := range 2 {
			n.EncodeBE((*[32]byte)(secret[32*j:]), &nonce.nonce.k[j])
		}
		if !bytes.Equal(append(secret[:], nonce.nonce.key[:]...), c.ExpectedSecnonce) {
			t.Errorf("test case %d: the secret nonce is %x", i, secret)
		}
	}
}

func TestNonceAggVectors(t *testing.T) {
	f := read(t, "nonce_agg")
	if len(f.Valid) != 2 || len(f.Errors) != 3 {
		t.Errorf("%d and %d test cases", len(f.Valid), len(f.Errors))
	}
	for _, c := range f.Valid {
		if got, err := AggregateNonces(choose(f.Pnonces, c.PnonceIndices)); err != nil || !bytes.Equal(got, c.expected(t)[0]) {
			t.Errorf("%x, %v", got, err)
		}
	}
	for _, c := range f.Errors {
		got, err := AggregateNonces(choose(f.Pnonces, c.PnonceIndices))
		if got != nil {
			t.Errorf("%s: a result", c.Comment)
		}
		c.Error.check(t, c.Comment, err)
	}
}

// secretNonce returns a nonce of 97 bytes, in the form of the BIP.
func secretNonce(t *testing.T, b []byte) (*SecretNonce, error) {
	t.Helper()
	var k [2]scalar.Scalar
	for i := range k {
		if n.DecodeBE(&k[i], (*[32]byte)(b[32*i:])) == 0 {
			t.Fatal("out of range")
		}
	}
	return makeNonce(&k, (*[33]byte)(b[64:]))
}

func TestSignVerifyVectors(t *testing.T) {
	f := read(t, "sign_verify")
	if len(f.Valid) != 6 || len(f.SignErrors) != 6 || len(f.VerifyFails) != 3 || len(f.VerifyErrors) != 2 {
		t.Errorf("%d, %d, %d and %d test cases", len(f.Valid), len(f.SignErrors), len(f.VerifyFails), len(f.VerifyErrors))
	}
	k, err := NewPrivateKey(f.SK)
	if err != nil || !bytes.Equal(k.PublicKey(), f.Pubkeys[0]) {
		t.Fatal(err)
	}
	testkit.Kernels(t, func(t *testing.T) {
		for _, c := range f.Valid {
			agg, err := AggregateKeys(choose(f.Pubkeys, c.KeyIndices))
			if err != nil {
				t.Fatal(err)
			}
			nonces := choose(f.Pnonces, c.NonceIndices)
			if got, err := AggregateNonces(nonces); err != nil || !bytes.Equal(got, f.Aggnonces[c.AggIndex]) {
				t.Errorf("%s: the aggregate nonce is %x, %v", c.Comment, got, err)
			}
			session, err := agg.NewSession(f.Aggnonces[c.AggIndex], f.Msgs[c.MsgIndex])
			if err != nil {
				t.Fatal(err)
			}
			nonce, err := secretNonce(t, f.Secnonces[0])
			if err != nil || !bytes.Equal(nonce.Public(), f.Pnonces[0]) {
				t.Fatal(err)
			}
			got, err := session.Sign(k, nonce)
			if err != nil || !bytes.Equal(got, c.expected(t)[0]) {
				t.Errorf("%s: %x, %v", c.Comment, got, err)
			}
			if !session.VerifyPartial(c.SignerIndex, nonces[c.SignerIndex], got) {
				t.Errorf("%s: not valid", c.Comment)
			}
		}
	})
	for _, c := range f.SignErrors {
		agg, err := AggregateKeys(choose(f.Pubkeys, c.KeyIndices))
		var session *Session
		if err == nil {
			session, err = agg.NewSession(f.Aggnonces[c.AggIndex], f.Msgs[c.MsgIndex])
		}
		if err == nil {
			var nonce *SecretNonce
			if nonce, err = secretNonce(t, f.Secnonces[c.SecIndex]); err == nil {
				_, err = session.Sign(k, nonce)
			}
		}
		c.Error.check(t, c.Comment, err)
	}
	for _, c := range append(f.VerifyFails, f.VerifyErrors...) {
		nonces := choose(f.Pnonces, c.NonceIndices)
		agg, err := AggregateKeys(choose(f.Pubkeys, c.KeyIndices))
		var sum []byte
		if err == nil {
			sum, err = AggregateNonces(nonces)
		}
		if c.Error != nil {
			c.Error.check(t, c.Comment, err)
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		session, err := agg.NewSession(sum, f.Msgs[c.MsgIndex])
		if err != nil {
			t.Fatal(err)
		}
		if session.VerifyPartial(c.SignerIndex, nonces[c.SignerIndex], c.Sig) {
			t.Errorf("%s: valid", c.Comment)
		}
	}
}

func TestTweakVectors(t *testing.T) {
	f := read(t, "tweak")
	if len(f.Valid) != 5 || len(f.Errors) != 1 {
		t.Errorf("%d and %d test cases", len(f.Valid), len(f.Errors))
	}
	k, err := NewPrivateKey(f.SK)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range f.Valid {
		agg, err := aggregate(choose(f.Pubkeys, c.KeyIndices), choose(f.Tweaks, c.TweakIndices), c.IsXOnly)
		if err != nil {
			t.Fatal(err)
		}
		session, err := agg.NewSession(f.Aggnonce, f.Msg)
		if err != nil {
			t.Fatal(err)
		}
		nonce, err := secretNonce(t, f.Secnonce)
		if err != nil {
			t.Fatal(err)
		}
		got, err := session.Sign(k, nonce)
		if err != nil || !bytes.Equal(got, c.expected(t)[0]) {
			t.Errorf("%s: %x, %v", c.Comment, got, err)
		}
		if !session.VerifyPartial(c.SignerIndex, f.Pnonces[c.NonceIndices[c.SignerIndex]], got) {
			t.Errorf("%s: not valid", c.Comment)
		}
	}
	for _, c := range f.Errors {
		_, err := aggregate(choose(f.Pubkeys, c.KeyIndices), choose(f.Tweaks, c.TweakIndices), c.IsXOnly)
		c.Error.check(t, c.Comment, err)
	}
}

func TestSigAggVectors(t *testing.T) {
	f := read(t, "sig_agg")
	if len(f.Valid) != 4 || len(f.Errors) != 1 {
		t.Errorf("%d and %d test cases", len(f.Valid), len(f.Errors))
	}
	for _, c := range append(f.Valid, f.Errors...) {
		agg, err := aggregate(choose(f.Pubkeys, c.KeyIndices), choose(f.Tweaks, c.TweakIndices), c.IsXOnly)
		if err != nil {
			t.Fatal(err)
		}
		if sum, err := AggregateNonces(choose(f.Pnonces, c.NonceIndices)); err != nil || !bytes.Equal(sum, c.AggNonce) {
			t.Errorf("%s: the aggregate nonce is %x, %v", c.Comment, sum, err)
		}
		session, err := agg.NewSession(c.AggNonce, f.Msg)
		if err != nil {
			t.Fatal(err)
		}
		sig, err := session.Aggregate(choose(f.Psigs, c.PsigIndices))
		if c.Error != nil {
			c.Error.check(t, c.Comment, err)
		} else if err != nil || !bytes.Equal(sig, c.expected(t)[0]) || !agg.PublicKey().Verify(f.Msg, sig) {
			t.Errorf("%s: %x, %v", c.Comment, sig, err)
		}
	}
}

func TestDetSignVectors(t *testing.T) {
	f := read(t, "det_sign")
	if len(f.Valid) != 4 || len(f.Errors) != 5 {
		t.Errorf("%d and %d test cases", len(f.Valid), len(f.Errors))
	}
	k, err := NewPrivateKey(f.SK)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range append(f.Valid, f.Errors...) {
		var tweaks [][]byte
		for _, tweak := range c.Tweaks {
			tweaks = append(tweaks, tweak)
		}
		agg, err := aggregate(choose(f.Pubkeys, c.KeyIndices), tweaks, c.IsXOnly)
		var public, partial []byte
		if err == nil {
			public, partial, err = agg.SignDeterministic(k, c.AggOther, f.Msgs[c.MsgIndex], c.Rand)
		}
		if c.Error != nil {
			c.Error.check(t, c.Comment, err)
			continue
		}
		want := c.expected(t)
		if err != nil || !bytes.Equal(public, want[0]) || !bytes.Equal(partial, want[1]) {
			t.Errorf("%s: %x, %x, %v", c.Comment, public, partial, err)
		}
		sum, err := AggregateNonces([][]byte{public, c.AggOther})
		if err != nil {
			t.Fatal(err)
		}
		session, err := agg.NewSession(sum, f.Msgs[c.MsgIndex])
		if err != nil || !session.VerifyPartial(c.SignerIndex, public, partial) {
			t.Errorf("%s: not valid, %v", c.Comment, err)
		}
	}
}
