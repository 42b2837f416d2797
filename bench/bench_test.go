// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package bench

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"secant.example/internal/cpu"
	"secant.example/internal/measure"
)

var inputs = sync.OnceValues(NewInputs)

// Benchmark runs every operation of every library, as family/operation/peer. A
// result counts for one item of a batch.
func Benchmark(b *testing.B) {
	in, err := inputs()
	if err != nil {
		b.Fatal(err)
	}
	for _, op := range Operations {
		if len(registry[op.Name]) == 0 {
			continue
		}
		b.Run(op.Name, func(b *testing.B) {
			all, err := Prepare(op, in)
			if err != nil {
				b.Fatal(err)
			}
			for _, i := range all {
				b.Run(i.Peer.Name, func(b *testing.B) {
					b.ReportAllocs()
					if err := i.Run(b.N); err != nil {
						b.Fatal(err)
					}
					if op.Items > 1 {
						b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(op.Items), "ns/item")
					}
				})
			}
		})
	}
}

// Every library agrees on every operation.
func TestAgreement(t *testing.T) {
	in, err := inputs()
	if err != nil {
		t.Fatal(err)
	}
	for _, op := range Operations {
		if op.Items > 1024 {
			continue // the benchmark checks it
		}
		if _, err := Prepare(op, in); err != nil {
			t.Error(err)
		}
	}
}

// The same on other inputs: with the libraries in C and Rust linked in, this holds
// ours against theirs.
func TestAgreementVaried(t *testing.T) {
	rounds := 20
	if testing.Short() {
		rounds = 2
	}
	if os.Getenv("SECANT_LONG") != "" {
		rounds = 500
	}
	for i := range rounds {
		in, err := newInputs(fmt.Sprintf("salt %d", i), 1, 1, 2)
		if err != nil {
			t.Fatal(err)
		}
		for _, op := range Operations {
			if op.Items > 2 && op.Family != "x25519" {
				continue
			}
			if _, err := Prepare(op, in); err != nil {
				t.Errorf("inputs %d: %v", i, err)
			}
		}
	}
}

// Only peers that need cgo are missing from a build without them.
func TestMissing(t *testing.T) {
	for _, name := range Missing() {
		if name == "c-do255" {
			continue // it is built apart from the others
		}
		if FindPeer(name).Language == "Go" || Native {
			t.Errorf("%s registers nothing", name)
		}
	}
	for _, p := range Peers {
		if !IsOurs(p.Name) && !slices.Contains(Missing(), p.Name) && p.Language != "Go" && p.Version() == "unknown" {
			t.Errorf("%s has no version", p.Name)
		}
	}
	if crateVersion("secp256k1-sys") == "unknown" || crateVersion("no-such-crate") != "unknown" {
		t.Error("Cargo.lock is not read")
	}
}

// Every kind of wrong result is found, and the library named.
func TestWrongPeer(t *testing.T) {
	in, err := inputs()
	if err != nil {
		t.Fatal(err)
	}
	works := func() error { return nil }
	fails := func() error { return errors.New("broken") }
	result := func(b []byte) func() ([]byte, error) { return func() ([]byte, error) { return b, nil } }
	ok := &Instance{Run: measure.Repeat(works), Output: result([]byte{1, 2, 3}), Forged: fails}
	forged := forge(in.ECDSA)

	equal, accepts := FindOperation("x25519/public-key"), FindOperation("ed25519/verify-default")
	verifies := FindOperation("secp256k1/ecdsa-sign")
	signer := &Instance{Run: measure.Repeat(works), Output: result(in.ECDSA)}
	for _, test := range []struct {
		name         string
		op           *Operation
		ours, theirs *Instance
		want         string // "" if it is right
	}{
		{"the same", equal, ok, ok, ""},
		{"another result", equal, ok, &Instance{Run: ok.Run, Output: result([]byte{1, 2, 4})}, "has the result 010204, but that of secant is 010203"},
		{"a shorter result", equal, ok, &Instance{Run: ok.Run, Output: result([]byte{1, 2})}, "has the result 0102"},
		{"an error", equal, ok, &Instance{Run: measure.Repeat(fails), Output: ok.Output}, "fails: broken"},
		{"no result", equal, ok, &Instance{Run: ok.Run}, "has no result"},
		{"verifies", accepts, ok, ok, ""},
		{"rejects what is valid", accepts, ok, &Instance{Run: measure.Repeat(fails), Forged: fails}, "fails: broken"},
		{"accepts a forgery", accepts, ok, &Instance{Run: ok.Run, Forged: works}, "accepts a forgery"},
		{"was never asked", accepts, ok, &Instance{Run: ok.Run}, "does not say"},
		{"signs", verifies, signer, signer, ""},
		{"signs wrong", verifies, signer, &Instance{Run: ok.Run, Output: result(forged)}, "dcrec rejects"},
	} {
		err := check(test.op, in, []*Implementation{{FindPeer(Ours), test.ours}, {FindPeer("voi"), test.theirs}})
		switch {
		case test.want == "" && err != nil:
			t.Errorf("%s: %v", test.name, err)
		case test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want) || !strings.Contains(err.Error(), " of voi ")):
			t.Errorf("%s: error %v", test.name, err)
		}
	}

	// The same through the registry, beside ours.
	register("gtank", "x25519/public-key", func(*Inputs) (*Instance, error) { return ok, nil })
	defer func() { registry[equal.Name] = registry[equal.Name][:len(registry[equal.Name])-1] }()
	if _, err := Prepare(equal, in); err == nil || !strings.Contains(err.Error(), "of gtank has the result 010203, but that of secant") {
		t.Errorf("error %v", err)
	}
}

// Engines are ours in the rows where vectors have a part, and run with less than this machine has, which is undone
// afterwards.
func TestEngines(t *testing.T) {
	in, err := inputs()
	if err != nil {
		t.Fatal(err)
	}
	const name = "ristretto255/encode"
	saved := registry[name]
	defer func() { registry[name] = saved }()
	for _, e := range engines() {
		for name, want := range map[string]bool{
			"ed25519/sign": true, "secp256k1/ecdh": false, "secp256k1/ecdsa-verify-64": true, "jq255e/verify": false,
			"jq255e/verify-64": true, "protocols/voprf-evaluate": true, "protocols/musig2-sign": false,
		} {
			if Has(e.peer, name) != want {
				t.Errorf("%s of %s: %v", name, e.peer, !want)
			}
		}
		delete(registry, name)
		before, seen := cpu.X86, 0
		if e.features == before {
			t.Errorf("%s is what the machine takes", e.peer)
		}
		look := func() error {
			if cpu.X86 == e.features {
				seen++
			}
			return errRejected
		}
		register(Ours, name, func(*Inputs) (*Instance, error) {
			look()
			return &Instance{Run: measure.Repeat(look), Forged: look}, nil
		})
		i, err := Setup(e.peer, name, in)
		if err != nil {
			t.Fatal(err)
		}
		if i.Run(1) == nil || i.Forged() == nil || seen != 3 || cpu.X86 != before {
			t.Errorf("%s: turned off %d times of 3; left %+v, was %+v", e.peer, seen, cpu.X86, before)
		}
	}
}
