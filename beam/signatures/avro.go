// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package signatures

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
)

// RecordSchema is the schema of a [Record] in Avro. Beam's avroio writes records by it, with
// [RecordToAvro], and reads them as the type Record. A file that others wrote may have these fields in any
// order, with others, and lack those that are empty in all its records; none may be a union.
const RecordSchema = `{"type": "record", "name": "signature", "fields": [
	{"name": "id", "type": "string"}, {"name": "scheme", "type": "string"}, {"name": "rules", "type": "string"},
	{"name": "hash", "type": "string"}, {"name": "encoding", "type": "string"}, {"name": "context", "type": "bytes"},
	{"name": "key", "type": "bytes"}, {"name": "message", "type": "bytes"}, {"name": "is_digest", "type": "boolean"},
	{"name": "signature", "type": "bytes"}]}`

// VerdictSchema is the schema of a [Verdict] in Avro, for [VerdictToAvro].
const VerdictSchema = `{"type": "record", "name": "verdict", "fields": [
	{"name": "id", "type": "string"}, {"name": "scheme", "type": "string"}, {"name": "rules", "type": "string"},
	{"name": "key", "type": "string"}, {"name": "reason", "type": "string"}, {"name": "detail", "type": "string"}]}`

func init() {
	register.Function1x2(RecordToAvro)
	register.Function1x2(VerdictToAvro)
}

// RecordToAvro returns r as Beam's avroio writes it by [RecordSchema]: in Avro's encoding in JSON.
func RecordToAvro(r Record) (string, error) {
	return avroText(map[string]any{
		"id": r.ID, "scheme": r.Scheme, "rules": r.Rules, "hash": r.Hash, "encoding": r.Encoding, "is_digest": r.IsDigest,
		"context": avroBytes(r.Context), "key": avroBytes(r.Key), "message": avroBytes(r.Message), "signature": avroBytes(r.Signature),
	})
}

// VerdictToAvro returns v as Beam's avroio writes it by [VerdictSchema]: in Avro's encoding in JSON.
func VerdictToAvro(v Verdict) (string, error) { return avroText(v) }

// avroBytes returns b as a string of characters from U+0000 to U+00FF, as Avro has bytes in JSON.
func avroBytes(b []byte) string {
	runes := make([]rune, len(b))
	for i, c := range b {
		runes[i] = rune(c)
	}
	return string(runes)
}

// avroText returns v in JSON, in ASCII only: the library below avroio takes other characters in bytes
// for those of UTF-8.
func avroText(v any) (string, error) {
	b, err := json.Marshal(v)
	if err != nil {
		return "", err
	}
	var ascii strings.Builder
	for _, c := range string(b) {
		switch {
		case c < 0x80:
			ascii.WriteRune(c)
		case c > 0xffff: // a surrogate pair
			fmt.Fprintf(&ascii, `\u%04x\u%04x`, 0xd800+(c-0x10000)>>10, 0xdc00+(c-0x10000)&0x3ff)
		default:
			fmt.Fprintf(&ascii, `\u%04x`, c)
		}
	}
	return ascii.String(), nil
}
