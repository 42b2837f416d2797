// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// What the libraries in C (peers.c, do255.c) and in Rust (src/lib.rs) offer: operations,
// each of a peer, to be set up from named inputs and run many times in one call.

#include <stddef.h>

struct secant_field {
	const char *name;
	const unsigned char *data;
	size_t len;
};

struct secant_library {
	size_t (*count)(void);
	const char *(*peer)(size_t i);
	const char *(*operation)(size_t i);
	void *(*create)(size_t i, const struct secant_field *fields, size_t count);
	int (*run)(void *operation, size_t n); // 1 if it works n times
	int (*forged)(void *operation);        // 1 if it accepts a forgery
	size_t (*output)(void *operation, unsigned char *out, size_t room);
};

extern const struct secant_library secant_libraries[];
extern const size_t secant_libraries_count;
