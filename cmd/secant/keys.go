// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"bytes"
	"encoding/asn1"
	"encoding/hex"
	"encoding/pem"
	"errors"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/crypto/cryptobyte"
	cbasn1 "golang.org/x/crypto/cryptobyte/asn1"
)

// The types of PEM blocks that hold PKCS#8, SubjectPublicKeyInfo and SEC 1.
const (
	privateType = "PRIVATE KEY"
	publicType  = "PUBLIC KEY"
	sec1Type    = "EC PRIVATE KEY"
)

// The algorithm identifier of keys for ECDSA or ECDH, and those of the curve
// secp256k1 as field oid of an algorithm has it, the curve after it.
const (
	oidEC        = "1.2.840.10045.2.1"
	oidSecp256k1 = oidEC + " 1.3.132.0.10"
)

var (
	errEncrypted = errors.New("encrypted with a passphrase; secant reads unencrypted keys only")
	errNotPKCS8  = errors.New("not valid PKCS#8")
	errNotSPKI   = errors.New("not a valid SubjectPublicKeyInfo")
)

// isPEM reports whether data looks like PEM.
func isPEM(data []byte) bool { return bytes.Contains(data, []byte("-----BEGIN ")) }

// isJWK reports whether data looks like a JSON object.
func isJWK(data []byte) bool { return bytes.HasPrefix(bytes.TrimSpace(data), []byte("{")) }

// onePEM returns the PEM block that data consists of. Text may stand in front
// of it, as RFC 7468 allows, but nothing may follow.
func onePEM(data []byte) (*pem.Block, error) {
	block, rest := pem.Decode(data)
	if block != nil && block.Type == "EC PARAMETERS" {
		// OpenSSL writes them in front of a key in SEC 1, which repeats them.
		if key, after := pem.Decode(rest); key != nil && key.Type == sec1Type {
			block, rest = key, after
		}
	}
	switch {
	case block == nil:
		return nil, errors.New("no complete PEM block in it")
	case isPEM(rest):
		return nil, fmt.Errorf("more than one PEM block, the first of type %q", block.Type)
	case len(bytes.TrimSpace(rest)) > 0:
		return nil, errors.New("data after the PEM block")
	case strings.Contains(block.Headers["Proc-Type"], "ENCRYPTED"):
		return nil, errEncrypted
	}
	return block, nil
}

// algorithmOf returns the algorithm that the DER of a PKCS#8 or
// SubjectPublicKeyInfo structure is for. It is an error if there is no such
// algorithm here, or if bytes stand after the end of the structure. What is
// inside is for the algorithm to check.
func algorithmOf(der cryptobyte.String) (*algorithm, error) {
	var key, alg cryptobyte.String
	var oid asn1.ObjectIdentifier
	if !der.ReadASN1(&key, cbasn1.SEQUENCE) || !key.SkipOptionalASN1(cbasn1.INTEGER) ||
		!key.ReadASN1(&alg, cbasn1.SEQUENCE) || !alg.ReadASN1ObjectIdentifier(&oid) {
		return nil, errors.New("not the DER of a key")
	}
	if !der.Empty() {
		return nil, errors.New("bytes after the end of the key")
	}
	id := oid.String()
	if id == oidEC && alg.ReadASN1ObjectIdentifier(&oid) {
		id += " " + oid.String()
	}
	for _, a := range algorithms {
		if a.oid == id {
			return a, nil
		}
	}
	what := "a key of algorithm " + id
	if id == "1.2.840.113549.1.1.1" {
		what = "an RSA key"
	} else if strings.HasPrefix(id, oidEC) {
		what = "an ECDSA or ECDH key on another curve"
	}
	return nil, errors.New(what + ", not Ed25519, X25519 or secp256k1")
}

// isHex reports whether data is hex digits only, and not empty.
func isHex(data []byte) bool {
	for _, b := range data {
		if !('0' <= b && b <= '9' || 'a' <= b && b <= 'f' || 'A' <= b && b <= 'F') {
			return false
		}
	}
	return len(data) > 0
}

// parseBytes reads a key of one of sizes as raw bytes or hex digits. It returns
// nil if data is neither.
//
// Nothing else is as long as a raw key, so that is read as one whatever it looks
// like, but for half of a hex key: a raw key of 32 bytes is one of those with
// probability 2^-113.
func parseBytes(data []byte, what string, sizes []int) ([]byte, error) {
	if slices.Contains(sizes, len(data)) {
		if isHex(data) {
			return nil, fmt.Errorf("%d hex digits, half of a %s", len(data), what)
		}
		return data, nil
	}
	text := bytes.TrimSpace(data)
	if !isHex(text) {
		return nil, nil
	}
	if !slices.Contains(sizes, len(text)/2) || len(text)%2 != 0 {
		return nil, fmt.Errorf("%d hex digits where a %s has %s", len(text), what, orList(sizes, 2))
	}
	return hex.AppendDecode(nil, text)
}

// orList returns the numbers times factor as "33 or 65".
func orList(numbers []int, factor int) string {
	words := make([]string, len(numbers))
	for i, n := range numbers {
		words[i] = fmt.Sprint(factor * n)
	}
	return strings.Join(words, " or ")
}
