// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package dotest

import (
	"bytes"
	"crypto"
	"errors"
	"io"
	"math/big"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"

	"secant.example/internal/dogroup"
	"secant.example/internal/dohash"
	"secant.example/internal/doscheme"
	"secant.example/internal/testkit"
)

func hashOf(name string) dohash.Hash { return dohash.Hash(name) }

// unknownHashes are names that are none in the generation.
func unknownHashes(g *Model) []dohash.Hash {
	unknown := []dohash.Hash{"raw", "SHA256", "sha-256", "sha3-256", "sha512/256", "md5", "sha1", "blake2", "sha256\x00", "\x00"}
	if !g.jq {
		unknown = append(unknown, dohash.BLAKE2s, dohash.BLAKE2b, dohash.BLAKE3)
	}
	return unknown
}

// key returns the private key d.
func (pkg *Package[S]) key(t testing.TB, d *big.Int) *doscheme.PrivateKey[S] {
	t.Helper()
	b := testkit.Bytes(d)
	k, err := pkg.NewPrivateKey(b[:])
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// secrets are private keys: edges and random ones.
func (pkg *Package[S]) secrets(t testing.TB, n int) []*big.Int {
	secrets := []*big.Int{one, new(big.Int).Sub(pkg.Model.r, one)}
	r := testkit.NewRand(t)
	for len(secrets) < n {
		d := pkg.Model.scalar(leBytes(testkit.Big(r.Limbs())))
		if d.Sign() != 0 {
			secrets = append(secrets, d)
		}
	}
	return secrets
}

// Decoding, encoding and comparing keys.
func (pkg *Package[S]) keys(t *testing.T) {
	g := pkg.Model
	secrets := pkg.secrets(t, 6)
	var keys []*doscheme.PrivateKey[S]
	for _, d := range secrets {
		k := pkg.key(t, d)
		b := testkit.Bytes(d)
		if !bytes.Equal(k.Bytes(), b[:]) || !bytes.Equal(k.Scalar().Bytes(), b[:]) {
			t.Errorf("%x comes back as %x", b, k.Bytes())
		}
		q := k.PublicKey()
		if want := g.publicKey(d); !bytes.Equal(q.Bytes(), want) || !bytes.Equal(q.Point().Bytes(), want) {
			t.Errorf("%x: the public key is %x, want %x", b, q.Bytes(), want)
		}
		public, ok := k.Public().(*doscheme.PublicKey[S])
		if !ok || !public.Equal(q) {
			t.Error("Public is not the public key")
		}
		decoded, err := pkg.NewPublicKey(q.Bytes())
		if err != nil || !decoded.Equal(q) || decoded.Point().Equal(q.Point()) != 1 {
			t.Errorf("%x is not decoded: %v", q.Bytes(), err)
		}
		keys = append(keys, k)
	}
	for i, k := range keys {
		for j, l := range keys {
			if k.Equal(l) != (i == j) || k.PublicKey().Equal(l.PublicKey()) != (i == j) {
				t.Errorf("keys %d and %d: Equal is wrong", i, j)
			}
		}
		var none *doscheme.PrivateKey[S]
		var nobody *doscheme.PublicKey[S]
		for _, x := range []any{nil, 1, none, *k, k.PublicKey(), nobody, k.Bytes()} {
			if k.Equal(x) {
				t.Errorf("a private key equals %T", x)
			}
		}
		for _, x := range []any{nil, 1, none, k, *k.PublicKey(), nobody} {
			if k.PublicKey().Equal(x) {
				t.Errorf("a public key equals %T", x)
			}
		}
	}

	var bad [][]byte
	for _, d := range []*big.Int{zero, g.r, new(big.Int).Add(g.r, one), power2(255), new(big.Int).Sub(power2(256), one)} {
		b := testkit.Bytes(d)
		bad = append(bad, b[:])
	}
	for _, b := range append(bad, nil, make([]byte, 31), bytes.Repeat([]byte{1}, 33), bytes.Repeat([]byte{1}, 31)) {
		k := pkg.key(t, secrets[3])
		if v, err := k.SetBytes(b); v != nil || err != pkg.ErrPrivateKey {
			t.Errorf("the private key %x: %v", b, err)
		}
		if !k.Equal(keys[3]) || !k.PublicKey().Equal(keys[3].PublicKey()) {
			t.Errorf("the private key %x changes the receiver", b)
		}
		if v, err := pkg.NewPrivateKey(b); v != nil || !errors.Is(err, pkg.ErrPrivateKey) {
			t.Errorf("the private key %x: %v", b, err)
		}
	}
	for _, err := range []error{pkg.ErrPrivateKey, pkg.ErrPublicKey, pkg.ErrHash} {
		if !strings.HasPrefix(err.Error(), g.name+": ") {
			t.Errorf("%v does not say where it is from", err)
		}
	}

	// Zero values are no keys.
	var k doscheme.PrivateKey[S]
	var q doscheme.PublicKey[S]
	if sig, err := k.SignWithSeed(nil, nil, dohash.Raw); sig != nil || err != pkg.ErrPrivateKey {
		t.Errorf("the zero value signs: %v", err)
	}
	if sig, err := k.Sign(nil, nil, nil); sig != nil || err != pkg.ErrPrivateKey {
		t.Errorf("the zero value signs: %v", err)
	}
	if secret, err := k.SharedSecret(keys[0].PublicKey().Bytes()); secret != [32]byte{} || err != pkg.ErrPrivateKey {
		t.Errorf("the zero value has the shared secret %x, %v", secret, err)
	}
	if q.Point().IsIdentity() != 1 || k.PublicKey().Point().IsIdentity() != 1 {
		t.Error("the zero value is a public key")
	}
	if k.Equal(keys[0]) || q.Equal(keys[0].PublicKey()) {
		t.Error("the zero value equals a key")
	}
}

// Random keys.
func (pkg *Package[S]) generate(t *testing.T) {
	g := pkg.Model
	r := testkit.NewRand(t)
	for i := range 10 {
		b := r.Bytes32()
		switch i {
		case 0:
			b = [32]byte{} // 0 becomes 1
		case 1:
			b = testkit.Bytes(g.r) // so does r
		case 2:
			b = testkit.Bytes(new(big.Int).Lsh(g.r, 1))
		}
		k, err := pkg.GenerateKey(iotest.OneByteReader(bytes.NewReader(b[:])))
		if err != nil {
			t.Fatal(err)
		}
		d := g.scalar(b[:])
		if d.Sign() == 0 {
			d = one
		}
		if !k.Equal(pkg.key(t, d)) || !bytes.Equal(k.PublicKey().Bytes(), g.publicKey(d)) {
			t.Errorf("of %x comes %x", b, k.Bytes())
		}
	}
	k, err := pkg.GenerateKey(nil)
	l, err2 := pkg.GenerateKey(nil)
	if err != nil || err2 != nil || k.Equal(l) {
		t.Errorf("two random keys: %v, %v", err, err2)
	}
	failure := errors.New("no randomness")
	if k, err := pkg.GenerateKey(iotest.ErrReader(failure)); k != nil || !errors.Is(err, failure) {
		t.Errorf("without randomness: %v", err)
	}
	if k, err := pkg.GenerateKey(bytes.NewReader(make([]byte, 31))); k != nil || !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("with 31 bytes: %v", err)
	}
	if (pkg.NewKeyFromSeed != nil) != g.jq || (pkg.FillSharedSecret != nil) == g.jq {
		t.Fatal("what only one generation has")
	}
	if g.jq {
		for length := range 100 {
			seed := make([]byte, length)
			r.Fill(seed)
			k := pkg.NewKeyFromSeed(seed)
			if want := testkit.Bytes(g.scalar(g.hash(32, seed))); !bytes.Equal(k.Bytes(), want[:]) {
				t.Errorf("of the seed %x comes %x", seed, k.Bytes())
			}
		}
	}
}

