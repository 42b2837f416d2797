// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package public lists what of whole operations everyone may know, though it depends on secrets, with the
// reasons. [Jumps] are lines that valgrind reports; what is handed on to functions in variable time is
// listed in package timing.
package public

// Paths are the kernels that valgrind can run; it knows no AVX-512.
var Paths = []Path{
	{"one chain", "", "V3"},
	{"two chains", "", "V3,TwoChains"}, // valgrind hides ADX from CPUID, and runs it
	{"lanes", "", "V3,TwoChains,Lanes"},
	{"no level", "", ""},
	{"purego", "purego", ""},
}

// A Path is kernels.
type Path struct {
	Name   string
	Tags   string // for the compiler
	Levels string // of internal/cpu
}

// A Place is a line in the files of a pattern, or all of their lines if it is empty, and why what it
// shows is public.
type Place struct{ Reason, Files, Line string }

func (p Place) String() string { return p.Files + ": " + p.Line }

// Reasons, why what a jump shows is public.
const (
	valid     = "points are valid but for the zero value, which panics"
	random    = "what was read is not zero, but with a probability of 2^-250"
	nonce     = "a nonce or signature that is not good is found with a probability of 2^-120, and shows nothing of others"
	hashes    = "a hash is not zero, nor the identity, but with a probability of 2^-250"
	children  = "that there is a child: otherwise it is an error, with a probability of 2^-127"
	below     = "a hash is in [1, n), but with a probability of 2^-127"
	isSet     = "a key that was set: it is not zero"
	encoding  = "whether an encoding is one: otherwise it is an error"
	kind      = "whether a key is a blinded one"
	form      = "the form of an encoding: the first byte, and the identity, which has another"
	text      = "no character of base64 ends a line, a string or a header, is white space or padding: which there are, and where, is public"
	extended  = "the network, the kind, the depth, the parent and the index of an extended key"
	lowOrder  = "the peer's public key is of low order"
	correct   = "that the halves of a key belong together, or that a signature that was made is valid: otherwise it is an error"
	found     = "which outputs are found"
	notSecret = "public keys and signatures, secret in these operations only"
)

