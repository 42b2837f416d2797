// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package ed25519

import (
	"bytes"
	"crypto"
	"crypto/ed25519"
	"crypto/sha512"
	"crypto/subtle"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"secant.example/internal/testkit"
)

// newKey returns a random key pair.
func newKey(t testing.TB, rng *testkit.Rand) (PublicKey, PrivateKey) {
	t.Helper()
	seed := make([]byte, SeedSize)
	rng.Fill(seed)
	public, private, err := GenerateKey(bytes.NewReader(seed))
	if err != nil {
		t.Fatal(err)
	}
	return public, private
}

// randomBytes returns up to n random bytes.
func randomBytes(rng *testkit.Rand, n int) []byte {
	b := make([]byte, rng.IntN(n+1))
	rng.Fill(b)
	return b
}

// randomOptions returns options of a random variant, with a message for it.
func randomOptions(rng *testkit.Rand, message []byte) ([]byte, *Options) {
	context := string(randomBytes(rng, 255))
	switch rng.IntN(4) {
	case 0:
		return message, &Options{}
	case 1:
		return message, &Options{Context: context}
	case 2:
		h := sha512.Sum512(message)
		return h[:], &Options{Hash: crypto.SHA512}
	default:
		h := sha512.Sum512(message)
		return h[:], &Options{Hash: crypto.SHA512, Context: context}
	}
}

// signOptions returns the options that mean the same.
func signOptions(o *Options) *SignOptions {
	if o == nil {
		return nil
	}
	return &SignOptions{Hash: o.Hash, Context: o.Context}
}

func TestRFC8032(t *testing.T) {
	type vector struct {
		Name, Variant                             string
		Seed, Public, Message, Context, Signature testkit.Hex
	}
	vectors := testkit.ReadJSON[[]vector](t, "testdata/rfc8032.json")
	if len(vectors) != 10 {
		t.Fatalf("%d vectors, want 10", len(vectors))
	}
	testkit.Kernels(t, func(t *testing.T) {
		for _, v := range vectors {
			opts := &Options{Context: string(v.Context)}
			message := []byte(v.Message)
			if v.Variant == "Ed25519ph" {
				h := sha512.Sum512(message)
				message, opts.Hash = h[:], crypto.SHA512
			}
			private := NewKeyFromSeed(v.Seed)
			public := private.Public().(PublicKey)
			if !bytes.Equal(public, v.Public) || !bytes.Equal(private.Seed(), v.Seed) {
				t.Errorf("%s: public key %x, want %x", v.Name, public, v.Public)
			}
			sig, err := SignWithOptions(private, message, signOptions(opts))
			if err != nil || !bytes.Equal(sig, v.Signature) {
				t.Errorf("%s: signature %x, %v, want %x", v.Name, sig, err, v.Signature)
			}
			for _, p := range presets {
				if err := VerifyWithRules(public, message, sig, p.rules, opts); err != nil {
					t.Errorf("%s, rules %v: %v", v.Name, p.rules, err)
				}
			}
			if opts.Hash == 0 && opts.Context == "" {
				if sig := Sign(private, message); !bytes.Equal(sig, v.Signature) {
					t.Errorf("%s: Sign gives %x, want %x", v.Name, sig, v.Signature)
				}
				if !Verify(public, message, sig) {
					t.Errorf("%s: Verify rejects", v.Name)
				}
			} else if Verify(public, message, sig) {
				t.Errorf("%s: valid as plain Ed25519", v.Name)
			}
		}
	})
}

