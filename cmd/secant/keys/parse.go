// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package keys

import (
	"bytes"
	"encoding/pem"
	"errors"
	"fmt"
	"slices"
	"strings"

	"secant.example/internal/secrettext"
)

// A Kind of key is private or public.
type Kind int

// The kinds of keys.
const (
	Either Kind = iota
	Private
	Public
)

func (k Kind) String() string { return [...]string{"key", "private key", "public key"}[k] }

// Options are what is known about a key beside its file.
type Options struct {
	Kind Kind       // that it must be
	Raw  Kind       // that 32 bytes are where Kind is Either and both could be, if known
	Alg  *Algorithm // that a key is for which does not say, in raw bytes or hex; may be nil
	Form string     // that it must be in, or empty

	// Passphrase returns that of an encrypted private key. Without it, one is an error of type
	// [EncryptedError].
	Passphrase func() ([]byte, error)
}

// An EncryptedError says that a private key is encrypted, and what is known without its
// passphrase.
type EncryptedError struct {
	Form   string // as in [Key]
	How    string // in words: the cipher, and how its key comes from the passphrase
	Public *Key   // the public key, or nil
}

func (e *EncryptedError) Error() string { return "encrypted with a passphrase (" + e.How + ")" }

// What a caller may want to add to: how to say what is missing, or another way.
var (
	ErrNoAlgorithm = errors.New("what may be a key does not say its algorithm")
	ErrNoKind      = errors.New("32 bytes do not say whether the key is private or public")
	ErrIsPrivate   = errors.New("a private key, not a public one")
)

var errIsPublic = errors.New("a public key, not a private one")

// Parse returns the key that data has.
func Parse(data []byte, o Options) (*Key, error) {
	text := trim(data)
	switch {
	case isPEM(data):
		return o.parsePEM(data)
	// No other form is as short as these bytes, so they are a raw key whatever they look like,
	// but for half of a hex key: that is one of those with probability 2^-113.
	case len(data) == 32 || len(data) == 33:
		return o.parseRaw(data)
	case len(data) == 65 && data[0] == 4: // an uncompressed point: no text, and no DER
		return o.parseRaw(data)
	case isDER(data):
		return o.parseDER(data)
	case isMinisign(data):
		return o.parseMinisign(data)
	case len(text) > 0 && text[0] == '{':
		return o.parseJWK(text)
	}
	if key, ok := secrettext.AppendDecodeHex(nil, text); ok && len(key) > 0 {
		return o.parseBytes(formHex, key, len(text))
	}
	if isHex(text) { // an odd number of digits
		return nil, o.wrongDigits(len(text))
	}
	if word := nostrWord(text); word != "" {
		return o.parseNostr(word, text)
	}
	return o.parsePublicSSH(text)
}

// found returns an error if a key that was recognised is not of the kind or in the form
// that it must be.
func (o *Options) found(kind Kind, f *form) error {
	switch {
	case o.Form != "" && o.Form != f.name:
		return fmt.Errorf("in the form %s, not %s", f.name, o.Form)
	case o.Kind == Public && kind == Private:
		return ErrIsPrivate
	case o.Kind == Private && kind == Public:
		return errIsPublic
	}
	return nil
}

// private returns the private key that secret is for a, which was read in the form f.
func private(a *Algorithm, f *form, secret []byte) (*Key, error) {
	k, err := NewPrivate(a, secret)
	if err != nil {
		return nil, err
	}
	k.Form = f.name
	return k, nil
}

// public returns the public key that key is for a, which was read in the form f.
func public(a *Algorithm, f *form, key []byte) (*Key, error) {
	k, err := NewPublic(a, key)
	if err != nil {
		return nil, err
	}
	k.Form = f.name
	return k, nil
}

// parseRaw reads bytes of the length of a raw key.
func (o *Options) parseRaw(data []byte) (*Key, error) {
	if isHex(data) {
		return nil, fmt.Errorf("%d hex digits, half of a %v", len(data), o.Kind)
	}
	return o.parseBytes(formRaw, data, 0)
}

// parseBytes reads a key that does not say what it is for. It was written in so many hex
// digits.
func (o *Options) parseBytes(f *form, key []byte, digits int) (*Key, error) {
	if !slices.Contains(o.sizes(), len(key)) {
		if f == formHex {
			return nil, o.wrongDigits(digits)
		}
		return nil, o.unknown()
	}
	if o.Alg == nil {
		return nil, ErrNoAlgorithm
	}
	kind := o.Kind
	if kind == Either {
		isPublic := slices.Contains(o.Alg.publicSizes, len(key))
		switch {
		case isPublic && len(key) == secretSize:
			if kind = o.Raw; kind == Either {
				return nil, ErrNoKind
			}
		case isPublic:
			kind = Public
		default:
			kind = Private
		}
	}
	if err := o.found(kind, f); err != nil {
		return nil, err
	}
	if kind == Private {
		return private(o.Alg, f, key)
	}
	return public(o.Alg, f, key)
}

