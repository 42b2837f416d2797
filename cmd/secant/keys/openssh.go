// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package keys

import (
	"bytes"
	"encoding/pem"
	"errors"
	"fmt"

	"golang.org/x/crypto/ssh"

	"secant.example/ed25519"
)

// maxRounds bounds the rounds of bcrypt that are computed. Package ssh has the same bound.
const maxRounds = 2048

var errNotSSH = errors.New("not a valid OpenSSH private key")

func marshalPrivateSSH(k *Key, e *Encryption) ([]byte, error) {
	key, err := ed25519.ParseSeed(k.Secret)
	if err != nil {
		return nil, err
	}
	if e == nil {
		block, err := ssh.MarshalPrivateKey(key, "")
		if err != nil {
			return nil, err
		}
		return pem.EncodeToMemory(block), nil
	}
	block, err := ssh.MarshalPrivateKeyWithPassphrase(key, "", e.Passphrase)
	if err != nil {
		return nil, err
	}
	return pem.EncodeToMemory(block), nil
}

func marshalPublicSSH(k *Key) ([]byte, error) {
	key, err := ssh.NewPublicKey(ed25519.PublicKey(k.Public))
	if err != nil {
		return nil, err
	}
	return ssh.MarshalAuthorizedKey(key), nil
}

// fromSSH returns the public key of package ssh as one of ours.
func fromSSH(key ssh.PublicKey) (*Key, error) {
	if key.Type() != ssh.KeyAlgoED25519 {
		return nil, fmt.Errorf("OpenSSH key of type %s, not %s", key.Type(), ssh.KeyAlgoED25519)
	}
	return public(Ed25519, formSSH, key.(ssh.CryptoPublicKey).CryptoPublicKey().(ed25519.PublicKey))
}

// parsePublicSSH reads the line of a public key, with options in front or not.
func (o *Options) parsePublicSSH(text []byte) (*Key, error) {
	line, rest, _ := bytes.Cut(text, []byte("\n"))
	key, _, _, _, err := ssh.ParseAuthorizedKey(line)
	if err != nil {
		return nil, o.unknown()
	}
	if err := o.found(Public, formSSH); err != nil {
		return nil, err
	}
	if len(trim(rest)) > 0 {
		return nil, errors.New("more than the line of one OpenSSH public key")
	}
	return fromSSH(key)
}

// parsePrivateSSH reads the private key of Ed25519 as ssh-keygen writes it.
func (o *Options) parsePrivateSSH(block *pem.Block) (*Key, error) {
	if err := o.found(Private, formSSH); err != nil {
		return nil, err
	}
	var outer struct {
		Magic                [15]byte
		Cipher, KDF, Options string
		Number               uint32
		Public, Private      []byte
		Rest                 []byte `ssh:"rest"`
	}
	if ssh.Unmarshal(block.Bytes, &outer) != nil || outer.Number != 1 {
		return nil, errNotSSH
	}
	line, err := ssh.ParsePublicKey(outer.Public)
	if err != nil {
		return nil, errNotSSH
	}
	known, err := fromSSH(line)
	if err != nil {
		return nil, err
	}
	sealed := outer.Cipher != "none" || outer.KDF != "none"
	if sealed && (outer.KDF != "bcrypt" || outer.Cipher != "aes256-ctr" && outer.Cipher != "aes256-cbc") {
		return nil, fmt.Errorf("encrypted with %q and a key by %q, not with aes256-ctr or aes256-cbc and bcrypt", outer.Cipher, outer.KDF)
	}
	if len(outer.Rest) > 0 {
		return nil, errNotSSH
	}
	if sealed {
		return o.openSSH(block, known, outer.Cipher, outer.Options)
	}
	key, err := ssh.ParseRawPrivateKey(pem.EncodeToMemory(block))
	if err != nil {
		return nil, errNotSSH
	}
	// The public key is in it three times: in front, before the private key, and as the
	// second half of that. Package ssh compares none of them.
	var inner struct {
		Check1, Check2  uint32
		Type            string
		Public, Private []byte
		Rest            []byte `ssh:"rest"`
	}
	if ssh.Unmarshal(outer.Private, &inner) != nil {
		return nil, errNotSSH
	}
	return privateSSH(key, known, inner.Public)
}

// openSSH reads an encrypted private key. It does not see the copy of the public key before
// the private one.
func (o *Options) openSSH(block *pem.Block, known *Key, cipher, options string) (*Key, error) {
	var cost struct {
		Salt   string
		Rounds uint32
	}
	switch {
	case ssh.Unmarshal([]byte(options), &cost) != nil || cost.Rounds == 0:
		return nil, errNotSSH
	case cost.Rounds > maxRounds:
		return nil, fmt.Errorf("encrypted with %d rounds of bcrypt; at most %d are computed here", cost.Rounds, maxRounds)
	}
	how := fmt.Sprintf("%s, bcrypt with %d rounds", cipher, cost.Rounds)
	if o.Passphrase == nil {
		return nil, &EncryptedError{Form: formSSH.name, How: how, Public: known}
	}
	passphrase, err := o.Passphrase()
	if err != nil {
		return nil, err
	}
	key, err := ssh.ParseRawPrivateKeyWithPassphrase(pem.EncodeToMemory(block), passphrase)
	if err != nil {
		return nil, ErrPassphrase
	}
	k, err := privateSSH(key, known, known.Public)
	if err != nil {
		return nil, err
	}
	k.Encryption = how
	return k, nil
}

// privateSSH returns the private key of package ssh as one of ours. The public keys with it
// must be its own.
func privateSSH(key any, known *Key, copy []byte) (*Key, error) {
	edKey, ok := key.(*ed25519.PrivateKey)
	if !ok {
		return nil, errOtherPublic
	}
	k, err := private(Ed25519, formSSH, edKey.Seed())
	if err != nil {
		return nil, err
	}
	for _, public := range [][]byte{known.Public, copy, (*edKey)[ed25519.SeedSize:]} {
		if !bytes.Equal(public, k.Public) {
			return nil, errOtherPublic
		}
	}
	return k, nil
}
