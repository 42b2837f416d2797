// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"bytes"
	"crypto"
	"errors"
	"fmt"
	"io"

	"secant.example/do255e"
	"secant.example/do255s"
	"secant.example/ed25519"
	"secant.example/jq255e"
	"secant.example/jq255s"
	"secant.example/x25519"
)

func init() {
	ed25519Operations()
	x25519Operations()
	addScheme("jq255e", scheme[jq255e.PrivateKey, jq255e.PublicKey, jq255e.Scalar, jq255e.Point, jq255e.Hash, jq255e.Options]{
		jq255e.GenerateKey, jq255e.NewPrivateKey, jq255e.NewPublicKey, jq255e.Sign, jq255e.SignWithOptions, jq255e.SHA256,
		&jq255e.Options{Deterministic: true}, &jq255e.Options{Verify: true}})
	addScheme("jq255s", scheme[jq255s.PrivateKey, jq255s.PublicKey, jq255s.Scalar, jq255s.Point, jq255s.Hash, jq255s.Options]{
		jq255s.GenerateKey, jq255s.NewPrivateKey, jq255s.NewPublicKey, jq255s.Sign, jq255s.SignWithOptions, jq255s.SHA256,
		&jq255s.Options{Deterministic: true}, &jq255s.Options{Verify: true}})
	addScheme("do255e", scheme[do255e.PrivateKey, do255e.PublicKey, do255e.Scalar, do255e.Point, do255e.Hash, do255e.Options]{
		do255e.GenerateKey, do255e.NewPrivateKey, do255e.NewPublicKey, do255e.Sign, do255e.SignWithOptions, do255e.SHA256,
		&do255e.Options{Deterministic: true}, &do255e.Options{Verify: true}})
	addScheme("do255s", scheme[do255s.PrivateKey, do255s.PublicKey, do255s.Scalar, do255s.Point, do255s.Hash, do255s.Options]{
		do255s.GenerateKey, do255s.NewPrivateKey, do255s.NewPublicKey, do255s.Sign, do255s.SignWithOptions, do255s.SHA256,
		&do255s.Options{Deterministic: true}, &do255s.Options{Verify: true}})
	for name, newKey := range map[string]func(seed []byte) interface{ Bytes() []byte }{
		"jq255e": func(seed []byte) interface{ Bytes() []byte } { return jq255e.NewKeyFromSeed(seed) },
		"jq255s": func(seed []byte) interface{ Bytes() []byte } { return jq255s.NewKeyFromSeed(seed) },
	} {
		add(name+"/NewKeyFromSeed", func(e *env) {
			seed := e.secretBytes(48)
			var b []byte
			e.run(func() { b = newKey(seed).Bytes() })
			e.out(b)
		})
	}
	add("do255e/FillSharedSecret", func(e *env) {
		k, peer, s := must(do255e.NewPrivateKey(e.small(false))), must(do255e.NewPrivateKey(e.small(false))).PublicKey().Bytes(), make([]byte, 50)
		secret(k, "k.d")
		e.run(func() { must(0, do255e.FillSharedSecret(s, k, peer)) })
		e.out(s)
	})
	add("do255s/FillSharedSecret", func(e *env) {
		k, peer, s := must(do255s.NewPrivateKey(e.small(false))), must(do255s.NewPrivateKey(e.small(false))).PublicKey().Bytes(), make([]byte, 50)
		secret(k, "k.d")
		e.run(func() { must(0, do255s.FillSharedSecret(s, k, peer)) })
		e.out(s)
	})
}

