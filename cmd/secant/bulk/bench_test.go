// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package bulk

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"testing"
	"time"

	"secant.example/ed25519"
)

// BenchmarkShare measures Run with one job beside the batches of the library in a plain loop, on
// the same records: minima of many turns. The share is 1 if Run costs nothing.
func BenchmarkShare(b *testing.B) {
	for _, form := range []Format{JSONLines, CSV} {
		b.Run("ed25519/"+string(form), func(b *testing.B) {
			const n = 2 * blockLines
			var text bytes.Buffer
			keys, messages, sigs := make([][]byte, n), make([][]byte, n), make([][]byte, n)
			if form == CSV {
				fmt.Fprintln(&text, "id,scheme,key,message,signature")
			}
			for i := range n {
				var seed [32]byte
				seed[0], seed[1] = byte(i), byte(i>>8)
				priv := ed25519.NewKeyFromSeed(seed[:])
				keys[i] = priv[32:]
				messages[i] = fmt.Appendf(nil, "message %d, of the length of a short text", i)
				sigs[i] = ed25519.Sign(priv, messages[i])
				if form == CSV {
					fmt.Fprintf(&text, "%d,ed25519,%x,\"%s\",%x\n", i, keys[i], messages[i], sigs[i])
				} else {
					fmt.Fprintf(&text, `{"id":%d,"scheme":"ed25519","key":"%x","message":"%s","signature":"%x"}`+"\n", i, keys[i], messages[i], sigs[i])
				}
			}
			var batch ed25519.BatchVerifier
			loop := func() {
				for i := 0; i < n; i += blockLines {
					batch.Reset()
					for j := range blockLines {
						batch.Add(keys[i+j], messages[i+j], sigs[i+j])
					}
					if valid, _ := batch.Verify(nil); !valid {
						b.Fatal("invalid")
					}
				}
			}
			v, r := new(Verifier), new(Record)
			p, err := NewParser(form, []byte("id,scheme,key,message,signature"), nil)
			if err != nil {
				b.Fatal(err)
			}
			lines := bytes.SplitAfter(text.Bytes(), []byte("\n"))
			if form == CSV {
				lines = lines[1:]
			}
			parse := func() {
				for i := range n {
					if d := p.Parse(lines[i], r); d.Reason != Unchecked {
						b.Fatal(d)
					}
				}
			}
			verifier := func() {
				for i := 0; i < n; i += blockLines {
					v.Reset()
					for j := range blockLines {
						p.Parse(lines[i+j], r)
						v.Add(r)
					}
					v.Verify()
				}
			}
			std := func() {
				if form == CSV {
					return
				}
				var m struct{ ID, Scheme, Key, Message, Signature any }
				for i := range n {
					if json.Unmarshal(lines[i], &m) != nil {
						b.Fatal()
					}
				}
			}
			run := func() {
				err := Run(context.Background(), []Input{{"-", func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(text.Bytes())), nil }}},
					&Options{Jobs: 1}, func(items []Item) error {
						for i := range items {
							if items[i].Verdict.Reason.Invalid() {
								b.Fatal(items[i].Verdict)
							}
						}
						return nil
					})
				if err != nil {
					b.Fatal(err)
				}
			}
			sides := []func(){loop, run, verifier, parse, std}
			best := make([]time.Duration, len(sides))
			for range b.N {
				for i, side := range sides {
					start := time.Now()
					side()
					if d := time.Since(start); best[i] == 0 || d < best[i] {
						best[i] = d
					}
				}
			}
			for i, name := range []string{"loop", "run", "verifier", "parse", "json"} {
				b.ReportMetric(float64(best[i].Nanoseconds())/n, name+"-ns")
			}
			b.ReportMetric(float64(best[0])/float64(best[1]), "share")
			b.ReportMetric(0, "ns/op")
		})
	}
}
