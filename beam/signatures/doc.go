// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

// Package signatures has transforms for the Apache Beam Go SDK that verify signatures: those in
// files, on lines, and in records, and that recover the senders of Ethereum transactions. Readers,
// verdicts, reasons and words are those of [bulk], which verifies: the same file gives the same
// summary as the command secant bulk.
//
//	Files      files in JSON Lines, CSV and Nostr events, in parts, each on a worker
//	Lines      lines from elsewhere, as elements
//	Verify     records from elsewhere, such as those that Beam reads from Avro
//	Recover    digests and signatures of Ethereum, to addresses
//
// Each of them gives collections of what is not valid. Summary and Page make of it the line that
// secant bulk --json ends with, and a page for a browser.
//
// # What is counted
//
// A record is counted once, whatever a runner splits, and whatever it does again: counts are
// elements of a collection, and Beam keeps what a bundle puts out once, if at all. The counters that
// runners show, by the name "secant", are for people who watch: of those, runners count what
// is done again in their own ways. Verdicts do not depend on splits, but for chance (2^-127).
//
// # Memory
//
// A worker has, for each bundle that it works on, the blocks of lines of [bulk.Run], some MiB for
// each job, or at most 8192 records or 8 MiB of them. What a summary is made of has an element for
// each part of a file, 64 MiB, or for each bundle of records.
//
// All transforms are for bounded collections in the global window. Everything is variable-time:
// what is verified is public.
package signatures
