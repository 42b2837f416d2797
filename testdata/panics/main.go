// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// This program calls everything that is in the tables functions and types, which
// TestPanics writes, with many arguments, and prints what panics:
//
//	name <tab> text of the panic
package main

import (
	"bytes"
	"crypto"
	"errors"
	"fmt"
	"io"
	"math/big"
	"math/rand/v2"
	"reflect"
	"sort"
	"strings"
	"testing/iotest"
)

const trials = 150

var (
	random = rand.New(rand.NewPCG(1, 2))
	pool   = map[reflect.Type][]reflect.Value{} // what was returned, and zero values
	panics = map[string]bool{}
)

// lengths are those that something has, and their neighbours.
var lengths = []int{0, 1, 4, 8, 16, 31, 32, 32, 32, 33, 34, 47, 48, 49, 57, 63, 64, 64, 64, 65, 66, 95, 96, 97, 128, 200}

func randomBytes() []byte {
	n := lengths[random.IntN(len(lengths))]
	if n == 0 {
		return [][]byte{nil, {}}[random.IntN(2)]
	}
	b := make([]byte, n)
	switch random.IntN(4) {
	case 0: // zeros
	case 1:
		b[0], b[n-1] = byte(random.IntN(5)), byte(random.IntN(2))
	case 2:
		for i := range b {
			b[i] = 0xff
		}
	default:
		for i := range b {
			b[i] = byte(random.Uint32())
		}
	}
	return b
}

var numbers = []int64{0, 1, 2, 3, 5, 27, 28, 32, 64, 255, -1, -2}

// interfaces are values for parameters of interface types, where they fit.
var interfaces = []func() any{
	func() any { return bytes.NewReader(randomBytes()) },
	func() any { return bytes.NewReader(make([]byte, 200)) },
	func() any { return iotest.ErrReader(errors.New("failure")) },
	func() any { return iotest.OneByteReader(bytes.NewReader(randomBytes())) },
	func() any { return crypto.Hash(0) },
	func() any { return crypto.SHA256 },
	func() any { return crypto.SHA512 },
	func() any { return crypto.Hash(99) },
	func() any { return randomBytes() },
	func() any { return io.Discard },
	func() any { return 7 },
}

// value returns something of the type t.
func value(t reflect.Type, depth int) reflect.Value {
	known := pool[t]
	if len(known) > 0 && random.IntN(3) > 0 {
		return known[random.IntN(len(known))]
	}
	v := reflect.New(t).Elem()
	switch t.Kind() {
	case reflect.Bool:
		v.SetBool(random.IntN(2) == 0)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(numbers[random.IntN(len(numbers))])
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		v.SetUint(uint64(numbers[random.IntN(len(numbers))]))
	case reflect.String:
		v.SetString([]string{"", "a", "sha256", "nsec1", "-----BEGIN", strings.Repeat("0f", 32), strings.Repeat("AA", 22)}[random.IntN(7)])
	case reflect.Array:
		for i := range v.Len() {
			v.Index(i).Set(value(t.Elem(), depth+1))
		}
	case reflect.Slice:
		if t.Elem().Kind() == reflect.Uint8 {
			return reflect.ValueOf(randomBytes()).Convert(t)
		}
		n := random.IntN(4)
		v.Set(reflect.MakeSlice(t, n, n))
		for i := range n {
			v.Index(i).Set(value(t.Elem(), depth+1))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Field(i); f.CanSet() && depth < 3 {
				f.Set(value(f.Type(), depth+1))
			}
		}
	case reflect.Pointer:
		if t == reflect.TypeFor[*big.Int]() {
			x := new(big.Int).SetBytes(randomBytes())
			if random.IntN(4) == 0 {
				x.Neg(x)
			}
			return reflect.ValueOf(x)
		}
		v.Set(reflect.New(t.Elem()))
		if random.IntN(2) == 0 && depth < 3 {
			v.Elem().Set(value(t.Elem(), depth+1))
		}
	case reflect.Interface:
		for range 20 {
			x := reflect.ValueOf(interfaces[random.IntN(len(interfaces))]())
			if x.Type().AssignableTo(t) {
				v.Set(x)
				break
			}
		}
		if random.IntN(4) == 0 {
			v.SetZero()
		}
	}
	return v
}

// call calls f many times.
func call(name string, f func(args []reflect.Value) []reflect.Value, t reflect.Type, skip int) {
	for range trials {
		args := make([]reflect.Value, 0, t.NumIn())
		for i := skip; i < t.NumIn(); i++ {
			args = append(args, value(t.In(i), 0))
		}
		func() {
			defer func() {
				if text := recover(); text != nil {
					panics[fmt.Sprintf("%s\t%v", name, text)] = true
				}
			}()
			results := f(args)
			if n := len(results); n > 0 && t.Out(n-1) == reflect.TypeFor[error]() {
				if !results[n-1].IsNil() {
					return
				}
				results = results[:n-1]
			}
			for _, r := range results {
				keep(r)
			}
		}()
	}
}

// keep keeps v, to be an argument, if its type is one of ours.
func keep(v reflect.Value) {
	t := v.Type()
	base := t
	if t.Kind() == reflect.Pointer {
		base = t.Elem()
	}
	if !strings.HasPrefix(base.PkgPath(), "secant.example") || t.Kind() == reflect.Pointer && v.IsNil() {
		return
	}
	if len(pool[t]) < 6 {
		pool[t] = append(pool[t], v)
	} else {
		pool[t][random.IntN(6)] = v
	}
}

func main() {
	var names []string
	for name := range functions {
		names = append(names, name)
	}
	sort.Strings(names)
	for range 2 { // the second time with what was returned the first time
		for _, name := range names {
			f := reflect.ValueOf(functions[name])
			call(name, func(args []reflect.Value) []reflect.Value {
				if f.Type().IsVariadic() {
					return f.CallSlice(args)
				}
				return f.Call(args)
			}, f.Type(), 0)
		}
		for _, x := range types {
			t := reflect.TypeOf(x) // a pointer
			name := strings.TrimPrefix(t.Elem().PkgPath(), "secant.example/") + "." + t.Elem().Name()
			for i := range t.NumMethod() {
				m := t.Method(i)
				receiver := func() reflect.Value {
					v := value(t, 0)
					if v.IsNil() {
						return reflect.New(t.Elem())
					}
					return v
				}
				call(name+"."+m.Name, func(args []reflect.Value) []reflect.Value {
					all := append([]reflect.Value{receiver()}, args...)
					if m.Type.IsVariadic() {
						return m.Func.CallSlice(all)
					}
					return m.Func.Call(all)
				}, m.Type, 1)
			}
		}
	}
	var all []string
	for line := range panics {
		all = append(all, line)
	}
	sort.Strings(all)
	for _, line := range all {
		fmt.Println(line)
	}
	fmt.Printf("called\t%d functions and the methods of %d types\n", len(functions), len(types))
}