// TestStandardLibrary compares with crypto/ed25519, both ways.
func TestStandardLibrary(t *testing.T) {
	rng := testkit.NewRand(t)
	testkit.Kernels(t, func(t *testing.T) {
		for range 100 {
			seed := make([]byte, SeedSize)
			rng.Fill(seed)
			want := ed25519.NewKeyFromSeed(seed)
			private := NewKeyFromSeed(seed)
			if !bytes.Equal(private, want) {
				t.Fatalf("seed %x: key %x, want %x", seed, private, want)
			}
			if parsed, err := ParseSeed(seed); err != nil || !bytes.Equal(parsed, want) {
				t.Fatalf("seed %x: parsed %x, %v, want %x", seed, parsed, err, want)
			}
			public := private.Public().(PublicKey)
			signer, err := NewSigner(private)
			if err != nil {
				t.Fatal(err)
			}
			message, opts := randomOptions(rng, randomBytes(rng, 300))
			wantSig, err := want.Sign(nil, message, opts)
			if err != nil {
				t.Fatal(err)
			}
			sig, err := SignWithOptions(private, message, signOptions(opts))
			if err != nil || !bytes.Equal(sig, wantSig) {
				t.Errorf("%x, %+v: signature %x, %v, want %x", message, opts, sig, err, wantSig)
			}
			for _, o := range []crypto.SignerOpts{opts, signOptions(opts)} {
				if sig, err := signer.Sign(nil, message, o); err != nil || !bytes.Equal(sig, wantSig) {
					t.Errorf("%x, %+v: signature of a Signer %x, %v, want %x", message, o, sig, err, wantSig)
				}
			}
			for _, p := range presets {
				if err := VerifyWithRules(public, message, wantSig, p.rules, opts); err != nil {
					t.Errorf("%x, %+v: %v", message, opts, err)
				}
			}
			if err := ed25519.VerifyWithOptions(public, message, sig, opts); err != nil {
				t.Errorf("%x, %+v: crypto/ed25519 says %v", message, opts, err)
			}
		}
	})
}

func TestGenerateKey(t *testing.T) {
	zeros := make([]byte, SeedSize)
	public, private, err := GenerateKey(bytes.NewReader(zeros))
	if err != nil || !bytes.Equal(private, ed25519.NewKeyFromSeed(zeros)) || !public.Equal(private.Public()) {
		t.Errorf("key from a reader of zeros: %x, %x, %v", public, private, err)
	}
	if _, _, err := GenerateKey(bytes.NewReader(zeros[1:])); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("key from too few bytes: %v", err)
	}
	broken := errors.New("broken")
	if public, private, err := GenerateKey(iotest.ErrReader(broken)); !errors.Is(err, broken) || public != nil || private != nil {
		t.Errorf("key from a broken reader: %x, %x, %v", public, private, err)
	}
	public1, private1, err := GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	_, private2, err := GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	if private1.Equal(private2) || private1.Equal(private) {
		t.Error("two random keys are equal")
	}
	if !public1.Equal(ed25519.NewKeyFromSeed(private1.Seed()).Public()) {
		t.Error("the public key does not belong to the seed")
	}
}

