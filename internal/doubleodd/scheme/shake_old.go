// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

//go:build !go1.24

package scheme

import (
	"sync"

	"golang.org/x/crypto/sha3"
)

var shake256States = sync.Pool{New: func() any { return &state{h: sha3.NewShake256()} }}

// sumSHAKE256 sets out to the beginning of SHAKE256 of the parts, without package crypto/sha3,
// which came with Go 1.24.
func sumSHAKE256(out []byte, parts [][]byte) { sumPooled(&shake256States, out, parts) }
