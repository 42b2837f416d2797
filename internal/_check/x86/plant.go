// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package x86

import "strings"

// Plant returns source with another line in the place of the nth one of a routine that is old, but for the space in it, and which
// line that is, from 1; 0 if there are not so many. It is for tests.
func Plant(source, routine string, n int, old, new string) (changed string, line int) {
	lines := strings.Split(source, "\n")
	inside := false
	for i, text := range lines {
		if strings.HasPrefix(text, "TEXT ") {
			inside = strings.HasPrefix(text, "TEXT ·"+routine+"(")
		}
		if inside && strings.Join(strings.Fields(text), " ") == old {
			if n--; n == 0 {
				lines[i] = "\t" + new
				return strings.Join(lines, "\n"), i + 1
			}
		}
	}
	return source, 0
}
