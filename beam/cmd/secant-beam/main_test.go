// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"context"
	"errors"
	"flag"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/avroio"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/ptest"
	"github.com/linkedin/goavro/v2"

	"secant.example/beam/signatures"
	"secant.example/cmd/secant/bulk"
	"secant.example/ed25519"
)

// asCommand is the variable that makes a process of the tests one of the command.
const asCommand = "SECANT_BEAM_COMMAND"

func TestMain(m *testing.M) {
	if os.Getenv(asCommand) != "" {
		main()
		return
	}
	flag.Parse()
	beam.Init()
	os.Exit(m.Run())
}

// set sets flags for a test.
func set(t *testing.T, values map[string]string) {
	t.Helper()
	for name, value := range values {
		old := flag.Lookup(name).Value.String()
		t.Cleanup(func() { flag.Set(name, old) })
		if err := flag.Set(name, value); err != nil {
			t.Fatal(err)
		}
	}
}

// The command writes what it says, for each of which package signatures has the tests.
func TestRun(t *testing.T) {
	text, err := os.ReadFile("../../../cmd/secant/testdata/records.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	good, bad := filepath.Join(dir, "good"), filepath.Join(dir, "bad")
	for path, content := range map[string]string{good: string(text), bad: strings.ReplaceAll(string(text), "message 1", "message 2") + "x\n"} {
		if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	out := filepath.Join(dir, "out")
	set(t, map[string]string{"out": out, "report": "true"})
	if valid, err := run(context.Background(), []string{good, bad}); valid || err != nil {
		t.Fatal(valid, err)
	}
	for name, want := range map[string]string{
		"summary.json": `"not valid":`, "invalid.jsonl": `"line":1,`, "malformed.jsonl": `"reason":"malformed record"`, "report.html": "records are not valid",
	} {
		if got, err := os.ReadFile(filepath.Join(out, name)); err != nil || !strings.Contains(string(got), want) {
			t.Errorf("%s: %s, %v", name, got, err)
		}
	}
	if _, err := run(context.Background(), []string{good}); err == nil || !strings.Contains(err.Error(), "not empty") {
		t.Error(err)
	}
	set(t, map[string]string{"out": out + "2/"})
	if valid, err := run(context.Background(), []string{good}); !valid || err != nil {
		t.Error(valid, err)
	}
	// A failure leaves no summary.
	set(t, map[string]string{"out": out + "3"})
	if valid, err := run(context.Background(), []string{good, good + "x"}); valid || err == nil || !strings.HasPrefix(err.Error(), "no files matching") {
		t.Error(valid, err)
	}
	if names := namesIn(t, out+"3"); len(names) > 0 {
		t.Error(names)
	}
}

// namesIn returns the names of what is in a directory, which need not be there.
func namesIn(t *testing.T, dir string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

func init() {
	register.Function1x1(endLate)
	register.Function1x1(occupy)
}

// allWritten waits until all results are written but for their names.
func allWritten(dir string) error {
	for _, name := range []string{summaryName + incomplete, pageName + incomplete, invalidName, malformedName} {
		for start := time.Now(); ; time.Sleep(time.Millisecond) {
			if info, err := os.Stat(dir + name); err == nil && info.Size() > 0 {
				break
			}
			if time.Since(start) > time.Minute {
				return errors.New(name + " is not written")
			}
		}
	}
	return nil
}

var errLate = errors.New("too late")

func endLate(dir string) error { return errors.Join(allWritten(dir), errLate) }

// occupy puts a directory where the summary has to go.
func occupy(dir string) error {
	return errors.Join(allWritten(dir), os.MkdirAll(dir+summaryName+"/x", 0o700))
}

// A failure after all results are written leaves none of them, whether that is of the pipeline or of
// what comes after it.
func TestLateFailure(t *testing.T) {
	text, err := os.ReadFile("../../../cmd/secant/testdata/records.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	input := filepath.Join(t.TempDir(), "bad")
	if err := os.WriteFile(input, []byte(strings.ReplaceAll(string(text), "message 1", "message 2")+"x\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	set(t, map[string]string{"report": "true"})
	for _, c := range []struct {
		fail func(string) error
		want string // in the error
		left []string
	}{
		{endLate, errLate.Error(), nil},
		{occupy, summaryName, []string{summaryName}}, // the directory
	} {
		ctx, dir := context.Background(), t.TempDir()+"/"
		fs, err := filesystem.New(ctx, dir)
		if err != nil {
			t.Fatal(err)
		}
		defer fs.Close()
		_, err = write(ctx, fs, dir, "prism", func(s beam.Scope) {
			build(s, signatures.Options{}, dir, []string{input})
			beam.ParDo0(s, c.fail, beam.Create(s, dir))
		})
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "is not written") {
			t.Errorf("%v, want %s", err, c.want)
		}
		if names := namesIn(t, dir); !slices.Equal(names, c.left) {
			t.Errorf("%s: there is %q", c.want, names)
		}
	}
}

// Records in Avro have verdicts in Avro.
func TestAvro(t *testing.T) {
	key := ed25519.NewKeyFromSeed(make([]byte, 32))
	message := []byte("a message")
	good := signatures.Record{ID: "good", Scheme: "ed25519", Key: key[32:], Message: message, Signature: ed25519.Sign(key, message)}
	bad := good
	bad.ID, bad.Message = "bad", nil
	dir := t.TempDir()
	p, s := beam.NewPipelineWithRoot()
	avroio.Write(s, dir+"/records", signatures.RecordSchema, beam.ParDo(s, signatures.RecordToAvro, beam.Create(s, good, bad)))
	if err := ptest.Run(p); err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(dir, "out")
	set(t, map[string]string{"out": out, "format": "avro", "verdicts": "1"})
	if valid, err := run(context.Background(), []string{dir + "/*.avro"}); valid || err != nil {
		t.Fatal(valid, err)
	}
	f, err := os.Open(out + "/verdicts-00000-of-00001.avro")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r, err := goavro.NewOCFReader(f)
	if err != nil {
		t.Fatal(err)
	}
	got := make(map[any]any)
	for r.Scan() {
		verdict, err := r.Read()
		if err != nil {
			t.Fatal(err)
		}
		fields := verdict.(map[string]any)
		got[fields["id"]] = fields["reason"]
	}
	if want := map[any]any{"good": "valid", "bad": "not valid"}; r.Err() != nil || !maps.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// A file of Avro without records has no summary.
func TestNoRecords(t *testing.T) {
	dir := t.TempDir()
	f, err := os.Create(dir + "/none.avro")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := goavro.NewOCFWriter(goavro.OCFConfig{W: f, Schema: signatures.RecordSchema}); err != nil {
		t.Fatal(err)
	}
	f.Close()
	out := filepath.Join(dir, "out")
	set(t, map[string]string{"out": out, "format": "avro"})
	if _, err := run(context.Background(), []string{dir + "/none.avro"}); !errors.Is(err, bulk.ErrNoRecords) {
		t.Error(err)
	}
	if names := namesIn(t, out); len(names) > 0 {
		t.Error(names)
	}
}

func TestFlags(t *testing.T) {
	for _, c := range []struct {
		flags map[string]string
		want  string
	}{
		{map[string]string{"out": ""}, "--out is missing"},
		{map[string]string{"format": "xml"}, "--format"},
		{map[string]string{"rules": "x"}, "no rules"},
		{map[string]string{"allow-rules": "default,x"}, "no rules"},
		{map[string]string{"jobs": "-1"}, "--jobs"},
		{map[string]string{"jobs": "1000"}, "--jobs"},
		{map[string]string{"part-size": "-1"}, "--part-size"},
		{map[string]string{"verdicts": "1"}, "--verdicts"},
		{map[string]string{"verdicts": "-1", "format": "avro"}, "--verdicts"},
		{map[string]string{"out": "none://x"}, "not registered"},
	} {
		t.Run(c.want, func(t *testing.T) {
			set(t, map[string]string{"out": filepath.Join(t.TempDir(), "out")})
			set(t, c.flags)
			if _, err := run(context.Background(), []string{"x"}); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%v: %v", c.flags, err)
			}
		})
	}
	set(t, map[string]string{"out": "x"})
	if _, err := run(context.Background(), nil); err == nil {
		t.Error("no files")
	}
}
