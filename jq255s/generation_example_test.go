// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package jq255s_test

import (
	"fmt"

	"secant.example/jq255s"
)

// The same seed always gives the same key.
func ExampleNewKeyFromSeed() {
	a := jq255s.NewKeyFromSeed([]byte("of at least 128 bits of entropy"))
	b := jq255s.NewKeyFromSeed([]byte("of at least 128 bits of entropy"))
	fmt.Println(a.Equal(b))
	// Output:
	// true
}
