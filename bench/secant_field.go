// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package bench

import (
	"errors"

	"secant.example/edwards25519"
	"secant.example/internal/field"
	"secant.example/internal/scalar"
)

// Points of edwards25519.
func init() {
	register(Ours, decodeOne, func(in *Inputs) (*Instance, error) {
		v := new(edwards25519.Point)
		return once(func() error {
			_, err := v.SetBytes(in.Points[0])
			return err
		}, func() ([]byte, error) { return v.Bytes(), nil })
	})
	for name, decode := range map[string]func([]edwards25519.Point, [][32]byte, []bool) error{
		decodeMany:        edwards25519.SetBytesBatch,
		varTimeDecodeMany: edwards25519.VarTimeSetBytesBatch,
	} {
		register(Ours, name, func(in *Inputs) (*Instance, error) {
			var encodings [decodeBatch][32]byte
			for i := range encodings {
				encodings[i] = [32]byte(in.Points[i])
			}
			points, ok := make([]edwards25519.Point, decodeBatch), make([]bool, decodeBatch)
			return once(func() error { return decode(points, encodings[:], ok) }, func() (all []byte, err error) {
				for i := range points {
					all = append(all, points[i].Bytes()...)
				}
				return all, nil
			})
		})
	}
	register(Ours, "edwards25519-point/scalar-mult", func(in *Inputs) (*Instance, error) {
		p, err := new(edwards25519.Point).SetBytes(in.Points[0])
		if err != nil {
			return nil, err
		}
		x, err := new(edwards25519.Scalar).SetCanonicalBytes(in.Scalars[0])
		if err != nil {
			return nil, err
		}
		v := new(edwards25519.Point)
		return once(func() error {
			v.ScalarMult(x, p)
			return nil
		}, func() ([]byte, error) { return v.Bytes(), nil })
	})
}

// Inversions: what the groups call.
func init() {
	for name, f := range map[string]struct {
		p   field.Modulus
		inv func(field.Modulus, *field.Element, *field.Element)
	}{
		"field/invert-25519":             {field.P25519, field.Modulus.Inv},
		"field/invert-secp256k1":         {field.PSecp256k1, field.Modulus.Inv},
		"field/invert-vartime-secp256k1": {field.PSecp256k1, field.Modulus.InvVarTime},
	} {
		register(Ours, name, func(in *Inputs) (*Instance, error) {
			var x, v field.Element
			if f.p.Decode(&x, (*[32]byte)(in.Invert)) != 1 {
				return nil, errors.New("too large")
			}
			return once(func() error {
				f.inv(f.p, &v, &x)
				return nil
			}, func() ([]byte, error) {
				var b [32]byte
				f.p.Encode(&b, &v)
				return b[:], nil
			})
		})
	}
	for name, inv := range map[string]func(*scalar.Modulus, *scalar.Scalar, *scalar.Scalar){
		"field/invert-order-secp256k1":         (*scalar.Modulus).Inv,
		"field/invert-vartime-order-secp256k1": (*scalar.Modulus).InvVarTime,
	} {
		register(Ours, name, func(in *Inputs) (*Instance, error) {
			var x, v scalar.Scalar
			if scalar.Secp256k1.Decode(&x, (*[32]byte)(in.Invert)) != 1 {
				return nil, errors.New("too large")
			}
			return once(func() error {
				inv(scalar.Secp256k1, &v, &x)
				return nil
			}, func() ([]byte, error) {
				var b [32]byte
				scalar.Secp256k1.Encode(&b, &v)
				return b[:], nil
			})
		})
	}
}
