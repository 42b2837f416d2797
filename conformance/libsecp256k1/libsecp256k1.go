// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

//go:build libsecp256k1 && cgo

package libsecp256k1

/*
#cgo LDFLAGS: -lsecp256k1
#include <secp256k1.h>
#include <secp256k1_ecdh.h>
#include <secp256k1_extrakeys.h>
#include <secp256k1_recovery.h>
#include <secp256k1_schnorrsig.h>

static int sign_bip340(const secp256k1_context *cx, unsigned char *sig, const unsigned char *message, size_t len, const secp256k1_keypair *pair, unsigned char *aux) {
	secp256k1_schnorrsig_extraparams params = SECP256K1_SCHNORRSIG_EXTRAPARAMS_INIT;
	params.ndata = aux;
	return secp256k1_schnorrsig_sign_custom(cx, sig, message, len, pair, &params);
}
*/
import "C"

import (
	"unsafe"
)

// cx is never changed, so any goroutine may use it.
var cx = C.secp256k1_context_create(C.SECP256K1_CONTEXT_SIGN | C.SECP256K1_CONTEXT_VERIFY)

// at returns the address of what b holds, or of something else if that is nothing.
func at(b []byte) *C.uchar {
	if len(b) == 0 {
		b = make([]byte, 1)
	}
	return (*C.uchar)(unsafe.SliceData(b))
}

func compressed(q *C.secp256k1_pubkey) []byte {
	b, n := make([]byte, 33), C.size_t(33)
	C.secp256k1_ec_pubkey_serialize(cx, at(b), &n, q, C.SECP256K1_EC_COMPRESSED)
	return b
}

func xOnly(q *C.secp256k1_xonly_pubkey) []byte {
	b := make([]byte, 32)
	C.secp256k1_xonly_pubkey_serialize(cx, at(b), q)
	return b
}

func compact(s *C.secp256k1_ecdsa_signature) []byte {
	b := make([]byte, 64)
	C.secp256k1_ecdsa_signature_serialize_compact(cx, at(b), s)
	return b
}

// PublicKey returns the compressed public key of a secret key, or nil.
func PublicKey(secret *[32]byte) []byte {
	var q C.secp256k1_pubkey
	if C.secp256k1_ec_pubkey_create(cx, &q, at(secret[:])) != 1 {
		return nil
	}
	return compressed(&q)
}

// ParsePublicKey returns the compressed form of any encoding of a public key, or nil.
func ParsePublicKey(b []byte) []byte {
	var q C.secp256k1_pubkey
	if C.secp256k1_ec_pubkey_parse(cx, &q, at(b), C.size_t(len(b))) != 1 {
		return nil
	}
	return compressed(&q)
}

// ParseDER returns the compact form of an ECDSA signature in DER, or nil.
func ParseDER(der []byte) []byte {
	var s C.secp256k1_ecdsa_signature
	if C.secp256k1_ecdsa_signature_parse_der(cx, &s, at(der), C.size_t(len(der))) != 1 {
		return nil
	}
	return compact(&s)
}

// SignECDSA returns a compact signature and its recovery id, or nil. entropy is nil
// or 32 bytes.
func SignECDSA(secret, digest *[32]byte, entropy []byte) (sig []byte, id int) {
	var s C.secp256k1_ecdsa_recoverable_signature
	var data unsafe.Pointer
	if entropy != nil {
		data = unsafe.Pointer(at(entropy))
	}
	if C.secp256k1_ecdsa_sign_recoverable(cx, &s, at(digest[:]), at(secret[:]), C.secp256k1_nonce_function_rfc6979, data) != 1 {
		return nil, 0
	}
	sig = make([]byte, 64)
	var v C.int
	C.secp256k1_ecdsa_recoverable_signature_serialize_compact(cx, at(sig), &v, &s)
	return sig, int(v)
}

// VerifyECDSA says whether a compact signature, with a low s, is valid.
func VerifyECDSA(public []byte, digest *[32]byte, sig *[64]byte) bool {
	var q C.secp256k1_pubkey
	var s C.secp256k1_ecdsa_signature
	return C.secp256k1_ec_pubkey_parse(cx, &q, at(public), C.size_t(len(public))) == 1 &&
		C.secp256k1_ecdsa_signature_parse_compact(cx, &s, at(sig[:])) == 1 &&
		C.secp256k1_ecdsa_verify(cx, &s, at(digest[:]), &q) == 1
}

// Recover returns the public key, compressed, under which a compact signature is
// valid, or nil.
func Recover(digest *[32]byte, sig *[64]byte, id int) []byte {
	var s C.secp256k1_ecdsa_recoverable_signature
	var q C.secp256k1_pubkey
	if C.secp256k1_ecdsa_recoverable_signature_parse_compact(cx, &s, at(sig[:]), C.int(id)) != 1 ||
		C.secp256k1_ecdsa_recover(cx, &q, &s, at(digest[:])) != 1 {
		return nil
	}
	return compressed(&q)
}

func pairOf(secret *[32]byte) (pair C.secp256k1_keypair, ok bool) {
	ok = C.secp256k1_keypair_create(cx, &pair, at(secret[:])) == 1
	return pair, ok
}

// SignBIP340 returns a signature, or nil.
func SignBIP340(secret *[32]byte, message []byte, aux *[32]byte) []byte {
	pair, ok := pairOf(secret)
	sig := make([]byte, 64)
	if !ok || C.sign_bip340(cx, at(sig), at(message), C.size_t(len(message)), &pair, at(aux[:])) != 1 {
		return nil
	}
	return sig
}

// VerifyBIP340 says whether a signature is valid.
func VerifyBIP340(public *[32]byte, message []byte, sig *[64]byte) bool {
	var q C.secp256k1_xonly_pubkey
	return C.secp256k1_xonly_pubkey_parse(cx, &q, at(public[:])) == 1 &&
		C.secp256k1_schnorrsig_verify(cx, at(sig[:]), at(message), C.size_t(len(message)), &q) == 1
}

// ECDH returns the SHA-256 of the compressed point, or nil.
func ECDH(secret *[32]byte, public []byte) []byte {
	var q C.secp256k1_pubkey
	out := make([]byte, 32)
	if C.secp256k1_ec_pubkey_parse(cx, &q, at(public), C.size_t(len(public))) != 1 ||
		C.secp256k1_ecdh(cx, at(out), &q, at(secret[:]), nil, nil) != 1 {
		return nil
	}
	return out
}

// TweakSecret returns the secret key of a key pair to which a tweak was added, with
// that of the even y of its public key, or nil.
func TweakSecret(secret, tweak *[32]byte) []byte {
	pair, ok := pairOf(secret)
	if !ok || C.secp256k1_keypair_xonly_tweak_add(cx, &pair, at(tweak[:])) != 1 {
		return nil
	}
	out := make([]byte, 32)
	C.secp256k1_keypair_sec(cx, at(out), &pair)
	return out
}

// TweakPublic returns the x-only key to which a tweak was added, and the parity of
// its y before that is dropped, or nil.
func TweakPublic(public, tweak *[32]byte) (x []byte, parity int) {
	var p, q C.secp256k1_xonly_pubkey
	var sum C.secp256k1_pubkey
	var odd C.int
	if C.secp256k1_xonly_pubkey_parse(cx, &p, at(public[:])) != 1 ||
		C.secp256k1_xonly_pubkey_tweak_add(cx, &sum, &p, at(tweak[:])) != 1 ||
		C.secp256k1_xonly_pubkey_from_pubkey(cx, &q, &odd, &sum) != 1 {
		return nil, 0
	}
	return xOnly(&q), int(odd)
}
