// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"secant.example/cmd/secant/bulk"
)

// The exit statuses.
const (
	exitDone    = 0 // done, or the signature is valid
	exitInvalid = 1 // the signature is invalid
	exitUnable  = 2 // usage, unreadable input, unwritable output
)

// errInvalidSignature ends a verification whose verdict is already printed.
var errInvalidSignature = errors.New("invalid signature")

// console is what a command talks to.
type console struct {
	stdin          io.Reader
	stdout, stderr io.Writer
	started        bool  // the arguments were accepted and the command runs
	helpErr        error // of writing help

	given map[string]string // what flags have instead of files, by the flag, which takes a path's place
}

// run executes the command line args and returns the exit status. Whatever
// goes wrong is one line on stderr.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	c := &console{stdin: stdin, stdout: stdout, stderr: stderr}
	root := c.rootCommand()
	root.SetArgs(args)
	cmd, err := root.ExecuteC()
	if err == nil {
		err = c.helpErr
	}
	switch {
	case err == nil:
		return exitDone
	case errors.Is(err, errInvalidSignature):
		return exitInvalid
	case !c.started:
		err = fmt.Errorf("%w (see '%s --help')", err, cmd.CommandPath())
	}
	fmt.Fprintf(stderr, "secant: %s\n", oneLine(err.Error()))
	return exitUnable
}

// oneLine returns s with unprintable characters escaped: a file name may hold any.
func oneLine(s string) string { return bulk.OneLine(s) }

// oneLineWithTabs is oneLine but for tabs.
func oneLineWithTabs(s string) string {
	fields := strings.Split(s, "\t")
	for i := range fields {
		fields[i] = oneLine(fields[i])
	}
	return strings.Join(fields, "\t")
}

func (c *console) rootCommand() *cobra.Command {
	cobra.EnableCommandSorting = false
	root := &cobra.Command{
		Use:   "secant",
		Short: "Keys, signatures and shared secrets on elliptic curves",
		Long: `Signatures and key exchange on elliptic curves: Ed25519, X25519, ECDSA and BIP-340 on
secp256k1, jq255e, jq255s, do255e and do255s. Keys and signatures are in the forms of
other programs, where these know the algorithm: OpenSSL, OpenSSH, minisign, signify,
JSON Web Keys and Signatures, and Nostr; private keys with a passphrase or without.

Exit status: 0 done, or the signature is valid; 1 the signature is invalid;
2 usage, unreadable input or unwritable output, with one line on standard error.`,
		Example: `  secant keygen --alg ed25519 --out key.pem
  secant pubkey --in key.pem --out pub.pem
  secant sign --key key.pem --out message.sig message.txt
  secant verify --pub pub.pem --sig message.sig message.txt`,
		SilenceErrors: true,
		SilenceUsage:  true,
	}
	root.SetIn(c.stdin)
	root.SetOut(c.stdout)
	root.SetErr(c.stderr)
	root.AddCommand(
		c.keygenCommand(), c.pubkeyCommand(), c.keyCommand(), c.signCommand(), c.verifyCommand(),
		c.bulkCommand(), c.recoverCommand(), c.ecdhCommand(), c.speedCommand(), c.versionCommand(),
	)
	root.SetHelpCommand(helpCommand())
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	root.SetHelpFunc(func(cmd *cobra.Command, _ []string) {
		c.started = true
		c.helpErr = c.print([]byte(helpText(cmd)))
	})
	root.SetFlagErrorFunc(flagError)
	version := root.Flags().Bool("version", false, "print what 'secant version' prints")
	c.prepare(root)
	noCommand := root.RunE
	root.RunE = func(cmd *cobra.Command, args []string) error {
		if *version && len(args) == 0 {
			c.started = true
			return c.print(versionText())
		}
		return noCommand(cmd, args)
	}
	return root
}

// prepare gives cmd, and the commands below it, what all have in common: they note that
// they run, call arguments by that name, and are an error by themselves if others are below.
func (c *console) prepare(cmd *cobra.Command) {
	cmd.DisableFlagsInUseLine = true
	if inner := cmd.RunE; inner != nil {
		cmd.RunE = func(cmd *cobra.Command, args []string) error {
			c.started = true
			return inner(cmd, args)
		}
	}
	if !cmd.HasSubCommands() {
		if inner := cmd.Args; inner != nil {
			cmd.Args = func(cmd *cobra.Command, args []string) error {
				err := inner(cmd, args)
				if err != nil && strings.HasPrefix(err.Error(), "unknown command") { // as cobra.NoArgs calls it
					err = fmt.Errorf("%q is no flag, and it takes nothing else", args[0])
				}
				return err
			}
		}
		return
	}
	for _, sub := range cmd.Commands() {
		c.prepare(sub)
	}
	if cmd.Use == cmd.Name() {
		cmd.Use += " COMMAND"
	}
	cmd.Args = cobra.ArbitraryArgs
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return errors.New("no command given")
		}
		return unknownCommand(cmd, args[0])
	}
}

// choice is a flag whose value is one of a list.
type choice struct {
	value   *string
	allowed []string
}

func (f *choice) String() string {
	if f.value == nil {
		return ""
	}
	return *f.value
}

func (f *choice) Type() string { return strings.Join(f.allowed, "|") }

func (f *choice) Set(s string) error {
	if !slices.Contains(f.allowed, s) {
		return fmt.Errorf("must be one of %s%s", strings.Join(f.allowed, ", "), suggestion(s, f.allowed))
	}
	*f.value = s
	return nil
}

// choiceFlag adds a flag that sets value to one of allowed, and completes to
// them.
func choiceFlag(cmd *cobra.Command, value *string, name, usage string, allowed ...string) {
	cmd.Flags().Var(&choice{value, allowed}, name, usage)
	cmd.RegisterFlagCompletionFunc(name, cobra.FixedCompletions(allowed, cobra.ShellCompDirectiveNoFileComp))
}

// fileFlag adds a flag that names a file. It is initial if the flag is not
// given; "" makes the flag required.
func fileFlag(cmd *cobra.Command, name, initial, usage string) *string {
	path := cmd.Flags().String(name, initial, usage)
	if initial == "" {
		cmd.MarkFlagRequired(name)
	}
	return path
}
