// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package secant is the landing page of a library of fast, constant-time
// elliptic curves for Go, without cgo. It holds no code; see
//
//   - [secant.example/x25519]: RFC 7748 key exchange;
//   - [secant.example/ed25519]: RFC 8032 signatures with named verification
//     rules;
//   - [secant.example/edwards25519]: the group they are built on;
//   - [secant.example/ristretto255]: the prime-order group of RFC 9496.
package secant
