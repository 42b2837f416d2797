// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package slip10 implements SLIP-0010 for Ed25519 and X25519: trees of keys, made from one seed.
//
// [NewMasterKey] makes the root of a tree from a seed, and a [PrivateKey], extended by a chain code, has 2^31
// children, all of them hardened: a private key is 32 bytes that are hashed, no number that could be added to,
// so that public keys have no children. No private key of a child shows anything about its parent.
//
// SLIP-0010 is about secp256k1, too, where it is BIP-32, package secp256k1/bip32, but for what happens with a
// probability of 2^-127. It defines no text of extended keys.
//
// # Timing
//
// Deriving keys takes the same time and accesses the same memory for all keys; only indices, depths, lengths
// and errors show. Paths are public.
//
// Source: SLIP-0010.
package slip10

import (
	"crypto"
	"crypto/subtle"
	"errors"
	"fmt"

	"secant.example/ed25519"
	"secant.example/internal/hdkey"
	"secant.example/x25519"
)

// Sizes in bytes.
const (
	MinSeedSize    = 16
	MaxSeedSize    = 64
	PrivateKeySize = 32 // the seed of Ed25519, the private key of X25519
	PublicKeySize  = 33 // a zero byte, and the 32 bytes of a public key
	ChainCodeSize  = 32
)

// Hardened is the index of the first hardened child. There are no others.
const Hardened = hdkey.Hardened

// MaxDepth is the depth of keys that have no children. That of a master key is 0.
const MaxDepth = hdkey.MaxDepth

// A Curve is what the keys of a tree are for. The zero value is none.
type Curve int

const (
	Ed25519 Curve = 1 + iota // signatures, RFC 8032
	X25519                   // key exchange, RFC 7748; SLIP-0010 calls it curve25519
)

// seedKeys are the keys of the hash of a seed.
var seedKeys = map[Curve]string{Ed25519: "ed25519 seed", X25519: "curve25519 seed"}

// Errors. Those that a function returns may say more than these: compare with [errors.Is].
var (
	// ErrSeed means that a seed is not of 16 to 64 bytes.
	ErrSeed = errors.New("slip10: the seed is not of 16 to 64 bytes")
	// ErrCurve means that a [Curve] does not exist, or that a key is of another one than asked for.
	ErrCurve = errors.New("slip10: unknown curve, or not that of the key")
	// ErrPrivateKey means that a private key is not of 32 bytes, or that a [PrivateKey] was never set.
	ErrPrivateKey = errors.New("slip10: invalid private key")
	// ErrNotHardened means that a child was asked for that is not hardened.
	ErrNotHardened = errors.New("slip10: only hardened children exist")
	// ErrDepth means that a key of the depth 255 was asked for a child.
	ErrDepth = errors.New("slip10: keys of depth 255 have no children")
	// ErrPath means that a text is not a path.
	ErrPath = errors.New("slip10: invalid path")
)

var (
	errUnset = fmt.Errorf("%w: it was never set", ErrPrivateKey)
	errSize  = fmt.Errorf("%w: not of 32 bytes", ErrPrivateKey)
)

// A Path is the indices of children, from the root of a tree, or from any key in it.
type Path []uint32

// ParsePath returns the path that a text is: m, for none, or indices in decimal with / between them, and
// perhaps m/ before them. After each comes ', h or H, since they are hardened: one without is an
// [ErrNotHardened]. Anything else is an [ErrPath], and so are more than 255 indices, and zeros before others.
// It is variable-time: paths are public.
func ParsePath(path string) (Path, error) {
	indices, err := hdkey.ParsePath(path)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrPath, err)
	}
	for _, index := range indices {
		if index < Hardened {
			return nil, ErrNotHardened
		}
	}
	return indices, nil
}

// String returns the path as a text: m, and for each index / and its decimal digits, with ' after them if
// it is hardened. It is variable-time: paths are public.
func (p Path) String() string { return hdkey.PathString(p) }

// A PrivateKey is 32 secret bytes, a chain code, and where it is in its tree.
//
// The zero value is no key: it has no children and no bytes. A PrivateKey may be used by several goroutines at
// once.
type PrivateKey struct {
	curve Curve
	depth byte
	index uint32
	chain [ChainCodeSize]byte
	key   [PrivateKeySize]byte
}

// NewMasterKey returns the root of the tree of a seed of 16 to 64 bytes. A seed of another length is an
// [ErrSeed], and a curve that does not exist an [ErrCurve]. It is constant-time.
//
// Source: SLIP-0010, master key generation.
func NewMasterKey(curve Curve, seed []byte) (*PrivateKey, error) {
	if seedKeys[curve] == "" {
		return nil, ErrCurve
	}
	if len(seed) < MinSeedSize || len(seed) > MaxSeedSize {
		return nil, ErrSeed
	}
	k := &PrivateKey{curve: curve}
	hdkey.Hash(&k.key, &k.chain, []byte(seedKeys[curve]), seed)
	return k, nil
}

// NewRoot returns the root of a tree whose private key and chain code, of 32 bytes each, did not come from a
// seed. A key of another length is an [ErrPrivateKey], and a curve that does not exist an [ErrCurve].
func NewRoot(curve Curve, key []byte, chainCode [ChainCodeSize]byte) (*PrivateKey, error) {
	if seedKeys[curve] == "" {
		return nil, ErrCurve
	}
	if len(key) != PrivateKeySize {
		return nil, errSize
	}
	return &PrivateKey{curve: curve, chain: chainCode, key: [PrivateKeySize]byte(key)}, nil
}

