// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package voprf

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"testing/iotest"

	"secant.example/internal/scalar"
	"secant.example/internal/testkit"
)

var modes = []Mode{OPRF, VOPRF, POPRF}

// list returns the bytes of hexadecimal digits between commas.
func list(t testing.TB, s string) (all [][]byte) {
	t.Helper()
	for _, part := range strings.Split(s, ",") {
		all = append(all, testkit.Unhex(t, part))
	}
	return all
}

// scalarOf returns the scalar of 32 bytes.
func scalarOf(t testing.TB, b []byte) (x scalar.Scalar) {
	t.Helper()
	if order.Decode(&x, (*[32]byte)(b)) == 0 {
		t.Fatalf("%x is no scalar", b)
	}
	return x
}

// equal compares lists of bytes.
func equal(a, b [][]byte) bool {
	return bytes.Equal(bytes.Join(a, nil), bytes.Join(b, nil)) && len(a) == len(b)
}

// The file has the vectors of this suite from those that the authors of the RFC publish, which are also in its appendix A.
func TestVectors(t *testing.T) {
	text, err := os.ReadFile("testdata/ristretto255-SHA512.json")
	if err != nil {
		t.Fatal(err)
	}
	var sets []struct {
		Mode                      int
		Seed, KeyInfo, SkSm, PkSm string
		Vectors                   []struct {
			Blind, BlindedElement, EvaluationElement, Info, Input, Output string
			Proof                                                         struct{ Proof, R string }
		}
	}
	if err := json.Unmarshal(text, &sets); err != nil {
		t.Fatal(err)
	}
	count := 0
	testkit.Kernels(t, func(t *testing.T) {
		count = 0
		for _, set := range sets {
			mode := OPRF + Mode(set.Mode)
			k, err := DeriveKey(mode, testkit.Unhex(t, set.Seed), testkit.Unhex(t, set.KeyInfo))
			if err != nil || !bytes.Equal(k.Bytes(), testkit.Unhex(t, set.SkSm)) {
				t.Fatalf("the private key is %x, %v", k.Bytes(), err)
			}
			var public []byte
			if mode != OPRF {
				if public = k.PublicKey(); !bytes.Equal(public, testkit.Unhex(t, set.PkSm)) {
					t.Errorf("the public key is %x", public)
				}
			}
			c, err := NewClient(mode, public)
			if err != nil {
				t.Fatal(err)
			}
			for i, v := range set.Vectors {
				count++
				inputs, info, outputs := list(t, v.Input), testkit.Unhex(t, v.Info), list(t, v.Output)
				var blinds []scalar.Scalar
				for _, b := range list(t, v.Blind) {
					blinds = append(blinds, scalarOf(t, b))
				}
				request, err := c.blind(inputs, info, blinds)
				if err != nil || !equal(request.Blinded(), list(t, v.BlindedElement)) {
					t.Fatalf("mode %d, vector %d: blinded %x, %v", mode, i, request.Blinded(), err)
				}
				var r scalar.Scalar
				if mode != OPRF {
					r = scalarOf(t, testkit.Unhex(t, v.Proof.R))
				}
				evaluated, proof, err := k.blindEvaluate(request.Blinded(), info, &r)
				if err != nil || !equal(evaluated, list(t, v.EvaluationElement)) || !bytes.Equal(proof, testkit.Unhex(t, v.Proof.Proof)) {
					t.Fatalf("mode %d, vector %d: evaluated %x, proof %x, %v", mode, i, evaluated, proof, err)
				}
				if got, err := request.Finalize(evaluated, proof); err != nil || !equal(got, outputs) {
					t.Errorf("mode %d, vector %d: output %x, %v", mode, i, got, err)
				}
				for j, input := range inputs {
					if got, err := k.Evaluate(input, info); err != nil || !bytes.Equal(got, outputs[j]) {
						t.Errorf("mode %d, vector %d: evaluated alone %x, %v", mode, i, got, err)
					}
				}
			}
		}
	})
	if count != 8 {
		t.Errorf("%d vectors", count)
	}
}

