// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package voprf_test

import (
	"bytes"
	"fmt"
	"log"

	"secant.example/voprf"
)

func Example() {
	key, err := voprf.GenerateKey(voprf.VOPRF, nil)
	if err != nil {
		log.Fatal(err)
	}
	client, err := voprf.NewClient(voprf.VOPRF, key.PublicKey())
	if err != nil {
		log.Fatal(err)
	}

	// The client blinds a password, and sends 32 bytes.
	password := []byte("correct horse")
	request, err := client.Blind([][]byte{password}, nil, nil)
	if err != nil {
		log.Fatal(err)
	}

	// The server answers with 32 bytes and a proof, and has not seen the password.
	evaluated, proof, err := key.BlindEvaluate(request.Blinded(), nil, nil)
	if err != nil {
		log.Fatal(err)
	}

	// The client has a hash of the password and the key.
	outputs, err := request.Finalize(evaluated, proof)
	if err != nil {
		log.Fatal(err)
	}
	want, err := key.Evaluate(password, nil)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(bytes.Equal(outputs[0], want))
	// Output: true
}
