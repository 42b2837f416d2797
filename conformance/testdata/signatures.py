# Copyright (c) 2026 The Secant Authors. All rights reserved.
# Use of this source code is governed by a BSD-style
# license that can be found in the LICENSE file.

"""Signs and verifies with packages of Python: jwcrypto and nostr_sdk.

Standard input is a JSON list of what to do. Each entry has a member "do", which is the name of
a function below, and the arguments of that. Standard output is the list of results.
"""

import base64
import json
import sys

import nostr_sdk
from jwcrypto import jwk, jws


def jws_sign(key, alg, message, detached, unencoded):
    """Returns a token of the message, which is in base64, by the private key, a JSON Web Key."""
    token = jws.JWS(base64.b64decode(message))
    header = {"alg": alg}
    if unencoded:
        header.update(b64=False, crit=["b64"])
    token.add_signature(jwk.JWK.from_json(key), alg, json.dumps(header))
    if detached:
        token.detach_payload()
    return token.serialize(compact=True)


def jws_verify(key, token, message, detached):
    """Returns whether the token is valid, and of the message, which is in base64."""
    message = base64.b64decode(message)
    parsed = jws.JWS()
    try:
        parsed.deserialize(token)
        parsed.verify(jwk.JWK.from_json(key), detached_payload=message if detached else None)
    except jws.InvalidJWSSignature:
        return False
    return detached or parsed.payload == message


def event_sign(secret, kind, content, tags):
    """Returns a Nostr event in JSON, by the secret key in hex."""
    builder = nostr_sdk.EventBuilder(nostr_sdk.Kind(kind), content)
    builder = builder.tags([nostr_sdk.Tag.parse(tag) for tag in tags])
    return builder.finalize(nostr_sdk.Keys.parse(secret)).as_json()


def event_verify(event):
    """Returns whether the event, which is text in JSON, is valid."""
    return nostr_sdk.Event.from_json(event).verify()


def do(entry):
    return globals()[entry.pop("do")](**entry)


json.dump([do(entry) for entry in json.load(sys.stdin)], sys.stdout)
