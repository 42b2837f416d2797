// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package merlin has what go-schnorrkel calls of gtank's package.
package merlin

import "secant.example/merlin"

// A Transcript is one of ours.
type Transcript struct{ T *merlin.Transcript }

func NewTranscript(label string) *Transcript { return &Transcript{merlin.NewTranscript(label)} }

func (t *Transcript) AppendMessage(label, message []byte) { t.T.AppendMessage(string(label), message) }

func (t *Transcript) ExtractBytes(label []byte, n int) []byte {
	b := make([]byte, n)
	if err := t.T.ExtractBytes(b, string(label)); err != nil {
		panic(err) // theirs has no error
	}
	return b
}
