// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package keys

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/btcsuite/btcd/btcutil/bech32"
)

// The keys of RFC 8037, appendices A.1 to A.3 and A.6.
const (
	rfc8037D   = "nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A"
	rfc8037X   = "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"
	rfc8037Bob = "3p7bfXt9wbTTW2HC7OQ1Nz-DQ8hbeGdNrfx-FG-IK08"
)

func TestOKP(t *testing.T) {
	private := `{"kty":"OKP","crv":"Ed25519","x":"` + rfc8037X + `","d":"` + rfc8037D + `"}`
	k := must(Parse([]byte(private), Options{}))
	if k.Alg != Ed25519 || !bytes.Equal(k.Secret, unhex("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60")) {
		t.Errorf("%+v", k)
	}
	if text := must(k.MarshalPrivate("jwk", nil)); string(text) != private+"\n" {
		t.Errorf("written %s", text)
	}
	public := `{"kty":"OKP","crv":"Ed25519","x":"` + rfc8037X + `"}`
	if text := must(k.MarshalPublic("jwk")); string(text) != public+"\n" {
		t.Errorf("written %s", text)
	}
	if got := k.JWKThumbprint(); got != "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k" {
		t.Errorf("thumbprint %s", got)
	}
	bob := must(Parse([]byte(`{"kty":"OKP","crv":"X25519","kid":"Bob","x":"`+rfc8037Bob+`"}`), Options{}))
	if bob.Alg != X25519 || !bytes.Equal(bob.Public, unhex("de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f")) || bob.Secret != nil {
		t.Errorf("%+v", bob)
	}

	with := func(old, new string) string { return strings.Replace(private, old, new, 1) }
	for _, alg := range []string{"EdDSA", "Ed25519"} {
		must(Parse([]byte(with("{", `{"alg":"`+alg+`",`)), Options{}))
	}
	must(Parse([]byte(`{"kty":"OKP","crv":"X25519","alg":"ECDH-ES+A128KW","x":"`+rfc8037Bob+`"}`), Options{}))
	for text, want := range map[string]string{
		with("OKP", "okp"):                          `kty "OKP" or "EC"`,
		with("OKP", "RSA"):                          `kty "OKP" or "EC"`,
		with("OKP", "oct"):                          `kty "OKP" or "EC"`,
		with("OKP", "EC"):                           `crv "secp256k1"`,
		with("Ed25519", "Ed448"):                    `crv "Ed25519" or "X25519"`,
		with("Ed25519", "X25519"):                   "the public key with it does not belong to it",
		with(`"crv":"Ed25519",`, ""):                `crv "Ed25519" or "X25519"`,
		with("{", `{"alg":"ES256K",`):               "for another alg than its crv",
		with("{", `{"alg":["EdDSA"],`):              "for another alg than its crv",
		with("{", `{"alg":null,`):                   "for another alg than its crv",
		with("{", `{"kty":"OKP",`):                  "has a member twice",
		with("{", `{"d":"`+rfc8037D+`",`):           "has a member twice",
		with("{", `{"\u0064":"`+rfc8037D+`",`):      "has a member twice",
		with(rfc8037X, rfc8037Bob):                  "the public key with it does not belong to it",
		with(`"x":"`+rfc8037X+`",`, ""):             "x as 32 bytes",
		with(rfc8037X, rfc8037X+"A"):                "x as 32 bytes",
		with(rfc8037X, rfc8037X+"="):                "x as 32 bytes",
		with(rfc8037X, rfc8037X[:42]+"p"):           "x as 32 bytes", // bits after the last byte
		with(`"`+rfc8037D+`"`, "1"):                 "d as 32 bytes",
		with(rfc8037D, rfc8037D[1:]):                "d as 32 bytes",
		with(rfc8037D, strings.Repeat("+", 43)):     "d as 32 bytes",
		with(`"`+rfc8037D+`"`, "null"):              "d as 32 bytes",
		private[:len(private)-1]:                    "not a JSON object",
		private + private:                           "not a JSON object",
		"{}":                                        `kty "OKP" or "EC"`,
		`{"keys":[` + private + `,` + public + `]}`: "a set of JSON Web Keys, not one",
	} {
		if k, err := Parse([]byte(text), Options{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %+v, %v, want %q", text, k, err, want)
		}
	}
}

// The examples of NIP-19, and the public key that belongs to the private one.
func TestNostr(t *testing.T) {
	const (
		npubText = "npub10elfcs4fr0l0r8af98jlmgdh9c8tcxjvz9qkw038js35mp4dma8qzvjptg"
		nsecText = "nsec1vl029mgpspedva04g90vltkh6fvh240zqtv9k0t9af8935ke9laqsnlfe5"
		public   = "7e7e9c42a91bfef19fa929e5fda1b72e0ebc1a4c1141673e2794234d86addf4e"
		private  = "67dea2ed018072d675f5415ecfaed7d2597555e202d85b3d65ea4e58d2d92ffa"
	)
	for _, text := range []string{nsecText, nsecText + "\n", " " + nsecText + "\r\n", strings.ToUpper(nsecText)} {
		k, err := Parse([]byte(text), Options{})
		if err != nil || k.Alg != BIP340 || fmt.Sprintf("%x", k.Secret) != private || fmt.Sprintf("%x", k.Public) != public {
			t.Errorf("%q: %+v, %v", text, k, err)
		}
	}
	k := must(Parse([]byte(npubText), Options{}))
	if k.Secret != nil || fmt.Sprintf("%x", k.Public) != public {
		t.Errorf("%+v", k)
	}
	if got := k.Npub(); got != npubText {
		t.Errorf("npub %s", got)
	}
	if got := must(must(NewPrivate(BIP340, unhex(private))).MarshalPrivate("nostr", nil)); string(got) != nsecText+"\n" {
		t.Errorf("nsec %s", got)
	}
	of := func(word string, size int) string { return must(bech32.EncodeFromBase256(word, make([]byte, size))) }
	bits := must(bech32.ConvertBits(unhex(public), 8, 5, true))
	for text, want := range map[string]string{
		nsecText[:62] + "6":              "not a valid nsec",
		nsecText[:62]:                    "not a valid nsec",
		nsecText + "q":                   "not a valid nsec",
		nsecText + " " + npubText:        "not a valid nsec",
		nsecText + "\n" + nsecText:       "not a valid nsec",
		"nsec1" + npubText[5:]:           "not a valid nsec",
		"Nsec1" + nsecText[5:]:           "not a valid nsec",
		"nsec1":                          "not a valid nsec",
		must(bech32.EncodeM(npub, bits)): "not a valid npub",
		of(npub, 31):                     "it does not have 32 bytes",
		of(npub, 33):                     "it does not have 32 bytes",
		of(nsec, 0):                      "it does not have 32 bytes",
		of(nsec, 32):                     "not a BIP-340 key: not in [1, n)",
		of(npub, 32):                     "there is no such point",
		of("note", 32):                   "note of Nostr, not an npub or nsec",
		of("nprofile", 34):               "nprofile of Nostr, not an npub or nsec",
		of("ncryptsec", 91):              "an ncryptsec of another version than 2",
		of("bc", 32):                     "not a key in a form that secant knows",
	} {
		k, err := Parse([]byte(text), Options{})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %+v, %v, want %q", text, k, err, want)
		}
		if err != nil && strings.Contains(err.Error(), "vl029") {
			t.Errorf("%q: the error shows the key: %v", text, err)
		}
	}
	if k, err := Parse([]byte(nsecText), Options{Kind: Public}); err != ErrIsPrivate {
		t.Errorf("%+v, %v", k, err)
	}
	if k, err := Parse([]byte(npubText), Options{Kind: Private}); err != errIsPublic {
		t.Errorf("%+v, %v", k, err)
	}
}
