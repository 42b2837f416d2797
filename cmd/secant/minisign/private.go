// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package minisign

import (
	"bytes"
	"crypto/sha512"
	"crypto/subtle"
	"encoding/binary"
	"errors"
	"fmt"

	"golang.org/x/crypto/blake2b"
	"golang.org/x/crypto/scrypt"

	"secant.example/ed25519"
	"secant.example/internal/secrettext"
)

// A PrivateKey is what a file of either program says.
type PrivateKey struct {
	ID  KeyID
	key ed25519.PrivateKey
}

// NewPrivateKey returns the private key of a seed of 32 bytes.
func NewPrivateKey(id KeyID, seed []byte) (*PrivateKey, error) {
	key, err := ed25519.ParseSeed(seed)
	if err != nil {
		return nil, err
	}
	return &PrivateKey{id, key}, nil
}

// Seed returns the 32 bytes that the key comes from.
func (k *PrivateKey) Seed() []byte { return k.key.Seed() }

// PublicKey returns the public key.
func (k *PrivateKey) PublicKey() *PublicKey {
	return &PublicKey{k.ID, ed25519.PublicKey(k.key[ed25519.SeedSize:])}
}

// Sign returns a signature of data: the message, or, by scheme.NewHash, its hash. Comments
// are one line without control characters but tabs; that of Signify is not signed, and it has
// no trusted one. With hedged, nonces are random, for data that others can change meanwhile. It is
// constant-time.
func (k *PrivateKey) Sign(scheme Scheme, data []byte, comment, trustedComment string, hedged bool) (*Signature, error) {
	if h := scheme.NewHash(); h != nil && h.Size() != len(data) {
		return nil, fmt.Errorf("%d bytes that are not a hash value", len(data))
	}
	if err := checkComment(comment, maxComment); err != nil {
		return nil, err
	}
	if err := checkComment(trustedComment, maxTrustedComment); err != nil {
		return nil, err
	}
	if scheme == Signify && trustedComment != "" {
		return nil, errors.New("signify has no trusted comments")
	}
	sig := &Signature{Scheme: scheme, Comment: comment, ID: k.ID, TrustedComment: trustedComment}
	options := &ed25519.SignOptions{Hedged: hedged}
	made, err := ed25519.SignWithOptions(k.key, data, options)
	if err != nil {
		return nil, err
	}
	copy(sig.Bytes[:], made)
	if scheme == Signify {
		return sig, nil
	}
	if made, err = ed25519.SignWithOptions(k.key, sig.global(), options); err != nil {
		return nil, err
	}
	copy(sig.Global[:], made)
	return sig, nil
}

// Where the parts of a private key of minisign are: algorithm, key derivation, checksum
// algorithm, salt, limits on operations and on memory; and, encrypted from here on, the id, the
// key and a checksum.
const (
	kdfAt        = 2
	checkAt      = 4
	saltAt       = 6
	opsAt        = 38
	memAt        = 46
	secretAt     = 54
	minisignSize = secretAt + idSize + ed25519.PrivateKeySize + blake2b.Size256
)

// And of signify: algorithm, key derivation, rounds, salt, checksum, id; and the key, encrypted.
const (
	roundsAt     = 4
	sumAt        = 24
	signifyIDAt  = 32
	signifyKeyAt = 40
	signifySize  = signifyKeyAt + ed25519.PrivateKeySize
)

// ErrPassphrase means that a passphrase is wrong, or the file damaged.
var ErrPassphrase = errors.New("the passphrase is wrong, or the file damaged")

// ParsePrivateKey reads a file. If it is encrypted, passphrase is called; with nil, that
// is an error. Files that signify encrypts, with bcrypt_pbkdf, are an error always. What is
// secret is handled in constant time.
func ParsePrivateKey(file []byte, passphrase func() ([]byte, error)) (*PrivateKey, error) {
	comment, line, _ := bytes.Cut(file, []byte("\n"))
	if !bytes.HasPrefix(comment, []byte(untrusted)) {
		return nil, fmt.Errorf("the first line does not start with %q", untrusted)
	}
	body, ok := secrettext.Std.AppendDecode(nil, bytes.TrimSpace(line))
	switch {
	case ok && len(body) == minisignSize && string(body[:2]) == algorithm:
		return parseMinisign(body, passphrase)
	case ok && len(body) == signifySize && string(body[:2]) == algorithm:
		return parseSignify(body)
	}
	return nil, errors.New("not a private key of minisign or signify")
}

