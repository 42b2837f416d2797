// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"

	"secant.example/internal/_check/concrete"
)

// suites are the tests that run with interpreted kernels, by package: those that compare
// kernels with twins and models, and that aim at late carries.
var suites = map[string]string{
	"internal/field":        "TestBinary|TestSquare|TestLateCarries|TestUnary|TestSqrN|TestSqrNMulPair|TestSqrNMulLanes|TestLegendre",
	"internal/modinv":       "TestInvManySteps|TestZeroBits|TestVarTimeAnswers|TestLargeNumbers",
	"internal/sha512lanes":  "TestCompress|TestEdgeWords",
	"internal/curve25519":   "TestStep|TestLaneStep|TestLaneLimbs|TestAliasing",
	"internal/edwards25519": "TestDoubleFormula|TestAdditionFormulas|TestPairSteps|TestLanes|TestLaneLimbs|TestPositions|TestBuckets|TestPrepare|TestMultiples|TestOddMultiples|TestOddMultiplesEach|TestAdditionLists|TestSteps|TestEdgeLimbs|TestComb|TestColumns|TestJoin|TestWindows|TestWindowLimbs|TestSelect|TestFetch|TestEachSteps|TestExpandedSteps|TestEachMultiples",
	"internal/secp256k1":    "TestDoubleFormula|TestAdditionFormulas|TestAdditionLists|TestLargeScales|TestStepExceptions|TestSelect|TestChain|TestRescale|TestVarTimeMSMLarge|TestScalarMultAliases|TestCombExceptions|TestLaneSteps|TestLaneMultiples|TestLaneRescale|TestLaneSqrNMul|TestChords",
	"internal/doubleodd":    "TestAdditionFormula|TestDoublingFormula|TestWindows|TestSums|TestComb|TestSelect|TestLaneSteps|TestLaneTables|TestLaneSqrNMul",
}

// sample is a part of them, for -quick: of those for AVX-512 and doubles, what does not take minutes.
var sample = map[string]string{
	"internal/sha512lanes":  "TestCompress",
	"internal/edwards25519": "TestLanes|TestPositions|TestBuckets|TestPrepare|TestMultiples|TestOddMultiples|TestOddMultiplesEach|TestAdditionLists|TestSteps|TestEdgeLimbs|TestWindowLimbs|TestFetch",
	"internal/secp256k1":    "TestAdditionLists|TestLargeScales|TestCombExceptions|TestLaneSteps|TestLaneMultiples|TestLaneRescale|TestLaneSqrNMul|TestChords",
}

// runSuites runs the tests of the packages with interpreted kernels, and returns what was
// run of each routine, by package.
func runSuites(root string, units []*Unit, directory string, tests map[string]string) (map[string][]concrete.Count, error) {
	counts, _, err := runAndRecord(root, units, directory, tests, false)
	return counts, err
}

// runAndRecord does that, and returns the calls that it recorded, by the name of the package whose
// routines they are of.
func runAndRecord(root string, units []*Unit, directory string, tests map[string]string, record bool) (map[string][]concrete.Count, map[string][]*concrete.Call, error) {
	o, err := interpreted(root, units, directory)
	if err != nil {
		return nil, nil, err
	}
	file, err := o.write()
	if err != nil {
		return nil, nil, err
	}
	all, recorded := map[string][]concrete.Count{}, map[string][]*concrete.Call{}
	failures := make([]error, len(units))
	var mutex sync.Mutex
	var group sync.WaitGroup
	free := make(chan bool, runtime.NumCPU())
	for i, u := range units {
		if tests[u.Path] == "" {
			continue
		}
		group.Add(1)
		go func() {
			defer group.Done()
			free <- true
			defer func() { <-free }()
			calls := ""
			if record {
				calls = filepath.Join(directory, "calls_"+u.Package)
			}
			counts, err := runSuite(root, u, directory, file, tests[u.Path], calls)
			var found map[string][]*concrete.Call
			if err == nil && record {
				found, err = concrete.ReadCalls(calls)
			}
			mutex.Lock()
			defer mutex.Unlock()
			all[u.Path], failures[i] = counts, err
			for name, list := range found {
				recorded[name] = append(recorded[name], list...)
			}
		}()
	}
	group.Wait()
	return all, recorded, errors.Join(failures...)
}

// runSuite runs the tests of one package, and writes calls to a file if that has a name.
func runSuite(root string, u *Unit, directory, overlay, tests, calls string) ([]concrete.Count, error) {
	counts := filepath.Join(directory, "counts_"+u.Package+".json")
	c := exec.Command("go", "test", "-overlay", overlay, "-vet=off", "-short", "-v", "-count=1", "-timeout=30m", "-run", "^("+tests+")$", "./"+u.Path)
	c.Dir = root
	c.Env = append(os.Environ(), "SECANT_CHECK_COUNTS="+counts, "SECANT_CHECK_CALLS="+calls)
	output, err := c.CombinedOutput()
	if err != nil {
		return nil, fmt.Errorf("the tests of %s with interpreted kernels: %w\n%s", u.Path, err, output)
	}
	for _, name := range strings.Split(tests, "|") {
		if !strings.Contains(string(output), "--- PASS: "+name+" ") {
			return nil, fmt.Errorf("%s has no test %s that passes", u.Path, name)
		}
	}
	content, err := os.ReadFile(counts)
	if err != nil {
		return nil, err
	}
	var list []concrete.Count
	if err := json.Unmarshal(content, &list); err != nil {
		return nil, err
	}
	return own(list, u), nil
}

// own returns what of list is in u: a test runs routines of several packages.
func own(list []concrete.Count, u *Unit) (counts []concrete.Count) {
	for _, c := range list {
		if c.Package == u.Package {
			counts = append(counts, c)
		}
	}
	return counts
}
