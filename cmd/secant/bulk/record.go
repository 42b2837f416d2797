// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package bulk

import (
	"bytes"
	"crypto"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"

	"secant.example/do255e"
	"secant.example/do255s"
	"secant.example/jq255e"
	"secant.example/jq255s"
)

// A Record is a signature to be verified. What the members mean is what the documentation of
// the package says of those of JSON Lines. Slices that a [Parser] has set belong to the line
// or to the Record, and are good until either changes.
type Record struct {
	ID        []byte // or none
	Scheme    Scheme
	Rules     string // or "", which is "default" or "low-s"
	Hash      string // or ""
	Encoding  string // or ""
	Context   []byte
	Key       []byte
	Message   []byte // for Nostr the event, as a JSON object
	IsDigest  bool   // Message is the digest of one
	Signature []byte

	buf  []byte // what is decoded
	file []byte // the content of the file of a message
}

// Limits on the parts of records, in bytes.
const (
	MaxID          = 256
	MaxMessageFile = 64 << 20
)

const maxContext = 255 // RFC 8032

// reset makes r empty, and keeps the memory.
func (r *Record) reset() { *r = Record{buf: r.buf[:0], file: r.file[:0]} }

// The members of a record, as bits of what was seen.
const (
	seenID = 1 << iota
	seenScheme
	seenRules
	seenHash
	seenEncoding
	seenContext
	seenContextHex
	seenKey
	seenSignature
	seenMessage
	seenMessageHex
	seenMessageBase64
	seenMessageFile
	seenDigest
	endOfMembers

	seenInline     = seenMessage | seenMessageHex | seenMessageBase64
	seenAnyMessage = seenInline | seenMessageFile | seenDigest
	seenNeeded     = seenScheme | seenKey | seenSignature
)

// member returns the bit of the member of that name, or 0.
func member(name []byte) int {
	switch string(name) {
	case "id":
		return seenID
	case "scheme":
		return seenScheme
	case "rules":
		return seenRules
	case "hash":
		return seenHash
	case "encoding":
		return seenEncoding
	case "context":
		return seenContext
	case "context_hex":
		return seenContextHex
	case "key":
		return seenKey
	case "signature":
		return seenSignature
	case "message":
		return seenMessage
	case "message_hex":
		return seenMessageHex
	case "message_base64":
		return seenMessageBase64
	case "message_file":
		return seenMessageFile
	case "digest":
		return seenDigest
	}
	return 0
}

// members are those of a record as text.
type members struct {
	seen                              int
	id, scheme, rules, hash, encoding []byte
	context, key, signature, message  []byte
}

// set sets the member bit to text.
func (m *members) set(bit int, text []byte) {
	m.seen |= bit
	switch bit {
	case seenID:
		m.id = text
	case seenScheme:
		m.scheme = text
	case seenRules:
		m.rules = text
	case seenHash:
		m.hash = text
	case seenEncoding:
		m.encoding = text
	case seenContext, seenContextHex:
		m.context = text
	case seenKey:
		m.key = text
	case seenSignature:
		m.signature = text
	default:
		m.message = text
	}
}

