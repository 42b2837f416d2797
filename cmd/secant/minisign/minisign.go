// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package minisign reads and writes the signatures and keys of minisign, and those of
// OpenBSD's signify, which minisign's are made after.
//
// Both sign with Ed25519, and say which key by an id of 8 random bytes. A signature of
// minisign comes with a comment that is signed too, with the signature of the message before
// it, and is one of the message's BLAKE2b hash; legacy ones are of the message itself. Those
// of signify are of the message, and no comment is signed.
//
// Source: minisign's documentation and its minisign.c; signify.c of OpenBSD.
package minisign

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/crypto/blake2b"

	"secant.example/ed25519"
)

// Sizes in bytes. The limits on comments are those of minisign, which counts the words in
// front and the end of the line, too.
const (
	idSize            = 8
	maxComment        = 1024 - len(untrusted) - 1
	maxTrustedComment = 8192 - len(trusted) - 1
)

// What lines start with.
const (
	untrusted = "untrusted comment: "
	trusted   = "trusted comment: "
)

// Begin is what files of keys and signatures begin with.
const Begin = untrusted

// The algorithms: Ed25519 of the message, and of its hash.
const (
	algorithm = "Ed"
	prehashed = "ED"
)

// A Scheme is a kind of signature.
type Scheme int

// The schemes.
const (
	Minisign Scheme = iota // of the message's hash, with a trusted comment
	Legacy                 // of the message, with a trusted comment: minisign -l
	Signify                // of the message, without one
)

// NewHash returns the hash function of messages, BLAKE2b-512, or nil if they are signed as
// they are.
func (s Scheme) NewHash() hash.Hash {
	if s != Minisign {
		return nil
	}
	h, err := blake2b.New512(nil)
	if err != nil {
		panic(err) // the key is too long
	}
	return h
}

// String returns the name of s in words.
func (s Scheme) String() string {
	switch s {
	case Minisign:
		return "minisign"
	case Legacy:
		return "minisign, legacy"
	case Signify:
		return "signify"
	}
	return fmt.Sprintf("scheme %d", int(s))
}

// A KeyID says which key a signature is from. It is chosen at random.
type KeyID [idSize]byte

// String returns the 16 digits that minisign prints.
func (id KeyID) String() string { return fmt.Sprintf("%016X", binary.LittleEndian.Uint64(id[:])) }

// A PublicKey is what a file of either program, or the argument of minisign -P, says.
type PublicKey struct {
	ID  KeyID
	Key ed25519.PublicKey
}

// A Signature is what a file says.
type Signature struct {
	Scheme         Scheme
	Comment        string // which nobody has to trust
	ID             KeyID
	Bytes          [ed25519.SignatureSize]byte
	TrustedComment string                      // signed, but not for Signify; it may have any characters
	Global         [ed25519.SignatureSize]byte // of Bytes and TrustedComment, but not for Signify
}

// ErrSignature means that a signature is not valid.
var ErrSignature = errors.New("invalid signature")

// Verify returns nil if s is a valid signature under key, by the rules, of data: the message,
// or, by s.Scheme.NewHash, its hash. The trusted comment must be signed, too. Otherwise it
// returns an ErrSignature that may say why. It is variable-time: its arguments are public.
func (s *Signature) Verify(key *PublicKey, data []byte, rules ed25519.Rules) error {
	if s.ID != key.ID {
		return fmt.Errorf("%w: it is from the key %s, not %s", ErrSignature, s.ID, key.ID)
	}
	if h := s.Scheme.NewHash(); h != nil && h.Size() != len(data) || s.Scheme < Minisign || s.Scheme > Signify {
		return ErrSignature
	}
	if ed25519.VerifyWithRules(key.Key, data, s.Bytes[:], rules, nil) != nil {
		return ErrSignature
	}
	if s.Scheme != Signify && ed25519.VerifyWithRules(key.Key, s.global(), s.Global[:], rules, nil) != nil {
		return fmt.Errorf("%w: the trusted comment is not the one that was signed", ErrSignature)
	}
	return nil
}

// global returns what the second signature is of.
func (s *Signature) global() []byte {
	return append(s.Bytes[:len(s.Bytes):len(s.Bytes)], s.TrustedComment...)
}

// Marshal returns s as a file.
func (s *Signature) Marshal() []byte {
	alg := algorithm
	if s.Scheme == Minisign {
		alg = prehashed
	}
	file := []byte(untrusted + s.Comment + "\n")
	file = appendLine(file, []byte(alg), s.ID[:], s.Bytes[:])
	if s.Scheme == Signify {
		return file
	}
	file = append(file, trusted+s.TrustedComment+"\n"...)
	return appendLine(file, s.Global[:])
}

// appendLine appends the base64 of parts to file.
func appendLine(file []byte, parts ...[]byte) []byte {
	return append(base64.StdEncoding.AppendEncode(file, bytes.Join(parts, nil)), '\n')
}

