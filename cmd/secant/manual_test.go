// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
	"github.com/spf13/pflag"
)

var update = flag.Bool("update", false, "write the manual pages in man/ anew")

// The manual pages in man/ are those of the commands as they are. If they are not,
//
//	go test ./cmd/secant -run TestManual -update
//
// writes them.
func TestManual(t *testing.T) {
	dir := t.TempDir()
	root := new(console).rootCommand()
	eachCommand(root, nil, func(cmd *cobra.Command, _ []string) { prepareManual(cmd) })
	if err := doc.GenManTree(root, &doc.GenManHeader{Source: "Secant", Manual: "Secant Manual"}, dir); err != nil {
		t.Fatal(err)
	}
	pages := make(map[string]string)
	date := regexp.MustCompile(`(?m)^(\.TH "[^"]*" "1" )"[^"]*"`)
	for _, path := range must(filepath.Glob(filepath.Join(dir, "*"))) {
		pages[filepath.Base(path)] = date.ReplaceAllString(string(must(os.ReadFile(path))), `$1""`)
	}
	if *update {
		if err := os.RemoveAll("man"); err != nil {
			t.Fatal(err)
		}
		if err := os.Mkdir("man", 0o777); err != nil {
			t.Fatal(err)
		}
		for name, page := range pages {
			if err := os.WriteFile(filepath.Join("man", name), []byte(page), 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
	const hint = "; 'go test ./cmd/secant -run TestManual -update' writes the pages"
	for _, path := range must(filepath.Glob(filepath.Join("man", "*"))) {
		if _, ok := pages[filepath.Base(path)]; !ok {
			t.Errorf("%s is of no command%s", path, hint)
		}
	}
	for name, page := range pages {
		if !strings.HasPrefix(page, `.nh`) || !strings.Contains(page, ".SH DESCRIPTION") {
			t.Errorf("%s is no manual page", name)
		}
		if got, err := os.ReadFile(filepath.Join("man", name)); err != nil || string(got) != page {
			t.Errorf("%s is not that of the command (%v)%s", name, err, hint)
		}
	}
}

// prepareManual makes the texts of cmd into what package doc takes for Markdown.
func prepareManual(cmd *cobra.Command) {
	cmd.DisableAutoGenTag = true
	cmd.Use = strings.Join(strings.Fields(cmd.Use), " ")
	about := cmd.Long
	if about == "" {
		about = cmd.Short + "."
	}
	// Lines that are indented stay as they are, and so do all characters.
	var lines []string
	for _, line := range strings.Split(wrap(about, helpWidth-8), "\n") {
		if strings.HasPrefix(line, " ") {
			if last := len(lines) - 1; last >= 0 && lines[last] != "" && !strings.HasPrefix(lines[last], " ") {
				lines = append(lines, "")
			}
			line = "    " + line
		} else {
			line = markdown.Replace(line)
		}
		lines = append(lines, line)
	}
	cmd.Long = strings.Join(lines, "\n")
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if choice, ok := f.Value.(*choice); ok {
			f.Usage += ": " + strings.Join(choice.allowed, ", ")
		}
		f.Usage = markdown.Replace(strings.ReplaceAll(f.Usage, "`", ""))
	})
}

var markdown = strings.NewReplacer(`\`, `\\`, `*`, `\*`, `_`, `\_`, "`", "\\`", `<`, `\<`, `#`, `\#`)
