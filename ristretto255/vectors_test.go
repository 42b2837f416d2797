// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package ristretto255_test

import (
	"bytes"
	"crypto/sha512"
	"strings"
	"testing"

	"secant.example/internal/testkit"
	"secant.example/ristretto255"
)

// RFC 9496, appendix A.1: the encodings of 0, B, [2]B, ..., [15]B.
var multiplesOfGenerator = []string{
	"0000000000000000000000000000000000000000000000000000000000000000",
	"e2f2ae0a6abc4e71a884a961c500515f58e30b6aa582dd8db6a65945e08d2d76",
	"6a493210f7499cd17fecb510ae0cea23a110e8d5b901f8acadd3095c73a3b919",
	"94741f5d5d52755ece4f23f044ee27d5d1ea1e2bd196b462166b16152a9d0259",
	"da80862773358b466ffadfe0b3293ab3d9fd53c5ea6c955358f568322daf6a57",
	"e882b131016b52c1d3337080187cf768423efccbb517bb495ab812c4160ff44e",
	"f64746d3c92b13050ed8d80236a7f0007c3b3f962f5ba793d19a601ebb1df403",
	"44f53520926ec81fbd5a387845beb7df85a96a24ece18738bdcfa6a7822a176d",
	"903293d8f2287ebe10e2374dc1a53e0bc887e592699f02d077d5263cdd55601c",
	"02622ace8f7303a31cafc63f8fc48fdc16e1c8c8d234b2f0d6685282a9076031",
	"20706fd788b2720a1ed2a5dad4952b01f413bcf0e7564de8cdc816689e2db95f",
	"bce83f8ba5dd2fa572864c24ba1810f9522bc6004afe95877ac73241cafdab42",
	"e4549ee16b9aa03099ca208c67adafcafa4c3f3e4e5303de6026e3ca8ff84460",
	"aa52e000df2e16f55fb1032fc33bc42742dad6bd5a8fc0be0167436c5948501f",
	"46376b80f409b29dc2b5f6f0c52591990896e5716f41477cd30085ab7f10301e",
	"e0c418f7c8d9c4cdd7395b93ea124f3ad99021bb681dfc3302a9d99a2e53e64e",
}

func TestMultiplesOfGenerator(t *testing.T) {
	testkit.Kernels(t, func(t *testing.T) {
		added := ristretto255.NewIdentityElement()
		generator := ristretto255.NewGeneratorElement()
		for i, encoding := range multiplesOfGenerator {
			want := testkit.Unhex(t, encoding)
			var b [32]byte
			b[0] = byte(i)
			s, err := ristretto255.NewScalar().SetCanonicalBytes(b[:])
			if err != nil {
				t.Fatal(err)
			}
			decoded, err := new(ristretto255.Element).SetCanonicalBytes(want)
			if err != nil {
				t.Fatalf("[%d]B: %v", i, err)
			}
			for name, e := range map[string]*ristretto255.Element{
				"sum":            added,
				"decoded":        decoded,
				"ScalarMult":     new(ristretto255.Element).ScalarMult(s, generator),
				"ScalarBaseMult": new(ristretto255.Element).ScalarBaseMult(s),
			} {
				if got := e.Bytes(); !bytes.Equal(got, want) {
					t.Errorf("[%d]B, %s, is %x, want %x", i, name, got, want)
				}
				if e.Equal(decoded) != 1 || e.IsIdentity() == 1 != (i == 0) {
					t.Errorf("[%d]B, %s: Equal %d, IsIdentity %d", i, name, e.Equal(decoded), e.IsIdentity())
				}
			}
			added.Add(added, generator)
		}
	})
}

