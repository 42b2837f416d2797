// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package musig2

import (
	"bytes"
	"crypto"
	"fmt"
	"io"
	"slices"

	"secant.example/internal/scalar"
	curve "secant.example/internal/secp256k1"
	"secant.example/secp256k1/internal/keys"
	"secant.example/secp256k1/schnorr"
)

// A PrivateKey is an integer d in [1, n), and the public key d·G.
//
// The zero value is no key: signing with it is an [ErrPrivateKey]. A PrivateKey may be used by several
// goroutines at once.
type PrivateKey struct {
	key    keys.Private
	public [PublicKeySize]byte
}

// GenerateKey returns a new private key: 32 bytes read from random, or from the system's secure source
// if random is nil. An error of random is returned, wrapped. If they are no private key, it reads again;
// if that is so 8 times, random is not random, and that is an error.
func GenerateKey(random io.Reader) (*PrivateKey, error) {
	k := new(PrivateKey)
	if err := k.key.Generate(random); err != nil {
		return nil, fmt.Errorf("musig2: %w", err)
	}
	k.setPublic()
	return k, nil
}

// NewPrivateKey returns the private key whose 32 bytes, big-endian, are b. Unless they are in [1, n),
// that is an [ErrPrivateKey]. It is constant-time, but for the error.
//
// Source: BIP-327, IndividualPubkey.
func NewPrivateKey(b []byte) (*PrivateKey, error) {
	k := new(PrivateKey)
	if err := k.key.SetBytes(b, keyErrors); err != nil {
		return nil, err
	}
	k.setPublic()
	return k, nil
}

// setPublic sets the public key of k.
func (k *PrivateKey) setPublic() {
	normalize(&k.public, new(curve.Point).ScalarBaseMult(k.key.Scalar()))
}

// normalize sets b to the encoding of P, which is not the identity, and the coordinate Z of P to 1.
func normalize(b *[33]byte, P *curve.Point) {
	odd := P.NormalizeX((*[32]byte)(b[1:]))
	b[0] = byte(2 | odd)
}

// isSet reports whether k is a key.
func (k *PrivateKey) isSet() bool { return k != nil && k.key.IsSet() }

// Bytes returns the 32 bytes of k, big-endian. Of a PrivateKey that was never set it returns nil. It is
// constant-time.
func (k *PrivateKey) Bytes() []byte { return k.key.Bytes() }

// PublicKey returns the 33 bytes of the public key. Of a PrivateKey that was never set it returns nil.
func (k *PrivateKey) PublicKey() []byte {
	if !k.isSet() {
		return nil
	}
	return append([]byte(nil), k.public[:]...)
}

// Equal reports whether x is a *PrivateKey with the same bytes, in constant time. A key that was never
// set is not equal to any.
func (k *PrivateKey) Equal(x crypto.PrivateKey) bool {
	y, ok := x.(*PrivateKey)
	return ok && y != nil && k.key.Equal(&y.key)
}

// Zero overwrites k with the zero value.
func (k *PrivateKey) Zero() { *k = PrivateKey{} }

// SortKeys sorts public keys by their bytes, in place, so that all signers have the same order. It is
// variable-time: public keys are public.
//
// Source: BIP-327, KeySort.
func SortKeys(publicKeys [][]byte) { slices.SortFunc(publicKeys, bytes.Compare) }

// A KeyAgg is a list of public keys, and their aggregate Q, perhaps tweaked. It does not change: what
// tweaks it returns another one. Its zero value is none. It may be used by several goroutines at once.
type KeyAgg struct {
	signers []signer
	point   curve.Point // Q, with Z = 1
	x       [32]byte    // its x-coordinate
	odd     int         // 1 if its y is odd
	gacc    int         // 1 if the private keys count negated
	tacc    scalar.Scalar
}

// A signer is a public key P in a KeyAgg, with its coefficient a.
type signer struct {
	public [PublicKeySize]byte
	P      curve.Point
	a      scalar.Scalar
}

