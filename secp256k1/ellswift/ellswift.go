// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package ellswift implements ElligatorSwift: public keys of secp256k1 in 64 bytes that look like random
// bytes, and the key exchange of BIP-324, Bitcoin's encrypted transport, with them.
//
// Each side makes a [PrivateKey], sends its [PrivateKey.Encoding] to the other, and gets the same 32 bytes
// from [PrivateKey.SharedSecret], whose argument says who began. The secret is a hash of both encodings and
// of the x-coordinate of the shared point, and is ready to be a key.
//
// A public key has some 2^256 encodings, one of which is chosen at random. So who sees them does not tell
// them from random bytes; and all strings of 64 bytes are encodings, of a key that [Decode] returns. Nobody
// learns that one is wrong, until the secrets differ.
//
// A PrivateKey keeps the one encoding that it was made with, since the secret depends on it.
//
// # Timing
//
// What is computed with private keys is constant-time, but for errors. How an encoding is found is
// variable-time in what becomes public, the public key and the encoding, and in numbers that were tried
// and are not used again. What other sides send is public, too.
//
// Source: BIP-324, version 1.0.2; Chávez-Saab, Rodríguez-Henríquez and Tibouchi, SwiftEC, 2022.
package ellswift

import (
	"crypto"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"secant.example/internal/entropy"
	curve "secant.example/internal/secp256k1"
	"secant.example/secp256k1"
	"secant.example/secp256k1/ecdh"
	"secant.example/secp256k1/internal/keys"
	"secant.example/secp256k1/schnorr"
)

// Sizes in bytes.
const (
	PrivateKeySize   = 32 // an integer in [1, n)
	EncodingSize     = 64 // any bytes
	SharedSecretSize = 32
)

// Errors. Those that a function returns may say more than these: compare with [errors.Is].
var (
	// ErrPrivateKey means that a private key is zero or not below the order of the group, that it is not of
	// 32 bytes, or that a [PrivateKey] was never set.
	ErrPrivateKey = errors.New("ellswift: invalid private key")
	// ErrPublicKey means that an [ecdh.PublicKey] was never set.
	ErrPublicKey = errors.New("ellswift: invalid public key")
	// ErrEncoding means that an encoding is not of 64 bytes, or not that of the private key that it is
	// given with.
	ErrEncoding = errors.New("ellswift: invalid encoding")
	// ErrRole means that a [Role] is neither Initiator nor Responder.
	ErrRole = errors.New("ellswift: the role is neither Initiator nor Responder")
)

var (
	keyErrors        = keys.NewErrors(ErrPrivateKey, ErrPublicKey)
	errEncodingSize  = fmt.Errorf("%w: not of 64 bytes", ErrEncoding)
	errEncodingOther = fmt.Errorf("%w: it is that of another key", ErrEncoding)
)

// A Role says which side of a key exchange one is.
type Role int

const (
	Initiator Role = 1 + iota // who opens the connection
	Responder
)

// A PrivateKey is an integer d in [1, n), and one of the encodings of its public key. BIP-324 makes a new
// one for each connection. The zero value is no key.
type PrivateKey struct {
	key      keys.Private
	encoding [EncodingSize]byte
}

// GenerateKey returns a new private key, with an encoding: 64 bytes read from random, or from the system's
// secure source if random is nil. An error of random is returned, wrapped. In the one case in 2^127 that
// the first 32 are no private key, it reads others; if that is so 8 times, random is not random, and that
// is an error.
//
// Source: BIP-324, ellswift_create.
func GenerateKey(random io.Reader) (*PrivateKey, error) {
	k := new(PrivateKey)
	if err := k.key.Generate(random); err != nil {
		return nil, fmt.Errorf("ellswift: %w", err)
	}
	if err := k.create(random); err != nil {
		return nil, err
	}
	return k, nil
}

// NewPrivateKey returns the private key whose 32 bytes, big-endian, are b, with a new encoding. Unless they
// are in [1, n), that is an [ErrPrivateKey]. It reads 32 bytes from random, or from the system's secure
// source if random is nil; an error of random is returned, wrapped. The encoding depends on these and on b,
// and even if they were not random, those who do not know b would not tell it from random bytes. Other
// versions of this package may make another encoding of the same bytes. It is constant-time in b, but for
// the error.
func NewPrivateKey(b []byte, random io.Reader) (*PrivateKey, error) {
	k := new(PrivateKey)
	if err := k.key.SetBytes(b, keyErrors); err != nil {
		return nil, err
	}
	if err := k.create(random); err != nil {
		return nil, err
	}
	return k, nil
}

