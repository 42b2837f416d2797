// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package bip32

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"sync"
	"testing"

	"golang.org/x/crypto/ripemd160"

	"secant.example/internal/scalar"
	curve "secant.example/internal/secp256k1"
	"secant.example/internal/secrettext"
	"secant.example/internal/testkit"
	"secant.example/secp256k1/ecdh"
	"secant.example/secp256k1/ecdsa"
	"secant.example/secp256k1/musig2"
	"secant.example/secp256k1/schnorr"
)

// The test vectors of BIP-32, which is under the license BSD-2-Clause.
type file struct {
	Valid []struct {
		Seed   testkit.Hex
		Chains []struct{ Path, Xpub, Xprv string }
	}
	Invalid []struct{ Key, Comment string }
}

func vectors(t testing.TB) file { return testkit.ReadJSON[file](t, "testdata/vectors.json") }

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func master(seed string) *PrivateKey { return must(NewMasterKey([]byte(seed), Mainnet)) }

func path(text string) Path { return must(ParsePath(text)) }

func TestVectors(t *testing.T) {
	testkit.Kernels(t, func(t *testing.T) {
		chains := 0
		for _, v := range vectors(t).Valid {
			root := must(NewMasterKey(v.Seed, Mainnet))
			for _, c := range v.Chains {
				chains++
				route := path(c.Path)
				if route.String() != c.Path {
					t.Errorf("%s is %s", c.Path, route)
				}
				k := must(root.Derive(route))
				if got := string(k.Text()); got != c.Xprv {
					t.Errorf("%s is %s, want %s", c.Path, got, c.Xprv)
				}
				if got := k.PublicKey().String(); got != c.Xpub {
					t.Errorf("the public key of %s is %s, want %s", c.Path, got, c.Xpub)
				}
				parsed := must(ParsePrivateKey([]byte(c.Xprv)))
				if !parsed.Equal(k) {
					t.Errorf("%s is another key", c.Xprv)
				}
				public := must(ParsePublicKey(c.Xpub))
				if !public.Equal(k.PublicKey()) {
					t.Errorf("%s is another key", c.Xpub)
				}
				if k.Depth() != len(route) || len(route) > 0 && k.Index() != route[len(route)-1] {
					t.Errorf("%s has depth %d and index %d", c.Path, k.Depth(), k.Index())
				}
				// What follows the last hardened index is derived of public keys, too.
				last := len(route)
				for last > 0 && route[last-1] < Hardened {
					last--
				}
				above := must(root.Derive(route[:last]))
				below := must(above.PublicKey().Derive(route[last:]))
				if !below.Equal(public) {
					t.Errorf("%s is another public key, from %s", c.Path, route[:last])
				}
			}
		}
		if chains != 17 {
			t.Errorf("%d chains", chains)
		}
	})
}

func TestInvalidVectors(t *testing.T) {
	invalid := vectors(t).Invalid
	for _, v := range invalid {
		if k, err := ParsePrivateKey([]byte(v.Key)); err == nil || k != nil {
			t.Errorf("%s: it is a private key", v.Comment)
		}
		if p, err := ParsePublicKey(v.Key); err == nil || p != nil {
			t.Errorf("%s: it is a public key", v.Comment)
		}
	}
	if len(invalid) != 16 {
		t.Errorf("%d keys", len(invalid))
	}
}

