// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package testkit

import (
	"bytes"
	"crypto"
	"errors"
	"io"
	"math/big"
	"testing"
	"testing/iotest"
)

// A SecpPrivateKey is a private key of a scheme over secp256k1, of type K.
type SecpPrivateKey[K any] interface {
	*K
	SetBytes(b []byte) (*K, error)
	Bytes() []byte
	Equal(x crypto.PrivateKey) bool
}

// CheckSecpPrivateKey checks that bytes are private keys if they are 32 and in [1, n), and
// that others are the error invalid and leave the key as it was; and that a key that was never
// set has no bytes and is equal to none.
func CheckSecpPrivateKey[K any, P SecpPrivateKey[K]](t *testing.T, invalid error) {
	t.Helper()
	var old K
	five := BytesBE(big.NewInt(5))
	if k, err := P(&old).SetBytes(five[:]); err != nil || k != &old || !bytes.Equal(P(k).Bytes(), five[:]) {
		t.Fatalf("5: %v, %v", k, err)
	}
	n, above := BytesBE(SecpN), BytesBE(new(big.Int).Add(SecpN, big.NewInt(1)))
	for _, b := range [][]byte{
		nil, make([]byte, 31), make([]byte, 33), make([]byte, 32), n[:], above[:], bytes.Repeat([]byte{255}, 32),
		five[:31], append([]byte{0}, five[:]...),
	} {
		k := old
		if got, err := P(&k).SetBytes(b); got != nil || !errors.Is(err, invalid) || !P(&k).Equal(P(&old)) {
			t.Errorf("private key %x: %v, %v", b, got, err)
		}
	}
	last := BytesBE(new(big.Int).Sub(SecpN, big.NewInt(1)))
	var k K
	if _, err := P(&k).SetBytes(last[:]); err != nil || !bytes.Equal(P(&k).Bytes(), last[:]) {
		t.Errorf("the last private key: %x, %v", P(&k).Bytes(), err)
	}
	if unset := P(new(K)); unset.Bytes() != nil || unset.Equal(unset) || unset.Equal(P(new(K))) || unset.Equal(P(&k)) || P(&k).Equal(unset) {
		t.Errorf("a key that was never set: %x, or it is equal to one", unset.Bytes())
	}
	if p := P(&old); p.Equal(P(&k)) || !p.Equal(P(&old)) || p.Equal(nil) || p.Equal(P(nil)) || p.Equal(5) {
		t.Error("keys that are not the same are equal, or the same are not")
	}
}

// CheckSecpGenerateKey checks that generate reads 32 bytes, again if they are not in
// [1, n) but not for ever, and takes the system's random numbers without a reader.
func CheckSecpGenerateKey[K any, P SecpPrivateKey[K]](t *testing.T, generate func(random io.Reader) (P, error)) {
	t.Helper()
	one := BytesBE(big.NewInt(1))
	for _, bad := range [][]byte{nil, make([]byte, 32), bytes.Repeat([]byte{255}, 64)} {
		k, err := generate(bytes.NewReader(append(bad, one[:]...)))
		if err != nil || !bytes.Equal(k.Bytes(), one[:]) {
			t.Errorf("%x: %v, %v", bad, k, err)
		}
	}
	failure := errors.New("no randomness")
	if k, err := generate(iotest.ErrReader(failure)); k != nil || !errors.Is(err, failure) {
		t.Errorf("without randomness: %v, %v", k, err)
	}
	for _, b := range []byte{0, 255} {
		if k, err := generate(bytes.NewReader(bytes.Repeat([]byte{b}, 1<<16))); k != nil || err == nil || errors.Is(err, io.EOF) {
			t.Errorf("a reader that has only %d: %v, %v", b, k, err)
		}
	}
	a, err := generate(nil)
	if err != nil {
		t.Fatal(err)
	}
	if b, err := generate(nil); err != nil || a.Equal(b) {
		t.Errorf("two random keys: %v, %v", b, err)
	}
}
