// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package crypto

import (
	"crypto/sha256"
	"io"

	pb "github.com/libp2p/go-libp2p/core/crypto/pb"
	"secant.example/secp256k1/ecdsa"
)

type (
	Secp256k1PrivateKey ecdsa.PrivateKey
	Secp256k1PublicKey  ecdsa.PublicKey
)

// GenerateSecp256k1Key returns a new key pair. The reader is not read.
func GenerateSecp256k1Key(io.Reader) (PrivKey, PubKey, error) {
	key, err := ecdsa.GenerateKey(nil)
	if err != nil {
		return nil, nil, err
	}
	k := (*Secp256k1PrivateKey)(key)
	return k, k.GetPublic(), nil
}

func UnmarshalSecp256k1PrivateKey(data []byte) (PrivKey, error) {
	key, err := ecdsa.NewPrivateKey(data)
	if err != nil {
		return nil, err
	}
	return (*Secp256k1PrivateKey)(key), nil
}

func UnmarshalSecp256k1PublicKey(data []byte) (PubKey, error) {
	key, err := ecdsa.NewPublicKeyHybrid(data)
	if err != nil {
		return nil, err
	}
	return (*Secp256k1PublicKey)(key), nil
}

func (k *Secp256k1PrivateKey) secant() *ecdsa.PrivateKey { return (*ecdsa.PrivateKey)(k) }
func (k *Secp256k1PrivateKey) Type() pb.KeyType          { return pb.KeyType_Secp256k1 }
func (k *Secp256k1PrivateKey) Raw() ([]byte, error)      { return k.secant().Bytes(), nil }
func (k *Secp256k1PrivateKey) GetPublic() PubKey {
	return (*Secp256k1PublicKey)(k.secant().PublicKey())
}

func (k *Secp256k1PrivateKey) Equals(o Key) bool {
	other, ok := o.(*Secp256k1PrivateKey)
	if !ok {
		return basicEquals(k, o)
	}
	return k.secant().Equal(other.secant())
}

func (k *Secp256k1PrivateKey) Sign(data []byte) ([]byte, error) {
	sig, err := ecdsa.Sign(k.secant(), sha256.Sum256(data))
	if err != nil {
		return nil, err
	}
	return sig.DER(), nil
}

func (k *Secp256k1PublicKey) secant() *ecdsa.PublicKey { return (*ecdsa.PublicKey)(k) }
func (k *Secp256k1PublicKey) Type() pb.KeyType         { return pb.KeyType_Secp256k1 }
func (k *Secp256k1PublicKey) Raw() ([]byte, error)     { return k.secant().Bytes(), nil }

func (k *Secp256k1PublicKey) Equals(o Key) bool {
	other, ok := o.(*Secp256k1PublicKey)
	if !ok {
		return basicEquals(k, o)
	}
	return k.secant().Equal(other.secant())
}

// Verify accepts a high s, as dcrec does.
func (k *Secp256k1PublicKey) Verify(data, sig []byte) (bool, error) {
	s, err := ecdsa.ParseDER(sig)
	if err != nil {
		return false, err
	}
	return k.secant().Verify(sha256.Sum256(data), s, ecdsa.AnyS), nil
}
