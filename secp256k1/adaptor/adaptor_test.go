// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package adaptor

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"math/big"
	"slices"
	"testing"
	"testing/iotest"

	"secant.example/internal/testkit"
	"secant.example/secp256k1/ecdsa"
	"secant.example/secp256k1/schnorr"
)

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// key returns a private key made of a text.
func key(text string) *ecdsa.PrivateKey {
	h := sha256.Sum256([]byte(text))
	return must(ecdsa.NewPrivateKey(h[:]))
}

// The test vectors of the specification of DLCs, test/ecdsa_adaptor.json, by its authors, under CC BY 4.0.
func TestVectors(t *testing.T) {
	vectors := testkit.ReadJSON[[]struct {
		Kind, Comment string
		Error         *string
		Adaptor       testkit.Hex `json:"adaptor_sig"`
		Digest        testkit.Hex `json:"message_hash"`
		X             testkit.Hex `json:"public_signing_key"`
		Y             testkit.Hex `json:"encryption_key"`
		DecryptionKey testkit.Hex `json:"decryption_key"`
		Signature     testkit.Hex
	}](t, "testdata/ecdsa_adaptor.json")
	testkit.Kernels(t, func(t *testing.T) {
		kinds := map[string]int{}
		for i, v := range vectors {
			kinds[v.Kind]++
			a, err := Parse(v.Adaptor)
			if v.Kind == "serialization" {
				if (err == nil) != (v.Error == nil) || err != nil && !errors.Is(err, ErrSignature) || err == nil && !bytes.Equal(a.Bytes(), v.Adaptor) {
					t.Errorf("%d, %s: %v", i, v.Comment, err)
				}
				continue
			}
			if err != nil {
				t.Errorf("%d, %s: %v", i, v.Comment, err)
				continue
			}
			Y := must(ecdsa.NewPublicKey(v.Y))
			sig := must(ecdsa.ParseCompact(v.Signature))
			y, err := a.Recover(Y, sig)
			if recovered := err == nil && bytes.Equal(y.Bytes(), v.DecryptionKey); recovered != (v.Error == nil) {
				t.Errorf("%d, %s: recovered %v, %v", i, v.Comment, recovered, err)
			}
			if v.Kind != "verification" {
				continue
			}
			X := must(ecdsa.NewPublicKey(v.X))
			digest := ecdsa.Digest(v.Digest)
			if a.Verify(X, Y, digest) != (v.Error == nil) {
				t.Errorf("%d, %s: valid if it is not to be", i, v.Comment)
			}
			got, err := a.Decrypt(must(ecdsa.NewPrivateKey(v.DecryptionKey)))
			if decrypted := err == nil && bytes.Equal(got.Compact(), v.Signature); decrypted != (v.Error == nil) {
				t.Errorf("%d, %s: decrypted %v, %v", i, v.Comment, decrypted, err)
			}
			if err == nil && !X.Verify(digest, got, ecdsa.LowS) {
				t.Errorf("%d, %s: the signature is not valid", i, v.Comment)
			}
		}
		if kinds["verification"] != 3 || kinds["recovery"] != 3 || kinds["serialization"] != 5 {
			t.Errorf("%v", kinds)
		}
	})
}

