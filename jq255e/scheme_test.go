// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package jq255e

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

	"secant.example/internal/testkit"
)

// unknownHashes are names that are none in the generation.
func unknownHashes() []Hash {
	unknown := []Hash{"raw", "SHA256", "sha-256", "sha3-256", "sha512/256", "md5", "sha1", "blake2", "sha256\x00", "\x00"}
	if !model.JQ {
		unknown = append(unknown, Hash("blake2s"), Hash("blake2b"), Hash("blake3"))
	}
	return unknown
}

// Decoding, encoding and comparing keys.
func TestKeys(t *testing.T) {
	g := model
	secrets := secrets(t, 6)
	var keys []*PrivateKey
	for _, d := range secrets {
		k := keyOf(d)
		b := testkit.Bytes(d)
		if !bytes.Equal(k.Bytes(), b[:]) || !bytes.Equal(k.Scalar().Bytes(), b[:]) {
			t.Errorf("%x comes back as %x", b, k.Bytes())
		}
		q := k.PublicKey()
		if want := g.PublicKey(d); !bytes.Equal(q.Bytes(), want) || !bytes.Equal(q.Point().Bytes(), want) {
			t.Errorf("%x: the public key is %x, want %x", b, q.Bytes(), want)
		}
		public, ok := k.Public().(*PublicKey)
		if !ok || !public.Equal(q) {
			t.Error("Public is not the public key")
		}
		decoded, err := NewPublicKey(q.Bytes())
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
		var none *PrivateKey
		var nobody *PublicKey
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
	for _, d := range []*big.Int{zero, g.R, new(big.Int).Add(g.R, one), power2(255), new(big.Int).Sub(power2(256), one)} {
		b := testkit.Bytes(d)
		bad = append(bad, b[:])
	}
	for _, b := range append(bad, nil, make([]byte, 31), bytes.Repeat([]byte{1}, 33), bytes.Repeat([]byte{1}, 31)) {
		k := keyOf(secrets[3])
		if v, err := k.SetBytes(b); v != nil || err != ErrPrivateKey {
			t.Errorf("the private key %x: %v", b, err)
		}
		if !k.Equal(keys[3]) || !k.PublicKey().Equal(keys[3].PublicKey()) {
			t.Errorf("the private key %x changes the receiver", b)
		}
		if v, err := NewPrivateKey(b); v != nil || !errors.Is(err, ErrPrivateKey) {
			t.Errorf("the private key %x: %v", b, err)
		}
	}
	for _, err := range []error{ErrPrivateKey, ErrPublicKey, ErrHash, ErrFault} {
		if !strings.HasPrefix(err.Error(), g.Name+": ") {
			t.Errorf("%v does not say where it is from", err)
		}
	}

	// Zero values are no keys.
	var k PrivateKey
	var q PublicKey
	if sig, err := k.SignWithSeed(nil, nil, Raw); sig != nil || err != ErrPrivateKey {
		t.Errorf("the zero value signs: %v", err)
	}
	for _, random := range []io.Reader{nil, iotest.ErrReader(errors.New("is not read"))} {
		if sig, err := k.Sign(random, nil, nil); sig != nil || err != ErrPrivateKey {
			t.Errorf("the zero value signs: %v", err)
		}
	}
	if secret, err := k.SharedSecret(keys[0].PublicKey().Bytes()); secret != [32]byte{} || err != ErrPrivateKey {
		t.Errorf("the zero value has the shared secret %x, %v", secret, err)
	}
	if q.Point().IsIdentity() != 1 || k.PublicKey().Point().IsIdentity() != 1 || k.Scalar().IsZero() != 1 {
		t.Error("the zero value is a key")
	}
	if k.Bytes() != nil || q.Bytes() != nil || k.PublicKey().Bytes() != nil {
		t.Error("the zero value has bytes")
	}
	if k.Equal(keys[0]) || keys[0].Equal(&k) || k.Equal(&k) || k.Equal(new(PrivateKey)) {
		t.Error("the zero value of a private key equals a key")
	}
	if q.Equal(keys[0].PublicKey()) || keys[0].PublicKey().Equal(&q) || q.Equal(&q) || q.Equal(k.PublicKey()) {
		t.Error("the zero value of a public key equals a key")
	}
}

// Random keys.
func TestGenerateKey(t *testing.T) {
	g := model
	r := testkit.NewRand(t)
	for i := range int64(4) { // 4r may not have a place in 32 bytes
		b := testkit.Bytes(new(big.Int).Mul(g.R, big.NewInt(i)))
		if k, err := GenerateKey(bytes.NewReader(b[:])); k != nil || err == nil || !strings.HasPrefix(err.Error(), g.Name+": ") {
			t.Errorf("of %x, which is 0 modulo r: a key, %v", b, err)
		}
		b[0]++ // 1 modulo r
		if k, err := GenerateKey(bytes.NewReader(b[:])); err != nil || !k.Equal(keyOf(one)) {
			t.Errorf("of %x, which is 1 modulo r: %v", b, err)
		}
	}
	for range 10 {
		b := r.Bytes32()
		k, err := GenerateKey(iotest.OneByteReader(bytes.NewReader(b[:])))
		if err != nil {
			t.Fatal(err)
		}
		d := g.Scalar(b[:])
		if !k.Equal(keyOf(d)) || !bytes.Equal(k.PublicKey().Bytes(), g.PublicKey(d)) {
			t.Errorf("of %x comes %x", b, k.Bytes())
		}
	}
	k, err := GenerateKey(nil)
	l, err2 := GenerateKey(nil)
	if err != nil || err2 != nil || k.Equal(l) {
		t.Errorf("two random keys: %v, %v", err, err2)
	}
	failure := errors.New("no randomness")
	if k, err := GenerateKey(iotest.ErrReader(failure)); k != nil || !errors.Is(err, failure) {
		t.Errorf("without randomness: %v", err)
	}
	if k, err := GenerateKey(bytes.NewReader(make([]byte, 31))); k != nil || !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("with 31 bytes: %v", err)
	}
	if (newKeyFromSeed != nil) != g.JQ || (fillSharedSecret != nil) == g.JQ {
		t.Fatal("what only one generation has")
	}
	if g.JQ {
		for length := range 100 {
			seed := make([]byte, length)
			r.Fill(seed)
			k := newKeyFromSeed(seed)
			if want := testkit.Bytes(g.Scalar(g.Hash(32, seed))); !bytes.Equal(k.Bytes(), want[:]) {
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
func TestSignatures(t *testing.T) {
	g := model
	r := testkit.NewRand(t)
	var all []signed
	names := g.HashNames()
	for i, d := range secrets(t, fewer(2*len(names), len(names))) {
		s := signed{d: d, hash: names[i%len(names)]}
		s.data = make([]byte, []int{0, 1, 32, 64, 300, 420, 500, 1024, 1500, 5000}[i%10])
		r.Fill(s.data)
		s.seed = make([]byte, []int{0, 32, 0, 7, 600}[i%5])
		r.Fill(s.seed)
		s.sig = g.Sign(d, s.seed, s.hash, s.data)
		if i < 6 && !g.Verify(g.PublicKey(d), s.data, s.sig, s.hash) {
			t.Fatal("the model refuses its own signature")
		}
		all = append(all, s)
	}
	testkit.Kernels(t, func(t *testing.T) {
		for i, s := range all {
			k, hash := keyOf(s.d), Hash(s.hash)
			sig, err := k.SignWithSeed(s.data, s.seed, hash)
			if err != nil || !bytes.Equal(sig, s.sig) || len(sig) != SignatureSize || cap(sig) != SignatureSize {
				t.Fatalf("%d: the signature of %d bytes is %x, %v, want %x", i, len(s.data), sig, err, s.sig)
			}
			public := k.PublicKey().Bytes()
			if !k.PublicKey().Verify(s.data, sig, hash) || !Verify(public, s.data, sig, hash) {
				t.Errorf("%d: the signature is not valid", i)
			}
			// For crypto.Signer. The seed is what is read from random.
			seed := bytes.Repeat([]byte{byte(i)}, 32)
			data := s.data
			if function := functions[hash]; function != 0 {
				data = bytes.Repeat([]byte{byte(i)}, function.Size())
				for _, length := range []int{0, len(data) - 1, len(data) + 1} {
					for _, opts := range optionsOf(hash) {
						if sig, err := k.Sign(bytes.NewReader(seed), make([]byte, length), opts); sig != nil || err != ErrHash {
							t.Errorf("%d bytes are a digest of %v: %x, %v", length, opts, sig, err)
						}
					}
					if sig, err := Sign(k, make([]byte, length), hash); sig != nil || err != ErrHash {
						t.Errorf("%d bytes are a digest of %v: %x, %v", length, hash, sig, err)
					}
				}
			}
			want, _ := k.SignWithSeed(data, seed, hash)
			for _, opts := range optionsOf(hash) {
				got, err := crypto.Signer(k).Sign(iotest.HalfReader(bytes.NewReader(seed)), data, opts)
				if err != nil || !bytes.Equal(got, want) {
					t.Errorf("%d: Sign with %v gives %x, %v, want %x", i, opts, got, err, want)
				}
			}
			// Without a seed.
			opts := &Options{Hash: hash, Deterministic: true, Verify: i%2 == 0}
			want, _ = k.SignWithSeed(data, nil, hash)
			got, err := SignWithOptions(k, data, opts)
			if err != nil || !bytes.Equal(got, want) {
				t.Errorf("%d: deterministically, %x, %v, want %x", i, got, err, want)
			}
			got, err = k.Sign(iotest.ErrReader(errors.New("is not read")), data, opts)
			if err != nil || !bytes.Equal(got, want) {
				t.Errorf("%d: deterministically, %x, %v, want %x", i, got, err, want)
			}
		}
	})
	// Without a reader the seed is random.
	for _, hash := range []Hash{Raw, SHA256} {
		k, data := keyOf(two), make([]byte, 32)
		deterministic, _ := k.SignWithSeed(data, nil, hash)
		a, err := k.Sign(nil, data, hash)
		b, err2 := Sign(k, data, hash)
		if err != nil || err2 != nil || bytes.Equal(a, b) || bytes.Equal(a, deterministic) || bytes.Equal(b, deterministic) ||
			!k.PublicKey().Verify(data, a, hash) || !k.PublicKey().Verify(data, b, hash) {
			t.Errorf("two random signatures: %x, %v and %x, %v", a, err, b, err2)
		}
	}
	for _, opts := range []*Options{nil, {}, {Hash: SHA256}, {Verify: true}} {
		k, data := keyOf(two), make([]byte, 32)
		hash := Raw
		if opts != nil {
			hash = opts.Hash
		}
		if opts.HashFunc() != hash.HashFunc() {
			t.Errorf("%+v names the hash function %v", opts, opts.HashFunc())
		}
		a, err := SignWithOptions(k, data, opts)
		b, err2 := k.Sign(nil, data, opts)
		if err != nil || err2 != nil || bytes.Equal(a, b) ||
			!k.PublicKey().Verify(data, a, hash) || !k.PublicKey().Verify(data, b, hash) {
			t.Errorf("two random signatures with %+v: %x, %v and %x, %v", opts, a, err, b, err2)
		}
	}
	// A key that does not belong to its public key makes signatures that are not valid.
	fault := keyOf(two)
	*fault.key().Scalar() = *keyOf(one).key().Scalar()
	if sig, err := SignWithOptions(fault, nil, &Options{Verify: true}); sig != nil || err != ErrFault {
		t.Errorf("a fault: %x, %v", sig, err)
	}
	if _, err := SignWithOptions(fault, nil, nil); err != nil {
		t.Errorf("a fault that is not looked for: %v", err)
	}
	for _, opts := range []*Options{{Hash: "sha1"}, {Hash: "sha1", Deterministic: true}} {
		if sig, err := SignWithOptions(keyOf(two), make([]byte, 20), opts); sig != nil || err != ErrHash {
			t.Errorf("%+v: %x, %v", opts, sig, err)
		}
	}
	if sig, err := SignWithOptions(new(PrivateKey), nil, &Options{Deterministic: true}); sig != nil || err != ErrPrivateKey {
		t.Errorf("the zero value signs: %x, %v", sig, err)
	}
	k, failure := keyOf(one), errors.New("no randomness")
	if sig, err := k.Sign(iotest.ErrReader(failure), nil, nil); sig != nil || !errors.Is(err, failure) {
		t.Errorf("without randomness: %x, %v", sig, err)
	}
}

// otherOptions are options that only name a hash function.
type otherOptions struct{ function crypto.Hash }

func (o otherOptions) HashFunc() crypto.Hash { return o.function }

// otherName is a name, as those of the other double-odd groups.
type otherName string

func (h otherName) HashFunc() crypto.Hash { return Hash(h).HashFunc() }

// optionsOf returns all that mean hash for crypto.Signer.
func optionsOf(hash Hash) []crypto.SignerOpts {
	switch hash {
	case Raw:
		return []crypto.SignerOpts{hash, crypto.Hash(0), nil}
	case Hash("blake3"):
		return []crypto.SignerOpts{hash}
	}
	return []crypto.SignerOpts{hash, functions[hash], otherOptions{functions[hash]}, otherName(hash)}
}

// functions are the hash functions of package crypto that have names.
var functions = map[Hash]crypto.Hash{
	"sha224": crypto.SHA224, "sha256": crypto.SHA256, "sha384": crypto.SHA384, "sha512": crypto.SHA512,
	"sha512224": crypto.SHA512_224, "sha512256": crypto.SHA512_256,
	"sha3224": crypto.SHA3_224, "sha3256": crypto.SHA3_256, "sha3384": crypto.SHA3_384, "sha3512": crypto.SHA3_512,
	"blake2s": crypto.BLAKE2s_256, "blake2b": crypto.BLAKE2b_512,
}

// Every bit of a signature, a key, the data, and the hash function count.
func TestForgeries(t *testing.T) {
	g := model
	k := keyOf(secrets(t, 3)[2])
	data := []byte("0123456789abcdef0123456789abcdef")
	sig, err := k.SignWithSeed(data, nil, SHA256)
	if err != nil {
		t.Fatal(err)
	}
	Q := k.PublicKey().Bytes()
	refuse := func(what string, Q, data, sig []byte, hash Hash) {
		t.Helper()
		if Verify(Q, data, sig, hash) {
			t.Errorf("%s: valid", what)
		}
		if q, err := NewPublicKey(Q); err == nil && q.Verify(data, sig, hash) {
			t.Errorf("%s: valid under the key", what)
		}
		if e, err := NewExpandedPublicKey(Q); err == nil && e.Verify(data, sig, hash) {
			t.Errorf("%s: valid under the expanded key", what)
		}
	}
	flip := func(b []byte, i int) []byte {
		b = bytes.Clone(b)
		b[i/8] ^= 1 << (i % 8)
		return b
	}
	for i := range 8 * len(sig) {
		refuse("a bit of the signature", Q, data, flip(sig, i), SHA256)
	}
	for i := range 8 * len(Q) {
		refuse("a bit of the key", flip(Q, i), data, sig, SHA256)
	}
	for i := range 8 * len(data) {
		refuse("a bit of the data", Q, flip(data, i), sig, SHA256)
	}
	for _, hash := range append(unknownHashes(), Raw, SHA3256, SHA512256) {
		refuse("hash "+strconv.Quote(string(hash)), Q, data, sig, hash)
	}
	// Nor does the data count as it is when the name is unknown.
	unnamed := g.Hash(len(sig)-32, g.Domain("sign-e"), g.PublicKey(one), Q, data)
	if g.JQ {
		unnamed = unnamed[:16]
	}
	unnamedS := testkit.Bytes(g.Scalar(leBytes(new(big.Int).Add(one, new(big.Int).Mul(g.Scalar(unnamed), g.Scalar(k.Bytes()))))))
	for _, hash := range unknownHashes() {
		if g.JQ {
			refuse("hash "+strconv.Quote(string(hash)), Q, data, append(bytes.Clone(unnamed), unnamedS[:]...), hash)
		} else {
			refuse("hash "+strconv.Quote(string(hash)), Q, data, append(g.PublicKey(one), unnamedS[:]...), hash)
		}
	}
	for _, n := range []int{0, 16, 32, 47, 48, 49, 63, 64, 65, 96} {
		if n != len(sig) {
			refuse("another length", Q, data, append(bytes.Clone(sig), make([]byte, 100)...)[:n], SHA256)
		}
	}
	for _, n := range []int{0, 31, 33, 64} {
		refuse("another length of the key", append(bytes.Clone(Q), make([]byte, 100)...)[:n], data, sig, SHA256)
	}
	// s + r, which is the same modulo r.
	first, last := sig[:len(sig)-32], sig[len(sig)-32:]
	for s := testkit.BigLE(last); ; {
		if s = new(big.Int).Add(s, g.R); s.BitLen() > 256 {
			break
		}
		b := testkit.Bytes(s)
		refuse("s + r", Q, data, append(bytes.Clone(first), b[:]...), SHA256)
	}
	// Under the neutral element anyone could sign.
	neutral := make([]byte, 32)
	s := testkit.Bytes(two)
	R := g.PublicKey(two)
	forged := append(bytes.Clone(R), s[:]...)
	if g.JQ {
		forged = append(g.Challenge(R, neutral, "", data), s[:]...)
	}
	refuse("the neutral element", neutral, data, forged, Raw)
	if new(PublicKey).Verify(data, forged, Raw) {
		t.Error("the zero value of a public key: valid")
	}

	// R may be the neutral element, but only in its one encoding.
	d := g.Scalar(k.Bytes())
	for _, nonce := range []*big.Int{zero, one} {
		sign := func(R []byte) []byte {
			c := g.Challenge(R, Q, "", data)
			s := testkit.Bytes(g.Scalar(leBytes(new(big.Int).Add(nonce, new(big.Int).Mul(g.Scalar(c), d)))))
			if g.JQ {
				return append(bytes.Clone(c), s[:]...)
			}
			return append(bytes.Clone(R), s[:]...)
		}
		R := g.PublicKey(nonce)
		sig := sign(R)
		if !g.Verify(Q, data, sig, "") || !Verify(Q, data, sig, Raw) || !k.PublicKey().Verify(data, sig, Raw) ||
			!expand(t, Q).Verify(data, sig, Raw) {
			t.Errorf("R = [%v]G is not accepted", nonce)
		}
		for _, delta := range []*big.Int{g.P, power2(255)} {
			if w := new(big.Int).Add(testkit.BigLE(R), delta); w.BitLen() <= 256 {
				b := testkit.Bytes(w)
				refuse("R that is not canonical", Q, data, sign(b[:]), Raw)
			}
		}
	}
}

// The names and options that are refused, and those that there are.
func TestOptions(t *testing.T) {
	g := model
	var names []string
	for _, hash := range Hashes() {
		names = append(names, string(hash))
		if hash.HashFunc() != functions[hash] {
			t.Errorf("%q is the hash function %v", hash, hash.HashFunc())
		}
	}
	if strings.Join(names, " ") != strings.Join(g.HashNames(), " ") {
		t.Errorf("the hash functions are %v", names)
	}
	k := keyOf(one)
	for _, hash := range unknownHashes() {
		if hash.HashFunc() != 0 {
			t.Errorf("%q is the hash function %v", hash, hash.HashFunc())
		}
		if sig, err := k.SignWithSeed(nil, nil, hash); sig != nil || err != ErrHash {
			t.Errorf("signing with %q: %v", hash, err)
		}
		if sig, err := k.Sign(nil, nil, hash); sig != nil || err != ErrHash {
			t.Errorf("signing with %q: %v", hash, err)
		}
	}
	// What names no function is not raw data, unless it says so.
	for _, opts := range []crypto.SignerOpts{otherOptions{0}, otherName("blake3"), otherName("sha1"), otherName("")} {
		if sig, err := k.Sign(nil, nil, opts); sig != nil || err != ErrHash {
			t.Errorf("signing with %#v: %v", opts, err)
		}
	}
	for _, hash := range []crypto.Hash{crypto.MD5, crypto.SHA1, crypto.MD5SHA1, crypto.RIPEMD160, crypto.BLAKE2b_256, crypto.BLAKE2b_384, 99, 1 << 20} {
		if sig, err := k.Sign(nil, nil, hash); sig != nil || err != ErrHash {
			t.Errorf("signing with %v: %v", hash, err)
		}
	}
}

// Key exchange, with valid peers and others, against the model; both sides agree.
func TestSharedSecrets(t *testing.T) {
	g := model
	secrets := secrets(t, fewer(5, 3))
	type exchange struct {
		d            *big.Int
		peer, secret []byte
		ok           bool
	}
	var all []exchange
	r := testkit.NewRand(t)
	random := r.Bytes32()
	random[31] &= 0x7f
	prime := testkit.Bytes(g.P)
	peers := [][]byte{
		nil, {1}, make([]byte, 31), make([]byte, 33), bytes.Repeat([]byte{0xff}, 2000), // wrong lengths
		make([]byte, 32), prime[:], bytes.Repeat([]byte{0xff}, 32), random[:],
	}
	for _, d := range secrets {
		peers = append(peers, g.PublicKey(d))
		for _, peer := range peers {
			if g.JQ {
				secret, ok := g.ECDH(d, peer, 32)
				all = append(all, exchange{d, peer, secret, ok})
				continue
			}
			secret, ok := g.ECDH(d, peer, 500)
			for _, size := range []int{0, 1, 32, 500} {
				all = append(all, exchange{d, peer, secret[:size], ok})
			}
		}
	}
	testkit.Kernels(t, func(t *testing.T) {
		for i, x := range all {
			if !checkSecret(t, keyOf(x.d), x.peer, x.secret, x.ok) {
				t.Errorf("%d: the secret of %x and %x, %t, of %d bytes is wrong", i, x.d, x.peer, x.ok, len(x.secret))
			}
		}
	})
	for _, d := range secrets {
		for _, e := range secrets {
			k, l := keyOf(d), keyOf(e)
			a, err := k.SharedSecret(l.PublicKey().Bytes())
			b, err2 := l.SharedSecret(k.PublicKey().Bytes())
			if a != b || err != nil || err2 != nil {
				t.Errorf("two sides have %x and %x, %v, %v", a, b, err, err2)
			}
		}
	}
	// Without the private key a failed exchange cannot be predicted.
	a, _ := keyOf(secrets[0]).SharedSecret(nil)
	b, _ := keyOf(secrets[1]).SharedSecret(nil)
	if a == b {
		t.Error("two keys have one secret with an invalid peer")
	}
	if fillSharedSecret != nil {
		var zero PrivateKey
		secret := []byte{1, 2, 3}
		if err := fillSharedSecret(secret, &zero, nil); err != ErrPrivateKey || !bytes.Equal(secret, []byte{1, 2, 3}) {
			t.Errorf("the zero value of a private key: %x, %v", secret, err)
		}
	}
}

// Nothing is allocated beyond results, and not those either, if they do not outlive the
// caller.
func TestNoAllocs(t *testing.T) {
	k := keyOf(secrets(t, 3)[2])
	q := k.PublicKey()
	kBytes, qBytes, s, p := k.Bytes(), q.Bytes(), k.Scalar(), q.Point()
	short, long := make([]byte, 64), make([]byte, 5000)
	sig, err := k.SignWithSeed(short, nil, SHA512)
	if err != nil {
		t.Fatal(err)
	}
	longSig, err := k.SignWithSeed(long, nil, Raw)
	if err != nil {
		t.Fatal(err)
	}
	secret := make([]byte, 100)
	var v Point
	var x Scalar
	var private PrivateKey
	var public PublicKey
	expanded := expand(t, qBytes)
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
		{"SetHashedData", func() { _, _ = v.SetHashedData(short, SHA512) }},
		{"SetHashedData, long", func() { _, _ = v.SetHashedData(long, Raw) }},
		{"Scalar.SetCanonicalBytes", func() { _, _ = x.SetCanonicalBytes(kBytes) }},
		{"Scalar.SetReducedBytes", func() { x.SetReducedBytes(long) }},
		{"Scalar.Bytes", func() { x.Bytes() }},
		{"Invert", func() { x.Invert(s) }},
		{"PrivateKey.SetBytes", func() { _, _ = private.SetBytes(kBytes) }},
		{"PublicKey.SetBytes", func() { _, _ = public.SetBytes(qBytes) }},
		{"SignWithSeed", func() { _, _ = k.SignWithSeed(short, secret, SHA512) }},
		{"SignWithSeed, long", func() { _, _ = k.SignWithSeed(long, nil, Raw) }},
		{"PublicKey.Verify", func() { q.Verify(short, sig, SHA512) }},
		{"PublicKey.Verify, long", func() { q.Verify(long, longSig, Raw) }},
		{"Verify", func() { Verify(qBytes, short, sig, SHA512) }},
		{"ExpandedPublicKey.Verify", func() { expanded.Verify(short, sig, SHA512) }},
		{"SharedSecret", func() { _, _ = k.SharedSecret(qBytes) }},
		{"SharedSecret, bad", func() { _, _ = k.SharedSecret(long) }},
		{"FillSharedSecret", func() {
			if fillSharedSecret != nil {
				_ = fillSharedSecret(secret, k, qBytes)
			}
		}},
	} {
		testkit.NoAllocs(t, op.name, op.f)
	}
	signer := crypto.Signer(k)
	testkit.Allocs(t, "Sign, with its result", 1, func() { _, _ = signer.Sign(nil, short, crypto.SHA512) })
}
