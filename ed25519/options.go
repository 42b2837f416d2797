// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package ed25519

import (
	"crypto"
	"crypto/ed25519"
	"crypto/sha512"
)

// Options chooses the variant of the signature scheme and, for verification,
// the rules. The zero value, like a nil pointer, means Ed25519 and [Default]
// rules. It implements [crypto.SignerOpts].
//
//	Hash           Context    variant
//	0              empty      Ed25519
//	0              not empty  Ed25519ctx
//	crypto.SHA512  any        Ed25519ph
//
// These are the meanings of crypto/ed25519's options. RFC 8032 advises against
// an Ed25519ctx with an empty context, and there is no way to ask for one.
type Options struct {
	// Hash is 0 if the message is to be signed as it is, or crypto.SHA512
	// for Ed25519ph, where the message must be the 64-byte SHA-512 digest
	// of what is signed. Anything else is an [ErrOptions].
	Hash crypto.Hash

	// Context separates the signatures of different uses of a key: one made
	// in one context is not valid in another. At most 255 bytes; a longer
	// context is an [ErrOptions].
	Context string

	// Rules says which signatures are valid. Signing ignores it.
	Rules Rules
}

// HashFunc returns o.Hash.
func (o *Options) HashFunc() crypto.Hash {
	if o == nil {
		return 0
	}
	return o.Hash
}

// signerOptions returns what opts means to a [Signer].
func signerOptions(opts crypto.SignerOpts) Options {
	switch o := opts.(type) {
	case nil:
	case *Options:
		if o != nil {
			return *o
		}
	case *ed25519.Options:
		if o != nil {
			return Options{Hash: o.Hash, Context: o.Context}
		}
	default:
		return Options{Hash: o.HashFunc()}
	}
	return Options{}
}

// dom2Prefix is what the hashed data of Ed25519ctx and Ed25519ph starts with.
const dom2Prefix = "SigEd25519 no Ed25519 collisions"

// dom2Size is the size of the longest dom2(F, C) in bytes: prefix, F, the
// length of C, C.
const dom2Size = len(dom2Prefix) + 2 + 255

// dom2 writes to buf what the hashed data starts with, and returns it: nothing
// for Ed25519, and for the other variants
//
//	dom2(F, C) = "SigEd25519 no Ed25519 collisions" || F || len(C) || C
//
// where F is 1 for Ed25519ph and 0 for Ed25519ctx, and C is the context. It
// checks the options but the rules, and that the message fits them.
//
// Source: RFC 8032, sections 2 and 5.1.
func (o *Options) dom2(buf *[dom2Size]byte, message []byte) ([]byte, error) {
	var flag byte
	switch {
	case o.Hash != 0 && o.Hash != crypto.SHA512:
		return nil, errHash
	case len(o.Context) > 255:
		return nil, errContext
	case o.Hash == crypto.SHA512:
		if len(message) != sha512.Size {
			return nil, errDigest
		}
		flag = 1
	case o.Context == "":
		return nil, nil
	}
	n := copy(buf[:], dom2Prefix)
	buf[n], buf[n+1] = flag, byte(len(o.Context))
	n += 2 + copy(buf[n+2:], o.Context)
	return buf[:n], nil
}
