// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package conformance

import (
	"bytes"
	"testing"

	"github.com/btcsuite/btcd/btcec/v2"
	btcschnorr "github.com/btcsuite/btcd/btcec/v2/schnorr"
	"github.com/decred/dcrd/dcrec/secp256k1/v4"
	theirecdsa "github.com/decred/dcrd/dcrec/secp256k1/v4/ecdsa"

	group "secant.example/secp256k1"
	"secant.example/secp256k1/ecdh"
	"secant.example/secp256k1/ecdsa"
	"secant.example/secp256k1/schnorr"
)

// edges are 32-byte numbers, big-endian, at the edges of what secp256k1 counts:
// 0, 1, 2, n/2, n/2 + 1, n - 1, n, n + 1, p - 1, p, p + 1, 2^256 - 1.
var edges = []string{
	"0000000000000000000000000000000000000000000000000000000000000000",
	"0000000000000000000000000000000000000000000000000000000000000001",
	"0000000000000000000000000000000000000000000000000000000000000002",
	"7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0",
	"7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a1",
	"fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364140",
	"fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141",
	"fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364142",
	"fffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2e",
	"fffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2f",
	"fffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc30",
	"ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
}

// secp256k1Case is what the libraries are asked about. A fuzzer may choose all of it.
type secp256k1Case struct {
	secret, other, digest, extra [32]byte
	flip                         uint16 // which bit of a signature, or of what it signs, is changed
}

// newCase reads a case from bytes; what is missing is zero.
func newCase(secret, other, digest, extra []byte, flip uint16) *secp256k1Case {
	c := &secp256k1Case{flip: flip}
	copy(c.secret[:], secret)
	copy(c.other[:], other)
	copy(c.digest[:], digest)
	copy(c.extra[:], extra)
	return c
}

// flipped returns b with another bit.
func (c *secp256k1Case) flipped(b []byte) []byte {
	b = bytes.Clone(b)
	bit := int(c.flip) % (8 * len(b))
	b[bit/8] ^= 0x80 >> (bit % 8)
	return b
}

// recoveryIDs returns the recovery ids to try with b: all four with the signature
// itself, one of them with others.
func (c *secp256k1Case) recoveryIDs(b []byte, sig ecdsa.Signature) []int {
	if bytes.Equal(b, sig.Compact()) {
		return []int{0, 1, 2, 3}
	}
	return []int{int(c.flip) & 3}
}

// reducedDigest returns the digest modulo n.
func (c *secp256k1Case) reducedDigest() [32]byte {
	var e secp256k1.ModNScalar
	e.SetBytes(&c.digest)
	return e.Bytes()
}

// forEachCase calls f for random cases, some of them with edges.
func forEachCase(t *testing.T, n int, f func(t *testing.T, c *secp256k1Case)) {
	r := newSource(t)
	number := func() []byte {
		if r.IntN(4) == 0 {
			return unhex(t, edges[r.IntN(len(edges))])
		}
		return r.bytes(32)
	}
	if testing.Short() {
		n /= 10
	}
	for range n {
		f(t, newCase(number(), number(), number(), number(), uint16(r.Uint32())))
	}
}

// addCases gives a fuzzer its first cases.
func addCases(f *testing.F) {
	for i := range edges {
		b := func(j int) []byte { return unhex(f, edges[(i+j)%len(edges)]) }
		f.Add(b(0), b(2), b(3), b(7), uint16(61*i))
	}
	f.Add(bytes.Repeat([]byte{0x5a}, 32), bytes.Repeat([]byte{0x3c}, 32), bytes.Repeat([]byte{0x99}, 32), bytes.Repeat([]byte{7}, 32), uint16(300))
}

