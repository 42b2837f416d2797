// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"bytes"
	"crypto"
	"encoding/base64"

	"secant.example/secp256k1"
	"secant.example/secp256k1/ecdh"
	"secant.example/secp256k1/ecdsa"
	"secant.example/secp256k1/ethereum"
	"secant.example/secp256k1/nostr"
	"secant.example/secp256k1/schnorr"
)

func init() {
	ecdsaOperations()
	ecdhOperations()
	schnorrOperations()
	nostrOperations()
}

// An encodedKey is what private keys of ecdsa and ecdh have.
type encodedKey[K any] interface {
	*K
	SetBytes(b []byte) (*K, error)
	Bytes() []byte
	Equal(x crypto.PrivateKey) bool
	Public() crypto.PublicKey
	Scalar() *secp256k1.Scalar
	MarshalPEM() ([]byte, error)
	MarshalPKCS8() ([]byte, error)
	MarshalSEC1() ([]byte, error)
	MarshalSEC1PEM() ([]byte, error)
	Zero()
}

// An encodedPublicKey is what public keys of ecdsa and ecdh have.
type encodedPublicKey[Q any] interface {
	*Q
	SetBytes(b []byte) (*Q, error)
	Bytes() []byte
	BytesUncompressed() []byte
	Equal(x crypto.PublicKey) bool
	Point() *secp256k1.Point
}

// secretInside makes the scalar in the encoding b of a private key secret: as it is, or in base64.
func secretInside(b, scalar []byte) []byte {
	if i := bytes.Index(b, scalar); i >= 0 {
		secretBytes(b[i : i+len(scalar)])
		return b
	}
	if i := bytes.Index(b, []byte(base64.RawURLEncoding.EncodeToString(scalar))); i >= 0 { // JWK
		secretBytes(b[i : i+43])
		return b
	}
	// PEM: the groups of four characters of which all three bytes are of the scalar.
	begin, end := bytes.IndexByte(b, '\n')+1, bytes.LastIndex(b, []byte("-----END"))
	der := must(base64.StdEncoding.DecodeString(string(bytes.ReplaceAll(b[begin:end], []byte("\n"), nil))))
	at := bytes.Index(der, scalar)
	for i := (at + 2) / 3 * 4; i < (at+len(scalar))/3*4; i++ {
		secretBytes(b[begin+i/64*65+i%64:][:1])
	}
	return b
}

// encodings adds what the private keys of ecdsa and ecdh have in common.
func encodings[K, Q any, KK encodedKey[K], QQ encodedPublicKey[Q]](name string, newKey func(b []byte) (*K, error), fromScalar func(d *secp256k1.Scalar) (*K, error),
	newPublicKey func(b []byte) (*Q, error), newHybrid func(b []byte) (*Q, error), fromPoint func(p *secp256k1.Point) (*Q, error),
	marshal map[string]func(k *K) ([]byte, error), parse map[string]func(b []byte) (*K, error),
	marshalPublic map[string]func(q *Q) ([]byte, error), parsePublic map[string]func(b []byte) (*Q, error)) {
	add(name+"/PrivateKey", func(e *env) {
		b := e.secretBytes(32)
		b[0] = 1
		var same bool
		var all [][]byte
		e.run(func() {
			k := KK(must(newKey(b)))
			l := KK(must(fromScalar(k.Scalar())))
			same = k.Equal((*K)(l))
			all = [][]byte{k.Bytes(), QQ(k.Public().(*Q)).Bytes()}
			must(l.SetBytes(b))
			l.Zero()
		})
		e.out(all...)
		outMemory(e, &same)
	})
	for form, f := range marshal {
		add(name+"/Marshal"+form, func(e *env) {
			k := must(newKey(e.small(true)))
			secret(k, "key.d")
			var b []byte
			e.run(func() { b = must(f(k)) })
			e.out(b)
		})
	}
	for form, f := range parse {
		add(name+"/Parse"+form, func(e *env) {
			scalar := e.small(true)
			b := secretInside(must(marshal[form](must(newKey(scalar)))), scalar)
			var c []byte
			e.run(func() { c = KK(must(f(b))).Bytes() })
			e.out(c)
		})
	}
	// Public keys, which nobody has to hide.
	add(name+"/PublicKey", func(e *env) {
		q := QQ(KK(must(newKey(e.small(true)))).Public().(*Q))
		p := q.Point()
		b, hybrid := secretBytes(q.Bytes()), p.BytesHybrid()
		publicBytes(b[:1])
		secretBytes(hybrid[1:])
		secret(p)
		var all [][]byte
		var same bool
		e.run(func() {
			r := QQ(must(newPublicKey(b)))
			same = QQ(must(newHybrid(hybrid))).Equal((*Q)(r))
			must(r.SetBytes(b))
			s := QQ(must(fromPoint(p)))
			all = [][]byte{r.Bytes(), s.BytesUncompressed(), s.Point().Bytes()}
		})
		e.out(all...)
		outMemory(e, &same)
	})
	add(name+"/encodings of public keys", func(e *env) {
		q := QQ(KK(must(newKey(e.small(true)))).Public().(*Q))
		secret((*Q)(q), "key.point")
		e.run(func() {
			for _, form := range []string{"PEM", "SPKI", "JWK"} {
				if marshal := marshalPublic[form]; marshal != nil {
					b := must(marshal(q))
					e.out(b) // what is public has no secrets to decode
					must(parsePublic[form](b))
				}
			}
		})
	})
}

