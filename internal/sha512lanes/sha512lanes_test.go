// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package sha512lanes

import (
	"bytes"
	"crypto/sha512"
	"encoding/hex"
	"math/big"
	"testing"
	"unsafe"

	"secant.example/internal/testkit"
)

// The tables are roots of primes.
func TestConstants(t *testing.T) {
	primes := []int64{}
	for n := int64(2); len(primes) < rounds; n++ {
		if big.NewInt(n).ProbablyPrime(0) { // exact for these
			primes = append(primes, n)
		}
	}
	// isRoot reports whether x is the first 64 bits of the fraction of the root of n: whether for some integer k
	// (k + x/2^64)^degree <= n < (k + (x+1)/2^64)^degree.
	isRoot := func(x uint64, n int64, degree int64) bool {
		power := func(k, x *big.Int) *big.Int {
			k = new(big.Int).Lsh(k, 64)
			return k.Exp(k.Add(k, x), big.NewInt(degree), nil)
		}
		scaled := new(big.Int).Lsh(big.NewInt(n), 64*uint(degree))
		for k := range int64(30) {
			k, x := big.NewInt(k), new(big.Int).SetUint64(x)
			if power(k, x).Cmp(scaled) <= 0 && power(k, x.Add(x, big.NewInt(1))).Cmp(scaled) > 0 {
				return true
			}
		}
		return false
	}
	for i, x := range initial {
		if !isRoot(x, primes[i], 2) || isRoot(x+1, primes[i], 2) {
			t.Errorf("initial[%d] is not the square root of %d", i, primes[i])
		}
	}
	for i, x := range cubeRoots {
		if !isRoot(x, primes[i], 3) || isRoot(x+1, primes[i], 3) {
			t.Errorf("cubeRoots[%d] is not the cube root of %d", i, primes[i])
		}
	}
}

// What assembly knows of the lanes.
func TestLayout(t *testing.T) {
	if BlockSize != sha512.BlockSize {
		t.Error("another size of blocks")
	}
	if unsafe.Sizeof(state{}) != 8*8*8 || unsafe.Sizeof(blocks{}) != 8*unsafe.Sizeof(uintptr(0)) || unsafe.Sizeof(constants{}) != 80*8 {
		t.Error("other sizes")
	}
}

// compare compares what the kernel makes of a block in each lane with what its twin does.
func compare(t *testing.T, s *state, messages *[Most][BlockSize]byte) {
	t.Helper()
	var p blocks
	for j := range p.P {
		p.P[j] = &messages[j]
	}
	want, before := *s, *messages
	want.compressGeneric(&p, &cubeRoots)
	if n := Lanes(); n > 0 {
		for i := range want {
			copy(want[i][n:], s[i][n:]) // lanes that there are not stay as they are
		}
	}
	s.compress(&p)
	for i := range s {
		if s[i] != want[i] {
			t.Errorf("word %d: got %x, want %x", i, s[i], want[i])
		}
	}
	if *messages != before {
		t.Error("the messages changed")
	}
}

func TestCompress(t *testing.T) {
	testkit.Kernels(t, func(t *testing.T) {
		r := testkit.NewRand(t)
		for range 10 {
			var s state
			var messages [Most][BlockSize]byte
			for i := range s {
				for j := range s[i] {
					s[i][j] = r.Uint64()
				}
			}
			for j := range messages {
				copy(messages[j][:], r.Bytes(BlockSize))
			}
			compare(t, &s, &messages)
		}
	})
}

// Words whose sums carry all the way or not at all, and single bits in each place of a block.
func TestEdgeWords(t *testing.T) {
	testkit.Kernels(t, func(t *testing.T) {
		edges := []uint64{0, ^uint64(0), 1, 1 << 63, 0x5555555555555555}
		for i, x := range edges {
			var s state
			var messages [Most][BlockSize]byte
			for k := range s {
				for j := range s[k] {
					s[k][j] = edges[(i+j*k)%len(edges)]
				}
			}
			for j := range messages {
				for k := range messages[j] {
					messages[j][k] = byte(x >> (8 * (k & 7)))
				}
				messages[j][(29*i+16*j)%BlockSize] ^= 1 << (j & 7)
			}
			compare(t, &s, &messages)
		}
	})
}

