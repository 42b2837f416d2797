// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package bulk

import (
	"crypto"
	"crypto/sha256"
	"crypto/sha512"
	"errors"
	"slices"
	"strings"

	"secant.example/do255e"
	"secant.example/do255s"
	"secant.example/ed25519"
	"secant.example/edwards25519"
	"secant.example/jq255e"
	"secant.example/jq255s"
	"secant.example/secp256k1"
	"secant.example/secp256k1/ecdsa"
	"secant.example/secp256k1/nostr"
	"secant.example/secp256k1/schnorr"
)

// A Verifier verifies records: add any number, and call [Verifier.Verify]. Each is verified by
// its own rules, which [Rules.Set] holds to those that are allowed. It takes less time for many at once than for each alone where the scheme allows it, which Ed25519
// and BIP-340 do.
//
// The zero value is ready for use, and keeps its memory. It may not be used by several
// goroutines at the same time. It is variable-time: its arguments are public.
type Verifier struct {
	verdicts []Verdict

	// What is in batches, in the order of them.
	ed       ed25519.BatchVerifier
	edClaims []claim
	bip      schnorr.BatchVerifier
	bipClaim []claim
	events   nostr.BatchVerifier
	eventOf  []event

	// Of the record that was verified last.
	options ed25519.Options
	public  ecdsa.PublicKey
}

// A claim is what tells why a signature is invalid.
type claim struct {
	at    int // in verdicts
	key   [32]byte
	sig   [64]byte
	rules ed25519.Rules
}

// An event is one that was added.
type event struct {
	at   int
	json []byte
}

// Reset removes all records, and keeps the memory.
func (v *Verifier) Reset() {
	clear(v.eventOf) // of references
	v.verdicts, v.edClaims, v.bipClaim, v.eventOf = v.verdicts[:0], v.edClaims[:0], v.bipClaim[:0], v.eventOf[:0]
	v.ed.Reset()
	v.bip.Reset()
	v.events.Reset()
}

// Len returns how many records and verdicts were added.
func (v *Verifier) Len() int { return len(v.verdicts) }

// AddVerdict adds a verdict that is known already, in the place of a record.
func (v *Verifier) AddVerdict(d Verdict) { v.verdicts = append(v.verdicts, d) }

// Add adds a record. Anything may be added: what is no record is an invalid one. Only the
// message of a Nostr event has to stay as it is until Verify.
func (v *Verifier) Add(r *Record) { v.verdicts = append(v.verdicts, v.add(r)) }

// Verify returns the verdicts on what was added, in that order, which are good until Reset
// or Add. None of them is [Unchecked], unless it was added.
func (v *Verifier) Verify() []Verdict {
	if v.ed.Len() > 0 {
		_, valid := v.ed.Verify(nil)
		for i := range valid {
			c := &v.edClaims[i]
			v.verdicts[c.at] = verdict(valid[i], c, (*claim).whyEd25519)
		}
	}
	if v.bip.Len() > 0 {
		_, valid := v.bip.Verify(nil)
		for i := range valid {
			c := &v.bipClaim[i]
			v.verdicts[c.at] = verdict(valid[i], c, (*claim).whyBIP340)
		}
	}
	if v.events.Len() > 0 {
		_, errs := v.events.Verify(nil)
		for i, err := range errs {
			e := &v.eventOf[i]
			v.verdicts[e.at] = e.verdict(err)
		}
	}
	return v.verdicts
}

// verdict returns the verdict on a signature, which is what why says if it is not valid.
func verdict(valid bool, c *claim, why func(*claim) Verdict) Verdict {
	if valid {
		return Verdict{Reason: Valid}
	}
	return why(c)
}

