// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// eachCommand calls visit for every command that can be called, with the words that do.
func eachCommand(cmd *cobra.Command, words []string, visit func(cmd *cobra.Command, words []string)) {
	visit(cmd, words)
	for _, sub := range cmd.Commands() {
		if sub.IsAvailableCommand() {
			eachCommand(sub, append(slices.Clone(words), sub.Name()), visit)
		}
	}
}

// Every command prints its help, in lines of 80 characters, with its usage and, but for
// those of cobra, an example, and it is in the help of the command above it.
func TestHelp(t *testing.T) {
	commands := 0
	eachCommand(new(console).rootCommand(), nil, func(cmd *cobra.Command, words []string) {
		commands++
		path := strings.Join(append([]string{"secant"}, words...), " ")
		for _, args := range [][]string{append(slices.Clone(words), "--help"), append([]string{"help"}, words...)} {
			status, stdout, _ := secant(t, "", args...)
			if status != exitDone || !strings.Contains(stdout, "\nUsage:\n  "+path) || strings.Count(stdout, path+" [command]\n") > 0 {
				t.Errorf("secant %q: status %d and %q", args, status, stdout)
			}
			if _, examples, _ := strings.Cut(stdout, "\nExamples:\n"); !strings.Contains(examples, "  "+path) && !strings.HasPrefix(path, "secant completion") {
				t.Errorf("secant %q has no example", args)
			}
			for _, line := range strings.Split(stdout, "\n") {
				if strings.HasPrefix(line, "  secant ") && strings.Contains(line, " > ") {
					t.Errorf("secant %q: what fails leaves an empty file: %q", args, line)
				}
				if n := utf8.RuneCountInString(line); n > 80 || strings.ContainsAny(line, "\t\r") {
					t.Errorf("secant %q: a line of %d characters: %q", args, n, line)
				}
			}
		}
		if len(words) > 0 {
			last := len(words) - 1
			_, above, _ := secant(t, "", append(slices.Clone(words[:last]), "--help")...)
			if !strings.Contains(above, "\n  "+words[last]+" ") {
				t.Errorf("the help above %q does not name it", words)
			}
		}
	})
	if commands < 10 {
		t.Errorf("there are %d commands", commands)
	}
}

func TestWrap(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"", ""},
		{"one two three", "one two\nthree"},
		{"one\ntwo\nthree four", "one two\nthree four"},
		{"one two\n\nthree", "one two\n\nthree"},
		{"abcdefghijklmnop q", "abcdefghijklmnop\nq"},
		{"é é é é é é é", "é é é é é\né é"},
		{"a:\n  b  one two three\n     four\n  cc one two", "a:\n  b  one\n     two\n     three\n     four\n  cc one\n  two"},
		{"  a  b  c d e\n        f", "  a  b  c\n        d\n        e\n        f"},
		{"a\n\tb c d e f\n", "a\n    b c d\n    e f"},
		{"  one,\n    two\n    three", "  one,\n    two\n    three"},
	} {
		if got := wrap(test.text, 10); got != test.want {
			t.Errorf("%q is wrapped as %q, want %q", test.text, got, test.want)
		}
	}
}

