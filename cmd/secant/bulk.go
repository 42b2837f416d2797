// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"secant.example/cmd/secant/bulk"
	htmlreport "secant.example/cmd/secant/bulk/report"
	"secant.example/jq255e"
)

func (c *console) bulkCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "bulk [--format FORMAT] [FILE|-]...",
		Short: "Verify files of many signatures, of any scheme",
		Long: `Verify files of signatures, one on each line, on all CPUs and in batches. Print which
are not valid, and how many are. Files in gzip or zstd are decompressed. Without FILE, or
with -, standard input is read. Memory does not grow with the files. A line has at most
1 MiB. Without --format, the first line tells which of these a file has:

  jsonl  objects in JSON with the members below, of which those that are null are missing
  csv    fields of RFC 4180, without line breaks in them; the first line names the columns,
         as below, and what is empty is missing, unless it is the message
  nostr  events of NIP-01, or frames of them: ["EVENT", {...}] and ["EVENT", "ID", {...}];
         their ids are computed again, and their signatures verified (BIP-340)

Members or columns, of which scheme, key, signature and a message or digest must be there,
and others must not:

  scheme          ` + schemeNames() + `
  key             public key, in hex or base64
  signature       in hex or base64
  id              a name for reports
  rules           of Ed25519: default, stdlib, fips or zip215; of ECDSA: low-s or any-s;
                  those of this command, or else of --allow-rules
  context         of ed25519ctx, ed25519ph and sr25519 ("substrate" for Polkadot)
  context_hex     the same in hex
  encoding        of secp256k1-ecdsa: der or compact; without it 64 bytes are compact
  message         text; ECDSA hashes it with SHA-256, and Ed25519ph with SHA-512
  message_hex     the same in hex
  message_base64  the same in base64
  message_file    name of a file with it; see --files-from
  digest          hash value in hex or base64: 64 bytes for ed25519ph, 32 for secp256k1-ecdsa
                  and bip340, and for jq255* and do255* what the hash function makes
  hash            of such a digest: ` + digestNames() + ` (blake*
                  only for jq255*)

A record does not decide how strictly it is verified: --rules and --accept-high-s do, as in
'secant verify'. One that names other rules is invalid, unless --allow-rules has their names,
separated by commas.

Blank lines, and other frames of Nostr, are skipped: they are neither valid nor invalid. A
file without records is an error, and so is one in gzip or zstd that is cut short. In any
other file a last line that is cut short is invalid.

A record is invalid for one of these reasons, with more words after a colon:
` + reasonWords() + `.

With --json, each record that is not valid is an object with the members type ("invalid"),
file, line, id, scheme, reason and detail, and the last line is one with type ("summary"),
format (1), records, valid, invalid, skipped, reasons, schemes, rules, complete, and, if that
is false, stopped: max-errors, interrupted, truncated or unreadable. Without --timing, the
output for the same files is the same bytes each time, whatever --jobs is.

With --report, a page with the counts, charts of them, the rate over time, the keys with most
invalid records, and the first record of each reason, is written to a new file, which --force
replaces if it exists. It is one file of HTML, without references to others.

After an interrupt, what was done is printed, and the command ends by that signal.

Exit status: 0 all signatures are valid, 1 not all are, 2 they cannot be checked.`,
		Example: `  secant bulk records.jsonl
  secant bulk --json --max-errors 10 2024.csv.gz 2025.csv.zst
  secant bulk --rules zip215 --allow-rules default,any-s records.jsonl
  secant bulk --format nostr --out good.jsonl events.jsonl
  secant bulk --report out.html records.jsonl`,
		Args: cobra.ArbitraryArgs,
	}
	o := &bulkOptions{format: string(bulk.Auto)}
	var formats []string
	for _, f := range bulk.Formats() {
		formats = append(formats, string(f))
	}
	choiceFlag(cmd, &o.format, "format", "format of the lines", formats...)
	o.flags(cmd)
	cmd.PreRunE = func(*cobra.Command, []string) error { return o.check() }
	cmd.RunE = func(_ *cobra.Command, args []string) error { return c.verifyBulk(args, o) }
	return cmd
}

// schemeNames returns the names of the schemes that records may have.
func schemeNames() string {
	var names []string
	for _, s := range bulk.Schemes() {
		if s != bulk.Nostr {
			names = append(names, s.String())
		}
	}
	return strings.Join(names, ", ")
}

