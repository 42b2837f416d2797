// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package ellswift

import (
	"bytes"
	"encoding/csv"
	"encoding/hex"
	"errors"
	"io"
	"math"
	"math/big"
	"os"
	"testing"
	"testing/iotest"

	"secant.example/internal/testkit"
	"secant.example/secp256k1/ecdh"
)

// read returns the rows of a file of vectors, without the first.
func read(t testing.TB, name string, rows int) [][]string {
	t.Helper()
	file, err := os.Open("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	all, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if len(all) != rows+1 {
		t.Fatalf("%s has %d rows", name, len(all))
	}
	return all[1:]
}

func unhex(t testing.TB, s string) []byte {
	t.Helper()
	b, err := hex.DecodeString(s)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// The vectors of BIP-324, as the tests of github.com/btcsuite/btcd/btcec/v2, version 2.3.6, have them.
func TestDecodeVectors(t *testing.T) {
	testkit.Kernels(t, func(t *testing.T) {
		for _, row := range read(t, "ellswift_decode_test_vectors.csv", 76) {
			p, err := Decode(unhex(t, row[0]))
			if err != nil || hex.EncodeToString(p.BytesX()) != row[1] {
				t.Errorf("%s: %x, %v, want %s", row[0], p.BytesX(), err, row[1])
			}
		}
	})
}

// The keys of BIP-324's vectors of packets, as the crate bip324, version 0.11.0, has them, and what is
// exchanged with them.
func TestExchangeVectors(t *testing.T) {
	testkit.Kernels(t, func(t *testing.T) {
		for i, row := range read(t, "ecdh_test_vectors.csv", 7) {
			ours, theirs, role := unhex(t, row[1]), unhex(t, row[2]), Responder
			if row[3] == "1" {
				role = Initiator
			}
			k, err := NewPrivateKeyWithEncoding(unhex(t, row[0]), ours)
			if err != nil {
				t.Fatalf("%d: %v", i, err)
			}
			p, err := Decode(theirs)
			if err != nil || hex.EncodeToString(p.BytesX()) != row[5] || hex.EncodeToString(k.PublicKey().BytesX()) != row[4] {
				t.Errorf("%d: the x-coordinates are %x and %x, %v", i, k.PublicKey().BytesX(), p.BytesX(), err)
			}
			if x, err := k.SharedX(theirs); err != nil || hex.EncodeToString(x[:]) != row[6] {
				t.Errorf("%d: the x-coordinate is %x, %v, want %s", i, x, err, row[6])
			}
			if s, err := k.SharedSecret(theirs, role); err != nil || hex.EncodeToString(s[:]) != row[7] {
				t.Errorf("%d: the secret is %x, %v, want %s", i, s, err, row[7])
			}
			if s, err := k.SharedSecret(theirs, Initiator+Responder-role); err != nil || hex.EncodeToString(s[:]) == row[7] {
				t.Errorf("%d: both roles have the same secret, or %v", i, err)
			}
		}
	})
}

func newKey(t testing.TB, random io.Reader) *PrivateKey {
	t.Helper()
	k, err := GenerateKey(random)
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// Both sides get the same secret, and the x-coordinate is that of the textbook.
func TestExchange(t *testing.T) {
	rng := testkit.NewRand(t)
	testkit.Kernels(t, func(t *testing.T) {
		for range 5 {
			a, b := newKey(t, bytes.NewReader(rng.Bytes(64))), newKey(t, nil)
			s, err := a.SharedSecret(b.Encoding(), Initiator)
			if err != nil {
				t.Fatal(err)
			}
			if r, err := b.SharedSecret(a.Encoding(), Responder); err != nil || r != s {
				t.Errorf("%x and %x do not agree: %v", a.Bytes(), b.Bytes(), err)
			}
			for _, r := range []func() ([32]byte, error){
				func() ([32]byte, error) { return b.SharedSecret(a.Encoding(), Initiator) },
				func() ([32]byte, error) { return a.SharedSecret(b.Encoding(), Responder) },
			} {
				if r, err := r(); err != nil || r == s {
					t.Errorf("with another role the secret is the same, or %v", err)
				}
			}
			x, err := a.SharedX(b.Encoding())
			da, db := new(big.Int).SetBytes(a.Bytes()), new(big.Int).SetBytes(b.Bytes())
			if want := testkit.BytesBE(testkit.SecpG.Mult(da).Mult(db).X); err != nil || x != want {
				t.Errorf("%x and %x share %x, %v, want %x", da, db, x, err, want)
			}
			// Another encoding of the same key is another secret.
			other, err := NewPrivateKey(b.Bytes(), bytes.NewReader(rng.Bytes(32)))
			if err != nil {
				t.Fatal(err)
			}
			if r, err := other.SharedSecret(a.Encoding(), Responder); err != nil || r == s || bytes.Equal(other.Encoding(), b.Encoding()) || other.Equal(b) {
				t.Errorf("another encoding makes the same secret, or %v", err)
			}
			if y, err := other.SharedX(a.Encoding()); err != nil || x != y {
				t.Errorf("another encoding makes another x-coordinate, or %v", err)
			}
		}
	})
}

// Encodings are of the key, parity and all, and depend on the key and on the random bytes.
func TestCreate(t *testing.T) {
	rng := testkit.NewRand(t)
	for range 10 {
		secret, random := testkit.BytesBE(rng.SecpScalar()), rng.Bytes(32)
		k, err := NewPrivateKey(secret[:], bytes.NewReader(random))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(k.Bytes(), secret[:]) {
			t.Errorf("%x comes back as %x", secret, k.Bytes())
		}
		if p, err := Decode(k.Encoding()); err != nil || !p.Equal(k.PublicKey()) {
			t.Errorf("%x is of %x, %v, not of %x", k.Encoding(), p.Bytes(), err, k.PublicKey().Bytes())
		}
		d := new(big.Int).SetBytes(secret[:])
		if x := testkit.BytesBE(testkit.SecpG.Mult(d).X); !bytes.Equal(k.PublicKey().BytesX(), x[:]) {
			t.Errorf("the public key of %x is %x", secret, k.PublicKey().Bytes())
		}
		again, err := NewPrivateKey(secret[:], bytes.NewReader(random))
		if err != nil || !again.Equal(k) || !k.Equal(again) {
			t.Errorf("the same bytes make another encoding, or %v", err)
		}
		random[31] ^= 1
		again, err = NewPrivateKey(secret[:], bytes.NewReader(random))
		if err != nil || again.Equal(k) || bytes.Equal(again.Encoding(), k.Encoding()) {
			t.Errorf("other random bytes make the same encoding, or %v", err)
		}
		with, err := NewPrivateKeyWithEncoding(secret[:], k.Encoding())
		if err != nil || !with.Equal(k) {
			t.Errorf("the key with its encoding is another, or %v", err)
		}
		// One of the negative is taken, since x-coordinates are all that counts.
		negative := k.Encoding()
		t256 := new(big.Int).SetBytes(negative[32:])
		t256.Sub(testkit.SecpP, t256).FillBytes(negative[32:])
		if with, err = NewPrivateKeyWithEncoding(secret[:], negative); err != nil || !bytes.Equal(with.Encoding(), negative) {
			t.Errorf("the encoding of the negative: %v", err)
		}
		negative[5] ^= 1
		if with, err = NewPrivateKeyWithEncoding(secret[:], negative); with != nil || !errors.Is(err, ErrEncoding) {
			t.Errorf("an encoding of another key: %v", err)
		}
	}
	// What is no private key is read again, but not for ever.
	one := append(make([]byte, 31), 1)
	if k := newKey(t, bytes.NewReader(append(make([]byte, 32), append(one, make([]byte, 32)...)...))); !bytes.Equal(k.Bytes(), one) {
		t.Errorf("of zeros and 1: %x", k.Bytes())
	}
	if k, err := GenerateKey(bytes.NewReader(make([]byte, 1<<16))); k != nil || err == nil || errors.Is(err, io.EOF) {
		t.Errorf("of zeros: %v, %v", k, err)
	}
}

func TestEncode(t *testing.T) {
	rng := testkit.NewRand(t)
	for range 10 {
		p := newKey(t, nil).PublicKey()
		before := p.Bytes()
		random := rng.Bytes(32)
		b, err := Encode(p, bytes.NewReader(random))
		if err != nil {
			t.Fatal(err)
		}
		if q, err := Decode(b); err != nil || !q.Equal(p) || !bytes.Equal(p.Bytes(), before) {
			t.Errorf("%x becomes %x, %v", before, b, err)
		}
		if c, err := Encode(p, bytes.NewReader(random)); err != nil || !bytes.Equal(b, c) {
			t.Errorf("the same bytes make another encoding, or %v", err)
		}
		if c, err := Encode(p, nil); err != nil || bytes.Equal(b, c) {
			t.Errorf("other bytes make the same encoding, or %v", err)
		}
	}
}

// In all positions the bits of encodings are 0 as often as 1, of one key and of many.
func TestUniform(t *testing.T) {
	n := 600
	if testing.Short() {
		n = 150
	}
	p := newKey(t, nil).PublicKey()
	for name, next := range map[string]func() ([]byte, error){
		"one key":   func() ([]byte, error) { return Encode(p, nil) },
		"many keys": func() ([]byte, error) { return newKey(t, nil).Encoding(), nil },
	} {
		var ones [8 * EncodingSize]int
		for range n {
			b, err := next()
			if err != nil {
				t.Fatal(err)
			}
			for i := range ones {
				ones[i] += int(b[i/8]>>(i%8)) & 1
			}
		}
		total := 0
		for i, count := range ones {
			total += count
			// More than 6.5 standard deviations happen once in 10^7 runs of this test.
			if name == "one key" && i/8 == 63 && i%8 == 0 {
				continue // the parity of the second half is that of the key
			}
			if math.Abs(float64(2*count-n)) > 6.5*math.Sqrt(float64(n)) {
				t.Errorf("%s: bit %d is 1 in %d of %d encodings", name, i, count, n)
			}
		}
		if all := n * len(ones); math.Abs(float64(2*total-all)) > 6.5*math.Sqrt(float64(all))+float64(n) {
			t.Errorf("%s: %d of %d bits are 1", name, total, all)
		}
	}
}

func TestErrors(t *testing.T) {
	k := newKey(t, nil)
	peer := newKey(t, nil).Encoding()
	one := append(make([]byte, 31), 1)
	order := testkit.BytesBE(testkit.SecpN)
	failure := errors.New("no randomness")
	var unset *PrivateKey
	check := func(name string, is bool, err, want error) {
		t.Helper()
		if is || !errors.Is(err, want) {
			t.Errorf("%s: a result: %v; %v", name, is, err)
		}
	}
	for _, b := range [][]byte{nil, one[1:], append([]byte{0}, one...), make([]byte, 32), order[:]} {
		got, err := NewPrivateKey(b, nil)
		check("NewPrivateKey", got != nil, err, ErrPrivateKey)
		got, err = NewPrivateKeyWithEncoding(b, peer)
		check("NewPrivateKeyWithEncoding", got != nil, err, ErrPrivateKey)
	}
	for _, b := range [][]byte{nil, peer[:63], append(peer[:64:64], 0), k.PublicKey().Bytes()} {
		got, err := NewPrivateKeyWithEncoding(one, b)
		check("NewPrivateKeyWithEncoding", got != nil, err, ErrEncoding)
		s, err := k.SharedSecret(b, Initiator)
		check("SharedSecret", s != [32]byte{}, err, ErrEncoding)
		s, err = k.SharedX(b)
		check("SharedX", s != [32]byte{}, err, ErrEncoding)
		p, err := Decode(b)
		check("Decode", p != nil, err, ErrEncoding)
	}
	for _, role := range []Role{0, -1, 3} {
		s, err := k.SharedSecret(peer, role)
		check("SharedSecret", s != [32]byte{}, err, ErrRole)
	}
	for _, k := range []*PrivateKey{nil, unset, new(PrivateKey)} {
		s, err := k.SharedSecret(peer, Initiator)
		check("SharedSecret", s != [32]byte{}, err, ErrPrivateKey)
		s, err = k.SharedX(peer)
		check("SharedX", s != [32]byte{}, err, ErrPrivateKey)
		if k.Bytes() != nil || k.Encoding() != nil || k.PublicKey().Bytes() != nil || k.Equal(k) || k.Equal(newKey(t, nil)) || newKey(t, nil).Equal(k) {
			t.Error("a key that was never set has bytes, or is equal to one")
		}
	}
	if k.Equal(nil) || k.Equal(5) || !k.Equal(k) {
		t.Error("Equal")
	}
	got, err := NewPrivateKey(one, iotest.ErrReader(failure))
	check("NewPrivateKey", got != nil, err, failure)
	got, err = GenerateKey(io.MultiReader(bytes.NewReader(one), iotest.ErrReader(failure)))
	check("GenerateKey", got != nil, err, failure)
	b, err := Encode(k.PublicKey(), iotest.ErrReader(failure))
	check("Encode", b != nil, err, failure)
	for _, p := range []*ecdh.PublicKey{nil, new(ecdh.PublicKey)} {
		b, err = Encode(p, nil)
		check("Encode", b != nil, err, ErrPublicKey)
	}
	// What is returned is a copy.
	clear(k.Encoding())
	clear(k.Bytes())
	if p, err := Decode(k.Encoding()); err != nil || !p.Equal(k.PublicKey()) {
		t.Error("the key has changed")
	}
	if k.Zero(); k.Bytes() != nil {
		t.Error("a key that was overwritten has bytes")
	}
}

func TestAllocations(t *testing.T) {
	k, peer := newKey(t, nil), newKey(t, nil).Encoding()
	testkit.NoAllocs(t, "SharedSecret", func() {
		if _, err := k.SharedSecret(peer, Initiator); err != nil {
			t.Fatal(err)
		}
	})
}

// All strings of 64 bytes are encodings, and both sides of an exchange agree.
func FuzzDecode(f *testing.F) {
	for _, row := range read(f, "ellswift_decode_test_vectors.csv", 76) {
		f.Add(unhex(f, row[0]))
	}
	k := newKey(f, nil)
	f.Fuzz(func(t *testing.T, b []byte) {
		p, err := Decode(b)
		if len(b) != EncodingSize {
			if p != nil || !errors.Is(err, ErrEncoding) {
				t.Errorf("%d bytes: %v", len(b), err)
			}
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		own, err := ecdh.NewPrivateKey(k.Bytes())
		if err != nil {
			t.Fatal(err)
		}
		want, err := own.SharedSecret(p)
		got, err2 := k.SharedX(b)
		if err != nil || err2 != nil || got != want {
			t.Errorf("%x: %x, %v, want %x, %v", b, got, err2, want, err)
		}
	})
}

func BenchmarkEllSwift(b *testing.B) {
	k, peer := newKey(b, nil), newKey(b, nil).Encoding()
	p := k.PublicKey()
	secret := k.Bytes()
	random := bytes.NewReader(nil)
	for name, f := range map[string]func() error{
		"NewPrivateKey": func() error {
			random.Reset(secret)
			secret[0]++
			_, err := NewPrivateKey(secret, random)
			return err
		},
		"SharedSecret": func() error { _, err := k.SharedSecret(peer, Initiator); return err },
		"Decode":       func() error { peer[0]++; _, err := Decode(peer); return err },
		"Encode":       func() error { _, err := Encode(p, nil); return err },
	} {
		b.Run(name, func(b *testing.B) {
			for range b.N {
				if err := f(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
