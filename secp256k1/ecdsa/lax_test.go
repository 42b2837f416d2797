// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package ecdsa

import (
	"bytes"
	"errors"
	"math/big"
	"testing"

	"secant.example/internal/testkit"
)

// modelLax returns the integers of a signature as Bitcoin read it, whatever they are.
func modelLax(b []byte) (r, s *big.Int, ok bool) {
	// header returns how many bytes are said to come after a tag, of which there are any
	// number, and skips both.
	header := func(tag byte) (length *big.Int, ok bool) {
		if len(b) < 2 || b[0] != tag {
			return nil, false
		}
		first, rest := b[1], b[2:]
		if first < 0x80 {
			b = rest
			return big.NewInt(int64(first)), true
		}
		if len(rest) < int(first-0x80) {
			return nil, false
		}
		b = rest[first-0x80:]
		return toInt(rest[:first-0x80]), true
	}
	integer := func() (*big.Int, bool) {
		length, ok := header(2)
		if !ok || length.BitLen() > 24 || length.Cmp(big.NewInt(int64(len(b)))) > 0 {
			return nil, false
		}
		content := b[:length.Int64()]
		b = b[len(content):]
		return toInt(content), true
	}
	if _, ok = header(0x30); !ok {
		return nil, nil, false
	}
	if r, ok = integer(); !ok {
		return nil, nil, false
	}
	s, ok = integer()
	return r, s, ok
}

// checkLax compares with the model, and with the strict parser.
func checkLax(t *testing.T, b []byte) (sig Signature, ok bool) {
	t.Helper()
	sig, err := ParseDERLax(b)
	if err != nil && (sig != Signature{} || !errors.Is(err, ErrSignature)) {
		t.Errorf("%x: %v, %v", b, sig, err)
	}
	r, s, ok := modelLax(b)
	ok = ok && r.Sign() > 0 && s.Sign() > 0 && r.Cmp(testkit.SecpN) < 0 && s.Cmp(testkit.SecpN) < 0
	if ok != (err == nil) || ok && sig != signature(r, s) {
		t.Errorf("%.200x: %v, %v, want %x, %x, %v", b, sig, err, r, s, ok)
	}
	if strict, err := ParseDER(b); err == nil && (!ok || sig != strict) {
		t.Errorf("%x: %v, but it is DER of %v", b, sig, strict)
	}
	return sig, ok
}

func TestParseDERLax(t *testing.T) {
	one, two := big.NewInt(1), big.NewInt(2)
	high := new(big.Int).Lsh(one, 255)
	zeros := string(bytes.Repeat([]byte("00"), 40))
	for _, v := range []struct {
		der, name string
		r, s      *big.Int // nil if it is none
	}{
		{"3006020101020102", "DER", one, two},
		{"3006020101020102ff00", "bytes after it", one, two},
		{"3007020101020102ff", "bytes in it, after s", one, two},
		{"3000020101020102", "a wrong length of the sequence", one, two},
		{"307f020101020102", "a length of the sequence beyond the end", one, two},
		{"308106020101020102", "a long length of the sequence", one, two},
		{"3084ffffffff020101020102", "a wrong one", one, two},
		{"3080020101020102", "an indefinite length", one, two},
		{"30090203000001020102", "zeros before r", one, two},
		{"300602010102820001020000", "a length of s with a zero", one, two},
		{"3006020101028100", "a long length of s, which is 0", nil, nil},
		{"300602010102810102", "a long length of s", one, two},
		{"30060285000000000101020102", "a length of r with zeros", one, two},
		{"300602010102830000010200", "a length of three bytes", one, two},
		{"3006020101028401000001020000", "a length of four", nil, nil},
		{"3006020101020180", "a negative s", one, big.NewInt(128)},
		{"30060220" + high.Text(16) + "020102", "a negative r of 32 bytes", high, two},
		{"3006022900" + zeros[:78] + "01020102", "r of 41 bytes", one, two},
		{"300602220001" + zeros[:64] + "020102", "r = 2^256", nil, nil},
		{"30060200020102", "r without bytes", nil, nil},
		{"3006020100020102", "r = 0", nil, nil},
		{"30060221" + "00" + testkit.SecpN.Text(16) + "020102", "r = n", nil, nil},
		{"3106020101020102", "a set", nil, nil},
		{"3006030101020102", "r is a bit string", nil, nil},
		{"3006020101030102", "s is a bit string", nil, nil},
		{"3006020101020202", "s goes beyond the end", nil, nil},
		{"30060201010281", "a length of s that is missing", nil, nil},
		{"3085ff", "a length of the sequence that is missing", nil, nil},
		{"30", "a tag alone", nil, nil},
		{"", "empty", nil, nil},
	} {
		sig, ok := checkLax(t, testkit.Unhex(t, v.der))
		if ok != (v.r != nil) || ok && sig != signature(v.r, v.s) {
			t.Errorf("%s: %v, %v", v.name, sig, ok)
		}
	}
	for _, v := range derTable {
		checkLax(t, testkit.Unhex(t, v.der))
	}
	// Lengths of three bytes, and one more. The integers are 1, after zeros.
	for _, length := range []int{1 << 16, 1<<23 + 1, 1<<24 - 1, 1 << 24, 1<<24 + 1<<16} {
		b := []byte{0x30, 0, 2, 0x84, byte(length >> 24), byte(length >> 16), byte(length >> 8), byte(length)}
		b = append(append(b, make([]byte, length-1)...), 1, 2, 1, 1)
		sig, ok := checkLax(t, b)
		if ok != (length < 1<<24) || ok && sig != signature(one, one) {
			t.Errorf("r of %d bytes: %v, %v", length, sig, ok)
		}
	}
	rng := testkit.NewRand(t)
	for range 200 {
		sig := signature(rng.SecpScalar(), rng.SecpScalar())
		der := sig.DER()
		if got, ok := checkLax(t, der); !ok || got != sig {
			t.Errorf("%x: %v", der, got)
		}
		for i := range der {
			checkLax(t, der[:i])
			for _, c := range []byte{0, 1, 2, 0x30, 0x80, 0x81, 0x82, 0x84, der[i] + 1, der[i] ^ 0x80} {
				b := bytes.Clone(der)
				b[i] = c
				checkLax(t, b)
				checkLax(t, append(append(bytes.Clone(der[:i]), c), der[i:]...))
			}
		}
	}
}

func FuzzParseDERLax(f *testing.F) {
	for _, v := range derTable {
		f.Add(testkit.Unhex(f, v.der))
	}
	f.Add(testkit.Unhex(f, "3080028500000000010102830000010200"))
	f.Fuzz(func(t *testing.T, b []byte) { checkLax(t, b) })
}
