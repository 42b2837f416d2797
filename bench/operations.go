// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package bench

import "fmt"

// Check says how the results of an operation are judged.
type Check int

const (
	Equal    Check = iota // the same bytes as ours, or as the first peer's
	Verifies              // a signature that every registered verifier accepts
	Accepts               // it accepts a valid signature and rejects a forgery
)

// Operation is a row of the tables.
type Operation struct {
	Name   string // family/operation; a name keeps its meaning
	Family string
	Title  string // what it is, in the tables
	Check  Check
	Items  int // how many things one run does; costs are for one of them
}

// Family is a table and its charts.
type Family struct {
	Name, Title, Notes string
}

// Families lists the tables in order.
var Families = []Family{
	{"x25519", "X25519", "RFC 7748. A shared secret is from a private and a public key, 32 bytes each; who has no batches computes 16 one after the other."},
	{"ed25519", "Ed25519", "RFC 8032, a message of 59 bytes. Signing starts from the 64-byte private key " +
		"that Go uses, or whatever a library's users keep in its place; verification from bytes. A peer stands in the row whose rules " +
		"are closest to its own: crypto/ed25519's are StdLib; ed25519consensus' are ZIP 215; dalek's verify_strict and libsodium's " +
		"are cofactorless, but reject what Default rejects."},
	{"ed25519-batch", "Ed25519, batches", "The cost of one signature in a batch of that many, from bytes, or with expanded public keys."},
	{"edwards25519-point", "edwards25519, points", "Decoding checks that a point is on the curve, and leaves it in the library's own coordinates. " +
		"The scalar multiplication of a decoded point is constant-time."},
	{"edwards25519", "edwards25519, multi-scalar multiplication", "[a_0]P_0 + [a_1]P_1 + ..., in variable time, of decoded points, the cost of one point."},
	{"ristretto255", "ristretto255", "RFC 9496."},
	{"secp256k1", "secp256k1", "From bytes, unless a key is said to be parsed: private keys of 32, compressed public keys of 33, x-only ones of 32, digests of 32, " +
		"signatures of 64. Signing does not verify what it signed where that is a choice. ECDH gives the x coordinate. gnark-crypto reads uncompressed public keys only. " +
		"A batch is from bytes, the cost of one signature; who has no batches verifies one after the other."},
	{"secp256k1-msm", "secp256k1, multi-scalar multiplication", "As on edwards25519, of affine points and scalars of 256 bits."},
	{"nostr", "Nostr signer", "What software for Nostr does, on BIP-340 keys: the public key, 32 bytes, of a private key of 32 bytes; a signature with a private key that was set before; " +
		"verification with a public key that was set before; ECDH, the x coordinate, of a private key that was set before and a public key of 32 bytes."},
	{"jq255e", "jq255e", doubleOddNotes}, {"jq255s", "jq255s", doubleOddNotes},
	{"do255e", "do255e", doubleOddNotes + do255Notes + "47 974, key exchange 100 834, signing 52 324, verification 110 226."},
	{"do255s", "do255s", doubleOddNotes + do255Notes + "52 272, key exchange 141 992, signing 56 806, verification 158 780."},
	{"protocols", "Protocols", "What is built on the groups. A transcript of Merlin is made, gets a message of 32 bytes, and gives a challenge of 64. " +
		"sr25519 signs a message of 32 bytes, and verifies from bytes, unless the key is said to be parsed or expanded, with a context that was made before; who has no expanded keys verifies with a parsed one; a batch of proofs is of 96 bytes each and a parsed key, and who has no batches verifies those of 64 bytes one after the other. " +
		"ECVRF, with ELL2, starts from an expanded private key where there is one, and verifies from bytes. " +
		"A signer of MuSig2, one of two, makes a nonce, gets that of the other, and signs; the public keys are aggregated before, but for the partial " +
		"signature that is verified, where btcec aggregates them each time. BIP-32 starts from a key that was set before, and gives the 33 bytes of a public key, or, of hardened children, the 32 of a private one; " +
		"who has no way to derive many derives one after the other. A public key is blinded from bytes to bytes, and checked to be of prime order; " +
		"with filippo.io that is written with its points. VOPRF is with ristretto255 and one input, from bytes to bytes. " +
		"ElligatorSwift: a new key with its encoding, the x coordinate of an encoding, and BIP-324's secret with a key that was set before. " +
		"Silent payments, BIP-352: a transaction with two outputs is scanned, of its tweak data in 33 bytes, with the label of change; btcec is a program with its curve, in variable time, because we know of no other for Go. " +
		"Two of three participants sign with FROST: one makes a nonce, gets the commitment of the other, and makes its share; a coordinator makes the signature of the " +
		"commitments and shares, and verifies it. A session is all that both do, from nonces to the signature, which both make and verify; the messages of the peers are those of FROST's paper, " +
		"before RFC 9591, and so only sessions compare."},
	{"field", "Inversion", "Of an integer modulo a prime; in constant time, except where a title says variable time. aws-lc's is that of s2n-bignum, which comes with it."},
}

