// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package schnorr

import (
	"bytes"
	"crypto"
	"crypto/rand"
	"crypto/sha256"
	"encoding/csv"
	"errors"
	"io"
	"io/fs"
	"math/big"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

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
		for range 2 {
			all := b.VerifyBatchOnly(nil)
			valid, each := b.Verify(nil)
			if valid != v.valid || all != v.valid || slices.Contains(each, !v.valid) {
				t.Errorf("%s (%s): valid in a batch of %d is %v, %v", name, v.comment, b.Len(), valid, each)
			}
			defer adding()()
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

// newKey returns a random key pair.
func newKey(t testing.TB, rng *testkit.Rand) *PrivateKey {
	t.Helper()
	k, err := NewPrivateKey(toBytes(rng.SecpScalar()))
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// TestModel signs and verifies with keys, messages and auxiliary data of all kinds, and
// compares with what the BIP says.
func TestModel(t *testing.T) {
	rng := testkit.NewRand(t)
	for i := range 60 {
		sk := toBytes(rng.SecpScalar())
		message := make([]byte, rng.IntN(300))
		if i < 5 {
			message = make([]byte, short-2+i) // where hashing changes
		}
		rng.Fill(message)
		aux := make([]byte, 32)
		rng.Fill(aux)
		k, err := NewPrivateKey(sk)
		if err != nil {
			t.Fatal(err)
		}
		public := k.PublicKey()
		if want := modelPublic(sk); !bytes.Equal(public.Bytes(), want) {
			t.Errorf("secret %x: public key %x, want %x", sk, public.Bytes(), want)
		}
		sig, err := SignWithOptions(k, message, &Options{Aux: aux})
		if want := modelSign(sk, message, aux); err != nil || !bytes.Equal(sig, want) {
			t.Errorf("secret %x, message %x, aux %x: signature %x, %v, want %x", sk, message, aux, sig, err, want)
		}
		if !public.Verify(message, sig) || !Verify(public.Bytes(), message, sig) {
			t.Errorf("secret %x, message %x: signature %x is not valid", sk, message, sig)
		}
	}
}

// TestVerifyModel verifies what is wrong in all the ways that there are, and compares
// with what the BIP says.
func TestVerifyModel(t *testing.T) {
	rng := testkit.NewRand(t)
	n, p := testkit.SecpN, testkit.SecpP
	defer adding()()
	verify := func(name string, pk, m, sig []byte) {
		t.Helper()
		want := modelVerify(pk, m, sig)
		if got := Verify(pk, m, sig); got != want {
			t.Errorf("%s: key %x, message %x, signature %x: valid is %v, want %v", name, pk, m, sig, got, want)
		}
		var b BatchVerifier
		b.Add(pk, m, sig)
		b.Add(pk, m, sig)
		if key, err := NewPublicKey(pk); err == nil {
			if key.Verify(m, sig) != want {
				t.Errorf("%s: the verdict under the decoded key is not %v", name, want)
			}
			b.AddKey(key, m, sig)
		}
		if all := b.VerifyBatchOnly(nil); all != want {
			t.Errorf("%s: the verdict on a batch is not %v", name, want)
		}
		if _, each := b.Verify(nil); slices.Contains(each, !want) {
			t.Errorf("%s: the verdicts on a batch are %v, want %v", name, each, want)
		}
	}
	plus := func(x []byte, y *big.Int) []byte {
		z := toInt(x)
		z.Add(z, y)
		if z.Sign() < 0 || z.BitLen() > 256 {
			z.Mod(z, n)
		}
		return toBytes(z)
	}
	one := big.NewInt(1)
	for range 5 {
		sk := rng.SecpScalar()
		m := make([]byte, rng.IntN(40))
		rng.Fill(m)
		pk := modelPublic(toBytes(sk))
		sig := modelSign(toBytes(sk), m, make([]byte, 32))
		r, s := sig[:32], sig[32:]
		verify("valid", pk, m, sig)
		verify("another message", pk, append(m, 0), sig)
		verify("another key", modelPublic(toBytes(big.NewInt(7))), m, sig)
		for _, d := range []*big.Int{one, n, p, new(big.Int).Neg(one), new(big.Int).Neg(n)} {
			verify("another r", pk, m, slices.Concat(plus(r, d), s))
			verify("another s", pk, m, slices.Concat(r, plus(s, d)))
			verify("a key plus something", plus(pk, d), m, sig)
		}
		verify("-s", pk, m, slices.Concat(r, toBytes(new(big.Int).Sub(n, toInt(s)))))
		for _, x := range testkit.Edges(p) {
			b := toBytes(testkit.Big(x))
			if rng.IntN(20) == 0 {
				verify("an edge as r", pk, m, slices.Concat(b, s))
				verify("an edge as s", pk, m, slices.Concat(r, b))
				verify("an edge as key", b, m, sig)
			}
		}
		// The equation holds, but for a point P with an odd y, for R = 0 and for s = 0.
		minus := sk
		if testkit.SecpG.Mult(sk).Y.Bit(0) == 0 {
			minus = new(big.Int).Sub(n, sk)
		}
		verify("a key with an odd y", pk, m, forge(minus, rng.SecpScalar(), pk, m))
		verify("forged", pk, m, forge(new(big.Int).Sub(n, minus), rng.SecpScalar(), pk, m))
		e := toInt(taggedHash("BIP0340/challenge", make([]byte, 32), pk, m))
		e.Mul(e, new(big.Int).Sub(n, minus)).Mod(e, n)
		verify("R is the identity", pk, m, append(make([]byte, 32), toBytes(e)...))
	}
	// R has an odd y: the BIP's vector 6; x(R) = 0 and keys of other lengths.
	for _, size := range []int{0, 31, 33, 63, 65} {
		verify("lengths", make([]byte, size), nil, make([]byte, size))
	}
	if Verify(nil, nil, nil) || (*PublicKey)(nil).Verify(nil, make([]byte, 64)) || new(PublicKey).Verify(nil, make([]byte, 64)) {
		t.Error("valid without a key")
	}
}

func TestKeys(t *testing.T) {
	n := testkit.SecpN
	for _, d := range []*big.Int{big.NewInt(1), big.NewInt(2), new(big.Int).Rsh(n, 1), new(big.Int).Sub(n, big.NewInt(1))} {
		k, err := NewPrivateKey(toBytes(d))
		if err != nil || !bytes.Equal(k.Bytes(), toBytes(d)) {
			t.Errorf("%x: %v, %v", d, k, err)
		}
		minus, err := NewPrivateKey(toBytes(new(big.Int).Sub(n, d)))
		if err != nil {
			t.Fatal(err)
		}
		if !minus.PublicKey().Equal(k.Public()) || minus.Equal(k) || !k.Equal(k) {
			t.Errorf("%x and its negative: the same public keys, different private ones", d)
		}
	}
	old, _ := NewPrivateKey(toBytes(big.NewInt(5)))
	testkit.CheckSecpPrivateKey[PrivateKey](t, ErrPrivateKey)
	for _, b := range [][]byte{
		nil, make([]byte, 31), make([]byte, 33), make([]byte, 32), toBytes(testkit.SecpP), toBytes(big.NewInt(5)),
		toBytes(new(big.Int).Add(testkit.SecpP, big.NewInt(1))), bytes.Repeat([]byte{255}, 32),
	} {
		p := *old.PublicKey()
		if got, err := p.SetBytes(b); got != nil || !errors.Is(err, ErrPublicKey) || !p.Equal(old.Public()) {
			t.Errorf("public key %x: %v, %v", b, got, err)
		}
	}
	p, err := NewPublicKey(toBytes(big.NewInt(1)))
	if err != nil || !bytes.Equal(p.Bytes(), toBytes(big.NewInt(1))) {
		t.Errorf("public key 1: %v, %v", p, err)
	}
	if none := new(PublicKey).Bytes(); none != nil {
		t.Errorf("the bytes of a key that was never set are %x", none)
	}
	if p.Equal(old.Public()) || p.Equal(new(PublicKey)) || p.Equal(nil) || p.Equal(7) || old.Equal(nil) || old.Equal((*PrivateKey)(nil)) || new(PublicKey).Equal(new(PublicKey)) {
		t.Error("keys that are not the same are equal")
	}
	old.Zero()
	if _, err := Sign(old, nil); !errors.Is(err, ErrPrivateKey) {
		t.Errorf("signing with a key that was overwritten: %v", err)
	}
	if _, err := Sign(nil, nil); !errors.Is(err, ErrPrivateKey) {
		t.Errorf("signing without a key: %v", err)
	}
	if p := old.PublicKey(); p.Bytes() != nil || p.Verify(nil, make([]byte, 64)) {
		t.Errorf("the public key of a key that was overwritten is %x", p.Bytes())
	}
}

func TestGenerateKey(t *testing.T) { testkit.CheckSecpGenerateKey(t, GenerateKey) }

func TestSignOptions(t *testing.T) {
	rng := testkit.NewRand(t)
	k := newKey(t, rng)
	message := []byte("message")
	zero := make([]byte, 32)
	deterministic, err := SignWithOptions(k, message, &Options{Aux: zero})
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{string(deterministic): true}
	signer := crypto.Signer(k)
	failure := errors.New("no randomness")
	for name, sign := range map[string]func() ([]byte, error){
		"Sign":                func() ([]byte, error) { return Sign(k, message) },
		"no options":          func() ([]byte, error) { return SignWithOptions(k, message, nil) },
		"empty options":       func() ([]byte, error) { return SignWithOptions(k, message, &Options{}) },
		"verified":            func() ([]byte, error) { return SignWithOptions(k, message, &Options{Verify: true}) },
		"Signer":              func() ([]byte, error) { return signer.Sign(nil, message, nil) },
		"Signer, no hash":     func() ([]byte, error) { return signer.Sign(nil, message, crypto.Hash(0)) },
		"Signer, nil options": func() ([]byte, error) { return signer.Sign(nil, message, (*Options)(nil)) },
		"Signer, verified":    func() ([]byte, error) { return signer.Sign(nil, message, &Options{Verify: true}) },
		"Signer, random, some options": func() ([]byte, error) {
			return signer.Sign(bytes.NewReader(bytes.Repeat([]byte{3}, 32)), message, &Options{})
		},
		"Signer, random": func() ([]byte, error) { return signer.Sign(bytes.NewReader(bytes.Repeat([]byte{4}, 32)), message, nil) },
		"Signer, random that is not used": func() ([]byte, error) {
			return signer.Sign(iotest.ErrReader(failure), message, &Options{Aux: bytes.Repeat([]byte{5}, 32)})
		},
	} {
		sig, err := sign()
		if err != nil || !k.PublicKey().Verify(message, sig) || seen[string(sig)] {
			t.Errorf("%s: %x, %v", name, sig, err)
		}
		seen[string(sig)] = true
	}
	if sig, err := signer.Sign(bytes.NewReader(zero), message, nil); err != nil || !bytes.Equal(sig, deterministic) {
		t.Errorf("zeros from a reader: %x, %v, want %x", sig, err, deterministic)
	}
	if sig, err := signer.Sign(nil, message, &Options{Aux: zero}); err != nil || !bytes.Equal(sig, deterministic) {
		t.Errorf("zeros in the options: %x, %v, want %x", sig, err, deterministic)
	}
	for _, opts := range []*Options{{Deterministic: true}, {Deterministic: true, Verify: true}} {
		if sig, err := SignWithOptions(k, message, opts); err != nil || !bytes.Equal(sig, deterministic) {
			t.Errorf("deterministic: %x, %v, want %x", sig, err, deterministic)
		}
		if sig, err := signer.Sign(iotest.ErrReader(failure), message, opts); err != nil || !bytes.Equal(sig, deterministic) {
			t.Errorf("deterministic, with a reader: %x, %v, want %x", sig, err, deterministic)
		}
	}
	if sig, err := SignWithOptions(k, message, &Options{Deterministic: true, Aux: zero}); sig != nil || !errors.Is(err, ErrOptions) {
		t.Errorf("deterministic, and with auxiliary data: %x, %v", sig, err)
	}
	digest := sha256.Sum256(message)
	if sig, err := signer.Sign(nil, digest[:], crypto.SHA256); err != nil || !k.PublicKey().Verify(digest[:], sig) {
		t.Errorf("a digest: %x, %v", sig, err)
	}
	for _, hash := range []crypto.Hash{crypto.SHA256, 200} {
		if sig, err := signer.Sign(nil, message, hash); sig != nil || !errors.Is(err, ErrOptions) {
			t.Errorf("no digest of %v: %x, %v", hash, sig, err)
		}
	}
	for _, size := range []int{1, 31, 33} {
		if sig, err := SignWithOptions(k, message, &Options{Aux: make([]byte, size)}); sig != nil || !errors.Is(err, ErrOptions) {
			t.Errorf("%d bytes of auxiliary data: %x, %v", size, sig, err)
		}
	}
	if sig, err := signer.Sign(iotest.ErrReader(failure), message, nil); sig != nil || !errors.Is(err, failure) {
		t.Errorf("without randomness: %x, %v", sig, err)
	}
	func() {
		defer func(system io.Reader) { rand.Reader = system }(rand.Reader)
		rand.Reader = iotest.ErrReader(failure)
		for name, sign := range map[string]func() ([]byte, error){
			"Sign":            func() ([]byte, error) { return Sign(k, message) },
			"SignWithOptions": func() ([]byte, error) { return SignWithOptions(k, message, &Options{Verify: true}) },
			"Signer":          func() ([]byte, error) { return signer.Sign(nil, message, nil) },
		} {
			if sig, err := sign(); sig != nil || !errors.Is(err, failure) || !strings.HasPrefix(err.Error(), "schnorr: ") {
				t.Errorf("%s, without randomness of the system: %x, %v", name, sig, err)
			}
		}
	}()
	reader := bytes.NewReader(zero)
	if sig, err := new(PrivateKey).Sign(reader, message, nil); sig != nil || !errors.Is(err, ErrPrivateKey) || reader.Len() != len(zero) {
		t.Errorf("without a key: %x, %v, and %d bytes were read", sig, err, len(zero)-reader.Len())
	}
	if new(Options).HashFunc() != 0 {
		t.Error("the options name a hash function")
	}
	// A computer that computes something else.
	broken := *k
	broken.odd ^= 1
	if sig, err := SignWithOptions(&broken, message, &Options{Verify: true}); sig != nil || !errors.Is(err, ErrFault) {
		t.Errorf("a fault: %x, %v", sig, err)
	}
}

func TestTaggedHash(t *testing.T) {
	for _, data := range [][][]byte{nil, {nil}, {[]byte("a")}, {[]byte("a"), []byte("bc")}, {make([]byte, 100), make([]byte, 200)}} {
		got := TaggedHash("TapLeaf", data...)
		if want := taggedHash("TapLeaf", data...); !bytes.Equal(got[:], want) {
			t.Errorf("%x: %x, want %x", data, got, want)
		}
	}
}

var sink any

func TestAllocations(t *testing.T) {
	rng := testkit.NewRand(t)
	k := newKey(t, rng)
	p := k.PublicKey()
	public, secret, aux := p.Bytes(), k.Bytes(), make([]byte, 32)
	opts := &Options{Aux: aux, Verify: true}
	for _, size := range []int{0, 32, 1000} {
		message := make([]byte, size)
		sig, err := Sign(k, message)
		if err != nil {
			t.Fatal(err)
		}
		testkit.NoAllocs(t, "Sign", func() { Sign(k, message) })
		testkit.NoAllocs(t, "SignWithOptions", func() { SignWithOptions(k, message, opts) })
		testkit.NoAllocs(t, "Verify", func() { Verify(public, message, sig) })
		testkit.NoAllocs(t, "PublicKey.Verify", func() { p.Verify(message, sig) })
		testkit.NoAllocs(t, "TaggedHash", func() { TaggedHash("tag", message, sig) })
	}
	testkit.Allocs(t, "Sign, with its result in an interface", 2, func() { sink, _ = Sign(k, aux) })
	testkit.NoAllocs(t, "SetBytes", func() { k.SetBytes(secret) })
	testkit.NoAllocs(t, "PublicKey.SetBytes", func() { p.SetBytes(public) })
	testkit.NoAllocs(t, "derivation", func() { new(PrivateKey).SetBytes(secret) })
	testkit.NoAllocs(t, "TapTweak", func() { p.TapTweak(aux) })
}
