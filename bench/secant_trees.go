// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package bench

import (
	"secant.example/ed25519/blinding"
	"secant.example/secp256k1/adaptor"
	"secant.example/secp256k1/bip32"
	"secant.example/secp256k1/ecdsa"
	"secant.example/slip10"
)

// bip32Path is m/84'/0'/0'/0/7.
var bip32Path = []uint32{84 + 1<<31, 1 << 31, 1 << 31, 0, 7}

// BIP-32: the seed is Seed.
func init() {
	register(Ours, "protocols/bip32-path", func(in *Inputs) (*Instance, error) {
		return produce(func() ([]byte, error) {
			k, err := bip32.NewMasterKey(in.Seed[:], bip32.Mainnet)
			if err != nil {
				return nil, err
			}
			if k, err = k.Derive(bip32Path); err != nil {
				return nil, err
			}
			return k.PublicKey().KeyBytes(), nil
		})
	})
	// with registers an operation that starts from the master key, whose public key is there.
	with := func(operation string, make func(k *bip32.PrivateKey) func() ([]byte, error)) {
		register(Ours, "protocols/"+operation, func(in *Inputs) (*Instance, error) {
			k, err := bip32.NewMasterKey(in.Seed[:], bip32.Mainnet)
			if err != nil {
				return nil, err
			}
			k.PublicKey()
			return produce(make(k))
		})
	}
	with("bip32-hardened-child", func(k *bip32.PrivateKey) func() ([]byte, error) {
		return func() ([]byte, error) {
			child, err := k.Child(bip32.Hardened + 7)
			if err != nil {
				return nil, err
			}
			return child.KeyBytes(), nil
		}
	})
	with("bip32-public-child", func(k *bip32.PrivateKey) func() ([]byte, error) {
		p := k.PublicKey()
		return func() ([]byte, error) {
			child, err := p.Child(7)
			if err != nil {
				return nil, err
			}
			return child.KeyBytes(), nil
		}
	})
	with("bip32-children-64", func(k *bip32.PrivateKey) func() ([]byte, error) {
		p := k.PublicKey()
		return func() ([]byte, error) {
			children, err := p.Children(0, bip32Children)
			if err != nil {
				return nil, err
			}
			return children[bip32Children-1].KeyBytes(), nil
		}
	})
	with("bip32-write", func(k *bip32.PrivateKey) func() ([]byte, error) {
		return func() ([]byte, error) { return k.Text(), nil }
	})
	with("bip32-parse", func(k *bip32.PrivateKey) func() ([]byte, error) {
		text := k.PublicKey().String()
		return func() ([]byte, error) {
			p, err := bip32.ParsePublicKey(text)
			if err != nil {
				return nil, err
			}
			return p.KeyBytes(), nil
		}
	})
}

// slip10Path is m/44'/501'/0'/0'.
var slip10Path = slip10.Path{44 + 1<<31, 501 + 1<<31, 1 << 31, 1 << 31}

func init() {
	register(Ours, "protocols/slip10-path", func(in *Inputs) (*Instance, error) {
		return produce(func() ([]byte, error) {
			k, err := slip10.NewMasterKey(slip10.Ed25519, in.Seed[:])
			if err != nil {
				return nil, err
			}
			if k, err = k.Derive(slip10Path); err != nil {
				return nil, err
			}
			return k.Bytes(), nil
		})
	})
}

// Blinding: the factor is Digest.
func init() {
	register(Ours, "protocols/blind-public-key", func(in *Inputs) (*Instance, error) {
		return produce(func() ([]byte, error) { return blinding.BlindPublicKey(in.Keys[0], in.Digest) })
	})
}

// Adaptor signatures: of Digest, by Secret, encrypted to Invert.
func init() {
	keys := func(in *Inputs) (x, y *ecdsa.PrivateKey, err error) {
		if x, err = ecdsa.NewPrivateKey(in.Secret[:]); err != nil {
			return nil, nil, err
		}
		y, err = ecdsa.NewPrivateKey(in.Invert)
		return x, y, err
	}
	register(Ours, "protocols/adaptor-encrypt", func(in *Inputs) (*Instance, error) {
		x, y, err := keys(in)
		if err != nil {
			return nil, err
		}
		Y := y.PublicKey()
		return produce(func() ([]byte, error) {
			a, err := adaptor.Encrypt(x, Y, in.Digest, nil)
			if err != nil {
				return nil, err
			}
			return a.Bytes(), nil
		})
	})
	verify := func(in *Inputs, x, y *ecdsa.PublicKey, digest, signature []byte) error {
		a, err := adaptor.Parse(signature)
		if err != nil {
			return err
		}
		if !a.Verify(x, y, ecdsa.Digest(digest)) {
			return errRejected
		}
		return nil
	}
	registerVerifier(Ours, "protocols/adaptor-encrypt", func(in *Inputs, signature []byte) error {
		x, y, err := keys(in)
		if err != nil {
			return err
		}
		return verify(in, x.PublicKey(), y.PublicKey(), in.Digest[:], signature)
	})
	register(Ours, "protocols/adaptor-verify", func(in *Inputs) (*Instance, error) {
		x, y, err := keys(in)
		if err != nil {
			return nil, err
		}
		X, Y := x.PublicKey(), y.PublicKey()
		a, err := adaptor.Encrypt(x, Y, in.Digest, nil)
		if err != nil {
			return nil, err
		}
		signature, forgery := a.Bytes(), forge(in.Digest[:])
		return accept(func(forged bool) bool {
			return verify(in, X, Y, pick(forged, in.Digest[:], forgery), signature) == nil
		})
	})
}
