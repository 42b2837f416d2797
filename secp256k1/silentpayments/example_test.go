// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package silentpayments_test

import (
	"bytes"
	"fmt"
	"log"

	"secant.example/secp256k1/ecdh"
	"secant.example/secp256k1/schnorr"
	"secant.example/secp256k1/silentpayments"
)

func Example() {
	// The receiver has two keys, and publishes an address. Here they are new; wallets derive them.
	scan, err := ecdh.GenerateKey(nil)
	if err != nil {
		log.Fatal(err)
	}
	spend, err := ecdh.GenerateKey(nil)
	if err != nil {
		log.Fatal(err)
	}
	scanner, err := silentpayments.NewScanner(scan.Bytes(), spend.PublicKey().Bytes(), 1)
	if err != nil {
		log.Fatal(err)
	}
	labeled, err := scanner.LabeledAddress(silentpayments.Mainnet, 1)
	if err != nil {
		log.Fatal(err)
	}
	published := labeled.String()

	// The sender spends a taproot output.
	address, err := silentpayments.ParseAddress(published)
	if err != nil {
		log.Fatal(err)
	}
	key, err := schnorr.GenerateKey(nil)
	if err != nil {
		log.Fatal(err)
	}
	outpoints := []silentpayments.Outpoint{silentpayments.NewOutpoint([32]byte{1, 2, 3}, 0)}
	outputs, err := silentpayments.CreateOutputs(outpoints, []silentpayments.InputKey{{Key: key.Bytes(), Taproot: true}}, []*silentpayments.Address{address})
	if err != nil {
		log.Fatal(err)
	}

	// The receiver finds it, and makes the private key that spends it.
	inputs, err := silentpayments.SumInputs(outpoints, [][]byte{key.PublicKey().Bytes()})
	if err != nil {
		log.Fatal(err)
	}
	found, err := scanner.Scan(inputs, [][]byte{outputs[0][:]})
	if err != nil {
		log.Fatal(err)
	}
	for _, f := range found {
		private, err := f.PrivateKey(spend.Bytes())
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(f.Output, f.Label, bytes.Equal(private.PublicKey().Bytes(), outputs[0][:]))
	}
	// Output:
	// 0 1 true
}

// An index server gives 33 bytes for each transaction, of which a light client makes Inputs.
func ExampleScanner_ScanBatch() {
	scan, err := ecdh.GenerateKey(nil)
	if err != nil {
		log.Fatal(err)
	}
	spend, err := ecdh.GenerateKey(nil)
	if err != nil {
		log.Fatal(err)
	}
	scanner, err := silentpayments.NewScanner(scan.Bytes(), spend.PublicKey().Bytes())
	if err != nil {
		log.Fatal(err)
	}
	var tweakData, outputs [][]byte
	for range 3 {
		other, err := ecdh.GenerateKey(nil)
		if err != nil {
			log.Fatal(err)
		}
		tweakData = append(tweakData, other.PublicKey().Bytes())
		outputs = append(outputs, other.PublicKey().BytesX())
	}

	inputs, err := silentpayments.ParseTweakDataBatch(tweakData)
	if err != nil {
		log.Fatal(err)
	}
	var transactions []silentpayments.Transaction
	for i := range inputs {
		transactions = append(transactions, silentpayments.Transaction{Inputs: inputs[i], Outputs: outputs[i : i+1]})
	}
	found, err := scanner.ScanBatch(transactions)
	if err != nil {
		log.Fatal(err)
	}
	for i, f := range found {
		fmt.Println(i, len(f))
	}
	// Output:
	// 0 0
	// 1 0
	// 2 0
}