// add verifies r, or adds it to a batch.
func (v *Verifier) add(r *Record) Verdict {
	if d := r.check(); d.Reason != Unchecked {
		return d
	}
	switch r.Scheme {
	case Ed25519, Ed25519ctx, Ed25519ph:
		return v.addEd25519(r)
	case BIP340:
		v.bipClaim = append(v.bipClaim, claim{at: len(v.verdicts), key: [32]byte(r.Key), sig: [64]byte(r.Signature)})
		v.bip.Add(r.Key, r.Message, r.Signature)
		return Verdict{}
	case Nostr:
		v.eventOf = append(v.eventOf, event{len(v.verdicts), r.Message})
		v.events.AddJSON(r.Message)
		return Verdict{}
	case ECDSA:
		return v.verifyECDSA(r)
	case JQ255E:
		return verifyDoubleOdd(r, new(jq255e.PublicKey), jq255e.Hash(r.Hash), new(jq255e.Scalar), new(jq255e.Point))
	case JQ255S:
		return verifyDoubleOdd(r, new(jq255s.PublicKey), jq255s.Hash(r.Hash), new(jq255s.Scalar), new(jq255s.Point))
	case DO255E:
		return verifyDoubleOdd(r, new(do255e.PublicKey), do255e.Hash(r.Hash), new(do255e.Scalar), new(do255e.Point))
	case DO255S:
		return verifyDoubleOdd(r, new(do255s.PublicKey), do255s.Hash(r.Hash), new(do255s.Scalar), new(do255s.Point))
	}
	return Verdict{Reason: UnknownScheme}
}

// check returns the zero Verdict if r has what its scheme asks for, and nothing else, all of it
// of the right lengths.
func (r *Record) check() Verdict {
	if r.Scheme == 0 || r.Scheme >= endOfSchemes {
		return Verdict{Reason: UnknownScheme}
	}
	doubleOdd := r.Scheme >= JQ255E && r.Scheme <= DO255S
	switch {
	case r.Rules != "" && !slices.Contains(rulesOf(r.Scheme), r.Rules):
		return Verdict{Reason: UnknownRules}
	case r.Encoding != "" && (r.Scheme != ECDSA || r.Encoding != der && r.Encoding != compact):
		return malformed("an encoding that its scheme does not have")
	case r.Hash != "" && (!doubleOdd || hashSizes[r.Scheme][r.Hash] == 0):
		return malformed("a hash function that its scheme does not have")
	case doubleOdd && r.IsDigest != (r.Hash != ""):
		return malformed("a digest without its hash function, or a hash function without a digest")
	case r.IsDigest && r.digestSize() == 0:
		return malformed("a digest, which its scheme does not have")
	case len(r.Context) > 0 && r.Scheme != Ed25519ctx && r.Scheme != Ed25519ph:
		return malformed("a context, which its scheme does not have")
	case len(r.Context) > maxContext:
		return malformed("the context is longer than 255 bytes")
	case r.Scheme == Ed25519ctx && len(r.Context) == 0:
		return malformed("the context is missing")
	case !keySizes[r.Scheme].has(len(r.Key)):
		return Verdict{MalformedKey, "of a wrong length"}
	case !signatureSizes[r.Scheme].has(len(r.Signature)):
		return Verdict{MalformedSignature, "of a wrong length"}
	case r.IsDigest && len(r.Message) != r.digestSize():
		return Verdict{MalformedMessage, "the digest is of a wrong length"}
	}
	return Verdict{}
}

func (v *Verifier) addEd25519(r *Record) Verdict {
	name := r.Rules
	if name == "" {
		name = "default"
	}
	rules, err := ed25519.ParseRules(name)
	if err != nil {
		return Verdict{Reason: UnknownRules}
	}
	message := r.Message
	v.options.Hash = 0
	if r.Scheme == Ed25519ph {
		v.options.Hash = crypto.SHA512
		if !r.IsDigest {
			digest := sha512.Sum512(message)
			message = digest[:]
		}
	}
	if v.options.Context != string(r.Context) {
		v.options.Context = string(r.Context)
	}
	v.edClaims = append(v.edClaims, claim{len(v.verdicts), [32]byte(r.Key), [64]byte(r.Signature), rules})
	v.ed.AddWithRules(r.Key, message, r.Signature, rules, &v.options)
	return Verdict{}
}

// whyEd25519 returns the verdict on an invalid signature.
func (c *claim) whyEd25519() Verdict {
	decode := func(encoding []byte, lax bool) (*edwards25519.Point, error) {
		if lax {
			return new(edwards25519.Point).SetBytes(encoding)
		}
		return new(edwards25519.Point).SetCanonicalBytes(encoding)
	}
	A, err := decode(c.key[:], c.rules&ed25519.AcceptNonCanonicalA != 0)
	if err != nil {
		return Verdict{MalformedKey, "it encodes no point"}
	}
	if c.rules&ed25519.AcceptSmallOrderA == 0 && A.IsSmallOrder() == 1 {
		return Verdict{MalformedKey, "it is of small order"}
	}
	if _, err := new(edwards25519.Scalar).SetCanonicalBytes(c.sig[32:]); err != nil {
		return Verdict{MalformedSignature, "S is not below the order"}
	}
	R, err := decode(c.sig[:32], c.rules&ed25519.AcceptNonCanonicalR != 0)
	if err != nil {
		return Verdict{MalformedSignature, "R encodes no point"}
	}
	if c.rules&ed25519.RejectSmallOrderR != 0 && R.IsSmallOrder() == 1 {
		return Verdict{MalformedSignature, "R is of small order"}
	}
	return Verdict{Reason: NotValid}
}