// newKey returns a key and its client.
func newKey(t testing.TB, mode Mode) (*PrivateKey, *Client) {
	t.Helper()
	k, err := GenerateKey(mode, nil)
	if err != nil {
		t.Fatal(err)
	}
	var public []byte
	if mode != OPRF {
		public = k.PublicKey()
	}
	c, err := NewClient(mode, public)
	if err != nil {
		t.Fatal(err)
	}
	return k, c
}

func TestProtocol(t *testing.T) {
	rng := testkit.NewRand(t)
	testkit.Kernels(t, func(t *testing.T) {
		for _, mode := range modes {
			for _, n := range []int{1, 2, 9, 70} {
				k, c := newKey(t, mode)
				other, _ := newKey(t, mode)
				var info []byte
				if mode == POPRF {
					info = rng.Bytes(rng.IntN(20))
				}
				var inputs [][]byte
				for i := range n {
					inputs = append(inputs, rng.Bytes(i))
				}
				request, err := c.Blind(inputs, info, nil)
				if err != nil {
					t.Fatal(err)
				}
				blinded := request.Blinded()
				evaluated, proof, err := k.BlindEvaluate(blinded, info, nil)
				if err != nil {
					t.Fatal(err)
				}
				for i := range inputs { // the request has its own
					for j := range inputs[i] {
						inputs[i][j]++
					}
				}
				outputs, err := request.Finalize(evaluated, proof)
				if err != nil || len(outputs) != n {
					t.Fatal(err)
				}
				for i, input := range inputs {
					for j := range input {
						input[j]--
					}
					if want, err := k.Evaluate(input, info); err != nil || !bytes.Equal(outputs[i], want) {
						t.Errorf("mode %d: output %d is %x, want %x, %v", mode, i, outputs[i], want, err)
					}
				}
				if again, err := c.Blind(inputs, info, nil); err != nil || equal(again.Blinded(), blinded) {
					t.Error("blinded in the same way again")
				}
				wrong := func(name string, want error, evaluated [][]byte, proof []byte) {
					t.Helper()
					if got, err := request.Finalize(evaluated, proof); !errors.Is(err, want) || got != nil {
						t.Errorf("mode %d, %s: %v, want %v", mode, name, err, want)
					}
				}
				wrong("none", ErrElement, nil, proof)
				wrong("one less", ErrElement, evaluated[1:], proof)
				wrong("one more", ErrElement, append(evaluated[:n:n], evaluated[0]), proof)
				for name, bad := range map[string][]byte{"identity": make([]byte, 32), "short": evaluated[0][1:], "no element": bytes.Repeat([]byte{1}, 32)} {
					wrong(name, ErrElement, append(append([][]byte(nil), evaluated[:n-1]...), bad), proof)
					if _, _, err := k.BlindEvaluate(append(append([][]byte(nil), blinded[:n-1]...), bad), info, nil); !errors.Is(err, ErrElement) {
						t.Errorf("mode %d, %s: %v", mode, name, err)
					}
				}
				if mode == OPRF {
					wrong("a proof", ErrProof, evaluated, make([]byte, 64))
					continue
				}
				for i := range 64 {
					bad := bytes.Clone(proof)
					bad[i] ^= 1 << rng.IntN(8)
					wrong("changed proof", ErrProof, evaluated, bad)
				}
				wrong("no proof", ErrProof, evaluated, nil)
				wrong("long proof", ErrProof, evaluated, append(bytes.Clone(proof), 0))
				e2, p2, err := other.BlindEvaluate(blinded, info, nil)
				if err != nil {
					t.Fatal(err)
				}
				wrong("another key", ErrProof, e2, p2)
				wrong("the elements of another key", ErrProof, e2, proof)
				if n > 1 {
					swapped := append([][]byte{evaluated[1], evaluated[0]}, evaluated[2:]...)
					wrong("swapped", ErrProof, swapped, proof)
				}
				if mode == POPRF {
					e3, p3, err := k.BlindEvaluate(blinded, append(bytes.Clone(info), 0), nil)
					if err != nil {
						t.Fatal(err)
					}
					wrong("other info", ErrProof, e3, p3)
				}
				if _, p4, err := k.BlindEvaluate(blinded, info, nil); err != nil || bytes.Equal(p4, proof) {
					t.Error("the same proof twice")
				}
			}
		}
	})
}

