// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package keys

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/btcsuite/btcd/btcutil/bech32"
)

// The key of NIP-49.
const (
	nostrSealed = "ncryptsec1qgg9947rlpvqu76pj5ecreduf9jxhselq2nae2kghhvd5g7dgjtcxfqtd67p9m0w57lspw8gsq6yphnm8623nsl8xn9j4jdzz84zm3frztj3z7s35vpzmqf6ksu8r89qk5z2zxfmu5gv8th8wclt0h4p"
	nostrSecret = "3501454135014541350145413501453fefb02227e449e57cf4d3a3ce05378683"
)

func TestNIP49(t *testing.T) {
	if testing.Short() {
		t.Skip("it computes scrypt fourteen times, in 64 or 128 MiB")
	}
	open := func(words string) Options { return Options{Passphrase: passphrase(words)} }
	for _, text := range []string{nostrSealed, nostrSealed + "\n", strings.ToUpper(nostrSealed)} {
		k, err := Parse([]byte(text), open("nostr"))
		if err != nil || k.Alg != BIP340 || !bytes.Equal(k.Secret, unhex(nostrSecret)) || k.Form != "nostr" {
			t.Errorf("%q: %+v, %v", text, k, err)
		}
	}
	if k, err := Parse([]byte(nostrSealed), open("Nostr")); err != ErrPassphrase {
		t.Errorf("another passphrase: %+v, %v", k, err)
	}
	var encrypted *EncryptedError
	if _, err := Parse([]byte(nostrSealed), Options{}); !errors.As(err, &encrypted) || encrypted.Form != "nostr" ||
		encrypted.How != "XChaCha20-Poly1305, scrypt with N=65536, r=8, p=1; it says that the key was not kept well before" {
		t.Errorf("without a passphrase: %+v", encrypted)
	}
	// The passphrase of the NIP, as it may be typed, and normalized.
	k := must(NewPrivate(BIP340, secret))
	for _, words := range [][2]string{{"\u212b\u2126\u1e9b\u0323", "\u00c5\u03a9\u1e69"}, {"\u00c5\u03a9\u1e69", "\u212b\u2126\u1e9b\u0323"}} {
		text := must(k.MarshalPrivate("nostr", &Encryption{Passphrase: []byte(words[0])}))
		if got, err := Parse(text, open(words[1])); err != nil || !bytes.Equal(got.Secret, secret) {
			t.Errorf("%q: %+v, %v", words, got, err)
		}
	}
	_, five, _ := bech32.DecodeNoLimit(nostrSealed)
	whole := must(bech32.ConvertBits(five, 5, 8, false))
	never := func() ([]byte, error) { t.Error("the passphrase is asked for"); return nil, nil }
	for name, test := range map[string]struct {
		change func(b []byte) []byte
		want   string
	}{
		"version":     {func(b []byte) []byte { b[0] = 1; return b }, "of another version than 2"},
		"empty":       {func(b []byte) []byte { return nil }, "of another version than 2"},
		"short":       {func(b []byte) []byte { return b[:90] }, "it does not have 91 bytes"},
		"long":        {func(b []byte) []byte { return append(b, 0) }, "it does not have 91 bytes"},
		"8 GiB":       {func(b []byte) []byte { b[1] = 23; return b }, "N=2^23; at most 2^20 is computed here"},
		"2^255":       {func(b []byte) []byte { b[1] = 255; return b }, "N=2^255; at most 2^20 is computed here"},
		"no cost":     {func(b []byte) []byte { b[1] = 0; return b }, "no N=1"},
		"how kept":    {func(b []byte) []byte { b[42] = 3; return b }, "none of the known bytes"},
		"wrong care":  {func(b []byte) []byte { b[42] = 1; return b }, ErrPassphrase.Error()}, // which is authenticated
		"wrong nonce": {func(b []byte) []byte { b[41]++; return b }, ErrPassphrase.Error()},
		"wrong text":  {func(b []byte) []byte { b[43]++; return b }, ErrPassphrase.Error()},
		"wrong tag":   {func(b []byte) []byte { b[90]++; return b }, ErrPassphrase.Error()},
	} {
		o := Options{Passphrase: never}
		if test.want == ErrPassphrase.Error() {
			o = open("nostr")
		}
		text := must(bech32.EncodeFromBase256("ncryptsec", test.change(bytes.Clone(whole))))
		if k, err := Parse([]byte(text), o); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %+v, %v; want %q", name, k, err, test.want)
		}
	}
	for _, text := range []string{nostrSealed[:len(nostrSealed)-1] + "q", nostrSealed[:100], nostrSealed + "q"} {
		if k, err := Parse([]byte(text), Options{Passphrase: never}); err == nil || err.Error() != "not a valid ncryptsec: a character is wrong, or one is missing" {
			t.Errorf("%q: %+v, %v", text, k, err)
		}
	}
	if k, err := Parse([]byte(nostrSealed), Options{Kind: Public, Passphrase: never}); err != ErrIsPrivate {
		t.Errorf("%+v, %v", k, err)
	}
}

// An id of minisign or signify stays with the key, and a key without one gets the same for both
// halves.
func TestMinisignID(t *testing.T) {
	const theirs = "untrusted comment: signify public key\nRWTc6Z1gSXBxygZ9UEzGwZgC07AJnIJY065KKGtOLVwtRiKezIz0atLg\n"
	k := must(Parse([]byte(theirs), Options{}))
	for _, form := range []string{"signify", "minisign"} {
		again := must(Parse(must(k.MarshalPublic(form)), Options{Form: form}))
		if *again.ID != *k.ID || k.ID.String() != "CA717049609DE9DC" || !bytes.Equal(again.Public, k.Public) {
			t.Errorf("%s: %+v", form, again)
		}
	}
	if got := string(must(k.MarshalPublic("signify"))); got != theirs {
		t.Errorf("%q", got)
	}
	key := must(NewPrivate(Ed25519, secret))
	for _, form := range []string{"signify", "minisign"} {
		private := must(Parse(must(key.MarshalPrivate(form, nil)), Options{Form: form}))
		public := must(Parse(must(key.PublicKey().MarshalPublic(form)), Options{Form: form}))
		if *private.ID != *public.ID || *private.PublicKey().ID != *public.ID {
			t.Errorf("%s: the halves have the ids %v and %v", form, private.ID, public.ID)
		}
	}
	other := must(NewPrivate(Ed25519, unhex(nostrSecret)))
	if other.idOf() == key.idOf() {
		t.Error("two keys have one id")
	}
}
