// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package libsecp256k1 calls the C library of that name, for tests, if it is
// built with the tag libsecp256k1 and cgo, which needs the library and its
// headers, of version 0.2.0 or newer (the package libsecp256k1-dev of Debian); otherwise it is
// empty.
package libsecp256k1