// isSet reports whether k is a key.
func (k *PrivateKey) isSet() bool { return k != nil && k.curve != 0 }

// Child returns the child with an index, from [Hardened] on; another one is an [ErrNotHardened]. A key of depth
// 255 has none, which is an [ErrDepth]. It is constant-time, but for the index.
//
// A child does not have the fingerprint of its parent, since that takes longer than all the rest. It is the
// [PrivateKey.Fingerprint] of the parent.
//
// Source: SLIP-0010, private parent key to private child key.
func (k *PrivateKey) Child(index uint32) (*PrivateKey, error) {
	switch {
	case !k.isSet():
		return nil, errUnset
	case index < Hardened:
		return nil, ErrNotHardened
	case k.depth == MaxDepth:
		return nil, ErrDepth
	}
	var data [1 + PrivateKeySize]byte
	copy(data[1:], k.key[:])
	child := &PrivateKey{curve: k.curve, depth: k.depth + 1, index: index}
	hdkey.Child(&child.key, &child.chain, &k.chain, &data, index)
	return child, nil
}

// Derive returns the key at a path from k, which is k itself if the path is empty. It is constant-time, but
// for the path.
func (k *PrivateKey) Derive(path Path) (*PrivateKey, error) {
	if !k.isSet() {
		return nil, errUnset
	}
	for _, index := range path {
		var err error
		if k, err = k.Child(index); err != nil {
			return nil, err
		}
	}
	return k, nil
}

// Bytes returns the 32 bytes of the private key: the seed of [ed25519.NewKeyFromSeed], or what
// [x25519.NewPrivateKey] takes. Of a PrivateKey that was never set it returns nil. It is constant-time.
func (k *PrivateKey) Bytes() []byte {
	if !k.isSet() {
		return nil
	}
	return append([]byte(nil), k.key[:]...)
}

// Ed25519 returns the private key for signatures, of 64 bytes. If k is for another curve, that is an
// [ErrCurve]. It is constant-time.
func (k *PrivateKey) Ed25519() (ed25519.PrivateKey, error) {
	switch {
	case !k.isSet():
		return nil, errUnset
	case k.curve != Ed25519:
		return nil, ErrCurve
	}
	return ed25519.ParseSeed(k.key[:])
}

// X25519 returns the private key for key exchange. If k is for another curve, that is an [ErrCurve]. It is
// constant-time.
func (k *PrivateKey) X25519() (*x25519.PrivateKey, error) {
	switch {
	case !k.isSet():
		return nil, errUnset
	case k.curve != X25519:
		return nil, ErrCurve
	}
	return x25519.NewPrivateKey(k.key[:])
}

// PublicKey returns the public key: a zero byte, and 32 bytes of RFC 8032 or RFC 7748. It is computed each
// time. Of a PrivateKey that was never set it returns nil. It is constant-time.
//
// Source: SLIP-0010, serP.
func (k *PrivateKey) PublicKey() []byte {
	if !k.isSet() {
		return nil
	}
	public := make([]byte, 1, PublicKeySize)
	if k.curve == X25519 {
		key, err := k.X25519()
		if err != nil {
			return nil
		}
		return append(public, key.PublicKey().Bytes()...)
	}
	key, err := k.Ed25519()
	if err != nil {
		return nil
	}
	return append(public, key[ed25519.SeedSize:]...)
}

// Fingerprint returns the first four bytes of RIPEMD-160(SHA-256([PrivateKey.PublicKey])), by which the
// children of k know it. Keys that differ may have the same. Of a PrivateKey that was never set they are
// zeros.
func (k *PrivateKey) Fingerprint() [4]byte {
	if !k.isSet() {
		return [4]byte{}
	}
	id := hdkey.Identifier(k.PublicKey())
	return [4]byte(id[:4])
}

// Curve returns what k is for.
func (k *PrivateKey) Curve() Curve { return k.curve }

// Depth returns how far from the root of its tree k is: 0 is the root.
func (k *PrivateKey) Depth() int { return int(k.depth) }

// Index returns which child of its parent k is, from [Hardened] on. Of the root of a tree it is 0.
func (k *PrivateKey) Index() uint32 { return k.index }

// ChainCode returns the chain code, 32 bytes. It is constant-time.
func (k *PrivateKey) ChainCode() [ChainCodeSize]byte { return k.chain }

// Format writes a text that is the same for all keys, so that package fmt shows nothing of them. It does not
// call this method for a field that is not exported and that is a PrivateKey itself, no pointer to one; nor
// for the verb %p of a PrivateKey itself, which vet reports. Print neither. It is constant-time.
func (k PrivateKey) Format(s fmt.State, _ rune) {
	if s != nil {
		s.Write([]byte("slip10.PrivateKey(secret)"))
	}
}

// Equal reports whether x is a *PrivateKey that is the same, with its chain code and its place, in constant
// time. One that was never set is not equal to any.
func (k *PrivateKey) Equal(x crypto.PrivateKey) bool {
	y, ok := x.(*PrivateKey)
	return ok && k.isSet() && y.isSet() && k.curve == y.curve && k.depth == y.depth && k.index == y.index &&
		subtle.ConstantTimeCompare(k.chain[:], y.chain[:])&subtle.ConstantTimeCompare(k.key[:], y.key[:]) == 1
}

// Zero overwrites k with the zero value.
func (k *PrivateKey) Zero() { *k = PrivateKey{} }