// A signed is a signature by the model.
type signed struct {
	d               *big.Int
	data, seed, sig []byte
	hash            string
}

// Signatures, of data around the sizes at which hashing changes, against the model.
func (pkg *Package[S]) signatures(t *testing.T) {
	g := pkg.Model
	r := testkit.NewRand(t)
	var all []signed
	names := g.hashNames()
	for i, d := range pkg.secrets(t, fewer(2*len(names), len(names))) {
		s := signed{d: d, hash: names[i%len(names)]}
		s.data = make([]byte, []int{0, 1, 32, 64, 300, 420, 500, 1024, 1500, 5000}[i%10])
		r.Fill(s.data)
		s.seed = make([]byte, []int{0, 32, 0, 7, 600}[i%5])
		r.Fill(s.seed)
		s.sig = g.sign(d, s.seed, s.hash, s.data)
		if i < 6 && !g.verify(g.publicKey(d), s.data, s.sig, s.hash) {
			t.Fatal("the model refuses its own signature")
		}
		all = append(all, s)
	}
	testkit.Kernels(t, func(t *testing.T) {
		for i, s := range all {
			k, hash := pkg.key(t, s.d), hashOf(s.hash)
			sig, err := k.SignWithSeed(s.data, s.seed, hash)
			if err != nil || !bytes.Equal(sig, s.sig) || len(sig) != pkg.SignatureSize || cap(sig) != pkg.SignatureSize {
				t.Fatalf("%d: the signature of %d bytes is %x, %v, want %x", i, len(s.data), sig, err, s.sig)
			}
			public := k.PublicKey().Bytes()
			if !k.PublicKey().Verify(s.data, sig, hash) || !pkg.Verify(public, s.data, sig, hash) {
				t.Errorf("%d: the signature is not valid", i)
			}
			// For crypto.Signer. The seed is what is read from random.
			for _, seeded := range []bool{false, true} {
				var random io.Reader
				var seed []byte
				if seeded {
					seed = bytes.Repeat([]byte{byte(i)}, 32)
					random = iotest.HalfReader(bytes.NewReader(seed))
				}
				want, _ := k.SignWithSeed(s.data, seed, hash)
				for _, opts := range optionsOf(hash) {
					got, err := crypto.Signer(k).Sign(random, s.data, opts)
					if err != nil || !bytes.Equal(got, want) {
						t.Errorf("%d: Sign with %v gives %x, %v, want %x", i, opts, got, err, want)
					}
					if seeded {
						random = bytes.NewReader(seed)
					}
				}
			}
		}
	})
	k, failure := pkg.one(), errors.New("no randomness")
	if sig, err := k.Sign(iotest.ErrReader(failure), nil, nil); sig != nil || !errors.Is(err, failure) {
		t.Errorf("without randomness: %x, %v", sig, err)
	}
}

