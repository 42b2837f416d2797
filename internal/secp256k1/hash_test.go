// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package secp256k1_test

import (
	"math/big"
	"strings"
	"testing"

	"secant.example/internal/field"
	"secant.example/internal/secp256k1"
	"secant.example/internal/testkit"
)

// The vectors of RFC 9380, appendix J.8: messages and the coordinates of their hashes.
var hashVectors = map[string][]struct{ msg, x, y string }{
	"secp256k1_XMD:SHA-256_SSWU_RO_": {
		{"", "c1cae290e291aee617ebaef1be6d73861479c48b841eaba9b7b5852ddfeb1346", "64fa678e07ae116126f08b022a94af6de15985c996c3a91b64c406a960e51067"},
		{"abc", "3377e01eab42db296b512293120c6cee72b6ecf9f9205760bd9ff11fb3cb2c4b", "7f95890f33efebd1044d382a01b1bee0900fb6116f94688d487c6c7b9c8371f6"},
		{"abcdef0123456789", "bac54083f293f1fe08e4a70137260aa90783a5cb84d3f35848b324d0674b0e3a", "4436476085d4c3c4508b60fcf4389c40176adce756b398bdee27bca19758d828"},
		{"q128_" + strings.Repeat("q", 128), "e2167bc785333a37aa562f021f1e881defb853839babf52a7f72b102e41890e9", "f2401dd95cc35867ffed4f367cd564763719fbc6a53e969fb8496a1e6685d873"},
		{"a512_" + strings.Repeat("a", 512), "e3c8d35aaaf0b9b647e88a0a0a7ee5d5bed5ad38238152e4e6fd8c1f8cb7c998", "8446eeb6181bf12f56a9d24e262221cc2f0c4725c7e3803024b5888ee5823aa6"},
	},
	"secp256k1_XMD:SHA-256_SSWU_NU_": {
		{"", "a4792346075feae77ac3b30026f99c1441b4ecf666ded19b7522cf65c4c55c5b", "62c59e2a6aeed1b23be5883e833912b08ba06be7f57c0e9cdc663f31639ff3a7"},
		{"abc", "3f3b5842033fff837d504bb4ce2a372bfeadbdbd84a1d2b678b6e1d7ee426b9d", "902910d1fef15d8ae2006fc84f2a5a7bda0e0407dc913062c3a493c4f5d876a5"},
		{"abcdef0123456789", "07644fa6281c694709f53bdd21bed94dab995671e4a8cd1904ec4aa50c59bfdf", "c79f8d1dad79b6540426922f7fbc9579c3018dafeffcd4552b1626b506c21e7b"},
		{"q128_" + strings.Repeat("q", 128), "b734f05e9b9709ab631d960fa26d669c4aeaea64ae62004b9d34f483aa9acc33", "03fc8a4a5a78632e2eb4d8460d69ff33c1d72574b79a35e402e801f2d0b1d6ee"},
		{"a512_" + strings.Repeat("a", 512), "17d22b867658977b5002dbe8d0ee70a8cfddec3eec50fb93f36136070fd9fa6c", "e9178ff02f4dab73480f8dd590328aea99856a7b6cc8e5a6cdf289ecc2a51718"},
	},
}

func TestHashVectors(t *testing.T) {
	testkit.Kernels(t, func(t *testing.T) {
		for suite, vectors := range hashVectors {
			for _, vector := range vectors {
				v, err := new(Point).SetHash(suite, []byte(vector.msg), []byte("QUUX-V01-CS02-with-"+suite))
				if err != nil {
					t.Fatal(err)
				}
				check(t, v, affine{number(vector.x), number(vector.y)}, "%s, %q", suite, vector.msg)
			}
		}
	})
}

