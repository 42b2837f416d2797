// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package bench

import (
	"secant.example/do255e"
	"secant.example/do255s"
	"secant.example/internal/dogroup"
	"secant.example/internal/doscheme"
	"secant.example/jq255e"
	"secant.example/jq255s"
)

func init() {
	registerDoubleOdd("jq255e", jq255e.NewPrivateKey, jq255e.NewPublicKey)
	registerDoubleOdd("jq255s", jq255s.NewPrivateKey, jq255s.NewPublicKey)
	registerDoubleOdd("do255e", do255e.NewPrivateKey, do255e.NewPublicKey)
	registerDoubleOdd("do255s", do255s.NewPrivateKey, do255s.NewPublicKey)
}

// registerDoubleOdd registers what the four groups have in common: their packages
// have the same functions on types of their own.
func registerDoubleOdd[S doscheme.Scheme](name string, newPrivate func([]byte) (*doscheme.PrivateKey[S], error), newPublic func([]byte) (*doscheme.PublicKey[S], error)) {
	// keys returns our private key, and the public key of the peer.
	keys := func(in *Inputs) (*doscheme.PrivateKey[S], *doscheme.PublicKey[S], error) {
		k, err := newPrivate(in.DoubleOdd[:])
		if err != nil {
			return nil, nil, err
		}
		peer, err := newPrivate(in.DoubleOddPeer[:])
		if err != nil {
			return nil, nil, err
		}
		return k, peer.PublicKey(), nil
	}
	register(Ours, name+"/decode", func(in *Inputs) (*Instance, error) {
		_, peer, err := keys(in)
		if err != nil {
			return nil, err
		}
		b, v := peer.Bytes(), dogroup.NewIdentityPoint[S]()
		return once(func() error {
			_, err := v.SetBytes(b)
			return err
		}, func() ([]byte, error) { return v.Bytes(), nil })
	})
	// The point is the result of a computation, not one that was decoded.
	register(Ours, name+"/encode", func(in *Inputs) (*Instance, error) {
		peer, err := newPrivate(in.DoubleOddPeer[:])
		if err != nil {
			return nil, err
		}
		p := dogroup.NewIdentityPoint[S]().ScalarBaseMult(peer.Scalar())
		return produce(func() ([]byte, error) { return p.Bytes(), nil })
	})
	register(Ours, name+"/mul", func(in *Inputs) (*Instance, error) {
		k, peer, err := keys(in)
		if err != nil {
			return nil, err
		}
		x, p, v := k.Scalar(), peer.Point(), dogroup.NewIdentityPoint[S]()
		return once(func() error {
			v.ScalarMult(x, p)
			return nil
		}, func() ([]byte, error) { return v.Bytes(), nil })
	})
	register(Ours, name+"/mulgen", func(in *Inputs) (*Instance, error) {
		k, _, err := keys(in)
		if err != nil {
			return nil, err
		}
		x, v := k.Scalar(), dogroup.NewIdentityPoint[S]()
		return once(func() error {
			v.ScalarBaseMult(x)
			return nil
		}, func() ([]byte, error) { return v.Bytes(), nil })
	})
	register(Ours, name+"/key-generation", func(in *Inputs) (*Instance, error) {
		return produce(func() ([]byte, error) {
			k, err := newPrivate(in.DoubleOdd[:])
			if err != nil {
				return nil, err
			}
			return k.PublicKey().Bytes(), nil
		})
	})
	register(Ours, name+"/sign", func(in *Inputs) (*Instance, error) {
		k, _, err := keys(in)
		if err != nil {
			return nil, err
		}
		return produce(func() ([]byte, error) { return k.SignWithSeed(in.Message, nil, "") })
	})
	register(Ours, name+"/verify", func(in *Inputs) (*Instance, error) {
		k, _, err := keys(in)
		if err != nil {
			return nil, err
		}
		sig, err := k.SignWithSeed(in.Message, nil, "")
		if err != nil {
			return nil, err
		}
		public, forgery := k.PublicKey().Bytes(), forge(in.Message)
		return accept(func(forged bool) bool {
			return doscheme.Verify[S](public, pick(forged, in.Message, forgery), sig, "")
		})
	})
	register(Ours, name+"/verify-parsed", func(in *Inputs) (*Instance, error) {
		k, _, err := keys(in)
		if err != nil {
			return nil, err
		}
		sig, err := k.SignWithSeed(in.Message, nil, "")
		if err != nil {
			return nil, err
		}
		public, err := newPublic(k.PublicKey().Bytes())
		if err != nil {
			return nil, err
		}
		forgery := forge(in.Message)
		return accept(func(forged bool) bool { return public.Verify(pick(forged, in.Message, forgery), sig, "") })
	})
	register(Ours, name+"/key-exchange", func(in *Inputs) (*Instance, error) {
		k, peer, err := keys(in)
		if err != nil {
			return nil, err
		}
		b := peer.Bytes()
		var secret [32]byte
		return once(func() (err error) {
			secret, err = k.SharedSecret(b)
			return err
		}, func() ([]byte, error) { return secret[:], nil })
	})
}