// digestNames returns the names of the hash functions of digests.
func digestNames() string {
	var names []string
	for _, h := range jq255e.Hashes() {
		if h != jq255e.Raw {
			names = append(names, string(h))
		}
	}
	return strings.Join(names, ", ")
}

// reasonWords returns the reasons why records are invalid.
func reasonWords() string {
	var words []string
	for _, r := range bulk.Reasons() {
		words = append(words, r.String())
	}
	return strings.Join(words, ", ")
}

// bulkOptions are the flags of bulk verification.
type bulkOptions struct {
	format    string
	rules     bulk.Rules
	highS     bool
	jobs      int
	json      bool
	quiet     bool
	timing    bool
	maxErrors int64
	filesFrom string
	out       *output
	pageFile  output // of which the path is "" if there is to be none
}

func (o *bulkOptions) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	choiceFlag(cmd, &o.rules.Ed25519, "rules", "`RULES` of verification (ed25519)", ruleNames...)
	f.BoolVar(&o.highS, "accept-high-s", false, "accept s above half the order too (secp256k1-ecdsa)")
	f.StringSliceVar(&o.rules.Allowed, "allow-rules", nil, "`RULES` that records may choose, too")
	cmd.RegisterFlagCompletionFunc("allow-rules", cobra.FixedCompletions(bulk.RuleNames(), cobra.ShellCompDirectiveNoFileComp))
	f.IntVar(&o.jobs, "jobs", 0, "verify in `N` threads, at most 256 (default: one for each CPU)")
	f.BoolVar(&o.json, "json", false, "print JSON, an object a line")
	f.BoolVar(&o.quiet, "quiet", false, "print the summary only")
	f.BoolVar(&o.timing, "timing", false, "print how long it took, too")
	f.Int64Var(&o.maxErrors, "max-errors", 0, "stop after `N` invalid records (default: never)")
	f.StringVar(&o.filesFrom, "files-from", "", "read message_file in `DIR` and below it; links out of it are not followed")
	o.out = outputFlags(cmd, "valid records", false)
	cmd.Flags().Lookup("out").DefValue = ""
	cmd.Flags().Lookup("out").Usage = "copy the lines of valid records to `FILE`, once all is read"
	o.pageFile.what = "report"
	f.StringVar(&o.pageFile.path, "report", "", "write a page for a browser to `FILE`, with charts")
}

// check rejects flags that mean nothing.
func (o *bulkOptions) check() error {
	switch {
	case o.jobs < 0 || o.jobs > bulk.MaxJobs:
		return fmt.Errorf("--jobs must be from 1 to %d, or 0 for one thread for each CPU", bulk.MaxJobs)
	case o.maxErrors < 0:
		return errors.New("--max-errors must not be negative")
	case o.out.asked() && o.out.path == standardStream:
		return errors.New("--out must name a file: the report goes to standard output")
	}
	o.pageFile.force = o.out.force
	for _, name := range o.rules.Allowed {
		if names := bulk.RuleNames(); !slices.Contains(names, name) {
			return fmt.Errorf("--allow-rules %s: must be of %s%s", name, strings.Join(names, ", "), suggestion(name, names))
		}
	}
	if o.highS {
		o.rules.ECDSA = "any-s"
	}
	return nil
}

// errEnough ends a run after --max-errors.
var errEnough = errors.New("enough invalid records")

// A bulkRun is a run of bulk verification.
type bulkRun struct {
	*console
	*bulkOptions
	paths   []string
	summary bulk.Summary
	page    *htmlreport.Collector // or nil
	p       *progress
	valid   *validLines // or nil
}

