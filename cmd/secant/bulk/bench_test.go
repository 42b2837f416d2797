// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package bulk

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"secant.example/ed25519"
	"secant.example/jq255e"
	"secant.example/secp256k1/ecdsa"
	"secant.example/secp256k1/nostr"
	"secant.example/secp256k1/schnorr"
)

// BenchmarkShare measures what a run takes beside the verification itself, on one thread: reading,
// lines, records, items. For that the records have rules that there are not, which is the
// last that is found out. The share is the time of the library in a plain loop, on
// records whose bytes it has already, divided by the sum of both times. They are the fastest of
// many turns, because other programs on the machine only ever make them longer.
func BenchmarkShare(b *testing.B) {
	const n = blockLines
	for _, scheme := range []Scheme{Ed25519, BIP340, ECDSA, JQ255E, Nostr} {
		records := make([]Record, n)
		for i := range records {
			if scheme == Nostr {
				text := fmt.Sprintf("%s %d", strings.Repeat("a text of some length ", 4), i)
				records[i] = Record{Scheme: Nostr, Message: eventLine(text[:20+i%64] + text)}
				continue
			}
			records[i] = one(scheme, i)
		}
		formats := map[Format]func(*Record) []byte{JSONLines: jsonLine, CSV: csvLine}
		if scheme == Nostr {
			formats = map[Format]func(*Record) []byte{NostrLines: func(r *Record) []byte { return append(r.Message, '\n') }}
		}
		for format, line := range formats {
			b.Run(fmt.Sprintf("%s/%s", scheme, format), func(b *testing.B) {
				var text []byte
				if format == CSV {
					text = csvText(columns)
				}
				for range 4 { // so that a run is more than its beginning
					for _, r := range records {
						if r.Rules = "none"; scheme == Nostr {
							// An id that is not the hash, which is found out after all but the signature.
							r.Message = bytes.Replace(r.Message, []byte(`"kind":1`), []byte(`"kind":2`), 1)
						}
						text = append(text, line(&r)...)
					}
				}
				share(b, records, text)
			})
		}
	}
}

// one returns a record of a scheme with a key that no other has.
func one(scheme Scheme, i int) Record {
	message := fmt.Appendf(nil, "message %d, of the length of a short text of some words", i)
	r := Record{ID: fmt.Append(nil, i), Scheme: scheme, Message: message}
	switch scheme {
	case Ed25519:
		k := ed25519.NewKeyFromSeed(secret(i))
		r.Key, r.Signature = k[32:], ed25519.Sign(k, message)
	case BIP340:
		k := must(schnorr.NewPrivateKey(secret(i)))
		r.Key, r.Signature = k.PublicKey().Bytes(), must(schnorr.Sign(k, message))
	case ECDSA:
		k := must(ecdsa.NewPrivateKey(secret(i)))
		r.Key, r.Signature = k.PublicKey().Bytes(), must(ecdsa.Sign(k, sha256.Sum256(message))).DER()
	case JQ255E:
		k := must(jq255e.NewPrivateKey(secret(i)))
		r.Key, r.Signature = k.PublicKey().Bytes(), must(k.SignWithSeed(message, nil, ""))
	}
	return r
}

// The batches of loop, which keep their memory.
var (
	ed     ed25519.BatchVerifier
	bip    schnorr.BatchVerifier
	events nostr.BatchVerifier
)

// loop verifies records as a program would that has only those.
func loop(records []Record) bool {
	all := true
	for i := range records {
		switch r := &records[i]; r.Scheme {
		case Ed25519:
			ed.Add(r.Key, r.Message, r.Signature)
		case BIP340:
			bip.Add(r.Key, r.Message, r.Signature)
		case Nostr:
			events.AddJSON(r.Message)
		case ECDSA:
			p, err := ecdsa.NewPublicKey(r.Key)
			all = all && err == nil && p.VerifyDER(sha256.Sum256(r.Message), r.Signature, ecdsa.LowS)
		case JQ255E:
			p, err := jq255e.NewPublicKey(r.Key)
			all = all && err == nil && p.Verify(r.Message, r.Signature, "")
		}
		if (i+1)%blockLines > 0 {
			continue
		}
		if ed.Len() > 0 {
			valid, _ := ed.Verify(nil)
			all = all && valid
		}
		if bip.Len() > 0 {
			valid, _ := bip.Verify(nil)
			all = all && valid
		}
		if events.Len() > 0 {
			valid, _ := events.Verify(nil)
			all = all && valid
		}
		ed.Reset()
		bip.Reset()
		events.Reset()
	}
	return all
}

func share(b *testing.B, records []Record, text []byte) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	lines := bytes.SplitAfter(bytes.TrimSuffix(text, []byte("\n")), []byte("\n"))
	format := Detect(lines[0])
	best := make(map[string]time.Duration) // for all records
	shortest := func(name string, f func()) {
		start := time.Now()
		f()
		if d := time.Since(start); best[name] == 0 || d < best[name] {
			best[name] = d
		}
	}
	b.ResetTimer()
	for range b.N {
		shortest("loop", func() {
			if !loop(records) {
				b.Fatal("invalid")
			}
		})
		for range 5 {
			shortest("overhead", func() {
				err := Run(context.Background(), []Input{input("x", bytes.NewReader(text))}, &Options{Jobs: 1, Format: format}, func(items []Item) error { return nil })
				if err != nil {
					b.Fatal(err)
				}
			})
			if format != CSV {
				shortest("encoding/json", func() {
					var m map[string]any
					for _, line := range lines {
						if json.Unmarshal(line, &m) != nil {
							b.Fatal("not JSON")
						}
					}
				})
			}
		}
	}
	best["overhead"] /= 4
	best["encoding/json"] /= 4
	for name, d := range best {
		b.ReportMetric(float64(d.Nanoseconds())/float64(len(records)), name+"-ns")
	}
	b.ReportMetric(float64(best["loop"])/float64(best["loop"]+best["overhead"]), "share")
	b.ReportMetric(0, "ns/op")
}

// BenchmarkInvalid measures runs on one thread over records of which so many in a hundred have
// signatures that are not valid.
func BenchmarkInvalid(b *testing.B) {
	const n = 8 * blockLines // all under different keys
	for _, scheme := range []Scheme{Nostr, Ed25519} {
		records := make([]Record, n)
		for i := range records {
			if scheme == Nostr {
				records[i] = Record{Scheme: Nostr, Message: eventBy(i, fmt.Sprintf("%*d", 20+i%64, i))}
			} else {
				records[i] = one(scheme, i)
			}
		}
		for _, rate := range []int{0, 1, 10, 100} {
			var text []byte
			for i, r := range records {
				if i%100 < rate {
					flip := func(sig []byte) { sig[40] ^= 1 }
					if scheme == Nostr {
						r.Message = resign(r.Message, flip)
					} else {
						r.Signature = bytes.Clone(r.Signature)
						flip(r.Signature)
					}
				}
				if scheme == Nostr {
					text = append(append(text, r.Message...), '\n')
				} else {
					text = append(text, jsonLine(&r)...)
				}
			}
			b.Run(fmt.Sprintf("%s/%d%%", scheme, rate), func(b *testing.B) {
				best := time.Duration(0)
				for range b.N {
					start := time.Now()
					err := Run(context.Background(), []Input{input("x", bytes.NewReader(text))}, &Options{Jobs: 1}, func([]Item) error { return nil })
					if err != nil {
						b.Fatal(err)
					}
					if d := time.Since(start); best == 0 || d < best {
						best = d
					}
				}
				b.ReportMetric(n/best.Seconds(), "records/s")
			})
		}
	}
}
