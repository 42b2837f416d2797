// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package quick is testing/quick, but it knows how to make scalars.
package quick

import (
	"fmt"
	mathrand "math/rand"
	"reflect"
	"testing/quick"

	"secant.example/edwards25519"
)

type Config = quick.Config

// Scalar returns an integer modulo the order: small, just below the order, or any.
func Scalar(rand *mathrand.Rand) *edwards25519.Scalar {
	var b [64]byte
	kind := rand.Intn(10)
	switch {
	case kind < 3:
		rand.Read(b[:kind])
	case kind < 6:
		rand.Read(b[:16])
	default:
		rand.Read(b[:])
	}
	s, err := new(edwards25519.Scalar).SetUniformBytes(b[:])
	if err != nil {
		panic(err)
	}
	if rand.Intn(4) == 0 {
		s.Negate(s)
	}
	return s
}

// Check is quick.Check of testing/quick, where arguments may be scalars.
func Check(f any, config *Config) error {
	c := Config{}
	if config != nil {
		c = *config
	}
	function := reflect.TypeOf(f)
	c.Values = func(args []reflect.Value, rand *mathrand.Rand) {
		for i := range args {
			switch t := function.In(i); t {
			case reflect.TypeFor[edwards25519.Scalar]():
				args[i] = reflect.ValueOf(*Scalar(rand))
			case reflect.TypeFor[*edwards25519.Scalar]():
				args[i] = reflect.ValueOf(Scalar(rand))
			default:
				value, ok := quick.Value(t, rand)
				if !ok {
					panic(fmt.Sprint("no values of the type ", t))
				}
				args[i] = value
			}
		}
	}
	return quick.Check(f, &c)
}
