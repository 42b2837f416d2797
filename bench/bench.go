// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package bench measures Secant and the libraries that people use instead of it,
// on the same inputs, in the same process.
//
// [Operations] is the list of what is measured and [Peers] that of the libraries.
// Each library has a file that registers what it can do; nothing else knows
// which library has which operation. An operation that Secant does not have yet
// is listed with its peers alone, and one that nobody registers is left out; to
// add ours, register it in secant.go.
//
// In this directory:
//
//	go test -bench . -benchtime 1x            # everything once, libraries in Go only
//	go run ./report                           # measure, write ../BENCHMARKS.md, results and benchmarks.html
//	native/build.sh                           # install and build libraries in C and Rust
//	go run -tags native ./report              # the same with them
//	native/do255.sh                           # build c-do255 too, and add the tag do255
//	go run ./report -saved                    # write the pages of the saved runs anew
//	go run ./compare old.json new.json        # name what got slower from one run to another
//	go run ./instructions -save new.json      # count instructions, under valgrind
package bench

import (
	"bytes"
	"errors"
	"fmt"
	"slices"

	"secant.example/internal/measure"
)

// Instance is an operation of a library, set up for one set of inputs.
type Instance struct {
	// Run does the operation n times.
	Run measure.Func
	// Output returns the result of the last run in the encoding that the
	// operation prescribes. It is nil for an operation that accepts or rejects.
	Output func() ([]byte, error)
	// Forged does an operation that accepts or rejects once, on a signature that
	// is not valid, and returns an error because it is rejected.
	Forged func() error
}

// Maker sets an operation up. What it does is not measured.
type Maker func(in *Inputs) (*Instance, error)

type entry struct {
	peer string
	make Maker
}

var (
	registry  = map[string][]entry{}
	verifiers = map[string][]verifier{}
)

type verifier struct {
	peer   string
	verify func(in *Inputs, signature []byte) error
}

// register adds what a peer does for an operation.
func register(peer, operation string, m Maker) {
	op := FindOperation(operation)
	if FindPeer(peer) == nil || op == nil {
		panic(fmt.Sprintf("bench: unknown peer %q or operation %q", peer, operation))
	}
	registry[operation] = append(registry[operation], entry{peer, m})
	if peer == Ours {
		registerEngines(op, m)
	} else if operation == decodeOne {
		register(peer, decodeMany, inTurns(m))
		register(peer, varTimeDecodeMany, inTurns(m))
	}
}

// inTurns makes of one decoding those of many points, one after the other: no peer has batches of them.
func inTurns(m Maker) Maker {
	return func(in *Inputs) (*Instance, error) {
		var all []*Instance
		for i := range decodeBatch {
			of := *in
			of.Points = in.Points[i:]
			instance, err := m(&of)
			if err != nil {
				return nil, err
			}
			all = append(all, instance)
		}
		run := func(n int) error {
			for _, i := range all {
				if err := i.Run(n); err != nil {
					return err
				}
			}
			return nil
		}
		return &Instance{Run: run, Output: func() (outputs []byte, err error) {
			for _, i := range all {
				output, err := i.Output()
				if err != nil {
					return nil, err
				}
				outputs = append(outputs, output...)
			}
			return outputs, nil
		}}, nil
	}
}

// registerVerifier adds a judge of the signatures of a randomized operation.
func registerVerifier(peer, operation string, verify func(in *Inputs, signature []byte) error) {
	verifiers[operation] = append(verifiers[operation], verifier{peer, verify})
}

// Has says whether a peer has an operation.
func Has(peer, operation string) bool {
	return slices.ContainsFunc(registry[operation], func(e entry) bool { return e.peer == peer })
}

// Setup sets up one operation of one peer, without checking it.
func Setup(peer, operation string, in *Inputs) (*Instance, error) {
	for _, e := range registry[operation] {
		if e.peer == peer {
			return e.make(in)
		}
	}
	return nil, fmt.Errorf("%s has no %s", peer, operation)
}

// Implementation is an instance that has passed the check.
type Implementation struct {
	Peer *Peer
	*Instance
}

// Prepare sets up every implementation of op, in the order of [Peers], runs it
// and checks it: see [Operation.Check].
func Prepare(op *Operation, in *Inputs) ([]*Implementation, error) {
	entries := slices.Clone(registry[op.Name])
	slices.SortStableFunc(entries, func(a, b entry) int { return peerIndex(a.peer) - peerIndex(b.peer) })
	var all []*Implementation
	for _, e := range entries {
		i, err := e.make(in)
		if err != nil {
			return nil, fmt.Errorf("%s of %s cannot be set up: %w", op.Name, e.peer, err)
		}
		all = append(all, &Implementation{FindPeer(e.peer), i})
	}
	return all, check(op, in, all)
}

// check runs every implementation and judges its result.
func check(op *Operation, in *Inputs, all []*Implementation) error {
	var first []byte // the result of the first, which is ours if there is ours
	for i, impl := range all {
		fail := func(format string, args ...any) error {
			return fmt.Errorf("%s of %s "+format, append([]any{op.Name, impl.Peer.Name}, args...)...)
		}
		if err := impl.Run(2); err != nil {
			return fail("fails: %w", err)
		}
		if op.Check == Accepts {
			if impl.Forged == nil {
				return fail("does not say what it does with a forgery")
			}
			if impl.Forged() == nil {
				return fail("accepts a forgery")
			}
			continue
		}
		if impl.Output == nil {
			return fail("has no result")
		}
		result, err := impl.Output()
		if err != nil {
			return fail("has no result: %w", err)
		}
		switch {
		case op.Check == Verifies:
			if len(verifiers[op.Name]) == 0 {
				return fail("cannot be checked: nobody verifies it")
			}
			for _, v := range verifiers[op.Name] {
				if err := v.verify(in, result); err != nil {
					return fail("has a signature that %s rejects: %v", v.peer, err)
				}
			}
		case i == 0:
			if len(result) == 0 {
				return fail("has an empty result")
			}
			first = result
		case !bytes.Equal(result, first):
			return fail("has the result %x, but that of %s is %x", result, all[0].Peer.Name, first)
		}
	}
	return nil
}

// once returns the instance that runs f and whose result output returns.
func once(f func() error, output func() ([]byte, error)) (*Instance, error) {
	return &Instance{Run: measure.Repeat(f), Output: output}, nil
}

// produce returns the instance that runs f, whose result is the bytes it returns.
func produce(f func() ([]byte, error)) (*Instance, error) {
	var last []byte
	return once(func() (err error) {
		last, err = f()
		return err
	}, func() ([]byte, error) { return last, nil })
}

var errRejected = errors.New("signature rejected")

// accept returns the instance that runs verify, on a valid signature or, for the
// check, on a forgery.
func accept(verify func(forged bool) bool) (*Instance, error) {
	run := func(forged bool) error {
		if !verify(forged) {
			return errRejected
		}
		return nil
	}
	return &Instance{
		Run:    measure.Repeat(func() error { return run(false) }),
		Forged: func() error { return run(true) },
	}, nil
}
