// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package ecdsa

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"math/big"
	"strings"
	"testing"

	"secant.example/internal/testkit"
)

// TestDER writes and reads integers of all sizes.
func TestDER(t *testing.T) {
	rng := testkit.NewRand(t)
	for i := range 2000 {
		r, s := rng.SecpScalar(), rng.SecpScalar()
		switch i {
		case 0:
			r, s = big.NewInt(1), big.NewInt(1)
		case 1:
			r, s = big.NewInt(127), big.NewInt(128)
		case 2:
			r, s = big.NewInt(255), big.NewInt(256)
		case 3:
			r = new(big.Int).Sub(testkit.SecpN, big.NewInt(1))
			s = r
		}
		sig := signature(r, s)
		der := sig.DER()
		if !bip66(der) {
			t.Fatalf("(%x, %x): %x is not strict DER", r, s, der)
		}
		if got, err := ParseDER(der); err != nil || got != sig {
			t.Fatalf("%x: %v, %v", der, got, err)
		}
		if got := sig.AppendDER([]byte("before")); !bytes.Equal(got, append([]byte("before"), der...)) {
			t.Fatalf("%x, appended: %x", der, got)
		}
		if got, err := ParseCompact(sig.Compact()); err != nil || got != sig {
			t.Fatalf("%x: %v, %v", sig.Compact(), got, err)
		}
		if i < 4 || i%100 == 0 {
			for cut := range der {
				if _, err := ParseDER(der[:cut]); !errors.Is(err, ErrSignature) {
					t.Fatalf("%x: %v", der[:cut], err)
				}
			}
		}
	}
}

// derTable are encodings of r = 1 and s = 2, and what BIP-66 says of others.
var derTable = []struct {
	der, name string
	valid     bool
}{
	{"3006020101020102", "the one that is right", true},
	{"300702020080020102", "r with a high bit, after a zero byte", true},
	{"", "empty", false},
	{"30", "a tag alone", false},
	{"3000", "an empty sequence", false},
	{"3003020101", "one integer", false},
	{"300602010102010200", "a byte after it", false},
	{"30060201010201", "the last byte missing", false},
	{"300702010102010200", "a byte after it, in the sequence", false},
	{"3007020101020102", "a length that is too large", false},
	{"3005020101020102", "a length that is too small", false},
	{"308106020101020102", "a long length", false},
	{"30800201010201020000", "an indefinite length", false},
	{"3106020101020102", "a set", false},
	{"2006020101020102", "a sequence that is not constructed", false},
	{"3006030101020102", "r is a bit string", false},
	{"3006020101040102", "s is an octet string", false},
	{"30050200020102", "r without bytes", false},
	{"30050201010200", "s without bytes", false},
	{"3006020181020102", "r is negative", false},
	{"3006020101020181", "s is negative", false},
	{"300702020001020102", "r with a superfluous zero", false},
	{"300702010102020002", "s with a superfluous zero", false},
	{"30070202007f020102", "r with a superfluous zero before 7f", false},
	{"30080203000080020102", "r with two zeros", false},
	{"300702810101020102", "r with a long length", false},
	{"300702010102810102", "s with a long length", false},
	{"3006020100020102", "r = 0", false},
	{"3006020101020100", "s = 0", false},
	{"3006020501020102", "r goes beyond s", false},
	{"3006020101020202", "s goes beyond the end", false},
	{"3009020101020102020103", "three integers", false},
	{"3026022100fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364140020101", "r = n-1", true},
	{"3026022100fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141020101", "r = n", false},
	{"3026020101022100fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141", "s = n", false},
	{"3027022200ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff020101", "r of 33 bytes", false},
	{"30260221010000000000000000000000000000000000000000000000000000000000000000020101", "r = 2^256", false},
}

func TestDERTable(t *testing.T) {
	for _, v := range derTable {
		der := testkit.Unhex(t, v.der)
		sig, err := ParseDER(der)
		if (err == nil) != v.valid || err != nil && (sig != Signature{} || !errors.Is(err, ErrSignature)) {
			t.Errorf("%s (%s): %v, %v", v.name, v.der, sig, err)
		}
		if err == nil && (!bip66(der) || !bytes.Equal(sig.DER(), der)) {
			t.Errorf("%s: comes back as %x", v.name, sig.DER())
		}
		if v.valid && !bip66(der) {
			t.Errorf("%s: BIP-66 rejects it", v.name)
		}
	}
}

