// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package frost

import (
	"testing"
)

var message = []byte("a message of some length, to be signed")

// A team is a group with all its keys.
type team struct {
	group *Group
	keys  map[uint16]*KeyShare
}

// newTeam returns a team with a key from a dealer.
func newTeam(t testing.TB, s Suite, threshold, n int) *team {
	t.Helper()
	g, shares, err := Deal(s, threshold, n, nil)
	if err != nil {
		t.Fatal(err)
	}
	x := &team{g, map[uint16]*KeyShare{}}
	for id, b := range shares {
		k, opened, err := OpenShare(s, n, b)
		if err != nil {
			t.Fatal(err)
		}
		equal(t, "group", opened.Bytes(), g.Bytes())
		x.keys[id] = k
	}
	return x
}

// generate returns a team with a key that all made.
func generate(t testing.TB, s Suite, threshold, n int) *team {
	t.Helper()
	var ds []*DKG
	broadcasts, sent := map[uint16][]byte{}, map[uint16]map[uint16][]byte{}
	for i := range n {
		id := uint16(i + 1)
		d := must[*DKG](t)(NewDKG(s, id, threshold, n, nil))
		ds = append(ds, d)
		broadcasts[id], sent[id] = d.Broadcast(), map[uint16][]byte{}
	}
	for i, d := range ds {
		shares := must[map[uint16][]byte](t)(d.Round2(without(broadcasts, uint16(i+1))))
		for id, b := range shares {
			sent[id][uint16(i+1)] = b
		}
	}
	x := &team{keys: map[uint16]*KeyShare{}}
	for i, d := range ds {
		id := uint16(i + 1)
		k, g, err := d.Finish(sent[id])
		if err != nil {
			t.Fatal(err)
		}
		if x.group == nil {
			x.group = g
		}
		equal(t, "group", g.Bytes(), x.group.Bytes())
		x.keys[id] = k
	}
	return x
}

// without returns a copy of m that lacks a participant.
func without(m map[uint16][]byte, id uint16) map[uint16][]byte {
	c := map[uint16][]byte{}
	for k, v := range m {
		if k != id {
			c[k] = v
		}
	}
	return c
}

// commit returns a package of the signers, and their nonces.
func (x *team) commit(t testing.TB, message []byte, signers ...uint16) (*SigningPackage, map[uint16]*SecretNonce) {
	t.Helper()
	nonces, commitments := map[uint16]*SecretNonce{}, map[uint16][]byte{}
	for _, id := range signers {
		nonces[id] = must[*SecretNonce](t)(x.keys[id].NewNonce(nil))
		commitments[id] = nonces[id].Commitment()
	}
	return must[*SigningPackage](t)(x.group.NewSigningPackage(message, commitments)), nonces
}

// sign returns the signature shares of all signers, each of whom reads the package.
func (x *team) sign(t testing.TB, p *SigningPackage, nonces map[uint16]*SecretNonce) map[uint16][]byte {
	t.Helper()
	shares := map[uint16][]byte{}
	for id, n := range nonces {
		q := must[*SigningPackage](t)(ParseSigningPackage(x.group.Suite(), p.Bytes()))
		shares[id] = must[[]byte](t)(x.keys[id].Sign(q, n))
	}
	return shares
}
