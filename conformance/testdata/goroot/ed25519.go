// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package ed25519 has the function of crypto/ed25519 of which the rules are tested there, on
// secant.example/ed25519. A program of which the rules of verification must not change has
// such a function, too.
package ed25519

import "secant.example/ed25519"

// Verify is the function of crypto/ed25519, which panics on a public key of a wrong length.
func Verify(publicKey ed25519.PublicKey, message, sig []byte) bool {
	if len(publicKey) != ed25519.PublicKeySize {
		panic("ed25519: bad public key length")
	}
	return ed25519.VerifyWithRules(publicKey, message, sig, ed25519.StdLib, nil) == nil
}
