// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package slip10

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha512"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"secant.example/internal/testkit"
)

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// The test vectors of SLIP-0010 for ed25519 and curve25519, by SatoshiLabs.
func TestVectors(t *testing.T) {
	all := testkit.ReadJSON[[]struct {
		Curve  string
		Seed   testkit.Hex
		Chains []struct {
			Path                                string
			Fingerprint, Chain, Private, Public testkit.Hex
		}
	}](t, "testdata/vectors.json")
	testkit.Kernels(t, func(t *testing.T) {
		chains := 0
		for _, v := range all {
			root := must(NewMasterKey(map[string]Curve{"ed25519": Ed25519, "curve25519": X25519}[v.Curve], v.Seed))
			var fingerprint [4]byte
			for _, c := range v.Chains {
				chains++
				path := must(ParsePath(c.Path))
				k := must(root.Derive(path))
				chain := k.ChainCode()
				if path.String() != c.Path || !bytes.Equal(chain[:], c.Chain) || !bytes.Equal(k.Bytes(), c.Private) || !bytes.Equal(k.PublicKey(), c.Public) ||
					!bytes.Equal(fingerprint[:], c.Fingerprint) {
					t.Errorf("%s, %s: chain code %x, key %x, public key %x, parent %x", v.Curve, c.Path, chain, k.Bytes(), k.PublicKey(), fingerprint)
				}
				if k.Depth() != len(path) || len(path) > 0 && k.Index() != path[len(path)-1] || k.Curve() != root.Curve() {
					t.Errorf("%s has depth %d and index %d", c.Path, k.Depth(), k.Index())
				}
				fingerprint = k.Fingerprint()
			}
		}
		if chains != 24 {
			t.Errorf("%d chains", chains)
		}
	})
}

// The hash is HMAC of the standard library, for seeds and indices of all kinds.
func TestModel(t *testing.T) {
	rng := testkit.NewRand(t)
	for range 100 {
		seed := rng.Bytes(MinSeedSize + rng.IntN(MaxSeedSize-MinSeedSize+1))
		k := must(NewMasterKey(X25519, seed))
		h := hmac.New(sha512.New, []byte("curve25519 seed"))
		h.Write(seed)
		I := h.Sum(nil)
		for range 3 {
			if chain := k.ChainCode(); !bytes.Equal(I[:32], k.Bytes()) || !bytes.Equal(I[32:], chain[:]) {
				t.Fatalf("seed %x: %x, want %x", seed, k.Bytes(), I)
			}
			index := rng.Uint32() | Hardened
			h := hmac.New(sha512.New, I[32:])
			h.Write([]byte{0})
			h.Write(I[:32])
			h.Write(binary.BigEndian.AppendUint32(nil, index))
			I = h.Sum(nil)
			k = must(k.Child(index))
		}
	}
}

func TestErrors(t *testing.T) {
	for _, size := range []int{0, 15, 65} {
		if k, err := NewMasterKey(Ed25519, make([]byte, size)); !errors.Is(err, ErrSeed) || k != nil {
			t.Errorf("a seed of %d bytes: %v", size, err)
		}
	}
	for _, curve := range []Curve{0, 3, -1} {
		_, err1 := NewMasterKey(curve, make([]byte, 32))
		_, err2 := NewRoot(curve, make([]byte, 32), [32]byte{})
		if !errors.Is(err1, ErrCurve) || !errors.Is(err2, ErrCurve) {
			t.Errorf("curve %d: %v, %v", curve, err1, err2)
		}
	}
	k := must(NewMasterKey(Ed25519, make([]byte, 16)))
	for _, index := range []uint32{0, 1, Hardened - 1} {
		_, err1 := k.Child(index)
		_, err2 := k.Derive(Path{Hardened, index})
		if !errors.Is(err1, ErrNotHardened) || !errors.Is(err2, ErrNotHardened) {
			t.Errorf("child %d: %v, %v", index, err1, err2)
		}
	}
	if _, err := NewRoot(Ed25519, make([]byte, 31), [32]byte{}); !errors.Is(err, ErrPrivateKey) {
		t.Error(err)
	}
	if root := must(NewRoot(Ed25519, k.Bytes(), k.ChainCode())); !root.Equal(k) {
		t.Error("NewRoot is another key")
	}
	if _, err := k.X25519(); !errors.Is(err, ErrCurve) {
		t.Error(err)
	}
	x := must(NewMasterKey(X25519, make([]byte, 16)))
	if _, err := x.Ed25519(); !errors.Is(err, ErrCurve) {
		t.Error(err)
	}
	if !bytes.Equal(must(x.X25519()).Bytes(), x.Bytes()) || !bytes.Equal(must(k.Ed25519()).Seed(), k.Bytes()) {
		t.Error("other private keys")
	}
	same := must(NewRoot(X25519, k.Bytes(), k.ChainCode()))
	if same.Equal(k) || k.Equal(7) || k.Equal(must(k.Child(Hardened))) || !k.Equal(must(k.Derive(nil))) {
		t.Error("keys of two curves, kinds or places are equal")
	}
	for range MaxDepth {
		k = must(k.Child(Hardened))
	}
	if _, err := k.Child(Hardened); !errors.Is(err, ErrDepth) {
		t.Error(err)
	}
	for _, k := range []*PrivateKey{nil, {}} {
		_, err1 := k.Child(Hardened)
		_, err2 := k.Derive(nil)
		_, err3 := k.Ed25519()
		_, err4 := k.X25519()
		for _, err := range []error{err1, err2, err3, err4} {
			if !errors.Is(err, ErrPrivateKey) {
				t.Error(err)
			}
		}
		if k.Bytes() != nil || k.PublicKey() != nil || k.Equal(k) || k.Fingerprint() != [4]byte{} {
			t.Error("a key that was never set is one")
		}
	}
	if k.Zero(); k.isSet() || k.Bytes() != nil {
		t.Error("a key that was overwritten is one")
	}
}

