// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package merlin implements Merlin transcripts, with which a proof that needs a verifier's random
// challenges does without one (the Fiat-Shamir transform).
//
// Both sides make a [Transcript] of the same label and append the same messages, which all have
// labels, and in the same order. What [Transcript.ExtractBytes] then gives is the same on both sides,
// and depends on everything that was appended, with its labels and its lengths. The prover takes its
// secret random numbers from [Transcript.BuildRNG].
//
// Messages are at most 2^32 - 1 bytes long, since their lengths are hashed as 32 bits. Labels have
// the same limit. A longer one breaks the transcript: from then on it gives an [ErrTranscript], and no bytes. So does
// a transcript that [NewTranscript] did not make.
//
// # Timing
//
// Everything takes the same time and accesses the same memory for all messages, witnesses and
// challenges; only lengths and the order of the calls show.
//
// Source: merlin.cool, "Transcript Operations" and "Transcript-based RNGs"; the Strobe protocol
// framework, version 1.0.2, at 128 bits.
package merlin

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"

	"secant.example/internal/entropy"
	"secant.example/internal/strobe"
)

// ErrTranscript means that a transcript is not one that [NewTranscript] made, that a label or a
// message was too long, or that too many bytes are asked for at once.
var ErrTranscript = errors.New("merlin: invalid transcript, or too many bytes")

// maxLength is the length of the longest label and message.
var maxLength uint64 = math.MaxUint32 // a variable for tests

// A Transcript is what has been said in a proof. Its zero value is none: see [NewTranscript]. It may
// not be used by several goroutines at the same time.
type Transcript struct{ state state }

// A state is a transcript, or what was made from one.
type state struct {
	strobe strobe.Strobe
	ready  bool // it was made, and has hashed all that it was given
}

// started is the state of all transcripts at first.
var started = strobe.New("Merlin v1.0")

// NewTranscript returns the transcript that starts with a label, which says what it is for.
func NewTranscript(label string) *Transcript {
	t := &Transcript{state{started, true}}
	t.AppendMessage("dom-sep", []byte(label))
	return t
}

// Clone returns a copy of t, which goes on without it.
func (t *Transcript) Clone() *Transcript {
	c := *t
	return &c
}

// AppendMessage appends a message, and the label that says what it is.
func (t *Transcript) AppendMessage(label string, message []byte) {
	if t.state.announce(label, len(message)) {
		t.state.strobe.AD(message)
	}
}

// AppendUint64 appends the 8 bytes of x, little-endian, as a message.
func (t *Transcript) AppendUint64(label string, x uint64) {
	var b [8]byte
	binary.LittleEndian.PutUint64(b[:], x)
	t.AppendMessage(label, b[:])
}

// ExtractBytes sets dest to a challenge, which depends on the transcript, the label and the number of
// bytes, and becomes a part of the transcript. If the transcript is broken, or dest too long, it
// returns an [ErrTranscript], and dest is unchanged: no such transcript may be trusted.
func (t *Transcript) ExtractBytes(dest []byte, label string) error {
	if !t.state.announce(label, len(dest)) {
		return ErrTranscript
	}
	t.state.strobe.PRF(dest)
	return nil
}

// BuildRNG returns what makes a generator of random bytes for who knows the secrets of a proof. It
// starts from a copy of the transcript.
func (t *Transcript) BuildRNG() *RNGBuilder { return &RNGBuilder{t.state} }

// announce absorbs a label and the length of what follows, and reports whether that can be said.
func (s *state) announce(label string, length int) bool {
	if !s.ready || uint64(len(label)) > maxLength || uint64(length) > maxLength {
		s.ready = false
		return false
	}
	var buf [64]byte // enough for most
	s.strobe.MetaAD(binary.LittleEndian.AppendUint32(append(buf[:0], label...), uint32(length)))
	return true
}

// An RNGBuilder becomes a generator of random bytes. Its zero value is none: see
// [Transcript.BuildRNG].
type RNGBuilder struct{ fork state }

// RekeyWithWitness makes the generator depend on a secret, with a label that says what it is, and
// returns b.
func (b *RNGBuilder) RekeyWithWitness(label string, witness []byte) *RNGBuilder {
	if b.fork.announce(label, len(witness)) {
		b.fork.strobe.Key(witness)
	}
	return b
}

// Finalize returns the generator: it depends on the transcript, on the witnesses, and on 32 bytes read
// from random, or from the system's secure source if random is nil. If these are known, or the same
// twice, it is as good as the witnesses are secret. An error of random is returned, wrapped; a broken
// transcript is an [ErrTranscript].
func (b *RNGBuilder) Finalize(random io.Reader) (*RNG, error) {
	// The work is in another function so that this one is inlined, and a generator that
	// does not outlive its caller needs no allocation.
	r := new(RNG)
	if err := r.set(&b.fork, random); err != nil {
		return nil, err
	}
	return r, nil
}

func (r *RNG) set(b *state, random io.Reader) error {
	if !b.ready {
		return ErrTranscript
	}
	var seed [32]byte
	if err := entropy.Read(random, seed[:]); err != nil {
		return fmt.Errorf("merlin: %w", err)
	}
	r.keyed = *b
	r.keyed.strobe.MetaAD([]byte("rng"))
	r.keyed.strobe.Key(seed[:])
	return nil
}

// An RNG is a generator of random bytes, an [io.Reader]. Its zero value is none: see
// [RNGBuilder.Finalize].
type RNG struct{ keyed state }

// Read sets p to random bytes. It fills p, and returns its length and nil; but if r is the zero
// value, or p is longer than 2^32 - 1 bytes, it returns 0 and an [ErrTranscript]. What it gives depends on
// how many bytes are asked for: one call for 64 bytes does not give what two for 32 do.
func (r *RNG) Read(p []byte) (n int, err error) {
	if !r.keyed.announce("", len(p)) {
		return 0, ErrTranscript
	}
	r.keyed.strobe.PRF(p)
	return len(p), nil
}
