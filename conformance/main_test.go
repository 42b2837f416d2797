// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package conformance

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// toolDir is where the command-line tool is built for the tests.
var toolDir string

func TestMain(m *testing.M) {
	os.Exit(makeDirAndRun(m))
}

func makeDirAndRun(m *testing.M) int {
	var err error
	if toolDir, err = os.MkdirTemp("", "secant-conformance-"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 2
	}
	defer os.RemoveAll(toolDir)
	return m.Run()
}

// secantPath returns the path of the tool, which is built once, for the first test that needs it: fuzz targets
// do not.
var secantPath = sync.OnceValue(func() string {
	path := filepath.Join(toolDir, "secant.exe")
	build := exec.Command("go", "build", "-o", path, ".")
	build.Dir = filepath.Join("..", "cmd", "secant")
	if out, err := build.CombinedOutput(); err != nil {
		panic(fmt.Sprintf("building the tool: %v\n%s", err, out))
	}
	return path
})

// secant runs the tool and returns its exit status and output. With -short it ends the test, as need does.
func secant(t testing.TB, stdin []byte, args ...string) (status int, stdout []byte, stderr string) {
	t.Helper()
	if testing.Short() {
		t.Skip("it runs the tool")
	}
	var out, errOut bytes.Buffer
	cmd := exec.Command(secantPath(), args...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(stdin), &out, &errOut
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatalf("secant %q: %v", args, err)
	}
	return cmd.ProcessState.ExitCode(), out.Bytes(), errOut.String()
}

// mustSecant runs the tool, which must succeed, and returns its output.
func mustSecant(t testing.TB, stdin []byte, args ...string) []byte {
	t.Helper()
	status, stdout, stderr := secant(t, stdin, args...)
	if status != 0 {
		t.Fatalf("secant %q: status %d, %q, standard error %q", args, status, stdout, stderr)
	}
	return stdout
}

// refuseSecant runs the tool, which must say on one line of standard error that
// it cannot do it, and why: want is part of it.
func refuseSecant(t testing.TB, want string, stdin []byte, args ...string) {
	t.Helper()
	status, stdout, stderr := secant(t, stdin, args...)
	if status != 2 || len(stdout) > 0 || !strings.Contains(stderr, want) || strings.Count(stderr, "\n") != 1 {
		t.Errorf("secant %q: status %d, %q, standard error %q; want 2 and %q", args, status, stdout, stderr, want)
	}
}

// program is a program of other people.
type program string

// need finds the program, or ends the test. With -short there are no tests that need one, as so many processes take
// minutes to begin.
func (p program) need(t testing.TB) {
	t.Helper()
	if testing.Short() {
		t.Skipf("it runs %s", p)
	}
	if _, err := exec.LookPath(string(p)); err != nil {
		if os.Getenv("CI") != "" {
			t.Fatalf("%s is not installed, and must be where CI is set", p)
		}
		t.Skipf("%s is not installed", p)
	}
}

// try runs the program and returns its standard output.
func (p program) try(stdin []byte, args ...string) ([]byte, error) {
	cmd := exec.Command(string(p), args...)
	cmd.Stdin = bytes.NewReader(stdin)
	out, err := cmd.Output()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		err = fmt.Errorf("%s %q: %w, %q, standard error %q", p, args, err, out, exit.Stderr)
	}
	return out, err
}

// run runs the program, which must succeed, and returns its standard output.
func (p program) run(t testing.TB, stdin []byte, args ...string) []byte {
	t.Helper()
	out, err := p.try(stdin, args...)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// write writes data to a new file, readable by its owner only, and returns its
// path.
func write(t testing.TB, name string, data []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func read(t testing.TB, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func unhex(t testing.TB, s string) []byte {
	t.Helper()
	b, err := hex.DecodeString(s)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// vectorModule is a Go module that holds test vectors, at a version and with
// the checksum that go.sum would have. It stands here and not in go.mod because
// it has no package to import.
type vectorModule struct{ path, version, sum string }

var (
	wycheproof = vectorModule{
		"github.com/google/wycheproof", "v0.0.0-20191219022705-2196000605e4",
		"h1:/jhsqtCSTRK25HsqYePIHeLbPIDBwVOANhQmWRdgsyA=",
	}
	mostlyHarmless = vectorModule{
		"filippo.io/mostly-harmless/ed25519vectors", "v0.0.0-20210322192420-30a2d7243a94",
		"h1:oHn3iEYQCHVcHLEqtzCSizBZcnOSFk61oo8tKsbNrqI=",
	}
)

// dir returns the folder of the module, which is fetched if need be.
func (m vectorModule) dir(t testing.TB) string {
	t.Helper()
	out, err := program("go").try(nil, "mod", "download", "-json", m.path+"@"+m.version)
	if err != nil {
		t.Fatal(err)
	}
	var module struct{ Dir, Sum string }
	if err := json.Unmarshal(out, &module); err != nil {
		t.Fatal(err)
	}
	if module.Sum != m.sum {
		t.Fatalf("%s %s has the checksum %s, not %s", m.path, m.version, module.Sum, m.sum)
	}
	return module.Dir
}

// load reads a JSON file of the module into v.
func (m vectorModule) load(t testing.TB, name string, v any) {
	t.Helper()
	if err := json.Unmarshal(read(t, filepath.Join(m.dir(t), filepath.FromSlash(name))), v); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
}
