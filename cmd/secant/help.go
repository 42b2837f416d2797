// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// helpWidth is how many characters a line of help has at most.
const helpWidth = 80

// helpCommand is cobra's help command, but for an error if there is no such
// command.
func helpCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "help [COMMAND]",
		Short:   "Print the help of a command",
		Example: "  secant help sign",
		ValidArgsFunction: func(cmd *cobra.Command, args []string, _ string) (names []string, _ cobra.ShellCompDirective) {
			if about, rest, err := cmd.Root().Find(args); err == nil && len(rest) == 0 {
				names = commandNames(about)
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			about, rest, err := cmd.Root().Find(args)
			if err != nil {
				return err
			}
			if len(rest) > 0 {
				return fmt.Errorf("no help on %q%s", strings.Join(args, " "), suggestion(rest[0], commandNames(about)))
			}
			about.InitDefaultHelpFlag()
			return about.Help()
		},
	}
}

// helpText returns the help of cmd.
func helpText(cmd *cobra.Command) string {
	about := cmd.Long
	if about == "" {
		about = cmd.Short
	}
	flags := cmd.LocalFlags()
	usage := strings.Replace(cmd.UsageString(),
		strings.TrimSpace(flags.FlagUsages()), strings.TrimSpace(flags.FlagUsagesWrapped(helpWidth)), 1)
	if cmd.HasSubCommands() { // the line that says that they can be left out is not true
		usage = strings.Replace(usage, "  "+cmd.CommandPath()+" [command]\n", "", 1)
	}
	return wrap(about, helpWidth) + "\n\n" + usage
}

// wrap breaks the lines of text so that they have at most width characters, but for
// longer words. Lines that are not indented are one paragraph, until the next empty
// line. So are an indented line and those after it that are indented as far as its text,
// which starts after the last gap of two spaces if there is one.
func wrap(text string, width int) string {
	var b strings.Builder
	column, hanging := 0, -1 // where the next word would be, and the paragraph's lines start
	text = strings.ReplaceAll(text, "\t", "    ")
	for i, line := range strings.Split(strings.TrimRight(text, "\n"), "\n") {
		body := strings.TrimLeft(line, " ")
		indent := len(line) - len(body)
		if body != "" && indent == hanging {
			column++
		} else {
			if i > 0 {
				b.WriteByte('\n')
			}
			hanging, column = indent, indent
			if body == "" {
				hanging = -1
			} else if gap := strings.LastIndex(body, "  "); gap >= 0 && indent > 0 {
				hanging += gap + 2
				column = hanging
				body = line[hanging:]
				b.WriteString(line[:hanging])
			} else {
				b.WriteString(line[:indent])
			}
		}
		for j, word := range strings.Fields(body) {
			if j > 0 {
				column++
			}
			n := utf8.RuneCountInString(word)
			if column > hanging && column+n > width {
				b.WriteString("\n" + strings.Repeat(" ", hanging))
				column = hanging
			} else if column > hanging {
				b.WriteByte(' ')
			}
			b.WriteString(word)
			column += n
		}
	}
	return b.String()
}

// commandNames returns the names of the commands below cmd.
func commandNames(cmd *cobra.Command) (names []string) {
	for _, sub := range cmd.Commands() {
		if sub.IsAvailableCommand() {
			names = append(names, sub.Name())
		}
	}
	return names
}

// unknownCommand is the error of a command that is not below cmd.
func unknownCommand(cmd *cobra.Command, typed string) error {
	return fmt.Errorf("unknown command %q%s", typed, suggestion(typed, commandNames(cmd)))
}

// flagError is the error of the flags of cmd, with what may have been meant.
func flagError(cmd *cobra.Command, err error) error {
	if rest := cmd.Flags().Args(); cmd.HasSubCommands() && len(rest) > 0 {
		return unknownCommand(cmd, rest[0]) // whose flags these would have been
	}
	var invalid *pflag.InvalidValueError
	var number *strconv.NumError
	if errors.As(err, &invalid) && errors.As(err, &number) { // without the names of functions in Go
		return fmt.Errorf("invalid argument %q for \"--%s\" flag: %w", invalid.GetValue(), invalid.GetFlag().Name, number.Err)
	}
	var unknown *pflag.NotExistError
	if !errors.As(err, &unknown) {
		return err
	}
	typed := unknown.GetSpecifiedShortnames() // of -key
	if typed == "" {
		typed = unknown.GetSpecifiedName()
	}
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			names = append(names, "--"+f.Name)
		}
	})
	if slices.Contains(commandNames(cmd.Root()), typed) && !slices.Contains(names, "--"+typed) {
		return fmt.Errorf("%w: did you mean '%s %s'?", err, cmd.Root().Name(), typed)
	}
	return fmt.Errorf("%w%s", err, suggestion("--"+typed, names))
}

// suggestion asks whether one of names was meant by what was typed, if there are such:
// names that differ by little, or of which it is a part.
func suggestion(typed string, names []string) string {
	part := strings.ToLower(strings.TrimLeft(typed, "-"))
	if len(part) < 2 {
		return ""
	}
	if slices.Contains(names, part) {
		return ": did you mean " + part + "?"
	}
	all := new(cobra.Command) // which knows how to compare names of commands
	for _, name := range names {
		all.AddCommand(&cobra.Command{Use: name, Run: func(*cobra.Command, []string) {}})
	}
	var meant []string
	for len(meant) == 0 && all.SuggestionsMinimumDistance <= min(2, len(part)/2) {
		meant = all.SuggestionsFor(typed)
		all.SuggestionsMinimumDistance++
	}
	if len(meant) == 0 {
		meant = slices.DeleteFunc(slices.Clone(names), func(name string) bool { return !strings.Contains(name, part) })
	}
	if len(meant) == 0 {
		return ""
	}
	return ": did you mean " + strings.Join(meant, " or ") + "?"
}
