// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package sshsig reads and writes the signatures of "ssh-keygen -Y", for Ed25519 keys,
// and the files that say whose signatures are trusted.
//
// A signature is one of a hash of the message, together with a namespace that says
// what it is for: "file", "git", or a name with a domain. One that was made for another
// namespace is not valid.
//
// Source: PROTOCOL.sshsig of OpenSSH; ALLOWED SIGNERS in ssh-keygen(1).
package sshsig

import (
	"bytes"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base64"
	"errors"
	"fmt"
	"hash"

	"golang.org/x/crypto/ssh"

	"secant.example/ed25519"
)

// Begin is the first line of a signature.
const Begin = "-----BEGIN SSH SIGNATURE-----"

const (
	end       = "-----END SSH SIGNATURE-----"
	lineWidth = 70 // of base64, as ssh-keygen writes it
)

var (
	magic   = [6]byte([]byte("SSHSIG"))
	version = uint32(1)
)

// A Signature is what a file of ssh-keygen -Y says.
type Signature struct {
	PublicKey ed25519.PublicKey // it names, which nobody has to trust
	Namespace string            // not empty
	Hash      string            // the name that NewHash takes
	Bytes     []byte            // 64
}

// envelope and signed are what is in a file, and what is signed.
type (
	envelope struct {
		Magic     [6]byte
		Version   uint32
		PublicKey []byte
		Namespace string
		Reserved  string
		Hash      string
		Signature []byte
	}
	signed struct {
		Magic                     [6]byte
		Namespace, Reserved, Hash string
		Digest                    []byte
	}
)

// keyBlob is a public key, and a signature, of Ed25519.
type keyBlob struct {
	Type string
	Data []byte
}

// NewHash returns the hash function of messages with that name, "sha256" or "sha512",
// or nil if there is no such one.
func NewHash(name string) hash.Hash {
	switch name {
	case "sha256":
		return sha256.New()
	case "sha512":
		return sha512.New()
	}
	return nil
}

// signedBytes returns what is signed.
func signedBytes(namespace, hash string, digest []byte) []byte {
	return ssh.Marshal(signed{magic, namespace, "", hash, digest})
}

// Sign returns a signature for a namespace, which must not be empty, of the message
// whose hash by NewHash(hash) is digest. It is constant-time.
func Sign(key ed25519.PrivateKey, namespace, hash string, digest []byte) (*Signature, error) {
	h := NewHash(hash)
	if h == nil || h.Size() != len(digest) {
		return nil, fmt.Errorf("no %d bytes are a hash value by %q", len(digest), hash)
	}
	if namespace == "" {
		return nil, errors.New("the namespace is empty")
	}
	sig, err := ed25519.SignWithOptions(key, signedBytes(namespace, hash, digest), nil)
	if err != nil {
		return nil, err
	}
	return &Signature{ed25519.PublicKey(key[ed25519.SeedSize:]), namespace, hash, sig}, nil
}

// Verify reports whether s is a valid signature for the namespace, by the rules, of the
// message whose hash by NewHash(s.Hash) is digest, under the public key that s names. Whether
// that is to be trusted is another question: see AllowedSigners. It is variable-time: its
// arguments are public.
func (s *Signature) Verify(namespace string, digest []byte, rules ed25519.Rules) bool {
	h := NewHash(s.Hash)
	return h != nil && h.Size() == len(digest) && namespace != "" && namespace == s.Namespace &&
		ed25519.VerifyWithRules(s.PublicKey, signedBytes(namespace, s.Hash, digest), s.Bytes, rules, nil) == nil
}

// Marshal returns s as a file, byte for byte as ssh-keygen writes it.
func (s *Signature) Marshal() []byte {
	data := ssh.Marshal(envelope{
		Magic: magic, Version: version, PublicKey: ssh.Marshal(keyBlob{ssh.KeyAlgoED25519, s.PublicKey}),
		Namespace: s.Namespace, Hash: s.Hash, Signature: ssh.Marshal(keyBlob{ssh.KeyAlgoED25519, s.Bytes}),
	})
	text := base64.StdEncoding.AppendEncode(nil, data)
	file := []byte(Begin + "\n")
	for len(text) > 0 {
		n := min(lineWidth, len(text))
		file = append(append(file, text[:n]...), '\n')
		text = text[n:]
	}
	return append(file, end+"\n"...)
}

// Parse reads a file. It must begin with the signature, and nothing but white space may
// follow it. Other keys than Ed25519, other versions and hash functions, and a
// reserved field that is not empty, are errors.
func Parse(file []byte) (*Signature, error) {
	text, ok := bytes.CutPrefix(file, []byte(Begin))
	if ok {
		text, ok = bytes.CutSuffix(bytes.TrimSpace(text), []byte(end))
	}
	if !ok {
		return nil, errors.New("not one SSH signature")
	}
	data, err := base64.StdEncoding.Strict().AppendDecode(nil, bytes.Join(bytes.Fields(text), nil))
	if err != nil {
		return nil, errors.New("not base64 between the lines of an SSH signature")
	}
	var e envelope
	if err := ssh.Unmarshal(data, &e); err != nil || e.Magic != magic {
		return nil, errors.New("not the body of an SSH signature")
	}
	if e.Version != version {
		return nil, fmt.Errorf("an SSH signature of version %d, not %d", e.Version, version)
	}
	if e.Reserved != "" {
		return nil, errors.New("an SSH signature with a reserved field, whose meaning is not known")
	}
	if e.Namespace == "" {
		return nil, errors.New("an SSH signature without a namespace")
	}
	if NewHash(e.Hash) == nil {
		return nil, fmt.Errorf("an SSH signature by the hash function %q, not sha256 or sha512", e.Hash)
	}
	pub, err := parseBlob(e.PublicKey, ed25519.PublicKeySize)
	if err != nil {
		return nil, fmt.Errorf("the public key in the SSH signature: %w", err)
	}
	sig, err := parseBlob(e.Signature, ed25519.SignatureSize)
	if err != nil {
		return nil, fmt.Errorf("the signature in the SSH signature: %w", err)
	}
	return &Signature{pub, e.Namespace, e.Hash, sig}, nil
}

// parseBlob returns the size bytes of a public key or signature of Ed25519.
func parseBlob(data []byte, size int) ([]byte, error) {
	kind, err := blobType(data)
	if err != nil {
		return nil, err
	}
	if kind != ssh.KeyAlgoED25519 {
		return nil, fmt.Errorf("of type %s, not %s", kind, ssh.KeyAlgoED25519)
	}
	var b keyBlob
	if err := ssh.Unmarshal(data, &b); err != nil || len(b.Data) != size {
		return nil, fmt.Errorf("not of %d bytes", size)
	}
	return b.Data, nil
}

// blobType returns the type of a key or signature of any type.
func blobType(data []byte) (string, error) {
	var any struct {
		Type string
		Rest []byte `ssh:"rest"`
	}
	if err := ssh.Unmarshal(data, &any); err != nil {
		return "", errors.New("without a type")
	}
	return any.Type, nil
}

// Fingerprint returns the fingerprint of a public key, as ssh-keygen writes it.
func Fingerprint(key ed25519.PublicKey) string {
	sum := sha256.Sum256(ssh.Marshal(keyBlob{ssh.KeyAlgoED25519, key}))
	return "SHA256:" + base64.RawStdEncoding.EncodeToString(sum[:])
}
