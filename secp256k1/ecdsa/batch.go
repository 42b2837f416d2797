// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package ecdsa

import (
	"io"

	"secant.example/internal/batch"
	"secant.example/internal/scalar"
	"secant.example/internal/secp256k1"
)

// A BatchVerifier verifies many signatures, in two thirds of the time that one by one takes with AVX2,
// and with AVX-512 IFMA in much less. Add any number of signatures, under any keys, and call
// [BatchVerifier.Verify].
//
// Its verdict on each signature is that of [Verify] on the same arguments. There is no equation
// of ECDSA that can be added up, because a signature does not determine the point R. So each is
// verified by its own equation, and how many are invalid makes no difference to the time.
// Up to 64 signatures share inversions; eight are in the lanes of vectors, or sixteen. Lanes
// cannot compute some sums, which only come from signatures that were made for that. Those cost more, but whoever sends them
// makes it take at most an eighth longer than one by one, over all batches of the program, but for what verifying 1000 of
// them takes, once.
//
// The zero value is an empty batch, ready for use. A BatchVerifier has some 240 bytes for each
// signature, and keeps its memory: with Workers at 0 or 1, a batch of a size that it had before
// allocates nothing but the verdicts that [BatchVerifier.Verify] returns. It may not be used by
// several goroutines at the same time, nor be copied
// once something was added. It is variable-time: its arguments are public.
type BatchVerifier struct {
	// Workers bounds the goroutines that Verify uses at the same time; at 0 and 1 there is
	// only that of the caller.
	Workers int

	list batch.List[claim]
}

// A claim is a signature (r, s) of z, and a point: the key, or the R from which that is to be
// recovered.
type claim struct {
	z, r, s scalar.Scalar
	state   claimState
	odd     byte            // the parity of y, if the point is compressed
	x       [32]byte        // and x
	point   secp256k1.Point // if it is decoded; and the key that was recovered
}

// A claimState says what point a claim has.
type claimState byte

const (
	malformed claimState = iota // no signature, or no point
	compressed
	decoded
)

// NewBatchVerifier returns an empty batch, for verification in variable time.
func NewBatchVerifier() *BatchVerifier { return new(BatchVerifier) }

// NewBatchVerifierWithCapacity returns an empty batch, for verification in variable time,
// with room for n signatures.
func NewBatchVerifierWithCapacity(n int) *BatchVerifier {
	b := new(BatchVerifier)
	b.Grow(n)
	return b
}

// Grow makes room for n more signatures.
func (b *BatchVerifier) Grow(n int) { b.list.Grow(n) }

// Len returns how many signatures were added.
func (b *BatchVerifier) Len() int { return b.list.Len() }

// Reset makes b an empty batch again, and keeps the memory.
func (b *BatchVerifier) Reset() { b.list.Reset() }

// Add adds the signature sig of digest under a public key of 33 or 65 bytes, to be verified by
// the rule. Anything may be added: what is no public key, no signature or no rule is an invalid
// signature. The arguments are not kept.
func (b *BatchVerifier) Add(publicKey []byte, digest Digest, sig Signature, rule Rule) {
	c := b.list.Next()
	if !c.set(&digest, &sig, rule) {
		return
	}
	switch {
	case len(publicKey) == PublicKeySize && publicKey[0]|1 == 3:
		c.x, c.odd, c.state = [32]byte(publicKey[1:]), publicKey[0]&1, compressed
	case len(publicKey) == UncompressedPublicKeySize:
		if _, err := c.point.SetBytes(publicKey); err == nil {
			c.state = decoded
		}
	}
}

// AddKey is [BatchVerifier.Add] for a decoded public key. One that was never set, or is nil, makes
// an invalid signature.
func (b *BatchVerifier) AddKey(p *PublicKey, digest Digest, sig Signature, rule Rule) {
	c := b.list.Next()
	if p.isSet() && c.set(&digest, &sig, rule) {
		c.point, c.state = *p.key.Point(), decoded
	}
}