// Each thing that is wrong has its error.
func TestParseErrors(t *testing.T) {
	k := must(master("seventeen letters").Child(7))
	other := Network(1<<32 | 2)
	text := func(b []byte) []byte {
		h := sha256.Sum256(b)
		h = sha256.Sum256(h[:])
		return secrettext.AppendBase58Check(nil, b, secrettext.VarTimeBase58Size(append(bytes.Clone(b), h[:4]...)))
	}
	change := func(b []byte, at int, to ...byte) []byte {
		b = bytes.Clone(b)
		copy(b[at:], to)
		return b
	}
	private, public := k.Bytes(), k.PublicKey().Bytes()
	order := testkit.Bytes(testkit.SecpN)
	slices.Reverse(order[:])
	for name, c := range map[string]struct {
		b    []byte
		want error
	}{
		"private":                  {private, nil},
		"public":                   {public, ErrExtendedKey},
		"zero":                     {change(private, 46, make([]byte, 32)...), ErrPrivateKey},
		"n":                        {change(private, 46, order[:]...), ErrPrivateKey},
		"byte before the key":      {change(private, 45, 1), ErrExtendedKey},
		"public in private":        {change(private, 45, public[45:]...), ErrExtendedKey},
		"version":                  {change(private, 0, 0), ErrNetwork},
		"root with an index":       {change(private, 4, 0, 0, 0, 0, 0), ErrExtendedKey},
		"root with a parent":       {change(private, 4, 0, 0, 0, 0, 1, 0, 0, 0, 0), ErrExtendedKey},
		"short":                    {private[:77], ErrExtendedKey},
		"long":                     {append(bytes.Clone(private), 0), ErrExtendedKey},
		"empty":                    {nil, ErrExtendedKey},
		"nothing but the checksum": {[]byte{}, ErrExtendedKey},
	} {
		for _, parse := range []func() (*PrivateKey, error){
			func() (*PrivateKey, error) { return NewPrivateKey(c.b) },
			func() (*PrivateKey, error) { return ParsePrivateKey(text(c.b)) },
		} {
			if got, err := parse(); !errors.Is(err, c.want) || (got == nil) != (c.want != nil) {
				t.Errorf("%s: %v, %v, want %v", name, got != nil, err, c.want)
			}
		}
	}
	for name, c := range map[string]struct {
		b    []byte
		want error
	}{
		"public":            {public, nil},
		"private":           {private, ErrExtendedKey},
		"not on the curve":  {change(public, 45, append([]byte{2}, append(make([]byte, 31), 5)...)...), ErrPublicKey},
		"not in the field":  {change(public, 45, append([]byte{2}, bytes.Repeat([]byte{255}, 32)...)...), ErrPublicKey},
		"identity":          {change(public, 45, 0), ErrExtendedKey},
		"private in public": {change(public, 45, private[45:]...), ErrExtendedKey},
		"uncompressed":      {change(public, 45, 4), ErrExtendedKey},
		"version":           {change(public, 0, 0xff), ErrNetwork},
		"root with a child": {change(public, 4, 0, 0, 0, 0, 0), ErrExtendedKey},
		"short":             {public[:77], ErrExtendedKey},
		"empty":             {nil, ErrExtendedKey},
	} {
		for _, parse := range []func() (*PublicKey, error){
			func() (*PublicKey, error) { return NewPublicKey(c.b) },
			func() (*PublicKey, error) { return ParsePublicKey(string(text(c.b))) },
		} {
			if got, err := parse(); !errors.Is(err, c.want) || (got == nil) != (c.want != nil) {
				t.Errorf("%s: %v, %v, want %v", name, got != nil, err, c.want)
			}
		}
	}
	for _, s := range []string{"", "xprv", strings.Repeat("1", 78), strings.Repeat("z", 113), "1" + string(k.Text()), string(k.Text()) + " "} {
		if _, err := ParsePrivateKey([]byte(s)); !errors.Is(err, ErrExtendedKey) {
			t.Errorf("%q: %v", s, err)
		}
	}
	// Networks. 58^111 is between the texts of one version.
	power := new(big.Int).Exp(big.NewInt(58), big.NewInt(111), nil)
	straddling := Network(power.Rsh(power, 8*78).Uint64())
	if _, err := NewPrivateKey(private, Testnet, other); !errors.Is(err, ErrNetwork) {
		t.Errorf("another network: %v", err)
	}
	if got, err := NewPrivateKey(private, Testnet, other, Mainnet); err != nil || got.Network() != Mainnet {
		t.Errorf("one of three networks: %v", err)
	}
	for _, bad := range []Network{0, 1, 1 << 32, 5<<32 | 5, 1<<32 | straddling, straddling<<32 | 1} {
		_, err1 := NewPrivateKey(private, bad)
		_, err2 := NewMasterKey(make([]byte, 16), bad)
		_, err3 := NewPrivateRoot(k.KeyBytes(), k.ChainCode(), bad)
		_, err4 := NewPublicRoot(k.PublicKey().KeyBytes(), k.ChainCode(), bad)
		for _, err := range []error{err1, err2, err3, err4} {
			if !errors.Is(err, ErrNetwork) {
				t.Errorf("network %x: %v", uint64(bad), err)
			}
		}
	}
}

