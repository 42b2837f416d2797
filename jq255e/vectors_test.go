// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package jq255e

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"math/big"
	"os"
	"strings"
	"testing"

	"secant.example/internal/testkit"
)

// A vector is one of any kind, with the fields that this kind has.
type vector struct {
	Bytes, Point, Scalar, Start, End  testkit.Hex
	P1, P2, P3, P4, P5, P6, Sum, Diff testkit.Hex
	A, B, Add, Sub, Mul, U, V, E, X   testkit.Hex
	Random, Seed, Data, Signature     testkit.Hex
	Peer, Secret                      testkit.Hex
	Result, Note                      string
	Steps, N, I, K                    int
	Neutral, Valid, OK                bool
	NegA                              testkit.Hex `json:"neg_a"`
	HashName                          string      `json:"hash_name"`
	PrivateKey                        testkit.Hex `json:"private_key"`
	PublicKey                         testkit.Hex `json:"public_key"`
	PeerValid                         testkit.Hex `json:"peer_valid"`
	PeerInvalid                       testkit.Hex `json:"peer_invalid"`
	SecretValid                       testkit.Hex `json:"secret_valid"`
	SecretInvalid                     testkit.Hex `json:"secret_invalid"`
	JQ255                             testkit.Hex `json:"jq255"`
	DO255                             testkit.Hex `json:"do255"`
}

// vectors are those of one file, by kind.
type vectors struct {
	Group            string
	Published, Extra map[string]json.RawMessage
}

// vectors checks the group and the schemes against a selection of vectors, with every
// kernel, and against all of them with one, where they are there and time is not short.
func TestVectors(t *testing.T) {
	testkit.Kernels(t, func(t *testing.T) { file(t, "testdata/vectors.json") })
	if testing.Short() {
		return
	}
	name := "../../shared/vectors/double-odd/" + model.Name + ".json"
	if _, err := os.Stat(name); !errors.Is(err, fs.ErrNotExist) {
		file(t, name)
	}
}

func file(t *testing.T, name string) {
	file := testkit.ReadJSON[vectors](t, name)
	if file.Group != model.Name {
		t.Fatalf("%s: vectors of %q", name, file.Group)
	}
	known := kinds()
	for section, kinds := range map[string]map[string]json.RawMessage{"published": file.Published, "extra": file.Extra} {
		if len(kinds) == 0 {
			t.Errorf("%s: no vectors are %s", name, section)
		}
		for kind, list := range kinds {
			check := known[kind]
			if check == nil {
				if kind != "glv_split" && kind != "lagrange" { // which are for internal/doubleodd
					t.Errorf("%s: unknown kind %s", name, kind)
				}
				continue
			}
			var all []vector
			if strings.HasPrefix(string(bytes.TrimLeft(list, "[ \n")), `"`) { // only bytes
				var encodings []testkit.Hex
				if err := json.Unmarshal(list, &encodings); err != nil {
					t.Fatalf("%s, %s: %v", name, kind, err)
				}
				for _, b := range encodings {
					all = append(all, vector{Bytes: b})
				}
			} else if err := json.Unmarshal(list, &all); err != nil {
				t.Fatalf("%s, %s: %v", name, kind, err)
			}
			if len(all) == 0 {
				t.Errorf("%s, %s: none", name, kind)
			}
			for i := range all {
				v := &all[i]
				if !check(t, v) {
					t.Errorf("%s, %s, %d %s: fails", name, kind, i, v.Note)
				}
			}
		}
	}
}

