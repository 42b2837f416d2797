// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package adaptor implements the ECDSA adaptor signatures of the specification of discreet log contracts
// (DLCs): ECDSA signatures over secp256k1 that are encrypted to a point.
//
// The signer, with the private key of a point X, calls [Encrypt] for a point Y. Anyone verifies, by
// [Signature.Verify], that what comes out is an encrypted signature of a digest under X. Who has the private
// key y of Y gets the signature by [Signature.Decrypt], and who has the encrypted one and the signature gets
// y, by [Signature.Recover]. In a contract, Y is what an oracle will sign with, and y a part of its BIP-340
// signature.
//
// An encrypted signature gives away the shared secret of X and Y, x·Y, to everyone: neither of these keys may
// be used for key exchange or encryption. And the scheme was shown to be secure only if who chose Y knows y, as
// an oracle does who announces what it will sign with.
//
// What others send must be verified: a signature that was encrypted wrongly may be of no use.
//
// # Timing
//
// Encrypting, decrypting and recovering take the same time and access the same memory for all secrets; only
// errors show. Parsing and verifying are variable-time, since encrypted signatures are public.
//
// Source: Discreet Log Contract Interoperability, ECDSA-adaptor.md. Nonces, which it leaves open, are those of
// libsecp256k1-zkp.
package adaptor

import (
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"fmt"
	"io"

	"secant.example/internal/entropy"
	"secant.example/internal/scalar"
	curve "secant.example/internal/secp256k1"
	"secant.example/secp256k1/ecdsa"
	"secant.example/secp256k1/schnorr"
)

// SignatureSize is the size in bytes of an encrypted signature: two compressed points and three integers.
const SignatureSize = 162

// Errors. Those that a function returns may say more than these: compare with [errors.Is].
var (
	// ErrPrivateKey means that an [ecdsa.PrivateKey] was never set, or that a signature is encrypted to
	// another one.
	ErrPrivateKey = errors.New("adaptor: invalid private key")
	// ErrPublicKey means that an [ecdsa.PublicKey] was never set.
	ErrPublicKey = errors.New("adaptor: a public key that was never set")
	// ErrSignature means that bytes are no encrypted signature, that a [Signature] was never set, or that an
	// ECDSA signature is not what was encrypted.
	ErrSignature = errors.New("adaptor: invalid signature")
	// ErrFault means that nothing could be made of a nonce, which does not happen: the computer does not
	// compute as it should.
	ErrFault = errors.New("adaptor: no signature for the nonce")
)

var (
	errPrivateUnset = fmt.Errorf("%w: it was never set", ErrPrivateKey)
	errNotEncrypted = fmt.Errorf("%w: the signature is encrypted to another one", ErrPrivateKey)
	errUnset        = fmt.Errorf("%w: it was never set", ErrSignature)
	errSize         = fmt.Errorf("%w: not of 162 bytes", ErrSignature)
	errPoint        = fmt.Errorf("%w: not the compressed encodings of two points", ErrSignature)
	errRange        = fmt.Errorf("%w: an integer is not below n, or one is zero that must not be", ErrSignature)
	errOther        = fmt.Errorf("%w: it is not what was encrypted", ErrSignature)
)

// n computes modulo the order of the group.
var n = scalar.Secp256k1

// A Signature is an encrypted ECDSA signature: R = k·Y and R' = k·G, s' = (m + r·x)/k, where r is the
// x-coordinate of R, and the proof (b, c) that both points have the same k.
//
// The zero value is none: it is not valid. A Signature may be used by several goroutines at once.
type Signature struct {
	kY, kG  curve.Point // R and R', with Z = 1
	r, s    scalar.Scalar
	b, c    scalar.Scalar
	encoded [SignatureSize]byte
}

// Parse returns the encrypted signature that 162 bytes are: R and R', compressed, and s', b and c, big-endian.
// It is an [ErrSignature] if there are more or fewer, if one of them is no point or no integer below n, or if
// s' or r is zero. It is variable-time: what it is given is public.
func Parse(b []byte) (*Signature, error) {
	if len(b) != SignatureSize {
		return nil, errSize
	}
	a := &Signature{encoded: [SignatureSize]byte(b)}
	_, err1 := a.kY.SetBytes(b[:33])
	_, err2 := a.kG.SetBytes(b[33:66])
	if err1 != nil || err2 != nil {
		return nil, errPoint
	}
	below := 1
	for i, x := range []*scalar.Scalar{&a.s, &a.b, &a.c} {
		below &= n.DecodeBE(x, (*[32]byte)(b[66+32*i:]))
	}
	n.ReduceBE(&a.r, (*[32]byte)(b[1:33]))
	if below == 0 || !a.isSet() {
		return nil, errRange
	}
	return a, nil
}

// isSet reports whether a is a signature.
func (a *Signature) isSet() bool { return a != nil && n.IsZero(&a.s)|n.IsZero(&a.r) == 0 }

// Bytes returns the 162 bytes of a. Of a Signature that was never set it returns nil.
func (a *Signature) Bytes() []byte {
	if !a.isSet() {
		return nil
	}
	return append([]byte(nil), a.encoded[:]...)
}

