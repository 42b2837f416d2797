// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package bip32

import (
	"crypto"
	"sync"

	"secant.example/internal/hdkey"
	"secant.example/internal/scalar"
	curve "secant.example/internal/secp256k1"
	"secant.example/secp256k1"
	"secant.example/secp256k1/internal/keys"
)

// node is what extended private and public keys have in common.
type node struct {
	network Network
	parent  [4]byte // the fingerprint of the parent
	index   uint32
	depth   byte
	chain   [ChainCodeSize]byte
}

// child returns the node of a child, but for the chain code.
func (d *node) child(parent [4]byte, index uint32) node {
	return node{network: d.network, parent: parent, index: index, depth: d.depth + 1}
}

// A PrivateKey is an extended private key: an integer d in [1, n), a chain code, and where it is in its
// tree.
//
// The zero value is no key: it has no children and no bytes. A PrivateKey may be used by several goroutines
// at once.
type PrivateKey struct {
	node
	key    keys.Private
	public *lazyKey
}

// A lazyKey is the public key of a private key, once it was asked for.
type lazyKey struct {
	once sync.Once
	key  PublicKey
}

// A PublicKey is an extended public key: a point that is not the identity, a chain code, and where it is
// in its tree.
//
// The zero value is no key: it has no children and no bytes. A PublicKey may be used by several goroutines
// at once.
type PublicKey struct {
	node
	key      keys.Public
	encoding [PublicKeySize]byte
}

// NewMasterKey returns the root of the tree of a seed of 16 to 64 bytes. A seed of another length is an
// [ErrSeed]. It is constant-time, but for the error.
//
// Source: BIP-32, master key generation.
func NewMasterKey(seed []byte, network Network) (*PrivateKey, error) {
	if len(seed) < MinSeedSize || len(seed) > MaxSeedSize {
		return nil, errSeedSize
	}
	if !network.isValid() {
		return nil, errNotNetwork
	}
	var left [32]byte
	k := &PrivateKey{node: node{network: network}, public: new(lazyKey)}
	hdkey.Hash(&left, &k.chain, []byte("Bitcoin seed"), seed)
	if k.key.SetBytes(left[:], keyErrors) != nil {
		return nil, errSeedKey
	}
	return k, nil
}

// NewPrivateRoot returns the root of a tree whose private key and chain code, of 32 bytes each, did not come
// from a seed. A key that is not in [1, n) is an [ErrPrivateKey]. It is constant-time, but for the error.
func NewPrivateRoot(key []byte, chainCode [ChainCodeSize]byte, network Network) (*PrivateKey, error) {
	if !network.isValid() {
		return nil, errNotNetwork
	}
	k := &PrivateKey{node: node{network: network, chain: chainCode}, public: new(lazyKey)}
	if err := k.key.SetBytes(key, keyErrors); err != nil {
		return nil, err
	}
	return k, nil
}

// NewPublicRoot returns the root of a tree of public keys, whose key of 33 bytes and chain code of 32 came from
// elsewhere, as those of BIP-328 do, for the aggregate key of MuSig2. A key that is not a compressed point is an
// [ErrPublicKey].
func NewPublicRoot(key []byte, chainCode [ChainCodeSize]byte, network Network) (*PublicKey, error) {
	if !network.isValid() {
		return nil, errNotNetwork
	}
	if len(key) != PublicKeySize {
		return nil, errKeySize
	}
	p := &PublicKey{node: node{network: network, chain: chainCode}}
	if err := p.setKey(key); err != nil {
		return nil, err
	}
	return p, nil
}

// isSet reports whether k is a key.
func (k *PrivateKey) isSet() bool { return k != nil && k.network != 0 }

// isSet reports whether p is a key.
func (p *PublicKey) isSet() bool { return p != nil && p.network != 0 }

// Child returns the child with an index, a hardened one from [Hardened] on. A key of depth 255 has none, which
// is an [ErrDepth]. It is a [ChildError] if there is no child with this index. It is constant-time, but for
// the error and the index.
//
// The public key of k is computed once, for the first child; that of the child when it is asked for.
//
// Source: BIP-32, CKDpriv.
func (k *PrivateKey) Child(index uint32) (*PrivateKey, error) {
	if !k.isSet() {
		return nil, keyErrors.PrivateUnset
	}
	if k.depth == MaxDepth {
		return nil, ErrDepth
	}
	public := k.publicKey()
	data := public.encoding
	if index >= Hardened {
		data[0] = 0
		n.EncodeBE((*[32]byte)(data[1:]), k.key.Scalar())
	}
	child := &PrivateKey{node: k.child(public.Fingerprint(), index), public: new(lazyKey)}
	var left [32]byte
	hdkey.Child(&left, &child.chain, &k.chain, &data, index)
	var d scalar.Scalar
	if !add(&d, &left, k.key.Scalar()) {
		return nil, &ChildError{index}
	}
	child.key.SetScalar(&d)
	return child, nil
}

