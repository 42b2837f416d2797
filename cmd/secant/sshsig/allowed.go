// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package sshsig

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
	"time"

	"golang.org/x/crypto/ssh"

	"secant.example/ed25519"
)

// AllowedSigners says which keys sign for whom.
type AllowedSigners []allowedKey

// An allowedKey is a line of the file.
type allowedKey struct {
	line          int
	principals    string            // patterns
	key           ed25519.PublicKey // nil: of another type, or one that signs certificates
	namespaces    *string           // patterns, or nil: all
	after, before time.Time         // zero: always
}

// ErrNotAllowed means that a key does not sign for somebody, for this purpose, at this time.
var ErrNotAllowed = errors.New("not an allowed signer")

// ParseAllowedSigners reads a file. Times without Z are in the zone local. A line with a key
// that is no Ed25519 key, or with cert-authority, allows nothing here. Any line that is not of
// the form that ssh-keygen(1) gives it is an error; ssh-keygen itself passes over it, with an
// error message.
func ParseAllowedSigners(file []byte, local *time.Location) (AllowedSigners, error) {
	var signers AllowedSigners
	for i, line := range bytes.Split(file, []byte("\n")) {
		text := strings.Trim(string(line), " \t\r")
		if text == "" || text[0] == '#' {
			continue
		}
		k, err := parseAllowedKey(text, local)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", i+1, err)
		}
		k.line = i + 1
		signers = append(signers, k)
	}
	return signers, nil
}

// Check returns nil if the key signs for principal, a name without wildcards, in the
// namespace at that time. Otherwise it returns an ErrNotAllowed that says why. It is
// variable-time.
func (s AllowedSigners) Check(key ed25519.PublicKey, principal, namespace string, at time.Time) error {
	err := fmt.Errorf("%w: no line has this key for %q", ErrNotAllowed, principal)
	for _, k := range s {
		if k.key == nil || !bytes.Equal(k.key, key) || !matchList(principal, k.principals) {
			continue
		}
		switch {
		case k.namespaces != nil && !matchList(namespace, *k.namespaces):
			err = fmt.Errorf("%w: line %d has this key, but not for the namespace %q", ErrNotAllowed, k.line, namespace)
		case !k.after.IsZero() && at.Before(k.after):
			err = fmt.Errorf("%w: line %d has this key, valid from %s on only", ErrNotAllowed, k.line, k.after.Format(time.RFC3339))
		case !k.before.IsZero() && at.After(k.before):
			err = fmt.Errorf("%w: line %d has this key, valid until %s only", ErrNotAllowed, k.line, k.before.Format(time.RFC3339))
		default:
			return nil
		}
	}
	return err
}

// parseAllowedKey reads a line that has something on it.
func parseAllowedKey(text string, local *time.Location) (k allowedKey, err error) {
	rest := ""
	if quoted, ok := strings.CutPrefix(text, `"`); ok {
		if k.principals, rest, ok = strings.Cut(quoted, `"`); !ok {
			return k, errors.New("a quote is not closed")
		}
	} else {
		k.principals, rest = cutSpace(text)
	}
	if k.principals == "" || strings.Contains(k.principals, `"`) {
		return k, errors.New("the principals are empty, or have a quote inside")
	}
	isCA := false
	rest = strings.TrimLeft(rest, " \t")
	key, err := parseKey(rest)
	if err != nil {
		options, after, cutErr := cutOptions(rest)
		if cutErr != nil {
			return k, cutErr
		}
		if key, err = parseKey(after); err != nil {
			return k, err
		}
		if isCA, err = k.parseOptions(options, local); err != nil {
			return k, err
		}
	}
	if !isCA {
		k.key = key
	}
	return k, nil
}

// cutSpace returns what is before and after the first spaces and tabs.
func cutSpace(s string) (before, after string) {
	i := strings.IndexAny(s, " \t")
	if i < 0 {
		return s, ""
	}
	return s[:i], strings.TrimLeft(s[i:], " \t")
}

// parseKey reads a public key as in authorized_keys: its type, base64, and perhaps a
// comment. It returns nil for types other than Ed25519.
func parseKey(s string) (ed25519.PublicKey, error) {
	kind, s := cutSpace(s)
	text, _ := cutSpace(s)
	blob, err := base64.StdEncoding.Strict().DecodeString(text)
	if err != nil || text == "" || strings.Contains(text, "\r") {
		return nil, errors.New("no public key where one should be")
	}
	if found, err := blobType(blob); err != nil || found != kind {
		return nil, fmt.Errorf("no public key of type %q where one should be", kind)
	}
	if kind != ssh.KeyAlgoED25519 {
		return nil, nil
	}
	return parseBlob(blob, ed25519.PublicKeySize)
}

