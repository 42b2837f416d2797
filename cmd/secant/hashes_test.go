// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"bytes"
	stded25519 "crypto/ed25519"
	"crypto/sha512"
	"encoding/base64"
	"encoding/hex"
	"io"
	"math/big"
	"slices"
	"strings"
	"testing"

	"secant.example/secp256k1/ecdsa"
)

// The hash functions against the digests of "abc" that are published.
func TestHashFunctions(t *testing.T) {
	for name, want := range map[string]string{
		"sha224":    "23097d223405d8228642a477bda255b32aadbce4bda0b3f7e36c9da7",
		"sha256":    "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
		"sha384":    "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7",
		"sha512":    "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f",
		"sha512224": "4634270f707b6a54daae7530460842e20e37ed265ceee9a43e8924aa",
		"sha512256": "53048e2681941ef99b2e29b76b4c7dabe4c2d0c634fc6d46e0e2f13107e7af23",
		"sha3224":   "e642824c3f8cf24ad09234ee7d3c766fc9a3a5168d0c94ad73b46fdf",
		"sha3256":   "3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532",
		"sha3384":   "ec01498288516fc926459f58e2c6ad8df9b473cb0fc08c2596da7cf0e49be4b298d88cea927ac7f539f1edf228376d25",
		"sha3512":   "b751850b1a57168a5693cd924b6b096e08f621827444f70d884f5d0240d2712e10e116e9192af3c91a7ec57647e3934057340b4cf408d5a56592f8274eec53f0",
		"keccak256": "4e03657aea45a94fc7d47ba826c8d667c0d1e6e33a64a036ec44f58fa12d6c45",
		"blake2s":   "508c5e8c327c14e2e1a72ba34eeb452f37458b209ed63a294d999b4c86675982",
		"blake2b":   "ba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d17d87c5392aab792dc252d5de4533cc9518d38aa8dbf1925ab92386edd4009923",
	} {
		h := must(hashNamed(name))
		f := h.new()
		io.WriteString(f, "abc")
		if got := f.Sum(nil); hex.EncodeToString(got) != want || h.size != len(got) {
			t.Errorf("%s: %x of %d bytes", name, got, h.size)
		}
	}
	if h := must(hashNamed("blake3")); h.new != nil || h.size != 32 {
		t.Errorf("%+v", h)
	}
	if h, err := hashNamed("md5"); err == nil || h != nil {
		t.Error("md5")
	}
}

// A message and its hash value make the same signature, and only they are valid.
func TestHashAndDigest(t *testing.T) {
	for _, alg := range algorithms {
		if alg.hashes == nil {
			continue
		}
		key := file(t, mustRun(t, "", "keygen", "--alg", alg.Name))
		pub := file(t, mustRun(t, "", "pubkey", "--alg", alg.Name, "--in", key))
		for _, name := range alg.hashes {
			h := must(hashNamed(name))
			sign := []string{"sign", "--alg", alg.Name, "--key", key, "--hash", name}
			verify := []string{"verify", "--alg", alg.Name, "--pub", pub, "--hash", name}
			if h.new == nil {
				wantError(t, h.title+" is not computed here: --digest takes its value", "abc", sign...)
				wantError(t, h.title+" is not computed here", "abc", append(verify, "--sig", key)...)
				continue
			}
			f := h.new()
			io.WriteString(f, "abc")
			value := f.Sum(nil)
			sig := mustRun(t, "abc", sign...)
			for _, text := range []string{string(value), hex.EncodeToString(value) + "\n"} {
				wantOutput(t, sig, text, append(sign, "--digest")...)
			}
			path := file(t, sig)
			mustRun(t, "abc", append(verify, "--sig", path)...)
			mustRun(t, string(value), append(verify, "--sig", path, "--digest")...)
			for _, bad := range []string{"", "abcd", string(value)} {
				if status, _, _ := secant(t, bad, append(verify, "--sig", path)...); status != exitInvalid {
					t.Errorf("%s, %s: status %d for %q", alg.Name, name, status, bad)
				}
			}
			wantError(t, "not a hash value", "a message", append(sign, "--digest")...)
			for _, other := range alg.hashes {
				if other != name && other != "blake3" {
					byOther := slices.Replace(slices.Clone(verify), 6, 7, other)
					if status, _, _ := secant(t, "abc", append(byOther, "--sig", path)...); status != exitInvalid {
						t.Errorf("%s: valid by %s, signed by %s", alg.Name, other, name)
					}
				}
			}
		}
		if alg.usualHash == "" {
			wantError(t, "--digest needs --hash", "", "sign", "--alg", alg.Name, "--key", key, "--digest")
		}
	}
	key := file(t, edPrivate(edSeed))
	wantError(t, "--hash sha256 means nothing for Ed25519 keys, which take sha512", "", "sign", "--key", key, "--hash", "sha256")
	wantError(t, "--hash sha224 means nothing for secp256k1 keys", "", "sign", "--key", file(t, k1PKCS8), "--hash", "sha224")
}

