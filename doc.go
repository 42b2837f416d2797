// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package secant is the landing page of a library of fast, constant-time
// elliptic curves for Go, without cgo. It holds no code; see
//
//   - [secant.example/x25519]: RFC 7748 key exchange;
//   - [secant.example/ed25519]: RFC 8032 signatures with named verification
//     rules;
//   - [secant.example/ed25519/blinding]: the blinded keys of Tor's onion services;
//   - [secant.example/slip10]: trees of Ed25519 and X25519 keys, SLIP-0010;
//   - [secant.example/edwards25519]: the group they are built on;
//   - [secant.example/ristretto255]: the prime-order group of RFC 9496;
//   - [secant.example/ecvrf]: the verifiable random functions of RFC 9381;
//   - [secant.example/sr25519]: schnorrkel's signatures and VRF on ristretto255;
//   - [secant.example/voprf]: the oblivious pseudorandom functions of RFC 9497;
//   - [secant.example/frost]: RFC 9591, signatures of a threshold of participants;
//   - [secant.example/merlin]: transcripts for proofs;
//   - [secant.example/secp256k1]: the group of Bitcoin, Ethereum and Nostr;
//   - [secant.example/secp256k1/schnorr]: BIP-340 signatures;
//   - [secant.example/secp256k1/musig2]: BIP-327, one BIP-340 signature of several signers;
//   - [secant.example/secp256k1/bip32]: trees of keys and extended keys, BIP-32;
//   - [secant.example/secp256k1/ecdsa]: ECDSA over secp256k1, and its keys;
//   - [secant.example/secp256k1/adaptor]: ECDSA signatures encrypted to a point;
//   - [secant.example/secp256k1/ecdh]: key exchange over secp256k1;
//   - [secant.example/secp256k1/ellswift]: keys that look like random bytes, and BIP-324's exchange of them;
//   - [secant.example/secp256k1/silentpayments]: BIP-352, payments to one address that nobody connects;
//   - [secant.example/secp256k1/ethereum]: ECDSA as Ethereum software calls it;
//   - [secant.example/secp256k1/elliptic]: secp256k1 as a [crypto/elliptic.Curve];
//   - [secant.example/secp256k1/nostr]: what Nostr software asks of a curve;
//   - [secant.example/jq255e], [secant.example/jq255s]: the double-odd groups of 2022;
//   - [secant.example/do255e], [secant.example/do255s]: the same with the encodings of 2020.
package secant
