// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package sr25519

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"testing"
	"testing/iotest"

	"secant.example/internal/testkit"
	"secant.example/merlin"
	"secant.example/ristretto255"
)

// schnorrkel publishes no vectors. These are what it computed for the tests of sr25519-crust,
// go-schnorrkel and curve25519-voi, and a key that Substrate's documentation has.
var seedVectors = []struct {
	seed      string
	expansion Expansion
	key       string // the private key of 64 bytes, if it is known, and the public key
}{
	{"0000000000000000000000000000000000000000000000000000000000000000", Uniform,
		"04f0557e7f35e00df0824f458868915368bd5e41fd91f85b177f5907383ac50bdd0660b091e0ec47ecaf1f6ce73e7168fef267770f5030d5c524a49615163471063b66cc8b77aa24f694d073ad72c21a9f296be0fd4ee953d8e58d5d627d435b"},
	{"0000000000000000000000000000000000000000000000000000000000000000", Ed25519,
		"caa835781b15c7706f65b71f7a58c807ab360faed6440fb23e0f4c52e930de0a0a6a85eaa642dac835424b5d7c8d637c00408c7a73da672b7f498521420b6dd3def12e42f3e487e9b14095aa8d5cc16a33491f1b50dadcf8811d1480f3fa8627"},
	{"0102030405060708090001020304050607080900010203040506070809000102", Ed25519,
		"0bf1b453d5b51fb48a2d9054024e2f51e1d0ca3580345990245cc533a61c980a4579f5543558f165fc7ec611ed72d787e03a044b86a9e26d4c8519877351b02e8c7ae4c3321de5fa5e9fb77bd074074ee51df740acbb5c907938f20374636420"},
	{"e5be9a5092b81bca64be81d212e7f2f9eba183bb7a90954f7b76361f6edb5c0a", Ed25519, // Alice
		"d43593c715fdd31c61141abd04a99fd6822c8558854ccde39a5684e7a56da27d"},
}

func TestSeeds(t *testing.T) {
	for _, v := range seedVectors {
		seed, want := testkit.Unhex(t, v.seed), testkit.Unhex(t, v.key)
		k, err := NewKeyFromSeed(seed, v.expansion)
		if err != nil {
			t.Fatal(err)
		}
		got := append(k.Bytes(), k.PublicKey().Bytes()...)
		if !bytes.Equal(got[len(got)-len(want):], want) {
			t.Errorf("seed %s: %x, want %x", v.seed, got, want)
		}
	}
}

// The key, message and signature of the tests of sr25519-crust.
const (
	vectorKey       = "28b0ae221c6bb06856b287f60d7ea0d98552ea5a16db16956849aa371db3eb51fd190cce74df356432b410bd64682309d6dedb27c76845daf388557cbac3ca34"
	vectorScalar    = "05d65584630d16cd4af6d0bec10f34bb504a5dcb62dba2122d49f5a663763d0a"
	vectorPublic    = "46ebddef8cd9bb167dc30878d7113b7e168e6f0646beffd77d69d39bad76b47a"
	vectorMessage   = "this is a message"
	vectorSignature = "4e172314444b8f820bb54c22e95076f220ed25373e5c178234aa6c211d29271244b947e3ff3418ff6b45fd1df1140c8cbff69fc58ee6dc96df70936a2bb74b82"
)

var substrate = []byte("substrate")

func TestVector(t *testing.T) {
	k, err := NewPrivateKeyFromEd25519(testkit.Unhex(t, vectorKey))
	if err != nil {
		t.Fatal(err)
	}
	public, sig := testkit.Unhex(t, vectorPublic), testkit.Unhex(t, vectorSignature)
	if got := k.Bytes(); !bytes.Equal(got[:32], testkit.Unhex(t, vectorScalar)) || !bytes.Equal(got[32:], testkit.Unhex(t, vectorKey)[32:]) {
		t.Errorf("the private key is %x", got)
	}
	if got := k.Ed25519Bytes(); !bytes.Equal(got, testkit.Unhex(t, vectorKey)) {
		t.Errorf("the private key comes back as %x", got)
	}
	if got := k.PublicKey().Bytes(); !bytes.Equal(got, public) {
		t.Errorf("the public key is %x", got)
	}
	testkit.Kernels(t, func(t *testing.T) {
		if !Verify(public, substrate, []byte(vectorMessage), sig) || !k.PublicKey().Verify(substrate, []byte(vectorMessage), sig) ||
			!k.PublicKey().VerifyTranscript(NewSigningContext(substrate).Message([]byte(vectorMessage)), sig) {
			t.Error("the signature is not valid")
		}
	})
}

