// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package silentpayments

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"secant.example/internal/testkit"
	"secant.example/secp256k1/schnorr"
)

// The file in testdata is that of BIP-352, version 1.0.2, as the crate silent-payments-core, version 0.1.1,
// has it, without its white space, under the BIP's license, BSD-2-Clause. The reader knows the newer form,
// too, in which a recipient is an object.

// hexes is bytes in hexadecimal digits.
type hexes []byte

func (h *hexes) UnmarshalJSON(text []byte) error {
	var s string
	if err := json.Unmarshal(text, &s); err != nil {
		return err
	}
	b, err := hex.DecodeString(s)
	*h = b
	return err
}

type vectorInput struct {
	TxID      string
	Vout      uint32
	ScriptSig hexes
	Witness   hexes `json:"txinwitness"`
	Prevout   struct {
		ScriptPubKey struct{ Hex hexes }
	}
	PrivateKey hexes `json:"private_key"`
}

type vectorRecipient struct {
	Address string
	Count   int
}

func (r *vectorRecipient) UnmarshalJSON(text []byte) error {
	r.Count = 1
	if text[0] == '"' {
		return json.Unmarshal(text, &r.Address)
	}
	type plain vectorRecipient
	return json.Unmarshal(text, (*plain)(r))
}

type vector struct {
	Comment string
	Sending []struct {
		Given struct {
			Vin        []vectorInput
			Recipients []vectorRecipient
		}
		Expected struct{ Outputs [][]string }
	}
	Receiving []struct {
		Given struct {
			Vin         []vectorInput
			Outputs     []hexes
			KeyMaterial struct {
				Spend hexes `json:"spend_priv_key"`
				Scan  hexes `json:"scan_priv_key"`
			} `json:"key_material"`
			Labels []uint32
		}
		Expected struct {
			Addresses []string
			Outputs   []struct {
				Tweak     hexes `json:"priv_key_tweak"`
				Key       hexes `json:"pub_key"`
				Signature hexes
			}
			Count     *int  `json:"n_outputs"`
			TweakData hexes `json:"tweak"` // in newer files
		}
	}
}

// readVectors returns the vectors of all files in testdata.
func readVectors(t testing.TB) (list []vector) {
	t.Helper()
	names, err := filepath.Glob("testdata/*.json*")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		file, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		var r io.Reader = file
		if strings.HasSuffix(name, ".gz") {
			if r, err = gzip.NewReader(file); err != nil {
				t.Fatal(err)
			}
		}
		var part []vector
		if err := json.NewDecoder(r).Decode(&part); err != nil {
			t.Fatal(err)
		}
		list = append(list, part...)
	}
	if len(list) < 26 {
		t.Fatalf("%d vectors", len(list))
	}
	return list
}

// inputs returns the inputs of a transaction.
func inputs(t testing.TB, list []vectorInput) (ins []Input) {
	t.Helper()
	for _, v := range list {
		id, err := hex.DecodeString(v.TxID)
		if err != nil || len(id) != 32 {
			t.Fatal(v.TxID)
		}
		slices.Reverse(id)
		in := Input{Outpoint: NewOutpoint([32]byte(id), v.Vout), ScriptPubKey: v.Prevout.ScriptPubKey.Hex, ScriptSig: v.ScriptSig}
		if w := v.Witness; len(w) > 0 {
			count := int(w[0])
			w = w[1:]
			for range count { // all sizes are below 253
				size := int(w[0])
				in.Witness = append(in.Witness, w[1:1+size])
				w = w[1+size:]
			}
			if len(w) != 0 {
				t.Fatalf("a witness of %x", v.Witness)
			}
		}
		ins = append(ins, in)
	}
	return ins
}

func parse(t testing.TB, s string) *Address {
	t.Helper()
	a, err := ParseAddress(s)
	if err != nil {
		t.Fatalf("%s: %v", s, err)
	}
	return a
}

func TestSendVectors(t *testing.T) {
	for _, v := range readVectors(t) {
		for _, s := range v.Sending {
			var outpoints []Outpoint
			var keys []InputKey
			for i, in := range inputs(t, s.Given.Vin) {
				outpoints = append(outpoints, in.Outpoint)
				key, err := in.PublicKey()
				if err != nil {
					t.Fatal(err)
				}
				if key != nil {
					keys = append(keys, InputKey{s.Given.Vin[i].PrivateKey, len(key) == 32})
				}
			}
			var recipients []*Address
			for _, r := range s.Given.Recipients {
				for range r.Count {
					recipients = append(recipients, parse(t, r.Address))
				}
			}
			if a := recipients[0].String(); a != s.Given.Recipients[0].Address {
				t.Errorf("%s comes back as %s", s.Given.Recipients[0].Address, a)
			}
			got, err := CreateOutputs(outpoints, keys, recipients)
			if len(s.Expected.Outputs[0]) == 0 {
				if got != nil || !errors.Is(err, ErrInputs) && !errors.Is(err, ErrRecipients) {
					t.Errorf("%s: %d outputs, %v", v.Comment, len(got), err)
				}
				continue
			}
			var all []string
			for _, o := range got {
				all = append(all, hex.EncodeToString(o[:]))
			}
			slices.Sort(all)
			if !slices.ContainsFunc(s.Expected.Outputs, func(want []string) bool {
				want = slices.Clone(want)
				slices.Sort(want)
				return slices.Equal(all, want)
			}) {
				t.Errorf("%s: %v, %v, want one of %v", v.Comment, all, err, s.Expected.Outputs)
			}
		}
	}
}

