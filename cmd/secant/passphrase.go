// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"
)

// maxPassphrase bounds the length of a passphrase, in bytes.
const maxPassphrase = 1024

// A passphraseSource is where a passphrase comes from: a file, a descriptor, or, if it has
// neither, the terminal.
type passphraseSource struct {
	path string // or empty
	fd   int    // or -1
	set  bool   // whether the flag was given
}

func (s *passphraseSource) Type() string { return "SOURCE" }

func (s *passphraseSource) String() string { return "" }

func (s *passphraseSource) Set(text string) error {
	path, isFile := strings.CutPrefix(text, "file:")
	number, isFD := strings.CutPrefix(text, "fd:")
	n, err := strconv.ParseUint(number, 10, 31)
	switch {
	case text == "ask":
		*s = passphraseSource{fd: -1, set: true}
	case isFile && path != "":
		*s = passphraseSource{path: path, fd: -1, set: true}
	case isFD && err == nil:
		*s = passphraseSource{fd: int(n), set: true}
	default:
		return errors.New("must be ask, file:PATH or fd:N")
	}
	return nil
}

// sourceFlag adds a flag that says where a passphrase comes from.
func sourceFlag(cmd *cobra.Command, name, usage string) *passphraseSource {
	s := &passphraseSource{fd: -1}
	cmd.Flags().Var(s, name, usage)
	cmd.RegisterFlagCompletionFunc(name, cobra.FixedCompletions([]string{"ask", "file:", "fd:"}, cobra.ShellCompDirectiveNoFileComp|cobra.ShellCompDirectiveNoSpace))
	return s
}

// passphraseHelp says where passphrases come from.
const passphraseHelp = `A passphrase comes from the terminal (ask), from file:PATH, which has that one
line, or from fd:N, a file descriptor of which a line is read.`

// input returns the name of the input that s reads, for [oneStdin].
func (s *passphraseSource) input() string {
	if s.fd == 0 {
		return standardStream
	}
	return s.path
}

// readPassphrase returns the passphrase, which the terminal is asked for with the questions,
// one or two, to which the answers must be the same.
func (c *console) readPassphrase(s *passphraseSource, questions ...string) (passphrase []byte, err error) {
	switch {
	case s.path != "":
		passphrase, err = c.readPassphraseFile(s.path)
	case s.fd >= 0:
		passphrase, err = c.readPassphraseLine(s.fd)
	default:
		passphrase, err = askPassphrase(questions)
	}
	switch {
	case err != nil:
		return nil, err
	case len(passphrase) == 0:
		return nil, errors.New("the passphrase is empty")
	case len(passphrase) > maxPassphrase:
		return nil, fmt.Errorf("the passphrase is longer than %d bytes", maxPassphrase)
	}
	return passphrase, nil
}

// withoutEnd returns a line without what ends it.
func withoutEnd(line []byte) []byte {
	return bytes.TrimSuffix(bytes.TrimSuffix(line, []byte("\n")), []byte("\r"))
}

func (c *console) readPassphraseFile(path string) ([]byte, error) {
	data, err := c.readSmall(path)
	if err != nil {
		return nil, err
	}
	line := withoutEnd(data)
	if bytes.ContainsAny(line, "\r\n") {
		return nil, fmt.Errorf("%s has more than the line of a passphrase", path)
	}
	return line, nil
}

// descriptors are the files of the descriptors that were read, which stay open.
var descriptors = map[int]*os.File{}

// readPassphraseLine reads a line of the file descriptor fd, and not more: the next may be
// another passphrase.
func (c *console) readPassphraseLine(fd int) ([]byte, error) {
	in := c.stdin
	if fd != 0 {
		if descriptors[fd] == nil {
			if !inherited(fd) {
				return nil, fmt.Errorf("cannot read descriptor %d: it is not one that was open when the command started", fd)
			}
			descriptors[fd] = os.NewFile(uintptr(fd), "")
		}
		in = descriptors[fd]
	}
	var line []byte
	for b := make([]byte, 1); len(line) <= maxPassphrase+2 && b[0] != '\n'; line = append(line, b[0]) {
		if _, err := io.ReadFull(in, b); err == io.EOF {
			break
		} else if err != nil {
			return nil, fmt.Errorf("cannot read descriptor %d: %w", fd, cause(err))
		}
	}
	return withoutEnd(line), nil
}

// openTerminal opens the terminal of the process, whatever its standard input is. Windows has
// none of that name.
var openTerminal = func() (*os.File, error) { return os.OpenFile("/dev/tty", os.O_RDWR, 0) }

var errNoTerminal = errors.New("there is no terminal to ask for a passphrase: file:PATH or fd:N is where else it can be")

// askPassphrase asks the terminal, which does not show the answers.
func askPassphrase(questions []string) ([]byte, error) {
	tty, err := openTerminal()
	if err != nil {
		return nil, errNoTerminal
	}
	defer tty.Close()
	var answer []byte
	for i, question := range questions {
		text, err := askOnce(tty, question)
		if err != nil {
			return nil, err
		}
		if i > 0 && !bytes.Equal(text, answer) {
			return nil, errors.New("the two passphrases differ")
		}
		answer = text
	}
	return answer, nil
}

// askOnce asks one question. A signal that ends the process leaves a terminal that shows
// what is typed.
func askOnce(tty *os.File, question string) ([]byte, error) {
	fd := int(tty.Fd())
	before, err := term.GetState(fd)
	if err != nil {
		return nil, fmt.Errorf("cannot ask for the passphrase: %w", err)
	}
	arrived, done := make(chan os.Signal, 1), make(chan struct{})
	notify(arrived)
	defer signal.Stop(arrived)
	defer close(done)
	go func() {
		select {
		case s := <-arrived:
			term.Restore(fd, before)
			fmt.Fprintln(tty)
			dieOf(s)
		case <-done:
		}
	}()
	fmt.Fprint(tty, question)
	text, err := term.ReadPassword(fd)
	fmt.Fprintln(tty)
	if err != nil {
		return nil, fmt.Errorf("cannot ask for the passphrase: %w", err)
	}
	return text, nil
}
