// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"math/big"
	"strings"
	"testing"

	"secant.example/secp256k1/ecdsa"
)

// A key as OpenSSL writes it in its forms, and signatures of "hello" that OpenSSL
// made with it, with low and high S.
const (
	k1Secret     = "02e6511154f961a2b2d455a0af10554cf8293b54e8225c12b68d32977e9d4a83"
	k1Compressed = "031ad278ba502e2968de8b5d607d904251263bcafd133a2d2391c421b5df43ab8b"
	k1Y          = "fac42f6d2371c43188591e711cba032d6c772dd4e94bac8b322794e354825f3b"
	k1SEC1       = `-----BEGIN EC PRIVATE KEY-----
MHQCAQEEIALmURFU+WGistRVoK8QVUz4KTtU6CJcEraNMpd+nUqDoAcGBSuBBAAK
oUQDQgAEGtJ4ulAuKWjei11gfZBCUSY7yv0TOi0jkcQhtd9Dq4v6xC9tI3HEMYhZ
HnEcugMtbHct1OlLrIsyJ5TjVIJfOw==
-----END EC PRIVATE KEY-----
`
	k1Parameters = `-----BEGIN EC PARAMETERS-----
BgUrgQQACg==
-----END EC PARAMETERS-----
`
	k1PKCS8 = `-----BEGIN PRIVATE KEY-----
MIGEAgEAMBAGByqGSM49AgEGBSuBBAAKBG0wawIBAQQgAuZREVT5YaKy1FWgrxBV
TPgpO1ToIlwSto0yl36dSoOhRANCAAQa0ni6UC4paN6LXWB9kEJRJjvK/RM6LSOR
xCG130Ori/rEL20jccQxiFkecRy6Ay1sdy3U6UusizInlONUgl87
-----END PRIVATE KEY-----
`
	k1Public = `-----BEGIN PUBLIC KEY-----
MFYwEAYHKoZIzj0CAQYFK4EEAAoDQgAEGtJ4ulAuKWjei11gfZBCUSY7yv0TOi0j
kcQhtd9Dq4v6xC9tI3HEMYhZHnEcugMtbHct1OlLrIsyJ5TjVIJfOw==
-----END PUBLIC KEY-----
`
	k1JWK = `{"kty":"EC","crv":"secp256k1","x":"GtJ4ulAuKWjei11gfZBCUSY7yv0TOi0jkcQhtd9Dq4s",` +
		`"y":"-sQvbSNxxDGIWR5xHLoDLWx3LdTpS6yLMieU41SCXzs","alg":"ES256K"}` + "\n"
	k1PrivateJWK = `{"kty":"EC","crv":"secp256k1","x":"GtJ4ulAuKWjei11gfZBCUSY7yv0TOi0jkcQhtd9Dq4s",` +
		`"y":"-sQvbSNxxDGIWR5xHLoDLWx3LdTpS6yLMieU41SCXzs","d":"AuZREVT5YaKy1FWgrxBVTPgpO1ToIlwSto0yl36dSoM","alg":"ES256K"}` + "\n"
	k1LowS  = "MEUCIQD55NfgS7keXYCm2GBJs5wNBccAAMxdir1m3w79uDavJAIgQlBvcmuV4VF7N63uKDwLTsTxDz8U0onsBi8voqPyhl4="
	k1HighS = "MEUCIBiBvodx3jWmWXAJ0rQLFYzrOfwHwhdthSsu+NUp2JoPAiEAm+T8dGoR1l5ITEQaPQgLRgdUoclgQYaVjznLA/yDIl0="

	// x of no point, and the order of the group.
	k1NoPoint = "0000000000000000000000000000000000000000000000000000000000000005"
	k1Order   = "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141"
)

// wantInvalid runs a command line that must find a signature invalid.
func wantInvalid(t *testing.T, args ...string) {
	t.Helper()
	status, stdout, stderr := secant(t, "", args...)
	if status != exitInvalid || !strings.HasPrefix(stdout, "invalid signature (") {
		t.Errorf("secant %q: status %d, %q, standard error %q", args, status, stdout, stderr)
	}
}