// set sets r to the record that has these members, and returns the zero Verdict, or why
// it is none. Names of files are looked up in files, which may be nil.
func (r *Record) set(m *members, files fs.FS) Verdict {
	r.ID = m.id
	if len(r.ID) > MaxID {
		r.ID = nil
		return malformed("the id is longer than 256 bytes")
	}
	if m.seen&seenScheme != 0 {
		if r.Scheme = schemeOf(m.scheme); r.Scheme == 0 || r.Scheme == Nostr {
			r.Scheme = 0
			return Verdict{Reason: UnknownScheme}
		}
	}
	messages := m.seen & seenAnyMessage
	switch {
	case m.seen&seenNeeded != seenNeeded:
		return malformed("the scheme, the key or the signature is missing")
	case messages == 0:
		return malformed("the message is missing")
	case messages&(messages-1) != 0:
		return malformed("more than one message")
	case m.seen&(seenContext|seenContextHex) == seenContext|seenContextHex:
		return malformed("more than one context")
	}
	// Names that are not known stay as they are: the Verifier refuses them.
	r.Rules, r.Hash, r.Encoding = intern(m.rules), intern(m.hash), intern(m.encoding)
	var ok bool
	if r.Context = m.context; m.seen&seenContextHex != 0 {
		if r.Context, ok = r.hex(m.context); !ok {
			return malformed("the context is not in hex")
		}
	}
	if r.Key, ok = r.sized(m.key, keySizes[r.Scheme]); !ok {
		return Verdict{MalformedKey, "not of the right length in hex or base64"}
	}
	if r.Signature, ok = r.sized(m.signature, signatureSizes[r.Scheme]); !ok {
		return Verdict{MalformedSignature, "not of the right length in hex or base64"}
	}
	switch messages {
	case seenMessage:
		r.Message = m.message
	case seenMessageHex:
		if r.Message, ok = r.hex(m.message); !ok {
			return Verdict{MalformedMessage, "not in hex"}
		}
	case seenMessageBase64:
		if r.Message, ok = r.base64(m.message); !ok {
			return Verdict{MalformedMessage, "not in base64"}
		}
	case seenMessageFile:
		return r.read(files, string(m.message))
	case seenDigest:
		r.IsDigest = true
		size := r.digestSize()
		if size == 0 {
			return Verdict{} // which the Verifier finds out, too
		}
		if r.Message, ok = r.sized(m.message, sizes{size, size}); !ok {
			return Verdict{MalformedMessage, "the digest is not of the right length in hex or base64"}
		}
	}
	return Verdict{}
}

// intern returns a name as a string. Those that are known need no memory.
func intern(name []byte) string {
	if len(name) == 0 {
		return ""
	}
	if known, ok := names[string(name)]; ok {
		return known
	}
	return string(name)
}

// names are those of rules, hash functions and encodings.
var names = func() map[string]string {
	m := make(map[string]string)
	for _, name := range append(RuleNames(), der, compact) {
		m[name] = name
	}
	for _, hashes := range hashSizes {
		for name := range hashes {
			m[name] = name
		}
	}
	return m
}()

// The names of the encodings of ECDSA signatures.
const (
	der     = "der"
	compact = "compact"
)

// sizes are the two sizes that something may have, or, if the second is negative, all from
// the first to minus the second.
type sizes [2]int

func (s sizes) has(n int) bool {
	return n == s[0] || n == s[1] || s[1] < 0 && n > s[0] && n <= -s[1]
}

// maxDER is the size of the longest signature in DER that is not lax.
const maxDER = 72

var keySizes = [endOfSchemes]sizes{
	Ed25519: {32, 32}, Ed25519ctx: {32, 32}, Ed25519ph: {32, 32}, ECDSA: {33, 65}, BIP340: {32, 32},
	JQ255E: {32, 32}, JQ255S: {32, 32}, DO255E: {32, 32}, DO255S: {32, 32}, SR25519: {32, 32}, Nostr: {0, 0},
}

var signatureSizes = [endOfSchemes]sizes{
	Ed25519: {64, 64}, Ed25519ctx: {64, 64}, Ed25519ph: {64, 64}, ECDSA: {8, -maxDER}, BIP340: {64, 64},
	JQ255E: {48, 48}, JQ255S: {48, 48}, DO255E: {64, 64}, DO255S: {64, 64}, SR25519: {64, 64}, Nostr: {0, 0},
}

// digestSize returns the size of digests for the scheme and hash function of r, or 0 if there
// are none.
func (r *Record) digestSize() int {
	switch r.Scheme {
	case Ed25519ph:
		return 64
	case ECDSA, BIP340:
		return 32
	case JQ255E, JQ255S, DO255E, DO255S:
		return hashSizes[r.Scheme][r.Hash]
	}
	return 0
}

// hashSizes are the sizes of the values of the hash functions, by scheme and name.
var hashSizes = [endOfSchemes]map[string]int{
	JQ255E: sizesOf(jq255e.Hashes()), JQ255S: sizesOf(jq255s.Hashes()),
	DO255E: sizesOf(do255e.Hashes()), DO255S: sizesOf(do255s.Hashes()),
}

