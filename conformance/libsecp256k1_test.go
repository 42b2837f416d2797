// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

//go:build libsecp256k1 && cgo

package conformance

import (
	"bytes"
	"crypto/sha256"
	"testing"

	"secant.example/conformance/libsecp256k1"
	group "secant.example/secp256k1"
	"secant.example/secp256k1/ecdh"
	"secant.example/secp256k1/ecdsa"
	"secant.example/secp256k1/schnorr"
)

// compareLibsecp compares everything that the C library has with ours.
func compareLibsecp(t *testing.T, c *secp256k1Case) {
	public := libsecp256k1.PublicKey(&c.secret)
	k, bip340, dh, _, ok := keysOf(t, &c.secret)
	if ok != (public != nil) {
		t.Fatalf("secret key %x: %v, want %v", c.secret, ok, public != nil)
	}
	if !ok {
		return
	}
	for _, got := range [][]byte{k.PublicKey().Bytes(), dh.PublicKey().Bytes()} {
		if !bytes.Equal(got, public) {
			t.Fatalf("public key %x, want %x", got, public)
		}
	}
	if got := bip340.PublicKey().Bytes(); !bytes.Equal(got, public[1:]) {
		t.Fatalf("x-only public key %x, want %x", got, public[1:])
	}

	// ECDSA, without and with further entropy. Theirs has reduced the digest modulo n since
	// version 0.2.0, as RFC 6979 has it.
	var sig ecdsa.Signature
	for _, entropy := range [][]byte{c.extra[:], nil} {
		r, err := ecdsa.SignRecoverable(k, c.digest, &ecdsa.Options{Entropy: entropy})
		if err != nil {
			t.Fatal(err)
		}
		sig, err = ecdsa.SignWithOptions(k, c.digest, &ecdsa.Options{Entropy: entropy})
		if err != nil {
			t.Fatal(err)
		}
		want, id := libsecp256k1.SignECDSA(&c.secret, &c.digest, entropy)
		if got := sig.Compact(); !bytes.Equal(got, want) {
			t.Errorf("signature %x, want %x", got, want)
		}
		if got := r.Bitcoin(true); !bytes.Equal(got, append([]byte{byte(31 + id)}, want...)) {
			t.Errorf("recoverable signature %x, want %x and %d", got, want, id)
		}
	}
	for _, b := range [][]byte{sig.Compact(), c.flipped(sig.Compact()), append(c.extra[:], c.other[:]...)} {
		for _, digest := range [][]byte{c.digest[:], c.flipped(c.digest[:])} {
			want := libsecp256k1.VerifyECDSA(public, (*[32]byte)(digest), (*[64]byte)(b))
			if got := k.PublicKey().VerifyCompact(ecdsa.Digest(digest), b, ecdsa.LowS); got != want {
				t.Errorf("signature %x of %x under %x: %v, want %v", b, digest, public, got, want)
			}
			for _, id := range c.recoveryIDs(b, sig) {
				want := libsecp256k1.Recover((*[32]byte)(digest), (*[64]byte)(b), id)
				var got []byte
				if r, _, err := ecdsa.ParseBitcoin(append([]byte{byte(27 + id)}, b...)); err == nil {
					if key, err := r.Recover(ecdsa.Digest(digest), ecdsa.AnyS); err == nil {
						got = key.Bytes()
					}
				}
				if !bytes.Equal(got, want) {
					t.Errorf("recovering from %x, %d of %x: %x, want %x", b, id, digest, got, want)
				}
			}
		}
	}

	// BIP-340: messages of any length.
	message := bytes.Repeat(c.digest[:], 9)[:c.flip%257]
	signed, err := schnorr.SignWithOptions(bip340, message, &schnorr.Options{Aux: c.extra[:]})
	if want := libsecp256k1.SignBIP340(&c.secret, message, &c.extra); err != nil || !bytes.Equal(signed, want) {
		t.Errorf("BIP-340 signature of %x is %x, %v, want %x", message, signed, err, want)
	}
	for _, b := range [][]byte{signed, c.flipped(signed), append(c.extra[:], c.other[:]...)} {
		for _, m := range [][]byte{message, append([]byte{byte(c.flip)}, message...)} {
			for _, x := range []*[32]byte{(*[32]byte)(public[1:]), &c.other} {
				want := libsecp256k1.VerifyBIP340(x, m, (*[64]byte)(b))
				if got := schnorr.Verify(x[:], m, b); got != want {
					t.Errorf("BIP-340 signature %x of %x under %x: %v, want %v", b, m, x, got, want)
				}
			}
		}
	}

	// Tweaks of both halves of a key.
	secret := libsecp256k1.TweakSecret(&c.secret, &c.extra)
	tweaked, err := bip340.AddTweak(c.extra[:])
	if (err == nil) != (secret != nil) {
		t.Fatalf("tweaking %x by %x: %v, want %v", c.secret, c.extra, err, secret != nil)
	}
	x, parity := libsecp256k1.TweakPublic((*[32]byte)(public[1:]), &c.extra)
	q, gotParity, err := bip340.PublicKey().AddTweak(c.extra[:])
	if (err == nil) != (x != nil) {
		t.Fatalf("tweaking %x by %x: %v, want %v", public[1:], c.extra, err, x != nil)
	}
	if err == nil {
		if !bytes.Equal(q.Bytes(), x) || gotParity != parity || !q.IsTweakOf(bip340.PublicKey(), c.extra[:], parity) {
			t.Errorf("tweaking %x by %x: %x, %d, want %x, %d", public[1:], c.extra, q.Bytes(), gotParity, x, parity)
		}
		want, err := schnorr.NewPrivateKey(secret)
		if err != nil || !tweaked.Equal(want) || !bytes.Equal(tweaked.PublicKey().Bytes(), x) {
			t.Errorf("tweaking %x by %x: %x, want %x", c.secret, c.extra, tweaked.Bytes(), secret)
		}
	}

	// ECDH with the key of another secret, or with anything as a key.
	peer := libsecp256k1.PublicKey(&c.other)
	if peer == nil {
		peer = append([]byte{2 + byte(c.flip&1)}, c.other[:]...)
	}
	compareECDH(t, dh, &c.secret, peer)
	compareECDH(t, dh, &c.secret, append([]byte{2 + byte(c.flip&1)}, c.extra[:]...))
}

