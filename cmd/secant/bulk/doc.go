// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package bulk verifies many signatures, of all schemes of the library: a [Parser] makes a
// [Record] of each line of a file, a [Verifier] gives a [Verdict] on each record, and a
// [Summary] counts them. [Run] does all of it for files, on several CPUs, in constant memory, and
// [RunPart] for a part of a file, so that several machines can share it.
//
// The verdict on a record is that of the verification of its signature alone, however many
// are verified together, but for chance (2^-127).
//
// # Lines
//
// A record is a line, of at most [MaxLine] bytes unless asked otherwise, which ends in a line
// feed, with or without a carriage return before it. A blank line is no record: it is skipped,
// and neither valid nor invalid. The last line of a file may have no end; if it is not
// of the right form, it is called truncated.
//
// # JSON Lines
//
// A line is a JSON object with these members. Other members, and one that comes twice, make
// it malformed; one that is null is else as if it were not there.
//
//	scheme     ed25519, ed25519ctx, ed25519ph, secp256k1-ecdsa, bip340, jq255e, jq255s,
//	           do255e, do255s or sr25519
//	key        the public key, in hex or base64
//	signature  the signature, in hex or base64
//	id         a string or an integer that names the record in reports; optional
//	rules      of Ed25519: default, stdlib, fips or zip215; of ECDSA: low-s or any-s; optional,
//	           and only those that [Rules] has or allows
//	context    the context of Ed25519ctx, Ed25519ph and sr25519, as text; context_hex in hex;
//	           that of sr25519 is empty if it is not there, and "substrate" for Polkadot
//	encoding   of an ECDSA signature: der or compact; if it is not there, one of 64 bytes
//	           is compact, and all others are DER
//
// and one of these:
//
//	message         the message, as text, which is UTF-8
//	message_hex     the message in hex
//	message_base64  the message in base64
//	message_file    the name of a file that has the message, if such names are allowed
//	digest          the hash value of the message, in hex or base64: SHA-512 for Ed25519ph,
//	                32 bytes by any hash function for ECDSA, the 32 bytes that are signed for
//	                BIP-340, and for the double-odd schemes with
//	hash            the name of its hash function, as the package of the scheme has it
//
// ECDSA hashes a message with SHA-256. Hex digits may be in lower and upper case; base64 is
// that of RFC 4648, section 4 or 5, with or without padding. Keys and signatures are the
// bytes that the packages of the schemes take. The order of the members is of no importance.
//
// # CSV
//
// The first line names the columns, which are the members above, in any order. Fields are
// those of RFC 4180, but for line breaks: a line is a record, and a carriage return inside
// makes it malformed, since others end a record there. What is empty is as if it were not there, but for a message: if a line has none in any column, and there is a column
// message, message_hex or message_base64, its message is empty.
//
// # Nostr
//
// A line is an event of NIP-01, or a frame that has one: ["EVENT", {...}] or ["EVENT",
// "subscription", {...}]. Its id is computed again and its signature verified by BIP-340.
// The other frames that clients and relays send, such as ["EOSE", "subscription"], are
// skipped: a file of these alone has no records.
//
// # Verdicts
//
// A [Verdict] has one of these words, which do not change: valid and skipped, and of invalid
// records too long, truncated, malformed record, unknown scheme, unknown rules, rules not allowed,
// malformed key, malformed signature, malformed message, unreadable message, id mismatch, high s and
// not valid.
// The [Reason] of each says what it means. The details after them are for people, and may change.
//
// Everything here is variable-time: what is verified is public.
package bulk