func ed25519Operations() {
	seed := func(e *env) ed25519.PrivateKey {
		k := must(ed25519.ParseSeed(e.bytes(32)))
		secretBytes(k[:32])
		return k
	}
	add("ed25519/keys", func(e *env) {
		b, random := e.secretBytes(32), e.secretBytes(32)
		var k, l, m ed25519.PrivateKey
		e.run(func() {
			k = ed25519.NewKeyFromSeed(b)
			l = must(ed25519.ParseSeed(b))
			_, m, _ = ed25519.GenerateKey(bytes.NewReader(random))
		})
		e.out(k, l, m)
	})
	for _, n := range []int{0, 32, 1000} {
		add(fmt.Sprintf("ed25519/Sign %d bytes", n), func(e *env) {
			k, message := seed(e), e.secretBytes(n)
			var s []byte
			e.run(func() { s = ed25519.Sign(k, message) })
			e.out(s)
		})
	}
	for name, options := range map[string]*ed25519.SignOptions{
		"context":    {Context: "memcheck"},
		"prehashed":  {Hash: crypto.SHA512},
		"and verify": {Verify: true},
	} {
		add("ed25519/SignWithOptions, "+name, func(e *env) {
			k, message := seed(e), e.bytes(64)
			var s []byte
			e.run(func() { s = must(ed25519.SignWithOptions(k, message, options)) })
			e.out(s)
		})
	}
	add("ed25519/Signer", func(e *env) {
		k, message, random := seed(e), e.bytes(64), e.secretBytes(64)
		var all [][]byte
		e.run(func() {
			signer := must(ed25519.NewSigner(k))
			all = [][]byte{
				must(signer.Sign(nil, message, crypto.Hash(0))),
				must(signer.SignMessage(nil, message, crypto.SHA512)),
				must(signer.Sign(bytes.NewReader(random), message, &ed25519.SignOptions{Hedged: true})),
				signer.PrivateKey(),
				signer.Public().(ed25519.PublicKey),
			}
		})
		e.out(all...)
	})
	add("ed25519/Signer that verifies", func(e *env) {
		signer, message := must(ed25519.NewSigner(must(ed25519.ParseSeed(e.bytes(32))))), e.bytes(64)
		secret(signer, "s", "prefix", "seed")
		var s []byte
		e.run(func() { s = must(signer.Sign(nil, message, &ed25519.SignOptions{Verify: true})) })
		e.out(s)
	})
}