// set sets c but for the key, and reports whether sig is allowed by the rule.
func (c *claim) set(digest *Digest, sig *Signature, rule Rule) bool {
	if !sig.allowed(rule) {
		return false
	}
	n.ReduceBE(&c.z, (*[32]byte)(digest))
	c.r, c.s = sig.r, sig.s
	return true
}

// Verify reports whether all signatures are valid, and which are: each[i] is the verdict on the
// signature that was added as number i, from 0. An empty batch is not valid, and each is nil. The
// slice is the caller's; it is the one thing that a batch in used memory allocates. The signatures
// stay: more can be added, or b be [BatchVerifier.Reset].
//
// Nothing is read from random, which may be nil: it is there because the batch verifiers of all
// schemes have the same methods.
func (b *BatchVerifier) Verify(random io.Reader) (valid bool, each []bool) {
	return batch.Verdicts(b.list.Run(b.Workers, verifyClaims))
}

// VerifyBatchOnly is [BatchVerifier.Verify] without the verdict on each signature: it reports
// whether all are valid, and there are any.
func (b *BatchVerifier) VerifyBatchOnly(random io.Reader) bool {
	return batch.All(b.list.Run(b.Workers, verifyClaims))
}

// verifyClaims verifies up to [batch.GroupSize] claims in variable time. The valid are set to true.
func verifyClaims(claims []claim, valid []bool) {
	var g group
	g.add(claims)
	// V = (z/s)·G + (r/s)·Q is the point R of the signature.
	for j := range g.m {
		g.w[j] = claims[g.at[j]].s
	}
	g.invert()
	for j := range g.m {
		c := &claims[g.at[j]]
		n.Mul(&g.u[j], &c.z, &g.w[j])
		n.Mul(&g.w[j], &c.r, &g.w[j])
	}
	g.multiply()
	for j := range g.m {
		i := g.at[j]
		valid[i] = g.points[j].VarTimeEqualX(&claims[i].r)
	}
}

// A BatchRecoverer recovers the public keys of many signatures, in two thirds of the time that one by
// one takes with AVX2, and with AVX-512 IFMA in much less: up to 64 of them share their inversions. Add any
// number, and call [BatchRecoverer.Recover]. Its results are those of [RecoverableSignature.Recover]. What is said of signatures
// for a [BatchVerifier] that were made to take longer holds here, too.
//
// The zero value is an empty batch, ready for use. A BatchRecoverer has some 240 bytes for each
// signature, and keeps its memory: with Workers at 0 or 1, a batch of a size that it had before
// allocates nothing but the keys that [BatchRecoverer.Recover] returns. It may not be used by
// several goroutines at the same time, nor be copied
// once something was added. It is variable-time: its arguments are public.
type BatchRecoverer struct {
	// Workers bounds the goroutines that Recover uses at the same time; at 0 and 1 there is
	// only that of the caller.
	Workers int

	list batch.List[claim]
}

// NewBatchRecoverer returns an empty batch, for recovery in variable time.
func NewBatchRecoverer() *BatchRecoverer { return new(BatchRecoverer) }

// NewBatchRecovererWithCapacity returns an empty batch, for recovery in variable time, with room
// for n signatures.
func NewBatchRecovererWithCapacity(n int) *BatchRecoverer {
	b := new(BatchRecoverer)
	b.Grow(n)
	return b
}

// Grow makes room for n more signatures.
func (b *BatchRecoverer) Grow(n int) { b.list.Grow(n) }

// Len returns how many signatures were added.
func (b *BatchRecoverer) Len() int { return b.list.Len() }

// Reset makes b an empty batch again, and keeps the memory.
func (b *BatchRecoverer) Reset() { b.list.Reset() }

// Add adds the signature sig of digest, whose public key is to be recovered by the rule. Anything
// may be added: of what is no signature or no rule, no key is recovered.
func (b *BatchRecoverer) Add(digest Digest, sig RecoverableSignature, rule Rule) {
	c := b.list.Next()
	if sig.id > 3 || !c.set(&digest, &sig.Signature, rule) {
		return
	}
	n.EncodeBE(&c.x, &sig.r)
	if sig.id > 1 { // x is r + n
		var R secp256k1.Point
		if !R.SetReducedX(&sig.r, 1, 0) {
			return
		}
		R.NormalizeX(&c.x)
	}
	c.odd, c.state = sig.id&1, compressed
}

