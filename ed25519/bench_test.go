// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package ed25519

import (
	"crypto/ed25519"
	"fmt"
	"testing"

	"secant.example/internal/testkit"
)

// Each benchmark runs beside the standard library's function.

func BenchmarkNewKeyFromSeed(b *testing.B) {
	seed := make([]byte, SeedSize)
	b.Run("secant", func(b *testing.B) {
		for range b.N {
			NewKeyFromSeed(seed)
		}
	})
	b.Run("std", func(b *testing.B) {
		for range b.N {
			ed25519.NewKeyFromSeed(seed)
		}
	})
}

func BenchmarkSign(b *testing.B) {
	private := ed25519.NewKeyFromSeed(make([]byte, SeedSize))
	message := make([]byte, 32)
	b.Run("secant", func(b *testing.B) {
		for range b.N {
			Sign(private, message)
		}
	})
	b.Run("secant/Signer", func(b *testing.B) {
		signer, err := NewSigner(private)
		if err != nil {
			b.Fatal(err)
		}
		b.ResetTimer()
		for range b.N {
			signer.Sign(nil, message, nil)
		}
	})
	b.Run("std", func(b *testing.B) {
		for range b.N {
			ed25519.Sign(private, message)
		}
	})
}

func BenchmarkVerify(b *testing.B) {
	private := ed25519.NewKeyFromSeed(make([]byte, SeedSize))
	public := private.Public().(PublicKey)
	message := make([]byte, 32)
	sig := ed25519.Sign(private, message)
	for _, p := range presets {
		b.Run("secant/"+p.name, func(b *testing.B) {
			b.ResetTimer()
			for range b.N {
				if err := VerifyWithRules(public, message, sig, p.rules, nil); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	b.Run("std", func(b *testing.B) {
		for range b.N {
			if !ed25519.Verify(public, message, sig) {
				b.Fatal("invalid")
			}
		}
	})
}

// BenchmarkBatchStdLib verifies signatures under different keys without the cofactor.
func BenchmarkBatchStdLib(b *testing.B) {
	all := signedBy(b, testkit.NewRand(b), 1024, 1024)
	for _, n := range []int{8, 64, len(all)} {
		b.Run(fmt.Sprintf("batch of %d", n), func(b *testing.B) {
			var v BatchVerifier
			for range b.N {
				v.Reset()
				for _, s := range all[:n] {
					v.AddWithRules(s.public, s.message, s.sig, StdLib, nil)
				}
				if valid, _ := v.Verify(nil); !valid {
					b.Fatal("invalid")
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n), "ns/signature")
		})
	}
	b.Run("one by one", func(b *testing.B) {
		for range b.N {
			for _, s := range all {
				if err := VerifyWithRules(s.public, s.message, s.sig, StdLib, nil); err != nil {
					b.Fatal(err)
				}
			}
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(all)), "ns/signature")
	})
}

func BenchmarkExpanded(b *testing.B) {
	s := signedBy(b, testkit.NewRand(b), 1, 1)[0]
	key, err := NewExpandedPublicKey(s.public)
	if err != nil {
		b.Fatal(err)
	}
	b.Run("New", func(b *testing.B) {
		for range b.N {
			NewExpandedPublicKey(s.public)
		}
	})
	b.Run("Verify", func(b *testing.B) {
		for range b.N {
			if !key.Verify(s.message, s.sig) {
				b.Fatal("invalid")
			}
		}
	})
	b.Run("CachingVerifier", func(b *testing.B) {
		v := NewCachingVerifier(10)
		b.ResetTimer()
		for range b.N {
			if !v.Verify(s.public, s.message, s.sig) {
				b.Fatal("invalid")
			}
		}
	})
}

// BenchmarkBatchExpanded verifies signatures under as many expanded keys, whose tables are in the caches, or in memory alone, as they
// are where other work comes between batches.
func BenchmarkBatchExpanded(b *testing.B) {
	others := make([]byte, 128<<20)
	for _, n := range []int{16, 64} {
		all := signedBy(b, testkit.NewRand(b), n, n)
		keys := make([]*ExpandedPublicKey, n)
		for i, s := range all {
			var err error
			if keys[i], err = NewExpandedPublicKey(s.public); err != nil {
				b.Fatal(err)
			}
		}
		for _, far := range []bool{false, true} {
			b.Run(fmt.Sprintf("%d/far=%t", n, far), func(b *testing.B) {
				var v BatchVerifier
				for range b.N {
					if far {
						b.StopTimer()
						for i := 0; i < len(others); i += 64 {
							others[i]++
						}
						b.StartTimer()
					}
					v.Reset()
					for i, s := range all {
						v.AddExpanded(keys[i], s.message, s.sig)
					}
					if valid, _ := v.Verify(nil); !valid {
						b.Fatal("invalid")
					}
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n), "ns/signature")
			})
		}
	}
}
