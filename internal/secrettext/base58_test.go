// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package secrettext

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"math/big"
	"strings"
	"testing"

	"secant.example/internal/testkit"
)

const alphabet58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"

// model58 is the text of b, by math/big.
func model58(b []byte) string {
	x, radix := new(big.Int).SetBytes(b), big.NewInt(58)
	var text []byte
	for d := new(big.Int); x.Sign() > 0; {
		x.DivMod(x, radix, d)
		text = append(text, alphabet58[d.Int64()])
	}
	for _, c := range b {
		if c != 0 {
			break
		}
		text = append(text, '1')
	}
	for i, j := 0, len(text)-1; i < j; i, j = i+1, j-1 {
		text[i], text[j] = text[j], text[i]
	}
	return string(text)
}

// Those of Bitcoin Core's base58_encode_decode.json.
func TestBase58Vectors(t *testing.T) {
	for _, v := range [][2]string{
		{"", ""}, {"61", "2g"}, {"626262", "a3gV"}, {"636363", "aPEr"},
		{"73696d706c792061206c6f6e6720737472696e67", "2cFupjhnEsSn59qHXstmK2ffpLv2"},
		{"00eb15231dfceb60925886b67d065299925915aeb172c06647", "1NS17iag9jJgTHD1VXjvLCEnZuQ3rJDE9L"},
		{"516b6fcd0f", "ABnLTmg"}, {"bf4f89001e670274dd", "3SEo3LWLoPntC"}, {"572e4794", "3EFU7m"},
		{"ecac89cad93923c02321", "EJDM8drfXA6uyA"}, {"10c8511e", "Rt5zm"}, {"00000000000000000000", "1111111111"},
	} {
		b, err := hex.DecodeString(v[0])
		if err != nil {
			t.Fatal(err)
		}
		if got := AppendBase58([]byte("x"), b, VarTimeBase58Size(b)); string(got) != "x"+v[1] {
			t.Errorf("%s is %s, want %s", v[0], got[1:], v[1])
		}
		if got := make([]byte, len(b)); !DecodeBase58(got, []byte(v[1])) || !bytes.Equal(got, b) {
			t.Errorf("%s decodes to %x", v[1], got)
		}
	}
}

func TestBase58Model(t *testing.T) {
	rng := testkit.NewRand(t)
	check := func(b []byte) {
		t.Helper()
		want := model58(b)
		text := AppendBase58(nil, b, len(want))
		if string(text) != want || VarTimeBase58Size(b) != len(want) {
			t.Fatalf("%x is %s, want %s", b, text, want)
		}
		if longer := AppendBase58(nil, b, len(want)+7); string(longer) != "1111111"+want {
			t.Fatalf("%x is %s, want %s", b, longer, want)
		}
		if got := make([]byte, len(b)); !DecodeBase58(got, text) || !bytes.Equal(got, b) {
			t.Fatalf("%s decodes to %x, want %x", text, got, b)
		}
		// Other numbers of bytes have other texts, and so have other numbers of characters.
		for _, n := range []int{len(b) - 5, len(b) - 1, len(b) + 1, len(b) + 4} {
			if n >= 0 && DecodeBase58(make([]byte, n), text) {
				t.Fatalf("%s decodes to %d bytes", text, n)
			}
		}
		if DecodeBase58(make([]byte, len(b)), append([]byte("1"), text...)) {
			t.Fatalf("1%s decodes", text)
		}
	}
	for n := range 130 {
		check(make([]byte, n))
		check(bytes.Repeat([]byte{0xff}, n))
		for range 2 {
			b := rng.Bytes(n)
			check(b)
			clear(b[:n/3])
			check(b)
		}
	}
	// Powers of 58, and their neighbours: all digits are 0, or 57.
	x, one := big.NewInt(1), big.NewInt(1)
	for range 150 {
		x.Mul(x, big.NewInt(58))
		check(x.Bytes())
		check(new(big.Int).Sub(x, one).Bytes())
		check(new(big.Int).Add(x, one).Bytes())
	}
}

// Quotients and fractions are as near as their comments say, also at the edges, and the digits of fractions are
// those of what they are fractions of.
func TestBase58Reciprocal(t *testing.T) {
	rng := testkit.NewRand(t)
	number := func(x uint64) *big.Int { return new(big.Int).SetUint64(x) }
	product := func(x, y *big.Int) *big.Int { return new(big.Int).Mul(x, y) }
	if want := number(1); want.Lsh(want, 122).Div(want, number(group)).Cmp(number(reciprocal)) != 0 {
		t.Errorf("the reciprocal is not %d", want)
	}
	zero := new(big.Int)
	for i := range 20_000 {
		d := rng.Uint64() % (2 * group) >> (i % 59)
		if i < 4 {
			d = []uint64{0, group - 1, group, 2*group - 1}[i]
		}
		// 0 <= d·2^56 - quotient·group < 1.02·group, times 50.
		rest := product(number(d), number(1<<56))
		rest.Sub(rest, product(number(quotient(d)), number(group)))
		if rest.Cmp(zero) < 0 || product(rest, number(50)).Cmp(product(number(51), number(group))) >= 0 {
			t.Fatalf("%d: the quotient is %d", d, quotient(d))
		}
		if d >= group {
			continue
		}
		// 0 <= fraction·group - d·2^64 <= 4·group.
		rest = product(number(fraction(d)), number(group))
		rest.Sub(rest, new(big.Int).Lsh(number(d), 64))
		if rest.Cmp(zero) < 0 || rest.Cmp(number(4*group)) > 0 {
			t.Fatalf("%d: the fraction is %d", d, fraction(d))
		}
	}
}