// TestBadInput gives every function wrong lengths and options.
func TestBadInput(t *testing.T) {
	rng := testkit.NewRand(t)
	public, private := newKey(t, rng)
	message := make([]byte, 64)
	sig := Sign(private, message)
	signer, err := NewSigner(private)
	if err != nil {
		t.Fatal(err)
	}
	check := func(name string, err, want error) {
		t.Helper()
		if !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", name, err, want)
		}
		if err != nil && !strings.HasPrefix(err.Error(), "ed25519: ") {
			t.Errorf("%s: the text %q does not name the package", name, err)
		}
	}
	panics := func(name string, f func()) {
		t.Helper()
		defer func() {
			t.Helper()
			if text, ok := recover().(string); !ok || !strings.HasPrefix(text, "ed25519: ") {
				t.Errorf("%s: it does not panic as it should", name)
			}
		}()
		f()
	}
	for n := range 130 {
		long := make([]byte, n)
		copy(long, private)
		if n != SeedSize {
			key, err := ParseSeed(long)
			check("ParseSeed", err, ErrPrivateKey)
			if key != nil {
				t.Errorf("key %x from %d bytes", key, n)
			}
			panics("NewKeyFromSeed", func() { NewKeyFromSeed(long) })
		}
		if n != PrivateKeySize {
			_, err := NewSigner(long)
			check("NewSigner", err, ErrPrivateKey)
			panics("Sign", func() { Sign(long, message) })
			sig, err := SignWithOptions(long, message, nil)
			check("SignWithOptions", err, ErrPrivateKey)
			if sig != nil {
				t.Errorf("signature %x of a key of %d bytes", sig, n)
			}
		}
		copy(long, public)
		if n != PublicKeySize {
			check("public key", VerifyWithOptions(long, message, sig, nil), errPublicKeySize)
			if Verify(long, message, sig) {
				t.Errorf("valid under a public key of %d bytes", n)
			}
		}
		copy(long, sig)
		if n != SignatureSize {
			check("signature", VerifyWithOptions(public, message, long, nil), errSignatureSize)
			if Verify(public, message, long) {
				t.Errorf("a signature of %d bytes is valid", n)
			}
		}
		if n != sha512.Size {
			ph := &Options{Hash: crypto.SHA512}
			check("digest", VerifyWithOptions(public, make([]byte, n), sig, ph), ErrOptions)
			_, err := SignWithOptions(private, make([]byte, n), signOptions(ph))
			check("digest", err, ErrOptions)
			_, err = signer.Sign(nil, make([]byte, n), crypto.SHA512)
			check("digest", err, ErrOptions)
		}
	}
	for _, opts := range []*Options{
		{Hash: crypto.SHA256},
		{Hash: crypto.SHA512_256},
		{Hash: 1 << 20},
		{Context: strings.Repeat("c", 256)},
		{Hash: crypto.SHA512, Context: strings.Repeat("c", 256)},
	} {
		_, err := SignWithOptions(private, message, signOptions(opts))
		check("options", err, ErrOptions)
		_, err = signer.Sign(nil, message, signOptions(opts))
		check("options", err, ErrOptions)
		_, err = signer.Sign(nil, message, opts)
		check("options", err, ErrOptions)
		check("options", VerifyWithOptions(public, message, sig, opts), ErrOptions)
	}
	_, err = signer.Sign(nil, message, crypto.SHA384)
	check("hash", err, ErrOptions)
	for r := 32; r < 256; r++ {
		check("rules", VerifyWithRules(public, message, sig, Rules(r), nil), ErrOptions)
	}
	for name, none := range map[string]*Signer{"zero Signer": new(Signer), "nil Signer": nil} {
		sig, err := none.Sign(nil, message, crypto.Hash(0))
		check(name, err, ErrPrivateKey)
		if sig != nil {
			t.Errorf("%s: signature %x", name, sig)
		}
		if public, private := none.Public().(PublicKey), none.PrivateKey(); public != nil || private != nil {
			t.Errorf("%s: keys %x, %x", name, public, private)
		}
	}
}

// TestLongContext signs with contexts of the greatest length and one of every
// shorter one: all give different signatures that crypto/ed25519 accepts.
func TestLongContext(t *testing.T) {
	rng := testkit.NewRand(t)
	public, private := newKey(t, rng)
	digest := make([]byte, sha512.Size)
	seen := make(map[[64]byte]bool)
	for n := 0; n <= 255; n++ {
		for _, hash := range []crypto.Hash{0, crypto.SHA512} {
			opts := &Options{Hash: hash, Context: strings.Repeat("\x00", n)}
			sig, err := SignWithOptions(private, digest, signOptions(opts))
			if err != nil {
				t.Fatal(err)
			}
			if err := ed25519.VerifyWithOptions(public, digest, sig, opts); err != nil {
				t.Errorf("context of %d bytes: %v", n, err)
			}
			seen[[64]byte(sig)] = true
		}
	}
	if len(seen) != 2*256 {
		t.Errorf("%d different signatures, want %d", len(seen), 2*256)
	}
}

