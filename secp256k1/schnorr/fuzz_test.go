// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package schnorr

import (
	"bytes"
	"errors"
	"slices"
	"testing"

	"secant.example/internal/testkit"
)

// FuzzVerify compares verification with what the BIP says, that with a decoded key, and
// that in a batch.
func FuzzVerify(f *testing.F) {
	for _, v := range vectors {
		f.Add(testkit.Unhex(f, v.public), testkit.Unhex(f, v.message), testkit.Unhex(f, v.sig))
	}
	f.Add([]byte{}, []byte{}, []byte{})
	f.Fuzz(func(t *testing.T, public, message, sig []byte) {
		want := modelVerify(public, message, sig)
		if got := Verify(public, message, sig); got != want {
			t.Errorf("%x, %x, %x: valid is %v, want %v", public, message, sig, got, want)
		}
		var b BatchVerifier
		b.Add(public, message, sig)
		b.Add(public, message, sig)
		p, err := NewPublicKey(public)
		if (err == nil) != (p != nil) || err != nil && !errors.Is(err, ErrPublicKey) {
			t.Errorf("key %x: %v, %v", public, p, err)
		}
		if p != nil {
			if !bytes.Equal(p.Bytes(), public) {
				t.Errorf("key %x comes back as %x", public, p.Bytes())
			}
			if got := p.Verify(message, sig); got != want {
				t.Errorf("%x, %x, %x: valid under the decoded key is %v, want %v", public, message, sig, got, want)
			}
			b.AddKey(p, message, sig)
		}
		if all := b.VerifyBatchOnly(nil); all != want {
			t.Errorf("%x, %x, %x: valid in a batch is %v, want %v", public, message, sig, all, want)
		}
		defer adding()()
		if valid, each := b.Verify(nil); valid != want || slices.Contains(each, !want) {
			t.Errorf("%x, %x, %x: valid in a batch is %v, want %v", public, message, sig, each, want)
		}
	})
}

// FuzzSign compares signing with what the BIP says.
func FuzzSign(f *testing.F) {
	for _, v := range vectors {
		if v.secret != "" {
			f.Add(testkit.Unhex(f, v.secret), testkit.Unhex(f, v.message), testkit.Unhex(f, v.aux))
		}
	}
	f.Add(make([]byte, 32), []byte{}, []byte{})
	f.Add(bytes.Repeat([]byte{255}, 32), []byte{1}, make([]byte, 31))
	f.Fuzz(func(t *testing.T, secret, message, aux []byte) {
		k, err := NewPrivateKey(secret)
		valid := len(secret) == 32 && toInt(secret).Sign() > 0 && toInt(secret).Cmp(testkit.SecpN) < 0
		if (err == nil) != valid || err != nil && !errors.Is(err, ErrPrivateKey) {
			t.Fatalf("key %x: %v", secret, err)
		}
		if !valid {
			return
		}
		sig, err := SignWithOptions(k, message, &Options{Aux: aux, Verify: true})
		switch {
		case len(aux) == 32:
			if want := modelSign(secret, message, aux); err != nil || !bytes.Equal(sig, want) {
				t.Errorf("%x, %x, %x: %x, %v, want %x", secret, message, aux, sig, err, want)
			}
		case len(aux) == 0:
			if err != nil {
				t.Error(err)
			}
		case !errors.Is(err, ErrOptions):
			t.Errorf("%d bytes of auxiliary data: %v", len(aux), err)
		}
	})
}

// FuzzTweak compares the sums of private and of public keys.
func FuzzTweak(f *testing.F) {
	for i, v := range taprootSecret {
		f.Add(testkit.Unhex(f, v.secret), testkit.Unhex(f, taproot[i].tweak))
	}
	f.Add(toBytes(testkit.SecpN), toBytes(testkit.SecpN))
	f.Fuzz(func(t *testing.T, secret, tweak []byte) {
		k, err := NewPrivateKey(secret)
		if err != nil {
			return
		}
		sum, err := k.AddTweak(tweak)
		q, parity, publicErr := k.PublicKey().AddTweak(tweak)
		if (err == nil) != (publicErr == nil) || err != nil && (!errors.Is(err, ErrTweak) || !errors.Is(publicErr, ErrTweak)) {
			t.Fatalf("%x + %x: %v, %v", secret, tweak, err, publicErr)
		}
		if err == nil && (!q.Equal(sum.Public()) || !q.IsTweakOf(k.PublicKey(), tweak, parity)) {
			t.Errorf("%x + %x: %x, %x, %d", secret, tweak, sum.PublicKey().Bytes(), q.Bytes(), parity)
		}
	})
}
