// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package silentpayments

import (
	"fmt"
	"strings"

	"secant.example/secp256k1/internal/keys"
)

// A Network is what an address begins with.
type Network string

const (
	Mainnet Network = "sp"
	Testnet Network = "tsp" // all others: signet too
)

// An Address is where payments are sent to: the public key for scanning, that for spending, possibly with a
// label, and the network. The zero value is none.
type Address struct {
	network     Network
	scan, spend keys.Public
}

// NewAddress returns the address of two public keys of 33 bytes, compressed: for scanning, and for
// spending. Others are an [ErrPublicKey], and a network other than [Mainnet] and [Testnet] is an
// [ErrAddress]. It is variable-time.
func NewAddress(network Network, scan, spend []byte) (*Address, error) {
	a := &Address{network: network}
	if network != Mainnet && network != Testnet {
		return nil, errNetwork
	}
	if err := setCompressed(&a.scan, scan); err != nil {
		return nil, err
	}
	if err := setCompressed(&a.spend, spend); err != nil {
		return nil, err
	}
	return a, nil
}

// setCompressed sets p to a key of 33 bytes.
func setCompressed(p *keys.Public, b []byte) error {
	if len(b) != PublicKeySize {
		return errKeySize
	}
	return p.SetBytes(b, keyErrors)
}

func (a *Address) isSet() bool { return a != nil && a.network != "" }

// Network returns the network, or "" if a was never set.
func (a *Address) Network() Network {
	if !a.isSet() {
		return ""
	}
	return a.network
}

// ScanKey returns the 33 bytes of the public key for scanning, or nil if a was never set.
func (a *Address) ScanKey() []byte {
	if !a.isSet() {
		return nil
	}
	return a.scan.Bytes()
}

// SpendKey returns the 33 bytes of the public key for spending, with the label if there is one, or nil if a
// was never set.
func (a *Address) SpendKey() []byte {
	if !a.isSet() {
		return nil
	}
	return a.spend.Bytes()
}

var (
	errNetwork   = fmt.Errorf("%w: not of the network sp or tsp", ErrAddress)
	errLength    = fmt.Errorf("%w: too long or too short", ErrAddress)
	errCharacter = fmt.Errorf("%w: a character that does not belong there", ErrAddress)
	errChecksum  = fmt.Errorf("%w: the checksum is wrong", ErrAddress)
	errVersion   = fmt.Errorf("%w: of a version that is not compatible", ErrAddress)
)

// An address of version 0 has 66 bytes after the version, which is a character, as every 5 bits are.
const (
	maxAddress  = 1023 // characters
	payloadSize = 2 * PublicKeySize
	version     = 0
	lastVersion = 30 // 31 is for versions that are not compatible
)

// String returns the address as text, of 116 characters, or 117 in [Testnet]; or "" if a was never set. It
// is variable-time.
//
// Source: BIP-352, address encoding; BIP-350.
func (a *Address) String() string {
	if !a.isSet() {
		return ""
	}
	data := []byte{version}
	bits, count := 0, 0
	for _, b := range append(a.ScanKey(), a.SpendKey()...) {
		bits = bits<<8 | int(b)
		for count += 8; count >= 5; {
			count -= 5
			data = append(data, byte(bits>>count)&31)
		}
		bits &= 1<<count - 1
	}
	data = append(data, byte(bits<<(5-count))&31) // 66 bytes are 105 characters and 3 bits
	data = append(data, make([]byte, checksumSize)...)
	sum := checksum(string(a.network), data) ^ checksumConstant
	for i := range checksumSize {
		data[len(data)-checksumSize+i] = byte(sum>>(5*(checksumSize-1-i))) & 31
	}
	text := []byte(a.network + "1")
	for _, d := range data {
		text = append(text, characters[d])
	}
	return string(text)
}

// ParseAddress returns the address that s is, in capital letters or small ones. It may be of up to 1023
// characters, and of the versions 0, whose length is fixed, to 30, of which what comes after the two keys
// is left out. Others are an [ErrAddress], and so are keys that are not points. It is variable-time.
//
// Source: BIP-352, versions and address encoding; BIP-350.
func ParseAddress(s string) (*Address, error) {
	if len(s) > maxAddress {
		return nil, errLength
	}
	for i := range len(s) { // others than ASCII may have small letters that are
		if s[i] < 33 || s[i] > 126 {
			return nil, errCharacter
		}
	}
	lower := strings.ToLower(s)
	if s != lower && s != strings.ToUpper(s) {
		return nil, fmt.Errorf("%w: it has small letters and capital ones", ErrAddress)
	}
	at := strings.LastIndexByte(lower, '1')
	if at < 0 {
		return nil, errNetwork
	}
	network, text := Network(lower[:at]), lower[at+1:]
	if network != Mainnet && network != Testnet {
		return nil, errNetwork
	}
	if len(text) < 1+checksumSize {
		return nil, errLength
	}
	data := make([]byte, len(text))
	for i := range data {
		d := strings.IndexByte(characters, text[i])
		if d < 0 {
			return nil, errCharacter
		}
		data[i] = byte(d)
	}
	if checksum(string(network), data) != checksumConstant {
		return nil, errChecksum
	}
	v, data := data[0], data[1:len(data)-checksumSize]
	if v > lastVersion {
		return nil, errVersion
	}
	var payload []byte
	bits, count := 0, 0
	for _, d := range data {
		bits = bits<<5 | int(d)
		if count += 5; count >= 8 {
			count -= 8
			payload = append(payload, byte(bits>>count))
		}
		bits &= 1<<count - 1
	}
	if count >= 5 || bits != 0 {
		return nil, fmt.Errorf("%w: the last character is not that of whole bytes", ErrAddress)
	}
	if len(payload) < payloadSize || v == version && len(payload) != payloadSize {
		return nil, errLength
	}
	a, err := NewAddress(network, payload[:PublicKeySize], payload[PublicKeySize:payloadSize])
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrAddress, err)
	}
	return a, nil
}

// Bech32m of BIP-350: characters of 5 bits, and a checksum, which is a code over the field of 32 elements.
const (
	characters       = "qpzry9x8gf2tvdw0s3jn54khce6mua7l"
	checksumSize     = 6
	checksumConstant = 0x2bc830a3
)

var checksumGenerator = [5]uint32{0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3}

// checksum returns the remainder of the characters of prefix, in two parts, and data.
func checksum(prefix string, data []byte) uint32 {
	sum := uint32(1)
	add := func(value byte) {
		top := sum >> 25
		sum = sum&(1<<25-1)<<5 ^ uint32(value)
		for i, g := range checksumGenerator {
			sum ^= g & -(top >> i & 1)
		}
	}
	for i := range len(prefix) {
		add(prefix[i] >> 5)
	}
	add(0)
	for i := range len(prefix) {
		add(prefix[i] & 31)
	}
	for _, d := range data {
		add(d)
	}
	return sum
}
