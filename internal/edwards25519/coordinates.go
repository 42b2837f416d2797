// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package edwards25519

import (
	"errors"

	"secant.example/internal/field"
)

// The coordinates of a point are for the other groups of this module: nobody
// else can make the type that they have.

// ExtendedCoordinates returns X, Y, Z and T with x = X/Z, y = Y/Z and x·y = T/Z.
func (v *Point) ExtendedCoordinates() (X, Y, Z, T field.Element) {
	check(v)
	return v.x, v.y, v.z, v.t
}

// SetExtendedCoordinates sets v to the point with x = X/Z, y = Y/Z and
// x·y = T/Z, and returns v. If there is no such point of the curve,
// SetExtendedCoordinates returns nil and an error, and v is unchanged. Its time
// depends on whether it succeeds.
func (v *Point) SetExtendedCoordinates(X, Y, Z, T *field.Element) (*Point, error) {
	// Y^2 - X^2 = Z^2 + d·T^2, X·Y = Z·T, and Z is not 0.
	var left, right, e field.Element
	p.Sqr(&left, Y)
	p.Sqr(&e, X)
	p.Sub(&left, &left, &e)
	p.Sqr(&right, T)
	p.Mul(&right, &right, &d)
	p.Sqr(&e, Z)
	p.Add(&right, &right, &e)
	ok := p.Equal(&left, &right)
	p.Mul(&left, X, Y)
	p.Mul(&right, Z, T)
	ok &= p.Equal(&left, &right) &^ p.IsZero(Z)
	if ok == 0 {
		return nil, errors.New("edwards25519: the coordinates are not those of a point")
	}
	v.x, v.y, v.z, v.t = *X, *Y, *Z, *T
	return v, nil
}