// NewPrivateKeyWithEncoding returns the private key whose 32 bytes, big-endian, are b, and whose public key
// has been given to others as encoding, of 64 bytes. Unless b is in [1, n), that is an [ErrPrivateKey], and
// if encoding is not one of its public key or of its negative, an [ErrEncoding]. It is constant-time in b,
// but for errors.
func NewPrivateKeyWithEncoding(b, encoding []byte) (*PrivateKey, error) {
	k := new(PrivateKey)
	if err := k.key.SetBytes(b, keyErrors); err != nil {
		return nil, err
	}
	if len(encoding) != EncodingSize {
		return nil, errEncodingSize
	}
	k.encoding = [EncodingSize]byte(encoding)
	if !k.checkEncoding() {
		return nil, errEncodingOther
	}
	return k, nil
}

// checkEncoding reports whether the encoding is one of the public key or of its negative.
func (k *PrivateKey) checkEncoding() bool {
	var public keys.Public
	public.SetPublic(&k.key)
	var P, minus curve.Point
	P.VarTimeSetSwift(&k.encoding)
	minus.Negate(&P)
	return public.Point().Equal(&P)|public.Point().Equal(&minus) == 1
}

// create makes the encoding.
func (k *PrivateKey) create(random io.Reader) error {
	var r [32]byte
	if err := entropy.Read(random, r[:]); err != nil {
		return fmt.Errorf("ellswift: %w", err)
	}
	var public keys.Public
	public.SetPublic(&k.key)
	secret := k.key.Bytes()
	seed := schnorr.TaggedHash("secant/ellswift/create", secret, r[:])
	encode(&k.encoding, public.Point(), &seed)
	clear(secret)
	clear(seed[:])
	return nil
}

// encode sets b to an encoding of P, for which it makes numbers from the seed until there is one, four
// times on average. It is variable-time in what is public afterwards, and in numbers that are not used.
//
// Source: BIP-324, XElligatorSwift.
func encode(b *[EncodingSize]byte, P *curve.Point, seed *[32]byte) {
	var block [len(seed) + 4]byte
	copy(block[:], seed[:])
	for i := uint32(0); ; i += 2 {
		binary.BigEndian.PutUint32(block[len(seed):], i)
		u := sha256.Sum256(block[:])
		binary.BigEndian.PutUint32(block[len(seed):], i+1)
		c := sha256.Sum256(block[:])
		copy(b[:], u[:])
		if P.VarTimeSwift(b, int(c[0]&3)) {
			clear(block[:])
			return
		}
	}
}

// isSet reports whether k is a key.
func (k *PrivateKey) isSet() bool { return k != nil && k.key.IsSet() }

// Bytes returns the 32 bytes of d, big-endian. Of a PrivateKey that was never set it returns nil. It is
// constant-time.
func (k *PrivateKey) Bytes() []byte {
	if !k.isSet() {
		return nil
	}
	return k.key.Bytes()
}

// Encoding returns the 64 bytes to be sent to the other side. Of a PrivateKey that was never set it returns
// nil.
func (k *PrivateKey) Encoding() []byte {
	if !k.isSet() {
		return nil
	}
	b := k.encoding
	return b[:]
}

// PublicKey returns the public key d·G. It is computed each time. Of a PrivateKey that was never set it is
// a PublicKey that was never set. It is constant-time.
func (k *PrivateKey) PublicKey() *ecdh.PublicKey {
	if !k.isSet() {
		return new(ecdh.PublicKey)
	}
	var public keys.Public
	public.SetPublic(&k.key)
	return publicKey(public.Point())
}

// publicKey returns P, which is not the identity.
func publicKey(P *curve.Point) *ecdh.PublicKey {
	p, err := ecdh.NewPublicKeyFromPoint((*secp256k1.Point)(P))
	if err != nil {
		panic("ellswift: internal error: " + err.Error())
	}
	return p
}

