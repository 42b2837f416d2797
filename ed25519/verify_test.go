// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package ed25519

import (
	"bytes"
	"crypto"
	"crypto/ed25519"
	"crypto/sha512"
	"errors"
	"fmt"
	"math/big"
	"testing"

	"secant.example/internal/testkit"
)

// torsion returns i times a fixed point of order 8.
func torsion(i int) bigPoint { return torsionPoints[i%8] }

var torsionPoints = func() (points [8]bigPoint) {
	// [l]P of a random P has order 8 every other time.
	for y := byte(2); ; y++ {
		d := decodePoint([32]byte{y})
		if !d.ok {
			continue
		}
		if t := d.point.mult(order); !t.mult(big.NewInt(4)).isIdentity() {
			for i := range points {
				points[i] = t.mult(big.NewInt(int64(i)))
			}
			return points
		}
	}
}()

// encodings returns all encodings of p, the canonical one first.
func (p bigPoint) encodings() [][32]byte {
	canonical := p.bytes()
	all := [][32]byte{canonical}
	sign := canonical[31] & 0x80
	canonical[31] &= 0x7f
	y := testkit.BigLE(canonical[:])
	for ; y.BitLen() <= 255; y.Add(y, prime) {
		for _, s := range []byte{sign, sign ^ 0x80} {
			b := testkit.Bytes(y)
			b[31] |= s
			if (s == sign || p.X.Sign() == 0) && b != all[0] {
				all = append(all, b)
			}
		}
	}
	return all
}

// A half is one of the two points of a signature, of which a discrete
// logarithm is known but for a point of small order: log*B + torsion.
type half struct {
	name string
	b    [32]byte
	log  *big.Int
}

// halves returns all encodings of all points of small order, and log*B plus each of them.
func halves(log *big.Int) []half {
	var all []half
	for i := range 8 {
		for j, b := range torsion(i).encodings() {
			all = append(all, half{fmt.Sprintf("T%d encoding %d", i, j), b, new(big.Int)})
		}
		p := base.mult(log).add(torsion(i))
		all = append(all, half{fmt.Sprintf("%d B + T%d", log, i), p.bytes(), log})
	}
	return all
}

// forge returns the signature of message by A and R that satisfies the
// cofactored equation.
func forge(A, R half, message []byte, opts *Options) []byte {
	S := challengeOf(A.b[:], message, R.b[:], opts)
	S.Mul(S, A.log).Add(S, R.log).Mod(S, order)
	s := testkit.Bytes(S)
	return append(R.b[:], s[:]...)
}

// verdicts compares all rules with the textbook on one signature, and returns
// the textbook's verdicts.
func verdicts(t *testing.T, name string, publicKey, message, sig []byte, opts Options) (valid [32]bool) {
	t.Helper()
	f := factsOf(publicKey, message, sig, &opts)
	var batch BatchVerifier
	expanded, expandedErr := NewExpandedPublicKey(publicKey)
	if (expandedErr == nil) != f.A.ok {
		t.Errorf("%s: expanding the key: %v", name, expandedErr)
	}
	for r := range Rules(32) {
		valid[r] = f.accepts(r)
		err := VerifyWithRules(publicKey, message, sig, r, &opts)
		if expanded != nil {
			if got := expanded.VerifyWithRules(message, sig, r, &opts); got != err {
				t.Errorf("%s, rules %v: %v, with the key expanded %v", name, r, err, got)
			}
			batch.AddExpandedWithRules(expanded, message, sig, r, &opts)
		}
		batch.AddWithRules(publicKey, message, sig, r, &opts)
		if (err == nil) != valid[r] {
			t.Errorf("%s, rules %v: %v, want valid = %v\nA = %x\nsignature = %x\nmessage = %x", name, r, err, valid[r], publicKey, sig, message)
			continue
		}
		if badKey := f.belowOrder && !f.acceptsKey(r); badKey && !errors.Is(err, ErrPublicKey) {
			t.Errorf("%s, rules %v: %v, want ErrPublicKey", name, r, err)
		} else if err != nil && !badKey && !errors.Is(err, ErrSignature) {
			t.Errorf("%s, rules %v: %v, want ErrSignature", name, r, err)
		}
	}
	_, each := batch.Verify(nil)
	for i, ok := range each {
		if r := Rules(i * 32 / len(each)); ok != valid[r] {
			t.Errorf("%s, rules %v: valid in a batch is %v, want %v", name, r, ok, valid[r])
		}
	}
	if len(each) != 32 && len(each) != 64 {
		t.Errorf("%s: %d verdicts", name, len(each))
	}
	if opts.Hash == 0 && opts.Context == "" && Verify(publicKey, message, sig) != valid[Default] {
		t.Errorf("%s: Verify differs from the Default rules", name)
	}
	err := ed25519.VerifyWithOptions(publicKey, message, sig, &opts)
	if (err == nil) != valid[StdLib] {
		t.Errorf("%s: the textbook's verdict under the StdLib rules is %v, crypto/ed25519 says %v", name, valid[StdLib], err)
	}
	return valid
}

