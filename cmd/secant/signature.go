// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"fmt"

	"secant.example/internal/secrettext"
)

// encodeText returns data, which may be secret, as it is, or as a line of hex or base64.
func encodeText(data []byte, form string) []byte {
	switch form {
	case "hex":
		return append(secrettext.AppendHex(nil, data), '\n')
	case "base64":
		return append(secrettext.Std.AppendEncode(nil, data), '\n')
	}
	return data
}

// fixedSize returns what reads a signature of size bytes in any form.
func fixedSize(size int) func([]byte, *options) ([]byte, error) {
	return func(text []byte, _ *options) ([]byte, error) { return parseSignature(text, size) }
}

// parseSignature reads a signature of size bytes, or in DER if size is 0,
// as raw bytes, hex or base64. White space does not matter in the text forms, nor
// does padding in base64.
func parseSignature(data []byte, size int) ([]byte, error) {
	if size == 0 {
		return parseDER(data)
	}
	// No text form is as long as a raw signature, so that is read as one whatever
	// it looks like, but for half of a hex one: a raw signature is one of those
	// with probability below 2^-150.
	if len(data) == size {
		if isHex(data) {
			return nil, fmt.Errorf("%d hex digits, half of a signature", size)
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

// parseDER reads a signature in DER. Whether it is one is for verification to
// find; here it is enough that it starts like one.
func parseDER(data []byte) ([]byte, error) {
	const sequence = 0x30
	if len(data) > 0 && data[0] == sequence && !isHex(data) {
		return data, nil
	}
	text := bytes.Join(bytes.Fields(data), nil)
	sig, err := hex.AppendDecode(nil, text)
	if err != nil {
		sig, err = base64.RawStdEncoding.Strict().AppendDecode(nil, bytes.TrimRight(text, "="))
	}
	if err != nil || len(sig) == 0 || sig[0] != sequence {
		return nil, fmt.Errorf("%d bytes that are not a signature in DER, raw or as hex or base64", len(data))
	}
	return sig, nil
}
