// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package ed25519

import (
	"bytes"
	"crypto"
	"crypto/ed25519"
	"crypto/sha512"
	"errors"
	"fmt"
	"io"
	"slices"
	"testing"
	"testing/iotest"

	"secant.example/internal/scalar"
	"secant.example/internal/testkit"
)

// hedgedModel returns the hedged signature with Z as the random bytes, step by step as in
// draft-irtf-cfrg-det-sigs-with-noise-05, section 3, and RFC 8032, section 5.1.6.
func hedgedModel(private PrivateKey, message []byte, opts *Options, Z []byte) []byte {
	h := sha512.Sum512(private.Seed())
	h[0] &= 248
	h[31] = h[31]&63 | 64
	s := testkit.BigLE(h[:32])

	mixed := sha512.Sum512(slices.Concat(h[32:], Z))
	var hashed []byte
	if opts.Hash == crypto.SHA512 {
		hashed = append(hashed, "SigEd25519 no Ed25519 collisions\x01"...)
	} else if opts.Context != "" {
		hashed = append(hashed, "SigEd25519 no Ed25519 collisions\x00"...)
	}
	if hashed != nil {
		hashed = append(append(hashed, byte(len(opts.Context))), opts.Context...)
	}
	h = sha512.Sum512(slices.Concat(hashed, mixed[:32], message))
	r := testkit.BigLE(h[:])
	R := base.mult(r.Mod(r, order)).bytes()
	S := challengeOf(private[SeedSize:], message, R[:], opts)
	S.Mul(S, s).Add(S, r).Mod(S, order)
	encoded := testkit.Bytes(S)
	return append(R[:], encoded[:]...)
}

// TestHedgedVectors has signatures that a program in another language computed, from the draft.
func TestHedgedVectors(t *testing.T) {
	type vector struct {
		Variant                                           string
		Seed, Public, Message, Context, Random, Signature testkit.Hex
	}
	vectors := testkit.ReadJSON[[]vector](t, "testdata/hedged.json")
	if len(vectors) != 5 {
		t.Fatalf("%d vectors, want 5", len(vectors))
	}
	testkit.Kernels(t, func(t *testing.T) {
		for i, v := range vectors {
			opts := &SignOptions{Context: string(v.Context), Hedged: true}
			message := []byte(v.Message)
			if v.Variant == "Ed25519ph" {
				h := sha512.Sum512(message)
				message, opts.Hash = h[:], crypto.SHA512
			}
			private := NewKeyFromSeed(v.Seed)
			signer, err := NewSigner(private)
			if err != nil || !bytes.Equal(signer.Public().(PublicKey), v.Public) {
				t.Fatalf("vector %d: %v", i, err)
			}
			sig, err := signer.Sign(bytes.NewReader(v.Random), message, opts)
			if err != nil || !bytes.Equal(sig, v.Signature) {
				t.Errorf("vector %d: %x, %v, want %x", i, sig, err, v.Signature)
			}
			std := &Options{Hash: opts.Hash, Context: opts.Context}
			if err := ed25519.VerifyWithOptions(PublicKey(v.Public), message, sig, std); err != nil {
				t.Errorf("vector %d: crypto/ed25519 says %v", i, err)
			}
			if model := hedgedModel(private, message, std, v.Random); !bytes.Equal(model, v.Signature) {
				t.Errorf("vector %d: the model has %x, want %x", i, model, v.Signature)
			}
		}
	})
}

func TestHedged(t *testing.T) {
	rng := testkit.NewRand(t)
	public, private := newKey(t, rng)
	signer, err := NewSigner(private)
	if err != nil {
		t.Fatal(err)
	}
	for range 20 {
		Z := rng.Bytes32()
		message, variant := randomOptions(rng, randomBytes(rng, 300))
		opts := signOptions(variant)
		opts.Hedged = true
		for _, opts.Verify = range []bool{false, true} {
			reader := bytes.NewReader(append(Z[:], 1, 2, 3))
			sig, err := signer.Sign(reader, message, opts)
			if want := hedgedModel(private, message, variant, Z[:]); err != nil || !bytes.Equal(sig, want) || reader.Len() != 3 {
				t.Errorf("%+v: %x, %v, want %x; %d bytes are left of 35", opts, sig, err, want, reader.Len())
			}
		}
		// The system's randomness.
		seen := map[string]bool{}
		for range 3 {
			sig, err := SignWithOptions(private, message, opts)
			if err != nil || VerifyWithOptions(public, message, sig, variant) != nil {
				t.Errorf("%+v: %x, %v", opts, sig, err)
			}
			seen[string(sig[:32])] = true
			if sig, err = signer.Sign(nil, message, opts); err != nil || VerifyWithOptions(public, message, sig, variant) != nil {
				t.Errorf("%+v: %x, %v", opts, sig, err)
			}
			seen[string(sig[:32])] = true
		}
		if len(seen) != 6 {
			t.Errorf("%+v: %d different R of 6 signatures", opts, len(seen))
		}
	}

	// No randomness, no signature; and no option, no randomness.
	failure := errors.New("no randomness")
	if sig, err := signer.Sign(iotest.ErrReader(failure), nil, &SignOptions{Hedged: true}); sig != nil || !errors.Is(err, failure) {
		t.Errorf("without randomness: %x, %v", sig, err)
	}
	if sig, err := signer.Sign(bytes.NewReader(make([]byte, 31)), nil, &SignOptions{Hedged: true}); sig != nil || !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("with 31 bytes: %x, %v", sig, err)
	}
	if sig, err := signer.Sign(iotest.ErrReader(failure), nil, &SignOptions{Verify: true}); err != nil || !bytes.Equal(sig, Sign(private, nil)) {
		t.Errorf("without need for randomness: %x, %v", sig, err)
	}
}