// AggregateKeys returns the aggregate of public keys, each of 33 bytes, in this order: another order
// makes another aggregate. Keys may come more than once. The one that is not the encoding of a point is
// in a [ContributionError]. If there are none, or the aggregate is the identity, that is an
// [ErrPublicKey]. It is variable-time: its arguments are public.
//
// Source: BIP-327, KeyAgg.
func AggregateKeys(publicKeys [][]byte) (*KeyAgg, error) {
	if len(publicKeys) == 0 {
		return nil, errNoKeys
	}
	k := &KeyAgg{signers: make([]signer, len(publicKeys))}
	all := make([]byte, 0, PublicKeySize*len(publicKeys))
	second := -1 // the first that is not the first key
	for i, b := range publicKeys {
		s := &k.signers[i]
		if len(b) != PublicKeySize {
			return nil, &ContributionError{i, errKeyEncoding}
		}
		if _, err := s.P.SetBytes(b); err != nil {
			return nil, &ContributionError{i, errKeyEncoding}
		}
		s.public = [PublicKeySize]byte(b)
		if second < 0 && s.public != k.signers[0].public {
			second = i
		}
		all = append(all, b...)
	}
	list := schnorr.TaggedHash("KeyAgg list", all)
	var msm curve.VarTimeMSM
	msm.Grow(len(k.signers))
	for i := range k.signers {
		s := &k.signers[i]
		if second >= 0 && s.public == k.signers[second].public {
			s.a = scalar.New(1, 0, 0, 0)
		} else {
			h := schnorr.TaggedHash("KeyAgg coefficient", list[:], s.public[:])
			n.ReduceBE(&s.a, &h)
		}
		msm.Add(&s.a, &s.P)
	}
	msm.Sum(&k.point)
	if k.point.IsIdentity() == 1 {
		return nil, errKeySum
	}
	k.odd = k.point.VarTimeNormalizeX(&k.x)
	return k, nil
}

// isSet reports whether k was made.
func (k *KeyAgg) isSet() bool { return k != nil && len(k.signers) > 0 }

// AddTweak returns the KeyAgg of Q + t·G, where t is the tweak, 32 bytes big-endian: what BIP-32 does. A
// tweak of another length, not below n, or that makes the sum the identity, is an [ErrTweak]. It is
// constant-time in the tweak, but for the error.
//
// Source: BIP-327, ApplyTweak with is_xonly_t = false.
func (k *KeyAgg) AddTweak(tweak []byte) (*KeyAgg, error) { return k.tweak(tweak, 0) }

// AddXOnlyTweak returns the KeyAgg of Q + t·G, or of -Q + t·G if Q has an odd y-coordinate, where t is
// the tweak, 32 bytes big-endian: what Taproot does, with the [schnorr.PublicKey.TapTweak] of the public
// key. A tweak of another length, not below n, or that makes the sum the identity, is an [ErrTweak]. It
// is constant-time in the tweak, but for the error.
//
// Source: BIP-327, ApplyTweak with is_xonly_t = true.
func (k *KeyAgg) AddXOnlyTweak(tweak []byte) (*KeyAgg, error) { return k.tweak(tweak, 1) }

func (k *KeyAgg) tweak(tweak []byte, xOnly int) (*KeyAgg, error) {
	if !k.isSet() {
		return nil, ErrNotMade
	}
	if len(tweak) != 32 {
		return nil, errTweakSize
	}
	var t scalar.Scalar
	if n.DecodeBE(&t, (*[32]byte)(tweak)) == 0 {
		return nil, errTweakRange
	}
	negate := xOnly & k.odd
	next := &KeyAgg{signers: k.signers, gacc: k.gacc ^ negate}
	next.point.CondNegate(&k.point, negate)
	next.point.Add(&next.point, new(curve.Point).ScalarBaseMult(&t))
	if next.point.IsIdentity() == 1 {
		return nil, errTweakSum
	}
	next.odd = next.point.NormalizeX(&next.x)
	curve.CondNegate(&next.tacc, &k.tacc, negate)
	n.Add(&next.tacc, &next.tacc, &t)
	return next, nil
}

// PublicKey returns the x-only public key, under which signatures are valid. Of the zero value it is a
// PublicKey that was never set.
//
// Source: BIP-327, GetXonlyPubkey.
func (k *KeyAgg) PublicKey() *schnorr.PublicKey {
	if !k.isSet() {
		return new(schnorr.PublicKey)
	}
	var p keys.Public
	p.SetPoint(&k.point)
	public, err := schnorr.NewPublicKeyFromPoint(p.GroupPoint())
	if err != nil { // Q is not the identity
		return new(schnorr.PublicKey)
	}
	return public
}

// PlainPublicKey returns the 33 bytes of Q, compressed: what BIP-32 derives from. Of the zero value it
// returns nil.
//
// Source: BIP-327, GetPlainPubkey.
func (k *KeyAgg) PlainPublicKey() []byte {
	if !k.isSet() {
		return nil
	}
	return append([]byte{byte(2 | k.odd)}, k.x[:]...)
}

// Len returns how many public keys there are.
func (k *KeyAgg) Len() int {
	if k == nil {
		return 0
	}
	return len(k.signers)
}

// find returns the signer of a private key, or nil.
func (k *KeyAgg) find(private *PrivateKey) *signer {
	for i := range k.signers {
		if k.signers[i].public == private.public {
			return &k.signers[i]
		}
	}
	return nil
}