// RFC 9496, appendix A.2.
var invalidEncodings = []string{
	// Not reduced.
	"00ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
	"ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
	"f3ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
	"edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
	// Negative.
	"0100000000000000000000000000000000000000000000000000000000000000",
	"01ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
	"ed57ffd8c914fb201471d1c3d245ce3c746fcbe63a3679d51b6a516ebebe0e20",
	"c34c4e1826e5d403b78e246e88aa051c36ccf0aafebffe137d148a2bf9104562",
	"c940e5a4404157cfb1628b108db051a8d439e1a421394ec4ebccb9ec92a8ac78",
	"47cfc5497c53dc8e61c91d17fd626ffb1c49e2bca94eed052281b510b1117a24",
	"f1c6165d33367351b0da8f6e4511010c68174a03b6581212c71c0e1d026c3c72",
	"87260f7a2f12495118360f02c26a470f450dadf34a413d21042b43b9d93e1309",
	// x^2 is not a square.
	"26948d35ca62e643e26a83177332e6b6afeb9d08e4268b650f1f5bbd8d81d371",
	"4eac077a713c57b4f4397629a4145982c661f48044dd3f96427d40b147d9742f",
	"de6a7b00deadc788eb6b6c8d20c0ae96c2f2019078fa604fee5b87d6e989ad7b",
	"bcab477be20861e01e4a0e295284146a510150d9817763caf1a6f4b422d67042",
	"2a292df7e32cababbd9de088d1d1abec9fc0440f637ed2fba145094dc14bea08",
	"f4a9e534fc0d216c44b218fa0c42d99635a0127ee2e53c712f70609649fdff22",
	"8268436f8c4126196cf64b3c7ddbda90746a378625f9813dd9b8457077256731",
	"2810e5cbc2cc4d4eece54f61c6f69758e289aa7ab440b3cbeaa21995c2f4232b",
	// x·y is negative.
	"3eb858e78f5a7254d8c9731174a94f76755fd3941c0ac93735c07ba14579630e",
	"a45fdc55c76448c049a1ab33f17023edfb2be3581e9c7aade8a6125215e04220",
	"d483fe813c6ba647ebbfd3ec41adca1c6130c2beeee9d9bf065c8d151c5f396e",
	"8a2e1d30050198c65a54483123960ccc38aef6848e1ec8f5f780e8523769ba32",
	"32888462f8b486c68ad7dd9610be5192bbeaf3b443951ac1a8118419d9fa097b",
	"227142501b9d4355ccba290404bde41575b037693cef1f438c47f8fbf35d1165",
	"5c37cc491da847cfeb9281d407efc41e15144c876e0170b499a96a22ed31e01e",
	"445425117cb8c90edcbc7c1cc0e74f747f2c1efa5630a967c64f287792a48a4b",
	// s = -1, where y = 0.
	"ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
}

func TestInvalidEncodings(t *testing.T) {
	testkit.Kernels(t, func(t *testing.T) {
		inputs := [][]byte{nil, {}, make([]byte, 31), make([]byte, 33), make([]byte, 64)}
		for _, encoding := range invalidEncodings {
			inputs = append(inputs, testkit.Unhex(t, encoding))
		}
		for _, b := range inputs {
			e := ristretto255.NewGeneratorElement()
			if got, err := e.SetCanonicalBytes(b); err == nil || got != nil {
				t.Errorf("SetCanonicalBytes(%x) returns %v, %v", b, got, err)
			} else if !strings.HasPrefix(err.Error(), "ristretto255: ") {
				t.Errorf("SetCanonicalBytes(%x): the error is %q", b, err)
			}
			if err := e.Decode(b); err == nil {
				t.Errorf("%x is decoded", b)
			}
			if e.Equal(ristretto255.NewGeneratorElement()) != 1 {
				t.Errorf("decoding %x changed the receiver", b)
			}
		}
	})
}

// RFC 9496, appendix A.3: SHA-512 of these texts, mapped.
var uniformTexts = [][2]string{
	{"Ristretto is traditionally a short shot of espresso coffee", "3066f82a1a747d45120d1740f14358531a8f04bbffe6a819f86dfe50f44a0a46"},
	{"made with the normal amount of ground coffee but extracted with", "f26e5b6f7d362d2d2a94c5d0e7602cb4773c95a2e5c31a64f133189fa76ed61b"},
	{"about half the amount of water in the same amount of time", "006ccd2a9e6867e6a2c5cea83d3302cc9de128dd2a9a57dd8ee7b9d7ffe02826"},
	{"by using a finer grind.", "f8f0c87cf237953c5890aec3998169005dae3eca1fbb04548c635953c817f92a"},
	{"This produces a concentrated shot of coffee per volume.", "ae81e7dedf20a497e10c304a765c1767a42d6e06029758d2d7e8ef7cc4c41179"},
	{"Just pulling a normal shot short will produce a weaker shot", "e2705652ff9f5e44d3e841bf1c251cf7dddb77d140870d1ab2ed64f1a9ce8628"},
	{"and is not a Ristretto as some believe.", "80bd07262511cdde4863f8a7434cef696750681cb9510eea557088f76d9e5065"},
}

// RFC 9496, appendix A.3: inputs in which a half has bit 255 set or is not
// reduced, all with the same result.
var uniformSame = [][2]string{
	{"edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff", "1200000000000000000000000000000000000000000000000000000000000000"},
	{"edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f", "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff"},
	{"0000000000000000000000000000000000000000000000000000000000000080", "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f"},
	{"0000000000000000000000000000000000000000000000000000000000000000", "1200000000000000000000000000000000000000000000000000000000000080"},
}

const uniformSameResult = "304282791023b73128d277bdcb5c7746ef2eac08dde9f2983379cb8e5ef0517f"