// add sets d to the sum of a parent and a tweak, and reports whether that is a private key. It is
// constant-time, but for its result.
func add(d *scalar.Scalar, tweak *[32]byte, parent *scalar.Scalar) bool {
	below := n.DecodeBE(d, tweak)
	n.Add(d, d, parent)
	return below&(n.IsZero(d)^1) == 1
}

// addPoint sets P to the sum of a parent and a tweak times G, and reports whether that is a public key. It is
// constant-time, but for its result.
func addPoint(P *curve.Point, tweak *[32]byte, parent *curve.Point) bool {
	var t scalar.Scalar
	below := n.DecodeBE(&t, tweak)
	P.ScalarBaseMult(&t)
	P.Add(P, parent)
	return below&(P.IsIdentity()^1) == 1
}

// Derive returns the key at a path from k, which is k itself if the path is empty. It is constant-time, but
// for the error and the path.
func (k *PrivateKey) Derive(path Path) (*PrivateKey, error) {
	if !k.isSet() {
		return nil, keyErrors.PrivateUnset
	}
	for _, index := range path {
		var err error
		if k, err = k.Child(index); err != nil {
			return nil, err
		}
	}
	return k, nil
}

// publicKey returns the public key of k, which was set. It must not be changed.
func (k *PrivateKey) publicKey() *PublicKey {
	k.public.once.Do(func() {
		p := &k.public.key
		p.node = k.node
		P := [1]curve.Point{*new(curve.Point).ScalarBaseMult(k.key.Scalar())}
		encodings := [1][PublicKeySize]byte{}
		curve.NormalizeEncodeBatch(P[:], encodings[:])
		p.key.SetPoint(&P[0])
		p.encoding = encodings[0]
	})
	return &k.public.key
}

// PublicKey returns the extended public key of k. It is computed once. Of a PrivateKey that was never set it is
// a PublicKey that was never set. It is constant-time.
//
// Source: BIP-32, N.
func (k *PrivateKey) PublicKey() *PublicKey {
	if !k.isSet() {
		return new(PublicKey)
	}
	p := *k.publicKey()
	return &p
}

// Public is [PrivateKey.PublicKey] for code that is written for private keys of any kind.
func (k *PrivateKey) Public() crypto.PublicKey { return k.PublicKey() }

// Child returns the child with an index. A hardened one is an [ErrHardened]. A key of depth 255 has none, which
// is an [ErrDepth]. It is a [ChildError] if there is no child with this index. It is constant-time, but for
// the error and the index.
//
// Source: BIP-32, CKDpub.
func (p *PublicKey) Child(index uint32) (*PublicKey, error) {
	child := new([1]PublicKey)
	if err := p.children(child[:], index); err != nil {
		return nil, err
	}
	return &child[0], nil
}

// Children returns count children, with the indices first, first + 1, ..., which takes less time than one
// after the other. All of them are in memory, with some 190 bytes each. The errors are those of
// [PublicKey.Child], and an [ErrRange] if there are not as many, or if they are more than [MaxChildren]. If
// one of the children is a [ChildError], none is returned: ask for those before and after it. It is
// constant-time, but for errors, the indices and their number.
func (p *PublicKey) Children(first uint32, count int) ([]PublicKey, error) {
	if first < Hardened && (count < 0 || uint64(count) > uint64(Hardened-first)) {
		return nil, ErrRange
	}
	// What is asked for by mistake takes no memory.
	if err := p.canDerive(first); err != nil {
		return nil, err
	}
	if count > MaxChildren {
		return nil, errMany
	}
	children := make([]PublicKey, count)
	if err := p.children(children, first); err != nil {
		return nil, err
	}
	return children, nil
}

// canDerive returns an error unless p has children, and they may have an index.
func (p *PublicKey) canDerive(index uint32) error {
	switch {
	case !p.isSet():
		return keyErrors.PublicUnset
	case index >= Hardened:
		return ErrHardened
	case p.depth == MaxDepth:
		return ErrDepth
	}
	return nil
}

// children sets children to those from an index on, none of which is hardened.
func (p *PublicKey) children(children []PublicKey, index uint32) error {
	if err := p.canDerive(index); err != nil {
		return err
	}
	fingerprint := p.Fingerprint()
	var tweak [32]byte
	var points [64]curve.Point
	var encodings [len(points)][PublicKeySize]byte
	for len(children) > 0 {
		count := min(len(children), len(points))
		for i := range count {
			if !p.childPoint(&points[i], &tweak, &children[i].chain, index+uint32(i)) {
				return &ChildError{index + uint32(i)}
			}
		}
		curve.NormalizeEncodeBatch(points[:count], encodings[:count])
		for i := range count {
			child := &children[i]
			chain := child.chain
			child.node = p.child(fingerprint, index+uint32(i))
			child.chain = chain
			child.key.SetPoint(&points[i])
			child.encoding = encodings[i]
		}
		children, index = children[count:], index+uint32(count)
	}
	return nil
}

