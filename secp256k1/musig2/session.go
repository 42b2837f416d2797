// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package musig2

import (
	"encoding/binary"

	"secant.example/internal/scalar"
	curve "secant.example/internal/secp256k1"
	"secant.example/secp256k1/schnorr"
)

// A Session is what all signers have in common in the second round: the aggregate key and nonce, and the
// message. It does not change. Its zero value is none. It may be used by several goroutines at once.
type Session struct {
	keys  *KeyAgg
	nonce curve.Point // the final nonce R, with an even y-coordinate
	x     [32]byte    // its x-coordinate
	odd   int         // 1 if the nonces count negated
	b, e  scalar.Scalar
}

// NewSession returns the session of an aggregate nonce of 66 bytes and a message, of any length. A nonce
// that is not one is an [ErrAggregateNonce], for which who aggregated is to blame. It is variable-time:
// its arguments are public.
//
// Source: BIP-327, GetSessionValues.
func (k *KeyAgg) NewSession(aggregateNonce, message []byte) (*Session, error) {
	if !k.isSet() {
		return nil, ErrNotMade
	}
	var R [2]curve.Point
	if !decodeNonce(&R, aggregateNonce, true) {
		return nil, ErrAggregateNonce
	}
	return k.newSession(&R, aggregateNonce, message), nil
}

// newSession returns the session of R1 and R2.
func (k *KeyAgg) newSession(R *[2]curve.Point, aggregateNonce, message []byte) *Session {
	s := &Session{keys: k}
	h := schnorr.TaggedHash("MuSig/noncecoef", aggregateNonce, k.x[:], message)
	n.ReduceBE(&s.b, &h)
	var zero scalar.Scalar
	s.nonce.VarTimeDoubleScalarBaseMult(&s.b, &R[1], &zero)
	s.nonce.Add(&s.nonce, &R[0])
	if s.nonce.IsIdentity() == 1 {
		s.nonce.SetGenerator()
	}
	s.odd = s.nonce.VarTimeNormalizeX(&s.x)
	s.nonce.CondNegate(&s.nonce, s.odd)
	h = schnorr.TaggedHash("BIP0340/challenge", s.x[:], k.x[:], message)
	n.ReduceBE(&s.e, &h)
	return s
}

// isSet reports whether s was made.
func (s *Session) isSet() bool { return s != nil && s.keys.isSet() }

// Sign returns the partial signature, 32 bytes, of k, and uses up the nonce, which k must have made. It
// is an [ErrPrivateKey] if the public key of k is not among those that were aggregated, and an
// [ErrSecretNonce] if the nonce has signed before, or is that of another key. The partial signature is
// verified: if it is not valid, that is an [ErrFault]. It is constant-time.
//
// Source: BIP-327, Sign.
func (s *Session) Sign(k *PrivateKey, nonce *SecretNonce) ([]byte, error) {
	if !s.isSet() {
		return nil, ErrNotMade
	}
	if !k.isSet() {
		return nil, keyErrors.PrivateUnset
	}
	signer := s.keys.find(k)
	if signer == nil {
		return nil, errNotAmong
	}
	var ks [2]scalar.Scalar
	made, err := nonce.use(&ks, &k.public)
	if err != nil {
		return nil, err
	}
	// z = k1 + b·k2 + e·a·d, where the nonces count negated if R is odd, and d if one of Q and gacc says so.
	var z, d scalar.Scalar
	n.MulAdd(&z, &s.b, &ks[1], &ks[0])
	curve.CondNegate(&z, &z, s.odd)
	curve.CondNegate(&d, k.key.Scalar(), s.keys.odd^s.keys.gacc)
	n.Mul(&d, &d, &signer.a)
	n.MulAdd(&z, &d, &s.e, &z)
	if !s.verify(signer, &made.R, &z) {
		return nil, ErrFault
	}
	partial := make([]byte, PartialSignatureSize)
	n.EncodeBE((*[32]byte)(partial), &z)
	return partial, nil
}

// VerifyPartial reports whether a partial signature is that of a signer, the index of whose public key
// in the list is given, from 0, and whose public nonce is one of those that were aggregated. Wrong
// lengths and encodings make it false. It is variable-time: its arguments are public.
//
// It tells who is to blame if there is no valid signature. By itself it does not prove that the signer
// signed.
//
// Source: BIP-327, PartialSigVerify.
func (s *Session) VerifyPartial(index int, publicNonce, partial []byte) bool {
	if !s.isSet() || index < 0 || index >= len(s.keys.signers) || len(partial) != PartialSignatureSize {
		return false
	}
	var R [2]curve.Point
	var z scalar.Scalar
	return decodeNonce(&R, publicNonce, false) && n.DecodeBE(&z, (*[32]byte)(partial)) == 1 && s.verify(&s.keys.signers[index], &R, &z)
}