// Every form of a key is the same key.
func TestSecp256k1Keys(t *testing.T) {
	for name, key := range map[string]string{
		"PKCS#8": k1PKCS8, "SEC 1": k1SEC1, "SEC 1 and parameters": k1Parameters + k1SEC1, "JWK": k1PrivateJWK,
		"raw": string(unhex(k1Secret)), "hex": k1Secret + "\n",
	} {
		t.Run(name, func(t *testing.T) {
			path := file(t, key)
			algs := [][]string{{"--alg", "secp256k1-ecdsa"}}
			if name != "raw" && name != "hex" { // the file says
				algs = append(algs, nil)
			}
			for _, alg := range algs {
				for form, want := range map[string]string{
					"": k1Public, "pem": k1Public, "jwk": k1JWK, "raw": string(unhex(k1Compressed)), "hex": k1Compressed + "\n",
				} {
					args := append([]string{"pubkey", "--in", path}, alg...)
					if form != "" {
						args = append(args, "--form", form)
					}
					wantOutput(t, want, "", args...)
				}
			}
			wantOutput(t, k1Compressed[2:]+"\n", "", "pubkey", "--in", path, "--alg", "bip340")
			wantOutput(t, string(unhex(k1Compressed[2:])), "", "pubkey", "--in", path, "--alg", "bip340", "--form", "raw")
			_, even, _ := secant(t, "", "pubkey", "--in", path, "--alg", "bip340", "--form", "pem")
			if pub := must(parseKey(even, nil)); hex.EncodeToString(pub.Public) != "02"+k1Compressed[2:] {
				t.Errorf("%x in PEM", pub.Public)
			}
			wantError(t, "OpenSSH has no form for secp256k1 keys", "", "pubkey", "--in", path, "--alg", "secp256k1-ecdsa", "--form", "ssh")
			if len(algs) > 1 {
				wantError(t, "a secp256k1 key where an Ed25519 key is needed", "", "pubkey", "--in", path, "--alg", "ed25519")
				wantError(t, "a secp256k1 key where a jq255e key is needed", "", "sign", "--key", path, "--alg", "jq255e")
			}
		})
	}
	sig := file(t, k1LowS)
	for name, pub := range map[string]string{
		"PEM": k1Public, "JWK": k1JWK, "compressed": k1Compressed, "compressed, raw": string(unhex(k1Compressed)),
		"uncompressed": "04" + k1Compressed[2:] + k1Y, "uncompressed, raw": string(unhex("04" + k1Compressed[2:] + k1Y)),
	} {
		t.Run(name, func(t *testing.T) {
			wantOutput(t, "valid signature (ECDSA, low S)\n", "hello",
				"verify", "--alg", "secp256k1-ecdsa", "--pub", file(t, pub), "--sig", sig)
			if name == "PEM" || name == "JWK" {
				wantOutput(t, "valid signature (ECDSA, low S)\n", "hello", "verify", "--pub", file(t, pub), "--sig", sig)
			}
		})
	}
}

// k1V2 returns the DER of PKCS#8 of version 2 with a public key of 33 bytes.
func k1V2(public string) []byte {
	return unhex("306202010130" + "1006072a8648ce3d020106052b8104000a" + "0427" + "30250201010420" + k1Secret + "812200" + public)
}

