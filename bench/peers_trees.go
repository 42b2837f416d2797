// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package bench

import (
	"filippo.io/edwards25519"
	"github.com/btcsuite/btcd/btcutil/hdkeychain"
	"github.com/btcsuite/btcd/chaincfg"
	"github.com/tyler-smith/go-bip32"
)

// btcutil's hdkeychain.
func init() {
	public := func(k *hdkeychain.ExtendedKey) ([]byte, error) {
		p, err := k.ECPubKey()
		if err != nil {
			return nil, err
		}
		return p.SerializeCompressed(), nil
	}
	register("btcutil", "protocols/bip32-path", func(in *Inputs) (*Instance, error) {
		return produce(func() ([]byte, error) {
			k, err := hdkeychain.NewMaster(in.Seed[:], &chaincfg.MainNetParams)
			if err != nil {
				return nil, err
			}
			for _, i := range bip32Path {
				if k, err = k.Derive(i); err != nil {
					return nil, err
				}
			}
			return public(k)
		})
	})
	// with registers an operation that starts from the master key, and its public key.
	with := func(operation string, make func(k, p *hdkeychain.ExtendedKey) func() ([]byte, error)) {
		register("btcutil", "protocols/"+operation, func(in *Inputs) (*Instance, error) {
			k, err := hdkeychain.NewMaster(in.Seed[:], &chaincfg.MainNetParams)
			if err != nil {
				return nil, err
			}
			p, err := k.Neuter()
			if err != nil {
				return nil, err
			}
			return produce(make(k, p))
		})
	}
	with("bip32-hardened-child", func(k, _ *hdkeychain.ExtendedKey) func() ([]byte, error) {
		return func() ([]byte, error) {
			child, err := k.Derive(hdkeychain.HardenedKeyStart + 7)
			if err != nil {
				return nil, err
			}
			private, err := child.ECPrivKey()
			if err != nil {
				return nil, err
			}
			return private.Serialize(), nil
		}
	})
	with("bip32-public-child", func(_, p *hdkeychain.ExtendedKey) func() ([]byte, error) {
		return func() ([]byte, error) {
			child, err := p.Derive(7)
			if err != nil {
				return nil, err
			}
			return public(child)
		}
	})
	with("bip32-children-64", func(_, p *hdkeychain.ExtendedKey) func() ([]byte, error) {
		return func() (b []byte, err error) {
			for i := range uint32(bip32Children) {
				child, err := p.Derive(i)
				if err != nil {
					return nil, err
				}
				if b, err = public(child); err != nil {
					return nil, err
				}
			}
			return b, nil
		}
	})
	with("bip32-write", func(k, _ *hdkeychain.ExtendedKey) func() ([]byte, error) {
		return func() ([]byte, error) { return []byte(k.String()), nil }
	})
	with("bip32-parse", func(_, p *hdkeychain.ExtendedKey) func() ([]byte, error) {
		text := p.String()
		return func() ([]byte, error) {
			p, err := hdkeychain.NewKeyFromString(text)
			if err != nil {
				return nil, err
			}
			return public(p)
		}
	})
}

// go-bip32.
func init() {
	register("go-bip32", "protocols/bip32-path", func(in *Inputs) (*Instance, error) {
		return produce(func() ([]byte, error) {
			k, err := bip32.NewMasterKey(in.Seed[:])
			if err != nil {
				return nil, err
			}
			for _, i := range bip32Path {
				if k, err = k.NewChildKey(i); err != nil {
					return nil, err
				}
			}
			return k.PublicKey().Key, nil
		})
	})
	register("go-bip32", "protocols/bip32-public-child", func(in *Inputs) (*Instance, error) {
		k, err := bip32.NewMasterKey(in.Seed[:])
		if err != nil {
			return nil, err
		}
		p := k.PublicKey()
		return produce(func() ([]byte, error) {
			child, err := p.NewChildKey(7)
			if err != nil {
				return nil, err
			}
			return child.Key, nil
		})
	})
}

// Blinding, with the points of filippo.io/edwards25519.
func init() {
	register("filippo.io", "protocols/blind-public-key", func(in *Inputs) (*Instance, error) {
		// -1 modulo l: [l-1]A = -A if A is of prime order.
		one, err := edwards25519.NewScalar().SetCanonicalBytes(append([]byte{1}, make([]byte, 31)...))
		if err != nil {
			return nil, err
		}
		minusOne := edwards25519.NewScalar().Negate(one)
		return produce(func() ([]byte, error) {
			A, err := new(edwards25519.Point).SetBytes(in.Keys[0])
			if err != nil {
				return nil, err
			}
			if new(edwards25519.Point).ScalarMult(minusOne, A).Equal(new(edwards25519.Point).Negate(A)) != 1 || A.Equal(edwards25519.NewIdentityPoint()) == 1 {
				return nil, errRejected
			}
			h, err := edwards25519.NewScalar().SetBytesWithClamping(in.Digest[:])
			if err != nil {
				return nil, err
			}
			return A.ScalarMult(h, A).Bytes(), nil
		})
	})
}
