// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package edwards25519

import "errors"

// A Suite is the identifier of one of the suites of RFC 9380, section 8.5, that
// hash to this curve.
//
// The suites _RO_ are like a random oracle: nobody knows the logarithm of a hash,
// and hashes are indistinguishable from uniform points of the prime-order
// subgroup. The suites _NU_ take half the time, but their hashes can be told from
// uniform points.
//
// The suites of curve25519 compute the same as those of edwards25519, on the
// birationally equivalent curve of RFC 7748; [Point.MontgomeryCoordinates] has the
// result in its coordinates.
type Suite string

// The suites.
const (
	SuiteRO           Suite = "edwards25519_XMD:SHA-512_ELL2_RO_"
	SuiteNU           Suite = "edwards25519_XMD:SHA-512_ELL2_NU_"
	SuiteMontgomeryRO Suite = "curve25519_XMD:SHA-512_ELL2_RO_"
	SuiteMontgomeryNU Suite = "curve25519_XMD:SHA-512_ELL2_NU_"
)

var (
	errSuite = errors.New("edwards25519: unknown suite")
	errTag   = errors.New("edwards25519: the domain separation tag must not be empty")

	errPointUniform = errors.New("edwards25519: a point is made of 96 uniform bytes")
)

// SetHash sets v to the hash of msg to a point of the prime-order subgroup, and
// returns v: hash_to_curve of RFC 9380 for the suite [SuiteRO]. dst, the domain
// separation tag, must not be empty; it should be unlike that of any other use of the
// suite, and have 16 bytes or more. If it is empty, SetHash returns nil and an error, and v
// is unchanged. Its time depends on the lengths of msg and dst only.
func (v *Point) SetHash(msg, dst []byte) (*Point, error) { return v.SetHashSuite(SuiteRO, msg, dst) }

// SetHashSuite is [Point.SetHash] for any of the suites: hash_to_curve of RFC 9380 for
// those with _RO_, and encode_to_curve for those with _NU_. An unknown suite is an error
// too. Its time depends on the suite and on the lengths of msg and dst only.
func (v *Point) SetHashSuite(suite Suite, msg, dst []byte) (*Point, error) {
	var maps int
	switch suite {
	case SuiteRO, SuiteMontgomeryRO:
		maps = 2
	case SuiteNU, SuiteMontgomeryNU:
		maps = 1
	default:
		return nil, errSuite
	}
	if v.receiver().SetHash(msg, dst, maps) != nil {
		return nil, errTag // the one error that there is
	}
	return v, nil
}

// SetUniformBytes sets v to the image of the 96 bytes b, and returns v: hash_to_curve of RFC
// 9380 for the suite [SuiteRO], with b in place of what expand_message returns. If b is
// uniform, v is indistinguishable from a uniform point of the prime-order
// subgroup, and nobody knows its
// logarithm. If b has another length, SetUniformBytes returns nil and an error, and v is
// unchanged.
func (v *Point) SetUniformBytes(b []byte) (*Point, error) {
	if len(b) != 96 {
		return nil, errPointUniform
	}
	v.setUniform((*[96]byte)(b))
	return v, nil
}

func (v *Point) setUniform(b *[96]byte) { v.receiver().SetUniform(b[:]) }