func TestSecp256k1BadKeys(t *testing.T) {
	message := file(t, "a message")
	for _, test := range []struct{ name, key, want string }{
		{"zero", strings.Repeat("00", 32), "not a secp256k1 key: not in [1, n)"},
		{"order", k1Order, "not in [1, n)"},
		{"33 bytes", k1Compressed, "66 hex digits where a private key has 64"},
		{"65 digits", k1Secret + "0", "65 hex digits where a private key has 64"},
		{"text", "hello", "not a private key as PEM, DER, SEC 1, JWK, 32 raw bytes or 64 hex digits"},
		{"public key", k1Public, "a public key, not a private one"},
		{"public JWK", k1JWK, "a public key, not a private one"},
		{"JWK of another curve", strings.Replace(k1PrivateJWK, "secp256k1", "P-256", 1), `does not have crv "secp256k1"`},
		{"JWK with two keys", strings.Replace(k1PrivateJWK, `"d":`, `"d":"AAAA","d":`, 1), "has a member twice"},
		{"JWK with two keys, one escaped", strings.Replace(k1PrivateJWK, `"alg":`, `"\u0064":"AAAA","alg":`, 1), "has a member twice"},
		{"JWK with two members that nobody knows", strings.Replace(k1PrivateJWK, `"alg":`, `"a":1,"a":1,"alg":`, 1), "has a member twice"},
		{"PKCS#8, version 2, other public key", block("PRIVATE KEY", k1V2(k1Compressed[:65]+"a")), "the public key with it does not belong to it"},
		{"half a JWK", k1PrivateJWK[:60], "not a JSON object"},
		{"other public key", strings.Replace(k1SEC1, "VIJfOw", "VIJfOg", 1), "the public key with it does not belong to it"},
		{"Ed25519 key", rfc8410Key, "an Ed25519 key where a secp256k1 key is needed"},
		{"parameters only", k1Parameters, `PEM of type "EC PARAMETERS"`},
		{"parameters twice", k1Parameters + k1Parameters + k1SEC1, "more than one PEM block"},
		{"two keys", k1SEC1 + k1SEC1, `more than one PEM block, the first of type "EC PRIVATE KEY"`},
	} {
		t.Run(test.name, func(t *testing.T) {
			wantError(t, test.want, test.key, "sign", "--alg", "secp256k1-ecdsa", "--key", "-", message)
			wantError(t, "private key standard input: ", test.key, "sign", "--alg", "bip340", "--key", "-", message)
		})
	}
	for _, test := range []struct{ name, key, want string }{
		{"no point", "02" + k1NoPoint, ": there is no such point on the curve"},
		{"not below p", "03" + strings.Repeat("ff", 32), ": a coordinate is not below p"},
		{"bad first byte", "05" + k1Compressed[2:], "encode a point"},
		{"hybrid", "06" + k1Compressed[2:] + k1Y, "encode a point"},
		{"x only", k1Compressed[2:], "64 hex digits where a public key has 66 or 130"},
		{"half", k1Compressed[:33], "33 hex digits, half of a public key"},
		{"text", "hello", "not a public key as PEM, DER, JWK, 33 or 65 raw bytes or 66 or 130 hex digits"},
		{"private key", k1SEC1, "a private key, not a public one"},
		{"private JWK", k1PrivateJWK, "a private key, not a public one"},
		{"JWK with two x", strings.Replace(k1JWK, `"x":`, `"x":"AAAA","x":`, 1), "has a member twice"},
		{"Ed25519 key", rfc8410Public, "an Ed25519 key where a secp256k1 key is needed"},
	} {
		t.Run("public: "+test.name, func(t *testing.T) {
			path := file(t, test.key)
			wantError(t, test.want, "hello", "verify", "--alg", "secp256k1-ecdsa", "--pub", path, "--sig", file(t, k1LowS))
			wantError(t, test.want, "", "ecdh", "--alg", "secp256k1-ecdsa", "--key", file(t, k1Secret), "--peer", path)
		})
	}
	sig := file(t, strings.Repeat("11", 64))
	for key, want := range map[string]string{
		k1NoPoint:                ": there is no such point on the curve",
		strings.Repeat("ff", 32): ": a coordinate is not below p",
		k1Compressed:             "66 hex digits where a public key has 64",
	} {
		path := file(t, key)
		for _, command := range [][]string{{"verify", "--sig", sig, "--pub"}, {"ecdh", "--key", file(t, k1Secret), "--peer"}} {
			args := append(command, path, "--alg", "bip340")
			wantError(t, "secant: public key "+path+": ", "", args...)
			wantError(t, want, "", args...)
			if _, _, stderr := secant(t, "", args...); strings.Contains(stderr, "secp256k1: ") {
				t.Errorf("a package is named to a user: %q", stderr)
			}
		}
	}
}

// RFC 6979 with secp256k1: the key 1 and a message that many implementations
// have in their tests.
func TestECDSAKnown(t *testing.T) {
	key := file(t, strings.Repeat("00", 31)+"01")
	const message, want = "Satoshi Nakamoto", "934b1ea10a4b3c1757e2b0c017d0b6143ce3c9a7e6a4a49860d7a6ab210ee3d8" +
		"2442ce9d2b916064108014783e923ec36b49743e2ffa1c4496f01a512aafd9e5"
	sign := []string{"sign", "--alg", "secp256k1-ecdsa", "--key", key, "--form", "hex"}
	wantOutput(t, want+"\n", message, append(sign, "--encoding", "compact")...)
	der := "3045022100" + want[:64] + "0220" + want[64:] + "\n"
	wantOutput(t, der, message, sign...)
	digest := sha256.Sum256([]byte(message))
	for _, input := range []string{string(digest[:]), hex.EncodeToString(digest[:]) + "\n"} {
		wantOutput(t, der, input, append(sign, "--digest")...)
	}
	wantError(t, "standard input: 16 bytes that are not a hash value as 32 raw bytes or 64 hex digits", message, append(sign, "--digest")...)
	wantError(t, "62 hex digits where a hash value has 64", hex.EncodeToString(digest[1:]), append(sign, "--digest")...)
}

