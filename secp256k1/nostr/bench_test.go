// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package nostr

import (
	"encoding/json"
	"strings"
	"testing"
)

func BenchmarkSigner(b *testing.B) {
	s := newSigner(b, 0xabcdef)
	sec, pub, id := s.Sec(), s.Pub(), make([]byte, 32)
	sig, err := s.Sign(id)
	if err != nil {
		b.Fatal(err)
	}
	for _, c := range []struct {
		name string
		f    func()
	}{
		{"InitSec", func() { s.InitSec(sec) }},
		{"Sign", func() { s.Sign(id) }},
		{"Verify", func() { s.Verify(id, sig) }},
		{"ECDH", func() { s.ECDH(pub) }},
	} {
		b.Run(c.name, func(b *testing.B) {
			for range b.N {
				c.f()
			}
		})
	}
}

func BenchmarkEvent(b *testing.B) {
	var e Event
	if err := e.UnmarshalJSON([]byte(published)); err != nil {
		b.Fatal(err)
	}
	line := []byte(published)
	escaped := []byte(strings.Replace(published, "Walled", `W\u00e4lled\/`, 1))
	var batch BatchVerifier
	for _, c := range []struct {
		name string
		f    func()
	}{
		{"AddJSON", func() { batch.Reset(); batch.AddJSON(line) }},
		{"AddJSON/escapes", func() { batch.Reset(); batch.AddJSON(escaped) }},
		{"Add", func() { batch.Reset(); batch.Add(&e) }},
		{"UnmarshalJSON", func() { e.UnmarshalJSON(line) }},
		{"json.Valid", func() { json.Valid(line) }},
		{"ComputeID", func() { e.ComputeID() }},
	} {
		b.Run(c.name, func(b *testing.B) {
			for range b.N {
				c.f()
			}
		})
	}
	b.Run("batch of 500", func(b *testing.B) {
		for range b.N {
			batch.Reset()
			for range 500 {
				batch.AddJSON(line)
			}
			if valid, _ := batch.Verify(nil); !valid {
				b.Fatal("invalid")
			}
		}
	})
}
