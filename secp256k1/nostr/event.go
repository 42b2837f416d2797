// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package nostr

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"unicode/utf8"

	"secant.example/internal/jsonscan"
	"secant.example/secp256k1/schnorr"
)

// An Event is the event of NIP-01. [Event.UnmarshalJSON] and [Event.AppendJSON] read and
// write it.
type Event struct {
	ID        [IDSize]byte        // the hash of what follows but Sig: [Event.ComputeID]
	PubKey    [PublicKeySize]byte // of whom it is from
	CreatedAt int64               // seconds since 1970
	Kind      int                 // 0 to 65535
	Tags      [][]string          // each of one or more strings
	Content   string
	Sig       [SignatureSize]byte // of ID
}

// maxKind is the largest kind.
const maxKind = 65535

// check returns an [ErrMalformed] if e can be no event, whatever its id.
func (e *Event) check() error {
	if e.Kind < 0 || e.Kind > maxKind {
		return errKind
	}
	for _, tag := range e.Tags {
		if len(tag) == 0 {
			return errTags
		}
		for _, s := range tag {
			if !utf8.ValidString(s) {
				return errTags
			}
		}
	}
	if !utf8.ValidString(e.Content) {
		return errContent
	}
	return nil
}

// ComputeID returns what the id of e should be: the SHA-256 hash of [Event.AppendCanonical].
// It does not use e.ID and e.Sig.
func (e *Event) ComputeID() [IDSize]byte {
	var buf [1024]byte
	return sha256.Sum256(e.AppendCanonical(buf[:0]))
}

// AppendCanonical appends to b what is hashed: the JSON array [0, pubkey, created_at, kind,
// tags, content] without white space. In strings, seven characters are escaped by a
// backslash and a letter or itself, and all others stand for themselves but for the
// other control characters below 32. Those are written as \u00 and two digits, as JSON has
// it; NIP-01 does not say so, but its implementations do.
//
// Source: NIP-01.
func (e *Event) AppendCanonical(b []byte) []byte {
	b = append(b, `[0,"`...)
	b = hex.AppendEncode(b, e.PubKey[:])
	b = append(b, `",`...)
	b = strconv.AppendInt(b, e.CreatedAt, 10)
	b = append(b, ',')
	b = strconv.AppendInt(b, int64(e.Kind), 10)
	b = append(b, ',')
	b = e.appendTags(b)
	b = append(b, ',')
	b = jsonscan.AppendString(b, e.Content)
	return append(b, ']')
}

// appendTags appends the tags.
func (e *Event) appendTags(b []byte) []byte {
	b = append(b, '[')
	for i, tag := range e.Tags {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, '[')
		for j, s := range tag {
			if j > 0 {
				b = append(b, ',')
			}
			b = jsonscan.AppendString(b, s)
		}
		b = append(b, ']')
	}
	return append(b, ']')
}

// AppendJSON appends e as a JSON object to b, and returns the result. Strings are written
// as in [Event.AppendCanonical]. If they are not UTF-8, the result is not either.
func (e *Event) AppendJSON(b []byte) []byte {
	b = append(b, `{"id":"`...)
	b = hex.AppendEncode(b, e.ID[:])
	b = append(b, `","pubkey":"`...)
	b = hex.AppendEncode(b, e.PubKey[:])
	b = append(b, `","created_at":`...)
	b = strconv.AppendInt(b, e.CreatedAt, 10)
	b = append(b, `,"kind":`...)
	b = strconv.AppendInt(b, int64(e.Kind), 10)
	b = append(b, `,"tags":`...)
	b = e.appendTags(b)
	b = append(b, `,"content":`...)
	b = jsonscan.AppendString(b, e.Content)
	b = append(b, `,"sig":"`...)
	b = hex.AppendEncode(b, e.Sig[:])
	return append(b, `"}`...)
}

// MarshalJSON returns e as a JSON object. What is no event, such as one whose strings are
// not UTF-8, is an [ErrMalformed]. Both an Event and a pointer to one have this method,
// so that encoding/json writes either in this way.
func (e Event) MarshalJSON() ([]byte, error) {
	if err := e.check(); err != nil {
		return nil, err
	}
	return e.AppendJSON(nil), nil
}

// UnmarshalJSON sets e to the event that data is, a JSON object. It must have each of the
// members id, pubkey, created_at, kind, tags, content and sig once, in any order: the
// three in hexadecimal in lower case, the numbers as integers, kind at most 65535, and
// tags as arrays of one or more strings. Other members are not looked at. Strings, and
// the names of members, are UTF-8 and may have escapes. Anything else is an [ErrMalformed], and e is unchanged. The id and the signature
// are not checked: see [Event.Verify].
func (e *Event) UnmarshalJSON(data []byte) error {
	var f fields
	if err := f.parse(data); err != nil {
		return err
	}
	*e = Event{
		ID: f.id, PubKey: f.pubkey, CreatedAt: f.createdAt, Kind: f.kind,
		Tags: f.tags.strings(), Content: f.content.String(), Sig: f.sig,
	}
	return nil
}

// CheckID returns nil if the id of e is the hash of e, an [ErrID] if it is not, and an
// [ErrMalformed] if e is no event. An id is also right if it is the hash with all control
// characters standing for themselves, as NIP-01 can be read.
func (e *Event) CheckID() error {
	if err := e.check(); err != nil {
		return err
	}
	var buf [1024]byte
	return checkID(&e.ID, e.AppendCanonical(buf[:0]))
}

// checkID checks that id is the hash of canonical, in either reading of NIP-01. It may
// overwrite canonical.
func checkID(id *[IDSize]byte, canonical []byte) error {
	if sha256.Sum256(canonical) == *id {
		return nil
	}
	if verbatim, changed := unescapeControls(canonical); changed && sha256.Sum256(verbatim) == *id {
		return nil
	}
	return ErrID
}

// Verify returns nil if e is valid: if its id is right and its signature is one of the id.
// Otherwise it returns an [ErrMalformed], an [ErrID] or an [ErrSignature]. It is
// variable-time.
func (e *Event) Verify() error {
	if err := e.CheckID(); err != nil {
		return err
	}
	if !schnorr.Verify(e.PubKey[:], e.ID[:], e.Sig[:]) {
		return ErrSignature
	}
	return nil
}

// Sign sets the public key of e to that of s, and its id and signature. What is no event is
// an [ErrMalformed], and no secret key an [ErrSecretKey]; then e is unchanged.
func (e *Event) Sign(s *Signer) error {
	if err := e.check(); err != nil {
		return err
	}
	if s == nil || s.has != both {
		return errNoSecretKey
	}
	signed := *e
	copy(signed.PubKey[:], s.Pub())
	signed.ID = signed.ComputeID()
	sig, err := s.Sign(signed.ID[:])
	if err != nil {
		return err
	}
	copy(signed.Sig[:], sig)
	*e = signed
	return nil
}
