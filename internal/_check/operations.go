// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"fmt"
	"slices"
	"strings"

	"secant.example/internal/_check/memcheck/public"
)

// trustOperations writes what is shown of whole operations, and what everyone may know of secrets there.
func trustOperations(b *strings.Builder) {
	var paths, reasons []string
	for _, p := range public.Paths {
		paths = append(paths, p.Name)
	}
	files := map[string][]string{} // by reason
	for _, j := range public.Jumps {
		if files[j.Reason] == nil {
			reasons = append(reasons, j.Reason)
		}
		files[j.Reason] = append(files[j.Reason], j.Files)
	}
	fmt.Fprintf(b, operationsHead, strings.Join(paths, ", "))
	for _, reason := range reasons {
		lines := "lines"
		if len(files[reason]) == 1 {
			lines = "line"
		}
		fmt.Fprintf(b, "- %s: %d %s of `%s`\n", reason, len(files[reason]), lines, strings.Join(slices.Compact(slices.Sorted(slices.Values(files[reason]))), "`, `"))
	}
	b.WriteString("\nThe divisions, with what is divided:\n\n")
	for _, d := range public.Divisions {
		fmt.Fprintf(b, "- %s: `%s`\n", d.Reason, d.Files)
	}
}

const operationsHead = `
## Whole operations

A second program, ` + "`go run secant.example/internal/_check/memcheck`" + `, runs the operations of the public API
that have secrets as machine code under valgrind's memcheck, with the secrets marked as undefined, on
these paths: %s. With -sample, as in CI, each operation runs on one of them. No address depends
on a secret, and no jump but those below, whose lines package ` + "`internal/_check/memcheck/public`" + ` has.
Every exported function that TestConstantTime holds to be constant-time is run, or listed there as one
without secrets. What signing hands on to verification, and the like, is in the list ` + "`PublicData`" + ` of package
` + "`internal/testkit/timing`" + `: what is done with it is not looked at. It shows this of the inputs that
it runs, and of what one compiler makes for amd64. Not shown: AVX-512, which valgrind does not know; and that
what is listed is public. Valgrind does not report divisions: those in the machine code of the core module are
listed, too.

What the jumps show:

`

// trustArchitectures says what .ci/run emulates.
const trustArchitectures = `
## Other architectures

They have no assembly. CI runs tests of the portable code with -short, emulated by qemu: numbers and a scheme
or two, on s390x (big-endian) and arm64. ` + "`.ci/run all`" + `, for a release, runs there the tests of all groups and
schemes, without the protocols on them, and numbers and a scheme on mips (32 bits, big-endian), arm,
riscv64, ppc64le and loong64.
`