func TestECDSAVerify(t *testing.T) {
	pub, message := file(t, k1Public), file(t, "hello")
	digest := sha256.Sum256([]byte("hello"))
	value, noValue := file(t, string(digest[:])), file(t, strings.Repeat("00", 32))
	verify := func(sig string, args ...string) []string {
		return append([]string{"verify", "--pub", pub, "--sig", file(t, sig)}, args...)
	}
	const high = "invalid signature (ECDSA, low S): s is above half the order, as OpenSSL and others write it too; --accept-high-s accepts that\n"
	wantInvalidAs := func(want string, args ...string) {
		t.Helper()
		if status, stdout, _ := secant(t, "", args...); status != exitInvalid || stdout != want {
			t.Errorf("secant %q: status %d, %q; want %q", args, status, stdout, want)
		}
	}
	const low, anyS = "valid signature (ECDSA, low S)\n", "valid signature (ECDSA, any S)\n"
	n, _ := new(big.Int).SetString(k1Order, 16)
	for sig, isLow := range map[string]bool{k1LowS: true, k1HighS: false} {
		raw := string(must(base64.StdEncoding.DecodeString(sig)))
		inHex := hex.EncodeToString([]byte(raw))
		parsed := must(ecdsa.ParseDER([]byte(raw)))
		compact := hex.EncodeToString(parsed.Compact())
		for _, args := range [][]string{
			verify(sig), verify(sig + "\n"), verify(raw), verify(inHex), verify(strings.ToUpper(inHex) + "\r\n"),
			verify(compact, "--encoding", "compact"), verify(string(unhex(compact)), "--encoding", "compact"),
		} {
			for right, wrong := range map[string]string{message: file(t, "other"), "--digest=" + value: "--digest=" + noValue} {
				with := func(input string, more ...string) []string {
					input, hasDigest := strings.CutPrefix(input, "--digest=")
					all := append(append(append([]string{}, args...), more...), input)
					if hasDigest {
						all = append(all, "--digest")
					}
					return all
				}
				wantOutput(t, anyS, "", with(right, "--accept-high-s")...)
				wantInvalid(t, with(wrong, "--accept-high-s")...)
				if isLow {
					wantOutput(t, low, "", with(right)...)
				} else {
					wantInvalidAs(high, with(right)...)
				}
				// What is wrong in another way is not to be tried again with a flag.
				wantInvalidAs("invalid signature (ECDSA, low S)\n", with(wrong)...)
			}
		}
		// The other S for the same R.
		s, _ := new(big.Int).SetString(compact[64:], 16)
		twin := compact[:64] + hex.EncodeToString(s.Sub(n, s).FillBytes(make([]byte, 32)))
		wantOutput(t, anyS, "", verify(twin, "--encoding", "compact", "--accept-high-s", message)...)
		if isLow {
			wantInvalidAs(high, verify(twin, "--encoding", "compact", message)...)
		} else {
			wantOutput(t, low, "", verify(twin, "--encoding", "compact", message)...)
		}
		// DER that is not strict is invalid; what is no DER cannot be checked.
		for _, bad := range []string{raw + "\x00", raw[:len(raw)-1], "\x30\x81" + raw[1:], "\x30\x00"} {
			wantInvalid(t, verify(bad, "--accept-high-s", message)...)
			wantInvalid(t, verify(hex.EncodeToString([]byte(bad)), "--accept-high-s", message)...)
		}
		for _, bad := range []string{"hello", "31" + inHex[2:], " ", "0"} {
			wantError(t, "not a signature in DER", "", verify(bad, message)...)
		}
		wantError(t, "not a signature as 64 raw bytes", "", verify(sig, "--encoding", "compact", message)...)
	}
}

