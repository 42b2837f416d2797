// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package minisign

import (
	"bytes"
	"crypto/rand"
	"crypto/sha512"
	"crypto/subtle"
	"encoding/base64"
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
	ID         KeyID
	Encryption string // of the file that it was read from, in words, or empty
	key        ed25519.PrivateKey
}

// NewPrivateKey returns the private key of a seed of 32 bytes.
func NewPrivateKey(id KeyID, seed []byte) (*PrivateKey, error) {
	key, err := ed25519.ParseSeed(seed)
	if err != nil {
		return nil, err
	}
	return &PrivateKey{ID: id, key: key}, nil
}

// Seed returns the 32 bytes that the key comes from.
func (k *PrivateKey) Seed() []byte { return k.key.Seed() }

// PublicKey returns the public key.
func (k *PrivateKey) PublicKey() *PublicKey {
	return &PublicKey{k.ID, ed25519.PublicKey(k.key[ed25519.SeedSize:])}
}

// Sign returns a signature of data: the message, or, by scheme.NewHash, its hash. Comments
// are one line without control characters but tabs, and without those that change the direction of
// text; that of Signify is not signed, and it has
// no trusted one. With hedged, nonces are random, for data that others can change meanwhile. It is
// constant-time.
func (k *PrivateKey) Sign(scheme Scheme, data []byte, comment, trustedComment string, hedged bool) (*Signature, error) {
	if h := scheme.NewHash(); h != nil && h.Size() != len(data) {
		return nil, fmt.Errorf("%d bytes that are not a hash value", len(data))
	}
	if err := checkNewComment(comment, maxComment); err != nil {
		return nil, err
	}
	if err := checkNewComment(trustedComment, maxTrustedComment); err != nil {
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

// An EncryptedError says that a private key is encrypted, and how, in words.
type EncryptedError struct{ How string }

func (e *EncryptedError) Error() string { return "encrypted with a passphrase (" + e.How + ")" }

// ParsePrivateKey reads a file. If it is encrypted, passphrase is called; with nil, that
// is an [EncryptedError]. What takes too long to decrypt, or much memory, is another error. What is
// secret is handled in constant time, but by the bcrypt_pbkdf of signify.
func ParsePrivateKey(file []byte, passphrase func() ([]byte, error)) (*PrivateKey, error) {
	comment, line, _ := bytes.Cut(file, []byte("\n"))
	if !bytes.HasPrefix(comment, []byte(untrusted)) {
		return nil, fmt.Errorf("the first line does not start with %q", untrusted)
	}
	body, ok := secrettext.Std.AppendDecode(nil, bytes.TrimSpace(line))
	parse := parseMinisign
	switch {
	case ok && len(body) == minisignSize && string(body[:2]) == algorithm:
	case ok && len(body) == signifySize && string(body[:2]) == algorithm:
		parse = parseSignify
	default:
		return nil, errors.New("not a private key of minisign or signify")
	}
	s, err := parse(body)
	if err != nil {
		return nil, err
	}
	if s.derive != nil {
		if passphrase == nil {
			return nil, &EncryptedError{s.how}
		}
		words, err := passphrase()
		if err != nil {
			return nil, err
		}
		stream, err := s.derive(words)
		if err != nil {
			return nil, err
		}
		subtle.XORBytes(s.secret, s.secret, stream)
	}
	if !s.isWhole() {
		if s.derive == nil {
			return nil, errors.New("the checksum is wrong")
		}
		return nil, ErrPassphrase
	}
	k, err := newPrivateKey(s.id, s.key)
	if err != nil {
		return nil, err
	}
	k.Encryption = s.how
	return k, nil
}

// IsSignify reports whether a file is as long as that of a private key of signify, and not of
// minisign.
func IsSignify(file []byte) bool {
	_, line, _ := bytes.Cut(file, []byte("\n"))
	return len(bytes.TrimSpace(line)) == base64.StdEncoding.EncodedLen(signifySize)
}

// A sealed is what a file has.
type sealed struct {
	secret  []byte                                  // what is encrypted, if anything is
	how     string                                  // it is encrypted
	derive  func(passphrase []byte) ([]byte, error) // what it is encrypted with, or nil
	isWhole func() bool                             // when it is decrypted, whether the checksum is right
	id, key []byte                                  // when it is decrypted
}

func parseMinisign(body []byte) (*sealed, error) {
	if check := string(body[checkAt:saltAt]); check != "B2" {
		return nil, fmt.Errorf("a checksum by the algorithm %q", check)
	}
	s := &sealed{secret: body[secretAt:]}
	s.id, s.key = s.secret[:idSize], s.secret[idSize:][:ed25519.PrivateKeySize]
	switch kdf := string(body[kdfAt:checkAt]); kdf {
	case "\x00\x00":
	case "Sc":
		n, r, p, err := parseLimits(body[opsAt:memAt], body[memAt:secretAt])
		if err != nil {
			return nil, err
		}
		s.how = fmt.Sprintf("scrypt with N=%d, r=%d, p=%d", n, r, p)
		s.derive = func(passphrase []byte) ([]byte, error) {
			return scrypt.Key(passphrase, body[saltAt:opsAt], n, r, p, len(s.secret))
		}
	default:
		return nil, fmt.Errorf("encrypted by the algorithm %q", kdf)
	}
	s.isWhole = func() bool {
		sum, want := s.secret[idSize+ed25519.PrivateKeySize:], minisignSum(s.secret)
		// minisign -W writes zeros for the checksum.
		zeros := make([]byte, len(sum))
		right := subtle.ConstantTimeCompare(sum, want)
		none := subtle.ConstantTimeCompare(sum, zeros)
		return right == 1 || s.derive == nil && none == 1
	}
	return s, nil
}

// minisignSum returns the checksum of the id and the key that secret begins with.
func minisignSum(secret []byte) []byte {
	sum := blake2b.Sum256(append([]byte(algorithm), secret[:idSize+ed25519.PrivateKeySize]...))
	return sum[:]
}

// The rounds of bcrypt that signify writes, and the most that are computed, in some seconds.
const (
	usualRounds = 42
	maxRounds   = 2048
)

func parseSignify(body []byte) (*sealed, error) {
	if kdf := string(body[kdfAt:roundsAt]); kdf != "BK" {
		return nil, fmt.Errorf("encrypted by the algorithm %q", kdf)
	}
	s := &sealed{secret: body[signifyKeyAt:], id: body[signifyIDAt:signifyKeyAt], key: body[signifyKeyAt:]}
	s.isWhole = func() bool {
		return subtle.ConstantTimeCompare(signifySum(s.secret), body[sumAt:signifyIDAt]) == 1
	}
	rounds := binary.BigEndian.Uint32(body[roundsAt:])
	if rounds == 0 {
		return s, nil
	}
	if rounds > maxRounds {
		return nil, fmt.Errorf("encrypted with %d rounds of bcrypt; at most %d are computed here", rounds, maxRounds)
	}
	s.how = fmt.Sprintf("bcrypt with %d rounds", rounds)
	s.derive = func(passphrase []byte) ([]byte, error) {
		if len(passphrase) == 0 { // which signify does not take
			return nil, ErrPassphrase
		}
		return bcryptPBKDF(passphrase, body[roundsAt+4:sumAt], int(rounds), len(s.secret))
	}
	return s, nil
}

// signifySum returns the checksum of a key.
func signifySum(key []byte) []byte {
	sum := sha512.Sum512(key)
	return sum[:signifyIDAt-sumAt]
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

// Marshal returns k as a file of minisign or, by the scheme Signify, of signify; encrypted, if the
// passphrase is not empty. It is constant-time, but for the bcrypt_pbkdf of signify.
func (k *PrivateKey) Marshal(scheme Scheme, passphrase []byte) ([]byte, error) {
	var body []byte
	var comment string
	var parse func([]byte) (*sealed, error)
	if scheme == Signify {
		comment, body, parse = "signify secret key", make([]byte, signifySize), parseSignify
		copy(body[kdfAt:], "BK")
		if len(passphrase) > 0 {
			rand.Read(body[roundsAt+4 : sumAt])
			binary.BigEndian.PutUint32(body[roundsAt:], usualRounds)
		}
		copy(body[sumAt:], signifySum(k.key))
		copy(body[signifyIDAt:], k.ID[:])
		copy(body[signifyKeyAt:], k.key)
	} else {
		comment, body, parse = "minisign secret key", make([]byte, minisignSize), parseMinisign
		copy(body[checkAt:], "B2")
		if len(passphrase) > 0 {
			comment = "minisign encrypted secret key"
			copy(body[kdfAt:], "Sc")
			rand.Read(body[saltAt:opsAt])
			binary.LittleEndian.PutUint64(body[opsAt:], usualOps)
			binary.LittleEndian.PutUint64(body[memAt:], usualMem)
		}
		secret := body[secretAt:]
		copy(secret, k.ID[:])
		copy(secret[idSize:], k.key)
		copy(secret[idSize+ed25519.PrivateKeySize:], minisignSum(secret))
	}
	copy(body, algorithm)
	s, err := parse(body)
	if err != nil {
		return nil, err
	}
	if s.derive != nil {
		stream, err := s.derive(passphrase)
		if err != nil {
			return nil, err
		}
		subtle.XORBytes(s.secret, s.secret, stream)
	}
	text := secrettext.Std.AppendEncode([]byte(untrusted+comment+"\n"), body)
	return append(text, '\n'), nil
}

// The limits on operations and memory that minisign writes are the "sensitive" ones of libsodium, a
// gigabyte, or, where there is not so much memory, less, but not below the minima of libsodium. Files
// that ask for more would take too long, and those that ask for less were not written by minisign:
// it would read them, but anybody could try passphrases at little cost. What is written here takes
// 128 MiB: N = 2^17.
const (
	minOps, usualOps, maxOps = 1 << 15, 1 << 22, 1 << 25
	minMem, usualMem, maxMem = 1 << 24, 1 << 27, 1 << 30
)

// parseLimits returns the parameters of scrypt for limits on operations and memory.
//
// Source: crypto_pwhash_scryptsalsa208sha256 of libsodium.
func parseLimits(opsLimit, memLimit []byte) (n, r, p int, err error) {
	ops, mem := binary.LittleEndian.Uint64(opsLimit), binary.LittleEndian.Uint64(memLimit)
	switch {
	case ops > maxOps || mem > maxMem:
		return 0, 0, 0, errors.New("it takes more memory or time to decrypt than minisign takes")
	case ops < minOps || mem < minMem:
		return 0, 0, 0, errors.New("it takes less memory or time to try a passphrase than minisign makes it take: the file was changed, or a weak program made it")
	}
	n, r, p = scryptParameters(ops, mem)
	return n, r, p, nil
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
