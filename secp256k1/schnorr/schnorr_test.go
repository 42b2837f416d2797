// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package schnorr

import (
	"bytes"
	"encoding/csv"
	"errors"
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"

	"secant.example/internal/testkit"
)

// check runs v through everything that signs and verifies.
func (v *vector) check(t *testing.T, name string) {
	t.Helper()
	public, message, sig := testkit.Unhex(t, v.public), testkit.Unhex(t, v.message), testkit.Unhex(t, v.sig)
	if v.secret != "" {
		k, err := NewPrivateKey(testkit.Unhex(t, v.secret))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if got := k.PublicKey().Bytes(); !bytes.Equal(got, public) {
			t.Errorf("%s: public key %x, want %x", name, got, public)
		}
		if got := k.Bytes(); !bytes.Equal(got, testkit.Unhex(t, v.secret)) {
			t.Errorf("%s: the private key comes back as %x", name, got)
		}
		aux := testkit.Unhex(t, v.aux)
		for _, verify := range []bool{false, true} {
			got, err := SignWithOptions(k, message, &Options{Aux: aux, Verify: verify})
			if err != nil || !bytes.Equal(got, sig) {
				t.Errorf("%s: signature %x, %v, want %x", name, got, err, sig)
			}
		}
		got, err := k.Sign(bytes.NewReader(aux), message, nil)
		if err != nil || !bytes.Equal(got, sig) {
			t.Errorf("%s: signature by crypto.Signer %x, %v, want %x", name, got, err, sig)
		}
	}
	if got := Verify(public, message, sig); got != v.valid {
		t.Errorf("%s (%s): valid is %v, want %v", name, v.comment, got, v.valid)
	}
	if p, err := NewPublicKey(public); err == nil && p.Verify(message, sig) != v.valid {
		t.Errorf("%s (%s): valid under the decoded key is %v", name, v.comment, !v.valid)
	}
	var b BatchVerifier
	for range 3 {
		b.Add(public, message, sig)
		all := b.VerifyBatchOnly(nil)
		valid, each := b.Verify(nil)
		if valid != v.valid || all != v.valid || slices.Contains(each, !v.valid) {
			t.Errorf("%s (%s): valid in a batch of %d is %v, %v", name, v.comment, b.Len(), valid, each)
		}
	}
}

func TestVectors(t *testing.T) {
	testkit.Kernels(t, func(t *testing.T) {
		for i := range vectors {
			vectors[i].check(t, "vector "+string(rune('a'+i)))
		}
	})
	if len(vectors) != 19 {
		t.Errorf("%d vectors", len(vectors))
	}
}

// TestVectorsFile compares the table with the BIP's file, where that is present.
func TestVectorsFile(t *testing.T) {
	f, err := os.Open("../../../shared/vectors/bip340/vectors.csv")
	if errors.Is(err, fs.ErrNotExist) {
		return
	} else if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if len(rows) != len(vectors)+1 {
		t.Fatalf("%d rows for %d vectors", len(rows), len(vectors))
	}
	for i, r := range rows[1:] {
		for j := range r[:6] {
			r[j] = strings.ToLower(r[j])
		}
		if got := (vector{r[1], r[2], r[3], r[4], r[5], r[6] == "TRUE", r[7]}); got != vectors[i] {
			t.Errorf("row %d: %v, want %v", i, got, vectors[i])
		}
	}
}
