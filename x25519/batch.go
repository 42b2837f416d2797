// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package x25519

import (
	"errors"

	"secant.example/internal/curve25519"
	"secant.example/internal/edwards25519"
)

// ErrBatchSize means that the slices given to [SharedSecrets],
// [PrivateKey.SharedSecrets] or [PublicKeys] differ in length.
var ErrBatchSize = errors.New("x25519: slices of different lengths")

// SharedSecrets does what keys[i].SharedSecret(peers[i]) does, for all i at once,
// which takes less time: it sets secrets[i] to the 32 bytes that keys[i] and
// peers[i] share and ok[i] to true, or, if peers[i] is a point of low order or a key was
// never set, secrets[i] to zeros and ok[i] to false.
//
// If any ok[i] is false it returns an [ErrKeySize] where a key was never set, and
// [ErrLowOrder] otherwise; the other secrets are good. If the four slices differ in length
// it returns [ErrBatchSize] and sets nothing. It is constant-time and allocates nothing.
func SharedSecrets(secrets [][KeySize]byte, ok []bool, keys []*PrivateKey, peers []*PublicKey) error {
	if len(keys) != len(peers) {
		return ErrBatchSize
	}
	return sharedSecrets(secrets, ok, nil, keys, peers)
}

// SharedSecrets is the function [SharedSecrets] with k as the private key of all
// of them: it sets secrets[i] and ok[i] to what k and peers[i] share.
func (k *PrivateKey) SharedSecrets(secrets [][KeySize]byte, ok []bool, peers []*PublicKey) error {
	return sharedSecrets(secrets, ok, k, nil, peers)
}

// sharedSecrets takes keys[i], or key if keys is nil.
func sharedSecrets(secrets [][KeySize]byte, ok []bool, key *PrivateKey, keys []*PrivateKey, peers []*PublicKey) error {
	if len(secrets) != len(peers) || len(ok) != len(peers) {
		return ErrBatchSize
	}
	var low, unset error
	for start := 0; start < len(peers); start += curve25519.BatchSize {
		var results, scalars, us [curve25519.BatchSize]*[KeySize]byte
		n := min(len(peers)-start, curve25519.BatchSize)
		for i := range n {
			k, peer := key, peers[start+i]
			if keys != nil {
				k = keys[start+i]
			}
			results[i], scalars[i], us[i] = &secrets[start+i], &k.k, &peer.u
			if k == nil || !k.set || peer == nil || !peer.set {
				unset = errUnset
				scalars[i], us[i] = &noKey, &noKey // a point of low order
			}
		}
		curve25519.ScalarMultBatch(results[:n], scalars[:n], us[:n])
		for i := range n {
			err := checkZero(results[i])
			if ok[start+i] = err == nil; err != nil {
				low = err
			}
		}
	}
	if unset != nil {
		return unset
	}
	return low
}

// noKey takes the place of keys that were never set. It is never modified.
var noKey [KeySize]byte

// PublicKeys does what keys[i].PublicKey() does, for all i at once, which takes less time,
// because many of them share an inversion: it sets publicKeys[i] to the u-coordinate of
// keys[i]*B, with B the point of u = 9.
//
// If a key was never set, its publicKeys[i] is one that was never set, and it returns an
// [ErrKeySize]; the others are good. If the slices differ in length it returns
// [ErrBatchSize] and sets nothing. It is constant-time and allocates nothing.
//
// Source: RFC 7748, section 6.1.
func PublicKeys(publicKeys []PublicKey, keys []*PrivateKey) error {
	if len(publicKeys) != len(keys) {
		return ErrBatchSize
	}
	var points [curve25519.BatchSize]edwards25519.Point
	var us [curve25519.BatchSize][KeySize]byte
	var unset error
	for start := 0; start < len(keys); start += len(us) {
		n := min(len(keys)-start, len(us))
		for i := range n {
			k := keys[start+i]
			ok := k != nil && k.set
			if publicKeys[start+i].set = ok; ok {
				multiplyBase(&points[i], &k.k)
			} else {
				unset = errUnset
				points[i].SetIdentity() // of which u is 0, as that of a key that was never set
			}
		}
		edwards25519.EncodeMontgomeryBatch(us[:n], points[:n])
		for i := range n {
			publicKeys[start+i].u = us[i]
		}
	}
	return unset
}
