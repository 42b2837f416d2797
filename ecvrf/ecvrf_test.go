// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package ecvrf

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha512"
	"errors"
	"io"
	"math/big"
	"testing"
	"testing/iotest"

	curve "secant.example/internal/edwards25519"
	"secant.example/internal/testkit"
)

var suites = []Suite{ELL2, TAI, ELL2Draft10}

// all returns the vectors, with those of the draft.
func all(t testing.TB) []vector {
	t.Helper()
	vs := append([]vector(nil), vectors...)
	for i, pi := range draft10Proofs {
		v := vectors[3+i]
		v.suite, v.pi, v.U, v.V = ELL2Draft10, pi, "", ""
		vs = append(vs, v)
	}
	if len(vs) != 9 {
		t.Fatalf("%d vectors", len(vs))
	}
	return vs
}

func TestVectors(t *testing.T) {
	testkit.Kernels(t, func(t *testing.T) {
		for _, v := range all(t) {
			key := ed25519.NewKeyFromSeed(testkit.Unhex(t, v.SK))
			alpha, pi, beta := testkit.Unhex(t, v.alpha), testkit.Unhex(t, v.pi), testkit.Unhex(t, v.beta)
			k, err := NewPrivateKey(key)
			if err != nil {
				t.Fatal(err)
			}
			public := k.PublicKey().Bytes()
			if !bytes.Equal(public, testkit.Unhex(t, v.PK)) {
				t.Errorf("the public key is %x", public)
			}
			var H curve.Point
			var encoding [32]byte
			if err := v.suite.encodeToCurve(&H, &k.public, alpha); err != nil {
				t.Fatal(err)
			}
			if H.Encode(&encoding); !bytes.Equal(encoding[:], testkit.Unhex(t, v.H)) {
				t.Errorf("H is %x, want %s", encoding, v.H)
			}
			// Those of the draft have another nonce.
			if got, err := k.Prove(v.suite, alpha); err != nil || !bytes.Equal(got[:32], pi[:32]) || bytes.Equal(got, pi) != (v.suite != ELL2Draft10) {
				t.Errorf("the proof is %x, %v, want %x", got, err, pi)
			}
			for name, f := range map[string]func() ([]byte, error){
				"Output":           func() ([]byte, error) { return k.Output(v.suite, alpha) },
				"ProofToHash":      func() ([]byte, error) { return ProofToHash(v.suite, pi) },
				"Verify":           func() ([]byte, error) { return Verify(v.suite, public, alpha, pi) },
				"PublicKey.Verify": func() ([]byte, error) { return k.PublicKey().Verify(v.suite, alpha, pi) },
			} {
				if got, err := f(); err != nil || !bytes.Equal(got, beta) {
					t.Errorf("%s: %x, %v, want %x", name, got, err, beta)
				}
			}
			for _, suite := range suites {
				if got, err := Verify(suite, public, alpha, pi); suite != v.suite && (!errors.Is(err, ErrProof) || got != nil) {
					t.Errorf("valid by another suite")
				}
			}
		}
	})
}

// A model is RFC 9381 on the points and integers of testkit, without the hash to the curve.
func modelVerify(suite Suite, public, H, proof []byte) (beta []byte, ok bool) {
	if len(proof) != 80 || len(public) != 32 {
		return nil, false
	}
	Y, ok1 := testkit.EdwardsDecode([32]byte(public), true)
	Gamma, ok2 := testkit.EdwardsDecode([32]byte(proof), true)
	h, ok3 := testkit.EdwardsDecode([32]byte(H), true)
	c, s := testkit.BigLE(proof[32:48]), testkit.BigLE(proof[48:])
	eight := big.NewInt(8)
	if !ok1 || !ok2 || !ok3 || s.Cmp(testkit.EdwardsL) >= 0 || Y.Mult(eight).Equal(testkit.EdwardsIdentity) {
		return nil, false
	}
	U := testkit.EdwardsG.Mult(s).Add(Y.Mult(c).Negate())
	V := h.Mult(s).Add(Gamma.Mult(c).Negate())
	octet := map[Suite]byte{TAI: 3, ELL2: 4, ELL2Draft10: 4}[suite]
	str := []byte{octet, 2}
	if suite != ELL2Draft10 {
		str = append(str, public...)
	}
	str = append(append(str, H...), proof[:32]...)
	for _, p := range []testkit.EdwardsPoint{U, V} {
		b := p.Bytes()
		str = append(str, b[:]...)
	}
	hash := sha512.Sum512(append(str, 0))
	if !bytes.Equal(hash[:16], proof[32:48]) {
		return nil, false
	}
	b := Gamma.Mult(eight).Bytes()
	hash = sha512.Sum512(append(append([]byte{octet, 3}, b[:]...), 0))
	return hash[:], true
}