// keysOf returns the private key in each of our schemes, and in theirs, or says
// that the secret is none, on which they must agree.
func keysOf(t *testing.T, secret *[32]byte) (a *ecdsa.PrivateKey, b *schnorr.PrivateKey, c *ecdh.PrivateKey, theirs *secp256k1.PrivateKey, ok bool) {
	t.Helper()
	var d secp256k1.ModNScalar
	ok = d.SetBytes(secret) == 0 && !d.IsZero()
	a, aErr := ecdsa.NewPrivateKey(secret[:])
	b, bErr := schnorr.NewPrivateKey(secret[:])
	c, cErr := ecdh.NewPrivateKey(secret[:])
	if (aErr == nil) != ok || (bErr == nil) != ok || (cErr == nil) != ok {
		t.Fatalf("secret key %x: %v, %v, %v, valid is %v", secret, aErr, bErr, cErr, ok)
	}
	return a, b, c, secp256k1.NewPrivateKey(&d), ok
}

// parseTheirs returns a compact ECDSA signature, or nil.
func parseTheirs(b []byte) *theirecdsa.Signature {
	var r, s secp256k1.ModNScalar
	if r.SetByteSlice(b[:32]) || s.SetByteSlice(b[32:]) || r.IsZero() || s.IsZero() {
		return nil
	}
	return theirecdsa.NewSignature(&r, &s)
}

