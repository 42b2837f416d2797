// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package silentpayments

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"secant.example/internal/testkit"
)

// The valid strings of BIP-350 have its checksum, and those of BIP-173 have another.
func TestChecksum(t *testing.T) {
	sum := func(s string) uint32 {
		at := strings.LastIndexByte(s, '1')
		var data []byte
		for _, c := range []byte(s[at+1:]) {
			data = append(data, byte(strings.IndexByte(characters, c)))
		}
		return checksum(s[:at], data)
	}
	for _, s := range []string{
		"a1lqfn3a", "abcdef1l7aum6echk45nj3s0wdvt2fg8x9yrzpqzd3ryx", "?1v759aa",
		"an83characterlonghumanreadablepartthatcontainsthetheexcludedcharactersbioandnumber11sg7hg6",
		"split1checkupstagehandshakeupstreamerranterredcaperredlc445v",
	} {
		if got := sum(s); got != checksumConstant {
			t.Errorf("%s: %x", s, got)
		}
	}
	for _, s := range []string{"a12uel5l", "abcdef1qpzry9x8gf2tvdw0s3jn54khce6mua7lmqqqxw"} {
		if got := sum(s); got != 1 {
			t.Errorf("%s: %x", s, got)
		}
	}
}

// encoded returns an address of that version with these 5-bit characters after it.
func encoded(prefix string, version byte, data []byte, constant uint32) string {
	all := append(append([]byte{version}, data...), make([]byte, checksumSize)...)
	c := checksum(prefix, all) ^ constant
	text := prefix + "1"
	for i := range checksumSize {
		all[len(all)-checksumSize+i] = byte(c >> (5 * (checksumSize - 1 - i)) & 31)
	}
	for _, d := range all {
		text += characters[d : d+1]
	}
	return text
}

// fives returns b in parts of 5 bits.
func fives(b []byte) (data []byte) {
	bits := ""
	for _, x := range b {
		for i := 7; i >= 0; i-- {
			bits += string('0' + x>>i&1)
		}
	}
	for len(bits)%5 != 0 {
		bits += "0"
	}
	for ; bits != ""; bits = bits[5:] {
		d := byte(0)
		for _, c := range []byte(bits[:5]) {
			d = d<<1 | (c - '0')
		}
		data = append(data, d)
	}
	return data
}

func TestAddress(t *testing.T) {
	rng := testkit.NewRand(t)
	noPoint := append([]byte{3}, bytes.Repeat([]byte{255}, 32)...)
	for range 5 {
		scan, spend := spendPublic(t, toBytes(rng.SecpScalar())), spendPublic(t, toBytes(rng.SecpScalar()))
		payload := append(bytes.Clone(scan), spend...)
		for _, network := range []Network{Mainnet, Testnet} {
			a, err := NewAddress(network, scan, spend)
			if err != nil {
				t.Fatal(err)
			}
			s := a.String()
			if want := encoded(string(network), 0, fives(payload), checksumConstant); s != want || len(s) != 114+len(network) {
				t.Fatalf("%s, of %d characters, want %s", s, len(s), want)
			}
			prefix := string(network)
			long := append(bytes.Clone(payload), rng.Bytes(500)...)
			for name, text := range map[string]string{
				"itself":                  s,
				"capital letters":         strings.ToUpper(s),
				"version 1":               encoded(prefix, 1, fives(payload), checksumConstant),
				"version 1, longer":       encoded(prefix, 1, fives(long[:67]), checksumConstant),
				"version 30, much longer": encoded(prefix, 30, fives(long), checksumConstant),
			} {
				b, err := ParseAddress(text)
				if err != nil || b.Network() != network || !bytes.Equal(b.ScanKey(), scan) || !bytes.Equal(b.SpendKey(), spend) || b.String() != s {
					t.Errorf("%s: %v, %v", name, b, err)
				}
			}
			i := len(prefix) + 1 + rng.IntN(len(s)-len(prefix)-1)
			changed := []byte(s)
			changed[i] = characters[strings.IndexByte(characters, s[i])^1]
			// An address with a k, whose sign of Kelvin would be a small k too.
			kelvin := a
			for !strings.Contains(kelvin.String(), "k") {
				if kelvin, err = NewAddress(network, spendPublic(t, toBytes(rng.SecpScalar())), spend); err != nil {
					t.Fatal(err)
				}
			}
			badPadding := fives(payload)
			badPadding[len(badPadding)-1] |= 1
			for name, text := range map[string]string{
				"nothing":                 "",
				"no separator":            strings.ReplaceAll(s, "1", ""),
				"a prefix only":           prefix + "1",
				"a checksum only":         s[:len(prefix)+1+checksumSize],
				"another network":         encoded("bc", 0, fives(payload), checksumConstant),
				"no network":              encoded("", 0, fives(payload), checksumConstant),
				"another character":       string(changed),
				"a character of none":     s[:i] + "b" + s[i+1:],
				"not ASCII":               s[:i] + "é" + s[i+1:],
				"the sign of Kelvin":      strings.ReplaceAll(kelvin.String(), "k", "\u212a"),
				"the same in capitals":    strings.ReplaceAll(strings.ToUpper(kelvin.String()), "K", "\u212a"),
				"a long s":                "\u017fp" + s[2:],
				"one less":                s[:i] + s[i+1:],
				"small and capital":       strings.ToUpper(s[:20]) + s[20:],
				"Bech32":                  encoded(prefix, 0, fives(payload), 1),
				"version 0, longer":       encoded(prefix, 0, fives(long[:67]), checksumConstant),
				"version 0, shorter":      encoded(prefix, 0, fives(long[:65]), checksumConstant),
				"version 1, shorter":      encoded(prefix, 1, fives(long[:65]), checksumConstant),
				"version 31":              encoded(prefix, 31, fives(payload), checksumConstant),
				"more than whole bytes":   encoded(prefix, 0, append(fives(payload), 0), checksumConstant),
				"not zeros after bytes":   encoded(prefix, 0, badPadding, checksumConstant),
				"more than 1023":          encoded(prefix, 1, fives(append(long, rng.Bytes(70)...)), checksumConstant),
				"no point, for scanning":  encoded(prefix, 0, fives(append(bytes.Clone(noPoint), spend...)), checksumConstant),
				"no point, for spending":  encoded(prefix, 0, fives(append(bytes.Clone(scan), noPoint...)), checksumConstant),
				"space before":            " " + s,
				"space after":             s + " ",
				"another network's start": encoded("bc", 0, fives(payload), checksumConstant)[:3] + s[len(prefix)+1:],
			} {
				if b, err := ParseAddress(text); b != nil || !errors.Is(err, ErrAddress) {
					t.Errorf("%s: %v, %v", name, b, err)
				}
			}
		}
	}
}

