// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package secant_test

import (
	"bytes"
	"errors"
	"io"
	"reflect"
	"testing"

	"secant.example/do255e"
	"secant.example/do255s"
	"secant.example/ecvrf"
	"secant.example/ed25519/blinding"
	"secant.example/edwards25519"
	"secant.example/frost"
	"secant.example/internal/testkit"
	"secant.example/jq255e"
	"secant.example/jq255s"
	"secant.example/merlin"
	"secant.example/ristretto255"
	"secant.example/secp256k1"
	"secant.example/secp256k1/adaptor"
	"secant.example/secp256k1/bip32"
	"secant.example/secp256k1/ecdh"
	"secant.example/secp256k1/ecdsa"
	"secant.example/secp256k1/ellswift"
	"secant.example/secp256k1/musig2"
	"secant.example/secp256k1/schnorr"
	"secant.example/secp256k1/silentpayments"
	"secant.example/slip10"
	"secant.example/sr25519"
	"secant.example/voprf"
	"secant.example/x25519"
)

// All groups have these methods, with the same meaning. That the functions below compile for each
// of them is the test that they do.

// A scalar is a pointer to S, an integer modulo the order of a group.
type scalar[S any] interface {
	*S
	Set(x *S) *S
	Select(x, y *S, cond int) *S
	SetBytes(b []byte) (*S, error)
	SetCanonicalBytes(b []byte) (*S, error)
	SetUniformBytes(b []byte) (*S, error)
	SetReducedBytes(b []byte) *S
	SetUint64(x uint64) *S
	SetRandom(random io.Reader) (*S, error)
	Bytes() []byte
	Add(x, y *S) *S
	Subtract(x, y *S) *S
	Negate(x *S) *S
	Multiply(x, y *S) *S
	MultiplyAdd(x, y, z *S) *S
	Invert(x *S) *S
	VarTimeInvert(x *S) *S
	BatchInvert(xs []*S) *S
	Sum(xs []*S) *S
	Product(xs []*S) *S
	Equal(x *S) int
	IsZero() int
}

// A point is a pointer to P, an element of a group whose scalars are S.
type point[P, S any] interface {
	*P
	Set(q *P) *P
	Select(a, b *P, cond int) *P
	SetIdentity() *P
	SetGenerator() *P
	SetBytes(b []byte) (*P, error)
	SetHash(msg, dst []byte) (*P, error)
	SetUniformBytes(b []byte) (*P, error)
	SetRandom(random io.Reader) (*P, error)
	Bytes() []byte
	Add(a, b *P) *P
	Subtract(a, b *P) *P
	Negate(a *P) *P
	Double(a *P) *P
	Sum(qs []*P) *P
	ScalarMult(x *S, q *P) *P
	ScalarBaseMult(x *S) *P
	MultiScalarMult(xs []*S, qs []*P) *P
	VarTimeMultiScalarMult(xs []*S, qs []*P) *P
	VarTimeDoubleScalarBaseMult(a *S, A *P, b *S) *P
	Equal(q *P) int
	IsIdentity() int
}

// A sum is a pointer to M, a sum of multiples.
type sum[M, P, S any] interface {
	*M
	Add(x *S, q *P)
	AddSlices(xs []S, qs []P) error
	Grow(n int)
	Len() int
	Reset()
	Sum(v *P) *P
}

// A varTimeSum is a sum that knows the generator.
type varTimeSum[M, P, S any] interface {
	sum[M, P, S]
	AddBase(x *S)
}

func TestGroups(t *testing.T) {
	t.Run("edwards25519", testGroup[edwards25519.Point, edwards25519.Scalar, edwards25519.MSM, edwards25519.VarTimeMSM])
	t.Run("ristretto255", testGroup[ristretto255.Element, ristretto255.Scalar, ristretto255.MSM, ristretto255.VarTimeMSM])
	t.Run("secp256k1", testGroup[secp256k1.Point, secp256k1.Scalar, secp256k1.MSM, secp256k1.VarTimeMSM])
	t.Run("jq255e", testGroup[jq255e.Point, jq255e.Scalar, jq255e.MSM, jq255e.VarTimeMSM])
	t.Run("jq255s", testGroup[jq255s.Point, jq255s.Scalar, jq255s.MSM, jq255s.VarTimeMSM])
	t.Run("do255e", testGroup[do255e.Point, do255e.Scalar, do255e.MSM, do255e.VarTimeMSM])
	t.Run("do255s", testGroup[do255s.Point, do255s.Scalar, do255s.MSM, do255s.VarTimeMSM])
}

