// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package x25519

import (
	"bytes"
	"crypto"
	"crypto/ecdh"
	stded25519 "crypto/ed25519"
	"errors"
	"io"
	"math/big"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"golang.org/x/crypto/curve25519"

	"secant.example/internal/testkit"
)

// LongVariable is the environment variable that, not empty, makes TestIterated
// run RFC 7748's million iterations instead of its thousand.
const LongVariable = "SECANT_LONG"

func array(t testing.TB, s string) [32]byte {
	t.Helper()
	return [32]byte(testkit.Unhex(t, s))
}

func mustPrivate(t testing.TB, b []byte) *PrivateKey {
	t.Helper()
	k, err := NewPrivateKey(b)
	if err != nil {
		t.Fatal(err)
	}
	return k
}

func mustPublic(t testing.TB, b []byte) *PublicKey {
	t.Helper()
	p, err := NewPublicKey(b)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// compute returns X25519(scalar, u), having compared all functions that
// compute it and the errors they give for zero.
func compute(t testing.TB, scalar, u [32]byte) [32]byte {
	t.Helper()
	var result [32]byte
	ScalarMult(&result, &scalar, &u)
	zero := result == [32]byte{}
	private, public := mustPrivate(t, scalar[:]), mustPublic(t, u[:])
	secret, err := private.SharedSecret(public)
	if secret != result || zero != errors.Is(err, ErrLowOrder) || !zero && err != nil {
		t.Errorf("scalar %x, u %x: SharedSecret gives %x, %v, ScalarMult %x", scalar, u, secret, err, result)
	}
	slice, err := X25519(scalar[:], u[:])
	if zero && (slice != nil || !errors.Is(err, ErrLowOrder)) || !zero && (!bytes.Equal(slice, result[:]) || err != nil) {
		t.Errorf("scalar %x, u %x: X25519 gives %x, %v, ScalarMult %x", scalar, u, slice, err, result)
	}
	if !bytes.Equal(private.Bytes(), scalar[:]) || !bytes.Equal(public.Bytes(), u[:]) {
		t.Errorf("scalar %x, u %x: a key was changed", scalar, u)
	}
	return result
}

// Vectors of RFC 7748, section 5.2.
func TestRFC7748(t *testing.T) {
	testkit.Kernels(t, func(t *testing.T) {
		for _, v := range []struct{ scalar, u, want string }{
			{
				"a546e36bf0527c9d3b16154b82465edd62144c0ac1fc5a18506a2244ba449ac4",
				"e6db6867583030db3594c1a424b15f7c726624ec26b3353b10a903a6d0ab1c4c",
				"c3da55379de9c6908e94ea4df28d084f32eccf03491c71f754b4075577a28552",
			}, {
				"4b66e9d4d1b4673c5ad22691957d6af5c11b6421e0ea01d42ca4169e7918ba0d",
				"e5210f12786811d3f4b7959d0538ae2c31dbe7106fc03c3efc4cd549c715a493",
				"95cbde9476e8907d7aade45cb4b873f88b595a68799fa152e6f8f7647aac7957",
			},
		} {
			if got := compute(t, array(t, v.scalar), array(t, v.u)); got != array(t, v.want) {
				t.Errorf("scalar %s, u %s: %x, want %s", v.scalar, v.u, got, v.want)
			}
		}
	})
}

// The iterated vectors of RFC 7748, section 5.2: the first thousand iterations
// always, and the million if [LongVariable] is set.
func TestIterated(t *testing.T) {
	want := map[int]string{
		1:         "422c8e7a6227d7bca1350b3e2bb7279f7897b87bb6854b783c60e80311ae3079",
		1_000:     "684cf59ba83309552800ef566f2f4d3c1c3887c49360e3875f2eb94d99532c51",
		1_000_000: "7c3911e0ab2586fd864497297e575e6f3bc601c0883c30df5f4dd2d24f665424",
	}
	iterate := func(t *testing.T, n int) {
		k := [32]byte{9}
		u := k
		for i := 1; i <= n; i++ {
			old := k
			ScalarMult(&k, &k, &u)
			u = old
			if w, ok := want[i]; ok && k != array(t, w) {
				t.Fatalf("after %d iterations: %x, want %s", i, k, w)
			}
		}
	}
	testkit.Kernels(t, func(t *testing.T) { iterate(t, 1_000) })
	if os.Getenv(LongVariable) != "" {
		iterate(t, 1_000_000)
	}
}

// The key exchange of RFC 7748, section 6.1.
func TestDiffieHellman(t *testing.T) {
	testkit.Kernels(t, func(t *testing.T) {
		alice := mustPrivate(t, testkit.Unhex(t, "77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a"))
		bob := mustPrivate(t, testkit.Unhex(t, "5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb"))
		alicePublic := mustPublic(t, testkit.Unhex(t, "8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a"))
		bobPublic := mustPublic(t, testkit.Unhex(t, "de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f"))
		want := array(t, "4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742")
		if got := alice.PublicKey(); !got.Equal(alicePublic) {
			t.Errorf("Alice's public key is %x", got.Bytes())
		}
		if got := bob.Public(); !bobPublic.Equal(got) {
			t.Errorf("Bob's public key is %x", got)
		}
		if got, err := alice.SharedSecret(bobPublic); err != nil || got != want {
			t.Errorf("Alice's secret is %x, %v", got, err)
		}
		if got, err := bob.SharedSecret(alicePublic); err != nil || got != want {
			t.Errorf("Bob's secret is %x, %v", got, err)
		}
	})
}

// edges returns integers at which the field arithmetic may go wrong, as bytes.
func edges() [][32]byte {
	var all [][32]byte
	for _, x := range testkit.Edges(prime) {
		all = append(all, testkit.Bytes(testkit.Big(x)))
	}
	return all
}

// TestModel compares with the textbook, on edge values and random ones.
func TestModel(t *testing.T) {
	rng := testkit.NewRand(t)
	random := func() [32]byte { return testkit.Bytes(testkit.Big(rng.Limbs())) }
	type input struct{ scalar, u [32]byte }
	var inputs []input
	for _, x := range edges() {
		inputs = append(inputs, input{x, random()}, input{random(), x})
	}
	for range 100 {
		inputs = append(inputs, input{random(), random()})
	}
	want := make([][32]byte, len(inputs))
	wantBase := make([][32]byte, len(inputs))
	for i, in := range inputs {
		want[i] = model(in.scalar, in.u)
		wantBase[i] = model(in.scalar, [32]byte{9})
	}
	testkit.Kernels(t, func(t *testing.T) {
		for i, in := range inputs {
			if got := compute(t, in.scalar, in.u); got != want[i] {
				t.Errorf("scalar %x, u %x: %x, want %x", in.scalar, in.u, got, want[i])
			}
			if got := mustPrivate(t, in.scalar[:]).PublicKey(); got.u != wantBase[i] {
				t.Errorf("scalar %x: public key %x, want %x", in.scalar, got.u, wantBase[i])
			}
			var got [32]byte
			ScalarBaseMult(&got, &in.scalar)
			if got != wantBase[i] {
				t.Errorf("scalar %x: ScalarBaseMult gives %x, want %x", in.scalar, got, wantBase[i])
			}
			if got := compute(t, in.scalar, [32]byte{9}); got != wantBase[i] {
				t.Errorf("scalar %x: times the base point is %x, want %x", in.scalar, got, wantBase[i])
			}
			if got, err := X25519(in.scalar[:], Basepoint); err != nil || !bytes.Equal(got, wantBase[i][:]) {
				t.Errorf("scalar %x: X25519 of Basepoint gives %x, %v, want %x", in.scalar, got, err, wantBase[i])
			}
		}
	})
}

// TestOthers compares with crypto/ecdh and golang.org/x/crypto/curve25519.
func TestOthers(t *testing.T) {
	rng := testkit.NewRand(t)
	var scalar, u [32]byte
	for range 200 {
		rng.Fill(scalar[:])
		rng.Fill(u[:])
		got := compute(t, scalar, u)
		want, err := curve25519.X25519(scalar[:], u[:])
		if err != nil || !bytes.Equal(got[:], want) {
			t.Errorf("scalar %x, u %x: %x, curve25519 gives %x, %v", scalar, u, got, want, err)
		}
		private := mustPrivate(t, scalar[:])
		std, err := ecdh.X25519().NewPrivateKey(private.Bytes())
		if err != nil {
			t.Fatal(err)
		}
		public := private.PublicKey()
		if !bytes.Equal(std.PublicKey().Bytes(), public.Bytes()) {
			t.Errorf("scalar %x: public key %x, crypto/ecdh has %x", scalar, public.Bytes(), std.PublicKey().Bytes())
		}
		peer, err := ecdh.X25519().NewPublicKey(u[:])
		if err != nil {
			t.Fatal(err)
		}
		if want, err := std.ECDH(peer); err != nil || !bytes.Equal(got[:], want) {
			t.Errorf("scalar %x, u %x: %x, crypto/ecdh gives %x, %v", scalar, u, got, want, err)
		}
	}
}

// lowOrder returns all encodings of the u-coordinates of points of low order
// on the curve and its twist.
func lowOrder(t *testing.T) [][32]byte {
	var us []*big.Int
	for _, u := range []*big.Int{
		new(big.Int),                 // order 2, on both
		one,                          // order 4
		new(big.Int).Sub(prime, one), // order 4, on the twist
	} {
		us = append(us, u)
	}
	for _, s := range []string{ // order 8
		"e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800",
		"5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157",
	} {
		us = append(us, testkit.BigLE(testkit.Unhex(t, s)))
	}
	var all [][32]byte
	for _, u := range us {
		for ; u.BitLen() <= 255; u = new(big.Int).Add(u, prime) {
			b := testkit.Bytes(u)
			all = append(all, b)
			b[31] |= 128
			all = append(all, b)
		}
	}
	if len(all) != 14 {
		t.Fatalf("%d encodings of low order, want 14", len(all))
	}
	return all
}

func TestLowOrder(t *testing.T) {
	rng := testkit.NewRand(t)
	encodings := lowOrder(t)
	testkit.Kernels(t, func(t *testing.T) {
		for _, u := range encodings {
			if model([32]byte{}, u) != [32]byte{} {
				t.Errorf("u %x is not of low order", u)
			}
			for range 10 {
				var k [32]byte
				rng.Fill(k[:])
				private := mustPrivate(t, k[:])
				secret, err := private.SharedSecret(mustPublic(t, u[:]))
				if !errors.Is(err, ErrLowOrder) || secret != [32]byte{} {
					t.Errorf("scalar %x, u %x: SharedSecret gives %x, %v", k, u, secret, err)
				}
				if got, err := X25519(k[:], u[:]); !errors.Is(err, ErrLowOrder) || got != nil {
					t.Errorf("scalar %x, u %x: X25519 gives %x, %v", k, u, got, err)
				}
				dst := k
				if ScalarMult(&dst, &k, &u); dst != [32]byte{} {
					t.Errorf("scalar %x, u %x: ScalarMult gives %x", k, u, dst)
				}
			}
		}
	})
	// With one byte other than zero, wherever it is, a secret is not zero.
	for i := range 256 {
		var secret [32]byte
		secret[i/8] = 1 << (i % 8)
		if err := checkZero(&secret); err != nil {
			t.Errorf("secret %x: %v", secret, err)
		}
	}
}

func TestAliases(t *testing.T) {
	rng := testkit.NewRand(t)
	var dirty, k, u [32]byte
	rng.Fill(dirty[:])
	rng.Fill(k[:])
	rng.Fill(u[:])
	testkit.Aliases(t, "ScalarMult", dirty, func(z *[32]byte, in ...*[32]byte) { ScalarMult(z, in[0], in[1]) }, k, u)
	testkit.Aliases(t, "ScalarBaseMult", dirty, func(z *[32]byte, in ...*[32]byte) { ScalarBaseMult(z, in[0]) }, k)
}

func TestGenerateKey(t *testing.T) {
	b := []byte(strings.Repeat("0123456789abcdef", 2))
	k, err := GenerateKey(bytes.NewReader(b))
	if err != nil || !bytes.Equal(k.Bytes(), b) {
		t.Errorf("key from a reader: %v, %v", k, err)
	}
	if k, err := GenerateKey(bytes.NewReader(b[1:])); !errors.Is(err, io.ErrUnexpectedEOF) || k != nil {
		t.Errorf("key from too few bytes: %v, %v", k, err)
	}
	broken := errors.New("broken")
	if k, err := GenerateKey(iotest.ErrReader(broken)); !errors.Is(err, broken) || k != nil {
		t.Errorf("key from a broken reader: %v, %v", k, err)
	}
	if k, err := GenerateKey(bytes.NewReader(make([]byte, KeySize))); err == nil || k != nil {
		t.Error("zeros are a key")
	}
	k1, err := GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	k2, err := GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	if k1.Equal(k2) || k1.Equal(new(PrivateKey)) {
		t.Error("two random keys are equal")
	}
	s1, err1 := k1.SharedSecret(k2.PublicKey())
	s2, err2 := k2.SharedSecret(k1.PublicKey())
	if err1 != nil || err2 != nil || s1 != s2 {
		t.Errorf("two keys share %x, %v and %x, %v", s1, err1, s2, err2)
	}
}

// Keys that were never set have no bytes, are equal to none and share nothing, and are not
// the keys of 32 zero bytes.
func TestUnsetKeys(t *testing.T) {
	zeros := make([]byte, KeySize)
	k, p := mustPrivate(t, zeros), mustPublic(t, zeros)
	good, other := mustPrivate(t, bytes.Repeat([]byte{1}, KeySize)).PublicKey(), new(PrivateKey)
	unset, none := new(PrivateKey), new(PublicKey)
	if unset.Bytes() != nil || none.Bytes() != nil || unset.PublicKey().Bytes() != nil || !bytes.Equal(k.Bytes(), zeros) {
		t.Error("no key has bytes, or zeros are none")
	}
	if unset.Equal(unset) || unset.Equal(other) || unset.Equal(k) || k.Equal(unset) || none.Equal(none) || none.Equal(p) || p.Equal(none) {
		t.Error("no key is equal to one")
	}
	if !k.Equal(k) || !p.Equal(p) {
		t.Error("zeros are not equal to themselves")
	}
	for name, f := range map[string]func() ([KeySize]byte, error){
		"private": func() ([KeySize]byte, error) { return unset.SharedSecret(good) },
		"public":  func() ([KeySize]byte, error) { return k.SharedSecret(none) },
	} {
		if secret, err := f(); !errors.Is(err, ErrKeySize) || secret != [KeySize]byte{} {
			t.Errorf("%s: %x, %v", name, secret, err)
		}
	}
	if _, err := k.SharedSecret(p); !errors.Is(err, ErrLowOrder) {
		t.Errorf("zeros: %v", err)
	}

	secrets, ok := make([][KeySize]byte, 4), []bool{true, true, false, true}
	for i := range secrets {
		secrets[i][i] = 1
	}
	err := SharedSecrets(secrets, ok, []*PrivateKey{k, unset, k, k}, []*PublicKey{none, good, good, p})
	want, _ := k.SharedSecret(good)
	if !errors.Is(err, ErrKeySize) || !slices.Equal(ok, []bool{false, false, true, false}) ||
		!slices.Equal(secrets, [][KeySize]byte{{}, {}, want, {}}) {
		t.Errorf("batch: %x, %v, %v", secrets, ok, err)
	}
	if err := unset.SharedSecrets(secrets[:1], ok[:1], []*PublicKey{good}); !errors.Is(err, ErrKeySize) || ok[0] || secrets[0] != [KeySize]byte{} {
		t.Errorf("batch with no key: %x, %v, %v", secrets[0], ok[0], err)
	}
	k.Zero()
	if k.Bytes() != nil {
		t.Error("a key after Zero")
	}
}

func TestKeys(t *testing.T) {
	b := bytes.Repeat([]byte{0xff}, 32) // kept as given: not clamped, not reduced
	k, p := mustPrivate(t, b), mustPublic(t, b)
	k.Bytes()[0], p.Bytes()[0] = 0, 0
	b[1] = 0
	if want := bytes.Repeat([]byte{0xff}, 32); !bytes.Equal(k.Bytes(), want) || !bytes.Equal(p.Bytes(), want) {
		t.Errorf("keys are %x and %x, want %x", k.Bytes(), p.Bytes(), want)
	}
	for i := range 32 {
		b := k.Bytes()
		b[i] ^= 1
		if k.Equal(mustPrivate(t, b)) || p.Equal(mustPublic(t, b)) {
			t.Errorf("keys are equal that differ in byte %d", i)
		}
	}
	if !k.Equal(mustPrivate(t, k.Bytes())) || !p.Equal(mustPublic(t, p.Bytes())) {
		t.Error("equal keys are not equal")
	}
	for _, other := range []any{nil, p, *k, k.Bytes(), (*PrivateKey)(nil)} {
		if k.Equal(other) {
			t.Errorf("a private key is equal to %#v", other)
		}
	}
	for _, other := range []any{nil, k, *p, p.Bytes(), (*PublicKey)(nil)} {
		if p.Equal(other) {
			t.Errorf("a public key is equal to %#v", other)
		}
	}
	var _ interface {
		Public() crypto.PublicKey
		Equal(crypto.PrivateKey) bool
	} = k // what package crypto says all private keys have

	for n := range 100 {
		if n == KeySize {
			continue
		}
		long := make([]byte, n)
		before, beforePublic := *k, *p
		got, err := k.SetBytes(long)
		if got != nil || !errors.Is(err, ErrKeySize) || *k != before {
			t.Errorf("private key of %d bytes: %v, %v", n, got, err)
		}
		gotPublic, err := p.SetBytes(long)
		if gotPublic != nil || !errors.Is(err, ErrKeySize) || *p != beforePublic {
			t.Errorf("public key of %d bytes: %v, %v", n, gotPublic, err)
		}
		if got, err := NewPrivateKey(long); got != nil || !errors.Is(err, ErrKeySize) {
			t.Errorf("private key of %d bytes: %v, %v", n, got, err)
		}
		if got, err := NewPublicKey(long); got != nil || !errors.Is(err, ErrKeySize) {
			t.Errorf("public key of %d bytes: %v, %v", n, got, err)
		}
		if got, err := X25519(long, b); got != nil || !errors.Is(err, ErrKeySize) {
			t.Errorf("X25519 of a scalar of %d bytes: %v, %v", n, got, err)
		}
		if got, err := X25519(b, long); got != nil || !errors.Is(err, ErrKeySize) {
			t.Errorf("X25519 of a point of %d bytes: %v, %v", n, got, err)
		}
		if got, err := PrivateKeyFromEd25519(make([]byte, n)); n != 64 && (got != nil || !errors.Is(err, ErrEd25519Key)) {
			t.Errorf("Ed25519 private key of %d bytes: %v, %v", n, got, err)
		}
		if got, err := PublicKeyFromEd25519(long); got != nil || !errors.Is(err, ErrEd25519Key) {
			t.Errorf("Ed25519 public key of %d bytes: %v, %v", n, got, err)
		}
	}
}

// TestChangedBasepoint changes the contents of Basepoint, which must not have
// the base point used for another one.
func TestChangedBasepoint(t *testing.T) {
	if !bytes.Equal(Basepoint, curve25519.Basepoint) || ScalarSize != curve25519.ScalarSize || PointSize != curve25519.PointSize {
		t.Error("Basepoint and the sizes differ from those of golang.org/x/crypto/curve25519")
	}
	defer copy(Basepoint, bytes.Clone(Basepoint))
	k := [32]byte{1}
	for i := range Basepoint {
		Basepoint[i] ^= 2
		var base [32]byte
		if ScalarBaseMult(&base, &k); base != model(k, [32]byte{9}) || mustPrivate(t, k[:]).PublicKey().u != base {
			t.Error("public keys have changed")
		}
		if nine, err := X25519(k[:], slices.Concat([]byte{9}, make([]byte, 31))); err != nil || [32]byte(nine) != base {
			t.Error("the multiples of the base point have changed")
		}
		got, err := X25519(k[:], Basepoint)
		if want := model(k, [32]byte(Basepoint)); err != nil || !bytes.Equal(got, want[:]) {
			t.Errorf("u %x: %x, %v, want %x", Basepoint, got, err, want)
		}
		Basepoint[i] ^= 2
	}
}

// TestEd25519 converts key pairs, and one whose result libsodium documents.
func TestEd25519(t *testing.T) {
	rng := testkit.NewRand(t)
	check := func(seed []byte) (*PrivateKey, *PublicKey) {
		t.Helper()
		key := stded25519.NewKeyFromSeed(seed)
		private, err := PrivateKeyFromEd25519(key)
		if err != nil {
			t.Fatal(err)
		}
		public, err := PublicKeyFromEd25519(key.Public().(stded25519.PublicKey))
		if err != nil {
			t.Fatal(err)
		}
		if !private.PublicKey().Equal(public) {
			t.Errorf("seed %x: private key %x does not belong to public key %x", seed, private.Bytes(), public.Bytes())
		}
		if b := private.Bytes(); b[0]&7 != 0 || b[31]>>6 != 1 {
			t.Errorf("seed %x: private key %x is not clamped", seed, b)
		}
		return private, public
	}
	private, public := check(testkit.Unhex(t, "421151a459faeade3d247115f94aedae42318124095afabe4d1451a559faedee"))
	if !bytes.Equal(private.Bytes(), testkit.Unhex(t, "8052030376d47112be7f73ed7a019293dd12ad910b654455798b4667d73de166")) {
		t.Errorf("private key %x", private.Bytes())
	}
	if !bytes.Equal(public.Bytes(), testkit.Unhex(t, "f1814f0e8ff1043d8a44d25babff3cedcae6c22c3edaa48f857ae70de2baae50")) {
		t.Errorf("public key %x", public.Bytes())
	}
	for range 100 {
		seed := make([]byte, 32)
		rng.Fill(seed)
		check(seed)
	}
}

// compareFromEd25519 compares PublicKeyFromEd25519 with the textbook and
// reports whether the key is converted.
func compareFromEd25519(t testing.TB, b [32]byte) bool {
	t.Helper()
	u, ok := modelFromEd25519(b)
	got, err := PublicKeyFromEd25519(b[:])
	switch {
	case (err == nil) != ok:
		t.Errorf("Ed25519 public key %x: %v, want valid = %v", b, err, ok)
	case err == nil && got.u != u:
		t.Errorf("Ed25519 public key %x: %x, want %x", b, got.u, u)
	case err != nil && (got != nil || !errors.Is(err, ErrEd25519Key) && !errors.Is(err, ErrLowOrder)):
		t.Errorf("Ed25519 public key %x: %v, %v", b, got, err)
	}
	return err == nil
}

// TestEd25519Encodings converts edge values with both signs: points, points of
// small order, encodings that are not canonical, and what is on no point.
func TestEd25519Encodings(t *testing.T) {
	valid, invalid := 0, 0
	for _, b := range edges() {
		for range 2 {
			if compareFromEd25519(t, b) {
				valid++
			} else {
				invalid++
			}
			b[31] ^= 128
		}
	}
	if valid < 20 || invalid < 20 {
		t.Errorf("%d valid encodings and %d invalid ones", valid, invalid)
	}
	for _, test := range []struct {
		name, public string
		want         error
	}{
		{"identity", "0100000000000000000000000000000000000000000000000000000000000000", ErrLowOrder},
		{"order 2", "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f", ErrLowOrder},
		{"order 4", "0000000000000000000000000000000000000000000000000000000000000000", ErrLowOrder},
		{"order 4", "0000000000000000000000000000000000000000000000000000000000000080", ErrLowOrder},
		{"order 8", "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a", ErrLowOrder},
		{"order 8", "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa", ErrLowOrder},
		{"order 8", "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05", ErrLowOrder},
		{"order 8", "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85", ErrLowOrder},
		{"identity, x = -0", "0100000000000000000000000000000000000000000000000000000000000080", ErrEd25519Key},
		{"identity, y = p+1", "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f", ErrEd25519Key},
		{"identity, y = p+1, x = -0", "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff", ErrEd25519Key},
		{"order 2, x = -0", "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff", ErrEd25519Key},
		{"order 4, y = p", "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f", ErrEd25519Key},
		{"order 4, y = p", "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff", ErrEd25519Key},
		{"not on the curve", "0200000000000000000000000000000000000000000000000000000000000000", ErrEd25519Key},
		{"B", "5866666666666666666666666666666666666666666666666666666666666666", nil},
		{"-B", "58666666666666666666666666666666666666666666666666666666666666e6", nil},
		{"y = 3", "0300000000000000000000000000000000000000000000000000000000000000", nil},
		{"y = p+3", "f0ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f", ErrEd25519Key},
	} {
		b := array(t, test.public)
		compareFromEd25519(t, b)
		got, err := PublicKeyFromEd25519(b[:])
		if !errors.Is(err, test.want) {
			t.Errorf("%s: %v, want %v", test.name, err, test.want)
		}
		if strings.HasSuffix(test.name, "B") && !bytes.Equal(got.Bytes(), Basepoint) {
			t.Errorf("%s: %x, want %x", test.name, got.Bytes(), Basepoint)
		}
	}
}

// TestEd25519MixedOrder converts the key of the ed25519-speccheck case 4, a point with
// a component of small order: shared secrets do not depend on that component.
func TestEd25519MixedOrder(t *testing.T) {
	mixed, err := PublicKeyFromEd25519(testkit.Unhex(t, "cdb267ce40c5cd45306fa5d2f29731459387dbf9eb933b7bd5aed9a765b88d4d"))
	if err != nil {
		t.Fatal(err)
	}
	// Adding the point of order two maps u to 1/u.
	other := mustPublic(t, make([]byte, 32))
	other.u = testkit.Bytes(inverse(testkit.BigLE(mixed.u[:])))
	k, err := GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	s1, err1 := k.SharedSecret(mixed)
	s2, err2 := k.SharedSecret(other)
	if err1 != nil || err2 != nil || s1 != s2 {
		t.Errorf("secrets %x, %v and %x, %v", s1, err1, s2, err2)
	}
}

func TestAllocations(t *testing.T) {
	rng := testkit.NewRand(t)
	b := make([]byte, 32)
	rng.Fill(b)
	private := mustPrivate(t, b)
	public, low := private.PublicKey(), mustPublic(t, make([]byte, 32))
	var k, p [32]byte
	for _, test := range []struct {
		name string
		f    func()
	}{
		{"SharedSecret", func() { secret, _ := private.SharedSecret(public); p = secret }},
		{"SharedSecret of low order", func() { private.SharedSecret(low) }},
		{"SharedSecret of no key", func() { private.SharedSecret(new(PublicKey)) }},
		{"PublicKey", func() { *public = *private.PublicKey() }},
		{"Equal", func() { private.Equal(private); public.Equal(public) }},
		{"SetBytes", func() { private.SetBytes(b); public.SetBytes(b) }},
		{"NewPrivateKey", func() { k, _ := NewPrivateKey(b); *private = *k }},
		{"NewPublicKey", func() { p, _ := NewPublicKey(b); *public = *p }},
		{"Bytes", func() { copy(b, private.Bytes()); copy(b, public.Bytes()) }},
		{"X25519", func() { z, _ := X25519(b, p[:]); copy(k[:], z) }},
		{"X25519 of Basepoint", func() { z, _ := X25519(b, Basepoint); copy(k[:], z) }},
		{"ScalarMult", func() { ScalarMult(&p, &k, &p) }},
		{"ScalarBaseMult", func() { ScalarBaseMult(&p, &k) }},
	} {
		testkit.NoAllocs(t, test.name, test.f)
	}
}