func TestPaths(t *testing.T) {
	if p, err := ParsePath("m/44'/0h/2147483647H"); err != nil || !slices.Equal(p, Path{Hardened + 44, Hardened, 1<<32 - 1}) {
		t.Errorf("%v, %v", p, err)
	}
	if p, err := ParsePath("m"); err != nil || len(p) != 0 || p.String() != "m" {
		t.Errorf("%v, %v", p, err)
	}
	for text, want := range map[string]error{"": ErrPath, "m/": ErrPath, "m/0'/1": ErrNotHardened, "0": ErrNotHardened, "m/x'": ErrPath, strings.Repeat("0'/", 255) + "0'": ErrPath} {
		if p, err := ParsePath(text); !errors.Is(err, want) || p != nil {
			t.Errorf("%q is %v, %v", text, p, err)
		}
	}
}

func FuzzPath(f *testing.F) {
	f.Add("m/44'/0h/2147483647H")
	f.Add("0")
	f.Fuzz(func(t *testing.T, text string) {
		p, err := ParsePath(text)
		if err != nil {
			return
		}
		if again, err := ParsePath(p.String()); err != nil || !slices.Equal(again, p) {
			t.Errorf("%q is %s", text, p)
		}
		if _, err := must(NewMasterKey(Ed25519, make([]byte, 16))).Derive(p); err != nil {
			t.Errorf("%s: %v", hex.EncodeToString([]byte(text)), err)
		}
	})
}

// Whatever the verb, and wherever the key is, what is printed is the same for all keys.
func TestFormat(t *testing.T) {
	const want = "slip10.PrivateKey(secret)"
	places := func(k *PrivateKey) map[string]any {
		return map[string]any{
			"a value": *k, "a pointer": k, "an interface": []any{*k, k}, "a map": map[int]PrivateKey{1: *k}, "a slice": []PrivateKey{*k},
			"a field": struct{ K PrivateKey }{*k}, "a field, pointer": struct{ K *PrivateKey }{k}, "embedded": struct{ PrivateKey }{*k},
		}
	}
	one, other := places(must(NewMasterKey(Ed25519, []byte("not to be printed")))), places(must(NewMasterKey(Ed25519, []byte("nor is this one, ever"))))
	for _, verb := range []string{"%v", "%+v", "%#v", "%x", "%X", "%s", "%q", "%d", "%t"} {
		for name := range one {
			got, again := fmt.Sprintf(verb, one[name]), fmt.Sprintf(verb, other[name])
			if got != again || !strings.Contains(got, want) {
				t.Errorf("%s with %s is %s and, of another key, %s", name, verb, got, again)
			}
		}
	}
	if got := fmt.Sprint(new(PrivateKey), (*PrivateKey)(nil)); got != want+" <nil>" {
		t.Errorf("unset: %s", got)
	}
}