// TestSmallOrderComponents verifies signatures with every point of small order
// in A and in R, in every encoding, alone and added to an honest point; with -short, a third of
// the pairs.
func TestSmallOrderComponents(t *testing.T) {
	rng := testkit.NewRand(t)
	random := func() *big.Int { x := testkit.Big(rng.Limbs()); return x.Mod(x, order) }
	As := halves(random())
	Rs := halves(random())
	last := new(big.Int).Sub(order, big.NewInt(1)) // S = l-1 if A is of small order
	Rs = append(Rs, half{"(l-1) B", base.mult(last).bytes(), last})
	if len(As) != 8+6+8 {
		t.Fatalf("%d keys, want all 8 points of small order, 6 other encodings of them, and 8 more", len(As))
	}

	// matters[r] has a switch if flipping it in r has changed a verdict.
	var matters [32]Rules
	for i, A := range As {
		for j, R := range Rs {
			if testing.Short() && (i+j)%3 != 0 {
				continue // each A and each R still has some of the others
			}
			var opts Options
			message := []byte{byte(i), byte(j)}
			switch rng.IntN(4) {
			case 0:
				opts.Context = "context"
			case 1:
				h := sha512.Sum512(message)
				message, opts.Hash = h[:], crypto.SHA512
			}
			name := fmt.Sprintf("A = %s, R = %s", A.name, R.name)
			sig := forge(A, R, message, &opts)
			valid := verdicts(t, name, A.b[:], message, sig, opts)
			for r := range valid {
				for s := Rules(1); s <= Cofactorless; s <<= 1 {
					if valid[r] != valid[Rules(r)^s] {
						matters[r] |= s
					}
				}
			}
		}
	}
	// Every switch must have mattered whatever the others say, but for two
	// cases: nobody knows the discrete logarithm of a point that has
	// several encodings, except for those of small order, so rejecting
	// these leaves no valid signature for the switches for encodings.
	for r, m := range matters {
		want := Rules(allRules)
		if Rules(r)&AcceptSmallOrderA == 0 {
			want &^= AcceptNonCanonicalA
		}
		if Rules(r)&RejectSmallOrderR != 0 {
			want &^= AcceptNonCanonicalR
		}
		if m != want {
			t.Errorf("rules %v: the switches that mattered are %v, want %v", Rules(r), m, want)
		}
	}
}

