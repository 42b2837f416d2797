// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package minisign

import (
	"crypto/sha512"
	"encoding/binary"
	"fmt"

	"golang.org/x/crypto/blowfish"
)

// bcryptBlock is how many bytes one run of bcrypt gives.
const bcryptBlock = 32

// bcryptPBKDF returns size bytes, at most 1024, made of a passphrase that is not empty, as signify and
// OpenSSH do. It is not constant-time: Blowfish looks up its tables with secret indices.
//
// Source: bcrypt_pbkdf.c of OpenBSD.
func bcryptPBKDF(passphrase, salt []byte, rounds, size int) ([]byte, error) {
	if len(passphrase) == 0 || len(salt) == 0 || rounds < 1 || size < 1 || size > bcryptBlock*bcryptBlock {
		return nil, fmt.Errorf("no bcrypt of %d bytes with %d rounds", size, rounds)
	}
	secret := sha512.Sum512(passphrase)
	blocks := (size + bcryptBlock - 1) / bcryptBlock
	out := make([]byte, size)
	for block := range blocks {
		from := sha512.Sum512(binary.BigEndian.AppendUint32(salt[:len(salt):len(salt)], uint32(block+1)))
		var sum [bcryptBlock]byte
		for range rounds {
			hash, err := bcryptHash(secret[:], from[:])
			if err != nil {
				return nil, err
			}
			for i := range sum {
				sum[i] ^= hash[i]
			}
			from = sha512.Sum512(hash[:])
		}
		// The blocks are not one after another: each has every so many bytes.
		for i, b := range sum {
			if at := i*blocks + block; at < size {
				out[at] = b
			}
		}
	}
	return out, nil
}

// bcryptHash is bcrypt with the cost 6, of hashes, and of another text than for passwords.
func bcryptHash(secret, salt []byte) (hash [bcryptBlock]byte, err error) {
	c, err := blowfish.NewSaltedCipher(secret, salt)
	if err != nil {
		return hash, err
	}
	for range 64 {
		blowfish.ExpandKey(salt, c)
		blowfish.ExpandKey(secret, c)
	}
	copy(hash[:], "OxychromaticBlowfishSwatDynamite")
	for i := 0; i < len(hash); i += blowfish.BlockSize {
		for range 64 {
			c.Encrypt(hash[i:], hash[i:])
		}
	}
	for i := 0; i < len(hash); i += 4 { // words of Blowfish begin with the highest byte
		binary.LittleEndian.PutUint32(hash[i:], binary.BigEndian.Uint32(hash[i:]))
	}
	return hash, nil
}
