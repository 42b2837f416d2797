// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package musig2

import (
	"crypto/subtle"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"sync/atomic"

	"secant.example/internal/entropy"
	"secant.example/internal/scalar"
	curve "secant.example/internal/secp256k1"
	"secant.example/secp256k1/schnorr"
)

// A SecretNonce is what a signer keeps between the two rounds: two secret integers. It signs once, with
// the private key that made it: a copy of its value is the same nonce. The zero value is none: signing
// with it is an [ErrSecretNonce]. It may be used by several goroutines at once, of which one will sign.
type SecretNonce struct{ nonce *nonce }

// A nonce is k1 and k2, with R1 = k1·G and R2 = k2·G.
type nonce struct {
	used   atomic.Bool
	k      [2]scalar.Scalar    // 0 when it is used
	R      [2]curve.Point      // with Z = 1
	key    [PublicKeySize]byte // the public key of who signs
	public [PublicNonceSize]byte
}

// NonceOptions says what a [SecretNonce] depends on, besides random bytes and the private key. All of it
// is optional, and a defence in case that the random bytes are not random. It must be known before the
// first round.
type NonceOptions struct {
	KeyAgg  *KeyAgg   // the aggregate public key, or nil
	Message []byte    // the message; nil is none, which is not the same as an empty one
	Extra   []byte    // anything else, such as the number of the session; up to 2^32 - 1 bytes
	Random  io.Reader // where 32 bytes are read; nil is the system's secure source
}

// NewNonce returns a secret nonce for one signature with k; opts may be nil. 32 bytes are read from the
// random source of opts; an error of it is returned, wrapped, and so is one if they are zero. A KeyAgg
// that is the zero value is an [ErrNotMade], and Extra that is too long an [ErrSecretNonce]. It is
// constant-time.
//
// Source: BIP-327, NonceGen.
func (k *PrivateKey) NewNonce(opts *NonceOptions) (*SecretNonce, error) {
	if !k.isSet() {
		return nil, keyErrors.PrivateUnset
	}
	if opts == nil {
		opts = new(NonceOptions)
	}
	if uint64(len(opts.Extra)) > math.MaxUint32 {
		return nil, fmt.Errorf("%w: Extra is too long", ErrSecretNonce)
	}
	var aggregate []byte
	if opts.KeyAgg != nil {
		if !opts.KeyAgg.isSet() {
			return nil, ErrNotMade
		}
		aggregate = opts.KeyAgg.x[:]
	}
	var random [32]byte
	if err := entropy.ReadKey(opts.Random, random[:]); err != nil {
		return nil, fmt.Errorf("musig2: %w", err)
	}
	k.mix(&random, &random)
	return newNonce(&random, &k.public, aggregate, opts.Message, opts.Extra)
}

// mix sets z to the private key xor a hash of random.
func (k *PrivateKey) mix(z, random *[32]byte) {
	h := schnorr.TaggedHash("MuSig/aux", random[:])
	n.EncodeBE(z, k.key.Scalar())
	subtle.XORBytes(z[:], z[:], h[:])
}

// newNonce returns the nonce of random bytes, with which the private key is mixed if there is one.
func newNonce(random *[32]byte, public *[PublicKeySize]byte, aggregate, message, extra []byte) (*SecretNonce, error) {
	prefix := []byte{0}
	if message != nil {
		prefix = binary.BigEndian.AppendUint64([]byte{1}, uint64(len(message)))
	}
	extraSize := binary.BigEndian.AppendUint32(nil, uint32(len(extra)))
	var k [2]scalar.Scalar
	for i := range k {
		h := schnorr.TaggedHash("MuSig/nonce", random[:], []byte{PublicKeySize}, public[:], []byte{byte(len(aggregate))}, aggregate,
			prefix, message, extraSize, extra, []byte{byte(i)})
		n.ReduceBE(&k[i], &h)
	}
	return makeNonce(&k, public)
}

// makeNonce returns the nonce of k. If one of them is 0, which nobody knows how to make happen, it is an
// [ErrFault].
func makeNonce(k *[2]scalar.Scalar, public *[PublicKeySize]byte) (*SecretNonce, error) {
	if n.IsZero(&k[0])|n.IsZero(&k[1]) == 1 {
		return nil, ErrFault
	}
	s := &nonce{k: *k, key: *public}
	for i := range k {
		normalize((*[33]byte)(s.public[33*i:]), s.R[i].ScalarBaseMult(&k[i]))
	}
	return &SecretNonce{s}, nil
}

// Public returns the public nonce, 66 bytes, for the other signers. Of the zero value it returns nil.
func (s *SecretNonce) Public() []byte {
	if s == nil || s.nonce == nil {
		return nil
	}
	return append([]byte(nil), s.nonce.public[:]...)
}

// use returns k1 and k2, once, if the nonce is that of a public key, and its points.
func (s *SecretNonce) use(k *[2]scalar.Scalar, key *[PublicKeySize]byte) (*nonce, error) {
	if s == nil || s.nonce == nil {
		return nil, errNonceUnset
	}
	if s.nonce.key != *key {
		return nil, errNonceOther
	}
	if !s.nonce.used.CompareAndSwap(false, true) {
		return nil, errNonceUsed
	}
	*k = s.nonce.k
	s.nonce.k = [2]scalar.Scalar{}
	return s.nonce, nil
}

// AggregateNonces returns the aggregate nonce, 66 bytes, of the public nonces of all signers, of 66
// bytes each, in any order. The one that is not of two points is in a [ContributionError]. If there are
// none, that is an [ErrPublicNonce]. It is variable-time: its arguments are public.
//
// Source: BIP-327, NonceAgg.
func AggregateNonces(publicNonces [][]byte) ([]byte, error) {
	if len(publicNonces) == 0 {
		return nil, errNoNonces
	}
	var sum [2]curve.Point
	for i, b := range publicNonces {
		var R [2]curve.Point
		if !decodeNonce(&R, b, false) {
			return nil, &ContributionError{i, ErrPublicNonce}
		}
		sum[0].Add(&sum[0], &R[0])
		sum[1].Add(&sum[1], &R[1])
	}
	var b [AggregateNonceSize]byte
	encodeAggregate(&b, &sum)
	return b[:], nil
}

// encodeAggregate sets b to the encodings of two points, which are zeros for the identity.
func encodeAggregate(b *[AggregateNonceSize]byte, sum *[2]curve.Point) {
	sum[0].Encode((*[33]byte)(b[:]))
	sum[1].Encode((*[33]byte)(b[33:]))
}

// decodeNonce sets R to the points that b encodes, with zeros for the identity if that is allowed, and
// reports whether it does. Otherwise R may be anything.
func decodeNonce(R *[2]curve.Point, b []byte, identity bool) bool {
	if len(b) != PublicNonceSize {
		return false
	}
	for i := range R {
		half := b[33*i : 33*(i+1)]
		if identity && [33]byte(half) == [33]byte{} {
			R[i].SetIdentity()
		} else if _, err := R[i].SetBytes(half); err != nil {
			return false
		}
	}
	return true
}