// newKey returns a key.
func newKey(t testing.TB, rng *testkit.Rand) (*PrivateKey, ed25519.PublicKey) {
	t.Helper()
	key := ed25519.NewKeyFromSeed(rng.Bytes(32))
	k, err := NewPrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	return k, key.Public().(ed25519.PublicKey)
}

func TestProve(t *testing.T) {
	rng := testkit.NewRand(t)
	testkit.Kernels(t, func(t *testing.T) {
		for _, suite := range suites {
			for n := range 6 {
				k, public := newKey(t, rng)
				alpha := rng.Bytes(n * n * n * 3) // long ones, too
				beta, err := k.Output(suite, alpha)
				if err != nil {
					t.Fatal(err)
				}
				proof, err := k.Prove(suite, alpha)
				if err != nil {
					t.Fatal(err)
				}
				hedged, err := k.ProveHedged(suite, alpha, nil)
				if err != nil || bytes.Equal(hedged, proof) || !bytes.Equal(hedged[:32], proof[:32]) {
					t.Errorf("the hedged proof is %x, %v", hedged, err)
				}
				if again, err := k.Prove(suite, alpha); err != nil || !bytes.Equal(again, proof) {
					t.Error("another proof")
				}
				for _, proof := range [][]byte{proof, hedged} {
					if got, err := Verify(suite, public, alpha, proof); err != nil || !bytes.Equal(got, beta) {
						t.Fatalf("not valid: %v", err)
					}
					for i := range 80 {
						bad := bytes.Clone(proof)
						bad[i] ^= 1 << rng.IntN(8)
						if got, err := Verify(suite, public, alpha, bad); !errors.Is(err, ErrProof) || got != nil {
							t.Errorf("valid with byte %d changed: %v", i, err)
						}
					}
					for _, bad := range [][]byte{nil, proof[:79], append(bytes.Clone(proof), 0)} {
						if got, err := Verify(suite, public, alpha, bad); !errors.Is(err, ErrProof) || got != nil {
							t.Errorf("%d bytes: %v", len(bad), err)
						}
						if got, err := ProofToHash(suite, bad); !errors.Is(err, ErrProof) || got != nil {
							t.Errorf("%d bytes: %v", len(bad), err)
						}
					}
					if _, err := Verify(suite, public, append(alpha, 0), proof); !errors.Is(err, ErrProof) {
						t.Errorf("another input: %v", err)
					}
					_, other := newKey(t, rng)
					if _, err := Verify(suite, other, alpha, proof); !errors.Is(err, ErrProof) {
						t.Errorf("another key: %v", err)
					}
				}
			}
		}
	})
}

