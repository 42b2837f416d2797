// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package secant

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// goList returns the lines that go list prints of the core module.
func goList(t *testing.T, args ...string) []string {
	t.Helper()
	out, err := exec.Command("go", append([]string{"list"}, args...)...).Output()
	if err != nil {
		t.Fatalf("go list %v: %v", args, err)
	}
	return strings.Split(strings.TrimSpace(string(out)), "\n")
}

// layer returns how high a package of the core module stands: what it may import
// stands lower.
func layer(path string) int {
	switch {
	case strings.HasPrefix(path, "secant.example/internal/"):
		return 1
	case strings.HasPrefix(path, "secant.example/secp256k1/internal/"):
		return 3
	case path == "secant.example/edwards25519", path == "secant.example/secp256k1", path == "secant.example/ristretto255",
		path == "secant.example/merlin":
		return 2
	case path == "secant.example/secp256k1/nostr", path == "secant.example/secp256k1/ethereum",
		path == "secant.example/secp256k1/musig2", path == "secant.example/secp256k1/adaptor", path == "secant.example/slip10",
		path == "secant.example/secp256k1/ellswift", path == "secant.example/secp256k1/silentpayments", path == "secant.example/frost":
		return 5
	}
	return 4
}

// Packages depend on the standard library, golang.org/x/sys and
// golang.org/x/crypto, and on lower layers; internal packages also on each other.
func TestDependencies(t *testing.T) {
	for _, line := range goList(t, "-f", `{{.ImportPath}}{{range .Imports}} {{.}}{{end}}`, "./...") {
		fields := strings.Fields(line)
		for _, dependency := range fields[1:] {
			first, _, _ := strings.Cut(dependency, "/")
			switch {
			case first == "secant.example":
				from, to := layer(fields[0]), layer(dependency)
				if to > from || to == from && from > 1 {
					t.Errorf("%s imports %s, which does not stand lower", fields[0], dependency)
				}
			case !strings.Contains(first, "."): // the standard library
			case strings.HasPrefix(dependency, "golang.org/x/sys/"):
			case strings.HasPrefix(dependency, "golang.org/x/crypto/"):
			default:
				t.Errorf("%s imports %s", fields[0], dependency)
			}
		}
	}
	for _, module := range goList(t, "-deps", "-f", `{{with .Module}}{{.Path}}{{end}}`, "./...") {
		switch module {
		case "", "secant.example", "golang.org/x/sys", "golang.org/x/crypto":
		default:
			t.Errorf("the core module depends on %s", module)
		}
	}
}

// What go.mod asks for, programs that require this module have to have: to ask for more is a
// decision. .ci/run tests with these versions. Go 1.22 is the first with loops over integers and
// math/rand/v2; 0.1.0 is the first release of both modules. Programs should take newer ones, which mend
// faults of packages that nothing here imports; go work sync would raise ours. What is newer in the standard
// library is only in files with a build constraint.
func TestRequirements(t *testing.T) {
	text, err := os.ReadFile("go.mod")
	if err != nil {
		t.Fatal(err)
	}
	const want = "module secant.example go 1.22 require ( golang.org/x/crypto v0.1.0 golang.org/x/sys v0.1.0 )"
	if got := strings.Join(strings.Fields(string(text)), " "); got != want {
		t.Errorf("go.mod is %q, want %q", got, want)
	}
}

// Groups and schemes do not depend on what only tests may use.
func TestTestkitIsForTests(t *testing.T) {
	for _, path := range goList(t, "-deps", "./x25519", "./ed25519/...", "./slip10", "./ristretto255", "./edwards25519", "./merlin", "./sr25519", "./ecvrf", "./voprf",
		"./secp256k1/...", "./jq255e", "./jq255s", "./do255e", "./do255s") {
		if path == "secant.example/internal/testkit" || path == "testing" {
			t.Errorf("%s is linked into programs", path)
		}
	}
}
