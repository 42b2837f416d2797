// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package cryptotest has what the tests of GOROOT use of the package of that name, which
// only they can import.
package cryptotest

import (
	"encoding/json"
	"os/exec"
	"testing"
)

// FetchModule returns the folder of a module in the module cache.
func FetchModule(t *testing.T, module, version string) string {
	t.Helper()
	out, err := exec.Command("go", "mod", "download", "-json", module+"@"+version).Output()
	if err != nil {
		t.Fatalf("go mod download %s@%s: %v\n%s", module, version, err, out)
	}
	var downloaded struct{ Dir string }
	if err := json.Unmarshal(out, &downloaded); err != nil {
		t.Fatal(err)
	}
	return downloaded.Dir
}

// SkipTestAllocations does not skip: allocations are tested everywhere.
func SkipTestAllocations(*testing.T) {}
