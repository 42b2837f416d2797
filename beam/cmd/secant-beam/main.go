// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Command secant-beam verifies files of signatures as secant bulk does, on Apache Beam:
//
//	secant-beam --out DIR PATTERN...
//
// Without --runner it runs on this machine, in Beam's prism runner, which is part of it. With
// --runner flink, spark or universal, and --endpoint, it runs where the job server at that address
// runs pipelines, and with --runner dataflow on Google's. The patterns and DIR are paths, or names
// in gs:// and s3://. On other machines, those have to be where all of them see the same files.
//
// In DIR it writes summary.json, and, if there are some, invalid.jsonl and malformed.jsonl, with the
// lines of secant bulk --json for records that are not valid, in any order; and with --report,
// report.html. At the end it prints the summary, in the words of secant bulk. What is in DIR is all of the
// results if summary.json is there, which gets its name at the very end: until then summary.json and
// report.html are called *.incomplete, and after an error what was written is removed.
//
// The format avro is read by Beam, with fields as package signatures has them in RecordSchema. Its records
// have no lines. With --verdicts N, the verdicts of all of them are written too, in N files of Avro,
// verdicts-*.avro.
//
// Exit status: 0 all signatures are valid, 1 not all are, 2 they cannot be checked: then it prints no
// summary.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"reflect"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/core/runtime/exec/optimized"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/avroio"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/gcs"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/local"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/s3"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/textio"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/runners"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/dataflow"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/flink"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/prism"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/spark"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/universal"

	"secant.example/beam/signatures"
	"secant.example/cmd/secant/bulk"
)

// The exit statuses.
const (
	exitInvalid = 1
	exitUnable  = 2
)

// Flags, which workers get too.
var (
	out    = flag.String("out", "", "write the results in this `directory`, which must be empty or new")
	format = flag.String("format", string(bulk.Auto), "of the files: auto, jsonl, csv, nostr or avro")
	page   = flag.Bool("report", false, "write report.html too, a page with charts")
	rules  = flag.String("rules", "", "`RULES` of verification (ed25519): default, stdlib, fips or zip215")
	highS  = flag.Bool("accept-high-s", false, "accept s above half the order too (secp256k1-ecdsa)")
	allow  = flag.String("allow-rules", "", "`RULES` that records may choose, too, separated by commas")
	jobs   = flag.Int("jobs", 0, "verify each part of a file in `N` threads (default: 1, or with prism one for each CPU)")
	files  = flag.Int("verdicts", 0, "write all verdicts too, in `N` files of Avro (only with --format avro)")
	part   = flag.Int64("part-size", 0, "size of the parts of a file, in `bytes` (default: 64 MiB)")
)

func main() {
	flag.Usage = func() {
		fmt.Fprintln(os.Stderr, "usage: secant-beam --out DIR [flags] PATTERN...")
		flag.PrintDefaults()
	}
	flag.Parse()
	beam.Init() // which does not return on a worker
	valid, err := run(context.Background(), flag.Args())
	switch {
	case err != nil:
		fmt.Fprintln(os.Stderr, "secant-beam:", bulk.OneLine(err.Error()))
		os.Exit(exitUnable)
	case !valid:
		os.Exit(exitInvalid)
	}
}

// avro is the format that Beam reads.
const avro = "avro"

// options returns what the flags say.
func options(runner string) (o signatures.Options, err error) {
	names := []string{avro}
	for _, f := range bulk.Formats() {
		names = append(names, string(f))
	}
	if !slices.Contains(names, *format) {
		return o, fmt.Errorf("--format must be of %s", strings.Join(names, ", "))
	}
	o = signatures.Options{Format: bulk.Format(*format), Jobs: *jobs, PartSize: *part, Rules: bulk.Rules{Ed25519: *rules}}
	if *allow != "" {
		o.Rules.Allowed = strings.Split(*allow, ",")
	}
	for _, name := range append(o.Rules.Allowed, *rules) {
		if name != "" && !slices.Contains(bulk.RuleNames(), name) {
			return o, fmt.Errorf("no rules %q: they must be of %s", name, strings.Join(bulk.RuleNames(), ", "))
		}
	}
	if *highS {
		o.Rules.ECDSA = "any-s"
	}
	switch {
	case *jobs < 0 || *jobs > bulk.MaxJobs:
		return o, fmt.Errorf("--jobs must be from 1 to %d, or 0", bulk.MaxJobs)
	case *files < 0 || *files > 0 && *format != avro:
		return o, errors.New("--verdicts must not be negative, and is for --format avro")
	case *part < 0:
		return o, errors.New("--part-size must not be negative")
	case o.Jobs == 0 && runner == "prism":
		o.Jobs = min(runtime.GOMAXPROCS(0), bulk.MaxJobs)
	}
	return o, nil
}

