// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package bulk_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"

	"secant.example/cmd/secant/bulk"
)

// A file, and what becomes of it.
func ExampleRun() {
	file := bulk.Input{
		Name: "records.csv",
		Open: func() (io.ReadCloser, error) { return os.Open("../testdata/records.csv") },
	}
	var summary bulk.Summary
	err := bulk.Run(context.Background(), []bulk.Input{file}, &bulk.Options{}, func(items []bulk.Item) error {
		for _, item := range items {
			summary.Add(item.Scheme, item.Rules, item.Verdict)
			if item.Verdict.Reason.Invalid() {
				fmt.Printf("line %d: %v\n", item.Line, item.Verdict)
			}
		}
		return nil
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(summary.Valid, "valid,", summary.Invalid, "invalid")
	// Output: 20 valid, 0 invalid
}

// Lines from anywhere, in batches that the caller makes.
func ExampleVerifier() {
	parser, err := bulk.NewParser(bulk.JSONLines, nil, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	var verifier bulk.Verifier
	var record bulk.Record
	var rules bulk.Rules // the usual ones, whatever a record asks for
	var counted []bulk.Record
	for _, line := range []string{
		`{"scheme": "ed25519", "key": "PUAXw+hDiVqStwqnTRt+vJyYLM8uxJaMwM1V8Sr0Zgw=", "message": "r",
		  "signature": "kqAJqfDUyrhyDoILX2QlQKKye1QWUD+Ps3YiI+vbadoIWsHkPhWZbkWPNhPQ8R2MOHsurrQwKu6wDSkWErsMAA=="}`,
		`{"scheme": "ed25519"}`,
	} {
		v := parser.Parse([]byte(line), &record)
		if v.Reason == bulk.Unchecked {
			v = rules.Set(&record)
		}
		if v.Reason == bulk.Unchecked {
			verifier.Add(&record)
		} else {
			verifier.AddVerdict(v)
		}
		counted = append(counted, bulk.Record{Scheme: record.Scheme, Rules: record.Rules})
	}
	var summary bulk.Summary
	for i, v := range verifier.Verify() {
		fmt.Println(v)
		summary.Add(counted[i].Scheme, counted[i].Rules, v)
	}
	text, err := json.Marshal(summary)
	fmt.Println(string(text), err)
	// Output:
	// valid
	// malformed record: the scheme, the key or the signature is missing
	// {"records":2,"valid":1,"invalid":1,"skipped":0,"reasons":{"malformed record":1},"schemes":{"ed25519":{"valid":1,"invalid":1}},"rules":{"default":{"valid":1,"invalid":0}}} <nil>
}