// newKey returns a key that depends on rng.
func newKey(t testing.TB, rng *testkit.Rand) *PrivateKey {
	t.Helper()
	k, err := GenerateKey(bytes.NewReader(rng.Bytes(96)))
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// modelVerify is verification as schnorrkel has it, with the public group: it computes R and compares
// bytes.
func modelVerify(publicKey []byte, transcript *merlin.Transcript, sig []byte) bool {
	if len(publicKey) != 32 || len(sig) != 64 || sig[63]&0x80 == 0 {
		return false
	}
	b := bytes.Clone(sig[32:])
	b[31] &= 0x7f
	s, err := ristretto255.NewScalar().SetCanonicalBytes(b)
	if err != nil {
		return false
	}
	A, err := ristretto255.NewElement().SetCanonicalBytes(publicKey)
	if err != nil {
		return false
	}
	t := transcript.Clone()
	t.AppendMessage("proto-name", []byte("Schnorr-sig"))
	t.AppendMessage("sign:pk", publicKey)
	t.AppendMessage("sign:R", sig[:32])
	wide := make([]byte, 64)
	if t.ExtractBytes(wide, "sign:c") != nil {
		return false
	}
	k, _ := ristretto255.NewScalar().SetUniformBytes(wide)
	R := ristretto255.NewElement().VarTimeDoubleScalarBaseMult(k, A.Negate(A), s)
	return bytes.Equal(R.Bytes(), sig[:32])
}

func TestSign(t *testing.T) {
	rng := testkit.NewRand(t)
	testkit.Kernels(t, func(t *testing.T) {
		for n := range 20 {
			k := newKey(t, rng)
			context, message := rng.Bytes(n), rng.Bytes(17*n)
			sig, err := Sign(k, context, message)
			if err != nil {
				t.Fatal(err)
			}
			public := k.PublicKey().Bytes()
			expanded, err := NewExpandedPublicKey(public)
			if err != nil {
				t.Fatal(err)
			}
			if !Verify(public, context, message, sig) || !k.PublicKey().Verify(context, message, sig) || !expanded.Verify(context, message, sig) ||
				!modelVerify(public, NewSigningContext(context).Message(message), sig) {
				t.Fatalf("the signature %x of %x is not valid", sig, message)
			}
			for i := range 64 {
				bad := bytes.Clone(sig)
				bad[i] ^= 1 << rng.IntN(8)
				if Verify(public, context, message, bad) || k.PublicKey().Verify(context, message, bad) || expanded.Verify(context, message, bad) {
					t.Errorf("valid with byte %d changed", i)
				}
			}
			if Verify(public, append(context, 0), message, sig) || Verify(public, context, append(message, 0), sig) ||
				Verify(newKey(t, rng).PublicKey().Bytes(), context, message, sig) || Verify(public, context, message, sig[:63]) ||
				Verify(public, context, message, append(sig, 0)) || Verify(public[:31], context, message, sig) {
				t.Error("another context, message, key or length is valid")
			}
		}
	})
}

// Signatures depend on the random bytes, and are not broken by those that are known.
func TestSignTranscript(t *testing.T) {
	k := newKey(t, testkit.NewRand(t))
	c := NewSigningContext(substrate)
	transcript := c.Message([]byte("message"))
	before := *transcript
	zeros := make([]byte, 32)
	sign := func(random io.Reader) []byte {
		sig, err := k.SignTranscript(transcript, random)
		if err != nil || !k.PublicKey().VerifyTranscript(transcript, sig) {
			t.Fatalf("%x, %v", sig, err)
		}
		return sig
	}
	a, b := sign(bytes.NewReader(zeros)), sign(iotest.OneByteReader(bytes.NewReader(zeros)))
	if !bytes.Equal(a, b) {
		t.Error("the same random bytes make other signatures")
	}
	if bytes.Equal(a, sign(nil)) || bytes.Equal(sign(nil), sign(nil)) || bytes.Equal(a, sign(bytes.NewReader(bytes.Repeat([]byte{1}, 32)))) {
		t.Error("other random bytes make the same signature")
	}
	if *transcript != before {
		t.Error("the transcript changed")
	}
	failure := errors.New("failure")
	for want, random := range map[error]io.Reader{failure: iotest.ErrReader(failure), io.ErrUnexpectedEOF: bytes.NewReader(zeros[:31])} {
		if sig, err := k.SignTranscript(transcript, random); !errors.Is(err, want) || sig != nil {
			t.Errorf("%x, %v, want %v", sig, err, want)
		}
	}
	// All kinds of transcripts are different.
	var digest [64]byte
	all := []*merlin.Transcript{c.Message(digest[:32]), c.Message(digest[:]), c.Hash256([32]byte{}), c.Hash512(digest), c.XOF([32]byte{}), NewSigningContext(nil).Message(digest[:32])}
	for i, x := range all {
		sig, err := k.SignTranscript(x, nil)
		if err != nil {
			t.Fatal(err)
		}
		for j, y := range all {
			if k.PublicKey().VerifyTranscript(y, sig) != (i == j) {
				t.Errorf("a signature of transcript %d is valid, or not, for %d", i, j)
			}
		}
	}
}

// scalarN is the order, little-endian.
var scalarN = append(append([]byte{0xed, 0xd3, 0xf5, 0x5c, 0x1a, 0x63, 0x12, 0x58, 0xd6, 0x9c, 0xf7, 0xa2, 0xde, 0xf9, 0xde, 0x14}, make([]byte, 15)...), 0x10)

func TestKeys(t *testing.T) {
	rng := testkit.NewRand(t)
	k := newKey(t, rng)
	b, ed := k.Bytes(), k.Ed25519Bytes()
	again, err := NewPrivateKey(b)
	if err != nil || !again.Equal(k) || !bytes.Equal(again.Bytes(), b) || !again.PublicKey().Equal(k.PublicKey()) {
		t.Errorf("the key comes back as %x, %v", again.Bytes(), err)
	}
	if again, err = NewPrivateKeyFromEd25519(ed); err != nil || !again.Equal(k) {
		t.Errorf("the key comes back as %x, %v", again.Bytes(), err)
	}
	p, err := NewPublicKey(k.PublicKey().Bytes())
	if err != nil || !p.Equal(k.Public()) || !bytes.Equal(p.Bytes(), k.PublicKey().Bytes()) || p.IsIdentity() ||
		!bytes.Equal(p.Element().Bytes(), p.Bytes()) {
		t.Errorf("the public key comes back as %v, %v", p, err)
	}
	other := bytes.Clone(b)
	other[40] ^= 1
	if x, err := NewPrivateKey(other); err != nil || x.Equal(k) || !x.PublicKey().Equal(p) {
		t.Error("a key with another nonce seed is equal, or has another public key")
	}
	if k.Equal(p) || p.Equal(k) || k.Equal(nil) || p.Equal(nil) || k.Equal((*PrivateKey)(nil)) || p.Equal((*PublicKey)(nil)) || k.Equal(newKey(t, rng)) ||
		p.Equal(newKey(t, rng).PublicKey()) {
		t.Error("different things are equal")
	}
	// What is given and returned may be changed.
	b[0]++
	k.PublicKey().Bytes()[0]++
	if bytes.Equal(k.Bytes(), b) || !bytes.Equal(k.PublicKey().Bytes(), p.Bytes()) {
		t.Error("bytes that were returned change a key")
	}

	zero := make([]byte, 64)
	for name, bad := range map[string][]byte{
		"nil": nil, "63": ed[:63], "65": append(bytes.Clone(ed), 0), "zero": zero, "order": append(bytes.Clone(scalarN), ed[32:]...),
		"large": bytes.Repeat([]byte{0xff}, 64),
	} {
		if x, err := NewPrivateKey(bad); !errors.Is(err, ErrPrivateKey) || x != nil {
			t.Errorf("%s: %v", name, err)
		}
		if name == "order" { // 8 times it
			for i := 31; i > 0; i-- {
				bad[i] = bad[i]<<3 | bad[i-1]>>5
			}
			bad[0] <<= 3
		}
		if x, err := NewPrivateKeyFromEd25519(bad); !errors.Is(err, ErrPrivateKey) || x != nil {
			t.Errorf("%s, times 8: %v", name, err)
		}
	}
	for i := range 3 {
		bad := bytes.Clone(ed)
		bad[0] ^= 1 << i
		if x, err := NewPrivateKeyFromEd25519(bad); !errors.Is(err, ErrPrivateKey) || x != nil {
			t.Errorf("no multiple of 8: %v", err)
		}
	}
	for _, n := range []int{0, 31, 33, 64} {
		if x, err := NewKeyFromSeed(make([]byte, n), Uniform); !errors.Is(err, ErrPrivateKey) || x != nil {
			t.Errorf("a seed of %d bytes: %v", n, err)
		}
		if x, err := NewPublicKey(make([]byte, n)); !errors.Is(err, ErrPublicKey) || x != nil {
			t.Errorf("a public key of %d bytes: %v", n, err)
		}
		if x, err := NewExpandedPublicKey(make([]byte, n)); !errors.Is(err, ErrPublicKey) || x != nil {
			t.Errorf("an expanded key of %d bytes: %v", n, err)
		}
	}
	for _, expansion := range []Expansion{0, 3, -1} {
		if x, err := NewKeyFromSeed(make([]byte, 32), expansion); !errors.Is(err, ErrExpansion) || x != nil {
			t.Errorf("expansion %d: %v", expansion, err)
		}
	}
	for _, bad := range []string{
		"0100000000000000000000000000000000000000000000000000000000000000", // odd
		"edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f", // p
		"ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
		"26948d35ca62e643e26a83177332e6b6afeb9d08e4268b650f1f5bbd8d81d371", // no element, RFC 9496, appendix A.2
	} {
		if x, err := NewPublicKey(testkit.Unhex(t, bad)); !errors.Is(err, ErrPublicKey) || x != nil {
			t.Errorf("%s: %v", bad, err)
		}
		if x, err := NewExpandedPublicKey(testkit.Unhex(t, bad)); !errors.Is(err, ErrPublicKey) || x != nil {
			t.Errorf("%s, expanded: %v", bad, err)
		}
	}
}

func TestGenerateKey(t *testing.T) {
	random := testkit.NewRand(t).Bytes(96)
	k, err := GenerateKey(iotest.OneByteReader(bytes.NewReader(append(random, 1, 2))))
	if err != nil {
		t.Fatal(err)
	}
	x, err := ristretto255.NewScalar().SetUniformBytes(random[:64])
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(k.Bytes(), append(x.Bytes(), random[64:96]...)) {
		t.Errorf("the key is %x", k.Bytes())
	}
	a, err := GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	if b, err := GenerateKey(nil); err != nil || a.Equal(b) {
		t.Errorf("the same key twice, %v", err)
	}
	failure := errors.New("failure")
	for want, reader := range map[error]io.Reader{failure: iotest.ErrReader(failure), io.ErrUnexpectedEOF: bytes.NewReader(random[:95])} {
		if k, err := GenerateKey(reader); !errors.Is(err, want) || k != nil {
			t.Errorf("%v, %v, want %v", k, err, want)
		}
	}
	for _, bad := range [][]byte{make([]byte, 96), append(bytes.Clone(random[:64]), make([]byte, 32)...), append(append(bytes.Clone(scalarN), make([]byte, 32)...), random[:32]...)} {
		if k, err := GenerateKey(bytes.NewReader(bad)); err == nil || k != nil {
			t.Errorf("%x is a key", bad)
		}
	}
}

// The identity is a public key, as in schnorrkel, for which everyone can sign.
func TestIdentity(t *testing.T) {
	p, err := NewPublicKey(make([]byte, 32))
	if err != nil || !p.IsIdentity() || new(PublicKey).IsIdentity() || (*PublicKey)(nil).IsIdentity() {
		t.Fatal(err)
	}
	// s = 1 and R = B.
	sig := make([]byte, 64)
	copy(sig, ristretto255.NewGeneratorElement().Bytes())
	sig[32], sig[63] = 1, 0x80
	transcript := NewSigningContext(nil).Message(nil)
	e, err := NewExpandedPublicKey(make([]byte, 32))
	if err != nil || !e.PublicKey().IsIdentity() {
		t.Fatal(err)
	}
	valid := func(want bool) {
		t.Helper()
		if modelVerify(p.Bytes(), transcript, sig) != want || p.Verify(nil, nil, sig) != want || e.Verify(nil, nil, sig) != want ||
			Verify(p.Bytes(), nil, nil, sig) != want {
			t.Errorf("not %v", want)
		}
	}
	valid(true)
	sig[32] = 2
	valid(false)
	clear(sig[:33]) // s = 0, and R is the identity
	valid(true)
	sig[32] = 1
	valid(false)
}

func TestNoKey(t *testing.T) {
	transcript := NewSigningContext(nil).Message(nil)
	for _, k := range []*PrivateKey{nil, new(PrivateKey), func() *PrivateKey { k, _ := GenerateKey(nil); k.Zero(); return k }()} {
		for name, err := range map[string]error{
			"Sign":           second(Sign(k, nil, nil)),
			"SignTranscript": second(k.SignTranscript(transcript, nil)),
			"DeriveSoft":     third(k.DeriveSoft(make([]byte, 32), nil, nil)),
			"DeriveHard":     third(k.DeriveHard(make([]byte, 32), nil)),
			"VRFSign":        third(k.VRFSign(transcript, nil, nil)),
		} {
			if !errors.Is(err, ErrPrivateKey) {
				t.Errorf("%s: %v", name, err)
			}
		}
		if k.Bytes() != nil || k.Ed25519Bytes() != nil || k.Equal(k) {
			t.Error("a key that was never set has bytes, or is equal")
		}
	}
	if p := new(PrivateKey).PublicKey(); p.Bytes() != nil || p.Equal(p) {
		t.Error("it has a public key")
	}
	sig := testkit.Unhex(t, vectorSignature)
	for _, p := range []*PublicKey{nil, new(PublicKey)} {
		if p.Verify(substrate, []byte(vectorMessage), sig) || p.Bytes() != nil || p.Equal(p) || p.Element().IsIdentity() != 1 {
			t.Error("a key that was never set verifies, or has bytes, or is equal")
		}
		if _, _, err := p.DeriveSoft(make([]byte, 32), nil); !errors.Is(err, ErrPublicKey) {
			t.Error(err)
		}
		if _, err := p.VRFVerify(transcript, nil, make([]byte, 32), make([]byte, 64)); !errors.Is(err, ErrPublicKey) {
			t.Error(err)
		}
	}
	for _, e := range []*ExpandedPublicKey{nil, new(ExpandedPublicKey)} {
		if e.Verify(substrate, []byte(vectorMessage), sig) || e.PublicKey().Bytes() != nil {
			t.Error("an expanded key that was never set verifies, or has bytes")
		}
	}
	// Nor does a transcript that was never made.
	k := newKey(t, testkit.NewRand(t))
	none := new(SigningContext).Message(nil)
	if _, err := k.SignTranscript(none, nil); !errors.Is(err, merlin.ErrTranscript) {
		t.Error(err)
	}
	if _, _, err := k.VRFSign(none, nil, nil); !errors.Is(err, merlin.ErrTranscript) {
		t.Error(err)
	}
	if _, _, err := k.VRFSign(transcript, none, nil); !errors.Is(err, merlin.ErrTranscript) {
		t.Error(err)
	}
	sig, err := k.SignTranscript(transcript, nil)
	e, _ := NewExpandedPublicKey(k.PublicKey().Bytes())
	if err != nil || e.VerifyTranscript(none, sig) || !e.VerifyTranscript(transcript, sig) || k.PublicKey().VerifyTranscript(none, sig) || k.PublicKey().VerifyTranscript(new(merlin.Transcript), sig) {
		t.Errorf("a signature is valid for no transcript, %v", err)
	}
}

func second[A any](_ A, err error) error        { return err }
func third[A, B any](_ A, _ B, err error) error { return err }

// From the tests of sr25519-crust.
const derivationKey = "4c1250e05afcd79e74f6c035aee10248841090e009b6fd7ba6a98d5dc743250cafa4b32c608e3ee2ba624850b3f14c75841af84b16798bf1ee4a3875aa37a2ce"

func TestDerivationVectors(t *testing.T) {
	k, err := NewPrivateKey(testkit.Unhex(t, derivationKey))
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprintf("%x", k.PublicKey().Bytes()); got != "e661e416406384fe1ca091980958576d2bff7c461636e9f22c895f444905ea1f" {
		t.Errorf("the public key is %s", got)
	}
	soft, _, err := k.DeriveSoft(testkit.Unhex(t, "0c666f6f00000000000000000000000000000000000000000000000000000000"), nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprintf("%x", soft.PublicKey().Bytes()); got != "b21e5aabeeb35d6a1bf76226a6c65cd897016df09ef208243e59eed2401f5357" {
		t.Errorf("the public key of a soft child is %s", got)
	}
	seed, _, err := k.DeriveHard(testkit.Unhex(t, "14416c6963650000000000000000000000000000000000000000000000000000"), nil)
	if err != nil {
		t.Fatal(err)
	}
	hard, err := NewKeyFromSeed(seed, Ed25519)
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprintf("%x", hard.PublicKey().Bytes()); got != "d8db757f04521a940f0237c8a1e44dfbe0b3e39af929eb2e9e257ba61b9a0a1a" {
		t.Errorf("the public key of a hard child is %s", got)
	}
}

func TestDerivation(t *testing.T) {
	rng := testkit.NewRand(t)
	k := newKey(t, rng)
	p := k.PublicKey()
	code := rng.Bytes(32)
	for n := range 10 {
		index := rng.Bytes(n)
		k2, code2, err := k.DeriveSoft(code, index, nil)
		if err != nil {
			t.Fatal(err)
		}
		p2, code3, err := p.DeriveSoft(code, index)
		if err != nil || !p2.Equal(k2.PublicKey()) || !bytes.Equal(code2, code3) {
			t.Errorf("the children are %x and %x, %v", p2.Bytes(), k2.PublicKey().Bytes(), err)
		}
		other, _, err := p.DeriveSoft(code, append(index, 0))
		if err != nil || other.Equal(p2) {
			t.Error("another index gives the same child")
		}
		other, _, err = p.DeriveSoft(code2, index)
		if err != nil || other.Equal(p2) {
			t.Error("another chain code gives the same child")
		}
		again, _, err := k.DeriveSoft(code, index, nil)
		if err != nil || again.Equal(k2) || !again.PublicKey().Equal(p2) {
			t.Errorf("the nonce seed is the same again, or the key is not, %v", err)
		}
		sig, err := Sign(k2, nil, index)
		if err != nil || !p2.Verify(nil, index, sig) {
			t.Errorf("a signature of a child is not valid, %v", err)
		}
		s1, c1, err1 := k.DeriveHard(code, index)
		s2, c2, err2 := k.DeriveHard(nil, index)
		s3, c3, err3 := k.DeriveHard(code, index)
		if err1 != nil || err2 != nil || err3 != nil || bytes.Equal(s1, s2) || bytes.Equal(c1, c2) || !bytes.Equal(s1, s3) || !bytes.Equal(c1, c3) || bytes.Equal(s1, c1) {
			t.Errorf("hard children: %x, %x, %x, %v, %v, %v", s1, s2, s3, err1, err2, err3)
		}
		k, p, code = k2, p2, code2
	}
	for _, n := range []int{0, 31, 33} {
		bad := make([]byte, n)
		for name, err := range map[string]error{
			"private": third(k.DeriveSoft(bad, nil, nil)), "public": third(p.DeriveSoft(bad, nil)), "hard": third(k.DeriveHard(bad, nil)),
		} {
			if !errors.Is(err, ErrChainCode) {
				t.Errorf("%s, a chain code of %d bytes: %v", name, n, err)
			}
		}
	}
	failure := errors.New("failure")
	if _, _, err := k.DeriveSoft(code, nil, iotest.ErrReader(failure)); !errors.Is(err, failure) {
		t.Error(err)
	}
}

func TestAllocations(t *testing.T) {
	k := newKey(t, testkit.NewRand(t))
	p := k.PublicKey()
	message := make([]byte, 32)
	sig, err := Sign(k, substrate, message)
	if err != nil {
		t.Fatal(err)
	}
	public := p.Bytes()
	testkit.NoAllocs(t, "Sign", func() { _, _ = Sign(k, substrate, message) })
	testkit.NoAllocs(t, "Verify", func() { Verify(public, substrate, message, sig) })
	testkit.NoAllocs(t, "PublicKey.Verify", func() { p.Verify(substrate, message, sig) })
}

func BenchmarkSr25519(b *testing.B) {
	k := newKey(b, testkit.NewRand(b))
	p := k.PublicKey()
	public, message := p.Bytes(), make([]byte, 32)
	sig, err := Sign(k, substrate, message)
	if err != nil {
		b.Fatal(err)
	}
	transcript := NewSigningContext(substrate).Message(message)
	o, proof, err := k.VRFSign(transcript, nil, nil)
	if err != nil {
		b.Fatal(err)
	}
	pre, short := o.PreOutput(), proof.Bytes()
	seed, code := make([]byte, 32), make([]byte, 32)
	for _, c := range []struct {
		name string
		f    func()
	}{
		{"NewKeyFromSeed", func() { NewKeyFromSeed(seed, Ed25519) }},
		{"Sign", func() { Sign(k, substrate, message) }},
		{"Verify", func() { Verify(public, substrate, message, sig) }},
		{"Verify/decoded key", func() { p.Verify(substrate, message, sig) }},
		{"DeriveSoft", func() { p.DeriveSoft(code, nil) }},
		{"VRFSign", func() { k.VRFSign(transcript, nil, nil) }},
		{"VRFVerify", func() { p.VRFVerify(transcript, nil, pre, short) }},
	} {
		b.Run(c.name, func(b *testing.B) {
			for range b.N {
				c.f()
			}
		})
	}
}

// FuzzVerify compares verification with what schnorrkel does, and that in a batch.
func FuzzVerify(f *testing.F) {
	f.Add(testkit.Unhex(f, vectorPublic), substrate, []byte(vectorMessage), testkit.Unhex(f, vectorSignature))
	f.Add(make([]byte, 32), []byte{}, []byte{}, append(make([]byte, 63), 0x80))
	f.Add([]byte{}, []byte{}, []byte{}, []byte{})
	f.Fuzz(func(t *testing.T, public, context, message, sig []byte) {
		want := modelVerify(public, NewSigningContext(context).Message(message), sig)
		if got := Verify(public, context, message, sig); got != want {
			t.Errorf("%x, %x: valid is %v, want %v", public, sig, got, want)
		}
		p, err := NewPublicKey(public)
		if (err == nil) != (p != nil) || err != nil && !errors.Is(err, ErrPublicKey) {
			t.Errorf("key %x: %v, %v", public, p, err)
		}
		b := NewBatchVerifier(context)
		b.Add(public, message, sig)
		if p != nil {
			if !bytes.Equal(p.Bytes(), public) {
				t.Errorf("key %x comes back as %x", public, p.Bytes())
			}
			if got := p.Verify(context, message, sig); got != want {
				t.Errorf("%x, %x: valid under the decoded key is %v, want %v", public, sig, got, want)
			}
			b.AddKey(p, message, sig)
			e, err := NewExpandedPublicKey(public)
			if err != nil || !e.PublicKey().Equal(p) {
				t.Fatalf("%x: %v", public, err)
			}
			if got := e.Verify(context, message, sig); got != want {
				t.Errorf("%x, %x: valid under the expanded key is %v, want %v", public, sig, got, want)
			}
			b.AddExpanded(e, message, sig)
		}
		b.Add(public, message, sig)
		b.Add(public, message, sig)
		if valid, each := b.Verify(nil); valid != want || slices.Contains(each, !want) {
			t.Errorf("%x, %x: valid in a batch is %v, want %v", public, sig, each, want)
		}
	})
}

// FuzzPrivateKey decodes private keys.
func FuzzPrivateKey(f *testing.F) {
	f.Add(testkit.Unhex(f, vectorKey))
	f.Add(append(bytes.Clone(scalarN), make([]byte, 32)...))
	f.Add(make([]byte, 64))
	f.Fuzz(func(t *testing.T, b []byte) {
		if k, err := NewPrivateKey(b); err == nil && !bytes.Equal(k.Bytes(), b) || err != nil && (k != nil || !errors.Is(err, ErrPrivateKey)) {
			t.Errorf("%x: %v, %v", b, k, err)
		}
		if k, err := NewPrivateKeyFromEd25519(b); err == nil && !bytes.Equal(k.Ed25519Bytes(), b) || err != nil && (k != nil || !errors.Is(err, ErrPrivateKey)) {
			t.Errorf("%x: %v, %v", b, k, err)
		}
		if k, err := NewKeyFromSeed(b, Uniform); (err == nil) != (len(b) == 32) {
			t.Errorf("the seed %x: %v, %v", b, k, err)
		}
	})
}