func testGroup[
	P, S, M, V any,
	PP point[P, S], SS scalar[S], MM sum[M, P, S], VV varTimeSum[V, P, S],
](t *testing.T) {
	t.Run("Shamir", testShamir[P, S, PP, SS])
	t.Run("Schnorr", testSchnorr[P, S, PP, SS])
	t.Run("sums", testSums[P, S, M, V, PP, SS, MM, VV])
	t.Run("zero value", testZeroValue[P, S, PP, SS])
	t.Run("scalar model", testScalarModel[S, SS])
	t.Run("sums of points", testPointSums[P, S, PP, SS])
	t.Run("random scalars", testRandomScalars[S, SS])
	t.Run("random points", testRandomPoints[P, S, PP, SS])
	t.Run("allocations", testAllocations[P, S, PP, SS])
}

// Go converts types that have the same fields: one group's scalars, points and keys must not
// convert to those of another, which would be other numbers, or none at all.
func TestNoConversions(t *testing.T) {
	all := []any{
		edwards25519.Point{}, ristretto255.Element{}, secp256k1.Point{}, jq255e.Point{}, jq255s.Point{}, do255e.Point{}, do255s.Point{},
		edwards25519.Scalar{}, ristretto255.Scalar{}, secp256k1.Scalar{}, jq255e.Scalar{}, jq255s.Scalar{}, do255e.Scalar{}, do255s.Scalar{},
		edwards25519.BaseTable{}, ristretto255.BaseTable{}, edwards25519.ExpandedPoint{}, ristretto255.ExpandedElement{},
		edwards25519.MSM{}, ristretto255.MSM{}, secp256k1.MSM{}, jq255e.MSM{}, jq255s.MSM{}, do255e.MSM{}, do255s.MSM{},
		jq255e.PrivateKey{}, jq255s.PrivateKey{}, do255e.PrivateKey{}, do255s.PrivateKey{},
		jq255e.PublicKey{}, jq255s.PublicKey{}, do255e.PublicKey{}, do255s.PublicKey{},
		voprf.PrivateKey{}, voprf.Client{}, musig2.PrivateKey{}, musig2.SecretNonce{}, ecvrf.PrivateKey{}, ecvrf.PublicKey{}, sr25519.PrivateKey{}, sr25519.PublicKey{}, sr25519.ExpandedPublicKey{}, merlin.Transcript{}, merlin.RNGBuilder{}, merlin.RNG{},
		bip32.PrivateKey{}, bip32.PublicKey{}, slip10.PrivateKey{}, blinding.PrivateKey{}, adaptor.Signature{},
		ellswift.PrivateKey{}, silentpayments.Scanner{}, silentpayments.Address{}, silentpayments.Inputs{},
		frost.KeyShare{}, frost.Group{}, frost.SecretNonce{}, frost.SigningPackage{},
		ecdsa.PrivateKey{}, schnorr.PrivateKey{}, ecdh.PrivateKey{}, ecdsa.PublicKey{}, schnorr.PublicKey{}, ecdh.PublicKey{},
	}
	for i, a := range all {
		for _, b := range all[:i] {
			if x, y := reflect.TypeOf(a), reflect.TypeOf(b); x.ConvertibleTo(y) {
				t.Errorf("%v converts to %v", x, y)
			}
		}
	}
}