// ChildTweak returns the 32 bytes, big-endian, of the integer t in [0, n) for which the child with an index is
// the point of p, plus t·G: what an aggregate key of MuSig2 is tweaked by. The errors are those of
// [PublicKey.Child]. It is constant-time, but for the error and the index.
//
// Source: BIP-32, CKDpub; BIP-328.
func (p *PublicKey) ChildTweak(index uint32) ([32]byte, error) {
	if err := p.canDerive(index); err != nil {
		return [32]byte{}, err
	}
	var P curve.Point
	var tweak, chain [32]byte
	if !p.childPoint(&P, &tweak, &chain, index) {
		return [32]byte{}, &ChildError{index}
	}
	return tweak, nil
}

// childPoint sets P, tweak and chain to the point of a child, what it is tweaked by, and its chain code, and
// reports whether there is one.
func (p *PublicKey) childPoint(P *curve.Point, tweak, chain *[32]byte, index uint32) bool {
	hdkey.Child(tweak, chain, &p.chain, &p.encoding, index)
	return addPoint(P, tweak, p.key.Point())
}

// Derive returns the key at a path from p, which is p itself if the path is empty. It is constant-time, but
// for the error and the path.
func (p *PublicKey) Derive(path Path) (*PublicKey, error) {
	if !p.isSet() {
		return nil, keyErrors.PublicUnset
	}
	for _, index := range path {
		var err error
		if p, err = p.Child(index); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// Scalar returns the integer d of k, which is 0 if k was never set. It is constant-time.
func (k *PrivateKey) Scalar() *secp256k1.Scalar { return k.key.GroupScalar() }

// KeyBytes returns the 32 bytes of the integer d, big-endian, without what extends it. Of a PrivateKey that was
// never set it returns nil. It is constant-time.
func (k *PrivateKey) KeyBytes() []byte { return k.key.Bytes() }

// Point returns the point of p, which is the identity if p was never set.
func (p *PublicKey) Point() *secp256k1.Point { return p.key.GroupPoint() }

// KeyBytes returns the 33 bytes of the point of p, compressed, without what extends it. Of a PublicKey that was
// never set it returns nil.
func (p *PublicKey) KeyBytes() []byte {
	if !p.isSet() {
		return nil
	}
	return append([]byte(nil), p.encoding[:]...)
}

// Identifier returns the 20 bytes by which p may be known: RIPEMD-160(SHA-256(b)), where b are the 33 bytes of
// its point. Of a PublicKey that was never set they are zeros.
func (p *PublicKey) Identifier() (id [20]byte) {
	if !p.isSet() {
		return id
	}
	return hdkey.Identifier(p.encoding[:])
}

// Fingerprint returns the first four bytes of [PublicKey.Identifier]. Keys that differ may have the same.
func (p *PublicKey) Fingerprint() [4]byte {
	id := p.Identifier()
	return [4]byte(id[:4])
}

// Network returns the network of the key.
func (d *node) Network() Network { return d.network }

// Depth returns how far from the root of its tree the key is: 0 is the root.
func (d *node) Depth() int { return int(d.depth) }

// Index returns which child of its parent the key is, a hardened one from [Hardened] on. Of the root of a
// tree it is 0.
func (d *node) Index() uint32 { return d.index }

// ParentFingerprint returns the fingerprint of the parent, which is zero for the root of a tree.
func (d *node) ParentFingerprint() [4]byte { return d.parent }

// ChainCode returns the chain code, 32 bytes. It is constant-time.
func (d *node) ChainCode() [ChainCodeSize]byte { return d.chain }

// Equal reports whether x is a *PrivateKey that is the same, with its chain code and its place, in constant
// time. One that was never set is not equal to any.
func (k *PrivateKey) Equal(x crypto.PrivateKey) bool {
	y, ok := x.(*PrivateKey)
	return ok && k.isSet() && y.isSet() && k.node.equal(&y.node)&boolToInt(k.key.Equal(&y.key)) == 1
}

// Equal reports whether x is a *PublicKey that is the same, with its chain code and its place. One that was never
// set is not equal to any.
func (p *PublicKey) Equal(x crypto.PublicKey) bool {
	q, ok := x.(*PublicKey)
	return ok && p.isSet() && q.isSet() && p.node.equal(&q.node) == 1 && p.encoding == q.encoding
}

// Zero overwrites k with the zero value.
func (k *PrivateKey) Zero() { *k = PrivateKey{} }