func TestRoundTrip(t *testing.T) {
	rng := testkit.NewRand(t)
	high := 0
	for i := range 30 {
		x, y := must(ecdsa.NewPrivateKey(rng.Bytes(32))), must(ecdsa.NewPrivateKey(rng.Bytes(32)))
		X, Y, digest := x.PublicKey(), y.PublicKey(), ecdsa.Digest(rng.Bytes(32))
		a := must(Encrypt(x, Y, digest, &Options{Deterministic: i%2 == 0}))
		if !a.Verify(X, Y, digest) {
			t.Fatal("it is not valid")
		}
		again := must(Parse(a.Bytes()))
		if !again.Verify(X, Y, digest) || !bytes.Equal(again.Bytes(), a.Bytes()) {
			t.Fatal("what was parsed is another one")
		}
		sig := must(again.Decrypt(y))
		if !X.Verify(digest, sig, ecdsa.LowS) {
			t.Fatal("the signature is not valid")
		}
		if got := must(a.Recover(Y, sig)); !got.Equal(y) {
			t.Fatal("another key is recovered")
		}
		// The same with the other s.
		b := sig.Compact()
		s := new(big.Int).SetBytes(b[32:])
		s.Sub(testkit.SecpN, s).FillBytes(b[32:])
		other := must(ecdsa.ParseCompact(b))
		if got := must(a.Recover(Y, other)); !got.Equal(y) || !other.IsHighS() {
			t.Fatal("another key is recovered")
		}
		if product := new(big.Int).Mul(s, new(big.Int).SetBytes(y.Bytes())); product.Mod(product, testkit.SecpN).Cmp(new(big.Int).SetBytes(a.Bytes()[66:98])) == 0 {
			high++
		}
		// Nothing else is accepted.
		if a.Verify(Y, X, digest) || a.Verify(X, X, digest) || a.Verify(Y, Y, digest) || a.Verify(X, Y, ecdsa.Digest(rng.Bytes(32))) {
			t.Fatal("it is valid for others")
		}
		if _, err := a.Decrypt(x); !errors.Is(err, ErrPrivateKey) {
			t.Fatal(err)
		}
		if _, err := a.Recover(X, sig); !errors.Is(err, ErrSignature) {
			t.Fatal(err)
		}
		if _, err := a.Recover(Y, must(ecdsa.Sign(x, digest))); !errors.Is(err, ErrSignature) {
			t.Fatal(err)
		}
		for j := i; j < SignatureSize; j += 30 { // all of them, in the end
			b := a.Bytes()
			b[j] ^= 1 << (i % 8)
			if bad, err := Parse(b); err == nil && bad.Verify(X, Y, digest) {
				t.Fatalf("byte %d does not count", j)
			}
		}
	}
	if high == 0 || high == 30 {
		t.Errorf("%d of 30 signatures were negated", high)
	}
}

// The equations of the specification, by math/big, for what Encrypt gives.
func TestModel(t *testing.T) {
	x, y, digest := key("x"), key("y"), ecdsa.Digest(sha256.Sum256([]byte("m")))
	b := must(Encrypt(x, y.PublicKey(), digest, nil)).Bytes()
	number := func(b []byte) *big.Int { return new(big.Int).SetBytes(b) }
	point := func(b []byte) testkit.SecpPoint {
		u := must(ecdsa.NewPublicKey(b)).BytesUncompressed()
		return testkit.SecpPoint{X: number(u[1:33]), Y: number(u[33:])}
	}
	encode := func(P testkit.SecpPoint) []byte {
		return append([]byte{byte(2 + P.Y.Bit(0))}, P.X.FillBytes(make([]byte, 32))...)
	}
	Y, R, Ra := point(y.PublicKey().Bytes()), point(b[:33]), point(b[33:66])
	s, e, c := number(b[66:98]), number(b[98:130]), number(b[130:])
	// R = y·R', s'·R' = m·G + r·X.
	if P := Ra.Mult(number(y.Bytes())); P.X.Cmp(R.X) != 0 || P.Y.Cmp(R.Y) != 0 {
		t.Error("R is another point")
	}
	left, right := Ra.Mult(s), testkit.SecpG.Mult(number(digest[:])).Add(point(x.PublicKey().Bytes()).Mult(R.X))
	if left.X.Cmp(right.X) != 0 || left.Y.Cmp(right.Y) != 0 {
		t.Error("s' is another integer")
	}
	// b = H(R' || Y || R || c·G - b·R' || c·Y - b·R).
	minus := new(big.Int).Sub(testkit.SecpN, e)
	tag := sha256.Sum256([]byte("DLEQ"))
	h := sha256.New()
	for _, part := range [][]byte{tag[:], tag[:], encode(Ra), encode(Y), encode(R), encode(testkit.SecpG.Mult(c).Add(Ra.Mult(minus))), encode(Y.Mult(c).Add(R.Mult(minus)))} {
		h.Write(part)
	}
	if want := number(h.Sum(nil)); want.Mod(want, testkit.SecpN).Cmp(e) != 0 {
		t.Error("the proof is another one")
	}
}

