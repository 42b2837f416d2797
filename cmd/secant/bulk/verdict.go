// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package bulk

import "fmt"

// A Reason says what became of a line. The zero value is [Unchecked].
type Reason uint8

// The reasons. Those from [TooLong] on are of invalid records.
const (
	// Unchecked is a record that is not verified yet.
	Unchecked Reason = iota
	// Valid is a record with a valid signature.
	Valid
	// Skipped is a line that is no record: a blank line, the line of column names, or a
	// frame without an event.
	Skipped
	// TooLong is a line that is longer than what is read.
	TooLong
	// Truncated is the last line of a file, if it has no end and not the form of a record,
	// unless it is JSON that ends in a bracket; or any, if the rest of it cannot be read.
	Truncated
	// MalformedRecord is a line, or a Record, that is not of the documented form.
	MalformedRecord
	// UnknownScheme is a record of a scheme that is not here.
	UnknownScheme
	// UnknownRules is a record with rules that its scheme does not have.
	UnknownRules
	// RulesNotAllowed is a record that chooses other rules than those it may: see [Rules].
	RulesNotAllowed
	// MalformedKey is a public key of a wrong length, that encodes none, or that the rules
	// do not accept.
	MalformedKey
	// MalformedSignature is a signature of a wrong length or encoding, or with numbers or
	// points out of range.
	MalformedSignature
	// MalformedMessage is a message or digest of a wrong length or encoding.
	MalformedMessage
	// UnreadableMessage is a message in a file that cannot be read.
	UnreadableMessage
	// IDMismatch is a Nostr event whose id is not the hash of it.
	IDMismatch
	// HighS is an ECDSA signature that is valid but for s above half the order.
	HighS
	// NotValid is a signature that does not verify, though all parts of it have the right
	// form.
	NotValid
	endOfReasons
)

var reasonWords = [endOfReasons]string{
	"not checked", "valid", "skipped", "too long", "truncated", "malformed record", "unknown scheme",
	"unknown rules", "rules not allowed", "malformed key", "malformed signature", "malformed message", "unreadable message",
	"id mismatch", "high s", "not valid",
}

// Reasons returns the reasons of invalid records, in a fixed order.
func Reasons() (all []Reason) {
	for r := TooLong; r < endOfReasons; r++ {
		all = append(all, r)
	}
	return all
}

// Invalid reports whether r is a reason of invalid records.
func (r Reason) Invalid() bool { return r != Valid && r != Skipped }

// String returns r in words, which are always the same.
func (r Reason) String() string {
	if r >= endOfReasons {
		r = Unchecked
	}
	return reasonWords[r]
}

// MarshalText returns the words of r. What is no reason is an error.
func (r Reason) MarshalText() ([]byte, error) {
	if r >= endOfReasons {
		return nil, fmt.Errorf("bulk: no reason %d", r)
	}
	return []byte(r.String()), nil
}

// UnmarshalText sets r to the reason with these words. Other words are an error, and r is
// unchanged.
func (r *Reason) UnmarshalText(words []byte) error {
	for i, w := range reasonWords {
		if w == string(words) {
			*r = Reason(i)
			return nil
		}
	}
	return fmt.Errorf("bulk: no reason %.20q", words)
}

// A Verdict is what is known of a line or a record. The zero value is not checked, which
// counts as invalid.
type Verdict struct {
	Reason Reason
	Detail string // more words about an invalid record, or ""
}

// String returns the words of v.
func (v Verdict) String() string {
	if v.Detail == "" {
		return v.Reason.String()
	}
	return v.Reason.String() + ": " + v.Detail
}

// malformed returns the verdict on a line that is not of the documented form.
func malformed(detail string) Verdict { return Verdict{MalformedRecord, detail} }
