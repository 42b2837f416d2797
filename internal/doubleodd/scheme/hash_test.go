// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package scheme

import (
	"bytes"
	"reflect"
	"slices"
	"sync"
	"testing"

	"golang.org/x/crypto/blake2s"
	"golang.org/x/crypto/sha3"

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
		done.Add(1)
		go func() {
			defer done.Done()
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
					want := make([]byte, size)
					if sha3.ShakeSum256(want, all); !bytes.Equal(got, want) {
						t.Errorf("SHAKE256 of %d bytes: got %x, want %x", len(all), got, want)
					}
				}
			}
		}()
	}
	done.Wait()
}

// pools are those of states.
var pools = []*sync.Pool{&blake2sStates}

// What is hashed, and its hash, do not stay in the memory that is shared: a state is the
// same, whatever it hashed.
func TestSumForgets(t *testing.T) {
	for g, pool := range pools {
		for _, n := range []int{0, 1, 63, 64, 65, 135, 136, 137, 272, 600, 1024, 1030, 2000} {
			for _, size := range []int{1, 32} {
				var used [2]*state
				for i := range used {
					used[i] = pool.New().(*state)
					used[i].sum(make([]byte, size), [][]byte{bytes.Repeat([]byte{byte(0xa5 * i)}, n)})
				}
				if !slices.Equal(numbers(reflect.ValueOf(used[0])), numbers(reflect.ValueOf(used[1]))) {
					t.Errorf("pool %d: something of %d bytes remains", g, n)
				}
			}
		}
	}
}

// numbers returns the numbers in v, and in what it refers to.
func numbers(v reflect.Value) (all []uint64) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		return numbers(v.Elem())
	case reflect.Struct:
		for i := range v.NumField() {
			all = append(all, numbers(v.Field(i))...)
		}
	case reflect.Array, reflect.Slice:
		for i := range v.Len() {
			all = append(all, numbers(v.Index(i))...)
		}
	case reflect.Int:
		all = []uint64{uint64(v.Int())}
	case reflect.Uint8, reflect.Uint32, reflect.Uint64:
		all = []uint64{v.Uint()}
	}
	return all
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