func TestSigner(t *testing.T) {
	rng := testkit.NewRand(t)
	public, private := newKey(t, rng)
	signer, err := NewSigner(private)
	if err != nil {
		t.Fatal(err)
	}
	message := make([]byte, 64)
	rng.Fill(message)
	plain := Sign(private, message)
	prehashed, err := SignWithOptions(private, message, &SignOptions{Hash: crypto.SHA512})
	if err != nil {
		t.Fatal(err)
	}

	original := bytes.Clone(private)
	clear(private) // a Signer does not keep the memory it was made from
	signer.Public().(PublicKey)[0] ^= 1
	clear(signer.PrivateKey())
	if got := signer.PrivateKey(); !bytes.Equal(got, original) || cap(got) != PrivateKeySize {
		t.Errorf("private key %x, want %x", got, original)
	}
	if got := signer.Public().(PublicKey); !got.Equal(public) {
		t.Errorf("public key %x, want %x", got, public)
	}
	for _, test := range []struct {
		opts crypto.SignerOpts
		want []byte
	}{
		{nil, plain},
		{crypto.Hash(0), plain},
		{&SignOptions{}, plain},
		{(*SignOptions)(nil), plain},
		{&ed25519.Options{}, plain},
		{(*ed25519.Options)(nil), plain},
		{crypto.SHA512, prehashed},
		{&SignOptions{Hash: crypto.SHA512}, prehashed},
		{&ed25519.Options{Hash: crypto.SHA512}, prehashed},
	} {
		got, err := signer.Sign(nil, message, test.opts)
		if err != nil || !bytes.Equal(got, test.want) {
			t.Errorf("options %#v: %x, %v, want %x", test.opts, got, err, test.want)
		}
	}
}

// TestMismatch gives signing a key whose public half belongs to another seed:
// Sign takes it as crypto/ed25519 does, NewSigner refuses it.
func TestMismatch(t *testing.T) {
	rng := testkit.NewRand(t)
	_, private := newKey(t, rng)
	_, other := newKey(t, rng)
	message := []byte("message")
	mixed := append(private[:SeedSize:SeedSize], other[SeedSize:]...)
	if sig, want := Sign(mixed, message), ed25519.Sign(mixed, message); !bytes.Equal(sig, want) {
		t.Errorf("signature %x, want %x", sig, want)
	}
	for i := SeedSize; i < PrivateKeySize; i++ {
		for bit := range 8 {
			mixed = bytes.Clone(private)
			mixed[i] ^= 1 << bit
			if s, err := NewSigner(mixed); !errors.Is(err, ErrPrivateKey) || s != nil {
				t.Fatalf("NewSigner of a key with bit %d of byte %d flipped: %v, %v", bit, i, s, err)
			}
		}
	}
}

// result keeps results from being optimised onto the stack.
var result []byte

