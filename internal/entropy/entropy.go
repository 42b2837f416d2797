// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package entropy reads random bytes.
package entropy

import (
	"crypto/rand"
	"io"
)

// Read fills b from random, or from the system's secure source if random is nil. If random
// has an error, or fewer bytes, that is returned, and b is unchanged. The argument b does not
// escape, and what was read stays in no other memory.
func Read(b []byte, random io.Reader) error {
	if random == nil {
		_, err := rand.Read(b)
		return err
	}
	other := make([]byte, len(b)) // for random to keep
	defer clear(other)
	if _, err := io.ReadFull(random, other); err != nil {
		return err
	}
	copy(b, other)
	return nil
}
