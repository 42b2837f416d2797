// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"strings"
	"testing"
)

// Signatures and shared secrets by the authors' implementations.
var doubleOddVectors = []struct {
	alg, hash, private, public, data, signature string
	ecdhPrivate, peer, secret, badPeer, failure string
}{
	{
		"jq255e", "blake2s",
		"b0c4721e9e9b534aacf9700b127be576bcf8506ad19819f809626296bf218038",
		"1b9327a8d6c8e9445b41ba3fc4125521611bfabfb404668a78a13972c2ce7232",
		"ec14004660d4b02da3b86b1bc5afa7b2e4827f0ee1c9a25472a2bcac521bc231",
		"fcb4f45ad552974fe6273a5c2e44caf83ea4712046dde4b60fa64dbaa26477a19f91acd5a648d0348c2b7f2d19034e07",
		"9dcb9151ce0a7cb41dd14737338dc87d75f3ef7552bd17d53a442d0ed1b21931",
		"ec85965eba95780181cb469f6db8ad117c5cfa941286ded7b839d34525768e4d",
		"82e849c462d9efe63e7575552a4ff9ffaa065064fe33145efa013d8f50365db3",
		"d5dabc3ef4d9e0b4162c2ba16a4938f0e4129172d54fd61880a7ee7e25fcc524",
		"e805b0e59b201f0eab9844f0f3281ecf97046b2cbc017f27b6ac607af6337f95",
	},
	{
		"jq255s", "blake2s",
		"44d148505c1e49d76904300350c4a22029269fa17c7b950835601aba55f5cd3f",
		"7ec3566f181fee5b8e3395032e9dfd604746d04741a4bd194f3914ee8c2f2f09",
		"ec14004660d4b02da3b86b1bc5afa7b2e4827f0ee1c9a25472a2bcac521bc231",
		"6beb8fa58895214166fc1456e7d55ed9cf988a149a2aa246fcd3204436c9ddf8c98ceb542efd28e1422a3e93364b9739",
		"2ce6a3022224881fa4cac94bb1f1cdd5f512c60cc8cfe8d3d1bf7d3907815b22",
		"0c954b27b026d9d2e674f45c1ffc4733123cdfcd296fe5dc10eda85c9ce38175",
		"bff8f1e8e180736688435f45f9985cbcf8062fb19a510d6d52e63f284abe3874",
		"83129bac9ece882792cf11f962eb6ff175511914d5c3fc1762be549ff873470d",
		"94cf6ad65028d5b65866adb96332abc749fc4d4e5b0ec425b9e8bd2cbdf69c6b",
	},
	{
		"do255e", "sha3256",
		"e7fefa881bd07b1c363b68a0f9e01ee04439f4aec941f402ae7be67993bcdf36",
		"4b383536c514fdd88fadd4699bb00f57cb16af174d086e65a291cb35957ee25f",
		"9eb7ccdd65cfb6e02f99210264c6424c911ab8890fcd93f064399d747b503ecf",
		"02df67f802428c4842a9337006f99bbe366e9d45330ebe59775fe233e24a1b471b450b81d63c76dfbf24b65dad69dcf19471a49346ae4e4239bc7846246bad29",
		"ef28a690f4129956e9309b080a4a9314a70f070bf23a4ac5a5c7ceccd79bf713",
		"1d80ce62a0a2b3916844eee076f0ede0f58c6b1569076c80d931f482af777023",
		"1958e2c1e90c16bd1ce032d65389acc03ca40e86d7cb7d2c3da4951d8bc1d053",
		"c72d892b575ba6bf2120d8d376db16a79c8bd835af80661bdcfd4b5149267907",
		"fac3236e3b3841f2f08274c58ecd704535a285ebbdd7767e1b45d33261083141",
	},
	{
		"do255s", "sha3256",
		"e7c1f12f0f7000d7f67a5a5c8d6a14700fba7a69d530c935c68105109ddce608",
		"e5a5789fe4447b6de68259cb8916a29d92b11bf817d51ba4423305c1ca22497d",
		"9eb7ccdd65cfb6e02f99210264c6424c911ab8890fcd93f064399d747b503ecf",
		"89d6cfd9a701d5a65b2f14570b340a21ba68d1d3c32e44a429b33d2db055910f0800d734bc10da80a0b2ab6e192d495eca1e71cc8ea53d8e70cbedf70a30643a",
		"0b60d9af0d907ad367c24916a2a5a7304d91627c062995a4247952fb90a67e07",
		"d642ebc9d2c25d04dd4f5a2b2fec9bb113c4a5e7cf18f133012a9ecc0c34805d",
		"496dc32968fa89024ccbbfa52a0fee974e5046dfdc61ea8b4c818e73e3bddf25",
		"76c6b5d3de8130ff877421680d399121e3940cb0de15f32b85ed660beeca5b05",
		"af8aa84ca1a92b5a493c09e10d015915659d53ee17eacaf30bcc6eef031c3a5c",
	},
}