// TestSRange verifies signatures whose equations hold with S or, out of
// range, with S plus multiples of l, and S with any of its high bits set.
func TestSRange(t *testing.T) {
	rng := testkit.NewRand(t)
	public, private := newKey(t, rng)
	message := []byte("message")
	honest := Sign(private, message)
	identity := bigIdentity().bytes()
	zero := append(identity[:], make([]byte, 32)...)
	for _, test := range []struct {
		name        string
		public, sig []byte
	}{
		{"honest", public, honest},
		{"zero", identity[:], zero},
	} {
		withS := func(name string, S *big.Int) [32]bool {
			t.Helper()
			s := testkit.Bytes(S)
			return verdicts(t, test.name+name, test.public, message, append(test.sig[:32:32], s[:]...), Options{})
		}
		S := testkit.BigLE(test.sig[32:])
		for r, ok := range withS(", S", S) {
			if !ok && Rules(r)&AcceptSmallOrderA != 0 && Rules(r)&RejectSmallOrderR == 0 {
				t.Errorf("%s, rules %v: invalid", test.name, Rules(r))
			}
		}
		for i := 1; ; i++ {
			x := new(big.Int).Mul(order, big.NewInt(int64(i)))
			if x.Add(x, S).BitLen() > 256 {
				break
			}
			if withS(fmt.Sprintf(", S + %d l", i), x) != [32]bool{} {
				t.Errorf("%s: S + %d l is valid", test.name, i)
			}
		}
		for i := 240; i < 256; i++ { // TestFlippedBits has all bits
			x := new(big.Int).SetBit(S, i, S.Bit(i)^1)
			if withS(fmt.Sprintf(", bit %d of S flipped", i), x) != [32]bool{} {
				t.Errorf("%s: valid with bit %d of S flipped", test.name, i)
			}
		}
	}
}

// TestFlippedBits flips every bit of an honest signature, its message and its key.
func TestFlippedBits(t *testing.T) {
	rng := testkit.NewRand(t)
	public, private := newKey(t, rng)
	message := make([]byte, 64)
	rng.Fill(message)
	for _, opts := range []Options{{}, {Context: "a"}, {Hash: crypto.SHA512, Context: "a"}} {
		sig, err := SignWithOptions(private, message, signOptions(&opts))
		if err != nil {
			t.Fatal(err)
		}
		check := func(name string, publicKey, message, sig []byte, opts Options) {
			t.Helper()
			// ZIP215 accepts everything that any rules accept.
			if err := VerifyWithRules(publicKey, message, sig, ZIP215, &opts); err == nil {
				t.Errorf("%s: valid", name)
			}
		}
		for _, b := range []struct {
			name  string
			bytes []byte
		}{{"public key", public}, {"message", message}, {"signature", sig}} {
			for i := range len(b.bytes) * 8 {
				b.bytes[i/8] ^= 1 << (i % 8)
				check(fmt.Sprintf("bit %d of the %s flipped", i, b.name), public, message, sig, opts)
				b.bytes[i/8] ^= 1 << (i % 8)
			}
		}
		if opts.Hash == 0 {
			check("longer message", public, append(message, 0), sig, opts)
			check("shorter message", public, message[1:], sig, opts)
		}
		for _, other := range []Options{{}, {Context: "a"}, {Context: "b"}, {Hash: crypto.SHA512}, {Hash: crypto.SHA512, Context: "a"}} {
			if other != opts {
				check("other options", public, message, sig, other)
			}
		}
	}
}

// TestEncodings verifies with A and R of every y near 0 and p, and with points
// that are not on the curve.
func TestEncodings(t *testing.T) {
	rng := testkit.NewRand(t)
	public, private := newKey(t, rng)
	message := []byte("message")
	sig := Sign(private, message)
	var ys []*big.Int
	for i := range int64(19) { // all y that have a second encoding, and that
		ys = append(ys, big.NewInt(i), new(big.Int).Add(prime, big.NewInt(i)))
	}
	for i := range int64(5) {
		ys = append(ys, new(big.Int).Sub(prime, big.NewInt(i+1)))
	}
	off := 0
	for _, y := range ys {
		for _, sign := range []byte{0, 0x80} {
			b := testkit.Bytes(y)
			b[31] |= sign
			if !decodePoint(b).ok {
				off++
			}
			verdicts(t, fmt.Sprintf("A with y = %d", y), b[:], message, sig, Options{})
			verdicts(t, fmt.Sprintf("R with y = %d", y), public, message, append(b[:], sig[32:]...), Options{})
		}
	}
	if off == 0 {
		t.Error("no point was off the curve")
	}
}