// Two proofs s = n + c·x of one nonce n give x, as those of RFC 9381 and of its draft do. Ours are not such.
func TestNonces(t *testing.T) {
	scalarOf := func(rfc, draft []byte) *big.Int {
		s := new(big.Int).Sub(testkit.BigLE(rfc[48:]), testkit.BigLE(draft[48:]))
		c := new(big.Int).Sub(testkit.BigLE(rfc[32:48]), testkit.BigLE(draft[32:48]))
		x := s.Mul(s, c.ModInverse(c.Mod(c, testkit.EdwardsL), testkit.EdwardsL))
		return x.Mod(x, testkit.EdwardsL)
	}
	for i, pi := range draft10Proofs {
		v := vectors[3+i]
		x := new(big.Int).Mod(testkit.BigLE(testkit.Unhex(t, v.x)), testkit.EdwardsL)
		if scalarOf(testkit.Unhex(t, v.pi), testkit.Unhex(t, pi)).Cmp(x) != 0 {
			t.Error("the published proofs do not have the same nonce")
		}
		k, err := NewPrivateKey(ed25519.NewKeyFromSeed(testkit.Unhex(t, v.SK)))
		if err != nil {
			t.Fatal(err)
		}
		for name, prove := range map[string]func(Suite) ([]byte, error){
			"Prove": func(suite Suite) ([]byte, error) { return k.Prove(suite, testkit.Unhex(t, v.alpha)) },
			"ProveHedged": func(suite Suite) ([]byte, error) {
				return k.ProveHedged(suite, testkit.Unhex(t, v.alpha), bytes.NewReader(make([]byte, 32)))
			},
		} {
			rfc, err1 := prove(ELL2)
			draft, err2 := prove(ELL2Draft10)
			if err1 != nil || err2 != nil || scalarOf(rfc, draft).Cmp(x) == 0 {
				t.Errorf("%s: two proofs give the private key, %v, %v", name, err1, err2)
			}
		}
	}
}

func TestHedged(t *testing.T) {
	k, _ := newKey(t, testkit.NewRand(t))
	prove := func(random io.Reader) []byte {
		proof, err := k.ProveHedged(ELL2, []byte("alpha"), random)
		if err != nil {
			t.Fatal(err)
		}
		return proof
	}
	zeros := make([]byte, 32)
	a := prove(bytes.NewReader(zeros))
	if !bytes.Equal(a, prove(iotest.OneByteReader(bytes.NewReader(zeros)))) || bytes.Equal(a, prove(nil)) || bytes.Equal(prove(nil), prove(nil)) {
		t.Error("the proof does not depend on the random bytes alone")
	}
	failure := errors.New("failure")
	for want, random := range map[error]io.Reader{failure: iotest.ErrReader(failure), io.ErrUnexpectedEOF: bytes.NewReader(zeros[:31])} {
		if proof, err := k.ProveHedged(ELL2, nil, random); !errors.Is(err, want) || proof != nil {
			t.Errorf("%x, %v, want %v", proof, err, want)
		}
	}
}