// A nil key is one that was never set: it signs nothing, shares nothing and verifies nothing.
func TestNilKeys(t *testing.T) {
	digest, message := ecdsa.Digest{}, make([]byte, 32)
	if k, err := x25519.GenerateKey(nil); err != nil {
		t.Error(err)
	} else if _, err := k.SharedSecret(nil); !errors.Is(err, x25519.ErrKeySize) {
		t.Errorf("x25519, a nil peer: %v", err)
	}
	for name, errs := range map[string][2]error{
		"x25519":  {second((*x25519.PrivateKey)(nil).SharedSecret(new(x25519.PublicKey))), x25519.ErrKeySize},
		"schnorr": {second(schnorr.Sign(nil, message)), schnorr.ErrPrivateKey},
		"ecdsa":   {second(ecdsa.Sign(nil, digest)), ecdsa.ErrPrivateKey},
		"ecdh":    {second((*ecdh.PrivateKey)(nil).SharedSecret(new(ecdh.PublicKey))), ecdh.ErrPrivateKey},
		"jq255e":  {second(jq255e.Sign(nil, message, jq255e.Raw)), jq255e.ErrPrivateKey},
		"jq255s":  {second((*jq255s.PrivateKey)(nil).SharedSecret(message)), jq255s.ErrPrivateKey},
		"do255e":  {second(do255e.Sign(nil, message, do255e.Raw)), do255e.ErrPrivateKey},
		"do255s":  {second((*do255s.PrivateKey)(nil).SharedSecret(message)), do255s.ErrPrivateKey},
	} {
		if !errors.Is(errs[0], errs[1]) {
			t.Errorf("%s: a nil key gives %v, want %v", name, errs[0], errs[1])
		}
	}
	if (*schnorr.PublicKey)(nil).Verify(message, make([]byte, 64)) || (*jq255e.PublicKey)(nil).Verify(message, make([]byte, 48), jq255e.Raw) ||
		(*do255s.PublicKey)(nil).Verify(message, make([]byte, 64), do255s.Raw) ||
		(*ecdsa.PublicKey)(nil).VerifyCompact(digest, make([]byte, 64), ecdsa.AnyS) {
		t.Error("a signature is valid under a nil key")
	}
}

func second[T any](_ T, err error) error { return err }