// Jumps lists the jumps that depend on secrets, and why everyone may know what they show. No address may.
var Jumps = []Place{
	{valid, "edwards25519/edwards25519.go", "if !q.IsValid() {"},
	{valid, "ristretto255/ristretto255.go", "if !q.Point().IsValid() {"},
	{valid, "secp256k1/secp256k1.go", "if q.IsMarked() == 0 {"},
	{valid, "??255?/point.go", "if !v.q.IsValid() {"},
	{valid, "*/tables.go", "if !t.table.IsValid() {"},
	{random, "*/random.go", "if x.IsZero() == 1 {"},
	{random, "*/random.go", "if q.IsIdentity() == 1 {"},
	{random, "internal/entropy/entropy.go", "if or == 0 {"},
	{random, "internal/doubleodd/scheme/keys.go", "if g.Order.IsZero(&d) == 1 {"},
	{random, "secp256k1/internal/keys/keys.go", "if SetNonZero(&k.d, &b) {"},
	{nonce, "secp256k1/ecdsa/sign.go", "if !keys.SetNonZero(&nonce, &b) {"},
	{nonce, "secp256k1/ecdsa/sign.go", "if sig.isSet() {"},
	{nonce, "secp256k1/ecdsa/nonce.go", "if !keys.SetNonZero(&z, &b) {"},
	{nonce, "secp256k1/schnorr/sign.go", "if n.IsZero(&nonce) == 1 { // nobody knows how to make that happen"},
	{nonce, "secp256k1/musig2/nonce.go", "if n.IsZero(&k[0])|n.IsZero(&k[1]) == 1 {"},
	{nonce, "secp256k1/adaptor/adaptor.go", "if n.IsZero(&nonce) == 1 || !a.isSet() { // nobody knows how to make that happen"},
	{nonce, "secp256k1/adaptor/adaptor.go", "if n.IsZero(&a) == 1 { // nobody knows how to make that happen"},
	{random, "voprf/voprf.go", "if order.IsZero(x) == 1 {"},
	{random, "frost/deal.go", "if s.order.IsZero(x) == 1 {"},
	{random, "frost/suite.go", "if s.order.IsZero(x) == 1 {"},
	{hashes, "frost/keys.go", "if s.order.DecodeBE(t, &h)&^s.order.IsZero(t) == 0 { // which nobody can make happen"},
	{hashes, "voprf/voprf.go", "if e.IsIdentity() == 1 {"},
	{children, "secp256k1/bip32/keys.go", "if !add(&d, &left, k.key.Scalar()) {"},
	{children, "secp256k1/bip32/keys.go", "if !p.childPoint(&P, &tweak, &chain, index) {"},
	{children, "secp256k1/bip32/keys.go", "if !p.childPoint(&points[i], &tweak, &children[i].chain, index+uint32(i)) {"},
	{hashes, "voprf/server.go", `if mode.hashToScalar(&k, "DeriveKeyPair", message); order.IsZero(&k) == 0 {`},
	{hashes, "voprf/server.go", "if order.IsZero(t) == 1 { // who knows such info knows k"},
	{hashes, "secp256k1/silentpayments/scan.go", "if P.IsIdentity() == 1 {"},
	{hashes, "secp256k1/silentpayments/send.go", "if points[i].IsIdentity() == 1 {"},
	{below, "secp256k1/silentpayments/scan.go", `if !hash(&l.tweak, "BIP0352/Label", scan, bigEndian(m)) {`},
	{below, "secp256k1/silentpayments/scan.go", "if !outputTweak(&f.tweak, &f.shared, f.k) {"},
	{below, "secp256k1/silentpayments/send.go", "if !inputHash(&multiplier, &lowest, &A) {"},
	{below, "secp256k1/silentpayments/send.go", "if !outputTweak(&t, &g.shared, g.k) {"},
	{isSet, "sr25519/keys.go", "if !k.isSet() {"},
	{isSet, "sr25519/keys.go", "if !p.isSet() {"},
	{isSet, "sr25519/keys.go", "if !ok || !k.isSet() || !y.isSet() {"},
	{isSet, "ecvrf/ecvrf.go", "func (k *PrivateKey) isSet() bool { return k != nil && k.public != [32]byte{} } // that is of small order"},
	{isSet, "ecvrf/ecvrf.go", "if !p.isSet() {"},
	{isSet, "secp256k1/musig2/session.go", "if !private.isSet() {"},
	{isSet, "ed25519/blinding/blinding.go", "func (k *PrivateKey) isSet() bool { return k != nil && k.public != [PublicKeySize]byte{} } // that is of small order"},
	{isSet, "secp256k1/adaptor/adaptor.go", "if !private(&x, k) {"},
	{isSet, "secp256k1/adaptor/adaptor.go", "if !private(&x, y) {"},
	{isSet, "secp256k1/adaptor/adaptor.go", "if !a.isSet() {"},
	{isSet, "secp256k1/ellswift/ellswift.go", "if !ok || !k.isSet() || !y.isSet() {"},
	{isSet, "secp256k1/silentpayments/*.go", "if !s.isSet() {"},
	{isSet, "secp256k1/ellswift/ellswift.go", "func (k *PrivateKey) isSet() bool { return k != nil && k.key.IsSet() }"},
	{encoding, "secp256k1/silentpayments/send.go", "if n.IsZero(sum) == 1 {"},
	{encoding, "secp256k1/silentpayments/scan.go", "if n.DecodeBE(&t, &f.Tweak) == 0 {"},
	{encoding, "secp256k1/silentpayments/scan.go", "if n.IsZero(&t) == 1 {"},
	{isSet, "internal/doubleodd/scheme/keys.go", "func (q *PublicKey) isSet() bool { return q != nil && q.b != [32]byte{} }"},
	{isSet, "secp256k1/*/*.go", "if !k.isSet() {"},
	{isSet, "secp256k1/*/*.go", "if !p.isSet() {"},
	{isSet, "secp256k1/internal/keys/keys.go", "if !k.IsSet() {"},
	{isSet, "secp256k1/internal/keys/keys.go", "if !p.IsSet() {"},
	{isSet, "secp256k1/ecdh/ecdh.go", "if !peer.isSet() {"},
	{isSet, "secp256k1/internal/keys/keys.go", "func (p *Public) IsSet() bool { return p.point.IsIdentity() == 0 }"},
	{isSet, "secp256k1/internal/keys/keys.go", "if Q.IsIdentity() == 1 { // so is the zero value"},
	{isSet, "secp256k1/internal/keys/keys.go", "if d.IsZero() == 1 {"},
	{encoding, "*/scalar.go", "if order.Decode(s.scalar(), (*[32]byte)(x)) == 0 {"},
	{encoding, "*/scalar.go", "if order.DecodeBE(s.scalar(), (*[32]byte)(x)) == 0 {"},
	{encoding, "internal/edwards25519/encoding.go", "return p.SqrtRatio(&x, &u, &w) == 1 && v.finishDecode(&x, &y, b, canonical)"},
	{encoding, "internal/edwards25519/encoding.go", "ok[i] = d.square[i] == 1 && points[i].finishDecode(&d.x[i], &d.y[i], &encodings[i], canonical)"},
	{encoding, "internal/edwards25519/encoding.go", "if p.Decode(&strict, &buf) == 0 || p.IsZero(x)&negative == 1 {"},
	{encoding, "internal/edwards25519/encoding.go", "if p.IsZero(&plus) == 1 {"},
	{encoding, "internal/edwards25519/ristretto.go", "if ok == 0 {"},
	{encoding, "internal/doubleodd/scheme/keys.go", "if g.Order.Decode(&d, (*[32]byte)(b))&^g.Order.IsZero(&d) == 0 {"},
	{encoding, "internal/doubleodd/scheme/keys.go", "if g.decode(&v, (*[32]byte)(b))&^g.Curve.IsNeutral(&v) == 0 {"},
	{encoding, "internal/doubleodd/scheme/point.go", "if len(b) != 32 || g.decode(v, (*[32]byte)(b)) == 0 {"},
	{encoding, "internal/secp256k1/encoding.go", "if p.DecodeBE(&x, b) == 0 {"},
	{encoding, "internal/secp256k1/encoding.go", "if p.Sqrt(&y, &y) == 0 { // the even root; 0 does not occur"},
	{encoding, "internal/secp256k1/encoding.go", "if p.DecodeBE(&x, (*[32]byte)(b[:32]))&p.DecodeBE(&y, (*[32]byte)(b[32:])) == 0 {"},
	{encoding, "internal/secp256k1/encoding.go", "if p.Equal(&yy, &g) == 0 {"},
	{encoding, "internal/secp256k1/encoding.go", "if odd >= 0 && p.IsNegative(&y) != odd {"},
	{encoding, "secp256k1/internal/keys/keys.go", "case !SetNonZero(&d, (*[32]byte)(b)):"},
	{encoding, "secp256k1/internal/keys/asn1.go", "if err := p.SetBytes(b, e); err != nil || !p.Equal(&q) {"},
	{encoding, "secp256k1/ecdsa/signature.go", "if !keys.SetNonZero(&sig.r, (*[32]byte)(b)) || !keys.SetNonZero(&sig.s, (*[32]byte)(b[32:])) {"},
	{encoding, "secp256k1/schnorr/tweak.go", "if n.DecodeBE(t, (*[32]byte)(b)) == 0 {"},
	{encoding, "secp256k1/schnorr/tweak.go", "if n.IsZero(&t) == 1 {"},
	{encoding, "secp256k1/schnorr/tweak.go", "if Q.Add(Q, p.key.Point()).IsIdentity() == 1 {"},
	{encoding, "secp256k1/musig2/keys.go", "if n.DecodeBE(&t, (*[32]byte)(tweak)) == 0 {"},
	{encoding, "secp256k1/musig2/keys.go", "if next.point.IsIdentity() == 1 {"},
	{encoding, "frost/deal.go", "if !x.decodeScalar(&f[0], secret) || x.order.IsZero(&f[0]) == 1 {"},
	{encoding, "frost/encoding.go", "if b := r.bytes(scalarSize); b != nil && !r.suite.decodeScalar(x, b) {"},
	{encoding, "frost/keys.go", "if !k.public.isSet() || subtle.ConstantTimeCompare(k.public.b, public) != 1 {"},
	{encoding, "sr25519/keys.go", "if order.IsZero(x) == 1 {"},
	{encoding, "sr25519/keys.go", "if order.Decode(&x, b) == 0 {"},
	{encoding, "voprf/server.go", "if len(b) != PrivateKeySize || order.Decode(&k, (*[32]byte)(b)) == 0 || order.IsZero(&k) == 1 {"},
	{encoding, "internal/secrettext/secrettext.go", "if bad < 0 {"},
	{encoding, "internal/secrettext/base58.go", "if !DecodeBase58(b, src) {"},
	{encoding, "secp256k1/bip32/text.go", "if !secrettext.DecodeBase58Check(b[:], text) {"},
	{encoding, "secp256k1/bip32/text.go", "if key[0] != 0 {"},
	{encoding, "secp256k1/bip32/text.go", "if key[0]|1 != 3 {"},
	{encoding, "ed25519/blinding/blinding.go", "if A.IsTorsionFree()&(A.IsIdentity()^1) == 0 {"},
	{encoding, "ed25519/blinding/blinding.go", "if canonical|clamped == 0 {"},
	{kind, "ed25519/blinding/blinding.go", "if k.blinded {"},
	{encoding, "secp256k1/adaptor/adaptor.go", "if n.Equal(&r, &a.r)&(n.IsZero(&s)^1) == 0 {"},
	{encoding, "secp256k1/adaptor/adaptor.go", "if P.Equal(&want.point)|negative == 0 {"},
	{extended, "secp256k1/bip32/text.go", "if version == network.private() || version == network.public() {"},
	{extended, "secp256k1/bip32/text.go", "if d.depth == 0 && (d.parent != [4]byte{} || d.index != 0) {"},
	{extended, "secp256k1/bip32/text.go", "if !private {"},
	{extended, "secp256k1/bip32/text.go", "if private {"},
	{form, "internal/secp256k1/encoding.go", "case len(b) == 33 && b[0]|1 == tagCompressed|1:"},
	{form, "internal/secp256k1/encoding.go", "if v.IsIdentity() == 1 {"},
	{form, "secp256k1/secp256k1.go", "if q.IsIdentity() == 1 {"},
	{text, "internal/secrettext/pem.go", `key, value, ok := bytes.Cut(line, []byte(":"))`},
	{text, "internal/secrettext/pem.go", "for len(data) > 0 && data[0] != '-' {"},
	{text, "internal/secrettext/pem.go", "line, after := cutLine(data)"},
	{text, "internal/secrettext/pem.go", `case '\n':`},
	{text, "internal/secrettext/pem.go", `case ' ', '\t', '\r':`},
	{text, "internal/secrettext/pem.go", `line, rest, _ = bytes.Cut(data, []byte("\n"))`},
	{text, "internal/secrettext/pem.go", `for len(line) > 0 && (line[len(line)-1] == ' ' || line[len(line)-1] == '\t') {`},
	{text, "internal/secrettext/secrettext.go", "for n := 0; n < 2 && len(src) > 0 && src[len(src)-1] == '='; n++ {"},
	{text, "internal/secrettext/json.go", `if c == '\\' {`},
	{text, "internal/secrettext/json.go", `} else if c == '"' {`},
	{lowOrder, "x25519/x25519.go", "if subtle.ConstantTimeCompare(secret[:], zero[:]) == 1 {"},
	{correct, "ed25519/sign.go", "if !s.matches() {"},
	{correct, "ed25519/sign.go", "if err == nil && opts.Verify && !s.matches() {"},
	{correct, "secp256k1/ecdsa/sign.go", "if sig.recover(&p, digest, LowS) != nil || !p.Equal(k.PublicKey()) {"},
	{correct, "secp256k1/schnorr/sign.go", "if opts != nil && opts.Verify && !k.public.Verify(message, sig) {"},
	{correct, "ecvrf/ecvrf.go", "if subtle.ConstantTimeCompare(k.public[:], key[ed25519.SeedSize:]) != 1 {"},
	{correct, "ed25519/blinding/blinding.go", "if subtle.ConstantTimeCompare(k.public[:], key[ed25519.SeedSize:]) != 1 {"},
	{correct, "secp256k1/adaptor/adaptor.go", "if new(curve.Point).ScalarMult(&x, &a.kG).Equal(&a.kY) == 0 {"},
	{correct, "secp256k1/musig2/session.go", "if !s.verify(signer, &made.R, &z) {"},
	{correct, "frost/deal.go", "if subtle.ConstantTimeCompare(k.public.b, g.find(id).b) != 1 {"},
	{correct, "frost/deal.go", "if e := s.multiple(&sum); subtle.ConstantTimeCompare(e.b, shares[0].key.b) != 1 {"},
	{correct, "frost/dkg.go", "if !d.others[id].opens(s, d.id, &y) {"},
	{correct, "voprf/client.go", "if !s.verify(&r.client.key, proof) {"},
	{correct, "internal/doubleodd/scheme/sign.go", "if opts.Verify && !g.Verify(&k.public, data, sig, opts.Hash) {"},
	{correct, "secp256k1/silentpayments/scan.go", "if subtle.ConstantTimeCompare(d.PublicKey().Bytes(), f.Key[:]) != 1 {"},
	{correct, "secp256k1/ellswift/ellswift.go", "if !k.checkEncoding() {"},
	{found, "secp256k1/silentpayments/scan.go", "if difference(&x[j], &f.words[i]) == 0 {"},
	{notSecret, "secp256k1/internal/keys/keys.go", "func (p *Public) Equal(q *Public) bool { return p.IsSet() && p.point.Equal(&q.point) == 1 }"},
	{notSecret, "secp256k1/bip32/keys.go", "return ok && p.isSet() && q.isSet() && p.node.equal(&q.node) == 1 && p.encoding == q.encoding"},
	{notSecret, "secp256k1/schnorr/keys.go", "return ok && y != nil && p.isSet() && p.x == y.x"},
	{notSecret, "sr25519/keys.go", "func (p *PublicKey) IsIdentity() bool { return p.isSet() && p.encoding == [PublicKeySize]byte{} }"},
	{notSecret, "ecvrf/ecvrf.go", "if Y.IsSmallOrder() == 1 {"},
	{notSecret, "ecvrf/ecvrf.go", "if order.Decode(s, (*[32]byte)(proof[48:])) == 0 {"},
	{notSecret, "frost/keys.go", "if odd {"},
	{notSecret, "frost/sign.go", "subtle.ConstantTimeCompare(n.commitment[size:], p.nonces[i][1].b) == 0 {"},
	{notSecret, "secp256k1/schnorr/tweak.go", "return err == nil && got.Equal(q) && gotParity == parity"},
	{notSecret, "secp256k1/ecdsa/signature.go", "for len(x) > 1 && x[0] == 0 {"},
	{notSecret, "secp256k1/ecdsa/signature.go", "if x[0] >= 0x80 {"},
	{notSecret, "secp256k1/ecdsa/recover.go", "case !sig.isSet():"},
	{notSecret, "secp256k1/ecdsa/recover.go", "case sig.id > 1:"},
}

