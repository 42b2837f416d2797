// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package bulk

import (
	"bytes"
	"crypto"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/csv"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"secant.example/do255e"
	"secant.example/do255s"
	"secant.example/ed25519"
	"secant.example/jq255e"
	"secant.example/jq255s"
	"secant.example/secp256k1/ecdsa"
	"secant.example/secp256k1/nostr"
	"secant.example/secp256k1/schnorr"
	"secant.example/sr25519"
)

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// secret returns private key number i, which all schemes take.
func secret(i int) []byte {
	b := make([]byte, 32)
	b[0], b[15], b[30] = 1, byte(i>>8), byte(i)
	return b
}

// signed are records of all schemes and variants, with a message and key number i.
func signed(i int) []Record {
	message := fmt.Appendf(nil, "message %d", i)
	digest256, digest512 := sha256.Sum256(message), sha512.Sum512(message)
	var all []Record
	add := func(r Record, key, sig []byte) {
		r.ID = fmt.Appendf(nil, "%d-%d", i, len(all))
		if r.Message == nil {
			r.Message = message
		}
		r.Key, r.Signature = key, sig
		all = append(all, r)
	}

	ed := ed25519.NewKeyFromSeed(secret(i))
	edSign := func(message []byte, hash crypto.Hash, context string) []byte {
		return must(ed25519.SignWithOptions(ed, message, &ed25519.SignOptions{Hash: hash, Context: context}))
	}
	for _, rules := range []string{"", "default", "stdlib", "fips", "zip215"} {
		add(Record{Scheme: Ed25519, Rules: rules}, ed[32:], edSign(message, 0, ""))
	}
	add(Record{Scheme: Ed25519ctx, Context: []byte("use")}, ed[32:], edSign(message, 0, "use"))
	add(Record{Scheme: Ed25519ph, Rules: "stdlib"}, ed[32:], edSign(digest512[:], crypto.SHA512, ""))
	add(Record{Scheme: Ed25519ph, Context: []byte("use"), Message: digest512[:], IsDigest: true}, ed[32:], edSign(digest512[:], crypto.SHA512, "use"))

	bip := must(schnorr.NewPrivateKey(secret(i)))
	add(Record{Scheme: BIP340}, bip.PublicKey().Bytes(), must(schnorr.Sign(bip, message)))
	add(Record{Scheme: BIP340, Message: digest256[:], IsDigest: true}, bip.PublicKey().Bytes(), must(schnorr.Sign(bip, digest256[:])))

	k1 := must(ecdsa.NewPrivateKey(secret(i)))
	sig := must(ecdsa.Sign(k1, digest256))
	pub := k1.PublicKey()
	high := slices.Clone(sig.Compact())
	copy(high[32:], negate(high[32:]))
	add(Record{Scheme: ECDSA}, pub.Bytes(), sig.DER())
	add(Record{Scheme: ECDSA, Rules: "low-s"}, pub.BytesUncompressed(), sig.Compact())
	add(Record{Scheme: ECDSA, Encoding: "der", Message: digest256[:], IsDigest: true}, pub.Bytes(), sig.DER())
	add(Record{Scheme: ECDSA, Rules: "any-s", Encoding: "compact"}, pub.Bytes(), high)

	for _, s := range []struct {
		scheme Scheme
		sign   func(hash string, data []byte) (key, sig []byte)
	}{
		{JQ255E, func(hash string, data []byte) ([]byte, []byte) {
			k := must(jq255e.NewPrivateKey(secret(i)))
			return k.PublicKey().Bytes(), must(k.SignWithSeed(data, nil, jq255e.Hash(hash)))
		}},
		{JQ255S, func(hash string, data []byte) ([]byte, []byte) {
			k := must(jq255s.NewPrivateKey(secret(i)))
			return k.PublicKey().Bytes(), must(k.SignWithSeed(data, nil, jq255s.Hash(hash)))
		}},
		{DO255E, func(hash string, data []byte) ([]byte, []byte) {
			k := must(do255e.NewPrivateKey(secret(i)))
			return k.PublicKey().Bytes(), must(k.SignWithSeed(data, nil, do255e.Hash(hash)))
		}},
		{DO255S, func(hash string, data []byte) ([]byte, []byte) {
			k := must(do255s.NewPrivateKey(secret(i)))
			return k.PublicKey().Bytes(), must(k.SignWithSeed(data, nil, do255s.Hash(hash)))
		}},
	} {
		key, sig := s.sign("", message)
		add(Record{Scheme: s.scheme}, key, sig)
		key, sig = s.sign("sha256", digest256[:])
		add(Record{Scheme: s.scheme, Hash: "sha256", Message: digest256[:], IsDigest: true}, key, sig)
		if s.scheme == JQ255E || s.scheme == JQ255S {
			key, sig = s.sign("blake3", digest256[:])
			add(Record{Scheme: s.scheme, Hash: "blake3", Message: digest256[:], IsDigest: true}, key, sig)
		}
	}
	sr := must(sr25519.NewKeyFromSeed(secret(i), sr25519.Uniform))
	for _, context := range []string{"", "substrate"} {
		add(Record{Scheme: SR25519, Context: []byte(context)}, sr.PublicKey().Bytes(), must(sr25519.Sign(sr, []byte(context), message)))
	}
	return all
}