func TestDoubleOdd(t *testing.T) {
	for _, v := range doubleOddVectors {
		t.Run(v.alg, func(t *testing.T) {
			key, pub := file(t, v.private), file(t, string(unhex(v.public)))
			wantOutput(t, v.public+"\n", "", "pubkey", "--alg", v.alg, "--in", key)
			wantError(t, "PEM has no form for "+v.alg+" keys", "", "pubkey", "--alg", v.alg, "--in", key, "--form", "pem")
			wantError(t, "JWK has no form for "+v.alg+" keys", "", "keygen", "--alg", v.alg, "--form", "jwk")
			for _, data := range []string{v.data + "\n", string(unhex(v.data))} {
				wantOutput(t, v.signature+"\n", data, "sign", "--alg", v.alg, "--key", key, "--hash", v.hash, "--digest", "--form", "hex")
			}
			sig, value := file(t, v.signature), file(t, v.data)
			wantOutput(t, "valid signature ("+v.alg+", "+v.hash+")\n", "",
				"verify", "--alg", v.alg, "--pub", pub, "--sig", sig, "--hash", v.hash, "--digest", value)
			for _, args := range [][]string{
				{"--hash", "sha256", "--digest", value}, // another name
				{value},                                 // not a hash value
				{"--hash", v.hash, value},               // hashed again
				{file(t, string(unhex(v.data)))},
			} {
				wantInvalid(t, append([]string{"verify", "--alg", v.alg, "--pub", pub, "--sig", sig}, args...)...)
			}
			wantError(t, "not a hash value as 32 raw bytes or 64 hex digits", "message",
				"sign", "--alg", v.alg, "--key", key, "--hash", v.hash, "--digest")

			ecdh := []string{"ecdh", "--alg", v.alg, "--key", file(t, v.ecdhPrivate), "--form", "hex", "--peer"}
			wantOutput(t, v.secret+"\n", v.peer, append(ecdh, "-")...)
			// With the key that stands for an invalid peer there is no success.
			for _, peer := range []string{v.badPeer, strings.Repeat("00", 32), strings.Repeat("ff", 32)} {
				path := file(t, peer)
				wantError(t, "public key "+path+": it encodes no element of "+v.alg, "", append(ecdh, path)...)
			}
			for _, alg := range algorithms {
				if alg.Name == v.alg {
					shared, err := alg.ecdh(unhex(v.ecdhPrivate), unhex(v.badPeer), &options{length: 32})
					if shared != nil || err == nil {
						t.Errorf("%x, %v for an invalid peer", shared, err)
					}
				}
			}
			for _, length := range []string{"1", "32", "1000"} {
				args := append(ecdh, "-", "--length", length)
				if !strings.HasPrefix(v.alg, "do255") {
					wantError(t, "--length means nothing for "+v.alg+" keys", v.peer, args...)
					continue
				}
				status, stdout, _ := secant(t, v.peer, args...)
				n := map[string]int{"1": 1, "32": 32, "1000": 1000}[length]
				if status != exitDone || len(stdout) != 2*n+1 || !strings.HasPrefix(stdout, v.secret[:min(2*n, 64)]) {
					t.Errorf("%s bytes: status %d, %q", length, status, stdout)
				}
			}
		})
	}
	do255 := []string{"ecdh", "--alg", "do255e", "--key", file(t, doubleOddVectors[2].ecdhPrivate), "--peer", file(t, doubleOddVectors[2].peer)}
	for _, length := range []string{"0", "-1", "1048577"} {
		wantError(t, "--length must be from 1 to 1048576", "", append(do255, "--length", length)...)
	}
	// The hash functions of the generation of 2022 that the other does not have.
	key := file(t, doubleOddVectors[2].private)
	digest := strings.Repeat("00", 32)
	for _, alg := range []string{"do255e", "do255s"} {
		for _, hash := range []string{"blake2s", "blake3"} {
			wantError(t, "--hash "+hash+" means nothing for "+alg+" keys", digest, "sign", "--alg", alg, "--key", key, "--hash", hash)
		}
	}
	_, help, _ := secant(t, "", "help", "sign")
	for _, hash := range everyHash() {
		if !strings.Contains(help, " "+hash) && !strings.Contains(help, "\n"+hash) {
			t.Errorf("the help does not name %s", hash)
		}
	}
	for hash, size := range map[string]int{"blake3": 32, "blake2b": 64, "sha224": 28, "sha3512": 64, "sha512256": 32} {
		for _, alg := range []string{"jq255e", "jq255s"} {
			status, _, stderr := secant(t, strings.Repeat("00", size), "sign", "--alg", alg, "--key", key, "--hash", hash, "--digest")
			if status != exitDone {
				t.Errorf("%s: %s", hash, stderr)
			}
		}
	}
}