// RFC 8032, sections 7.2 and 7.3, and crypto/ed25519.
func TestEd25519Variants(t *testing.T) {
	const ctxSeed = "0305334e381af78f141cb666f6199f57bc3495335a256a95bd2a55bf546663f6"
	for _, test := range []struct{ seed, message, context, want string }{
		{ctxSeed, "f726936d19c800494e3fdaff20b276a8", "foo", "55a4cc2f70a54e04288c5f4cd1e45a7bb520b36292911876cada7323198dd87a8b36950b95130022907a7fb7c4e9b2d5f6cca685a587b4b21f4b888e4e7edb0d"},
		{ctxSeed, "f726936d19c800494e3fdaff20b276a8", "bar", "fc60d5872fc46b3aa69f8b5b4351d5808f92bcc044606db097abab6dbcb1aee3216c48e8b3b66431b5b186d1d28f8ee15a5ca2df6668346291c2043d4eb3e90d"},
		{"833fe62409237b9d62ec77587520911e9a759cec1d19755b7da901b96dca3d42", "616263", "", "98a70222f0b8121aa9d30f813d683f809e462b469c7ff87639499bb94e6dae4131f85042463c2a355a2003d062adf5aaa10b8c61e636062aaad11c2a26083406"},
	} {
		key := file(t, edPrivate(test.seed))
		sign := []string{"sign", "--key", key, "--form", "hex"}
		how := []string{"--context", test.context}
		title := "Ed25519ctx"
		if test.context == "" {
			how, title = []string{"--hash", "sha512"}, "Ed25519ph"
		}
		message := string(unhex(test.message))
		wantOutput(t, test.want+"\n", message, append(sign, how...)...)
		pub, sig := file(t, mustRun(t, "", "pubkey", "--in", key)), file(t, test.want)
		verify := []string{"verify", "--pub", pub, "--sig", sig}
		wantOutput(t, "valid signature ("+title+", default rules)\n", message, append(verify, how...)...)
		for _, other := range [][]string{nil, {"--context", "other"}, {"--hash", "sha512", "--context", "foo"}, {"--context", "fo"}} {
			if status, _, _ := secant(t, message, append(verify, other...)...); status != exitInvalid {
				t.Errorf("%s is valid with %q", title, other)
			}
		}
	}
	key, priv := file(t, edPrivate(edSeed)), stded25519.NewKeyFromSeed(unhex(edSeed))
	digest := sha512.Sum512([]byte("message"))
	want := must(priv.Sign(nil, digest[:], &stded25519.Options{Hash: 7, Context: "a context"}))
	wantOutput(t, string(want), "message", "sign", "--key", key, "--hash", "sha512", "--context", "a context")
	wantError(t, "--context is empty", "", "sign", "--key", key, "--context", "")
	wantError(t, "--context is longer than 255 bytes", "", "sign", "--key", key, "--context", strings.Repeat("x", 256))
	mustRun(t, "", "sign", "--key", key, "--context", strings.Repeat("x", 255))
	mustRun(t, "", "sign", "--key", key, "--context", "", "--hash", "sha512")
}

// Ed25519ph reads a message of any length once.
func TestEd25519phLongPipe(t *testing.T) {
	holdLess(t)
	const length = 5 << 20
	pipe := func() io.Reader { return io.LimitReader(zeros{}, length) }
	sig := runIn(t, 1<<20, pipe(), "sign", "--key", file(t, edPrivate(edSeed)), "--hash", "sha512")
	runIn(t, 1<<20, pipe(), "verify", "--pub", file(t, edPublic), "--sig", file(t, sig), "--hash", "sha512")
	if again := mustRun(t, string(make([]byte, length)), "sign", "--key", file(t, edPrivate(edSeed)), "--hash", "sha512"); again != sig {
		t.Error("the same message has two signatures")
	}
}

