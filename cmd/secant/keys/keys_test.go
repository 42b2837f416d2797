// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package keys

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"slices"
	"testing"
)

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func unhex(s string) []byte { return must(hex.DecodeString(s)) }

// secret is a private key of every algorithm.
var secret = unhex("02e6511154f961a2b2d455a0af10554cf8293b54e8225c12b68d32977e9d4a03")

// samples returns a key of each algorithm in each form.
func samples(each func(k *Key, name string, text []byte)) {
	for _, a := range Algorithms() {
		k := must(NewPrivate(a, secret))
		for _, form := range a.PrivateForms() {
			each(k, form, must(k.MarshalPrivate(form, nil)))
		}
		for _, form := range a.PublicForms() {
			each(k.PublicKey(), form, must(k.MarshalPublic(form)))
		}
	}
}

// kindOf returns what k is.
func kindOf(k *Key) Kind {
	if k.Secret != nil {
		return Private
	}
	return Public
}

// Every key in every form is read as itself, and only as what it is.
func TestForms(t *testing.T) {
	samples(func(k *Key, form string, text []byte) {
		name := fmt.Sprintf("%s %v as %s", k.Alg.Name, kindOf(k), form)
		bare := form == "raw" || form == "hex"
		sameSize := len(k.Public) == secretSize
		o := Options{Kind: kindOf(k)}
		if bare {
			o.Alg = k.Alg
		}
		check := func(o Options) {
			t.Helper()
			got, err := Parse(text, o)
			if err == nil {
				got, err = got.As(k.Alg)
			}
			if err != nil || got.Form != form && form != "sec1" || !bytes.Equal(got.Secret, k.Secret) || !bytes.Equal(got.Public, k.Public) {
				t.Errorf("%s: %+v, %v", name, got, err)
			}
		}
		check(o)
		o.Form = form
		check(o)
		// The kind is said, or the length says it, or it must be known.
		o.Kind = Either
		if got, err := Parse(text, o); bare && sameSize {
			if err != ErrNoKind {
				t.Errorf("%s, not said that it is: %+v, %v", name, got, err)
			}
			o.Raw = kindOf(k)
			check(o)
		} else {
			check(o)
		}
		o.Kind = Private + Public - kindOf(k)
		if got, err := Parse(text, o); !(bare && sameSize) && err == nil {
			t.Errorf("%s, not: %+v", name, got)
		}
		o.Kind = kindOf(k)
		for _, f := range forms {
			if o.Form = f.name; f.name != form {
				if got, err := Parse(text, o); err == nil {
					t.Errorf("%s, to be %s: %+v", name, f.name, got)
				}
			}
		}
		if bare {
			if got, err := Parse(text, Options{Kind: kindOf(k)}); err != ErrNoAlgorithm {
				t.Errorf("%s, of no algorithm: %+v, %v", name, got, err)
			}
		}
	})
}

// What is cut off, or followed by more, is no key.
func TestTrailing(t *testing.T) {
	samples(func(k *Key, form string, text []byte) {
		for _, bad := range [][]byte{append(slices.Clone(text), 0), append(slices.Clone(text), text...), text[:len(text)-2]} {
			if got, err := Parse(bad, Options{Kind: kindOf(k), Alg: k.Alg}); err == nil {
				t.Errorf("%s %v as %s: %q is %+v", k.Alg.Name, kindOf(k), form, bad, got)
			}
		}
	})
}

// A key that is read is written back as the same key, in every form.
func FuzzParse(f *testing.F) {
	samples(func(_ *Key, _ string, text []byte) { f.Add(text) })
	for _, v := range opensslSealed {
		f.Add(must(toPEM(encryptedType, must(base64.StdEncoding.DecodeString(v.der)), nil)))
	}
	f.Add([]byte(sshSealed))
	f.Add([]byte("text\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, raw := range append(Algorithms(), nil) {
			for _, kind := range []Kind{Either, Private, Public} {
				k, err := Parse(data, Options{Kind: kind, Alg: raw})
				if err != nil {
					continue
				}
				if kind != Either && kind != kindOf(k) {
					t.Fatalf("%+v is no %v", k, kind)
				}
				names, marshal := k.Alg.PublicForms(), k.MarshalPublic
				if k.Secret != nil {
					names, marshal = k.Alg.PrivateForms(), func(name string) ([]byte, error) { return k.MarshalPrivate(name, nil) }
				}
				for _, form := range names {
					again, err := Parse(must(marshal(form)), Options{Kind: kindOf(k), Alg: k.Alg})
					if err == nil {
						again, err = again.As(k.Alg)
					}
					if form == "raw" && err != nil && (isHex(k.Secret) || isHex(k.Public)) {
						continue
					}
					if err != nil || !bytes.Equal(again.Secret, k.Secret) || !bytes.Equal(again.Public, k.Public) {
						t.Errorf("%+v as %s: read again %+v, %v", k, form, again, err)
					}
				}
			}
		}
	})
}