// Nonces differ with each of what they depend on; and libsecp256k1-zkp has the same, with and without
// auxiliary random data: it made these signatures.
func TestNonces(t *testing.T) {
	x, y, digest := key("x"), key("y").PublicKey(), ecdsa.Digest(sha256.Sum256([]byte("m")))
	var seen []string
	for i, a := range []*Signature{
		must(Encrypt(x, y, digest, &Options{Deterministic: true})),
		must(Encrypt(x, y, digest, &Options{Random: bytes.NewReader(make([]byte, 32))})),
		must(Encrypt(x, y, digest, &Options{Random: bytes.NewReader(bytes.Repeat([]byte{1}, 32))})),
		must(Encrypt(x, y, ecdsa.Digest{}, &Options{Deterministic: true})),
		must(Encrypt(x, x.PublicKey(), digest, &Options{Deterministic: true})),
		must(Encrypt(key("y"), y, digest, &Options{Deterministic: true})),
		must(Encrypt(x, y, digest, nil)),
		must(Encrypt(x, y, digest, new(Options))),
	} {
		R := hex.EncodeToString(a.Bytes()[33:66])
		if slices.Contains(seen, R) {
			t.Errorf("nonce %d comes twice", i)
		}
		seen = append(seen, R)
	}
	for _, v := range zkp {
		opts := &Options{Deterministic: true}
		if v.aux != "" {
			opts = &Options{Random: bytes.NewReader(testkit.Unhex(t, v.aux))}
		}
		if got := hex.EncodeToString(must(Encrypt(x, y, digest, opts)).Bytes()); got != v.signature {
			t.Errorf("aux %s: %s", v.aux, got)
		}
	}
}

var zkp = []struct{ aux, signature string }{
	{"", "02bcdeae4f5253a2d9e63c140f92051f232af1504bc268dff143e52a5e6cea44980269dcbbf28f29056cd030da91968d753fd681e7b7889c80721f7fa0430a07047bafe12b74bd325094140b62e72aab62e882c1c4c30b6f5175bc226a092b9be66aa5e27efb7ff9163ae36c13d5469e3519c5b8f29d11d9a389abf9a8038f220da216835cdf5a6abc629b196a7d08703fe7d932dcfb118ce8bfa8c915015a43a11a"},
	{"030a11181f262d343b424950575e656c737a81888f969da4abb2b9c0c7ced5dc", "0254d9f3da24ad3242e84211ba30bcd0ad48f9632d97040733d6fe8419f7cd460502288136479d1d5b9cd54cf3792a101887fb39b309314d8c085402ea088ee5fcada0328bd226a26fff407854701d2f9cff2f7ffd72a3d46d7416a4846a8187c88707ea4422176ffe59a30c3f859f561799bcc6619605b396d8f831df6dc1ccafa573a054133fcf8ac9139b0e489d969cd46f68a6d998a0f24458ce15c781238114"},
}

// An oracle's BIP-340 signature decrypts.
func TestOracle(t *testing.T) {
	oracle := must(schnorr.NewPrivateKey(key("oracle").Bytes()))
	outcome := []byte("it rains")
	signature := must(schnorr.Sign(oracle, outcome))
	y := must(ecdsa.NewPrivateKey(signature[32:]))
	x, digest := key("x"), ecdsa.Digest{1}
	a := must(Encrypt(x, y.PublicKey(), digest, nil))
	if sig := must(a.Decrypt(y)); !a.Verify(x.PublicKey(), y.PublicKey(), digest) || !x.PublicKey().Verify(digest, sig, ecdsa.LowS) {
		t.Error("the signature is not valid")
	}
}