func TestReceiveVectors(t *testing.T) {
	message, aux := sha256.Sum256([]byte("message")), sha256.Sum256([]byte("random auxiliary data"))
	// With many labels the way is another.
	var many []uint32
	for i := range uint32(2 * fewLabels) {
		many = append(many, 1<<30+i)
	}
	testkit.Kernels(t, func(t *testing.T) {
		for _, v := range readVectors(t) {
			for _, r := range v.Receiving {
				g := &r.Given
				spend, err := schnorr.NewPrivateKey(g.KeyMaterial.Spend)
				if err != nil {
					t.Fatal(err)
				}
				public := spendPublic(t, g.KeyMaterial.Spend)
				s, err := NewScanner(g.KeyMaterial.Scan, public, g.Labels...)
				if err != nil {
					t.Fatal(err)
				}
				checkAddresses(t, s, g.Labels, r.Expected.Addresses)

				outputs := make([][]byte, len(g.Outputs))
				for i, o := range g.Outputs {
					outputs[i] = o
				}
				in, err := ReadInputs(inputs(t, g.Vin))
				if errors.Is(err, ErrInputs) {
					if len(r.Expected.Outputs) != 0 {
						t.Errorf("%s: %v", v.Comment, err)
					}
					continue
				} else if err != nil {
					t.Fatal(err)
				}
				if want := r.Expected.TweakData; want != nil && !bytes.Equal(in.TweakData(), want) {
					t.Errorf("%s: the tweak data are %x, want %x", v.Comment, in.TweakData(), want)
				}
				found, err := s.Scan(in, outputs)
				if err != nil {
					t.Fatal(err)
				}
				if want := r.Expected.Count; want != nil && len(found) != *want || want == nil && len(found) != len(r.Expected.Outputs) {
					t.Errorf("%s: %d outputs are found", v.Comment, len(found))
				}
				if len(found) > 100 {
					continue
				}
				for _, f := range found {
					d, err := f.PrivateKey(spend.Bytes())
					if err != nil {
						t.Fatal(err)
					}
					signature, err := schnorr.SignWithOptions(d, message[:], &schnorr.Options{Aux: aux[:]})
					if err != nil {
						t.Fatal(err)
					}
					ok := false
					for _, want := range r.Expected.Outputs {
						ok = ok || bytes.Equal(want.Key, f.Key[:]) && bytes.Equal(want.Tweak, f.Tweak[:]) && bytes.Equal(want.Signature, signature)
					}
					if !ok || !bytes.Equal(outputs[f.Output], f.Key[:]) {
						t.Errorf("%s: found %+v", v.Comment, f)
					}
				}

				tweaked, err := ParseTweakData(in.TweakData())
				if err != nil {
					t.Fatal(err)
				}
				if again, err := s.Scan(tweaked, outputs); err != nil || !slices.Equal(again, found) {
					t.Errorf("%s: %d outputs are found with tweak data, %v", v.Comment, len(again), err)
				}
				s, err = NewScanner(g.KeyMaterial.Scan, public, append(g.Labels, many...)...)
				if err != nil {
					t.Fatal(err)
				}
				if again, err := s.Scan(in, outputs); err != nil || !slices.Equal(again, found) {
					t.Errorf("%s: %d outputs are found with many labels, %v", v.Comment, len(again), err)
				}
			}
		}
	})
}

// checkAddresses compares the addresses of a scanner: without a label, and with each.
func checkAddresses(t *testing.T, s *Scanner, labels []uint32, want []string) {
	t.Helper()
	for i, text := range want {
		a, err := s.Address(Mainnet)
		if i > 0 && labels[i-1] == change {
			a, err = s.ChangeAddress(Mainnet)
		} else if i > 0 {
			a, err = s.LabeledAddress(Mainnet, labels[i-1])
		}
		if err != nil || a.String() != text {
			t.Errorf("address %d: %v, %v, want %s", i, a, err, text)
		}
	}
}
