// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package do255e

import (
	"testing"

	"secant.example/internal/dotest"
)

var pkg = &dotest.Package[group]{
	Model:             dotest.DO255E,
	SignatureSize:     SignatureSize,
	ErrPrivateKey:     ErrPrivateKey,
	ErrPublicKey:      ErrPublicKey,
	ErrHash:           ErrHash,
	Hashes:            Hashes,
	NewIdentityPoint:  NewIdentityPoint,
	NewGeneratorPoint: NewGeneratorPoint,
	NewScalar:         NewScalar,
	GenerateKey:       GenerateKey,
	NewPrivateKey:     NewPrivateKey,
	NewPublicKey:      NewPublicKey,
	Verify:            Verify,
	FillSharedSecret:  FillSharedSecret,
}

func Test(t *testing.T) { pkg.Test(t) }

func Benchmark(b *testing.B) { pkg.Benchmark(b) }

func FuzzDecode(f *testing.F) { pkg.FuzzDecode(f) }
func FuzzVerify(f *testing.F) { pkg.FuzzVerify(f) }
func FuzzSign(f *testing.F)   { pkg.FuzzSign(f) }
