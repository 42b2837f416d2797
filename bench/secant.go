// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package bench

import (
	"crypto"
	"fmt"

	"secant.example/ed25519"
	"secant.example/edwards25519"
	"secant.example/ristretto255"
	"secant.example/x25519"
)

// What Secant has. A new operation is registered here, and appears everywhere.
func init() {
	register(Ours, "x25519/public-key", func(in *Inputs) (*Instance, error) {
		return produce(func() ([]byte, error) {
			k, err := x25519.NewPrivateKey(in.XPrivate[:])
			if err != nil {
				return nil, err
			}
			return k.PublicKey().Bytes(), nil
		})
	})
	register(Ours, "x25519/shared-secret", func(in *Inputs) (*Instance, error) {
		k, err := x25519.NewPrivateKey(in.XPrivate[:])
		if err != nil {
			return nil, err
		}
		peer, err := x25519.NewPublicKey(in.XPeers[0][:])
		if err != nil {
			return nil, err
		}
		var secret [32]byte
		return once(func() (err error) {
			secret, err = k.SharedSecret(peer)
			return err
		}, func() ([]byte, error) { return secret[:], nil })
	})

	register(Ours, "ed25519/key-generation", func(in *Inputs) (*Instance, error) {
		return produce(func() ([]byte, error) { return ed25519.NewKeyFromSeed(in.Seed[:]), nil })
	})
	register(Ours, "ed25519/sign", func(in *Inputs) (*Instance, error) {
		return produce(func() ([]byte, error) { return ed25519.Sign(in.Private, in.Message), nil })
	})
	register(Ours, "ed25519/sign-expanded", func(in *Inputs) (*Instance, error) {
		signer, err := ed25519.NewSigner(in.Private)
		if err != nil {
			return nil, err
		}
		return produce(func() ([]byte, error) { return signer.Sign(nil, in.Message, crypto.Hash(0)) })
	})
	for _, name := range []string{"default", "stdlib", "fips", "zip215"} {
		register(Ours, "ed25519/verify-"+name, func(in *Inputs) (*Instance, error) {
			rules, err := ed25519.ParseRules(name)
			if err != nil {
				return nil, err
			}
			forgery := forge(in.Message)
			return accept(func(forged bool) bool {
				return ed25519.VerifyWithRules(in.Keys[0], pick(forged, in.Message, forgery), in.Signatures[0], rules, nil) == nil
			})
		})
	}

	for _, n := range MSMSizes {
		register(Ours, fmt.Sprintf("edwards25519/msm-%d", n), func(in *Inputs) (*Instance, error) {
			points, scalars := make([]*edwards25519.Point, n), make([]*edwards25519.Scalar, n)
			for i := range n {
				var err error
				if points[i], err = new(edwards25519.Point).SetBytes(in.Points[i]); err != nil {
					return nil, err
				}
				if scalars[i], err = new(edwards25519.Scalar).SetCanonicalBytes(in.Scalars[i]); err != nil {
					return nil, err
				}
			}
			v := edwards25519.NewIdentityPoint()
			return once(func() error {
				v.VarTimeMultiScalarMult(scalars, points)
				return nil
			}, func() ([]byte, error) { return v.Bytes(), nil })
		})
	}
}

