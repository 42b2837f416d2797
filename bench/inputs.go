// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package bench

import (
	"bytes"
	"crypto/ecdh"
	"crypto/ed25519"
	"crypto/sha512"
	"fmt"
	"slices"

	"filippo.io/edwards25519"
	"github.com/btcsuite/btcd/btcec/v2"
	"github.com/btcsuite/btcd/btcec/v2/schnorr"
	"github.com/decred/dcrd/dcrec/secp256k1/v4"
	"github.com/decred/dcrd/dcrec/secp256k1/v4/ecdsa"
	"github.com/gtank/ristretto255"
	voied25519 "github.com/oasisprotocol/curve25519-voi/primitives/ed25519"
	voiecvrf "github.com/oasisprotocol/curve25519-voi/primitives/ed25519/extra/ecvrf"
)

// Inputs are what all libraries work on. Peers made what is not just bytes: it
// is as valid for ours as for theirs, or the checks fail.
type Inputs struct {
	// X25519.
	XPrivate [32]byte
	XPeers   [16][32]byte // public keys, and private ones of public-keys-16, which any 32 bytes are

	// Ed25519: the first signature is for single operations.
	Seed       [32]byte
	Message    []byte // 59 bytes
	Private    ed25519.PrivateKey
	Keys       [][]byte // of 32 bytes
	Messages   [][]byte
	Signatures [][]byte

	// edwards25519: encodings of points and scalars.
	Points, Scalars [][]byte
	// As many of secp256k1: uncompressed, and big-endian.
	SecpPoints, SecpScalars [][]byte

	// ristretto255: an encoding.
	Ristretto []byte

	// secp256k1.
	Secret, Digest [32]byte
	Compressed     []byte // public key of Secret, 33 bytes
	Uncompressed   []byte // the same, 65 bytes
	PeerKey        []byte // another, 33 bytes
	PeerKeyLong    []byte // the same, 65 bytes
	XOnly          []byte // x coordinate of Compressed
	BIP340, ECDSA  []byte // signatures of Digest, 64 bytes

	// BIP-340, for batches: x-only keys, digests, signatures.
	BIP340Keys, BIP340Digests, BIP340Signatures [][]byte

	// ECDSA, for batches: compressed keys, and signatures of the digests above, of 64 bytes and then the
	// recovery id.
	ECDSAKeys, Recoverable [][]byte

	// sr25519, in the context "bench": the key of Seed, and a signature of Digest; a pre-output and a proof of
	// 64 bytes of its VRF; for batches, keys and signatures of the digests above.
	SrPublic, SrSignature []byte
	SrPreOutput, SrProof  []byte
	SrKeys, SrSignatures  [][]byte

	// ECVRF: a proof for Digest by Private.
	ECVRF []byte

	// MuSig2: the public keys, of 33 bytes, of two signers, of whom the first has Secret, and of 14 others; the nonce of
	// the second; a nonce and a partial signature of the first for Digest.
	MuSigKeys             [][]byte
	MuSigPeer, MuSigNonce [66]byte
	MuSigPartial          [32]byte

	// BIP-324: an encoding of the public key of Secret, and another.
	SwiftOurs, SwiftTheirs [64]byte

	// BIP-352: tweak data of transactions and the keys of their outputs, two of each; the public key for spending. The private key for
	// scanning is Secret. The last of the transactions has an output that is found.
	SilentTweaks, SilentOutputs [][]byte
	SilentSpend                 []byte

	// An integer to invert, little-endian, below all primes and orders.
	Invert []byte

	// Double-odd curves: two private scalars below 2^252.
	DoubleOdd, DoubleOddPeer [32]byte
}

// NewInputs returns the inputs, which are always the same.
func NewInputs() (*Inputs, error) {
	return newInputs("", BatchSizes[len(BatchSizes)-1], BIP340BatchSizes[len(BIP340BatchSizes)-1], MSMSizes[len(MSMSizes)-1])
}

// SmallInputs returns the inputs without what only the larger sizes need.
func SmallInputs() (*Inputs, error) { return newInputs("", 16, 16, 16) }