// cutOptions returns what is before and after the first spaces and tabs that are not
// between quotes. A backslash takes its meaning from a quote.
func cutOptions(s string) (options, rest string, err error) {
	quoted := false
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '\\' && strings.HasPrefix(s[i+1:], `"`):
			i++
		case s[i] == '"':
			quoted = !quoted
		case (s[i] == ' ' || s[i] == '\t') && !quoted:
			return s[:i], strings.TrimLeft(s[i:], " \t"), nil
		}
	}
	if quoted {
		return "", "", errors.New("a quote is not closed")
	}
	return s, "", nil
}

// parseOptions reads the options of a line, and reports whether its key signs
// certificates.
func (k *allowedKey) parseOptions(s string, local *time.Location) (isCA bool, err error) {
	for {
		name := s[:min(len(s), strings.IndexAny(s+",", "=,"))]
		var value *string
		if s = s[len(name):]; strings.HasPrefix(s, "=") {
			if value, s, err = dequote(s[1:]); err != nil {
				return false, err
			}
		}
		switch name = strings.ToLower(name); {
		case name == "cert-authority" && value == nil:
			isCA = true
		case name == "namespaces" && value != nil && k.namespaces == nil:
			k.namespaces = value
		case name == "valid-after" && value != nil && k.after.IsZero():
			k.after, err = ParseTime(*value, local)
		case name == "valid-before" && value != nil && k.before.IsZero():
			k.before, err = ParseTime(*value, local)
		default:
			err = fmt.Errorf("the option %q is unknown, there twice, or with a value or without one when it should not be", name)
		}
		if err != nil {
			return false, err
		}
		if s == "" {
			break
		}
		if s[0] != ',' {
			return false, fmt.Errorf("no comma after the option %q", name)
		}
		s = s[1:]
	}
	if !k.after.IsZero() && !k.before.IsZero() && !k.before.After(k.after) {
		return false, errors.New("valid-before is not after valid-after")
	}
	return isCA, nil
}

// dequote returns what is between the quotes at the start of s, and what follows.
func dequote(s string) (value *string, rest string, err error) {
	var b strings.Builder
	if !strings.HasPrefix(s, `"`) {
		return nil, "", errors.New("the value of an option is not in quotes")
	}
	for i := 1; i < len(s); i++ {
		switch {
		case s[i] == '"':
			text := b.String()
			return &text, s[i+1:], nil
		case s[i] == '\\' && strings.HasPrefix(s[i+1:], `"`):
			i++
		}
		b.WriteByte(s[i])
	}
	return nil, "", errors.New("a quote is not closed")
}

// ParseTime reads a time of ssh-keygen: YYYYMMDD, YYYYMMDDHHMM or YYYYMMDDHHMMSS, in the
// zone local, or in UTC with a Z after it.
func ParseTime(s string, local *time.Location) (time.Time, error) {
	digits := strings.TrimSuffix(strings.ToUpper(s), "Z")
	if len(digits) < len(s) {
		local = time.UTC
	}
	const layout = "20060102150405"
	if n := len(digits); n == 8 || n == 12 || n == 14 {
		if t, err := time.ParseInLocation(layout[:n], digits, local); err == nil && t.Unix() > 0 {
			return t, nil
		}
	}
	return time.Time{}, fmt.Errorf("%q is not a time as YYYYMMDD, YYYYMMDDHHMM or YYYYMMDDHHMMSS, and Z for UTC", s)
}

// matchList reports whether s matches one of the patterns in a list with commas, and
// none of those that start with an exclamation mark.
func matchList(s, list string) bool {
	matched := false
	for _, pattern := range strings.Split(list, ",") {
		pattern, negated := strings.CutPrefix(pattern, "!")
		if pattern != "" && match(s, pattern) {
			if negated {
				return false
			}
			matched = true
		}
	}
	return matched
}

// match reports whether s matches a pattern, in which * stands for any bytes and ? for
// any one.
func match(s, pattern string) bool {
	// Where to go on when what follows the last * does not match: one byte later.
	star, from := -1, 0
	i, j := 0, 0
	for i < len(s) {
		switch {
		case j < len(pattern) && pattern[j] == '*':
			star, from = j, i
			j++
		case j < len(pattern) && (pattern[j] == '?' || pattern[j] == s[i]):
			i++
			j++
		case star >= 0:
			from++
			i, j = from, star+1
		default:
			return false
		}
	}
	return strings.Trim(pattern[j:], "*") == ""
}
