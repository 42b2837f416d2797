// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

//go:build native

// OpenSSL and libsodium.

#define OPENSSL_SUPPRESS_DEPRECATED // EC_KEY is the direct way to secp256k1

#include "native.h"

#include <openssl/ecdsa.h>
#include <openssl/ecdh.h>
#include <openssl/evp.h>
#include <openssl/obj_mac.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

// state is what an operation works on. Objects that a program would keep are made
// once, in prepare_*.
struct state {
	size_t entry;
	const struct secant_field *fields;
	size_t count;
	unsigned char out[64];
	size_t len;
	const unsigned char *private, *seed, *message, *digest;
	unsigned char forged_message[59], forged_digest[32];
	EVP_PKEY *key, *peer;
	EVP_PKEY_CTX *derive;
	EVP_MD_CTX *digester;
	EC_GROUP *group;
	EC_KEY *ec;
	BN_CTX *bn;
};

// in returns the input of that name.
static const unsigned char *in(const struct state *s, const char *name) {
	for (size_t i = 0; i < s->count; i++)
		if (strcmp(s->fields[i].name, name) == 0)
			return s->fields[i].data;
	abort();
}

// OpenSSL, X25519.

static int openssl_x25519_public(struct state *s, int forged) {
	(void)forged;
	EVP_PKEY *key = EVP_PKEY_new_raw_private_key(EVP_PKEY_X25519, NULL, s->private, 32);
	s->len = 32;
	int ok = key != NULL && EVP_PKEY_get_raw_public_key(key, s->out, &s->len);
	EVP_PKEY_free(key);
	return ok;
}

static int prepare_x25519(struct state *s) {
	s->key = EVP_PKEY_new_raw_private_key(EVP_PKEY_X25519, NULL, s->private, 32);
	s->peer = EVP_PKEY_new_raw_public_key(EVP_PKEY_X25519, NULL, in(s, "x-peers"), 32);
	s->derive = EVP_PKEY_CTX_new(s->key, NULL);
	return s->derive != NULL && EVP_PKEY_derive_init(s->derive);
}

static int openssl_x25519_shared(struct state *s, int forged) {
	(void)forged;
	s->len = 32;
	return EVP_PKEY_derive_set_peer_ex(s->derive, s->peer, 0) > 0 && EVP_PKEY_derive(s->derive, s->out, &s->len) > 0;
}

// OpenSSL, Ed25519.

static int openssl_ed25519_key(struct state *s, int forged) {
	(void)forged;
	EVP_PKEY *key = EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, NULL, s->seed, 32);
	size_t len = 32;
	memcpy(s->out, s->seed, 32);
	s->len = 64;
	int ok = key != NULL && EVP_PKEY_get_raw_public_key(key, s->out + 32, &len);
	EVP_PKEY_free(key);
	return ok;
}

static int prepare_ed25519(struct state *s) {
	s->key = EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, NULL, s->seed, 32);
	s->digester = EVP_MD_CTX_new();
	return s->key != NULL && s->digester != NULL;
}

static int openssl_ed25519_sign(struct state *s, int forged) {
	(void)forged;
	s->len = 64;
	return EVP_MD_CTX_reset(s->digester) && EVP_DigestSignInit(s->digester, NULL, NULL, NULL, s->key) &&
	       EVP_DigestSign(s->digester, s->out, &s->len, s->message, 59);
}

static int openssl_ed25519_verify(struct state *s, int forged) {
	EVP_PKEY *key = EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, NULL, in(s, "keys"), 32);
	int ok = key != NULL && EVP_MD_CTX_reset(s->digester) &&
	         EVP_DigestVerifyInit(s->digester, NULL, NULL, NULL, key) &&
	         EVP_DigestVerify(s->digester, in(s, "signatures"), 64, forged ? s->forged_message : s->message, 59) == 1;
	EVP_PKEY_free(key);
	return ok;
}

// OpenSSL, secp256k1.

static int prepare_secp256k1(struct state *s) {
	s->group = EC_GROUP_new_by_curve_name(NID_secp256k1);
	s->ec = EC_KEY_new();
	s->bn = BN_CTX_new();
	return s->group != NULL && s->ec != NULL && s->bn != NULL && EC_KEY_set_group(s->ec, s->group);
}

static int set_secret(struct state *s) {
	BIGNUM *k = BN_bin2bn(in(s, "secret"), 32, NULL);
	int ok = k != NULL && EC_KEY_set_private_key(s->ec, k);
	BN_clear_free(k);
	return ok;
}

static int openssl_x_only(struct state *s, int forged) {
	(void)forged;
	EC_POINT *q = EC_POINT_new(s->group);
	BIGNUM *x = BN_new();
	s->len = 32;
	int ok = set_secret(s) && EC_POINT_mul(s->group, q, EC_KEY_get0_private_key(s->ec), NULL, NULL, s->bn) &&
	         EC_POINT_get_affine_coordinates(s->group, q, x, NULL, s->bn) && BN_bn2binpad(x, s->out, 32) == 32;
	BN_free(x);
	EC_POINT_free(q);
	return ok;
}

static int openssl_ecdsa_sign(struct state *s, int forged) {
	(void)forged;
	ECDSA_SIG *sig = set_secret(s) ? ECDSA_do_sign(s->digest, 32, s->ec) : NULL;
	s->len = 64;
	int ok = sig != NULL && BN_bn2binpad(ECDSA_SIG_get0_r(sig), s->out, 32) == 32 &&
	         BN_bn2binpad(ECDSA_SIG_get0_s(sig), s->out + 32, 32) == 32;
	ECDSA_SIG_free(sig);
	return ok;
}