// Divisions lists the divisions that the compiler makes.
var Divisions = []Place{
	{"lengths", "internal/secp256k1/dispatch_amd64.go", "pointAddSelected(v, uint64(n), &tables[0], &digits[0], uint64(len(tables)), uint64(len(digits)/len(tables)))"},
	{"the width of digits, in variable time", "internal/recode/wnaf.go", "func MaxDigits(bits int, w uint) int { return 1 + bits/int(w) }"},
	{"numbers and widths of digits, in variable time", "internal/msm/vartime.go", ""},
	{"numbers and widths of digits, in variable time", "internal/secp256k1/bins.go", ""},
	{"Euclid's algorithm, in variable time", "internal/lattice/lattice.go", "for a%b >= least {"},
}

// WithoutSecrets lists exported functions that are constant-time, and that no operation runs. Functions
// without arguments are not here.
var WithoutSecrets = []struct {
	Reason    string
	Functions []string
}{
	{"which rules, hash functions and sizes there are is public", []string{
		"(secant.example/ed25519.Rules).String",
		"secant.example/ed25519.ParseRules",
		"(*secant.example/ed25519.SignOptions).HashFunc",
		"secant.example/ed25519.NewCachingVerifier",
		"(secant.example/jq255e.Hash).HashFunc",
		"(*secant.example/jq255e.Options).HashFunc",
		"(secant.example/jq255s.Hash).HashFunc",
		"(*secant.example/jq255s.Options).HashFunc",
		"(secant.example/do255e.Hash).HashFunc",
		"(*secant.example/do255e.Options).HashFunc",
		"(secant.example/do255s.Hash).HashFunc",
		"(*secant.example/do255s.Options).HashFunc",
		"(*secant.example/secp256k1/ecdsa.Options).HashFunc",
		"(*secant.example/secp256k1/schnorr.Options).HashFunc",
	}},
	{"a public key", []string{
		"(*secant.example/do255e.ExpandedPublicKey).PublicKey",
		"(*secant.example/do255s.ExpandedPublicKey).PublicKey",
		"(*secant.example/ed25519.ExpandedPublicKey).PublicKey",
		"(*secant.example/jq255e.ExpandedPublicKey).PublicKey",
		"(*secant.example/jq255s.ExpandedPublicKey).PublicKey",
		"(*secant.example/sr25519.ExpandedPublicKey).PublicKey",
		"(*secant.example/secp256k1/nostr.Signer).InitPub",
	}},
	{"an address, and what a transaction spends", []string{
		"(*secant.example/secp256k1/silentpayments.Address).Network",
		"secant.example/secp256k1/silentpayments.NewOutpoint",
	}},
	{"a signature, and in DER lengths that depend on it", []string{
		"secant.example/secp256k1/ecdsa.NewRecoverableSignature",
		"secant.example/secp256k1/ecdsa.ParseBitcoin",
		"secant.example/secp256k1/ecdsa.ParseDER",
		"secant.example/secp256k1/ecdsa.ParseDERLax",
		"secant.example/secp256k1/ecdsa.ParseEthereum",
		"(secant.example/secp256k1/ecdsa.RecoverableSignature).Bitcoin",
		"(secant.example/secp256k1/ecdsa.RecoverableSignature).Ethereum27",
		"(secant.example/secp256k1/ecdsa.RecoverableSignature).ID",
	}},
	{"the same text for all keys", []string{
		"(secant.example/secp256k1/bip32.PrivateKey).Format",
		"(secant.example/slip10.PrivateKey).Format",
	}},
	{"which suites there are", []string{
		"(secant.example/frost.Suite).SignatureSize",
		"(secant.example/frost.Suite).String",
	}},
	{"a group, and a package of what all sent", []string{
		"(*secant.example/frost.Group).Bytes",
		"(*secant.example/frost.Group).Ed25519PublicKey",
		"(*secant.example/frost.Group).JQ255ePublicKey",
		"(*secant.example/frost.Group).Participants",
		"(*secant.example/frost.Group).PublicKey",
		"(*secant.example/frost.Group).SchnorrPublicKey",
		"(*secant.example/frost.Group).Suite",
		"(*secant.example/frost.Group).Threshold",
		"(*secant.example/frost.SigningPackage).Bytes",
		"(*secant.example/frost.SigningPackage).Message",
		"(*secant.example/frost.SigningPackage).Signers",
	}},
	{"the number of a signer who sent something invalid", []string{
		"(*secant.example/frost.CulpritError).Error",
		"(*secant.example/frost.CulpritError).Unwrap",
		"(*secant.example/secp256k1/musig2.ContributionError).Error",
		"(*secant.example/secp256k1/musig2.ContributionError).Unwrap",
	}},
	{"an event, which anyone may read", []string{
		"(*secant.example/secp256k1/nostr.Event).AppendJSON",
		"(secant.example/secp256k1/nostr.Event).MarshalJSON",
		"(*secant.example/secp256k1/nostr.Event).UnmarshalJSON",
		"(*secant.example/secp256k1/nostr.Event).CheckID",
	}},
}
