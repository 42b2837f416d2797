// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package keys

import (
	"bytes"
	"crypto/sha256"
	"errors"

	"secant.example/cmd/secant/minisign"
)

// idOf returns the id that minisign and signify know a key by. Keys of other forms get one from the
// public key, so that it is the same for both halves.
func (k *Key) idOf() minisign.KeyID {
	if k.ID != nil {
		return *k.ID
	}
	sum := sha256.Sum256(k.Public)
	return minisign.KeyID(sum[:8])
}

// privateMinisign returns what writes private keys as a file of minisign or signify.
func privateMinisign(scheme minisign.Scheme) func(*Key, *Encryption) ([]byte, error) {
	return func(k *Key, e *Encryption) ([]byte, error) {
		key, err := minisign.NewPrivateKey(k.idOf(), k.Secret)
		if err != nil {
			return nil, err
		}
		var passphrase []byte
		if e != nil {
			passphrase = e.Passphrase
		}
		return key.Marshal(scheme, passphrase)
	}
}

// publicMinisign returns what writes public keys as a file of minisign or signify.
func publicMinisign(scheme minisign.Scheme) func(*Key) ([]byte, error) {
	return func(k *Key) ([]byte, error) {
		return (&minisign.PublicKey{ID: k.idOf(), Key: k.Public}).Marshal(scheme), nil
	}
}

// isMinisign reports whether data looks like a file of minisign or signify.
func isMinisign(data []byte) bool { return bytes.HasPrefix(data, []byte(minisign.Begin)) }

// parseMinisign reads a key of minisign or signify. Files of public keys tell them apart by the
// comment, which nobody has to trust, so they are of minisign unless it says signify.
func (o *Options) parseMinisign(data []byte) (*Key, error) {
	comment, _, _ := bytes.Cut(data, []byte("\n"))
	form := formMinisign
	if p, err := minisign.ParsePublicKey(data); err == nil {
		if bytes.Contains(comment, []byte("signify")) {
			form = formSignify
		}
		if err := o.found(Public, form); err != nil {
			return nil, err
		}
		k, err := public(Ed25519, form, p.Key)
		if err != nil {
			return nil, err
		}
		k.ID = &p.ID
		return k, nil
	}
	if minisign.IsSignify(data) {
		form = formSignify
	}
	if err := o.found(Private, form); err != nil {
		return nil, err
	}
	p, err := minisign.ParsePrivateKey(data, o.Passphrase)
	var encrypted *minisign.EncryptedError
	switch {
	case errors.As(err, &encrypted):
		return nil, &EncryptedError{Form: form.name, How: encrypted.How}
	case errors.Is(err, minisign.ErrPassphrase):
		return nil, ErrPassphrase
	case err != nil:
		return nil, err
	}
	k, err := private(Ed25519, form, p.Seed())
	if err != nil {
		return nil, err
	}
	k.ID, k.Encryption = &p.ID, p.Encryption
	return k, nil
}
