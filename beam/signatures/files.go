// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package signatures

import (
	"context"
	"errors"
	"fmt"
	"io"
	"reflect"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/sdf"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/fileio"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/rtrackers/offsetrange"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"secant.example/cmd/secant/bulk"
)

// defaultPart is the usual size of parts of files.
const defaultPart = 64 << 20

// Files verifies the records in all files that the patterns match, in any file system that the
// program has registered with Beam. A file is read once, also if several patterns match it; a
// pattern that matches none is an error. Lines, formats and compression are those of [bulk].
//
// A file that can be read from any place, as local ones can, is verified in parts, each on a worker.
// One that is compressed, or that an object store sends from its beginning, is one part: so for
// those, there should be many files of some 100 MiB. An error of a file fails the bundle, and with
// it, unless the runner has success with it later, the pipeline.
func Files(s beam.Scope, o Options, patterns ...string) Results {
	s = s.Scope("signatures.Files")
	matched := fileio.MatchAll(s, beam.CreateList(s, patterns), fileio.MatchEmptyDisallow())
	once := beam.GroupByKey(s, beam.ParDo(s, keyByPath, matched))
	files := beam.ParDo(s, openFile, once)
	parts, found := beam.ParDo2(s, &partFn{Options: o}, files)
	invalid, malformed := beam.ParDo2(s, &lineFn{}, found, beam.SideInput{Input: parts})
	return Results{Invalid: invalid, Malformed: malformed, parts: parts, keyed: found, byFile: true}
}

func init() {
	beam.RegisterType(reflect.TypeFor[file]())
	register.Function1x2(keyByPath)
	register.Function3x2(openFile)
	beam.RegisterDoFn(&partFn{})
	register.Function5x1((&partFn{}).ProcessElement)
	beam.RegisterDoFn(&lineFn{})
	register.Function5x1((&lineFn{}).ProcessElement)
	register.Iter1[fileio.FileMetadata]()
	register.Emitter1[part]()
	register.Emitter1[Finding]()
	register.Emitter2[int64, Finding]()
}

// A file is one to be read.
type file struct {
	Path  string
	Size  int64
	Whole bool // it cannot be read in parts
}

func keyByPath(m fileio.FileMetadata) (string, fileio.FileMetadata) { return m.Path, m }

// open opens a file.
func open(ctx context.Context, path string) (io.ReadCloser, error) {
	fs, err := filesystem.New(ctx, path)
	if err != nil {
		return nil, err
	}
	defer fs.Close()
	return fs.OpenRead(ctx, path)
}

// openFile finds out whether a file can be read in parts.
func openFile(ctx context.Context, path string, matches func(*fileio.FileMetadata) bool) (f file, err error) {
	var m fileio.FileMetadata
	matches(&m)
	r, err := open(ctx, path)
	if err != nil {
		return file{}, err
	}
	defer r.Close()
	var start [4]byte
	n, err := io.ReadFull(r, start[:])
	if err != nil && err != io.EOF && !errors.Is(err, io.ErrUnexpectedEOF) {
		return file{}, fmt.Errorf("signatures: %w", &bulk.InputError{Name: path, Err: err})
	}
	_, seeks := r.(io.Seeker)
	return file{path, m.Size, !seeks || bulk.IsCompressed(start[:n])}, nil
}

// A partFn verifies parts of files. It is a splittable DoFn, of which the restrictions are ranges of
// bytes. A range is claimed at once, so that parts are the same whatever the runner does. A line is of the part
// in which it begins. What is put out for a part, counts and invalid records, is keyed by where it begins.
type partFn struct{ Options Options }

// CreateInitialRestriction returns all of a file, as bytes, or as one unit.
func (fn *partFn) CreateInitialRestriction(f file) offsetrange.Restriction {
	if f.Whole {
		return offsetrange.Restriction{Start: 0, End: 1}
	}
	return offsetrange.Restriction{Start: 0, End: max(1, f.Size)}
}