// Other networks, whose texts may have 112 characters, and zeros before the number.
func TestNetworks(t *testing.T) {
	for _, network := range []Network{Mainnet, Testnet, 1<<32 | 2, 0xffffffff<<32 | 0xfffffffe, 0x049D7878<<32 | 0x049D7CB2, 0x04ffffff<<32 | 0x05000000, 0xff<<32 | 0x00010000} {
		k := must(NewMasterKey(make([]byte, 64), network))
		k = must(k.Derive(path("m/0h/1")))
		parsed, err := ParsePrivateKey(k.Text(), network)
		if err != nil || !parsed.Equal(k) || parsed.Network() != network {
			t.Errorf("%x: %v", uint64(network), err)
		}
		public, err := ParsePublicKey(k.PublicKey().String(), network)
		if err != nil || !public.Equal(k.PublicKey()) || public.Network() != network {
			t.Errorf("%x: %v", uint64(network), err)
		}
	}
	k := must(NewMasterKey(make([]byte, 16), Testnet))
	if text, public := k.Text(), k.PublicKey().String(); !bytes.HasPrefix(text, []byte("tprv")) || !strings.HasPrefix(public, "tpub") || len(text) != 111 || len(public) != 111 {
		t.Errorf("%s, %s", text, public)
	}
}

// model is an extended key by math/big and the standard library's HMAC.
type model struct {
	d     *big.Int
	chain []byte
}

func split(key, data []byte) (left *big.Int, right []byte) {
	h := hmac.New(sha512.New, key)
	h.Write(data)
	I := h.Sum(nil)
	return new(big.Int).SetBytes(I[:32]), I[32:]
}

func (m model) public() []byte {
	P := testkit.SecpG.Mult(m.d)
	return append([]byte{byte(2 + P.Y.Bit(0))}, P.X.FillBytes(make([]byte, 32))...)
}

func (m model) child(index uint32) model {
	data := m.public()
	if index >= Hardened {
		data = append([]byte{0}, m.d.FillBytes(make([]byte, 32))...)
	}
	left, right := split(m.chain, binary.BigEndian.AppendUint32(data, index))
	return model{left.Add(left, m.d).Mod(left, testkit.SecpN), right}
}

func TestModel(t *testing.T) {
	rng := testkit.NewRand(t)
	for range 20 {
		seed := rng.Bytes(MinSeedSize + rng.IntN(MaxSeedSize-MinSeedSize+1))
		k := must(NewMasterKey(seed, Mainnet))
		d, chain := split([]byte("Bitcoin seed"), seed)
		m := model{d, chain}
		for depth := range 4 {
			index := rng.Uint32()
			sha := sha256.Sum256(m.public())
			ripemd := ripemd160.New()
			ripemd.Write(sha[:])
			id := ripemd.Sum(nil)
			m = m.child(index)
			k = must(k.Child(index))
			parent := k.ParentFingerprint()
			chain := k.ChainCode()
			if got := k.KeyBytes(); !bytes.Equal(got, m.d.FillBytes(make([]byte, 32))) || !bytes.Equal(chain[:], m.chain) ||
				!bytes.Equal(k.PublicKey().KeyBytes(), m.public()) || !bytes.Equal(parent[:], id[:4]) || k.Index() != index || k.Depth() != depth+1 {
				t.Fatalf("seed %x: child %d is %x", seed, index, got)
			}
		}
	}
}

// Many children are those that are made one by one, whatever their number, and the sums of parents and tweaks.
func TestChildren(t *testing.T) {
	p := master("many children of one key").PublicKey()
	all := must(p.Children(0, 200))
	for i := range all {
		child := must(p.Child(uint32(i)))
		if !child.Equal(&all[i]) || all[i].String() != child.String() {
			t.Fatalf("child %d differs", i)
		}
		tweak := must(p.ChildTweak(uint32(i)))
		sum := testkit.SecpG.Mult(new(big.Int).SetBytes(tweak[:]))
		parent := p.Point().BytesUncompressed()
		sum = sum.Add(testkit.SecpPoint{X: new(big.Int).SetBytes(parent[1:33]), Y: new(big.Int).SetBytes(parent[33:])})
		if got := child.Point().BytesUncompressed(); new(big.Int).SetBytes(got[1:33]).Cmp(sum.X) != 0 || new(big.Int).SetBytes(got[33:]).Cmp(sum.Y) != 0 {
			t.Fatalf("child %d is not the sum", i)
		}
	}
	for _, count := range []int{0, 1, 63, 64, 65, 129} {
		some := must(p.Children(3, count))
		if len(some) != count {
			t.Fatalf("%d children instead of %d", len(some), count)
		}
		for i := range some {
			if !some[i].Equal(&all[3+i]) {
				t.Fatalf("child %d differs", 3+i)
			}
		}
	}
	last := must(p.Children(Hardened-2, 2))
	if last[1].Index() != Hardened-1 {
		t.Error("the last two")
	}
	for _, c := range []struct {
		first uint32
		count int
		want  error
	}{{0, -1, ErrRange}, {0, MaxChildren + 1, ErrRange}, {0, 1<<31 - 1, ErrRange}, {Hardened - 2, 3, ErrRange}, {Hardened, 1, ErrHardened}, {Hardened, 0, ErrHardened}, {1<<32 - 1, 2, ErrHardened}} {
		if got, err := p.Children(c.first, c.count); !errors.Is(err, c.want) || got != nil {
			t.Errorf("%d from %d on: %v", c.count, c.first, err)
		}
	}
}