func ecdsaOperations() {
	encodings("ecdsa", ecdsa.NewPrivateKey, ecdsa.NewPrivateKeyFromScalar, ecdsa.NewPublicKey, ecdsa.NewPublicKeyHybrid, ecdsa.NewPublicKeyFromPoint,
		map[string]func(k *ecdsa.PrivateKey) ([]byte, error){
			"SEC1": (*ecdsa.PrivateKey).MarshalSEC1, "PKCS8": (*ecdsa.PrivateKey).MarshalPKCS8, "PEM": (*ecdsa.PrivateKey).MarshalPEM,
			"SEC1PEM": (*ecdsa.PrivateKey).MarshalSEC1PEM, "JWK": (*ecdsa.PrivateKey).MarshalJWK},
		map[string]func(b []byte) (*ecdsa.PrivateKey, error){
			"SEC1": ecdsa.ParseSEC1, "PKCS8": ecdsa.ParsePKCS8, "PEM": ecdsa.ParsePrivateKeyPEM, "SEC1PEM": ecdsa.ParsePrivateKeyPEM,
			"JWK": ecdsa.ParsePrivateKeyJWK},
		map[string]func(q *ecdsa.PublicKey) ([]byte, error){"PEM": (*ecdsa.PublicKey).MarshalPEM, "SPKI": (*ecdsa.PublicKey).MarshalSPKI, "JWK": (*ecdsa.PublicKey).MarshalJWK},
		map[string]func(b []byte) (*ecdsa.PublicKey, error){"PEM": ecdsa.ParsePublicKeyPEM, "SPKI": ecdsa.ParseSPKI, "JWK": ecdsa.ParsePublicKeyJWK})
	key := func(e *env) *ecdsa.PrivateKey {
		k := must(ecdsa.NewPrivateKey(e.small(true)))
		secret(k, "key.d")
		return k
	}
	add("ecdsa/keys", func(e *env) {
		b, random := e.secretBytes(20), secretBytes(e.small(true))
		var all [][]byte
		e.run(func() {
			k, l := must(ecdsa.NewPrivateKeyPadded(b)), must(ecdsa.GenerateKey(bytes.NewReader(random)))
			all = [][]byte{k.Bytes(), l.PublicKey().Bytes()}
		})
		e.out(all...)
	})
	add("ecdsa/signing", func(e *env) {
		k, digest, entropy := key(e), ecdsa.Digest(e.secretBytes(32)), e.secretBytes(32)
		var r, s ecdsa.Signature
		var t ecdsa.RecoverableSignature
		e.run(func() {
			r = must(ecdsa.Sign(k, digest))
			s = must(ecdsa.SignWithOptions(k, digest, &ecdsa.Options{Entropy: entropy}))
			t = must(ecdsa.SignRecoverable(k, digest, nil))
			must(ecdsa.SignWithOptions(k, digest, &ecdsa.Options{Hedged: true}))
		})
		outMemory(e, &r, &s)
		outMemory(e, &t)
	})
	add("ecdsa/signing with verification", func(e *env) {
		k, digest := key(e), ecdsa.Digest(e.bytes(32))
		var s ecdsa.Signature
		e.run(func() { s = must(ecdsa.SignWithOptions(k, digest, &ecdsa.Options{Verify: true})) })
		outMemory(e, &s)
	})
	add("ecdsa/PrivateKey.Sign", func(e *env) {
		k, digest := key(e), e.bytes(32)
		var s []byte
		e.run(func() { s = must(k.Sign(nil, digest, crypto.SHA256)) })
		e.out(s)
	})
	add("ecdsa/NonceRFC6979", func(e *env) {
		d, digest, extra := secretBytes(e.small(true)), e.bytes(32), e.secretBytes(32)
		var x *secp256k1.Scalar
		e.run(func() { x = must(ecdsa.NonceRFC6979(d, digest, extra, nil, 0)) })
		outMemory(e, x)
	})
	// Signatures, which are public, are secret here: nothing but their parts' signs shows.
	add("ecdsa/Signature", func(e *env) {
		s := must(ecdsa.Sign(must(ecdsa.NewPrivateKey(e.small(true))), ecdsa.Digest(e.bytes(32))))
		secret(&s)
		var b []byte
		var high bool
		e.run(func() {
			b = s.LowS().Compact()
			s, high = must(ecdsa.ParseCompact(b)), s.IsHighS()
		})
		e.out(b)
		outMemory(e, &s)
		outMemory(e, &high)
	})
	add("ethereum/Sign", func(e *env) {
		k, digest := key(e), e.bytes(32)
		var s []byte
		e.run(func() { s = must(ethereum.Sign(digest, k)) })
		e.out(s)
	})
}

