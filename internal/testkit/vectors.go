// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package testkit

import (
	"encoding/hex"
	"encoding/json"
	"os"
	"testing"
)

// Hex is a byte string written in hexadecimal in vectors.
type Hex []byte

// UnmarshalText reads hexadecimal digits.
func (h *Hex) UnmarshalText(text []byte) error {
	b, err := hex.DecodeString(string(text))
	*h = b
	return err
}

// Unhex returns the bytes written as s.
func Unhex(t testing.TB, s string) []byte {
	t.Helper()
	var h Hex
	if err := h.UnmarshalText([]byte(s)); err != nil {
		t.Fatalf("vector %q: %v", s, err)
	}
	return h
}

// ReadJSON reads the file at path as a T.
func ReadJSON[T any](t testing.TB, path string) T {
	t.Helper()
	var v T
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("vectors: %v", err)
	}
	if err := json.Unmarshal(data, &v); err != nil {
		t.Fatalf("vectors in %s: %v", path, err)
	}
	return v
}