func compareECDH(t *testing.T, k *ecdh.PrivateKey, secret *[32]byte, peer []byte) {
	t.Helper()
	want := libsecp256k1.ECDH(secret, peer)
	p, err := ecdh.NewPublicKey(peer)
	if (err == nil) != (want != nil) {
		t.Fatalf("public key %x: %v, want %v", peer, err, want != nil)
	}
	if err != nil {
		return
	}
	if got, err := k.SharedSecretSHA256(p); err != nil || !bytes.Equal(got[:], want) {
		t.Errorf("shared secret of %x and %x is %x, %v, want %x", secret, peer, got, err, want)
	}
	// What that is the hash of: the x-coordinate with one of two first bytes.
	x, err := k.SharedSecret(p)
	even, odd := sha256.Sum256(append([]byte{2}, x[:]...)), sha256.Sum256(append([]byte{3}, x[:]...))
	if err != nil || !bytes.Equal(even[:], want) && !bytes.Equal(odd[:], want) {
		t.Errorf("x-coordinate %x, %v, of which %x is no hash", x, err, want)
	}
}

func TestLibsecp(t *testing.T) { forEachCase(t, 1000, compareLibsecp) }

func FuzzLibsecp(f *testing.F) {
	addCases(f)
	f.Fuzz(func(t *testing.T, secret, other, digest, extra []byte, flip uint16) {
		compareLibsecp(t, newCase(secret, other, digest, extra, flip))
	})
}

// compareLibsecpEncodings compares what the C library and ours make of any bytes,
// as a public key and as a signature in DER.
func compareLibsecpEncodings(t *testing.T, b []byte) {
	want := libsecp256k1.ParsePublicKey(b)
	var got []byte
	if p, err := new(group.Point).SetBytesHybrid(b); err == nil && p.IsIdentity() == 0 {
		got = p.Bytes()
	}
	if !bytes.Equal(got, want) {
		t.Errorf("point %x is %x, want %x", b, got, want)
	}
	// Theirs takes integers that are too large, as signatures that are not valid.
	want = libsecp256k1.ParseDER(b)
	if sig, err := ecdsa.ParseDER(b); err == nil && !bytes.Equal(sig.Compact(), want) {
		t.Errorf("DER %x is %x, want %x", b, sig.Compact(), want)
	} else if err != nil && want != nil {
		if _, err := ecdsa.ParseCompact(want); err == nil {
			t.Errorf("DER %x is rejected, want %x", b, want)
		}
	}
}

func TestLibsecpEncodings(t *testing.T) { forEachEncoding(t, compareLibsecpEncodings) }

func FuzzLibsecpEncodings(f *testing.F) {
	for _, b := range encodings(f) {
		f.Add(b)
	}
	f.Fuzz(compareLibsecpEncodings)
}
