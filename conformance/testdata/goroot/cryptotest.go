// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package cryptotest stands for crypto/internal/cryptotest, which only GOROOT can import.
package cryptotest

import (
	"os"
	"testing"
)

// SkipTestAllocations does not skip.
func SkipTestAllocations(*testing.T) {}

// FetchModule returns the folder with the one module that there is.
func FetchModule(t *testing.T, path, version string) string {
	dir := os.Getenv(path + "@" + version)
	if dir == "" {
		t.Fatalf("%s@%s is not the module that the suite used to fetch", path, version)
	}
	return dir
}
