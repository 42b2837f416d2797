# Copyright (c) 2026 The Secant Authors. All rights reserved.
# Use of this source code is governed by a BSD-style
# license that can be found in the LICENSE file.

"""Writes signatures made by the package cryptography as JSON Lines and CSV, by Python's own packages.

Standard output is a JSON object: the texts of both files in gzip and base64, how many records are
valid, and how many are invalid, by reason.
"""

import base64
import collections
import csv
import gzip
import io
import json

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives import serialization as s
from cryptography.hazmat.primitives.asymmetric import ec, ed25519
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature

ORDER = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141

lines, table = io.StringIO(), io.StringIO()
rows = csv.writer(table)
rows.writerow(["id", "scheme", "rules", "key", "message", "signature"])
counts = collections.Counter()
for i in range(400):
    message = 'message "%d", with ä, 🜁, <&>, \\ and \t' % i
    signed = message.encode()
    rules, reason = "", "valid"
    if i % 2:
        private = ed25519.Ed25519PrivateKey.generate()
        signature = private.sign(signed)
        key = private.public_key().public_bytes(s.Encoding.Raw, s.PublicFormat.Raw)
        scheme, rules = "ed25519", ["", "default", "stdlib", "fips", "zip215"][i % 5]
    else:
        private = ec.generate_private_key(ec.SECP256K1())
        signature = private.sign(signed, ec.ECDSA(hashes.SHA256()))
        form = [s.PublicFormat.CompressedPoint, s.PublicFormat.UncompressedPoint][i // 2 % 2]
        key = private.public_key().public_bytes(s.Encoding.X962, form)
        scheme, rules = "secp256k1-ecdsa", ["", "low-s", "any-s"][i % 3]
        if rules != "any-s" and decode_dss_signature(signature)[1] > ORDER // 2:
            reason = "high s"
    if i % 7 == 0:
        message, reason = message + ".", "not valid"
    counts[reason] += 1
    text = [lambda b: b.hex(), lambda b: base64.b64encode(b).decode(), lambda b: base64.urlsafe_b64encode(b).decode().rstrip("=")][i % 3]
    record = {"id": i, "scheme": scheme, "rules": rules or None, "key": text(key), "message": message, "signature": text(signature)}
    lines.write(json.dumps(record, ensure_ascii=i % 4 < 2) + "\n")
    rows.writerow([i, scheme, rules, text(key), message, text(signature)])

print(json.dumps({
    "files": {
        name: base64.b64encode(gzip.compress(file.getvalue().encode())).decode()
        for name, file in {"jsonl": lines, "csv": table}.items()
    },
    "valid": counts.pop("valid"),
    "reasons": counts,
}))