// modelMap is map_to_curve as RFC 9380, sections 6.6.2 and 6.6.3, say it: the simplified
// SWU method, and the isogeny with the constants of appendix E.1.
func modelMap(u *big.Int) affine {
	a, b, z := number("3f8731abdd661adca08a5558f0f5d272e953d363cb6f0e5d405447c01a444533"), small(1771), small(-11)
	zuu := product(z, u, u)
	tv1 := sum(square(zuu), zuu)
	x := quotient(b, product(z, a))
	if tv1.Sign() != 0 {
		x = product(negative(quotient(b, a)), sum(small(1), invert(tv1)))
	}
	curve := func(x *big.Int) *big.Int { return sum(sum(cube(x), product(a, x)), b) }
	y := root(curve(x))
	if y == nil {
		x = product(zuu, x)
		y = root(curve(x))
	}
	if y.Bit(0) != mod(u).Bit(0) {
		y = negative(y)
	}
	polynomial := func(coefficients ...string) *big.Int {
		value := new(big.Int)
		for i := len(coefficients) - 1; i >= 0; i-- {
			value = sum(product(value, x), number(coefficients[i]))
		}
		return value
	}
	xNumerator := polynomial(
		"8e38e38e38e38e38e38e38e38e38e38e38e38e38e38e38e38e38e38daaaaa8c7",
		"07d3d4c80bc321d5b9f315cea7fd44c5d595d2fc0bf63b92dfff1044f17c6581",
		"534c328d23f234e6e2a413deca25caece4506144037c40314ecbd0b53d9dd262",
		"8e38e38e38e38e38e38e38e38e38e38e38e38e38e38e38e38e38e38daaaaa88c")
	xDenominator := polynomial(
		"d35771193d94918a9ca34ccbb7b640dd86cd409542f8487d9fe6b745781eb49b",
		"edadc6f64383dc1df7c4b2d51b54225406d36b641f5e41bbc52a56612a8c6d14",
		"1")
	yNumerator := polynomial(
		"4bda12f684bda12f684bda12f684bda12f684bda12f684bda12f684b8e38e23c",
		"c75e0c32d5cb7c0fa9d0a54b12a0a6d5647ab046d686da6fdffc90fc201d71a3",
		"29a6194691f91a73715209ef6512e576722830a201be2018a765e85a9ecee931",
		"2f684bda12f684bda12f684bda12f684bda12f684bda12f684bda12f38e38d84")
	yDenominator := polynomial(
		"fffffffffffffffffffffffffffffffffffffffffffffffffffffffefffff93b",
		"7a06534bb8bdb49fd5e9e6632722c2989467c1bfc8e8d978dfb425d2685c2573",
		"6484aa716545ca2cf3a70c3fa8fe337e0a3d21162f0d6299a7bf8192bfd2a76f",
		"1")
	if xDenominator.Sign() == 0 || yDenominator.Sign() == 0 {
		return modelIdentity
	}
	return affine{quotient(xNumerator, xDenominator), product(y, quotient(yNumerator, yDenominator))}
}

func TestMapToCurve(t *testing.T) {
	r := testkit.NewRand(t)
	var us []*big.Int
	for _, l := range testkit.Edges(prime) {
		us = append(us, testkit.Big(l))
	}
	for range 200 {
		us = append(us, testkit.Big(r.Limbs()))
	}
	// Those for which tv1 is 0: u = 0, and Z·u^2 = -1, that is u^2 = 1/11.
	exception := root(invert(small(11)))
	us = append(us, new(big.Int), prime, exception, negative(exception))
	testkit.Kernels(t, func(t *testing.T) {
		for _, u := range us {
			l := testkit.Limbs(u)
			check(t, secp256k1.MapToCurve(field.New(l[0], l[1], l[2], l[3])), modelMap(mod(u)), "map(%x)", u)
		}
	})
}

func TestHashErrors(t *testing.T) {
	v := new(Point).SetGenerator()
	for name, f := range map[string]func() (*Point, error){
		"no suite":      func() (*Point, error) { return v.SetHash("", nil, []byte("tag")) },
		"unknown suite": func() (*Point, error) { return v.SetHash("P256_XMD:SHA-256_SSWU_RO_", nil, []byte("tag")) },
		"no tag":        func() (*Point, error) { return v.SetHash(secp256k1.SuiteRO, []byte("message"), nil) },
	} {
		if w, err := f(); w != nil || err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if v.Equal(new(Point).SetGenerator()) != 1 {
		t.Error("the receiver is set in spite of an error")
	}
}
