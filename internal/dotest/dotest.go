// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package dotest is the tests of the packages jq255e, jq255s, do255e and do255s, written
// once for all four, with a model of the groups and their schemes by math/big. Only tests
// import it.
package dotest

import (
	"io"
	"math/big"
	"sync"
	"testing"

	"secant.example/internal/dogroup"
	"secant.example/internal/dohash"
	"secant.example/internal/doscheme"
	"secant.example/internal/testkit"
)

// A Package is what the tests use of one of the packages.
type Package[S doscheme.Scheme] struct {
	Model *Model

	SignatureSize                        int
	ErrPrivateKey, ErrPublicKey, ErrHash error
	Hashes                               func() []dohash.Hash
	NewIdentityPoint, NewGeneratorPoint  func() *dogroup.Point[S]
	NewScalar                            func() *dogroup.Scalar[S]
	GenerateKey                          func(random io.Reader) (*doscheme.PrivateKey[S], error)
	NewPrivateKey                        func(b []byte) (*doscheme.PrivateKey[S], error)
	NewPublicKey                         func(b []byte) (*doscheme.PublicKey[S], error)
	Verify                               func(publicKey, data, sig []byte, hash dohash.Hash) bool

	// What is in one of the generations only, or nil.
	NewKeyFromSeed   func(seed []byte) *doscheme.PrivateKey[S]
	FillSharedSecret func(secret []byte, k *doscheme.PrivateKey[S], peer []byte) error
}

// Test runs all tests.
func (pkg *Package[S]) Test(t *testing.T) {
	for _, test := range []struct {
		name string
		f    func(t *testing.T)
	}{
		{"Vectors", pkg.vectors},
		{"Model", pkg.model},
		{"Constructors", pkg.constructors},
		{"Arithmetic", pkg.arithmetic},
		{"Encodings", pkg.encodings},
		{"Maps", pkg.maps},
		{"Sums", pkg.sums},
		{"Scalars", pkg.scalars},
		{"ZeroValues", pkg.zeroValues},
		{"Keys", pkg.keys},
		{"GenerateKey", pkg.generate},
		{"Signatures", pkg.signatures},
		{"Forgeries", pkg.forgeries},
		{"Options", pkg.options},
		{"SharedSecrets", pkg.sharedSecrets},
		{"NoAllocs", pkg.noAllocs},
	} {
		t.Run(test.name, test.f)
	}
}

// scalar returns k mod r.
func (pkg *Package[S]) scalar(k *big.Int) *dogroup.Scalar[S] {
	b := testkit.Bytes(new(big.Int).Mod(k, pkg.Model.r))
	s, err := pkg.NewScalar().SetCanonicalBytes(b[:])
	if err != nil {
		panic(err)
	}
	return s
}

// one returns the private key 1.
func (pkg *Package[S]) one() *doscheme.PrivateKey[S] {
	b := testkit.Bytes(one)
	k, err := pkg.NewPrivateKey(b[:])
	if err != nil {
		panic(err)
	}
	return k
}

// point returns the element that p belongs to.
func (pkg *Package[S]) point(p point) *dogroup.Point[S] {
	q, err := new(dogroup.Point[S]).SetBytes(pkg.Model.encode(p))
	if err != nil {
		panic(err)
	}
	return q
}

var samplesMutex sync.Mutex

// samples are elements: the neutral one, the generator and its opposite, small and large
// multiples, and images of the map, whose logarithms nobody knows.
func (g *Model) samples() []point {
	samplesMutex.Lock()
	defer samplesMutex.Unlock()
	if g.sampled == nil {
		G := g.generator()
		g.sampled = []point{infinity, G, g.negative(G)}
		for _, k := range []int64{2, 3, 17, 1000003} {
			g.sampled = append(g.sampled, g.times(big.NewInt(k), G))
		}
		g.sampled = append(g.sampled, g.times(new(big.Int).Rsh(g.r, 1), G))
		for i := range 4 {
			g.sampled = append(g.sampled, g.mapped(big.NewInt(int64(i+2))))
		}
	}
	return g.sampled
}

// scalars are integers modulo r at which a multiplication may go wrong.
func (g *Model) scalars() []*big.Int {
	return []*big.Int{
		zero, one, two, big.NewInt(16), big.NewInt(31), big.NewInt(32),
		new(big.Int).Sub(g.r, one), new(big.Int).Sub(g.r, two), new(big.Int).Rsh(g.r, 1),
		power2(127), new(big.Int).Sub(power2(128), one), power2(128), power2(130), power2(253),
		new(big.Int).Mod(new(big.Int).Sub(power2(254), one), g.r),
	}
}

// fewer returns n, or short where the tests are to be short: emulated, for example.
func fewer(n, short int) int {
	if testing.Short() {
		return short
	}
	return n
}