// TestHedgedBadRandomness has Z that an attacker knows or chooses, such as what is hashed
// elsewhere: no two messages, variants or values of Z have the same R, nor one that a
// signature without Z has.
func TestHedgedBadRandomness(t *testing.T) {
	_, private := newKey(t, testkit.NewRand(t))
	signer, err := NewSigner(private)
	if err != nil {
		t.Fatal(err)
	}
	message := make([]byte, 64)
	seen := map[[32]byte]string{}
	add := func(name string, Z []byte, message []byte, o SignOptions) {
		t.Helper()
		sig, err := signer.Sign(bytes.NewReader(Z), message, &o)
		if err != nil {
			t.Fatal(err)
		}
		if other, ok := seen[[32]byte(sig)]; ok {
			t.Errorf("%s and %s have the same R", name, other)
		}
		seen[[32]byte(sig)] = name
	}
	variants := []SignOptions{{}, {Context: "a"}, {Hash: crypto.SHA512}, {Hash: crypto.SHA512, Context: "a"}}
	for i := range 10 {
		message[0] = byte(i)
		for _, o := range variants {
			add(fmt.Sprintf("message %d, %+v, without Z", i, o), nil, message, o)
			o.Hedged = true
			add(fmt.Sprintf("message %d, %+v, Z = 0", i, o), make([]byte, 32), message, o)
			add(fmt.Sprintf("message %d, %+v, Z is a part of the message", i, o), message[:32], append([]byte{99}, message[1:]...), o)
			add(fmt.Sprintf("message %d, %+v, Z = A", i, o), private[32:], message, o)
			add(fmt.Sprintf("message %d, %+v, Z is its number", i, o), append([]byte{byte(i)}, make([]byte, 31)...), bytes.Repeat([]byte{7}, 64), o)
		}
	}
	add("the message Z", nil, make([]byte, 32), SignOptions{})
}

// TestFault has computers that compute something else, in each value that signing takes from
// memory, and private keys whose halves do not belong together.
func TestFault(t *testing.T) {
	rng := testkit.NewRand(t)
	public, private := newKey(t, rng)
	signer, err := NewSigner(private)
	if err != nil {
		t.Fatal(err)
	}
	message := make([]byte, 64)
	for _, o := range []SignOptions{{}, {Context: "a"}, {Hash: crypto.SHA512}, {Hedged: true}} {
		verified := o
		verified.Verify = true
		check := func(name string, s *Signer, want error) {
			t.Helper()
			sig, err := s.Sign(nil, message, &verified)
			if !errors.Is(err, want) || (sig != nil) != (want == nil) {
				t.Errorf("%+v, %s: %x, %v, want %v", o, name, sig, err, want)
			}
			// What would have come out.
			sig, err = s.Sign(nil, message, &o)
			valid := VerifyWithOptions(public, message, sig, &Options{Hash: o.Hash, Context: o.Context}) == nil
			if err != nil || valid != (want == nil) {
				t.Errorf("%+v, %s: %x, %v is valid: %v", o, name, sig, err, valid)
			}
		}
		check("no fault", signer, nil)
		for range 20 {
			broken := *signer
			x := broken.s.Limbs()
			x[rng.IntN(3)] ^= 1 << rng.IntN(64) // still below l, or a bit more
			broken.s = scalar.New(x[0], x[1], x[2], x[3])
			check("another scalar", &broken, ErrFault)
			broken = *signer
			broken.public[rng.IntN(32)] ^= 1 << rng.IntN(8)
			check("another public key", &broken, ErrFault)
			broken = *signer
			broken.prefix[rng.IntN(32)] ^= 1 << rng.IntN(8)
			check("another prefix, which is another nonce", &broken, nil)
		}
		_, other := newKey(t, rng)
		mixed := slices.Concat(private[:SeedSize], other[SeedSize:])
		if sig, err := SignWithOptions(mixed, message, &verified); sig != nil || err != ErrFault {
			t.Errorf("%+v: a key with a false second half: %x, %v", o, sig, err)
		}
		if sig, err := SignWithOptions(private, message, &verified); sig == nil || err != nil {
			t.Errorf("%+v: %x, %v", o, sig, err)
		}
	}
}

// TestSmallOrderHalves has private keys whose second halves are the public key plus a point T of
// small order. Signatures of one message with two of them have the same R and different
// challenges, and so give the private key away, but satisfy the equation with the cofactor; and
// the one without it, if the order of T divides the challenge.
func TestSmallOrderHalves(t *testing.T) {
	public, private := newKey(t, testkit.NewRand(t))
	A := decodePoint([32]byte(public)).point
	for i := 1; i < 8; i++ {
		b := A.add(torsion(i)).bytes()
		mixed := slices.Concat(private[:SeedSize], b[:])
		for j := range 16 {
			message := []byte{byte(j)}
			if VerifyWithOptions(b[:], message, Sign(mixed, message), nil) != nil {
				t.Errorf("T%d: this is not valid, and the test shows nothing", i)
			}
			for _, o := range []SignOptions{{Verify: true}, {Verify: true, Hedged: true}} {
				if sig, err := SignWithOptions(mixed, message, &o); sig != nil || err != ErrFault {
					t.Errorf("T%d, %+v: %x, %v", i, o, sig, err)
				}
			}
		}
		if _, err := NewSigner(mixed); !errors.Is(err, ErrPrivateKey) {
			t.Errorf("T%d: NewSigner returns %v", i, err)
		}
	}
}