// verifyBulk verifies the records in the files at paths, or in standard input if there are
// none.
func (c *console) verifyBulk(paths []string, o *bulkOptions) (err error) {
	if len(paths) == 0 {
		paths = []string{standardStream}
	}
	if err := oneStdin(paths...); err != nil {
		return err
	}
	r := &bulkRun{console: c, bulkOptions: o, paths: paths}
	options := &bulk.Options{Format: bulk.Format(o.format), Rules: o.rules, Jobs: o.jobs}
	if o.filesFrom != "" {
		root, err := os.OpenRoot(o.filesFrom)
		if err != nil {
			return fmt.Errorf("cannot read %s: %w", o.filesFrom, cause(err))
		}
		defer root.Close()
		options.Files = messageFiles{root}
	}
	if o.out.path != standardStream {
		if err := o.out.checkFile(paths); err != nil {
			return err
		}
		r.valid = newValidLines(o.out)
		defer func() {
			if closeErr := r.valid.close(err == nil || err == errInvalidSignature); closeErr != nil && (err == nil || err == errInvalidSignature) {
				err = closeErr
			}
		}()
	}
	if o.pageFile.path != "" {
		if o.out.path == o.pageFile.path {
			return errors.New("--out and --report name the same file")
		}
		if err := o.pageFile.checkFile(paths); err != nil {
			return err
		}
		r.page = new(htmlreport.Collector)
	}
	ctx, arrived, release := cancelOnSignal()
	defer release()
	r.p = newByteProgress(c.stderr, !o.quiet && showsBars(c.stderr), totalSize(c, paths), "verifying")
	options.Read = r.p.add
	start := time.Now()
	err = bulk.Run(ctx, r.inputs(), options, r.report)
	seconds := time.Since(start).Seconds()
	r.p.finish()

	stopped := ""
	var input *bulk.InputError
	switch {
	case err == nil:
		if r.summary.Invalid > 0 {
			err = errInvalidSignature
		}
	case err == errEnough:
		stopped, err = "max-errors", errInvalidSignature
		r.discard()
	case errors.Is(err, context.Canceled):
		stopped, err = "interrupted", errors.New("interrupted")
	case errors.Is(err, bulk.ErrTruncated):
		stopped = "truncated"
	case errors.As(err, &input):
		stopped = "unreadable"
	default:
		return err // nothing more can be written
	}
	if opening := (*openingError)(nil); errors.As(err, &opening) {
		err = opening.err
	}
	if r.json || stopped == "" || r.summary.Records() > 0 {
		if err := r.printSummary(stopped, seconds); err != nil {
			return err
		}
		if err := r.writeReport(stopped); err != nil {
			return err
		}
	}
	if s := arrived(); s != nil {
		r.discard()
		dieOf(s)
	}
	return err
}

// An openingError is of an input that cannot be opened, and says which.
type openingError struct{ err error }

func (e *openingError) Error() string { return e.err.Error() }

func (r *bulkRun) inputs() (inputs []bulk.Input) {
	for _, path := range r.paths {
		inputs = append(inputs, bulk.Input{Name: describe(path), Open: func() (io.ReadCloser, error) {
			f, err := r.open(path)
			if err != nil {
				return nil, &openingError{err}
			}
			return f, nil
		}})
	}
	return inputs
}

// totalSize returns the size of the files at paths, or -1 if it is not known.
func totalSize(c *console, paths []string) int64 {
	total := int64(0)
	for _, path := range paths {
		info, err := os.Stat(path)
		if f, ok := c.stdin.(*os.File); ok && path == standardStream {
			info, err = f.Stat()
		}
		if err != nil || !info.Mode().IsRegular() {
			return -1
		}
		total += info.Size()
	}
	return total
}

// report counts items, prints those that are invalid, and copies the lines of those that
// are valid.
func (r *bulkRun) report(items []bulk.Item) error {
	var text []byte
	var err error
	seen := len(items)
	for i := range items {
		item := &items[i]
		r.summary.Add(item.Scheme, item.Rules, item.Verdict)
		switch reason := item.Verdict.Reason; {
		case reason.Invalid():
			if !r.quiet {
				text = r.appendInvalid(text, item)
			}
			if r.summary.Invalid == r.maxErrors {
				err = errEnough
			}
		case reason == bulk.Valid && r.valid != nil:
			err = r.valid.add(item, r.paths)
		}
		if err != nil {
			seen = i + 1
			break
		}
	}
	if r.page != nil {
		r.page.Add(items[:seen], r.paths)
	}
	if text != nil {
		r.p.clear()
		if err := r.print(text); err != nil {
			return err
		}
	}
	return err
}

// appendInvalid appends the line about an invalid record.
func (r *bulkRun) appendInvalid(text []byte, item *bulk.Item) []byte {
	f := bulk.NewFinding(r.paths[item.Input], item)
	if r.json {
		text, _ = f.AppendJSON(text) // its reason and scheme are those of package bulk
		return text
	}
	if len(r.paths) > 1 {
		text = append(text, oneLine(describe(f.File))+": "...)
	}
	return append(append(text, f.String()...), '\n')
}