func ecdhOperations() {
	encodings("ecdh", ecdh.NewPrivateKey, ecdh.NewPrivateKeyFromScalar, ecdh.NewPublicKey, ecdh.NewPublicKeyHybrid, ecdh.NewPublicKeyFromPoint,
		map[string]func(k *ecdh.PrivateKey) ([]byte, error){
			"SEC1": (*ecdh.PrivateKey).MarshalSEC1, "PKCS8": (*ecdh.PrivateKey).MarshalPKCS8, "PEM": (*ecdh.PrivateKey).MarshalPEM,
			"SEC1PEM": (*ecdh.PrivateKey).MarshalSEC1PEM},
		map[string]func(b []byte) (*ecdh.PrivateKey, error){
			"SEC1": ecdh.ParseSEC1, "PKCS8": ecdh.ParsePKCS8, "PEM": ecdh.ParsePrivateKeyPEM, "SEC1PEM": ecdh.ParsePrivateKeyPEM},
		map[string]func(q *ecdh.PublicKey) ([]byte, error){"PEM": (*ecdh.PublicKey).MarshalPEM, "SPKI": (*ecdh.PublicKey).MarshalSPKI},
		map[string]func(b []byte) (*ecdh.PublicKey, error){"PEM": ecdh.ParsePublicKeyPEM, "SPKI": ecdh.ParseSPKI})
	add("ecdh/GenerateKey", func(e *env) {
		random := secretBytes(e.small(true))
		var b []byte
		e.run(func() { b = must(ecdh.GenerateKey(bytes.NewReader(random))).PublicKey().Bytes() })
		e.out(b)
	})
	add("ecdh/SharedSecret", func(e *env) {
		k, q := must(ecdh.NewPrivateKey(e.small(true))), must(ecdh.NewPrivateKey(e.small(true))).PublicKey()
		secret(k, "key.d")
		secret(q, "key.point")
		var s, t [32]byte
		e.run(func() {
			s = must(k.SharedSecret(q))
			t = must(k.SharedSecretSHA256(q))
		})
		outMemory(e, &s, &t)
	})
	add("ecdh/PublicKey of an x-coordinate", func(e *env) {
		x := secretBytes(must(ecdh.NewPrivateKey(e.small(true))).PublicKey().BytesX())
		var b []byte
		e.run(func() {
			q := must(ecdh.NewPublicKeyX(x))
			b = must(q.SetXBytes(x)).BytesX()
		})
		e.out(b)
	})
}

