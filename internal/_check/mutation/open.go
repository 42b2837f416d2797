// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package mutation

import (
	_ "embed"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// open.txt lists mutants that nothing shows to be wrong and no rule to be equivalent.
//
//go:embed open.txt
var openList string

// IsOpen reports whether m, of a package, is listed in open.txt.
func IsOpen(path string, m *Mutant) bool { return opened[OpenLine(path, m)] }

// OpenLine returns how m is written there: without a line's number, which changes when something else does.
func OpenLine(path string, m *Mutant) string {
	if m.Text == nil {
		return fmt.Sprintf("%s: %s", path, m)
	}
	return fmt.Sprintf("%s: %s: %s for %s", path, m.Text.Name, m.New, m.Old())
}

// NotOpen returns the lines that stand for none of those mutants that are open.
func NotOpen(open map[string]bool) (lines []string) {
	for _, line := range slices.Sorted(maps.Keys(opened)) {
		if !open[line] {
			lines = append(lines, line)
		}
	}
	return lines
}

var opened = func() map[string]bool {
	lines := map[string]bool{}
	for _, line := range strings.Split(openList, "\n") {
		if line != "" && line[0] != '#' {
			lines[line] = true
		}
	}
	return lines
}()
