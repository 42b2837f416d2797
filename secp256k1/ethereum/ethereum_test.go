// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package ethereum

import (
	"bytes"
	"errors"
	"math/big"
	"strings"
	"testing"

	"secant.example/internal/testkit"
	"secant.example/secp256k1/ecdsa"
)

func newKey(t testing.TB, d *big.Int) *ecdsa.PrivateKey {
	t.Helper()
	b := testkit.BytesBE(d)
	k, err := ecdsa.NewPrivateKey(b[:])
	if err != nil {
		t.Fatal(err)
	}
	return k
}

func TestSign(t *testing.T) {
	rng := testkit.NewRand(t)
	n, one := testkit.SecpN, big.NewInt(1)
	hashes := [][32]byte{{}, testkit.BytesBE(n), testkit.BytesBE(new(big.Int).Add(n, one))}
	for range 20 {
		hashes = append(hashes, rng.Bytes32())
	}
	for _, h := range hashes {
		hash := h[:]
		k := newKey(t, rng.SecpScalar())
		short, long := k.PublicKey().Bytes(), k.PublicKey().BytesUncompressed()
		sig, err := Sign(hash, k)
		if err != nil || len(sig) != SignatureSize || sig[64] > 1 {
			t.Fatalf("%x, %v", sig, err)
		}
		plain, err := ecdsa.Sign(k, h)
		if err != nil || !bytes.Equal(sig[:64], plain.Compact()) {
			t.Errorf("%x, want %x", sig, plain.Compact())
		}
		// The other s, with the other v, and both forms of v.
		high := bytes.Clone(sig)
		s := testkit.BytesBE(new(big.Int).Sub(n, new(big.Int).SetBytes(sig[32:64])))
		copy(high[32:], s[:])
		high[64] ^= 1
		for _, b := range [][]byte{sig, high} {
			for _, v := range []byte{0, 27} {
				c := bytes.Clone(b)
				c[64] += v
				if got, err := Ecrecover(hash, c); err != nil || !bytes.Equal(got, long) {
					t.Errorf("%x: %x, %v, want %x", c, got, err, long)
				}
				if got, err := SigToPub(hash, c); err != nil || !got.Equal(k.PublicKey()) {
					t.Errorf("%x: %v, %v", c, got, err)
				}
				c[64] = v + (b[64] ^ 1)
				if got, err := Ecrecover(hash, c); err == nil && bytes.Equal(got, long) || err != nil && !errors.Is(err, ecdsa.ErrSignature) {
					t.Errorf("%x: %x, %v", c, got, err)
				}
			}
		}
		for _, p := range [][]byte{short, long} {
			if !VerifySignature(p, hash, sig[:64]) || VerifySignature(p, hash, high[:64]) {
				t.Errorf("%x of %x under %x", sig, hash, p)
			}
		}
		other := newKey(t, rng.SecpScalar()).PublicKey().Bytes()
		wrong := bytes.Clone(hash)
		wrong[0] ^= 1
		for _, c := range [][3][]byte{
			{other, hash, sig[:64]}, {short, wrong, sig[:64]}, {short[1:], hash, sig[:64]}, {nil, hash, sig[:64]}, {short, hash[:31], sig[:64]},
			{short, append(bytes.Clone(hash), 0), sig[:64]}, {short, nil, sig[:64]}, {short, hash, sig}, {short, hash, sig[:63]}, {short, hash, nil}, {short, hash, make([]byte, 64)},
		} {
			if VerifySignature(c[0], c[1], c[2]) {
				t.Errorf("%x of %x is valid under %x", c[2], c[1], c[0])
			}
		}
	}
}

// The example of EIP-155, with v = 37 for chain 1.
func TestEIP155(t *testing.T) {
	hash := testkit.Unhex(t, "daf5a779ae972f972197303d7b574746c7ef83eadac0f2791ad23db92e4c8e53")
	d, _ := new(big.Int).SetString(strings.Repeat("46", 32), 16)
	r, _ := new(big.Int).SetString("18515461264373351373200002665853028612451056578545711640558177340181847433846", 10)
	s, _ := new(big.Int).SetString("46948507304638947509940763649030358759909902576025900602547168820602576006531", 10)
	rBytes, sBytes := testkit.BytesBE(r), testkit.BytesBE(s)
	want := append(append(rBytes[:], sBytes[:]...), 37-35-2*1)
	if got, err := Sign(hash, newKey(t, d)); err != nil || !bytes.Equal(got, want) {
		t.Errorf("%x, %v, want %x", got, err, want)
	}
}