// What nobody has seen: a hash that is not below n, and a sum that is no key.
func TestNoChild(t *testing.T) {
	rng := testkit.NewRand(t)
	number := func(x *big.Int) (b [32]byte) { x.FillBytes(b[:]); return b }
	one := big.NewInt(1)
	for _, d := range []*big.Int{one, new(big.Int).Sub(testkit.SecpN, one), new(big.Int).SetBytes(rng.Bytes(31))} {
		var parent, sum scalar.Scalar
		b := number(d)
		n.DecodeBE(&parent, &b)
		P := new(curve.Point).ScalarBaseMult(&parent)
		minus := new(big.Int).Sub(testkit.SecpN, d)
		for _, c := range []struct {
			tweak *big.Int
			ok    bool
		}{
			{testkit.SecpN, false}, {new(big.Int).Add(testkit.SecpN, one), false}, {new(big.Int).Sub(new(big.Int).Lsh(one, 256), one), false},
			{minus, false}, {new(big.Int).Mod(new(big.Int).Add(minus, big.NewInt(2)), testkit.SecpN), true}, {new(big.Int), true}, {d, true}, {new(big.Int).Mod(new(big.Int).Sub(minus, one), testkit.SecpN), true},
		} {
			tweak := number(c.tweak)
			var Q curve.Point
			if got := add(&sum, &tweak, &parent); got != c.ok {
				t.Errorf("%d + %d: %v", c.tweak, d, got)
			}
			if got := addPoint(&Q, &tweak, P); got != c.ok {
				t.Errorf("%d G + %d G: %v", c.tweak, d, got)
			}
			if c.ok && Q.Equal(new(curve.Point).ScalarBaseMult(&sum)) != 1 {
				t.Errorf("%d G + %d G is another point", c.tweak, d)
			}
		}
	}
	if got := (&ChildError{Hardened + 5}).Error(); got != "bip32: there is no child 5'" {
		t.Error(got)
	}
}

func TestLimits(t *testing.T) {
	for _, size := range []int{0, 15, 65, 1000} {
		if k, err := NewMasterKey(make([]byte, size), Mainnet); !errors.Is(err, ErrSeed) || k != nil {
			t.Errorf("a seed of %d bytes: %v", size, err)
		}
	}
	k := master("down to the bottom")
	for range MaxDepth {
		k = must(k.Child(0))
	}
	p := k.PublicKey()
	if p.Depth() != 255 {
		t.Errorf("depth %d", p.Depth())
	}
	_, err1 := k.Child(0)
	_, err2 := p.Child(0)
	_, err3 := p.Children(0, 3)
	_, err4 := p.ChildTweak(0)
	_, err5 := k.Derive(Path{1})
	_, err6 := p.Derive(Path{1})
	for _, err := range []error{err1, err2, err3, err4, err5, err6} {
		if !errors.Is(err, ErrDepth) {
			t.Error(err)
		}
	}
	if same, err := k.Derive(nil); err != nil || same != k {
		t.Error("the empty path leads elsewhere")
	}
	public := master("no hardened children").PublicKey()
	_, err1 = public.Child(Hardened)
	_, err2 = public.Derive(path("m/0/1'"))
	_, err3 = public.ChildTweak(1<<32 - 1)
	for _, err := range []error{err1, err2, err3} {
		if !errors.Is(err, ErrHardened) {
			t.Error(err)
		}
	}
}