// ParseSignature reads a file: with two lines it is of signify, with four of minisign.
// Nothing but white space may follow.
func ParseSignature(file []byte) (*Signature, error) {
	lines, err := splitLines(file)
	if err != nil {
		return nil, err
	}
	if len(lines) != 2 && len(lines) != 4 {
		return nil, fmt.Errorf("%d lines, where signify has 2 and minisign 4", len(lines))
	}
	var s Signature
	if s.Comment, err = cutComment(lines[0], untrusted, maxComment); err != nil {
		return nil, err
	}
	body, err := decodeLine(lines[1], len(algorithm)+idSize+len(s.Bytes))
	if err != nil {
		return nil, fmt.Errorf("the signature is %w", err)
	}
	switch alg := string(body[:2]); {
	case len(lines) == 2 && alg == algorithm:
		s.Scheme = Signify
	case len(lines) == 4 && alg == algorithm:
		s.Scheme = Legacy
	case len(lines) == 4 && alg == prehashed:
		s.Scheme = Minisign
	default:
		return nil, fmt.Errorf("%d lines with a signature by the algorithm %q", len(lines), alg)
	}
	copy(s.ID[:], body[2:])
	copy(s.Bytes[:], body[2+idSize:])
	if s.Scheme == Signify {
		return &s, nil
	}
	if s.TrustedComment, err = cutComment(lines[2], trusted, maxTrustedComment); err != nil {
		return nil, err
	}
	global, err := decodeLine(lines[3], len(s.Global))
	if err != nil {
		return nil, fmt.Errorf("the signature of the trusted comment is %w", err)
	}
	copy(s.Global[:], global)
	return &s, nil
}

// Marshal returns p as a file of minisign or, by the scheme Signify, of signify.
func (p *PublicKey) Marshal(scheme Scheme) []byte {
	comment := "minisign public key " + p.ID.String()
	if scheme == Signify {
		comment = "signify public key"
	}
	return appendLine([]byte(untrusted+comment+"\n"), []byte(algorithm), p.ID[:], p.Key)
}

// ParsePublicKey reads a file, or the line of base64 alone.
func ParsePublicKey(text []byte) (*PublicKey, error) {
	lines, err := splitLines(text)
	if err != nil {
		return nil, err
	}
	if len(lines) == 2 {
		if _, err := cutComment(lines[0], untrusted, maxComment); err != nil {
			return nil, err
		}
	} else if len(lines) != 1 {
		return nil, fmt.Errorf("%d lines, where a public key has 1 or 2", len(lines))
	}
	body, err := decodeLine(lines[len(lines)-1], len(algorithm)+idSize+ed25519.PublicKeySize)
	if err != nil {
		return nil, fmt.Errorf("the public key is %w", err)
	}
	if alg := string(body[:2]); alg != algorithm {
		return nil, fmt.Errorf("a public key for the algorithm %q, not %q", alg, algorithm)
	}
	return &PublicKey{KeyID(body[2:][:idSize]), body[2+idSize:]}, nil
}

// splitLines returns the lines of a file, which may end like those of DOS.
func splitLines(file []byte) ([]string, error) {
	lines := strings.Split(strings.TrimRight(string(file), "\r\n"), "\n")
	for i := range lines {
		lines[i] = strings.TrimSuffix(lines[i], "\r")
		if strings.Contains(lines[i], "\r") {
			return nil, fmt.Errorf("line %d has a carriage return inside", i+1)
		}
	}
	return lines, nil
}

// cutComment returns what is after prefix on a line.
func cutComment(line, prefix string, limit int) (string, error) {
	comment, ok := strings.CutPrefix(line, prefix)
	if !ok {
		return "", fmt.Errorf("a line does not start with %q", prefix)
	}
	return comment, checkComment(comment, limit)
}

// checkNewComment returns an error if a comment would not show what it says: more than one line,
// too many bytes, or characters that control a terminal or the direction of text.
func checkNewComment(comment string, limit int) error {
	for _, r := range comment {
		switch {
		case r == '\t':
		case unicode.IsControl(r) || r == '\u2028' || r == '\u2029':
			return errors.New("a comment with a control character")
		case unicode.Is(unicode.Bidi_Control, r):
			return errors.New("a comment with a character that changes the direction of text")
		}
	}
	return checkComment(comment, limit)
}

// checkComment returns an error if a comment is none. It may have any characters: whoever shows it
// must escape those that [PrivateKey.Sign] refuses.
func checkComment(comment string, limit int) error {
	if len(comment) > limit {
		return fmt.Errorf("a comment of %d bytes, more than %d", len(comment), limit)
	}
	if !utf8.ValidString(comment) {
		return errors.New("a comment that is not UTF-8")
	}
	return nil
}

// decodeLine returns the size bytes of which line is the base64. It is not for secrets.
func decodeLine(line string, size int) ([]byte, error) {
	data, err := base64.StdEncoding.Strict().DecodeString(line)
	if err != nil || len(data) != size {
		return nil, fmt.Errorf("not %d bytes in base64", size)
	}
	return data, nil
}
