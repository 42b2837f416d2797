// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"
)

// The memory of a process that signs or verifies a long file does not grow with it, also
// where the file is mapped. On a busy machine the thread that gives memory back may wait for its turn, so
// the least of some runs counts.
func TestResidentMemory(t *testing.T) {
	manyProcesses(t)
	const length, limit = 128 << 20, 64 << 20
	long := longFile(t, length)
	peak := regexp.MustCompile(`(?m)^VmHWM:\s+(\d+) kB$`)
	for _, name := range []string{"ed25519", "secp256k1-ecdsa", "bip340", "jq255e"} {
		t.Run(name, func(t *testing.T) {
			key := file(t, mustRun(t, "", "keygen", "--alg", name))
			pub := file(t, mustRun(t, "", "pubkey", "--alg", name, "--in", key))
			sig := filepath.Join(t.TempDir(), "sig")
			for _, args := range [][]string{
				{"sign", "--alg", name, "--key", key, "--force", "--out", sig, long},
				{"verify", "--alg", name, "--pub", pub, "--sig", sig, long},
			} {
				for left := 7; ; left-- {
					tool, status := toolProcess(args...), filepath.Join(t.TempDir(), "status")
					tool.Env = append(tool.Env, statusFile+"="+status)
					if out, err := tool.CombinedOutput(); err != nil {
						t.Fatalf("%s: %v, %s", args[0], err, out)
					}
					found := peak.FindSubmatch(must(os.ReadFile(status)))
					if found == nil {
						t.Fatal("the system does not say how much memory a process had")
					}
					kib := must(strconv.Atoi(string(found[1])))
					t.Logf("%s: %d KiB", args[0], kib)
					if kib<<10 <= limit {
						break
					}
					if left == 0 {
						t.Fatalf("%s took %d KiB of memory for a file of %d", args[0], kib, length>>10)
					}
				}
			}
		})
	}
}
