// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package jq255e

import (
	"bytes"
	"testing"

	"secant.example/internal/testkit"
)

// fuzzVectors are the vectors that fuzzing starts from.
type fuzzVectors struct {
	Extra struct {
		Point  []vector `json:"point_decode"`
		Scalar []vector `json:"scalar_decode"`
		Verify []vector `json:"verify"`
		ECDH   []vector `json:"ecdh_special"`
	}
}

func readFuzzVectors(f *testing.F) *fuzzVectors {
	v := testkit.ReadJSON[fuzzVectors](f, "testdata/vectors.json")
	return &v
}

// FuzzDecode decodes points, public keys, scalars and private keys as the model does.
func FuzzDecode(f *testing.F) {
	seeds := readFuzzVectors(f)
	for _, v := range append(seeds.Extra.Point, seeds.Extra.Scalar...) {
		f.Add([]byte(v.Bytes))
	}
	g := model
	f.Fuzz(func(t *testing.T, b []byte) {
		if p, ok := g.Decode(b); !ok {
			if !refuses(b) {
				t.Errorf("%x is a point", b)
			}
		} else {
			q, err := new(Point).SetBytes(b)
			if err != nil {
				t.Fatalf("%x is not a point", b)
			}
			check(t, q, p, "%x", b)
			if decodesPublic(b) == (q.IsIdentity() == 1) {
				t.Errorf("%x as a public key", b)
			}
		}
		x := testkit.BigLE(b)
		canonical := len(b) == 32 && x.Cmp(g.R) < 0
		s, err := NewScalar().SetCanonicalBytes(b)
		if (err == nil) != canonical || canonical && !bytes.Equal(s.Bytes(), b) {
			t.Errorf("%x as a scalar: %v", b, err)
		}
		k, err := NewPrivateKey(b)
		if good := canonical && x.Sign() != 0; (err == nil) != good || good && !bytes.Equal(k.Bytes(), b) {
			t.Errorf("%x as a private key: %v", b, err)
		}
		if want := testkit.Bytes(g.Scalar(b)); !bytes.Equal(NewScalar().SetReducedBytes(b).Bytes(), want[:]) {
			t.Errorf("%x is not reduced", b)
		}
		check(t, new(Point).SetMap(b), g.Map(x), "map of %x", b)
	})
}

// FuzzVerify verifies as the model does.
func FuzzVerify(f *testing.F) {
	for _, v := range readFuzzVectors(f).Extra.Verify {
		f.Add([]byte(v.PublicKey), []byte(v.Data), []byte(v.Signature), v.HashName)
	}
	f.Fuzz(func(t *testing.T, public, data, sig []byte, hash string) {
		want := false
		for _, name := range model.HashNames() {
			if name == hash {
				want = model.Verify(public, data, sig, hash)
			}
		}
		if got := Verify(public, data, sig, Hash(hash)); got != want {
			t.Errorf("valid: %t, want %t", got, want)
		}
		if q, err := NewPublicKey(public); err == nil && q.Verify(data, sig, Hash(hash)) != want {
			t.Errorf("under the key it is valid: %t", !want)
		}
		if e, err := NewExpandedPublicKey(public); err == nil && e.Verify(data, sig, Hash(hash)) != want {
			t.Errorf("under the expanded key it is valid: %t", !want)
		}
	})
}

// FuzzSign signs and makes shared secrets as the model does, with any key and peer.
func FuzzSign(f *testing.F) {
	for _, v := range readFuzzVectors(f).Extra.ECDH {
		f.Add([]byte(v.PrivateKey), []byte(v.Peer), []byte(v.Secret), "sha256")
	}
	g := model
	f.Fuzz(func(t *testing.T, private, peer, data []byte, hash string) {
		k, err := NewPrivateKey(private)
		if err != nil {
			return
		}
		d := g.Scalar(private)
		secret, ok := g.ECDH(d, peer, 32)
		if !checkSecret(t, k, peer, secret, ok) {
			t.Error("another secret")
		}
		sig, err := k.SignWithSeed(data, peer, Hash(hash))
		known := false
		for _, name := range g.HashNames() {
			if name == hash {
				known = true
			}
		}
		if !known {
			if sig != nil || err != ErrHash {
				t.Errorf("signed with %q: %v", hash, err)
			}
			return
		}
		if err != nil || !bytes.Equal(sig, g.Sign(d, peer, hash, data)) {
			t.Errorf("another signature, %x, %v", sig, err)
		}
		if !k.PublicKey().Verify(data, sig, Hash(hash)) {
			t.Error("not valid")
		}
	})
}