// newInputs returns so many of what there are many of; another salt makes other
// inputs.
func newInputs(salt string, signatures, bip340, points int) (*Inputs, error) {
	hash32 := func(parts ...any) [32]byte { return hash32(append(parts, salt)...) }
	in := &Inputs{
		XPrivate: hash32("x25519"), Seed: hash32("ed25519"), Secret: hash32("secp256k1"), Digest: hash32("digest"),
		DoubleOdd: hash32("double-odd"), DoubleOddPeer: hash32("double-odd peer"),
	}
	in.DoubleOdd[31] &= 15
	in.DoubleOddPeer[31] &= 15
	for i := range in.XPeers {
		seed := hash32("x25519 peer", i)
		k, err := ecdh.X25519().NewPrivateKey(seed[:])
		if err != nil {
			return nil, err
		}
		in.XPeers[i] = [32]byte(k.PublicKey().Bytes())
	}
	for i := range signatures {
		seed := hash32("ed25519 batch", i)
		if i == 0 {
			seed = in.Seed
		}
		k := ed25519.NewKeyFromSeed(seed[:])
		message := bytes.Repeat([]byte{byte(i), byte(i >> 8)}, 30)[:59]
		copy(message, salt)
		in.Keys = append(in.Keys, k[32:])
		in.Messages = append(in.Messages, message)
		in.Signatures = append(in.Signatures, ed25519.Sign(k, message))
		if i == 0 {
			in.Private, in.Message = k, message
		}
	}
	for i := range points {
		var wide [2][64]byte
		var scalars [2]*edwards25519.Scalar
		for j := range wide {
			wide[j] = sha512.Sum512(fmt.Append(nil, "edwards25519", i, j, salt))
			scalars[j], _ = new(edwards25519.Scalar).SetUniformBytes(wide[j][:])
		}
		in.Scalars = append(in.Scalars, scalars[0].Bytes())
		in.Points = append(in.Points, new(edwards25519.Point).ScalarBaseMult(scalars[1]).Bytes())
		logarithm, scalar := hash32("secp256k1 point", i), hash32("secp256k1 scalar", i)
		in.SecpPoints = append(in.SecpPoints, secp256k1.PrivKeyFromBytes(logarithm[:]).PubKey().SerializeUncompressed())
		in.SecpScalars = append(in.SecpScalars, scalar[:])
	}
	wide := sha512.Sum512([]byte("ristretto255" + salt))
	in.Ristretto = ristretto255.NewElement().FromUniformBytes(wide[:]).Encode(nil)

	secret := secp256k1.PrivKeyFromBytes(in.Secret[:])
	in.Compressed = secret.PubKey().SerializeCompressed()
	in.Uncompressed = secret.PubKey().SerializeUncompressed()
	in.XOnly = in.Compressed[1:]
	other := hash32("secp256k1 peer")
	peer := secp256k1.PrivKeyFromBytes(other[:]).PubKey()
	in.PeerKey, in.PeerKeyLong = peer.SerializeCompressed(), peer.SerializeUncompressed()
	in.ECDSA = compact(ecdsa.Sign(secret, in.Digest[:]))
	key, _ := btcec.PrivKeyFromBytes(in.Secret[:])
	s, err := schnorr.Sign(key, in.Digest[:], schnorr.CustomNonce([32]byte{}))
	if err != nil {
		return nil, err
	}
	in.BIP340 = s.Serialize()
	for i := range bip340 {
		seed, digest := hash32("bip340 batch", i), hash32("bip340 batch digest", i)
		key, public := btcec.PrivKeyFromBytes(seed[:])
		s, err := schnorr.Sign(key, digest[:], schnorr.FastSign())
		if err != nil {
			return nil, err
		}
		in.BIP340Keys = append(in.BIP340Keys, schnorr.SerializePubKey(public))
		in.BIP340Digests = append(in.BIP340Digests, digest[:])
		in.BIP340Signatures = append(in.BIP340Signatures, s.Serialize())
		if i < ecdsaBatch {
			recoverable := ecdsa.SignCompact(secp256k1.PrivKeyFromBytes(seed[:]), digest[:], true)
			in.ECDSAKeys = append(in.ECDSAKeys, public.SerializeCompressed())
			in.Recoverable = append(in.Recoverable, append(recoverable[1:], recoverable[0]-31))
		}
	}
	if err := in.setSr25519(salt); err != nil {
		return nil, err
	}
	if err := in.setMuSig2(salt); err != nil {
		return nil, err
	}
	if err := in.setSwift(salt); err != nil {
		return nil, err
	}
	if err := in.setSilent(salt); err != nil {
		return nil, err
	}
	in.ECVRF = voiecvrf.Prove(voied25519.PrivateKey(in.Private), in.Digest[:])
	invert := hash32("invert")
	invert[31] &= 15
	in.Invert = invert[:]
	return in, nil
}

// hash32 returns 32 bytes that depend on parts alone.
func hash32(parts ...any) [32]byte {
	h := sha512.Sum512_256(fmt.Append(nil, parts...))
	return h
}

// forge returns message with another bit.
func forge(message []byte) []byte {
	m := bytes.Clone(message)
	m[0] ^= 1
	return m
}

// messages returns the messages of the first n signatures, or, forged, with
// another bit in the last.
func (in *Inputs) messages(n int, forged bool) [][]byte {
	m := slices.Clone(in.Messages[:n])
	if forged {
		m[n-1] = forge(m[n-1])
	}
	return m
}

// digests returns the digests of the first n BIP-340 signatures, or, forged, with
// another bit in the last.
func (in *Inputs) digests(n int, forged bool) [][]byte {
	d := slices.Clone(in.BIP340Digests[:n])
	if forged {
		d[n-1] = forge(d[n-1])
	}
	return d
}

// pick returns one of two.
func pick[T any](second bool, a, b T) T {
	if second {
		return b
	}
	return a
}

// compact returns an ECDSA signature as r and s, 32 bytes each.
func compact(sig *ecdsa.Signature) []byte {
	r, s := sig.R(), sig.S()
	rb, sb := r.Bytes(), s.Bytes()
	return append(rb[:], sb[:]...)
}