// appendJSON appends v, which can be written, in JSON on a line.
func appendJSON(text []byte, v any) []byte {
	b := bytes.NewBuffer(text)
	e := json.NewEncoder(b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic(err)
	}
	return b.Bytes()
}

// summaryEnd is what the JSON object of a summary has besides that.
type summaryEnd struct {
	Complete bool     `json:"complete"`
	Stopped  string   `json:"stopped,omitempty"`
	Seconds  *float64 `json:"seconds,omitempty"`
	Jobs     int      `json:"jobs,omitempty"`
}

// printSummary prints what was counted, and why it is not all if stopped is not empty.
func (r *bulkRun) printSummary(stopped string, seconds float64) error {
	jobs := r.jobs
	if jobs == 0 {
		jobs = min(runtime.GOMAXPROCS(0), bulk.MaxJobs)
	}
	if r.json {
		end := summaryEnd{Complete: stopped == "", Stopped: stopped}
		if r.timing {
			end.Seconds, end.Jobs = &seconds, jobs
		}
		counts, rest := appendJSON(nil, r.summary), appendJSON(nil, end)
		text := []byte(`{"type":"summary","format":1,`)
		text = append(text, bytes.TrimSuffix(counts[1:], []byte("}\n"))...)
		text = append(append(text, ','), rest[1:]...)
		return r.print(text)
	}
	text := []byte(r.summary.String())
	switch stopped {
	case "":
	case "max-errors":
		text = append(text, "; stopped there"...)
	default:
		text = fmt.Appendf(text, "; not all was read: %s", stopped)
	}
	if r.timing {
		text = fmt.Appendf(text, "; %.2f s, %.0f records/s on %d threads", seconds, float64(r.summary.Records())/seconds, jobs)
	}
	return r.print(append(text, '\n'))
}

// writeReport writes the page, if there is to be one.
func (r *bulkRun) writeReport(stopped string) error {
	if r.page == nil {
		return nil
	}
	var names []string
	for _, path := range r.paths {
		names = append(names, describe(path))
	}
	page := r.page.Report()
	page.Source, page.Stopped = strings.Join(names, ", "), stopped
	var text bytes.Buffer
	if err := page.WriteHTML(&text); err != nil {
		return err
	}
	return writeFile(r.pageFile.path, &text, publicMode, r.pageFile.force)
}

// discard gives up the copy of valid records.
func (r *bulkRun) discard() {
	if r.valid != nil {
		r.valid.close(false)
	}
}

// validLines copies the lines of valid records to a file.
type validLines struct {
	w      *bufio.Writer
	pipe   *io.PipeWriter
	done   chan error // of the file
	header []byte     // of CSV, or nil
	lines  bool       // there are some
	closed sync.Once
	err    error // of closing
}

func newValidLines(o *output) *validLines {
	read, write := io.Pipe()
	v := &validLines{w: bufio.NewWriterSize(write, 1<<16), pipe: write, done: make(chan error, 1)}
	go func() {
		err := writeFile(o.path, read, publicMode, o.force)
		read.CloseWithError(err)
		v.done <- err
	}()
	return v
}

// add copies the line of item, after the column names of its file if they were not there.
func (v *validLines) add(item *bulk.Item, paths []string) error {
	if !v.lines && item.Header != nil {
		v.header = bytes.Clone(item.Header)
		v.w.Write(append(v.header, '\n'))
	}
	if v.lines && !bytes.Equal(v.header, item.Header) {
		return fmt.Errorf("%s has other columns than the file before it, so that --out cannot have records of both", describe(paths[item.Input]))
	}
	v.lines = true
	v.w.Write(item.Text)
	return v.w.WriteByte('\n')
}

// errIncomplete is why a copy is given up.
var errIncomplete = errors.New("not all was read")

// close makes the file if all is in it, and else leaves none.
func (v *validLines) close(all bool) error {
	v.closed.Do(func() {
		err := errIncomplete
		if all {
			err = v.w.Flush()
		}
		v.pipe.CloseWithError(err)
		if v.err = <-v.done; !all {
			v.err = nil
		}
	})
	return v.err
}
