// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package bench

import (
	"strings"

	"secant.example/internal/cpu"
	"secant.example/internal/measure"
)

// hasVectors reports whether our vector engine has a part in an operation. On secp256k1 it has one in
// batches.
func hasVectors(op *Operation) bool {
	switch op.Family {
	case "x25519", "ed25519", "ed25519-batch", "edwards25519-point", "edwards25519", "ristretto255":
		return true
	case "secp256k1":
		return op.Items > 1
	case "protocols":
		for _, none := range []string{"merlin", "musig2", "bip32", "slip10", "adaptor", "ellswift", "silentpayments", "frost-secp256k1", "frost-taproot"} {
			if strings.Contains(op.Name, none) {
				return false
			}
		}
		return true
	}
	return false
}

// scalarEngine is what [Scalar] may use, and differs says whether that is less
// than what is there.
func scalarEngine() (features cpu.Features, differs bool) {
	features = cpu.X86
	features.IFMA = false
	return features, features != cpu.X86
}

// registerScalar adds ours with its vector engine turned off, if it has one here
// that has a part in the operation.
func registerScalar(op *Operation, m Maker) {
	features, differs := scalarEngine()
	if !differs || !hasVectors(op) {
		return
	}
	registry[op.Name] = append(registry[op.Name], entry{Scalar, func(in *Inputs) (*Instance, error) {
		defer cpu.Force(features)()
		i, err := m(in)
		if err != nil {
			return nil, err
		}
		run, forged := i.Run, i.Forged
		i.Run = measure.Func(func(n int) error {
			defer cpu.Force(features)()
			return run(n)
		})
		if forged != nil {
			i.Forged = func() error {
				defer cpu.Force(features)()
				return forged()
			}
		}
		return i, nil
	}})
}
