// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package frost_test

import (
	"bytes"
	stded25519 "crypto/ed25519"
	"crypto/rand"
	"crypto/sha256"
	"crypto/sha512"
	"testing"

	"golang.org/x/crypto/blake2s"

	"secant.example/edwards25519"
	"secant.example/frost"
	"secant.example/internal/hash2curve"
	"secant.example/jq255e"
	"secant.example/ristretto255"
	"secant.example/secp256k1"
	"secant.example/secp256k1/schnorr"
)

// What follows is FROST once more, as RFC 9591 writes it, on the public groups, one step after the
// other, so that each suite, ours among them, is held to it. Taproot negates what it has to.

type scalarOf[S any] interface {
	*S
	SetCanonicalBytes(b []byte) (*S, error)
	SetUniformBytes(b []byte) (*S, error)
	SetUint64(x uint64) *S
	Bytes() []byte
	Add(x, y *S) *S
	Subtract(x, y *S) *S
	Negate(x *S) *S
	Multiply(x, y *S) *S
	Invert(x *S) *S
}

type pointOf[P, S any] interface {
	*P
	SetIdentity() *P
	Bytes() []byte
	Add(a, b *P) *P
	Negate(a *P) *P
	ScalarMult(x *S, q *P) *P
	ScalarBaseMult(x *S) *P
}

type model[P, S any, PP pointOf[P, S], SS scalarOf[S]] struct {
	suite     frost.Suite
	scalar    func(tag string, m []byte) []byte // 64 bytes that make one
	hash      func(m []byte) []byte
	challenge func(R, Y, m []byte) *S // nil: that of RFC 9591, with the tag "chal"
	signature func(R []byte, c, z *S) []byte
	verify    func(Y, m, sig []byte) bool // nil: there is no other
}

func (m *model[P, S, PP, SS]) hashToScalar(t *testing.T, tag string, b []byte) *S {
	return must(SS(new(S)).SetUniformBytes(m.scalar(m.suite.String()+tag, b)))(t)
}

// must returns a function, because the arguments of one cannot be a call of two results and t.
func must[T any](x T, err error) func(t testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return x
	}
}

func integer[S any, SS scalarOf[S]](n uint16) *S { return SS(new(S)).SetUint64(uint64(n)) }