const (
	doubleOddNotes = "Signatures are of a message of 59 bytes as it is, and verified from bytes, unless the key is said to be parsed; the key exchange is with a public key in bytes."
	do255Notes     = " *Published, not measured here*: the authors of c-do255 have measured it, in cycles of an Intel Coffee Lake: key generation "
)

// BIP340BatchSizes are the sizes of the batches of BIP-340 signatures.
var BIP340BatchSizes = []int{64, 1024}

// vrfBatch is how many proofs of sr25519's VRF are verified at once.
const vrfBatch = 64

// silentBatch is how many transactions are scanned at once.
const silentBatch = 64

// ecdsaBatch is how many ECDSA signatures are verified at once, or keys recovered.
const ecdsaBatch = 64

// doubleOddBatchSize is how many signatures of a double-odd group are verified at once.
const doubleOddBatchSize = 64

// decodeMany is decodeOne for decodeBatch points, and varTimeDecodeMany the same of public ones.
const (
	decodeOne         = "edwards25519-point/decode"
	decodeMany        = "edwards25519-point/decode-64"
	varTimeDecodeMany = "edwards25519-point/decode-64-var-time"
	decodeBatch       = 64
)

// bip32Children is how many children of a public key are derived at once.
const bip32Children = 64

// Sr25519BatchSizes are the sizes of the batches of sr25519 signatures.
var Sr25519BatchSizes = []int{64, 1024}

// StdLibSizes are how many Ed25519 signatures are verified together without the cofactor.
var StdLibSizes = []int{64, 1024}

// BatchSizes are the sizes of the batches of Ed25519 signatures, MSMSizes those of
// the multi-scalar multiplications.
var (
	BatchSizes = []int{1, 8, 16, 32, 64, 128, 256, 512, 1024}
	MSMSizes   = []int{2, 16, 64, 256, 1024, 16384}
)

// Operations lists everything that is measured, in the order of the tables.
var Operations = operations()

