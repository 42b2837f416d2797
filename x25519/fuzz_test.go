// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package x25519

import (
	"bytes"
	"errors"
	"testing"

	"golang.org/x/crypto/curve25519"
)

// FuzzX25519 compares all functions, and their errors, with
// golang.org/x/crypto/curve25519.
func FuzzX25519(f *testing.F) {
	f.Add(make([]byte, 32), make([]byte, 32))
	f.Add(make([]byte, 32), Basepoint)
	f.Add(bytes.Repeat([]byte{0xff}, 32), bytes.Repeat([]byte{0xff}, 32))
	f.Add([]byte{}, make([]byte, 33))
	f.Fuzz(func(t *testing.T, scalar, u []byte) {
		got, err := X25519(scalar, u)
		want, wantErr := curve25519.X25519(scalar, u)
		if !bytes.Equal(got, want) || (err == nil) != (wantErr == nil) {
			t.Fatalf("scalar %x, u %x: %x, %v, curve25519 gives %x, %v", scalar, u, got, err, want, wantErr)
		}
		if len(scalar) != ScalarSize || len(u) != PointSize {
			if !errors.Is(err, ErrKeySize) {
				t.Errorf("scalar %x, u %x: %v", scalar, u, err)
			}
			return
		}
		compute(t, [32]byte(scalar), [32]byte(u))
		var wantBase [32]byte
		curve25519.ScalarBaseMult(&wantBase, (*[32]byte)(scalar))
		if got := mustPrivate(t, scalar).PublicKey(); got.u != wantBase {
			t.Errorf("scalar %x: public key %x, want %x", scalar, got.u, wantBase)
		}
	})
}

// FuzzPublicKeyFromEd25519 compares with the textbook.
func FuzzPublicKeyFromEd25519(f *testing.F) {
	f.Add(make([]byte, 32))
	f.Add(bytes.Repeat([]byte{0x66}, 32))
	f.Add(bytes.Repeat([]byte{0xff}, 32))
	f.Add([]byte{1})
	f.Fuzz(func(t *testing.T, b []byte) {
		if len(b) == 32 {
			compareFromEd25519(t, [32]byte(b))
		} else if got, err := PublicKeyFromEd25519(b); got != nil || !errors.Is(err, ErrEd25519Key) {
			t.Errorf("Ed25519 public key %x: %v, %v", b, got, err)
		}
	})
}