// Batches, expanded public keys and ristretto255.
func init() {
	register(Ours, "x25519/public-keys-16", func(in *Inputs) (*Instance, error) {
		keys := make([]*x25519.PrivateKey, len(in.XPeers))
		for i := range keys {
			var err error
			if keys[i], err = x25519.NewPrivateKey(in.XPeers[i][:]); err != nil {
				return nil, err
			}
		}
		public := make([]x25519.PublicKey, len(keys))
		return once(func() error { return x25519.PublicKeys(public, keys) }, func() (all []byte, err error) {
			for i := range public {
				all = append(all, public[i].Bytes()...)
			}
			return all, nil
		})
	})
	register(Ours, "x25519/shared-secrets-16", func(in *Inputs) (*Instance, error) {
		k, err := x25519.NewPrivateKey(in.XPrivate[:])
		if err != nil {
			return nil, err
		}
		peers := make([]*x25519.PublicKey, len(in.XPeers))
		for i := range peers {
			if peers[i], err = x25519.NewPublicKey(in.XPeers[i][:]); err != nil {
				return nil, err
			}
		}
		secrets, ok := make([][32]byte, len(peers)), make([]bool, len(peers))
		return once(func() error { return k.SharedSecrets(secrets, ok, peers) }, func() (all []byte, err error) {
			for i := range secrets {
				all = append(all, secrets[i][:]...)
			}
			return all, nil
		})
	})

	register(Ours, "ed25519/expand-key", func(in *Inputs) (*Instance, error) {
		var k *ed25519.ExpandedPublicKey
		return once(func() (err error) {
			k, err = ed25519.NewExpandedPublicKey(in.Keys[0])
			return err
		}, func() ([]byte, error) { return k.PublicKey(), nil })
	})
	register(Ours, "ed25519/verify-expanded", func(in *Inputs) (*Instance, error) {
		k, err := ed25519.NewExpandedPublicKey(in.Keys[0])
		if err != nil {
			return nil, err
		}
		forgery := forge(in.Message)
		return accept(func(forged bool) bool { return k.Verify(pick(forged, in.Message, forgery), in.Signatures[0]) })
	})
	for _, n := range StdLibSizes {
		register(Ours, fmt.Sprintf("ed25519/verify-stdlib-%d", n), func(in *Inputs) (*Instance, error) {
			good, bad := in.messages(n, false), in.messages(n, true)
			v := ed25519.NewBatchVerifierWithCapacity(n)
			return accept(func(forged bool) bool {
				v.Reset()
				for i, message := range pick(forged, good, bad) {
					v.AddWithRules(in.Keys[i], message, in.Signatures[i], ed25519.StdLib, nil)
				}
				return v.VerifyBatchOnly(nil)
			})
		})
	}
	for _, n := range BatchSizes {
		register(Ours, fmt.Sprintf("ed25519-batch/plain-%d", n), func(in *Inputs) (*Instance, error) {
			good, bad := in.messages(n, false), in.messages(n, true)
			v := ed25519.NewBatchVerifierWithCapacity(n)
			return accept(func(forged bool) bool {
				v.Reset()
				for i, message := range pick(forged, good, bad) {
					v.Add(in.Keys[i], message, in.Signatures[i])
				}
				return v.VerifyBatchOnly(nil)
			})
		})
		register(Ours, fmt.Sprintf("ed25519-batch/expanded-%d", n), func(in *Inputs) (*Instance, error) {
			keys := make([]*ed25519.ExpandedPublicKey, n)
			for i := range keys {
				var err error
				if keys[i], err = ed25519.NewExpandedPublicKey(in.Keys[i]); err != nil {
					return nil, err
				}
			}
			good, bad := in.messages(n, false), in.messages(n, true)
			v := ed25519.NewBatchVerifierWithCapacity(n)
			return accept(func(forged bool) bool {
				v.Reset()
				for i, message := range pick(forged, good, bad) {
					v.AddExpanded(keys[i], message, in.Signatures[i])
				}
				return v.VerifyBatchOnly(nil)
			})
		})
	}

	register(Ours, "ristretto255/decode", func(in *Inputs) (*Instance, error) {
		e := ristretto255.NewElement()
		return once(func() error { return e.Decode(in.Ristretto) }, func() ([]byte, error) { return e.Bytes(), nil })
	})
	register(Ours, "ristretto255/encode", func(in *Inputs) (*Instance, error) {
		e := ristretto255.NewElement()
		if err := e.Decode(in.Ristretto); err != nil {
			return nil, err
		}
		return produce(func() ([]byte, error) { return e.Bytes(), nil })
	})
}
