// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package sr25519

import (
	"io"

	curve "secant.example/internal/edwards25519"
	"secant.example/internal/lattice"
	"secant.example/internal/scalar"
	"secant.example/merlin"
)

// A SigningContext makes transcripts of messages. Its zero value is none, whose transcripts are errors. It
// may be used by several goroutines at once.
type SigningContext struct{ t merlin.Transcript }

// NewSigningContext returns the context that says what signatures are for.
//
// Source: schnorrkel, SigningContext::new.
func NewSigningContext(context []byte) *SigningContext {
	c := new(SigningContext)
	c.set(context)
	return c
}

// signingContext is what all contexts start with.
var signingContext = merlin.NewTranscript("SigningContext")

func (c *SigningContext) set(context []byte) {
	c.t = *signingContext
	c.t.AppendMessage("", context)
}

// with returns the transcript that goes on with a message.
func (c *SigningContext) with(label string, message []byte) *merlin.Transcript {
	t := c.t
	t.AppendMessage(label, message)
	return &t
}

// Message returns the transcript of a message.
func (c *SigningContext) Message(message []byte) *merlin.Transcript {
	return c.with("sign-bytes", message)
}

// transcriptOf returns the transcript of a message in a context.
func transcriptOf(context, message []byte) merlin.Transcript {
	var c SigningContext
	c.set(context)
	c.t.AppendMessage("sign-bytes", message)
	return c.t
}

// Hash256 returns the transcript of a digest by a hash function with 256 bits.
func (c *SigningContext) Hash256(digest [32]byte) *merlin.Transcript {
	return c.with("sign-256", digest[:])
}

// Hash512 returns the transcript of a digest by a hash function with 512 bits.
func (c *SigningContext) Hash512(digest [64]byte) *merlin.Transcript {
	return c.with("sign-512", digest[:])
}

// XOF returns the transcript of the first 32 bytes of an extendable-output function.
func (c *SigningContext) XOF(output [32]byte) *merlin.Transcript {
	return c.with("sign-XoF", output[:])
}

// Sign returns the 64-byte signature of message in the context, with 32 bytes of the system's secure
// source in the nonce. A private key that was never set is an [ErrPrivateKey]. It is constant-time.
//
// Source: schnorrkel, SecretKey::sign_simple.
func Sign(k *PrivateKey, context, message []byte) ([]byte, error) {
	// The work is in another function so that this one is inlined, and a signature that does not
	// outlive its caller needs no allocation.
	return sign(make([]byte, SignatureSize), k, context, message)
}

func sign(sig []byte, k *PrivateKey, context, message []byte) ([]byte, error) {
	t := transcriptOf(context, message)
	return k.sign(sig, &t, nil)
}

// SignTranscript returns the 64-byte signature of a transcript, which stays as it is. The nonce is made
// of the transcript, the secret nonce seed, and 32 bytes that are read from random, or from the system's
// secure source if random is nil: also with a random that is known it is secret. An error of random is
// returned, wrapped. A private key that was never set is an [ErrPrivateKey]. It is constant-time.
//
// Source: schnorrkel, SecretKey::sign.
func (k *PrivateKey) SignTranscript(t *merlin.Transcript, random io.Reader) ([]byte, error) {
	return k.sign(make([]byte, SignatureSize), t, random)
}

// sign sets sig = R || s with the highest bit set, where R = [r]B, r is a secret hash and s = r + k·x
// for the challenge k.
func (k *PrivateKey) sign(sig []byte, transcript *merlin.Transcript, random io.Reader) ([]byte, error) {
	if !k.isSet() {
		return nil, errUnset
	}
	t := *transcript
	startSignature(&t, &k.public.encoding)
	var r, c scalar.Scalar
	if err := witness(&r, &t, "signing", &k.nonce, random); err != nil {
		return nil, err
	}
	var half scalar.Scalar
	var halfR [1]curve.Element
	var R [1][32]byte
	order.Halve(&half, &r)
	halfR[0].Point().ScalarBaseMult(&half)
	curve.EncodeDoubles(R[:], halfR[:]) // in less time than R itself
	copy(sig, R[0][:])
	t.AppendMessage("sign:R", sig[:32])
	if err := challenge(&c, &t, "sign:c"); err != nil {
		return nil, err
	}
	order.MulAdd(&c, &c, &k.x, &r)
	order.Encode((*[32]byte)(sig[32:]), &c)
	sig[63] |= 0x80
	return sig, nil
}

// startSignature appends what signing and verification append first.
func startSignature(t *merlin.Transcript, public *[PublicKeySize]byte) {
	t.AppendMessage("proto-name", []byte("Schnorr-sig"))
	t.AppendMessage("sign:pk", public[:])
}

