// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package keys

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/pbkdf2"
	"crypto/rand"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"
	"crypto/subtle"
	"encoding/asn1"
	"errors"
	"fmt"
	"hash"

	"golang.org/x/crypto/cryptobyte"
	cbasn1 "golang.org/x/crypto/cryptobyte/asn1"
	"golang.org/x/crypto/scrypt"
)

// What PKCS#8 is encrypted with: PBES2 of RFC 8018, a key from a passphrase by PBKDF2 or
// scrypt, and AES-CBC. Nothing in it tells a wrong passphrase from a damaged file.
//
// Source: RFC 5958, section 3; RFC 8018, sections 6.2, A.2, A.4 and B; RFC 7914, section 7.

// What a file may ask for. It says itself how long the derivation takes and how much memory.
const (
	maxScryptMemory = 264 << 20 // bytes, 128·r·(N + p)
	maxScryptWork   = 1 << 24   // N·r·p, some seconds
	maxIterations   = 10_000_000
)

// What is written. OpenSSL reads no more than 32 MiB of scrypt.
const (
	scryptN, scryptR, scryptP = 1 << 14, 8, 5
	pbkdf2Iterations          = 600_000
	saltSize                  = 16
)

var (
	oidPBES2  = asn1.ObjectIdentifier{1, 2, 840, 113549, 1, 5, 13}
	oidPBKDF2 = asn1.ObjectIdentifier{1, 2, 840, 113549, 1, 5, 12}
	oidScrypt = asn1.ObjectIdentifier{1, 3, 6, 1, 4, 1, 11591, 4, 11}
	oidAES256 = asn1.ObjectIdentifier{2, 16, 840, 1, 101, 3, 4, 1, 42}
)

// The pseudorandom functions of PBKDF2.
var prfs = []struct {
	oid  asn1.ObjectIdentifier
	name string
	hash func() hash.Hash
}{
	{asn1.ObjectIdentifier{1, 2, 840, 113549, 2, 7}, "HMAC-SHA1", sha1.New}, // the default
	{asn1.ObjectIdentifier{1, 2, 840, 113549, 2, 8}, "HMAC-SHA224", sha256.New224},
	{asn1.ObjectIdentifier{1, 2, 840, 113549, 2, 9}, "HMAC-SHA256", sha256.New},
	{asn1.ObjectIdentifier{1, 2, 840, 113549, 2, 10}, "HMAC-SHA384", sha512.New384},
	{asn1.ObjectIdentifier{1, 2, 840, 113549, 2, 11}, "HMAC-SHA512", sha512.New},
}

// The ciphers, and the sizes of their keys; of 0 are those that are broken, or too weak.
var ciphers = []struct {
	oid  asn1.ObjectIdentifier
	name string
	size int
}{
	{asn1.ObjectIdentifier{2, 16, 840, 1, 101, 3, 4, 1, 2}, "AES-128-CBC", 16},
	{asn1.ObjectIdentifier{2, 16, 840, 1, 101, 3, 4, 1, 22}, "AES-192-CBC", 24},
	{oidAES256, "AES-256-CBC", 32},
	{asn1.ObjectIdentifier{1, 3, 14, 3, 2, 7}, "DES", 0},
	{asn1.ObjectIdentifier{1, 2, 840, 113549, 3, 2}, "RC2", 0},
	{asn1.ObjectIdentifier{1, 2, 840, 113549, 3, 7}, "triple DES", 0},
}

// The schemes before PBES2, by the first numbers of their identifiers.
var oldSchemes = []asn1.ObjectIdentifier{
	{1, 2, 840, 113549, 1, 5},     // PBES1
	{1, 2, 840, 113549, 1, 12, 1}, // PKCS#12
}

var (
	// ErrPassphrase is that a key could not be decrypted.
	ErrPassphrase   = errors.New("the passphrase is wrong, or the file is damaged")
	errNotEncrypted = errors.New("not valid encrypted PKCS#8")
)

// weak returns the error about an encryption that is not read.
func weak(what string) error {
	return fmt.Errorf("encrypted with %s, which is too weak to be read here ('openssl pkcs8 -topk8' encrypts it anew)", what)
}

// A sealed is the content of an EncryptedPrivateKeyInfo.
type sealed struct {
	how    string // in words
	derive func(passphrase []byte) ([]byte, error)
	iv     []byte
	data   []byte
}

