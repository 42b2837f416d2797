// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"bytes"
	stded25519 "crypto/ed25519"

	"secant.example/ed25519/blinding"
	"secant.example/secp256k1/adaptor"
	"secant.example/secp256k1/bip32"
	"secant.example/secp256k1/ecdsa"
	"secant.example/slip10"
)

// Trees of keys, and keys and signatures that are made of others.
func init() {
	bip32Operations()
	slip10Operations()
	blindingOperations()
	adaptorOperations()
}

func bip32Operations() {
	root := func(e *env) *bip32.PrivateKey {
		k := must(bip32.NewPrivateRoot(e.small(true), [32]byte(e.bytes(32)), bip32.Mainnet))
		secret(k, "key.d", "chain")
		return k
	}
	outPrivate := func(e *env, keys ...*bip32.PrivateKey) {
		for _, k := range keys {
			chain := k.ChainCode()
			e.out(k.KeyBytes(), k.Scalar().Bytes(), chain[:], []byte{byte(k.Depth()), byte(k.Index()), byte(k.Network())})
			parent := k.ParentFingerprint()
			e.out(parent[:])
		}
	}
	add("bip32/PrivateKey", func(e *env) {
		seed, b, chain, text := e.secretBytes(32), secretBytes(e.small(true)), [32]byte(e.bytes(32)), root(e).Text()
		encoded := root(e).Bytes()
		publicBytes(text)
		publicBytes(encoded)
		secretBytes(text)
		secretBytes(encoded[13:])
		secret(&chain)
		var same bool
		var all [][]byte
		e.run(func() {
			k := must(bip32.NewMasterKey(seed, bip32.Mainnet))
			l := must(bip32.NewPrivateRoot(b, chain, bip32.Testnet))
			m := must(bip32.ParsePrivateKey(text))
			n := must(bip32.NewPrivateKey(encoded))
			same = k.Equal(l)
			all = [][]byte{k.Text(), k.Bytes(), l.Text(), l.Bytes(), m.Text(), n.Text(), k.PublicKey().Bytes(), k.Public().(*bip32.PublicKey).KeyBytes()}
			outPrivate(e, k, l, m, n)
			n.Zero()
		})
		e.out(all...)
		outMemory(e, &same)
	})
	add("bip32/derivation", func(e *env) {
		k := root(e)
		var all []*bip32.PrivateKey
		e.run(func() {
			child := must(k.Child(7))
			all = []*bip32.PrivateKey{child, must(child.Child(bip32.Hardened)), must(k.Derive(bip32.Path{bip32.Hardened + 1, 2}))}
		})
		outPrivate(e, all...)
	})
	add("bip32/PublicKey", func(e *env) {
		p, q := root(e).PublicKey(), must(bip32.NewPrivateRoot(e.small(true), [32]byte(e.bytes(32)), bip32.Mainnet)).PublicKey()
		text, encoded, b, chain := []byte(q.String()), q.Bytes(), q.KeyBytes(), q.ChainCode()
		secretBytes(text)
		secretBytes(encoded[13:])
		secretBytes(b)
		secret(&chain)
		var same bool
		var all [][]byte
		e.run(func() {
			q := must(bip32.ParsePublicKey(string(text)))
			r := must(bip32.NewPublicKey(encoded))
			s := must(bip32.NewPublicRoot(b, chain, bip32.Mainnet))
			same = p.Equal(q)
			tweak := must(p.ChildTweak(3))
			children := must(p.Children(3, 3))
			id, fingerprint := p.Identifier(), p.Fingerprint()
			all = [][]byte{[]byte(q.String()), r.Bytes(), s.KeyBytes(), tweak[:], children[1].Bytes(), children[2].KeyBytes(), id[:], fingerprint[:],
				must(p.Child(9)).Bytes(), must(p.Derive(bip32.Path{1, 2})).Point().Bytes()}
		})
		e.out(all...)
		outMemory(e, &same)
	})
}