// test compares a dealt key and its signatures with those of the model.
func (m *model[P, S, PP, SS]) test(t *testing.T) {
	const threshold, n = 3, 5
	random := func(size int) []byte {
		b := make([]byte, size)
		if _, err := rand.Read(b); err != nil {
			t.Fatal(err)
		}
		return b
	}
	stream := random(64 * threshold)
	group, dealt, err := frost.Deal(m.suite, threshold, n, bytes.NewReader(stream))
	if err != nil {
		t.Fatal(err)
	}
	var coefficients [threshold]*S
	for i := range coefficients {
		coefficients[i] = must(SS(new(S)).SetUniformBytes(stream[64*i : 64*i+64]))(t)
	}
	at := func(id uint16) *S {
		sum, power := SS(new(S)), integer[S, SS](1)
		for _, c := range coefficients {
			sum.Add(sum, SS(new(S)).Multiply(c, power))
			SS(power).Multiply(power, integer[S, SS](id))
		}
		return sum
	}
	Y := PP(new(P)).ScalarBaseMult(coefficients[0])
	bytesOf := func(p *P) []byte { return PP(p).Bytes() }
	// In Taproot an odd key is the negated one, and so are its shares; an odd R has negated nonces.
	taproot := m.suite == frost.Taproot
	negateKey := taproot && bytesOf(Y)[0] == 3
	key := bytesOf(Y)
	if negateKey {
		key = bytesOf(PP(new(P)).Negate(Y))
	}

	message, signers := random(50), []uint16{1, 3, 4}
	shares, nonces, commitments := map[uint16]*frost.KeyShare{}, map[uint16]*frost.SecretNonce{}, map[uint16][]byte{}
	d, e := map[uint16]*S{}, map[uint16]*S{}
	var list []byte
	for _, id := range signers {
		k, _, err := frost.OpenShare(m.suite, n, dealt[id])
		if err != nil {
			t.Fatal(err)
		}
		secret := SS(at(id)).Bytes()
		if got := k.Bytes()[37:69]; !bytes.Equal(got, secret) {
			t.Fatalf("share %x, want %x", got, secret)
		}
		fresh := random(64)
		nonce := must(k.NewNonce(bytes.NewReader(fresh)))(t)
		d[id] = m.hashToScalar(t, "nonce", append(append([]byte(nil), fresh[:32]...), secret...))
		e[id] = m.hashToScalar(t, "nonce", append(append([]byte(nil), fresh[32:]...), secret...))
		both := append(bytesOf(PP(new(P)).ScalarBaseMult(d[id])), bytesOf(PP(new(P)).ScalarBaseMult(e[id]))...)
		if got := nonce.Commitment()[5:]; !bytes.Equal(got, both) {
			t.Fatalf("commitment %x, want %x", got, both)
		}
		list = append(append(list, SS(integer[S, SS](id)).Bytes()...), both...)
		shares[id], nonces[id], commitments[id] = k, nonce, nonce.Commitment()
	}
	p := must(group.NewSigningPackage(message, commitments))(t)

	name := []byte(m.suite.String())
	prefix := append(append([]byte(nil), key...), m.hash(bytes.Join([][]byte{name, []byte("msg"), message}, nil))...)
	prefix = append(prefix, m.hash(bytes.Join([][]byte{name, []byte("com"), list}, nil))...)
	R := PP(new(P)).SetIdentity()
	rho := map[uint16]*S{}
	for _, id := range signers {
		rho[id] = m.hashToScalar(t, "rho", append(append([]byte(nil), prefix...), SS(integer[S, SS](id)).Bytes()...))
		PP(R).Add(R, PP(new(P)).ScalarBaseMult(d[id]))
		PP(R).Add(R, PP(new(P)).ScalarMult(rho[id], PP(new(P)).ScalarBaseMult(e[id])))
	}
	negateNonces := taproot && bytesOf(R)[0] == 3
	var c *S
	if m.challenge != nil {
		c = m.challenge(bytesOf(R), key, message)
	} else {
		c = m.hashToScalar(t, "chal", bytes.Join([][]byte{bytesOf(R), key, message}, nil))
	}
	z, sent := SS(new(S)), map[uint16][]byte{}
	for _, id := range signers {
		lambda := integer[S, SS](1)
		for _, other := range signers {
			if other != id {
				quotient := SS(new(S)).Invert(SS(new(S)).Subtract(integer[S, SS](other), integer[S, SS](id)))
				SS(lambda).Multiply(lambda, SS(new(S)).Multiply(integer[S, SS](other), quotient))
			}
		}
		k := SS(new(S)).Add(d[id], SS(new(S)).Multiply(e[id], rho[id]))
		x := SS(new(S)).Multiply(SS(new(S)).Multiply(lambda, at(id)), c)
		if negateNonces {
			SS(k).Negate(k)
		}
		if negateKey {
			SS(x).Negate(x)
		}
		want := SS(new(S)).Add(k, x)
		z.Add(z, want)
		sent[id] = must(shares[id].Sign(p, nonces[id]))(t)
		if !bytes.Equal(sent[id], SS(want).Bytes()) {
			t.Fatalf("signature share %x, want %x", sent[id], SS(want).Bytes())
		}
	}
	sig := must(group.Aggregate(p, sent))(t)
	if want := m.signature(bytesOf(R), c, z); !bytes.Equal(sig, want) {
		t.Fatalf("signature %x, want %x", sig, want)
	}
	if !frost.Verify(m.suite, group.PublicKey(), message, sig) || !group.Verify(message, sig) {
		t.Error("a signature is not valid")
	}
	if m.verify != nil && !m.verify(group.PublicKey(), message, sig) {
		t.Error("a signature is not valid for others")
	}
	if len(sig) != m.suite.SignatureSize() {
		t.Errorf("a signature of %d bytes", len(sig))
	}
	for i := range sig {
		sig[i] ^= 1
		if frost.Verify(m.suite, group.PublicKey(), message, sig) {
			t.Errorf("a signature with another byte %d is valid", i)
		}
		sig[i] ^= 1
	}
	if group.Verify(message[1:], sig) || group.Verify(message, sig[1:]) || frost.Verify(m.suite, group.PublicKey()[1:], message, sig) || frost.Verify(m.suite, make([]byte, len(group.PublicKey())), message, sig) {
		t.Error("another message, signature or key is valid")
	}
}

