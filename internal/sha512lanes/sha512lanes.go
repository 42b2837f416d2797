// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package sha512lanes computes SHA-512 of short messages, some at the same time: a message in each lane of
// vectors. Verifying many signatures would spend up to a tenth of its time on hashes, of which each is one or two blocks, and in lanes they
// take half of that with AVX2, and less with AVX-512. Where there are no such lanes, and for a message that is alone, it is crypto/sha512.
//
// Its time depends on how many messages there are and how long they are, and on nothing in them.
//
// Source: FIPS 180-4.
package sha512lanes

import (
	"crypto/sha512"
	"encoding/binary"
	"math/bits"
)

const (
	// BlockSize is that of blocks, in bytes.
	BlockSize = 128
	// Most is how many messages are hashed at the same time at most.
	Most = 8

	rounds = 80
	words  = BlockSize / 8
)

type (
	state     [8][Most]uint64 // of the message in each lane
	blocks    struct{ P [Most]*[BlockSize]byte }
	constants [rounds]uint64
)

// Lanes returns how many messages are hashed at the same time on this machine, or 0 if there are no lanes.
func Lanes() int { return lanes() }

// Blocks returns of how many blocks a message of so many bytes consists once it is padded.
func Blocks(size int) int { return (size + 17 + BlockSize - 1) / BlockSize }

// padding is what a message is followed by, before its length.
var padding = [BlockSize]byte{0x80}

// Pad appends the padding to a message that is all that buf has from start on, so that it consists of whole blocks.
func Pad(buf []byte, start int) []byte {
	size := len(buf) - start
	buf = append(buf, padding[:BlockSize*Blocks(size)-size-16]...)
	// The length is in bits, in 128 of them.
	return binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint64(buf, uint64(size)>>61), uint64(size)<<3)
}

// Sum sets digests[i] to the SHA-512 digest of messages[i], for up to [Lanes] messages, or one where that is 0. They are padded, and of the
// same number of blocks.
func Sum(digests *[Most][sha512.Size]byte, messages [][]byte) {
	if len(messages) > max(Lanes(), 1) {
		panic("sha512lanes: more messages than lanes")
	}
	if len(messages) == 1 {
		m := messages[0]
		digests[0] = sha512.Sum512(m[:binary.BigEndian.Uint64(m[len(m)-8:])>>3])
		return
	}
	s := start
	for at := 0; at < len(messages[0]); at += BlockSize {
		var p blocks
		for j := range p.P {
			// A lane that nobody asked for has the last message.
			p.P[j] = (*[BlockSize]byte)(messages[min(j, len(messages)-1)][at:])
		}
		s.compress(&p)
	}
	for i := range s {
		for j := range Most {
			binary.BigEndian.PutUint64(digests[j][8*i:], s[i][j])
		}
	}
}

// compressGeneric adds a block to the message in each lane.
//
// Source: FIPS 180-4, sections 4.1.3 and 6.4.2.
func (s *state) compressGeneric(p *blocks, k *constants) {
	for j := range Most {
		var w [words]uint64
		for i := range w {
			w[i] = binary.BigEndian.Uint64(p.P[j][8*i:])
		}
		var v [8]uint64
		for i := range v {
			v[i] = s[i][j]
		}
		for t := range k {
			word := &w[t%words]
			if t >= words {
				*word += w[(t+9)%words] + sigma(w[(t+1)%words], 1, 8, 7) + sigma(w[(t+14)%words], 19, 61, 6)
			}
			a, b, c, d, e, f, g, h := v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7]
			t1 := h + sum(e, 14, 18, 41) + (e&f ^ ^e&g) + k[t] + *word
			t2 := sum(a, 28, 34, 39) + (a&b ^ a&c ^ b&c)
			v = [8]uint64{t1 + t2, a, b, c, d + t1, e, f, g}
		}
		for i := range v {
			s[i][j] += v[i]
		}
	}
}