static int openssl_ecdsa_verify(struct state *s, int forged) {
	const unsigned char *b = in(s, "ecdsa");
	ECDSA_SIG *sig = ECDSA_SIG_new();
	int ok = sig != NULL && ECDSA_SIG_set0(sig, BN_bin2bn(b, 32, NULL), BN_bin2bn(b + 32, 32, NULL)) &&
	         EC_KEY_oct2key(s->ec, in(s, "compressed"), 33, s->bn) &&
	         ECDSA_do_verify(forged ? s->forged_digest : s->digest, 32, sig, s->ec) == 1;
	ECDSA_SIG_free(sig);
	return ok;
}

static int openssl_ecdh(struct state *s, int forged) {
	(void)forged;
	EC_POINT *q = EC_POINT_new(s->group);
	s->len = 32;
	int ok = q != NULL && set_secret(s) && EC_POINT_oct2point(s->group, q, in(s, "peer-key"), 33, s->bn) &&
	         ECDH_compute_key(s->out, 32, q, s->ec, NULL) == 32;
	EC_POINT_free(q);
	return ok;
}

// libsodium.

static int prepare_sodium(struct state *s) {
	(void)s;
	return sodium_init() >= 0;
}

static int sodium_x25519_public(struct state *s, int forged) {
	(void)forged;
	s->len = 32;
	return crypto_scalarmult_base(s->out, s->private) == 0;
}

static int sodium_x25519_shared(struct state *s, int forged) {
	(void)forged;
	s->len = 32;
	return crypto_scalarmult(s->out, s->private, in(s, "x-peers")) == 0;
}

static int sodium_ed25519_key(struct state *s, int forged) {
	(void)forged;
	unsigned char public[32];
	s->len = 64;
	return crypto_sign_seed_keypair(public, s->out, s->seed) == 0;
}

static int sodium_ed25519_sign(struct state *s, int forged) {
	(void)forged;
	s->len = 64;
	return crypto_sign_detached(s->out, NULL, s->message, 59, in(s, "private")) == 0;
}

static int sodium_ed25519_verify(struct state *s, int forged) {
	return crypto_sign_verify_detached(in(s, "signatures"), forged ? s->forged_message : s->message, 59, in(s, "keys")) == 0;
}

static int no_preparation(struct state *s) {
	(void)s;
	return 1;
}

static const struct entry {
	const char *peer, *operation;
	int (*prepare)(struct state *s);
	int (*run)(struct state *s, int forged);
} entries[] = {
	{"OpenSSL", "x25519/public-key", no_preparation, openssl_x25519_public},
	{"OpenSSL", "x25519/shared-secret", prepare_x25519, openssl_x25519_shared},
	{"OpenSSL", "ed25519/key-generation", no_preparation, openssl_ed25519_key},
	{"OpenSSL", "ed25519/sign", prepare_ed25519, openssl_ed25519_sign},
	{"OpenSSL", "ed25519/verify-stdlib", prepare_ed25519, openssl_ed25519_verify},
	{"OpenSSL", "secp256k1/x-only-key", prepare_secp256k1, openssl_x_only},
	{"OpenSSL", "secp256k1/ecdsa-sign", prepare_secp256k1, openssl_ecdsa_sign},
	{"OpenSSL", "secp256k1/ecdsa-verify", prepare_secp256k1, openssl_ecdsa_verify},
	{"OpenSSL", "secp256k1/ecdh", prepare_secp256k1, openssl_ecdh},
	{"libsodium", "x25519/public-key", prepare_sodium, sodium_x25519_public},
	{"libsodium", "x25519/shared-secret", prepare_sodium, sodium_x25519_shared},
	{"libsodium", "ed25519/key-generation", prepare_sodium, sodium_ed25519_key},
	{"libsodium", "ed25519/sign", prepare_sodium, sodium_ed25519_sign},
	{"libsodium", "ed25519/verify-default", prepare_sodium, sodium_ed25519_verify},
};

size_t secant_c_count(void) { return sizeof entries / sizeof entries[0]; }

const char *secant_c_peer(size_t i) { return entries[i].peer; }

const char *secant_c_operation(size_t i) { return entries[i].operation; }

// The fields must stay as long as the operation.
void *secant_c_new(size_t i, const struct secant_field *fields, size_t count) {
	struct state *s = calloc(1, sizeof *s);
	if (s == NULL)
		return NULL;
	s->entry = i;
	s->fields = fields;
	s->count = count;
	s->private = in(s, "x-private");
	s->seed = in(s, "seed");
	s->message = in(s, "message");
	s->digest = in(s, "digest");
	memcpy(s->forged_message, s->message, 59);
	memcpy(s->forged_digest, s->digest, 32);
	s->forged_message[0] ^= 1;
	s->forged_digest[0] ^= 1;
	return entries[i].prepare(s) ? s : NULL;
}

int secant_c_run(void *operation, size_t n) {
	struct state *s = operation;
	while (n-- > 0)
		if (!entries[s->entry].run(s, 0))
			return 0;
	return 1;
}

int secant_c_forged(void *operation) {
	struct state *s = operation;
	return entries[s->entry].run(s, 1);
}

size_t secant_c_output(void *operation, unsigned char *out, size_t room) {
	struct state *s = operation;
	size_t n = s->len < room ? s->len : room;
	memcpy(out, s->out, n);
	return n;
}
