// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

//go:build native

#include "native.h"

#define DECLARE(name) \
	size_t secant_##name##_count(void); \
	const char *secant_##name##_peer(size_t i); \
	const char *secant_##name##_operation(size_t i); \
	void *secant_##name##_new(size_t i, const struct secant_field *fields, size_t count); \
	int secant_##name##_run(void *operation, size_t n); \
	int secant_##name##_forged(void *operation); \
	size_t secant_##name##_output(void *operation, unsigned char *out, size_t room);
#define LIBRARY(name) \
	{secant_##name##_count, secant_##name##_peer, secant_##name##_operation, secant_##name##_new, \
	 secant_##name##_run, secant_##name##_forged, secant_##name##_output}

DECLARE(c)
DECLARE(rust)
DECLARE(do255)

const struct secant_library secant_libraries[] = {
	LIBRARY(c), LIBRARY(rust),
#ifdef SECANT_DO255
	LIBRARY(do255),
#endif
};
const size_t secant_libraries_count = sizeof secant_libraries / sizeof secant_libraries[0];