func TestCompact(t *testing.T) {
	one, zero, n := toBytes(big.NewInt(1)), make([]byte, 32), toBytes(testkit.SecpN)
	for _, b := range [][]byte{
		nil, make([]byte, 64), make([]byte, 63), make([]byte, 65), append(one, zero...), append(zero, one...),
		append(one, n...), append(n, one...), bytes.Repeat([]byte{255}, 64), append(append(one, one...), 0),
	} {
		if sig, err := ParseCompact(b); sig != (Signature{}) || !errors.Is(err, ErrSignature) {
			t.Errorf("%x: %v, %v", b, sig, err)
		}
	}
}

// TestOpenSSL reads what OpenSSL wrote, and writes it in the same way.
func TestOpenSSL(t *testing.T) {
	want, err := NewPrivateKey(testkit.Unhex(t, openSSLPrivate))
	if err != nil {
		t.Fatal(err)
	}
	p := want.PublicKey()
	if x := fmt.Sprintf("%x", p.BytesUncompressed()); x != "04"+openSSLX+openSSLY {
		t.Errorf("public key %s", x)
	}
	for name, f := range map[string]struct {
		marshal func() ([]byte, error)
		text    string
	}{
		"SEC 1": {want.MarshalSEC1PEM, sec1PEM}, "PKCS #8": {want.MarshalPEM, pkcs8PEM}, "SPKI": {p.MarshalPEM, spkiPEM},
	} {
		if got, err := f.marshal(); err != nil || string(got) != f.text {
			t.Errorf("%s: %v\n%swant\n%s", name, err, got, f.text)
		}
	}
	all := map[string]string{"SEC 1": sec1PEM, "PKCS #8": pkcs8PEM, "text before it": "Key:\n" + sec1PEM, "white space after it": pkcs8PEM + " \n\t"}
	for name, text := range privatePEMs {
		all[name] = text
	}
	for name, text := range all {
		if k, err := ParsePrivateKeyPEM([]byte(text)); err != nil || !k.Equal(want) || !k.PublicKey().Equal(p) {
			t.Errorf("%s: %v, %v", name, k, err)
		}
	}
	for name, text := range otherPrivatePEMs {
		if k, err := ParsePrivateKeyPEM([]byte(text)); k != nil || !errors.Is(err, ErrPrivateKey) {
			t.Errorf("%s: %v, %v", name, k, err)
		}
	}
	for name, text := range map[string]string{"nothing": "", "no PEM": "key", "two keys": sec1PEM + sec1PEM, "parameters alone": privatePEMs["SEC 1 after its parameters"][:80], "text after it": sec1PEM + "x",
		"said to be encrypted": strings.Replace(sec1PEM, "-----\n", "-----\nProc-Type: 4,ENCRYPTED\n\n", 1)} {
		if k, err := ParsePrivateKeyPEM([]byte(text)); k != nil || !errors.Is(err, ErrPrivateKey) {
			t.Errorf("%s: %v, %v", name, k, err)
		}
	}
	for _, text := range []string{spkiPEM, compressedPEM, "Key:\n" + spkiPEM} {
		if got, err := ParsePublicKeyPEM([]byte(text)); err != nil || !got.Equal(p) {
			t.Errorf("%s: %v, %v", text, got, err)
		}
	}
	for name, text := range otherPublicPEMs {
		if got, err := ParsePublicKeyPEM([]byte(text)); got != nil || !errors.Is(err, ErrPublicKey) {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
	for name, text := range map[string]string{"nothing": "", "no PEM": "key", "two keys": spkiPEM + spkiPEM} {
		if got, err := ParsePublicKeyPEM([]byte(text)); got != nil || !errors.Is(err, ErrPublicKey) {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
	if !p.VerifyDER(Digest(sha256.Sum256([]byte(openSSLMessage))), testkit.Unhex(t, openSSLSig), AnyS) {
		t.Error("the signature is not valid")
	}
}

// TestKeyDER changes each byte of keys in DER: nothing is another key, or the same.
func TestKeyDER(t *testing.T) {
	decode := func(text string) []byte {
		block, _ := pem.Decode([]byte(text))
		return block.Bytes
	}
	k, err := NewPrivateKey(testkit.Unhex(t, openSSLPrivate))
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		text  string
		parse func([]byte) (same bool, err error)
		kind  error
	}{
		"SEC 1":   {sec1PEM, func(b []byte) (bool, error) { got, err := ParseSEC1(b); return err == nil && got.Equal(k), err }, ErrPrivateKey},
		"PKCS #8": {pkcs8PEM, func(b []byte) (bool, error) { got, err := ParsePKCS8(b); return err == nil && got.Equal(k), err }, ErrPrivateKey},
		"SPKI": {spkiPEM, func(b []byte) (bool, error) {
			got, err := ParseSPKI(b)
			return err == nil && got.Equal(k.Public()), err
		}, ErrPublicKey},
	} {
		der := decode(c.text)
		if same, err := c.parse(der); !same {
			t.Errorf("%s: %v", name, err)
		}
		for i := range der {
			for _, flip := range []byte{1, 2, 0x80, 0xff} {
				b := bytes.Clone(der)
				b[i] ^= flip
				// The version of PKCS #8 may be 1 too.
				if same, err := c.parse(b); err == nil && !(same && name == "PKCS #8" && i == 5 && flip == 1) {
					t.Errorf("%s: byte %d changed to %x: accepted, the same: %v", name, i, b[i], same)
				} else if err != nil && !errors.Is(err, c.kind) {
					t.Errorf("%s: byte %d changed: %v", name, i, err)
				}
			}
			if _, err := c.parse(der[:i]); !errors.Is(err, c.kind) {
				t.Errorf("%s: %d bytes: %v", name, i, err)
			}
		}
		if _, err := c.parse(append(bytes.Clone(der), 0)); !errors.Is(err, c.kind) {
			t.Errorf("%s, a byte more: %v", name, err)
		}
	}
}

// TestPKCS8v2 reads the second version of PKCS #8, with attributes and a public key.
func TestPKCS8v2(t *testing.T) {
	k := newKey(t, big.NewInt(7))
	public := k.PublicKey().Bytes()
	sec1, err := k.MarshalSEC1()
	if err != nil {
		t.Fatal(err)
	}
	element := func(tag byte, parts ...[]byte) []byte {
		b := bytes.Join(parts, nil)
		if len(b) >= 128 {
			return append([]byte{tag, 0x81, byte(len(b))}, b...)
		}
		return append([]byte{tag, byte(len(b))}, b...)
	}
	algorithm := testkit.Unhex(t, "301006072a8648ce3d020106052b8104000a")
	version0, version1, version2 := []byte{2, 1, 0}, []byte{2, 1, 1}, []byte{2, 1, 2}
	attributes := element(0xa0, testkit.Unhex(t, "300d06092a864886f70d01090531003000"))
	bits := element(0x81, []byte{0}, public)
	inner := element(4, sec1)
	for _, v := range []struct {
		name  string
		der   []byte
		valid bool
	}{
		{"version 1", element(0x30, version0, algorithm, inner), true},
		{"version 1 with attributes", element(0x30, version0, algorithm, inner, attributes), true},
		{"version 1 with a public key", element(0x30, version0, algorithm, inner, bits), false},
		{"version 2", element(0x30, version1, algorithm, inner), true},
		{"version 2 with a public key", element(0x30, version1, algorithm, inner, bits), true},
		{"version 2 with both", element(0x30, version1, algorithm, inner, attributes, bits), true},
		{"version 2 with both, the other way around", element(0x30, version1, algorithm, inner, bits, attributes), false},
		{"version 3", element(0x30, version2, algorithm, inner), false},
		{"another public key", element(0x30, version1, algorithm, inner, element(0x81, []byte{0}, newKey(t, big.NewInt(8)).PublicKey().Bytes())), false},
		{"a public key with unused bits", element(0x30, version1, algorithm, inner, element(0x81, []byte{1}, public)), false},
		{"an empty public key", element(0x30, version1, algorithm, inner, element(0x81)), false},
		{"more", element(0x30, version1, algorithm, inner, bits, []byte{5, 0}), false},
		{"no key", element(0x30, version1, algorithm), false},
		{"more in the key", element(0x30, version0, algorithm, element(4, sec1, []byte{0})), false},
		{"another algorithm", element(0x30, version0, testkit.Unhex(t, "301006072a8648ce3d020206052b8104000a"), inner), false},
		{"no curve", element(0x30, version0, testkit.Unhex(t, "300906072a8648ce3d0201"), inner), false},
		{"more after the curve", element(0x30, version0, testkit.Unhex(t, "301206072a8648ce3d020106052b8104000a0500"), inner), false},
	} {
		got, err := ParsePKCS8(v.der)
		if v.valid != (err == nil) || err == nil && !got.Equal(k) || err != nil && !errors.Is(err, ErrPrivateKey) {
			t.Errorf("%s: %v, %v", v.name, got, err)
		}
	}
	octets := element(4, toBytes(big.NewInt(7)))
	curve := testkit.Unhex(t, "a00706052b8104000a")
	for _, v := range []struct {
		name  string
		der   []byte
		valid bool
	}{
		{"SEC 1", element(0x30, version1, octets, curve), true},
		{"SEC 1, compressed", element(0x30, version1, octets, curve, element(0xa1, element(3, []byte{0}, public))), true},
		{"no curve", element(0x30, version1, octets), false},
		{"another curve", element(0x30, version1, octets, testkit.Unhex(t, "a00706052b8104000b")), false},
		{"version 0", element(0x30, version0, octets, curve), false},
		{"version 2", element(0x30, version2, octets, curve), false},
		{"a short integer", element(0x30, version1, element(4, []byte{7}), curve), false},
		{"a long integer", element(0x30, version1, element(4, []byte{0}, toBytes(big.NewInt(7))), curve), false},
		{"0", element(0x30, version1, element(4, make([]byte, 32)), curve), false},
		{"n", element(0x30, version1, element(4, toBytes(testkit.SecpN)), curve), false},
		{"another public key", element(0x30, version1, octets, curve, element(0xa1, element(3, []byte{0}, newKey(t, big.NewInt(8)).PublicKey().Bytes()))), false},
		{"a public key with unused bits", element(0x30, version1, octets, curve, element(0xa1, element(3, []byte{1}, public))), false},
		{"no public key in its place", element(0x30, version1, octets, curve, element(0xa1)), false},
		{"the other way around", element(0x30, version1, octets, element(0xa1, element(3, []byte{0}, public)), curve), false},
		{"more", element(0x30, version1, octets, curve, []byte{5, 0}), false},
	} {
		got, err := ParseSEC1(v.der)
		if v.valid != (err == nil) || err == nil && !got.Equal(k) || err != nil && !errors.Is(err, ErrPrivateKey) {
			t.Errorf("%s: %v, %v", v.name, got, err)
		}
	}
}

func TestMarshalUnset(t *testing.T) {
	var k PrivateKey
	var p PublicKey
	for name, marshal := range map[string]func() ([]byte, error){
		"SEC 1": k.MarshalSEC1, "PKCS #8": k.MarshalPKCS8, "SEC 1 PEM": k.MarshalSEC1PEM, "PEM": k.MarshalPEM, "JWK": k.MarshalJWK,
	} {
		if b, err := marshal(); b != nil || !errors.Is(err, ErrPrivateKey) {
			t.Errorf("%s: %x, %v", name, b, err)
		}
	}
	for name, marshal := range map[string]func() ([]byte, error){"SPKI": p.MarshalSPKI, "PEM": p.MarshalPEM, "JWK": p.MarshalJWK} {
		if b, err := marshal(); b != nil || !errors.Is(err, ErrPublicKey) {
			t.Errorf("%s: %x, %v", name, b, err)
		}
	}
}

func TestJWK(t *testing.T) {
	k, err := NewPrivateKey(testkit.Unhex(t, openSSLPrivate))
	if err != nil {
		t.Fatal(err)
	}
	p := k.PublicKey()
	encode := func(s string) string { return base64.RawURLEncoding.EncodeToString(testkit.Unhex(t, s)) }
	x, y, d := encode(openSSLX), encode(openSSLY), encode(openSSLPrivate)
	wantPublic := fmt.Sprintf(`{"kty":"EC","crv":"secp256k1","x":"%s","y":"%s","alg":"ES256K"}`, x, y)
	wantPrivate := fmt.Sprintf(`{"kty":"EC","crv":"secp256k1","x":"%s","y":"%s","d":"%s","alg":"ES256K"}`, x, y, d)
	if got, err := p.MarshalJWK(); err != nil || string(got) != wantPublic {
		t.Errorf("public: %s, %v, want %s", got, err, wantPublic)
	}
	if got, err := k.MarshalJWK(); err != nil || string(got) != wantPrivate {
		t.Errorf("private: %s, %v, want %s", got, err, wantPrivate)
	}
	// Members in another order, more members, no alg.
	loose := fmt.Sprintf(` { "x" : "%s", "y":"%s","crv":"secp256k1","use":"sig","kid":"1","ext":true,"X":"no","kty":"EC"} `, x, y)
	escaped := strings.Replace(fmt.Sprintf(`{"a":{"kty":"x","b":["\\",{"}":"]"}]},"\u006bty":"E\u0043","crv":"secp256k1","x":"%s","y":"\u00`, x)+fmt.Sprintf(`%x%s"}`, y[0], y[1:]), "\n", "", -1)
	for _, text := range []string{wantPublic, loose, escaped} {
		if got, err := ParsePublicKeyJWK([]byte(text)); err != nil || !got.Equal(p) {
			t.Errorf("%s: %v, %v", text, got, err)
		}
	}
	if got, err := ParsePrivateKeyJWK([]byte(wantPrivate)); err != nil || !got.Equal(k) {
		t.Errorf("private: %v, %v", got, err)
	}
	short := encode(openSSLX[2:])
	replace := func(old, with string) string { return strings.Replace(wantPrivate, old, with, 1) }
	for name, text := range map[string]string{
		"nothing": "", "null": "null", "an array": "[]", "a string": `"key"`, "two": wantPrivate + wantPrivate, "cut off": wantPrivate[:100],
		"kty": replace(`"EC"`, `"OKP"`), "no kty": replace(`"kty"`, `"Kty"`), "kty in lower case": replace(`"EC"`, `"ec"`), "kty null": replace(`"EC"`, `null`),
		"crv": replace("secp256k1", "P-256"), "crv of a draft": replace("secp256k1", "P-256K"), "no crv": replace(`"crv"`, `"Crv"`),
		"alg": replace("ES256K", "ES256"), "alg null": replace(`"ES256K"`, `null`),
		"x short": replace(x, short), "x long": replace(x, "AAAA"+x), "x empty": replace(x, ""), "no x": replace(`"x"`, `"X"`), "x a number": replace(`"`+x+`"`, "7"),
		"x padded": replace(x, x+"="), "x not base64": replace(x, "*"+x[1:]), "x with a line break": replace(x, x[:10]+`\n`+x[10:]),
		"x in standard base64": replace(x, "A+"+x[2:]), "x with bits after its end": replace(x, x[:42]+"t"),
		"x and y the other way around": replace(`"x":"`+x+`","y":"`+y, `"x":"`+y+`","y":"`+x),
		"no y":                         replace(`"y"`, `"z"`), "no d": replace(`"d"`, `"e"`), "d null": replace(`"`+d+`"`, "null"), "d short": replace(d, d[:42]),
		"d = 0": replace(d, strings.Repeat("A", 43)), "another d": replace(d, strings.Repeat("A", 42)+"E"), "d not below n": replace(d, strings.Repeat("_", 42)+"8"),
		"d with an escape": replace(d, `\u00`+fmt.Sprintf("%x", d[0])+d[1:]), "d twice": replace(`"d"`, `"d":"`+d+`","d"`), "alg twice": replace(`"alg"`, `"alg":"ES256K","alg"`),
		"x twice, once escaped": replace(`"x"`, `"\u0078":"`+x+`","x"`), "another member twice": replace(`"alg"`, `"a":1,"a":[],"alg"`),
		"no comma": replace(`","d"`, `""d"`), "two commas": replace(`,"d"`, `,,"d"`), "a comma at the end": replace(`K"}`, `K",}`), "no colon": replace(`"d":`, `"d"`),
		"a name that is no string": replace(`"alg"`, `null:1,"alg"`), "a value that is none": replace(`"alg"`, `"a":x,"alg"`), "a bracket too many": replace(`K"}`, `K"}}`),
		"a bracket too few": replace(`K"}`, `K"`), "no value": replace(`"alg"`, `"a":,"alg"`), "two values": replace(`"alg"`, `"a":1 2,"alg"`),
		"off the curve": replace(y, strings.Repeat("A", 43)), "a public key": wantPublic,
	} {
		if got, err := ParsePrivateKeyJWK([]byte(text)); got != nil || !errors.Is(err, ErrPrivateKey) {
			t.Errorf("private, %s: %v, %v", name, got, err)
		}
		if name == "a public key" {
			continue
		}
		public := strings.Replace(text, `"d":"`+d+`",`, "", 1)
		if name == "d twice" || strings.Contains(text, `"e":`) || name == "a public key" {
			continue
		}
		if got, err := ParsePublicKeyJWK([]byte(public)); got != nil || !errors.Is(err, ErrPublicKey) {
			t.Errorf("public, %s: %v, %v", name, got, err)
		}
	}
	if got, err := ParsePublicKeyJWK([]byte(wantPrivate)); got != nil || !errors.Is(err, ErrPublicKey) {
		t.Errorf("a private key where a public one belongs: %v, %v", got, err)
	}
	if !json.Valid([]byte(wantPrivate)) {
		t.Error("not JSON")
	}
}