// TestSpeccheck verifies the twelve signatures of github.com/novifinancial/ed25519-speccheck.
// The verdicts in the table are derived in its "about" lines from the rules,
// and the textbook must agree with them too.
func TestSpeccheck(t *testing.T) {
	type vector struct {
		About                      string
		Message, Public, Signature testkit.Hex
		Valid                      map[string]bool
	}
	vectors := testkit.ReadJSON[[]vector](t, "testdata/speccheck.json")
	if len(vectors) != 12 {
		t.Fatalf("%d vectors, want 12", len(vectors))
	}
	testkit.Kernels(t, func(t *testing.T) {
		for i, v := range vectors {
			name := fmt.Sprintf("case %d (%s)", i, v.About)
			valid := verdicts(t, name, v.Public, v.Message, v.Signature, Options{})
			for _, p := range presets {
				want, ok := v.Valid[p.name]
				if !ok {
					t.Fatalf("%s: no verdict for %s", name, p.name)
				}
				if valid[p.rules] != want {
					t.Errorf("%s, rules %s: textbook says %v, want %v", name, p.name, valid[p.rules], want)
				}
				rules, err := ParseRules(p.name)
				if err != nil {
					t.Fatal(err)
				}
				err = VerifyWithRules(PublicKey(v.Public), v.Message, v.Signature, rules, nil)
				if (err == nil) != want {
					t.Errorf("%s, rules %s: %v, want valid = %v", name, p.name, err, want)
				}
			}
		}
	})
}

// TestPresets holds the table of the package documentation.
func TestPresets(t *testing.T) {
	for _, test := range []struct {
		rules                                      Rules
		smallA, smallR, nonCanonA, nonCanonR, less bool
	}{
		{Default, false, true, false, false, false},
		{StdLib, true, true, true, false, true},
		{FIPS, true, true, false, false, false},
		{ZIP215, true, true, true, true, false},
	} {
		for _, s := range []struct {
			name      string
			got, want bool
		}{
			{"small-order A", test.rules&AcceptSmallOrderA != 0, test.smallA},
			{"small-order R", test.rules&RejectSmallOrderR == 0, test.smallR},
			{"non-canonical A", test.rules&AcceptNonCanonicalA != 0, test.nonCanonA},
			{"non-canonical R", test.rules&AcceptNonCanonicalR != 0, test.nonCanonR},
			{"cofactorless", test.rules&Cofactorless != 0, test.less},
		} {
			if s.got != s.want {
				t.Errorf("%v: %s is %v, want %v", test.rules, s.name, s.got, s.want)
			}
		}
	}
}

// TestModel checks the textbook itself on facts that do not come from it.
func TestModel(t *testing.T) {
	rng := testkit.NewRand(t)
	if !order.ProbablyPrime(20) || !base.mult(order).isIdentity() || base.isSmallOrder() {
		t.Error("B does not have order l")
	}
	distinct := make(map[[32]byte]bool)
	encodings := 0
	for i := range 8 {
		for j, b := range torsion(i).encodings() {
			encodings++
			distinct[b] = true
			d := decodePoint(b)
			if !d.ok || !d.smallOrder || d.canonical != (j == 0) || d.point.bytes() != torsion(i).bytes() {
				t.Errorf("T%d: encoding %x is not decoded", i, b)
			}
		}
	}
	if encodings != 14 || len(distinct) != 14 {
		t.Errorf("%d encodings, %d of them distinct, want 14", encodings, len(distinct))
	}
	seed := make([]byte, SeedSize)
	for range 10 {
		rng.Fill(seed)
		private := ed25519.NewKeyFromSeed(seed)
		h := sha512.Sum512(seed)
		h[0] &= 248
		h[31] = h[31]&63 | 64
		A := base.mult(testkit.BigLE(h[:32])).bytes()
		if !bytes.Equal(A[:], private[32:]) {
			t.Errorf("seed %x: A = %x, want %x", seed, A, private[32:])
		}
		f := factsOf(A[:], seed, ed25519.Sign(private, seed), &Options{})
		if !f.accepts(Default) || !f.accepts(StdLib) || !f.accepts(RejectSmallOrderR) {
			t.Errorf("seed %x: the textbook rejects a signature by crypto/ed25519", seed)
		}
	}
}
