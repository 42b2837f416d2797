// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

//go:build native && cgo

package native

/*
#cgo CFLAGS: -O3 -march=native
#cgo LDFLAGS: ${SRCDIR}/_build/release/libsecant_bench_native.a ${SRCDIR}/_build/release/libsecant_bench_s2n.a -lsodium -lcrypto -lm -ldl -lpthread
#include <stdlib.h>
#include <openssl/crypto.h>
#include <sodium.h>
#include "native.h"

static const struct secant_library *library(size_t i) { return &secant_libraries[i]; }
static void *create(const struct secant_library *l, size_t i, const struct secant_field *f, size_t n) { return l->create(i, f, n); }
static int run(const struct secant_library *l, void *o, size_t n) { return l->run(o, n); }
static int forged(const struct secant_library *l, void *o) { return l->forged(o); }
static size_t output(const struct secant_library *l, void *o, unsigned char *out, size_t room) { return l->output(o, out, room); }
static size_t count(const struct secant_library *l) { return l->count(); }
static const char *peer(const struct secant_library *l, size_t i) { return l->peer(i); }
static const char *operation(const struct secant_library *l, size_t i) { return l->operation(i); }
*/
import "C"

import (
	"errors"
	"sync"
	"unsafe"
)

// DO255Commit is the commit of c-do255 that do255.sh builds.
const DO255Commit = "4288ecf"

// Entry is an operation of a library.
type Entry struct {
	Peer, Operation string
	library         *C.struct_secant_library
	index           C.size_t
}

// Entries returns all there are.
func Entries() (all []Entry) {
	for i := range C.secant_libraries_count {
		l := C.library(i)
		for j := range C.count(l) {
			all = append(all, Entry{C.GoString(C.peer(l, j)), C.GoString(C.operation(l, j)), l, j})
		}
	}
	return all
}

// Inputs are named bytes, in memory that C may keep.
type Inputs struct {
	fields *C.struct_secant_field
	count  C.size_t
}

// NewInputs copies fields. The memory is never given back.
func NewInputs(fields map[string][]byte) *Inputs {
	n := len(fields)
	p := (*C.struct_secant_field)(C.calloc(C.size_t(n), C.sizeof_struct_secant_field))
	all := unsafe.Slice(p, n)
	i := 0
	for name, b := range fields {
		all[i] = C.struct_secant_field{C.CString(name), (*C.uchar)(C.CBytes(b)), C.size_t(len(b))}
		i++
	}
	return &Inputs{p, C.size_t(n)}
}

// Operation is an entry that has been set up.
type Operation struct {
	library *C.struct_secant_library
	handle  unsafe.Pointer
}

var mu sync.Mutex

// New sets the operation up.
func (e Entry) New(in *Inputs) (*Operation, error) {
	mu.Lock()
	defer mu.Unlock()
	handle := C.create(e.library, e.index, in.fields, in.count)
	if handle == nil {
		return nil, errors.New("it refuses")
	}
	return &Operation{e.library, handle}, nil
}

// Run runs the operation n times.
func (o *Operation) Run(n int) error {
	if C.run(o.library, o.handle, C.size_t(n)) != 1 {
		return errors.New("it fails")
	}
	return nil
}

// Forged runs the operation on a forgery, once, and fails if that is rejected.
func (o *Operation) Forged() error {
	if C.forged(o.library, o.handle) != 1 {
		return errors.New("signature rejected")
	}
	return nil
}

// Output returns the result of the last run; none if it accepts or rejects.
func (o *Operation) Output() []byte {
	out := make([]byte, 1024)
	return out[:C.output(o.library, o.handle, (*C.uchar)(unsafe.SliceData(out)), C.size_t(len(out)))]
}

// OpenSSLVersion returns the version of the OpenSSL that is linked in.
func OpenSSLVersion() string { return C.GoString(C.OpenSSL_version(C.OPENSSL_VERSION)) }

// SodiumVersion returns the version of the libsodium that is linked in.
func SodiumVersion() string { return C.GoString(C.sodium_version_string()) }