func TestUnset(t *testing.T) {
	for _, k := range []*PrivateKey{nil, {}} {
		_, err1 := k.Child(0)
		_, err2 := k.Derive(nil)
		if !errors.Is(err1, ErrPrivateKey) || !errors.Is(err2, ErrPrivateKey) || k.Bytes() != nil || k.Text() != nil || k.Equal(k) || k.PublicKey().isSet() {
			t.Errorf("%v is a key: %v, %v", k, err1, err2)
		}
	}
	for _, p := range []*PublicKey{nil, {}} {
		_, err1 := p.Child(0)
		_, err2 := p.Derive(nil)
		_, err3 := p.Children(0, 1)
		_, err4 := p.ChildTweak(0)
		for _, err := range []error{err1, err2, err3, err4} {
			if !errors.Is(err, ErrPublicKey) {
				t.Error(err)
			}
		}
		if p.Bytes() != nil || p.KeyBytes() != nil || p.String() != "" || p.Equal(p) || p.Identifier() != [20]byte{} {
			t.Errorf("%v is a key", p)
		}
	}
	k := master("overwritten in the end")
	text := k.Text()
	if k.Zero(); k.isSet() || k.KeyBytes() != nil || k.Bytes() != nil {
		t.Error("a key that was overwritten is one")
	}
	if again, err := ParsePrivateKey(text); err != nil || again.Equal(k) || k.Equal(again) {
		t.Error("a key that was overwritten is equal to one")
	}
	if new(PrivateKey).KeyBytes() != nil || new(PrivateKey).Scalar().IsZero() != 1 || new(PublicKey).Point().IsIdentity() != 1 {
		t.Error("a key that was never set has bytes")
	}
}

func TestEqual(t *testing.T) {
	k := master("one that is like others")
	private, public := k.Bytes(), k.PublicKey().Bytes()
	for i := range private {
		if i == 45 {
			continue // what the key is
		}
		b := bytes.Clone(private)
		if b[i] ^= 1; i >= 4 && b[4] == 0 {
			b[4] = 1
		}
		if l, err := NewPrivateKey(b); err == nil && l.Equal(k) {
			t.Errorf("byte %d does not count", i)
		}
		b = bytes.Clone(public)
		if b[i] ^= 1; i >= 4 && b[4] == 0 {
			b[4] = 1
		}
		if p, err := NewPublicKey(b); err == nil && p.Equal(k.PublicKey()) {
			t.Errorf("byte %d does not count", i)
		}
	}
	test := must(NewMasterKey([]byte("one that is like others"), Testnet))
	if test.Equal(k) || test.PublicKey().Equal(k.PublicKey()) || k.Equal(k.PublicKey()) || k.PublicKey().Equal(k) || k.Equal(7) {
		t.Error("keys of two networks, or kinds, are equal")
	}
	if p, ok := k.Public().(*PublicKey); !ok || !p.Equal(k.PublicKey()) {
		t.Error("Public is not PublicKey")
	}
	root := must(NewPrivateRoot(k.KeyBytes(), k.ChainCode(), Mainnet))
	if !root.Equal(k) {
		t.Error("NewPrivateRoot is another key")
	}
	publicRoot := must(NewPublicRoot(k.PublicKey().KeyBytes(), k.ChainCode(), Mainnet))
	if !publicRoot.Equal(k.PublicKey()) {
		t.Error("NewPublicRoot is another key")
	}
	if _, err := NewPrivateRoot(make([]byte, 32), k.ChainCode(), Mainnet); !errors.Is(err, ErrPrivateKey) {
		t.Error(err)
	}
	for _, b := range [][]byte{nil, make([]byte, 33), k.PublicKey().Point().BytesUncompressed()} {
		if _, err := NewPublicRoot(b, k.ChainCode(), Mainnet); !errors.Is(err, ErrPublicKey) {
			t.Errorf("%x: %v", b, err)
		}
	}
}