func TestBIP340(t *testing.T) {
	// The vectors 0 and 15 of the BIP, and one of a message that differs.
	key, pub := file(t, strings.Repeat("00", 31)+"03"), "f9308a019258c31049344f85f89d5229b531c845836f99b08601f113bce036f9"
	wantOutput(t, pub+"\n", "", "pubkey", "--alg", "bip340", "--in", key)
	sig := file(t, "e907831f80848d1069a5371b402410364bdf1c5f8307b0084c55f1ce2dca8215"+
		"25f66a4a85ea8b71e482a74f382d2ce5ebeee8fdb2172f477df4900d310536c0")
	verify := []string{"verify", "--alg", "bip340", "--pub", file(t, pub), "--sig"}
	wantOutput(t, "valid signature (BIP-340)\n", strings.Repeat("\x00", 32), append(verify, sig)...)
	wantInvalid(t, append(verify, sig)...)
	empty := file(t, "71535db165ecd9fbbc046e5ffaea61186bb6ad436732fccc25291a55895464cf"+
		"6069ce26bf03466228f19a3a62db8a649f2d560fac652827d1af0574e427ab63")
	wantOutput(t, "valid signature (BIP-340)\n", "", "verify", "--alg", "bip340", "--sig", empty,
		"--pub", file(t, "778caa53b4393ac467774d09497a87224bf9fab6f6e68b23086497324d6fd117"))

	// Signatures are randomized, and valid.
	_, first, _ := secant(t, "message", "sign", "--alg", "bip340", "--key", key)
	_, second, _ := secant(t, "message", "sign", "--alg", "bip340", "--key", key, "--form", "base64")
	if first == string(must(base64.StdEncoding.DecodeString(strings.TrimSpace(second)))) {
		t.Error("two signatures are equal")
	}
	for _, sig := range []string{first, second} {
		wantOutput(t, "valid signature (BIP-340)\n", "message", append(verify, file(t, sig))...)
	}
	// A key in PEM is one for ECDSA unless --alg says otherwise.
	_, pem, _ := secant(t, "message", "sign", "--alg", "bip340", "--key", file(t, k1PKCS8))
	for _, pub := range []string{k1Public, k1JWK, k1Compressed[2:]} {
		wantOutput(t, "valid signature (BIP-340)\n", "message", "verify", "--alg", "bip340", "--pub", file(t, pub), "--sig", file(t, pem))
	}
}

// Shared secrets that OpenSSL computes, too.
func TestSecp256k1ECDH(t *testing.T) {
	one, two := file(t, strings.Repeat("00", 31)+"01"), file(t, strings.Repeat("00", 31)+"02")
	ecdh := func(args ...string) []string { return append([]string{"ecdh", "--form", "hex", "--key"}, args...) }
	const x2 = "c6047f9441ed7d6d3045406e95c07cd85c778e4b8cef3ca7abac09b95c709ee5" // of 2G
	const g = "0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798"
	wantOutput(t, x2+"\n", "", ecdh(two, "--alg", "secp256k1-ecdsa", "--peer", file(t, g))...)
	wantOutput(t, x2+"\n", "", ecdh(two, "--alg", "bip340", "--peer", file(t, g[2:]))...)
	wantOutput(t, x2+"\n", "", ecdh(one, "--alg", "secp256k1-ecdsa", "--peer", file(t, "02"+x2))...)
	hash := sha256.Sum256(unhex("02" + x2))
	wantOutput(t, hex.EncodeToString(hash[:])+"\n", "", ecdh(two, "--alg", "secp256k1-ecdsa", "--sha256", "--peer", file(t, g))...)
	wantError(t, "--sha256 means nothing for BIP-340 keys", "", ecdh(two, "--alg", "bip340", "--sha256", "--peer", file(t, g[2:]))...)
	// The algorithm of the file.
	_, ab, _ := secant(t, "", ecdh(file(t, k1PKCS8), "--peer", file(t, g))...)
	_, ba, _ := secant(t, "", ecdh(one, "--alg", "secp256k1-ecdsa", "--peer", file(t, k1Public))...)
	if ab != ba || ab != k1Compressed[2:]+"\n" {
		t.Errorf("%q and %q", ab, ba)
	}
	wantError(t, "an X25519 key where a secp256k1 key is needed", "", ecdh(file(t, k1SEC1), "--peer", file(t, xPublicPEM(bobPublic)))...)
}
