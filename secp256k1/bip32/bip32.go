// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package bip32 implements BIP-32: trees of secp256k1 keys, made from one seed.
//
// [NewMasterKey] makes the root of a tree from a seed. A [PrivateKey], extended by a chain code, has 2^31
// children, and 2^31 hardened ones, whose indices are from [Hardened] on. A [PublicKey], extended by the same
// chain code, gives the public keys of all children that are not hardened, and of theirs, so that a
// program can find the payments of a wallet without being able to spend them. [PublicKey.Children] makes
// many in a row.
//
// Keys are written as 111 characters, which start with xprv and xpub, or tprv and tpub for test networks. What
// is parsed is checked as the BIP asks for.
//
// The keys themselves are [PrivateKey.Scalar] and [PublicKey.Point], from which packages schnorr, ecdsa and
// ecdh make theirs (NewPrivateKeyFromScalar and NewPublicKeyFromPoint), and the 32 and 33 bytes of KeyBytes.
//
// Who has an extended public key, and the private key of one child that is not hardened, computes the
// private key of the parent, and so of all children. So the upper levels of a tree are hardened.
//
// # Timing
//
// Deriving keys, and writing and parsing extended private keys, takes the same time and accesses the same
// memory for all keys; only indices, depths, lengths and errors show. Paths are public.
//
// Source: BIP-32.
package bip32

import (
	"errors"
	"fmt"

	"secant.example/internal/hdkey"
	"secant.example/internal/scalar"
	"secant.example/secp256k1/internal/keys"
)

// Sizes in bytes.
const (
	MinSeedSize     = 16
	MaxSeedSize     = 64
	ExtendedKeySize = 78 // an extended key
	PrivateKeySize  = 32 // an integer in [1, n)
	PublicKeySize   = 33 // a compressed point
	ChainCodeSize   = 32
)

// Hardened is the index of the first hardened child.
const Hardened = hdkey.Hardened

// MaxDepth is the depth of keys that have no children. That of a master key is 0.
const MaxDepth = hdkey.MaxDepth

// MaxChildren is how many children [PublicKey.Children] returns at most: all of them are in memory, with some
// 190 bytes each.
const MaxChildren = 1 << 20

// A Network is what extended keys start with: the four bytes of private keys, big-endian, in the upper
// half, and those of public keys in the lower half. The zero value is none.
type Network uint64

// The networks of BIP-32. All test networks share one.
const (
	Mainnet Network = 0x0488ADE4<<32 | 0x0488B21E // xprv and xpub
	Testnet Network = 0x04358394<<32 | 0x043587CF // tprv and tpub
)

// private and public return the versions, of four bytes.
func (n Network) private() uint32 { return uint32(n >> 32) }
func (n Network) public() uint32  { return uint32(n) }

// isValid reports whether there are two versions, that differ, and whose texts have always the same lengths.
func (n Network) isValid() bool {
	return n.private() != 0 && n.public() != 0 && n.private() != n.public() && textSize(n.private()) != 0 && textSize(n.public()) != 0
}

// Errors. Those that a function returns may say more than these: compare with [errors.Is].
var (
	// ErrSeed means that a seed is not of 16 to 64 bytes, or that its master key is not in [1, n), which
	// happens with a probability below 2^-127.
	ErrSeed = errors.New("bip32: invalid seed")
	// ErrNetwork means that a [Network] has versions that are zero, or the same for both kinds of keys, or one
	// of the few of which the texts have different lengths; or that an extended key is of none of those that
	// are asked for.
	ErrNetwork = errors.New("bip32: unknown network")
	// ErrExtendedKey means that a text or bytes have not the form of an extended key, or not that of the
	// kind that is asked for.
	ErrExtendedKey = errors.New("bip32: invalid extended key")
	// ErrPrivateKey means that the private key in an extended key is not in [1, n), or that a
	// [PrivateKey] was never set.
	ErrPrivateKey = errors.New("bip32: invalid private key")
	// ErrPublicKey means that the public key in an extended key is not a point of the curve, or that a
	// [PublicKey] was never set.
	ErrPublicKey = errors.New("bip32: invalid public key")
	// ErrHardened means that a public key was asked for a hardened child.
	ErrHardened = errors.New("bip32: a public key has no hardened children")
	// ErrDepth means that a key of the depth 255 was asked for a child.
	ErrDepth = errors.New("bip32: keys of depth 255 have no children")
	// ErrRange means that more children were asked for than there are from the first index on, or than
	// [MaxChildren], or fewer than none.
	ErrRange = errors.New("bip32: there are not as many children")
	// ErrPath means that a text is not a path.
	ErrPath = errors.New("bip32: invalid path")
)

// keyErrors are those about keys.
var keyErrors = keys.NewErrors(ErrPrivateKey, ErrPublicKey)

var (
	errSeedSize    = fmt.Errorf("%w: not of 16 to 64 bytes", ErrSeed)
	errSeedKey     = fmt.Errorf("%w: its master key is not in [1, n)", ErrSeed)
	errVersion     = fmt.Errorf("%w: the key is of none of those that are asked for", ErrNetwork)
	errNotNetwork  = fmt.Errorf("%w: its versions are zero, or the same, or texts have different lengths", ErrNetwork)
	errMany        = fmt.Errorf("%w: more than 1048576 at once", ErrRange)
	errText        = fmt.Errorf("%w: not 78 bytes in base 58 with a checksum", ErrExtendedKey)
	errSize        = fmt.Errorf("%w: not of 78 bytes", ErrExtendedKey)
	errMaster      = fmt.Errorf("%w: of depth 0, and yet with a parent or an index", ErrExtendedKey)
	errPrivateForm = fmt.Errorf("%w: its version is of private keys, and the key is not", ErrExtendedKey)
	errPublicForm  = fmt.Errorf("%w: its version is of public keys, and the key is not", ErrExtendedKey)
	errKeySize     = fmt.Errorf("%w: not of 33 bytes", ErrPublicKey)
	errIsPublic    = fmt.Errorf("%w: it is a public key", ErrExtendedKey)
	errIsPrivate   = fmt.Errorf("%w: it is a private key", ErrExtendedKey)
)

// A ChildError means that there is no child with an index, because the hash that it is made of is not below n,
// or because the key would be zero. Take the next index. It happens with a probability below 2^-127.
type ChildError struct{ Index uint32 }

// Error returns a text with the index. It is variable-time: the index is public.
func (e *ChildError) Error() string {
	return "bip32: there is no child " + Path{e.Index}.String()[len("m/"):]
}

// A Path is the indices of children, from the root of a tree, or from any key in it.
type Path []uint32

// ParsePath returns the path that a text is: m, for none, or indices in decimal with / between them, and
// perhaps m/ before them. After a hardened index comes ', h or H. Anything else is an [ErrPath], and so are
// more than 255 indices, and zeros before others. It is variable-time: paths are public.
//
// Source: BIP-32, and BIP-380 for the h.
func ParsePath(path string) (Path, error) {
	indices, err := hdkey.ParsePath(path)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrPath, err)
	}
	return indices, nil
}

// String returns the path as a text: m, and for each index / and its decimal digits, with ' after them if
// it is hardened. It is variable-time: paths are public.
func (p Path) String() string { return hdkey.PathString(p) }

// n computes modulo the order of the group.
var n = scalar.Secp256k1
