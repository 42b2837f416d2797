// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"encoding/xml"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"secant.example/internal/_check/memcheck/public"
	"secant.example/internal/testkit/timing"
)

// A report is an error that memcheck found.
type report struct {
	Kind   string  `xml:"kind"`
	Frames []frame `xml:"stack>frame"`
}

// A frame is a function that was running, the innermost first; those that the compiler put into
// others are there too.
type frame struct {
	Function  string `xml:"fn"`
	Directory string `xml:"dir"`
	File      string `xml:"file"`
	Line      int    `xml:"line"`
}

// readReports reads what valgrind wrote in the files of a directory, in XML, one for each process, by the
// names of the operations: "" for the process that began them.
func readReports(directory string) (map[string][]report, error) {
	files, err := filepath.Glob(filepath.Join(directory, "*.xml"))
	if err != nil {
		return nil, err
	}
	all := map[string][]report{}
	for _, name := range files {
		content, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		var process struct {
			Operation string   `xml:"clientmsg>text"`
			Errors    []report `xml:"error"`
		}
		if err := xml.Unmarshal(content, &process); err != nil {
			return nil, err
		}
		for i := range process.Errors {
			frames := process.Errors[i].Frames
			for j := range frames {
				frames[j].Function = shapes.ReplaceAllString(frames[j].Function, "[...]")
			}
		}
		operation := strings.TrimSpace(process.Operation)
		if _, again := all[operation]; again {
			return nil, fmt.Errorf("two processes of %q", operation)
		}
		all[operation] = process.Errors
	}
	return all, nil
}

// shapes are the type arguments of a generic function.
var shapes = regexp.MustCompile(`\[go\.shape.*\]|\[\.\.\.\]`)

// kinds of errors, in words.
var kinds = map[string]string{"UninitCondition": "jumps by a secret", "UninitValue": "has an address that depends on a secret"}

// path returns the path of the file, from the root of the core module if it is in it.
func (f *frame) path() string {
	name := filepath.Join(f.Directory, f.File)
	if relative, err := filepath.Rel(root, name); err == nil && filepath.IsLocal(relative) {
		return relative
	}
	return name
}

// isOurs reports whether f is in the core module, and not in the operations.
func (f *frame) isOurs() bool {
	path := f.path()
	return f.File != "" && filepath.IsLocal(path) && !strings.HasPrefix(path, "internal/_check/")
}

// text returns the line of source that f is at.
func (f *frame) text() string {
	content, err := os.ReadFile(filepath.Join(f.Directory, f.File))
	if err != nil {
		return "" // compiled from an overlay, for example
	}
	if lines := strings.Split(string(content), "\n"); f.Line > 0 && f.Line <= len(lines) {
		return strings.TrimSpace(lines[f.Line-1])
	}
	return ""
}

// is reports whether f is at p.
func (f *frame) is(p public.Place) bool {
	matches, err := filepath.Match(p.Files, f.path())
	return err == nil && matches && (p.Line == "" || f.text() == p.Line)
}

// place returns the frame that a report is about: the first one in the core module.
func (r *report) place() *frame {
	for i := range r.Frames {
		if r.Frames[i].isOurs() {
			return &r.Frames[i]
		}
	}
	return &r.Frames[0]
}

// finding says what a report is about.
func (r *report) finding() finding {
	kind := kinds[r.Kind]
	if kind == "" {
		kind = r.Kind
	}
	p := r.place()
	f := finding{what: fmt.Sprintf("%s:%d: %s %s: %q", p.path(), p.Line, p.Function, kind, p.text())}
	for i := range min(len(r.Frames), 16) {
		f.detail += fmt.Sprintf("\n\tin %s at %s:%d", r.Frames[i].Function, r.Frames[i].File, r.Frames[i].Line)
	}
	return f
}

// A finding is something that is wrong: what, and more about the first time that it was seen.
type finding struct{ what, detail string }

// judge returns what is wrong in a result, and notes in used which places of the lists it has.
func judge(r result, used map[string]bool) (wrong []finding) {
	if r.err != nil {
		return []finding{{r.name + " does not run", r.err.Error()}}
	}
	if r.secret == "0" {
		wrong = append(wrong, finding{r.name + ": nothing that came out depends on the secrets: were they marked?", ""})
	}
	for i := range r.errors {
		report := &r.errors[i]
		if !report.hasCallers() {
			wrong = append(wrong, finding{"valgrind does not find who called " + report.innermost(), report.finding().detail})
			continue
		}
		if key := report.public(); key != "" {
			used[key] = true
			continue
		}
		wrong = append(wrong, report.finding())
	}
	return wrong
}