// TestAllocations holds that verification allocates nothing, and what makes
// keys and signatures nothing but their result.
func TestAllocations(t *testing.T) {
	rng := testkit.NewRand(t)
	public, private := newKey(t, rng)
	signer, err := NewSigner(private)
	if err != nil {
		t.Fatal(err)
	}
	mixedKey, mixedR := decodePoint([32]byte(public)).point.add(torsion(3)).bytes(), torsion(4).bytes()
	only := func(name string, n float64, f func()) {
		t.Helper()
		if got := testing.AllocsPerRun(10, f); got != n {
			t.Errorf("%s: %v allocations, want %v", name, got, n)
		}
	}
	for _, size := range []int{0, 64, 100_000} {
		message := make([]byte, size)
		for _, test := range []struct {
			rules Rules
			opts  *Options
		}{
			{Default, nil},
			{StdLib, nil},
			{ZIP215, nil},
			{allRules, nil},
			{Default, &Options{Context: strings.Repeat("c", 255)}},
			{Default, &Options{Hash: crypto.SHA512, Context: "c"}},
		} {
			rules, opts, signing := test.rules, test.opts, signOptions(test.opts)
			if signing != nil && signing.Hash == crypto.SHA512 && size != sha512.Size {
				continue
			}
			sig, err := SignWithOptions(private, message, signing)
			if err != nil {
				t.Fatal(err)
			}
			bad := append(mixedR[:], sig[32:]...)
			if VerifyWithRules(public, message, sig, rules, opts) != nil || VerifyWithRules(mixedKey[:], message, bad, rules, opts) == nil {
				t.Fatal("wrong verdict")
			}
			testkit.NoAllocs(t, "VerifyWithRules", func() {
				err = VerifyWithRules(public, message, sig, rules, opts)
				err = VerifyWithRules(mixedKey[:], message, bad, rules, opts)
			})
			only("SignWithOptions", 1, func() { result, _ = SignWithOptions(private, message, signing) })
			only("Signer.Sign", 1, func() { result, _ = signer.Sign(nil, message, signing) })
			for _, o := range []SignOptions{{Hedged: true}, {Verify: true}, {Hedged: true, Verify: true}} {
				if signing != nil {
					o.Hash, o.Context = signing.Hash, signing.Context
				}
				only("SignWithOptions, more options", 1, func() { result, _ = SignWithOptions(private, message, &o) })
				only("Signer.Sign, more options", 1, func() { result, _ = signer.Sign(nil, message, &o) })
			}
		}
		sig := Sign(private, message)
		testkit.NoAllocs(t, "Verify", func() { Verify(public, message, sig) })
		only("Sign", 1, func() { result = Sign(private, message) })
		testkit.NoAllocs(t, "Sign, result on the stack", func() {
			sig := Sign(private, message)
			subtle.ConstantTimeCompare(sig, message)
		})
	}
	only("NewKeyFromSeed", 1, func() { result = NewKeyFromSeed(private[:SeedSize]) })
	only("ParseSeed", 1, func() { result, _ = ParseSeed(private[:SeedSize]) })
	testkit.NoAllocs(t, "NewKeyFromSeed, result on the stack", func() {
		key := NewKeyFromSeed(private[:SeedSize])
		subtle.ConstantTimeCompare(key, private)
	})
	only("NewSigner", 1, func() { signer, _ = NewSigner(private) })
	only("Signer.PrivateKey", 1, func() { result = signer.PrivateKey() })
}

func TestRulesNames(t *testing.T) {
	seen := make(map[string]Rules)
	for i := range 256 {
		r := Rules(i)
		name := r.String()
		if other, ok := seen[name]; ok {
			t.Errorf("%q is the name of %#x and %#x", name, uint8(other), i)
		}
		seen[name] = r
		got, err := ParseRules(name)
		switch r {
		case Default, StdLib, FIPS, ZIP215:
			if got != r || err != nil {
				t.Errorf("ParseRules(%q) = %v, %v", name, got, err)
			}
		default:
			if !errors.Is(err, ErrOptions) {
				t.Errorf("ParseRules(%q) = %v, %v", name, got, err)
			}
		}
	}
	for name, r := range map[string]Rules{
		"default":                               0,
		"stdlib":                                AcceptSmallOrderA | AcceptNonCanonicalA | Cofactorless,
		"fips":                                  AcceptSmallOrderA,
		"zip215":                                AcceptSmallOrderA | AcceptNonCanonicalA | AcceptNonCanonicalR,
		"RejectSmallOrderR|AcceptNonCanonicalR": RejectSmallOrderR | AcceptNonCanonicalR,
		"Cofactorless|Rules(0x60)":              Cofactorless | 0x60,
		"AcceptNonCanonicalA":                   AcceptNonCanonicalA,
	} {
		if seen[name] != r || r.String() != name {
			t.Errorf("%#x has the name %q, want %q", uint8(r), r, name)
		}
	}
	for _, name := range []string{"", "Default", "zip-215", "fips "} {
		if _, err := ParseRules(name); !errors.Is(err, ErrOptions) {
			t.Errorf("ParseRules(%q): %v", name, err)
		}
	}
}