func sum512(m []byte) []byte           { h := sha512.Sum512(m); return h[:] }
func sum256(m []byte) []byte           { h := sha256.Sum256(m); return h[:] }
func wide(tag string, m []byte) []byte { return sum512(append([]byte(tag), m...)) }
func joined[S any, SS scalarOf[S]](R []byte, _, z *S) []byte {
	return append(append([]byte(nil), R...), SS(z).Bytes()...)
}

// expand returns 48 bytes of expand_message_xmd, big-endian.
func expand(tag string, m []byte) []byte {
	b := make([]byte, 64)
	if err := hash2curve.ExpandXMD256(b[16:], m, []byte(tag)); err != nil {
		panic(err)
	}
	return b
}

func TestModel(t *testing.T) {
	for range 8 { // all parities, in Taproot
		t.Run("Ed25519", (&model[edwards25519.Point, edwards25519.Scalar, *edwards25519.Point, *edwards25519.Scalar]{
			suite: frost.Ed25519, scalar: wide, hash: sum512, signature: joined[edwards25519.Scalar],
			challenge: func(R, Y, m []byte) *edwards25519.Scalar {
				return must(new(edwards25519.Scalar).SetUniformBytes(sum512(bytes.Join([][]byte{R, Y, m}, nil))))(t)
			},
			verify: func(Y, m, sig []byte) bool { return stded25519.Verify(Y, m, sig) },
		}).test)
		t.Run("Ristretto255", (&model[ristretto255.Element, ristretto255.Scalar, *ristretto255.Element, *ristretto255.Scalar]{
			suite: frost.Ristretto255, scalar: wide, hash: sum512, signature: joined[ristretto255.Scalar],
		}).test)
		t.Run("Secp256k1", (&model[secp256k1.Point, secp256k1.Scalar, *secp256k1.Point, *secp256k1.Scalar]{
			suite: frost.Secp256k1, scalar: expand, hash: sum256, signature: joined[secp256k1.Scalar],
		}).test)
		t.Run("Taproot", (&model[secp256k1.Point, secp256k1.Scalar, *secp256k1.Point, *secp256k1.Scalar]{
			suite: frost.Taproot, scalar: expand, hash: sum256,
			challenge: func(R, Y, m []byte) *secp256k1.Scalar {
				h := schnorr.TaggedHash("BIP0340/challenge", R[1:], Y[1:], m)
				return new(secp256k1.Scalar).SetReducedBytes(h[:])
			},
			signature: func(R []byte, _, z *secp256k1.Scalar) []byte {
				return append(append([]byte(nil), R[1:]...), z.Bytes()...)
			},
			verify: schnorr.Verify,
		}).test)
		t.Run("JQ255e", (&model[jq255e.Point, jq255e.Scalar, *jq255e.Point, *jq255e.Scalar]{
			suite: frost.JQ255e, scalar: wide, hash: sum512,
			challenge: func(R, Y, m []byte) *jq255e.Scalar {
				h := blake2s.Sum256(bytes.Join([][]byte{R, Y, []byte("R"), m}, nil))
				return new(jq255e.Scalar).SetReducedBytes(h[:16])
			},
			signature: func(_ []byte, c, z *jq255e.Scalar) []byte { return append(c.Bytes()[:16:16], z.Bytes()...) },
			verify:    func(Y, m, sig []byte) bool { return jq255e.Verify(Y, m, sig, jq255e.Raw) },
		}).test)
	}
}