// verify reports whether z·G = R1 + b·R2 + e·a·P, with the signs as in Sign, in variable time: its
// arguments are public.
func (s *Session) verify(signer *signer, R *[2]curve.Point, z *scalar.Scalar) bool {
	var x, zero scalar.Scalar
	var left, right curve.Point
	n.Mul(&x, &s.e, &signer.a)
	curve.CondNegate(&x, &x, s.keys.odd^s.keys.gacc^1)
	left.VarTimeDoubleScalarBaseMult(&x, &signer.P, z) // without e·a·P
	right.VarTimeDoubleScalarBaseMult(&s.b, &R[1], &zero)
	right.Add(&right, &R[0])
	right.CondNegate(&right, s.odd)
	return left.Equal(&right) == 1
}

// Aggregate returns the signature, 64 bytes, of the partial signatures of all signers, of 32 bytes each,
// in any order. If their number is not that of the public keys, or they make no valid signature, that is
// an [ErrPartialSignature]; one that is out of range is in a [ContributionError]. It is variable-time:
// its arguments are public.
//
// Source: BIP-327, PartialSigAgg.
func (s *Session) Aggregate(partials [][]byte) ([]byte, error) {
	if !s.isSet() {
		return nil, ErrNotMade
	}
	if len(partials) != len(s.keys.signers) {
		return nil, errPartialCount
	}
	// The tweaks first: e·g·tacc.
	var sum scalar.Scalar
	curve.CondNegate(&sum, &s.keys.tacc, s.keys.odd)
	n.Mul(&sum, &sum, &s.e)
	for i, b := range partials {
		if len(b) != PartialSignatureSize {
			return nil, &ContributionError{i, errPartialSize}
		}
		var z scalar.Scalar
		if n.DecodeBE(&z, (*[32]byte)(b)) == 0 {
			return nil, &ContributionError{i, errPartialRange}
		}
		n.Add(&sum, &sum, &z)
	}
	// s·G = R + e·Q, for the Q with an even y-coordinate.
	var x scalar.Scalar
	var V curve.Point
	curve.CondNegate(&x, &s.e, s.keys.odd^1)
	if V.VarTimeDoubleScalarBaseMult(&x, &s.keys.point, &sum).Equal(&s.nonce) != 1 {
		return nil, errPartialSum
	}
	sig := make([]byte, SignatureSize)
	copy(sig, s.x[:])
	n.EncodeBE((*[32]byte)(sig[32:]), &sum)
	return sig, nil
}

// SignDeterministic returns the public nonce and the partial signature of k, without a first round and
// without anything to keep: for the one signer who is last, and has the aggregate nonce of all others.
// The nonce is a hash of the private key, the aggregate nonce, the aggregate key, the message, and aux:
// 32 bytes of random data, which need not be good, or empty; another length is an [ErrAux]. It is
// constant-time.
//
// All others take the nonces together by [AggregateNonces] of the public nonce and theirs, or of that
// and the aggregate of theirs if it has no identity.
//
// Source: BIP-327, DeterministicSign.
func (k *KeyAgg) SignDeterministic(private *PrivateKey, aggregateOfOthers, message, aux []byte) (publicNonce, partial []byte, err error) {
	if !k.isSet() {
		return nil, nil, ErrNotMade
	}
	if !private.isSet() {
		return nil, nil, keyErrors.PrivateUnset
	}
	if len(aux) != 0 && len(aux) != AuxSize {
		return nil, nil, ErrAux
	}
	var others [2]curve.Point
	if !decodeNonce(&others, aggregateOfOthers, false) {
		return nil, nil, ErrAggregateNonce
	}
	var secret [32]byte
	if len(aux) != 0 {
		private.mix(&secret, (*[32]byte)(aux))
	} else {
		n.EncodeBE(&secret, private.key.Scalar())
	}
	size := binary.BigEndian.AppendUint64(nil, uint64(len(message)))
	var ks [2]scalar.Scalar
	for i := range ks {
		h := schnorr.TaggedHash("MuSig/deterministic/nonce", secret[:], aggregateOfOthers, k.x[:], size, message, []byte{byte(i)})
		n.ReduceBE(&ks[i], &h)
	}
	nonce, err := makeNonce(&ks, &private.public)
	if err != nil {
		return nil, nil, err
	}
	var b [AggregateNonceSize]byte
	for i := range others {
		others[i].Add(&others[i], &nonce.nonce.R[i])
	}
	encodeAggregate(&b, &others)
	partial, err = k.newSession(&others, b[:], message).Sign(private, nonce)
	if err != nil {
		return nil, nil, err
	}
	return nonce.Public(), partial, nil
}