// sizes returns how many bytes a raw key has.
func (o *Options) sizes() (sizes []int) {
	algorithms := Algorithms()
	if o.Alg != nil {
		algorithms = []*Algorithm{o.Alg}
	}
	for _, a := range algorithms {
		if o.Kind != Public {
			sizes = append(sizes, secretSize)
		}
		if o.Kind != Private {
			sizes = append(sizes, a.publicSizes...)
		}
	}
	slices.Sort(sizes)
	return slices.Compact(sizes)
}

func (o *Options) wrongDigits(n int) error {
	return fmt.Errorf("%d hex digits where a %v has %s", n, o.Kind, orList(o.sizes(), 2))
}

// unknown returns the error about what is no key, which names those that it could be.
func (o *Options) unknown() error {
	if o.Alg == nil {
		return fmt.Errorf("not a %v in a form that secant knows", o.Kind)
	}
	var titles []string
	for _, f := range forms {
		if f != formRaw && f != formHex && slices.Contains(o.Alg.forms, f) &&
			(o.Kind != Public || f.public != nil) {
			titles = append(titles, f.title)
		}
	}
	sizes := o.sizes()
	titles = append(titles, orList(sizes, 1)+" raw bytes")
	return fmt.Errorf("not a %v as %s or %s hex digits", o.Kind, strings.Join(titles, ", "), orList(sizes, 2))
}

// isPEM reports whether data looks like PEM.
func isPEM(data []byte) bool { return bytes.Contains(data, []byte("-----BEGIN ")) }

// parsePEM reads one block of PEM.
func (o *Options) parsePEM(data []byte) (*Key, error) {
	block, err := onePEM(data)
	if err != nil {
		return nil, err
	}
	switch block.Type {
	case privateType:
		return o.parsePKCS8(formPEM, block.Bytes)
	case publicType:
		return o.parseSPKI(formPEM, block.Bytes)
	case encryptedType:
		return o.parseSealed(formPEM, block.Bytes)
	case sec1Type:
		return o.parseSEC1(formSEC1, block.Bytes)
	case sshType:
		return o.parsePrivateSSH(block)
	}
	return nil, fmt.Errorf("PEM of type %q, not a %v", block.Type, o.Kind)
}

// onePEM returns the PEM block that data consists of. Text may stand in front
// of it, as RFC 7468 allows, but nothing may follow.
func onePEM(data []byte) (*pem.Block, error) {
	block, rest := secrettext.DecodePEM(data)
	if block != nil && block.Type == "EC PARAMETERS" {
		// OpenSSL writes them in front of a key in SEC 1, which repeats them.
		if key, after := secrettext.DecodePEM(rest); key != nil && key.Type == sec1Type {
			block, rest = key, after
		}
	}
	switch {
	case block == nil:
		return nil, errors.New("no complete PEM block in it")
	case isPEM(rest):
		return nil, fmt.Errorf("more than one PEM block, the first of type %q", block.Type)
	case len(trim(rest)) > 0:
		return nil, errors.New("data after the PEM block")
	case strings.Contains(block.Headers["Proc-Type"], "ENCRYPTED"):
		return nil, weak("the PEM encryption of before PKCS#8, and MD5")
	}
	return block, nil
}

// trim returns text without white space around it. It is constant-time in what is not
// white space.
func trim(text []byte) []byte {
	space := func(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\n' }
	for len(text) > 0 && space(text[0]) {
		text = text[1:]
	}
	for len(text) > 0 && space(text[len(text)-1]) {
		text = text[:len(text)-1]
	}
	return text
}

// isHex reports whether data is hex digits only, and not empty. It is constant-time.
func isHex(data []byte) bool {
	_, even := secrettext.AppendDecodeHex(nil, data[:len(data)/2*2])
	_, last := secrettext.AppendDecodeHex([]byte{}, append([]byte{'0'}, data[max(len(data)-1, 0):]...))
	return even && last && len(data) > 0
}

// orList returns the numbers times factor as "33 or 65".
func orList(numbers []int, factor int) string {
	words := make([]string, len(numbers))
	for i, n := range numbers {
		words[i] = fmt.Sprint(factor * n)
	}
	return strings.Join(words, " or ")
}
