// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package bench

import (
	"strings"

	"secant.example/internal/cpu"
	"secant.example/internal/measure"
)

// hasVectors reports whether our vector engines have a part in an operation. On secp256k1 and the double-odd curves they
// have one in batches.
func hasVectors(op *Operation) bool {
	switch op.Family {
	case "x25519", "ed25519", "ed25519-batch", "edwards25519-point", "edwards25519", "ristretto255":
		return true
	case "secp256k1", "secp256k1-msm", "jq255e", "jq255s", "do255e", "do255s":
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

// An engine is ours with less of what this machine has.
type engine struct {
	peer     string
	features cpu.Features
}

// engines are those that are not what the machine would take: [AVX2] is what it would without IFMA, and [Scalar] what every
// amd64 runs, without BMI2 and vectors.
func engines() (list []engine) {
	avx2 := cpu.WithoutIFMA()
	if avx2 != cpu.X86 {
		list = append(list, engine{AVX2, avx2})
	}
	if none := (cpu.Features{}); none != avx2 {
		list = append(list, engine{Scalar, none})
	}
	return list
}

// registerEngines adds ours with less, if vectors have a part in the operation.
func registerEngines(op *Operation, m Maker) {
	if !hasVectors(op) {
		return
	}
	for _, e := range engines() {
		registry[op.Name] = append(registry[op.Name], entry{e.peer, func(in *Inputs) (*Instance, error) {
			defer cpu.Force(e.features)()
			i, err := m(in)
			if err != nil {
				return nil, err
			}
			run, forged := i.Run, i.Forged
			i.Run = measure.Func(func(n int) error {
				defer cpu.Force(e.features)()
				return run(n)
			})
			if forged != nil {
				i.Forged = func() error {
					defer cpu.Force(e.features)()
					return forged()
				}
			}
			return i, nil
		}})
	}
}