// parseSealed reads an EncryptedPrivateKeyInfo, and rejects what would take too long to
// decrypt, or much memory.
func parseSealed(der []byte) (*sealed, error) {
	var body, algorithm, params, kdf, kdfParams, scheme cryptobyte.String
	var id, kdfID, schemeID asn1.ObjectIdentifier
	e := new(sealed)
	s := cryptobyte.String(der)
	if !s.ReadASN1(&body, cbasn1.SEQUENCE) || !s.Empty() ||
		!body.ReadASN1(&algorithm, cbasn1.SEQUENCE) || !algorithm.ReadASN1ObjectIdentifier(&id) ||
		!body.ReadASN1Bytes(&e.data, cbasn1.OCTET_STRING) || !body.Empty() {
		return nil, errNotEncrypted
	}
	if !id.Equal(oidPBES2) {
		for _, old := range oldSchemes {
			if len(id) == len(old)+1 && old.Equal(id[:len(old)]) {
				return nil, weak("a scheme of before PBES2 (" + id.String() + ")")
			}
		}
		return nil, fmt.Errorf("encrypted with the scheme %v, not PBES2", id)
	}
	if !algorithm.ReadASN1(&params, cbasn1.SEQUENCE) || !algorithm.Empty() ||
		!params.ReadASN1(&kdf, cbasn1.SEQUENCE) || !kdf.ReadASN1ObjectIdentifier(&kdfID) ||
		!params.ReadASN1(&scheme, cbasn1.SEQUENCE) || !scheme.ReadASN1ObjectIdentifier(&schemeID) || !params.Empty() {
		return nil, errNotEncrypted
	}
	size, err := e.parseCipher(schemeID, scheme)
	if err != nil {
		return nil, err
	}
	if !kdf.ReadASN1(&kdfParams, cbasn1.SEQUENCE) || !kdf.Empty() {
		return nil, errNotEncrypted
	}
	switch {
	case kdfID.Equal(oidPBKDF2):
		err = e.parsePBKDF2(kdfParams, size)
	case kdfID.Equal(oidScrypt):
		err = e.parseScrypt(kdfParams, size)
	default:
		err = fmt.Errorf("encrypted with a key by %v, not PBKDF2 or scrypt", kdfID)
	}
	if err != nil {
		return nil, err
	}
	return e, nil
}

// parseCipher reads the parameters of the cipher id, and returns the size of its key.
func (e *sealed) parseCipher(id asn1.ObjectIdentifier, params cryptobyte.String) (size int, err error) {
	for _, c := range ciphers {
		if !c.oid.Equal(id) {
			continue
		}
		if c.size == 0 {
			return 0, weak(c.name)
		}
		if !params.ReadASN1Bytes(&e.iv, cbasn1.OCTET_STRING) || !params.Empty() || len(e.iv) != aes.BlockSize ||
			len(e.data) == 0 || len(e.data)%aes.BlockSize != 0 {
			return 0, errNotEncrypted
		}
		e.how = c.name
		return c.size, nil
	}
	return 0, fmt.Errorf("encrypted with the cipher %v, not AES-CBC", id)
}

// readSize reads the optional size of a key, which must be what the cipher has.
func readSize(params *cryptobyte.String, size int) bool {
	var written int64
	return !params.PeekASN1Tag(cbasn1.INTEGER) || params.ReadASN1Integer(&written) && written == int64(size)
}

func (e *sealed) parsePBKDF2(params cryptobyte.String, size int) error {
	var salt []byte
	var iterations int64
	var prf cryptobyte.String
	var hasPRF bool
	if !params.ReadASN1Bytes(&salt, cbasn1.OCTET_STRING) || !params.ReadASN1Integer(&iterations) || iterations < 1 ||
		!readSize(&params, size) || !params.ReadOptionalASN1(&prf, &hasPRF, cbasn1.SEQUENCE) || !params.Empty() {
		return errNotEncrypted
	}
	id := prfs[0].oid
	if hasPRF {
		var null cryptobyte.String
		if !prf.ReadASN1ObjectIdentifier(&id) || !prf.ReadOptionalASN1(&null, nil, cbasn1.NULL) || len(null) > 0 || !prf.Empty() {
			return errNotEncrypted
		}
	}
	if iterations > maxIterations {
		return fmt.Errorf("encrypted with %d iterations of PBKDF2; at most %d are computed here", iterations, maxIterations)
	}
	for _, f := range prfs {
		if f.oid.Equal(id) {
			e.how += fmt.Sprintf(", PBKDF2 with %s and %d iterations", f.name, iterations)
			e.derive = func(passphrase []byte) ([]byte, error) {
				return pbkdf2.Key(f.hash, string(passphrase), salt, int(iterations), size)
			}
			return nil
		}
	}
	return fmt.Errorf("encrypted with PBKDF2 and the function %v, not HMAC with SHA-1 or SHA-2", id)
}

func (e *sealed) parseScrypt(params cryptobyte.String, size int) error {
	var salt []byte
	var n, r, p int64
	if !params.ReadASN1Bytes(&salt, cbasn1.OCTET_STRING) || !params.ReadASN1Integer(&n) || !params.ReadASN1Integer(&r) ||
		!params.ReadASN1Integer(&p) || !readSize(&params, size) || !params.Empty() ||
		n < 2 || n&(n-1) != 0 || r < 1 || p < 1 {
		return errNotEncrypted
	}
	how := fmt.Sprintf("scrypt with N=%d, r=%d, p=%d", n, r, p)
	const blocks = maxScryptMemory / 128
	if n > blocks || p > blocks || r > blocks/(n+p) || n*r > maxScryptWork/p {
		return fmt.Errorf("encrypted with %s; at most %d MiB and N·r·p = %d are computed here", how, maxScryptMemory>>20, maxScryptWork)
	}
	e.how += ", " + how
	e.derive = func(passphrase []byte) ([]byte, error) {
		return scrypt.Key(passphrase, salt, int(n), int(r), int(p), size)
	}
	return nil
}