func FuzzParseAddress(f *testing.F) {
	for _, v := range readVectors(f) {
		for _, r := range v.Receiving {
			for _, a := range r.Expected.Addresses {
				f.Add(a)
			}
		}
	}
	f.Fuzz(func(t *testing.T, s string) {
		a, err := ParseAddress(s)
		if err != nil {
			if a != nil || !errors.Is(err, ErrAddress) {
				t.Errorf("%q: %v, %v", s, a, err)
			}
			return
		}
		b, err := ParseAddress(a.String())
		if err != nil || b.String() != a.String() {
			t.Errorf("%q becomes %q: %v", s, a, err)
		}
		if a.String() != strings.ToLower(s) && strings.ToLower(s)[len(a.Network())+1] == 'q' {
			t.Errorf("%q of version 0 comes back as %q", s, a)
		}
	})
}

// What an input is taken for is of the right size, and what it was given is not changed.
func FuzzInput(f *testing.F) {
	for _, v := range readVectors(f) {
		for _, r := range v.Receiving {
			for _, in := range inputs(f, r.Given.Vin) {
				witness := append(in.Witness, nil, nil)
				f.Add(in.ScriptPubKey, in.ScriptSig, witness[0], witness[1])
			}
		}
	}
	f.Fuzz(func(t *testing.T, script, sig, first, last []byte) {
		for _, witness := range [][][]byte{nil, {last}, {first, last}, {first, last, first}} {
			in := Input{ScriptPubKey: script, ScriptSig: sig, Witness: witness}
			key, err := in.PublicKey()
			if key != nil && (err != nil || len(key) != 32 && len(key) != PublicKeySize) || err != nil && !errors.Is(err, ErrInputs) {
				t.Errorf("%x: %x, %v", script, key, err)
			}
			all, sumErr := ReadInputs([]Input{in})
			if (key == nil) != (all == nil) || (all == nil) != errors.Is(sumErr, ErrInputs) {
				t.Errorf("%x: %x, but %v, %v", script, key, all, sumErr)
			}
			if key != nil {
				want, err := SumInputs([]Outpoint{{}}, [][]byte{key})
				if err != nil || !bytes.Equal(want.TweakData(), all.TweakData()) {
					t.Errorf("%x: the sum is another: %v", script, err)
				}
			}
		}
	})
}

func FuzzParseTweakData(f *testing.F) {
	f.Add(spendPublic(f, []byte{1}))
	f.Add(make([]byte, 33))
	f.Fuzz(func(t *testing.T, b []byte) {
		in, err := ParseTweakData(b)
		if (err == nil) != (in != nil) || err != nil && !errors.Is(err, ErrPublicKey) || err == nil && !bytes.Equal(in.TweakData(), b) {
			t.Errorf("%x: %v, %v", b, in, err)
		}
	})
}