func parseMinisign(body []byte, passphrase func() ([]byte, error)) (*PrivateKey, error) {
	if check := string(body[checkAt:saltAt]); check != "B2" {
		return nil, fmt.Errorf("a checksum by the algorithm %q", check)
	}
	secret := body[secretAt:]
	isPlain := false
	switch kdf := string(body[kdfAt:checkAt]); kdf {
	case "\x00\x00":
		isPlain = true
	case "Sc":
		if passphrase == nil {
			return nil, errors.New("encrypted with a passphrase")
		}
		words, err := passphrase()
		if err != nil {
			return nil, err
		}
		stream, err := keyStream(words, body[saltAt:opsAt], body[opsAt:memAt], body[memAt:secretAt], len(secret))
		if err != nil {
			return nil, err
		}
		subtle.XORBytes(secret, secret, stream)
	default:
		return nil, fmt.Errorf("encrypted by the algorithm %q", kdf)
	}
	key := secret[idSize:][:ed25519.PrivateKeySize]
	sum := secret[idSize+ed25519.PrivateKeySize:]
	want := blake2b.Sum256(append([]byte(algorithm), secret[:idSize+ed25519.PrivateKeySize]...))
	// minisign -W writes zeros for the checksum.
	zeros := make([]byte, len(sum))
	right := subtle.ConstantTimeCompare(sum, want[:]) == 1
	if !right && !(isPlain && subtle.ConstantTimeCompare(sum, zeros) == 1) {
		if isPlain {
			return nil, errors.New("the checksum is wrong")
		}
		return nil, ErrPassphrase
	}
	return newPrivateKey(secret[:idSize], key)
}

func parseSignify(body []byte) (*PrivateKey, error) {
	if kdf := string(body[kdfAt:roundsAt]); kdf != "BK" {
		return nil, fmt.Errorf("encrypted by the algorithm %q", kdf)
	}
	if binary.BigEndian.Uint32(body[roundsAt:]) != 0 {
		return nil, errors.New("encrypted by signify, whose way of it is not known here: only keys of 'signify -G -n' are read")
	}
	key := body[signifyKeyAt:]
	sum := sha512.Sum512(key)
	if subtle.ConstantTimeCompare(sum[:signifyIDAt-sumAt], body[sumAt:signifyIDAt]) != 1 {
		return nil, errors.New("the checksum is wrong")
	}
	return newPrivateKey(body[signifyIDAt:signifyKeyAt], key)
}

// newPrivateKey returns the private key of 64 bytes, of which the second half must belong to the
// first.
func newPrivateKey(id, key []byte) (*PrivateKey, error) {
	k, err := NewPrivateKey(KeyID(id), key[:ed25519.SeedSize])
	if err != nil {
		return nil, err
	}
	if subtle.ConstantTimeCompare(k.key, key) != 1 {
		return nil, errors.New("the public key with it does not belong to it")
	}
	return k, nil
}

// The limits that minisign sets for new keys, the "sensitive" ones of libsodium: a gigabyte.
// Files that ask for more are refused.
const (
	maxOps = 1 << 25
	maxMem = 1 << 30
)

// keyStream returns the size bytes that encrypt a key.
//
// Source: crypto_pwhash_scryptsalsa208sha256 of libsodium.
func keyStream(passphrase, salt, opsLimit, memLimit []byte, size int) ([]byte, error) {
	ops, mem := binary.LittleEndian.Uint64(opsLimit), binary.LittleEndian.Uint64(memLimit)
	if ops > maxOps || mem > maxMem {
		return nil, errors.New("it takes more memory or time to decrypt than minisign takes")
	}
	n, r, p := scryptParameters(ops, mem)
	return scrypt.Key(passphrase, salt, n, r, p, size)
}

// scryptParameters returns the cost, block size and parallelism of scrypt for limits on
// operations and memory.
func scryptParameters(ops, mem uint64) (n, r, p int) {
	r, p = 8, 1
	ops = max(ops, 1<<15)
	maxN := ops / 32
	if ops >= mem/32 {
		maxN = mem / 1024
	}
	n = 2
	for uint64(n) <= maxN/2 {
		n *= 2
	}
	if ops >= mem/32 {
		p = int(ops/4/uint64(n)) / r
	}
	return n, r, p
}
