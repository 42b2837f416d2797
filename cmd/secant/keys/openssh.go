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

var errNotSSH = errors.New("not a valid OpenSSH private key")

func marshalPrivateSSH(k *Key) ([]byte, error) {
	key, err := ed25519.ParseSeed(k.Secret)
	if err != nil {
		return nil, err
	}
	block, err := ssh.MarshalPrivateKey(key, "")
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
	if ssh.Unmarshal(block.Bytes, &outer) != nil {
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
	key, err := ssh.ParseRawPrivateKey(pem.EncodeToMemory(block))
	if missing := (*ssh.PassphraseMissingError)(nil); errors.As(err, &missing) {
		return nil, ErrEncrypted
	}
	if err != nil {
		return nil, errNotSSH
	}
	edKey, ok := key.(*ed25519.PrivateKey)
	if !ok {
		return nil, errOtherPublic
	}
	k, err := private(Ed25519, formSSH, edKey.Seed())
	if err != nil {
		return nil, err
	}
	// The public key is in it three times: in front, before the private key, and as the
	// second half of that, which package ssh has looked at as little as at the others.
	var inner struct {
		Check1, Check2  uint32
		Type            string
		Public, Private []byte
		Rest            []byte `ssh:"rest"`
	}
	if ssh.Unmarshal(outer.Private, &inner) != nil || len(outer.Rest) > 0 {
		return nil, errNotSSH
	}
	for _, copy := range [][]byte{known.Public, inner.Public, (*edKey)[ed25519.SeedSize:]} {
		if !bytes.Equal(copy, k.Public) {
			return nil, errOtherPublic
		}
	}
	return k, nil
}