// With the same random bytes proofs of different keys, requests and infos have different numbers r, and those of the
// same have the same one.
func TestNonces(t *testing.T) {
	random := bytes.Repeat([]byte{1}, 64)
	for _, mode := range []Mode{VOPRF, POPRF} {
		k, _ := newKey(t, mode)
		other, _ := newKey(t, mode)
		// r = s + c·t, where t is the scalar that the proof is about.
		nonce := func(k *PrivateKey, blinded [][]byte, info []byte, random []byte) [32]byte {
			t.Helper()
			_, proof, err := k.BlindEvaluate(blinded, info, bytes.NewReader(random))
			if err != nil {
				t.Fatal(err)
			}
			var c, s, x, e scalar.Scalar
			if err := k.exponent(&x, &e, info); err != nil || order.Decode(&c, (*[32]byte)(proof))&order.Decode(&s, (*[32]byte)(proof[32:])) == 0 {
				t.Fatal(err)
			}
			order.MulAdd(&s, &c, &x, &s)
			var b [32]byte
			order.Encode(&b, &s)
			return b
		}
		a, b := k.PublicKey(), other.PublicKey()
		seen := map[[32]byte]bool{}
		all := [][32]byte{
			nonce(k, [][]byte{a}, nil, random), nonce(k, [][]byte{b}, nil, random), nonce(k, [][]byte{a, b}, nil, random), nonce(k, [][]byte{b, a}, nil, random),
			nonce(other, [][]byte{a}, nil, random), nonce(k, [][]byte{a}, nil, bytes.Repeat([]byte{2}, 64)),
		}
		if mode == POPRF {
			all = append(all, nonce(k, [][]byte{a}, []byte{1}, random), nonce(k, [][]byte{a}, []byte{2}, random))
		}
		for i, r := range all {
			if seen[r] || r == [32]byte{} {
				t.Errorf("mode %d: number %d is 0, or there twice", mode, i)
			}
			seen[r] = true
		}
		if nonce(k, [][]byte{a}, nil, random) != all[0] {
			t.Errorf("mode %d: something else goes into the number", mode)
		}
		if _, proof, err := k.BlindEvaluate([][]byte{a}, nil, bytes.NewReader(make([]byte, 64))); err == nil || proof != nil {
			t.Errorf("mode %d: a proof with random bytes that are zero", mode)
		}
	}
}

