// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"bytes"
	"encoding/asn1"
	"encoding/pem"
	"errors"
	"fmt"
	"strings"

	"golang.org/x/crypto/cryptobyte"
	cbasn1 "golang.org/x/crypto/cryptobyte/asn1"
)

// algorithm says what a key is for. It is empty for a public key in an encoding
// that does not tell.
type algorithm string

const (
	algEd25519 algorithm = "Ed25519"
	algX25519  algorithm = "X25519"
)

// keySize is the size in bytes of every private and public key here.
const keySize = 32

// onePEM returns the PEM block that data consists of. Text may stand in front
// of it, as RFC 7468 allows, but nothing may follow.
func onePEM(data []byte) (*pem.Block, error) {
	block, rest := pem.Decode(data)
	switch {
	case block == nil:
		return nil, errors.New("no complete PEM block in it")
	case bytes.Contains(rest, []byte("-----BEGIN ")):
		return nil, fmt.Errorf("more than one PEM block, the first of type %q", block.Type)
	case len(bytes.TrimSpace(rest)) > 0:
		return nil, errors.New("data after the PEM block")
	case strings.Contains(block.Headers["Proc-Type"], "ENCRYPTED"):
		return nil, errEncrypted
	}
	return block, nil
}

// checkAlgorithm returns an error if the DER of a PKCS#8 or SubjectPublicKeyInfo
// structure names another algorithm than those here, or has bytes after its
// end. What is inside is for package x509 to check.
func checkAlgorithm(der cryptobyte.String) error {
	var key, alg cryptobyte.String
	var oid asn1.ObjectIdentifier
	if !der.ReadASN1(&key, cbasn1.SEQUENCE) || !key.SkipOptionalASN1(cbasn1.INTEGER) ||
		!key.ReadASN1(&alg, cbasn1.SEQUENCE) || !alg.ReadASN1ObjectIdentifier(&oid) {
		return errors.New("not the DER of a key")
	}
	if !der.Empty() {
		return errors.New("bytes after the end of the key")
	}
	switch id := oid.String(); id {
	case "1.3.101.110", "1.3.101.112": // X25519, Ed25519
		return nil
	case "1.2.840.113549.1.1.1":
		return errors.New("an RSA key, neither Ed25519 nor X25519")
	case "1.2.840.10045.2.1":
		return errors.New("an ECDSA or ECDH key, neither Ed25519 nor X25519")
	default:
		return fmt.Errorf("a key of algorithm %s, neither Ed25519 nor X25519", id)
	}
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
