// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

//go:build unix

package main

import (
	"bufio"
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"sync"
	"syscall"
	"testing"
	"time"

	"secant.example/ed25519"
)

var shareRecords = flag.Int("records", 100_000, "how many records BenchmarkShare has")

// BenchmarkShare measures how much of its time the command verifies: the CPU time of the library in a
// plain loop, divided by that of the whole process of secant-beam, and of secant bulk, for the same Ed25519
// records, with one worker and with two. CPU time is that of the system, too. All take turns, and the
// fastest of each counts, because other programs on the machine only ever make them longer.
//
//	go test -run '^$' -bench Share -benchtime 3x -timeout 0 ./cmd/secant-beam -records 2000000
func BenchmarkShare(b *testing.B) {
	dir := b.TempDir()
	path := filepath.Join(dir, "records.jsonl")
	decoded := writeShareRecords(b, path, *shareRecords)
	tool := filepath.Join(dir, "secant")
	if text, err := exec.Command("go", "build", "-o", tool, "secant.example/cmd/secant").CombinedOutput(); err != nil {
		b.Fatalf("%v\n%s", err, text)
	}
	program, err := os.Executable()
	if err != nil {
		b.Fatal(err)
	}
	type spent struct{ cpu, wall time.Duration }
	best := make(map[string]spent)
	keep := func(name string, s spent) {
		old, ok := best[name]
		if !ok {
			old = s
		}
		best[name] = spent{min(old.cpu, s.cpu), min(old.wall, s.wall)}
	}
	process := func(workers int, program string, args ...string) spent {
		var out bytes.Buffer
		c := exec.Command(program, args...)
		c.Env = append(os.Environ(), asCommand+"=1", fmt.Sprint("GOMAXPROCS=", workers))
		c.Stdout, c.Stderr = &out, &out
		start := time.Now()
		if err := c.Run(); err != nil || !bytes.Contains(out.Bytes(), fmt.Appendf(nil, "%d of %d records valid", *shareRecords, *shareRecords)) {
			b.Fatalf("%v\n%s", err, out.Bytes())
		}
		return spent{c.ProcessState.UserTime() + c.ProcessState.SystemTime(), time.Since(start)}
	}
	b.ResetTimer()
	for i := range b.N {
		for workers := 1; workers <= 2; workers++ {
			jobs := strconv.Itoa(workers)
			start, before := time.Now(), ownTime()
			plainLoop(b, decoded, workers)
			keep("loop-"+jobs, spent{ownTime() - before, time.Since(start)})
			keep("bulk-"+jobs, process(workers, tool, "bulk", "--quiet", "--jobs", jobs, path))
			out := filepath.Join(dir, fmt.Sprint("out-", i, "-", workers))
			keep("beam-"+jobs, process(workers, program, "--out", out, "--jobs", jobs, path))
		}
	}
	each := func(d time.Duration) float64 { return float64(d.Nanoseconds()) / float64(*shareRecords) }
	for name, s := range best {
		b.ReportMetric(each(s.cpu), name+"-ns")
		b.ReportMetric(1e9/each(s.wall), name+"-records/s")
	}
	for _, what := range []string{"bulk", "beam"} {
		for _, jobs := range []string{"1", "2"} {
			b.ReportMetric(float64(best["loop-"+jobs].cpu)/float64(best[what+"-"+jobs].cpu), what+"-"+jobs+"-share")
		}
	}
	b.ReportMetric(0, "ns/op")
}

// The sizes of what is signed in a record.
const (
	shareMessage = 64
	shareDecoded = ed25519.PublicKeySize + ed25519.SignatureSize + shareMessage
)

// writeShareRecords writes n valid records of some 320 bytes, of which no two near each other have the
// same key, and returns their keys, signatures and messages, as bytes.
func writeShareRecords(b *testing.B, path string, n int) []byte {
	b.Helper()
	f, err := os.Create(path)
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	const different = 1 << 14
	var ends [][]byte
	var decoded []byte
	for i := range min(n, different) {
		key := ed25519.NewKeyFromSeed(fmt.Appendf(nil, "%032d", i))
		message := fmt.Appendf(nil, "%0*d", shareMessage, i)
		sig := ed25519.Sign(key, message)
		ends = append(ends, fmt.Appendf(nil, `","scheme":"ed25519","key":"%x","message":"%s","signature":"%x"}`, key[32:], message, sig))
		decoded = append(append(append(decoded, key[32:]...), sig...), message...)
	}
	w := bufio.NewWriterSize(f, 1<<20)
	for i := range n {
		fmt.Fprintf(w, `{"id":"%d`, i)
		w.Write(ends[i%different])
		w.WriteByte('\n')
	}
	if err := w.Flush(); err != nil {
		b.Fatal(err)
	}
	some := decoded
	for decoded = make([]byte, 0, n*shareDecoded); len(decoded) < n*shareDecoded; {
		decoded = append(decoded, some[:min(len(some), n*shareDecoded-len(decoded))]...)
	}
	return decoded
}

// plainLoop verifies records as a program would that has their bytes: each worker has its share of
// them, in batches of 1024.
func plainLoop(b *testing.B, decoded []byte, workers int) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(workers))
	n := len(decoded) / shareDecoded
	var all sync.WaitGroup
	for w := range workers {
		share := decoded[n*w/workers*shareDecoded : n*(w+1)/workers*shareDecoded]
		all.Go(func() {
			var batch ed25519.BatchVerifier
			for len(share) > 0 {
				for range min(1024, len(share)/shareDecoded) {
					key, sig, message := share[:32], share[32:96], share[96:shareDecoded]
					batch.Add(key, message, sig)
					share = share[shareDecoded:]
				}
				if valid, _ := batch.Verify(nil); !valid {
					b.Error("invalid")
				}
				batch.Reset()
			}
		})
	}
	all.Wait()
}

// ownTime returns the CPU time of this process.
func ownTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
