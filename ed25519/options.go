// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package ed25519

import (
	"crypto"
	"crypto/ed25519"
	"crypto/sha512"
)

// Options is [crypto/ed25519.Options], which chooses the variant of the signature
// scheme. The zero value means Ed25519; so does a nil pointer, for the functions of
// this package.
//
//	Hash           Context    variant
//	0              empty      Ed25519
//	0              not empty  Ed25519ctx
//	crypto.SHA512  any        Ed25519ph
//
// Hash is 0 if the message is to be signed as it is. For Ed25519ph the message must be the
// 64-byte SHA-512 digest of what is signed. Any other hash function is an [ErrOptions].
//
// Context separates the signatures of different uses of a key: one made in one context is
// not valid in another. It is of at most 255 bytes; a longer one is an [ErrOptions].
//
// RFC 8032 advises against an Ed25519ctx with an empty context, and there is no way
// to ask for one.
type Options = ed25519.Options

// SignOptions says how to sign. The zero value, like a nil pointer, means Ed25519, and
// deterministic signatures. It implements [crypto.SignerOpts], for [Signer.Sign].
type SignOptions struct {
	Hash    crypto.Hash // as in [Options]
	Context string      // as in [Options]

	// Hedged mixes 32 fresh random bytes into the nonce, so that it is unknown to who can
	// make the computer err or watches what it does; signatures of the same message differ.
	// Verifiers need not know of it. The nonce is no less safe if the random bytes are known,
	// always the same, or chosen by an attacker: then signatures are as good as without them.
	Hedged bool

	// Verify verifies the signature, by the [Default] rules, before it is returned, which
	// takes several times as long as making it. An error in the computation, by chance or
	// caused by an attacker, can make a signature that gives the private key away. So
	// does a private key whose second half does not belong to its first, which is checked
	// too, unless [NewSigner] did. If the signature is not valid, or the halves do not belong
	// together, that is an [ErrFault].
	Verify bool
}

// unknownHash is no hash function.
const unknownHash = ^crypto.Hash(0)

// HashFunc returns o.Hash if o has nothing else, and otherwise a value that is no hash
// function: a signer that does not know SignOptions, such as [PrivateKey], asks for the
// hash function alone, and has to fail rather than to sign without the rest.
func (o *SignOptions) HashFunc() crypto.Hash {
	switch {
	case o == nil:
		return 0
	case *o != SignOptions{Hash: o.Hash}:
		return unknownHash
	}
	return o.Hash
}

// signerOptions returns what opts means to a [Signer].
func signerOptions(opts crypto.SignerOpts) SignOptions {
	switch o := opts.(type) {
	case nil:
	case *SignOptions:
		if o != nil {
			return *o
		}
	case *Options:
		if o != nil {
			return SignOptions{Hash: o.Hash, Context: o.Context}
		}
	default:
		return SignOptions{Hash: o.HashFunc()}
	}
	return SignOptions{}
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
// checks the options, and that the message fits them.
//
// Source: RFC 8032, sections 2 and 5.1.
func dom2(buf *[dom2Size]byte, hash crypto.Hash, context string, message []byte) ([]byte, error) {
	var flag byte
	switch {
	case hash != 0 && hash != crypto.SHA512:
		return nil, errHash
	case len(context) > 255:
		return nil, errContext
	case hash == crypto.SHA512:
		if len(message) != sha512.Size {
			return nil, errDigest
		}
		flag = 1
	case context == "":
		return nil, nil
	}
	n := copy(buf[:], dom2Prefix)
	buf[n], buf[n+1] = flag, byte(len(context))
	n += 2 + copy(buf[n+2:], context)
	return buf[:n], nil
}