// negate returns n - s, for the order n of secp256k1.
func negate(s []byte) []byte {
	order := must(hex.DecodeString("fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141"))
	borrow := 0
	for i := 31; i >= 0; i-- {
		d := int(order[i]) - int(s[i]) - borrow
		borrow = 0
		if d < 0 {
			d, borrow = d+256, 1
		}
		order[i] = byte(d)
	}
	return order
}

// eventLine returns a signed event with that content.
func eventLine(content string) []byte { return eventBy(len(content), content) }

// eventBy is eventLine for another author.
func eventBy(author int, content string) []byte {
	var s nostr.Signer
	if err := s.InitSec(secret(author)); err != nil {
		panic(err)
	}
	e := nostr.Event{CreatedAt: 1700000000, Kind: 1, Tags: [][]string{{"t", "a\"b"}}, Content: content}
	if err := e.Sign(&s); err != nil {
		panic(err)
	}
	return e.AppendJSON(nil)
}

// columns are the members that text has for r, in the order of the columns of CSV.
var columns = []string{"id", "scheme", "rules", "hash", "encoding", "context", "key", "signature", "message", "digest"}

// row returns the members of r, of which none is there that is empty but for the message.
func row(r *Record) map[string]string {
	m := map[string]string{
		"id": string(r.ID), "scheme": r.Scheme.String(), "rules": r.Rules, "hash": r.Hash, "encoding": r.Encoding,
		"context": string(r.Context), "key": hex.EncodeToString(r.Key), "signature": hex.EncodeToString(r.Signature),
	}
	for name, text := range m {
		if text == "" {
			delete(m, name)
		}
	}
	if r.IsDigest {
		m["digest"] = hex.EncodeToString(r.Message)
	} else {
		m["message"] = string(r.Message)
	}
	return m
}

// jsonLine returns a line of JSON Lines.
func jsonLine(r *Record) []byte { return append(must(json.Marshal(row(r))), '\n') }

// csvLine returns a line of CSV with the columns above.
func csvLine(r *Record) []byte {
	m := row(r)
	var fields []string
	for _, name := range columns {
		fields = append(fields, m[name])
	}
	return csvText(fields)
}

// csvText returns fields as a line of CSV.
func csvText(fields []string) []byte {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	w.Write(fields)
	w.Flush()
	return b.Bytes()
}

// single returns the verdict on a record that is verified alone.
func single(r *Record) Verdict {
	var v Verifier
	v.Add(r)
	return v.Verify()[0]
}

// wantReason reports an error unless d has the reason.
func wantReason(t *testing.T, what string, d Verdict, want Reason) {
	t.Helper()
	if d.Reason != want {
		t.Errorf("%s: %s, want %s", what, d, want)
	}
}