func TestErrors(t *testing.T) {
	x, y, digest := key("x"), key("y"), ecdsa.Digest{}
	a := must(Encrypt(x, y.PublicKey(), digest, nil))
	sig := must(a.Decrypt(y))
	for _, size := range []int{0, 161, 163} {
		if a, err := Parse(make([]byte, size)); !errors.Is(err, ErrSignature) || a != nil {
			t.Errorf("%d bytes: %v", size, err)
		}
	}
	order := testkit.SecpN.FillBytes(make([]byte, 32))
	for name, change := range map[string]func(b []byte){
		"R is none":      func(b []byte) { b[0] = 4 },
		"R' is none":     func(b []byte) { b[33] = 0 },
		"R not on curve": func(b []byte) { copy(b[1:33], append(make([]byte, 31), 5)) },
		"s' = 0":         func(b []byte) { clear(b[66:98]) },
		"s' = n":         func(b []byte) { copy(b[66:], order) },
		"b = n":          func(b []byte) { copy(b[98:], order) },
		"c = n":          func(b []byte) { copy(b[130:], order) },
	} {
		b := a.Bytes()
		change(b)
		if bad, err := Parse(b); !errors.Is(err, ErrSignature) || bad != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, k := range []*ecdsa.PrivateKey{nil, {}} {
		if a, err := Encrypt(k, y.PublicKey(), digest, nil); !errors.Is(err, ErrPrivateKey) || a != nil {
			t.Error(err)
		}
		if _, err := a.Decrypt(k); !errors.Is(err, ErrPrivateKey) {
			t.Error(err)
		}
	}
	for _, p := range []*ecdsa.PublicKey{nil, {}} {
		if a, err := Encrypt(x, p, digest, nil); !errors.Is(err, ErrPublicKey) || a != nil {
			t.Error(err)
		}
		if a.Verify(p, y.PublicKey(), digest) || a.Verify(x.PublicKey(), p, digest) {
			t.Error("valid under no key")
		}
		if _, err := a.Recover(p, sig); !errors.Is(err, ErrPublicKey) {
			t.Error(err)
		}
	}
	for _, a := range []*Signature{nil, {}} {
		_, err1 := a.Decrypt(y)
		_, err2 := a.Recover(y.PublicKey(), sig)
		if !errors.Is(err1, ErrSignature) || !errors.Is(err2, ErrSignature) || a.Bytes() != nil || a.Verify(x.PublicKey(), y.PublicKey(), digest) {
			t.Error("a signature that was never set is one")
		}
	}
	if _, err := a.Recover(y.PublicKey(), ecdsa.Signature{}); !errors.Is(err, ErrSignature) {
		t.Error(err)
	}
	failure := errors.New("failure")
	if a, err := Encrypt(x, y.PublicKey(), digest, &Options{Random: iotest.ErrReader(failure)}); !errors.Is(err, failure) || a != nil {
		t.Error(err)
	}
}

func FuzzParse(f *testing.F) {
	x, y, digest := key("x"), key("y"), ecdsa.Digest{}
	f.Add(must(Encrypt(x, y.PublicKey(), digest, &Options{Deterministic: true})).Bytes())
	f.Fuzz(func(t *testing.T, b []byte) {
		a, err := Parse(b)
		if err != nil {
			return
		}
		if !bytes.Equal(a.Bytes(), b) {
			t.Errorf("%x is %x", b, a.Bytes())
		}
		valid := a.Verify(x.PublicKey(), y.PublicKey(), digest)
		sig, err := a.Decrypt(y)
		if valid && (err != nil || !x.PublicKey().Verify(digest, sig, ecdsa.LowS)) {
			t.Errorf("%x is valid, and yet: %v", b, err)
		}
	})
}