// SplitRestriction returns the parts of a file.
func (fn *partFn) SplitRestriction(f file, r offsetrange.Restriction) []offsetrange.Restriction {
	size := fn.Options.PartSize
	if size <= 0 {
		size = defaultPart
	}
	return r.SizedSplits(size)
}

// RestrictionSize returns how many bytes a part has.
func (fn *partFn) RestrictionSize(f file, r offsetrange.Restriction) float64 {
	if f.Whole {
		return float64(f.Size)
	}
	return r.Size()
}

// CreateTracker returns what tracks r.
func (fn *partFn) CreateTracker(r offsetrange.Restriction) *sdf.LockRTracker {
	return sdf.NewLockRTracker(offsetrange.NewTracker(r))
}

// errSeek is of a file system that changed its mind.
var errSeek = errors.New("the file cannot be read from another place than its beginning")

// ProcessElement verifies a part of a file.
func (fn *partFn) ProcessElement(ctx context.Context, rt *sdf.LockRTracker, f file, emitPart func(part), emit func(int64, Finding)) error {
	r := rt.GetRestriction().(offsetrange.Restriction)
	// All of it is claimed now, and so no part of it is another's.
	if !rt.TryClaim(r.End - 1) {
		return nil
	}
	p := part{File: f.Path, Start: r.Start}
	take := func(items []bulk.Item) error {
		before := p.Summary.Records()
		for i := range items {
			item := &items[i]
			p.Summary.Add(item.Scheme, item.Rules, item.Verdict)
			if reason := item.Verdict.Reason; reason.Invalid() {
				found := newFinding(bulk.NewFinding(f.Path, item))
				p.add(reason, found)
				emit(p.Start, found)
			}
		}
		p.Lines += int64(len(items))
		p.Rate.Add(time.Now(), p.Summary.Records()-before)
		return nil
	}
	o := &bulk.Options{Format: fn.Options.Format, Rules: fn.Options.Rules, Jobs: max(1, fn.Options.Jobs)}
	var err error
	if f.Whole {
		input := bulk.Input{Name: f.Path, Open: func() (io.ReadCloser, error) { return open(ctx, f.Path) }}
		err = bulk.Run(ctx, []bulk.Input{input}, o, take)
	} else {
		err = bulk.RunPart(ctx, f.Path, func() (io.ReadSeekCloser, error) {
			opened, err := open(ctx, f.Path)
			if err != nil {
				return nil, err
			}
			seeker, ok := opened.(io.ReadSeekCloser)
			if !ok {
				opened.Close()
				return nil, errSeek
			}
			return seeker, nil
		}, r.Start, r.End, o, take)
	}
	if err != nil {
		return fmt.Errorf("signatures: %w", err)
	}
	count(ctx, &p.Summary)
	emitPart(p)
	rt.TryClaim(r.End) // there is no more
	return nil
}

// A lineFn gives findings the numbers of their lines in the file, from those in the part and how many lines the
// parts before have.
type lineFn struct {
	index lineIndex // of the bundle, or nil
}

// StartBundle forgets what other bundles saw.
func (fn *lineFn) StartBundle(_ func() func(*part) bool, _, _ func(Finding)) { fn.index = nil }

// ProcessElement sets the line of f, which is of the part from byte start on.
func (fn *lineFn) ProcessElement(start int64, f Finding, parts func() func(*part) bool, invalid, malformed func(Finding)) error {
	if fn.index == nil {
		var all []part
		next := parts()
		for p := (part{}); next(&p); p = (part{}) {
			all = append(all, part{File: p.File, Start: p.Start, Lines: p.Lines})
		}
		var err error
		if fn.index, err = newLineIndex(all, true); err != nil {
			return err
		}
	}
	var err error
	if f.Line, err = fn.index.line(f.File, start, f.Line); err != nil {
		return err
	}
	return route(start, f, invalid, malformed)
}
