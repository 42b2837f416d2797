// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package frost_test

import (
	"errors"
	"fmt"
	"log"

	"secant.example/ed25519"
	"secant.example/frost"
)

// Three participants make a key that none of them has, and two of them make an Ed25519 signature. All run in one
// program here; what crosses between them is bytes.
func Example() {
	const threshold, participants = 2, 3

	// The key. First, all send the same to all others.
	parts, broadcasts := map[uint16]*frost.DKG{}, map[uint16][]byte{}
	for id := uint16(1); id <= participants; id++ {
		part, err := frost.NewDKG(frost.Ed25519, id, threshold, participants, nil)
		if err != nil {
			log.Fatal(err)
		}
		parts[id], broadcasts[id] = part, part.Broadcast()
	}
	// Then each sends something else, secretly, to each other.
	secrets := map[uint16]map[uint16][]byte{1: {}, 2: {}, 3: {}}
	for from, part := range parts {
		shares, err := part.Round2(others(broadcasts, from))
		if err != nil {
			log.Fatal(err)
		}
		for to, share := range shares {
			secrets[to][from] = share
		}
	}
	keys := map[uint16]*frost.KeyShare{}
	var group *frost.Group
	for id, part := range parts {
		key, same, err := part.Finish(secrets[id])
		if err != nil {
			log.Fatal(err)
		}
		if group != nil && string(group.Bytes()) != string(same.Bytes()) {
			log.Fatal("the participants were not told the same")
		}
		keys[id], group = key, same
	}

	// Round one: participants 1 and 3 make nonces, and send commitments to a coordinator.
	nonces, commitments := map[uint16]*frost.SecretNonce{}, map[uint16][]byte{}
	for _, id := range []uint16{1, 3} {
		nonce, err := keys[id].NewNonce(nil)
		if err != nil {
			log.Fatal(err)
		}
		nonces[id], commitments[id] = nonce, nonce.Commitment()
	}
	toSigners, err := group.NewSigningPackage([]byte("10 coins for Alice"), commitments)
	if err != nil {
		log.Fatal(err)
	}

	// Round two: each looks at the message, and sends a share of the signature.
	shares := map[uint16][]byte{}
	for id, nonce := range nonces {
		p, err := frost.ParseSigningPackage(frost.Ed25519, toSigners.Bytes())
		if err != nil {
			log.Fatal(err)
		}
		if string(p.Message()) != "10 coins for Alice" {
			log.Fatal("that was not agreed")
		}
		if shares[id], err = keys[id].Sign(p, nonce); err != nil {
			log.Fatal(err)
		}
	}
	signature, err := group.Aggregate(toSigners, shares)
	if err != nil {
		log.Fatal(err)
	}

	// Nobody needs to know that there were several.
	public, err := group.Ed25519PublicKey()
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(ed25519.Verify(public, []byte("10 coins for Alice"), signature))
	// Output: true
}

// others returns what all but one participant sent.
func others(all map[uint16][]byte, but uint16) map[uint16][]byte {
	m := map[uint16][]byte{}
	for id, b := range all {
		if id != but {
			m[id] = b
		}
	}
	return m
}

// A dealer shares a new key, and each participant opens what it was sent. Who sends a wrong share of a signature is named.
func ExampleCulpritError() {
	group, sent, err := frost.Deal(frost.Taproot, 2, 3, nil)
	if err != nil {
		log.Fatal(err)
	}
	commitments, nonces, keys := map[uint16][]byte{}, map[uint16]*frost.SecretNonce{}, map[uint16]*frost.KeyShare{}
	for _, id := range []uint16{2, 3} {
		key, mine, err := frost.OpenShare(frost.Taproot, 3, sent[id])
		if err != nil {
			log.Fatal(err)
		}
		if string(mine.Bytes()) != string(group.Bytes()) {
			log.Fatal("the dealer told others something else")
		}
		nonce, err := key.NewNonce(nil)
		if err != nil {
			log.Fatal(err)
		}
		keys[id], nonces[id], commitments[id] = key, nonce, nonce.Commitment()
	}
	p, err := group.NewSigningPackage([]byte("a message"), commitments)
	if err != nil {
		log.Fatal(err)
	}
	share, err := keys[2].Sign(p, nonces[2])
	if err != nil {
		log.Fatal(err)
	}
	_, err = group.Aggregate(p, map[uint16][]byte{2: share, 3: share})
	var culprit *frost.CulpritError
	fmt.Println(errors.As(err, &culprit), err)

	// What was used up stays so.
	_, err = keys[2].Sign(p, nonces[2])
	fmt.Println(errors.Is(err, frost.ErrNonce), err)
	// Output:
	// true frost: invalid signature share, from participants [3]
	// true frost: invalid nonce: it is used up
}