func sum(x uint64, n0, n1, n2 int) uint64 {
	return bits.RotateLeft64(x, -n0) ^ bits.RotateLeft64(x, -n1) ^ bits.RotateLeft64(x, -n2)
}

func sigma(x uint64, n0, n1, shift int) uint64 {
	return bits.RotateLeft64(x, -n0) ^ bits.RotateLeft64(x, -n1) ^ x>>shift
}

// initial is the first 64 bits of the fractional parts of the square roots of the first 8 primes.
//
// Source: FIPS 180-4, section 5.3.5.
var initial = [8]uint64{
	0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b, 0xa54ff53a5f1d36f1,
	0x510e527fade682d1, 0x9b05688c2b3e6c1f, 0x1f83d9abfb41bd6b, 0x5be0cd19137e2179,
}

// start has them in all lanes.
var start = func() (s state) {
	for i := range s {
		for j := range s[i] {
			s[i][j] = initial[i]
		}
	}
	return s
}()

// cubeRoots is those of the cube roots of the first 80 primes.
//
// Source: FIPS 180-4, section 4.2.3.
var cubeRoots = constants{
	0x428a2f98d728ae22, 0x7137449123ef65cd, 0xb5c0fbcfec4d3b2f, 0xe9b5dba58189dbbc,
	0x3956c25bf348b538, 0x59f111f1b605d019, 0x923f82a4af194f9b, 0xab1c5ed5da6d8118,
	0xd807aa98a3030242, 0x12835b0145706fbe, 0x243185be4ee4b28c, 0x550c7dc3d5ffb4e2,
	0x72be5d74f27b896f, 0x80deb1fe3b1696b1, 0x9bdc06a725c71235, 0xc19bf174cf692694,
	0xe49b69c19ef14ad2, 0xefbe4786384f25e3, 0x0fc19dc68b8cd5b5, 0x240ca1cc77ac9c65,
	0x2de92c6f592b0275, 0x4a7484aa6ea6e483, 0x5cb0a9dcbd41fbd4, 0x76f988da831153b5,
	0x983e5152ee66dfab, 0xa831c66d2db43210, 0xb00327c898fb213f, 0xbf597fc7beef0ee4,
	0xc6e00bf33da88fc2, 0xd5a79147930aa725, 0x06ca6351e003826f, 0x142929670a0e6e70,
	0x27b70a8546d22ffc, 0x2e1b21385c26c926, 0x4d2c6dfc5ac42aed, 0x53380d139d95b3df,
	0x650a73548baf63de, 0x766a0abb3c77b2a8, 0x81c2c92e47edaee6, 0x92722c851482353b,
	0xa2bfe8a14cf10364, 0xa81a664bbc423001, 0xc24b8b70d0f89791, 0xc76c51a30654be30,
	0xd192e819d6ef5218, 0xd69906245565a910, 0xf40e35855771202a, 0x106aa07032bbd1b8,
	0x19a4c116b8d2d0c8, 0x1e376c085141ab53, 0x2748774cdf8eeb99, 0x34b0bcb5e19b48a8,
	0x391c0cb3c5c95a63, 0x4ed8aa4ae3418acb, 0x5b9cca4f7763e373, 0x682e6ff3d6b2b8a3,
	0x748f82ee5defb2fc, 0x78a5636f43172f60, 0x84c87814a1f0ab72, 0x8cc702081a6439ec,
	0x90befffa23631e28, 0xa4506cebde82bde9, 0xbef9a3f7b2c67915, 0xc67178f2e372532b,
	0xca273eceea26619c, 0xd186b8c721c0c207, 0xeada7dd6cde0eb1e, 0xf57d4f7fee6ed178,
	0x06f067aa72176fba, 0x0a637dc5a2c898a6, 0x113f9804bef90dae, 0x1b710b35131c471b,
	0x28db77f523047d84, 0x32caab7b40c72493, 0x3c9ebe0a15c9bebc, 0x431d67c49c100d4c,
	0x4cc5d4becb3e42b6, 0x597f299cfc657e2a, 0x5fcb6fab3ad6faec, 0x6c44198c4a475817,
}
