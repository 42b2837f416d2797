// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package bip32

import (
	"crypto/subtle"
	"encoding/binary"
	"fmt"

	"secant.example/internal/secrettext"
)

// textSize returns how many characters the text of an extended key has, with a checksum of four bytes, or 0 if
// that depends on more than its version, which must not be: it would tell something of the key.
func textSize(version uint32) int {
	switch version {
	case Mainnet.private(), Mainnet.public(), Testnet.private(), Testnet.public():
		return 111
	}
	var b [ExtendedKeySize + 4]byte
	binary.BigEndian.PutUint32(b[:], version)
	size := secrettext.VarTimeBase58Size(b[:])
	for i := range b[4:] {
		b[4+i] = 0xff
	}
	if secrettext.VarTimeBase58Size(b[:]) != size {
		return 0
	}
	return size
}

// extended is the 78 bytes of an extended key: a version of 4 bytes, the depth, the fingerprint of the
// parent, the index, big-endian, the chain code of 32 bytes, and the key of 33.
type extended [ExtendedKeySize]byte

func (b *extended) key() *[PublicKeySize]byte { return (*[PublicKeySize]byte)(b[45:]) }

// encode sets b to a node, with a version, but for the key.
func (b *extended) encode(version uint32, d *node) {
	binary.BigEndian.PutUint32(b[:], version)
	b[4] = d.depth
	copy(b[5:], d.parent[:])
	binary.BigEndian.PutUint32(b[9:], d.index)
	copy(b[13:], d.chain[:])
}

// decode sets d to the node in b, of one of some networks, and private to whether its version is of private keys.
func (b *extended) decode(d *node, networks []Network) (private bool, err error) {
	if len(networks) == 0 {
		networks = []Network{Mainnet, Testnet}
	}
	version := binary.BigEndian.Uint32(b[:])
	for _, network := range networks {
		if !network.isValid() {
			return false, errNotNetwork
		}
		if version == network.private() || version == network.public() {
			d.network, private = network, version == network.private()
			break
		}
	}
	if d.network == 0 {
		return false, errVersion
	}
	d.depth = b[4]
	d.parent = [4]byte(b[5:])
	d.index = binary.BigEndian.Uint32(b[9:])
	d.chain = [ChainCodeSize]byte(b[13:])
	if d.depth == 0 && (d.parent != [4]byte{} || d.index != 0) {
		return false, errMaster
	}
	return private, nil
}

// equal returns 1 if c and d are the same, and otherwise 0. It is constant-time in the chain codes.
func (d *node) equal(c *node) int {
	var a, b extended
	a.encode(0, d)
	b.encode(0, c)
	return subtle.ConstantTimeCompare(a[:], b[:]) & boolToInt(d.network == c.network)
}

// boolToInt returns 1 for true.
func boolToInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

// Bytes returns the 78 bytes of k, of which [PrivateKey.Text] is the text. Of a PrivateKey that was never set it
// returns nil. It is constant-time.
//
// Source: BIP-32, serialization format.
func (k *PrivateKey) Bytes() []byte {
	if !k.isSet() {
		return nil
	}
	b := new(extended)
	b.encode(k.network.private(), &k.node)
	n.EncodeBE((*[32]byte)(b.key()[1:]), k.key.Scalar())
	return b[:]
}

// Bytes returns the 78 bytes of p, of which [PublicKey.String] is the text. Of a PublicKey that was never set it
// returns nil.
//
// Source: BIP-32, serialization format.
func (p *PublicKey) Bytes() []byte {
	if !p.isSet() {
		return nil
	}
	b := new(extended)
	b.encode(p.network.public(), &p.node)
	*b.key() = p.encoding
	return b[:]
}

// Text returns k as a text, which starts with xprv on [Mainnet] and with tprv on [Testnet], and has 111
// characters, on both. There is no method String, so that nothing prints a key by mistake: see [PrivateKey.Format].
// Of a PrivateKey that was never set it returns nil. It is constant-time.
//
// Source: BIP-32, serialization format.
func (k *PrivateKey) Text() []byte {
	if !k.isSet() {
		return nil
	}
	return secrettext.AppendBase58Check(nil, k.Bytes(), textSize(k.network.private()))
}