// kinds are the checks of each kind of vectors.
func kinds() map[string]func(t *testing.T, v *vector) bool {
	g := model
	point := func(t *testing.T, b []byte) *Point {
		q, err := new(Point).SetBytes(b)
		if err != nil {
			t.Fatalf("%x: %v", b, err)
		}
		return q
	}
	scalar := func(b []byte) *Scalar { return new(Scalar).SetReducedBytes(b) }
	is := func(q *Point, b []byte) bool { return bytes.Equal(q.Bytes(), b) }
	newPoint := func() *Point { return new(Point) }
	key := func(t *testing.T, b []byte) *PrivateKey {
		k, err := NewPrivateKey(b)
		if err != nil {
			t.Fatalf("%x: %v", b, err)
		}
		return k
	}
	mul := func(t *testing.T, v *vector) bool {
		q := point(t, v.Point)
		want := testkit.Unhex(t, v.Result)
		var zero Scalar
		return is(newPoint().ScalarMult(scalar(v.Scalar), q), want) &&
			is(newPoint().VarTimeDoubleScalarBaseMult(scalar(v.Scalar), q, &zero), want)
	}
	hash := func(t *testing.T, v *vector) bool {
		q, err := newPoint().SetHashedData(v.Data, Hash(v.HashName))
		return err == nil && is(q, v.Point)
	}
	sign := func(t *testing.T, v *vector) bool {
		k, hash := key(t, v.PrivateKey), Hash(v.HashName)
		sig, err := k.SignWithSeed(v.Data, v.Seed, hash)
		bad := append(bytes.Clone(v.Data), 0)
		return err == nil && bytes.Equal(sig, v.Signature) && bytes.Equal(k.PublicKey().Bytes(), v.PublicKey) &&
			Verify(v.PublicKey, v.Data, sig, hash) && k.PublicKey().Verify(v.Data, sig, hash) &&
			!Verify(v.PublicKey, bad, sig, hash) && !k.PublicKey().Verify(bad, sig, hash) &&
			expand(t, v.PublicKey).Verify(v.Data, sig, hash) && !expand(t, v.PublicKey).Verify(bad, sig, hash)
	}
	ecdh := func(t *testing.T, private, peer, secret []byte, ok bool) bool {
		k := key(t, private)
		return checkSecret(t, k, peer, secret, ok)
	}
	return map[string]func(t *testing.T, v *vector) bool{
		"decode_ok": func(t *testing.T, v *vector) bool {
			q := point(t, v.Bytes)
			return is(q, v.Bytes) && q.IsIdentity() == bit(v.Neutral) &&
				bit(!v.Neutral) == bit(decodesPublic(v.Bytes))
		},
		"decode_bad": func(t *testing.T, v *vector) bool { return refuses(v.Bytes) },
		"point_decode": func(t *testing.T, v *vector) bool {
			if v.Result == "invalid" {
				return refuses(v.Bytes)
			}
			q := point(t, v.Bytes)
			return is(q, v.Bytes) && (q.IsIdentity() == 1) == (v.Result == "neutral")
		},
		"add": func(t *testing.T, v *vector) bool {
			p1, p2, p3, p4, p5, p6 := point(t, v.P1), point(t, v.P2), point(t, v.P3), point(t, v.P4), point(t, v.P5), point(t, v.P6)
			all := []*Point{p1, p2, p3, p4, p5, p6}
			for i := range all {
				for j := range all {
					if all[i].Equal(all[j]) != bit(i == j) {
						return false
					}
				}
			}
			return is(newPoint().Add(p1, p2), v.P3) && is(newPoint().Add(p1, p1), v.P4) && is(newPoint().Double(p1), v.P4) &&
				is(newPoint().Add(p4, p2), v.P5) && is(newPoint().Add(p3, p1), v.P5) && is(newPoint().Add(p5, p2), v.P6) &&
				is(newPoint().Add(p4, newPoint().Double(p2)), v.P6) && is(newPoint().Subtract(p6, p2), v.P5)
		},
		"add_edge": func(t *testing.T, v *vector) bool {
			p1, p2 := point(t, v.P1), point(t, v.P2)
			return is(newPoint().Add(p1, p2), v.Sum) && is(newPoint().Subtract(p1, p2), v.Diff)
		},
		"double_n": func(t *testing.T, v *vector) bool {
			q := point(t, v.Point)
			power := scalar(leBytes(power2(uint(v.N))))
			want := testkit.Unhex(t, v.Result)
			if !is(newPoint().ScalarMult(power, q), want) {
				return false
			}
			for range v.N {
				q.Double(q)
			}
			return is(q, want)
		},
		"mul":      mul,
		"mul_edge": mul,
		"mul_chain": func(t *testing.T, v *vector) bool {
			q := point(t, v.Start)
			for range v.Steps {
				q.ScalarMult(scalar(q.Bytes()), q)
			}
			return is(q, v.End)
		},
		"mulgen": func(t *testing.T, v *vector) bool {
			return is(newPoint().ScalarBaseMult(scalar(v.Scalar)), testkit.Unhex(t, v.Result))
		},
		"mul128_add_mulgen": func(t *testing.T, v *vector) bool {
			return is(newPoint().VarTimeDoubleScalarBaseMult(scalar(v.U), point(t, v.Point), scalar(v.V)), testkit.Unhex(t, v.Result))
		},
		"base_multiples": func(t *testing.T, v *vector) bool {
			// In affine coordinates, of any of the points of the element.
			u := testkit.BigLE(v.U)
			var want [32]byte
			if g.JQ {
				if v.E[0]&1 == 1 {
					u = g.Neg(u)
				}
				want = testkit.Bytes(u)
			} else {
				w := g.Div(one, u)
				if g.IsSquare(testkit.BigLE(v.X)) {
					w = g.Neg(w)
				}
				want = testkit.Bytes(w)
			}
			k := new(big.Int).Lsh(big.NewInt(int64(v.I)), uint(v.K))
			return is(newPoint().ScalarBaseMult(scalar(leBytes(k))), want[:])
		},
		"map": func(t *testing.T, v *vector) bool { return is(newPoint().SetMap(v.Bytes), v.Point) },
		"map_edge": func(t *testing.T, v *vector) bool {
			return is(newPoint().SetMap(v.Bytes), testkit.Unhex(t, v.Result))
		},
		"hash_to_curve":           hash,
		"hash_to_curve_prehashed": hash,
		"hash_to_curve_labels":    hash,
		"keygen": func(t *testing.T, v *vector) bool {
			k, err := GenerateKey(bytes.NewReader(v.Random))
			return err == nil && bytes.Equal(k.Bytes(), v.PrivateKey) && bytes.Equal(k.PublicKey().Bytes(), v.PublicKey)
		},
		"keygen_seed": func(t *testing.T, v *vector) bool {
			k := newKeyFromSeed(v.Seed)
			return bytes.Equal(k.Bytes(), v.PrivateKey) && bytes.Equal(k.PublicKey().Bytes(), v.PublicKey)
		},
		"sign":              sign,
		"sign_labels":       sign,
		"sign_blake3_label": sign,
		"verify": func(t *testing.T, v *vector) bool {
			hash := Hash(v.HashName)
			if q, err := NewPublicKey(v.PublicKey); err == nil && q.Verify(v.Data, v.Signature, hash) != v.Valid {
				return false
			}
			return Verify(v.PublicKey, v.Data, v.Signature, hash) == v.Valid
		},
		"ecdh": func(t *testing.T, v *vector) bool {
			return ecdh(t, v.PrivateKey, v.PeerValid, v.SecretValid, true) &&
				ecdh(t, v.PrivateKey, v.PeerInvalid, v.SecretInvalid, false)
		},
		"ecdh_special": func(t *testing.T, v *vector) bool {
			return bytes.Equal(key(t, v.PrivateKey).PublicKey().Bytes(), v.PublicKey) &&
				ecdh(t, v.PrivateKey, v.Peer, v.Secret, v.OK)
		},
		"scalar_decode": func(t *testing.T, v *vector) bool {
			s, err := NewScalar().SetCanonicalBytes(v.Bytes)
			if v.Result == "invalid" {
				return err != nil && s == nil
			}
			return err == nil && (s.IsZero() == 1) == (v.Result == "zero") && bytes.Equal(s.Bytes(), v.Bytes)
		},
		"scalar_reduce": func(t *testing.T, v *vector) bool { return bytes.Equal(scalar(v.Bytes).Bytes(), v.Scalar) },
		"scalar_arith": func(t *testing.T, v *vector) bool {
			a, b, z := scalar(v.A), scalar(v.B), NewScalar()
			return bytes.Equal(z.Add(a, b).Bytes(), v.Add) && bytes.Equal(z.Subtract(a, b).Bytes(), v.Sub) &&
				bytes.Equal(z.Multiply(a, b).Bytes(), v.Mul) && bytes.Equal(z.Negate(a).Bytes(), v.NegA)
		},
		"same_element": func(t *testing.T, v *vector) bool {
			want := v.JQ255
			if !g.JQ {
				want = v.DO255
			}
			return is(newPoint().ScalarBaseMult(scalar(v.Scalar)), want)
		},
	}
}