// run runs the pipeline, prints the summary, and reports whether all records are valid.
func run(ctx context.Context, patterns []string) (bool, error) {
	runner := *runners.Runner
	if runner == "" || runner == "PrismRunner" {
		runner = "prism"
	}
	o, err := options(runner)
	switch {
	case err != nil:
		return false, err
	case len(patterns) == 0:
		return false, errors.New("no files: see --help")
	case *out == "":
		return false, errors.New("--out is missing: see --help")
	}
	dir := strings.TrimSuffix(*out, "/") + "/"
	fs, err := filesystem.New(ctx, dir)
	if err != nil {
		return false, err
	}
	defer fs.Close()
	// What an earlier run left would look like a result of this one.
	if old, err := fs.List(ctx, dir+"*"); err != nil || len(old) > 0 {
		return false, errors.Join(fmt.Errorf("%s is not empty", *out), err)
	}
	summary, err := write(ctx, fs, dir, runner, func(s beam.Scope) { build(s, o, dir, patterns) })
	if err != nil {
		return false, err
	}
	return summary.Invalid == 0, nil
}

// write runs the pipeline that build makes, prints the summary, and returns it. The summary and the page
// get their names when all else is done; after an error, nothing is left of what it wrote.
func write(ctx context.Context, fs filesystem.Interface, dir, runner string, build func(beam.Scope)) (summary *bulk.Summary, err error) {
	defer func() {
		if err != nil {
			discard(ctx, fs, dir)
		}
	}()
	p, s := beam.NewPipelineWithRoot()
	build(s)
	if _, err := beam.Run(ctx, runner, p); err != nil {
		// Beam has logged where it happened; the last line says what.
		lines := strings.Split(strings.TrimSpace(err.Error()), "\n")
		return nil, errors.New(lines[len(lines)-1])
	}
	written := dir + summaryName + incomplete
	if found, err := fs.List(ctx, written); err == nil && len(found) == 0 { // not one record in Avro
		return nil, bulk.ErrNoRecords
	}
	text, err := filesystem.Read(ctx, fs, written)
	if err != nil {
		return nil, err
	}
	summary = new(bulk.Summary)
	if err := json.Unmarshal(text, summary); err != nil {
		return nil, err
	}
	if summary.Records() == 0 {
		return nil, bulk.ErrNoRecords
	}
	names := []string{summaryName} // the last one
	if *page {
		names = []string{pageName, summaryName}
	}
	for _, name := range names {
		if err := filesystem.Rename(ctx, fs, dir+name+incomplete, dir+name); err != nil {
			return nil, err
		}
	}
	_, err = fmt.Println(summary.String())
	return summary, err
}

// The names of results, and what is after some of them until the pipeline is done.
const (
	summaryName   = "summary.json"
	pageName      = "report.html"
	invalidName   = "invalid.jsonl"
	malformedName = "malformed.jsonl"
	verdictsName  = "verdicts"
	incomplete    = ".incomplete"
)

// discard removes the results, as far as that is possible.
func discard(ctx context.Context, fs filesystem.Interface, dir string) {
	remover, ok := fs.(filesystem.Remover)
	if !ok {
		return
	}
	names := []string{summaryName, summaryName + incomplete, pageName, pageName + incomplete, invalidName, malformedName}
	width := max(5, len(strconv.Itoa(*files-1))) // as avroio has it
	for i := range *files {
		names = append(names, fmt.Sprintf("%s-%0*d-of-%0*d.avro", verdictsName, width, i, width, *files))
	}
	for _, name := range names {
		remover.Remove(ctx, dir+name) // most are not there
	}
}

// build makes the pipeline.
func build(s beam.Scope, o signatures.Options, dir string, patterns []string) {
	var r signatures.Results
	source := ""
	switch *format {
	case avro:
		source = strings.Join(patterns, ", ")
		var all []beam.PCollection
		for _, pattern := range patterns {
			all = append(all, avroio.Read(s, pattern, reflect.TypeFor[signatures.Record]()))
		}
		r = signatures.Verify(s, o, beam.Flatten(s, all...))
		if *files > 0 {
			lines := beam.ParDo(s, signatures.VerdictToAvro, r.Verdicts)
			avroio.Write(s, dir+verdictsName, signatures.VerdictSchema, lines, avroio.WithNumShards(*files))
		}
	default:
		r = signatures.Files(s, o, patterns...)
	}
	textio.Write(s, dir+invalidName, beam.ParDo(s, signatures.ToJSON, r.Invalid))
	textio.Write(s, dir+malformedName, beam.ParDo(s, signatures.ToJSON, r.Malformed))
	textio.Write(s, dir+summaryName+incomplete, signatures.Summary(s, r))
	if *page {
		textio.Write(s, dir+pageName+incomplete, signatures.Page(s, r, source))
	}
}
