// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package edwards25519_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"secant.example/edwards25519"
	"secant.example/internal/testkit"
)

// The vectors of RFC 9380, appendices J.4 and J.5: messages and the coordinates of
// their hashes.
var hashVectors = map[edwards25519.Suite][]struct{ msg, x, y string }{
	"edwards25519_XMD:SHA-512_ELL2_RO_": {
		{"", "3c3da6925a3c3c268448dcabb47ccde5439559d9599646a8260e47b1e4822fc6", "09a6c8561a0b22bef63124c588ce4c62ea83a3c899763af26d795302e115dc21"},
		{"abc", "608040b42285cc0d72cbb3985c6b04c935370c7361f4b7fbdb1ae7f8c1a8ecad", "1a8395b88338f22e435bbd301183e7f20a5f9de643f11882fb237f88268a5531"},
		{"abcdef0123456789", "6d7fabf47a2dc03fe7d47f7dddd21082c5fb8f86743cd020f3fb147d57161472", "53060a3d140e7fbcda641ed3cf42c88a75411e648a1add71217f70ea8ec561a6"},
		{"q128_" + strings.Repeat("q", 128), "5fb0b92acedd16f3bcb0ef83f5c7b7a9466b5f1e0d8d217421878ea3686f8524", "2eca15e355fcfa39d2982f67ddb0eea138e2994f5956ed37b7f72eea5e89d2f7"},
		{"a512_" + strings.Repeat("a", 512), "0efcfde5898a839b00997fbe40d2ebe950bc81181afbd5cd6b9618aa336c1e8c", "6dc2fc04f266c5c27f236a80b14f92ccd051ef1ff027f26a07f8c0f327d8f995"},
	},
	"edwards25519_XMD:SHA-512_ELL2_NU_": {
		{"", "1ff2b70ecf862799e11b7ae744e3489aa058ce805dd323a936375a84695e76da", "222e314d04a4d5725e9f2aff9fb2a6b69ef375a1214eb19021ceab2d687f0f9b"},
		{"abc", "5f13cc69c891d86927eb37bd4afc6672360007c63f68a33ab423a3aa040fd2a8", "67732d50f9a26f73111dd1ed5dba225614e538599db58ba30aaea1f5c827fa42"},
		{"abcdef0123456789", "1dd2fefce934ecfd7aae6ec998de088d7dd03316aa1847198aecf699ba6613f1", "2f8a6c24dd1adde73909cada6a4a137577b0f179d336685c4a955a0a8e1a86fb"},
		{"q128_" + strings.Repeat("q", 128), "35fbdc5143e8a97afd3096f2b843e07df72e15bfca2eaf6879bf97c5d3362f73", "2af6ff6ef5ebba128b0774f4296cb4c2279a074658b083b8dcca91f57a603450"},
		{"a512_" + strings.Repeat("a", 512), "6e5e1f37e99345887fc12111575fc1c3e36df4b289b8759d23af14d774b66bff", "2c90c3d39eb18ff291d33441b35f3262cdd307162cc97c31bfcc7a4245891a37"},
	},
	"curve25519_XMD:SHA-512_ELL2_RO_": {
		{"", "2de3780abb67e861289f5749d16d3e217ffa722192d16bbd9d1bfb9d112b98c0", "3b5dc2a498941a1033d176567d457845637554a2fe7a3507d21abd1c1bd6e878"},
		{"abc", "2b4419f1f2d48f5872de692b0aca72cc7b0a60915dd70bde432e826b6abc526d", "1b8235f255a268f0a6fa8763e97eb3d22d149343d495da1160eff9703f2d07dd"},
		{"abcdef0123456789", "68ca1ea5a6acf4e9956daa101709b1eee6c1bb0df1de3b90d4602382a104c036", "2a375b656207123d10766e68b938b1812a4a6625ff83cb8d5e86f58a4be08353"},
		{"q128_" + strings.Repeat("q", 128), "096e9c8bae6c06b554c1ee69383bb0e82267e064236b3a30608d4ed20b73ac5a", "1eb5a62612cafb32b16c3329794645b5b948d9f8ffe501d4e26b073fef6de355"},
		{"a512_" + strings.Repeat("a", 512), "1bc61845a138e912f047b5e70ba9606ba2a447a4dade024c8ef3dd42b7bbc5fe", "623d05e47b70e25f7f1d51dda6d7c23c9a18ce015fe3548df596ea9e38c69bf1"},
	},
	"curve25519_XMD:SHA-512_ELL2_NU_": {
		{"", "1bb913f0c9daefa0b3375378ffa534bda5526c97391952a7789eb976edfe4d08", "4548368f4f983243e747b62a600840ae7c1dab5c723991f85d3a9768479f3ec4"},
		{"abc", "7c22950b7d900fa866334262fcaea47a441a578df43b894b4625c9b450f9a026", "5547bc00e4c09685dcbc6cb6765288b386d8bdcb595fa5a6e3969e08097f0541"},
		{"abcdef0123456789", "31ad08a8b0deeb2a4d8b0206ca25f567ab4e042746f792f4b7973f3ae2096c52", "405070c28e78b4fa269427c82827261991b9718bd6c6e95d627d701a53c30db1"},
		{"q128_" + strings.Repeat("q", 128), "027877759d155b1997d0d84683a313eb78bdb493271d935b622900459d52ceaa", "54d691731a53baa30707f4a87121d5169fb5d587d70fb0292b5830dedbec4c18"},
		{"a512_" + strings.Repeat("a", 512), "5fd892c0958d1a75f54c3182a18d286efab784e774d1e017ba2fb252998b5dc1", "750af3c66101737423a4519ac792fb93337bd74ee751f19da4cf1e94f4d6d0b8"},
	},
}