func x25519Operations() {
	key := func(e *env) *x25519.PrivateKey {
		k := must(x25519.NewPrivateKey(e.bytes(32)))
		secret(k, "k")
		return k
	}
	peer := func(e *env) *x25519.PublicKey { return must(x25519.NewPrivateKey(e.bytes(32))).PublicKey() }
	add("x25519/keys", func(e *env) {
		b, random := e.secretBytes(32), e.secretBytes(32)
		var p, q []byte
		var all [][]byte
		var same bool
		e.run(func() {
			k := must(x25519.NewPrivateKey(b))
			l := must(x25519.GenerateKey(bytes.NewReader(random)))
			p = k.PublicKey().Bytes()
			q = k.Public().(*x25519.PublicKey).Bytes()
			same = k.Equal(l)
			all = [][]byte{k.Bytes(), must(l.SetBytes(b)).Bytes()}
			l.Zero()
		})
		e.out(p, q)
		e.out(all...)
		outMemory(e, &same)
	})
	add("x25519/PublicKey", func(e *env) {
		b := e.secretBytes(32)
		var c []byte
		var same bool
		e.run(func() {
			p := must(x25519.NewPublicKey(b))
			same = must(new(x25519.PublicKey).SetBytes(b)).Equal(p)
			c = p.Bytes()
		})
		e.out(c)
		outMemory(e, &same)
	})
	add("x25519/PrivateKeyFromEd25519", func(e *env) {
		_, k, _ := ed25519.GenerateKey(bytes.NewReader(e.bytes(32)))
		secretBytes(k[:32])
		var b []byte
		e.run(func() { b = must(x25519.PrivateKeyFromEd25519(k)).Bytes() })
		e.out(b)
	})
	add("x25519/SharedSecret", func(e *env) {
		k, p := key(e), peer(e)
		var s [32]byte
		e.run(func() { s = must(k.SharedSecret(p)) })
		outMemory(e, &s)
	})
	add("x25519/SharedSecret of low order", func(e *env) {
		k, p := key(e), must(x25519.NewPublicKey(make([]byte, 32)))
		var s [32]byte
		e.run(func() {
			var err error
			if s, err = k.SharedSecret(p); err == nil {
				panic("a point of low order has a shared secret")
			}
		})
		outMemory(e, &s)
	})
	add("x25519/SharedSecrets", func(e *env) {
		const n = 11 // five in lanes, and six
		peers, keys := make([]*x25519.PublicKey, n), make([]*x25519.PrivateKey, n)
		for i := range n {
			peers[i], keys[i] = peer(e), key(e)
		}
		const low = 1
		peers[low] = must(x25519.NewPublicKey(make([]byte, 32)))
		one, each, ok := make([][32]byte, n), make([][32]byte, n), make([]bool, n)
		e.run(func() {
			for _, err := range []error{keys[0].SharedSecrets(one, ok, peers), x25519.SharedSecrets(each, ok, keys, peers)} {
				if !errors.Is(err, x25519.ErrLowOrder) {
					panic(err)
				}
			}
		})
		for i := range n {
			outMemory(e, &one[i], &each[i])
		}
	})
	add("x25519/PublicKeys", func(e *env) {
		keys, publicKeys := []*x25519.PrivateKey{key(e), key(e), key(e)}, make([]x25519.PublicKey, 3)
		e.run(func() { must(0, x25519.PublicKeys(publicKeys, keys)) })
		for i := range publicKeys {
			e.out(publicKeys[i].Bytes())
		}
	})
	add("x25519/functions", func(e *env) {
		var k, p [32]byte
		copy(k[:], e.bytes(32))
		copy(p[:], peer(e).Bytes())
		secret(&k)
		var s, b [32]byte
		var t, u []byte
		e.run(func() {
			x25519.ScalarMult(&s, &k, &p)
			x25519.ScalarBaseMult(&b, &k)
			t = must(x25519.X25519(k[:], p[:]))
			u = must(x25519.X25519(k[:], x25519.Basepoint))
		})
		outMemory(e, &s, &b)
		e.out(t, u)
	})
}

// A doubleOddKey is a pointer to K, a private key of a double-odd group.
type doubleOddKey[K, Q, S, H any] interface {
	*K
	SetBytes(b []byte) (*K, error)
	Bytes() []byte
	Equal(x crypto.PrivateKey) bool
	Public() crypto.PublicKey
	PublicKey() *Q
	Scalar() *S
	SharedSecret(peer []byte) ([32]byte, error)
	Sign(random io.Reader, data []byte, opts crypto.SignerOpts) ([]byte, error)
	SignWithSeed(data, seed []byte, hash H) ([]byte, error)
	Zero()
}

// A doubleOddPublicKey is a pointer to Q, a public key of a double-odd group.
type doubleOddPublicKey[Q, P any] interface {
	*Q
	SetBytes(b []byte) (*Q, error)
	Bytes() []byte
	Equal(x crypto.PublicKey) bool
	Point() *P
}

// A doubleOddHash is a name of a hash function.
type doubleOddHash interface {
	~string
	crypto.SignerOpts
}

// A scheme is what a package of a double-odd group has: keys K and Q, scalars S, points P.
type scheme[K, Q, S, P any, H doubleOddHash, O any] struct {
	generate              func(random io.Reader) (*K, error)
	newKey                func(b []byte) (*K, error)
	newPublicKey          func(b []byte) (*Q, error)
	sign                  func(k *K, data []byte, hash H) ([]byte, error)
	signWithOptions       func(k *K, data []byte, opts *O) ([]byte, error)
	hash                  H // of 32 bytes
	deterministic, verify *O
}