// Messages of all lengths up to three blocks, in groups of all sizes, have the digests that crypto/sha512 says.
func TestSum(t *testing.T) {
	testkit.Kernels(t, func(t *testing.T) {
		r := testkit.NewRand(t)
		for size := range 3*BlockSize + 1 {
			for n := 1; n <= max(Lanes(), 1); n++ {
				var plain, padded [][]byte
				for range n {
					m := r.Bytes(size)
					before := r.Bytes(size % 5)
					buf := Pad(append(bytes.Clone(before), m...), len(before))
					if len(buf)-len(before) != Blocks(size)*BlockSize || !bytes.HasPrefix(buf, append(before, m...)) {
						t.Fatalf("%d bytes are padded to %d", size, len(buf)-len(before))
					}
					plain, padded = append(plain, m), append(padded, buf[len(before):])
				}
				var digests [Most][sha512.Size]byte
				Sum(&digests, padded)
				for j, m := range plain {
					if digests[j] != sha512.Sum512(m) {
						t.Fatalf("%d messages of %d bytes: wrong digest of number %d", n, size, j)
					}
				}
			}
		}
	})
}

// Source: FIPS 180-4, example values of SHA-512.
func TestVectors(t *testing.T) {
	testkit.Kernels(t, func(t *testing.T) {
		for message, digest := range map[string]string{
			"abc": "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f",
			"abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu": "8e959b75dae313da8cf4f72814fc143f8f7779c6eb9f7fa17299aeadb6889018501d289e4900f7e4331b99dec4b5433ac7d329eeb6dd26545e96e55b874be909",
		} {
			messages := [][]byte{Pad([]byte(message), 0)}
			if Lanes() > 0 {
				messages = append(messages, messages[0])
			}
			var digests [Most][sha512.Size]byte
			Sum(&digests, messages)
			for j := range messages {
				if got := hex.EncodeToString(digests[j][:]); got != digest {
					t.Errorf("%s: got %s", message, got)
				}
			}
		}
	})
}

func TestAllocations(t *testing.T) {
	messages := make([][]byte, max(Lanes(), 1))
	for j := range messages {
		messages[j] = Pad(make([]byte, 200), 0)
	}
	var digests [Most][sha512.Size]byte
	testkit.NoAllocs(t, "Sum", func() { Sum(&digests, messages) })
}

func FuzzSum(f *testing.F) {
	f.Add([]byte("abc"), uint8(3))
	f.Fuzz(func(t *testing.T, m []byte, n uint8) {
		messages := make([][]byte, 1+int(n)%max(Lanes(), 1))
		for j := range messages {
			messages[j] = Pad(append([]byte{}, m...), 0)
		}
		var digests [Most][sha512.Size]byte
		Sum(&digests, messages)
		for j := range messages {
			if digests[j] != sha512.Sum512(m) {
				t.Errorf("wrong digest of number %d", j)
			}
		}
	})
}

// BenchmarkSteps measures, on every path, a block of messages that have two each.
func BenchmarkSteps(b *testing.B) {
	testkit.MeasureParts(b, func(part func(name string, count int, run func())) {
		var digests [Most][sha512.Size]byte
		message := make([]byte, 123)
		part("block of SHA-512", 2, func() { digests[0] = sha512.Sum512(message) })
		if lanes := Lanes(); lanes > 0 {
			messages := make([][]byte, lanes)
			for j := range messages {
				messages[j] = Pad(message[:len(message):len(message)], 0)
			}
			part("block of SHA-512, in lanes", 2*lanes, func() { Sum(&digests, messages) })
		}
	})
}
