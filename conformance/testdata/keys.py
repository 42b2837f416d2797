# Copyright (c) 2026 The Secant Authors. All rights reserved.
# Use of this source code is governed by a BSD-style
# license that can be found in the LICENSE file.

"""Reads and writes keys with packages of Python: cryptography, jwcrypto, nostr_sdk.

Standard input is a JSON list of keys, whose text is in base64. Of an empty list, new keys in
every form are written to standard output. Otherwise what is written is the same list, with
the numbers that these packages read in the texts.
"""

import base64
import json
import sys

import nostr_sdk
from cryptography.hazmat.primitives import serialization as s
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, x25519
from jwcrypto import jwk

PASSPHRASE = "correct horse"


def numbers(key):
    """Returns the bytes of the public key of key, in hex."""
    if isinstance(key, ec.EllipticCurvePublicKey):
        assert key.curve.name == "secp256k1"
        return key.public_bytes(s.Encoding.X962, s.PublicFormat.CompressedPoint).hex()
    return key.public_bytes(s.Encoding.Raw, s.PublicFormat.Raw).hex()


def secret(key):
    """Returns the bytes of the private key, in hex."""
    if isinstance(key, ec.EllipticCurvePrivateKey):
        return "%064x" % key.private_numbers().private_value
    return key.private_bytes(s.Encoding.Raw, s.PrivateFormat.Raw, s.NoEncryption()).hex()


def json_web_key(key, private):
    """Returns key of jwcrypto as text, with the members that it writes."""
    return key.export(private_key=private).encode()


def make():
    out = []

    def add(algorithm, name, text, private, public, passphrase="", thumbprint=""):
        out.append({
            "algorithm": algorithm, "name": name, "text": base64.b64encode(text).decode(), "passphrase": passphrase,
            "private": private, "public": public, "thumbprint": thumbprint,
        })

    for algorithm, key in (
        ("ed25519", ed25519.Ed25519PrivateKey.generate()),
        ("x25519", x25519.X25519PrivateKey.generate()),
        ("secp256k1-ecdsa", ec.generate_private_key(ec.SECP256K1())),
    ):
        public = key.public_key()
        for name, encoding in (("PEM", s.Encoding.PEM), ("DER", s.Encoding.DER)):
            for sealed, passphrase in (
                (s.NoEncryption(), ""),
                (s.BestAvailableEncryption(PASSPHRASE.encode()), PASSPHRASE),
            ):
                text = key.private_bytes(encoding, s.PrivateFormat.PKCS8, sealed)
                add(algorithm, "PKCS8 %s %s" % (name, passphrase), text, secret(key), numbers(public), passphrase)
            text = public.public_bytes(encoding, s.PublicFormat.SubjectPublicKeyInfo)
            add(algorithm, "SPKI " + name, text, "", numbers(public))
            if algorithm == "secp256k1-ecdsa":
                text = key.private_bytes(encoding, s.PrivateFormat.TraditionalOpenSSL, s.NoEncryption())
                add(algorithm, "SEC1 " + name, text, secret(key), numbers(public))
        if algorithm == "secp256k1-ecdsa":
            for name, form in (("compressed", s.PublicFormat.CompressedPoint), ("uncompressed", s.PublicFormat.UncompressedPoint)):
                add(algorithm, name, public.public_bytes(s.Encoding.X962, form), "", numbers(public))
        else:
            add(algorithm, "raw public", bytes.fromhex(numbers(public)), "", numbers(public))
            add(algorithm, "raw private", bytes.fromhex(secret(key)), secret(key), numbers(public))
        if algorithm == "ed25519":
            rounds = s.PrivateFormat.OpenSSH.encryption_builder().kdf_rounds(3).build(PASSPHRASE.encode())
            for sealed, passphrase in ((s.NoEncryption(), ""), (rounds, PASSPHRASE)):
                text = key.private_bytes(s.Encoding.PEM, s.PrivateFormat.OpenSSH, sealed)
                add(algorithm, "OpenSSH private " + passphrase, text, secret(key), numbers(public), passphrase)
            text = public.public_bytes(s.Encoding.OpenSSH, s.PublicFormat.OpenSSH)
            add(algorithm, "OpenSSH public", text, "", numbers(public))
        # JSON Web Keys of the same key, and of a new one.
        for name, web in (("of cryptography", jwk.JWK.from_pyca(key)), ("of jwcrypto", jwk.JWK.generate(**{
            "ed25519": {"kty": "OKP", "crv": "Ed25519"}, "x25519": {"kty": "OKP", "crv": "X25519"},
            "secp256k1-ecdsa": {"kty": "EC", "crv": "secp256k1", "alg": "ES256K", "use": "sig", "kid": "a \"key\""},
        }[algorithm]))):
            pyca = web.get_op_key("sign" if algorithm != "x25519" else "unwrapKey") if name == "of jwcrypto" else key
            for private in (True, False):
                add(algorithm, "JWK %s, private %s" % (name, private), json_web_key(web, private),
                    secret(pyca) if private else "", numbers(pyca.public_key()), "", web.thumbprint())
    keys = nostr_sdk.Keys.generate()
    private, public = keys.secret_key(), keys.public_key()
    add("bip340", "nsec", private.to_bech32().encode(), private.to_hex(), public.to_hex())
    add("bip340", "ncryptsec", private.encrypt(PASSPHRASE).to_bech32().encode(), private.to_hex(), public.to_hex(), PASSPHRASE)
    add("bip340", "npub", public.to_bech32().encode(), "", public.to_hex())
    add("bip340", "hex private", private.to_hex().encode(), private.to_hex(), public.to_hex())
    add("bip340", "hex public", public.to_hex().encode(), "", public.to_hex())
    return out


