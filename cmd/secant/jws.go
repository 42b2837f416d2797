// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"slices"

	"secant.example/cmd/secant/jws"
)

// jwsAlgorithms are the names of algorithms in headers, of which the first is written.
//
// Source: RFC 8037, section 3.1; RFC 9864, section 2.2; RFC 8812, section 3.2.
func jwsAlgorithms(alg *algorithm) []string {
	switch alg {
	case algEd25519:
		return []string{"EdDSA", "Ed25519"}
	case algECDSA:
		return []string{"ES256K"}
	}
	return nil
}

// signJWS returns a token.
func (c *console) signJWS(k *privateKey, file string, o *options) ([]byte, error) {
	if o.unencoded && !o.detached {
		return nil, errors.New("--unencoded needs --detached: a token cannot hold a payload that is not encoded")
	}
	header, err := jws.NewHeader(jwsAlgorithms(k.alg)[0], o.unencoded, []byte(o.header))
	if err != nil {
		return nil, err
	}
	var payload []byte
	f, err := c.open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var r io.Reader = f
	if !o.detached {
		if payload, err = io.ReadAll(io.LimitReader(f, maxPayload+1)); err != nil {
			return nil, fmt.Errorf("cannot read %s: %w", describe(file), cause(err))
		}
		if len(payload) > maxPayload {
			return nil, fmt.Errorf("%s is longer than %d MiB, too much for a token: --detached leaves it out", describe(file), maxPayload>>20)
		}
		r = bytes.NewReader(payload)
	}
	m, err := jwsInput(header, r, file, k.alg)
	if err != nil {
		return nil, err
	}
	sig, err := k.alg.sign(k.secret, m, &options{encoding: "compact"})
	if err != nil {
		return nil, err
	}
	token, err := header.Marshal(payload, sig, o.detached)
	return append(token, '\n'), err
}

// jwsInput returns what is signed of the payload that r has, from the file at path.
func jwsInput(header *jws.Header, r io.Reader, path string, alg *algorithm) (*message, error) {
	failed := func(err error) error { return fmt.Errorf("cannot read %s: %w", describe(path), cause(err)) }
	if alg == algECDSA {
		h := sha256.New()
		if err := header.WriteSigned(h, r); err != nil {
			return nil, failed(err)
		}
		return &message{data: h.Sum(nil)}, nil
	}
	limited := &io.LimitedReader{R: r, N: maxHeld + 1}
	var b bytes.Buffer
	if err := header.WriteSigned(&b, limited); err != nil {
		return nil, failed(err)
	}
	if limited.N <= 0 {
		return nil, fmt.Errorf("%s is longer than %d MiB, too much for a JSON Web Signature of %s", describe(path), maxHeld>>20, alg.Title)
	}
	return &message{data: b.Bytes()}, nil
}

// verifyJWS verifies a token. Its payload, or what is signed of one that is not in it, must be the
// message, unless that is to be taken from the token.
func (c *console) verifyJWS(in *inputs, key *publicKey, o *options) (*verification, error) {
	token, err := jws.Parse(in.text, o.unencoded)
	if err != nil {
		return nil, fmt.Errorf("signature %s: %w", describe(in.sig), err)
	}
	if !slices.Contains(jwsAlgorithms(key.alg), token.Algorithm) {
		return nil, fmt.Errorf("signature %s: by the algorithm %s, which is not that of %s keys", describe(in.sig), token.Algorithm, key.alg.Title)
	}
	if token.Detached && o.payload != "" {
		return nil, fmt.Errorf("signature %s: it has no payload that --payload could write", describe(in.sig))
	}
	var r io.Reader = bytes.NewReader(token.Payload)
	differs := false
	if o.payload == "" {
		f, err := c.open(in.file)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		if token.Detached {
			r = f
		} else {
			message, err := io.ReadAll(io.LimitReader(f, int64(len(token.Payload))+1))
			if err != nil {
				return nil, fmt.Errorf("cannot read %s: %w", describe(in.file), cause(err))
			}
			differs = !bytes.Equal(message, token.Payload)
		}
	}
	m, err := jwsInput(&token.Header, r, in.file, key.alg)
	if err != nil {
		return nil, err
	}
	use := &options{rules: o.rules, encoding: "compact", highS: o.highS}
	v := &verification{how: fmt.Sprintf("JWS %s, %s", token.Algorithm, key.alg.how(use)), payload: token.Payload}
	v.invalid = key.alg.verify(key.key, m.data, token.Signature, use)
	if v.invalid == nil && differs {
		v.invalid = fmt.Errorf("%w: it is of another message than %s", errInvalidSignature, oneLine(describe(in.file)))
	}
	return v, nil
}
