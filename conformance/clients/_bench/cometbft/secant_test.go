// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package secp256k1

import (
	"testing"

	"github.com/cometbft/cometbft/crypto/internal/benchmarking"
)

func BenchmarkSigning(b *testing.B)      { benchmarking.BenchmarkSigning(b, GenPrivKey()) }
func BenchmarkVerification(b *testing.B) { benchmarking.BenchmarkVerification(b, GenPrivKey()) }