func TestPaths(t *testing.T) {
	for text, want := range map[string]Path{
		"m": {}, "m/0": {0}, "m/84'/0h/0H/1/2147483647": {Hardened + 84, Hardened, Hardened, 1, Hardened - 1},
		"0": {0}, "44'/7": {Hardened + 44, 7}, "m/2147483647'": {1<<32 - 1},
	} {
		p, err := ParsePath(text)
		if err != nil || !slices.Equal(p, want) {
			t.Errorf("%s is %v, %v, want %v", text, p, err, want)
		}
		if again, err := ParsePath(p.String()); err != nil || !slices.Equal(again, want) {
			t.Errorf("%s is %v, %v, want %v", p, again, err, want)
		}
	}
	for _, text := range []string{"", "/", "m/", "M", "M/0", "m//0", "m/0/", "/0", "m0", "m/00", "m/01", "m/-1", "m/+1", "m/0x1", "m/1_0", "m/2147483648", "m/2147483648'",
		"m/0''", "m/'", "m/h", "m/0hh", "m/ 0", "m/0 ", "n/0", "m/m", "m/0\x00", strings.Repeat("0/", 255) + "0"} {
		if p, err := ParsePath(text); !errors.Is(err, ErrPath) || p != nil {
			t.Errorf("%q is %v, %v", text, p, err)
		}
	}
	if p, err := ParsePath(strings.Repeat("0/", 254) + "0"); err != nil || len(p) != 255 {
		t.Error("255 indices are too many")
	}
}

// Other packages make their keys of these.
func TestOtherPackages(t *testing.T) {
	k := must(master("keys for other packages").Derive(path("m/84'/0'/0'/0/0")))
	p := k.PublicKey()
	a := must(ecdsa.NewPrivateKeyFromScalar(k.Scalar()))
	b := must(ecdh.NewPrivateKeyFromScalar(k.Scalar()))
	c := must(schnorr.NewPrivateKeyFromScalar(k.Scalar()))
	d := must(musig2.NewPrivateKey(k.KeyBytes()))
	if !bytes.Equal(a.PublicKey().Bytes(), p.KeyBytes()) || !bytes.Equal(b.PublicKey().Bytes(), p.KeyBytes()) ||
		!bytes.Equal(c.PublicKey().Bytes(), p.KeyBytes()[1:]) || !bytes.Equal(d.PublicKey(), p.KeyBytes()) {
		t.Error("other public keys")
	}
	e := must(ecdsa.NewPublicKeyFromPoint(p.Point()))
	if !e.Equal(a.PublicKey()) {
		t.Error("another point")
	}
}

// The vectors of BIP-328, and a signature of a child of an aggregate key.
func TestMuSig2(t *testing.T) {
	chain := sha256.Sum256([]byte("MuSig2MuSig2MuSig2"))
	if hex.EncodeToString(chain[:]) != "868087ca02a6f974c4598924c36b57762d32cb45717167e300622c7167e38965" {
		t.Fatal("the chain code of BIP-328")
	}
	for key, want := range map[string]string{
		"0354240c76b8f2999143301a99c7f721ee57eee0bce401df3afeaa9ae218c70f23": "xpub661MyMwAqRbcFt6tk3uaczE1y6EvM1TqXvawXcYmFEWijEM4PDBnuCXwwXEKGEouzXE6QLLRxjatMcLLzJ5LV5Nib1BN7vJg6yp45yHHRbm",
		"0290539eede565f5d054f32cc0c220126889ed1e5d193baf15aef344fe59d4610c": "xpub661MyMwAqRbcFt6tk3uaczE1y6EvM1TqXvawXcYmFEWijEM4PDBnuCXwwVk5TFJk8Tw5WAdV3DhrGfbFA216sE9BsQQiSFTdudkETnKdg8k",
		"022479f134cdb266141dab1a023cbba30a870f8995b95a91fc8464e56a7d41f8ea": "xpub661MyMwAqRbcFt6tk3uaczE1y6EvM1TqXvawXcYmFEWijEM4PDBnuCXwwUvaZYpysLX4wN59tjwU5pBuDjNrPEJbfxjLwn7ruzbXTcUTHkZ",
	} {
		p := must(NewPublicRoot(testkit.Unhex(t, key), chain, Mainnet))
		if p.String() != want {
			t.Errorf("%s is %s, want %s", key, p, want)
		}
	}
	alice, bob := must(musig2.GenerateKey(nil)), must(musig2.GenerateKey(nil))
	aggregate := must(musig2.AggregateKeys([][]byte{alice.PublicKey(), bob.PublicKey()}))
	p := must(NewPublicRoot(aggregate.PlainPublicKey(), chain, Mainnet))
	for _, index := range []uint32{1, 7} {
		tweak := must(p.ChildTweak(index))
		aggregate = must(aggregate.AddTweak(tweak[:]))
		p = must(p.Child(index))
	}
	if !bytes.Equal(aggregate.PlainPublicKey(), p.KeyBytes()) {
		t.Error("the tweaked aggregate key is not the child")
	}
}