// Proofs whose parts have components of small order, or are not canonical, against the model.
func TestSmallOrder(t *testing.T) {
	rng := testkit.NewRand(t)
	k, public := newKey(t, rng)
	alpha := []byte("alpha")
	proof, err := k.Prove(ELL2, alpha)
	if err != nil {
		t.Fatal(err)
	}
	var H curve.Point
	var h [32]byte
	if err := ELL2.encodeToCurve(&H, &k.public, alpha); err != nil {
		t.Fatal(err)
	}
	H.Encode(&h)
	var Gamma, torsion curve.Point
	Gamma.Decode((*[32]byte)(proof), true)
	valid := 0
	for i := range 8 {
		bad := bytes.Clone(proof)
		torsion.SetTorsion(i)
		new(curve.Point).Add(&Gamma, &torsion).Encode((*[32]byte)(bad))
		want, ok := modelVerify(ELL2, public, h[:], bad)
		got, err := Verify(ELL2, public, alpha, bad)
		if (err == nil) != ok || !bytes.Equal(got, want) {
			t.Errorf("Gamma + [%d]T: %v, want %v", i, err, ok)
		}
		if ok {
			valid++
		}
		// The public key of small order.
		var small [32]byte
		torsion.Encode(&small)
		if _, err := NewPublicKey(small[:]); !errors.Is(err, ErrPublicKey) {
			t.Errorf("[%d]T: %v", i, err)
		}
		if _, err := Verify(ELL2, small[:], alpha, proof); !errors.Is(err, ErrPublicKey) {
			t.Errorf("[%d]T: %v", i, err)
		}
	}
	if valid != 1 {
		t.Errorf("%d are valid", valid)
	}
	// A key with a component of order 8, whose proof is made by hand: c is a multiple of 8 for one nonce
	// in eight.
	torsion.SetTorsion(1)
	mixed := new(curve.Point).Add(&torsion, new(curve.Point).ScalarBaseMult(&k.x))
	other := *k
	mixed.Encode(&other.public)
	p, err := NewPublicKey(other.public[:])
	if err != nil {
		t.Fatal(err)
	}
	valid = 0
	for range 64 {
		proof, err := other.ProveHedged(ELL2, alpha, bytes.NewReader(rng.Bytes(32)))
		if err != nil {
			t.Fatal(err)
		}
		if err := ELL2.encodeToCurve(&H, &other.public, alpha); err != nil {
			t.Fatal(err)
		}
		H.Encode(&h)
		want, ok := modelVerify(ELL2, other.public[:], h[:], proof)
		got, err := p.Verify(ELL2, alpha, proof)
		if (err == nil) != ok || !bytes.Equal(got, want) {
			t.Errorf("a key of mixed order: %v, want %v", err, ok)
		}
		if ok {
			valid++
		}
	}
	if valid == 0 || valid == 64 {
		t.Errorf("%d of 64 are valid under a key of mixed order", valid)
	}
}