// refuses reports whether no decoder accepts b, and none changes its receiver.
func refuses(b []byte) bool {
	q, key := NewGeneratorPoint(), keyOf(one).PublicKey()
	v, err := q.SetBytes(b)
	public, publicErr := key.SetBytes(b)
	_, newErr := NewPublicKey(b)
	if expanded, err := NewExpandedPublicKey(b); expanded != nil || err != ErrPublicKey {
		return false
	}
	return v == nil && err != nil && public == nil && publicErr == ErrPublicKey && newErr == ErrPublicKey &&
		q.Equal(NewGeneratorPoint()) == 1 && key.Equal(keyOf(one).PublicKey())
}

// decodesPublic reports whether b is a public key, after checking that it comes back.
func decodesPublic(b []byte) bool {
	q, err := NewPublicKey(b)
	return err == nil && bytes.Equal(q.Bytes(), b) && bytes.Equal(q.Point().Bytes(), b)
}

// checkSecret checks the shared secret of k and peer, of any length that the generation
// allows.
func checkSecret(t *testing.T, k *PrivateKey, peer, secret []byte, ok bool) bool {
	var want error
	if !ok {
		want = ErrPublicKey
	}
	good := true
	if len(secret) == 32 {
		got, err := k.SharedSecret(peer)
		good = err == want && bytes.Equal(got[:], secret)
	}
	if fillSharedSecret != nil {
		got := bytes.Repeat([]byte{0xa5}, len(secret))
		err := fillSharedSecret(got, k, peer)
		good = good && err == want && bytes.Equal(got, secret)
	} else if len(secret) != 32 {
		t.Fatalf("a secret of %d bytes", len(secret))
	}
	return good
}