// The public key is made once, whoever asks first.
func TestGoroutines(t *testing.T) {
	k := master("many ask for its public key")
	want := master("many ask for its public key").PublicKey()
	var group sync.WaitGroup
	for range 8 {
		group.Add(1)
		go func() {
			defer group.Done()
			child, err := k.Child(1)
			if err != nil || child.ParentFingerprint() != want.Fingerprint() || !k.PublicKey().Equal(want) {
				t.Error("another key")
			}
		}()
	}
	group.Wait()
}

func FuzzParse(f *testing.F) {
	for _, v := range vectors(f).Valid {
		f.Add(v.Chains[0].Xprv)
		f.Add(v.Chains[0].Xpub)
	}
	for _, v := range vectors(f).Invalid {
		f.Add(v.Key)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if k, err := ParsePrivateKey([]byte(text)); err == nil && string(k.Text()) != text {
			t.Errorf("%q is %s", text, k.Text())
		}
		if p, err := ParsePublicKey(text); err == nil && p.String() != text {
			t.Errorf("%q is %s", text, p)
		}
	})
}

// What 78 bytes are parsed to has the same bytes.
func FuzzBytes(f *testing.F) {
	k := master("what is fuzzed next")
	f.Add(k.Bytes())
	f.Add(k.PublicKey().Bytes())
	f.Fuzz(func(t *testing.T, b []byte) {
		if k, err := NewPrivateKey(b); err == nil && !bytes.Equal(k.Bytes(), b) {
			t.Errorf("%x is %x", b, k.Bytes())
		}
		if p, err := NewPublicKey(b); err == nil && !bytes.Equal(p.Bytes(), b) {
			t.Errorf("%x is %x", b, p.Bytes())
		}
	})
}

func FuzzPath(f *testing.F) {
	for _, s := range []string{"m", "m/84'/0h/0H/1/2147483647", "0"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := ParsePath(text)
		if err != nil {
			return
		}
		if again, err := ParsePath(p.String()); err != nil || !slices.Equal(again, p) || len(p) > MaxDepth {
			t.Errorf("%q is %s", text, p)
		}
	})
}

func BenchmarkChildren(b *testing.B) {
	k := master("one of many benchmarks")
	p := k.PublicKey()
	p.Child(0)
	b.Run("hardened", func(b *testing.B) {
		for range b.N {
			k.Child(Hardened)
		}
	})
	b.Run("public", func(b *testing.B) {
		for range b.N {
			p.Child(0)
		}
	})
	b.Run("public-64", func(b *testing.B) {
		for range b.N {
			p.Children(0, 64)
		}
	})
	b.Run("text", func(b *testing.B) {
		for range b.N {
			k.Text()
		}
	})
	text := k.Text()
	b.Run("parse", func(b *testing.B) {
		for range b.N {
			ParsePrivateKey(text)
		}
	})
}

// Whatever the verb, and wherever the key is, what is printed is the same for all keys.
func TestFormat(t *testing.T) {
	const want = "bip32.PrivateKey(secret)"
	places := func(k *PrivateKey) map[string]any {
		return map[string]any{
			"a value": *k, "a pointer": k, "an interface": []any{*k, k}, "a map": map[int]PrivateKey{1: *k}, "a slice": []PrivateKey{*k},
			"a field": struct{ K PrivateKey }{*k}, "a field, pointer": struct{ K *PrivateKey }{k}, "embedded": struct{ PrivateKey }{*k},
		}
	}
	one, other := places(master("not to be printed")), places(master("nor is this one, ever"))
	for _, verb := range []string{"%v", "%+v", "%#v", "%x", "%X", "%s", "%q", "%d", "%t"} {
		for name := range one {
			got, again := fmt.Sprintf(verb, one[name]), fmt.Sprintf(verb, other[name])
			if got != again || !strings.Contains(got, want) {
				t.Errorf("%s with %s is %s and, of another key, %s", name, verb, got, again)
			}
		}
	}
	if got := fmt.Sprint(new(PrivateKey), (*PrivateKey)(nil)); got != want+" <nil>" {
		t.Errorf("unset: %s", got)
	}
}