// What is mistyped comes with what may have been meant, and what is not like anything
// without.
func TestSuggestions(t *testing.T) {
	for command, want := range map[string]string{
		"sing":                                      `unknown command "sing": did you mean sign? (see 'secant --help')`,
		"sing --key key.pem message":                `unknown command "sing": did you mean sign? (see`,
		"VERIFY":                                    `unknown command "VERIFY": did you mean verify? (see`,
		"xyzzy":                                     `unknown command "xyzzy" (see`,
		"help sing":                                 `no help on "sing": did you mean sign?`,
		"completion bsh":                            `unknown command "bsh": did you mean bash or zsh? (see 'secant completion --help')`,
		"keygen --alg ED25519":                      `do255s: did you mean ed25519? (see 'secant keygen --help')`,
		"keygen --alg ed2519":                       `do255s: did you mean ed25519? (see`,
		"keygen --alg ecdsa":                        `do255s: did you mean secp256k1-ecdsa? (see`,
		"keygen --alg rsa":                          `do255s (see`,
		"keygen --alg jq255":                        `do255s: did you mean jq255e or jq255s? (see`,
		"sign --key k --form base46":                `must be one of raw, hex, base64, sshsig, minisign, signify, jws, nostr: did you mean base64? (see`,
		"sign --key k --form pem":                   `minisign, signify, jws, nostr (see`,
		"verify --rules ZIP-215":                    `zip215: did you mean zip215? (see`,
		"verify --rule zip215":                      `unknown flag: --rule: did you mean --rules? (see 'secant verify --help')`,
		"verify --bulk a.jsonl b.csv":               `unknown flag: --bulk: did you mean 'secant bulk'? (see 'secant verify --help')`,
		"verify --bulk=records.jsonl":               `unknown flag: --bulk: did you mean 'secant bulk'? (see`,
		"pubkey --verify":                           `unknown flag: --verify: did you mean 'secant verify'? (see`,
		"sign -key k":                               `unknown shorthand flag: 'k' in -key: did you mean --key? (see`,
		"sign --hsah sha256":                        `unknown flag: --hsah: did you mean --hash? (see`,
		"speed --cpu IFMA":                          `ifma-twochains: did you mean ifma? (see`,
		"speed --json=maybe":                        `invalid argument "maybe" for "--json" flag: invalid syntax (see 'secant speed --help')`,
		"ecdh --length 1e3":                         `invalid argument "1e3" for "--length" flag: invalid syntax (see`,
		"ecdh --length 1" + strings.Repeat("0", 30): `for "--length" flag: value out of range (see`,
		"speed --cpu sse":                           `ifma-twochains (see`,
		"speed sha256/sign":                         `there is no operation "sha256/sign"`,
		"speed secp256k1/ecsda/verify":              `: did you mean secp256k1/ecdsa/verify?`,
	} {
		wantError(t, want, "", strings.Fields(command)...)
	}
}

// Shells complete commands, operations and the values of flags.
func TestCompletion(t *testing.T) {
	complete := func(words ...string) string {
		var stdout, stderr strings.Builder
		if status := run(append([]string{"__completeNoDesc"}, words...), strings.NewReader(""), &stdout, &stderr); status != exitDone {
			t.Errorf("%q: status %d, %q", words, status, stderr.String())
		}
		return stdout.String()
	}
	for command, want := range map[string]string{
		"":                      "keygen\n",
		"keygen --alg ":         "ed25519\nx25519\nsecp256k1-ecdsa\nbip340\njq255e\njq255s\ndo255e\ndo255s\n:4\n",
		"keygen --form ":        "\nssh\n",
		"sign --form ":          "raw\nhex\nbase64\nsshsig\nminisign\nsignify\njws\nnostr\n:4\n",
		"verify --rules ":       "default\nstdlib\nfips\nzip215\n:4\n",
		"speed --cpu ":          "none\nv3\nv3-twochains\nv3-lanes\nifma\nifma-twochains\n:4\n",
		"speed ":                "\nsecp256k1/ecdsa/verify\n",
		"help ":                 "\ncompletion\n:4\n",
		"help completion ":      "bash\nzsh\nfish\npowershell\n:4\n",
		"sign --key key.pem me": ":0\n", // the shell's file names
	} {
		if got := complete(strings.Split(command, " ")...); !strings.Contains(got, want) {
			t.Errorf("%q: %q, want %q", command, got, want)
		}
	}
	choices := 0
	eachCommand(new(console).rootCommand(), nil, func(cmd *cobra.Command, words []string) {
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			if choice, ok := f.Value.(*choice); ok {
				choices++
				want := strings.Join(choice.allowed, "\n") + "\n:4\n"
				if got := complete(append(slices.Clone(words), "--"+f.Name, "")...); got != want {
					t.Errorf("%q --%s: %q, want %q", words, f.Name, got, want)
				}
			}
		})
	})
	if choices < 10 {
		t.Errorf("there are %d flags with a choice of values", choices)
	}
	for _, shell := range []string{"bash", "zsh", "fish", "powershell"} {
		if script := mustRun(t, "", "completion", shell); !strings.Contains(script, "__complete") {
			t.Errorf("completion %s: %q", shell, script)
		}
	}
}