// hasCallers reports whether valgrind found all functions that were running.
func (r *report) hasCallers() bool {
	return r.innermost() == adjustFrame || slices.ContainsFunc(r.Frames, func(f frame) bool { return f.Function == "main.main" })
}

func (r *report) innermost() string { return r.Frames[0].Function }

// When a stack grows, as it does before the operations, this looks at the pointers on it, of which valgrind
// takes those that nobody needs any more for undefined. The stack of the operations does not grow.
const adjustFrame = "runtime.adjustframe"

// public returns which entry of the lists says that what a report shows is public, or "".
func (r *report) public() string {
	if r.innermost() == adjustFrame {
		return adjustFrame
	}
	// What is handed on as public, as TestConstantTime has it.
	for i := 1; i < len(r.Frames); i++ {
		call := sourceName(r.Frames[i].Function) + " -> " + sourceName(r.Frames[i-1].Function)
		if slices.Contains(timing.PublicData, call) {
			return call
		}
	}
	p := r.place()
	for _, place := range public.Jumps {
		if r.Kind == "UninitCondition" && p.is(place) {
			return place.String()
		}
	}
	return ""
}

var method = regexp.MustCompile(`^(.*)\.(\(\*)?([^.()]+)(\))?\.([^.]+)$`)

// sourceName returns the full name of a function as package go/types writes it, for its name as the
// linker has it.
func sourceName(name string) string {
	name = strings.ReplaceAll(name, "[...]", "")
	directory, base := "", name
	if i := strings.LastIndex(name, "/"); i >= 0 {
		directory, base = name[:i+1], name[i+1:]
	}
	if m := method.FindStringSubmatch(base); m != nil && m[4] != "" {
		return "(*" + directory + m[1] + "." + m[3] + ")." + m[5]
	} else if m != nil {
		return "(" + directory + m[1] + "." + m[3] + ")." + m[5]
	}
	return name
}

// allPublic returns all entries that must be seen when everything runs.
func allPublic() (all []string) {
	for _, p := range public.Jumps {
		all = append(all, p.String())
	}
	for _, p := range public.Divisions {
		all = append(all, p.String())
	}
	return all
}

// objdumpText matches the line before a function, whose name has spaces where it is generic.
var objdumpText = regexp.MustCompile(`^TEXT (.+)\(SB\) (\S+)$`)

// divisions returns the divisions in the machine code that the compiler made of Secant's packages, but for
// those that are listed.
func divisions(binary string, used map[string]bool) (wrong []finding, err error) {
	output, err := exec.Command("go", "tool", "objdump", "-s", "^secant.example/", binary).Output()
	if err != nil {
		return nil, fmt.Errorf("go tool objdump: %w", err)
	}
	var at frame
	functions := 0
	for _, line := range strings.Split(string(output), "\n") {
		if m := objdumpText.FindStringSubmatch(line); m != nil {
			functions++
			at = frame{Function: shapes.ReplaceAllString(m[1], "[...]"), Directory: filepath.Dir(m[2])}
			continue
		}
		// A line has the file and its line, an address, bytes and the instruction.
		fields := strings.Fields(line)
		if len(fields) < 4 || !division.MatchString(fields[3]) {
			continue
		}
		file, number, _ := strings.Cut(fields[0], ":")
		if filepath.Ext(file) != ".go" {
			continue // assembly: the interpreter refuses a division
		}
		at.File = file
		if at.Line, err = strconv.Atoi(number); err != nil {
			return nil, fmt.Errorf("go tool objdump: %q", line)
		}
		listed := false
		for _, p := range public.Divisions {
			if at.is(p) {
				used[p.String()], listed = true, true
			}
		}
		if !listed {
			wrong = append(wrong, finding{fmt.Sprintf("%s:%d: %s divides: %q", at.path(), at.Line, at.Function, at.text()), ""})
		}
	}
	if functions < 500 {
		return nil, fmt.Errorf("go tool objdump shows %d functions only", functions)
	}
	return wrong, nil
}

// division matches the instructions whose time depends on what they divide.
var division = regexp.MustCompile(`^(I?DIV[BWLQ]|V?(DIV|SQRT)[SP][SD])$`)