// whyBIP340 returns the verdict on an invalid signature.
func (c *claim) whyBIP340() Verdict {
	if _, err := schnorr.NewPublicKey(c.key[:]); err != nil {
		return Verdict{MalformedKey, "it is no x-coordinate of a point"}
	}
	if _, err := schnorr.NewPublicKey(c.sig[:32]); err != nil {
		return Verdict{MalformedSignature, "r is no x-coordinate of a point"}
	}
	if _, err := new(secp256k1.Scalar).SetCanonicalBytes(c.sig[32:]); err != nil {
		return Verdict{MalformedSignature, "s is not below the order"}
	}
	return Verdict{Reason: NotValid}
}

// verdict returns the verdict on an event of which package nostr says err.
func (e *event) verdict(err error) Verdict {
	switch {
	case err == nil:
		return Verdict{Reason: Valid}
	case errors.Is(err, nostr.ErrID):
		return Verdict{Reason: IDMismatch}
	case errors.Is(err, nostr.ErrSignature):
		var parsed nostr.Event
		if parsed.UnmarshalJSON(e.json) != nil {
			break // it was changed
		}
		return (&claim{key: parsed.PubKey, sig: parsed.Sig}).whyBIP340()
	case errors.Is(err, nostr.ErrMalformed):
		detail := strings.TrimPrefix(err.Error(), nostr.ErrMalformed.Error())
		return malformed(strings.TrimPrefix(detail, ": "))
	}
	return Verdict{Reason: NotValid}
}

func (v *Verifier) verifyECDSA(r *Record) Verdict {
	if _, err := v.public.SetBytes(r.Key); err != nil {
		return Verdict{MalformedKey, "it encodes no point"}
	}
	parse := ecdsa.ParseDER
	if r.Encoding == compact || r.Encoding == "" && len(r.Signature) == 64 {
		parse = ecdsa.ParseCompact
	}
	sig, err := parse(r.Signature)
	if err != nil {
		return Verdict{MalformedSignature, "not strict DER, or not compact, or numbers out of range"}
	}
	var digest ecdsa.Digest
	if r.IsDigest {
		digest = ecdsa.Digest(r.Message)
	} else {
		digest = sha256.Sum256(r.Message)
	}
	switch {
	case !v.public.Verify(digest, sig, ecdsa.AnyS):
		return Verdict{Reason: NotValid}
	case sig.IsHighS() && r.Rules != anyS:
		return Verdict{Reason: HighS}
	}
	return Verdict{Reason: Valid}
}

// What the packages of the double-odd groups have in common.
type (
	doubleOddKey[Q any, H ~string] interface {
		SetBytes([]byte) (Q, error)
		Verify(data, sig []byte, hash H) bool
	}
	decoder[T any] interface{ SetBytes([]byte) (T, error) }
)

// verifyDoubleOdd verifies r with a key, a scalar and a point to decode to. A signature ends
// in a scalar; before it is a point in those of 64 bytes, and a challenge in those of 48.
func verifyDoubleOdd[Q doubleOddKey[Q, H], H ~string, S decoder[S], P decoder[P]](r *Record, key Q, hash H, s S, R P) Verdict {
	if _, err := key.SetBytes(r.Key); err != nil {
		return Verdict{MalformedKey, "it encodes no element but perhaps the neutral one"}
	}
	if key.Verify(r.Message, r.Signature, hash) {
		return Verdict{Reason: Valid}
	}
	n := len(r.Signature)
	if _, err := s.SetBytes(r.Signature[n-32:]); err != nil {
		return Verdict{MalformedSignature, "s is not below the order"}
	}
	if n == 64 {
		if _, err := R.SetBytes(r.Signature[:32]); err != nil {
			return Verdict{MalformedSignature, "R encodes no element"}
		}
	}
	return Verdict{Reason: NotValid}
}