// Equal reports whether x is a *PrivateKey with the same bytes and the same encoding, in constant time. A
// key that was never set is not equal to any.
func (k *PrivateKey) Equal(x crypto.PrivateKey) bool {
	y, ok := x.(*PrivateKey)
	if !ok || !k.isSet() || !y.isSet() {
		return false
	}
	return subtle.ConstantTimeCompare(append(k.Bytes(), k.encoding[:]...), append(y.Bytes(), y.encoding[:]...)) == 1
}

// Zero overwrites k with the zero value.
func (k *PrivateKey) Zero() { *k = PrivateKey{} }

// SharedSecret returns the 32 bytes that k shares with the other side, whose encoding is peer, of 64 bytes,
// any. One side must be the Initiator and the other the Responder: another role is an [ErrRole]. Another
// length of peer is an [ErrEncoding], and a k that was never set an [ErrPrivateKey]. It is constant-time in
// k.
//
// It is SHA-256(SHA-256(tag) || SHA-256(tag) || initiator's encoding || responder's encoding || x), for
// the tag "bip324_ellswift_xonly_ecdh" and the 32 bytes x of [PrivateKey.SharedX].
//
// Source: BIP-324, v2_ecdh.
func (k *PrivateKey) SharedSecret(peer []byte, role Role) ([SharedSecretSize]byte, error) {
	if role != Initiator && role != Responder {
		return [SharedSecretSize]byte{}, ErrRole
	}
	x, err := k.SharedX(peer)
	if err != nil {
		return [SharedSecretSize]byte{}, err
	}
	first, second := k.encoding[:], peer
	if role == Responder {
		first, second = peer, k.encoding[:]
	}
	secret := schnorr.TaggedHash("bip324_ellswift_xonly_ecdh", first, second, x[:])
	clear(x[:])
	return secret, nil
}

// SharedX returns the 32 bytes of the x-coordinate of the shared point, big-endian, for protocols that hash
// it in another way than [PrivateKey.SharedSecret]. They should hash both encodings with it, because the
// same x comes of many encodings. A peer that is not of 64 bytes is an [ErrEncoding], and a k that was
// never set an [ErrPrivateKey]. It is constant-time in k.
//
// Source: BIP-324, ellswift_ecdh_xonly.
func (k *PrivateKey) SharedX(peer []byte) (x [SharedSecretSize]byte, err error) {
	if !k.isSet() {
		return x, keyErrors.PrivateUnset
	}
	if len(peer) != EncodingSize {
		return x, errEncodingSize
	}
	var f curve.Fraction
	f.VarTimeSetSwift((*[EncodingSize]byte)(peer)).ScalarMult(&x, k.key.Scalar())
	return x, nil
}

// Decode returns the public key of which b is an encoding. There is one for all b of 64 bytes: another
// length is an [ErrEncoding]. BIP-324 makes an x-coordinate of b, which two keys have. This is the one
// whose y-coordinate is odd if the integer of the last 32 bytes, modulo p, is: of an encoding that this
// package or libsecp256k1 made, the key that it was made of. It is variable-time.
//
// Source: BIP-324, XSwiftEC; libsecp256k1, for y.
func Decode(b []byte) (*ecdh.PublicKey, error) {
	if len(b) != EncodingSize {
		return nil, errEncodingSize
	}
	return publicKey(new(curve.Point).VarTimeSetSwift((*[EncodingSize]byte)(b))), nil
}

// Encode returns an encoding of p, of 64 bytes, from which [Decode] makes p. If p was never set, that is an
// [ErrPublicKey]. It reads 32 bytes from random, or from the system's secure source if random is nil: who
// knows them can tell the encoding from random bytes. An error of random is returned, wrapped. Where the
// private key is known, [NewPrivateKey] is safer. It is variable-time.
//
// Source: BIP-324, XElligatorSwift; libsecp256k1, for y.
func Encode(p *ecdh.PublicKey, random io.Reader) ([]byte, error) {
	if p == nil {
		return nil, keyErrors.PublicUnset
	}
	q := p.Point()
	b := p.Bytes()
	if b == nil {
		return nil, keyErrors.PublicUnset
	}
	var r [32]byte
	if err := entropy.Read(random, r[:]); err != nil {
		return nil, fmt.Errorf("ellswift: %w", err)
	}
	seed := schnorr.TaggedHash("secant/ellswift/encode", b, r[:])
	encoding := new([EncodingSize]byte)
	encode(encoding, (*curve.Point)(q), &seed)
	return encoding[:], nil
}
