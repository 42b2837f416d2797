// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package bench

import (
	"errors"
	"slices"

	"github.com/consensys/gnark-crypto/ecc/secp256k1/fp"
	"github.com/consensys/gnark-crypto/ecc/secp256k1/fr"
	"github.com/decred/dcrd/dcrec/secp256k1/v4"
	secp256k1voi "gitlab.com/yawning/secp256k1-voi"
)

// reversed returns b in the other byte order.
func reversed(b []byte) []byte {
	r := slices.Clone(b)
	slices.Reverse(r)
	return r
}

// Inversions of libraries whose interface has them. Results are little-endian.
func init() {
	register("dcrec", "field/invert-secp256k1", func(in *Inputs) (*Instance, error) {
		var x, v secp256k1.FieldVal
		if x.SetByteSlice(reversed(in.Invert)) {
			return nil, errors.New("too large")
		}
		return once(func() error {
			v.Set(&x).Inverse()
			return nil
		}, func() ([]byte, error) { return reversed(v.Normalize().Bytes()[:]), nil })
	})
	register("dcrec", "field/invert-vartime-order-secp256k1", func(in *Inputs) (*Instance, error) {
		var x, v secp256k1.ModNScalar
		if x.SetByteSlice(reversed(in.Invert)) {
			return nil, errors.New("too large")
		}
		return once(func() error {
			v.InverseValNonConst(&x)
			return nil
		}, func() ([]byte, error) {
			b := v.Bytes()
			return reversed(b[:]), nil
		})
	})
	register("secp256k1-voi", "field/invert-order-secp256k1", func(in *Inputs) (*Instance, error) {
		x, err := secp256k1voi.NewScalarFromCanonicalBytes((*[32]byte)(reversed(in.Invert)))
		if err != nil {
			return nil, err
		}
		v := secp256k1voi.NewScalar()
		return once(func() error {
			v.Invert(x)
			return nil
		}, func() ([]byte, error) { return reversed(v.Bytes()), nil })
	})
	register("gnark-crypto", "field/invert-vartime-secp256k1", func(in *Inputs) (*Instance, error) {
		var x, v fp.Element
		if err := x.SetBytesCanonical(reversed(in.Invert)); err != nil {
			return nil, err
		}
		return once(func() error {
			v.Inverse(&x)
			return nil
		}, func() ([]byte, error) {
			b := v.Bytes()
			return reversed(b[:]), nil
		})
	})
	register("gnark-crypto", "field/invert-vartime-order-secp256k1", func(in *Inputs) (*Instance, error) {
		var x, v fr.Element
		if err := x.SetBytesCanonical(reversed(in.Invert)); err != nil {
			return nil, err
		}
		return once(func() error {
			v.Inverse(&x)
			return nil
		}, func() ([]byte, error) {
			b := v.Bytes()
			return reversed(b[:]), nil
		})
	})
}
