// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package bulk

import (
	"crypto"
	"crypto/sha256"
	"crypto/sha512"
	"errors"
	"io"
	"slices"
	"strings"

	"secant.example/do255e"
	"secant.example/do255s"
	"secant.example/ed25519"
	"secant.example/edwards25519"
	"secant.example/jq255e"
	"secant.example/jq255s"
	"secant.example/ristretto255"
	"secant.example/secp256k1"
	"secant.example/secp256k1/ecdsa"
	"secant.example/secp256k1/nostr"
	"secant.example/secp256k1/schnorr"
	"secant.example/sr25519"
)

// A Verifier verifies records: add any number, and call [Verifier.Verify]. Each is verified by
// its own rules, which [Rules.Set] holds to those that are allowed. Many at once take less time than
// each alone, and records that are invalid do not make much more of it, as the batch verifiers of the
// schemes say.
//
// The zero value is ready for use, and keeps its memory. It may not be used by several
// goroutines at the same time. It is variable-time: its arguments are public.
type Verifier struct {
	verdicts []Verdict

	// What is in batches, in the order of them.
	ed      claims[ed25519.BatchVerifier, claim]
	bip     claims[schnorr.BatchVerifier, claim]
	ecdsa   claims[ecdsa.BatchVerifier, claimECDSA]
	jq255e  claims[jq255e.BatchVerifier, claim]
	jq255s  claims[jq255s.BatchVerifier, claim]
	do255e  claims[do255e.BatchVerifier, claim]
	do255s  claims[do255s.BatchVerifier, claim]
	sr      claims[sr25519.BatchVerifier, claim]
	events  nostr.BatchVerifier
	eventOf []event
	options ed25519.Options // of the record that was added last
	signing signingContext
}

// A batchVerifier is what the batch verifiers of schemes have in common.
type batchVerifier[B any] interface {
	*B
	Reset()
	Verify(random io.Reader) (valid bool, each []bool)
}

// claims are the signatures in a batch, and of each what tells why it is invalid.
type claims[B, C any] struct {
	batch B
	of    []C
}

// reset removes all claims, and keeps the memory.
func reset[B, C any, V batchVerifier[B]](c *claims[B, C]) {
	c.of = c.of[:0]
	V(&c.batch).Reset()
}

// verify calls f with the claims and whether they are valid.
func verify[B, C any, V batchVerifier[B]](c *claims[B, C], f func(claim *C, valid bool)) {
	if len(c.of) == 0 {
		return
	}
	_, valid := V(&c.batch).Verify(nil)
	for i := range valid {
		f(&c.of[i], valid[i])
	}
}

// A claim is what tells why a signature is invalid.
type claim struct {
	at    int // in verdicts
	key   [32]byte
	sig   [64]byte
	size  int // of the signature
	rules ed25519.Rules
}

// newClaim returns the claim of a record whose key is of 32 bytes, and whose verdict is the next.
func (v *Verifier) newClaim(r *Record) claim {
	c := claim{at: len(v.verdicts), key: [32]byte(r.Key), size: len(r.Signature)}
	copy(c.sig[:], r.Signature)
	return c
}

// A claimECDSA is a claim about a signature that was parsed.
type claimECDSA struct {
	at      int
	key     [65]byte
	size    int  // of the key
	refused bool // by the rule of low s
}

// An event is one that was added.
type event struct {
	at   int
	json []byte
}

// Reset removes all records, and keeps the memory.
func (v *Verifier) Reset() {
	clear(v.eventOf) // of references
	v.verdicts, v.eventOf = v.verdicts[:0], v.eventOf[:0]
	reset(&v.ed)
	reset(&v.bip)
	reset(&v.ecdsa)
	reset(&v.jq255e)
	reset(&v.jq255s)
	reset(&v.do255e)
	reset(&v.do255s)
	reset(&v.sr)
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
	set := func(why func(*claim) Verdict) func(*claim, bool) {
		return func(c *claim, valid bool) {
			if v.verdicts[c.at] = (Verdict{Reason: Valid}); !valid {
				v.verdicts[c.at] = why(c)
			}
		}
	}
	verify(&v.ed, set((*claim).whyEd25519))
	verify(&v.bip, set((*claim).whyBIP340))
	verify(&v.ecdsa, func(c *claimECDSA, valid bool) { v.verdicts[c.at] = c.verdict(valid) })
	verify(&v.jq255e, set(whyDoubleOdd[jq255e.PublicKey, jq255e.Scalar, jq255e.Point]))
	verify(&v.jq255s, set(whyDoubleOdd[jq255s.PublicKey, jq255s.Scalar, jq255s.Point]))
	verify(&v.do255e, set(whyDoubleOdd[do255e.PublicKey, do255e.Scalar, do255e.Point]))
	verify(&v.do255s, set(whyDoubleOdd[do255s.PublicKey, do255s.Scalar, do255s.Point]))
	verify(&v.sr, set((*claim).whySR25519))
	if v.events.Len() > 0 {
		_, errs := v.events.Verify(nil)
		for i, err := range errs {
			e := &v.eventOf[i]
			v.verdicts[e.at] = e.verdict(err)
		}
	}
	return v.verdicts
}