func TestBase58Characters(t *testing.T) {
	for c := range 256 {
		value := strings.IndexByte(alphabet58, byte(c))
		for i := range 8 { // in each byte, beside the smallest and the largest
			for _, rest := range []byte{'1', 'z'} {
				text, values := bytes.Repeat([]byte{rest}, 8), bytes.Repeat([]byte{byte(strings.IndexByte(alphabet58, rest))}, 8)
				text[i], values[i] = byte(c), byte(value)
				v, bad := values58(binary.LittleEndian.Uint64(text))
				if (bad == 0) != (value >= 0) {
					t.Errorf("%q in %q: bad is %x", c, text, bad)
				}
				if value < 0 {
					continue
				}
				if v != binary.LittleEndian.Uint64(values) {
					t.Errorf("%q is %x, want %x", text, v, values)
				}
				if got := chars58(v); got != binary.LittleEndian.Uint64(text) {
					t.Errorf("%x is %x, want %q", values, got, text)
				}
			}
		}
	}
	for _, text := range []string{"0", "O", "I", "l", "2g0", " 2g", "2g ", "2g\n", "a3\x00gV", "2\xffg", strings.Repeat("z", 111) + "-"} {
		for n := range 100 {
			if b := make([]byte, n); DecodeBase58(b, []byte(text)) {
				t.Errorf("%q decodes to %x", text, b)
			}
		}
	}
}

func TestZeroBytes(t *testing.T) {
	for v := range 256 {
		for zeros := range 9 {
			word := uint64(v) << 56 >> (8 * zeros) // 0 if all are zeros
			want := zeros
			if v == 0 {
				want = 8
			}
			if got := zeroBytes(word); got != want {
				t.Errorf("%x has %d zero bytes first, want %d", word, got, want)
			}
			if word != 0 {
				if got := zeroBytes(word | (1<<(8*(7-zeros)) - 1)); got != want {
					t.Errorf("%x and bits below it: %d zero bytes first, want %d", word, got, want)
				}
			}
		}
	}
}

func TestBase58Check(t *testing.T) {
	rng := testkit.NewRand(t)
	for n := 0; n < 140; n += 6 { // 78 is an extended key
		b, got := rng.Bytes(n), make([]byte, n)
		text := AppendBase58Check([]byte("x"), b, VarTimeBase58Size(withChecksum(nil, b)))[1:]
		if !DecodeBase58Check(got, text) || !bytes.Equal(got, b) {
			t.Fatalf("%s decodes to %x, want %x", text, got, b)
		}
		for i := range text { // every character counts
			bad := bytes.Clone(text)
			bad[i] = alphabet58[(strings.IndexByte(alphabet58, bad[i])+1)%58]
			if DecodeBase58Check(got, bad) {
				t.Fatalf("%s decodes", bad)
			}
		}
		for _, other := range []int{0, n - 4, n - 1, n + 1} {
			if other >= 0 && other != n && DecodeBase58Check(make([]byte, other), text) {
				t.Fatalf("%s decodes to %d bytes", text, other)
			}
		}
	}
	for _, text := range []string{"", "1", "1111", "2g"} {
		if DecodeBase58Check(nil, []byte(text)) {
			t.Errorf("%q decodes", text)
		}
	}
}

func FuzzBase58(f *testing.F) {
	f.Add([]byte("2cFupjhnEsSn59qHXstmK2ffpLv2"), 20)
	f.Add([]byte("1111111111"), 10)
	f.Add([]byte{0, 0, 1}, 0)
	f.Fuzz(func(t *testing.T, b []byte, size int) {
		if len(b) > 300 || size < 0 || size > 300 {
			return
		}
		want := model58(b)
		if text := AppendBase58(nil, b, len(want)); string(text) != want || VarTimeBase58Size(b) != len(want) {
			t.Errorf("%x is %s, want %s", b, text, want)
		}
		if decoded := make([]byte, size); DecodeBase58(decoded, b) && model58(decoded) != string(b) {
			t.Errorf("%q decodes to %x", b, decoded)
		}
	})
}
