// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package keys

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"github.com/btcsuite/btcd/btcutil/bech32"
)

// The first words of keys in bech32 as Nostr has them, and of other things.
//
// Source: NIP-19; NIP-49 for ncryptsec.
const (
	npub = "npub"
	nsec = "nsec"

	ncryptsec = "ncryptsec" // encrypted
)

var otherEntities = []string{"nprofile", "nevent", "naddr", "note", "nrelay"}

// marshalNostr returns what writes a key in bech32.
func marshalNostr(word string, key []byte) ([]byte, error) {
	text, err := bech32.EncodeFromBase256(word, key)
	return []byte(text + "\n"), err
}

// nostrWord returns what text begins with if it looks like bech32 of Nostr, or the empty
// string.
func nostrWord(text []byte) string {
	word, _, _ := bytes.Cut(text[:min(len(text), 16)], []byte("1"))
	lower := strings.ToLower(string(word))
	for _, known := range append(otherEntities, npub, nsec, ncryptsec) {
		if lower == known {
			return lower
		}
	}
	return ""
}

// parseNostr reads a key in bech32 that begins with word.
func (o *Options) parseNostr(word string, text []byte) (*Key, error) {
	kind := Public
	switch word {
	case npub:
	case nsec, ncryptsec:
		kind = Private
	default:
		return nil, fmt.Errorf("%s of Nostr, not an npub or nsec", word)
	}
	if err := o.found(kind, formNostr); err != nil {
		return nil, err
	}
	// What is wrong in it is not told, since that shows characters of a private key.
	_, data, version, err := bech32.DecodeNoLimitWithVersion(string(text))
	if err != nil || version != bech32.Version0 {
		return nil, errors.New("not a valid " + word + ": a character is wrong, or one is missing")
	}
	key, err := bech32.ConvertBits(data, 5, 8, false)
	if word == ncryptsec && err == nil {
		return o.openNostr(key)
	}
	if err != nil || len(key) != secretSize {
		return nil, errors.New("not a valid " + word + ": it does not have 32 bytes")
	}
	if kind == Private {
		return private(BIP340, formNostr, key)
	}
	return public(BIP340, formNostr, key)
}
