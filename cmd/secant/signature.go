// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"

	"secant.example/ed25519"
)

var signatureForms = []string{"raw", "hex", "base64"}

// encodeText returns data as it is, or as a line of hex or base64.
func encodeText(data []byte, form string) []byte {
	switch form {
	case "hex":
		return append(hex.AppendEncode(nil, data), '\n')
	case "base64":
		return append(base64.StdEncoding.AppendEncode(nil, data), '\n')
	}
	return data
}

// parseSignature reads a signature as 64 raw bytes, hex or base64. White space
// does not matter in the text forms, nor does padding in base64.
func parseSignature(data []byte) ([]byte, error) {
	const size = ed25519.SignatureSize
	// No text form is 64 bytes long, so a raw signature is read as one whatever
	// it looks like, but for half of a hex one: a raw signature is one of those
	// with probability below 2^-200.
	if len(data) == size {
		if isHex(data) {
			return nil, errors.New("64 hex digits, half of a signature")
		}
		return data, nil
	}
	text := bytes.Join(bytes.Fields(data), nil)
	if isHex(text) && len(text) == 2*size {
		return hex.AppendDecode(nil, text)
	}
	sig, err := base64.RawStdEncoding.Strict().AppendDecode(nil, bytes.TrimRight(text, "="))
	if err == nil && len(sig) == size {
		return sig, nil
	}
	return nil, fmt.Errorf("%d bytes that are not a signature as %d raw bytes, %d hex digits or base64", len(data), size, 2*size)
}