// Recover returns whether there are signatures, and all have a key, and the keys: keys[i] is that
// of the signature that was added as number i, from 0, or nil if there is none. The keys are the
// caller's, in memory that they share. The signatures stay: more can be added, or b be
// [BatchRecoverer.Reset].
func (b *BatchRecoverer) Recover() (all bool, keys []*PublicKey) {
	valid := b.list.Run(b.Workers, recoverClaims)
	if len(valid) == 0 {
		return false, nil
	}
	keys = make([]*PublicKey, len(valid))
	memory := make([]PublicKey, len(valid))
	for i := range valid {
		if valid[i] {
			keys[i] = &memory[i]
			keys[i].key.SetPoint(&b.list.Entries()[i].point)
		}
	}
	return batch.All(valid), keys
}

// recoverClaims recovers the keys of up to [batch.GroupSize] claims in variable time. Those that
// there are are set to true.
func recoverClaims(claims []claim, valid []bool) {
	var g group
	g.add(claims)
	// The key is Q = (s·R - z·G)/r.
	for j := range g.m {
		g.w[j] = claims[g.at[j]].r
	}
	g.invert()
	for j := range g.m {
		c := &claims[g.at[j]]
		n.Neg(&g.u[j], &c.z)
		n.Mul(&g.u[j], &g.u[j], &g.w[j])
		n.Mul(&g.w[j], &c.s, &g.w[j])
	}
	g.multiply()
	secp256k1.VarTimeNormalizeBatch(g.points[:g.m])
	for j := range g.m {
		i := g.at[j]
		claims[i].point = g.points[j]
		valid[i] = g.points[j].IsIdentity() == 0
	}
}

// A group is what up to [batch.GroupSize] signatures are verified with, or keys recovered: entry j
// is of signature number at[j].
type group struct {
	m      int
	at     [batch.GroupSize]int
	points [batch.GroupSize]secp256k1.Point
	w, u   [batch.GroupSize]scalar.Scalar

	// The first k of these are to be decoded, to the points with the numbers to.
	k   int
	to  [batch.GroupSize]int
	xs  [batch.GroupSize][32]byte
	odd [batch.GroupSize]byte
}

// add adds entries for the claims that are not malformed, with the points that they have.
func (g *group) add(claims []claim) {
	for i := range claims {
		c := &claims[i]
		switch c.state {
		case malformed:
			continue
		case compressed:
			g.to[g.k], g.xs[g.k], g.odd[g.k] = g.m, c.x, c.odd
			g.k++
		case decoded:
			g.points[g.m] = c.point
		}
		g.at[g.m] = i
		g.m++
	}
	g.decode()
}

// decode decodes the points, and removes the entries of those that are none.
func (g *group) decode() {
	var points [batch.GroupSize]secp256k1.Point
	var ok [batch.GroupSize]bool
	k := g.k
	secp256k1.VarTimeDecompressBatch(points[:k], g.xs[:k], g.odd[:k], ok[:k])
	removed := 0
	for j := range k {
		g.points[g.to[j]] = points[j]
		if !ok[j] {
			g.at[g.to[j]] = none
			removed++
		}
	}
	if removed == 0 {
		return
	}
	m := 0
	for j := range g.m {
		if g.at[j] != none {
			g.at[m], g.points[m] = g.at[j], g.points[j]
			m++
		}
	}
	g.m = m
}

const none = -1

// invert inverts w, which are not 0.
func (g *group) invert() {
	var scratch [batch.GroupSize]scalar.Scalar
	n.InvBatchVarTime(g.w[:g.m], scratch[:])
}

// multiply sets the points P to w·P + u·G.
func (g *group) multiply() {
	points := g.points[:g.m]
	secp256k1.VarTimeDoubleScalarBaseMultBatch(points, g.w[:g.m], points, g.u[:g.m])
}