def read(k):
    """Fills in what these packages read in the text of k."""
    kind, form = k["name"].split()
    text = base64.b64decode(k["text"])
    passphrase = k["passphrase"].encode() or None
    thumbprint = ""
    if k["algorithm"] == "bip340":
        if passphrase is not None:
            sealed = nostr_sdk.EncryptedSecretKey.from_bech32(text.decode().strip())
            keys = nostr_sdk.Keys(sealed.decrypt(k["passphrase"]))
            return dict(k, private=keys.secret_key().to_hex(), public=keys.public_key().to_hex())
        if kind == "private":
            keys = nostr_sdk.Keys.parse(text.decode().strip())
            return dict(k, private=keys.secret_key().to_hex(), public=keys.public_key().to_hex())
        return dict(k, public=nostr_sdk.PublicKey.parse(text.decode().strip()).to_hex())
    raw = {"ed25519": (ed25519.Ed25519PrivateKey, ed25519.Ed25519PublicKey), "x25519": (x25519.X25519PrivateKey, x25519.X25519PublicKey)}
    if form == "jwk":
        web = jwk.JWK.from_json(text.decode())
        assert web.has_private == (kind == "private")
        thumbprint = web.thumbprint()
        key = s.load_pem_private_key(web.export_to_pem(True, None), None) if kind == "private" else s.load_pem_public_key(web.export_to_pem())
    elif kind == "private":
        key = {
            "pem": lambda: s.load_pem_private_key(text, passphrase), "der": lambda: s.load_der_private_key(text, passphrase),
            "sec1": lambda: s.load_pem_private_key(text, passphrase), "ssh": lambda: s.load_ssh_private_key(text, passphrase),
            "raw": lambda: raw[k["algorithm"]][0].from_private_bytes(text),
        }[form]()
    elif form == "raw" and k["algorithm"] == "secp256k1-ecdsa":
        key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256K1(), text)
    else:
        key = {
            "pem": lambda: s.load_pem_public_key(text), "der": lambda: s.load_der_public_key(text),
            "ssh": lambda: s.load_ssh_public_key(text), "raw": lambda: raw[k["algorithm"]][1].from_public_bytes(text),
        }[form]()
    if kind == "private":
        return dict(k, private=secret(key), public=numbers(key.public_key()), thumbprint=thumbprint)
    return dict(k, private="", public=numbers(key), thumbprint=thumbprint)


json.dump([read(k) for k in json.load(sys.stdin)] or make(), sys.stdout)
