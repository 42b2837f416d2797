// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package scheme

import (
	"bytes"
	"crypto/sha3"
	"slices"
	"sync"
	"testing"

	"golang.org/x/crypto/blake2s"

	"secant.example/internal/testkit"
)

// Any number of parts, of lengths around those at which something changes, from many
// goroutines, which share states.
func TestSum(t *testing.T) {
	r := testkit.NewRand(t)
	lengths := []int{0, 1, 31, 32, 63, 64, 65, 510, 511, 512, 513, 1023, 1024, 1025, 2048, 3000}
	var inputs [][][]byte
	for _, n := range lengths {
		for split := range 4 {
			data := make([]byte, n)
			r.Fill(data)
			parts := [][]byte{nil}
			for range split {
				i := r.IntN(len(data) + 1)
				parts = append(parts, data[:i])
				data = data[i:]
			}
			inputs = append(inputs, append(parts, data))
		}
	}
	var done sync.WaitGroup
	for range 4 {
		done.Go(func() {
			for _, parts := range inputs {
				all := slices.Concat(parts...)
				want := blake2s.Sum256(all)
				for _, size := range []int{16, 32} {
					got := make([]byte, size)
					JQ.Sum(got, parts...)
					if !bytes.Equal(got, want[:size]) {
						t.Errorf("BLAKE2s of %d bytes: got %x, want %x", len(all), got, want[:size])
					}
				}
				for _, size := range []int{0, 1, 32, 64, 136, 300} {
					got := make([]byte, size)
					DO.Sum(got, parts...)
					if want := sha3.SumSHAKE256(all, size); !bytes.Equal(got, want) {
						t.Errorf("SHAKE256 of %d bytes: got %x, want %x", len(all), got, want)
					}
				}
			}
		})
	}
	done.Wait()
}

// What is hashed does not stay in the memory that is shared.
func TestSumForgets(t *testing.T) {
	secret := bytes.Repeat([]byte{0xa5}, 2000)
	s := newState()
	for _, n := range []int{600, 1024, 1030, 2000} {
		var out [32]byte
		s.sum(out[:], [][]byte{secret[:n]})
		if s.buffer != [len(s.buffer)]byte{} {
			t.Errorf("%d bytes: some remain in the buffer", n)
		}
		text, err := s.h.(interface{ MarshalBinary() ([]byte, error) }).MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(text, secret[:2]) {
			t.Errorf("%d bytes: some remain in the state", n)
		}
	}
}

func TestSumNoAllocs(t *testing.T) {
	for _, n := range []int{10, 1000} {
		testkit.NoAllocs(t, "Sum", func() {
			var data [2000]byte
			var out [32]byte
			JQ.Sum(out[:], data[:n], []byte{1})
			DO.Sum(out[:], data[:n], []byte{1})
		})
	}
}

func TestIdentifiers(t *testing.T) {
	for _, test := range []struct {
		hash   Hash
		jq, do string
	}{
		{Raw, "\x52", ":"},
		{SHA256, "\x48sha256\x00", "2.16.840.1.101.3.4.2.1:"},
		{SHA512224, "\x48sha512224\x00", "2.16.840.1.101.3.4.2.5:"},
		{SHA3512, "\x48sha3512\x00", "2.16.840.1.101.3.4.2.10:"},
		{BLAKE3, "\x48blake3\x00", ""},
		{"sha1", "", ""},
	} {
		for g, want := range []string{test.jq, test.do} {
			got, ok := Generation(g).Identifier(test.hash)
			if string(got) != want || ok != (want != "") {
				t.Errorf("generation %d, %q: %q, %t", g, test.hash, got, ok)
			}
		}
	}
}