// open returns what is encrypted. It is constant-time, but for the error.
func (e *sealed) open(passphrase []byte) ([]byte, error) {
	key, err := e.derive(passphrase)
	if err != nil {
		return nil, err
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	plain := make([]byte, len(e.data))
	cipher.NewCBCDecrypter(block, e.iv).CryptBlocks(plain, e.data)
	text, ok := unpad(plain)
	if !ok {
		return nil, ErrPassphrase
	}
	return text, nil
}

// unpad returns plain, of one or more blocks, without the padding: as many bytes as the
// value of each of them says. It is constant-time, but for the length and the verdict.
func unpad(plain []byte) ([]byte, bool) {
	n := int(plain[len(plain)-1])
	good := subtle.ConstantTimeLessOrEq(1, n) & subtle.ConstantTimeLessOrEq(n, aes.BlockSize)
	for i := range aes.BlockSize {
		isPadding := subtle.ConstantTimeLessOrEq(i+1, n)
		good &= subtle.ConstantTimeSelect(isPadding, subtle.ConstantTimeByteEq(plain[len(plain)-1-i], byte(n)), 1)
	}
	if good != 1 {
		return nil, false
	}
	return plain[:len(plain)-n], true
}

// KDFs returns the names of the functions that make a key of a passphrase.
func KDFs() []string { return []string{"scrypt", "pbkdf2", "bcrypt"} }

// An Encryption says how a private key is encrypted: AES-256 with a key from the passphrase.
type Encryption struct {
	Passphrase []byte
	KDF        string // one of [KDFs], or empty for the usual one of the form
}

// seal returns PKCS#8, encrypted. e.KDF is "scrypt", "pbkdf2" or empty.
func (e *Encryption) seal(der []byte) ([]byte, error) {
	salt, iv := make([]byte, saltSize), make([]byte, aes.BlockSize)
	rand.Read(salt)
	rand.Read(iv)
	var kdf cryptobyte.Builder
	kdf.AddASN1(cbasn1.SEQUENCE, func(b *cryptobyte.Builder) {
		if e.KDF != "pbkdf2" {
			b.AddASN1ObjectIdentifier(oidScrypt)
			b.AddASN1(cbasn1.SEQUENCE, func(b *cryptobyte.Builder) {
				b.AddASN1OctetString(salt)
				b.AddASN1Int64(scryptN)
				b.AddASN1Int64(scryptR)
				b.AddASN1Int64(scryptP)
			})
		} else {
			b.AddASN1ObjectIdentifier(oidPBKDF2)
			b.AddASN1(cbasn1.SEQUENCE, func(b *cryptobyte.Builder) {
				b.AddASN1OctetString(salt)
				b.AddASN1Int64(pbkdf2Iterations)
				b.AddASN1(cbasn1.SEQUENCE, func(b *cryptobyte.Builder) {
					b.AddASN1ObjectIdentifier(prfs[2].oid)
					b.AddASN1NULL()
				})
			})
		}
	})
	function, err := kdf.Bytes()
	if err != nil {
		return nil, err
	}
	// What is read gives the key, so that the two cannot differ.
	write := func(data []byte) ([]byte, error) {
		var b cryptobyte.Builder
		b.AddASN1(cbasn1.SEQUENCE, func(b *cryptobyte.Builder) {
			b.AddASN1(cbasn1.SEQUENCE, func(b *cryptobyte.Builder) {
				b.AddASN1ObjectIdentifier(oidPBES2)
				b.AddASN1(cbasn1.SEQUENCE, func(b *cryptobyte.Builder) {
					b.AddBytes(function)
					b.AddASN1(cbasn1.SEQUENCE, func(b *cryptobyte.Builder) {
						b.AddASN1ObjectIdentifier(oidAES256)
						b.AddASN1OctetString(iv)
					})
				})
			})
			b.AddASN1OctetString(data)
		})
		return b.Bytes()
	}
	padding := aes.BlockSize - len(der)%aes.BlockSize
	data := append(bytes.Clone(der), bytes.Repeat([]byte{byte(padding)}, padding)...)
	draft, err := write(data)
	if err != nil {
		return nil, err
	}
	s, err := parseSealed(draft)
	if err != nil {
		return nil, err
	}
	key, err := s.derive(e.Passphrase)
	if err != nil {
		return nil, err
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	cipher.NewCBCEncrypter(block, iv).CryptBlocks(data, data)
	return write(data)
}
