// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"strings"
	"testing"
)

func TestSign(t *testing.T) {
	key, message := file(t, edPrivate(edSeed)), file(t, edMessage)
	raw := string(unhex(edSignature))
	base := base64.StdEncoding.EncodeToString(unhex(edSignature)) + "\n"
	wantOutput(t, raw, "", "sign", "--key", key, message)
	wantOutput(t, raw, "", "sign", "--key", key, "--form", "raw", message)
	wantOutput(t, edSignature+"\n", "", "sign", "--key", key, "--form", "hex", message)
	wantOutput(t, base, "", "sign", message, "--key", key, "--form", "base64")
	wantOutput(t, raw, edMessage, "sign", "--key", key)
	wantOutput(t, raw, edMessage, "sign", "--key", key, "-")
	// The empty message, RFC 8032 section 7.1, test 1.
	empty := file(t, edPrivate("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60"))
	wantOutput(t, "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b\n",
		"", "sign", "--key", empty, "--form", "hex")
}

func TestVerify(t *testing.T) {
	pub, message := file(t, edPublic), file(t, edMessage)
	raw := unhex(edSignature)
	std := base64.StdEncoding.EncodeToString(raw)
	for name, sig := range map[string]string{
		"raw":                string(raw),
		"hex":                edSignature,
		"hex, newline":       edSignature + "\n",
		"hex, lines":         strings.ToUpper(edSignature[:64]) + "\r\n" + edSignature[64:] + "\r\n",
		"base64":             std,
		"base64, newline":    std + "\n",
		"base64, lines":      std[:76] + "\n" + std[76:] + "\n",
		"base64, no padding": strings.TrimRight(std, "="),
	} {
		t.Run(name, func(t *testing.T) {
			path := file(t, sig)
			wantOutput(t, "valid signature (default rules)\n", "", "verify", "--pub", pub, "--sig", path, message)
			wantOutput(t, "valid signature (default rules)\n", edMessage, "verify", "--pub", pub, "--sig", path)
			for _, rules := range ruleNames {
				wantOutput(t, fmt.Sprintf("valid signature (%s rules)\n", rules), edMessage,
					"verify", "--pub", pub, "--sig", path, "--rules", rules, "-")
				for _, other := range []string{"", "s", edMessage + "\n"} {
					status, stdout, _ := secant(t, other, "verify", "--pub", pub, "--sig", path, "--rules", rules)
					if status != exitInvalid || stdout != fmt.Sprintf("invalid signature (%s rules)\n", rules) {
						t.Errorf("message %q under %s: status %d, %q", other, rules, status, stdout)
					}
				}
			}
		})
	}
}

// Bytes that make no signature are an invalid signature, not an error.
func TestVerifyInvalid(t *testing.T) {
	good := unhex(edSignature)
	flip := func(i int) string {
		sig := bytes.Clone(good)
		sig[i] ^= 1
		return string(sig)
	}
	var withOrder [64]byte // S + l
	copy(withOrder[:], good)
	carry := 0
	for i, b := range unhex("edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010") {
		carry += int(good[32+i]) + int(b)
		withOrder[32+i] = byte(carry)
		carry >>= 8
	}
	noPoint := string(unhex("0200000000000000000000000000000000000000000000000000000000000000"))
	for _, test := range []struct{ name, pub, sig string }{
		{"R", edPublic, flip(0)},
		{"R, sign", edPublic, flip(31)},
		{"S", edPublic, flip(32)},
		{"S + l", edPublic, string(withOrder[:])},
		{"S, high bits", edPublic, string(good[:63]) + "\xff"},
		{"zero", edPublic, string(make([]byte, 64))},
		{"other key", alicePublic, edSignature},
		{"key that is no point", noPoint, edSignature},
		{"key of zeros", string(make([]byte, 32)), edSignature},
	} {
		for _, rules := range ruleNames {
			status, stdout, _ := secant(t, edMessage, "verify", "--pub", file(t, test.pub), "--sig", file(t, test.sig), "--rules", rules)
			if status != exitInvalid || stdout != fmt.Sprintf("invalid signature (%s rules)\n", rules) {
				t.Errorf("%s under %s: status %d, %q", test.name, rules, status, stdout)
			}
		}
	}
}

// The rules reach the library: a signature that only some accept.
func TestVerifyRules(t *testing.T) {
	// A of order 4, R the identity, S zero: 8(R + kA) is the identity.
	pub := file(t, strings.Repeat("00", 32))
	sig := file(t, "01"+strings.Repeat("00", 63))
	for rules, want := range map[string]int{"default": exitInvalid, "fips": exitDone, "zip215": exitDone} {
		if status, _, _ := secant(t, "message", "verify", "--pub", pub, "--sig", sig, "--rules", rules); status != want {
			t.Errorf("%s: status %d, want %d", rules, status, want)
		}
	}
}

func TestBadSignatures(t *testing.T) {
	pub := file(t, edPublic)
	std := base64.StdEncoding.EncodeToString(unhex(edSignature))
	for name, sig := range map[string]string{
		"63 bytes":          string(unhex(edSignature)[:63]),
		"65 bytes":          string(unhex(edSignature)) + "\n",
		"127 digits":        edSignature[:127],
		"130 digits":        edSignature + "00",
		"not hex":           "x" + edSignature[1:],
		"base64, short":     std[:84],
		"base64, long":      base64.StdEncoding.EncodeToString(make([]byte, 65)),
		"base64, stray bit": std[:85] + "B" + "==",
		"base64, inside":    std[:40] + "=" + std[40:],
		"blank":             "\n\n",
	} {
		t.Run(name, func(t *testing.T) {
			path := file(t, sig)
			wantError(t, "signature "+path+": ", edMessage, "verify", "--pub", pub, "--sig", path)
			wantError(t, "not a signature as 64 raw bytes, 128 hex digits or base64", edMessage, "verify", "--pub", pub, "--sig", path)
		})
	}
	wantError(t, "64 hex digits, half of a signature", edMessage, "verify", "--pub", pub, "--sig", file(t, edSignature[:64]))
}

// A signature that is read is the same in every form.
func FuzzParseSignature(f *testing.F) {
	f.Add([]byte{})
	for _, sig := range [][]byte{unhex(edSignature), unhex(edSignature)[:48], must(base64.StdEncoding.DecodeString(k1LowS))} {
		for _, form := range plainForms {
			f.Add(encodeText(sig, form))
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, size := range []int{0, 48, 64} {
			sig, err := parseSignature(data, size)
			if err != nil {
				continue
			}
			for _, form := range plainForms {
				again, err := parseSignature(encodeText(sig, form), size)
				if form == "raw" && err != nil && isHex(sig) {
					continue
				}
				if err != nil || !bytes.Equal(again, sig) {
					t.Errorf("%x as %s: read again %x, %v", sig, form, again, err)
				}
			}
		}
	})
}