// random returns a random scalar.
func random[S any, SS scalar[S]](t *testing.T) *S {
	t.Helper()
	x, err := SS(new(S)).SetRandom(nil)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// integer returns the scalar n.
func integer[S any, SS scalar[S]](n uint64) *S { return SS(new(S)).SetUint64(n) }

// Any three of five shares give the secret, and its multiple of a point; two do not.
func testShamir[P, S any, PP point[P, S], SS scalar[S]](t *testing.T) {
	const threshold, shares = 3, 5
	var polynomial [threshold]*S
	for i := range polynomial {
		polynomial[i] = random[S, SS](t)
	}
	var xs, ys [shares]*S
	for i := range xs {
		xs[i] = integer[S, SS](uint64(i + 1))
		y := SS(new(S))
		for j := threshold - 1; j >= 0; j-- {
			y.MultiplyAdd(y, xs[i], polynomial[j])
		}
		ys[i] = y
	}
	// lagrange returns the coefficients with which the shares make the value at 0.
	lagrange := func(who []int) (coefficients []*S) {
		for _, i := range who {
			numerator, denominator := integer[S, SS](1), integer[S, SS](1)
			for _, j := range who {
				if i != j {
					SS(numerator).Multiply(numerator, xs[j])
					SS(denominator).Multiply(denominator, SS(new(S)).Subtract(xs[j], xs[i]))
				}
			}
			inverse := SS(new(S)).Invert(denominator)
			if SS(inverse).Equal(SS(new(S)).VarTimeInvert(denominator)) != 1 {
				t.Error("the inverses differ")
			}
			coefficients = append(coefficients, SS(new(S)).Multiply(numerator, inverse))
		}
		return coefficients
	}
	q, err := PP(new(P)).SetHash([]byte("a message"), []byte("a tag of sixteen bytes"))
	if err != nil {
		t.Fatal(err)
	}
	want := PP(new(P)).ScalarMult(polynomial[0], q)
	for _, who := range [][]int{{0, 1, 2}, {4, 0, 3}, {1, 3, 4}, {0, 1, 2, 3, 4}, {2, 3}} {
		secret, result := SS(new(S)), PP(new(P)).SetIdentity()
		for k, c := range lagrange(who) {
			SS(secret).MultiplyAdd(c, ys[who[k]], secret)
			part := PP(new(P)).ScalarMult(ys[who[k]], q)
			PP(result).Add(result, PP(part).ScalarMult(c, part))
		}
		enough := 0
		if len(who) >= threshold {
			enough = 1
		}
		if SS(secret).Equal(polynomial[0]) != enough || PP(result).Equal(want) != enough {
			t.Errorf("the shares %d: secret and point are right: %d %d, want %d", who,
				SS(secret).Equal(polynomial[0]), PP(result).Equal(want), enough)
		}
	}
}

// A proof of knowledge of x with X = [x]G: R = [k]G, z = k + c·x with c a hash of X and R, made a
// scalar by way of a point, so that nothing but the method set is used.
func testSchnorr[P, S any, PP point[P, S], SS scalar[S]](t *testing.T) {
	challenge := func(X, R *P) *S {
		h, err := PP(new(P)).SetHash(append(PP(X).Bytes(), PP(R).Bytes()...), []byte("a test of Secant's groups"))
		if err != nil {
			t.Fatal(err)
		}
		b := make([]byte, 64)
		copy(b, PP(h).Bytes())
		c, err := SS(new(S)).SetUniformBytes(b)
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	x, k := random[S, SS](t), random[S, SS](t)
	X, R := PP(new(P)).ScalarBaseMult(x), PP(new(P)).ScalarBaseMult(k)
	c := challenge(X, R)
	z := SS(new(S)).MultiplyAdd(c, x, k)

	verify := func(X, R *P, z *S) bool {
		minus := SS(new(S)).Negate(challenge(X, R))
		return PP(PP(new(P)).VarTimeDoubleScalarBaseMult(minus, X, z)).Equal(R) == 1
	}
	// What is sent is bytes.
	X2, err := PP(new(P)).SetBytes(PP(X).Bytes())
	if err != nil {
		t.Fatal(err)
	}
	z2, err := SS(new(S)).SetCanonicalBytes(SS(z).Bytes())
	if err != nil {
		t.Fatal(err)
	}
	z3, err := SS(new(S)).SetBytes(SS(z).Bytes())
	if err != nil {
		t.Fatal(err)
	}
	if !verify(X2, R, z2) || !verify(X2, R, z3) {
		t.Error("a proof is not valid")
	}
	one := integer[S, SS](1)
	if verify(X2, R, SS(new(S)).Add(z, one)) || verify(PP(new(P)).Double(X), R, z) || verify(X, PP(new(P)).Negate(R), z) {
		t.Error("a changed proof is valid")
	}
}

func testSums[P, S, M, V any, PP point[P, S], SS scalar[S], MM sum[M, P, S], VV varTimeSum[V, P, S]](t *testing.T) {
	var constant M
	var fast V
	m, v := MM(&constant), VV(&fast)
	for _, n := range []int{0, 1, 2, 7} {
		m.Reset()
		v.Reset()
		var xs []*S
		var qs []*P
		want := PP(new(P)).SetIdentity()
		for range n {
			x := random[S, SS](t)
			q := PP(new(P)).ScalarBaseMult(random[S, SS](t))
			xs, qs = append(xs, x), append(qs, q)
			m.Add(x, q)
			PP(want).Add(want, PP(new(P)).ScalarMult(x, q))
		}
		for i := range xs {
			if err := v.AddSlices([]S{*xs[i]}, []P{*qs[i]}); err != nil {
				t.Fatal(err)
			}
		}
		if err := m.AddSlices(make([]S, 1), nil); err == nil {
			t.Error("slices of different lengths are no error")
		}
		if m.Len() != n || v.Len() != n {
			t.Errorf("%d and %d terms, want %d", m.Len(), v.Len(), n)
		}
		for name, got := range map[string]*P{
			"MSM":                    m.Sum(new(P)),
			"VarTimeMSM":             v.Sum(new(P)),
			"MultiScalarMult":        PP(new(P)).MultiScalarMult(xs, qs),
			"VarTimeMultiScalarMult": PP(new(P)).VarTimeMultiScalarMult(xs, qs),
		} {
			if PP(got).Equal(want) != 1 || PP(got).IsIdentity() != PP(want).IsIdentity() {
				t.Errorf("%d terms: %s is wrong", n, name)
			}
		}
		got := PP(new(P))
		testkit.NoAllocs(t, "MultiScalarMult", func() { got.MultiScalarMult(xs, qs) })
		testkit.NoAllocs(t, "VarTimeMultiScalarMult", func() { got.VarTimeMultiScalarMult(xs, qs) })
		if n == 0 {
			continue
		}
		v.Grow(1)
		v.AddBase(xs[0])
		want = PP(new(P)).Add(want, PP(new(P)).ScalarBaseMult(xs[0]))
		if PP(v.Sum(new(P))).Equal(want) != 1 {
			t.Errorf("%d terms and one of the generator: wrong", n)
		}
	}
	// The generator is 1 times itself, and the sum of nothing the identity.
	g := PP(new(P)).SetGenerator()
	if PP(g).Equal(PP(new(P)).ScalarBaseMult(integer[S, SS](1))) != 1 || PP(g).IsIdentity() != 0 {
		t.Error("the generator is wrong")
	}
	if d := PP(new(P)).Subtract(g, g); PP(d).IsIdentity() != 1 || PP(d).Equal(PP(new(P)).SetIdentity()) != 1 {
		t.Error("G - G is not the identity")
	}
	if s := PP(new(P)).Select(g, PP(new(P)).Double(g), 1); PP(s).Equal(g) != 1 {
		t.Error("Select is wrong")
	}
}

// The zero value of a scalar is 0, and that of a point is for receivers only. What does not
// decode changes nothing.
func testZeroValue[P, S any, PP point[P, S], SS scalar[S]](t *testing.T) {
	if SS(new(S)).IsZero() != 1 || SS(new(S)).Equal(SS(new(S)).Subtract(integer[S, SS](3), integer[S, SS](3))) != 1 {
		t.Error("the zero value of a scalar is not 0")
	}
	if !bytes.Equal(SS(new(S)).Bytes(), make([]byte, 32)) {
		t.Error("0 is not 32 zero bytes")
	}
	x, two := SS(new(S)), integer[S, SS](2)
	if x.Select(two, integer[S, SS](5), 1); x.Equal(two) != 1 {
		t.Error("Select is wrong")
	}
	for _, length := range []int{0, 31, 33, 63, 65} {
		if _, err := x.SetUniformBytes(make([]byte, length)); err == nil {
			t.Errorf("SetUniformBytes of %d bytes is no error", length)
		}
	}
	ones := bytes.Repeat([]byte{0xff}, 32)
	for name, set := range map[string]func([]byte) (*S, error){"SetBytes": x.SetBytes, "SetCanonicalBytes": x.SetCanonicalBytes} {
		for _, b := range [][]byte{ones, nil, make([]byte, 31), make([]byte, 33)} {
			if got, err := set(b); err == nil || got != nil || x.Equal(two) != 1 {
				t.Errorf("%s(%x): %v, %v", name, b, got, err)
			}
		}
	}
	g := PP(new(P)).SetGenerator()
	if got, err := PP(g).SetBytes([]byte{1, 2, 3}); err == nil || got != nil || PP(g).Equal(PP(new(P)).SetGenerator()) != 1 {
		t.Error("SetBytes of three bytes is no error, or changed its receiver")
	}
	if got, err := PP(g).SetHash([]byte("message"), nil); err == nil || got != nil || PP(g).Equal(PP(new(P)).SetGenerator()) != 1 {
		t.Error("SetHash with an empty tag is no error, or changed its receiver")
	}
	for name, use := range map[string]func(){
		"Add":                         func() { PP(new(P)).Add(g, new(P)) },
		"Subtract":                    func() { PP(new(P)).Subtract(new(P), g) },
		"Negate":                      func() { PP(new(P)).Negate(new(P)) },
		"Double":                      func() { PP(new(P)).Double(new(P)) },
		"Select":                      func() { PP(new(P)).Select(g, new(P), 1) },
		"ScalarMult":                  func() { PP(new(P)).ScalarMult(two, new(P)) },
		"VarTimeDoubleScalarBaseMult": func() { PP(new(P)).VarTimeDoubleScalarBaseMult(two, new(P), two) },
		"MultiScalarMult":             func() { PP(new(P)).MultiScalarMult([]*S{two}, []*P{new(P)}) },
		"VarTimeMultiScalarMult":      func() { PP(new(P)).VarTimeMultiScalarMult([]*S{two}, []*P{new(P)}) },
		"Sum":                         func() { PP(new(P)).Sum([]*P{g, new(P)}) },
		"Equal":                       func() { PP(g).Equal(new(P)) },
		"IsIdentity":                  func() { PP(new(P)).IsIdentity() },
		"Bytes":                       func() { PP(new(P)).Bytes() },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s of the zero value does not panic", name)
				}
			}()
			use()
		}()
	}
	// Every result is set, the identity too.
	if identity := PP(new(P)).ScalarMult(new(S), g); PP(identity).IsIdentity() != 1 || PP(PP(new(P)).Add(identity, g)).Equal(g) != 1 {
		t.Error("[0]G is not the identity")
	}
}