func TestUniformVectors(t *testing.T) {
	testkit.Kernels(t, func(t *testing.T) {
		check := func(input []byte, want string) {
			t.Helper()
			e, err := new(ristretto255.Element).SetUniformBytes(input)
			if err != nil {
				t.Fatal(err)
			}
			if got := e.Bytes(); !bytes.Equal(got, testkit.Unhex(t, want)) {
				t.Errorf("%x is mapped to %x, want %s", input, got, want)
			}
		}
		for _, v := range uniformTexts {
			hash := sha512.Sum512([]byte(v[0]))
			check(hash[:], v[1])
		}
		for _, v := range uniformSame {
			check(testkit.Unhex(t, v[0]+v[1]), uniformSameResult)
		}
	})
}

// RFC 9497, appendix A.1, suite ristretto255-SHA512, which hashes with the suite
// ristretto255_XMD:SHA-512_R255MAP_RO_: the input is hashed and multiplied by the
// blind, which gives the blinded element, and that by the key, which gives the
// evaluated one. (Mode 2 evaluates otherwise.)
func TestHashVectors(t *testing.T) {
	const short, long = "00", "5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a"
	const blind = "64d37aed22a27f5191de1c1d69fadb899d8862b58eb4220029e036ec4c1f6706"
	const secondBlind = "222a5e897cf59db8145db8d16e597e8facb80ae7d4e26d9881aa6f61d645fc0e"
	for _, v := range []struct{ mode, key, input, blind, blinded, evaluated string }{
		{"\x00", "5ebcea5ee37023ccb9fc2d2019f9d7737be85591ae8652ffa9ef0f4d37063b0e", short, blind,
			"609a0ae68c15a3cf6903766461307e5c8bb2f95e7e6550e1ffa2dc99e412803c",
			"7ec6578ae5120958eb2db1745758ff379e77cb64fe77b0b2d8cc917ea0869c7e"},
		{"\x00", "5ebcea5ee37023ccb9fc2d2019f9d7737be85591ae8652ffa9ef0f4d37063b0e", long, blind,
			"da27ef466870f5f15296299850aa088629945a17d1f5b7f5ff043f76b3c06418",
			"b4cbf5a4f1eeda5a63ce7b77c7d23f461db3fcab0dd28e4e17cecb5c90d02c25"},
		{"\x01", "e6f73f344b79b379f1a0dd37e07ff62e38d9f71345ce62ae3a9bc60b04ccd909", short, blind,
			"863f330cc1a1259ed5a5998a23acfd37fb4351a793a5b3c090b642ddc439b945",
			"aa8fa048764d5623868679402ff6108d2521884fa138cd7f9c7669a9a014267e"},
		{"\x01", "e6f73f344b79b379f1a0dd37e07ff62e38d9f71345ce62ae3a9bc60b04ccd909", long, blind,
			"cc0b2a350101881d8a4cba4c80241d74fb7dcbfde4a61fde2f91443c2bf9ef0c",
			"60a59a57208d48aca71e9e850d22674b611f752bed48b36f7a91b372bd7ad468"},
		{"\x01", "e6f73f344b79b379f1a0dd37e07ff62e38d9f71345ce62ae3a9bc60b04ccd909", long, secondBlind,
			"90a0145ea9da29254c3a56be4fe185465ebb3bf2a1801f7124bbbadac751e654",
			"cc5ac221950a49ceaa73c8db41b82c20372a4c8d63e5dded2db920b7eee36a2a"},
		{"\x02", "", short, blind, "c8713aa89241d6989ac142f22dba30596db635c772cbf25021fdd8f3d461f715", ""},
		{"\x02", "", long, blind, "f0f0b209dd4d5f1844dac679acc7761b91a2e704879656cb7c201e82a99ab07d", ""},
		{"\x02", "", long, secondBlind, "423a01c072e06eb1cce96d23acce06e1ea64a609d7ec9e9023f3049f2d64e50c", ""},
	} {
		dst := "HashToGroup-OPRFV1-" + v.mode + "-ristretto255-SHA512"
		e, err := new(ristretto255.Element).SetHash(testkit.Unhex(t, v.input), []byte(dst))
		if err != nil {
			t.Fatal(err)
		}
		for _, step := range []struct{ scalar, want string }{{v.blind, v.blinded}, {v.key, v.evaluated}} {
			if step.want == "" {
				continue
			}
			s, err := ristretto255.NewScalar().SetCanonicalBytes(testkit.Unhex(t, step.scalar))
			if err != nil {
				t.Fatal(err)
			}
			e.ScalarMult(s, e)
			if got := e.Bytes(); !bytes.Equal(got, testkit.Unhex(t, step.want)) {
				t.Errorf("mode %q, input %s: got %x, want %s", v.mode, v.input, got, step.want)
			}
		}
	}
}
