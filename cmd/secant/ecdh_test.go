// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"strings"
	"testing"
)

func TestECDH(t *testing.T) {
	alice, bob := file(t, xPrivate(aliceSecret)), file(t, xPrivate(bobSecret))
	wantOutput(t, string(unhex(abShared)), "", "ecdh", "--key", alice, "--peer", file(t, bobPublic))
	wantOutput(t, string(unhex(abShared)), "", "ecdh", "--key", bob, "--peer", file(t, alicePublic), "--form", "raw")
	wantOutput(t, abShared+"\n", "", "ecdh", "--key", bob, "--peer", file(t, xPublicPEM(alicePublic)), "--form", "hex")
}

// Peers of small order, in canonical and other encodings, raw and in PEM.
func TestECDHLowOrder(t *testing.T) {
	key := file(t, xPrivate(aliceSecret))
	for _, peer := range []string{
		strings.Repeat("00", 32),
		"01" + strings.Repeat("00", 31),
		"e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800",
		"5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157",
		"ec" + strings.Repeat("ff", 30) + "7f",
		"ed" + strings.Repeat("ff", 30) + "7f",
		"ee" + strings.Repeat("ff", 30) + "7f",
		strings.Repeat("00", 31) + "80",
	} {
		for _, form := range []string{peer, string(unhex(peer)), xPublicPEM(peer)} {
			wantError(t, "the key is of small order", "", "ecdh", "--key", key, "--peer", file(t, form))
		}
	}
}
