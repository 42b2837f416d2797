// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package signatures

import (
	"reflect"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"golang.org/x/crypto/sha3"

	"secant.example/cmd/secant/bulk"
	"secant.example/secp256k1/ecdsa"
)

// A Transaction is a digest and the signature of it, of which the sender is not known.
type Transaction struct {
	ID        string `json:"id"`
	Digest    []byte `json:"digest"`    // 32 bytes, by Keccak-256
	Signature []byte `json:"signature"` // 65 bytes: r, s, and v, which is 0, 1, 27 or 28
}

// A Sender is who signed a transaction.
type Sender struct {
	ID        string
	Address   []byte // 20 bytes
	PublicKey []byte // 65 bytes, uncompressed
}

// Recover computes the sender of each [Transaction]: a collection of [Sender], and of [Finding] for
// those from which no key can be recovered. There is a sender for nearly every signature: who expects
// one has to compare it.
//
// An s above half the order is invalid ("high s"), as it is of transactions since EIP-2, unless
// o.Rules.ECDSA is "any-s", as it is in the contract ecrecover. An address is the last 20 bytes of
// Keccak-256 of the public key, without the byte in front (Yellow Paper, appendix F).
func Recover(s beam.Scope, o Options, transactions beam.PCollection) (senders, invalid beam.PCollection) {
	s = s.Scope("signatures.Recover")
	return beam.ParDo2(s, &recoverFn{AnyS: o.Rules.ECDSA == "any-s"}, transactions)
}

func init() {
	beam.RegisterType(reflect.TypeFor[Transaction]())
	beam.RegisterType(reflect.TypeFor[Sender]())
	beam.RegisterDoFn(&recoverFn{})
	register.Function3x0((&recoverFn{}).ProcessElement)
	register.Emitter1[Sender]()
}

type recoverFn struct{ AnyS bool }

func (fn *recoverFn) ProcessElement(t Transaction, sender func(Sender), invalid func(Finding)) {
	s, v := fn.sender(t.Digest, t.Signature)
	if v.Reason != bulk.Valid {
		invalid(Finding{ID: t.ID, Scheme: bulk.ECDSA.String(), Reason: v.Reason.String(), Detail: v.Detail})
		return
	}
	s.ID = t.ID
	sender(s)
}

// sender returns who signed digest, if the verdict is valid.
func (fn *recoverFn) sender(digest, signature []byte) (Sender, bulk.Verdict) {
	if len(digest) != ecdsa.DigestSize {
		return Sender{}, bulk.Verdict{Reason: bulk.MalformedMessage, Detail: "the digest is of a wrong length"}
	}
	sig, err := ecdsa.ParseEthereum(signature)
	switch {
	case err != nil:
		return Sender{}, bulk.Verdict{Reason: bulk.MalformedSignature, Detail: "not 65 bytes, or numbers out of range"}
	case sig.IsHighS() && !fn.AnyS:
		return Sender{}, bulk.Verdict{Reason: bulk.HighS}
	}
	key, err := sig.Recover(ecdsa.Digest(digest), ecdsa.AnyS)
	if err != nil {
		return Sender{}, bulk.Verdict{Reason: bulk.NotValid, Detail: "no key can be recovered"}
	}
	public := key.BytesUncompressed()
	h := sha3.NewLegacyKeccak256()
	h.Write(public[1:])
	return Sender{Address: h.Sum(nil)[12:], PublicKey: public}, bulk.Verdict{Reason: bulk.Valid}
}
