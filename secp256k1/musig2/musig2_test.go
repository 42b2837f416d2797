// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package musig2

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"
	"testing"
	"testing/iotest"

	"secant.example/internal/scalar"
	curve "secant.example/internal/secp256k1"
	"secant.example/internal/testkit"
	"secant.example/secp256k1/schnorr"
)

// newKey returns a key.
func newKey(t testing.TB, rng *testkit.Rand) *PrivateKey {
	t.Helper()
	k, err := GenerateKey(bytes.NewReader(rng.Bytes(32)))
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// A signing is all that happens when n signers sign a message.
type signing struct {
	keys     []*PrivateKey
	publics  [][]byte
	agg      *KeyAgg
	nonces   []*SecretNonce
	pubs     [][]byte
	session  *Session
	message  []byte
	partials [][]byte
}

// start does the first round, with tweaks as the functions that are given say.
func start(t testing.TB, rng *testkit.Rand, n int, tweaks ...func(*KeyAgg) (*KeyAgg, error)) *signing {
	t.Helper()
	s := &signing{message: rng.Bytes(rng.IntN(100))}
	for range n {
		k := newKey(t, rng)
		s.keys, s.publics = append(s.keys, k), append(s.publics, k.PublicKey())
	}
	var err error
	if s.agg, err = AggregateKeys(s.publics); err != nil {
		t.Fatal(err)
	}
	for _, tweak := range tweaks {
		if s.agg, err = tweak(s.agg); err != nil {
			t.Fatal(err)
		}
	}
	for _, k := range s.keys {
		nonce, err := k.NewNonce(&NonceOptions{KeyAgg: s.agg, Message: s.message})
		if err != nil {
			t.Fatal(err)
		}
		s.nonces, s.pubs = append(s.nonces, nonce), append(s.pubs, nonce.Public())
	}
	aggregate, err := AggregateNonces(s.pubs)
	if err != nil {
		t.Fatal(err)
	}
	if s.session, err = s.agg.NewSession(aggregate, s.message); err != nil {
		t.Fatal(err)
	}
	return s
}

// sign does the second round.
func (s *signing) sign(t testing.TB) {
	t.Helper()
	for i, k := range s.keys {
		partial, err := s.session.Sign(k, s.nonces[i])
		if err != nil {
			t.Fatal(err)
		}
		s.partials = append(s.partials, partial)
	}
}

func TestSign(t *testing.T) {
	rng := testkit.NewRand(t)
	plain := func(k *KeyAgg) (*KeyAgg, error) { return k.AddTweak(rng.Bytes(31 + 1)) }
	xOnly := func(k *KeyAgg) (*KeyAgg, error) { return k.AddXOnlyTweak(rng.Bytes(32)) }
	testkit.Kernels(t, func(t *testing.T) {
		for n := 1; n <= 5; n++ {
			for range 4 { // signs of Q and R
				for _, tweaks := range [][]func(*KeyAgg) (*KeyAgg, error){nil, {plain}, {xOnly}, {plain, xOnly, xOnly, plain}} {
					s := start(t, rng, n, tweaks...)
					s.sign(t)
					sig, err := s.session.Aggregate(s.partials)
					if err != nil {
						t.Fatal(err)
					}
					public := s.agg.PublicKey()
					if !public.Verify(s.message, sig) || !schnorr.Verify(public.Bytes(), s.message, sig) {
						t.Fatal("the signature is not valid")
					}
					if plain := s.agg.PlainPublicKey(); len(plain) != 33 || plain[0]&^1 != 2 || !bytes.Equal(plain[1:], public.Bytes()) {
						t.Errorf("the plain public key is %x", plain)
					}
					for i := range s.keys {
						for j := range s.keys {
							if s.session.VerifyPartial(i, s.pubs[j], s.partials[j]) != (i == j) {
								t.Errorf("the partial signature %d is valid, or not, for %d", j, i)
							}
						}
						if bad := bytes.Clone(s.partials[i]); true {
							bad[rng.IntN(32)] ^= 1 << rng.IntN(8)
							all := slices.Clone(s.partials)
							all[i] = bad
							sig, err := s.session.Aggregate(all)
							if s.session.VerifyPartial(i, s.pubs[i], bad) || !errors.Is(err, ErrPartialSignature) || sig != nil {
								t.Errorf("a changed partial signature is valid, %v", err)
							}
						}
					}
				}
			}
		}
	})
}

// The tweak of Taproot and its commitment to scripts.
func TestTaproot(t *testing.T) {
	rng := testkit.NewRand(t)
	root := rng.Bytes(32)
	for range 8 {
		var internal *schnorr.PublicKey
		var tweak [32]byte
		s := start(t, rng, 3, func(k *KeyAgg) (*KeyAgg, error) {
			internal = k.PublicKey()
			var err error
			if tweak, err = internal.TapTweak(root); err != nil {
				t.Fatal(err)
			}
			return k.AddXOnlyTweak(tweak[:])
		})
		s.sign(t)
		output, parity, err := internal.AddTweak(tweak[:])
		if err != nil || !output.Equal(s.agg.PublicKey()) || int(s.agg.PlainPublicKey()[0]&1) != parity {
			t.Errorf("the output key is %x, want %x, %v", s.agg.PublicKey().Bytes(), output.Bytes(), err)
		}
		if sig, err := s.session.Aggregate(s.partials); err != nil || !output.Verify(s.message, sig) {
			t.Errorf("the signature is not valid: %v", err)
		}
	}
}

// A nonce signs once: also in copies, in other sessions, in other goroutines, and with errors in between.
func TestNonceReuse(t *testing.T) {
	rng := testkit.NewRand(t)
	s := start(t, rng, 2)
	copied := *s.nonces[0]
	other := newKey(t, rng)
	if _, err := s.session.Sign(s.keys[1], s.nonces[0]); !errors.Is(err, ErrSecretNonce) {
		t.Errorf("the nonce of another signer: %v", err)
	}
	if _, err := s.session.Sign(other, s.nonces[0]); !errors.Is(err, ErrPrivateKey) {
		t.Errorf("another key: %v", err)
	}
	if _, err := new(Session).Sign(s.keys[0], s.nonces[0]); !errors.Is(err, ErrNotMade) {
		t.Errorf("no session: %v", err)
	}
	var wait sync.WaitGroup
	var lock sync.Mutex
	signed := 0
	for i := range 8 {
		wait.Add(1)
		go func() {
			defer wait.Done()
			nonce := s.nonces[0]
			if i%2 == 0 {
				nonce = &copied
			}
			partial, err := s.session.Sign(s.keys[0], nonce)
			lock.Lock()
			defer lock.Unlock()
			if err == nil {
				signed++
				if !s.session.VerifyPartial(0, s.pubs[0], partial) {
					t.Error("the partial signature is not valid")
				}
			} else if !errors.Is(err, ErrSecretNonce) || partial != nil {
				t.Errorf("%x, %v", partial, err)
			}
		}()
	}
	wait.Wait()
	if signed != 1 {
		t.Errorf("%d have signed", signed)
	}
	if n.IsZero(&s.nonces[0].nonce.k[0])&n.IsZero(&s.nonces[0].nonce.k[1]) != 1 || !bytes.Equal(s.nonces[0].Public(), s.pubs[0]) {
		t.Error("a used nonce keeps its secret, or loses its public half")
	}
	session, err := s.agg.NewSession(append(bytes.Clone(s.pubs[0]), []byte{}...), []byte("another message"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := session.Sign(s.keys[0], s.nonces[0]); !errors.Is(err, ErrSecretNonce) {
		t.Errorf("another session: %v", err)
	}
	for _, none := range []*SecretNonce{nil, new(SecretNonce)} {
		if _, err := s.session.Sign(s.keys[1], none); !errors.Is(err, ErrSecretNonce) || none.Public() != nil {
			t.Errorf("no nonce: %v", err)
		}
	}
}

// Nonces depend on everything, and are not what the model of NonceGen would give without one of them.
func TestNonces(t *testing.T) {
	rng := testkit.NewRand(t)
	s := start(t, rng, 2)
	random := rng.Bytes(32)
	seen := map[string]bool{}
	all := []*NonceOptions{
		{}, {KeyAgg: s.agg}, {Message: []byte{}}, {Message: []byte{1}}, {Extra: []byte{1}}, {Extra: []byte{1, 2}}, {KeyAgg: s.agg, Message: []byte{1}, Extra: []byte{1}},
	}
	for _, o := range all {
		for _, k := range s.keys {
			o.Random = iotest.OneByteReader(bytes.NewReader(random))
			nonce, err := k.NewNonce(o)
			if err != nil {
				t.Fatal(err)
			}
			public := nonce.Public()
			if bytes.Equal(public[:33], public[33:]) {
				t.Error("both halves are the same")
			}
			seen[string(public)] = true
			o.Random = bytes.NewReader(random)
			if again, err := k.NewNonce(o); err != nil || !bytes.Equal(again.Public(), public) {
				t.Errorf("another nonce from the same inputs, %v", err)
			}
		}
	}
	if len(seen) != 2*len(all) {
		t.Errorf("%d different nonces, want %d", len(seen), 2*len(all))
	}
	a, err := s.keys[0].NewNonce(nil)
	if err != nil {
		t.Fatal(err)
	}
	if b, err := s.keys[0].NewNonce(nil); err != nil || bytes.Equal(a.Public(), b.Public()) {
		t.Errorf("the same nonce twice, %v", err)
	}
	failure := errors.New("failure")
	for want, reader := range map[error]io.Reader{failure: iotest.ErrReader(failure), io.ErrUnexpectedEOF: bytes.NewReader(random[:31])} {
		if nonce, err := s.keys[0].NewNonce(&NonceOptions{Random: reader}); !errors.Is(err, want) || nonce != nil {
			t.Errorf("%v, %v", nonce, err)
		}
	}
	if nonce, err := s.keys[0].NewNonce(&NonceOptions{Random: bytes.NewReader(make([]byte, 32))}); err == nil || nonce != nil {
		t.Error("zeros are random")
	}
	if nonce, err := s.keys[0].NewNonce(&NonceOptions{KeyAgg: new(KeyAgg)}); !errors.Is(err, ErrNotMade) || nonce != nil {
		t.Error(err)
	}
	if nonce, err := makeNonce(&[2]scalar.Scalar{scalar.New(1, 0, 0, 0)}, &s.keys[0].public); !errors.Is(err, ErrFault) || nonce != nil {
		t.Error("a nonce of 0")
	}
}

// The last signer needs no first round.
func TestSignDeterministic(t *testing.T) {
	rng := testkit.NewRand(t)
	for n := 2; n < 5; n++ {
		for _, aux := range [][]byte{nil, rng.Bytes(32)} {
			s := start(t, rng, n)
			others, err := AggregateNonces(s.pubs[1:])
			if err != nil {
				t.Fatal(err)
			}
			public, partial, err := s.agg.SignDeterministic(s.keys[0], others, s.message, aux)
			if err != nil {
				t.Fatal(err)
			}
			again, same, err := s.agg.SignDeterministic(s.keys[0], others, s.message, aux)
			if err != nil || !bytes.Equal(again, public) || !bytes.Equal(same, partial) {
				t.Errorf("another signature: %v", err)
			}
			if another, _, err := s.agg.SignDeterministic(s.keys[0], others, append(s.message, 0), aux); err != nil || bytes.Equal(another, public) {
				t.Errorf("the same nonce for another message: %v", err)
			}
			aggregate, err := AggregateNonces(append([][]byte{public}, s.pubs[1:]...))
			if err != nil {
				t.Fatal(err)
			}
			if s.session, err = s.agg.NewSession(aggregate, s.message); err != nil {
				t.Fatal(err)
			}
			partials := [][]byte{partial}
			for i := 1; i < n; i++ {
				p, err := s.session.Sign(s.keys[i], s.nonces[i])
				if err != nil {
					t.Fatal(err)
				}
				partials = append(partials, p)
			}
			sig, err := s.session.Aggregate(partials)
			if err != nil || !s.agg.PublicKey().Verify(s.message, sig) || !s.session.VerifyPartial(0, public, partial) {
				t.Errorf("the signature is not valid: %v", err)
			}
			for _, size := range []int{1, 31, 33} {
				if _, _, err := s.agg.SignDeterministic(s.keys[0], others, s.message, make([]byte, size)); !errors.Is(err, ErrAux) {
					t.Errorf("%d bytes of aux: %v", size, err)
				}
			}
		}
	}
}

// If the nonces cancel out, the final nonce is the generator, and the signature is still made.
func TestInfinity(t *testing.T) {
	s := start(t, testkit.NewRand(t), 2)
	for i := range 2 { // R1 = -R1', R2 = -R2'
		n.Neg(&s.nonces[1].nonce.k[i], &s.nonces[0].nonce.k[i])
		s.nonces[1].nonce.R[i].Negate(&s.nonces[0].nonce.R[i])
	}
	copy(s.pubs[1], s.pubs[0])
	s.pubs[1][0] ^= 1
	s.pubs[1][33] ^= 1
	aggregate, err := AggregateNonces(s.pubs)
	if err != nil || !bytes.Equal(aggregate, make([]byte, 66)) {
		t.Fatalf("the aggregate nonce is %x, %v", aggregate, err)
	}
	if s.session, err = s.agg.NewSession(aggregate, s.message); err != nil {
		t.Fatal(err)
	}
	s.sign(t)
	if !s.session.VerifyPartial(0, s.pubs[0], s.partials[0]) || !s.session.VerifyPartial(1, s.pubs[1], s.partials[1]) {
		t.Error("the partial signatures are not valid")
	}
	// R is G and not the sum of what was sent, so that the signature is not valid, as in the BIP.
	if sig, err := s.session.Aggregate(s.partials); !errors.Is(err, ErrPartialSignature) || sig != nil {
		t.Errorf("%x, %v", sig, err)
	}
}

func TestErrors(t *testing.T) {
	rng := testkit.NewRand(t)
	s := start(t, rng, 3)
	signerOf := func(err error) int {
		var c *ContributionError
		if !errors.As(err, &c) {
			return -1
		}
		if c.Error() == "" || c.Unwrap() != c.Err {
			t.Error("no text")
		}
		return c.Signer
	}
	good := s.publics[0]
	for name, bad := range map[string][]byte{
		"nil": nil, "32": good[1:], "34": append(bytes.Clone(good), 0), "identity": {0}, "zeros": make([]byte, 33),
		"uncompressed": curve65(t, good), "tag": append([]byte{4}, good[1:]...), "no point": append([]byte{2}, bytes.Repeat([]byte{0xff}, 32)...),
	} {
		if k, err := AggregateKeys([][]byte{good, bad}); !errors.Is(err, ErrPublicKey) || signerOf(err) != 1 || k != nil {
			t.Errorf("%s: %v", name, err)
		}
		nonce := append(bytes.Clone(good), bad...)
		if b, err := AggregateNonces([][]byte{s.pubs[0], s.pubs[1], nonce}); !errors.Is(err, ErrPublicNonce) || signerOf(err) != 2 || b != nil {
			t.Errorf("%s: %v", name, err)
		}
		if name != "zeros" {
			if x, err := s.agg.NewSession(nonce, nil); !errors.Is(err, ErrAggregateNonce) || x != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
		if _, _, err := s.agg.SignDeterministic(s.keys[0], nonce, nil, nil); !errors.Is(err, ErrAggregateNonce) {
			t.Errorf("%s: %v", name, err)
		}
		if s.session.VerifyPartial(0, nonce, make([]byte, 32)) {
			t.Errorf("%s: valid", name)
		}
	}
	if k, err := AggregateKeys(nil); !errors.Is(err, ErrPublicKey) || k != nil {
		t.Error(err)
	}
	if b, err := AggregateNonces(nil); !errors.Is(err, ErrPublicNonce) || b != nil {
		t.Error(err)
	}
	order := bytes.Clone(orderBytes())
	for name, bad := range map[string][]byte{"nil": nil, "31": make([]byte, 31), "33": make([]byte, 33), "n": order} {
		for _, f := range []func([]byte) (*KeyAgg, error){s.agg.AddTweak, s.agg.AddXOnlyTweak} {
			if k, err := f(bad); !errors.Is(err, ErrTweak) || k != nil {
				t.Errorf("tweak %s: %v", name, err)
			}
		}
		if name != "n" {
			if _, err := NewPrivateKey(bad); !errors.Is(err, ErrPrivateKey) {
				t.Errorf("key %s: %v", name, err)
			}
		}
		if _, err := s.session.Aggregate([][]byte{make([]byte, 32), bad, make([]byte, 32)}); !errors.Is(err, ErrPartialSignature) || signerOf(err) != 1 {
			t.Errorf("partial signature %s: %v", name, err)
		}
		if s.session.VerifyPartial(1, s.pubs[1], bad) {
			t.Errorf("partial signature %s is valid", name)
		}
	}
	for _, b := range [][]byte{order, make([]byte, 32)} {
		if k, err := NewPrivateKey(b); !errors.Is(err, ErrPrivateKey) || k != nil {
			t.Errorf("%x: %v", b, err)
		}
	}
	s.sign(t)
	for _, partials := range [][][]byte{nil, s.partials[:2], append(slices.Clone(s.partials), make([]byte, 32))} {
		if sig, err := s.session.Aggregate(partials); !errors.Is(err, ErrPartialSignature) || sig != nil {
			t.Errorf("%d partial signatures: %v", len(partials), err)
		}
	}
	for _, i := range []int{-1, 3} {
		if s.session.VerifyPartial(i, s.pubs[0], s.partials[0]) {
			t.Errorf("valid for signer %d", i)
		}
	}
	// What was never made.
	for _, k := range []*KeyAgg{nil, new(KeyAgg)} {
		for name, err := range map[string]error{
			"AddTweak": second(k.AddTweak(make([]byte, 32))), "AddXOnlyTweak": second(k.AddXOnlyTweak(make([]byte, 32))), "NewSession": second(k.NewSession(s.pubs[0], nil)),
			"SignDeterministic": third(k.SignDeterministic(s.keys[0], s.pubs[0], nil, nil)),
		} {
			if !errors.Is(err, ErrNotMade) {
				t.Errorf("%s: %v", name, err)
			}
		}
		if k.PlainPublicKey() != nil || k.PublicKey().Bytes() != nil || k.Len() != 0 {
			t.Error("no KeyAgg has a public key")
		}
	}
	for _, x := range []*Session{nil, new(Session)} {
		if _, err := x.Aggregate(s.partials); !errors.Is(err, ErrNotMade) || x.VerifyPartial(0, s.pubs[0], s.partials[0]) {
			t.Error(err)
		}
	}
	for _, k := range []*PrivateKey{nil, new(PrivateKey)} {
		for name, err := range map[string]error{
			"NewNonce": second(k.NewNonce(nil)), "Sign": second(s.session.Sign(k, s.nonces[0])), "SignDeterministic": third(s.agg.SignDeterministic(k, s.pubs[0], nil, nil)),
		} {
			if !errors.Is(err, ErrPrivateKey) {
				t.Errorf("%s: %v", name, err)
			}
		}
		if k.PublicKey() != nil {
			t.Error("no key has a public key")
		}
	}
}

func second[A any](_ A, err error) error        { return err }
func third[A, B any](_ A, _ B, err error) error { return err }

// curve65 returns the uncompressed encoding.
func curve65(t *testing.T, b []byte) []byte {
	var P curve.Point
	if _, err := P.SetBytes(b); err != nil {
		t.Fatal(err)
	}
	return P.EncodeXY(new([65]byte), 0)
}

// orderBytes returns n, big-endian.
func orderBytes() []byte { return testkit.SecpN.Bytes() }

func TestKeys(t *testing.T) {
	rng := testkit.NewRand(t)
	k := newKey(t, rng)
	again, err := NewPrivateKey(k.Bytes())
	if err != nil || !again.Equal(k) || !bytes.Equal(again.PublicKey(), k.PublicKey()) || k.Equal(newKey(t, rng)) || k.Equal(nil) || k.Equal((*PrivateKey)(nil)) || new(PrivateKey).Equal(new(PrivateKey)) {
		t.Errorf("the key comes back as %x, %v", again.Bytes(), err)
	}
	k.PublicKey()[0]++
	if !bytes.Equal(again.PublicKey(), k.PublicKey()) {
		t.Error("bytes that were returned change a key")
	}
	if k.Zero(); k.Bytes() != nil || k.PublicKey() != nil {
		t.Error("a key stays")
	}
	// Keys that come twice, and in another order.
	a, b := newKey(t, rng).PublicKey(), newKey(t, rng).PublicKey()
	seen := map[string]bool{}
	for _, list := range [][][]byte{{a}, {b}, {a, a}, {a, b}, {b, a}, {a, a, b}, {a, b, b}, {a, b, a}} {
		agg, err := AggregateKeys(list)
		if err != nil || agg.Len() != len(list) {
			t.Fatal(err)
		}
		seen[fmt.Sprintf("%x", agg.PublicKey().Bytes())] = true
	}
	if len(seen) != 8 {
		t.Errorf("%d different aggregates", len(seen))
	}
	// The keys are not kept.
	list := [][]byte{bytes.Clone(a), bytes.Clone(b)}
	agg, err := AggregateKeys(list)
	if err != nil {
		t.Fatal(err)
	}
	before := agg.PublicKey().Bytes()
	clear(list[0])
	if !bytes.Equal(agg.PublicKey().Bytes(), before) {
		t.Error("the aggregate changed")
	}
}

func BenchmarkMuSig2(b *testing.B) {
	for _, n := range []int{2, 16, 100} {
		s := start(b, testkit.NewRand(b), n)
		aggregate, err := AggregateNonces(s.pubs)
		if err != nil {
			b.Fatal(err)
		}
		s.sign(b)
		b.Run(fmt.Sprintf("AggregateKeys/%d", n), func(b *testing.B) {
			for range b.N {
				AggregateKeys(s.publics)
			}
		})
		b.Run(fmt.Sprintf("AggregateNonces/%d", n), func(b *testing.B) {
			for range b.N {
				AggregateNonces(s.pubs)
			}
		})
		b.Run(fmt.Sprintf("NewSession/%d", n), func(b *testing.B) {
			for range b.N {
				s.agg.NewSession(aggregate, s.message)
			}
		})
		b.Run(fmt.Sprintf("NewNonce and Sign/%d", n), func(b *testing.B) {
			for range b.N {
				nonce, _ := s.keys[0].NewNonce(nil)
				s.session.Sign(s.keys[0], nonce)
			}
		})
		b.Run(fmt.Sprintf("VerifyPartial/%d", n), func(b *testing.B) {
			for range b.N {
				s.session.VerifyPartial(0, s.pubs[0], s.partials[0])
			}
		})
		b.Run(fmt.Sprintf("Aggregate/%d", n), func(b *testing.B) {
			for range b.N {
				s.session.Aggregate(s.partials)
			}
		})
	}
}

// FuzzAggregate gives everything that decodes bytes from others any bytes.
func FuzzAggregate(f *testing.F) {
	s := start(f, testkit.NewRand(f), 2)
	s.sign(f)
	aggregate, err := AggregateNonces(s.pubs)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(s.publics[1], s.pubs[1], aggregate, s.partials[1], s.message)
	f.Add(make([]byte, 33), make([]byte, 66), make([]byte, 66), make([]byte, 32), []byte{})
	f.Add([]byte{}, []byte{}, []byte{}, []byte{}, []byte{})
	f.Fuzz(func(t *testing.T, public, nonce, aggregate, partial, message []byte) {
		agg, err := AggregateKeys([][]byte{s.publics[0], public})
		if (err == nil) != (agg != nil) || err != nil && !errors.Is(err, ErrPublicKey) {
			t.Fatal(agg, err)
		}
		sum, err := AggregateNonces([][]byte{s.pubs[0], nonce})
		if (err == nil) != (len(sum) == 66) || err != nil && !errors.Is(err, ErrPublicNonce) {
			t.Fatal(sum, err)
		}
		if agg == nil {
			return
		}
		for _, tweak := range [][]byte{partial, aggregate} {
			if next, err := agg.AddXOnlyTweak(tweak); err == nil {
				agg = next
			} else if !errors.Is(err, ErrTweak) {
				t.Fatal(err)
			}
		}
		session, err := agg.NewSession(aggregate, message)
		if (err == nil) != (session != nil) || err != nil && !errors.Is(err, ErrAggregateNonce) {
			t.Fatal(session, err)
		}
		session.VerifyPartial(1, nonce, partial)
		if sig, err := session.Aggregate([][]byte{s.partials[0], partial}); err == nil && !agg.PublicKey().Verify(message, sig) {
			t.Errorf("%x is not valid", sig)
		}
	})
}
