// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package doubles

import "math/big"

// Integers are those from Lo to Hi, fewer than 2^63: words have their lowest 64 bits. The bits of
// doubles are added up so, and the sums go around: what is known is which integers they stand for.
type Integers struct{ Lo, Hi *big.Int }

var (
	end  = new(big.Int).Lsh(big.NewInt(1), 64)
	half = new(big.Int).Lsh(big.NewInt(1), 63)

	allWords = new(big.Int).Sub(end, big.NewInt(1)) // the last less the first of them
)

// Around returns the integers from lo to hi, less turns times 2^64, so that the first of them is a word.
// It is not ok if they are too many.
func Around(lo, hi *big.Int) (z *Integers, turns *big.Int, ok bool) {
	if new(big.Int).Sub(hi, lo).Cmp(half) >= 0 {
		return nil, nil, false
	}
	turns = new(big.Int).Rsh(lo, 64)
	less := new(big.Int).Lsh(turns, 64)
	return &Integers{new(big.Int).Sub(lo, less), new(big.Int).Sub(hi, less)}, turns, true
}

// AreWords reports whether all of them are words, so that they are what their lowest 64 bits are.
func (z *Integers) AreWords() bool { return z.Lo.Sign() >= 0 && z.Hi.Cmp(end) < 0 }

// Near returns them less those that are offset modulo 2^64, turns·2^64 + offset of them, with which they are closest to 0.
func (z *Integers) Near(offset uint64) (near *Integers, turns *big.Int) {
	c := new(big.Int).SetUint64(offset)
	middle := new(big.Int).Add(z.Lo, z.Hi)
	middle.Rsh(middle, 1)
	turns = middle.Sub(middle, c)
	turns.Rsh(turns.Add(turns, half), 64)
	c.Add(c, new(big.Int).Lsh(turns, 64))
	return &Integers{new(big.Int).Sub(z.Lo, c), new(big.Int).Sub(z.Hi, c)}, turns
}

// Join returns the least integers that hold those of x and y, modulo 2^64, larger by a part of 2^-more in the
// direction in which y is not in x, if more is not 0. It is not ok if they are too many.
func (x *Integers) Join(y *Integers, more uint) (z *Integers, ok bool) {
	y = y.closeTo(x)
	lo, hi := x.Lo, x.Hi
	slack := new(big.Int)
	if more > 0 {
		slack.Rsh(slack.Sub(hi, lo), more)
	}
	if y.Lo.Cmp(lo) < 0 {
		lo = new(big.Int).Sub(y.Lo, slack)
	}
	if y.Hi.Cmp(hi) > 0 {
		hi = new(big.Int).Add(y.Hi, slack)
	}
	z, _, ok = Around(lo, hi)
	return z, ok
}

// Hold reports whether all of y are in x, modulo 2^64. x may be all words.
func (x *Integers) Hold(y *Integers) bool {
	if size := new(big.Int).Sub(x.Hi, x.Lo); size.Cmp(allWords) >= 0 {
		return true
	}
	y = y.closeTo(x)
	return x.Lo.Cmp(y.Lo) <= 0 && x.Hi.Cmp(y.Hi) >= 0
}

// closeTo returns y plus the multiple of 2^64 with which it is closest to x.
func (y *Integers) closeTo(x *Integers) *Integers {
	middle := new(big.Int).Add(x.Lo, x.Hi)
	middle.Sub(middle, y.Lo)
	middle.Rsh(middle.Sub(middle, y.Hi), 1)
	turns := middle.Rsh(middle.Add(middle, half), 64)
	by := turns.Lsh(turns, 64)
	return &Integers{new(big.Int).Add(y.Lo, by), new(big.Int).Add(y.Hi, by)}
}