func TestErrors(t *testing.T) {
	failure := errors.New("failure")
	long := make([]byte, MaxInput+1)
	for _, mode := range []Mode{0, -1, 4} {
		for name, err := range map[string]error{
			"GenerateKey": second(GenerateKey(mode, nil)), "DeriveKey": second(DeriveKey(mode, make([]byte, 32), nil)),
			"NewPrivateKey": second(NewPrivateKey(mode, make([]byte, 32))), "NewClient": second(NewClient(mode, nil)),
		} {
			if !errors.Is(err, ErrMode) {
				t.Errorf("mode %d, %s: %v", mode, name, err)
			}
		}
	}
	n := order.N()
	var l [32]byte
	for i := range l {
		l[i] = byte(n[i/8] >> (8 * (i % 8)))
	}
	for _, mode := range modes {
		k, c := newKey(t, mode)
		again, err := NewPrivateKey(mode, k.Bytes())
		if err != nil || !again.Equal(k) || !bytes.Equal(again.PublicKey(), k.PublicKey()) || k.Equal(nil) || k.Equal(c) {
			t.Errorf("the key comes back as %x, %v", again.Bytes(), err)
		}
		otherMode := OPRF + mode%3
		if other, err := NewPrivateKey(otherMode, k.Bytes()); err != nil || other.Equal(k) {
			t.Errorf("a key for another mode is equal, %v", err)
		}
		for _, bad := range [][]byte{nil, make([]byte, 31), make([]byte, 32), make([]byte, 33), l[:], bytes.Repeat([]byte{255}, 32)} {
			if x, err := NewPrivateKey(mode, bad); !errors.Is(err, ErrPrivateKey) || x != nil {
				t.Errorf("%x: %v", bad, err)
			}
			if x, err := NewClient(mode, bad); (mode != OPRF || len(bad) > 0) && (!errors.Is(err, ErrPublicKey) || x != nil) {
				t.Errorf("%x: %v", bad, err)
			}
		}
		if mode == OPRF {
			if _, err := NewClient(mode, k.PublicKey()); !errors.Is(err, ErrPublicKey) {
				t.Error(err)
			}
		}
		for _, size := range []int{0, 31, 33} {
			if x, err := DeriveKey(mode, make([]byte, size), nil); !errors.Is(err, ErrPrivateKey) || x != nil {
				t.Errorf("a seed of %d bytes: %v", size, err)
			}
		}
		a, err1 := DeriveKey(mode, make([]byte, 32), nil)
		b, err2 := DeriveKey(mode, make([]byte, 32), long[:MaxInput])
		if err1 != nil || err2 != nil || a.Equal(b) {
			t.Errorf("keys of zeros: %v, %v", err1, err2)
		}
		if _, err := DeriveKey(mode, make([]byte, 32), long); !errors.Is(err, ErrInput) {
			t.Error(err)
		}
		if _, err := c.Blind([][]byte{long[:MaxInput]}, nil, nil); err != nil {
			t.Error(err)
		}
		element := k.PublicKey()
		many := make([][]byte, MaxInputs+1)
		for name, err := range map[string]error{
			"no inputs": second(c.Blind(nil, nil, nil)), "long input": second(c.Blind([][]byte{nil, long}, nil, nil)), "long info": second(c.Blind([][]byte{nil}, long, nil)),
			"many": second(c.blind(many, nil, nil)), "evaluate a long input": second(k.Evaluate(long, nil)), "evaluate with long info": second(k.Evaluate(nil, long)),
			"blind-evaluate with long info": third(k.BlindEvaluate([][]byte{element}, long, nil)),
		} {
			if !errors.Is(err, ErrInput) {
				t.Errorf("mode %d, %s: %v", mode, name, err)
			}
		}
		if mode != POPRF {
			for name, err := range map[string]error{
				"Blind": second(c.Blind([][]byte{nil}, []byte{1}, nil)), "Evaluate": second(k.Evaluate(nil, []byte{1})),
				"BlindEvaluate": third(k.BlindEvaluate([][]byte{element}, []byte{1}, nil)),
			} {
				if !errors.Is(err, ErrInput) {
					t.Errorf("mode %d, info in %s: %v", mode, name, err)
				}
			}
		}
		for _, bad := range [][][]byte{nil, many} {
			if _, _, err := k.BlindEvaluate(bad, nil, nil); !errors.Is(err, ErrElement) {
				t.Errorf("%d elements: %v", len(bad), err)
			}
		}
		for want, random := range map[error]func() io.Reader{
			failure:             func() io.Reader { return iotest.ErrReader(failure) },
			io.ErrUnexpectedEOF: func() io.Reader { return bytes.NewReader(l[:31]) },
		} {
			if x, err := GenerateKey(mode, random()); !errors.Is(err, want) || x != nil {
				t.Error(err)
			}
			if x, err := c.Blind([][]byte{nil}, nil, random()); !errors.Is(err, want) || x != nil {
				t.Error(err)
			}
			if _, _, err := k.BlindEvaluate([][]byte{element}, nil, random()); mode != OPRF && !errors.Is(err, want) {
				t.Error(err)
			}
		}
		for _, zeros := range [][]byte{make([]byte, 64), append(bytes.Clone(l[:]), make([]byte, 32)...)} {
			if x, err := GenerateKey(mode, bytes.NewReader(zeros)); err == nil || x != nil {
				t.Error("zero is a key")
			}
			if x, err := c.Blind([][]byte{nil}, nil, bytes.NewReader(zeros)); err == nil || x != nil {
				t.Error("zero blinds")
			}
		}
		if k.Zero(); k.Bytes() != nil {
			t.Error("a key stays")
		}
	}
	for _, k := range []*PrivateKey{nil, new(PrivateKey)} {
		for name, err := range map[string]error{"BlindEvaluate": third(k.BlindEvaluate([][]byte{make([]byte, 32)}, nil, nil)), "Evaluate": second(k.Evaluate(nil, nil))} {
			if !errors.Is(err, ErrPrivateKey) {
				t.Errorf("%s without a key: %v", name, err)
			}
		}
		if k.Bytes() != nil || k.PublicKey() != nil || k.Equal(k) {
			t.Error("no key has bytes")
		}
	}
	for _, c := range []*Client{nil, new(Client)} {
		if _, err := c.Blind([][]byte{nil}, nil, nil); !errors.Is(err, ErrPublicKey) {
			t.Error(err)
		}
	}
	for _, r := range []*Request{nil, new(Request)} {
		if _, err := r.Finalize(nil, nil); !errors.Is(err, ErrElement) || r.Blinded() != nil {
			t.Error(err)
		}
	}
	// Info that makes the key 0: who knows it knows the key.
	var tweak scalar.Scalar
	if err := POPRF.tweak(&tweak, []byte("info")); err != nil {
		t.Fatal(err)
	}
	order.Neg(&tweak, &tweak)
	k := newPrivateKey(POPRF, &tweak)
	c, err := NewClient(POPRF, k.PublicKey())
	if err != nil {
		t.Fatal(err)
	}
	for name, err := range map[string]error{
		"Blind": second(c.Blind([][]byte{nil}, []byte("info"), nil)), "Evaluate": second(k.Evaluate(nil, []byte("info"))),
		"BlindEvaluate": third(k.BlindEvaluate([][]byte{k.PublicKey()}, []byte("info"), nil)),
	} {
		if !errors.Is(err, ErrInput) {
			t.Errorf("%s with a key of 0: %v", name, err)
		}
	}
}