// Format writes a text that is the same for all keys, so that package fmt shows nothing of them. It does not
// call this method for a field that is not exported and that is a PrivateKey itself, no pointer to one; nor
// for the verb %p of a PrivateKey itself, which vet reports. Print neither. It is constant-time.
func (k PrivateKey) Format(s fmt.State, _ rune) {
	if s != nil {
		s.Write([]byte("bip32.PrivateKey(secret)"))
	}
}

// String returns p as a text, which starts with xpub on [Mainnet] and with tpub on [Testnet], and has 111
// characters, on both. Of a PublicKey that was never set it returns the empty string.
//
// Source: BIP-32, serialization format.
func (p *PublicKey) String() string {
	if !p.isSet() {
		return ""
	}
	return string(secrettext.AppendBase58Check(nil, p.Bytes(), textSize(p.network.public())))
}

// ParsePrivateKey returns the extended private key that a text is, of one of the networks, or of [Mainnet] or
// [Testnet] if none are named. Anything else is an [ErrExtendedKey], an [ErrNetwork] or an [ErrPrivateKey]. It is
// constant-time, but for the error, the length, and what the key has besides secrets.
//
// Source: BIP-32, serialization format.
func ParsePrivateKey(text []byte, networks ...Network) (*PrivateKey, error) {
	b, err := decodeText(text)
	if err != nil {
		return nil, err
	}
	return NewPrivateKey(b[:], networks...)
}

// ParsePublicKey returns the extended public key that a text is, of one of the networks, or of [Mainnet] or
// [Testnet] if none are named. Anything else is an [ErrExtendedKey], an [ErrNetwork] or an [ErrPublicKey].
//
// Source: BIP-32, serialization format.
func ParsePublicKey(text string, networks ...Network) (*PublicKey, error) {
	b, err := decodeText([]byte(text))
	if err != nil {
		return nil, err
	}
	return NewPublicKey(b[:], networks...)
}

// decodeText returns the bytes of which text is the text.
func decodeText(text []byte) (b extended, err error) {
	const longest = 112 // of 82 bytes
	if len(text) > longest {
		return extended{}, errText // what is longer takes longer
	}
	if !secrettext.DecodeBase58Check(b[:], text) {
		return extended{}, errText
	}
	return b, nil
}

// NewPrivateKey is [ParsePrivateKey] for 78 bytes.
func NewPrivateKey(b []byte, networks ...Network) (*PrivateKey, error) {
	if len(b) != ExtendedKeySize {
		return nil, errSize
	}
	k := &PrivateKey{public: new(lazyKey)}
	private, err := (*extended)(b).decode(&k.node, networks)
	if err != nil {
		return nil, err
	}
	key := (*extended)(b).key()
	if !private {
		return nil, errIsPublic
	}
	if key[0] != 0 {
		return nil, errPrivateForm
	}
	if err := k.key.SetBytes(key[1:], keyErrors); err != nil {
		return nil, err
	}
	return k, nil
}

// NewPublicKey is [ParsePublicKey] for 78 bytes.
func NewPublicKey(b []byte, networks ...Network) (*PublicKey, error) {
	if len(b) != ExtendedKeySize {
		return nil, errSize
	}
	p := new(PublicKey)
	private, err := (*extended)(b).decode(&p.node, networks)
	if err != nil {
		return nil, err
	}
	key := (*extended)(b).key()
	if private {
		return nil, errIsPrivate
	}
	if key[0]|1 != 3 {
		return nil, errPublicForm
	}
	if err := p.setKey(key[:]); err != nil {
		return nil, err
	}
	return p, nil
}

// setKey sets the point of p.
func (p *PublicKey) setKey(b []byte) error {
	if err := p.key.SetBytes(b, keyErrors); err != nil {
		return err
	}
	p.encoding = [PublicKeySize]byte(b)
	return nil
}