func TestErrors(t *testing.T) {
	k := newKey(t, big.NewInt(5))
	hash := make([]byte, HashSize)
	sig, err := Sign(hash, k)
	if err != nil {
		t.Fatal(err)
	}
	for _, size := range []int{0, 31, 33} {
		if got, err := Sign(make([]byte, size), k); got != nil || !errors.Is(err, ErrHash) {
			t.Errorf("a hash of %d bytes: %x, %v", size, got, err)
		}
		if got, err := Ecrecover(make([]byte, size), sig); got != nil || !errors.Is(err, ErrHash) {
			t.Errorf("a hash of %d bytes: %x, %v", size, got, err)
		}
		if got, err := SigToPub(make([]byte, size), sig); got != nil || !errors.Is(err, ErrHash) {
			t.Errorf("a hash of %d bytes: %v, %v", size, got, err)
		}
	}
	for _, k := range []*ecdsa.PrivateKey{nil, new(ecdsa.PrivateKey)} {
		if got, err := Sign(hash, k); got != nil || !errors.Is(err, ecdsa.ErrPrivateKey) {
			t.Errorf("without a key: %x, %v", got, err)
		}
	}
	for v := range 256 {
		sig[64] = byte(v)
		want := v < 2 || v == 27 || v == 28
		if got, err := Ecrecover(hash, sig); (err == nil) != want || err != nil && (got != nil || !errors.Is(err, ecdsa.ErrSignature)) {
			t.Errorf("v = %d: %x, %v", v, got, err)
		}
	}
	sig[64] = 0
	for _, b := range [][]byte{nil, sig[:64], append(bytes.Clone(sig), 0), make([]byte, 65), append(make([]byte, 32), sig[32:]...)} {
		if got, err := Ecrecover(hash, b); got != nil || !errors.Is(err, ecdsa.ErrSignature) {
			t.Errorf("%x: %x, %v", b, got, err)
		}
	}
}

// TestBatchRecoverer compares with one by one: signatures with every v, high ones, and what is none.
func TestBatchRecoverer(t *testing.T) {
	rng := testkit.NewRand(t)
	for _, count := range []int{0, 1, 9, 100} {
		b := NewBatchRecovererWithCapacity(count)
		b.Workers = count % 4
		for range 2 { // the second time in memory that was used
			var want []*ecdsa.PublicKey
			all := count > 0
			for i := range count {
				hash := rng.Bytes32()
				sig, err := Sign(hash[:], newKey(t, rng.SecpScalar()))
				if err != nil {
					t.Fatal(err)
				}
				h := hash[:]
				switch i % 10 {
				case 1:
					sig[64] += 27
				case 2: // high, with the other v
					S := new(big.Int).SetBytes(sig[32:64])
					high := testkit.BytesBE(S.Sub(testkit.SecpN, S))
					copy(sig[32:], high[:])
					sig[64] ^= 1
				case 3: // perhaps of no point
					sig[rng.IntN(32)] ^= 1
				case 4:
					sig[64] = byte(rng.IntN(40))
				case 5:
					sig = sig[:64]
				case 6:
					h = h[:31]
				case 7:
					clear(sig[:32])
				}
				p, err := SigToPub(h, sig)
				all = all && err == nil
				want = append(want, p)
				b.Add(h, sig)
				clear(h)
				clear(sig)
			}
			got, keys := b.Recover()
			if got != all || len(keys) != count || b.Len() != count {
				t.Fatalf("%d signatures: %v, with %d keys", count, got, len(keys))
			}
			for i, p := range keys {
				if (p == nil) != (want[i] == nil) || p != nil && !p.Equal(want[i]) {
					t.Errorf("key %d of %d is %v, want %v", i, count, p, want[i])
				}
			}
			b.Reset()
			if b.Len() != 0 {
				t.Error("not empty")
			}
		}
	}
}

// FuzzEcrecover gives signatures that are any bytes.
func FuzzEcrecover(f *testing.F) {
	hash := make([]byte, HashSize)
	sig, err := Sign(hash, newKey(f, big.NewInt(5)))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(hash, sig)
	f.Fuzz(func(t *testing.T, hash, sig []byte) {
		p, err := Ecrecover(hash, sig)
		if err != nil {
			if p != nil || !errors.Is(err, ErrHash) && !errors.Is(err, ecdsa.ErrSignature) {
				t.Errorf("%x of %x: %x, %v", sig, hash, p, err)
			}
			return
		}
		// The key that is recovered is one under which the signature is valid.
		s, err := ecdsa.ParseCompact(sig[:64])
		if err != nil || !ecdsa.Verify(p, ecdsa.Digest(hash), s, ecdsa.AnyS) || VerifySignature(p, hash, sig[:64]) == s.IsHighS() {
			t.Errorf("%x of %x is not valid under %x: %v", sig, hash, p, err)
		}
	})
}
