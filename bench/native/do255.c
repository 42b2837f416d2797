// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

//go:build native && do255

// c-do255: do255e and do255s by their authors.

#include "native.h"

#include <do255.h>
#include <do255_alg.h>
#include <stdlib.h>
#include <string.h>

struct state {
	size_t entry;
	const unsigned char *message;
	unsigned char forged_message[59];
	unsigned char out[64];
	size_t len;
	unsigned char sk[32], pk[32], peer[32], sig[64]; // the same for both curves
};

static const unsigned char *in(const struct secant_field *fields, size_t count, const char *name) {
	for (size_t i = 0; i < count; i++)
		if (strcmp(fields[i].name, name) == 0)
			return fields[i].data;
	abort();
}

// The two curves have the same functions under other names, and types that all
// are structures of bytes.
#define CURVE(c) \
	static int c##_key(struct state *s, int forged) { \
		(void)forged; \
		c##_make_public((c##_public_key *)s->out, (const c##_private_key *)s->sk); \
		s->len = 32; \
		return 1; \
	} \
	static int c##_make_signature(struct state *s, int forged) { \
		(void)forged; \
		c##_sign((c##_signature *)s->out, (const c##_private_key *)s->sk, (const c##_public_key *)s->pk, NULL, s->message, 59, NULL, 0); \
		s->len = 64; \
		return 1; \
	} \
	static int c##_check_signature(struct state *s, int forged) { \
		return c##_verify_vartime((const c##_signature *)s->sig, (const c##_public_key *)s->pk, NULL, forged ? s->forged_message : s->message, 59); \
	} \
	static int c##_exchange(struct state *s, int forged) { \
		(void)forged; \
		s->len = 32; \
		return c##_key_exchange(s->out, 32, (const c##_private_key *)s->sk, (const c##_public_key *)s->pk, (const c##_public_key *)s->peer); \
	} \
	static void c##_prepare(struct state *s, const unsigned char *peer) { \
		c##_make_public((c##_public_key *)s->pk, (const c##_private_key *)s->sk); \
		c##_make_public((c##_public_key *)s->peer, (const c##_private_key *)peer); \
		c##_make_signature(s, 0); \
		memcpy(s->sig, s->out, 64); \
	}

CURVE(do255e)
CURVE(do255s)

#define ENTRIES(c) \
	{#c "/key-generation", c##_prepare, c##_key}, \
	{#c "/sign", c##_prepare, c##_make_signature}, \
	{#c "/verify", c##_prepare, c##_check_signature}, \
	{#c "/key-exchange", c##_prepare, c##_exchange}

static const struct entry {
	const char *operation;
	void (*prepare)(struct state *s, const unsigned char *peer);
	int (*run)(struct state *s, int forged);
} entries[] = {ENTRIES(do255e), ENTRIES(do255s)};

size_t secant_do255_count(void) { return sizeof entries / sizeof entries[0]; }

const char *secant_do255_peer(size_t i) {
	(void)i;
	return "c-do255";
}

const char *secant_do255_operation(size_t i) { return entries[i].operation; }

void *secant_do255_new(size_t i, const struct secant_field *fields, size_t count) {
	struct state *s = calloc(1, sizeof *s);
	if (s == NULL)
		return NULL;
	s->entry = i;
	s->message = in(fields, count, "message");
	memcpy(s->forged_message, s->message, 59);
	s->forged_message[0] ^= 1;
	memcpy(s->sk, in(fields, count, "double-odd"), 32);
	entries[i].prepare(s, in(fields, count, "double-odd-peer"));
	return s;
}

int secant_do255_run(void *operation, size_t n) {
	struct state *s = operation;
	while (n-- > 0)
		if (!entries[s->entry].run(s, 0))
			return 0;
	return 1;
}

int secant_do255_forged(void *operation) {
	struct state *s = operation;
	return entries[s->entry].run(s, 1);
}

size_t secant_do255_output(void *operation, unsigned char *out, size_t room) {
	struct state *s = operation;
	size_t n = s->len < room ? s->len : room;
	memcpy(out, s->out, n);
	return n;
}
