// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package bench

import (
	"io"

	"secant.example/do255e"
	"secant.example/do255s"
	"secant.example/jq255e"
	"secant.example/jq255s"
)

func init() {
	registerDoubleOdd("jq255e", jq255e.NewIdentityPoint, jq255e.NewPrivateKey, jq255e.NewPublicKey, jq255e.Verify,
		jq255e.NewExpandedPublicKey, jq255e.NewBatchVerifierWithCapacity)
	registerDoubleOdd("jq255s", jq255s.NewIdentityPoint, jq255s.NewPrivateKey, jq255s.NewPublicKey, jq255s.Verify,
		jq255s.NewExpandedPublicKey, jq255s.NewBatchVerifierWithCapacity)
	registerDoubleOdd("do255e", do255e.NewIdentityPoint, do255e.NewPrivateKey, do255e.NewPublicKey, do255e.Verify,
		do255e.NewExpandedPublicKey, do255e.NewBatchVerifierWithCapacity)
	registerDoubleOdd("do255s", do255s.NewIdentityPoint, do255s.NewPrivateKey, do255s.NewPublicKey, do255s.Verify,
		do255s.NewExpandedPublicKey, do255s.NewBatchVerifierWithCapacity)
}

// What the types of the four packages have in common.
type (
	doubleOddPoint[P, S any] interface {
		SetBytes(b []byte) (P, error)
		Bytes() []byte
		ScalarMult(x S, q P) P
		ScalarBaseMult(x S) P
	}
	doubleOddPrivateKey[S, Q, H any] interface {
		Scalar() S
		PublicKey() Q
		SignWithSeed(data, seed []byte, hash H) ([]byte, error)
		SharedSecret(peer []byte) ([32]byte, error)
	}
	doubleOddPublicKey[P, H any] interface {
		Bytes() []byte
		Point() P
		Verify(data, sig []byte, hash H) bool
	}
	doubleOddExpandedKey[Q, H any] interface {
		PublicKey() Q
		Verify(data, sig []byte, hash H) bool
	}
	doubleOddBatch[H any] interface {
		Reset()
		Add(publicKey, data, sig []byte, hash H)
		VerifyBatchOnly(random io.Reader) bool
	}
)

// registerDoubleOdd registers what the four groups have in common: their packages
// have the same functions on types of their own.
func registerDoubleOdd[
	H ~string, S any, P doubleOddPoint[P, S], Q doubleOddPublicKey[P, H], K doubleOddPrivateKey[S, Q, H],
	E doubleOddExpandedKey[Q, H], B doubleOddBatch[H],
](
	name string, newPoint func() P, newPrivate func([]byte) (K, error), newPublic func([]byte) (Q, error),
	verify func(publicKey, data, sig []byte, hash H) bool,
	newExpanded func([]byte) (E, error), newBatch func(int) B,
) {
	// keys returns our private key, and the public key of the peer.
	keys := func(in *Inputs) (k K, peer Q, err error) {
		if k, err = newPrivate(in.DoubleOdd[:]); err != nil {
			return k, peer, err
		}
		other, err := newPrivate(in.DoubleOddPeer[:])
		if err != nil {
			return k, peer, err
		}
		return k, other.PublicKey(), nil
	}
	register(Ours, name+"/decode", func(in *Inputs) (*Instance, error) {
		_, peer, err := keys(in)
		if err != nil {
			return nil, err
		}
		b, v := peer.Bytes(), newPoint()
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
		p := newPoint().ScalarBaseMult(peer.Scalar())
		return produce(func() ([]byte, error) { return p.Bytes(), nil })
	})
	register(Ours, name+"/mul", func(in *Inputs) (*Instance, error) {
		k, peer, err := keys(in)
		if err != nil {
			return nil, err
		}
		x, p, v := k.Scalar(), peer.Point(), newPoint()
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
		x, v := k.Scalar(), newPoint()
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
			return verify(public, pick(forged, in.Message, forgery), sig, "")
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
	register(Ours, name+"/expand-key", func(in *Inputs) (*Instance, error) {
		k, _, err := keys(in)
		if err != nil {
			return nil, err
		}
		b := k.PublicKey().Bytes()
		var e E
		return once(func() (err error) {
			e, err = newExpanded(b)
			return err
		}, func() ([]byte, error) { return e.PublicKey().Bytes(), nil })
	})
	register(Ours, name+"/verify-expanded", func(in *Inputs) (*Instance, error) {
		k, _, err := keys(in)
		if err != nil {
			return nil, err
		}
		sig, err := k.SignWithSeed(in.Message, nil, "")
		if err != nil {
			return nil, err
		}
		e, err := newExpanded(k.PublicKey().Bytes())
		if err != nil {
			return nil, err
		}
		forgery := forge(in.Message)
		return accept(func(forged bool) bool { return e.Verify(pick(forged, in.Message, forgery), sig, "") })
	})
	register(Ours, name+"/verify-64", func(in *Inputs) (*Instance, error) {
		good, bad := in.messages(doubleOddBatchSize, false), in.messages(doubleOddBatchSize, true)
		var public, sigs [doubleOddBatchSize][]byte
		for i := range sigs {
			seed := in.DoubleOdd
			seed[0] ^= byte(i)
			k, err := newPrivate(seed[:])
			if err != nil {
				return nil, err
			}
			public[i] = k.PublicKey().Bytes()
			if sigs[i], err = k.SignWithSeed(good[i], nil, ""); err != nil {
				return nil, err
			}
		}
		v := newBatch(doubleOddBatchSize)
		return accept(func(forged bool) bool {
			v.Reset()
			for i, message := range pick(forged, good, bad) {
				v.Add(public[i], message, sigs[i], "")
			}
			return v.VerifyBatchOnly(nil)
		})
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
