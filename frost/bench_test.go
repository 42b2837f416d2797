// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package frost

import (
	"fmt"
	"testing"
)

func Benchmark(b *testing.B) {
	for _, s := range allSuites {
		for _, threshold := range []int{2, 7} {
			x := newTeam(b, s, threshold, threshold+1)
			p, nonces := x.commit(b, message, x.group.Participants()[:threshold]...)
			shares := x.sign(b, p, nonces)
			encoding := p.Bytes()
			run := func(name string, f func()) {
				b.Run(fmt.Sprintf("%v/%d/%s", s, threshold, name), func(b *testing.B) {
					b.ReportAllocs()
					for range b.N {
						f()
					}
				})
			}
			run("commit", func() { must[*SecretNonce](b)(x.keys[1].NewNonce(nil)).Commitment() })
			run("sign", func() {
				n := must[*SecretNonce](b)(x.keys[1].NewNonce(nil))
				p := must[*SigningPackage](b)(ParseSigningPackage(s, encoding))
				n.nonce.commitment = append(append([]byte(nil), p.nonces[0][0].b...), p.nonces[0][1].b...)
				must[[]byte](b)(x.keys[1].Sign(p, n))
			})
			run("verify-share", func() {
				if !x.group.VerifyShare(p, 1, shares[1]) {
					b.Fatal("a signature share is not valid")
				}
			})
			commitments := map[uint16][]byte{}
			for id, n := range nonces {
				commitments[id] = n.Commitment()
			}
			run("aggregate", func() {
				p := must[*SigningPackage](b)(x.group.NewSigningPackage(message, commitments))
				must[[]byte](b)(x.group.Aggregate(p, shares))
			})
			run("deal", func() {
				if _, _, err := Deal(s, threshold, threshold+1, nil); err != nil {
					b.Fatal(err)
				}
			})
			run("dkg", func() { generate(b, s, threshold, threshold+1) })
		}
	}
}