func TestHashVectors(t *testing.T) {
	testkit.Kernels(t, func(t *testing.T) {
		for suite, vectors := range hashVectors {
			if len(vectors) != 5 {
				t.Fatalf("%s: %d vectors", suite, len(vectors))
			}
			for _, vector := range vectors {
				v, err := new(Point).SetHashSuite(suite, []byte(vector.msg), []byte("QUUX-V01-CS02-with-"+suite))
				if err != nil {
					t.Fatal(err)
				}
				if v.IsTorsionFree() != 1 {
					t.Errorf("%s, %q: not in the prime-order subgroup", suite, vector.msg)
				}
				x, y := testkit.Unhex(t, vector.x), testkit.Unhex(t, vector.y)
				slices.Reverse(x)
				slices.Reverse(y)
				if strings.HasPrefix(string(suite), "curve25519") {
					if gotU, gotV := v.MontgomeryCoordinates(); !bytes.Equal(gotU[:], x) || !bytes.Equal(gotV[:], y) {
						t.Errorf("%s, %q: (%x, %x), want (%x, %x)", suite, vector.msg, gotU, gotV, x, y)
					}
					continue
				}
				check(t, v, affine{X: testkit.BigLE(x), Y: testkit.BigLE(y)}, "%s, %q", suite, vector.msg)
				if suite == edwards25519.SuiteRO {
					v, err = edwards25519.NewIdentityPoint().SetHash([]byte(vector.msg), []byte("QUUX-V01-CS02-with-"+suite))
					if err != nil {
						t.Fatal(err)
					}
					check(t, v, affine{X: testkit.BigLE(x), Y: testkit.BigLE(y)}, "SetHash, %q", vector.msg)
				}
			}
		}
	})
}

func TestMontgomeryCoordinates(t *testing.T) {
	r := testkit.NewRand(t)
	for _, s := range testkit.EdwardsSamples() {
		u, v := projective(decode(t, s.EdwardsPoint), r).MontgomeryCoordinates()
		x, y := testkit.BigLE(u[:]), testkit.BigLE(v[:])
		if u != s.Montgomery() {
			t.Errorf("%x: u is %x, want %x", s.Bytes(), u, s.Montgomery())
		}
		if s.X.Sign() == 0 { // the points of order 1 and 2
			if u != [32]byte{} || v != [32]byte{} {
				t.Errorf("%x: (%x, %x), want zeros", s.Bytes(), u, v)
			}
		} else if !testkit.EdwardsFromMontgomery(x, y).Equal(s.EdwardsPoint) {
			t.Errorf("%x: (%x, %x) is another point", s.Bytes(), u, v)
		}
	}
}

func TestHashErrors(t *testing.T) {
	v := edwards25519.NewGeneratorPoint()
	for name, f := range map[string]func() (*Point, error){
		"no suite":      func() (*Point, error) { return v.SetHashSuite("", nil, []byte("tag")) },
		"unknown suite": func() (*Point, error) { return v.SetHashSuite("P256_XMD:SHA-256_SSWU_RO_", nil, []byte("tag")) },
		"no tag":        func() (*Point, error) { return v.SetHash([]byte("message"), nil) },
	} {
		if w, err := f(); w != nil || err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if v.Equal(edwards25519.NewGeneratorPoint()) != 1 {
		t.Error("the receiver is set in spite of an error")
	}
}
