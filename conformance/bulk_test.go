// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package conformance

import (
	"encoding/json"
	"maps"
	"path/filepath"
	"testing"
)

// Files that Python writes, in JSON, CSV and gzip, of signatures that OpenSSL makes.
func TestPythonBulk(t *testing.T) {
	needPython(t)
	var made struct {
		Files   map[string][]byte `json:"files"`
		Valid   int               `json:"valid"`
		Reasons map[string]int    `json:"reasons"`
	}
	if err := json.Unmarshal(python.run(t, nil, filepath.Join("testdata", "bulk.py")), &made); err != nil {
		t.Fatal(err)
	}
	if len(made.Files) != 2 || made.Valid < 200 || made.Reasons["high s"] == 0 || made.Reasons["not valid"] == 0 {
		t.Fatalf("%d files, %d valid, %v", len(made.Files), made.Valid, made.Reasons)
	}
	for format, file := range made.Files {
		for _, args := range [][]string{{"--format", format}, {}} {
			status, stdout, stderr := secant(t, file, append([]string{"bulk", "--json", "--quiet", "--allow-rules", "stdlib,fips,zip215,any-s"}, args...)...)
			var got struct {
				Valid    int            `json:"valid"`
				Reasons  map[string]int `json:"reasons"`
				Complete bool           `json:"complete"`
			}
			if err := json.Unmarshal(stdout, &got); err != nil {
				t.Fatalf("%s: %v, %s", format, err, stderr)
			}
			if status != 1 || got.Valid != made.Valid || !maps.Equal(got.Reasons, made.Reasons) || !got.Complete {
				t.Errorf("%s: status %d, %s, want %d and %v", format, status, stdout, made.Valid, made.Reasons)
			}
		}
	}
}
