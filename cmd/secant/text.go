// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"bytes"
	"encoding/hex"
	"fmt"
)

// isHex reports whether data is hex digits only, and not empty.
func isHex(data []byte) bool {
	for _, b := range data {
		if !('0' <= b && b <= '9' || 'a' <= b && b <= 'f' || 'A' <= b && b <= 'F') {
			return false
		}
	}
	return len(data) > 0
}

// parseHashValue reads a hash value of size bytes, raw or as hex digits.
//
// Nothing else is as long as a raw one, so that is read as one whatever it looks
// like, but for half of one in hex.
func parseHashValue(data []byte, size int) ([]byte, error) {
	if len(data) == size {
		if isHex(data) {
			return nil, fmt.Errorf("%d hex digits, half of a hash value", size)
		}
		return data, nil
	}
	text := bytes.TrimSpace(data)
	switch {
	case !isHex(text):
		return nil, fmt.Errorf("%d bytes that are not a hash value as %d raw bytes or %d hex digits", len(data), size, 2*size)
	case len(text) != 2*size:
		return nil, fmt.Errorf("%d hex digits where a hash value has %d", len(text), 2*size)
	}
	return hex.AppendDecode(nil, text)
}