// A doubleOddPoint is what points of the double-odd groups have besides.
type doubleOddPoint[P, S, H any] interface {
	point[P, S]
	SetMap(b []byte) *P
	SetHashedData(data []byte, hash H) (*P, error)
}

func addScheme[K, Q, S, P any, H doubleOddHash, O any,
	KK doubleOddKey[K, Q, S, H], QQ doubleOddPublicKey[Q, P], SS scalar[S], PP doubleOddPoint[P, S, H],
](name string, s scheme[K, Q, S, P, H, O]) {
	key := func(e *env) KK {
		k := must(s.newKey(e.small(false)))
		secret(k, "k.d")
		return k
	}
	add(name+"/PrivateKey", func(e *env) {
		b, random := e.secretBytes(32), e.secretBytes(64)
		b[31] = 0
		var same bool
		var d S
		var all [][]byte
		e.run(func() {
			k := KK(must(s.newKey(b)))
			l := KK(must(s.generate(bytes.NewReader(random))))
			same = k.Equal((*K)(l))
			d = *k.Scalar()
			all = [][]byte{k.Bytes(), l.Bytes(), QQ(k.PublicKey()).Bytes(), QQ(k.Public().(*Q)).Bytes(), KK(must(l.SetBytes(b))).Bytes()}
			l.Zero()
		})
		e.out(all...)
		outMemory(e, &same)
		outMemory(e, &d)
	})
	add(name+"/PublicKey", func(e *env) {
		b := secretBytes(QQ(KK(must(s.newKey(e.small(false)))).PublicKey()).Bytes())
		var c []byte
		var same bool
		var v P
		e.run(func() {
			q := QQ(must(s.newPublicKey(b)))
			same = QQ(must(QQ(new(Q)).SetBytes(b))).Equal((*Q)(q))
			c, v = q.Bytes(), *q.Point()
		})
		e.out(c)
		outMemory(e, &same)
		outMemory(e, &v)
	})
	add(name+"/signing", func(e *env) {
		k, data, long, seed := key(e), e.bytes(32), e.bytes(1500), e.secretBytes(32)
		var all [][]byte
		e.run(func() {
			var raw H
			all = [][]byte{
				must(k.SignWithSeed(data, seed, raw)),
				must(k.SignWithSeed(long, seed, raw)),
				must(k.Sign(bytes.NewReader(seed), data, s.hash)),
				must(s.signWithOptions((*K)(k), data, s.deterministic)),
			}
			must(s.sign((*K)(k), data, s.hash)) // with the system's randomness
		})
		e.out(all...)
	})
	add(name+"/signing with verification", func(e *env) {
		k, data := key(e), e.bytes(32)
		var b []byte
		e.run(func() { b = must(s.signWithOptions((*K)(k), data, s.verify)) })
		e.outRandom(b)
	})
	valid := func(e *env) []byte { return QQ(KK(must(s.newKey(e.small(false)))).PublicKey()).Bytes() }
	for what, peer := range map[string]func(e *env) []byte{
		"valid": valid,
		"zero":  func(e *env) []byte { return make([]byte, 32) },
		"invalid": func(e *env) []byte {
			for {
				b := e.small(false)
				if _, err := s.newPublicKey(b); err != nil {
					return b
				}
			}
		},
	} {
		// The peer is secret too: so its validity shows in nothing but the error.
		add(name+"/SharedSecret, peer "+what, func(e *env) {
			k, p := key(e), secretBytes(peer(e))
			var b [32]byte
			var err error
			e.run(func() { b, err = k.SharedSecret(p) })
			outMemory(e, &b)
			publicMemory(&err)
			if (err == nil) != (what == "valid") {
				panic(err)
			}
		})
	}
	add(name+"/Point: more", func(e *env) {
		b := e.secretBytes(32)
		v, w := PP(new(P)), PP(new(P))
		e.run(func() {
			v.SetMap(b)
			must(w.SetHashedData(b, s.hash))
		})
		outMemory(e, (*P)(v), (*P)(w))
	})
}