// optionsOf returns all that mean hash for crypto.Signer.
func optionsOf(hash dohash.Hash) []crypto.SignerOpts {
	switch hash {
	case dohash.Raw:
		return []crypto.SignerOpts{hash, crypto.Hash(0), nil}
	case dohash.BLAKE3:
		return []crypto.SignerOpts{hash}
	}
	return []crypto.SignerOpts{hash, functions[hash]}
}

// functions are the hash functions of package crypto that have names.
var functions = map[dohash.Hash]crypto.Hash{
	"sha224": crypto.SHA224, "sha256": crypto.SHA256, "sha384": crypto.SHA384, "sha512": crypto.SHA512,
	"sha512224": crypto.SHA512_224, "sha512256": crypto.SHA512_256,
	"sha3224": crypto.SHA3_224, "sha3256": crypto.SHA3_256, "sha3384": crypto.SHA3_384, "sha3512": crypto.SHA3_512,
	"blake2s": crypto.BLAKE2s_256, "blake2b": crypto.BLAKE2b_512,
}

// Every bit of a signature, a key, the data, and the hash function count.
func (pkg *Package[S]) forgeries(t *testing.T) {
	g := pkg.Model
	k := pkg.key(t, pkg.secrets(t, 3)[2])
	data := []byte("0123456789abcdef0123456789abcdef")
	sig, err := k.SignWithSeed(data, nil, dohash.SHA256)
	if err != nil {
		t.Fatal(err)
	}
	Q := k.PublicKey().Bytes()
	refuse := func(what string, Q, data, sig []byte, hash dohash.Hash) {
		t.Helper()
		if pkg.Verify(Q, data, sig, hash) {
			t.Errorf("%s: valid", what)
		}
		if q, err := pkg.NewPublicKey(Q); err == nil && q.Verify(data, sig, hash) {
			t.Errorf("%s: valid under the key", what)
		}
	}
	flip := func(b []byte, i int) []byte {
		b = bytes.Clone(b)
		b[i/8] ^= 1 << (i % 8)
		return b
	}
	for i := range 8 * len(sig) {
		refuse("a bit of the signature", Q, data, flip(sig, i), dohash.SHA256)
	}
	for i := range 8 * len(Q) {
		refuse("a bit of the key", flip(Q, i), data, sig, dohash.SHA256)
	}
	for i := range 8 * len(data) {
		refuse("a bit of the data", Q, flip(data, i), sig, dohash.SHA256)
	}
	for _, hash := range append(unknownHashes(g), dohash.Raw, dohash.SHA3256, dohash.SHA512256) {
		refuse("hash "+strconv.Quote(string(hash)), Q, data, sig, hash)
	}
	// Nor does the data count as it is when the name is unknown.
	unnamed := g.hash(len(sig)-32, g.domain("sign-e"), g.publicKey(one), Q, data)
	if g.jq {
		unnamed = unnamed[:16]
	}
	unnamedS := testkit.Bytes(g.scalar(leBytes(new(big.Int).Add(one, new(big.Int).Mul(g.scalar(unnamed), g.scalar(k.Bytes()))))))
	for _, hash := range unknownHashes(g) {
		if g.jq {
			refuse("hash "+strconv.Quote(string(hash)), Q, data, append(bytes.Clone(unnamed), unnamedS[:]...), hash)
		} else {
			refuse("hash "+strconv.Quote(string(hash)), Q, data, append(g.publicKey(one), unnamedS[:]...), hash)
		}
	}
	for _, n := range []int{0, 16, 32, 47, 48, 49, 63, 64, 65, 96} {
		if n != len(sig) {
			refuse("another length", Q, data, append(bytes.Clone(sig), make([]byte, 100)...)[:n], dohash.SHA256)
		}
	}
	for _, n := range []int{0, 31, 33, 64} {
		refuse("another length of the key", append(bytes.Clone(Q), make([]byte, 100)...)[:n], data, sig, dohash.SHA256)
	}
	// s + r, which is the same modulo r.
	first, last := sig[:len(sig)-32], sig[len(sig)-32:]
	for s := testkit.BigLE(last); ; {
		if s = new(big.Int).Add(s, g.r); s.BitLen() > 256 {
			break
		}
		b := testkit.Bytes(s)
		refuse("s + r", Q, data, append(bytes.Clone(first), b[:]...), dohash.SHA256)
	}
	// Under the neutral element anyone could sign.
	neutral := make([]byte, 32)
	s := testkit.Bytes(two)
	R := g.publicKey(two)
	forged := append(bytes.Clone(R), s[:]...)
	if g.jq {
		forged = append(g.challenge(R, neutral, "", data), s[:]...)
	}
	refuse("the neutral element", neutral, data, forged, dohash.Raw)
	if new(doscheme.PublicKey[S]).Verify(data, forged, dohash.Raw) {
		t.Error("the zero value of a public key: valid")
	}

	// R may be the neutral element, but only in its one encoding.
	d := g.scalar(k.Bytes())
	for _, nonce := range []*big.Int{zero, one} {
		sign := func(R []byte) []byte {
			c := g.challenge(R, Q, "", data)
			s := testkit.Bytes(g.scalar(leBytes(new(big.Int).Add(nonce, new(big.Int).Mul(g.scalar(c), d)))))
			if g.jq {
				return append(bytes.Clone(c), s[:]...)
			}
			return append(bytes.Clone(R), s[:]...)
		}
		R := g.publicKey(nonce)
		sig := sign(R)
		if !g.verify(Q, data, sig, "") || !pkg.Verify(Q, data, sig, dohash.Raw) || !k.PublicKey().Verify(data, sig, dohash.Raw) {
			t.Errorf("R = [%v]G is not accepted", nonce)
		}
		for _, delta := range []*big.Int{g.p, power2(255)} {
			if w := new(big.Int).Add(testkit.BigLE(R), delta); w.BitLen() <= 256 {
				b := testkit.Bytes(w)
				refuse("R that is not canonical", Q, data, sign(b[:]), dohash.Raw)
			}
		}
	}
}

