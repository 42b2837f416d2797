// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package nostr_test

import (
	"bytes"
	"fmt"
	"log"

	"secant.example/secp256k1/nostr"
)

func Example() {
	var signer nostr.Signer
	if err := signer.Generate(); err != nil {
		log.Fatal(err)
	}
	event := &nostr.Event{
		CreatedAt: 1700000000,
		Kind:      1,
		Tags:      [][]string{{"t", "introductions"}},
		Content:   "Hello, Nostr!",
	}
	if err := event.Sign(&signer); err != nil {
		log.Fatal(err)
	}
	line := event.AppendJSON(nil)

	var received nostr.Event
	if err := received.UnmarshalJSON(line); err != nil {
		log.Fatal(err)
	}
	fmt.Println(received.Verify())
	received.Content = "Goodbye."
	fmt.Println(received.Verify())
	// Output:
	// <nil>
	// nostr: the id is not the hash of the event
}

// Both sides of a conversation get the same secret.
func ExampleSigner_ECDH() {
	var alice, bob nostr.Signer
	if err := alice.Generate(); err != nil {
		log.Fatal(err)
	}
	if err := bob.Generate(); err != nil {
		log.Fatal(err)
	}
	ofAlice, err := alice.ECDH(bob.Pub())
	if err != nil {
		log.Fatal(err)
	}
	ofBob, err := bob.ECDH(alice.Pub())
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(bytes.Equal(ofAlice, ofBob))
	// Output:
	// true
}

// A file of events, one in each line, is checked in batches.
func ExampleBatchVerifier() {
	var signer nostr.Signer
	if err := signer.Generate(); err != nil {
		log.Fatal(err)
	}
	var batch nostr.BatchVerifier
	for i := range 5 {
		event := &nostr.Event{CreatedAt: 1700000000, Kind: 1, Content: fmt.Sprint("note ", i)}
		if err := event.Sign(&signer); err != nil {
			log.Fatal(err)
		}
		line := event.AppendJSON(nil)
		switch i {
		case 1:
			line = bytes.Replace(line, []byte("note"), []byte("joke"), 1)
		case 3:
			line = line[:len(line)/2]
		}
		batch.AddJSON(line)
	}
	_, errs := batch.Verify(nil)
	for i, err := range errs {
		fmt.Println(i, err)
	}
	// Output:
	// 0 <nil>
	// 1 nostr: the id is not the hash of the event
	// 2 <nil>
	// 3 nostr: malformed event: not a JSON object
	// 4 <nil>
}