// witness sets r to a secret number that depends on the transcript, the nonce seed and random.
func witness(r *scalar.Scalar, t *merlin.Transcript, label string, nonce *[32]byte, random io.Reader) error {
	rng, err := t.BuildRNG().RekeyWithWitness(label, nonce[:]).Finalize(random)
	if err != nil {
		return err
	}
	var wide [64]byte
	if _, err := rng.Read(wide[:]); err != nil {
		return err
	}
	order.DecodeWide(r, &wide)
	return nil
}

// challenge sets c to a challenge.
func challenge(c *scalar.Scalar, t *merlin.Transcript, label string) error {
	var wide [64]byte
	if err := t.ExtractBytes(wide[:], label); err != nil {
		return err
	}
	order.DecodeWide(c, &wide)
	return nil
}

// Verify reports whether sig is a valid signature of message in the context under the public key of 32
// bytes. Wrong lengths and encodings make it false. It is variable-time: its arguments are public.
//
// Source: schnorrkel, PublicKey::verify_simple.
func Verify(publicKey, context, message, sig []byte) bool {
	t := transcriptOf(context, message)
	var c claim
	return c.set(publicKey, &t, sig) && c.verify()
}

// Verify reports whether sig is a valid signature of message in the context under p. It is
// variable-time: its arguments are public.
func (p *PublicKey) Verify(context, message, sig []byte) bool {
	t := transcriptOf(context, message)
	return p.VerifyTranscript(&t, sig)
}

// VerifyTranscript reports whether sig is a valid signature of the transcript, which stays as it is,
// under p. It is variable-time: its arguments are public.
//
// Source: schnorrkel, PublicKey::verify.
func (p *PublicKey) VerifyTranscript(t *merlin.Transcript, sig []byte) bool {
	var c claim
	var R curve.Element
	return p.isSet() && c.set(p.encoding[:], t, sig) && R.Decode(&c.R) && c.holds(&p.element, &R)
}

// A claim is a signature (R, s) under the public key A whose form is valid. What remains to be checked
// are the elements and the equation [s]B = R + [k]A, where k is the challenge.
type claim struct {
	A, R [32]byte
	s, k scalar.Scalar
}

// set checks the form of a signature, and sets c.
func (c *claim) set(publicKey []byte, transcript *merlin.Transcript, sig []byte) bool {
	if len(publicKey) != PublicKeySize || len(sig) != SignatureSize || sig[63]&0x80 == 0 {
		return false
	}
	s := [32]byte(sig[32:])
	s[31] &= 0x7f
	if order.Decode(&c.s, &s) == 0 {
		return false
	}
	c.A, c.R = [32]byte(publicKey), [32]byte(sig)
	t := *transcript
	startSignature(&t, &c.A)
	t.AppendMessage("sign:R", c.R[:])
	return challenge(&c.k, &t, "sign:c") == nil
}

// verify checks what set has not, in variable time. Both elements are decoded together.
func (c *claim) verify() bool {
	encodings := [2][32]byte{c.A, c.R}
	var elements [2]curve.Element
	var ok [2]bool
	curve.DecodeElements(elements[:], encodings[:], ok[:])
	return ok[0] && ok[1] && c.holds(&elements[0], &elements[1])
}

// orderN are the limbs of the order.
var orderN = order.N()

// holds reports whether the equation holds, in variable time. Where k = rho/tau with halves of the
// length, it looks at [tau·s]B - [tau]R - [rho]A, which takes half the doublings. This is tau times the
// difference of the two sides. The group has prime order, and 0 < |tau| is below it, so one is the
// identity if the other is.
//
// schnorrkel encodes [s]B - [k]A, and compares with the R of the signature. Only canonical encodings are
// decoded, so that is the same.
func (c *claim) holds(A, R *curve.Element) bool {
	var f lattice.Fraction
	k := c.k.Limbs()
	lattice.Halve(&f, &k, &orderN)
	rho := scalar.New(f.Rho[0], f.Rho[1], f.Rho[2], f.Rho[3])
	tau := scalar.New(f.Tau[0], f.Tau[1], f.Tau[2], f.Tau[3])
	var tauS scalar.Scalar
	order.Mul(&tauS, &tau, &c.s)
	minusA, minusR := *A.Point(), *R.Point()
	minusA.Negate(&minusA)
	if f.Negative {
		order.Neg(&tauS, &tauS)
	} else {
		minusR.Negate(&minusR)
	}
	var E curve.Element
	E.Point().VarTimeTripleScalarBaseMult(&rho, &minusA, &tau, &minusR, &tauS)
	return E.IsIdentity() == 1
}
