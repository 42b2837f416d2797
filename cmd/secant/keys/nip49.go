// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package keys

import (
	"crypto/cipher"
	"crypto/rand"
	"errors"
	"fmt"

	"golang.org/x/crypto/chacha20poly1305"
	"golang.org/x/crypto/scrypt"
	"golang.org/x/text/unicode/norm"
)

// What an ncryptsec has, in this order: the version, the logarithm of the cost of scrypt, a salt, a
// nonce, a byte that says how well the key was kept, and the key, encrypted.
//
// Source: NIP-49.
const (
	nostrVersion = 2

	nostrSaltAt  = 2
	nostrNonceAt = nostrSaltAt + 16
	nostrCareAt  = nostrNonceAt + chacha20poly1305.NonceSizeX
	nostrKeyAt   = nostrCareAt + 1
	nostrSize    = nostrKeyAt + secretSize + chacha20poly1305.Overhead
)

// Costs: 128 MiB are written, and at most 1 GiB is computed.
const (
	nostrLogN    = 17
	maxNostrLogN = 20
)

// The bytes that say how well a key was kept: 1, between them, is well.
const (
	keptBadly  = 0
	notTracked = 2
)

// marshalPrivateNostr returns an nsec, or, encrypted, an ncryptsec.
func marshalPrivateNostr(k *Key, e *Encryption) ([]byte, error) {
	if e == nil {
		return marshalNostr(nsec, k.Secret)
	}
	data := make([]byte, nostrKeyAt, nostrSize)
	data[0], data[1], data[nostrCareAt] = nostrVersion, nostrLogN, notTracked
	rand.Read(data[nostrSaltAt:nostrCareAt])
	aead, err := nostrCipher(data, e.Passphrase)
	if err != nil {
		return nil, err
	}
	data = aead.Seal(data, data[nostrNonceAt:nostrCareAt], k.Secret, data[nostrCareAt:nostrKeyAt])
	return marshalNostr(ncryptsec, data)
}

// nostrCipher returns what encrypts the key in data with a passphrase, which is normalized. It is
// constant-time but for that.
func nostrCipher(data, passphrase []byte) (cipher.AEAD, error) {
	key, err := scrypt.Key(norm.NFKC.Bytes(passphrase), data[nostrSaltAt:nostrNonceAt], 1<<data[1], 8, 1, chacha20poly1305.KeySize)
	if err != nil {
		return nil, err
	}
	return chacha20poly1305.NewX(key)
}

// openNostr reads the bytes of an ncryptsec.
func (o *Options) openNostr(data []byte) (*Key, error) {
	switch {
	case len(data) == 0 || data[0] != nostrVersion:
		return nil, errors.New("an ncryptsec of another version than 2")
	case len(data) != nostrSize:
		return nil, fmt.Errorf("not a valid ncryptsec: it does not have %d bytes", nostrSize)
	case data[nostrCareAt] > notTracked:
		return nil, errors.New("not a valid ncryptsec: how well the key was kept is none of the known bytes")
	case data[1] > maxNostrLogN:
		return nil, fmt.Errorf("encrypted with scrypt and N=2^%d; at most 2^%d is computed here", data[1], maxNostrLogN)
	case data[1] < 1:
		return nil, errors.New("not a valid ncryptsec: scrypt has no N=1")
	}
	how := fmt.Sprintf("XChaCha20-Poly1305, scrypt with N=%d, r=8, p=1", 1<<data[1])
	if data[nostrCareAt] == keptBadly {
		how += "; it says that the key was not kept well before"
	}
	if o.Passphrase == nil {
		return nil, &EncryptedError{Form: formNostr.name, How: how}
	}
	passphrase, err := o.Passphrase()
	if err != nil {
		return nil, err
	}
	aead, err := nostrCipher(data, passphrase)
	if err != nil {
		return nil, err
	}
	secret, err := aead.Open(nil, data[nostrNonceAt:nostrCareAt], data[nostrKeyAt:], data[nostrCareAt:nostrKeyAt])
	if err != nil {
		return nil, ErrPassphrase
	}
	k, err := private(BIP340, formNostr, secret)
	if err != nil {
		return nil, err
	}
	k.Encryption = how
	return k, nil
}
