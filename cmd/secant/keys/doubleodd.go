// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package keys

import (
	"errors"
	"fmt"
	"io"

	"secant.example/do255e"
	"secant.example/do255s"
	"secant.example/jq255e"
	"secant.example/jq255s"
)

// The double-odd groups. Keys are little-endian and have no other forms than their
// 32 bytes.
var (
	JQ255E = doubleOdd("jq255e", jq255e.GenerateKey, jq255e.NewPrivateKey, jq255e.NewPublicKey)
	JQ255S = doubleOdd("jq255s", jq255s.GenerateKey, jq255s.NewPrivateKey, jq255s.NewPublicKey)
	DO255E = doubleOdd("do255e", do255e.GenerateKey, do255e.NewPrivateKey, do255e.NewPublicKey)
	DO255S = doubleOdd("do255s", do255s.GenerateKey, do255s.NewPrivateKey, do255s.NewPublicKey)
)

// doubleOdd returns the algorithm of a group with public keys of type Q.
func doubleOdd[Q interface{ Bytes() []byte }, K interface {
	Bytes() []byte
	PublicKey() Q
}](name string, generate func(io.Reader) (K, error), newPrivate func([]byte) (K, error), newPublic func([]byte) (Q, error)) *Algorithm {
	return &Algorithm{
		Name: name, Title: name,
		publicSizes: []int{32},
		forms:       []*form{formHex, formRaw},
		generate: func() ([]byte, error) {
			k, err := generate(nil)
			if err != nil {
				return nil, err
			}
			return k.Bytes(), nil
		},
		public: func(secret []byte) ([]byte, error) {
			k, err := newPrivate(secret)
			if err != nil {
				return nil, errors.New("zero, or not below the order of the group")
			}
			return k.PublicKey().Bytes(), nil
		},
		checkPublic: func(public []byte) ([]byte, error) {
			if _, err := newPublic(public); err != nil {
				return nil, fmt.Errorf("it encodes no element of %s but perhaps the neutral one", name)
			}
			return public, nil
		},
	}
}