func TestErrors(t *testing.T) {
	rng := testkit.NewRand(t)
	k, public := newKey(t, rng)
	key := ed25519.NewKeyFromSeed(rng.Bytes(32))
	mismatch := append(bytes.Clone(key[:32]), public...)
	for name, bad := range map[string][]byte{"nil": nil, "63": key[:63], "65": append(bytes.Clone(key), 0), "mismatch": mismatch} {
		if x, err := NewPrivateKey(bad); !errors.Is(err, ErrPrivateKey) || x != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, bad := range map[string][]byte{
		"nil": nil, "31": public[:31], "33": append(bytes.Clone(public), 0),
		"no point":  append([]byte{2}, make([]byte, 31)...),
		"p + 3":     append(append([]byte{0xf0}, bytes.Repeat([]byte{0xff}, 30)...), 0x7f), // y = 3 is that of a point
		"the limit": bytes.Repeat([]byte{0xff}, 32),
	} {
		if x, err := NewPublicKey(bad); !errors.Is(err, ErrPublicKey) || x != nil {
			t.Errorf("%s: %v", name, err)
		}
		if beta, err := Verify(ELL2, bad, nil, make([]byte, 80)); !errors.Is(err, ErrPublicKey) || beta != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	proof, err := k.Prove(ELL2, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, suite := range []Suite{0, -1, 4} {
		for name, err := range map[string]error{
			"Prove": second(k.Prove(suite, nil)), "ProveHedged": second(k.ProveHedged(suite, nil, nil)), "Output": second(k.Output(suite, nil)),
			"Verify": second(Verify(suite, public, nil, proof)), "ProofToHash": second(ProofToHash(suite, proof)),
		} {
			if !errors.Is(err, ErrSuite) {
				t.Errorf("suite %d, %s: %v", suite, name, err)
			}
		}
	}
	for _, k := range []*PrivateKey{nil, new(PrivateKey), func() *PrivateKey { k, _ := newKey(t, rng); k.Zero(); return k }()} {
		for name, err := range map[string]error{
			"Prove": second(k.Prove(ELL2, nil)), "ProveHedged": second(k.ProveHedged(ELL2, nil, nil)), "Output": second(k.Output(ELL2, nil)),
		} {
			if !errors.Is(err, ErrPrivateKey) {
				t.Errorf("%s without a key: %v", name, err)
			}
		}
		if p := k.PublicKey(); p.Bytes() != nil || p.Equal(p) {
			t.Error("a key that was never set has a public key")
		}
	}
	for _, p := range []*PublicKey{nil, new(PublicKey)} {
		if beta, err := p.Verify(ELL2, nil, proof); !errors.Is(err, ErrPublicKey) || beta != nil || p.Bytes() != nil || p.Equal(p) {
			t.Errorf("no public key: %v", err)
		}
	}
	p := k.PublicKey()
	if again, err := NewPublicKey(public); err != nil || !again.Equal(p) || p.Equal(nil) || p.Equal(k) || !bytes.Equal(again.Bytes(), public) {
		t.Errorf("the public key is not equal, %v", err)
	}
}

func second[A any](_ A, err error) error { return err }

// Try and increment takes the first counter, as the vectors with counter 0 and 1 say; here all hashes
// are looked at.
func TestTryAndIncrement(t *testing.T) {
	rng := testkit.NewRand(t)
	most := 0
	for range 200 {
		public, alpha := [32]byte(rng.Bytes(32)), rng.Bytes(rng.IntN(50))
		var got [32]byte
		var H curve.Point
		if err := TAI.encodeToCurve(&H, &public, alpha); err != nil {
			t.Fatal(err)
		}
		H.Encode(&got)
		for counter := 0; ; counter++ {
			h := sha512.Sum512(append(append(append([]byte{3, 1}, public[:]...), alpha...), byte(counter), 0))
			if q, ok := testkit.EdwardsDecode([32]byte(h[:]), true); ok {
				if want := q.Mult(big.NewInt(8)).Bytes(); got != want {
					t.Errorf("H is %x, want %x", got, want)
				}
				most = max(most, counter)
				break
			}
		}
	}
	if most < 3 {
		t.Errorf("at most %d tries", most)
	}
}

func BenchmarkECVRF(b *testing.B) {
	k, public := newKey(b, testkit.NewRand(b))
	p := k.PublicKey()
	alpha := make([]byte, 32)
	for name, suite := range map[string]Suite{"ELL2": ELL2, "TAI": TAI} {
		proof, err := k.Prove(suite, alpha)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(name+"/Prove", func(b *testing.B) {
			for range b.N {
				k.Prove(suite, alpha)
			}
		})
		b.Run(name+"/Verify", func(b *testing.B) {
			for range b.N {
				Verify(suite, public, alpha, proof)
			}
		})
		b.Run(name+"/Verify decoded key", func(b *testing.B) {
			for range b.N {
				p.Verify(suite, alpha, proof)
			}
		})
	}
}

// FuzzVerify compares verification with the model.
func FuzzVerify(f *testing.F) {
	for _, v := range all(f) {
		f.Add(int(v.suite), testkit.Unhex(f, v.PK), testkit.Unhex(f, v.alpha), testkit.Unhex(f, v.pi))
	}
	f.Add(0, []byte{}, []byte{}, []byte{})
	f.Fuzz(func(t *testing.T, number int, public, alpha, proof []byte) {
		suite := Suite(number)
		beta, err := Verify(suite, public, alpha, proof)
		if (err == nil) != (len(beta) == OutputSize) {
			t.Fatalf("%x, %v", beta, err)
		}
		if len(public) != 32 || suite.octet() == 0 {
			if err == nil {
				t.Error("valid")
			}
			return
		}
		var H curve.Point
		var h [32]byte
		if err := suite.encodeToCurve(&H, (*[32]byte)(public), alpha); err != nil {
			t.Fatal(err)
		}
		H.Encode(&h)
		want, ok := modelVerify(suite, public, h[:], proof)
		if ok != (err == nil) || !bytes.Equal(beta, want) {
			t.Errorf("%x: %v, want %v", proof, err, ok)
		}
		if hash, err := ProofToHash(suite, proof); ok && (err != nil || !bytes.Equal(hash, beta)) {
			t.Errorf("ProofToHash: %x, %v", hash, err)
		}
	})
}
