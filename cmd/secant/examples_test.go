// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

//go:build unix

package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// exampleFiles makes the files that examples name.
const exampleFiles = `
mkdir .ssh
for f in message.txt m.txt disk.img note.txt claims.json; do echo '"a message"' > $f; done
secant keygen --alg ed25519 --out key.pem
secant pubkey --in key.pem --out pub.pem
secant keygen --alg secp256k1-ecdsa --out secp256k1.pem
cp secp256k1.pem wallet.pem
secant keygen --alg bip340 --out key.hex
secant pubkey --alg bip340 --in key.hex --out pub.hex
secant key convert --in key.hex --alg bip340 --private --form nostr --out nsec.txt
secant keygen --alg ed25519 --form ssh --out id_ed25519
secant pubkey --in id_ed25519 --form ssh --out id_ed25519.pub
cp id_ed25519 .ssh
secant sign --key key.pem --out message.sig message.txt
secant sign --key id_ed25519 --out m.sig message.txt
secant sign --key minisign.key --form minisign --out m.txt.minisig m.txt
secant sign --key key.pem --form jws --out token.jws claims.json
cp "$TESTDATA/events.jsonl" "$TESTDATA/records.jsonl" .
gzip -c "$TESTDATA/records.csv" > 2024.csv.gz
cp "$TESTDATA/records.csv" 2025.csv.zst
`

// otherFiles are what examples with these words need in place of those, or besides.
var otherFiles = map[string]string{
	"--alg bip340 --pub pub.hex --sig": "secant sign --alg bip340 --key key.hex --force --out message.sig message.txt",
	"--encoding recoverable":           "cp secp256k1.pem key.pem",
	"secant recover":                   "secant sign --key secp256k1.pem --encoding recoverable --hash keccak256 --force --out message.sig message.txt",
	"--allowed-signers": `echo "user@example.com $(cat id_ed25519.pub)" > allowed_signers
secant sign --key id_ed25519 --form sshsig --namespace file --force --out message.sig message.txt`,
	"secant ecdh": `secant keygen --alg x25519 --force --out key.pem
secant keygen --alg x25519 --out peer.pem.key
secant pubkey --in peer.pem.key --out peer.pem`,
}

// The examples in the help of every command do what they say, where the files that they name
// are.
func TestHelpExamples(t *testing.T) {
	manyProcesses(t)
	bin, files := t.TempDir(), t.TempDir()
	must(0, os.Symlink(must(os.Executable()), filepath.Join(bin, "secant")))
	env := []string{"PATH=" + bin + ":" + os.Getenv("PATH"), realTool + "=1", "TESTDATA=" + must(filepath.Abs("testdata"))}
	must(0, os.WriteFile(filepath.Join(files, "minisign.key"), []byte(minisignSecret), 0o600))
	must(0, os.WriteFile(filepath.Join(files, "minisign.pub"), []byte(minisignPublic), 0o600))
	shell(t, files, env, exampleFiles)
	change := strings.NewReplacer(
		"\n    ", " ", " \\\n    ", " ", // long ones
		" ask", " file:"+file(t, "a passphrase\n"), // here is no terminal
		"secant speed", "secant speed --time 1ms",
		"--cpu v3", "--cpu none", // which all have
	)
	made := regexp.MustCompile(`--(?:out|payload) (\S+)`)
	examples := 0
	eachCommand(new(console).rootCommand(), nil, func(cmd *cobra.Command, words []string) {
		if cmd.Example == "" {
			return
		}
		for _, example := range strings.Split(change.Replace(cmd.Example), "\n") {
			examples++
			dir := filepath.Join(t.TempDir(), "files")
			must(0, os.CopyFS(dir, os.DirFS(files)))
			for words, commands := range otherFiles {
				if strings.Contains(example, words) {
					shell(t, dir, env, commands)
				}
			}
			output := made.FindStringSubmatch(example)
			if output != nil {
				os.Remove(filepath.Join(dir, output[1]))
			}
			out := shell(t, dir, append(env, "HOME="+dir), example)
			if strings.Contains(example, "secant verify --") && !strings.HasPrefix(out, "valid signature") && !strings.Contains(out, " valid, 0 not") {
				t.Errorf("%s: %s", example, out)
			}
			if output != nil && must(os.Stat(filepath.Join(dir, output[1]))).Size() == 0 {
				t.Errorf("%s: %s is empty", example, output[1])
			}
		}
	})
	if examples < 30 {
		t.Errorf("there are %d examples", examples)
	}
}