// Options says where random bytes come from, with which nonces are hedged. The zero value, like a nil pointer,
// is the system's secure source.
type Options struct {
	// Random is where 32 bytes are read; nil is the system's secure source.
	Random io.Reader
	// Deterministic makes the nonce of the private key, the public key and the digest alone, and the
	// same signature each time. Random is not read.
	Deterministic bool
}

// Encrypt returns a signature of digest by the private key k, encrypted to the public key Y; opts may be nil.
// Keys that were never set are an [ErrPrivateKey] or an [ErrPublicKey], and an error of the random source is
// returned, wrapped. It is constant-time.
//
// Source: ECDSA-adaptor.md, encrypted signing.
func Encrypt(k *ecdsa.PrivateKey, Y *ecdsa.PublicKey, digest ecdsa.Digest, opts *Options) (*Signature, error) {
	var x scalar.Scalar
	y, err := points(Y)
	if err != nil {
		return nil, err
	}
	if !private(&x, k) {
		return nil, errPrivateUnset
	}
	var aux *[32]byte
	if opts == nil || !opts.Deterministic {
		aux = new([32]byte)
		var random io.Reader
		if opts != nil {
			random = opts.Random
		}
		if err := entropy.Read(random, aux[:]); err != nil {
			return nil, fmt.Errorf("adaptor: %w", err)
		}
	}
	a := new(Signature)
	var nonce scalar.Scalar
	setNonce(&nonce, "ECDSAadaptor/non", &x, y.encoding[:], digest[:], aux)
	R := pair(&nonce, &y.point)
	a.kY, a.kG = R.points[1], R.points[0]
	n.ReduceBE(&a.r, (*[32]byte)(R.encodings[1][1:]))
	// s' = (m + r·x)/k.
	var m, inverse scalar.Scalar
	n.ReduceBE(&m, (*[32]byte)(&digest))
	n.MulAdd(&a.s, &a.r, &x, &m)
	n.Inv(&inverse, &nonce)
	n.Mul(&a.s, &a.s, &inverse)
	if n.IsZero(&nonce) == 1 || !a.isSet() { // nobody knows how to make that happen
		return nil, ErrFault
	}
	if !prove(&a.b, &a.c, &nonce, y, R, aux) {
		return nil, ErrFault
	}
	copy(a.encoded[:], R.encodings[1][:])
	copy(a.encoded[33:], R.encodings[0][:])
	for i, x := range []*scalar.Scalar{&a.s, &a.b, &a.c} {
		n.EncodeBE((*[32]byte)(a.encoded[66+32*i:]), x)
	}
	return a, nil
}

// encryptionKey is the point Y, and its encoding.
type encryptionKey struct {
	point    curve.Point
	encoding [33]byte
}

// points returns the point of a public key.
func points(Y *ecdsa.PublicKey) (*encryptionKey, error) {
	if Y == nil {
		return nil, ErrPublicKey
	}
	b := Y.Bytes()
	if b == nil {
		return nil, ErrPublicKey
	}
	return &encryptionKey{curve.Point(*Y.Point()), [33]byte(b)}, nil
}

// private sets x to the integer of a private key, and reports whether that was set.
func private(x *scalar.Scalar, k *ecdsa.PrivateKey) bool {
	if k == nil {
		return false
	}
	b := k.Bytes()
	return b != nil && n.DecodeBE(x, (*[32]byte)(b)) == 1
}

// A multiple is x·G and x·Y, with Z = 1, and their encodings.
type multiple struct {
	points    [2]curve.Point
	encodings [2][33]byte
}

func pair(x *scalar.Scalar, Y *curve.Point) *multiple {
	m := new(multiple)
	m.points[0].ScalarBaseMult(x)
	m.points[1].ScalarMult(x, Y)
	curve.NormalizeEncodeBatch(m.points[:], m.encodings[:])
	return m
}

// setNonce sets k to a hash of a secret, which is masked by a hash of aux if there is any, of the encoding of
// Y, and of a message.
//
// Source: libsecp256k1-zkp, secp256k1_nonce_function_ecdsa_adaptor.
func setNonce(k *scalar.Scalar, tag string, secret *scalar.Scalar, Y, message []byte, aux *[32]byte) {
	var b [32]byte
	n.EncodeBE(&b, secret)
	if aux != nil {
		mask := schnorr.TaggedHash("ECDSAadaptor/aux", aux[:])
		subtle.XORBytes(b[:], b[:], mask[:])
	}
	b = schnorr.TaggedHash(tag, b[:], Y, message)
	n.ReduceBE(k, &b)
}

// dleqTag is the tag of the challenges, and of the nonces, whose inputs have another length.
const dleqTag = "DLEQ"

// prove sets b and c to the proof that the logarithms of x·G, to the base G, and of x·Y, to the base Y, are
// the same, and reports whether it could, which it always can.
//
// Source: ECDSA-adaptor.md, proof of discrete logarithm equality.
func prove(b, c, x *scalar.Scalar, Y *encryptionKey, X *multiple, aux *[32]byte) bool {
	var a scalar.Scalar
	d := sha256.New()
	d.Write(X.encodings[0][:])
	d.Write(X.encodings[1][:])
	setNonce(&a, dleqTag, x, Y.encoding[:], d.Sum(nil), aux)
	if n.IsZero(&a) == 1 { // nobody knows how to make that happen
		return false
	}
	challenge(b, Y, &X.encodings, &pair(&a, &Y.point).encodings)
	n.MulAdd(c, b, x, &a)
	return true
}