// compareBtcec compares everything that btcec and dcrec have with ours.
func compareBtcec(t *testing.T, c *secp256k1Case) {
	k, bip340, dh, theirs, ok := keysOf(t, &c.secret)
	if !ok {
		return
	}
	public := theirs.PubKey()
	if got, want := k.PublicKey().Bytes(), public.SerializeCompressed(); !bytes.Equal(got, want) {
		t.Fatalf("public key %x, want %x", got, want)
	}
	if got, want := k.PublicKey().BytesUncompressed(), public.SerializeUncompressed(); !bytes.Equal(got, want) {
		t.Errorf("public key %x, want %x", got, want)
	}
	if got, want := bip340.PublicKey().Bytes(), btcschnorr.SerializePubKey(public); !bytes.Equal(got, want) {
		t.Errorf("x-only public key %x, want %x", got, want)
	}

	// ECDSA: the same nonce function, so the same signature, in every form. Theirs
	// leaves out RFC 6979's reduction of the digest modulo n, so it gets it reduced.
	reduced := c.reducedDigest()
	sig, err := ecdsa.Sign(k, c.digest)
	if err != nil {
		t.Fatal(err)
	}
	theirSig := theirecdsa.Sign(theirs, reduced[:])
	if got, want := sig.DER(), theirSig.Serialize(); !bytes.Equal(got, want) {
		t.Errorf("signature of %x with %x is %x, want %x", c.digest, c.secret, got, want)
	}
	recoverable, err := ecdsa.SignRecoverable(k, c.digest, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, form := range []bool{true, false} {
		if got, want := recoverable.Bitcoin(form), theirecdsa.SignCompact(theirs, reduced[:], form); !bytes.Equal(got, want) {
			t.Errorf("recoverable signature %x, want %x", got, want)
		}
	}
	for _, b := range [][]byte{sig.Compact(), c.flipped(sig.Compact()), append(c.extra[:], c.other[:]...)} {
		for _, digest := range [][]byte{c.digest[:], c.flipped(c.digest[:])} {
			parsed := parseTheirs(b)
			want := parsed != nil && parsed.Verify(digest, public)
			if got := k.PublicKey().VerifyCompact(ecdsa.Digest(digest), b, ecdsa.AnyS); got != want {
				t.Errorf("signature %x of %x under %x: %v, want %v", b, digest, public.SerializeCompressed(), got, want)
			}
			if _, err := ecdsa.ParseCompact(b); (err == nil) != (parsed != nil) {
				t.Errorf("parsing %x: %v, want %v", b, err, parsed != nil)
			}
			for _, id := range c.recoveryIDs(b, sig) {
				withID := append([]byte{byte(31 + id)}, b...)
				wantKey, wantForm, wantErr := theirecdsa.RecoverCompact(withID, digest)
				r, form, err := ecdsa.ParseBitcoin(withID)
				var key *ecdsa.PublicKey
				if err == nil {
					key, err = r.Recover(ecdsa.Digest(digest), ecdsa.AnyS)
				}
				if (err == nil) != (wantErr == nil) {
					t.Errorf("recovering from %x of %x: %v, want %v", withID, digest, err, wantErr)
				} else if err == nil && (form != wantForm || !bytes.Equal(key.Bytes(), wantKey.SerializeCompressed())) {
					t.Errorf("recovering from %x of %x: %x, want %x", withID, digest, key.Bytes(), wantKey.SerializeCompressed())
				}
			}
		}
	}

	// BIP-340: the same auxiliary data, so the same signature.
	signed, err := schnorr.SignWithOptions(bip340, c.digest[:], &schnorr.Options{Aux: c.extra[:]})
	if err != nil {
		t.Fatal(err)
	}
	btcKey, btcPublic := btcec.PrivKeyFromBytes(c.secret[:])
	theirSigned, err := btcschnorr.Sign(btcKey, c.digest[:], btcschnorr.CustomNonce(c.extra))
	if err != nil {
		t.Fatal(err)
	}
	if want := theirSigned.Serialize(); !bytes.Equal(signed, want) {
		t.Errorf("BIP-340 signature %x, want %x", signed, want)
	}
	for _, b := range [][]byte{signed, c.flipped(signed), append(c.extra[:], c.other[:]...)} {
		for _, digest := range [][]byte{c.digest[:], c.flipped(c.digest[:])} {
			parsed, err := btcschnorr.ParseSignature(b)
			want := err == nil && parsed.Verify(digest, btcPublic)
			if got := bip340.PublicKey().Verify(digest, b); got != want {
				t.Errorf("BIP-340 signature %x of %x: %v, want %v", b, digest, got, want)
			}
		}
	}

	// Any 32 bytes as an x-only key, and ECDH with it.
	peer, peerErr := btcschnorr.ParsePubKey(c.other[:])
	ours, err := ecdh.NewPublicKeyX(c.other[:])
	if (err == nil) != (peerErr == nil) {
		t.Fatalf("x-only key %x: %v, want %v", c.other, err, peerErr)
	}
	if _, err := schnorr.NewPublicKey(c.other[:]); (err == nil) != (peerErr == nil) {
		t.Errorf("x-only key %x: %v, want %v", c.other, err, peerErr)
	}
	if err == nil {
		secret, err := dh.SharedSecret(ours)
		if want := secp256k1.GenerateSharedSecret(theirs, peer); err != nil || !bytes.Equal(secret[:], want) {
			t.Errorf("shared secret %x, %v, want %x", secret, err, want)
		}
	}
}

func TestBtcec(t *testing.T) { forEachCase(t, 300, compareBtcec) }

func FuzzBtcec(f *testing.F) {
	addCases(f)
	f.Fuzz(func(t *testing.T, secret, other, digest, extra []byte, flip uint16) {
		compareBtcec(t, newCase(secret, other, digest, extra, flip))
	})
}

// compareEncodings compares what dcrec and ours make of any bytes, as a public
// key and as a signature in DER.
func compareEncodings(t *testing.T, b []byte) {
	theirs, theirErr := secp256k1.ParsePubKey(b)
	p, err := new(group.Point).SetBytesHybrid(b)
	identity := len(b) == 1 && b[0] == 0 // a point, but no public key
	if (err == nil) != (theirErr == nil || identity) {
		t.Fatalf("point %x: %v, want %v", b, err, theirErr)
	}
	if err == nil && !identity {
		if got, want := p.BytesUncompressed(), theirs.SerializeUncompressed(); !bytes.Equal(got, want) {
			t.Errorf("point %x is %x, want %x", b, got, want)
		}
	}
	hybrid := len(b) > 0 && b[0] >= 6
	if _, err := new(group.Point).SetBytes(b); (err == nil) != (theirErr == nil && !hybrid || identity) {
		t.Errorf("point %x: %v, want %v", b, err, theirErr)
	}
	for _, parse := range []func([]byte) error{
		func(b []byte) error { _, err := ecdsa.NewPublicKey(b); return err },
		func(b []byte) error { _, err := ecdh.NewPublicKey(b); return err },
	} {
		if err := parse(b); (err == nil) != (theirErr == nil && !hybrid) {
			t.Errorf("public key %x: %v, want %v", b, err, theirErr)
		}
	}
	sig, err := ecdsa.ParseDER(b)
	theirSig, theirErr := theirecdsa.ParseDERSignature(b)
	if (err == nil) != (theirErr == nil) {
		t.Errorf("DER %x: %v, want %v", b, err, theirErr)
	} else if err == nil {
		// They make s low when they write it.
		low := sig.LowS()
		if got, want := low.DER(), theirSig.Serialize(); !bytes.Equal(got, want) {
			t.Errorf("DER %x is %x, want %x", b, got, want)
		}
		if got := sig.DER(); !bytes.Equal(got, b) {
			t.Errorf("DER %x is written as %x", b, got)
		}
	}
}

// encodings are what mutations start from.
func encodings(t testing.TB) (all [][]byte) {
	var secret [32]byte
	secret[31] = 3
	k, err := ecdsa.NewPrivateKey(secret[:])
	if err != nil {
		t.Fatal(err)
	}
	p, err := new(group.Point).SetBytes(k.PublicKey().Bytes())
	if err != nil {
		t.Fatal(err)
	}
	all = append(all, []byte{}, []byte{0}, p.Bytes(), p.BytesUncompressed(), p.BytesHybrid(), new(group.Point).Negate(p).BytesHybrid())
	// Integers in DER at the edges of what is short enough and not negative.
	contents := []string{"", "00", "01", "7f", "80", "ff", "0000", "007f", "0080", "00ff", "000080", "7fff", "8000"}
	for _, edge := range edges[3:7] {
		contents = append(contents, edge, "00"+edge, "0000"+edge)
	}
	for i, r := range contents {
		s := contents[(5*i+2)%len(contents)]
		for _, pair := range [][]string{{r, "01"}, {"01", r}, {r, s}} {
			b := []byte{0x30, byte(4 + len(pair[0])/2 + len(pair[1])/2)}
			for _, content := range pair {
				b = append(append(b, 2, byte(len(content)/2)), unhex(t, content)...)
			}
			all = append(all, b)
		}
	}
	for i, edge := range edges {
		all = append(all, append([]byte{byte(2 + i&1)}, unhex(t, edge)...))
		sig, err := ecdsa.Sign(k, ecdsa.Digest(unhex(t, edge)))
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, sig.DER())
		// r and s at the edges, valid or not, in DER.
		if s, err := ecdsa.ParseCompact(append(unhex(t, edge), unhex(t, edges[len(edges)-1-i])...)); err == nil {
			all = append(all, s.DER())
		}
		if s, err := ecdsa.ParseCompact(append(unhex(t, edge), unhex(t, edges[1])...)); err == nil {
			all = append(all, s.DER())
		}
	}
	return all
}

// forEachEncoding calls f for encodings and mutations of them.
func forEachEncoding(t *testing.T, f func(t *testing.T, b []byte)) {
	r := newSource(t)
	for _, b := range encodings(t) {
		f(t, b)
		for range 100 {
			m := bytes.Clone(b)
			switch i := r.IntN(len(m) + 1); r.IntN(4) {
			case 0:
				m = append(m[:i], append(r.bytes(1), m[i:]...)...)
			case 1:
				m = m[:i]
			case 2:
				m = append(m, r.bytes(1+r.IntN(3))...)
			default:
				if len(m) > 0 {
					m[i%len(m)] = byte(r.Uint32())
				}
			}
			f(t, m)
		}
	}
}

func TestBtcecEncodings(t *testing.T) { forEachEncoding(t, compareEncodings) }

func FuzzBtcecEncodings(f *testing.F) {
	for _, b := range encodings(f) {
		f.Add(b)
	}
	f.Fuzz(compareEncodings)
}