func slip10Operations() {
	for name, curve := range map[string]slip10.Curve{"Ed25519": slip10.Ed25519, "X25519": slip10.X25519} {
		add("slip10/"+name, func(e *env) {
			seed, b, code := e.secretBytes(32), e.secretBytes(32), [32]byte(e.bytes(32))
			secret(&code)
			var same bool
			var all [][]byte
			e.run(func() {
				k := must(slip10.NewMasterKey(curve, seed))
				l := must(slip10.NewRoot(curve, b, code))
				same = k.Equal(l)
				child := must(must(k.Child(slip10.Hardened)).Derive(slip10.Path{slip10.Hardened + 1}))
				chain, fingerprint := child.ChainCode(), child.Fingerprint()
				all = [][]byte{child.Bytes(), chain[:], fingerprint[:], child.PublicKey(), l.Bytes(), {byte(child.Depth()), byte(child.Index()), byte(child.Curve())}}
				if curve == slip10.Ed25519 {
					all = append(all, must(child.Ed25519()))
				} else {
					all = append(all, must(child.X25519()).Bytes())
				}
				l.Zero()
			})
			e.out(all...)
			outMemory(e, &same)
		})
	}
}

func blindingOperations() {
	add("blinding/PrivateKey", func(e *env) {
		key, factor, message := stded25519.NewKeyFromSeed(e.bytes(32)), [32]byte(e.bytes(32)), e.secretBytes(100)
		expanded := secretBytes(must(blinding.NewPrivateKey(stded25519.NewKeyFromSeed(e.bytes(32)))).Bytes())
		secretBytes(key[:32])
		secret(&factor)
		var same bool
		var all [][]byte
		e.run(func() {
			k := must(blinding.NewPrivateKey(key))
			l := must(blinding.NewExpandedPrivateKey(expanded))
			b := must(k.Blind(factor))
			same = k.Equal(b)
			all = [][]byte{k.PublicKey(), l.Bytes(), b.Bytes(), b.PublicKey(), must(b.Sign(message))}
			l.Zero()
		})
		e.out(all...)
		outMemory(e, &same)
	})
	add("blinding/BlindPublicKey", func(e *env) {
		public, shared := stded25519.NewKeyFromSeed(e.bytes(32)).Public().(stded25519.PublicKey), e.secretBytes(20)
		secretBytes(public)
		var all [][]byte
		e.run(func() {
			factor := must(blinding.Factor(public, shared, 7, 1440))
			all = [][]byte{factor[:], must(blinding.BlindPublicKey(public, factor))}
		})
		e.out(all...)
	})
}

func adaptorOperations() {
	key := func(e *env) *ecdsa.PrivateKey { return must(ecdsa.NewPrivateKey(e.small(true))) }
	add("adaptor/Encrypt", func(e *env) {
		x, Y, digest, random := key(e), key(e).PublicKey(), ecdsa.Digest(e.bytes(32)), e.secretBytes(32)
		secret(x, "key.d")
		secret(&digest)
		var all [][]byte
		e.run(func() {
			all = [][]byte{
				must(adaptor.Encrypt(x, Y, digest, &adaptor.Options{Random: bytes.NewReader(random)})).Bytes(),
				must(adaptor.Encrypt(x, Y, digest, &adaptor.Options{Deterministic: true})).Bytes(),
			}
		})
		e.out(all...)
	})
	add("adaptor/Decrypt", func(e *env) {
		x, y, digest := key(e), key(e), ecdsa.Digest(e.bytes(32))
		Y := y.PublicKey()
		a := must(adaptor.Encrypt(x, Y, digest, &adaptor.Options{Deterministic: true}))
		sig := must(a.Decrypt(y)).Compact()
		secret(y, "key.d")
		secretBytes(sig)
		var all [][]byte
		e.run(func() {
			all = [][]byte{must(a.Decrypt(y)).Compact(), must(a.Recover(Y, must(ecdsa.ParseCompact(sig)))).Bytes()}
		})
		e.out(all...)
	})
}
