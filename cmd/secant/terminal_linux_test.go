// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// terminal returns both ends of a new terminal: what is written to tty is read from
// screen.
func terminal(t *testing.T) (screen, tty *os.File) {
	t.Helper()
	screen, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { screen.Close() })
	n := must(unix.IoctlGetInt(int(screen.Fd()), unix.TIOCGPTN))
	if err := unix.IoctlSetPointerInt(int(screen.Fd()), unix.TIOCSPTLCK, 0); err != nil {
		t.Fatal(err)
	}
	tty, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { tty.Close() })
	return screen, tty
}

// A terminal gets no raw bytes, and a secret only when it is asked for.
func TestTerminal(t *testing.T) {
	screen, tty := terminal(t)
	const raw, unasked = "raw bytes are not written to a terminal", "is not written to a terminal unasked: --out FILE"
	edKey, xKey, peer := file(t, edPrivate(edSeed)), file(t, xPrivate(aliceSecret)), file(t, bobPublic)
	for _, test := range []struct{ command, want, refused string }{
		{"sign --key " + edKey, "", raw},
		{"sign --form raw --out - --key " + edKey, "", raw},
		{"sign --form hex --key " + edKey, "30cfcc46", ""},
		{"pubkey --in " + edKey, "-----BEGIN PUBLIC KEY-----", ""},
		{"pubkey --form raw --in " + edKey, "", raw},
		{"pubkey --form der --in " + edKey, "", raw},
		{"key convert --in " + edKey, "", unasked},
		{"key convert --form der --out - --in " + edKey, "", raw},
		{"key convert --form jwk --out - --in " + edKey, `{"kty":"OKP"`, ""},
		{"key convert --form jwk --in " + file(t, edPublicPEM(edPublic)), `{"kty":"OKP"`, ""},
		{"key inspect --in " + edKey, "key         private", ""},
		{"keygen --alg ed25519", "", unasked},
		{"keygen --alg ed25519 --form raw --out -", "", raw},
		{"keygen --alg ed25519 --out -", "-----BEGIN PRIVATE KEY-----", ""},
		{"ecdh --key " + xKey + " --peer " + peer, "", raw},
		{"ecdh --form hex --key " + xKey + " --peer " + peer, "", unasked},
		{"ecdh --form hex --out - --key " + xKey + " --peer " + peer, abShared, ""},
	} {
		var stderr bytes.Buffer
		status := run(strings.Fields(test.command), strings.NewReader(""), tty, &stderr)
		fmt.Fprint(tty, "\x04")
		shown := strings.TrimSuffix(must(bufio.NewReader(screen).ReadString(4)), "\x04")
		if test.refused != "" {
			if status != exitUnable || !strings.Contains(stderr.String(), test.refused) || len(shown) > 0 {
				t.Errorf("%s: status %d, %q shown, %q", test.command, status, shown, stderr.String())
			}
		} else if status != exitDone || !strings.HasPrefix(shown, test.want) || stderr.Len() > 0 {
			t.Errorf("%s: status %d, %q shown, %q", test.command, status, shown, stderr.String())
		}
	}
}

// One who forgets the file is told that a command waits for it.
func TestReadingTerminal(t *testing.T) {
	screen, tty := terminal(t)
	fmt.Fprint(screen, edMessage+"\x04\x04")
	var stdout, stderr bytes.Buffer
	status := run([]string{"sign", "--form", "hex", "--key", file(t, edPrivate(edSeed))}, tty, &stdout, &stderr)
	if status != exitDone || stdout.String() != edSignature+"\n" || stderr.String() != "secant: reading from the terminal, until its end of file: Ctrl-D, or Ctrl-Z on Windows\n" {
		t.Errorf("status %d, %q, %q", status, stdout.String(), stderr.String())
	}
}