// add adds r to a batch, or returns what is wrong with its form.
func (v *Verifier) add(r *Record) Verdict {
	if d := r.check(); d.Reason != Unchecked {
		return d
	}
	switch r.Scheme {
	case Ed25519, Ed25519ctx, Ed25519ph:
		return v.addEd25519(r)
	case ECDSA:
		return v.addECDSA(r)
	case Nostr:
		v.eventOf = append(v.eventOf, event{len(v.verdicts), r.Message})
		v.events.AddJSON(r.Message)
		return Verdict{}
	}
	c := v.newClaim(r)
	switch r.Scheme {
	case BIP340:
		v.bip.of = append(v.bip.of, c)
		v.bip.batch.Add(r.Key, r.Message, r.Signature)
	case JQ255E:
		v.jq255e.of = append(v.jq255e.of, c)
		v.jq255e.batch.Add(r.Key, r.Message, r.Signature, jq255e.Hash(r.Hash))
	case JQ255S:
		v.jq255s.of = append(v.jq255s.of, c)
		v.jq255s.batch.Add(r.Key, r.Message, r.Signature, jq255s.Hash(r.Hash))
	case DO255E:
		v.do255e.of = append(v.do255e.of, c)
		v.do255e.batch.Add(r.Key, r.Message, r.Signature, do255e.Hash(r.Hash))
	case DO255S:
		v.do255s.of = append(v.do255s.of, c)
		v.do255s.batch.Add(r.Key, r.Message, r.Signature, do255s.Hash(r.Hash))
	case SR25519:
		key, err := sr25519.NewPublicKey(r.Key)
		if err != nil {
			return Verdict{MalformedKey, "it encodes no element"}
		}
		v.sr.of = append(v.sr.of, c)
		v.sr.batch.AddTranscript(key, v.signing.of(r.Context).Message(r.Message), r.Signature)
	default:
		return Verdict{Reason: UnknownScheme}
	}
	return Verdict{}
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
	case len(r.Context) > 0 && r.Scheme != Ed25519ctx && r.Scheme != Ed25519ph && r.Scheme != SR25519:
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
	c := v.newClaim(r)
	c.rules = rules
	v.ed.of = append(v.ed.of, c)
	v.ed.batch.AddWithRules(r.Key, message, r.Signature, rules, &v.options)
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

// A signingContext is that of the record of sr25519 that was added last.
type signingContext struct {
	made *sr25519.SigningContext
	name string
}

// of returns the context of that name.
func (s *signingContext) of(name []byte) *sr25519.SigningContext {
	if s.made == nil || s.name != string(name) {
		s.made, s.name = sr25519.NewSigningContext(name), string(name)
	}
	return s.made
}

// whySR25519 returns the verdict on an invalid signature under a key that was decoded.
func (c *claim) whySR25519() Verdict {
	if _, err := new(ristretto255.Element).SetCanonicalBytes(c.sig[:32]); err != nil {
		return Verdict{MalformedSignature, "R encodes no element"}
	}
	s := [32]byte(c.sig[32:])
	if s[31]&0x80 == 0 {
		return Verdict{MalformedSignature, "its highest bit is not set"}
	}
	s[31] &= 0x7f
	if _, err := new(ristretto255.Scalar).SetCanonicalBytes(s[:]); err != nil {
		return Verdict{MalformedSignature, "s is not below the order"}
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

func (v *Verifier) addECDSA(r *Record) Verdict {
	parse := ecdsa.ParseDER
	if r.Encoding == compact || r.Encoding == "" && len(r.Signature) == 64 {
		parse = ecdsa.ParseCompact
	}
	c := claimECDSA{at: len(v.verdicts), size: len(r.Key)}
	copy(c.key[:], r.Key)
	sig, err := parse(r.Signature)
	if err != nil {
		if d := c.why(); d.Reason == MalformedKey {
			return d
		}
		return Verdict{MalformedSignature, "not strict DER, or not compact, or numbers out of range"}
	}
	var digest ecdsa.Digest
	if r.IsDigest {
		digest = ecdsa.Digest(r.Message)
	} else {
		digest = sha256.Sum256(r.Message)
	}
	c.refused = sig.IsHighS() && r.Rules != anyS
	v.ecdsa.of = append(v.ecdsa.of, c)
	v.ecdsa.batch.Add(r.Key, digest, sig, ecdsa.AnyS)
	return Verdict{}
}

// verdict returns the verdict on a signature that is valid by any rule, or is not.
func (c *claimECDSA) verdict(valid bool) Verdict {
	switch {
	case !valid:
		return c.why()
	case c.refused:
		return Verdict{Reason: HighS}
	}
	return Verdict{Reason: Valid}
}

// why returns the verdict on an invalid signature.
func (c *claimECDSA) why() Verdict {
	if _, err := ecdsa.NewPublicKey(c.key[:c.size]); err != nil {
		return Verdict{MalformedKey, "it encodes no point"}
	}
	return Verdict{Reason: NotValid}
}

// A decoder is a key, a scalar or a point.
type decoder[T any] interface {
	*T
	SetBytes([]byte) (*T, error)
}

// whyDoubleOdd returns the verdict on an invalid signature. It ends in a scalar; before it is a
// point in those of 64 bytes, and a challenge in those of 48.
func whyDoubleOdd[Q, S, P any, PQ decoder[Q], PS decoder[S], PP decoder[P]](c *claim) Verdict {
	sig := c.sig[:c.size]
	if _, err := PQ(new(Q)).SetBytes(c.key[:]); err != nil {
		return Verdict{MalformedKey, "it encodes no element but perhaps the neutral one"}
	}
	if _, err := PS(new(S)).SetBytes(sig[len(sig)-32:]); err != nil {
		return Verdict{MalformedSignature, "s is not below the order"}
	}
	if len(sig) == 64 {
		if _, err := PP(new(P)).SetBytes(sig[:32]); err != nil {
			return Verdict{MalformedSignature, "R encodes no element"}
		}
	}
	return Verdict{Reason: NotValid}
}