// The names and options that are refused, and those that there are.
func (pkg *Package[S]) options(t *testing.T) {
	g := pkg.Model
	var names []string
	for _, hash := range pkg.Hashes() {
		names = append(names, string(hash))
		if hash.HashFunc() != functions[hash] {
			t.Errorf("%q is the hash function %v", hash, hash.HashFunc())
		}
	}
	if strings.Join(names, " ") != strings.Join(g.hashNames(), " ") {
		t.Errorf("the hash functions are %v", names)
	}
	k := pkg.one()
	for _, hash := range unknownHashes(g) {
		if hash != dohash.BLAKE2s && hash != dohash.BLAKE2b && hash.HashFunc() != 0 {
			t.Errorf("%q is the hash function %v", hash, hash.HashFunc())
		}
		if sig, err := k.SignWithSeed(nil, nil, hash); sig != nil || err != pkg.ErrHash {
			t.Errorf("signing with %q: %v", hash, err)
		}
		if sig, err := k.Sign(nil, nil, hash); sig != nil || err != pkg.ErrHash {
			t.Errorf("signing with %q: %v", hash, err)
		}
	}
	for _, hash := range []crypto.Hash{crypto.MD5, crypto.SHA1, crypto.MD5SHA1, crypto.RIPEMD160, crypto.BLAKE2b_256, crypto.BLAKE2b_384, 99, 1 << 20} {
		if sig, err := k.Sign(nil, nil, hash); sig != nil || err != pkg.ErrHash {
			t.Errorf("signing with %v: %v", hash, err)
		}
	}
}

