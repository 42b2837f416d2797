// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package bench

import (
	_ "embed"
	"fmt"
	"image/color"
	"runtime"
	"runtime/debug"
	"strings"
)

// Peer is a library, a column of the tables.
type Peer struct {
	Name     string
	Language string
	Module   string // of a Go library: the module whose version counts
	Color    color.RGBA
}

// Names of this library among the peers: as it is on this machine, and with less of what the machine has, where that
// makes a difference: see engines.
const (
	Ours   = "secant"
	AVX2   = "secant AVX2"
	Scalar = "secant scalar"
)

// IsOurs reports whether a peer is this library, in any form.
func IsOurs(peer string) bool { return peer == Ours || peer == AVX2 || peer == Scalar }

// Peers lists the libraries in the order of all tables and charts.
var Peers = []*Peer{
	{Ours, "Go", "secant.example", color.RGBA{0xd6, 0x27, 0x28, 255}},
	{AVX2, "Go", "secant.example", color.RGBA{0xe8, 0x8b, 0x8b, 255}},
	{Scalar, "Go", "secant.example", color.RGBA{0xf2, 0xc1, 0xc1, 255}},
	{"Go std", "Go", "", color.RGBA{0x1f, 0x77, 0xb4, 255}},
	{"x/crypto", "Go", "golang.org/x/crypto", color.RGBA{0x7f, 0xb3, 0xd5, 255}},
	{"filippo.io", "Go", "filippo.io/edwards25519", color.RGBA{0x17, 0xbe, 0xcf, 255}},
	{"circl", "Go", "github.com/cloudflare/circl", color.RGBA{0xff, 0x7f, 0x0e, 255}},
	{"ed25519consensus", "Go", "github.com/hdevalence/ed25519consensus", color.RGBA{0x9e, 0xda, 0xe5, 255}},
	{"voi", "Go", "github.com/oasisprotocol/curve25519-voi", color.RGBA{0x94, 0x67, 0xbd, 255}},
	{"gtank", "Go", "github.com/gtank/ristretto255", color.RGBA{0xc5, 0xb0, 0xd5, 255}},
	{"go-schnorrkel", "Go", "github.com/ChainSafe/go-schnorrkel", color.RGBA{0xe3, 0x0b, 0x5c, 255}},
	{"btcec", "Go", "github.com/btcsuite/btcd/btcec/v2", color.RGBA{0xff, 0xbb, 0x78, 255}},
	{"btcutil", "Go", "github.com/btcsuite/btcd/btcutil", color.RGBA{0xff, 0xe1, 0x80, 255}},
	{"go-bip32", "Go", "github.com/tyler-smith/go-bip32", color.RGBA{0xa0, 0x52, 0x2d, 255}},
	{"frost-ed25519", "Go", "github.com/taurusgroup/frost-ed25519", color.RGBA{0x5f, 0x9e, 0xa0, 255}},
	{"multi-party-sig", "Go", "github.com/taurusgroup/multi-party-sig", color.RGBA{0xb8, 0x86, 0x0b, 255}},
	{"dcrec", "Go", "github.com/decred/dcrd/dcrec/secp256k1/v4", color.RGBA{0x3a, 0x5f, 0xcd, 255}},
	{"secp256k1-voi", "Go", "gitlab.com/yawning/secp256k1-voi", color.RGBA{0xaa, 0x40, 0xfc, 255}},
	{"gnark-crypto", "Go", "github.com/consensys/gnark-crypto", color.RGBA{0xbc, 0xbd, 0x22, 255}},
	{"OpenSSL", "C", "", color.RGBA{0x8c, 0x56, 0x4b, 255}},
	{"libsodium", "C", "", color.RGBA{0xe3, 0x77, 0xc2, 255}},
	{"libsecp256k1", "C", "secp256k1-sys", color.RGBA{0x7f, 0x7f, 0x7f, 255}},
	{"aws-lc", "C and assembly", "aws-lc-sys", color.RGBA{0x33, 0x33, 0x33, 255}},
	{"c-do255", "C and assembly", "", color.RGBA{0x00, 0x64, 0x64, 255}},
	{"crrl", "Rust", "crrl", color.RGBA{0x2c, 0xa0, 0x2c, 255}},
	{"dalek", "Rust", "curve25519-dalek", color.RGBA{0x98, 0xdf, 0x8a, 255}},
}

// FindPeer returns the peer of that name, or nil.
func FindPeer(name string) *Peer {
	if i := peerIndex(name); i >= 0 {
		return Peers[i]
	}
	return nil
}

func peerIndex(name string) int {
	for i, p := range Peers {
		if p.Name == name {
			return i
		}
	}
	return -1
}

// Missing returns the names of the peers that this program was built without.
func Missing() (names []string) {
	present := map[string]bool{}
	for _, entries := range registry {
		for _, e := range entries {
			present[e.peer] = true
		}
	}
	for _, p := range Peers {
		if !present[p.Name] && (p.Name == Ours || !IsOurs(p.Name)) {
			names = append(names, p.Name)
		}
	}
	return names
}

//go:embed native/Cargo.lock
var cargoLock string

// Version returns the version of the peer that this program was built with. That
// of Secant is for the caller to know.
func (p *Peer) Version() string {
	switch {
	case p.Name == "Go std":
		return runtime.Version()
	case nativeVersions[p.Name] != nil:
		return nativeVersions[p.Name]()
	case p.Language != "Go":
		return crateVersion(p.Module)
	}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, m := range info.Deps {
			if m.Path == p.Module {
				return m.Version
			}
		}
	}
	return "unknown"
}

// nativeVersions ask libraries written in C for their versions.
var nativeVersions = map[string]func() string{}

// crateVersion returns the version of a crate in Cargo.lock.
func crateVersion(name string) string {
	_, rest, found := strings.Cut(cargoLock, fmt.Sprintf("name = %q\nversion = \"", name))
	if !found {
		return "unknown"
	}
	version, _, _ := strings.Cut(rest, `"`)
	return name + " " + version
}