func second[A any](_ A, err error) error        { return err }
func third[A, B any](_ A, _ B, err error) error { return err }

func BenchmarkVOPRF(b *testing.B) {
	for _, mode := range modes {
		for _, n := range []int{1, 16} {
			k, c := newKey(b, mode)
			inputs := make([][]byte, n)
			request, err := c.Blind(inputs, nil, nil)
			if err != nil {
				b.Fatal(err)
			}
			blinded := request.Blinded()
			evaluated, proof, err := k.BlindEvaluate(blinded, nil, nil)
			if err != nil {
				b.Fatal(err)
			}
			for _, x := range []struct {
				name string
				f    func()
			}{
				{"Blind", func() { c.Blind(inputs, nil, nil) }},
				{"BlindEvaluate", func() { k.BlindEvaluate(blinded, nil, nil) }},
				{"Finalize", func() { request.Finalize(evaluated, proof) }},
			} {
				b.Run(fmt.Sprintf("mode %d/%s/%d", mode, x.name, n), func(b *testing.B) {
					for range b.N {
						x.f()
					}
				})
			}
		}
	}
}

// FuzzAnswer gives server and client any bytes from the other.
func FuzzAnswer(f *testing.F) {
	k, c := newKey(f, VOPRF)
	request, err := c.Blind([][]byte{[]byte("input")}, nil, nil)
	if err != nil {
		f.Fatal(err)
	}
	want, err := k.Evaluate([]byte("input"), nil)
	if err != nil {
		f.Fatal(err)
	}
	evaluated, proof, err := k.BlindEvaluate(request.Blinded(), nil, nil)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(request.Blinded()[0], evaluated[0], proof)
	f.Add(make([]byte, 32), make([]byte, 32), make([]byte, 64))
	f.Add([]byte{}, []byte{}, []byte{})
	f.Fuzz(func(t *testing.T, blinded, evaluated, proof []byte) {
		e, p, err := k.BlindEvaluate([][]byte{blinded}, nil, nil)
		if err == nil && (len(e) != 1 || len(e[0]) != 32 || len(p) != 64) || err != nil && (e != nil || !errors.Is(err, ErrElement)) {
			t.Errorf("%x: %x, %x, %v", blinded, e, p, err)
		}
		outputs, err := request.Finalize([][]byte{evaluated}, proof)
		if err == nil && (len(outputs) != 1 || !bytes.Equal(outputs[0], want)) || err != nil && outputs != nil {
			t.Errorf("%x, %x: %x, %v", evaluated, proof, outputs, err)
		}
		if x, err := NewClient(VOPRF, blinded); (err == nil) != (x != nil) {
			t.Error(err)
		}
	})
}
