// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

//go:build native && cgo && do255

package native

/*
#cgo CFLAGS: -DSECANT_DO255 -I${SRCDIR}/_build/do255
#cgo LDFLAGS: ${SRCDIR}/_build/do255/libdo255.a
*/
import "C"