func schnorrOperations() {
	key := func(e *env) *schnorr.PrivateKey {
		k := must(schnorr.NewPrivateKey(e.small(true)))
		secret(k, "key.d", "odd")
		return k
	}
	add("schnorr/PrivateKey", func(e *env) {
		b, random := secretBytes(e.small(true)), secretBytes(e.small(true))
		var same bool
		var all [][]byte
		e.run(func() {
			k := must(schnorr.NewPrivateKey(b))
			l := must(schnorr.GenerateKey(bytes.NewReader(random)))
			same = k.Equal(l)
			all = [][]byte{k.Bytes(), k.PublicKey().Bytes(), k.Public().(*schnorr.PublicKey).Bytes(),
				must(schnorr.NewPrivateKeyFromScalar(k.Scalar())).Bytes(), must(l.SetBytes(b)).Bytes()}
			l.Zero()
		})
		e.out(all...)
		outMemory(e, &same)
	})
	add("schnorr/signing", func(e *env) {
		k, message, aux := key(e), e.secretBytes(100), e.secretBytes(32)
		var all [][]byte
		e.run(func() {
			all = [][]byte{
				must(schnorr.SignWithOptions(k, message, &schnorr.Options{Aux: aux})),
				must(schnorr.SignWithOptions(k, message, &schnorr.Options{Deterministic: true})),
				must(k.Sign(bytes.NewReader(aux), message, nil)),
			}
			must(schnorr.Sign(k, message))
		})
		e.out(all...)
	})
	add("schnorr/signing with verification", func(e *env) {
		k, message := key(e), e.bytes(32)
		var s []byte
		e.run(func() {
			s = must(schnorr.SignWithOptions(k, message, &schnorr.Options{Deterministic: true, Verify: true}))
		})
		e.out(s)
	})
	add("schnorr/tweaks of private keys", func(e *env) {
		k, tweak := key(e), secretBytes(e.small(true))
		var b []byte
		e.run(func() { b = must(k.AddTweak(tweak)).Bytes() })
		e.out(b)
	})
	add("schnorr/PublicKey", func(e *env) {
		p := must(schnorr.NewPrivateKey(e.small(true))).PublicKey()
		b, tweak, root := secretBytes(p.Bytes()), secretBytes(e.small(true)), e.secretBytes(32)
		var all [][]byte
		var parity int
		var same, tweaked bool
		e.run(func() {
			p := must(schnorr.NewPublicKey(b))
			q, odd, err := p.AddTweak(tweak)
			must(0, err)
			parity, tweaked = odd, q.IsTweakOf(p, tweak, odd)
			t := must(q.TapTweak(root))
			r := must(schnorr.NewPublicKeyFromPoint(p.Point()))
			h := schnorr.TaggedHash("memcheck", b)
			same = must(r.SetBytes(b)).Equal(p)
			all = [][]byte{q.Bytes(), t[:], h[:]}
		})
		e.out(all...)
		outMemory(e, &parity)
		outMemory(e, &same, &tweaked)
	})
}

func nostrOperations() {
	signer := func(e *env) *nostr.Signer {
		s := new(nostr.Signer)
		must(0, s.InitSec(e.small(true)))
		secret(s, "key.key.d", "key.odd", "ecdh.key.d")
		return s
	}
	add("nostr/keys", func(e *env) {
		b, other := secretBytes(e.small(true)), new(nostr.Signer)
		var all [][]byte
		e.run(func() {
			var s nostr.Signer
			must(0, s.InitSec(b))
			all = [][]byte{s.Sec(), s.Pub()}
			s.Zero()
			must(0, other.Generate())
		})
		e.out(all...)
	})
	add("nostr/Signer", func(e *env) {
		s, message, peer := signer(e), e.bytes(32), must(schnorr.NewPrivateKey(e.small(true))).PublicKey().Bytes()
		var b []byte
		e.run(func() {
			b = must(s.ECDH(peer))
			must(s.Sign(message))
		})
		e.out(b)
	})
	add("nostr/Event.Sign", func(e *env) {
		s, event := signer(e), nostr.Event{Kind: 1, Tags: [][]string{{"t", "memcheck"}}, Content: "a \"note\"\n"}
		e.run(func() { must(0, event.Sign(s)) })
		e.outRandom(event.Sig[:])
	})
}