func sizesOf[H interface {
	~string
	HashFunc() crypto.Hash
}](hashes []H) map[string]int {
	m := make(map[string]int)
	for _, h := range hashes {
		switch {
		case h == "":
		case string(h) == string(jq255e.BLAKE3): // package crypto does not know it
			m[string(h)] = 32
		default:
			m[string(h)] = h.HashFunc().Size()
		}
	}
	return m
}

// take returns room for n bytes at the end of buf.
func (r *Record) take(n int) []byte {
	start := len(r.buf)
	if cap(r.buf)-start < n {
		// What was decoded before stays where it is.
		r.buf = make([]byte, 0, max(2*cap(r.buf), 1024, n))
		start = 0
	}
	r.buf = r.buf[:start+n]
	return r.buf[start : start+n : start+n]
}

// hex decodes text.
func (r *Record) hex(text []byte) ([]byte, bool) {
	b := r.take(hex.DecodedLen(len(text)))
	_, err := hex.Decode(b, text)
	return b, err == nil
}

// base64 decodes text, in either alphabet, with padding or without.
func (r *Record) base64(text []byte) ([]byte, bool) {
	url, padded := false, false
	for _, c := range text {
		switch c {
		case '-', '_':
			url = true
		case '=':
			padded = true
		case '\r', '\n':
			return nil, false // the decoder would not mind
		}
	}
	e := base64s[0]
	switch {
	case url && padded:
		e = base64s[3]
	case url:
		e = base64s[2]
	case padded:
		e = base64s[1]
	}
	b := r.take(e.DecodedLen(len(text)))
	n, err := e.Decode(b, text)
	return b[:n], err == nil
}

var base64s = [4]*base64.Encoding{
	base64.RawStdEncoding.Strict(), base64.StdEncoding.Strict(), base64.RawURLEncoding.Strict(), base64.URLEncoding.Strict(),
}

// sized decodes text of one of these sizes, in hex or base64. No size is such that
// a text of it may be both, but for base64 that happens to have hex digits only.
func (r *Record) sized(text []byte, s sizes) ([]byte, bool) {
	if len(text)%2 == 0 && s.has(len(text)/2) {
		if b, ok := r.hex(text); ok {
			return b, true
		}
	}
	if len(text) > 2*max(s[0], s[1], -s[1]) {
		return nil, false
	}
	b, ok := r.base64(text)
	return b, ok && s.has(len(b))
}

// read sets the message of r to the content of a file.
func (r *Record) read(files fs.FS, name string) Verdict {
	if files == nil {
		return Verdict{UnreadableMessage, "names of files are not allowed"}
	}
	// What is not regular may never end, or wait for a writer. What was opened may be another file
	// than the one that was looked at.
	info, err := fs.Stat(files, name)
	if err == nil {
		err = checkFile(info)
	}
	var f fs.File
	if err == nil {
		f, err = files.Open(name)
	}
	if err != nil {
		return Verdict{UnreadableMessage, why(err)}
	}
	defer f.Close()
	if info, err = f.Stat(); err == nil {
		err = checkFile(info)
	}
	if err != nil {
		return Verdict{UnreadableMessage, why(err)}
	}
	content := bytes.NewBuffer(r.file[:0])
	_, err = content.ReadFrom(io.LimitReader(f, MaxMessageFile+1))
	r.file = content.Bytes()
	if err == nil && len(r.file) > MaxMessageFile {
		err = errTooLarge
	}
	if err != nil {
		return Verdict{UnreadableMessage, why(err)}
	}
	r.Message = r.file
	return Verdict{}
}

// checkFile returns an error if a file has no message.
func checkFile(info fs.FileInfo) error {
	switch {
	case !info.Mode().IsRegular():
		return errors.New("not a regular file")
	case info.Size() > MaxMessageFile:
		return errTooLarge
	}
	return nil
}

var errTooLarge = errors.New("larger than 64 MiB")

// why returns the words of err without the name of the file.
func why(err error) string {
	var path *fs.PathError
	if errors.As(err, &path) {
		err = path.Err
	}
	return err.Error()
}
