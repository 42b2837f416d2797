// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"fmt"
	"reflect"
	"runtime"
	"strings"
	"syscall"
	"unsafe"
)

// request asks valgrind for something; without it, it returns 0.
//
//go:noescape
func request(arguments *[6]uintptr) uintptr

// Requests, of valgrind/valgrind.h and valgrind/memcheck.h.
const (
	runningOnValgrind = 0x1001
	printText         = 0x1403
	registerStack     = 0x1501
	makeUndefined     = 'M'<<24 | 'C'<<16 | 1
	makeDefined       = 'M'<<24 | 'C'<<16 | 2
	getBits           = 'M'<<24 | 'C'<<16 | 8
)

// stackSize is how much stack an operation may use.
const stackSize = 512 << 10

// prepareStack makes the stack so large that it need not grow later, because copying it looks at what is
// on it, and tells valgrind where it is, which finds callers on it then, and only then: otherwise it
// takes the stack for one of those that it saw threads begin on, or for none. It is for the
// function whose callees do the work.
//
//go:noinline
func prepareStack() {
	growStack(stackSize)
	var top byte
	end := uintptr(unsafe.Pointer(&top)) + 4096
	request(&[6]uintptr{registerStack, end - stackSize, end})
}

// growStack uses n bytes of stack, in frames that the compiler does not move to the heap.
//
//go:noinline
func growStack(n int) byte {
	var frame [64 << 10]byte
	frame[n%len(frame)] = 1
	if n > len(frame) {
		frame[0] = growStack(n - len(frame))
	}
	return frame[n/2%len(frame)]
}

func onValgrind() bool { return request(&[6]uintptr{runningOnValgrind}) != 0 }

// inChild begins a child, which is as this process was when it had started, and does not know what
// children before it did, nor does valgrind. It returns true in the child, and false in the parent, when
// the child has ended. The child has none of the other threads of Go's runtime: with one goroutine and
// without the collector it needs none. That it has done its work it has to say itself.
func inChild(name string) bool {
	child, _, failure := syscall.RawSyscall(syscall.SYS_FORK, 0, 0, 0)
	if failure != 0 {
		panic(failure)
	}
	if child == 0 {
		announce(name)
		return true
	}
	must(syscall.Wait4(int(child), nil, 0, nil))
	return false
}

// noArguments is a va_list of C, of which nothing is read.
var noArguments [3]uint64

// announce writes the name of an operation among the errors that valgrind finds.
func announce(name string) {
	format := append([]byte(name), 0)
	request(&[6]uintptr{printText, uintptr(unsafe.Pointer(unsafe.SliceData(format))), uintptr(unsafe.Pointer(&noArguments))})
	runtime.KeepAlive(format)
}

func mark(code uintptr, p unsafe.Pointer, n uintptr) {
	if n > 0 {
		request(&[6]uintptr{code, uintptr(p), n})
	}
}

// secretBytes makes b secret, and returns it.
func secretBytes(b []byte) []byte {
	mark(makeUndefined, unsafe.Pointer(unsafe.SliceData(b)), uintptr(len(b)))
	return b
}

// publicBytes makes b public.
func publicBytes(b []byte) {
	mark(makeDefined, unsafe.Pointer(unsafe.SliceData(b)), uintptr(len(b)))
}

// publicMemory makes what p points to public.
func publicMemory[T any](p *T) {
	mark(makeDefined, unsafe.Pointer(p), unsafe.Sizeof(*p))
}

// secret makes what p points to secret, or the fields of it that are named, such as "key.d".
func secret(p any, fields ...string) {
	v := reflect.ValueOf(p).Elem()
	if len(fields) == 0 {
		secretValue(v)
	}
	for _, path := range fields {
		f := v
		for _, name := range strings.Split(path, ".") {
			if f = f.FieldByName(name); !f.IsValid() {
				panic(fmt.Sprintf("%s has no field %s", v.Type(), path))
			}
		}
		secretValue(f)
	}
}

func secretValue(v reflect.Value) {
	if hasPointers(v.Type()) {
		panic(fmt.Sprintf("%s has pointers, which are no secrets", v.Type()))
	}
	mark(makeUndefined, unsafe.Pointer(v.UnsafeAddr()), v.Type().Size())
}

func hasPointers(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Bool, reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return false
	case reflect.Array:
		return t.Len() > 0 && hasPointers(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			if hasPointers(t.Field(i).Type) {
				return true
			}
		}
		return false
	}
	return true
}

// countSecret returns how many of the bytes of b depend on secrets.
func countSecret(b []byte) (n int) {
	bits := make([]byte, len(b))
	if len(b) == 0 || request(&[6]uintptr{getBits, uintptr(unsafe.Pointer(&b[0])), uintptr(unsafe.Pointer(&bits[0])), uintptr(len(b))}) != 1 {
		return 0
	}
	publicBytes(bits)
	for _, x := range bits {
		if x != 0 {
			n++
		}
	}
	return n
}
