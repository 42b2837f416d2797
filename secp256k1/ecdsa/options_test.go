// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package ecdsa

import (
	"bytes"
	"errors"
	"math/big"
	"testing"
	"testing/iotest"

	"secant.example/internal/testkit"
)

// A hedged signature is that of the random bytes as additional data.
func TestHedged(t *testing.T) {
	k := newKey(t, big.NewInt(5))
	digest := Digest{1, 2, 3}
	entropy := bytes.Repeat([]byte{7}, 32)
	want, err := SignWithOptions(k, digest, &Options{Entropy: entropy})
	if err != nil {
		t.Fatal(err)
	}
	for _, verify := range []bool{false, true} {
		opts := &Options{Hedged: true, Verify: verify}
		r := bytes.NewReader(append(entropy, 1))
		if got, err := k.Sign(r, digest[:], opts); err != nil || !bytes.Equal(got, want.DER()) || r.Len() != 1 {
			t.Errorf("%x, %v, with %d bytes left, want %x", got, err, r.Len(), want.DER())
		}
		a, err := SignWithOptions(k, digest, opts)
		if err != nil {
			t.Fatal(err)
		}
		b, err := k.Sign(nil, digest[:], opts)
		if err != nil {
			t.Fatal(err)
		}
		plain, err := Sign(k, digest)
		if err != nil || bytes.Equal(a.DER(), b) || a == want || a == plain {
			t.Errorf("hedged signatures are the same: %x, %x", a.DER(), b)
		}
		if !k.PublicKey().Verify(digest, a, LowS) || !k.PublicKey().VerifyDER(digest, b, LowS) {
			t.Errorf("invalid: %x, %x", a.DER(), b)
		}
		failure := errors.New("no randomness")
		if got, err := k.Sign(iotest.ErrReader(failure), digest[:], opts); got != nil || !errors.Is(err, failure) {
			t.Errorf("without randomness: %x, %v", got, err)
		}
		// Without Hedged, random is not read.
		if got, err := k.Sign(iotest.ErrReader(failure), digest[:], &Options{Verify: verify}); err != nil || !bytes.Equal(got, plain.DER()) {
			t.Errorf("%x, %v, want %x", got, err, plain.DER())
		}
	}
	if got, err := SignWithOptions(k, digest, &Options{Hedged: true, Entropy: entropy}); got != (Signature{}) || !errors.Is(err, ErrOptions) {
		t.Errorf("hedged, with entropy: %v, %v", got, err)
	}
	if got, err := SignWithOptions(new(PrivateKey), digest, &Options{Hedged: true, Verify: true}); got != (Signature{}) || !errors.Is(err, ErrPrivateKey) {
		t.Errorf("without a key: %v, %v", got, err)
	}
}

// What Verify computes finds any change of a signature.
func TestFault(t *testing.T) {
	rng := testkit.NewRand(t)
	for range 20 {
		k := newKey(t, rng.SecpScalar())
		digest := Digest(rng.Bytes32())
		sig, err := SignRecoverable(k, digest, &Options{Verify: true})
		if err != nil {
			t.Fatal(err)
		}
		if plain, err := SignRecoverable(k, digest, nil); err != nil || plain != sig {
			t.Errorf("%v, %v, want %v", sig, err, plain)
		}
		if err := k.check(&digest, &sig); err != nil {
			t.Errorf("%v: %v", sig, err)
		}
		other := digest
		other[31] ^= 1
		high := sig
		n.Neg(&high.s, &high.s)
		changed := sig
		n.Add(&changed.s, &changed.s, toScalar(big.NewInt(1)))
		for name, c := range map[string]struct {
			k      *PrivateKey
			digest *Digest
			sig    RecoverableSignature
		}{
			"another digest": {k, &other, sig}, "another key": {newKey(t, rng.SecpScalar()), &digest, sig}, "r and s": {k, &digest, RecoverableSignature{Signature{sig.s, sig.r}, sig.id}},
			"another id": {k, &digest, RecoverableSignature{sig.Signature, sig.id ^ 1}}, "high s": {k, &digest, high}, "another s": {k, &digest, changed}, "none": {k, &digest, RecoverableSignature{}},
		} {
			if err := c.k.check(c.digest, &c.sig); !errors.Is(err, ErrFault) {
				t.Errorf("%s: %v", name, err)
			}
			if c.k != k || c.digest != &digest {
				continue
			}
			before := fault
			fault = func(RecoverableSignature) RecoverableSignature { return c.sig }
			if got, err := SignRecoverable(k, digest, &Options{Verify: true}); got != (RecoverableSignature{}) || !errors.Is(err, ErrFault) {
				t.Errorf("%s: %v, %v", name, got, err)
			}
			if got, err := k.Sign(nil, digest[:], &Options{Verify: true}); got != nil || !errors.Is(err, ErrFault) {
				t.Errorf("%s: %x, %v", name, got, err)
			}
			if got, err := SignRecoverable(k, digest, nil); got != sig || err != nil {
				t.Errorf("%s, without Verify: %v, %v", name, got, err)
			}
			fault = before
		}
	}
}

func TestNonceRFC6979(t *testing.T) {
	rng := testkit.NewRand(t)
	for i := range 50 {
		d := rng.SecpScalar()
		digest, extra, version := rng.Bytes32(), rng.Bytes32(), [16]byte{byte(i)}
		if i%5 == 0 {
			digest = testkit.BytesBE(new(big.Int).Add(testkit.SecpN, big.NewInt(int64(i))))
		}
		for name, c := range map[string]struct{ extra, version, additional []byte }{
			"neither": {}, "extra": {extra: extra[:], additional: extra[:]}, "both": {extra[:], version[:], append(extra[:32:32], version[:]...)},
			"version": {version: version[:], additional: append(make([]byte, 32), version[:]...)},
		} {
			for skip, want := range modelNonces(testkit.SecpN, d, digest[:], c.additional, 3) {
				got, err := NonceRFC6979(toBytes(d), digest[:], c.extra, c.version, uint32(skip))
				if err != nil || !bytes.Equal(got.Bytes(), toBytes(want)) {
					t.Errorf("%s, nonce %d of %x and %x: %v, %v, want %x", name, skip, d, digest, got, err, want)
				}
			}
		}
	}
	// What it is given is not changed, even with room after it.
	extra := make([]byte, 48)
	extra[47] = 1
	key, digest := toBytes(big.NewInt(1)), make([]byte, 32)
	if _, err := NonceRFC6979(key, digest, extra[:32], []byte("0123456789abcdef"), 0); err != nil || extra[47] != 1 || extra[32] != 0 {
		t.Errorf("%x, %v", extra, err)
	}
	for name, c := range map[string]struct {
		key, digest, extra, version []byte
		want                        error
	}{
		"no key": {nil, digest, nil, nil, ErrPrivateKey}, "0": {make([]byte, 32), digest, nil, nil, ErrPrivateKey}, "n": {toBytes(testkit.SecpN), digest, nil, nil, ErrPrivateKey},
		"a long key": {append([]byte{0}, key...), digest, nil, nil, ErrPrivateKey}, "a short digest": {key, digest[:31], nil, nil, ErrOptions}, "a long digest": {key, make([]byte, 33), nil, nil, ErrOptions},
		"extra": {key, digest, make([]byte, 31), nil, ErrOptions}, "version": {key, digest, nil, make([]byte, 17), ErrOptions},
	} {
		if k, err := NonceRFC6979(c.key, c.digest, c.extra, c.version, 0); k != nil || !errors.Is(err, c.want) {
			t.Errorf("%s: %v, %v", name, k, err)
		}
	}
}
