// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package silentpayments

import (
	"secant.example/internal/scalar"
	curve "secant.example/internal/secp256k1"
	"secant.example/secp256k1/internal/keys"
)

// An InputKey is the private key of an input that counts.
type InputKey struct {
	Key     []byte // 32 bytes, big-endian: of a taproot output that of the output, which is tweaked
	Taproot bool   // whether the input spends a taproot output; if this is wrong, the payment is lost
}

// A group is the recipients with the same scanning key.
type group struct {
	size   int
	shared [PublicKeySize]byte
	k      uint32 // how many of them have their outputs
}

// CreateOutputs returns the keys of taproot outputs that pay to the recipients, one for each, in their
// order. They are of 32 bytes, and all of them must be in the transaction. It takes the outpoints of all
// inputs, and the private keys of those that count. Who adds or removes inputs must make the outputs anew,
// and must not sign with ANYONECANPAY.
//
// Which inputs count, their scripts tell before they are signed: those of P2WPKH, and of P2SH-P2WPKH and
// P2PKH if the public key is compressed; and those of P2TR, whether they are to be spent by the key or by a
// script, unless they are spent by a script and the internal key is H of BIP-341. No other counts, and no
// input may be of a version of SegWit above 1. The receiver adds up all keys that count: if one is missing
// here or too many, or if Taproot is wrong, the payment is lost, and nothing here can notice. Who can compare
// with the signed transaction should, by [Input.PublicKey], before it is published.
//
// To pay several times to an address, give it several times. It is an [ErrRecipients] if there are no
// recipients, or more than [MaxRecipients] with the same scanning key; an [ErrAddress] if one was never
// set, or is in another network than the others; an [ErrPrivateKey] if one is not of 32 bytes and in [1,
// n); and an [ErrInputs] if there are no outpoints or one twice, no keys or more than outpoints, or if the
// keys add up to 0. It is constant-time in the private keys, but for errors.
//
// Source: BIP-352, creating outputs.
func CreateOutputs(outpoints []Outpoint, inputs []InputKey, recipients []*Address) ([][OutputSize]byte, error) {
	groups, err := groupRecipients(recipients)
	if err != nil {
		return nil, err
	}
	lowest, err := lowestOutpoint(outpoints)
	if err != nil {
		return nil, err
	}
	if len(inputs) > len(outpoints) {
		return nil, errManyKeys
	}
	var sum scalar.Scalar
	if err := sumKeys(&sum, inputs); err != nil {
		return nil, err
	}
	var A curve.Point
	A.ScalarBaseMult(&sum)
	A.Normalize(&A)
	var multiplier scalar.Scalar
	if !inputHash(&multiplier, &lowest, &A) {
		return nil, errHash
	}
	n.Mul(&multiplier, &multiplier, &sum)

	points := make([]curve.Point, len(recipients))
	for i, a := range recipients {
		g := groups[[PublicKeySize]byte(a.ScanKey())]
		if g.k == 0 {
			var S curve.Point
			S.ScalarMult(&multiplier, a.scan.Point())
			S.Encode(&g.shared)
		}
		var t scalar.Scalar
		if !outputTweak(&t, &g.shared, g.k) {
			return nil, errHash
		}
		g.k++
		points[i].ScalarBaseMult(&t)
		points[i].Add(&points[i], a.spend.Point())
		if points[i].IsIdentity() == 1 {
			return nil, errSum
		}
	}
	curve.NormalizeBatch(len(points), func(i int) *curve.Point { return &points[i] })
	outputs := make([][OutputSize]byte, len(recipients))
	for i := range points {
		var b [PublicKeySize]byte
		points[i].EncodeNormal(&b)
		outputs[i] = [OutputSize]byte(b[1:])
	}
	return outputs, nil
}

// groupRecipients returns the groups, by their scanning keys.
func groupRecipients(recipients []*Address) (map[[PublicKeySize]byte]*group, error) {
	if len(recipients) == 0 {
		return nil, errNone
	}
	groups := map[[PublicKeySize]byte]*group{}
	for _, a := range recipients {
		if !a.isSet() {
			return nil, errUnset
		}
		if a.network != recipients[0].network {
			return nil, errNetworks
		}
		scan := [PublicKeySize]byte(a.ScanKey())
		if groups[scan] == nil {
			groups[scan] = new(group)
		}
		if groups[scan].size++; groups[scan].size > MaxRecipients {
			return nil, errMany
		}
	}
	return groups, nil
}

// sumKeys sets sum to the sum of the private keys; those of taproot outputs are negated if that makes y
// even.
func sumKeys(sum *scalar.Scalar, inputs []InputKey) error {
	if len(inputs) == 0 {
		return errNoKeys
	}
	for _, in := range inputs {
		var k keys.Private
		if err := k.SetBytes(in.Key, keyErrors); err != nil {
			return err
		}
		d := *k.Scalar()
		if in.Taproot {
			var P curve.Point
			var minus scalar.Scalar
			P.ScalarBaseMult(&d)
			n.Neg(&minus, &d)
			d.Select(&minus, &d, P.IsYOdd())
		}
		n.Add(sum, sum, &d)
	}
	if n.IsZero(sum) == 1 {
		return errKeySum
	}
	return nil
}