// Key exchange, with valid peers and others, against the model; both sides agree.
func (pkg *Package[S]) sharedSecrets(t *testing.T) {
	g := pkg.Model
	secrets := pkg.secrets(t, fewer(5, 3))
	type exchange struct {
		d            *big.Int
		peer, secret []byte
		ok           bool
	}
	var all []exchange
	r := testkit.NewRand(t)
	random := r.Bytes32()
	random[31] &= 0x7f
	prime := testkit.Bytes(g.p)
	peers := [][]byte{
		nil, {1}, make([]byte, 31), make([]byte, 33), bytes.Repeat([]byte{0xff}, 2000), // wrong lengths
		make([]byte, 32), prime[:], bytes.Repeat([]byte{0xff}, 32), random[:],
	}
	for _, d := range secrets {
		peers = append(peers, g.publicKey(d))
		for _, peer := range peers {
			if g.jq {
				secret, ok := g.ecdh(d, peer, 32)
				all = append(all, exchange{d, peer, secret, ok})
				continue
			}
			secret, ok := g.ecdh(d, peer, 500)
			for _, size := range []int{0, 1, 32, 500} {
				all = append(all, exchange{d, peer, secret[:size], ok})
			}
		}
	}
	testkit.Kernels(t, func(t *testing.T) {
		for i, x := range all {
			if !pkg.checkSecret(t, pkg.key(t, x.d), x.peer, x.secret, x.ok) {
				t.Errorf("%d: the secret of %x and %x, %t, of %d bytes is wrong", i, x.d, x.peer, x.ok, len(x.secret))
			}
		}
	})
	for _, d := range secrets {
		for _, e := range secrets {
			k, l := pkg.key(t, d), pkg.key(t, e)
			a, err := k.SharedSecret(l.PublicKey().Bytes())
			b, err2 := l.SharedSecret(k.PublicKey().Bytes())
			if a != b || err != nil || err2 != nil {
				t.Errorf("two sides have %x and %x, %v, %v", a, b, err, err2)
			}
		}
	}
	// Without the private key a failed exchange cannot be predicted.
	a, _ := pkg.key(t, secrets[0]).SharedSecret(nil)
	b, _ := pkg.key(t, secrets[1]).SharedSecret(nil)
	if a == b {
		t.Error("two keys have one secret with an invalid peer")
	}
	if pkg.FillSharedSecret != nil {
		var zero doscheme.PrivateKey[S]
		secret := []byte{1, 2, 3}
		if err := pkg.FillSharedSecret(secret, &zero, nil); err != pkg.ErrPrivateKey || !bytes.Equal(secret, []byte{1, 2, 3}) {
			t.Errorf("the zero value of a private key: %x, %v", secret, err)
		}
	}
}