// challenge sets b to the hash of a statement and of what is committed to.
func challenge(b *scalar.Scalar, Y *encryptionKey, X, A *[2][33]byte) {
	h := schnorr.TaggedHash(dleqTag, X[0][:], Y.encoding[:], X[1][:], A[0][:], A[1][:])
	n.ReduceBE(b, &h)
}

// Verify reports whether a is a signature of digest under the public key X, encrypted to the public key Y. It is
// variable-time: its arguments are public.
//
// Source: ECDSA-adaptor.md, encryption verification.
func (a *Signature) Verify(X, Y *ecdsa.PublicKey, digest ecdsa.Digest) bool {
	if !a.isSet() {
		return false
	}
	x, err1 := points(X)
	y, err2 := points(Y)
	if err1 != nil || err2 != nil {
		return false
	}
	// A_G = c·G - b·R' and A_Y = c·Y - b·R.
	var minus, b, m, w scalar.Scalar
	var A multiple
	n.Neg(&minus, &a.b)
	A.points[0].VarTimeDoubleScalarBaseMult(&minus, &a.kG, &a.c)
	var sum curve.VarTimeMSM
	sum.Add(&a.c, &y.point)
	sum.Add(&minus, &a.kY)
	sum.Sum(&A.points[1])
	if A.points[0].IsIdentity()|A.points[1].IsIdentity() == 1 {
		return false
	}
	curve.NormalizeEncodeBatch(A.points[:], A.encodings[:])
	challenge(&b, y, &[2][33]byte{[33]byte(a.encoded[33:]), [33]byte(a.encoded[:])}, &A.encodings)
	if n.Equal(&b, &a.b) == 0 {
		return false
	}
	// R' = (m/s')·G + (r/s')·X.
	n.InvVarTime(&w, &a.s)
	n.ReduceBE(&m, (*[32]byte)(&digest))
	n.Mul(&m, &m, &w)
	n.Mul(&w, &a.r, &w)
	var R curve.Point
	return R.VarTimeDoubleScalarBaseMult(&w, &x.point, &m).Equal(&a.kG) == 1
}

// Decrypt returns the ECDSA signature, with a low s, by the private key y of the point that it was encrypted
// to. A key that was never set, and another one, is an [ErrPrivateKey], and a Signature that was never set an
// [ErrSignature]. What is returned is valid if a is, by [Signature.Verify]. It is constant-time, but for the
// error.
//
// Source: ECDSA-adaptor.md, decryption; that y·R' is R is checked in addition.
func (a *Signature) Decrypt(y *ecdsa.PrivateKey) (ecdsa.Signature, error) {
	var x scalar.Scalar
	if !a.isSet() {
		return ecdsa.Signature{}, errUnset
	}
	if !private(&x, y) {
		return ecdsa.Signature{}, errPrivateUnset
	}
	if new(curve.Point).ScalarMult(&x, &a.kG).Equal(&a.kY) == 0 {
		return ecdsa.Signature{}, errNotEncrypted
	}
	n.Inv(&x, &x)
	n.Mul(&x, &x, &a.s)
	var b [64]byte
	n.EncodeBE((*[32]byte)(b[:]), &a.r)
	n.EncodeBE((*[32]byte)(b[32:]), &x)
	sig, err := ecdsa.ParseCompact(b[:])
	return sig.LowS(), err
}

// Recover returns the private key y of Y, the point that a was encrypted to, from the ECDSA signature that was
// decrypted. Another signature, or another point, is an [ErrSignature], and a public key that was never set an
// [ErrPublicKey]. It is constant-time, but for the error.
//
// Source: ECDSA-adaptor.md, key recovery.
func (a *Signature) Recover(Y *ecdsa.PublicKey, sig ecdsa.Signature) (*ecdsa.PrivateKey, error) {
	if !a.isSet() {
		return nil, errUnset
	}
	want, err := points(Y)
	if err != nil {
		return nil, err
	}
	var r, s scalar.Scalar
	b := sig.Compact()
	n.DecodeBE(&r, (*[32]byte)(b))
	n.DecodeBE(&s, (*[32]byte)(b[32:]))
	if n.Equal(&r, &a.r)&(n.IsZero(&s)^1) == 0 {
		return nil, errOther
	}
	n.Inv(&s, &s)
	n.Mul(&s, &s, &a.s)
	var P, minus curve.Point
	P.ScalarBaseMult(&s)
	negative := minus.Negate(&P).Equal(&want.point)
	if P.Equal(&want.point)|negative == 0 {
		return nil, errOther
	}
	curve.CondNegate(&s, &s, negative)
	var key [32]byte
	n.EncodeBE(&key, &s)
	return ecdsa.NewPrivateKey(key[:])
}