// The key that signed is recovered from what the tool writes, and from what Ethereum does.
func TestRecover(t *testing.T) {
	key, pub := file(t, k1PKCS8), file(t, k1Public)
	for _, hash := range algECDSA.hashes {
		sig := mustRun(t, "message", "sign", "--key", key, "--encoding", "recoverable", "--hash", hash)
		if len(sig) != 65 || sig[64] > 1 {
			t.Fatalf("%x", sig)
		}
		for _, again := range []string{sig, hex.EncodeToString([]byte(sig)) + "\n", base64.StdEncoding.EncodeToString([]byte(sig)), sig[:64] + string(sig[64]+27)} {
			path := file(t, again)
			wantOutput(t, k1Public, "message", "recover", "--sig", path, "--hash", hash)
			wantOutput(t, k1Compressed+"\n", "message", "recover", "--sig", path, "--hash", hash, "--form", "hex")
			mustRun(t, "message", "verify", "--pub", pub, "--sig", path, "--hash", hash)
			if other := mustRun(t, "another", "recover", "--sig", path, "--hash", hash); other == k1Public {
				t.Error("the key of another message")
			}
		}
		digest := must(hashNamed(hash)).new()
		io.WriteString(digest, "message")
		wantOutput(t, k1Public, string(digest.Sum(nil)), "recover", "--sig", file(t, sig), "--hash", hash, "--digest")

		// The other key, which the signature is valid under only if v is not looked at.
		wrong := file(t, sig[:64]+string(sig[64]^1))
		status, stdout, _ := secant(t, "message", "verify", "--pub", pub, "--sig", wrong, "--hash", hash)
		if status != exitInvalid || !strings.Contains(stdout, "another public key is recovered from it") {
			t.Errorf("status %d, %q", status, stdout)
		}
		if other := mustRun(t, "message", "recover", "--sig", wrong, "--hash", hash); other == k1Public {
			t.Error("the same key for another v")
		}
	}
	sig := mustRun(t, "message", "sign", "--key", key, "--encoding", "recoverable")
	n, _ := new(big.Int).SetString(k1Order, 16)
	s := new(big.Int).SetBytes([]byte(sig[32:64]))
	high := file(t, sig[:32]+string(s.Sub(n, s).FillBytes(make([]byte, 32)))+string(sig[64]^1))
	wantError(t, "s is above half the order; --accept-high-s accepts that", "message", "recover", "--sig", high)
	wantOutput(t, k1Public, "message", "recover", "--sig", high, "--accept-high-s")
	for _, bad := range []string{sig[:64] + "\x02", sig[:64] + "\x1d", strings.Repeat("\x00", 65), strings.Repeat("\xff", 64) + "\x00"} {
		wantError(t, "not r, s and v of a signature", "message", "recover", "--sig", file(t, bad))
		if status, _, _ := secant(t, "message", "verify", "--pub", pub, "--sig", file(t, bad)); status != exitInvalid {
			t.Errorf("status %d for %x", status, bad)
		}
	}
	// r is no x coordinate.
	wantError(t, "there is no key from which it is", "message", "recover", "--sig", file(t, k1NoPoint+strings.Repeat("00", 31)+"01"+"00"))
	wantError(t, "not a signature as 65 raw bytes", "message", "recover", "--sig", file(t, sig[:64]))
	wantError(t, `required flag(s) "sig" not set`, "message", "recover")
	wantError(t, "only one of the inputs", "", "recover", "--sig", "-")
}

// The encoding of ECDSA signatures is the one that their bytes can be.
func TestEncodingGuessed(t *testing.T) {
	key, pub := file(t, k1PKCS8), file(t, k1Public)
	starts := 0
	for i := range 600 {
		message := strings.Repeat("m", i)
		compact := mustRun(t, message, "sign", "--key", key, "--encoding", "compact")
		if compact[0] == 0x30 {
			starts++
		}
		if i < 4 || compact[0] == 0x30 {
			for _, form := range []string{"raw", "hex", "base64"} {
				mustRun(t, message, "verify", "--pub", pub, "--sig", file(t, string(encodeText([]byte(compact), form))))
			}
		}
	}
	if starts == 0 {
		t.Error("no signature that starts like DER")
	}

	// 64 bytes that are a signature in DER too.
	r, s := append([]byte{0x30, 62, 2, 29, 1}, make([]byte, 28)...), append([]byte{2, 29, 1}, make([]byte, 28)...)
	both := append(r, s...)
	must(ecdsa.ParseDER(both))
	must(ecdsa.ParseCompact(both))
	for _, form := range plainForms {
		path := file(t, string(encodeText(both, form)))
		wantError(t, "64 bytes that can be a signature in DER as well as a compact one: --encoding says which", "m", "verify", "--pub", pub, "--sig", path)
		for _, encoding := range []string{"der", "compact"} {
			status, _, _ := secant(t, "m", "verify", "--pub", pub, "--sig", path, "--encoding", encoding)
			if status != exitInvalid {
				t.Errorf("%s: status %d", encoding, status)
			}
		}
	}
	for _, bad := range []string{" ", "x", strings.Repeat("x", 63), strings.Repeat("00", 66), "hello\n"} {
		path := file(t, bad)
		wantError(t, "not a signature in DER, of 64 bytes or of 65, raw or as hex or base64", "m", "verify", "--pub", pub, "--sig", path)
	}
	der := mustRun(t, "m", "sign", "--key", key)
	wantError(t, "not a signature as 64 raw bytes", "m", "verify", "--pub", pub, "--encoding", "compact", "--sig", file(t, der))
	compact := bytes.Repeat([]byte{0x11}, 64)
	wantError(t, "not a signature in DER", "m", "verify", "--pub", pub, "--encoding", "der", "--sig", file(t, string(compact)))
}