// Nothing is allocated beyond results, and not those either, if they do not outlive the
// caller.
func (pkg *Package[S]) noAllocs(t *testing.T) {
	k := pkg.key(t, pkg.secrets(t, 3)[2])
	q := k.PublicKey()
	kBytes, qBytes, s, p := k.Bytes(), q.Bytes(), k.Scalar(), q.Point()
	short, long := make([]byte, 64), make([]byte, 5000)
	sig, err := k.SignWithSeed(short, nil, dohash.SHA512)
	if err != nil {
		t.Fatal(err)
	}
	longSig, err := k.SignWithSeed(long, nil, dohash.Raw)
	if err != nil {
		t.Fatal(err)
	}
	secret := make([]byte, 100)
	var v dogroup.Point[S]
	var x dogroup.Scalar[S]
	var private doscheme.PrivateKey[S]
	var public doscheme.PublicKey[S]
	for _, op := range []struct {
		name string
		f    func()
	}{
		{"Point.SetBytes", func() { _, _ = v.SetBytes(qBytes) }},
		{"Point.SetBytes, bad", func() { _, _ = v.SetBytes(long) }},
		{"Point.Bytes", func() { p.Bytes() }},
		{"Add", func() { v.Add(p, p) }},
		{"Subtract", func() { v.Subtract(p, p) }},
		{"Double", func() { v.Double(p) }},
		{"Equal", func() { v.Equal(p) }},
		{"ScalarMult", func() { v.ScalarMult(s, p) }},
		{"ScalarBaseMult", func() { v.ScalarBaseMult(s) }},
		{"VarTimeDoubleScalarBaseMult", func() { v.VarTimeDoubleScalarBaseMult(s, p, s) }},
		{"SetMap", func() { v.SetMap(long) }},
		{"SetHash", func() { _, _ = v.SetHash(short, dohash.SHA512) }},
		{"SetHash, long", func() { _, _ = v.SetHash(long, dohash.Raw) }},
		{"Scalar.SetCanonicalBytes", func() { _, _ = x.SetCanonicalBytes(kBytes) }},
		{"Scalar.SetReducedBytes", func() { x.SetReducedBytes(long) }},
		{"Scalar.Bytes", func() { x.Bytes() }},
		{"Invert", func() { x.Invert(s) }},
		{"PrivateKey.SetBytes", func() { _, _ = private.SetBytes(kBytes) }},
		{"PublicKey.SetBytes", func() { _, _ = public.SetBytes(qBytes) }},
		{"SignWithSeed", func() { _, _ = k.SignWithSeed(short, secret, dohash.SHA512) }},
		{"SignWithSeed, long", func() { _, _ = k.SignWithSeed(long, nil, dohash.Raw) }},
		{"PublicKey.Verify", func() { q.Verify(short, sig, dohash.SHA512) }},
		{"PublicKey.Verify, long", func() { q.Verify(long, longSig, dohash.Raw) }},
		{"Verify", func() { pkg.Verify(qBytes, short, sig, dohash.SHA512) }},
		{"SharedSecret", func() { _, _ = k.SharedSecret(qBytes) }},
		{"SharedSecret, bad", func() { _, _ = k.SharedSecret(long) }},
		{"FillSharedSecret", func() {
			if pkg.FillSharedSecret != nil {
				_ = pkg.FillSharedSecret(secret, k, qBytes)
			}
		}},
	} {
		testkit.NoAllocs(t, op.name, op.f)
	}
	signer := crypto.Signer(k)
	testkit.Allocs(t, "Sign, with its result", 1, func() { _, _ = signer.Sign(nil, short, crypto.SHA512) })
}