func operations() (all []*Operation) {
	family := ""
	add := func(name, title string, check Check) *Operation {
		op := &Operation{family + "/" + name, family, title, check, 1}
		all = append(all, op)
		return op
	}
	family = "x25519"
	add("public-key", "public key", Equal)
	add("public-keys-16", "16 public keys, each", Equal).Items = 16
	add("shared-secret", "shared secret", Equal)
	add("shared-secrets-16", "16 shared secrets, each", Equal).Items = 16
	family = "ed25519"
	add("key-generation", "key pair from a seed", Equal)
	add("sign", "sign", Equal)
	add("sign-expanded", "sign, expanded private key", Equal)
	for _, rules := range []string{"default", "stdlib", "fips", "zip215"} {
		add("verify-"+rules, "verify, "+rules, Accepts)
	}
	for _, n := range StdLibSizes {
		add(fmt.Sprintf("verify-stdlib-%d", n), fmt.Sprintf("%d verified, stdlib, each", n), Accepts).Items = n
	}
	add("expand-key", "expand a public key", Equal)
	add("verify-expanded", "verify, expanded public key", Accepts)
	family = "ed25519-batch"
	for _, n := range BatchSizes {
		add(fmt.Sprintf("plain-%d", n), fmt.Sprintf("batch of %d", n), Accepts).Items = n
	}
	for _, n := range BatchSizes {
		add(fmt.Sprintf("expanded-%d", n), fmt.Sprintf("batch of %d, expanded keys", n), Accepts).Items = n
	}
	family = "edwards25519-point"
	add("decode", "decode", Equal)
	add("decode-64", "64 decoded, each", Equal).Items = decodeBatch
	add("decode-64-var-time", "64 decoded in variable time, each", Equal).Items = decodeBatch
	add("scalar-mult", "scalar multiplication", Equal)
	family = "edwards25519"
	for _, n := range MSMSizes {
		add(fmt.Sprintf("msm-%d", n), fmt.Sprintf("%d points", n), Equal).Items = n
	}
	family = "ristretto255"
	add("decode", "decode", Equal)
	add("encode", "encode", Equal)
	family = "secp256k1"
	add("x-only-key", "x-only public key", Equal)
	add("bip340-sign", "BIP-340 sign", Verifies)
	add("bip340-sign-pair", "BIP-340 sign, parsed key pair", Verifies)
	add("bip340-verify", "BIP-340 verify", Accepts)
	add("bip340-verify-parsed", "BIP-340 verify, parsed key", Accepts)
	for _, n := range BIP340BatchSizes {
		add(fmt.Sprintf("bip340-batch-%d", n), fmt.Sprintf("BIP-340, batch of %d", n), Accepts).Items = n
	}
	add("ecdsa-sign", "ECDSA sign", Verifies)
	add("ecdsa-sign-parsed", "ECDSA sign, parsed key", Verifies)
	add("ecdsa-verify", "ECDSA verify", Accepts)
	add("ecdsa-verify-parsed", "ECDSA verify, parsed key", Accepts)
	add("ecdsa-verify-64", "ECDSA, 64 verified, each", Accepts).Items = ecdsaBatch
	add("ecdsa-recover", "ECDSA, recover a public key", Equal)
	add("ecdsa-recover-64", "ECDSA, 64 recovered, each", Accepts).Items = ecdsaBatch
	add("ecdh", "ECDH", Equal)
	add("ecdh-parsed", "ECDH, parsed keys", Equal)
	family = "secp256k1-msm"
	for _, n := range MSMSizes {
		add(fmt.Sprintf("msm-%d", n), fmt.Sprintf("%d points", n), Equal).Items = n
	}
	family = "nostr"
	add("public-key", "public key", Equal)
	add("sign", "sign", Verifies)
	add("verify", "verify", Accepts)
	add("ecdh", "ECDH", Equal)
	for _, family = range []string{"jq255e", "jq255s", "do255e", "do255s"} {
		add("decode", "decode", Equal)
		add("encode", "encode", Equal)
		add("mul", "scalar multiplication", Equal)
		add("mulgen", "generator multiplication", Equal)
		add("key-generation", "key pair", Equal)
		add("sign", "sign", Equal)
		add("verify", "verify", Accepts)
		add("verify-parsed", "verify, parsed key", Accepts)
		add("expand-key", "expand a public key", Equal)
		add("verify-expanded", "verify, expanded key", Accepts)
		add("verify-64", "64 verified, each", Accepts).Items = doubleOddBatchSize
		add("key-exchange", "key exchange", Equal)
	}
	family = "protocols"
	add("merlin", "Merlin transcript", Equal)
	add("sr25519-key", "sr25519 key pair from a seed", Equal)
	add("sr25519-sign", "sr25519 sign", Verifies)
	add("sr25519-verify", "sr25519 verify", Accepts)
	add("sr25519-verify-parsed", "sr25519 verify, parsed key", Accepts)
	add("sr25519-verify-expanded", "sr25519 verify, expanded key", Accepts)
	for _, n := range Sr25519BatchSizes {
		add(fmt.Sprintf("sr25519-batch-%d", n), fmt.Sprintf("sr25519, batch of %d", n), Accepts).Items = n
	}
	add("sr25519-vrf-sign", "sr25519 VRF, evaluate and prove", Verifies)
	add("sr25519-vrf-verify", "sr25519 VRF, verify", Accepts)
	add("sr25519-vrf-batch-64", "sr25519 VRF, batch of 64", Accepts).Items = vrfBatch
	add("ecvrf-prove", "ECVRF prove", Equal)
	add("ecvrf-verify", "ECVRF verify", Accepts)
	add("musig2-keys-16", "MuSig2, aggregate 16 public keys", Equal)
	add("musig2-sign", "MuSig2, nonce and partial signature", Verifies)
	add("musig2-verify-partial", "MuSig2, verify a partial signature", Accepts)
	add("bip32-path", "BIP-32, m/84'/0'/0'/0/7 from a seed", Equal)
	add("bip32-hardened-child", "BIP-32, hardened child", Equal)
	add("bip32-public-child", "BIP-32, child of a public key", Equal)
	add("bip32-children-64", "BIP-32, 64 children of a public key, each", Equal).Items = bip32Children
	add("bip32-write", "BIP-32, write a private key", Equal)
	add("bip32-parse", "BIP-32, parse a public key", Equal)
	add("slip10-path", "SLIP-0010, m/44'/501'/0'/0' from a seed, Ed25519", Equal)
	add("blind-public-key", "blind an Ed25519 public key", Equal)
	add("adaptor-encrypt", "ECDSA adaptor signature, encrypt", Verifies)
	add("adaptor-verify", "ECDSA adaptor signature, verify", Accepts)
	add("ellswift-create", "ElligatorSwift, key and encoding", Verifies)
	add("ellswift-decode", "ElligatorSwift, decode", Equal)
	add("ellswift-ecdh", "BIP-324, shared secret", Equal)
	add("silentpayments-scan", "BIP-352, scan a transaction", Equal)
	add("silentpayments-scan-64", "BIP-352, 64 scanned, each", Equal).Items = silentBatch
	add("voprf-evaluate", "VOPRF, evaluate and prove", Verifies)
	add("voprf-finalize", "VOPRF, verify and unblind", Equal)
	for _, s := range frostSuites {
		add("frost-"+s.name+"-sign", "FROST on "+s.name+", nonce and signature share", Verifies)
		add("frost-"+s.name+"-aggregate", "FROST on "+s.name+", aggregate and verify", Equal)
	}
	for _, s := range []string{"ed25519", "taproot"} {
		add("frost-"+s+"-session", "FROST, "+s+", two signers, all that both compute", Verifies)
	}
	family = "field"
	add("invert-25519", "modulo 2^255 - 19", Equal)
	add("invert-secp256k1", "modulo 2^256 - 2^32 - 977", Equal)
	add("invert-vartime-secp256k1", "modulo 2^256 - 2^32 - 977, variable time", Equal)
	add("invert-order-secp256k1", "modulo the order of secp256k1", Equal)
	add("invert-vartime-order-secp256k1", "modulo the order of secp256k1, variable time", Equal)
	return all
}

// FindOperation returns the operation of this name, or nil.
func FindOperation(name string) *Operation {
	for _, op := range Operations {
		if op.Name == name {
			return op
		}
	}
	return nil
}
