// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package bench

import (
	"bufio"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
)

// Machine is where a measurement was made.
type Machine struct {
	OS     string   `json:"os"`
	Arch   string   `json:"arch"`
	CPU    string   `json:"cpu"`
	Vendor string   `json:"vendor,omitempty"`
	Family string   `json:"family,omitempty"`
	Model  string   `json:"model,omitempty"`
	CPUs   int      `json:"cpus"`
	Flags  []string `json:"flags,omitempty"` // those that the libraries look at
	Kernel string   `json:"kernel,omitempty"`
}

// ThisMachine returns what the system says about itself.
func ThisMachine() Machine {
	m := Machine{OS: runtime.GOOS, Arch: runtime.GOARCH, CPU: "unknown", CPUs: runtime.NumCPU()}
	if b, err := os.ReadFile("/proc/sys/kernel/osrelease"); err == nil {
		m.Kernel = strings.TrimSpace(string(b))
	}
	if f, err := os.Open("/proc/cpuinfo"); err == nil {
		defer f.Close()
		m.readCPU(bufio.NewScanner(f))
	} else if out, err := exec.Command("sysctl", "-n", "machdep.cpu.brand_string").Output(); err == nil {
		m.CPU = strings.TrimSpace(string(out))
	}
	return m
}

// readCPU reads the first CPU of /proc/cpuinfo.
func (m *Machine) readCPU(lines *bufio.Scanner) {
	for lines.Scan() && lines.Text() != "" {
		key, value, _ := strings.Cut(lines.Text(), ":")
		value = strings.TrimSpace(value)
		switch strings.TrimSpace(key) {
		case "model name":
			m.CPU = value
		case "vendor_id":
			m.Vendor = value
		case "cpu family":
			m.Family = value
		case "model":
			m.Model = value
		case "flags":
			flags := strings.Fields(value)
			for _, f := range []string{"bmi2", "adx", "avx2", "fma", "avx512f", "avx512ifma", "sha_ni", "hypervisor"} {
				if slices.Contains(flags, f) {
					m.Flags = append(m.Flags, f)
				}
			}
		}
	}
}

// Name returns a short name of the CPU, such as amd-25-1, of which a directory can have the name.
func (m *Machine) Name() string {
	if m.Vendor == "" {
		return m.Arch
	}
	maker := strings.TrimPrefix(strings.TrimPrefix(m.Vendor, "Genuine"), "Authentic")
	return strings.ToLower(maker) + "-" + m.Family + "-" + m.Model
}

// Zen3 says whether the CPU is an AMD Zen 3 (family 25; models of Zen 4 left out).
func (m *Machine) Zen3() bool {
	zen3 := []string{"0", "1", "8", "33", "64", "68", "80"} // Milan, Chagall, Vermeer, Rembrandt, Cezanne
	return m.Vendor == "AuthenticAMD" && m.Family == "25" && slices.Contains(zen3, m.Model)
}

// Published are figures for a Zen 3 that other people have published, in cycles,
// of software that cannot be had as a package: lib25519, https://lib25519.cr.yp.to.
var Published = map[string]float64{
	"x25519/public-key": 25741, "x25519/shared-secret": 72993, "x25519/shared-secrets-16": 47762,
	"ed25519/key-generation": 26555, "ed25519/sign": 29973, "ed25519/verify-stdlib": 113644,
	"edwards25519/msm-16": 35889,
}
